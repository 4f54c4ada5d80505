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

  localparam int Beats = Lanes / Simd;

  // An instruction of which beats have results, and that was not taken.
  logic waits, through;
  logic [2+Lanes+RiderWidth:0] before;
  logic [GoneWidth-1:0] beats;
  always_ff @(posedge clk_i) begin
    waits   <= rst_ni && out_here_o != '0 && !(out_valid_o && out_ready_i);
    through <= out_valid_o;
    beats   <= out_here_o;
    before  <= {out_unit_o, out_mask_o, out_rider_o};
  end

  always @* if (on && rst_ni) begin
    // P: an instruction that is through stays until it is taken, and so does one of which the first
    // results are there, with its unit, its threads and its rider
    through_stays: assert (!waits || ((!through || out_valid_o)
                                      && {out_unit_o, out_mask_o, out_rider_o} == before));
    // P: results that are there stay; an instruction is through when all are there
    beats_stay: assert ((!waits || out_here_o >= beats)
                        && out_valid_o == (32'(out_here_o) == Beats));
  end
endmodule
