// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_pdom_front; knows nothing of checking. The inputs change at the falling edge;
// what the unit did it is told at the clock edge. In the cycle itself it goes by what depends on
// state alone (questions to the scoreboard, the stack's request), and by the row that it asked for
// in the last cycle.

module hd_pdom_front_tb #(
    parameter int Slots       = 0,
    parameter int Lanes       = 0,
    parameter int Ports       = 0,
    parameter int Policy      = 0,
    parameter int Group       = 0,
    parameter int Entries     = 0,
    parameter int FrameWidth  = 0,
    parameter int Depth       = 0,
    parameter int Levels      = 0,
    parameter int Accesses    = 0,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int LevelWidth = $clog2(Levels + 1),
    localparam int EntryWidth = Lanes + 2 * (32 + FrameWidth),
    localparam int RowWidth   = Depth * EntryWidth + 2 * LevelWidth + Lanes
) (
    input  logic                       clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                       begin_ready_o,
    output logic [Ports-1:0]           ev_valid_o,
    output logic [Ports*2-1:0]         ev_kind_o,
    output logic [Ports*SlotWidth-1:0] ev_slot_o,
    output logic [Ports*32-1:0]        ev_word_o,
    output logic                       fetch_valid_o,
    output logic [SlotWidth-1:0]       fetch_slot_o,
    output logic [31:0]                fetch_pc_o,
    output logic [Ports*SlotWidth-1:0] query_slot_o,
    output logic [Ports-1:0]           set_en_o,
    output logic [Ports*SlotWidth-1:0] set_slot_o,
    output logic [Ports*6-1:0]         set_reg_o,
    output logic [Ports-1:0]           look_en_o,
    output logic [Ports*SlotWidth-1:0] look_slot_o,
    output logic [Ports-1:0]           look_pass_o,
    output logic [Ports-1:0]           look_memory_o,
    output logic [Slots-1:0]           stands_o,
    output logic [Slots-1:0]           at_rest_o,
    output logic [Slots-1:0]           with_access_o,
    output logic [Ports-1:0]           issue_valid_o,
    output logic [Ports*SlotWidth-1:0] issue_slot_o,
    output logic [Ports*32-1:0]        issue_pc_o,
    output logic [Ports*32-1:0]        issue_word_o,
    output logic [Ports*Lanes-1:0]     issue_mask_o,
    output logic [Ports*32-1:0]        issue_meet_o,
    output logic [Ports*3-1:0]         issue_unit_o,
    output logic [Ports*3-1:0]         issue_flow_o,
    output logic [Ports*4-1:0]         issue_use_o,
    output logic [Ports*24-1:0]        issue_reg_o,
    output logic [Ports-1:0]           res_ready_o,
    output logic                       end_ready_o,
    output logic                       spill_valid_o,
    output logic                       spill_load_o,
    output logic [SlotWidth-1:0]       spill_slot_o,
    output logic [LevelWidth-1:0]      spill_level_o,
    output logic [EntryWidth-1:0]      spill_data_o,
    output logic [RowWidth-1:0]        row_rd_data_o,
    output logic [Ports*3-1:0]         why_o
);

  // Vectors as the C side takes them, in bits.
  localparam int EntryBits = (EntryWidth + 31) / 32 * 32;
  localparam int RowBits   = (RowWidth + 31) / 32 * 32;

  import "DPI-C" function void pdom_front_stim_open(
      input int unsigned slots, input int unsigned lanes, input int unsigned ports,
      input int unsigned frame_width, input int unsigned depth, input int unsigned levels,
      input int unsigned accesses);
  // What happened in a cycle.
  import "DPI-C" function void pdom_front_stim_event(input int unsigned kind,
                                                     input int unsigned slot);
  import "DPI-C" function void pdom_front_stim_fetched(input int unsigned slot,
                                                       input int unsigned pc);
  import "DPI-C" function void pdom_front_stim_set(input int unsigned slot,
                                                   input int unsigned number);
  import "DPI-C" function void pdom_front_stim_issued(
      input int unsigned port, input int unsigned slot, input int unsigned pc,
      input int unsigned word, input longint unsigned mask, input int unsigned meet,
      input int unsigned unit_, input int unsigned flow);
  import "DPI-C" function void pdom_front_stim_resolved(input int unsigned port);
  import "DPI-C" function void pdom_front_stim_request(
      input bit load, input int unsigned slot, input int unsigned level,
      input bit [EntryBits-1:0] data);
  // What is offered in the next one: who stands behind the instructions, and who keeps warps.
  import "DPI-C" function void pdom_front_stim(
      input bit [Ports*32-1:0] query_slot, input bit [RowBits-1:0] row_rd_data, output bit rst_n,
      output bit [64*6-1:0] rows, output bit fetch_ready, output bit rsp_valid,
      output int unsigned rsp_slot, output int unsigned rsp_word, output int unsigned rsp_meet,
      output bit rsp_meets, output bit [Ports*64-1:0] query_busy, output byte unsigned issue_ready,
      output byte unsigned res_valid, output bit [Ports*8-1:0] res_slot,
      output bit [Ports*32-1:0] res_flow, output bit [Ports*32-1:0] res_pc,
      output bit [Ports*32-1:0] res_word, output bit [Ports*32-1:0] res_meet,
      output bit [Ports*64-1:0] res_mask, output bit [Ports*64-1:0] res_taken,
      output bit [Ports*Lanes*32-1:0] res_addr, output longint unsigned wb, output bit end_valid,
      output int unsigned end_slot, output longint unsigned end_mask, output int unsigned end_pc);
  import "DPI-C" function void pdom_front_stim_residency(
      output bit begin_en, output int unsigned begin_slot, output int unsigned begin_pc,
      output longint unsigned begin_mask, output longint unsigned ready,
      output longint unsigned leave, output bit spill_ready, output bit fill_valid,
      output int unsigned fill_slot, output bit [EntryBits-1:0] fill_data,
      output int unsigned row_rd_slot, output bit row_wr_en, output int unsigned row_wr_slot,
      output bit [RowBits-1:0] row_wr_data);

  logic                       rst_ni;
  logic                       begin_en_i, fetch_ready_i, rsp_valid_i, rsp_meets_i, end_valid_i;
  logic                       spill_ready_i, fill_valid_i, row_wr_en_i;
  logic [SlotWidth-1:0]       begin_slot_i, rsp_slot_i, end_slot_i, fill_slot_i;
  logic [SlotWidth-1:0]       row_rd_slot_i, row_wr_slot_i;
  logic [31:0]                begin_pc_i, rsp_word_i, rsp_meet_i, end_pc_i;
  logic [Lanes-1:0]           begin_mask_i, end_mask_i;
  logic [Slots-1:0]           ready_i, leave_i, wb_i;
  logic [64*6-1:0]            rows_i;
  logic [Ports*64-1:0]        query_busy_i;
  logic [Ports-1:0]           issue_ready_i, res_valid_i;
  logic [Ports*SlotWidth-1:0] res_slot_i;
  logic [Ports*3-1:0]         res_flow_i;
  logic [Ports*32-1:0]        res_pc_i, res_word_i, res_meet_i;
  logic [Ports*Lanes-1:0]     res_mask_i, res_taken_i;
  logic [Ports*Lanes*32-1:0]  res_addr_i;
  logic [EntryWidth-1:0]      fill_data_i;
  logic [RowWidth-1:0]        row_wr_data_i;

  hd_pdom_front #(
      .Slots(Slots), .Lanes(Lanes), .Ports(Ports), .Policy(Policy), .Group(Group),
      .Entries(Entries), .FrameWidth(FrameWidth), .Depth(Depth), .Levels(Levels),
      .Accesses(Accesses)
  ) dut (.*);

  initial pdom_front_stim_open(Slots, Lanes, Ports, FrameWidth, Depth, Levels, Accesses);

  // What the unit did in the last cycle. A resolve goes before the event and the issue of its port.
  always @(posedge clk_i) begin
    if (fetch_valid_o && fetch_ready_i) pdom_front_stim_fetched(32'(fetch_slot_o), fetch_pc_o);
    for (int p = 0; p < Ports; p++) begin
      if (res_valid_i[p] && res_ready_o[p]) pdom_front_stim_resolved(p);
      if (ev_valid_o[p])
        pdom_front_stim_event(32'(ev_kind_o[p*2+:2]), 32'(ev_slot_o[p*SlotWidth+:SlotWidth]));
      if (set_en_o[p])
        pdom_front_stim_set(32'(set_slot_o[p*SlotWidth+:SlotWidth]), 32'(set_reg_o[p*6+:6]));
      if (issue_valid_o[p] && issue_ready_i[p])
        pdom_front_stim_issued(p, 32'(issue_slot_o[p*SlotWidth+:SlotWidth]),
                               issue_pc_o[p*32+:32], issue_word_o[p*32+:32],
                               64'(issue_mask_o[p*Lanes+:Lanes]), issue_meet_o[p*32+:32],
                               32'(issue_unit_o[p*3+:3]), 32'(issue_flow_o[p*3+:3]));
    end
    if (spill_valid_o && spill_ready_i)
      pdom_front_stim_request(spill_load_o, 32'(spill_slot_o), 32'(spill_level_o),
                              EntryBits'(spill_data_o));
  end

  bit [Ports*32-1:0] query_slot;
  for (genvar p = 0; p < Ports; p++) begin : gen_query
    assign query_slot[p*32+:32] = 32'(query_slot_o[p*SlotWidth+:SlotWidth]);
  end

  // What it is offered in this one.
  bit                        rst_n, begin_en, fetch_ready, rsp_valid, rsp_meets, end_valid;
  bit                        spill_ready, fill_valid, row_wr_en;
  int unsigned               begin_slot, begin_pc, rsp_slot, rsp_word, rsp_meet, end_slot, end_pc;
  int unsigned               fill_slot, row_rd_slot, row_wr_slot;
  longint unsigned           begin_mask, ready, leave, wb, end_mask;
  byte unsigned              issue_ready, res_valid;
  bit [64*6-1:0]             rows;
  bit [Ports*8-1:0]          res_slot;
  bit [Ports*32-1:0]         res_flow, res_pc, res_word, res_meet;
  bit [Ports*64-1:0]         query_busy, res_mask, res_taken;
  bit [Ports*Lanes*32-1:0]   res_addr;
  bit [EntryBits-1:0]        fill_data;
  bit [RowBits-1:0]          row_wr_data;
  always @(negedge clk_i) begin
    pdom_front_stim(query_slot, RowBits'(row_rd_data_o), rst_n, rows, fetch_ready, rsp_valid,
                    rsp_slot, rsp_word, rsp_meet, rsp_meets, query_busy, issue_ready, res_valid,
                    res_slot, res_flow, res_pc, res_word, res_meet, res_mask, res_taken, res_addr,
                    wb, end_valid, end_slot, end_mask, end_pc);
    pdom_front_stim_residency(begin_en, begin_slot, begin_pc, begin_mask, ready, leave,
                              spill_ready, fill_valid, fill_slot, fill_data, row_rd_slot,
                              row_wr_en, row_wr_slot, row_wr_data);
    rst_ni        = rst_n;
    begin_en_i    = begin_en;
    begin_slot_i  = SlotWidth'(begin_slot);
    begin_pc_i    = begin_pc;
    begin_mask_i  = Lanes'(begin_mask);
    ready_i       = Slots'(ready);
    leave_i       = Slots'(leave);
    rows_i        = rows;
    fetch_ready_i = fetch_ready;
    rsp_valid_i   = rsp_valid;
    rsp_slot_i    = SlotWidth'(rsp_slot);
    rsp_word_i    = rsp_word;
    rsp_meet_i    = rsp_meet;
    rsp_meets_i   = rsp_meets;
    query_busy_i  = query_busy;
    issue_ready_i = Ports'(issue_ready);
    res_valid_i   = Ports'(res_valid);
    res_pc_i      = res_pc;
    res_word_i    = res_word;
    res_meet_i    = res_meet;
    res_addr_i    = res_addr;
    for (int p = 0; p < Ports; p++) begin
      res_slot_i[p*SlotWidth+:SlotWidth] = SlotWidth'(res_slot[p*8+:8]);
      res_flow_i[p*3+:3]                 = 3'(res_flow[p*32+:32]);
      res_mask_i[p*Lanes+:Lanes]         = Lanes'(res_mask[p*64+:64]);
      res_taken_i[p*Lanes+:Lanes]        = Lanes'(res_taken[p*64+:64]);
    end
    wb_i          = Slots'(wb);
    end_valid_i   = end_valid;
    end_slot_i    = SlotWidth'(end_slot);
    end_mask_i    = Lanes'(end_mask);
    end_pc_i      = end_pc;
    spill_ready_i = spill_ready;
    fill_valid_i  = fill_valid;
    fill_slot_i   = SlotWidth'(fill_slot);
    fill_data_i   = EntryWidth'(fill_data);
    row_rd_slot_i = SlotWidth'(row_rd_slot);
    row_wr_en_i   = row_wr_en;
    row_wr_slot_i = SlotWidth'(row_wr_slot);
    row_wr_data_i = RowWidth'(row_wr_data);
  end
endmodule
