// SPDX-License-Identifier: Apache-2.0
//
// Properties of hd_perf_scale (docs/blocks/perf_scale.md), for formal/prove.sh.
//
// The solver chooses a kernel and two numbers of blocks. What is proven of them holds for all.
// Beside the design stands a reference that multiplies and divides.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_perf_scale_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State.
    input logic [2:0]                           phase,
    input logic [KernelWidth-1:0]               kernel,
    input logic [BlockWidth-1:0]                at,
    input logic [31:0]                          bit_at,
    input logic [Kernels*Blocks*InstrWidth-1:0] instr,
    input logic [Kernels*Blocks*StallWidth-1:0] stall,
    input logic [Kernels*Blocks-1:0]            there,
    input logic [FactorWidth-1:0]               factor,
    input logic [ScaledWidth-1:0]               best
);

  // Phases.
  localparam logic [2:0] Factor  = 3'd2;
  localparam logic [2:0] Product = 3'd3;
  localparam logic [2:0] Divide  = 3'd4;
  localparam logic [2:0] Write   = 3'd5;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  logic start;
  assign start = start_en_i & idle_o;

  // The neighbours' promises: samples and kernels stay while a scaling goes on; no more cycles
  // stall than there are.
  logic               asked;
  logic [Kernels-1:0] kernels_before;

  always_ff @(posedge clk_i) begin
    asked          <= rst_ni && (start || (!idle_o && !done_o));
    kernels_before <= kernels_i;
  end

  always @* if (on) begin
    if (asked) assume (kernels_i == kernels_before);
    if (!idle_o) assume (!sample_en_i && !clear_en_i);
    assume (!sample_en_i || 32'(sample_stall_i) <= Window);
  end

  // ---------------------------------------------------------------- ghost: time, and what was

  // Cycles since the start.
  localparam int Most = Kernels * (Blocks * (StallWidth + InstrWidth + PerfWidth + 1) + 1) + 1;
  localparam int AgeWidth = $clog2(Most + 2);
  logic [AgeWidth-1:0] age;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || start) age <= '0;
    else if (!idle_o && age != AgeWidth'(Most + 1)) age <= age + AgeWidth'(1);
  end

  logic was_done;
  always_ff @(posedge clk_i) was_done <= done_o;

  // ---------------------------------------------------------------- a kernel, numbers of blocks

  (* anyconst *) logic [KernelWidth-1:0] one;
  (* anyconst *) logic [BlockWidth-1:0]  number, other;
  always @* assume (32'(one) < Kernels && number != '0 && 32'(number) <= Blocks);
  always @* assume (other != '0 && 32'(other) <= Blocks);

  // The chosen numbers of the chosen kernel have been written since the start; with these values.
  logic                 written, written_twice, other_written;
  logic [PerfWidth-1:0] value, other_value;
  logic                 writes, other_writes;

  assign writes       = perf_en_o && perf_kernel_o == one && perf_blocks_o == number;
  assign other_writes = perf_en_o && perf_kernel_o == one && perf_blocks_o == other;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || start) begin
      written       <= 1'b0;
      written_twice <= 1'b0;
      other_written <= 1'b0;
    end else begin
      if (writes) begin
        written       <= 1'b1;
        written_twice <= written;
      end
      if (other_writes) other_written <= 1'b1;
    end
    if (writes)       value       <= perf_value_o;
    if (other_writes) other_value <= perf_value_o;
  end

  // ---------------------------------------------------------------- the formula

  // Numbers, wide enough not to wrap.
  localparam int Wide = ScaledWidth + PerfWidth + 2;

  // Numbers of blocks with which a kernel was sampled, and their sum.
  function automatic logic [Wide-1:0] samples(input logic [KernelWidth-1:0] k);
    samples = '0;
    for (int i = 0; i < Kernels; i++)
      for (int j = 1; j <= Blocks; j++)
        if (k == KernelWidth'(i) && there[i*Blocks + j - 1]) samples = samples + Wide'(1);
  endfunction

  function automatic logic [Wide-1:0] total(input logic [KernelWidth-1:0] k);
    total = '0;
    for (int i = 0; i < Kernels; i++)
      for (int j = 1; j <= Blocks; j++)
        if (k == KernelWidth'(i) && there[i*Blocks + j - 1]) total = total + Wide'(j);
  endfunction

  // A sample, 0 if there is none.
  function automatic logic [Wide-1:0] instr_of(input logic [KernelWidth-1:0] k, input int j);
    instr_of = '0;
    for (int i = 0; i < Kernels; i++)
      if (k == KernelWidth'(i) && there[i*Blocks + j - 1])
        instr_of = Wide'(instr[(i*Blocks + j - 1)*InstrWidth +: InstrWidth]);
  endfunction

  function automatic logic [Wide-1:0] stall_of(input logic [KernelWidth-1:0] k, input int j);
    stall_of = '0;
    for (int i = 0; i < Kernels; i++)
      if (k == KernelWidth'(i) && there[i*Blocks + j - 1])
        stall_of = Wide'(stall[(i*Blocks + j - 1)*StallWidth +: StallWidth]);
  endfunction

  // What is scaled, of the kernel that is looked at, with each number of blocks: the part that
  // stalls takes away is subtracted last, so that nothing is below 0.
  logic [Blocks*Wide-1:0] want;
  for (genvar j = 1; j <= Blocks; j++) begin : gen_want
    logic [Wide-1:0] n, s, m;
    assign n = samples(kernel);
    assign s = total(kernel);
    assign m = stall_of(kernel, j);
    assign want[(j-1)*Wide +: Wide] = instr_of(kernel, j) * (Wide'(Window) * s + m * Wide'(j) * n -
                                                             m * s);
  end

  // The largest, of all numbers of blocks, and of those that are through.
  logic [Wide-1:0] most, through, here, found, other_here;
  always @* begin
    most       = '0;
    through    = '0;
    here       = '0;
    other_here = '0;
    for (int j = 1; j <= Blocks; j++) begin
      if (want[(j-1)*Wide +: Wide] > most) most = want[(j-1)*Wide +: Wide];
      if ((phase >= Divide || BlockWidth'(j) < at) && want[(j-1)*Wide +: Wide] > through)
        through = want[(j-1)*Wide +: Wide];
      if (at == BlockWidth'(j)) here = want[(j-1)*Wide +: Wide];
      if (other == BlockWidth'(j)) other_here = want[(j-1)*Wide +: Wide];
    end
    found = most == '0 ? '0 : (here << PerfWidth) / most;
    if (found > (Wide'(1) << PerfWidth) - Wide'(1)) found = (Wide'(1) << PerfWidth) - Wide'(1);
  end

  // The chosen kernel is to be written.
  logic present;
  always @* begin
    present = 1'b0;
    for (int k = 0; k < Kernels; k++) if (one == KernelWidth'(k)) present = kernels_i[k];
  end

  logic none_there;
  always @* begin
    none_there = 1'b1;
    for (int k = 0; k < Kernels * Blocks; k++) if (there[k]) none_there = 1'b0;
  end

  // ---------------------------------------------------------------- what is to hold

  always @* if (on) begin
    // P: a reset ends what is under way
    reset_ends: assert (!was_reset || idle_o);
    // P: a reset leaves no sample
    reset_clears: assert (!was_reset || none_there);
    // P: the phase is one of the seven
    phase_range: assert (phase <= 3'd6);
    // P: a scaling ends within the page's number of cycles
    ends_soon: assert (idle_o || age < AgeWidth'(Most));
    // P: done is one cycle, and idle follows
    done_once: assert (!(done_o && idle_o) && (!was_done || was_reset || idle_o));
    // P: a number of blocks of a kernel is written once at most, if its samples are to be scaled
    each_once: assert (idle_o || (!written_twice && !(written && writes) &&
                                  (present || !(written || writes))));
    // P: what is written is of a kernel and a number of blocks that there are
    write_range: assert (!perf_en_o || (32'(perf_kernel_o) < Kernels && perf_blocks_o != '0 &&
                                        32'(perf_blocks_o) <= Blocks));
  end

  always @* if (on && done_o) begin
    // P: when a scaling has ended, each number of blocks of its kernels has been written
    all_written: assert (written == present);
  end

  always @* if (on && (phase == Product || (phase == Factor && bit_at != '0))) begin
    // P: the factor is at most Window * Blocks * Blocks, and what is added never goes below 0
    factor_range: assert (32'(factor) <= Window * Blocks * Blocks);
  end

  always @* if (on && phase >= Factor && phase <= Write) begin
    // P: the best is the largest scaled sample of the numbers of blocks that are through
    best_right: assert (Wide'(best) == through);
  end

  always @* if (on && perf_en_o) begin
    // P: a performance is what the formula says, with products and a division
    value_right: assert (Wide'(perf_value_o) == found);
    // P: a number of blocks with the best has all ones, unless the best is 0
    best_full: assert (here != most || most == '0 || perf_value_o == '1);
    // P: of two numbers of blocks the one that is scaled to more performs no worse
    order: assert (kernel != one || at == other || !other_written ||
                   (other_here > here ? other_value >= perf_value_o :
                    other_here < here ? other_value <= perf_value_o :
                    other_value == perf_value_o));
  end

  always @* if (on && rst_ni) begin
    c_full: cover (done_o && value == '1 && other_value != '1 && other_value != '0 && written &&
                   other_written && number < other);
    c_level: cover (done_o && value == '1 && other_value == '1 && number != other && written &&
                    other_written);
    c_none: cover (done_o && written && value == '0 && there != '0);
    c_passed: cover (done_o && kernels_i == '0);
  end
endmodule

// What follows goes to the end of the module hd_perf_scale itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  hd_perf_scale_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS,
      .phase(phase_q), .kernel(kernel_q), .at(at_q), .bit_at(32'(bit_q)), .instr(instr_q),
      .stall(stall_q), .there(there_q), .factor(factor_q), .best(best_q)
  );
`endif
