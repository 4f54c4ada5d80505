// SPDX-License-Identifier: Apache-2.0
//
// Properties of the warp scheduler (docs/blocks/warp_scheduler.md), for formal/prove.sh.
//
// Beside the design stands a ghost, from the ports alone: the slot that issued last, in all and in
// each group; the present group; and how many of the slots are older than each (rank), where the
// design has a bit a pair. A slot `watch` and three of an order, `a`, `b`, `c`, are chosen by the
// solver: what is proven of them holds for all. A property that names its policy says nothing of
// the others.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_warp_scheduler_props #(
    `HD_PARAMETERS,
    localparam int CountWidth = $clog2(Slots + 1),
    localparam int Groups = (Slots + Group - 1) / Group,
    localparam int GroupWidth = Groups > 1 ? $clog2(Groups) : 1,
    localparam int PlaceWidth = Group > 1 ? $clog2(Group) : 1
) (
    `HD_PORTS,
    // State: bit j of older_q[i] is bit i*Slots + j; group g's last is part g.
    input logic [SlotWidth-1:0]         last,
    input logic                         some,
    input logic [Slots*Slots-1:0]       older,
    input logic [GroupWidth-1:0]        group,
    input logic [Groups*PlaceWidth-1:0] group_last,
    input logic [Groups-1:0]            group_some
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // What the neighbours promise: a slot on which a warp begins cannot issue in this cycle.
  always @* if (on) assume ((begin_i & can_i) == '0);

  (* anyconst *) logic [SlotWidth-1:0] watch, a, b, c;
  always @* assume (32'(watch) < Slots);
  always @* assume (32'(a) < Slots && 32'(b) < Slots && 32'(c) < Slots && a != b && b != c
                    && a != c);

  logic issues;
  assign issues = issue_valid_o && issue_ready_i;

  // ------------------------------------------------------------------ ghost: slots issued last

  // The value Slots stands for no slot. Of each group the slot that issued last stands in one
  // vector.
  logic [CountWidth-1:0] ghost_last;
  logic [Groups*CountWidth-1:0] ghost_lasts;
  int ghost_group;
  logic [GroupWidth-1:0] ghost_group_q;
  assign ghost_group = 32'(ghost_group_q);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ghost_last <= CountWidth'(Slots);
      ghost_group_q <= '0;
      for (int g = 0; g < Groups; g++) ghost_lasts[g*CountWidth+:CountWidth] <= CountWidth'(Slots);
    end else begin
      for (int s = 0; s < Slots; s++)
        if (Policy == 1 && begin_i[s] && 32'(ghost_last) == s) ghost_last <= CountWidth'(Slots);
      for (int s = 0; s < Slots; s++)
        if (issues && 32'(issue_slot_o) == s) begin
          ghost_last <= CountWidth'(s);
          ghost_group_q <= GroupWidth'(s / Group);
          ghost_lasts[(s/Group)*CountWidth+:CountWidth] <= CountWidth'(s);
        end
    end
  end

  // Whether the last one can issue; whether some slot of the present group can.
  logic last_can, group_can;
  always @* begin
    last_can = 1'b0;
    group_can = 1'b0;
    for (int s = 0; s < Slots; s++) begin
      if (can_i[s] && 32'(ghost_last) == s) last_can = 1'b1;
      if (can_i[s] && s / Group == ghost_group) group_can = 1'b1;
    end
  end

  // ------------------------------------------------------------------ the choices, one by one

  // Loose round robin: slot by slot, from behind the last one on.
  logic round_found;
  int round_slot, step;
  always @* begin
    round_found = 1'b0;
    round_slot = 0;
    step = 0;
    for (int n = 0; n < Slots; n++) begin
      step = 32'(ghost_last) == Slots ? n : 32'(ghost_last) + 1 + n;
      if (step >= Slots) step = step - Slots;
      for (int s = 0; s < Slots; s++)
        if (!round_found && step == s && can_i[s]) begin
          round_found = 1'b1;
          round_slot = s;
        end
    end
  end

  // Two-level: group by group, from the present one on; in it place by place, from behind its last.
  logic two_found;
  int two_slot, two_group, turn, begins, place;
  always @* begin
    two_found = 1'b0;
    two_slot = 0;
    two_group = 0;
    turn = 0;
    begins = 0;
    place = 0;
    for (int m = 0; m < Groups; m++) begin
      turn = ghost_group + m;
      if (turn >= Groups) turn = turn - Groups;
      for (int g = 0; g < Groups; g++) begin
        begins = 32'(ghost_lasts[g*CountWidth+:CountWidth]) == Slots
                 ? 0 : 32'(ghost_lasts[g*CountWidth+:CountWidth]) + 1 - g * Group;
        for (int n = 0; n < Group; n++) begin
          place = begins + n;
          if (place >= Group) place = place - Group;
          for (int p = 0; p < Group; p++)
            if (!two_found && turn == g && place == p && g * Group + p < Slots
                && can_i[g*Group+p]) begin
              two_found = 1'b1;
              two_slot = g * Group + p;
              two_group = g;
            end
        end
      end
    end
  end

  // ------------------------------------------------------------------ ghost: the order of age

  // rank of slot s: how many are older. Warps that begin stand behind all others, by number.
  logic [Slots*CountWidth-1:0] rank, rank_next;
  int ahead;
  always @* begin
    ahead = 0;
    for (int s = 0; s < Slots; s++) begin
      ahead = 0;
      for (int t = 0; t < Slots; t++)
        if (begin_i[s] ? (!begin_i[t] || t < s)
                       : (!begin_i[t]
                          && rank[t*CountWidth+:CountWidth] < rank[s*CountWidth+:CountWidth]))
          ahead = ahead + 1;
      rank_next[s*CountWidth+:CountWidth] = CountWidth'(ahead);
    end
  end
  always_ff @(posedge clk_i)
    for (int s = 0; s < Slots; s++)
      rank[s*CountWidth+:CountWidth] <= rst_ni ? rank_next[s*CountWidth+:CountWidth]
                                               : CountWidth'(s);

  // The design's pairs: whether they agree with the ranks, what they say of a, b and c, and whether
  // the unused half is 0; whether they say the order of numbers. And whether no slot that can issue
  // has a lower rank than the chosen one.
  logic pairs_agree, half_empty, by_number, is_oldest;
  logic [Slots*Slots-1:0] full; // bit s*Slots + t: slot s is older than slot t
  always @* begin
    pairs_agree = 1'b1;
    half_empty = 1'b1;
    by_number = 1'b1;
    is_oldest = 1'b1;
    full = '0;
    for (int s = 0; s < Slots; s++)
      for (int t = 0; t < Slots; t++) begin
        if (s < t) begin
          if (older[s*Slots+t] != (rank[s*CountWidth+:CountWidth] < rank[t*CountWidth+:CountWidth]))
            pairs_agree = 1'b0;
          if (!older[s*Slots+t]) by_number = 1'b0;
          full[s*Slots+t] = older[s*Slots+t];
          full[t*Slots+s] = !older[s*Slots+t];
        end else if (older[s*Slots+t]) half_empty = 1'b0;
        if (32'(issue_slot_o) == s && can_i[t]
            && rank[t*CountWidth+:CountWidth] < rank[s*CountWidth+:CountWidth]) is_oldest = 1'b0;
      end
  end

  logic a_b, b_c, c_a;
  always @* begin
    {a_b, b_c, c_a} = '0;
    for (int s = 0; s < Slots; s++)
      for (int t = 0; t < Slots; t++) begin
        if (32'(a) == s && 32'(b) == t) a_b = full[s*Slots+t];
        if (32'(b) == s && 32'(c) == t) b_c = full[s*Slots+t];
        if (32'(c) == s && 32'(a) == t) c_a = full[s*Slots+t];
      end
  end

  // ------------------------------------------------------------------ ghost: how long one waits

  // Issues of others since the watched slot could for the first time, and could ever since.
  logic [CountWidth-1:0] waits;
  logic watch_can, chosen_can_at;
  always @* begin
    watch_can = 1'b0;
    chosen_can_at = 1'b0;
    for (int s = 0; s < Slots; s++) begin
      if (32'(watch) == s) watch_can = can_i[s];
      if (32'(issue_slot_o) == s) chosen_can_at = can_i[s];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !watch_can || (issues && issue_slot_o == watch)) waits <= '0;
    else if (issues && 32'(waits) < Slots) waits <= waits + CountWidth'(1);
  end

  // The cycle before.
  logic issued;
  logic [Slots-1:0] begun;
  logic [SlotWidth-1:0] before_last;
  logic before_some;
  logic [GroupWidth-1:0] before_group;
  logic [Groups*PlaceWidth-1:0] before_group_last;
  logic [Groups-1:0] before_group_some;
  logic [Slots*Slots-1:0] before_older;
  always_ff @(posedge clk_i) begin
    {issued, begun} <= {issues, begin_i};
    {before_last, before_some, before_older} <= {last, some, older};
    {before_group, before_group_last, before_group_some} <= {group, group_last, group_some};
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: a slot that is offered can issue
    chosen_can: assert (!issue_valid_o || (32'(issue_slot_o) < Slots && chosen_can_at));
    // P: a slot is offered exactly if some slot can issue
    work: assert (issue_valid_o == (can_i != '0));
    // P: round robin: a slot that can all the time is served within Slots issues
    fair: assert (Policy != 0 || 32'(waits) < Slots);
    // P: round robin: the first that can, from behind the last one on
    behind_last: assert (Policy != 0 || !issue_valid_o || 32'(issue_slot_o) == round_slot);
    // P: greedy: the last one, if it can and no warp has begun there since
    greedy: assert (Policy != 1 || !last_can || 32'(issue_slot_o) == 32'(ghost_last));
    // P: then oldest: no slot that can issue is older
    oldest: assert (Policy != 1 || !issue_valid_o || last_can || is_oldest);
    // P: older is a total order: no three are in a ring
    order: assert (Policy != 1 || !(a_b && b_c && c_a));
    // P: older is the order of beginning
    ages: assert (Policy != 1 || pairs_agree);
    // P: the half of the pairs that is not used is 0
    half: assert (half_empty);
    // P: two-level: as long as a slot of the present group can, no slot of another one is offered
    stays: assert (Policy != 2 || !group_can || 32'(issue_slot_o) / Group == ghost_group);
    // P: two-level: the next group that has a slot that can
    next_group: assert (Policy != 2 || !issue_valid_o || 32'(issue_slot_o) / Group == two_group);
    // P: two-level: in its group the first that can, from behind the last one of it on
    in_group: assert (Policy != 2 || !issue_valid_o || 32'(issue_slot_o) == two_slot);
    // P: where nothing was taken only ages, and a last one where a warp began, have changed
    no_trace: assert (was_reset || issued
        || (last == before_last && group == before_group && group_last == before_group_last
            && group_some == before_group_some && (some == before_some || begun != '0)
            && (older == before_older || begun != '0)));
    // P: a reset leaves no last one anywhere, group 0, and the slots in their order
    reset_state: assert (!was_reset || (!some && group == '0 && group_some == '0
                                        && by_number));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_waits: cover (32'(waits) == Slots - 1 && issues);
    c_round_end: cover (32'(ghost_last) == Slots - 1 && issues && issue_slot_o != '0);
    c_again: cover (last_can && issues && !is_oldest);
    c_reversed: cover (older == '0 && !last_can && issues && Policy == 1);
    c_no_last: cover (issues && 32'(ghost_last) == Slots && last == watch && watch_can);
    c_all_begin: cover (begin_i == '1 && older == '0 && Policy == 1);
    c_gives_way: cover (issues && !group_can && issue_slot_o == '0 && ghost_group == Groups - 1
                        && Policy == 2);
    c_comes_back: cover (issues && ghost_group != 32'(two_group) && group_some == '1
                         && 32'(issue_slot_o) % Group != 0);
  end
endmodule

// What follows goes to the end of the module hd_warp_scheduler itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [Slots*Slots-1:0] props_older;
  for (genvar s = 0; s < Slots; s++) begin : gen_props_slot
    assign props_older[s*Slots +: Slots] = older_q[s];
  end
  logic [Groups*PlaceWidth-1:0] props_group_last;
  for (genvar g = 0; g < Groups; g++) begin : gen_props_group
    assign props_group_last[g*PlaceWidth +: PlaceWidth] = group_last_q[g];
  end
  hd_warp_scheduler_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .last(last_q), .some(some_q), .older(props_older), .group(group_q),
      .group_last(props_group_last), .group_some(group_some_q)
  );
`endif
