// SPDX-License-Identifier: Apache-2.0
//
// Properties of the coalescer (docs/blocks/coalescer.md), for formal/prove.sh.
//
// Beside the design stands a ghost, from the ports alone: the access that was taken last, as it was
// offered; which of its lanes are due, that is, were in no request that was accepted; and how many
// requests there were. What the next one should be is worked out lane by lane. Two lanes, `watch`
// and `other`, a line `line` and a bit of a line, `at_bit`, are chosen by the solver: what is
// proven of them holds for all.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_coalescer_props #(
    `HD_PARAMETERS,
    localparam int LaneWidth = Lanes > 1 ? $clog2(Lanes) : 1,
    localparam int CountWidth = $clog2(Lanes + 1)
) (
    `HD_PORTS
);

  localparam logic [1:0] Load = 2'd0;
  localparam logic [1:0] Atomic = 2'd2;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [LaneWidth-1:0] watch, other;
  (* anyconst *) logic [LineWidth-1:0] line;
  (* anyconst *) logic [OffsetWidth+2:0] at_bit;
  always @* assume (32'(watch) < Lanes && 32'(other) < Lanes && (Lanes == 1 || watch != other));

  // What the neighbours promise: a kind that there is; an atomic brings whole words.
  logic whole;
  always @* begin
    whole = 1'b1;
    for (int l = 0; l < Lanes; l++)
      if (acc_mask_i[l] && acc_be_i[l*4+:4] != 4'hf) whole = 1'b0;
  end
  always @* if (on && acc_valid_i) assume (acc_kind_i < 2'd3 && (acc_kind_i != Atomic || whole));

  // ------------------------------------------------------------------ ghost: the access

  logic taken, accepted;
  assign taken = acc_valid_i && acc_ready_o;
  assign accepted = req_valid_o && req_ready_i;

  logic [Lanes-1:0] due, mask;
  logic [1:0] kind;
  logic [TagWidth-1:0] tag;
  logic [Lanes*AddrWidth-1:0] addr;
  logic [Lanes*32-1:0] data, expected;
  logic [Lanes*4-1:0] be;
  // Requests of this access that were accepted, and whether one was for the line `line`.
  logic [CountWidth-1:0] made;
  logic line_made;

  always_ff @(posedge clk_i) begin
    if (accepted) begin
      due <= due & ~req_lanes_o;
      made <= made + CountWidth'(1);
      if (req_line_o == line) line_made <= 1'b1;
    end
    if (taken) begin
      {mask, kind, tag, addr, data, be, expected} <=
          {acc_mask_i, acc_kind_i, acc_tag_i, acc_addr_i, acc_data_i, acc_be_i, acc_expect_i};
      due <= acc_mask_i;
      made <= '0;
      line_made <= 1'b0;
    end
    if (!rst_ni) begin
      due <= '0;
      made <= '0;
      line_made <= 1'b0;
      mask <= '0;
    end
  end

  // ------------------------------------------------------------------ what should be requested

  // The line of the lowest lane due, and its lanes: an atomic's are of words that no lane before
  // has. The line's bytes are written lane by lane, so that the last one's stand.
  logic [LineWidth-1:0] want_line, lane_line;
  logic [Lanes-1:0] want_lanes;
  logic [LineBytes-1:0] want_be, word_had;
  logic [LineBytes*8-1:0] want_data, want_bits, want_expect;
  int word;

  always @* begin
    want_line = '0;
    for (int l = Lanes - 1; l >= 0; l--)
      if (due[l]) want_line = LineWidth'(addr[l*AddrWidth+:AddrWidth] >> OffsetWidth);

    want_lanes = '0;
    want_be = '0;
    want_data = '0;
    want_bits = '0;
    want_expect = '0;
    word_had = '0;
    lane_line = '0;
    word = 0;
    for (int l = 0; l < Lanes; l++) begin
      lane_line = LineWidth'(addr[l*AddrWidth+:AddrWidth] >> OffsetWidth);
      word = (32'(addr[l*AddrWidth+:AddrWidth]) % LineBytes) / 4;
      for (int w = 0; w < LineBytes / 4; w++)
        if (due[l] && lane_line == want_line && word == w && !(kind == Atomic && word_had[w]))
        begin
          want_lanes[l] = 1'b1;
          word_had[w] = 1'b1;
          for (int b = 0; b < 4; b++)
            if (be[l*4+b]) begin
              want_be[w*4+b] = 1'b1;
              if (kind != Load) want_bits[(w*4+b)*8+:8] = 8'hff;
              want_data[(w*4+b)*8+:8] = data[l*32+b*8+:8];
              want_expect[(w*4+b)*8+:8] = expected[l*32+b*8+:8];
            end
        end
    end
  end

  // The watched lanes: whether they are served, due, and where.
  logic watch_served, watch_due, other_served, is_due;
  logic [LineWidth-1:0] watch_line;
  logic [WordWidth-1:0] watch_word, other_word, watch_place;
  int due_lanes, all_lanes;
  always @* begin
    {watch_served, watch_due, other_served} = '0;
    watch_line = '0;
    watch_place = '0;
    {watch_word, other_word} = '0;
    due_lanes = 0;
    all_lanes = 0;
    for (int l = 0; l < Lanes; l++) begin
      if (32'(watch) == l) begin
        watch_served = req_valid_o && req_lanes_o[l];
        watch_due = due[l];
        watch_line = LineWidth'(addr[l*AddrWidth+:AddrWidth] >> OffsetWidth);
        watch_place = WordWidth'((32'(addr[l*AddrWidth+:AddrWidth]) % LineBytes) / 4);
        watch_word = req_word_o[l*WordWidth+:WordWidth];
      end
      if (32'(other) == l) begin
        other_served = req_valid_o && req_lanes_o[l];
        other_word = req_word_o[l*WordWidth+:WordWidth];
      end
      if (due[l]) due_lanes = due_lanes + 1;
      if (mask[l]) all_lanes = all_lanes + 1;
    end
  end

  // One bit of the line; and the cycle before.
  logic bit_on, bit_data, bit_expect;
  always @* begin
    {bit_on, bit_data, bit_expect} = '0;
    for (int b = 0; b < LineBytes * 8; b++)
      if (32'(at_bit) == b) begin
        bit_on = req_be_o[b/8];
        bit_data = req_data_o[b];
        bit_expect = req_expect_o[b];
      end
  end

  logic kept, last_bit_on, last_bit_data, last_bit_expect;
  logic [LineWidth-1:0] last_line;
  logic [Lanes-1:0] last_lanes;
  logic [TagWidth+2:0] last_rest;
  always_ff @(posedge clk_i) begin
    kept <= rst_ni && req_valid_o && !req_ready_i;
    {last_bit_on, last_bit_data, last_bit_expect} <= {bit_on, bit_data, bit_expect};
    {last_line, last_lanes} <= {req_line_o, req_lanes_o};
    last_rest <= {req_tag_o, req_kind_o, req_last_o};
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: a lane is served only if it is due
    once: assert (!watch_served || watch_due);
    // P: behind the last request no lane is due, and behind each one before it some lane is
    last: assert (!req_valid_o || req_last_o == ((due & ~req_lanes_o) == '0));
    // P: there is a request as long as some lane is due, and only then
    works: assert (req_valid_o == (due != '0));
    // P: lanes served have the request's line, and their word is where it says
    same_line: assert (!watch_served || (watch_line == req_line_o && watch_word == watch_place));
    // P: the request is for the line of the lowest lane due
    lowest_first: assert (!req_valid_o || req_line_o == want_line);
    // P: a request serves all lanes of its line; an atomic's the lowest one of each word
    all_of_line: assert (!req_valid_o || req_lanes_o == want_lanes);
    // P: an atomic request has one lane a word
    one_a_word: assert (Lanes == 1 || kind != Atomic || !watch_served || !other_served
                        || watch_word != other_word);
    // P: a request serves some lane: an access makes at most as many requests as it has lanes
    ends: assert (!req_valid_o || (req_lanes_o != '0 && 32'(made) + due_lanes <= all_lanes));
    // P: a load or store asks for each line once
    lines: assert (!req_valid_o || kind == Atomic || !line_made || req_line_o != line);
    // P: bytes are enabled where a lane served brings or reads one
    bytes: assert (!req_valid_o || req_be_o == want_be);
    // P: where two write one byte the higher lane's stands
    higher_wins: assert (!req_valid_o || ((req_data_o ^ want_data) & want_bits) == '0);
    // P: an atomic's request says what its lanes expect, in the place of their words
    expected_right: assert (!req_valid_o || kind != Atomic
                            || ((req_expect_o ^ want_expect) & want_bits) == '0);
    // P: kind and tag are those of the access
    goes_along: assert (!req_valid_o || (req_kind_o == kind && req_tag_o == tag));
    // P: a request that is not accepted stays as it is
    stable: assert (!kept || (req_valid_o && req_line_o == last_line && req_lanes_o == last_lanes
        && bit_on == last_bit_on && (!bit_on || bit_data == last_bit_data)
        && (!bit_on || kind != Atomic || bit_expect == last_bit_expect)
        && {req_tag_o, req_kind_o, req_last_o} == last_rest));
    // P: an access is taken when nothing is kept, and in the cycle of the last request
    no_gap: assert (acc_ready_o == (due == '0 || (accepted && (due & ~want_lanes) == '0)));
    // P: a reset drops what was kept
    reset_empties: assert (!was_reset || !req_valid_o);
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_one_request: cover (accepted && mask == '1 && req_lanes_o == '1 && kind == Load);
    c_each_alone: cover (accepted && 32'(made) == Lanes - 1 && kind != Atomic);
    c_atomic_each: cover (accepted && 32'(made) == Lanes - 1 && kind == Atomic
                          && req_line_o == line && line_made);
    c_back_to_back: cover (accepted && req_last_o && taken && 32'(made) > 0 && acc_mask_i != '0);
    c_full_line: cover (accepted && req_be_o == '1 && kind != Load);
    c_overwrites: cover (accepted && watch_served && other_served && watch_word == other_word
                         && kind != Load);
    c_no_lane: cover (taken && acc_mask_i == '0 && accepted);
  end
endmodule

// What follows goes to the end of the module hd_coalescer itself, in the copy that is proven. It
// names ports alone.
`ifdef HD_INSIDE
  hd_coalescer_props #(`HD_SAME_PARAMETERS) u_props (`HD_SAME_PORTS);
`endif
