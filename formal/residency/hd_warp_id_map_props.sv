// SPDX-License-Identifier: Apache-2.0
//
// Properties of the warp id map (docs/blocks/warp_id_map.md), for formal/prove.sh.
//
// Beside the design stands a ghost, from the ports alone: the numbers that blocks have (here), the
// frames on which blocks sit (sits), and the blocks there (cta). A block `watch`, a frame `frame`
// and two slots `slot`, `other` are chosen by the solver: what is proven of them holds for all.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_warp_id_map_props #(
    `HD_PARAMETERS,
    localparam int SlotWidth = $clog2(Slots)
) (
    `HD_PORTS,
    // State.
    input logic [Ctas-1:0]            taken
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [CtaWidth-1:0] watch;
  (* anyconst *) logic [FrameWidth-1:0] frame;
  (* anyconst *) logic [SlotWidth-1:0] slot, other;
  always @* assume (32'(watch) < Ctas && 32'(frame) < Frames);
  always @* assume (32'(slot) < Slots && 32'(other) < Slots && slot != other);

  // W, wide enough to calculate with.
  localparam int Wide = SizeWidth + CountWidth + WarpWidth;
  logic [Wide-1:0] size;
  assign size = Wide'(warps_i);

  // ---------------------------------------------------------------- ghost: blocks here, on frames

  logic [Ctas-1:0] here, here_next;
  logic [Frames-1:0] sits, sits_next;
  logic [Frames*CtaWidth-1:0] cta, cta_next;

  always @* begin
    here_next = here;
    for (int c = 0; c < Ctas; c++) begin
      if (free_en_i && 32'(free_cta_i) == c) here_next[c] = 1'b0;
      if (alloc_en_i && 32'(alloc_cta_o) == c) here_next[c] = 1'b1;
    end
  end

  always @* begin
    sits_next = sits;
    cta_next = cta;
    for (int f = 0; f < Frames; f++) begin
      if (unmap_en_i && 32'(unmap_frame_i) == f) sits_next[f] = 1'b0;
      if (map_en_i && 32'(map_frame_i) == f) begin
        sits_next[f] = 1'b1;
        cta_next[f*CtaWidth+:CtaWidth] = map_cta_i;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    here <= rst_ni ? here_next : '0;
    sits <= rst_ni ? sits_next : '0;
    cta <= cta_next;
  end

  // ------------------------------------------------------------------ what the neighbours promise

  logic [SizeWidth-1:0] last_warps;
  logic [CountWidth-1:0] last_ctas;
  always_ff @(posedge clk_i) {last_warps, last_ctas} <= {warps_i, ctas_i};

  // The kernel: constant while a block is here; its blocks have warps, and ids for all of them (3).
  always @* if (on && here != '0) assume (warps_i == last_warps && ctas_i == last_ctas);
  always @* assume (warps_i != '0 && Wide'(ctas_i) * size <= Wide'(Warps));
  // 1: what is taken is offered.
  always @* if (on && alloc_en_i) assume (alloc_valid_o);

  // Whether the freed, the mapped block is here; whether it will sit on (another) frame; whether
  // the frame that is mapped is fit for it.
  logic free_is_here, free_sits, map_is_here, map_sits, map_fits;
  always @* begin
    free_is_here = 1'b0;
    map_is_here = 1'b0;
    for (int c = 0; c < Ctas; c++) begin
      if (32'(free_cta_i) == c && here[c]) free_is_here = 1'b1;
      if (32'(map_cta_i) == c && here[c]) map_is_here = 1'b1;
    end
    free_sits = 1'b0;
    map_sits = 1'b0;
    map_fits = 1'b0;
    for (int f = 0; f < Frames; f++) begin
      if (sits_next[f] && cta_next[f*CtaWidth+:CtaWidth] == free_cta_i) free_sits = 1'b1;
      if (sits_next[f] && cta_next[f*CtaWidth+:CtaWidth] == map_cta_i && 32'(map_frame_i) != f)
        map_sits = 1'b1;
      if (32'(map_frame_i) == f && Wide'(f + 1) * size <= Wide'(Slots)
          && (!sits[f] || (unmap_en_i && 32'(unmap_frame_i) == f))) map_fits = 1'b1;
    end
  end
  // 1: a block that is freed is here, and sits nowhere after this cycle.
  always @* if (on && free_en_i) assume (free_is_here && !free_sits);
  // 2: a block that is mapped is here and stays, on this frame alone, which is free and within the
  // slots.
  always @* if (on && map_en_i)
    assume (map_is_here && !(free_en_i && free_cta_i == map_cta_i) && !map_sits && map_fits);

  // ------------------------------------------------------------------ what the watched ones have

  // The watched number: taken in the design, here by the ports. The lowest number that is free.
  logic watch_taken, watch_here, some_free;
  logic [CtaWidth-1:0] lowest;
  always @* begin
    watch_taken = 1'b0;
    watch_here = 1'b0;
    some_free = 1'b0;
    lowest = '0;
    for (int c = 0; c < Ctas; c++) begin
      if (32'(watch) == c) begin
        watch_taken = taken[c];
        watch_here = here[c];
      end
      if (!some_free && !here[c] && c < 32'(ctas_i)) begin
        some_free = 1'b1;
        lowest = CtaWidth'(c);
      end
    end
  end

  // The watched frame, in the design and by the ports; another frame has the same block.
  logic frame_valid, frame_sits, twins;
  logic [CtaWidth-1:0] frame_cta, ghost_cta;
  always @* begin
    frame_valid = 1'b0;
    frame_sits = 1'b0;
    frame_cta = '0;
    ghost_cta = '0;
    for (int f = 0; f < Frames; f++)
      if (32'(frame) == f) begin
        frame_valid = frame_valid_o[f];
        frame_sits = sits[f];
        frame_cta = frame_cta_o[f*CtaWidth+:CtaWidth];
        ghost_cta = cta[f*CtaWidth+:CtaWidth];
      end
    twins = 1'b0;
    for (int f = 0; f < Frames; f++)
      if (frame_valid && frame_valid_o[f] && 32'(frame) != f
          && frame_cta_o[f*CtaWidth+:CtaWidth] == frame_cta) twins = 1'b1;
  end

  // The watched slots. `slot` is in the watched frame from `begins` on.
  logic slot_valid, other_valid, slot_sits, in_frame;
  logic [WarpWidth-1:0] slot_warp, other_warp;
  logic [Wide-1:0] begins, should;
  always @* begin
    slot_valid = 1'b0;
    other_valid = 1'b0;
    slot_warp = '0;
    other_warp = '0;
    for (int s = 0; s < Slots; s++) begin
      if (32'(slot) == s) begin
        slot_valid = slot_valid_o[s];
        slot_warp = slot_warp_o[s*WarpWidth+:WarpWidth];
      end
      if (32'(other) == s) begin
        other_valid = slot_valid_o[s];
        other_warp = slot_warp_o[s*WarpWidth+:WarpWidth];
      end
    end
    begins = Wide'(frame) * size;
    in_frame = Wide'(slot) >= begins && Wide'(slot) < begins + size;
    // Its rank is what is left of its number; its warp should be this.
    should = Wide'(frame_cta) * size + (Wide'(slot) - begins);
    // A block sits on the frame that the slot is part of.
    slot_sits = 1'b0;
    for (int f = 0; f < Frames; f++)
      if (sits[f] && Wide'(slot) >= Wide'(f) * size && Wide'(slot) < Wide'(f + 1) * size)
        slot_sits = 1'b1;
  end

  // The block that holds a warp, found by going through all of them.
  logic [WarpWidth-1:0] find_warp;
  logic [CtaWidth-1:0] find_cta;
  logic found;
  always @* begin
    found = 1'b1;
    find_warp = '0;
    find_cta = '0;
    for (int p = 0; p < Ports; p++) begin
      find_warp = find_warp_i[p*WarpWidth+:WarpWidth];
      find_cta = find_cta_o[p*CtaWidth+:CtaWidth];
      if (Wide'(find_warp) < Wide'(find_cta) * size) found = 1'b0;
      if (Wide'(find_warp) >= Wide'(find_cta) * size + size && 32'(find_cta) != Ctas - 1)
        found = 1'b0;
    end
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: no two valid slots hold one warp
    one_slot: assert (!(slot_valid && other_valid && slot_warp == other_warp));
    // P: no two valid frames hold one block
    one_frame: assert (!twins);
    // P: a slot of a frame with a block holds warp c*W + r of that block
    in_block: assert (!(frame_valid && in_frame)
                      || (slot_valid && Wide'(slot_warp) == should));
    // P: a slot is valid exactly while a block sits on the frame it is part of
    slots_of: assert (slot_valid == slot_sits);
    // P: a number is taken from alloc to free, whatever frames it visits
    lives: assert (watch_taken == watch_here);
    // P: a frame has the block last mapped there, until it is unmapped
    sits_there: assert (frame_valid == frame_sits && (!frame_sits || frame_cta == ghost_cta));
    // P: the lowest number below ctas_i that no block has is offered, if there is one
    lowest_free: assert (alloc_valid_o == some_free && (!some_free || alloc_cta_o == lowest));
    // P: a block that sits on a frame has a number
    home: assert (!(frame_valid && frame_cta == watch) || watch_taken);
    // P: the block of a warp is the one that its id belongs to; the last one, if it is beyond
    find: assert (found);
    // P: the first warp of block c is c*W
    first: assert (first_warp_o == WarpWidth'(Wide'(first_cta_i) * size));
    // P: after a reset no number is taken and no frame is valid
    reset_empties: assert (!was_reset || (taken == '0 && frame_valid_o == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_full: cover (!alloc_valid_o && 32'(ctas_i) == Ctas && free_en_i);
    c_take_over: cover (map_en_i && unmap_en_i && map_frame_i == unmap_frame_i
                        && map_cta_i != frame_cta && frame == map_frame_i);
    c_crossing: cover (free_en_i && alloc_en_i && unmap_en_i && map_en_i);
    c_all_sit: cover (frame_valid_o == '1 && warps_i > SizeWidth'(1));
    c_moved: cover (frame_valid && frame_cta == watch && 32'(watch) == Ctas - 1
                    && 32'(slot) == Slots - 2 && in_frame && 32'(frame) == Frames - 1);
    c_new_size: cover (here == '0 && !was_reset && warps_i != last_warps);
  end
endmodule

// What follows goes to the end of the module hd_warp_id_map itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  hd_warp_id_map_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .taken(taken_q)
  );
`endif
