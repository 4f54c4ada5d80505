// SPDX-License-Identifier: Apache-2.0
//
// Properties of the block frames (docs/blocks/block_frames.md), for formal/prove.sh.
//
// Beside the design stands a ghost of one frame `frame` and of one rank `rank` of the block there,
// both chosen by the solver: whether a block sits there and which, whether that warp has ended or
// waits, from the ports alone. What is proven of them holds for all.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_block_frames_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State: a bit a slot.
    input logic [Slots-1:0]           ended,
    input logic [Slots-1:0]           waits
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // W, wide enough to calculate with.
  localparam int Wide = SizeWidth + FrameWidth + 1;
  logic [Wide-1:0] size;
  assign size = Wide'(warps_i);

  // ------------------------------------------------------------------ the frames, naively

  // What is in the slots of a frame: a warp that runs or stalls, a warp that waits; and the slots
  // of all frames that are open.
  logic [Frames-1:0] stalls, waited;
  logic [Slots-1:0] open_slots;
  always @* begin
    stalls = '0;
    waited = '0;
    open_slots = '0;
    for (int f = 0; f < Frames; f++)
      for (int s = 0; s < Slots; s++)
        if (Wide'(s) >= Wide'(f) * size && Wide'(s) < Wide'(f + 1) * size) begin
          if (!ended[s] && !waits[s]) stalls[f] = 1'b1;
          if (waits[s]) waited[f] = 1'b1;
          if (open_o[f]) open_slots[s] = 1'b1;
        end
  end

  // The lowest frame whose barrier opens, the lowest that is done; how many wait in the first.
  logic opens, ends;
  logic [FrameWidth-1:0] opens_frame, ends_frame;
  int go_on;
  always @* begin
    opens = 1'b0;
    ends = 1'b0;
    opens_frame = '0;
    ends_frame = '0;
    for (int f = 0; f < Frames; f++) begin
      if (!opens && open_o[f] && !stalls[f] && waited[f]) begin
        opens = 1'b1;
        opens_frame = FrameWidth'(f);
      end
      if (!ends && open_o[f] && !stalls[f] && !waited[f]) begin
        ends = 1'b1;
        ends_frame = FrameWidth'(f);
      end
    end
    go_on = 0;
    for (int s = 0; s < Slots; s++)
      if (opens && waits[s] && Wide'(s) >= Wide'(opens_frame) * size
          && Wide'(s) < Wide'(opens_frame) * size + size) go_on = go_on + 1;
  end

  // ------------------------------------------------------------------ what the neighbours promise

  // W is 1 to MaxWarps, and constant while a frame is open.
  logic [SizeWidth-1:0] last_warps;
  always_ff @(posedge clk_i) last_warps <= warps_i;
  always @* if (on && open_o != '0) assume (warps_i == last_warps);
  always @* assume (warps_i != '0 && 32'(warps_i) <= MaxWarps);

  // Events: whether each is of a slot that is ready, and of another than those before; whether one
  // of kinds 1 to 3 is of the frame that is shut.
  logic ev_ready, ev_this, ev_shut;
  logic [Slots-1:0] ev_slots;
  always @* begin
    ev_ready = 1'b1;
    ev_this = 1'b0;
    ev_shut = 1'b0;
    ev_slots = '0;
    for (int p = 0; p < Ports; p++)
      if (ev_valid_i[p]) begin
        ev_this = 1'b0;
        for (int s = 0; s < Slots; s++)
          if (32'(ev_slot_i[p*SlotWidth+:SlotWidth]) == s && ready_o[s] && !ev_slots[s]) begin
            ev_this = 1'b1;
            ev_slots[s] = 1'b1;
            if (ev_kind_i[p*2+:2] != 2'd0 && Wide'(s) >= Wide'(shut_frame_i) * size
                && Wide'(s) < Wide'(shut_frame_i) * size + size) ev_shut = 1'b1;
          end
        if (!ev_this) ev_ready = 1'b0;
      end
  end
  // 1: events only for slots that are ready, two in one cycle for two slots.
  always @* if (on) assume (ev_ready);

  // The frame that is shut is open and not idle; the one that is opened is free, and within the
  // slots; of what is opened at least one warp stalls.
  logic shut_fits, open_fits, open_stalls, open_beyond;
  always @* begin
    shut_fits = 1'b0;
    open_fits = 1'b0;
    for (int f = 0; f < Frames; f++) begin
      if (32'(shut_frame_i) == f && open_o[f] && !idle_o[f]) shut_fits = 1'b1;
      if (32'(open_frame_i) == f && Wide'(f + 1) * size <= Wide'(Slots)
          && (!open_o[f] || (shut_en_i && 32'(shut_frame_i) == f)
              || (done_valid_o && 32'(done_frame_o) == f))) open_fits = 1'b1;
    end
    open_stalls = 1'b0;
    open_beyond = 1'b0;
    for (int r = 0; r < MaxWarps; r++)
      if (Wide'(r) < size) begin
        if (!open_ended_i[r] && !open_waits_i[r]) open_stalls = 1'b1;
      end else if (open_ended_i[r] || open_waits_i[r]) open_beyond = 1'b1;
  end
  // 2: shut, and open.
  always @* if (on && shut_en_i) assume (shut_fits && !ev_shut);
  always @* if (on && open_en_i)
    assume (open_fits && !open_beyond && (open_ended_i & open_waits_i) == '0);
  // 3: at least one of its ranks is neither ended nor waiting.
  always @* if (on && open_en_i) assume (open_stalls);

  // ------------------------------------------------------------------ ghost of one frame, one rank

  (* anyconst *) logic [FrameWidth-1:0] frame;
  (* anyconst *) logic [SizeWidth-1:0] rank;
  always @* assume (32'(frame) < Frames && 32'(rank) < MaxWarps);

  // Its slot; the block has this rank, and the frame is within the slots.
  logic [Wide-1:0] slot;
  logic exists;
  assign slot = Wide'(frame) * size + Wide'(rank);
  assign exists = Wide'(rank) < size && Wide'(frame) * size + size <= Wide'(Slots);

  // What the ports say of them in this cycle.
  logic comes, leaves, is_done, goes_on, arrives, has_ended, comes_ended, comes_waits;
  logic takes_ended, takes_waits;
  always @* begin
    comes = open_en_i && open_frame_i == frame;
    leaves = shut_en_i && shut_frame_i == frame;
    is_done = done_valid_o && done_frame_o == frame;
    goes_on = release_valid_o && release_frame_o == frame;
    arrives = 1'b0;
    has_ended = 1'b0;
    for (int p = 0; p < Ports; p++)
      if (ev_valid_i[p] && Wide'(ev_slot_i[p*SlotWidth+:SlotWidth]) == slot) begin
        if (ev_kind_i[p*2+:2] == 2'd1) arrives = 1'b1;
        if (ev_kind_i[p*2+:2] == 2'd3) has_ended = 1'b1;
      end
    comes_ended = 1'b0;
    comes_waits = 1'b0;
    takes_ended = 1'b0;
    takes_waits = 1'b0;
    for (int r = 0; r < MaxWarps; r++)
      if (32'(rank) == r) begin
        comes_ended = open_ended_i[r];
        comes_waits = open_waits_i[r];
        takes_ended = shut_ended_o[r];
        takes_waits = shut_waits_o[r];
      end
  end

  // The ghost; has_waited is what it was before this cycle.
  logic sits, warp_ended, warp_waits, has_waited;
  logic [IdWidth-1:0] id;
  always_ff @(posedge clk_i) begin
    has_waited <= warp_waits;
    if (!rst_ni) begin
      sits <= 1'b0;
      warp_ended <= 1'b0;
      warp_waits <= 1'b0;
    end else if (comes) begin
      sits <= 1'b1;
      id <= open_id_i;
      warp_ended <= comes_ended;
      warp_waits <= comes_waits;
    end else if (leaves || is_done) begin
      sits <= 1'b0;
      warp_ended <= 1'b0;
      warp_waits <= 1'b0;
    end else begin
      warp_ended <= warp_ended || has_ended;
      warp_waits <= (warp_waits && !goes_on) || arrives;
    end
  end

  // What the design has of them.
  logic frame_open, frame_idle, frame_stalls, slot_ended, slot_waits, slot_ready;
  always @* begin
    frame_open = 1'b0;
    frame_idle = 1'b0;
    frame_stalls = 1'b0;
    for (int f = 0; f < Frames; f++)
      if (32'(frame) == f) begin
        frame_open = open_o[f];
        frame_idle = idle_o[f];
        frame_stalls = stalls[f];
      end
    slot_ended = 1'b0;
    slot_waits = 1'b0;
    slot_ready = 1'b0;
    for (int s = 0; s < Slots; s++)
      if (slot == Wide'(s)) begin
        slot_ended = ended[s];
        slot_waits = waits[s];
        slot_ready = ready_o[s];
      end
  end

  // One cycle ago: the watched warp sat there and waited, and its block stayed; a warp of its block
  // stalled.
  logic did_stay, did_stall;
  always_ff @(posedge clk_i) begin
    did_stay <= on && rst_ni && frame_open && slot_waits && exists && !leaves;
    did_stall <= frame_stalls;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: no slot is ended and waits
    not_both: assert ((ended & waits) == '0);
    // P: slots of no open frame are neither ended nor wait
    closed_clean: assert (((ended | waits) & ~open_slots) == '0);
    // P: a warp that waits goes on only when all warps of its block have arrived or ended
    barrier: assert (!(did_stay && !slot_waits) || !did_stall);
    // P: while one of its block is neither ended nor waits, its barrier stays shut
    holds_back: assert (!(goes_on && sits && exists) || warp_ended || warp_waits);
    // P: a block is done while it sits there, and each of its warps has ended
    done_once: assert (!is_done || (sits && done_id_o == id && (!exists || warp_ended)));
    // P: a frame is open from open to shut or done
    sits_there: assert (frame_open == sits);
    // P: a warp has ended from then on, and waits from its arrival until the barrier opens
    warp_kept: assert (!(exists && sits) || (slot_ended == warp_ended && slot_waits == warp_waits));
    // P: a warp may be scheduled while its frame is open, and it has not ended nor waits
    ready: assert (!exists || slot_ready == (sits && !warp_ended && !warp_waits));
    // P: a frame is idle while it is open and each of its warps has ended or waits
    idle: assert (frame_idle == (sits && !frame_stalls));
    // P: the lowest frame whose warps all wait or have ended opens its barrier, in that cycle
    lowest_release: assert (release_valid_o == opens
                            && (!opens || release_frame_o == opens_frame));
    // P: as many warps go on as wait there
    go_on_count: assert (32'(release_count_o) == go_on);
    // P: the lowest frame whose warps have all ended is done, in that cycle
    lowest_done: assert (done_valid_o == ends && (!ends || done_frame_o == ends_frame));
    // P: a block takes along its identity and the flags of its warps; ranks from W on are 0
    takes_along: assert (!(shut_frame_i == frame && sits)
        || (shut_id_o == id && (exists ? takes_ended == warp_ended && takes_waits == warp_waits
                                       : !takes_ended && !takes_waits)));
    // P: after a reset no frame is open
    reset_empties: assert (!was_reset || (open_o == '0 && ended == '0 && waits == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_barrier: cover (goes_on && exists && warp_waits && 32'(release_count_o) == MaxWarps);
    c_some_ended: cover (goes_on && exists && warp_ended && 32'(release_count_o) == 2);
    c_last_two: cover (Ports > 1 && goes_on && exists && warp_waits && !has_waited
                       && 32'(release_count_o) == MaxWarps);
    c_two_barriers: cover (release_valid_o && frame_idle && warp_waits && exists
                           && release_frame_o != frame);
    c_both: cover (release_valid_o && done_valid_o && done_frame_o > release_frame_o);
    c_done_open: cover (is_done && comes);
    c_shut_open: cover (leaves && comes && open_id_i != id && shut_waits_o != '0
                        && shut_ended_o != '0);
    c_all_open: cover (open_o == '1 && release_valid_o && 32'(warps_i) > 1);
    c_new_size: cover (open_o == '0 && !was_reset && warps_i != last_warps);
  end
endmodule

// What follows goes to the end of the module hd_block_frames itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  hd_block_frames_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .ended(ended_q), .waits(waits_q)
  );
`endif
