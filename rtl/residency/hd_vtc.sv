// SPDX-License-Identifier: Apache-2.0
//
// Virtual Thread controller: decides which block (CTA) leaves and which one takes its place, and
// leads the two through the swap.
//
// Behaviour
// - A new block is taken when a number is free and its head can be stored; it is marked new.
// - One thing at a time. A ready block goes to the lowest free frame; else, if a block is marked
//   and another ready, they are swapped.
// - The marked block's stacks leave for a buffer, then its frame is unmapped. The other's context
//   comes back meanwhile (Overlap) or after that, and in the last cycle it becomes active there.
// - Which warps of a block have ended or wait at a barrier stays here while it is inactive.
//
// Corner cases
// - A marked block that no block can replace stays.
// - A block is done in the cycle of the decision: no swap, the ready one takes its frame next.
// - A block is done when the last stack of another block is taken: the frame of the block that is
//   done is unmapped first; the swap waits, for as many cycles as blocks are done.
// - A new block has no flags, whatever the row of its number holds.
//
// Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: section IV.A, Figures 5 and 7.

module hd_vtc #(
    // Blocks active at once: the width of the search for a frame.
    parameter int Frames   = 8,
    // Blocks on the core, active or not. Memory in proportion.
    parameter int Ctas     = 32,
    // Warps of the largest block. Memory in proportion.
    parameter int MaxWarps = 32,
    // 1: the block that comes in is loaded while the stacks of the block that leaves are taken.
    // 0: after that, which is needed when a memory word is wider than a stack.
    parameter int Overlap  = 1,
    localparam int FrameWidth = Frames > 1 ? $clog2(Frames) : 1,
    localparam int LimitWidth = $clog2(Frames + 1),
    localparam int CtaWidth   = $clog2(Ctas),
    localparam int CountWidth = $clog2(MaxWarps + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                       clk_i,
    input  logic                       rst_ni,

    // Kernel
    // Frames that it may use, its scheduling limit; constant while a block is active.
    input  logic [LimitWidth-1:0]      frames_i,

    // A new block
    // One is offered.
    input  logic                       block_valid_i,
    // It is taken. Depends on alloc_valid_i and store_ready_i.
    output logic                       block_ready_o,
    // A number is free (warp id map).
    input  logic                       alloc_valid_i,
    // That number.
    input  logic [CtaWidth-1:0]        alloc_cta_i,
    // Its head is to be stored in its context. Depends on block_valid_i and alloc_valid_i.
    output logic                       store_valid_o,
    // The head is being stored.
    input  logic                       store_ready_i,
    // The block is on the core, inactive and ready. Depends on all inputs of this group.
    output logic                       alloc_en_o,

    // CTA status table
    // There is a block to swap out.
    input  logic                       out_valid_i,
    // That block; it sits on a frame.
    input  logic [CtaWidth-1:0]        out_cta_i,
    // There is a block to swap in.
    input  logic                       in_valid_i,
    // That block; it sits on no frame.
    input  logic [CtaWidth-1:0]        in_cta_i,

    // Warp id map, block frames
    // A block sits on frame f.
    input  logic [Frames-1:0]          frame_valid_i,
    // Its number, at [f*CtaWidth +: CtaWidth]; looked at while frame_valid_i[f].
    input  logic [Frames*CtaWidth-1:0] frame_cta_i,
    // The block on a frame is done.
    input  logic                       done_valid_i,
    // That frame.
    input  logic [FrameWidth-1:0]      done_frame_i,

    // Swap-out
    // The context handler can take a block.
    input  logic                       save_ready_i,
    // This block leaves this frame. Depends on out_*_i, in_valid_i, frame_*_i, frames_i,
    // save_ready_i, load_ready_i and done_valid_i.
    output logic                       out_en_o,
    // That block; meaningful while out_en_o. Depends on out_cta_i.
    output logic [CtaWidth-1:0]        out_cta_o,
    // That frame; meaningful while out_en_o. Depends on out_cta_i and frame_*_i.
    output logic [FrameWidth-1:0]      out_frame_o,
    // Its last stack goes to the buffer in this cycle.
    input  logic                       taken_i,

    // Swap-in
    // The context handler can bring a block.
    input  logic                       load_ready_i,
    // Bring this block to this frame. Depends on what out_en_o does.
    output logic                       load_en_o,
    // That block; meaningful while load_en_o. Depends on in_cta_i.
    output logic [CtaWidth-1:0]        load_cta_o,
    // That frame; meaningful while load_en_o. Depends on frames_i, frame_*_i and out_cta_i.
    output logic [FrameWidth-1:0]      load_frame_o,
    // It is a new block; meaningful while load_en_o. Depends on in_cta_i.
    output logic                       load_new_o,
    // Its last piece comes back in this cycle.
    input  logic                       loaded_i,
    // It is active from the next cycle on. State only.
    output logic                       in_en_o,
    // Its number, its frame, and whether it is new; meaningful while in_en_o. State only.
    output logic [CtaWidth-1:0]        in_cta_o,
    output logic [FrameWidth-1:0]      in_frame_o,
    output logic                       in_new_o,
    // No block sits on this frame any more. Depends on taken_i and done_valid_i.
    output logic                       unmap_en_o,
    // That frame; meaningful while unmap_en_o. Depends on done_*_i.
    output logic [FrameWidth-1:0]      unmap_frame_o,

    // Flags of swapped-out blocks
    // Ranks of the block on out_frame_o that have ended.
    input  logic [MaxWarps-1:0]        out_ended_i,
    // Ranks of it that wait at a barrier.
    input  logic [MaxWarps-1:0]        out_waits_i,
    // The same of in_cta_o; meaningful while in_en_o. State only.
    output logic [MaxWarps-1:0]        in_ended_o,
    output logic [MaxWarps-1:0]        in_waits_o,
    // How many of its ranks are either. State only.
    output logic [CountWidth-1:0]      in_count_o,

    // Status
    // The number of a block is free again. Depends on done_valid_i.
    output logic                       free_en_o,
    // That number; meaningful while free_en_o. Depends on done_frame_i and frame_cta_i.
    output logic [CtaWidth-1:0]        free_cta_o,
    // 0 nothing, 1 a context comes, 2 stacks leave (and a context comes, with Overlap), 3 the last
    // cycle. State only.
    output logic [1:0]                 swap_o
);

