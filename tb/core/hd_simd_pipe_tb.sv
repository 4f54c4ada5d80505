// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_simd_pipe; knows nothing of checking. The inputs change at the falling edge.

module hd_simd_pipe_tb #(
    parameter int Lanes      = 0,
    parameter int Simd       = 0,
    parameter int DivBits    = 0,
    parameter int FloatSteps = 0,
    parameter int RiderWidth = 0,
    localparam int RiderBits = (RiderWidth + 31) / 32 * 32
) (
    input  logic                  clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                  in_ready_o,
    output logic                  out_valid_o,
    output logic [2:0]            out_unit_o,
    output logic [31:0]           out_word_o,
    output logic [31:0]           out_pc_o,
    output logic [Lanes-1:0]      out_mask_o,
    output logic [RiderWidth-1:0] out_rider_o,
    output logic [Lanes*32-1:0]   out_value_o,
    output logic [Lanes*32-1:0]   out_address_o,
    output logic [Lanes-1:0]      out_taken_o,
    output logic [Lanes*32-1:0]   out_expect_o,
    output logic [Lanes*5-1:0]    out_flags_o,
    output logic [Lanes-1:0]      out_refused_o
);

  import "DPI-C" function void simd_pipe_stim_open(
      input int unsigned lanes, input int unsigned simd, input int unsigned rider_width);
  import "DPI-C" function void simd_pipe_stim(
      input bit in_ready, output bit rst_n, output bit in_valid, output int unsigned unit,
      output int unsigned word, output int unsigned pc, output longint unsigned mask,
      output bit [Lanes*32-1:0] a, output bit [Lanes*32-1:0] b, output bit [Lanes*32-1:0] c,
      output bit [Lanes*8-1:0] frm, output bit [RiderBits-1:0] rider, output bit out_ready);

  logic                  rst_ni, in_valid_i, out_ready_i;
  logic [2:0]            unit_i;
  logic [31:0]           word_i, pc_i;
  logic [Lanes-1:0]      mask_i;
  logic [Lanes*32-1:0]   a_i, b_i, c_i;
  logic [Lanes*3-1:0]    frm_i;
  logic [RiderWidth-1:0] rider_i;

  hd_simd_pipe #(
      .Lanes(Lanes), .Simd(Simd), .DivBits(DivBits), .FloatSteps(FloatSteps),
      .RiderWidth(RiderWidth)
  ) dut (.*);

  // What the pipe answered in the last cycle.
  bit in_ready;
  always @(posedge clk_i) in_ready <= in_ready_o;

  initial simd_pipe_stim_open(Lanes, Simd, RiderWidth);

  // What it is offered in this cycle.
  bit                  rst_n, in_valid, out_ready;
  int unsigned         unit, word, pc;
  longint unsigned     mask;
  bit [Lanes*32-1:0]   a, b, c;
  bit [Lanes*8-1:0]    frm;
  bit [RiderBits-1:0]  rider;
  always @(negedge clk_i) begin
    simd_pipe_stim(in_ready, rst_n, in_valid, unit, word, pc, mask, a, b, c, frm, rider, out_ready);
    rst_ni      = rst_n;
    in_valid_i  = in_valid;
    out_ready_i = out_ready;
    unit_i      = 3'(unit);
    word_i      = word;
    pc_i        = pc;
    mask_i      = Lanes'(mask);
    a_i         = a;
    b_i         = b;
    c_i         = c;
    rider_i     = RiderWidth'(rider);
    for (int t = 0; t < Lanes; t++) frm_i[t*3+:3] = 3'(frm[t*8+:8]);
  end
endmodule
