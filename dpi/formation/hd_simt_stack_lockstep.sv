// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_simt_stack, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// The banks are too big to be handed over whole in each cycle: it is the rows that were written in
// the last one, and a further one in rotation, so that a stray write shows within Slots cycles.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_simt_stack_lockstep #(
    parameter int Slots       = 48,
    parameter int Lanes       = 32,
    parameter int PcWidth     = 32,
    parameter int FrameWidth  = 6,
    parameter int Depth       = 4,
    parameter int Levels      = 64,
    parameter int Ports       = 2,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int LevelWidth = $clog2(Levels + 1),
    localparam int EntryWidth = Lanes + 2 * (PcWidth + FrameWidth),
    localparam int RowWidth   = Depth * EntryWidth + 2 * LevelWidth + Lanes
) (
    input logic                       clk_i,
    input logic                       rst_ni,
    input logic                       begin_en_i,
    input logic [SlotWidth-1:0]       begin_slot_i,
    input logic [PcWidth-1:0]         begin_pc_i,
    input logic [Lanes-1:0]           begin_mask_i,
    input logic [Ports*SlotWidth-1:0] look_slot_i,
    input logic [Ports*PcWidth-1:0]   look_pc_o,
    input logic [Ports*Lanes-1:0]     look_mask_o,
    input logic [Slots-1:0]           ready_o,
    input logic [Slots-1:0]           done_o,
    input logic [Slots-1:0]           at_rest_o,
    input logic [Ports-1:0]           op_valid_i,
    input logic [Ports*SlotWidth-1:0] op_slot_i,
    input logic [Ports*3-1:0]         op_kind_i,
    input logic [Ports*PcWidth-1:0]   op_pc_i,
    input logic [Ports*Lanes-1:0]     op_taken_i,
    input logic [Ports*PcWidth-1:0]   op_target_i,
    input logic [Ports*PcWidth-1:0]   op_meet_i,
    input logic [Ports-1:0]           op_ready_o,
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
    input logic [RowWidth-1:0]        row_wr_data_i
);

  // Vectors as the C side takes them, in bits.
  localparam int EntryBits = (EntryWidth + 31) / 32 * 32;
  localparam int RowBits   = (RowWidth + 31) / 32 * 32;

  // Rows that are handed over: those of the operations, of the fill, of the row written, of the
  // warp that begins, and the one in turn.
  localparam int Rows = Ports + 4;

  import "DPI-C" function longint unsigned simt_stack_open(
      input string path, input int unsigned slots, input int unsigned lanes,
      input int unsigned pc_width, input int unsigned frame_width, input int unsigned depth,
      input int unsigned levels, input int unsigned ports);
  import "DPI-C" function void simt_stack_rows(
      input longint unsigned handle, input bit [Rows*32-1:0] at, input bit [Rows*Depth*64-1:0] mask,
      input bit [Rows*Depth*64-1:0] pc, input bit [Rows*Depth*32-1:0] frame,
      input bit [Rows*Depth*64-1:0] rpc, input bit [Rows*Depth*32-1:0] rframe);
  import "DPI-C" function void simt_stack_flags(
      input longint unsigned handle, input bit [Slots*64-1:0] live, input bit [Slots*32-1:0] count,
      input bit [Slots*32-1:0] deep, input longint unsigned here, input longint unsigned check,
      input longint unsigned wish, input longint unsigned reading, input bit spill_valid,
      input bit spill_load, input int unsigned spill_slot);
  import "DPI-C" function int simt_stack_ports(
      input longint unsigned handle, input bit rst_n, input bit begin_en,
      input int unsigned begin_slot, input longint unsigned begin_pc,
      input longint unsigned begin_mask, input bit [Ports*32-1:0] look_slot,
      input byte unsigned op_valid, input bit [Ports*32-1:0] op_slot,
      input bit [Ports*32-1:0] op_kind, input bit [Ports*64-1:0] op_pc,
      input bit [Ports*64-1:0] op_taken, input bit [Ports*64-1:0] op_target,
      input bit [Ports*64-1:0] op_meet, input bit spill_ready, input bit fill_valid,
      input int unsigned fill_slot, input bit [EntryBits-1:0] fill_data,
      input int unsigned row_rd_slot, input bit row_wr_en, input int unsigned row_wr_slot,
      input bit [RowBits-1:0] row_wr_data, input bit [Ports*64-1:0] look_pc,
      input bit [Ports*64-1:0] look_mask, input longint unsigned ready,
      input longint unsigned done, input longint unsigned at_rest, input byte unsigned op_ready,
      input bit spill_valid, input bit spill_load, input int unsigned spill_slot,
      input int unsigned spill_level,
      input bit [EntryBits-1:0] spill_data, input bit [RowBits-1:0] row_rd_data);

  longint unsigned handle;
  initial
    handle = simt_stack_open($sformatf("%m"), Slots, Lanes, PcWidth, FrameWidth, Depth, Levels,
                             Ports);

  // ------------------------------------------------------------------------------------------
  // Registers, one 32-bit word an element (masks and addresses: two)
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  // Which rows. Where nothing was written the slot is as good as any other.
  bit [Rows*32-1:0] at;
  int unsigned      turn;
  initial turn = 0;
  always @(posedge clk_i) begin
    for (int p = 0; p < Ports; p++)
      at[p*32+:32] <= 32'(op_slot_i[p*SlotWidth+:SlotWidth]);
    at[Ports*32+:32]     <= 32'(fill_slot_i);
    at[(Ports+1)*32+:32] <= 32'(row_wr_slot_i);
    at[(Ports+2)*32+:32] <= 32'(begin_slot_i);
    at[(Ports+3)*32+:32] <= turn;
    turn                 <= turn == Slots - 1 ? 0 : turn + 1;
  end

  // What is there.
  bit [Rows*Depth*64-1:0] mask, pc, rpc;
  bit [Rows*Depth*32-1:0] frame, rframe;
  for (genvar k = 0; k < Rows; k++) begin : gen_row
    for (genvar d = 0; d < Depth; d++) begin : gen_place
      localparam int I = k * Depth + d;
      bit [SlotWidth-1:0] slot;
      assign slot = at[k*32+:SlotWidth];
