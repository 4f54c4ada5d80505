// SPDX-License-Identifier: Apache-2.0
//
// The multiples of a number: 0, W, 2W, ... Last * W, all at once.
//
// Behaviour
// - An even multiple is half of it, shifted; an odd one is the even one below it plus W. So there
//   is an adder for every odd multiple from 3W on, and clog2(Last) of them behind each other.
//
// Corner cases
// - No multiple overflows: they have as many bits as the largest one needs.
//
// With W warps a block, frame f begins at slot f*W and block c at virtual warp c*W.

module hd_multiples #(
    // The largest multiple is Last * W. Half as many adders.
    parameter int Last      = 8,
    // Bits of W: the width of the adders.
    parameter int SizeWidth = 6,
    localparam int MultWidth = SizeWidth + $clog2(Last + 1)
) (
    // W.
    input  logic [SizeWidth-1:0]          size_i,
    // m * W is [m*MultWidth +: MultWidth].
    output logic [(Last+1)*MultWidth-1:0] multiples_o
);

`ifndef SYNTHESIS
  initial begin
    if (Last < 1) $fatal(1, "hd_multiples: Last must be at least 1");
    if (SizeWidth < 1) $fatal(1, "hd_multiples: SizeWidth must be at least 1");
  end
`endif

  for (genvar m = 0; m <= Last; m++) begin : gen_multiple
    logic [MultWidth-1:0] multiple;

    if (m == 0) begin : gen_zero
      assign multiple = '0;
    end else if (m == 1) begin : gen_one
      assign multiple = MultWidth'(size_i);
    end else if (m % 2 == 0) begin : gen_even
      assign multiple = gen_multiple[m/2].multiple << 1;
    end else begin : gen_odd
      assign multiple = gen_multiple[m-1].multiple + MultWidth'(size_i);
    end

    assign multiples_o[m*MultWidth +: MultWidth] = multiple;
  end

endmodule
