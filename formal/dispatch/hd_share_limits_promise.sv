// SPDX-License-Identifier: Apache-2.0
//
// What the share limits promise the work distributor (docs/blocks/share_limits.md), in terms of
// their ports alone: proven of them (share_limits_plan.txt, `promises`), assumed of them where they
// are left free.

module hd_share_limits_promise #(
    `HD_PARAMETERS
) (
    `HD_PORTS
);

  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;

  // A division has started and is not done.
  logic under_way;
  always_ff @(posedge clk_i) begin
    if (!rst_ni)                   under_way <= 1'b0;
    else if (start_en_i && idle_o) under_way <= 1'b1;
    else if (done_o)               under_way <= 1'b0;
  end

  always @* if (on && rst_ni) begin
    // P: idle is when no division is under way, and the end of one is its last cycle
    idle_between: assert (idle_o == !under_way && (!done_o || under_way));
  end
endmodule
