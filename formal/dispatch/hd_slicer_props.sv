// SPDX-License-Identifier: Apache-2.0
//
// Properties of hd_slicer (docs/blocks/slicer.md), for formal/prove.sh.
//
// Free: hd_perf_scale
// Free: hd_water_fill
//
// The blocks inside say anything at any time that their promises allow, which are proven of them.
// What they are promised in turn is proven here.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_slicer_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State.
    input logic [3:0]                         phase,
    input logic [31:0]                        count,
    input logic [31:0]                        sm,
    input logic [Kernels*Kinds*NeedWidth-1:0] need,
    // What the blocks inside are told, and what they say.
    input logic                               inner_rst_n,
    input logic                               scale_start,
    input logic                               scale_idle,
    input logic                               scale_done,
    input logic                               perf_en,
    input logic                               fill_start,
    input logic                               fill_idle,
    input logic                               fill_done,
    input logic                               sample,
    input logic [Kernels-1:0]                 asked
);

  // Phases and policies.
  localparam logic [3:0] Rest     = 4'd0;
  localparam logic [3:0] Warms    = 4'd1;
  localparam logic [3:0] Sample   = 4'd2;
  localparam logic [3:0] Settles  = 4'd7;
  localparam logic [3:0] Shared   = 4'd8;
  localparam logic [2:0] LeftOver = 3'd0;
  localparam logic [2:0] Spatial  = 3'd2;
  localparam logic [2:0] Profile  = 3'd3;
  localparam logic [2:0] Given    = 3'd4;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  // ---------------------------------------------------------------- ghost: what was

  logic                               was_reset, was_begin;
  logic [KernelWidth-1:0]             was_kernel;
  logic [Kernels-1:0]                 runs;
  logic [Kinds*NeedWidth-1:0]         room;
  logic [2:0]                         was_policy;
  logic [BlockWidth-1:0]              was_from;
  logic [Kernels*BlockWidth-1:0]      was_given;
  logic                               was_changed; // the kernels that run did
  logic                               was_start;
  // A scaling or a water filling went on that still does, unless it is reset.
  logic                               was_scaling, was_filling;
  logic [Kernels-1:0]                 was_asked;
  logic [Kernels*Kinds*NeedWidth-1:0] was_need;

  always_ff @(posedge clk_i) begin
    was_reset   <= !rst_ni;
    was_begin   <= rst_ni && begin_en_i;
    was_kernel  <= begin_kernel_i;
    runs        <= rst_ni ? runs_i : '0;
    room        <= room_i;
    was_policy  <= policy_o;
    was_from    <= from_o;
    was_given   <= given_o;
    was_changed <= rst_ni && runs_i != runs;
    was_start   <= start_en_o;
    was_scaling <= inner_rst_n && (scale_start || !scale_idle) && !scale_done;
    was_filling <= inner_rst_n && (fill_start || !fill_idle) && !fill_done;
    was_asked   <= asked;
    was_need    <= need;
  end

  // Cycles that the policy has been there, Settle at most.
  localparam int AgeWidth = $clog2(Settle + 1);
  logic [AgeWidth-1:0] was_age, age;
  always @* begin
    age = was_age;
    if (policy_o != was_policy) age = '0;
    else if (32'(was_age) < Settle) age = was_age + AgeWidth'(1);
  end
  always_ff @(posedge clk_i) was_age <= rst_ni ? age : '0;

  // How many kernels run.
  logic [31:0] number;
  always @* begin
    number = 0;
    for (int k = 0; k < Kernels; k++) number = number + 32'(runs[k]);
  end

  // The promises of the distributor: needs come before a kernel runs, which it does in the next
  // cycle; the room is constant.
  logic begins_running, begun_runs;
  always @* begin
    begins_running = 1'b0;
    begun_runs     = 1'b0;
    for (int k = 0; k < Kernels; k++) begin
      if (begin_kernel_i == KernelWidth'(k)) begins_running = runs_i[k];
      if (was_kernel == KernelWidth'(k)) begun_runs = runs_i[k];
    end
  end

  always @* if (on) begin
    assume (!begin_en_i || !begins_running);
    assume (!was_begin || begun_runs || 32'(was_kernel) >= Kernels);
    assume (room_i == room);
  end

  // ---------------------------------------------------------------- the division

  localparam int Wide = NeedWidth + BlockWidth + 4;

  logic [Kinds-1:0]   fits;
  logic [Kernels-1:0] has;
  for (genvar r = 0; r < Kinds; r++) begin : gen_kind
    logic [Wide-1:0] sum;
    always @* begin
      sum = '0;
      for (int k = 0; k < Kernels; k++)
        sum = sum + Wide'(given_o[k*BlockWidth +: BlockWidth]) *
                    Wide'(need[(k*Kinds + r)*NeedWidth +: NeedWidth]);
    end
    assign fits[r] = sum <= Wide'(room[r*NeedWidth +: NeedWidth]);
  end
  for (genvar k = 0; k < Kernels; k++) begin : gen_has
    assign has[k] = given_o[k*BlockWidth +: BlockWidth] != '0;
  end

  // ---------------------------------------------------------------- what is to hold

  always @* if (on) begin
    // P: a reset leaves left-over, and nothing is new
    reset_rests: assert (!was_reset || (phase == Rest && policy_o == LeftOver && !replan_o &&
                                        !start_en_o));
    // P: the policy is one of the four
    policy_range: assert (policy_o == LeftOver || policy_o == Spatial || policy_o == Profile ||
                          policy_o == Given);
    // P: with the policy given the blocks of all kernels fit into the room together
    given_fits: assert (was_reset || policy_o != Given || fits == '1);
    // P: with the policy given each kernel that runs has a block, and no other kernel
    each_has: assert (was_reset || policy_o != Given || has == runs);
    // P: with fewer than two kernels, or more than SMs, the policy is left-over; else it is not
    rests_alone: assert ((policy_o == LeftOver) == (number < 2 || number > 32'(Sms)));
    // P: policy, from_o and given_o change only with replan_o, and that says that one did
    replans: assert (was_reset || replan_o == (policy_o != was_policy || from_o != was_from ||
                                               given_o != was_given));
    // P: behind a change of the kernels the slicer begins anew
    begins_anew: assert (was_reset || !was_changed || phase == Rest ||
                         (phase == Warms && count == 0 && from_o == BlockWidth'(1)));
    // P: a window begins with the phase that waits for its end, and for one cycle
    starts_once: assert (!start_en_o || ((phase == Sample || phase == Shared) && count == 0 &&
                                         !was_start));
    // P: under a division no window begins in its first Settle cycles
    settles: assert (!start_en_o || (policy_o != Spatial && policy_o != Given) ||
                     32'(age) == Settle);
    // P: no SM is looked at that there is not
    sm_range: assert ((phase != 4'd3 && phase != 4'd9) || sm < Sms);
    // P: under the profile a round begins with 1 to Blocks blocks
    from_range: assert (policy_o != Profile || (from_o != '0 && 32'(from_o) <= Blocks));
  end

  always @* if (on && inner_rst_n) begin
    // P: while a scaling goes on its kernels stay, and no sample comes
    scale_kept: assert ((!was_scaling || asked == was_asked) && (scale_idle || !sample));
    // P: while a water filling goes on the needs stay, and no performance comes
    fill_kept: assert ((!was_filling || need == was_need) && (fill_idle || !perf_en));
  end

  always @* if (on && rst_ni) begin
    c_given: cover (policy_o == Given && phase == Shared);
    c_spatial: cover (policy_o == Spatial && phase == Shared);
    c_settle: cover (policy_o == Given && phase == Settles && runs_i != runs);
  end
endmodule

// What follows goes to the end of the module hd_slicer itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  hd_slicer_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS,
      .phase(phase_q), .count(32'(count_q)), .sm(32'(sm_q)), .need(need_q),
      .inner_rst_n(inner_rst_n), .scale_start(scale_start), .scale_idle(scale_idle),
      .scale_done(scale_done), .perf_en(perf_en), .fill_start(fill_start), .fill_idle(fill_idle),
      .fill_done(fill_done), .sample(sample), .asked(runs_q)
  );
`endif
