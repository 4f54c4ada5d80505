// SPDX-License-Identifier: Apache-2.0
//
// Post-dominator priority: how many post-dominators each thread has passed, and for a group the
// lowest count of its threads. Threads that lag have passed fewer, and go first (DPdPri).
//
// Behaviour
// - A count a thread, in one bank of memory a home lane. A bank is read and written LaneSlots times
//   a cycle, once for each place of a warp in this lane: the two groups share no place.
// - A thread's new count is 0 if it has just been created; else one more than it was if it has
//   passed a post-dominator; else what it was.
// - A group's priority is the lowest new count of its threads, in the same cycle, whether the group
//   leaves or not. The new counts are kept when it leaves.
//
// Corner cases
// - A count that is all ones stays so.
// - A group without threads has the priority all ones.
// - A place that neither group has writes nothing.
// - Nothing is reset: a thread is new before it is anything else.
//
// Fung, Sham, Yuan, Aamodt, Dynamic Warp Formation, TACO 6(2), 2009: sections 4.3, 4.4.4, 6.2. The
// paper gives the policy; the hardware is ours.

module hd_pdom_priority #(
    // Places of a warp: a leaf each of each of the two trees of comparators.
    parameter int Lanes     = 32,
    // Places of a warp in one home lane: place p belongs to lane p mod Homes. Fewer banks, and as
    // many ports more each.
    parameter int LaneSlots = 1,
    // Bits of a thread id: {row, clog2(Lanes) bits}. Each bit doubles the memory.
    parameter int TidWidth  = 10,
    // Bits of a count: memory, and the width of the comparators.
    parameter int PrioWidth = 10,
    localparam int Homes = Lanes / LaneSlots
) (
    // Clock; there is nothing to reset.
    input  logic                        clk_i,

    // Warp update registers; place l of group g is [(g*Lanes + l)*W +: W]
    // REQ of group g.
    input  logic [2*Lanes-1:0]          grp_req_i,
    // Its thread ids, by place.
    input  logic [2*Lanes*TidWidth-1:0] grp_tid_i,
    // The thread has just passed a post-dominator.
    input  logic [2*Lanes-1:0]          grp_pdom_i,
    // The thread has just been created: its count starts at 0.
    input  logic [2*Lanes-1:0]          grp_first_i,
    // The group leaves the registers: its counts are kept.
    input  logic [1:0]                  grp_en_i,

    // Scheduler
    // The lowest count of the threads of group g, at [g*PrioWidth +: PrioWidth]; all ones without
    // threads.
    output logic [2*PrioWidth-1:0]      grp_prio_o
);

  // A thread's address in the bank of its lane: its id without the number of the lane, so
  // {row, which of the threads of the row in this lane}.
  localparam int LaneBits  = $clog2(Lanes);
  localparam int HomeBits  = $clog2(Homes);
  localparam int AddrWidth = TidWidth > HomeBits ? TidWidth - HomeBits : 1;
  localparam int Words     = 1 << AddrWidth;

