// SPDX-License-Identifier: Apache-2.0
//
// Cold context table: for each warp slot a linked list of the contexts (address, threads) that are
// not hot. A sideband sorter puts the lists in order of addresses. Contexts for which there is no
// room go to a queue in memory, one of each slot.
//
// Behaviour
// - A push is linked in at the head of its slot's list, or at the end if it is to be the last. A
//   pop takes the head. What a fill brings back from memory becomes the head.
// - The sorter walks: it takes the newest pushed entry down its list by relinking it with the next
//   one, a step in a cycle, until that one's address is not lower.
// - Each slot has an entry kept for it, so a fill always finds one.
//
// Corner cases
// - Of one slot and cycle: first the pop, then the fill, then the push. Room is that before the
//   cycle: an entry that is popped can be taken in the next one.
// - A pop, fill or push of the walk's slot ends the walk: the entry stays where it is. A push of
//   another slot during a walk stays at the head.
// - While a slot has contexts in memory, a push that is to be its last goes there.
//
// Brunie, Collange, Diamos, Simultaneous Branch and Warp Interweaving: 3.4, Figure 5(a), Table 3.

module hd_cct #(
    // Contexts in the table. Multiplexers and flip-flops of the links grow with it.
    parameter int Entries = 128,
    // Warp slots.
    parameter int Slots   = 16,
    // Threads of a warp.
    parameter int Lanes   = 64,
    // Bits of an address.
    parameter int PcWidth = 32,
    // Contexts of a slot in memory, at most.
    parameter int Levels  = 64,
    localparam int IndexWidth = $clog2(Entries),
    localparam int CountWidth = $clog2(Entries + 1),
    localparam int SlotWidth  = $clog2(Slots),
    localparam int LevelWidth = $clog2(Levels + 1),
    localparam int EntryWidth = Lanes + PcWidth
) (
    // Clock; synchronous reset, active low.
    input  logic                  clk_i,
    input  logic                  rst_ni,

    // A context becomes cold
    // It is offered; it is taken. State only.
    input  logic                  push_valid_i,
    output logic                  push_ready_o,
    // Its slot, address and threads; it goes behind all others of the slot.
    input  logic [SlotWidth-1:0]  push_slot_i,
    input  logic [PcWidth-1:0]    push_pc_i,
    input  logic [Lanes-1:0]      push_mask_i,
    input  logic                  push_last_i,

    // A context becomes hot
    // The head of this slot's list is taken. Only with any_o of the slot.
    input  logic                  pop_en_i,
    input  logic [SlotWidth-1:0]  pop_slot_i,
    // The head: meaningful while any_o of the slot. Depend on pop_slot_i.
    output logic [PcWidth-1:0]    pop_pc_o,
    output logic [Lanes-1:0]      pop_mask_o,

    // Status
    // The slot's list has a context; its list or its memory has. State only.
    output logic [Slots-1:0]      any_o,
    output logic [Slots-1:0]      has_o,

    // Deeper contexts
    // Write a context of this slot to memory, or read one. State only.
    output logic                  spill_valid_o,
    input  logic                  spill_ready_i,
    // It is a read; the slot; its place in memory; the context that is written. State only.
    output logic                  spill_load_o,
    output logic [SlotWidth-1:0]  spill_slot_o,
    output logic [LevelWidth-1:0] spill_level_o,
    output logic [EntryWidth-1:0] spill_data_o,
    // A context returns: mask, and the address behind it.
    input  logic                  fill_valid_i,
    input  logic [SlotWidth-1:0]  fill_slot_i,
    input  logic [EntryWidth-1:0] fill_data_i
);

