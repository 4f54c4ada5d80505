// SPDX-License-Identifier: Apache-2.0
//
// Properties of the lane places (docs/blocks/lane_places.md), for formal/prove.sh. Nothing is kept:
// each property is about one cycle, and the clock is that of the proof.
//
// Beside the design stands the rule of the page as arithmetic on counts. One thread is followed, in
// the group and from the place that the solver chooses, and one place: what is proven of them holds
// for all.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_lane_places_props #(
    `HD_PARAMETERS,
    localparam int PlaceWidth = Lanes > 1 ? $clog2(Lanes) : 1
) (
    `HD_PORTS
);

  // A solver wants a register.
  (* gclk *) logic clk;
  logic on = 1'b0;
  always_ff @(posedge clk) on <= 1'b1;

  // ------------------------------------------------------------------ the group that is watched

  (* anyconst *) logic group;
  (* anyconst *) logic [PlaceWidth-1:0] from, to;
  always @* assume (32'(from) < Lanes && 32'(to) < Lanes);

  logic [Lanes-1:0] req;
  logic [Lanes*TidWidth-1:0] old, moved;
  logic [Homes*TurnWidth-1:0] turns;
  assign req   = group ? grp_req_i[Lanes +: Lanes] : grp_req_i[0 +: Lanes];
  assign old   = group ? grp_tid_i[Lanes*TidWidth +: Lanes*TidWidth]
                       : grp_tid_i[0 +: Lanes*TidWidth];
  assign moved = group ? tid_o[Lanes*TidWidth +: Lanes*TidWidth] : tid_o[0 +: Lanes*TidWidth];
  assign turns = group ? turn_i[Homes*TurnWidth +: Homes*TurnWidth] : turn_i[0 +: Homes*TurnWidth];

  // ------------------------------------------------------------------ the thread from `from`

  // The threads below it in its lane, the lane's turn, and the place where it must be.
  int rank, turn_from, goal;
  logic there;
  logic [TidWidth-1:0] its, found;
  always @* begin
    rank = 0;
    turn_from = 0;
    its = '0;
    there = 1'b0;
    for (int p = 0; p < Lanes; p++) begin
      if (32'(from) == p) begin
        there = req[p];
        its = old[p*TidWidth +: TidWidth];
        if (LaneSlots > 1) turn_from = 32'(turns[(p%Homes)*TurnWidth +: TurnWidth]);
      end
      if (p < 32'(from) && 32'(from) % Homes == p % Homes && req[p]) rank = rank + 1;
    end
    goal = ((rank + turn_from) % LaneSlots) * Homes + 32'(from) % Homes;
    found = '0;
    for (int p = 0; p < Lanes; p++) if (goal == p) found = moved[p*TidWidth +: TidWidth];
  end

  // Where its id is, if no other thread of the group has it and it is not what an empty place has.
  logic alone;
  int here, elsewhere; // places of its lane, of other lanes, that have it
  always @* begin
    alone = its != '0;
    here = 0;
    elsewhere = 0;
    for (int p = 0; p < Lanes; p++) begin
      if (req[p] && 32'(from) != p && old[p*TidWidth +: TidWidth] == its) alone = 1'b0;
      if (moved[p*TidWidth +: TidWidth] == its) begin
        if (p % Homes == 32'(from) % Homes) here = here + 1;
        else elsewhere = elsewhere + 1;
      end
    end
  end

  // ------------------------------------------------------------------ the place `to`

  // The threads of its lane stand from place turn on; the place after the last is the first.
  int threads, turn_to, on_from_turn;
  logic [TidWidth-1:0] at_to;
  always @* begin
    threads = 0;
    turn_to = 0;
    at_to = '0;
    for (int p = 0; p < Lanes; p++) begin
      if (32'(to) % Homes == p % Homes && req[p]) threads = threads + 1;
      if (32'(to) == p) begin
        at_to = moved[p*TidWidth +: TidWidth];
        if (LaneSlots > 1) turn_to = 32'(turns[(p%Homes)*TurnWidth +: TurnWidth]);
      end
    end
    on_from_turn = (32'(to) / Homes + LaneSlots - turn_to) % LaneSlots;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: each thread is at one place, in its lane
    all_moved: assert (!(there && alone) || (here == 1 && elsewhere == 0));
    // P: a thread with r others below it in its lane is at place (r + turn) mod LaneSlots
    in_order: assert (!there || found == its);
    // P: a place to which no thread goes has 0
    empty_zero: assert (on_from_turn < threads || at_to == '0);
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on) begin
    c_moves: cover (there && alone && (LaneSlots == 1 || goal != 32'(from)));
    c_round: cover (there && alone && (LaneSlots == 1 || rank + turn_from >= LaneSlots));
    c_back: cover (there && alone && (LaneSlots == 1 || goal < 32'(from)));
    c_full: cover (there && alone && threads == LaneSlots
                   && (LaneSlots == 1 || turn_to == LaneSlots - 1));
    c_empty: cover (threads == 0 && req != '0 || Homes == 1);
  end
endmodule

// What follows goes to the end of the module hd_lane_places itself, in the copy that is proven.
`ifdef HD_INSIDE
  hd_lane_places_props #(`HD_SAME_PARAMETERS) u_props (`HD_SAME_PORTS);
`endif
