// SPDX-License-Identifier: Apache-2.0
//
// Performance scale: turns the samples of profiled kernels into the performances that water fill
// divides by.
//
// Behaviour
// - Samples: instructions and stalls of a kernel with each number of blocks.
// - Sum: how many numbers of blocks have a sample, and their sum.
// - Factor, Product: the instructions of a sample, scaled by what its stalls and its number of
//   blocks beside the average say. A bit a cycle.
// - Divide, Write: a scaled sample as a share of the kernel's best one. A bit a cycle.
//
// Corner cases
// - A sample of the kernel that is cleared in the same cycle is there afterwards.
// - A sample in the cycle of a start counts; a start while a scaling is under way is ignored.
// - A number of blocks without a sample has the performance 0; so have all, if the best is 0.
// - The best sample has all ones, not one more.
//
// Xu, Jeon, Kim, Ro, Annavaram, Warped-Slicer, ISCA 2016: section IV.A, equations (3) and (4).

module hd_perf_scale #(
    // Kernels that may share an SM. A row of samples each.
    parameter int Kernels    = 4,
    // Blocks of a kernel that an SM holds at most: samples of a kernel. The time in proportion.
    parameter int Blocks     = 8,
    // Cycles of a sample.
    parameter int Window     = 5000,
    // Bits of the number of instructions of a sample.
    parameter int InstrWidth = 14,
    // Bits of a performance. A cycle each.
    parameter int PerfWidth  = 16,
    localparam int KernelWidth = Kernels > 1 ? $clog2(Kernels) : 1,
    localparam int BlockWidth  = $clog2(Blocks + 1),
    localparam int StallWidth  = $clog2(Window + 1),
    localparam int SumWidth    = $clog2(Blocks * (Blocks + 1) / 2 + 1),
    localparam int FactorWidth = $clog2(Window * Blocks * Blocks + 1),
    localparam int ScaledWidth = FactorWidth + InstrWidth
) (
    // Clock; synchronous reset, active low.
    input  logic                   clk_i,
    input  logic                   rst_ni,

    // Samples
    // All samples of a kernel are forgotten; not while a scaling goes on.
    input  logic                   clear_en_i,
    input  logic [KernelWidth-1:0] clear_kernel_i,
    // An SM ran a kernel alone, with 1 to Blocks blocks; not while a scaling goes on.
    input  logic                   sample_en_i,
    input  logic [KernelWidth-1:0] sample_kernel_i,
    input  logic [BlockWidth-1:0]  sample_blocks_i,
    // Instructions in Window cycles; those of the cycles, at most Window, that stalled for memory.
    input  logic [InstrWidth-1:0]  sample_instr_i,
    input  logic [StallWidth-1:0]  sample_stall_i,

    // Scaling
    // Scale, if idle_o.
    input  logic                   start_en_i,
    // The kernels whose samples are scaled; must stay while a scaling goes on.
    input  logic [Kernels-1:0]     kernels_i,
    // Nothing is under way. State only, and so all that follows.
    output logic                   idle_o,
    // The scaling has ended, for one cycle.
    output logic                   done_o,

    // Performance
    // A performance has been found: of this kernel, with so many blocks, so much.
    output logic                   perf_en_o,
    output logic [KernelWidth-1:0] perf_kernel_o,
    output logic [BlockWidth-1:0]  perf_blocks_o,
    output logic [PerfWidth-1:0]   perf_value_o
);

