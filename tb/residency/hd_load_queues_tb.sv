// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_load_queues; knows nothing of checking. The inputs change at the falling edge.
// All outputs are those of the state, so that the stimulus sees this cycle's.

module hd_load_queues_tb #(
    parameter int Active    = 0,
    parameter int Inactive  = 0,
    parameter int DataWidth = 0,
    parameter int Warps     = 0,
    localparam int WarpWidth     = $clog2(Warps),
    localparam int ActiveWidth   = $clog2(Active + 1),
    localparam int InactiveWidth = $clog2(Inactive + 1)
) (
    input  logic                     clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                     in_ready_o,
    output logic                     out_valid_o,
    output logic [WarpWidth-1:0]     out_warp_o,
    output logic [DataWidth-1:0]     out_data_o,
    output logic                     out_away_o,
    output logic [ActiveWidth-1:0]   active_count_o,
    output logic [InactiveWidth-1:0] inactive_count_o
);

  import "DPI-C" function void load_queues_stim_open(
      input int unsigned active, input int unsigned inactive, input int unsigned data_width,
      input int unsigned warps);
  import "DPI-C" function void load_queues_stim(
      input bit in_ready, input bit out_valid, input int unsigned out_warp, output bit rst_n,
      output bit in_valid, output int unsigned in_warp, output bit [511:0] in_data,
      output bit out_ready, output bit away_en, output int unsigned away_first,
      output int unsigned away_last);

  logic                 rst_ni, in_valid_i, out_ready_i, away_en_i;
  logic [WarpWidth-1:0] in_warp_i, away_first_i, away_last_i;
  logic [DataWidth-1:0] in_data_i;

  hd_load_queues #(
      .Active(Active), .Inactive(Inactive), .DataWidth(DataWidth), .Warps(Warps)
  ) dut (.*);

  initial load_queues_stim_open(Active, Inactive, DataWidth, Warps);

  // What it is offered in this cycle.
  bit          rst_n, in_valid, out_ready, away_en;
  int unsigned in_warp, away_first, away_last;
  bit [511:0]  in_data;
  always @(negedge clk_i) begin
    load_queues_stim(in_ready_o, out_valid_o, 32'(out_warp_o), rst_n, in_valid, in_warp, in_data,
                     out_ready, away_en, away_first, away_last);
    rst_ni       = rst_n;
    in_valid_i   = in_valid;
    in_warp_i    = WarpWidth'(in_warp);
    in_data_i    = DataWidth'(in_data);
    out_ready_i  = out_ready;
    away_en_i    = away_en;
    away_first_i = WarpWidth'(away_first);
    away_last_i  = WarpWidth'(away_last);
  end
endmodule
