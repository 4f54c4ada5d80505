// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_zorua, bound to every instance of it: the ports, and the registers of the
// kernel. All other state is in the blocks inside, and each of them has a checker of its own.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_zorua_lockstep #(
    parameter int Warps       = 64,
    parameter int Slots       = 48,
    parameter int Blocks      = 16,
    parameter int RegSets     = 16,
    parameter int RegPhys     = 256,
    parameter int ScratchSets = 48,
    parameter int ScratchPhys = 48,
    parameter int IdWidth     = 96,
    parameter int Ports       = 2,
    parameter int ThreshWidth = 9,
    parameter int EpochWidth  = 16,
    parameter int Columns     = 16,
    parameter int CntWidth    = 4,
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
    input logic                              clk_i,
    input logic                              rst_ni,
    input logic                              kernel_en_i,
    input logic [SizeWidth-1:0]              kernel_warps_i,
    input logic [RegWidth-1:0]               kernel_regs_i,
    input logic [ScratchWidth-1:0]           kernel_scratch_i,
    input logic [SizeWidth-1:0]              kernel_least_i,
    input logic                              idle_o,
    input logic [EpochWidth-1:0]             epoch_i,
    input logic [EpochWidth-1:0]             delta_i,
    input logic [3*ThreshWidth-1:0]          default_i,
    input logic [3*ThreshWidth-1:0]          step_i,
    input logic [3*ThreshWidth-1:0]          max_i,
    input logic [7:0]                        age_i,
    input logic                              block_valid_i,
    input logic [IdWidth-1:0]                block_id_i,
    input logic                              block_ready_o,
    input logic                              done_valid_o,
    input logic [IdWidth-1:0]                done_id_o,
    input logic [Ports-1:0]                  ev_valid_i,
    input logic [Ports*2-1:0]                ev_kind_i,
    input logic [Ports*SlotWidth-1:0]        ev_slot_i,
    input logic [Ports*RegWidth-1:0]         ev_regs_i,
    input logic [Ports*ScratchWidth-1:0]     ev_scratch_i,
    input logic [Slots-1:0]                  ready_o,
    input logic [Slots*WarpWidth-1:0]        slot_warp_o,
    input logic [Slots*BlockWidth-1:0]       slot_block_o,
    input logic                              begin_en_o,
    input logic [SlotWidth-1:0]              begin_slot_o,
    input logic [WarpWidth-1:0]              begin_warp_o,
    input logic [SizeWidth-1:0]              begin_rank_o,
    input logic [IdWidth-1:0]                begin_id_o,
    input logic                              idle_i,
    input logic                              mem_i,
    input logic [Ports-1:0]                  reg_look_en_i,
    input logic [Ports*WarpWidth-1:0]        reg_look_row_i,
    input logic [Ports*RegSetWidth-1:0]      reg_look_set_i,
    input logic [Ports-1:0]                  reg_found_en_o,
    input logic [Ports-1:0]                  reg_found_wait_o,
    input logic [Ports-1:0]                  reg_found_held_o,
    input logic [Ports*RegPhysWidth-1:0]     reg_found_phys_o,
    input logic [Ports*WarpWidth-1:0]        reg_found_row_o,
    input logic [Ports*RegSetWidth-1:0]      reg_found_set_o,
    input logic [Ports-1:0]                  scratch_look_en_i,
    input logic [Ports*BlockWidth-1:0]       scratch_look_row_i,
    input logic [Ports*ScratchSetWidth-1:0]  scratch_look_set_i,
    input logic [Ports-1:0]                  scratch_found_en_o,
    input logic [Ports-1:0]                  scratch_found_wait_o,
    input logic [Ports-1:0]                  scratch_found_held_o,
    input logic [Ports*ScratchPhysWidth-1:0] scratch_found_phys_o,
    input logic [Ports*BlockWidth-1:0]       scratch_found_row_o,
    input logic [Ports*ScratchSetWidth-1:0]  scratch_found_set_o,
    input logic                              req_valid_o,
    input logic                              req_ready_i,
    input logic                              req_load_o,
    input logic [1:0]                        req_kind_o,
    input logic [RowWidth-1:0]               req_row_o,
    input logic [SetWidth-1:0]               req_set_o,
    input logic [PhysWidth-1:0]              req_phys_o,
    input logic                              rsp_valid_i,
    input logic [WarpWidth-1:0]              rsp_warp_i,
    input logic [SizeWidth-1:0]              running_o,
    input logic [3*ThreshWidth-1:0]          thresh_o,
    input logic [3*16-1:0]                   free_o,
    input logic [3*16-1:0]                   swapped_o
);

  // Ports are handed over by neighbour, the last call compares. One 32-bit word an element; an
  // identity is 128 bits. The parameters are words too, in the order of the module.
  import "DPI-C" function longint unsigned zorua_open(input string path,
                                                      input bit [13*32-1:0] parameters);
  import "DPI-C" function void zorua_state(
      input longint unsigned handle, input int unsigned warps, input int unsigned regs,
      input int unsigned scratch, input int unsigned least);
  import "DPI-C" function void zorua_kernel(
      input longint unsigned handle, input bit kernel_en, input int unsigned kernel_warps,
      input int unsigned kernel_regs, input int unsigned kernel_scratch,
      input int unsigned kernel_least, input bit idle, input int unsigned epoch,
      input int unsigned delta, input bit [95:0] by_default, input bit [95:0] step,
      input bit [95:0] max, input int unsigned age, input bit core_idle, input bit mem,
      input int unsigned running, input bit [95:0] thresh, input bit [95:0] free,
      input bit [95:0] swapped);
  import "DPI-C" function void zorua_blocks(
      input longint unsigned handle, input bit block_valid, input bit [127:0] block_id,
      input bit block_ready, input bit done_valid, input bit [127:0] done_id, input bit begin_en,
      input int unsigned begin_slot, input int unsigned begin_warp, input int unsigned begin_rank,
      input bit [127:0] begin_id);
  import "DPI-C" function void zorua_events(
      input longint unsigned handle, input byte unsigned ev_valid, input bit [Ports*32-1:0] ev_kind,
      input bit [Ports*32-1:0] ev_slot, input bit [Ports*32-1:0] ev_regs,
      input bit [Ports*32-1:0] ev_scratch, input longint unsigned ready,
      input bit [Slots*32-1:0] slot_warp, input bit [Slots*32-1:0] slot_block);
  import "DPI-C" function void zorua_regs(
      input longint unsigned handle, input byte unsigned reg_look_en,
      input bit [Ports*32-1:0] reg_look_row, input bit [Ports*32-1:0] reg_look_set,
      input byte unsigned reg_found_en, input byte unsigned reg_found_wait,
      input byte unsigned reg_found_held, input bit [Ports*32-1:0] reg_found_phys,
      input bit [Ports*32-1:0] reg_found_row, input bit [Ports*32-1:0] reg_found_set);
  import "DPI-C" function void zorua_scratch(
      input longint unsigned handle, input byte unsigned scratch_look_en,
      input bit [Ports*32-1:0] scratch_look_row, input bit [Ports*32-1:0] scratch_look_set,
      input byte unsigned scratch_found_en, input byte unsigned scratch_found_wait,
      input byte unsigned scratch_found_held, input bit [Ports*32-1:0] scratch_found_phys,
      input bit [Ports*32-1:0] scratch_found_row, input bit [Ports*32-1:0] scratch_found_set);
  import "DPI-C" function int zorua_ports(
      input longint unsigned handle, input bit rst_n, input bit req_valid, input bit req_ready,
      input bit req_load, input int unsigned req_kind, input int unsigned req_row,
      input int unsigned req_set, input int unsigned req_phys, input bit rsp_valid,
      input int unsigned rsp_warp);

  longint unsigned handle;
  initial
    handle = zorua_open($sformatf("%m"),
                        {32'(CntWidth), 32'(Columns), 32'(EpochWidth), 32'(ThreshWidth),
                         32'(Ports), 32'(IdWidth), 32'(ScratchPhys), 32'(ScratchSets), 32'(RegPhys),
                         32'(RegSets), 32'(Blocks), 32'(Slots), 32'(Warps)});

  // ------------------------------------------------------------------------------------------
  // Registers
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  int unsigned warps, regs, scratch, least;
`ifndef HD_NO_warps_q
  assign warps = 32'(hd_zorua.warps_q);
`endif
`ifndef HD_NO_regs_q
  assign regs = 32'(hd_zorua.regs_q);
`endif
`ifndef HD_NO_scratch_q
  assign scratch = 32'(hd_zorua.scratch_q);
`endif
`ifndef HD_NO_least_q
  assign least = 32'(hd_zorua.least_q);
`endif
  always @(negedge clk_i) zorua_state(handle, warps, regs, scratch, least);
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Ports*32-1:0] ev_kind, ev_slot, ev_regs, ev_scratch, reg_look_row, reg_look_set,
    reg_found_phys, reg_found_row, reg_found_set, scratch_look_row, scratch_look_set,
    scratch_found_phys, scratch_found_row, scratch_found_set;
  bit [Slots*32-1:0] slot_warp, slot_block;
  bit [95:0] by_default, step, max, thresh, free, swapped;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign ev_kind[p*32+:32]            = 32'(ev_kind_i[p*2+:2]);
    assign ev_slot[p*32+:32]            = 32'(ev_slot_i[p*SlotWidth+:SlotWidth]);
    assign ev_regs[p*32+:32]            = 32'(ev_regs_i[p*RegWidth+:RegWidth]);
    assign ev_scratch[p*32+:32]         = 32'(ev_scratch_i[p*ScratchWidth+:ScratchWidth]);
    assign reg_look_row[p*32+:32]       = 32'(reg_look_row_i[p*WarpWidth+:WarpWidth]);
    assign reg_look_set[p*32+:32]       = 32'(reg_look_set_i[p*RegSetWidth+:RegSetWidth]);
    assign reg_found_phys[p*32+:32]     = 32'(reg_found_phys_o[p*RegPhysWidth+:RegPhysWidth]);
    assign reg_found_row[p*32+:32]      = 32'(reg_found_row_o[p*WarpWidth+:WarpWidth]);
    assign reg_found_set[p*32+:32]      = 32'(reg_found_set_o[p*RegSetWidth+:RegSetWidth]);
    assign scratch_look_row[p*32+:32]   = 32'(scratch_look_row_i[p*BlockWidth+:BlockWidth]);
    assign scratch_look_set[p*32+:32] =
        32'(scratch_look_set_i[p*ScratchSetWidth+:ScratchSetWidth]);
    assign scratch_found_phys[p*32+:32] =
        32'(scratch_found_phys_o[p*ScratchPhysWidth+:ScratchPhysWidth]);
    assign scratch_found_row[p*32+:32]  = 32'(scratch_found_row_o[p*BlockWidth+:BlockWidth]);
    assign scratch_found_set[p*32+:32] =
        32'(scratch_found_set_o[p*ScratchSetWidth+:ScratchSetWidth]);
  end
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    assign slot_warp[s*32+:32]  = 32'(slot_warp_o[s*WarpWidth+:WarpWidth]);
    assign slot_block[s*32+:32] = 32'(slot_block_o[s*BlockWidth+:BlockWidth]);
  end
  for (genvar r = 0; r < 3; r++) begin : gen_resource
    assign by_default[r*32+:32] = 32'(default_i[r*ThreshWidth+:ThreshWidth]);
    assign step[r*32+:32]       = 32'(step_i[r*ThreshWidth+:ThreshWidth]);
    assign max[r*32+:32]        = 32'(max_i[r*ThreshWidth+:ThreshWidth]);
    assign thresh[r*32+:32]     = 32'(thresh_o[r*ThreshWidth+:ThreshWidth]);
    assign free[r*32+:32]       = 32'(free_o[r*16+:16]);
    assign swapped[r*32+:32]    = 32'(swapped_o[r*16+:16]);
  end

  int verdict;
  always @(posedge clk_i) begin
    zorua_kernel(handle, kernel_en_i, 32'(kernel_warps_i), 32'(kernel_regs_i),
                 32'(kernel_scratch_i), 32'(kernel_least_i), idle_o, 32'(epoch_i), 32'(delta_i),
                 by_default, step, max, 32'(age_i), idle_i, mem_i, 32'(running_o), thresh, free,
                 swapped);
    zorua_blocks(handle, block_valid_i, 128'(block_id_i), block_ready_o, done_valid_o,
                 128'(done_id_o), begin_en_o, 32'(begin_slot_o), 32'(begin_warp_o),
                 32'(begin_rank_o), 128'(begin_id_o));
    zorua_events(handle, 8'(ev_valid_i), ev_kind, ev_slot, ev_regs, ev_scratch, 64'(ready_o),
                 slot_warp, slot_block);
    zorua_regs(handle, 8'(reg_look_en_i), reg_look_row, reg_look_set, 8'(reg_found_en_o),
               8'(reg_found_wait_o), 8'(reg_found_held_o), reg_found_phys, reg_found_row,
               reg_found_set);
    zorua_scratch(handle, 8'(scratch_look_en_i), scratch_look_row, scratch_look_set,
                  8'(scratch_found_en_o), 8'(scratch_found_wait_o), 8'(scratch_found_held_o),
                  scratch_found_phys, scratch_found_row, scratch_found_set);
    verdict = zorua_ports(handle, rst_ni, req_valid_o, req_ready_i, req_load_o, 32'(req_kind_o),
                          32'(req_row_o), 32'(req_set_o), 32'(req_phys_o), rsp_valid_i,
                          32'(rsp_warp_i));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(idle_o)), .Field(0)) u_idle (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(running_o)), .Field(1)) u_running (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(thresh_o)), .Field(2)) u_thresh (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(free_o)), .Field(3)) u_free (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(swapped_o)), .Field(4)) u_swapped (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(block_ready_o)), .Field(5)) u_block_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(done_valid_o)), .Field(6)) u_done_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(done_id_o)), .Field(7)) u_done_id (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_en_o)), .Field(8)) u_begin_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_slot_o)), .Field(9)) u_begin_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_warp_o)), .Field(10)) u_begin_warp (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_rank_o)), .Field(11)) u_begin_rank (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_id_o)), .Field(12)) u_begin_id (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ready_o)), .Field(13)) u_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(slot_warp_o)), .Field(14)) u_slot_warp (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(slot_block_o)), .Field(15)) u_slot_block (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(reg_found_en_o)), .Field(16)) u_reg_found_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(reg_found_wait_o)), .Field(17)) u_reg_found_wait (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(reg_found_held_o)), .Field(18)) u_reg_found_held (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(reg_found_phys_o)), .Field(19)) u_reg_found_phys (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(reg_found_row_o)), .Field(20)) u_reg_found_row (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(reg_found_set_o)), .Field(21)) u_reg_found_set (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(scratch_found_en_o)), .Field(22))
      u_scratch_found_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(scratch_found_wait_o)), .Field(23))
      u_scratch_found_wait (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(scratch_found_held_o)), .Field(24))
      u_scratch_found_held (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(scratch_found_phys_o)), .Field(25))
      u_scratch_found_phys (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(scratch_found_row_o)), .Field(26))
      u_scratch_found_row (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(scratch_found_set_o)), .Field(27))
      u_scratch_found_set (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_valid_o)), .Field(28)) u_req_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_load_o)), .Field(29)) u_req_load (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_kind_o)), .Field(30)) u_req_kind (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_row_o)), .Field(31)) u_req_row (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_set_o)), .Field(32)) u_req_set (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_phys_o)), .Field(33)) u_req_phys (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_zorua hd_zorua_lockstep #(
    .Warps(Warps), .Slots(Slots), .Blocks(Blocks), .RegSets(RegSets), .RegPhys(RegPhys),
    .ScratchSets(ScratchSets), .ScratchPhys(ScratchPhys), .IdWidth(IdWidth), .Ports(Ports),
    .ThreshWidth(ThreshWidth), .EpochWidth(EpochWidth), .Columns(Columns), .CntWidth(CntWidth)
) u_lockstep (.*);
