// SPDX-License-Identifier: Apache-2.0
//
// Phase specifier: reads the instruction by which a compiler tells what the next phase needs.
//
// Behaviour
// - An instruction of RISC-V's custom-0 space with function 2. It has two numbers: live registers
//   of a thread, live scratchpad bytes of the block. Sets are these, rounded up.
//
// Corner cases
// - Any other instruction: phase_o is low, the rest means nothing.
// - 0 registers or bytes are 0 sets.
//
// Vijaykumar et al., Zorua: section 5.7, Figure 13; the bit positions are ours.

module hd_phase_specifier #(
    // Registers of a set: a power of two, 1 to 64.
    parameter int RegSet     = 4,
    // Bytes of a scratchpad set: a power of two, 16 to 65536.
    parameter int ScratchSet = 1024
) (
    // Not used: nothing is kept. Here as in every block, for the checker's clock.
    input  logic        clk_i,
    input  logic        rst_ni,

    // An instruction.
    input  logic [31:0] instr_i,

    // All outputs depend on instr_i alone; all but the first are meaningful while it is high.
    // It is a phase specifier.
    output logic        phase_o,
    // Its registers.
    output logic [5:0]  regs_o,
    // Its scratchpad bytes.
    output logic [15:0] bytes_o,
    // Register sets of a warp.
    output logic [6:0]  reg_sets_o,
    // Scratchpad sets of a block.
    output logic [12:0] scratch_sets_o
);

`ifndef SYNTHESIS
  initial begin
    if (RegSet < 1 || RegSet > 64 || 2**$clog2(RegSet) != RegSet)
      $fatal(1, "hd_phase_specifier: RegSet must be a power of two, 1 to 64");
    if (ScratchSet < 16 || ScratchSet > 65536 || 2**$clog2(ScratchSet) != ScratchSet)
      $fatal(1, "hd_phase_specifier: ScratchSet must be a power of two, 16 to 65536");
  end
`endif

  // Fields, as docs/blocks/phase_specifier.md has them.
  localparam logic [6:0] Opcode   = 7'b0001011;
  localparam logic [2:0] Function = 3'b010;

  assign phase_o = instr_i[6:0] == Opcode && instr_i[14:12] == Function;
  assign regs_o  = {instr_i[15], instr_i[11:7]};
  assign bytes_o = instr_i[31:16];

  // Rounded up: add all but one of a set, then divide by shifting.
  assign reg_sets_o     = 7'((7'(regs_o) + 7'(RegSet - 1)) >> $clog2(RegSet));
  assign scratch_sets_o = 13'((17'(bytes_o) + 17'(ScratchSet - 1)) >> $clog2(ScratchSet));

  logic unused_clock;
  assign unused_clock = &{1'b0, clk_i, rst_ni};

endmodule
