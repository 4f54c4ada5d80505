// SPDX-License-Identifier: Apache-2.0
//
// Max-tree: what the max-heap does, behind the same ports, without ever stalling.
//
// Behaviour
// - Entries stay in their slots, in flip-flops; a tree of comparators finds the root anew every
//   cycle. Two updates and a pop are taken in every cycle.
// - MH# is the number of a slot; an entry keeps its slot for life.
// - An insertion takes the lowest-numbered slot that is free at the start of the cycle.
// - Which entry beats another, and what an update does to a count, is the policy's choice (Order).
// - A sweep makes all entries old: they beat all that come later, and the MHeap LUT forgets them.
//
// Corner cases
// - A sweep goes before a pop and before waiting updates: neither happens in that cycle.
// - An update that hits the entry popped in this very cycle starts it anew, in its slot and with
//   its LUT#; the MHeap LUT takes a pop before an insertion of the same cycle.
// - An update that opens no warp, and misses or hits the entry popped in this very cycle, is void:
//   it leaves the queue and changes nothing.
// - Two updates of one PC: the second is applied to the entry as the first leaves it, whatever its
//   own look-up says. If the first is void the second waits.
// - An update that opens a warp and misses waits, and all behind it, while all slots are valid or
//   its LUT set is full. A slot that a pop frees can be used from the next cycle on.
// - Equal counts: the smaller PC is the root.
//
// No paper builds this. It stands in for sections 4.3 and 4.4 of Fung, Sham, Yuan, Aamodt, Dynamic
// Warp Formation, TACO 6(2), 2009 (Figure 11(b)).

module hd_max_tree #(
    // Slots: flip-flops and comparators in proportion, and its logarithm in comparators of depth.
    parameter int Entries    = 64,
    // Bits of a PC: flip-flops, and the width of the comparators.
    parameter int PcWidth    = 24,
    // Bits of a thread count: must hold the threads of all warps.
    parameter int CntWidth   = 10,
    // Bits of a warp id (WPH, WPT). Flip-flops and multiplexers.
    parameter int WidWidth   = 8,
    // Bits of an MHeap LUT entry number (LUT#). Flip-flops and multiplexers.
    parameter int LutWidth   = 8,
    // Most threads an update brings (Order = 3: the greatest priority number). Only its logarithm
    // matters: the bits of NTHD.
    parameter int Lanes      = 32,
    // Entries of the update queue: fewer stall the pipeline more often.
    parameter int QueueDepth = 4,
    // Which entry is the root (4.3): 0 majority, 1 minority, 2 program counter, 3 post-dominator
    // priority.
    parameter int Order      = 0,
    // 1: entries can become old. A flip-flop a slot, and a bit more in every comparison.
    parameter int Ageing     = 0,
    localparam int MhWidth   = $clog2(Entries),
    localparam int NthdWidth = $clog2(Lanes + 1),
    localparam int SizeWidth = $clog2(Entries + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                   clk_i,
    input  logic                   rst_ni,

    // Warp updates; update u is [u*W +: W], update 0 is the older
    // Update u is offered.
    input  logic [1:0]             upd_valid_i,
    // The PC.
    input  logic [2*PcWidth-1:0]   upd_pc_i,
    // NTHD (4.4.1): its threads; its priority number with Order = 3.
    input  logic [2*NthdWidth-1:0] upd_nthd_i,
    // WID (4.4.1): their warp.
    input  logic [2*WidWidth-1:0]  upd_wid_i,
    // It opened that warp; 0: it joined it.
    input  logic [1:0]             upd_open_i,
    // 0: at least one place is free in the queue; 1: at least two. State only.
    output logic [1:0]             upd_ready_o,

    // MHeap LUT: look-up
    // The queue's oldest (0) and second oldest (1) update exist. State only.
    output logic [1:0]             lkp_valid_o,
    // Their PCs; meaningful while lkp_valid_o[u]. State only.
    output logic [2*PcWidth-1:0]   lkp_pc_o,
    // The LUT holds that PC.
    input  logic [1:0]             lkp_hit_i,
    // No hit: the LUT has a free entry for it.
    input  logic [1:0]             lkp_free_i,
    // On a hit: MH#, the slot of its entry.
    input  logic [2*MhWidth-1:0]   lkp_mh_i,
    // LUT#: on a hit of the entry found, else of the free entry.
    input  logic [2*LutWidth-1:0]  lkp_lut_i,
    // The LUT enters lkp_pc_o[u] at lkp_lut_i[u].
    output logic [1:0]             ins_en_o,
    // Update 1 is not dispatched in this cycle.
    input  logic                   hold_i,
    // The oldest update cannot be served: only a pop can help.
    output logic                   stuck_o,

    // MHeap LUT: entries that have a new slot
    // Update u put an entry into a slot.
    output logic [1:0]             move_en_o,
    // Its LUT#.
    output logic [2*LutWidth-1:0]  move_lut_o,
    // Its slot.
    output logic [2*MhWidth-1:0]   move_mh_o,

    // Warp pool: Next links
    // Next[link_from_o[u]] becomes link_to_o[u].
    output logic [1:0]             link_en_o,
    // The old tail of the list (WPT).
    output logic [2*WidWidth-1:0]  link_from_o,
    // The new tail (WID).
    output logic [2*WidWidth-1:0]  link_to_o,

    // Majority Entry
    // Take the root away; ignored without root_valid_o.
    input  logic                   pop_en_i,
    // All entries become old; ignored without Ageing.
    input  logic                   sweep_en_i,
    // There is an entry. State only.
    output logic                   root_valid_o,
    // The root entry; meaningful while root_valid_o. State only.
    output logic [PcWidth-1:0]     root_pc_o,
    output logic [CntWidth-1:0]    root_cnt_o,
    output logic [WidWidth-1:0]    root_wph_o,
    output logic [WidWidth-1:0]    root_wpt_o,
    output logic [LutWidth-1:0]    root_lut_o,
    // The root is old; 0 without Ageing. State only.
    output logic                   root_old_o,

    // Status
    // Entries held. State only.
    output logic [SizeWidth-1:0]   size_o,
    // Rebalancing: never.
    output logic                   busy_o
);

