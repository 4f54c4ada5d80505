// SPDX-License-Identifier: Apache-2.0
//
// Dynamic warp formation: threads come back from the pipeline with their next PC, are put into
// warps with others of that PC, and warps are handed to the pipeline.
//
// Behaviour
// - A warp that comes back, or threads that are launched, go to the warp update registers: two
//   groups of one PC each. The PC-warp LUT places each group: in a warp that is still being filled,
//   in a new one, or in both. The warp pool keeps the threads, the scheduler the order.
// - A warp has LaneSlots places in each home lane: place p belongs to lane p mod (Lanes /
//   LaneSlots). A thread may change its place within the lane (hd_lane_places).
// - The scheduler picks a warp, pool and LUT give its PC and lanes. When the pipeline takes it the
//   LUT closes it and the allocator has its index back.
// - When the warps of one PC are gone, the scheduler chooses the next PC in a cycle with choose_i.
// - With Spill, groups that find no room go to memory and come back when there is some.
//
// Corner cases
// - A return goes before a launch.
// - A group is offered to the LUT only if the scheduler can take its update.
// - While an issued warp waits for the pipeline other threads may join it; the mask is the mask of
//   the cycle in which it is taken.
// - A group that joins one warp and opens another makes one update, for the warp it opened.
//
// The unit has no state of its own, and no combinational loop: the pick is known from state alone;
// groups go one way, registers - spill - LUT - pool and scheduler; only "ready" goes back.
//
// Fung, Sham, Yuan, Aamodt, Dynamic Warp Formation, TACO 6(2), 2009: section 4, Figures 8 to 12,
// Tables I and V.

