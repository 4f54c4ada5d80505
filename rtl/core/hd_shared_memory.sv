// SPDX-License-Identifier: Apache-2.0
//
// Shared memory: the memory that the threads of a block share, in banks of one word a cycle. A
// warp's access takes as many cycles as its bank conflicts ask for. Contexts of Virtual Thread go
// by in cycles in which no lane is served.
//
// Behaviour
// - An access that is taken is kept; left are its lanes that are not served yet. Each bank serves
//   the lowest-numbered lane that wants it, and for loads and stores all lanes of the same word.
// - What stores bring is put together in a tree over the lanes, for all banks at once: where two
//   write one byte, the data of the right one, which is higher-numbered, go on.
// - An atomic is done in the bank, which reads and writes its word in one cycle: one lane a bank.
// - A float add is done by the one adder that there is: one lane a cycle.
// - lr reserves a word for its thread, and sc writes only if it is still reserved. They are served
//   one lane a cycle, so the table of reservations sees one of them at a time. Any word may lie in
//   any entry: all are compared.
//
// Corner cases
// - In the cycle in which the last lanes are served the next access may be taken.
// - An access without a lane gives one answer, without lanes. A context's row may go by meanwhile.
// - Another thread may hold the word, or others all entries: an lr is refused by the holder's
//   entry, or by the entry that the word's lowest bits name. After Patience refusals that count the
//   lr gets the entry nevertheless. Of more and more refusals one counts, until an sc succeeds.
// - A context's row that is written takes no reservation away.
//
// Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: sections IV.A, IV.C, Table I. NVIDIA,
// Scalable Parallel Programming with CUDA, ACM Queue 6(2), 2008.

module hd_shared_memory #(
    // Threads of a warp. An address, a word and a comparator of words each, and a port of both
    // crossbars; depth with its logarithm.
    parameter int Lanes      = 32,
    // Banks: a power of two. Each a search over the lanes, an atomic unit, and two crossbar ports.
    parameter int Banks      = 32,
    // Words of 32 bits: memory.
    parameter int Words      = 12288,
    // Bits of a context's row: a power of two, at most one word of each bank.
    parameter int RowBits    = 512,
    // Bits of a thread's name.
    parameter int OwnerWidth = 11,
    // Bits that go along and name the access. Flip-flops only.
    parameter int TagWidth   = 8,
    // Words that can be reserved at once: a power of two. Four comparators each.
    parameter int Holds      = 32,
    // Refusals after which a reservation goes to another thread.
    parameter int Patience   = 255,
    localparam int AddrWidth  = $clog2(Words),
    localparam int RowWords   = RowBits / 32,
    localparam int PlaceWidth = $clog2(Words / RowWords)
) (
    // Clock; synchronous reset, active low.
    input  logic                        clk_i,
    input  logic                        rst_ni,

    // A warp's access
    // An access is offered.
    input  logic                        acc_valid_i,
    // It would be taken. Depends on rsp_ready_i.
    output logic                        acc_ready_o,
    // 0 load, 1 store, 2 atomic.
    input  logic [1:0]                  acc_kind_i,
    // Of an atomic: 0 swap, 1 add, 2 xor, 3 and, 4 or, 5 min, 6 max, 7 minu, 8 maxu, 9 lr, 10 sc,
    // 11 compare-and-swap, 12 float add.
    input  logic [3:0]                  acc_op_i,
    // The lanes that access.
    input  logic [Lanes-1:0]            acc_mask_i,
    // Their words: lane l's address is [l*AddrWidth +: AddrWidth].
    input  logic [Lanes*AddrWidth-1:0]  acc_addr_i,
    // A store's data in their place in the word, an atomic's operand: lane l's is [l*32 +: 32].
    input  logic [Lanes*32-1:0]         acc_data_i,
    // Which bytes a store writes: lane l's are [l*4 +: 4]. An sc without any fails.
    input  logic [Lanes*4-1:0]          acc_be_i,
    // The word that a compare-and-swap expects, in which case it writes: lane l's is [l*32 +: 32].
    input  logic [Lanes*32-1:0]         acc_expect_i,
    // The thread in each lane: lane l's is [l*OwnerWidth +: OwnerWidth].
    input  logic [Lanes*OwnerWidth-1:0] acc_owner_i,
    // Goes along.
    input  logic [TagWidth-1:0]         acc_tag_i,

    // Answers; meaningful while rsp_valid_o
    // Lanes are done. State only.
    output logic                        rsp_valid_o,
    // Taken.
    input  logic                        rsp_ready_i,
    // The access's tag. State only.
    output logic [TagWidth-1:0]         rsp_tag_o,
    // The lanes. State only.
    output logic [Lanes-1:0]            rsp_lanes_o,
    // They are the last of this access. State only.
    output logic                        rsp_last_o,
    // Lane l's word is [l*32 +: 32], as it was; of sc 0, or 1 if it failed. Meaningful for these
    // lanes of loads and atomics. State only.
    output logic [Lanes*32-1:0]         rsp_data_o,

    // Contexts
    // A row is to be read, or written.
    input  logic                        ctx_valid_i,
    input  logic                        ctx_we_i,
    // Which one: words row * RowWords on.
    input  logic [PlaceWidth-1:0]       ctx_row_i,
    // The row to write: the lowest word in the lowest bits.
    input  logic [RowBits-1:0]          ctx_wdata_i,
    // It would be done in this cycle. Depends on rsp_ready_i.
    output logic                        ctx_ready_o,
    // The row read in the cycle before is there. State only.
    output logic                        ctx_rsp_valid_o,
    output logic [RowBits-1:0]          ctx_rsp_data_o
);

