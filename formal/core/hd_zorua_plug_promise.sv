// SPDX-License-Identifier: Apache-2.0
//
// What Zorua's plug promises the machine (docs/blocks/zorua_plug.md), in terms of its ports alone:
// proven of it (zorua_plug_plan.txt, `promises`), assumed of it where it is left free.

module hd_zorua_plug_promise #(
    `HD_PARAMETERS,
    localparam int HereWidth = $clog2(Ctas + 1)
) (
    `HD_PORTS
);

  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;

  // The kernel's warps of a block; blocks that were taken and are not done.
  logic [SizeWidth-1:0] warps;
  logic [HereWidth-1:0] blocks;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) warps <= '0;
    else if (kernel_en_i && idle_o) warps <= kernel_warps_i;
    blocks <= rst_ni ? blocks + HereWidth'(block_valid_i && block_ready_o)
                       - HereWidth'(done_valid_o) : '0;
  end

  always @* if (on && rst_ni) begin
    // P: a warp begins of a block that is here, on a slot and with a number that there are, and a
    // rank below the number of the block's warps
    begins_there: assert (!begin_en_o
        || (blocks != '0 && 32'(begin_slot_o) < Slots && 32'(begin_warp_o) < Warps
            && begin_rank_o < warps));
    // P: idle is when no block is here, and none is done then
    idle_no_block: assert (idle_o == (blocks == '0) && !(idle_o && done_valid_o));
  end
endmodule
