// SPDX-License-Identifier: Apache-2.0
//
// Majority scheduler: which warp of the pool is issued next. All warps of the current PC, one after
// the other, then the warps of the PC that most threads wait for.
//
// Behaviour
// - The Majority Entry (ME) is the list of warps that is being issued: its PC, its first warp (WPH)
//   and its last (WPT). All other PCs that wait are in the heap, one entry each; the MHeap LUT
//   finds the entry of a PC.
// - Each cycle the result is as if these steps were made one after the other: issue, bypass of
//   updates of ME's PC, pop of the root into an ME that ran out, bypass of updates of the root's
//   PC, and all other updates into the heap's queue.
// - The pop, that is, the choice of the next PC, is made only while choose_i is high: a pipeline
//   that keeps it low until it needs a warp has the threads counted that come until then.
// - With ageing, from time to time a sweep makes all that waits old: it goes before all that comes.
//
// Corner cases
// - The last warp issues while an update of its PC opens one: ME goes on with the new one. If the
//   update only joins, its threads are gone with the warp: there is nothing to do.
// - No pop while updates wait in the queue: one of them may be of the popped PC. But if the oldest
//   is stuck (heap or LUT set full), only a pop helps: it goes ahead, and ME is closed, that is,
//   no update bypasses to it. A stuck update thus waits for choose_i.
// - A bypass may use the second link port: the heap then takes one update only.
// - Sweep and pop: the sweep goes first.
//
// Fung, Sham, Yuan, Aamodt, Dynamic Warp Formation, TACO 6(2), 2009: sections 4.3, 4.4, 6.2,
// Figure 11.

module hd_majority_scheduler #(
    // Groups of warps (PCs) that wait: entries of the heap.
    parameter int HeapEntries = 64,
    // Entries of the MHeap LUT, all sets together. At least as many as the heap has; more of them
    // make a full set rarer.
    parameter int LutEntries  = 128,
    // Entries a set of the MHeap LUT.
    parameter int LutWays     = 8,
    // Lowest PC bit that selects the set of the MHeap LUT. Free.
    parameter int PcShift     = 0,
    // Bits of a PC.
    parameter int PcWidth     = 24,
    // Bits of a thread count: must hold the threads of all warps.
    parameter int CntWidth    = 10,
    // Bits of a warp id (WID, WPH, WPT).
    parameter int WidWidth    = 8,
    // Bits of an MHeap LUT entry number (LUT#).
    parameter int LutWidth    = 8,
    // Most threads an update brings (Order = 3: the greatest priority number). Only its logarithm
    // matters: the bits of NTHD.
    parameter int Lanes       = 32,
    // Entries of the heap's update queue: fewer stall the pipeline more often.
    parameter int QueueDepth  = 4,
    // Read ports, and write ports, of the heap memory (Tree = 0).
    parameter int HeapPorts   = 2,
    // 0: max-heap. 1: max-tree, which never rebalances, at the price of flip-flops and comparators
    // for every entry.
    parameter int Tree        = 0,
    // Which PC goes first: 0 majority, 1 minority, 2 program counter, 3 post-dominator priority.
    parameter int Order       = 0,
    // Ageing: a sweep begins after so many issued warps. 0: never; the old bits are not built.
    parameter int AgeLimit    = 0,
    localparam int NthdWidth  = $clog2(Lanes + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                   clk_i,
    input  logic                   rst_ni,

    // Warp updates; update u is [u*W +: W]
    // Group u was put into the pool in this cycle; only with upd_ready_o[u].
    input  logic [1:0]             upd_valid_i,
    // Its PC; the two differ.
    input  logic [2*PcWidth-1:0]   upd_pc_i,
    // NTHD (4.4.1): its threads; with Order = 3 its priority number.
    input  logic [2*NthdWidth-1:0] upd_nthd_i,
    // WID (4.4.1): the warp it opened, or else the warp it joined.
    input  logic [2*WidWidth-1:0]  upd_wid_i,
    // It opened that warp.
    input  logic [1:0]             upd_open_i,
    // It can be taken. Depends on upd_pc_i of the same cycle.
    output logic [1:0]             upd_ready_o,

    // Warp pool: Next links
    // Next of pick_wid_o.
    input  logic [WidWidth-1:0]    next_i,
    // Next of link_from_o[k] becomes link_to_o[k].
    output logic [1:0]             link_en_o,
    // The old tail of the list.
    output logic [2*WidWidth-1:0]  link_from_o,
    // The new tail.
    output logic [2*WidWidth-1:0]  link_to_o,

    // Issue
    // The warp pick_wid_o is issued in this cycle; ignored without pick_valid_o.
    input  logic                   issue_en_i,
    // The next PC may be chosen in this cycle; its warp is there from the next cycle on.
    input  logic                   choose_i,
    // There is a warp to be issued. State only.
    output logic                   pick_valid_o,
    // That warp; meaningful while pick_valid_o. State only.
    output logic [WidWidth-1:0]    pick_wid_o,

    // Status
    // An update waits that only a pop can help. State only.
    output logic                   stuck_o,
    // Why no warp is offered: 0 one is, 1 nothing waits, 2 the heap rebalances or its root is to be
    // popped, 3 updates wait in the queue. State only.
    output logic [1:0]             wait_o
);

