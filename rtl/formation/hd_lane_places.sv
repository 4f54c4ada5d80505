// SPDX-License-Identifier: Apache-2.0
//
// Lane places: the thread ids of a group go to the places that the PC-warp LUT has found for them.
//
// Behaviour
// - Place p of a warp belongs to lane p mod Homes; it is place p / Homes of this lane.
// - In each lane of each group: a thread with r threads of the group at lower places of its lane
//   goes to place (r + turn) mod LaneSlots of the lane. turn is the number of places that are taken
//   in the warp that the threads join; those that find none begin at place 0 of the next warp, and
//   the same rotation brings them there.
//
// Corner cases
// - A place to which no thread goes has 0.
// - The two groups do not see each other.
// - LaneSlots = 1: each id stays at its place.
//
// There is no clock and no state.
//
// Fung, Sham, Yuan, Aamodt, Dynamic Warp Formation, TACO 6(2), 2009: section 7 (eight banks of
// registers for warps of 32 threads). The hardware is ours.

module hd_lane_places #(
    // Places of a warp.
    parameter int Lanes     = 32,
    // Places of a warp in one home lane. A place chooses among all of its lane: area grows with it.
    parameter int LaneSlots = 4,
    // Bits of a thread id.
    parameter int TidWidth  = 10,
    localparam int Homes     = Lanes / LaneSlots,
    localparam int TurnWidth = LaneSlots > 1 ? $clog2(LaneSlots) : 1
) (
    // For the checker: nothing is kept.
    input  logic                         clk_i,
    input  logic                         rst_ni,

    // Groups; group g is [g*W +: W]
    // REQ: the places that the group's threads have had.
    input  logic [2*Lanes-1:0]           grp_req_i,
    // Their ids, that of place p of group g at [(g*Lanes + p)*TidWidth +: TidWidth]; looked at in
    // REQ alone.
    input  logic [2*Lanes*TidWidth-1:0]  grp_tid_i,

    // PC-warp LUT
    // How far the threads of a lane move, of lane l of group g at
    // [(g*Homes + l)*TurnWidth +: TurnWidth].
    input  logic [2*Homes*TurnWidth-1:0] turn_i,

    // Warp pool
    // The ids at their new places, as grp_tid_i; 0 at a place without a thread. Depends on all
    // inputs.
    output logic [2*Lanes*TidWidth-1:0]  tid_o
);

`ifndef SYNTHESIS
  initial begin
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_lane_places: Lanes must be 1 to 64");
    if (LaneSlots < 1 || LaneSlots > Lanes || LaneSlots != 1 << $clog2(LaneSlots))
      $fatal(1, "hd_lane_places: LaneSlots must be a power of two, at most Lanes");
    if (LaneSlots > 1 && Lanes != 1 << $clog2(Lanes))
      $fatal(1, "hd_lane_places: with LaneSlots above 1 Lanes must be a power of two");
    if (TidWidth < 1 || TidWidth > 16) $fatal(1, "hd_lane_places: TidWidth must be 1 to 16");
  end
`endif

  // One bit of `place` is set: the bit that lies `turn` places on; place 0 follows the last.
  function automatic logic [LaneSlots-1:0] turned(input logic [LaneSlots-1:0] place,
                                                  input logic [TurnWidth-1:0] turn);
    logic [LaneSlots-1:0] moved;
    moved = place;
    for (int b = 0; (1 << b) < LaneSlots; b++) begin
      if (turn[b]) moved = (moved << (1 << b)) | (moved >> (LaneSlots - (1 << b)));
    end
    turned = moved;
  endfunction

  // LaneSlots = 1 has nothing to turn.
  logic unused_inputs;
  assign unused_inputs = &{1'b0, clk_i, rst_ni, turn_i};

  for (genvar g = 0; g < 2; g++) begin : gen_group
    for (genvar l = 0; l < Homes; l++) begin : gen_home
      logic [TurnWidth-1:0] turn;

      assign turn = turn_i[(g*Homes + l)*TurnWidth +: TurnWidth];

      // Where the thread of each place goes, one bit of LaneSlots; none without a thread.
      logic [LaneSlots*LaneSlots-1:0] goes;

      for (genvar s = 0; s < LaneSlots; s++) begin : gen_from
        // How many threads are at lower places of the lane: bit r says that there are r.
        logic [LaneSlots-1:0] below;
        logic req;

        assign req = grp_req_i[g*Lanes + s*Homes + l];

        if (s == 0) begin : gen_first
          assign below = LaneSlots'(1);
        end else begin : gen_next
          assign below = gen_from[s-1].req ? gen_from[s-1].below << 1 : gen_from[s-1].below;
        end
        assign goes[s*LaneSlots +: LaneSlots] = turned(below, turn) & {LaneSlots{req}};
      end

      // No two threads go to one place.
      for (genvar d = 0; d < LaneSlots; d++) begin : gen_to
        logic [TidWidth-1:0] tid;

        always @* begin
          tid = '0;
          for (int s = 0; s < LaneSlots; s++) begin
            tid = tid | (grp_tid_i[(g*Lanes + s*Homes + l)*TidWidth +: TidWidth]
                         & {TidWidth{goes[s*LaneSlots + d]}});
          end
        end

        assign tid_o[(g*Lanes + d*Homes + l)*TidWidth +: TidWidth] = tid;
      end
    end
  end

endmodule