module hd_dwf #(
    // Width of a warp: its places.
    parameter int Lanes        = 32,
    // Places of a warp in one home lane. 1: a place is a home lane. More fill warps better, and
    // cost a second write port a bank of the pool and the moving of thread ids.
    parameter int LaneSlots    = 1,
    // Bits of a thread id: {number of the static warp, clog2(Lanes) bits}.
    parameter int TidWidth     = 10,
    // Bits of a PC.
    parameter int PcWidth      = 24,
    // Lowest PC bit that selects a set, in both LUTs: 2 for byte addresses of 4-byte instructions.
    parameter int PcShift      = 0,
    // Warps in the pool. Fewer than threads: groups may have to wait, or spill.
    parameter int PoolEntries  = 128,
    // Entries of the PC-warp LUT, all sets together. Fewer close more warps before they are full.
    parameter int LutEntries   = 64,
    // Entries a set of the PC-warp LUT.
    parameter int LutWays      = 4,
    // 1: threads join a warp in the very cycle of its issue. 0: it is closed first.
    parameter int Forward      = 1,
    // Which PC is next: 0 majority, 1 minority, 2 program counter, 3 post-dominator, 4 time stamp.
    parameter int Policy       = 0,
    // Groups of warps (PCs) that wait: entries of the heap. Policy 4 has none: it looks neither at
    // this nor at the other sizes of heap and MHeap LUT.
    parameter int HeapEntries  = 64,
    // Read ports, and write ports, of the heap memory (Tree = 0).
    parameter int HeapPorts    = 2,
    // Entries of the scheduler's update queue: fewer stall the pipeline more often.
    parameter int QueueDepth   = 4,
    // 0: max-heap. 1: max-tree.
    parameter int Tree         = 0,
    // Entries of the MHeap LUT, all sets together.
    parameter int MheapEntries = 128,
    // Entries a set of the MHeap LUT.
    parameter int MheapWays    = 8,
    // Bits of a thread count, or of a priority: 2^CntWidth is above the number of threads.
    parameter int CntWidth     = 10,
    // Bits of a warp id in the scheduler: at least as many as a pool index has.
    parameter int WidWidth     = 8,
    // Bits of an MHeap LUT entry number.
    parameter int LutWidth     = 8,
    // Ageing: a sweep begins after so many issued warps. 0: never.
    parameter int AgeLimit     = 0,
    // 1: odd static warps have odd and even home lanes swapped (4.1), so that two halves of two
    // warps that branch alike can meet.
    parameter int Swizzle      = 1,
    // 1: groups that find no room go to memory (4.5). 0: they wait.
    parameter int Spill        = 0,
    // Places of the queue in memory: at least the threads of the core.
    parameter int Slots        = 1024,
    // Reads in flight at once: covers memory latency.
    parameter int Reads        = 4,
    // Bits of a memory address.
    parameter int AddrWidth    = 32,
    localparam int LaneBits   = $clog2(Lanes),
    localparam int WarpWidth  = TidWidth - LaneBits,
    localparam int CountWidth = $clog2(PoolEntries + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                      clk_i,
    input  logic                      rst_ni,

    // Pipeline, last stage; place l is [l*W +: W]
    // A warp comes back.
    input  logic                      ret_valid_i,
    // The places that hold a thread, each one of its home lane.
    input  logic [Lanes-1:0]          ret_mask_i,
    // Its thread id.
    input  logic [Lanes*TidWidth-1:0] ret_tid_i,
    // Its next PC.
    input  logic [Lanes*PcWidth-1:0]  ret_pc_i,
    // It has passed a post-dominator; looked at with Policy = 3.
    input  logic [Lanes-1:0]          ret_pdom_i,
    // All that is left of the warp is taken in this cycle.
    output logic                      ret_ready_o,

    // Launch
    // Threads of a static warp begin.
    input  logic                      launch_valid_i,
    // Its number.
    input  logic [WarpWidth-1:0]      launch_warp_i,
    // Which of its threads; thread i has id {warp, i}.
    input  logic [Lanes-1:0]          launch_mask_i,
    // Their first PC.
    input  logic [PcWidth-1:0]        launch_pc_i,
    // They are taken. Depends on ret_valid_i, and on what ret_ready_o depends on.
    output logic                      launch_ready_o,

    // Issue
    // The pipeline takes the warp.
    input  logic                      issue_ready_i,
    // The next PC may be chosen in this cycle; its warp is there from the next cycle on. Not looked
    // at with Policy = 4.
    input  logic                      choose_i,
    // A warp is there. State only.
    output logic                      issue_valid_o,
    // Its PC. State only.
    output logic [PcWidth-1:0]        issue_pc_o,
    // Its threads, should it be taken in this cycle: while it waits others may join.
    output logic [Lanes-1:0]          issue_mask_o,
    // Their ids; meaningful where issue_mask_o is 1.
    output logic [Lanes*TidWidth-1:0] issue_tid_o,

    // Memory: set-up (all of it looked at with Spill = 1 alone)
    // The offset register: where the queue is in memory; set while nothing is spilled.
    input  logic                      base_en_i,
    input  logic [AddrWidth-1:0]      base_i,

    // Memory: writes
    // The memory takes it.
    input  logic                      wr_ready_i,
    // Write a record: KEY, PC, REQ, and a thread id a lane.
    output logic                      wr_valid_o,
    output logic [AddrWidth-1:0]      wr_addr_o,
    output logic [CntWidth-1:0]       wr_key_o,
    output logic [PcWidth-1:0]        wr_pc_o,
    output logic [Lanes-1:0]          wr_req_o,
    output logic [Lanes*TidWidth-1:0] wr_tid_o,

    // Memory: reads
    // The memory takes it.
    input  logic                      rd_ready_i,
    // A record that was asked for, in any order.
    input  logic                      rsp_valid_i,
    input  logic [CntWidth-1:0]       rsp_key_i,
    input  logic [PcWidth-1:0]        rsp_pc_i,
    input  logic [Lanes-1:0]          rsp_req_i,
    input  logic [Lanes*TidWidth-1:0] rsp_tid_i,
    // Read a record.
    output logic                      rd_valid_o,
    output logic [AddrWidth-1:0]      rd_addr_o,
    // The record is taken.
    output logic                      rsp_ready_o,

    // Status
    // Why there is no warp: 0 there is one, 1 no thread waits, 2 the heap rebalances, 3 updates
    // wait. State only.
    output logic [1:0]                wait_o,
    // Why a group is not placed: 0 all are, 1 the update queue has no room, 2 no index is free.
    output logic [1:0]                refuse_o,
    // An update waits that only a pop can help. State only.
    output logic                      stuck_o,
    // Pool entries that are free. State only.
    output logic [CountWidth-1:0]     free_count_o
);

  localparam int PolicyPdom = 3;
  localparam int PolicyTime = 4;

