// SPDX-License-Identifier: Apache-2.0
//
// What the block of thread ids promises the machine (docs/blocks/thread_ids.md),
// in terms of its ports alone: proven of it (thread_ids_plan.txt, `promises`), assumed of
// it where it is left free.

module hd_thread_ids_promise #(
    parameter int Lanes    = 32,
    parameter int MaxWarps = 32,
    localparam int CountWidth = $clog2(MaxWarps + 1)
) (
    input logic                  clk_i,
    input logic                  rst_ni,
    input logic                  kernel_en_i,
    input logic                  ready_o,
    input logic [CountWidth-1:0] warps_o,
    input logic [Lanes-1:0]      last_mask_o
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
    // P: once they are counted, a block's warps are at least one, and no more than there may be
    count_there: assert (!was_ready || (warps_o != '0 && 32'(warps_o) <= MaxWarps));
    // P: they stay counted, and so many, with the same last ones, until the next kernel
    count_stays: assert (!was_ready || (ready_o && {warps_o, last_mask_o} == before));
  end
endmodule
