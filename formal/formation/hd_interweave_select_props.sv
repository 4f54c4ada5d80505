// SPDX-License-Identifier: Apache-2.0
//
// Properties of hd_interweave_select (docs/blocks/interweave_select.md), for formal/prove.sh.
//
// The solver chooses candidates and slots: `other` is any, `watch` is one that is
// ready for long, `a`, `b`, `c` are slots of an order. What is proven of them holds for all. What
// the last edge saw stands in registers (last_*), and each property compares the state with that,
// by the page.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_interweave_select_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State: bit j of older_q[i] is bit i*Slots + j.
    input logic [Slots*Slots-1:0] older,
    input logic [Slots-1:0]       turn,
    input logic                   full,
    input logic [SlotWidth-1:0]   slot,
    input logic                   hot,
    input logic [Lanes-1:0]       mask,
    input logic                   group,
    input logic                   sole,
    input logic                   took,
    input logic [SlotWidth-1:0]   took_slot,
    input logic                   took_hot
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  localparam int IndexWidth = $clog2(Entries);
  localparam int Warps      = Mode == 0 ? 0 : 1; // there is a stage

  (* anyconst *) logic [SlotWidth-1:0]  a, b, c;
  (* anyconst *) logic [IndexWidth-1:0] other, watch;
  always @* assume (32'(a) < Slots && 32'(b) < Slots && 32'(c) < Slots);
  always @* assume (32'(other) < Entries && 32'(watch) < Entries);

  // ---------------------------------------------------------------- one of many

  // Slot s is older than slot t, which is another one.
  function automatic logic is_older(input logic [Slots*Slots-1:0] order, input logic [31:0] s,
                                    input logic [31:0] t);
    is_older = s < t ? order[s*Slots + t] : !order[t*Slots + s];
  endfunction

  // --------------------------------------------------------- what is offered, what the stage holds

  // Bits and lanes of I1, I2, of the stage's candidate and its other context, of `other`, `watch`.
  logic             first_ready, first_group, first_sole, second_ready, second_group, second_sole;
  logic             stage_ready, stage_moved, stage_group, stage_sole, beside_ready, beside_sole;
  logic             watch_ready, watch_moved, other_ready, other_group, other_sole, anything;
  logic [Lanes-1:0] first_mask, second_mask, stage_mask, other_mask;
  logic             watch_issues, there_1, there_2;
  always @* begin
    {first_ready, first_group, first_sole, second_ready, second_group, second_sole} = '0;
    {stage_ready, stage_moved, stage_group, stage_sole, beside_ready, beside_sole}   = '0;
    {watch_ready, watch_moved, other_ready, other_group, other_sole, watch_issues}   = '0;
    {first_mask, second_mask, stage_mask, other_mask, there_1, there_2}              = '0;
    for (int k = 0; k < Entries; k++) begin
      if (32'(primary_slot_o) == k / Hot && 32'(primary_hot_o) == k % Hot) begin
        there_1     = 1'b1;
        first_ready = ready_i[k];
        first_group = group_i[k];
        first_sole  = sole_i[k];
        first_mask  = mask_i[k*Lanes +: Lanes];
        if (primary_valid_o && issue_ready_i && 32'(watch) == k) watch_issues = 1'b1;
      end
      if (32'(secondary_slot_o) == k / Hot && 32'(secondary_hot_o) == k % Hot) begin
        there_2      = 1'b1;
        second_ready = ready_i[k];
        second_group = group_i[k];
        second_sole  = sole_i[k];
        second_mask  = mask_i[k*Lanes +: Lanes];
        if (secondary_valid_o && issue_ready_i && 32'(watch) == k) watch_issues = 1'b1;
      end
      if (32'(slot) == k / Hot && 32'(hot) == k % Hot) begin
        stage_ready = ready_i[k];
        stage_moved = moved_i[k];
        stage_group = group_i[k];
        stage_sole  = sole_i[k];
        stage_mask  = mask_i[k*Lanes +: Lanes];
      end
      if (32'(slot) == k / Hot && 32'(!hot) == k % Hot && Hot == 2) begin
        beside_ready = ready_i[k];
        beside_sole  = sole_i[k];
      end
      if (32'(watch) == k) begin
        watch_ready = ready_i[k];
        watch_moved = moved_i[k];
      end
      if (32'(other) == k) begin
        other_ready = ready_i[k];
        other_group = group_i[k];
        other_sole  = sole_i[k];
        other_mask  = mask_i[k*Lanes +: Lanes];
      end
    end
    anything = ready_i != '0;
  end

  logic [31:0] other_slot;
  assign other_slot = 32'(other) / Hot;

  logic squashed, live, waits;
  assign squashed = full && took && took_slot == slot && took_hot == hot;
  assign live     = full && !squashed && stage_ready && !stage_moved;
  assign waits    = live && !issue_ready_i;

  // ---------------------------------------------------------------- the neighbours' promises

  // A ready mask is not empty; the two of a slot have no lane in common; the stage's candidate is
  // as it was.
  logic [Entries-1:0] no_threads;
  logic [Slots-1:0]   shared;
  for (genvar k = 0; k < Entries; k++) begin : gen_candidate
    assign no_threads[k] = ready_i[k] && mask_i[k*Lanes +: Lanes] == '0;
  end
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    assign shared[s] = Hot == 2 && ready_i[s*Hot] && ready_i[s*Hot + Hot - 1]
                       && (mask_i[s*Hot*Lanes +: Lanes]
                           & mask_i[(s*Hot + Hot - 1)*Lanes +: Lanes]) != '0;
  end

  always @* if (on && rst_ni) begin
    assume (no_threads == '0);
    assume (shared == '0);
    assume (!live || (stage_mask == mask && stage_group == group && stage_sole == sole));
  end

  // ---------------------------------------------------------------- what the last edge saw

  logic                     was_reset = 1'b0;
  logic [Entries-1:0]       last_ready, last_group, last_sole;
  logic [Entries*Lanes-1:0] last_mask;
  logic [Slots*Slots-1:0]   last_older;
  logic [Slots-1:0]         last_turn;
  logic                     last_full, last_hot, last_took, last_took_hot, last_waits;
  logic                     last_group_q, last_sole_q, last_go;
  logic [SlotWidth-1:0]     last_slot, last_took_slot, last_first, last_second;
  logic [Lanes-1:0]         last_mask_q;
  logic                     last_1, last_2, last_hot_1, last_hot_2;
  always_ff @(posedge clk_i) begin
    was_reset      <= !rst_ni;
    last_ready     <= ready_i;
    last_group     <= group_i;
    last_sole      <= sole_i;
    last_mask      <= mask_i;
    last_older     <= older;
    last_turn      <= turn;
    last_full      <= full;
    last_slot      <= slot;
    last_hot       <= hot;
    last_mask_q    <= mask;
    last_group_q   <= group;
    last_sole_q    <= sole;
    last_took      <= took;
    last_took_slot <= took_slot;
    last_took_hot  <= took_hot;
    last_waits     <= waits;
    last_go        <= issue_ready_i;
    last_1         <= primary_valid_o;
    last_first     <= primary_slot_o;
    last_hot_1     <= primary_hot_o;
    last_2         <= secondary_valid_o;
    last_second    <= secondary_slot_o;
    last_hot_2     <= secondary_hot_o;
  end

  // The choice, by the page: slot by slot, the one that no other one is older than.
  logic                  choice_some, choice_hot, asks, beaten, has_0, has_1;
  logic [31:0]           choice_slot;
  logic [Lanes-1:0]      choice_mask;
  logic                  choice_group, choice_sole;
  logic [Slots-1:0]      asking;
  always @* begin
    {choice_some, choice_hot, asks, beaten, has_0, has_1} = '0;
    {choice_slot, choice_mask, choice_group, choice_sole} = '0;
    for (int s = 0; s < Slots; s++)
      asking[s] = (last_ready[s*Hot] || last_ready[s*Hot + Hot - 1])
                  && !(last_full && 32'(last_slot) == s);
    for (int s = 0; s < Slots; s++) begin
      beaten = 1'b0;
      for (int t = 0; t < Slots; t++)
        if (s != t && asking[t] && is_older(last_older, t, s)) beaten = 1'b1;
      if (asking[s] && !beaten) begin
        choice_some = 1'b1;
        choice_slot = s;
        has_0 = last_ready[s*Hot];
        has_1 = Hot == 2 && last_ready[s*Hot + Hot - 1];
        choice_hot = has_0 && has_1 ? last_turn[s] : has_1;
        for (int h = 0; h < Hot; h++)
          if (32'(choice_hot) == h) begin
            choice_mask  = last_mask[(s*Hot + h)*Lanes +: Lanes];
            choice_group = last_group[s*Hot + h];
            choice_sole  = last_sole[s*Hot + h];
          end
      end
    end
  end

  // The slots that became the youngest, of `a` and `b`; the events of the two contexts of slot `a`.
  logic young_a, young_b, leaves, other_waits, event_0, event_1;
  assign leaves = Warps == 1 ? last_full && !last_waits : last_1 && last_go;
  always @* begin
    other_waits = 1'b0;
    for (int k = 0; k < Entries; k++)
      if (Hot == 2 && 32'(last_took_slot) == k / Hot && 32'(!last_took_hot) == k % Hot)
        other_waits = last_ready[k];
    young_a = 1'b0;
    young_b = 1'b0;
    event_0 = 1'b0;
    event_1 = 1'b0;
    if (Warps == 1) begin
      young_a = (leaves && last_slot == a) || (last_took && last_took_slot == a && !other_waits);
      young_b = (leaves && last_slot == b) || (last_took && last_took_slot == b && !other_waits);
      event_0 = (leaves && last_slot == a && !last_hot)
                || (last_took && last_took_slot == a && !last_took_hot);
      event_1 = (leaves && last_slot == a && last_hot)
                || (last_took && last_took_slot == a && last_took_hot);
    end else begin
      young_a = leaves && last_first == a;
      young_b = leaves && last_first == b;
      event_0 = leaves && last_first == a && (!last_hot_1 || (last_2 && !last_hot_2));
      event_1 = leaves && last_first == a && (last_hot_1 || (last_2 && last_hot_2));
    end
  end

  // How long `watch` has been ready where it is without issuing: cycles in which I1 does not wait;
  // with Mode = 0 those in which what is offered is taken.
  localparam int Bound = Warps == 1 ? 2 * Slots + 3 : 2 * Slots;
  logic [7:0] since;
  logic       patient;
  assign patient = watch_ready && !watch_moved && !watch_issues;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !patient) since <= '0;
    else if (Warps == 1 ? !waits : issue_ready_i) since <= since + 8'd1;
  end

  // ---------------------------------------------------------------- the properties

  logic [Slots*Slots-1:0] by_number;
  always @* begin
    for (int s = 0; s < Slots; s++)
      for (int t = 0; t < Slots; t++) by_number[s*Slots + t] = t > s;
  end

  always @* if (on) begin
    // P: a reset leaves the slots in their order, all turns 0, stage and took empty
    reset_state: assert (!was_reset || (older == by_number && turn == '0 && !full && !took));
    // P: the bits of the lower half are never set
    half: assert ((older & ~by_number) == '0);
    // P: the ages are a total order
    older_total: assert (a == b || b == c || a == c || !is_older(older, 32'(a), 32'(b))
                         || !is_older(older, 32'(b), 32'(c))
                         || is_older(older, 32'(a), 32'(c)));
    // P: who becomes the youngest is younger than all others, the higher number of several as well
    ages: assert (was_reset || a >= b
                  || is_older(older, 32'(a), 32'(b))
                     == (young_b || (!young_a && is_older(last_older, 32'(a), 32'(b)))));
    // P: after an event of one context of a slot it is the other one's turn, else the turn stays
    turns: assert (was_reset || Hot == 1
                   || turn[32'(a)] == (event_0 == event_1 ? last_turn[32'(a)] : event_0));
    // P: with one context a slot's turn is always 0
    no_turn: assert (Hot == 2 || turn == '0);
    // P: I1 that waits stays in the stage as it is
    stays: assert (was_reset || !last_waits
                   || (full && slot == last_slot && hot == last_hot && mask == last_mask_q
                       && group == last_group_q && sole == last_sole_q));
    // P: otherwise the stage has the choice of the other slots, if there is one
    picks: assert (was_reset || Warps == 0 || last_waits
                   || (full == choice_some && (!full || (32'(slot) == choice_slot
                                                         && hot == choice_hot))));
    // P: what the stage keeps is what the pick was like
    keeps: assert (was_reset || Warps == 0 || last_waits || !full
                   || (mask == choice_mask && group == choice_group && sole == choice_sole));
    // P: took is what the secondary was offered and taken with
    takes: assert (was_reset || Warps == 0
                   || (took == (last_2 && last_go)
                       && (!took || (took_slot == last_second && took_hot == last_hot_2))));
    // P: without a stage it stays empty, and so does took
    no_stage: assert (Warps == 1 || (!full && !took));
    // P: after I1 left, another slot is in the stage
    pick_other: assert (was_reset || !last_full || last_waits || !full || slot != last_slot);
  end

  always @* if (on && rst_ni) begin
    // P: what is offered is a candidate that there is, and that is ready
    ready_only: assert ((!primary_valid_o || (there_1 && first_ready))
                        && (!secondary_valid_o || (there_2 && second_ready)));
    // P: the stage and what it has to do with took and the inputs decide on I1
    first: assert (Warps == 0 || (squash_o == squashed && primary_valid_o == live
                                  && drop_o == (full && !squashed && !live)));
    // P: with SBI the choice of all slots is I1, and nothing is squashed or dropped
    first_now: assert (Warps == 1 || (primary_valid_o == anything && !squash_o && !drop_o));
    // P: the masks of a pair have no lane in common, or the groups differ
    disjoint: assert (!primary_valid_o || !secondary_valid_o || first_group != second_group
                      || (first_mask & second_mask) == '0);
    // P: the two are different; of different slots with SWI, of one slot with SBI
    two: assert (!primary_valid_o || !secondary_valid_o
                 || (Mode == 1 ? primary_slot_o != secondary_slot_o
                     : Mode == 0 ? primary_slot_o == secondary_slot_o
                                   && primary_hot_o != secondary_hot_o
                     : primary_slot_o != secondary_slot_o || primary_hot_o != secondary_hot_o));
    // P: the two are not both for a unit that takes one
    one_sole: assert (!primary_valid_o || !secondary_valid_o || !first_sole || !second_sole);
    // P: what the secondary took in the last cycle is not I1
    no_double: assert (!took || !primary_valid_o || took_slot != primary_slot_o
                       || took_hot != primary_hot_o);
    // P: without a live I1 the secondary is offered if anything is ready
    used: assert (Warps == 0 || live || secondary_valid_o == anything);
    // P: both: the other context of I1 goes first, if it is ready and not both are sole
    branch_first: assert (Mode != 2 || !live || !beside_ready || (sole && beside_sole)
                          || (secondary_valid_o && secondary_slot_o == slot
                              && secondary_hot_o == !hot));
    // P: another warp's instruction is of the set behind that of I1
    in_set: assert (Warps == 0 || !live || !secondary_valid_o || secondary_slot_o == slot
                    || (32'(secondary_slot_o) % Sets) == ((32'(slot) + 1) % Sets));
    // P: a candidate of another slot in the set that fits beside I1 is not passed over for nothing
    warp_finds: assert (Warps == 0 || !live || secondary_valid_o || !other_ready
                        || other_slot == 32'(slot) || other_slot % Sets != (32'(slot) + 1) % Sets
                        || (sole && other_sole)
                        || (other_group == group && (other_mask & mask) != '0));
    // P: a candidate that is ready and does not move issues in bounded time
    bounded: assert (32'(since) < Bound);
  end

  // SBI: I1 is the choice, and its other context goes with it.
  logic [Slots-1:0] now_asks;
  logic             now_beaten;
  logic             oldest_now, turn_now, pair_now;
  logic             now_0, now_1;
  always @* begin
    {now_beaten, oldest_now, turn_now, pair_now, now_0, now_1} = '0;
    for (int s = 0; s < Slots; s++) now_asks[s] = ready_i[s*Hot] || ready_i[s*Hot + Hot - 1];
    for (int s = 0; s < Slots; s++) begin
      now_beaten = 1'b0;
      for (int t = 0; t < Slots; t++)
        if (s != t && now_asks[t] && is_older(older, t, s)) now_beaten = 1'b1;
      if (32'(primary_slot_o) == s && now_asks[s] && !now_beaten) begin
        oldest_now = 1'b1;
        now_0      = ready_i[s*Hot];
        now_1      = ready_i[s*Hot + Hot - 1];
        turn_now   = now_0 && now_1 ? turn[s] : now_1;
        pair_now   = now_0 && now_1 && !(sole_i[s*Hot] && sole_i[s*Hot + Hot - 1]);
      end
    end
  end
  always @* if (on && rst_ni) begin
    // P: with SBI I1 is the choice of all slots, and I2 its other context, unless both are sole
    branches: assert (Mode != 0 || !primary_valid_o
                      || (oldest_now && primary_hot_o == turn_now
                          && secondary_valid_o == pair_now));
  end

  // ---------------------------------------------------------------- what must be possible

  always @* if (on && rst_ni) begin
    c_squash: cover (squash_o && secondary_valid_o && issue_ready_i);
    c_drop: cover (drop_o && stage_moved && stage_ready);
    c_warps: cover (live && secondary_valid_o && secondary_slot_o != slot
                    && first_group == second_group);
    c_branch: cover (live && secondary_valid_o && secondary_slot_o == slot);
    c_late: cover (since > 8'(Slots));
    c_kept: cover (last_took && other_waits && !young_a && last_took_slot == a && !was_reset);
    c_pair: cover (primary_valid_o && secondary_valid_o && turn != '0);
    c_sole: cover (primary_valid_o && !secondary_valid_o && ready_i == '1 && sole_i == '1);
  end
endmodule

// What follows goes to the end of the module hd_interweave_select itself, in the copy that is
// proven: there all of its state can be named.
`ifdef HD_INSIDE
  logic [Slots*Slots-1:0] props_older;
  for (genvar s = 0; s < Slots; s++) begin : gen_props_slot
    assign props_older[s*Slots +: Slots] = older_q[s];
  end
  hd_interweave_select_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .older(props_older), .turn(turn_q), .full(full_q), .slot(slot_q), .hot(hot_q),
      .mask(mask_q), .group(group_q), .sole(sole_q), .took(took_q), .took_slot(took_slot_q),
      .took_hot(took_hot_q)
  );
`endif
