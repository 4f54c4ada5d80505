// SPDX-License-Identifier: Apache-2.0
//
// Properties of the instruction buffer (docs/blocks/instruction_buffer.md), for formal/prove.sh.
//
// Beside the design stands a ghost of one slot `slot`, chosen by the solver, from the ports alone:
// its instructions in order (a line, head first), whether a stop was fetched and is not done, what
// flies, whether the head has passed or is held; and which slots were fetched for, and looked at by
// each scheduler, last. What is proven of it holds for every slot. The neighbours' promises are
// made for this slot alone: what they do with the others is free.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_instruction_buffer_props #(
    `HD_PARAMETERS,
    localparam int EntryWidth = Entries > 1 ? $clog2(Entries) : 1,
    localparam int SomeWidth = $clog2(Slots + 1)
) (
    `HD_PORTS,
    // State: what there is of slot s is part s, its entry e is part s*Entries + e of the words.
    input logic [Slots*Entries*WordWidth-1:0] word,
    input logic [Slots*EntryWidth-1:0]        first,
    input logic [Slots*CountWidth-1:0]        count,
    input logic [Slots-1:0]                   stopped,
    input logic [Slots-1:0]                   flying,
    input logic [Slots-1:0]                   stale,
    input logic [Slots-1:0]                   passed,
    input logic [Slots-1:0]                   held,
    input logic [SlotWidth-1:0]               fetch_last,
    input logic                               fetch_some,
    input logic [Ports*SlotWidth-1:0]         check_last,
    input logic [Ports-1:0]                   check_some
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [SlotWidth-1:0] slot;
  always @* assume (32'(slot) < Slots);

  // ------------------------------------------------------------------ what the ports say of it

  logic wanted, woken, goes, flushed, head, can;
  logic fetch_here, accepted, answered, looked, passes, popped;
  assign fetch_here = fetch_valid_o && fetch_slot_o == slot;
  assign accepted = fetch_here && fetch_ready_i;
  assign answered = rsp_valid_i && rsp_slot_i == slot;

  always @* begin
    {wanted, woken, goes, flushed, head, can} = '0;
    for (int s = 0; s < Slots; s++)
      if (32'(slot) == s)
        {wanted, woken, goes, flushed, head, can} =
            {want_i[s], wake_i[s], go_i[s], flush_i[s], head_o[s], can_o[s]};
    {looked, passes, popped} = '0;
    for (int p = 0; p < Ports; p++)
      if (32'(slot) % Ports == p) begin
        looked = check_valid_o[p] && check_slot_o[p*SlotWidth+:SlotWidth] == slot;
        passes = looked && check_pass_i[p];
        popped = pop_en_i[p] && head_slot_i[p*SlotWidth+:SlotWidth] == slot;
      end
  end

  // ------------------------------------------------------------------ ghost: the slot

  // The head is the line's lowest word.
  logic [Entries*WordWidth-1:0] line, line_now, line_next;
  logic [CountWidth-1:0] has, has_now, has_next;
  logic is_stopped, flies, is_stale, has_passed, is_held;

  // Whatever is behind the last one is 0, so that two lines are alike if they say the same.
  logic keeps;
  assign keeps = answered && !is_stale && !flushed;

  always @* begin
    line_now = line;
    has_now = has;
    if (popped) begin
      line_now = line >> WordWidth;
      has_now = has - CountWidth'(1);
    end
    line_next = line_now;
    has_next = has_now;
    if (keeps) begin
      for (int e = 0; e < Entries; e++)
        if (32'(has_now) == e) line_next[e*WordWidth+:WordWidth] = rsp_word_i;
      has_next = has_now + CountWidth'(1);
    end
    if (flushed) begin
      line_next = '0;
      has_next = '0;
    end
  end

  always_ff @(posedge clk_i) begin
    line <= line_next;
    has  <= has_next;
    // The later line goes before the earlier ones.
    if (goes) is_stopped <= 1'b0;
    if (keeps && rsp_stop_i) is_stopped <= 1'b1;
    if (popped) has_passed <= 1'b0;
    if (looked && passes) has_passed <= 1'b1;
    if (looked && !passes) is_held <= 1'b1;
    if (woken) is_held <= 1'b0;
    if (flushed) {is_stopped, has_passed, is_held} <= '0;

    if (flushed) is_stale <= flies || accepted;
    if (accepted) flies <= 1'b1;
    if (answered) {flies, is_stale} <= '0;

    if (!rst_ni) {line, has, is_stopped, flies, is_stale, has_passed, is_held} <= '0;
  end

  // May be fetched for; may be looked at.
  logic fetchable, checkable;
  assign fetchable = wanted && !is_stopped && !flies && 32'(has) < Entries;
  assign checkable = has != '0 && !has_passed && !is_held;

  // ------------------------------------------------------------------ promises

  // Answers to what flies, and not in the cycle of the fetch. Numbers are of slots that there are.
  always @* if (on) begin
    assume (!answered || flies);
    assume (!rsp_valid_i || 32'(rsp_slot_i) < Slots);
    for (int p = 0; p < Ports; p++) assume (32'(head_slot_i[p*SlotWidth+:SlotWidth]) < Slots);
    // Only what can issue does, by its own scheduler; a stop goes on when it has issued, or does.
    for (int p = 0; p < Ports; p++)
      assume (!pop_en_i[p] || head_slot_i[p*SlotWidth+:SlotWidth] != slot
              || (can && 32'(slot) % Ports == p));
    assume (!goes || (is_stopped && (has == '0 || (32'(has) == 1 && popped))));
  end

  // ------------------------------------------------------------------ ghost: which slot was last

  // The value Slots stands for no slot. How many steps it is from behind the last one to a slot.
  logic [SomeWidth-1:0] last_fetched;
  logic [Ports*SomeWidth-1:0] last_looked;

  always_ff @(posedge clk_i) begin
    if (fetch_valid_o && fetch_ready_i) last_fetched <= SomeWidth'(fetch_slot_o);
    for (int p = 0; p < Ports; p++)
      if (check_valid_o[p])
        last_looked[p*SomeWidth+:SomeWidth] <= SomeWidth'(check_slot_o[p*SlotWidth+:SlotWidth]);
    if (!rst_ni) begin
      last_fetched <= SomeWidth'(Slots);
      last_looked  <= {Ports{SomeWidth'(Slots)}};
    end
  end

  function automatic int steps(input logic [SomeWidth-1:0] from, input logic [SlotWidth-1:0] to);
    if (32'(from) == Slots) steps = 32'(to);
    else if (32'(to) > 32'(from)) steps = 32'(to) - 32'(from) - 1;
    else steps = 32'(to) - 32'(from) - 1 + Slots;
  endfunction

  // For the slot's own scheduler: the slot that is looked at, the one that was last.
  logic looks, own_check;
  logic [SlotWidth-1:0] looks_at;
  logic [SomeWidth-1:0] looked_last;
  always @* begin
    looks = 1'b0;
    looks_at = '0;
    looked_last = '0;
    own_check = 1'b1;
    for (int p = 0; p < Ports; p++) begin
      if (32'(slot) % Ports == p) begin
        looks = check_valid_o[p];
        looks_at = check_slot_o[p*SlotWidth+:SlotWidth];
        looked_last = last_looked[p*SomeWidth+:SomeWidth];
      end else if (check_valid_o[p] && check_slot_o[p*SlotWidth+:SlotWidth] == slot)
        own_check = 1'b0;
    end
  end

  // Cycles for which the slot's head could have been looked at.
  logic [SomeWidth-1:0] waits;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !checkable || looked) waits <= '0;
    else if (32'(waits) < Slots) waits <= waits + SomeWidth'(1);
  end

  // Slots of the slot's scheduler.
  int own_slots;
  always @* begin
    own_slots = 0;
    for (int s = 0; s < Slots; s++) if (s % Ports == 32'(slot) % Ports) own_slots = own_slots + 1;
  end

  // ------------------------------------------------------------------ what the design has of it

  // The slot's ring, read out from its head on, 0 behind the last one; and its flags, the lowest
  // two of which are passed and held.
  logic [Entries*WordWidth-1:0] ring;
  logic [CountWidth-1:0] ring_count;
  logic [4:0] flags;
  int place;
  always @* begin
    ring = '0;
    ring_count = '0;
    flags = '0;
    place = 0;
    for (int s = 0; s < Slots; s++)
      if (32'(slot) == s) begin
        ring_count = count[s*CountWidth+:CountWidth];
        flags = {stopped[s], flying[s], stale[s], passed[s], held[s]};
        for (int e = 0; e < Entries; e++) begin
          place = (32'(first[s*EntryWidth+:EntryWidth]) + e) % Entries;
          for (int f = 0; f < Entries; f++)
            if (place == f && e < 32'(ring_count))
              ring[e*WordWidth+:WordWidth] = word[(s*Entries+f)*WordWidth+:WordWidth];
        end
      end
  end

  logic heads_right, check_right, lasts_right;
  always @* begin
    heads_right = 1'b1;
    check_right = 1'b1;
    lasts_right = fetch_some == (32'(last_fetched) != Slots)
                  && (!fetch_some || 32'(fetch_last) == 32'(last_fetched));
    for (int p = 0; p < Ports; p++) begin
      if (head_slot_i[p*SlotWidth+:SlotWidth] == slot && has != '0
          && head_word_o[p*WordWidth+:WordWidth] != line[WordWidth-1:0]) heads_right = 1'b0;
      if (looked && 32'(slot) % Ports == p
          && check_word_o[p*WordWidth+:WordWidth] != line[WordWidth-1:0]) check_right = 1'b0;
      if (check_some[p] != (32'(last_looked[p*SomeWidth+:SomeWidth]) != Slots)
          || (check_some[p] && 32'(check_last[p*SlotWidth+:SlotWidth])
                               != 32'(last_looked[p*SomeWidth+:SomeWidth]))) lasts_right = 1'b0;
    end
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: the ring has the slot's instructions, in the order in which they were fetched
    order: assert (ring_count == has && ring == line);
    // P: the slot's flags are what the ports have said
    flags_kept: assert (flags == {is_stopped, flies, is_stale, has_passed, is_held});
    // P: the head that is shown is the oldest one
    head_oldest: assert (heads_right);
    // P: the head that is checked is the oldest one
    check_oldest: assert (check_right);
    // P: a slot never has more than Entries instructions, with the one that flies
    room: assert (32'(has) + 32'(flies && !is_stale) <= Entries);
    // P: nothing is fetched for behind a stop; a stop is the last one there is
    nothing_behind: assert (!(fetch_here && is_stopped) && !(is_stopped && flies && !is_stale));
    // P: nothing is fetched for while a fetch flies
    one_flies: assert (!(fetch_here && flies));
    // P: a slot that is fetched for is wanted and has room; the fetch is as many words ahead as it
    // has
    fetch_right: assert (!fetch_here || (fetchable && fetch_ahead_o == has));
    // P: as long as some slot may be fetched for one is, the first behind the last one
    fetch_turn: assert (!fetchable || (fetch_valid_o
        && steps(last_fetched, fetch_slot_o) <= steps(last_fetched, slot)));
    // P: a slot with something buffered has a head, and only such a slot has one
    head_right: assert (head == (has != '0));
    // P: a slot can issue if it has a head that has passed, and only then
    can_right: assert (can == has_passed);
    // P: a slot that has passed or is held has a head, and is not both
    passed_head: assert (flags[1:0] == 2'b00 || (ring_count != '0 && flags[1:0] != 2'b11));
    // P: a head is looked at if it has neither passed nor is held, by its own scheduler
    check_needed: assert ((!looked || checkable) && own_check);
    // P: as long as a scheduler has one to look at it does, at the first behind the last one
    check_turn: assert (!checkable || (looks
        && steps(looked_last, looks_at) <= steps(looked_last, slot)));
    // P: a head is looked at within as many cycles as its scheduler has slots
    served: assert (32'(waits) < own_slots);
    // P: the last slots are the ones that were accepted, and looked at
    lasts: assert (lasts_right);
    // P: after a reset there is nothing
    reset_empties: assert (!was_reset || (count == '0 && first == '0 && !fetch_some
        && check_some == '0 && {stopped, flying, stale, passed, held} == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  logic was_held;   // held in the cycle before, and woken then
  logic was_stale;  // a stale answer was dropped, and nothing has flown since
  always_ff @(posedge clk_i) begin
    was_held  <= rst_ni && is_held && woken && !flushed;
    was_stale <= rst_ni && ((was_stale && !flies) || (answered && is_stale));
  end

  always @* if (on && rst_ni) begin
    c_full: cover (32'(has) == Entries && has_passed);
    c_both: cover (answered && popped && !is_stale && !flushed && 32'(has) == Entries - 1);
    c_wraps: cover (popped && 32'(has) == Entries && line[WordWidth-1:0] == '1);
    c_stop_goes_at_once: cover (popped && goes);
    c_stop_goes_later: cover (goes && has == '0 && wanted);
    c_passes_awake: cover (was_held && looked && passes);
    c_fails_and_wakes: cover (looked && !passes && woken);
    c_accepted_and_flushed: cover (accepted && flushed);
    c_answered_and_flushed: cover (answered && flushed && !is_stale && has != '0);
    c_flushed_twice: cover (flushed && is_stale && !answered);
    c_stale_dropped: cover (was_stale && fetch_here);
    c_look_and_flush: cover (looked && passes && flushed);
    c_all_can: cover (can_o == '1);
    c_round_end: cover (accepted && 32'(last_fetched) == Slots - 1 && slot != '0);
    c_looks_round: cover (looked && 32'(looked_last) > 32'(slot) && 32'(looked_last) != Slots);
  end
endmodule

// What follows goes to the end of the module hd_instruction_buffer itself, in the copy that is
// proven: there all of its state can be named.
`ifdef HD_INSIDE
  logic [Slots*Entries*WordWidth-1:0] props_word;
  for (genvar e = 0; e < Slots * Entries; e++) begin : gen_props_word
    assign props_word[e*WordWidth +: WordWidth] = word_q[e];
  end
  logic [Slots*EntryWidth-1:0] props_first;
  logic [Slots*CountWidth-1:0] props_count;
  for (genvar s = 0; s < Slots; s++) begin : gen_props_slot
    assign props_first[s*EntryWidth +: EntryWidth] = first_q[s];
    assign props_count[s*CountWidth +: CountWidth] = count_q[s];
  end
  logic [Ports*SlotWidth-1:0] props_check_last;
  for (genvar p = 0; p < Ports; p++) begin : gen_props_port
    assign props_check_last[p*SlotWidth +: SlotWidth] = check_last_q[p];
  end
  hd_instruction_buffer_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .word(props_word), .first(props_first), .count(props_count),
      .stopped(stopped_q), .flying(flying_q), .stale(stale_q), .passed(passed_q), .held(held_q),
      .fetch_last(fetch_last_q), .fetch_some(fetch_some_q), .check_last(props_check_last),
      .check_some(check_some_q)
  );
`endif
