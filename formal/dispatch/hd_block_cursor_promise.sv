// SPDX-License-Identifier: Apache-2.0
//
// What the block cursor promises the work distributor (docs/blocks/block_cursor.md), in terms of
// its ports alone: proven of it (block_cursor_plan.txt, `promises`), assumed of it where it is left
// free.

module hd_block_cursor_promise #(
    `HD_PARAMETERS
) (
    `HD_PORTS
);

  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;

  // Kernels with a block left, by the loads and the takes of last blocks; with a limited slice.
  logic [Kernels-1:0] left, limited;

  for (genvar k = 0; k < Kernels; k++) begin : gen_kernel
    always_ff @(posedge clk_i) begin
      if (!rst_ni)                                         left[k] <= 1'b0;
      else if (load_en_i && 32'(load_kernel_i) == k)       left[k] <= 1'b1;
      else if (take_en_i && 32'(take_kernel_i) == k && more_o[k] && last_o)
        left[k] <= 1'b0;
      if (load_en_i && 32'(load_kernel_i) == k)            limited[k] <= load_count_i != '0;
      else if (slice_en_i && 32'(slice_kernel_i) == k)     limited[k] <= slice_count_i != '0;
    end
  end

  always @* if (on && rst_ni) begin
    // P: a kernel has a block left from its load on until its last block is taken
    left_until_last: assert (left_o == left);
    // P: a kernel whose slice is not limited has a block in it while it has one left
    more_unlimited: assert ((left & ~limited & ~more_o) == '0 && (more_o & ~left) == '0);
  end
endmodule
