// SPDX-License-Identifier: Apache-2.0
//
// Properties of the load queues (docs/blocks/load_queues.md), for formal/prove.sh.
//
// Two loads are watched, known by their data (`mine`, two values that the solver chooses): no load
// comes with one of them while another with it is inside. The design never looks at data, so what
// is proven of these two holds for every two loads.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_load_queues_props #(
    `HD_PARAMETERS,
    localparam int Places = Active + Inactive,
    localparam int PlaceWidth = $clog2(Places)
) (
    `HD_PORTS,
    // State: place p, or entry i of a queue, is part p or i.
    input logic [Places*DataWidth-1:0]    data,
    input logic [Places*WarpWidth-1:0]    warp,
    input logic [Places-1:0]              taken,
    input logic [Active*PlaceWidth-1:0]   active_place,
    input logic [Active*WarpWidth-1:0]    active_warp,
    input logic [Active-1:0]              active_away,
    input logic [Inactive*PlaceWidth-1:0] inactive_place
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  logic enter, serve;
  assign enter = in_valid_i & in_ready_o;
  assign serve = out_valid_o & out_ready_i;

  // 2: a range is one.
  always @* assume (away_first_i <= away_last_i);

  // ------------------------------------------------------------------ ghost: two loads

  (* anyconst *) logic [DataWidth-1:0] mine0, mine1;
  always @* assume (mine0 != mine1);

  // Inside; away since an earlier cycle; its warp. behind: 1 entered while 0, of the same warp, was
  // there, and shares its lot (promise 1: a block's loads that come late are marked as they come).
  // first: 0 entered before 1.
  logic here0, here1, away0, away1, behind, first;
  logic [WarpWidth-1:0] warp0, warp1;
  logic enter0, enter1, offer0, offer1, hit0, hit1, in_hit;

  assign enter0 = enter && in_data_i == mine0;
  assign enter1 = enter && in_data_i == mine1;
  assign offer0 = out_valid_o && out_data_o == mine0;
  assign offer1 = out_valid_o && out_data_o == mine1;
  assign hit0 = away_en_i && warp0 >= away_first_i && warp0 <= away_last_i;
  assign hit1 = away_en_i && warp1 >= away_first_i && warp1 <= away_last_i;
  assign in_hit = away_en_i && in_warp_i >= away_first_i && in_warp_i <= away_last_i;

  always @* if (on && enter0) assume (!here0);
  always @* if (on && enter1) assume (!here1);

  always_ff @(posedge clk_i) begin
    if (enter0) begin
      warp0 <= in_warp_i;
      away0 <= in_hit;
      first <= 1'b0;
      behind <= 1'b0;
    end else begin
      away0 <= away0 | hit0;
    end
    if (enter1) begin
      warp1 <= in_warp_i;
      away1 <= in_hit;
      first <= here0;
      behind <= here0 && in_warp_i == warp0 && (in_hit || !away0);
    end else begin
      away1 <= away1 | hit1;
    end
    here0 <= rst_ni & (enter0 | (here0 & ~(offer0 & out_ready_i)));
    here1 <= rst_ni & (enter1 | (here1 & ~(offer1 & out_ready_i)));
  end

  // How many are inside: what entered less what was served.
  int inside;
  always_ff @(posedge clk_i) inside <= rst_ni ? inside + 32'(enter) - 32'(serve) : 0;

  // ------------------------------------------------------------------ where they stand

  // For each place how often it is in a queue; for the two loads how often in the active queue and
  // in the inactive one, at which entry, and whether all that stands with them is right.
  int copies, wrong, in_active0, in_active1, in_inactive0, in_inactive1, at0, at1;
  int here_count, away_ahead0;
  logic range, right0, right1;
  logic [PlaceWidth-1:0] place;

  always @* begin
    wrong = 0;
    for (int p = 0; p < Places; p++) begin
      copies = 0;
      for (int i = 0; i < Active; i++)
        if (i < 32'(active_count_o) && 32'(active_place[i*PlaceWidth+:PlaceWidth]) == p)
          copies = copies + 1;
      for (int i = 0; i < Inactive; i++)
        if (i < 32'(inactive_count_o) && 32'(inactive_place[i*PlaceWidth+:PlaceWidth]) == p)
          copies = copies + 1;
      if (copies != 32'(taken[p])) wrong = wrong + 1;
    end
  end

  always @* begin
    range = 32'(active_count_o) <= Active && 32'(inactive_count_o) <= Inactive;
    in_active0 = 0;
    in_active1 = 0;
    in_inactive0 = 0;
    in_inactive1 = 0;
    at0 = 0;
    at1 = 0;
    right0 = 1'b1;
    right1 = 1'b1;
    here_count = 0;
    place = '0;
    for (int i = 0; i < Active; i++)
      if (i < 32'(active_count_o)) begin
        place = active_place[i*PlaceWidth+:PlaceWidth];
        if (32'(place) >= Places) range = 1'b0;
        if (!active_away[i]) here_count = here_count + 1;
        for (int p = 0; p < Places; p++)
          if (32'(place) == p) begin
            if (data[p*DataWidth+:DataWidth] == mine0) begin
              in_active0 = in_active0 + 1;
              at0 = i;
              if (active_away[i] != away0 || active_warp[i*WarpWidth+:WarpWidth] != warp0
                  || warp[p*WarpWidth+:WarpWidth] != warp0) right0 = 1'b0;
            end
            if (data[p*DataWidth+:DataWidth] == mine1) begin
              in_active1 = in_active1 + 1;
              at1 = i;
              if (active_away[i] != away1 || active_warp[i*WarpWidth+:WarpWidth] != warp1
                  || warp[p*WarpWidth+:WarpWidth] != warp1) right1 = 1'b0;
            end
          end
      end
    for (int i = 0; i < Inactive; i++)
      if (i < 32'(inactive_count_o)) begin
        place = inactive_place[i*PlaceWidth+:PlaceWidth];
        if (32'(place) >= Places) range = 1'b0;
        for (int p = 0; p < Places; p++)
          if (32'(place) == p) begin
            if (data[p*DataWidth+:DataWidth] == mine0) begin
              in_inactive0 = in_inactive0 + 1;
              at0 = i;
              if (!away0 || warp[p*WarpWidth+:WarpWidth] != warp0) right0 = 1'b0;
            end
            if (data[p*DataWidth+:DataWidth] == mine1) begin
              in_inactive1 = in_inactive1 + 1;
              at1 = i;
              if (!away1 || warp[p*WarpWidth+:WarpWidth] != warp1) right1 = 1'b0;
            end
          end
      end
    // Loads that are away in front of watched load 0 in the active queue.
    away_ahead0 = 0;
    for (int i = 0; i < Active; i++)
      if (i < at0 && active_away[i]) away_ahead0 = away_ahead0 + 1;
  end

  // Load 0 migrates in this cycle, by the page: it is away, no other load away stands in front of
  // it, there is room, and it is not the one offered. Then it is the inactive queue's last.
  logic due0, was_due0, was_inactive0, last0;
  assign due0 = here0 && away0 && in_active0 != 0 && away_ahead0 == 0
                && 32'(inactive_count_o) < Inactive && !offer0;
  assign last0 = in_inactive0 != 0 && at0 + 1 == 32'(inactive_count_o);
  always_ff @(posedge clk_i) begin
    was_due0 <= rst_ni & due0;
    was_inactive0 <= rst_ni && in_inactive0 != 0;
  end

  // What was offered and not taken; whether it was away, or its block was leaving.
  logic last_stayed, last_away, last_hit, hit_out;
  logic [DataWidth-1:0] last_data;
  always_ff @(posedge clk_i) begin
    last_stayed <= rst_ni & out_valid_o & ~out_ready_i;
    last_data <= out_data_o;
    last_away <= out_away_o;
    last_hit <= hit_out;
  end
  assign hit_out = away_en_i && out_warp_o >= away_first_i && out_warp_o <= away_last_i;

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: a taken place is in one queue, once; a free one in none
    one_place: assert (wrong == 0 && range);
    // P: loads that entered and were not served are in the queues
    counted: assert (inside == 32'(active_count_o) + 32'(inactive_count_o));
    // P: a load is in one queue from its entry to its service, not once before or after
    served_once: assert (in_active0 + in_inactive0 == 32'(here0)
                         && in_active1 + in_inactive1 == 32'(here1)
                         && !(offer0 && !here0) && !(offer1 && !here1));
    // P: with it stand its warp, and away as soon as its block has left
    own_warp: assert (right0 && right1 && !(offer0 && out_warp_o != warp0));
    // P: a load goes before later loads of its warp
    in_turn: assert (!(here0 && here1 && behind && offer1));
    // P: as long as a load of an active block is there, one is offered
    yield: assert (!(out_valid_o && out_away_o && here_count != 0)
                   && !(here0 && !away0 && offer1 && away1));
    // P: a load is said to be away when its block has left
    flag: assert (!offer0 || out_away_o == away0);
    // P: of two loads of active blocks the older one goes first
    oldest_first: assert (!(here0 && here1 && first && !away0 && offer1 && !away1));
    // P: of two that are away the one that migrated goes first, else the older
    away_first: assert (!(here0 && here1 && away0 && away1 && offer1 && in_active1 != 0
        && (in_inactive0 != 0 || first)) && !(offer0 && in_inactive0 != 0 && at0 != 0));
    // P: something is offered whenever there is something, and taken whenever there is room
    ready_rule: assert (out_valid_o == (inside != 0)
                        && in_ready_o == (32'(active_count_o) < Active));
    // P: a load offered and not taken stays, unless its block leaves or an active load comes
    stays: assert (!last_stayed || out_data_o == last_data || last_hit
                   || (last_away && !out_away_o));
    // P: the oldest load away migrates when it can, to the tail, and no other load does
    migrates: assert (!here0 || (in_inactive0 != 0) == (was_inactive0 || was_due0));
    to_the_tail: assert (!(here0 && was_due0) || last0);
    // P: a reset empties both queues
    reset_clears: assert (!was_reset || (active_count_o == '0 && inactive_count_o == '0
                                         && !out_valid_o && taken == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_full: cover (32'(inside) == Places);
    c_blocked: cover (!in_ready_o && here_count == 0 && 32'(inactive_count_o) == Inactive);
    c_late: cover (enter0 && in_hit);
    c_both: cover (due0 && serve && enter && !out_away_o);
    c_both_away: cover (due0 && serve && out_away_o && 32'(inactive_count_o) + 1 == Inactive);
    c_head_goes: cover (offer0 && !out_ready_i && hit0 && !away0 && 32'(inside) > 1);
    c_alone: cover (offer0 && away0 && in_active0 != 0 && inside == 1);
    c_not_its_turn: cover (due0 && last_stayed && last_data == mine1 && offer1 && !away1);
    c_behind: cover (here0 && here1 && behind && away1 && in_inactive0 != 0 && in_active1 != 0);
    c_passes: cover (offer1 && here0 && first && away0 && !away1);
  end
endmodule

// What follows goes to the end of the module hd_load_queues itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [Places*DataWidth-1:0]    props_data;
  logic [Places*WarpWidth-1:0]    props_warp;
  logic [Active*PlaceWidth-1:0]   props_active_place;
  logic [Active*WarpWidth-1:0]    props_active_warp;
  logic [Inactive*PlaceWidth-1:0] props_inactive_place;
  for (genvar p = 0; p < Places; p++) begin : gen_props_place
    assign props_data[p*DataWidth +: DataWidth] = data_q[p];
    assign props_warp[p*WarpWidth +: WarpWidth] = warp_q[p];
  end
  for (genvar i = 0; i < Active; i++) begin : gen_props_active
    assign props_active_place[i*PlaceWidth +: PlaceWidth] = active_place_q[i];
    assign props_active_warp[i*WarpWidth +: WarpWidth] = active_warp_q[i];
  end
  for (genvar i = 0; i < Inactive; i++) begin : gen_props_inactive
    assign props_inactive_place[i*PlaceWidth +: PlaceWidth] = inactive_place_q[i];
  end
  hd_load_queues_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .data(props_data), .warp(props_warp), .taken(taken_q),
      .active_place(props_active_place), .active_warp(props_active_warp),
      .active_away(active_away_q), .inactive_place(props_inactive_place)
  );
`endif
