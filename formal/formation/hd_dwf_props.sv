// SPDX-License-Identifier: Apache-2.0
//
// Properties of the dynamic warp formation unit (docs/blocks/dwf.md), for formal/prove.sh, with all
// of its blocks inside.
//
// Beside the design stand the threads in the unit: a thread goes in when it is offered by a return
// or taken by a launch, and out when it is issued (others of its warp may still wait to get in).
// Any thread that is not in it may come at any time, with any PC, at any place of its home lane:
// more than what a pipeline does. One thread `watch`, chosen by the solver, is looked for in every
// place where threads stand; what is proven of it holds for each. The memory behind Spill is part
// of the ghost: it answers reads in any order, after any time.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_dwf_props #(
    `HD_PARAMETERS,
    localparam int IdxWidth = $clog2(PoolEntries),
    localparam int Homes = Lanes / LaneSlots,
    localparam int RecordWidth = CntWidth + PcWidth + Lanes + Lanes * TidWidth
) (
    `HD_PORTS,
    input logic [RecordWidth-1:0]                wr_record, // KEY, PC, REQ, TIDs
    input logic [RecordWidth-1:0]                rsp_record,
    // State and signals: the warp update registers, the lanes of the waiting warp that are sent,
    input logic [1:0]                            reg_valid,
    input logic [2*PcWidth-1:0]                  reg_pc,
    input logic [2*Lanes-1:0]                    reg_req,
    input logic [2*Lanes*TidWidth-1:0]           reg_tid,
    input logic [Lanes-1:0]                      sent,
    // the groups at the PC-warp LUT,
    input logic [1:0]                            grp_valid,
    input logic [1:0]                            grp_ready,
    input logic [1:0]                            join_en,
    input logic [2*IdxWidth-1:0]                 join_idx,
    input logic [1:0]                            open_en,
    input logic [2*IdxWidth-1:0]                 open_idx,
    // its entries,
    input logic [LutEntries-1:0]                 lut_valid,
    input logic [LutEntries*PcWidth-1:0]         lut_pc,
    input logic [LutEntries*Lanes-1:0]           lut_occ,
    input logic [LutEntries*IdxWidth-1:0]        lut_idx,
    // the warp pool,
    input logic [PoolEntries*PcWidth-1:0]        pool_pc,
    input logic [PoolEntries*Lanes-1:0]          pool_mask,
    input logic [PoolEntries*Lanes*TidWidth-1:0] pool_tid,
    // the indices that the allocator has, and whether it has none twice,
    input logic [PoolEntries-1:0]                free,
    input logic                                  free_ok,
    // the warp that is picked, and with Policy 4 the scheduler's queue.
    input logic [IdxWidth-1:0]                   issue_idx,
    input logic [PoolEntries-1:0]                listed,
    input logic                                  listed_ok
);

  localparam int Threads = 1 << TidWidth;
  localparam int PlaceWidth = $clog2(Slots);
  localparam int RecordShift = $clog2((RecordWidth + 7) / 8);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // The home lane of a thread: its number in the static warp; in odd ones with the lowest bit
  // inverted, if there is such a place. With several places a lane: that modulo Homes.
  function automatic int home(input int tid);
    home = tid & ((1 << LaneBits) - 1);
    if (Swizzle != 0 && ((tid >> LaneBits) & 1) == 1 && (home ^ 1) < Lanes) home = home ^ 1;
    if (LaneSlots > 1) home = home % Homes;
  endfunction

  logic issue, launched;
  assign issue = issue_valid_o && issue_ready_i;
  assign launched = launch_valid_i && launch_ready_o;

  // ------------------------------------------------------------------ ghost: threads in the unit

  logic [Threads-1:0] in_unit, offered, comes, goes;
  logic home_lane, each_once;
  always @* begin
    offered = '0;
    comes = '0;
    goes = '0;
    home_lane = 1'b1;
    for (int l = 0; l < Lanes; l++) begin
      for (int t = 0; t < Threads; t++) begin
        if (ret_valid_i && ret_mask_i[l] && !sent[l]
            && ret_tid_i[l*TidWidth+:TidWidth] == TidWidth'(t)) begin
          offered[t] = 1'b1;
          if (home(t) != l % Homes) home_lane = 1'b0;
        end
        if (launched && launch_mask_i[l] && 32'(launch_warp_i) == (t >> LaneBits)
            && (t & ((1 << LaneBits) - 1)) == l) comes[t] = 1'b1;
        if (issue && issue_mask_o[l] && issue_tid_o[l*TidWidth+:TidWidth] == TidWidth'(t))
          goes[t] = 1'b1;
      end
    end
  end
  // A warp has each thread once.
  always @* begin
    each_once = 1'b1;
    for (int l = 0; l < Lanes; l++)
      for (int m = 0; m < l; m++)
        if (ret_mask_i[l] && ret_mask_i[m]
            && ret_tid_i[l*TidWidth+:TidWidth] == ret_tid_i[m*TidWidth+:TidWidth])
          each_once = 1'b0;
  end
  always_ff @(posedge clk_i) in_unit <= rst_ni ? (in_unit | offered | comes) & ~goes : '0;

  // The neighbours' promises. A warp refused is offered again, unchanged; else it brings threads
  // that are not in the unit, in their home lanes, and so does a launch.
  logic refused_q;
  logic [Lanes*(TidWidth+PcWidth+2)-1:0] ret_q;
  logic [Lanes-1:0] mask_q;
  assign mask_q = ret_q[Lanes*(TidWidth+PcWidth+1)+:Lanes];
  always_ff @(posedge clk_i) begin
    refused_q <= rst_ni && ret_valid_i && !ret_ready_o;
    ret_q <= {ret_mask_i, ret_tid_i, ret_pc_i, ret_pdom_i};
  end
  always @* if (refused_q)
    assume (ret_valid_i && {ret_mask_i, ret_tid_i, ret_pc_i, ret_pdom_i} == ret_q);
  always @* if (ret_valid_i) assume (home_lane && each_once);
  always @* if (!refused_q) assume ((offered & in_unit) == '0);
  always @* assume ((comes & in_unit) == '0);

  // ------------------------------------------------------------------ ghost: the memory

  logic [Slots-1:0] mem_valid;
  logic [Slots*RecordWidth-1:0] mem;
  logic [Reads-1:0] asked_valid, answers, first_free;
  logic [Reads*RecordWidth-1:0] asked;
  logic [PlaceWidth-1:0] wr_place, rd_place;
  logic [RecordWidth-1:0] rd_record;
  assign wr_place = PlaceWidth'(wr_addr_o >> RecordShift);
  assign rd_place = PlaceWidth'(rd_addr_o >> RecordShift);
  always @* begin
    rd_record = '0;
    for (int s = 0; s < Slots; s++)
      if (rd_place == PlaceWidth'(s) && mem_valid[s]) rd_record = mem[s*RecordWidth+:RecordWidth];
    answers = '0;
    first_free = '0;
    for (int r = Reads - 1; r >= 0; r--) begin
      if (asked_valid[r] && asked[r*RecordWidth+:RecordWidth] == rsp_record)
        answers = Reads'(1) << r;
      if (!asked_valid[r]) first_free = Reads'(1) << r;
    end
  end
  always_ff @(posedge clk_i) begin
    for (int s = 0; s < Slots; s++) begin
      if (!rst_ni) mem_valid[s] <= 1'b0;
      else if (wr_valid_o && wr_ready_i && wr_place == PlaceWidth'(s)) mem_valid[s] <= 1'b1;
      else if (rd_valid_o && rd_ready_i && rd_place == PlaceWidth'(s)) mem_valid[s] <= 1'b0;
      if (wr_valid_o && wr_ready_i && wr_place == PlaceWidth'(s))
        mem[s*RecordWidth+:RecordWidth] <= wr_record;
    end
    for (int r = 0; r < Reads; r++) begin
      if (!rst_ni) asked_valid[r] <= 1'b0;
      else if (rd_valid_o && rd_ready_i && first_free[r]) asked_valid[r] <= 1'b1;
      else if (rsp_valid_i && rsp_ready_o && answers[r]) asked_valid[r] <= 1'b0;
      if (rd_valid_o && rd_ready_i && first_free[r])
        asked[r*RecordWidth+:RecordWidth] <= rd_record;
    end
  end
  always @* assume (Spill == 0 || !rsp_valid_i || answers != '0);
  always @* assume (Spill == 0 || !base_en_i);

  // ------------------------------------------------------------------ where the watched thread is

  (* anyconst *) logic [TidWidth-1:0] watch;
  logic [5:0] home_of;
  logic in_q;                  // it is in the unit
  logic [PcWidth-1:0] pc_q;    // with this PC
  logic now;                   // it is offered in this cycle
  logic [PcWidth-1:0] pc_now;
  always @* begin
    home_of = '0;
    in_q = 1'b0;
    now = 1'b0;
    for (int t = 0; t < Threads; t++)
      if (watch == TidWidth'(t)) begin
        home_of = 6'(home(t));
        in_q = in_unit[t];
        now = offered[t];
      end
    pc_now = launch_pc_i;
    for (int l = 0; l < Lanes; l++)
      if (now && ret_mask_i[l] && ret_tid_i[l*TidWidth+:TidWidth] == watch)
        pc_now = ret_pc_i[l*PcWidth+:PcWidth];
  end
  always @* assume (32'(watch) % (1 << LaneBits) < Lanes);
  always_ff @(posedge clk_i) if (!in_q) pc_q <= pc_now;

  // The lanes of each warp of the pool: while the PC-warp LUT has it those of OCC, else MASK.
  logic [PoolEntries-1:0] live, filling;
  logic [PoolEntries*Lanes-1:0] lanes;
  logic lut_right, all_low_first;
  assign live = ~free;
  always @* begin
    filling = '0;
    lanes = pool_mask;
    lut_right = 1'b1;
    all_low_first = 1'b1;
    for (int e = 0; e < LutEntries; e++)
      for (int p = Homes; p < Lanes; p++)
        if (lut_valid[e] && lut_occ[e*Lanes+p] && !lut_occ[e*Lanes+p-Homes]) all_low_first = 1'b0;
    for (int i = 0; i < PoolEntries; i++)
      for (int e = 0; e < LutEntries; e++)
        if (lut_valid[e] && lut_idx[e*IdxWidth+:IdxWidth] == IdxWidth'(i)) begin
          if (filling[i] || !live[i] || lut_occ[e*Lanes+:Lanes] == '0
              || lut_pc[e*PcWidth+:PcWidth] != pool_pc[i*PcWidth+:PcWidth]) lut_right = 1'b0;
          filling[i] = 1'b1;
          lanes[i*Lanes+:Lanes] = lut_occ[e*Lanes+:Lanes];
        end
    for (int e = 0; e < LutEntries; e++) begin
      if (lut_valid[e] && 32'(lut_idx[e*IdxWidth+:IdxWidth]) >= PoolEntries) lut_right = 1'b0;
      for (int f = 0; f < e; f++)
        if (lut_valid[e] && lut_valid[f]
            && lut_pc[e*PcWidth+:PcWidth] == lut_pc[f*PcWidth+:PcWidth]) lut_right = 1'b0;
    end
  end

  // Its places: the waiting warp, registers, pool, memory. `astray`: one that is not in its home
  // lane, or not with its PC.
  logic [3:0] at_wait, at_reg, at_pool, at_memory;
  logic astray, empty_warp;
  logic [Slots+Reads-1:0] out_valid;
  logic [RecordWidth-1:0] record;
  assign out_valid = {asked_valid, mem_valid};
  always @* begin
    at_wait = '0;
    at_reg = '0;
    at_pool = '0;
    at_memory = '0;
    astray = 1'b0;
    empty_warp = 1'b0;
    record = '0;
    for (int l = 0; l < Lanes; l++) begin
      if (ret_valid_i && ret_mask_i[l] && !sent[l] && ret_tid_i[l*TidWidth+:TidWidth] == watch)
        at_wait = at_wait + 4'd1;
      for (int g = 0; g < 2; g++)
        if (reg_valid[g] && reg_req[g*Lanes+l] && reg_tid[(g*Lanes+l)*TidWidth+:TidWidth] == watch)
        begin
          at_reg = at_reg + 4'd1;
          if (32'(home_of) != l % Homes || reg_pc[g*PcWidth+:PcWidth] != pc_q) astray = 1'b1;
        end
      for (int i = 0; i < PoolEntries; i++)
        if (live[i] && lanes[i*Lanes+l] && pool_tid[(l*PoolEntries+i)*TidWidth+:TidWidth] == watch)
        begin
          at_pool = at_pool + 4'd1;
          if (32'(home_of) != l % Homes || pool_pc[i*PcWidth+:PcWidth] != pc_q) astray = 1'b1;
        end
    end
    for (int i = 0; i < PoolEntries; i++)
      if (live[i] && lanes[i*Lanes+:Lanes] == '0) empty_warp = 1'b1;
    if (Spill != 0)
      for (int s = 0; s < Slots + Reads; s++) begin
        if (s < Slots) record = mem[(s%Slots)*RecordWidth+:RecordWidth];
        else record = asked[((s+Reads-Slots)%Reads)*RecordWidth+:RecordWidth];
        for (int l = 0; l < Lanes; l++)
          if (out_valid[s] && record[Lanes*TidWidth+l] && record[l*TidWidth+:TidWidth] == watch)
          begin
            at_memory = at_memory + 4'd1;
            if (32'(home_of) != l % Homes
                || record[Lanes*TidWidth+Lanes+:PcWidth] != pc_q) astray = 1'b1;
          end
      end
  end

  // The warp that issues.
  logic [3:0] issued;
  logic issued_right;
  always @* begin
    issued = '0;
    issued_right = 1'b1;
    for (int l = 0; l < Lanes; l++)
      if (issue && issue_mask_o[l] && issue_tid_o[l*TidWidth+:TidWidth] == watch) begin
        issued = issued + 4'd1;
        if (32'(home_of) != l % Homes || issue_pc_o != pc_q) issued_right = 1'b0;
      end
  end

  // What the blocks promise each other: threads join warps that are there, or that group 0 opens;
  // warps that open were free.
  logic groups_right;
  always @* begin
    groups_right = 1'b1;
    for (int g = 0; g < 2; g++)
      for (int i = 0; i < PoolEntries; i++) begin
        if (join_en[g] && join_idx[g*IdxWidth+:IdxWidth] == IdxWidth'(i) && !live[i]
            && !(g == 1 && open_en[0] && open_idx[0+:IdxWidth] == IdxWidth'(i)))
          groups_right = 1'b0;
        if (open_en[g] && open_idx[g*IdxWidth+:IdxWidth] == IdxWidth'(i) && live[i])
          groups_right = 1'b0;
      end
  end

  logic picks_live;
  always @* begin
    picks_live = !issue_valid_o || 32'(issue_idx) < PoolEntries;
    for (int i = 0; i < PoolEntries; i++)
      if (issue_valid_o && issue_idx == IdxWidth'(i) && !live[i]) picks_live = 1'b0;
  end

  // Cycles in a row in which threads are in the unit, nothing comes, the memory does what it is
  // asked, the next PC may be chosen (with time stamps there is none to choose), and no warp is
  // offered.
  logic friendly, chooses;
  logic [5:0] quiet;
  assign friendly = Spill == 0
                    || (wr_ready_i && rd_ready_i && (asked_valid == '0 || rsp_valid_i));
  assign chooses = choose_i || Policy == 4;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || issue_valid_o || in_unit == '0 || !friendly || !chooses
        || (ret_valid_i && !refused_q) || launched) quiet <= '0;
    else if (quiet != '1) quiet <= quiet + 6'd1;
  end
  localparam int QuietBound = Policy == 4 ? (Spill != 0 ? 8 : 4) : 16;

  // With Spill: the pipe as the core has it. It may stall, for any time, while a return is offered
  // and not taken: the warp that issues goes behind that one. It may then keep choose_i low, too.
  // Groups that come back from memory go before a return, and a warp that issues makes room for
  // them: while none gets in there are no more of either than threads. So from one to the next are
  // counted: the cycles in which a return, or a launch without one, waits; those alone are left out
  // in which the memory does not take a write. And the cycles in a row in which threads are in the
  // unit or wait to get in, the memory does what it is asked, the pipe takes what there is, and
  // lets the next PC be chosen, unless a return waits, and nothing moves.
  logic waits, back, moves;
  logic [5:0] waiting, still;
  assign waits = (ret_valid_i || launch_valid_i) && !(ret_valid_i ? ret_ready_o : launch_ready_o);
  assign back = rsp_valid_i && rsp_ready_o;
  assign moves = issue || back || (ret_valid_i && ret_ready_o) || launched;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !waits || issue || back) waiting <= '0;
    else if ((!wr_valid_o || wr_ready_i) && waiting != '1) waiting <= waiting + 6'd1;
    if (!rst_ni || moves || !friendly || (in_unit == '0 && !ret_valid_i && !launch_valid_i)
        || (!(issue_ready_i && chooses) && !(ret_valid_i && !ret_ready_o))) still <= '0;
    else if (still != '1) still <= still + 6'd1;
  end
  localparam int TakenBound = Policy == 4 ? 4 : 10;
  localparam int StillBound = Policy == 4 ? 8 : 12;

  // The cycle before: the next PC could be chosen, a warp was offered.
  logic chose, offered_was;
  always_ff @(posedge clk_i) begin
    chose <= chooses;
    offered_was <= issue_valid_o;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: a thread that is in the unit is in one place, once, and no other is in any
    one_place: assert (32'(at_wait) + 32'(at_reg) + 32'(at_pool) + 32'(at_memory)
                       == 32'(in_q || now));
    // P: a thread is at a place of its home lane, with the PC with which it came
    right_place: assert (!astray);
    // P: a thread is issued only if it is in the unit, once, from its lane, with its PC
    issue_once: assert (issued == '0 || (in_q && issued == 4'd1 && issued_right));
    // P: only warps of the pool are issued, and none without threads
    issue_live: assert (picks_live && !(issue && issue_mask_o == '0));
    // P: no warp of the pool is without threads
    none_empty: assert (!empty_warp);
    // P: two groups of one warp differ in PC and lanes, and none is empty; lanes are sent of a warp
    // that waits alone
    groups_apart: assert ((reg_valid != 2'b11
                           || ((reg_req[0+:Lanes] & reg_req[Lanes+:Lanes]) == '0
                               && reg_pc[0+:PcWidth] != reg_pc[PcWidth+:PcWidth]))
                          && (!reg_valid[0] || reg_req[0+:Lanes] != '0)
                          && (!reg_valid[1] || reg_req[Lanes+:Lanes] != '0)
                          && (sent == '0 || (refused_q && (sent & ~mask_q) == '0)));
    // P: the allocator has no index twice, and counts the indices that it has
    index_kept: assert (free_ok);
    // P: each entry of the PC-warp LUT is of a warp of the pool, with its PC, and of one of its own
    lut_live: assert (lut_right);
    // P: a warp that is being filled has the places of a lane taken from the lowest up
    low_first: assert (all_low_first);
    // P: threads join warps that are there; warps that open were not
    group_rule: assert (groups_right);
    // P: with time stamps each warp of the pool is in the queue, once, and no other is
    listed_once: assert (Policy != 4 || (listed_ok && listed == live));
    // P: after a cycle without a warp there is one only if its PC could be chosen
    choose_rule: assert (was_reset || chose || offered_was || !issue_valid_o);
    // P: while threads are in the unit a warp is offered within the bound: no deadlock
    goes_on: assert (32'(quiet) <= QuietBound);
    // P: with Spill a return is taken, or a group comes back from memory, or a warp leaves, within
    // the bound, whatever the pipe does: no deadlock
    taken: assert (Spill == 0 || 32'(waiting) <= TakenBound);
    // P: with Spill a warp leaves, a return or launch is taken, or a group comes back from memory,
    // within the bound
    progress: assert (Spill == 0 || 32'(still) <= StillBound);
    // P: a group that is not placed has a reason
    refuse_rule: assert ((refuse_o == 2'd0) == (grp_valid == grp_ready));
    // P: the unit says why no warp is there
    wait_rule: assert ((wait_o == 2'd0) == issue_valid_o && (wait_o != 2'd1 || live == '0));
    // P: a reset leaves no thread
    reset_clears: assert (!was_reset || (live == '0 && reg_valid == '0 && !issue_valid_o
                                         && !wr_valid_o && !rd_valid_o && sent == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  // The second place of lane 0.
  localparam int Second = LaneSlots > 1 ? Homes : 0;

  always @* if (on && rst_ni) begin
    c_no_index: cover (refuse_o == 2'd2 && free_count_o == '0);
    c_no_queue: cover (Policy == 4 || refuse_o == 2'd1);
    c_join_issue: cover (issue && join_en[0] && join_idx[0+:IdxWidth] == issue_idx);
    c_full_warp: cover (issue && (&issue_mask_o) && !filling[0]);
    c_lane_shared: cover (LaneSlots == 1
        || (issue && issue_mask_o[Second] && issue_tid_o[Second*TidWidth+:TidWidth] == watch
            && issue_tid_o[0+:TidWidth] >> LaneBits != watch >> LaneBits));
    c_back: cover (issued != '0 && ret_valid_i && sent != '0);
    c_spilled: cover (Spill == 0 || at_memory != '0);
    c_stuck: cover (Spill == 0 || Policy == 4 || (stuck_o && wr_valid_o && free_count_o >= 2));
    c_answer: cover (Spill == 0 || (rsp_valid_i && rsp_ready_o && at_memory != '0));
  end
endmodule

// What follows goes to the end of the module hd_dwf itself, in the copy that is proven, and of the
// blocks inside: there all of their state can be named.
`ifdef HD_INSIDE
  (* hierconn *) wire [Lanes-1:0] \u_update.sent_q ;
  (* hierconn *) wire [LutEntries-1:0] \u_lut.valid_q ;
  (* hierconn *) wire [LutEntries*PcWidth-1:0] \u_lut.props_pc ;
  (* hierconn *) wire [LutEntries*Lanes-1:0] \u_lut.props_occ ;
  (* hierconn *) wire [LutEntries*IdxWidth-1:0] \u_lut.props_idx ;
  (* hierconn *) wire [PoolEntries*PcWidth-1:0] \u_pool.props_pc ;
  (* hierconn *) wire [PoolEntries*Lanes-1:0] \u_pool.props_mask ;
  (* hierconn *) wire [PoolEntries*Lanes*TidWidth-1:0] \u_pool.props_tid ;
  (* hierconn *) wire [PoolEntries-1:0] \u_alloc.props_free ;
  (* hierconn *) wire \u_alloc.props_ok ;
  (* hierconn *) wire [PoolEntries-1:0] \gen_time.u_sched.props_listed ;
  (* hierconn *) wire \gen_time.u_sched.props_ok ;
  hd_dwf_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .wr_record({wr_key_o, wr_pc_o, wr_req_o, wr_tid_o}),
      .rsp_record({rsp_key_i, rsp_pc_i, rsp_req_i, rsp_tid_i}), .reg_valid, .reg_pc, .reg_req,
      .reg_tid, .sent(\u_update.sent_q ), .grp_valid, .grp_ready, .join_en, .join_idx, .open_en,
      .open_idx, .lut_valid(\u_lut.valid_q ), .lut_pc(\u_lut.props_pc ),
      .lut_occ(\u_lut.props_occ ), .lut_idx(\u_lut.props_idx ), .pool_pc(\u_pool.props_pc ),
      .pool_mask(\u_pool.props_mask ), .pool_tid(\u_pool.props_tid ), .free(\u_alloc.props_free ),
      .free_ok(\u_alloc.props_ok ), .issue_idx, .listed(\gen_time.u_sched.props_listed ),
      .listed_ok(\gen_time.u_sched.props_ok )
  );
`endif
`ifdef HD_INSIDE_hd_pc_warp_lut
  logic [Entries*PcWidth-1:0] props_pc;
  logic [Entries*Lanes-1:0] props_occ;
  logic [Entries*IdxWidth-1:0] props_idx;
  for (genvar w = 0; w < Ways; w++) begin : gen_props_way
    for (genvar s = 0; s < Sets; s++) begin : gen_props_set
      assign props_pc[(s*Ways+w)*PcWidth +: PcWidth]    = gen_way[w].pc_q[s];
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
  // In the list: not yet handed out, or in the ring; there no index twice, none that is fresh.
  logic [Entries-1:0] props_free;
  logic props_ok;
  int props_at, props_gap;
  always @* begin
    props_gap = 32'(tail_q) - 32'(head_q);
    if (props_gap < 0) props_gap = props_gap + Entries;
    props_ok = 32'(fresh_q) <= Entries && 32'(head_q) < Entries && 32'(tail_q) < Entries
               && 32'(count_q) <= 32'(fresh_q)
               && (32'(count_q) == props_gap || (32'(count_q) == Entries && props_gap == 0));
    for (int i = 0; i < Entries; i++) props_free[i] = 32'(fresh_q) <= i;
    for (int k = 0; k < Entries; k++) begin
      props_at = 32'(head_q) + k;
      if (props_at >= Entries) props_at = props_at - Entries;
      for (int p = 0; p < Entries; p++)
        if (p == props_at && k < 32'(count_q))
          for (int i = 0; i < Entries; i++)
            if (props_idx[p*IdxWidth +: IdxWidth] == IdxWidth'(i)) begin
              if (props_free[i]) props_ok = 1'b0;
              props_free[i] = 1'b1;
            end
    end
    if (32'($countones(props_free)) != 32'(free_count_o)) props_ok = 1'b0;
  end
`endif
`ifdef HD_INSIDE_hd_time_scheduler
  logic [Entries*WidWidth-1:0] props_wid;
  for (genvar i = 0; i < Entries; i++) begin : gen_props
    assign props_wid[i*WidWidth +: WidWidth] = wid_q[i];
  end
  logic [Entries-1:0] props_listed;
  logic props_ok;
  int props_at, props_gap;
  always @* begin
    props_gap = 32'(tail_q) - 32'(head_q);
    if (props_gap < 0) props_gap = props_gap + Entries;
    props_ok = 32'(head_q) < Entries && 32'(tail_q) < Entries && 32'(count_q) <= Entries
               && (32'(count_q) == props_gap || (32'(count_q) == Entries && props_gap == 0));
    props_listed = '0;
    for (int k = 0; k < Entries; k++) begin
      props_at = 32'(head_q) + k;
      if (props_at >= Entries) props_at = props_at - Entries;
      for (int p = 0; p < Entries; p++)
        if (p == props_at && k < 32'(count_q))
          for (int i = 0; i < Entries; i++)
            if (props_wid[p*WidWidth +: WidWidth] == WidWidth'(i)) begin
              if (props_listed[i]) props_ok = 1'b0;
              props_listed[i] = 1'b1;
            end
    end
    if (32'($countones(props_listed)) != 32'(count_q)) props_ok = 1'b0;
  end
`endif
