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

  hd_round #(
      .Width(Width)
  ) u_round (
      .mask_i,
      .ahead_i({Width{1'b1}} << from_i),
      .valid_o,
      .index_o
  );

  assign behind_o = index_o == Last ? '0 : index_o + IndexWidth'(1);

endmodule
