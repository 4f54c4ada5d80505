// SPDX-License-Identifier: Apache-2.0
//
// Water fill: divides the room of an SM among kernels, so that the kernel that runs worst runs as
// well as it can.
//
// Behaviour
// - Envelope: the numbers of blocks with which a kernel does better than with any smaller number.
// - First: each kernel gets one block.
// - Pick, Give: the kernel that does worst gets blocks up to its next number on the envelope. If
//   they do not fit, it is full. This goes on until no kernel can be picked.
//
// Corner cases
// - The first blocks do not fit: the division has failed.
// - Kernels that do equally badly: the lowest-numbered one is picked.
// - A start while a division is under way is ignored.
//
// Xu, Jeon, Kim, Ro, Annavaram, Warped-Slicer, ISCA 2016: section IV, Algorithm 1.

module hd_water_fill #(
    // Kernels that may share an SM. A row of performances each.
    parameter int Kernels   = 4,
    // Blocks that an SM holds at most: performances of a kernel.
    parameter int Blocks    = 8,
    // Bits of a performance.
    parameter int PerfWidth = 16,
    // Kinds of room. A subtracter each.
    parameter int Kinds     = 4,
    // Bits of an amount of room.
    parameter int NeedWidth = 17,
    localparam int KernelWidth = Kernels > 1 ? $clog2(Kernels) : 1,
    localparam int BlockWidth  = $clog2(Blocks + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                               clk_i,
    input  logic                               rst_ni,

    // Performance
    // The performance of a kernel with so many blocks, 1 to Blocks; not while a division goes on.
    input  logic                               perf_en_i,
    input  logic [KernelWidth-1:0]             perf_kernel_i,
    input  logic [BlockWidth-1:0]              perf_blocks_i,
    input  logic [PerfWidth-1:0]               perf_value_i,

    // Division
    // Divide, if idle_o.
    input  logic                               start_en_i,
    // The kernels that share the SM; its room. Looked at with the start.
    input  logic [Kernels-1:0]                 kernels_i,
    input  logic [Kinds*NeedWidth-1:0]         room_i,
    // Room that a block needs; must stay while a division goes on.
    input  logic [Kernels*Kinds*NeedWidth-1:0] need_i,
    // Nothing is under way. State only, and so all that follows.
    output logic                               idle_o,
    // The division has ended, for one cycle.
    output logic                               done_o,
    // Not every kernel could get a block; meaningful from done_o on until the next start.
    output logic                               fail_o,
    // Blocks of each kernel; meaningful as fail_o, unless that is high.
    output logic [Kernels*BlockWidth-1:0]      blocks_o
);

