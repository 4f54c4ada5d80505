// SPDX-License-Identifier: Apache-2.0
//
// Properties of the SIMT stack (docs/blocks/simt_stack.md), for formal/prove.sh.
//
// They are of one slot `watch`, chosen by the solver, from the beginning of a warp on (`known`).
// Beside the design stands that slot's memory: what is read is what was written. So the stack is
// seen whole, level by level. Operations are any that the promises allow, of no program: addresses
// and meeting places are free. A warp whose row was written is not followed: row_back says that it
// is as it was.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_simt_stack_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State: the entry of slot s in bank d is part s*Depth + d.
    input logic [Slots*Depth*EntryWidth-1:0] banks,
    input logic [Slots*Lanes-1:0]            lives,
    input logic [Slots*LevelWidth-1:0]       counts,
    input logic [Slots*LevelWidth-1:0]       deeps,
    input logic [Slots-1:0]                  here,
    input logic [Slots-1:0]                  check,
    input logic [Slots-1:0]                  wish,
    input logic [Slots-1:0]                  reading
);

  localparam logic [FrameWidth-1:0] Never = {FrameWidth{1'b1}};

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  // The slot; whether it is one whose callers do not wait.
  (* anyconst *) logic [SlotWidth-1:0] watch;
  (* anyconst *) logic plain;
  always @* assume (32'(watch) < Slots);

  // ------------------------------------------------------------------ the slot's registers

  logic [Depth*EntryWidth-1:0] chip;
  logic [Lanes-1:0] live;
  logic [LevelWidth-1:0] count, deep;
  logic is_here, is_ready, marked, wishes, reads, offered, dry;
  assign chip = banks[32'(watch)*Depth*EntryWidth +: Depth*EntryWidth];
  assign live = lives[32'(watch)*Lanes +: Lanes];
  assign count = counts[32'(watch)*LevelWidth +: LevelWidth];
  assign deep = deeps[32'(watch)*LevelWidth +: LevelWidth];
  assign is_here = here[watch];
  assign is_ready = ready_o[watch];
  assign marked = check[watch];
  assign wishes = wish[watch];
  assign reads = reading[watch];
  assign offered = spill_valid_o && spill_slot_o == watch;
  assign dry = is_here && count == deep && count != '0;

  // ------------------------------------------------------------------ ghost: its memory

  logic known = 1'b0;
  logic [Levels*EntryWidth-1:0] memory;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || (row_wr_en_i && row_wr_slot_i == watch)) known <= 1'b0;
    else if (begin_en_i && begin_slot_i == watch) known <= 1'b1;
    for (int l = 0; l < Levels; l++)
      if (offered && spill_ready_i && !spill_load_o && 32'(spill_level_o) == l)
        memory[l*EntryWidth +: EntryWidth] <= spill_data_o;
  end

  // What a read is answered with.
  logic [EntryWidth-1:0] answer;
  logic [LevelWidth-1:0] below;
  assign below = deep - LevelWidth'(1);
  always @* begin
    answer = '0;
    for (int l = 0; l < Levels; l++)
      if (32'(below) == l) answer = memory[l*EntryWidth +: EntryWidth];
  end

  // ------------------------------------------------------------------ its stack, level by level

  // Of each level: what it holds; whether the one below waits for it, or is another half that
  // meets at the same place; the threads that are waited for, and those of the halves below.
  logic [Levels*EntryWidth-1:0] stack;
  logic [Levels*Lanes-1:0] base, halves;
  logic [Levels-1:0] used, waited, half;
  logic [Levels-1:0] bad_chain, bad_part, bad_half, bad_place, bad_bound;
  logic [Levels*Lanes-1:0] found;

  for (genvar l = 0; l < Levels; l++) begin : gen_level
    logic [Lanes-1:0] mask;
    logic [PcWidth-1:0] pc, rpc;
    logic [FrameWidth-1:0] frame, rframe;
    logic [LevelWidth:0] threads;

    assign stack[l*EntryWidth +: EntryWidth] = 32'(deep) > l ? memory[l*EntryWidth +: EntryWidth]
                                             : chip[(l%Depth)*EntryWidth +: EntryWidth];
    assign {rframe, rpc, frame, pc, mask} = stack[l*EntryWidth +: EntryWidth];
    assign used[l] = 32'(count) > l;
    always @* begin
      threads = '0;
      for (int i = 0; i < Lanes; i++) threads = threads + (LevelWidth + 1)'(mask[i]);
    end

    if (l == 0) begin : gen_first
      assign waited[l] = 1'b0;
      assign half[l] = 1'b0;
      assign base[l*Lanes +: Lanes] = '1;
      assign halves[l*Lanes +: Lanes] = '0;
      assign found[l*Lanes +: Lanes] = used[l] ? mask : '0;
      assign bad_chain[l] = used[l] && rframe != Never;
    end else begin : gen_upper
      logic [Lanes-1:0] mask_below;
      logic [PcWidth-1:0] pc_below, rpc_below;
      logic [FrameWidth-1:0] frame_below, rframe_below;
      assign {rframe_below, rpc_below, frame_below, pc_below, mask_below} =
          stack[(l-1)*EntryWidth +: EntryWidth];
      assign waited[l] = pc_below == rpc && frame_below == rframe;
      assign half[l] = !waited[l] && rpc_below == rpc && rframe_below == rframe;
      assign base[l*Lanes +: Lanes] = waited[l] ? mask_below : base[(l-1)*Lanes +: Lanes];
      assign halves[l*Lanes +: Lanes] =
          waited[l] ? '0 : halves[(l-1)*Lanes +: Lanes] | (mask_below & live);
      assign found[l*Lanes +: Lanes] = found[(l-1)*Lanes +: Lanes] | (used[l] ? mask : '0);
      assign bad_chain[l] = used[l] && !waited[l] && !half[l];
      assign bad_half[l-1] = used[l] && half[l] && (mask_below & live) == '0;
    end
    assign bad_part[l] = used[l] && ((mask & live & ~base[l*Lanes +: Lanes]) != '0
                                     || (mask & live & halves[l*Lanes +: Lanes]) != '0);
    assign bad_place[l] = used[l] && (mask == '0 || frame == Never
                                      || (pc == rpc && frame == rframe));
    assign bad_bound[l] = used[l] && l + 2 * 32'(threads) > 2 * Lanes;
  end
  assign bad_half[Levels-1] = 1'b0;

  // The top.
  logic [EntryWidth-1:0] top;
  logic [Lanes-1:0] mask, alive;
  logic [PcWidth-1:0] pc, rpc;
  logic [FrameWidth-1:0] frame, rframe;
  always @* begin
    top = '0;
    for (int l = 0; l < Levels; l++)
      if (32'(count) == l + 1) top = stack[l*EntryWidth +: EntryWidth];
  end
  assign {rframe, rpc, frame, pc, mask} = top;
  assign alive = mask & live;

  // ------------------------------------------------------------------ what the neighbours promise

  // The slot's operation, on whichever port, and the places that it needs.
  logic op, op_done;
  logic [2:0] kind;
  logic [Lanes-1:0] taken;
  logic [PcWidth-1:0] meet;
  always @* begin
    op = 1'b0;
    op_done = 1'b0;
    kind = '0;
    taken = '0;
    meet = '0;
    for (int p = 0; p < Ports; p++)
      if (op_valid_i[p] && op_slot_i[p*SlotWidth +: SlotWidth] == watch) begin
        op = 1'b1;
        op_done = op_ready_o[p];
        kind = op_kind_i[p*3 +: 3];
        taken = op_taken_i[p*Lanes +: Lanes];
        meet = op_meet_i[p*PcWidth +: PcWidth];
      end
  end
  logic parts, own;
  logic [LevelWidth:0] need, room;
  assign parts = kind == 3'd1 && taken != '0 && taken != alive;
  assign own = meet == '0 || (meet == rpc && frame == rframe);
  assign need = (LevelWidth + 1)'(parts) + (LevelWidth + 1)'((parts || kind == 3'd2) && !own);
  assign room = (LevelWidth + 1)'(Depth) - (LevelWidth + 1)'(count - deep);

  // 1: operations on ready slots, of one port each; no more than Levels entries. An operation that
  // was not ready comes again: while there is a wish no other one is there.
  for (genvar p = 0; p < Ports; p++) begin : gen_promise
    always @* if (op_valid_i[p]) assume (32'(op_slot_i[p*SlotWidth +: SlotWidth]) < Slots
                                         && op_kind_i[p*3 +: 3] <= 3'd4);
    for (genvar q = 0; q < p; q++) begin : gen_other
      always @* if (op_valid_i[p] && op_valid_i[q])
        assume (op_slot_i[p*SlotWidth +: SlotWidth] != op_slot_i[q*SlotWidth +: SlotWidth]);
    end
  end
  always @* if (on && op) begin
    assume (is_ready);
    assume ((taken & ~alive) == '0);
    assume (kind != 3'd3 || frame != '0);
    assume (kind != 3'd2 || frame + FrameWidth'(1) != Never);
    assume (32'(count) + 32'(need) <= Levels);
    assume (!wishes || need > room);
    assume (!plain || kind != 3'd2 || own);
  end
  // 2: a fill for each read, with what was written; rows and warps come to slots at rest.
  logic at_rest;
  assign at_rest = !op && !wishes && !reads && !offered && !dry;
  always @* if (on && fill_valid_i && fill_slot_i == watch) assume (reads && fill_data_i == answer);
  always @* if (on && begin_en_i) assume (32'(begin_slot_i) < Slots && begin_mask_i != '0);
  always @* if (on && begin_en_i && begin_slot_i == watch) assume (at_rest);
  always @* if (on && row_wr_en_i && row_wr_slot_i == watch) assume (at_rest);
  always @* if (begin_en_i && row_wr_en_i) assume (begin_slot_i != row_wr_slot_i);
  // 2: a row comes back as it was read: 0 in the places without an entry.
  for (genvar d = 0; d < Depth; d++) begin : gen_row_place
    logic [LevelWidth-1:0] row_count, row_deep, above;
    assign row_count = row_wr_data_i[Depth*EntryWidth +: LevelWidth];
    assign row_deep  = row_wr_data_i[Depth*EntryWidth+LevelWidth +: LevelWidth];
    assign above     = (LevelWidth'(d) - row_deep) & LevelWidth'(Depth - 1);
    always @* if (row_wr_en_i && above >= row_count - row_deep)
      assume (row_wr_data_i[d*EntryWidth +: EntryWidth] == '0);
  end

  // ------------------------------------------------------------------ what was

  logic wrote_q, waits_q;
  logic [RowWidth-1:0] row_q;
  logic [SlotWidth+LevelWidth+EntryWidth:0] request_q, request;
  assign request = {spill_load_o, spill_slot_o, spill_level_o, spill_load_o ? '0 : spill_data_o};
  always_ff @(posedge clk_i) begin
    wrote_q <= on && rst_ni && row_wr_en_i && row_wr_slot_i == watch;
    row_q <= row_wr_data_i;
    waits_q <= on && rst_ni && offered && !spill_ready_i;
    request_q <= request;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on && known) begin
    // P: entries, those on chip and those in memory are as many as they may be; a wish leaves a top
    counts_fit: assert (is_here && 32'(count) <= Levels && deep <= count
                        && 32'(count - deep) <= Depth && (!wishes || (32'(count - deep) >= Depth - 1
                                                                      && is_ready)));
    // P: a write is offered for a wish, a read for a slot with nothing on chip and none under way
    request_wanted: assert ((!offered || (spill_load_o ? dry && !reads : wishes))
                            && (!reads || dry));
    // P: an entry is waited for by the one below, or meets where that one does
    chain: assert (bad_chain == '0);
    // P: the living threads of an entry are threads of the one that waits for it, and halves have
    //    none in common
    part: assert (bad_part == '0);
    // P: a half that is not the top has a living thread
    half_lives: assert (bad_half == '0);
    // P: no entry is at its own meeting place
    not_met: assert (bad_place == '0);
    // P: a ready slot's top has a living thread and is not at its meeting place
    top_runs: assert (!is_ready || (alive != '0 && !(pc == rpc && frame == rframe)));
    // P: each living thread is in some entry, on chip or in memory
    lost_none: assert ((live & ~found[(Levels-1)*Lanes +: Lanes]) == '0);
    // P: done only if no thread lives
    done_dead: assert (!done_o[watch] || live == '0);
    // P: an operation is done if there is room for what it needs, whatever its addresses are
    room_enough: assert (!op || op_done == (need <= room));
  end

  // Where no caller waits.
  always @* if (on && known && plain) begin
    // P: at level l there are never more than Lanes - l / 2 threads: each parting leaves fewer
    bound_left: assert (bad_bound == '0);
    // P: without callers that wait a warp has less than 2 * Lanes entries
    bound: assert (32'(count) < 2 * Lanes);
  end

  always @* if (on) begin
    // P: a row that is written is read as it was, but for its mark
    row_back: assert (!(wrote_q && row_rd_slot_i == watch) || row_rd_data_o == row_q);
    // P: the slot of a row that is written is here, and marked
    row_marked: assert (!wrote_q || (is_here && marked));
    // P: a request that is not accepted stays as it is
    request_stays: assert (!(waits_q && known) || (offered && request == request_q));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && known) begin
    c_stored: cover (deep != '0 && is_ready);
    c_read: cover (reads && live != '0);
    c_full: cover (32'(count) == Levels && deep != '0);
    c_done: cover (done_o[watch]);
    c_halves: cover (half[1] && used[1] && !half[2] && used[2]);
    c_plain: cover (plain && 32'(count) == 2 * Lanes - 1);
  end
endmodule

// What follows goes to the end of the module hd_simt_stack itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [Slots*Depth*EntryWidth-1:0] props_banks;
  logic [Slots*Lanes-1:0] props_lives;
  logic [Slots*LevelWidth-1:0] props_counts, props_deeps;
  for (genvar s = 0; s < Slots; s++) begin : gen_props
    for (genvar d = 0; d < Depth; d++) begin : gen_props_place
      assign props_banks[(s*Depth+d)*EntryWidth +: EntryWidth] =
          {gen_bank[d].rframe_q[s], gen_bank[d].rpc_q[s], gen_bank[d].frame_q[s],
           gen_bank[d].pc_q[s], gen_bank[d].mask_q[s]};
    end
    assign props_lives[s*Lanes +: Lanes] = live_q[s];
    assign props_counts[s*LevelWidth +: LevelWidth] = count_q[s];
    assign props_deeps[s*LevelWidth +: LevelWidth] = deep_q[s];
  end
  hd_simt_stack_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .banks(props_banks), .lives(props_lives), .counts(props_counts),
      .deeps(props_deeps), .here(here_q), .check(check_q), .wish(wish_q), .reading(reading_q)
  );
`endif
