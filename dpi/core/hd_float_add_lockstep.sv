// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_float_add, bound to every instance of it. Hands inputs and outputs to the
// golden model in each cycle (steps 2 and 3: dpi/common/lockstep.h); there are no registers.

module hd_float_add_lockstep (
    input logic        clk_i,
    input logic        rst_ni,
    input logic [31:0] a_i,
    input logic [31:0] b_i,
    input logic [31:0] sum_o
);

  import "DPI-C" function longint unsigned float_add_open(input string path);
  import "DPI-C" function int float_add_ports(
      input longint unsigned handle, input bit rst_n, input int unsigned a, input int unsigned b,
      input int unsigned sum);

  longint unsigned handle;
  initial handle = float_add_open($sformatf("%m"));

  int verdict;
  always @(posedge clk_i) verdict = float_add_ports(handle, rst_ni, a_i, b_i, sum_o);

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(sum_o)), .Field(0)) u_sum (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_float_add hd_float_add_lockstep u_lockstep (.*);
