// SPDX-License-Identifier: Apache-2.0
//
// Properties of the L1 cache (docs/blocks/l1_cache.md), for formal/prove.sh.
//
// One line `line`, one bit of it `at_bit`, and one rider `watch` are chosen by the solver: what is
// proven of them holds for all. Beside the design stand two ghosts. The memory: it
// does requests in the order in which it accepts them, and answers in any order; an atomic is a
// store there that answers with what was before, since the cache looks at neither. And the order in
// which requests were taken: `now` is the bit as a load taken in this cycle must see it. In a cache
// that writes back it is in the cache if the bit's byte is written there; else it is in memory, or
// on its way there, as with a cache that writes through.
// Of requests with the rider `watch` one at most is not answered at a time; the cache compares no
// riders.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_l1_cache_props #(
    `HD_PARAMETERS,
    localparam int Lines = Sets * Ways,
    localparam int TagWidth = LineWidth - $clog2(Sets),
    localparam int WayWidth = Ways > 1 ? $clog2(Ways) : 1,
    localparam int CountWidth = $clog2(Merges + 1),
    localparam int NextWidth = Merges > 1 ? $clog2(Merges) : 1
) (
    `HD_PORTS,
    // State
    input logic [Lines*DataWidth-1:0]        datas,
    input logic [Lines*TagWidth-1:0]         tags,
    input logic [Lines-1:0]                  valid,
    input logic [Sets*WayWidth-1:0]          turns,
    input logic [Lines-1:0]                  awaited,
    input logic [Lines-1:0]                  written,
    input logic [Lines-1:0]                  whole,
    input logic [Lines*LineBytes-1:0]        bytes,
    input logic [Mshrs-1:0]                  used,
    input logic [Mshrs-1:0]                  open,
    input logic [Mshrs*2-1:0]                kinds,
    input logic [Mshrs*LineWidth-1:0]        lines,
    input logic [Mshrs*CountWidth-1:0]       counts,
    input logic [Mshrs*Merges*RiderWidth-1:0] riders,
    input logic [Mshrs-1:0]                  lands,
    input logic [Mshrs*WayWidth-1:0]         ways,
    input logic                              fill_valid,
    input logic [IdWidth-1:0]                fill_id,
    input logic [NextWidth-1:0]              fill_next,
    input logic [DataWidth-1:0]              fill_data
);

  localparam logic [1:0] Load = 2'd0;
  localparam logic [1:0] Store = 2'd1;
  localparam logic Back = WriteBack == 1;
  localparam logic Post = WriteBack == 2;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [LineWidth-1:0] line;
  (* anyconst *) logic [$clog2(DataWidth)-1:0] at_bit;
  (* anyconst *) logic [RiderWidth-1:0] watch;
  (* anyconst *) logic begin_bit; // what memory has there at first

  // ------------------------------------------------------------------ what is done

  logic taken, answers, accepted, filled, writes;
  assign taken = req_valid_i && req_ready_o;
  assign answers = rsp_valid_o && rsp_ready_i;
  assign accepted = mem_valid_o && mem_ready_i;
  assign filled = fill_valid_i && fill_ready_o;
  assign writes = taken && req_kind_i != Load;

  // ------------------------------------------------------------------ ghost: the memory

  // Requests that it has accepted, not yet answered: the bit that it will answer with, if it is of
  // the line.
  logic [Mshrs-1:0] pending, answer, of_line;
  logic mem_bit, mem_hit, mem_writes;
  assign mem_hit = mem_line_o == line;
  assign mem_writes = mem_hit && mem_kind_o != Load && mem_be_o[at_bit/8];

  always_ff @(posedge clk_i) begin
    if (accepted) begin
      pending[mem_id_o] <= 1'b1;
      answer[mem_id_o] <= mem_bit;
      of_line[mem_id_o] <= mem_hit;
      if (mem_writes) mem_bit <= mem_data_o[at_bit];
    end
    if (filled) pending[fill_id_i] <= 1'b0;
    if (!rst_ni) begin
      pending <= '0;
      mem_bit <= begin_bit;
    end
  end

  // What the neighbours promise.
  always @* if (on) begin
    assume (!req_valid_i || req_kind_i < 2'd3);
    assume (!fill_valid_i || (32'(fill_id_i) < Mshrs && pending[fill_id_i]));
    assume (!fill_valid_i || !of_line[fill_id_i] || fill_data_i[at_bit] == answer[fill_id_i]);
    assume (!clear_i || (idle_o && !req_valid_i && !fill_valid_i && (!Back || clean_o)));
    assume (!flush_i || !req_valid_i);
  end

  // ------------------------------------------------------------------ ghost: the order of requests

  logic now;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) now <= begin_bit;
    else if (writes && req_line_i == line && req_be_i[at_bit/8]) now <= req_data_i[at_bit];
  end

  // The request with the rider that is watched: whether it waits, what it should be told, and
  // whether it asks for the bit: an atomic does, and a load if the cache writes through.
  logic out, out_bit, out_reads;
  logic [1:0] out_kind;
  logic [LineWidth-1:0] out_line;
  always @* if (on) assume (!(req_valid_i && req_rider_i == watch && out));

  always_ff @(posedge clk_i) begin
    if (answers && rsp_rider_o == watch) out <= 1'b0;
    if (taken && req_rider_i == watch) begin
      out <= 1'b1;
      {out_bit, out_kind, out_line} <= {now, req_kind_i, req_line_i};
      out_reads <= !Back || req_kind_i != Load || req_be_i[at_bit/8];
    end
    if (!rst_ni) out <= 1'b0;
  end

  // ------------------------------------------------------------------ what the registers say

  // The bit as memory's answer for an MSHR will have it, wherever that is at present.
  logic [Mshrs-1:0] given, in_fill, in_mem, with_load, is_line, lone;
  always @* begin
    for (int i = 0; i < Mshrs; i++) begin
      in_mem[i] = mem_valid_o && 32'(mem_id_o) == i;
      in_fill[i] = fill_valid && 32'(fill_id) == i;
      with_load[i] = kinds[i*2+:2] == Load;
      is_line[i] = lines[i*LineWidth+:LineWidth] == line;
      lone[i] = WriteBack != 0 && counts[i*CountWidth+:CountWidth] == '0;
      given[i] = in_fill[i] ? fill_data[at_bit] : pending[i] ? answer[i] : mem_bit;
    end
  end

  // What is wrong with an MSHR: a bit each.
  logic [Mshrs-1:0] open_bad, place_bad, mem_bad, pending_bad, twice_open;
  always @* begin
    twice_open = '0;
    for (int i = 0; i < Mshrs; i++) begin
      for (int j = 0; j < i; j++)
        if (open[i] && open[j] && lines[i*LineWidth+:LineWidth] == lines[j*LineWidth+:LineWidth])
          twice_open[i] = 1'b1;
      for (int s = 0; s < Sets; s++)
        for (int w = 0; w < Ways; w++)
          if (open[i] && valid[s*Ways+w] && 32'(lines[i*LineWidth+:LineWidth]) % Sets == s
              && tags[(s*Ways+w)*TagWidth+:TagWidth]
                 == TagWidth'(lines[i*LineWidth+:LineWidth] >> $clog2(Sets)))
            twice_open[i] = 1'b1;
      open_bad[i] = open[i] && !(used[i] && with_load[i] && !in_fill[i]);
      place_bad[i] = 32'(in_mem[i]) + 32'(pending[i]) + 32'(in_fill[i]) != 32'(used[i]);
      mem_bad[i] = in_mem[i] && !(mem_kind_o == kinds[i*2+:2]
                                  && mem_line_o == lines[i*LineWidth+:LineWidth]
                                  && mem_rider_o == (lone[i] ? '0
                                         : riders[i*Merges*RiderWidth+:RiderWidth]));
      pending_bad[i] = pending[i] && of_line[i] != is_line[i];
    end
  end

  // Riders that wait in MSHRs: how many of them are the watched one, and whether one does not fit.
  int found;
  logic misfit, bad_count;
  always @* begin
    found = 0;
    misfit = 1'b0;
    bad_count = 1'b0;
    for (int i = 0; i < Mshrs; i++) begin
      for (int p = 0; p < Merges; p++)
        if (used[i] && 32'(counts[i*CountWidth+:CountWidth]) > p
            && !(in_fill[i] && 32'(fill_next) > p)
            && riders[(i*Merges+p)*RiderWidth+:RiderWidth] == watch) begin
          found = found + 1;
          if (kinds[i*2+:2] != out_kind || lines[i*LineWidth+:LineWidth] != out_line
              || (is_line[i] && kinds[i*2+:2] != Store && given[i] != out_bit)) misfit = 1'b1;
        end
      if (used[i] && ((counts[i*CountWidth+:CountWidth] == '0
                       && !(WriteBack != 0 && kinds[i*2+:2] == Store))
          || (Post && kinds[i*2+:2] == Store && !lone[i])
          || 32'(counts[i*CountWidth+:CountWidth]) > (with_load[i] ? Merges : 1)
          || (in_fill[i] && 32'(fill_next) >= 32'(counts[i*CountWidth+:CountWidth]))))
        bad_count = 1'b1;
    end
  end

  // The line in the cache: where it is expected, how often it is there, the bit: wrong in a line
  // that is whole, or where its byte is written.
  int copies, here_at;
  logic stale, lost, here_whole;
  logic [LineBytes-1:0] here_bytes;
  always @* begin
    copies = 0;
    here_at = 0;
    stale = 1'b0;
    here_whole = 1'b0;
    here_bytes = '0;
    for (int s = 0; s < Sets; s++)
      for (int w = 0; w < Ways; w++)
        if (valid[s*Ways+w] && 32'(line) % Sets == s
            && tags[(s*Ways+w)*TagWidth+:TagWidth] == TagWidth'(line >> $clog2(Sets))) begin
          copies = copies + 1;
          here_at = s*Ways+w;
          here_whole = !Back || whole[s*Ways+w];
          if (written[s*Ways+w]) here_bytes = bytes[(s*Ways+w)*LineBytes+:LineBytes];
          if (here_whole && datas[(s*Ways+w)*DataWidth+32'(at_bit)] != now) stale = 1'b1;
        end
    lost = here_bytes[at_bit/8] && datas[here_at*DataWidth+32'(at_bit)] != now;
  end

  // What is wrong with a place: it awaits a line, or has one, or neither, and awaits that of one
  // MSHR which says so; written and whole are what its bytes say.
  logic [Lines-1:0] await_bad, written_bad;
  logic way_bad;
  int awaits;
  always @* begin
    way_bad = 1'b0;
    for (int i = 0; i < Mshrs; i++)
      if (lands[i] && 32'(ways[i*WayWidth+:WayWidth]) >= Ways) way_bad = 1'b1;
    for (int s = 0; s < Sets; s++)
      if (32'(turns[s*WayWidth+:WayWidth]) >= Ways) way_bad = 1'b1;
    for (int s = 0; s < Sets; s++)
      for (int w = 0; w < Ways; w++) begin
        awaits = 0;
        for (int i = 0; i < Mshrs; i++)
          if (lands[i] && 32'(lines[i*LineWidth+:LineWidth]) % Sets == s
              && 32'(ways[i*WayWidth+:WayWidth]) == w) awaits = awaits + 1;
        await_bad[s*Ways+w] = awaits != 32'(awaited[s*Ways+w])
                              || (awaited[s*Ways+w] && valid[s*Ways+w]);
        written_bad[s*Ways+w] = Back && ((written[s*Ways+w] && !valid[s*Ways+w])
            || (valid[s*Ways+w]
                && written[s*Ways+w] != (bytes[(s*Ways+w)*LineBytes+:LineBytes] != '0))
            || (valid[s*Ways+w] && written[s*Ways+w] && !whole[s*Ways+w]
                && bytes[(s*Ways+w)*LineBytes+:LineBytes] == '1));
      end
  end

  // The request that is offered, looked up place by place; only when it is of the line.
  logic here, along, along_full, any_free, mine;
  int along_id, free_id;
  assign mine = req_line_i == line;
  assign here = copies != 0;
  always @* begin
    along = 1'b0;
    along_full = 1'b0;
    any_free = 1'b0;
    along_id = 0;
    free_id = 0;
    for (int i = Mshrs - 1; i >= 0; i--) begin
      if (open[i] && is_line[i]) begin
        along = 1'b1;
        along_id = i;
        along_full = 32'(counts[i*CountWidth+:CountWidth]) == Merges;
      end
      if (!used[i]) begin
        any_free = 1'b1;
        free_id = i;
      end
    end
  end

  // The place that is next in the line's set, and the one that awaits the line.
  int set, turn, next_at, along_at;
  logic along_lands, next_awaited, next_written;
  always @* begin
    set = 32'(line) % Sets;
    turn = 32'(turns[set*WayWidth+:WayWidth]);
    next_at = set * Ways + turn;
    next_awaited = awaited[next_at];
    next_written = written[next_at];
    along_lands = along && lands[along_id];
    along_at = set * Ways + 32'(ways[along_id*WayWidth+:WayWidth]);
  end

  // What is done with it. Another line, or what is there of its own, is written back first; it
  // stays in the cache; it is given a place.
  logic hits, merges, backs, stays, sends, new_place;
  always @* begin
    {hits, merges, backs, stays, sends, new_place} = '0;
    if (req_kind_i == Load) begin
      if (here) begin
        if (here_whole || (req_be_i & ~here_bytes) == '0) hits = 1'b1;
        else backs = 1'b1;
      end
      else if (along) merges = 1'b1;
      else if (Back && next_written) backs = 1'b1;
      else begin
        sends = 1'b1;
        new_place = Back && !next_awaited;
      end
    end else if (Back && req_kind_i == Store) begin
      if (here || along_lands) stays = 1'b1;
      else if (next_awaited) sends = 1'b1;
      else if (next_written) backs = 1'b1;
      else begin
        stays = 1'b1;
        new_place = 1'b1;
      end
    end else begin
      if (here && (here_bytes != '0 || !here_whole)) backs = 1'b1;
      else sends = 1'b1;
    end
  end

  // Its outcome, and what it waits for. A place that is written back is that of the request, or the
  // lowest one, if a flush asks.
  logic [2:0] want;
  logic [1:0] why;
  logic room, way_out, flushes;
  int back_at, flush_at;
  always @* begin
    room = !rsp_valid_o || rsp_ready_i;
    way_out = !mem_valid_o || mem_ready_i;
    if (req_kind_i != Load) want = req_kind_i == Store ? 3'd4 : 3'd5;
    else if (hits) want = 3'd1;
    else if (merges) want = 3'd3;
    else want = 3'd2;
    why = 2'd0;
    if (hits && (!room || fill_valid)) why = 2'd3;
    if (stays && (!room || fill_valid || fill_valid_i)) why = 2'd3;
    if (merges && along_full) why = 2'd2;
    if (sends || backs) begin
      if (!any_free) why = 2'd1;
      else if (!way_out) why = 2'd3;
      else if (backs) why = 2'd2;
      else if (Post && req_kind_i == Store && (!room || fill_valid)) why = 2'd3;
    end
    flush_at = 0;
    for (int l = Lines - 1; l >= 0; l--) if (written[l]) flush_at = l;
    flushes = Back && flush_i && written != '0;
    back_at = flush_i ? flush_at : here ? here_at : next_at;
  end

  // A fill that comes: of the MSHR's line, into which place.
  logic comes, comes_line;
  int comes_set, comes_turn;
  always @* begin
    comes_line = is_line[fill_id_i];
    comes = filled && comes_line && open[fill_id_i] && !(writes && mine)
            && (!Back || lands[fill_id_i]);
    comes_set = set;
    comes_turn = Back ? 32'(ways[32'(fill_id_i)*WayWidth+:WayWidth]) : turn;
  end

  // ------------------------------------------------------------------ the cycle before

  logic came, came_bit, left, cleared, gave, gave_bit, sent, rsp_waits, mem_waits;
  logic filled_q, joined_q;
  int came_set, came_turn;
  logic [IdWidth-1:0] sent_id;
  logic [1:0] gave_kind;
  logic [RiderWidth-1:0] gave_rider;
  logic [RiderWidth+3:0] rsp_q;
  logic [IdWidth+LineWidth+RiderWidth+1:0] mem_q;
  logic mem_bit_q, mem_be_q, mem_expect_q, sent_write, sent_expect;
  logic posted;
  logic stayed, stayed_bit, stayed_whole, gave_place, no_place, turn_known, backed, backed_bit;
  logic [LineBytes-1:0] stayed_bytes, backed_bytes;
  logic [RiderWidth-1:0] stayed_rider;
  logic [LineWidth-1:0] backed_line;
  int stayed_at, gave_at, next_turn, backed_at;
  always_ff @(posedge clk_i) begin
    came <= rst_ni && comes;
    {came_bit, came_set, came_turn} <= {fill_data_i[at_bit], comes_set, comes_turn};
    left <= rst_ni && writes && mine && !stays;
    cleared <= rst_ni && clear_i;
    gave <= rst_ni && fill_valid && (!rsp_valid_o || rsp_ready_i);
    gave_bit <= fill_data[at_bit];
    gave_kind <= kinds[fill_id*2+:2];
    gave_rider <= riders[(32'(fill_id)*Merges+32'(fill_next))*RiderWidth+:RiderWidth];
    sent <= rst_ni && taken && mine && sends;
    sent_id <= IdWidth'(free_id);
    filled_q <= rst_ni && filled;
    joined_q <= rst_ni && taken && mine && merges;
    rsp_waits <= rst_ni && rsp_valid_o && !rsp_ready_i;
    rsp_q <= {rsp_valid_o, rsp_kind_o, rsp_rider_o, rsp_data_o[at_bit]};
    mem_waits <= rst_ni && mem_valid_o && !mem_ready_i;
    mem_q <= {mem_kind_o, mem_id_o, mem_line_o, mem_rider_o};
    {mem_bit_q, mem_be_q} <= {mem_data_o[at_bit], mem_be_o[at_bit/8]};
    mem_expect_q <= mem_expect_o[at_bit];
    sent_write <= rst_ni && writes && !(Back && req_kind_i == Store);
    sent_expect <= req_expect_i[at_bit];
    stayed <= rst_ni && taken && mine && stays;
    stayed_at <= here ? here_at : along_lands ? along_at : next_at;
    stayed_bit <= req_be_i[at_bit/8] ? req_data_i[at_bit] : datas[here_at*DataWidth+32'(at_bit)];
    stayed_bytes <= here ? here_bytes | req_be_i : req_be_i;
    stayed_whole <= (here && here_whole) || (here_bytes | req_be_i) == '1;
    stayed_rider <= req_rider_i;
    posted <= rst_ni && taken && mine && Post && req_kind_i == Store;
    gave_place <= rst_ni && taken && mine && sends && new_place;
    no_place <= rst_ni && taken && mine && sends && !new_place;
    gave_at <= next_at;
    turn_known <= rst_ni && Back && (mine || !taken);
    next_turn <= !(taken && new_place) ? turn : turn == Ways - 1 ? 0 : turn + 1;
    backed <= rst_ni && back_o && (mine || flush_i);
    backed_at <= back_at;
    backed_line <= LineWidth'(32'(tags[back_at*TagWidth+:TagWidth]) * Sets + back_at / Ways);
    backed_bytes <= bytes[back_at*LineBytes+:LineBytes];
    backed_bit <= datas[back_at*DataWidth+32'(at_bit)];
  end

  // ------------------------------------------------------------------ properties

  // Of the line, and of the registers.
  always @* if (on) begin
    // P: at most one MSHR of a line is open, and none if the line is in the cache
    one_open: assert ($countones(open & is_line) <= (copies == 0 ? 1 : 0) && twice_open == '0);
    // P: a line is in the cache at most once
    no_twice: assert (copies < 2);
    // P: an MSHR that is open is a load's, and waits for memory
    open_waits: assert (open_bad == '0);
    // P: a line in the cache that is whole has every store to it
    cached: assert (!stale);
    // P: a written byte has the value of the last store to it
    kept: assert (!lost);
    // P: a place that is awaited is that of one open MSHR, and of its set; it is not occupied
    one_place: assert (await_bad == '0 && (lands & ~open) == '0);
    // P: the turn of a set, and the way of a place that is awaited, are ways that there are
    ways_fit: assert (!way_bad);
    // P: a line is written if any byte is, and whole if all are; an empty place is not written
    written_says: assert (written_bad == '0);
    // P: an open MSHR will bring the line with every store to it
    open_fresh: assert ((open & is_line & (given ^ {Mshrs{now}})) == '0);
    // P: memory has done all that was taken, but for the request that is on its way, and for
    // written bytes in the cache
    sent_in_order: assert (here_bytes[at_bit/8]
                           || now == (mem_valid_o && mem_writes ? mem_data_o[at_bit] : mem_bit));
    // P: no line is written when clean_o says so
    clean: assert (clean_o == (written == '0));
    // P: behind clean_o and idle_o memory has all stores
    memory_has_all: assert (!(clean_o && idle_o) || now == mem_bit);
    // P: a cache that writes through has nothing of what only one that writes back needs
    through: assert (Back || (awaited | written | whole) == '0 && lands == '0);
    // P: an MSHR that is used is at one of three places: on its way, at memory, handed out; so it
    // will be free when memory has answered and answers are taken
    free_again: assert (place_bad == '0);
    // P: a request on its way, or a fill handed out, is of an MSHR that there is
    ids_fit: assert (!(mem_valid_o && 32'(mem_id_o) >= Mshrs)
                     && !(fill_valid && 32'(fill_id) >= Mshrs));
    // P: an MSHR has no more riders than places, and the rider that is next is among them
    counts_fit: assert (!bad_count);
    // P: the request to memory is that of its MSHR
    goes_along: assert (mem_bad == '0);
    // P: a request that memory has accepted is the one of its MSHR
    at_memory: assert (pending_bad == '0);
  end

  // Of the watched rider.
  always @* if (on) begin
    // P: a request that was taken is in one place until it is answered; so it is answered once
    answered: assert (found + 32'(rsp_valid_o && rsp_rider_o == watch) == 32'(out));
    // P: a rider that waits in an MSHR has asked for its kind and line, and gets what it must see
    waits_right: assert (!misfit);
    // P: an answer is of the kind of its request
    right_kind: assert (!(rsp_valid_o && rsp_rider_o == watch) || rsp_kind_o == out_kind);
    // P: a load's or atomic's answer has every store to its line that was taken before it, and none
    // that was taken behind it
    fresh: assert (!(rsp_valid_o && rsp_rider_o == watch && rsp_kind_o != Store && out_line == line
                     && out_reads) || rsp_data_o[at_bit] == out_bit);
    // P: when the cache is idle no request waits
    idle: assert (!idle_o || !out);
  end

  // Of the request that is offered.
  always @* if (on) begin
    // P: a request is taken when nothing of what it needs is missing
    ready: assert (!(req_valid_i && mine) || req_ready_o == (why == 2'd0));
    // P: the outcome of a request is what the table says
    outcome: assert (!mine || outcome_o == (taken ? want : 3'd0));
    // P: the reason for which a request waits is told, MSHRs before registers
    blocked: assert (!mine || blocked_o == (req_valid_i ? why : 2'd0));
    // P: a line is written back for a request that finds its place or its line written, or for a
    // flush, if an MSHR is free, and the way out
    back: assert (!(mine || !req_valid_i) || back_o == (((req_valid_i && backs) || flushes)
                                                       && any_free && way_out));
    // P: a fill is taken when none is handed out
    fill_ready: assert (fill_ready_o == !fill_valid);
  end

  // Of what was done in the cycle before.
  always @* if (on) begin
    // P: a request for memory takes the lowest free MSHR, and goes there
    lowest_free: assert (!sent || (mem_valid_o && mem_id_o == sent_id && mem_line_o == line));
    // P: a line that is written back goes to memory as a store of its written bytes, with rider 0,
    // by the lowest free MSHR
    back_goes: assert (!backed || (mem_valid_o && mem_kind_o == Store && mem_line_o == backed_line
                       && mem_id_o == sent_id && mem_rider_o == '0 && mem_be_o == backed_bytes
                       && (!mem_be_o[at_bit/8] || mem_data_o[at_bit] == backed_bit)));
    // P: the place of a line that was written back is empty
    back_empties: assert (!backed || !(valid[backed_at] || awaited[backed_at]));
    // P: a load that is sent is given the next place, if that is not awaited; the line there leaves
    place_given: assert (!gave_place || (awaited[gave_at] && !valid[gave_at] && lands[sent_id]
        && 32'(ways[32'(sent_id)*WayWidth+:WayWidth]) == gave_at % Ways));
    // P: a load that finds the next place awaited, or a store or atomic that is sent, has no place
    no_place_given: assert (!no_place || !lands[sent_id]);
    // P: the turn moves when the next place is given away, to a load or a store
    turn_moves: assert (!turn_known || turn == next_turn);
    // P: a store that stays has its line in its place, its bytes written, and no MSHR is open
    stays_there: assert (!stayed || (valid[stayed_at] && copies == 1 && here_at == stayed_at
        && here_bytes == stayed_bytes && here_whole == stayed_whole && (open & is_line) == '0
        && (!(here_whole || here_bytes[at_bit/8])
            || datas[stayed_at*DataWidth+32'(at_bit)] == stayed_bit)));
    // P: a store that stays is answered at once
    stays_answered: assert (!stayed || (rsp_valid_o && rsp_kind_o == Store
                                        && rsp_rider_o == stayed_rider));
    // P: with WriteBack = 2 a store is answered at once, and goes to memory without a rider
    posted_answered: assert (!posted || (rsp_valid_o && rsp_kind_o == Store
        && rsp_rider_o == stayed_rider && mem_valid_o && mem_kind_o == Store
        && mem_rider_o == '0 && lone[sent_id]));
    // P: an atomic goes to memory with what it expects, as it came
    expect_goes: assert (!sent_write || mem_expect_o[at_bit] == sent_expect);
    // P: a fill that comes into the cache is in the place that was next, which then is one further;
    // if the cache writes back, in the place that awaited it, whole and not written
    in_turn: assert (!came || (valid[came_set*Ways+came_turn] && copies == 1
        && tags[(came_set*Ways+came_turn)*TagWidth+:TagWidth] == TagWidth'(line >> $clog2(Sets))
        && datas[(came_set*Ways+came_turn)*DataWidth+32'(at_bit)] == came_bit
        && (Back ? whole[here_at] && !written[here_at] : 32'(turns[came_set*WayWidth+:WayWidth])
                                                == (came_turn == Ways - 1 ? 0 : came_turn + 1))));
    // P: a line that is stored to is not in the cache, but for a store that stays there
    leaves: assert (!left || (copies == 0 && (open & is_line) == '0));
    // P: one rider is handed out in each cycle with room
    hands_out: assert (!gave || (rsp_valid_o && rsp_kind_o == gave_kind
                       && rsp_rider_o == gave_rider && rsp_data_o[at_bit] == gave_bit));
    // P: an answer, and a request to memory, that are not taken stay as they are
    rsp_stays: assert (!rsp_waits
                       || {rsp_valid_o, rsp_kind_o, rsp_rider_o, rsp_data_o[at_bit]} == rsp_q);
    mem_stays: assert (!mem_waits || (mem_valid_o && mem_q == {mem_kind_o, mem_id_o, mem_line_o,
        mem_rider_o} && {mem_bit_q, mem_be_q, mem_expect_q}
                       == {mem_data_o[at_bit], mem_be_o[at_bit/8], mem_expect_o[at_bit]}));
    // P: behind a clear no line is in the cache, and none is awaited
    clear: assert (!cleared || (valid | awaited) == '0);
    // P: behind a reset there is nothing, and all turns are at the first place
    reset_empties: assert (!was_reset || (idle_o && valid == '0 && turns == '0 && !mem_valid_o
                           && fill_ready_o && clean_o && awaited == '0 && lands == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_hit: cover (outcome_o == 3'd1 && mine && now != begin_bit);
    c_merged_with_fill: cover (filled_q && joined_q && $countones(open) == 0);
    c_store_with_fill: cover (left && filled_q && out_line == line && out && out_kind == Load);
    c_full: cover (used == '1);
    c_no_place: cover (blocked_o == 2'd2);
    c_hit_waits: cover (blocked_o == 2'd3 && here && mine && rsp_ready_i);
    c_two_of_line: cover ($countones(used & is_line & with_load) == 2 && open == '0);
    c_comes_where_left: cover (comes && writes && valid[comes_set*Ways+comes_turn]
        && 32'(req_line_i) % Sets == comes_set && TagWidth'(req_line_i >> $clog2(Sets))
           == tags[(comes_set*Ways+comes_turn)*TagWidth+:TagWidth]);
    c_clear: cover (clear_i && copies == 1);
    c_turns_round: cover (came && came_turn == Ways - 1);
    // In a cache that writes back.
    c_taken_over: cover (gave && gave_kind == Load && gave_rider == watch && out_line == line
                         && gave_bit != now && here_bytes[at_bit/8] && !here_whole);
    c_part_hits: cover (outcome_o == 3'd1 && mine && !here_whole && req_be_i[at_bit/8]);
    c_part_leaves: cover (back_o && mine && req_kind_i == Load && here);
    c_load_evicts: cover (back_o && mine && req_kind_i == Load && !here);
    c_store_evicts: cover (back_o && mine && req_kind_i == Store);
    c_atomic_evicts: cover (back_o && mine && req_kind_i > Store && here_whole);
    c_back_with_fill: cover (back_o && comes);
    c_back_waits: cover (backs && mine && req_valid_i && why == 2'd1);
    c_no_place_left: cover (no_place && open[sent_id]);
    c_goes_through: cover (left && mem_kind_o == Store && mem_be_o != '0);
    c_stays_whole: cover (stayed && here_whole && here_bytes == '1);
    c_stays_empty: cover (stayed && !here_whole && here_bytes == '0);
    c_flush_two: cover (backed && back_o && flush_i && written != '0 && $countones(written) == 1);
    c_flushed: cover (clean_o && idle_o && now != begin_bit && $countones(turns) == 2);
    // In a cache that answers stores at once.
    c_posted: cover (posted && mem_bit != now && out && out_kind == Load && out_line == line);
    c_posted_waits: cover (mine && req_valid_i && req_kind_i == Store && any_free && way_out
                           && why == 2'd3 && room);
    c_posted_arrives: cover (clean_o && idle_o && now != begin_bit && filled_q && mem_bit == now);
  end
endmodule

// What follows goes to the end of the module hd_l1_cache itself, in the copy that is proven: there
// all of its state can be named.
`ifdef HD_INSIDE
  logic [Lines*DataWidth-1:0] props_data;
  logic [Lines*TagWidth-1:0] props_tag;
  logic [Sets*WayWidth-1:0] props_turn;
  logic [Mshrs*2-1:0] props_kind;
  logic [Mshrs*LineWidth-1:0] props_line;
  logic [Mshrs*CountWidth-1:0] props_count;
  logic [Riders*RiderWidth-1:0] props_rider;
  logic [Lines*LineBytes-1:0] props_bytes;
  logic [Mshrs*WayWidth-1:0] props_way;
  for (genvar i = 0; i < Lines; i++) begin : gen_props_line
    assign props_data[i*DataWidth+:DataWidth] = data_q[i];
    assign props_tag[i*TagWidth+:TagWidth] = tag_q[i];
    assign props_bytes[i*LineBytes+:LineBytes] = bytes_q[i];
  end
  for (genvar i = 0; i < Sets; i++) begin : gen_props_set
    assign props_turn[i*WayWidth+:WayWidth] = turn_q[i];
  end
  for (genvar i = 0; i < Mshrs; i++) begin : gen_props_mshr
    assign props_kind[i*2+:2] = kind_q[i];
    assign props_line[i*LineWidth+:LineWidth] = line_q[i];
    assign props_count[i*CountWidth+:CountWidth] = count_q[i];
    assign props_way[i*WayWidth+:WayWidth] = way_q[i];
  end
  for (genvar i = 0; i < Riders; i++) begin : gen_props_rider
    assign props_rider[i*RiderWidth+:RiderWidth] = rider_q[i];
  end
  hd_l1_cache_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .datas(props_data), .tags(props_tag), .valid(valid_q), .turns(props_turn),
      .awaited(awaited_q), .written(written_q), .whole(whole_q), .bytes(props_bytes),
      .used(used_q), .open(open_q), .kinds(props_kind), .lines(props_line), .counts(props_count),
      .riders(props_rider), .lands(lands_q), .ways(props_way), .fill_valid(fill_valid_q),
      .fill_id(fill_id_q), .fill_next(fill_next_q), .fill_data(fill_data_q)
  );
`endif
