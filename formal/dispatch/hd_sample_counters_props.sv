// SPDX-License-Identifier: Apache-2.0
//
// Properties of hd_sample_counters (docs/blocks/sample_counters.md), for formal/prove.sh.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_sample_counters_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State.
    input logic [LineWidth-1:0]  lines,
    input logic [StallWidth-1:0] left
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  // The memory's promises: an answer is to a request; no more than Lines are under way.
  always @* if (on) begin
    assume (!answer_i || lines != '0);
    assume (!request_i || answer_i || 32'(lines) < Lines);
  end

  // ---------------------------------------------------------------- ghost: what was

  // Cycles since the start, of a window that goes on or has ended; there has been one.
  logic                  began;
  logic [StallWidth:0]   age;
  logic                  was_reset, was_start;
  logic [InstrWidth-1:0] instr_before;
  logic [StallWidth-1:0] stall_before;
  logic                  done_before;

  always_ff @(posedge clk_i) begin
    was_reset    <= !rst_ni;
    was_start    <= start_en_i;
    instr_before <= instr_o;
    stall_before <= stall_o;
    done_before  <= done_o;
    if (!rst_ni) began <= 1'b0;
    else if (start_en_i) began <= 1'b1;
    if (!rst_ni || start_en_i) age <= '0;
    else if (32'(age) < Window) age <= age + (StallWidth+1)'(1);
  end

  // ---------------------------------------------------------------- what is to hold

  always @* if (on) begin
    // P: a reset clears all counters, and no window goes on
    reset_clears: assert (!was_reset || (instr_o == '0 && stall_o == '0 && !done_o &&
                                         left == '0 && lines == '0));
    // P: stalls are at most the cycles of the window that are over
    no_more: assert (32'(stall_o) <= (began ? 32'(age) : 0));
    // P: done rises Window cycles after the first cycle of a window, and stays until the next start
    ends: assert (done_o == (began && 32'(age) == Window));
    // P: a start sets both counters to 0
    start_clears: assert (!was_start || (instr_o == '0 && stall_o == '0));
    // P: the instructions do not become fewer within a window
    saturates: assert (was_reset || was_start || instr_o >= instr_before);
    // P: behind a window both counters stay
    stays: assert (was_reset || was_start || !done_before ||
                   (instr_o == instr_before && stall_o == stall_before));
    // P: no more requests are under way than there can be
    lines_range: assert (32'(lines) <= Lines);
  end

  always @* if (on && rst_ni) begin
    c_stalled: cover (done_o && 32'(stall_o) == Window);
    c_full: cover (done_o && instr_o == '1);
    c_cut: cover (start_en_i && left == StallWidth'(1) && stall_o != '0 && instr_o != '0);
  end
endmodule

// What follows goes to the end of the module hd_sample_counters itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  hd_sample_counters_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .lines(lines_q), .left(left_q)
  );
`endif
