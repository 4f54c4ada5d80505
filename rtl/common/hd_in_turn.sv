// SPDX-License-Identifier: Apache-2.0
//
// The first of the candidates whose bits are set, from a place upward and around.
//
// Behaviour
// - The lowest one from the place on; if there is none, the lowest one of all.
//
// Corner cases
// - No bit set: valid_o is 0, and index_o is 0.
// - behind_o is the place behind index_o; behind the last one it is 0.

module hd_in_turn #(
    // Candidates. Depth with its logarithm.
    parameter int Width = 32,
    localparam int IndexWidth = $clog2(Width)
) (
    // The candidates' bits; the place from which they take turns.
    input  logic [Width-1:0]      mask_i,
    input  logic [IndexWidth-1:0] from_i,
    // Some bit is set.
    output logic                  valid_o,
    // The first one; the place behind it.
    output logic [IndexWidth-1:0] index_o,
    output logic [IndexWidth-1:0] behind_o
);

`ifndef SYNTHESIS
  initial if (Width < 2) $fatal(1, "hd_in_turn: Width must be at least 2");
`endif

  localparam logic [IndexWidth-1:0] Last = IndexWidth'(Width - 1);

  // Candidates from the place on.
  logic [Width-1:0]      later;
  logic                  later_valid;
  logic [IndexWidth-1:0] later_index, any_index;

  always @* begin
    later = mask_i;
    for (int i = 0; i < Width; i++)
      if (IndexWidth'(i) < from_i) later[i] = 1'b0;
  end

  hd_lowest #(
      .Width(Width)
  ) u_later (
      .mask_i (later),
      .valid_o(later_valid),
      .index_o(later_index)
  );

  hd_lowest #(
      .Width(Width)
  ) u_any (
      .mask_i,
      .valid_o,
      .index_o(any_index)
  );

  assign index_o  = later_valid ? later_index : any_index;
  assign behind_o = index_o == Last ? '0 : index_o + IndexWidth'(1);

endmodule