`ifndef SYNTHESIS
  initial begin
    if (Slots < 2 || Slots > 64) $fatal(1, "hd_cct: Slots must be 2 to 64");
    if (Entries < Slots || Entries > 256) $fatal(1, "hd_cct: Entries must be Slots to 256");
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_cct: Lanes must be 1 to 64");
    if (PcWidth < 1 || PcWidth > 64) $fatal(1, "hd_cct: PcWidth must be 1 to 64");
    if (Levels < 1 || Levels > 128) $fatal(1, "hd_cct: Levels must be 1 to 128");
  end
`endif

  localparam logic [SlotWidth-1:0]  LastSlot  = SlotWidth'(Slots - 1);
  localparam logic [LevelWidth-1:0] LastLevel = LevelWidth'(Levels - 1);

  ///////////
  // State //
  ///////////

  // Entries. Address and threads are a memory.
  logic [PcWidth-1:0]    pc_q [Entries];
  logic [Lanes-1:0]      mask_q [Entries];
  logic [Entries-1:0]    last_q;
  (* mem2reg *) // flip-flops
  logic [IndexWidth-1:0] next_q [Entries];

  // Lists.
  (* mem2reg *)
  logic [IndexWidth-1:0] head_q [Slots];
  (* mem2reg *)
  logic [IndexWidth-1:0] tail_q [Slots];
  (* mem2reg *)
  logic [CountWidth-1:0] count_q [Slots];
  logic [IndexWidth-1:0] free_q;
  // Entries that are neither used nor kept.
  logic [CountWidth-1:0] shared_q;

  // Queues in memory: contexts there, place of the oldest; a read is offered or under way.
  (* mem2reg *)
  logic [LevelWidth-1:0] deep_q [Slots];
  (* mem2reg *)
  logic [LevelWidth-1:0] first_q [Slots];
  logic [Slots-1:0]      reading_q;

  // The walk: on; its slot; its entry; that is the head; else the entry before it.
  logic                  walk_q, walk_top_q;
  logic [SlotWidth-1:0]  walk_slot_q;
  logic [IndexWidth-1:0] walk_at_q, walk_before_q;

  // The request that is held; the slot at which the search for the next read begins.
  logic                  spill_valid_q, spill_load_q;
  logic [SlotWidth-1:0]  spill_slot_q, turn_q;
  logic [LevelWidth-1:0] spill_level_q;
  logic [PcWidth-1:0]    spill_pc_q;
  logic [Lanes-1:0]      spill_mask_q;

  // Of each slot: one context in the list, or more; it uses an entry, or several.
  logic [Slots-1:0] one, many, uses, uses_more, deep;

  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    assign one[s]  = count_q[s] == CountWidth'(1);
    assign many[s] = count_q[s] > CountWidth'(1);
    assign deep[s] = deep_q[s] != '0;
  end
  assign any_o     = one | many;
  assign has_o     = any_o | deep;
  assign uses      = any_o | reading_q;
  assign uses_more = many | (one & reading_q);

  ////////////
  // Events //
  ////////////

  // A push goes to memory if it is to be the last of a slot that has contexts there, or if its slot
  // has its entry already and none is shared; else it is linked in.
  logic taken, to_memory, stores, links;

  assign push_ready_o = ~spill_valid_q;
  assign taken        = push_valid_i & push_ready_o;
  assign to_memory    = (push_last_i & deep[push_slot_i])
                        | (uses[push_slot_i] & shared_q == '0);
  assign stores       = taken & to_memory;
  assign links        = taken & ~to_memory;

  // Events of one slot.
  logic pop_fill, pop_push, fill_push;

  assign pop_fill  = pop_en_i && pop_slot_i == fill_slot_i;
  assign pop_push  = pop_en_i && pop_slot_i == push_slot_i;
  assign fill_push = fill_valid_i && fill_slot_i == push_slot_i;

  // The entries of a pop, of a fill and of a push that is linked in. An entry that is popped is not
  // free yet.
  logic [IndexWidth-1:0] pop_at, fill_at, push_at, second, third, rest;

  assign pop_at  = head_q[pop_slot_i];
  assign second  = next_q[free_q];
  assign third   = next_q[second];
  assign fill_at = free_q;
  assign push_at = fill_valid_i ? second : free_q;
  assign rest    = fill_valid_i && links ? third : fill_valid_i || links ? second : free_q;

  assign pop_pc_o   = pc_q[pop_at];
  assign pop_mask_o = mask_q[pop_at];

  // The list that a fill and a push find: what remains behind the pop; and for the push, the fill.
  logic                  fill_any, push_any;
  logic [IndexWidth-1:0] pop_behind, fill_behind, push_behind;

  assign pop_behind  = next_q[pop_at];
  assign fill_any    = many[fill_slot_i] | (one[fill_slot_i] & ~pop_fill);
  assign fill_behind = pop_fill ? pop_behind : head_q[fill_slot_i];
  assign push_any    = many[push_slot_i] | (one[push_slot_i] & ~pop_push) | fill_push;
  assign push_behind = fill_push ? fill_at : pop_push ? pop_behind : head_q[push_slot_i];

  // Linked in at the head, or at the end of a list.
  logic at_head, at_end;

  assign at_head = links & ~(push_last_i & push_any);
  assign at_end  = links & push_last_i & push_any;

  //////////////
  // The walk //
  //////////////

  // The entry behind the walk's, and the one behind that. The walk's entry goes below it, if its
  // address is lower; a disturbed walk makes no step.
  logic                  disturbed, steps, lower, sinks, ends;
  logic [IndexWidth-1:0] walk_next, walk_third;

  assign disturbed  = (pop_en_i && pop_slot_i == walk_slot_q)
                      || (fill_valid_i && fill_slot_i == walk_slot_q)
                      || (links && push_slot_i == walk_slot_q);
  assign walk_next  = next_q[walk_at_q];
  assign walk_third = next_q[walk_next];
  assign lower      = !last_q[walk_next] && pc_q[walk_next] < pc_q[walk_at_q];
  assign steps      = walk_q & ~disturbed;
  assign sinks      = steps & lower;
  assign ends       = walk_next == tail_q[walk_slot_q];

  // The newest goes first: a push of the walk's slot takes its place.
  logic starts;

  assign starts = links && !push_last_i && push_any && (!walk_q || push_slot_i == walk_slot_q);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) walk_q <= 1'b0;
    else         walk_q <= starts | (sinks & ~ends);
    if (starts) begin
      walk_slot_q <= push_slot_i;
      walk_at_q   <= push_at;
      walk_top_q  <= 1'b1;
    end else if (sinks) begin
      walk_top_q    <= 1'b0;
      walk_before_q <= walk_next;
    end
  end

  /////////////
  // Entries //
  /////////////

  always_ff @(posedge clk_i) begin
    if (fill_valid_i) begin
      pc_q[fill_at]   <= fill_data_i[Lanes +: PcWidth];
      mask_q[fill_at] <= fill_data_i[0 +: Lanes];
      last_q[fill_at] <= 1'b0;
    end
    if (links) begin
      pc_q[push_at]   <= push_pc_i;
      mask_q[push_at] <= push_mask_i;
      last_q[push_at] <= push_last_i;
    end
  end

  // The links. All that are written in a cycle are of different entries: popped, filled, pushed or
  // the tail before it, and up to three of a list in which only the walk moves.
  for (genvar i = 0; i < Entries; i++) begin : gen_next
    logic popped, filled, pushed, was_tail, upper, lifted, sunk;

    assign popped   = pop_en_i && pop_at == IndexWidth'(i);
    assign filled   = fill_valid_i && fill_at == IndexWidth'(i);
    assign pushed   = at_head && push_at == IndexWidth'(i);
    assign was_tail = at_end && tail_q[push_slot_i] == IndexWidth'(i);
    assign upper    = sinks && !walk_top_q && walk_before_q == IndexWidth'(i);
    assign lifted   = sinks && walk_next == IndexWidth'(i);
    assign sunk     = sinks && walk_at_q == IndexWidth'(i);

    always_ff @(posedge clk_i) begin
      if (!rst_ni) next_q[i] <= IndexWidth'(i + 1);
      else if (popped || filled || pushed || was_tail || upper || lifted || sunk)
        next_q[i] <= (rest & {IndexWidth{popped}}) | (fill_behind & {IndexWidth{filled}})
                     | (push_behind & {IndexWidth{pushed}}) | (push_at & {IndexWidth{was_tail}})
                     | (walk_next & {IndexWidth{upper}}) | (walk_at_q & {IndexWidth{lifted}})
                     | (walk_third & {IndexWidth{sunk}});
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni)       free_q <= '0;
    else if (pop_en_i) free_q <= pop_at;
    else               free_q <= rest;
  end

  // A pop and a push of one slot leave what it uses.
  logic pop_shares, push_shares;

  assign pop_shares  = pop_en_i & uses_more[pop_slot_i] & ~(links & pop_push);
  assign push_shares = links & uses[push_slot_i] & ~pop_push;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) shared_q <= CountWidth'(Entries - Slots);
    else         shared_q <= shared_q + CountWidth'(pop_shares) - CountWidth'(push_shares);
  end

  ////////////
  // Memory //
  ////////////

  // A read: of the dry slots, less that of a push, the first one in turn.
  logic                  may_read, reads, later_valid, dry_valid;
  logic [Slots-1:0]      dry, later;
  logic [SlotWidth-1:0]  later_slot, dry_slot, read_slot;

  for (genvar s = 0; s < Slots; s++) begin : gen_dry
    assign dry[s] = deep[s] & ~uses[s] & ~(taken && push_slot_i == SlotWidth'(s));
  end

  always @* begin
    later = dry;
    for (int s = 0; s < Slots; s++)
      if (SlotWidth'(s) < turn_q) later[s] = 1'b0;
  end

  hd_lowest #(
      .Width (Slots)
  ) u_later (
      .mask_i  (later),
      .valid_o (later_valid),
      .index_o (later_slot)
  );

  hd_lowest #(
      .Width (Slots)
  ) u_dry (
      .mask_i  (dry),
      .valid_o (dry_valid),
      .index_o (dry_slot)
  );

  assign may_read  = (~spill_valid_q | spill_ready_i) & ~stores;
  assign reads     = may_read & dry_valid;
  assign read_slot = later_valid ? later_slot : dry_slot;

  // The place behind the youngest context in memory: one round less if it is beyond the last place.
  logic [LevelWidth:0]   beyond;
  logic [LevelWidth-1:0] store_level;

  assign beyond      = {1'b0, first_q[push_slot_i]} + {1'b0, deep_q[push_slot_i]};
  assign store_level = beyond > {1'b0, LastLevel} ? LevelWidth'(beyond - (LevelWidth+1)'(Levels))
                                                  : LevelWidth'(beyond);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      spill_valid_q <= 1'b0;
      turn_q        <= '0;
    end else begin
      spill_valid_q <= (spill_valid_q & ~spill_ready_i) | stores | reads;
      if (reads) turn_q <= read_slot == LastSlot ? '0 : read_slot + SlotWidth'(1);
    end
    if (stores | reads) begin
      spill_load_q  <= reads;
      spill_slot_q  <= stores ? push_slot_i : read_slot;
      spill_level_q <= stores ? store_level : first_q[read_slot];
    end
    if (stores) begin
      spill_pc_q   <= push_pc_i;
      spill_mask_q <= push_mask_i;
    end
  end

  assign spill_valid_o = spill_valid_q;
  assign spill_load_o  = spill_load_q;
  assign spill_slot_o  = spill_slot_q;
  assign spill_level_o = spill_level_q;
  assign spill_data_o  = {spill_pc_q, spill_mask_q};

  ///////////
  // Lists //
  ///////////

  for (genvar s = 0; s < Slots; s++) begin : gen_list
    logic popped, filled, pushed, walked, stored, read;

    assign popped = pop_en_i && pop_slot_i == SlotWidth'(s);
    assign filled = fill_valid_i && fill_slot_i == SlotWidth'(s);
    assign pushed = links && push_slot_i == SlotWidth'(s);
    assign walked = sinks && walk_slot_q == SlotWidth'(s);
    assign stored = stores && push_slot_i == SlotWidth'(s);
    assign read   = reads && read_slot == SlotWidth'(s);

    always_ff @(posedge clk_i) begin
      // The last of the events stands before the others; the walk moves where there are none.
      if (pushed && at_head)         head_q[s] <= push_at;
      else if (filled)               head_q[s] <= fill_at;
      else if (popped)               head_q[s] <= pop_behind;
      else if (walked && walk_top_q) head_q[s] <= walk_next;

      if (pushed && (at_end || !push_any)) tail_q[s] <= push_at;
      else if (filled && !fill_any)        tail_q[s] <= fill_at;
      else if (walked && ends)             tail_q[s] <= walk_at_q;

      if (!rst_ni) begin
        count_q[s]   <= '0;
        deep_q[s]    <= '0;
        first_q[s]   <= '0;
        reading_q[s] <= 1'b0;
      end else begin
        count_q[s] <= count_q[s] - CountWidth'(popped) + CountWidth'(filled) + CountWidth'(pushed);
        deep_q[s]  <= deep_q[s] + LevelWidth'(stored) - LevelWidth'(filled);
        if (filled) first_q[s] <= first_q[s] == LastLevel ? '0 : first_q[s] + LevelWidth'(1);
        if (read)        reading_q[s] <= 1'b1;
        else if (filled) reading_q[s] <= 1'b0;
      end
    end
  end

endmodule
