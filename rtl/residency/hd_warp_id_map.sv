// SPDX-License-Identifier: Apache-2.0
//
// Warp id map: the virtual warp ids (VWI) of the blocks on the core, and which of them sit on which
// physical warp slots (PWI) just now.
//
// Behaviour
// - With W warps a block, block (CTA) c has the virtual warps c*W to c*W + W - 1, and frame f is
//   the slots f*W to f*W + W - 1. So every look-up is a multiple of W, or a comparison with them.
// - A block keeps its number, and with it its virtual warps, from alloc to free. It sits on a frame
//   from map to unmap, as often as it is active; a slot's warp is written at map.
//
// Corner cases
// - A number that is freed is offered in the next cycle, even if no other is free.
// - map and unmap of one frame in one cycle: the new block takes over.
// - No block is here: W may be anything, and nothing is valid.
//
// Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: section IV.A (fetch, register read,
// writeback).

module hd_warp_id_map #(
    // Physical warps. A virtual warp each in flip-flops, and Frames comparators each.
    parameter int Slots  = 48,
    // Blocks active at once.
    parameter int Frames = 8,
    // Virtual warps. Only its logarithm matters: the bits of an id.
    parameter int Warps  = 256,
    // Blocks on the core. A flip-flop each, and Ports comparators each.
    parameter int Ctas   = 32,
    // Look-ups of a warp's block in a cycle. A row of Ctas - 1 comparators each.
    parameter int Ports  = 2,
    localparam int SizeWidth  = $clog2(Slots + 1),
    localparam int FrameWidth = Frames > 1 ? $clog2(Frames) : 1,
    localparam int WarpWidth  = $clog2(Warps),
    localparam int CtaWidth   = $clog2(Ctas),
    localparam int CountWidth = $clog2(Ctas + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                        clk_i,
    input  logic                        rst_ni,

    // Kernel; constant while a block is here
    // W: warps of a block, at least 1.
    input  logic [SizeWidth-1:0]        warps_i,
    // Blocks that the core has room for.
    input  logic [CountWidth-1:0]       ctas_i,

    // Virtual ids: from block start to block end
    // There is a free number below ctas_i. Depends on ctas_i and state.
    output logic                        alloc_valid_o,
    // The lowest one; 0 if there is none. Depends on ctas_i and state.
    output logic [CtaWidth-1:0]         alloc_cta_o,
    // It is taken; only while alloc_valid_o.
    input  logic                        alloc_en_i,
    // The block with the number free_cta_i has ended.
    input  logic                        free_en_i,
    // Its number, which is taken; it sits on no frame after this cycle.
    input  logic [CtaWidth-1:0]         free_cta_i,

    // Physical ids: while the block is active
    // The block map_cta_i sits on the frame map_frame_i from the next cycle on.
    input  logic                        map_en_i,
    // A frame that lies within the slots, free or unmapped in this cycle.
    input  logic [FrameWidth-1:0]       map_frame_i,
    // A number that is taken, and sits on no other frame.
    input  logic [CtaWidth-1:0]         map_cta_i,
    // No block sits on the frame unmap_frame_i from the next cycle on.
    input  logic                        unmap_en_i,
    input  logic [FrameWidth-1:0]       unmap_frame_i,
    // A warp sits on this slot. State only, while W is constant.
    output logic [Slots-1:0]            slot_valid_o,
    // Its number: slot s is [s*WarpWidth +: WarpWidth]; meaningful while valid. State only.
    output logic [Slots*WarpWidth-1:0]  slot_warp_o,
    // A block sits on this frame. State only.
    output logic [Frames-1:0]           frame_valid_o,
    // Its number: frame f is [f*CtaWidth +: CtaWidth]; meaningful while valid. State only.
    output logic [Frames*CtaWidth-1:0]  frame_cta_o,

    // Look-ups
    // Virtual warp p is [p*WarpWidth +: WarpWidth].
    input  logic [Ports*WarpWidth-1:0]  find_warp_i,
    // Its block is [p*CtaWidth +: CtaWidth]. Depends on find_warp_i and warps_i alone.
    output logic [Ports*CtaWidth-1:0]   find_cta_o,
    // A block.
    input  logic [CtaWidth-1:0]         first_cta_i,
    // Its first virtual warp. Depends on first_cta_i and warps_i alone.
    output logic [WarpWidth-1:0]        first_warp_o
);