`ifndef SYNTHESIS
  initial begin
    if (Kernels < 1 || Kernels > 16) $fatal(1, "hd_water_fill: Kernels must be 1 to 16");
    if (Blocks < 1 || Blocks > 32) $fatal(1, "hd_water_fill: Blocks must be 1 to 32");
    if (PerfWidth < 1 || PerfWidth > 32) $fatal(1, "hd_water_fill: PerfWidth must be 1 to 32");
    if (Kinds < 1 || Kinds > 8) $fatal(1, "hd_water_fill: Kinds must be 1 to 8");
    if (NeedWidth < 1 || NeedWidth > 32) $fatal(1, "hd_water_fill: NeedWidth must be 1 to 32");
  end
`endif

  // Phases.
  localparam logic [2:0] Idle     = 3'd0;
  localparam logic [2:0] Envelope = 3'd1;
  localparam logic [2:0] First    = 3'd2;
  localparam logic [2:0] Pick     = 3'd3;
  localparam logic [2:0] Give     = 3'd4;
  localparam logic [2:0] Done     = 3'd5;

  // A number of blocks, or of a kernel.
  localparam int AtWidth = BlockWidth > KernelWidth ? BlockWidth : KernelWidth;

  ///////////
  // State //
  ///////////

  // Performance of kernel k with j blocks: k*Blocks + j - 1; it is better than with fewer blocks.
  logic [Kernels*Blocks*PerfWidth-1:0] perf_q;
  logic [Kernels*Blocks-1:0]           rises_q;
  // The best performance with the numbers of blocks looked at so far.
  logic [Kernels*PerfWidth-1:0]        best_q;

  logic [2:0]                          phase_q, phase_d;
  logic [AtWidth-1:0]                  at_q, at_d;
  // Blocks of each kernel; kernels that get none any more.
  logic [Kernels*BlockWidth-1:0]       blocks_q;
  logic [Kernels-1:0]                  full_q;
  // The kernel that gets blocks, and how many it has then.
  logic [KernelWidth-1:0]              pick_q;
  logic [BlockWidth-1:0]               goal_q;
  // Room that is left; a copy, from which blocks are taken on trial.
  logic [Kinds*NeedWidth-1:0]          left_q, copy_q;
  logic                                fail_q;

  assign idle_o   = phase_q == Idle;
  assign done_o   = phase_q == Done;
  assign fail_o   = fail_q;
  assign blocks_o = blocks_q;

  logic start;

  assign start = start_en_i & idle_o;

  /////////////////
  // Performance //
  /////////////////

  for (genvar k = 0; k < Kernels; k++) begin : gen_row
    for (genvar j = 1; j <= Blocks; j++) begin : gen_perf
      always_ff @(posedge clk_i) begin
        if (!rst_ni)
          perf_q[(k*Blocks + j - 1)*PerfWidth +: PerfWidth] <= '0;
        else if (perf_en_i && perf_kernel_i == KernelWidth'(k) && perf_blocks_i == BlockWidth'(j))
          perf_q[(k*Blocks + j - 1)*PerfWidth +: PerfWidth] <= perf_value_i;
      end
    end
  end

  //////////////
  // Envelope //
  //////////////

  for (genvar k = 0; k < Kernels; k++) begin : gen_envelope
    logic [PerfWidth-1:0] perf; // with as many blocks as are looked at
    logic                 rise;

    always @* begin
      perf = '0;
      for (int j = 1; j <= Blocks; j++)
        if (at_q == AtWidth'(j)) perf = perf_q[(k*Blocks + j - 1)*PerfWidth +: PerfWidth];
    end

    assign rise = at_q == AtWidth'(1) || perf > best_q[k*PerfWidth +: PerfWidth];

    always_ff @(posedge clk_i) begin
      if (phase_q == Envelope && rise) best_q[k*PerfWidth +: PerfWidth] <= perf;
    end

    for (genvar j = 1; j <= Blocks; j++) begin : gen_rise
      always_ff @(posedge clk_i) begin
        if (phase_q == Envelope && at_q == AtWidth'(j)) rises_q[k*Blocks + j - 1] <= rise;
      end
    end
  end

  //////////
  // Pick //
  //////////

  // Of each kernel its performance now, and its next number of blocks on the envelope.
  logic [Kernels-1:0]            can; // it is not full, and there is one
  logic [Kernels*PerfWidth-1:0]  now;
  logic [Kernels*BlockWidth-1:0] next;

  for (genvar k = 0; k < Kernels; k++) begin : gen_next
    logic                  more;
    logic [PerfWidth-1:0]  perf;
    logic [BlockWidth-1:0] blocks, above;

    assign blocks = blocks_q[k*BlockWidth +: BlockWidth];

    always @* begin
      more  = 1'b0;
      perf  = '0;
      above = '0;
      for (int j = Blocks; j >= 1; j--) begin
        if (blocks == BlockWidth'(j)) perf = perf_q[(k*Blocks + j - 1)*PerfWidth +: PerfWidth];
        if (rises_q[k*Blocks + j - 1] && BlockWidth'(j) > blocks) begin
          more  = 1'b1;
          above = BlockWidth'(j);
        end
      end
    end

    assign can[k]                           = more & ~full_q[k];
    assign now[k*PerfWidth +: PerfWidth]    = perf;
    assign next[k*BlockWidth +: BlockWidth] = above;
  end

  // The kernel that does worst, of equals the lowest; the blocks that it has, and its goal.
  logic                   found;
  logic [KernelWidth-1:0] worst;
  logic [PerfWidth-1:0]   least;
  logic [BlockWidth-1:0]  has, goal;

  always @* begin
    found = 1'b0;
    worst = '0;
    least = '0;
    has   = '0;
    goal  = '0;
    for (int k = 0; k < Kernels; k++) begin
      if (can[k] && (!found || now[k*PerfWidth +: PerfWidth] < least)) begin
        found = 1'b1;
        worst = KernelWidth'(k);
        least = now[k*PerfWidth +: PerfWidth];
        has   = blocks_q[k*BlockWidth +: BlockWidth];
        goal  = next[k*BlockWidth +: BlockWidth];
      end
    end
  end

  //////////
  // Room //
  //////////

  // One block of a kernel is taken: in First of the kernel looked at, in Give of the one picked.
  logic [KernelWidth-1:0]     taker;
  logic [Kinds*NeedWidth-1:0] need, from, rest;
  logic [Kinds-1:0]           lacks;
  logic                       fits;

  assign taker = phase_q == Give ? pick_q : KernelWidth'(at_q);
  assign from  = phase_q == Give ? copy_q : left_q;

  always @* begin
    need = '0;
    for (int k = 0; k < Kernels; k++)
      if (taker == KernelWidth'(k)) need = need_i[k*Kinds*NeedWidth +: Kinds*NeedWidth];
  end

  for (genvar r = 0; r < Kinds; r++) begin : gen_kind
    assign {lacks[r], rest[r*NeedWidth +: NeedWidth]} =
        {1'b0, from[r*NeedWidth +: NeedWidth]} - {1'b0, need[r*NeedWidth +: NeedWidth]};
  end

  assign fits = lacks == '0;

  /////////////////////
  // What comes next //
  /////////////////////

  logic last_kernel, given, skips;

  assign last_kernel = at_q == AtWidth'(Kernels - 1);
  // With this block the picked kernel has all of its goal.
  assign given       = at_q + AtWidth'(1) == AtWidth'(goal_q);
  // In First: the kernel gets no block.
  assign skips       = full_q[taker];

  always @* begin
    phase_d = phase_q;
    at_d    = at_q;
    case (phase_q)
      Idle: if (start_en_i) begin
        phase_d = Envelope;
        at_d    = AtWidth'(1);
      end
      Envelope: begin
        at_d = at_q + AtWidth'(1);
        if (at_q == AtWidth'(Blocks)) begin
          phase_d = First;
          at_d    = '0;
        end
      end
      First: begin
        at_d = at_q + AtWidth'(1);
        if (!skips && !fits) phase_d = Done;
        else if (last_kernel) phase_d = Pick;
      end
      Pick: begin
        phase_d = found ? Give : Done;
        at_d    = AtWidth'(has);
      end
      Give: begin
        at_d = at_q + AtWidth'(1);
        if (!fits || given) phase_d = Pick;
      end
      default: phase_d = Idle;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) phase_q <= Idle;
    else         phase_q <= phase_d;
  end

  always_ff @(posedge clk_i) begin
    at_q <= at_d;
    if (phase_q == Pick) begin
      pick_q <= worst;
      goal_q <= goal;
    end
    if (!rst_ni || start) fail_q <= 1'b0;
    else if (phase_q == First && !skips && !fits) fail_q <= 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (start)                                         left_q <= room_i;
    else if (phase_q == First && !skips && fits)       left_q <= rest;
    else if (phase_q == Give && fits && given)         left_q <= rest;
  end

  always_ff @(posedge clk_i) begin
    if (phase_q == Pick)      copy_q <= left_q;
    else if (phase_q == Give) copy_q <= rest;
  end

  for (genvar k = 0; k < Kernels; k++) begin : gen_kernel
    logic first, picked;

    assign first  = phase_q == First && taker == KernelWidth'(k) && !full_q[k] && fits;
    assign picked = phase_q == Give && pick_q == KernelWidth'(k);

    always_ff @(posedge clk_i) begin
      if (!rst_ni || start)                blocks_q[k*BlockWidth +: BlockWidth] <= '0;
      else if (first)                      blocks_q[k*BlockWidth +: BlockWidth] <= BlockWidth'(1);
      else if (picked && fits && given)    blocks_q[k*BlockWidth +: BlockWidth] <= goal_q;
    end

    always_ff @(posedge clk_i) begin
      if (start)                full_q[k] <= !kernels_i[k];
      else if (picked && !fits) full_q[k] <= 1'b1;
    end
  end

endmodule
