// SPDX-License-Identifier: Apache-2.0
//
// Properties of the max-tree (docs/blocks/max_tree.md), for formal/prove.sh. They stand on the
// ghosts of hd_heap_ghost.sv.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_max_tree_props #(
    `HD_PARAMETERS,
    localparam int Luts = 1 << LutWidth,
    localparam int UpdWidth = 1 + PcWidth + NthdWidth + WidWidth
) (
    `HD_PORTS,
    // State
    input logic [2*UpdWidth-1:0]       heads,
    input logic [Entries*PcWidth-1:0]  pc,
    input logic [Entries*CntWidth-1:0] cnt,
    input logic [Entries*WidWidth-1:0] wph,
    input logic [Entries*WidWidth-1:0] wpt,
    input logic [Entries*LutWidth-1:0] lut,
    input logic [Entries-1:0]          old,
    input logic [Entries-1:0]          here
);

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
      .Tree(1), .Entries(Entries), .PcWidth(PcWidth), .CntWidth(CntWidth), .WidWidth(WidWidth),
      .LutWidth(LutWidth), .Lanes(Lanes), .QueueDepth(QueueDepth), .Ports(2),
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

  // What the two oldest updates bring, and their PCs.
  logic [2*NthdWidth-1:0] nthd;
  logic follow, pop;
  assign nthd = {heads[UpdWidth+WidWidth+:NthdWidth], heads[WidWidth+:NthdWidth]};
  assign follow = lkp_pc_o[PcWidth+:PcWidth] == lkp_pc_o[0+:PcWidth];
  assign pop = pop_en_i && root_valid_o && !sweep;

  // Promise 2, no more of it than is needed: the count of an entry that is hit fits CntWidth, and
  // so do the threads that two updates of one PC bring.
  logic fits;
  always @* begin
    fits = 1'b1;
    for (int i = 0; i < Entries; i++) begin
      if (serve[0] && lkp_hit_i[0] && lkp_mh_i[0+:MhWidth] == MhWidth'(i)
          && 32'(cnt[i*CntWidth+:CntWidth]) + 32'(nthd[0+:NthdWidth])
             + (serve[1] && follow ? 32'(nthd[NthdWidth+:NthdWidth]) : 0) >= (1 << CntWidth))
        fits = 1'b0;
      if (serve[1] && !follow && lkp_hit_i[1] && lkp_mh_i[MhWidth+:MhWidth] == MhWidth'(i)
          && 32'(cnt[i*CntWidth+:CntWidth]) + 32'(nthd[NthdWidth+:NthdWidth]) >= (1 << CntWidth))
        fits = 1'b0;
    end
    if (serve == 2'b11 && follow
        && 32'(nthd[0+:NthdWidth]) + 32'(nthd[NthdWidth+:NthdWidth]) >= (1 << CntWidth))
      fits = 1'b0;
  end
  always @* if (Order != 3) assume (fits);

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

  // ------------------------------------------------------------------ all entries

  // One of each, their sum, and what the ghosts say of them.
  logic all_pc_differ, all_lut_differ, all_positive, lut_right, mh_right;
  logic watch_right, watch_there, watch_old;
  logic root_first, root_there;
  logic [CntWidth+SizeWidth-1:0] sum;
  logic all_old, none_old;
  logic [SizeWidth+LutWidth-1:0] young, in_lut, slots;
  always @* begin
    all_pc_differ = 1'b1;
    all_lut_differ = 1'b1;
    all_positive = 1'b1;
    lut_right = 1'b1;
    mh_right = 1'b1;
    watch_right = 1'b1;
    watch_there = 1'b0;
    watch_old = 1'b0;
    root_first = 1'b1;
    root_there = 1'b0;
    all_old = 1'b1;
    none_old = 1'b1;
    sum = '0;
    young = '0;
    in_lut = '0;
    slots = '0;
    for (int l = 0; l < Luts; l++)
      in_lut = in_lut + (SizeWidth + LutWidth)'(t_valid[l]);
    for (int i = 0; i < Entries; i++)
      if (here[i]) begin
        sum = sum + (CntWidth + SizeWidth)'(cnt[i*CntWidth+:CntWidth]);
        slots = slots + 1;
        if (old[i]) none_old = 1'b0;
        else all_old = 1'b0;
        young = young + (SizeWidth + LutWidth)'(!old[i]);
        if (cnt[i*CntWidth+:CntWidth] == '0) all_positive = 1'b0;
        if (beats(old[i], cnt[i*CntWidth+:CntWidth], pc[i*PcWidth+:PcWidth],
                  root_old_o, root_cnt_o, root_pc_o)) root_first = 1'b0;
        if ({root_old_o, root_pc_o, root_cnt_o, root_wph_o, root_wpt_o, root_lut_o}
            == {old[i], pc[i*PcWidth+:PcWidth], cnt[i*CntWidth+:CntWidth],
                wph[i*WidWidth+:WidWidth], wpt[i*WidWidth+:WidWidth], lut[i*LutWidth+:LutWidth]})
          root_there = 1'b1;
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
            if (t_mh[l*MhWidth+:MhWidth] != MhWidth'(i)) mh_right = 1'b0;
          end
        for (int j = 0; j < i; j++)
          if (here[j]) begin
            if (old[i] == old[j] && pc[i*PcWidth+:PcWidth] == pc[j*PcWidth+:PcWidth])
              all_pc_differ = 1'b0;
            if (!old[i] && !old[j] && lut[i*LutWidth+:LutWidth] == lut[j*LutWidth+:LutWidth])
              all_lut_differ = 1'b0;
          end
      end
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
        if (told[u] && told_mh[u*MhWidth+:MhWidth] == MhWidth'(i) && old[i]) told_right = 1'b0;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: no two entries that are old, or not, share a PC
    unique_pc: assert (all_pc_differ);
    // P: no two entries that are not old share a LUT#
    unique_lut: assert (all_lut_differ);
    // P: no entry has CNT 0 (a priority may be 0)
    cnt_positive: assert (Order == 3 || all_positive);
    // P: the counts add up to the threads dispatched, void updates left out, and not yet popped
    cnt_sum: assert (Order == 3 || sum == total);
    // P: CNT, WPH, WPT of the watched PC are those of its updates
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
    // P: every entry that is not old is where the MHeap LUT was told it is
    moves_true: assert (mh_right);
    // P: there is a root exactly when there is an entry, and it is never busy
    root_rule: assert (root_valid_o == (here != '0) && !busy_o);
    // P: no entry beats the root
    root_max: assert (!root_valid_o || root_first);
    // P: the root that is shown is one of the entries, whole
    root_shown: assert (!root_valid_o || root_there);
    // P: size is the number of valid slots
    size_rule: assert (32'(size_o) == 32'(slots));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_full: cover (here == '1);
    c_hole: cover (here[0] && !here[1] && here[2]);
    c_reborn: cover (pop && ins_en_o[0] && lkp_hit_i[0]);
    c_reborn1: cover (pop && ins_en_o[1] && lkp_hit_i[1]);
    c_follow: cover (serve == 2'b11 && follow && ins_en_o[0]);
    c_pop_and_two: cover (pop && serve == 2'b11 && link_en_o != '0 && !follow);
  end
endmodule

// What follows goes to the end of the module hd_max_tree itself, in the copy that is proven:
// there all of its state can be named. (yosys 0.23 reads `bind` and drops it without a word.)
`ifdef HD_INSIDE
  logic [Entries*PcWidth-1:0]  props_pc;
  logic [Entries*CntWidth-1:0] props_cnt;
  logic [Entries*WidWidth-1:0] props_wph, props_wpt;
  logic [Entries*LutWidth-1:0] props_lut;
  for (genvar i = 0; i < Entries; i++) begin : gen_props
    assign props_pc[i*PcWidth +: PcWidth]    = pc_q[i];
    assign props_cnt[i*CntWidth +: CntWidth] = cnt_q[i];
    assign props_wph[i*WidWidth +: WidWidth] = wph_q[i];
    assign props_wpt[i*WidWidth +: WidWidth] = wpt_q[i];
    assign props_lut[i*LutWidth +: LutWidth] = lut_q[i];
  end
  hd_max_tree_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS,
      .heads({upd_open1, upd_pc1, upd_nthd1, upd_wid1, upd_open0, upd_pc0, upd_nthd0, upd_wid0}),
      .pc(props_pc), .cnt(props_cnt), .wph(props_wph), .wpt(props_wpt), .lut(props_lut),
      .old(old_q), .here(valid_q)
  );
`endif
