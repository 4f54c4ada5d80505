// SPDX-License-Identifier: Apache-2.0
//
// Properties of the majority scheduler (docs/blocks/majority_scheduler.md), for formal/prove.sh,
// with its heap (or tree) and its MHeap LUT inside.
//
// Beside the design stands the warp pool as the neighbours promise it: which warps are in it, the
// PC of each, the Next links, and which warp was opened last for its PC (threads join no other).
// NTHD is left free: no property here depends on a count. Warps are 2**WidWidth.
//
// A list is what is reached from a head (WPH) over Next up to a tail (WPT). Lists are that of the
// Majority Entry (ME), one for each entry of the heap, held ones included, and for each update in
// the queue that opens a warp this warp alone.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_majority_scheduler_props #(
    `HD_PARAMETERS,
    localparam int MhWidth = $clog2(HeapEntries),
    localparam int CountWidth = $clog2(QueueDepth + 1),
    localparam int Warps = 1 << WidWidth
) (
    `HD_PORTS,
    // State and signals: the Majority Entry,
    input logic                            me_valid,
    input logic                            me_closed,
    input logic [PcWidth-1:0]              me_pc,
    input logic [WidWidth-1:0]             me_wph,
    input logic [WidWidth-1:0]             me_wpt,
    input logic                            pop,
    input logic                            sweep,
    // the update queue, entry 0 the oldest,
    input logic [CountWidth-1:0]           q_count,
    input logic [QueueDepth-1:0]           q_open,
    input logic [QueueDepth*PcWidth-1:0]   q_pc,
    input logic [QueueDepth*WidWidth-1:0]  q_wid,
    // the entries of the heap by position, those held by a lane where its hole is,
    input logic [HeapEntries-1:0]          e_here,
    input logic [HeapEntries-1:0]          e_held,
    input logic [HeapEntries-1:0]          e_old,
    input logic [HeapEntries*PcWidth-1:0]  e_pc,
    input logic [HeapEntries*WidWidth-1:0] e_wph,
    input logic [HeapEntries*WidWidth-1:0] e_wpt,
    input logic [HeapEntries*LutWidth-1:0] e_lut,
    input logic                            heap_ok, // holes, lanes and phase fit each other
    input logic                            idle,
    // and the MHeap LUT.
    input logic [LutEntries-1:0]           t_valid,
    input logic [LutEntries*PcWidth-1:0]   t_pc,
    input logic [LutEntries*MhWidth-1:0]   t_mh
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  logic [WidWidth-1:0] wid0, wid1;
  logic [PcWidth-1:0] pc0, pc1;
  logic [1:0] open, join;
  logic issue;
  assign {wid1, wid0} = upd_wid_i;
  assign {pc1, pc0} = upd_pc_i;
  assign open = upd_valid_i & upd_open_i;
  assign join = upd_valid_i & ~upd_open_i;
  assign issue = issue_en_i && pick_valid_o;

  // ------------------------------------------------------------------ ghost of the pool

  logic [Warps-1:0] live, live_next;       // in the pool
  logic [Warps-1:0] latest, latest_next;   // the last that was opened for its PC
  logic [Warps*PcWidth-1:0] pc, pc_next;
  logic [Warps*WidWidth-1:0] next, next_next;

  always @* begin
    live_next = live;
    latest_next = latest;
    pc_next = pc;
    next_next = next;
    for (int i = 0; i < Warps; i++) begin
      if (issue && pick_wid_o == WidWidth'(i)) live_next[i] = 1'b0;
      for (int u = 0; u < 2; u++) begin
        if (open[u] && upd_pc_i[u*PcWidth+:PcWidth] == pc[i*PcWidth+:PcWidth])
          latest_next[i] = 1'b0;
        if (link_en_o[u] && link_from_o[u*WidWidth+:WidWidth] == WidWidth'(i))
          next_next[i*WidWidth+:WidWidth] = link_to_o[u*WidWidth+:WidWidth];
      end
      for (int u = 0; u < 2; u++)
        if (open[u] && upd_wid_i[u*WidWidth+:WidWidth] == WidWidth'(i)) begin
          live_next[i] = 1'b1;
          latest_next[i] = 1'b1;
          pc_next[i*PcWidth+:PcWidth] = upd_pc_i[u*PcWidth+:PcWidth];
        end
    end
  end

  always_ff @(posedge clk_i) begin
    live <= rst_ni ? live_next : '0;
    latest <= latest_next;
    pc <= pc_next;
    next <= next_next;
  end

  // The neighbours' promises. 1: next_i is the Next of the picked warp; PCs of two updates differ;
  // a warp that is opened is in no list.
  // 2: updates come only when they can be taken. 3: an update that joins names the last warp opened
  // for its PC, and that is in the pool.
  logic [1:0] opens_free, joins_latest;
  logic next_right;
  always @* begin
    opens_free = 2'b11;
    joins_latest = 2'b00;
    next_right = 1'b1;
    for (int i = 0; i < Warps; i++) begin
      if (pick_wid_o == WidWidth'(i) && next_i != next[i*WidWidth+:WidWidth]) next_right = 1'b0;
      for (int u = 0; u < 2; u++)
        if (upd_wid_i[u*WidWidth+:WidWidth] == WidWidth'(i)) begin
          if (live[i]) opens_free[u] = 1'b0;
          if (live[i] && latest[i] && pc[i*PcWidth+:PcWidth] == upd_pc_i[u*PcWidth+:PcWidth])
            joins_latest[u] = 1'b1;
        end
    end
  end
  always @* assume (next_right);
  always @* if (upd_valid_i == 2'b11) assume (pc0 != pc1);
  always @* if (open == 2'b11) assume (wid0 != wid1);
  always @* assume ((open & ~opens_free) == 2'b00);
  always @* assume ((upd_valid_i & ~upd_ready_o) == 2'b00);
  always @* assume ((join & ~joins_latest) == 2'b00);

  // ------------------------------------------------------------------ the lists

  // How many lists warp i is in; and of each list: it ends, and is of one PC. Lists 0 to
  // HeapEntries-1 are those of the heap, the last one is that of ME.
  localparam int Lists = HeapEntries + 1;
  logic [Lists-1:0] l_here;
  logic [Lists*PcWidth-1:0] l_pc;
  logic [Lists*WidWidth-1:0] l_head, l_tail;
  assign l_here = {me_valid, e_here};
  assign l_pc = {me_pc, e_pc};
  assign l_head = {me_wph, e_wph};
  assign l_tail = {me_wpt, e_wpt};

  logic [Warps*4-1:0] copies;
  logic all_end, all_one_pc, walks;
  logic [WidWidth-1:0] at, step_to;
  always @* begin
    copies = '0;
    all_end = 1'b1;
    all_one_pc = 1'b1;
    at = '0;
    step_to = '0;
    walks = 1'b0;
    for (int s = 0; s < Lists; s++) begin
      at = l_head[s*WidWidth+:WidWidth];
      walks = l_here[s];
      for (int k = 0; k < Warps; k++) begin
        step_to = '0;
        for (int i = 0; i < Warps; i++)
          if (walks && at == WidWidth'(i)) begin
            copies[i*4+:4] = copies[i*4+:4] + 4'd1;
            if (pc[i*PcWidth+:PcWidth] != l_pc[s*PcWidth+:PcWidth]) all_one_pc = 1'b0;
            step_to = next[i*WidWidth+:WidWidth];
          end
        if (at == l_tail[s*WidWidth+:WidWidth]) walks = 1'b0;
        at = step_to;
      end
      if (walks) all_end = 1'b0;
    end
    for (int q = 0; q < QueueDepth; q++)
      for (int i = 0; i < Warps; i++)
        if (q < 32'(q_count) && q_open[q] && q_wid[q*WidWidth+:WidWidth] == WidWidth'(i)) begin
          copies[i*4+:4] = copies[i*4+:4] + 4'd1;
          if (pc[i*PcWidth+:PcWidth] != q_pc[q*PcWidth+:PcWidth]) all_one_pc = 1'b0;
        end
  end

  logic each_once;
  always @* begin
    each_once = 1'b1;
    for (int i = 0; i < Warps; i++) if (copies[i*4+:4] != 4'(live[i])) each_once = 1'b0;
  end

  // ------------------------------------------------------------------ PCs of the lists

  // Of the queue, of young entries and of ME if it is open: an open ME is the only list of its PC
  // but for old entries. A young entry is the only young one, an old one the only old one.
  logic me_open, queue_clean, heap_clean, pcs_differ;
  assign me_open = me_valid && !me_closed;
  always @* begin
    queue_clean = 1'b1;
    heap_clean = 1'b1;
    pcs_differ = 1'b1;
    for (int q = 0; q < QueueDepth; q++)
      if (q < 32'(q_count) && q_pc[q*PcWidth+:PcWidth] == me_pc) queue_clean = 1'b0;
    for (int e = 0; e < HeapEntries; e++) begin
      if (e_here[e] && !e_old[e] && e_pc[e*PcWidth+:PcWidth] == me_pc) heap_clean = 1'b0;
      for (int f = 0; f < e; f++)
        if (e_here[e] && e_here[f] && e_old[e] == e_old[f]
            && e_pc[e*PcWidth+:PcWidth] == e_pc[f*PcWidth+:PcWidth]) pcs_differ = 1'b0;
    end
  end

  // The tail of what is young of a PC, as the queue will leave it: of the youngest update of the
  // queue that opens a warp of this PC; else of the young entry. An update of the queue that joins
  // names the tail as the updates before it leave it, and so will one that comes now.
  logic joins_tail, latest_tail, known;
  logic [WidWidth-1:0] tail;
  always @* begin
    joins_tail = 1'b1;
    latest_tail = 1'b1;
    for (int p = 0; p < (1 << PcWidth); p++) begin
      known = 1'b0;
      tail = '0;
      for (int e = 0; e < HeapEntries; e++)
        if (e_here[e] && !e_old[e] && e_pc[e*PcWidth+:PcWidth] == PcWidth'(p)) begin
          known = 1'b1;
          tail = e_wpt[e*WidWidth+:WidWidth];
        end
      for (int q = 0; q < QueueDepth; q++)
        if (q < 32'(q_count) && q_pc[q*PcWidth+:PcWidth] == PcWidth'(p)) begin
          if (known && q_wid[q*WidWidth+:WidWidth] != tail && !q_open[q]) joins_tail = 1'b0;
          if (q_open[q]) begin
            known = 1'b1;
            tail = q_wid[q*WidWidth+:WidWidth];
          end
        end
      for (int i = 0; i < Warps; i++)
        if (known && live[i] && latest[i] && pc[i*PcWidth+:PcWidth] == PcWidth'(p)
            && tail != WidWidth'(i)) latest_tail = 1'b0;
    end
  end

  // No two warps are the last of one PC.
  logic latest_differ;
  always @* begin
    latest_differ = 1'b1;
    for (int i = 0; i < Warps; i++)
      for (int j = 0; j < i; j++)
        if (live[i] && latest[i] && live[j] && latest[j]
            && pc[i*PcWidth+:PcWidth] == pc[j*PcWidth+:PcWidth]) latest_differ = 1'b0;
  end

  // The MHeap LUT holds exactly the young entries, and where each is that is in its place.
  logic lut_right;
  logic [LutWidth+MhWidth:0] young, in_lut;
  always @* begin
    lut_right = 1'b1;
    young = '0;
    in_lut = '0;
    for (int t = 0; t < LutEntries; t++) in_lut = in_lut + (LutWidth + MhWidth + 1)'(t_valid[t]);
    for (int e = 0; e < HeapEntries; e++)
      if (e_here[e] && !e_old[e]) begin
        young = young + (LutWidth + MhWidth + 1)'(1);
        if (32'(e_lut[e*LutWidth+:LutWidth]) >= LutEntries) lut_right = 1'b0;
        for (int t = 0; t < LutEntries; t++)
          if (e_lut[e*LutWidth+:LutWidth] == LutWidth'(t)) begin
            if (!t_valid[t] || t_pc[t*PcWidth+:PcWidth] != e_pc[e*PcWidth+:PcWidth])
              lut_right = 1'b0;
            if (!e_held[e] && t_mh[t*MhWidth+:MhWidth] != MhWidth'(e)) lut_right = 1'b0;
          end
      end
  end

  // ------------------------------------------------------------------ links

  // Each warp has one successor in its life: linked[i] says that it has one. Which link is made is
  // said by the lists; here that no two meet, and none is made from or to a warp that is not there.
  logic [Warps-1:0] linked, linked_next;
  logic links_right;
  always @* begin
    linked_next = linked;
    links_right = link_en_o != 2'b11
                  || (link_from_o[0+:WidWidth] != link_from_o[WidWidth+:WidWidth]
                      && link_to_o[0+:WidWidth] != link_to_o[WidWidth+:WidWidth]);
    for (int k = 0; k < 2; k++)
      for (int i = 0; i < Warps; i++)
        for (int j = 0; j < Warps; j++)
          if (link_en_o[k] && link_from_o[k*WidWidth+:WidWidth] == WidWidth'(i)
              && link_to_o[k*WidWidth+:WidWidth] == WidWidth'(j)) begin
            if (linked[i] || !live[i] || !live_next[j]
                || pc[i*PcWidth+:PcWidth] != pc_next[j*PcWidth+:PcWidth] || i == j)
              links_right = 1'b0;
            linked_next[i] = 1'b1;
          end
    for (int i = 0; i < Warps; i++)
      for (int u = 0; u < 2; u++)
        if (open[u] && upd_wid_i[u*WidWidth+:WidWidth] == WidWidth'(i)) linked_next[i] = 1'b0;
  end
  always_ff @(posedge clk_i) linked <= rst_ni ? linked_next : '0;

  // A tail has no successor yet.
  logic tails_free;
  always @* begin
    tails_free = 1'b1;
    for (int i = 0; i < Warps; i++) begin
      for (int s = 0; s < Lists; s++)
        if (l_here[s] && l_tail[s*WidWidth+:WidWidth] == WidWidth'(i) && linked[i])
          tails_free = 1'b0;
      for (int q = 0; q < QueueDepth; q++)
        if (q < 32'(q_count) && q_open[q] && q_wid[q*WidWidth+:WidWidth] == WidWidth'(i)
            && linked[i]) tails_free = 1'b0;
    end
  end

  // ------------------------------------------------------------------ how long it takes

  // stuck_issues: warps issued while the oldest update was stuck and since it was so for the first
  // time, without an update that has opened a warp of ME in between (as long as there are such
  // updates ME goes on). quiet: cycles in which the next PC may be chosen and no warp is offered,
  // since the last one with a warp, with updates, or in which no warp is there.
  logic queued, was_stuck, prolonged;
  logic [CountWidth-1:0] q_left;
  logic [WidWidth+1:0] stuck_issues;
  logic [5:0] quiet;
  assign queued = q_count != '0;
  assign prolonged = me_open && |(open & {pc1 == me_pc, pc0 == me_pc});
  always_ff @(posedge clk_i) begin
    q_left <= q_count;
    if (!rst_ni) begin
      was_stuck <= 1'b0;
      stuck_issues <= '0;
    end else if (!queued || (idle && !stuck_o && !sweep && !pop)) begin
      was_stuck <= 1'b0;
      stuck_issues <= '0;
    end else if (was_stuck || stuck_o) begin
      was_stuck <= 1'b1;
      if (prolonged) stuck_issues <= '0;
      else if (issue && stuck_issues != '1) stuck_issues <= stuck_issues + (WidWidth + 2)'(1);
    end
    if (!rst_ni || pick_valid_o || live == '0 || upd_valid_i != '0) quiet <= '0;
    else if (choose_i && quiet != '1) quiet <= quiet + 6'd1;
  end
  localparam int Levels = $clog2(HeapEntries + 1) - 1;
  localparam int QuietBound = Tree != 0 ? QueueDepth + 3
                                        : (Levels + 4) * (QueueDepth + 1) + QueueDepth;

  // The cycle before: the next PC could be chosen, a warp was offered, so many entries were in the
  // heap. A root that is chosen leaves it.
  logic choose_was, pick_was;
  logic [MhWidth:0] entries, entries_was;
  assign entries = (MhWidth + 1)'($countones(e_here));
  always_ff @(posedge clk_i) begin
    choose_was <= choose_i;
    pick_was <= pick_valid_o;
    entries_was <= entries;
  end

  // The watched warp: how many were issued since it was opened.
  (* anyconst *) logic [WidWidth-1:0] watch;
  logic waits;
  logic [7:0] passed;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      waits <= 1'b0;
      passed <= '0;
    end else if ((open[0] && wid0 == watch) || (open[1] && wid1 == watch)) begin
      waits <= 1'b1;
      passed <= '0;
    end else if (issue) begin
      if (pick_wid_o == watch) waits <= 1'b0;
      if (waits && passed != '1) passed <= passed + 8'd1;
    end
  end
  // The page's B, but for its 32: what is issued while the heap rebalances is little here.
  localparam int Most = AgeLimit > Warps ? AgeLimit : Warps;
  localparam int Bound = 2 * Most + Warps;

  // ------------------------------------------------------------------ properties

  logic picks_live;
  always @* begin
    picks_live = 1'b1;
    for (int i = 0; i < Warps; i++)
      if (pick_valid_o && pick_wid_o == WidWidth'(i) && !live[i]) picks_live = 1'b0;
  end

  always @* if (on) begin
    // P: every warp of the pool is in one list, once, and no other warp is in any
    one_list: assert (each_once);
    // P: every list comes to its tail
    lists_end: assert (all_end);
    // P: the warps of a list have its PC
    one_pc: assert (all_one_pc);
    // P: only warps of the pool are offered
    pick_live: assert (picks_live);
    // P: no update in the queue has the PC of an open ME
    me_open_clean: assert (!me_open || queue_clean);
    // P: no young entry of the heap has the PC of an open ME
    me_open_alone: assert (!me_open || heap_clean);
    // P: no two entries that are old, or not, share a PC
    unique_pc: assert (pcs_differ);
    // P: an update of the queue that joins names the tail of its list, if it finds one
    joins_right: assert (joins_tail);
    // P: the next update that comes will name the tail of its list, if it finds one
    latest_right: assert (latest_tail && latest_differ);
    // P: the MHeap LUT holds the young entries and no other, and where they are
    lut_holds: assert (lut_right && young == in_lut);
    // P: links go from a warp that has no successor to one of the same PC, and never meet
    link_rule: assert (links_right);
    // P: a tail has no successor
    tail_free: assert (tails_free);
    // P: the queue's count is in range; so are the heap's holes, lanes are busy as the phase says
    heap_shape: assert (heap_ok && 32'(q_count) <= QueueDepth);
    // P: while ME is not prolonged a stuck update is served before more warps are issued than wait
    stuck_pops: assert (32'(stuck_issues) <= Warps);
    // P: without updates a warp that waits is offered within the bound of cycles in which the next
    // PC may be chosen: no deadlock
    offer_ends: assert (32'(quiet) <= QuietBound);
    // P: the next PC is chosen only in a cycle in which it may be
    choose_rule: assert (was_reset || choose_was
                         || (entries >= entries_was && (pick_was || !pick_valid_o)));
    // P: the scheduler says that nothing waits only if no warp does; without a warp only void
    // updates wait
    wait_rule: assert ((wait_o == 2'd0) == pick_valid_o && (wait_o != 2'd1 || live == '0)
                       && (live != '0 || wait_o == (queued ? 2'd3 : 2'd1)));
    // P: with ageing a warp is issued after so many others at the latest
    starves_not: assert (AgeLimit == 0 || !waits || 32'(passed) < Bound);
    // P: a reset leaves nothing
    reset_clears: assert (!was_reset || (!pick_valid_o && !stuck_o && !queued && e_here == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_all_live: cover (live == '1 && pick_valid_o && e_here != '0);
    c_stuck_pop: cover (stuck_o && pop);
    c_prolong: cover (prolonged && issue && me_wph == me_wpt);
    c_closed: cover (me_valid && me_closed && join != '0);
    c_pop_bypass: cover (pop && !queued && upd_valid_i != '0 && link_en_o[1]);
    c_list3: cover (me_valid && copies != '0 && issue && next_i != me_wpt && me_wph != me_wpt);
    c_later: cover (!choose_i && !pick_valid_o && idle && !queued && e_here != '0 && open != '0);
    c_sweep: cover (AgeLimit == 0 || (sweep && e_here != '0 && me_open));
  end
endmodule

// What follows goes to the end of the module hd_majority_scheduler itself, in the copy that is
// proven, and of the blocks inside: there all of their state can be named.
`ifdef HD_INSIDE
  (* hierconn *) wire [HeapEntries-1:0] \gen_heap.u_heap.props_here , \gen_tree.u_heap.props_here ;
  (* hierconn *) wire [HeapEntries-1:0] \gen_heap.u_heap.props_held ;
  (* hierconn *) wire [HeapEntries-1:0] \gen_heap.u_heap.props_old , \gen_tree.u_heap.old_q ;
  (* hierconn *) wire [HeapEntries*PcWidth-1:0] \gen_heap.u_heap.props_pc ,
                                                \gen_tree.u_heap.props_pc ;
  (* hierconn *) wire [HeapEntries*WidWidth-1:0] \gen_heap.u_heap.props_wph ,
      \gen_tree.u_heap.props_wph , \gen_heap.u_heap.props_wpt , \gen_tree.u_heap.props_wpt ;
  (* hierconn *) wire [HeapEntries*LutWidth-1:0] \gen_heap.u_heap.props_lut ,
                                                 \gen_tree.u_heap.props_lut ;
  (* hierconn *) wire \gen_heap.u_heap.props_ok ;
  (* hierconn *) wire [$clog2(QueueDepth+1)-1:0] \gen_heap.u_heap.u_queue.count_q ,
                                                 \gen_tree.u_heap.u_queue.count_q ;
  (* hierconn *) wire [QueueDepth-1:0] \gen_heap.u_heap.props_q_open ,
                                       \gen_tree.u_heap.props_q_open ;
  (* hierconn *) wire [QueueDepth*PcWidth-1:0] \gen_heap.u_heap.props_q_pc ,
                                               \gen_tree.u_heap.props_q_pc ;
  (* hierconn *) wire [QueueDepth*WidWidth-1:0] \gen_heap.u_heap.props_q_wid ,
                                                \gen_tree.u_heap.props_q_wid ;
  (* hierconn *) wire [LutEntries-1:0] \u_lut.valid_q ;
  (* hierconn *) wire [LutEntries*PcWidth-1:0] \u_lut.props_pc ;
  (* hierconn *) wire [LutEntries*MhWidth-1:0] \u_lut.props_mh ;
  hd_majority_scheduler_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .me_valid(me_valid_q), .me_closed(me_closed_q), .me_pc(me_pc_q),
      .me_wph(me_wph_q), .me_wpt(me_wpt_q), .pop, .sweep,
      .q_count(Tree != 0 ? \gen_tree.u_heap.u_queue.count_q : \gen_heap.u_heap.u_queue.count_q ),
      .q_open(Tree != 0 ? \gen_tree.u_heap.props_q_open : \gen_heap.u_heap.props_q_open ),
      .q_pc(Tree != 0 ? \gen_tree.u_heap.props_q_pc : \gen_heap.u_heap.props_q_pc ),
      .q_wid(Tree != 0 ? \gen_tree.u_heap.props_q_wid : \gen_heap.u_heap.props_q_wid ),
      .e_here(Tree != 0 ? \gen_tree.u_heap.props_here : \gen_heap.u_heap.props_here ),
      .e_held(Tree != 0 ? {HeapEntries{1'b0}} : \gen_heap.u_heap.props_held ),
      .e_old(Tree != 0 ? \gen_tree.u_heap.old_q : \gen_heap.u_heap.props_old ),
      .e_pc(Tree != 0 ? \gen_tree.u_heap.props_pc : \gen_heap.u_heap.props_pc ),
      .e_wph(Tree != 0 ? \gen_tree.u_heap.props_wph : \gen_heap.u_heap.props_wph ),
      .e_wpt(Tree != 0 ? \gen_tree.u_heap.props_wpt : \gen_heap.u_heap.props_wpt ),
      .e_lut(Tree != 0 ? \gen_tree.u_heap.props_lut : \gen_heap.u_heap.props_lut ),
      .heap_ok(Tree != 0 ? 1'b1 : \gen_heap.u_heap.props_ok ), .idle(~busy),
      .t_valid(\u_lut.valid_q ), .t_pc(\u_lut.props_pc ), .t_mh(\u_lut.props_mh )
  );
`endif
`ifdef HD_INSIDE_hd_max_heap
  localparam int PropsWidth = 1 + PcWidth + CntWidth + 2 * WidWidth + LutWidth;
  // All entries by position; one that a lane holds is where its hole is.
  logic [Entries-1:0] props_here, props_held, props_old;
  logic [Entries*PcWidth-1:0] props_pc;
  logic [Entries*WidWidth-1:0] props_wph, props_wpt;
  logic [Entries*LutWidth-1:0] props_lut;
  for (genvar i = 0; i < Entries; i++) begin : gen_props
    logic [PropsWidth-1:0] there, e;
    if (i == 0) begin : gen_root
      assign there = root;
    end else begin : gen_other
      assign there = {old_q[i], pc_q[i], cnt_q[i], wph_q[i], wpt_q[i], lut_q[i]};
    end
    assign e = busy_q[0] && hole0 == MhWidth'(i) ? held0
             : busy_q[1] && hole1 == MhWidth'(i) ? held1 : there;
    assign props_here[i] = SizeWidth'(i) < size_q;
    assign props_held[i] = (busy_q[0] && hole0 == MhWidth'(i))
                         || (busy_q[1] && hole1 == MhWidth'(i));
    assign props_old[i]                      = e[PropsWidth-1];
    assign props_pc[i*PcWidth +: PcWidth]    = e[PropsWidth-1-PcWidth +: PcWidth];
    assign props_wph[i*WidWidth +: WidWidth] = e[LutWidth+WidWidth +: WidWidth];
    assign props_wpt[i*WidWidth +: WidWidth] = e[LutWidth +: WidWidth];
    assign props_lut[i*LutWidth +: LutWidth] = e[0 +: LutWidth];
  end
  logic [QueueDepth-1:0] props_q_open;
  logic [QueueDepth*PcWidth-1:0] props_q_pc;
  logic [QueueDepth*WidWidth-1:0] props_q_wid;
  (* hierconn *) wire [QueueDepth*UpdWidth-1:0] \u_queue.props_data ;
  for (genvar q = 0; q < QueueDepth; q++) begin : gen_props_queue
    assign props_q_open[q] = \u_queue.props_data [q*UpdWidth + UpdWidth - 1];
    assign props_q_pc[q*PcWidth +: PcWidth] =
        \u_queue.props_data [q*UpdWidth + NthdWidth + WidWidth +: PcWidth];
    assign props_q_wid[q*WidWidth +: WidWidth] = \u_queue.props_data [q*UpdWidth +: WidWidth];
  end
  logic props_ok;
  logic [PropsWidth-1:0] props_left;
  assign props_left = {left_old_q, left_pc_q, left_cnt_q, left_wph_q, left_wpt_q, left_lut_q};
  assign props_ok = 32'(size_q) <= Entries
      && (!busy_q[0] || 32'(hole0) < 32'(size_q)) && (!busy_q[1] || 32'(hole1) < 32'(size_q))
      && (busy_q != 2'b11 || hole0 != hole1)
      && (phase_q == PhaseIdle) == (busy_q == 2'b00)
      && (phase_q == PhaseIdle || phase_q == PhaseUp || busy_q == 2'b01)
      && (Ports == 2 ? phase_q != PhaseDownRight : !busy_q[1])
      && (phase_q != PhaseDownRight || (has_left && props_left
          == {old_q[left_at[MhWidth-1:0]], pc_q[left_at[MhWidth-1:0]], cnt_q[left_at[MhWidth-1:0]],
              wph_q[left_at[MhWidth-1:0]], wpt_q[left_at[MhWidth-1:0]],
              lut_q[left_at[MhWidth-1:0]]}));
`endif
`ifdef HD_INSIDE_hd_max_tree
  logic [Entries-1:0] props_here;
  logic [Entries*PcWidth-1:0] props_pc;
  logic [Entries*WidWidth-1:0] props_wph, props_wpt;
  logic [Entries*LutWidth-1:0] props_lut;
  for (genvar i = 0; i < Entries; i++) begin : gen_props
    assign props_pc[i*PcWidth +: PcWidth]    = pc_q[i];
    assign props_wph[i*WidWidth +: WidWidth] = wph_q[i];
    assign props_wpt[i*WidWidth +: WidWidth] = wpt_q[i];
    assign props_lut[i*LutWidth +: LutWidth] = lut_q[i];
  end
  assign props_here = valid_q;
  logic [QueueDepth-1:0] props_q_open;
  logic [QueueDepth*PcWidth-1:0] props_q_pc;
  logic [QueueDepth*WidWidth-1:0] props_q_wid;
  (* hierconn *) wire [QueueDepth*UpdWidth-1:0] \u_queue.props_data ;
  for (genvar q = 0; q < QueueDepth; q++) begin : gen_props_queue
    assign props_q_open[q] = \u_queue.props_data [q*UpdWidth + UpdWidth - 1];
    assign props_q_pc[q*PcWidth +: PcWidth] =
        \u_queue.props_data [q*UpdWidth + NthdWidth + WidWidth +: PcWidth];
    assign props_q_wid[q*WidWidth +: WidWidth] = \u_queue.props_data [q*UpdWidth +: WidWidth];
  end
`endif
`ifdef HD_INSIDE_hd_mheap_lut
  logic [Entries*PcWidth-1:0] props_pc;
  logic [Entries*MhWidth-1:0] props_mh;
  for (genvar w = 0; w < Ways; w++) begin : gen_props_way
    for (genvar s = 0; s < Sets; s++) begin : gen_props_set
      assign props_pc[(s*Ways+w)*PcWidth +: PcWidth] = gen_way[w].pc_q[s];
      assign props_mh[(s*Ways+w)*MhWidth +: MhWidth] = gen_way[w].mh_q[s];
    end
  end
`endif
`ifdef HD_INSIDE_hd_queue2
  logic [Depth*Width-1:0] props_data;
  for (genvar i = 0; i < Depth; i++) begin : gen_props
    assign props_data[i*Width +: Width] = data_q[i];
  end
`endif
