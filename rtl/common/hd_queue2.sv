// SPDX-License-Identifier: Apache-2.0
//
// Queue that takes up to two and gives up to two entries a cycle.
//
// Behaviour
// - Entry 0 is the oldest; when entries leave, the others shift towards 0. Both read places are
//   therefore fixed wires, which is what the two look-ups of a cycle want.
// - Of two entries pushed in one cycle, 0 is the older. 1 may come alone.
// - ready_o looks at the state alone: places that entries free in this cycle do not count.
//
// Corner cases
// - The caller pushes entry u only while ready_o[u] is high (1 alone: two places must be free).
// - The caller pops no more entries than valid_o shows.
// - Entries that left, or were never there, hold old data: look at valid_o.
//
// The update queue of the Max-Heap: Fung et al., TACO 6(2), 2009, section 4.4.1, Figure 11.

module hd_queue2 #(
    // Bits of an entry. Flip-flops grow as Width * Depth.
    parameter int Width = 39,
    // Entries, at least 2. Each costs Width flip-flops and a 5-to-1 multiplexer in front of them.
    parameter int Depth = 4,
    localparam int CountWidth = $clog2(Depth + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic               clk_i,
    input  logic               rst_ni,

    // Writer
    // Entry u enters in this cycle.
    input  logic [1:0]         push_en_i,
    // The entries: u is [u*Width +: Width].
    input  logic [2*Width-1:0] push_data_i,
    // 0: at least one place is free; 1: at least two. State only.
    output logic [1:0]         ready_o,

    // Reader
    // How many entries (0 to 2) leave in this cycle.
    input  logic [1:0]         pop_count_i,
    // The oldest (0) and the second oldest (1) entry exist. State only.
    output logic [1:0]         valid_o,
    // These entries, meaningful while valid. State only.
    output logic [2*Width-1:0] data_o
);

`ifndef SYNTHESIS
  initial begin
    if (Width < 1) $fatal(1, "hd_queue2: Width must be at least 1");
    if (Depth < 2) $fatal(1, "hd_queue2: Depth must be at least 2");
  end
`endif

  (* mem2reg *) // flip-flops
  logic [Width-1:0] data_q [Depth];
  logic [CountWidth-1:0] count_q, tail;

  /////////////
  // Outputs //
  /////////////

  assign valid_o = {count_q > CountWidth'(1), count_q > CountWidth'(0)};
  assign ready_o = {count_q < CountWidth'(Depth - 1), count_q < CountWidth'(Depth)};
  assign data_o  = {data_q[1], data_q[0]};

  ////////////////
  // Next state //
  ////////////////

  // First what leaves, then what comes: the tail is where the first newcomer goes, and the
  // newcomer of port 1 goes first if it is alone.
  logic [Width-1:0] first, second;
  logic first_en, second_en;

  assign tail      = count_q - CountWidth'(pop_count_i);
  assign first     = push_en_i[0] ? push_data_i[0 +: Width] : push_data_i[Width +: Width];
  assign second    = push_data_i[Width +: Width];
  assign first_en  = |push_en_i;
  assign second_en = &push_en_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) count_q <= '0;
    else         count_q <= tail + CountWidth'(first_en) + CountWidth'(second_en);
  end

  for (genvar i = 0; i < Depth; i++) begin : gen_entry
    // The entries that are one and two places younger; the last places have none, and are never
    // asked for them.
    logic [Width-1:0] by_one, by_two;
    if (i + 1 < Depth) begin : gen_by_one
      assign by_one = data_q[i + 1];
    end else begin : gen_no_by_one
      assign by_one = data_q[i];
    end
    if (i + 2 < Depth) begin : gen_by_two
      assign by_two = data_q[i + 2];
    end else begin : gen_no_by_two
      assign by_two = data_q[i];
    end

    always_ff @(posedge clk_i) begin
      if (first_en && tail == CountWidth'(i)) begin
        data_q[i] <= first;
      end else if (second_en && tail + CountWidth'(1) == CountWidth'(i)) begin
        data_q[i] <= second;
      end else if (pop_count_i[1]) begin
        data_q[i] <= by_two;
      end else if (pop_count_i[0]) begin
        data_q[i] <= by_one;
      end
    end
  end

endmodule
