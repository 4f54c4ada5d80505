// SPDX-License-Identifier: Apache-2.0
//
// Coalescer: turns the addresses of one warp's load, store or atomic into requests of memory lines,
// one a cycle, until all lanes are served.
//
// Behaviour
// - An access that is taken is kept; left are its lanes that are not served yet. The request is for
//   the line of the lowest-numbered one, the leader: each lane compares its line with the leader's.
// - Loads and stores serve all lanes of the line; an atomic for each word the lowest-numbered lane.
// - A store's line is put together in a tree over the lanes: where two write one byte, the data of
//   the right one, which is higher-numbered, go on.
//
// Corner cases
// - In the cycle in which the last request is accepted the next access may be taken.
// - An access without a lane is taken and makes no request.
//
// Lindholm, Nickolls, Oberman, Montrym, NVIDIA Tesla, IEEE Micro 28(2), 2008: memory access; Yoon,
// Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: Table I.

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
    localparam int OffsetWidth = $clog2(LineBytes),
    localparam int WordWidth   = OffsetWidth > 3 ? OffsetWidth - 2 : 1,
    localparam int LineWidth   = AddrWidth - OffsetWidth
) (
    // Clock; synchronous reset, active low.
    input  logic                       clk_i,
    input  logic                       rst_ni,

    // A warp's access
    // An access is offered.
    input  logic                       acc_valid_i,
    // It would be taken. Depends on req_ready_i.
    output logic                       acc_ready_o,
    // 0 load, 1 store, 2 atomic.
    input  logic [1:0]                 acc_kind_i,
    // The lanes that access.
    input  logic [Lanes-1:0]           acc_mask_i,
    // Their byte addresses: lane l's is [l*AddrWidth +: AddrWidth].
    input  logic [Lanes*AddrWidth-1:0] acc_addr_i,
    // What a store or atomic brings, in its place in the word: lane l's word is [l*32 +: 32].
    input  logic [Lanes*32-1:0]        acc_data_i,
    // Which bytes of that word: lane l's are [l*4 +: 4].
    input  logic [Lanes*4-1:0]         acc_be_i,
    // What an atomic that compares expects in its word.
    input  logic [Lanes*32-1:0]        acc_expect_i,
    // Goes along.
    input  logic [TagWidth-1:0]        acc_tag_i,

    // Memory; all outputs are meaningful while req_valid_o
    // A request is offered. State only.
    output logic                       req_valid_o,
    // It is accepted.
    input  logic                       req_ready_i,
    // The access's kind and tag. State only.
    output logic [1:0]                 req_kind_o,
    output logic [TagWidth-1:0]        req_tag_o,
    // The line. State only.
    output logic [LineWidth-1:0]       req_line_o,
    // The lanes that it serves. State only.
    output logic [Lanes-1:0]           req_lanes_o,
    // Lane l's word of the line is [l*WordWidth +: WordWidth]; meaningful for lanes served.
    output logic [Lanes*WordWidth-1:0] req_word_o,
    // A store's line, an atomic's operands; without meaning for loads, 0 where no byte is enabled.
    // State only.
    output logic [LineBytes*8-1:0]     req_data_o,
    // The bytes that are enabled: those of a load are read. State only.
    output logic [LineBytes-1:0]       req_be_o,
    // An atomic's words as they are expected, in their places; 0 elsewhere. State only.
    output logic [LineBytes*8-1:0]     req_expect_o,
    // The last request of this access. State only.
    output logic                       req_last_o
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
  end
`endif

  localparam int Words = LineBytes / 4;
  localparam int LaneWidth = Lanes > 1 ? $clog2(Lanes) : 1;

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

  /////////////////////////////
  // Which line, which lanes //
  /////////////////////////////

  logic [LaneWidth-1:0] leader;

  hd_lowest #(
      .Width(Lanes)
  ) u_leader (
      .mask_i(left_q),
      .valid_o(req_valid_o),
      .index_o(leader)
  );

  assign req_line_o = LineWidth'(addr_q[leader] >> OffsetWidth);

  // The lanes that are left in this line.
  logic [Lanes-1:0] same;

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic [WordWidth-1:0] word;
    logic [Lanes-1:0]     twins; // lower-numbered lanes of the same word, if of the same line

    assign word    = WordWidth'(addr_q[l] >> 2) & WordWidth'(Words - 1);
    assign same[l] = left_q[l] && LineWidth'(addr_q[l] >> OffsetWidth) == req_line_o;

    always @* begin
      twins = '0;
      for (int k = 0; k < l; k++) twins[k] = req_word_o[k*WordWidth +: WordWidth] == word;
    end

    // An atomic leaves a lane for later if one below it has its word.
    assign req_lanes_o[l] = same[l] && !(kind_q == Atomic && (same & twins) != '0);
    assign req_word_o[l*WordWidth +: WordWidth] = word;
  end

  assign req_kind_o = kind_q;
  assign req_tag_o  = tag_q;
  assign req_last_o = (left_q & ~req_lanes_o) == '0;

  //////////////////
  // What it says //
  //////////////////

  // Level 0 are the lanes: the bits of the line that a lane writes or reads (set), and what it
  // writes there, 0 elsewhere. Each level has half the nodes of the one below, rounded up; where
  // both sides of a node write, the right one, of the higher-numbered lanes, stands. What atomics
  // expect need not be chosen from: they are of different words.
  localparam int Levels = $clog2(Lanes);

  for (genvar v = 0; v <= Levels; v++) begin : gen_level
    localparam int Nodes = (Lanes + (1 << v) - 1) >> v;

    for (genvar n = 0; n < Nodes; n++) begin : gen_node
      logic [LineBytes*8-1:0] set, data, expect_bits;

      if (v == 0) begin : gen_leaf
        logic [31:0] bits; // of its word
        assign bits = {{8{be_q[n][3]}}, {8{be_q[n][2]}}, {8{be_q[n][1]}}, {8{be_q[n][0]}}};

        for (genvar w = 0; w < Words; w++) begin : gen_word
          assign set[w*32 +: 32] =
              bits & {32{req_lanes_o[n] && req_word_o[n*WordWidth +: WordWidth] == WordWidth'(w)}};
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

  assign req_data_o   = gen_level[Levels].gen_node[0].data;
  assign req_expect_o = gen_level[Levels].gen_node[0].expect_bits;

  for (genvar b = 0; b < LineBytes; b++) begin : gen_byte
    assign req_be_o[b] = gen_level[Levels].gen_node[0].set[b*8 +: 8] != '0;
  end

  ////////////////
  // Next state //
  ////////////////

  // A request that is accepted takes its lanes off; when that was the last one, or nothing is kept,
  // the next access can come.
  logic takes;

  assign acc_ready_o = !req_valid_o || (req_ready_i && req_last_o);
  assign takes       = acc_valid_i && acc_ready_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)          left_q <= '0;
    else if (takes)       left_q <= acc_mask_i;
    else if (req_ready_i) left_q <= left_q & ~req_lanes_o;
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
