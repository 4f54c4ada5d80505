// SPDX-License-Identifier: Apache-2.0
//
// What elastic promises the work distributor (docs/blocks/elastic.md), in terms of its ports alone:
// proven of it (elastic_plan.txt, `promises`), assumed of it where it is left free.

module hd_elastic_promise #(
    `HD_PARAMETERS
) (
    `HD_PORTS
);

  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;

  // A search has started and is not done.
  logic under_way;
  always_ff @(posedge clk_i) begin
    if (!rst_ni)                   under_way <= 1'b0;
    else if (start_en_i && idle_o) under_way <= 1'b1;
    else if (done_o)               under_way <= 1'b0;
  end

  always @* if (on && rst_ni) begin
    // P: idle is when no search is under way, and the end of one is its last cycle
    idle_between: assert (idle_o == !under_way && (!done_o || under_way));
  end
endmodule
