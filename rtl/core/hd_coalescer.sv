// SPDX-License-Identifier: Apache-2.0
//
// Coalescer: turns the addresses of one warp's load, store or atomic into requests of memory lines,
// one a cycle and bank of the cache, until all lanes are served.
//
// Behaviour
// - An access that is taken is kept; left are its lanes that are not served yet. A bank's request
//   is for the line of the lowest-numbered one with a line in this bank, the leader: each lane of
//   the bank compares its line with the leader's. The lowest bits of a line's number are its bank.
// - Loads and stores serve all lanes of the line; an atomic for each word the lowest-numbered lane.
// - A store's line is put together in a tree over the lanes: where two write one byte, the data of
//   the right one, which is higher-numbered, go on.
//
// Corner cases
// - In the cycle in which the last requests are all accepted the next access may be taken.
// - One bank's request is accepted, another bank's is not: that one stays as it is. It may become
//   the last one by that.
// - An access without a lane is taken and makes no request.
//
// Lindholm, Nickolls, Oberman, Montrym, NVIDIA Tesla, IEEE Micro 28(2), 2008: memory access; Yoon,
// Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: Table I; Fung, Sham, Yuan, Aamodt, Dynamic
// Warp Formation, ACM TACO 6(2), 2009: Table I, section 6.5 (banks of the data cache).

module hd_coalescer #(
    // Threads of a warp. An address, a word and a comparator of lines each, and for atomics
    // comparators of words with its square; depth with its logarithm.
    parameter int Lanes     = 32,
    // Bits of a byte address: the lanes' flip-flops, and the width of the comparators.
    parameter int AddrWidth = 32,
    // Bytes of a line. With Lanes the size of the tree that puts a store's line together.
    parameter int LineBytes = 128,
    // Bits that go along and name the access. Flip-flops only.
    parameter int TagWidth  = 16,
    // Banks of the cache, a power of two: requests in a cycle. Each one has a leader, a comparator
    // of lines for each lane, and a tree that puts a line together.
    parameter int Banks     = 1,
    localparam int OffsetWidth = $clog2(LineBytes),
    localparam int WordWidth   = OffsetWidth > 3 ? OffsetWidth - 2 : 1,
    localparam int LineWidth   = AddrWidth - OffsetWidth
) (
    // Clock; synchronous reset, active low.
    input  logic                         clk_i,
    input  logic                         rst_ni,

    // A warp's access
    // An access is offered.
    input  logic                         acc_valid_i,
    // It would be taken. Depends on req_ready_i.
    output logic                         acc_ready_o,
    // 0 load, 1 store, 2 atomic.
    input  logic [1:0]                   acc_kind_i,
    // The lanes that access.
    input  logic [Lanes-1:0]             acc_mask_i,
    // Their byte addresses: lane l's is [l*AddrWidth +: AddrWidth].
    input  logic [Lanes*AddrWidth-1:0]   acc_addr_i,
    // What a store or atomic brings, in its place in the word: lane l's word is [l*32 +: 32].
    input  logic [Lanes*32-1:0]          acc_data_i,
    // Which bytes of that word: lane l's are [l*4 +: 4].
    input  logic [Lanes*4-1:0]           acc_be_i,
    // What an atomic that compares expects in its word.
    input  logic [Lanes*32-1:0]          acc_expect_i,
    // Goes along.
    input  logic [TagWidth-1:0]          acc_tag_i,

    // The cache; meaningful while the bank's req_valid_o, kind, tag and last while any bank's
    // A request to this bank is offered. State only.
    output logic [Banks-1:0]             req_valid_o,
    // It is accepted.
    input  logic [Banks-1:0]             req_ready_i,
    // The access's kind and tag. State only.
    output logic [1:0]                   req_kind_o,
    output logic [TagWidth-1:0]          req_tag_o,
    // The line: of bank b [b*LineWidth +: LineWidth], and so below. State only.
    output logic [Banks*LineWidth-1:0]   req_line_o,
    // The lanes that it serves. State only.
    output logic [Banks*Lanes-1:0]       req_lanes_o,
    // Lane l's word of the line is [l*WordWidth +: WordWidth]; meaningful for lanes served. State
    // only.
    output logic [Lanes*WordWidth-1:0]   req_word_o,
    // A store's line, an atomic's operands; without meaning for loads, 0 where no byte is enabled.
    // State only.
    output logic [Banks*LineBytes*8-1:0] req_data_o,
    // The bytes that are enabled: those of a load are read. State only.
    output logic [Banks*LineBytes-1:0]   req_be_o,
    // An atomic's words as they are expected, in their places; 0 elsewhere. State only.
    output logic [Banks*LineBytes*8-1:0] req_expect_o,
    // These are the last requests of this access. State only.
    output logic                         req_last_o
);

