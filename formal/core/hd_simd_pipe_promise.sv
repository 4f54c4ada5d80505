// SPDX-License-Identifier: Apache-2.0
//
// What a SIMD pipe promises the machine (docs/blocks/simd_pipe.md), in terms of its ports alone:
// proven of it (simd_pipe_plan.txt, `promises`), assumed of it where it is left free.

module hd_simd_pipe_promise #(
    parameter int RiderWidth = 64
) (
    input logic                  clk_i,
    input logic                  rst_ni,
    input logic                  out_valid_o,
    input logic                  out_ready_i,
    input logic [2:0]            out_unit_o,
    input logic [RiderWidth-1:0] out_rider_o
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
    // P: what is through stays until it is taken, with its unit and its rider
    through_stays: assert (!waits || (out_valid_o && {out_unit_o, out_rider_o} == before));
  end
endmodule
