// SPDX-License-Identifier: Apache-2.0
//
// Interweaving front end: the front of a core whose instructions share one row of lanes. It keeps
// the contexts of each warp (threads that run together, and their address), fetches for those that
// are hot, and issues up to two instructions in a cycle that have no lane in common: of two
// contexts of a warp (SBI), of two warps (SWI), or both.
//
// Behaviour
// - Each slot has one or two hot contexts. All others of its warp are in the cold context table;
//   threads at a barrier are in the barrier unit.
// - One event happens in a cycle: a resolve, an issue, or work of the sorter (threads launched from
//   a barrier, or the head of the cold list taken). It leaves up to three contexts of its slot. The
//   sorter puts them in order and merges those that have met; what comes out last becomes cold.
// - A word is fetched for each hot context, looked at in the scoreboard until no register of it is
//   busy, and then is a candidate of the select.
//
// Corner cases
// - An issue changes up to two slots: I1's has sorter 0, as all other events, I2's has sorter 1. If
//   both are of one slot, sorter 0 has both.
// - A resolve goes before all; the resolve of port 0 before that of port 1. Work that had to wait
//   for 15 cycles goes before an issue.
// - A resolve whose threads go to several places takes a cycle for each. Those that are left keep
//   the context's position; it is the first that stays, and that has threads of the resolve.
// - Merged contexts keep a word, if one of them had it. It is looked at again: now it is for more
//   threads.
//
// Depth: the select, the choice of the slot that sorter 0 is for, and the sorter stand one behind
// the other. The readers of serve, I1 and I2 are apart, so that nothing of a resolve or of work
// hangs behind the select.
//
// Brunie, Collange, Diamos, Simultaneous Branch and Warp Interweaving for Sustained GPU
// Performance, ISCA 2012: sections 3 and 4, Figures 2 to 6, Table 3.

module hd_interweave_front #(
    // Warp slots. The select grows with their square, all else in proportion.
    parameter int Slots       = 16,
    // Threads of a warp.
    parameter int Lanes       = 64,
    // Of the select: 0 SBI, 1 SWI (one hot context a slot), 2 both.
    parameter int Mode        = 2,
    // Of the select: sets of the lookup, first value of its shift register.
    parameter int Sets        = 1,
    parameter int Seed        = 44257,
    // Of the scoreboard: instructions, or pairs of them, of a slot that may be under way.
    parameter int Entries     = 12,
    // Of the cold table: contexts on chip, and of a slot in memory.
    parameter int ColdEntries = 128,
    parameter int Levels      = 64,
    // 1: the second context waits where its threads meet others that are on their way.
    parameter int Constraint  = 1,
    // Issues of a warp before a context that waits is helped: width of a counter a slot.
    parameter int Patience    = 63,
    // Memory accesses of a warp under way at most: width of a counter a slot.
    parameter int Accesses    = 36,
    // 1: loads, stores and atomics have lanes of their own, and pair with any other instruction.
    parameter int MemoryGroup = 0,
    localparam int Hot        = Mode == 1 ? 1 : 2,
    localparam int Contexts   = Slots * Hot,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int CountWidth = $clog2(Lanes + 1),
    localparam int TagWidth   = Entries > 1 ? $clog2(Entries) : 1,
    localparam int LevelWidth = $clog2(Levels + 1),
    localparam int ColdWidth  = Lanes + 32
) (
    // Clock; synchronous reset, active low.
    input  logic                   clk_i,
    input  logic                   rst_ni,

    // Residency
    // A warp begins on this slot, at this address, with these threads.
    input  logic                   begin_en_i,
    input  logic [SlotWidth-1:0]   begin_slot_i,
    input  logic [31:0]            begin_pc_i,
    input  logic [Lanes-1:0]       begin_mask_i,
    // It is taken: always.
    output logic                   begin_ready_o,
    // The warps on these slots may run.
    input  logic [Slots-1:0]       ready_i,
    // An instruction of these slots is in an issue register: its operands are not read.
    input  logic [Slots-1:0]       staged_i,
    // Events, always taken: 1 all threads of the warp are at a barrier, 3 it has ended. State only.
    output logic                   ev_valid_o,
    output logic [1:0]             ev_kind_o,
    output logic [SlotWidth-1:0]   ev_slot_o,

    // Code
    // In which register of the file register r of the language lies: [r*6 +: 6].
    input  logic [64*6-1:0]        rows_i,
    // Wanted for this slot: the word at this address. Depends on ready_i.
    output logic                   fetch_valid_o,
    input  logic                   fetch_ready_i,
    output logic [SlotWidth-1:0]   fetch_slot_o,
    output logic [31:0]            fetch_pc_o,
    // The word.
    input  logic                   rsp_valid_i,
    input  logic [SlotWidth-1:0]   rsp_slot_i,
    input  logic [31:0]            rsp_word_i,
    // Threads meet at this word; the last instruction of its immediate dominator (3.3: PC_div).
    input  logic                   rsp_sync_i,
    input  logic [31:0]            rsp_div_i,

    // Issue; port p is [p*W +: W]
    // An instruction is taken: all that are offered, or none. Depends on ready_i, staged_i,
    // res_valid_i and issue_ready_i. All others depend on state, ready_i and staged_i.
    output logic [1:0]             issue_valid_o,
    input  logic [1:0]             issue_ready_i,
    // Its slot, address, word, threads.
    output logic [2*SlotWidth-1:0] issue_slot_o,
    output logic [2*32-1:0]        issue_pc_o,
    output logic [2*32-1:0]        issue_word_o,
    output logic [2*Lanes-1:0]     issue_mask_o,
    // From decode: the unit that runs it, what it does to the address.
    output logic [2*3-1:0]         issue_unit_o,
    output logic [2*3-1:0]         issue_flow_o,
    // Which registers it names, and where they are in the file: rs1 lowest, rs2, rs3, rd.
    output logic [2*4-1:0]         issue_use_o,
    output logic [2*24-1:0]        issue_reg_o,
    // Its row in the scoreboard, if it has one: entry, and position that it issued from.
    output logic [2*TagWidth-1:0]  issue_tag_o,
    output logic [1:0]             issue_pos_o,

    // Resolve; port p is [p*W +: W]
    // What an instruction whose flow is not 0, or that is of unit 3, did.
    input  logic [1:0]             res_valid_i,
    // Done. Depends on state and res_*_i; meaningful while res_valid_i.
    output logic [1:0]             res_ready_o,
    // As issued.
    input  logic [2*SlotWidth-1:0] res_slot_i,
    input  logic [2*3-1:0]         res_flow_i,
    input  logic [2*32-1:0]        res_pc_i,
    // Its threads; those that take the branch; the address to which each lane goes.
    input  logic [2*Lanes-1:0]     res_mask_i,
    input  logic [2*Lanes-1:0]     res_taken_i,
    input  logic [2*Lanes*32-1:0]  res_addr_i,

    // Results; writer w is [w*W +: W]
    // An instruction with a row is done: its slot, and its row as issued.
    input  logic [2:0]             wb_en_i,
    input  logic [3*SlotWidth-1:0] wb_slot_i,
    input  logic [3*TagWidth-1:0]  wb_tag_i,
    input  logic [2:0]             wb_pos_i,
    // A memory access of this slot is done.
    input  logic                   end_valid_i,
    input  logic [SlotWidth-1:0]   end_slot_i,

    // Deeper contexts, as at the cold context table
    output logic                   spill_valid_o,
    input  logic                   spill_ready_i,
    output logic                   spill_load_o,
    output logic [SlotWidth-1:0]   spill_slot_o,
    output logic [LevelWidth-1:0]  spill_level_o,
    output logic [ColdWidth-1:0]   spill_data_o,
    input  logic                   fill_valid_i,
    input  logic [SlotWidth-1:0]   fill_slot_i,
    input  logic [ColdWidth-1:0]   fill_data_i,

    // Status; port p is [p*W +: W]
    // The first that holds: 0 issues, 1 a pipe is busy, 5 a resolve or the sorter's own work has
    // the cycle, 2 words wait for registers or accesses, 3 nothing is fetched yet, 4 none runs.
    // Depends on what issue_valid_o depends on.
    output logic [2*3-1:0]         why_o
);

