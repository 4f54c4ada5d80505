// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_mheap_lut; knows nothing of checking. The inputs change at the falling edge.

module hd_mheap_lut_tb #(
    parameter int Entries     = 0,
    parameter int Ways        = 0,
    parameter int PcWidth     = 0,
    parameter int HeapEntries = 0,
    parameter int LutWidth    = 0,
    parameter int PcShift     = 0,
    localparam int MhWidth    = $clog2(HeapEntries)
) (
    input  logic                  clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic [1:0]            lkp_hit_o,
    output logic [1:0]            lkp_free_o,
    output logic [2*MhWidth-1:0]  lkp_mh_o,
    output logic [2*LutWidth-1:0] lkp_lut_o
);

  import "DPI-C" function void mheap_lut_stim_open(
      input int unsigned entries, input int unsigned ways, input int unsigned pc_width,
      input int unsigned heap_entries, input int unsigned lut_width, input int unsigned pc_shift);
  import "DPI-C" function void mheap_lut_stim(
      output bit rst_n, output bit [63:0] lkp_pc, output byte unsigned ins_en,
      output byte unsigned move_en, output bit [63:0] move_lut, output bit [63:0] move_mh,
      output bit free_en, output int unsigned free_lut, output bit clear_en);

  logic                  rst_ni;
  logic [2*PcWidth-1:0]  lkp_pc_i;
  logic [1:0]            ins_en_i;
  logic [1:0]            move_en_i;
  logic [2*LutWidth-1:0] move_lut_i;
  logic [2*MhWidth-1:0]  move_mh_i;
  logic                  free_en_i;
  logic [LutWidth-1:0]   free_lut_i;
  logic                  clear_en_i;

  hd_mheap_lut #(
      .Entries(Entries), .Ways(Ways), .PcWidth(PcWidth), .HeapEntries(HeapEntries),
      .LutWidth(LutWidth), .PcShift(PcShift)
  ) dut (.*);

  initial mheap_lut_stim_open(Entries, Ways, PcWidth, HeapEntries, LutWidth, PcShift);

  // What it is offered in this cycle.
  bit           rst_n, free_en, clear_en;
  bit [63:0]    lkp_pc, move_lut, move_mh;
  byte unsigned ins_en, move_en;
  int unsigned  free_lut;
  always @(negedge clk_i) begin
    mheap_lut_stim(rst_n, lkp_pc, ins_en, move_en, move_lut, move_mh, free_en, free_lut, clear_en);
    rst_ni     = rst_n;
    ins_en_i   = 2'(ins_en);
    move_en_i  = 2'(move_en);
    free_en_i  = free_en;
    free_lut_i = LutWidth'(free_lut);
    clear_en_i = clear_en;
    for (int g = 0; g < 2; g++) begin
      lkp_pc_i[g*PcWidth+:PcWidth]     = PcWidth'(lkp_pc[g*32+:32]);
      move_lut_i[g*LutWidth+:LutWidth] = LutWidth'(move_lut[g*32+:32]);
      move_mh_i[g*MhWidth+:MhWidth]    = MhWidth'(move_mh[g*32+:32]);
    end
  end
endmodule
