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

`ifdef HD_WAVES
  // For the eye: what the RTL said at the edge and what the model says, side by side (bits that
  // mean nothing are 0 in both), and what failed first.
  import "DPI-C" function void hd_expect(input longint unsigned handle, input int field,
                                         output bit [127:0] value, output bit [127:0] care);
  import "DPI-C" function int hd_fault(input longint unsigned handle, output int unsigned index,
                                       output longint unsigned rtl,
                                       output longint unsigned model);
  logic [1:0] rtl_upd_ready, model_upd_ready;
  logic [1:0] rtl_lkp_valid, model_lkp_valid;
  logic [2*PcWidth-1:0] rtl_lkp_pc, model_lkp_pc;
  logic [1:0] rtl_ins_en, model_ins_en;
  logic rtl_stuck, model_stuck;
  logic [1:0] rtl_move_en, model_move_en;
  logic [2*LutWidth-1:0] rtl_move_lut, model_move_lut;
  logic [2*MhWidth-1:0] rtl_move_mh, model_move_mh;
  logic [1:0] rtl_link_en, model_link_en;
  logic [2*WidWidth-1:0] rtl_link_from, model_link_from;
  logic [2*WidWidth-1:0] rtl_link_to, model_link_to;
  logic rtl_root_valid, model_root_valid;
  logic [PcWidth-1:0] rtl_root_pc, model_root_pc;
  logic [CntWidth-1:0] rtl_root_cnt, model_root_cnt;
  logic [WidWidth-1:0] rtl_root_wph, model_root_wph;
  logic [WidWidth-1:0] rtl_root_wpt, model_root_wpt;
  logic [LutWidth-1:0] rtl_root_lut, model_root_lut;
  logic rtl_root_old, model_root_old;
  logic [SizeWidth-1:0] rtl_size, model_size;
  logic rtl_busy, model_busy;
  logic [7:0]  fault;
  int unsigned fault_index;
  logic [63:0] fault_rtl, fault_model;
  longint unsigned said, expected;
  bit [127:0]  value, care;
  task automatic show();
    hd_expect(handle, 0, value, care);
    rtl_upd_ready   = upd_ready_o & 2'(care);
    model_upd_ready = 2'(value);
    hd_expect(handle, 1, value, care);
    rtl_lkp_valid   = lkp_valid_o & 2'(care);
    model_lkp_valid = 2'(value);
    hd_expect(handle, 2, value, care);
    rtl_lkp_pc   = lkp_pc_o & (2*PcWidth)'(care);
    model_lkp_pc = (2*PcWidth)'(value);
    hd_expect(handle, 3, value, care);
    rtl_ins_en   = ins_en_o & 2'(care);
    model_ins_en = 2'(value);
    hd_expect(handle, 4, value, care);
    rtl_stuck   = stuck_o & 1'(care);
    model_stuck = 1'(value);
    hd_expect(handle, 5, value, care);
    rtl_move_en   = move_en_o & 2'(care);
    model_move_en = 2'(value);
    hd_expect(handle, 6, value, care);
    rtl_move_lut   = move_lut_o & (2*LutWidth)'(care);
    model_move_lut = (2*LutWidth)'(value);
    hd_expect(handle, 7, value, care);
    rtl_move_mh   = move_mh_o & (2*MhWidth)'(care);
    model_move_mh = (2*MhWidth)'(value);
    hd_expect(handle, 8, value, care);
    rtl_link_en   = link_en_o & 2'(care);
    model_link_en = 2'(value);
    hd_expect(handle, 9, value, care);
    rtl_link_from   = link_from_o & (2*WidWidth)'(care);
    model_link_from = (2*WidWidth)'(value);
    hd_expect(handle, 10, value, care);
    rtl_link_to   = link_to_o & (2*WidWidth)'(care);
    model_link_to = (2*WidWidth)'(value);
    hd_expect(handle, 11, value, care);
    rtl_root_valid   = root_valid_o & 1'(care);
    model_root_valid = 1'(value);
    hd_expect(handle, 12, value, care);
    rtl_root_pc   = root_pc_o & PcWidth'(care);
    model_root_pc = PcWidth'(value);
    hd_expect(handle, 13, value, care);
    rtl_root_cnt   = root_cnt_o & CntWidth'(care);
    model_root_cnt = CntWidth'(value);
    hd_expect(handle, 14, value, care);
    rtl_root_wph   = root_wph_o & WidWidth'(care);
    model_root_wph = WidWidth'(value);
    hd_expect(handle, 15, value, care);
    rtl_root_wpt   = root_wpt_o & WidWidth'(care);
    model_root_wpt = WidWidth'(value);
    hd_expect(handle, 16, value, care);
    rtl_root_lut   = root_lut_o & LutWidth'(care);
    model_root_lut = LutWidth'(value);
    hd_expect(handle, 17, value, care);
    rtl_root_old   = root_old_o & 1'(care);
    model_root_old = 1'(value);
    hd_expect(handle, 18, value, care);
    rtl_size   = size_o & SizeWidth'(care);
    model_size = SizeWidth'(value);
    hd_expect(handle, 19, value, care);
    rtl_busy   = busy_o & 1'(care);
    model_busy = 1'(value);
    fault = 8'(hd_fault(handle, fault_index, said, expected));
    {fault_rtl, fault_model} = {said, expected};
  endtask
`endif

  int verdict;
  always @(posedge clk_i) begin
    verdict = heap_ports(
        handle, rst_ni, 8'(upd_valid_i), upd_pc, upd_nthd, upd_wid, 8'(upd_open_i),
        8'(upd_ready_o), 8'(lkp_valid_o), lkp_pc, 8'(lkp_hit_i), 8'(lkp_free_i), lkp_mh, lkp_lut,
        8'(ins_en_o), hold_i, stuck_o, 8'(move_en_o), move_lut, move_mh, 8'(link_en_o), link_from,
        link_to, root_valid_o, 32'(root_pc_o), 32'(root_cnt_o), 32'(root_wph_o), 32'(root_wpt_o),
        32'(root_lut_o), root_old_o, pop_en_i, sweep_en_i, 32'(size_o), busy_o);
`ifdef HD_WAVES
    show();
`endif
  end

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule
