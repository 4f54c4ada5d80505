// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_dwf_front, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h). Of state the
// unit itself has the fetch and the issue register, whether a result was offered, and the words of
// threads that are in memory: of these each lane's word that was written in the last cycle and one
// row in turn, and when the simulation ends all of them. All else is in the blocks inside, each of
// which has a checker of its own.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_dwf_front_lockstep #(
    parameter int Slots        = 24,
    parameter int Lanes        = 32,
    parameter int PcShift      = 2,
    parameter int PoolEntries  = 128,
    parameter int LutEntries   = 64,
    parameter int LutWays      = 4,
    parameter int Forward      = 1,
    parameter int Policy       = 0,
    parameter int HeapEntries  = 64,
    parameter int HeapPorts    = 2,
    parameter int QueueDepth   = 4,
    parameter int Tree         = 0,
    parameter int MheapEntries = 128,
    parameter int MheapWays    = 8,
    parameter int CntWidth     = 10,
    parameter int WidWidth     = 8,
    parameter int LutWidth     = 8,
    parameter int AgeLimit     = 0,
    parameter int Leaves       = 0,
    localparam int SlotWidth   = $clog2(Slots),
    localparam int GroupWidth  = CntWidth + 32 + Lanes + Lanes * (SlotWidth + $clog2(Lanes))
) (
    input logic                       clk_i,
    input logic                       rst_ni,
    input logic                       begin_en_i,
    input logic [SlotWidth-1:0]       begin_slot_i,
    input logic [31:0]                begin_pc_i,
    input logic [Lanes-1:0]           begin_mask_i,
    input logic                       begin_ready_o,
    input logic [Slots-1:0]           ready_i,
    input logic                       ev_valid_o,
    input logic [1:0]                 ev_kind_o,
    input logic [SlotWidth-1:0]       ev_slot_o,
    input logic [64*6-1:0]            rows_i,
    input logic                       fetch_valid_o,
    input logic                       fetch_ready_i,
    input logic [31:0]                fetch_pc_o,
    input logic                       rsp_valid_i,
    input logic [31:0]                rsp_word_i,
    input logic [31:0]                rsp_meet_i,
    input logic                       rsp_meets_i,
    input logic                       issue_valid_o,
    input logic                       issue_ready_i,
    input logic [Lanes*SlotWidth-1:0] issue_slot_o,
    input logic [31:0]                issue_pc_o,
    input logic [31:0]                issue_word_o,
    input logic [Lanes-1:0]           issue_mask_o,
    input logic [31:0]                issue_meet_o,
    input logic                       issue_meets_o,
    input logic [2:0]                 issue_unit_o,
    input logic [2:0]                 issue_flow_o,
    input logic [3:0]                 issue_use_o,
    input logic [23:0]                issue_reg_o,
    input logic                       res_valid_i,
    input logic                       res_ready_o,
    input logic [Lanes*SlotWidth-1:0] res_slot_i,
    input logic [2:0]                 res_flow_i,
    input logic [31:0]                res_pc_i,
    input logic [Lanes-1:0]           res_mask_i,
    input logic [Lanes-1:0]           res_taken_i,
    input logic [Lanes*32-1:0]        res_addr_i,
    input logic [31:0]                res_meet_i,
    input logic                       res_meets_i,
    input logic                       end_valid_i,
    input logic                       end_ready_o,
    input logic [Lanes*SlotWidth-1:0] end_slot_i,
    input logic [Lanes-1:0]           end_mask_i,
    input logic [31:0]                end_pc_i,
    input logic                       acc_en_i,
    input logic [Slots-1:0]           stalls_o,
    input logic                       row_rd_en_i,
    input logic [SlotWidth-1:0]       row_rd_slot_i,
    input logic [Lanes*32-1:0]        row_rd_data_o,
    input logic                       row_wr_en_i,
    input logic [SlotWidth-1:0]       row_wr_slot_i,
    input logic [Lanes*32-1:0]        row_wr_data_i,
    input logic                       grp_base_en_i,
    input logic [31:0]                grp_base_i,
    input logic                       grp_wr_valid_o,
    input logic                       grp_wr_ready_i,
    input logic [31:0]                grp_wr_addr_o,
    input logic [GroupWidth-1:0]      grp_wr_data_o,
    input logic                       grp_rd_valid_o,
    input logic                       grp_rd_ready_i,
    input logic [31:0]                grp_rd_addr_o,
    input logic                       grp_rsp_valid_i,
    input logic                       grp_rsp_ready_o,
    input logic [GroupWidth-1:0]      grp_rsp_data_i,
    input logic [2:0]                 why_o
);

  localparam int GroupBits = (GroupWidth + 31) / 32 * 32;

  // What a lane has is handed over as words or bytes, 64 of them, whatever the number of lanes. The
  // parameters are words too, in the order of the module.
  import "DPI-C" function longint unsigned dwf_front_open(input string path,
                                                          input bit [19*32-1:0] parameters);
  import "DPI-C" function void dwf_front_fetch_state(
      input longint unsigned handle, input bit res_first, input byte unsigned passed,
      input bit valid, input bit sent, input int unsigned pc, input longint unsigned mask,
      input bit [511:0] slot);
  import "DPI-C" function void dwf_front_issue_state(
      input longint unsigned handle, input bit valid, input int unsigned pc,
      input int unsigned word, input longint unsigned mask, input int unsigned meet,
      input bit meets, input byte unsigned unit_, input byte unsigned flow,
      input byte unsigned uses, input bit [31:0] registers, input bit [511:0] slot);
  import "DPI-C" function void dwf_front_walk_state(
      input longint unsigned handle, input longint unsigned returns, input bit valid,
      input int unsigned slot, input longint unsigned left);
  import "DPI-C" function void dwf_front_row_state(
      input longint unsigned handle, input bit [511:0] wrote, input bit [Lanes*32-1:0] newest,
      input int unsigned turn, input bit [Lanes*32-1:0] in_turn);
  import "DPI-C" function void hd_last(input longint unsigned handle, input string name,
                                       input int unsigned index, input longint unsigned value);
  // The ports, a neighbour at a time; dwf_front_ports is the last one of a cycle.
  import "DPI-C" function void dwf_front_residency(
      input longint unsigned handle, input bit begin_en, input int unsigned begin_slot,
      input int unsigned begin_pc, input longint unsigned begin_mask, input bit begin_ready,
      input longint unsigned ready, input bit ev_valid, input int unsigned ev_kind,
      input int unsigned ev_slot);
  import "DPI-C" function void dwf_front_code(
      input longint unsigned handle, input bit [64*8-1:0] rows, input bit fetch_valid,
      input bit fetch_ready, input int unsigned fetch_pc, input bit rsp_valid,
      input int unsigned rsp_word, input int unsigned rsp_meet, input bit rsp_meets);
  import "DPI-C" function void dwf_front_issued(
      input longint unsigned handle, input bit issue_valid, input bit issue_ready,
      input bit [511:0] issue_slot, input int unsigned issue_pc, input int unsigned issue_word,
      input longint unsigned issue_mask, input int unsigned issue_meet, input bit issue_meets,
      input byte unsigned issue_unit, input byte unsigned issue_flow,
      input byte unsigned issue_use, input bit [31:0] issue_reg);
  import "DPI-C" function void dwf_front_resolved(
      input longint unsigned handle, input bit res_valid, input bit res_ready,
      input bit [511:0] res_slot, input int unsigned res_flow, input int unsigned res_pc,
      input longint unsigned res_mask, input longint unsigned res_taken,
      input bit [Lanes*32-1:0] res_addr, input int unsigned res_meet, input bit res_meets);
  import "DPI-C" function void dwf_front_rows(
      input longint unsigned handle, input bit acc_en, input longint unsigned stalls,
      input bit row_rd_en, input int unsigned row_rd_slot, input bit [Lanes*32-1:0] row_rd_data,
      input bit row_wr_en, input int unsigned row_wr_slot, input bit [Lanes*32-1:0] row_wr_data);
  import "DPI-C" function void dwf_front_groups(
      input longint unsigned handle, input bit base_en, input int unsigned base,
      input bit wr_valid, input bit wr_ready, input int unsigned wr_addr,
      input bit [GroupBits-1:0] wr_data, input bit rd_valid, input bit rd_ready,
      input int unsigned rd_addr, input bit rsp_valid, input bit rsp_ready,
      input bit [GroupBits-1:0] rsp_data);
  import "DPI-C" function int dwf_front_ports(
      input longint unsigned handle, input bit rst_n, input bit end_valid, input bit end_ready,
      input bit [2047:0] end_slot, input longint unsigned end_mask, input int unsigned end_pc,
      input int unsigned why);

  longint unsigned handle;
  initial
    handle = dwf_front_open($sformatf("%m"),
                            {32'(Leaves), 32'(AgeLimit), 32'(LutWidth), 32'(WidWidth),
                             32'(CntWidth), 32'(MheapWays), 32'(MheapEntries), 32'(Tree),
                             32'(QueueDepth), 32'(HeapPorts), 32'(HeapEntries), 32'(Policy),
                             32'(Forward), 32'(LutWays), 32'(LutEntries), 32'(PoolEntries),
                             32'(PcShift), 32'(Lanes), 32'(Slots)});

  // ------------------------------------------------------------------------------------------
  // Registers
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  bit              res_first, fetch_valid, fetch_sent, issue_valid, issue_meets;
  int unsigned     fetch_pc, issue_pc, issue_word, issue_meet;
  longint unsigned fetch_mask, issue_mask;
  byte unsigned    passed, issue_unit, issue_flow, issue_use;
  bit [31:0]       issue_reg;
  bit [511:0]      fetch_slots, issue_slots;
`ifndef HD_NO_res_first_q
  assign res_first = hd_dwf_front.res_first_q;
`endif
`ifndef HD_NO_passed_q
  assign passed = 8'(hd_dwf_front.passed_q);
`endif
`ifndef HD_NO_fetch_valid_q
  assign fetch_valid = hd_dwf_front.fetch_valid_q;
`endif
`ifndef HD_NO_fetch_sent_q
  assign fetch_sent = hd_dwf_front.fetch_sent_q;
`endif
`ifndef HD_NO_fetch_pc_q
  assign fetch_pc = hd_dwf_front.fetch_pc_q;
`endif
`ifndef HD_NO_fetch_mask_q
  assign fetch_mask = 64'(hd_dwf_front.fetch_mask_q);
`endif
`ifndef HD_NO_issue_valid_q
  assign issue_valid = hd_dwf_front.issue_valid_q;
`endif
`ifndef HD_NO_issue_pc_q
  assign issue_pc = hd_dwf_front.issue_pc_q;
`endif
`ifndef HD_NO_issue_word_q
  assign issue_word = hd_dwf_front.issue_word_q;
`endif
`ifndef HD_NO_issue_mask_q
  assign issue_mask = 64'(hd_dwf_front.issue_mask_q);
`endif
`ifndef HD_NO_issue_meet_q
  assign issue_meet = hd_dwf_front.issue_meet_q;
`endif
`ifndef HD_NO_issue_meets_q
  assign issue_meets = hd_dwf_front.issue_meets_q;
`endif
`ifndef HD_NO_issue_unit_q
  assign issue_unit = 8'(hd_dwf_front.issue_unit_q);
`endif
`ifndef HD_NO_issue_flow_q
  assign issue_flow = 8'(hd_dwf_front.issue_flow_q);
`endif
`ifndef HD_NO_issue_use_q
  assign issue_use = 8'(hd_dwf_front.issue_use_q);
`endif
`ifndef HD_NO_issue_reg_q
  for (genvar r = 0; r < 4; r++) begin : gen_reg
    assign issue_reg[r*8+:8] = 8'(hd_dwf_front.issue_reg_q[r*6+:6]);
  end
`endif
  for (genvar l = 0; l < Lanes; l++) begin : gen_slot
`ifndef HD_NO_fetch_slot_q
    assign fetch_slots[l*8+:8] = 8'(hd_dwf_front.fetch_slot_q[l*SlotWidth+:SlotWidth]);
`endif
`ifndef HD_NO_issue_slot_q
    assign issue_slots[l*8+:8] = 8'(hd_dwf_front.issue_slot_q[l*SlotWidth+:SlotWidth]);
`endif
  end
  always @(negedge clk_i) begin
    dwf_front_fetch_state(handle, res_first, passed, fetch_valid, fetch_sent, fetch_pc,
                          fetch_mask, fetch_slots);
    dwf_front_issue_state(handle, issue_valid, issue_pc, issue_word, issue_mask, issue_meet,
                          issue_meets, issue_unit, issue_flow, issue_use, issue_reg, issue_slots);
  end
  if (Leaves != 0) begin : gen_leaves
    longint unsigned returns, walk_left;
    bit              walk_valid;
    int unsigned     walk_slot;
`ifndef HD_NO_returns_q
    assign returns = 64'(hd_dwf_front.gen_leaves.returns_q);
`endif
`ifndef HD_NO_walk_valid_q
    assign walk_valid = hd_dwf_front.gen_leaves.walk_valid_q;
`endif
`ifndef HD_NO_walk_slot_q
    assign walk_slot = 32'(hd_dwf_front.gen_leaves.walk_slot_q);
`endif
`ifndef HD_NO_walk_left_q
    assign walk_left = 64'(hd_dwf_front.gen_leaves.walk_left_q);
`endif
    always @(negedge clk_i) dwf_front_walk_state(handle, returns, walk_valid, walk_slot, walk_left);

`ifndef HD_NO_row_q
    // Where nothing was written a slot is as good as any other.
    bit [511:0]        wrote;
    bit [Lanes*32-1:0] newest, in_turn;
    int unsigned       turn;
    initial turn = 0;
    always @(posedge clk_i) turn <= turn == Slots - 1 ? 0 : turn + 1;
    for (genvar l = 0; l < Lanes; l++) begin : gen_word
      always @(posedge clk_i)
        wrote[l*8+:8] <= row_wr_en_i ? 8'(row_wr_slot_i)
                                     : 8'(res_slot_i[l*SlotWidth+:SlotWidth]);
      assign newest[l*32+:32] =
          hd_dwf_front.gen_leaves.gen_lane[l].row_q[wrote[l*8+:SlotWidth]];
      assign in_turn[l*32+:32] = hd_dwf_front.gen_leaves.gen_lane[l].row_q[SlotWidth'(turn)];
      final
        for (int unsigned s = 0; s < Slots; s++)
          hd_last(handle, "row_q", s * Lanes + l,
                  64'(hd_dwf_front.gen_leaves.gen_lane[l].row_q[SlotWidth'(s)]));
    end
    always @(negedge clk_i) dwf_front_row_state(handle, wrote, newest, turn, in_turn);
`endif
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [511:0]    issue_slot, res_slot;
  bit [2047:0]   end_slot;
  bit [31:0]     issue_register;
  bit [64*8-1:0] rows;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign issue_slot[l*8+:8] = 8'(issue_slot_o[l*SlotWidth+:SlotWidth]);
    assign res_slot[l*8+:8]   = 8'(res_slot_i[l*SlotWidth+:SlotWidth]);
    assign end_slot[l*32+:32] = 32'(end_slot_i[l*SlotWidth+:SlotWidth]);
  end
  for (genvar r = 0; r < 4; r++) begin : gen_operand
    assign issue_register[r*8+:8] = 8'(issue_reg_o[r*6+:6]);
  end
  for (genvar r = 0; r < 64; r++) begin : gen_row
    assign rows[r*8+:8] = 8'(rows_i[r*6+:6]);
  end

  int verdict;
  always @(posedge clk_i) begin
    dwf_front_residency(handle, begin_en_i, 32'(begin_slot_i), begin_pc_i, 64'(begin_mask_i),
                        begin_ready_o, 64'(ready_i), ev_valid_o, 32'(ev_kind_o),
                        32'(ev_slot_o));
    dwf_front_code(handle, rows, fetch_valid_o, fetch_ready_i, fetch_pc_o, rsp_valid_i,
                   rsp_word_i, rsp_meet_i, rsp_meets_i);
    dwf_front_issued(handle, issue_valid_o, issue_ready_i, issue_slot, issue_pc_o, issue_word_o,
                     64'(issue_mask_o), issue_meet_o, issue_meets_o, 8'(issue_unit_o),
                     8'(issue_flow_o), 8'(issue_use_o), issue_register);
    dwf_front_resolved(handle, res_valid_i, res_ready_o, res_slot, 32'(res_flow_i), res_pc_i,
                       64'(res_mask_i), 64'(res_taken_i), res_addr_i, res_meet_i, res_meets_i);
    if (Leaves != 0)
      dwf_front_rows(handle, acc_en_i, 64'(stalls_o), row_rd_en_i, 32'(row_rd_slot_i),
                     row_rd_data_o, row_wr_en_i, 32'(row_wr_slot_i), row_wr_data_i);
    dwf_front_groups(handle, grp_base_en_i, grp_base_i, grp_wr_valid_o, grp_wr_ready_i,
                     grp_wr_addr_o, GroupBits'(grp_wr_data_o), grp_rd_valid_o, grp_rd_ready_i,
                     grp_rd_addr_o, grp_rsp_valid_i, grp_rsp_ready_o, GroupBits'(grp_rsp_data_i));
    verdict = dwf_front_ports(handle, rst_ni, end_valid_i, end_ready_o, end_slot,
                              64'(end_mask_i), end_pc_i, 32'(why_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_ready_o)), .Field(0)) u_begin_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ev_valid_o)), .Field(1)) u_ev_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ev_kind_o)), .Field(2)) u_ev_kind (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ev_slot_o)), .Field(3)) u_ev_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(fetch_valid_o)), .Field(4)) u_fetch_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(fetch_pc_o)), .Field(5)) u_fetch_pc (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_valid_o)), .Field(6)) u_issue_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_slot_o)), .Field(7)) u_issue_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_pc_o)), .Field(8)) u_issue_pc (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_word_o)), .Field(9)) u_issue_word (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_mask_o)), .Field(10)) u_issue_mask (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_meet_o)), .Field(11)) u_issue_meet (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_meets_o)), .Field(12)) u_issue_meets (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_unit_o)), .Field(13)) u_issue_unit (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_flow_o)), .Field(14)) u_issue_flow (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_use_o)), .Field(15)) u_issue_use (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_reg_o)), .Field(16)) u_issue_reg (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(res_ready_o)), .Field(17)) u_res_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(end_ready_o)), .Field(18)) u_end_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(why_o)), .Field(19)) u_why (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stalls_o)), .Field(20)) u_stalls (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(row_rd_data_o)), .Field(21)) u_row_rd_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(grp_wr_valid_o)), .Field(22)) u_grp_wr_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(grp_wr_addr_o)), .Field(23)) u_grp_wr_addr (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(grp_wr_data_o)), .Field(24)) u_grp_wr_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(grp_rd_valid_o)), .Field(25)) u_grp_rd_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(grp_rd_addr_o)), .Field(26)) u_grp_rd_addr (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(grp_rsp_ready_o)), .Field(27)) u_grp_rsp_ready (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_dwf_front hd_dwf_front_lockstep #(
    .Slots(Slots), .Lanes(Lanes), .PcShift(PcShift), .PoolEntries(PoolEntries),
    .LutEntries(LutEntries), .LutWays(LutWays), .Forward(Forward), .Policy(Policy),
    .HeapEntries(HeapEntries), .HeapPorts(HeapPorts), .QueueDepth(QueueDepth), .Tree(Tree),
    .MheapEntries(MheapEntries), .MheapWays(MheapWays), .CntWidth(CntWidth),
    .WidWidth(WidWidth), .LutWidth(LutWidth), .AgeLimit(AgeLimit), .Leaves(Leaves)
) u_lockstep (.*);
