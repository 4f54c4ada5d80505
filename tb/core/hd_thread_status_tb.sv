// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_thread_status; knows nothing of checking. The inputs change at the falling edge.

module hd_thread_status_tb #(
    parameter int Lanes   = 0,
    parameter int Warps   = 0,
    parameter int Ports   = 0,
    parameter int Own     = 0,
    parameter int IdWidth = 0,
    localparam int WarpWidth = $clog2(Warps),
    localparam int Rows      = Own != 0 ? Lanes : 1
) (
    input  logic                      clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic [Ports*Lanes*3-1:0]  frm_o,
    output logic [Ports*Lanes*32-1:0] op_value_o
);

  import "DPI-C" function void thread_status_stim_open(
      input int unsigned lanes, input int unsigned warps, input int unsigned ports,
      input int unsigned own, input int unsigned id_width);
  import "DPI-C" function void thread_status_stim(
      output bit rst_n, output bit begin_en, output int unsigned begin_warp,
      output bit [9*32-1:0] kernel, output bit [Ports*Rows*32-1:0] frm_warp,
      output byte unsigned op_en, output byte unsigned op_csr, output bit [Ports*32-1:0] op_word,
      output bit [Ports*64-1:0] op_mask, output bit [Ports*Rows*32-1:0] op_warp,
      output bit [Ports*Lanes*32-1:0] op_a, output bit [Ports*Lanes*8-1:0] op_flags,
      output bit [Ports*Lanes*96-1:0] op_id, output bit [Ports*Rows*96-1:0] op_block);

  logic                            rst_ni, begin_en_i;
  logic [WarpWidth-1:0]            begin_warp_i;
  logic [IdWidth:0]                threads_x_i, threads_y_i, threads_z_i;
  logic [31:0]                     blocks_x_i, blocks_y_i, blocks_z_i;
  logic [31:0]                     arguments_i, stack_top_i, shared_bytes_i;
  logic [Ports*Rows*WarpWidth-1:0] frm_warp_i, op_warp_i;
  logic [Ports-1:0]                op_en_i, op_csr_i;
  logic [Ports*32-1:0]             op_word_i;
  logic [Ports*Lanes-1:0]          op_mask_i;
  logic [Ports*Lanes*32-1:0]       op_a_i;
  logic [Ports*Lanes*5-1:0]        op_flags_i;
  logic [Ports*Lanes*IdWidth-1:0]  op_x_i, op_y_i, op_z_i;
  logic [Ports*Rows*96-1:0]        op_block_i;

  hd_thread_status #(
      .Lanes(Lanes), .Warps(Warps), .Ports(Ports), .Own(Own), .IdWidth(IdWidth)
  ) dut (.*);

  initial thread_status_stim_open(Lanes, Warps, Ports, Own, IdWidth);

  // What it is offered in this cycle.
  bit                      rst_n, begin_en;
  int unsigned             begin_warp;
  bit [9*32-1:0]           kernel; // as the ports are listed above, the first one lowest
  bit [Ports*Rows*32-1:0]  frm_warp, op_warp;
  byte unsigned            op_en, op_csr;
  bit [Ports*32-1:0]       op_word;
  bit [Ports*64-1:0]       op_mask;
  bit [Ports*Lanes*32-1:0] op_a;
  bit [Ports*Lanes*8-1:0]  op_flags;
  bit [Ports*Lanes*96-1:0] op_id;  // {z, y, x}
  bit [Ports*Rows*96-1:0]  op_block;
  always @(negedge clk_i) begin
    thread_status_stim(rst_n, begin_en, begin_warp, kernel, frm_warp, op_en, op_csr, op_word,
                       op_mask, op_warp, op_a, op_flags, op_id, op_block);
    rst_ni         = rst_n;
    begin_en_i     = begin_en;
    begin_warp_i   = WarpWidth'(begin_warp);
    threads_x_i    = kernel[0+:IdWidth+1];
    threads_y_i    = kernel[32+:IdWidth+1];
    threads_z_i    = kernel[64+:IdWidth+1];
    blocks_x_i     = kernel[96+:32];
    blocks_y_i     = kernel[128+:32];
    blocks_z_i     = kernel[160+:32];
    arguments_i    = kernel[192+:32];
    stack_top_i    = kernel[224+:32];
    shared_bytes_i = kernel[256+:32];
    op_en_i        = Ports'(op_en);
    op_csr_i       = Ports'(op_csr);
    op_word_i      = op_word;
    op_a_i         = op_a;
    op_block_i     = op_block;
    for (int i = 0; i < Ports * Rows; i++) begin
      frm_warp_i[i*WarpWidth+:WarpWidth] = WarpWidth'(frm_warp[i*32+:32]);
      op_warp_i[i*WarpWidth+:WarpWidth]  = WarpWidth'(op_warp[i*32+:32]);
    end
    for (int p = 0; p < Ports; p++) op_mask_i[p*Lanes+:Lanes] = Lanes'(op_mask[p*64+:64]);
    for (int i = 0; i < Ports * Lanes; i++) begin
      op_flags_i[i*5+:5]         = 5'(op_flags[i*8+:8]);
      op_x_i[i*IdWidth+:IdWidth] = IdWidth'(op_id[i*96+:32]);
      op_y_i[i*IdWidth+:IdWidth] = IdWidth'(op_id[i*96+32+:32]);
      op_z_i[i*IdWidth+:IdWidth] = IdWidth'(op_id[i*96+64+:32]);
    end
  end
endmodule
