// SPDX-License-Identifier: Apache-2.0
//
// Warp scheduler: which of the static warps that could issue in this cycle does.
//
// Behaviour
// - Policy = 0, loose round robin: the first slot in number that can issue, from behind the last
//   one that has issued, round the end.
// - Policy = 1, greedy then oldest: the last one again; when it cannot, the oldest that can.
// - Policy = 2, two-level: fetch groups of Group slots. Round robin within the present group, from
//   behind the last one of this group on; when no slot of it can issue, in the next group in number
//   that has a slot that can, round the end.
// - Age is a bit for each pair of slots: is the lower-numbered one older? There is no counter that
//   could overflow. The oldest slot can issue and is younger than no other slot that can.
//
// Corner cases
// - A choice that is not taken leaves no trace: neither in the last one, nor in the present group.
// - No slot has issued yet (in a group): round robin begins at its slot 0.
// - Several warps begin in one cycle: all are younger than the others, and of them the lower number
//   is the older. In this cycle's choice they are still as old as those before them.
// - A warp begins on the last one's slot: from the next cycle on there is no last one (Policy = 1).
//
// Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: sections V and VI; two-level by
// Narasiman et al., MICRO 2011.

module hd_warp_scheduler #(
    // Warps of this scheduler. Depth with its logarithm; Policy = 1: flip-flops with its square.
    parameter int Slots  = 24,
    // 0 loose round robin, 1 greedy then oldest, 2 two-level. Only its registers are there.
    parameter int Policy = 0,
    // Policy = 2: warps of a fetch group; the last group may be smaller.
    parameter int Group  = 8,
    localparam int SlotWidth = $clog2(Slots)
) (
    // Clock; synchronous reset, active low.
    input  logic                 clk_i,
    input  logic                 rst_ni,

    // Residency
    // Warps begin on these slots; none of them is in can_i.
    input  logic [Slots-1:0]     begin_i,

    // Pipeline
    // The warps on these slots could issue.
    input  logic [Slots-1:0]     can_i,
    // One of them does. Depends on can_i.
    output logic                 issue_valid_o,
    // That slot; meaningful while issue_valid_o. Depends on can_i.
    output logic [SlotWidth-1:0] issue_slot_o,
    // The pipeline takes it.
    input  logic                 issue_ready_i
);

  localparam int Groups     = (Slots + Group - 1) / Group;
  localparam int GroupWidth = Groups > 1 ? $clog2(Groups) : 1;
  localparam int PlaceWidth = Group > 1 ? $clog2(Group) : 1;

