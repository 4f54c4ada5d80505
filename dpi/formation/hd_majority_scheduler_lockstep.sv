// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_majority_scheduler, bound to every instance of it: the Majority Entry and
// the ports. Heap and LUT inside have checkers of their own.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_majority_scheduler_lockstep #(
    parameter int HeapEntries = 64,
    parameter int LutEntries  = 128,
    parameter int LutWays     = 8,
    parameter int PcShift     = 0,
    parameter int PcWidth     = 24,
    parameter int CntWidth    = 10,
    parameter int WidWidth    = 8,
    parameter int LutWidth    = 8,
    parameter int Lanes       = 32,
    parameter int QueueDepth  = 4,
    parameter int HeapPorts   = 2,
    parameter int Tree        = 0,
    parameter int Order       = 0,
    parameter int AgeLimit    = 0,
    localparam int NthdWidth  = $clog2(Lanes + 1)
) (
    input logic                   clk_i,
    input logic                   rst_ni,
    input logic [1:0]             upd_valid_i,
    input logic [2*PcWidth-1:0]   upd_pc_i,
    input logic [2*NthdWidth-1:0] upd_nthd_i,
    input logic [2*WidWidth-1:0]  upd_wid_i,
    input logic [1:0]             upd_open_i,
    input logic [1:0]             upd_ready_o,
    input logic [1:0]             link_en_o,
    input logic [2*WidWidth-1:0]  link_from_o,
    input logic [2*WidWidth-1:0]  link_to_o,
    input logic [WidWidth-1:0]    next_i,
    input logic                   pick_valid_o,
    input logic [WidWidth-1:0]    pick_wid_o,
    input logic                   issue_en_i,
    input logic                   stuck_o,
    input logic [1:0]             wait_o
);

  import "DPI-C" function longint unsigned majority_scheduler_open(
      input string path, input int unsigned heap_entries, input int unsigned lut_entries,
      input int unsigned lut_ways, input int unsigned pc_shift, input int unsigned pc_width,
      input int unsigned cnt_width, input int unsigned wid_width, input int unsigned lut_width,
      input int unsigned lanes, input int unsigned queue_depth, input int unsigned heap_ports,
      input int unsigned tree, input int unsigned order, input int unsigned age_limit);
  import "DPI-C" function void majority_scheduler_state(
      input longint unsigned handle, input bit me_valid, input bit me_closed,
      input int unsigned me_pc, input int unsigned me_wph, input int unsigned me_wpt,
      input int unsigned age);
  import "DPI-C" function int majority_scheduler_ports(
      input longint unsigned handle, input bit rst_n, input byte unsigned upd_valid,
      input bit [63:0] upd_pc, input bit [63:0] upd_nthd, input bit [63:0] upd_wid,
      input byte unsigned upd_open, input byte unsigned upd_ready, input byte unsigned link_en,
      input bit [63:0] link_from, input bit [63:0] link_to, input int unsigned next,
      input bit pick_valid, input int unsigned pick_wid, input bit issue_en, input bit stuck,
      input int unsigned wait_code);

  longint unsigned handle;
  initial
    handle = majority_scheduler_open($sformatf("%m"), HeapEntries, LutEntries, LutWays, PcShift,
                                     PcWidth, CntWidth, WidWidth, LutWidth, Lanes, QueueDepth,
                                     HeapPorts, Tree, Order, AgeLimit);

  // ------------------------------------------------------------------------------------------
  // Registers
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  bit          me_valid, me_closed;
  int unsigned me_pc, me_wph, me_wpt, age;
`ifndef HD_NO_me_valid_q
  assign me_valid = hd_majority_scheduler.me_valid_q;
`endif
`ifndef HD_NO_me_closed_q
  assign me_closed = hd_majority_scheduler.me_closed_q;
`endif
`ifndef HD_NO_me_pc_q
  assign me_pc = 32'(hd_majority_scheduler.me_pc_q);
`endif
`ifndef HD_NO_me_wph_q
  assign me_wph = 32'(hd_majority_scheduler.me_wph_q);
`endif
`ifndef HD_NO_me_wpt_q
  assign me_wpt = 32'(hd_majority_scheduler.me_wpt_q);
`endif
  if (AgeLimit != 0) begin : gen_age
`ifndef HD_NO_age_q
    assign age = 32'(hd_majority_scheduler.gen_age.age_q);
`endif
  end
  always @(negedge clk_i)
    majority_scheduler_state(handle, me_valid, me_closed, me_pc, me_wph, me_wpt, age);
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [63:0] upd_pc, upd_nthd, upd_wid, link_from, link_to;
  for (genvar u = 0; u < 2; u++) begin : gen_update
    assign upd_pc[u*32+:32]    = 32'(upd_pc_i[u*PcWidth+:PcWidth]);
    assign upd_nthd[u*32+:32]  = 32'(upd_nthd_i[u*NthdWidth+:NthdWidth]);
    assign upd_wid[u*32+:32]   = 32'(upd_wid_i[u*WidWidth+:WidWidth]);
    assign link_from[u*32+:32] = 32'(link_from_o[u*WidWidth+:WidWidth]);
    assign link_to[u*32+:32]   = 32'(link_to_o[u*WidWidth+:WidWidth]);
  end

  int verdict;
  always @(posedge clk_i)
    verdict = majority_scheduler_ports(
        handle, rst_ni, 8'(upd_valid_i), upd_pc, upd_nthd, upd_wid, 8'(upd_open_i),
        8'(upd_ready_o), 8'(link_en_o), link_from, link_to, 32'(next_i), pick_valid_o,
        32'(pick_wid_o), issue_en_i, stuck_o, 32'(wait_o));

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(upd_ready_o)), .Field(0)) u_upd_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(link_en_o)), .Field(1)) u_link_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(link_from_o)), .Field(2)) u_link_from (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(link_to_o)), .Field(3)) u_link_to (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(pick_valid_o)), .Field(4)) u_pick_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(pick_wid_o)), .Field(5)) u_pick_wid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stuck_o)), .Field(6)) u_stuck (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(wait_o)), .Field(7)) u_wait (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_majority_scheduler hd_majority_scheduler_lockstep #(
    .HeapEntries(HeapEntries), .LutEntries(LutEntries), .LutWays(LutWays), .PcShift(PcShift),
    .PcWidth(PcWidth), .CntWidth(CntWidth), .WidWidth(WidWidth), .LutWidth(LutWidth),
    .Lanes(Lanes), .QueueDepth(QueueDepth), .HeapPorts(HeapPorts), .Tree(Tree), .Order(Order),
    .AgeLimit(AgeLimit)
) u_lockstep (.*);
