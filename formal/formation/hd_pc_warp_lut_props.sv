// SPDX-License-Identifier: Apache-2.0
//
// Properties of the PC-warp LUT (docs/blocks/pc_warp_lut.md), for formal/prove.sh.
//
// Two yardsticks stand beside the design:
//  - the rule of the page taken literally: group 0 is placed, then group 1, then the issuing warp
//    is closed, one after the other (ref_*). Next state and outputs must be those. Threads of a
//    lane are counted, and the places are those with the numbers that follow.
//  - a ghost of the warp pool that sees the outputs only (join, open, shut, close). It follows one
//    warp `watch` that the solver chooses, so that what is proven holds for every warp, and no more
//    is asked of the neighbours than their promises about that warp.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_pc_warp_lut_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State: entry e is part e, the pointer of set s part s (8 bits are more than it needs).
    input logic [Entries-1:0]          valid,
    input logic [Entries*PcWidth-1:0]  pc,
    input logic [Entries*Lanes-1:0]    occ,
    input logic [Entries*IdxWidth-1:0] idx,
    input logic [Sets*8-1:0]           victim
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  // Ports by group and by allocator port.
  logic [PcWidth-1:0] pc0, pc1;
  logic [Lanes-1:0] req0, req1, join0, join1, open0, open1, shut0, shut1;
  logic [IdxWidth-1:0] alloc0, alloc1, join_idx0, join_idx1, open_idx0, open_idx1;
  logic [IdxWidth-1:0] shut_idx0, shut_idx1;
  assign {pc1, pc0} = grp_pc_i;
  assign {req1, req0} = grp_req_i;
  assign {alloc1, alloc0} = alloc_idx_i;
  assign {join_idx1, join_idx0} = join_idx_o;
  assign {open_idx1, open_idx0} = open_idx_o;
  assign {join1, join0} = join_mask_o;
  assign {open1, open0} = open_mask_o;
  assign {shut_idx1, shut_idx0} = shut_idx_o;
  assign {shut1, shut0} = shut_mask_o;

  // ------------------------------------------------------------------ ghost of the pool

  (* anyconst *) logic [IdxWidth-1:0] watch;
  always @* assume ({1'b0, watch} < (IdxWidth + 1)'(PoolEntries));

  logic pool_live, pool_live_next;  // the watched warp is in the pool
  logic [PcWidth-1:0] pool_pc, pool_pc_next;
  logic [Lanes-1:0] pool_lanes, pool_lanes_next;  // lanes already given away
  logic pool_shut, pool_shut_next;  // the LUT has left it
  logic dead_joined, pc_mixed, lane_twice, live_opened;  // what must not happen
  logic shut_twice, shut_wrong, close_wrong;

  always @* begin
    pool_live_next = pool_live;
    pool_pc_next = pool_pc;
    pool_lanes_next = pool_lanes;
    dead_joined = 1'b0;
    pc_mixed = 1'b0;
    lane_twice = 1'b0;
    live_opened = 1'b0;
    pool_shut_next = pool_shut;
    shut_twice = 1'b0;
    shut_wrong = 1'b0;
    close_wrong = 1'b0;
    if (Forward == 0 && close_hit_o && close_idx_i == watch
        && !(pool_live && close_occ_o == pool_lanes)) close_wrong = 1'b1;
    if (Forward == 0 && close_en_i && close_idx_i == watch) pool_live_next = 1'b0;
    if (join_en_o[0] && join_idx0 == watch) begin
      if (!pool_live_next) dead_joined = 1'b1;
      if (pool_pc_next != pc0) pc_mixed = 1'b1;
      if ((pool_lanes_next & join0) != '0) lane_twice = 1'b1;
      pool_lanes_next = pool_lanes_next | join0;
    end
    if (open_en_o[0] && open_idx0 == watch) begin
      if (pool_live_next) live_opened = 1'b1;
      pool_live_next = 1'b1;
      pool_pc_next = pc0;
      pool_lanes_next = open0;
      pool_shut_next = 1'b0;
    end
    if (shut_en_o[0] && shut_idx0 == watch) begin
      if (pool_shut_next) shut_twice = 1'b1;
      if (!pool_live_next || shut0 != pool_lanes_next) shut_wrong = 1'b1;
      pool_shut_next = 1'b1;
    end
    if (join_en_o[1] && join_idx1 == watch) begin
      if (!pool_live_next) dead_joined = 1'b1;
      if (pool_pc_next != pc1) pc_mixed = 1'b1;
      if ((pool_lanes_next & join1) != '0) lane_twice = 1'b1;
      pool_lanes_next = pool_lanes_next | join1;
    end
    if (open_en_o[1] && open_idx1 == watch) begin
      if (pool_live_next) live_opened = 1'b1;
      pool_live_next = 1'b1;
      pool_pc_next = pc1;
      pool_lanes_next = open1;
      pool_shut_next = 1'b0;
    end
    if (shut_en_o[1] && shut_idx1 == watch) begin
      if (pool_shut_next) shut_twice = 1'b1;
      if (!pool_live_next || shut1 != pool_lanes_next) shut_wrong = 1'b1;
      pool_shut_next = 1'b1;
    end
    if (Forward != 0 && close_hit_o && close_idx_i == watch
        && !(pool_live_next && close_occ_o == pool_lanes_next)) close_wrong = 1'b1;
    if (Forward != 0 && close_en_i && close_idx_i == watch) pool_live_next = 1'b0;
  end

  always_ff @(posedge clk_i) begin
    pool_live <= rst_ni && pool_live_next;
    pool_pc <= pool_pc_next;
    pool_lanes <= pool_lanes_next;
    pool_shut <= pool_shut_next;
  end

  // The neighbours' promises. 1: offered indices differ and are of no warp in the pool.
  always @* if (alloc_valid_i == 2'b11) assume (alloc0 != alloc1);
  always @* if (pool_live && alloc_valid_i[0]) assume (alloc0 != watch);
  always @* if (pool_live && alloc_valid_i[1]) assume (alloc1 != watch);
  // 2: a closed warp is in the pool and has the PC that is told.
  always @* if (close_en_i && close_idx_i == watch) assume (pool_live && close_pc_i == pool_pc);
  // 1 and 2, of warps that are not watched: an issuing warp is in the pool, an offered one not.
  always @* if (close_en_i && alloc_valid_i[0]) assume (alloc0 != close_idx_i);
  always @* if (close_en_i && alloc_valid_i[1]) assume (alloc1 != close_idx_i);
  // 3: indices are in range.
  always @* if (alloc_valid_i[0]) assume ({1'b0, alloc0} < (IdxWidth + 1)'(PoolEntries));
  always @* if (alloc_valid_i[1]) assume ({1'b0, alloc1} < (IdxWidth + 1)'(PoolEntries));
  always @* if (close_en_i) assume ({1'b0, close_idx_i} < (IdxWidth + 1)'(PoolEntries));

  // ------------------------------------------------------------------ the rule, taken literally

  logic [Entries-1:0] ref_valid;
  logic [Entries*PcWidth-1:0] ref_pc;
  logic [Entries*Lanes-1:0] ref_occ;
  logic [Entries*IdxWidth-1:0] ref_idx;
  logic [Sets*8-1:0] ref_victim;
  logic [1:0] ref_ready, ref_taken, ref_join_en, ref_open_en, ref_shut_en;
  logic [2*IdxWidth-1:0] ref_join_idx, ref_open_idx, ref_shut_idx;
  logic [2*Lanes-1:0] ref_join, ref_open, ref_shut;
  logic [2*Homes*TurnWidth-1:0] ref_turn;
  logic ref_close_hit;
  logic [Lanes-1:0] ref_close_occ;
  logic hit, room;
  logic [31:0] set, entry, way;
  logic [PcWidth-1:0] the_pc;
  logic [Lanes-1:0] the_req, the_occ, conflict, joined;
  int taken, threads;
  logic [IdxWidth-1:0] the_idx, new_idx;

  always @* begin
    ref_valid = valid;
    ref_pc = pc;
    ref_occ = occ;
    ref_idx = idx;
    ref_victim = victim;
    ref_ready = '0;
    ref_taken = '0;
    ref_join_en = '0;
    ref_open_en = '0;
    ref_join_idx = '0;
    ref_open_idx = '0;
    ref_join = '0;
    ref_open = '0;
    ref_shut_en = '0;
    ref_shut_idx = '0;
    ref_shut = '0;
    ref_turn = '0;
    ref_close_hit = 1'b0;
    ref_close_occ = '0;
    hit = 1'b0;
    room = 1'b0;
    set = '0;
    entry = '0;
    way = '0;
    the_pc = '0;
    the_req = '0;
    the_occ = '0;
    conflict = '0;
    joined = '0;
    taken = 0;
    threads = 0;
    the_idx = '0;
    new_idx = '0;

    if (Forward == 0)
      for (int e = 0; e < Entries; e++)
        if (e / Ways == ((close_pc_i >> PcShift) % Sets) && ref_valid[e]
            && ref_idx[e*IdxWidth+:IdxWidth] == close_idx_i) begin
          ref_close_hit = 1'b1;
          ref_close_occ = ref_close_occ | ref_occ[e*Lanes+:Lanes];
          if (close_en_i) ref_valid[e] = 1'b0;
        end

    for (int g = 0; g < 2; g++) begin
      the_pc = grp_pc_i[g*PcWidth+:PcWidth];
      the_req = grp_req_i[g*Lanes+:Lanes];
      set = (32'(the_pc) >> PcShift) % Sets;
      // Look-up. Where several entries could be meant (they never can) the last one is.
      hit = 1'b0;
      entry = '0;
      the_occ = '0;
      the_idx = '0;
      for (int e = 0; e < Entries; e++)
        if (32'(e / Ways) == set && ref_valid[e] && ref_pc[e*PcWidth+:PcWidth] == the_pc) begin
          hit = 1'b1;
          entry = 32'(e);
          the_occ = ref_occ[e*Lanes+:Lanes];
          the_idx = ref_idx[e*IdxWidth+:IdxWidth];
        end
      // Split, lane by lane: of the warp's places `taken` are, and `threads` come. (Place k of a
      // lane is k*Homes further on.)
      conflict = '0;
      joined = '0;
      for (int l = 0; l < Homes; l++) begin
        taken = 0;
        threads = 0;
        for (int k = 0; k < LaneSlots; k++) begin
          if (hit && the_occ[k*Homes+l]) taken = taken + 1;
          if (the_req[k*Homes+l]) threads = threads + 1;
        end
        for (int k = 0; k < LaneSlots; k++) begin
          if (hit && k >= taken && k < taken + threads) joined[k*Homes+l] = 1'b1;
          if (k + (hit ? LaneSlots : 0) < taken + threads) conflict[k*Homes+l] = 1'b1;
        end
        ref_turn[(g*Homes+l)*TurnWidth+:TurnWidth] = TurnWidth'(taken % LaneSlots);
      end
      // Index.
      if (alloc_valid_i[0] && !ref_taken[0]) new_idx = alloc0;
      else new_idx = alloc1;
      if (grp_valid_i[g] && (conflict == '0 || (alloc_valid_i & ~ref_taken) != '0)) begin
        ref_ready[g] = 1'b1;
        ref_join[g*Lanes+:Lanes] = joined;
        ref_join_idx[g*IdxWidth+:IdxWidth] = the_idx;
        ref_join_en[g] = joined != '0;
        ref_open[g*Lanes+:Lanes] = conflict;
        ref_open_idx[g*IdxWidth+:IdxWidth] = new_idx;
        ref_open_en[g] = conflict != '0;
        if (conflict != '0) begin
          if (alloc_valid_i[0] && !ref_taken[0]) ref_taken[0] = 1'b1;
          else ref_taken[1] = 1'b1;
        end
        // A miss replaces: the lowest invalid way of the set, else the one the pointer names.
        if (!hit && conflict != '0) begin
          room = 1'b0;
          way = '0;
          for (int e = Entries - 1; e >= 0; e--)
            if (32'(e / Ways) == set && !ref_valid[e]) begin
              room = 1'b1;
              way = 32'(e % Ways);
            end
          for (int s = 0; s < Sets; s++)
            if (!room && 32'(s) == set) begin
              way = 32'(ref_victim[s*8+:8]);
              ref_victim[s*8+:8] = way == 32'(Ways - 1) ? 8'd0 : 8'(way + 1);
            end
          entry = set * Ways + way;
        end
        for (int e = 0; e < Entries; e++)
          if (32'(e) == entry && (hit || conflict != '0)) begin
            // Repointed, or replaced: the warp that it held is left, with all its lanes.
            if (ref_valid[e] && conflict != '0) begin
              ref_shut_en[g] = 1'b1;
              ref_shut_idx[g*IdxWidth+:IdxWidth] = ref_idx[e*IdxWidth+:IdxWidth];
              ref_shut[g*Lanes+:Lanes] = ref_occ[e*Lanes+:Lanes] | joined;
            end
            ref_valid[e] = 1'b1;
            ref_pc[e*PcWidth+:PcWidth] = the_pc;
            if (conflict == '0) ref_occ[e*Lanes+:Lanes] = ref_occ[e*Lanes+:Lanes] | joined;
            else begin
              ref_occ[e*Lanes+:Lanes] = conflict;
              ref_idx[e*IdxWidth+:IdxWidth] = new_idx;
            end
          end
      end
    end

    if (Forward != 0)
      for (int e = 0; e < Entries; e++)
        if (e / Ways == ((close_pc_i >> PcShift) % Sets) && ref_valid[e]
            && ref_idx[e*IdxWidth+:IdxWidth] == close_idx_i) begin
          ref_close_hit = 1'b1;
          ref_close_occ = ref_close_occ | ref_occ[e*Lanes+:Lanes];
          if (close_en_i) ref_valid[e] = 1'b0;
        end

    if (!rst_ni) begin
      ref_valid = '0;
      ref_victim = '0;
    end
  end

  // The reference's next state, to be compared with the design's in the next cycle.
  logic [Entries-1:0] ref_valid_q;
  logic [Entries*PcWidth-1:0] ref_pc_q;
  logic [Entries*Lanes-1:0] ref_occ_q;
  logic [Entries*IdxWidth-1:0] ref_idx_q;
  logic [Sets*8-1:0] ref_victim_q;
  always_ff @(posedge clk_i) begin
    ref_valid_q <= ref_valid;
    ref_pc_q <= ref_pc;
    ref_occ_q <= ref_occ;
    ref_idx_q <= ref_idx;
    ref_victim_q <= ref_victim;
  end

  // ------------------------------------------------------------------ what is asked of each entry

  logic all_have_lanes, all_at_home, all_pc_differ, all_idx_differ, idx_in_range, victim_in_range;
  logic pool_agrees, refs_agree, victims_agree;
  logic outputs_agree, shuts_agree, quiet_state, in_lut, all_low_first, all_placed, turns_agree;
  always @* begin
    all_have_lanes = 1'b1;
    all_low_first = 1'b1;
    all_at_home = 1'b1;
    all_pc_differ = 1'b1;
    all_idx_differ = 1'b1;
    idx_in_range = 1'b1;
    victim_in_range = 1'b1;
    pool_agrees = 1'b1;
    in_lut = 1'b0;
    refs_agree = valid == ref_valid_q;
    for (int e = 0; e < Entries; e++)
      if (valid[e]) begin
        if (occ[e*Lanes+:Lanes] == '0) all_have_lanes = 1'b0;
        for (int p = Homes; p < Lanes; p++)
          if (occ[e*Lanes+p] && !occ[e*Lanes+p-Homes]) all_low_first = 1'b0;
        if ((32'(pc[e*PcWidth+:PcWidth]) >> PcShift) % Sets != 32'(e / Ways)) all_at_home = 1'b0;
        if (32'(idx[e*IdxWidth+:IdxWidth]) >= PoolEntries) idx_in_range = 1'b0;
        if (idx[e*IdxWidth+:IdxWidth] == watch) in_lut = 1'b1;
        if (idx[e*IdxWidth+:IdxWidth] == watch
            && !(pool_live && pool_pc == pc[e*PcWidth+:PcWidth]
                 && pool_lanes == occ[e*Lanes+:Lanes])) pool_agrees = 1'b0;
        if (pc[e*PcWidth+:PcWidth] != ref_pc_q[e*PcWidth+:PcWidth]
            || occ[e*Lanes+:Lanes] != ref_occ_q[e*Lanes+:Lanes]
            || idx[e*IdxWidth+:IdxWidth] != ref_idx_q[e*IdxWidth+:IdxWidth]) refs_agree = 1'b0;
        for (int f = 0; f < e; f++)
          if (valid[f]) begin
            if (pc[e*PcWidth+:PcWidth] == pc[f*PcWidth+:PcWidth]) all_pc_differ = 1'b0;
            if (idx[e*IdxWidth+:IdxWidth] == watch && idx[f*IdxWidth+:IdxWidth] == watch)
              all_idx_differ = 1'b0;
          end
      end
    for (int s = 0; s < Sets; s++) if (32'(victim[s*8+:8]) >= Ways) victim_in_range = 1'b0;
    victims_agree = victim == ref_victim_q;
  end

  // A cycle in which nothing may change: no group is placed (or only empty ones), none is closed.
  logic quiet_q;
  logic [Entries-1:0] last_valid_q;
  logic [Entries*(PcWidth+Lanes+IdxWidth)-1:0] last_fields_q;
  logic [Sets*8-1:0] last_victim_q;
  always_ff @(posedge clk_i) begin
    quiet_q <= on && rst_ni && !close_en_i && (!grp_ready_o[0] || req0 == '0)
               && (!grp_ready_o[1] || req1 == '0);
    last_valid_q <= valid;
    last_fields_q <= {pc, occ, idx};
    last_victim_q <= victim;
  end
  always @* begin
    quiet_state = valid == last_valid_q && victim == last_victim_q;
    for (int e = 0; e < Entries; e++)
      if (valid[e] && {pc[e*PcWidth+:PcWidth], occ[e*Lanes+:Lanes], idx[e*IdxWidth+:IdxWidth]}
          != {last_fields_q[(Entries*(Lanes+IdxWidth)+e*PcWidth)+:PcWidth],
              last_fields_q[(Entries*IdxWidth+e*Lanes)+:Lanes],
              last_fields_q[e*IdxWidth+:IdxWidth]}) quiet_state = 1'b0;
  end

  always @* begin
    outputs_agree = grp_ready_o == ref_ready && alloc_ready_o == ref_taken
        && join_en_o == ref_join_en && open_en_o == ref_open_en
        && join_mask_o == ref_join && open_mask_o == ref_open;
    if (join_en_o[0] && join_idx0 != ref_join_idx[IdxWidth-1:0]) outputs_agree = 1'b0;
    if (join_en_o[1] && join_idx1 != ref_join_idx[IdxWidth+:IdxWidth]) outputs_agree = 1'b0;
    if (open_en_o[0] && open_idx0 != ref_open_idx[IdxWidth-1:0]) outputs_agree = 1'b0;
    if (open_en_o[1] && open_idx1 != ref_open_idx[IdxWidth+:IdxWidth]) outputs_agree = 1'b0;
    shuts_agree = shut_en_o == ref_shut_en && close_hit_o == ref_close_hit;
    if (shut_en_o[0] && {shut_idx0, shut0} != {ref_shut_idx[IdxWidth-1:0], ref_shut[Lanes-1:0]})
      shuts_agree = 1'b0;
    if (shut_en_o[1] && {shut_idx1, shut1} != {ref_shut_idx[IdxWidth+:IdxWidth],
                                               ref_shut[Lanes+:Lanes]}) shuts_agree = 1'b0;
    if (close_hit_o && close_occ_o != ref_close_occ) shuts_agree = 1'b0;
  end

  // Of each placed group, lane by lane: as many places join and open as there are threads; and the
  // turn is that of the rule.
  int placed_count, req_count;
  always @* begin
    all_placed = 1'b1;
    turns_agree = 1'b1;
    placed_count = 0;
    req_count = 0;
    for (int g = 0; g < 2; g++) begin
      for (int l = 0; l < Homes; l++) begin
        placed_count = 0;
        req_count = 0;
        for (int p = l; p < Lanes; p = p + Homes) begin
          placed_count = placed_count + 32'(join_mask_o[g*Lanes+p]) + 32'(open_mask_o[g*Lanes+p]);
          req_count = req_count + 32'(grp_req_i[g*Lanes+p]);
        end
        if (grp_ready_o[g] && placed_count != req_count) all_placed = 1'b0;
        if (grp_ready_o[g] && turn_o[(g*Homes+l)*TurnWidth+:TurnWidth]
            != ref_turn[(g*Homes+l)*TurnWidth+:TurnWidth]) turns_agree = 1'b0;
      end
    end
  end

  // An index is used by a group that opens with it, by one only, and only if it is offered.
  logic [1:0] used0, used1;  // by allocator port: group 0, group 1 opens with its index
  assign used0 = {open_en_o[0] && open_idx0 == alloc1, open_en_o[0] && open_idx0 == alloc0}
                 & alloc_valid_i;
  assign used1 = {open_en_o[1] && open_idx1 == alloc1, open_en_o[1] && open_idx1 == alloc0}
                 & alloc_valid_i;

  logic started = 1'b0;   // the state comes from a cycle that the reference has seen
  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) begin
    started <= on;
    was_reset <= !rst_ni;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: a valid entry has OCC not 0
    valid_occ: assert (all_have_lanes);
    // P: no two valid entries hold one PC
    unique_pc: assert (all_pc_differ);
    // P: a valid entry is in the set of its PC
    home_set: assert (all_at_home);
    // P: no two valid entries hold one IDX
    unique_idx: assert (all_idx_differ);
    // P: IDX of a valid entry is below PoolEntries
    idx_range: assert (idx_in_range);
    // P: a victim pointer is below Ways
    victim_range: assert (victim_in_range);
    // P: a valid entry has PC and lanes of its warp in the pool: no thread is lost or doubled
    pool_matches: assert (pool_agrees);
    // P: only a warp that is in the pool is joined
    join_live: assert (!dead_joined);
    // P: threads join a warp of their own PC
    join_pc: assert (!pc_mixed);
    // P: the places of a lane in OCC are taken from the lowest up
    low_first: assert (all_low_first);
    // P: no thread is put on a place that its warp has already given away
    lane_once: assert (!lane_twice);
    // P: a warp that is opened was not in the pool
    open_new: assert (!live_opened);
    // P: a warp in the pool is in the LUT until it is shut, and is shut once at most
    shut_rule: assert (in_lut == (pool_live && !pool_shut) && !shut_twice);
    // P: a warp that is shut has the lanes that are told
    shut_lanes: assert (!shut_wrong);
    // P: a warp that issues, or may, and is not shut has the lanes that are told
    close_lanes: assert (!close_wrong);
  end

  always @* if (on) begin
    // P: of a placed group each thread joins or opens, once: in each lane as many places do, and no
    // place does both
    placed_whole: assert (all_placed && (!grp_ready_o[0] || (join0 & open0) == '0)
                          && (!grp_ready_o[1] || (join1 & open1) == '0));
    // P: the threads of a lane of a placed group move by the places that the warp has given away
    turn_rule: assert (turns_agree);
    // P: join and open are enabled exactly when they have threads
    enable_mask: assert (join_en_o == {join1 != '0, join0 != '0}
                         && open_en_o == {open1 != '0, open0 != '0});
    // P: of a refused group nothing is placed
    refused_out: assert ((grp_ready_o[0] || {join0, open0} == '0)
                         && (grp_ready_o[1] || {join1, open1} == '0));
    // P: a cycle that places no thread and closes no warp changes nothing
    refused_state: assert (!quiet_q || quiet_state);
    // P: a group or an index that is not offered is not taken
    ready_valid: assert ((grp_ready_o & ~grp_valid_i) == '0
                         && (alloc_ready_o & ~alloc_valid_i) == '0);
    // P: an index is taken by the one group that opens with it, and by no other
    index_once: assert ((used0 & used1) == '0 && (used0 | used1) == alloc_ready_o
                        && (used0 != '0) == open_en_o[0] && (used1 != '0) == open_en_o[1]);
    // P: the outputs are those of group 0, then group 1, placed one after the other
    in_order_out: assert (outputs_agree);
    // P: what is shut, and what the close meets, is what is left at its turn
    in_order_shut: assert (shuts_agree);
    // P: the entries are those that group 0, group 1 and the close leave, one after the other
    in_order_state: assert (!started || refs_agree);
    // P: the victim pointers are those that group 0, then group 1 leave
    in_order_victim: assert (!started || victims_agree);
    // P: a reset makes all entries invalid and all victim pointers 0
    reset_clears: assert (!was_reset || (valid == '0 && victim == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  logic table_full, table_full_q, same_pc;
  assign table_full = valid == '1;
  assign same_pc = pc0 == pc1 && req0 != '0 && req1 != '0;
  always_ff @(posedge clk_i) table_full_q <= on && table_full;

  always @* if (on && rst_ni) begin
    c_full: cover (table_full);
    c_replace: cover (started && table_full_q && table_full
                      && (Ways == 1 || victim != last_victim_q));
    c_conflict: cover (join_en_o[0] && open_en_o[0]);
    c_conflict1: cover (join_en_o[1] && open_en_o[1]);
    c_join_opened: cover (open_en_o[0] && join_en_o[1] && join_idx1 == open_idx0);
    c_join_twice: cover (join_en_o == 2'b11 && join_idx0 == join_idx1);
    c_open_both: cover (open_en_o == 2'b11 && !same_pc);
    c_join_at_issue: cover (close_en_i && ((join_en_o[0] && join_idx0 == close_idx_i)
                            || Forward == 0));
    c_refuse0: cover (grp_valid_i == 2'b11 && grp_ready_o == 2'b10 && join_en_o[1]);
    c_refuse1: cover (grp_valid_i == 2'b11 && grp_ready_o == 2'b01 && open_en_o[0]);
    c_close_missed: cover (started && table_full && close_en_i && ref_valid == valid);
    c_shut_both: cover (shut_en_o == 2'b11);
    c_shut_victim: cover (shut_en_o[0] && !join_en_o[0] && open0 == req0 && valid == '1);
    c_shut_opened: cover (shut_en_o[1] && open_en_o[0] && shut_idx1 == open_idx0);
    c_shut_joined: cover (shut_en_o[1] && join_en_o[0] && shut_idx1 == join_idx0);
    c_shut_issued: cover (Forward == 0
                          || (close_en_i && shut_en_o[0] && shut_idx0 == close_idx_i));
    c_close_joined: cover (Forward == 0 || (close_hit_o && join_en_o == 2'b11
                           && join_idx0 == close_idx_i && join_idx1 == close_idx_i));
    c_lane_split: cover (LaneSlots == 1
                         || (join_en_o == 2'b11 && open_en_o[1] && join1[Lanes-1] && open1[0]
                             && turn_o[Homes*TurnWidth] && join_idx1 == join_idx0));
    c_lane_full: cover (LaneSlots == 1 || (open_en_o[0] && join0[Lanes-1] && open0[0]
                                           && close_hit_o && close_occ_o == '1));
    c_closed: cover (started && close_en_i && ref_valid != valid && grp_valid_i == '0);
  end
endmodule

// What follows goes to the end of the module hd_pc_warp_lut itself, in the copy that is proven:
// there all of its state can be named. (yosys 0.23 reads `bind` and drops it without a word.)
`ifdef HD_INSIDE
  logic [Entries*PcWidth-1:0]  props_pc;
  logic [Entries*Lanes-1:0]    props_occ;
  logic [Entries*IdxWidth-1:0] props_idx;
  logic [Sets*8-1:0]           props_victim;
  for (genvar w = 0; w < Ways; w++) begin : gen_props_way
    for (genvar s = 0; s < Sets; s++) begin : gen_props_entry
      assign props_pc[(s*Ways+w)*PcWidth +: PcWidth] = gen_way[w].pc_q[s];
      assign props_occ[(s*Ways+w)*Lanes +: Lanes] = gen_way[w].occ_q[s];
      assign props_idx[(s*Ways+w)*IdxWidth +: IdxWidth] = gen_way[w].idx_q[s];
    end
  end
  for (genvar s = 0; s < Sets; s++) begin : gen_props_set
    assign props_victim[s*8 +: 8] = 8'(victim_q[s]);
  end
  hd_pc_warp_lut_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .valid(valid_q), .pc(props_pc), .occ(props_occ), .idx(props_idx),
      .victim(props_victim)
  );
`endif
