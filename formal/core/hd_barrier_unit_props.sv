// SPDX-License-Identifier: Apache-2.0
//
// Properties of the barrier unit (docs/blocks/barrier_unit.md), for formal/prove.sh.
//
// Beside the design stands a ghost of one slot `slot`, chosen by the solver, from the ports alone:
// whether a warp is there (open), which of its threads live, which have arrived at the barrier and
// were not launched (waits), whether the residency was told that all of them wait, and where they
// go on. What is proven of it holds for every slot. The neighbours' promises are made for this slot
// alone: what they do with the others is free. With Leaves the ghost also has the threads in memory
// (away); a warp that comes back does so with any threads.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_barrier_unit_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State: masks and address of slot s are part s.
    input logic [Slots-1:0]           open_slots,
    input logic [Slots-1:0]           told_slots,
    input logic [Slots*Lanes-1:0]     live_slots,
    input logic [Slots*Lanes-1:0]     here_slots,
    input logic [Slots*Lanes-1:0]     away_slots,
    input logic [Slots*PcWidth-1:0]   pc_slots
);

  // Lanes, of each of which a part has one thread.
  localparam int Homes = Lanes / LaneSlots;

  localparam logic [1:0] AtBarrier = 2'd1;
  localparam logic [1:0] Ended = 2'd3;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [SlotWidth-1:0] slot;
  always @* assume (32'(slot) < Slots);

  // ------------------------------------------------------------------ what the ports say of it

  logic begins, event_here, launch_here, launched, is_ready, is_stalled;
  logic [Lanes-1:0] come, arrives, goes, back;
  logic leaves, resumes;
  assign leaves = Leaves != 0 && leave_en_i && leave_slot_i == slot;
  assign resumes = Leaves != 0 && resume_en_i && resume_slot_i == slot;
  assign arrives = Leaves != 0 && arr_memory_i ? '0 : come;
  assign goes = Leaves != 0 && arr_memory_i ? come : '0;
  assign begins = begin_en_i && begin_slot_i == slot;
  assign event_here = ev_valid_o && ev_slot_o == slot;
  assign launch_here = launch_valid_o && launch_slot_o == slot;
  assign launched = launch_here && launch_ready_i;

  always @* begin
    {is_ready, is_stalled} = '0;
    for (int s = 0; s < Slots; s++) if (32'(slot) == s) begin
      is_ready = ready_i[s];
      is_stalled = stalls_o[s];
    end
    // The thread at place p is that of home lane p mod Homes of its part.
    {come, back} = '0;
    for (int p = 0; p < Lanes; p++) begin
      if (arr_valid_i && arr_mask_i[p] && 32'(arr_slot_i[p*PartWidth+:PartWidth]) / LaneSlots
          == 32'(slot))
        come = come | Lanes'(1) << ((32'(arr_slot_i[p*PartWidth+:PartWidth]) % LaneSlots) * Homes
                                    + p % Homes);
      if (Leaves != 0 && back_valid_i && back_mask_i[p])
        back[p] = back_slot_i[p*PartWidth+:PartWidth] == PartWidth'(slot);
    end
  end

  // ------------------------------------------------------------------ ghost: the slot

  logic open, told;
  logic [Lanes-1:0] live, waits, away;
  logic [PcWidth-1:0] pc;

  always_ff @(posedge clk_i) begin
    if (event_here && ev_kind_o == Ended) open <= 1'b0;
    if (event_here && ev_kind_o == AtBarrier) told <= 1'b1;
    if (launched) begin
      told  <= 1'b0;
      waits <= waits & ~launch_mask_o;
    end
    if (arrives != '0) begin
      if (arr_exit_i) live <= live & ~arrives;
      else begin
        waits <= waits | arrives;
        pc    <= arr_pc_i;
      end
    end
    away <= (away & ~back) | goes;
    if (leaves) begin
      open <= 1'b0;
      told <= 1'b0;
    end
    if (resumes && resume_live_i != '0) begin
      open  <= 1'b1;
      live  <= resume_live_i;
      waits <= resume_here_i;
      pc    <= resume_pc_i;
      told  <= resume_here_i == resume_live_i;
      away  <= '0;
    end
    if (begins) begin
      open  <= 1'b1;
      live  <= begin_mask_i;
      waits <= '0;
      told  <= 1'b0;
      away  <= '0;
    end
    if (!rst_ni) begin
      open  <= 1'b0;
      told  <= 1'b0;
      live  <= '0;
      waits <= '0;
      away  <= '0;
    end
  end

  // All living threads wait, and the residency was not told.
  logic due;
  assign due = open && !told && (live & ~waits) == '0;

  // No thread of it runs, and some are in memory.
  logic stalled;
  assign stalled = open && away != '0 && (live & ~waits & ~away) == '0;

  // ------------------------------------------------------------------ promises

  // Threads that arrive live, and do not wait; a warp begins where none is, with a thread at least.
  // Numbers are of slots that there are.
  always @* if (on) begin
    assume ((come & ~live) == '0 && (come & (waits | away)) == '0 && (come == '0 || open));
    assume (!begins || (!open && begin_mask_i != '0));
    // Threads that come back were in memory. A slot that leaves is empty, stalls, or waits for its
    // launch and is not ready; no thread comes back then. A warp comes back to an empty slot.
    assume ((back & ~away) == '0 && (back == '0 || open));
    assume (!leaves || (back == '0 && !begins && (!open || stalled || (told && !is_ready))));
    assume (!resumes || (!open && !begins && !leaves && (resume_here_i & ~resume_live_i) == '0));
    assume (32'(leave_slot_i) < Slots && 32'(resume_slot_i) < Slots);
    assume (!begin_en_i || 32'(begin_slot_i) < Slots);
    for (int l = 0; l < Lanes; l++)
      assume ((!arr_mask_i[l] || 32'(arr_slot_i[l*PartWidth+:PartWidth]) < Slots * LaneSlots)
              && (!back_mask_i[l] || 32'(back_slot_i[l*PartWidth+:PartWidth]) < Slots));
  end

  // ------------------------------------------------------------------ what the design has of it

  logic is_open, is_told;
  logic [Lanes-1:0] lives, here, there;
  logic [PcWidth-1:0] place;
  always @* begin
    {is_open, is_told} = '0;
    {lives, here, there} = '0;
    place = '0;
    for (int s = 0; s < Slots; s++)
      if (32'(slot) == s) begin
        is_open = open_slots[s];
        is_told = told_slots[s];
        lives = live_slots[s*Lanes+:Lanes];
        here = here_slots[s*Lanes+:Lanes];
        there = away_slots[s*Lanes+:Lanes];
        place = pc_slots[s*PcWidth+:PcWidth];
      end
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: the design's masks and flags are what the ports have said
    kept: assert (is_open == open && is_told == told
                  && (!open || (lives == live && here == waits
                                && (Leaves == 0 || there == away)))
                  && (waits == '0 || place == pc));
    // P: a thread at the barrier lives
    here_lives: assert (!is_open || (here & ~lives) == '0);
    // P: a slot that was told has living threads, and all of them are at the barrier
    told_all: assert (!is_told || (is_open && lives != '0 && lives == here));
    // P: an event is of a slot all of whose living threads are at the barrier, and once
    once: assert (!event_here || due);
    // P: the event's kind says whether any thread lives
    kind: assert (!event_here || ev_kind_o == (live == '0 ? Ended : AtBarrier));
    // P: as long as there is something to tell an event is made, of this slot or a lower one
    lowest_told: assert (!due || (ev_valid_o && ev_slot_o <= slot));
    // P: a slot is launched only when it was told and is ready
    launch_right: assert (!launch_here || (told && is_ready));
    // P: the threads that have arrived are launched, at the address that they said; no others are
    none_lost: assert (!launch_here || (launch_mask_o == waits && launch_pc_o == pc));
    // P: a slot that was told and is ready is launched, or a lower one is
    lowest_launched: assert (!(told && is_ready) || (launch_valid_o && launch_slot_o <= slot));
    // P: a thread in memory lives, and is not at the barrier
    away_runs: assert (!is_open || Leaves == 0
                       || ((there & ~lives) == '0 && (there & here) == '0));
    // P: a slot stalls when no thread of it runs and some are in memory
    stalls_right: assert (is_stalled == (Leaves != 0 && stalled));
    // P: a warp that leaves takes along which threads live, which are at the barrier, and the
    // address at which these go on
    taken_along: assert (leave_slot_i != slot
                         || (Leaves == 0 ? leave_live_o == '0 && leave_here_o == '0
                             : leave_live_o == (open ? live : '0)
                               && leave_here_o == (open ? waits : '0)
                               && (!open || waits == '0 || leave_pc_o == pc)));
    // P: after a reset no slot is open, and none was told
    reset_empties: assert (!was_reset || (open_slots == '0 && told_slots == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  logic had_one;   // a warp of this slot has ended
  logic went_on;   // the threads of this warp have been launched
  logic offered;   // the launch of this slot was offered and not taken in the cycle before
  logic told_now;  // the event of the cycle before was of this slot
  logic resumed;   // its warp came back, all of it at the barrier
  always_ff @(posedge clk_i) begin
    had_one  <= rst_ni && (had_one || (event_here && ev_kind_o == Ended));
    went_on  <= rst_ni && !begins && (went_on || launched);
    offered  <= rst_ni && launch_here && !launch_ready_i;
    told_now <= rst_ni && event_here && ev_kind_o == AtBarrier;
    if (resumes) resumed <= resume_here_i == resume_live_i && resume_live_i != '0;
    if (launched || begins || !rst_ni) resumed <= 1'b0;
  end

  always @* if (on && rst_ni) begin
    c_second_barrier: cover (went_on && told && live == '1);
    c_ends_later: cover (event_here && ev_kind_o == Ended && went_on);
    c_exit_completes: cover (arr_exit_i && arrives != '0 && (live & ~arrives) == waits
                             && waits != '0);
    c_in_parts: cover (!arr_exit_i && arrives != '0 && waits != '0 && (waits | arrives) == live);
    c_all_at_once: cover (!arr_exit_i && arrives == '1);
    c_gives_way: cover (offered && launch_valid_o && launch_slot_o < slot);
    c_at_once: cover (told_now && launched);
    c_several_due: cover (due && ev_valid_o && !event_here);
    c_all_told: cover (told_slots == '1);
    c_again: cover (begins && had_one);
    c_leaves: cover (leaves && stalled && waits != '0);
    c_leaves_told: cover (leaves && told);
    c_resumes: cover (resumes && resume_here_i != '0 && resume_here_i != resume_live_i);
    c_resumed_launch: cover (launched && resumed);
    // Two places of one home lane have threads of the slot: lane 0's, and the last part's there.
    c_one_home: cover (LaneSlots == 1 || (!arr_exit_i && arrives[0]
                                          && arrives[(LaneSlots-1)*Homes]));
    c_side_by_side: cover (event_here && launch_valid_o && launch_ready_i && arr_valid_i
                           && begin_en_i);
  end
endmodule

// What follows goes to the end of the module hd_barrier_unit itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [Slots*Lanes-1:0]   props_live, props_here;
  logic [Slots*PcWidth-1:0] props_pc;
  for (genvar s = 0; s < Slots; s++) begin : gen_props
    assign props_live[s*Lanes +: Lanes]   = live_q[s];
    assign props_here[s*Lanes +: Lanes]   = here_q[s];
    assign props_pc[s*PcWidth +: PcWidth] = pc_q[s];
  end
  hd_barrier_unit_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .away_slots(away_q), .open_slots(open_q), .told_slots(told_q),
      .live_slots(props_live), .here_slots(props_here), .pc_slots(props_pc)
  );
`endif