`ifndef SYNTHESIS
  initial begin
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_dwf: Lanes must be 1 to 64");
    if (LaneSlots < 1 || LaneSlots > Lanes || LaneSlots != 1 << $clog2(LaneSlots))
      $fatal(1, "hd_dwf: LaneSlots must be a power of two, at most Lanes");
    if (LaneSlots > 1 && Lanes != 1 << LaneBits)
      $fatal(1, "hd_dwf: with LaneSlots above 1 Lanes must be a power of two");
    if (WarpWidth < 1 || TidWidth > 16)
      $fatal(1, "hd_dwf: TidWidth must be clog2(Lanes) + 1 to 16");
    if (PoolEntries < 2 || PoolEntries > 2048) $fatal(1, "hd_dwf: PoolEntries must be 2 to 2048");
    if (PoolEntries > 1 << WidWidth) $fatal(1, "hd_dwf: WidWidth must hold an index of the pool");
    if (Policy < 0 || Policy > 4) $fatal(1, "hd_dwf: Policy must be 0 to 4");
    if (Policy == PolicyPdom && TidWidth > 14)
      $fatal(1, "hd_dwf: Policy 3 needs two of the 16 bits of a lane: TidWidth must be at most 14");
    if (CntWidth < 1 || CntWidth > 16) $fatal(1, "hd_dwf: CntWidth must be 1 to 16");
    if (Lanes >= 1 << CntWidth) $fatal(1, "hd_dwf: CntWidth must hold the count of Lanes");
    if (Swizzle != 0 && Swizzle != 1) $fatal(1, "hd_dwf: Swizzle must be 0 or 1");
    if (Spill != 0 && Spill != 1) $fatal(1, "hd_dwf: Spill must be 0 or 1");
  end
`endif

  localparam int IdxWidth  = $clog2(PoolEntries);
  localparam int NthdWidth = $clog2(Lanes + 1);
  localparam int Homes     = Lanes / LaneSlots;
  localparam int TurnWidth = LaneSlots > 1 ? $clog2(LaneSlots) : 1;

  // What the warp update registers keep of a thread: its id, and with the post-dominator policy
  // {it has just been created, it has just passed a post-dominator, its id}.
  localparam int DataWidth = Policy == PolicyPdom ? TidWidth + 2 : TidWidth;

  ///////////////////////////////////////////////////////
  // What goes in: a warp that comes back, or a launch //
  ///////////////////////////////////////////////////////

  // A return goes first: a launch can wait, a pipeline cannot. A launch has one PC and is taken
  // whole or not at all, so no return ever meets one that is half taken.
  logic                       in_valid, in_ready;
  logic [Lanes-1:0]           in_mask, launch_lanes;
  logic [Lanes*PcWidth-1:0]   in_pc;
  logic [Lanes*DataWidth-1:0] in_data;

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    // The thread whose place this is; with Swizzle, in odd static warps, the neighbour's.
    localparam int Neighbour = (l ^ 1) < Lanes ? l ^ 1 : l;

    logic swapped;
    logic [TidWidth-1:0] launch_tid, in_tid;

    assign swapped = (Swizzle != 0) & launch_warp_i[0];
    assign launch_tid = (TidWidth'(launch_warp_i) << LaneBits)
                      | (swapped ? TidWidth'(Neighbour) : TidWidth'(l));
    assign launch_lanes[l] = swapped ? launch_mask_i[Neighbour] : launch_mask_i[l];
    assign in_tid = ret_valid_i ? ret_tid_i[l*TidWidth +: TidWidth] : launch_tid;

    if (Policy == PolicyPdom) begin : gen_flags
      assign in_data[l*DataWidth +: DataWidth] =
          {~ret_valid_i, ret_valid_i & ret_pdom_i[l], in_tid};
    end else begin : gen_no_flags
      assign in_data[l*DataWidth +: DataWidth] = in_tid;
    end
  end

  assign in_valid = ret_valid_i | launch_valid_i;
  assign in_mask  = ret_valid_i ? ret_mask_i : launch_lanes;
  assign in_pc    = ret_valid_i ? ret_pc_i : {Lanes{launch_pc_i}};

  assign ret_ready_o    = in_ready;
  assign launch_ready_o = in_ready & ~ret_valid_i;

  ///////////////////////////
  // Warp update registers //
  ///////////////////////////

  logic [1:0]                   reg_valid, reg_ready;
  logic [2*PcWidth-1:0]         reg_pc;
  logic [2*Lanes-1:0]           reg_req;
  logic [2*NthdWidth-1:0]       reg_nthd;
  logic [2*Lanes*DataWidth-1:0] reg_data;
  logic [2*Lanes*TidWidth-1:0]  reg_tid;
  // What the scheduler goes by: NTHD, or with the post-dominator policy the group's priority.
  logic [2*CntWidth-1:0]        reg_key;

  hd_warp_update #(
      .Lanes   (Lanes),
      .TidWidth(DataWidth),
      .PcWidth (PcWidth)
  ) u_update (
      .clk_i,
      .rst_ni,
      .ret_valid_i(in_valid),
      .ret_mask_i (in_mask),
      .ret_tid_i  (in_data),
      .ret_pc_i   (in_pc),
      .ret_ready_o(in_ready),
      .grp_valid_o(reg_valid),
      .grp_pc_o   (reg_pc),
      .grp_req_o  (reg_req),
      .grp_nthd_o (reg_nthd),
      .grp_tid_o  (reg_data),
      .grp_ready_i(reg_ready)
  );

  for (genvar k = 0; k < 2 * Lanes; k++) begin : gen_tid
    assign reg_tid[k*TidWidth +: TidWidth] = reg_data[k*DataWidth +: TidWidth];
  end

  if (Policy == PolicyPdom) begin : gen_pdom
    logic [2*Lanes-1:0] first, passed, req;
    logic [2*NthdWidth-1:0] unused_nthd;

    for (genvar k = 0; k < 2 * Lanes; k++) begin : gen_flags
      assign {first[k], passed[k]} = reg_data[k*DataWidth + TidWidth +: 2];
    end

    // A register that is empty still holds the lanes of a group that has left.
    assign req = reg_req & {{Lanes{reg_valid[1]}}, {Lanes{reg_valid[0]}}};
    assign unused_nthd = reg_nthd;

    hd_pdom_priority #(
        .Lanes    (Lanes),
        .LaneSlots(LaneSlots),
        .TidWidth (TidWidth),
        .PrioWidth(CntWidth)
    ) u_pdom (
        .clk_i,
        .grp_req_i  (req),
        .grp_tid_i  (reg_tid),
        .grp_pdom_i (passed),
        .grp_first_i(first),
        .grp_en_i   (reg_valid & reg_ready),
        .grp_prio_o (reg_key)
    );
  end else begin : gen_nthd
    logic [Lanes-1:0] unused_pdom;

    assign unused_pdom = ret_pdom_i;
    assign reg_key = {CntWidth'(reg_nthd[NthdWidth +: NthdWidth]),
                      CntWidth'(reg_nthd[0 +: NthdWidth])};
  end

  /////////////////////////////////////////////////////
  // Groups for the pool: straight, or out of memory //
  /////////////////////////////////////////////////////

  logic [1:0]                  grp_valid, grp_ready;
  logic [2*PcWidth-1:0]        grp_pc;
  logic [2*Lanes-1:0]          grp_req;
  logic [2*Lanes*TidWidth-1:0] grp_tid;
  logic [2*CntWidth-1:0]       grp_key;

  // Two warps can be opened, and the scheduler is not stuck.
  logic [1:0] alloc_valid;
  logic room;

  assign room = alloc_valid[1] & ~stuck_o;

  if (Spill != 0) begin : gen_spill
    logic [$clog2(Slots+1)-1:0] unused_spilled;

    hd_warp_spill #(
        .Lanes    (Lanes),
        .TidWidth (TidWidth),
        .PcWidth  (PcWidth),
        .KeyWidth (CntWidth),
        .Slots    (Slots),
        .Reads    (Reads),
        .AddrWidth(AddrWidth)
    ) u_spill (
        .clk_i,
        .rst_ni,
        .base_en_i,
        .base_i,
        .in_valid_i (reg_valid),
        .in_key_i   (reg_key),
        .in_pc_i    (reg_pc),
        .in_req_i   (reg_req),
        .in_tid_i   (reg_tid),
        .in_ready_o (reg_ready),
        .out_valid_o(grp_valid),
        .out_key_o  (grp_key),
        .out_pc_o   (grp_pc),
        .out_req_o  (grp_req),
        .out_tid_o  (grp_tid),
        .out_ready_i(grp_ready),
        .room_i     (room),
        .wr_valid_o,
        .wr_addr_o,
        .wr_key_o,
        .wr_pc_o,
        .wr_req_o,
        .wr_tid_o,
        .wr_ready_i,
        .rd_valid_o,
        .rd_addr_o,
        .rd_ready_i,
        .rsp_valid_i,
        .rsp_key_i,
        .rsp_pc_i,
        .rsp_req_i,
        .rsp_tid_i,
        .rsp_ready_o,
        .spilled_o  (unused_spilled)
    );
  end else begin : gen_no_spill
    logic unused_memory;

    assign unused_memory = &{room, base_en_i, base_i, wr_ready_i, rd_ready_i, rsp_valid_i,
                             rsp_key_i, rsp_pc_i, rsp_req_i, rsp_tid_i};

    assign grp_valid = reg_valid;
    assign reg_ready = grp_ready;
    assign grp_pc    = reg_pc;
    assign grp_req   = reg_req;
    assign grp_tid   = reg_tid;
    assign grp_key   = reg_key;

    assign wr_valid_o  = 1'b0;
    assign wr_addr_o   = '0;
    assign wr_key_o    = '0;
    assign wr_pc_o     = '0;
    assign wr_req_o    = '0;
    assign wr_tid_o    = '0;
    assign rd_valid_o  = 1'b0;
    assign rd_addr_o   = '0;
    assign rsp_ready_o = 1'b0;
  end

  ///////////
  // Issue //
  ///////////

  logic                issue;
  logic [WidWidth-1:0] pick_wid;
  logic [IdxWidth-1:0] issue_idx, next;
  logic                unused_pick; // a WID may have more bits than an index

  assign issue     = issue_valid_o & issue_ready_i;
  assign issue_idx = IdxWidth'(pick_wid);
  assign unused_pick = ^pick_wid;

  ///////////////////////////////
  // PC-warp LUT and allocator //
  ///////////////////////////////

  logic [1:0]            upd_ready;
  logic [1:0]            alloc_ready;
  logic [2*IdxWidth-1:0] alloc_idx;
  logic [1:0]            join_en, open_en, shut_en;
  logic [2*IdxWidth-1:0] join_idx, open_idx, shut_idx;
  logic [2*Lanes-1:0]    join_mask, open_mask, shut_mask;
  logic [2*Homes*TurnWidth-1:0] turn;
  logic                  close_hit;
  logic [Lanes-1:0]      close_occ;

  hd_pc_warp_lut #(
      .Entries    (LutEntries),
      .Ways       (LutWays),
      .Lanes      (Lanes),
      .LaneSlots  (LaneSlots),
      .PcWidth    (PcWidth),
      .PoolEntries(PoolEntries),
      .PcShift    (PcShift),
      .Forward    (Forward)
  ) u_lut (
      .clk_i,
      .rst_ni,
      .grp_valid_i  (grp_valid & upd_ready),
      .grp_pc_i     (grp_pc),
      .grp_req_i    (grp_req),
      .grp_ready_o  (grp_ready),
      .alloc_valid_i(alloc_valid),
      .alloc_idx_i  (alloc_idx),
      .alloc_ready_o(alloc_ready),
      .close_en_i   (issue),
      .close_pc_i   (issue_pc_o),
      .close_idx_i  (issue_idx),
      .join_en_o    (join_en),
      .join_idx_o   (join_idx),
      .join_mask_o  (join_mask),
      .open_en_o    (open_en),
      .open_idx_o   (open_idx),
      .open_mask_o  (open_mask),
      .turn_o       (turn),
      .shut_en_o    (shut_en),
      .shut_idx_o   (shut_idx),
      .shut_mask_o  (shut_mask),
      .close_hit_o  (close_hit),
      .close_occ_o  (close_occ)
  );

  hd_warp_allocator #(
      .Entries(PoolEntries)
  ) u_alloc (
      .clk_i,
      .rst_ni,
      .alloc_valid_o(alloc_valid),
      .alloc_idx_o  (alloc_idx),
      .alloc_ready_i(alloc_ready),
      .free_en_i    (issue),
      .free_idx_i   (issue_idx),
      .free_count_o
  );

  // The reason of the first kind goes before the second.
  always @* begin
    if (|(grp_valid & ~upd_ready))      refuse_o = 2'd1;
    else if (|(grp_valid & ~grp_ready)) refuse_o = 2'd2;
    else                                refuse_o = 2'd0;
  end

  /////////////////////////////////////////////////
  // The thread ids at the places of their warps //
  /////////////////////////////////////////////////

  logic [2*Lanes*TidWidth-1:0] placed_tid;

  if (LaneSlots > 1) begin : gen_places
    hd_lane_places #(
        .Lanes    (Lanes),
        .LaneSlots(LaneSlots),
        .TidWidth (TidWidth)
    ) u_places (
        .clk_i,
        .rst_ni,
        .grp_req_i(grp_req),
        .grp_tid_i(grp_tid),
        .turn_i   (turn),
        .tid_o    (placed_tid)
    );
  end else begin : gen_straight
    logic unused_turn;

    assign unused_turn = ^turn;
    assign placed_tid  = grp_tid;
  end

  ///////////////
  // Warp pool //
  ///////////////

  logic [1:0]            link_en;
  logic [2*IdxWidth-1:0] link_from, link_to;

  hd_warp_pool #(
      .Entries  (PoolEntries),
      .Lanes    (Lanes),
      .TidWrites(LaneSlots > 1 ? 2 : 1),
      .TidWidth (TidWidth),
      .PcWidth  (PcWidth)
  ) u_pool (
      .clk_i,
      .grp_pc_i    (grp_pc),
      .grp_tid_i   (placed_tid),
      .join_en_i   (join_en),
      .join_idx_i  (join_idx),
      .join_mask_i (join_mask),
      .open_en_i   (open_en),
      .open_idx_i  (open_idx),
      .open_mask_i (open_mask),
      .shut_en_i   (shut_en),
      .shut_idx_i  (shut_idx),
      .shut_mask_i (shut_mask),
      .close_hit_i (close_hit),
      .close_occ_i (close_occ),
      .link_en_i   (link_en),
      .link_from_i (link_from),
      .link_to_i   (link_to),
      .issue_idx_i (issue_idx),
      .next_o      (next),
      .issue_pc_o,
      .issue_mask_o,
      .issue_tid_o
  );

  ///////////////
  // Scheduler //
  ///////////////

  // Each placed group is an update, of the warp it opened, or else of the warp it joined.
  logic [2*WidWidth-1:0] upd_wid;

  for (genvar g = 0; g < 2; g++) begin : gen_upd
    logic [IdxWidth-1:0] idx;

    assign idx = open_en[g] ? open_idx[g*IdxWidth +: IdxWidth] : join_idx[g*IdxWidth +: IdxWidth];
    assign upd_wid[g*WidWidth +: WidWidth] = WidWidth'(idx);
  end

  if (Policy != PolicyTime) begin : gen_majority
    // The greatest NTHD, or priority.
    localparam int MostWidth = Policy == PolicyPdom ? CntWidth : NthdWidth;
    localparam int Most      = Policy == PolicyPdom ? (1 << CntWidth) - 1 : Lanes;

    logic [2*MostWidth-1:0] upd_nthd;
    logic [2*WidWidth-1:0]  sched_from, sched_to;

    for (genvar k = 0; k < 2; k++) begin : gen_width
      assign upd_nthd[k*MostWidth +: MostWidth] = MostWidth'(grp_key[k*CntWidth +: CntWidth]);
      assign link_from[k*IdxWidth +: IdxWidth]  = IdxWidth'(sched_from[k*WidWidth +: WidWidth]);
      assign link_to[k*IdxWidth +: IdxWidth]    = IdxWidth'(sched_to[k*WidWidth +: WidWidth]);
    end

    hd_majority_scheduler #(
        .HeapEntries(HeapEntries),
        .LutEntries (MheapEntries),
        .LutWays    (MheapWays),
        .PcShift    (PcShift),
        .PcWidth    (PcWidth),
        .CntWidth   (CntWidth),
        .WidWidth   (WidWidth),
        .LutWidth   (LutWidth),
        .Lanes      (Most),
        .QueueDepth (QueueDepth),
        .HeapPorts  (HeapPorts),
        .Tree       (Tree),
        .Order      (Policy),
        .AgeLimit   (AgeLimit)
    ) u_sched (
        .clk_i,
        .rst_ni,
        .upd_valid_i (grp_ready),
        .upd_pc_i    (grp_pc),
        .upd_nthd_i  (upd_nthd),
        .upd_wid_i   (upd_wid),
        .upd_open_i  (open_en),
        .upd_ready_o (upd_ready),
        .next_i      (WidWidth'(next)),
        .link_en_o   (link_en),
        .link_from_o (sched_from),
        .link_to_o   (sched_to),
        .issue_en_i  (issue),
        .choose_i,
        .pick_valid_o(issue_valid_o),
        .pick_wid_o  (pick_wid),
        .stuck_o,
        .wait_o
    );
  end else begin : gen_time
    // A queue with a place for every warp: it needs neither thread counts nor Next links, and there
    // is no PC to choose.
    logic unused_sched;

    assign unused_sched = &{grp_key, next, choose_i};

    hd_time_scheduler #(
        .Entries (PoolEntries),
        .WidWidth(WidWidth)
    ) u_sched (
        .clk_i,
        .rst_ni,
        .upd_valid_i (grp_ready),
        .upd_wid_i   (upd_wid),
        .upd_open_i  (open_en),
        .issue_en_i  (issue),
        .pick_valid_o(issue_valid_o),
        .pick_wid_o  (pick_wid)
    );

    assign upd_ready = 2'b11;
    assign link_en   = 2'b00;
    assign link_from = '0;
    assign link_to   = '0;
    assign stuck_o   = 1'b0;
    assign wait_o    = {1'b0, ~issue_valid_o};
  end

endmodule