`ifndef HD_NO_mask_q
      assign mask[I*64+:64] = 64'(hd_simt_stack.gen_bank[d].mask_q[slot]);
`endif
`ifndef HD_NO_pc_q
      assign pc[I*64+:64] = 64'(hd_simt_stack.gen_bank[d].pc_q[slot]);
`endif
`ifndef HD_NO_frame_q
      assign frame[I*32+:32] = 32'(hd_simt_stack.gen_bank[d].frame_q[slot]);
`endif
`ifndef HD_NO_rpc_q
      assign rpc[I*64+:64] = 64'(hd_simt_stack.gen_bank[d].rpc_q[slot]);
`endif
`ifndef HD_NO_rframe_q
      assign rframe[I*32+:32] = 32'(hd_simt_stack.gen_bank[d].rframe_q[slot]);
`endif
    end
  end

  bit [Slots*64-1:0] live;
  bit [Slots*32-1:0] count, deep;
  longint unsigned   here, check, wish, reading;
  bit                spill_valid, spill_load;
  int unsigned       spill_slot;
`ifndef HD_NO_here_q
  assign here = 64'(hd_simt_stack.here_q);
`endif
`ifndef HD_NO_check_q
  assign check = 64'(hd_simt_stack.check_q);
`endif
`ifndef HD_NO_wish_q
  assign wish = 64'(hd_simt_stack.wish_q);
`endif
`ifndef HD_NO_reading_q
  assign reading = 64'(hd_simt_stack.reading_q);
`endif
`ifndef HD_NO_spill_valid_q
  assign spill_valid = hd_simt_stack.spill_valid_q;
`endif
`ifndef HD_NO_spill_load_q
  assign spill_load = hd_simt_stack.spill_load_q;
`endif
`ifndef HD_NO_spill_slot_q
  assign spill_slot = 32'(hd_simt_stack.spill_slot_q);
`endif
  always @(negedge clk_i) begin
    for (int s = 0; s < Slots; s++) begin
`ifndef HD_NO_live_q
      live[s*64+:64] = 64'(hd_simt_stack.live_q[s]);
`endif
`ifndef HD_NO_count_q
      count[s*32+:32] = 32'(hd_simt_stack.count_q[s]);
`endif
`ifndef HD_NO_deep_q
      deep[s*32+:32] = 32'(hd_simt_stack.deep_q[s]);
`endif
    end
    simt_stack_rows(handle, at, mask, pc, frame, rpc, rframe);
    simt_stack_flags(handle, live, count, deep, here, check, wish, reading, spill_valid,
                     spill_load, spill_slot);
  end
  // After the last cycle: every element (dpi/common/lockstep.h).
  import "DPI-C" function void hd_last(input longint unsigned handle, input string name,
                                       input int unsigned index, input longint unsigned value);
  for (genvar d = 0; d < Depth; d++) begin : gen_last
    final begin
      for (int unsigned s = 0; s < Slots; s++) begin
