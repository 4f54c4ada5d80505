// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_register_file, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// The memories are too big to be handed over whole in each cycle: it is of each bank the row that
// was written in the last one, and one row of one bank in turn, so that a stray write shows within
// Banks * Sets cycles. All other registers are compared whole.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_register_file_lockstep #(
    parameter int Lanes   = 32,
    parameter int Banks   = 4,
    parameter int Sets    = 256,
    parameter int Ports   = 2,
    parameter int Writers = 3,
    parameter int Own     = 0,
    localparam int BankWidth = Banks > 1 ? $clog2(Banks) : 1,
    localparam int SetWidth  = $clog2(Sets),
    localparam int Rows      = Own != 0 ? Lanes : 1,
    localparam int Operands  = Ports * 3
) (
    input logic                              clk_i,
    input logic                              rst_ni,
    input logic [Ports-1:0]                  rd_valid_i,
    input logic [Ports-1:0]                  rd_ready_o,
    input logic [Operands-1:0]               rd_use_i,
    input logic [Operands*BankWidth-1:0]     rd_bank_i,
    input logic [Operands*Rows*SetWidth-1:0] rd_index_i,
    input logic [Ports-1:0]                  out_valid_o,
    input logic [Ports-1:0]                  out_ready_i,
    input logic [Operands*Lanes*32-1:0]      out_data_o,
    input logic [Writers-1:0]                wr_valid_i,
    input logic [Writers-1:0]                wr_ready_o,
    input logic [Writers*BankWidth-1:0]      wr_bank_i,
    input logic [Writers*Rows*SetWidth-1:0]  wr_index_i,
    input logic [Writers*Lanes-1:0]          wr_mask_i,
    input logic [Writers*Lanes*32-1:0]       wr_data_i
);

  import "DPI-C" function longint unsigned register_file_open(
      input string path, input int unsigned lanes, input int unsigned banks,
      input int unsigned sets, input int unsigned ports, input int unsigned writers,
      input int unsigned own);
  import "DPI-C" function void register_file_state(
      input longint unsigned handle, input int unsigned full, input int unsigned got,
      input int unsigned turn, input bit [Operands*Lanes*32-1:0] data);
  import "DPI-C" function void register_file_rows(
      input longint unsigned handle, input byte unsigned wrote,
      input bit [Banks*Rows*32-1:0] wrote_index, input bit [Banks*Lanes*32-1:0] wrote_row,
      input int unsigned swept_bank, input int unsigned swept_index,
      input bit [Lanes*32-1:0] swept_row);
  import "DPI-C" function int register_file_ports(
      input longint unsigned handle, input bit rst_n, input byte unsigned rd_valid,
      input bit [Ports*32-1:0] rd_use, input bit [Operands*32-1:0] rd_bank,
      input bit [Operands*Rows*32-1:0] rd_index, input byte unsigned out_ready,
      input byte unsigned wr_valid, input bit [Writers*32-1:0] wr_bank,
      input bit [Writers*Rows*32-1:0] wr_index, input bit [Writers*64-1:0] wr_mask,
      input bit [Writers*Lanes*32-1:0] wr_data, input byte unsigned rd_ready,
      input byte unsigned out_valid, input bit [Operands*Lanes*32-1:0] out_data,
      input byte unsigned wr_ready);

  longint unsigned handle;
  initial handle = register_file_open($sformatf("%m"), Lanes, Banks, Sets, Ports, Writers, Own);

  // ------------------------------------------------------------------------------------------
  // Numbers of places: one 32-bit word an element
  // ------------------------------------------------------------------------------------------
  bit [Ports*32-1:0]         rd_use;
  bit [Operands*32-1:0]      rd_bank;
  bit [Operands*Rows*32-1:0] rd_index;
  bit [Writers*32-1:0]       wr_bank;
  bit [Writers*Rows*32-1:0]  wr_index;
  bit [Writers*64-1:0]       wr_mask;
  for (genvar p = 0; p < Ports; p++) begin : gen_use
    assign rd_use[p*32+:32] = 32'(rd_use_i[p*3+:3]);
  end
  for (genvar k = 0; k < Operands; k++) begin : gen_operand
    assign rd_bank[k*32+:32] = 32'(rd_bank_i[k*BankWidth+:BankWidth]);
  end
  for (genvar i = 0; i < Operands * Rows; i++) begin : gen_read
    assign rd_index[i*32+:32] = 32'(rd_index_i[i*SetWidth+:SetWidth]);
  end
  for (genvar w = 0; w < Writers; w++) begin : gen_writer
    assign wr_bank[w*32+:32] = 32'(wr_bank_i[w*BankWidth+:BankWidth]);
    assign wr_mask[w*64+:64] = 64'(wr_mask_i[w*Lanes+:Lanes]);
  end
  for (genvar i = 0; i < Writers * Rows; i++) begin : gen_write
    assign wr_index[i*32+:32] = 32'(wr_index_i[i*SetWidth+:SetWidth]);
  end

  // ------------------------------------------------------------------------------------------
  // Registers
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  int unsigned                full, got, turn;
  bit [Operands*Lanes*32-1:0] data;
