// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_pc_warp_lut; knows nothing of checking. The inputs change at the falling edge;
// what the block answered is kept at the rising edge, for the stimulus of the next cycle.

module hd_pc_warp_lut_tb #(
    parameter int Entries     = 0,
    parameter int Ways        = 0,
    parameter int Lanes       = 0,
    parameter int PcWidth     = 0,
    parameter int PoolEntries = 0,
    parameter int PcShift     = 0,
    parameter int Forward     = 0,
    localparam int IdxWidth   = $clog2(PoolEntries)
) (
    input  logic                  clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic [1:0]            grp_ready_o,
    output logic [1:0]            alloc_ready_o,
    output logic [1:0]            join_en_o,
    output logic [2*IdxWidth-1:0] join_idx_o,
    output logic [2*Lanes-1:0]    join_mask_o,
    output logic [1:0]            open_en_o,
    output logic [2*IdxWidth-1:0] open_idx_o,
    output logic [2*Lanes-1:0]    open_mask_o,
    output logic [1:0]            shut_en_o,
    output logic [2*IdxWidth-1:0] shut_idx_o,
    output logic [2*Lanes-1:0]    shut_mask_o,
    output logic                  close_hit_o,
    output logic [Lanes-1:0]      close_occ_o
);

  import "DPI-C" function void pc_warp_lut_stim_open(
      input int unsigned entries, input int unsigned ways, input int unsigned lanes,
      input int unsigned pc_width, input int unsigned pool_entries, input int unsigned pc_shift,
      input int unsigned forward);
  import "DPI-C" function void pc_warp_lut_stim(
      input byte unsigned grp_ready, input byte unsigned alloc_ready, input byte unsigned open_en,
      input bit [63:0] open_idx, output bit rst_n, output byte unsigned grp_valid,
      output bit [63:0] grp_pc, output bit [127:0] grp_req, output byte unsigned alloc_valid,
      output bit [63:0] alloc_idx, output bit close_en, output int unsigned close_pc,
      output int unsigned close_idx);

  logic                  rst_ni;
  logic [1:0]            grp_valid_i, alloc_valid_i;
  logic [2*PcWidth-1:0]  grp_pc_i;
  logic [2*Lanes-1:0]    grp_req_i;
  logic [2*IdxWidth-1:0] alloc_idx_i;
  logic                  close_en_i;
  logic [PcWidth-1:0]    close_pc_i;
  logic [IdxWidth-1:0]   close_idx_i;

  hd_pc_warp_lut #(
      .Entries(Entries), .Ways(Ways), .Lanes(Lanes), .PcWidth(PcWidth),
      .PoolEntries(PoolEntries), .PcShift(PcShift), .Forward(Forward)
  ) dut (.*);

  // What the block answered in the last cycle.
  byte unsigned grp_ready, alloc_ready, open_en;
  bit [63:0]    open_idx;
  always @(posedge clk_i) begin
    grp_ready   <= 8'(grp_ready_o);
    alloc_ready <= 8'(alloc_ready_o);
    open_en     <= 8'(open_en_o);
    for (int g = 0; g < 2; g++) open_idx[g*32+:32] <= 32'(open_idx_o[g*IdxWidth+:IdxWidth]);
  end

  initial pc_warp_lut_stim_open(Entries, Ways, Lanes, PcWidth, PoolEntries, PcShift, Forward);

  // What it is offered in this one.
  bit           rst_n, close_en;
  byte unsigned grp_valid, alloc_valid;
  bit [63:0]    grp_pc, alloc_idx;
  bit [127:0]   grp_req;
  int unsigned  close_pc, close_idx;
  always @(negedge clk_i) begin
    pc_warp_lut_stim(grp_ready, alloc_ready, open_en, open_idx, rst_n, grp_valid, grp_pc, grp_req,
                     alloc_valid, alloc_idx, close_en, close_pc, close_idx);
    rst_ni        = rst_n;
    grp_valid_i   = 2'(grp_valid);
    alloc_valid_i = 2'(alloc_valid);
    for (int g = 0; g < 2; g++) begin
      grp_pc_i[g*PcWidth+:PcWidth]      = PcWidth'(grp_pc[g*32+:32]);
      grp_req_i[g*Lanes+:Lanes]         = Lanes'(grp_req[g*64+:64]);
      alloc_idx_i[g*IdxWidth+:IdxWidth] = IdxWidth'(alloc_idx[g*32+:32]);
    end
    close_en_i  = close_en;
    close_pc_i  = PcWidth'(close_pc);
    close_idx_i = IdxWidth'(close_idx);
  end
endmodule
