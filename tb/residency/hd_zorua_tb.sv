// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_zorua; knows nothing of checking. The inputs change at the falling edge, by what
// the outputs say that depend on state alone; what the unit did is kept at the rising edge, for the
// stimulus of the next cycle.

module hd_zorua_tb #(
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
    parameter int EpochWidth  = 0,
    parameter int Columns     = 0,
    parameter int CntWidth    = 0,
    localparam int WarpWidth        = $clog2(Warps),
    localparam int SizeWidth        = $clog2(Warps + 1),
    localparam int SlotWidth        = $clog2(Slots),
    localparam int BlockWidth       = $clog2(Blocks),
    localparam int RegWidth         = $clog2(RegSets + 1),
    localparam int ScratchWidth     = $clog2(ScratchSets + 1),
    localparam int RegSetWidth      = RegSets > 1 ? $clog2(RegSets) : 1,
    localparam int ScratchSetWidth  = ScratchSets > 1 ? $clog2(ScratchSets) : 1,
    localparam int RegPhysWidth     = $clog2(RegPhys),
    localparam int ScratchPhysWidth = $clog2(ScratchPhys),
    localparam int SetPhysWidth = RegPhysWidth > ScratchPhysWidth ? RegPhysWidth : ScratchPhysWidth,
    localparam int RowWidth  = WarpWidth > BlockWidth ? WarpWidth : BlockWidth,
    localparam int SetWidth  = RegSetWidth > ScratchSetWidth ? RegSetWidth : ScratchSetWidth,
    localparam int PhysWidth = SlotWidth > SetPhysWidth ? SlotWidth : SetPhysWidth
) (
    input  logic                              clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                              idle_o,
    output logic                              block_ready_o,
    output logic                              done_valid_o,
    output logic [IdWidth-1:0]                done_id_o,
    output logic [Slots-1:0]                  ready_o,
    output logic [Slots*WarpWidth-1:0]        slot_warp_o,
    output logic [Slots*BlockWidth-1:0]       slot_block_o,
    output logic                              begin_en_o,
    output logic [SlotWidth-1:0]              begin_slot_o,
    output logic [WarpWidth-1:0]              begin_warp_o,
    output logic [SizeWidth-1:0]              begin_rank_o,
    output logic [IdWidth-1:0]                begin_id_o,
    output logic [Ports-1:0]                  reg_found_en_o,
    output logic [Ports-1:0]                  reg_found_wait_o,
    output logic [Ports-1:0]                  reg_found_held_o,
    output logic [Ports*RegPhysWidth-1:0]     reg_found_phys_o,
    output logic [Ports*WarpWidth-1:0]        reg_found_row_o,
    output logic [Ports*RegSetWidth-1:0]      reg_found_set_o,
    output logic [Ports-1:0]                  scratch_found_en_o,
    output logic [Ports-1:0]                  scratch_found_wait_o,
    output logic [Ports-1:0]                  scratch_found_held_o,
    output logic [Ports*ScratchPhysWidth-1:0] scratch_found_phys_o,
    output logic [Ports*BlockWidth-1:0]       scratch_found_row_o,
    output logic [Ports*ScratchSetWidth-1:0]  scratch_found_set_o,
    output logic                              req_valid_o,
    output logic                              req_load_o,
    output logic [1:0]                        req_kind_o,
    output logic [RowWidth-1:0]               req_row_o,
    output logic [SetWidth-1:0]               req_set_o,
    output logic [PhysWidth-1:0]              req_phys_o,
    output logic [SizeWidth-1:0]              running_o,
    output logic [3*ThreshWidth-1:0]          thresh_o,
    output logic [3*16-1:0]                   free_o,
    output logic [3*16-1:0]                   swapped_o
);

  // One 32-bit word an element. The parameters are words too, in the order of the module.
  import "DPI-C" function void zorua_stim_open(input bit [13*32-1:0] parameters);
  import "DPI-C" function void zorua_stim_did(
      input bit load, input int unsigned load_row, input bit begin_en,
      input int unsigned begin_warp);
  // Draws the cycle; what else is offered in it the others say.
  import "DPI-C" function void zorua_stim(
      input longint unsigned ready, input bit [Slots*32-1:0] slot_warp,
      input bit [Slots*32-1:0] slot_block, input bit idle, output bit rst_n, output bit block_valid,
      output bit [127:0] block_id, output byte unsigned ev_valid, output bit [Ports*32-1:0] ev_kind,
      output bit [Ports*32-1:0] ev_slot, output bit [Ports*32-1:0] ev_regs,
      output bit [Ports*32-1:0] ev_scratch, output bit req_ready, output bit rsp_valid,
      output int unsigned rsp_warp);
  import "DPI-C" function void zorua_stim_kernel(
      output bit kernel_en, output int unsigned kernel_warps, output int unsigned kernel_regs,
      output int unsigned kernel_scratch, output int unsigned kernel_least,
      output int unsigned epoch, output int unsigned delta, output bit [95:0] by_default,
      output bit [95:0] step, output bit [95:0] max, output int unsigned age, output bit core_idle,
      output bit mem);
  import "DPI-C" function void zorua_stim_looks(
      output byte unsigned reg_look_en, output bit [Ports*32-1:0] reg_look_row,
      output bit [Ports*32-1:0] reg_look_set, output byte unsigned scratch_look_en,
      output bit [Ports*32-1:0] scratch_look_row, output bit [Ports*32-1:0] scratch_look_set);

  logic                             rst_ni, kernel_en_i, block_valid_i, idle_i, mem_i, req_ready_i,
                                    rsp_valid_i;
  logic [SizeWidth-1:0]             kernel_warps_i, kernel_least_i;
  logic [RegWidth-1:0]              kernel_regs_i;
  logic [ScratchWidth-1:0]          kernel_scratch_i;
  logic [EpochWidth-1:0]            epoch_i, delta_i;
  logic [3*ThreshWidth-1:0]         default_i, step_i, max_i;
  logic [7:0]                       age_i;
  logic [IdWidth-1:0]               block_id_i;
  logic [Ports-1:0]                 ev_valid_i, reg_look_en_i, scratch_look_en_i;
  logic [Ports*2-1:0]               ev_kind_i;
  logic [Ports*SlotWidth-1:0]       ev_slot_i;
  logic [Ports*RegWidth-1:0]        ev_regs_i;
  logic [Ports*ScratchWidth-1:0]    ev_scratch_i;
  logic [Ports*WarpWidth-1:0]       reg_look_row_i;
  logic [Ports*RegSetWidth-1:0]     reg_look_set_i;
  logic [Ports*BlockWidth-1:0]      scratch_look_row_i;
  logic [Ports*ScratchSetWidth-1:0] scratch_look_set_i;
  logic [WarpWidth-1:0]             rsp_warp_i;

  hd_zorua #(
      .Warps(Warps), .Slots(Slots), .Blocks(Blocks), .RegSets(RegSets), .RegPhys(RegPhys),
      .ScratchSets(ScratchSets), .ScratchPhys(ScratchPhys), .IdWidth(IdWidth), .Ports(Ports),
      .ThreshWidth(ThreshWidth), .EpochWidth(EpochWidth), .Columns(Columns), .CntWidth(CntWidth)
  ) dut (.*);

  initial
    zorua_stim_open({32'(CntWidth), 32'(Columns), 32'(EpochWidth), 32'(ThreshWidth), 32'(Ports),
                     32'(IdWidth), 32'(ScratchPhys), 32'(ScratchSets), 32'(RegPhys), 32'(RegSets),
                     32'(Blocks), 32'(Slots), 32'(Warps)});

  // What the unit did in the last cycle.
  always @(posedge clk_i)
    zorua_stim_did(req_valid_o & req_ready_i & req_load_o, 32'(req_row_o), begin_en_o,
                   32'(begin_warp_o));

  // What it is offered in this one.
  bit [Slots*32-1:0] slot_warp, slot_block;
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    assign slot_warp[s*32+:32]  = 32'(slot_warp_o[s*WarpWidth+:WarpWidth]);
    assign slot_block[s*32+:32] = 32'(slot_block_o[s*BlockWidth+:BlockWidth]);
  end

  bit                rst_n, kernel_en, block_valid, core_idle, mem, req_ready, rsp_valid;
  int unsigned       kernel_warps, kernel_regs, kernel_scratch, kernel_least, epoch, delta, age,
                     rsp_warp;
  bit [95:0]         by_default, step, max;
  bit [127:0]        block_id;
  byte unsigned      ev_valid, reg_look_en, scratch_look_en;
  bit [Ports*32-1:0] ev_kind, ev_slot, ev_regs, ev_scratch, reg_look_row, reg_look_set,
                     scratch_look_row, scratch_look_set;
  always @(negedge clk_i) begin
    zorua_stim(64'(ready_o), slot_warp, slot_block, idle_o, rst_n, block_valid, block_id, ev_valid,
               ev_kind, ev_slot, ev_regs, ev_scratch, req_ready, rsp_valid, rsp_warp);
    zorua_stim_kernel(kernel_en, kernel_warps, kernel_regs, kernel_scratch, kernel_least, epoch,
                      delta, by_default, step, max, age, core_idle, mem);
    zorua_stim_looks(reg_look_en, reg_look_row, reg_look_set, scratch_look_en, scratch_look_row,
                     scratch_look_set);
    rst_ni            = rst_n;
    kernel_en_i       = kernel_en;
    kernel_warps_i    = SizeWidth'(kernel_warps);
    kernel_regs_i     = RegWidth'(kernel_regs);
    kernel_scratch_i  = ScratchWidth'(kernel_scratch);
    kernel_least_i    = SizeWidth'(kernel_least);
    epoch_i           = EpochWidth'(epoch);
    delta_i           = EpochWidth'(delta);
    age_i             = 8'(age);
    block_valid_i     = block_valid;
    block_id_i        = IdWidth'(block_id);
    ev_valid_i        = Ports'(ev_valid);
    idle_i            = core_idle;
    mem_i             = mem;
    reg_look_en_i     = Ports'(reg_look_en);
    scratch_look_en_i = Ports'(scratch_look_en);
    req_ready_i       = req_ready;
    rsp_valid_i       = rsp_valid;
    rsp_warp_i        = WarpWidth'(rsp_warp);
    for (int p = 0; p < Ports; p++) begin
      ev_kind_i[p*2+:2] = 2'(ev_kind[p*32+:32]);
      ev_slot_i[p*SlotWidth+:SlotWidth] = SlotWidth'(ev_slot[p*32+:32]);
      ev_regs_i[p*RegWidth+:RegWidth] = RegWidth'(ev_regs[p*32+:32]);
      ev_scratch_i[p*ScratchWidth+:ScratchWidth] = ScratchWidth'(ev_scratch[p*32+:32]);
      reg_look_row_i[p*WarpWidth+:WarpWidth] = WarpWidth'(reg_look_row[p*32+:32]);
      reg_look_set_i[p*RegSetWidth+:RegSetWidth] = RegSetWidth'(reg_look_set[p*32+:32]);
      scratch_look_row_i[p*BlockWidth+:BlockWidth] = BlockWidth'(scratch_look_row[p*32+:32]);
      scratch_look_set_i[p*ScratchSetWidth+:ScratchSetWidth] =
          ScratchSetWidth'(scratch_look_set[p*32+:32]);
    end
    for (int r = 0; r < 3; r++) begin
      default_i[r*ThreshWidth+:ThreshWidth] = ThreshWidth'(by_default[r*32+:32]);
      step_i[r*ThreshWidth+:ThreshWidth] = ThreshWidth'(step[r*32+:32]);
      max_i[r*ThreshWidth+:ThreshWidth] = ThreshWidth'(max[r*32+:32]);
    end
  end
endmodule
