// SPDX-License-Identifier: Apache-2.0
//
// What the launcher of blocks promises the machine (docs/blocks/cta_launcher.md),
// in terms of its ports alone: proven of it (cta_launcher_plan.txt, `promises`), assumed of
// it where it is left free.

module hd_cta_launcher_promise #(
    `HD_PARAMETERS
) (
    `HD_PORTS
);

  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;

  // The kernel's warps of a block; it was started; what ctas_o was. Blocks taken and not done.
  logic [WarpWidth:0]    warps;
  logic                  started;
  logic [BlockWidth-1:0] before, here;
  always_ff @(posedge clk_i) begin
    started <= rst_ni && !kernel_en_i && (started || start_en_o);
    before  <= ctas_o;
    here    <= rst_ni ? here + BlockWidth'(block_valid_o && block_ready_i)
                        - BlockWidth'(done_valid_i) : '0;
    if (kernel_en_i) warps <= kernel_warps_i;
  end

  always @* if (on && rst_ni) begin
    // P: from a kernel's start on some blocks may be on the core, as many as have numbers for
    // themselves and their warps
    ctas_there: assert (!(start_en_o || started)
                        || (ctas_o != '0 && 32'(ctas_o) <= Ctas
                            && 32'(ctas_o) * 32'(warps) <= Ids));
    // P: the number of blocks stays from a kernel's start until the next kernel
    ctas_stay: assert (!started || ctas_o == before);
    // P: a kernel starts when no block is on the core
    starts_empty: assert (!start_en_o || here == '0);
    // P: a kernel ends when no block is on the core, and none is offered
    ends_empty: assert (!done_o || (here == '0 && !block_valid_o));
  end
endmodule
