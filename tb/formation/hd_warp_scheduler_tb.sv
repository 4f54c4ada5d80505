// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_warp_scheduler; knows nothing of checking. The inputs change at the falling edge.

module hd_warp_scheduler_tb #(
    parameter int Slots  = 0,
    parameter int Policy = 0,
    parameter int Group  = 0,
    localparam int SlotWidth = $clog2(Slots)
) (
    input  logic                 clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                 issue_valid_o,
    output logic [SlotWidth-1:0] issue_slot_o
);

  import "DPI-C" function void warp_scheduler_stim_open(
      input int unsigned slots, input int unsigned policy, input int unsigned group);
  import "DPI-C" function void warp_scheduler_stim(
      input bit issue_valid, input int unsigned issue_slot, output bit rst_n,
      output longint unsigned begins, output longint unsigned can, output bit issue_ready);

  logic             rst_ni, issue_ready_i;
  logic [Slots-1:0] begin_i, can_i;

  hd_warp_scheduler #(
      .Slots(Slots), .Policy(Policy), .Group(Group)
  ) dut (.*);

  // What the block answered in the last cycle.
  bit          issue_valid;
  int unsigned issue_slot;
  always @(posedge clk_i) begin
    issue_valid <= issue_valid_o;
    issue_slot  <= 32'(issue_slot_o);
  end

  initial warp_scheduler_stim_open(Slots, Policy, Group);

  // What it is offered in this cycle.
  bit              rst_n, issue_ready;
  longint unsigned begins, can;
  always @(negedge clk_i) begin
    warp_scheduler_stim(issue_valid, issue_slot, rst_n, begins, can, issue_ready);
    rst_ni        = rst_n;
    begin_i       = Slots'(begins);
    can_i         = Slots'(can);
    issue_ready_i = issue_ready;
  end
endmodule
