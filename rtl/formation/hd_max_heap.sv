// SPDX-License-Identifier: Apache-2.0
//
// Max-heap: the groups of warps that wait, one entry a PC, the entry to be issued first on top.
//
// Behaviour
// - Updates wait in a queue. While the heap is balanced (Idle) one or two of them leave it in a
//   cycle: each takes its entry, or a new one, out of the heap into a lane.
// - A lane holds an entry that looks for its place, and the hole in the heap where it would stand.
//   It moves the hole one level a cycle: one read (the entry above or below) and one write (into
//   the hole). So two lanes need no more than two read and two write ports.
// - A pop takes the root away; lane 0 then holds the last entry and moves down from the top.
// - Which entry beats another, and what an update does to a count, is the policy's choice (Order).
//   An entry that is hit moves up; with the minority policy it moves down.
// - A sweep makes all entries old: they beat all that come later, and the MHeap LUT forgets them.
// - Every write of the heap is reported to the MHeap LUT, by the lane that writes, but for entries
//   that are old.
//
// Corner cases
// - A sweep goes before a pop and before waiting updates; it is ignored unless Idle.
// - A pop goes before waiting updates; it is ignored unless root_valid_o.
// - Two updates of one PC are taken one after the other.
// - An update that opens a warp and misses waits, and all behind it, while the heap or its LUT set
//   is full. One that opens none and misses is void: it leaves the queue and changes nothing.
// - A lane whose parent is the other lane's hole waits; of two lanes with one parent, lane 0 goes
//   first.
// - Minority policy: while the older or the second update hits, only one is taken.
// - Equal counts: the smaller PC is on top.
//
// Fung, Sham, Yuan, Aamodt, Dynamic Warp Formation, TACO 6(2), 2009: sections 4.3 and 4.4, Figure
// 11(b), Tables I and V.

module hd_max_heap #(
    // Heap entries: memory, and its logarithm in cycles to rebalance.
    parameter int Entries    = 64,
    // Bits of a PC: memory, and the width of the comparators.
    parameter int PcWidth    = 24,
    // Bits of a thread count: must hold the threads of all warps.
    parameter int CntWidth   = 10,
    // Bits of a warp id (WPH, WPT). Memory only.
    parameter int WidWidth   = 8,
    // Bits of an MHeap LUT entry number (LUT#). Memory only.
    parameter int LutWidth   = 8,
    // Most threads an update brings (Order = 3: the greatest priority number). Only its logarithm
    // matters: the bits of NTHD.
    parameter int Lanes      = 32,
    // Entries of the update queue: fewer stall the pipeline more often.
    parameter int QueueDepth = 4,
    // Read ports, and write ports, of the heap memory. 1 halves the lanes: one update at a time,
    // and two cycles a level on the way down.
    parameter int Ports      = 2,
    // Which entry is on top (4.3): 0 majority, 1 minority, 2 program counter, 3 post-dominator
    // priority. 1 takes one update at a time if it hits.
    parameter int Order      = 0,
    // 1: entries can become old. A flip-flop an entry, and a bit more in every comparison.
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
    // On a hit: MH#, the position of its entry.
    input  logic [2*MhWidth-1:0]   lkp_mh_i,
    // LUT#: on a hit of the entry found, else of the free entry.
    input  logic [2*LutWidth-1:0]  lkp_lut_i,
    // The LUT enters lkp_pc_o[u] at lkp_lut_i[u].
    output logic [1:0]             ins_en_o,
    // Update 1 is not dispatched in this cycle.
    input  logic                   hold_i,
    // The heap is balanced, and the oldest update cannot be served: only a pop can help.
    output logic                   stuck_o,

    // MHeap LUT: entries that moved
    // An entry has a new place.
    output logic [1:0]             move_en_o,
    // Its LUT#.
    output logic [2*LutWidth-1:0]  move_lut_o,
    // Its position from the next cycle on.
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
    // All entries become old; ignored while the heap rebalances, and without Ageing.
    input  logic                   sweep_en_i,
    // The heap is balanced and not empty. State only.
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
    // Entries in the heap, those in flight included. State only.
    output logic [SizeWidth-1:0]   size_o,
    // Rebalancing. State only.
    output logic                   busy_o
);

