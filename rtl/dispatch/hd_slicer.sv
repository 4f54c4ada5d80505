// SPDX-License-Identifier: Apache-2.0
//
// Slicer: the control of Warped-Slicer. It measures how well kernels run with each number of blocks
// on an SM, finds the best division of an SM, and tells the work distributor the policy.
//
// Behaviour
// - Warm, Sample, Collect: a round. Kernels run under the profile's limits; each SM samples one
//   kernel with one number of blocks. Rounds follow until all numbers have been tried.
// - Scale, Fill, Decide: samples become performances, performances a division, or spatial.
// - Settle: a wait under the new policy, until the SMs have the blocks that it says.
// - Shared, Add: windows go on; their instructions tell whether the behaviour changes.
//
// Corner cases
// - The kernels that run change: the slicer begins anew, whatever else happens in that cycle. What
//   goes on in the blocks inside ends with it, and all samples are forgotten.
// - A sample counts only if the SM holds the blocks that were noted when its window began.
// - With one kernel, or more kernels than SMs, nothing is measured.
//
// Xu, Jeon, Kim, Ro, Annavaram, Warped-Slicer, ISCA 2016: section IV, Algorithm 1, Figure 4.

module hd_slicer #(
    // SMs. A row of noted blocks each; the time of a collection in proportion.
    parameter int Sms        = 16,
    // Kernels under way. Needs and a row of samples each.
    parameter int Kernels    = 4,
    // Blocks of a kernel that an SM holds at most.
    parameter int Blocks     = 8,
    // Kinds of room.
    parameter int Kinds      = 5,
    // Bits of an amount of room.
    parameter int NeedWidth  = 17,
    // Cycles of warm-up ahead of the first round (section V).
    parameter int Warm       = 20000,
    // Cycles ahead of each further round, and of the first window of a division.
    parameter int Settle     = 5000,
    // Cycles of a sample, as in the sample counters.
    parameter int Window     = 5000,
    // Bits of the number of instructions of a sample.
    parameter int InstrWidth = 14,
    // Bits of a performance.
    parameter int PerfWidth  = 16,
    localparam int KernelWidth = Kernels > 1 ? $clog2(Kernels) : 1,
    localparam int BlockWidth  = $clog2(Blocks + 1),
    localparam int StallWidth  = $clog2(Window + 1),
    localparam int SumWidth    = InstrWidth + $clog2(Sms + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                              clk_i,
    input  logic                              rst_ni,

    // Kernels
    // A kernel begins; its blocks need so much room.
    input  logic                              begin_en_i,
    input  logic [KernelWidth-1:0]            begin_kernel_i,
    input  logic [Kinds*NeedWidth-1:0]        begin_need_i,
    // The room of an SM. Constant.
    input  logic [Kinds*NeedWidth-1:0]        room_i,
    // Kernels that run; one that begins does from the next cycle on.
    input  logic [Kernels-1:0]                runs_i,
    // Blocks of kernel k on SM s: s*Kernels + k.
    input  logic [Sms*Kernels*BlockWidth-1:0] blocks_i,

    // Counters
    // All SMs begin a window. State only.
    output logic                              start_en_o,
    // The window of an SM has ended; its instructions, and its stalls for memory.
    input  logic [Sms-1:0]                    done_i,
    input  logic [Sms*InstrWidth-1:0]         instr_i,
    input  logic [Sms*StallWidth-1:0]         stall_i,

    // Policy
    // 0 left-over, 2 spatial, 3 profile, 4 given. State only, and so the next three.
    output logic [2:0]                        policy_o,
    // Profile: blocks on a kernel's first SM.
    output logic [BlockWidth-1:0]             from_o,
    // Given: blocks of each kernel.
    output logic [Kernels*BlockWidth-1:0]     given_o,
    // One of the three has a new value, for one cycle.
    output logic                              replan_o
);

  // The longest scaling: no more kernels are profiled than there are SMs.
  localparam int Most    = Sms < Kernels ? Sms : Kernels;
  localparam int Scaling = Most * Blocks * (StallWidth + InstrWidth + PerfWidth + 1) + Kernels + 1;

