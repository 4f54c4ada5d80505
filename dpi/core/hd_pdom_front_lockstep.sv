// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_pdom_front, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h). Of state the
// unit itself has the accesses under way alone; all else is in the blocks inside, each of which has
// a checker of its own.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_pdom_front_lockstep #(
    parameter int Slots       = 48,
    parameter int Lanes       = 32,
    parameter int Ports       = 2,
    parameter int Policy      = 0,
    parameter int Group       = 8,
    parameter int Entries     = 2,
    parameter int FrameWidth  = 6,
    parameter int Depth       = 4,
    parameter int Levels      = 64,
    parameter int Accesses    = 32,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int LevelWidth = $clog2(Levels + 1),
    localparam int EntryWidth = Lanes + 2 * (32 + FrameWidth),
    localparam int RowWidth   = Depth * EntryWidth + 2 * LevelWidth + Lanes
) (
    input logic                       clk_i,
    input logic                       rst_ni,
    input logic                       begin_en_i,
    input logic [SlotWidth-1:0]       begin_slot_i,
    input logic [31:0]                begin_pc_i,
    input logic [Lanes-1:0]           begin_mask_i,
    input logic                       begin_ready_o,
    input logic [Slots-1:0]           ready_i,
    input logic [Slots-1:0]           leave_i,
    input logic [Ports-1:0]           ev_valid_o,
    input logic [Ports*2-1:0]         ev_kind_o,
    input logic [Ports*SlotWidth-1:0] ev_slot_o,
    input logic [Ports*32-1:0]        ev_word_o,
    input logic [64*6-1:0]            rows_i,
    input logic                       fetch_valid_o,
    input logic                       fetch_ready_i,
    input logic [SlotWidth-1:0]       fetch_slot_o,
    input logic [31:0]                fetch_pc_o,
    input logic                       rsp_valid_i,
    input logic [SlotWidth-1:0]       rsp_slot_i,
    input logic [31:0]                rsp_word_i,
    input logic [31:0]                rsp_meet_i,
    input logic                       rsp_meets_i,
    input logic [Ports*SlotWidth-1:0] query_slot_o,
    input logic [Ports*64-1:0]        query_busy_i,
    input logic [Ports-1:0]           set_en_o,
    input logic [Ports*SlotWidth-1:0] set_slot_o,
    input logic [Ports*6-1:0]         set_reg_o,
    input logic [Ports-1:0]           look_en_o,
    input logic [Ports*SlotWidth-1:0] look_slot_o,
    input logic [Ports-1:0]           look_pass_o,
    input logic [Ports-1:0]           look_memory_o,
    input logic [Slots-1:0]           stands_o,
    input logic [Slots-1:0]           at_rest_o,
    input logic [Slots-1:0]           with_access_o,
    input logic [Ports-1:0]           issue_valid_o,
    input logic [Ports-1:0]           issue_ready_i,
    input logic [Ports*SlotWidth-1:0] issue_slot_o,
    input logic [Ports*32-1:0]        issue_pc_o,
    input logic [Ports*32-1:0]        issue_word_o,
    input logic [Ports*Lanes-1:0]     issue_mask_o,
    input logic [Ports*32-1:0]        issue_meet_o,
    input logic [Ports*3-1:0]         issue_unit_o,
    input logic [Ports*3-1:0]         issue_flow_o,
    input logic [Ports*4-1:0]         issue_use_o,
    input logic [Ports*24-1:0]        issue_reg_o,
    input logic [Ports-1:0]           res_valid_i,
    input logic [Ports-1:0]           res_ready_o,
    input logic [Ports*SlotWidth-1:0] res_slot_i,
    input logic [Ports*3-1:0]         res_flow_i,
    input logic [Ports*32-1:0]        res_pc_i,
    input logic [Ports*32-1:0]        res_word_i,
    input logic [Ports*32-1:0]        res_meet_i,
    input logic [Ports*Lanes-1:0]     res_mask_i,
    input logic [Ports*Lanes-1:0]     res_taken_i,
    input logic [Ports*Lanes*32-1:0]  res_addr_i,
    input logic [Slots-1:0]           wb_i,
    input logic                       end_valid_i,
    input logic [SlotWidth-1:0]       end_slot_i,
    input logic                       end_ready_o,
    input logic [Lanes-1:0]           end_mask_i,
    input logic [31:0]                end_pc_i,
    input logic                       spill_valid_o,
    input logic                       spill_ready_i,
    input logic                       spill_load_o,
    input logic [SlotWidth-1:0]       spill_slot_o,
    input logic [LevelWidth-1:0]      spill_level_o,
    input logic [EntryWidth-1:0]      spill_data_o,
    input logic                       fill_valid_i,
    input logic [SlotWidth-1:0]       fill_slot_i,
    input logic [EntryWidth-1:0]      fill_data_i,
    input logic [SlotWidth-1:0]       row_rd_slot_i,
    input logic [RowWidth-1:0]        row_rd_data_o,
    input logic                       row_wr_en_i,
    input logic [SlotWidth-1:0]       row_wr_slot_i,
    input logic [RowWidth-1:0]        row_wr_data_i,
    input logic [Ports*3-1:0]         why_o
);

  // Vectors as the C side takes them, in bits.
  localparam int EntryBits = (EntryWidth + 31) / 32 * 32;
  localparam int RowBits   = (RowWidth + 31) / 32 * 32;

  import "DPI-C" function longint unsigned pdom_front_open(
      input string path, input bit [10*32-1:0] parameters);
  import "DPI-C" function void pdom_front_state(input longint unsigned handle,
                                                input bit [Slots*8-1:0] access);
  // The ports, a neighbour at a time; pdom_front_ports is the last one of a cycle.
  import "DPI-C" function void pdom_front_residency(
      input longint unsigned handle, input bit begin_en, input int unsigned begin_slot,
      input int unsigned begin_pc, input longint unsigned begin_mask, input bit begin_ready,
      input longint unsigned ready, input longint unsigned leave, input byte unsigned ev_valid,
      input bit [Ports*32-1:0] ev_kind, input bit [Ports*32-1:0] ev_slot,
      input bit [Ports*32-1:0] ev_word);
  import "DPI-C" function void pdom_front_code(
      input longint unsigned handle, input bit [64*8-1:0] rows, input bit fetch_valid,
      input bit fetch_ready, input int unsigned fetch_slot, input int unsigned fetch_pc,
      input bit rsp_valid, input int unsigned rsp_slot, input int unsigned rsp_word,
      input int unsigned rsp_meet, input bit rsp_meets);
  import "DPI-C" function void pdom_front_scoreboard(
      input longint unsigned handle, input bit [Ports*32-1:0] query_slot,
      input bit [Ports*64-1:0] query_busy, input byte unsigned set_en,
      input bit [Ports*32-1:0] set_slot, input bit [Ports*32-1:0] set_reg);
  import "DPI-C" function void pdom_front_looks(
      input longint unsigned handle, input byte unsigned look_en,
      input bit [Ports*32-1:0] look_slot, input byte unsigned look_pass,
      input byte unsigned look_memory, input longint unsigned stands,
      input longint unsigned at_rest, input longint unsigned with_access);
  import "DPI-C" function void pdom_front_issued(
      input longint unsigned handle, input byte unsigned issue_valid,
      input byte unsigned issue_ready, input bit [Ports*32-1:0] issue_slot,
      input bit [Ports*32-1:0] issue_pc, input bit [Ports*32-1:0] issue_word,
      input bit [Ports*64-1:0] issue_mask, input bit [Ports*32-1:0] issue_meet,
      input bit [Ports*32-1:0] issue_unit, input bit [Ports*32-1:0] issue_flow,
      input bit [Ports*32-1:0] issue_use, input bit [Ports*4*32-1:0] issue_reg);
  import "DPI-C" function void pdom_front_resolved(
      input longint unsigned handle, input byte unsigned res_valid, input byte unsigned res_ready,
      input bit [Ports*8-1:0] res_slot, input bit [Ports*32-1:0] res_flow,
      input bit [Ports*32-1:0] res_pc, input bit [Ports*32-1:0] res_word,
      input bit [Ports*32-1:0] res_meet, input bit [Ports*64-1:0] res_mask,
      input bit [Ports*64-1:0] res_taken, input bit [Ports*Lanes*32-1:0] res_addr);
  import "DPI-C" function void pdom_front_stack(
      input longint unsigned handle, input bit spill_valid, input bit spill_ready,
      input bit spill_load, input int unsigned spill_slot, input int unsigned spill_level,
      input bit [EntryBits-1:0] spill_data, input bit fill_valid, input int unsigned fill_slot,
      input bit [EntryBits-1:0] fill_data, input int unsigned row_rd_slot,
      input bit [RowBits-1:0] row_rd_data, input bit row_wr_en, input int unsigned row_wr_slot,
      input bit [RowBits-1:0] row_wr_data);
  import "DPI-C" function int pdom_front_ports(
      input longint unsigned handle, input bit rst_n, input longint unsigned wb,
      input bit end_valid, input int unsigned end_slot, input longint unsigned end_mask,
      input int unsigned end_pc, input bit end_ready, input bit [Ports*32-1:0] why);

  longint unsigned handle;
  initial
    handle = pdom_front_open($sformatf("%m"),
                             {32'(Accesses), 32'(Levels), 32'(Depth), 32'(FrameWidth),
                              32'(Entries), 32'(Group), 32'(Policy), 32'(Ports), 32'(Lanes),
                              32'(Slots)});

  // ------------------------------------------------------------------------------------------
  // Registers
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  bit [Slots*8-1:0] access;
  always @(negedge clk_i) begin
    for (int s = 0; s < Slots; s++) begin
`ifndef HD_NO_access_q
      access[s*8+:8] = 8'(hd_pdom_front.access_q[s]);
`endif
    end
    pdom_front_state(handle, access);
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Ports*32-1:0]   ev_kind, ev_slot, query_slot, look_slot, set_slot, set_reg;
  bit [Ports*32-1:0]   issue_slot, issue_unit, issue_flow, issue_use, res_flow, why;
  bit [Ports*64-1:0]   issue_mask, res_mask, res_taken;
  bit [Ports*4*32-1:0] issue_reg;
  bit [Ports*8-1:0]    res_slot;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign ev_kind[p*32+:32]    = 32'(ev_kind_o[p*2+:2]);
    assign ev_slot[p*32+:32]    = 32'(ev_slot_o[p*SlotWidth+:SlotWidth]);
    assign query_slot[p*32+:32] = 32'(query_slot_o[p*SlotWidth+:SlotWidth]);
    assign look_slot[p*32+:32]  = 32'(look_slot_o[p*SlotWidth+:SlotWidth]);
    assign set_slot[p*32+:32]   = 32'(set_slot_o[p*SlotWidth+:SlotWidth]);
    assign set_reg[p*32+:32]    = 32'(set_reg_o[p*6+:6]);
    assign issue_slot[p*32+:32] = 32'(issue_slot_o[p*SlotWidth+:SlotWidth]);
    assign issue_mask[p*64+:64] = 64'(issue_mask_o[p*Lanes+:Lanes]);
    assign issue_unit[p*32+:32] = 32'(issue_unit_o[p*3+:3]);
    assign issue_flow[p*32+:32] = 32'(issue_flow_o[p*3+:3]);
    assign issue_use[p*32+:32]  = 32'(issue_use_o[p*4+:4]);
    assign res_slot[p*8+:8]     = 8'(res_slot_i[p*SlotWidth+:SlotWidth]);
    assign res_flow[p*32+:32]   = 32'(res_flow_i[p*3+:3]);
    assign res_mask[p*64+:64]   = 64'(res_mask_i[p*Lanes+:Lanes]);
    assign res_taken[p*64+:64]  = 64'(res_taken_i[p*Lanes+:Lanes]);
    assign why[p*32+:32]        = 32'(why_o[p*3+:3]);
  end
  for (genvar r = 0; r < 4 * Ports; r++) begin : gen_reg
    assign issue_reg[r*32+:32] = 32'(issue_reg_o[r*6+:6]);
  end

  bit [64*8-1:0] rows;
  for (genvar r = 0; r < 64; r++) begin : gen_row
    assign rows[r*8+:8] = 8'(rows_i[r*6+:6]);
  end

  int verdict;
  always @(posedge clk_i) begin
    pdom_front_residency(handle, begin_en_i, 32'(begin_slot_i), begin_pc_i, 64'(begin_mask_i),
                         begin_ready_o, 64'(ready_i), 64'(leave_i), 8'(ev_valid_o), ev_kind,
                         ev_slot, ev_word_o);
    pdom_front_code(handle, rows, fetch_valid_o, fetch_ready_i, 32'(fetch_slot_o), fetch_pc_o,
                    rsp_valid_i, 32'(rsp_slot_i), rsp_word_i, rsp_meet_i, rsp_meets_i);
    pdom_front_scoreboard(handle, query_slot, query_busy_i, 8'(set_en_o), set_slot, set_reg);
    pdom_front_looks(handle, 8'(look_en_o), look_slot, 8'(look_pass_o), 8'(look_memory_o),
                     64'(stands_o), 64'(at_rest_o), 64'(with_access_o));
    pdom_front_issued(handle, 8'(issue_valid_o), 8'(issue_ready_i), issue_slot, issue_pc_o,
                      issue_word_o, issue_mask, issue_meet_o, issue_unit, issue_flow, issue_use,
                      issue_reg);
    pdom_front_resolved(handle, 8'(res_valid_i), 8'(res_ready_o), res_slot, res_flow, res_pc_i,
                        res_word_i, res_meet_i, res_mask, res_taken, res_addr_i);
    pdom_front_stack(handle, spill_valid_o, spill_ready_i, spill_load_o, 32'(spill_slot_o),
                     32'(spill_level_o), EntryBits'(spill_data_o), fill_valid_i,
                     32'(fill_slot_i), EntryBits'(fill_data_i), 32'(row_rd_slot_i),
                     RowBits'(row_rd_data_o), row_wr_en_i, 32'(row_wr_slot_i),
                     RowBits'(row_wr_data_i));
    verdict = pdom_front_ports(handle, rst_ni, 64'(wb_i), end_valid_i, 32'(end_slot_i),
                               64'(end_mask_i), end_pc_i, end_ready_o, why);
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_ready_o)), .Field(0)) u_begin_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ev_valid_o)), .Field(1)) u_ev_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ev_kind_o)), .Field(2)) u_ev_kind (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ev_slot_o)), .Field(3)) u_ev_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ev_word_o)), .Field(4)) u_ev_word (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(fetch_valid_o)), .Field(5)) u_fetch_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(fetch_slot_o)), .Field(6)) u_fetch_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(fetch_pc_o)), .Field(7)) u_fetch_pc (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(query_slot_o)), .Field(8)) u_query_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(set_en_o)), .Field(9)) u_set_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(set_slot_o)), .Field(10)) u_set_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(set_reg_o)), .Field(11)) u_set_reg (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_valid_o)), .Field(12)) u_issue_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_slot_o)), .Field(13)) u_issue_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_pc_o)), .Field(14)) u_issue_pc (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_word_o)), .Field(15)) u_issue_word (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_mask_o)), .Field(16)) u_issue_mask (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_meet_o)), .Field(17)) u_issue_meet (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_unit_o)), .Field(18)) u_issue_unit (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_flow_o)), .Field(19)) u_issue_flow (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_use_o)), .Field(20)) u_issue_use (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_reg_o)), .Field(21)) u_issue_reg (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(res_ready_o)), .Field(22)) u_res_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(end_ready_o)), .Field(23)) u_end_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(spill_valid_o)), .Field(24)) u_spill_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(spill_load_o)), .Field(25)) u_spill_load (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(spill_slot_o)), .Field(26)) u_spill_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(spill_level_o)), .Field(27)) u_spill_level (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(spill_data_o)), .Field(28)) u_spill_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(row_rd_data_o)), .Field(29)) u_row_rd_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(why_o)), .Field(30)) u_why (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(look_en_o)), .Field(31)) u_look_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(look_slot_o)), .Field(32)) u_look_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(look_pass_o)), .Field(33)) u_look_pass (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(look_memory_o)), .Field(34)) u_look_memory (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stands_o)), .Field(35)) u_stands (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(at_rest_o)), .Field(36)) u_at_rest (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(with_access_o)), .Field(37)) u_with_access (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_pdom_front hd_pdom_front_lockstep #(
    .Slots(Slots), .Lanes(Lanes), .Ports(Ports), .Policy(Policy), .Group(Group),
    .Entries(Entries), .FrameWidth(FrameWidth), .Depth(Depth), .Levels(Levels),
    .Accesses(Accesses)
) u_lockstep (.*);