`ifndef SYNTHESIS
  initial begin
    if (Lanes < 1 || Lanes > 65535) $fatal(1, "hd_majority_scheduler: Lanes must be 1 to 65535");
    if (HeapPorts != 1 && HeapPorts != 2)
      $fatal(1, "hd_majority_scheduler: HeapPorts must be 1 or 2");
    if (Tree != 0 && Tree != 1) $fatal(1, "hd_majority_scheduler: Tree must be 0 or 1");
    if (Order < 0 || Order > 3) $fatal(1, "hd_majority_scheduler: Order must be 0 to 3");
    if (AgeLimit < 0 || AgeLimit > 65535)
      $fatal(1, "hd_majority_scheduler: AgeLimit must be 0 to 65535");
  end
`endif

  localparam int Ageing    = AgeLimit != 0 ? 1 : 0;
  localparam int MhWidth   = $clog2(HeapEntries);
  localparam int SizeWidth = $clog2(HeapEntries + 1);

  typedef enum logic [1:0] {
    WaitNone      = 2'd0,
    WaitEmpty     = 2'd1,
    WaitRebalance = 2'd2,
    WaitUpdates   = 2'd3
  } wait_e;

  ///////////
  // State //
  ///////////

  // Majority Entry. The rest means nothing while it is not valid.
  logic                me_valid_q, me_valid_d;
  logic                me_closed_q, me_closed_d; // no update bypasses to it
  logic [PcWidth-1:0]  me_pc_q, me_pc_d;
  logic [WidWidth-1:0] me_wph_q, me_wph_d;       // first warp of its list: the next to issue
  logic [WidWidth-1:0] me_wpt_q, me_wpt_d;       // last one

  ////////////////////////
  // What the heap says //
  ////////////////////////

  logic [1:0]          queue_ready;           // room in its queue for one update; for two
  logic                queued, unused_second; // an update waits there; a second one
  logic                root_valid, root_old;
  logic [PcWidth-1:0]  root_pc;
  logic [WidWidth-1:0] root_wph, root_wpt;
  logic [LutWidth-1:0] root_lut;
  logic                busy;        // it rebalances
  logic                stuck;       // the oldest update cannot be served

  ///////////////////////////////////////
  // The steps of a cycle, in sequence //
  ///////////////////////////////////////

  logic [1:0] same_me, take_me, open_me;       // of ME's PC: would be, is, opens a warp
  logic [1:0] same_root, take_root, open_root; // of the popped root's PC: likewise
  logic issue, ran_out, lives, sweep, pop, pop_closed;

  // 1. Issue. ME runs out with its last warp.
  assign issue   = issue_en_i & me_valid_q;
  assign ran_out = issue & (me_wph_q == me_wpt_q);

  // 2. Bypass. An update of the PC of an ME that was open at the start of the cycle goes to it,
  //    even if it has just run out: a new warp then starts its list anew.
  for (genvar u = 0; u < 2; u++) begin : gen_same_me
    assign same_me[u] = me_valid_q & ~me_closed_q & (upd_pc_i[u*PcWidth +: PcWidth] == me_pc_q);
  end

  assign take_me = upd_valid_i & same_me;
  assign open_me = take_me & upd_open_i;
  assign lives   = (me_valid_q & ~ran_out) | (|open_me);

  // 3. Pop. The root becomes ME if the pipeline lets the next PC be chosen; not while updates wait,
  //    since one may be of its PC, unless they are stuck without a pop. It is closed if some still
  //    wait, or if it is old: then a later update of its PC belongs to another entry. A sweep goes
  //    first.
  assign pop        = ~lives & root_valid & choose_i & (~queued | stuck) & ~sweep;
  assign pop_closed = queued | root_old;

  // 4. Bypass of the new one.
  for (genvar u = 0; u < 2; u++) begin : gen_same_root
    assign same_root[u] = pop & ~pop_closed & (upd_pc_i[u*PcWidth +: PcWidth] == root_pc);
  end

  assign take_root = upd_valid_i & ~take_me & same_root;
  assign open_root = take_root & upd_open_i;

  // 5. Queue: all others. A bypass needs no room there, but whether step 4 takes an update is known
  //    too late to say so; and as that step finds the queue empty there is room anyway.
  logic [1:0] queue_valid;

  assign queue_valid = upd_valid_i & ~take_me & ~take_root;
  assign upd_ready_o = same_me | queue_ready;

  ////////////////////
  // Majority Entry //
  ////////////////////

  // At most one update opens a warp for ME: the two have different PCs, and if one does in step 2
  // there is no step 4. That warp follows the tail of the list, or starts it if ME just ran out.
  logic                opens, starts, follows;
  logic [WidWidth-1:0] open_wid, tail;

  assign opens    = |(open_me | open_root);
  assign open_wid = open_me[1] | open_root[1] ? upd_wid_i[WidWidth +: WidWidth]
                                              : upd_wid_i[0 +: WidWidth];
  assign starts   = (|open_me) & ran_out;
  assign follows  = opens & ~starts;
  assign tail     = pop ? root_wpt : me_wpt_q;

  always @* begin
    me_valid_d  = lives | pop;
    me_closed_d = pop ? pop_closed : me_closed_q;
    me_pc_d     = pop ? root_pc : me_pc_q;

    me_wph_d = me_wph_q;
    if (issue)  me_wph_d = next_i;
    if (starts) me_wph_d = open_wid;
    if (pop)    me_wph_d = root_wph;

    me_wpt_d = opens ? open_wid : tail;

    if (sweep) me_closed_d = 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) me_valid_q <= 1'b0;
    else         me_valid_q <= me_valid_d;
  end

  always_ff @(posedge clk_i) begin
    me_closed_q <= me_closed_d;
    me_pc_q     <= me_pc_d;
    me_wph_q    <= me_wph_d;
    me_wpt_q    <= me_wpt_d;
  end

  ////////////
  // Ageing //
  ////////////

  // A sweep is due after AgeLimit issued warps. It waits until the one before has ended: an old
  // entry beats every other, so there is none if the root is not old.
  if (Ageing != 0) begin : gen_age
    localparam int AgeWidth = $clog2(AgeLimit + 1);

    logic [$clog2(AgeLimit+1)-1:0] age_q;
    logic due;

    assign due   = age_q == AgeWidth'(AgeLimit);
    assign sweep = due & ~busy & ~(root_valid & root_old);

    always_ff @(posedge clk_i) begin
      if (!rst_ni || sweep)   age_q <= '0;
      else if (issue && !due) age_q <= age_q + AgeWidth'(1);
    end
  end else begin : gen_no_age
    assign sweep = 1'b0;
  end

  //////////////////////////////////
  // Heap (or tree) and MHeap LUT //
  //////////////////////////////////

  logic [2*PcWidth-1:0]  lkp_pc;
  logic [1:0]            lkp_hit, lkp_free;
  logic [2*MhWidth-1:0]  lkp_mh;
  logic [2*LutWidth-1:0] lkp_lut;
  logic [1:0]            ins_en;
  logic [1:0]            move_en;
  logic [2*LutWidth-1:0] move_lut;
  logic [2*MhWidth-1:0]  move_mh;
  logic [1:0]            heap_link_en;
  logic [2*WidWidth-1:0] heap_link_from, heap_link_to;

  // WPT tells the end of ME's list: the count of its threads is not needed.
  logic [CntWidth-1:0]  unused_root_cnt;
  logic [SizeWidth-1:0] unused_size;

  if (Tree == 0) begin : gen_heap
    hd_max_heap #(
        .Entries   (HeapEntries),
        .PcWidth   (PcWidth),
        .CntWidth  (CntWidth),
        .WidWidth  (WidWidth),
        .LutWidth  (LutWidth),
        .Lanes     (Lanes),
        .QueueDepth(QueueDepth),
        .Ports     (HeapPorts),
        .Order     (Order),
        .Ageing    (Ageing)
    ) u_heap (
        .clk_i,
        .rst_ni,
        .upd_valid_i (queue_valid),
        .upd_pc_i,
        .upd_nthd_i,
        .upd_wid_i,
        .upd_open_i,
        .upd_ready_o (queue_ready),
        .lkp_valid_o ({unused_second, queued}),
        .lkp_pc_o    (lkp_pc),
        .lkp_hit_i   (lkp_hit),
        .lkp_free_i  (lkp_free),
        .lkp_mh_i    (lkp_mh),
        .lkp_lut_i   (lkp_lut),
        .ins_en_o    (ins_en),
        .hold_i      (follows),
        .stuck_o     (stuck),
        .move_en_o   (move_en),
        .move_lut_o  (move_lut),
        .move_mh_o   (move_mh),
        .link_en_o   (heap_link_en),
        .link_from_o (heap_link_from),
        .link_to_o   (heap_link_to),
        .root_valid_o(root_valid),
        .root_pc_o   (root_pc),
        .root_cnt_o  (unused_root_cnt),
        .root_wph_o  (root_wph),
        .root_wpt_o  (root_wpt),
        .root_lut_o  (root_lut),
        .root_old_o  (root_old),
        .pop_en_i    (pop),
        .sweep_en_i  (sweep),
        .size_o      (unused_size),
        .busy_o      (busy)
    );
  end else begin : gen_tree
    hd_max_tree #(
        .Entries   (HeapEntries),
        .PcWidth   (PcWidth),
        .CntWidth  (CntWidth),
        .WidWidth  (WidWidth),
        .LutWidth  (LutWidth),
        .Lanes     (Lanes),
        .QueueDepth(QueueDepth),
        .Order     (Order),
        .Ageing    (Ageing)
    ) u_heap (
        .clk_i,
        .rst_ni,
        .upd_valid_i (queue_valid),
        .upd_pc_i,
        .upd_nthd_i,
        .upd_wid_i,
        .upd_open_i,
        .upd_ready_o (queue_ready),
        .lkp_valid_o ({unused_second, queued}),
        .lkp_pc_o    (lkp_pc),
        .lkp_hit_i   (lkp_hit),
        .lkp_free_i  (lkp_free),
        .lkp_mh_i    (lkp_mh),
        .lkp_lut_i   (lkp_lut),
        .ins_en_o    (ins_en),
        .hold_i      (follows),
        .stuck_o     (stuck),
        .move_en_o   (move_en),
        .move_lut_o  (move_lut),
        .move_mh_o   (move_mh),
        .link_en_o   (heap_link_en),
        .link_from_o (heap_link_from),
        .link_to_o   (heap_link_to),
        .root_valid_o(root_valid),
        .root_pc_o   (root_pc),
        .root_cnt_o  (unused_root_cnt),
        .root_wph_o  (root_wph),
        .root_wpt_o  (root_wpt),
        .root_lut_o  (root_lut),
        .root_old_o  (root_old),
        .pop_en_i    (pop),
        .sweep_en_i  (sweep),
        .size_o      (unused_size),
        .busy_o      (busy)
    );
  end

  // An old root has left the LUT already, with the sweep.
  hd_mheap_lut #(
      .Entries    (LutEntries),
      .Ways       (LutWays),
      .PcWidth    (PcWidth),
      .HeapEntries(HeapEntries),
      .LutWidth   (LutWidth),
      .PcShift    (PcShift)
  ) u_lut (
      .clk_i,
      .rst_ni,
      .lkp_pc_i  (lkp_pc),
      .lkp_hit_o (lkp_hit),
      .lkp_free_o(lkp_free),
      .lkp_mh_o  (lkp_mh),
      .lkp_lut_o (lkp_lut),
      .ins_en_i  (ins_en),
      .move_en_i (move_en),
      .move_lut_i(move_lut),
      .move_mh_i (move_mh),
      .free_en_i (pop & ~root_old),
      .free_lut_i(root_lut),
      .clear_en_i(sweep)
  );

  /////////////
  // Outputs //
  /////////////

  // The bypass links on port 1; the heap, on hold, has then no use for it.
  assign link_en_o   = {follows | heap_link_en[1], heap_link_en[0]};
  assign link_from_o = {follows ? tail : heap_link_from[WidWidth +: WidWidth],
                        heap_link_from[0 +: WidWidth]};
  assign link_to_o   = {follows ? open_wid : heap_link_to[WidWidth +: WidWidth],
                        heap_link_to[0 +: WidWidth]};

  assign pick_valid_o = me_valid_q;
  assign pick_wid_o   = me_wph_q;
  assign stuck_o      = stuck;

  always @* begin
    if (me_valid_q)      wait_o = WaitNone;
    else if (busy)       wait_o = WaitRebalance;
    else if (queued)  wait_o = WaitUpdates;
    else if (root_valid) wait_o = WaitRebalance;
    else                 wait_o = WaitEmpty;
  end

endmodule
