// SPDX-License-Identifier: Apache-2.0
//
// Float unit: one thread's float instruction. Here are its ports without contents: a black box for
// synthesis. In simulation dpi/common/hd_float.sv has its place.
//
// Behaviour (of what belongs here)
// - One instruction a cycle; the result is there in the next one.
// - Of fdiv.s and fsqrt.s it is there FloatSteps cycles later than that. Nothing is taken
//   meanwhile; with the result the next instruction may be.
//
// Corner cases
// - A reserved rounding mode in frm: refused, with the value 0 and no exception.
//
// The RISC-V Instruction Set Manual, volume I: "F"; docs/kernels.md, Instructions.

(* blackbox *)
module hd_float #(
    // Further cycles of a division or square root.
    parameter int FloatSteps = 16
) (
    // Clock; synchronous reset, active low: nothing is under way after it.
    input  logic        clk_i,
    input  logic        rst_ni,

    // A thread's instruction
    // One is offered.
    input  logic        in_valid_i,
    // It would be taken: no division or square root is under way. State only.
    output logic        in_ready_o,
    // The instruction: a legal one of the float unit.
    input  logic [31:0] word_i,
    // Its registers rs1, rs2 and rs3.
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    input  logic [31:0] c_i,
    // The thread's rounding mode; looked at if the instruction says so.
    input  logic [2:0]  frm_i,

    // Its result; state only
    // There is one, for this cycle.
    output logic        out_valid_o,
    // What rd gets.
    output logic [31:0] value_o,
    // Exceptions: NX 0, UF 1, OF 2, DZ 3, NV 4.
    output logic [4:0]  flags_o,
    // The thread's rounding mode is reserved.
    output logic        refused_o
);

`ifndef SYNTHESIS
  initial if (FloatSteps < 1 || FloatSteps > 63) $fatal(1, "hd_float: FloatSteps must be 1 to 63");
`endif

  // A tool that reads this as a module finds no output undriven.
  assign in_ready_o  = 1'b0;
  assign out_valid_o = 1'b0;
  assign value_o     = '0;
  assign flags_o     = '0;
  assign refused_o   = 1'b0;

  logic unused_inputs;
  assign unused_inputs = &{1'b0, clk_i, rst_ni, in_valid_i, word_i, a_i, b_i, c_i, frm_i};

endmodule