`ifndef HD_NO_full_q
  assign full = 32'(hd_register_file.full_q);
`endif
`ifndef HD_NO_got_q
  assign got = 32'(hd_register_file.got_q);
`endif
`ifndef HD_NO_turn_q
  assign turn = 32'(hd_register_file.turn_q);
`endif
  for (genvar k = 0; k < Operands; k++) begin : gen_data
`ifndef HD_NO_data_q
    assign data[k*Lanes*32+:Lanes*32] = hd_register_file.data_q[k];
`endif
  end
  always @(negedge clk_i) register_file_state(handle, full, got, turn, data);

  // Which rows: of a bank that was asked for, those that its lowest-numbered writer names; and one
  // in turn.
  byte unsigned             wrote;
  bit [Banks*Rows*32-1:0]   wrote_index;
  int unsigned              swept_bank, swept_index;
  initial begin
    swept_bank  = 0;
    swept_index = 0;
  end
  always @(posedge clk_i) begin
    wrote <= 0;
    for (int w = Writers - 1; w >= 0; w--) begin
      if (wr_valid_i[w]) begin
        wrote[3'(wr_bank[w*32+:32])] <= 1;
        wrote_index[wr_bank[w*32+:32]*Rows*32+:Rows*32] <= wr_index[w*Rows*32+:Rows*32];
      end
    end
    swept_index <= swept_index == Sets - 1 ? 0 : swept_index + 1;
    if (swept_index == Sets - 1) swept_bank <= swept_bank == Banks - 1 ? 0 : swept_bank + 1;
  end

`ifndef HD_NO_mem
  // A word an element, not one wide vector: Verilator would put that together word by word.
  logic [31:0]             wrote_word [Banks*Lanes];
  logic [31:0]             swept_word [Banks*Lanes];
  bit [Banks*Lanes*32-1:0] wrote_row;
  bit [Lanes*32-1:0]       swept_row;
  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      int unsigned index;
      assign index = wrote_index[(b*Rows+(Own!=0?l:0))*32+:32];
      assign wrote_word[b*Lanes+l] =
          hd_register_file.gen_bank[b].gen_lane[l].mem[SetWidth'(index)];
      assign swept_word[b*Lanes+l] =
          hd_register_file.gen_bank[b].gen_lane[l].mem[SetWidth'(swept_index)];
    end
  end
  always @(negedge clk_i) begin
    for (int i = 0; i < Banks * Lanes; i++) wrote_row[i*32+:32] = wrote_word[i];
    for (int l = 0; l < Lanes; l++) swept_row[l*32+:32] = swept_word[swept_bank*Lanes+l];
    register_file_rows(handle, wrote, wrote_index, wrote_row, swept_bank, swept_index, swept_row);
  end
`endif
  // After the last cycle: every element (dpi/common/lockstep.h).
  import "DPI-C" function void hd_last(input longint unsigned handle, input string name,
                                       input int unsigned index, input longint unsigned value);
`ifndef HD_NO_mem
  for (genvar b = 0; b < Banks; b++) begin : gen_last_bank
    for (genvar l = 0; l < Lanes; l++) begin : gen_last_lane
      final
        for (int unsigned i = 0; i < Sets; i++)
          hd_last(handle, "mem", (b * Sets + i) * Lanes + l,
                  64'(hd_register_file.gen_bank[b].gen_lane[l].mem[SetWidth'(i)]));
    end
  end
`endif
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  int verdict;
  always @(posedge clk_i) begin
    verdict = register_file_ports(
        handle, rst_ni, 8'(rd_valid_i), rd_use, rd_bank, rd_index, 8'(out_ready_i),
        8'(wr_valid_i), wr_bank, wr_index, wr_mask, wr_data_i, 8'(rd_ready_o), 8'(out_valid_o),
        out_data_o, 8'(wr_ready_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rd_ready_o)), .Field(0)) u_rd_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_valid_o)), .Field(1)) u_out_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_data_o)), .Field(2)) u_out_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(wr_ready_o)), .Field(3)) u_wr_ready (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_register_file hd_register_file_lockstep #(
    .Lanes(Lanes), .Banks(Banks), .Sets(Sets), .Ports(Ports), .Writers(Writers), .Own(Own)
) u_lockstep (.*);
