// SPDX-License-Identifier: Apache-2.0
//
// Properties of the interweaving front end (docs/blocks/interweave_front.md), for formal/prove.sh,
// with all of its blocks inside.
//
// Beside the design stands a ghost of one thread, `lane` of `slot`, chosen by the solver: where its
// next instruction is, whether a stop of it is unresolved, in which rows of the scoreboard it has
// instructions under way, and which of them write one register `row`. What is proven of it holds
// for every thread and register. The code is any: the word at one address `place` is the same in
// every answer. The neighbours' promises are made for all slots. The memory behind the cold table
// takes nothing here: a table without room holds its resolves up.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_interweave_front_props #(
    `HD_PARAMETERS,
    localparam int AccessWidth = $clog2(Accesses + 1),
    localparam int TurnsWidth  = $clog2(Patience + 1),
    localparam int LaneWidth   = Lanes > 1 ? $clog2(Lanes) : 1,
    localparam int RecWidth    = Contexts > 1 ? $clog2(Contexts) : 1
) (
    `HD_PORTS,
    // State: of context c bit c, or [c*W +: W]; of slot s likewise.
    input logic [Contexts-1:0]           valid, stay, guest, moved, loaded, passed, look,
    input logic [Contexts*32-1:0]        pc,
    input logic [Contexts*Lanes-1:0]     mask,
    input logic [Contexts*CountWidth-1:0] count,
    input logic [Slots-1:0]              fetching,
    input logic [Slots*AccessWidth-1:0]  access,
    input logic [3:0]                    waits,
    // Threads go to the cold table, come from it, and are launched.
    input logic                          push, pop, launches,
    input logic [SlotWidth-1:0]          push_slot, pop_slot, launch_slot,
    input logic [Lanes-1:0]              push_mask, pop_mask, launch_mask
);

  localparam logic [2:0] Float   = 3'd1;
  localparam logic [2:0] Memory  = 3'd2;
  localparam logic [2:0] Status  = 3'd3;
  localparam logic [2:0] Branch  = 3'd1;
  localparam logic [2:0] Exit    = 3'd4;
  localparam logic [2:0] Barrier = 3'd6;
  localparam logic [2:0] Phase   = 3'd7;
  localparam int         Rows    = 2 * Entries;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  (* anyconst *) logic [SlotWidth-1:0] slot;
  (* anyconst *) logic [LaneWidth-1:0] lane;
  (* anyconst *) logic [5:0]           row;
  (* anyconst *) logic [31:0]          place, word;
  always @* assume (32'(slot) < Slots && 32'(lane) < Lanes);

  // ------------------------------------------------------------------ what issues

  // Of each port: a stop; it has a row; it is for the thread; it names the register, and writes it.
  logic [1:0] is_stop, with_row, mine, names, writes, counts_all;
  logic [1:0] quiet_one; // a fence, or an exit
  for (genvar p = 0; p < 2; p++) begin : gen_port
    logic [3:0]  same;
    logic [31:0] code;
    for (genvar r = 0; r < 4; r++) begin : gen_reg
      assign same[r] = issue_use_o[p*4 + r] && issue_reg_o[p*24 + r*6 +: 6] == row;
    end
    assign code          = issue_word_o[p*32 +: 32];
    assign is_stop[p]    = issue_flow_o[p*3 +: 3] != '0 || issue_unit_o[p*3 +: 3] == Status;
    assign with_row[p]   = issue_use_o[p*4 + 3] || issue_unit_o[p*3 +: 3] == Float;
    assign mine[p]       = issue_valid_o[p] && issue_slot_o[p*SlotWidth +: SlotWidth] == slot
                           && issue_mask_o[p*Lanes + 32'(lane)];
    assign names[p]      = same != '0;
    assign writes[p]     = same[3];
    assign counts_all[p] = issue_flow_o[p*3 +: 3] == Exit
                           || (issue_unit_o[p*3 +: 3] == Status && code[31:22] == '0);
    assign quiet_one[p]  = issue_flow_o[p*3 +: 3] == Exit || code[6:0] == 7'b0001111;
  end

  // ------------------------------------------------------------------ stops under way

  // Of all slots; so many as there are hot contexts.
  logic [Contexts-1:0] rec_valid, rec_port;
  logic [SlotWidth-1:0] rec_slot [Contexts];
  logic [31:0]          rec_pc [Contexts];
  logic [2:0]           rec_flow [Contexts];
  logic [Lanes-1:0]     rec_mask [Contexts];
  // Which record the resolve of each port is of: chosen by the solver.
  (* anyseq *) logic [RecWidth-1:0] of_0, of_1;
  logic [1:0] res_known, done;

  function automatic logic same_record(input logic v, input logic port, input logic want);
    same_record = v && port == want;
  endfunction

  always @* begin
    res_known = '0;
    for (int n = 0; n < Contexts; n++) begin
      if (of_0 == RecWidth'(n) && same_record(rec_valid[n], rec_port[n], 1'b0))
        res_known[0] = res_slot_i[0 +: SlotWidth] == rec_slot[n]
                       && res_pc_i[0 +: 32] == rec_pc[n] && res_flow_i[0 +: 3] == rec_flow[n]
                       && res_mask_i[0 +: Lanes] == rec_mask[n];
      if (of_1 == RecWidth'(n) && same_record(rec_valid[n], rec_port[n], 1'b1))
        res_known[1] = res_slot_i[SlotWidth +: SlotWidth] == rec_slot[n]
                       && res_pc_i[32 +: 32] == rec_pc[n] && res_flow_i[3 +: 3] == rec_flow[n]
                       && res_mask_i[Lanes +: Lanes] == rec_mask[n];
    end
    for (int p = 0; p < 2; p++) if (res_valid_i[p]) assume (res_known[p]);
  end
  assign done = res_valid_i & res_ready_o;

  // A stop takes the lowest free record, that of port 1 the second one.
  logic [RecWidth-1:0] free_0, free_1;
  always @* begin
    {free_0, free_1} = '0;
    for (int n = Contexts - 1; n >= 0; n--)
      if (!rec_valid[n]) begin
        free_1 = free_0;
        free_0 = RecWidth'(n);
      end
  end
  logic [1:0] stops;
  assign stops = issue_valid_o & is_stop;
  for (genvar n = 0; n < Contexts; n++) begin : gen_record
    logic take_0, take_1;
    assign take_0 = stops[0] && free_0 == RecWidth'(n);
    assign take_1 = stops[1] && (stops[0] ? free_1 : free_0) == RecWidth'(n);
    always_ff @(posedge clk_i) begin
      if (!rst_ni) rec_valid[n] <= 1'b0;
      else if (take_0 || take_1) begin
        rec_valid[n] <= 1'b1;
        rec_port[n]  <= take_1;
        rec_slot[n]  <= take_1 ? issue_slot_o[SlotWidth +: SlotWidth]
                               : issue_slot_o[0 +: SlotWidth];
        rec_pc[n]    <= take_1 ? issue_pc_o[32 +: 32] : issue_pc_o[0 +: 32];
        rec_flow[n]  <= take_1 ? issue_flow_o[3 +: 3] : issue_flow_o[0 +: 3];
        rec_mask[n]  <= take_1 ? issue_mask_o[Lanes +: Lanes] : issue_mask_o[0 +: Lanes];
      end else if ((done[0] && of_0 == RecWidth'(n)) || (done[1] && of_1 == RecWidth'(n)))
        rec_valid[n] <= 1'b0;
    end
  end

  // A resolve that was not done comes again, as it was.
  logic [1:0]            again;
  logic [RecWidth-1:0]   again_0, again_1;
  logic [2*Lanes-1:0]    again_taken;
  logic [2*Lanes*32-1:0] again_addr;
  always_ff @(posedge clk_i) begin
    again       <= rst_ni ? res_valid_i & ~res_ready_o : '0;
    again_0     <= of_0;
    again_1     <= of_1;
    again_taken <= res_taken_i;
    again_addr  <= res_addr_i;
  end
  always @* begin
    if (again[0]) assume (res_valid_i[0] && of_0 == again_0
                          && res_taken_i[0 +: Lanes] == again_taken[0 +: Lanes]
                          && res_addr_i[0 +: Lanes*32] == again_addr[0 +: Lanes*32]);
    if (again[1]) assume (res_valid_i[1] && of_1 == again_1
                          && res_taken_i[Lanes +: Lanes] == again_taken[Lanes +: Lanes]
                          && res_addr_i[Lanes*32 +: Lanes*32] == again_addr[Lanes*32 +: Lanes*32]);
  end
  // A branch has one target.
  always @* for (int p = 0; p < 2; p++)
    for (int l = 1; l < Lanes; l++)
      if (res_valid_i[p] && res_flow_i[p*3 +: 3] == Branch)
        assume (res_addr_i[(p*Lanes + l)*32 +: 32] == res_addr_i[p*Lanes*32 +: 32]);

  // ------------------------------------------------------------------ the slots

  // A warp is here; an event was told in the cycle before; its threads at a barrier, and where.
  logic [Slots-1:0]  here, told;
  logic [31:0]       bar_pc [Slots];
  logic [Slots-1:0]  bar_some;
  logic [Rows-1:0]   under_way [Slots]; // rows of the scoreboard
  logic [1:0]        leaves;

  for (genvar p = 0; p < 2; p++) begin : gen_leaves
    assign leaves[p] = done[p] && (res_flow_i[p*3 +: 3] == Exit || res_flow_i[p*3 +: 3] == Barrier);
  end

  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    logic [Rows-1:0] sets, clears;
    logic            ends, comes;
    always @* begin
      {sets, clears} = '0;
      for (int p = 0; p < 2; p++)
        for (int r = 0; r < Rows; r++)
          if (issue_valid_o[p] && with_row[p]
              && issue_slot_o[p*SlotWidth +: SlotWidth] == SlotWidth'(s)
              && 32'(issue_tag_o[p*TagWidth +: TagWidth]) * 2 + 32'(issue_pos_o[p]) == r)
            sets[r] = 1'b1;
      for (int w = 0; w < 3; w++)
        for (int r = 0; r < Rows; r++)
          if (wb_en_i[w] && wb_slot_i[w*SlotWidth +: SlotWidth] == SlotWidth'(s)
              && 32'(wb_tag_i[w*TagWidth +: TagWidth]) * 2 + 32'(wb_pos_i[w]) == r)
            clears[r] = 1'b1;
    end
    assign ends  = ev_valid_o && ev_slot_o == SlotWidth'(s);
    assign comes = begin_en_i && begin_slot_i == SlotWidth'(s);
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        {here[s], told[s], bar_some[s]} <= '0;
        under_way[s] <= '0;
      end else begin
        here[s]      <= (here[s] && !(ends && ev_kind_o == 2'd3)) || comes;
        told[s]      <= ends;
        under_way[s] <= (under_way[s] & ~clears) | sets;
        for (int p = 0; p < 2; p++)
          if (leaves[p] && res_flow_i[p*3 +: 3] == Barrier
              && res_slot_i[p*SlotWidth +: SlotWidth] == SlotWidth'(s)) begin
            bar_some[s] <= 1'b1;
            bar_pc[s]   <= res_pc_i[p*32 +: 32];
          end
        if (launches && launch_slot == SlotWidth'(s)) bar_some[s] <= 1'b0;
      end
    end
    // A warp begins where none is, runs while it is here, and not in the cycle behind an event.
    // Threads wait at one barrier.
    always @* begin
      if (comes) assume (!here[s] && !ends && begin_mask_i != '0 && !fetching[s]
                         && under_way[s] == '0 && access[s*AccessWidth +: AccessWidth] == '0);
      if (ready_i[s]) assume (here[s] && !told[s]);
      for (int p = 0; p < 2; p++)
        if (res_valid_i[p] && res_flow_i[p*3 +: 3] == Barrier && bar_some[s]
            && res_slot_i[p*SlotWidth +: SlotWidth] == SlotWidth'(s))
          assume (res_pc_i[p*32 +: 32] == bar_pc[s]);
    end
  end
  always @* if (begin_en_i) assume (32'(begin_slot_i) < Slots);

  // An access ends that is under way; there are not too many.
  always @* begin
    if (end_valid_i)
      assume (32'(end_slot_i) < Slots && access[32'(end_slot_i)*AccessWidth +: AccessWidth] != '0);
    for (int p = 0; p < 2; p++)
      if (issue_valid_o[p] && issue_unit_o[p*3 +: 3] == Memory)
        assume (32'(access[32'(issue_slot_o[p*SlotWidth +: SlotWidth])*AccessWidth +: AccessWidth])
                < Accesses);
  end

  // A result is of a row that is under way; two are of two rows.
  logic [2:0] wb_known;
  always @* begin
    wb_known = '0;
    for (int w = 0; w < 3; w++)
      for (int s = 0; s < Slots; s++)
        for (int r = 0; r < Rows; r++)
          if (wb_slot_i[w*SlotWidth +: SlotWidth] == SlotWidth'(s) && under_way[s][r]
              && 32'(wb_tag_i[w*TagWidth +: TagWidth]) * 2 + 32'(wb_pos_i[w]) == r)
            wb_known[w] = 1'b1;
    for (int w = 0; w < 3; w++) begin
      if (wb_en_i[w]) assume (wb_known[w]);
      for (int v = 0; v < w; v++)
        if (wb_en_i[w] && wb_en_i[v])
          assume (wb_slot_i[w*SlotWidth +: SlotWidth] != wb_slot_i[v*SlotWidth +: SlotWidth]
                  || wb_tag_i[w*TagWidth +: TagWidth] != wb_tag_i[v*TagWidth +: TagWidth]
                  || wb_pos_i[w] != wb_pos_i[v]);
    end
  end

  // A word comes that was asked for; at `place` it is `word`.
  logic [31:0] fly_pc;
  always_ff @(posedge clk_i)
    if (fetch_valid_o && fetch_ready_i && fetch_slot_o == slot) fly_pc <= fetch_pc_o;
  always @* if (rsp_valid_i) begin
    assume (32'(rsp_slot_i) < Slots && fetching[rsp_slot_i]);
    if (rsp_slot_i == slot && fly_pc == place) assume (rsp_word_i == word);
  end
  always @* assume (!spill_ready_i && !fill_valid_i);

  // ------------------------------------------------------------------ the thread

  // It lives; it is at a barrier; it is cold; a stop of it is not resolved; its next instruction.
  logic        lives, waits_there, cold, stopped;
  logic [31:0] next;
  // Rows of its instructions; those that write the register.
  logic [Rows-1:0] rows_of, writing;
  logic [1:0]      resolved; // on each port: its stop

  for (genvar p = 0; p < 2; p++) begin : gen_resolved
    assign resolved[p] = done[p] && res_slot_i[p*SlotWidth +: SlotWidth] == slot
                         && res_mask_i[p*Lanes + 32'(lane)];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {lives, waits_there, cold, stopped} <= '0;
      {rows_of, writing} <= '0;
    end else begin
      if (begin_en_i && begin_slot_i == slot) begin
        lives <= begin_mask_i[lane];
        {waits_there, cold, stopped} <= '0;
        next <= begin_pc_i;
      end
      for (int p = 0; p < 2; p++) begin
        if (mine[p]) begin
          stopped <= is_stop[p];
          if (!is_stop[p]) next <= issue_pc_o[p*32 +: 32] + 32'd4;
        end
        if (resolved[p]) begin
          stopped <= 1'b0;
          case (res_flow_i[p*3 +: 3])
            3'd0, Phase: next <= res_pc_i[p*32 +: 32] + 32'd4;
            Barrier: begin
              next        <= res_pc_i[p*32 +: 32] + 32'd4;
              waits_there <= 1'b1;
            end
            Exit:   lives <= 1'b0;
            Branch: next <= res_taken_i[p*Lanes + 32'(lane)]
                            ? res_addr_i[(p*Lanes + 32'(lane))*32 +: 32]
                            : res_pc_i[p*32 +: 32] + 32'd4;
            default: next <= res_addr_i[(p*Lanes + 32'(lane))*32 +: 32];
          endcase
        end
      end
      if (launches && launch_slot == slot && launch_mask[lane]) waits_there <= 1'b0;
      if (push && push_slot == slot && push_mask[lane]) cold <= 1'b1;
      else if (pop && pop_slot == slot && pop_mask[lane]) cold <= 1'b0;
      for (int r = 0; r < Rows; r++) begin
        for (int w = 0; w < 3; w++)
          if (wb_en_i[w] && wb_slot_i[w*SlotWidth +: SlotWidth] == slot
              && 32'(wb_tag_i[w*TagWidth +: TagWidth]) * 2 + 32'(wb_pos_i[w]) == r) begin
            rows_of[r] <= 1'b0;
            writing[r] <= 1'b0;
          end
        for (int p = 0; p < 2; p++)
          if (mine[p] && with_row[p]
              && 32'(issue_tag_o[p*TagWidth +: TagWidth]) * 2 + 32'(issue_pos_o[p]) == r) begin
            rows_of[r] <= 1'b1;
            writing[r] <= writes[p];
          end
      end
    end
  end

  // In how many hot contexts it is.
  logic [1:0] hot_in;
  always @* begin
    hot_in = '0;
    for (int k = 0; k < Hot; k++)
      if (valid[32'(slot)*Hot + k] && mask[(32'(slot)*Hot + k)*Lanes + 32'(lane)])
        hot_in = hot_in + 2'd1;
  end

  // ------------------------------------------------------------------ properties

  logic compact_now, sorted_now, guests_right, words_right, counts_right;
  always @* begin
    {compact_now, sorted_now, guests_right, words_right, counts_right} = '1;
    for (int c = 0; c < Contexts; c++) begin
      if ((passed[c] || look[c]) && !loaded[c]) words_right = 1'b0;
      if (passed[c] && look[c]) words_right = 1'b0;
      if (loaded[c] && (!valid[c] || stay[c])) words_right = 1'b0;
      if ((stay[c] || guest[c] || moved[c]) && !valid[c]) words_right = 1'b0;
      if (valid[c] && 32'(count[c*CountWidth +: CountWidth]) != $countones(mask[c*Lanes +: Lanes]))
        counts_right = 1'b0;
      if (valid[c] && mask[c*Lanes +: Lanes] == '0) counts_right = 1'b0;
    end
    for (int s = 0; s < Slots; s++)
      if (Hot == 2) begin
        if (valid[s*Hot + Hot - 1] && !valid[s*Hot]) compact_now = 1'b0;
        if (valid[s*Hot + Hot - 1] && !stay[s*Hot] && !guest[s*Hot] && !stay[s*Hot + Hot - 1]
            && !guest[s*Hot + Hot - 1]
            && pc[s*Hot*32 +: 32] >= pc[(s*Hot + Hot - 1)*32 +: 32]) sorted_now = 1'b0;
        if (guest[s*Hot] && guest[s*Hot + Hot - 1]) guests_right = 1'b0;
      end
  end

  logic ports_right, ready_right, reasons_right;
  always @* begin
    {ports_right, ready_right, reasons_right} = '1;
    for (int p = 0; p < 2; p++) begin
      if (issue_valid_o[p] && (!ready_i[issue_slot_o[p*SlotWidth +: SlotWidth]]
                               || staged_i[issue_slot_o[p*SlotWidth +: SlotWidth]]
                               || !issue_ready_i[p] || res_valid_i != '0)) ready_right = 1'b0;
      if (p == 1 && issue_valid_o[p] && (issue_unit_o[p*3 +: 3] == Memory
                                         || issue_flow_o[p*3 +: 3] == Barrier)) ports_right = 1'b0;
      if ((why_o[p*3 +: 3] == 3'd0) != issue_valid_o[p] || why_o[p*3 +: 3] > 3'd5)
        reasons_right = 1'b0;
      if (why_o[p*3 +: 3] == 3'd1 && issue_ready_i == 2'b11) reasons_right = 1'b0;
    end
  end

  logic late_then;
  always_ff @(posedge clk_i) late_then <= rst_ni && waits == 4'd15 && res_valid_i == '0;
  logic was_reset;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  always @* if (on && rst_ni) begin
    // P: position 1 is valid only if position 0 is
    compact: assert (compact_now);
    // P: of two hot contexts that are not held, position 0 has the lower address
    hot_sorted: assert (sorted_now);
    // P: a slot has one guest at most
    one_guest: assert (guests_right);
    // P: passed and look only while loaded, and not both; loaded only while valid and not stay
    passed_loaded: assert (words_right);
    // P: count is the number of threads, which are not none
    counted_lanes: assert (counts_right);
    // P: what issues in one cycle has no lane in common, or is of two groups
    pair_disjoint: assert (issue_valid_o != 2'b11
                           || (MemoryGroup == 1 && issue_unit_o[0 +: 3] == Memory
                               && issue_unit_o[3 +: 3] != Memory)
                           || (issue_mask_o[0 +: Lanes] & issue_mask_o[Lanes +: Lanes]) == '0);
    // P: accesses and barriers issue on port 0
    own_port: assert (ports_right);
    // P: what issues is of a slot that may run and is not staged, is taken, and no resolve is there
    may_issue: assert (ready_right);
    // P: the reason is 0 exactly when one issues, 1 only while a pipe is busy
    why_right: assert (reasons_right);
    // P: late work waits for resolves alone
    late_bounded: assert (!late_then || waits != 4'd15);
    // P: a living thread is in one hot context, or cold, or at a barrier; no other one is
    conserved: assert ({1'b0, hot_in} + 3'(cold) + 3'(waits_there && lives) == 3'(lives));
    // P: instructions of a thread issue at the address at which it is, while it lives
    follows: assert (!(mine[0] && issue_pc_o[0 +: 32] != next)
                     && !(mine[1] && issue_pc_o[32 +: 32] != next));
    // P: no instruction of a thread issues that does not live, waits, or has a stop unresolved
    one_stop: assert (mine == '0 || (lives && !waits_there && !stopped));
    // P: an instruction that issues is the word of its address
    right_word: assert (!(mine[0] && next == place && issue_word_o[0 +: 32] != word)
                        && !(mine[1] && next == place && issue_word_o[32 +: 32] != word));
    // P: no instruction issues for a thread of which the register is not written yet that it names
    no_hazard: assert (!((mine & names) != '0 && writing != '0));
    // P: no exit issues, and nothing that names the float status, while the thread has a row
    all_done: assert (!((mine & counts_all) != '0 && rows_of != '0));
    // P: no fence and no exit issues while an access of its slot is under way
    drained: assert (!((mine & quiet_one) != '0
                       && access[32'(slot)*AccessWidth +: AccessWidth] != '0));
    // P: after a reset there is no context and no access
    reset_empties: assert (!was_reset || (valid == '0 && access == '0 && fetching == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  logic parted;
  always_ff @(posedge clk_i) parted <= rst_ni && (parted || push);
  always @* if (on && rst_ni) begin
    c_pair: cover (issue_valid_o == 2'b11);
    // An access pairs with an instruction in the same lanes.
    c_groups: cover (issue_valid_o == 2'b11
                     && (issue_mask_o[0 +: Lanes] & issue_mask_o[Lanes +: Lanes]) != '0);
    c_issues_again: cover (mine[0] && next != begin_pc_i && lives && rows_of != '0);
    c_cold: cover (cold);
    c_comes_back: cover (parted && pop);
    c_two_contexts: cover (Hot == 1 || valid[32'(slot)*Hot +: Hot] == '1);
    c_stops: cover (stopped);
    c_waits_there: cover (waits_there);
    c_ends: cover (ev_valid_o && ev_kind_o == 2'd3);
    c_guest: cover (guest != '0);
  end
endmodule

// What follows goes to the end of the module hd_interweave_front itself, in the copy that is
// proven: there all of its state can be named.
`ifdef HD_INSIDE
  logic [Contexts*32-1:0]         props_pc;
  logic [Slots*AccessWidth-1:0]   props_access;
  for (genvar c = 0; c < Contexts; c++) begin : gen_props_context
    assign props_pc[c*32 +: 32] = pc_q[c];
  end
  for (genvar s = 0; s < Slots; s++) begin : gen_props_slot
    assign props_access[s*AccessWidth +: AccessWidth] = access_q[s];
  end
  hd_interweave_front_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS,
      .valid(valid_q), .stay(stay_q), .guest(guest_q), .moved(moved_q), .loaded(loaded_q),
      .passed(passed_q), .look(look_q), .pc(props_pc), .mask(all_masks), .count(all_counts),
      .fetching(fetching_q), .access(props_access), .waits(waits_q),
      .push(push_valid && push_ready), .pop(serves || exchanges), .launches(launches),
      .push_slot(row_slot[0 +: SlotWidth]), .pop_slot(head_slot), .launch_slot(launch_slot),
      .push_mask(push_mask), .pop_mask(head_mask), .launch_mask(launch_mask)
  );
`endif
