// SPDX-License-Identifier: Apache-2.0
//
// Virtual Thread as a plug: puts the Virtual Thread unit into the machine's residency socket. It
// makes the unit's events of what front end, load/store and pipes do, and leads contexts from SIMT
// stacks to shared memory and back.
//
// Behaviour
// - A stall: a slot's next instruction is looked at, may not issue, and an access of its warp is
//   under way. The slot wants; as soon as its port has no other event it is told, and stalls. A
//   look that finds that it may issue is the wake-up.
// - A barrier is told when the slot's stack stands. Until then the slot arrives, and is not ready.
// - Accesses that write no register are counted for each warp, and have row 63 of the scoreboard
//   together: it is busy while one of them is under way.
// - A slot sits while a block is on it: only then an access's end means something to the front end.
//
// Dynamic warps, Own = 1
// - A slot stalls if none of its threads runs and some are in memory: the front end says so. When
//   it is told, row 63 stands for all accesses of the slot's warp: the warp owes a write.
// - An access at its end has threads of any slots. Slots that sit and stall wake up first, one a
//   cycle; until then the access is held. So no thread runs on a slot that stalls for the unit.
// - Accesses are counted for each warp that has a lane in them. A warp that has left owes until its
//   last access has ended.
//
// Corner cases
// - A slot that is looked at is not told in that cycle: the look may find that it may issue.
// - The last access without a register ends and another one issues: the bit stays.
// - A look in the cycle in which its block leaves is in vain; and so is a wake-up of dynamic warps.
// - A slot with a thread in the access that is at its end is not told that it stalls.
//
// Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: sections IV.A, IV.B, Table I.

