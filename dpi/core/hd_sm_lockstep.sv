// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_sm, bound to every instance of it. Hands the machine's own registers, its
// inputs and outputs to the golden model of the whole core in each cycle (steps 1 to 3:
// dpi/common/lockstep.h); the blocks inside have checkers of their own.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name. HD_NO_CONTENTS leaves out what register file and shared memory
// hold at first.

module hd_sm_lockstep #(
    parameter int Formation    = 0,
    parameter int Residency    = 0,
    parameter int Slots        = 48,
    parameter int Lanes        = 32,
    parameter int Simd         = 16,
    parameter int Ports        = 2,
    parameter int Policy       = 0,
    parameter int Group        = 8,
    parameter int Entries      = 2,
    parameter int FrameWidth   = 6,
    parameter int Depth        = 4,
    parameter int Levels       = 64,
    parameter int Blocks       = 8,
    parameter int MaxWarps     = 32,
    parameter int Threads      = 1536,
    parameter int Banks        = 4,
    parameter int Sets         = 256,
    parameter int DivBits      = 1,
    parameter int FloatSteps   = 16,
    parameter int Accesses     = 32,
    parameter int LineBytes    = 128,
    parameter int CacheSets    = 32,
    parameter int Ways         = 4,
    parameter int Mshrs        = 64,
    parameter int Merges       = 4,
    parameter int SharedBanks  = 32,
    parameter int SharedWords  = 12288,
    parameter int RowBits      = 512,
    parameter int Holds        = 32,
    parameter int Patience     = 255,
    parameter int PoolEntries  = 128,
    parameter int LutEntries   = 64,
    parameter int LutWays      = 4,
    parameter int Forward      = 1,
    parameter int DwfPolicy    = 0,
    parameter int HeapEntries  = 64,
    parameter int HeapPorts    = 2,
    parameter int QueueDepth   = 4,
    parameter int Tree         = 0,
    parameter int MheapEntries = 128,
    parameter int MheapWays    = 8,
    parameter int CntWidth     = 12,
    parameter int WidWidth     = 8,
    parameter int LutWidth     = 8,
    parameter int AgeLimit     = 0,
    parameter int Ctas         = 0,
    parameter int Warps        = 0,
    localparam int Own         = Formation == 1 ? 1 : 0,
    localparam int Rows        = Own != 0 ? Lanes : 1,
    localparam int SlotWidth   = $clog2(Slots),
    localparam int Owners      = Residency != 0 ? Warps : Slots,
    localparam int WarpWidth   = $clog2(Owners),
    localparam int Homes       = Residency == 2 ? Warps : Slots,
    localparam int PlaceWidth  = $clog2(SharedWords / (RowBits / 32)),
    localparam int SizeWidth   = $clog2(Lanes * MaxWarps + 1),
    localparam int BankWidth   = Banks > 1 ? $clog2(Banks) : 1,
    localparam int SetWidth    = Sets > 1 ? $clog2(Sets) : 1,
    localparam int RowWidth    = $clog2(Banks * Sets + 1),
    localparam int ByteWidth   = $clog2(4 * SharedWords + 1),
    localparam int LineWidth   = 32 - $clog2(LineBytes),
    localparam int WordWidth   = $clog2(LineBytes) > 3 ? $clog2(LineBytes) - 2 : 1,
    localparam int MshrWidth   = Mshrs > 1 ? $clog2(Mshrs) : 1,
    localparam int LevelWidth  = $clog2(Levels + 1),
    localparam int EntryWidth  = Lanes + 2 * (32 + FrameWidth),
    localparam int GroupWidth  = CntWidth + 32 + Lanes + Lanes * (SlotWidth + $clog2(Lanes))
) (
    input logic clk_i,
    input logic rst_ni,
    input logic                            kernel_en_i,
    input logic [31:0]                     grid_x_i,
    input logic [31:0]                     grid_y_i,
    input logic [31:0]                     grid_z_i,
    input logic [SizeWidth-1:0]            block_x_i,
    input logic [SizeWidth-1:0]            block_y_i,
    input logic [SizeWidth-1:0]            block_z_i,
    input logic [SizeWidth-1:0]            block_threads_i,
    input logic [RowWidth:0]               block_rows_i,
    input logic [SetWidth:0]               thread_sets_i,
    input logic [ByteWidth:0]              block_bytes_i,
    input logic [PlaceWidth-1:0]           context_rows_i,
    input logic [31:0]                     entry_i,
    input logic [31:0]                     kernel_phase_i,
    input logic [64*6-1:0]                 rows_i,
    input logic [31:0]                     arguments_i,
    input logic [31:0]                     stack_top_i,
    input logic [31:0]                     shared_bytes_i,
    input logic [31:0]                     local_i,
    input logic [31:0]                     grp_base_i,
    input logic                            fetch_ready_i,
    input logic                            rsp_valid_i,
    input logic [SlotWidth-1:0]            rsp_slot_i,
    input logic [31:0]                     rsp_word_i,
    input logic [31:0]                     rsp_meet_i,
    input logic                            rsp_meets_i,
    input logic                            rsp_phase_i,
    input logic [31:0]                     rsp_specifier_i,
    input logic                            mem_ready_i,
    input logic                            fill_valid_i,
    input logic [MshrWidth-1:0]            fill_id_i,
    input logic [LineBytes*8-1:0]          fill_data_i,
    input logic                            spill_ready_i,
    input logic                            back_valid_i,
    input logic [SlotWidth-1:0]            back_slot_i,
    input logic [EntryWidth-1:0]           back_data_i,
    input logic                            grp_wr_ready_i,
    input logic                            grp_rd_ready_i,
    input logic                            grp_rsp_valid_i,
    input logic [GroupWidth-1:0]           grp_rsp_data_i,
    input logic                            grp_wr_valid_o,
    input logic [31:0]                     grp_wr_addr_o,
    input logic [GroupWidth-1:0]           grp_wr_data_o,
    input logic                            grp_rd_valid_o,
    input logic [31:0]                     grp_rd_addr_o,
    input logic                            grp_rsp_ready_o,
    input logic                            idle_o,
    input logic                            done_o,
    input logic                            refused_o,
    input logic [6:0]                      binds_o,
    input logic                            fetch_valid_o,
    input logic [SlotWidth-1:0]            fetch_slot_o,
    input logic [31:0]                     fetch_pc_o,
    input logic                            mem_valid_o,
    input logic [1:0]                      mem_kind_o,
    input logic [MshrWidth-1:0]            mem_id_o,
    input logic [LineWidth-1:0]            mem_line_o,
    input logic [LineBytes*8-1:0]          mem_data_o,
    input logic [LineBytes-1:0]            mem_be_o,
    input logic [3:0]                      mem_op_o,
    input logic [LineBytes*8-1:0]          mem_expect_o,
    input logic [Lanes-1:0]                mem_lanes_o,
    input logic [Lanes*WordWidth-1:0]      mem_word_o,
    input logic [Rows*WarpWidth-1:0]       mem_owner_o,
    input logic                            fill_ready_o,
    input logic                            spill_valid_o,
    input logic                            spill_load_o,
    input logic [SlotWidth-1:0]            spill_slot_o,
    input logic [WarpWidth-1:0]            spill_warp_o,
    input logic [LevelWidth-1:0]           spill_level_o,
    input logic [EntryWidth-1:0]           spill_data_o,
    input logic [Ports-1:0]                issue_en_o,
    input logic [Ports*Rows*SlotWidth-1:0] issue_slot_o,
    input logic [Ports*32-1:0]             issue_pc_o,
    input logic [Ports*Lanes-1:0]          issue_mask_o,
    input logic [Ports*3-1:0]              why_o,
    input logic                            access_en_o,
    input logic [Rows*SlotWidth-1:0]       access_slot_o,
    input logic [31:0]                     access_pc_o,
    input logic [31:0]                     access_word_o,
    input logic [Lanes-1:0]                access_mask_o,
    input logic [Lanes*32-1:0]             access_addr_o,
    input logic [2:0]                      outcome_o,
    input logic [1:0]                      blocked_o,
    input logic                            conflict_o,
    input logic [Ports-1:0]                frm_bad_o,
    input logic [Ports*Rows*SlotWidth-1:0] frm_bad_slot_o,
    input logic [Ports*32-1:0]             frm_bad_pc_o
);

  // What is wide is handed over in 32-bit words, masks in 64 bits: an entry of the SIMT stack, the
  // enables of a line's bytes.
  localparam int DataBits  = LineBytes * 8;
  localparam int BytesBits = (LineBytes + 31) / 32 * 32;
  localparam int EntryBits = (EntryWidth + 31) / 32 * 32;
  localparam int GroupBits = (GroupWidth + 31) / 32 * 32;

  import "DPI-C" function longint unsigned sm_open(input string path, input string parameters);
  import "DPI-C" function void sm_contents(
      input longint unsigned handle, input int unsigned bank, input int unsigned index,
      input int unsigned lane, input int unsigned value);
  import "DPI-C" function void sm_words(
      input longint unsigned handle, input int unsigned addr, input int unsigned word);
  import "DPI-C" function void sm_kernel_state(
      input longint unsigned handle, input int unsigned phase, input int unsigned seat,
      input int unsigned seat_rank, input int unsigned seat_shared, input int unsigned seat_sets,
      input bit [Owners*32-1:0] rank, input bit [Owners*32-1:0] shared,
      input bit [Owners*32-1:0] sets,
      input longint unsigned pending, input int unsigned begin_slot, input bit [95:0] begin_id,
      input bit [Homes*96-1:0] id, input int unsigned turn, input byte unsigned wrote);
  // One of the two registers of each port; those of the issue registers say which are full.
  import "DPI-C" function void sm_stage_state(
      input longint unsigned handle, input bit operands, input byte unsigned full,
      input bit [Ports*Rows*32-1:0] slot, input bit [Ports*32-1:0] pc,
      input bit [Ports*32-1:0] word, input bit [Ports*64-1:0] mask, input bit [Ports*32-1:0] meet,
      input byte unsigned meets, input bit [Ports*32-1:0] of_unit, input bit [Ports*32-1:0] flow,
      input bit [Ports*32-1:0] used, input bit [Ports*4*32-1:0] regs);
  // What there is with warps that are no slots alone.
  import "DPI-C" function void sm_warp_state(
      input longint unsigned handle, input int unsigned seat_block,
      input bit [Ports*Rows*32-1:0] iss_warp, input bit [Ports*Rows*32-1:0] opr_warp);
  // What there is with Zorua alone.
  import "DPI-C" function void sm_place_state(
      input longint unsigned handle, input bit [Ports*4*32-1:0] iss_bank,
      input bit [Ports*4*32-1:0] iss_index, input bit [Ports*32-1:0] iss_park,
      input byte unsigned iss_stores, input bit [Ports*32-1:0] opr_bank,
      input bit [Ports*32-1:0] opr_index, input bit [Ports*32-1:0] opr_park);
  import "DPI-C" function void sm_state(input longint unsigned handle);
  import "DPI-C" function void sm_warp_ports(
      input longint unsigned handle, input int unsigned context_rows,
      input int unsigned spill_warp, input int unsigned kernel_phase, input bit rsp_phase,
      input int unsigned rsp_specifier);
  import "DPI-C" function void sm_groups(
      input longint unsigned handle, input int unsigned base, input bit wr_valid,
      input bit wr_ready, input int unsigned wr_addr, input bit [GroupBits-1:0] wr_data,
      input bit rd_valid, input bit rd_ready, input int unsigned rd_addr, input bit rsp_valid,
      input bit rsp_ready, input bit [GroupBits-1:0] rsp_data);
  import "DPI-C" function void sm_inputs(
      input longint unsigned handle, input bit kernel_en, input bit [3*32-1:0] grid,
      input bit [3*32-1:0] block, input int unsigned block_threads, input int unsigned block_rows,
      input int unsigned thread_sets, input int unsigned block_bytes, input int unsigned entry_pc,
      input bit [64*8-1:0] rows, input int unsigned arguments, input int unsigned stack_top,
      input int unsigned shared_bytes, input int unsigned local_at, input bit fetch_ready,
      input bit rsp_valid, input int unsigned rsp_slot, input int unsigned rsp_word,
      input int unsigned rsp_meet, input bit rsp_meets, input bit mem_ready, input bit fill_valid,
      input int unsigned fill_id, input bit [DataBits-1:0] fill_data, input bit spill_ready,
      input bit back_valid, input int unsigned back_slot, input bit [EntryBits-1:0] back_data);
  import "DPI-C" function void sm_memory_outputs(
      input longint unsigned handle, input bit fetch_valid, input int unsigned fetch_slot,
      input int unsigned fetch_pc, input bit mem_valid, input int unsigned mem_kind,
      input int unsigned mem_id, input int unsigned mem_line, input bit [DataBits-1:0] mem_data,
      input bit [BytesBits-1:0] mem_be, input int unsigned mem_op,
      input bit [DataBits-1:0] mem_expect, input longint unsigned mem_lanes,
      input bit [Lanes*32-1:0] mem_word, input bit [Rows*32-1:0] mem_owner, input bit fill_ready,
      input bit spill_valid, input bit spill_load, input int unsigned spill_slot,
      input int unsigned spill_level, input bit [EntryBits-1:0] spill_data);
  import "DPI-C" function int sm_ports(
      input longint unsigned handle, input bit rst_n, input bit idle, input bit done,
      input bit refused, input int unsigned binds, input byte unsigned issue_en,
      input bit [Ports*Rows*32-1:0] issue_slot, input bit [Ports*32-1:0] issue_pc,
      input bit [Ports*64-1:0] issue_mask, input bit [Ports*32-1:0] why, input bit access_en,
      input bit [Rows*32-1:0] access_slot, input int unsigned access_pc,
      input int unsigned access_word, input longint unsigned access_mask,
      input bit [Lanes*32-1:0] access_addr, input int unsigned outcome, input int unsigned blocked,
      input bit conflict, input byte unsigned frm_bad, input bit [Ports*Rows*32-1:0] frm_bad_slot,
      input bit [Ports*32-1:0] frm_bad_pc);

  longint unsigned handle;
  initial
    handle = sm_open($sformatf("%m"), {
      $sformatf("Formation=%0d Residency=%0d Slots=%0d Lanes=%0d Simd=%0d Ports=%0d Policy=%0d",
                Formation, Residency, Slots, Lanes, Simd, Ports, Policy),
      $sformatf(" Group=%0d Entries=%0d FrameWidth=%0d Depth=%0d Levels=%0d Blocks=%0d",
                Group, Entries, FrameWidth, Depth, Levels, Blocks),
      $sformatf(" MaxWarps=%0d Threads=%0d Banks=%0d Sets=%0d DivBits=%0d FloatSteps=%0d",
                MaxWarps, Threads, Banks, Sets, DivBits, FloatSteps),
      $sformatf(" Accesses=%0d LineBytes=%0d CacheSets=%0d Ways=%0d Mshrs=%0d Merges=%0d",
                Accesses, LineBytes, CacheSets, Ways, Mshrs, Merges),
      $sformatf(" SharedBanks=%0d SharedWords=%0d RowBits=%0d Holds=%0d Patience=%0d",
                SharedBanks, SharedWords, RowBits, Holds, Patience),
      $sformatf(" PoolEntries=%0d LutEntries=%0d LutWays=%0d Forward=%0d DwfPolicy=%0d",
                PoolEntries, LutEntries, LutWays, Forward, DwfPolicy),
      $sformatf(" HeapEntries=%0d HeapPorts=%0d QueueDepth=%0d Tree=%0d MheapEntries=%0d",
                HeapEntries, HeapPorts, QueueDepth, Tree, MheapEntries),
      $sformatf(" MheapWays=%0d CntWidth=%0d WidWidth=%0d LutWidth=%0d AgeLimit=%0d",
                MheapWays, CntWidth, WidWidth, LutWidth, AgeLimit),
      $sformatf(" Ctas=%0d Warps=%0d", Ctas, Warps)});

  // ------------------------------------------------------------------------------------------
  // What register file and shared memory hold at first, which no reset changes: a thread may put a
  // register into memory that it has never written, as functions do that save one
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_CONTENTS
  bit begun;
  initial begun = 1'b0;
  always @(posedge clk_i) begun <= 1'b1;

  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      always @(negedge clk_i)
        if (!begun)
          for (int i = 0; i < Sets; i++)
            sm_contents(handle, b, i, l, hd_sm.u_registers.gen_bank[b].gen_lane[l].mem[i]);
    end
  end

  // Words of shared memory go to swap space as they are, written or not.
  for (genvar b = 0; b < SharedBanks; b++) begin : gen_words
    always @(negedge clk_i)
      if (!begun)
        for (int d = 0; d < SharedWords / SharedBanks; d++)
          sm_words(handle, d * SharedBanks + b,
                   hd_sm.u_load_store.u_shared.gen_bank[b].mem[d]);
  end
