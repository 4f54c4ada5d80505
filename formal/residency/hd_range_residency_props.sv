// SPDX-License-Identifier: Apache-2.0
//
// Properties of the range residency (docs/blocks/range_residency.md), for formal/prove.sh, with the
// three range pools inside.
//
// One frame and one slot are chosen by the solver; ghosts follow the block on the frame, and the
// warp on the slot: what is proven of them holds for each.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_range_residency_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State of the frames, frame f at [f*W +: W].
    input logic [Frames-1:0]             open,
    input logic [Frames*KernelWidth-1:0] kernel,
    input logic [Frames*IdWidth-1:0]     id,
    input logic [Frames*SlotWidth-1:0]   slot,
    input logic [Frames*SizeWidth-1:0]   count,
    input logic [Frames*SetWidth-1:0]    set,
    input logic [Frames*SetsWidth-1:0]   sets,
    input logic [Frames*GrainWidth-1:0]  grain,
    input logic [Frames*GrainsWidth-1:0] grains,
    // State of the slots.
    input logic [Slots-1:0]              ended,
    input logic [Slots-1:0]              waits,
    // Needs of the block that waits.
    input logic [SizeWidth-1:0]          wait_warps,
    input logic [SetsWidth-1:0]          wait_sets,
    input logic [GrainsWidth-1:0]        wait_grains,
    // The frame that is done, the one that opens its barrier: one bit or none.
    input logic [Frames-1:0]             done_frame,
    input logic [Frames-1:0]             release_frame,
    // Free places of the pools; whether each has found a range, or nothing.
    input logic [Slots-1:0]              free_slots,
    input logic [Sets-1:0]               free_sets,
    input logic [Grains-1:0]             free_grains,
    input logic [2:0]                    found,
    input logic [2:0]                    none
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // ------------------------------------------------------------------ what the neighbours promise

  // 1: the needs of the block that is offered.
  logic                   needs_right;
  logic [SizeWidth-1:0]   need_warps;
  logic [SetsWidth-1:0]   need_sets;
  logic [GrainsWidth-1:0] need_grains;
  always @* begin
    needs_right = 1'b0;
    need_warps = '0;
    need_sets = '0;
    need_grains = '0;
    for (int k = 0; k < Kernels; k++)
      if (32'(block_kernel_i) == k) begin
        need_warps = need_warps_i[k*SizeWidth+:SizeWidth];
        need_sets = need_sets_i[k*SetsWidth+:SetsWidth];
        need_grains = need_grains_i[k*GrainsWidth+:GrainsWidth];
        needs_right = need_warps != '0 && 32'(need_warps) <= MaxWarps
                      && 32'(need_sets) <= Sets && 32'(need_grains) <= Grains;
      end
  end
  always @* if (block_valid_i) assume (needs_right);

  // 2: events are of slots that are ready, two in one cycle of two slots.
  logic events_right;
  logic [Slots-1:0] used;
  always @* begin
    events_right = 1'b1;
    used = '0;
    for (int p = 0; p < Ports; p++)
      for (int s = 0; s < 2**SlotWidth; s++)
        if (ev_valid_i[p] && 32'(ev_slot_i[p*SlotWidth+:SlotWidth]) == s) begin
          if (s >= Slots) events_right = 1'b0;
          else if (!ready_o[s % Slots] || used[s % Slots]) events_right = 1'b0;
          used[s % Slots] = 1'b1;
        end
  end
  always @* if (on) assume (events_right);

  // ------------------------------------------------------------------ the frames, naively

  // Places of open frames, and whether a place is of two; whether all ranges are within the rows.
  logic [Slots-1:0]  of_slots;
  logic [Sets-1:0]   of_sets;
  logic [Grains-1:0] of_grains;
  logic two_slots, two_sets, two_grains, within;
  always @* begin
    of_slots = '0;
    of_sets = '0;
    of_grains = '0;
    two_slots = 1'b0;
    two_sets = 1'b0;
    two_grains = 1'b0;
    within = 1'b1;
    for (int f = 0; f < Frames; f++)
      if (open[f]) begin
        for (int p = 0; p < Slots; p++)
          if (p >= 32'(slot[f*SlotWidth+:SlotWidth])
              && p < 32'(slot[f*SlotWidth+:SlotWidth]) + 32'(count[f*SizeWidth+:SizeWidth])) begin
            if (of_slots[p]) two_slots = 1'b1;
            of_slots[p] = 1'b1;
          end
        for (int p = 0; p < Sets; p++)
          if (p >= 32'(set[f*SetWidth+:SetWidth])
              && p < 32'(set[f*SetWidth+:SetWidth]) + 32'(sets[f*SetsWidth+:SetsWidth])) begin
            if (of_sets[p]) two_sets = 1'b1;
            of_sets[p] = 1'b1;
          end
        for (int p = 0; p < Grains; p++)
          if (p >= 32'(grain[f*GrainWidth+:GrainWidth])
              && p < 32'(grain[f*GrainWidth+:GrainWidth])
                     + 32'(grains[f*GrainsWidth+:GrainsWidth])) begin
            if (of_grains[p]) two_grains = 1'b1;
            of_grains[p] = 1'b1;
          end
        if (32'(slot[f*SlotWidth+:SlotWidth]) + 32'(count[f*SizeWidth+:SizeWidth]) > Slots
            || 32'(set[f*SetWidth+:SetWidth]) + 32'(sets[f*SetsWidth+:SetsWidth]) > Sets
            || 32'(grain[f*GrainWidth+:GrainWidth])
               + 32'(grains[f*GrainsWidth+:GrainsWidth]) > Grains
            || count[f*SizeWidth+:SizeWidth] == '0
            || 32'(count[f*SizeWidth+:SizeWidth]) > MaxWarps) within = 1'b0;
      end
  end

  // Of a frame: some slot neither waits nor has ended; some slot waits.
  logic [Frames-1:0] stalls, waited;
  always @* begin
    stalls = '0;
    waited = '0;
    for (int f = 0; f < Frames; f++)
      for (int s = 0; s < Slots; s++)
        if (s >= 32'(slot[f*SlotWidth+:SlotWidth])
            && s < 32'(slot[f*SlotWidth+:SlotWidth]) + 32'(count[f*SizeWidth+:SizeWidth])) begin
          if (!ended[s] && !waits[s]) stalls[f] = 1'b1;
          if (waits[s]) waited[f] = 1'b1;
        end
  end

  // The lowest frame whose barrier opens, the lowest that is done, the lowest that is not open.
  logic [Frames-1:0] opens, ends, hole;
  always @* begin
    opens = '0;
    ends = '0;
    hole = '0;
    for (int f = 0; f < Frames; f++) begin
      if (opens == '0 && open[f] && !stalls[f] && waited[f]) opens[f] = 1'b1;
      if (ends == '0 && open[f] && !stalls[f] && !waited[f]) ends[f] = 1'b1;
      if (hole == '0 && !open[f]) hole[f] = 1'b1;
    end
  end

  // ------------------------------------------------------------------ ghost: the block that waits

  logic here, offers;
  logic [KernelWidth-1:0] came_kernel;
  logic [IdWidth-1:0]     came_id;
  logic [SizeWidth-1:0]   came_warps;
  logic [SetsWidth-1:0]   came_sets;
  logic [GrainsWidth-1:0] came_grains;
  assign offers = block_valid_i && block_ready_o;
  always_ff @(posedge clk_i) begin
    here <= rst_ni && (offers || (here && !begin_en_o));
    if (offers) begin
      came_kernel <= block_kernel_i;
      came_id     <= block_id_i;
      came_warps  <= need_warps;
      came_sets   <= need_sets;
      came_grains <= need_grains;
    end
  end

  // The ranges that it would get are free, and within the rows.
  logic fits;
  always @* begin
    fits = 32'(begin_slot_o) + 32'(came_warps) <= Slots
           && 32'(begin_set_o) + 32'(came_sets) <= Sets
           && 32'(begin_grain_o) + 32'(came_grains) <= Grains;
    for (int p = 0; p < Slots; p++)
      if (of_slots[p] && p >= 32'(begin_slot_o) && p < 32'(begin_slot_o) + 32'(came_warps))
        fits = 1'b0;
    for (int p = 0; p < Sets; p++)
      if (of_sets[p] && p >= 32'(begin_set_o) && p < 32'(begin_set_o) + 32'(came_sets))
        fits = 1'b0;
    for (int p = 0; p < Grains; p++)
      if (of_grains[p] && p >= 32'(begin_grain_o) && p < 32'(begin_grain_o) + 32'(came_grains))
        fits = 1'b0;
  end

  // Free places are as many as it needs, in each pool.
  logic [SizeWidth-1:0]   left_slots;
  logic [SetsWidth-1:0]   left_sets;
  logic [GrainsWidth-1:0] left_grains;
  logic enough;
  always @* begin
    left_slots = '0;
    left_sets = '0;
    left_grains = '0;
    for (int p = 0; p < Slots; p++) left_slots = left_slots + SizeWidth'(!of_slots[p]);
    for (int p = 0; p < Sets; p++) left_sets = left_sets + SetsWidth'(!of_sets[p]);
    for (int p = 0; p < Grains; p++) left_grains = left_grains + GrainsWidth'(!of_grains[p]);
    enough = left_slots >= came_warps && left_sets >= came_sets && left_grains >= came_grains;
  end

  // Cycles for which it has waited with no frame open: a search may have begun before, finds
  // nothing, and begins anew.
  localparam int MostSets = Sets > Grains ? Sets : Grains;
  localparam int Most     = MostSets > Slots ? MostSets : Slots;
  localparam int Patience = 2 * ($clog2(Most) + 1);
  logic [4:0] alone;
  always_ff @(posedge clk_i)
    if (!rst_ni || !here || open != '0) alone <= '0;
    else if (alone != 5'd31) alone <= alone + 5'd1;

  // ------------------------------------------------------------------ ghost: one frame

  (* anyconst *) logic [Frames-1:0] frame;
  always @* assume (frame != '0 && (frame & (frame - Frames'(1))) == '0);

  logic comes, goes, sits;
  assign comes = begin_en_o && hole == frame;
  assign goes  = done_frame == frame;
  logic [KernelWidth-1:0] sat_kernel, its_kernel;
  logic [IdWidth-1:0]     sat_id, its_id;
  logic [SlotWidth-1:0]   sat_slot, its_slot;
  logic [SizeWidth-1:0]   sat_count, its_count;
  logic [SetWidth-1:0]    sat_set, its_set;
  logic [SetsWidth-1:0]   sat_sets, its_sets;
  logic [GrainWidth-1:0]  sat_grain, its_grain;
  logic [GrainsWidth-1:0] sat_grains, its_grains;
  always_ff @(posedge clk_i) begin
    sits <= rst_ni && (comes || (sits && !goes));
    if (comes) begin
      sat_kernel <= came_kernel;
      sat_id     <= came_id;
      sat_slot   <= begin_slot_o;
      sat_count  <= came_warps;
      sat_set    <= begin_set_o;
      sat_sets   <= came_sets;
      sat_grain  <= begin_grain_o;
      sat_grains <= came_grains;
    end
  end

  always @* begin
    its_kernel = '0;
    its_id = '0;
    its_slot = '0;
    its_count = '0;
    its_set = '0;
    its_sets = '0;
    its_grain = '0;
    its_grains = '0;
    for (int f = 0; f < Frames; f++)
      if (frame[f]) begin
        its_kernel = kernel[f*KernelWidth+:KernelWidth];
        its_id     = id[f*IdWidth+:IdWidth];
        its_slot   = slot[f*SlotWidth+:SlotWidth];
        its_count  = count[f*SizeWidth+:SizeWidth];
        its_set    = set[f*SetWidth+:SetWidth];
        its_sets   = sets[f*SetsWidth+:SetsWidth];
        its_grain  = grain[f*GrainWidth+:GrainWidth];
        its_grains = grains[f*GrainsWidth+:GrainsWidth];
      end
  end

  // ------------------------------------------------------------------ ghost: one slot

  (* anyconst *) logic [SlotWidth-1:0] watched;
  always @* assume (32'(watched) < Slots);

  // The slot is of the watched frame; what happens to it.
  logic mine, arrives, has_ended;
  assign mine = sits && watched >= sat_slot
                && 32'(watched) < 32'(sat_slot) + 32'(sat_count);
  always @* begin
    arrives = 1'b0;
    has_ended = 1'b0;
    for (int p = 0; p < Ports; p++)
      if (ev_valid_i[p] && ev_slot_i[p*SlotWidth+:SlotWidth] == watched) begin
        if (ev_kind_i[p*2+:2] == 2'd1) arrives = 1'b1;
        if (ev_kind_i[p*2+:2] == 2'd3) has_ended = 1'b1;
      end
  end

  // Of the warp on it, while its block is on the watched frame.
  logic warp_ended, warp_waits;
  always_ff @(posedge clk_i)
    if (!rst_ni || !mine || goes) begin
      warp_ended <= 1'b0;
      warp_waits <= 1'b0;
    end else begin
      warp_ended <= warp_ended || has_ended;
      warp_waits <= (warp_waits && release_frame != frame) || arrives;
    end

  logic slot_ended, slot_waits, slot_ready;
  always @* begin
    slot_ended = 1'b0;
    slot_waits = 1'b0;
    slot_ready = 1'b0;
    for (int s = 0; s < Slots; s++)
      if (32'(watched) == s) begin
        slot_ended = ended[s];
        slot_waits = waits[s];
        slot_ready = ready_o[s];
      end
  end

  // One cycle ago: the watched warp waited, and a warp of its block stalled.
  logic did_wait, did_stall;
  always_ff @(posedge clk_i) begin
    did_wait  <= on && rst_ni && mine && slot_waits;
    did_stall <= (stalls & frame) != '0;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: no slot is of two open frames
    apart_slots: assert (!two_slots);
    // P: no register set is of two open frames
    apart_sets: assert (!two_sets);
    // P: no grain is of two open frames
    apart_grains: assert (!two_grains);
    // P: the slots that are used are those of the open frames
    slots_accounted: assert (free_slots == ~of_slots);
    // P: the register sets that are used are those of the open frames
    sets_accounted: assert (free_sets == ~of_sets);
    // P: the grains that are used are those of the open frames
    grains_accounted: assert (free_grains == ~of_grains);
    // P: the ranges of an open frame are within the rows, its warps 1 to MaxWarps
    ranges_within: assert (within);
    // P: no slot has ended and waits; slots of no open frame have neither flag
    not_both: assert ((ended & waits) == '0 && ((ended | waits) & ~of_slots) == '0);
    // P: a warp that waits continues only when each warp of its block waits or has ended
    barrier: assert (!(did_wait && !slot_waits) || !did_stall);
    // P: a block is done once, under its name, when its last warp has ended
    done_once: assert (!goes || (sits && (!mine || warp_ended)
                                 && done_kernel_o == sat_kernel && done_id_o == sat_id));
    // P: a block is on its frame from its begin until it is done
    sits_there: assert (((open & frame) != '0) == sits);
    // P: a block keeps its name and its three ranges
    ranges_kept: assert (!sits || (its_kernel == sat_kernel && its_id == sat_id
        && its_slot == sat_slot && its_count == sat_count && its_set == sat_set
        && its_sets == sat_sets && its_grain == sat_grain && its_grains == sat_grains));
    // P: a warp has ended from then on, and waits from its arrival until the barrier opens
    warp_kept: assert (!mine || (slot_ended == warp_ended && slot_waits == warp_waits));
    // P: a slot of an open frame is ready unless it has ended or waits
    ready: assert (ready_o == (of_slots & ~ended & ~waits));
    // P: the lowest frame whose slots all wait or have ended, of which one waits, opens its barrier
    lowest_release: assert (release_frame == opens);
    // P: the lowest frame whose slots have all ended is done
    lowest_done: assert (done_frame == ends && done_valid_o == (ends != '0));
    // P: a block is taken while none waits, and waits until it begins
    one_waits: assert (block_ready_o == !here && waits_o == here);
    // P: a block begins as it was offered
    begins_as_offered: assert (!begin_en_o || (here && begin_count_o == came_warps
        && begin_kernel_o == came_kernel && begin_id_o == came_id));
    // P: the needs are those of the offer
    needs_kept: assert (!here || (wait_warps == came_warps && wait_sets == came_sets
                                  && wait_grains == came_grains));
    // P: a block begins in ranges that are free, within the rows
    begins_in_room: assert (!begin_en_o || fits);
    // P: a block begins if it has three ranges, a frame is not open, and it may
    begins: assert (begin_en_o == (here && found == 3'b111 && hole != '0 && begin_ready_i));
    // P: with no frame open, the block that waits begins when the searches have ended
    enters: assert (32'(alone) < Patience || begin_en_o || !begin_ready_i || !here || open != '0);
    // P: room is in pieces only while each pool has enough, a frame is not open, and a search finds
    // nothing
    split_right: assert (split_o == (here && hole != '0 && enough && none != '0));
    // P: idle is when no frame is open and no block waits
    idle_right: assert (idle_o == (open == '0 && !here));
    // P: after a reset no frame is open, no block waits, all flags are 0, and all places are free
    reset_empties: assert (!was_reset || (open == '0 && !waits_o && (ended | waits) == '0
        && (&free_slots) && (&free_sets) && (&free_grains)));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_split: cover (split_o && open != '0);
    c_full: cover (here && found == 3'b111 && hole == '0 && done_valid_o);
    c_begin_done: cover (begin_en_o && done_valid_o && goes && sat_count != came_warps);
    c_none: cover (comes && came_sets == '0 && came_grains == '0 && open != '0);
    c_all: cover (comes && 32'(came_sets) == Sets && 32'(came_grains) == Grains);
    c_barrier: cover (release_frame == frame && mine && warp_ended);
  end
endmodule

// What follows goes to the end of the module hd_range_residency itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [Frames*KernelWidth-1:0] props_kernel;
  logic [Frames*IdWidth-1:0]     props_id;
  logic [Frames*SlotWidth-1:0]   props_slot;
  logic [Frames*SizeWidth-1:0]   props_count;
  logic [Frames*SetWidth-1:0]    props_set;
  logic [Frames*SetsWidth-1:0]   props_sets;
  logic [Frames*GrainWidth-1:0]  props_grain;
  logic [Frames*GrainsWidth-1:0] props_grains;
  for (genvar f = 0; f < Frames; f++) begin : gen_props
    assign props_kernel[f*KernelWidth+:KernelWidth] = kernel_q[f];
    assign props_id[f*IdWidth+:IdWidth]             = id_q[f];
    assign props_slot[f*SlotWidth+:SlotWidth]       = slot_q[f];
    assign props_count[f*SizeWidth+:SizeWidth]      = count_q[f];
    assign props_set[f*SetWidth+:SetWidth]          = set_q[f];
    assign props_sets[f*SetsWidth+:SetsWidth]       = sets_q[f];
    assign props_grain[f*GrainWidth+:GrainWidth]    = grain_q[f];
    assign props_grains[f*GrainsWidth+:GrainsWidth] = grains_q[f];
  end
  (* hierconn *) wire [Slots-1:0]  \u_slots.props_free ;
  (* hierconn *) wire [Sets-1:0]   \u_sets.props_free ;
  (* hierconn *) wire [Grains-1:0] \u_grains.props_free ;
  hd_range_residency_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS,
      .open(open_q), .kernel(props_kernel), .id(props_id), .slot(props_slot), .count(props_count),
      .set(props_set), .sets(props_sets), .grain(props_grain), .grains(props_grains),
      .ended(ended_q), .waits(waits_q),
      .wait_warps(wait_warps_q), .wait_sets(wait_sets_q), .wait_grains(wait_grains_q),
      .done_frame(done_frame), .release_frame(release_frame),
      .free_slots(\u_slots.props_free ), .free_sets(\u_sets.props_free ),
      .free_grains(\u_grains.props_free ),
      .found({found_slots, found_sets, found_grains}), .none({none_slots, none_sets, none_grains})
  );
`endif
// And at the end of the range pool.
`ifdef HD_INSIDE_hd_range_pool
  (* keep *) wire [Places-1:0] props_free = free_q;
`endif
