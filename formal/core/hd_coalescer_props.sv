// SPDX-License-Identifier: Apache-2.0
//
// Properties of the coalescer (docs/blocks/coalescer.md), for formal/prove.sh.
//
// Beside the design stands a ghost, from the ports alone: the access that was taken last, as it was
// offered; which of its lanes are due, that is, were in no request that was accepted; and how many
// requests there were, each bank's counted. What the next one of a bank should be is worked out
// lane by lane. The bank `bank`, two lanes, `watch` and `other`, a line `line` and a bit of a line,
// `at_bit`, are chosen by the solver: what is proven of them holds for all.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_coalescer_props #(
    `HD_PARAMETERS,
    localparam int LaneWidth = Lanes > 1 ? $clog2(Lanes) : 1,
    localparam int BankWidth = Banks > 1 ? $clog2(Banks) : 1,
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
  (* anyconst *) logic [BankWidth-1:0] bank;
  (* anyconst *) logic [LineWidth-1:0] line;
  (* anyconst *) logic [OffsetWidth+2:0] at_bit;
  always @* assume (32'(watch) < Lanes && 32'(other) < Lanes && (Lanes == 1 || watch != other));
  always @* assume (32'(bank) < Banks);

  // What the neighbours promise: a kind that there is; an atomic brings whole words, or nothing (an
  // sc that is to fail).
  logic whole;
  always @* begin
    whole = 1'b1;
    for (int l = 0; l < Lanes; l++)
      if (acc_mask_i[l] && acc_be_i[l*4+:4] != 4'hf && acc_be_i[l*4+:4] != 4'h0) whole = 1'b0;
  end
  always @* if (on && acc_valid_i) assume (acc_kind_i < 2'd3 && (acc_kind_i != Atomic || whole));

  // ------------------------------------------------------------------ ghost: the access

  logic taken;
  assign taken = acc_valid_i && acc_ready_o;

  // Of the bank: its request.
  logic valid, accepted;
  logic [LineWidth-1:0] req_line;
  logic [Lanes-1:0] req_lanes;
  logic [LineBytes-1:0] req_be;
  logic [LineBytes*8-1:0] req_data, req_expect;
  always @* begin
    {valid, accepted} = '0;
    {req_line, req_lanes, req_be, req_data, req_expect} = '0;
    for (int b = 0; b < Banks; b++)
      if (32'(bank) == b) begin
        valid = req_valid_o[b];
        accepted = req_valid_o[b] && req_ready_i[b];
        req_line = req_line_o[b*LineWidth+:LineWidth];
        req_lanes = req_lanes_o[b*Lanes+:Lanes];
        req_be = req_be_o[b*LineBytes+:LineBytes];
        req_data = req_data_o[b*LineBytes*8+:LineBytes*8];
        req_expect = req_expect_o[b*LineBytes*8+:LineBytes*8];
      end
  end

  // Of all banks: the lanes that their requests serve; those of requests that are accepted, how
  // many these are, and whether one is for the line `line`; and how many serve the watched lane.
  logic [Lanes-1:0] served, gone;
  logic line_now;
  int count, watch_banks;
  always @* begin
    served = '0;
    gone = '0;
    line_now = 1'b0;
    count = 0;
    watch_banks = 0;
    for (int b = 0; b < Banks; b++)
      if (req_valid_o[b]) begin
        served = served | req_lanes_o[b*Lanes+:Lanes];
        for (int l = 0; l < Lanes; l++)
          if (32'(watch) == l && req_lanes_o[b*Lanes+l]) watch_banks = watch_banks + 1;
        if (req_ready_i[b]) begin
          gone = gone | req_lanes_o[b*Lanes+:Lanes];
          count = count + 1;
          if (req_line_o[b*LineWidth+:LineWidth] == line) line_now = 1'b1;
        end
      end
  end

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
    due <= due & ~gone;
    made <= made + CountWidth'(count);
    if (line_now) line_made <= 1'b1;
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

  // Of the bank: the line of the lowest lane due that is in it, and its lanes: an atomic's are of
  // words that no lane before has. The line's bytes are written lane by lane, so that the last
  // one's stand.
  logic want_valid;
  logic [LineWidth-1:0] want_line, lane_line;
  logic [Lanes-1:0] want_lanes;
  logic [LineBytes-1:0] want_be, word_had;
  logic [LineBytes*8-1:0] want_data, want_bits, want_expect;
  int word;

  always @* begin
    want_line = '0;
    want_valid = 1'b0;
    for (int l = Lanes - 1; l >= 0; l--)
      if (due[l] && (32'(addr[l*AddrWidth+:AddrWidth]) / LineBytes) % Banks == 32'(bank)) begin
        want_line = LineWidth'(addr[l*AddrWidth+:AddrWidth] >> OffsetWidth);
        want_valid = 1'b1;
      end

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
        if (want_valid && due[l] && lane_line == want_line && word == w
            && !(kind == Atomic && word_had[w]))
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

  // The watched lanes: whether the bank's request serves them; due; and where.
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
        watch_served = valid && req_lanes[l];
        watch_due = due[l];
        watch_line = LineWidth'(addr[l*AddrWidth+:AddrWidth] >> OffsetWidth);
        watch_place = WordWidth'((32'(addr[l*AddrWidth+:AddrWidth]) % LineBytes) / 4);
        watch_word = req_word_o[l*WordWidth+:WordWidth];
      end
      if (32'(other) == l) begin
        other_served = valid && req_lanes[l];
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
        bit_on = req_be[b/8];
        bit_data = req_data[b];
        bit_expect = req_expect[b];
      end
  end

  logic kept, waits, last_bit_on, last_bit_data, last_bit_expect;
  logic [LineWidth-1:0] last_line;
  logic [Lanes-1:0] last_lanes;
  logic [TagWidth+2:0] last_rest;
  always_ff @(posedge clk_i) begin
    kept <= rst_ni && valid && !accepted;
    waits <= kept && count != 0;
    {last_bit_on, last_bit_data, last_bit_expect} <= {bit_on, bit_data, bit_expect};
    {last_line, last_lanes} <= {req_line, req_lanes};
    last_rest <= {req_tag_o, req_kind_o, Banks == 1 && req_last_o};
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: a lane is served only if it is due, and by one bank
    once: assert (watch_banks == 0 || (watch_banks == 1 && watch_due));
    // P: behind the last requests no lane is due, and behind each one before them some lane is
    last: assert (req_valid_o == '0 || req_last_o == ((due & ~served) == '0));
    // P: a bank has a request as long as some lane of it is due, and only then
    works: assert (valid == want_valid);
    // P: lanes served have the request's line, and their word is where it says
    same_line: assert (!watch_served || (watch_line == req_line && watch_word == watch_place));
    // P: a request's line is in its bank
    right_bank: assert (!valid || 32'(req_line) % Banks == 32'(bank));
    // P: the request is for the line of the lowest lane due in its bank
    lowest_first: assert (!valid || req_line == want_line);
    // P: a request serves all lanes of its line; an atomic's the lowest one of each word
    all_of_line: assert (!valid || req_lanes == want_lanes);
    // P: an atomic request has one lane a word
    one_a_word: assert (Lanes == 1 || kind != Atomic || !watch_served || !other_served
                        || watch_word != other_word);
    // P: a request serves some lane: an access makes at most as many requests as it has lanes, each
    // bank's counted
    ends: assert (!valid || (req_lanes != '0 && 32'(made) + due_lanes <= all_lanes));
    // P: a load or store asks for each line once
    lines: assert (!valid || kind == Atomic || !line_made || req_line != line);
    // P: bytes are enabled where a lane served brings or reads one
    bytes: assert (!valid || req_be == want_be);
    // P: where two write one byte the higher lane's stands
    higher_wins: assert (!valid || ((req_data ^ want_data) & want_bits) == '0);
    // P: an atomic's request says what its lanes expect, in the place of their words
    expected_right: assert (!valid || kind != Atomic
                            || ((req_expect ^ want_expect) & want_bits) == '0);
    // P: kind and tag are those of the access
    goes_along: assert (!valid || (req_kind_o == kind && req_tag_o == tag));
    // P: a request that is not accepted stays as it is, also if another bank's is accepted; with
    // one bank so does whether it is the last
    stable: assert (!kept || (valid && req_line == last_line && req_lanes == last_lanes
        && bit_on == last_bit_on && (!bit_on || bit_data == last_bit_data)
        && (!bit_on || kind != Atomic || bit_expect == last_bit_expect)
        && {req_tag_o, req_kind_o, Banks == 1 && req_last_o} == last_rest));
    // P: an access is taken when nothing is kept, and in the cycle in which all last requests are
    no_gap: assert (acc_ready_o == (due == '0
                                    || ((req_valid_o & ~req_ready_i) == '0 && due == gone)));
    // P: a reset drops what was kept
    reset_empties: assert (!was_reset || req_valid_o == '0);
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_one_request: cover (accepted && mask == '1 && req_lanes == '1 && kind == Load);
    c_each_alone: cover (accepted && 32'(made) == Lanes - 1 && kind != Atomic);
    c_atomic_each: cover (accepted && 32'(made) == Lanes - 1 && kind == Atomic
                          && req_line == line && line_made);
    c_back_to_back: cover (accepted && req_last_o && taken && 32'(made) > 0 && acc_mask_i != '0);
    c_full_line: cover (accepted && req_be == '1 && kind != Load);
    c_overwrites: cover (accepted && watch_served && other_served && watch_word == other_word
                         && kind != Load);
    c_no_lane: cover (taken && acc_mask_i == '0 && accepted);
    // With several banks.
    c_all_banks: cover (accepted && req_valid_o == '1 && count == Banks && req_last_o && taken);
    c_one_waits: cover (accepted && waits && req_last_o && count == 1);
    c_conflict: cover (accepted && line_made && req_line != line && 32'(line) % Banks == 32'(bank)
                       && req_valid_o == '1);
  end
endmodule

// What follows goes to the end of the module hd_coalescer itself, in the copy that is proven. It
// names ports alone.
`ifdef HD_INSIDE
  hd_coalescer_props #(`HD_SAME_PARAMETERS) u_props (`HD_SAME_PORTS);
`endif
