// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_phase_specifier, bound to every instance of it. Hands inputs and outputs
// to the golden model in each cycle (steps 2 and 3: dpi/common/lockstep.h); there are no registers.

module hd_phase_specifier_lockstep #(
    parameter int RegSet     = 4,
    parameter int ScratchSet = 1024
) (
    input logic        clk_i,
    input logic        rst_ni,
    input logic [31:0] instr_i,
    input logic        phase_o,
    input logic [5:0]  regs_o,
    input logic [15:0] bytes_o,
    input logic [6:0]  reg_sets_o,
    input logic [12:0] scratch_sets_o
);

  import "DPI-C" function longint unsigned phase_specifier_open(
      input string path, input int unsigned reg_set, input int unsigned scratch_set);
  import "DPI-C" function int phase_specifier_ports(
      input longint unsigned handle, input bit rst_n, input int unsigned instr, input bit phase,
      input int unsigned regs, input int unsigned bytes, input int unsigned reg_sets,
      input int unsigned scratch_sets);

  longint unsigned handle;
  initial handle = phase_specifier_open($sformatf("%m"), RegSet, ScratchSet);

  int verdict;
  always @(posedge clk_i) begin
    verdict = phase_specifier_ports(handle, rst_ni, instr_i, phase_o, 32'(regs_o), 32'(bytes_o),
                                    32'(reg_sets_o), 32'(scratch_sets_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(phase_o)), .Field(0)) u_phase (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(regs_o)), .Field(1)) u_regs (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(bytes_o)), .Field(2)) u_bytes (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(reg_sets_o)), .Field(3)) u_reg_sets (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(scratch_sets_o)), .Field(4)) u_scratch_sets (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_phase_specifier hd_phase_specifier_lockstep #(
    .RegSet(RegSet), .ScratchSet(ScratchSet)
) u_lockstep (.*);
