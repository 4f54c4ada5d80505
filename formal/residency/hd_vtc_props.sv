// SPDX-License-Identifier: Apache-2.0
//
// Properties of the Virtual Thread controller (docs/blocks/vtc.md), for formal/prove.sh.
//
// Beside the design stand ghosts, from the ports alone: the block on each frame and the blocks on
// the core (the neighbours keep that, and what they offer is held to it), and how far the swap is.
// One block `watch` is chosen by the solver: what is proven of its flags holds for every block.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_vtc_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State: blocks that are new; row c of the flags is part c.
    input logic [Ctas-1:0]            news,
    input logic [Ctas*MaxWarps-1:0]   ended_rows,
    input logic [Ctas*MaxWarps-1:0]   waits_rows
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [CtaWidth-1:0] watch;
  always @* assume (32'(watch) < Ctas);

  // ------------------------------------------------------------------ ghost: blocks on frames

  // The warp id map: unmap, then map. And the numbers that are taken.
  logic [Frames-1:0] sits, sits_next;
  logic [Frames*CtaWidth-1:0] cta;
  logic [Ctas-1:0] here, here_next;

  always @* begin
    sits_next = sits;
    for (int f = 0; f < Frames; f++) begin
      if (unmap_en_o && 32'(unmap_frame_o) == f) sits_next[f] = 1'b0;
      if (in_en_o && 32'(in_frame_o) == f) sits_next[f] = 1'b1;
    end
    here_next = here;
    for (int c = 0; c < Ctas; c++) begin
      if (free_en_o && 32'(free_cta_o) == c) here_next[c] = 1'b0;
      if (alloc_en_o && 32'(alloc_cta_i) == c) here_next[c] = 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    sits <= rst_ni ? sits_next : '0;
    here <= rst_ni ? here_next : '0;
    for (int f = 0; f < Frames; f++)
      if (in_en_o && 32'(in_frame_o) == f) cta[f*CtaWidth+:CtaWidth] <= in_cta_o;
  end

  // What the offered blocks are: how often each sits on a frame, and where; the block that is done.
  int out_sits, in_sits, watch_sits, valid_frames, lowest_hole;
  logic [FrameWidth-1:0] out_at;
  logic [CtaWidth-1:0] done_cta;
  logic done_sits, in_here, alloc_here, target_sits, hole, frames_low;

  always @* begin
    out_sits = 0;
    in_sits = 0;
    watch_sits = 0;
    valid_frames = 0;
    lowest_hole = 0;
    out_at = '0;
    done_cta = '0;
    done_sits = 1'b0;
    target_sits = 1'b0;
    hole = 1'b0;
    frames_low = 1'b1;
    for (int f = Frames - 1; f >= 0; f--) begin
      if (sits[f]) valid_frames = valid_frames + 1;
      if (sits[f] && f >= 32'(frames_i)) frames_low = 1'b0;
      if (!sits[f] && f < 32'(frames_i)) begin
        hole = 1'b1;
        lowest_hole = f;
      end
      if (sits[f] && cta[f*CtaWidth+:CtaWidth] == out_cta_i) begin
        out_sits = out_sits + 1;
        out_at = FrameWidth'(f);
      end
      if (sits[f] && cta[f*CtaWidth+:CtaWidth] == in_cta_i) in_sits = in_sits + 1;
      if (sits[f] && cta[f*CtaWidth+:CtaWidth] == watch) watch_sits = watch_sits + 1;
      if (sits[f] && 32'(done_frame_i) == f) begin
        done_sits = 1'b1;
        done_cta = cta[f*CtaWidth+:CtaWidth];
      end
      if (sits[f] && 32'(in_frame_o) == f) target_sits = 1'b1;
    end
    in_here = 1'b0;
    alloc_here = 1'b0;
    for (int c = 0; c < Ctas; c++) begin
      if (here[c] && 32'(in_cta_i) == c) in_here = 1'b1;
      if (here[c] && 32'(alloc_cta_i) == c) alloc_here = 1'b1;
    end
  end

  // ------------------------------------------------------------------ ghost: how far the swap is

  // out_run: from out_en to in_en. in_run: from load_en to in_en. With what they began; and what
  // has come of it: stacks taken, frame unmapped, context loaded.
  logic out_run, in_run, is_taken, is_unmapped, is_loaded, begin_new;
  logic taken_next, unmapped_next, loaded_next, own_unmap, complete;
  logic was_complete, was_own_unmap;
  logic [FrameWidth-1:0] out_frame, in_frame;
  logic [CtaWidth-1:0] in_cta;

  assign own_unmap = unmap_en_o & ~done_valid_i;
  assign taken_next = is_taken | taken_i;
  assign unmapped_next = is_unmapped | own_unmap;
  assign loaded_next = is_loaded | loaded_i;
  assign complete = in_run & loaded_next & (~out_run | unmapped_next) & ~in_en_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      out_run <= 1'b0;
      in_run <= 1'b0;
    end else begin
      out_run <= out_en_o | (out_run & ~in_en_o);
      in_run <= load_en_o | (in_run & ~in_en_o);
    end
    is_taken <= taken_next & ~out_en_o;
    is_unmapped <= unmapped_next & ~out_en_o;
    is_loaded <= loaded_next & ~load_en_o;
    if (out_en_o) out_frame <= out_frame_o;
    if (load_en_o) begin
      in_frame <= load_frame_o;
      in_cta <= load_cta_o;
      begin_new <= load_new_o;
    end
    was_complete <= rst_ni & complete;
    was_own_unmap <= rst_ni & own_unmap;
  end

  // ------------------------------------------------------------------ what the neighbours promise

  logic [LimitWidth-1:0] last_frames;
  logic busy;
  assign busy = out_run | in_run;
  always_ff @(posedge clk_i) last_frames <= frames_i;
  // The limit changes only while no block sits on a frame or is about to.
  always @* assume (32'(frames_i) <= Frames);
  always @* if (on && (sits != '0 || busy)) assume (frames_i == last_frames);
  // The map is what the controller made it.
  always @* if (on) assume (frame_valid_i == sits);
  for (genvar f = 0; f < Frames; f++) begin : gen_cta
    always @* if (on && sits[f])
      assume (frame_cta_i[f*CtaWidth+:CtaWidth] == cta[f*CtaWidth+:CtaWidth]);
  end
  // 1: a block that leaves sits; one that comes does not; one that is done sits and does not leave.
  // A number that is offered to a new block is free.
  always @* if (on && out_valid_i) assume (out_sits != 0);
  always @* if (on && in_valid_i) assume (in_sits == 0 && in_here && 32'(in_cta_i) < Ctas);
  always @* if (on && done_valid_i)
    assume (done_sits && !(out_run && !is_unmapped && done_frame_i == out_frame));
  always @* if (on && alloc_valid_i) assume (!alloc_here && 32'(alloc_cta_i) < Ctas);
  // 2: only what was asked for is taken or loaded.
  always @* if (on && taken_i) assume (out_run && !is_taken);
  always @* if (on && loaded_i) assume (in_run && !is_loaded);
  // A handler that could load can load until it does.
  logic could_load;
  always_ff @(posedge clk_i) could_load <= rst_ni & load_ready_i & ~load_en_o;
  always @* if (on && could_load) assume (load_ready_i);
  // No warp has ended and waits.
  always @* assume ((out_ended_i & out_waits_i) == '0);

  // ------------------------------------------------------------------ ghost: the watched block

  // Whether it is new, or was swapped out at least once; the flags it went with.
  logic is_new, was_out;
  logic [MaxWarps-1:0] ended, waits, ended_row, waits_row;
  logic watch_here, watch_comes, marked_new;
  always_ff @(posedge clk_i) begin
    if (alloc_en_o && alloc_cta_i == watch) begin
      is_new <= 1'b1;
      was_out <= 1'b0;
      ended <= '0;
      waits <= '0;
    end
    if (in_en_o && in_cta_o == watch) is_new <= 1'b0;
    if (out_en_o && out_cta_o == watch) begin
      was_out <= 1'b1;
      ended <= out_ended_i;
      waits <= out_waits_i;
    end
    if (!rst_ni) was_out <= 1'b0;
  end
  int flags;
  always @* begin
    flags = 0;
    for (int r = 0; r < MaxWarps; r++) if (ended[r] || waits[r]) flags = flags + 1;
    ended_row = '0;
    waits_row = '0;
    for (int c = 0; c < Ctas; c++)
      if (32'(watch) == c) begin
        ended_row = ended_rows[c*MaxWarps+:MaxWarps];
        waits_row = waits_rows[c*MaxWarps+:MaxWarps];
      end
    watch_here = 1'b0;
    marked_new = 1'b0;
    for (int c = 0; c < Ctas; c++) begin
      if (here[c] && 32'(watch) == c) watch_here = 1'b1;
      if (news[c] && 32'(watch) == c) marked_new = 1'b1;
    end
    watch_comes = in_run && in_cta == watch;
  end

  // ------------------------------------------------------------------ the decision, by the page

  logic idle, fill_due, swap_due;
  assign idle = ~busy;
  assign fill_due = idle & in_valid_i & hole & load_ready_i;
  assign swap_due = idle & in_valid_i & ~hole & out_valid_i & save_ready_i & load_ready_i
                    & ~done_valid_i;

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: never more frames are valid than the kernel may use, and none from there on
    limit: assert (valid_frames <= 32'(frames_i) && frames_low);
    // P: no second swap or load begins while one runs
    one_swap: assert (!(out_en_o && busy) && !(in_en_o && out_en_o));
    // P: after out_en its frame is unmapped once, after the last stack and before a block comes
    unmap_once: assert ((!own_unmap || (out_run && !is_unmapped && taken_next
                                        && unmap_frame_o == out_frame))
                        && (!(in_en_o && out_run) || is_unmapped));
    // P: the frame is unmapped in the first cycle after the last stack in which no block is done
    unmap_now: assert (!(out_run && taken_next && !is_unmapped && !done_valid_i) || own_unmap);
    // P: load_en and in_en alternate, with the same block, frame and newness
    pairs: assert (!(load_en_o && in_run) && (!in_en_o
        || (in_run && in_cta_o == in_cta && in_frame_o == in_frame && in_new_o == begin_new)));
    // P: a block is active in the cycle after its load and its frame's unmap, whichever is last
    in_time: assert (in_en_o == was_complete);
    // P: a swap's load begins with it, or without Overlap in the cycle after the unmap
    load_time: assert (Overlap != 0 ? !out_en_o || load_en_o
        : !(out_en_o && load_en_o) && (!was_own_unmap || load_en_o));
    // P: a block comes to the frame that was left, or to the lowest that was free
    right_frame: assert (!load_en_o || 32'(load_frame_o) == (out_run ? 32'(out_frame)
        : out_en_o ? 32'(out_at) : lowest_hole));
    // P: a block comes to a frame without a block
    sits_free: assert (!(in_en_o && target_sits));
    // P: no block sits on two frames
    one_frame: assert (watch_sits <= 1);
    // P: a free frame goes before a swap
    frame_first: assert (!(idle && hole) || (!out_en_o && load_en_o == fill_due));
    // P: blocks are swapped whenever one is marked, one ready and nothing is in the way, else not
    swap_rule: assert (out_en_o == swap_due && (!out_en_o
        || (out_cta_o == out_cta_i && out_frame_o == out_at)));
    // P: the context handler is asked only when it is ready
    asks_ready: assert ((!out_en_o || (save_ready_i && load_ready_i))
                        && (!load_en_o || load_ready_i));
    // P: a block that is done is freed and its frame unmapped, at once
    done_frees: assert (free_en_o == done_valid_i && (!done_valid_i
        || (unmap_en_o && unmap_frame_o == done_frame_i && free_cta_o == done_cta)));
    // P: a new block is taken as soon as it has a number and its head is stored
    new_taken: assert (store_valid_o == (block_valid_i && alloc_valid_i)
        && block_ready_o == (alloc_valid_i && store_ready_i)
        && alloc_en_o == (block_valid_i && block_ready_o));
    // P: a block is new from its start until it is active for the first time
    new_once: assert ((!(load_en_o && load_cta_o == watch) || load_new_o == is_new)
        && (!(in_en_o && in_cta_o == watch) || in_new_o == is_new));
    // P: a block on the core is new, sits on a frame, or was swapped out; no other sits or comes
    kinds: assert ((!watch_here || is_new || was_out || watch_sits != 0)
        && (watch_here || (watch_sits == 0 && !watch_comes))
        && !(watch_comes && watch_sits != 0));
    // P: a block is marked new as long as it is
    new_kept: assert (!watch_here || marked_new == is_new);
    // P: flags of a block that was swapped out are kept as they are until it leaves again
    row_kept: assert (!was_out || (ended_row == ended && waits_row == waits));
    // P: the flags of a block come back as they went, and their number; a new block has none
    flags_back: assert (!(in_en_o && in_cta_o == watch)
        || (in_ended_o == ended && in_waits_o == waits && 32'(in_count_o) == flags));
    // P: the status is that of the swap
    status: assert (swap_o == (!busy ? 2'd0 : was_complete ? 2'd3
        : out_run && (!is_unmapped || !in_run) ? 2'd2 : 2'd1));
    // P: after a reset there is nothing under way, and no block is new
    reset_idle: assert (!was_reset || (swap_o == 2'd0 && !in_en_o && !own_unmap
        && news == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_swap: cover (in_en_o && out_run);
    c_taken_done: cover (taken_i && done_valid_i);
    c_waits_twice: cover (is_taken && !is_unmapped && out_run && done_valid_i);
    c_load_first: cover (own_unmap && is_loaded && in_run);
    c_load_with: cover (own_unmap && loaded_i);
    c_load_last: cover (loaded_i && out_run && is_unmapped);
    c_done_first: cover (idle && out_valid_i && in_valid_i && !hole && save_ready_i
                         && load_ready_i && done_valid_i);
    c_stays: cover (idle && out_valid_i && !in_valid_i && sits == '1);
    c_saving: cover (idle && out_valid_i && in_valid_i && !hole && !save_ready_i);
    c_new_meanwhile: cover (out_run && alloc_en_o);
    c_flags: cover (in_en_o && in_cta_o == watch && ended != '0 && waits != '0);
    c_fresh_number: cover (in_en_o && in_cta_o == watch && is_new && out_run);
    c_limit: cover (valid_frames == 1 && 32'(frames_i) == 1 && out_en_o);
  end
endmodule

// What follows goes to the end of the module hd_vtc itself, in the copy that is proven: there all
// of its state can be named.
`ifdef HD_INSIDE
  logic [Ctas*MaxWarps-1:0] props_ended, props_waits;
  for (genvar c = 0; c < Ctas; c++) begin : gen_props
    assign props_ended[c*MaxWarps +: MaxWarps] = ended_q[c];
    assign props_waits[c*MaxWarps +: MaxWarps] = waits_q[c];
  end
  hd_vtc_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .news(new_q), .ended_rows(props_ended), .waits_rows(props_waits)
  );
`endif
