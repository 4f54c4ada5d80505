// SPDX-License-Identifier: Apache-2.0
//
// DWF front end: the front of a core whose warps are formed anew after each instruction. It ties
// dynamic warp formation to fetch, pipes, memory and barriers. The blocks behind its ports need not
// know that it is not the front end of static warps.
//
// Behaviour
// - A warp that dwf issues waits in the fetch register for its word. Word and warp go, decoded,
//   with their registers looked for in the register file, into the issue register, and from there
//   to the pipe.
// - Its threads come back when it has left the pipe, or when its memory access has ended: each at
//   its next address, to be put into a warp with others. There is no scoreboard: no thread is under
//   way and in dwf at once.
// - Threads at a barrier, and threads that end, go to the barrier unit instead. It launches the
//   threads that the residency lets go on, like a warp that begins.
// - Leaves = 1: a thread that is in memory has its next address in a word, since it is in no warp.
//   When its warp leaves, its slot's words go along: its row. When a row has come back, and its
//   slot is ready, a walk launches the slot's threads that are not at the barrier: slot by slot,
//   all that have one address at a time.
// - LaneSlots above 1: a static warp has that many parts, numbered {slot, part}, each with a thread
//   in every home lane. Where a warp has a slot a lane, it then has the part of the thread at each
//   place; place p is in home lane p mod Homes.
// - Groups of threads for which dwf has no room go to a queue in memory, and come back when it has.
//   So threads that come back are taken after finite time, whatever the pipe does.
//
// Corner cases
// - An access that ends goes before a result that comes back, but not between two parts of one:
//   dwf takes two addresses a cycle, and a return or an indirect jump may bring more. Barriers and
//   exits never wait.
// - The barrier unit's launch goes before a walk's, this before a warp that begins, and all behind
//   the threads that come back.
// - But when 15 others have passed a launch that waits, no thread comes back for a cycle, and the
//   launch goes; of several the last in this order. So no program stops another one's threads for
//   ever.
// - The words have one read port: in a cycle in which a row leaves there is no walk.
// - An address is asked for only while the issue register is empty, or is being taken: its word
//   finds that register empty, whenever it comes.
// - A warp may come into the fetch register in the cycle in which the one before gets its word.
//
// No combinational loop: issue and fetch are known from state and issue_ready_i; the threads that
// come back depend on inputs alone, and nothing that they bring is seen in the same cycle.
//
// Fung, Sham, Yuan, Aamodt, Dynamic Warp Formation, TACO 6(2), 2009: section 4, Figure 9.

