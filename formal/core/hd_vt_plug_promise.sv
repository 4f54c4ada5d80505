// SPDX-License-Identifier: Apache-2.0
//
// What Virtual Thread's plug promises the machine (docs/blocks/vt_plug.md), in terms of its ports
// alone: proven of it (vt_plug_plan.txt, `promises`), assumed of it where it is left free.

module hd_vt_plug_promise #(
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
    if (!rst_ni) warps <= SizeWidth'(1);
    else if (kernel_en_i && idle_o) warps <= kernel_warps_i;
    blocks <= rst_ni ? blocks + HereWidth'(block_valid_i && block_ready_o)
                       - HereWidth'(done_valid_o) : '0;
  end

  always @* if (on && rst_ni) begin
    // P: no block begins in the cycle in which one comes back
    one_at_once: assert (!begin_en_o || !resume_en_o);
    // P: a block that begins or comes back is here, and sits down with its warps on slots that
    // there are, from a multiple of their number on
    sits_there: assert (!(begin_en_o || resume_en_o)
        || (blocks != '0 && begin_count_o == warps
            && 32'(begin_slot_o) + 32'(begin_count_o) <= Slots
            && (SizeWidth + 1)'(begin_slot_o) % (SizeWidth + 1)'(warps) == '0));
    // P: idle is when no block is here, and none is done then
    idle_no_cta: assert (idle_o == (blocks == '0) && !(idle_o && done_valid_o));
  end
endmodule