`ifndef SYNTHESIS
  initial begin
    if (Kernels < 1 || Kernels > 16) $fatal(1, "hd_perf_scale: Kernels must be 1 to 16");
    if (Blocks < 1 || Blocks > 32) $fatal(1, "hd_perf_scale: Blocks must be 1 to 32");
    if (Window < 1 || Window > 65535) $fatal(1, "hd_perf_scale: Window must be 1 to 65535");
    if (InstrWidth < 1 || InstrWidth > 20) $fatal(1, "hd_perf_scale: InstrWidth must be 1 to 20");
    if (PerfWidth < 1 || PerfWidth > 32) $fatal(1, "hd_perf_scale: PerfWidth must be 1 to 32");
  end
`endif

  // Phases.
  localparam logic [2:0] Idle    = 3'd0;
  localparam logic [2:0] Sum     = 3'd1;
  localparam logic [2:0] Factor  = 3'd2;
  localparam logic [2:0] Product = 3'd3;
  localparam logic [2:0] Divide  = 3'd4;
  localparam logic [2:0] Write   = 3'd5;
  localparam logic [2:0] Done    = 3'd6;

  // The number of a bit, in the longest of the phases.
  localparam int LongInputs = StallWidth > InstrWidth ? StallWidth : InstrWidth;
  localparam int Longest    = LongInputs > PerfWidth ? LongInputs : PerfWidth;
  localparam int BitWidth   = Longest > 1 ? $clog2(Longest) : 1;
  // Window times a sum of numbers of blocks.
  localparam int BaseWidth  = $clog2(Window * (Blocks * (Blocks + 1) / 2) + 1);
  // A sign and a number up to Blocks * Blocks.
  localparam int SlopeWidth = $clog2(Blocks * Blocks + 1) + 1;

  ///////////
  // State //
  ///////////

  // Of kernel k with j blocks, k*Blocks + j - 1: its sample, and that there is one.
  logic [Kernels*Blocks*InstrWidth-1:0] instr_q;
  logic [Kernels*Blocks*StallWidth-1:0] stall_q;
  logic [Kernels*Blocks-1:0]            there_q;

  logic [2:0]                           phase_q, phase_d;
  // The kernel, number of blocks and bit that are looked at.
  logic [KernelWidth-1:0]               kernel_q, kernel_d;
  logic [BlockWidth-1:0]                at_q, at_d;
  logic [BitWidth-1:0]                  bit_q, bit_d;
  // Of the kernel: samples; Window times the sum of their numbers of blocks.
  logic [BlockWidth-1:0]                number_q;
  logic [BaseWidth-1:0]                 base_q;
  // What a cycle of stall adds to the factor; two's complement.
  logic [SlopeWidth-1:0]                slope_q;
  logic [FactorWidth-1:0]               factor_q;
  logic [ScaledWidth-1:0]               product_q;
  // Scaled samples of the kernel, with j blocks j - 1; the largest so far.
  logic [Blocks*ScaledWidth-1:0]        scaled_q;
  logic [ScaledWidth-1:0]               best_q;
  // What is left to divide; the bits of the performance that have been found.
  logic [ScaledWidth-1:0]               rest_q;
  logic [PerfWidth-1:0]                 perf_q;

  assign idle_o        = phase_q == Idle;
  assign done_o        = phase_q == Done;
  assign perf_en_o     = phase_q == Write;
  assign perf_kernel_o = kernel_q;
  assign perf_blocks_o = at_q;
  assign perf_value_o  = perf_q;

  /////////////
  // Samples //
  /////////////

  // A sample wins over a clear.
  for (genvar k = 0; k < Kernels; k++) begin : gen_row
    logic clear;

    assign clear = clear_en_i && clear_kernel_i == KernelWidth'(k);

    for (genvar j = 1; j <= Blocks; j++) begin : gen_sample
      logic sample;

      assign sample = sample_en_i && sample_kernel_i == KernelWidth'(k) &&
                      sample_blocks_i == BlockWidth'(j);

      always_ff @(posedge clk_i) begin
        if (!rst_ni)     there_q[k*Blocks + j - 1] <= 1'b0;
        else if (sample) there_q[k*Blocks + j - 1] <= 1'b1;
        else if (clear)  there_q[k*Blocks + j - 1] <= 1'b0;
      end

      always_ff @(posedge clk_i) begin
        if (sample) begin
          instr_q[(k*Blocks + j - 1)*InstrWidth +: InstrWidth] <= sample_instr_i;
          stall_q[(k*Blocks + j - 1)*StallWidth +: StallWidth] <= sample_stall_i;
        end
      end
    end
  end

  //////////////////////////////////
  // The kernel that is looked at //
  //////////////////////////////////

  // Its samples are scaled; where it has samples; the sample that is looked at, 0 without one.
  logic                  asked;
  logic [Blocks-1:0]     there;
  logic [InstrWidth-1:0] instr;
  logic [StallWidth-1:0] stall;

  // The sample that is looked at, if it is there.
  logic [Kernels*Blocks-1:0] looked;

  for (genvar k = 0; k < Kernels; k++) begin : gen_looked
    for (genvar j = 1; j <= Blocks; j++) begin : gen_sample
      assign looked[k*Blocks + j - 1] = kernel_q == KernelWidth'(k) && at_q == BlockWidth'(j) &&
                                        there_q[k*Blocks + j - 1];
    end
  end

  // Samples side by side, not one behind the other: the longest path begins here.
  always @* begin
    asked = 1'b0;
    there = '0;
    instr = '0;
    stall = '0;
    for (int k = 0; k < Kernels; k++) begin
      if (kernel_q == KernelWidth'(k)) begin
        asked = kernels_i[k];
        there = there_q[k*Blocks +: Blocks];
      end
      for (int j = 1; j <= Blocks; j++) begin
        instr = instr | (looked[k*Blocks + j - 1] ?
                         instr_q[(k*Blocks + j - 1)*InstrWidth +: InstrWidth] : '0);
        stall = stall | (looked[k*Blocks + j - 1] ?
                         stall_q[(k*Blocks + j - 1)*StallWidth +: StallWidth] : '0);
      end
    end
  end

  // The bit of the sample that is looked at, in the phase that it has.
  logic instr_bit, stall_bit;

  always @* begin
    instr_bit = 1'b0;
    stall_bit = 1'b0;
    for (int b = 0; b < InstrWidth; b++)
      instr_bit = instr_bit | (instr[b] & (bit_q == BitWidth'(b)));
    for (int b = 0; b < StallWidth; b++)
      stall_bit = stall_bit | (stall[b] & (bit_q == BitWidth'(b)));
  end

  /////////
  // Sum //
  /////////

  logic [BlockWidth-1:0] number;
  logic [SumWidth-1:0]   sum;

  always @* begin
    number = '0;
    sum    = '0;
    for (int j = 1; j <= Blocks; j++) begin
      if (there[j-1]) begin
        number = number + BlockWidth'(1);
        sum    = sum + SumWidth'(j);
      end
    end
  end

  ////////////////////////
  // Factor and product //
  ////////////////////////

  // The slope, as wide as the factor. A factor is never below 0: its own bits are enough.
  logic [FactorWidth-1:0] slope, partial, factor;
  logic [ScaledWidth-1:0] so_far, product;
  logic                   first;

  assign first = bit_q == '0;

  always @* begin
    for (int b = 0; b < FactorWidth; b++)
      slope[b] = slope_q[b < SlopeWidth ? b : SlopeWidth - 1];
  end

  // The sums are found beside the bit of the sample and not behind it.
  assign partial = first ? FactorWidth'(base_q) : factor_q;
  assign so_far  = first ? '0 : product_q;
  assign factor  = stall_bit ? partial + (slope << bit_q) : partial;
  assign product = instr_bit ? so_far + (ScaledWidth'(factor_q) << bit_q) : so_far;

  //////////////
  // Division //
  //////////////

  logic [ScaledWidth-1:0] from, diff, rest;
  logic                   one;

  always @* begin
    from = rest_q;
    if (first) begin
      for (int j = 1; j <= Blocks; j++)
        if (at_q == BlockWidth'(j)) from = scaled_q[(j - 1)*ScaledWidth +: ScaledWidth];
    end
  end

  // The remainder is at most the best: what is left of its double has the remainder's bits.
  assign one  = best_q != '0 && {from, 1'b0} >= {1'b0, best_q};
  assign diff = (from << 1) - best_q;
  assign rest = one ? diff : from << 1;

  /////////////////////
  // What comes next //
  /////////////////////

  logic last_bit, last_blocks, last_kernel;

  always @* begin
    case (phase_q)
      Factor:  last_bit = bit_q == BitWidth'(StallWidth - 1);
      Product: last_bit = bit_q == BitWidth'(InstrWidth - 1);
      default: last_bit = bit_q == BitWidth'(PerfWidth - 1);
    endcase
  end

  assign last_blocks = at_q == BlockWidth'(Blocks);
  assign last_kernel = kernel_q == KernelWidth'(Kernels - 1);

  always @* begin
    phase_d  = phase_q;
    kernel_d = kernel_q;
    at_d     = at_q;
    bit_d    = '0;
    case (phase_q)
      Idle: if (start_en_i) begin
        phase_d  = Sum;
        kernel_d = '0;
      end
      Sum: begin
        at_d = BlockWidth'(1);
        if (asked) phase_d = Factor;
        else if (last_kernel) phase_d = Done;
        else kernel_d = kernel_q + KernelWidth'(1);
      end
      Factor: begin
        if (last_bit) phase_d = Product;
        else bit_d = bit_q + BitWidth'(1);
      end
      Product: begin
        if (!last_bit) bit_d = bit_q + BitWidth'(1);
        else begin
          phase_d = last_blocks ? Divide : Factor;
          at_d    = last_blocks ? BlockWidth'(1) : at_q + BlockWidth'(1);
        end
      end
      Divide: begin
        if (last_bit) phase_d = Write;
        else bit_d = bit_q + BitWidth'(1);
      end
      Write: begin
        at_d = at_q + BlockWidth'(1);
        if (!last_blocks) phase_d = Divide;
        else if (last_kernel) phase_d = Done;
        else begin
          phase_d  = Sum;
          kernel_d = kernel_q + KernelWidth'(1);
        end
      end
      default: phase_d = Idle;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) phase_q <= Idle;
    else         phase_q <= phase_d;
  end

  // A product has all its bits.
  logic ends;

  assign ends = phase_q == Product && last_bit;

  always_ff @(posedge clk_i) begin
    kernel_q <= kernel_d;
    at_q     <= at_d;
    bit_q    <= bit_d;
    if (phase_q == Sum) begin
      number_q <= number;
      base_q   <= BaseWidth'(Window) * BaseWidth'(sum);
    end
    if (phase_q == Sum)            slope_q <= SlopeWidth'(number) - SlopeWidth'(sum);
    else if (ends && !last_blocks) slope_q <= slope_q + SlopeWidth'(number_q);
    if (phase_q == Factor)  factor_q  <= factor;
    if (phase_q == Product) product_q <= product;
    if (phase_q == Sum)                best_q <= '0;
    else if (ends && product > best_q) best_q <= product;
  end

  for (genvar j = 1; j <= Blocks; j++) begin : gen_scaled
    always_ff @(posedge clk_i) begin
      if (ends && at_q == BlockWidth'(j))
        scaled_q[(j - 1)*ScaledWidth +: ScaledWidth] <= product;
    end
  end

  // The performance begins as 0; its first bit is the highest one.
  always_ff @(posedge clk_i) begin
    if (phase_q == Divide) begin
      rest_q <= rest;
      perf_q <= PerfWidth'({first ? PerfWidth'(0) : perf_q, one});
    end
  end

endmodule
