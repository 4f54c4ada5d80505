// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_decode; knows nothing of checking. The inputs change at the falling edge. The
// block keeps nothing: clock and reset are for the checker.

module hd_decode_tb (
    input  logic       clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic       legal_o,
    output logic [2:0] unit_o,
    output logic [2:0] flow_o,
    output logic       rd_use_o,
    output logic [5:0] rd_o,
    output logic       rs1_use_o,
    output logic [5:0] rs1_o,
    output logic       rs2_use_o,
    output logic [5:0] rs2_o,
    output logic       rs3_use_o,
    output logic [5:0] rs3_o,
    output logic       fence_o
);

  import "DPI-C" function void decode_stim_open();
  import "DPI-C" function void decode_stim(output bit rst_n, output int unsigned word);

  logic        rst_ni;
  logic [31:0] word_i;

  hd_decode dut (.*);

  initial decode_stim_open();

  // What it is offered in this cycle.
  bit          rst_n;
  int unsigned word;
  always @(negedge clk_i) begin
    decode_stim(rst_n, word);
    rst_ni = rst_n;
    word_i = word;
  end
endmodule
