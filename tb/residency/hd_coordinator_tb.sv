// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_coordinator; knows nothing of checking. The inputs change at the falling edge, by
// what the outputs say that depend on state alone; what the coordinator did is kept at the rising
// edge, for the tables and the memory of the next cycle.

module hd_coordinator_tb #(
    parameter int Warps       = 0,
    parameter int Slots       = 0,
    parameter int Blocks      = 0,
    parameter int RegSets     = 0,
    parameter int RegPhys     = 0,
    parameter int ScratchSets = 0,
    parameter int ScratchPhys = 0,
    parameter int IdWidth     = 0,
    parameter int Ports       = 0,
    parameter int ThreshWidth = 0,
    localparam int WarpWidth       = $clog2(Warps),
    localparam int SizeWidth       = $clog2(Warps + 1),
    localparam int SlotWidth       = $clog2(Slots),
    localparam int BlockWidth      = $clog2(Blocks),
    localparam int RegWidth        = $clog2(RegSets + 1),
    localparam int ScratchWidth    = $clog2(ScratchSets + 1),
    localparam int RegSetWidth     = RegSets > 1 ? $clog2(RegSets) : 1,
    localparam int ScratchSetWidth = ScratchSets > 1 ? $clog2(ScratchSets) : 1,
    localparam int SetPhysWidth    = RegPhys > ScratchPhys ? $clog2(RegPhys) : $clog2(ScratchPhys),
    localparam int RowWidth  = WarpWidth > BlockWidth ? WarpWidth : BlockWidth,
    localparam int SetWidth  = RegSetWidth > ScratchSetWidth ? RegSetWidth : ScratchSetWidth,
    localparam int PhysWidth = SlotWidth > SetPhysWidth ? SlotWidth : SetPhysWidth
) (
    input  logic                        clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                        block_ready_o,
    output logic [Slots-1:0]            ready_o,
    output logic [Slots*WarpWidth-1:0]  slot_warp_o,
    output logic [Slots*BlockWidth-1:0] slot_block_o,
    output logic                        begin_en_o,
    output logic [SlotWidth-1:0]        begin_slot_o,
    output logic [WarpWidth-1:0]        begin_warp_o,
    output logic [SizeWidth-1:0]        begin_rank_o,
    output logic [IdWidth-1:0]          begin_id_o,
    output logic                        done_valid_o,
    output logic [IdWidth-1:0]          done_id_o,
    output logic [8:0]                  op_o,
    output logic [RowWidth-1:0]         op_row_o,
    output logic [SetWidth-1:0]         op_set_o,
    output logic [2:0]                  lock_en_o,
    output logic [RowWidth-1:0]         lock_row_o,
    output logic [SetWidth-1:0]         lock_set_o,
    output logic [1:0]                  keep_en_o,
    output logic [RowWidth-1:0]         keep_row_o,
    output logic [1:0]                  victim_taken_o,
    output logic                        req_valid_o,
    output logic                        req_load_o,
    output logic [1:0]                  req_kind_o,
    output logic [RowWidth-1:0]         req_row_o,
    output logic [SetWidth-1:0]         req_set_o,
    output logic [PhysWidth-1:0]        req_phys_o,
    output logic [SizeWidth-1:0]        running_o,
    output logic                        idle_o,
    output logic [3:0]                  doing_o
);

  import "DPI-C" function void coordinator_stim_open(
      input int unsigned warps, input int unsigned slots, input int unsigned blocks,
      input int unsigned reg_sets, input int unsigned reg_phys, input int unsigned scratch_sets,
      input int unsigned scratch_phys, input int unsigned id_width, input int unsigned ports,
      input int unsigned thresh_width);
  import "DPI-C" function void coordinator_stim_did(
      input bit [95:0] op, input int unsigned op_row, input int unsigned op_set, input bit load,
      input int unsigned load_row, input bit begin_en, input int unsigned begin_warp);
  import "DPI-C" function void coordinator_stim(
      input longint unsigned ready, input bit [Slots*32-1:0] slot_warp,
      input bit [Slots*32-1:0] slot_block, input byte unsigned keep_en,
      input int unsigned keep_row, input bit idle, output bit rst_n, output int unsigned warps,
      output int unsigned regs, output int unsigned scratch, output int unsigned least,
      output bit block_valid, output bit [127:0] block_id, output byte unsigned ev_valid,
      output bit [Ports*32-1:0] ev_kind, output bit [Ports*32-1:0] ev_slot,
      output bit [Ports*32-1:0] ev_regs, output bit [Ports*32-1:0] ev_scratch,
      output bit [95:0] thresh, output byte unsigned op_held, output bit [95:0] op_phys,
      output bit [95:0] free, output bit [95:0] swapped, output byte unsigned victim_valid,
      output bit [63:0] victim_phys, output bit [63:0] victim_row, output bit [63:0] victim_set,
      output bit req_ready, output bit rsp_valid, output int unsigned rsp_warp);

  logic                          rst_ni, block_valid_i, req_ready_i, rsp_valid_i;
  logic [SizeWidth-1:0]          warps_i, least_i;
  logic [RegWidth-1:0]           regs_i;
  logic [ScratchWidth-1:0]       scratch_i;
  logic [IdWidth-1:0]            block_id_i;
  logic [Ports-1:0]              ev_valid_i;
  logic [Ports*2-1:0]            ev_kind_i;
  logic [Ports*SlotWidth-1:0]    ev_slot_i;
  logic [Ports*RegWidth-1:0]     ev_regs_i;
  logic [Ports*ScratchWidth-1:0] ev_scratch_i;
  logic [3*ThreshWidth-1:0]      thresh_i;
  logic [2:0]                    op_held_i;
  logic [3*PhysWidth-1:0]        op_phys_i;
  logic [3*16-1:0]               free_i, swapped_i;
  logic [1:0]                    victim_valid_i;
  logic [2*PhysWidth-1:0]        victim_phys_i;
  logic [2*RowWidth-1:0]         victim_row_i;
  logic [2*SetWidth-1:0]         victim_set_i;
  logic [WarpWidth-1:0]          rsp_warp_i;

  hd_coordinator #(
      .Warps(Warps), .Slots(Slots), .Blocks(Blocks), .RegSets(RegSets), .RegPhys(RegPhys),
      .ScratchSets(ScratchSets), .ScratchPhys(ScratchPhys), .IdWidth(IdWidth), .Ports(Ports),
      .ThreshWidth(ThreshWidth)
  ) dut (.*);

  initial
    coordinator_stim_open(Warps, Slots, Blocks, RegSets, RegPhys, ScratchSets, ScratchPhys,
                          IdWidth, Ports, ThreshWidth);

  // What the coordinator did in the last cycle.
  always @(posedge clk_i)
    coordinator_stim_did({29'b0, op_o[8:6], 29'b0, op_o[5:3], 29'b0, op_o[2:0]}, 32'(op_row_o),
                         32'(op_set_o), req_valid_o & req_ready_i & req_load_o, 32'(req_row_o),
                         begin_en_o, 32'(begin_warp_o));

  // What it is offered in this one.
  bit [Slots*32-1:0] slot_warp, slot_block;
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    assign slot_warp[s*32+:32]  = 32'(slot_warp_o[s*WarpWidth+:WarpWidth]);
    assign slot_block[s*32+:32] = 32'(slot_block_o[s*BlockWidth+:BlockWidth]);
  end

  bit                rst_n, block_valid, req_ready, rsp_valid;
  int unsigned       warps, regs, scratch, least, rsp_warp;
  bit [127:0]        block_id;
  byte unsigned      ev_valid, op_held, victim_valid;
  bit [Ports*32-1:0] ev_kind, ev_slot, ev_regs, ev_scratch;
  bit [95:0]         thresh, op_phys, free, swapped;
  bit [63:0]         victim_phys, victim_row, victim_set;
  always @(negedge clk_i) begin
    coordinator_stim(64'(ready_o), slot_warp, slot_block, 8'(keep_en_o), 32'(keep_row_o), idle_o,
                     rst_n, warps, regs, scratch, least, block_valid, block_id, ev_valid, ev_kind,
                     ev_slot, ev_regs, ev_scratch, thresh, op_held, op_phys, free, swapped,
                     victim_valid, victim_phys, victim_row, victim_set, req_ready, rsp_valid,
                     rsp_warp);
    rst_ni         = rst_n;
    warps_i        = SizeWidth'(warps);
    regs_i         = RegWidth'(regs);
    scratch_i      = ScratchWidth'(scratch);
    least_i        = SizeWidth'(least);
    block_valid_i  = block_valid;
    block_id_i     = IdWidth'(block_id);
    ev_valid_i     = Ports'(ev_valid);
    op_held_i      = 3'(op_held);
    victim_valid_i = 2'(victim_valid);
    req_ready_i    = req_ready;
    rsp_valid_i    = rsp_valid;
    rsp_warp_i     = WarpWidth'(rsp_warp);
    for (int p = 0; p < Ports; p++) begin
      ev_kind_i[p*2+:2]                       = 2'(ev_kind[p*32+:32]);
      ev_slot_i[p*SlotWidth+:SlotWidth]       = SlotWidth'(ev_slot[p*32+:32]);
      ev_regs_i[p*RegWidth+:RegWidth]         = RegWidth'(ev_regs[p*32+:32]);
      ev_scratch_i[p*ScratchWidth+:ScratchWidth] = ScratchWidth'(ev_scratch[p*32+:32]);
    end
    for (int r = 0; r < 3; r++) begin
      thresh_i[r*ThreshWidth+:ThreshWidth] = ThreshWidth'(thresh[r*32+:32]);
      op_phys_i[r*PhysWidth+:PhysWidth]    = PhysWidth'(op_phys[r*32+:32]);
      free_i[r*16+:16]                     = 16'(free[r*32+:32]);
      swapped_i[r*16+:16]                  = 16'(swapped[r*32+:32]);
    end
    for (int r = 0; r < 2; r++) begin
      victim_phys_i[r*PhysWidth+:PhysWidth] = PhysWidth'(victim_phys[r*32+:32]);
      victim_row_i[r*RowWidth+:RowWidth]    = RowWidth'(victim_row[r*32+:32]);
      victim_set_i[r*SetWidth+:SetWidth]    = SetWidth'(victim_set[r*32+:32]);
    end
  end
endmodule
