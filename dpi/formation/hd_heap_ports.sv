// SPDX-License-Identifier: Apache-2.0
// The part of a lockstep checker that max-heap and max-tree share: their ports are the same
// (docs/blocks/max_heap.md). Part of hd_max_heap_lockstep and hd_max_tree_lockstep.

module hd_heap_ports #(
    parameter int Entries  = 64,
    parameter int PcWidth  = 24,
    parameter int CntWidth = 10,
    parameter int WidWidth = 8,
    parameter int LutWidth = 8,
    parameter int Lanes    = 32,
    localparam int MhWidth   = $clog2(Entries),
    localparam int NthdWidth = $clog2(Lanes + 1),
    localparam int SizeWidth = $clog2(Entries + 1)
) (
    input longint unsigned        handle,
    input logic                   clk_i,
    input logic                   rst_ni,
    input logic [1:0]             upd_valid_i,
    input logic [2*PcWidth-1:0]   upd_pc_i,
    input logic [2*NthdWidth-1:0] upd_nthd_i,
    input logic [2*WidWidth-1:0]  upd_wid_i,
    input logic [1:0]             upd_open_i,
    input logic [1:0]             upd_ready_o,
    input logic [1:0]             lkp_valid_o,
    input logic [2*PcWidth-1:0]   lkp_pc_o,
    input logic [1:0]             lkp_hit_i,
    input logic [1:0]             lkp_free_i,
    input logic [2*MhWidth-1:0]   lkp_mh_i,
    input logic [2*LutWidth-1:0]  lkp_lut_i,
    input logic [1:0]             ins_en_o,
    input logic                   hold_i,
    input logic                   stuck_o,
    input logic [1:0]             move_en_o,
    input logic [2*LutWidth-1:0]  move_lut_o,
    input logic [2*MhWidth-1:0]   move_mh_o,
    input logic [1:0]             link_en_o,
    input logic [2*WidWidth-1:0]  link_from_o,
    input logic [2*WidWidth-1:0]  link_to_o,
    input logic                   root_valid_o,
    input logic [PcWidth-1:0]     root_pc_o,
    input logic [CntWidth-1:0]    root_cnt_o,
    input logic [WidWidth-1:0]    root_wph_o,
    input logic [WidWidth-1:0]    root_wpt_o,
    input logic [LutWidth-1:0]    root_lut_o,
    input logic                   root_old_o,
    input logic                   pop_en_i,
    input logic                   sweep_en_i,
    input logic [SizeWidth-1:0]   size_o,
    input logic                   busy_o
);

  import "DPI-C" function int heap_ports(
      input longint unsigned handle, input bit rst_n, input byte unsigned upd_valid,
      input bit [63:0] upd_pc, input bit [63:0] upd_nthd, input bit [63:0] upd_wid,
      input byte unsigned upd_open, input byte unsigned upd_ready, input byte unsigned lkp_valid,
      input bit [63:0] lkp_pc, input byte unsigned lkp_hit, input byte unsigned lkp_free,
      input bit [63:0] lkp_mh, input bit [63:0] lkp_lut, input byte unsigned ins_en,
      input bit hold, input bit stuck, input byte unsigned move_en, input bit [63:0] move_lut,
      input bit [63:0] move_mh, input byte unsigned link_en, input bit [63:0] link_from,
      input bit [63:0] link_to, input bit root_valid, input int unsigned root_pc,
      input int unsigned root_cnt, input int unsigned root_wph, input int unsigned root_wpt,
      input int unsigned root_lut, input bit root_old, input bit pop_en, input bit sweep_en,
      input int unsigned size, input bit busy);

  bit [63:0] upd_pc, upd_nthd, upd_wid, lkp_pc, lkp_mh, lkp_lut;
  bit [63:0] move_lut, move_mh, link_from, link_to;
  for (genvar u = 0; u < 2; u++) begin : gen_update
    assign upd_pc[u*32+:32]    = 32'(upd_pc_i[u*PcWidth+:PcWidth]);
    assign upd_nthd[u*32+:32]  = 32'(upd_nthd_i[u*NthdWidth+:NthdWidth]);
    assign upd_wid[u*32+:32]   = 32'(upd_wid_i[u*WidWidth+:WidWidth]);
    assign lkp_pc[u*32+:32]    = 32'(lkp_pc_o[u*PcWidth+:PcWidth]);
    assign lkp_mh[u*32+:32]    = 32'(lkp_mh_i[u*MhWidth+:MhWidth]);
    assign lkp_lut[u*32+:32]   = 32'(lkp_lut_i[u*LutWidth+:LutWidth]);
    assign move_lut[u*32+:32]  = 32'(move_lut_o[u*LutWidth+:LutWidth]);
    assign move_mh[u*32+:32]   = 32'(move_mh_o[u*MhWidth+:MhWidth]);
    assign link_from[u*32+:32] = 32'(link_from_o[u*WidWidth+:WidWidth]);
    assign link_to[u*32+:32]   = 32'(link_to_o[u*WidWidth+:WidWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = heap_ports(
        handle, rst_ni, 8'(upd_valid_i), upd_pc, upd_nthd, upd_wid, 8'(upd_open_i),
        8'(upd_ready_o), 8'(lkp_valid_o), lkp_pc, 8'(lkp_hit_i), 8'(lkp_free_i), lkp_mh, lkp_lut,
        8'(ins_en_o), hold_i, stuck_o, 8'(move_en_o), move_lut, move_mh, 8'(link_en_o), link_from,
        link_to, root_valid_o, 32'(root_pc_o), 32'(root_cnt_o), 32'(root_wph_o), 32'(root_wpt_o),
        32'(root_lut_o), root_old_o, pop_en_i, sweep_en_i, 32'(size_o), busy_o);
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(upd_ready_o)), .Field(0)) u_upd_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(lkp_valid_o)), .Field(1)) u_lkp_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(lkp_pc_o)), .Field(2)) u_lkp_pc (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ins_en_o)), .Field(3)) u_ins_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stuck_o)), .Field(4)) u_stuck (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(move_en_o)), .Field(5)) u_move_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(move_lut_o)), .Field(6)) u_move_lut (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(move_mh_o)), .Field(7)) u_move_mh (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(link_en_o)), .Field(8)) u_link_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(link_from_o)), .Field(9)) u_link_from (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(link_to_o)), .Field(10)) u_link_to (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(root_valid_o)), .Field(11)) u_root_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(root_pc_o)), .Field(12)) u_root_pc (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(root_cnt_o)), .Field(13)) u_root_cnt (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(root_wph_o)), .Field(14)) u_root_wph (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(root_wpt_o)), .Field(15)) u_root_wpt (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(root_lut_o)), .Field(16)) u_root_lut (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(root_old_o)), .Field(17)) u_root_old (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(size_o)), .Field(18)) u_size (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(busy_o)), .Field(19)) u_busy (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule
