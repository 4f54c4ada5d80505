// SPDX-License-Identifier: Apache-2.0
//
// Properties of the cache banks (docs/blocks/cache_banks.md), for formal/prove.sh.
//
// The banks are the L1 caches themselves. A bank `bank`, a bit of a line `at_bit` and a rider
// `watch` are chosen by the solver: what is proven of them holds for all. Beside the design stand
// ghosts, from the ports: which requests memory has accepted and not answered, and the same as the
// bank sees it; of the bank the request that it sent last; how many requests of others were
// accepted while its own waits; and whether it has a request with the rider `watch` to answer.
//
// What a bank does is proven of the L1 cache alone (l1_cache_plan.txt), under promises; that on its
// fills is kept here (`fills_asked`).
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_cache_banks_props #(
    `HD_PARAMETERS,
    localparam int BankWidth = Banks > 1 ? $clog2(Banks) : 1,
    localparam int BankMshrs = Mshrs / Banks,
    localparam int BankIdWidth = BankMshrs > 1 ? $clog2(BankMshrs) : 1
) (
    `HD_PORTS,
    // State
    input logic [BankWidth-1:0]   turn,
    // What the banks say, and see
    input logic [Banks-1:0]       idles,
    input logic [Banks-1:0]       cleans,
    input logic [Banks-1:0]       mem_valids,
    input logic [Banks-1:0]       mem_readies,
    input logic [Banks*BankIdWidth-1:0] mem_ids,
    input logic [Banks-1:0]       fill_valids,
    input logic [Banks-1:0]       fill_readies,
    input logic [BankIdWidth-1:0] fill_id
);

  localparam logic Back = WriteBack != 0;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [BankWidth-1:0] bank;
  (* anyconst *) logic [$clog2(DataWidth)-1:0] at_bit;
  (* anyconst *) logic [RiderWidth-1:0] watch;
  always @* assume (32'(bank) < Banks);

  // ------------------------------------------------------------------ the bank

  // Its request, its answer, its request to memory.
  logic req_valid, taken, req_bit, req_be, req_expect, rsp_valid, rsp_ready, waits, sees;
  logic [LineWidth-1:0] req_line;
  logic [RiderWidth-1:0] req_rider, rsp_rider;
  logic [2:0] outcome;
  logic [BankIdWidth-1:0] its_id;
  always @* begin
    {req_valid, taken, req_bit, req_be, req_expect, waits, sees} = '0;
    {rsp_valid, rsp_ready} = '0;
    {req_line, req_rider, rsp_rider, outcome, its_id} = '0;
    for (int b = 0; b < Banks; b++)
      if (32'(bank) == b) begin
        req_valid = req_valid_i[b];
        taken = req_valid_i[b] && req_ready_o[b];
        req_line = req_line_i[b*LineWidth+:LineWidth];
        req_rider = req_rider_i[b*RiderWidth+:RiderWidth];
        req_bit = req_data_i[b*DataWidth+32'(at_bit)];
        req_be = req_be_i[b*LineBytes+32'(at_bit)/8];
        req_expect = req_expect_i[b*DataWidth+32'(at_bit)];
        rsp_valid = rsp_valid_o[b];
        rsp_ready = rsp_ready_i[b];
        rsp_rider = rsp_rider_o[b*RiderWidth+:RiderWidth];
        outcome = outcome_o[b*3+:3];
        waits = mem_valids[b];
        sees = mem_readies[b];
        its_id = mem_ids[b*BankIdWidth+:BankIdWidth];
      end
  end

  // ------------------------------------------------------------------ ghost: the memory

  logic accepted, filled, mine;
  assign accepted = mem_valid_o && mem_ready_i;
  assign filled = fill_valid_i && fill_ready_o;
  assign mine = mem_valid_o && 32'(mem_id_o) % Banks == 32'(bank);

  logic [Mshrs-1:0] pending;
  always_ff @(posedge clk_i) begin
    if (accepted) pending[mem_id_o] <= 1'b1;
    if (filled) pending[fill_id_i] <= 1'b0;
    if (!rst_ni) pending <= '0;
  end

  // As the bank sees it.
  logic [BankMshrs-1:0] its_pending;
  always_ff @(posedge clk_i) begin
    if (waits && sees) its_pending[its_id] <= 1'b1;
    if (fill_valids[bank]) its_pending[fill_id] <= 1'b0;
    if (!rst_ni) its_pending <= '0;
  end

  // What the neighbours promise.
  always @* if (on) begin
    for (int b = 0; b < Banks; b++)
      assume (!req_valid_i[b] || 32'(req_line_i[b*LineWidth+:LineWidth]) % Banks == b);
    assume (req_valid_i == '0 || req_kind_i < 2'd3);
    assume (!fill_valid_i || (32'(fill_id_i) < Mshrs && pending[fill_id_i]));
    assume (!clear_i || (idle_o && req_valid_i == '0 && !fill_valid_i && (!Back || clean_o)));
    assume (!flush_i || req_valid_i == '0);
  end

  // ------------------------------------------------------------------ ghosts: the bank's requests

  // What it has sent last: a miss, a store or an atomic. (A cache that writes back sends more.)
  logic [LineWidth+RiderWidth+1:0] sent;
  logic sent_bit, sent_be, sent_expect;
  always_ff @(posedge clk_i)
    if (taken && (outcome == 3'd2 || outcome > 3'd3)) begin
      sent <= {req_kind_i, req_line, req_rider};
      {sent_bit, sent_be, sent_expect} <= {req_bit, req_be, req_expect};
    end

  // Requests of others that were accepted while its own waits.
  logic [4:0] others;
  always_ff @(posedge clk_i) begin
    if (!waits || (accepted && mine)) others <= '0;
    else if (accepted) others <= others + 5'd1;
    if (!rst_ni) others <= '0;
  end

  // It has taken a request with the rider that is watched, and not answered it; of these there is
  // one at most at a time. It compares no riders.
  logic asked;
  always @* if (on) assume (!(req_valid && req_rider == watch && asked));
  always_ff @(posedge clk_i) begin
    if (rsp_valid && rsp_ready && rsp_rider == watch) asked <= 1'b0;
    if (taken && req_rider == watch) asked <= 1'b1;
    if (!rst_ni) asked <= 1'b0;
  end

  // ------------------------------------------------------------------ whose turn it is

  // The first from turn on that has a request, one after the other.
  int first, next_turn;
  always @* begin
    first = 0;
    for (int k = Banks - 1; k >= 0; k--)
      for (int b = 0; b < Banks; b++)
        if ((32'(turn) + k) % Banks == b && mem_valids[b]) first = b;
    next_turn = 32'(turn);
    if (accepted) next_turn = (first + 1) % Banks;
    else if (mem_valid_o) next_turn = first;
  end

  // The cycle before.
  logic kept, last_bit, last_be, last_expect;
  logic [IdWidth+LineWidth+RiderWidth+1:0] last;
  logic [BankWidth-1:0] want_turn;
  always_ff @(posedge clk_i) begin
    kept <= rst_ni && mem_valid_o && !mem_ready_i;
    last <= {mem_id_o, mem_kind_o, mem_line_o, mem_rider_o};
    {last_bit, last_be} <= {mem_data_o[at_bit], mem_be_o[at_bit/8]};
    last_expect <= mem_expect_o[at_bit];
    want_turn <= BankWidth'(next_turn);
  end

  // ------------------------------------------------------------------ properties

  // To memory.
  always @* if (on) begin
    // P: a request goes to memory under the number of an MSHR of its line's bank
    one_bank: assert (!mem_valid_o || (32'(mem_id_o) < Mshrs
                      && 32'(mem_id_o) % Banks == 32'(mem_line_o) % Banks));
    // P: the MSHR is the one that the bank has named
    right_mshr: assert (!mine || (waits && 32'(mem_id_o) / Banks == 32'(its_id)));
    // P: a request is offered to memory if a bank has one, and it is that of the first in turn
    first_in_turn: assert (mem_valid_o == (mem_valids != '0)
                           && (!mem_valid_o || 32'(mem_id_o) % Banks == first));
    // P: a bank's request is accepted when memory accepts it; another bank sees no memory
    others_wait: assert (!waits || sees == (accepted && mine));
    // P: turn is behind the bank whose request was accepted, at the bank whose request was not
    turn_moves: assert (was_reset || turn == want_turn);
    // P: a bank's request is accepted after at most all other banks' one each
    fair: assert (32'(others) < Banks);
    // P: what is offered to memory and not accepted stays
    kept_offer: assert (!kept || (mem_valid_o && last == {mem_id_o, mem_kind_o, mem_line_o,
        mem_rider_o} && {last_bit, last_be, last_expect}
                        == {mem_data_o[at_bit], mem_be_o[at_bit/8], mem_expect_o[at_bit]}));
    // P: a request goes to memory as it came to its bank
    as_it_came: assert (Back || !mine || (sent == {mem_kind_o, mem_line_o, mem_rider_o}
        && {sent_bit, sent_be, sent_expect}
           == {mem_data_o[at_bit], mem_be_o[at_bit/8], mem_expect_o[at_bit]}));
  end

  // From memory, and of all banks.
  always @* if (on) begin
    // P: a fill that is taken goes to the bank of its MSHR, and to no other; no bank sees one that
    // is not
    fills_right: assert (fill_valids[bank] == (filled && 32'(fill_id_i) % Banks == 32'(bank))
                         && (fill_valids == '0 || 32'(fill_id) == 32'(fill_id_i) / Banks));
    // P: the bank is kept what the L1 cache is promised: its fills are of requests that memory has
    // accepted from it, in an earlier cycle, and not answered
    fills_asked: assert (!fill_valids[bank] || (32'(fill_id) < BankMshrs && its_pending[fill_id]));
    // P: a fill is taken when no bank is handing one out
    fill_ready: assert (fill_ready_o == (fill_readies == '1));
    // P: a bank answers only what it was asked, and has not answered
    own_answers: assert (!rsp_valid || rsp_rider != watch || asked);
    // P: the cache is idle, and clean, when all banks are
    idle: assert (idle_o == (idles == '1) && clean_o == (cleans == '1));
    // P: behind a reset all banks are empty, and turn is at bank 0
    reset_empties: assert (!was_reset || (turn == '0 && idle_o && clean_o && !mem_valid_o
                           && fill_ready_o && rsp_valid_o == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_hit: cover (outcome == 3'd1);
    c_all_taken: cover ((req_valid_i & req_ready_o) == '1 && (rsp_valid_o & rsp_ready_i) == '1);
    c_all_wait: cover (mem_valids == '1 && 32'(others) == Banks - 1 && accepted && mine);
    c_offer_stays: cover (kept && mine && turn == bank && accepted && bank != '0 && mem_valids[0]);
    c_fill_waits: cover (fill_valid_i && !fill_ready_o && fill_readies[bank]
                         && 32'(fill_id_i) % Banks == 32'(bank));
    c_turn_round: cover (accepted && first == Banks - 1 && turn != '0);
    c_all_idle_again: cover (idle_o && turn != '0);
  end
endmodule

// What follows goes to the end of the module hd_cache_banks itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [BankWidth-1:0] props_turn;
  if (Banks > 1) begin : gen_props_turn
    assign props_turn = gen_turn.turn_q;
  end else begin : gen_props_one
    assign props_turn = '0;
  end
  hd_cache_banks_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .turn(props_turn), .idles, .cleans, .mem_valids, .mem_readies, .mem_ids,
      .fill_valids, .fill_readies, .fill_id
  );
`endif
