// SPDX-License-Identifier: Apache-2.0
//
// L1 cache: lines of global memory that threads load, and the list of all requests that memory has
// not yet answered, in miss status holding registers (MSHRs).
//
// Behaviour
// - A load that hits is answered from the cache. One that misses takes an MSHR and goes to memory,
//   or goes along with the load of the same line that is on its way.
// - Stores and atomics go through to memory, and the line leaves the cache. Each has an MSHR too.
// - An MSHR is open if it is a load's that waits for memory, and no store or atomic to its line
//   came behind it: only such a one takes further loads, and only its line goes into the cache.
// - An answer of memory stays in the fill register until all riders of its MSHR have been handed
//   out, one a cycle, in their order.
//
// Corner cases
// - A fill is taken, and a load of its line merges in the same cycle: that is handed out as well.
// - A fill is taken, and a store to its line is, in the same cycle: the line does not stay; the
//   loads get it as it was before the store.
// - A store's line leaves the place that a fill comes into: the fill stays, it is of another line.
// - An MSHR or the fill register that becomes free is free from the next cycle on. The registers
//   of answers and to memory are filled again in the cycle in which they are taken.
//
// Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: section IV.D, Table I. Vijaykumar et
// al., Zorua, MICRO 2016: Table 2.

module hd_l1_cache #(
    // Sets: a power of two. With Ways the lines: memory, and flip-flops of their numbers.
    parameter int Sets       = 32,
    // Lines of a set: a comparator each.
    parameter int Ways       = 4,
    // Bytes of a line: the memory and four registers.
    parameter int LineBytes  = 128,
    // Bits of a line's number: width of all comparators.
    parameter int LineWidth  = 25,
    // Requests that wait for memory: a comparator each.
    parameter int Mshrs      = 64,
    // Loads of one line that wait in one MSHR. Memory for the riders only.
    parameter int Merges     = 4,
    // Bits that go along and name the request.
    parameter int RiderWidth = 64,
    localparam int DataWidth = LineBytes * 8,
    localparam int IdWidth   = Mshrs > 1 ? $clog2(Mshrs) : 1
) (
    // Clock; synchronous reset, active low.
    input  logic                  clk_i,
    input  logic                  rst_ni,

    // Kernels
    // Forget all lines: another kernel begins. Only while idle_o, and nothing is offered.
    input  logic                  clear_i,
    // No MSHR is in use, and no answer waits. State only.
    output logic                  idle_o,

    // Requests
    // One is offered.
    input  logic                  req_valid_i,
    // It would be taken. Depends on req_kind_i, req_line_i, rsp_ready_i and mem_ready_i.
    output logic                  req_ready_o,
    // 0 load, 1 store, 2 atomic.
    input  logic [1:0]            req_kind_i,
    // Its line.
    input  logic [LineWidth-1:0]  req_line_i,
    // Goes along.
    input  logic [RiderWidth-1:0] req_rider_i,
    // Of a store or atomic: what it brings, in its place in the line, and which bytes.
    input  logic [DataWidth-1:0]  req_data_i,
    input  logic [LineBytes-1:0]  req_be_i,
    // Of an atomic that compares: what it expects, in its place in the line.
    input  logic [DataWidth-1:0]  req_expect_i,

    // Answers; meaningful while rsp_valid_o
    // One is there. State only.
    output logic                  rsp_valid_o,
    // It is taken.
    input  logic                  rsp_ready_i,
    // Kind and rider of its request. State only.
    output logic [1:0]            rsp_kind_o,
    output logic [RiderWidth-1:0] rsp_rider_o,
    // The line; of an atomic as it was; of a store without meaning. State only.
    output logic [DataWidth-1:0]  rsp_data_o,

    // Memory; outputs are meaningful while mem_valid_o
    // A request is offered. State only.
    output logic                  mem_valid_o,
    // It is accepted.
    input  logic                  mem_ready_i,
    // As it came here. Data and bytes are without meaning for loads. State only.
    output logic [1:0]            mem_kind_o,
    // Its MSHR: the answer's name. State only.
    output logic [IdWidth-1:0]    mem_id_o,
    output logic [LineWidth-1:0]  mem_line_o,
    output logic [RiderWidth-1:0] mem_rider_o,
    output logic [DataWidth-1:0]  mem_data_o,
    output logic [LineBytes-1:0]  mem_be_o,
    // As it came here; without meaning but for atomics. State only.
    output logic [DataWidth-1:0]  mem_expect_o,
    // An answer, one for each request that was accepted, in any order.
    input  logic                  fill_valid_i,
    // It would be taken. State only.
    output logic                  fill_ready_o,
    // Of the request of this MSHR.
    input  logic [IdWidth-1:0]    fill_id_i,
    // Of a load or atomic: the line.
    input  logic [DataWidth-1:0]  fill_data_i,

    // Status
    // What became of a request taken in this cycle: 0 none was, 1 hit, 2 miss, 3 merged, 4 store,
    // 5 atomic. Depends on what req_ready_o does, and on req_valid_i.
    output logic [2:0]            outcome_o,
    // Why one that is offered is not taken: 0 it is, or none is offered, 1 no MSHR is free, 2 no
    // place in the line's MSHR, 3 a register on the way is occupied. Depends as outcome_o does.
    output logic [1:0]            blocked_o
);

