// SPDX-License-Identifier: Apache-2.0
//
// Properties of the shared memory (docs/blocks/shared_memory.md), for formal/prove.sh.
//
// Beside the design stands a ghost, from the ports alone: the access that was taken last, as it was
// offered; which of its lanes are due; one word `at`, chosen by the solver, as all lanes and
// contexts have left it; and the table of reservations, all of it. Which lanes are served, and what
// becomes of the word and the table, is worked out lane by lane. Two lanes, `watch` and `other`,
// are chosen by the solver too: what is proven of them holds for all.
//
// The adder is left out; its outputs are free. What is proven here is that it gets the word and the
// operand, and that its result is written.
// Free: hd_float_add
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_shared_memory_props #(
    `HD_PARAMETERS,
    localparam int LaneWidth = Lanes > 1 ? $clog2(Lanes) : 1,
    localparam int CountWidth = $clog2(Patience + 1)
) (
    `HD_PORTS,
    // State; word w is [w*32 +: 32]
    input logic                        kept_here,
    input logic [Lanes-1:0]            left,
    input logic [1:0]                  kind_here,
    input logic [3:0]                  op_here,
    input logic [TagWidth-1:0]         tag_here,
    input logic [Lanes*AddrWidth-1:0]  addr_here,
    input logic [Lanes*32-1:0]         data_here,
    input logic [Lanes*4-1:0]          be_here,
    input logic [Lanes*32-1:0]         expect_here,
    input logic [Lanes*OwnerWidth-1:0] owner_here,
    input logic [Words*32-1:0]         words,
    input logic [Holds-1:0]            hold_valid,
    input logic [Holds*AddrWidth-1:0]  hold_word,
    input logic [Holds*OwnerWidth-1:0] hold_owner,
    input logic [Holds*CountWidth-1:0] hold_count,
    input logic [2:0]                  strain_here,
    input logic [6:0]                  refusal_here,
    // The adder
    input logic [31:0]                 add_a,
    input logic [31:0]                 add_b,
    input logic [31:0]                 add_sum
);

  localparam logic [1:0] Load = 2'd0;
  localparam logic [1:0] Store = 2'd1;
  localparam logic [1:0] Atomic = 2'd2;
  localparam logic [3:0] Lr = 4'd9;
  localparam logic [3:0] Sc = 4'd10;
  localparam logic [3:0] Cas = 4'd11;
  localparam logic [3:0] FloatAdd = 4'd12;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [LaneWidth-1:0] watch, other;
  (* anyconst *) logic [AddrWidth-1:0] at;
  always @* assume (32'(watch) < Lanes && 32'(other) < Lanes && (Lanes == 1 || watch != other));
  always @* assume (32'(at) < Words);

  // What the neighbours promise: a word, kind, operation and row that there is.
  logic beyond;
  always @* begin
    beyond = acc_kind_i > 2'd2 || (acc_kind_i == Atomic && acc_op_i > FloatAdd);
    for (int l = 0; l < Lanes; l++)
      if (acc_mask_i[l] && 32'(acc_addr_i[l*AddrWidth+:AddrWidth]) >= Words) beyond = 1'b1;
  end
  always @* if (on) assume (!(acc_valid_i && beyond));
  always @* if (on) assume (!ctx_valid_i || 32'(ctx_row_i) < Words / RowWords);

  // ------------------------------------------------------------------ ghost: the access

  logic taken, kept;
  assign taken = acc_valid_i && acc_ready_o;

  logic [Lanes-1:0] due, want;
  logic [1:0] kind;
  logic [3:0] op;
  logic [TagWidth-1:0] tag;
  logic [Lanes*AddrWidth-1:0] addr;
  logic [Lanes*32-1:0] data, expected;
  logic [Lanes*4-1:0] be;
  logic [Lanes*OwnerWidth-1:0] owner;

  logic is_lr, is_sc, is_cas, is_add, alone, reserving;
  assign is_lr = kind == Atomic && op == Lr;
  assign is_sc = kind == Atomic && op == Sc;
  assign is_cas = kind == Atomic && op == Cas;
  assign is_add = kind == Atomic && op == FloatAdd;
  assign reserving = is_lr || is_sc;
  assign alone = reserving || is_add;

  // Lanes served: lane after lane, unless a lane before it has its bank; for loads and stores a
  // lane with the same word does not stand in the way. Of lr, sc and float add one lane alone.
  logic [AddrWidth-1:0] lane_addr, before;
  logic blocked;
  always @* begin
    want = '0;
    lane_addr = '0;
    before = '0;
    blocked = 1'b0;
    for (int l = 0; l < Lanes; l++) begin
      lane_addr = addr[l*AddrWidth+:AddrWidth];
      blocked = alone && want != '0;
      for (int k = 0; k < l; k++) begin
        before = addr[k*AddrWidth+:AddrWidth];
        if (want[k] && 32'(before) % Banks == 32'(lane_addr) % Banks
            && (kind == Atomic || before != lane_addr)) blocked = 1'b1;
      end
      want[l] = due[l] && !blocked;
    end
  end

  logic room, serves;
  assign room = !rsp_valid_o || rsp_ready_i;
  assign serves = kept && room;

  always_ff @(posedge clk_i) begin
    if (serves) begin
      due <= due & ~want;
      kept <= (due & ~want) != '0;
    end
    if (taken) begin
      {kind, op, tag, addr, data, be, expected, owner} <=
          {acc_kind_i, acc_op_i, acc_tag_i, acc_addr_i, acc_data_i, acc_be_i, acc_expect_i,
           acc_owner_i};
      due <= acc_mask_i;
      kept <= 1'b1;
    end
    if (!rst_ni) begin
      due <= '0;
      kept <= 1'b0;
    end
  end

  // ------------------------------------------------------------------ ghost: the word, the table

  // The word `at`; an lr of it since the last sc of it that succeeded; and the reservations.
  logic [31:0] word, word_d, bits, operand, brings, wants;
  logic linked, linked_d, atomic_here;
  logic [Holds-1:0] held, held_d;
  logic [Holds*AddrWidth-1:0] held_word, held_word_d;
  logic [Holds*OwnerWidth-1:0] held_owner, held_owner_d;
  logic [Holds*CountWidth-1:0] refusals, refusals_d;
  logic [OwnerWidth-1:0] tid;

  logic ctx_takes, ctx_hits;
  assign ctx_takes = ctx_valid_i && ctx_ready_o;
  assign ctx_hits = 32'(ctx_row_i) == 32'(at) / RowWords;

  // An sc may write: its thread has reserved the word (sc_good). An lr finds no free entry, or one
  // of its word (refuses); it lies in an entry; its refusal counts; it has waited long enough.
  logic sc_good, refuses, writes, lr_lies, counts, outwaits;
  // Refusals so far, modulo 128; reservations that they ended since an sc succeeded, 7 at most.
  int strain;
  logic [6:0] number;
  int lies;
  logic [AddrWidth-1:0] w;
  always @* begin
    {word_d, linked_d, held_d} = {word, linked, held};
    {held_word_d, held_owner_d, refusals_d} = {held_word, held_owner, refusals};
    {sc_good, refuses, writes, lr_lies, atomic_here, outwaits} = '0;
    counts = 32'(number) % (1 << strain) == 0;
    {bits, operand, brings, wants} = '0;
    lies = 0;
    tid = '0;
    w = '0;
    for (int l = 0; l < Lanes; l++)
      if (serves && want[l]) begin
        w = addr[l*AddrWidth+:AddrWidth];
        tid = owner[l*OwnerWidth+:OwnerWidth];
        operand = data[l*32+:32];
        bits = {{8{be[l*4+3]}}, {8{be[l*4+2]}}, {8{be[l*4+1]}}, {8{be[l*4]}}};
        // The one lane of an sc: is there an entry for its word that is its own, and a byte?
        if (is_sc)
          for (int h = 0; h < Holds; h++)
            if (held[h] && held_word[h*AddrWidth+:AddrWidth] == w
                && held_owner[h*OwnerWidth+:OwnerWidth] == tid && be[l*4+:4] != '0) sc_good = 1'b1;
        // A word is read where it is: that decides whether a compare-and-swap writes.
        writes = kind == Store || (kind == Atomic && !reserving
                                   && (!is_cas || words[32'(w)*32+:32] == expected[l*32+:32]))
                 || sc_good;
        if (w == at) begin
          if (kind == Store) word_d = (word_d & ~bits) | (operand & bits);
          if (sc_good) word_d = operand;
          if (kind == Atomic && !reserving)
            {atomic_here, brings, wants} = {1'b1, operand, expected[l*32+:32]};
          if (sc_good) linked_d = 1'b0;
          if (is_lr) linked_d = 1'b1;
        end
        for (int h = 0; h < Holds; h++)
          if ((writes && held_word[h*AddrWidth+:AddrWidth] == w)
              || (reserving && held_owner[h*OwnerWidth+:OwnerWidth] == tid)) held_d[h] = 1'b0;
        // The entry of an lr, once its thread has given up what it had: one for the word; the
        // lowest that is free; the one that the word says.
        if (is_lr) begin
          lr_lies = 1'b1;
          lies = 32'(w) % Holds;
          refuses = held_d == '1;
          for (int h = Holds - 1; h >= 0; h--) if (!held_d[h]) lies = h;
          for (int h = 0; h < Holds; h++)
            if (held_d[h] && held_word[h*AddrWidth+:AddrWidth] == w) begin
              lies = h;
              refuses = 1'b1;
            end
        end
      end
    for (int h = 0; h < Holds; h++)
      if (lr_lies && lies == h) begin
        if (refuses && !counts) refusals_d = refusals;
        else if (refuses && 32'(refusals[h*CountWidth+:CountWidth]) + 1 < Patience)
          refusals_d[h*CountWidth+:CountWidth] =
              refusals[h*CountWidth+:CountWidth] + CountWidth'(1);
        else begin
          outwaits = refuses;
          held_d[h] = 1'b1;
          held_word_d[h*AddrWidth+:AddrWidth] = w;
          held_owner_d[h*OwnerWidth+:OwnerWidth] = tid;
          refusals_d[h*CountWidth+:CountWidth] = '0;
        end
      end
    // An atomic is alone at its word.
    if (atomic_here)
      case (op)
        4'd0: word_d = brings;
        4'd1: word_d = word + brings;
        4'd2: word_d = word ^ brings;
        4'd3: word_d = word & brings;
        4'd4: word_d = word | brings;
        4'd5: word_d = $signed(word) < $signed(brings) ? word : brings;
        4'd6: word_d = $signed(word) > $signed(brings) ? word : brings;
        4'd7: word_d = word < brings ? word : brings;
        Cas:  word_d = word == wants ? brings : word;
        FloatAdd: word_d = add_sum;
        default: word_d = word > brings ? word : brings;
      endcase
    if (ctx_takes && ctx_we_i && ctx_hits) word_d = ctx_wdata_i[(32'(at)%RowWords)*32+:32];
  end

  // Which operation was done on it in the cycle before, of those that compute.
  logic [31:0] stored;
  logic made_sum, made_least, made_swap;
  assign stored = words[32'(at)*32+:32];
  always_ff @(posedge clk_i) begin
    made_sum <= atomic_here && op == 4'd1;
    made_least <= atomic_here && op >= 4'd5 && op <= 4'd8;
    made_swap <= atomic_here && is_cas;
  end

  always_ff @(posedge clk_i) begin
    if (!on) word <= stored;
    else if (rst_ni) word <= word_d;
    {held, held_word, held_owner} <= {held_d, held_word_d, held_owner_d};
    refusals <= refusals_d;
    if (outwaits && strain < 7) strain <= strain + 1;
    if (sc_good) strain <= 0;
    if (refuses) number <= number + 7'd1;
    if (!rst_ni) begin
      strain <= 0;
      number <= '0;
    end
    linked <= linked_d;
    if (!rst_ni) {held, linked} <= '0;
  end

  // ------------------------------------------------------------------ the cycle before

  // What was served last is what the answer is of.
  logic [Lanes-1:0] ans_want, ans_due;
  logic [1:0] ans_kind;
  logic [TagWidth-1:0] ans_tag;
  logic ans_sc, ans_good, ans_linked, ans_here;
  logic [Lanes*AddrWidth-1:0] ans_addr;
  logic [31:0] ans_word;
  always_ff @(posedge clk_i) begin
    if (room) ans_here <= serves;
    if (serves) begin
      {ans_want, ans_due, ans_kind, ans_tag} <= {want, due, kind, tag};
      {ans_sc, ans_good, ans_linked} <= {is_sc, sc_good, linked};
      {ans_addr, ans_word} <= {addr, word};
    end
    if (!rst_ni) ans_here <= 1'b0;
  end

  logic rsp_waits, read, read_hits;
  logic [31:0] read_word, rsp_word_q;
  logic [Lanes+TagWidth:0] rsp_q;
  always_ff @(posedge clk_i) begin
    rsp_waits <= rst_ni && rsp_valid_o && !rsp_ready_i;
    rsp_q <= {rsp_lanes_o, rsp_tag_o, rsp_last_o};
    rsp_word_q <= rsp_data_o[32'(watch)*32+:32];
    read <= rst_ni && ctx_takes && !ctx_we_i;
    read_hits <= ctx_hits;
    read_word <= word;
  end

  // The watched lanes of the answer.
  logic watch_here, other_here;
  logic [AddrWidth-1:0] watch_addr, other_addr;
  logic [31:0] watch_word;
  assign watch_here = rsp_valid_o && rsp_lanes_o[watch];
  assign other_here = rsp_valid_o && rsp_lanes_o[other];
  assign watch_addr = ans_addr[32'(watch)*AddrWidth+:AddrWidth];
  assign other_addr = ans_addr[32'(other)*AddrWidth+:AddrWidth];
  assign watch_word = rsp_data_o[32'(watch)*32+:32];

  // Is what is kept what was offered? Of the lanes that are left.
  logic altered;
  always @* begin
    altered = kind_here != kind || op_here != op || tag_here != tag
              || kind > 2'd2 || (kind == Atomic && op > FloatAdd);
    for (int l = 0; l < Lanes; l++)
      if (left[l] && (addr_here[l*AddrWidth+:AddrWidth] != addr[l*AddrWidth+:AddrWidth]
          || data_here[l*32+:32] != data[l*32+:32]
          || expect_here[l*32+:32] != expected[l*32+:32] || be_here[l*4+:4] != be[l*4+:4]
          || owner_here[l*OwnerWidth+:OwnerWidth] != owner[l*OwnerWidth+:OwnerWidth]
          || 32'(addr[l*AddrWidth+:AddrWidth]) >= Words)) altered = 1'b1;
  end

  // The table: is it the ghost's; a thread with two reservations, a word with two; one that has
  // refused too often; the word `at` is reserved.
  logic wrong, twice, impatient, at_held;
  always @* begin
    {twice, impatient, at_held} = '0;
    wrong = hold_valid != held;
    for (int h = 0; h < Holds; h++) begin
      if (held[h] && (hold_word[h*AddrWidth+:AddrWidth] != held_word[h*AddrWidth+:AddrWidth]
          || hold_owner[h*OwnerWidth+:OwnerWidth] != held_owner[h*OwnerWidth+:OwnerWidth]
          || hold_count[h*CountWidth+:CountWidth] != refusals[h*CountWidth+:CountWidth]))
        wrong = 1'b1;
      if (hold_valid[h] && 32'(hold_count[h*CountWidth+:CountWidth]) >= Patience) impatient = 1'b1;
      if (hold_valid[h] && hold_word[h*AddrWidth+:AddrWidth] == at) at_held = 1'b1;
      for (int k = 0; k < h; k++)
        if (hold_valid[h] && hold_valid[k]
            && (hold_owner[h*OwnerWidth+:OwnerWidth] == hold_owner[k*OwnerWidth+:OwnerWidth]
                || hold_word[h*AddrWidth+:AddrWidth] == hold_word[k*AddrWidth+:AddrWidth]))
          twice = 1'b1;
    end
  end

  // What the adder is to be given: of the one lane, where that is at the word.
  logic [31:0] addend;
  logic adds_here;
  always @* begin
    {adds_here, addend} = '0;
    for (int l = 0; l < Lanes; l++)
      if (want[l] && serves && is_add && addr[l*AddrWidth+:AddrWidth] == at)
        {adds_here, addend} = {1'b1, data[l*32+:32]};
  end

  // ------------------------------------------------------------------ properties

  // Of what is kept.
  always @* if (on) begin
    // P: each lane of an access is left until it is served: it is served exactly once
    once: assert (kept_here == kept && left == due && (kept || due == '0));
    // P: an access is kept as it was offered
    kept_right: assert (!kept || !altered);
    // P: an access is taken when none is kept, or the last lanes are served
    acc_ready: assert (acc_ready_o == (!kept || (room && (due & ~want) == '0)));
    // P: a row goes by in a cycle in which no lane is served
    ctx_ready: assert (ctx_ready_o == !(serves && due != '0));
    // P: a word is as it was left by the last that wrote it; add, min and max, compare-and-swap,
    // each apart: a question with an adder or a comparator on both sides is hard enough alone
    stored_last: assert (made_sum || made_least || made_swap || stored == word);
    stored_sum: assert (!made_sum || stored == word);
    stored_least: assert (!made_least || stored == word);
    stored_swap: assert (!made_swap || stored == word);
    // P: the adder is given the word as it is, and the operand
    adder: assert (!adds_here || (add_a == stored && add_b == addend));
    // P: the table has the reservations that the rules give it
    reserved: assert (!wrong);
    // P: strain is how often patience has ended since an sc succeeded, 7 at most; one refusal in
    // 2^strain counts
    strained: assert (strain_here == 3'(strain) && refusal_here == number && strain <= 7
                      && strain >= 0);
    // P: a thread whose reservation stands has done its lr since the last sc that succeeded
    held_linked: assert (!at_held || linked);
    // P: no two valid reservations are for one word, and no two are one thread's
    hold_once: assert (!twice);
    // P: no thread is refused for the Patience-th time that counts
    hold_patience: assert (!impatient);
  end

  // Of answers.
  always @* if (on) begin
    // P: there is an answer for all that was served, and for nothing else
    answers: assert (rsp_valid_o == ans_here);
    // P: an answer is of the lanes that had to be served
    who_served: assert (!rsp_valid_o || rsp_lanes_o == ans_want);
    // P: in a cycle a bank is asked for one word, and by one atomic
    bank: assert (Lanes == 1 || !(watch_here && other_here)
                  || 32'(watch_addr) % Banks != 32'(other_addr) % Banks
                  || (watch_addr == other_addr && ans_kind != Atomic));
    // P: `last` comes with the last lanes alone
    last: assert (!rsp_valid_o || rsp_last_o == (rsp_lanes_o == ans_due));
    // P: some lane is served, but of an access without lanes
    ends: assert (!rsp_valid_o || rsp_lanes_o != '0 || ans_due == '0);
    // P: the tag is that of the access
    right_tag: assert (!rsp_valid_o || rsp_tag_o == ans_tag);
    // P: a load or atomic gives the word as it was before
    value: assert (!(watch_here && watch_addr == at && ans_kind != Store && !ans_sc)
                   || watch_word == ans_word);
    // P: an sc says whether it has written
    sc_says: assert (!(watch_here && watch_addr == at && ans_sc)
                     || watch_word == (ans_good ? 32'd0 : 32'd1));
    // P: two sc of one word do not both succeed without an lr between them
    exclusive: assert (!(watch_here && watch_addr == at && ans_sc && watch_word == '0)
                       || ans_linked);
    // P: an answer that is not taken stays as it is
    rsp_stays: assert (!rsp_waits || (rsp_valid_o && {rsp_lanes_o, rsp_tag_o, rsp_last_o} == rsp_q
        && (rsp_data_o[32'(watch)*32+:32] == rsp_word_q || !rsp_lanes_o[watch])));
    // P: a row that was read is there in the cycle behind
    ctx_answers: assert (ctx_rsp_valid_o == read);
    // P: with its words
    ctx_value: assert (!(read && read_hits)
                       || ctx_rsp_data_o[(32'(at)%RowWords)*32+:32] == read_word);
    // P: behind a reset nothing is kept, answered or reserved
    reset_empties: assert (!was_reset || (!kept_here && acc_ready_o && !rsp_valid_o
                           && !ctx_rsp_valid_o && hold_valid == '0 && strain_here == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_all_at_once: cover (rsp_valid_o && rsp_lanes_o == '1 && rsp_last_o);
    c_each_alone: cover (rsp_valid_o && rsp_last_o && ans_due == Lanes'(1) << (Lanes - 1)
                         && ans_kind == Load);
    c_no_lanes: cover (rsp_valid_o && rsp_lanes_o == '0 && rsp_last_o && read);
    c_back_to_back: cover (taken && serves && due != '0);
    c_sc_good: cover (watch_here && ans_good && watch_word == '0);
    c_sc_lost: cover (watch_here && ans_sc && watch_addr == at && ans_linked && !ans_good);
    c_outwaited: cover (held == '1 && lr_lies && refuses && held_d == '1
                        && held_owner_d != held_owner && held_word_d == held_word);
    c_outwaited_full: cover (held == '1 && lr_lies && refuses && held_d == '1
                             && held_word_d != held_word && held_owner_d != held_owner);
    c_higher: cover (lr_lies && lies == Holds - 1 && !refuses && w == at && Holds > 1);
    c_swapped: cover (made_swap && stored == brings && watch_here && watch_word != brings);
    c_found_other: cover (watch_here && other_here && is_cas && made_swap);
    c_added: cover (adds_here && stored != addend && due != want);
    c_ctx_in_wait: cover (read && rsp_waits && kept);
  end
endmodule

// What follows goes to the end of the module hd_shared_memory itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [Words*32-1:0] props_words;
  logic [Lanes*AddrWidth-1:0] props_addr;
  logic [Lanes*32-1:0] props_data, props_expect;
  logic [Lanes*4-1:0] props_be;
  logic [Lanes*OwnerWidth-1:0] props_owner;
  logic [Holds*AddrWidth-1:0] props_hold_word;
  logic [Holds*OwnerWidth-1:0] props_hold_owner;
  logic [Holds*CountWidth-1:0] props_hold_count;
  for (genvar i = 0; i < Words; i++) begin : gen_props_word
    assign props_words[i*32+:32] = gen_bank[i%Banks].mem[i/Banks];
  end
  for (genvar i = 0; i < Lanes; i++) begin : gen_props_lane
    assign props_addr[i*AddrWidth+:AddrWidth] = addr_q[i];
    assign props_data[i*32+:32] = data_q[i];
    assign props_expect[i*32+:32] = expect_q[i];
    assign props_be[i*4+:4] = be_q[i];
    assign props_owner[i*OwnerWidth+:OwnerWidth] = owner_q[i];
  end
  for (genvar i = 0; i < Holds; i++) begin : gen_props_hold
    assign props_hold_word[i*AddrWidth+:AddrWidth] = hold_word_q[i];
    assign props_hold_owner[i*OwnerWidth+:OwnerWidth] = hold_owner_q[i];
    assign props_hold_count[i*CountWidth+:CountWidth] = hold_count_q[i];
  end
  hd_shared_memory_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .kept_here(kept_q), .left(left_q), .kind_here(kind_q), .op_here(op_q),
      .tag_here(tag_q), .addr_here(props_addr), .data_here(props_data), .be_here(props_be),
      .expect_here(props_expect), .owner_here(props_owner), .words(props_words),
      .hold_valid(hold_valid_q), .hold_word(props_hold_word), .hold_owner(props_hold_owner),
      .hold_count(props_hold_count), .strain_here(strain_q), .refusal_here(refusal_q),
      .add_a(target_word), .add_b(addend), .add_sum(float_sum)
  );
`endif
