// SPDX-License-Identifier: Apache-2.0
//
// Virtual Thread: a core holds as many blocks as its registers and shared memory take, and
// schedules as many as its slots take.
//
// Behaviour
// - A new block (CTA) gets a number, its head is stored in its context, and it is ready.
// - A ready block sits down on a free frame; or, when all warps of an active block wait for memory,
//   that block leaves and the one ready longest takes its frame.
// - A block that leaves takes its stacks and flags along. Its registers stay where they are: they
//   belong to virtual warps, slots do not matter to them.
// - Writes that come in for a block that has left are counted in the CTA status table; when the
//   last one is in and its context is saved the block is ready again.
//
// Corner cases
// - A wake-up for a slot that is empty, or whose block is leaving, does nothing.
// - See the pages of the blocks for every race between them.
//
// Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: section IV, Figures 5 to 7, Table I.

module hd_vt #(
    // Physical warps: what the scheduler looks at in a cycle.
    parameter int Slots      = 48,
    // Blocks active at once.
    parameter int Frames     = 8,
    // Virtual warps: owners of registers.
    parameter int Warps      = 256,
    // Blocks on the core, active or not.
    parameter int Ctas       = 32,
    // Warps of the largest block: rows of the context buffer.
    parameter int MaxWarps   = 32,
    // Registers of a thread: bits of a scoreboard vector.
    parameter int Regs       = 64,
    // Bits of a block's identity (blockIdx.x, .y, .z).
    parameter int IdWidth    = 96,
    // Warp schedulers, and writeback ports.
    parameter int Ports      = 2,
    // Bits of the tracking counter: MaxWarps * Regs writes at most.
    parameter int CntWidth   = 12,
    // Bits of a warp's SIMT stack on chip: four entries of 160.
    parameter int StackWidth = 640,
    // Bits that the shared memory moves in a cycle.
    parameter int MemWidth   = 512,
    // A common divisor of the two: the step of the shifters between them.
    parameter int Granule    = 128,
    // Words of MemWidth bits in the shared memory (48 KB).
    parameter int MemWords   = 768,
    // Reads of the shared memory in flight at once.
    parameter int Reads      = 2,
    // Load queues: entries for active blocks, for blocks that have left, bits of a load.
    parameter int Active     = 30,
    parameter int Inactive   = 30,
    parameter int LoadWidth  = 301,
    // 1: a block is loaded while the stacks of the block that leaves are taken; 0: after that, as a
    // memory word wider than a stack wants it.
    parameter int Overlap    = 1,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int SizeWidth  = $clog2(Slots + 1),
    localparam int FrameWidth = Frames > 1 ? $clog2(Frames) : 1,
    localparam int LimitWidth = $clog2(Frames + 1),
    localparam int WarpWidth  = $clog2(Warps),
    localparam int CtaWidth   = $clog2(Ctas),
    localparam int RoomWidth  = $clog2(Ctas + 1),
    localparam int RegWidth   = $clog2(Regs),
    localparam int RankWidth  = MaxWarps > 1 ? $clog2(MaxWarps) : 1,
    localparam int HeadWidth  = WarpWidth + RankWidth + IdWidth,
    localparam int AddrWidth  = $clog2(MemWords)
) (
    // Clock; synchronous reset, active low.
    input  logic                       clk_i,
    input  logic                       rst_ni,

    // Kernel
    // Take the sizes below, if idle_o; not while a block is offered.
    input  logic                       kernel_en_i,
    // Warps of a block (W), 1 to MaxWarps.
    input  logic [SizeWidth-1:0]       kernel_warps_i,
    // Blocks active at most, the scheduling limit: frames of W slots each.
    input  logic [LimitWidth-1:0]      kernel_frames_i,
    // Blocks on the core at most, the capacity limit.
    input  logic [RoomWidth-1:0]       kernel_ctas_i,
    // Words of a context (equation (2) in whole cycles).
    input  logic [AddrWidth-1:0]       kernel_words_i,
    // No block is on the core, and no swap under way. State only.
    output logic                       idle_o,

    // Dispatcher
    // A new block is offered.
    input  logic                       block_valid_i,
    // Its identity.
    input  logic [IdWidth-1:0]         block_id_i,
    // It is taken. Depends on block_valid_i and mem_ready_i.
    output logic                       block_ready_o,
    // A block is done. State only.
    output logic                       done_valid_o,
    // Its identity, and the first of its W slots; meaningful while done_valid_o. State only.
    output logic [IdWidth-1:0]         done_id_o,
    output logic [SlotWidth-1:0]       done_slot_o,

    // Warp schedulers; event p is [p*W +: W]
    // Something happened to the warp on a slot that is ready_o.
    input  logic [Ports-1:0]           ev_valid_i,
    // 0: it stalls on memory, 1: it has come to a barrier, 2: it begins a phase, 3: it has ended.
    input  logic [Ports*2-1:0]         ev_kind_i,
    input  logic [Ports*SlotWidth-1:0] ev_slot_i,
    // The warp on this slot stalls no longer: once for each stall, while its block is active.
    input  logic [Ports-1:0]           wake_valid_i,
    input  logic [Ports*SlotWidth-1:0] wake_slot_i,
    // The warp on this slot may be scheduled. State only.
    output logic [Slots-1:0]           ready_o,
    // Its virtual warp, at [slot*WarpWidth +: WarpWidth]; meaningful while ready_o. State only.
    output logic [Slots*WarpWidth-1:0] slot_warp_o,
    // From the next cycle on a block is active on the W slots from seat_slot_o on: a new one (its
    // warps begin), or one that was here before (they go on where their stacks say). State only.
    output logic                       begin_en_o,
    output logic                       resume_en_o,
    output logic [SlotWidth-1:0]       seat_slot_o,
    // Its identity. State only.
    output logic [IdWidth-1:0]         seat_id_o,
    // The block on the W slots from leave_slot_o on leaves: not ready from the next cycle on. State
    // only.
    output logic                       leave_en_o,
    output logic [SlotWidth-1:0]       leave_slot_o,

    // Registers: scoreboard
    // The registers of a slot with a write outstanding. Depends on query_slot_i.
    input  logic [Ports*SlotWidth-1:0] query_slot_i,
    output logic [Ports*Regs-1:0]      query_busy_o,
    // An instruction with this destination is issued.
    input  logic [Ports-1:0]           set_en_i,
    input  logic [Ports*SlotWidth-1:0] set_slot_i,
    input  logic [Ports*RegWidth-1:0]  set_reg_i,
    // A result is written; slot and virtual warp are those at issue.
    input  logic [Ports-1:0]           wb_en_i,
    input  logic [Ports*SlotWidth-1:0] wb_slot_i,
    input  logic [Ports*WarpWidth-1:0] wb_warp_i,
    input  logic [Ports*RegWidth-1:0]  wb_reg_i,

    // SIMT stacks
    // The stack of this slot is saved in this cycle. Enable and slot: state only.
    output logic                       stack_rd_en_o,
    output logic [SlotWidth-1:0]       stack_rd_slot_o,
    input  logic [StackWidth-1:0]      stack_rd_data_i,
    // A stack comes back. State only.
    output logic                       stack_wr_en_o,
    output logic [SlotWidth-1:0]       stack_wr_slot_o,
    output logic [StackWidth-1:0]      stack_wr_data_o,

    // Shared memory; demand accesses go first
    // An access. Depends on block_valid_i and block_id_i when nothing else wants the port.
    output logic                       mem_valid_o,
    output logic                       mem_we_o,
    output logic [AddrWidth-1:0]       mem_addr_o,
    output logic [MemWidth-1:0]        mem_wdata_o,
    // It is done in this cycle.
    input  logic                       mem_ready_i,
    // Data of a read, in order, a cycle after it or later.
    input  logic                       rsp_valid_i,
    input  logic [MemWidth-1:0]        rsp_data_i,

    // Loads on their way to L1
    input  logic                       load_valid_i,
    input  logic [WarpWidth-1:0]       load_warp_i,
    input  logic [LoadWidth-1:0]       load_data_i,
    // There is a place. State only.
    output logic                       load_ready_o,
    // The load that goes first. State only.
    output logic                       l1_valid_o,
    output logic [WarpWidth-1:0]       l1_warp_o,
    output logic [LoadWidth-1:0]       l1_data_o,
    // It is of a block that has left. State only.
    output logic                       l1_away_o,
    input  logic                       l1_ready_i,

    // Status, state only
    // Blocks on the core; active blocks.
    output logic [Ctas-1:0]            resident_o,
    output logic [Ctas-1:0]            active_o,
    // 0 no swap, 1 a context comes, 2 stacks leave, 3 last cycle.
    output logic [1:0]                 swap_o
);

