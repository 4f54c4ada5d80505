// SPDX-License-Identifier: Apache-2.0
//
// The order of the schedulers with a heap: which of two groups of warps comes first.
//
// Behaviour
// - An old entry beats one that is not. Between two of a kind, a beats b if
//   Order = 0, majority:      a has more threads, or as many and the smaller PC;
//   Order = 1, minority:      a has fewer threads, or as many and the smaller PC;
//   Order = 2, PC:            a has the smaller PC;
//   Order = 3, priority:      a has the smaller number (it stands where the count does), or the
//                             same and the smaller PC.
//
// Corner cases
// - Two entries that are alike in all that is compared do not beat each other. The heap never holds
//   two entries of one PC that are both old, or both not: among its entries the order is total.
//
// Fung et al., TACO 6(2), 2009, sections 4.3 and 4.4; the tie-break by PC is ours.

module hd_beats #(
    // Bits of a PC. With CntWidth the width of the comparator: depth grows as its logarithm.
    parameter int PcWidth  = 24,
    // Bits of a thread count.
    parameter int CntWidth = 10,
    // Which policy (see above); all cost the same, but 2 compares no count.
    parameter int Order    = 0
) (
    // Entry a: whether it is old, its threads and its PC.
    input  logic                a_old_i,
    input  logic [CntWidth-1:0] a_cnt_i,
    input  logic [PcWidth-1:0]  a_pc_i,
    // Entry b: the same.
    input  logic                b_old_i,
    input  logic [CntWidth-1:0] b_cnt_i,
    input  logic [PcWidth-1:0]  b_pc_i,
    // a comes before b.
    output logic                beats_o
);

`ifndef SYNTHESIS
  initial begin
    if (Order < 0 || Order > 3) $fatal(1, "hd_beats: Order must be 0 to 3");
  end
`endif

  // One comparator, for which greater is better: a value better when smaller goes in inverted.
  logic [CntWidth-1:0] a_cnt, b_cnt;

  assign a_cnt = Order == 0 ? a_cnt_i : Order == 2 ? '0 : ~a_cnt_i;
  assign b_cnt = Order == 0 ? b_cnt_i : Order == 2 ? '0 : ~b_cnt_i;

  assign beats_o = {a_old_i, a_cnt, ~a_pc_i} > {b_old_i, b_cnt, ~b_pc_i};

endmodule
