// SPDX-License-Identifier: Apache-2.0
//
// Properties of the coordinator (docs/blocks/coordinator.md), for formal/prove.sh.
//
// Beside the design stand plain models of the mapping tables (which sets are physical, which are in
// swap space), from the ports alone, and of the loads that are on their way. Victims, answers and
// the memory are the solver's choice, within what their pages promise.
//
// A trace begins with a reset (cold), or in any state in which all that is marked "I:" holds
// (warm): the interesting steps are too far from a reset for a bounded search. Since all of "I:" is
// proven, every state that can be reached is such a start; a planted bug is caught from one, too.
//
// The line before a property says in words what it states ("P:", or "I:" if warm traces begin with
// it); its label is its name.

module hd_coordinator_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State: an array of n-bit words is one vector.
    input logic [Warps*3-1:0]             state,
    input logic [Warps*BlockWidth-1:0]    block,
    input logic [Warps-1:0]               fresh,
    input logic [Warps-1:0]               seated,
    input logic [Warps-1:0]               away,
    input logic [Warps-1:0]               back,
    input logic [Warps*SlotWidth-1:0]     slot,
    input logic [Warps*RegWidth-1:0]      need,
    input logic [Warps*RegWidth-1:0]      have,
    input logic [Warps*ScratchWidth-1:0]  scratch,
    input logic [Warps*2-1:0]             kind,
    input logic [Warps*WarpWidth-1:0]     list,
    input logic [SizeWidth-1:0]           length,
    input logic [Slots-1:0]               runs_there,
    input logic [Slots-1:0]               slot_used,
    input logic [Slots*WarpWidth-1:0]     slot_warp,
    input logic [Blocks-1:0]              block_used,
    input logic [Blocks*SizeWidth-1:0]    ended,
    input logic [Blocks*SizeWidth-1:0]    waiting,
    input logic [Blocks*ScratchWidth-1:0] block_need,
    input logic [Blocks*ScratchWidth-1:0] block_have,
    input logic [4:0]                     doing,
    input logic [WarpWidth-1:0]           warp,
    input logic [BlockWidth-1:0]          at_block,
    input logic [SizeWidth-1:0]           at,
    input logic [1:0]                     queue,
    input logic                           changed,
    input logic [WarpWidth-1:0]           search,
    input logic [RowWidth-1:0]            spill_row,
    input logic [SetWidth-1:0]            spill_set,
    input logic                           miss,
    input logic [WarpWidth-1:0]           miss_row,
    input logic [RegSetWidth-1:0]         miss_set,
    input logic                           returns,
    input logic [WarpWidth-1:0]           return_warp
);

  // Steps, states of a warp and kinds of events, as on the page.
  localparam int Idle = 0, Accept = 1, Event = 2, Drop = 3, Needs = 4, Trim = 5, Check = 6,
      Clear = 7, Done = 8, Open = 9, Scan = 10, Seat = 11, Scratch = 12, Regs = 13, Spill = 14,
      Begin = 15, Return = 16;
  localparam int Free = 0, Pending = 1, Barrier = 2, Happened = 3, Restore = 4, Runs = 5;
  localparam int KindBarrier = 1, KindPhase = 2, KindEnd = 3;

  // ------------------------------------------------------------------ how a trace begins

  (* anyconst *) logic warm;
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (rst_ni == warm);

  logic was_reset;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // The first cycle of a cold trace is before the reset: nothing holds there.
  logic live;
  assign live = on || warm;

  // ------------------------------------------------------------------ the neighbours' promises

  // 1: the kernel's sizes do not change here.
  (* anyconst *) logic [SizeWidth-1:0] k_warps, k_least;
  (* anyconst *) logic [RegWidth-1:0] k_regs;
  (* anyconst *) logic [ScratchWidth-1:0] k_scratch;
  always @* begin
    assume (warps_i == k_warps && least_i == k_least && regs_i == k_regs && scratch_i == k_scratch);
    assume (k_warps >= 1 && 32'(k_warps) <= Slots);
    assume (32'(k_regs) <= RegSets && 32'(k_scratch) <= ScratchSets);
  end

  // The slot of a warp with a set that returns, which would be ready but for that.
  logic [Slots-1:0] halted;
  always @* begin
    halted = '0;
    for (int s = 0; s < Slots; s++)
      for (int w = 0; w < Warps; w++)
        if (returns && 32'(return_warp) == w && slot_used[s] && state[w*3+:3] == Runs
            && 32'(slot_warp[s*WarpWidth+:WarpWidth]) == w) halted[s] = 1'b1;
  end

  // Events are of slots that are ready, or would be but for a set that returns, and of two slots.
  logic events_fine;
  always @* begin
    events_fine = 1'b1;
    for (int p = 0; p < Ports; p++) begin
      if (ev_valid_i[p]) begin
        if (32'(ev_slot_i[p*SlotWidth+:SlotWidth]) >= Slots) events_fine = 1'b0;
        if (((ready_o | halted) >> ev_slot_i[p*SlotWidth+:SlotWidth]) % 2 == 0) events_fine = 1'b0;
        if (32'(ev_regs_i[p*RegWidth+:RegWidth]) > RegSets) events_fine = 1'b0;
        if (32'(ev_scratch_i[p*ScratchWidth+:ScratchWidth]) > ScratchSets) events_fine = 1'b0;
        for (int q = 0; q < p; q++)
          if (ev_valid_i[q] && ev_slot_i[q*SlotWidth+:SlotWidth]
              == ev_slot_i[p*SlotWidth+:SlotWidth]) events_fine = 1'b0;
      end
    end
  end
  always @* if (live && rst_ni) assume (events_fine);

  // Misses are of sets that there may be.
  always @* if (miss_en_i) assume (32'(miss_row_i) < Warps && 32'(miss_set_i) < RegSets);

  // ------------------------------------------------------------------ the tables

  // Slots: warps seated, with their slots; warps with their state in swap space. Sets: physical
  // ones, swapped ones.
  logic [Warps-1:0]              t_seated, t_away;
  logic [Warps*SlotWidth-1:0]    t_slot;
  logic [Blocks*ScratchSets-1:0] t_pads, t_pads_out, pad_bit;
  logic [Warps*RegSets-1:0]      t_regs, t_regs_out, reg_bit;
  logic [Warps-1:0]              seat_bit;
  logic [Slots-1:0]              t_used;
  logic [SlotWidth-1:0]          t_next;

  logic [2:0] op0, op1, op2;
  assign {op2, op1, op0} = op_o;

  always @* begin
    seat_bit = '0;
    pad_bit = '0;
    reg_bit = '0;
    for (int w = 0; w < Warps; w++) begin
      if (32'(op_row_o) == w && op_set_o == '0) seat_bit[w] = 1'b1;
      for (int k = 0; k < RegSets; k++)
        if (32'(op_row_o) == w && 32'(op_set_o) == k) reg_bit[w*RegSets+k] = 1'b1;
    end
    for (int b = 0; b < Blocks; b++)
      for (int k = 0; k < ScratchSets; k++)
        if (32'(op_row_o) == b && 32'(op_set_o) == k) pad_bit[b*ScratchSets+k] = 1'b1;
    t_used = '0;
    for (int w = 0; w < Warps; w++)
      for (int s = 0; s < Slots; s++)
        if (t_seated[w] && 32'(t_slot[w*SlotWidth+:SlotWidth]) == s) t_used[s] = 1'b1;
    t_next = '0;
    for (int s = Slots - 1; s >= 0; s--) if (!t_used[s]) t_next = SlotWidth'(s);
  end

  always @* begin
    assume (op_phys_i[0+:PhysWidth] == PhysWidth'(t_next));
    assume (32'(free_i[0+:16]) == Slots - $countones(t_seated));
    assume (32'(free_i[16+:16]) == ScratchPhys - $countones(t_pads));
    assume (32'(free_i[32+:16]) == RegPhys - $countones(t_regs));
    assume (32'(swapped_i[0+:16]) == $countones(t_away));
    assume (32'(swapped_i[16+:16]) == $countones(t_pads_out));
    assume (32'(swapped_i[32+:16]) == $countones(t_regs_out));
    assume (op_held_i[2] == reg_in);
  end

  // The register set that is free next stays so until one is taken or freed.
  logic still;
  logic [PhysWidth-1:0] was_free_phys;
  always_ff @(posedge clk_i) begin
    still <= rst_ni && live && op2 == 3'd0;
    was_free_phys <= free_phys_i;
  end
  always @* if (on && still) assume (free_phys_i == was_free_phys);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      t_seated <= '0;
      t_away <= '0;
      t_pads <= '0;
      t_pads_out <= '0;
      t_regs <= '0;
      t_regs_out <= '0;
    end else begin
      case (op0)
        3'd1, 3'd3: {t_seated, t_away} <= {t_seated | seat_bit, t_away & ~seat_bit};
        3'd2: {t_seated, t_away} <= {t_seated & ~seat_bit, t_away | seat_bit};
        3'd4: {t_seated, t_away} <= {t_seated & ~seat_bit, t_away & ~seat_bit};
        default: ;
      endcase
      case (op1)
        3'd1, 3'd3: {t_pads, t_pads_out} <= {t_pads | pad_bit, t_pads_out & ~pad_bit};
        3'd2: {t_pads, t_pads_out} <= {t_pads & ~pad_bit, t_pads_out | pad_bit};
        3'd4: {t_pads, t_pads_out} <= {t_pads & ~pad_bit, t_pads_out & ~pad_bit};
        default: ;
      endcase
      case (op2)
        3'd1, 3'd3: {t_regs, t_regs_out} <= {t_regs | reg_bit, t_regs_out & ~reg_bit};
        3'd2: {t_regs, t_regs_out} <= {t_regs & ~reg_bit, t_regs_out | reg_bit};
        3'd4: {t_regs, t_regs_out} <= {t_regs & ~reg_bit, t_regs_out & ~reg_bit};
        default: ;
      endcase
      for (int w = 0; w < Warps; w++)
        if ((op0 == 3'd1 || op0 == 3'd3) && seat_bit[w]) t_slot[w*SlotWidth+:SlotWidth] <= t_next;
    end
  end

  // What an operation asks: of an entry that is so, and only where there is room.
  logic ops_fine, pad_in, reg_in, pad_out, reg_out, seat_in, seat_out;
  assign seat_in = (t_seated & seat_bit) != '0;
  assign seat_out = (t_away & seat_bit) != '0;
  assign pad_in = (t_pads & pad_bit) != '0;
  assign pad_out = (t_pads_out & pad_bit) != '0;
  assign reg_in = (t_regs & reg_bit) != '0;
  assign reg_out = (t_regs_out & reg_bit) != '0;

  function automatic logic fine(input logic [2:0] op, input logic named, input logic in,
                                input logic out, input logic room, input logic locked);
    fine = op == 3'd0 || named;
    if (op > 3'd4) fine = 1'b0;
    if (op == 3'd1 && (in || out || !room)) fine = 1'b0;
    if (op == 3'd2 && (!in || !locked)) fine = 1'b0;
    if (op == 3'd3 && (!out || !room || !locked)) fine = 1'b0;
    if (op == 3'd4 && !in && !out) fine = 1'b0;
  endfunction

  logic lock_here;
  assign lock_here = lock_row_o == op_row_o && lock_set_o == op_set_o;
  assign ops_fine = fine(op0, seat_bit != '0, seat_in, seat_out, free_i[0+:16] != '0, 1'b1)
      && fine(op1, pad_bit != '0, pad_in, pad_out, free_i[16+:16] != '0, lock_en_o[1] && lock_here)
      && fine(op2, reg_bit != '0, reg_in, reg_out, free_i[32+:16] != '0, lock_en_o[2] && lock_here)
      && 32'(op0 != '0) + 32'(op1 != '0) + 32'(op2 != '0) <= 1;

  // ------------------------------------------------------------------ victims, and loads

  // A victim is a physical set of another owner than the one to keep.
  logic victims_fine, pad_there, reg_there;
  always @* begin
    victims_fine = 1'b1;
    if (victim_valid_i[0]) victims_fine = 1'b0;
    for (int b = 0; b < Blocks; b++)
      for (int k = 0; k < ScratchSets; k++)
        if (32'(victim_row_i[0+:RowWidth]) == b && 32'(victim_set_i[0+:SetWidth]) == k
            && t_pads[b*ScratchSets+k] && !(keep_en_o[0] && 32'(keep_row_o) == b))
          victims_fine = 1'b1;
  end
  logic reg_victim_fine;
  always @* begin
    reg_victim_fine = !victim_valid_i[1];
    for (int w = 0; w < Warps; w++)
      for (int k = 0; k < RegSets; k++)
        if (32'(victim_row_i[RowWidth+:RowWidth]) == w && 32'(victim_set_i[SetWidth+:SetWidth]) == k
            && t_regs[w*RegSets+k] && !(keep_en_o[1] && 32'(keep_row_o) == w))
          reg_victim_fine = 1'b1;
  end
  always @* if (live) assume (victims_fine && reg_victim_fine);

  // Loads that were accepted and not answered.
  logic [Warps-1:0] loads;
  always_ff @(posedge clk_i)
    for (int w = 0; w < Warps; w++) begin
      if (!rst_ni) loads[w] <= 1'b0;
      else if (req_valid_o && req_ready_i && req_load_o && 32'(req_row_o) == w) loads[w] <= 1'b1;
      else if (rsp_valid_i && 32'(rsp_warp_i) == w) loads[w] <= 1'b0;
    end
  always @* if (live && rsp_valid_i)
    assume (32'(rsp_warp_i) < Warps && (loads >> rsp_warp_i) % 2 == 1);

  // ------------------------------------------------------------------ counts, and what is in range

  // Words at warp, and at at_block.
  logic [2:0] w_state;
  logic [1:0] w_kind;
  logic [RegWidth-1:0] w_need, w_have;
  logic [ScratchWidth-1:0] w_scratch, b_need, b_have;
  logic [BlockWidth-1:0] w_block;
  logic [SizeWidth-1:0] b_ended, b_waiting;
  logic w_seated, w_away, w_back, w_fresh, b_used;
  assign w_state = state[warp*3+:3];
  assign w_kind = kind[warp*2+:2];
  assign w_need = need[warp*RegWidth+:RegWidth];
  assign w_have = have[warp*RegWidth+:RegWidth];
  assign w_scratch = scratch[warp*ScratchWidth+:ScratchWidth];
  assign w_block = block[warp*BlockWidth+:BlockWidth];
  assign w_seated = seated[warp];
  assign w_away = away[warp];
  assign w_back = back[warp];
  assign w_fresh = fresh[warp];
  assign b_need = block_need[at_block*ScratchWidth+:ScratchWidth];
  assign b_have = block_have[at_block*ScratchWidth+:ScratchWidth];
  assign b_ended = ended[at_block*SizeWidth+:SizeWidth];
  assign b_waiting = waiting[at_block*SizeWidth+:SizeWidth];
  assign b_used = block_used[at_block];

  logic taking, with_event, with_block;
  assign taking = doing >= Seat && doing <= Begin;
  assign with_event = doing >= Event && doing <= Trim;
  assign with_block = doing >= Accept && doing <= Open;

  logic [Warps-1:0] nonfree, pending, happened, running, resting;
  always @*
    for (int w = 0; w < Warps; w++) begin
      nonfree[w] = state[w*3+:3] != Free;
      pending[w] = state[w*3+:3] == Pending;
      happened[w] = state[w*3+:3] == Happened;
      running[w] = state[w*3+:3] == Restore || state[w*3+:3] == Runs;
      resting[w] = state[w*3+:3] == Pending || state[w*3+:3] == Barrier;
    end

  // ------------------------------------------------------------------ invariants

  logic in_range, seats_fine, ready_fine, list_fine, counts_fine, steps_fine, held_fine, needs_fine;
  logic tables_fine, loads_fine, spill_fine, return_fine, note_fine, hope;

  // Numbers name something.
  always @* begin
    in_range = 32'(length) <= Warps && 32'(search) < Warps
        && (!(with_event || taking) || 32'(warp) < Warps)
        && (!(with_block || taking) || 32'(at_block) < Blocks)
        && (!(doing == Scan || taking) || (queue <= 2 && at <= length))
        && (doing != Accept || at < k_warps)
        && doing <= Return
        && (!miss || (32'(miss_row) < Warps && 32'(miss_set) < RegSets))
        && (!returns || 32'(return_warp) < Warps);
    for (int w = 0; w < Warps; w++) begin
      if (w < 32'(length) && 32'(list[w*WarpWidth+:WarpWidth]) >= Warps) in_range = 1'b0;
      if (nonfree[w] && (state[w*3+:3] > Runs || 32'(have[w*RegWidth+:RegWidth]) > RegSets
          || 32'(need[w*RegWidth+:RegWidth]) > RegSets
          || 32'(scratch[w*ScratchWidth+:ScratchWidth]) > ScratchSets
          || 32'(block[w*BlockWidth+:BlockWidth]) >= Blocks
          || (seated[w] && 32'(slot[w*SlotWidth+:SlotWidth]) >= Slots))) in_range = 1'b0;
    end
    for (int b = 0; b < Blocks; b++)
      if (block_used[b] && (32'(block_need[b*ScratchWidth+:ScratchWidth]) > ScratchSets
          || 32'(block_have[b*ScratchWidth+:ScratchWidth]) > ScratchSets)) in_range = 1'b0;
  end

  // A slot and the warp on it name each other.
  always @* begin
    seats_fine = 1'b1;
    ready_fine = 1'b1;
    for (int s = 0; s < Slots; s++)
      for (int w = 0; w < Warps; w++) begin
        if ((slot_used[s] && 32'(slot_warp[s*WarpWidth+:WarpWidth]) == w)
            != (nonfree[w] && seated[w] && 32'(slot[w*SlotWidth+:SlotWidth]) == s))
          seats_fine = 1'b0;
        if (32'(slot_warp[s*WarpWidth+:WarpWidth]) == w
            && (runs_there[s] != (slot_used[s] && state[w*3+:3] == Runs)
                || ready_o[s] != (runs_there[s] && !(returns && 32'(return_warp) == w))))
          ready_fine = 1'b0;
      end
    for (int s = 0; s < Slots; s++)
      if (slot_used[s] ? 32'(slot_warp[s*WarpWidth+:WarpWidth]) >= Warps
                       : runs_there[s] || ready_o[s])
        ready_fine = 1'b0;
  end

  // The list: pending warps, each once; all of them but the one that takes.
  int listed;
  always @* begin
    list_fine = 1'b1;
    for (int w = 0; w < Warps; w++) begin
      listed = 0;
      for (int i = 0; i < Warps; i++)
        if (i < 32'(length) && 32'(list[i*WarpWidth+:WarpWidth]) == w) listed = listed + 1;
      if (listed != 32'(pending[w] && !(taking && 32'(warp) == w))) list_fine = 1'b0;
    end
  end

  // Blocks: warps that are here, have ended and wait add up. A block that has ended, or that all
  // have come to the barrier of, is being looked at.
  int here, waits;
  always @* begin
    counts_fine = 1'b1;
    for (int b = 0; b < Blocks; b++) begin
      here = 0;
      waits = 0;
      for (int w = 0; w < Warps; w++)
        if (nonfree[w] && 32'(block[w*BlockWidth+:BlockWidth]) == b) begin
          here = here + 1;
          if (state[w*3+:3] == Barrier) waits = waits + 1;
        end
      if (!block_used[b] && here != 0) counts_fine = 1'b0;
      if (block_used[b]) begin
        if (doing == Accept && 32'(at_block) == b) begin
          if (here != 32'(at) || ended[b*SizeWidth+:SizeWidth] != '0) counts_fine = 1'b0;
        end else if (here + 32'(ended[b*SizeWidth+:SizeWidth]) != 32'(k_warps)) begin
          counts_fine = 1'b0;
        end
        if (waits != 32'(waiting[b*SizeWidth+:SizeWidth])) counts_fine = 1'b0;
        if (waits == here && !(doing == Accept && 32'(at_block) == b)
            && !((doing == Check || (doing == Open && here != 0)
                  || ((doing == Clear || doing == Done) && here == 0)) && 32'(at_block) == b))
          counts_fine = 1'b0;
      end
    end
    if ((doing == Clear || doing == Done) && b_ended != k_warps) counts_fine = 1'b0;
    if (doing == Accept && $countones(~nonfree) + 32'(at) < 32'(k_warps)) counts_fine = 1'b0;
  end

  // The step is about a warp and a block that are as it wants them.
  always @* begin
    steps_fine = 1'b1;
    if (with_block && !b_used) steps_fine = 1'b0;
    if ((with_event || taking) && w_block != at_block) steps_fine = 1'b0;
    if (with_event && w_state != Happened) steps_fine = 1'b0;
    if (with_event && doing != Event && w_kind == KindBarrier) steps_fine = 1'b0;
    if (doing == Drop && w_kind == KindEnd && w_need != '0) steps_fine = 1'b0;
    if ((doing == Needs || doing == Trim) && (w_kind != KindPhase || w_have > w_need))
      steps_fine = 1'b0;
    if (doing == Trim && b_have < b_need) steps_fine = 1'b0;
    if (taking && w_state != Pending) steps_fine = 1'b0;
    if (taking && doing != Seat && !w_seated) steps_fine = 1'b0;
    if (doing == Seat && !w_seated && &slot_used && !some_seat) steps_fine = 1'b0;
    if ((doing == Regs || doing == Begin) && b_have < b_need) steps_fine = 1'b0;
    if (doing == Begin && (w_have != w_need || !w_fresh)) steps_fine = 1'b0;
    if (doing == Spill && b_have >= b_need && w_have >= w_need) steps_fine = 1'b0;
    for (int w = 0; w < Warps; w++) if (happened[w] && kind[w*2+:2] == 0) steps_fine = 1'b0;
  end

  logic some_seat;
  always @* begin
    some_seat = 1'b0;
    for (int s = 0; s < Slots; s++)
      for (int w = 0; w < Warps; w++)
        if (slot_used[s] && 32'(slot_warp[s*WarpWidth+:WarpWidth]) == w && resting[w])
          some_seat = 1'b1;
  end

  // What runs has all it needs.
  logic [ScratchWidth-1:0] its_need, its_have;
  always @* begin
    held_fine = 1'b1;
    needs_fine = 1'b1;
    its_need = '0;
    its_have = '0;
    for (int w = 0; w < Warps; w++) begin
      for (int b = 0; b < Blocks; b++)
        if (32'(block[w*BlockWidth+:BlockWidth]) == b) begin
          its_need = block_need[b*ScratchWidth+:ScratchWidth];
          its_have = block_have[b*ScratchWidth+:ScratchWidth];
        end
      if (running[w] && (!seated[w]
          || have[w*RegWidth+:RegWidth] != need[w*RegWidth+:RegWidth]
          || its_have < scratch[w*ScratchWidth+:ScratchWidth])) held_fine = 1'b0;
      if (happened[w] && !seated[w]) held_fine = 1'b0;
      // A warp that has come to a barrier ran until then, with its registers.
      if (pending[w] && have[w*RegWidth+:RegWidth] > need[w*RegWidth+:RegWidth]) held_fine = 1'b0;
      if ((state[w*3+:3] == Barrier || (happened[w] && kind[w*2+:2] == KindBarrier))
          && have[w*RegWidth+:RegWidth] != need[w*RegWidth+:RegWidth]) held_fine = 1'b0;
      if ((state[w*3+:3] == Barrier || (happened[w] && kind[w*2+:2] != KindPhase))
          && its_have < scratch[w*ScratchWidth+:ScratchWidth]) held_fine = 1'b0;
      // The block's need covers all its warps whose need is settled.
      if (nonfree[w] && !(happened[w] && kind[w*2+:2] == KindPhase)
          && its_need < scratch[w*ScratchWidth+:ScratchWidth]) needs_fine = 1'b0;
    end
    if (doing == Trim && b_need < w_scratch) needs_fine = 1'b0;
    if (doing == Accept && b_need != k_scratch) needs_fine = 1'b0;
  end

  // A block that lacks scratchpad has a warp that waits for it, or has yet to be told so: never one
  // whose barrier is open.
  logic lack_fine, one_lacks;
  always @* begin
    lack_fine = doing != Open || b_have >= b_need;
    for (int b = 0; b < Blocks; b++) begin
      one_lacks = 1'b0;
      for (int w = 0; w < Warps; w++)
        if ((pending[w] || (happened[w] && kind[w*2+:2] == KindPhase))
            && 32'(block[w*BlockWidth+:BlockWidth]) == b
            && scratch[w*ScratchWidth+:ScratchWidth] >= block_need[b*ScratchWidth+:ScratchWidth])
          one_lacks = 1'b1;
      if (block_used[b] && block_have[b*ScratchWidth+:ScratchWidth]
          < block_need[b*ScratchWidth+:ScratchWidth] && !one_lacks
          && !((doing == Accept || doing == Clear || doing == Done) && 32'(at_block) == b))
        lack_fine = 1'b0;
    end
  end

  // The tables hold what warps and blocks have, and no more than there is.
  always @* begin
    tables_fine = $countones(t_pads) <= ScratchPhys && $countones(t_regs) <= RegPhys
        && (t_pads & t_pads_out) == '0 && (t_regs & t_regs_out) == '0
        && t_seated == (nonfree & seated) && t_away == (nonfree & ~seated & away)
        && t_used == slot_used;
    for (int w = 0; w < Warps; w++) begin
      if (t_seated[w] && t_slot[w*SlotWidth+:SlotWidth] != slot[w*SlotWidth+:SlotWidth])
        tables_fine = 1'b0;
      for (int k = 0; k < RegSets; k++)
        if ((t_regs[w*RegSets+k] || t_regs_out[w*RegSets+k])
            != (nonfree[w] && k < 32'(have[w*RegWidth+:RegWidth]))) tables_fine = 1'b0;
    end
    for (int b = 0; b < Blocks; b++)
      for (int k = 0; k < ScratchSets; k++)
        if ((t_pads[b*ScratchSets+k] || t_pads_out[b*ScratchSets+k])
            != (block_used[b] && doing_not_done(b == 32'(at_block), doing)
                && k < 32'(block_have[b*ScratchWidth+:ScratchWidth]))) tables_fine = 1'b0;
  end
  // In the last cycle of a block it has nothing any more.
  function automatic logic doing_not_done(input logic it, input logic [4:0] step);
    doing_not_done = !(it && step == Done);
  endfunction

  // State that is on its way: of a warp in restore, or of one that takes; an answer that came early
  // is of one that takes. Besides a register set is on its way, of the warp whose set returns.
  always @* begin
    loads_fine = 1'b1;
    for (int w = 0; w < Warps; w++) begin
      if (loads[w] != ((nonfree[w] && seated[w] && away[w] && !back[w])
                       || (returns && 32'(return_warp) == w))) loads_fine = 1'b0;
      if (nonfree[w] && back[w] && !(seated[w] && away[w])) loads_fine = 1'b0;
      if (nonfree[w] && seated[w] && away[w] && state[w*3+:3] != Restore
          && !(taking && 32'(warp) == w)) loads_fine = 1'b0;
      if (state[w*3+:3] == Restore && (!away[w] || back[w])) loads_fine = 1'b0;
    end
  end

  // The set that is spilled is physical, and not of the owner that asks.
  logic spill_pad;
  assign spill_pad = b_have < b_need;
  always @* begin
    spill_fine = doing != Spill;
    for (int b = 0; b < Blocks; b++)
      for (int k = 0; k < ScratchSets; k++)
        if (spill_pad && 32'(spill_row) == b && 32'(spill_set) == k && t_pads[b*ScratchSets+k]
            && 32'(at_block) != b && free_i[16+:16] == '0) spill_fine = 1'b1;
    for (int w = 0; w < Warps; w++)
      for (int k = 0; k < RegSets; k++)
        if (!spill_pad && 32'(spill_row) == w && 32'(spill_set) == k && t_regs[w*RegSets+k]
            && 32'(warp) != w && free_i[32+:16] == '0) spill_fine = 1'b1;
  end

  // A set is asked for to return that is in swap space, of a warp that runs or whose event waits,
  // while no other returns, the list is empty and a set is free. While one returns its warp is such
  // a one, with its state here, and no step is about it; no set is spilled.
  always @* begin
    return_fine = doing != Return;
    for (int w = 0; w < Warps; w++)
      for (int k = 0; k < RegSets; k++)
        if (32'(spill_row) == w && 32'(spill_set) == k && t_regs_out[w*RegSets+k]
            && (state[w*3+:3] == Runs || happened[w]) && !returns && length == '0
            && free_i[32+:16] != '0) return_fine = 1'b1;
    for (int w = 0; w < Warps; w++)
      if (returns && 32'(return_warp) == w
          && (!(state[w*3+:3] == Runs || happened[w]) || !seated[w] || away[w] || back[w]
              || (with_event && 32'(warp) == w) || doing == Spill || doing == Return))
        return_fine = 1'b0;
  end

  // The last miss, until it is looked at: when nothing else is to do, no set returns, the list is
  // empty and a set is free.
  logic note, look_miss;
  logic [WarpWidth-1:0] note_row;
  logic [RegSetWidth-1:0] note_set;
  logic [Warps-1:0] not_returning;
  always @* begin
    for (int w = 0; w < Warps; w++) not_returning[w] = !(returns && 32'(return_warp) == w);
    look_miss = note && doing == Idle && (happened & not_returning) == '0 && length == '0
        && !(block_valid_i && block_ready_o) && !returns && free_i[32+:16] != '0;
  end
  always_ff @(posedge clk_i) begin
    note <= rst_ni && (miss_en_i || (note && !look_miss));
    if (miss_en_i) {note_row, note_set} <= {miss_row_i, miss_set_i};
  end
  assign note_fine = note == miss && (!note || {note_row, note_set} == {miss_row, miss_set});

  // Its warp runs, and has the set in swap space.
  logic should_return, was_idle, was_should;
  always @* begin
    should_return = 1'b0;
    for (int w = 0; w < Warps; w++)
      for (int k = 0; k < RegSets; k++)
        if (look_miss && 32'(note_row) == w && 32'(note_set) == k && state[w*3+:3] == Runs
            && t_regs_out[w*RegSets+k]) should_return = 1'b1;
  end
  always_ff @(posedge clk_i) begin
    was_idle <= rst_ni && live && doing == Idle;
    was_should <= should_return;
  end

  // No warp is forgotten: while none runs and nothing has happened, a pending warp will be scanned,
  // or the scan has not passed any.
  always @* begin
    hope = 1'b1;
    if (doing >= Drop && doing <= Open && !changed) hope = 1'b0;
    if (length != '0 && running == '0 && happened == '0) begin
      if (doing == Idle && !changed) hope = 1'b0;
      if (doing == Scan && at != '0) hope = 1'b0;
      for (int w = 0; w < Warps; w++)
        if (doing == Scan && pending[w] && stands(seated[w], its_full[w]) > queue) hope = 1'b0;
    end
  end

  function automatic logic [1:0] stands(input logic seat, input logic full);
    stands = !seat ? 2'd0 : !full ? 2'd1 : 2'd2;
  endfunction

  logic [Warps-1:0] its_full;
  always @* begin
    its_full = '0;
    for (int w = 0; w < Warps; w++)
      for (int b = 0; b < Blocks; b++)
        if (32'(block[w*BlockWidth+:BlockWidth]) == b && block_have[b*ScratchWidth+:ScratchWidth]
            >= block_need[b*ScratchWidth+:ScratchWidth]) its_full[w] = 1'b1;
  end

  logic all_fine;
  assign all_fine = in_range && seats_fine && ready_fine && list_fine && counts_fine && steps_fine
      && held_fine && needs_fine && lack_fine && tables_fine && loads_fine && spill_fine
      && return_fine && note_fine && hope;
  always @* if (!on && warm) assume (all_fine);

  // ------------------------------------------------------------------ scan: the warp to be served

  // The oldest warp of the queue from place at on, and whether it can have all it lacks.
  logic look_any, look_can, look_within;
  logic [WarpWidth-1:0] look;
  logic [BlockWidth-1:0] look_block;
  int lack0, lack1, lack2;
  always @* begin
    look_any = 1'b0;
    look = '0;
    for (int i = 0; i < Warps; i++)
      if (!look_any && i >= 32'(at) && i < 32'(length)
          && stands(seated[list[i*WarpWidth+:WarpWidth]], its_full[list[i*WarpWidth+:WarpWidth]])
             == queue) begin
        look_any = 1'b1;
        look = list[i*WarpWidth+:WarpWidth];
      end
    look_block = block[look*BlockWidth+:BlockWidth];
    lack0 = 32'(!seated[look] && !away[look]);
    lack1 = over(32'(block_need[look_block*ScratchWidth+:ScratchWidth]),
                 32'(block_have[look_block*ScratchWidth+:ScratchWidth]));
    lack2 = over(32'(need[look*RegWidth+:RegWidth]), 32'(have[look*RegWidth+:RegWidth]));
    look_within = within(lack0, 0) && within(lack1, 1) && within(lack2, 2);
    look_can = (few || look_within)
        && (seated[look] || !(&slot_used) || some_seat);
  end

  // Few are at work: none runs, or fewer than least_i run or wait at a barrier for no pending warp.
  // With least_i = 0 never.
  logic few, mate_pends;
  int at_barrier, for_pending;
  always @* begin
    at_barrier = 0;
    for_pending = 0;
    for (int w = 0; w < Warps; w++) begin
      mate_pends = 1'b0;
      for (int v = 0; v < Warps; v++)
        if (pending[v] && block[v*BlockWidth+:BlockWidth] == block[w*BlockWidth+:BlockWidth])
          mate_pends = 1'b1;
      if (state[w*3+:3] == Barrier && !mate_pends) at_barrier = at_barrier + 1;
      if (state[w*3+:3] == Barrier && mate_pends) for_pending = for_pending + 1;
    end
    few = least_i != '0
        && (running == '0 || $countones(running) + at_barrier < 32'(least_i));
  end

  function automatic logic within(input int lack, input int r);
    within = lack <= 32'(free_i[r*16+:16])
        || lack - 32'(free_i[r*16+:16]) + 32'(swapped_i[r*16+:16])
           <= 32'(thresh_i[r*ThreshWidth+:ThreshWidth]);
  endfunction

  logic was_scan, was_any, was_can;
  logic [WarpWidth-1:0] was_look;
  always_ff @(posedge clk_i) begin
    was_scan <= doing == Scan && rst_ni && live;
    was_any <= look_any;
    was_can <= look_can;
    was_look <= look;
  end

  // ------------------------------------------------------------------ warps that go on, and when

  // Warps that were at a barrier, or whose event was looked at; warps that may run as they are.
  logic [Warps-1:0] was_stopped, whole;
  always_ff @(posedge clk_i)
    for (int w = 0; w < Warps; w++)
      was_stopped[w] <= rst_ni && live && (state[w*3+:3] == Barrier || happened[w]);
  always @*
    for (int w = 0; w < Warps; w++)
      whole[w] = seated[w] && its_full[w]
          && have[w*RegWidth+:RegWidth] == need[w*RegWidth+:RegWidth];

  // In the first cycle of an open barrier: all of the block are there.
  logic was_closed, all_came;
  always_ff @(posedge clk_i) was_closed <= rst_ni && live && doing != Open;
  always @* begin
    all_came = 1'b1;
    for (int w = 0; w < Warps; w++)
      if (nonfree[w] && block[w*BlockWidth+:BlockWidth] == at_block && state[w*3+:3] != Barrier)
        all_came = 1'b0;
  end

  // ------------------------------------------------------------------ progress

  // What is left to do until some warp runs, in steps at most: a number that goes down in each
  // cycle. Where a step may go two ways the longer one counts.
  localparam int TakeRegs = 3 * RegSets + 2;
  localparam int TakePads = 3 * ScratchSets + 1 + TakeRegs;
  localparam int TakeAll = 3 + TakePads;
  localparam int ScanAll = 3 * (Warps + 1);
  localparam int FromIdle = 1 + ScanAll + TakeAll;
  localparam int CheckAll = 3 + (ScratchSets > Warps ? ScratchSets : Warps);
  localparam int NeedsAll = 1 + ScratchSets + 1;
  localparam int DropAll = RegSets + 1 + (NeedsAll > CheckAll ? NeedsAll : CheckAll);
  localparam int EachEvent = DropAll + 2;
  localparam int Bound = Warps * EachEvent + FromIdle + EachEvent + Warps + ScanAll;

  function automatic int over(input int a, input int b);
    over = a > b ? a - b : 0;
  endfunction

  int left, events, pads_left, regs_left;
  always @* begin
    events = $countones(happened) - 32'(with_event);
    pads_left = 3 * over(32'(b_need), 32'(b_have));
    regs_left = 3 * over(32'(w_need), 32'(w_have));
    left = events * EachEvent + FromIdle;
    case (32'(doing))
      Accept: left = left + 1 + 32'(k_warps) - 32'(at);
      Event:  left = left + DropAll + 1;
      Drop:   left = left + over(32'(w_have), 32'(w_need)) + DropAll - RegSets;
      Needs:  left = left + ScratchSets + 2;
      Trim:   left = left + over(32'(b_have), 32'(b_need)) + 1;
      Check:  left = left + CheckAll;
      Clear:  left = left + 2 + 32'(b_have);
      Done:   left = left + 1;
      Open:   left = left + 1 + 32'(b_waiting);
      Scan:   left = (events != 0 ? left : 0) + TakeAll + 32'(queue) * (Warps + 1)
                     + 32'(length) - 32'(at) + 1;
      Seat:   left = TakePads + (w_seated ? 1 : &slot_used ? 3 : 2);
      Scratch: left = TakeRegs + 1 + pads_left - (pads_left != 0 && free_i[16+:16] != '0 ? 2 : 0);
      Regs:   left = 2 + regs_left - (regs_left != 0 && free_i[32+:16] != '0 ? 2 : 0);
      Spill:  left = spill_pad ? TakeRegs + pads_left : 1 + regs_left;
      Begin:  left = 1;
      default: ;
    endcase
  end

  // Some warp waits, none runs; memory takes what is asked, and has answered if a set returns; a
  // victim is named if one is wanted.
  logic waits_now, wants_pad, wants_reg, was_waits;
  int was_left;
  assign wants_pad = doing == Scratch && pads_left != 0 && free_i[16+:16] == '0;
  assign wants_reg = doing == Regs && regs_left != 0 && free_i[32+:16] == '0;
  assign waits_now = rst_ni && live && running == '0 && (length != '0 || taking)
      && (req_ready_i || !req_valid_o) && !returns && !(wants_pad && !victim_valid_i[0])
      && !(wants_reg && !victim_valid_i[1]);
  always_ff @(posedge clk_i) begin
    was_waits <= waits_now;
    was_left <= left;
  end

  // There is a set that could go, of another owner.
  always @* begin
    pad_there = 1'b0;
    reg_there = 1'b0;
    for (int b = 0; b < Blocks; b++)
      for (int k = 0; k < ScratchSets; k++)
        if (t_pads[b*ScratchSets+k] && 32'(at_block) != b) pad_there = 1'b1;
    for (int w = 0; w < Warps; w++)
      for (int k = 0; k < RegSets; k++)
        if (t_regs[w*RegSets+k] && 32'(warp) != w) reg_there = 1'b1;
  end

  // A request that waits does not change.
  logic stays;
  logic [RowWidth+SetWidth+PhysWidth+2:0] payload, was_payload;
  assign payload = {req_load_o, req_kind_o, req_row_o, req_set_o, req_phys_o};
  always_ff @(posedge clk_i) begin
    stays <= rst_ni && live && req_valid_o && !req_ready_i;
    was_payload <= payload;
  end

  // Stores and loads go with spills and fills; a slot that is loaded is the one the table gives,
  // and so is a register set.
  logic requests_fine;
  always @* begin
    requests_fine = (req_valid_o && req_ready_i)
        == (op0 == 3'd2 || op0 == 3'd3 || op1 == 3'd2 || op2 == 3'd2 || op2 == 3'd3);
    if (req_valid_o) begin
      if (req_load_o && (req_kind_o == 2'd2 ? req_phys_o != free_phys_i
          : req_kind_o != '0 || req_phys_o != PhysWidth'(t_next))) requests_fine = 1'b0;
      if (req_ready_i && (req_row_o != op_row_o || req_set_o != op_set_o
          || (op0 != '0) != (req_kind_o == 2'd0) || (op1 != '0) != (req_kind_o == 2'd1)
          || (op2 != '0) != (req_kind_o == 2'd2) || req_load_o != (op0 == 3'd3 || op2 == 3'd3)))
        requests_fine = 1'b0;
      if (!req_load_o && req_kind_o == '0
          && req_phys_o != PhysWidth'(slot[req_row_o*SlotWidth+:SlotWidth])) requests_fine = 1'b0;
    end
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // I: every number that is used names something
    range: assert (in_range);
    // I: a slot is used by exactly one warp, which is seated there
    seats: assert (seats_fine);
    // I: a slot is ready exactly while its warp is schedulable, and no set of it returns
    ready_runs: assert (ready_fine);
    // I: the list holds each pending warp once, and no other, but for the one that is served
    lists: assert (list_fine);
    // I: ended and waiting of a block count its warps; no end and no open barrier is overlooked
    counts: assert (counts_fine);
    // I: a step is about a warp and a block that are as it wants them
    steps: assert (steps_fine);
    // I: a warp that runs is seated, has its registers, and its block the scratchpad
    all_held: assert (held_fine);
    // I: a block needs as much scratchpad as any of its warps
    needs: assert (needs_fine);
    // I: a block that lacks scratchpad has a warp that waits for it; not one whose barrier is open
    lacks_waits: assert (lack_fine);
    // I: the tables hold just what warps and blocks have
    tables: assert (tables_fine);
    // I: state on its way is of a warp in restore, or of one that takes; no answer is lost; else
    //    the set is on its way that returns
    loads_kept: assert (loads_fine);
    // I: the set that moves is physical, of another owner, and nothing is free
    spill_other: assert (spill_fine);
    // I: a set returns of a warp that runs, or whose event waits; meanwhile none is spilled
    return_kept: assert (return_fine);
    // I: the last miss is noted, until it is looked at
    miss_noted: assert (note_fine);
    // I: while nothing runs or happens, a pending warp will be looked at; with least_i = 0 it may
    //    have been, in vain
    not_forgotten: assert (hope || k_least == '0);
  end

  always @* if (on && rst_ni) begin
    // P: each operation is of an entry that is fit for it; one a cycle; what is spilled is locked
    ops: assert (ops_fine);
    // P: stores and loads go with their operations, from and to the right slot
    requests: assert (requests_fine);
    // P: a warp that is looked at is served exactly if it can have all it lacks
    served: assert (!was_scan || (was_any && was_can ? doing == Seat && warp == was_look
                                                     : doing == Scan || doing == Idle));
    // P: a warp that goes on from a barrier or a phase change and lacks nothing runs at once, and
    //    does not join the list
    no_idle_queue: assert ((was_stopped & pending & whole) == '0);
    // P: a warp that goes on and lacks something, be it of its block, joins the list, and waits
    runs_whole: assert ((was_stopped & running & ~whole) == '0);
    // P: a barrier opens when all warps of the block that have not ended are there, not before
    opens: assert (!was_closed || doing != Open || all_came);
    // P: while none runs and one is pending, each cycle brings the moment nearer that one does; it
    //    is at most Bound cycles away, if memory takes what it is asked and victims are named; not
    //    with least_i = 0, where it may wait for one that ends
    progress: assert (!was_waits || running != '0 || k_least == '0
                      || (0 <= left && left < was_left && was_left <= Bound));
    // P: when room must be made, another owner has a set to give
    victim_there: assert ((!wants_pad || pad_there) && (!wants_reg || reg_there));
    // P: the set of a miss is asked for if its warp runs and has it in swap space, when nothing
    //    else is to do, none returns, none waits, and a set is free; otherwise not
    returns_when: assert (!was_idle || (doing == Return) == was_should);
    // P: a victim is taken when it is spilled, not when a set returns
    victim_spilled: assert (victim_taken_o == '0 || doing == Spill);
    // P: a request stands until it is taken
    stable: assert (!stays || (req_valid_o && payload == was_payload));
    // P: a warp that begins is one that was new, on its slot, not yet ready
    begins: assert (!begin_en_o || (w_fresh && begin_warp_o == warp && !ready_o[begin_slot_o]
        && slot_warp[begin_slot_o*WarpWidth+:WarpWidth] == warp));
    // P: running_o counts, idle_o says that nothing is here
    status: assert (32'(running_o) == $countones(running)
        && idle_o == (nonfree == '0 && block_used == '0 && doing == Idle));
  end

  always @* if (on) begin
    // P: a reset leaves nothing
    reset_empty: assert (!was_reset || (nonfree == '0 && block_used == '0 && slot_used == '0
        && length == '0 && doing == Idle && !changed && search == '0
        && !miss && !returns));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_begin: cover (!warm && begin_en_o);
    c_done: cover (!warm && done_valid_o);
    c_block_waits: cover (block_valid_i && !block_ready_o && doing == Idle);
    c_spill_pad: cover (op1 == 3'd2);
    c_spill_reg: cover (op2 == 3'd2);
    c_seat_taken: cover (op0 == 3'd2 && w_away);
    c_fill: cover (op0 == 3'd3);
    c_return: cover (op2 == 3'd3);
    c_return_ends: cover (rsp_valid_i && returns && (happened >> return_warp) % 2 == 1
                          && doing == Scan);
    c_return_waits: cover (returns && wants_reg && victim_valid_i[1]);
    c_event_halted: cover ((halted >> ev_slot_i[0+:SlotWidth]) % 2 == 1 && ev_valid_i[0]
                           && ev_kind_i[1:0] != '0);
    c_note_idle: cover (look_miss && !should_return);
    c_note_new: cover (look_miss && miss_en_i);
    c_early: cover (taking && w_back);
    c_last_cycle: cover (doing == Regs && rsp_valid_i && rsp_warp_i == warp && w_have == w_need);
    c_open: cover (doing == Open && 32'(b_waiting) > 1);
    c_open_runs: cover (!warm && (was_stopped & running) != '0 && doing == Open);
    c_open_waits: cover ((was_stopped & pending) != '0 && doing == Open);
    c_phase_runs: cover (!warm && (was_stopped & running) != '0 && doing == Idle);
    c_phase_waits: cover ((was_stopped & pending) != '0 && doing == Idle);
    c_raise: cover (doing == Needs && w_scratch > b_need);
    c_trim: cover (doing == Trim && op1 == 3'd4);
    c_few: cover (doing == Scan && look_any && look_can && !look_within && at_barrier == 0);
    c_none_runs: cover (doing == Scan && look_any && look_can && !look_within
                        && at_barrier >= 32'(least_i));
    c_partner: cover (doing == Scan && look_any && look_can && !look_within && running != '0
                      && $countones(running) + at_barrier + for_pending >= 32'(least_i));
    c_barrier_counts: cover (doing == Scan && look_any && !look_can && some_seat && !few
                             && $countones(running) < 32'(least_i));
    c_never: cover (doing == Scan && look_any && !look_can && some_seat && running == '0);
    c_far: cover (waits_now && events > 1 && doing == Drop);
  end
endmodule

// What follows goes to the end of the module hd_coordinator itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [Warps*3-1:0]             props_state;
  logic [Warps*BlockWidth-1:0]    props_block;
  logic [Warps*SlotWidth-1:0]     props_slot;
  logic [Warps*RegWidth-1:0]      props_need, props_have;
  logic [Warps*ScratchWidth-1:0]  props_scratch;
  logic [Warps*2-1:0]             props_kind;
  logic [Warps*WarpWidth-1:0]     props_list;
  logic [Slots*WarpWidth-1:0]     props_slot_warp;
  logic [Blocks*SizeWidth-1:0]    props_ended, props_waiting;
  logic [Blocks*ScratchWidth-1:0] props_block_need, props_block_have;
  for (genvar w = 0; w < Warps; w++) begin : gen_props_warp
    assign props_state[w*3 +: 3] = state_q[w];
    assign props_block[w*BlockWidth +: BlockWidth] = block_q[w];
    assign props_slot[w*SlotWidth +: SlotWidth] = slot_q[w];
    assign props_need[w*RegWidth +: RegWidth] = need_q[w];
    assign props_have[w*RegWidth +: RegWidth] = have_q[w];
    assign props_scratch[w*ScratchWidth +: ScratchWidth] = scratch_q[w];
    assign props_kind[w*2 +: 2] = kind_q[w];
    assign props_list[w*WarpWidth +: WarpWidth] = list_q[w];
  end
  for (genvar s = 0; s < Slots; s++) begin : gen_props_slot
    assign props_slot_warp[s*WarpWidth +: WarpWidth] = slot_warp_q[s];
  end
  for (genvar b = 0; b < Blocks; b++) begin : gen_props_block
    assign props_ended[b*SizeWidth +: SizeWidth] = ended_q[b];
    assign props_waiting[b*SizeWidth +: SizeWidth] = waiting_q[b];
    assign props_block_need[b*ScratchWidth +: ScratchWidth] = block_need_q[b];
    assign props_block_have[b*ScratchWidth +: ScratchWidth] = block_have_q[b];
  end
  hd_coordinator_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .state(props_state), .block(props_block), .fresh(new_q), .seated(seated_q),
      .away(away_q), .back(back_q), .slot(props_slot), .need(props_need), .have(props_have),
      .scratch(props_scratch), .kind(props_kind), .list(props_list), .length(length_q),
      .runs_there(ready_q), .slot_used(slot_used_q), .slot_warp(props_slot_warp),
      .block_used(block_used_q),
      .ended(props_ended), .waiting(props_waiting), .block_need(props_block_need),
      .block_have(props_block_have), .doing(doing_q), .warp(warp_q), .at_block(at_block_q),
      .at(at_q), .queue(queue_q), .changed(changed_q), .search(search_q), .spill_row(spill_row_q),
      .spill_set(spill_set_q), .miss(miss_q), .miss_row(miss_row_q), .miss_set(miss_set_q),
      .returns(returns_q), .return_warp(return_warp_q)
  );
`endif
