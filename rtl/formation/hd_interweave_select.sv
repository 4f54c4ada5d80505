// SPDX-License-Identifier: Apache-2.0
//
// Interweave select: the two instructions that issue together, in disjoint lanes of one row.
//
// Behaviour
// - The primary one, I1, is of the slot that issued least recently, of those that have a ready
//   context. If both contexts of a slot are ready, their turn decides.
// - Mode 0, branch interweaving: the secondary one, I2, is the slot's other context. Both are
//   offered in the cycle of the choice.
// - Modes 1 and 2, warp interweaving: I1 is picked into a stage. In the next cycle I2 is chosen
//   beside it: in mode 2 the slot's other context, if it is ready; else what the mask lookup finds
//   in the set of slots behind that of I1. Meanwhile the next I1 is picked, out of the other slots.
// - Without I1 in the stage, or if it cannot issue, the secondary is any ready candidate.
// - What the secondary took is kept for a cycle. Conflict, age and turn go by that: the lookup is
//   the longest path, and nothing hangs behind it.
//
// Corner cases
// - The pick is what the secondary takes in the same cycle: it is squashed in the next one.
// - I1 is no longer ready in the stage, or its context has moved: it is dropped.
// - I1 is offered and not taken: it waits in the stage. I2 is chosen anew in each cycle.
// - Two instructions for a unit that takes one are no pair.
// - A slot whose secondary issued while its other context waits keeps its age: it would become the
//   youngest again and again without I1 ever being that context.
//
// Brunie, Collange, Diamos, Simultaneous Branch and Warp Interweaving, ISCA 2012: sections 3.2, 4.

module hd_interweave_select #(
    // Warp slots. Flip-flops with their square.
    parameter int Slots  = 24,
    // Hot contexts of a slot; 1 only in mode 1.
    parameter int Hot    = 2,
    // Lanes of the row.
    parameter int Lanes  = 64,
    // 0: SBI, 1: SWI, 2: both. A mode has only the registers and the lookup that it uses.
    parameter int Mode   = 2,
    // Of the mask lookup: sets of slots, first value of the shift register.
    parameter int Sets   = 1,
    parameter int Seed   = 44257,
    localparam int Entries    = Slots * Hot,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int CountWidth = $clog2(Lanes + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                          clk_i,
    input  logic                          rst_ni,

    // Candidates: hot context h of slot s is number s*Hot + h.
    // Its instruction could issue in this cycle.
    input  logic [Entries-1:0]            ready_i,
    // Another context came here at the last clock edge, or its threads changed.
    input  logic [Entries-1:0]            moved_i,
    // Its lanes; how many.
    input  logic [Entries*Lanes-1:0]      mask_i,
    input  logic [Entries*CountWidth-1:0] lanes_i,
    // Its SIMD group.
    input  logic [Entries-1:0]            group_i,
    // Its unit takes one instruction in a cycle.
    input  logic [Entries-1:0]            sole_i,

    // Issue
    // I1 is offered; its slot and context, of state only but in mode 0.
    output logic                          primary_valid_o,
    output logic [SlotWidth-1:0]          primary_slot_o,
    output logic                          primary_hot_o,
    // I2 is offered; its slot and context. Depends on all candidates.
    output logic                          secondary_valid_o,
    output logic [SlotWidth-1:0]          secondary_slot_o,
    output logic                          secondary_hot_o,
    // All that is offered is taken.
    input  logic                          issue_ready_i,

    // Status
    // I1 is what the secondary took in the last cycle. State only.
    output logic                          squash_o,
    // I1 cannot issue any more. Depends on ready_i, moved_i.
    output logic                          drop_o
);

