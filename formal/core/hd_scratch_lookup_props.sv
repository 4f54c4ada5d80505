// SPDX-License-Identifier: Apache-2.0
//
// Properties of the scratch look-up (docs/blocks/scratch_lookup.md), for formal/prove.sh.
//
// Beside the design stands a ghost, from the ports alone: which sets were asked for in the two
// cycles before, and which lanes of the access were asked for and are known. One lane, `watch`, is
// chosen by the solver; the ghost keeps where it should go. What is proven of it holds for all.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_scratch_lookup_props #(
    `HD_PARAMETERS,
    localparam int LaneWidth = Lanes > 1 ? $clog2(Lanes) : 1
) (
    `HD_PORTS
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [LaneWidth-1:0] watch;
  always @* assume (32'(watch) < Lanes);

  // ------------------------------------------------------------------ what the neighbours promise

  // Sets, blocks that there are.
  logic fits;
  always @* begin
    fits = 32'(block_i) < Blocks && 32'(hold_set_i) < ScratchSets;
    for (int l = 0; l < Lanes; l++)
      if (addr_i[l*32+29+:3] == 3'b010 && 32'(addr_i[l*32+10+:19]) >= ScratchSets) fits = 1'b0;
  end
  always @* if (on && valid_i) assume (fits);
  // An access that is not taken stays; it is taken only when it is offered.
  logic waits, last_taken;
  logic [Lanes-1:0] last_mask;
  logic [Lanes*32-1:0] last_addr;
  logic [BlockWidth-1:0] last_block;
  always_ff @(posedge clk_i) begin
    waits <= rst_ni && valid_i && !taken_i;
    last_taken <= rst_ni && taken_i && shared_o;
    {last_mask, last_addr, last_block} <= {mask_i, addr_i, block_i};
  end
  always @* if (on && waits)
    assume (valid_i && mask_i == last_mask && addr_i == last_addr && block_i == last_block);
  always @* if (on) assume (!taken_i || ready_o);

  // ------------------------------------------------------------------ ghost: sets asked for

  logic asked1, asked2;
  logic [SetWidth-1:0] set1, set2;
  always_ff @(posedge clk_i) begin
    asked1 <= rst_ni && look_en_o;
    asked2 <= rst_ni && asked1;
    set1 <= look_set_o;
    set2 <= set1;
  end

  // ------------------------------------------------------------------ ghost: lanes

  // Lanes for shared memory, and what is said of them with this cycle's answer.
  logic [Lanes-1:0] shared, asked, asked_next, known, known_next;
  logic some, touching, began;
  logic [SetWidth-1:0] lowest; // set of the lowest one not asked for
  always @* begin
    some = 1'b0;
    touching = 1'b0;
    lowest = '0;
    shared = '0;
    asked_next = asked;
    known_next = known;
    for (int l = Lanes - 1; l >= 0; l--) begin
      shared[l] = valid_i && mask_i[l] && addr_i[l*32+29+:3] == 3'b010;
      if (shared[l]) begin
        if (!asked[l]) begin
          some = 1'b1;
          lowest = addr_i[l*32+10+:SetWidth];
        end
        if (hold_i && hold_block_i == block_i && addr_i[l*32+10+:SetWidth] == hold_set_i)
          touching = 1'b1;
        if (look_en_o && addr_i[l*32+10+:SetWidth] == look_set_o) asked_next[l] = 1'b1;
        if (asked2 && addr_i[l*32+10+:SetWidth] == set2) known_next[l] = 1'b1;
      end
    end
  end

  // Cycles since it began; look-ups of an access at most.
  localparam int Most = Lanes < ScratchSets ? Lanes : ScratchSets;
  logic [7:0] age;
  always_ff @(posedge clk_i) begin
    asked <= asked_next;
    known <= known_next;
    began <= began || look_en_o;
    age <= began ? age + 8'd1 : 8'd1;
    if (!rst_ni || taken_i) begin
      asked <= '0;
      known <= '0;
      began <= 1'b0;
    end
  end

  // ------------------------------------------------------------------ ghost: the watched lane

  logic [31:0] watch_addr, watch_out, want, kept;
  logic watch_shared, watch_used, watch_known, watch_now, watch_held;
  always @* begin
    watch_addr = '0;
    watch_out = '0;
    {watch_shared, watch_used, watch_known, watch_now} = '0;
    for (int l = 0; l < Lanes; l++)
      if (32'(watch) == l) begin
        watch_addr = addr_i[l*32+:32];
        watch_out = addr_o[l*32+:32];
        watch_shared = shared[l];
        watch_used = valid_i && mask_i[l];
        watch_known = known[l];
        watch_now = shared[l] && asked2 && addr_i[l*32+10+:SetWidth] == set2;
      end
    // Where it goes by this cycle's answer, else by the one that it had.
    want = kept;
    if (watch_now && found_held_i)
      want = 32'h4000_0000 + 32'(found_phys_i) * 32'd1024 + 32'(watch_addr[9:0]);
    else if (watch_now)
      want = Swapped + (32'(block_i) * 32'(ScratchSets) + 32'(watch_addr[28:10])) * 32'd1024
             + 32'(watch_addr[9:0]);
  end
  always_ff @(posedge clk_i) begin
    kept <= want;
    if (watch_now) watch_held <= found_held_i;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: the block says whether lanes are for shared memory
    tells_shared: assert (shared_o == (shared != '0));
    // P: the set that is asked for is that of the lowest lane that was not asked for
    lowest_first: assert (!look_en_o || (some && look_set_o == lowest));
    // P: a set a cycle is looked up as long as some lane was not asked for; an access that has not
    // begun does not begin while a set of it moves
    works: assert (look_en_o == (some && (began || !touching)));
    // P: no access begins to look up a set that is to move
    held_back: assert (!look_en_o || busy_o || !(hold_i && hold_block_i == block_i
                                                 && look_set_o == hold_set_i));
    // P: the block says whether the access has lanes in the set that is to move
    tells_touch: assert (touches_o == touching);
    // P: an access is busy from its first look-up on until it is taken
    tells_busy: assert (busy_o == began);
    // P: an access may be offered in the cycle of its last answer and from then on, not before
    ready_known: assert (ready_o == (valid_i && (shared & ~known_next) == '0));
    // P: with n sets, or lanes, all is known n + 1 cycles after the first look-up at the latest
    soon: assert (!began || ready_o || 32'(age) <= Most);
    // P: a lane whose set is in shared memory goes there, one whose set is not to swap space
    in_place: assert (!(watch_shared && (watch_known || watch_now)) || watch_out == want);
    // P: all other lanes keep their address
    others_stay: assert (!watch_used || watch_shared || watch_out == watch_addr);
    // P: no answer is on its way to an access that is taken
    none_left: assert (!taken_i || (!look_en_o && !asked1));
    // P: a miss is an answer of this cycle that is not in shared memory
    tells_miss: assert (missed_o == (asked2 && !found_held_i));
    // P: after a reset nothing is looked up
    reset_empties: assert (!was_reset || (!busy_o && !missed_o));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_answer_goes: cover (taken_i && watch_now);
    c_waits: cover (ready_o && watch_known && !watch_now && !taken_i);
    c_both: cover (taken_i && watch_known && watch_held && asked2 && !found_held_i);
    c_held_back: cover (touches_o && !busy_o && some);
    c_goes_on: cover (touches_o && busy_o && look_en_o);
    c_none_shared: cover (taken_i && mask_i == '1 && !shared_o);
    c_next_at_once: cover (last_taken && look_en_o);
  end
endmodule

// What follows goes to the end of the module hd_scratch_lookup itself, in the copy that is proven.
// It names ports alone.
`ifdef HD_INSIDE
  hd_scratch_lookup_props #(`HD_SAME_PARAMETERS) u_props (`HD_SAME_PORTS);
`endif
