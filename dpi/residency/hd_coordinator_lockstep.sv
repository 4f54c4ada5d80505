// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_coordinator, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_coordinator_lockstep #(
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
    input logic                          clk_i,
    input logic                          rst_ni,
    input logic [SizeWidth-1:0]          warps_i,
    input logic [RegWidth-1:0]           regs_i,
    input logic [ScratchWidth-1:0]       scratch_i,
    input logic [SizeWidth-1:0]          least_i,
    input logic                          block_valid_i,
    input logic [IdWidth-1:0]            block_id_i,
    input logic                          block_ready_o,
    input logic [Ports-1:0]              ev_valid_i,
    input logic [Ports*2-1:0]            ev_kind_i,
    input logic [Ports*SlotWidth-1:0]    ev_slot_i,
    input logic [Ports*RegWidth-1:0]     ev_regs_i,
    input logic [Ports*ScratchWidth-1:0] ev_scratch_i,
    input logic [Slots-1:0]              ready_o,
    input logic [Slots*WarpWidth-1:0]    slot_warp_o,
    input logic [Slots*BlockWidth-1:0]   slot_block_o,
    input logic                          begin_en_o,
    input logic [SlotWidth-1:0]          begin_slot_o,
    input logic [WarpWidth-1:0]          begin_warp_o,
    input logic [SizeWidth-1:0]          begin_rank_o,
    input logic [IdWidth-1:0]            begin_id_o,
    input logic                          done_valid_o,
    input logic [IdWidth-1:0]            done_id_o,
    input logic [3*ThreshWidth-1:0]      thresh_i,
    input logic [8:0]                    op_o,
    input logic [RowWidth-1:0]           op_row_o,
    input logic [SetWidth-1:0]           op_set_o,
    input logic [2:0]                    op_held_i,
    input logic [3*PhysWidth-1:0]        op_phys_i,
    input logic [3*16-1:0]               free_i,
    input logic [3*16-1:0]               swapped_i,
    input logic [2:0]                    lock_en_o,
    input logic [RowWidth-1:0]           lock_row_o,
    input logic [SetWidth-1:0]           lock_set_o,
    input logic [1:0]                    keep_en_o,
    input logic [RowWidth-1:0]           keep_row_o,
    input logic [1:0]                    victim_valid_i,
    input logic [2*PhysWidth-1:0]        victim_phys_i,
    input logic [2*RowWidth-1:0]         victim_row_i,
    input logic [2*SetWidth-1:0]         victim_set_i,
    input logic [1:0]                    victim_taken_o,
    input logic                          req_valid_o,
    input logic                          req_ready_i,
    input logic                          req_load_o,
    input logic [1:0]                    req_kind_o,
    input logic [RowWidth-1:0]           req_row_o,
    input logic [SetWidth-1:0]           req_set_o,
    input logic [PhysWidth-1:0]          req_phys_o,
    input logic                          rsp_valid_i,
    input logic [WarpWidth-1:0]          rsp_warp_i,
    input logic [SizeWidth-1:0]          running_o,
    input logic                          idle_o,
    input logic [3:0]                    doing_o
);

  // Ports are handed over by neighbour, the last call compares. One 32-bit word an element; an
  // identity is 128 bits.
  import "DPI-C" function longint unsigned coordinator_open(
      input string path, input int unsigned warps, input int unsigned slots,
      input int unsigned blocks, input int unsigned reg_sets, input int unsigned reg_phys,
      input int unsigned scratch_sets, input int unsigned scratch_phys,
      input int unsigned id_width, input int unsigned ports, input int unsigned thresh_width);
  import "DPI-C" function void coordinator_warps(
      input longint unsigned handle, input bit [Warps*32-1:0] state,
      input bit [Warps*32-1:0] block, input bit [Warps*32-1:0] rank,
      input longint unsigned new_warp, input longint unsigned seated, input longint unsigned away,
      input longint unsigned back, input bit [Warps*32-1:0] slot, input bit [Warps*32-1:0] need,
      input bit [Warps*32-1:0] have, input bit [Warps*32-1:0] scratch,
      input bit [Warps*32-1:0] kind);
  import "DPI-C" function void coordinator_state(
      input longint unsigned handle, input bit [Warps*32-1:0] pending, input int unsigned length,
      input longint unsigned ready, input longint unsigned slot_used,
      input bit [Slots*32-1:0] slot_warp, input int unsigned block_used,
      input bit [Blocks*32-1:0] ended, input bit [Blocks*32-1:0] waiting,
      input bit [Blocks*32-1:0] block_need, input bit [Blocks*32-1:0] block_have,
      input bit [Blocks*128-1:0] id, input int unsigned doing, input int unsigned warp,
      input int unsigned at_block, input int unsigned at, input int unsigned of_queue,
      input bit changed, input int unsigned search,
      input int unsigned spill_row, input int unsigned spill_set, input int unsigned spill_phys);
  import "DPI-C" function void coordinator_blocks(
      input longint unsigned handle, input int unsigned warps, input int unsigned regs,
      input int unsigned scratch, input int unsigned least, input bit block_valid,
      input bit [127:0] block_id, input bit block_ready, input bit begin_en,
      input int unsigned begin_slot, input int unsigned begin_warp, input int unsigned begin_rank,
      input bit [127:0] begin_id, input bit done_valid, input bit [127:0] done_id,
      input int unsigned running, input bit idle, input int unsigned doing);
  import "DPI-C" function void coordinator_events(
      input longint unsigned handle, input byte unsigned ev_valid,
      input bit [Ports*32-1:0] ev_kind, input bit [Ports*32-1:0] ev_slot,
      input bit [Ports*32-1:0] ev_regs, input bit [Ports*32-1:0] ev_scratch,
      input longint unsigned ready, input bit [Slots*32-1:0] slot_warp,
      input bit [Slots*32-1:0] slot_block);
  import "DPI-C" function void coordinator_tables(
      input longint unsigned handle, input bit [95:0] thresh, input bit [95:0] op,
      input int unsigned op_row, input int unsigned op_set, input byte unsigned op_held,
      input bit [95:0] op_phys, input bit [95:0] free, input bit [95:0] swapped,
      input byte unsigned lock_en, input int unsigned lock_row, input int unsigned lock_set);
  import "DPI-C" function int coordinator_ports(
      input longint unsigned handle, input bit rst_n, input byte unsigned keep_en,
      input int unsigned keep_row, input byte unsigned victim_valid, input bit [63:0] victim_phys,
      input bit [63:0] victim_row, input bit [63:0] victim_set, input byte unsigned victim_taken,
      input bit req_valid, input bit req_ready, input bit req_load, input int unsigned req_kind,
      input int unsigned req_row, input int unsigned req_set, input int unsigned req_phys,
      input bit rsp_valid, input int unsigned rsp_warp);

  longint unsigned handle;
  initial
    handle = coordinator_open($sformatf("%m"), Warps, Slots, Blocks, RegSets, RegPhys, ScratchSets,
                              ScratchPhys, IdWidth, Ports, ThreshWidth);

  // ------------------------------------------------------------------------------------------
  // Registers
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  bit [Warps*32-1:0]   state, block, rank, slot, need, have, scratch, kind, pending;
  longint unsigned     new_warp, seated, away, back, ready, slot_used;
  bit [Slots*32-1:0]   seat;
  bit [Blocks*32-1:0]  ended, waiting, block_need, block_have;
  bit [Blocks*128-1:0] id;
  int unsigned         length, block_used, doing, warp, at_block, at, of_queue, search;
  int unsigned         spill_row, spill_set, spill_phys;
  bit                  changed;
  for (genvar w = 0; w < Warps; w++) begin : gen_warp