`ifndef HD_NO_mask_q
        hd_last(handle, "mask_q", d * 64 + s,
                64'(hd_simt_stack.gen_bank[d].mask_q[SlotWidth'(s)]));
`endif
`ifndef HD_NO_pc_q
        hd_last(handle, "pc_q", d * 64 + s,
                64'(hd_simt_stack.gen_bank[d].pc_q[SlotWidth'(s)]));
`endif
`ifndef HD_NO_frame_q
        hd_last(handle, "frame_q", d * 64 + s,
                64'(hd_simt_stack.gen_bank[d].frame_q[SlotWidth'(s)]));
`endif
`ifndef HD_NO_rpc_q
        hd_last(handle, "rpc_q", d * 64 + s,
                64'(hd_simt_stack.gen_bank[d].rpc_q[SlotWidth'(s)]));
`endif
`ifndef HD_NO_rframe_q
        hd_last(handle, "rframe_q", d * 64 + s,
                64'(hd_simt_stack.gen_bank[d].rframe_q[SlotWidth'(s)]));
`endif
      end
    end
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Ports*32-1:0] look_slot, op_slot, op_kind;
  bit [Ports*64-1:0] op_pc, op_taken, op_target, op_meet, look_pc, look_mask;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign look_slot[p*32+:32] = 32'(look_slot_i[p*SlotWidth+:SlotWidth]);
    assign look_pc[p*64+:64]   = 64'(look_pc_o[p*PcWidth+:PcWidth]);
    assign look_mask[p*64+:64] = 64'(look_mask_o[p*Lanes+:Lanes]);
    assign op_slot[p*32+:32]   = 32'(op_slot_i[p*SlotWidth+:SlotWidth]);
    assign op_kind[p*32+:32]   = 32'(op_kind_i[p*3+:3]);
    assign op_pc[p*64+:64]     = 64'(op_pc_i[p*PcWidth+:PcWidth]);
    assign op_taken[p*64+:64]  = 64'(op_taken_i[p*Lanes+:Lanes]);
    assign op_target[p*64+:64] = 64'(op_target_i[p*PcWidth+:PcWidth]);
    assign op_meet[p*64+:64]   = 64'(op_meet_i[p*PcWidth+:PcWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = simt_stack_ports(
        handle, rst_ni, begin_en_i, 32'(begin_slot_i), 64'(begin_pc_i), 64'(begin_mask_i),
        look_slot, 8'(op_valid_i), op_slot, op_kind, op_pc, op_taken, op_target, op_meet,
        spill_ready_i, fill_valid_i, 32'(fill_slot_i), EntryBits'(fill_data_i),
        32'(row_rd_slot_i), row_wr_en_i, 32'(row_wr_slot_i), RowBits'(row_wr_data_i), look_pc,
        look_mask, 64'(ready_o), 64'(done_o), 64'(at_rest_o), 8'(op_ready_o),
        spill_valid_o, spill_load_o, 32'(spill_slot_o), 32'(spill_level_o),
        EntryBits'(spill_data_o), RowBits'(row_rd_data_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(look_pc_o)), .Field(0)) u_look_pc (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(look_mask_o)), .Field(1)) u_look_mask (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ready_o)), .Field(2)) u_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(done_o)), .Field(3)) u_done (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(op_ready_o)), .Field(4)) u_op_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(spill_valid_o)), .Field(5)) u_spill_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(spill_load_o)), .Field(6)) u_spill_load (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(spill_slot_o)), .Field(7)) u_spill_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(spill_level_o)), .Field(8)) u_spill_level (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(spill_data_o)), .Field(9)) u_spill_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(row_rd_data_o)), .Field(10)) u_row_rd_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(at_rest_o)), .Field(11)) u_at_rest (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_simt_stack hd_simt_stack_lockstep #(
    .Slots(Slots), .Lanes(Lanes), .PcWidth(PcWidth), .FrameWidth(FrameWidth), .Depth(Depth),
    .Levels(Levels), .Ports(Ports)
) u_lockstep (.*);
