// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_majority_scheduler; knows nothing of checking. The inputs change at the falling
// edge; what the block answered is kept at the rising edge, for the stimulus of the next cycle.

module hd_majority_scheduler_tb #(
    parameter int HeapEntries = 0,
    parameter int LutEntries  = 0,
    parameter int LutWays     = 0,
    parameter int PcShift     = 0,
    parameter int PcWidth     = 0,
    parameter int CntWidth    = 0,
    parameter int WidWidth    = 0,
    parameter int LutWidth    = 0,
    parameter int Lanes       = 0,
    parameter int QueueDepth  = 0,
    parameter int HeapPorts   = 0,
    parameter int Tree        = 0,
    parameter int Order       = 0,
    parameter int AgeLimit    = 0,
    localparam int NthdWidth  = $clog2(Lanes + 1)
) (
    input  logic                  clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic [1:0]            upd_ready_o,
    output logic [1:0]            link_en_o,
    output logic [2*WidWidth-1:0] link_from_o,
    output logic [2*WidWidth-1:0] link_to_o,
    output logic                  pick_valid_o,
    output logic [WidWidth-1:0]   pick_wid_o,
    output logic                  stuck_o,
    output logic [1:0]            wait_o
);

  import "DPI-C" function void majority_scheduler_stim_open(
      input int unsigned heap_entries, input int unsigned lut_entries, input int unsigned lut_ways,
      input int unsigned pc_shift, input int unsigned pc_width, input int unsigned cnt_width,
      input int unsigned wid_width, input int unsigned lanes, input int unsigned order);
  import "DPI-C" function void majority_scheduler_stim(
      input byte unsigned taken, input byte unsigned link_en, input bit [63:0] link_from,
      input bit [63:0] link_to, input bit pick_valid, input int unsigned pick_wid,
      output bit rst_n, output byte unsigned upd_want, output bit [63:0] upd_pc,
      output bit [63:0] upd_nthd, output bit [63:0] upd_wid, output byte unsigned upd_open,
      output int unsigned next, output bit issue_en);

  logic                   rst_ni;
  logic [1:0]             upd_want, upd_valid_i, upd_open_i;
  logic [2*PcWidth-1:0]   upd_pc_i;
  logic [2*NthdWidth-1:0] upd_nthd_i;
  logic [2*WidWidth-1:0]  upd_wid_i;
  logic [WidWidth-1:0]    next_i;
  logic                   issue_en_i;

  // A group is put into the pool only if the scheduler can take its update.
  assign upd_valid_i = upd_want & upd_ready_o;

  hd_majority_scheduler #(
      .HeapEntries(HeapEntries), .LutEntries(LutEntries), .LutWays(LutWays), .PcShift(PcShift),
      .PcWidth(PcWidth), .CntWidth(CntWidth), .WidWidth(WidWidth), .LutWidth(LutWidth),
      .Lanes(Lanes), .QueueDepth(QueueDepth), .HeapPorts(HeapPorts), .Tree(Tree), .Order(Order),
      .AgeLimit(AgeLimit)
  ) dut (.*);

  // What the block did in the last cycle.
  byte unsigned taken, link_en;
  bit [63:0]    link_from, link_to;
  always @(posedge clk_i) begin
    taken   <= 8'(upd_valid_i);
    link_en <= 8'(link_en_o);
    for (int k = 0; k < 2; k++) begin
      link_from[k*32+:32] <= 32'(link_from_o[k*WidWidth+:WidWidth]);
      link_to[k*32+:32]   <= 32'(link_to_o[k*WidWidth+:WidWidth]);
    end
  end

  initial
    majority_scheduler_stim_open(HeapEntries, LutEntries, LutWays, PcShift, PcWidth, CntWidth,
                                 WidWidth, Lanes, Order);

  // What it is offered in this one. Which warp it picks depends on state alone.
  bit           rst_n, issue_en;
  byte unsigned want, open;
  int unsigned  next;
  bit [63:0]    upd_pc, upd_nthd, upd_wid;
  always @(negedge clk_i) begin
    majority_scheduler_stim(taken, link_en, link_from, link_to, pick_valid_o, 32'(pick_wid_o),
                            rst_n, want, upd_pc, upd_nthd, upd_wid, open, next, issue_en);
    rst_ni     = rst_n;
    upd_want   = 2'(want);
    upd_open_i = 2'(open);
    next_i     = WidWidth'(next);
    issue_en_i = issue_en;
    for (int u = 0; u < 2; u++) begin
      upd_pc_i[u*PcWidth+:PcWidth]       = PcWidth'(upd_pc[u*32+:32]);
      upd_nthd_i[u*NthdWidth+:NthdWidth] = NthdWidth'(upd_nthd[u*32+:32]);
      upd_wid_i[u*WidWidth+:WidWidth]    = WidWidth'(upd_wid[u*32+:32]);
    end
  end
endmodule