module hd_dwf_front #(
    // Static warps on chip.
    parameter int Slots        = 24,
    // Threads of a warp: its places.
    parameter int Lanes        = 32,
    // Places of a warp in one home lane; 1: a place is a home lane.
    parameter int LaneSlots    = 1,
    // Of dwf, all that follows. Lowest bit of an address that selects a set, in both LUTs.
    parameter int PcShift      = 2,
    // Warps in the pool.
    parameter int PoolEntries  = 128,
    // Entries of the PC-warp LUT, all sets together, and of a set.
    parameter int LutEntries   = 64,
    parameter int LutWays      = 4,
    // 1: threads join a warp in the very cycle of its issue. 0: it is closed first.
    parameter int Forward      = 1,
    // Which PC is next: 0 majority, 1 minority, 2 program counter, 3 post-dominator, 4 time stamp.
    parameter int Policy       = 0,
    // Addresses that wait: entries of the heap; read ports, and write ports, of its memory.
    parameter int HeapEntries  = 64,
    parameter int HeapPorts    = 2,
    // Entries of the scheduler's update queue.
    parameter int QueueDepth   = 4,
    // 0: max-heap. 1: max-tree.
    parameter int Tree         = 0,
    // Entries of the MHeap LUT, all sets together, and of a set.
    parameter int MheapEntries = 128,
    parameter int MheapWays    = 8,
    // Bits of a thread count, of a warp id in the scheduler, of an MHeap LUT entry number.
    parameter int CntWidth     = 10,
    parameter int WidWidth     = 8,
    parameter int LutWidth     = 8,
    // Ageing: a sweep begins after so many issued warps. 0: never.
    parameter int AgeLimit     = 0,
    // 1: blocks leave their slots and come back: a word of memory for every thread. 0: the ports
    // that are marked `leaves` do nothing.
    parameter int Leaves       = 0,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int PartWidth  = SlotWidth + $clog2(LaneSlots),
    localparam int RowWidth   = Lanes * 32,
    localparam int GroupWidth = CntWidth + 32 + Lanes + Lanes * (SlotWidth + $clog2(Lanes))
) (
    // Clock; synchronous reset, active low.
    input  logic                       clk_i,
    input  logic                       rst_ni,

    // Residency
    // A warp begins on this slot, at this address, with these threads.
    input  logic                       begin_en_i,
    input  logic [SlotWidth-1:0]       begin_slot_i,
    input  logic [31:0]                begin_pc_i,
    input  logic [Lanes-1:0]           begin_mask_i,
    // It is taken. Depends on ready_i, end_valid_i, res_valid_i and the ports of these two, and on
    // row_rd_en_i; meaningful while begin_en_i.
    output logic                       begin_ready_o,
    // The warps on these slots may run: looked at for slots that wait at a barrier.
    input  logic [Slots-1:0]           ready_i,
    // Events, always taken: 1 the warp's living threads are all at the barrier, 3 all have ended.
    // State only.
    output logic                       ev_valid_o,
    output logic [1:0]                 ev_kind_o,
    output logic [SlotWidth-1:0]       ev_slot_o,

    // Code
    // In which register of the file register r of the language lies: [r*6 +: 6].
    input  logic [64*6-1:0]            rows_i,
    // Wanted: the word at this address. Valid depends on issue_ready_i; the address is state only.
    output logic                       fetch_valid_o,
    input  logic                       fetch_ready_i,
    output logic [31:0]                fetch_pc_o,
    // The word.
    input  logic                       rsp_valid_i,
    input  logic [31:0]                rsp_word_i,
    // Branch, call: where its threads meet again, else 0. The next word is such an address.
    input  logic [31:0]                rsp_meet_i,
    input  logic                       rsp_meets_i,

    // Issue; lane l is [l*W +: W]. State only
    // An instruction; the pipe takes it.
    output logic                       issue_valid_o,
    input  logic                       issue_ready_i,
    // The part of each thread: with LaneSlots = 1 the slot of its static warp; meaningful where
    // issue_mask_o is 1.
    output logic [Lanes*PartWidth-1:0] issue_slot_o,
    // The instruction's address and word, and its threads.
    output logic [31:0]                issue_pc_o,
    output logic [31:0]                issue_word_o,
    output logic [Lanes-1:0]           issue_mask_o,
    // Where they meet again; the next word is such an address.
    output logic [31:0]                issue_meet_o,
    output logic                       issue_meets_o,
    // From decode: the unit that runs it, what it does to the warp's place.
    output logic [2:0]                 issue_unit_o,
    output logic [2:0]                 issue_flow_o,
    // Registers of the file: rs1 lowest, rs2, rs3, rd; 0 where there is none.
    output logic [3:0]                 issue_use_o,
    output logic [4*6-1:0]             issue_reg_o,

    // Resolve; lane l is [l*W +: W]
    // What an instruction that is no memory access did.
    input  logic                       res_valid_i,
    // Done; meaningful while res_valid_i. Depends on all that resolve and end bring.
    output logic                       res_ready_o,
    // As issued.
    input  logic [Lanes*PartWidth-1:0] res_slot_i,
    input  logic [2:0]                 res_flow_i,
    input  logic [31:0]                res_pc_i,
    input  logic [Lanes-1:0]           res_mask_i,
    // Branch: threads that go where the lane says; the others go on behind it.
    input  logic [Lanes-1:0]           res_taken_i,
    // Where the lane says.
    input  logic [Lanes*32-1:0]        res_addr_i,
    // As issued; looked at with Policy = 3.
    input  logic [31:0]                res_meet_i,
    input  logic                       res_meets_i,

    // Ends; lane l is [l*W +: W]
    // A memory access is done: its threads come back.
    input  logic                       end_valid_i,
    // Taken; meaningful while end_valid_i. Depends on what the end brings.
    output logic                       end_ready_o,
    input  logic [Lanes*PartWidth-1:0] end_slot_i,
    input  logic [Lanes-1:0]           end_mask_i,
    input  logic [31:0]                end_pc_i,

    // Leaves
    // What res_slot_i, res_mask_i and res_pc_i describe is an access to memory, and is taken.
    input  logic                       acc_en_i,
    // No thread of this slot runs, and some are in memory. State only.
    output logic [Slots-1:0]           stalls_o,
    // The warp on this slot leaves; its row, a word a lane. Depends on row_rd_slot_i.
    input  logic                       row_rd_en_i,
    input  logic [SlotWidth-1:0]       row_rd_slot_i,
    output logic [RowWidth-1:0]        row_rd_data_o,
    // A warp comes back, with this row.
    input  logic                       row_wr_en_i,
    input  logic [SlotWidth-1:0]       row_wr_slot_i,
    input  logic [RowWidth-1:0]        row_wr_data_i,

    // Memory for groups: {key, address, which lanes, thread of lane Lanes-1 ... 0}
    // The queue lies there from now on; only while no thread is in dwf.
    input  logic                       grp_base_en_i,
    input  logic [31:0]                grp_base_i,
    // Write a group; 0 in lanes where none of its threads is. State only.
    output logic                       grp_wr_valid_o,
    input  logic                       grp_wr_ready_i,
    output logic [31:0]                grp_wr_addr_o,
    output logic [GroupWidth-1:0]      grp_wr_data_o,
    // Read one: it may be taken back. Never in a cycle with a write. State only.
    output logic                       grp_rd_valid_o,
    input  logic                       grp_rd_ready_i,
    output logic [31:0]                grp_rd_addr_o,
    // A group that was asked for, in any order.
    input  logic                       grp_rsp_valid_i,
    // It is taken. Depends on these two, and on rsp_valid_i, with which a warp may leave dwf.
    output logic                       grp_rsp_ready_o,
    input  logic [GroupWidth-1:0]      grp_rsp_data_i,

    // Status
    // The first that holds: 0 issues, 1 the pipe is busy, 3 a word is waited for, 2 threads wait in
    // dwf or behind a barrier, 4 none do. Depends on issue_ready_i and ready_i.
    output logic [2:0]                 why_o
);

  // A thread's id: {its static warp, its lane there}, which is {its part, its home lane}.
  localparam int Homes    = Lanes / LaneSlots;
  localparam int HomeBits = $clog2(Homes);
  localparam int TidWidth = PartWidth + HomeBits;

  // Places of the queue of groups, one for every thread; reads of it under way, as many as can be:
  // a read costs no storage here.
  localparam int Places = 1 << $clog2(Slots * Lanes);
  localparam int Reads  = 16;

  localparam int PolicyPdom = 3;

