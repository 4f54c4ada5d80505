// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_float_add; knows nothing of checking. The inputs change at the falling edge. The
// block keeps nothing: clock and reset are for the checker.

module hd_float_add_tb (
    input  logic        clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic [31:0] sum_o
);

  import "DPI-C" function void float_add_stim_open();
  import "DPI-C" function void float_add_stim(
      output bit rst_n, output int unsigned a, output int unsigned b);

  logic        rst_ni;
  logic [31:0] a_i, b_i;

  hd_float_add dut (.*);

  initial float_add_stim_open();

  // What it is offered in this cycle.
  bit          rst_n;
  int unsigned a, b;
  always @(negedge clk_i) begin
    float_add_stim(rst_n, a, b);
    rst_ni = rst_n;
    a_i    = a;
    b_i    = b;
  end
endmodule