`endif

  // ------------------------------------------------------------------------------------------
  // Registers, one 32-bit word an element (masks: two)
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  int unsigned     phase, seat, seat_block, seat_rank, seat_shared, seat_sets, begin_slot, turn;
  longint unsigned pending;
  byte unsigned    wrote;
  bit [95:0]       begin_id;
`ifndef HD_NO_phase_q
  assign phase = 32'(hd_sm.phase_q);
`endif
`ifndef HD_NO_seat_q
  assign seat = 32'(hd_sm.seat_q);
`endif
`ifndef HD_NO_seat_rank_q
  assign seat_rank = 32'(hd_sm.seat_rank_q);
`endif
`ifndef HD_NO_seat_shared_q
  assign seat_shared = 32'(hd_sm.seat_shared_q);
`endif
`ifndef HD_NO_seat_sets_q
  assign seat_sets = 32'(hd_sm.seat_sets_q);
`endif
`ifndef HD_NO_pending_q
  assign pending = 64'(hd_sm.pending_q);
`endif
  if (Residency == 0) begin : gen_begin
`ifndef HD_NO_begin_slot_q
    assign begin_slot = 32'(hd_sm.gen_begin_in_turn.begin_slot_q);
`endif
`ifndef HD_NO_begin_id_q
    assign begin_id = hd_sm.gen_begin_in_turn.begin_id_q;
