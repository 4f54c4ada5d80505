// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_warp_update, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_warp_update_lockstep #(
    parameter int Lanes      = 32,
    parameter int TidWidth   = 10,
    parameter int PcWidth    = 24,
    localparam int NthdWidth = $clog2(Lanes + 1)
) (
    input logic                        clk_i,
    input logic                        rst_ni,
    input logic                        ret_valid_i,
    input logic [Lanes-1:0]            ret_mask_i,
    input logic [Lanes*TidWidth-1:0]   ret_tid_i,
    input logic [Lanes*PcWidth-1:0]    ret_pc_i,
    input logic                        ret_ready_o,
    input logic [1:0]                  grp_valid_o,
    input logic [2*PcWidth-1:0]        grp_pc_o,
    input logic [2*Lanes-1:0]          grp_req_o,
    input logic [2*NthdWidth-1:0]      grp_nthd_o,
    input logic [2*Lanes*TidWidth-1:0] grp_tid_o,
    input logic [1:0]                  grp_ready_i
);

  import "DPI-C" function longint unsigned warp_update_open(
      input string path, input int unsigned lanes, input int unsigned tid_width,
      input int unsigned pc_width);
  import "DPI-C" function void warp_update_state(
      input longint unsigned handle, input byte unsigned valid, input bit [63:0] pc,
      input bit [127:0] req, input bit [2*Lanes*32-1:0] tid, input longint unsigned sent);
  import "DPI-C" function int warp_update_ports(
      input longint unsigned handle, input bit rst_n, input bit ret_valid,
      input longint unsigned ret_mask, input bit [Lanes*32-1:0] ret_tid,
      input bit [Lanes*32-1:0] ret_pc, input bit ret_ready, input byte unsigned grp_valid,
      input bit [63:0] grp_pc, input bit [127:0] grp_req, input bit [63:0] grp_nthd,
      input bit [2*Lanes*32-1:0] grp_tid, input byte unsigned grp_ready);

  longint unsigned handle;
  initial handle = warp_update_open($sformatf("%m"), Lanes, TidWidth, PcWidth);

  // ------------------------------------------------------------------------------------------
  // Registers, one 32-bit word an element (masks: two)
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  byte unsigned        valid;
  bit [63:0]           pc;
  bit [127:0]          req;
  bit [2*Lanes*32-1:0] tid;
  longint unsigned     sent;
`ifndef HD_NO_valid_q
  assign valid = 8'(hd_warp_update.valid_q);
`endif
`ifndef HD_NO_sent_q
  assign sent = 64'(hd_warp_update.sent_q);
`endif
  for (genvar g = 0; g < 2; g++) begin : gen_register
`ifndef HD_NO_pc_q
    assign pc[g*32+:32] = 32'(hd_warp_update.pc_q[g*PcWidth+:PcWidth]);
`endif
`ifndef HD_NO_req_q
    assign req[g*64+:64] = 64'(hd_warp_update.req_q[g*Lanes+:Lanes]);
`endif
  end
`ifndef HD_NO_tid_q
  for (genvar l = 0; l < 2 * Lanes; l++) begin : gen_tid
    assign tid[l*32+:32] = 32'(hd_warp_update.tid_q[l*TidWidth+:TidWidth]);
  end
`endif
  always @(negedge clk_i) warp_update_state(handle, valid, pc, req, tid, sent);
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [63:0]           grp_pc, grp_nthd;
  bit [127:0]          grp_req;
  bit [Lanes*32-1:0]   ret_tid, ret_pc;
  bit [2*Lanes*32-1:0] grp_tid;
  for (genvar g = 0; g < 2; g++) begin : gen_group
    assign grp_pc[g*32+:32]   = 32'(grp_pc_o[g*PcWidth+:PcWidth]);
    assign grp_req[g*64+:64]  = 64'(grp_req_o[g*Lanes+:Lanes]);
    assign grp_nthd[g*32+:32] = 32'(grp_nthd_o[g*NthdWidth+:NthdWidth]);
  end
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign ret_tid[l*32+:32] = 32'(ret_tid_i[l*TidWidth+:TidWidth]);
    assign ret_pc[l*32+:32]  = 32'(ret_pc_i[l*PcWidth+:PcWidth]);
  end
  for (genvar l = 0; l < 2 * Lanes; l++) begin : gen_thread
    assign grp_tid[l*32+:32] = 32'(grp_tid_o[l*TidWidth+:TidWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = warp_update_ports(
        handle, rst_ni, ret_valid_i, 64'(ret_mask_i), ret_tid, ret_pc, ret_ready_o,
        8'(grp_valid_o), grp_pc, grp_req, grp_nthd, grp_tid, 8'(grp_ready_i));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ret_ready_o)), .Field(0)) u_ret_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(grp_valid_o)), .Field(1)) u_grp_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(grp_pc_o)), .Field(2)) u_grp_pc (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(grp_req_o)), .Field(3)) u_grp_req (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(grp_nthd_o)), .Field(4)) u_grp_nthd (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(grp_tid_o)), .Field(5)) u_grp_tid (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_warp_update hd_warp_update_lockstep #(
    .Lanes(Lanes), .TidWidth(TidWidth), .PcWidth(PcWidth)
) u_lockstep (.*);
