// SPDX-License-Identifier: Apache-2.0
//
// Barrier unit: counts threads at barriers where warps come and go. For each static warp it keeps
// which threads live and which are at the barrier, tells the residency when all living threads are
// there, and launches them when the block goes on. Where warps leave their slots it also keeps
// which threads are in memory, reports slots of which no thread runs, and gives away a warp's state
// when the warp leaves, and takes it back when the warp returns.
//
// Behaviour
// - A warp that arrives, however it was formed, brings in each lane a thread of some static warp:
//   lane l's is bit l of that slot's masks. Threads that end live no longer; the others are here.
// - LaneSlots above 1: a static warp has that many parts, numbered {slot, part}. Place p of a warp
//   that arrives has a thread of some part: bit {part, p mod Homes} of the part's slot.
// - A slot whose living threads are all here makes one event. It is then told, and waits for the
//   residency. When the slot is ready, its threads that are here are launched.
// - Events and launches are one a cycle, the lowest-numbered slot first.
// - Leaves = 1: a slot stalls when all its living threads are in memory or here, and not all here.
//   A warp that leaves takes its mask of living threads along, its mask of threads that are here,
//   and the address at which these go on. It comes back with them, to this slot or another one.
//
// Corner cases
// - No thread lives: the event says so, and the slot is empty.
// - The last thread that is missing ends while the others wait: that completes them as well.
// - A launch that is offered and not taken gives way to the launch of a lower slot.
// - A warp that comes back with all its living threads here was told before it left: no new event.
//
// Fung, Sham, Yuan, Aamodt, Dynamic Warp Formation, TACO 6(2), 2009: section 4; Yoon, Kim, Lee,
// Ro, Annavaram, Virtual Thread, ISCA 2016: section IV.A (barriers).

module hd_barrier_unit #(
    // Static warps on chip. Two masks and an address each, and a comparator for every lane.
    parameter int Slots   = 24,
    // Threads of a warp: bits of the masks, and comparators of slot numbers.
    parameter int Lanes   = 32,
    // Bits of an address. Flip-flops only.
    parameter int PcWidth = 32,
    // Places of a warp in one home lane: so many threads may arrive for one bit of the masks. 1: a
    // place is a lane. The comparators grow in proportion.
    parameter int LaneSlots = 1,
    // 1: warps leave their slots and come back, which takes a mask more a slot. 0: the ports that
    // are marked `leaves` do nothing.
    parameter int Leaves  = 0,
    localparam int SlotWidth = $clog2(Slots),
    localparam int PartWidth = SlotWidth + $clog2(LaneSlots)
) (
    // Clock; synchronous reset, active low.
    input  logic                       clk_i,
    input  logic                       rst_ni,

    // A static warp begins
    // On this slot, with these threads.
    input  logic                       begin_en_i,
    input  logic [SlotWidth-1:0]       begin_slot_i,
    input  logic [Lanes-1:0]           begin_mask_i,

    // A warp, however formed, has executed barrier or exit
    // Threads arrive. With arr_exit_i they end, else they are at the barrier.
    input  logic                       arr_valid_i,
    input  logic                       arr_exit_i,
    // The places that have a thread; place p's is of the static warp, or of the part of one, that
    // [p*PartWidth +: PartWidth] says.
    input  logic [Lanes-1:0]           arr_mask_i,
    input  logic [Lanes*PartWidth-1:0] arr_slot_i,
    // The address at which threads at the barrier go on.
    input  logic [PcWidth-1:0]         arr_pc_i,
    // Leaves: the threads go to memory. They neither end nor are at the barrier.
    input  logic                       arr_memory_i,

    // Leaves: threads are back from memory
    // Their lanes and slots, as for threads that arrive.
    input  logic                       back_valid_i,
    input  logic [Lanes-1:0]           back_mask_i,
    input  logic [Lanes*PartWidth-1:0] back_slot_i,

    // Residency
    // All living threads of the static warp on this slot are at the barrier (kind 1), or none lives
    // any more (kind 3). Always taken. State only.
    output logic                       ev_valid_o,
    output logic [SlotWidth-1:0]       ev_slot_o,
    output logic [1:0]                 ev_kind_o,
    // The warps on these slots may run.
    input  logic [Slots-1:0]           ready_i,

    // Formation
    // These threads of the static warp on this slot go on, here. Depends on ready_i.
    output logic                       launch_valid_o,
    output logic [SlotWidth-1:0]       launch_slot_o,
    output logic [Lanes-1:0]           launch_mask_o,
    output logic [PcWidth-1:0]         launch_pc_o,
    // They are taken.
    input  logic                       launch_ready_i,

    // Leaves: residency
    // No thread of the static warp on this slot runs, and some are in memory. State only.
    output logic [Slots-1:0]           stalls_o,
    // The warp on this slot leaves.
    input  logic                       leave_en_i,
    input  logic [SlotWidth-1:0]       leave_slot_i,
    // Of the slot, also while leave_en_i is low: living threads, none if there is no warp; threads
    // at the barrier; the address at which these go on, if there are some. Depends on leave_slot_i.
    output logic [Lanes-1:0]           leave_live_o,
    output logic [Lanes-1:0]           leave_here_o,
    output logic [PcWidth-1:0]         leave_pc_o,
    // A warp comes back to this slot, as it has left.
    input  logic                       resume_en_i,
    input  logic [SlotWidth-1:0]       resume_slot_i,
    input  logic [Lanes-1:0]           resume_live_i,
    input  logic [Lanes-1:0]           resume_here_i,
    input  logic [PcWidth-1:0]         resume_pc_i
);

