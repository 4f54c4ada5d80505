// SPDX-License-Identifier: Apache-2.0
//
// The order of the majority scheduler: which of two groups of warps comes first.
//
// Behaviour
// - a beats b if a has more threads, or as many and the smaller PC.
//
// Corner cases
// - Two entries with the same count and the same PC do not beat each other. The heap never holds
//   two entries of one PC, so among its entries the order is total.
//
// Fung et al., TACO 6(2), 2009, section 4.4; the tie-break by PC is ours.

module hd_beats #(
    // Bits of a PC. With CntWidth the width of the comparator: depth grows as its logarithm.
    parameter int PcWidth  = 24,
    // Bits of a thread count.
    parameter int CntWidth = 10
) (
    // Entry a: its threads and its PC.
    input  logic [CntWidth-1:0] a_cnt_i,
    input  logic [PcWidth-1:0]  a_pc_i,
    // Entry b: its threads and its PC.
    input  logic [CntWidth-1:0] b_cnt_i,
    input  logic [PcWidth-1:0]  b_pc_i,
    // a comes before b.
    output logic                beats_o
);

  // With the PC inverted, "smaller is better" becomes "greater is better": one comparator.
  assign beats_o = {a_cnt_i, ~a_pc_i} > {b_cnt_i, ~b_pc_i};

endmodule
