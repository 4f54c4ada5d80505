// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_time_scheduler; knows nothing of checking. The inputs change at the falling
// edge. What the block offers depends on its state alone, so that the stimulus sees it in the
// same cycle.

module hd_time_scheduler_tb #(
    parameter int Entries  = 0,
    parameter int WidWidth = 0
) (
    input  logic                clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                pick_valid_o,
    output logic [WidWidth-1:0] pick_wid_o
);

  import "DPI-C" function void time_scheduler_stim_open(
      input int unsigned entries, input int unsigned wid_width);
  import "DPI-C" function void time_scheduler_stim(
      input bit pick_valid, input int unsigned pick_wid, output bit rst_n,
      output byte unsigned upd_valid, output bit [63:0] upd_wid, output byte unsigned upd_open,
      output bit issue_en);

  logic                  rst_ni;
  logic [1:0]            upd_valid_i;
  logic [2*WidWidth-1:0] upd_wid_i;
  logic [1:0]            upd_open_i;
  logic                  issue_en_i;

  hd_time_scheduler #(
      .Entries(Entries), .WidWidth(WidWidth)
  ) dut (.*);

  initial time_scheduler_stim_open(Entries, WidWidth);

  // What it is offered in this cycle.
  bit           rst_n, issue_en;
  byte unsigned upd_valid, upd_open;
  bit [63:0]    upd_wid;
  always @(negedge clk_i) begin
    time_scheduler_stim(pick_valid_o, 32'(pick_wid_o), rst_n, upd_valid, upd_wid, upd_open,
                        issue_en);
    rst_ni      = rst_n;
    upd_valid_i = 2'(upd_valid);
    upd_open_i  = 2'(upd_open);
    issue_en_i  = issue_en;
    for (int g = 0; g < 2; g++) begin
      upd_wid_i[g*WidWidth+:WidWidth] = WidWidth'(upd_wid[g*32+:32]);
    end
  end
endmodule