`ifndef HD_NO_state_q
    assign state[w*32+:32] = 32'(hd_coordinator.state_q[w]);
`endif
`ifndef HD_NO_block_q
    assign block[w*32+:32] = 32'(hd_coordinator.block_q[w]);
`endif
`ifndef HD_NO_rank_q
    assign rank[w*32+:32] = 32'(hd_coordinator.rank_q[w]);
`endif
`ifndef HD_NO_slot_q
    assign slot[w*32+:32] = 32'(hd_coordinator.slot_q[w]);
`endif
`ifndef HD_NO_need_q
    assign need[w*32+:32] = 32'(hd_coordinator.need_q[w]);
`endif
`ifndef HD_NO_have_q
    assign have[w*32+:32] = 32'(hd_coordinator.have_q[w]);
`endif
`ifndef HD_NO_scratch_q
    assign scratch[w*32+:32] = 32'(hd_coordinator.scratch_q[w]);
`endif
`ifndef HD_NO_kind_q
    assign kind[w*32+:32] = 32'(hd_coordinator.kind_q[w]);
`endif
`ifndef HD_NO_list_q
    assign pending[w*32+:32] = 32'(hd_coordinator.list_q[w]);
`endif
  end
`ifndef HD_NO_new_q
  assign new_warp = 64'(hd_coordinator.new_q);
`endif
`ifndef HD_NO_seated_q
  assign seated = 64'(hd_coordinator.seated_q);
`endif
`ifndef HD_NO_away_q
  assign away = 64'(hd_coordinator.away_q);
`endif
`ifndef HD_NO_back_q
  assign back = 64'(hd_coordinator.back_q);
`endif
`ifndef HD_NO_length_q
  assign length = 32'(hd_coordinator.length_q);
`endif
`ifndef HD_NO_ready_q
  assign ready = 64'(hd_coordinator.ready_q);
`endif
`ifndef HD_NO_slot_used_q
  assign slot_used = 64'(hd_coordinator.slot_used_q);
`endif
`ifndef HD_NO_slot_warp_q
  for (genvar s = 0; s < Slots; s++) begin : gen_seat
    assign seat[s*32+:32] = 32'(hd_coordinator.slot_warp_q[s]);
  end
`endif
`ifndef HD_NO_block_used_q
  assign block_used = 32'(hd_coordinator.block_used_q);
`endif
  for (genvar b = 0; b < Blocks; b++) begin : gen_block
