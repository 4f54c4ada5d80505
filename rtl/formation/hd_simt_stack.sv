// SPDX-License-Identifier: Apache-2.0
//
// SIMT stack: for each warp slot, where its threads are. The top entry runs; at its reconvergence
// address (rpc, in frame rframe) its threads meet the threads of the entry below. Depth entries of
// a warp are on chip, the lower ones in memory.
//
// Behaviour
// - An operation says what the top's instruction did: next, branch, call, return, exit. The stack
//   is as it must be for the next instruction in the cycle after: entries are pushed, and taken off
//   at their meeting place, in the cycle of the operation.
// - A branch whose threads part leaves the top waiting at the meeting place, and pushes the threads
//   that do not take the branch, then the threads that do.
// - One mask a slot says which threads live: an exit changes no entry.
//
// Corner cases
// - The meeting place is the top's own already: no entry waits, the two halves replace the top. So
//   a loop that threads leave one by one does not grow the stack.
// - A half that is at the meeting place already gets no entry.
// - After an exit, and when an entry comes back, the top may be dead: such slots are looked at one
//   by one, and dead tops taken off.
// - An operation that has not room enough on chip is not ready; it leaves a wish, for which the
//   lowest entry goes to memory.
//
// Fung et al., Dynamic Warp Formation: 3.2, Figure 4. Yoon et al., Virtual Thread: IV.C.

module hd_simt_stack #(
    // Warp slots.
    parameter int Slots      = 48,
    // Threads of a warp.
    parameter int Lanes      = 32,
    // Bits of an address.
    parameter int PcWidth    = 32,
    // Bits of a frame: calls within each other.
    parameter int FrameWidth = 6,
    // Entries of a warp on chip: banks.
    parameter int Depth      = 4,
    // Entries of a warp in all.
    parameter int Levels     = 64,
    // Operations in a cycle: one a scheduler. Read and write ports of each bank.
    parameter int Ports      = 2,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int LevelWidth = $clog2(Levels + 1),
    localparam int EntryWidth = Lanes + 2 * (PcWidth + FrameWidth),
    localparam int RowWidth   = Depth * EntryWidth + 2 * LevelWidth + Lanes
) (
    // Clock; synchronous reset, active low.
    input  logic                       clk_i,
    input  logic                       rst_ni,

    // A warp begins
    // On this slot, at this address, with these threads.
    input  logic                       begin_en_i,
    input  logic [SlotWidth-1:0]       begin_slot_i,
    input  logic [PcWidth-1:0]         begin_pc_i,
    input  logic [Lanes-1:0]           begin_mask_i,

    // Where a warp is; port p is [p*W +: W]
    // Of this slot.
    input  logic [Ports*SlotWidth-1:0] look_slot_i,
    // Address and living threads of its top; meaningful while ready_o of the slot.
    output logic [Ports*PcWidth-1:0]   look_pc_o,
    output logic [Ports*Lanes-1:0]     look_mask_o,
    // The slot has a top that can run. State only.
    output logic [Slots-1:0]           ready_o,
    // A warp is here and all its threads have ended. State only.
    output logic [Slots-1:0]           done_o,
    // The slot is ready_o, and nothing of it is on its way to memory or is to go there. State only.
    output logic [Slots-1:0]           at_rest_o,

    // What its instruction did; ports are on different slots
    // 0 next, 1 branch, 2 call, 3 return, 4 exit.
    input  logic [Ports-1:0]           op_valid_i,
    input  logic [Ports*SlotWidth-1:0] op_slot_i,
    input  logic [Ports*3-1:0]         op_kind_i,
    // Next: the next address. Branch: the next address of threads that do not take it. Call,
    // return: the target.
    input  logic [Ports*PcWidth-1:0]   op_pc_i,
    // Branch: threads that take it, and where it goes.
    input  logic [Ports*Lanes-1:0]     op_taken_i,
    input  logic [Ports*PcWidth-1:0]   op_target_i,
    // Branch: where the threads meet again; 0: where the top does. Call: the return address, if the
    // threads are to meet there, else 0.
    input  logic [Ports*PcWidth-1:0]   op_meet_i,
    // Done in this cycle. Depends on state, op_slot_i, op_kind_i, op_taken_i and op_meet_i.
    output logic [Ports-1:0]           op_ready_o,

    // Deeper entries
    // Write the lowest entry on chip of this slot to memory, or read the one below. State only.
    output logic                       spill_valid_o,
    input  logic                       spill_ready_i,
    // It is a read; the slot; the level; the entry to be written. State only.
    output logic                       spill_load_o,
    output logic [SlotWidth-1:0]       spill_slot_o,
    output logic [LevelWidth-1:0]      spill_level_o,
    output logic [EntryWidth-1:0]      spill_data_o,
    // An entry is back.
    input  logic                       fill_valid_i,
    input  logic [SlotWidth-1:0]       fill_slot_i,
    input  logic [EntryWidth-1:0]      fill_data_i,

    // Contexts
    // All that is known of a slot. Depends on row_rd_slot_i.
    input  logic [SlotWidth-1:0]       row_rd_slot_i,
    output logic [RowWidth-1:0]        row_rd_data_o,
    // It comes back, to this slot.
    input  logic                       row_wr_en_i,
    input  logic [SlotWidth-1:0]       row_wr_slot_i,
    input  logic [RowWidth-1:0]        row_wr_data_i
);

