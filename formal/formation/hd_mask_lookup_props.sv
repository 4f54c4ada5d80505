// SPDX-License-Identifier: Apache-2.0
//
// Properties of hd_mask_lookup (docs/blocks/mask_lookup.md), for formal/prove.sh.
//
// The solver chooses a candidate, `other`: what is proven of it holds for all. The answer is looked
// up in the ports, candidate by candidate.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_mask_lookup_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State.
    input logic [15:0] register
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  localparam int IndexWidth = $clog2(Entries);

  (* anyconst *) logic [IndexWidth-1:0] other;
  always @* assume (32'(other) < Entries);

  // ---------------------------------------------------------------- what the last edge saw

  logic        was_reset = 1'b0;
  logic        was_step;
  logic [15:0] last;
  always_ff @(posedge clk_i) begin
    was_reset <= !rst_ni;
    was_step  <= step_en_i;
    last      <= register;
  end

  // ---------------------------------------------------------------- each candidate, by the page

  logic [Entries-1:0] in_set, apart, fitting;
  for (genvar c = 0; c < Entries; c++) begin : gen_candidate
    assign in_set[c]  = Sets == 1 || 32'(set_i) == (c / Hot) % Sets;
    assign apart[c]   = group_i[c] != primary_group_i
                        || (mask_i[c*Lanes +: Lanes] & primary_mask_i) == '0;
    assign fitting[c] = ready_i[c] && in_set[c] && apart[c];
  end

  // The answer's number, rank, lanes; the other one's.
  logic [IndexWidth-1:0] chosen, chosen_rank, other_rank;
  logic [CountWidth-1:0] chosen_lanes, other_lanes;
  logic                  chosen_ready, chosen_set, chosen_apart, chosen_there;
  logic                  other_ready, other_fits;
  assign chosen      = IndexWidth'(32'(slot_o) * Hot + 32'(hot_o));
  assign chosen_rank = chosen ^ register[IndexWidth-1:0];
  assign other_rank  = other ^ register[IndexWidth-1:0];
  always @* begin
    chosen_there = 1'b0;
    chosen_ready = 1'b0;
    chosen_set   = 1'b0;
    chosen_apart = 1'b0;
    chosen_lanes = '0;
    other_ready  = 1'b0;
    other_fits   = 1'b0;
    other_lanes  = '0;
    for (int c = 0; c < Entries; c++) begin
      if (32'(slot_o) == c / Hot && 32'(hot_o) == c % Hot) begin
        chosen_there = 1'b1;
        chosen_ready = ready_i[c];
        chosen_set   = in_set[c];
        chosen_apart = apart[c];
        chosen_lanes = lanes_i[c*CountWidth +: CountWidth];
      end
      if (32'(other) == c) begin
        other_ready = ready_i[c];
        other_fits  = fitting[c];
        other_lanes = lanes_i[c*CountWidth +: CountWidth];
      end
    end
  end

  always @* if (on) begin
    // P: the shift register is not 0
    never_zero: assert (was_reset ? register == 16'(Seed) : register != '0);
    // P: a step shifts the register to the right, XORed with B400 if a 1 fell out
    steps: assert (was_reset || !was_step
                   || register == ((last >> 1) ^ (last[0] ? 16'hB400 : 16'h0)));
    // P: without a step the register stays
    keeps: assert (was_reset || was_step || register == last);
    // P: an answer is a candidate that there is, and that is ready
    ready_only: assert (!found_o || (chosen_there && chosen_ready));
    // P: an answer beside a primary is in the set, and of the other group or without a common lane
    fits: assert (!found_o || !primary_valid_i || (chosen_set && chosen_apart));
    // P: no candidate that fits has more lanes than the answer
    best: assert (!primary_valid_i || !other_fits || other_lanes <= chosen_lanes);
    // P: of those that fit with as many lanes as the answer none has a lower rank
    ties: assert (!primary_valid_i || !other_fits || other_lanes != chosen_lanes
                  || other_rank >= chosen_rank);
    // P: if a candidate fits, or without a primary is ready, there is an answer
    finds: assert (found_o || !(primary_valid_i ? other_fits : other_ready));
    // P: without a primary no ready candidate has a lower rank than the answer
    any: assert (primary_valid_i || !other_ready || other_rank >= chosen_rank);
  end

  // ---------------------------------------------------------------- what must be possible

  always @* if (on && rst_ni) begin
    c_overlaps: cover (found_o && primary_valid_i && primary_mask_i == '1 && chosen_lanes != '0);
    c_none: cover (!found_o && primary_valid_i && ready_i == '1);
    c_tie: cover (found_o && primary_valid_i && other_fits && other_lanes == chosen_lanes
                  && 32'(other) < 32'(chosen) && primary_mask_i != '0);
    c_upper_half: cover (found_o && !primary_valid_i && ready_i == '1
                         && 2 * 32'(chosen) >= Entries);
  end
endmodule

// What follows goes to the end of the module hd_mask_lookup itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  hd_mask_lookup_props #(`HD_SAME_PARAMETERS) u_props (`HD_SAME_PORTS, .register(order_q));
`endif
