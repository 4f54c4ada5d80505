// SPDX-License-Identifier: Apache-2.0
//
// The lowest-numbered of the candidates whose bits are set.
//
// Behaviour
// - All places from the lowest one up are marked, in steps of 1, 2, 4 ... places; the first of them
//   is the one. Bit b of its number is the OR of all places whose number has bit b.
// - Both are as deep as the logarithm of Width, where a chain that asks one place after the other
//   would be Width deep.
//
// Corner cases
// - No bit set: valid_o is 0, and index_o is 0.

module hd_lowest #(
    // Candidates. Depth with its logarithm.
    parameter int Width = 64,
    localparam int IndexWidth = Width > 1 ? $clog2(Width) : 1
) (
    // The candidates' bits.
    input  logic [Width-1:0]      mask_i,
    // Some bit is set.
    output logic                  valid_o,
    // The lowest one.
    output logic [IndexWidth-1:0] index_o
);

`ifndef SYNTHESIS
  initial if (Width < 1) $fatal(1, "hd_lowest: Width must be at least 1");
`endif

  logic [Width-1:0] from, first;

  always @* begin
    from = mask_i;
    for (int step = 1; step < Width; step += step) from = from | (from << step);
  end

  assign first   = from & ~(from << 1);
  assign valid_o = from[Width-1];

  for (genvar b = 0; b < IndexWidth; b++) begin : gen_bit
    logic [Width-1:0] here;

    for (genvar i = 0; i < Width; i++) begin : gen_place
      assign here[i] = ((i >> b) & 1) != 0 && first[i];
    end
    assign index_o[b] = here != '0;
  end

endmodule
