// SPDX-License-Identifier: Apache-2.0
//
// Load queues: loads of active blocks (CTAs) in one queue, loads of blocks that were swapped out in
// the other, which yields to the first.
//
// Behaviour
// - A load stands in one place of a memory from its entry to its service; the queues hold numbers
//   of places, so that a load migrates by moving a few bits.
// - When a block is swapped out its loads in the active queue are marked away. They count as
//   inactive from the next cycle on, and migrate one a cycle, the oldest first.
// - Offered to L1 is the oldest load that is not away; else the head of the inactive queue; else
//   the oldest that is away and has not migrated yet.
//
// Corner cases
// - A load enters in the cycle of its block's swap-out: it is marked, too.
// - The load offered does not migrate, whether it is taken or not; nor does another in its stead.
// - The inactive queue is full: loads wait in the active queue, and yield all the same. A place
//   that becomes free in this cycle counts from the next one on.
// - One load is served, one migrates, one enters: all three in one cycle.
//
// Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: section IV.D, Table I.

module hd_load_queues #(
    // Entries of the active queue: each a place of the memory, and a comparison with the range of
    // virtual warps that leaves.
    parameter int Active    = 30,
    // Entries of the inactive queue: each a place of the memory.
    parameter int Inactive  = 30,
    // Bits of a load. Memory only.
    parameter int DataWidth = 301,
    // Virtual warps.
    parameter int Warps     = 256,
    localparam int WarpWidth     = $clog2(Warps),
    localparam int ActiveWidth   = $clog2(Active + 1),
    localparam int InactiveWidth = $clog2(Inactive + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                     clk_i,
    input  logic                     rst_ni,

    // Load/store unit
    // A load.
    input  logic                     in_valid_i,
    // Its virtual warp, and all else about it.
    input  logic [WarpWidth-1:0]     in_warp_i,
    input  logic [DataWidth-1:0]     in_data_i,
    // The active queue has a place: it is taken. State only.
    output logic                     in_ready_o,

    // L1
    // There is a load.
    output logic                     out_valid_o,
    // The one that goes first; meaningful while out_valid_o. State only, as all of this group.
    output logic [WarpWidth-1:0]     out_warp_o,
    output logic [DataWidth-1:0]     out_data_o,
    // It is one of a block that was swapped out.
    output logic                     out_away_o,
    // It is served; otherwise (no MSHR, no line) it stays where it is.
    input  logic                     out_ready_i,

    // Controller
    // A block is swapped out.
    input  logic                     away_en_i,
    // Its first and its last virtual warp.
    input  logic [WarpWidth-1:0]     away_first_i,
    input  logic [WarpWidth-1:0]     away_last_i,

    // Status
    // Entries in each queue. State only.
    output logic [ActiveWidth-1:0]   active_count_o,
    output logic [InactiveWidth-1:0] inactive_count_o
);

  localparam int Places     = Active + Inactive;
  localparam int PlaceWidth = $clog2(Places);

