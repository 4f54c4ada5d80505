// SPDX-License-Identifier: Apache-2.0
//
// Block frames: the active blocks. Which of their warps have ended, which wait at a barrier; opens
// barriers, reports blocks that are done.
//
// Behaviour
// - With W warps a block, frame f is the slots f*W to f*W + W - 1; rank r of a block sits on slot
//   f*W + r.
// - A frame is idle when each of its warps has ended or waits. If one waits, its barrier opens: all
//   that wait go on. If none does, all have ended: the block is done, and gone in the next cycle.
// - One barrier opens in a cycle and one block is reported done, the lowest frame's first.
// - A block leaves (shut) with its warps' flags and identity, and comes back (open) with them.
//
// Corner cases
// - Two warps arrive in one cycle, the last two of their block: the barrier opens in the next one.
// - A frame can be shut, or be done, and be opened for a new block in one cycle.
// - No frame is open: W may be anything, and nothing is valid.
//
// Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: sections II, IV.A. A warp that has
// ended is not waited for, as in CUDA.

module hd_block_frames #(
    // Physical warps. Two flip-flops each, and Frames + 1 comparators each.
    parameter int Slots    = 48,
    // Blocks active at once. A block's identity each.
    parameter int Frames   = 8,
    // Warps of the largest block. Only the width of the flags that move in and out.
    parameter int MaxWarps = 32,
    // Bits of a block's identity (blockIdx.x, .y, .z). Flip-flops.
    parameter int IdWidth  = 96,
    // Events in a cycle (one a warp scheduler). A decoder each.
    parameter int Ports    = 2,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int SizeWidth  = $clog2(Slots + 1),
    localparam int FrameWidth = Frames > 1 ? $clog2(Frames) : 1
) (
    // Clock; synchronous reset, active low.
    input  logic                       clk_i,
    input  logic                       rst_ni,

    // Kernel
    // W: warps of a block, 1 to MaxWarps; constant while a frame is open.
    input  logic [SizeWidth-1:0]       warps_i,

    // Warp schedulers; event p is [p*W +: W]
    // Something happened to a warp.
    input  logic [Ports-1:0]           ev_valid_i,
    // 0: it stalls on memory, 1: it has come to a barrier, 2: it begins a new phase, 3: it has
    // ended.
    input  logic [Ports*2-1:0]         ev_kind_i,
    // Its slot, which is ready_o; two events of one cycle are of two slots.
    input  logic [Ports*SlotWidth-1:0] ev_slot_i,
    // The warp on this slot may be scheduled: its frame is open, it has not ended, it does not wait
    // at a barrier. State only, while W is constant.
    output logic [Slots-1:0]           ready_o,

    // Controller
    // A block sits down on the frame open_frame_i.
    input  logic                       open_en_i,
    // A frame that is not open, or is shut or done in this cycle.
    input  logic [FrameWidth-1:0]      open_frame_i,
    // The block's identity.
    input  logic [IdWidth-1:0]         open_id_i,
    // Its ranks that have ended, that wait at a barrier; not all have ended, and 0 from W on.
    input  logic [MaxWarps-1:0]        open_ended_i,
    input  logic [MaxWarps-1:0]        open_waits_i,
    // The block on the frame shut_frame_i leaves (swap-out).
    input  logic                       shut_en_i,
    // A frame that is open and not idle.
    input  logic [FrameWidth-1:0]      shut_frame_i,
    // What it takes along; ranks from W on are 0. Depends on shut_frame_i, warps_i and state.
    output logic [IdWidth-1:0]         shut_id_o,
    output logic [MaxWarps-1:0]        shut_ended_o,
    output logic [MaxWarps-1:0]        shut_waits_o,
    // The frame is open. State only.
    output logic [Frames-1:0]          open_o,
    // Open, and each of its warps has ended or waits. Depends on warps_i and state.
    output logic [Frames-1:0]          idle_o,

    // What happened; depends on warps_i and state
    // The barrier of a block opens in this cycle.
    output logic                       release_valid_o,
    // Its frame; 0 without a release.
    output logic [FrameWidth-1:0]      release_frame_o,
    // How many of its warps go on; 0 without a release.
    output logic [SizeWidth-1:0]       release_count_o,
    // A block is done: it is gone in the next cycle.
    output logic                       done_valid_o,
    // Its frame and its identity; 0 if none is done.
    output logic [FrameWidth-1:0]      done_frame_o,
    output logic [IdWidth-1:0]         done_id_o
);