`ifndef SYNTHESIS
  initial begin
    if (Slots < 2 || Slots > 64) $fatal(1, "hd_simt_stack: Slots must be 2 to 64");
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_simt_stack: Lanes must be 1 to 64");
    if (PcWidth < 2 || PcWidth > 64) $fatal(1, "hd_simt_stack: PcWidth must be 2 to 64");
    if (FrameWidth < 1 || FrameWidth > 8) $fatal(1, "hd_simt_stack: FrameWidth must be 1 to 8");
    if (Depth != 4 && Depth != 8 && Depth != 16)
      $fatal(1, "hd_simt_stack: Depth must be 4, 8 or 16");
    if (Levels < Depth || Levels > 128) $fatal(1, "hd_simt_stack: Levels must be Depth to 128");
    if (Ports < 1 || Ports > 4) $fatal(1, "hd_simt_stack: Ports must be 1 to 4");
  end
`endif

  // Kinds of operations; all others are `next`.
  localparam logic [2:0] Branch = 3'd1;
  localparam logic [2:0] Call   = 3'd2;
  localparam logic [2:0] Return = 3'd3;
  localparam logic [2:0] Exit   = 3'd4;

  // Fields of a row, behind the entries.
  localparam int CountAt  = Depth * EntryWidth;
  localparam int DeepAt   = CountAt + LevelWidth;
  localparam int LiveAt   = DeepAt + LevelWidth;

  // The bank of a level.
  localparam int PlaceWidth = $clog2(Depth);

  // No thread is ever in this frame: an entry with this rframe never reaches a meeting place.
  localparam logic [FrameWidth-1:0] Never = {FrameWidth{1'b1}};

  ///////////
  // State //
  ///////////

  // The banks are below. Living threads; entries in all; levels below this one are in memory.
  (* mem2reg *)
  logic [Lanes-1:0]      live_q [Slots];
  (* mem2reg *)
  logic [LevelWidth-1:0] count_q [Slots];
  (* mem2reg *)
  logic [LevelWidth-1:0] deep_q [Slots];
  // A warp is here; its top is to be looked at; an operation needs room; a read is under way.
  logic [Slots-1:0]      here_q, here_d, check_q, check_d, wish_q, wish_d, reading_q, reading_d;
  // The request that is offered.
  logic                  spill_valid_q, spill_load_q;
  logic [SlotWidth-1:0]  spill_slot_q;

  // No entry at all; none on chip.
  logic [Slots-1:0] empty, dry;

  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    assign empty[s] = count_q[s] == '0;
    assign dry[s]   = here_q[s] && count_q[s] == deep_q[s] && !empty[s];
  end

  assign ready_o = here_q & ~check_q & ~dry & ~empty;
  assign done_o  = here_q & ~check_q & empty;

  ///////////
  // Banks //
  ///////////

  // Bank d as the ports see it. Its entry of a slot: the slot looked at; the slot operated on; the
  // slot to be checked; the slot to be written to memory; the slot whose context is read.
  logic [Ports*Depth*PcWidth-1:0]    look_pc, op_rpc;
  logic [Ports*Depth*Lanes-1:0]      look_mask, op_mask;
  logic [Ports*Depth*FrameWidth-1:0] op_frame, op_rframe;
  logic [Depth*Lanes-1:0]            check_mask;
  logic [Depth*EntryWidth-1:0]       spill_entry, row_entry;

  // What an operation writes, for each port: its slot; into which banks; the entries.
  logic [Ports*Depth-1:0]            op_we;
  logic [Ports*Depth*EntryWidth-1:0] op_wdata;

  logic [SlotWidth-1:0]  check_slot;
  logic [PlaceWidth-1:0] fill_place;

  for (genvar d = 0; d < Depth; d++) begin : gen_bank
    logic [Lanes-1:0]      mask_q [Slots];
    logic [PcWidth-1:0]    pc_q [Slots];
    logic [FrameWidth-1:0] frame_q [Slots];
    logic [PcWidth-1:0]    rpc_q [Slots];
    logic [FrameWidth-1:0] rframe_q [Slots];

    // Of the row that is read: how many levels above the lowest on chip; an entry is there.
    logic [PlaceWidth-1:0] row_above;
    logic                  row_holds;

    for (genvar p = 0; p < Ports; p++) begin : gen_port
      logic [SlotWidth-1:0] look_slot, op_slot;

      assign look_slot = look_slot_i[p*SlotWidth +: SlotWidth];
      assign op_slot   = op_slot_i[p*SlotWidth +: SlotWidth];
      assign look_pc[(p*Depth + d)*PcWidth +: PcWidth]         = pc_q[look_slot];
      assign look_mask[(p*Depth + d)*Lanes +: Lanes]           = mask_q[look_slot];
      assign op_mask[(p*Depth + d)*Lanes +: Lanes]             = mask_q[op_slot];
      assign op_frame[(p*Depth + d)*FrameWidth +: FrameWidth]  = frame_q[op_slot];
      assign op_rpc[(p*Depth + d)*PcWidth +: PcWidth]          = rpc_q[op_slot];
      assign op_rframe[(p*Depth + d)*FrameWidth +: FrameWidth] = rframe_q[op_slot];
    end

    assign check_mask[d*Lanes +: Lanes] = mask_q[check_slot];
    assign spill_entry[d*EntryWidth +: EntryWidth] =
        {rframe_q[spill_slot_q], rpc_q[spill_slot_q], frame_q[spill_slot_q], pc_q[spill_slot_q],
         mask_q[spill_slot_q]};
    // A place without an entry is 0 in a row, whatever stood there before.
    assign row_above = PlaceWidth'(d) - PlaceWidth'(deep_q[row_rd_slot_i]);
    assign row_holds = LevelWidth'(row_above) < count_q[row_rd_slot_i] - deep_q[row_rd_slot_i];
    assign row_entry[d*EntryWidth +: EntryWidth] =
        {rframe_q[row_rd_slot_i], rpc_q[row_rd_slot_i], frame_q[row_rd_slot_i],
         pc_q[row_rd_slot_i], mask_q[row_rd_slot_i]} & {EntryWidth{row_holds}};

    // All writers are of different slots.
    always_ff @(posedge clk_i) begin
      for (int p = 0; p < Ports; p++)
        if (op_we[p*Depth + d])
          {rframe_q[op_slot_i[p*SlotWidth +: SlotWidth]],
           rpc_q[op_slot_i[p*SlotWidth +: SlotWidth]],
           frame_q[op_slot_i[p*SlotWidth +: SlotWidth]],
           pc_q[op_slot_i[p*SlotWidth +: SlotWidth]],
           mask_q[op_slot_i[p*SlotWidth +: SlotWidth]]} <=
              op_wdata[(p*Depth + d)*EntryWidth +: EntryWidth];
      if (fill_valid_i && fill_place == PlaceWidth'(d))
        {rframe_q[fill_slot_i], rpc_q[fill_slot_i], frame_q[fill_slot_i], pc_q[fill_slot_i],
         mask_q[fill_slot_i]} <= fill_data_i;
      if (row_wr_en_i)
        {rframe_q[row_wr_slot_i], rpc_q[row_wr_slot_i], frame_q[row_wr_slot_i],
         pc_q[row_wr_slot_i], mask_q[row_wr_slot_i]} <= row_wr_data_i[d*EntryWidth +: EntryWidth];
      if (d == 0 && begin_en_i)
        {rframe_q[begin_slot_i], rpc_q[begin_slot_i], frame_q[begin_slot_i], pc_q[begin_slot_i],
         mask_q[begin_slot_i]} <= {Never, {PcWidth{1'b0}}, {FrameWidth{1'b0}}, begin_pc_i,
                                   begin_mask_i};
    end
  end

  /////////////////////
  // Where a warp is //
  /////////////////////

  for (genvar p = 0; p < Ports; p++) begin : gen_look
    logic [SlotWidth-1:0]  slot;
    logic [PlaceWidth-1:0] place;

    assign slot  = look_slot_i[p*SlotWidth +: SlotWidth];
    assign place = PlaceWidth'(count_q[slot]) - PlaceWidth'(1);

    assign look_pc_o[p*PcWidth +: PcWidth] = look_pc[(p*Depth + 32'(place))*PcWidth +: PcWidth];
    assign look_mask_o[p*Lanes +: Lanes] =
        look_mask[(p*Depth + 32'(place))*Lanes +: Lanes] & live_q[slot];
  end

  ////////////////
  // Operations //
  ////////////////

  // For each port: entries after it, threads that it ends.
  logic [Ports-1:0]            op_en;
  logic [Ports*LevelWidth-1:0] op_count;
  logic [Ports*Lanes-1:0]      op_dead;

  for (genvar p = 0; p < Ports; p++) begin : gen_op
    logic [SlotWidth-1:0]  slot;
    logic [2:0]            kind;
    logic [PcWidth-1:0]    op_pc, target, meet;
    logic [LevelWidth-1:0] count;
    logic [PlaceWidth-1:0] place;

    assign slot   = op_slot_i[p*SlotWidth +: SlotWidth];
    assign kind   = op_kind_i[p*3 +: 3];
    assign op_pc  = op_pc_i[p*PcWidth +: PcWidth];
    assign target = op_target_i[p*PcWidth +: PcWidth];
    assign meet   = op_meet_i[p*PcWidth +: PcWidth];
    assign count  = count_q[slot];
    assign place  = PlaceWidth'(count) - PlaceWidth'(1);

    // The top, and its threads that live.
    logic [Lanes-1:0]      mask, alive, taken, others;
    logic [PcWidth-1:0]    rpc;
    logic [FrameWidth-1:0] frame, rframe;

    assign mask   = op_mask[(p*Depth + 32'(place))*Lanes +: Lanes];
    assign frame  = op_frame[(p*Depth + 32'(place))*FrameWidth +: FrameWidth];
    assign rpc    = op_rpc[(p*Depth + 32'(place))*PcWidth +: PcWidth];
    assign rframe = op_rframe[(p*Depth + 32'(place))*FrameWidth +: FrameWidth];
    assign alive  = mask & live_q[slot];
    assign taken  = op_taken_i[p*Lanes +: Lanes] & alive;
    assign others = alive & ~taken;

    // Threads part; the meeting place is the top's own; an entry waits there; a call's caller does.
    logic parts, own, waits, calls;
    logic [PcWidth-1:0]    meet_pc;
    logic [FrameWidth-1:0] meet_frame;

    assign parts      = kind == Branch && taken != '0 && others != '0;
    assign own        = meet == '0 || (meet == rpc && frame == rframe);
    assign meet_pc    = own ? rpc : meet;
    assign meet_frame = own ? rframe : frame;
    assign calls      = kind == Call && !own;
    assign waits      = calls || (parts && !own);

    // Where the top's threads go on, if they stay together; are they at their meeting place there?
    logic [PcWidth-1:0]    new_pc;
    logic [FrameWidth-1:0] new_frame;
    logic                  meets;

    assign new_pc    = kind == Branch && taken != '0 ? target : op_pc;
    assign new_frame = kind == Call   ? frame + FrameWidth'(1)
                     : kind == Return ? frame - FrameWidth'(1) : frame;
    assign meets     = kind != Exit && !parts && !calls && new_pc == rpc && new_frame == rframe;

    // The halves of a branch that need an entry. Of the two that may be pushed the first one lies
    // below.
    logic                  has_others, has_taken, push_one, push_two;
    logic [EntryWidth-1:0] entry_others, entry_taken, entry_call, first;

    assign has_others   = parts && !(op_pc == meet_pc && frame == meet_frame);
    assign has_taken    = parts && !(target == meet_pc && frame == meet_frame);
    assign entry_others = {meet_frame, meet_pc, frame, op_pc, others};
    assign entry_taken  = {meet_frame, meet_pc, frame, target, taken};
    assign entry_call   = {frame, meet, new_frame, op_pc, alive};
    assign push_one     = has_others | has_taken | calls;
    assign push_two     = has_others & has_taken;
    assign first        = calls ? entry_call : has_others ? entry_others : entry_taken;

    // The level of the first one pushed: the top's, if that does not wait.
    logic [LevelWidth-1:0] base, after;
    logic [PlaceWidth-1:0] base_place, second_place;

    assign base         = parts && own ? count - LevelWidth'(1) : count;
    assign base_place   = PlaceWidth'(base);
    assign second_place = base_place + PlaceWidth'(1);
    assign after        = meets ? count - LevelWidth'(1)
                                : base + LevelWidth'(push_one) + LevelWidth'(push_two);

    // Room for a waiting top or caller, and for the second half of a branch: also if that half is
    // at the meeting place already, which addresses, that come late, would tell.
    assign op_ready_o[p] = count - deep_q[slot] + LevelWidth'(waits) + LevelWidth'(parts)
                           <= LevelWidth'(Depth);
    assign op_en[p]      = op_valid_i[p] & op_ready_o[p];
    assign op_count[p*LevelWidth +: LevelWidth] = after;
    assign op_dead[p*Lanes +: Lanes] = kind == Exit ? alive : '0;

    // The top itself: waits, or goes on.
    logic [EntryWidth-1:0] entry_top;

    assign entry_top = {rframe, rpc, waits ? frame : new_frame, waits ? meet : new_pc, mask};

    for (genvar d = 0; d < Depth; d++) begin : gen_write
      logic is_first, is_second, is_top;

      assign is_first  = push_one && base_place == PlaceWidth'(d);
      assign is_second = push_two && second_place == PlaceWidth'(d);
      assign is_top    = kind != Exit && place == PlaceWidth'(d);

      assign op_we[p*Depth + d] = op_en[p] && (is_first || is_second || is_top);
      assign op_wdata[(p*Depth + d)*EntryWidth +: EntryWidth] =
          is_first ? first : is_second ? entry_taken : entry_top;
    end
  end

  ///////////
  // Check //
  ///////////

  // The lowest-numbered slot to be looked at whose top, if it has one, is on chip.
  logic                  check_valid, check_alive;
  logic [PlaceWidth-1:0] check_place;

  hd_lowest #(
      .Width (Slots)
  ) u_check (
      .mask_i  (check_q & ~dry),
      .valid_o (check_valid),
      .index_o (check_slot)
  );

  assign check_place = PlaceWidth'(count_q[check_slot]) - PlaceWidth'(1);
  assign check_alive = (check_mask[32'(check_place)*Lanes +: Lanes] & live_q[check_slot]) != '0;

  // Nothing to be taken off any more; a dead top.
  logic check_ends, check_pops;

  assign check_ends = check_valid && (empty[check_slot] || check_alive);
  assign check_pops = check_valid && !empty[check_slot] && !check_alive;

  ////////////
  // Deeper //
  ////////////

  logic                 spill_done, stores, reads;
  logic [Slots-1:0]     mine, wishes, dries;
  logic                 wish_valid, dry_valid;
  logic [SlotWidth-1:0] wish_slot, dry_slot;
  logic [PlaceWidth-1:0] spill_place;

  // A slot that is ready has its top here: no read is under way, and none is offered.
  assign at_rest_o = ready_o & ~wish_q & ~({Slots{spill_valid_q}} & mine);

  assign spill_done = spill_valid_q & spill_ready_i;
  assign stores     = spill_done & ~spill_load_q;
  assign reads      = spill_done & spill_load_q;
  assign mine       = Slots'(1) << spill_slot_q;
  assign wishes     = wish_q & ~({Slots{stores}} & mine);
  assign dries      = dry & ~reading_q & ~({Slots{reads}} & mine);

  hd_lowest #(
      .Width (Slots)
  ) u_wish (
      .mask_i  (wishes),
      .valid_o (wish_valid),
      .index_o (wish_slot)
  );

  hd_lowest #(
      .Width (Slots)
  ) u_dry (
      .mask_i  (dries),
      .valid_o (dry_valid),
      .index_o (dry_slot)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      spill_valid_q <= 1'b0;
    end else if (!spill_valid_q || spill_ready_i) begin
      spill_valid_q <= wish_valid | dry_valid;
      spill_load_q  <= ~wish_valid;
      spill_slot_q  <= wish_valid ? wish_slot : dry_slot;
    end
  end

  assign spill_place   = PlaceWidth'(deep_q[spill_slot_q]);
  assign spill_valid_o = spill_valid_q;
  assign spill_load_o  = spill_load_q;
  assign spill_slot_o  = spill_slot_q;
  assign spill_level_o = deep_q[spill_slot_q] - LevelWidth'(spill_load_q);
  assign spill_data_o  = spill_entry[32'(spill_place)*EntryWidth +: EntryWidth];

  assign fill_place = PlaceWidth'(deep_q[fill_slot_i]) - PlaceWidth'(1);

  /////////////////////
  // State of a slot //
  /////////////////////

  always @* begin
    here_d    = here_q;
    check_d   = check_q;
    wish_d    = wish_q;
    reading_d = reading_q;
    for (int p = 0; p < Ports; p++) begin
      if (op_valid_i[p] && !op_ready_o[p]) wish_d[op_slot_i[p*SlotWidth +: SlotWidth]] = 1'b1;
      if (op_en[p] && op_kind_i[p*3 +: 3] == Exit)
        check_d[op_slot_i[p*SlotWidth +: SlotWidth]] = 1'b1;
    end
    if (stores)     wish_d[spill_slot_q]    = 1'b0;
    if (reads)      reading_d[spill_slot_q] = 1'b1;
    if (check_ends) check_d[check_slot]     = 1'b0;
    if (fill_valid_i) begin
      reading_d[fill_slot_i] = 1'b0;
      check_d[fill_slot_i]   = 1'b1;
    end
    if (row_wr_en_i) begin
      here_d[row_wr_slot_i]  = 1'b1;
      check_d[row_wr_slot_i] = 1'b1;
    end
    if (begin_en_i) begin
      here_d[begin_slot_i]  = 1'b1;
      check_d[begin_slot_i] = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      here_q    <= '0;
      check_q   <= '0;
      wish_q    <= '0;
      reading_q <= '0;
    end else begin
      here_q    <= here_d;
      check_q   <= check_d;
      wish_q    <= wish_d;
      reading_q <= reading_d;
    end
  end

  always_ff @(posedge clk_i) begin
    for (int p = 0; p < Ports; p++)
      if (op_en[p])
        count_q[op_slot_i[p*SlotWidth +: SlotWidth]] <= op_count[p*LevelWidth +: LevelWidth];
    if (check_pops) count_q[check_slot] <= count_q[check_slot] - LevelWidth'(1);
    if (stores)       deep_q[spill_slot_q] <= deep_q[spill_slot_q] + LevelWidth'(1);
    if (fill_valid_i) deep_q[fill_slot_i]  <= deep_q[fill_slot_i] - LevelWidth'(1);
    if (row_wr_en_i) begin
      count_q[row_wr_slot_i] <= row_wr_data_i[CountAt +: LevelWidth];
      deep_q[row_wr_slot_i]  <= row_wr_data_i[DeepAt +: LevelWidth];
    end
    if (begin_en_i) begin
      count_q[begin_slot_i] <= LevelWidth'(1);
      deep_q[begin_slot_i]  <= '0;
    end
  end

  always_ff @(posedge clk_i) begin
    for (int p = 0; p < Ports; p++)
      if (op_en[p])
        live_q[op_slot_i[p*SlotWidth +: SlotWidth]] <=
            live_q[op_slot_i[p*SlotWidth +: SlotWidth]] & ~op_dead[p*Lanes +: Lanes];
    if (row_wr_en_i) live_q[row_wr_slot_i] <= row_wr_data_i[LiveAt +: Lanes];
    if (begin_en_i)  live_q[begin_slot_i]  <= begin_mask_i;
  end

  //////////////
  // Contexts //
  //////////////

  assign row_rd_data_o = {live_q[row_rd_slot_i], deep_q[row_rd_slot_i], count_q[row_rd_slot_i],
                          row_entry};

endmodule