`ifndef SYNTHESIS
  initial begin
    if (Active < 1 || Active > 64) $fatal(1, "hd_load_queues: Active must be 1 to 64");
    if (Inactive < 1 || Inactive > 64) $fatal(1, "hd_load_queues: Inactive must be 1 to 64");
    if (DataWidth < 1 || DataWidth > 512) $fatal(1, "hd_load_queues: DataWidth must be 1 to 512");
    if (Warps < 2 || Warps > 1024) $fatal(1, "hd_load_queues: Warps must be 2 to 1024");
  end
`endif

  ///////////
  // State //
  ///////////

  // The loads; place p holds one while taken_q[p].
  logic [DataWidth-1:0] data_q [Places];
  logic [WarpWidth-1:0] warp_q [Places];
  logic [Places-1:0]    taken_q;
  // The queues, entry 0 the oldest; meaningful below the count. The warp stands here a second time
  // since all entries are compared at once. All of them shift: registers, not memories.
  (* mem2reg *) logic [PlaceWidth-1:0] active_place_q [Active];
  (* mem2reg *) logic [WarpWidth-1:0]  active_warp_q [Active];
  logic [Active-1:0]                   active_away_q;
  logic [ActiveWidth-1:0]              active_count_q;
  (* mem2reg *) logic [PlaceWidth-1:0] inactive_place_q [Inactive];
  logic [InactiveWidth-1:0]            inactive_count_q;

  assign active_count_o   = active_count_q;
  assign inactive_count_o = inactive_count_q;

  ///////////////////////////////
  // First load, and migration //
  ///////////////////////////////

  // Entries of the active queue whose blocks are active, and entries whose blocks are away; the
  // oldest of each.
  // (The lowest 1 of x is x & -x.)
  logic [Active-1:0] live, here, away, oldest_here, oldest_away;

  for (genvar i = 0; i < Active; i++) begin : gen_live
    assign live[i] = active_count_q > ActiveWidth'(i);
  end
  assign here        = live & ~active_away_q;
  assign away        = live & active_away_q;
  assign oldest_here = here & -here;
  assign oldest_away = away & -away;

  // Loads of active blocks, then the inactive queue, then loads that have not got there yet. The
  // load that migrates is never the load offered: where it would be, no load migrates.
  logic              any_here, any_inactive, offer_away, full, migrate;
  logic [Active-1:0] offered, migrating;

  assign any_here     = |here;
  assign any_inactive = inactive_count_q != '0;
  assign offer_away   = ~any_here & ~any_inactive;
  assign full         = inactive_count_q == InactiveWidth'(Inactive);
  assign migrate      = (|away) & ~full & ~offer_away;
  assign offered      = offer_away ? oldest_away : oldest_here; // none: the inactive queue's head
  assign migrating    = migrate ? oldest_away : '0;

  // Where these two stand: places flat, entry i at [i*PlaceWidth +: PlaceWidth].
  logic [Active*PlaceWidth-1:0] active_places;
  logic [PlaceWidth-1:0]        offered_place, migrating_place, out_place;

  for (genvar i = 0; i < Active; i++) begin : gen_places
    assign active_places[i*PlaceWidth +: PlaceWidth] = active_place_q[i];
  end

  always @* begin
    offered_place   = '0;
    migrating_place = '0;
    for (int i = 0; i < Active; i++) begin
      if (offered[i])
        offered_place = offered_place | active_places[i*PlaceWidth +: PlaceWidth];
      if (migrating[i])
        migrating_place = migrating_place | active_places[i*PlaceWidth +: PlaceWidth];
    end
  end

  assign out_place   = any_here || !any_inactive ? offered_place : inactive_place_q[0];
  assign out_valid_o = (|live) | any_inactive;
  assign out_away_o  = out_valid_o & ~any_here;
  assign out_warp_o  = warp_q[out_place];
  assign out_data_o  = data_q[out_place];

  // A load that is served leaves one of the two queues.
  logic serve_active, serve_inactive;

  assign serve_active   = out_ready_i & (|offered);
  assign serve_inactive = out_ready_i & ~any_here & any_inactive;

  ////////////
  // Places //
  ////////////

  // A load enters the lowest free place. The active queue is not full, so there is one.
  logic                  enter;
  logic [Places-1:0]     vacant, in_mask, out_mask;
  logic [PlaceWidth-1:0] in_place;

  assign in_ready_o = active_count_q != ActiveWidth'(Active);
  assign enter      = in_valid_i & in_ready_o;
  assign vacant     = ~taken_q;

  always @* begin
    in_place = '0;
    for (int p = Places - 1; p >= 0; p--) if (vacant[p]) in_place = PlaceWidth'(p);
  end
  for (genvar p = 0; p < Places; p++) begin : gen_masks
    assign in_mask[p]  = enter && in_place == PlaceWidth'(p);
    assign out_mask[p] = out_valid_o && out_ready_i && out_place == PlaceWidth'(p);
  end

  always_ff @(posedge clk_i) begin
    if (enter) begin
      data_q[in_place] <= in_data_i;
      warp_q[in_place] <= in_warp_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) taken_q <= '0;
    else         taken_q <= (taken_q | in_mask) & ~out_mask;
  end

  //////////////////
  // Active queue //
  //////////////////

  // Loads that are away already, or in the range that leaves in this cycle; the load that enters
  // is.
  logic [Active-1:0] marked;
  logic              in_marked;

  assign in_marked = away_en_i && in_warp_i >= away_first_i && in_warp_i <= away_last_i;
  for (genvar i = 0; i < Active; i++) begin : gen_marked
    assign marked[i] = active_away_q[i] || (away_en_i && active_warp_q[i] >= away_first_i
                                            && active_warp_q[i] <= away_last_i);
  end

  // Up to two leave, one served and one migrating, from different entries. From each on, the
  // entries move up. (For one 1 in x, -x has ones from there on; for none it is 0.)
  logic [Active-1:0]      past_served, past_migrating;
  logic [ActiveWidth-1:0] active_left;

  assign past_served    = serve_active ? -offered : '0;
  assign past_migrating = -migrating;
  assign active_left    = active_count_q - ActiveWidth'(serve_active) - ActiveWidth'(migrate);

  for (genvar i = 0; i < Active; i++) begin : gen_active
    // The two entries behind; behind the last one nothing matters.
    localparam int Next  = i + 1 < Active ? i + 1 : i;
    localparam int Next2 = i + 2 < Active ? i + 2 : Next;
    logic by_one, by_two, tail;

    // Two loads leave up to the place right behind this one; one leaves up to this place.
    assign by_two = past_served[Next] & past_migrating[Next];
    assign by_one = past_served[i] | past_migrating[i];
    assign tail   = active_left == ActiveWidth'(i);

    always_ff @(posedge clk_i) begin
      if (tail) begin
        active_place_q[i] <= in_place;
        active_warp_q[i]  <= in_warp_i;
        active_away_q[i]  <= in_marked;
      end else if (by_two) begin
        active_place_q[i] <= active_place_q[Next2];
        active_warp_q[i]  <= active_warp_q[Next2];
        active_away_q[i]  <= marked[Next2];
      end else if (by_one) begin
        active_place_q[i] <= active_place_q[Next];
        active_warp_q[i]  <= active_warp_q[Next];
        active_away_q[i]  <= marked[Next];
      end else begin
        active_away_q[i]  <= marked[i];
      end
    end
  end

  ////////////////////
  // Inactive queue //
  ////////////////////

  // Its head is served, and a load migrates to its tail.
  logic [InactiveWidth-1:0] inactive_left;

  assign inactive_left = inactive_count_q - InactiveWidth'(serve_inactive);

  for (genvar i = 0; i < Inactive; i++) begin : gen_inactive
    localparam int Next = i + 1 < Inactive ? i + 1 : i;

    always_ff @(posedge clk_i) begin
      if (inactive_left == InactiveWidth'(i)) inactive_place_q[i] <= migrating_place;
      else if (serve_inactive)                inactive_place_q[i] <= inactive_place_q[Next];
    end
  end

  ////////////
  // Counts //
  ////////////

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      active_count_q   <= '0;
      inactive_count_q <= '0;
    end else begin
      active_count_q   <= active_left + ActiveWidth'(enter);
      inactive_count_q <= inactive_left + InactiveWidth'(migrate);
    end
  end

endmodule
