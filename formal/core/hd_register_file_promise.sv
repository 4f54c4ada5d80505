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

  // Beats at hand: some port has not all of its output, or all of a request with a thread that is
  // not accepted, or some without a request.
  logic all_wrong, part_wrong;
  always @* begin
    {all_wrong, part_wrong} = '0;
    for (int p = 0; p < Ports; p++)
      if (LaneSlots == 1) begin
        if (out_here_o[p*GoneWidth+:GoneWidth] != '0) all_wrong = 1'b1;
      end else if (out_valid_o[p]) begin
        if (32'(out_here_o[p*GoneWidth+:GoneWidth]) != LaneSlots) all_wrong = 1'b1;
      end else if (rd_valid_i[p]) begin
        if (rd_mask_i[p*Lanes+:Lanes] != '0
            && 32'(out_here_o[p*GoneWidth+:GoneWidth]) >= LaneSlots) part_wrong = 1'b1;
      end else if (out_here_o[p*GoneWidth+:GoneWidth] != '0) part_wrong = 1'b1;
  end

  always @* if (on && rst_ni) begin
    // P: a request is accepted only if its port's output is free, or taken in this cycle
    room_first: assert ((rd_ready_o & ~(rd_valid_i & (out_ready_i | ~out_valid_o))) == '0);
    // P: an instruction's operands are there from the next cycle on until they are taken
    there_until: assert (out_valid_o == here);
    // P: with several places a lane all beats of an output are at hand; with one none is told
    all_at_hand: assert (!all_wrong);
    // P: of a request that is not accepted not all beats are at hand, and none without a request
    part_at_hand: assert (!part_wrong);
  end
endmodule
