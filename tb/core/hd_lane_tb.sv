// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_lane; knows nothing of checking. The inputs change at the falling edge.

module hd_lane_tb #(
    parameter int DivBits = 0
) (
    input  logic        clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic        in_ready_o,
    output logic        out_valid_o,
    output logic [31:0] value_o,
    output logic [31:0] address_o,
    output logic        taken_o
);

  import "DPI-C" function void lane_stim_open(input int unsigned div_bits);
  import "DPI-C" function void lane_stim(
      input bit in_ready, output bit rst_n, output bit in_valid, output int unsigned word,
      output int unsigned pc, output int unsigned a, output int unsigned b);

  logic        rst_ni, in_valid_i;
  logic [31:0] word_i, pc_i, a_i, b_i;

  hd_lane #(
      .DivBits(DivBits)
  ) dut (.*);

  // What the lane answered in the last cycle.
  bit in_ready;
  always @(posedge clk_i) in_ready <= in_ready_o;

  initial lane_stim_open(DivBits);

  // What it is offered in this cycle.
  bit          rst_n, in_valid;
  int unsigned word, pc, a, b;
  always @(negedge clk_i) begin
    lane_stim(in_ready, rst_n, in_valid, word, pc, a, b);
    rst_ni     = rst_n;
    in_valid_i = in_valid;
    word_i     = word;
    pc_i       = pc;
    a_i        = a;
    b_i        = b;
  end
endmodule