`ifndef SYNTHESIS
  initial begin
    if (Slots < 2 || Slots > 64) $fatal(1, "hd_dwf_front: Slots must be 2 to 64");
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_dwf_front: Lanes must be 1 to 64");
    if (LaneSlots < 1 || LaneSlots > Lanes || LaneSlots != 1 << $clog2(LaneSlots))
      $fatal(1, "hd_dwf_front: LaneSlots must be a power of two, at most Lanes");
    if (LaneSlots > 1 && Lanes != 1 << $clog2(Lanes))
      $fatal(1, "hd_dwf_front: with LaneSlots above 1 Lanes must be a power of two");
    if (Slots * LaneSlots > 256)
      $fatal(1, "hd_dwf_front: Slots * LaneSlots must be at most 256");
    if (Leaves < 0 || Leaves > 1) $fatal(1, "hd_dwf_front: Leaves must be 0 or 1");
    if (LaneSlots > 1 && Leaves != 0)
      $fatal(1, "hd_dwf_front: LaneSlots above 1 needs Leaves = 0");
    if (Slots * Lanes >= 1 << CntWidth)
      $fatal(1, "hd_dwf_front: CntWidth must hold the count of all threads");
  end
`endif

  // Flows of decode that make a difference here.
  localparam logic [2:0] Branch  = 3'd1;
  localparam logic [2:0] Call    = 3'd2;
  localparam logic [2:0] Return  = 3'd3;
  localparam logic [2:0] Exit    = 3'd4;
  localparam logic [2:0] Jump    = 3'd5;
  localparam logic [2:0] Barrier = 3'd6;

  // What the front end does.
  localparam logic [2:0] Issues   = 3'd0;
  localparam logic [2:0] PipeBusy = 3'd1;
  localparam logic [2:0] Forms    = 3'd2;
  localparam logic [2:0] Fetches  = 3'd3;
  localparam logic [2:0] Idle     = 3'd4;

  // Why dwf has no warp: no thread waits there.
  localparam logic [1:0] NoneWaits = 2'd1;

  ///////////
  // State //
  ///////////

  // Fetch register: a warp that waits for its word, which has been asked for.
  logic                       fetch_valid_q, fetch_sent_q;
  logic [31:0]                fetch_pc_q;
  logic [Lanes-1:0]           fetch_mask_q;
  logic [Lanes*PartWidth-1:0] fetch_slot_q;

  // Issue register: an instruction that waits for the pipe.
  logic                       issue_valid_q;
  logic [31:0]                issue_pc_q, issue_word_q, issue_meet_q;
  logic [Lanes-1:0]           issue_mask_q;
  logic                       issue_meets_q;
  logic [2:0]                 issue_unit_q, issue_flow_q;
  logic [3:0]                 issue_use_q;
  logic [23:0]                issue_reg_q;
  logic [Lanes*PartWidth-1:0] issue_slot_q;

  // The result was offered to dwf in the cycle before, and not taken: a part of it may have been.
  logic                       res_first_q;

  // How many have gone by a launch that waits.
  localparam logic [3:0] Passed = 4'd15;
  logic [3:0]                 passed_q;
  // As many have passed as may: the launch has its turn.
  logic                       late;

  ////////////
  // Return //
  ////////////

  // The threads of a result arrive at the barrier unit, whatever else comes back; or they come back
  // themselves.
  logic arrives, returns;

  assign arrives = res_flow_i == Exit || res_flow_i == Barrier;
  assign returns = res_valid_i && !arrives;

  // An access that ends comes back, else a result. A result that has been offered stays until all
  // of it is taken: dwf notes the part that it has by lanes alone, and would skip these lanes of
  // another warp.
  logic                       end_turn, back_valid, back_ready;
  logic [Lanes-1:0]           back_mask, back_pdom;
  logic [Lanes*PartWidth-1:0] back_slot;
  logic [Lanes*TidWidth-1:0]  back_tid;
  logic [Lanes*32-1:0]        back_pc;
  // The address behind the result's instruction; the address behind the instruction coming back.
  logic [31:0]                res_behind, behind;

  assign end_turn   = end_valid_i & ~res_first_q;
  assign back_valid = (end_turn | returns) & ~late;
  assign back_mask  = end_turn ? end_mask_i : res_mask_i;
  assign back_slot  = end_turn ? end_slot_i : res_slot_i;
  assign res_behind = res_pc_i + 32'd4;
  assign behind     = end_turn ? end_pc_i + 32'd4 : res_behind;

  assign end_ready_o = back_ready & ~res_first_q & ~late;
  assign res_ready_o = arrives | (back_ready & ~end_turn & ~late);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) res_first_q <= 1'b0;
    else         res_first_q <= returns && !end_turn && !late && !back_ready;
  end

  // Where each thread goes on.
  for (genvar l = 0; l < Lanes; l++) begin : gen_back
    logic        away; // where the lane says
    logic [31:0] next;

    always @* begin
      case (res_flow_i)
        Branch:             away = res_taken_i[l];
        Call, Return, Jump: away = 1'b1;
        default:            away = 1'b0;
      endcase
      if (end_turn) away = 1'b0;
    end

    assign next = away ? res_addr_i[l*32 +: 32] : behind;

    assign back_pc[l*32 +: 32] = next;
    assign back_tid[l*TidWidth +: TidWidth] =
        (TidWidth'(back_slot[l*PartWidth +: PartWidth]) << HomeBits) | TidWidth'(l % Homes);

    // It has passed a post-dominator; of an access's end none is known.
    if (Policy == PolicyPdom) begin : gen_pdom
      assign back_pdom[l] = !end_turn
                            && (next == res_meet_i || (res_meets_i && next == behind));
    end else begin : gen_no_pdom
      assign back_pdom[l] = 1'b0;
    end
  end

  if (Policy != PolicyPdom) begin : gen_no_meet
    logic unused_meet;

    assign unused_meet = &{1'b0, res_meet_i, res_meets_i};
  end

  ////////////////////////////////
  // Rows: warps that come back //
  ////////////////////////////////

  // Threads go to memory.
  logic                 memory;
  // Of the row that comes back: living threads, threads at the barrier, and the address at which
  // these go on. leave_*: the same of the row that leaves, from the barrier unit.
  logic [Lanes-1:0]     row_live, row_here, leave_live, leave_here;
  logic [31:0]          row_pc, leave_pc;
  // A walk is under way; it offers threads in this cycle; they are taken.
  logic                 walk_some, walk_valid, walks;
  logic [SlotWidth-1:0] walk_slot;
  logic [Lanes-1:0]     walk_mask;
  logic [31:0]          walk_pc;

  if (Leaves != 0) begin : gen_leaves
    // Bits of a word, below the address.
    localparam int Lives = 0;
    localparam int Here  = 1;

    // Slots that wait for a walk. The slot that is walked, if one is, and its lanes that are left.
    logic [Slots-1:0]     returns_q, returns_d;
    logic                 walk_valid_q;
    logic [SlotWidth-1:0] walk_slot_q;
    logic [Lanes-1:0]     walk_left_q;

    // pick: the walk of pick_slot begins in the next cycle. The slot whose words are read is the
    // slot that leaves, else the slot that is walked, else pick_slot. Its words; its threads that
    // live and are not at the barrier.
    logic                 pick, pick_valid;
    logic [SlotWidth-1:0] pick_slot, read_slot;
    logic [Lanes*32-1:0]  row;
    logic [Lanes-1:0]     row_waits;

    assign memory = acc_en_i;

    hd_lowest #(
        .Width(Slots)
    ) u_pick (
        .mask_i (returns_q & ready_i),
        .valid_o(pick_valid),
        .index_o(pick_slot)
    );

    always @* begin
      if (row_rd_en_i)       read_slot = row_rd_slot_i;
      else if (walk_valid_q) read_slot = walk_slot_q;
      else                   read_slot = pick_slot;
    end

    assign pick = pick_valid && !walk_valid_q && !row_rd_en_i;

    // A lane's words. A thread that goes to memory goes on behind the access.
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      logic [31:0]          row_q [Slots];
      logic                 write;
      logic [SlotWidth-1:0] write_slot;
      logic [31:0]          word;

      assign write      = row_wr_en_i | (acc_en_i & res_mask_i[l]);
      assign write_slot = row_wr_en_i ? row_wr_slot_i
                                      : SlotWidth'(res_slot_i[l*PartWidth +: PartWidth]);
      assign word       = row_wr_en_i ? row_wr_data_i[l*32 +: 32] : {res_behind[31:2], 2'b01};

      always_ff @(posedge clk_i) if (write) row_q[write_slot] <= word;

      assign row[l*32 +: 32] = row_q[read_slot];
      assign row_waits[l]    = row[l*32+Lives] & ~row[l*32+Here];

      // The row that leaves.
      always @* begin
        if (!leave_live[l])     row_rd_data_o[l*32 +: 32] = 32'd0;
        else if (leave_here[l]) row_rd_data_o[l*32 +: 32] = leave_pc | 32'd3;
        else                    row_rd_data_o[l*32 +: 32] = row[l*32 +: 32];
      end

      // The row that comes back.
      assign row_live[l] = row_wr_data_i[l*32+Lives];
      assign row_here[l] = row_wr_data_i[l*32+Here];
    end

    // The address at which the threads at the barrier go on: the same for all of them.
    logic                                      unused_here;
    logic [(Lanes > 1 ? $clog2(Lanes) : 1)-1:0] row_first;

    hd_lowest #(
        .Width(Lanes)
    ) u_here (
        .mask_i (row_here),
        .valid_o(unused_here),
        .index_o(row_first)
    );

    assign row_pc = {row_wr_data_i[32'(row_first)*32+2 +: 30], 2'b00};

    // Of the lanes that are left, all that have the address of the lowest one.
    logic                                      unused_left;
    logic [(Lanes > 1 ? $clog2(Lanes) : 1)-1:0] left_first;

    hd_lowest #(
        .Width(Lanes)
    ) u_left (
        .mask_i (walk_left_q),
        .valid_o(unused_left), // a slot that is walked has lanes left
        .index_o(left_first)
    );

    for (genvar l = 0; l < Lanes; l++) begin : gen_walk
      assign walk_mask[l] = walk_left_q[l] && row[l*32+2 +: 30] == walk_pc[31:2];
    end

    assign walk_some  = walk_valid_q;
    assign walk_valid = walk_valid_q & ~row_rd_en_i;
    assign walk_slot  = walk_slot_q;
    assign walk_pc    = {row[32'(left_first)*32+2 +: 30], 2'b00};

    // A row that comes back with all its living threads at the barrier has no thread to launch.
    logic [Slots-1:0] comes, picked;

    assign comes     = Slots'(row_wr_en_i && (row_live & ~row_here) != '0) << row_wr_slot_i;
    assign picked    = Slots'(pick) << pick_slot;
    assign returns_d = (returns_q & ~picked) | comes;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        returns_q    <= '0;
        walk_valid_q <= 1'b0;
      end else begin
        returns_q    <= returns_d;
        walk_valid_q <= pick || (walk_valid_q && !(walks && walk_mask == walk_left_q));
      end
    end

    always_ff @(posedge clk_i) begin
      if (pick)       walk_left_q <= row_waits;
      else if (walks) walk_left_q <= walk_left_q & ~walk_mask;
      if (pick)       walk_slot_q <= pick_slot;
    end
  end else begin : gen_stays
    logic unused_leaves;

    assign memory        = 1'b0;
    assign row_rd_data_o = '0;
    assign row_live      = '0;
    assign row_here      = '0;
    assign row_pc        = '0;
    assign walk_some     = 1'b0;
    assign walk_valid    = 1'b0;
    assign walk_slot     = '0;
    assign walk_mask     = '0;
    assign walk_pc       = '0;

    assign unused_leaves =
        &{1'b0, acc_en_i, row_wr_data_i, leave_live, leave_here, leave_pc, walks};
  end

  ////////////
  // Launch //
  ////////////

  // A warp begins in the cycle in which dwf takes it. Threads that go on from a barrier go first:
  // other threads of their block wait for what they will do. Then come the threads of a walk, whose
  // block has waited before.
  logic                 begins;
  logic                 start_valid, go_valid, launch_ready;
  logic                 go_turn, walk_turn;
  logic [SlotWidth-1:0] start_slot, go_slot;
  logic [Lanes-1:0]     start_mask, go_mask;
  logic [31:0]          start_pc, go_pc;

  // The turn: barrier unit, walk, warp that begins, in this order; if late, the other way round.
  always @* begin
    if (late) begin
      walk_turn  = walk_valid & ~begin_en_i;
      go_turn    = go_valid & ~walk_valid & ~begin_en_i;
    end else begin
      go_turn    = go_valid;
      walk_turn  = walk_valid & ~go_valid;
    end
  end

  always @* begin
    if (go_turn) begin
      start_slot = go_slot;
      start_mask = go_mask;
      start_pc   = go_pc;
    end else if (walk_turn) begin
      start_slot = walk_slot;
      start_mask = walk_mask;
      start_pc   = walk_pc;
    end else begin
      start_slot = begin_slot_i;
      start_mask = begin_mask_i;
      start_pc   = begin_pc_i;
    end
  end

  assign start_valid = go_valid | walk_valid | begin_en_i;

  assign walks         = walk_turn & launch_ready;
  assign begin_ready_o = launch_ready & ~go_turn & ~walk_turn;
  assign begins        = begin_en_i & begin_ready_o;

  // A launch is passed: something is taken, and a launch that asks is not. A walk asks also in a
  // cycle in which the words of its slot cannot be read.
  logic asks, launched, still_asks;

  assign asks       = go_valid | walk_some | begin_en_i;
  assign late       = passed_q == Passed && asks && !res_first_q;
  assign launched   = start_valid & launch_ready;
  assign still_asks = (go_valid & ~(go_turn & launch_ready)) | (walk_some & ~walks)
                    | (begin_en_i & ~begins);

  always_ff @(posedge clk_i) begin
    if (!rst_ni)                                                passed_q <= 4'd0;
    else if (launched && late)                                  passed_q <= 4'd0;
    else if ((launched || (back_valid && back_ready)) && still_asks)
      passed_q <= passed_q == Passed ? Passed : passed_q + 4'd1;
    else if (launched)                                          passed_q <= 4'd0;
  end

  hd_barrier_unit #(
      .Slots  (Slots),
      .Lanes  (Lanes),
      .PcWidth(32),
      .LaneSlots(LaneSlots),
      .Leaves (Leaves)
  ) u_barrier (
      .clk_i,
      .rst_ni,
      .begin_en_i    (begins),
      .begin_slot_i,
      .begin_mask_i,
      .arr_valid_i   (memory | (res_valid_i & arrives)),
      .arr_exit_i    (res_flow_i == Exit),
      .arr_mask_i    (res_mask_i),
      .arr_slot_i    (res_slot_i),
      .arr_pc_i      (res_behind),
      .ev_valid_o,
      .ev_slot_o,
      .ev_kind_o,
      .ready_i,
      .launch_valid_o(go_valid),
      .launch_slot_o (go_slot),
      .launch_mask_o (go_mask),
      .launch_pc_o   (go_pc),
      .launch_ready_i(launch_ready & go_turn),
      .arr_memory_i  (memory),
      .back_valid_i  (end_turn & back_ready & ~late),
      .back_mask_i   (end_mask_i),
      .back_slot_i   (end_slot_i),
      .stalls_o,
      .leave_en_i    (row_rd_en_i),
      .leave_slot_i  (row_rd_slot_i),
      .leave_live_o  (leave_live),
      .leave_here_o  (leave_here),
      .leave_pc_o    (leave_pc),
      .resume_en_i   (row_wr_en_i),
      .resume_slot_i (row_wr_slot_i),
      .resume_live_i (row_live),
      .resume_here_i (row_here),
      .resume_pc_i   (row_pc)
  );

  //////////////////////
  // Forming of warps //
  //////////////////////

  // dwf has a warp; the fetch register has room; a warp goes into it. The warp; why there is none.
  logic                      warp_valid, warp_ready, forms;
  logic [31:0]               warp_pc;
  logic [Lanes-1:0]          warp_mask;
  logic [Lanes*TidWidth-1:0] warp_tid;
  logic [1:0]                warp_wait;

  // A group that goes to memory, and one that comes from there. Of lanes without a thread dwf says
  // anything: in memory they are 0.
  logic [CntWidth-1:0]       wr_key, rsp_key;
  logic [31:0]               wr_pc, rsp_pc;
  logic [Lanes-1:0]          wr_req, rsp_req;
  logic [Lanes*TidWidth-1:0] wr_tid, wr_threads, rsp_tid;

  for (genvar l = 0; l < Lanes; l++) begin : gen_threads
    assign wr_threads[l*TidWidth +: TidWidth] = wr_tid[l*TidWidth +: TidWidth]
                                              & {TidWidth{wr_req[l]}};
  end

  assign grp_wr_data_o = {wr_key, wr_pc, wr_req, wr_threads};
  assign {rsp_key, rsp_pc, rsp_req, rsp_tid} = grp_rsp_data_i;

  // Why groups wait is dwf's own affair.
  logic [1:0]                        unused_refuse;
  logic                              unused_stuck;
  logic [$clog2(PoolEntries+1)-1:0]  unused_free;

  // The front end takes a warp whenever it has room: the next PC is chosen at once.
  hd_dwf #(
      .Lanes       (Lanes),
      .LaneSlots   (LaneSlots),
      .TidWidth    (TidWidth),
      .PcWidth     (32),
      .PcShift     (PcShift),
      .PoolEntries (PoolEntries),
      .LutEntries  (LutEntries),
      .LutWays     (LutWays),
      .Forward     (Forward),
      .Policy      (Policy),
      .HeapEntries (HeapEntries),
      .HeapPorts   (HeapPorts),
      .QueueDepth  (QueueDepth),
      .Tree        (Tree),
      .MheapEntries(MheapEntries),
      .MheapWays   (MheapWays),
      .CntWidth    (CntWidth),
      .WidWidth    (WidWidth),
      .LutWidth    (LutWidth),
      .AgeLimit    (AgeLimit),
      .Swizzle     (0),
      .Spill       (1),
      .Slots       (Places),
      .Reads       (Reads),
      .AddrWidth   (32)
  ) u_dwf (
      .clk_i,
      .rst_ni,
      .ret_valid_i   (back_valid),
      .ret_mask_i    (back_mask),
      .ret_tid_i     (back_tid),
      .ret_pc_i      (back_pc),
      .ret_pdom_i    (back_pdom),
      .ret_ready_o   (back_ready),
      .launch_valid_i(start_valid),
      .launch_warp_i (start_slot),
      .launch_mask_i (start_mask),
      .launch_pc_i   (start_pc),
      .launch_ready_o(launch_ready),
      .issue_ready_i (warp_ready),
      .choose_i      (1'b1),
      .issue_valid_o (warp_valid),
      .issue_pc_o    (warp_pc),
      .issue_mask_o  (warp_mask),
      .issue_tid_o   (warp_tid),
      .base_en_i     (grp_base_en_i),
      .base_i        (grp_base_i),
      .wr_ready_i    (grp_wr_ready_i),
      .wr_valid_o    (grp_wr_valid_o),
      .wr_addr_o     (grp_wr_addr_o),
      .wr_key_o      (wr_key),
      .wr_pc_o       (wr_pc),
      .wr_req_o      (wr_req),
      .wr_tid_o      (wr_tid),
      .rd_ready_i    (grp_rd_ready_i),
      .rsp_valid_i   (grp_rsp_valid_i),
      .rsp_key_i     (rsp_key),
      .rsp_pc_i      (rsp_pc),
      .rsp_req_i     (rsp_req),
      .rsp_tid_i     (rsp_tid),
      .rd_valid_o    (grp_rd_valid_o),
      .rd_addr_o     (grp_rd_addr_o),
      .rsp_ready_o   (grp_rsp_ready_o),
      .wait_o        (warp_wait),
      .refuse_o      (unused_refuse),
      .stuck_o       (unused_stuck),
      .free_count_o  (unused_free)
  );

  ///////////
  // Fetch //
  ///////////

  // The warp in the fetch register gets its word, and leaves it, with rsp_valid_i.
  assign warp_ready = !fetch_valid_q || rsp_valid_i;
  assign forms      = warp_valid & warp_ready;

  assign fetch_valid_o = fetch_valid_q && !fetch_sent_q && (!issue_valid_q || issue_ready_i);
  assign fetch_pc_o    = fetch_pc_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      fetch_valid_q <= 1'b0;
      fetch_sent_q  <= 1'b0;
    end else begin
      fetch_valid_q <= forms || (fetch_valid_q && !rsp_valid_i);
      fetch_sent_q  <= (fetch_valid_o && fetch_ready_i) || (fetch_sent_q && !rsp_valid_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (forms) begin
      fetch_pc_q   <= warp_pc;
      fetch_mask_q <= warp_mask;
    end
  end

  // Of an id the part: the home lane is that of the place at which it stands.
  logic [Lanes-1:0] unused_home;

  for (genvar l = 0; l < Lanes; l++) begin : gen_slot
    logic [TidWidth-1:0] tid;

    assign tid = warp_tid[l*TidWidth +: TidWidth];
    assign unused_home[l] = ^tid;

    always_ff @(posedge clk_i) begin
      if (forms) fetch_slot_q[l*PartWidth +: PartWidth] <= PartWidth'(tid >> HomeBits);
    end
  end

  ////////////
  // Answer //
  ////////////

  // The word, decoded: registers of the language, rs1 lowest.
  logic        unused_legal, unused_fence;
  logic [2:0]  rsp_unit, rsp_flow;
  logic [3:0]  rsp_use;
  logic [23:0] rsp_name, rsp_reg;

  hd_decode u_decode (
      .clk_i,
      .rst_ni,
      .word_i   (rsp_word_i),
      .legal_o  (unused_legal), // the analyser has looked at all code
      .unit_o   (rsp_unit),
      .flow_o   (rsp_flow),
      .rs1_use_o(rsp_use[0]),
      .rs1_o    (rsp_name[0 +: 6]),
      .rs2_use_o(rsp_use[1]),
      .rs2_o    (rsp_name[6 +: 6]),
      .rs3_use_o(rsp_use[2]),
      .rs3_o    (rsp_name[12 +: 6]),
      .rd_use_o (rsp_use[3]),
      .rd_o     (rsp_name[18 +: 6]),
      .fence_o  (unused_fence)  // a thread has never more than one access under way
  );

  // Their places in the register file; 0 for none.
  for (genvar r = 0; r < 4; r++) begin : gen_reg
    logic [5:0] name;

    assign name = rsp_name[r*6 +: 6];
    assign rsp_reg[r*6 +: 6] = rsp_use[r] ? rows_i[32'(name)*6 +: 6] : 6'd0;
  end

  ///////////
  // Issue //
  ///////////

  always_ff @(posedge clk_i) begin
    if (!rst_ni) issue_valid_q <= 1'b0;
    else         issue_valid_q <= rsp_valid_i || (issue_valid_q && !issue_ready_i);
  end

  always_ff @(posedge clk_i) begin
    if (rsp_valid_i) begin
      issue_pc_q    <= fetch_pc_q;
      issue_word_q  <= rsp_word_i;
      issue_mask_q  <= fetch_mask_q;
      issue_meet_q  <= rsp_meet_i;
      issue_meets_q <= rsp_meets_i;
      issue_unit_q  <= rsp_unit;
      issue_flow_q  <= rsp_flow;
      issue_use_q   <= rsp_use;
      issue_reg_q   <= rsp_reg;
      issue_slot_q  <= fetch_slot_q;
    end
  end

  assign issue_valid_o = issue_valid_q;
  assign issue_slot_o  = issue_slot_q;
  assign issue_pc_o    = issue_pc_q;
  assign issue_word_o  = issue_word_q;
  assign issue_mask_o  = issue_mask_q;
  assign issue_meet_o  = issue_meet_q;
  assign issue_meets_o = issue_meets_q;
  assign issue_unit_o  = issue_unit_q;
  assign issue_flow_o  = issue_flow_q;
  assign issue_use_o   = issue_use_q;
  assign issue_reg_o   = issue_reg_q;

  ////////////
  // Status //
  ////////////

  always @* begin
    if (issue_valid_q && issue_ready_i)                          why_o = Issues;
    else if ((issue_valid_q || fetch_valid_q) && !issue_ready_i) why_o = PipeBusy;
    else if (fetch_valid_q)                                      why_o = Fetches;
    else if (warp_valid || warp_wait != NoneWaits || go_valid || walk_some) why_o = Forms;
    else why_o = Idle;
  end

endmodule