`ifndef SYNTHESIS
  initial begin
    if (Frames < 1 || Frames > 16) $fatal(1, "hd_vtc: Frames must be 1 to 16");
    if (Ctas < 2 || Ctas > 64) $fatal(1, "hd_vtc: Ctas must be 2 to 64");
    if (MaxWarps < 1 || MaxWarps > 64) $fatal(1, "hd_vtc: MaxWarps must be 1 to 64");
    if (Overlap < 0 || Overlap > 1) $fatal(1, "hd_vtc: Overlap must be 0 or 1");
  end
`endif

  localparam logic [1:0] Idle  = 2'd0;
  localparam logic [1:0] Loads = 2'd1;
  localparam logic [1:0] Leave = 2'd2;
  localparam logic [1:0] Last  = 2'd3;

  // Whether a load begins with its swap.
  localparam logic Together = Overlap == 1;

  ///////////
  // State //
  ///////////

  // What the controller is about, as swap_o.
  logic [1:0]            state_q, state_d;
  // While stacks leave, else 0. taken: the last one was taken, the frame waits to be unmapped.
  // loaded: the other block's context is back. begun: the frame is unmapped, and the load begins
  // in this cycle (without Overlap).
  logic                  taken_q, taken_d, loaded_q, loaded_d, begun_q, begun_d;
  // The block that comes in, and its frame; in a swap, the frame of the block that leaves.
  logic [CtaWidth-1:0]   in_cta_q;
  logic [FrameWidth-1:0] in_frame_q, out_frame_q;
  // Block c has never been active.
  logic [Ctas-1:0]       new_q, new_d;
  // Ranks that have ended, or wait at a barrier, of blocks that were swapped out.
  logic [MaxWarps-1:0]   ended_q [Ctas];
  logic [MaxWarps-1:0]   waits_q [Ctas];

  ////////////////
  // New blocks //
  ////////////////

  assign store_valid_o = block_valid_i & alloc_valid_i;
  assign block_ready_o = alloc_valid_i & store_ready_i;
  assign alloc_en_o    = store_valid_o & store_ready_i;

  ////////////
  // Frames //
  ////////////

  // The lowest frame that is free, the frame of the marked block, the block that is done.
  logic                  hole_valid;
  logic [FrameWidth-1:0] hole_frame, out_frame;
  logic [CtaWidth-1:0]   done_cta;

  always @* begin
    hole_valid = 1'b0;
    hole_frame = '0;
    out_frame  = '0;
    done_cta   = '0;
    for (int f = Frames - 1; f >= 0; f--) begin
      if (!frame_valid_i[f] && f < 32'(frames_i)) begin
        hole_valid = 1'b1;
        hole_frame = FrameWidth'(f);
      end
      if (frame_valid_i[f] && frame_cta_i[f*CtaWidth +: CtaWidth] == out_cta_i)
        out_frame = FrameWidth'(f);
      if (done_frame_i == FrameWidth'(f)) done_cta = frame_cta_i[f*CtaWidth +: CtaWidth];
    end
  end

  //////////////
  // Decision //
  //////////////

  // A free frame goes before a swap, for it costs no save. No swap while a block is done: its frame
  // is free in the next cycle. A block leaves only if another one can come.
  logic can_load, fill, swap;

  assign can_load = state_q == Idle && in_valid_i && load_ready_i;
  assign fill     = can_load & hole_valid;
  assign swap     = can_load & ~hole_valid & out_valid_i & save_ready_i & ~done_valid_i;

  assign out_en_o    = swap;
  assign out_cta_o   = out_cta_i;
  assign out_frame_o = out_frame;

  // A load begins with the decision, or in a cycle of its own after the stacks (begun).
  assign load_en_o    = fill | (swap & Together) | begun_q;
  assign load_cta_o   = begun_q ? in_cta_q : in_cta_i;
  assign load_frame_o = begun_q ? in_frame_q : hole_valid ? hole_frame : out_frame;
  assign load_new_o   = new_q[load_cta_o];

  ////////////////////
  // Unmap and free //
  ////////////////////

  // One frame a cycle: the frame of a block that is done goes before the swap's, which waits.
  logic stacks_taken, unmap_own;

  assign stacks_taken  = state_q == Leave && (taken_i || taken_q);
  assign unmap_own     = stacks_taken & ~done_valid_i;
  assign unmap_en_o    = done_valid_i | stacks_taken;
  assign unmap_frame_o = done_valid_i ? done_frame_i : out_frame_q;
  assign free_en_o     = done_valid_i;
  assign free_cta_o    = done_cta;

  ////////////////
  // Last cycle //
  ////////////////

  // Flags of a new block are 0 by its mark: no row is written for it.
  assign in_en_o    = state_q == Last;
  assign in_cta_o   = in_cta_q;
  assign in_frame_o = in_frame_q;
  assign in_new_o   = new_q[in_cta_q];
  assign in_ended_o = in_new_o ? '0 : ended_q[in_cta_q];
  assign in_waits_o = in_new_o ? '0 : waits_q[in_cta_q];
  assign in_count_o = CountWidth'($countones(in_ended_o | in_waits_o));

  ////////////////
  // Next state //
  ////////////////

  assign swap_o = state_q;

  always @* begin
    state_d  = state_q;
    taken_d  = 1'b0;
    loaded_d = 1'b0;
    begun_d  = 1'b0;
    case (state_q)
      Idle: begin
        if (fill)      state_d = Loads;
        else if (swap) state_d = Leave;
      end
      Loads: if (loaded_i) state_d = Last;
      Leave: begin
        if (begun_q) begin
          state_d = Loads;
        end else if (unmap_own && Together) begin
          state_d = loaded_q || loaded_i ? Last : Loads;
        end else begin
          taken_d  = stacks_taken & ~unmap_own;
          loaded_d = Together & (loaded_q | loaded_i);
          begun_d  = unmap_own;
        end
      end
      default: state_d = Idle;
    endcase
  end

  // The block that is taken and the block that becomes active are two.
  always @* begin
    new_d = new_q;
    if (in_en_o)    new_d[in_cta_q]    = 1'b0;
    if (alloc_en_o) new_d[alloc_cta_i] = 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q  <= Idle;
      taken_q  <= 1'b0;
      loaded_q <= 1'b0;
      begun_q  <= 1'b0;
      new_q    <= '0;
    end else begin
      state_q  <= state_d;
      taken_q  <= taken_d;
      loaded_q <= loaded_d;
      begun_q  <= begun_d;
      new_q    <= new_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (fill || swap) begin
      in_cta_q   <= in_cta_i;
      in_frame_q <= hole_valid ? hole_frame : out_frame;
    end
    if (swap) out_frame_q <= out_frame;
  end

  always_ff @(posedge clk_i) begin
    if (swap) begin
      ended_q[out_cta_i] <= out_ended_i;
      waits_q[out_cta_i] <= out_waits_i;
    end
  end

endmodule
