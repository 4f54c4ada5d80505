// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_oversubscription; knows nothing of checking. The inputs change at the falling
// edge.

module hd_oversubscription_tb #(
    parameter int Resources   = 0,
    parameter int ThreshWidth = 0,
    parameter int EpochWidth  = 0
) (
    input  logic                             clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic [Resources*ThreshWidth-1:0] thresh_o,
    output logic                             epoch_o
);

  import "DPI-C" function void oversubscription_stim_open(
      input int unsigned resources, input int unsigned thresh_width,
      input int unsigned epoch_width);
  import "DPI-C" function void oversubscription_stim(
      output bit rst_n, output bit start, output int unsigned epoch, output int unsigned delta,
      output bit [Resources*32-1:0] default_thresh, output bit [Resources*32-1:0] step,
      output bit [Resources*32-1:0] max, output bit idle, output bit mem);

  logic                             rst_ni;
  logic                             start_i, idle_i, mem_i;
  logic [EpochWidth-1:0]            epoch_i, delta_i;
  logic [Resources*ThreshWidth-1:0] default_i, step_i, max_i;

  hd_oversubscription #(
      .Resources(Resources), .ThreshWidth(ThreshWidth), .EpochWidth(EpochWidth)
  ) dut (.*);

  initial oversubscription_stim_open(Resources, ThreshWidth, EpochWidth);

  // What it is offered in this cycle.
  bit                    rst_n, start, idle, mem;
  int unsigned           epoch, delta;
  bit [Resources*32-1:0] default_thresh, step, max;
  always @(negedge clk_i) begin
    oversubscription_stim(rst_n, start, epoch, delta, default_thresh, step, max, idle, mem);
    rst_ni  = rst_n;
    start_i = start;
    epoch_i = EpochWidth'(epoch);
    delta_i = EpochWidth'(delta);
    idle_i  = idle;
    mem_i   = mem;
    for (int r = 0; r < Resources; r++) begin
      default_i[r*ThreshWidth+:ThreshWidth] = ThreshWidth'(default_thresh[r*32+:32]);
      step_i[r*ThreshWidth+:ThreshWidth]    = ThreshWidth'(step[r*32+:32]);
      max_i[r*ThreshWidth+:ThreshWidth]     = ThreshWidth'(max[r*32+:32]);
    end
  end
endmodule
