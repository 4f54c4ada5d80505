// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_register_file; knows nothing of checking. The inputs change at the falling edge.

module hd_register_file_tb #(
    parameter int Lanes   = 0,
    parameter int Banks   = 0,
    parameter int Sets    = 0,
    parameter int Ports   = 0,
    parameter int Writers = 0,
    parameter int Own     = 0,
    localparam int BankWidth = Banks > 1 ? $clog2(Banks) : 1,
    localparam int SetWidth  = $clog2(Sets),
    localparam int Rows      = Own != 0 ? Lanes : 1,
    localparam int Operands  = Ports * 3
) (
    input  logic                         clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic [Ports-1:0]             rd_ready_o,
    output logic [Ports-1:0]             out_valid_o,
    output logic [Operands*Lanes*32-1:0] out_data_o,
    output logic [Writers-1:0]           wr_ready_o
);

  import "DPI-C" function void register_file_stim_open(
      input int unsigned lanes, input int unsigned banks, input int unsigned sets,
      input int unsigned ports, input int unsigned writers, input int unsigned own);
  import "DPI-C" function void register_file_stim(
      input byte unsigned rd_ready, input byte unsigned wr_ready, output bit rst_n,
      output byte unsigned rd_valid, output bit [Ports*32-1:0] rd_use,
      output bit [Operands*32-1:0] rd_bank, output bit [Operands*Rows*32-1:0] rd_index,
      output byte unsigned out_ready, output byte unsigned wr_valid,
      output bit [Writers*32-1:0] wr_bank, output bit [Writers*Rows*32-1:0] wr_index,
      output bit [Writers*64-1:0] wr_mask, output bit [Writers*Lanes*32-1:0] wr_data);

  logic                              rst_ni;
  logic [Ports-1:0]                  rd_valid_i, out_ready_i;
  logic [Operands-1:0]               rd_use_i;
  logic [Operands*BankWidth-1:0]     rd_bank_i;
  logic [Operands*Rows*SetWidth-1:0] rd_index_i;
  logic [Writers-1:0]                wr_valid_i;
  logic [Writers*BankWidth-1:0]      wr_bank_i;
  logic [Writers*Rows*SetWidth-1:0]  wr_index_i;
  logic [Writers*Lanes-1:0]          wr_mask_i;
  logic [Writers*Lanes*32-1:0]       wr_data_i;

  hd_register_file #(
      .Lanes(Lanes), .Banks(Banks), .Sets(Sets), .Ports(Ports), .Writers(Writers), .Own(Own)
  ) dut (.*);

  // What the block answered in the last cycle.
  byte unsigned rd_ready, wr_ready;
  always @(posedge clk_i) begin
    rd_ready <= 8'(rd_ready_o);
    wr_ready <= 8'(wr_ready_o);
  end

  initial register_file_stim_open(Lanes, Banks, Sets, Ports, Writers, Own);

  // What it is offered in this cycle.
  bit                        rst_n;
  byte unsigned              rd_valid, out_ready, wr_valid;
  bit [Ports*32-1:0]         rd_use;
  bit [Operands*32-1:0]      rd_bank;
  bit [Operands*Rows*32-1:0] rd_index;
  bit [Writers*32-1:0]       wr_bank;
  bit [Writers*Rows*32-1:0]  wr_index;
  bit [Writers*64-1:0]       wr_mask;
  bit [Writers*Lanes*32-1:0] wr_data;
  always @(negedge clk_i) begin
    register_file_stim(rd_ready, wr_ready, rst_n, rd_valid, rd_use, rd_bank, rd_index, out_ready,
                       wr_valid, wr_bank, wr_index, wr_mask, wr_data);
    rst_ni      = rst_n;
    rd_valid_i  = Ports'(rd_valid);
    out_ready_i = Ports'(out_ready);
    wr_valid_i  = Writers'(wr_valid);
    wr_data_i   = wr_data;
    for (int p = 0; p < Ports; p++) rd_use_i[p*3+:3] = 3'(rd_use[p*32+:32]);
    for (int k = 0; k < Operands; k++)
      rd_bank_i[k*BankWidth+:BankWidth] = BankWidth'(rd_bank[k*32+:32]);
    for (int i = 0; i < Operands * Rows; i++)
      rd_index_i[i*SetWidth+:SetWidth] = SetWidth'(rd_index[i*32+:32]);
    for (int w = 0; w < Writers; w++) begin
      wr_bank_i[w*BankWidth+:BankWidth] = BankWidth'(wr_bank[w*32+:32]);
      wr_mask_i[w*Lanes+:Lanes]         = Lanes'(wr_mask[w*64+:64]);
    end
    for (int i = 0; i < Writers * Rows; i++)
      wr_index_i[i*SetWidth+:SetWidth] = SetWidth'(wr_index[i*32+:32]);
  end
endmodule
