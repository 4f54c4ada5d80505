// SPDX-License-Identifier: Apache-2.0
//
// Properties of the phase specifier (docs/blocks/phase_specifier.md), for formal/prove.sh. It keeps
// nothing: each property is about one instruction, and the clock is that of the proof.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_phase_specifier_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS
);

  // As everywhere: after the reset of the first cycle. (A solver wants a register as well.)
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  // Two numbers, and the word that a compiler makes of them, written from the page's table.
  (* anyconst *) logic [5:0] regs;
  (* anyconst *) logic [15:0] bytes;
  logic [31:0] word;
  assign word = {bytes, regs[5], 3'b010, regs[4:0], 7'b0001011};

  // What the sets hold, wide enough for all of them.
  localparam int Wide = 34;
  logic [Wide-1:0] regs_held, bytes_held;
  assign regs_held  = Wide'(reg_sets_o) * Wide'(RegSet);
  assign bytes_held = Wide'(scratch_sets_o) * Wide'(ScratchSet);

  always @* if (on) begin
    // P: the word of two numbers is a phase specifier and reads as these numbers
    round_trip: assert (instr_i != word || (phase_o && regs_o == regs && bytes_o == bytes));
    // P: a phase specifier is the word of the numbers it reads as
    nothing_else: assert (!phase_o
        || instr_i == {bytes_o, regs_o[5], 3'b010, regs_o[4:0], 7'b0001011});
    // P: register sets hold what is asked, and less than one set more
    round_up_regs: assert (!phase_o || (regs_held >= Wide'(regs_o)
                                        && regs_held < Wide'(regs_o) + Wide'(RegSet)));
    // P: scratchpad sets hold what is asked, and less than one set more
    round_up_bytes: assert (!phase_o || (bytes_held >= Wide'(bytes_o)
                                         && bytes_held < Wide'(bytes_o) + Wide'(ScratchSet)));
  end

  always @* if (on && rst_ni) begin
    c_least: cover (phase_o && regs_o == '0 && bytes_o == '0);
    c_most: cover (phase_o && regs_o == '1 && bytes_o == '1);
    c_part: cover (phase_o && regs_held == Wide'(regs_o) + Wide'(RegSet - 1)
                   && bytes_held == Wide'(bytes_o) + Wide'(ScratchSet - 1) && bytes_o != '0);
  end
endmodule

// What follows goes to the end of the module hd_phase_specifier itself, in the copy that is proven.
`ifdef HD_INSIDE
  hd_phase_specifier_props #(`HD_SAME_PARAMETERS) u_props (`HD_SAME_PORTS);
`endif