`ifndef SYNTHESIS
  initial begin
    if (Slots < 2 || Slots > 32) $fatal(1, "hd_interweave_front: Slots must be 2 to 32");
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_interweave_front: Lanes must be 1 to 64");
    if (Levels < Lanes) $fatal(1, "hd_interweave_front: Levels must be at least Lanes");
    if (Constraint < 0 || Constraint > 1)
      $fatal(1, "hd_interweave_front: Constraint must be 0 or 1");
    if (Patience < 1 || Patience > 1023)
      $fatal(1, "hd_interweave_front: Patience must be 1 to 1023");
    if (Accesses < 1 || Accesses > 255)
      $fatal(1, "hd_interweave_front: Accesses must be 1 to 255");
    if (MemoryGroup < 0 || MemoryGroup > 1)
      $fatal(1, "hd_interweave_front: MemoryGroup must be 0 or 1");
  end
`endif

  localparam int AtWidth     = $clog2(Contexts);
  localparam int LaneWidth   = Lanes > 1 ? $clog2(Lanes) : 1;
  localparam int AccessWidth = $clog2(Accesses + 1);
  localparam int TurnsWidth  = $clog2(Patience + 1);
  localparam int Last        = Hot - 1; // the last position

  localparam logic [SlotWidth-1:0] LastSlot = SlotWidth'(Slots - 1);

  // What is kept of a word: {div, sync, fence, registers, uses, flow, unit, word}.
  localparam int HeldWidth = 32 + 1 + 1 + 24 + 4 + 3 + 3 + 32;

  // Work that had to wait for so many cycles is late.
  localparam logic [3:0] Late = 4'd15;

  // Units and flows of decode that make a difference here.
  localparam logic [2:0] Float   = 3'd1;
  localparam logic [2:0] Memory  = 3'd2;
  localparam logic [2:0] Status  = 3'd3;
  localparam logic [2:0] Next    = 3'd0;
  localparam logic [2:0] Branch  = 3'd1;
  localparam logic [2:0] Exit    = 3'd4;
  localparam logic [2:0] Barrier = 3'd6;
  localparam logic [2:0] Phase   = 3'd7;

  // What a port does.
  localparam logic [2:0] Issues   = 3'd0;
  localparam logic [2:0] PipeBusy = 3'd1;
  localparam logic [2:0] Waits    = 3'd2;
  localparam logic [2:0] Unready  = 3'd3;
  localparam logic [2:0] Idle     = 3'd4;
  localparam logic [2:0] Taken    = 3'd5;

  ///////////
  // State //
  ///////////

  // Hot contexts; position k of slot s is s*Hot + k. It is there; it stays where its stop is; it is
  // helped; it came here, or its threads changed, at the last clock edge.
  logic [Contexts-1:0]    valid_q, stay_q, guest_q, moved_q;
  // Its address, threads, and how many these are.
  (* mem2reg *) // flip-flops, as all that follow
  logic [31:0]            pc_q [Contexts];
  (* mem2reg *)
  logic [Lanes-1:0]       mask_q [Contexts];
  (* mem2reg *)
  logic [CountWidth-1:0]  count_q [Contexts];

  // Its word: it is there; no register of it is busy; it is to be looked at.
  logic [Contexts-1:0]    loaded_q, passed_q, look_q;
  // The word, decoded; registers are those of the file.
  (* mem2reg *)
  logic [31:0]            word_q [Contexts];
  (* mem2reg *)
  logic [2:0]             unit_q [Contexts];
  (* mem2reg *)
  logic [2:0]             flow_q [Contexts];
  logic [Contexts-1:0]    fence_q;
  (* mem2reg *)
  logic [3:0]             use_q [Contexts];
  (* mem2reg *)
  logic [23:0]            reg_q [Contexts];
  // Threads meet at it; the last instruction of its immediate dominator.
  logic [Contexts-1:0]    sync_q;
  (* mem2reg *)
  logic [31:0]            div_q [Contexts];

  // Slots: a word is on its way, and its address; the position that is fetched for first.
  logic [Slots-1:0]       fetching_q, fetch_turn_q;
  (* mem2reg *)
  logic [31:0]            fetch_pc_q [Slots];
  // Memory accesses under way; issues since a context was helped.
  (* mem2reg *)
  logic [AccessWidth-1:0] access_q [Slots];
  (* mem2reg *)
  logic [TurnsWidth-1:0]  turns_q [Slots];

  // From which slots take turns: in fetch, in the check of each position, in work.
  logic [SlotWidth-1:0]   fetch_from_q, scan_q;
  (* mem2reg *)
  logic [SlotWidth-1:0]   check_from_q [2];
  // Slots whose last hot context is to be compared with the head of the cold list.
  logic [Slots-1:0]       ask_q;
  // Cycles for which work has waited.
  logic [3:0]             waits_q;

  // Of each slot, from the blocks inside: no entry of the scoreboard is free; the cold list has a
  // context; the list or its memory has.
  logic [Slots-1:0] full, cold_any, cold_has;
  // The cold table takes a push.
  logic             push_ready;

  // Of each slot: an access is under way; it is due; one of its contexts is a guest; its last hot
  // context is to be compared.
  logic [Slots-1:0] with_access, due, with_guest, asked;

  assign asked = ask_q & cold_any;

  for (genvar s = 0; s < Slots; s++) begin : gen_known
    assign with_access[s] = access_q[s] != '0;
    assign due[s]         = turns_q[s] == TurnsWidth'(Patience);
    assign with_guest[s]  = guest_q[s*Hot +: Hot] != '0;
  end

  ///////////
  // Fetch //
  ///////////

  // Contexts and slots that want a word.
  logic [Contexts-1:0]  wants;
  logic [Slots-1:0]     slot_wants;
  logic [SlotWidth-1:0] fetch_behind;
  logic                 fetch_hot, fetches;
  logic [AtWidth-1:0]   fetch_at;

  for (genvar s = 0; s < Slots; s++) begin : gen_wants
    assign wants[s*Hot +: Hot] = valid_q[s*Hot +: Hot] & ~loaded_q[s*Hot +: Hot]
                                 & ~stay_q[s*Hot +: Hot] & {Hot{ready_i[s] & ~fetching_q[s]}};
    assign slot_wants[s]       = wants[s*Hot +: Hot] != '0;
  end

  hd_in_turn #(
      .Width(Slots)
  ) u_fetch (
      .mask_i  (slot_wants),
      .from_i  (fetch_from_q),
      .valid_o (fetch_valid_o),
      .index_o (fetch_slot_o),
      .behind_o(fetch_behind)
  );

  if (Hot == 2) begin : gen_fetch_two
    logic [1:0] both;

    assign both      = wants[32'(fetch_slot_o)*2 +: 2];
    assign fetch_hot = both[1] & (fetch_turn_q[fetch_slot_o] | ~both[0]);
    assign fetch_at  = {fetch_slot_o, fetch_hot};
  end else begin : gen_fetch_one
    logic unused_turn;

    assign fetch_hot   = 1'b0;
    assign fetch_at    = fetch_slot_o;
    assign unused_turn = &{1'b0, fetch_turn_q};
  end

  assign fetch_pc_o = pc_q[fetch_at];
  assign fetches    = fetch_valid_o & fetch_ready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)      fetch_from_q <= '0;
    else if (fetches) fetch_from_q <= fetch_behind;
  end

  ////////////
  // Answer //
  ////////////

  // What comes back, decoded: registers of the language, rs1 lowest.
  logic        rsp_fence, unused_legal;
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
      .fence_o  (rsp_fence)
  );

  // Their places in the register file; 0 for none.
  for (genvar r = 0; r < 4; r++) begin : gen_reg
    logic [5:0] name;

    assign name = rsp_name[r*6 +: 6];
    assign rsp_reg[r*6 +: 6] = rsp_use[r] ? rows_i[32'(name)*6 +: 6] : 6'd0;
  end

  logic [HeldWidth-1:0] rsp_held;

  assign rsp_held = {rsp_div_i, rsp_sync_i, rsp_fence, rsp_reg, rsp_use, rsp_flow, rsp_unit,
                     rsp_word_i};

  // The context that takes it: one that waits for this address. Of two (one of them is a guest, so
  // they have not merged) that of position 0.
  logic [Contexts-1:0] waits_here, takes;

  for (genvar s = 0; s < Slots; s++) begin : gen_takes
    logic answered;

    assign answered = rsp_valid_i && rsp_slot_i == SlotWidth'(s);
    for (genvar k = 0; k < Hot; k++) begin : gen_position
      assign waits_here[s*Hot + k] = answered && valid_q[s*Hot + k] && !loaded_q[s*Hot + k]
                                     && !stay_q[s*Hot + k] && pc_q[s*Hot + k] == fetch_pc_q[s];
    end
    assign takes[s*Hot] = waits_here[s*Hot];
    if (Hot == 2) begin : gen_second
      assign takes[s*2 + 1] = waits_here[s*2 + 1] & ~waits_here[s*2];
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni)                                          fetching_q[s] <= 1'b0;
      else if (fetches && fetch_slot_o == SlotWidth'(s))    fetching_q[s] <= 1'b1;
      else if (answered)                                    fetching_q[s] <= 1'b0;
      if (fetches && fetch_slot_o == SlotWidth'(s))         fetch_pc_q[s] <= fetch_pc_o;
      if (!rst_ni || (begin_en_i && begin_slot_i == SlotWidth'(s))) fetch_turn_q[s] <= 1'b0;
      else if (fetches && fetch_slot_o == SlotWidth'(s))
        fetch_turn_q[s] <= Hot == 2 && !fetch_hot;
    end
  end

  ///////////
  // Check //
  ///////////

  // One context of each position is looked at: is a register of it busy?
  logic [2*SlotWidth-1:0] query_slot;
  logic [2*64-1:0]        query_busy;
  // Contexts that are looked at, and that pass.
  logic [Contexts-1:0]    checks, passes;

  for (genvar k = 0; k < 2; k++) begin : gen_check
    if (k < Hot) begin : gen_hot
      logic [Slots-1:0]     asks;
      logic [SlotWidth-1:0] from, slot, behind;
      logic                 valid, pass, all;
      logic [AtWidth-1:0]   at;
      logic [63:0]          busy;
      logic [3:0]           uses, waits;
      logic [23:0]          regs;

      for (genvar s = 0; s < Slots; s++) begin : gen_slot
        assign asks[s] = look_q[s*Hot + k];
      end
      assign from = check_from_q[k];

      hd_in_turn #(
          .Width(Slots)
      ) u_turn (
          .mask_i  (asks),
          .from_i  (from),
          .valid_o (valid),
          .index_o (slot),
          .behind_o(behind)
      );

      assign query_slot[k*SlotWidth +: SlotWidth] = slot;

      assign at   = AtWidth'(32'(slot) * Hot + k);
      assign busy = query_busy[k*64 +: 64];
      assign uses = use_q[at];
      assign regs = reg_q[at];
      for (genvar r = 0; r < 4; r++) begin : gen_reg
        assign waits[r] = uses[r] & busy[regs[r*6 +: 6]];
      end

      // An exit gives its registers back; the float status has the flags of all instructions. Both
      // wait for all that is outstanding.
      assign all  = flow_q[at] == Exit || (unit_q[at] == Status && word_q[at][31:22] == '0);
      assign pass = waits == '0 && !(all && busy != '0);

      for (genvar s = 0; s < Slots; s++) begin : gen_result
        assign checks[s*Hot + k] = valid && slot == SlotWidth'(s);
        assign passes[s*Hot + k] = checks[s*Hot + k] && pass;
      end

      always_ff @(posedge clk_i) begin
        if (!rst_ni)    check_from_q[k] <= '0;
        else if (valid) check_from_q[k] <= behind;
      end
    end else begin : gen_none
      logic unused_busy;

      assign query_slot[k*SlotWidth +: SlotWidth] = '0;
      assign unused_busy = &{1'b0, query_busy[k*64 +: 64]};

      always_ff @(posedge clk_i) check_from_q[k] <= '0;
    end
  end

  ////////////
  // Select //
  ////////////

  // Contexts: threads are on their way to it; it waits for them; its instruction ends the way or
  // tells the status by a resolve; it has a row in the scoreboard; it waits for the accesses of its
  // slot; it goes to port 0; it has the lanes of memory; it can issue.
  logic [Contexts-1:0] awaits, suspended, stop, with_row, quiet, sole, group, can;
  // Masks and counts, side by side.
  logic [Contexts*Lanes-1:0]      all_masks;
  logic [Contexts*CountWidth-1:0] all_counts;

  for (genvar c = 0; c < Contexts; c++) begin : gen_context
    localparam int S = c / Hot;

    logic alive, held_up, compared;

    assign stop[c]     = flow_q[c] != Next || unit_q[c] == Status;
    assign with_row[c] = use_q[c][3] || unit_q[c] == Float;
    assign quiet[c]    = fence_q[c] || flow_q[c] == Exit;
    assign sole[c]     = unit_q[c] == Memory || flow_q[c] == Barrier;
    assign group[c]    = MemoryGroup == 1 && unit_q[c] == Memory;

    // The second context waits at a meeting place while the first is between the branch and it.
    if (Hot == 2 && Constraint == 1 && c % 2 == 1) begin : gen_constraint
      assign awaits[c]    = loaded_q[c] && sync_q[c] && !guest_q[c] && valid_q[c-1]
                            && div_q[c] < pc_q[c-1] && pc_q[c-1] < pc_q[c];
      assign suspended[c] = awaits[c] && !due[S];
    end else begin : gen_free
      assign awaits[c]    = 1'b0;
      assign suspended[c] = 1'b0;
    end

    // No access goes before a quiet one of the other context that waits for accesses only.
    if (Hot == 2) begin : gen_other
      localparam int Other = c % 2 == 1 ? c - 1 : c + 1;
      assign held_up = unit_q[c] == Memory && loaded_q[Other] && !suspended[Other]
                       && quiet[Other] && with_access[S];
    end else begin : gen_alone
      assign held_up = 1'b0;
    end

    // The last one may be above the head of the cold list, until they are compared.
    assign compared = c % Hot != Last || guest_q[c] || !asked[S];

    assign alive  = loaded_q[c] && passed_q[c] && !suspended[c] && ready_i[S]
                    && !staged_i[S] && compared;
    assign can[c] = alive && !(with_row[c] && full[S]) && !(quiet[c] && with_access[S])
                    && !held_up;

    assign all_masks[c*Lanes +: Lanes]            = mask_q[c];
    assign all_counts[c*CountWidth +: CountWidth] = count_q[c];
  end

  // I1 and I2: offered; slot, position.
  logic [1:0]             offered, offer_hot;
  logic [2*SlotWidth-1:0] offer_slot;
  // What is offered issues.
  logic                   issues;
  logic                   unused_squash, unused_drop;

  hd_interweave_select #(
      .Slots(Slots),
      .Hot  (Hot),
      .Lanes(Lanes),
      .Mode (Mode),
      .Sets (Sets),
      .Seed (Seed)
  ) u_select (
      .clk_i,
      .rst_ni,
      .ready_i          (can),
      .moved_i          (moved_q),
      .mask_i           (all_masks),
      .lanes_i          (all_counts),
      .group_i          (group),
      .sole_i           (sole),
      .primary_valid_o  (offered[0]),
      .primary_slot_o   (offer_slot[0 +: SlotWidth]),
      .primary_hot_o    (offer_hot[0]),
      .secondary_valid_o(offered[1]),
      .secondary_slot_o (offer_slot[SlotWidth +: SlotWidth]),
      .secondary_hot_o  (offer_hot[1]),
      .issue_ready_i    (issues),
      .squash_o         (unused_squash),
      .drop_o           (unused_drop)
  );

  //////////
  // Work //
  //////////

  // Slots that need the head of their cold list; the first of them. The first one that is asked.
  logic [Slots-1:0]     needs;
  logic                 need_valid, ask_valid;
  logic [SlotWidth-1:0] need_slot, need_behind, ask_slot, ask_behind, scan_behind;

  for (genvar s = 0; s < Slots; s++) begin : gen_needs
    localparam int L = s * Hot + Last;

    // A position is free; or a context is to be helped, in the place of one that does not stay.
    assign needs[s] = cold_any[s]
                      && (!valid_q[L]
                          || (due[s] && !with_guest[s] && !stay_q[L] && !awaits[L]));
  end

  hd_in_turn #(
      .Width(Slots)
  ) u_need (
      .mask_i  (needs),
      .from_i  (scan_q),
      .valid_o (need_valid),
      .index_o (need_slot),
      .behind_o(need_behind)
  );

  hd_in_turn #(
      .Width(Slots)
  ) u_ask (
      .mask_i  (asked),
      .from_i  (scan_q),
      .valid_o (ask_valid),
      .index_o (ask_slot),
      .behind_o(ask_behind)
  );

  assign scan_behind = scan_q == LastSlot ? '0 : scan_q + SlotWidth'(1);

  // The head of a list: of the slot that needs it, else of the one that is looked at: one that is
  // asked, or scan.
  logic [SlotWidth-1:0] head_slot;
  logic [AtWidth-1:0]   head_last; // its last hot context
  logic [31:0]          head_pc;
  logic [Lanes-1:0]     head_mask;

  assign head_slot = need_valid ? need_slot : ask_valid ? ask_slot : scan_q;
  assign head_last = AtWidth'(32'(head_slot) * Hot + Last);

  // Threads that go on behind a barrier.
  logic                 launch_valid;
  logic [SlotWidth-1:0] launch_slot;
  logic [Lanes-1:0]     launch_mask;
  logic [31:0]          launch_pc;

  // What could be done: threads launched; a list's head taken because its slot needs it; a head
  // looked at; taken because its address is not above that of the last hot context. Of the second:
  // the last hot context makes room. The head is a guest. Work that does not wait for ever.
  logic can_launch, can_serve, can_look, can_exchange, victim, head_guest, urgent;

  assign can_launch   = launch_valid;
  assign can_serve    = !launch_valid && need_valid && push_ready;
  assign can_look     = !launch_valid && !need_valid && push_ready;
  assign urgent       = can_launch || can_serve || (can_look && ask_valid);
  assign can_exchange = can_look && cold_any[head_slot]
                        && valid_q[head_last] && !stay_q[head_last] && !with_guest[head_slot]
                        && head_pc <= pc_q[head_last];
  assign victim       = !launch_valid && need_valid && valid_q[head_last];
  assign head_guest   = need_valid && due[need_slot] && !with_guest[need_slot];

  logic [SlotWidth-1:0] work_slot;

  assign work_slot = launch_valid ? launch_slot : head_slot;

  /////////////////////////////
  // What happens in a cycle //
  /////////////////////////////

  // The first that is possible: a resolve; late work; an issue; other work.
  logic resolving, resolves, late, tries, launches, serves, looks, exchanges;
  // Pipes that would take what goes to them.
  logic pipes_free;

  assign resolving = res_valid_i != '0;
  assign resolves  = resolving && push_ready;
  assign late      = waits_q == Late && urgent;
  assign issues    = !resolving && !late && offered != '0 && pipes_free;
  assign tries     = !resolving && !issues;
  assign launches  = tries && can_launch;
  assign serves    = tries && can_serve;
  assign looks     = tries && can_look;
  assign exchanges = tries && can_exchange;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || tries || !urgent) waits_q <= '0;
    else if (waits_q != Late)        waits_q <= waits_q + 4'd1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni)                 scan_q <= '0;
    else if (serves)             scan_q <= need_behind;
    else if (looks && ask_valid) scan_q <= ask_behind;
    else if (tries && !launches) scan_q <= scan_behind;
  end

  /////////////
  // Readers //
  /////////////

  // The hot contexts of three slots: 0 that of a resolve, or else of work; 1 that of I1; 2 that of
  // I2. Position k of reader r is r*2 + k.
  logic [3*SlotWidth-1:0]    row_slot;
  logic [5:0]                row_valid, row_stay, row_guest, row_stop;
  logic [6*32-1:0]           row_pc;
  logic [6*Lanes-1:0]        row_mask;
  logic [6*CountWidth-1:0]   row_count;
  // The port whose resolve it is, and that one's slot.
  logic                      res_port;
  logic [SlotWidth-1:0]      res_slot;

  assign res_port = !res_valid_i[0];
  assign res_slot = res_slot_i[32'(res_port)*SlotWidth +: SlotWidth];
  assign row_slot = {offer_slot, resolving ? res_slot : work_slot};

  for (genvar r = 0; r < 3; r++) begin : gen_reader
    for (genvar k = 0; k < 2; k++) begin : gen_position
      localparam int N = r * 2 + k;

      if (k < Hot) begin : gen_hot
        logic [AtWidth-1:0] at;

        assign at = AtWidth'(32'(row_slot[r*SlotWidth +: SlotWidth]) * Hot + k);

        assign row_valid[N]                          = valid_q[at];
        assign row_stay[N]                           = stay_q[at];
        assign row_guest[N]                          = guest_q[at];
        assign row_stop[N]                           = stop[at];
        assign row_pc[N*32 +: 32]                    = pc_q[at];
        assign row_mask[N*Lanes +: Lanes]            = mask_q[at];
        assign row_count[N*CountWidth +: CountWidth] = count_q[at];
      end else begin : gen_none
        assign row_valid[N]                          = 1'b0;
        assign row_stay[N]                           = 1'b0;
        assign row_guest[N]                          = 1'b0;
        assign row_stop[N]                           = 1'b0;
        assign row_pc[N*32 +: 32]                    = '0;
        assign row_mask[N*Lanes +: Lanes]            = '0;
        assign row_count[N*CountWidth +: CountWidth] = '0;
      end
    end
  end

  ///////////
  // Issue //
  ///////////

  // I1 and I2, with all that the ports show; {address, threads, registers, uses, flow, unit, word}.
  localparam int ShownWidth = 32 + Lanes + 24 + 4 + 3 + 3 + 32;

  logic [2*AtWidth-1:0]    offer_at;
  logic [2*ShownWidth-1:0] shown;
  // The two are of one slot; they go to each other's port.
  logic                    same_slot, swap;

  for (genvar i = 0; i < 2; i++) begin : gen_offer
    logic [AtWidth-1:0] at;

    assign at = AtWidth'(32'(offer_slot[i*SlotWidth +: SlotWidth]) * Hot + 32'(offer_hot[i]));
    assign offer_at[i*AtWidth +: AtWidth] = at;
    assign shown[i*ShownWidth +: ShownWidth] =
        {offer_hot[i] ? row_pc[(i*2 + 3)*32 +: 32] : row_pc[(i*2 + 2)*32 +: 32],
         offer_hot[i] ? row_mask[(i*2 + 3)*Lanes +: Lanes] : row_mask[(i*2 + 2)*Lanes +: Lanes],
         reg_q[at], use_q[at], flow_q[at], unit_q[at], word_q[at]};
  end

  // What goes to one port only goes to port 0; without such a one, I1 does.
  assign same_slot = offer_slot[0 +: SlotWidth] == offer_slot[SlotWidth +: SlotWidth];
  assign swap      = offered[1] && sole[offer_at[AtWidth +: AtWidth]];

  logic [1:0]            port_offered, port_row;
  logic [2*TagWidth-1:0] set_tag;

  for (genvar p = 0; p < 2; p++) begin : gen_port
    logic [SlotWidth-1:0]  slot;
    logic [ShownWidth-1:0] show;

    assign port_offered[p] = swap ? offered[1-p] : offered[p];
    assign issue_pos_o[p]  = swap ? offer_hot[1-p] : offer_hot[p];
    assign slot            = swap ? offer_slot[(1-p)*SlotWidth +: SlotWidth]
                                  : offer_slot[p*SlotWidth +: SlotWidth];
    assign show            = swap ? shown[(1-p)*ShownWidth +: ShownWidth]
                                  : shown[p*ShownWidth +: ShownWidth];

    assign {issue_pc_o[p*32 +: 32], issue_mask_o[p*Lanes +: Lanes], issue_reg_o[p*24 +: 24],
            issue_use_o[p*4 +: 4], issue_flow_o[p*3 +: 3], issue_unit_o[p*3 +: 3],
            issue_word_o[p*32 +: 32]} = show;
    assign issue_slot_o[p*SlotWidth +: SlotWidth] = slot;

    assign port_row[p]      = issue_use_o[p*4 + 3] || issue_unit_o[p*3 +: 3] == Float;
    assign issue_valid_o[p] = issues && port_offered[p];
  end

  assign pipes_free  = (port_offered & ~issue_ready_i) == '0;
  assign issue_tag_o = set_tag;

  // Contexts whose instruction issues; so many bits for each slot.
  logic [Contexts-1:0] issued;

  for (genvar c = 0; c < Contexts; c++) begin : gen_issued
    assign issued[c] = issues && ((offered[0] && offer_at[0 +: AtWidth] == AtWidth'(c))
                                  || (offered[1] && offer_at[AtWidth +: AtWidth] == AtWidth'(c)));
  end

  /////////////
  // Resolve //
  /////////////

  // The resolve of this cycle.
  logic [2:0]          flow;
  logic [31:0]         stop_pc, behind;
  logic [Lanes-1:0]    res_mask, res_taken;
  logic [Lanes*32-1:0] res_addr;

  assign flow      = res_flow_i[32'(res_port)*3 +: 3];
  assign stop_pc   = res_pc_i[32'(res_port)*32 +: 32];
  assign res_mask  = res_mask_i[32'(res_port)*Lanes +: Lanes];
  assign res_taken = res_taken_i[32'(res_port)*Lanes +: Lanes];
  assign res_addr  = res_addr_i[32'(res_port)*Lanes*32 +: Lanes*32];
  assign behind    = stop_pc + 32'd4;

  // Its context: one of reader 0's that stays and has a thread of it. Which; its threads.
  logic             res_hot;
  logic [Lanes-1:0] threads;

  assign res_hot = !(row_stay[0] && (row_mask[0 +: Lanes] & res_mask) != '0);
  assign threads = res_hot ? row_mask[Lanes +: Lanes] : row_mask[0 +: Lanes];

  // They leave for the barrier unit. Otherwise each has a next address.
  logic                leaves, by_lane;
  logic [Lanes*32-1:0] next;

  assign leaves  = flow == Exit || flow == Barrier;
  assign by_lane = flow != Next && flow != Phase;

  for (genvar l = 0; l < Lanes; l++) begin : gen_next
    assign next[l*32 +: 32] = by_lane && (flow != Branch || res_taken[l])
                              ? res_addr[l*32 +: 32] : behind;
  end

  // Threads that go where the lowest lane goes; the rest, and where its lowest lane goes.
  logic                  unused_some, split;
  logic [LaneWidth-1:0]  first_lane, rest_lane;
  logic [31:0]           go_pc, rest_pc;
  logic [Lanes-1:0]      alike, go_mask, rest_mask;
  logic [CountWidth-1:0] go_count, rest_count;

  hd_lowest #(
      .Width(Lanes)
  ) u_first (
      .mask_i (threads),
      .valid_o(unused_some),
      .index_o(first_lane)
  );

  assign go_pc = next[32'(first_lane)*32 +: 32];
  for (genvar l = 0; l < Lanes; l++) begin : gen_alike
    assign alike[l] = next[l*32 +: 32] == go_pc;
  end
  assign go_mask    = threads & alike;
  assign rest_mask  = threads & ~alike;
  assign go_count   = CountWidth'($countones(go_mask));
  assign rest_count = CountWidth'($countones(rest_mask));

  hd_lowest #(
      .Width(Lanes)
  ) u_rest (
      .mask_i (rest_mask),
      .valid_o(split),
      .index_o(rest_lane)
  );

  // The rest of a branch goes to the other address, and is new. The rest of all others stays and is
  // resolved again; those that go are new.
  logic rest_stays, res_done;

  assign rest_pc     = next[32'(rest_lane)*32 +: 32];
  assign rest_stays  = split && flow != Branch;
  assign res_done    = leaves || !rest_stays;
  assign res_ready_o = {!res_valid_i[0], 1'b1} & {2{push_ready && res_done}};

  ///////////////////////////
  // What the event leaves //
  ///////////////////////////

  // Positions of reader 0 that are resolved, or that make room.
  logic [1:0] at_res, at_victim;

  assign at_res    = {2{resolving}} & {res_hot, !res_hot};
  assign at_victim = {2{!resolving && victim}} & (Hot == 2 ? 2'b10 : 2'b01);

  // Contexts as the event leaves them; i = 2 is new. 0: a resolve or work. 1: I1's slot. 2: I2's
  // slot. There is none that is new in the last two.
  logic [8:0]              left_valid, left_stay, left_guest;
  logic [9*32-1:0]         left_pc;
  logic [9*Lanes-1:0]      left_mask;
  logic [9*CountWidth-1:0] left_count;

  for (genvar k = 0; k < 2; k++) begin : gen_left
    // A resolve or work.
    assign left_valid[k] = row_valid[k] && !(at_res[k] && leaves) && !at_victim[k];
    assign left_stay[k]  = row_stay[k] && !(at_res[k] && !rest_stays);
    assign left_guest[k] = row_guest[k];

    assign left_pc[k*32 +: 32]         = at_res[k] && !rest_stays ? go_pc : row_pc[k*32 +: 32];
    assign left_mask[k*Lanes +: Lanes] = !at_res[k] ? row_mask[k*Lanes +: Lanes]
                                         : rest_stays ? rest_mask : go_mask;
    assign left_count[k*CountWidth +: CountWidth] =
        !at_res[k] ? row_count[k*CountWidth +: CountWidth] : rest_stays ? rest_count : go_count;

    // An issue: I1's slot may have I2 as well.
    for (genvar r = 1; r < 3; r++) begin : gen_issue
      localparam int From = r * 2 + k;
      localparam int To   = r * 3 + k;

      logic        goes; // this context's instruction issues
      logic [31:0] pc;

      if (r == 1) begin : gen_first
        assign goes = offer_hot[0] == (k == 1)
                      || (offered[1] && same_slot && offer_hot[1] == (k == 1));
      end else begin : gen_second
        assign goes = offer_hot[1] == (k == 1);
      end

      assign pc             = row_pc[From*32 +: 32];
      assign left_valid[To] = row_valid[From];
      assign left_stay[To]  = goes ? row_stop[From] : row_stay[From];
      assign left_guest[To] = row_guest[From] && !goes;
      assign left_pc[To*32 +: 32]         = goes && !row_stop[From] ? pc + 32'd4 : pc;
      assign left_mask[To*Lanes +: Lanes] = row_mask[From*Lanes +: Lanes];
      assign left_count[To*CountWidth +: CountWidth] =
          row_count[From*CountWidth +: CountWidth];
    end
  end

  // New: threads that part in a resolve, that are launched, or the head of a cold list.
  logic [31:0]           new_pc;
  logic [Lanes-1:0]      new_mask;
  logic [CountWidth-1:0] new_count;

  always @* begin
    if (resolving) begin
      new_pc    = rest_stays ? go_pc : rest_pc;
      new_mask  = rest_stays ? go_mask : rest_mask;
      new_count = rest_stays ? go_count : rest_count;
    end else begin
      new_pc    = launch_valid ? launch_pc : head_pc;
      new_mask  = launch_valid ? launch_mask : head_mask;
      new_count = CountWidth'($countones(new_mask));
    end
  end

  assign left_valid[2] = !(resolving && (leaves || !split));
  assign left_stay[2]  = 1'b0;
  assign left_guest[2] = !resolving && !launch_valid && head_guest;
  assign left_pc[2*32 +: 32]                    = new_pc;
  assign left_mask[2*Lanes +: Lanes]            = new_mask;
  assign left_count[2*CountWidth +: CountWidth] = new_count;

  for (genvar r = 1; r < 3; r++) begin : gen_no_new
    assign left_valid[r*3 + 2] = 1'b0;
    assign left_stay[r*3 + 2]  = 1'b0;
    assign left_guest[r*3 + 2] = 1'b0;
    assign left_pc[(r*3 + 2)*32 +: 32]                    = '0;
    assign left_mask[(r*3 + 2)*Lanes +: Lanes]            = '0;
    assign left_count[(r*3 + 2)*CountWidth +: CountWidth] = '0;
  end

  /////////////
  // Sorters //
  /////////////

  // For each sorter: the event changes a slot; which.
  logic [1:0]             changes;
  logic [2*SlotWidth-1:0] change_slot;

  assign changes     = {issues && offered[1] && !(offered[0] && same_slot),
                        resolves || launches || serves || exchanges || (issues && offered[0])};
  assign change_slot = {offer_slot[SlotWidth +: SlotWidth],
                        issues ? offer_slot[0 +: SlotWidth] : row_slot[0 +: SlotWidth]};

  // What goes in; the hot contexts that come out, position k of sorter n is n*Hot + k; where from.
  logic [5:0]              in_valid, in_stay, in_guest;
  logic [6*32-1:0]         in_pc;
  logic [6*Lanes-1:0]      in_mask;
  logic [6*CountWidth-1:0] in_count;
  logic [2*Hot-1:0]            out_valid, out_stay, out_guest;
  logic [2*Hot*32-1:0]         out_pc;
  logic [2*Hot*Lanes-1:0]      out_mask;
  logic [2*Hot*CountWidth-1:0] out_count;
  logic [17:0]                 out_from;
  // What comes out of sorter 0 behind them: it becomes cold.
  logic                        cold_valid;
  logic [31:0]                 cold_pc;
  logic [Lanes-1:0]            cold_mask;

  // Without an event a sorter has no context: reader 0 then names no slot of new.
  assign in_valid = {left_valid[6 +: 3] & {3{changes[1]}},
                     (issues ? left_valid[3 +: 3] : left_valid[0 +: 3]) & {3{changes[0]}}};
  assign in_stay  = {left_stay[6 +: 3], issues ? left_stay[3 +: 3] : left_stay[0 +: 3]};
  assign in_guest = {left_guest[6 +: 3], issues ? left_guest[3 +: 3] : left_guest[0 +: 3]};
  assign in_pc    = {left_pc[6*32 +: 3*32],
                     issues ? left_pc[3*32 +: 3*32] : left_pc[0 +: 3*32]};
  assign in_mask  = {left_mask[6*Lanes +: 3*Lanes],
                     issues ? left_mask[3*Lanes +: 3*Lanes] : left_mask[0 +: 3*Lanes]};
  assign in_count = {left_count[6*CountWidth +: 3*CountWidth],
                     issues ? left_count[3*CountWidth +: 3*CountWidth]
                            : left_count[0 +: 3*CountWidth]};

  for (genvar n = 0; n < 2; n++) begin : gen_sorter
    logic [2:0]         valid, unused_held;
    logic [3*32-1:0]    pc;
    logic [3*Lanes-1:0] mask;

    hd_hct_sorter #(
        .Lanes  (Lanes),
        .PcWidth(32)
    ) u_sorter (
        .clk_i,
        .rst_ni,
        .valid_i(in_valid[n*3 +: 3]),
        .stay_i (in_stay[n*3 +: 3] | in_guest[n*3 +: 3]),
        .pc_i   (in_pc[n*3*32 +: 3*32]),
        .mask_i (in_mask[n*3*Lanes +: 3*Lanes]),
        .valid_o(valid),
        .stay_o (unused_held),
        .pc_o   (pc),
        .mask_o (mask),
        .from_o (out_from[n*9 +: 9])
    );

    // Contexts that stay, and guests, are alone. Merged ones share no thread.
    for (genvar j = 0; j < Hot; j++) begin : gen_hot
      localparam int N = n * Hot + j;

      logic [2:0] from;

      assign from         = {out_from[n*9 + 6 + j], out_from[n*9 + 3 + j], out_from[n*9 + j]};
      assign out_valid[N] = valid[j];
      assign out_stay[N]  = (from & in_stay[n*3 +: 3]) != '0;
      assign out_guest[N] = (from & in_guest[n*3 +: 3]) != '0;
      assign out_pc[N*32 +: 32]         = pc[j*32 +: 32];
      assign out_mask[N*Lanes +: Lanes] = mask[j*Lanes +: Lanes];
      assign out_count[N*CountWidth +: CountWidth] =
          (in_count[n*3*CountWidth +: CountWidth] & {CountWidth{from[0]}})
          + (in_count[(n*3 + 1)*CountWidth +: CountWidth] & {CountWidth{from[1]}})
          + (in_count[(n*3 + 2)*CountWidth +: CountWidth] & {CountWidth{from[2]}});
    end

    // An issue makes no context, so nothing comes out behind.
    logic unused_behind;

    if (n == 0) begin : gen_cold
      assign cold_valid = valid[Hot];
      assign cold_pc    = pc[Hot*32 +: 32];
      assign cold_mask  = mask[Hot*Lanes +: Lanes];
    end
    assign unused_behind = &{1'b0, valid[2:Hot], pc[3*32-1:Hot*32], mask[3*Lanes-1:Hot*Lanes]};
  end

  ////////////////
  // Next state //
  ////////////////

  logic [Contexts-1:0] valid_d, stay_d, guest_d, moved_d, loaded_d, passed_d, look_d;

  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    logic begins, change_0, change_1, change, written, accesses, ends;

    // Words as this cycle's answer, check and issue leave them.
    logic [1:0]             loaded, passed, look;
    logic [2*HeldWidth-1:0] held;

    assign begins   = begin_en_i && begin_slot_i == SlotWidth'(s);
    assign change_0 = changes[0] && change_slot[0 +: SlotWidth] == SlotWidth'(s);
    assign change_1 = changes[1] && change_slot[SlotWidth +: SlotWidth] == SlotWidth'(s);
    assign change   = change_0 || change_1;

    always_ff @(posedge clk_i) begin
      if (!rst_ni || begins)
        ask_q[s] <= 1'b0;
      else if (change || (fill_valid_i && fill_slot_i == SlotWidth'(s)))
        ask_q[s] <= 1'b1;
      else if (looks && head_slot == SlotWidth'(s))
        ask_q[s] <= 1'b0;
    end

    assign written  = (wb_en_i[0] && wb_slot_i[0 +: SlotWidth] == SlotWidth'(s))
                      || (wb_en_i[1] && wb_slot_i[SlotWidth +: SlotWidth] == SlotWidth'(s))
                      || (wb_en_i[2] && wb_slot_i[2*SlotWidth +: SlotWidth] == SlotWidth'(s));

    for (genvar k = 0; k < 2; k++) begin : gen_after
      if (k < Hot) begin : gen_hot
        localparam int C = s * Hot + k;

        assign loaded[k] = (loaded_q[C] || takes[C]) && !issued[C];
        assign passed[k] = (passed_q[C] || passes[C]) && !issued[C];
        assign look[k]   = takes[C] || (look_q[C] && !checks[C])
                           || (written && loaded_q[C] && !passed_q[C] && !passes[C]);
        assign held[k*HeldWidth +: HeldWidth] =
            takes[C] ? rsp_held
                     : {div_q[C], sync_q[C], fence_q[C], reg_q[C], use_q[C], flow_q[C], unit_q[C],
                        word_q[C]};
      end else begin : gen_none
        assign loaded[k] = 1'b0;
        assign passed[k] = 1'b0;
        assign look[k]   = 1'b0;
        assign held[k*HeldWidth +: HeldWidth] = '0;
      end
    end

    for (genvar j = 0; j < Hot; j++) begin : gen_hot
      localparam int C = s * Hot + j;

      logic [2:0]           of;      // bit i: input i is in this output
      logic                 alone;   // at most one is
      logic                 thinner; // threads of this position went elsewhere
      logic                 pick;    // the word is that of position 1
      logic [HeldWidth-1:0] word;

      assign of      = change_0 ? {out_from[6 + j], out_from[3 + j], out_from[j]}
                                : {out_from[15 + j], out_from[12 + j], out_from[9 + j]};
      assign alone   = (of & (of - 3'd1)) == '0;
      assign thinner = change_0 && !issues && at_res[j] && split;
      assign pick    = of[1] && !(of[0] && loaded[0]);
      assign word    = change ? (pick ? held[HeldWidth +: HeldWidth] : held[0 +: HeldWidth])
                              : held[j*HeldWidth +: HeldWidth];

      always @* begin
        valid_d[C]  = valid_q[C];
        stay_d[C]   = stay_q[C];
        guest_d[C]  = guest_q[C];
        moved_d[C]  = 1'b0;
        loaded_d[C] = loaded[j];
        passed_d[C] = passed[j];
        look_d[C]   = look[j];
        if (begins) begin
          valid_d[C]  = j == 0;
          stay_d[C]   = 1'b0;
          guest_d[C]  = 1'b0;
          loaded_d[C] = 1'b0;
          passed_d[C] = 1'b0;
          look_d[C]   = 1'b0;
        end else if (change) begin
          valid_d[C]  = change_0 ? out_valid[j] : out_valid[Hot + j];
          stay_d[C]   = change_0 ? out_stay[j] : out_stay[Hot + j];
          guest_d[C]  = change_0 ? out_guest[j] : out_guest[Hot + j];
          moved_d[C]  = of != '0 && (of != 3'(1 << j) || thinner);
          loaded_d[C] = (of[1:0] & loaded) != '0;
          passed_d[C] = alone && (of[1:0] & passed) != '0;
          look_d[C]   = alone ? (of[1:0] & look) != '0 : (of[1:0] & loaded) != '0;
        end
      end

      always_ff @(posedge clk_i) begin
        if (begins) begin
          pc_q[C]    <= begin_pc_i;
          mask_q[C]  <= begin_mask_i;
          count_q[C] <= CountWidth'($countones(begin_mask_i));
        end else if (change) begin
          pc_q[C]    <= change_0 ? out_pc[j*32 +: 32] : out_pc[(Hot + j)*32 +: 32];
          mask_q[C]  <= change_0 ? out_mask[j*Lanes +: Lanes] : out_mask[(Hot + j)*Lanes +: Lanes];
          count_q[C] <= change_0 ? out_count[j*CountWidth +: CountWidth]
                                 : out_count[(Hot + j)*CountWidth +: CountWidth];
        end
      end

      always_ff @(posedge clk_i) begin
        if (change || takes[C])
          {div_q[C], sync_q[C], fence_q[C], reg_q[C], use_q[C], flow_q[C], unit_q[C],
           word_q[C]} <= word;
      end
    end

    // One access issues and another one ends: the count stays.
    logic [Hot-1:0] is_memory;

    for (genvar k = 0; k < Hot; k++) begin : gen_memory
      assign is_memory[k] = unit_q[s*Hot + k] == Memory;
    end
    assign accesses = (issued[s*Hot +: Hot] & is_memory) != '0;
    assign ends     = end_valid_i && end_slot_i == SlotWidth'(s);

    always_ff @(posedge clk_i) begin
      if (!rst_ni) access_q[s] <= '0;
      else         access_q[s] <= access_q[s] + AccessWidth'(accesses) - AccessWidth'(ends);
    end

    // A context is helped: the count begins anew; also if the last hot one issued, and none waits.
    logic helps, served;

    assign helps  = serves && head_guest && need_slot == SlotWidth'(s);
    assign served = issued[s*Hot + Last] && !cold_has[s];

    always_ff @(posedge clk_i) begin
      if (!rst_ni || begins || helps || served)      turns_q[s] <= '0;
      else if (issued[s*Hot +: Hot] != '0 && !due[s]) turns_q[s] <= turns_q[s] + TurnsWidth'(1);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q  <= '0;
      stay_q   <= '0;
      guest_q  <= '0;
      moved_q  <= '0;
      loaded_q <= '0;
      passed_q <= '0;
      look_q   <= '0;
    end else begin
      valid_q  <= valid_d;
      stay_q   <= stay_d;
      guest_q  <= guest_d;
      moved_q  <= moved_d;
      loaded_q <= loaded_d;
      passed_q <= passed_d;
      look_q   <= look_d;
    end
  end

  assign begin_ready_o = 1'b1;

  ////////////////
  // Scoreboard //
  ////////////////

  // Where threads went: the sorter's rows of the hot positions and of new, as a hot position or as
  // position 2, that of all threads that are not hot. The rest of a resolve was at its position;
  // threads that leave it go to position 2, in which others stay.
  logic [17:0] matrix;

  for (genvar n = 0; n < 2; n++) begin : gen_move
    logic [8:0] went;
    logic [2:0] fresh;

    for (genvar i = 0; i < 3; i++) begin : gen_row
      if (Hot == 2) begin : gen_two
        assign went[3*i +: 3] = out_from[n*9 + 3*i +: 3];
      end else begin : gen_one
        assign went[3*i +: 3] = {out_from[n*9 + 3*i + 1] | out_from[n*9 + 3*i + 2], 1'b0,
                                 out_from[n*9 + 3*i]};
      end
    end

    if (n == 0) begin : gen_all
      logic [1:0] out, splits;

      assign fresh  = went[6 +: 3];
      assign splits = at_res & {2{!issues}};
      assign out    = ((at_res & {2{leaves}}) | at_victim) & {2{!issues}};
      for (genvar k = 0; k < 2; k++) begin : gen_row
        assign matrix[3*k +: 3] = went[3*k +: 3] | ({3{splits[k]}} & fresh) | {out[k], 2'b00};
      end
      assign matrix[6 +: 3] = (resolving ? 3'b000 : fresh) | 3'b100;
    end else begin : gen_issue
      logic unused_fresh;

      assign fresh         = went[6 +: 3];
      assign unused_fresh  = &{1'b0, fresh};
      assign matrix[9 +: 9] = {3'b100, went[0 +: 6]};
    end
  end

  logic [11:0]      set_reg;
  logic [Slots-1:0] unused_free;

  assign set_reg = {issue_reg_o[24 + 18 +: 6], issue_reg_o[18 +: 6]};

  hd_split_scoreboard #(
      .Slots  (Slots),
      .Entries(Entries),
      .Regs   (64),
      .Writers(3)
  ) u_scoreboard (
      .clk_i,
      .rst_ni,
      .query_slot_i (query_slot),
      .query_pos_i  (2'b10),
      .query_busy_o (query_busy),
      .full_o       (full),
      .free_o       (unused_free),
      .set_en_i     (issue_valid_o & port_row),
      .set_slot_i   (issue_slot_o),
      .set_pos_i    (issue_pos_o),
      .set_reg_i    (set_reg),
      .set_tag_o    (set_tag),
      .move_en_i    (changes),
      .move_slot_i  (change_slot),
      .move_matrix_i(matrix),
      .wb_en_i,
      .wb_slot_i,
      .wb_tag_i,
      .wb_pos_i
  );

  ////////////////////////
  // Cold context table //
  ////////////////////////

  // A victim is pushed as it was; else what the sorter has behind the last hot context.
  logic             pushes_victim, push_valid;
  logic [31:0]      push_pc;
  logic [Lanes-1:0] push_mask;

  assign pushes_victim = serves && victim;
  assign push_valid    = pushes_victim || (!issues && cold_valid);
  assign push_pc       = pushes_victim ? row_pc[Last*32 +: 32] : cold_pc;
  assign push_mask     = pushes_victim ? row_mask[Last*Lanes +: Lanes] : cold_mask;

  hd_cct #(
      .Entries(ColdEntries),
      .Slots  (Slots),
      .Lanes  (Lanes),
      .PcWidth(32),
      .Levels (Levels)
  ) u_cold (
      .clk_i,
      .rst_ni,
      .push_valid_i(push_valid),
      .push_ready_o(push_ready),
      .push_slot_i (row_slot[0 +: SlotWidth]),
      .push_pc_i   (push_pc),
      .push_mask_i (push_mask),
      .push_last_i (pushes_victim),
      .pop_en_i    (serves || exchanges),
      .pop_slot_i  (head_slot),
      .pop_pc_o    (head_pc),
      .pop_mask_o  (head_mask),
      .any_o       (cold_any),
      .has_o       (cold_has),
      .spill_valid_o,
      .spill_ready_i,
      .spill_load_o,
      .spill_slot_o,
      .spill_level_o,
      .spill_data_o,
      .fill_valid_i,
      .fill_slot_i,
      .fill_data_i
  );

  //////////////////
  // Barrier unit //
  //////////////////

  logic [Slots-1:0] unused_stalls;
  logic [Lanes-1:0] unused_live, unused_here;
  logic [31:0]      unused_leave_pc;

  hd_barrier_unit #(
      .Slots  (Slots),
      .Lanes  (Lanes),
      .PcWidth(32)
  ) u_barrier (
      .clk_i,
      .rst_ni,
      .begin_en_i,
      .begin_slot_i,
      .begin_mask_i,
      .arr_valid_i   (resolves && leaves),
      .arr_exit_i    (flow == Exit),
      .arr_mask_i    (threads),
      .arr_slot_i    ({Lanes{res_slot}}),
      .arr_pc_i      (behind),
      .arr_memory_i  (1'b0),
      .back_valid_i  (1'b0),
      .back_mask_i   ({Lanes{1'b0}}),
      .back_slot_i   ({Lanes*SlotWidth{1'b0}}),
      .ev_valid_o,
      .ev_slot_o,
      .ev_kind_o,
      .ready_i,
      .launch_valid_o(launch_valid),
      .launch_slot_o (launch_slot),
      .launch_mask_o (launch_mask),
      .launch_pc_o   (launch_pc),
      .launch_ready_i(launches),
      .stalls_o      (unused_stalls),
      .leave_en_i    (1'b0),
      .leave_slot_i  ({SlotWidth{1'b0}}),
      .leave_live_o  (unused_live),
      .leave_here_o  (unused_here),
      .leave_pc_o    (unused_leave_pc),
      .resume_en_i   (1'b0),
      .resume_slot_i ({SlotWidth{1'b0}}),
      .resume_live_i ({Lanes{1'b0}}),
      .resume_here_i ({Lanes{1'b0}}),
      .resume_pc_i   (32'd0)
  );

  ////////////
  // Status //
  ////////////

  // Slots that run; those of them with a word.
  logic [Slots-1:0] runs, with_word;

  for (genvar s = 0; s < Slots; s++) begin : gen_runs
    assign runs[s]      = ready_i[s] && valid_q[s*Hot];
    assign with_word[s] = runs[s] && loaded_q[s*Hot +: Hot] != '0;
  end

  for (genvar p = 0; p < 2; p++) begin : gen_why
    logic [2:0] why;

    always @* begin
      if (issue_valid_o[p])                    why = Issues;
      else if (port_offered[p] && !pipes_free) why = PipeBusy;
      else if (port_offered[p])                why = Taken;
      else if (with_word != '0)                why = Waits;
      else if (runs != '0)                     why = Unready;
      else                                     why = Idle;
    end

    assign why_o[p*3 +: 3] = why;
  end

endmodule