`ifndef SYNTHESIS
  initial begin
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_pdom_priority: Lanes must be 1 to 64");
    if (LaneSlots < 1 || LaneSlots > Lanes || LaneSlots != 1 << $clog2(LaneSlots))
      $fatal(1, "hd_pdom_priority: LaneSlots must be a power of two, at most Lanes");
    if (LaneSlots > 1 && Lanes != 1 << LaneBits)
      $fatal(1, "hd_pdom_priority: with LaneSlots above 1 Lanes must be a power of two");
    if (TidWidth <= LaneBits || TidWidth > 16)
      $fatal(1, "hd_pdom_priority: TidWidth must be clog2(Lanes) + 1 to 16");
    if (PrioWidth < 1 || PrioWidth > 16) $fatal(1, "hd_pdom_priority: PrioWidth must be 1 to 16");
  end
`endif

  /////////////////////////////
  // Counts: one bank a lane //
  /////////////////////////////

  logic [Lanes-1:0] req0, req1;
  assign {req1, req0} = grp_req_i;

  // The new count of the thread that a place has, in whichever group.
  logic [Lanes*PrioWidth-1:0] count_d;

  for (genvar l = 0; l < Homes; l++) begin : gen_lane
    logic [PrioWidth-1:0] count_q [Words];

    logic [LaneSlots-1:0]           write;
    logic [LaneSlots*AddrWidth-1:0] addresses;

    for (genvar s = 0; s < LaneSlots; s++) begin : gen_place
      localparam int Place = s * Homes + l;

      logic [TidWidth-1:0]  tid;
      logic [AddrWidth-1:0] address;
      logic [PrioWidth-1:0] old;
      logic pdom, first, more;

      assign tid   = req1[Place] ? grp_tid_i[(Lanes+Place)*TidWidth +: TidWidth]
                                 : grp_tid_i[Place*TidWidth +: TidWidth];
      assign pdom  = req1[Place] ? grp_pdom_i[Lanes+Place]  : grp_pdom_i[Place];
      assign first = req1[Place] ? grp_first_i[Lanes+Place] : grp_first_i[Place];
      assign write[s] = (req0[Place] & grp_en_i[0]) | (req1[Place] & grp_en_i[1]);

      assign address = AddrWidth'(tid >> HomeBits);
      assign addresses[s*AddrWidth +: AddrWidth] = address;
      assign old  = count_q[address];
      assign more = pdom & ~&old;
      assign count_d[Place*PrioWidth +: PrioWidth] = first ? '0 : old + PrioWidth'(more);
    end

    // The threads of a lane differ in their addresses.
    always_ff @(posedge clk_i) begin
      for (int s = 0; s < LaneSlots; s++) begin
        if (write[s]) count_q[addresses[s*AddrWidth +: AddrWidth]]
            <= count_d[(s*Homes + l)*PrioWidth +: PrioWidth];
      end
    end
  end

  //////////////////////////////////////
  // Lowest: two trees of comparators //
  //////////////////////////////////////

  // Level 0 are the places; each level has half the nodes of the one below, rounded up. A node
  // hands on the lower of its two counts, or the only one it has. A place without a thread counts
  // as all ones, which no other is above.
  localparam int Levels = $clog2(Lanes);

  for (genvar v = 0; v <= Levels; v++) begin : gen_level
    localparam int Nodes = (Lanes + (1 << v) - 1) >> v;

    for (genvar n = 0; n < Nodes; n++) begin : gen_node
      logic [PrioWidth-1:0] lowest0, lowest1; // of group 0, of group 1

      if (v == 0) begin : gen_leaf
        assign lowest0 = count_d[n*PrioWidth +: PrioWidth] | {PrioWidth{~req0[n]}};
        assign lowest1 = count_d[n*PrioWidth +: PrioWidth] | {PrioWidth{~req1[n]}};
      end else if (((2 * n + 1) << (v - 1)) < Lanes) begin : gen_lower
        logic [PrioWidth-1:0] left0, right0, left1, right1;
        assign left0   = gen_level[v-1].gen_node[2*n].lowest0;
        assign right0  = gen_level[v-1].gen_node[2*n+1].lowest0;
        assign left1   = gen_level[v-1].gen_node[2*n].lowest1;
        assign right1  = gen_level[v-1].gen_node[2*n+1].lowest1;
        assign lowest0 = right0 < left0 ? right0 : left0;
        assign lowest1 = right1 < left1 ? right1 : left1;
      end else begin : gen_only
        assign lowest0 = gen_level[v-1].gen_node[2*n].lowest0;
        assign lowest1 = gen_level[v-1].gen_node[2*n].lowest1;
      end
    end
  end

  assign grp_prio_o = {gen_level[Levels].gen_node[0].lowest1,
                       gen_level[Levels].gen_node[0].lowest0};

endmodule
