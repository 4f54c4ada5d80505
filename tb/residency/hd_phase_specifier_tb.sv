// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_phase_specifier; knows nothing of checking. The inputs change at the falling
// edge. The block keeps nothing: clock and reset are for the checker.

module hd_phase_specifier_tb #(
    parameter int RegSet     = 0,
    parameter int ScratchSet = 0
) (
    input  logic        clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic        phase_o,
    output logic [5:0]  regs_o,
    output logic [15:0] bytes_o,
    output logic [6:0]  reg_sets_o,
    output logic [12:0] scratch_sets_o
);

  import "DPI-C" function void phase_specifier_stim_open(
      input int unsigned reg_set, input int unsigned scratch_set);
  import "DPI-C" function void phase_specifier_stim(
      output bit rst_n, output int unsigned instr);

  logic        rst_ni;
  logic [31:0] instr_i;

  hd_phase_specifier #(
      .RegSet(RegSet), .ScratchSet(ScratchSet)
  ) dut (.*);

  initial phase_specifier_stim_open(RegSet, ScratchSet);

  // What it is offered in this cycle.
  bit          rst_n;
  int unsigned instr;
  always @(negedge clk_i) begin
    phase_specifier_stim(rst_n, instr);
    rst_ni  = rst_n;
    instr_i = instr;
  end
endmodule
