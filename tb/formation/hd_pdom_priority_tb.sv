// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_pdom_priority; knows nothing of checking. The inputs change at the falling
// edge.

module hd_pdom_priority_tb #(
    parameter int Lanes     = 0,
    parameter int TidWidth  = 0,
    parameter int PrioWidth = 0
) (
    input  logic                   clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic [2*PrioWidth-1:0] grp_prio_o
);

  import "DPI-C" function void pdom_priority_stim_open(
      input int unsigned lanes, input int unsigned tid_width, input int unsigned prio_width);
  import "DPI-C" function void pdom_priority_stim(
      output bit [127:0] grp_req, output bit [2*Lanes*32-1:0] grp_tid, output bit [127:0] grp_pdom,
      output bit [127:0] grp_first, output byte unsigned grp_en);

  logic [2*Lanes-1:0]          grp_req_i;
  logic [2*Lanes*TidWidth-1:0] grp_tid_i;
  logic [2*Lanes-1:0]          grp_pdom_i;
  logic [2*Lanes-1:0]          grp_first_i;
  logic [1:0]                  grp_en_i;

  hd_pdom_priority #(
      .Lanes(Lanes), .TidWidth(TidWidth), .PrioWidth(PrioWidth)
  ) dut (.*);

  initial pdom_priority_stim_open(Lanes, TidWidth, PrioWidth);

  // What it is offered in this cycle.
  bit [127:0]          grp_req, grp_pdom, grp_first;
  bit [2*Lanes*32-1:0] grp_tid;
  byte unsigned        grp_en;
  always @(negedge clk_i) begin
    pdom_priority_stim(grp_req, grp_tid, grp_pdom, grp_first, grp_en);
    grp_en_i = 2'(grp_en);
    for (int g = 0; g < 2; g++) begin
      grp_req_i[g*Lanes+:Lanes]   = Lanes'(grp_req[g*64+:64]);
      grp_pdom_i[g*Lanes+:Lanes]  = Lanes'(grp_pdom[g*64+:64]);
      grp_first_i[g*Lanes+:Lanes] = Lanes'(grp_first[g*64+:64]);
    end
    for (int l = 0; l < 2 * Lanes; l++) begin
      grp_tid_i[l*TidWidth+:TidWidth] = TidWidth'(grp_tid[l*32+:32]);
    end
  end
endmodule
