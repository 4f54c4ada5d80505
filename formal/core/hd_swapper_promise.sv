// SPDX-License-Identifier: Apache-2.0
//
// What the swapper promises Zorua's plug (docs/blocks/swapper.md), in terms of its ports alone:
// proven of it (swapper_plan.txt, `promises`), assumed of it where it is left free.

module hd_swapper_promise #(
    `HD_PARAMETERS
) (
    `HD_PORTS
);

  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;

  // The request has been at rest in a cycle before.
  logic began;
  always_ff @(posedge clk_i) began <= rst_ni && req_valid_i && !req_ready_o && (began || calm_i);

  always @* if (on && rst_ni) begin
    // P: a request that is taken was there, and began when its set or state was at rest
    began_calm: assert (!req_ready_o || (req_valid_i && began));
  end
endmodule
