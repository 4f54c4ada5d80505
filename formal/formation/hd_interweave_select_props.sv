// SPDX-License-Identifier: Apache-2.0
//
// Properties of hd_interweave_select (docs/blocks/interweave_select.md), for formal/prove.sh.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_interweave_select_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  // What the last edge saw.
  logic was_reset = 1'b0;
  logic was_set, was_step, was_full;
  logic [Width-1:0] value, before;
  always_ff @(posedge clk_i) begin
    was_reset <= !rst_ni;
    was_set   <= set_en_i;
    was_step  <= step_en_i;
    was_full  <= full_o;
    value     <= set_value_i;
    before    <= count_o;
  end

  always @* if (on) begin
    // P: a reset clears the count
    reset_clears: assert (!was_reset || count_o == '0);
    // P: after a set the count is the value, whatever else happened
    set_wins: assert (was_reset || !was_set || count_o == value);
    // P: a step adds one, and stops at the greatest count
    steps: assert (was_reset || was_set || count_o == before + Width'(was_step && !was_full));
  end

  always @* if (on && rst_ni) begin
    c_full: cover (full_o && step_en_i);
    c_both: cover (set_en_i && step_en_i);
  end
endmodule

// What follows goes to the end of the module hd_interweave_select itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  hd_interweave_select_props #(`HD_SAME_PARAMETERS) u_props (`HD_SAME_PORTS);
`endif