`ifndef SYNTHESIS
  initial begin
    if (Slots < 2 || Slots > 32) $fatal(1, "hd_interweave_select: Slots must be 2 to 32");
    if (Mode < 0 || Mode > 2) $fatal(1, "hd_interweave_select: Mode must be 0 to 2");
    if (Hot < 1 || Hot > 2) $fatal(1, "hd_interweave_select: Hot must be 1 or 2");
    if (Hot == 1 && Mode != 1)
      $fatal(1, "hd_interweave_select: Hot must be 2 with branch interweaving");
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_interweave_select: Lanes must be 1 to 64");
    if (Sets < 1 || Sets > Slots || (Sets & (Sets - 1)) != 0)
      $fatal(1, "hd_interweave_select: Sets must be a power of 2, 1 to Slots");
    if (Seed < 1 || Seed > 65535) $fatal(1, "hd_interweave_select: Seed must be 1 to 65535");
  end
`endif

  ///////////
  // State //
  ///////////

  // Bit j > i of older_q[i]: slot i is older than slot j. The bits up to i are 0.
  (* mem2reg *) // flip-flops
  logic [Slots-1:0]     older_q [Slots];
  // The context that goes first if both of the slot are ready.
  logic [Slots-1:0]     turn_q, turn_d;

  // Modes 1 and 2. The stage: I1.
  logic                 full_q, full_d;
  logic [SlotWidth-1:0] slot_q, slot_d;
  logic                 hot_q, hot_d;
  logic [Lanes-1:0]     mask_q, mask_d;
  logic                 group_q, group_d;
  logic                 sole_q, sole_d;
  // What the secondary took in the last cycle.
  logic                 took_q, took_d;
  logic [SlotWidth-1:0] took_slot_q, took_slot_d;
  logic                 took_hot_q, took_hot_d;

  //////////////////////
  // Choice of a slot //
  //////////////////////

  // Contexts by slot: the first ones, and the second ones if there are any.
  logic [Slots-1:0] ready_0, ready_1;

  // Slots that may be picked: all but that of the stage. One has the pick, if one has a candidate.
  logic [Slots-1:0] may, asks, oldest;
  // The context that would be picked of each slot; of the pick, one bit for each candidate.
  logic [Slots-1:0]   pick_hot;
  logic [Entries-1:0] pick;

  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    logic [Slots-1:0] older; // slot s is older than slot j, or it is slot j

    for (genvar j = 0; j < Slots; j++) begin : gen_pair
      if (j < s) begin : gen_below
        assign older[j] = !older_q[j][s];
      end else if (j > s) begin : gen_above
        assign older[j] = older_q[s][j];
      end else begin : gen_self
        assign older[j] = 1'b1;
      end
    end

    assign ready_0[s] = ready_i[s*Hot];
    assign ready_1[s] = Hot == 2 && ready_i[s*Hot + Hot - 1];
    assign may[s]     = !full_q || slot_q != SlotWidth'(s);
    assign asks[s]    = may[s] && (ready_0[s] || ready_1[s]);
    assign oldest[s]  = asks[s] && (asks & ~older) == '0;

    assign pick_hot[s]     = turn_q[s] ? ready_1[s] : !ready_0[s];
    assign pick[s*Hot]     = oldest[s] && !pick_hot[s];
    if (Hot == 2) begin : gen_second
      assign pick[s*Hot + 1] = oldest[s] && pick_hot[s];
    end
  end

  logic                 pick_valid;
  logic [SlotWidth-1:0] pick_slot;

  hd_lowest #(
      .Width(Slots)
  ) u_pick (
      .mask_i(oldest),
      .valid_o(pick_valid),
      .index_o(pick_slot)
  );

  ///////////////////////
  // What issues, when //
  ///////////////////////

  // Slots that become the youngest at the clock edge. Candidates of which an event is known.
  logic [Slots-1:0]   youngest;
  logic [Entries-1:0] event_at;

  if (Mode == 0) begin : gen_branches

    // The other context of the pick, unless both are for a unit that takes one.
    logic [Slots-1:0] with_other;
    for (genvar s = 0; s < Slots; s++) begin : gen_other
      assign with_other[s] = oldest[s] && ready_0[s] && ready_1[s] && !(&sole_i[s*2 +: 2]);
      assign event_at[s*2 +: 2] = {2{issue_ready_i && oldest[s]}}
                                  & (pick[s*2 +: 2] | {2{with_other[s]}});
    end

    assign primary_valid_o   = pick_valid;
    assign primary_slot_o    = pick_slot;
    assign primary_hot_o     = (oldest & pick_hot) != '0;
    assign secondary_valid_o = with_other != '0;
    assign secondary_slot_o  = pick_slot;
    assign secondary_hot_o   = !primary_hot_o;
    assign squash_o          = 1'b0;
    assign drop_o            = 1'b0;

    assign youngest = oldest & {Slots{issue_ready_i}};

    assign {full_d, slot_d, hot_d, mask_d, group_d, sole_d} = '0;
    assign {took_d, took_slot_d, took_hot_d}                = '0;

    logic unused_warps;
    assign unused_warps = &{1'b0, moved_i, mask_i, lanes_i, group_i, hot_q, mask_q, group_q, sole_q,
                            took_q, took_slot_q, took_hot_q};

  end else begin : gen_warps

    localparam int SetWidth = Sets > 1 ? $clog2(Sets) : 1;

    // I1, the other context of its slot, and what the secondary took: one bit for each candidate.
    logic [Entries-1:0] here, other, took;
    logic [Entries-1:0] its_slot; // all of the slot

    for (genvar s = 0; s < Slots; s++) begin : gen_slot
      for (genvar h = 0; h < Hot; h++) begin : gen_hot
        assign here[s*Hot + h]     = slot_q == SlotWidth'(s) && hot_q == (h == 1);
        assign other[s*Hot + h]    = slot_q == SlotWidth'(s) && hot_q != (h == 1);
        assign its_slot[s*Hot + h] = slot_q == SlotWidth'(s);
        assign took[s*Hot + h]     = took_q && took_slot_q == SlotWidth'(s)
                                     && took_hot_q == (h == 1);
      end
    end

    // I1: squashed, live or dropped, if it is there.
    logic live, leaves;
    assign squash_o = full_q && took_q && took_slot_q == slot_q && took_hot_q == hot_q;
    assign live     = full_q && !squash_o && (here & ready_i & ~moved_i) != '0;
    assign drop_o   = full_q && !squash_o && !live;
    assign leaves   = full_q && !(live && !issue_ready_i);

    assign primary_valid_o = live;
    assign primary_slot_o  = slot_q;
    assign primary_hot_o   = hot_q;

    // I2: the other context of the slot, or what the lookup finds in other slots.
    logic [Entries-1:0]   fine, asked;
    logic                 branch, found;
    logic [SetWidth-1:0]  set;
    logic [SlotWidth-1:0] found_slot;
    logic                 found_hot;

    assign fine   = ready_i & ~(sole_i & {Entries{sole_q}}); // beside I1
    assign branch = Mode == 2 && live && (other & fine) != '0;
    assign asked  = live ? fine & ~its_slot : ready_i;

    if (Sets > 1) begin : gen_set
      assign set = slot_q[SetWidth-1:0] + SetWidth'(1);
    end else begin : gen_one_set
      assign set = '0;
    end

    hd_mask_lookup #(
        .Slots(Slots),
        .Hot  (Hot),
        .Lanes(Lanes),
        .Sets (Sets),
        .Seed (Seed)
    ) u_lookup (
        .clk_i,
        .rst_ni,
        .ready_i        (asked),
        .mask_i,
        .lanes_i,
        .group_i,
        .primary_valid_i(live),
        .primary_mask_i (mask_q),
        .primary_group_i(group_q),
        .set_i          (set),
        .found_o        (found),
        .slot_o         (found_slot),
        .hot_o          (found_hot),
        .step_en_i      (issue_ready_i)
    );

    assign secondary_valid_o = branch || found;
    assign secondary_slot_o  = branch ? slot_q : found_slot;
    assign secondary_hot_o   = branch ? !hot_q : found_hot;

    assign took_d      = secondary_valid_o && issue_ready_i;
    assign took_slot_d = secondary_slot_o;
    assign took_hot_d  = secondary_hot_o;

    // The pick goes to the stage, unless I1 waits there.
    logic [Lanes-1:0] pick_mask;
    always @* begin
      pick_mask = '0;
      for (int c = 0; c < Entries; c++)
        pick_mask = pick_mask | (mask_i[c*Lanes +: Lanes] & {Lanes{pick[c]}});
    end

    always @* begin
      full_d  = full_q;
      slot_d  = slot_q;
      hot_d   = hot_q;
      mask_d  = mask_q;
      group_d = group_q;
      sole_d  = sole_q;
      if (leaves || !full_q) begin
        full_d  = pick_valid;
        slot_d  = pick_slot;
        hot_d   = (oldest & pick_hot) != '0;
        mask_d  = pick_mask;
        group_d = (pick & group_i) != '0;
        sole_d  = (pick & sole_i) != '0;
      end
    end

    // I1 that leaves makes its slot the youngest; so does what the secondary took, unless the
    // slot's other context waits.
    for (genvar s = 0; s < Slots; s++) begin : gen_young
      logic waits;
      assign waits       = took_hot_q ? ready_0[s] : ready_1[s];
      assign youngest[s] = (leaves && slot_q == SlotWidth'(s))
                           || (took_q && took_slot_q == SlotWidth'(s) && !waits);
    end

    assign event_at = took | (here & {Entries{leaves}});

  end

  ////////////////
  // Next state //
  ////////////////

  // With an event of one of its contexts, it is the other one's turn; with events of both it stays.
  if (Hot == 2) begin : gen_turn
    for (genvar s = 0; s < Slots; s++) begin : gen_slot
      always @* begin
        turn_d[s] = turn_q[s];
        if (event_at[s*2] && !event_at[s*2 + 1]) turn_d[s] = 1'b1;
        if (event_at[s*2 + 1] && !event_at[s*2]) turn_d[s] = 1'b0;
      end
    end
  end else begin : gen_no_turn
    logic unused_event;
    assign unused_event = &{1'b0, event_at};
    assign turn_d       = '0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      full_q <= 1'b0;
      took_q <= 1'b0;
      turn_q <= '0;
    end else begin
      full_q <= full_d;
      took_q <= took_d;
      turn_q <= turn_d;
    end
  end

  always_ff @(posedge clk_i) begin
    slot_q      <= slot_d;
    hot_q       <= hot_d;
    mask_q      <= mask_d;
    group_q     <= group_d;
    sole_q      <= sole_d;
    took_slot_q <= took_slot_d;
    took_hot_q  <= took_hot_d;
  end

  // Slot i is older than slot j > i from when slot j becomes the youngest, be it that slot i does
  // as well, until slot i does alone.
  for (genvar i = 0; i < Slots; i++) begin : gen_older
    logic [Slots-1:0] above; // the slots above i

    assign above = ~(Slots'(2 ** (i + 1) - 1));

    always_ff @(posedge clk_i) begin
      if (!rst_ni) older_q[i] <= above;
      else         older_q[i] <= above & (youngest | (older_q[i] & ~{Slots{youngest[i]}}));
    end
  end

endmodule
