// SPDX-License-Identifier: Apache-2.0
//
// What the max-heap and the max-tree have in common for their proofs: the promises of the
// neighbours, and ghosts that follow inputs and outputs only:
//  - the update queue, and the page's rule which updates leave it;
//  - the MHeap LUT, which follows ins_en_o, move_*_o, pops and sweeps, and gives the look-ups'
//    answers: so that every position reported by move_*_o is put to the test;
//  - the threads dispatched and not yet popped: in all, and of one PC `watch` that the solver
//    chooses, together with the ends of that PC's list of warps; once for the entry that is not
//    old (w_*), once for the old one (wo_*).

module hd_heap_ghost #(
    parameter int Tree = 0,  // the max-tree's rules
    parameter int Entries = 64,
    parameter int PcWidth = 24,
    parameter int CntWidth = 10,
    parameter int WidWidth = 8,
    parameter int LutWidth = 8,
    parameter int Lanes = 32,
    parameter int QueueDepth = 4,
    parameter int Ports = 2,
    parameter int Order = 0,
    parameter int Ageing = 0,
    localparam int MhWidth = $clog2(Entries),
    localparam int NthdWidth = $clog2(Lanes + 1),
    localparam int SizeWidth = $clog2(Entries + 1),
    localparam int Luts = 1 << LutWidth,
    localparam int UpdWidth = 1 + PcWidth + NthdWidth + WidWidth
) (
    input logic                      clk_i,
    input logic                      rst_ni,
    input logic                      on,
    input logic [1:0]                upd_valid_i,
    input logic [2*PcWidth-1:0]      upd_pc_i,
    input logic [2*NthdWidth-1:0]    upd_nthd_i,
    input logic [2*WidWidth-1:0]     upd_wid_i,
    input logic [1:0]                upd_open_i,
    input logic [1:0]                upd_ready_o,
    input logic [1:0]                lkp_valid_o,
    input logic [2*PcWidth-1:0]      lkp_pc_o,
    input logic [1:0]                lkp_hit_i,
    input logic [1:0]                lkp_free_i,
    input logic [2*MhWidth-1:0]      lkp_mh_i,
    input logic [2*LutWidth-1:0]     lkp_lut_i,
    input logic [1:0]                ins_en_o,
    input logic                      hold_i,
    input logic                      stuck_o,
    input logic [1:0]                move_en_o,
    input logic [2*LutWidth-1:0]     move_lut_o,
    input logic [2*MhWidth-1:0]      move_mh_o,
    input logic [1:0]                link_en_o,
    input logic [2*WidWidth-1:0]     link_from_o,
    input logic [2*WidWidth-1:0]     link_to_o,
    input logic                      pop_en_i,
    input logic                      sweep_en_i,
    input logic                      root_valid_o,
    input logic [PcWidth-1:0]        root_pc_o,
    input logic [CntWidth-1:0]       root_cnt_o,
    input logic [WidWidth-1:0]       root_wph_o,
    input logic [WidWidth-1:0]       root_wpt_o,
    input logic [LutWidth-1:0]       root_lut_o,
    input logic                      root_old_o,
    input logic [SizeWidth-1:0]      size_o,
    input logic                      busy_o,
    // The queue's two oldest updates in the design, {open, PC, NTHD, WID}, 0 first.
    input logic [2*UpdWidth-1:0]     heads,

    output logic [1:0]               serve,   // update u leaves the queue
    output logic                     sweep,   // all entries become old
    output logic [Luts-1:0]          t_valid, // the MHeap LUT
    output logic [Luts*PcWidth-1:0]  t_pc,
    output logic [Luts*MhWidth-1:0]  t_mh,
    output logic [CntWidth+SizeWidth-1:0] total, // threads in the heap
    output logic [PcWidth-1:0]       w_pc,    // the watched PC: is it there, count, list
    output logic                     w_have,
    output logic [CntWidth+1:0]      w_cnt,
    output logic [WidWidth-1:0]      w_wph,
    output logic [WidWidth-1:0]      w_wpt,
    output logic                     wo_have, // its old entry: likewise
    output logic [CntWidth+1:0]      wo_cnt,
    output logic [WidWidth-1:0]      wo_wph,
    output logic [WidWidth-1:0]      wo_wpt
);

  logic pop;
  assign sweep = Ageing != 0 && sweep_en_i && !busy_o;
  assign pop = pop_en_i && root_valid_o && !sweep;

  // No two old entries hold one PC: a sweep comes only when the old ones are gone.
  always @* assume (!(sweep && root_valid_o && root_old_o));

  // ------------------------------------------------------------------ update queue

  localparam int CountWidth = $clog2(QueueDepth + 4);
  logic [CountWidth-1:0] count, count_next, rest;
  // Two places more than there are, always 0, so that all shifts stay inside.
  logic [(QueueDepth+2)*UpdWidth-1:0] queue, queue_next;
  logic [UpdWidth-1:0] head0, head1;
  logic open0, open1;
  logic [PcWidth-1:0] pc0, pc1;
  logic [NthdWidth-1:0] nthd0, nthd1;
  logic [WidWidth-1:0] wid0, wid1;
  logic room0, room1, gone0, gone1, able0, able1;
  logic [1:0] is_void;
  assign head0 = queue[0+:UpdWidth];
  assign head1 = queue[UpdWidth+:UpdWidth];
  assign {open0, pc0, nthd0, wid0} = head0;
  assign {open1, pc1, nthd1, wid1} = head1;

  // Which updates leave (the pages, "What a cycle does"). gone: the entry that is hit is popped in
  // this very cycle. able: served, if it is its turn.
  assign room0 = 32'(size_o) < Entries;
  assign room1 = 32'(size_o) + 32'(open0 && !lkp_hit_i[0]) < Entries;
  assign gone0 = pop && !root_old_o && root_lut_o == lkp_lut_i[0+:LutWidth];
  assign gone1 = pop && !root_old_o && root_lut_o == lkp_lut_i[LutWidth+:LutWidth];
  assign able0 = lkp_hit_i[0] || !open0 || (lkp_free_i[0] && room0);
  assign able1 = lkp_hit_i[1] || !open1 || (lkp_free_i[1] && room1);
  assign is_void[0] = !open0 && !(lkp_hit_i[0] && !gone0);
  assign is_void[1] = !open1 && !(lkp_hit_i[1] && !gone1) && !(Tree != 0 && pc1 == pc0);

  assign serve[0] = count > CountWidth'(0) && !sweep && (Tree != 0 || (!busy_o && !pop)) && able0;
  assign serve[1] = serve[0] && count > CountWidth'(1) && !hold_i
      && (Tree != 0 ? (pc1 == pc0 ? !is_void[0] : able1)
                    : Ports == 2 && pc1 != pc0 && able1
                      && (Order != 1 || lkp_hit_i == 2'b00));

  assign rest = count - CountWidth'(serve[0]) - CountWidth'(serve[1]);
  always @* begin
    queue_next = serve[1] ? queue >> (2 * UpdWidth) : serve[0] ? queue >> UpdWidth : queue;
    count_next = rest;
    for (int u = 0; u < 2; u++)
      if (upd_valid_i[u] && upd_ready_o[u]) begin
        for (int i = 0; i < QueueDepth; i++)
          if (CountWidth'(i) == count_next)
            queue_next[i*UpdWidth+:UpdWidth] = {upd_open_i[u], upd_pc_i[u*PcWidth+:PcWidth],
                upd_nthd_i[u*NthdWidth+:NthdWidth], upd_wid_i[u*WidWidth+:WidWidth]};
        count_next = count_next + CountWidth'(1);
      end
  end
  always_ff @(posedge clk_i) begin
    queue <= rst_ni ? queue_next : '0;
    count <= rst_ni ? count_next : '0;
  end

  // Promise 2: NTHD is not 0 (a priority may be) and not above Lanes (that counts fit CntWidth: see
  // the properties).
  function automatic logic allowed(input logic [NthdWidth-1:0] n);
    allowed = (Order == 3 || n != '0) && 32'(n) <= Lanes;
  endfunction
  always @* if (upd_valid_i[0]) assume (allowed(upd_nthd_i[0+:NthdWidth]));
  always @* if (upd_valid_i[1]) assume (allowed(upd_nthd_i[NthdWidth+:NthdWidth]));

  logic nthd_right;
  assign nthd_right = (count == '0 || allowed(nthd0))
                      && (count <= CountWidth'(1) || allowed(nthd1));

  // An update is late if more are waiting than came in the last cycle. That is right only if one
  // of those before it could not be served, or if it was held.
  logic late, blocked;
  logic [1:0] came;
  assign late = {1'b0, lkp_valid_o[0]} + {1'b0, lkp_valid_o[1]} > came;
  always_ff @(posedge clk_i) begin
    came <= {1'b0, rst_ni && upd_valid_i[0] && upd_ready_o[0]}
            + {1'b0, rst_ni && upd_valid_i[1] && upd_ready_o[1]};
    blocked <= (count > CountWidth'(0) && !able0) || sweep
               || (count > CountWidth'(1) && (hold_i || (pc1 == pc0 ? is_void[0] : !able1)))
               || count > CountWidth'(2);
  end

  // ------------------------------------------------------------------ MHeap LUT

  logic [Luts-1:0] t_valid_next;
  logic [Luts*PcWidth-1:0] t_pc_next;
  logic [Luts*MhWidth-1:0] t_mh_next;
  always @* begin
    t_valid_next = t_valid;
    t_pc_next = t_pc;
    t_mh_next = t_mh;
    for (int l = 0; l < Luts; l++) begin
      if (sweep || (pop && !root_old_o && root_lut_o == LutWidth'(l))) t_valid_next[l] = 1'b0;
      for (int u = 0; u < 2; u++) begin
        if (ins_en_o[u] && lkp_lut_i[u*LutWidth+:LutWidth] == LutWidth'(l)) begin
          t_valid_next[l] = 1'b1;
          t_pc_next[l*PcWidth+:PcWidth] = lkp_pc_o[u*PcWidth+:PcWidth];
        end
        if (move_en_o[u] && move_lut_o[u*LutWidth+:LutWidth] == LutWidth'(l))
          t_mh_next[l*MhWidth+:MhWidth] = move_mh_o[u*MhWidth+:MhWidth];
      end
    end
  end
  always_ff @(posedge clk_i) begin
    t_valid <= rst_ni ? t_valid_next : '0;
    t_pc <= t_pc_next;
    t_mh <= t_mh_next;
  end

  // Promise 1: the answers are true. Nothing is promised about answers that are not looked at:
  // while the heap is rebalancing, and of the max-tree's update 1 with the PC of update 0.
  logic [1:0] asked, t_hit, t_same, t_free;
  assign asked = {lkp_valid_o[1] && !busy_o && !(Tree != 0 && pc1 == pc0),
                  lkp_valid_o[0] && !busy_o};
  always @* begin
    t_hit = '0;
    t_same = '0;
    t_free = '0;
    for (int u = 0; u < 2; u++)
      for (int l = 0; l < Luts; l++) begin
        if (t_valid[l] && t_pc[l*PcWidth+:PcWidth] == lkp_pc_o[u*PcWidth+:PcWidth]) begin
          t_hit[u] = 1'b1;
          if (lkp_lut_i[u*LutWidth+:LutWidth] == LutWidth'(l)
              && lkp_mh_i[u*MhWidth+:MhWidth] == t_mh[l*MhWidth+:MhWidth]) t_same[u] = 1'b1;
        end
        if (!t_valid[l] && lkp_lut_i[u*LutWidth+:LutWidth] == LutWidth'(l)) t_free[u] = 1'b1;
      end
  end
  always @* if (asked[0]) assume (lkp_hit_i[0] == t_hit[0]);
  always @* if (asked[1]) assume (lkp_hit_i[1] == t_hit[1]);
  always @* if (asked[0] && lkp_hit_i[0]) assume (t_same[0]);
  always @* if (asked[1] && lkp_hit_i[1]) assume (t_same[1]);
  always @* if (asked[0] && !lkp_hit_i[0] && lkp_free_i[0]) assume (t_free[0]);
  always @* if (asked[1] && !lkp_hit_i[1] && lkp_free_i[1]) assume (t_free[1]);
  always @* if (asked == 2'b11 && pc0 != pc1 && lkp_hit_i == 2'b00 && lkp_free_i == 2'b11)
    assume (lkp_lut_i[0+:LutWidth] != lkp_lut_i[LutWidth+:LutWidth]);

  // ------------------------------------------------------------------ threads

  logic [CntWidth+SizeWidth-1:0] total_next;
  always @* begin
    total_next = total;
    if (pop) total_next = total_next - (CntWidth + SizeWidth)'(root_cnt_o);
    if (serve[0] && !is_void[0]) total_next = total_next + (CntWidth + SizeWidth)'(nthd0);
    if (serve[1] && !is_void[1]) total_next = total_next + (CntWidth + SizeWidth)'(nthd1);
  end
  always_ff @(posedge clk_i) total <= rst_ni ? total_next : '0;

  (* anyconst *) logic [PcWidth-1:0] watch;
  assign w_pc = watch;
  logic w_have_next, w_link_right, w_insert_right;
  logic [CntWidth+1:0] w_cnt_next, w_nthd;
  logic [WidWidth-1:0] w_wph_next, w_wpt_next;
  always @* begin
    w_have_next = w_have;
    w_cnt_next = w_cnt;
    w_wph_next = w_wph;
    w_wpt_next = w_wpt;
    w_link_right = 1'b1;
    w_insert_right = 1'b1;
    w_nthd = '0;
    if (sweep || (pop && !root_old_o && root_pc_o == watch)) w_have_next = 1'b0;
    for (int u = 0; u < 2; u++) begin
      w_nthd = (CntWidth + 2)'(u == 0 ? nthd0 : nthd1);
      if (serve[u] && (u == 0 ? pc0 : pc1) == watch) begin
        if (w_have_next) begin
          if (link_en_o[u] != (w_wpt_next != (u == 0 ? wid0 : wid1))) w_link_right = 1'b0;
          if (link_en_o[u] && (link_from_o[u*WidWidth+:WidWidth] != w_wpt_next
              || link_to_o[u*WidWidth+:WidWidth] != (u == 0 ? wid0 : wid1)))
            w_link_right = 1'b0;
          if (ins_en_o[u]) w_insert_right = 1'b0;
          if (Order != 3) w_cnt_next = w_cnt_next + w_nthd;
          else if (w_nthd < w_cnt_next) w_cnt_next = w_nthd;
          w_wpt_next = u == 0 ? wid0 : wid1;
        end else begin
          if (link_en_o[u]) w_link_right = 1'b0;
          if (ins_en_o[u] != (u == 0 ? open0 : open1)) w_insert_right = 1'b0;
          if (u == 0 ? open0 : open1) begin
            w_have_next = 1'b1;
            w_cnt_next = w_nthd;
            w_wph_next = u == 0 ? wid0 : wid1;
            w_wpt_next = u == 0 ? wid0 : wid1;
          end
        end
      end
    end
  end
  always_ff @(posedge clk_i) begin
    w_have <= rst_ni && w_have_next;
    w_cnt <= w_cnt_next;
    w_wph <= w_wph_next;
    w_wpt <= w_wpt_next;
  end

  // The old entry of the watched PC: the one of the last sweep, until it is popped.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) wo_have <= 1'b0;
    else if (sweep) wo_have <= w_have;
    else if (pop && root_old_o && root_pc_o == watch) wo_have <= 1'b0;
    {wo_cnt, wo_wph, wo_wpt} <= !rst_ni ? '0 : sweep ? {w_cnt, w_wph, w_wpt}
                                                     : {wo_cnt, wo_wph, wo_wpt};
  end

  // A cycle in which void updates leave the queue, and nothing else happens.
  localparam int RootWidth = 2 + PcWidth + CntWidth + 2 * WidWidth + LutWidth;
  logic only_void;
  logic [RootWidth-1:0] root_now, root_was;
  logic [SizeWidth-1:0] size_was;
  assign root_now = root_valid_o
      ? {1'b1, root_old_o, root_pc_o, root_cnt_o, root_wph_o, root_wpt_o, root_lut_o} : '0;
  always_ff @(posedge clk_i) begin
    only_void <= rst_ni && !pop && serve != 2'b00 && (serve & ~is_void) == 2'b00;
    root_was <= root_now;
    size_was <= size_o;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: no update is lost, doubled or overtaken: the oldest two are those of the ghost queue
    queue_order: assert ((count == '0 || heads[0+:UpdWidth] == head0)
                         && (count <= CountWidth'(1) || heads[UpdWidth+:UpdWidth] == head1));
    // P: the queue holds at most QueueDepth updates
    queue_range: assert (32'(count) <= QueueDepth);
    // P: updates in the queue bring 1 to Lanes threads
    queue_nthd: assert (nthd_right);
    // P: upd_ready_o says whether one, two places are free
    ready_rule: assert (upd_ready_o == {32'(count) + 1 < QueueDepth, 32'(count) < QueueDepth});
    // P: lkp_valid_o and lkp_pc_o show the oldest two updates
    lookup_rule: assert (lkp_valid_o == {count > CountWidth'(1), count > CountWidth'(0)}
        && (!lkp_valid_o[0] || lkp_pc_o[0+:PcWidth] == pc0)
        && (!lkp_valid_o[1] || lkp_pc_o[PcWidth+:PcWidth] == pc1));
    // P: an update links the old tail of its PC's list to its warp, unless it is that warp
    link_rule: assert (w_link_right && (link_en_o & ~serve) == '0);
    // P: an update enters its PC into the MHeap LUT exactly when it opens a warp and there is no
    // entry for it
    insert_rule: assert (w_insert_right && (ins_en_o & ~serve) == '0);
    // P: stuck_o: the oldest update could be served now, if there were room for its entry
    stuck_rule: assert (stuck_o == (count > CountWidth'(0) && !busy_o && !able0));
    // P: a void update changes nothing but the queue
    void_rule: assert (!only_void || (!busy_o && size_o == size_was && root_now == root_was));
  end

  if (Tree != 0) begin : gen_tree
    always @* if (on) begin
      // P: an update that finds slot and LUT entry waits in the queue for one cycle only
      one_cycle: assert (!late || blocked);
    end
  end

  always @* if (on && rst_ni) begin
    c_queue_full: cover (32'(count) == QueueDepth);
    c_serve_both: cover (Ports == 1 || (serve == 2'b11 && pc0 != pc1));
    c_same_pc: cover (count > CountWidth'(1) && pc0 == pc1 && serve[0]);
    c_insert_both: cover (Ports == 1 || ins_en_o == 2'b11);
    c_link: cover (link_en_o != '0);
    c_full_hit: cover (32'(size_o) == Entries && serve[0] && !pop);
    c_full_wait: cover (32'(size_o) == Entries && stuck_o && !pop);
    c_lut_wait: cover (stuck_o && 32'(size_o) < Entries);
    c_void: cover (is_void[0] && serve[0] && size_o != '0);
    c_void1: cover (Ports == 1 || (is_void[1] && serve == 2'b11 && ins_en_o[0]));
    c_hold: cover (Ports == 1 || (hold_i && serve == 2'b01 && pc0 != pc1 && count > CountWidth'(1)
                                  && able1 && !(Order == 1 && lkp_hit_i != 2'b00)));
    c_sweep: cover (Ageing == 0 || (sweep && 32'(size_o) > 1));
    c_old_twin: cover (Ageing == 0 || (w_have && wo_have));
    c_pop_waiting: cover (pop && count > CountWidth'(0));
    c_tie: cover (root_valid_o && 32'(size_o) > 1
                  && total == (CntWidth + SizeWidth)'(root_cnt_o) * 2);
  end
endmodule
