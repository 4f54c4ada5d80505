// SPDX-License-Identifier: Apache-2.0
//
// The first candidate in number whose bit is set, from some place on, round the end.
//
// Behaviour
// - The places ahead, from that place on, come first, in order of number; then all the others.
// - Both searches go on side by side, so that it is as deep as one of them and a choice.
//
// Corner cases
// - No bit set: valid_o is 0, and index_o is 0.
// - No candidate is ahead: the lowest of all.

module hd_round #(
    // Candidates. Depth with its logarithm.
    parameter int Width = 64,
    localparam int IndexWidth = Width > 1 ? $clog2(Width) : 1
) (
    // The candidates' bits.
    input  logic [Width-1:0]      mask_i,
    // The places from which on is searched, up to the last one: 0s, then 1s.
    input  logic [Width-1:0]      ahead_i,
    // Some bit is set.
    output logic                  valid_o,
    // The first one.
    output logic [IndexWidth-1:0] index_o
);

`ifndef SYNTHESIS
  initial if (Width < 1) $fatal(1, "hd_round: Width must be at least 1");
`endif

  logic                  ahead_valid;
  logic [IndexWidth-1:0] ahead, lowest;

  hd_lowest #(
      .Width(Width)
  ) u_ahead (
      .mask_i(mask_i & ahead_i),
      .valid_o(ahead_valid),
      .index_o(ahead)
  );

  hd_lowest #(
      .Width(Width)
  ) u_lowest (
      .mask_i,
      .valid_o,
      .index_o(lowest)
  );

  assign index_o = ahead_valid ? ahead : lowest;

endmodule
