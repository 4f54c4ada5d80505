// SPDX-License-Identifier: Apache-2.0
//
// What the launch queues promise the work distributor (docs/blocks/launch_queues.md), in terms of
// their ports alone: proven of them (launch_queues_plan.txt, `promises`), assumed of them where
// they are left free.

module hd_launch_queues_promise #(
    `HD_PARAMETERS
) (
    `HD_PORTS
);

  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;

  // Launches that have begun and are not done; the one that is offered is among them, or is none.
  logic [Launches-1:0] begun;
  logic                again;

  for (genvar l = 0; l < Launches; l++) begin : gen_launch
    always_ff @(posedge clk_i) begin
      if (!rst_ni)                                                       begun[l] <= 1'b0;
      else if (begin_valid_o && begin_ready_i && 32'(begin_launch_o) == l) begun[l] <= 1'b1;
      else if (done_en_i && 32'(done_launch_i) == l)                     begun[l] <= 1'b0;
    end
  end

  always @* begin
    again = 1'b1;
    for (int l = 0; l < Launches; l++)
      if (32'(begin_launch_o) == l) again = begun[l];
  end

  always @* if (on && rst_ni) begin
    // P: a launch is offered that there is, and that does not run
    offers_waiting: assert (!begin_valid_o || !again);
  end
endmodule
