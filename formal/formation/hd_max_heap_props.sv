// SPDX-License-Identifier: Apache-2.0
//
// Properties of the max-heap (docs/blocks/max_heap.md), for formal/prove.sh. They stand on the
// ghosts of hd_heap_ghost.sv. An entry out of the memory (held by a busy lane) is taken to be where
// it would stand, in its lane's hole: "all entries" are then positions 0 to size - 1.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_max_heap_props #(
    `HD_PARAMETERS,
    localparam int Luts = 1 << LutWidth,
    localparam int UpdWidth = 1 + PcWidth + NthdWidth + WidWidth
) (
    `HD_PORTS,
    // State
    input logic [2*UpdWidth-1:0]       heads,
    input logic [Entries*PcWidth-1:0]  mem_pc,
    input logic [Entries*CntWidth-1:0] mem_cnt,
    input logic [Entries*WidWidth-1:0] mem_wph,
    input logic [Entries*WidWidth-1:0] mem_wpt,
    input logic [Entries*LutWidth-1:0] mem_lut,
    input logic [Entries-1:0]          mem_old,
    input logic [1:0]                  phase,
    input logic [1:0]                  lane_busy,
    input logic [2*MhWidth-1:0]        hole,
    input logic [2*PcWidth-1:0]        held_pc,
    input logic [2*CntWidth-1:0]       held_cnt,
    input logic [2*WidWidth-1:0]       held_wph,
    input logic [2*WidWidth-1:0]       held_wpt,
    input logic [2*LutWidth-1:0]       held_lut,
    input logic [1:0]                  held_old,
    input logic [PcWidth+CntWidth+2*WidWidth+LutWidth:0] left
);

  localparam int Idle = 0, Up = 1, Down = 2, DownRight = 3;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  // ------------------------------------------------------------------ ghosts

  logic [1:0] serve;
  logic sweep;
  logic [Luts-1:0] t_valid;
  logic [Luts*PcWidth-1:0] t_pc;
  logic [Luts*MhWidth-1:0] t_mh;
  logic [CntWidth+SizeWidth-1:0] total;
  logic [CntWidth+1:0] w_cnt, wo_cnt;
  logic [PcWidth-1:0] w_pc;
  logic w_have, wo_have;
  logic [WidWidth-1:0] w_wph, w_wpt, wo_wph, wo_wpt;

  hd_heap_ghost #(
      .Tree(0), .Entries(Entries), .PcWidth(PcWidth), .CntWidth(CntWidth), .WidWidth(WidWidth),
      .LutWidth(LutWidth), .Lanes(Lanes), .QueueDepth(QueueDepth), .Ports(Ports),
      .Order(Order), .Ageing(Ageing)
  ) u_ghost (
      .clk_i, .rst_ni, .on, .upd_valid_i, .upd_pc_i, .upd_nthd_i, .upd_wid_i, .upd_open_i,
      .upd_ready_o, .lkp_valid_o, .lkp_pc_o, .lkp_hit_i, .lkp_free_i, .lkp_mh_i, .lkp_lut_i,
      .ins_en_o, .hold_i, .stuck_o, .move_en_o, .move_lut_o, .move_mh_o, .link_en_o, .link_from_o,
      .link_to_o, .pop_en_i, .sweep_en_i, .root_valid_o, .root_pc_o, .root_cnt_o, .root_wph_o,
      .root_wpt_o, .root_lut_o, .root_old_o, .size_o, .busy_o, .heads, .serve, .sweep, .t_valid,
      .t_pc, .t_mh, .total, .w_pc, .w_have, .w_cnt, .w_wph, .w_wpt, .wo_have, .wo_cnt, .wo_wph,
      .wo_wpt
  );

  // ------------------------------------------------------------------ all entries

  logic [MhWidth-1:0] hole0, hole1;
  assign {hole1, hole0} = hole;

  // What the two oldest updates bring.
  logic [2*NthdWidth-1:0] nthd;
  assign nthd = {heads[UpdWidth+WidWidth+:NthdWidth], heads[WidWidth+:NthdWidth]};

  logic [Entries-1:0] here, is_hole, old;
  logic [Entries*PcWidth-1:0] pc;
  logic [Entries*CntWidth-1:0] cnt;
  logic [Entries*WidWidth-1:0] wph, wpt;
  logic [Entries*LutWidth-1:0] lut;
  always @* begin
    pc = mem_pc;
    cnt = mem_cnt;
    wph = mem_wph;
    wpt = mem_wpt;
    lut = mem_lut;
    old = mem_old;
    is_hole = '0;
    here = '0;
    for (int i = 0; i < Entries; i++) begin
      here[i] = 32'(i) < 32'(size_o);
      for (int l = 0; l < 2; l++)
        if (lane_busy[l] && hole[l*MhWidth+:MhWidth] == MhWidth'(i)) begin
          is_hole[i] = 1'b1;
          pc[i*PcWidth+:PcWidth] = held_pc[l*PcWidth+:PcWidth];
          cnt[i*CntWidth+:CntWidth] = held_cnt[l*CntWidth+:CntWidth];
          wph[i*WidWidth+:WidWidth] = held_wph[l*WidWidth+:WidWidth];
          wpt[i*WidWidth+:WidWidth] = held_wpt[l*WidWidth+:WidWidth];
          lut[i*LutWidth+:LutWidth] = held_lut[l*LutWidth+:LutWidth];
          old[i] = held_old[l];
        end
    end
  end

  // Entry a beats entry b, by the page's table.
  function automatic logic beats(input logic a_old, input logic [CntWidth-1:0] a_cnt,
                                 input logic [PcWidth-1:0] a_pc,
                                 input logic b_old, input logic [CntWidth-1:0] b_cnt,
                                 input logic [PcWidth-1:0] b_pc);
    if (a_old != b_old) beats = a_old;
    else if (Order == 2 || a_cnt == b_cnt) beats = a_pc < b_pc;
    else if (Order == 0) beats = a_cnt > b_cnt;
    else beats = a_cnt < b_cnt;
  endfunction

  // Promise 2, no more of it than is needed: the count of an entry that is hit fits CntWidth.
  logic [1:0] fits;
  always @* begin
    fits = 2'b11;
    for (int u = 0; u < 2; u++)
      for (int i = 0; i < Entries; i++)
        if (Order != 3 && serve[u] && lkp_hit_i[u]
            && lkp_mh_i[u*MhWidth+:MhWidth] == MhWidth'(i)
            && 32'(cnt[i*CntWidth+:CntWidth]) + 32'(nthd[u*NthdWidth+:NthdWidth])
               >= (1 << CntWidth)) fits[u] = 1'b0;
  end
  always @* assume (fits == 2'b11);

  // Position a is above position i: counted from 1, a parent is half of its child.
  function automatic logic above(input int a, input int i);
    above = 1'b0;
    for (int k = 1; k <= MhWidth; k++) if (((i + 1) >> k) == a + 1) above = 1'b1;
  endfunction

  // Order. `parents`: every parent beats its children. On the way up the entries that look for
  // their place may stand too low: every other entry is beaten by all above it. On the way down the
  // one that looks for its place may stand too high: all others are in order among themselves, and
  // those above it beat it.
  logic parents, up_rule, down_rule, root_first;
  always @* begin
    parents = 1'b1;
    up_rule = 1'b1;
    down_rule = 1'b1;
    root_first = 1'b1;
    for (int i = 1; i < Entries; i++)
      for (int a = 0; a < i; a++)
        if (here[i] && !beats(old[a], cnt[a*CntWidth+:CntWidth], pc[a*PcWidth+:PcWidth],
                              old[i], cnt[i*CntWidth+:CntWidth], pc[i*PcWidth+:PcWidth])) begin
          if (a == (i - 1) / 2) parents = 1'b0;
          if (a == 0) root_first = 1'b0;
          if (above(a, i) && !is_hole[i]) up_rule = 1'b0;
          if (above(a, i) && !is_hole[a]) down_rule = 1'b0;
        end
  end

  // One of each, their sum, and what the ghosts say of them.
  logic all_pc_differ, all_lut_differ, all_positive, lut_right, mh_right;
  logic watch_right, watch_there, watch_old;
  logic [CntWidth+SizeWidth-1:0] sum;
  logic all_old, none_old;
  logic [SizeWidth+LutWidth-1:0] young, in_lut;
  always @* begin
    all_pc_differ = 1'b1;
    all_lut_differ = 1'b1;
    all_positive = 1'b1;
    lut_right = 1'b1;
    mh_right = 1'b1;
    watch_right = 1'b1;
    watch_there = 1'b0;
    watch_old = 1'b0;
    all_old = 1'b1;
    none_old = 1'b1;
    sum = '0;
    young = '0;
    in_lut = '0;
    for (int l = 0; l < Luts; l++)
      in_lut = in_lut + (SizeWidth + LutWidth)'(t_valid[l]);
    for (int i = 0; i < Entries; i++)
      if (here[i]) begin
        sum = sum + (CntWidth + SizeWidth)'(cnt[i*CntWidth+:CntWidth]);
        if (old[i]) none_old = 1'b0;
        else all_old = 1'b0;
        young = young + (SizeWidth + LutWidth)'(!old[i]);
        if (cnt[i*CntWidth+:CntWidth] == '0) all_positive = 1'b0;
        if (pc[i*PcWidth+:PcWidth] == w_pc) begin
          if (old[i]) watch_old = 1'b1;
          else watch_there = 1'b1;
          if ((old[i] ? {wo_have, wo_cnt, wo_wph, wo_wpt} : {w_have, w_cnt, w_wph, w_wpt})
              != {3'b100, cnt[i*CntWidth+:CntWidth], wph[i*WidWidth+:WidWidth],
                  wpt[i*WidWidth+:WidWidth]}) watch_right = 1'b0;
        end
        for (int l = 0; l < Luts; l++)
          if (!old[i] && lut[i*LutWidth+:LutWidth] == LutWidth'(l)) begin
            if (!t_valid[l] || t_pc[l*PcWidth+:PcWidth] != pc[i*PcWidth+:PcWidth])
              lut_right = 1'b0;
            if (!is_hole[i] && t_mh[l*MhWidth+:MhWidth] != MhWidth'(i)) mh_right = 1'b0;
          end
        for (int j = 0; j < i; j++) begin
          if (old[i] == old[j] && pc[i*PcWidth+:PcWidth] == pc[j*PcWidth+:PcWidth])
            all_pc_differ = 1'b0;
          if (!old[i] && !old[j] && lut[i*LutWidth+:LutWidth] == lut[j*LutWidth+:LutWidth])
            all_lut_differ = 1'b0;
        end
      end
  end

  // The left child that waits for the right one to be read.
  logic left_right;
  always @* begin
    left_right = phase != 2'(DownRight);
    for (int i = 1; i < Entries; i = i + 2)
      if (32'(hole0) * 2 + 1 == 32'(i) && here[i]
          && left == {mem_old[i], mem_pc[i*PcWidth+:PcWidth], mem_cnt[i*CntWidth+:CntWidth],
                      mem_wph[i*WidWidth+:WidWidth], mem_wpt[i*WidWidth+:WidWidth],
                      mem_lut[i*LutWidth+:LutWidth]}) left_right = 1'b1;
  end

  // ------------------------------------------------------------------ how long it takes

  // Cycles in a row that it is busy, and the most there can be. Up: an entry at level n takes n
  // steps and settles; lane 1 waits one cycle more if it is below lane 0, two if beside it (and
  // the deepest place has none beside it if Entries is a power of two). Down: one less entry after
  // a pop; all of them after a hit of the minority policy.
  localparam int Levels = $clog2(Entries + 1) - 1;  // floor(log2 Entries)
  localparam int UpWait = Ports == 1 ? 0 : Entries == (1 << Levels) ? 1 : 2;
  localparam int UpBound = Levels + 1 + UpWait;
  localparam int DownLevels = Order == 1 ? Levels : $clog2(Entries) - 1;
  localparam int DownBound = DownLevels * (Ports == 1 ? 2 : 1) + 1;
  logic [5:0] run;
  logic went_up;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !busy_o) run <= 6'd1;
    else if (run != '1) run <= run + 6'd1;
    if (phase == 2'(Idle)) went_up <= serve[0] && !(Order == 1 && lkp_hit_i[0]);
  end

  // What was swept, and which places were reported, in the cycle before.
  logic swept, told_right;
  logic [1:0] told;
  logic [2*MhWidth-1:0] told_mh;
  always_ff @(posedge clk_i) begin
    swept <= rst_ni && sweep;
    told <= rst_ni ? move_en_o : 2'b00;
    told_mh <= move_mh_o;
  end
  always @* begin
    told_right = 1'b1;
    for (int u = 0; u < 2; u++)
      for (int i = 0; i < Entries; i++)
        if (told[u] && told_mh[u*MhWidth+:MhWidth] == MhWidth'(i) && mem_old[i]) told_right = 1'b0;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: while Idle every parent beats its children
    heap_order: assert (phase != 2'(Idle) || parents);
    // P: going up, an entry that has its place is beaten by all above it
    up_order: assert (phase != 2'(Up) || up_rule);
    // P: going down, only the entry that looks for its place may stand too high
    down_order: assert (phase == 2'(Idle) || phase == 2'(Up) || down_rule);
    // P: no two entries that are old, or not, held ones included, share a PC
    unique_pc: assert (all_pc_differ);
    // P: no two entries that are not old, held ones included, share a LUT#
    unique_lut: assert (all_lut_differ);
    // P: no entry has CNT 0 (a priority may be 0)
    cnt_positive: assert (Order == 3 || all_positive);
    // P: the counts add up to the threads dispatched, void updates left out, and not yet popped
    cnt_sum: assert (Order == 3 || sum == total);
    // P: CNT, WPH, WPT of the watched PC are those of its updates: nothing lost in a swap
    watched_pc: assert (watch_right && watch_there == w_have
                        && watch_old == wo_have);
    // P: the MHeap LUT holds exactly the entries that are not old
    lut_holds: assert (lut_right && in_lut == young);
    // P: a sweep makes all entries old
    sweep_rule: assert (!swept || all_old);
    // P: an old entry goes before all that are not
    old_first: assert (!root_valid_o || root_old_o || none_old);
    // P: the place of an old entry is not reported
    old_silent: assert (told_right);
    // P: without ageing no entry is old
    never_old: assert (Ageing != 0 || (none_old && !root_old_o));
    // P: every entry that is neither old nor in flight is where the MHeap LUT was told it is
    moves_true: assert (mh_right);
    // P: busy lanes have different holes below size, and size is at most Entries
    hole_range: assert (32'(size_o) <= Entries
        && (!lane_busy[0] || 32'(hole0) < 32'(size_o))
        && (!lane_busy[1] || 32'(hole1) < 32'(size_o))
        && (lane_busy != 2'b11 || hole0 != hole1));
    // P: lanes are busy as the phase says
    phase_lanes: assert ((phase == 2'(Idle)) == (lane_busy == 2'b00)
        && (phase == 2'(Idle) || phase == 2'(Up) || lane_busy == 2'b01)
        && (Ports == 2 ? phase != 2'(DownRight) : !lane_busy[1])
        && busy_o == (phase != 2'(Idle)));
    // P: the left child that was read is still the left child
    left_kept: assert (left_right);
    // P: there is a root exactly when the heap is balanced and not empty
    root_rule: assert (root_valid_o == (phase == 2'(Idle) && size_o != '0));
    // P: the root beats every other entry
    root_max: assert (!root_valid_o || root_first);
    // P: the root that is shown is entry 0
    root_shown: assert (!root_valid_o
        || {root_old_o, root_pc_o, root_cnt_o, root_wph_o, root_wpt_o, root_lut_o}
           == {old[0], pc[PcWidth-1:0], cnt[CntWidth-1:0], wph[WidWidth-1:0], wpt[WidWidth-1:0],
               lut[LutWidth-1:0]});
    // P: updates that move up are settled within the bound
    up_ends: assert (!busy_o || !went_up || 32'(run) <= UpBound);
    // P: an entry that moves down is settled within the bound
    down_ends: assert (!busy_o || went_up || 32'(run) <= DownBound);
    // P: the phase is what began: upward after updates, downward after a pop or a minority hit
    phase_kind: assert (phase == 2'(Idle) || (phase == 2'(Up)) == went_up);
  end

  // ------------------------------------------------------------------ what must be possible

  logic [1:0] moved_right;
  assign moved_right = {move_en_o[1] && lane_busy[1], move_en_o[0] && lane_busy[0]};
  always @* if (on && rst_ni) begin
    c_full: cover (32'(size_o) == Entries && phase == 2'(Idle));
    c_both_move: cover (Ports == 1 || moved_right == 2'b11);
    c_wait: cover (Ports == 1 || (phase == 2'(Up) && lane_busy == 2'b11 && !move_en_o[1]));
    c_wait0: cover (Ports == 1 || (phase == 2'(Up) && lane_busy == 2'b11 && !move_en_o[0]));
    c_up_bound: cover (busy_o && went_up && 32'(run) == UpBound);
    c_down_bound: cover (busy_o && !went_up && 32'(run) == DownBound);
    c_down_right: cover (Ports == 2 || phase == 2'(DownRight));
  end
endmodule

// What follows goes to the end of the module hd_max_heap itself, in the copy that is proven:
// there all of its state can be named. (yosys 0.23 reads `bind` and drops it without a word.)
`ifdef HD_INSIDE
  logic [Entries*PcWidth-1:0]  props_pc;
  logic [Entries*CntWidth-1:0] props_cnt;
  logic [Entries*WidWidth-1:0] props_wph, props_wpt;
  logic [Entries*LutWidth-1:0] props_lut;
  assign props_pc[0 +: PcWidth]   = root_pc_q;
  assign props_cnt[0 +: CntWidth] = root_cnt_q;
  assign props_wph[0 +: WidWidth] = root_wph_q;
  assign props_wpt[0 +: WidWidth] = root_wpt_q;
  assign props_lut[0 +: LutWidth] = root_lut_q;
  for (genvar i = 1; i < Entries; i++) begin : gen_props
    assign props_pc[i*PcWidth +: PcWidth]    = pc_q[i];
    assign props_cnt[i*CntWidth +: CntWidth] = cnt_q[i];
    assign props_wph[i*WidWidth +: WidWidth] = wph_q[i];
    assign props_wpt[i*WidWidth +: WidWidth] = wpt_q[i];
    assign props_lut[i*LutWidth +: LutWidth] = lut_q[i];
  end
  hd_max_heap_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS,
      .heads({upd_open1, upd_pc1, upd_nthd1, upd_wid1, upd_open0, upd_pc0, upd_nthd0, upd_wid0}),
      .mem_pc(props_pc), .mem_cnt(props_cnt), .mem_wph(props_wph), .mem_wpt(props_wpt),
      .mem_lut(props_lut), .mem_old(old_q), .phase(phase_q), .lane_busy(busy_q), .hole(hole_q),
      .held_pc(held_pc_q), .held_cnt(held_cnt_q), .held_wph(held_wph_q), .held_wpt(held_wpt_q),
      .held_lut(held_lut_q), .held_old(held_old_q),
      .left({left_old_q, left_pc_q, left_cnt_q, left_wph_q, left_wpt_q, left_lut_q})
  );
`endif