`ifndef SYNTHESIS
  initial begin
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_shared_memory: Lanes must be 1 to 64");
    if (Banks < 1 || Banks > 64 || Banks != 1 << $clog2(Banks))
      $fatal(1, "hd_shared_memory: Banks must be a power of two, 1 to 64");
    if (RowBits < 32 || RowBits > 32 * Banks || RowBits != 1 << $clog2(RowBits))
      $fatal(1, "hd_shared_memory: RowBits must be a power of two, 32 to 32 * Banks");
    if (Words < 2 || Words > 65536) $fatal(1, "hd_shared_memory: Words must be 2 to 65536");
    if (Words <= Banks || Words % Banks != 0)
      $fatal(1, "hd_shared_memory: Words must be a multiple of Banks, and more");
    if (OwnerWidth < 1 || OwnerWidth > 16)
      $fatal(1, "hd_shared_memory: OwnerWidth must be 1 to 16");
    if (TagWidth < 1 || TagWidth > 64) $fatal(1, "hd_shared_memory: TagWidth must be 1 to 64");
    if (Holds < 1 || Holds > 64 || Holds != 1 << $clog2(Holds))
      $fatal(1, "hd_shared_memory: Holds must be a power of two, 1 to 64");
    if (Patience < 1 || Patience > 255) $fatal(1, "hd_shared_memory: Patience must be 1 to 255");
  end
`endif

  localparam int BankBits   = $clog2(Banks); // may be 0
  localparam int BankWidth  = Banks > 1 ? BankBits : 1;
  localparam int Rows       = Words / Banks; // words of a bank
  localparam int AtWidth    = $clog2(Rows);
  localparam int LaneWidth  = Lanes > 1 ? $clog2(Lanes) : 1;
  localparam int Parts      = Banks / RowWords; // contexts' rows side by side in the banks
  localparam int HoldWidth  = Holds > 1 ? $clog2(Holds) : 1;
  localparam int CountWidth = $clog2(Patience + 1);

  // Kinds of access, and operations that are not the memory's own.
  localparam logic [1:0] Store    = 2'd1;
  localparam logic [1:0] Atomic   = 2'd2;
  localparam logic [3:0] Lr       = 4'd9;
  localparam logic [3:0] Sc       = 4'd10;
  localparam logic [3:0] Cas      = 4'd11;
  localparam logic [3:0] FloatAdd = 4'd12;

  ///////////
  // State //
  ///////////

  // An access is here, be it one without lanes; its lanes that are not served yet; kind, operation
  // and tag, meaningful while it is here; and of each lane left its word's address, its data, what
  // it expects, which bytes of its data, and its thread.
  logic                  kept_q;
  logic [Lanes-1:0]      left_q;
  logic [1:0]            kind_q;
  logic [3:0]            op_q;
  logic [TagWidth-1:0]   tag_q;
  (* mem2reg *) // flip-flops
  logic [AddrWidth-1:0]  addr_q [Lanes];
  (* mem2reg *) // flip-flops
  logic [31:0]           data_q [Lanes];
  (* mem2reg *) // flip-flops
  logic [31:0]           expect_q [Lanes];
  (* mem2reg *) // flip-flops
  logic [3:0]            be_q [Lanes];
  (* mem2reg *) // flip-flops
  logic [OwnerWidth-1:0] owner_q [Lanes];

  // The answer: the access's tag, lanes, and their words; and a context's row that was read.
  logic                  rsp_valid_q, rsp_last_q;
  logic [TagWidth-1:0]   rsp_tag_q;
  logic [Lanes-1:0]      rsp_lanes_q;
  (* mem2reg *) // flip-flops
  logic [31:0]           rsp_data_q [Lanes];
  logic                  ctx_valid_q;
  logic [RowBits-1:0]    ctx_data_q;

  // The reservations. Meaningful while valid: word, thread, and how many lr of others it has
  // refused.
  logic [Holds-1:0]      hold_valid_q;
  (* mem2reg *) // flip-flops
  logic [AddrWidth-1:0]  hold_word_q [Holds];
  (* mem2reg *) // flip-flops
  logic [OwnerWidth-1:0] hold_owner_q [Holds];
  (* mem2reg *) // flip-flops
  logic [CountWidth-1:0] hold_count_q [Holds];

  // How often refusals have ended a reservation since an sc succeeded, 7 at most; the number of the
  // next refusal, of which every 2^strain-th counts.
  logic [2:0]            strain_q;
  logic [6:0]            refusal_q;

  assign rsp_valid_o     = rsp_valid_q;
  assign rsp_tag_o       = rsp_tag_q;
  assign rsp_lanes_o     = rsp_lanes_q;
  assign rsp_last_o      = rsp_last_q;
  assign ctx_rsp_valid_o = ctx_valid_q;
  assign ctx_rsp_data_o  = ctx_data_q;

  //////////////////
  // Lanes served //
  //////////////////

  logic is_atomic, is_lr, is_sc, is_cas, is_add;

  assign is_atomic = kind_q == Atomic;
  assign is_lr     = is_atomic && op_q == Lr;
  assign is_sc     = is_atomic && op_q == Sc;
  assign is_cas    = is_atomic && op_q == Cas;
  assign is_add    = is_atomic && op_q == FloatAdd;

  // The lowest lane left: lr, sc and a float add ask alone.
  logic                 any;
  logic [LaneWidth-1:0] leader;
  logic [Lanes-1:0]     asks;

  hd_lowest #(
      .Width(Lanes)
  ) u_leader (
      .mask_i(left_q),
      .valid_o(any),
      .index_o(leader)
  );

  assign asks = is_lr || is_sc || is_add ? left_q & Lanes'(1) << leader : left_q;

  // Bank b: some lane asks it; the lowest-numbered lane that asks, and the place of its word.
  logic [Banks-1:0]           bank_asked;
  logic [Banks*LaneWidth-1:0] bank_lane;
  logic [Banks*AtWidth-1:0]   bank_at;

  // Lane l: its bank, and where its word is there.
  logic [Lanes*BankWidth-1:0] lane_bank;
  logic [Lanes*AtWidth-1:0]   lane_at;

  for (genvar l = 0; l < Lanes; l++) begin : gen_where
    assign lane_bank[l*BankWidth +: BankWidth] = BankWidth'(addr_q[l]) & BankWidth'(Banks - 1);
    assign lane_at[l*AtWidth +: AtWidth]       = AtWidth'(addr_q[l] >> BankBits);
  end

  for (genvar b = 0; b < Banks; b++) begin : gen_search
    logic [Lanes-1:0]     here;
    logic [LaneWidth-1:0] lane;

    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      assign here[l] = asks[l] && lane_bank[l*BankWidth +: BankWidth] == BankWidth'(b);
    end

    hd_lowest #(
        .Width(Lanes)
    ) u_lane (
        .mask_i(here),
        .valid_o(bank_asked[b]),
        .index_o(lane)
    );

    assign bank_lane[b*LaneWidth +: LaneWidth] = lane;
    assign bank_at[b*AtWidth +: AtWidth]       = lane_at[32'(lane)*AtWidth +: AtWidth];
  end

  // A lane is served with the lane that its bank has chosen if both want the same word; atomics are
  // served one a bank.
  logic [Lanes-1:0] lanes;

  for (genvar l = 0; l < Lanes; l++) begin : gen_served
    logic [BankWidth-1:0] bank;
    logic                 chosen, with_it;

    assign bank    = lane_bank[l*BankWidth +: BankWidth];
    assign chosen  = bank_lane[32'(bank)*LaneWidth +: LaneWidth] == LaneWidth'(l);
    assign with_it = bank_at[32'(bank)*AtWidth +: AtWidth] == lane_at[l*AtWidth +: AtWidth];

    assign lanes[l] = asks[l] && (is_atomic ? chosen : with_it);
  end

  // In this cycle, if the answer has a place. Of an access without lanes no lane is served.
  logic serves, serves_some, serves_last;

  assign serves      = kept_q && (!rsp_valid_q || rsp_ready_i);
  assign serves_some = serves && any;
  assign serves_last = serves && (left_q & ~lanes) == '0;

  assign acc_ready_o = !kept_q || serves_last;
  assign ctx_ready_o = !serves_some;

  /////////////////////
  // What they bring //
  /////////////////////

  // Level 0 are the lanes: the bits of the banks' words that a lane writes (set), and what it
  // brings there, 0 elsewhere. Each level has half the nodes of the one below, rounded up; where
  // both sides of a node write, the right one, of the higher-numbered lanes, stands. Atomics are
  // alone in their banks, and bring the whole word.
  localparam int Levels = $clog2(Lanes);

  for (genvar v = 0; v <= Levels; v++) begin : gen_level
    localparam int Nodes = (Lanes + (1 << v) - 1) >> v;

    for (genvar n = 0; n < Nodes; n++) begin : gen_node
      logic [Banks*32-1:0] set, data, expect_bits;

      if (v == 0) begin : gen_leaf
        logic [31:0] bits; // of its word
        assign bits = {32{is_atomic}} |
                      {{8{be_q[n][3]}}, {8{be_q[n][2]}}, {8{be_q[n][1]}}, {8{be_q[n][0]}}};

        for (genvar b = 0; b < Banks; b++) begin : gen_bank
          assign set[b*32 +: 32] =
              bits & {32{lanes[n] && lane_bank[n*BankWidth +: BankWidth] == BankWidth'(b)}};
        end
        assign data = set & {Banks{data_q[n]}};
        assign expect_bits = set & {Banks{expect_q[n]}};
      end else if (((2 * n + 1) << (v - 1)) < Lanes) begin : gen_both
        logic [Banks*32-1:0] right;
        assign right = gen_level[v-1].gen_node[2*n+1].set;
        assign set   = gen_level[v-1].gen_node[2*n].set | right;
        assign data  = gen_level[v-1].gen_node[2*n+1].data
                       | (gen_level[v-1].gen_node[2*n].data & ~right);
        assign expect_bits = gen_level[v-1].gen_node[2*n].expect_bits
                             | gen_level[v-1].gen_node[2*n+1].expect_bits;
      end else begin : gen_only
        assign set  = gen_level[v-1].gen_node[2*n].set;
        assign data = gen_level[v-1].gen_node[2*n].data;
        assign expect_bits = gen_level[v-1].gen_node[2*n].expect_bits;
      end
    end
  end

  logic [Banks*32-1:0] bank_set, bank_data, bank_expect;

  assign bank_set    = gen_level[Levels].gen_node[0].set;
  assign bank_data   = gen_level[Levels].gen_node[0].data;
  assign bank_expect = gen_level[Levels].gen_node[0].expect_bits;

  ///////////
  // Banks //
  ///////////

  // What an operation makes of a word. Signed numbers compare like unsigned ones with the highest
  // bit inverted. lr and sc do as swap does: lr does not write it, nor a compare-and-swap that
  // finds what it does not expect. A float add is not made here.
  function automatic logic [31:0] atomic(input logic [3:0] op, input logic [31:0] word,
                                         input logic [31:0] operand);
    logic [31:0] sign;
    logic        less;

    sign = {op == 4'd5 || op == 4'd6, 31'd0};
    less = (word ^ sign) < (operand ^ sign);
    case (op)
      4'd1:       atomic = word + operand;
      4'd2:       atomic = word ^ operand;
      4'd3:       atomic = word & operand;
      4'd4:       atomic = word | operand;
      4'd5, 4'd7: atomic = less ? word : operand;
      4'd6, 4'd8: atomic = less ? operand : word;
      default:    atomic = operand;
    endcase
  endfunction

  // The thread and the word of an lr, sc or float add, in which bank, and the one adder.
  logic [OwnerWidth-1:0] thread;
  logic [AddrWidth-1:0]  target;
  logic [BankWidth-1:0]  target_bank;
  logic [Banks*32-1:0]   bank_word; // as they are read, of all banks
  logic [31:0]           addend, target_word, float_sum;

  assign thread      = owner_q[leader];
  assign target      = addr_q[leader];
  assign addend      = data_q[leader];
  assign target_bank = BankWidth'(target) & BankWidth'(Banks - 1);
  assign target_word = bank_word[32'(target_bank)*32 +: 32];

  hd_float_add u_add (
      .clk_i,
      .rst_ni,
      .a_i  (target_word),
      .b_i  (addend),
      .sum_o(float_sum)
  );

  // Stores, atomics, and an sc that succeeds, write the words that are served; a compare-and-swap
  // if it finds what it expects.
  logic             sc_succeeds, writes;
  logic [Banks-1:0] bank_written;

  assign writes = kind_q == Store || (is_atomic && !is_lr && (!is_sc || sc_succeeds));

  // A context's row, in banks that are next to each other: where in them, and in which ones.
  logic [AtWidth-1:0]   ctx_at;
  logic [BankWidth-1:0] ctx_part;

  assign ctx_at   = AtWidth'(ctx_row_i >> $clog2(Parts));
  assign ctx_part = BankWidth'(ctx_row_i) & BankWidth'(Parts - 1);

  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    localparam int Part = b / RowWords;
    localparam int Word = b % RowWords; // of a context's row

    logic [31:0] mem [Rows];

    logic [AtWidth-1:0] at;
    logic [31:0]        word, set, data, next;
    logic               we, found;

    assign at   = serves_some ? bank_at[b*AtWidth +: AtWidth] : ctx_at;
    assign word = mem[at];
    assign set  = bank_set[b*32 +: 32];
    assign data = bank_data[b*32 +: 32];

    // A compare-and-swap finds what it expects.
    assign found = word == bank_expect[b*32 +: 32];

    always @* begin
      if (!serves_some)   next = ctx_wdata_i[Word*32 +: 32];
      else if (is_add)    next = float_sum;
      else if (is_atomic) next = atomic(op_q, word, data);
      else                next = data | (word & ~set);
    end

    assign bank_written[b] = writes && bank_asked[b] && (!is_cas || found);

    assign we = serves_some ? bank_written[b]
                            : ctx_valid_i && ctx_we_i && ctx_part == BankWidth'(Part);

    always_ff @(posedge clk_i) if (rst_ni && we) mem[at] <= next;

    assign bank_word[b*32 +: 32] = word;
  end

  //////////////////
  // Reservations //
  //////////////////

  // Entries that are valid: for the word of the lr or sc, one at most; of its thread.
  logic [Holds-1:0] of_word, of_thread;

  for (genvar h = 0; h < Holds; h++) begin : gen_compare
    assign of_word[h]   = hold_valid_q[h] && hold_word_q[h] == target;
    assign of_thread[h] = hold_valid_q[h] && hold_owner_q[h] == thread;
  end

  assign sc_succeeds = (of_word & of_thread) != '0 && be_q[leader] != '0;

  // An lr's entry: the entry in which another thread holds the word; else the lowest free entry
  // (the thread's own count as free: they are given up first); else the entry that the word's
  // lowest bits name.
  logic                 held, some_free;
  logic [HoldWidth-1:0] held_entry, free_entry, entry;

  hd_lowest #(
      .Width(Holds)
  ) u_held (
      .mask_i (of_word & ~of_thread),
      .valid_o(held),
      .index_o(held_entry)
  );

  hd_lowest #(
      .Width(Holds)
  ) u_free (
      .mask_i (~hold_valid_q | of_thread),
      .valid_o(some_free),
      .index_o(free_entry)
  );

  always @* begin
    if (held)           entry = held_entry;
    else if (some_free) entry = free_entry;
    else                entry = HoldWidth'(target) & HoldWidth'(Holds - 1);
  end

  // A reservation of another thread refuses, until it has refused often enough.
  logic reserves, refuses, counts, ends_other, gets;

  assign reserves   = serves_some && is_lr;
  assign refuses    = reserves && (held || !some_free);
  assign counts     = (refusal_q & ((7'd1 << strain_q) - 7'd1)) == '0;
  assign ends_other = refuses && counts && 32'(hold_count_q[entry]) + 1 >= Patience;
  assign gets       = reserves && (!refuses || ends_other);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) refusal_q <= '0;
    else         refusal_q <= refusal_q + 7'(refuses);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni)                                  strain_q <= '0;
    else if (serves_some && is_sc && sc_succeeds) strain_q <= '0;
    else if (ends_other && strain_q != '1)        strain_q <= strain_q + 3'd1;
  end

  // Words that are written, and a thread's own next lr or sc, end a reservation; then an lr may
  // begin one.
  logic [Holds-1:0] ends, begins;

  for (genvar h = 0; h < Holds; h++) begin : gen_hold
    logic [BankWidth-1:0] bank;
    logic                 is_written, is_left;

    assign bank       = BankWidth'(hold_word_q[h]) & BankWidth'(Banks - 1);
    assign is_written = bank_written[bank]
                        && bank_at[32'(bank)*AtWidth +: AtWidth]
                           == AtWidth'(hold_word_q[h] >> BankBits);
    assign is_left    = (is_lr || is_sc) && of_thread[h];
    assign ends[h]    = serves_some && (is_written || is_left);
    assign begins[h]  = gets && entry == HoldWidth'(h);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) hold_valid_q <= '0;
    else         hold_valid_q <= (hold_valid_q & ~ends) | begins;
  end

  always_ff @(posedge clk_i) begin
    if (gets) begin
      hold_word_q[entry]  <= target;
      hold_owner_q[entry] <= thread;
    end
    if (reserves) begin
      hold_count_q[entry] <= gets ? '0 : hold_count_q[entry] + CountWidth'(counts);
    end
  end

  /////////////
  // Answers //
  /////////////

  always_ff @(posedge clk_i) begin
    if (!rst_ni)          rsp_valid_q <= 1'b0;
    else if (serves)      rsp_valid_q <= 1'b1;
    else if (rsp_ready_i) rsp_valid_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (serves) begin
      rsp_tag_q   <= tag_q;
      rsp_lanes_q <= lanes;
      rsp_last_q  <= serves_last;
    end
  end

  for (genvar l = 0; l < Lanes; l++) begin : gen_answer
    logic [BankWidth-1:0] bank;

    assign bank = lane_bank[l*BankWidth +: BankWidth];

    always_ff @(posedge clk_i) begin
      if (serves)
        rsp_data_q[l] <= is_sc ? 32'(!sc_succeeds) : bank_word[32'(bank)*32 +: 32];
    end

    assign rsp_data_o[l*32 +: 32] = rsp_data_q[l];
  end

  logic ctx_reads;

  assign ctx_reads = ctx_valid_i && ctx_ready_o && !ctx_we_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) ctx_valid_q <= 1'b0;
    else         ctx_valid_q <= ctx_reads;
  end

  always_ff @(posedge clk_i) begin
    if (ctx_reads) ctx_data_q <= bank_word[32'(ctx_part)*RowBits +: RowBits];
  end

  ////////////
  // Access //
  ////////////

  logic takes;
  assign takes = acc_valid_i && acc_ready_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      kept_q <= 1'b0;
      left_q <= '0;
    end else if (takes) begin
      kept_q <= 1'b1;
      left_q <= acc_mask_i;
    end else if (serves) begin
      kept_q <= !serves_last;
      left_q <= left_q & ~lanes;
    end
  end

  always_ff @(posedge clk_i) begin
    if (takes) begin
      kind_q <= acc_kind_i;
      op_q   <= acc_op_i;
      tag_q  <= acc_tag_i;
    end
  end

  for (genvar l = 0; l < Lanes; l++) begin : gen_keep
    always_ff @(posedge clk_i) begin
      if (takes) begin
        addr_q[l]   <= acc_addr_i[l*AddrWidth +: AddrWidth];
        data_q[l]   <= acc_data_i[l*32 +: 32];
        expect_q[l] <= acc_expect_i[l*32 +: 32];
        be_q[l]     <= acc_be_i[l*4 +: 4];
        owner_q[l]  <= acc_owner_i[l*OwnerWidth +: OwnerWidth];
      end
    end
  end

endmodule