module hd_vt_plug #(
    // Warp slots; slot s is of port s modulo Ports.
    parameter int Slots     = 48,
    // Blocks active at once.
    parameter int Frames    = 8,
    // Warps and blocks on the core, active or not. A counter a warp.
    parameter int Warps     = 256,
    parameter int Ctas      = 32,
    // Warps of the largest block.
    parameter int MaxWarps  = 32,
    // Warp schedulers, and pipes. Writers of registers are one more: load/store.
    parameter int Ports     = 2,
    // Memory accesses of a warp under way at most, from their issue on: of the counters.
    parameter int Accesses  = 36,
    // Bits of a row of the SIMT stack.
    parameter int StackBits = 478,
    // Shared memory: bits of a row, rows.
    parameter int RowBits   = 512,
    parameter int Rows      = 768,
    // 1: dynamic warps, in which each thread is of a warp of its own; Ports is 1. 0: the ports of
    // the group "Dynamic warps" do nothing.
    parameter int Own       = 0,
    // Threads of a warp: with Own = 1 comparators of each with all slots.
    parameter int Lanes     = 32,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int SizeWidth  = $clog2(Slots + 1),
    localparam int LimitWidth = $clog2(Frames + 1),
    localparam int RoomWidth  = $clog2(Ctas + 1),
    localparam int WarpWidth  = $clog2(Warps),
    localparam int PlaceWidth = $clog2(Rows),
    // Load/store is writer 0, pipe p is 1 + p.
    localparam int Writers    = Ports + 1
) (
    // Clock; synchronous reset, active low.
    input  logic                         clk_i,
    input  logic                         rst_ni,

    // Kernel
    // Take the sizes below, if idle_o; not while a block is offered.
    input  logic                         kernel_en_i,
    // Warps of a block (W), 1 to MaxWarps.
    input  logic [SizeWidth-1:0]         kernel_warps_i,
    // Blocks active at most; blocks on the core at most; rows of shared memory of a context.
    input  logic [LimitWidth-1:0]        kernel_frames_i,
    input  logic [RoomWidth-1:0]         kernel_ctas_i,
    input  logic [PlaceWidth-1:0]        kernel_rows_i,
    // No block is on the core, and no swap under way. State only.
    output logic                         idle_o,

    // Dispatcher
    // A block is offered; its identity.
    input  logic                         block_valid_i,
    input  logic [95:0]                  block_id_i,
    // It is taken. Depends on block_valid_i and ctx_ready_i.
    output logic                         block_ready_o,
    // A block is done; its identity. State only.
    output logic                         done_valid_o,
    output logic [95:0]                  done_id_o,

    // Front end; port p is [p*W +: W]
    // An event: 1 at a barrier, 2 a phase begins, 3 the warp has ended.
    input  logic [Ports-1:0]             ev_valid_i,
    input  logic [Ports*2-1:0]           ev_kind_i,
    input  logic [Ports*SlotWidth-1:0]   ev_slot_i,
    // A slot's next instruction is looked at; it may issue; it may not, and an access is under way.
    input  logic [Ports-1:0]             look_en_i,
    input  logic [Ports*SlotWidth-1:0]   look_slot_i,
    input  logic [Ports-1:0]             look_pass_i,
    input  logic [Ports-1:0]             look_memory_i,
    // The slot's SIMT stack has its top on chip and is not being looked through.
    input  logic [Slots-1:0]             stands_i,
    // An instruction issues; it writes this register, not 63; it accesses memory.
    input  logic [Ports-1:0]             set_en_i,
    input  logic [Ports*SlotWidth-1:0]   set_slot_i,
    input  logic [Ports-1:0]             set_use_i,
    input  logic [Ports*6-1:0]           set_reg_i,
    input  logic [Ports-1:0]             set_access_i,
    // Registers of the slot's warp that are still to be written. Depends on query_slot_i.
    input  logic [Ports*SlotWidth-1:0]   query_slot_i,
    output logic [Ports*64-1:0]          query_busy_o,
    // The warp on this slot may run. State only, and so all that follows in this group.
    output logic [Slots-1:0]             ready_o,
    // The warp's number, at [slot*WarpWidth +: WarpWidth]; meaningful while a warp sits there.
    output logic [Slots*WarpWidth-1:0]   slot_warp_o,
    // The warps on these slots leave: not ready from the next cycle on.
    output logic [Slots-1:0]             leave_o,
    // From the next cycle on a block is active on the begin_count_o slots from begin_slot_o on: a
    // new one, whose warps begin; one that goes on where it was.
    output logic                         begin_en_o,
    output logic                         resume_en_o,
    output logic [SlotWidth-1:0]         begin_slot_o,
    output logic [SizeWidth-1:0]         begin_count_o,
    // Its identity.
    output logic [95:0]                  begin_id_o,

    // Instructions that end; writer w is [w*W +: W]
    // It is done, of this slot and warp as it was issued; it has written this register.
    input  logic [Writers-1:0]           wb_en_i,
    input  logic [Writers*SlotWidth-1:0] wb_slot_i,
    input  logic [Writers*WarpWidth-1:0] wb_warp_i,
    input  logic [Writers-1:0]           wb_use_i,
    input  logic [Writers*6-1:0]         wb_reg_i,
    // Does this warp sit on this slot? Depends on the two.
    input  logic [SlotWidth-1:0]         sits_slot_i,
    input  logic [WarpWidth-1:0]         sits_warp_i,
    output logic                         sits_o,

    // Dynamic warps; lane l is [l*W +: W]
    // From the front end: no thread of the slot runs, some are in memory.
    input  logic [Slots-1:0]             stalls_i,
    // Load/store takes an access: its lanes, and the warp of each lane's thread.
    input  logic                         acc_en_i,
    input  logic [Lanes-1:0]             acc_mask_i,
    input  logic [Lanes*WarpWidth-1:0]   acc_warp_i,
    // One is at its end; and ends in this cycle.
    input  logic                         end_valid_i,
    input  logic                         end_en_i,
    input  logic [Lanes-1:0]             end_mask_i,
    input  logic [Lanes*WarpWidth-1:0]   end_warp_i,
    // It may not end yet; lanes whose warps sit; the slots of these warps, meaningful for these
    // lanes. Depends on end_mask_i and end_warp_i.
    output logic                         held_o,
    output logic [Lanes-1:0]             lane_sits_o,
    output logic [Lanes*SlotWidth-1:0]   lane_slot_o,

    // Contexts: rows of the SIMT stacks
    // The row of this slot is taken in this cycle. Enable and slot: state only.
    output logic                         stack_rd_en_o,
    output logic [SlotWidth-1:0]         stack_rd_slot_o,
    input  logic [StackBits-1:0]         stack_rd_data_i,
    // A row comes back. State only.
    output logic                         stack_wr_en_o,
    output logic [SlotWidth-1:0]         stack_wr_slot_o,
    output logic [StackBits-1:0]         stack_wr_data_o,

    // Contexts: rows of shared memory, as there
    // A row is written, or read. Depends on block_valid_i and block_id_i if nothing else wants to.
    output logic                         ctx_valid_o,
    output logic                         ctx_we_o,
    output logic [PlaceWidth-1:0]        ctx_row_o,
    output logic [RowBits-1:0]           ctx_wdata_o,
    // It is done in this cycle.
    input  logic                         ctx_ready_i,
    // The rows read, in order.
    input  logic                         ctx_rsp_valid_i,
    input  logic [RowBits-1:0]           ctx_rsp_data_i,

    // Status, state only
    // Blocks on the core; active blocks.
    output logic [Ctas-1:0]              resident_o,
    output logic [Ctas-1:0]              active_o,
    // 0 no swap, 1 a context comes, 2 stacks leave, 3 last cycle.
    output logic [1:0]                   swap_o
);

  // The unit: contexts move in steps of a granule, to which a stack's row is filled up.
  localparam int RowPower   = RowBits & -RowBits; // the largest power of two in a row
  localparam int Granule    = RowPower < 128 ? RowPower : 128;
  localparam int StackWidth = (StackBits + Granule - 1) / Granule * Granule;
  localparam int Overlap    = RowBits > StackWidth ? 0 : 1;
  localparam int RankWidth  = MaxWarps > 1 ? $clog2(MaxWarps) : 1;
  localparam int HeadWidth  = WarpWidth + RankWidth + 96;

  // Slots of a port: its i-th one is slot i * Ports + p.
  localparam int Many       = Slots / Ports;
  localparam int ManyWidth  = $clog2(Many);
  localparam int StoreWidth = $clog2(Accesses + 1);

  // Events of the front end, and of the unit.
  localparam logic [1:0] Stalls    = 2'd0;
  localparam logic [1:0] AtBarrier = 2'd1;
  localparam logic [1:0] Ended     = 2'd3;

  // The scoreboard's bit of accesses that write no register: none of a thread's lies there.
  localparam logic [5:0] Stores = 6'd63;

