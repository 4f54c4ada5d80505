// SPDX-License-Identifier: Apache-2.0
//
// Properties of the DWF front end (docs/blocks/dwf_front.md), for formal/prove.sh, with all of its
// blocks inside.
//
// Beside the design stands a ghost of one thread, that of lane `lane` of the static warp on `slot`,
// both chosen by the solver: whether it is in front (in dwf, or in a register of the front end),
// out (issued, and not come back) or waits at the barrier; its next address; what instruction it
// is out with. And of that slot: which of its threads live, which wait, whether the residency was
// told. What is proven of it holds for every thread. The code is any: the word at one address
// `place` is the same in every answer. The neighbours' promises are made for this thread, and for
// arrivals of this slot; what they do with the others is free.
//
// With Leaves the ghost also has which threads of the slot are in memory (away), and which have
// come back with a row and are to be launched by a walk (back); of the thread the address with
// which it left or came. Any row may come back: that it is one that has left is not asked for.
//
// With several places a lane the thread stands at any place of its home lane. Masks of the slot are
// of its lanes all the same: lane {part, p mod Homes} for place p.
//
// Of the memory for groups it has whether the thread is there, and how many groups were asked for:
// an answer brings any threads, of lane `lane` of `slot` this one alone, and only if it is there.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_dwf_front_props #(
    `HD_PARAMETERS,
    localparam int LaneBits = $clog2(Lanes),
    localparam int Homes = Lanes / LaneSlots,
    localparam int TidWidth = SlotWidth + LaneBits,
    localparam int LaneWidth = Lanes > 1 ? LaneBits : 1,
    localparam int IdxWidth = $clog2(PoolEntries)
) (
    `HD_PORTS,
    // State and signals: the fetch register; a launch of the barrier unit, and dwf takes one;
    input logic                                  fetch_valid,
    input logic [31:0]                           fetch_pc,
    input logic [Lanes-1:0]                      fetch_mask,
    input logic [Lanes*PartWidth-1:0]            fetch_slot,
    input logic                                  go_valid,
    input logic [SlotWidth-1:0]                  go_slot,
    input logic [Lanes-1:0]                      go_mask,
    input logic                                  launch_ready,
    input logic                                  late,
    input logic                                  go_turn,
    input logic                                  walk_turn,
    input logic [3:0]                            passed,
    // slots that return, the walk and its lanes left, and what it offers in this cycle; all words;
    input logic [Slots-1:0]                      returns,
    input logic                                  walk_some,
    input logic [Lanes-1:0]                      walk_left,
    input logic                                  walk_valid,
    input logic [SlotWidth-1:0]                  walk_slot,
    input logic [Lanes-1:0]                      walk_mask,
    input logic [31:0]                           walk_pc,
    input logic [Slots*Lanes*32-1:0]             words,
    // threads that have passed a post-dominator, as dwf is told;
    input logic [Lanes-1:0]                      back_pdom,
    // of dwf the warp update registers, the lanes of the waiting warp that are sent,
    input logic [1:0]                            reg_valid,
    input logic [2*32-1:0]                       reg_pc,
    input logic [2*Lanes-1:0]                    reg_req,
    input logic [2*Lanes*TidWidth-1:0]           reg_tid,
    input logic [Lanes-1:0]                      sent,
    // the entries of the PC-warp LUT,
    input logic [LutEntries-1:0]                 lut_valid,
    input logic [LutEntries*Lanes-1:0]           lut_occ,
    input logic [LutEntries*IdxWidth-1:0]        lut_idx,
    // the warp pool, and the indices that are free.
    input logic [PoolEntries*32-1:0]             pool_pc,
    input logic [PoolEntries*Lanes-1:0]          pool_mask,
    input logic [PoolEntries*Lanes*TidWidth-1:0] pool_tid,
    input logic [PoolEntries-1:0]                free
);

  localparam int Places     = 1 << $clog2(Slots * Lanes);
  localparam int PlaceBytes = 1 << $clog2((GroupWidth + 7) / 8);

  localparam logic [2:0] Memory  = 3'd2;
  localparam logic [2:0] Exit    = 3'd4;
  localparam logic [2:0] Barrier = 3'd6;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [SlotWidth-1:0] slot;
  (* anyconst *) logic [LaneWidth-1:0] lane;
  (* anyconst *) logic [31:0]          place, word;
  logic [TidWidth-1:0] watch;
  always @* assume (32'(slot) < Slots && 32'(lane) < Lanes);
  assign watch = TidWidth'((32'(slot) << LaneBits) | 32'(lane));

  // ------------------------------------------------------------------ what the ports say of it

  // The lanes of the threads of a slot that are at these places.
  function automatic logic [Lanes-1:0] lanes_of(input logic [SlotWidth-1:0] of,
                                                input logic [Lanes-1:0] places,
                                                input logic [Lanes*PartWidth-1:0] parts);
    lanes_of = '0;
    for (int p = 0; p < Lanes; p++)
      if (places[p] && 32'(parts[p*PartWidth+:PartWidth]) / LaneSlots == 32'(of))
        lanes_of = lanes_of
            | Lanes'(1) << ((32'(parts[p*PartWidth+:PartWidth]) % LaneSlots) * Homes + p % Homes);
  endfunction

  // Of this slot: its threads in what issues, resolves, ends.
  logic [Lanes-1:0] of_issue, of_res, of_end, of_fetch;
  assign of_issue = lanes_of(slot, issue_mask_o, issue_slot_o);
  assign of_res   = lanes_of(slot, res_mask_i, res_slot_i);
  assign of_end   = lanes_of(slot, end_mask_i, end_slot_i);
  assign of_fetch = lanes_of(slot, fetch_mask, fetch_slot);

  // Places of the thread in what resolves, ends: one at most; the one of what comes back.
  logic [PartWidth-1:0] part; // the thread's
  logic [Lanes-1:0] res_at, end_at;
  int               back_at;
  assign part = PartWidth'(32'(slot) * LaneSlots + 32'(lane) / Homes);
  always @* begin
    back_at = 32'(lane);
    for (int p = 0; p < Lanes; p++) begin
      res_at[p] = res_mask_i[p] && p % Homes == 32'(lane) % Homes
                  && res_slot_i[p*PartWidth+:PartWidth] == part;
      end_at[p] = end_mask_i[p] && p % Homes == 32'(lane) % Homes
                  && end_slot_i[p*PartWidth+:PartWidth] == part;
      if (end_turn ? end_at[p] : res_at[p]) back_at = p;
    end
    assume ($onehot0(res_at) && $onehot0(end_at));
  end

  // The result goes to the barrier unit, or comes back; which one is offered to dwf.
  logic at_barrier, comes_back, end_turn, res_turn, held;
  assign at_barrier = res_valid_i && (res_flow_i == Exit || res_flow_i == Barrier);
  assign comes_back = res_valid_i && !at_barrier;
  assign end_turn   = end_valid_i && !held && !late;
  assign res_turn   = comes_back && !(end_valid_i && !held) && !late;
  always_ff @(posedge clk_i) held <= rst_ni && res_turn && !res_ready_o;

  // What dwf has taken while a warp waits to begin.
  logic [4:0] went;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !begin_en_i || begin_ready_o) went <= '0;
    else if ((end_valid_i && end_ready_o) || (comes_back && res_ready_o)
             || ((go_turn || walk_turn) && launch_ready))
      went <= went == '1 ? went : went + 5'd1;
  end

  // Of the thread, and of its slot.
  logic issues, offered, begins, goes, thread_goes;
  logic [Lanes-1:0] arrives;
  assign issues      = issue_valid_o && issue_ready_i && of_issue[lane];
  assign offered     = (end_turn && (end_at & ~sent) != '0) || (res_turn && (res_at & ~sent) != '0);
  assign begins      = begin_en_i && begin_ready_o && begin_slot_i == slot;
  assign goes        = go_turn && launch_ready && go_slot == slot;
  assign thread_goes = goes && go_mask[lane];
  assign arrives     = at_barrier ? of_res : '0;

  // Of the slot with Leaves: its row leaves, one comes back; threads go to memory, come back, are
  // launched by a walk. Of the row that comes: living threads, threads at the barrier.
  logic row_leaves, row_comes;
  logic [Lanes-1:0] to_memory, from_memory, walked, row_live, row_here;
  assign row_leaves  = Leaves != 0 && row_rd_en_i && row_rd_slot_i == slot;
  assign row_comes   = Leaves != 0 && row_wr_en_i && row_wr_slot_i == slot;
  assign to_memory   = Leaves != 0 && acc_en_i ? of_res : '0;
  assign from_memory = Leaves != 0 && end_valid_i ? of_end : '0;
  assign walked      = walk_turn && launch_ready && walk_slot == slot ? walk_mask
                                                                                    : '0;
  always @* for (int l = 0; l < Lanes; l++)
    {row_here[l], row_live[l]} = row_wr_data_i[l*32+:2];

  // The thread's word that comes; that of the first one at the barrier.
  logic [31:0] row_word, here_word;
  always @* begin
    row_word  = row_wr_data_i[32'(lane)*32+:32];
    here_word = '0;
    for (int l = Lanes - 1; l >= 0; l--) if (row_here[l]) here_word = row_wr_data_i[l*32+:32];
  end

  // The thread's next address: behind, unless a branch, a call, a return or a jump goes elsewhere.
  logic [31:0] next;
  logic        passes; // a post-dominator
  always @* begin
    next = res_pc_i + 32'd4;
    if (res_flow_i == 3'd2 || res_flow_i == 3'd3 || res_flow_i == 3'd5
        || (res_flow_i == 3'd1 && res_taken_i[back_at]))
      next = res_addr_i[back_at*32+:32];
    passes = next == res_meet_i || (next == res_pc_i + 32'd4 && res_meets_i);
    if (end_turn) begin
      next = end_pc_i + 32'd4;
      passes = 1'b0;
    end
  end

  // ------------------------------------------------------------------ ghost: thread, slot, fetch

  logic in_front, out;
  logic [31:0] pc, barrier_pc;
  logic [2:0] out_unit, out_flow;
  logic [31:0] out_pc, out_meet;
  logic open, told;
  logic [Lanes-1:0] live, waits;
  logic [Lanes-1:0] away, back; // in memory; came with a row, and is to be launched
  logic [29:0] away_pc;         // where the thread goes on then
  logic sat;                    // the slot has been ready since its row came
  logic flies;
  logic [31:0] fly_pc, meet;
  logic meets, refused, end_refused, issue_refused;
  logic [64*6-1:0] rows;

  always_ff @(posedge clk_i) begin
    in_front <= (in_front || offered || (begins && begin_mask_i[lane]) || thread_goes
                 || walked[lane]) && !issues;
    out      <= (out || issues) && !offered && !arrives[lane];
    if (offered) pc <= next;
    else if (begins) pc <= begin_pc_i;
    else if (thread_goes) pc <= barrier_pc;
    else if (walked[lane]) pc <= {away_pc, 2'b00};
    if (issues) {out_unit, out_flow, out_pc, out_meet}
        <= {issue_unit_o, issue_flow_o, issue_pc_o, issue_meet_o};

    if (ev_valid_o && ev_slot_o == slot) begin
      if (ev_kind_o == 2'd3) open <= 1'b0;
      else told <= 1'b1;
    end
    if (goes) {told, waits} <= '0;
    if (res_flow_i == Exit) live <= live & ~arrives;
    else if (arrives != '0) begin
      waits <= waits | arrives;
      barrier_pc <= res_pc_i + 32'd4;
    end
    if (begins) {open, told, live, waits} <= {2'b10, begin_mask_i, Lanes'(0)};

    away <= (away & ~(end_ready_o ? from_memory : Lanes'(0))) | to_memory;
    back <= back & ~walked;
    sat  <= sat || ready_i[slot];
    if (to_memory[lane]) away_pc <= 30'((res_pc_i + 32'd4) >> 2);
    if (row_leaves) {open, told, live, waits, away, out} <= '0;
    if (row_comes) begin
      open       <= row_live != '0;
      told       <= row_live != '0 && row_live == row_here;
      live       <= row_live;
      waits      <= row_here;
      away       <= '0;
      back       <= row_live & ~row_here;
      away_pc    <= row_word[31:2];
      barrier_pc <= {here_word[31:2], 2'b00};
      sat        <= 1'b0;
    end

    flies         <= (flies && !rsp_valid_i) || (fetch_valid_o && fetch_ready_i);
    issue_refused <= issue_valid_o && !issue_ready_i;
    refused       <= res_valid_i && !res_ready_o;
    end_refused   <= end_valid_i && !end_ready_o;
    if (!rst_ni) begin
      {in_front, out, open, told, flies, issue_refused, refused, end_refused} <= '0;
      {live, waits, away, back, sat, away_pc} <= '0;
    end

    if (fetch_valid_o && fetch_ready_i) fly_pc <= fetch_pc_o;
    if (rsp_valid_i) {meet, meets} <= {rsp_meet_i, rsp_meets_i};
    rows <= rows_i;
  end

  // A group that goes to memory, and one that comes back: the thread is in it, in its home lane; in
  // another one, or once more; with which address. What is in lanes without a thread.
  logic wr_here, wr_else, rsp_here, rsp_else, wr_empty;
  logic [31:0] wr_pc, rsp_pc;
  logic [Lanes-1:0] wr_req, rsp_req;
  assign {wr_pc, wr_req}   = grp_wr_data_o[Lanes*TidWidth+:32+Lanes];
  assign {rsp_pc, rsp_req} = grp_rsp_data_i[Lanes*TidWidth+:32+Lanes];
  always @* begin
    {wr_here, wr_else, rsp_here, rsp_else} = '0;
    wr_empty = 1'b1;
    for (int l = 0; l < Lanes; l++) begin
      if (wr_req[l] && grp_wr_data_o[l*TidWidth+:TidWidth] == watch) begin
        if (32'(lane) % Homes == l % Homes && !wr_here) wr_here = 1'b1;
        else wr_else = 1'b1;
      end
      if (rsp_req[l] && grp_rsp_data_i[l*TidWidth+:TidWidth] == watch) begin
        if (32'(lane) % Homes == l % Homes && !rsp_here) rsp_here = 1'b1;
        else rsp_else = 1'b1;
      end
      if (!wr_req[l] && grp_wr_data_o[l*TidWidth+:TidWidth] != '0) wr_empty = 1'b0;
    end
  end

  // It is in memory; groups asked for; where the queue lies.
  logic outside, wr_taken, rd_taken, rsp_taken;
  logic [4:0] asked;
  logic [31:0] base;
  assign wr_taken  = grp_wr_valid_o && grp_wr_ready_i;
  assign rd_taken  = grp_rd_valid_o && grp_rd_ready_i;
  assign rsp_taken = grp_rsp_valid_i && grp_rsp_ready_o;
  always_ff @(posedge clk_i) begin
    outside <= rst_ni && ((outside && !(rsp_taken && rsp_here)) || (wr_taken && wr_here));
    asked   <= rst_ni ? asked + 5'(rd_taken) - 5'(rsp_taken) : '0;
    if (!rst_ni)            base <= '0;
    else if (grp_base_en_i) base <= grp_base_i;
  end
  always @* begin
    assume (!grp_base_en_i || was_reset);
    if (grp_rsp_valid_i)
      assume (asked != '0 && rsp_req != '0 && !rsp_else
              && (!rsp_here || (outside && rsp_pc == pc)));
  end

  // What was offered in the cycle before.
  logic [Lanes*(PartWidth+34)+67:0] res_now, res_q;
  logic [Lanes*(PartWidth+1)+31:0] end_now, end_q;
  logic [Lanes*(PartWidth+1)+131:0] issue_now, issue_q;
  assign res_now = {res_slot_i, res_mask_i, res_taken_i, res_addr_i, res_flow_i, res_pc_i,
                    res_meet_i, res_meets_i};
  assign end_now = {end_slot_i, end_mask_i, end_pc_i};
  assign issue_now = {issue_slot_o, issue_mask_o, issue_pc_o, issue_word_o, issue_meet_o,
                      issue_meets_o, issue_unit_o, issue_flow_o, issue_use_o, issue_reg_o};
  always_ff @(posedge clk_i) {res_q, end_q, issue_q} <= {res_now, end_now, issue_now};

  // ------------------------------------------------------------------ the neighbours' promises

  // What is refused comes again. A thread comes back that is out, as it issued: its access ends, or
  // its instruction resolves.
  always @* begin
    if (refused) assume (res_valid_i && res_now == res_q);
    if (end_refused) assume (end_valid_i && end_now == end_q);
    if (res_valid_i && of_res[lane] && !refused)
      assume (out && out_unit != Memory && res_flow_i == out_flow && res_pc_i == out_pc
              && res_meet_i == out_meet);
    if (end_valid_i && of_end[lane] && !end_refused)
      assume (out && out_unit == Memory && end_pc_i == out_pc);
  end

  // Threads of this slot that arrive live, and do not wait; all wait at one barrier. A warp begins
  // where none is, with a thread at least.
  always @* begin
    assume ((arrives & ~live) == '0 && (arrives & waits) == '0);
    if (arrives != '0 && waits != '0 && res_flow_i == Barrier)
      assume (res_pc_i + 32'd4 == barrier_pc);
    if (begin_en_i && begin_slot_i == slot) assume (!open && begin_mask_i != '0);
    for (int l = 0; l < Lanes; l++)
      assume (32'(res_slot_i[l*PartWidth+:PartWidth]) < Slots * LaneSlots
              && 32'(end_slot_i[l*PartWidth+:PartWidth]) < Slots * LaneSlots);
    assume (32'(begin_slot_i) < Slots);
  end

  // With Leaves: an access is taken, or something resolves, and no row comes then. Threads that go
  // to memory run; threads that come back were in memory; threads that resolve are neither in
  // memory nor to be walked. A row leaves a slot that is empty, stalls, or waits for its block; it
  // comes to an empty slot, and the words of its threads at the barrier are alike. Slots are below
  // Slots.
  logic stalled;
  assign stalled = open && away != '0 && (live & ~waits & ~away) == '0;
  if (Leaves != 0) begin : gen_leaves
    always @* begin
      assume (!(acc_en_i && (res_valid_i || row_wr_en_i)));
      assume ((to_memory & ~(live & ~waits & ~away & ~back)) == '0);
      if (to_memory[lane]) assume (out && out_unit == Memory && res_pc_i == out_pc);
      assume ((from_memory & ~away) == '0);
      if (res_valid_i) assume ((of_res & (away | back)) == '0);
      if (row_leaves)
        assume (from_memory == '0 && !row_comes && !(begin_en_i && begin_slot_i == slot)
                && (!open || stalled || (told && !ready_i[slot])));
      if (row_comes)
        assume (!open && !(begin_en_i && begin_slot_i == slot) && (row_here & ~row_live) == '0);
      for (int l = 0; l < Lanes; l++)
        if (row_comes && row_here[l]) assume (row_wr_data_i[l*32+:32] == here_word);
      assume (32'(row_rd_slot_i) < Slots && 32'(row_wr_slot_i) < Slots);
    end
  end

  // One answer a fetch, and the same word for the same address; registers stay where they are.
  always @* begin
    if (rsp_valid_i) assume (flies);
    if (rsp_valid_i && fly_pc == place) assume (rsp_word_i == word);
    if (on) assume (rows_i == rows);
  end

  // ------------------------------------------------------------------ where the thread stands

  // The lanes of each warp of the pool: while the PC-warp LUT has it those of OCC, else MASK.
  logic [PoolEntries*Lanes-1:0] pool_lanes;
  always @* begin
    pool_lanes = pool_mask;
    for (int i = 0; i < PoolEntries; i++)
      for (int e = 0; e < LutEntries; e++)
        if (lut_valid[e] && lut_idx[e*IdxWidth+:IdxWidth] == IdxWidth'(i))
          pool_lanes[i*Lanes+:Lanes] = lut_occ[e*Lanes+:Lanes];
  end

  // Places in which it stands; one is not its lane, or has not its address.
  logic [3:0] stands;
  logic       astray;
  always @* begin
    stands = 4'(offered) + 4'(outside) + 4'(fetch_valid && of_fetch[lane])
             + 4'(issue_valid_o && of_issue[lane]);
    astray = (grp_wr_valid_o && (wr_else || (wr_here && wr_pc != pc)))
             || (fetch_valid && of_fetch[lane] && fetch_pc != pc)
             || (issue_valid_o && of_issue[lane] && issue_pc_o != pc);
    for (int l = 0; l < Lanes; l++) begin
      for (int g = 0; g < 2; g++)
        if (reg_valid[g] && reg_req[g*Lanes+l]
            && reg_tid[(g*Lanes+l)*TidWidth+:TidWidth] == watch) begin
          stands = stands + 4'd1;
          if (32'(lane) % Homes != l % Homes || reg_pc[g*32+:32] != pc) astray = 1'b1;
        end
      for (int i = 0; i < PoolEntries; i++)
        if (!free[i] && pool_lanes[i*Lanes+l]
            && pool_tid[(l*PoolEntries+i)*TidWidth+:TidWidth] == watch) begin
          stands = stands + 4'd1;
          if (32'(lane) % Homes != l % Homes || pool_pc[i*32+:32] != pc) astray = 1'b1;
        end
    end
  end

  // The instruction that is offered, decoded once more; its registers in the file.
  logic        unused_legal, unused_fence;
  logic [2:0]  unit, flow;
  logic [3:0]  uses;
  logic [23:0] names, regs;
  hd_decode u_again (
      .clk_i, .rst_ni, .word_i(issue_word_o), .legal_o(unused_legal), .unit_o(unit),
      .flow_o(flow), .rs1_use_o(uses[0]), .rs1_o(names[0+:6]), .rs2_use_o(uses[1]),
      .rs2_o(names[6+:6]), .rs3_use_o(uses[2]), .rs3_o(names[12+:6]), .rd_use_o(uses[3]),
      .rd_o(names[18+:6]), .fence_o(unused_fence)
  );
  always @* for (int r = 0; r < 4; r++)
    regs[r*6+:6] = uses[r] ? rows_i[32'(names[r*6+:6])*6+:6] : 6'd0;

  // All living threads wait, and the residency was not told.
  logic event_here, due;
  assign event_here = ev_valid_o && ev_slot_o == slot;
  assign due = open && !told && (live & ~waits) == '0;

  // ------------------------------------------------------------------ properties

  always @* if (on && rst_ni) begin
    // P: a thread in front stands in one place, once; no other stands in any
    conserved: assert (stands == 4'(in_front || offered));
    // P: a thread that lives is in front, out, waits, or is to be walked: in one of these
    accounted: assert (3'(in_front) + 3'(out) + 3'(waits[lane]) + 3'(back[lane])
                       == 3'(live[lane]) || (in_front && out && refused));
    // P: a thread in front stands in its home lane, with the address at which it goes on
    right_place: assert (!astray);
    // P: an instruction that issues is the word of its address, decoded, with the places of its
    // registers
    right_word: assert (!issue_valid_o
                        || ((issue_pc_o != place || issue_word_o == word)
                            && {issue_unit_o, issue_flow_o, issue_use_o, issue_reg_o}
                               == {unit, flow, uses, regs}
                            && {issue_meet_o, issue_meets_o} == {meet, meets}));
  end

  always @* if (on && rst_ni) begin
    // P: an instruction that is offered stays as it is until it is taken
    issue_stays: assert (!issue_refused || (issue_valid_o && issue_now == issue_q));
    // P: an address is asked for while none is under way, and no instruction will wait then
    asks_once: assert (!fetch_valid_o || (!flies && (!issue_valid_o || issue_ready_i)));
    // P: a word that comes finds the issue register empty
    finds_room: assert (!rsp_valid_i || !issue_valid_o);
    // P: exit and barrier never wait; behind an access that ends a result does, and an access
    // behind a result of which a part may be taken
    turns: assert (!(at_barrier && !res_ready_o) && !(comes_back && end_turn && res_ready_o)
                   && !(held && end_valid_i && end_ready_o));
    // P: a warp begins only while no threads go on from a barrier, none are walked, and nothing
    // comes back; or it is late
    begins_last: assert (!(begin_en_i && begin_ready_o) || late
                         || (!go_valid && !walk_valid && !end_turn && !comes_back));
    // P: late nothing comes back, and a launch has waited for all that the count can hold
    late_right: assert (!late || (passed == 4'd15 && !end_ready_o && !(comes_back && res_ready_o)));
    // P: a warp that begins waits for no more than 16 that dwf takes before it
    begins_soon: assert (went <= 5'd16);
    // P: the residency is told when all living threads wait, or none lives; and once
    told_right: assert (!event_here
                        || (due && ev_kind_o == (live == '0 ? 2'd3 : 2'd1)));
    // P: while the residency is to be told of a slot, it is told of some slot
    told_soon: assert (!due || ev_valid_o);
    // P: threads go on when the residency was told, and the slot is ready
    goes_right: assert (!(go_valid && go_slot == slot)
                        || (told && ready_i[slot] && go_mask == waits));
    // P: dwf is told of the thread if it has passed a post-dominator
    passes_right: assert (!offered || back_pdom[back_at] == (Policy == 3 && passes));
    // P: the reason is as the page has it
    why_right: assert ((why_o == 3'd0) == (issue_valid_o && issue_ready_i)
                       && (why_o == 3'd1) == ((issue_valid_o || fetch_valid) && !issue_ready_i)
                       && (why_o == 3'd3) == (fetch_valid && !issue_valid_o && issue_ready_i)
                       && !(why_o == 3'd4 && (free != '1 || go_valid || walk_some))
                       && why_o < 3'd5
                       && !(why_o == 3'd2 && free == '1 && !go_valid && !walk_some));
    // P: groups lie in places of the queue, 0 where there is no thread; a write or a read, not
    // both; no more is asked for than there can be
    groups_right: assert (!(grp_wr_valid_o && grp_rd_valid_o)
                          && (!grp_wr_valid_o
                              || (wr_empty && wr_req != '0
                                  && grp_wr_addr_o - base < 32'(Places * PlaceBytes)
                                  && (grp_wr_addr_o - base) % PlaceBytes == '0))
                          && (!grp_rd_valid_o
                              || (asked < 5'd16
                                  && grp_rd_addr_o - base < 32'(Places * PlaceBytes)
                                  && (grp_rd_addr_o - base) % PlaceBytes == '0)));
    // P: after a reset no thread is anywhere
    reset_empties: assert (!was_reset || (!fetch_valid && !fetch_valid_o && !issue_valid_o
                                          && free == '1 && reg_valid == '0 && !ev_valid_o
                                          && !go_valid && returns == '0 && !walk_some
                                          && !grp_wr_valid_o && !grp_rd_valid_o));
  end

  // The slot is the one that is walked; slots that may be walked next, below this one.
  logic here_walked;
  logic [Slots-1:0] lower;
  assign here_walked = walk_some && walk_slot == slot;
  assign lower       = returns & ready_i & ~({Slots{1'b1}} << slot);

  // The thread's word as it is kept; in the row that leaves.
  logic [31:0] kept, row_word_left;
  always @* begin
    {kept, row_word_left} = '0;
    for (int l = 0; l < Lanes; l++) if (32'(lane) == l) begin
      row_word_left = row_rd_data_o[l*32+:32];
      for (int s = 0; s < Slots; s++)
        if (32'(slot) == s) kept = words[(s*Lanes+l)*32+:32];
    end
  end

  // Whether this slot was to be taken in the cycle before.
  logic take;
  always_ff @(posedge clk_i)
    take <= rst_ni && Leaves != 0 && returns[slot] && ready_i[slot] && lower == '0 && !walk_some
            && !row_rd_en_i;

  always @* if (on && rst_ni) begin
    // P: no thread of a slot that stalls runs, and some are in memory
    stalls_right: assert (stalls_o[slot] == (Leaves != 0 && stalled));
    // P: a slot returns, or is walked, while threads that came back with it are to be launched, and
    // these are the lanes that are left
    none_lost: assert (2'(returns[slot]) + 2'(here_walked) == 2'(back != '0)
                       && (!here_walked || walk_left == back));
    // P: the word of a thread that is in memory, or is to be launched, has the address at which it
    // goes on; it says that the thread lives, and is not at the barrier
    word_right: assert (!(away[lane] || back[lane])
                        || kept == {away_pc, 2'b01});
    // P: a walk offers to dwf, of the threads that are to be launched, all that go on at one
    // address, at least one; not while a row leaves, and not before the slot was ready
    walks_right: assert (!(walk_valid && walk_slot == slot)
                         || (here_walked && sat && !row_rd_en_i && walk_mask != '0
                             && (walk_mask & ~back) == '0
                             && walk_mask[lane] == (back[lane] && walk_pc == {away_pc, 2'b00})));
    // P: the lowest slot that returns and is ready is walked next, unless a row leaves
    walks_lowest: assert (!take || here_walked);
    // P: a row that leaves has zeros for a thread that has ended, for one that waits the address at
    // which the barrier lets it go on, for one in memory its word
    row_right: assert (!row_leaves
                       || row_word_left
                          == (!live[lane] ? 32'd0
                              : waits[lane] ? barrier_pc | 32'd3 : {away_pc, 2'b01}));
  end

  // ------------------------------------------------------------------ what must be possible

  logic went_on;   // the thread has gone on from a barrier
  logic came_back; // and from an access
  logic row_left;  // and the slot's row has left since it was there
  logic was_outside; // and from memory, as a part of a group
  always_ff @(posedge clk_i) begin
    went_on   <= rst_ni && (went_on || thread_goes);
    came_back <= rst_ni && (came_back || (offered && end_turn));
    was_outside <= rst_ni && (was_outside || (rsp_taken && rsp_here));
    row_left  <= rst_ni && (row_left || (row_leaves && away[lane]));
  end

  always @* if (on && rst_ni) begin
    c_after_barrier: cover (issues && went_on);
    c_ends: cover (event_here && ev_kind_o == 2'd3);
    c_access_back: cover (issues && came_back);
    c_two_back: cover (end_turn && comes_back);
    c_barrier_and_end: cover (end_valid_i && end_ready_o && at_barrier);
    c_one_behind_another: cover (rsp_valid_i && fetch_valid && free != '1);
    c_waits_for_pipe: cover (fetch_valid && issue_refused);
    c_begin_waits: cover (begin_en_i && !begin_ready_o && go_valid);
    c_out: cover (wr_taken && wr_here && !issue_ready_i);
    c_back: cover (issues && was_outside);
    // Two threads of one home lane issue in one warp, the thread not at the place of its lane.
    c_moved: cover (LaneSlots == 1
                    || (issues && issue_mask_o == '1
                        && issue_slot_o[32'(lane)*PartWidth+:PartWidth] != part));
    c_leaves: cover (row_leaves && away[lane]);
    c_walks: cover (walked[lane] && row_left);
  end
endmodule

// What follows goes to the end of the module hd_dwf_front itself, in the copy that is proven, and
// of the blocks inside: there all of their state can be named.
`ifdef HD_INSIDE
  (* hierconn *) wire [1:0] \u_dwf.u_update.valid_q ;
  (* hierconn *) wire [2*32-1:0] \u_dwf.u_update.pc_q ;
  (* hierconn *) wire [2*Lanes-1:0] \u_dwf.u_update.req_q ;
  (* hierconn *) wire [2*Lanes*TidWidth-1:0] \u_dwf.reg_tid ;
  (* hierconn *) wire [Lanes-1:0] \u_dwf.u_update.sent_q ;
  (* hierconn *) wire [LutEntries-1:0] \u_dwf.u_lut.valid_q ;
  (* hierconn *) wire [LutEntries*Lanes-1:0] \u_dwf.u_lut.props_occ ;
  (* hierconn *) wire [LutEntries*$clog2(PoolEntries)-1:0] \u_dwf.u_lut.props_idx ;
  (* hierconn *) wire [PoolEntries*32-1:0] \u_dwf.u_pool.props_pc ;
  (* hierconn *) wire [PoolEntries*Lanes-1:0] \u_dwf.u_pool.props_mask ;
  (* hierconn *) wire [PoolEntries*Lanes*TidWidth-1:0] \u_dwf.u_pool.props_tid ;
  (* hierconn *) wire [PoolEntries-1:0] \u_dwf.u_alloc.props_free ;
  logic [Slots-1:0] props_returns;
  logic [Lanes-1:0] props_left;
  logic [Slots*Lanes*32-1:0] props_words;
  if (Leaves != 0) begin : gen_props
    assign props_returns = gen_leaves.returns_q;
    assign props_left    = gen_leaves.walk_left_q;
    for (genvar s = 0; s < Slots; s++) begin : gen_slot
      for (genvar l = 0; l < Lanes; l++) begin : gen_word
        assign props_words[(s*Lanes+l)*32 +: 32] = gen_leaves.gen_lane[l].row_q[s];
      end
    end
  end else begin : gen_no_props
    assign props_returns = '0;
    assign props_left    = '0;
    assign props_words   = '0;
  end

  hd_dwf_front_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .returns(props_returns), .walk_some, .walk_left(props_left), .walk_valid,
      .walk_slot, .walk_mask, .walk_pc, .words(props_words), .fetch_valid(fetch_valid_q),
      .fetch_pc(fetch_pc_q), .fetch_mask(fetch_mask_q), .fetch_slot(fetch_slot_q), .go_valid,
      .go_slot, .go_mask, .launch_ready, .late, .go_turn, .walk_turn, .passed(passed_q), .back_pdom,
      .reg_valid(\u_dwf.u_update.valid_q ), .reg_pc(\u_dwf.u_update.pc_q ),
      .reg_req(\u_dwf.u_update.req_q ), .reg_tid(\u_dwf.reg_tid ), .sent(\u_dwf.u_update.sent_q ),
      .lut_valid(\u_dwf.u_lut.valid_q ), .lut_occ(\u_dwf.u_lut.props_occ ),
      .lut_idx(\u_dwf.u_lut.props_idx ), .pool_pc(\u_dwf.u_pool.props_pc ),
      .pool_mask(\u_dwf.u_pool.props_mask ), .pool_tid(\u_dwf.u_pool.props_tid ),
      .free(\u_dwf.u_alloc.props_free )
  );
`endif
`ifdef HD_INSIDE_hd_pc_warp_lut
  logic [Entries*Lanes-1:0] props_occ;
  logic [Entries*IdxWidth-1:0] props_idx;
  for (genvar w = 0; w < Ways; w++) begin : gen_props_way
    for (genvar s = 0; s < Sets; s++) begin : gen_props_set
      assign props_occ[(s*Ways+w)*Lanes +: Lanes]       = gen_way[w].occ_q[s];
      assign props_idx[(s*Ways+w)*IdxWidth +: IdxWidth] = gen_way[w].idx_q[s];
    end
  end
`endif
`ifdef HD_INSIDE_hd_warp_pool
  logic [Entries*PcWidth-1:0] props_pc;
  logic [Entries*Lanes-1:0] props_mask;
  logic [Lanes*Entries*TidWidth-1:0] props_tid;
  for (genvar i = 0; i < Entries; i++) begin : gen_props
    assign props_pc[i*PcWidth +: PcWidth] = pc_q[i];
    assign props_mask[i*Lanes +: Lanes]   = mask_q[i];
    for (genvar l = 0; l < Lanes; l++) begin : gen_props_lane
      assign props_tid[(l*Entries+i)*TidWidth +: TidWidth] = gen_lane[l].tid_q[i];
    end
  end
`endif
`ifdef HD_INSIDE_hd_warp_allocator
  logic [Entries*IdxWidth-1:0] props_idx;
  for (genvar i = 0; i < Entries; i++) begin : gen_props
    assign props_idx[i*IdxWidth +: IdxWidth] = idx_q[i];
  end
  // In the list: not yet handed out, or in the ring.
  logic [Entries-1:0] props_free;
  int props_at;
  always @* begin
    for (int i = 0; i < Entries; i++) props_free[i] = 32'(fresh_q) <= i;
    for (int k = 0; k < Entries; k++) begin
      props_at = 32'(head_q) + k;
      if (props_at >= Entries) props_at = props_at - Entries;
      for (int p = 0; p < Entries; p++)
        if (p == props_at && k < 32'(count_q))
          for (int i = 0; i < Entries; i++)
            if (props_idx[p*IdxWidth +: IdxWidth] == IdxWidth'(i)) props_free[i] = 1'b1;
    end
  end
`endif
