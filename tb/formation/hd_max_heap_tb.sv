// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_max_heap; knows nothing of checking. The inputs change at the falling edge; what
// the block answered is kept at the rising edge, for the stimulus of the next cycle.

module hd_max_heap_tb #(
    parameter int Entries    = 0,
    parameter int PcWidth    = 0,
    parameter int CntWidth   = 0,
    parameter int WidWidth   = 0,
    parameter int LutWidth   = 0,
    parameter int Lanes      = 0,
    parameter int QueueDepth = 0,
    parameter int Ports      = 0,
    parameter int Order      = 0,
    parameter int Ageing     = 0,
    localparam int MhWidth   = $clog2(Entries),
    localparam int NthdWidth = $clog2(Lanes + 1),
    localparam int SizeWidth = $clog2(Entries + 1)
) (
    input  logic                  clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic [1:0]            upd_ready_o,
    output logic [1:0]            lkp_valid_o,
    output logic [2*PcWidth-1:0]  lkp_pc_o,
    output logic [1:0]            ins_en_o,
    output logic                  stuck_o,
    output logic [1:0]            move_en_o,
    output logic [2*LutWidth-1:0] move_lut_o,
    output logic [2*MhWidth-1:0]  move_mh_o,
    output logic [1:0]            link_en_o,
    output logic [2*WidWidth-1:0] link_from_o,
    output logic [2*WidWidth-1:0] link_to_o,
    output logic                  root_valid_o,
    output logic [PcWidth-1:0]    root_pc_o,
    output logic [CntWidth-1:0]   root_cnt_o,
    output logic [WidWidth-1:0]   root_wph_o,
    output logic [WidWidth-1:0]   root_wpt_o,
    output logic [LutWidth-1:0]   root_lut_o,
    output logic                  root_old_o,
    output logic [SizeWidth-1:0]  size_o,
    output logic                  busy_o
);

  import "DPI-C" function void max_heap_stim_open(
      input int unsigned entries, input int unsigned pc_width, input int unsigned cnt_width,
      input int unsigned wid_width, input int unsigned lut_width, input int unsigned lanes,
      input int unsigned queue_depth, input int unsigned ports, input int unsigned order,
      input int unsigned ageing);
  import "DPI-C" function void max_heap_stim(
      input byte unsigned upd_ready, input byte unsigned lkp_valid, input bit [63:0] lkp_pc,
      input byte unsigned ins_en, input bit stuck, input bit busy, input byte unsigned move_en,
      input bit [63:0] move_lut, input bit [63:0] move_mh, input bit popped,
      input int unsigned popped_lut, input int unsigned popped_cnt, input bit popped_old,
      input bit swept, input bit root_valid, input bit root_old, output bit rst_n,
      output byte unsigned upd_valid, output bit [63:0] upd_pc,
      output bit [63:0] upd_nthd, output bit [63:0] upd_wid, output byte unsigned upd_open,
      output byte unsigned lkp_hit, output byte unsigned lkp_free, output bit [63:0] lkp_mh,
      output bit [63:0] lkp_lut, output bit hold, output bit pop_en, output bit sweep_en);

  logic                   rst_ni;
  logic [1:0]             upd_valid_i;
  logic [2*PcWidth-1:0]   upd_pc_i;
  logic [2*NthdWidth-1:0] upd_nthd_i;
  logic [2*WidWidth-1:0]  upd_wid_i;
  logic [1:0]             upd_open_i, lkp_hit_i, lkp_free_i;
  logic [2*MhWidth-1:0]   lkp_mh_i;
  logic [2*LutWidth-1:0]  lkp_lut_i;
  logic                   hold_i, pop_en_i, sweep_en_i;

  hd_max_heap #(
      .Entries(Entries), .PcWidth(PcWidth), .CntWidth(CntWidth), .WidWidth(WidWidth),
      .LutWidth(LutWidth), .Lanes(Lanes), .QueueDepth(QueueDepth), .Ports(Ports),
      .Order(Order), .Ageing(Ageing)
  ) dut (.*);

  // What the block did in the last cycle.
  byte unsigned upd_ready, ins_en, move_en;
  bit [63:0]    move_lut, move_mh;
  bit           stuck, busy, popped, popped_old, swept;
  int unsigned  popped_lut, popped_cnt;
  always @(posedge clk_i) begin
    upd_ready  <= 8'(upd_ready_o);
    ins_en     <= 8'(ins_en_o);
    move_en    <= 8'(move_en_o);
    popped     <= pop_en_i & root_valid_o;
    popped_lut <= 32'(root_lut_o);
    popped_cnt <= 32'(root_cnt_o);
    popped_old <= root_old_o;
    stuck      <= stuck_o;
    busy       <= busy_o;
    swept      <= sweep_en_i & ~busy_o & (Ageing != 0);
    for (int u = 0; u < 2; u++) begin
      move_lut[u*32+:32] <= 32'(move_lut_o[u*LutWidth+:LutWidth]);
      move_mh[u*32+:32]  <= 32'(move_mh_o[u*MhWidth+:MhWidth]);
    end
  end

  initial
    max_heap_stim_open(Entries, PcWidth, CntWidth, WidWidth, LutWidth, Lanes, QueueDepth, Ports,
                       Order, Ageing);

  // What it is offered in this one. The look-up is answered in the cycle in which it is asked:
  // what it asks depends on state alone.
  bit           rst_n, hold, pop_en, sweep_en;
  byte unsigned upd_valid, upd_open, lkp_hit, lkp_free;
  bit [63:0]    lkp_pc, upd_pc, upd_nthd, upd_wid, lkp_mh, lkp_lut;
  always @(negedge clk_i) begin
    for (int u = 0; u < 2; u++) lkp_pc[u*32+:32] = 32'(lkp_pc_o[u*PcWidth+:PcWidth]);
    max_heap_stim(upd_ready, 8'(lkp_valid_o), lkp_pc, ins_en, stuck, busy, move_en, move_lut,
                  move_mh, popped, popped_lut, popped_cnt, popped_old, swept, root_valid_o,
                  root_old_o, rst_n, upd_valid, upd_pc, upd_nthd, upd_wid, upd_open, lkp_hit,
                  lkp_free, lkp_mh, lkp_lut, hold, pop_en, sweep_en);
    rst_ni      = rst_n;
    upd_valid_i = 2'(upd_valid);
    upd_open_i  = 2'(upd_open);
    lkp_hit_i   = 2'(lkp_hit);
    lkp_free_i  = 2'(lkp_free);
    hold_i      = hold;
    pop_en_i    = pop_en;
    sweep_en_i  = sweep_en;
    for (int u = 0; u < 2; u++) begin
      upd_pc_i[u*PcWidth+:PcWidth]       = PcWidth'(upd_pc[u*32+:32]);
      upd_nthd_i[u*NthdWidth+:NthdWidth] = NthdWidth'(upd_nthd[u*32+:32]);
      upd_wid_i[u*WidWidth+:WidWidth]    = WidWidth'(upd_wid[u*32+:32]);
      lkp_mh_i[u*MhWidth+:MhWidth]       = MhWidth'(lkp_mh[u*32+:32]);
      lkp_lut_i[u*LutWidth+:LutWidth]    = LutWidth'(lkp_lut[u*32+:32]);
    end
  end
endmodule
