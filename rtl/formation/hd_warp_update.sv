// SPDX-License-Identifier: Apache-2.0
//
// Warp update registers: where a warp comes back from the pipeline and is split by next PC.
//
// Behaviour
// - The threads of a warp that have one next PC are a group. Two groups a cycle go into two
//   registers, where they stand until they are placed.
// - The group of the lowest-numbered lane goes first, into register 0; then the group of the
//   lowest-numbered lane that is left, into register 1.
// - The registers are loaded together or not at all: both must be empty, or leave in this cycle.
//
// Corner cases
// - More than two next PCs: two groups are taken, their lanes are remembered (sent), and the warp
//   waits for its next turn.
// - One next PC: register 1 becomes empty. No thread: the warp is accepted and leaves nothing.
// - One group leaves, the other is refused: the registers are not loaded.
//
// Fung, Sham, Yuan, Aamodt, Dynamic Warp Formation, TACO 6(2), 2009: section 4.2 with footnote 9,
// Figure 10(a), Table V.

module hd_warp_update #(
    // Home lanes: the width of a warp. Each costs a PC comparator for each of the two groups.
    parameter int Lanes    = 32,
    // Bits of a thread id. Flip-flops only.
    parameter int TidWidth = 10,
    // Bits of a PC: flip-flops, and the width of the comparators.
    parameter int PcWidth  = 24,
    localparam int NthdWidth = $clog2(Lanes + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                        clk_i,
    input  logic                        rst_ni,

    // Pipeline, last stage; lane l is [l*W +: W]
    // A warp comes back.
    input  logic                        ret_valid_i,
    // The lanes that hold a thread.
    input  logic [Lanes-1:0]            ret_mask_i,
    // Its thread id.
    input  logic [Lanes*TidWidth-1:0]   ret_tid_i,
    // Its next PC.
    input  logic [Lanes*PcWidth-1:0]    ret_pc_i,
    // All that is left of the warp is taken in this cycle. Depends on ret_mask_i, ret_pc_i and
    // grp_ready_i, not on ret_valid_i.
    output logic                        ret_ready_o,

    // PC-warp LUT and warp pool; group g is [g*W +: W]
    // Register g holds a group. State only.
    output logic [1:0]                  grp_valid_o,
    // Its PC; meaningful while grp_valid_o[g], like all that follows. State only.
    output logic [2*PcWidth-1:0]        grp_pc_o,
    // REQ (4.2): the home lanes of its threads. State only.
    output logic [2*Lanes-1:0]          grp_req_o,
    // How many they are. State only.
    output logic [2*NthdWidth-1:0]      grp_nthd_o,
    // Their thread ids, lane l of group g at [(g*Lanes + l)*TidWidth +: TidWidth]; meaningful while
    // the lane's bit of REQ is set. State only.
    output logic [2*Lanes*TidWidth-1:0] grp_tid_o,
    // The group is placed in this cycle; looked at while grp_valid_o[g].
    input  logic [1:0]                  grp_ready_i
);

`ifndef SYNTHESIS
  initial begin
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_warp_update: Lanes must be 1 to 64");
    if (TidWidth < 1 || TidWidth > 16) $fatal(1, "hd_warp_update: TidWidth must be 1 to 16");
    if (PcWidth < 1 || PcWidth > 32) $fatal(1, "hd_warp_update: PcWidth must be 1 to 32");
  end
`endif

  // The lowest bit that is set, alone.
  function automatic logic [Lanes-1:0] lowest(input logic [Lanes-1:0] bits);
    lowest = bits & (~bits + Lanes'(1));
  endfunction

  ///////////
  // State //
  ///////////

  // The two registers, flat as the ports: valid, PC, REQ, and a TID a lane.
  logic [1:0]                  valid_q;
  logic [2*PcWidth-1:0]        pc_q;
  logic [2*Lanes-1:0]          req_q;
  logic [2*Lanes*TidWidth-1:0] tid_q;
  // The lanes of the waiting warp that have been taken already.
  logic [Lanes-1:0]            sent_q;

  ///////////////////////////////////////////
  // Split: two groups of the unsent lanes //
  ///////////////////////////////////////////

  // rest: lanes to be split. left: lanes that the groups below have not taken. A group has the PC
  // of the lowest lane; without a lane it is empty.
  logic [Lanes-1:0]   rest, left0, left1;
  logic [Lanes-1:0]   lead0, lead1;   // the lowest lane
  logic [Lanes-1:0]   group0, group1; // the lanes that have its PC
  logic [PcWidth-1:0] pc0, pc1;       // that PC; 0 for an empty group

  assign rest  = ret_mask_i & ~sent_q;
  assign lead0 = lowest(rest);
  assign left0 = rest & ~group0;
  assign lead1 = lowest(left0);
  assign left1 = left0 & ~group1;

  always @* begin
    pc0 = '0;
    for (int l = 0; l < Lanes; l++) begin
      pc0 = pc0 | (ret_pc_i[l*PcWidth +: PcWidth] & {PcWidth{lead0[l]}});
    end
  end

  always @* begin
    pc1 = '0;
    for (int l = 0; l < Lanes; l++) begin
      pc1 = pc1 | (ret_pc_i[l*PcWidth +: PcWidth] & {PcWidth{lead1[l]}});
    end
  end

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign group0[l] = rest[l]  & (ret_pc_i[l*PcWidth +: PcWidth] == pc0);
    assign group1[l] = left0[l] & (ret_pc_i[l*PcWidth +: PcWidth] == pc1);
  end

  ////////////////////
  // Leave and load //
  ////////////////////

  // A group that is placed leaves room in the same cycle. Two groups of different warps never
  // stand side by side: they could want one bank of the warp pool, which has one write port.
  logic [1:0] stay;
  logic       free, load;

  assign stay        = valid_q & ~grp_ready_i;
  assign free        = ~|stay;
  assign load        = free & ret_valid_i;
  assign ret_ready_o = free & ~|left1;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)   valid_q <= '0;
    else if (load) valid_q <= {|group1, |group0};
    else           valid_q <= stay;
  end

  // A reset forgets which lanes of a waiting warp were sent: the whole warp is to be sent again.
  always_ff @(posedge clk_i) begin
    if (!rst_ni)   sent_q <= '0;
    else if (load) sent_q <= ret_ready_o ? '0 : sent_q | group0 | group1;
  end

  always_ff @(posedge clk_i) begin
    if (load) begin
      pc_q  <= {pc1, pc0};
      req_q <= {group1, group0};
    end
  end

  // Each group takes the TIDs of its own lanes; the others keep what they had.
  for (genvar l = 0; l < Lanes; l++) begin : gen_tid
    always_ff @(posedge clk_i) begin
      if (load && group0[l]) begin
        tid_q[l*TidWidth +: TidWidth] <= ret_tid_i[l*TidWidth +: TidWidth];
      end
      if (load && group1[l]) begin
        tid_q[(Lanes+l)*TidWidth +: TidWidth] <= ret_tid_i[l*TidWidth +: TidWidth];
      end
    end
  end

  /////////////
  // Outputs //
  /////////////

  assign grp_valid_o = valid_q;
  assign grp_pc_o    = pc_q;
  assign grp_req_o   = req_q;
  assign grp_tid_o   = tid_q;
  assign grp_nthd_o  = {NthdWidth'($countones(req_q[Lanes +: Lanes])),
                        NthdWidth'($countones(req_q[0 +: Lanes]))};

endmodule
