// SPDX-License-Identifier: Apache-2.0
//
// Properties of hd_water_fill (docs/blocks/water_fill.md), for formal/prove.sh.
//
// The solver chooses a division of its own (other), any numbers of blocks that fit. What is proven
// against it holds against all.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_water_fill_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State.
    input logic [2:0]                         phase,
    input logic [Kernels*Blocks*PerfWidth-1:0] perf,
    input logic [Kernels-1:0]                 full,
    input logic [BlockWidth-1:0]              goal,
    input logic [KernelWidth-1:0]             pick
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // The neighbours' promises: needs and performances stay while a division goes on.
  logic under_way_before;
  logic [Kernels*Kinds*NeedWidth-1:0] need_before;
  always_ff @(posedge clk_i) begin
    under_way_before <= rst_ni && !idle_o;
    need_before      <= need_i;
  end
  always @* begin
    if (on && under_way_before) assume (need_i == need_before);
    if (on && !idle_o) assume (!perf_en_i);
  end

  // ---------------------------------------------------------------- ghost: what was asked for

  logic [Kernels-1:0]         sharing;
  logic [Kinds*NeedWidth-1:0] room;
  logic start;

  assign start = start_en_i & idle_o;

  always_ff @(posedge clk_i) begin
    if (start) begin
      sharing <= kernels_i;
      room    <= room_i;
    end
  end

  // Cycles since the start.
  localparam int Most = Blocks + Kernels + 2 + Kernels * 2 * (Blocks - 1);
  localparam int AgeWidth = $clog2(Most + 2);
  logic [AgeWidth-1:0] age;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || start) age <= '0;
    else if (!idle_o && age != AgeWidth'(Most + 1)) age <= age + AgeWidth'(1);
  end

  // ---------------------------------------------------------------- divisions

  // Room that a division needs, wide enough not to wrap.
  localparam int Wide = NeedWidth + BlockWidth + KernelWidth + 1;

  function automatic logic [Kinds*Wide-1:0] uses(input logic [Kernels*BlockWidth-1:0] blocks);
    for (int r = 0; r < Kinds; r++) begin
      uses[r*Wide +: Wide] = '0;
      for (int k = 0; k < Kernels; k++)
        uses[r*Wide +: Wide] = uses[r*Wide +: Wide] +
            Wide'(blocks[k*BlockWidth +: BlockWidth]) *
            Wide'(need_i[(k*Kinds + r)*NeedWidth +: NeedWidth]);
    end
  endfunction

  function automatic logic holds(input logic [Kernels*BlockWidth-1:0] blocks);
    logic [Kinds*Wide-1:0] used;
    used  = uses(blocks);
    holds = 1'b1;
    for (int r = 0; r < Kinds; r++)
      if (used[r*Wide +: Wide] > Wide'(room[r*NeedWidth +: NeedWidth])) holds = 1'b0;
  endfunction

  function automatic logic [PerfWidth-1:0] does(input int k, input logic [BlockWidth-1:0] blocks);
    does = '0;
    for (int j = 1; j <= Blocks; j++)
      if (blocks == BlockWidth'(j)) does = perf[(k*Blocks + j - 1)*PerfWidth +: PerfWidth];
  endfunction

  // The performance of the kernel that does worst.
  function automatic logic [PerfWidth-1:0] worst(input logic [Kernels*BlockWidth-1:0] blocks);
    worst = '1;
    for (int k = 0; k < Kernels; k++)
      if (sharing[k] && does(k, blocks[k*BlockWidth +: BlockWidth]) < worst)
        worst = does(k, blocks[k*BlockWidth +: BlockWidth]);
  endfunction

  // Another division: at least one block for each kernel that shares the SM, none for the others.
  (* anyconst *) logic [Kernels*BlockWidth-1:0] other;
  logic other_is_one, ones_only;
  always @* begin
    other_is_one = 1'b1;
    for (int k = 0; k < Kernels; k++) begin
      if (sharing[k] && other[k*BlockWidth +: BlockWidth] == '0) other_is_one = 1'b0;
      if (other[k*BlockWidth +: BlockWidth] > BlockWidth'(sharing[k] ? Blocks : 0))
        other_is_one = 1'b0;
    end
    other_is_one = other_is_one & holds(other);
  end

  logic shares_right;
  always @* begin
    shares_right = 1'b1;
    for (int k = 0; k < Kernels; k++)
      if (sharing[k] != (blocks_o[k*BlockWidth +: BlockWidth] != '0)) shares_right = 1'b0;
  end

  // A kernel, and another number of blocks for it alone.
  (* anyconst *) logic [KernelWidth-1:0] one;
  (* anyconst *) logic [BlockWidth-1:0] number;
  always @* assume (32'(one) < Kernels && number != '0 && 32'(number) <= Blocks);

  logic [Kernels*BlockWidth-1:0] changed;
  logic [BlockWidth-1:0] given;
  logic [PerfWidth-1:0] does_now, would_do;
  logic shares;
  always @* begin
    changed  = blocks_o;
    given    = '0;
    does_now = '0;
    would_do = '0;
    shares   = 1'b0;
    for (int k = 0; k < Kernels; k++) begin
      if (one == KernelWidth'(k)) begin
        changed[k*BlockWidth +: BlockWidth] = number;
        given    = blocks_o[k*BlockWidth +: BlockWidth];
        does_now = does(k, blocks_o[k*BlockWidth +: BlockWidth]);
        would_do = does(k, number);
        shares   = sharing[k];
      end
    end
  end

  // ---------------------------------------------------------------- what is to hold

  always @* if (on) begin
    // P: a reset ends what is under way
    reset_ends: assert (!was_reset || idle_o);
    // P: the phase is one of the six
    phase_range: assert (phase <= 3'd5);
    // P: a division ends within the page's number of cycles
    ends_soon: assert (idle_o || age < AgeWidth'(Most));
    // P: done is one cycle
    done_once: assert (!(done_o && idle_o));
  end

  always @* if (on && done_o && !fail_o) begin
    // P: what is given fits into the SM, in every kind of room
    fits: assert (holds(blocks_o));
    // P: every kernel that shares the SM has a block, and no other kernel has one
    shared: assert (shares_right);
    // P: no other division gives the kernel that does worst more
    max_min: assert (!other_is_one || worst(other) <= worst(blocks_o));
    // P: a kernel has no blocks without which it would do as well
    none_idle: assert (!shares || number >= given || would_do < does_now);
    // P: the room that is left helps no kernel
    no_help: assert (!shares || would_do <= does_now || !holds(changed));
  end

  always @* if (on && done_o && fail_o) begin
    // P: a division has failed only if there is none
    no_division: assert (!other_is_one);
  end

  always @* if (on && rst_ni) begin
    c_both: cover (done_o && !fail_o && &sharing && blocks_o[0 +: BlockWidth] > BlockWidth'(1));
    c_fail: cover (done_o && fail_o);
    c_full: cover (done_o && !fail_o && full != '0 && &sharing);
  end
endmodule

// What follows goes to the end of the module hd_water_fill itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  hd_water_fill_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS,
      .phase(phase_q), .perf(perf_q), .full(full_q), .goal(goal_q), .pick(pick_q)
  );
`endif
