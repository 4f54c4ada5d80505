// SPDX-License-Identifier: Apache-2.0
//
// Properties of Zorua's plug (docs/blocks/zorua_plug.md), for formal/prove.sh: of what it does
// between its blocks.
//
// Free: hd_zorua
// Free: hd_set_lookup
// Free: hd_scratch_lookup
// Free: hd_swapper
// Both: 4
//
// The blocks inside say anything at any time, but for their promises (the unit's, the swapper's,
// the look-up's of shared memory: hd_<block>_promise.sv); they are proven alone. Front end and
// load/store do anything that the page allows. Phase specifiers are read by the block that does
// it, and here once more from their bits.
//
// One slot, one warp, one register, one entry of load/store, one set of shared memory and one
// physical set are chosen by the solver, and ghosts follow them, from the ports: what is proven of
// them holds for all.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_zorua_plug_props #(
    `HD_PARAMETERS,
    parameter int RegSets   = 16,
    parameter int ScratchSets = 48,
    parameter int PartWidth = 1,
    parameter int RowWidth  = 6,
    parameter int SetWidth  = 6,
    parameter int PhysWidth = 8,
    parameter int PadWidth  = 6,
    localparam int Parks        = 8,
    localparam int RestoreWidth = 2,
    localparam int BlockWidth   = $clog2(Ctas),
    localparam int NameWidth    = $clog2(64 / Banks),
    localparam int RegWidth     = $clog2(RegSets + 1),
    localparam int RegSetWidth  = RegSets > 1 ? $clog2(RegSets) : 1,
    localparam int ScratchWidth = $clog2(ScratchSets + 1),
    localparam int PadSetWidth  = ScratchSets > 1 ? $clog2(ScratchSets) : 1,
    // A row of the table of accesses: {swapper's, what for, park, operand, restore, part, bank,
    // index}.
    localparam int TableWidth   = 1 + 3 + 5 + 2 + RestoreWidth + PartWidth + BankWidth + IndexWidth
) (
    `HD_PORTS,
    // What the unit says, and is told
    input logic [Slots-1:0]             ready,
    input logic [Slots-1:0]             halted,
    input logic [Slots*BlockWidth-1:0]  slot_block,
    input logic [Warps-1:0]             all_live,
    input logic [Warps-1:0]             all_away,
    input logic [Warps*SlotWidth-1:0]   all_seats,
    input logic                         req_valid,
    input logic                         req_load,
    input logic [1:0]                   req_kind,
    input logic [RowWidth-1:0]          req_row,
    input logic [SetWidth-1:0]          req_set,
    input logic [PhysWidth-1:0]         req_phys,
    input logic [RegWidth-1:0]          kernel_regs,
    input logic [ScratchWidth-1:0]      kernel_scratch,
    input logic [Ports-1:0]             tell_valid,
    input logic [Ports*2-1:0]           tell_kind,
    input logic [Ports*SlotWidth-1:0]   tell_slot,
    input logic [Ports*RegWidth-1:0]    tell_regs,
    input logic [Ports*ScratchWidth-1:0] tell_scratch,
    input logic                         measures_idle,
    input logic                         measures_mem,
    input logic [Ports*RegSetWidth-1:0] asked_set,
    // The set look-up
    input logic [Slots-1:0]             looking,
    input logic [Ports*NameWidth-1:0]   look_set,
    input logic [Ports*WarpWidth-1:0]   issue_warp,
    input logic [Ports-1:0]             stage_parked,
    input logic [Ports*3-1:0]           stage_park,
    input logic [Parks-1:0]             parks_read,
    input logic [Parks-1:0]             parks_written,
    input logic                         filled_en,
    input logic [2:0]                   filled_park,
    input logic [1:0]                   filled_operand,
    input logic                         stored_en,
    input logic [2:0]                   stored_park,
    // The scratch look-ups
    input logic [Ports*BlockWidth-1:0]  scratch_block,
    input logic [Ports*BlockWidth-1:0]  beat_block,
    input logic [Ports-1:0]             acc_shared,
    input logic [Ports-1:0]             acc_touches,
    input logic [Ports-1:0]             acc_looked,
    input logic [Ports-1:0]             acc_taken,
    input logic                         holds,
    // What accesses learn; a set of shared memory gets a physical set
    input logic [Ports-1:0]             pad_learns,
    input logic [Ports-1:0]             pad_held,
    input logic [Ports*PadWidth-1:0]    pad_phys,
    input logic                         pad_taken,
    input logic [PadWidth-1:0]          pad_taken_phys,
    // The swapper
    input logic                         calm,
    input logic                         req_ready,
    input logic                         swap_asked,
    input logic                         swap_ready,
    input logic [2:0]                   swap_what,
    input logic [2:0]                   swap_park,
    input logic [1:0]                   swap_operand,
    input logic [BankWidth-1:0]         swap_bank,
    input logic [IndexWidth-1:0]        swap_index,
    input logic [RestoreWidth-1:0]      swap_restore,
    input logic [PartWidth-1:0]         swap_part,
    input logic                         swap_taken,
    input logic                         back_valid,
    input logic [RestoreWidth-1:0]      back_restore,
    input logic [PartWidth-1:0]         back_part,
    input logic                         back_end,
    input logic [RestoreWidth-1:0]      back_end_restore,
    // State; of slot, warp, entry n is part n
    input logic [Slots-1:0]             held,
    input logic [Slots*32-1:0]          held_words,
    input logic [Slots-1:0]             inserted,
    input logic [Warps-1:0]             passed,
    input logic [Warps*BlockWidth-1:0]  blocks,
    input logic [Accesses-1:0]          shared,
    input logic [Accesses-1:0]          drains,
    input logic [Accesses*TableWidth-1:0] entries
);

  localparam logic [1:0] Phase      = 2'd2;
  localparam logic [1:0] WarpSlots  = 2'd0;
  localparam logic [1:0] Scratchpad = 2'd1;
  localparam logic [1:0] Registers  = 2'd2;
  localparam logic [2:0] Operand    = 3'd1;
  localparam logic [2:0] Result     = 3'd2;
  localparam logic [2:0] State      = 3'd3;
  localparam logic [2:0] Returns    = 3'd4;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // What is watched: a slot, a warp, a register, an entry, a set of a block, a physical set.
  (* anyconst *) logic [SlotWidth-1:0]  slot;
  (* anyconst *) logic [WarpWidth-1:0]  wid;
  (* anyconst *) logic [5:0]            register;
  (* anyconst *) logic [EntryWidth-1:0] entry;
  (* anyconst *) logic [BlockWidth-1:0] block;
  (* anyconst *) logic [SetWidth-1:0]   set;
  (* anyconst *) logic [PadWidth-1:0]   pad;
  always @* assume (32'(slot) < Slots && 32'(wid) < Warps && 32'(entry) < Accesses
                    && 32'(block) < Ctas && 32'(set) < ScratchSets);

  // Needs of a phase, rounded up to sets: {registers, shared memory}.
  function automatic logic [6:0] reg_sets(input logic [31:0] word);
    reg_sets = 7'((32'({word[15], word[11:7]}) + 32'(Banks) - 32'd1) / 32'(Banks));
  endfunction
  function automatic logic [6:0] pad_sets(input logic [31:0] word);
    pad_sets = 7'((32'(word[31:16]) + 32'd1023) / 32'd1024);
  endfunction

  // ------------------------------------------------------------------ slot by slot

  // Something issues; the front end's events, those that phases begin; what the unit is told; the
  // watched warp's name stands there.
  logic [Slots-1:0] issues, events, phases, told, told_phase, named;
  logic             twice; // the unit is told two things of one slot

  always @* begin
    {issues, events, phases, told, told_phase, twice} = '0;
    for (int s = 0; s < Slots; s++) begin
      named[s] = slot_warp_o[s*WarpWidth+:WarpWidth] == wid;
      for (int p = 0; p < Ports; p++) begin
        if (issue_en_i[p] && 32'(issue_slot_i[p*SlotWidth+:SlotWidth]) == s) issues[s] = 1'b1;
        if (ev_valid_i[p] && 32'(ev_slot_i[p*SlotWidth+:SlotWidth]) == s) begin
          events[s] = 1'b1;
          phases[s] = ev_kind_i[p*2+:2] == Phase;
        end
        if (tell_valid[p] && 32'(tell_slot[p*SlotWidth+:SlotWidth]) == s) begin
          if (told[s]) twice = 1'b1;
          told[s]       = 1'b1;
          told_phase[s] = tell_kind[p*2+:2] == Phase;
          end
      end
    end
  end

  // Ghosts, as the page says when they begin and end: an instruction behind which nothing is
  // fetched has issued, and is not resolved; a phase has begun that has not been told; the
  // specifier under way does not stand in the code.
  logic [Slots-1:0] stopped, waits, puts;
  logic [31:0]      word; // of the watched slot
  (* anyseq *) logic [Slots-1:0] is_stop, resolved; // free: what issues; a stop without an event

  always_ff @(posedge clk_i) begin
    if (!rst_ni) {stopped, waits, puts} <= '0;
    else begin
      stopped <= (stopped | (issues & (is_stop | puts))) & ~events & ~(resolved & ~puts);
      waits   <= (waits & ~told_phase) | phases;
      puts    <= (puts & ~phases) | (Slots'(rsp_inserts_o) << rsp_slot_i);
    end
    for (int p = 0; p < Ports; p++)
      if (ev_valid_i[p] && ev_kind_i[p*2+:2] == Phase && ev_slot_i[p*SlotWidth+:SlotWidth] == slot)
        word <= ev_word_i[p*32+:32];
  end

  // ------------------------------------------------------------------ the neighbours' promises

  // A port's are its own slots. Specifiers are resolved with their events, and ask for no more than
  // there is.
  logic own;
  always @* begin
    own = 32'(rsp_slot_i) < Slots && 32'(entry_i) < Accesses && 32'(acc_pipe_i) < Ports
          && 32'(reg_sets(kernel_phase_i)) <= RegSets
          && 32'(pad_sets(kernel_phase_i)) <= ScratchSets;
    for (int p = 0; p < Ports; p++)
      if (32'(issue_slot_i[p*SlotWidth+:SlotWidth]) >= Slots
          || 32'(ev_slot_i[p*SlotWidth+:SlotWidth]) >= Slots
          || 32'(issue_slot_i[p*SlotWidth+:SlotWidth]) % Ports != p
          || 32'(ev_slot_i[p*SlotWidth+:SlotWidth]) % Ports != p
          || (ev_valid_i[p] && ev_kind_i[p*2+:2] == 2'd0)
          || resolves_i[p] != (ev_valid_i[p] && ev_kind_i[p*2+:2] == Phase)
          || (resolves_i[p] && resolved_slot_i[p*SlotWidth+:SlotWidth]
                               != ev_slot_i[p*SlotWidth+:SlotWidth])
          || (resolves_i[p] && (32'(reg_sets(ev_word_i[p*32+:32])) > RegSets
                                || 32'(pad_sets(ev_word_i[p*32+:32])) > ScratchSets))
          || 32'(acc_warp_i[p*WarpWidth+:WarpWidth]) >= Warps) own = 1'b0;
  end

  // Slots whose warps may run for the unit, or may when a register set is back that is on its way.
  logic [Slots-1:0] may;
  assign may = ready | halted;

  // A slot that is ready issues; what has issued is resolved, a specifier as one. Nothing comes
  // behind a stop. The answer of the watched slot's watched register is the same for any question.
  (* anyseq *) logic busy;
  always @* if (on && rst_ni) begin
    assume (own);
    assume ((issues & ~(ready_o & ~stopped)) == '0);
    assume ((events & ~stopped) == '0 && (events & puts & ~phases) == '0);
    assume (!rsp_valid_i || (may[rsp_slot_i] && !waits[rsp_slot_i] && !stopped[rsp_slot_i]
                             && !puts[rsp_slot_i]));
    if (ask_en_o && ask_slot_o == slot) assume (ask_busy_i[register] == busy);
  end

  // ------------------------------------------------------------------ what the unit's page says

  logic moves_regs, moves_pad, moves_state;
  assign moves_regs  = req_valid && req_kind == Registers; // to memory, or from it
  assign moves_pad   = req_valid && !req_load && req_kind == Scratchpad;
  assign moves_state = req_valid && !req_load && req_kind == WarpSlots;

  // The watched warp, by the ghosts of the unit's promises: it has begun and not ended, and where
  // it sits; its state is in swap space. `lives` is high for a warp that sits or is away.
  logic                  lives, away;
  logic [SlotWidth-1:0]  seat;
  logic [BlockWidth-1:0] its_block;
  logic                  begins;

  always @* begin
    {lives, away, seat} = '0;
    for (int w = 0; w < Warps; w++)
      if (32'(wid) == w) begin
        lives = all_live[w];
        away  = all_away[w];
        seat  = all_seats[w*SlotWidth+:SlotWidth];
      end
  end

  assign begins = begin_en_o && begin_warp_o == wid;

  always_ff @(posedge clk_i) begin
    if (begins) begin
      for (int s = 0; s < Slots; s++)
        if (32'(begin_slot_o) == s) its_block <= slot_block[s*BlockWidth+:BlockWidth];
    end
  end

  // ------------------------------------------------------------------ load/store, scratch look-up

  // Entries: under way; of the watched one what it was taken for.
  logic [Accesses-1:0]   under;
  logic [TableWidth-1:0] row;
  logic                  row_swaps;
  logic [2:0]            row_what;
  logic [1:0]            row_operand;
  logic [4:0]            row_park;
  logic [RestoreWidth-1:0] row_restore;
  logic [PartWidth-1:0]  row_part;
  logic [BankWidth-1:0]  row_bank;
  logic [IndexWidth-1:0] row_index;
  logic [Accesses-1:0]   put, ends; // the entry that is taken; that ends

  assign {row_swaps, row_what, row_park, row_operand, row_restore, row_part, row_bank, row_index}
      = row;

  always @* begin
    put = '0;
    for (int e = Accesses - 1; e >= 0; e--)
      if (acc_en_i && !under[e]) put = Accesses'(1) << e;
    ends = Accesses'(end_valid_i) << entry_i;
  end

  always_ff @(posedge clk_i) begin
    under <= rst_ni ? (under & ~ends) | put : '0;
    if (put[entry])
      row <= {swap_valid_o, swap_what, swap_valid_o ? {2'd0, swap_park} : acc_park_i, swap_operand,
              swap_restore, swap_part, swap_valid_o ? swap_bank : acc_bank_i,
              swap_valid_o ? swap_index : acc_index_i};
  end

  // An access stays until it is taken, and is of a warp that has begun and not ended: before its
  // end a warp's accesses have left the pipe. It has lanes in shared memory, in the watched set.
  logic [Ports-1:0] goes_on, mine, in_pads, is_for, stays, of_lives;
  logic             moves_it;
  logic [Ports*WarpWidth-1:0] acc_warp_before;
  logic [Ports*Lanes-1:0]     acc_mask_before;
  logic [Ports*Lanes*32-1:0]  acc_addr_before;

  assign moves_it = moves_pad && 32'(req_row) == 32'(block) && req_set == set;

  always @* begin
    {in_pads, is_for, of_lives} = '0;
    for (int p = 0; p < Ports; p++) begin
      mine[p] = acc_en_i && !swap_valid_o && 32'(acc_pipe_i) == p;
      for (int w = 0; w < Warps; w++)
        if (32'(acc_warp_i[p*WarpWidth+:WarpWidth]) == w && all_live[w]) of_lives[p] = 1'b1;
      for (int l = 0; l < Lanes; l++)
        if (acc_valid_i[p] && acc_mask_i[p*Lanes+l]
            && acc_addr_i[(p*Lanes+l)*32+29+:3] == 3'b010) begin
          in_pads[p] = 1'b1;
          if (scratch_block[p*BlockWidth+:BlockWidth] == block
              && 32'(acc_addr_i[(p*Lanes+l)*32+10+:PadSetWidth]) == 32'(set)) is_for[p] = 1'b1;
        end
      stays[p] = acc_valid_i[p]
                 && acc_warp_i[p*WarpWidth+:WarpWidth] == acc_warp_before[p*WarpWidth+:WarpWidth]
                 && acc_mask_i[p*Lanes+:Lanes] == acc_mask_before[p*Lanes+:Lanes]
                 && acc_addr_i[p*Lanes*32+:Lanes*32] == acc_addr_before[p*Lanes*32+:Lanes*32];
    end
  end

  always_ff @(posedge clk_i) begin
    goes_on <= rst_ni ? acc_valid_i & ~mine : '0;
    {acc_warp_before, acc_mask_before, acc_addr_before} <= {acc_warp_i, acc_mask_i, acc_addr_i};
  end

  always @* if (on && rst_ni) begin
    assume (under_way_i == under);
    assume (!acc_en_i || (under != '1 && (swap_valid_o || (acc_valid_i & acc_known_o & mine)
                                                             != '0)));
    assume (!(wr_valid_i || end_valid_i) || under[entry_i]);
    assume ((goes_on & ~stays) == '0 && (acc_valid_i & ~of_lives) == '0);
  end

  // Entries with lanes in the watched set. Entries with lanes in shared memory; of these, entries
  // taken before the present request came, and later ones that are for its set.
  logic [Accesses-1:0] for_it, pads, earlier, later;
  logic                moved; // the watched set has been at rest

  always_ff @(posedge clk_i) begin
    for_it  <= rst_ni ? (for_it & ~ends) | (put & {Accesses{(mine & is_for) != '0}}) : '0;
    pads    <= rst_ni ? (pads & ~ends) | (put & {Accesses{(mine & acc_shared) != '0}}) : '0;
    earlier <= !rst_ni ? '0 : moves_pad ? earlier & ~ends
               : (pads & ~ends) | (put & {Accesses{(mine & acc_shared) != '0}});
    later   <= !rst_ni || !moves_pad ? '0
               : (later & ~ends) | (put & {Accesses{(mine & acc_touches) != '0}});
    moved   <= rst_ni && moves_it && !req_ready && (moved || calm);
  end

  // An access that writes learns that its words are in the watched physical set. Such an answer was
  // given since a set was mapped there. The unit asks for this set; it did, with the set at rest
  // and without words, in the cycle before; an answer came in that cycle.
  logic is_answered, has_words, asks_pad, rested, answered_late;
  always @* begin
    is_answered = 1'b0;
    for (int p = 0; p < Ports; p++)
      if (pad_learns[p] && pad_held[p] && acc_writes_i[p] && pad_phys[p*PadWidth+:PadWidth] == pad)
        is_answered = 1'b1;
  end
  assign asks_pad = moves_pad && PadWidth'(req_phys) == pad;

  always_ff @(posedge clk_i) begin
    has_words     <= rst_ni && (has_words || is_answered)
                     && !(pad_taken && pad_taken_phys == pad);
    rested        <= rst_ni && asks_pad && !has_words && calm && !req_ready;
    answered_late <= rst_ni && asks_pad && calm && is_answered;
  end

  // The request is taken, and not by the swapper.
  logic skips;
  assign skips = req_valid && req_ready && !swap_ready;

  // ------------------------------------------------------------------ what is expected

  // It is known where the warp is whose registers move: none move, or the watched warp's do.
  logic known, its_move;
  assign known    = !moves_regs || (32'(req_row) == 32'(wid) && lives);
  assign its_move = moves_regs && 32'(req_row) == 32'(wid) && lives && !away;

  // The lowest slot that waits with a phase; the slot that is asked for.
  logic [SlotWidth-1:0] first, asked;
  always @* begin
    first = '0;
    for (int s = Slots - 1; s >= 0; s--) if (waits[s]) first = SlotWidth'(s);
    asked = its_move ? seat : moves_state ? SlotWidth'(req_phys) : first;
  end

  // Of the answer: registers of the set that moves; those that the phase of the watched slot does
  // not keep.
  logic set_busy, rest_busy;
  assign set_busy  = Banks'(ask_busy_i >> (Banks * 32'(req_set))) != '0;
  assign rest_busy = ask_busy_i >> (Banks * 32'(reg_sets(word))) != '0;

  // What a port tells: a barrier or an end; else the phase of the slot that is looked at.
  logic told_well, phase_now;
  assign phase_now = waits != '0 && asked == first && !rest_busy;
  always @* begin
    told_well = 1'b1;
    for (int p = 0; p < Ports; p++) begin
      if (ev_valid_i[p] && ev_kind_i[p*2+:2] != Phase) begin
        if (!tell_valid[p] || tell_kind[p*2+:2] != ev_kind_i[p*2+:2]
            || tell_slot[p*SlotWidth+:SlotWidth] != ev_slot_i[p*SlotWidth+:SlotWidth])
          told_well = 1'b0;
      end else if (phase_now && 32'(first) % Ports == p) begin
        if (!tell_valid[p] || tell_kind[p*2+:2] != Phase
            || tell_slot[p*SlotWidth+:SlotWidth] != first
            || 7'(tell_regs[p*RegWidth+:RegWidth]) != reg_sets(word)
            || 7'(tell_scratch[p*ScratchWidth+:ScratchWidth]) != pad_sets(word))
          told_well = 1'b0;
      end else if (tell_valid[p]) told_well = 1'b0;
    end
  end

  // The watched slot's warp may run.
  logic runs;
  assign runs = ready[slot] && !waits[slot] && !looking[slot] && !(its_move && seat == slot);

  // What moves is at rest.
  logic rests;
  always @* begin
    rests = 1'b1;
    if (its_move) rests = !looking[seat] && !staged_i[seat] && !set_busy;
    if (moves_pad)
      rests = (acc_touches & acc_looked) == '0 && (earlier | later) == '0;
    if (moves_state)
      rests = ask_busy_i == '0 && !with_access_i[SlotWidth'(req_phys)]
              && at_rest_i[SlotWidth'(req_phys)];
  end

  // A word comes to the watched warp; its specifier has been put before its word, and the word has
  // not come. It has passed the specifier where it is.
  logic to_it, owed, over_it;
  assign to_it = rsp_valid_i && named[rsp_slot_i];
  always_ff @(posedge clk_i) begin
    owed    <= rst_ni && !begins && (to_it ? rsp_inserts_o : owed);
    over_it <= rst_ni && (begins || (to_it && !rsp_inserts_o ? 1'b0
                                     : over_it || (phases & puts & named & may) != '0));
  end

  // Its block, of each port's access and beat of it.
  logic blocks_right, warps_right, sets_right;
  always @* begin
    {blocks_right, warps_right, sets_right} = '1;
    for (int p = 0; p < Ports; p++) begin
      if (acc_warp_i[p*WarpWidth+:WarpWidth] == wid
          && scratch_block[p*BlockWidth+:BlockWidth] != its_block) blocks_right = 1'b0;
      if (beat_warp_i[p*WarpWidth+:WarpWidth] == wid
          && beat_block[p*BlockWidth+:BlockWidth] != its_block) blocks_right = 1'b0;
      for (int s = 0; s < Slots; s++)
        if (32'(issue_slot_i[p*SlotWidth+:SlotWidth]) == s
            && issue_warp[p*WarpWidth+:WarpWidth] != slot_warp_o[s*WarpWidth+:WarpWidth])
          warps_right = 1'b0;
      if (32'(look_set[p*NameWidth+:NameWidth]) < RegSets
          && 32'(asked_set[p*RegSetWidth+:RegSetWidth]) != 32'(look_set[p*NameWidth+:NameWidth]))
        sets_right = 1'b0;
    end
  end

  // What the parks hear, beside load/store.
  logic [Parks-1:0] reads, writes;
  logic             numbers_right;
  always @* begin
    {reads, writes} = '0;
    numbers_right = 1'b1;
    for (int p = 0; p < Ports; p++) begin
      for (int n = 0; n < Parks; n++) begin
        if (32'(read_park_i[p*5+:5]) == n + 1) reads[n] = 1'b1;
        if (32'(written_park_i[p*5+:5]) == n + 1) writes[n] = 1'b1;
      end
      if (32'(stage_park_o[p*5+:5]) != (stage_parked[p] ? 32'(stage_park[p*3+:3]) + 1 : 0))
        numbers_right = 1'b0;
    end
    for (int n = 0; n < Parks; n++)
      if (end_valid_i && !row_swaps && 32'(row_park) == n + 1) writes[n] = 1'b1;
  end

  // No slot issues; some slots might run, and all of these wait for memory.
  logic none_runs;
  always @* begin
    none_runs = issue_en_i == '0 && ready != '0;
    for (int s = 0; s < Slots; s++)
      if (ready[s] && !with_access_i[s] && !looking[s]) none_runs = 1'b0;
  end

  logic its_passed;
  logic [BlockWidth-1:0] its_kept;
  logic [31:0]           slot_word;
  logic [TableWidth-1:0] kept_row;
  always @* begin
    {its_passed, its_kept, slot_word, kept_row} = '0;
    for (int w = 0; w < Warps; w++)
      if (32'(wid) == w) begin
        its_passed = passed[w];
        its_kept = blocks[w*BlockWidth+:BlockWidth];
      end
    for (int s = 0; s < Slots; s++) if (32'(slot) == s) slot_word = held_words[s*32+:32];
    for (int e = 0; e < Accesses; e++)
      if (32'(entry) == e) kept_row = entries[e*TableWidth+:TableWidth];
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: a slot is held from a phase's event until the unit is told, with the specifier
    held_right: assert (held == waits && (!waits[slot] || slot_word == word));
    // P: a specifier under way does not stand in the code from when it was given until resolved
    stays_right: assert (stays_o == puts && inserted == puts);
    // P: a warp has passed a specifier that was put before a word, or was the entry's
    passed_right: assert (its_passed == over_it);
    // P: accesses with lanes in shared memory are noted from when they are taken until they end
    shared_right: assert (shared == pads);
    // P: the purpose of an entry is kept until it ends
    entry_kept: assert (!under[entry] || kept_row == row);
    // P: after a reset nothing is held, inserted, passed, shared or drains
    reset_empties: assert (!was_reset || (held == '0 && inserted == '0 && passed == '0
                                          && shared == '0 && drains == '0));
  end

  always @* if (on && rst_ni) begin
    // P: the front end gets the specifier where a phase begins that is not passed; else the word
    inserts_right: assert (!rsp_valid_i ? !rsp_inserts_o
        : rsp_word_o == (rsp_inserts_o ? rsp_specifier_i : rsp_word_i)
          && (!to_it || rsp_inserts_o == (rsp_phase_i && !over_it)));
    // P: once a word: a slot that was given the specifier is given the word next
    inserts_once: assert (!(owed && to_it && rsp_inserts_o)
                          && (!owed || over_it || (puts & named & may) != '0));
    // P: a slot that is held, or has a stop to resolve, sits, and may run for the unit, but for a
    // set that comes back
    held_sits: assert (((waits | stopped | puts) & ~may) == '0 && (waits & stopped) == '0);
    // P: a barrier and an end are told at once; a phase when it is looked at and all is written
    told_right: assert (!known || (waits != '0 && first != slot) || told_well);
    // P: a phase is told when no register is to be written that it does not keep
    told_written: assert (!told_phase[slot] || !busy
                          || 32'(register) < Banks * 32'(reg_sets(word)));
    // P: the unit is told of slots that are ready, or would be but for a set that comes back, one
    // thing of each, of phases that are held
    unit_told: assert ((told & ~may) == '0 && !twice && (told_phase & ~waits) == '0);
    // P: a slot runs that may for the unit, is not held nor looked up, and no set of which moves
    ready_right: assert (!known || ready_o[slot] == runs);
    // P: the scoreboard is asked of what moves, or else of the lowest slot that is held
    query_right: assert (!known || (ask_en_o == (its_move || moves_state || waits != '0)
                                    && (!ask_en_o || ask_slot_o == asked)));
    // P: a request may begin when what moves is at rest, and does not wait for more
    calm_right: assert (!known || calm == rests);
    // P: no set moves with a register that is to be written, or an instruction that is looked up
    registers_rest: assert (!(its_move && calm)
                            || (!looking[seat] && !staged_i[seat] && !ready_o[seat]
                                && !(seat == slot && busy
                                     && 32'(register) / Banks == 32'(req_set))));
    // P: no state moves with a register that is to be written, or an access
    state_rests: assert (!(moves_state && calm && slot == SlotWidth'(req_phys))
                         || (!busy && !with_access_i[slot] && at_rest_i[slot]));
    // P: from when a set of shared memory is at rest until it has moved no access for it is known
    scratch_quiet: assert (!(moves_it && (calm || moved))
                           || (for_it == '0 && (is_for & (acc_looked | mine)) == '0));
    // P: a set that has words is not taken without the swapper, if no answer came when at rest
    words_kept: assert (!(skips && asks_pad && has_words) || answered_late);
    // P: a request is taken without the swapper if it is of a set without words that was at rest in
    // the cycle before, then in any case, and never with Written = 0
    skips_rest: assert ((!skips || (Written != 0 && moves_pad)) && (!skips || !asks_pad || rested)
                        && (Written == 0 || !rested || req_ready));
    // P: the swapper has a request that is of no set without words
    swapper_asked: assert (Written == 0 || !moves_pad ? swap_asked == req_valid
                           : !asks_pad || swap_asked == has_words);
    // P: the unit hears what a kernel's first phase needs
    first_needs: assert (7'(kernel_regs) == reg_sets(kernel_phase_i)
                         && 7'(kernel_scratch) == pad_sets(kernel_phase_i));
    // P: an access is of its warp's block, an instruction of the warp on its slot
    block_right: assert ((!lives || (its_kept == its_block && blocks_right)) && warps_right
                         && sets_right);
    // P: the swapper's access goes before the pipes'; one of these is taken with its look-up
    swapper_first: assert (acc_taken == mine && (!swap_valid_o || swap_taken == acc_en_i));
    // P: load/store hears whether an entry is a program's, and where its words go
    entry_says: assert (!under[entry] || entry_i != entry
        || (entry_program_o == !row_swaps && entry_bank_o == row_bank && entry_index_o == row_index
            && entry_writes_o == (!row_swaps || row_what == Operand || row_what == Returns)
            && entry_parked_o == (!row_swaps && row_park != 5'd0)));
    // P: parks hear what was read, and of load/store and pipes what was written and filled
    parks_told: assert (numbers_right && parks_read == reads
        && ((end_valid_i && entry_i != entry)
            || (parks_written == writes
                && filled_en == (end_valid_i && row_swaps && row_what == Operand)
                && (!filled_en || ({2'd0, filled_park} == row_park
                                   && filled_operand == row_operand)))));
    // P: a result is stored, and its register not busy any more, when its store is taken
    stored_right: assert (stored_en == (acc_en_i && swap_valid_o && swap_what == Result)
                          && release_en_o == stored_en && (!stored_en || stored_park == swap_park));
    // P: the words of a state, and its end or that of a register set, go to its restore register
    states_back: assert (!(wr_valid_i || end_valid_i) ? !back_valid && !back_end
        : entry_i != entry
          || (back_valid == (wr_valid_i && row_swaps && row_what == State)
              && back_end == (end_valid_i && row_swaps
                              && (row_what == State || row_what == Returns))
              && (!back_valid || (back_restore == row_restore && back_part == row_part))
              && (!back_end || back_end_restore == row_restore)));
    // P: memory: nothing issues, and slots that might run wait for memory; idle: nothing issues for
    // another reason, and no pipe is busy
    measures: assert (measures_mem == none_runs
                      && measures_idle == (issue_en_i == '0 && !none_runs && !pipe_busy_i));
  end

  // ------------------------------------------------------------------ what must be possible

  logic had_other; // while the watched set was asked for an access for another one was taken
  logic was_away, was_waiting;
  always_ff @(posedge clk_i) begin
    had_other   <= rst_ni && moves_it && (had_other || (mine & acc_shared & ~is_for) != '0);
    was_away    <= rst_ni && lives && (was_away || away);
    was_waiting <= rst_ni && moves_it && earlier != '0;
  end

  always @* if (on && rst_ni) begin
    c_word_behind: cover (to_it && owed && rsp_phase_i && !rsp_inserts_o);
    c_entry: cover (to_it && rsp_phase_i && !rsp_inserts_o && !owed);
    c_held_waits: cover (waits[slot] && first == slot && asked == slot && ask_en_o && rest_busy);
    c_held_behind: cover (waits[slot] && first != slot && told_phase[first]);
    c_event_first: cover (waits != '0 && asked == first && !rest_busy && !req_valid
                          && told != '0 && told_phase == '0);
    c_move_first: cover (its_move && waits != '0 && first != seat && told == '0);
    c_both: cover (its_move && waits[seat] && told_phase[seat]);
    c_move_waits: cover (its_move && ready[seat] && set_busy && !calm);
    c_away_moves: cover (moves_regs && 32'(req_row) == 32'(wid) && away && calm);
    c_back: cover (was_away && lives && !away && ready_o[seat] && named[seat]);
    c_named_twice: cover (lives && !away && ready[seat] && $countones(named) == 2);
    c_drains: cover (moves_it && had_other && was_waiting && calm && earlier == '0);
    c_late: cover (moves_it && later != '0 && earlier == '0 && !calm);
    c_skips: cover (Written == 0 || (asks_pad && skips));
    c_written: cover (Written == 0 || (asks_pad && swap_asked && swap_ready));
    c_others_go_on: cover (moves_it && moved && pads != '0);
    c_fills: cover (filled_en && filled_park != '0);
    c_set_comes: cover (its_move && req_load && calm && req_ready && ready[seat]);
    c_set_waits: cover (its_move && req_load && ready[seat] && looking[seat] && !calm);
    c_told_halted: cover ((told_phase & halted) != '0);
    c_set_ends: cover (back_end && row_what == Returns && entry_i == entry && !back_valid);
    c_state: cover (back_valid && back_end && back_part != '0);
    c_memory: cover (measures_mem && $countones(ready) == 2);
    c_idle: cover (measures_idle && ready != '0);
  end
endmodule

// What follows goes to the end of the module hd_zorua_plug itself, in the copy that is proven:
// there all of its state can be named, and what its blocks are told by their ports.
`ifdef HD_INSIDE
  localparam int PropsTable =
      1 + 3 + 5 + 2 + RestoreWidth + PartWidth + BankWidth + IndexWidth;
  logic [Slots*32-1:0]            props_words;
  logic [Warps*BlockWidth-1:0]    props_blocks;
  logic [Accesses*PropsTable-1:0] props_entries;
  for (genvar s = 0; s < Slots; s++) begin : gen_props_words
    assign props_words[s*32 +: 32] = held_word_q[s];
  end
  for (genvar w = 0; w < Warps; w++) begin : gen_props_blocks
    assign props_blocks[w*BlockWidth +: BlockWidth] = block_q[w];
  end
  for (genvar e = 0; e < Accesses; e++) begin : gen_props_entries
    assign props_entries[e*PropsTable +: PropsTable] =
        {swaps_q[e], what_q[e], park_q[e], operand_q[e], restore_q[e], part_q[e], bank_q[e],
         index_q[e]};
  end

  (* hierconn *) wire [RegWidth-1:0]           \u_unit.kernel_regs_i ;
  (* hierconn *) wire [ScratchWidth-1:0]       \u_unit.kernel_scratch_i ;
  (* hierconn *) wire [Ports-1:0]              \u_unit.ev_valid_i ;
  (* hierconn *) wire [Ports*2-1:0]            \u_unit.ev_kind_i ;
  (* hierconn *) wire [Ports*SlotWidth-1:0]    \u_unit.ev_slot_i ;
  (* hierconn *) wire [Ports*RegWidth-1:0]     \u_unit.ev_regs_i ;
  (* hierconn *) wire [Ports*ScratchWidth-1:0] \u_unit.ev_scratch_i ;
  (* hierconn *) wire                          \u_unit.idle_i ;
  (* hierconn *) wire                          \u_unit.mem_i ;
  (* hierconn *) wire [Ports*RegSetWidth-1:0]  \u_unit.reg_look_set_i ;
  (* hierconn *) wire [Ports*WarpWidth-1:0]    \u_set_lookup.issue_warp_i ;
  (* hierconn *) wire [Parks-1:0]              \u_set_lookup.read_i ;
  (* hierconn *) wire [Parks-1:0]              \u_set_lookup.written_i ;
  (* hierconn *) wire                          \u_set_lookup.filled_en_i ;
  (* hierconn *) wire [ParkWidth-1:0]          \u_set_lookup.filled_park_i ;
  (* hierconn *) wire [1:0]                    \u_set_lookup.filled_operand_i ;
  (* hierconn *) wire                          \u_set_lookup.stored_en_i ;
  (* hierconn *) wire [ParkWidth-1:0]          \u_set_lookup.stored_park_i ;
  (* hierconn *) wire                          \u_swapper.req_valid_i ;
  (* hierconn *) wire                          \u_swapper.calm_i ;
  (* hierconn *) wire                          \u_swapper.acc_ready_i ;
  (* hierconn *) wire                          \u_swapper.back_valid_i ;
  (* hierconn *) wire [RestoreWidth-1:0]       \u_swapper.back_restore_i ;
  (* hierconn *) wire [PartWidth-1:0]          \u_swapper.back_part_i ;
  (* hierconn *) wire                          \u_swapper.back_end_i ;
  (* hierconn *) wire [RestoreWidth-1:0]       \u_swapper.back_end_restore_i ;

  (* hierconn *) wire [Warps-1:0] \u_unit.u_promise.lives ;
  (* hierconn *) wire [Warps-1:0] \u_unit.u_promise.away ;
  (* hierconn *) wire [Warps*SlotWidth-1:0] \u_unit.u_promise.seat ;
  (* hierconn *) wire [Slots-1:0] \u_unit.u_promise.halted ;
  hd_zorua_plug_props #(
      `HD_SAME_PARAMETERS, .RegSets(RegSets), .ScratchSets(ScratchSets), .PartWidth(PartWidth),
      .RowWidth(RowWidth), .SetWidth(SetWidth), .PhysWidth(PhysWidth),
      .PadWidth(ScratchPhysWidth)
  ) u_props (
      `HD_SAME_PORTS, .ready(ready), .halted(\u_unit.u_promise.halted ),
      .slot_block(slot_block), .all_live(\u_unit.u_promise.lives ),
      .all_away(\u_unit.u_promise.away ), .all_seats(\u_unit.u_promise.seat ),
      .req_valid(req_valid), .req_load(req_load), .req_kind(req_kind), .req_row(req_row),
      .req_set(req_set), .req_phys(req_phys), .kernel_regs(\u_unit.kernel_regs_i ),
      .kernel_scratch(\u_unit.kernel_scratch_i ), .tell_valid(\u_unit.ev_valid_i ),
      .tell_kind(\u_unit.ev_kind_i ), .tell_slot(\u_unit.ev_slot_i ),
      .tell_regs(\u_unit.ev_regs_i ), .tell_scratch(\u_unit.ev_scratch_i ),
      .measures_idle(\u_unit.idle_i ), .measures_mem(\u_unit.mem_i ),
      .asked_set(\u_unit.reg_look_set_i ), .looking(looking), .look_set(set_look_set),
      .issue_warp(\u_set_lookup.issue_warp_i ), .stage_parked(stage_parked),
      .stage_park(stage_park), .parks_read(\u_set_lookup.read_i ),
      .parks_written(\u_set_lookup.written_i ), .filled_en(\u_set_lookup.filled_en_i ),
      .filled_park(\u_set_lookup.filled_park_i ), .filled_operand(\u_set_lookup.filled_operand_i ),
      .stored_en(\u_set_lookup.stored_en_i ), .stored_park(\u_set_lookup.stored_park_i ),
      .scratch_block(scratch_block), .beat_block(beat_block), .acc_shared(acc_shared),
      .acc_touches(acc_touches), .acc_looked(acc_looked), .acc_taken(acc_taken),
      .holds(moves_scratch), .pad_learns(acc_learns), .pad_held(learns_held),
      .pad_phys(learns_phys), .pad_taken(scratch_take_en), .pad_taken_phys(scratch_take_phys),
      .calm(\u_swapper.calm_i ), .req_ready(req_ready), .swap_asked(\u_swapper.req_valid_i ),
      .swap_ready(swap_ready),
      .swap_what(swap_what), .swap_park(swap_park), .swap_operand(swap_operand),
      .swap_bank(swap_bank), .swap_index(swap_index), .swap_restore(swap_restore),
      .swap_part(swap_part), .swap_taken(\u_swapper.acc_ready_i ),
      .back_valid(\u_swapper.back_valid_i ), .back_restore(\u_swapper.back_restore_i ),
      .back_part(\u_swapper.back_part_i ), .back_end(\u_swapper.back_end_i ),
      .back_end_restore(\u_swapper.back_end_restore_i ), .held(held_q), .held_words(props_words),
      .inserted(inserted_q), .passed(passed_q), .blocks(props_blocks), .shared(shared_q),
      .drains(drains_q), .entries(props_entries)
  );
`endif