`ifndef HD_NO_ended_q
    assign ended[b*32+:32] = 32'(hd_coordinator.ended_q[b]);
`endif
`ifndef HD_NO_waiting_q
    assign waiting[b*32+:32] = 32'(hd_coordinator.waiting_q[b]);
`endif
`ifndef HD_NO_block_need_q
    assign block_need[b*32+:32] = 32'(hd_coordinator.block_need_q[b]);
`endif
`ifndef HD_NO_block_have_q
    assign block_have[b*32+:32] = 32'(hd_coordinator.block_have_q[b]);
`endif
`ifndef HD_NO_id_q
    assign id[b*128+:128] = 128'(hd_coordinator.id_q[b]);
`endif
  end
`ifndef HD_NO_doing_q
  assign doing = 32'(hd_coordinator.doing_q);
`endif
`ifndef HD_NO_warp_q
  assign warp = 32'(hd_coordinator.warp_q);
`endif
`ifndef HD_NO_at_block_q
  assign at_block = 32'(hd_coordinator.at_block_q);
`endif
`ifndef HD_NO_at_q
  assign at = 32'(hd_coordinator.at_q);
`endif
`ifndef HD_NO_queue_q
  assign of_queue = 32'(hd_coordinator.queue_q);
`endif
`ifndef HD_NO_changed_q
  assign changed = hd_coordinator.changed_q;
`endif
`ifndef HD_NO_search_q
  assign search = 32'(hd_coordinator.search_q);
`endif
`ifndef HD_NO_spill_row_q
  assign spill_row = 32'(hd_coordinator.spill_row_q);
`endif
`ifndef HD_NO_spill_set_q
  assign spill_set = 32'(hd_coordinator.spill_set_q);
`endif
`ifndef HD_NO_spill_phys_q
  assign spill_phys = 32'(hd_coordinator.spill_phys_q);
`endif
  always @(negedge clk_i) begin
    coordinator_warps(handle, state, block, rank, new_warp, seated, away, back, slot, need, have,
                      scratch, kind);
    coordinator_state(handle, pending, length, ready, slot_used, seat, block_used, ended, waiting,
                      block_need, block_have, id, doing, warp, at_block, at, of_queue, changed,
                      search, spill_row, spill_set, spill_phys);
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Ports*32-1:0] ev_kind, ev_slot, ev_regs, ev_scratch;
  bit [Slots*32-1:0] slot_warp, slot_block;
  bit [95:0]         thresh, op, op_phys, free, swapped;
  bit [63:0]         victim_phys, victim_row, victim_set;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign ev_kind[p*32+:32]    = 32'(ev_kind_i[p*2+:2]);
    assign ev_slot[p*32+:32]    = 32'(ev_slot_i[p*SlotWidth+:SlotWidth]);
    assign ev_regs[p*32+:32]    = 32'(ev_regs_i[p*RegWidth+:RegWidth]);
    assign ev_scratch[p*32+:32] = 32'(ev_scratch_i[p*ScratchWidth+:ScratchWidth]);
  end
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    assign slot_warp[s*32+:32]  = 32'(slot_warp_o[s*WarpWidth+:WarpWidth]);
    assign slot_block[s*32+:32] = 32'(slot_block_o[s*BlockWidth+:BlockWidth]);
  end
  for (genvar r = 0; r < 3; r++) begin : gen_resource
    assign thresh[r*32+:32]  = 32'(thresh_i[r*ThreshWidth+:ThreshWidth]);
    assign op[r*32+:32]      = 32'(op_o[r*3+:3]);
    assign op_phys[r*32+:32] = 32'(op_phys_i[r*PhysWidth+:PhysWidth]);
    assign free[r*32+:32]    = 32'(free_i[r*16+:16]);
    assign swapped[r*32+:32] = 32'(swapped_i[r*16+:16]);
  end
  for (genvar r = 0; r < 2; r++) begin : gen_selector
    assign victim_phys[r*32+:32] = 32'(victim_phys_i[r*PhysWidth+:PhysWidth]);
    assign victim_row[r*32+:32]  = 32'(victim_row_i[r*RowWidth+:RowWidth]);
    assign victim_set[r*32+:32]  = 32'(victim_set_i[r*SetWidth+:SetWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    coordinator_blocks(handle, 32'(warps_i), 32'(regs_i), 32'(scratch_i), 32'(least_i),
                       block_valid_i, 128'(block_id_i), block_ready_o, begin_en_o,
                       32'(begin_slot_o), 32'(begin_warp_o), 32'(begin_rank_o), 128'(begin_id_o),
                       done_valid_o, 128'(done_id_o), 32'(running_o), idle_o, 32'(doing_o));
    coordinator_events(handle, 8'(ev_valid_i), ev_kind, ev_slot, ev_regs, ev_scratch, 64'(ready_o),
                       slot_warp, slot_block);
    coordinator_tables(handle, thresh, op, 32'(op_row_o), 32'(op_set_o), 8'(op_held_i), op_phys,
                       free, swapped, 8'(lock_en_o), 32'(lock_row_o), 32'(lock_set_o));
    verdict = coordinator_ports(handle, rst_ni, 8'(keep_en_o), 32'(keep_row_o), 8'(victim_valid_i),
                                victim_phys, victim_row, victim_set, 8'(victim_taken_o),
                                req_valid_o, req_ready_i, req_load_o, 32'(req_kind_o),
                                32'(req_row_o), 32'(req_set_o), 32'(req_phys_o), rsp_valid_i,
                                32'(rsp_warp_i));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(block_ready_o)), .Field(0)) u_block_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ready_o)), .Field(1)) u_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(slot_warp_o)), .Field(2)) u_slot_warp (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(slot_block_o)), .Field(3)) u_slot_block (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_en_o)), .Field(4)) u_begin_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_slot_o)), .Field(5)) u_begin_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_warp_o)), .Field(6)) u_begin_warp (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_rank_o)), .Field(7)) u_begin_rank (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_id_o)), .Field(8)) u_begin_id (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(done_valid_o)), .Field(9)) u_done_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(done_id_o)), .Field(10)) u_done_id (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(op_o)), .Field(11)) u_op (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(op_row_o)), .Field(12)) u_op_row (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(op_set_o)), .Field(13)) u_op_set (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(lock_en_o)), .Field(14)) u_lock_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(lock_row_o)), .Field(15)) u_lock_row (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(lock_set_o)), .Field(16)) u_lock_set (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(keep_en_o)), .Field(17)) u_keep_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(keep_row_o)), .Field(18)) u_keep_row (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(victim_taken_o)), .Field(19)) u_victim_taken (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_valid_o)), .Field(20)) u_req_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_load_o)), .Field(21)) u_req_load (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_kind_o)), .Field(22)) u_req_kind (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_row_o)), .Field(23)) u_req_row (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_set_o)), .Field(24)) u_req_set (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_phys_o)), .Field(25)) u_req_phys (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(running_o)), .Field(26)) u_running (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(idle_o)), .Field(27)) u_idle (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(doing_o)), .Field(28)) u_doing (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_coordinator hd_coordinator_lockstep #(
    .Warps(Warps), .Slots(Slots), .Blocks(Blocks), .RegSets(RegSets), .RegPhys(RegPhys),
    .ScratchSets(ScratchSets), .ScratchPhys(ScratchPhys), .IdWidth(IdWidth), .Ports(Ports),
    .ThreshWidth(ThreshWidth)
) u_lockstep (.*);
