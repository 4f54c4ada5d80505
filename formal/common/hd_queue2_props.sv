// SPDX-License-Identifier: Apache-2.0
//
// What the proofs of the blocks that hold a hd_queue2 need to know of its inside; what it does for
// them is proven there, at their ports. Goes to the end of the module, in the copy that is proven.
`ifdef HD_INSIDE
  logic props_on = 1'b0;
  always_ff @(posedge clk_i) props_on <= 1'b1;
  always @* if (props_on) begin
    // P: the queue never counts more entries than it has
    queue_count: assert (32'(count_q) <= Depth);
  end
`endif