`endif
  end

  // The warps of what is in the issue and operand registers.
  bit [Ports*Rows*32-1:0] iss_warp, opr_warp;
  if (Residency == 1) begin : gen_seat_block
`ifndef HD_NO_seat_block_q
    assign seat_block = 32'(hd_sm.gen_last_block.seat_block_q);
`endif
  end
  if (Residency != 0) begin : gen_warp
    for (genvar r = 0; r < Ports * Rows; r++) begin : gen_row
`ifndef HD_NO_iss_warp_q
      assign iss_warp[r*32+:32] = 32'(hd_sm.gen_warp.iss_warp_q[r*WarpWidth+:WarpWidth]);
`endif
`ifndef HD_NO_opr_warp_q
      assign opr_warp[r*32+:32] = 32'(hd_sm.gen_warp.opr_warp_q[r*WarpWidth+:WarpWidth]);
`endif
    end
  end
`ifndef HD_NO_turn_q
  assign turn = 32'(hd_sm.turn_q);
`endif
`ifndef HD_NO_wrote_q
  assign wrote = 8'(hd_sm.wrote_q);
`endif

  bit [Owners*32-1:0] rank, shared, sets;
  bit [Homes*96-1:0]  id;
  for (genvar s = 0; s < Owners; s++) begin : gen_owner
`ifndef HD_NO_rank_q
    assign rank[s*32+:32] = 32'(hd_sm.rank_q[s]);
