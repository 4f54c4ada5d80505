// SPDX-License-Identifier: Apache-2.0
//
// The residency socket: its plug decides which warps and blocks are on the core. One list of ports,
// the plug chosen by Kind. The only logic here connects a plug's ports to the socket's; the same
// signals under the same names are the fields of cmodel/core/residency.h.
//
// A new plug is a branch of the `case`: it drives every output that gen_in_place does not (an
// output that the plug does not have is tied off there), and reads the inputs that it needs.
// docs/blocks/sm.md, "A new plug".
//
// Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016; Vijaykumar et al., Zorua, MICRO 2016.

module hd_residency #(
    // The plug: 0 static (blocks stay until they end), 1 Virtual Thread, 2 Zorua, 3 ranges (blocks
    // of several kernels, which stay).
    parameter int Kind      = 0,
    // Warp slots; slot s is of port s modulo Ports.
    parameter int Slots     = 48,
    // Blocks scheduled at once; warps of the largest.
    parameter int Frames    = 8,
    parameter int MaxWarps  = 32,
    // Warp schedulers, and pipes. Writers of registers are one more: load/store is 0.
    parameter int Ports     = 2,
    // Blocks and warps on the core, scheduled or not (Kind 0, 3: Frames and Slots).
    parameter int Ctas      = 8,
    parameter int Warps     = 48,
    // Entries of load/store; accesses of a warp that issued and have none yet.
    parameter int Accesses  = 32,
    parameter int Issued    = 4,
    parameter int Lanes     = 32,
    // Threads of a beat of a pipe.
    parameter int Simd      = 16,
    // Register file: banks, rows of one.
    parameter int Banks     = 4,
    parameter int Sets      = 256,
    // Bits of a slot's row in the front end.
    parameter int StackBits = 478,
    // Shared memory: bits of a row, rows.
    parameter int RowBits   = 512,
    parameter int Rows      = 768,
    // 1: dynamic warps, the thread in each lane is of a warp of its own.
    parameter int Own       = 0,
    // Kind 0 with Own: parts of a warp. Lanes then have the numbers of parts, {slot, part}.
    parameter int LaneSlots = 1,
    // Kind 3: kernels at once; grains of shared memory.
    parameter int Kernels   = 1,
    parameter int Grains    = 96,
    // Kind 2: 1: of shared memory only sets that were written are stored in swap space.
    parameter int Written   = 0,
    // Kind 2: 1: nothing is oversubscribed.
    parameter int WarpLevel = 0,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int WarpWidth  = $clog2(Warps),
    // Slots, and warps, of an instruction's threads, or parts of them.
    localparam int PartBits   = $clog2(LaneSlots),
    localparam int WhoWidth   = Own != 0 ? Lanes * (SlotWidth + PartBits) : SlotWidth,
    localparam int NameWidth  = Own != 0 ? Lanes * (WarpWidth + PartBits) : WarpWidth,
    localparam int CountWidth = $clog2(MaxWarps + 1),
    localparam int RankWidth  = MaxWarps > 1 ? $clog2(MaxWarps) : 1,
    localparam int SizeWidth  = $clog2(Slots + 1),
    localparam int LimitWidth = $clog2(Frames + 1),
    localparam int RoomWidth  = $clog2(Ctas + 1),
    localparam int PlaceWidth = $clog2(Rows),
    localparam int BankWidth  = Banks > 1 ? $clog2(Banks) : 1,
    localparam int SetWidth   = Sets > 1 ? $clog2(Sets) : 1,
    localparam int EntryWidth = Accesses > 1 ? $clog2(Accesses) : 1,
    localparam int PipeWidth  = Ports > 1 ? $clog2(Ports) : 1,
    localparam int Writers    = Ports + 1,
    localparam int KernelWidth = Kernels > 1 ? $clog2(Kernels) : 1,
    localparam int SetsWidth   = $clog2(Sets + 1),
    localparam int GrainWidth  = $clog2(Grains),
    localparam int GrainsWidth = $clog2(Grains + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                         clk_i,
    input  logic                         rst_ni,

    // Kernel
    // It begins; what follows stays as it is.
    input  logic                         kernel_en_i,
    // Warps of a block. Blocks scheduled at most; on the core at most. Rows of shared memory of a
    // block's context; what the first phase needs, a specifier.
    input  logic [CountWidth-1:0]        kernel_warps_i,
    input  logic [LimitWidth-1:0]        kernel_frames_i,
    input  logic [RoomWidth-1:0]         kernel_ctas_i,
    input  logic [PlaceWidth-1:0]        kernel_rows_i,
    input  logic [31:0]                  kernel_phase_i,
    // Kind 3: of each kernel, warps, register sets and grains of shared memory of a block.
    input  logic [Kernels*SizeWidth-1:0]   need_warps_i,
    input  logic [Kernels*SetsWidth-1:0]   need_sets_i,
    input  logic [Kernels*GrainsWidth-1:0] need_grains_i,

    // Launcher
    // A block is offered; its kernel, its identity. It is taken. A block is done. It waits for
    // room; only because room is in pieces.
    input  logic                         block_valid_i,
    input  logic [KernelWidth-1:0]       block_kernel_i,
    input  logic [95:0]                  block_id_i,
    output logic                         block_ready_o,
    output logic                         done_valid_o,
    output logic [KernelWidth-1:0]       done_kernel_o,
    output logic [95:0]                  done_id_o,
    output logic                         waits_o,
    output logic                         split_o,

    // Code, on its way to the front end
    // The word; a phase begins at it, this is its specifier.
    input  logic                         rsp_valid_i,
    input  logic [SlotWidth-1:0]         rsp_slot_i,
    input  logic [31:0]                  rsp_word_i,
    input  logic [31:0]                  rsp_meet_i,
    input  logic                         rsp_meets_i,
    input  logic                         rsp_phase_i,
    input  logic [31:0]                  rsp_specifier_i,
    // The word that the front end gets, and what goes with it.
    output logic [31:0]                  rsp_word_o,
    output logic [31:0]                  rsp_meet_o,
    output logic                         rsp_meets_o,

    // Front end; port p is [p*W +: W]
    // The warp on this slot may run. Which it is, at [slot*WarpWidth +: WarpWidth].
    output logic [Slots-1:0]             ready_o,
    output logic [Slots*WarpWidth-1:0]   slot_warp_o,
    // The warps on these slots leave.
    output logic [Slots-1:0]             leave_o,
    // From the next cycle on the begin_count_o slots from begin_slot_o on are a block's: a new
    // block's (begin_en_o), whose warps begin, or a block's that goes on where it was. Its
    // identity. Kind 3: it may begin in this cycle; its kernel, first register set, first grain.
    input  logic                         begin_ready_i,
    output logic                         begin_en_o,
    output logic                         resume_en_o,
    output logic [SlotWidth-1:0]         begin_slot_o,
    output logic [SizeWidth-1:0]         begin_count_o,
    output logic [95:0]                  begin_id_o,
    output logic [KernelWidth-1:0]       begin_kernel_o,
    output logic [SetWidth-1:0]          begin_set_o,
    output logic [GrainWidth-1:0]        begin_grain_o,
    // Plugs that seat warps one by one: which one, its rank in the block.
    output logic [WarpWidth-1:0]         begin_warp_o,
    output logic [RankWidth-1:0]         begin_rank_o,
    // Events: 1 at a barrier, 2 a phase begins (its specifier: ev_word_i), 3 the warp has ended.
    input  logic [Ports-1:0]             ev_valid_i,
    input  logic [Ports*2-1:0]           ev_kind_i,
    input  logic [Ports*SlotWidth-1:0]   ev_slot_i,
    input  logic [Ports*32-1:0]          ev_word_i,
    // A slot's next instruction is looked at; it may issue; it may not, and an access is under way.
    input  logic [Ports-1:0]             look_en_i,
    input  logic [Ports*SlotWidth-1:0]   look_slot_i,
    input  logic [Ports-1:0]             look_pass_i,
    input  logic [Ports-1:0]             look_memory_i,
    // Slots: the SIMT stack has its top on chip; it does nothing by itself; an access is under way;
    // no thread runs and some are in memory.
    input  logic [Slots-1:0]             stands_i,
    input  logic [Slots-1:0]             at_rest_i,
    input  logic [Slots-1:0]             with_access_i,
    input  logic [Slots-1:0]             stalls_i,
    // What the port does, as the front end says.
    input  logic [Ports*3-1:0]           why_i,
    // Registers of the slot's warp that are still to be written, by a scoreboard of the plug's own.
    input  logic [Ports*SlotWidth-1:0]   query_slot_i,
    output logic [Ports*64-1:0]          query_busy_o,
    // An instruction issues; it writes this register; it accesses memory.
    input  logic [Ports-1:0]             set_en_i,
    input  logic [Ports*SlotWidth-1:0]   set_slot_i,
    input  logic [Ports-1:0]             set_use_i,
    input  logic [Ports*6-1:0]           set_reg_i,
    input  logic [Ports-1:0]             set_access_i,

    // Issue; port p is [p*W +: W]
    // An instruction on its way to the issue register; it may go.
    input  logic [Ports-1:0]             issue_valid_i,
    output logic [Ports-1:0]             issue_ready_o,
    input  logic [Ports*WhoWidth-1:0]    issue_slot_i,
    input  logic [Ports*32-1:0]          issue_pc_i,
    input  logic [Ports*32-1:0]          issue_word_i,
    input  logic [Ports*Lanes-1:0]       issue_mask_i,
    input  logic [Ports*32-1:0]          issue_meet_i,
    input  logic [Ports-1:0]             issue_meets_i,
    input  logic [Ports*3-1:0]           issue_unit_i,
    input  logic [Ports*3-1:0]           issue_flow_i,
    input  logic [Ports*4-1:0]           issue_use_i,
    input  logic [Ports*24-1:0]          issue_reg_i,
    // An instruction goes into the issue register; it is taken; its warps.
    output logic [Ports-1:0]             stage_valid_o,
    input  logic [Ports-1:0]             stage_ready_i,
    output logic [Ports*WhoWidth-1:0]    stage_slot_o,
    output logic [Ports*NameWidth-1:0]   stage_warp_o,
    output logic [Ports*32-1:0]          stage_pc_o,
    output logic [Ports*32-1:0]          stage_word_o,
    output logic [Ports*Lanes-1:0]       stage_mask_o,
    output logic [Ports*32-1:0]          stage_meet_o,
    output logic [Ports-1:0]             stage_meets_o,
    output logic [Ports*3-1:0]           stage_unit_o,
    output logic [Ports*3-1:0]           stage_flow_o,
    output logic [Ports*4-1:0]           stage_use_o,
    output logic [Ports*24-1:0]          stage_reg_o,
    // Where its registers were found, rs1 lowest; its park's number + 1, or 0; its result is stored
    // from there.
    output logic [Ports*4*BankWidth-1:0] stage_bank_o,
    output logic [Ports*4*SetWidth-1:0]  stage_index_o,
    output logic [Ports*5-1:0]           stage_park_o,
    output logic [Ports-1:0]             stage_stores_o,
    // Slots with an instruction in an issue register. Operands of one of this park are read; a
    // result is written that is to be stored from this park.
    input  logic [Slots-1:0]             staged_i,
    input  logic [Ports*5-1:0]           read_park_i,
    input  logic [Ports*5-1:0]           written_park_i,

    // Instructions that are through; pipe p is [p*W +: W], writer w likewise The front end takes
    // the resolve of an instruction with this slot, flow and address; the address that the front
    // end is told instead.
    input  logic [Ports-1:0]             res_en_i,
    input  logic [Ports*WhoWidth-1:0]    res_slot_i,
    input  logic [Ports*3-1:0]           res_flow_i,
    input  logic [Ports*32-1:0]          res_pc_i,
    output logic [Ports*32-1:0]          res_pc_o,
    // One is done, of this slot and warp as it was issued; it has written this register.
    input  logic [Writers-1:0]           wb_en_i,
    input  logic [Writers*WhoWidth-1:0]  wb_slot_i,
    input  logic [Writers*NameWidth-1:0] wb_warp_i,
    input  logic [Writers-1:0]           wb_use_i,
    input  logic [Writers*6-1:0]         wb_reg_i,
    // An access: warp, lanes, addresses; it writes; its buffer in the pipe; where its words go, and
    // its park.
    input  logic [Ports-1:0]             acc_valid_i,
    input  logic [Ports*NameWidth-1:0]   acc_warp_i,
    input  logic [Ports*Lanes-1:0]       acc_mask_i,
    input  logic [Ports*Lanes*32-1:0]    acc_addr_i,
    input  logic [Ports-1:0]             acc_writes_i,
    input  logic [Ports-1:0]             acc_buffer_i,
    input  logic [Ports*BankWidth-1:0]   acc_bank_i,
    input  logic [Ports*SetWidth-1:0]    acc_index_i,
    input  logic [Ports*5-1:0]           acc_park_i,
    // Addresses of a beat of an access come in the pipe: its warp, lanes, addresses, buffer.
    input  logic [Ports-1:0]             beat_valid_i,
    input  logic [Ports*NameWidth-1:0]   beat_warp_i,
    input  logic [Ports*Simd-1:0]        beat_mask_i,
    input  logic [Ports*Simd*32-1:0]     beat_addr_i,
    input  logic [Ports-1:0]             beat_buffer_i,
    // The access may be offered to load/store, with these addresses.
    output logic [Ports-1:0]             acc_known_o,
    output logic [Ports*Lanes*32-1:0]    acc_addr_o,

    // Load/store
    // The pipe whose access is offered, if the plug offers none. The access offered is taken.
    input  logic [PipeWidth-1:0]         acc_pipe_i,
    input  logic                         acc_en_i,
    // The plug's own access goes first: to this address, a load or a store of these lanes.
    output logic                         swap_valid_o,
    output logic                         swap_load_o,
    output logic [Lanes-1:0]             swap_mask_o,
    output logic [Lanes*32-1:0]          swap_addr_o,
    output logic [Lanes*32-1:0]          swap_data_o,
    // Entries under way. The entry of which words come back, or which ends, in this cycle: the
    // words; it is at its end; it ends; its slot (of the first lane), warps and lanes.
    input  logic [Accesses-1:0]          under_way_i,
    input  logic [EntryWidth-1:0]        entry_i,
    input  logic                         wr_valid_i,
    input  logic [Lanes-1:0]             wr_mask_i,
    input  logic [Lanes*32-1:0]          wr_data_i,
    input  logic                         end_valid_i,
    input  logic                         end_en_i,
    input  logic [SlotWidth-1:0]         end_slot_i,
    input  logic [NameWidth-1:0]         end_warp_i,
    input  logic [Lanes-1:0]             end_mask_i,
    // It may not end yet. Else the front end is told of its end if some warps of it sit: the lanes
    // of these warps, and their slots.
    output logic                         held_o,
    output logic                         sits_o,
    output logic [Lanes-1:0]             lane_sits_o,
    output logic [WhoWidth-1:0]          lane_slot_o,
    // It is a program's; its words are written to a register, there; the register stays busy.
    output logic                         entry_program_o,
    output logic                         entry_writes_o,
    output logic [BankWidth-1:0]         entry_bank_o,
    output logic [SetWidth-1:0]          entry_index_o,
    output logic                         entry_parked_o,

    // Scoreboard of the machine
    // The plug asks which registers of this slot are busy, and sets one free.
    output logic [SlotWidth-1:0]         ask_slot_o,
    input  logic [63:0]                  ask_busy_i,
    output logic                         release_en_o,
    output logic [SlotWidth-1:0]         release_slot_o,
    output logic [5:0]                   release_reg_o,

    // Register file
    // The plug reads a row: its place; it is read; its words are there.
    output logic                         rd_valid_o,
    output logic [BankWidth-1:0]         rd_bank_o,
    output logic [SetWidth-1:0]          rd_index_o,
    input  logic                         rd_ready_i,
    input  logic                         row_valid_i,
    input  logic [Lanes*32-1:0]          row_data_i,

    // Contexts
    // The row of this slot in the front end is taken; one comes back.
    output logic                         stack_rd_en_o,
    output logic [SlotWidth-1:0]         stack_rd_slot_o,
    input  logic [StackBits-1:0]         stack_rd_data_i,
    output logic                         stack_wr_en_o,
    output logic [SlotWidth-1:0]         stack_wr_slot_o,
    output logic [StackBits-1:0]         stack_wr_data_o,
    // A row of shared memory is read or written; done; the row that was read.
    output logic                         ctx_valid_o,
    output logic                         ctx_we_o,
    output logic [PlaceWidth-1:0]        ctx_row_o,
    output logic [RowBits-1:0]           ctx_wdata_o,
    input  logic                         ctx_ready_i,
    input  logic                         ctx_rsp_valid_i,
    input  logic [RowBits-1:0]           ctx_rsp_data_i
);

