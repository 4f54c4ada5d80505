// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_dwf_front; knows nothing of checking. The inputs change at the falling edge; what
// the unit did it is told at the clock edge.

module hd_dwf_front_tb #(
    parameter int Slots        = 0,
    parameter int Lanes        = 0,
    parameter int PcShift      = 0,
    parameter int PoolEntries  = 0,
    parameter int LutEntries   = 0,
    parameter int LutWays      = 0,
    parameter int Forward      = 0,
    parameter int Policy       = 0,
    parameter int HeapEntries  = 0,
    parameter int HeapPorts    = 0,
    parameter int QueueDepth   = 0,
    parameter int Tree         = 0,
    parameter int MheapEntries = 0,
    parameter int MheapWays    = 0,
    parameter int CntWidth     = 0,
    parameter int WidWidth     = 0,
    parameter int LutWidth     = 0,
    parameter int AgeLimit     = 0,
    parameter int Leaves       = 0,
    localparam int SlotWidth   = $clog2(Slots),
    localparam int GroupWidth  = CntWidth + 32 + Lanes + Lanes * (SlotWidth + $clog2(Lanes))
) (
    input  logic                       clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                       begin_ready_o,
    output logic                       ev_valid_o,
    output logic [1:0]                 ev_kind_o,
    output logic [SlotWidth-1:0]       ev_slot_o,
    output logic                       fetch_valid_o,
    output logic [31:0]                fetch_pc_o,
    output logic                       issue_valid_o,
    output logic [Lanes*SlotWidth-1:0] issue_slot_o,
    output logic [31:0]                issue_pc_o,
    output logic [31:0]                issue_word_o,
    output logic [Lanes-1:0]           issue_mask_o,
    output logic [31:0]                issue_meet_o,
    output logic                       issue_meets_o,
    output logic [2:0]                 issue_unit_o,
    output logic [2:0]                 issue_flow_o,
    output logic [3:0]                 issue_use_o,
    output logic [23:0]                issue_reg_o,
    output logic                       res_ready_o,
    output logic                       end_ready_o,
    output logic [Slots-1:0]           stalls_o,
    output logic [Lanes*32-1:0]        row_rd_data_o,
    output logic                       grp_wr_valid_o,
    output logic [31:0]                grp_wr_addr_o,
    output logic [GroupWidth-1:0]      grp_wr_data_o,
    output logic                       grp_rd_valid_o,
    output logic [31:0]                grp_rd_addr_o,
    output logic                       grp_rsp_ready_o,
    output logic [2:0]                 why_o
);

  // What a lane has: 64 bytes or words.
  import "DPI-C" function void dwf_front_stim_open(input int unsigned slots,
                                                   input int unsigned lanes,
                                                   input int unsigned leaves);
  // What happened in a cycle.
  import "DPI-C" function void dwf_front_stim_event(input int unsigned kind,
                                                    input int unsigned slot);
  import "DPI-C" function void dwf_front_stim_begun();
  import "DPI-C" function void dwf_front_stim_fetched(input int unsigned pc);
  import "DPI-C" function void dwf_front_stim_issued(
      input bit [511:0] slot, input int unsigned pc, input longint unsigned mask,
      input int unsigned meet, input bit meets, input int unsigned unit_,
      input int unsigned flow);
  import "DPI-C" function void dwf_front_stim_resolved();
  import "DPI-C" function void dwf_front_stim_ended();
  import "DPI-C" function void dwf_front_stim_left(input bit [2047:0] row);
  // Groups in memory, of 28 words at most.
  import "DPI-C" function void dwf_front_stim_group_out(input int unsigned address,
                                                        input bit [895:0] group);
  import "DPI-C" function void dwf_front_stim_group_asked(input int unsigned address);
  import "DPI-C" function void dwf_front_stim_group_back();
  // What is offered in the next one.
  import "DPI-C" function void dwf_front_stim(
      output bit rst_n, output bit begin_en, output int unsigned begin_slot,
      output int unsigned begin_pc, output longint unsigned begin_mask,
      output longint unsigned ready, output bit [64*6-1:0] rows, output bit fetch_ready,
      output bit rsp_valid, output int unsigned rsp_word, output int unsigned rsp_meet,
      output bit rsp_meets, output bit issue_ready, output bit res_valid,
      output bit [511:0] res_slot, output int unsigned res_flow, output int unsigned res_pc,
      output longint unsigned res_mask, output longint unsigned res_taken,
      output bit [2047:0] res_addr, output int unsigned res_meet, output bit res_meets,
      output bit end_valid, output bit [2047:0] end_slot, output longint unsigned end_mask,
      output int unsigned end_pc);
  import "DPI-C" function void dwf_front_stim_rows(
      output bit acc_en, output bit row_rd_en, output int unsigned row_rd_slot,
      output bit row_wr_en, output int unsigned row_wr_slot, output bit [2047:0] row_wr_data);
  import "DPI-C" function void dwf_front_stim_groups(
      output bit base_en, output int unsigned base, output bit wr_ready, output bit rd_ready,
      output bit rsp_valid, output bit [895:0] rsp_data);

  logic                       rst_ni, begin_en_i, fetch_ready_i, rsp_valid_i, rsp_meets_i;
  logic                       issue_ready_i, res_valid_i, res_meets_i, end_valid_i;
  logic [SlotWidth-1:0]       begin_slot_i;
  logic [31:0]                begin_pc_i, rsp_word_i, rsp_meet_i, res_pc_i, res_meet_i, end_pc_i;
  logic [Lanes-1:0]           begin_mask_i, res_mask_i, res_taken_i, end_mask_i;
  logic [Slots-1:0]           ready_i;
  logic [64*6-1:0]            rows_i;
  logic [Lanes*SlotWidth-1:0] res_slot_i, end_slot_i;
  logic [2:0]                 res_flow_i;
  logic [Lanes*32-1:0]        res_addr_i;
  logic                       acc_en_i, row_rd_en_i, row_wr_en_i;
  logic [SlotWidth-1:0]       row_rd_slot_i, row_wr_slot_i;
  logic [Lanes*32-1:0]        row_wr_data_i;
  logic                       grp_base_en_i, grp_wr_ready_i, grp_rd_ready_i, grp_rsp_valid_i;
  logic [31:0]                grp_base_i;
  logic [GroupWidth-1:0]      grp_rsp_data_i;

  hd_dwf_front #(
      .Slots(Slots), .Lanes(Lanes), .PcShift(PcShift), .PoolEntries(PoolEntries),
      .LutEntries(LutEntries), .LutWays(LutWays), .Forward(Forward), .Policy(Policy),
      .HeapEntries(HeapEntries), .HeapPorts(HeapPorts), .QueueDepth(QueueDepth), .Tree(Tree),
      .MheapEntries(MheapEntries), .MheapWays(MheapWays), .CntWidth(CntWidth),
      .WidWidth(WidWidth), .LutWidth(LutWidth), .AgeLimit(AgeLimit), .Leaves(Leaves)
  ) dut (.*);

  initial dwf_front_stim_open(Slots, Lanes, Leaves);

  bit [511:0] issue_slot;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign issue_slot[l*8+:8] = 8'(issue_slot_o[l*SlotWidth+:SlotWidth]);
  end

  // What the unit did in the last cycle.
  always @(posedge clk_i) begin
    if (ev_valid_o) dwf_front_stim_event(32'(ev_kind_o), 32'(ev_slot_o));
    if (begin_en_i && begin_ready_o) dwf_front_stim_begun();
    if (fetch_valid_o && fetch_ready_i) dwf_front_stim_fetched(fetch_pc_o);
    if (res_valid_i && res_ready_o) dwf_front_stim_resolved();
    if (end_valid_i && end_ready_o) dwf_front_stim_ended();
    if (grp_wr_valid_o && grp_wr_ready_i)
      dwf_front_stim_group_out(grp_wr_addr_o, 896'(grp_wr_data_o));
    if (grp_rd_valid_o && grp_rd_ready_i) dwf_front_stim_group_asked(grp_rd_addr_o);
    if (grp_rsp_valid_i && grp_rsp_ready_o) dwf_front_stim_group_back();
    if (row_rd_en_i) dwf_front_stim_left(2048'(row_rd_data_o));
    if (issue_valid_o && issue_ready_i)
      dwf_front_stim_issued(issue_slot, issue_pc_o, 64'(issue_mask_o), issue_meet_o,
                            issue_meets_o, 32'(issue_unit_o), 32'(issue_flow_o));
  end

  // What it is offered in this one.
  bit              rst_n, begin_en, fetch_ready, rsp_valid, rsp_meets, issue_ready, res_valid;
  bit              res_meets, end_valid;
  int unsigned     begin_slot, begin_pc, rsp_word, rsp_meet, res_flow, res_pc, res_meet, end_pc;
  longint unsigned begin_mask, ready, res_mask, res_taken, end_mask;
  bit [64*6-1:0]   rows;
  bit [511:0]      res_slot;
  bit [2047:0]     res_addr, end_slot, row_wr_data;
  bit              acc_en, row_rd_en, row_wr_en;
  int unsigned     row_rd_slot, row_wr_slot, grp_base;
  bit              grp_base_en, grp_wr_ready, grp_rd_ready, grp_rsp_valid;
  bit [895:0]      grp_rsp_data;
  always @(negedge clk_i) begin
    dwf_front_stim(rst_n, begin_en, begin_slot, begin_pc, begin_mask, ready, rows, fetch_ready,
                   rsp_valid, rsp_word, rsp_meet, rsp_meets, issue_ready, res_valid, res_slot,
                   res_flow, res_pc, res_mask, res_taken, res_addr, res_meet, res_meets,
                   end_valid, end_slot, end_mask, end_pc);
    dwf_front_stim_rows(acc_en, row_rd_en, row_rd_slot, row_wr_en, row_wr_slot, row_wr_data);
    dwf_front_stim_groups(grp_base_en, grp_base, grp_wr_ready, grp_rd_ready, grp_rsp_valid,
                          grp_rsp_data);
    rst_ni        = rst_n;
    grp_base_en_i   = grp_base_en;
    grp_base_i      = grp_base;
    grp_wr_ready_i  = grp_wr_ready;
    grp_rd_ready_i  = grp_rd_ready;
    grp_rsp_valid_i = grp_rsp_valid;
    grp_rsp_data_i  = grp_rsp_data[GroupWidth-1:0];
    acc_en_i      = acc_en;
    row_rd_en_i   = row_rd_en;
    row_rd_slot_i = SlotWidth'(row_rd_slot);
    row_wr_en_i   = row_wr_en;
    row_wr_slot_i = SlotWidth'(row_wr_slot);
    row_wr_data_i = row_wr_data[Lanes*32-1:0];
    begin_en_i    = begin_en;
    begin_slot_i  = SlotWidth'(begin_slot);
    begin_pc_i    = begin_pc;
    begin_mask_i  = Lanes'(begin_mask);
    ready_i       = Slots'(ready);
    rows_i        = rows;
    fetch_ready_i = fetch_ready;
    rsp_valid_i   = rsp_valid;
    rsp_word_i    = rsp_word;
    rsp_meet_i    = rsp_meet;
    rsp_meets_i   = rsp_meets;
    issue_ready_i = issue_ready;
    res_valid_i   = res_valid;
    res_flow_i    = 3'(res_flow);
    res_pc_i      = res_pc;
    res_mask_i    = Lanes'(res_mask);
    res_taken_i   = Lanes'(res_taken);
    res_meet_i    = res_meet;
    res_meets_i   = res_meets;
    end_valid_i   = end_valid;
    end_mask_i    = Lanes'(end_mask);
    end_pc_i      = end_pc;
    for (int l = 0; l < Lanes; l++) begin
      res_slot_i[l*SlotWidth+:SlotWidth] = SlotWidth'(res_slot[l*8+:8]);
      end_slot_i[l*SlotWidth+:SlotWidth] = SlotWidth'(end_slot[l*32+:32]);
      res_addr_i[l*32+:32]               = res_addr[l*32+:32];
    end
  end
endmodule