`endif
`ifndef HD_NO_shared_q
    assign shared[s*32+:32] = 32'(hd_sm.shared_q[s]);
`endif
`ifndef HD_NO_sets_q
    assign sets[s*32+:32] = 32'(hd_sm.sets_q[s]);
`endif
  end
  for (genvar s = 0; s < Homes; s++) begin : gen_slot
`ifndef HD_NO_id_q
    assign id[s*96+:96] = hd_sm.id_q[s];
`endif
  end

  // Issue and operand registers.
  byte unsigned             iss_valid, iss_meets, opr_meets;
  bit [Ports*Rows*32-1:0]   iss_slot, opr_slot;
  bit [Ports*32-1:0]        iss_pc, iss_word, iss_meet, iss_unit, iss_flow, iss_use;
  bit [Ports*32-1:0]        opr_pc, opr_word, opr_meet, opr_unit, opr_flow, opr_use;
  bit [Ports*64-1:0]        iss_mask, opr_mask;
  bit [Ports*4*32-1:0]      iss_reg, opr_reg;
`ifndef HD_NO_iss_valid_q
  assign iss_valid = 8'(hd_sm.iss_valid_q);
`endif
`ifndef HD_NO_iss_meets_q
  assign iss_meets = 8'(hd_sm.iss_meets_q);