`ifndef SYNTHESIS
  initial begin
    if (Slots < 2 || Slots > 64) $fatal(1, "hd_block_frames: Slots must be 2 to 64");
    if (Frames < 1 || Frames > 16) $fatal(1, "hd_block_frames: Frames must be 1 to 16");
    if (MaxWarps < 1 || MaxWarps > Slots)
      $fatal(1, "hd_block_frames: MaxWarps must be 1 to Slots");
    if (IdWidth < 1 || IdWidth > 128) $fatal(1, "hd_block_frames: IdWidth must be 1 to 128");
    if (Ports < 1 || Ports > 4) $fatal(1, "hd_block_frames: Ports must be 1 to 4");
  end
`endif

  ///////////
  // State //
  ///////////

  // A frame: whether a block sits there, and which.
  logic [Frames-1:0]  open_q, open_d;
  (* mem2reg *) // flip-flops
  logic [IdWidth-1:0] id_q [Frames];
  // A slot: its warp has ended, or waits at a barrier. 0 while its frame is not open.
  logic [Slots-1:0]   ended_q, ended_d, waits_q, waits_d;

  //////////////////////
  // Slots of a frame //
  //////////////////////

  // Where frames begin; the last multiple is where the last frame ends.
  localparam int MultWidth = SizeWidth + $clog2(Frames + 1);

  logic [(Frames+1)*MultWidth-1:0] multiples;

  hd_multiples #(
      .Last(Frames),
      .SizeWidth(SizeWidth)
  ) u_multiples (
      .size_i(warps_i),
      .multiples_o(multiples)
  );

  // The slots of frame f are [f*Slots +: Slots], its block's identity is [f*IdWidth +: IdWidth].
  logic [Frames*Slots-1:0]   slots;
  logic [Frames*IdWidth-1:0] ids;
  // A warp of this frame waits at the barrier.
  logic [Frames-1:0]         waiting;

  for (genvar f = 0; f < Frames; f++) begin : gen_frame
    logic [Slots-1:0] mine;
    for (genvar s = 0; s < Slots; s++) begin : gen_mine
      assign mine[s] = multiples[f*MultWidth +: MultWidth] <= MultWidth'(s)
                       && multiples[(f+1)*MultWidth +: MultWidth] > MultWidth'(s);
    end

    assign slots[f*Slots +: Slots]   = mine;
    assign ids[f*IdWidth +: IdWidth] = id_q[f];

    assign waiting[f] = |(mine & waits_q);
    assign idle_o[f]  = open_q[f] && (mine & ~(ended_q | waits_q)) == '0;
  end

  // The slots of all open frames.
  logic [Slots-1:0] open_slots;
  always @* begin
    open_slots = '0;
    for (int f = 0; f < Frames; f++)
      if (open_q[f]) open_slots = open_slots | slots[f*Slots +: Slots];
  end

  assign open_o  = open_q;
  assign ready_o = open_slots & ~ended_q & ~waits_q;

  ////////////////////////////////////
  // Barriers, blocks that are done //
  ////////////////////////////////////

  // An idle frame opens its barrier if a warp waits there, and is done if not. Of several, the
  // lowest goes first: the loop runs down, so that the lowest is assigned last.
  logic [Slots-1:0] release_slots, done_slots;

  always @* begin
    release_valid_o = 1'b0;
    release_frame_o = '0;
    release_slots   = '0;
    done_valid_o    = 1'b0;
    done_frame_o    = '0;
    done_id_o       = '0;
    done_slots      = '0;
    for (int f = Frames - 1; f >= 0; f--) begin
      if (idle_o[f] && waiting[f]) begin
        release_valid_o = 1'b1;
        release_frame_o = FrameWidth'(f);
        release_slots   = slots[f*Slots +: Slots];
      end
      if (idle_o[f] && !waiting[f]) begin
        done_valid_o = 1'b1;
        done_frame_o = FrameWidth'(f);
        done_id_o    = ids[f*IdWidth +: IdWidth];
        done_slots   = slots[f*Slots +: Slots];
      end
    end
  end

  assign release_count_o = SizeWidth'($countones(release_slots & waits_q));

  ////////////
  // Events //
  ////////////

  // Slots that come to a barrier, and that end, in this cycle.
  logic [Slots-1:0] arrive, end_now;

  always @* begin
    arrive  = '0;
    end_now = '0;
    for (int p = 0; p < Ports; p++)
      for (int s = 0; s < Slots; s++)
        if (ev_valid_i[p] && ev_slot_i[p*SlotWidth +: SlotWidth] == SlotWidth'(s)) begin
          if (ev_kind_i[p*2 +: 2] == 2'd1) arrive[s]  = 1'b1;
          if (ev_kind_i[p*2 +: 2] == 2'd3) end_now[s] = 1'b1;
        end
  end

  ///////////////////////////
  // Blocks come and leave //
  ///////////////////////////

  // First slots of the block that leaves and of the block that comes; all slots of each. A frame
  // that does not exist has no slots.
  logic [MultWidth-1:0] shut_base, open_base;
  logic [Slots-1:0]     shut_slots, come_slots;

  always @* begin
    shut_base  = '0;
    shut_slots = '0;
    shut_id_o  = '0;
    open_base  = '0;
    come_slots = '0;
    for (int f = 0; f < Frames; f++) begin
      if (shut_frame_i == FrameWidth'(f)) begin
        shut_base  = multiples[f*MultWidth +: MultWidth];
        shut_slots = slots[f*Slots +: Slots];
        shut_id_o  = ids[f*IdWidth +: IdWidth];
      end
      if (open_frame_i == FrameWidth'(f)) begin
        open_base  = multiples[f*MultWidth +: MultWidth];
        come_slots = slots[f*Slots +: Slots];
      end
    end
  end

  assign shut_ended_o = MaxWarps'((ended_q & shut_slots) >> shut_base);
  assign shut_waits_o = MaxWarps'((waits_q & shut_slots) >> shut_base);

  ////////////////
  // Next state //
  ////////////////

  // In this order: release and done; events; shut; open. So a block that comes finds its frame
  // clean, whatever block sat there before, and its own ranks are assigned last.
  always @* begin
    ended_d = (ended_q & ~done_slots)    | end_now;
    waits_d = (waits_q & ~release_slots) | arrive;
    if (shut_en_i) begin
      ended_d = ended_d & ~shut_slots;
      waits_d = waits_d & ~shut_slots;
    end
    if (open_en_i) begin
      ended_d = (ended_d & ~come_slots) | ((Slots'(open_ended_i) << open_base) & come_slots);
      waits_d = (waits_d & ~come_slots) | ((Slots'(open_waits_i) << open_base) & come_slots);
    end
  end

  always @* begin
    open_d = open_q;
    for (int f = 0; f < Frames; f++) begin
      if (done_valid_o && done_frame_o == FrameWidth'(f)) open_d[f] = 1'b0;
      if (shut_en_i && shut_frame_i == FrameWidth'(f)) open_d[f] = 1'b0;
      if (open_en_i && open_frame_i == FrameWidth'(f)) open_d[f] = 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      open_q  <= '0;
      ended_q <= '0;
      waits_q <= '0;
    end else begin
      open_q  <= open_d;
      ended_q <= ended_d;
      waits_q <= waits_d;
    end
  end

  for (genvar f = 0; f < Frames; f++) begin : gen_id
    always_ff @(posedge clk_i) begin
      if (open_en_i && open_frame_i == FrameWidth'(f)) id_q[f] <= open_id_i;
    end
  end

endmodule
