// SPDX-License-Identifier: Apache-2.0
//
// What the static residency promises the machine (docs/blocks/static_residency.md),
// in terms of its ports alone: proven of it (static_residency_plan.txt, `promises`), assumed of
// it where it is left free.

module hd_static_residency_promise #(
    `HD_PARAMETERS
) (
    `HD_PORTS
);

  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;

  // The kernel's warps of a block; blocks that have begun and are not done.
  logic [SizeWidth-1:0]  warps;
  logic [LimitWidth-1:0] here;
  always_ff @(posedge clk_i) begin
    if (kernel_en_i && idle_o) warps <= kernel_warps_i;
    here <= rst_ni ? here + LimitWidth'(begin_en_o) - LimitWidth'(done_valid_o) : '0;
  end

  always @* if (on && rst_ni) begin
    // P: a block begins that is offered and taken, with its warps, on slots that there are
    sits_offered: assert (begin_en_o == (block_valid_i && block_ready_o)
        && (!begin_en_o || (begin_count_o == warps
                            && 32'(begin_slot_o) + 32'(begin_count_o) <= Slots)));
    // P: a block begins on a multiple of its number of warps
    sits_apart: assert (!begin_en_o || (SizeWidth + 1)'(begin_slot_o)
                                       % (SizeWidth + 1)'(warps) == '0);
    // P: idle is when no block is here, and none is done then
    idle_none: assert (idle_o == (here == '0) && !(idle_o && done_valid_o));
  end
endmodule
