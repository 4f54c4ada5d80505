// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_oversubscription, bound to every instance of it. Hands registers, inputs
// and outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_oversubscription_lockstep #(
    parameter int Resources   = 3,
    parameter int ThreshWidth = 9,
    parameter int EpochWidth  = 16
) (
    input logic                             clk_i,
    input logic                             rst_ni,
    input logic                             start_i,
    input logic [EpochWidth-1:0]            epoch_i,
    input logic [EpochWidth-1:0]            delta_i,
    input logic [Resources*ThreshWidth-1:0] default_i,
    input logic [Resources*ThreshWidth-1:0] step_i,
    input logic [Resources*ThreshWidth-1:0] max_i,
    input logic                             idle_i,
    input logic                             mem_i,
    input logic [Resources*ThreshWidth-1:0] thresh_o,
    input logic                             epoch_o
);

  import "DPI-C" function longint unsigned oversubscription_open(
      input string path, input int unsigned resources, input int unsigned thresh_width,
      input int unsigned epoch_width);
  import "DPI-C" function void oversubscription_state(
      input longint unsigned handle, input bit [Resources*32-1:0] thresh,
      input int unsigned place, input int unsigned idle, input int unsigned mem,
      input int unsigned idle_prev, input int unsigned mem_prev);
  // Where the counters go on.
  import "DPI-C" function bit oversubscription_jump(
      input longint unsigned handle, output int unsigned place, output int unsigned idle,
      output int unsigned mem, output int unsigned idle_prev, output int unsigned mem_prev);
  import "DPI-C" function int oversubscription_ports(
      input longint unsigned handle, input bit rst_n, input bit start, input int unsigned epoch,
      input int unsigned delta, input bit [Resources*32-1:0] default_thresh,
      input bit [Resources*32-1:0] step, input bit [Resources*32-1:0] max, input bit idle,
      input bit mem, input bit [Resources*32-1:0] thresh, input bit last);

  longint unsigned handle;
  initial handle = oversubscription_open($sformatf("%m"), Resources, ThreshWidth, EpochWidth);

  // ------------------------------------------------------------------------------------------
  // Registers
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  bit [Resources*32-1:0] thresh;
  int unsigned           place, idle, mem, idle_prev, mem_prev;
`ifndef HD_NO_thresh_q
  for (genvar r = 0; r < Resources; r++) begin : gen_thresh
    assign thresh[r*32+:32] = 32'(hd_oversubscription.thresh_q[r*ThreshWidth+:ThreshWidth]);
  end
`endif
`ifndef HD_NO_place_q
  assign place = 32'(hd_oversubscription.place_q);
`endif
`ifndef HD_NO_idle_q
  assign idle = 32'(hd_oversubscription.idle_q);
`endif
`ifndef HD_NO_mem_q
  assign mem = 32'(hd_oversubscription.mem_q);
`endif
`ifndef HD_NO_idle_prev_q
  assign idle_prev = 32'(hd_oversubscription.idle_prev_q);
`endif
`ifndef HD_NO_mem_prev_q
  assign mem_prev = 32'(hd_oversubscription.mem_prev_q);
`endif
  int unsigned jump_place, jump_idle, jump_mem, jump_idle_prev, jump_mem_prev;
  always @(negedge clk_i) begin
    oversubscription_state(handle, thresh, place, idle, mem, idle_prev, mem_prev);
`ifndef HD_NO_place_q
`ifndef HD_NO_idle_q
`ifndef HD_NO_mem_q
`ifndef HD_NO_idle_prev_q
`ifndef HD_NO_mem_prev_q
`ifdef HD_JUMPS // in our own benches alone: it writes to registers of the RTL
    if (oversubscription_jump(handle, jump_place, jump_idle, jump_mem, jump_idle_prev,
                              jump_mem_prev)) begin
      hd_oversubscription.place_q     <= EpochWidth'(jump_place);
      hd_oversubscription.idle_q      <= EpochWidth'(jump_idle);
      hd_oversubscription.mem_q       <= EpochWidth'(jump_mem);
      hd_oversubscription.idle_prev_q <= EpochWidth'(jump_idle_prev);
      hd_oversubscription.mem_prev_q  <= EpochWidth'(jump_mem_prev);
    end
`endif
`endif
`endif
`endif
`endif
`endif
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle, one 32-bit word an element
  // ------------------------------------------------------------------------------------------
  bit [Resources*32-1:0] default_thresh, step, max, said;
  for (genvar r = 0; r < Resources; r++) begin : gen_resource
    assign default_thresh[r*32+:32] = 32'(default_i[r*ThreshWidth+:ThreshWidth]);
    assign step[r*32+:32]           = 32'(step_i[r*ThreshWidth+:ThreshWidth]);
    assign max[r*32+:32]            = 32'(max_i[r*ThreshWidth+:ThreshWidth]);
    assign said[r*32+:32]           = 32'(thresh_o[r*ThreshWidth+:ThreshWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = oversubscription_ports(
        handle, rst_ni, start_i, 32'(epoch_i), 32'(delta_i), default_thresh, step, max, idle_i,
        mem_i, said, epoch_o);
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(thresh_o)), .Field(0)) u_thresh (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(epoch_o)), .Field(1)) u_epoch (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_oversubscription hd_oversubscription_lockstep #(
    .Resources(Resources), .ThreshWidth(ThreshWidth), .EpochWidth(EpochWidth)
) u_lockstep (.*);
