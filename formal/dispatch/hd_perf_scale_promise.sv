// SPDX-License-Identifier: Apache-2.0
//
// What the performance scale promises the slicer (docs/blocks/perf_scale.md), in terms of its ports
// alone: proven of it (perf_scale_plan.txt, `promises`), assumed of it where it is left free.

module hd_perf_scale_promise #(
    `HD_PARAMETERS
) (
    `HD_PORTS
);

  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;

  // A scaling is under way.
  logic under;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || done_o) under <= 1'b0;
    else if (start_en_i && idle_o) under <= 1'b1;
  end

  always @* if (on && rst_ni) begin
    // P: it is idle unless a scaling is under way
    promise_idle: assert (idle_o == !under);
    // P: only a scaling that is under way is done
    promise_done: assert (!done_o || !idle_o);
    // P: a performance is found while a scaling is under way, before it is done
    promise_perf: assert (!perf_en_o || (!idle_o && !done_o));
  end
endmodule
