// SPDX-License-Identifier: Apache-2.0
//
// Coordinator: decides which warps are schedulable. It takes blocks in, leads their warps through
// the thread, scratchpad and register queues, gives and takes resources at phase changes, and
// oversubscribes them as far as it may.
//
// Behaviour
// - One step a cycle; doing_o says which. A step does one thing: one warp moves, one set is mapped,
//   dropped or spilled, one warp of the list is looked at.
// - A step that goes on until there is nothing left takes one cycle more, which finds nothing.
// - Events, misses and answers from memory are noted in any cycle, whatever it is at.
// - All pending warps stand in one list, in the order of arrival. In which queue one stands is a
//   matter of what it holds: seat and scratchpad (register queue), seat (scratchpad queue), neither
//   (thread queue).
// - Everything may be oversubscribed while no warp is running, and while fewer than least_i are at
//   work: running, or at a barrier with no warp of the block pending. With least_i = 0 the
//   thresholds always hold.
// - A warp whose barrier opens, or whose phase change is done, and that lacks nothing, is
//   schedulable at once: only a warp that lacks something joins the list.
// - A register set that was missed returns from swap space when a set is free and the list is
//   empty. One set returns at a time. Meanwhile its warp may not be scheduled, its event waits, and
//   no victim is chosen.
//
// Corner cases
// - A warp that is served leaves the list at once and stays in state pending until it has all.
// - A warp whose state was requested from memory is `away` until the answer is in. An answer that
//   comes while the warp still takes is kept (`back`), one in the last cycle of that counts too.
// - The set to spill is kept while its store waits for the memory: what the spill selector offers
//   may change meanwhile.
// - A block's need of scratchpad is the greatest of its warps', worked out anew at each phase.
// - The last miss is noted, in place of the one before; also one in the cycle in which the note is
//   used up. A note whose warp does not run any more, or whose set has gone or is back, is used up
//   for nothing.
// - A set returns from the cycle behind the one in which its load was accepted: no answer comes
//   before.
//
// Vijaykumar et al., Zorua: sections 4.2.2, 5.1 to 5.6, Figures 10, 11.

module hd_coordinator #(
    // Logical warps. Flip-flops in proportion, and the list; searches over all of them.
    parameter int Warps       = 64,
    // Physical warp slots.
    parameter int Slots       = 48,
    // Logical blocks. Flip-flops in proportion.
    parameter int Blocks      = 16,
    // Register sets of a warp at most, and of the core.
    parameter int RegSets     = 16,
    parameter int RegPhys     = 256,
    // Scratchpad sets of a block at most, and of the core.
    parameter int ScratchSets = 48,
    parameter int ScratchPhys = 48,
    // Bits of a block's identity.
    parameter int IdWidth     = 96,
    // Events in a cycle: one a warp scheduler. Write ports of what an event leaves.
    parameter int Ports       = 2,
    // Bits of a threshold, in sets.
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
    // Of shared ports: the widest of the three resources.
    localparam int RowWidth  = WarpWidth > BlockWidth ? WarpWidth : BlockWidth,
    localparam int SetWidth  = RegSetWidth > ScratchSetWidth ? RegSetWidth : ScratchSetWidth,
    localparam int PhysWidth = SlotWidth > SetPhysWidth ? SlotWidth : SetPhysWidth
) (
    // Clock; synchronous reset, active low.
    input  logic                          clk_i,
    input  logic                          rst_ni,

    // Kernel: constant while a block is here
    // Warps of a block.
    input  logic [SizeWidth-1:0]          warps_i,
    // Register sets of a warp, and scratchpad sets of a block, in the first phase.
    input  logic [RegWidth-1:0]           regs_i,
    input  logic [ScratchWidth-1:0]       scratch_i,
    // While fewer warps are at work, or none runs, everything may be oversubscribed. 0: never.
    input  logic [SizeWidth-1:0]          least_i,

    // Thread block scheduler
    // A block is offered.
    input  logic                          block_valid_i,
    // Its identity.
    input  logic [IdWidth-1:0]            block_id_i,
    // It is taken. State only but warps_i.
    output logic                          block_ready_o,

    // Warp schedulers; event p is [p*W +: W], slot s is [s*W +: W]
    // Something happened to the warp on a slot that is ready_o.
    input  logic [Ports-1:0]              ev_valid_i,
    // 0: nothing here, 1: it has come to a barrier, 2: it begins a phase, 3: it has ended.
    input  logic [Ports*2-1:0]            ev_kind_i,
    input  logic [Ports*SlotWidth-1:0]    ev_slot_i,
    // What the phase needs, in sets; looked at with kind 2.
    input  logic [Ports*RegWidth-1:0]     ev_regs_i,
    input  logic [Ports*ScratchWidth-1:0] ev_scratch_i,
    // The warp on this slot may be scheduled. State only.
    output logic [Slots-1:0]              ready_o,
    // That warp, and its block; meaningful while a warp is seated there. State only.
    output logic [Slots*WarpWidth-1:0]    slot_warp_o,
    output logic [Slots*BlockWidth-1:0]   slot_block_o,
    // This warp begins: it may be scheduled from the next cycle on. State only.
    output logic                          begin_en_o,
    // Its slot, number, rank in the block, and block; meaningful while begin_en_o. State only.
    output logic [SlotWidth-1:0]          begin_slot_o,
    output logic [WarpWidth-1:0]          begin_warp_o,
    output logic [SizeWidth-1:0]          begin_rank_o,
    output logic [IdWidth-1:0]            begin_id_o,
    // This block is done. State only.
    output logic                          done_valid_o,
    output logic [IdWidth-1:0]            done_id_o,

    // Oversubscription; resource r (0 slots, 1 scratchpad, 2 registers) is [r*W +: W]
    // So many sets of it may be in swap space.
    input  logic [3*ThreshWidth-1:0]      thresh_i,

    // Mapping tables, one a resource
    // 0 nothing, 1 map, 2 spill, 3 fill, 4 drop; at most one is not 0. Depends on free_i and
    // req_ready_i.
    output logic [8:0]                    op_o,
    // Of which entry. Depends on free_i.
    output logic [RowWidth-1:0]           op_row_o,
    output logic [SetWidth-1:0]           op_set_o,
    // The entry is physical: only table 2's is looked at, of the set that was missed. No output
    // depends on it.
    input  logic [2:0]                    op_held_i,
    // The set that it gets or gives back: only table 0's is looked at.
    input  logic [3*PhysWidth-1:0]        op_phys_i,
    // Free physical sets; sets in swap space.
    input  logic [3*16-1:0]               free_i,
    input  logic [3*16-1:0]               swapped_i,
    // The lowest-numbered free register set: the one that table 2 gives next.
    input  logic [PhysWidth-1:0]          free_phys_i,
    // An instruction needs this register set of this warp, and it is in swap space.
    input  logic                          miss_en_i,
    input  logic [WarpWidth-1:0]          miss_row_i,
    input  logic [RegSetWidth-1:0]        miss_set_i,
    // The set that moves; never of resource 0. State only.
    output logic [2:0]                    lock_en_o,
    output logic [RowWidth-1:0]           lock_row_o,
    output logic [SetWidth-1:0]           lock_set_o,

    // Spill selectors; [0] of the scratchpad, [1] of the registers
    // An owner asks for room, block or warp: its own sets stay. State only.
    output logic [1:0]                    keep_en_o,
    // That owner; meaningful while keep_en_o. State only.
    output logic [RowWidth-1:0]           keep_row_o,
    // The set to spill.
    input  logic [1:0]                    victim_valid_i,
    input  logic [2*PhysWidth-1:0]        victim_phys_i,
    input  logic [2*RowWidth-1:0]         victim_row_i,
    input  logic [2*SetWidth-1:0]         victim_set_i,
    // It is spilled in this cycle. Depends on req_ready_i, victim_valid_i and victim_phys_i.
    output logic [1:0]                    victim_taken_o,

    // Memory
    // A request. Depends on free_i.
    output logic                          req_valid_o,
    input  logic                          req_ready_i,
    // 1: load from swap space, 0: store. Resource; the set's owner and number; the physical set, or
    // the slot, it is taken from or goes to. Meaningful while req_valid_o. Depend on free_i, and
    // req_phys_o on free_phys_i.
    output logic                          req_load_o,
    output logic [1:0]                    req_kind_o,
    output logic [RowWidth-1:0]           req_row_o,
    output logic [SetWidth-1:0]           req_set_o,
    output logic [PhysWidth-1:0]          req_phys_o,
    // What was loaded of this warp is back: its state on its slot, or its register set.
    input  logic                          rsp_valid_i,
    input  logic [WarpWidth-1:0]          rsp_warp_i,

    // Status, state only
    // Warps that are schedulable, or will be when their state is back.
    output logic [SizeWidth-1:0]          running_o,
    // No block is here, and nothing to do.
    output logic                          idle_o,
    // The step, as below.
    output logic [4:0]                    doing_o
);

