// SPDX-License-Identifier: Apache-2.0
// The float unit in simulation: has the place of rtl/common/hd_float.sv, with the same ports. What
// it computes is the golden model's (cmodel/isa/execute.h); when it is there is its own.

module hd_float #(
    parameter int FloatSteps = 16
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        in_valid_i,
    output logic        in_ready_o,
    input  logic [31:0] word_i,
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    input  logic [31:0] c_i,
    input  logic [2:0]  frm_i,
    output logic        out_valid_o,
    output logic [31:0] value_o,
    output logic [4:0]  flags_o,
    output logic        refused_o
);

  initial if (FloatSteps < 1 || FloatSteps > 63) $fatal(1, "hd_float: FloatSteps must be 1 to 63");

  // {refused, flags, value}
  import "DPI-C" function longint unsigned hd_float_execute(
      input int unsigned word, input int unsigned a, input int unsigned b, input int unsigned c,
      input int unsigned frm);

  // A result is there, or is worked on, with so many cycles to go: 0 but for fdiv.s and fsqrt.s.
  logic        valid_q;
  logic [5:0]  steps_q;
  logic [31:0] value_q;
  logic [4:0]  flags_q;
  logic        refused_q;

  // fdiv.s is 00011 in the highest bits, fsqrt.s 01011.
  logic divides, busy, takes;
  assign divides    = word_i[6:2] == 5'b10100 && {word_i[31], word_i[29:27]} == 4'b0011;
  assign busy       = steps_q != '0;
  assign in_ready_o = !busy;
  assign takes      = in_valid_i && in_ready_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      steps_q <= '0;
    end else begin
      valid_q <= takes || busy;
      if (takes && divides) steps_q <= 6'(FloatSteps);
      else if (busy)        steps_q <= steps_q - 6'd1;
    end
  end

  // Not combinational: the function is called once for an instruction, not whenever an input moves.
  always_ff @(posedge clk_i) begin
    if (takes)
      {refused_q, flags_q, value_q} <=
          38'(hd_float_execute(word_i, a_i, b_i, c_i, 32'(frm_i)));
  end

  assign out_valid_o = valid_q && !busy;
  assign value_o     = value_q;
  assign flags_o     = flags_q;
  assign refused_o   = refused_q;

endmodule
