// SPDX-License-Identifier: Apache-2.0
//
// Properties of Virtual Thread's plug (docs/blocks/vt_plug.md), for formal/prove.sh.
//
// Free: hd_vt
// Both: 8
//
// The unit inside says anything at any time that its promises allow (hd_vt_promise.sv), which are
// proven of it. What it is promised in turn is proven here of what the plug tells it. The front
// end does anything that its page allows.
//
// Beside the design stand ghosts, from the ports: of each slot whether a warp sits there, what the
// front end is about to do there, what the unit was told; of one warp `watch` and one register
// `row`, chosen by the solver (those of the promises), so that what is proven of them holds for
// all, the accesses and writes that are under way, with the slots on which they were issued.
//
// With Own = 1 there are no looks: slots stall as the front end says, which keeps its page; the
// accesses of `watch` are those that have a lane of it.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_vt_plug_props #(
    `HD_PARAMETERS,
    localparam int StoreWidth = $clog2(Accesses + 1)
) (
    `HD_PORTS,
    // Chosen: of the unit's promises
    input logic [WarpWidth-1:0]         watch,
    input logic [5:0]                   row,
    // What the unit says
    input logic [Slots-1:0]             ready,
    input logic                         leave_en,
    input logic [SlotWidth-1:0]         leave_slot,
    input logic [SlotWidth-1:0]         done_slot,
    // What it is told
    input logic [Ports:0]               tell_valid,
    input logic [(Ports+1)*2-1:0]       tell_kind,
    input logic [(Ports+1)*SlotWidth-1:0] tell_slot,
    input logic [Ports:0]               wake_valid,
    input logic [(Ports+1)*SlotWidth-1:0] wake_slot,
    input logic [Ports:0]               set_en,
    input logic [(Ports+1)*SlotWidth-1:0] set_slot,
    input logic [(Ports+1)*6-1:0]       set_reg,
    input logic [Writers-1:0]           wb_en,
    input logic [Writers*SlotWidth-1:0] wb_slot,
    input logic [Writers*WarpWidth-1:0] wb_warp,
    input logic [Writers*6-1:0]         wb_reg,
    // State; the counter, and the slot, of warp w is part w
    input logic [Warps-1:0]             owes,
    input logic [Warps*SlotWidth-1:0]   seat,
    input logic [SizeWidth-1:0]         warps,
    input logic [Slots-1:0]             sits,
    input logic [Slots-1:0]             wants,
    input logic [Slots-1:0]             stalls,
    input logic [Slots-1:0]             arrives,
    input logic [Warps*StoreWidth-1:0]  stores
);

  localparam logic [1:0] Stalls  = 2'd0;
  localparam logic [1:0] Barrier = 2'd1;
  localparam logic [1:0] Ended   = 2'd3;
  localparam logic [5:0] Stores  = 6'd63;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  always @* assume (32'(watch) < Warps && row != Stores);

  // ------------------------------------------------------------------ slot by slot

  // Of the block that comes, leaves, is done; of the front end; of the unit.
  logic [Slots-1:0] comes, leaves, ends, looked, passes, waits, issues, events, at_barrier, ended;
  logic [Slots-1:0] told, told_stall, told_barrier, told_end, woken, written, watched;

  // Slots on which warps sit; slots that are the first of their blocks; warps of a block.
  logic [Slots-1:0]     here, first;
  logic [SizeWidth-1:0] count;

  always @* begin
    {comes, leaves, ends, looked, passes, waits, issues, events, at_barrier, ended} = '0;
    {told, told_stall, told_barrier, told_end, woken, written} = '0;
    for (int s = 0; s < Slots; s++) begin
      comes[s]   = (begin_en_o || resume_en_o) && s >= 32'(begin_slot_o)
                   && s < 32'(begin_slot_o) + 32'(count);
      leaves[s]  = leave_en && s >= 32'(leave_slot) && s < 32'(leave_slot) + 32'(count);
      ends[s]    = done_valid_o && s >= 32'(done_slot) && s < 32'(done_slot) + 32'(count);
      watched[s] = slot_warp_o[s*WarpWidth+:WarpWidth] == watch;
      for (int p = 0; p < Ports; p++) begin
        if (Own == 0 && look_en_i[p] && 32'(look_slot_i[p*SlotWidth+:SlotWidth]) == s) begin
          looked[s] = 1'b1;
          passes[s] = look_pass_i[p];
          waits[s]  = !look_pass_i[p] && look_memory_i[p];
        end
        if (Own == 0 && set_en_i[p] && 32'(set_slot_i[p*SlotWidth+:SlotWidth]) == s)
          issues[s] = 1'b1;
        if (ev_valid_i[p] && 32'(ev_slot_i[p*SlotWidth+:SlotWidth]) == s) begin
          events[s]     = 1'b1;
          at_barrier[s] = ev_kind_i[p*2+:2] == Barrier;
          ended[s]      = ev_kind_i[p*2+:2] == Ended;
        end
      end
      for (int p = 0; p < Ports + 1; p++) begin
        if (tell_valid[p] && 32'(tell_slot[p*SlotWidth+:SlotWidth]) == s) begin
          told[s]         = 1'b1;
          told_stall[s]   = tell_kind[p*2+:2] == Stalls;
          told_barrier[s] = tell_kind[p*2+:2] == Barrier;
          told_end[s]     = tell_kind[p*2+:2] == Ended;
        end
        if (wake_valid[p] && 32'(wake_slot[p*SlotWidth+:SlotWidth]) == s) woken[s] = 1'b1;
        if (set_en[p] && 32'(set_slot[p*SlotWidth+:SlotWidth]) == s) written[s] = 1'b1;
      end
    end
  end

  // Ghosts, as the page says when they begin and end. The front end's: a look has found that the
  // next instruction may issue; a stop has issued, and is not resolved; a look has found that it
  // waits, which has not been told. The unit's: slots that stall; warps that have ended. An
  // arrival.
  logic [Slots-1:0] passed, stopped, waiting, arrived, unit_stalls, unit_ended;
  (* anyseq *) logic [Slots-1:0] is_stop, resolved; // free: what issues; a stop without an event

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {here, first, passed, stopped, waiting, arrived, unit_stalls, unit_ended} <= '0;
      count <= SizeWidth'(1);
    end else begin
      if (kernel_en_i && idle_o) count <= kernel_warps_i;
      here    <= (here & ~leaves & ~ends) | comes;
      passed  <= (passed | passes) & ~issues & ~leaves & ~ends;
      stopped <= (stopped | (issues & is_stop)) & ~events & ~resolved & ~leaves & ~ends;
      waiting <= (waiting | (waits & ~unit_stalls)) & ~passes & ~told_stall & ~leaves & ~ends;
      arrived <= (arrived | at_barrier) & ~told_barrier & ~leaves & ~ends;
      unit_stalls <= (unit_stalls | told_stall) & ~woken & ~leaves & ~ends;
      unit_ended  <= (unit_ended | told_end) & ~leaves & ~ends;
      for (int s = 0; s < Slots; s++) if (comes[s]) first[s] <= 32'(begin_slot_o) == s;
    end
  end

  // ------------------------------------------------------------------ the neighbours' promises

  // A port has slots of its own: it alone looks there, issues, and tells. No instruction names row
  // 63.
  logic own;
  always @* begin
    own = 1'b1;
    for (int p = 0; p < Ports; p++)
      if ((look_en_i[p] && 32'(look_slot_i[p*SlotWidth+:SlotWidth]) % Ports != p)
          || (set_en_i[p] && 32'(set_slot_i[p*SlotWidth+:SlotWidth]) % Ports != p)
          || (ev_valid_i[p] && 32'(ev_slot_i[p*SlotWidth+:SlotWidth]) % Ports != p)
          || 32'(look_slot_i[p*SlotWidth+:SlotWidth]) >= Slots
          || 32'(set_slot_i[p*SlotWidth+:SlotWidth]) >= Slots
          || 32'(ev_slot_i[p*SlotWidth+:SlotWidth]) >= Slots
          || (ev_valid_i[p] && ev_kind_i[p*2+:2] == Stalls)
          || (set_en_i[p] && set_use_i[p] && set_reg_i[p*6+:6] == Stores)) own = 1'b0;
    for (int w = 0; w < Writers; w++)
      if (wb_en_i[w] && wb_use_i[w] && wb_reg_i[w*6+:6] == Stores) own = 1'b0;
  end

  // A slot that is ready is looked at, once; an instruction that has passed issues, while its slot
  // is ready; a stop that has issued is resolved.
  always @* if (on && rst_ni) begin
    assume (own);
    assume ((looked & ~(ready_o & ~passed & ~stopped)) == '0);
    assume ((issues & ~(ready_o & passed)) == '0);
    assume (Own != 0 || (events & ~stopped) == '0);
    assume (32'(sits_slot_i) < Slots && 32'(sits_warp_i) < Warps);
  end

  // Dynamic warps. Slots of the access that is at its end; those that stall; the lowest of these.
  logic [Slots-1:0] back, held, first_held;
  logic             watch_begins, watch_ends; // the watched warp has a lane in an access
  always @* begin
    back = '0;
    {watch_begins, watch_ends} = '0;
    for (int l = 0; l < Lanes; l++) begin
      for (int s = 0; s < Slots; s++)
        if (Own != 0 && here[s] && end_mask_i[l]
            && end_warp_i[l*WarpWidth+:WarpWidth] == slot_warp_o[s*WarpWidth+:WarpWidth])
          back[s] = 1'b1;
      if (Own != 0 && acc_mask_i[l] && acc_warp_i[l*WarpWidth+:WarpWidth] == watch)
        watch_begins = acc_en_i;
      if (Own != 0 && end_mask_i[l] && end_warp_i[l*WarpWidth+:WarpWidth] == watch)
        watch_ends = 1'b1;
    end
    held       = back & unit_stalls;
    first_held = held & (~held + Slots'(1));
  end

  // Slots whose stall may be told.
  logic [Slots-1:0] may_stall;
  assign may_stall = Own == 0 ? waiting & ~looked
                              : stalls_i & here & ~unit_stalls & ~(end_valid_i ? back : '0);

  // A slot stalls until an access ends that has threads of it: no other thread of it runs. The slot
  // is ready then, and has no event. An access is taken of warps that sit, on slots of which some
  // thread runs; it ends once, when it is at its end and not held. A slot that stalls has an access
  // under way.
  logic [Slots-1:0]      stalled;
  logic [StoreWidth-1:0] under_way;
  always_ff @(posedge clk_i) begin
    stalled <= rst_ni ? stalls_i & here & ~leaves & ~ends & ~(end_en_i ? back : '0) : '0;
    under_way <= rst_ni ? under_way + StoreWidth'(watch_begins)
                          - StoreWidth'(end_en_i && watch_ends) : '0;
  end
  if (Own != 0) begin : gen_dynamic
    always @* if (on && rst_ni) begin
      assume ((stalled & ~stalls_i) == '0);
      assume ((stalls_i & here & ~ready_o) == '0);
      assume ((events & (~ready_o | stalls_i)) == '0);
      assume (!end_en_i || (end_valid_i && !held_o));
      assume (!watch_begins || (32'(under_way) < Accesses
                                && (watched & here & ready_o & ~stalls_i) != '0));
      assume (!(end_valid_i && watch_ends) || under_way != '0);
      assume ((stalls_i & here & watched) == '0 || under_way != '0);
    end
  end

  // A kernel fits.
  always @* if (kernel_en_i && idle_o)
    assume (kernel_warps_i != '0 && 32'(kernel_warps_i) <= MaxWarps);

  // ------------------------------------------------------------------ ghost: one warp's accesses

  // Under way, without a register: so many that were issued on slot s are part s. The row of the
  // scoreboard is busy: it was set, on this slot. The same of register `row`.
  logic [Slots*StoreWidth-1:0] out;
  logic [Slots-1:0]            starts, sets_row, row_out;
  logic [StoreWidth-1:0]       total;
  logic                        stops_one, clears_row, busy, row_busy;
  logic                        sets, clears, told_row, cleared_row;
  logic [SlotWidth-1:0]        set_at, cleared_at, busy_at;

  always @* begin
    {starts, sets_row, sets, told_row, set_at} = '0;
    for (int p = 0; p < Ports; p++)
      for (int s = 0; s < Slots; s++)
        if (set_en_i[p] && 32'(set_slot_i[p*SlotWidth+:SlotWidth]) == s && watched[s]) begin
          starts[s]   = set_access_i[p] && !set_use_i[p];
          sets_row[s] = set_use_i[p] && set_reg_i[p*6+:6] == row;
        end
    for (int p = 0; p < Ports + 1; p++)
      for (int s = 0; s < Slots; s++)
        if (set_en[p] && 32'(set_slot[p*SlotWidth+:SlotWidth]) == s && watched[s]) begin
          if (set_reg[p*6+:6] == Stores) {sets, set_at} = {1'b1, SlotWidth'(s)};
          if (set_reg[p*6+:6] == row) told_row = 1'b1;
        end
    {clears, cleared_row, cleared_at, clears_row} = '0;
    for (int w = 0; w < Writers; w++)
      begin
        if (wb_warp[w*WarpWidth+:WarpWidth] == watch) begin
          if (wb_en[w] && wb_reg[w*6+:6] == Stores)
            {clears, cleared_at} = {1'b1, wb_slot[w*SlotWidth+:SlotWidth]};
          if (wb_en[w] && wb_reg[w*6+:6] == row) cleared_row = 1'b1;
        end
        if (wb_warp_i[w*WarpWidth+:WarpWidth] == watch && wb_en_i[w] && wb_use_i[w]
            && wb_reg_i[w*6+:6] == row) clears_row = 1'b1;
      end
    stops_one = wb_en_i[0] && !wb_use_i[0] && wb_warp_i[0+:WarpWidth] == watch;
    total = '0;
    for (int s = 0; s < Slots; s++) total = total + out[s*StoreWidth+:StoreWidth];
    if (Own != 0) total = under_way;
  end

  logic [StoreWidth-1:0] out_there; // of those of the slot that the one that ends was issued on
  always @* begin
    out_there = '0;
    for (int s = 0; s < Slots; s++)
      if (32'(wb_slot_i[0+:SlotWidth]) == s) out_there = out[s*StoreWidth+:StoreWidth];
  end

  always_ff @(posedge clk_i) begin
    for (int s = 0; s < Slots; s++)
      out[s*StoreWidth+:StoreWidth] <= rst_ni
          ? out[s*StoreWidth+:StoreWidth] + StoreWidth'(starts[s])
            - StoreWidth'(stops_one && 32'(wb_slot_i[0+:SlotWidth]) == s)
          : '0;
    busy     <= rst_ni && ((busy && !clears) || sets);
    row_busy <= rst_ni && ((row_busy && !cleared_row) || told_row);
    row_out  <= rst_ni ? (row_out & {Slots{!clears_row}}) | sets_row : '0;
    if (sets) busy_at <= set_at;
  end

  // At most so many of a warp are under way; each ends once, in a later cycle, with the slot and
  // the warp that it was issued with. Results likewise: a register is written while it is busy, and
  // an instruction that writes it does not issue before. Pipes write registers, or nothing.
  always @* if (on && rst_ni) begin
    assume (starts == '0 || 32'(total) < Accesses);
    assume (!stops_one || out_there != '0);
    assume (sets_row == '0 || row_out == '0);
    assume (!clears_row || row_out != '0);
  end

  // ------------------------------------------------------------------ what is to be told

  // A port's event: the front end's end; else the lowest slot that arrives and stands; else the
  // lowest one that waits, untold, and is not looked at; or that stalls, and none of it is back.
  logic told_well;
  logic [Ports*2-1:0] kind;
  logic [Ports*SlotWidth-1:0] whose;
  logic [Ports-1:0] any;
  always @* begin
    told_well = !tell_valid[Ports];
    {any, kind, whose} = '0;
    for (int p = 0; p < Ports; p++) begin
      for (int s = Slots - 1; s >= 0; s--)
        if (s % Ports == p && may_stall[s]) begin
          any[p] = 1'b1;
          kind[p*2+:2] = Stalls;
          whose[p*SlotWidth+:SlotWidth] = SlotWidth'(s);
        end
      for (int s = Slots - 1; s >= 0; s--)
        if (s % Ports == p && arrived[s] && (Own != 0 || stands_i[s])) begin
          any[p] = 1'b1;
          kind[p*2+:2] = Barrier;
          whose[p*SlotWidth+:SlotWidth] = SlotWidth'(s);
        end
      if (ev_valid_i[p] && ev_kind_i[p*2+:2] == Ended) begin
        any[p] = 1'b1;
        kind[p*2+:2] = Ended;
        whose[p*SlotWidth+:SlotWidth] = ev_slot_i[p*SlotWidth+:SlotWidth];
      end
      if (tell_valid[p] != any[p]
          || (any[p] && (tell_kind[p*2+:2] != kind[p*2+:2]
                         || tell_slot[p*SlotWidth+:SlotWidth] != whose[p*SlotWidth+:SlotWidth])))
        told_well = 1'b0;
    end
  end

  logic sits_there;
  always @* begin
    sits_there = 1'b0;
    for (int s = 0; s < Slots; s++)
      if (32'(sits_slot_i) == s && here[s]
          && slot_warp_o[s*WarpWidth+:WarpWidth] == sits_warp_i) sits_there = 1'b1;
  end

  logic [StoreWidth-1:0] counter;
  always @* begin
    counter = '0;
    for (int w = 0; w < Warps; w++)
      if (32'(watch) == w) counter = stores[w*StoreWidth+:StoreWidth];
  end

  // What the plug has noted of the watched warp. Where lane 0 sits.
  logic                 owing;
  logic [SlotWidth-1:0] seat_of;
  logic [Slots-1:0]     lane_at;
  always @* begin
    {owing, seat_of, lane_at} = '0;
    for (int w = 0; w < Warps; w++)
      if (32'(watch) == w) {owing, seat_of} = {owes[w], seat[w*SlotWidth+:SlotWidth]};
    for (int s = 0; s < Slots; s++)
      lane_at[s] = here[s] && end_mask_i[0]
                   && end_warp_i[0+:WarpWidth] == slot_warp_o[s*WarpWidth+:WarpWidth];
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: a slot sits from begin or resume to leave or done
    sits_right: assert (sits == here && warps == count && begin_count_o == count);
    // P: a slot wants, stalls or arrives, one of these at a time; a slot that does sits
    told_once: assert ((wants & stalls) == '0 && (arrives & (wants | stalls)) == '0
                       && ((wants | stalls | arrives) & ~sits) == '0);
    // P: the unit has the same stalls
    same_stalls: assert (stalls == unit_stalls);
    // P: a slot that a look has found waiting for memory wants, until that is told, or it may issue
    wants_right: assert (wants == waiting);
    // P: a slot that has come to a barrier arrives until that is told
    arrives_right: assert (arrives == arrived);
    // P: a warp's accesses without a register are counted, and are no more than may be
    stores_right: assert (counter == total && 32'(total) <= Accesses);
    // P: row 63 is busy exactly while one of them is under way; dynamic warps: while it owes
    row_63: assert (busy == (Own == 0 ? total != '0 : owing));
    // P: after a reset no slot sits, wants, stalls, arrives; no access is counted
    reset_empties: assert (!was_reset || (sits == '0 && wants == '0 && stalls == '0
                                          && arrives == '0 && counter == '0));
  end

  always @* if (on && rst_ni) begin
    // P: the slots that leave are those of the block that leaves, and all of them sit
    leave_right: assert (leave_o == leaves && (leave_o & ~sits) == '0);
    // P: a port tells the first of an end, a barrier that stands, a stall not looked at
    told_right: assert (told_well);
    // P: the unit is told of slots that sit, are ready and do not stall; nothing issues there then
    // (dynamic warps: but row 63, with the stall)
    unit_told: assert ((told & ~(ready & here & ~unit_stalls)) == '0
                       && (told & written) == (Own == 0 ? '0 : told_stall));
    // P: the slots that wake up are all that stall and may issue; they are ready. Dynamic warps: it
    // is the lowest slot that stalls and has a thread at its access's end; not if it leaves
    wakes_right: assert (woken == (Own == 0 ? passes & unit_stalls
                                   : end_valid_i ? first_held & ~leaves : '0)
                         && (woken & ~ready) == '0);
    // P: dynamic warps: a warp that sits and stalls owes, for this slot, and has accesses
    owes_right: assert (Own == 0 || (watched & unit_stalls) == '0
                        || (owing && total != '0 && watched[seat_of]
                            && (watched & unit_stalls & ~(Slots'(1) << seat_of)) == '0));
    // P: an access is held while a slot stalls that has a thread in it, and no other
    held_right: assert (held_o == (held != '0));
    // P: a lane sits if its warp does, there
    lane_right: assert (Own == 0 || (lane_sits_o[0] == (lane_at != '0)
                                     && (!lane_sits_o[0] || lane_at[lane_slot_o[0+:SlotWidth]])));
    // P: no slot leaves of which a thread runs, as the front end says
    none_runs: assert (Own == 0 || (leaves & ready & ~stalls_i) == '0);
    // P: no slot leaves or is done that may issue, has a stop to resolve, or arrives
    none_cut_off: assert (((leaves | ends) & (passed | stopped | arrived)) == '0);
    // P: a slot that may issue, or has a stop to resolve, is ready, and neither wants nor stalls
    stop_ready: assert (((passed | stopped) & ~(ready_o & ~wants & ~stalls)) == '0);
    // P: a slot is ready if it is ready for the unit and does not arrive
    ready_right: assert (ready_o == (ready & ~arrived));
    // P: row 63 is set when it is not busy, and written when it is, for the slot it was set on
    row_once: assert ((!sets || !busy) && (!clears || (busy && cleared_at == busy_at)));
    // P: registers go through: one is set and written as its instructions issue and end
    registers: assert (Own == 0 ? told_row == (sets_row != '0) && cleared_row == clears_row
                                : !told_row && !cleared_row);
    // P: the plug says whether this warp sits on this slot
    sits_answer: assert (sits_o == sits_there);
  end

  // ------------------------------------------------------------------ what must be possible

  // The watched warp has left with an access without a register under way.
  logic left_busy;
  always_ff @(posedge clk_i)
    left_busy <= rst_ni && (left_busy || ((leaves & watched) != '0 && busy));

  always @* if (on && rst_ni) begin
    c_leave: cover (leave_en && 32'(count) == MaxWarps && (leaves & passes) != '0);
    c_wake: cover ((woken & ~leaves) != '0);
    c_stall_waits: cover (told_barrier != '0 && (wants & ~told_stall) != '0);
    c_end_first: cover (told_end != '0 && (arrived & stands_i) != '0);
    c_stands_later: cover (told_stall != '0 && (arrived & ~stands_i) != '0);
    c_store_stays: cover (starts != '0 && stops_one && 32'(total) == 1);
    c_away: cover (clears && (watched & here) == '0);
    c_other_sits: cover (stops_one && !sits_o && here[sits_slot_i] && sits_warp_i == watch
                         && sits_slot_i == wb_slot_i[0+:SlotWidth]);
    c_back: cover (resume_en_o && left_busy && !busy);
    c_done: cover (done_valid_o && 32'(count) == MaxWarps);
    c_vain: cover (end_valid_i && held_o && woken == '0 && (held & ~leaves) != '0);
  end
endmodule

// What follows goes to the end of the module hd_vt_plug itself, in the copy that is proven: there
// all of its state can be named.
`ifdef HD_INSIDE
  logic [Warps*StoreWidth-1:0] props_stores;
  for (genvar w = 0; w < Warps; w++) begin : gen_props
    assign props_stores[w*StoreWidth +: StoreWidth] = stores_q[w];
  end

  logic [Warps-1:0]           props_owes;
  logic [Warps*SlotWidth-1:0] props_seat;
  if (Own != 0) begin : gen_props_owes
    assign props_owes = gen_dynamic.owes_q;
    for (genvar w = 0; w < Warps; w++) begin : gen_seat
      assign props_seat[w*SlotWidth +: SlotWidth] = gen_dynamic.seat_q[w];
    end
  end else begin : gen_props_static
    assign props_owes = '0;
    assign props_seat = '0;
  end

  (* hierconn *) wire [WarpWidth-1:0] \u_unit.u_promise.watch ;
  (* hierconn *) wire [5:0]           \u_unit.u_promise.row ;

  hd_vt_plug_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .watch(\u_unit.u_promise.watch ), .row(\u_unit.u_promise.row ), .ready(ready),
      .leave_en(leave_en), .leave_slot(leave_slot), .done_slot(done_slot), .tell_valid(tell_valid),
      .tell_kind(tell_kind), .tell_slot(tell_slot), .wake_valid(wake_valid), .wake_slot(wake_slot),
      .set_en(set_en), .set_slot(set_slot), .set_reg(set_reg), .wb_en(wb_en), .wb_slot(wb_slot),
      .wb_warp(wb_warp), .wb_reg(wb_reg), .owes(props_owes), .seat(props_seat), .warps(warps_q),
      .sits(sits_q), .wants(wants_q), .stalls(stalls_q), .arrives(arrives_q), .stores(props_stores)
  );
`endif