`endif
`ifndef HD_NO_opr_meets_q
  assign opr_meets = 8'(hd_sm.opr_meets_q);
`endif
  for (genvar p = 0; p < Ports; p++) begin : gen_stage
`ifndef HD_NO_iss_pc_q
    assign iss_pc[p*32+:32] = hd_sm.iss_pc_q[p*32+:32];
`endif
`ifndef HD_NO_iss_word_q
    assign iss_word[p*32+:32] = hd_sm.iss_word_q[p*32+:32];
`endif
`ifndef HD_NO_iss_meet_q
    assign iss_meet[p*32+:32] = hd_sm.iss_meet_q[p*32+:32];
`endif
`ifndef HD_NO_iss_unit_q
    assign iss_unit[p*32+:32] = 32'(hd_sm.iss_unit_q[p*3+:3]);
`endif
`ifndef HD_NO_iss_flow_q
    assign iss_flow[p*32+:32] = 32'(hd_sm.iss_flow_q[p*3+:3]);
`endif
`ifndef HD_NO_iss_use_q
    assign iss_use[p*32+:32] = 32'(hd_sm.iss_use_q[p*4+:4]);
`endif
`ifndef HD_NO_iss_mask_q
    assign iss_mask[p*64+:64] = 64'(hd_sm.iss_mask_q[p*Lanes+:Lanes]);
