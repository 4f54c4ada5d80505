// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_simt_stack; knows nothing of checking. The inputs change at the falling edge.
// What the stimulus goes by depends on the block's state, and on the slots it asked for in the last
// cycle; what was done it is told at the clock edge.

module hd_simt_stack_tb #(
    parameter int Slots       = 0,
    parameter int Lanes       = 0,
    parameter int PcWidth     = 0,
    parameter int FrameWidth  = 0,
    parameter int Depth       = 0,
    parameter int Levels      = 0,
    parameter int Ports       = 0,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int LevelWidth = $clog2(Levels + 1),
    localparam int EntryWidth = Lanes + 2 * (PcWidth + FrameWidth),
    localparam int RowWidth   = Depth * EntryWidth + 2 * LevelWidth + Lanes
) (
    input  logic                     clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic [Ports*PcWidth-1:0] look_pc_o,
    output logic [Ports*Lanes-1:0]   look_mask_o,
    output logic [Slots-1:0]         ready_o,
    output logic [Slots-1:0]         done_o,
    output logic [Slots-1:0]         at_rest_o,
    output logic [Ports-1:0]         op_ready_o,
    output logic                     spill_valid_o,
    output logic                     spill_load_o,
    output logic [SlotWidth-1:0]     spill_slot_o,
    output logic [LevelWidth-1:0]    spill_level_o,
    output logic [EntryWidth-1:0]    spill_data_o,
    output logic [RowWidth-1:0]      row_rd_data_o
);

  // Vectors as the C side takes them, in bits.
  localparam int EntryBits = (EntryWidth + 31) / 32 * 32;
  localparam int RowBits   = (RowWidth + 31) / 32 * 32;

  import "DPI-C" function void simt_stack_stim_open(
      input int unsigned slots, input int unsigned lanes, input int unsigned pc_width,
      input int unsigned frame_width, input int unsigned depth, input int unsigned levels,
      input int unsigned ports);
  import "DPI-C" function void simt_stack_stim_did(input byte unsigned op_ready);
  import "DPI-C" function void simt_stack_stim_request(
      input bit load, input int unsigned slot, input int unsigned level,
      input bit [EntryBits-1:0] data);
  import "DPI-C" function void simt_stack_stim(
      input bit [Ports*64-1:0] look_pc, input bit [Ports*64-1:0] look_mask,
      input longint unsigned ready, input longint unsigned done, input bit spill_valid,
      input int unsigned spill_slot, input int unsigned row_count,
      input bit [RowBits-1:0] row_rd_data, output bit rst_n, output bit begin_en,
      output int unsigned begin_slot, output longint unsigned begin_pc,
      output longint unsigned begin_mask, output bit [Ports*32-1:0] look_slot,
      output byte unsigned op_valid, output bit [Ports*32-1:0] op_slot,
      output bit [Ports*32-1:0] op_kind, output bit [Ports*64-1:0] op_pc,
      output bit [Ports*64-1:0] op_taken, output bit [Ports*64-1:0] op_target,
      output bit [Ports*64-1:0] op_meet, output bit spill_ready, output bit fill_valid,
      output int unsigned fill_slot, output bit [EntryBits-1:0] fill_data,
      output int unsigned row_rd_slot, output bit row_wr_en, output int unsigned row_wr_slot,
      output bit [RowBits-1:0] row_wr_data);

  logic                       rst_ni, begin_en_i, spill_ready_i, fill_valid_i, row_wr_en_i;
  logic [SlotWidth-1:0]       begin_slot_i, fill_slot_i, row_rd_slot_i, row_wr_slot_i;
  logic [PcWidth-1:0]         begin_pc_i;
  logic [Lanes-1:0]           begin_mask_i;
  logic [Ports*SlotWidth-1:0] look_slot_i, op_slot_i;
  logic [Ports-1:0]           op_valid_i;
  logic [Ports*3-1:0]         op_kind_i;
  logic [Ports*PcWidth-1:0]   op_pc_i, op_target_i, op_meet_i;
  logic [Ports*Lanes-1:0]     op_taken_i;
  logic [EntryWidth-1:0]      fill_data_i;
  logic [RowWidth-1:0]        row_wr_data_i;

  hd_simt_stack #(
      .Slots(Slots), .Lanes(Lanes), .PcWidth(PcWidth), .FrameWidth(FrameWidth), .Depth(Depth),
      .Levels(Levels), .Ports(Ports)
  ) dut (.*);

  initial simt_stack_stim_open(Slots, Lanes, PcWidth, FrameWidth, Depth, Levels, Ports);

  // What the block did in the last cycle.
  always @(posedge clk_i) begin
    simt_stack_stim_did(8'(op_ready_o));
    if (spill_valid_o && spill_ready_i)
      simt_stack_stim_request(spill_load_o, 32'(spill_slot_o), 32'(spill_level_o),
                              EntryBits'(spill_data_o));
  end

  // What it shows of the slots that were asked for.
  bit [Ports*64-1:0] look_pc, look_mask;
  int unsigned       row_count;
  for (genvar p = 0; p < Ports; p++) begin : gen_look
    assign look_pc[p*64+:64]   = 64'(look_pc_o[p*PcWidth+:PcWidth]);
    assign look_mask[p*64+:64] = 64'(look_mask_o[p*Lanes+:Lanes]);
  end
  assign row_count = 32'(row_rd_data_o[Depth*EntryWidth+:LevelWidth]);

  // What it is offered in this one.
  bit                 rst_n, begin_en, spill_ready, fill_valid, row_wr_en;
  int unsigned        begin_slot, fill_slot, row_rd_slot, row_wr_slot;
  longint unsigned    begin_pc, begin_mask;
  byte unsigned       op_valid;
  bit [Ports*32-1:0]  look_slot, op_slot, op_kind;
  bit [Ports*64-1:0]  op_pc, op_taken, op_target, op_meet;
  bit [EntryBits-1:0] fill_data;
  bit [RowBits-1:0]   row_wr_data;
  always @(negedge clk_i) begin
    simt_stack_stim(look_pc, look_mask, 64'(ready_o), 64'(done_o), spill_valid_o,
                    32'(spill_slot_o), row_count, RowBits'(row_rd_data_o), rst_n, begin_en,
                    begin_slot, begin_pc, begin_mask, look_slot, op_valid, op_slot, op_kind, op_pc,
                    op_taken, op_target, op_meet, spill_ready, fill_valid, fill_slot, fill_data,
                    row_rd_slot, row_wr_en, row_wr_slot, row_wr_data);
    rst_ni        = rst_n;
    begin_en_i    = begin_en;
    begin_slot_i  = SlotWidth'(begin_slot);
    begin_pc_i    = PcWidth'(begin_pc);
    begin_mask_i  = Lanes'(begin_mask);
    op_valid_i    = Ports'(op_valid);
    spill_ready_i = spill_ready;
    fill_valid_i  = fill_valid;
    fill_slot_i   = SlotWidth'(fill_slot);
    fill_data_i   = EntryWidth'(fill_data);
    row_rd_slot_i = SlotWidth'(row_rd_slot);
    row_wr_en_i   = row_wr_en;
    row_wr_slot_i = SlotWidth'(row_wr_slot);
    row_wr_data_i = RowWidth'(row_wr_data);
    for (int p = 0; p < Ports; p++) begin
      look_slot_i[p*SlotWidth+:SlotWidth] = SlotWidth'(look_slot[p*32+:32]);
      op_slot_i[p*SlotWidth+:SlotWidth]   = SlotWidth'(op_slot[p*32+:32]);
      op_kind_i[p*3+:3]                   = 3'(op_kind[p*32+:32]);
      op_pc_i[p*PcWidth+:PcWidth]         = PcWidth'(op_pc[p*64+:64]);
      op_taken_i[p*Lanes+:Lanes]          = Lanes'(op_taken[p*64+:64]);
      op_target_i[p*PcWidth+:PcWidth]     = PcWidth'(op_target[p*64+:64]);
      op_meet_i[p*PcWidth+:PcWidth]       = PcWidth'(op_meet[p*64+:64]);
    end
  end
endmodule