`ifndef SYNTHESIS
  initial begin
    if (Sms < 1 || Sms > 64) $fatal(1, "hd_slicer: Sms must be 1 to 64");
    if (Kernels < 1 || Kernels > 16) $fatal(1, "hd_slicer: Kernels must be 1 to 16");
    if (Blocks < 1 || Blocks > 32) $fatal(1, "hd_slicer: Blocks must be 1 to 32");
    if (Kinds < 1 || Kinds > 8) $fatal(1, "hd_slicer: Kinds must be 1 to 8");
    if (NeedWidth < 1 || NeedWidth > 32) $fatal(1, "hd_slicer: NeedWidth must be 1 to 32");
    if (Warm < 1 || Warm > 65535) $fatal(1, "hd_slicer: Warm must be 1 to 65535");
    if (Settle < 1 || Settle > 65535) $fatal(1, "hd_slicer: Settle must be 1 to 65535");
    if (Window < 1 || Window > 65535) $fatal(1, "hd_slicer: Window must be 1 to 65535");
    if (InstrWidth < 1 || InstrWidth > 20) $fatal(1, "hd_slicer: InstrWidth must be 1 to 20");
    if (PerfWidth < 4 || PerfWidth > 32) $fatal(1, "hd_slicer: PerfWidth must be 4 to 32");
    // The golden model's need: it does not reset a scaling, and clears the kernels behind it.
    if (Warm < Scaling + Kernels)
      $fatal(1, "hd_slicer: Warm must be longer than a scaling by Kernels cycles at least");
  end
`endif

  // Phases.
  localparam logic [3:0] Rest     = 4'd0;
  localparam logic [3:0] Warms    = 4'd1;
  localparam logic [3:0] Sample   = 4'd2;
  localparam logic [3:0] Collect  = 4'd3;
  localparam logic [3:0] Scale    = 4'd4;
  localparam logic [3:0] Fill     = 4'd5;
  localparam logic [3:0] Decide   = 4'd6;
  localparam logic [3:0] Settles  = 4'd7;
  localparam logic [3:0] Shared   = 4'd8;
  localparam logic [3:0] Add      = 4'd9;

  // Policies.
  localparam logic [2:0] LeftOver = 3'd0;
  localparam logic [2:0] Spatial  = 3'd2;
  localparam logic [2:0] Profile  = 3'd3;
  localparam logic [2:0] Given    = 3'd4;

  localparam int SmWidth     = Sms > 1 ? $clog2(Sms) : 1;
  localparam int NumberWidth = $clog2(Kernels + 1);
  localparam int CountWidth  = $clog2(Warm > Settle ? Warm : Settle);
  // Blocks of a round and as many more as there are SMs.
  localparam int NextWidth   = $clog2(Blocks + Sms + 1);
  localparam int RowWidth    = Kernels * BlockWidth;

  ///////////
  // State //
  ///////////

  logic [3:0]                       phase_q, phase_d;
  // Cycles of the phase that is under way; behind the start of a window no more than two.
  logic [CountWidth-1:0]            count_q, count_d;
  // The SM whose counters are looked at.
  logic [SmWidth-1:0]               sm_q, sm_d;
  // Blocks on a kernel's first SM in this round.
  logic [BlockWidth-1:0]            from_q, from_d;
  // Kernels that ran in the last cycle.
  logic [Kernels-1:0]               runs_q;
  logic [Kernels*Kinds*NeedWidth-1:0] need_q;
  // Blocks on each SM when the window began.
  logic [Sms*RowWidth-1:0]          noted_q;
  // Of kernel k with j blocks, k*Blocks + j - 1: it would not lose too much.
  logic [Kernels*Blocks-1:0]        enough_q;
  logic [2:0]                       policy_q, policy_d;
  logic [RowWidth-1:0]              given_q, given_d;
  logic                             replan_q;
  logic                             start_q, start_d;
  // Instructions of all SMs in the first window of a settled division; in this one so far.
  logic [SumWidth-1:0]              reference_q, reference_d;
  logic [SumWidth-1:0]              sum_q, sum_d;
  // There is a reference; the last window was another than that.
  logic                             referred_q, referred_d;
  logic                             other_q, other_d;

  assign start_en_o = start_q;
  assign policy_o   = policy_q;
  assign from_o     = from_q;
  assign given_o    = given_q;
  assign replan_o   = replan_q;

  /////////////
  // Kernels //
  /////////////

  logic                   change;  // of the kernels that run
  logic                   changed; // their behaviour has: worked out below
  logic                   anew;
  logic [NumberWidth-1:0] number;
  logic                   places;  // for all: each has an SM at least
  logic                   several; // that can be profiled

  assign change  = runs_i != runs_q;
  assign anew    = change | changed;
  assign several = 32'(number) >= 2 && places;

  if (Kernels > Sms) begin : gen_places
    assign places = 32'(number) <= Sms;
  end else begin : gen_always
    assign places = 1'b1;
  end

  always @* begin
    number = '0;
    for (int k = 0; k < Kernels; k++) number = number + NumberWidth'(runs_i[k]);
  end

  for (genvar k = 0; k < Kernels; k++) begin : gen_need
    always_ff @(posedge clk_i) begin
      if (!rst_ni)
        need_q[k*Kinds*NeedWidth +: Kinds*NeedWidth] <= '0;
      else if (begin_en_i && begin_kernel_i == KernelWidth'(k))
        need_q[k*Kinds*NeedWidth +: Kinds*NeedWidth] <= begin_need_i;
    end
  end

  // By the number of kernels: how far a round's first block is from the last round's; the lowest
  // performance that does not lose too much.
  logic [Kernels:1]               is_number;
  logic [Kernels*NextWidth-1:0]   steps;
  logic [Kernels*PerfWidth-1:0]   leasts;
  logic [NextWidth-1:0]           step;
  logic [PerfWidth-1:0]           least;

  for (genvar k = 1; k <= Kernels; k++) begin : gen_number
    assign is_number[k]                         = number == NumberWidth'(k);
    assign steps[(k-1)*NextWidth +: NextWidth]  = NextWidth'(Sms / k);
    // The loss is above 120 % / K.
    assign leasts[(k-1)*PerfWidth +: PerfWidth] =
        k < 2 ? '0 : PerfWidth'((64'd1 << PerfWidth) * 64'(5 * k - 6) / 64'(5 * k));
  end

  always @* begin
    step  = '0;
    least = '0;
    for (int k = 1; k <= Kernels; k++) begin
      if (is_number[k]) begin
        step  = steps[(k-1)*NextWidth +: NextWidth];
        least = leasts[(k-1)*PerfWidth +: PerfWidth];
      end
    end
  end

  //////////////////////////////
  // The SM that is collected //
  //////////////////////////////

  logic [RowWidth-1:0]   row, noted;
  logic [InstrWidth-1:0] instr;
  logic [StallWidth-1:0] stall;
  logic                  last_sm;

  assign last_sm = sm_q == SmWidth'(Sms - 1);

  always @* begin
    row   = '0;
    noted = '0;
    instr = '0;
    stall = '0;
    for (int s = 0; s < Sms; s++) begin
      if (sm_q == SmWidth'(s)) begin
        row   = blocks_i[s*RowWidth +: RowWidth];
        noted = noted_q[s*RowWidth +: RowWidth];
        instr = instr_i[s*InstrWidth +: InstrWidth];
        stall = stall_i[s*StallWidth +: StallWidth];
      end
    end
  end

  // One kernel has blocks on it, this one, and so many.
  logic                   some, alone;
  logic [KernelWidth-1:0] here;
  logic [BlockWidth-1:0]  blocks;

  always @* begin
    some   = 1'b0;
    alone  = 1'b1;
    here   = '0;
    blocks = '0;
    for (int k = 0; k < Kernels; k++) begin
      if (row[k*BlockWidth +: BlockWidth] != '0) begin
        alone  = alone & ~some;
        some   = 1'b1;
        here   = KernelWidth'(k);
        blocks = row[k*BlockWidth +: BlockWidth];
      end
    end
  end

  logic sample;

  assign sample = phase_q == Collect && some && alone && row == noted;

  ///////////////////////
  // The blocks inside //
  ///////////////////////

  // What begins anew forgets all samples and what is under way: kernels and needs may change.
  logic                   inner_rst_n;
  logic                   scale_start, scale_idle, scale_done;
  logic                   fill_start, fill_idle, fill_done, fail;
  logic                   perf_en;
  logic [KernelWidth-1:0] perf_kernel;
  logic [BlockWidth-1:0]  perf_blocks;
  logic [PerfWidth-1:0]   perf_value;
  logic [RowWidth-1:0]    division;

  assign inner_rst_n = rst_ni & ~anew;
  assign scale_start = phase_q == Scale && scale_idle;
  assign fill_start  = phase_q == Fill && fill_idle;

  hd_perf_scale #(
      .Kernels(Kernels), .Blocks(Blocks), .Window(Window), .InstrWidth(InstrWidth),
      .PerfWidth(PerfWidth)
  ) u_scale (
      .clk_i(clk_i), .rst_ni(inner_rst_n),
      .clear_en_i(1'b0), .clear_kernel_i({KernelWidth{1'b0}}),
      .sample_en_i(sample), .sample_kernel_i(here), .sample_blocks_i(blocks),
      .sample_instr_i(instr), .sample_stall_i(stall),
      .start_en_i(scale_start), .kernels_i(runs_q),
      .idle_o(scale_idle), .done_o(scale_done),
      .perf_en_o(perf_en), .perf_kernel_o(perf_kernel), .perf_blocks_o(perf_blocks),
      .perf_value_o(perf_value)
  );

  hd_water_fill #(
      .Kernels(Kernels), .Blocks(Blocks), .PerfWidth(PerfWidth), .Kinds(Kinds),
      .NeedWidth(NeedWidth)
  ) u_fill (
      .clk_i(clk_i), .rst_ni(inner_rst_n),
      .perf_en_i(perf_en), .perf_kernel_i(perf_kernel), .perf_blocks_i(perf_blocks),
      .perf_value_i(perf_value),
      .start_en_i(fill_start), .kernels_i(runs_q), .room_i(room_i), .need_i(need_q),
      .idle_o(fill_idle), .done_o(fill_done), .fail_o(fail), .blocks_o(division)
  );

  // A kernel loses too much with its blocks.
  logic [Kernels-1:0] loses;

  for (genvar k = 0; k < Kernels; k++) begin : gen_lose
    always @* begin
      loses[k] = 1'b0;
      for (int j = 1; j <= Blocks; j++)
        if (division[k*BlockWidth +: BlockWidth] == BlockWidth'(j))
          loses[k] = runs_q[k] & ~enough_q[k*Blocks + j - 1];
    end

    for (genvar j = 1; j <= Blocks; j++) begin : gen_enough
      always_ff @(posedge clk_i) begin
        if (perf_en && perf_kernel == KernelWidth'(k) && perf_blocks == BlockWidth'(j))
          enough_q[k*Blocks + j - 1] <= perf_value >= least;
      end
    end
  end

  //////////////
  // A window //
  //////////////

  logic                ended;
  logic [SumWidth-1:0] total;
  logic                other; // than the reference

  // The first cycle behind the start may still see the end of the window before.
  assign ended   = count_q >= CountWidth'(2) && done_i == '1;
  assign total   = sum_q + SumWidth'(instr);
  assign other   = {total, 1'b0} < {1'b0, reference_q} || {1'b0, total} > {reference_q, 1'b0};
  assign changed = phase_q == Add && last_sm && referred_q && other && other_q;

  /////////////////////
  // What comes next //
  /////////////////////

  logic [NextWidth-1:0] next; // the next round's first block
  logic                 longer;
  logic                 waited; // in Warms and Settles: this cycle is the last one

  assign next   = NextWidth'(from_q) + step;
  // The first round begins with one block, no other does.
  assign longer = phase_q == Warms && from_q == BlockWidth'(1);
  assign waited = count_q == (longer ? CountWidth'(Warm - 1) : CountWidth'(Settle - 1));

  // A change of the kernels wins over all else.
  always @* begin
    phase_d     = phase_q;
    count_d     = count_q;
    sm_d        = sm_q;
    from_d      = from_q;
    policy_d    = policy_q;
    given_d     = given_q;
    start_d     = 1'b0;
    reference_d = reference_q;
    sum_d       = sum_q;
    referred_d  = referred_q;
    other_d     = other_q;
    case (phase_q)
      Warms, Settles: begin
        count_d = count_q + CountWidth'(1);
        if (waited) begin
          phase_d = phase_q == Warms ? Sample : Shared;
          count_d = '0;
          start_d = 1'b1;
        end
      end
      Sample, Shared: begin
        if (count_q < CountWidth'(2)) count_d = count_q + CountWidth'(1);
        sm_d  = '0;
        sum_d = '0;
        if (ended) phase_d = phase_q == Sample ? Collect : Add;
      end
      Collect: begin
        sm_d    = sm_q + SmWidth'(1);
        count_d = '0;
        if (last_sm) begin
          phase_d = Scale;
          if (32'(next) <= Blocks) begin
            phase_d = Warms;
            from_d  = BlockWidth'(next);
          end
        end
      end
      Scale: if (scale_done) phase_d = Fill;
      Fill:  if (fill_done) phase_d = Decide;
      Decide: begin
        phase_d    = Settles;
        count_d    = '0;
        referred_d = 1'b0;
        other_d    = 1'b0;
        policy_d   = Spatial;
        if (!fail && loses == '0) begin
          policy_d = Given;
          given_d  = division;
        end
      end
      Add: begin
        sm_d    = sm_q + SmWidth'(1);
        sum_d   = total;
        count_d = '0;
        if (last_sm) begin
          phase_d    = Shared;
          start_d    = 1'b1;
          referred_d = 1'b1;
          if (referred_q) other_d = other;
          else reference_d = total;
        end
      end
      default: ;
    endcase
    if (anew) begin
      phase_d  = Rest;
      policy_d = LeftOver;
      given_d  = given_q;
      start_d  = 1'b0;
      if (several) begin
        phase_d  = Warms;
        policy_d = Profile;
        from_d   = BlockWidth'(1);
        count_d  = '0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      phase_q  <= Rest;
      runs_q   <= '0;
      policy_q <= LeftOver;
      from_q   <= '0;
      given_q  <= '0;
      replan_q <= 1'b0;
      start_q  <= 1'b0;
    end else begin
      phase_q  <= phase_d;
      runs_q   <= runs_i;
      policy_q <= policy_d;
      from_q   <= from_d;
      given_q  <= given_d;
      replan_q <= policy_d != policy_q || from_d != from_q || given_d != given_q;
      start_q  <= start_d;
    end
  end

  always_ff @(posedge clk_i) begin
    count_q     <= count_d;
    sm_q        <= sm_d;
    reference_q <= reference_d;
    sum_q       <= sum_d;
    referred_q  <= referred_d;
    other_q     <= other_d;
    if (phase_q == Warms && waited) noted_q <= blocks_i;
  end

endmodule