`ifndef SYNTHESIS
  initial begin
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_coalescer: Lanes must be 1 to 64");
    if (AddrWidth < 4 || AddrWidth > 64) $fatal(1, "hd_coalescer: AddrWidth must be 4 to 64");
    if (LineBytes < 4 || LineBytes > 256 || LineBytes != 1 << OffsetWidth)
      $fatal(1, "hd_coalescer: LineBytes must be a power of two, 4 to 256");
    if (AddrWidth <= OffsetWidth)
      $fatal(1, "hd_coalescer: AddrWidth must be above log2(LineBytes)");
    if (TagWidth < 1 || TagWidth > 64) $fatal(1, "hd_coalescer: TagWidth must be 1 to 64");
    if (Banks < 1 || Banks > 16 || Banks != 1 << $clog2(Banks))
      $fatal(1, "hd_coalescer: Banks must be a power of two, 1 to 16");
    if (LineWidth <= $clog2(Banks))
      $fatal(1, "hd_coalescer: AddrWidth must be above log2(LineBytes) + log2(Banks)");
  end
`endif

  localparam int Words = LineBytes / 4;
  localparam int LaneWidth = Lanes > 1 ? $clog2(Lanes) : 1;
  localparam int Levels = $clog2(Lanes); // of the trees
  localparam int BankMask = Banks - 1;   // the bits of a line's number that are its bank

  // A kind of access.
  localparam logic [1:0] Atomic = 2'd2;

  ///////////
  // State //
  ///////////

  // The lanes that are not served yet; meaningful while there are any: kind and tag; and of each
  // lane its address, its word, the word expected there, and which bytes of the word.
  logic [Lanes-1:0]     left_q;
  logic [1:0]           kind_q;
  logic [TagWidth-1:0]  tag_q;
  (* mem2reg *) // flip-flops
  logic [AddrWidth-1:0] addr_q [Lanes];
  (* mem2reg *) // flip-flops
  logic [31:0]          data_q [Lanes];
  (* mem2reg *) // flip-flops
  logic [31:0]          expect_q [Lanes];
  (* mem2reg *) // flip-flops
  logic [3:0]           be_q [Lanes];

  ///////////////
  // The lanes //
  ///////////////

  // Of each lane: its line, its word of the line, and the lower-numbered lanes of the same word.
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic [LineWidth-1:0] line;
    logic [WordWidth-1:0] word;
    logic [Lanes-1:0]     twins; // if of the same line

    assign line = LineWidth'(addr_q[l] >> OffsetWidth);
    assign word = WordWidth'(addr_q[l] >> 2) & WordWidth'(Words - 1);

    always @* begin
      twins = '0;
      for (int k = 0; k < l; k++) twins[k] = req_word_o[k*WordWidth +: WordWidth] == word;
    end

    assign req_word_o[l*WordWidth +: WordWidth] = word;
  end

  // What a bank asks for. No lane has lines of two banks, so each bank decides for itself.
  for (genvar b = 0; b < Banks; b++) begin : gen_bank

    /////////////////////////////
    // Which line, which lanes //
    /////////////////////////////

    // The lanes that are left with a line of this bank.
    logic [Lanes-1:0]     mine;
    logic [LaneWidth-1:0] leader;

    for (genvar l = 0; l < Lanes; l++) begin : gen_mine
      assign mine[l] = left_q[l] && (gen_lane[l].line & LineWidth'(BankMask)) == LineWidth'(b);
    end

    hd_lowest #(
        .Width(Lanes)
    ) u_leader (
        .mask_i(mine),
        .valid_o(req_valid_o[b]),
        .index_o(leader)
    );

    logic [LineWidth-1:0] line;

    assign line = LineWidth'(addr_q[leader] >> OffsetWidth);
    assign req_line_o[b*LineWidth +: LineWidth] = line;

    // The lanes that are left in this line, and those of them that are served: an atomic leaves a
    // lane for later if one below it has its word.
    logic [Lanes-1:0] same, serves;

    for (genvar l = 0; l < Lanes; l++) begin : gen_same
      assign same[l]   = mine[l] && gen_lane[l].line == line;
      assign serves[l] = same[l] && !(kind_q == Atomic && (same & gen_lane[l].twins) != '0);
    end

    assign req_lanes_o[b*Lanes +: Lanes] = serves;

    //////////////////
    // What it says //
    //////////////////

    // Level 0 are the lanes: the bits of the line that a lane writes or reads (set), and what it
    // writes there, 0 elsewhere. Each level has half the nodes of the one below, rounded up; where
    // both sides of a node write, the right one, of the higher-numbered lanes, stands. What atomics
    // expect need not be chosen from: they are of different words.
    for (genvar v = 0; v <= Levels; v++) begin : gen_level
      localparam int Nodes = (Lanes + (1 << v) - 1) >> v;

      for (genvar n = 0; n < Nodes; n++) begin : gen_node
        logic [LineBytes*8-1:0] set, data, expect_bits;

        if (v == 0) begin : gen_leaf
          logic [31:0] bits; // of its word
          assign bits = {{8{be_q[n][3]}}, {8{be_q[n][2]}}, {8{be_q[n][1]}}, {8{be_q[n][0]}}};

          for (genvar w = 0; w < Words; w++) begin : gen_word
            assign set[w*32 +: 32] =
                bits & {32{serves[n] && req_word_o[n*WordWidth +: WordWidth] == WordWidth'(w)}};
          end
          assign data = set & {Words{data_q[n]}};
          assign expect_bits = kind_q == Atomic ? set & {Words{expect_q[n]}} : '0;
        end else if (((2 * n + 1) << (v - 1)) < Lanes) begin : gen_both
          logic [LineBytes*8-1:0] right;
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

    assign req_data_o[b*LineBytes*8 +: LineBytes*8]   = gen_level[Levels].gen_node[0].data;
    assign req_expect_o[b*LineBytes*8 +: LineBytes*8] = gen_level[Levels].gen_node[0].expect_bits;

    for (genvar y = 0; y < LineBytes; y++) begin : gen_byte
      assign req_be_o[b*LineBytes + y] = gen_level[Levels].gen_node[0].set[y*8 +: 8] != '0;
    end
  end

  ////////////////
  // Next state //
  ////////////////

  // The lanes that all requests serve; those of requests that are accepted.
  logic [Lanes-1:0] served, gone;

  always @* begin
    served = '0;
    gone   = '0;
    for (int b = 0; b < Banks; b++) begin
      served = served | req_lanes_o[b*Lanes +: Lanes];
      if (req_ready_i[b]) gone = gone | req_lanes_o[b*Lanes +: Lanes];
    end
  end

  assign req_kind_o = kind_q;
  assign req_tag_o  = tag_q;
  assign req_last_o = (left_q & ~served) == '0;

  // A request that is accepted takes its lanes off; when those were the last ones, or nothing is
  // kept, the next access can come. With nothing kept there is no request: these are the last ones.
  logic takes;

  assign acc_ready_o = req_last_o && (req_valid_o & ~req_ready_i) == '0;
  assign takes       = acc_valid_i && acc_ready_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)    left_q <= '0;
    else if (takes) left_q <= acc_mask_i;
    else            left_q <= left_q & ~gone;
  end

  always_ff @(posedge clk_i) begin
    if (takes) begin
      kind_q <= acc_kind_i;
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
      end
    end
  end

endmodule