`ifndef SYNTHESIS
  initial begin
    if (Slots < 2 || Slots > 64) $fatal(1, "hd_warp_scheduler: Slots must be 2 to 64");
    if (Policy < 0 || Policy > 2) $fatal(1, "hd_warp_scheduler: Policy must be 0 to 2");
    if (Group < 1 || Group > Slots) $fatal(1, "hd_warp_scheduler: Group must be 1 to Slots");
  end
`endif

  ///////////
  // State //
  ///////////

  // A register that Policy does not use is written by nothing but the reset: synthesis drops it.

  // Policies 0 and 1: the last one that issued, and whether there is one.
  logic [SlotWidth-1:0]  last_q, last_d;
  logic                  some_q, some_d;

  // Policy 1, bit j > i of older_q[i]: the warp on slot i is older than that on slot j. The bits up
  // to i are 0.
  (* mem2reg *) // flip-flops
  logic [Slots-1:0]      older_q [Slots];

  // Policy 2: the present group; of each group the last one's place in it, if there is one.
  logic [GroupWidth-1:0] group_q, group_d;
  (* mem2reg *) // flip-flops
  logic [PlaceWidth-1:0] group_last_q [Groups];
  logic [Groups-1:0]     group_some_q, group_some_d;

  ////////////
  // Choice //
  ////////////

  // Policy 2: the group of the chosen slot, and the slot's place there.
  logic [GroupWidth-1:0] group;
  logic [PlaceWidth-1:0] place;

  if (Policy == 0) begin : gen_round_robin

    logic [Slots-1:0] ahead;
    assign ahead = some_q ? {Slots{1'b1}} << last_q << 1 : '0;

    hd_round #(
        .Width(Slots)
    ) u_slot (
        .mask_i(can_i),
        .ahead_i(ahead),
        .valid_o(issue_valid_o),
        .index_o(issue_slot_o)
    );

    assign {group, place} = '0;

  end else if (Policy == 1) begin : gen_greedy

    // The oldest slot is older than all other slots that can issue: one bit a slot.
    logic [Slots-1:0]     oldest;
    logic [SlotWidth-1:0] oldest_slot;

    for (genvar i = 0; i < Slots; i++) begin : gen_slot
      logic [Slots-1:0] older; // the warp on slot i is older than that on slot j, or it is itself

      for (genvar j = 0; j < Slots; j++) begin : gen_pair
        if (j < i) begin : gen_below
          assign older[j] = !older_q[j][i];
        end else if (j > i) begin : gen_above
          assign older[j] = older_q[i][j];
        end else begin : gen_self
          assign older[j] = 1'b1;
        end
      end
      assign oldest[i] = can_i[i] && (can_i & ~older) == '0;
    end

    hd_lowest #(
        .Width(Slots)
    ) u_oldest (
        .mask_i(oldest),
        .valid_o(issue_valid_o),
        .index_o(oldest_slot)
    );

    assign issue_slot_o = some_q && can_i[last_q] ? last_q : oldest_slot;

    assign {group, place} = '0;

  end else begin : gen_two_level

    // All groups choose side by side. Slots that the last group does not have can never issue.
    logic [Groups*Group-1:0]      can;
    logic [Groups-1:0]            group_can, group_ahead;
    logic [Groups*PlaceWidth-1:0] places; // which place of each group
    logic [Groups*SlotWidth-1:0]  slots;  // its slot

    assign can = (Groups*Group)'(can_i);

    for (genvar g = 0; g < Groups; g++) begin : gen_group
      logic [PlaceWidth-1:0] last, first;
      logic [Group-1:0]      ahead;

      assign last  = group_last_q[g];
      assign ahead = group_some_q[g] ? {Group{1'b1}} << last << 1 : '0;

      hd_round #(
          .Width(Group)
      ) u_place (
          .mask_i(can[g*Group +: Group]),
          .ahead_i(ahead),
          .valid_o(group_can[g]),
          .index_o(first)
      );

      assign places[g*PlaceWidth +: PlaceWidth] = first;
      assign slots[g*SlotWidth +: SlotWidth]    = SlotWidth'(g*Group) + SlotWidth'(first);
    end

    // The present group is the first that is asked.
    assign group_ahead = {Groups{1'b1}} << group_q;

    hd_round #(
        .Width(Groups)
    ) u_group (
        .mask_i(group_can),
        .ahead_i(group_ahead),
        .valid_o(issue_valid_o),
        .index_o(group)
    );

    assign place        = places[32'(group)*PlaceWidth +: PlaceWidth];
    assign issue_slot_o = slots[32'(group)*SlotWidth +: SlotWidth];

  end

  ////////////////
  // Next state //
  ////////////////

  logic issues;
  assign issues = issue_valid_o && issue_ready_i;

  // Policies 0 and 1. A warp that begins on the last one's slot: there is no last one (Policy = 1).
  // No warp begins on a slot that issues, so the slot that issues becomes the last one.
  always @* begin
    last_d = last_q;
    some_d = some_q;
    if (Policy == 1 && begin_i[last_q]) some_d = 1'b0;
    if (issues) begin
      last_d = issue_slot_o;
      some_d = 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      last_q <= '0;
      some_q <= 1'b0;
    end else if (Policy != 2) begin
      last_q <= last_d;
      some_q <= some_d;
    end
  end

  // Policy 1. Slot i is older than slot j > i from when a warp begins on slot j, be it that one
  // begins on slot i as well, until one begins on slot i alone.
  for (genvar i = 0; i < Slots; i++) begin : gen_older
    logic [Slots-1:0] above; // the slots above i

    assign above = ~(Slots'(2 ** (i + 1) - 1));

    always_ff @(posedge clk_i) begin
      if (!rst_ni)          older_q[i] <= above;
      else if (Policy == 1) older_q[i] <= above & (begin_i | (older_q[i] & ~{Slots{begin_i[i]}}));
    end
  end

  // Policy 2.
  always @* begin
    group_d      = group_q;
    group_some_d = group_some_q;
    if (issues) begin
      group_d             = group;
      group_some_d[group] = 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      group_q      <= '0;
      group_some_q <= '0;
    end else if (Policy == 2) begin
      group_q      <= group_d;
      group_some_q <= group_some_d;
    end
  end

  for (genvar g = 0; g < Groups; g++) begin : gen_last
    always_ff @(posedge clk_i) begin
      if (!rst_ni)          group_last_q[g] <= '0;
      else if (Policy == 2) group_last_q[g] <= issues && group == GroupWidth'(g)
                                               ? place : group_last_q[g];
    end
  end

endmodule