`ifndef SYNTHESIS
  initial begin
    if (Kind < 0 || Kind > 3) $fatal(1, "hd_residency: Kind must be 0 to 3");
    if ((Kind == 0 || Kind == 3) && (Warps != Slots || Ctas != Frames))
      $fatal(1, "hd_residency: with Kind 0 or 3 Warps must be Slots, Ctas Frames");
    if (LaneSlots > 1 && (Kind != 0 || Own == 0))
      $fatal(1, "hd_residency: LaneSlots above 1 needs Kind 0, and Own = 1");
    if (Kind >= 2 && Own != 0) $fatal(1, "hd_residency: with Kind 2 or 3 Own must be 0");
  end
`endif

  // Of the access that is offered: its lanes, and their warps.
  logic [Lanes-1:0]     acc_mask;
  logic [NameWidth-1:0] acc_warp;

  assign acc_mask = acc_mask_i[32'(acc_pipe_i)*Lanes +: Lanes];
  assign acc_warp = acc_warp_i[32'(acc_pipe_i)*NameWidth +: NameWidth];

  case (Kind)
    0: begin : gen_static
      // Not needed: which blocks are on the core.
      logic unused_idle;

      hd_static_residency #(
          .Slots   (Slots),
          .Frames  (Frames),
          .MaxWarps(MaxWarps),
          .IdWidth (96),
          .Ports   (Ports)
      ) u_plug (
          .clk_i,
          .rst_ni,
          .kernel_en_i,
          .kernel_warps_i(SizeWidth'(kernel_warps_i)),
          .kernel_frames_i,
          .idle_o        (unused_idle),
          .block_valid_i,
          .block_id_i,
          .block_ready_o,
          .done_valid_o,
          .done_id_o,
          .ev_valid_i,
          .ev_kind_i,
          .ev_slot_i,
          .ready_o,
          .begin_en_o,
          .begin_slot_o,
          .begin_count_o,
          .begin_id_o
      );
    end

    1: begin : gen_vt
      // Of an access's end: its warp sits; with dynamic warps lanes whose warps sit, and their
      // slots.
      logic                       sits;
      logic [Lanes-1:0]           lane_sits;
      logic [Lanes*SlotWidth-1:0] lane_slot;
      // Not needed: which blocks are resident or active.
      logic                       unused_idle;
      logic [Ctas-1:0]            unused_resident, unused_active;
      logic [1:0]                 unused_swap;
      logic                       unused_lanes;

      // With this formation (Own) the plug does not look at ports that only the other one has: they
      // are tied off, and their width is made to fit.
      hd_vt_plug #(
          .Slots    (Slots),
          .Frames   (Frames),
          .Warps    (Warps),
          .Ctas     (Ctas),
          .MaxWarps (MaxWarps),
          .Ports    (Ports),
          .Accesses (Accesses + Issued),
          .StackBits(StackBits),
          .RowBits  (RowBits),
          .Rows     (Rows),
          .Own      (Own),
          .Lanes    (Lanes)
      ) u_plug (
          .clk_i,
          .rst_ni,
          .kernel_en_i,
          .kernel_warps_i (SizeWidth'(kernel_warps_i)),
          .kernel_frames_i,
          .kernel_ctas_i,
          .kernel_rows_i,
          .idle_o         (unused_idle),
          .block_valid_i,
          .block_id_i,
          .block_ready_o,
          .done_valid_o,
          .done_id_o,
          .ev_valid_i,
          .ev_kind_i,
          .ev_slot_i,
          .look_en_i,
          .look_slot_i,
          .look_pass_i,
          .look_memory_i,
          .stands_i,
          .set_en_i       (Own == 0 ? set_en_i : Ports'(0)),
          .set_slot_i,
          .set_use_i,
          .set_reg_i,
          .set_access_i,
          .query_slot_i,
          .query_busy_o,
          .ready_o,
          .slot_warp_o,
          .leave_o,
          .begin_en_o,
          .resume_en_o,
          .begin_slot_o,
          .begin_count_o,
          .begin_id_o,
          .wb_en_i        (Own == 0 ? wb_en_i : Writers'(0)),
          .wb_slot_i      ((Writers * SlotWidth)'(wb_slot_i)),
          .wb_warp_i      ((Writers * WarpWidth)'(wb_warp_i)),
          .wb_use_i,
          .wb_reg_i,
          .sits_slot_i    (end_slot_i),
          .sits_warp_i    (WarpWidth'(end_warp_i)),
          .sits_o         (sits),
          .stalls_i,
          .acc_en_i       (Own != 0 && acc_en_i),
          .acc_mask_i     (acc_mask),
          .acc_warp_i     ((Lanes * WarpWidth)'(acc_warp)),
          .end_valid_i    (Own != 0 && end_valid_i),
          .end_en_i       (Own != 0 && end_en_i),
          .end_mask_i,
          .end_warp_i     ((Lanes * WarpWidth)'(end_warp_i)),
          .held_o,
          .lane_sits_o    (lane_sits),
          .lane_slot_o    (lane_slot),
          .stack_rd_en_o,
          .stack_rd_slot_o,
          .stack_rd_data_i,
          .stack_wr_en_o,
          .stack_wr_slot_o,
          .stack_wr_data_o,
          .ctx_valid_o,
          .ctx_we_o,
          .ctx_row_o,
          .ctx_wdata_o,
          .ctx_ready_i,
          .ctx_rsp_valid_i,
          .ctx_rsp_data_i,
          .resident_o     (unused_resident),
          .active_o       (unused_active),
          .swap_o         (unused_swap)
      );

      assign sits_o      = Own != 0 ? lane_sits != '0 : sits;
      assign lane_sits_o = Own != 0 ? lane_sits : end_mask_i;
      assign lane_slot_o = Own != 0 ? WhoWidth'(lane_slot) : WhoWidth'(end_slot_i);

      assign unused_lanes = &{1'b0, lane_slot};
    end

    2: begin : gen_zorua
      // What goes with an instruction through the look-up: {meets, flow, unit, meet, word, pc}.
      localparam int RestWidth = 1 + 3 + 3 + 32 + 32 + 32;
      localparam int RanksWidth = $clog2(Warps + 1);

      // The flow of a phase specifier. What a port does when a pipe takes nothing.
      localparam logic [2:0] Phase     = 3'd7;
      localparam logic [2:0] PipeBusy  = 3'd1;
      localparam logic [2:0] Resolving = 3'd5;

      // Slots with a specifier that is not in the code. The front end gets a specifier in place of
      // the word: no threads meet behind it.
      logic [Slots-1:0]           stays;
      logic                       inserts;
      logic [Ports*RestWidth-1:0] issue_rest, stage_rest;
      // A specifier is resolved. The port could issue, but for the instruction in its pipe.
      logic [Ports-1:0]           resolves, held_up;
      // Rank of the warp that sits down.
      logic [RanksWidth-1:0]      rank;
      // Not needed: when it looks registers up, and what the swapper does.
      logic                       unused_idle, unused_query, unused_swapping, unused_rank;
      logic [Ports-1:0]           unused_reg_missed, unused_scratch_missed;

      for (genvar p = 0; p < Ports; p++) begin : gen_rest
        logic [SlotWidth-1:0] slot;

        assign issue_rest[p*RestWidth +: RestWidth] =
            {issue_meets_i[p], issue_flow_i[p*3 +: 3], issue_unit_i[p*3 +: 3],
             issue_meet_i[p*32 +: 32], issue_word_i[p*32 +: 32], issue_pc_i[p*32 +: 32]};
        assign {stage_meets_o[p], stage_flow_o[p*3 +: 3], stage_unit_o[p*3 +: 3],
                stage_meet_o[p*32 +: 32], stage_word_o[p*32 +: 32], stage_pc_o[p*32 +: 32]} =
            stage_rest[p*RestWidth +: RestWidth];

        // A specifier that does not stand in the code takes no place there.
        assign slot        = res_slot_i[p*SlotWidth +: SlotWidth];
        assign resolves[p] = res_en_i[p] && res_flow_i[p*3 +: 3] == Phase;
        assign held_up[p]  = why_i[p*3 +: 3] == PipeBusy || why_i[p*3 +: 3] == Resolving;
        assign res_pc_o[p*32 +: 32] =
            stays[slot] ? res_pc_i[p*32 +: 32] - 32'd4 : res_pc_i[p*32 +: 32];
      end

      hd_zorua_plug #(
          .Slots    (Slots),
          .Warps    (Warps),
          .Ctas     (Ctas),
          .Lanes    (Lanes),
          .Simd     (Simd),
          .Ports    (Ports),
          .Banks    (Banks),
          .Sets     (Sets),
          .Accesses (Accesses),
          .StackBits(StackBits),
          .RowBits  (RowBits),
          .Rows     (Rows),
          .RestWidth(RestWidth),
          .Written  (Written),
          .WarpLevel(WarpLevel)
      ) u_plug (
          .clk_i,
          .rst_ni,
          .kernel_en_i,
          .kernel_warps_i  (RanksWidth'(kernel_warps_i)),
          .kernel_phase_i,
          .idle_o          (unused_idle),
          .block_valid_i,
          .block_id_i,
          .block_ready_o,
          .done_valid_o,
          .done_id_o,
          .rsp_valid_i,
          .rsp_slot_i,
          .rsp_word_i,
          .rsp_phase_i,
          .rsp_specifier_i,
          .rsp_word_o,
          .rsp_inserts_o   (inserts),
          .ev_valid_i,
          .ev_kind_i,
          .ev_slot_i,
          .ev_word_i,
          .resolves_i      (resolves),
          .resolved_slot_i (res_slot_i),
          .stays_o         (stays),
          .ready_o,
          .slot_warp_o,
          .begin_en_o,
          .begin_slot_o,
          .begin_warp_o,
          .begin_rank_o    (rank),
          .begin_id_o,
          .room_o          (issue_ready_o),
          .issue_en_i      (set_en_i),
          .issue_slot_i,
          .issue_mask_i,
          .issue_use_i,
          .issue_reg_i,
          .issue_rest_i    (issue_rest),
          .stage_valid_o,
          .stage_ready_i,
          .stage_slot_o,
          .stage_warp_o,
          .stage_mask_o,
          .stage_use_o,
          .stage_reg_o,
          .stage_rest_o    (stage_rest),
          .stage_bank_o,
          .stage_index_o,
          .stage_park_o,
          .stage_stores_o,
          .read_park_i,
          .written_park_i,
          .acc_valid_i,
          .acc_warp_i,
          .acc_mask_i,
          .acc_addr_i,
          .acc_writes_i,
          .acc_buffer_i,
          .beat_valid_i,
          .beat_warp_i,
          .beat_mask_i,
          .beat_addr_i,
          .beat_buffer_i,
          .acc_known_o,
          .acc_addr_o,
          .acc_pipe_i,
          .acc_bank_i      (acc_bank_i[32'(acc_pipe_i)*BankWidth +: BankWidth]),
          .acc_index_i     (acc_index_i[32'(acc_pipe_i)*SetWidth +: SetWidth]),
          .acc_park_i      (acc_park_i[32'(acc_pipe_i)*5 +: 5]),
          .swap_valid_o,
          .swap_load_o,
          .swap_mask_o,
          .swap_addr_o,
          .swap_data_o,
          .acc_en_i,
          .under_way_i,
          .entry_i,
          .wr_valid_i,
          .wr_mask_i,
          .wr_data_i,
          .end_valid_i     (end_en_i),
          .entry_program_o,
          .entry_writes_o,
          .entry_bank_o,
          .entry_index_o,
          .entry_parked_o,
          .ask_en_o      (unused_query),
          .ask_slot_o,
          .ask_busy_i,
          .release_en_o,
          .release_slot_o,
          .release_reg_o,
          .staged_i,
          .with_access_i,
          .at_rest_i,
          .pipe_busy_i     (|held_up),
          .rd_valid_o,
          .rd_bank_o,
          .rd_index_o,
          .rd_ready_i,
          .row_valid_i,
          .row_data_i,
          .stack_rd_en_o,
          .stack_rd_slot_o,
          .stack_rd_data_i,
          .stack_wr_en_o,
          .stack_wr_slot_o,
          .stack_wr_data_o,
          .ctx_valid_o,
          .ctx_row_o,
          .ctx_ready_i,
          .ctx_rsp_valid_i,
          .ctx_rsp_data_i,
          .swapping_o      (unused_swapping),
          .reg_missed_o    (unused_reg_missed),
          .scratch_missed_o(unused_scratch_missed)
      );

      assign rsp_meet_o    = inserts ? '0 : rsp_meet_i;
      assign rsp_meets_o   = rsp_meets_i && !inserts;

      // A warp at a time begins. One that comes back goes on by itself; one that leaves has nothing
      // under way.
      assign begin_rank_o  = RankWidth'(rank);
      assign begin_count_o = SizeWidth'(1);
      assign resume_en_o   = 1'b0;
      assign leave_o       = '0;
      assign query_busy_o  = '0;
      assign held_o        = 1'b0;
      assign sits_o        = entry_program_o;
      assign lane_sits_o   = end_mask_i;
      assign lane_slot_o   = end_slot_i;
      assign ctx_we_o      = 1'b0;
      assign ctx_wdata_o   = '0;

      assign unused_rank   = &{1'b0, rank};
    end

    3: begin : gen_range
      // Not needed: whether blocks are on the core.
      logic unused_idle;

      hd_range_residency #(
          .Slots   (Slots),
          .Frames  (Frames),
          .MaxWarps(MaxWarps),
          .Kernels (Kernels),
          .Sets    (Sets),
          .Grains  (Grains),
          .IdWidth (96),
          .Ports   (Ports)
      ) u_plug (
          .clk_i,
          .rst_ni,
          .need_warps_i,
          .need_sets_i,
          .need_grains_i,
          .block_valid_i,
          .block_kernel_i,
          .block_id_i,
          .block_ready_o,
          .waits_o,
          .split_o,
          .done_valid_o,
          .done_kernel_o,
          .done_id_o,
          .ev_valid_i,
          .ev_kind_i,
          .ev_slot_i,
          .ready_o,
          .begin_ready_i,
          .begin_en_o,
          .begin_slot_o,
          .begin_count_o,
          .begin_kernel_o,
          .begin_id_o,
          .begin_set_o,
          .begin_grain_o,
          .idle_o        (unused_idle)
      );
    end
  endcase

  // Plugs whose blocks stay: a slot's warp is the slot, and never leaves. An end tells the slots of
  // all lanes. There are no contexts.
  if (Kind == 0 || Kind == 3) begin : gen_stays
    for (genvar s = 0; s < Slots; s++) begin : gen_slot
      assign slot_warp_o[s*WarpWidth +: WarpWidth] = WarpWidth'(s);
    end

    assign resume_en_o     = 1'b0;
    assign leave_o         = '0;
    assign query_busy_o    = '0;
    assign held_o          = 1'b0;
    assign sits_o          = 1'b1;
    assign lane_sits_o     = end_mask_i;
    assign lane_slot_o     = end_warp_i;
    assign stack_rd_en_o   = 1'b0;
    assign stack_rd_slot_o = '0;
    assign stack_wr_en_o   = 1'b0;
    assign stack_wr_slot_o = '0;
    assign stack_wr_data_o = '0;
    assign ctx_valid_o     = 1'b0;
    assign ctx_we_o        = 1'b0;
    assign ctx_row_o       = '0;
    assign ctx_wdata_o     = '0;
  end

  // Plugs that have one kernel, and find room before a block is taken.
  if (Kind != 3) begin : gen_one_kernel
    assign done_kernel_o  = '0;
    assign waits_o        = 1'b0;
    assign split_o        = 1'b0;
    assign begin_kernel_o = '0;
    assign begin_set_o    = '0;
    assign begin_grain_o  = '0;
  end

  // Plugs that look nothing up: what issues goes into the issue register, what the code says to the
  // front end. All words and ends of load/store are the program's; nothing is parked or swapped.
  if (Kind != 2) begin : gen_in_place
    for (genvar r = 0; r < Ports * (Own != 0 ? Lanes : 1); r++) begin : gen_warp
      localparam int From = SlotWidth + PartBits;
      localparam int To   = WarpWidth + PartBits;
      logic [From-1:0]      part;
      logic [SlotWidth-1:0] slot;
      logic [WarpWidth-1:0] warp;

      assign part = issue_slot_i[r*From +: From];
      assign slot = part[PartBits +: SlotWidth];
      assign warp = slot_warp_o[32'(slot)*WarpWidth +: WarpWidth];
      assign stage_warp_o[r*To +: To] = (To'(warp) << PartBits) | (To'(part) & To'(LaneSlots - 1));
    end

    assign issue_ready_o   = stage_ready_i;
    assign stage_valid_o   = issue_valid_i;
    assign stage_slot_o    = issue_slot_i;
    assign stage_pc_o      = issue_pc_i;
    assign stage_word_o    = issue_word_i;
    assign stage_mask_o    = issue_mask_i;
    assign stage_meet_o    = issue_meet_i;
    assign stage_meets_o   = issue_meets_i;
    assign stage_unit_o    = issue_unit_i;
    assign stage_flow_o    = issue_flow_i;
    assign stage_use_o     = issue_use_i;
    assign stage_reg_o     = issue_reg_i;
    assign stage_bank_o    = '0;
    assign stage_index_o   = '0;
    assign stage_park_o    = '0;
    assign stage_stores_o  = '0;
    assign rsp_word_o      = rsp_word_i;
    assign rsp_meet_o      = rsp_meet_i;
    assign rsp_meets_o     = rsp_meets_i;
    assign res_pc_o        = res_pc_i;
    assign begin_warp_o    = '0;
    assign begin_rank_o    = '0;
    assign acc_known_o     = {Ports{1'b1}};
    assign acc_addr_o      = acc_addr_i;
    assign swap_valid_o    = 1'b0;
    assign swap_load_o     = 1'b0;
    assign swap_mask_o     = '0;
    assign swap_addr_o     = '0;
    assign swap_data_o     = '0;
    assign entry_program_o = 1'b1;
    assign entry_writes_o  = 1'b1;
    assign entry_parked_o  = 1'b0;
    assign entry_bank_o    = '0;
    assign entry_index_o   = '0;
    assign ask_slot_o      = '0;
    assign release_en_o    = 1'b0;
    assign release_slot_o  = '0;
    assign release_reg_o   = '0;
    assign rd_valid_o      = 1'b0;
    assign rd_bank_o       = '0;
    assign rd_index_o      = '0;
  end

  // What one plug or the other does not look at.
  logic unused_inputs, unused_sizes;

  assign unused_inputs = &{1'b0, need_warps_i, need_sets_i, need_grains_i, block_kernel_i,
      begin_ready_i, kernel_en_i, kernel_warps_i, kernel_frames_i, kernel_ctas_i, kernel_rows_i,
      kernel_phase_i, rsp_valid_i, rsp_slot_i, rsp_phase_i, rsp_specifier_i, ev_word_i, look_en_i,
      look_slot_i, look_pass_i, look_memory_i, stands_i, at_rest_i, with_access_i, stalls_i, why_i,
      query_slot_i, set_en_i, set_slot_i, set_use_i, set_reg_i, set_access_i, issue_valid_i,
      staged_i, read_park_i, written_park_i, res_en_i, res_slot_i, res_flow_i, wb_en_i, wb_slot_i,
      wb_warp_i, wb_use_i, wb_reg_i, acc_valid_i, acc_mask, acc_warp, acc_writes_i,
      acc_buffer_i, acc_bank_i, acc_index_i, acc_park_i, beat_valid_i, beat_warp_i, beat_mask_i,
      beat_addr_i, beat_buffer_i, acc_en_i, under_way_i, entry_i, wr_valid_i, wr_mask_i, wr_data_i,
      end_valid_i, end_en_i, end_slot_i, end_warp_i, ask_busy_i, rd_ready_i, row_valid_i,
      row_data_i, stack_rd_data_i, ctx_ready_i, ctx_rsp_valid_i, ctx_rsp_data_i};
  assign unused_sizes  = Issued == 0 || Written == 0 || WarpLevel == 0;

endmodule