`ifndef SYNTHESIS
  initial begin
    if (Slots < 2 || Slots > 64) $fatal(1, "hd_vt: Slots must be 2 to 64");
    if (Frames < 1 || Frames > 16) $fatal(1, "hd_vt: Frames must be 1 to 16");
    if (MaxWarps < 1 || MaxWarps > Slots) $fatal(1, "hd_vt: MaxWarps must be 1 to Slots");
    if (IdWidth < 1 || IdWidth > 128) $fatal(1, "hd_vt: IdWidth must be 1 to 128");
    if (Ports < 1 || Ports > 4) $fatal(1, "hd_vt: Ports must be 1 to 4");
    if (Warps < 2 || Warps > 1024) $fatal(1, "hd_vt: Warps must be 2 to 1024");
    if (Ctas < 2 || Ctas > 64) $fatal(1, "hd_vt: Ctas must be 2 to 64");
    if (Regs < 2 || Regs > 64) $fatal(1, "hd_vt: Regs must be 2 to 64");
    if (Reads < 1 || Reads > 4) $fatal(1, "hd_vt: Reads must be 1 to 4");
    if (Active < 1 || Active > 64) $fatal(1, "hd_vt: Active must be 1 to 64");
    if (Inactive < 1 || Inactive > 64) $fatal(1, "hd_vt: Inactive must be 1 to 64");
    if (LoadWidth < 1 || LoadWidth > 512) $fatal(1, "hd_vt: LoadWidth must be 1 to 512");
    if (Overlap < 0 || Overlap > 1) $fatal(1, "hd_vt: Overlap must be 0 or 1");
    if (Overlap == 1 && MemWidth > StackWidth)
      $fatal(1, "hd_vt: Overlap must be 0 when MemWidth is above StackWidth");
    if (MaxWarps * Regs >= 2**CntWidth)
      $fatal(1, "hd_vt: CntWidth must hold MaxWarps * Regs");
  end
`endif

  /////////////////////////////
  // Kernel, and where it is //
  /////////////////////////////

  logic [SizeWidth-1:0]  warps_q;
  logic [LimitWidth-1:0] frames_q;
  logic [RoomWidth-1:0]  ctas_q;
  logic [AddrWidth-1:0]  words_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      // No kernel, but a size: what the blocks inside are promised.
      warps_q  <= SizeWidth'(1);
      frames_q <= '0;
      ctas_q   <= '0;
      words_q  <= '0;
    end else if (kernel_en_i && idle_o) begin
      warps_q  <= kernel_warps_i;
      frames_q <= kernel_frames_i;
      ctas_q   <= kernel_ctas_i;
      words_q  <= kernel_words_i;
    end
  end

  assign idle_o = resident_o == '0 && swap_o == '0;

  // Frame f begins at slot base(f) = f * W. Three frames are of interest in a cycle: the frame that
  // is done, the frame that is left, and the frame that is loaded or taken.
  localparam int MultWidth = SizeWidth + $clog2(Frames + 1);
  logic [(Frames+1)*MultWidth-1:0] multiples;

  hd_multiples #(
      .Last(Frames),
      .SizeWidth(SizeWidth)
  ) u_multiples (
      .size_i(warps_q),
      .multiples_o(multiples)
  );

  logic [FrameWidth-1:0] done_frame, out_frame, load_frame, in_frame, seat_frame;
  logic [SlotWidth-1:0]  done_base, out_base, seat_base;

  assign seat_frame = begin_en_o || resume_en_o ? in_frame : load_frame;

  always @* begin
    done_base = '0;
    out_base  = '0;
    seat_base = '0;
    for (int f = 0; f < Frames; f++) begin
      if (done_frame == FrameWidth'(f)) done_base = SlotWidth'(multiples[f*MultWidth +: MultWidth]);
      if (out_frame == FrameWidth'(f))  out_base  = SlotWidth'(multiples[f*MultWidth +: MultWidth]);
      if (seat_frame == FrameWidth'(f)) seat_base = SlotWidth'(multiples[f*MultWidth +: MultWidth]);
    end
  end

  //////////////////////////////////
  // Active blocks: numbers,      //
  // barriers, blocks that end    //
  //////////////////////////////////

  logic [Frames-1:0]    frame_idle;
  logic                 release_valid, done_valid;
  logic [FrameWidth-1:0] release_frame;
  logic [SizeWidth-1:0] release_count;
  logic                 out_en, in_en, in_new;
  logic [IdWidth-1:0]   out_id;
  logic [MaxWarps-1:0]  out_ended, out_waits, in_ended, in_waits;
  logic [HeadWidth-1:0] head_q;
  logic [Frames-1:0]    unused_open;

  hd_block_frames #(
      .Slots(Slots),
      .Frames(Frames),
      .MaxWarps(MaxWarps),
      .IdWidth(IdWidth),
      .Ports(Ports)
  ) u_frames (
      .clk_i,
      .rst_ni,
      .warps_i(warps_q),
      .ev_valid_i,
      .ev_kind_i,
      .ev_slot_i,
      .ready_o,
      .open_en_i(in_en),
      .open_frame_i(in_frame),
      .open_id_i(seat_id_o),
      .open_ended_i(in_ended),
      .open_waits_i(in_waits),
      .shut_en_i(out_en),
      .shut_frame_i(out_frame),
      .shut_id_o(out_id),
      .shut_ended_o(out_ended),
      .shut_waits_o(out_waits),
      .open_o(unused_open),
      .idle_o(frame_idle),
      .release_valid_o(release_valid),
      .release_frame_o(release_frame),
      .release_count_o(release_count),
      .done_valid_o(done_valid),
      .done_frame_o(done_frame),
      .done_id_o
  );

  assign done_valid_o = done_valid;
  assign done_slot_o  = done_base;

  ////////////////////////////////
  // Ids: blocks, slots, frames //
  ////////////////////////////////

  // Look-ups of the block of a warp: of events, of wake-ups, of writebacks.
  localparam int Finds = 3 * Ports;

  logic                       alloc_valid, alloc_en, free_en, unmap_en;
  logic [CtaWidth-1:0]        alloc_cta, free_cta, in_cta, out_cta;
  logic [FrameWidth-1:0]      unmap_frame;
  logic [Slots-1:0]           slot_valid;
  logic [Frames-1:0]          frame_valid;
  logic [Frames*CtaWidth-1:0] frame_cta;
  logic [Finds*WarpWidth-1:0] find_warp;
  logic [Finds*CtaWidth-1:0]  find_cta;
  logic [WarpWidth-1:0]       new_warp; // first warp of a new block

  hd_warp_id_map #(
      .Slots(Slots),
      .Frames(Frames),
      .Warps(Warps),
      .Ctas(Ctas),
      .Ports(Finds)
  ) u_map (
      .clk_i,
      .rst_ni,
      .warps_i(warps_q),
      .ctas_i(ctas_q),
      .alloc_valid_o(alloc_valid),
      .alloc_cta_o(alloc_cta),
      .alloc_en_i(alloc_en),
      .free_en_i(free_en),
      .free_cta_i(free_cta),
      .map_en_i(in_en),
      .map_frame_i(in_frame),
      .map_cta_i(in_cta),
      .unmap_en_i(unmap_en),
      .unmap_frame_i(unmap_frame),
      .slot_valid_o(slot_valid),
      .slot_warp_o,
      .frame_valid_o(frame_valid),
      .frame_cta_o(frame_cta),
      .find_warp_i(find_warp),
      .find_cta_o(find_cta),
      .first_cta_i(alloc_cta),
      .first_warp_o(new_warp)
  );

  // The warp on a slot.
  function automatic logic [WarpWidth-1:0] warp_of(input logic [Slots*WarpWidth-1:0] warps,
                                                   input logic [SlotWidth-1:0] slot);
    warp_of = '0;
    for (int s = 0; s < Slots; s++)
      if (slot == SlotWidth'(s)) warp_of = warps[s*WarpWidth +: WarpWidth];
  endfunction

  // Events: warps that cannot go on; warps that can. A wake-up counts only if the slot has a warp,
  // and its block is active.
  logic [Ports-1:0]          up_en, down_en, late;
  logic [Ports*CtaWidth-1:0] up_cta, down_cta, late_cta;

  for (genvar p = 0; p < Ports; p++) begin : gen_event
    logic [SlotWidth-1:0] ev_slot, wake_slot;
    assign ev_slot   = ev_slot_i[p*SlotWidth +: SlotWidth];
    assign wake_slot = wake_slot_i[p*SlotWidth +: SlotWidth];

    assign find_warp[p*WarpWidth +: WarpWidth]           = warp_of(slot_warp_o, ev_slot);
    assign find_warp[(Ports+p)*WarpWidth +: WarpWidth]   = warp_of(slot_warp_o, wake_slot);
    assign find_warp[(2*Ports+p)*WarpWidth +: WarpWidth] = wb_warp_i[p*WarpWidth +: WarpWidth];

    assign up_cta[p*CtaWidth +: CtaWidth]   = find_cta[p*CtaWidth +: CtaWidth];
    assign down_cta[p*CtaWidth +: CtaWidth] = find_cta[(Ports+p)*CtaWidth +: CtaWidth];
    assign late_cta[p*CtaWidth +: CtaWidth] = find_cta[(2*Ports+p)*CtaWidth +: CtaWidth];

    assign up_en[p]   = ev_valid_i[p] && ev_kind_i[p*2 +: 2] != 2'd2;
    assign down_en[p] = wake_valid_i[p] && slot_valid[wake_slot]
                        && active_o[down_cta[p*CtaWidth +: CtaWidth]];
  end

  // The block whose barrier opens, and the blocks without a warp that stalls on memory.
  logic [CtaWidth-1:0] release_cta;
  logic [Ctas-1:0]     skip;

  always @* begin
    release_cta = '0;
    skip        = '0;
    for (int f = 0; f < Frames; f++) begin
      if (release_frame == FrameWidth'(f)) release_cta = frame_cta[f*CtaWidth +: CtaWidth];
      if (frame_valid[f] && frame_idle[f]) skip[frame_cta[f*CtaWidth +: CtaWidth]] = 1'b1;
    end
  end

  //////////////////////////////////////////////////
  // CTA status table: the next to leave, to come //
  //////////////////////////////////////////////////

  localparam int CountWidth = $clog2(Regs + 1);
  localparam int FlagsWidth = $clog2(MaxWarps + 1);

  logic                  out_valid, in_valid, saved_valid, retire_en;
  logic [CtaWidth-1:0]   leaver_cta, comer_cta, saved_cta;
  logic [CountWidth-1:0] retire_count;
  logic [FlagsWidth-1:0] in_count;
  logic [Ctas-1:0]       unused_marked, unused_ready;

  hd_cta_status_table #(
      .Ctas(Ctas),
      .CntWidth(CntWidth),
      .Ports(Ports)
  ) u_table (
      .clk_i,
      .rst_ni,
      .warps_i(CntWidth'(warps_q)),
      .up_en_i(up_en),
      .up_cta_i(up_cta),
      .down_en_i(down_en),
      .down_cta_i(down_cta),
      .drop_en_i(release_valid),
      .drop_cta_i(release_cta),
      .drop_count_i(CntWidth'(release_count)),
      .skip_i(skip),
      .late_en_i(late),
      .late_cta_i(late_cta),
      .alloc_en_i(alloc_en),
      .alloc_cta_i(alloc_cta),
      .out_en_i(out_en),
      .out_cta_i(out_cta),
      .add_en_i(retire_en),
      .add_cta_i(saved_cta),
      .add_count_i(CntWidth'(retire_count)),
      .saved_en_i(saved_valid),
      .saved_cta_i(saved_cta),
      .in_en_i(in_en),
      .in_cta_i(in_cta),
      .in_count_i(CntWidth'(in_count)),
      .free_en_i(free_en),
      .free_cta_i(free_cta),
      .out_valid_o(out_valid),
      .out_cta_o(leaver_cta),
      .in_valid_o(in_valid),
      .in_cta_o(comer_cta),
      .resident_o,
      .active_o,
      .marked_o(unused_marked),
      .ready_o(unused_ready)
  );

  ////////////////////////////////
  // Controller: leads the swap //
  ////////////////////////////////

  logic                store_valid, store_ready, save_ready, taken, load_ready, load_en, load_new;
  logic                head_valid, loaded;
  logic [CtaWidth-1:0] load_cta;

  hd_vtc #(
      .Frames(Frames),
      .Ctas(Ctas),
      .MaxWarps(MaxWarps),
      .Overlap(Overlap)
  ) u_vtc (
      .clk_i,
      .rst_ni,
      .frames_i(frames_q),
      .block_valid_i,
      .block_ready_o,
      .alloc_valid_i(alloc_valid),
      .alloc_cta_i(alloc_cta),
      .store_valid_o(store_valid),
      .store_ready_i(store_ready),
      .alloc_en_o(alloc_en),
      .out_valid_i(out_valid),
      .out_cta_i(leaver_cta),
      .in_valid_i(in_valid),
      .in_cta_i(comer_cta),
      .frame_valid_i(frame_valid),
      .frame_cta_i(frame_cta),
      .done_valid_i(done_valid),
      .done_frame_i(done_frame),
      .save_ready_i(save_ready),
      .out_en_o(out_en),
      .out_cta_o(out_cta),
      .out_frame_o(out_frame),
      .taken_i(taken),
      .load_ready_i(load_ready),
      .load_en_o(load_en),
      .load_cta_o(load_cta),
      .load_frame_o(load_frame),
      .load_new_o(load_new),
      .loaded_i(loaded),
      .in_en_o(in_en),
      .in_cta_o(in_cta),
      .in_frame_o(in_frame),
      .in_new_o(in_new),
      .unmap_en_o(unmap_en),
      .unmap_frame_o(unmap_frame),
      .out_ended_i(out_ended),
      .out_waits_i(out_waits),
      .in_ended_o(in_ended),
      .in_waits_o(in_waits),
      .in_count_o(in_count),
      .free_en_o(free_en),
      .free_cta_o(free_cta),
      .swap_o
  );

  assign begin_en_o   = in_en & in_new;
  assign resume_en_o  = in_en & ~in_new;
  assign seat_slot_o  = seat_base;
  assign leave_en_o   = out_en;
  assign leave_slot_o = out_base;

  //////////////
  // Contexts //
  //////////////

  // A head: first virtual warp, warps - 1, identity.
  logic [RankWidth-1:0] last_rank;
  logic [HeadWidth-1:0] head, new_head, out_head;
  logic [WarpWidth-1:0] out_warp;

  assign last_rank = RankWidth'(warps_q - SizeWidth'(1));
  assign out_warp  = warp_of(slot_warp_o, out_base);
  assign new_head  = {block_id_i, last_rank, new_warp};
  assign out_head  = {out_id, last_rank, out_warp};

  hd_context_handler #(
      .Slots(Slots),
      .MaxWarps(MaxWarps),
      .Ctas(Ctas),
      .HeadWidth(HeadWidth),
      .StackWidth(StackWidth),
      .MemWidth(MemWidth),
      .Granule(Granule),
      .MemWords(MemWords),
      .Reads(Reads)
  ) u_contexts (
      .clk_i,
      .rst_ni,
      .warps_i(warps_q),
      .words_i(words_q),
      .store_valid_i(store_valid),
      .store_ready_o(store_ready),
      .store_cta_i(alloc_cta),
      .store_head_i(new_head),
      .save_ready_o(save_ready),
      .save_en_i(out_en),
      .save_cta_i(out_cta),
      .save_base_i(out_base),
      .save_head_i(out_head),
      .stack_rd_en_o(retire_en),
      .stack_rd_slot_o,
      .stack_rd_data_i,
      .taken_o(taken),
      .saved_valid_o(saved_valid),
      .saved_cta_o(saved_cta),
      .load_ready_o(load_ready),
      .load_en_i(load_en),
      .load_cta_i(load_cta),
      .load_base_i(seat_base),
      .load_new_i(load_new),
      .stack_wr_en_o,
      .stack_wr_slot_o,
      .stack_wr_data_o,
      .head_valid_o(head_valid),
      .head_o(head),
      .loaded_o(loaded),
      .mem_valid_o,
      .mem_we_o,
      .mem_addr_o,
      .mem_wdata_o,
      .mem_ready_i,
      .rsp_valid_i,
      .rsp_data_i
  );

  assign stack_rd_en_o = retire_en;

  // The head of the block that comes in, until it is active.
  always_ff @(posedge clk_i) begin
    if (head_valid) head_q <= head;
  end

  assign seat_id_o = head_q[HeadWidth-1 -: IdWidth];

  // How many warps a block has is the kernel's: the head has it, as equation (1) wants.
  logic unused_rank;
  assign unused_rank = &{1'b0, head_q[WarpWidth +: RankWidth]};

  ////////////////
  // Scoreboard //
  ////////////////

  // A slot is retired when its stack is taken: what it has outstanding is added to its block's
  // tracking counter, and comes in late from then on.
  hd_vt_scoreboard #(
      .Slots(Slots),
      .Regs(Regs),
      .Warps(Warps),
      .Ports(Ports)
  ) u_scoreboard (
      .clk_i,
      .rst_ni,
      .query_slot_i,
      .query_busy_o,
      .set_en_i,
      .set_slot_i,
      .set_reg_i,
      .wb_en_i,
      .wb_slot_i,
      .wb_warp_i,
      .wb_reg_i,
      .late_o(late),
      .map_en_i(in_en),
      .map_base_i(seat_base),
      .map_count_i(warps_q),
      .map_warp_i(head_q[WarpWidth-1:0]),
      .retire_en_i(retire_en),
      .retire_slot_i(stack_rd_slot_o),
      .retire_count_o(retire_count),
      .clear_en_i(done_valid),
      .clear_base_i(done_base),
      .clear_count_i(warps_q)
  );

  /////////////////
  // Load queues //
  /////////////////

  localparam int ActiveWidth   = $clog2(Active + 1);
  localparam int InactiveWidth = $clog2(Inactive + 1);

  logic [ActiveWidth-1:0]   unused_active;
  logic [InactiveWidth-1:0] unused_inactive;

  hd_load_queues #(
      .Active(Active),
      .Inactive(Inactive),
      .DataWidth(LoadWidth),
      .Warps(Warps)
  ) u_loads (
      .clk_i,
      .rst_ni,
      .in_valid_i(load_valid_i),
      .in_warp_i(load_warp_i),
      .in_data_i(load_data_i),
      .in_ready_o(load_ready_o),
      .out_valid_o(l1_valid_o),
      .out_warp_o(l1_warp_o),
      .out_data_o(l1_data_o),
      .out_away_o(l1_away_o),
      .out_ready_i(l1_ready_i),
      .away_en_i(out_en),
      .away_first_i(out_warp),
      .away_last_i(out_warp + WarpWidth'(last_rank)),
      .active_count_o(unused_active),
      .inactive_count_o(unused_inactive)
  );

endmodule