`endif
`ifndef HD_NO_iss_slot_q
    for (genvar r = 0; r < Rows; r++) begin : gen_iss_slot
      assign iss_slot[(p*Rows+r)*32+:32] = 32'(hd_sm.iss_slot_q[(p*Rows+r)*SlotWidth+:SlotWidth]);
    end
`endif
`ifndef HD_NO_iss_reg_q
    for (genvar k = 0; k < 4; k++) begin : gen_iss_reg
      assign iss_reg[(p*4+k)*32+:32] = 32'(hd_sm.iss_reg_q[(p*4+k)*6+:6]);
    end
`endif
`ifndef HD_NO_opr_pc_q
    assign opr_pc[p*32+:32] = hd_sm.opr_pc_q[p*32+:32];
`endif
`ifndef HD_NO_opr_word_q
    assign opr_word[p*32+:32] = hd_sm.opr_word_q[p*32+:32];
`endif
`ifndef HD_NO_opr_meet_q
    assign opr_meet[p*32+:32] = hd_sm.opr_meet_q[p*32+:32];
`endif
`ifndef HD_NO_opr_unit_q
    assign opr_unit[p*32+:32] = 32'(hd_sm.opr_unit_q[p*3+:3]);
`endif
`ifndef HD_NO_opr_flow_q
    assign opr_flow[p*32+:32] = 32'(hd_sm.opr_flow_q[p*3+:3]);
`endif
`ifndef HD_NO_opr_use_q
    assign opr_use[p*32+:32] = 32'(hd_sm.opr_use_q[p*4+:4]);
`endif
`ifndef HD_NO_opr_mask_q
    assign opr_mask[p*64+:64] = 64'(hd_sm.opr_mask_q[p*Lanes+:Lanes]);
`endif
`ifndef HD_NO_opr_slot_q
    for (genvar r = 0; r < Rows; r++) begin : gen_opr_slot
      assign opr_slot[(p*Rows+r)*32+:32] = 32'(hd_sm.opr_slot_q[(p*Rows+r)*SlotWidth+:SlotWidth]);
    end
`endif
`ifndef HD_NO_opr_reg_q
    for (genvar k = 0; k < 4; k++) begin : gen_opr_reg
      assign opr_reg[(p*4+k)*32+:32] = 32'(hd_sm.opr_reg_q[(p*4+k)*6+:6]);
    end
`endif
  end

  // Where their registers are, with Zorua.
  bit [Ports*4*32-1:0] iss_bank, iss_index;
  bit [Ports*32-1:0]   iss_park, opr_bank, opr_index, opr_park;
  byte unsigned        iss_stores;
  if (Residency == 2) begin : gen_place
`ifndef HD_NO_iss_stores_q
    assign iss_stores = 8'(hd_sm.iss_stores_q);
`endif
    for (genvar p = 0; p < Ports; p++) begin : gen_port
`ifndef HD_NO_iss_park_q
      assign iss_park[p*32+:32] = 32'(hd_sm.iss_park_q[p*5+:5]);
`endif
`ifndef HD_NO_opr_park_q
      assign opr_park[p*32+:32] = 32'(hd_sm.opr_park_q[p*5+:5]);
`endif
`ifndef HD_NO_opr_bank_q
      assign opr_bank[p*32+:32] = 32'(hd_sm.opr_bank_q[p*BankWidth+:BankWidth]);
`endif
`ifndef HD_NO_opr_index_q
      assign opr_index[p*32+:32] = 32'(hd_sm.opr_index_q[p*SetWidth+:SetWidth]);
`endif
    end
    for (genvar o = 0; o < Ports * 4; o++) begin : gen_operand
`ifndef HD_NO_iss_bank_q
      assign iss_bank[o*32+:32] = 32'(hd_sm.iss_bank_q[o*BankWidth+:BankWidth]);
`endif
`ifndef HD_NO_iss_index_q
      assign iss_index[o*32+:32] = 32'(hd_sm.iss_index_q[o*SetWidth+:SetWidth]);
