// SPDX-License-Identifier: Apache-2.0
//
// Properties of the scratch look-up (docs/blocks/scratch_lookup.md), for formal/prove.sh.
//
// Beside the design stands a ghost, from the ports alone: which sets were asked for in the two
// cycles before, and for whom; which lanes of the access were asked for and are known; what the
// buffers of the pipe were told. One lane, `watch`, is chosen by the solver; the ghost keeps where
// it should go. What is proven of it holds for all.
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
  logic beat_fits;
  always @* begin
    beat_fits = 32'(beat_block_i) < Blocks;
    for (int l = 0; l < Simd; l++)
      if (beat_addr_i[l*32+29+:3] == 3'b010 && 32'(beat_addr_i[l*32+10+:19]) >= ScratchSets)
        beat_fits = 1'b0;
  end
  // Beats come into a buffer that no access is through in.
  always @* if (on && beat_i) assume (beat_fits && !(valid_i && beat_buffer_i == buffer_i));
  // An access that is not taken stays; it is taken only when it is offered.
  logic waits, last_taken;
  logic [Lanes-1:0] last_mask;
  logic [Lanes*32-1:0] last_addr;
  logic [BlockWidth-1:0] last_block;
  logic last_buffer;
  always_ff @(posedge clk_i) begin
    waits <= rst_ni && valid_i && !taken_i;
    last_taken <= rst_ni && taken_i && shared_o;
    {last_mask, last_addr, last_block} <= {mask_i, addr_i, block_i};
    last_buffer <= buffer_i;
  end
  always @* if (on && waits)
    assume (valid_i && mask_i == last_mask && addr_i == last_addr && block_i == last_block
            && buffer_i == last_buffer);
  always @* if (on) assume (!taken_i || ready_o);

  // ------------------------------------------------------------------ ghost: sets asked for

  // The set and block of a look-up; it is ahead: for the beat of a buffer.
  logic asked1, asked2, ahead, ahead1, ahead2, buffer1, buffer2;
  logic [SetWidth-1:0] set1, set2;
  logic [BlockWidth-1:0] block1, block2;

  function automatic logic moves(input logic [BlockWidth-1:0] block,
                                 input logic [SetWidth-1:0] set);
    moves = hold_i && hold_block_i == block && hold_set_i == set;
  endfunction

  always_ff @(posedge clk_i) begin
    asked1 <= rst_ni && look_en_o;
    asked2 <= rst_ni && asked1 && !(ahead1 && moves(block1, set1));
    {ahead1, buffer1, set1, block1} <= {ahead, beat_buffer_i, look_set_o, look_block_o};
    {ahead2, buffer2, set2, block2} <= {ahead1, buffer1, set1, block1};
  end

  // ------------------------------------------------------------------ ghost: what buffers are told

  logic [1:0] note, note_held, said, told, told_held; // told: said, and stays
  logic [2*SetWidth-1:0] note_set, told_set;
  logic [2*BlockWidth-1:0] note_block, told_block;
  logic [2*PhysWidth-1:0] note_phys, told_phys;

  always @* begin
    {said, told_held, told_set, told_block, told_phys} =
        {note, note_held, note_set, note_block, note_phys};
    for (int b = 0; b < 2; b++) begin
      if (asked2 && ahead2 && 32'(buffer2) == b) begin
        said[b] = 1'b1;
        told_held[b] = found_held_i;
        told_set[b*SetWidth+:SetWidth] = set2;
        told_block[b*BlockWidth+:BlockWidth] = block2;
        told_phys[b*PhysWidth+:PhysWidth] = found_phys_i;
      end
      told[b] = said[b]
                && !moves(told_block[b*BlockWidth+:BlockWidth], told_set[b*SetWidth+:SetWidth]);
    end
  end
  always_ff @(posedge clk_i) begin
    {note_held, note_set, note_block, note_phys} <= {told_held, told_set, told_block, told_phys};
    for (int b = 0; b < 2; b++)
      note[b] <= rst_ni && told[b] && !(taken_i && 32'(buffer_i) == b);
  end

  // Of the buffer of the access that is through.
  logic here_said, here_told, here_held, pending;
  logic [SetWidth-1:0] here_set;
  logic [BlockWidth-1:0] here_block;
  logic [PhysWidth-1:0] here_phys;
  assign here_said  = said[buffer_i];
  assign here_told  = told[buffer_i];
  assign here_held  = told_held[buffer_i];
  assign here_set   = told_set[32'(buffer_i)*SetWidth+:SetWidth];
  assign here_block = told_block[32'(buffer_i)*BlockWidth+:BlockWidth];
  assign here_phys  = told_phys[32'(buffer_i)*PhysWidth+:PhysWidth];
  assign pending    = asked1 && ahead1 && buffer1 == buffer_i;

  // ------------------------------------------------------------------ ghost: lanes

  // Lanes for shared memory, and what is said of them with what is learned in this cycle.
  logic [Lanes-1:0] shared, in_here, in_soon, asked, asked_next, known, known_next;
  logic some, touching, began, own, learns;
  logic [SetWidth-1:0] lowest; // set of the lowest one not asked for
  always @* begin
    touching = 1'b0;
    {shared, in_here, in_soon} = '0;
    for (int l = 0; l < Lanes; l++) begin
      shared[l] = valid_i && mask_i[l] && addr_i[l*32+29+:3] == 3'b010;
      in_here[l] = shared[l] && addr_i[l*32+10+:SetWidth] == here_set;
      in_soon[l] = shared[l] && addr_i[l*32+10+:SetWidth] == set1;
      if (shared[l] && moves(block_i, addr_i[l*32+10+:SetWidth])) touching = 1'b1;
    end
    own = asked2 && !ahead2;
    learns = own || (valid_i && here_told && !began && !touching);
    some = 1'b0;
    lowest = '0;
    asked_next = asked;
    known_next = known;
    for (int l = Lanes - 1; l >= 0; l--)
      if (shared[l]) begin
        if (own && addr_i[l*32+10+:SetWidth] == set2) known_next[l] = 1'b1;
        if (!own && learns && in_here[l]) {asked_next[l], known_next[l]} = 2'b11;
        if (!asked_next[l]) begin
          some = 1'b1;
          lowest = addr_i[l*32+10+:SetWidth];
        end
      end
    for (int l = 0; l < Lanes; l++)
      if (shared[l] && look_en_o && !ahead && addr_i[l*32+10+:SetWidth] == look_set_o)
        asked_next[l] = 1'b1;
  end

  // What a buffer is told is of the access that comes out of it.
  always @* if (on && valid_i) begin
    assume (!here_said || (block_i == here_block && in_here != '0));
    assume (!pending || (block_i == block1 && in_soon != '0));
  end

  // The access asks; else the beat may.
  logic access_asks, beat_some, beat_asks;
  logic [SetWidth-1:0] beat_set;
  assign access_asks = some && (began || !touching) && !pending;
  always @* begin
    beat_some = 1'b0;
    beat_set = '0;
    for (int l = Simd - 1; l >= 0; l--)
      if (beat_i && beat_mask_i[l] && beat_addr_i[l*32+29+:3] == 3'b010) begin
        beat_some = 1'b1;
        beat_set = beat_addr_i[l*32+10+:SetWidth];
      end
    beat_asks = beat_some && !note[beat_buffer_i]
                && !(asked1 && ahead1 && buffer1 == beat_buffer_i)
                && !(asked2 && ahead2 && buffer2 == beat_buffer_i)
                && !moves(beat_block_i, beat_set);
    ahead = !access_asks;
  end

  // Cycles since it began; look-ups of an access at most.
  localparam int Most = Lanes < ScratchSets ? Lanes : ScratchSets;
  logic [7:0] age;
  always_ff @(posedge clk_i) begin
    asked <= asked_next;
    known <= known_next;
    began <= began || access_asks || learns;
    age <= began ? age + 8'd1 : 8'd1;
    if (!rst_ni || taken_i) begin
      asked <= '0;
      known <= '0;
      began <= 1'b0;
    end
  end

  // ------------------------------------------------------------------ ghost: the watched lane

  logic [31:0] watch_addr, watch_out, want, kept;
  logic watch_shared, watch_used, watch_known, watch_now, watch_held, now_held;
  logic [PhysWidth-1:0] now_phys;
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
        watch_now = own ? shared[l] && addr_i[l*32+10+:SetWidth] == set2 : learns && in_here[l];
      end
    {now_held, now_phys} = own ? {found_held_i, found_phys_i} : {here_held, here_phys};
    // Where it goes by what is learned now, else by what it was before.
    want = kept;
    if (watch_now && now_held)
      want = 32'h4000_0000 + 32'(now_phys) * 32'd1024 + 32'(watch_addr[9:0]);
    else if (watch_now)
      want = Swapped + (32'(block_i) * 32'(ScratchSets) + 32'(watch_addr[28:10])) * 32'd1024
             + 32'(watch_addr[9:0]);
  end
  always_ff @(posedge clk_i) begin
    kept <= want;
    if (watch_now) watch_held <= now_held;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: the block says whether lanes are for shared memory
    tells_shared: assert (shared_o == (shared != '0));
    // P: the set that an access asks for is that of its lowest lane that was not asked for
    lowest_first: assert (!access_asks || (look_set_o == lowest && look_block_o == block_i));
    // P: a set a cycle is looked up as long as some lane was not asked for; an access that has not
    // begun does not begin while a set of it moves; none asks while a look-up ahead is under way;
    // a beat is looked up when the access asks for nothing, and nothing was ahead for its buffer
    works: assert (look_en_o == (access_asks || beat_asks));
    // P: ahead it is the set of the lowest lane of the beat
    beat_first: assert (!look_en_o || !ahead
                        || (look_set_o == beat_set && look_block_o == beat_block_i));
    // P: no access begins to look up a set that is to move, and none is looked up ahead
    held_back: assert (!look_en_o || (busy_o && !ahead) || !moves(look_block_o, look_set_o));
    // P: the block says what the access learns: an answer of its own, else what its buffer was told
    tells_learning: assert (learns_o == learns && (!learns || (learns_held_o == now_held
                            && (!now_held || learns_phys_o == now_phys))));
    // P: the block says whether the access has lanes in the set that is to move
    tells_touch: assert (touches_o == touching);
    // P: an access is busy from its first look-up, or from what it is told, until it is taken
    tells_busy: assert (busy_o == began);
    // P: an access may be offered in the cycle of its last answer and from then on, not before
    ready_known: assert (ready_o == (valid_i && (shared & ~known_next) == '0));
    // P: with n sets, or lanes, all is known n + 1 cycles after the first look-up at the latest
    soon: assert (!began || ready_o || 32'(age) <= Most + 1);
    // P: a lane whose set is in shared memory goes there, one whose set is not to swap space
    in_place: assert (!(watch_shared && (watch_known || watch_now)) || watch_out == want);
    // P: all other lanes keep their address
    others_stay: assert (!watch_used || watch_shared || watch_out == watch_addr);
    // P: no answer is on its way to an access that is taken
    none_left: assert (!taken_i || (!access_asks && !(asked1 && !ahead1) && !pending));
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
    c_next_at_once: cover (last_taken && access_asks);
    c_told_ready: cover (taken_i && watch_now && !own && !began);
    c_told_away: cover (taken_i && watch_known && !watch_held && !own);
    c_told_asks: cover (learns && !own && access_asks);
    c_told_lost: cover (note != '0 && told == '0 && !asked2);
  end
endmodule

// What follows goes to the end of the module hd_scratch_lookup itself, in the copy that is proven.
// It names ports alone.
`ifdef HD_INSIDE
  hd_scratch_lookup_props #(`HD_SAME_PARAMETERS) u_props (`HD_SAME_PORTS);
`endif
