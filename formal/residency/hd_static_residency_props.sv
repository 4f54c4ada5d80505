// SPDX-License-Identifier: Apache-2.0
//
// Properties of the static residency (docs/blocks/static_residency.md), for formal/prove.sh, with
// the block frames inside.
//
// One frame and one rank of a block are chosen by the solver; a ghost follows the block and the
// warp that sit there: what is proven of them holds for each.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_static_residency_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State: the kernel, frames that are open; and the frame that is done.
    input logic [SizeWidth-1:0]       warps,
    input logic [LimitWidth-1:0]      frames,
    input logic [Frames-1:0]          open,
    input logic [FrameWidth-1:0]      done_frame
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // ------------------------------------------------------------------ the neighbours' promises

  // A kernel fits, and comes while no block is taken.
  always @* if (kernel_en_i && idle_o)
    assume (kernel_warps_i != '0 && 32'(kernel_warps_i) <= MaxWarps
            && 32'(kernel_frames_i) <= Frames
            && 32'(kernel_frames_i) * 32'(kernel_warps_i) <= Slots && !begin_en_o);

  // Events are of slots that are ready, two in one cycle of two slots.
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

  // ------------------------------------------------------------------ ghost: one frame, one rank

  (* anyconst *) logic [FrameWidth-1:0] frame;
  (* anyconst *) logic [SizeWidth-1:0] rank;
  always @* assume (32'(frame) < Frames && 32'(rank) < MaxWarps);

  int slot;
  logic exists, comes, goes, moves;
  assign slot = 32'(frame) * 32'(warps) + 32'(rank);
  assign exists = rank < warps;
  assign comes = begin_en_o && 32'(begin_slot_o) == 32'(frame) * 32'(warps);
  assign goes = done_valid_o && done_frame == frame;

  // Something happens to the watched warp: it ends or comes to a barrier.
  always @* begin
    moves = 1'b0;
    for (int p = 0; p < Ports; p++)
      if (ev_valid_i[p] && 32'(ev_slot_i[p*SlotWidth+:SlotWidth]) == slot && ev_kind_i[p*2])
        moves = 1'b1;
  end

  logic sits, is_open, slot_ready, hole;
  logic [IdWidth-1:0] id;
  always_ff @(posedge clk_i) begin
    sits <= rst_ni && (comes || (sits && !goes));
    if (comes) id <= begin_id_o;
  end

  int lowest;
  always @* begin
    is_open = 1'b0;
    slot_ready = 1'b0;
    hole = 1'b0;
    lowest = 0;
    for (int f = Frames - 1; f >= 0; f--) begin
      if (32'(frame) == f) is_open = open[f];
      if (!open[f] && f < 32'(frames)) begin
        hole = 1'b1;
        lowest = f;
      end
    end
    for (int s = 0; s < Slots; s++) if (slot == s) slot_ready = ready_o[s];
  end

  // One cycle ago.
  logic came, was_ready, moved, was_idle;
  logic [SizeWidth-1:0] warps_before;
  logic [LimitWidth-1:0] frames_before;
  always_ff @(posedge clk_i) begin
    came <= rst_ni && comes;
    was_ready <= rst_ni && sits && slot_ready;
    moved <= moves;
    was_idle <= idle_o;
    warps_before <= warps;
    frames_before <= frames;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: no more frames are open than the kernel has, and none above them
    limit: assert ((open >> frames) == '0);
    // P: a frame of the kernel has its slots
    fits: assert (32'(frames) * 32'(warps) <= Slots && warps != '0 && 32'(warps) <= MaxWarps);
    // P: a block that began is on its slots until it is done
    stays: assert (is_open == sits);
    // P: a warp that may be scheduled may be in the next cycle, unless it ends or waits
    goes_on: assert (!(was_ready && exists && sits && !moved) || slot_ready);
    // P: a block is done under the name with which it came
    name_kept: assert (!(goes && sits) || done_id_o == id);
    // P: a block sits down on the lowest frame that is not open
    lowest_frame: assert (block_ready_o == hole
                          && (!begin_en_o || 32'(begin_slot_o) == lowest * 32'(warps)));
    // P: a block that is offered begins as soon as it is taken, as it is
    begins: assert (begin_en_o == (block_valid_i && block_ready_o)
                    && (!begin_en_o || (begin_id_o == block_id_i && begin_count_o == warps)));
    // P: all its warps may be scheduled from the next cycle on
    all_ready: assert (!(came && exists) || slot_ready);
    // P: the kernel changes only while no block is here
    kernel_kept: assert (was_reset || was_idle
                         || (warps == warps_before && frames == frames_before));
    // P: idle is when no frame is open
    idle: assert (!idle_o || !sits);
    // P: a reset leaves no frame open, and no kernel
    reset_empties: assert (!was_reset || (open == '0 && frames == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_full: cover (block_valid_i && !block_ready_o && sits && 32'(frames) == Frames);
    c_hole: cover (comes && 32'(frame) == 0 && (open >> 1) != '0 && block_id_i != id);
    c_done: cover (goes && 32'(warps) == MaxWarps);
    c_again: cover (kernel_en_i && idle_o && frames != '0 && kernel_warps_i != warps);
  end
endmodule

// What follows goes to the end of the module hd_static_residency itself, in the copy that is
// proven: there all of its state can be named.
`ifdef HD_INSIDE
  hd_static_residency_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .warps(warps_q), .frames(frames_q), .open(open),
      .done_frame(unused_done_frame)
  );
`endif
