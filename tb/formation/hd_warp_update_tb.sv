// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_warp_update; knows nothing of checking. The inputs change at the falling edge;
// what the block answered is kept at the rising edge, for the stimulus of the next cycle.

module hd_warp_update_tb #(
    parameter int Lanes      = 0,
    parameter int TidWidth   = 0,
    parameter int PcWidth    = 0,
    localparam int NthdWidth = $clog2(Lanes + 1)
) (
    input  logic                        clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                        ret_ready_o,
    output logic [1:0]                  grp_valid_o,
    output logic [2*PcWidth-1:0]        grp_pc_o,
    output logic [2*Lanes-1:0]          grp_req_o,
    output logic [2*NthdWidth-1:0]      grp_nthd_o,
    output logic [2*Lanes*TidWidth-1:0] grp_tid_o
);

  import "DPI-C" function void warp_update_stim_open(
      input int unsigned lanes, input int unsigned tid_width, input int unsigned pc_width);
  import "DPI-C" function void warp_update_stim(
      input bit ret_ready, output bit rst_n, output bit ret_valid,
      output longint unsigned ret_mask, output bit [Lanes*32-1:0] ret_tid,
      output bit [Lanes*32-1:0] ret_pc, output byte unsigned grp_ready);

  logic                      rst_ni;
  logic                      ret_valid_i;
  logic [Lanes-1:0]          ret_mask_i;
  logic [Lanes*TidWidth-1:0] ret_tid_i;
  logic [Lanes*PcWidth-1:0]  ret_pc_i;
  logic [1:0]                grp_ready_i;

  hd_warp_update #(
      .Lanes(Lanes), .TidWidth(TidWidth), .PcWidth(PcWidth)
  ) dut (.*);

  // What the block answered in the last cycle.
  bit ret_ready;
  always @(posedge clk_i) begin
    ret_ready <= ret_ready_o;
  end

  initial warp_update_stim_open(Lanes, TidWidth, PcWidth);

  // What it is offered in this cycle.
  bit                rst_n, ret_valid;
  longint unsigned   ret_mask;
  bit [Lanes*32-1:0] ret_tid, ret_pc;
  byte unsigned      grp_ready;
  always @(negedge clk_i) begin
    warp_update_stim(ret_ready, rst_n, ret_valid, ret_mask, ret_tid, ret_pc, grp_ready);
    rst_ni      = rst_n;
    ret_valid_i = ret_valid;
    ret_mask_i  = Lanes'(ret_mask);
    grp_ready_i = 2'(grp_ready);
    for (int l = 0; l < Lanes; l++) begin
      ret_tid_i[l*TidWidth+:TidWidth] = TidWidth'(ret_tid[l*32+:32]);
      ret_pc_i[l*PcWidth+:PcWidth]    = PcWidth'(ret_pc[l*32+:32]);
    end
  end
endmodule