`ifndef SYNTHESIS
  initial begin
    if (Slots < 2 || Slots > 64) $fatal(1, "hd_barrier_unit: Slots must be 2 to 64");
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_barrier_unit: Lanes must be 1 to 64");
    if (PcWidth < 1 || PcWidth > 64) $fatal(1, "hd_barrier_unit: PcWidth must be 1 to 64");
    if (LaneSlots < 1 || LaneSlots > Lanes || LaneSlots != 1 << $clog2(LaneSlots))
      $fatal(1, "hd_barrier_unit: LaneSlots must be a power of two, at most Lanes");
    if (LaneSlots > 1 && Lanes != 1 << $clog2(Lanes))
      $fatal(1, "hd_barrier_unit: with LaneSlots above 1 Lanes must be a power of two");
    if (Leaves < 0 || Leaves > 1) $fatal(1, "hd_barrier_unit: Leaves must be 0 or 1");
    if (LaneSlots > 1 && Leaves != 0)
      $fatal(1, "hd_barrier_unit: LaneSlots above 1 needs Leaves = 0");
  end
`endif

  // Lanes, of each of which a part has one thread.
  localparam int Homes = Lanes / LaneSlots;

  // Kinds of events, as the residency knows them.
  localparam logic [1:0] AtBarrier = 2'd1;
  localparam logic [1:0] Ended     = 2'd3;

  ///////////
  // State //
  ///////////

  // A warp is on this slot; its threads are all at the barrier, and the residency knows it.
  logic [Slots-1:0]   open_q, open_d, told_q, told_d;
  // Meaningful while open: threads that live, and living threads that are at the barrier.
  (* mem2reg *) // flip-flops
  logic [Lanes-1:0]   live_q [Slots];
  (* mem2reg *) // flip-flops
  logic [Lanes-1:0]   here_q [Slots];
  // Meaningful while some threads are at the barrier: the address at which they go on.
  (* mem2reg *) // flip-flops
  logic [PcWidth-1:0] pc_q [Slots];
  // Threads in memory, the threads of slot s at [s*Lanes +: Lanes]; none without Leaves.
  logic [Slots*Lanes-1:0] away_q;

  /////////////////////////
  // Events and launches //
  /////////////////////////

  // Of the slot: all living threads are at the barrier; no thread lives.
  logic [Slots-1:0] complete, dead;

  for (genvar s = 0; s < Slots; s++) begin : gen_all
    assign complete[s] = (live_q[s] & ~here_q[s]) == '0;
    assign dead[s]     = live_q[s] == '0;
  end

  hd_lowest #(
      .Width(Slots)
  ) u_event (
      .mask_i(open_q & ~told_q & complete),
      .valid_o(ev_valid_o),
      .index_o(ev_slot_o)
  );

  assign ev_kind_o = dead[ev_slot_o] ? Ended : AtBarrier;

  hd_lowest #(
      .Width(Slots)
  ) u_launch (
      .mask_i(told_q & ready_i),
      .valid_o(launch_valid_o),
      .index_o(launch_slot_o)
  );

  assign launch_mask_o = here_q[launch_slot_o];
  assign launch_pc_o   = pc_q[launch_slot_o];

  //////////////////////////
  // Warps come and leave //
  //////////////////////////

  // Threads that arrive go to memory; a warp leaves; a warp comes back. Of the warp that comes
  // back: some thread lives; all living threads are here.
  logic at_memory, leave, resume, lives, waits;

  assign lives = resume_live_i != '0;
  assign waits = resume_live_i == resume_here_i;

  if (Leaves != 0) begin : gen_leaves
    assign at_memory = arr_memory_i;
    assign leave     = leave_en_i;
    assign resume    = resume_en_i && lives;

    assign leave_live_o = open_q[leave_slot_i] ? live_q[leave_slot_i] : '0;
    assign leave_here_o = open_q[leave_slot_i] ? here_q[leave_slot_i] : '0;
    assign leave_pc_o   = pc_q[leave_slot_i];
  end else begin : gen_stays
    logic unused_leaves;

    assign at_memory = 1'b0;
    assign leave     = 1'b0;
    assign resume    = 1'b0;

    assign leave_live_o = '0;
    assign leave_here_o = '0;
    assign leave_pc_o   = '0;

    assign unused_leaves = &{1'b0, arr_memory_i, back_valid_i, back_mask_i, back_slot_i,
                             leave_en_i, leave_slot_i, resume_en_i, lives};
  end

  ////////////////
  // Next state //
  ////////////////

  // The slot to which each event happens. No two happen to one slot in one cycle. A slot on which a
  // warp begins or comes back is not open. A slot with an event is not told; a slot that is
  // launched is told and ready; no thread arrives at either, since all its living threads are here
  // already. A slot that leaves is not open, or told and not ready, or stalls.
  logic [Slots-1:0] begins, informs, ends, launches, leaves, resumes;

  assign begins   = Slots'(begin_en_i) << begin_slot_i;
  assign informs  = Slots'(ev_valid_o && ev_kind_o == AtBarrier) << ev_slot_o;
  assign ends     = Slots'(ev_valid_o && ev_kind_o == Ended) << ev_slot_o;
  assign launches = Slots'(launch_valid_o && launch_ready_i) << launch_slot_o;

  assign leaves   = Slots'(leave) << leave_slot_i;
  assign resumes  = Slots'(resume) << resume_slot_i;

  assign open_d = (open_q & ~ends & ~leaves) | begins | resumes;
  assign told_d = (told_q & ~launches & ~leaves) | informs | (waits ? resumes : '0);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      open_q <= '0;
      told_q <= '0;
    end else begin
      open_q <= open_d;
      told_q <= told_d;
    end
  end

  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    // Its threads that arrive; threads that arrive and do not go to memory; threads in memory.
    logic [Lanes-1:0] come, arrived, away;

    // Lane l's thread may be at any place of its home lane.
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      localparam logic [PartWidth-1:0] Part = PartWidth'(s * LaneSlots + l / Homes);
      logic [LaneSlots-1:0] at;

      for (genvar k = 0; k < LaneSlots; k++) begin : gen_place
        localparam int P = k * Homes + l % Homes;

        assign at[k] = arr_valid_i && arr_mask_i[P]
                       && arr_slot_i[P*PartWidth +: PartWidth] == Part;
      end

      assign come[l] = |at;
    end

    assign arrived = at_memory ? '0 : come;
    assign away    = away_q[s*Lanes +: Lanes];

    always_ff @(posedge clk_i) begin
      if (begins[s])       live_q[s] <= begin_mask_i;
      else if (resumes[s]) live_q[s] <= resume_live_i;
      else if (arr_exit_i) live_q[s] <= live_q[s] & ~arrived;
    end

    always_ff @(posedge clk_i) begin
      if (begins[s] || launches[s]) here_q[s] <= '0;
      else if (resumes[s])          here_q[s] <= resume_here_i;
      else if (!arr_exit_i)         here_q[s] <= here_q[s] | arrived;
    end

    always_ff @(posedge clk_i) begin
      if (resumes[s])                        pc_q[s] <= resume_pc_i;
      else if (!arr_exit_i && arrived != '0) pc_q[s] <= arr_pc_i;
    end

    if (Leaves != 0) begin : gen_memory
      logic [Lanes-1:0] back; // threads that come back from memory

      for (genvar l = 0; l < Lanes; l++) begin : gen_lane
        assign back[l] = back_valid_i && back_mask_i[l]
                         && back_slot_i[l*PartWidth +: PartWidth] == PartWidth'(s);
      end

      // A thread that comes back was in memory; a thread that goes there was not: both apply.
      always_ff @(posedge clk_i) begin
        if (begins[s] || resumes[s]) away_q[s*Lanes +: Lanes] <= '0;
        else away_q[s*Lanes +: Lanes] <= (away & ~back) | (at_memory ? come : '0);
      end
    end else begin : gen_none
      assign away_q[s*Lanes +: Lanes] = '0;
    end

    assign stalls_o[s] = open_q[s] && away != '0 && (live_q[s] & ~here_q[s] & ~away) == '0;
  end

endmodule