`ifndef SYNTHESIS
  initial begin
    if (Entries < 2 || Entries > 1024) $fatal(1, "hd_max_tree: Entries must be 2 to 1024");
    if (PcWidth < 1 || PcWidth > 32) $fatal(1, "hd_max_tree: PcWidth must be 1 to 32");
    if (CntWidth < 1 || CntWidth > 16) $fatal(1, "hd_max_tree: CntWidth must be 1 to 16");
    if (WidWidth < 1 || WidWidth > 16) $fatal(1, "hd_max_tree: WidWidth must be 1 to 16");
    if (LutWidth < 1 || LutWidth > 16) $fatal(1, "hd_max_tree: LutWidth must be 1 to 16");
    if (Lanes < 1 || Lanes > 65535) $fatal(1, "hd_max_tree: Lanes must be 1 to 65535");
    if (NthdWidth > CntWidth) $fatal(1, "hd_max_tree: CntWidth must hold the count of Lanes");
    if (QueueDepth < 2 || QueueDepth > 64) $fatal(1, "hd_max_tree: QueueDepth must be 2 to 64");
    if (Order < 0 || Order > 3) $fatal(1, "hd_max_tree: Order must be 0 to 3");
    if (Ageing != 0 && Ageing != 1) $fatal(1, "hd_max_tree: Ageing must be 0 or 1");
  end
`endif

  localparam int Priority = 3; // a value of Order

  // CNT after an update: NTHD more threads, or the more urgent of two priorities.
  function automatic logic [CntWidth-1:0] counted(input logic [CntWidth-1:0] cnt,
                                                  input logic [CntWidth-1:0] nthd);
    if (Order != Priority) counted = cnt + nthd;
    else                   counted = cnt < nthd ? cnt : nthd;
  endfunction

  // CNT of an entry before its first update: nothing, or the most.
  localparam logic [CntWidth-1:0] CntEmpty = {CntWidth{Order == Priority}};

  // The lowest bit that is set, alone.
  function automatic logic [Entries-1:0] lowest(input logic [Entries-1:0] bits);
    lowest = bits & (~bits + Entries'(1));
  endfunction

  // The number of the only bit that is set.
  function automatic logic [MhWidth-1:0] number_of(input logic [Entries-1:0] bits);
    number_of = '0;
    for (int i = 0; i < Entries; i++) begin
      number_of = number_of | (MhWidth'(i) & {MhWidth{bits[i]}});
    end
  endfunction

  ///////////
  // State //
  ///////////

  // Flip-flops all: every slot is looked at in every cycle.
  logic [Entries-1:0] valid_q, valid_d;
  (* mem2reg *) logic [PcWidth-1:0]  pc_q  [Entries];
  (* mem2reg *) logic [CntWidth-1:0] cnt_q [Entries];
  (* mem2reg *) logic [WidWidth-1:0] wph_q [Entries];
  (* mem2reg *) logic [WidWidth-1:0] wpt_q [Entries];
  (* mem2reg *) logic [LutWidth-1:0] lut_q [Entries];
  logic [Entries-1:0] old_q; // 0 without Ageing

  //////////////////
  // Update queue //
  //////////////////

  localparam int UpdWidth = 1 + PcWidth + NthdWidth + WidWidth;

  logic                 upd_open0, upd_open1;
  logic [PcWidth-1:0]   upd_pc0, upd_pc1;
  logic [NthdWidth-1:0] upd_nthd0, upd_nthd1;
  logic [WidWidth-1:0]  upd_wid0, upd_wid1;
  logic dispatch0, dispatch1;

  hd_queue2 #(
      .Width(UpdWidth),
      .Depth(QueueDepth)
  ) u_queue (
      .clk_i,
      .rst_ni,
      .push_en_i  (upd_valid_i & upd_ready_o),
      .push_data_i({upd_open_i[1], upd_pc_i[PcWidth +: PcWidth],
                    upd_nthd_i[NthdWidth +: NthdWidth], upd_wid_i[WidWidth +: WidWidth],
                    upd_open_i[0], upd_pc_i[0 +: PcWidth],
                    upd_nthd_i[0 +: NthdWidth], upd_wid_i[0 +: WidWidth]}),
      .ready_o    (upd_ready_o),
      .pop_count_i({dispatch1, dispatch0 & ~dispatch1}),
      .valid_o    (lkp_valid_o),
      .data_o     ({upd_open1, upd_pc1, upd_nthd1, upd_wid1,
                    upd_open0, upd_pc0, upd_nthd0, upd_wid0})
  );

  assign lkp_pc_o = {upd_pc1, upd_pc0};

  ///////////////////////////////////
  // Root: the tree of comparators //
  ///////////////////////////////////

  // Level 0 are the slots, filled up to a power of two with slots that are never valid; each level
  // has half the nodes of the one below. A node hands on the better of its two entries, whole, and
  // which slot it came from: a valid one beats one that is not.
  localparam int Levels = $clog2(Entries);
  localparam int EntryWidth = 1 + PcWidth + CntWidth + 2 * WidWidth + LutWidth;

  for (genvar l = 0; l <= Levels; l++) begin : gen_level
    for (genvar n = 0; n < 1 << (Levels - l); n++) begin : gen_node
      logic                  valid;
      logic [EntryWidth-1:0] entry; // {old, CNT, PC, WPH, WPT, LUT#}
      logic [MhWidth-1:0]    slot;

      if (l == 0 && n < Entries) begin : gen_slot
        assign valid = valid_q[n];
        assign entry = {old_q[n], cnt_q[n], pc_q[n], wph_q[n], wpt_q[n], lut_q[n]};
        assign slot  = MhWidth'(n);
      end else if (l == 0) begin : gen_no_slot
        assign valid = 1'b0;
        assign entry = '0;
        assign slot  = '0;
      end else begin : gen_better
        logic [EntryWidth-1:0] left, right;
        logic left_valid, right_valid, right_beats_left, take_right;

        assign left_valid  = gen_level[l-1].gen_node[2*n].valid;
        assign right_valid = gen_level[l-1].gen_node[2*n+1].valid;
        assign left        = gen_level[l-1].gen_node[2*n].entry;
        assign right       = gen_level[l-1].gen_node[2*n+1].entry;

        hd_beats #(
            .PcWidth (PcWidth),
            .CntWidth(CntWidth),
            .Order   (Order)
        ) u_right_beats_left (
            .a_old_i(right[EntryWidth-1]),
            .a_cnt_i(right[EntryWidth-2 -: CntWidth]),
            .a_pc_i (right[EntryWidth-CntWidth-2 -: PcWidth]),
            .b_old_i(left[EntryWidth-1]),
            .b_cnt_i(left[EntryWidth-2 -: CntWidth]),
            .b_pc_i (left[EntryWidth-CntWidth-2 -: PcWidth]),
            .beats_o(right_beats_left)
        );

        assign take_right = right_valid & (~left_valid | right_beats_left);
        assign valid = left_valid | right_valid;
        assign entry = take_right ? right : left;
        assign slot  = take_right ? gen_level[l-1].gen_node[2*n+1].slot
                                  : gen_level[l-1].gen_node[2*n].slot;
      end
    end
  end

  logic [MhWidth-1:0] root_slot;

  assign root_valid_o = gen_level[Levels].gen_node[0].valid;
  assign root_slot    = gen_level[Levels].gen_node[0].slot;
  assign {root_old_o, root_cnt_o, root_pc_o, root_wph_o, root_wpt_o, root_lut_o} =
      gen_level[Levels].gen_node[0].entry;
  assign size_o       = SizeWidth'($countones(valid_q));
  assign busy_o       = 1'b0;

  ///////////////////////////////////////////
  // Dispatch: which updates leave, if any //
  ///////////////////////////////////////////

  // A sweep goes before all else. A pop keeps no update from leaving.
  // Updates leave in order. One that opens a warp and misses needs a slot and room in the LUT; any
  // other can always be served, and so can update 1 if it has the PC of update 0: it goes on where
  // update 0 stopped, unless that is void. Slots are free that were free at the start of the cycle:
  // update 0 takes the lowest, update 1 the lowest that update 0 does not take.
  logic sweep, pop, same_pc, need0, need1, serve0, serve1, void0, void1;
  logic [Entries-1:0] free0, free1, first0, first1;

  assign sweep   = Ageing != 0 & sweep_en_i;
  assign pop     = root_valid_o & pop_en_i & ~sweep;
  assign same_pc = upd_pc1 == upd_pc0;

  assign need0  = upd_open0 & ~lkp_hit_i[0];
  assign need1  = upd_open1 & ~lkp_hit_i[1];
  assign free0  = ~valid_q;
  assign first0 = lowest(free0);
  assign free1  = need0 ? free0 & ~first0 : free0;
  assign first1 = lowest(free1);

  assign serve0    = ~need0 | (lkp_free_i[0] & (|free0));
  assign serve1    = same_pc ? ~void0 : ~need1 | (lkp_free_i[1] & (|free1));
  assign dispatch0 = ~sweep & lkp_valid_o[0] & serve0;
  assign dispatch1 = dispatch0 & lkp_valid_o[1] & ~hold_i & serve1;
  assign stuck_o   = lkp_valid_o[0] & ~serve0;

  ///////////////////////////
  // What each update does //
  ///////////////////////////

  // absent: there is no entry for its PC, or it is popped in this very cycle. Then either
  // fresh:  an entry starts, in a free slot or in the popped entry's; or
  // void:   nothing happens, for the update opened no warp.
  // follow: update 1 goes on where update 0 stopped.
  logic [MhWidth-1:0]  mh0, mh1, slot0, slot1;
  logic [CntWidth-1:0] from_cnt0, from_cnt1, cnt0, cnt1;
  logic [WidWidth-1:0] wpt0, wpt1;
  logic absent0, absent1, fresh0, fresh1, follow;

  assign {mh1, mh0} = lkp_mh_i;
  assign follow  = dispatch1 & same_pc;
  assign absent0 = ~lkp_hit_i[0] | (pop & (mh0 == root_slot));
  assign absent1 = ~same_pc & (~lkp_hit_i[1] | (pop & (mh1 == root_slot)));
  assign fresh0  = dispatch0 & absent0 & upd_open0;
  assign fresh1  = dispatch1 & absent1 & upd_open1;
  assign void0   = absent0 & ~upd_open0;
  assign void1   = absent1 & ~upd_open1;

  assign slot0 = lkp_hit_i[0] ? mh0 : number_of(first0);
  always @* begin
    if (follow)            slot1 = slot0;
    else if (lkp_hit_i[1]) slot1 = mh1;
    else                   slot1 = number_of(first1);
  end

  // WPT and CNT before the update, and CNT after it.
  assign wpt0 = wpt_q[mh0];
  assign wpt1 = follow ? upd_wid0 : wpt_q[mh1];

  assign from_cnt0 = fresh0 ? CntEmpty : cnt_q[mh0];
  assign from_cnt1 = follow ? cnt0 : fresh1 ? CntEmpty : cnt_q[mh1];
  assign cnt0      = counted(from_cnt0, CntWidth'(upd_nthd0));
  assign cnt1      = counted(from_cnt1, CntWidth'(upd_nthd1));

  assign ins_en_o    = {fresh1, fresh0};
  assign move_en_o   = {fresh1, fresh0};
  assign move_lut_o  = lkp_lut_i;
  assign move_mh_o   = {slot1, slot0};
  assign link_en_o   = {dispatch1 & ~absent1 & (upd_wid1 != wpt1),
                        dispatch0 & ~absent0 & (upd_wid0 != wpt0)};
  assign link_from_o = {wpt1, wpt0};
  assign link_to_o   = {upd_wid1, upd_wid0};

  ////////////////
  // Next state //
  ////////////////

  // A pop empties a slot before an update fills it. Both updates may write one entry: update 1 is
  // the younger and wins, and its count already contains what update 0 brought.
  for (genvar s = 0; s < Entries; s++) begin : gen_slot
    logic write0, write1, start0, start1;
    assign write0 = dispatch0 & ~void0 & (slot0 == MhWidth'(s));
    assign write1 = dispatch1 & ~void1 & (slot1 == MhWidth'(s));
    assign start0 = fresh0 & write0;
    assign start1 = fresh1 & write1;

    assign valid_d[s] = (valid_q[s] & ~(pop & (root_slot == MhWidth'(s)))) | start0 | start1;

    always_ff @(posedge clk_i) begin
      if (write1) begin
        cnt_q[s] <= cnt1;
        wpt_q[s] <= upd_wid1;
      end else if (write0) begin
        cnt_q[s] <= cnt0;
        wpt_q[s] <= upd_wid0;
      end
    end

    always_ff @(posedge clk_i) begin
      if (start0) begin
        pc_q[s]  <= upd_pc0;
        wph_q[s] <= upd_wid0;
        lut_q[s] <= lkp_lut_i[0 +: LutWidth];
      end else if (start1) begin
        pc_q[s]  <= upd_pc1;
        wph_q[s] <= upd_wid1;
        lut_q[s] <= lkp_lut_i[LutWidth +: LutWidth];
      end
    end

    if (Ageing != 0) begin : gen_old
      always_ff @(posedge clk_i) begin
        if (sweep)                 old_q[s] <= 1'b1;
        else if (start0 || start1) old_q[s] <= 1'b0;
      end
    end else begin : gen_no_old
      assign old_q[s] = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= '0;
    else         valid_q <= valid_d;
  end

endmodule
