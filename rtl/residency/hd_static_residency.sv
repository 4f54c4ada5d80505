// SPDX-License-Identifier: Apache-2.0
//
// Static residency: a block gets its slots when it comes and keeps them until it ends. The
// baseline of Virtual Thread and Zorua.
//
// Behaviour
// - A block is taken while one of the kernel's frames is not open; it sits on the lowest of these.
// - Barriers and the end of a block are those of the block frames.
//
// Corner cases
// - A frame whose block is done in this cycle can be taken in the next one.
//
// Yoon et al., Virtual Thread, ISCA 2016: section II. Vijaykumar et al., Zorua: section 2.

module hd_static_residency #(
    // Physical warps.
    parameter int Slots    = 48,
    // Blocks on the core at once.
    parameter int Frames   = 8,
    // Warps of the largest block.
    parameter int MaxWarps = 32,
    // Bits of a block's identity (blockIdx.x, .y, .z).
    parameter int IdWidth  = 96,
    // Events in a cycle (one a warp scheduler).
    parameter int Ports    = 2,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int SizeWidth  = $clog2(Slots + 1),
    localparam int FrameWidth = Frames > 1 ? $clog2(Frames) : 1,
    localparam int LimitWidth = $clog2(Frames + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                       clk_i,
    input  logic                       rst_ni,

    // Kernel
    // Take the sizes below, if idle_o; not while a block is offered.
    input  logic                       kernel_en_i,
    // Warps of a block (W), 1 to MaxWarps.
    input  logic [SizeWidth-1:0]       kernel_warps_i,
    // Blocks that fit: the least of all limits. That many frames of W slots there must be.
    input  logic [LimitWidth-1:0]      kernel_frames_i,
    // No block is here. State only.
    output logic                       idle_o,

    // Dispatcher
    // A block is offered.
    input  logic                       block_valid_i,
    // Its identity.
    input  logic [IdWidth-1:0]         block_id_i,
    // There is a frame for it. State only.
    output logic                       block_ready_o,
    // A block is done. State only.
    output logic                       done_valid_o,
    // Its identity; meaningful while done_valid_o. State only.
    output logic [IdWidth-1:0]         done_id_o,

    // Warp schedulers; event p is [p*W +: W]
    // Something happened to the warp on a slot that is ready_o.
    input  logic [Ports-1:0]           ev_valid_i,
    // 0: it stalls on memory, 1: it has come to a barrier, 2: it begins a phase, 3: it has ended.
    input  logic [Ports*2-1:0]         ev_kind_i,
    input  logic [Ports*SlotWidth-1:0] ev_slot_i,
    // The warp on this slot may be scheduled. State only.
    output logic [Slots-1:0]           ready_o,
    // A block is taken in this cycle. Depends on block_valid_i.
    output logic                       begin_en_o,
    // Its warps begin on the begin_count_o slots from begin_slot_o on; meaningful while begin_en_o.
    output logic [SlotWidth-1:0]       begin_slot_o,
    output logic [SizeWidth-1:0]       begin_count_o,
    // Its identity. Depends on block_id_i.
    output logic [IdWidth-1:0]         begin_id_o
);

`ifndef SYNTHESIS
  initial begin
    if (Slots < 2 || Slots > 64) $fatal(1, "hd_static_residency: Slots must be 2 to 64");
    if (Frames < 1 || Frames > 16) $fatal(1, "hd_static_residency: Frames must be 1 to 16");
    if (MaxWarps < 1 || MaxWarps > Slots)
      $fatal(1, "hd_static_residency: MaxWarps must be 1 to Slots");
    if (IdWidth < 1 || IdWidth > 128) $fatal(1, "hd_static_residency: IdWidth must be 1 to 128");
    if (Ports < 1 || Ports > 4) $fatal(1, "hd_static_residency: Ports must be 1 to 4");
  end
`endif

  ////////////
  // Kernel //
  ////////////

  logic [SizeWidth-1:0]  warps_q;
  logic [LimitWidth-1:0] frames_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      // No kernel, but a size: what the blocks inside are promised.
      warps_q  <= SizeWidth'(1);
      frames_q <= '0;
    end else if (kernel_en_i && idle_o) begin
      warps_q  <= kernel_warps_i;
      frames_q <= kernel_frames_i;
    end
  end

  ////////////////////////////////////
  // A block takes the lowest frame //
  ////////////////////////////////////

  localparam int MultWidth = SizeWidth + $clog2(Frames + 1);

  logic [(Frames+1)*MultWidth-1:0] multiples;
  logic [Frames-1:0]               open;
  logic                            hole_valid;
  logic [FrameWidth-1:0]           hole;

  hd_multiples #(
      .Last(Frames),
      .SizeWidth(SizeWidth)
  ) u_multiples (
      .size_i(warps_q),
      .multiples_o(multiples)
  );

  always @* begin
    hole_valid   = 1'b0;
    hole         = '0;
    begin_slot_o = '0;
    for (int f = Frames - 1; f >= 0; f--) begin
      if (!open[f] && f < 32'(frames_q)) begin
        hole_valid   = 1'b1;
        hole         = FrameWidth'(f);
        begin_slot_o = SlotWidth'(multiples[f*MultWidth +: MultWidth]);
      end
    end
  end

  assign block_ready_o = hole_valid;
  assign begin_en_o    = block_valid_i & hole_valid;
  assign begin_count_o = warps_q;
  assign begin_id_o    = block_id_i;
  assign idle_o        = open == '0;

  ///////////////////////////////
  // Barriers, events, the end //
  ///////////////////////////////

  // No block leaves before its end, and the frame's number is not needed.
  logic [IdWidth-1:0]    unused_id;
  logic [MaxWarps-1:0]   unused_ended, unused_waits;
  logic [Frames-1:0]     unused_idle;
  logic                  unused_release;
  logic [FrameWidth-1:0] unused_release_frame, unused_done_frame;
  logic [SizeWidth-1:0]  unused_release_count;

  hd_block_frames #(
      .Slots(Slots),
      .Frames(Frames),
      .MaxWarps(MaxWarps),
      .IdWidth(IdWidth),
      .Ports(Ports)
  ) u_frames (
      .clk_i,
      .rst_ni,
      .warps_i(warps_q),
      .ev_valid_i,
      .ev_kind_i,
      .ev_slot_i,
      .ready_o,
      .open_en_i(begin_en_o),
      .open_frame_i(hole),
      .open_id_i(block_id_i),
      .open_ended_i(MaxWarps'(0)),
      .open_waits_i(MaxWarps'(0)),
      .shut_en_i(1'b0),
      .shut_frame_i(FrameWidth'(0)),
      .shut_id_o(unused_id),
      .shut_ended_o(unused_ended),
      .shut_waits_o(unused_waits),
      .open_o(open),
      .idle_o(unused_idle),
      .release_valid_o(unused_release),
      .release_frame_o(unused_release_frame),
      .release_count_o(unused_release_count),
      .done_valid_o,
      .done_frame_o(unused_done_frame),
      .done_id_o
  );

endmodule