`ifndef SYNTHESIS
  initial begin
    if (Ports < 1 || Ports > 3) $fatal(1, "hd_vt_plug: Ports must be 1 to 3");
    if (Slots > 64 || Slots < 2 * Ports || Slots % Ports != 0)
      $fatal(1, "hd_vt_plug: Slots must be a multiple of Ports, 2 Ports to 64");
    if (Warps < Slots || Warps > 256) $fatal(1, "hd_vt_plug: Warps must be Slots to 256");
    if (MaxWarps < 1 || MaxWarps > Slots || MaxWarps > 63)
      $fatal(1, "hd_vt_plug: MaxWarps must be 1 to Slots, 63 at most");
    if (Own < 0 || Own > 1) $fatal(1, "hd_vt_plug: Own must be 0 or 1");
    if (Own == 1 && Ports != 1) $fatal(1, "hd_vt_plug: with Own = 1 Ports must be 1");
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_vt_plug: Lanes must be 1 to 64");
    if (Accesses < 1 || Accesses > 255) $fatal(1, "hd_vt_plug: Accesses must be 1 to 255");
    if (StackBits < 1 || StackWidth > 2560) $fatal(1, "hd_vt_plug: StackBits must be 1 to 2560");
    if (RowBits < HeadWidth)
      $fatal(1, "hd_vt_plug: RowBits must be at least the head's: WarpWidth + RankWidth + 96");
  end
`endif

  ///////////
  // State //
  ///////////

  // Warps of a block.
  logic [SizeWidth-1:0]  warps_q;
  // A block is on this slot; its warp stalls, and is to be told; it was told; it has come to a
  // barrier, which is to be told.
  logic [Slots-1:0]      sits_q, sits_d, wants_q, wants_d, stalls_q, stalls_d, arrives_q, arrives_d;
  // Of each warp: accesses under way that write no register; Own = 1: accesses that load/store has.
  (* mem2reg *) // flip-flops
  logic [StoreWidth-1:0] stores_q [Warps];

  always_ff @(posedge clk_i) begin
    if (!rst_ni)                    warps_q <= SizeWidth'(1);
    else if (kernel_en_i && idle_o) warps_q <= kernel_warps_i;
  end

  // The slots of a block that begin with this one.
  function automatic logic [Slots-1:0] block_on(input logic [SlotWidth-1:0] first,
                                                input logic [SizeWidth-1:0] count);
    block_on = ~({Slots{1'b1}} << count) << first;
  endfunction

  // Slots whose block sits down in this cycle (comes); leaves, or is done (gone).
  logic                 leave_en;
  logic [SlotWidth-1:0] leave_slot, done_slot;
  logic [Slots-1:0]     comes, gone;

  assign begin_count_o = warps_q;
  assign leave_o       = leave_en ? block_on(leave_slot, warps_q) : '0;
  assign comes         = begin_en_o || resume_en_o ? block_on(begin_slot_o, warps_q) : '0;
  assign gone          = leave_o | (done_valid_o ? block_on(done_slot, warps_q) : '0);
  assign sits_d        = (sits_q & ~gone) | comes;

  assign sits_o = sits_q[sits_slot_i]
                  && slot_warp_o[32'(sits_slot_i)*WarpWidth +: WarpWidth] == sits_warp_i;

  /////////////////////////
  // Stalls and wake-ups //
  /////////////////////////

  // Slots whose stall may be told in this cycle; slots that begin to want that; slots that do not
  // stall any more.
  logic [Slots-1:0]               may_stall, waits, passes;
  // Wake-ups; port p is [p*W +: W]. One port more than schedulers: that port has no wake-ups.
  logic [Ports:0]                 wake_valid;
  logic [(Ports+1)*SlotWidth-1:0] wake_slot;
  // Slots whose stall is told in this cycle.
  logic [Slots-1:0]               told_stall;

  // The scoreboard; set port p and writer w as usual. Warps of which a counted access begins; warps
  // of which one ends.
  logic [Ports:0]                 set_en;
  logic [(Ports+1)*SlotWidth-1:0] set_slot;
  logic [(Ports+1)*6-1:0]         set_reg;
  logic [Writers-1:0]             wb_en;
  logic [Writers*SlotWidth-1:0]   wb_slot;
  logic [Writers*WarpWidth-1:0]   wb_warp;
  logic [Writers*6-1:0]           wb_reg;
  logic [Warps-1:0]               begins, ends;

  for (genvar w = 0; w < Warps; w++) begin : gen_stores
    always_ff @(posedge clk_i) begin
      if (!rst_ni) stores_q[w] <= '0;
      else         stores_q[w] <= stores_q[w] + StoreWidth'(begins[w]) - StoreWidth'(ends[w]);
    end
  end

  if (Own == 0) begin : gen_static
    // passes: slots that may issue, as the look finds. waits: slots that wait for memory, as the
    // look finds. Slots that are looked at:
    logic [Slots-1:0] looked;

    for (genvar s = 0; s < Slots; s++) begin : gen_look
      localparam int P = s % Ports;

      assign looked[s] = look_en_i[P] && look_slot_i[P*SlotWidth +: SlotWidth] == SlotWidth'(s);
      assign passes[s] = looked[s] & look_pass_i[P];
      assign waits[s]  = looked[s] & ~look_pass_i[P] & look_memory_i[P];
    end

    // A slot that is looked at is not told: the look may find that it may issue.
    assign may_stall = wants_q & ~looked;

    for (genvar p = 0; p < Ports; p++) begin : gen_wake
      assign wake_valid[p] =
          look_en_i[p] & look_pass_i[p] & stalls_q[look_slot_i[p*SlotWidth +: SlotWidth]];
    end
    assign wake_valid[Ports] = 1'b0;
    assign wake_slot         = {{SlotWidth{1'b0}}, look_slot_i};

    // The warps that issue. The access without a register that ends is its warp's last one.
    logic [Ports*WarpWidth-1:0] set_by;
    logic                       last;
    logic [WarpWidth-1:0]       end_warp;

    assign end_warp = wb_warp_i[0 +: WarpWidth];

    always @* begin
      begins = '0;
      for (int p = 0; p < Ports; p++)
        if (set_en_i[p] && set_access_i[p] && !set_use_i[p])
          begins[set_by[p*WarpWidth +: WarpWidth]] = 1'b1;
    end

    always @* begin
      ends = '0;
      if (wb_en_i[0] && !wb_use_i[0]) ends[end_warp] = 1'b1;
    end

    // One ends and another one of the warp issues: neither is the last nor the first one.
    assign last = ends[end_warp] && stores_q[end_warp] == StoreWidth'(1) && !begins[end_warp];

    for (genvar p = 0; p < Ports; p++) begin : gen_set
      logic [WarpWidth-1:0] warp;
      logic                 first;

      assign warp  = slot_warp_o[32'(set_slot_i[p*SlotWidth +: SlotWidth])*WarpWidth +: WarpWidth];
      assign first = set_access_i[p] && stores_q[warp] == '0;

      assign set_by[p*WarpWidth +: WarpWidth] = warp;
      assign set_en[p]                        = set_en_i[p] && (set_use_i[p] || first);
      assign set_reg[p*6 +: 6]                = set_use_i[p] ? set_reg_i[p*6 +: 6] : Stores;
    end
    assign set_en[Ports]         = 1'b0;
    assign set_reg[Ports*6 +: 6] = 6'd0;
    assign set_slot              = {{SlotWidth{1'b0}}, set_slot_i};

    // Load/store tells of accesses without a register too; pipes of results alone.
    assign wb_en   = {wb_en_i[1 +: Ports] & wb_use_i[1 +: Ports],
                      wb_en_i[0] && (wb_use_i[0] || last)};
    assign wb_reg  = {wb_reg_i[6 +: Ports*6], wb_use_i[0] ? wb_reg_i[0 +: 6] : Stores};
    assign wb_slot = wb_slot_i;
    assign wb_warp = wb_warp_i;

    logic unused_dynamic;

    assign held_o         = 1'b0;
    assign lane_sits_o    = '0;
    assign lane_slot_o    = '0;
    assign unused_dynamic = &{1'b0, stalls_i, acc_en_i, acc_mask_i, acc_warp_i, end_valid_i,
                              end_en_i, end_mask_i, end_warp_i};
  end else begin : gen_dynamic
    // The stall of this warp was told, and its row 63 is to be written.
    logic [Warps-1:0]     owes_q, owes_d;
    // On which slot; meaningful while it owes.
    logic [SlotWidth-1:0] seat_q [Warps];

    // Slots with a thread in the access that is at its end; the lowest of these that stalls.
    logic [Slots-1:0]     back;
    logic [SlotWidth-1:0] back_slot;
    // It wakes up; its warp. The lowest warp that has left and whose last access has ended, if any.
    logic                 wakes, late;
    logic [WarpWidth-1:0] back_warp, late_warp;
    logic [Warps-1:0]     none; // no access
    // The slot whose stall is told, and its warp.
    logic                 stall;
    logic [SlotWidth-1:0] stall_slot;
    logic [WarpWidth-1:0] stall_warp;

    // Where the warp of each lane sits: nowhere, or on one slot.
    logic [Lanes*Slots-1:0] on;

    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      logic [SlotWidth-1:0] slot;

      for (genvar s = 0; s < Slots; s++) begin : gen_slot
        assign on[l*Slots+s] = end_mask_i[l] && sits_q[s]
                               && end_warp_i[l*WarpWidth +: WarpWidth]
                                  == slot_warp_o[s*WarpWidth +: WarpWidth];
      end

      always @* begin
        slot = '0;
        for (int s = 0; s < Slots; s++) if (on[l*Slots+s]) slot = slot | SlotWidth'(s);
      end

      assign lane_sits_o[l]                        = on[l*Slots +: Slots] != '0;
      assign lane_slot_o[l*SlotWidth +: SlotWidth] = slot;
    end

    always @* begin
      back = '0;
      for (int l = 0; l < Lanes; l++) back = back | on[l*Slots +: Slots];
    end

    hd_lowest #(
        .Width(Slots)
    ) u_back (
        .mask_i (back & stalls_q),
        .valid_o(held_o),
        .index_o(back_slot)
    );

    // A slot that wakes up while its block leaves: the block leaves. Nothing is told; in the next
    // cycle the slot does not sit, and the access need not be held for it.
    assign wakes     = end_valid_i & held_o & ~leave_o[back_slot];
    assign back_warp = slot_warp_o[32'(back_slot)*WarpWidth +: WarpWidth];

    assign waits      = '0;
    assign passes     = Slots'(wakes) << back_slot;
    assign wake_valid = {1'b0, wakes};
    assign wake_slot  = {{SlotWidth{1'b0}}, back_slot};

    // The front end knows of no end before it has come.
    assign may_stall = stalls_i & sits_q & ~stalls_q & ~(end_valid_i ? back : '0);

    hd_lowest #(
        .Width(Slots)
    ) u_stall (
        .mask_i (told_stall), // one at most
        .valid_o(stall),
        .index_o(stall_slot)
    );

    assign stall_warp = slot_warp_o[32'(stall_slot)*WarpWidth +: WarpWidth];

    // Accesses, once for each warp that has a lane in them.
    always @* begin
      begins = '0;
      ends   = '0;
      for (int l = 0; l < Lanes; l++) begin
        if (acc_en_i && acc_mask_i[l]) begins[acc_warp_i[l*WarpWidth +: WarpWidth]] = 1'b1;
        if (end_en_i && end_mask_i[l]) ends[end_warp_i[l*WarpWidth +: WarpWidth]] = 1'b1;
      end
    end

    for (genvar w = 0; w < Warps; w++) begin : gen_none
      assign none[w] = stores_q[w] == '0;
    end

    // A warp that sits is woken up before its last access ends. So a warp that owes and has no
    // access has left.
    hd_lowest #(
        .Width(Warps)
    ) u_late (
        .mask_i (owes_q & none),
        .valid_o(late),
        .index_o(late_warp)
    );

    assign owes_d = (owes_q | (Warps'(stall) << stall_warp))
                    & ~(Warps'(wakes) << back_warp) & ~(Warps'(late) << late_warp);

    always_ff @(posedge clk_i) begin
      if (!rst_ni) owes_q <= '0;
      else         owes_q <= owes_d;
    end

    always_ff @(posedge clk_i) if (stall) seat_q[stall_warp] <= stall_slot;

    // Row 63: set by a stall; written by a wake-up, or for a warp that has left.
    assign set_en   = {1'b0, stall};
    assign set_slot = {{SlotWidth{1'b0}}, stall_slot};
    assign set_reg  = {6'd0, Stores};
    assign wb_en    = {late, wakes};
    assign wb_slot  = {seat_q[late_warp], back_slot};
    assign wb_warp  = {late_warp, back_warp};
    assign wb_reg   = {Stores, Stores};

    logic unused_static;

    assign unused_static = &{1'b0, look_en_i, look_slot_i, look_pass_i, look_memory_i, stands_i,
                             set_en_i, set_slot_i, set_use_i, set_reg_i, set_access_i, wb_en_i,
                             wb_slot_i, wb_warp_i, wb_use_i, wb_reg_i};
  end

  ////////////
  // Events //
  ////////////

  // Events told to the unit; slots that are told to be at a barrier.
  logic [Ports:0]                 tell_valid;
  logic [(Ports+1)*2-1:0]         tell_kind;
  logic [(Ports+1)*SlotWidth-1:0] tell_slot;
  logic [Slots-1:0]               told_barrier;

  // Each port makes one event a cycle: the front end's end of a warp, which comes but once; else
  // the arrival of the lowest slot that arrives and whose stack stands, if there are stacks; else
  // the stall of the lowest slot whose stall may be told. Phases mean nothing to the unit.
  for (genvar p = 0; p < Ports; p++) begin : gen_event
    logic [Many-1:0]       port_arrived, port_wants;
    logic                 over, arrived, wants;
    logic [ManyWidth-1:0] arrived_index, wants_index;
    logic [SlotWidth-1:0] slot;
    logic [1:0]           kind;

    for (genvar i = 0; i < Many; i++) begin : gen_slot
      localparam int S = i * Ports + p;

      assign port_arrived[i] = arrives_q[S] & (Own != 0 || stands_i[S]);
      assign port_wants[i]   = may_stall[S];

      assign told_stall[S]   = tell_valid[p] && kind == Stalls && slot == SlotWidth'(S);
      assign told_barrier[S] = tell_valid[p] && kind == AtBarrier && slot == SlotWidth'(S);
    end

    hd_lowest #(
        .Width(Many)
    ) u_arrived (
        .mask_i (port_arrived),
        .valid_o(arrived),
        .index_o(arrived_index)
    );

    hd_lowest #(
        .Width(Many)
    ) u_wants (
        .mask_i (port_wants),
        .valid_o(wants),
        .index_o(wants_index)
    );

    assign over = ev_valid_i[p] && ev_kind_i[p*2 +: 2] == Ended;

    always @* begin
      if (over) begin
        kind = Ended;
        slot = ev_slot_i[p*SlotWidth +: SlotWidth];
      end else if (arrived) begin
        kind = AtBarrier;
        slot = SlotWidth'(arrived_index) * SlotWidth'(Ports) + SlotWidth'(p);
      end else begin
        kind = Stalls;
        slot = SlotWidth'(wants_index) * SlotWidth'(Ports) + SlotWidth'(p);
      end
    end

    assign tell_valid[p]                       = over | arrived | wants;
    assign tell_kind[p*2 +: 2]                 = kind;
    assign tell_slot[p*SlotWidth +: SlotWidth] = slot;
  end

  // The unit's port that only results come in on.
  assign tell_valid[Ports]                       = 1'b0;
  assign tell_kind[Ports*2 +: 2]                 = Stalls;
  assign tell_slot[Ports*SlotWidth +: SlotWidth] = '0;

  // Slots that come to a barrier in this cycle.
  logic [Slots-1:0] at_barrier;

  for (genvar s = 0; s < Slots; s++) begin : gen_barrier
    localparam int P = s % Ports;

    assign at_barrier[s] = ev_valid_i[P] && ev_kind_i[P*2 +: 2] == AtBarrier
                           && ev_slot_i[P*SlotWidth +: SlotWidth] == SlotWidth'(s);
  end

  // A slot that waits still, and wants or was told before, changes nothing. A slot whose block is
  // gone has nothing to tell.
  assign wants_d   = (wants_q | (waits & ~stalls_q)) & ~passes & ~told_stall & ~gone;
  assign stalls_d  = (stalls_q | told_stall) & ~passes & ~gone;
  assign arrives_d = (arrives_q | at_barrier) & ~told_barrier & ~gone;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      sits_q    <= '0;
      wants_q   <= '0;
      stalls_q  <= '0;
      arrives_q <= '0;
    end else begin
      sits_q    <= sits_d;
      wants_q   <= wants_d;
      stalls_q  <= stalls_d;
      arrives_q <= arrives_d;
    end
  end

  //////////////
  // The unit //
  //////////////

  logic [Slots-1:0]      ready;
  logic [StackWidth-1:0] stack_wr_data;
  logic [63:0]           unused_busy; // of the port that only results come in on
  logic                  unused_load, unused_l1, unused_l1_data, unused_l1_away, unused_stack;
  logic [WarpWidth-1:0]  unused_l1_warp;

  // Load queues are at rest: as small as they can be.
  hd_vt #(
      .Slots     (Slots),
      .Frames    (Frames),
      .Warps     (Warps),
      .Ctas      (Ctas),
      .MaxWarps  (MaxWarps),
      .Regs      (64),
      .IdWidth   (96),
      .Ports     (Ports + 1),
      .CntWidth  (12),
      .StackWidth(StackWidth),
      .MemWidth  (RowBits),
      .Granule   (Granule),
      .MemWords  (Rows),
      .Reads     (2),
      .Active    (1),
      .Inactive  (1),
      .LoadWidth (1),
      .Overlap   (Overlap)
  ) u_unit (
      .clk_i,
      .rst_ni,
      .kernel_en_i,
      .kernel_warps_i,
      .kernel_frames_i,
      .kernel_ctas_i,
      .kernel_words_i (kernel_rows_i),
      .idle_o,
      .block_valid_i,
      .block_id_i,
      .block_ready_o,
      .done_valid_o,
      .done_id_o,
      .done_slot_o    (done_slot),
      .ev_valid_i     (tell_valid),
      .ev_kind_i      (tell_kind),
      .ev_slot_i      (tell_slot),
      .wake_valid_i   (wake_valid),
      .wake_slot_i    (wake_slot),
      .ready_o        (ready),
      .slot_warp_o,
      .begin_en_o,
      .resume_en_o,
      .seat_slot_o    (begin_slot_o),
      .seat_id_o      (begin_id_o),
      .leave_en_o     (leave_en),
      .leave_slot_o   (leave_slot),
      .query_slot_i   ({{SlotWidth{1'b0}}, query_slot_i}),
      .query_busy_o   ({unused_busy, query_busy_o}),
      .set_en_i       (set_en),
      .set_slot_i     (set_slot),
      .set_reg_i      (set_reg),
      .wb_en_i        (wb_en),
      .wb_slot_i      (wb_slot),
      .wb_warp_i      (wb_warp),
      .wb_reg_i       (wb_reg),
      .stack_rd_en_o,
      .stack_rd_slot_o,
      .stack_rd_data_i(StackWidth'(stack_rd_data_i)),
      .stack_wr_en_o,
      .stack_wr_slot_o,
      .stack_wr_data_o(stack_wr_data),
      .mem_valid_o    (ctx_valid_o),
      .mem_we_o       (ctx_we_o),
      .mem_addr_o     (ctx_row_o),
      .mem_wdata_o    (ctx_wdata_o),
      .mem_ready_i    (ctx_ready_i),
      .rsp_valid_i    (ctx_rsp_valid_i),
      .rsp_data_i     (ctx_rsp_data_i),
      .load_valid_i   (1'b0),
      .load_warp_i    (WarpWidth'(0)),
      .load_data_i    (1'b0),
      .load_ready_o   (unused_load),
      .l1_valid_o     (unused_l1),
      .l1_warp_o      (unused_l1_warp),
      .l1_data_o      (unused_l1_data),
      .l1_away_o      (unused_l1_away),
      .l1_ready_i     (1'b0),
      .resident_o,
      .active_o,
      .swap_o
  );

  assign ready_o         = ready & ~arrives_q;
  assign stack_wr_data_o = stack_wr_data[0 +: StackBits];
  assign unused_stack    = &{1'b0, stack_wr_data}; // zeros behind a row

endmodule
