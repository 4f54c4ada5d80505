// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_pc_warp_lut, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_pc_warp_lut_lockstep #(
    parameter int Entries     = 64,
    parameter int Ways        = 4,
    parameter int Lanes       = 32,
    parameter int PcWidth     = 24,
    parameter int PoolEntries = 128,
    parameter int PcShift     = 0,
    parameter int Forward     = 1,
    localparam int IdxWidth   = $clog2(PoolEntries)
) (
    input logic                  clk_i,
    input logic                  rst_ni,
    input logic [1:0]            grp_valid_i,
    input logic [2*PcWidth-1:0]  grp_pc_i,
    input logic [2*Lanes-1:0]    grp_req_i,
    input logic [1:0]            grp_ready_o,
    input logic [1:0]            alloc_valid_i,
    input logic [2*IdxWidth-1:0] alloc_idx_i,
    input logic [1:0]            alloc_ready_o,
    input logic                  close_en_i,
    input logic [PcWidth-1:0]    close_pc_i,
    input logic [IdxWidth-1:0]   close_idx_i,
    input logic [1:0]            join_en_o,
    input logic [2*IdxWidth-1:0] join_idx_o,
    input logic [2*Lanes-1:0]    join_mask_o,
    input logic [1:0]            open_en_o,
    input logic [2*IdxWidth-1:0] open_idx_o,
    input logic [2*Lanes-1:0]    open_mask_o,
    input logic [1:0]            shut_en_o,
    input logic [2*IdxWidth-1:0] shut_idx_o,
    input logic [2*Lanes-1:0]    shut_mask_o,
    input logic                  close_hit_o,
    input logic [Lanes-1:0]      close_occ_o
);

  localparam int Sets = Entries / Ways;

  import "DPI-C" function longint unsigned pc_warp_lut_open(
      input string path, input int unsigned entries, input int unsigned ways,
      input int unsigned lanes, input int unsigned pc_width, input int unsigned pool_entries,
      input int unsigned pc_shift, input int unsigned forward);
  import "DPI-C" function void pc_warp_lut_state(
      input longint unsigned handle, input bit [Entries*32-1:0] valid,
      input bit [Entries*32-1:0] pc, input bit [Entries*64-1:0] occ,
      input bit [Entries*32-1:0] idx, input bit [Sets*32-1:0] victim);
  import "DPI-C" function int pc_warp_lut_ports(
      input longint unsigned handle, input bit rst_n, input byte unsigned grp_valid,
      input bit [63:0] grp_pc, input bit [127:0] grp_req, input byte unsigned grp_ready,
      input byte unsigned alloc_valid,
      input bit [63:0] alloc_idx, input byte unsigned alloc_ready, input bit close_en,
      input int unsigned close_pc, input int unsigned close_idx, input byte unsigned join_en,
      input bit [63:0] join_idx, input bit [127:0] join_mask, input byte unsigned open_en,
      input bit [63:0] open_idx, input bit [127:0] open_mask, input byte unsigned shut_en,
      input bit [63:0] shut_idx, input bit [127:0] shut_mask, input bit close_hit,
      input longint unsigned close_occ);

  longint unsigned handle;
  initial
    handle = pc_warp_lut_open($sformatf("%m"), Entries, Ways, Lanes, PcWidth, PoolEntries, PcShift,
                              Forward);

  // ------------------------------------------------------------------------------------------
  // Registers, one 32-bit word an element (masks: two)
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  bit [Entries*32-1:0] valid, pc, idx;
  bit [Entries*64-1:0] occ;
  bit [Sets*32-1:0]    victim;
  for (genvar s = 0; s < Sets; s++) begin : gen_set
`ifndef HD_NO_victim_q
    assign victim[s*32+:32] = 32'(hd_pc_warp_lut.victim_q[s]);
`endif
    for (genvar w = 0; w < Ways; w++) begin : gen_entry
`ifndef HD_NO_valid_q
      assign valid[(s*Ways+w)*32+:32] = 32'(hd_pc_warp_lut.valid_q[s*Ways+w]);
`endif
`ifndef HD_NO_pc_q
      assign pc[(s*Ways+w)*32+:32] = 32'(hd_pc_warp_lut.gen_way[w].pc_q[s]);
`endif
`ifndef HD_NO_occ_q
      assign occ[(s*Ways+w)*64+:64] = 64'(hd_pc_warp_lut.gen_way[w].occ_q[s]);
`endif
`ifndef HD_NO_idx_q
      assign idx[(s*Ways+w)*32+:32] = 32'(hd_pc_warp_lut.gen_way[w].idx_q[s]);
`endif
    end
  end
  always @(negedge clk_i) pc_warp_lut_state(handle, valid, pc, occ, idx, victim);
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [63:0] grp_pc, alloc_idx, join_idx, open_idx, shut_idx;
  bit [127:0] grp_req, join_mask, open_mask, shut_mask;
  for (genvar g = 0; g < 2; g++) begin : gen_group
    assign grp_pc[g*32+:32]    = 32'(grp_pc_i[g*PcWidth+:PcWidth]);
    assign alloc_idx[g*32+:32] = 32'(alloc_idx_i[g*IdxWidth+:IdxWidth]);
    assign join_idx[g*32+:32]  = 32'(join_idx_o[g*IdxWidth+:IdxWidth]);
    assign open_idx[g*32+:32]  = 32'(open_idx_o[g*IdxWidth+:IdxWidth]);
    assign shut_idx[g*32+:32]  = 32'(shut_idx_o[g*IdxWidth+:IdxWidth]);
    assign grp_req[g*64+:64]   = 64'(grp_req_i[g*Lanes+:Lanes]);
    assign join_mask[g*64+:64] = 64'(join_mask_o[g*Lanes+:Lanes]);
    assign open_mask[g*64+:64] = 64'(open_mask_o[g*Lanes+:Lanes]);
    assign shut_mask[g*64+:64] = 64'(shut_mask_o[g*Lanes+:Lanes]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = pc_warp_lut_ports(
        handle, rst_ni, 8'(grp_valid_i), grp_pc, grp_req, 8'(grp_ready_o), 8'(alloc_valid_i),
        alloc_idx, 8'(alloc_ready_o), close_en_i, 32'(close_pc_i), 32'(close_idx_i), 8'(join_en_o),
        join_idx, join_mask, 8'(open_en_o), open_idx, open_mask, 8'(shut_en_o), shut_idx, shut_mask,
        close_hit_o, 64'(close_occ_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(grp_ready_o)), .Field(0)) u_grp_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(join_en_o)), .Field(1)) u_join_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(join_mask_o)), .Field(2)) u_join_mask (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(join_idx_o)), .Field(3)) u_join_idx (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(open_en_o)), .Field(4)) u_open_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(open_mask_o)), .Field(5)) u_open_mask (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(open_idx_o)), .Field(6)) u_open_idx (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(alloc_ready_o)), .Field(7)) u_alloc_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(shut_en_o)), .Field(8)) u_shut_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(shut_mask_o)), .Field(9)) u_shut_mask (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(shut_idx_o)), .Field(10)) u_shut_idx (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(close_hit_o)), .Field(11)) u_close_hit (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(close_occ_o)), .Field(12)) u_close_occ (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_pc_warp_lut hd_pc_warp_lut_lockstep #(
    .Entries(Entries), .Ways(Ways), .Lanes(Lanes), .PcWidth(PcWidth), .PoolEntries(PoolEntries),
    .PcShift(PcShift), .Forward(Forward)
) u_lockstep (.*);
