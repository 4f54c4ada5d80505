// SPDX-License-Identifier: Apache-2.0
//
// What the block of thread ids promises the machine (docs/blocks/thread_ids.md),
// in terms of its ports alone: proven of it (thread_ids_plan.txt, `promises`), assumed of
// it where it is left free.

module hd_thread_ids_promise #(
    `HD_PARAMETERS
) (
    `HD_PORTS
);

  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;

  logic was_ready;
  logic [CountWidth+Lanes-1:0] before;
  always_ff @(posedge clk_i) begin
    was_ready <= rst_ni && ready_o && !kernel_en_i;
    before    <= {warps_o, last_mask_o};
  end

  always @* if (on && rst_ni) begin
    // P: once the threads are counted, a block's warps are at least one, and no more than may be
    count_there: assert (!was_ready || (warps_o != '0 && 32'(warps_o) <= MaxWarps));
    // P: the threads stay counted, with as many warps and the same last mask, until the next kernel
    count_stays: assert (!was_ready || (ready_o && {warps_o, last_mask_o} == before));
  end
endmodule
