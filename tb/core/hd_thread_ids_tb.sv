// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_thread_ids; knows nothing of checking. The inputs change at the falling edge.

module hd_thread_ids_tb #(
    parameter int Lanes    = 0,
    parameter int MaxWarps = 0,
    parameter int Ports    = 0,
    parameter int Own      = 0,
    localparam int RankWidth  = MaxWarps > 1 ? $clog2(MaxWarps) : 1,
    localparam int IdWidth    = Lanes * MaxWarps > 1 ? $clog2(Lanes * MaxWarps) : 1,
    localparam int SizeWidth  = $clog2(Lanes * MaxWarps + 1),
    localparam int CountWidth = $clog2(MaxWarps + 1),
    localparam int Rows       = Own != 0 ? Lanes : 1
) (
    input  logic                           clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                           ready_o,
    output logic [CountWidth-1:0]          warps_o,
    output logic [Lanes-1:0]               last_mask_o,
    output logic [Ports*Lanes*IdWidth-1:0] x_o,
    output logic [Ports*Lanes*IdWidth-1:0] y_o,
    output logic [Ports*Lanes*IdWidth-1:0] z_o
);

  import "DPI-C" function void thread_ids_stim_open(
      input int unsigned lanes, input int unsigned max_warps, input int unsigned ports,
      input int unsigned own);
  import "DPI-C" function void thread_ids_stim(
      input bit ready, output bit rst_n, output bit kernel_en, output int unsigned kernel_x,
      output int unsigned kernel_y, output int unsigned kernel_z,
      output bit [Ports*Rows*32-1:0] rank);

  logic                            rst_ni, kernel_en_i;
  logic [SizeWidth-1:0]            kernel_x_i, kernel_y_i, kernel_z_i;
  logic [Ports*Rows*RankWidth-1:0] rank_i;

  hd_thread_ids #(.Lanes(Lanes), .MaxWarps(MaxWarps), .Ports(Ports), .Own(Own)) dut (.*);

  initial thread_ids_stim_open(Lanes, MaxWarps, Ports, Own);

  // What it is offered in this cycle; ready_o is of the state alone, and so of this one.
  bit                     rst_n, kernel_en;
  int unsigned            kernel_x, kernel_y, kernel_z;
  bit [Ports*Rows*32-1:0] rank;
  always @(negedge clk_i) begin
    thread_ids_stim(ready_o, rst_n, kernel_en, kernel_x, kernel_y, kernel_z, rank);
    rst_ni      = rst_n;
    kernel_en_i = kernel_en;
    kernel_x_i  = SizeWidth'(kernel_x);
    kernel_y_i  = SizeWidth'(kernel_y);
    kernel_z_i  = SizeWidth'(kernel_z);
    for (int i = 0; i < Ports * Rows; i++)
      rank_i[i*RankWidth+:RankWidth] = RankWidth'(rank[i*32+:32]);
  end
endmodule