`ifndef SYNTHESIS
  initial begin
    if (Warps < 2 || Warps > 64) $fatal(1, "hd_coordinator: Warps must be 2 to 64");
    if (Slots < 2 || Slots > Warps) $fatal(1, "hd_coordinator: Slots must be 2 to Warps");
    if (Blocks < 2 || Blocks > 16) $fatal(1, "hd_coordinator: Blocks must be 2 to 16");
    if (RegSets < 1 || RegSets > 64) $fatal(1, "hd_coordinator: RegSets must be 1 to 64");
    if (RegPhys < 2 || RegPhys > 1024) $fatal(1, "hd_coordinator: RegPhys must be 2 to 1024");
    if (RegSets > RegPhys) $fatal(1, "hd_coordinator: RegSets must be at most RegPhys");
    if (ScratchSets < 1 || ScratchSets > 64)
      $fatal(1, "hd_coordinator: ScratchSets must be 1 to 64");
    if (ScratchPhys < 2 || ScratchPhys > 1024)
      $fatal(1, "hd_coordinator: ScratchPhys must be 2 to 1024");
    if (ScratchSets > ScratchPhys)
      $fatal(1, "hd_coordinator: ScratchSets must be at most ScratchPhys");
    if (IdWidth < 1 || IdWidth > 128) $fatal(1, "hd_coordinator: IdWidth must be 1 to 128");
    if (Ports < 1 || Ports > 4) $fatal(1, "hd_coordinator: Ports must be 1 to 4");
    if (ThreshWidth < 1 || ThreshWidth > 16)
      $fatal(1, "hd_coordinator: ThreshWidth must be 1 to 16");
  end
`endif

  // Steps.
  localparam logic [4:0] Idle    = 5'd0;
  localparam logic [4:0] Accept  = 5'd1;  // a new block's warps join the list
  localparam logic [4:0] Event   = 5'd2;  // what happened to a warp is looked at
  localparam logic [4:0] Drop    = 5'd3;  // registers it has above its need; an ended warp goes
  localparam logic [4:0] Needs   = 5'd4;  // the greatest scratchpad need of the block's warps
  localparam logic [4:0] Trim    = 5'd5;  // scratchpad the block has above that; the warp goes on
  localparam logic [4:0] Check   = 5'd6;  // has the block ended, or do all that are left wait?
  localparam logic [4:0] Clear   = 5'd7;  // scratchpad of a block that has ended
  localparam logic [4:0] Done    = 5'd8;
  localparam logic [4:0] Open    = 5'd9;  // the barrier opens
  localparam logic [4:0] Scan    = 5'd10; // look for a warp that can be served
  localparam logic [4:0] Seat    = 5'd11; // take a slot,
  localparam logic [4:0] Scratch = 5'd12; // scratchpad,
  localparam logic [4:0] Regs    = 5'd13; // registers;
  localparam logic [4:0] Spill   = 5'd14; // make room for scratchpad or registers
  localparam logic [4:0] Begin   = 5'd15; // a new warp begins
  localparam logic [4:0] Return  = 5'd16; // a register set that was missed is asked for

  // States of a warp.
  localparam logic [2:0] WarpFree    = 3'd0;
  localparam logic [2:0] WarpPending = 3'd1; // in the list, or served at this moment
  localparam logic [2:0] WarpBarrier = 3'd2;
  localparam logic [2:0] WarpEvent   = 3'd3; // something happened, not yet looked at
  localparam logic [2:0] WarpRestore = 3'd4; // has all, its state is on its way
  localparam logic [2:0] WarpRuns    = 3'd5; // schedulable

  // Kinds of events.
  localparam logic [1:0] KindNone    = 2'd0;
  localparam logic [1:0] KindBarrier = 2'd1;
  localparam logic [1:0] KindPhase   = 2'd2;
  localparam logic [1:0] KindEnd     = 2'd3;

  // Resources, and the queues of the warps that wait for them.
  localparam logic [1:0] Threads   = 2'd0;
  localparam logic [1:0] Pads      = 2'd1;
  localparam logic [1:0] Registers = 2'd2;

  // Operations of a mapping table.
  localparam logic [2:0] OpNone  = 3'd0;
  localparam logic [2:0] OpMap   = 3'd1;
  localparam logic [2:0] OpSpill = 3'd2;
  localparam logic [2:0] OpFill  = 3'd3;
  localparam logic [2:0] OpDrop  = 3'd4;

  ///////////
  // State //
  ///////////

  // Warps: what becomes of it; block, and its number in there; has not begun; has a slot; its state
  // is in swap space, or on its way; the answer is in, but it still takes.
  (* mem2reg *)
  logic [2:0]              state_q [Warps];
  (* mem2reg *)
  logic [BlockWidth-1:0]   block_q [Warps];
  logic [SizeWidth-1:0]    rank_q [Warps];
  logic [Warps-1:0]        new_q, new_d, seated_q, seated_d, away_q, away_d, back_q, back_d;
  logic [SlotWidth-1:0]    slot_q [Warps];
  // Register sets it needs and has (physical or swapped), scratchpad sets its phase needs.
  logic [RegWidth-1:0]     need_q [Warps];
  logic [RegWidth-1:0]     have_q [Warps];
  (* mem2reg *)
  logic [ScratchWidth-1:0] scratch_q [Warps];
  // The event that was noted.
  logic [1:0]              kind_q [Warps];

  // The pending warps, the oldest first.
  (* mem2reg *)
  logic [WarpWidth-1:0] list_q [Warps];
  logic [SizeWidth-1:0] length_q;

  // Slots: the warp may be scheduled; a warp is seated; its number.
  logic [Slots-1:0]     ready_q, ready_d, slot_used_q, slot_used_d;
  (* mem2reg *)
  logic [WarpWidth-1:0] slot_warp_q [Slots];

  // Blocks: here; warps that have ended, that wait at the barrier; scratchpad sets it needs and
  // has; identity.
  logic [Blocks-1:0]       block_used_q, block_used_d;
  logic [SizeWidth-1:0]    ended_q [Blocks];
  logic [SizeWidth-1:0]    waiting_q [Blocks];
  (* mem2reg *)
  logic [ScratchWidth-1:0] block_need_q [Blocks];
  (* mem2reg *)
  logic [ScratchWidth-1:0] block_have_q [Blocks];
  logic [IdWidth-1:0]      id_q [Blocks];

  // The step; the warp and the block it is about; rank, or place in the list; queue; something has
  // changed since the last scan; the warp at which the search for events begins.
  logic [4:0]              doing_q, doing_d;
  logic [WarpWidth-1:0]    warp_q, warp_d;
  logic [BlockWidth-1:0]   at_block_q, at_block_d;
  logic [SizeWidth-1:0]    at_q, at_d;
  logic [1:0]              queue_q, queue_d;
  logic                    changed_q, changed_d;
  logic [WarpWidth-1:0]    search_q, search_d;
  // The set that is spilled, or is asked for to return: owner and number, of a spill the physical
  // set. Meaningful in Spill and Return.
  logic [RowWidth-1:0]     spill_row_q;
  logic [SetWidth-1:0]     spill_set_q;
  logic [PhysWidth-1:0]    spill_phys_q;

  // The miss that is noted: a register set in swap space that was needed.
  logic                    miss_q;
  logic [WarpWidth-1:0]    miss_row_q;
  logic [RegSetWidth-1:0]  miss_set_q;
  // A register set is on its way back, of this warp.
  logic                    returns_q;
  logic [WarpWidth-1:0]    return_warp_q;

  ///////////////////////////////////////////
  // States of the warps, which are `full` //
  ///////////////////////////////////////////

  // One bit a warp. `full`: its block has the scratchpad it needs. `mate`: it is of the block that
  // the step is about.
  logic [Warps-1:0]  is_free, is_pending, is_barrier, is_event, is_running, full, mate;
  logic [Blocks-1:0] block_full;

  for (genvar b = 0; b < Blocks; b++) begin : gen_block_full
    assign block_full[b] = block_have_q[b] >= block_need_q[b];
  end

  for (genvar w = 0; w < Warps; w++) begin : gen_is
    assign is_free[w]    = state_q[w] == WarpFree;
    assign is_pending[w] = state_q[w] == WarpPending;
    assign is_barrier[w] = state_q[w] == WarpBarrier;
    assign is_event[w]   = state_q[w] == WarpEvent;
    assign is_running[w] = state_q[w] == WarpRestore || state_q[w] == WarpRuns;
    assign full[w]       = block_full[block_q[w]];
    assign mate[w]       = block_q[w] == at_block_q;
  end

  assign running_o = SizeWidth'($countones(is_running));
  assign idle_o    = doing_q == Idle && block_used_q == '0;
  assign doing_o   = doing_q;

  //////////////////////////////////////////////
  // The warp and the block the step is about //
  //////////////////////////////////////////////

  logic [RegWidth-1:0]     need, have;
  logic [ScratchWidth-1:0] block_need, block_have;
  logic [SlotWidth-1:0]    slot;
  logic [1:0]              kind;
  // The warp, or the block, has sets in excess; it lacks sets.
  logic surplus, lacks, block_surplus, block_lacks;

  assign need       = need_q[warp_q];
  assign have       = have_q[warp_q];
  assign slot       = slot_q[warp_q];
  assign kind       = kind_q[warp_q];
  assign block_need = block_need_q[at_block_q];
  assign block_have = block_have_q[at_block_q];

  assign surplus       = have > need;
  assign lacks         = have < need;
  assign block_surplus = block_have > block_need;
  assign block_lacks   = block_have < block_need;

  //////////////////////////////////
  // Events and answers are noted //
  //////////////////////////////////

  // Events of this cycle: their warps; which of them begin a phase. Two in one cycle are of two
  // warps, and none is of a warp that a step moves, since that warp is not schedulable.
  logic [Ports*WarpWidth-1:0] ev_warp;
  logic [Ports-1:0]           ev_en, ev_phase;
  logic [Warps-1:0]           noted;

  for (genvar p = 0; p < Ports; p++) begin : gen_event
    assign ev_en[p]    = ev_valid_i[p] && ev_kind_i[p*2 +: 2] != KindNone;
    assign ev_phase[p] = ev_en[p] && ev_kind_i[p*2 +: 2] == KindPhase;
    assign ev_warp[p*WarpWidth +: WarpWidth] = slot_warp_q[ev_slot_i[p*SlotWidth +: SlotWidth]];
  end

  always @* begin
    noted = '0;
    for (int p = 0; p < Ports; p++) if (ev_en[p]) noted[ev_warp[p*WarpWidth +: WarpWidth]] = 1'b1;
  end

  // An answer: a register set has returned, of a warp whose state is here. Otherwise the warp runs,
  // or still takes and will see it (also in this very cycle).
  logic                 rsp_returns, rsp_runs, restored, on_its_way;
  logic [SlotWidth-1:0] rsp_slot;

  assign rsp_returns = rsp_valid_i && returns_q && rsp_warp_i == return_warp_q;
  assign rsp_runs    = rsp_valid_i && state_q[rsp_warp_i] == WarpRestore;
  assign rsp_slot    = slot_q[rsp_warp_i];
  assign restored    = back_q[warp_q] || (rsp_valid_i && rsp_warp_i == warp_q);
  assign on_its_way  = away_q[warp_q] & ~restored;

  ///////////////////////////////////////////////////////////////////////
  // Idle: an event, else a scan, else a block, else a set that returns //
  ///////////////////////////////////////////////////////////////////////

  // The next event in number from where the last search ended, round the end. That of a warp with
  // a set that returns waits: what follows might drop the set, or take the warp's seat.
  logic [Warps-1:0]      returning, found, later, search;
  logic                  event_valid;
  logic [WarpWidth-1:0]  event_warp;
  logic [BlockWidth-1:0] event_block;

  assign returning   = returns_q ? Warps'(1) << return_warp_q : '0;
  assign found       = is_event & ~returning;
  assign later       = found & ({Warps{1'b1}} << search_q);
  assign search      = later != '0 ? later : found;
  assign event_block = block_q[event_warp];

  hd_lowest #(
      .Width (Warps)
  ) u_event (
      .mask_i  (search),
      .valid_o (event_valid),
      .index_o (event_warp)
  );

  // Room for a block: enough free warps, and a free number.
  logic                  wants_scan, accept_en, some_block;
  logic [SizeWidth-1:0]  free_warps;
  logic [WarpWidth-1:0]  free_warp;
  logic [BlockWidth-1:0] free_block;

  assign free_warps  = SizeWidth'($countones(is_free));
  assign wants_scan  = changed_q && length_q != '0;

  assign block_ready_o = doing_q == Idle && !event_valid && !wants_scan && some_block
                         && free_warps >= warps_i;
  assign accept_en     = block_valid_i & block_ready_o;

  // Whether a warp is free the count says.
  logic unused_free;

  hd_lowest #(
      .Width (Warps)
  ) u_free_warp (
      .mask_i  (is_free),
      .valid_o (unused_free),
      .index_o (free_warp)
  );

  hd_lowest #(
      .Width (Blocks)
  ) u_free_block (
      .mask_i  (~block_used_q),
      .valid_o (some_block),
      .index_o (free_block)
  );

  // The set that was missed may return: nobody waits for what it takes. It does if its warp still
  // runs, and still has it in swap space. The table is asked in Idle.
  logic                some_register, note_used, returnable;
  logic [RegWidth-1:0] miss_have;

  assign some_register = free_i[2*16 +: 16] != '0;
  assign note_used     = doing_q == Idle && !event_valid && !wants_scan && !accept_en
                         && miss_q && !returns_q && length_q == '0 && some_register;
  assign miss_have     = have_q[miss_row_q];
  assign returnable    = note_used && state_q[miss_row_q] == WarpRuns
                         && RegWidth'(miss_set_q) < miss_have && !op_held_i[2];

  always_ff @(posedge clk_i) begin
    if (!rst_ni)        miss_q <= 1'b0;
    else if (miss_en_i) miss_q <= 1'b1;
    else if (note_used) miss_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (miss_en_i) begin
      miss_row_q <= miss_row_i;
      miss_set_q <= miss_set_i;
    end
  end

  /////////////
  // Barrier //
  /////////////

  logic [Warps-1:0]     waiting;
  logic                 waiting_valid, all_ended, all_there;
  logic [WarpWidth-1:0] waiting_warp;

  assign waiting = is_barrier & mate;

  hd_lowest #(
      .Width (Warps)
  ) u_waiting (
      .mask_i  (waiting),
      .valid_o (waiting_valid),
      .index_o (waiting_warp)
  );

  // All that have not ended are there; with the warp of this step if that has just come.
  assign all_ended = ended_q[at_block_q] == warps_i;
  assign all_there = ended_q[at_block_q] + waiting_q[at_block_q]
                     + SizeWidth'(doing_q == Event) == warps_i;

  ////////////////////////////////////////////
  // Needs: the greatest of a block's warps //
  ////////////////////////////////////////////

  // A tournament over all warps. A warp that is free, or of another block, needs nothing.
  localparam int Levels = $clog2(Warps);

  for (genvar l = 0; l <= Levels; l++) begin : gen_level
    for (genvar n = 0; n < (Warps + (1 << l) - 1) >> l; n++) begin : gen_node
      logic [ScratchWidth-1:0] most;

      if (l == 0) begin : gen_warp
        assign most = mate[n] && !is_free[n] ? scratch_q[n] : '0;
      end else if (2 * n + 1 == (Warps + (1 << (l - 1)) - 1) >> (l - 1)) begin : gen_left
        assign most = gen_level[l-1].gen_node[2*n].most; // no node on the right
      end else begin : gen_greater
        logic [ScratchWidth-1:0] left, right;

        assign left  = gen_level[l-1].gen_node[2*n].most;
        assign right = gen_level[l-1].gen_node[2*n+1].most;
        assign most  = right > left ? right : left;
      end
    end
  end

  logic [ScratchWidth-1:0] greatest;
  logic                    trims; // the block has more than that

  assign greatest = gen_level[Levels].gen_node[0].most;
  assign trims    = block_have > greatest;

  /////////////////////////////////////////////////////////////////////////////
  // Scan: the next warp of this queue, and whether it can have all it lacks //
  /////////////////////////////////////////////////////////////////////////////

  // Places of the list, from at_q on, where a warp of this queue stands.
  logic [Warps-1:0]      stands, places;
  logic                  look_valid;
  logic [WarpWidth-1:0]  look_at, look_warp;
  logic [BlockWidth-1:0] look_block;

  assign stands = queue_q == Registers ? seated_q & full
                : queue_q == Pads      ? seated_q & ~full
                :                        ~seated_q;

  for (genvar i = 0; i < Warps; i++) begin : gen_place
    assign places[i] = stands[list_q[i]] && SizeWidth'(i) < length_q && SizeWidth'(i) >= at_q;
  end

  hd_lowest #(
      .Width (Warps)
  ) u_look (
      .mask_i  (places),
      .valid_o (look_valid),
      .index_o (look_at)
  );

  assign look_warp  = list_q[look_at];
  assign look_block = block_q[look_warp];

  // A seat to take: the lowest slot whose warp is pending or at a barrier.
  logic [Slots-1:0]     seats;
  logic                 seat_valid;
  logic [SlotWidth-1:0] seat_slot;
  logic [WarpWidth-1:0] seat_warp;

  for (genvar s = 0; s < Slots; s++) begin : gen_seat
    assign seats[s] = slot_used_q[s] && (is_pending[slot_warp_q[s]] || is_barrier[slot_warp_q[s]]);
  end

  hd_lowest #(
      .Width (Slots)
  ) u_seat (
      .mask_i  (seats),
      .valid_o (seat_valid),
      .index_o (seat_slot)
  );

  assign seat_warp = slot_warp_q[seat_slot];

  // Of each resource the amount that the warp lacks, and the part of it that is not free. A warp
  // whose state is in swap space takes a seat even if none is free: one goes, one comes.
  logic [ScratchWidth-1:0] look_block_need, look_block_have;
  logic [RegWidth-1:0]     look_need, look_have;
  logic [15:0]             lack_pads, lack_registers;
  logic [3*16-1:0]         lack, over;
  logic [2:0]              there, some_free;
  logic                    unseated, few, can;

  assign look_block_need = block_need_q[look_block];
  assign look_block_have = block_have_q[look_block];
  assign look_need       = need_q[look_warp];
  assign look_have       = have_q[look_warp];
  assign unseated        = ~seated_q[look_warp];

  assign lack_pads = full[look_warp] ? '0 : 16'(look_block_need) - 16'(look_block_have);
  assign lack_registers = look_have >= look_need ? '0 : 16'(look_need) - 16'(look_have);
  assign lack = {lack_registers, lack_pads, 15'b0, unseated & ~away_q[look_warp]};

  // Few warps are at work. Of those at a barrier they are the warps of blocks that do not wait for
  // a pending warp. That none runs is what keeps a pending warp from waiting for ever.
  logic [Blocks-1:0] block_pends;
  logic [Warps-1:0]  at_work;

  for (genvar b = 0; b < Blocks; b++) begin : gen_block_pends
    logic [Warps-1:0] pends;
    for (genvar w = 0; w < Warps; w++) begin : gen_pends
      assign pends[w] = is_pending[w] && block_q[w] == BlockWidth'(b);
    end
    assign block_pends[b] = pends != '0;
  end

  for (genvar w = 0; w < Warps; w++) begin : gen_at_work
    assign at_work[w] = is_running[w] || (is_barrier[w] && !block_pends[block_q[w]]);
  end

  assign few = least_i != '0
      && (is_running == '0 || SizeWidth'($countones(at_work)) < least_i);

  for (genvar r = 0; r < 3; r++) begin : gen_resource
    logic [15:0] free;
    assign free = free_i[r*16 +: 16];

    assign some_free[r] = free != '0;
    assign over[r*16 +: 16] = lack[r*16 +: 16] > free ? lack[r*16 +: 16] - free : '0;
    assign there[r] = over[r*16 +: 16] == '0 || few
        || {1'b0, swapped_i[r*16 +: 16]} + {1'b0, over[r*16 +: 16]}
           <= 17'(thresh_i[r*ThreshWidth +: ThreshWidth]);
  end

  assign can = there == 3'b111 && (!unseated || some_free[0] || seat_valid);

  ///////////////////////////////////////
  // Take: a free slot, a set to spill //
  ///////////////////////////////////////

  // The lowest slot where no warp is seated: the slot that the table gives next.
  logic [SlotWidth-1:0] hole_slot;
  logic                 unused_hole;

  hd_lowest #(
      .Width (Slots)
  ) u_hole (
      .mask_i  (~slot_used_q),
      .valid_o (unused_hole),
      .index_o (hole_slot)
  );

  // Scratchpad is taken before registers: as long as the block lacks some, room is made for it. No
  // victim is chosen while a set returns: it might be that set, whose words are not there yet.
  logic       choose_pad, choose_register, spill_pad;
  logic [1:0] spills, still;

  assign choose_pad      = doing_q == Scratch && block_lacks && !some_free[1] && victim_valid_i[0]
                           && !returns_q;
  assign choose_register = doing_q == Regs && lacks && !some_free[2] && victim_valid_i[1]
                           && !returns_q;
  assign spill_pad       = block_lacks;
  assign spills          = doing_q != Spill ? 2'b00 : spill_pad ? 2'b01 : 2'b10;

  assign lock_en_o  = {spills[1] || doing_q == Return, spills[0], 1'b0};
  assign lock_row_o = spill_row_q;
  assign lock_set_o = spill_set_q;
  assign keep_en_o  = {doing_q == Regs, doing_q == Scratch} | spills;
  assign keep_row_o = keep_en_o[0] ? RowWidth'(at_block_q) : RowWidth'(warp_q);
  // The selector may have another victim by now, which it then keeps.
  assign still = {victim_phys_i[PhysWidth +: PhysWidth] == spill_phys_q,
                  victim_phys_i[0 +: PhysWidth] == spill_phys_q};
  assign victim_taken_o = spills & {2{req_ready_i}} & victim_valid_i & still;

  always_ff @(posedge clk_i) begin
    if (choose_pad) begin
      spill_row_q  <= victim_row_i[0 +: RowWidth];
      spill_set_q  <= victim_set_i[0 +: SetWidth];
      spill_phys_q <= victim_phys_i[0 +: PhysWidth];
    end else if (choose_register) begin
      spill_row_q  <= victim_row_i[RowWidth +: RowWidth];
      spill_set_q  <= victim_set_i[SetWidth +: SetWidth];
      spill_phys_q <= victim_phys_i[PhysWidth +: PhysWidth];
    end else if (returnable) begin
      spill_row_q <= RowWidth'(miss_row_q);
      spill_set_q <= SetWidth'(miss_set_q);
    end
  end

  // The load was accepted, until its answer.
  always_ff @(posedge clk_i) begin
    if (!rst_ni)                               returns_q <= 1'b0;
    else if (doing_q == Return && req_ready_i) returns_q <= 1'b1;
    else if (rsp_returns)                      returns_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (doing_q == Return) return_warp_q <= spill_row_q[WarpWidth-1:0];
  end

  ///////////////
  // Next step //
  ///////////////

  always @* begin
    doing_d    = doing_q;
    warp_d     = warp_q;
    at_block_d = at_block_q;
    at_d       = at_q;
    queue_d    = queue_q;
    changed_d  = changed_q;
    search_d   = search_q;
    case (doing_q)
      Idle:
        if (event_valid) begin
          doing_d    = Event;
          warp_d     = event_warp;
          at_block_d = event_block;
          search_d   = event_warp == WarpWidth'(Warps - 1) ? '0 : event_warp + WarpWidth'(1);
        end else if (wants_scan) begin
          doing_d   = Scan;
          queue_d   = Registers;
          at_d      = '0;
          changed_d = 1'b0;
        end else if (accept_en) begin
          doing_d    = Accept;
          at_block_d = free_block;
          at_d       = '0;
        end else if (returnable) begin
          doing_d = Return;
        end
      Accept: begin
        at_d = at_q + SizeWidth'(1);
        if (at_d == warps_i) begin
          doing_d   = Idle;
          changed_d = 1'b1;
        end
      end
      Event: begin
        doing_d   = kind != KindBarrier ? Drop : all_there ? Open : Idle;
        changed_d = 1'b1;
      end
      Drop:
        if (!surplus) begin
          doing_d = kind == KindEnd ? Check : Needs;
        end
      Needs: doing_d = trims ? Trim : Idle;
      Trim:  if (!block_surplus)    doing_d = Idle;
      Check: doing_d = all_ended ? Clear : all_there ? Open : Idle;
      Clear: if (block_have == '0)  doing_d = Done;
      Done:  doing_d = Idle;
      Open:  if (!waiting_valid)    doing_d = Idle;
      Scan:
        if (look_valid && can) begin
          doing_d    = Seat;
          warp_d     = look_warp;
          at_block_d = look_block;
          at_d       = SizeWidth'(look_at); // the place to which the warp behind moves up
        end else if (look_valid) begin
          at_d = SizeWidth'(look_at) + SizeWidth'(1);
        end else begin
          at_d = '0;
          if (queue_q == Threads) doing_d = Idle;
          else                    queue_d = queue_q - 2'd1;
        end
      Seat:    if (seated_q[warp_q]) doing_d = Scratch;
      Scratch: if (!block_lacks)     doing_d = Regs;
               else if (choose_pad)  doing_d = Spill;
      Regs:    if (!lacks)           doing_d = new_q[warp_q] ? Begin : Scan;
               else if (choose_register) doing_d = Spill;
      Spill:   if (req_ready_i)      doing_d = spill_pad ? Scratch : Regs;
      Return:  if (req_ready_i)      doing_d = Idle;
      default: doing_d = Scan; // Begin
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      doing_q   <= Idle;
      changed_q <= 1'b0;
      search_q  <= '0;
    end else begin
      doing_q   <= doing_d;
      changed_q <= changed_d;
      search_q  <= search_d;
    end
  end

  always_ff @(posedge clk_i) begin
    warp_q     <= warp_d;
    at_block_q <= at_block_d;
    at_q       <= at_d;
    queue_q    <= queue_d;
  end

  ///////////////////////////////////////////////
  // Operations on a table, requests to memory //
  ///////////////////////////////////////////////

  logic [2:0] op;
  logic [1:0] op_table;

  assign op_o = {op_table == Registers ? op : OpNone, op_table == Pads ? op : OpNone,
                 op_table == Threads ? op : OpNone};

  always @* begin
    op          = OpNone;
    op_table    = Threads;
    op_row_o    = RowWidth'(warp_q);
    op_set_o    = '0;
    req_valid_o = 1'b0;
    req_load_o  = 1'b0;
    req_kind_o  = Threads;
    req_row_o   = RowWidth'(warp_q);
    req_set_o   = '0;
    req_phys_o  = PhysWidth'(hole_slot);
    case (doing_q)
      Idle: begin // no operation: is the set that was missed in swap space?
        op_row_o = RowWidth'(miss_row_q);
        op_set_o = SetWidth'(miss_set_q);
      end
      Drop:
        if (surplus) begin
          op       = OpDrop;
          op_table = Registers;
          op_set_o = SetWidth'(have) - SetWidth'(1);
        end else if (kind == KindEnd) begin
          op = OpDrop;
        end
      Trim, Clear: begin
        op_table = Pads;
        op_row_o = RowWidth'(at_block_q);
        op_set_o = SetWidth'(block_have) - SetWidth'(1);
        if (doing_q == Trim ? block_surplus : block_have != '0) op = OpDrop;
      end
      Seat:
        if (!seated_q[warp_q] && some_free[0]) begin
          req_valid_o = away_q[warp_q];
          req_load_o  = 1'b1;
          if (!away_q[warp_q])  op = OpMap;
          else if (req_ready_i) op = OpFill;
        end else if (!seated_q[warp_q] && seat_valid) begin
          req_valid_o = 1'b1;
          req_row_o   = RowWidth'(seat_warp);
          req_phys_o  = PhysWidth'(seat_slot);
          op_row_o    = RowWidth'(seat_warp);
          if (req_ready_i) op = OpSpill;
        end
      Scratch: begin
        op_table = Pads;
        op_row_o = RowWidth'(at_block_q);
        op_set_o = SetWidth'(block_have);
        if (block_lacks && some_free[1]) op = OpMap;
      end
      Regs: begin
        op_table = Registers;
        op_set_o = SetWidth'(have);
        if (lacks && some_free[2]) op = OpMap;
      end
      Spill: begin
        op_table    = spill_pad ? Pads : Registers;
        op_row_o    = spill_row_q;
        op_set_o    = spill_set_q;
        req_valid_o = 1'b1;
        req_kind_o  = op_table;
        req_row_o   = spill_row_q;
        req_set_o   = spill_set_q;
        req_phys_o  = spill_phys_q;
        if (req_ready_i) op = OpSpill;
      end
      Return: begin
        op_table    = Registers;
        op_row_o    = spill_row_q;
        op_set_o    = spill_set_q;
        req_valid_o = 1'b1;
        req_load_o  = 1'b1;
        req_kind_o  = Registers;
        req_row_o   = spill_row_q;
        req_set_o   = spill_set_q;
        req_phys_o  = free_phys_i;
        if (req_ready_i) op = OpFill;
      end
      default: ;
    endcase
  end

  ////////////////////////////////////////////
  // Which warp moves, and the state of all //
  ////////////////////////////////////////////

  // One warp at most. A warp that becomes pending goes to the end of the list.
  logic                 move_en;
  logic [WarpWidth-1:0] move_warp;
  logic [2:0]           move_state;
  // The warp of the step has ended; the warp that moves has all it needs, and its state.
  logic                 ends, runs;
  logic [SlotWidth-1:0] move_slot;

  assign move_slot = slot_q[move_warp];

  // A warp that goes on runs if it lacks nothing. After a phase change a warp is seated; after a
  // barrier it has its registers.
  always @* begin
    move_en    = 1'b0;
    move_warp  = warp_q;
    move_state = WarpPending;
    case (doing_q)
      Accept: begin
        move_en   = 1'b1;
        move_warp = free_warp;
      end
      Event: begin
        move_en    = kind == KindBarrier;
        move_state = WarpBarrier;
      end
      Drop: begin
        move_en    = !surplus && kind == KindEnd;
        move_state = WarpFree;
      end
      Needs: begin
        move_en    = !trims;
        move_state = !lacks && block_have == greatest ? WarpRuns : WarpPending;
      end
      Trim: begin
        move_en    = !block_surplus;
        move_state = !lacks ? WarpRuns : WarpPending;
      end
      Open: begin
        move_en    = waiting_valid;
        move_warp  = waiting_warp;
        move_state = seated_q[waiting_warp] && !block_lacks ? WarpRuns : WarpPending;
      end
      Regs, Begin: begin
        move_en    = doing_q == Begin || (!lacks && !new_q[warp_q]);
        move_state = on_its_way ? WarpRestore : WarpRuns;
      end
      default: ;
    endcase
  end

  assign ends = move_en && move_state == WarpFree;
  assign runs = move_en && move_state == WarpRuns;

  // The three writers are of three warps: one that runs, one in restore, and one that does neither.
  for (genvar w = 0; w < Warps; w++) begin : gen_state
    always_ff @(posedge clk_i) begin
      if (!rst_ni)                                      state_q[w] <= WarpFree;
      else if (noted[w])                                state_q[w] <= WarpEvent;
      else if (rsp_runs && rsp_warp_i == WarpWidth'(w)) state_q[w] <= WarpRuns;
      else if (move_en && move_warp == WarpWidth'(w))   state_q[w] <= move_state;
    end
  end

  ///////////
  // Seats //
  ///////////

  // Taken by the warp of the step, taken from another, or given back at its end.
  logic                 sits, leaves;
  logic [SlotWidth-1:0] new_slot;

  assign sits     = doing_q == Seat && (op == OpMap || op == OpFill);
  assign leaves   = doing_q == Seat && op == OpSpill;
  assign new_slot = op_phys_i[SlotWidth-1:0];

  always @* begin
    slot_used_d = slot_used_q;
    if (sits)   slot_used_d[new_slot]  = 1'b1;
    if (leaves) slot_used_d[seat_slot] = 1'b0;
    if (ends)   slot_used_d[slot]      = 1'b0;

    ready_d = ready_q;
    for (int p = 0; p < Ports; p++)
      if (ev_en[p]) ready_d[ev_slot_i[p*SlotWidth +: SlotWidth]] = 1'b0;
    if (rsp_runs) ready_d[rsp_slot]  = 1'b1;
    if (runs)     ready_d[move_slot] = 1'b1;
  end

  // An answer for a warp that still takes is kept, until it runs.
  always @* begin
    new_d    = new_q;
    seated_d = seated_q;
    away_d   = away_q;
    back_d   = back_q;
    if (sits) seated_d[warp_q] = 1'b1;
    if (ends) seated_d[warp_q] = 1'b0;
    if (leaves) begin
      seated_d[seat_warp] = 1'b0;
      away_d[seat_warp]   = 1'b1;
    end
    if (rsp_runs)                         away_d[rsp_warp_i] = 1'b0;
    else if (rsp_valid_i && !rsp_returns) back_d[rsp_warp_i] = 1'b1;
    if (runs) begin
      away_d[move_warp] = 1'b0;
      back_d[move_warp] = 1'b0;
    end
    if (doing_q == Begin) new_d[warp_q] = 1'b0;
    if (doing_q == Accept) begin
      new_d[free_warp]    = 1'b1;
      seated_d[free_warp] = 1'b0;
      away_d[free_warp]   = 1'b0;
      back_d[free_warp]   = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ready_q     <= '0;
      slot_used_q <= '0;
    end else begin
      ready_q     <= ready_d;
      slot_used_q <= slot_used_d;
    end
  end

  always_ff @(posedge clk_i) begin
    new_q    <= new_d;
    seated_q <= seated_d;
    away_q   <= away_d;
    back_q   <= back_d;
    if (sits) begin
      slot_q[warp_q]        <= new_slot;
      slot_warp_q[new_slot] <= warp_q;
    end
  end

  /////////////////////
  // Needs of a warp //
  /////////////////////

  always_ff @(posedge clk_i) begin
    if (doing_q == Accept) begin
      block_q[free_warp]   <= at_block_q;
      rank_q[free_warp]    <= at_q;
      need_q[free_warp]    <= regs_i;
      scratch_q[free_warp] <= scratch_i;
    end
    // What has ended needs nothing.
    if (doing_q == Event && kind == KindEnd) begin
      need_q[warp_q]    <= '0;
      scratch_q[warp_q] <= '0;
    end
    for (int p = 0; p < Ports; p++) begin
      if (ev_en[p]) kind_q[ev_warp[p*WarpWidth +: WarpWidth]] <= ev_kind_i[p*2 +: 2];
      if (ev_phase[p]) begin
        need_q[ev_warp[p*WarpWidth +: WarpWidth]]    <= ev_regs_i[p*RegWidth +: RegWidth];
        scratch_q[ev_warp[p*WarpWidth +: WarpWidth]] <=
            ev_scratch_i[p*ScratchWidth +: ScratchWidth];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (doing_q == Accept)              have_q[free_warp] <= '0;
    if (doing_q == Drop && surplus)     have_q[warp_q]    <= have - RegWidth'(1);
    if (doing_q == Regs && op == OpMap) have_q[warp_q]    <= have + RegWidth'(1);
  end

  //////////
  // List //
  //////////

  // A warp that is served leaves the list, and those behind close up. No warp joins in that cycle.
  logic             joins, served;
  logic [Warps-1:0] close_up;

  assign joins    = move_en && move_state == WarpPending;
  assign served   = doing_q == Scan && look_valid && can;
  assign close_up = {Warps{served}} << look_at;

  for (genvar i = 0; i < Warps; i++) begin : gen_list
    logic [WarpWidth-1:0] behind;
    if (i + 1 < Warps) begin : gen_behind
      assign behind = list_q[i+1];
    end else begin : gen_last
      assign behind = list_q[i];
    end

    always_ff @(posedge clk_i) begin
      if (close_up[i])                             list_q[i] <= behind;
      else if (joins && length_q == SizeWidth'(i)) list_q[i] <= move_warp;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni)     length_q <= '0;
    else if (joins)  length_q <= length_q + SizeWidth'(1);
    else if (served) length_q <= length_q - SizeWidth'(1);
  end

  ////////////
  // Blocks //
  ////////////

  always @* begin
    block_used_d = block_used_q;
    if (doing_q == Done) block_used_d[at_block_q] = 1'b0;
    if (accept_en)       block_used_d[free_block] = 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) block_used_q <= '0;
    else         block_used_q <= block_used_d;
  end

  always_ff @(posedge clk_i) begin
    if (accept_en) begin
      id_q[free_block]         <= block_id_i;
      ended_q[free_block]      <= '0;
      waiting_q[free_block]    <= '0;
      block_need_q[free_block] <= scratch_i;
      block_have_q[free_block] <= '0;
    end

    if (ends) ended_q[at_block_q] <= ended_q[at_block_q] + SizeWidth'(1);

    if (doing_q == Event && kind == KindBarrier)
      waiting_q[at_block_q] <= waiting_q[at_block_q] + SizeWidth'(1);
    if (doing_q == Open && waiting_valid)
      waiting_q[at_block_q] <= waiting_q[at_block_q] - SizeWidth'(1);

    // Up at once, down when all warps were looked at.
    if (doing_q == Needs) block_need_q[at_block_q] <= greatest;

    if ((doing_q == Trim || doing_q == Clear) && op == OpDrop)
      block_have_q[at_block_q] <= block_have - ScratchWidth'(1);
    if (doing_q == Scratch && op == OpMap)
      block_have_q[at_block_q] <= block_have + ScratchWidth'(1);
  end

  /////////////
  // Outputs //
  /////////////

  // A warp with a set that returns is seated: no seat is taken from one that runs, or whose event
  // waits.
  logic [SlotWidth-1:0] return_slot;
  assign return_slot = slot_q[return_warp_q];
  assign ready_o     = ready_q & ~(returns_q ? Slots'(1) << return_slot : '0);

  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    assign slot_warp_o[s*WarpWidth +: WarpWidth]    = slot_warp_q[s];
    assign slot_block_o[s*BlockWidth +: BlockWidth] = block_q[slot_warp_q[s]];
  end

  assign begin_en_o   = doing_q == Begin;
  assign begin_slot_o = slot;
  assign begin_warp_o = warp_q;
  assign begin_rank_o = rank_q[warp_q];
  assign begin_id_o   = id_q[at_block_q];

  assign done_valid_o = doing_q == Done;
  assign done_id_o    = id_q[at_block_q];

  // No function: where a set of scratchpad or registers is, and was, is the tables' business, but
  // for the set that was missed.
  logic unused_table;
  assign unused_table = &{1'b0, op_held_i[1:0], op_phys_i};

endmodule
