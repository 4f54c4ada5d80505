// SPDX-License-Identifier: Apache-2.0
//
// Properties of Zorua (docs/blocks/zorua.md), for formal/prove.sh, with all of its blocks inside:
// what each of them promises is proven elsewhere; here, that they are connected so that it adds up.
//
// A trace begins with a reset (cold) or at a calm moment (warm): the coordinator is idle, no event
// waits, and warps, tables and selectors agree. The interesting steps, spills, are too far from a
// reset for a bounded search. Not every calm moment need be reachable: what holds from all of them
// holds from the reachable ones.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_zorua_props #(
    `HD_PARAMETERS,
    localparam int PadWidth = $clog2(ScratchSets + 1),
    localparam int PadSetWidth = ScratchSets > 1 ? $clog2(ScratchSets) : 1,
    localparam int PadPhysWidth = $clog2(ScratchPhys),
    localparam int Regs = Warps * RegSets,
    localparam int Pads = Blocks * ScratchSets
) (
    `HD_PORTS,
    input logic [WarpWidth-1:0]                req_warp,
    // Signals between the blocks.
    input logic [8:0]                          op,
    input logic [1:0]                          victim_valid,
    // State: an array of n-bit words is one vector. The kernel's registers;
    input logic [SizeWidth-1:0]                k_warps,
    input logic [SizeWidth-1:0]                k_least,
    input logic [RegWidth-1:0]                 k_regs,
    input logic [PadWidth-1:0]                 k_scratch,
    // the coordinator;
    input logic [Warps*3-1:0]                  state,
    input logic [Warps*BlockWidth-1:0]         block,
    input logic [Warps-1:0]                    fresh,
    input logic [Warps-1:0]                    seated,
    input logic [Warps-1:0]                    away,
    input logic [Warps-1:0]                    back,
    input logic [Warps*SlotWidth-1:0]          slot,
    input logic [Warps*RegWidth-1:0]           need,
    input logic [Warps*RegWidth-1:0]           have,
    input logic [Warps*PadWidth-1:0]           scratch,
    input logic [Warps*WarpWidth-1:0]          list,
    input logic [SizeWidth-1:0]                length,
    input logic [Slots-1:0]                    slot_used,
    input logic [Slots*WarpWidth-1:0]          slot_warp,
    input logic [Blocks-1:0]                   block_used,
    input logic [Blocks*SizeWidth-1:0]         ended,
    input logic [Blocks*SizeWidth-1:0]         waiting,
    input logic [Blocks*PadWidth-1:0]          block_need,
    input logic [Blocks*PadWidth-1:0]          block_have,
    input logic [4:0]                          doing,
    input logic [WarpWidth-1:0]                warp,
    input logic [BlockWidth-1:0]               at_block,
    input logic [1:0]                          queue,
    input logic                                changed,
    input logic [WarpWidth-1:0]                search,
    input logic [Slots-1:0]                    runs_there,
    input logic                                miss,
    input logic [WarpWidth-1:0]                miss_row,
    input logic [RegSetWidth-1:0]              miss_set,
    input logic                                returns,
    input logic [WarpWidth-1:0]                return_warp,
    // the tables of slots, scratchpad, registers: valid, number, used;
    input logic [Warps-1:0]                    seat_valid,
    input logic [Warps*SlotWidth-1:0]          seat_number,
    input logic [Slots-1:0]                    seat_used,
    input logic [Pads-1:0]                     pad_valid,
    input logic [Pads*PadPhysWidth-1:0]        pad_number,
    input logic [ScratchPhys-1:0]              pad_used,
    input logic [Regs-1:0]                     reg_valid,
    input logic [Regs*RegPhysWidth-1:0]        reg_number,
    input logic [RegPhys-1:0]                  reg_used,
    // the selectors: held, owner and set of each; line of the sweep; best, victim {valid, number,
    // owner, set}.
    input logic [ScratchPhys-1:0]              pad_held,
    input logic [ScratchPhys*BlockWidth-1:0]   pad_row,
    input logic [ScratchPhys*PadSetWidth-1:0]  pad_set,
    input logic [7:0]                          pad_line,
    input logic [PadPhysWidth+BlockWidth+PadSetWidth:0] pad_best,
    input logic [PadPhysWidth+BlockWidth+PadSetWidth:0] pad_victim,
    input logic [RegPhys-1:0]                  reg_held,
    input logic [RegPhys*WarpWidth-1:0]        reg_row,
    input logic [RegPhys*RegSetWidth-1:0]      reg_set,
    input logic [7:0]                          reg_line,
    input logic [RegPhysWidth+WarpWidth+RegSetWidth:0] reg_best,
    input logic [RegPhysWidth+WarpWidth+RegSetWidth:0] reg_victim,
    input logic [Warps*SizeWidth-1:0]          rank,
    // Ghosts of the promises: warps of a block, blocks here; warps that have begun and not ended;
    // warps that are away; the slots on which they sit; slots that would be ready but for a set.
    input logic [SizeWidth-1:0]                g_warps,
    input logic [$clog2(Blocks+1)-1:0]         g_blocks,
    input logic [Warps-1:0]                    lives,
    input logic [Warps-1:0]                    gone,
    input logic [Warps*SlotWidth-1:0]          sits,
    input logic [Slots-1:0]                    halted
);

  // Lines of a sweep.
  localparam int PadLines = (ScratchPhys + Columns - 1) / Columns;
  localparam int RegLines = (RegPhys + Columns - 1) / Columns;

  // Steps and states of a warp, as on the coordinator's page.
  localparam int Idle = 0, Scan = 10, Seat = 11, Scratch = 12, Take = 13, Spill = 14, Begin = 15;
  localparam int Free = 0, Pending = 1, Barrier = 2, Happened = 3, Restore = 4, Runs = 5;

  // ------------------------------------------------------------------ how a trace begins

  (* anyconst *) logic warm;
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (rst_ni == warm);

  // The first cycle of a cold trace is before the reset: nothing holds there.
  logic live, was_reset;
  assign live = on || warm;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // ------------------------------------------------------------------ the neighbours' promises

  logic kernel_fine;
  assign kernel_fine = k_warps >= 1 && 32'(k_warps) <= Slots
      && 32'(k_regs) <= RegSets && 32'(k_scratch) <= ScratchSets;
  always @* if (kernel_en_i)
    assume (kernel_warps_i >= 1 && 32'(kernel_warps_i) <= Slots
            && 32'(kernel_regs_i) <= RegSets && 32'(kernel_scratch_i) <= ScratchSets);
  // Blocks come after their kernel, not with it.
  always @* if (live && block_valid_i) assume (kernel_fine && !kernel_en_i);

  // Events are of slots that are ready, or would be but for a set that returns, and of two slots.
  logic events_fine;
  always @* begin
    events_fine = 1'b1;
    for (int p = 0; p < Ports; p++)
      if (ev_valid_i[p]) begin
        if (32'(ev_slot_i[p*SlotWidth+:SlotWidth]) >= Slots
            || ((ready_o | halted) >> ev_slot_i[p*SlotWidth+:SlotWidth]) % 2 == 0
            || 32'(ev_regs_i[p*RegWidth+:RegWidth]) > RegSets
            || 32'(ev_scratch_i[p*PadWidth+:PadWidth]) > ScratchSets) events_fine = 1'b0;
        for (int q = 0; q < p; q++)
          if (ev_valid_i[q] && ev_slot_i[q*SlotWidth+:SlotWidth]
              == ev_slot_i[p*SlotWidth+:SlotWidth]) events_fine = 1'b0;
      end
  end
  always @* if (live && rst_ni) assume (events_fine);

  // Look-ups of registers are of warps and sets that there are.
  logic looks_fine;
  always @* begin
    looks_fine = 1'b1;
    for (int p = 0; p < Ports; p++)
      if (reg_found_en_o[p] && (32'(reg_found_row_o[p*WarpWidth+:WarpWidth]) >= Warps
          || 32'(reg_found_set_o[p*RegSetWidth+:RegSetWidth]) >= RegSets)) looks_fine = 1'b0;
  end
  always @* if (live) assume (looks_fine);

  // Loads that were accepted and not answered; one answer for each.
  logic [Warps-1:0] loads;
  always_ff @(posedge clk_i)
    for (int w = 0; w < Warps; w++) begin
      if (!rst_ni) loads[w] <= 1'b0;
      else if (req_valid_o && req_ready_i && req_load_o && 32'(req_warp) == w) loads[w] <= 1'b1;
      else if (rsp_valid_i && 32'(rsp_warp_i) == w) loads[w] <= 1'b0;
    end
  always @* if (live && rsp_valid_i)
    assume (32'(rsp_warp_i) < Warps && (loads >> rsp_warp_i) % 2 == 1);

  // ------------------------------------------------------------------ states of the warps

  logic [Warps-1:0] nonfree, pending, happened, running, loading, returning;
  always @*
    for (int w = 0; w < Warps; w++) begin
      nonfree[w]  = state[w*3+:3] != Free;
      pending[w]  = state[w*3+:3] == Pending;
      happened[w] = state[w*3+:3] == Happened;
      running[w]  = state[w*3+:3] == Restore || state[w*3+:3] == Runs;
      loading[w]  = state[w*3+:3] == Restore;
      returning[w] = returns && 32'(return_warp) == w;
    end
  logic taking;
  assign taking = doing >= Seat && doing <= Begin;

  // ------------------------------------------------------------------ tables

  // Each used set is that of exactly one valid entry, and each valid entry has a used one.
  logic apart;
  int owners;
  always @* begin
    apart = $countones(seat_valid) == $countones(seat_used)
        && $countones(pad_valid) == $countones(pad_used)
        && $countones(reg_valid) == $countones(reg_used);
    for (int f = 0; f < Slots; f++) begin
      owners = 0;
      for (int e = 0; e < Warps; e++)
        if (seat_valid[e] && 32'(seat_number[e*SlotWidth+:SlotWidth]) == f) owners = owners + 1;
      if (owners != 32'(seat_used[f])) apart = 1'b0;
    end
    for (int f = 0; f < ScratchPhys; f++) begin
      owners = 0;
      for (int e = 0; e < Pads; e++)
        if (pad_valid[e] && 32'(pad_number[e*PadPhysWidth+:PadPhysWidth]) == f) owners = owners + 1;
      if (owners != 32'(pad_used[f])) apart = 1'b0;
    end
    for (int f = 0; f < RegPhys; f++) begin
      owners = 0;
      for (int e = 0; e < Regs; e++)
        if (reg_valid[e] && 32'(reg_number[e*RegPhysWidth+:RegPhysWidth]) == f) owners = owners + 1;
      if (owners != 32'(reg_used[f])) apart = 1'b0;
    end
  end

  logic sums;
  assign sums = 32'(free_o[0+:16]) + $countones(seat_used) == Slots
      && 32'(free_o[16+:16]) + $countones(pad_used) == ScratchPhys
      && 32'(free_o[32+:16]) + $countones(reg_used) == RegPhys;

  // The coordinator's sets are those of the tables: each is physical, or counted as swapped; and
  // each physical set has an owner. The same of its seats, which are numbered alike.
  logic accounts, seats_same;
  int regs_held, pads_held;
  always @* begin
    accounts = 1'b1;
    seats_same = seat_valid == (nonfree & seated) && seat_used == slot_used;
    regs_held = 0;
    pads_held = 0;
    for (int w = 0; w < Warps; w++) begin
      if (nonfree[w]) regs_held = regs_held + 32'(have[w*RegWidth+:RegWidth]);
      if (seat_valid[w] && seat_number[w*SlotWidth+:SlotWidth] != slot[w*SlotWidth+:SlotWidth])
        seats_same = 1'b0;
      for (int k = 0; k < RegSets; k++)
        if (reg_valid[w*RegSets+k] && !(nonfree[w] && k < 32'(have[w*RegWidth+:RegWidth])))
          accounts = 1'b0;
    end
    for (int b = 0; b < Blocks; b++) begin
      if (block_used[b]) pads_held = pads_held + 32'(block_have[b*PadWidth+:PadWidth]);
      for (int k = 0; k < ScratchSets; k++)
        if (pad_valid[b*ScratchSets+k]
            && !(block_used[b] && k < 32'(block_have[b*PadWidth+:PadWidth]))) accounts = 1'b0;
    end
    if (regs_held != $countones(reg_valid) + 32'(swapped_o[32+:16])
        || pads_held != $countones(pad_valid) + 32'(swapped_o[16+:16])
        || $countones(nonfree & ~seated & away) != 32'(swapped_o[0+:16])) accounts = 1'b0;
  end

  // What runs has all it needs; and its slot is the table's.
  logic held_fine;
  logic [PadWidth-1:0] its_have, its_need;
  logic needs_fine;
  always @* begin
    held_fine = 1'b1;
    needs_fine = 1'b1;
    its_have = '0;
    its_need = '0;
    for (int w = 0; w < Warps; w++) begin
      for (int b = 0; b < Blocks; b++)
        if (32'(block[w*BlockWidth+:BlockWidth]) == b) begin
          its_have = block_have[b*PadWidth+:PadWidth];
          its_need = block_need[b*PadWidth+:PadWidth];
        end
      if (running[w] && (!seat_valid[w]
          || seat_number[w*SlotWidth+:SlotWidth] != slot[w*SlotWidth+:SlotWidth]
          || have[w*RegWidth+:RegWidth] != need[w*RegWidth+:RegWidth]
          || its_have < scratch[w*PadWidth+:PadWidth])) held_fine = 1'b0;
      if (nonfree[w] && (its_need < scratch[w*PadWidth+:PadWidth]
          || have[w*RegWidth+:RegWidth] > need[w*RegWidth+:RegWidth])) needs_fine = 1'b0;
      // A warp that waits at a barrier has its registers, and its block the scratchpad.
      if (state[w*3+:3] == Barrier && (have[w*RegWidth+:RegWidth] != need[w*RegWidth+:RegWidth]
          || its_have < scratch[w*PadWidth+:PadWidth])) needs_fine = 1'b0;
    end
  end

  // A free slot names the warp that sat there last. A warp that sits got the lowest free slot: no
  // lower one has had its name since. A warp whose state is in memory has lost its slot to another
  // warp, which sits there when the next set is asked for.
  logic names_fine;
  always @* begin
    names_fine = 1'b1;
    for (int w = 0; w < Warps; w++)
      for (int s = 0; s < Slots; s++)
        if (nonfree[w] && seated[w] && s < 32'(slot[w*SlotWidth+:SlotWidth])
            && 32'(slot_warp[s*WarpWidth+:WarpWidth]) == w) names_fine = 1'b0;
        else if (nonfree[w] && !seated[w] && away[w] && 32'(doing) != Seat
                 && 32'(slot_warp[s*WarpWidth+:WarpWidth]) == w) names_fine = 1'b0;
  end

  logic was_taken; // a request, in the cycle before
  always_ff @(posedge clk_i) was_taken <= rst_ni && live && req_valid_o && req_ready_i;
  always @* if (!on) assume (!was_taken);

  // ------------------------------------------------------------------ selectors

  // What is used is held there, with the owner and the set that the table has it for; the best and
  // the victim are such sets.
  logic selects;
  always @* begin
    selects = pad_held == pad_used && reg_held == reg_used;
    for (int f = 0; f < ScratchPhys; f++)
      for (int e = 0; e < Pads; e++)
        if (pad_valid[e] && 32'(pad_number[e*PadPhysWidth+:PadPhysWidth]) == f
            && (32'(pad_row[f*BlockWidth+:BlockWidth]) != e / ScratchSets
                || 32'(pad_set[f*PadSetWidth+:PadSetWidth]) != e % ScratchSets)) selects = 1'b0;
    for (int f = 0; f < RegPhys; f++)
      for (int e = 0; e < Regs; e++)
        if (reg_valid[e] && 32'(reg_number[e*RegPhysWidth+:RegPhysWidth]) == f
            && (32'(reg_row[f*WarpWidth+:WarpWidth]) != e / RegSets
                || 32'(reg_set[f*RegSetWidth+:RegSetWidth]) != e % RegSets)) selects = 1'b0;
    if (!pad_chosen(pad_best) || !pad_chosen(pad_victim)) selects = 1'b0;
    if (!reg_chosen(reg_best) || !reg_chosen(reg_victim)) selects = 1'b0;
  end

  function automatic logic pad_chosen(input logic [PadPhysWidth+BlockWidth+PadSetWidth:0] it);
    pad_chosen = !it[PadPhysWidth+BlockWidth+PadSetWidth];
    for (int f = 0; f < ScratchPhys; f++)
      if (it == {1'b1, PadPhysWidth'(f), pad_row[f*BlockWidth+:BlockWidth],
                 pad_set[f*PadSetWidth+:PadSetWidth]} && pad_held[f]) pad_chosen = 1'b1;
  endfunction

  function automatic logic reg_chosen(input logic [RegPhysWidth+WarpWidth+RegSetWidth:0] it);
    reg_chosen = !it[RegPhysWidth+WarpWidth+RegSetWidth];
    for (int f = 0; f < RegPhys; f++)
      if (it == {1'b1, RegPhysWidth'(f), reg_row[f*WarpWidth+:WarpWidth],
                 reg_set[f*RegSetWidth+:RegSetWidth]} && reg_held[f]) reg_chosen = 1'b1;
  endfunction

  // ------------------------------------------------------------------ a calm moment

  // Slots and warps name each other; the list holds each pending warp once; a block counts its
  // warps, and not all of them wait at the barrier; states on their way are of warps in restore. A
  // register set may be on its way, of a warp that runs.
  logic calm;
  int listed, here, waits;
  always @* begin
    calm = doing == Idle && kernel_fine && happened == '0 && 32'(length) <= Warps
        && 32'(search) < Warps && (running != '0 || length == '0 || changed)
        && 32'(pad_line) < PadLines && 32'(reg_line) < RegLines
        && loads == (loading | returning) && (nonfree & seated & away) == loading
        && (nonfree & back) == '0 && (!miss || (32'(miss_row) < Warps && 32'(miss_set) < RegSets))
        && (!returns || 32'(return_warp) < Warps) && (returning & ~(running & ~loading)) == '0;
    for (int s = 0; s < Slots; s++) begin
      if (slot_used[s] ? 32'(slot_warp[s*WarpWidth+:WarpWidth]) >= Warps : runs_there[s])
        calm = 1'b0;
      for (int w = 0; w < Warps; w++) begin
        if ((slot_used[s] && 32'(slot_warp[s*WarpWidth+:WarpWidth]) == w)
            != (nonfree[w] && seated[w] && 32'(slot[w*SlotWidth+:SlotWidth]) == s)) calm = 1'b0;
        if (slot_used[s] && 32'(slot_warp[s*WarpWidth+:WarpWidth]) == w
            && runs_there[s] != (state[w*3+:3] == Runs)) calm = 1'b0;
      end
    end
    for (int w = 0; w < Warps; w++) begin
      if (state[w*3+:3] > Runs || (nonfree[w] && (32'(need[w*RegWidth+:RegWidth]) > RegSets
          || 32'(block[w*BlockWidth+:BlockWidth]) >= Blocks))) calm = 1'b0;
      if (seat_valid[w] && 32'(slot[w*SlotWidth+:SlotWidth]) >= Slots) calm = 1'b0;
      if (nonfree[w] && fresh[w] && state[w*3+:3] != Pending) calm = 1'b0;
      listed = 0;
      for (int i = 0; i < Warps; i++)
        if (i < 32'(length) && 32'(list[i*WarpWidth+:WarpWidth]) == w) listed = listed + 1;
      if (listed != 32'(pending[w])) calm = 1'b0;
    end
    if (32'(length) != $countones(pending)) calm = 1'b0;
    for (int b = 0; b < Blocks; b++) begin
      here = 0;
      waits = 0;
      for (int w = 0; w < Warps; w++)
        if (nonfree[w] && 32'(block[w*BlockWidth+:BlockWidth]) == b) begin
          here = here + 1;
          if (state[w*3+:3] == Barrier) waits = waits + 1;
        end
      if (block_used[b] ? here + 32'(ended[b*SizeWidth+:SizeWidth]) != 32'(k_warps)
                          || waits != 32'(waiting[b*SizeWidth+:SizeWidth]) || waits == here
                          || 32'(block_need[b*PadWidth+:PadWidth]) > ScratchSets
                          || block_have[b*PadWidth+:PadWidth] > block_need[b*PadWidth+:PadWidth]
                        : here != 0) calm = 1'b0;
    end
  end
  always @* if (!on && warm)
    assume (calm && apart && sums && accounts && seats_same && held_fine && needs_fine && selects
            && names_fine);

  // The promises' ghosts (hd_zorua_promise.sv): a warp that has begun is new no more, and sits on
  // its slot, or is away, with its state in memory. A new warp has neither, and its rank in the
  // block.
  logic ghosts_fine;
  always @* begin
    ghosts_fine = g_warps == k_warps && 32'(g_blocks) == $countones(block_used)
                  && lives == (nonfree & ~fresh) && gone == (lives & ~seated)
                  && (nonfree & ~seated & away) == gone && (nonfree & fresh & seated) == '0
                  && halted == (runs_there & ~ready_o);
    for (int w = 0; w < Warps; w++)
      if (lives[w] && !gone[w] && sits[w*SlotWidth+:SlotWidth] != slot[w*SlotWidth+:SlotWidth])
        ghosts_fine = 1'b0;
      else if (nonfree[w] && fresh[w] && rank[w*SizeWidth+:SizeWidth] >= k_warps)
        ghosts_fine = 1'b0;
  end
  always @* if (!on && warm) assume (ghosts_fine);

  // ------------------------------------------------------------------ progress

  // While no warp runs, no event waits and some warp is pending: what is left to do until a warp
  // runs, in steps at most; waiting for memory or for a victim aside.
  localparam int TakeRegs = 3 * RegSets + 2;
  localparam int TakePads = 3 * ScratchSets + 1 + TakeRegs;
  localparam int TakeAll  = 3 + TakePads;
  localparam int Bound    = 1 + 3 + TakeAll;

  logic [PadWidth-1:0] b_need, b_have;
  logic [RegWidth-1:0] w_need, w_have;
  assign b_need = block_need[at_block*PadWidth+:PadWidth];
  assign b_have = block_have[at_block*PadWidth+:PadWidth];
  assign w_need = need[warp*RegWidth+:RegWidth];
  assign w_have = have[warp*RegWidth+:RegWidth];

  logic no_pad, no_reg; // a set is lacking, and none is free
  int left, pads_left, regs_left;
  always @* begin
    pads_left = b_need > b_have ? 3 * (32'(b_need) - 32'(b_have)) : 0;
    regs_left = w_need > w_have ? 3 * (32'(w_need) - 32'(w_have)) : 0;
    no_pad = doing == Scratch && pads_left != 0 && free_o[16+:16] == '0;
    no_reg = doing == Take && regs_left != 0 && free_o[32+:16] == '0;
    case (32'(doing))
      Scan:    left = 32'(queue) + 1 + TakeAll;
      Seat:    left = TakePads + (seated[warp] ? 1 : &slot_used ? 3 : 2);
      Scratch: left = TakeRegs + 1 + pads_left - (pads_left != 0 && !no_pad ? 2 : 0);
      Take:    left = 2 + regs_left - (regs_left != 0 && !no_reg ? 2 : 0);
      Spill:   left = pads_left != 0 ? TakeRegs + pads_left : 1 + regs_left;
      Begin:   left = 1;
      default: left = Bound;
    endcase
  end

  // Steps made in a row so far.
  logic none_runs, no_victim, holds;
  int made;
  assign none_runs = running == '0 && happened == '0 && (length != '0 || taking)
      && (doing == Idle || doing >= Scan);
  assign no_victim = (no_pad && !victim_valid[0]) || (no_reg && !victim_valid[1]);
  assign holds = no_victim || (req_valid_o && !req_ready_i);
  always_ff @(posedge clk_i)
    if (!rst_ni || !live || !none_runs) made <= 0;
    else if (!holds) made <= made + 1;
  always @* if (!on) assume (made == 0);

  // Cycles in a row without a victim. A sweep may have begun before there was an owner to keep.
  localparam int Sweeps = 2 * (PadLines > RegLines ? PadLines : RegLines);
  int waited;
  always_ff @(posedge clk_i) waited <= rst_ni && live && no_victim ? waited + 1 : 0;
  always @* if (!on) assume (waited == 0);

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: in each of the three tables the used sets are those of valid entries, no two of one set
    no_alias: assert (apart);
    // P: free and used sets together are all there are
    sum: assert (sums);
    // P: a warp that runs is on the slot that table and coordinator have for it, and has, with
    //    its block, the sets it needs
    all_held: assert (held_fine);
    // P: each set of a warp or block is physical or counted as swapped; the table of slots has the
    //    same warps seated, on the same slots
    accounted: assert (accounts && seats_same);
    // P: of the slots that name a warp that sits, used or not, the lowest is where it sits; a warp
    //    whose state is in memory is named nowhere, but while seats are taken
    names: assert (names_fine);
    // P: at a calm moment the promises' ghosts agree with the coordinator
    ghosts: assert (doing != Idle || happened != '0 || ghosts_fine);
    // P: a selector knows the sets that are used, and their owners; its victim is one of them
    selected: assert (selects);
    // P: when room must be made there is a victim within two sweeps
    victim_soon: assert (waited <= Sweeps);
  end

  always @* if (on && rst_ni) begin
    // P: behind a request that was taken no set is asked for in the next cycle
    set_behind: assert (!was_taken || !req_valid_o || req_kind_o == 2'd0);
    // P: while no warp runs and some warp waits, a warp runs after at most Bound steps; not with
    //    least = 0
    progress: assert (!none_runs || k_least == '0 || made + left <= Bound);
  end

  always @* if (on) begin
    // P: a reset leaves nothing
    reset_empty: assert (!was_reset || (idle_o && nonfree == '0 && seat_used == '0
        && pad_used == '0 && reg_used == '0 && pad_held == '0 && reg_held == '0
        && swapped_o == '0 && k_warps == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_begin: cover (!warm && begin_en_o);
    c_cold_spill: cover (!warm && op[8:6] == 3'd2);
    c_spill_pad: cover (op[5:3] == 3'd2);
    c_spill_reg: cover (op[8:6] == 3'd2);
    c_seat_taken: cover (op[2:0] == 3'd2);
    c_fill: cover (op[2:0] == 3'd3);
    c_return: cover (op[8:6] == 3'd3);
    c_returned: cover (rsp_valid_i && (returning & running) != '0 && 32'(rsp_warp_i)
                       == 32'(return_warp));
    c_return_waits: cover (no_reg && victim_valid[1] && returns);
    c_halted_event: cover ((returning & happened) != '0);
    c_drop_swapped: cover (op[8:6] == 3'd4 && swapped_o[32+:16] != '0);
    c_again: cover (made != 0 && running != '0 && fresh == '0);
    c_done: cover (done_valid_o && swapped_o != '0);
  end
endmodule

// What follows goes to the end of the module hd_zorua itself, in the copy that is proven, and of
// the blocks inside: there all of their state can be named.
`ifdef HD_INSIDE
  localparam int PropsRegs = Warps * RegSets;
  localparam int PropsPads = Blocks * ScratchSets;
  localparam int PropsRegBest = RegPhysWidth + WarpWidth + RegSetWidth + 1;
  localparam int PropsPadBest = ScratchPhysWidth + BlockWidth + ScratchSetWidth + 1;
  (* hierconn *) wire [Warps*3-1:0] \u_coordinator.props_state ;
  (* hierconn *) wire [Warps*BlockWidth-1:0] \u_coordinator.props_block ;
  (* hierconn *) wire [Warps-1:0] \u_coordinator.new_q ;
  (* hierconn *) wire [Warps-1:0] \u_coordinator.seated_q ;
  (* hierconn *) wire [Warps-1:0] \u_coordinator.away_q ;
  (* hierconn *) wire [Warps-1:0] \u_coordinator.back_q ;
  (* hierconn *) wire [Warps*SlotWidth-1:0] \u_coordinator.props_slot ;
  (* hierconn *) wire [Warps*RegWidth-1:0] \u_coordinator.props_need ;
  (* hierconn *) wire [Warps*RegWidth-1:0] \u_coordinator.props_have ;
  (* hierconn *) wire [Warps*ScratchWidth-1:0] \u_coordinator.props_scratch ;
  (* hierconn *) wire [Warps*WarpWidth-1:0] \u_coordinator.props_list ;
  (* hierconn *) wire [SizeWidth-1:0] \u_coordinator.length_q ;
  (* hierconn *) wire [Slots-1:0] \u_coordinator.slot_used_q ;
  (* hierconn *) wire [Blocks-1:0] \u_coordinator.block_used_q ;
  (* hierconn *) wire [Blocks*SizeWidth-1:0] \u_coordinator.props_ended ;
  (* hierconn *) wire [Blocks*SizeWidth-1:0] \u_coordinator.props_waiting ;
  (* hierconn *) wire [Blocks*ScratchWidth-1:0] \u_coordinator.props_block_need ;
  (* hierconn *) wire [Blocks*ScratchWidth-1:0] \u_coordinator.props_block_have ;
  (* hierconn *) wire [4:0] \u_coordinator.doing_q ;
  (* hierconn *) wire [WarpWidth-1:0] \u_coordinator.warp_q ;
  (* hierconn *) wire [BlockWidth-1:0] \u_coordinator.at_block_q ;
  (* hierconn *) wire [1:0] \u_coordinator.queue_q ;
  (* hierconn *) wire \u_coordinator.changed_q ;
  (* hierconn *) wire [WarpWidth-1:0] \u_coordinator.search_q ;
  (* hierconn *) wire [Slots-1:0] \u_coordinator.ready_q ;
  (* hierconn *) wire \u_coordinator.miss_q ;
  (* hierconn *) wire [WarpWidth-1:0] \u_coordinator.miss_row_q ;
  (* hierconn *) wire [RegSetWidth-1:0] \u_coordinator.miss_set_q ;
  (* hierconn *) wire \u_coordinator.returns_q ;
  (* hierconn *) wire [WarpWidth-1:0] \u_coordinator.return_warp_q ;
  (* hierconn *) wire [Warps-1:0] \u_slots.valid_q ;
  (* hierconn *) wire [Warps*SlotWidth-1:0] \u_slots.props_number ;
  (* hierconn *) wire [Slots-1:0] \u_slots.used_q ;
  (* hierconn *) wire [PropsPads-1:0] \u_scratch.valid_q ;
  (* hierconn *) wire [PropsPads*ScratchPhysWidth-1:0] \u_scratch.props_number ;
  (* hierconn *) wire [ScratchPhys-1:0] \u_scratch.used_q ;
  (* hierconn *) wire [PropsRegs-1:0] \u_regs.valid_q ;
  (* hierconn *) wire [PropsRegs*RegPhysWidth-1:0] \u_regs.props_number ;
  (* hierconn *) wire [RegPhys-1:0] \u_regs.used_q ;
  (* hierconn *) wire [ScratchPhys-1:0] \u_scratch_selector.held_q ;
  (* hierconn *) wire [ScratchPhys*BlockWidth-1:0] \u_scratch_selector.props_row ;
  (* hierconn *) wire [ScratchPhys*ScratchSetWidth-1:0] \u_scratch_selector.props_set ;
  (* hierconn *) wire [7:0] \u_scratch_selector.props_line ;
  (* hierconn *) wire [PropsPadBest-1:0] \u_scratch_selector.props_best ;
  (* hierconn *) wire [PropsPadBest-1:0] \u_scratch_selector.props_victim ;
  (* hierconn *) wire [RegPhys-1:0] \u_reg_selector.held_q ;
  (* hierconn *) wire [RegPhys*WarpWidth-1:0] \u_reg_selector.props_row ;
  (* hierconn *) wire [RegPhys*RegSetWidth-1:0] \u_reg_selector.props_set ;
  (* hierconn *) wire [7:0] \u_reg_selector.props_line ;
  (* hierconn *) wire [PropsRegBest-1:0] \u_reg_selector.props_best ;
  (* hierconn *) wire [PropsRegBest-1:0] \u_reg_selector.props_victim ;
  (* hierconn *) wire [Warps*SizeWidth-1:0] \u_coordinator.props_rank ;
  (* hierconn *) wire [SizeWidth-1:0] \u_promise.warps ;
  (* hierconn *) wire [$clog2(Blocks+1)-1:0] \u_promise.blocks ;
  (* hierconn *) wire [Warps-1:0] \u_promise.lives ;
  (* hierconn *) wire [Warps-1:0] \u_promise.away ;
  (* hierconn *) wire [Warps*SlotWidth-1:0] \u_promise.seat ;
  (* hierconn *) wire [Slots-1:0] \u_promise.halted ;
  hd_zorua_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .req_warp(req_row_o[WarpWidth-1:0]), .op, .victim_valid, .k_warps(warps_q),
      .k_least(least_q), .k_regs(regs_q), .k_scratch(scratch_q),
      .state(\u_coordinator.props_state ), .block(\u_coordinator.props_block ),
      .fresh(\u_coordinator.new_q ), .seated(\u_coordinator.seated_q ),
      .away(\u_coordinator.away_q ), .back(\u_coordinator.back_q ),
      .slot(\u_coordinator.props_slot ), .need(\u_coordinator.props_need ),
      .have(\u_coordinator.props_have ), .scratch(\u_coordinator.props_scratch ),
      .list(\u_coordinator.props_list ), .length(\u_coordinator.length_q ),
      .slot_used(\u_coordinator.slot_used_q ), .slot_warp(slot_warp_o),
      .block_used(\u_coordinator.block_used_q ), .ended(\u_coordinator.props_ended ),
      .waiting(\u_coordinator.props_waiting ), .block_need(\u_coordinator.props_block_need ),
      .block_have(\u_coordinator.props_block_have ), .doing(\u_coordinator.doing_q ),
      .warp(\u_coordinator.warp_q ), .at_block(\u_coordinator.at_block_q ),
      .queue(\u_coordinator.queue_q ), .changed(\u_coordinator.changed_q ),
      .search(\u_coordinator.search_q ), .runs_there(\u_coordinator.ready_q ),
      .miss(\u_coordinator.miss_q ), .miss_row(\u_coordinator.miss_row_q ),
      .miss_set(\u_coordinator.miss_set_q ), .returns(\u_coordinator.returns_q ),
      .return_warp(\u_coordinator.return_warp_q ), .seat_valid(\u_slots.valid_q ),
      .seat_number(\u_slots.props_number ), .seat_used(\u_slots.used_q ),
      .pad_valid(\u_scratch.valid_q ), .pad_number(\u_scratch.props_number ),
      .pad_used(\u_scratch.used_q ), .reg_valid(\u_regs.valid_q ),
      .reg_number(\u_regs.props_number ), .reg_used(\u_regs.used_q ),
      .pad_held(\u_scratch_selector.held_q ), .pad_row(\u_scratch_selector.props_row ),
      .pad_set(\u_scratch_selector.props_set ), .pad_line(\u_scratch_selector.props_line ),
      .pad_best(\u_scratch_selector.props_best ), .pad_victim(\u_scratch_selector.props_victim ),
      .reg_held(\u_reg_selector.held_q ), .reg_row(\u_reg_selector.props_row ),
      .reg_set(\u_reg_selector.props_set ), .reg_line(\u_reg_selector.props_line ),
      .reg_best(\u_reg_selector.props_best ), .reg_victim(\u_reg_selector.props_victim ),
      .rank(\u_coordinator.props_rank ), .g_warps(\u_promise.warps ), .g_blocks(\u_promise.blocks ),
      .lives(\u_promise.lives ), .gone(\u_promise.away ), .sits(\u_promise.seat ),
      .halted(\u_promise.halted )
  );
`endif
`ifdef HD_INSIDE_hd_coordinator
  logic [Warps*3-1:0]             props_state;
  logic [Warps*BlockWidth-1:0]    props_block;
  logic [Warps*SlotWidth-1:0]     props_slot;
  logic [Warps*SizeWidth-1:0]     props_rank;
  logic [Warps*RegWidth-1:0]      props_need, props_have;
  logic [Warps*ScratchWidth-1:0]  props_scratch;
  logic [Warps*WarpWidth-1:0]     props_list;
  logic [Blocks*SizeWidth-1:0]    props_ended, props_waiting;
  logic [Blocks*ScratchWidth-1:0] props_block_need, props_block_have;
  for (genvar w = 0; w < Warps; w++) begin : gen_props_warp
    assign props_state[w*3 +: 3]                       = state_q[w];
    assign props_block[w*BlockWidth +: BlockWidth]     = block_q[w];
    assign props_slot[w*SlotWidth +: SlotWidth]        = slot_q[w];
    assign props_rank[w*SizeWidth +: SizeWidth]        = rank_q[w];
    assign props_need[w*RegWidth +: RegWidth]          = need_q[w];
    assign props_have[w*RegWidth +: RegWidth]          = have_q[w];
    assign props_scratch[w*ScratchWidth +: ScratchWidth] = scratch_q[w];
    assign props_list[w*WarpWidth +: WarpWidth]        = list_q[w];
  end
  for (genvar b = 0; b < Blocks; b++) begin : gen_props_block
    assign props_ended[b*SizeWidth +: SizeWidth]              = ended_q[b];
    assign props_waiting[b*SizeWidth +: SizeWidth]            = waiting_q[b];
    assign props_block_need[b*ScratchWidth +: ScratchWidth]   = block_need_q[b];
    assign props_block_have[b*ScratchWidth +: ScratchWidth]   = block_have_q[b];
  end
`endif
`ifdef HD_INSIDE_hd_mapping_table
  logic [Entries*PhysWidth-1:0] props_number;
  for (genvar e = 0; e < Entries; e++) begin : gen_props
    assign props_number[e*PhysWidth +: PhysWidth] = phys_q[e];
  end
`endif
`ifdef HD_INSIDE_hd_spill_selector
  logic [Phys*RowWidth-1:0] props_row;
  logic [Phys*SetWidth-1:0] props_set;
  logic [7:0]               props_line;
  logic [PhysWidth+RowWidth+SetWidth:0] props_best, props_victim;
  for (genvar f = 0; f < Phys; f++) begin : gen_props
    assign props_row[f*RowWidth +: RowWidth] = row_q[f];
    assign props_set[f*SetWidth +: SetWidth] = set_q[f];
  end
  assign props_line   = 8'(line_q);
  assign props_best   = {best_valid_q, best_phys_q, best_row_q, best_set_q};
  assign props_victim = {victim_valid_q, victim_phys_q, victim_row_q, victim_set_q};
`endif
