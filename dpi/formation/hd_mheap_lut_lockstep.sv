// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_mheap_lut, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_mheap_lut_lockstep #(
    parameter int Entries     = 128,
    parameter int Ways        = 8,
    parameter int PcWidth     = 24,
    parameter int HeapEntries = 64,
    parameter int LutWidth    = 8,
    parameter int PcShift     = 0,
    localparam int MhWidth    = $clog2(HeapEntries)
) (
    input logic                  clk_i,
    input logic                  rst_ni,
    input logic [2*PcWidth-1:0]  lkp_pc_i,
    input logic [1:0]            lkp_hit_o,
    input logic [1:0]            lkp_free_o,
    input logic [2*MhWidth-1:0]  lkp_mh_o,
    input logic [2*LutWidth-1:0] lkp_lut_o,
    input logic [1:0]            ins_en_i,
    input logic [1:0]            move_en_i,
    input logic [2*LutWidth-1:0] move_lut_i,
    input logic [2*MhWidth-1:0]  move_mh_i,
    input logic                  free_en_i,
    input logic [LutWidth-1:0]   free_lut_i,
    input logic                  clear_en_i
);

  import "DPI-C" function longint unsigned mheap_lut_open(
      input string path, input int unsigned entries, input int unsigned ways,
      input int unsigned pc_width, input int unsigned heap_entries, input int unsigned lut_width,
      input int unsigned pc_shift);
  import "DPI-C" function void mheap_lut_state(
      input longint unsigned handle, input bit [Entries*8-1:0] valid,
      input bit [Entries*32-1:0] pc, input bit [Entries*32-1:0] mh);
  import "DPI-C" function int mheap_lut_ports(
      input longint unsigned handle, input bit rst_n, input bit [63:0] lkp_pc,
      input byte unsigned lkp_hit, input byte unsigned lkp_free, input bit [63:0] lkp_mh,
      input bit [63:0] lkp_lut, input byte unsigned ins_en, input byte unsigned move_en,
      input bit [63:0] move_lut, input bit [63:0] move_mh, input bit free_en,
      input int unsigned free_lut, input bit clear_en);

  longint unsigned handle;
  initial
    handle = mheap_lut_open($sformatf("%m"), Entries, Ways, PcWidth, HeapEntries, LutWidth,
        PcShift);

  // ------------------------------------------------------------------------------------------
  // Registers, one 32-bit word an element (valid bits: one byte)
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  localparam int Sets = Entries / Ways;
  bit [Entries*8-1:0]  valid;
  bit [Entries*32-1:0] pc, mh;
  for (genvar s = 0; s < Sets; s++) begin : gen_set
    for (genvar w = 0; w < Ways; w++) begin : gen_entry
`ifndef HD_NO_valid_q
      assign valid[(s*Ways+w)*8+:8] = 8'(hd_mheap_lut.valid_q[s*Ways+w]);
`endif
`ifndef HD_NO_pc_q
      assign pc[(s*Ways+w)*32+:32] = 32'(hd_mheap_lut.gen_way[w].pc_q[s]);
`endif
`ifndef HD_NO_mh_q
      assign mh[(s*Ways+w)*32+:32] = 32'(hd_mheap_lut.gen_way[w].mh_q[s]);
`endif
    end
  end
  always @(negedge clk_i) mheap_lut_state(handle, valid, pc, mh);
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [63:0] lkp_pc, lkp_mh, lkp_lut, move_lut, move_mh;
  for (genvar g = 0; g < 2; g++) begin : gen_group
    assign lkp_pc[g*32+:32]   = 32'(lkp_pc_i[g*PcWidth+:PcWidth]);
    assign lkp_mh[g*32+:32]   = 32'(lkp_mh_o[g*MhWidth+:MhWidth]);
    assign lkp_lut[g*32+:32]  = 32'(lkp_lut_o[g*LutWidth+:LutWidth]);
    assign move_lut[g*32+:32] = 32'(move_lut_i[g*LutWidth+:LutWidth]);
    assign move_mh[g*32+:32]  = 32'(move_mh_i[g*MhWidth+:MhWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = mheap_lut_ports(
        handle, rst_ni, lkp_pc, 8'(lkp_hit_o), 8'(lkp_free_o), lkp_mh, lkp_lut, 8'(ins_en_i),
        8'(move_en_i), move_lut, move_mh, free_en_i, 32'(free_lut_i), clear_en_i);
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(lkp_hit_o)), .Field(0)) u_lkp_hit (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(lkp_free_o)), .Field(1)) u_lkp_free (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(lkp_mh_o)), .Field(2)) u_lkp_mh (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(lkp_lut_o)), .Field(3)) u_lkp_lut (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_mheap_lut hd_mheap_lut_lockstep #(
    .Entries(Entries), .Ways(Ways), .PcWidth(PcWidth), .HeapEntries(HeapEntries),
    .LutWidth(LutWidth), .PcShift(PcShift)
) u_lockstep (.*);
