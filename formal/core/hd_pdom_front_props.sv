// SPDX-License-Identifier: Apache-2.0
//
// Properties of the PDOM front end (docs/blocks/pdom_front.md), for formal/prove.sh, with all of
// its blocks inside.
//
// Beside the design stands a ghost of one slot `slot`, chosen by the solver, from the ports alone:
// whether one register `row` of it, also chosen, is busy; how many of its accesses are under way;
// the stop that has issued and is not resolved; the fetch that flies; where the next instruction
// is. What is proven of it holds for every slot and register. The code is any: the word at one
// address `place` is the same in every answer, and threads meet at one address `meeting` alone.
// The neighbours' promises are made for this slot; what they do with the others is free.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_pdom_front_props #(
    `HD_PARAMETERS,
    localparam int AccessWidth = $clog2(Accesses + 1)
) (
    `HD_PORTS,
    // State: accesses under way, those of slot s are part s.
    input logic [Slots*AccessWidth-1:0] access
);

  localparam logic [2:0] Memory = 3'd2;
  localparam logic [2:0] Status = 3'd3;
  localparam logic [2:0] Call   = 3'd2;
  localparam logic [2:0] Return = 3'd3;
  localparam logic [2:0] Exit   = 3'd4;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [SlotWidth-1:0] slot;
  (* anyconst *) logic [5:0]           row;
  (* anyconst *) logic [31:0]          place, word, meeting;
  always @* assume (32'(slot) < Slots);

  // ------------------------------------------------------------------ what the ports say of it

  logic begins, fetches, answers, offers, issues, resolves, sets, asked, ends;
  logic ready, left, told_barrier, told_phase, told_end, answered_busy;
  // What issues, is offered, or resolved: of the port that has the slot.
  logic [31:0] pc, code, meet;
  logic [2:0]  unit, flow;
  logic [3:0]  use_of; // of its registers: is it `row`?
  logic        asks_resolve;
  logic [31:0] res_pc, res_meet;
  logic [2:0]  res_flow;
  logic        some_taken;

  always @* begin
    begins  = begin_en_i && begin_slot_i == slot;
    fetches = fetch_valid_o && fetch_ready_i && fetch_slot_o == slot;
    answers = rsp_valid_i && rsp_slot_i == slot;
    ends    = end_valid_i && end_slot_i == slot;
    {ready, left} = '0;
    for (int s = 0; s < Slots; s++)
      if (32'(slot) == s) {ready, left} = {ready_i[s], leave_i[s]};
    {offers, issues, resolves, sets, asked, answered_busy} = '0;
    {told_barrier, told_phase, told_end, asks_resolve, some_taken} = '0;
    {pc, code, meet, unit, flow, use_of} = '0;
    {res_pc, res_meet, res_flow} = '0;
    for (int p = 0; p < Ports; p++) begin
      if (issue_valid_o[p] && issue_slot_o[p*SlotWidth+:SlotWidth] == slot) begin
        offers = 1'b1;
        issues = issue_ready_i[p];
        pc     = issue_pc_o[p*32+:32];
        code   = issue_word_o[p*32+:32];
        meet   = issue_meet_o[p*32+:32];
        unit   = issue_unit_o[p*3+:3];
        flow   = issue_flow_o[p*3+:3];
        for (int r = 0; r < 4; r++)
          use_of[r] = issue_use_o[p*4+r] && issue_reg_o[p*24+r*6+:6] == row;
      end
      if (set_en_o[p] && set_slot_o[p*SlotWidth+:SlotWidth] == slot
          && set_reg_o[p*6+:6] == row) sets = 1'b1;
      if (query_slot_o[p*SlotWidth+:SlotWidth] == slot) begin
        asked = 1'b1;
        answered_busy = query_busy_i[p*64 + 32'(row)];
      end
      if (res_valid_i[p] && res_slot_i[p*SlotWidth+:SlotWidth] == slot) begin
        asks_resolve = 1'b1;
        resolves   = res_ready_o[p];
        res_pc     = res_pc_i[p*32+:32];
        res_meet   = res_meet_i[p*32+:32];
        res_flow   = res_flow_i[p*3+:3];
        some_taken = res_taken_i[p*Lanes+:Lanes] != '0;
      end
      if (ev_valid_o[p] && ev_slot_o[p*SlotWidth+:SlotWidth] == slot) begin
        told_barrier = ev_kind_o[p*2+:2] == 2'd1;
        told_phase   = ev_kind_o[p*2+:2] == 2'd2;
        told_end     = ev_kind_o[p*2+:2] == 2'd3;
      end
    end
  end

  // ------------------------------------------------------------------ the ghost

  logic                   busy;     // register `row` of the slot
  logic [AccessWidth-1:0] accesses; // of the slot, under way
  logic                   stopped;  // a stop has issued and is not resolved
  logic [31:0]            stop_pc, stop_meet;
  logic [2:0]             stop_flow;
  logic                   flies;    // a fetch, of this address
  logic [31:0]            fly_pc;
  logic                   here;     // a warp has begun, and has not been told to be done
  logic                   quiet;    // an event of it was told, in the cycle before
  logic                   known;    // the next instruction is at this address
  logic [31:0]            next_pc;

  (* anyseq *) logic writes; // register `row` is written

  logic is_stop, plain;
  assign is_stop = flow != '0 || unit == Status;
  assign plain   = !is_stop && pc + 32'd4 != meeting;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {busy, accesses, stopped, flies, here, quiet, known} <= '0;
    end else begin
      busy     <= (busy && !writes) || sets;
      accesses <= left ? '0
                       : accesses + AccessWidth'(issues && unit == Memory) - AccessWidth'(ends);
      stopped  <= (stopped && !resolves) || (issues && is_stop);
      flies    <= (flies && !answers) || fetches;
      here     <= (here && !told_end) || begins;
      quiet    <= told_barrier || told_end;
      if (begins) {known, next_pc} <= {1'b1, begin_pc_i};
      else if (issues) {known, next_pc} <= {plain, pc + 32'd4};
    end
    if (issues && is_stop) {stop_pc, stop_meet, stop_flow} <= {pc, meet, flow};
    if (fetches) fly_pc <= fetch_pc_o;
  end

  // ------------------------------------------------------------------ the neighbours' promises

  // The scoreboard is right; a register is written while it is busy, and its slot is told.
  always @* begin
    if (asked) assume (answered_busy == busy);
    if (writes) assume (busy && wb_i[slot]);
  end

  // Accesses end in a later cycle than that in which they issue; there are not too many.
  always @* begin
    if (ends) assume (accesses != '0);
    if (issues && unit == Memory) assume (32'(accesses) < Accesses);
  end

  // What has issued is resolved, as it was; where threads meet is `meeting`, or nowhere.
  always @* begin
    if (asks_resolve)
      assume (stopped && res_pc == stop_pc && res_flow == stop_flow && res_meet == stop_meet);
    if (answers) assume (flies && (rsp_meet_i == '0 || rsp_meet_i == meeting));
    if (answers) assume (rsp_meets_i == (fly_pc + 32'd4 == meeting));
    if (answers && fly_pc == place) assume (rsp_word_i == word);
  end
  // Calls and returns are as the stack can count them (one lane: all threads are in one frame).
  logic [FrameWidth-1:0] frame;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || begins) frame <= '0;
    else if (resolves) frame <= frame + FrameWidth'(res_flow == Call)
                                - FrameWidth'(res_flow == Return);
  end
  always @* if (Lanes == 1 && asks_resolve)
    assume ((res_flow != Return || frame != '0)
            && (res_flow != Call || 32'(frame) + 2 < 32'd1 << FrameWidth));

  // A resolve that was not ready comes again.
  logic refused;
  always_ff @(posedge clk_i) refused <= rst_ni && asks_resolve && !resolves;
  always @* if (refused) assume (asks_resolve);
  // Of each port's own slots.
  always @* for (int p = 0; p < Ports; p++)
    assume (!res_valid_i[p] || (32'(res_slot_i[p*SlotWidth+:SlotWidth]) < Slots
                                && 32'(res_slot_i[p*SlotWidth+:SlotWidth]) % Ports == p));

  // A warp begins where none is, runs from the next cycle on, not in the cycle behind an event
  // that puts it aside; it does not leave in the middle of a stop, and no stop issues then.
  always @* begin
    if (begins) assume (!here && !ready && begin_mask_i != '0 && !flies && accesses == '0);
    if (ready) assume (here && !quiet);
    if (left) assume (!stopped && !(issues && is_stop));
  end

  // Deeper entries and contexts are the stack's alone: none here.
  always @* assume (!spill_ready_i && !fill_valid_i && !row_wr_en_i);

  // ------------------------------------------------------------------ properties

  // What is told of the looks at this slot.
  logic looks_are_right;
  always @* begin
    looks_are_right = 1'b1;
    for (int p = 0; p < Ports; p++)
      if (look_en_o[p] && look_slot_o[p*SlotWidth+:SlotWidth] == slot
          && look_memory_o[p] != (!look_pass_o[p] && accesses != '0)) looks_are_right = 1'b0;
  end

  always @* if (on && rst_ni) begin
    // P: no instruction issues that names a busy register
    no_hazard: assert (!(offers && busy && use_of != '0));
    // P: no exit issues while an access of its slot is under way
    drained: assert (!(offers && flow == Exit && accesses != '0));
    // P: a warp is not told to have ended while an access of it is under way
    ends_drained: assert (!(told_end && accesses != '0));
    // P: nothing issues for a slot whose stop is not resolved, so that there is at most one
    one_stop: assert (!(offers && stopped));
    // P: accesses are counted
    counted: assert (access[32'(slot)*AccessWidth+:AccessWidth] == accesses);
    // P: a slot that is looked at waits for memory when it does not pass and has accesses
    looks_right: assert (looks_are_right && (!offers || stands_o[slot]));
    // P: behind an instruction of the ordinary kind the next one issues, from the first one on
    in_order: assert (!(offers && known) || pc == next_pc);
    // P: an instruction that issues is the word of its address
    right_word: assert (!(offers && pc == place) || code == word);
    // P: after a reset no access is under way
    reset_empties: assert (!was_reset || access == '0);
  end

  // What each port does, for any of its slots: right at all ports?
  logic own_right, sets_are_right, events_right, reasons_right;
  always @* begin
    {own_right, sets_are_right, events_right, reasons_right} = '1;
    for (int p = 0; p < Ports; p++) begin
      if (issue_valid_o[p]
          && (32'(issue_slot_o[p*SlotWidth+:SlotWidth]) >= Slots
              || 32'(issue_slot_o[p*SlotWidth+:SlotWidth]) % Ports != p
              || !ready_i[issue_slot_o[p*SlotWidth+:SlotWidth]] || res_valid_i[p]))
        own_right = 1'b0;
      if (set_en_o[p] != (issue_valid_o[p] && issue_ready_i[p] && issue_use_o[p*4+3]))
        sets_are_right = 1'b0;
      if (ev_valid_o[p]
          && (32'(ev_slot_o[p*SlotWidth+:SlotWidth]) >= Slots || ev_kind_o[p*2+:2] == 2'd0
              || 32'(ev_slot_o[p*SlotWidth+:SlotWidth]) % Ports != p
              || (ev_kind_o[p*2+:2] == 2'd3 && !ready_i[ev_slot_o[p*SlotWidth+:SlotWidth]])))
        events_right = 1'b0;
      if ((why_o[p*3+:3] == 3'd0) != (issue_valid_o[p] && issue_ready_i[p])
          || (why_o[p*3+:3] == 3'd1) != (issue_valid_o[p] && !issue_ready_i[p])
          || (why_o[p*3+:3] == 3'd5 && !res_valid_i[p]) || why_o[p*3+:3] > 3'd5)
        reasons_right = 1'b0;
    end
  end

  always @* if (on && rst_ni) begin
    // P: only a slot that may run issues, on its own port, while no resolve is offered there
    own_port: assert (own_right);
    // P: a register is set when an instruction that writes it is taken, and only then
    sets_right: assert (sets_are_right);
    // P: events are of the port's own slots; an end is told of a warp that may run
    own_event: assert (events_right);
    // P: a barrier, or a phase, is told in the cycle in which it is resolved, and only then
    told_right: assert (told_barrier == (resolves && res_flow == 3'd6)
                        && told_phase == (resolves && res_flow == 3'd7));
    // P: the reason is 0 or 1 exactly when one is offered, 5 only with a resolve
    why_right: assert (reasons_right);
  end

  // ------------------------------------------------------------------ what must be possible

  logic resolved_then; // a stop was resolved once
  logic met;           // and an instruction behind which threads meet has issued
  always_ff @(posedge clk_i) begin
    resolved_then <= rst_ni && (resolved_then || resolves);
    met           <= rst_ni && (met || (issues && !is_stop && !plain));
  end

  always @* if (on && rst_ni) begin
    c_issues_again: cover (issues && resolved_then);
    c_behind_meeting: cover (issues && met);
    c_waits: cover (busy && offers && use_of == '0);
    c_two_accesses: cover (32'(accesses) > 1);
    c_access_and_end: cover (ends && issues && unit == Memory);
    c_ends: cover (told_end);
    c_flushed: cover (left && flies);
    c_branch: cover (resolves && res_flow == 3'd1 && some_taken);
  end
endmodule

// What follows goes to the end of the module hd_pdom_front itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [Slots*AccessWidth-1:0] props_access;
  for (genvar s = 0; s < Slots; s++) begin : gen_props_slot
    assign props_access[s*AccessWidth +: AccessWidth] = access_q[s];
  end
  hd_pdom_front_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .access(props_access)
  );
`endif
