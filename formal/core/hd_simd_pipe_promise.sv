// SPDX-License-Identifier: Apache-2.0
//
// What a SIMD pipe promises the machine (docs/blocks/simd_pipe.md), in terms of its ports alone:
// proven of it (simd_pipe_plan.txt, `promises`), assumed of it where it is left free.

module hd_simd_pipe_promise #(
    `HD_PARAMETERS
) (
    `HD_PORTS
);

  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;

  logic waits;
  logic [2+RiderWidth:0] before;
  always_ff @(posedge clk_i) begin
    waits  <= rst_ni && out_valid_o && !out_ready_i;
    before <= {out_unit_o, out_rider_o};
  end

  always @* if (on && rst_ni) begin
    // P: an instruction that is through stays until it is taken, with its unit and its rider
    through_stays: assert (!waits || (out_valid_o && {out_unit_o, out_rider_o} == before));
  end
endmodule
