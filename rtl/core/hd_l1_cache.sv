// SPDX-License-Identifier: Apache-2.0
//
// L1 cache: lines of global memory that threads load, and the list of all requests that memory has
// not yet answered, in miss status holding registers (MSHRs).
//
// Behaviour
// - A load that hits is answered from the cache. One that misses takes an MSHR and goes to memory,
//   or goes along with the load of the same line that is on its way.
// - Stores and atomics go through to memory, and the line leaves the cache. Each has an MSHR too.
//   A cache that writes back keeps stores: below.
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
// Behaviour of a cache that writes back
// - A store's bytes are written into a place of the cache, be its line there or not; nothing is
//   fetched. Of a line that is not whole only the written bytes mean anything.
// - A load that is sent is given the next place of its set, which awaits its line from then on. So
//   an answer of memory never finds a written line in its place.
// - Written bytes leave as a store without a rider, when their place or their line is asked for, in
//   a cycle of its own: the request waits. flush_i asks for all written lines, one by one.
// - The next place awaits a line: a load goes without a place, a store through to memory.
//
// Corner cases
// - A load reads bytes that are not there, or an atomic is of a line that memory does not know: the
//   line is written back, and leaves.
// - A store to a line that is on its way takes its place over. The fill does not stay; the loads
//   get it as it was before the store.
// - A fill and a store want to write into the cache: the store waits, whatever the fill is. It also
//   waits while riders are handed out, since it is answered at once.
// - A line is written back while a fill comes in: both are done, in two places.
// - A store without bytes takes a place as any other; its line is neither written nor whole.
//
// Behaviour of a cache that answers stores at once
// - It writes through. A store that is sent goes into the register of answers as well, for which it
//   waits as a hit does. It leaves no rider: its MSHR is free when memory has answered.
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
    // 0: stores go through to memory, which answers them. 1: they stay in the cache: a memory for a
    // bit a byte of each line, a way for each MSHR. 2: they go through, and are answered at once.
    parameter int WriteBack  = 0,
    localparam int DataWidth = LineBytes * 8,
    localparam int IdWidth   = Mshrs > 1 ? $clog2(Mshrs) : 1
) (
    // Clock; synchronous reset, active low.
    input  logic                  clk_i,
    input  logic                  rst_ni,

    // Kernels
    // Forget all lines: another kernel begins. Only while idle_o and clean_o, nothing is offered.
    input  logic                  clear_i,
    // No MSHR is in use, and no answer waits. State only.
    output logic                  idle_o,
    // Write lines back, one a cycle: the written line in the lowest place. Only while nothing is
    // offered. Without meaning in a cache that writes through.
    input  logic                  flush_i,
    // No line is written. State only.
    output logic                  clean_o,

    // Requests
    // One is offered.
    input  logic                  req_valid_i,
    // It would be taken. Depends on req_kind_i, req_line_i, rsp_ready_i and mem_ready_i; in a cache
    // that writes back on req_be_i and fill_valid_i as well.
    output logic                  req_ready_o,
    // 0 load, 1 store, 2 atomic.
    input  logic [1:0]            req_kind_i,
    // Its line.
    input  logic [LineWidth-1:0]  req_line_i,
    // Goes along.
    input  logic [RiderWidth-1:0] req_rider_i,
    // Of a store or atomic: what it brings, in its place in the line, and which bytes. Of a load:
    // the bytes that it reads, for a cache that writes back.
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
    // As it came here; or a store that nobody waits for, with rider 0: of the written bytes of a
    // line, or one that is answered. Data and bytes are without meaning for loads. State only.
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
    // place in the line's MSHR, or a line is written back first, 3 a register on the way is
    // occupied. Depends as outcome_o does.
    output logic [1:0]            blocked_o,
    // A line is written back in this cycle. Depends as outcome_o does, and on flush_i.
    output logic                  back_o
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
    if (WriteBack < 0 || WriteBack > 2) $fatal(1, "hd_l1_cache: WriteBack must be 0, 1 or 2");
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

  // All that only a cache that writes back does hangs on this; and that only one does that answers
  // stores at once.
  localparam logic Back = WriteBack == 1;
  localparam logic Post = WriteBack == 2;

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

  // Of a cache that writes back. Places that await the line of an open MSHR: they have no line.
  // Meaningful while valid: some byte is written; the line is whole; which bytes are written.
  logic [Lines-1:0]      awaited_q, awaited_d;
  logic [Lines-1:0]      written_q, written_d;
  logic [Lines-1:0]      whole_q, whole_d;
  logic [LineBytes-1:0]  bytes_q [Lines];

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

  // Of a cache that writes back: the MSHR is open and its line has a place; the way of that place.
  logic [Mshrs-1:0]      lands_q, lands_d;
  (* mem2reg *) // flip-flops
  logic [WayWidth-1:0]   way_q [Mshrs];

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

  assign clean_o = written_q == '0;

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

  // The place that a request is about: where its line is, or will be, or may be.
  logic                along_lands;
  logic [WayWidth-1:0] req_way;
  logic [AtWidth-1:0]  req_at;

  assign along_lands = along && lands_q[along_id];

  assign req_way     = hit || !Back ? hit_way : along_lands ? way_q[along_id] : turn_q[req_set];
  assign req_at      = AtWidth'(32'(req_set) * Ways + 32'(req_way));

  // The written line in the lowest place: a flush is about that one.
  logic [Sets-1:0]     set_written;
  logic [SetWidth-1:0] flush_set;
  logic [WayWidth-1:0] flush_way;
  logic                flushes, unused_flush;

  for (genvar s = 0; s < Sets; s++) begin : gen_written
    assign set_written[s] = written_q[s*Ways+:Ways] != '0;
  end

  hd_lowest #(
      .Width(Sets)
  ) u_flush_set (
      .mask_i(set_written),
      .valid_o(flushes),
      .index_o(flush_set)
  );

  hd_lowest #(
      .Width(Ways)
  ) u_flush_way (
      .mask_i(written_q[32'(flush_set)*Ways+:Ways]),
      .valid_o(unused_flush),
      .index_o(flush_way)
  );

  // The one place that is read, and the line there.
  logic [SetWidth-1:0]  at_set;
  logic [AtWidth-1:0]   at;
  logic [LineWidth-1:0] at_line;
  logic [DataWidth-1:0] at_data;

  assign at_set  = Back && flush_i ? flush_set : req_set;
  assign at      = Back && flush_i ? AtWidth'(32'(flush_set) * Ways + 32'(flush_way)) : req_at;
  assign at_line = LineWidth'(tag_q[at]) << $clog2(Sets) | LineWidth'(at_set);
  assign at_data = data_q[at];

  //////////////
  // Requests //
  //////////////

  // A load can be answered from its line in the cache: what it reads is there.
  logic readable;

  assign readable = !Back || whole_q[req_at] || (req_be_i & ~bytes_q[req_at]) == '0;

  // A request is one of five: it hits, or merges, or a line is written back before it is looked at
  // again, or it stays in the cache, or it is sent to memory. A place that awaits a line is not
  // written.
  logic is_load, is_store, hits, merges, backs, stays, sends, posts;

  assign is_load  = req_kind_i == Load;
  assign is_store = req_kind_i == Store;
  assign hits     = is_load && hit && readable;
  assign merges   = is_load && !hit && along;
  assign stays    = Back && is_store && (hit || along_lands || !awaited_q[req_at]) && !backs;
  assign sends    = !hits && !merges && !backs && !stays;
  assign posts    = Post && is_store; // one that is sent, and answered at once

  always @* begin
    backs = 1'b0;
    if (is_load)       backs = hit ? !readable : !along && written_q[req_at];
    else if (is_store) backs = !hit && written_q[req_at];
    else               backs = hit && (written_q[req_at] || !whole_q[req_at]);
    if (!Back)         backs = 1'b0;
  end

  // Registers that can be filled: of answers; to memory.
  logic room, way_out, place;

  assign room    = !rsp_valid_q || rsp_ready_i;
  assign way_out = !mem_valid_q || mem_ready_i;
  assign place   = 32'(count_q[along_id]) < Merges;

  // The reasons to wait. Of several the first in number is told; in fact a request that merges asks
  // for a place alone, and one that hits or stays for registers alone. What waits for a line to be
  // written back is told as without a place in the cycle in which that is done.
  logic no_mshr, no_place, no_register;

  assign no_mshr     = (sends || backs) && !free;
  assign no_place    = (merges && !place) || (backs && free && way_out);
  assign no_register = ((sends || backs) && !way_out)
                       || ((hits || posts) && (!room || fill_valid_q))
                       || (stays && (!room || fill_valid_q || fill_valid_i));

  assign req_ready_o = !no_mshr && !no_place && !no_register;

  always @* begin
    blocked_o = 2'd0;
    if (req_valid_i) begin
      if (no_mshr)          blocked_o = 2'd1;
      else if (no_place)    blocked_o = 2'd2;
      else if (no_register) blocked_o = 2'd3;
    end
  end

  // What is done in this cycle. A load that is sent is given the next place, if none awaits there.
  logic takes, take_hit, take_merge, take_stay, take_send, take_post, take_place, take_write;

  assign takes      = req_valid_i && req_ready_o;
  assign take_hit   = takes && hits;
  assign take_merge = takes && merges;
  assign take_stay  = takes && stays;
  assign take_send  = takes && sends;
  assign take_post  = takes && posts;
  assign take_place = Back && take_send && is_load && !awaited_q[req_at];
  assign take_write = takes && !is_load;

  assign back_o = ((req_valid_i && backs) || (Back && flush_i && flushes)) && free && way_out;

  always @* begin
    outcome_o = 3'd0;
    if (take_hit)        outcome_o = 3'd1;
    else if (take_merge) outcome_o = 3'd3;
    else if (take_stay)  outcome_o = 3'd4;
    else if (take_send)  outcome_o = is_load ? 3'd2 : is_store ? 3'd4 : 3'd5;
  end

  ///////////
  // Fills //
  ///////////

  // A fill that is taken goes into the cache if its MSHR is open and stays so in this cycle: into
  // the place that awaits it, if the cache writes back, else into the next one. That of a store
  // without a rider is done with.
  logic                 fills, installs, ends_store;
  logic [LineWidth-1:0] fill_line;
  logic [SetWidth-1:0]  fill_set;
  logic [WayWidth-1:0]  fill_way;
  logic [AtWidth-1:0]   fill_at;

  assign fill_ready_o = !fill_valid_q;
  assign fills        = fill_valid_i && fill_ready_o;
  assign installs     = fills && open_q[fill_id_i] && (!Back || lands_q[fill_id_i])
                        && !(take_write && same[fill_id_i]);
  assign ends_store   = (Back || Post) && fills && count_q[fill_id_i] == '0;
  assign fill_line    = line_q[fill_id_i];
  assign fill_set     = SetWidth'(fill_line) & SetWidth'(Sets - 1);
  assign fill_way     = Back ? way_q[fill_id_i] : turn_q[fill_set];
  assign fill_at      = AtWidth'(32'(fill_set) * Ways + 32'(fill_way));

  // The fill register gives one rider into the register of answers; it may be the last.
  logic gives, gives_last;

  assign gives      = fill_valid_q && room;
  assign gives_last = gives && 32'(fill_next_q) + 1 == 32'(count_q[fill_id_q]);

  always_ff @(posedge clk_i) begin
    if (!rst_ni)         fill_valid_q <= 1'b0;
    else if (fills)      fill_valid_q <= !ends_store;
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

  // What a store has in its place: its own bytes, and those of its line that were there, else 0.
  logic [DataWidth-1:0] stay_data;
  logic [LineBytes-1:0] stay_bytes;

  for (genvar b = 0; b < LineBytes; b++) begin : gen_byte
    assign stay_data[b*8+:8] = req_be_i[b] ? req_data_i[b*8+:8] : at_data[b*8+:8] & {8{hit}};
  end

  assign stay_bytes = hit ? bytes_q[req_at] | req_be_i : req_be_i;

  // A line leaves when it is written back or its place is given away. A store takes its line out,
  // or in; then a fill comes in: it may come into that place, and stays.
  always @* begin
    valid_d = valid_q;
    if (back_o || take_place) valid_d[at]      = 1'b0;
    if (take_write && hit) valid_d[hit_at]  = 1'b0;
    if (take_stay)         valid_d[at]      = 1'b1;
    if (installs)          valid_d[fill_at] = 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) valid_q <= '0;
    else                    valid_q <= valid_d;
  end

  // A place awaits a line until that comes, or a store or atomic to it.
  always @* begin
    awaited_d = awaited_q;
    if (take_place)                  awaited_d[at]      = 1'b1;
    if (take_write && along_lands)   awaited_d[at]      = 1'b0;
    if (fills && lands_q[fill_id_i]) awaited_d[fill_at] = 1'b0;
  end

  always @* begin
    written_d = written_q;
    whole_d   = whole_q;
    if (back_o) written_d[at] = 1'b0;
    if (take_stay) begin
      written_d[at] = stay_bytes != '0;
      whole_d[at]   = (hit && whole_q[at]) || ~stay_bytes == '0;
    end
    if (installs) begin
      written_d[fill_at] = 1'b0;
      whole_d[fill_at]   = 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !Back) begin
      awaited_q <= '0;
      written_q <= '0;
      whole_q   <= '0;
    end else begin
      awaited_q <= awaited_d;
      written_q <= written_d;
      whole_q   <= whole_d;
    end
  end

  // The memories are written in one place a cycle: a store waits while a fill is taken.
  logic [AtWidth-1:0]   put_at;
  logic [LineWidth-1:0] put_line;

  assign put_at   = take_stay ? at : fill_at;
  assign put_line = take_stay ? req_line_i : fill_line;

  always_ff @(posedge clk_i) begin
    if (installs || take_stay) begin
      data_q[put_at] <= take_stay ? stay_data : fill_data_i;
      tag_q[put_at]  <= TagWidth'(put_line >> $clog2(Sets));
    end
  end

  always_ff @(posedge clk_i) begin
    if (Back && (installs || take_stay)) bytes_q[put_at] <= take_stay ? stay_bytes : '0;
  end

  // The turn of a set moves when its next place has been given away: to a fill, or in a cache that
  // writes back to a load that is sent, or to a store whose line had no place.
  logic                turns;
  logic [SetWidth-1:0] turn_set;

  assign turns    = Back ? take_place || (take_stay && !hit && !along_lands) : installs;
  assign turn_set = Back ? req_set : fill_set;

  for (genvar s = 0; s < Sets; s++) begin : gen_turn
    always_ff @(posedge clk_i) begin
      if (!rst_ni)
        turn_q[s] <= '0;
      else if (turns && turn_set == SetWidth'(s))
        turn_q[s] <= turn_q[s] == WayWidth'(Ways - 1) ? '0 : turn_q[s] + WayWidth'(1);
    end
  end

  ///////////
  // MSHRs //
  ///////////

  // An MSHR is used from when its request is sent until its last rider has been given, or memory
  // has answered if it has none. A load opens it; memory's answer, or a store or atomic to its
  // line, closes it: then its line has no place any more. An MSHR that is freed or answered is
  // used, so it is not the MSHR that is taken.
  always @* begin
    used_d = used_q;
    open_d = open_q;
    if (fills)      open_d[fill_id_i] = 1'b0;
    if (gives_last) used_d[fill_id_q] = 1'b0;
    if (ends_store) used_d[fill_id_i] = 1'b0;
    if (take_write) open_d = open_d & ~same;
    if (take_send) begin
      used_d[free_id] = 1'b1;
      open_d[free_id] = is_load;
    end
    if (back_o)     used_d[free_id] = 1'b1;
    lands_d = lands_q & open_d;
    if (take_place) lands_d[free_id] = 1'b1;
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
    if (!rst_ni || !Back) lands_q <= '0;
    else                  lands_q <= lands_d;
  end

  always_ff @(posedge clk_i) begin
    if (take_place) way_q[free_id] <= req_way;
  end

  always_ff @(posedge clk_i) begin
    if (take_send || back_o) begin
      kind_q[free_id] <= back_o ? Store : req_kind_i;
      line_q[free_id] <= back_o ? at_line : req_line_i;
    end
  end

  // A rider comes in behind the riders that are there, or into a new MSHR at its first place.
  logic [IdWidth-1:0]    join_id;
  logic [CountWidth-1:0] join_place;

  assign join_id    = merges ? along_id : free_id;
  assign join_place = merges ? count_q[along_id] : '0;

  always_ff @(posedge clk_i) begin
    if (take_send || take_merge) begin
      count_q[join_id] <= posts ? '0 : join_place + CountWidth'(1);
      rider_q[RiderAt'(32'(join_id) * Merges + 32'(join_place))] <= req_rider_i;
    end else if (back_o) begin
      count_q[free_id] <= '0;
    end
  end

  ///////////////
  // Registers //
  ///////////////

  // Answers: a hit, or a store that is answered here, comes in only while no fill is handed out.
  always_ff @(posedge clk_i) begin
    if (!rst_ni)   rsp_valid_q <= 1'b0;
    else if (room) rsp_valid_q <= take_hit || take_stay || take_post || gives;
  end

  always_ff @(posedge clk_i) begin
    if (gives) begin
      rsp_kind_q  <= kind_q[fill_id_q];
      rsp_rider_q <= rider_q[RiderAt'(32'(fill_id_q) * Merges + 32'(fill_next_q))];
      rsp_data_q  <= fill_data_q;
    end else if (take_hit || take_stay || take_post) begin
      rsp_kind_q  <= take_hit ? Load : Store;
      rsp_rider_q <= req_rider_i;
      rsp_data_q  <= at_data;
    end
  end

  // To memory.
  always_ff @(posedge clk_i) begin
    if (!rst_ni)      mem_valid_q <= 1'b0;
    else if (way_out) mem_valid_q <= take_send || back_o;
  end

  always_ff @(posedge clk_i) begin
    if (back_o) begin
      mem_kind_q   <= Store;
      mem_id_q     <= free_id;
      mem_line_q   <= at_line;
      mem_rider_q  <= '0;
      mem_data_q   <= at_data;
      mem_be_q     <= bytes_q[at];
    end else if (take_send) begin
      mem_kind_q   <= req_kind_i;
      mem_id_q     <= free_id;
      mem_line_q   <= req_line_i;
      mem_rider_q  <= take_post ? '0 : req_rider_i;
      mem_data_q   <= req_data_i;
      mem_be_q     <= req_be_i;
      mem_expect_q <= req_expect_i;
    end
  end

endmodule
