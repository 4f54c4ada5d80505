// SPDX-License-Identifier: Apache-2.0
//
// Properties of oversubscription (docs/blocks/oversubscription.md), for formal/prove.sh.
//
// Beside the design stands a ghost, kept from what passes the ports alone: the place in the epoch,
// and the statistics of this and of the last one, in numbers wide enough to be signed. Of the
// resources the solver chooses one: what is proven of it holds for each.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_oversubscription_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // What the neighbours promise: an epoch has a cycle.
  always @* assume (epoch_i != '0);

  // ------------------------------------------------------------------ ghost: statistics

  // Two's complement, wide enough for a sum of four counts.
  localparam int Wide = EpochWidth + 3;
  logic [Wide-1:0] place, idle, mem, idle_now, mem_now, idle_before, mem_before, grown, delta;
  logic last, up, down;
  assign idle_now = idle_i ? idle + 1'b1 : idle;
  assign mem_now  = mem_i ? mem + 1'b1 : mem;
  assign last     = place + 1'b1 >= Wide'(epoch_i);
  assign grown    = (idle_now - idle_before) - (mem_now - mem_before);
  assign delta    = Wide'(delta_i);
  // Above delta: what it is above delta by is not negative, and not 0.
  function automatic logic above(input logic [Wide-1:0] a, input logic [Wide-1:0] b);
    logic [Wide-1:0] by;
    by = a - b;
    above = !by[Wide-1] && by != '0;
  endfunction
  assign up   = above(grown, delta);
  assign down = above(-grown, delta);

  always_ff @(posedge clk_i) begin
    place <= place + 1'b1;
    {idle, mem} <= {idle_now, mem_now};
    if (last) begin
      {place, idle, mem} <= '0;
      {idle_before, mem_before} <= {idle_now, mem_now};
    end
    if (!rst_ni || start_i) {place, idle, mem, idle_before, mem_before} <= '0;
  end

  // ------------------------------------------------------------------ ghost: one resource

  (* anyconst *) logic [2:0] which;
  always @* assume (32'(which) < Resources);

  logic [ThreshWidth-1:0] thresh, first, step, max;
  always @* begin
    {thresh, first, step, max} = '0;
    for (int r = 0; r < Resources; r++)
      if (32'(which) == r) begin
        thresh = thresh_o[r*ThreshWidth+:ThreshWidth];
        first = default_i[r*ThreshWidth+:ThreshWidth];
        step = step_i[r*ThreshWidth+:ThreshWidth];
        max = max_i[r*ThreshWidth+:ThreshWidth];
      end
  end

  // The cycle before.
  logic was_last, was_start, was_up, was_down;
  logic [ThreshWidth-1:0] old, old_first, old_step, old_max;
  always_ff @(posedge clk_i) begin
    was_last <= rst_ni && last && !start_i;
    was_start <= rst_ni && start_i;
    {was_up, was_down} <= {up, down};
    {old, old_first, old_step, old_max} <= {thresh, first, step, max};
  end

  // The bound has been the same since start, or reset.
  logic same_max;
  always_ff @(posedge clk_i)
    same_max <= !rst_ni || start_i || (same_max && (was_reset || max == old_max));

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: no threshold above the bound, while the bound is what it was at the start
    bounds: assert (!(same_max && (was_reset || max == old_max)) || thresh <= max);
    // P: a threshold changes only in the last cycle of an epoch, at a start, at a reset
    only_at_the_end: assert (was_last || was_start || was_reset || thresh == old);
    // P: a threshold changes by its step, or to a bound
    by_its_step: assert (!was_last || thresh == old
        || {1'b0, thresh} == {1'b0, old} + {1'b0, old_step} || thresh == old_max
        || {1'b0, thresh} + {1'b0, old_step} == {1'b0, old} || thresh == '0);
    // P: a threshold goes up only if idleness grew more, down only if memory time did, or to a
    // lowered bound
    direction: assert (!was_last || thresh == old || (thresh > old && was_up)
        || (thresh < old && (was_down || (was_up && thresh == old_max))));
    // P: a threshold that may go up or down does, unless it is at the bound already or its step is
    // 0
    moves: assert (!was_last || old_step == '0 || thresh != old
        || !((was_up && old != old_max) || (was_down && old != '0)));
    // P: at a start a threshold is its default, not above the bound
    starts: assert (!was_start || thresh == (old_first > old_max ? old_max : old_first));
    // P: an epoch ends with its last cycle, at once if the register was lowered
    ends: assert (epoch_o == last);
    // P: all thresholds are 0 after a reset
    reset_clears: assert (!was_reset || thresh_o == '0);
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_up: cover (was_last && thresh > old && old_step > ThreshWidth'(1) && thresh != old_max);
    c_down: cover (was_last && thresh < old && old_step > ThreshWidth'(1) && thresh != '0);
    c_to_max: cover (was_last && was_up && thresh == old_max && old > old_max - old_step
                     && old != old_max && old_max > old_step);
    c_not_quite: cover (epoch_o && !start_i && grown == delta && delta > Wide'(1)
                        && idle_before != '0);
    c_both: cover (epoch_o && !start_i && idle_now > idle_before + delta
                   && mem_now > mem_before + delta && idle_before != '0 && mem_before != '0);
    c_start_last: cover (epoch_o && start_i && up && place > Wide'(1));
    c_lowered: cover (place + 1'b1 > Wide'(epoch_i) && epoch_o && epoch_i > EpochWidth'(1));
  end
endmodule

// What follows goes to the end of the module hd_oversubscription itself, in the copy that is
// proven.
`ifdef HD_INSIDE
  hd_oversubscription_props #(`HD_SAME_PARAMETERS) u_props (`HD_SAME_PORTS);
`endif