`ifndef SYNTHESIS
  initial begin
    if (Entries < 2 || Entries > 1024) $fatal(1, "hd_max_heap: Entries must be 2 to 1024");
    if (PcWidth < 1 || PcWidth > 32) $fatal(1, "hd_max_heap: PcWidth must be 1 to 32");
    if (CntWidth < 1 || CntWidth > 16) $fatal(1, "hd_max_heap: CntWidth must be 1 to 16");
    if (WidWidth < 1 || WidWidth > 16) $fatal(1, "hd_max_heap: WidWidth must be 1 to 16");
    if (LutWidth < 1 || LutWidth > 16) $fatal(1, "hd_max_heap: LutWidth must be 1 to 16");
    if (Lanes < 1 || Lanes > 65535) $fatal(1, "hd_max_heap: Lanes must be 1 to 65535");
    if (NthdWidth > CntWidth) $fatal(1, "hd_max_heap: CntWidth must hold the count of Lanes");
    if (QueueDepth < 2 || QueueDepth > 64) $fatal(1, "hd_max_heap: QueueDepth must be 2 to 64");
    if (Ports < 1 || Ports > 2) $fatal(1, "hd_max_heap: Ports must be 1 or 2");
    if (Order < 0 || Order > 3) $fatal(1, "hd_max_heap: Order must be 0 to 3");
    if (Ageing != 0 && Ageing != 1) $fatal(1, "hd_max_heap: Ageing must be 0 or 1");
  end
`endif

  typedef enum logic [1:0] {
    PhaseIdle      = 2'd0, // balanced
    PhaseUp        = 2'd1, // one or two lanes move upward
    PhaseDown      = 2'd2, // lane 0 moves downward
    PhaseDownRight = 2'd3  // the same with one port: the left child is read, now the right one
  } phase_e;

  localparam int Minority = 1, Priority = 3; // values of Order

  // An entry on its way: memories keep one array a field.
  typedef struct packed {
    logic                old;
    logic [PcWidth-1:0]  pc;
    logic [CntWidth-1:0] cnt;
    logic [WidWidth-1:0] wph;
    logic [WidWidth-1:0] wpt;
    logic [LutWidth-1:0] lut;
  } entry_t;

  // CNT of an entry that is hit: NTHD more threads, or the more urgent of two priorities.
  function automatic logic [CntWidth-1:0] counted(input logic [CntWidth-1:0] cnt,
                                                  input logic [CntWidth-1:0] nthd);
    if (Order != Priority) counted = cnt + nthd;
    else                   counted = cnt < nthd ? cnt : nthd;
  endfunction

  ///////////
  // State //
  ///////////

  // Entry 0, looked at in every cycle.
  logic [PcWidth-1:0]  root_pc_q;
  logic [CntWidth-1:0] root_cnt_q;
  logic [WidWidth-1:0] root_wph_q, root_wpt_q;
  logic [LutWidth-1:0] root_lut_q;

  // The other entries; the children of i are at 2i+1 and 2i+2.
  logic [PcWidth-1:0]  pc_q  [1:Entries-1];
  logic [CntWidth-1:0] cnt_q [1:Entries-1];
  logic [WidWidth-1:0] wph_q [1:Entries-1];
  logic [WidWidth-1:0] wpt_q [1:Entries-1];
  logic [LutWidth-1:0] lut_q [1:Entries-1];

  // Old entries, the root (bit 0) among them: a sweep sets all bits at once. 0 without Ageing.
  logic [Entries-1:0] old_q;

  logic [SizeWidth-1:0] size_q, size_d;
  phase_e               phase_q, phase_d;

  // Lanes; with one port lane 1 is never busy and holds 0.
  logic [1:0]            busy_q, busy_d; // holds an entry
  logic [2*MhWidth-1:0]  hole_q;         // where that entry would stand
  logic [2*PcWidth-1:0]  held_pc_q;      // that entry
  logic [2*CntWidth-1:0] held_cnt_q;
  logic [2*WidWidth-1:0] held_wph_q, held_wpt_q;
  logic [2*LutWidth-1:0] held_lut_q;
  logic [1:0]            held_old_q;

  // With one port: the left child, kept while the right one is read.
  logic [PcWidth-1:0]  left_pc_q;
  logic [CntWidth-1:0] left_cnt_q;
  logic [WidWidth-1:0] left_wph_q, left_wpt_q;
  logic [LutWidth-1:0] left_lut_q;
  logic                left_old_q;

  entry_t root, held0, held1;
  logic [MhWidth-1:0] hole0, hole1;

  assign root  = {old_q[0], root_pc_q, root_cnt_q, root_wph_q, root_wpt_q, root_lut_q};
  assign held0 = {Ageing != 0 & held_old_q[0], held_pc_q[0 +: PcWidth], held_cnt_q[0 +: CntWidth],
                  held_wph_q[0 +: WidWidth], held_wpt_q[0 +: WidWidth],
                  held_lut_q[0 +: LutWidth]};
  assign held1 = {Ageing != 0 & held_old_q[1], held_pc_q[PcWidth +: PcWidth],
                  held_cnt_q[CntWidth +: CntWidth], held_wph_q[WidWidth +: WidWidth],
                  held_wpt_q[WidWidth +: WidWidth], held_lut_q[LutWidth +: LutWidth]};
  assign {hole1, hole0} = hole_q;

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

  //////////////////////////////////////
  // Idle: sweep, or pop, or dispatch //
  //////////////////////////////////////

  // In this order: a sweep goes before a pop, a pop before updates. Updates go in order: 1 only
  // with 0, and not if both are of one PC; with the minority policy not if one of them hits, for
  // only lane 0 moves down. An update starts an entry (fresh) if it opens a warp and misses: it can
  // be served if LUT and heap have room for that. Any other can always be served: it hits, or it
  // is void.
  logic idle, sweep, pop, fresh0, fresh1, room0, room1, serve0, serve1;
  logic hit0, hit1, insert0, insert1;

  assign idle  = phase_q == PhaseIdle;
  assign sweep = Ageing != 0 & idle & sweep_en_i;
  assign pop   = root_valid_o & pop_en_i & ~sweep;

  assign fresh0    = upd_open0 & ~lkp_hit_i[0];
  assign room0     = size_q < SizeWidth'(Entries);
  assign serve0    = ~fresh0 | (lkp_free_i[0] & room0);
  assign dispatch0 = idle & ~sweep & ~pop & lkp_valid_o[0] & serve0;

  assign fresh1    = upd_open1 & ~lkp_hit_i[1];
  assign room1     = fresh0 ? size_q < SizeWidth'(Entries - 1) : room0;
  assign serve1    = ~fresh1 | (lkp_free_i[1] & room1);
  assign dispatch1 = Ports == 2 & ~hold_i & dispatch0 & lkp_valid_o[1] & (upd_pc1 != upd_pc0)
                   & ~(Order == Minority & (|lkp_hit_i)) & serve1;

  // An update that is dispatched and neither hits nor is inserted is void.
  assign hit0    = dispatch0 & lkp_hit_i[0];
  assign hit1    = dispatch1 & lkp_hit_i[1];
  assign insert0 = dispatch0 & fresh0;
  assign insert1 = dispatch1 & fresh1;

  always @* begin
    size_d = size_q + SizeWidth'(insert0) + SizeWidth'(insert1);
    if (pop) size_d = size_q - SizeWidth'(1);
  end

  /////////////////////////////////
  // Positions that a step needs //
  /////////////////////////////////

  // Wide enough for the children of the last position.
  localparam int ChildWidth = MhWidth + 2;

  logic [MhWidth-1:0]    parent0, parent1;
  logic [ChildWidth-1:0] left_at, right_at;
  logic has_left, has_right;

  assign parent0   = (hole0 - MhWidth'(1)) >> 1;
  assign parent1   = (hole1 - MhWidth'(1)) >> 1;
  assign left_at   = {1'b0, hole0, 1'b1};
  assign right_at  = left_at + ChildWidth'(1);
  assign has_left  = left_at < ChildWidth'(size_q);
  assign has_right = right_at < ChildWidth'(size_q);

  ///////////////////////
  // Memory: the reads //
  ///////////////////////

  // One address a port, whatever the phase; position 0 is the root. What lies beyond size_q is read
  // but not looked at.
  logic [MhWidth-1:0] read_at0, read_at1;
  entry_t read0, read1;

  always @* begin
    case (phase_q)
      PhaseIdle: read_at0 = pop ? MhWidth'(size_q - SizeWidth'(1)) : lkp_mh_i[0 +: MhWidth];
      PhaseUp:   read_at0 = parent0;
      PhaseDown: read_at0 = left_at[MhWidth-1:0];
      default:   read_at0 = right_at[MhWidth-1:0];
    endcase
  end

  assign read0 = read_at0 == '0 ? root
               : {old_q[read_at0], pc_q[read_at0], cnt_q[read_at0], wph_q[read_at0],
                  wpt_q[read_at0], lut_q[read_at0]};

  always @* begin
    case (phase_q)
      PhaseIdle: read_at1 = lkp_mh_i[MhWidth +: MhWidth];
      PhaseUp:   read_at1 = parent1;
      default:   read_at1 = right_at[MhWidth-1:0];
    endcase
  end

  assign read1 = Ports == 1 ? '0
               : read_at1 == '0 ? root
               : {old_q[read_at1], pc_q[read_at1], cnt_q[read_at1], wph_q[read_at1],
                  wpt_q[read_at1], lut_q[read_at1]};

  ////////////////////////////////////////
  // Dispatch: what the lanes will hold //
  ////////////////////////////////////////

  entry_t take0, take1;

  always @* begin
    take0 = read0; // a pop: the last entry, as it is
    if (!pop) begin
      take0.cnt = counted(read0.cnt, CntWidth'(upd_nthd0));
      take0.wpt = upd_wid0;
      if (!lkp_hit_i[0]) begin
        take0.old = 1'b0;
        take0.pc  = upd_pc0;
        take0.cnt = CntWidth'(upd_nthd0);
        take0.wph = upd_wid0;
        take0.lut = lkp_lut_i[0 +: LutWidth];
      end
    end
  end

  always @* begin
    take1     = read1;
    take1.cnt = counted(read1.cnt, CntWidth'(upd_nthd1));
    take1.wpt = upd_wid1;
    if (!lkp_hit_i[1]) begin
      take1.old = 1'b0;
      take1.pc  = upd_pc1;
      take1.cnt = CntWidth'(upd_nthd1);
      take1.wph = upd_wid1;
      take1.lut = lkp_lut_i[LutWidth +: LutWidth];
    end
  end

  assign ins_en_o    = {insert1, insert0};
  assign stuck_o     = idle & lkp_valid_o[0] & ~serve0;
  assign link_en_o   = {hit1 & (read1.wpt != upd_wid1), hit0 & (read0.wpt != upd_wid0)};
  assign link_from_o = {read1.wpt, read0.wpt};
  assign link_to_o   = {upd_wid1, upd_wid0};

  ///////////////////////
  // Step: comparisons //
  ///////////////////////

  // All three at once, so that a level costs one comparator in depth. On the way up a lane's own
  // read (its parent) stands where a child does on the way down. With one port the left child
  // waits in left_*_q while the right one is read.
  entry_t left, right;
  logic [PcWidth-1:0]  rival_pc;  // compared with the right child, or the parent of lane 1
  logic [CntWidth-1:0] rival_cnt;
  logic                rival_old;
  logic up, held_beats0, held_beats1, right_beats_left;

  assign up        = phase_q == PhaseUp;
  assign left      = Ports == 2 | up ? read0
                   : {left_old_q, left_pc_q, left_cnt_q, left_wph_q, left_wpt_q, left_lut_q};
  assign right     = Ports == 2 ? read1 : read0;
  assign rival_pc  = Ports == 2 & up ? held1.pc : held0.pc;
  assign rival_cnt = Ports == 2 & up ? held1.cnt : held0.cnt;
  assign rival_old = Ports == 2 & up ? held1.old : held0.old;

  always_ff @(posedge clk_i) begin
    if (Ports == 1 && phase_q == PhaseDown) begin
      {left_old_q, left_pc_q, left_cnt_q, left_wph_q, left_wpt_q, left_lut_q} <= read0;
    end
  end

  hd_beats #(
      .PcWidth (PcWidth),
      .CntWidth(CntWidth),
      .Order   (Order)
  ) u_held_beats0 (
      .a_old_i(held0.old),
      .a_cnt_i(held0.cnt),
      .a_pc_i (held0.pc),
      .b_old_i(left.old),
      .b_cnt_i(left.cnt),
      .b_pc_i (left.pc),
      .beats_o(held_beats0)
  );

  hd_beats #(
      .PcWidth (PcWidth),
      .CntWidth(CntWidth),
      .Order   (Order)
  ) u_held_beats1 (
      .a_old_i(rival_old),
      .a_cnt_i(rival_cnt),
      .a_pc_i (rival_pc),
      .b_old_i(right.old),
      .b_cnt_i(right.cnt),
      .b_pc_i (right.pc),
      .beats_o(held_beats1)
  );

  hd_beats #(
      .PcWidth (PcWidth),
      .CntWidth(CntWidth),
      .Order   (Order)
  ) u_right_beats_left (
      .a_old_i(right.old),
      .a_cnt_i(right.cnt),
      .a_pc_i (right.pc),
      .b_old_i(left.old),
      .b_cnt_i(left.cnt),
      .b_pc_i (left.pc),
      .beats_o(right_beats_left)
  );

  ///////////////////////////
  // Step: lanes that move //
  ///////////////////////////

  // Up. A lane at the top settles. Else it waits if its parent is in flight, that is, the other
  // lane's hole; or, lane 1 only, if lane 0 has the same parent. Else it moves if it beats the
  // parent, and settles if not.
  logic top0, top1, wait0, wait1, climb0, climb1;

  assign top0   = hole0 == '0;
  assign top1   = hole1 == '0;
  assign wait0  = ~top0 & busy_q[1] & (parent0 == hole1);
  assign wait1  = ~top1 & busy_q[0] & ((parent1 == hole0) | (~top0 & (parent1 == parent0)));
  assign climb0 = ~top0 & held_beats0;
  assign climb1 = ~top1 & held_beats1;

  // Down. The step is made once the children are there to be compared. The better child moves up
  // if it beats the held entry.
  logic step, sink_right, sink;

  assign step       = Ports == 2 ? phase_q == PhaseDown
                    : phase_q == PhaseDownRight | (phase_q == PhaseDown & ~has_left);
  assign sink_right = has_right & right_beats_left;
  assign sink       = has_left & ~(sink_right ? held_beats1 : held_beats0);

  ////////////////////////
  // Memory: the writes //
  ////////////////////////

  // Every step writes the hole: with the entry it met, and the hole moves there, or with the held
  // entry, and the lane has settled.
  logic write0, write1, settle0, settle1;
  entry_t put0, put1;
  logic [MhWidth-1:0] next_hole0;

  assign write0  = (up & busy_q[0] & ~wait0) | step;
  assign write1  = up & busy_q[1] & ~wait1;
  assign settle0 = write0 & ~(up ? climb0 : sink);
  assign settle1 = write1 & ~climb1;

  always @* begin
    if (settle0)                put0 = held0;
    else if (!up && sink_right) put0 = right;
    else                        put0 = left;
  end

  always @* begin
    if (up)              next_hole0 = parent0;
    else if (sink_right) next_hole0 = right_at[MhWidth-1:0];
    else                 next_hole0 = left_at[MhWidth-1:0];
  end

  assign put1 = settle1 ? held1 : right;

  // The lanes never write one position: their holes differ.
  always_ff @(posedge clk_i) begin
    if (write0 && !top0) begin
      pc_q[hole0]  <= put0.pc;
      cnt_q[hole0] <= put0.cnt;
      wph_q[hole0] <= put0.wph;
      wpt_q[hole0] <= put0.wpt;
      lut_q[hole0] <= put0.lut;
    end
  end

  if (Ports == 2) begin : gen_write1
    always_ff @(posedge clk_i) begin
      if (write1 && !top1) begin
        pc_q[hole1]  <= put1.pc;
        cnt_q[hole1] <= put1.cnt;
        wph_q[hole1] <= put1.wph;
        wpt_q[hole1] <= put1.wpt;
        lut_q[hole1] <= put1.lut;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (write0 && top0) begin
      root_pc_q  <= put0.pc;
      root_cnt_q <= put0.cnt;
      root_wph_q <= put0.wph;
      root_wpt_q <= put0.wpt;
      root_lut_q <= put0.lut;
    end else if (write1 && top1) begin
      root_pc_q  <= put1.pc;
      root_cnt_q <= put1.cnt;
      root_wph_q <= put1.wph;
      root_wpt_q <= put1.wpt;
      root_lut_q <= put1.lut;
    end
  end

  // Sweeps and steps never meet. Bits past the last entry mean nothing: they are written before
  // they are looked at.
  if (Ageing != 0) begin : gen_old
    always_ff @(posedge clk_i) begin
      if (sweep)  old_q <= '1;
      if (write0) old_q[hole0] <= put0.old;
      if (write1) old_q[hole1] <= put1.old;
    end
  end else begin : gen_no_old
    assign old_q = '0;
  end

  // The MHeap LUT has forgotten the old entries.
  assign move_en_o  = {write1 & ~put1.old, write0 & ~put0.old};
  assign move_lut_o = {put1.lut, put0.lut};
  assign move_mh_o  = {hole1, hole0};

  /////////////////////////////////
  // Next state: phase and lanes //
  /////////////////////////////////

  // The last entry popped leaves the heap empty, and nothing to rebalance. Void updates leave the
  // lanes alone.
  logic rebalance, begin0, begin1;
  assign rebalance = pop & (size_q != SizeWidth'(1));
  assign begin0    = hit0 | insert0;
  assign begin1    = hit1 | insert1;

  assign busy_d[0] = (busy_q[0] & ~settle0) | begin0 | rebalance;
  assign busy_d[1] = (busy_q[1] & ~settle1) | begin1;

  always @* begin
    phase_d = phase_q;
    case (phase_q)
      PhaseIdle: begin
        if (rebalance)                      phase_d = PhaseDown;
        else if (Order == Minority && hit0) phase_d = PhaseDown;
        else if (begin0 || begin1)          phase_d = PhaseUp;
      end
      PhaseUp: begin
        if (busy_d == 2'b00) phase_d = PhaseIdle;
      end
      PhaseDown: begin
        if (settle0)         phase_d = PhaseIdle;
        else if (Ports == 1) phase_d = PhaseDownRight;
      end
      default: begin
        phase_d = PhaseDown;
        if (settle0) phase_d = PhaseIdle;
      end
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      size_q  <= '0;
      phase_q <= PhaseIdle;
      busy_q  <= '0;
    end else begin
      size_q  <= size_d;
      phase_q <= phase_d;
      busy_q  <= busy_d;
    end
  end

  // The hole starts at the top (pop), behind the last entry (insertion) or at the entry's place
  // (hit).
  always_ff @(posedge clk_i) begin
    if (rebalance)               hole_q[0 +: MhWidth] <= '0;
    else if (insert0)            hole_q[0 +: MhWidth] <= MhWidth'(size_q);
    else if (begin0)             hole_q[0 +: MhWidth] <= lkp_mh_i[0 +: MhWidth];
    else if (write0 && !settle0) hole_q[0 +: MhWidth] <= next_hole0;

    if (begin0 || rebalance) begin
      held_pc_q[0 +: PcWidth]   <= take0.pc;
      held_cnt_q[0 +: CntWidth] <= take0.cnt;
      held_wph_q[0 +: WidWidth] <= take0.wph;
      held_wpt_q[0 +: WidWidth] <= take0.wpt;
      held_lut_q[0 +: LutWidth] <= take0.lut;
      held_old_q[0]             <= take0.old;
    end
  end

  always_ff @(posedge clk_i) begin
    if (Ports == 1)              hole_q[MhWidth +: MhWidth] <= '0;
    else if (insert1)            hole_q[MhWidth +: MhWidth] <= MhWidth'(size_q) + MhWidth'(insert0);
    else if (begin1)             hole_q[MhWidth +: MhWidth] <= lkp_mh_i[MhWidth +: MhWidth];
    else if (write1 && !settle1) hole_q[MhWidth +: MhWidth] <= parent1;

    if (Ports == 1 || begin1) begin
      held_pc_q[PcWidth +: PcWidth]    <= Ports == 1 ? '0 : take1.pc;
      held_cnt_q[CntWidth +: CntWidth] <= Ports == 1 ? '0 : take1.cnt;
      held_wph_q[WidWidth +: WidWidth] <= Ports == 1 ? '0 : take1.wph;
      held_wpt_q[WidWidth +: WidWidth] <= Ports == 1 ? '0 : take1.wpt;
      held_lut_q[LutWidth +: LutWidth] <= Ports == 1 ? '0 : take1.lut;
      held_old_q[1]                    <= Ports == 1 ? '0 : take1.old;
    end
  end

  ///////////////////
  // Other outputs //
  ///////////////////

  assign root_valid_o = idle & (size_q != '0);
  assign root_pc_o    = root_pc_q;
  assign root_cnt_o   = root_cnt_q;
  assign root_wph_o   = root_wph_q;
  assign root_wpt_o   = root_wpt_q;
  assign root_lut_o   = root_lut_q;
  assign root_old_o   = old_q[0];
  assign size_o       = size_q;
  assign busy_o       = ~idle;

endmodule
