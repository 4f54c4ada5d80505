// SPDX-License-Identifier: Apache-2.0
//
// What the register file promises the machine (docs/blocks/register_file.md),
// in terms of its ports alone: proven of it (register_file_plan.txt, `promises`), assumed of
// it where it is left free.

module hd_register_file_promise #(
    `HD_PARAMETERS
) (
    `HD_PORTS
);

  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;

  // Operands that were accepted and not taken.
  logic [Ports-1:0] here;
  always_ff @(posedge clk_i) here <= rst_ni ? rd_ready_o | (here & ~out_ready_i) : '0;

  always @* if (on && rst_ni) begin
    // P: a request is accepted only if its port's output is free, or taken in this cycle
    room_first: assert ((rd_ready_o & ~(rd_valid_i & (out_ready_i | ~out_valid_o))) == '0);
    // P: an instruction's operands are there from the next cycle on until they are taken
    there_until: assert (out_valid_o == here);
  end
endmodule