`endif
    end
  end

  always @(negedge clk_i) begin
    sm_kernel_state(handle, phase, seat, seat_rank, seat_shared, seat_sets, rank, shared, sets,
                    pending, begin_slot, begin_id, id, turn, wrote);
    sm_stage_state(handle, 1'b0, iss_valid, iss_slot, iss_pc, iss_word, iss_mask, iss_meet,
                   iss_meets, iss_unit, iss_flow, iss_use, iss_reg);
    sm_stage_state(handle, 1'b1, 8'd0, opr_slot, opr_pc, opr_word, opr_mask, opr_meet, opr_meets,
                   opr_unit, opr_flow, opr_use, opr_reg);
    sm_warp_state(handle, seat_block, iss_warp, opr_warp);
    sm_place_state(handle, iss_bank, iss_index, iss_park, iss_stores, opr_bank, opr_index,
                   opr_park);
    sm_state(handle);
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [64*8-1:0] rows;
  for (genvar r = 0; r < 64; r++) begin : gen_register
    assign rows[r*8+:8] = 8'(rows_i[r*6+:6]);
  end

  bit [Lanes*32-1:0] mem_word;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign mem_word[l*32+:32] = 32'(mem_word_o[l*WordWidth+:WordWidth]);
  end

  bit [Rows*32-1:0]       mem_owner, access_slot;
  bit [Ports*Rows*32-1:0] issue_slot, frm_bad_slot;
  for (genvar r = 0; r < Rows; r++) begin : gen_row
    assign mem_owner[r*32+:32]   = 32'(mem_owner_o[r*WarpWidth+:WarpWidth]);
    assign access_slot[r*32+:32] = 32'(access_slot_o[r*SlotWidth+:SlotWidth]);
  end
  for (genvar r = 0; r < Ports * Rows; r++) begin : gen_issue
    assign issue_slot[r*32+:32]   = 32'(issue_slot_o[r*SlotWidth+:SlotWidth]);
    assign frm_bad_slot[r*32+:32] = 32'(frm_bad_slot_o[r*SlotWidth+:SlotWidth]);
  end

  bit [Ports*64-1:0] issue_mask;
  bit [Ports*32-1:0] why;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign issue_mask[p*64+:64] = 64'(issue_mask_o[p*Lanes+:Lanes]);
    assign why[p*32+:32]        = 32'(why_o[p*3+:3]);
  end

  int verdict;
  always @(posedge clk_i) begin
    sm_inputs(handle, kernel_en_i, {grid_z_i, grid_y_i, grid_x_i},
              {32'(block_z_i), 32'(block_y_i), 32'(block_x_i)}, 32'(block_threads_i),
              32'(block_rows_i), 32'(thread_sets_i), 32'(block_bytes_i), entry_i, rows,
              arguments_i, stack_top_i, shared_bytes_i, local_i, fetch_ready_i, rsp_valid_i,
              32'(rsp_slot_i), rsp_word_i, rsp_meet_i, rsp_meets_i, mem_ready_i, fill_valid_i,
              32'(fill_id_i), fill_data_i, spill_ready_i, back_valid_i, 32'(back_slot_i),
              EntryBits'(back_data_i));
    sm_memory_outputs(handle, fetch_valid_o, 32'(fetch_slot_o), fetch_pc_o, mem_valid_o,
                      32'(mem_kind_o), 32'(mem_id_o), 32'(mem_line_o), mem_data_o,
                      BytesBits'(mem_be_o), 32'(mem_op_o), mem_expect_o, 64'(mem_lanes_o), mem_word,
                      mem_owner, fill_ready_o, spill_valid_o, spill_load_o, 32'(spill_slot_o),
                      32'(spill_level_o), EntryBits'(spill_data_o));
    sm_warp_ports(handle, 32'(context_rows_i), 32'(spill_warp_o), kernel_phase_i, rsp_phase_i,
                  rsp_specifier_i);
    sm_groups(handle, grp_base_i, grp_wr_valid_o, grp_wr_ready_i, grp_wr_addr_o,
              GroupBits'(grp_wr_data_o), grp_rd_valid_o, grp_rd_ready_i, grp_rd_addr_o,
              grp_rsp_valid_i, grp_rsp_ready_o, GroupBits'(grp_rsp_data_i));
    verdict = sm_ports(handle, rst_ni, idle_o, done_o, refused_o, 32'(binds_o), 8'(issue_en_o),
                       issue_slot, issue_pc_o, issue_mask, why, access_en_o, access_slot,
                       access_pc_o, access_word_o, 64'(access_mask_o), access_addr_o,
                       32'(outcome_o), 32'(blocked_o), conflict_o, 8'(frm_bad_o), frm_bad_slot,
                       frm_bad_pc_o);
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(idle_o)), .Field(0)) u_idle (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(done_o)), .Field(1)) u_done (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(refused_o)), .Field(2)) u_refused (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(binds_o)), .Field(3)) u_binds (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(fetch_valid_o)), .Field(4)) u_fetch_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(fetch_slot_o)), .Field(5)) u_fetch_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(fetch_pc_o)), .Field(6)) u_fetch_pc (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_valid_o)), .Field(7)) u_mem_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_kind_o)), .Field(8)) u_mem_kind (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_id_o)), .Field(9)) u_mem_id (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_line_o)), .Field(10)) u_mem_line (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_data_o)), .Field(11)) u_mem_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_be_o)), .Field(12)) u_mem_be (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_op_o)), .Field(13)) u_mem_op (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_expect_o)), .Field(14)) u_mem_expect (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_lanes_o)), .Field(15)) u_mem_lanes (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_word_o)), .Field(16)) u_mem_word (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_owner_o)), .Field(17)) u_mem_owner (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(fill_ready_o)), .Field(18)) u_fill_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(spill_valid_o)), .Field(19)) u_spill_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(spill_load_o)), .Field(20)) u_spill_load (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(spill_slot_o)), .Field(21)) u_spill_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(spill_level_o)), .Field(22)) u_spill_level (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(spill_data_o)), .Field(23)) u_spill_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_en_o)), .Field(24)) u_issue_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_slot_o)), .Field(25)) u_issue_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_pc_o)), .Field(26)) u_issue_pc (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_mask_o)), .Field(27)) u_issue_mask (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(why_o)), .Field(28)) u_why (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(access_en_o)), .Field(29)) u_access_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(access_slot_o)), .Field(30)) u_access_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(access_pc_o)), .Field(31)) u_access_pc (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(access_word_o)), .Field(32)) u_access_word (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(access_mask_o)), .Field(33)) u_access_mask (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(access_addr_o)), .Field(34)) u_access_addr (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(outcome_o)), .Field(35)) u_outcome (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(blocked_o)), .Field(36)) u_blocked (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(conflict_o)), .Field(37)) u_conflict (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(frm_bad_o)), .Field(38)) u_frm_bad (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(frm_bad_slot_o)), .Field(39)) u_frm_bad_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(frm_bad_pc_o)), .Field(40)) u_frm_bad_pc (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(spill_warp_o)), .Field(41)) u_spill_warp (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(grp_wr_valid_o)), .Field(42)) u_grp_wr_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(grp_wr_addr_o)), .Field(43)) u_grp_wr_addr (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(grp_wr_data_o)), .Field(44)) u_grp_wr_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(grp_rd_valid_o)), .Field(45)) u_grp_rd_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(grp_rd_addr_o)), .Field(46)) u_grp_rd_addr (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(grp_rsp_ready_o)), .Field(47)) u_grp_rsp_ready (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_sm hd_sm_lockstep #(
    .Formation(Formation), .Residency(Residency), .Slots(Slots), .Lanes(Lanes), .Simd(Simd),
    .Ports(Ports), .Policy(Policy), .Group(Group), .Entries(Entries), .FrameWidth(FrameWidth),
    .Depth(Depth), .Levels(Levels), .Blocks(Blocks), .MaxWarps(MaxWarps), .Threads(Threads),
    .Banks(Banks), .Sets(Sets), .DivBits(DivBits), .FloatSteps(FloatSteps), .Accesses(Accesses),
    .LineBytes(LineBytes), .CacheSets(CacheSets), .Ways(Ways), .Mshrs(Mshrs), .Merges(Merges),
    .SharedBanks(SharedBanks), .SharedWords(SharedWords), .RowBits(RowBits), .Holds(Holds),
    .Patience(Patience), .PoolEntries(PoolEntries), .LutEntries(LutEntries), .LutWays(LutWays),
    .Forward(Forward), .DwfPolicy(DwfPolicy), .HeapEntries(HeapEntries), .HeapPorts(HeapPorts),
    .QueueDepth(QueueDepth), .Tree(Tree), .MheapEntries(MheapEntries), .MheapWays(MheapWays),
    .CntWidth(CntWidth), .WidWidth(WidWidth), .LutWidth(LutWidth), .AgeLimit(AgeLimit),
    .Ctas(Ctas), .Warps(Warps)
) u_lockstep (.*);
