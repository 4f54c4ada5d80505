// SPDX-License-Identifier: Apache-2.0
//
// Properties of hd_cct (docs/blocks/cct.md), for formal/prove.sh.
//
// The lists of all slots and the free list are followed entry by entry. Of one slot `watch`, chosen
// by the solver, the contexts are followed as well: beside the design stand the slot's threads that
// are cold, the address of one of them, and the slot's memory, where what is read is what was
// written.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_cct_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State: entry e and slot s are part e or s.
    input logic [Entries*PcWidth-1:0]    pcs,
    input logic [Entries*Lanes-1:0]      masks,
    input logic [Entries-1:0]            lasts,
    input logic [Entries*IndexWidth-1:0] nexts,
    input logic [Slots*IndexWidth-1:0]   heads,
    input logic [Slots*IndexWidth-1:0]   tails,
    input logic [Slots*CountWidth-1:0]   counts,
    input logic [Slots*LevelWidth-1:0]   deeps,
    input logic [Slots*LevelWidth-1:0]   firsts,
    input logic [Slots-1:0]              reading,
    input logic [IndexWidth-1:0]         free,
    input logic [CountWidth-1:0]         shared,
    input logic                          walk,
    input logic                          walk_top,
    input logic [SlotWidth-1:0]          walk_slot,
    input logic [IndexWidth-1:0]         walk_at,
    input logic [IndexWidth-1:0]         walk_before,
    input logic [SlotWidth-1:0]          turn
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  // The slot, and one of its threads.
  (* anyconst *) logic [SlotWidth-1:0] watch;
  (* anyconst *) logic [31:0] lane;
  always @* assume (32'(watch) < Slots && lane < Lanes);

  // ------------------------------------------------------------------ the lists of all slots

  // Entry number `at` of a vector of parts.
  function automatic logic [IndexWidth-1:0] behind(input logic [IndexWidth-1:0] at);
    behind = '0;
    for (int e = 0; e < Entries; e++)
      if (32'(at) == e) behind = nexts[e*IndexWidth +: IndexWidth];
  endfunction

  // Step k of the walk along list s: the entry there; entries seen by then, of all lists up to it.
  // List number Slots is the free list.
  logic [(Slots+1)*(Entries+1)*IndexWidth-1:0] at;
  logic [(Slots+1)*(Entries+1)*Entries-1:0]    seen;
  logic [(Slots+1)*Entries-1:0]                inside, twice, tail_wrong;
  // Entries in lists; those that slots use beyond their first; those that are kept for slots.
  logic [Slots*(CountWidth+2)-1:0] sum, extra;
  logic [Slots-1:0]                none;

  for (genvar s = 0; s <= Slots; s++) begin : gen_walk
    logic [CountWidth+1:0] length;

    if (s < Slots) begin : gen_slot_list
      logic [CountWidth+1:0] used;
      assign length = (CountWidth + 2)'(counts[s*CountWidth +: CountWidth]);
      assign used   = length + (CountWidth + 2)'(reading[s]);
      assign none[s] = used == '0;
      assign at[s*(Entries+1)*IndexWidth +: IndexWidth] = heads[s*IndexWidth +: IndexWidth];
      if (s == 0) begin : gen_first
        assign sum[0 +: CountWidth+2]   = length;
        assign extra[0 +: CountWidth+2] = none[s] ? '0 : used - (CountWidth + 2)'(1);
        assign seen[0 +: Entries]       = '0;
      end else begin : gen_later
        assign sum[s*(CountWidth+2) +: CountWidth+2] =
            sum[(s-1)*(CountWidth+2) +: CountWidth+2] + length;
        assign extra[s*(CountWidth+2) +: CountWidth+2] =
            extra[(s-1)*(CountWidth+2) +: CountWidth+2]
            + (none[s] ? '0 : used - (CountWidth + 2)'(1));
        assign seen[s*(Entries+1)*Entries +: Entries] =
            seen[((s-1)*(Entries+1)+Entries)*Entries +: Entries];
      end
    end else begin : gen_free_list
      assign length = (CountWidth + 2)'(Entries) - sum[(Slots-1)*(CountWidth+2) +: CountWidth+2];
      assign at[s*(Entries+1)*IndexWidth +: IndexWidth] = free;
      assign seen[s*(Entries+1)*Entries +: Entries] =
          seen[((s-1)*(Entries+1)+Entries)*Entries +: Entries];
    end

    for (genvar k = 0; k < Entries; k++) begin : gen_step
      logic [IndexWidth-1:0] here;
      logic [Entries-1:0]    here_bit;
      assign here     = at[(s*(Entries+1)+k)*IndexWidth +: IndexWidth];
      assign here_bit = 32'(length) > k ? Entries'(1) << here : '0;
      assign inside[s*Entries + k] = 32'(length) > k;
      assign twice[s*Entries + k] =
          32'(length) > k && ((seen[(s*(Entries+1)+k)*Entries +: Entries] & here_bit) != '0
                              || 32'(here) >= Entries);
      assign seen[(s*(Entries+1)+k+1)*Entries +: Entries] =
          seen[(s*(Entries+1)+k)*Entries +: Entries] | here_bit;
      assign at[(s*(Entries+1)+k+1)*IndexWidth +: IndexWidth] = behind(here);
      if (s < Slots) begin : gen_tail
        assign tail_wrong[s*Entries + k] =
            32'(length) == k + 1 && tails[s*IndexWidth +: IndexWidth] != here;
      end else begin : gen_no_tail
        assign tail_wrong[s*Entries + k] = 1'b0;
      end
    end
  end

  // Slots with a read and without a context in memory; with more than there can be.
  logic [Slots-1:0] reads_none, too_deep;
  for (genvar s = 0; s < Slots; s++) begin : gen_reads
    assign reads_none[s] = reading[s] && deeps[s*LevelWidth +: LevelWidth] == '0;
    assign too_deep[s] = 32'(deeps[s*LevelWidth +: LevelWidth]) > Levels
                         || 32'(firsts[s*LevelWidth +: LevelWidth]) >= Levels;
  end

  logic [CountWidth+1:0] in_lists, beyond_first, kept;
  assign in_lists     = sum[(Slots-1)*(CountWidth+2) +: CountWidth+2];
  assign beyond_first = extra[(Slots-1)*(CountWidth+2) +: CountWidth+2];
  assign kept         = (CountWidth + 2)'(Slots);

  // ------------------------------------------------------------------ the slot's registers

  logic [IndexWidth-1:0] head, tail;
  logic [CountWidth-1:0] count;
  logic [LevelWidth-1:0] deep, first;
  logic reads, walks, stored, asked;
  assign head  = heads[32'(watch)*IndexWidth +: IndexWidth];
  assign tail  = tails[32'(watch)*IndexWidth +: IndexWidth];
  assign count = counts[32'(watch)*CountWidth +: CountWidth];
  assign deep  = deeps[32'(watch)*LevelWidth +: LevelWidth];
  assign first = firsts[32'(watch)*LevelWidth +: LevelWidth];
  assign reads = reading[watch];
  assign walks = walk && walk_slot == watch;
  // A request of the slot: a write, a read that is not accepted yet.
  assign stored = spill_valid_o && spill_slot_o == watch && !spill_load_o;
  assign asked  = spill_valid_o && spill_slot_o == watch && spill_load_o;

  // Its list, as of the walk above: entry, context, and whether there is one.
  logic [Entries*IndexWidth-1:0] line;
  logic [Entries*Lanes-1:0]      line_mask;
  logic [Entries*PcWidth-1:0]    line_pc;
  logic [Entries-1:0]            line_last, line_in, line_at;
  for (genvar k = 0; k < Entries; k++) begin : gen_line
    logic [IndexWidth-1:0] here;
    assign here = at[(32'(watch)*(Entries+1)+k)*IndexWidth +: IndexWidth];
    assign line[k*IndexWidth +: IndexWidth] = here;
    assign line_mask[k*Lanes +: Lanes]      = masks[32'(here)*Lanes +: Lanes];
    assign line_pc[k*PcWidth +: PcWidth]    = pcs[32'(here)*PcWidth +: PcWidth];
    assign line_last[k] = lasts[here];
    assign line_in[k]   = 32'(count) > k;
    assign line_at[k]   = line_in[k] && walks && here == walk_at;
  end

  // The list of the walk, of whichever slot: the places of its entry and of the one before it.
  logic [Entries-1:0]    walk_in, walk_before_in;
  logic [IndexWidth-1:0] walk_head, walk_tail;
  assign walk_head = heads[32'(walk_slot)*IndexWidth +: IndexWidth];
  assign walk_tail = tails[32'(walk_slot)*IndexWidth +: IndexWidth];
  for (genvar k = 0; k < Entries; k++) begin : gen_walk_line
    logic [IndexWidth-1:0] here;
    logic                  there;
    assign here  = at[(32'(walk_slot)*(Entries+1)+k)*IndexWidth +: IndexWidth];
    assign there = 32'(counts[32'(walk_slot)*CountWidth +: CountWidth]) > k;
    assign walk_in[k]        = there && here == walk_at;
    assign walk_before_in[k] = there && here == walk_before;
  end

  // ------------------------------------------------------------------ events of the slot

  logic used_some, to_memory, taken, push, store, link, pop, fill, pushes;
  assign used_some = counts[32'(push_slot_i)*CountWidth +: CountWidth] != '0
                     || reading[push_slot_i];
  assign to_memory = (push_last_i && deeps[32'(push_slot_i)*LevelWidth +: LevelWidth] != '0)
                     || (used_some && shared == '0);
  assign taken  = push_valid_i && push_ready_o;
  assign pushes = push_slot_i == watch;
  assign push   = taken && pushes;
  assign store  = push && to_memory;
  assign link   = push && !to_memory;
  assign pop    = pop_en_i && pop_slot_i == watch;
  assign fill   = fill_valid_i && fill_slot_i == watch;

  // ------------------------------------------------------------------ ghosts

  // Threads that are cold; the address of the thread `lane`.
  logic [Lanes-1:0]   cold;
  logic [PcWidth-1:0] its_pc;
  // Memory, and the place that a read was accepted of. A write that is not accepted yet counts.
  logic [Levels*EntryWidth-1:0] memory, deep_line;
  logic [LevelWidth-1:0]        asked_level;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) cold <= '0;
    else cold <= (cold & ~(pop ? pop_mask_o : '0)) | (push ? push_mask_i : '0);
    if (push && push_mask_i[lane]) its_pc <= push_pc_i;
    for (int l = 0; l < Levels; l++)
      if (stored && spill_ready_i && 32'(spill_level_o) == l)
        memory[l*EntryWidth +: EntryWidth] <= spill_data_o;
    if (asked && spill_ready_i) asked_level <= spill_level_o;
  end
  for (genvar l = 0; l < Levels; l++) begin : gen_memory
    assign deep_line[l*EntryWidth +: EntryWidth] =
        stored && 32'(spill_level_o) == l ? spill_data_o : memory[l*EntryWidth +: EntryWidth];
  end

  // The slot's contexts in memory: place l is used if it is in the ring.
  logic [Levels-1:0] ring_in;
  for (genvar l = 0; l < Levels; l++) begin : gen_ring
    assign ring_in[l] = 32'(first) <= l ? l - 32'(first) < 32'(deep)
                                        : l + Levels - 32'(first) < 32'(deep);
  end

  // All contexts of the slot together: threads, threads that are in two, contexts that have none,
  // addresses that are wrong.
  logic [Lanes-1:0] found, doubled;
  logic             empty, pc_wrong;
  always @* begin
    found = '0;
    doubled = '0;
    empty = 1'b0;
    pc_wrong = 1'b0;
    for (int k = 0; k < Entries; k++) if (line_in[k]) begin
      doubled = doubled | (found & line_mask[k*Lanes +: Lanes]);
      found = found | line_mask[k*Lanes +: Lanes];
      empty = empty || line_mask[k*Lanes +: Lanes] == '0;
      if (line_mask[k*Lanes + lane] && line_pc[k*PcWidth +: PcWidth] != its_pc) pc_wrong = 1'b1;
    end
    for (int l = 0; l < Levels; l++) if (ring_in[l]) begin
      doubled = doubled | (found & deep_line[l*EntryWidth +: Lanes]);
      found = found | deep_line[l*EntryWidth +: Lanes];
      empty = empty || deep_line[l*EntryWidth +: Lanes] == '0;
      if (deep_line[l*EntryWidth + lane]
          && deep_line[l*EntryWidth+Lanes +: PcWidth] != its_pc) pc_wrong = 1'b1;
    end
  end

  // How long the slot's walk has been on; the list was in order but for the walk's entry, and no
  // context was left in the wrong place.
  logic [CountWidth-1:0] walk_time, passed;
  logic                  tidy, disturbs;
  assign disturbs = pop || fill || link;
  always @* begin
    passed = '0;
    for (int k = 0; k < Entries; k++) if (line_at[k]) passed = CountWidth'(k);
  end
  always_ff @(posedge clk_i) begin
    if (!walks || disturbs) walk_time <= '0;
    else walk_time <= walk_time + CountWidth'(1);
    // A walk that is disturbed leaves its entry, unless that is what is popped; a fill goes to the
    // head, and so does a push that is not walked.
    if (!rst_ni || (count == '0 && !fill)) tidy <= 1'b1;
    else if (fill || (walks && link) || (walks && pop && !walk_top)
             || (link && !push_last_i && walk && !walks)) tidy <= 1'b0;
  end
  // Of neighbours, the walk's entry left out, a lower key behind a higher one.
  logic [Entries-1:0] untidy, last_wrong;
  for (genvar k = 0; k < Entries; k++) begin : gen_tidy
    if (k + 1 < Entries) begin : gen_one
      assign untidy[k] = line_in[k+1] && !line_at[k] && (line_last[k] ? !line_last[k+1]
          : !line_last[k+1]
            && line_pc[(k+1)*PcWidth +: PcWidth] < line_pc[k*PcWidth +: PcWidth]);
      assign last_wrong[k] = line_in[k+1] && line_last[k] && !line_last[k+1];
    end else begin : gen_last
      assign untidy[k] = 1'b0;
      assign last_wrong[k] = 1'b0;
    end
  end
  logic [Entries-1:0] untidy_around;
  for (genvar k = 0; k < Entries; k++) begin : gen_around
    if (k > 0 && k + 1 < Entries) begin : gen_one
      assign untidy_around[k] = line_in[k+1] && line_at[k] && !line_last[k-1] && !line_last[k+1]
          && line_pc[(k+1)*PcWidth +: PcWidth] < line_pc[(k-1)*PcWidth +: PcWidth];
    end else begin : gen_end
      assign untidy_around[k] = 1'b0;
    end
  end

  // Reads of other slots since the slot is dry; how far it is from the one in turn.
  logic [SlotWidth:0] passed_by, distance;
  logic dry, other_read;
  assign dry = count == '0 && deep != '0 && !reads;
  assign distance = watch >= turn ? {1'b0, watch} - {1'b0, turn}
                                  : {1'b0, watch} + (SlotWidth + 1)'(Slots) - {1'b0, turn};
  // A cycle in which a read is chosen if there is one.
  logic may_read;
  assign may_read = (!spill_valid_o || spill_ready_i) && !(taken && to_memory);
  assign other_read = may_read && dry && !push;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !dry || push) passed_by <= '0;
    else if (other_read) passed_by <= passed_by + (SlotWidth + 1)'(1);
  end

  // ------------------------------------------------------------------ what the neighbours promise

  always @* if (on) begin
    // 1: a pop of a list that has a context
    assume (!pop_en_i || (32'(pop_slot_i) < Slots && any_o[pop_slot_i]));
    // 2: a slot, and threads that are not cold
    assume (!push_valid_i || (32'(push_slot_i) < Slots && push_mask_i != '0));
    assume (!(push_valid_i && pushes)
            || (push_mask_i & cold & ~(pop ? pop_mask_o : '0)) == '0);
    // 3: memory has room
    assume (!(taken && to_memory)
            || 32'(deeps[32'(push_slot_i)*LevelWidth +: LevelWidth]) < Levels);
    // 4: a fill of a read that was accepted, with what was written
    assume (!fill_valid_i || (32'(fill_slot_i) < Slots && reading[fill_slot_i]
                              && !(spill_valid_o && spill_load_o && spill_slot_o == fill_slot_i)));
    assume (!fill || fill_data_i == answer);
  end
  logic [EntryWidth-1:0] answer;
  always @* begin
    answer = '0;
    for (int l = 0; l < Levels; l++)
      if (32'(asked_level) == l) answer = memory[l*EntryWidth +: EntryWidth];
  end

  // ------------------------------------------------------------------ what was

  logic head_q, end_q, waits_q, read_q;
  logic [PcWidth+Lanes-1:0] push_q;
  logic [SlotWidth+LevelWidth+EntryWidth:0] request_q, request;
  assign request = {spill_load_o, spill_slot_o, spill_level_o, spill_load_o ? '0 : spill_data_o};
  always_ff @(posedge clk_i) begin
    head_q    <= on && rst_ni && link && !push_last_i;
    end_q     <= on && rst_ni && link && push_last_i;
    push_q    <= {push_pc_i, push_mask_i};
    waits_q   <= on && rst_ni && spill_valid_o && !spill_ready_i;
    request_q <= request;
    read_q    <= on && rst_ni && other_read;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: each entry is in one list or in the free list, and in no other; a list of count entries
    //    ends at its tail
    lists_part: assert (32'(in_lists) <= Entries && twice == '0 && tail_wrong == '0
                        && seen[(Slots*(Entries+1)+Entries)*Entries +: Entries] == '1);
    // P: shared is the number of entries that are neither used nor kept
    shared_right: assert ((CountWidth + 2)'(shared) + beyond_first + kept
                          == (CountWidth + 2)'(Entries));
    // P: a slot whose context is to return finds a free entry
    room_for_fill: assert (!reads || 32'(in_lists) < Entries);
    // P: a read is of a slot with contexts in memory, which are Levels at most, in a ring
    read_dry: assert (reads_none == '0 && too_deep == '0
                      && (!asked || reads) && 32'(turn) < Slots && !(stored && deep == '0));
    // P: a write goes to the place behind the youngest, a read is of the oldest; nothing is
    //    written where a read is under way
    places_right: assert ((!asked || spill_level_o == first)
                          && (!(reads && !asked) || (asked_level == first
                                                     && !(stored && spill_level_o == first)))
                          && (!stored || 32'(spill_level_o) == (32'(first) + 32'(deep) > Levels
                              ? 32'(first) + 32'(deep) - 1 - Levels
                              : 32'(first) + 32'(deep) - 1)));
    // P: a request is one of a slot, with a place that there is
    request_fits: assert (!spill_valid_o || (32'(spill_slot_o) < Slots
                                             && 32'(spill_level_o) < Levels));
    // P: the walk's entry is in the list of its slot and is not the tail; before is the one before
    //    it; it has no last
    walk_inside: assert (!walk || (walk_in != '0 && walk_at != walk_tail && !lasts[walk_at]
                                   && (walk_top ? walk_at == walk_head
                                                : walk_before_in != '0 && walk_before != walk_tail
                                                  && walk_at != walk_head
                                                  && behind(walk_before) == walk_at)));
    // P: a walk is of a slot
    walk_slot_fits: assert (!walk || 32'(walk_slot) < Slots);
    // P: a walk has passed one entry in each cycle since it started, so it ends within as many as
    //    there were others in the list
    walk_in_time: assert (!walks || walk_time == passed);
    // P: in a list no context without last is behind one with last
    last_behind: assert (last_wrong == '0);
    // P: contexts of a slot have threads, and share none; all together they are the cold ones
    threads_part: assert (doubled == '0 && !empty && found == cold);
    // P: a thread's address is the one with which it was pushed, wherever it is
    address_kept: assert (!pc_wrong);
    // P: a pop gives cold threads, the thread's address with it
    pop_right: assert (!any_o[watch] || pop_slot_i != watch
                       || (pop_mask_o != '0 && (pop_mask_o & ~cold) == '0
                           && (!pop_mask_o[lane] || pop_pc_o == its_pc)));
    // P: a slot has a context as long as a thread of it is cold
    has_cold: assert (has_o[watch] == (cold != '0));
    // P: a context that was pushed is the head in the next cycle, at least: a stack
    newest_first: assert (!head_q || (count != '0 && {line_pc[0 +: PcWidth],
                                                      line_mask[0 +: Lanes]} == push_q));
    // P: one that was pushed to the end is there in the next cycle
    last_at_end: assert (!end_q || (count != '0 && {tail_pc, tail_mask} == push_q && lasts[tail]));
    // P: where no walk was disturbed and none was left out, the list is in order, but for the
    //    walk's entry
    sorted: assert (!tidy || (untidy == '0 && untidy_around == '0));
    // P: a request that is not accepted stays as it is
    request_stays: assert (!waits_q || (spill_valid_o && request == request_q));
    // P: pushes wait only while a request is held
    push_goes: assert (push_ready_o || spill_valid_o);
    // P: a slot that is dry waits for fewer reads of others than there are slots
    read_in_turn: assert (!dry || 32'(passed_by) + 32'(distance) < Slots);
    // P: while a slot is dry, a read is offered behind each cycle that could choose one
    read_chosen: assert (!read_q || (spill_valid_o && spill_load_o));
  end
  logic [PcWidth-1:0] tail_pc;
  logic [Lanes-1:0]   tail_mask;
  assign tail_pc   = pcs[32'(tail)*PcWidth +: PcWidth];
  assign tail_mask = masks[32'(tail)*Lanes +: Lanes];

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_full: cover (32'(in_lists) == Entries);
    c_deep: cover (32'(deep) == Levels);
    c_ring: cover (first != '0 && 32'(first) + 32'(deep) > Levels);
    c_walked: cover (walks && !walk_top);
    c_push_reading: cover (reads && count != '0 && !asked);
    c_all: cover (pop && fill && link);
    c_degraded: cover (!tidy && untidy != '0 && !walk);
  end
endmodule

// What follows goes to the end of the module hd_cct itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [Entries*PcWidth-1:0]    props_pcs;
  logic [Entries*Lanes-1:0]      props_masks;
  logic [Entries*IndexWidth-1:0] props_nexts;
  logic [Slots*IndexWidth-1:0]   props_heads, props_tails;
  logic [Slots*CountWidth-1:0]   props_counts;
  logic [Slots*LevelWidth-1:0]   props_deeps, props_firsts;
  for (genvar e = 0; e < Entries; e++) begin : gen_props_entry
    assign props_pcs[e*PcWidth +: PcWidth] = pc_q[e];
    assign props_masks[e*Lanes +: Lanes] = mask_q[e];
    assign props_nexts[e*IndexWidth +: IndexWidth] = next_q[e];
  end
  for (genvar s = 0; s < Slots; s++) begin : gen_props_slot
    assign props_heads[s*IndexWidth +: IndexWidth] = head_q[s];
    assign props_tails[s*IndexWidth +: IndexWidth] = tail_q[s];
    assign props_counts[s*CountWidth +: CountWidth] = count_q[s];
    assign props_deeps[s*LevelWidth +: LevelWidth] = deep_q[s];
    assign props_firsts[s*LevelWidth +: LevelWidth] = first_q[s];
  end
  hd_cct_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .pcs(props_pcs), .masks(props_masks), .lasts(last_q), .nexts(props_nexts),
      .heads(props_heads), .tails(props_tails), .counts(props_counts), .deeps(props_deeps),
      .firsts(props_firsts), .reading(reading_q), .free(free_q), .shared(shared_q),
      .walk(walk_q), .walk_top(walk_top_q), .walk_slot(walk_slot_q), .walk_at(walk_at_q),
      .walk_before(walk_before_q), .turn(turn_q)
  );
`endif