`ifndef SYNTHESIS
  initial begin
    if (Sets < 1 || Sets > 1024 || Sets != 1 << $clog2(Sets))
      $fatal(1, "hd_l1_cache: Sets must be a power of two, 1 to 1024");
    if (Ways < 1 || Ways > 16) $fatal(1, "hd_l1_cache: Ways must be 1 to 16");
    if (LineBytes < 4 || LineBytes > 256 || LineBytes != 1 << $clog2(LineBytes))
      $fatal(1, "hd_l1_cache: LineBytes must be a power of two, 4 to 256");
    if (LineWidth <= $clog2(Sets) || LineWidth > 62)
      $fatal(1, "hd_l1_cache: LineWidth must be above log2(Sets), to 62");
    if (Mshrs < 1 || Mshrs > 64) $fatal(1, "hd_l1_cache: Mshrs must be 1 to 64");
    if (Merges < 1 || Merges > 16) $fatal(1, "hd_l1_cache: Merges must be 1 to 16");
    if (RiderWidth < 1 || RiderWidth > 512) $fatal(1, "hd_l1_cache: RiderWidth must be 1 to 512");
  end
`endif

  localparam int Lines      = Sets * Ways;
  localparam int TagWidth   = LineWidth - $clog2(Sets);
  localparam int SetWidth   = Sets > 1 ? $clog2(Sets) : 1;
  localparam int WayWidth   = Ways > 1 ? $clog2(Ways) : 1;
  localparam int AtWidth    = Lines > 1 ? $clog2(Lines) : 1;
  localparam int Riders     = Mshrs * Merges;
  localparam int RiderAt    = Riders > 1 ? $clog2(Riders) : 1;
  localparam int CountWidth = $clog2(Merges + 1);
  localparam int NextWidth  = Merges > 1 ? $clog2(Merges) : 1;

  // Kinds of request.
  localparam logic [1:0] Load  = 2'd0;
  localparam logic [1:0] Store = 2'd1;

  ///////////
  // State //
  ///////////

  // The lines: line set * Ways + way. Its number above the set; meaningful while valid. The place
  // of each set that is next in turn.
  logic [DataWidth-1:0]  data_q [Lines];
  (* mem2reg *) // flip-flops
  logic [TagWidth-1:0]   tag_q [Lines];
  logic [Lines-1:0]      valid_q, valid_d;
  (* mem2reg *) // flip-flops
  logic [WayWidth-1:0]   turn_q [Sets];

  // The MSHRs: used; open. Meaningful while used: kind, line, number of requests that wait, and
  // their riders: rider mshr * Merges + place, places below the count.
  logic [Mshrs-1:0]      used_q, used_d;
  logic [Mshrs-1:0]      open_q, open_d;
  (* mem2reg *) // flip-flops
  logic [1:0]            kind_q [Mshrs];
  (* mem2reg *) // flip-flops
  logic [LineWidth-1:0]  line_q [Mshrs];
  (* mem2reg *) // flip-flops
  logic [CountWidth-1:0] count_q [Mshrs];
  logic [RiderWidth-1:0] rider_q [Riders];

  // The answer of memory that is handed out: of which MSHR, and its rider that is next.
  logic                  fill_valid_q;
  logic [IdWidth-1:0]    fill_id_q;
  logic [NextWidth-1:0]  fill_next_q;
  logic [DataWidth-1:0]  fill_data_q;

  // The answer that is offered.
  logic                  rsp_valid_q;
  logic [1:0]            rsp_kind_q;
  logic [RiderWidth-1:0] rsp_rider_q;
  logic [DataWidth-1:0]  rsp_data_q;

  // The request that is offered to memory.
  logic                  mem_valid_q;
  logic [1:0]            mem_kind_q;
  logic [IdWidth-1:0]    mem_id_q;
  logic [LineWidth-1:0]  mem_line_q;
  logic [RiderWidth-1:0] mem_rider_q;
  logic [DataWidth-1:0]  mem_data_q;
  logic [LineBytes-1:0]  mem_be_q;
  logic [DataWidth-1:0]  mem_expect_q;

  assign idle_o = used_q == '0 && !rsp_valid_q;

  assign rsp_valid_o = rsp_valid_q;
  assign rsp_kind_o  = rsp_kind_q;
  assign rsp_rider_o = rsp_rider_q;
  assign rsp_data_o  = rsp_data_q;

  assign mem_valid_o  = mem_valid_q;
  assign mem_kind_o   = mem_kind_q;
  assign mem_id_o     = mem_id_q;
  assign mem_line_o   = mem_line_q;
  assign mem_rider_o  = mem_rider_q;
  assign mem_data_o   = mem_data_q;
  assign mem_be_o     = mem_be_q;
  assign mem_expect_o = mem_expect_q;

  /////////////////////
  // Where a line is //
  /////////////////////

  // In the cache: which ways of its set hold it (one at most), and the place of that line.
  logic [SetWidth-1:0] req_set;
  logic [Ways-1:0]     req_ways;
  logic                hit;
  logic [WayWidth-1:0] hit_way;
  logic [AtWidth-1:0]  hit_at;

  assign req_set = SetWidth'(req_line_i) & SetWidth'(Sets - 1);

  for (genvar w = 0; w < Ways; w++) begin : gen_way
    logic [AtWidth-1:0] at;

    assign at = AtWidth'(32'(req_set) * Ways + w);
    assign req_ways[w] = valid_q[at] && tag_q[at] == TagWidth'(req_line_i >> $clog2(Sets));
  end

  hd_lowest #(
      .Width(Ways)
  ) u_hit (
      .mask_i(req_ways),
      .valid_o(hit),
      .index_o(hit_way)
  );

  assign hit_at = AtWidth'(32'(req_set) * Ways + 32'(hit_way));

  // On its way: the open MSHR of this line, if there is one (again one at most).
  logic [Mshrs-1:0]   same;
  logic               along;
  logic [IdWidth-1:0] along_id;

  for (genvar m = 0; m < Mshrs; m++) begin : gen_mshr
    assign same[m] = open_q[m] && line_q[m] == req_line_i;
  end

  hd_lowest #(
      .Width(Mshrs)
  ) u_along (
      .mask_i(same),
      .valid_o(along),
      .index_o(along_id)
  );

  // Nowhere: it needs an MSHR.
  logic               free;
  logic [IdWidth-1:0] free_id;

  hd_lowest #(
      .Width(Mshrs)
  ) u_free (
      .mask_i(~used_q),
      .valid_o(free),
      .index_o(free_id)
  );

  //////////////
  // Requests //
  //////////////

  // A request is one of three: it hits, or merges, or is sent to memory.
  logic is_load, hits, merges, sends;

  assign is_load = req_kind_i == Load;
  assign hits    = is_load && hit;
  assign merges  = is_load && !hit && along;
  assign sends   = !is_load || (!hit && !along);

  // Registers that can be filled: of answers; to memory.
  logic room, way_out, place;

  assign room    = !rsp_valid_q || rsp_ready_i;
  assign way_out = !mem_valid_q || mem_ready_i;
  assign place   = 32'(count_q[along_id]) < Merges;

  // The reasons to wait. Of several the first in number is told; in fact a request that merges asks
  // for a place alone, and one that hits for registers alone.
  logic no_mshr, no_place, no_register;

  assign no_mshr     = sends && !free;
  assign no_place    = merges && !place;
  assign no_register = (sends && !way_out) || (hits && (!room || fill_valid_q));

  assign req_ready_o = !no_mshr && !no_place && !no_register;

  always @* begin
    blocked_o = 2'd0;
    if (req_valid_i) begin
      if (no_mshr)          blocked_o = 2'd1;
      else if (no_place)    blocked_o = 2'd2;
      else if (no_register) blocked_o = 2'd3;
    end
  end

  // What is done in this cycle.
  logic takes, take_hit, take_merge, take_send, take_write;

  assign takes      = req_valid_i && req_ready_o;
  assign take_hit   = takes && hits;
  assign take_merge = takes && merges;
  assign take_send  = takes && sends;
  assign take_write = takes && !is_load;

  always @* begin
    outcome_o = 3'd0;
    if (take_hit)        outcome_o = 3'd1;
    else if (take_merge) outcome_o = 3'd3;
    else if (take_send)  outcome_o = is_load ? 3'd2 : req_kind_i == Store ? 3'd4 : 3'd5;
  end

  ///////////
  // Fills //
  ///////////

  // A fill that is taken goes into the cache if its MSHR is open and stays so in this cycle.
  logic                 fills, installs;
  logic [LineWidth-1:0] fill_line;
  logic [SetWidth-1:0]  fill_set;
  logic [AtWidth-1:0]   fill_at;

  assign fill_ready_o = !fill_valid_q;
  assign fills        = fill_valid_i && fill_ready_o;
  assign installs     = fills && open_q[fill_id_i] && !(take_write && same[fill_id_i]);
  assign fill_line    = line_q[fill_id_i];
  assign fill_set     = SetWidth'(fill_line) & SetWidth'(Sets - 1);
  assign fill_at      = AtWidth'(32'(fill_set) * Ways + 32'(turn_q[fill_set]));

  // The fill register gives one rider into the register of answers; it may be the last.
  logic gives, gives_last;

  assign gives      = fill_valid_q && room;
  assign gives_last = gives && 32'(fill_next_q) + 1 == 32'(count_q[fill_id_q]);

  always_ff @(posedge clk_i) begin
    if (!rst_ni)         fill_valid_q <= 1'b0;
    else if (fills)      fill_valid_q <= 1'b1;
    else if (gives_last) fill_valid_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (fills) begin
      fill_id_q   <= fill_id_i;
      fill_data_q <= fill_data_i;
      fill_next_q <= '0;
    end else if (gives) begin
      fill_next_q <= fill_next_q + NextWidth'(1);
    end
  end

  ///////////
  // Lines //
  ///////////

  // A store takes its line out, then a fill comes in: it may come into that place, and stays.
  always @* begin
    valid_d = valid_q;
    if (take_write && hit) valid_d[hit_at]  = 1'b0;
    if (installs)          valid_d[fill_at] = 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) valid_q <= '0;
    else                    valid_q <= valid_d;
  end

  always_ff @(posedge clk_i) begin
    if (installs) begin
      data_q[fill_at] <= fill_data_i;
      tag_q[fill_at]  <= TagWidth'(fill_line >> $clog2(Sets));
    end
  end

  for (genvar s = 0; s < Sets; s++) begin : gen_turn
    always_ff @(posedge clk_i) begin
      if (!rst_ni)
        turn_q[s] <= '0;
      else if (installs && fill_set == SetWidth'(s))
        turn_q[s] <= turn_q[s] == WayWidth'(Ways - 1) ? '0 : turn_q[s] + WayWidth'(1);
    end
  end

  ///////////
  // MSHRs //
  ///////////

  // An MSHR is used from when its request is sent until its last rider has been given. A load opens
  // it; memory's answer, or a store or atomic to its line, closes it. An MSHR that is freed or
  // answered is used, so it is not the MSHR that is taken.
  always @* begin
    used_d = used_q;
    open_d = open_q;
    if (fills)      open_d[fill_id_i] = 1'b0;
    if (gives_last) used_d[fill_id_q] = 1'b0;
    if (take_write) open_d = open_d & ~same;
    if (take_send) begin
      used_d[free_id] = 1'b1;
      open_d[free_id] = is_load;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      used_q <= '0;
      open_q <= '0;
    end else begin
      used_q <= used_d;
      open_q <= open_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (take_send) begin
      kind_q[free_id] <= req_kind_i;
      line_q[free_id] <= req_line_i;
    end
  end

  // A rider comes in behind the riders that are there, or into a new MSHR at its first place.
  logic [IdWidth-1:0]    join_id;
  logic [CountWidth-1:0] join_place;

  assign join_id    = merges ? along_id : free_id;
  assign join_place = merges ? count_q[along_id] : '0;

  always_ff @(posedge clk_i) begin
    if (take_send || take_merge) begin
      count_q[join_id] <= join_place + CountWidth'(1);
      rider_q[RiderAt'(32'(join_id) * Merges + 32'(join_place))] <= req_rider_i;
    end
  end

  ///////////////
  // Registers //
  ///////////////

  // Answers: a hit comes in only while no fill is handed out.
  always_ff @(posedge clk_i) begin
    if (!rst_ni)   rsp_valid_q <= 1'b0;
    else if (room) rsp_valid_q <= take_hit || gives;
  end

  always_ff @(posedge clk_i) begin
    if (gives) begin
      rsp_kind_q  <= kind_q[fill_id_q];
      rsp_rider_q <= rider_q[RiderAt'(32'(fill_id_q) * Merges + 32'(fill_next_q))];
      rsp_data_q  <= fill_data_q;
    end else if (take_hit) begin
      rsp_kind_q  <= Load;
      rsp_rider_q <= req_rider_i;
      rsp_data_q  <= data_q[hit_at];
    end
  end

  // To memory.
  always_ff @(posedge clk_i) begin
    if (!rst_ni)      mem_valid_q <= 1'b0;
    else if (way_out) mem_valid_q <= take_send;
  end

  always_ff @(posedge clk_i) begin
    if (take_send) begin
      mem_kind_q   <= req_kind_i;
      mem_id_q     <= free_id;
      mem_line_q   <= req_line_i;
      mem_rider_q  <= req_rider_i;
      mem_data_q   <= req_data_i;
      mem_be_q     <= req_be_i;
      mem_expect_q <= req_expect_i;
    end
  end

endmodule