`ifndef SYNTHESIS
  initial begin
    if (Slots < 2 || Slots > 64) $fatal(1, "hd_warp_id_map: Slots must be 2 to 64");
    if (Frames < 1 || Frames > 16) $fatal(1, "hd_warp_id_map: Frames must be 1 to 16");
    if (Warps < 2 || Warps > 1024) $fatal(1, "hd_warp_id_map: Warps must be 2 to 1024");
    if (Ctas < 2 || Ctas > 64) $fatal(1, "hd_warp_id_map: Ctas must be 2 to 64");
    if (Ports < 1 || Ports > 12) $fatal(1, "hd_warp_id_map: Ports must be 1 to 12");
  end
`endif

  ///////////
  // State //
  ///////////

  // The numbers that blocks have.
  logic [Ctas-1:0]      taken_q, taken_d;
  // The block on each frame.
  logic [Frames-1:0]    frame_valid_q, frame_valid_d;
  (* mem2reg *) // flip-flops
  logic [CtaWidth-1:0]  frame_cta_q [Frames];
  // The warp on each slot: written anew at each map, so that no adder is needed at issue.
  (* mem2reg *) // flip-flops
  logic [WarpWidth-1:0] warp_q [Slots];

  ////////////////////
  // Multiples of W //
  ////////////////////

  // Up to one past the last that the index of a block or of a frame can name: it is where the last
  // frame ends.
  localparam int IndexWidth = CtaWidth > FrameWidth ? CtaWidth : FrameWidth;
  localparam int Last       = 1 << IndexWidth;
  localparam int MultWidth  = SizeWidth + $clog2(Last + 1);

  logic [(Last+1)*MultWidth-1:0] multiples;

  hd_multiples #(
      .Last(Last),
      .SizeWidth(SizeWidth)
  ) u_multiples (
      .size_i(warps_i),
      .multiples_o(multiples)
  );

  assign first_warp_o = WarpWidth'(multiples[32'(first_cta_i)*MultWidth +: MultWidth]);

  // The block of a warp: the last multiple that is not above it.
  for (genvar p = 0; p < Ports; p++) begin : gen_find
    logic [WarpWidth-1:0] warp;
    logic [CtaWidth-1:0]  cta;

    assign warp = find_warp_i[p*WarpWidth +: WarpWidth];
    always @* begin
      cta = '0;
      for (int c = 1; c < Ctas; c++)
        if (32'(multiples[c*MultWidth +: MultWidth]) <= 32'(warp)) cta = CtaWidth'(c);
    end
    assign find_cta_o[p*CtaWidth +: CtaWidth] = cta;
  end

  ////////////////////////////////////////////////
  // Virtual ids: from block start to block end //
  ////////////////////////////////////////////////

  // The lowest free number is offered; the loop runs down, so that the lowest is the last word.
  always @* begin
    alloc_valid_o = 1'b0;
    alloc_cta_o   = '0;
    for (int c = Ctas - 1; c >= 0; c--)
      if (!taken_q[c] && CountWidth'(c) < ctas_i) begin
        alloc_valid_o = 1'b1;
        alloc_cta_o   = CtaWidth'(c);
      end
  end

  // The number that is taken was free before, the number that is freed was not: they differ.
  always @* begin
    taken_d = taken_q;
    for (int c = 0; c < Ctas; c++) begin
      if (free_en_i && free_cta_i == CtaWidth'(c)) taken_d[c] = 1'b0;
      if (alloc_en_i && alloc_cta_o == CtaWidth'(c)) taken_d[c] = 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) taken_q <= '0;
    else         taken_q <= taken_d;
  end

  /////////////////////////////////////////////
  // Physical ids: while the block is active //
  /////////////////////////////////////////////

  // The block on a frame leaves first, then the new block sits down.
  always @* begin
    frame_valid_d = frame_valid_q;
    for (int f = 0; f < Frames; f++) begin
      if (unmap_en_i && unmap_frame_i == FrameWidth'(f)) frame_valid_d[f] = 1'b0;
      if (map_en_i && map_frame_i == FrameWidth'(f)) frame_valid_d[f] = 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) frame_valid_q <= '0;
    else         frame_valid_q <= frame_valid_d;
  end

  for (genvar f = 0; f < Frames; f++) begin : gen_frame
    always_ff @(posedge clk_i) begin
      if (map_en_i && map_frame_i == FrameWidth'(f)) frame_cta_q[f] <= map_cta_i;
    end
    assign frame_cta_o[f*CtaWidth +: CtaWidth] = frame_cta_q[f];
  end

  assign frame_valid_o = frame_valid_q;

  // A block moves in as a whole: rank r from warp c*W + r to slot f*W + r. The offset added to a
  // slot's number is therefore the same for all; the sum may wrap on the way.
  logic [WarpWidth-1:0] map_warp, map_slot, map_offset;

  assign map_warp   = WarpWidth'(multiples[32'(map_cta_i)*MultWidth +: MultWidth]);
  assign map_slot   = WarpWidth'(multiples[32'(map_frame_i)*MultWidth +: MultWidth]);
  assign map_offset = map_warp - map_slot;

  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    // The frame that the slot belongs to: it begins at the slot or before, the next one after.
    logic [Frames-1:0] mine;
    for (genvar f = 0; f < Frames; f++) begin : gen_mine
      assign mine[f] = multiples[f*MultWidth +: MultWidth] <= MultWidth'(s)
                       && multiples[(f+1)*MultWidth +: MultWidth] > MultWidth'(s);
    end

    logic moves_in;
    always @* begin
      moves_in = 1'b0;
      for (int f = 0; f < Frames; f++)
        if (map_en_i && map_frame_i == FrameWidth'(f) && mine[f]) moves_in = 1'b1;
    end

    always_ff @(posedge clk_i) begin
      if (moves_in) warp_q[s] <= WarpWidth'(s) + map_offset;
    end

    assign slot_valid_o[s] = |(mine & frame_valid_q);
    assign slot_warp_o[s*WarpWidth +: WarpWidth] = warp_q[s];
  end

endmodule
