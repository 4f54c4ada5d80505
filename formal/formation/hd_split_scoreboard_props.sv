// SPDX-License-Identifier: Apache-2.0
//
// Properties of the split scoreboard (docs/blocks/split_scoreboard.md), for formal/prove.sh.
//
// Beside the design stands a ghost of one slot `slot`, chosen by the solver, from the ports alone:
// the writes that are out, each with its register, the exact mask of its threads, and the product
// of the matrices since its issue. The slot has `Threads` threads, each at a position, which the
// solver moves as it likes wherever the matrix allows it. More threads would show nothing new: a
// hazard is missed for one thread. The neighbours' promises are made for this slot alone: what they
// do with the others is free.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_split_scoreboard_props #(
    `HD_PARAMETERS,
    localparam int Rows = 2 * Entries,
    localparam int Threads = 3
) (
    `HD_PORTS,
    // State: row r of slot s is part s*Rows + r.
    input logic [Slots*Rows-1:0]          pending,
    input logic [Slots*Rows*RegWidth-1:0] regs,
    input logic [Slots*Rows*3-1:0]        deps
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [SlotWidth-1:0] slot;
  always @* assume (32'(slot) < Slots);

  // ------------------------------------------------------------------ what the ports say of it

  logic [1:0] sets, moves, asks;
  logic [Writers-1:0] backs;
  logic [8:0] matrix;
  logic [Rows-1:0] set_rows, back_rows, twice;

  always @* begin
    matrix = 9'b100_010_001;
    for (int p = 0; p < 2; p++) begin
      sets[p]  = set_en_i[p] && set_slot_i[p*SlotWidth+:SlotWidth] == slot;
      moves[p] = move_en_i[p] && move_slot_i[p*SlotWidth+:SlotWidth] == slot;
      asks[p]  = query_slot_i[p*SlotWidth+:SlotWidth] == slot;
      if (moves[p]) matrix = move_matrix_i[p*9+:9];
    end
    for (int w = 0; w < Writers; w++)
      backs[w] = wb_en_i[w] && wb_slot_i[w*SlotWidth+:SlotWidth] == slot;
    // The rows that are set, and written back, in this cycle; those that two writers name.
    set_rows = '0;
    back_rows = '0;
    twice = '0;
    for (int r = 0; r < Rows; r++) begin
      for (int p = 0; p < 2; p++)
        if (sets[p] && 32'(set_tag_o[p*TagWidth+:TagWidth]) == r / 2 && 32'(set_pos_i[p]) == r % 2)
          set_rows[r] = 1'b1;
      for (int w = 0; w < Writers; w++)
        if (backs[w] && 32'(wb_tag_i[w*TagWidth+:TagWidth]) == r / 2 && 32'(wb_pos_i[w]) == r % 2)
        begin
          twice[r] = twice[r] || back_rows[r];
          back_rows[r] = 1'b1;
        end
    end
  end

  // ------------------------------------------------------------------ ghost: threads

  // Where thread t is, and goes: 0, 1 or 2.
  logic [2*Threads-1:0] at;
  (* anyseq *) logic [2*Threads-1:0] to;

  // The mask of each position; the exact matrix.
  logic [3*Threads-1:0] mask;
  logic [8:0] exact;
  always @* begin
    mask = '0;
    exact = '0;
    for (int i = 0; i < 3; i++)
      for (int t = 0; t < Threads; t++) begin
        mask[i*Threads+t] = 32'(at[2*t+:2]) == i;
        for (int j = 0; j < 3; j++)
          if (32'(at[2*t+:2]) == i && 32'(to[2*t+:2]) == j) exact[3*i+j] = 1'b1;
      end
  end

  always_ff @(posedge clk_i)
    for (int t = 0; t < Threads; t++) at[2*t+:2] <= rst_ni ? to[2*t+:2] : 2'd2;

  // ------------------------------------------------------------------ ghost: writes that are out

  logic [Rows-1:0]          out;
  logic [Rows*RegWidth-1:0] out_reg;
  logic [Rows*Threads-1:0]  out_mask;
  logic [Rows*3-1:0]        out_deps, out_deps_next;
  logic [2:0]               row_deps;
  // Sets of the slot without a writeback.
  logic [7:0] owed, owed_next;

  always @* begin
    out_deps_next = '0;
    row_deps = '0;
    for (int r = 0; r < Rows; r++) begin
      row_deps = set_rows[r] ? 3'(1 << r % 2) : out_deps[3*r+:3];
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
          if (row_deps[i] && matrix[3*i+j]) out_deps_next[3*r+j] = 1'b1;
    end
    owed_next = owed;
    for (int p = 0; p < 2; p++) if (sets[p]) owed_next = owed_next + 8'd1;
    for (int w = 0; w < Writers; w++) if (backs[w]) owed_next = owed_next - 8'd1;
  end

  always_ff @(posedge clk_i) begin
    out <= rst_ni ? (out & ~back_rows) | set_rows : '0;
    owed <= rst_ni ? owed_next : '0;
    out_deps <= out_deps_next;
    for (int r = 0; r < Rows; r++)
      if (set_rows[r]) begin
        out_mask[r*Threads+:Threads] <= mask[(r%2)*Threads+:Threads];
        for (int p = 0; p < 2; p++)
          if (sets[p] && 32'(set_pos_i[p]) == r % 2)
            out_reg[r*RegWidth+:RegWidth] <= set_reg_i[p*RegWidth+:RegWidth];
      end
  end

  // ------------------------------------------------------------------ promises

  logic each_taken;  // each entry has a write out: the slot is full
  always @* begin
    each_taken = 1'b1;
    for (int e = 0; e < Entries; e++) if (out[2*e+:2] == '0) each_taken = 1'b0;
  end

  // Sets are of a slot that is not full, two of different positions; there is one move; a writeback
  // is of a row whose write is out, and no two are of the same. Numbers are of what there is.
  always @* if (on) begin
    assume (sets == '0 || !each_taken);
    assume (sets != '1 || set_pos_i[0] != set_pos_i[1]);
    assume (moves != '1);
    assume ((back_rows & ~out) == '0 && twice == '0);
    for (int p = 0; p < 2; p++)
      assume (!sets[p] || 32'(set_reg_i[p*RegWidth+:RegWidth]) < Regs);
    for (int w = 0; w < Writers; w++)
      assume (!backs[w] || 32'(wb_tag_i[w*TagWidth+:TagWidth]) < Entries);
  end

  // Threads go to a position, as the matrix says; without a move of the slot they stay.
  always @* if (on) begin
    assume ((exact & ~matrix) == '0);
    for (int t = 0; t < Threads; t++) assume (to[2*t+:2] != 2'd3);
  end

  // ------------------------------------------------------------------ what the design has of it

  logic [Rows-1:0] rows;
  logic taken, is_free, reg_right, deps_right;
  always @* begin
    rows = '0;
    taken = 1'b0;
    is_free = 1'b0;
    reg_right = 1'b1;
    deps_right = 1'b1;
    for (int s = 0; s < Slots; s++)
      if (32'(slot) == s) begin
        rows = pending[s*Rows+:Rows];
        taken = full_o[s];
        is_free = free_o[s];
        for (int r = 0; r < Rows; r++)
          if (rows[r]) begin
            if (regs[(s*Rows+r)*RegWidth+:RegWidth] != out_reg[r*RegWidth+:RegWidth])
              reg_right = 1'b0;
            if (deps[(s*Rows+r)*3+:3] != out_deps[3*r+:3]) deps_right = 1'b0;
          end
      end
  end

  logic [7:0] kept_rows;
  always @* begin
    kept_rows = '0;
    for (int r = 0; r < Rows; r++) if (rows[r]) kept_rows = kept_rows + 8'd1;
  end

  // The tag of a port that names the slot is free, and no entry below it is.
  logic tags_free, tags_lowest;
  always @* begin
    tags_free = 1'b1;
    tags_lowest = 1'b1;
    for (int p = 0; p < 2; p++)
      if (set_slot_i[p*SlotWidth+:SlotWidth] == slot) begin
        if (!each_taken && 32'(set_tag_o[p*TagWidth+:TagWidth]) >= Entries) tags_free = 1'b0;
        for (int e = 0; e < Entries; e++) begin
          if (32'(set_tag_o[p*TagWidth+:TagWidth]) == e && !each_taken && out[2*e+:2] != '0)
            tags_free = 1'b0;
          if (32'(set_tag_o[p*TagWidth+:TagWidth]) > e && out[2*e+:2] == '0) tags_lowest = 1'b0;
        end
      end
  end

  // What a query of the slot has to show by the masks (truly) and by the products (closed), and
  // what it may show at all.
  logic [2*Regs-1:0] truly, closed, any;
  logic none_missed, as_closed, none_more, some_false;
  always @* begin
    truly = '0;
    closed = '0;
    any = '0;
    for (int p = 0; p < 2; p++)
      for (int r = 0; r < Rows; r++)
        for (int n = 0; n < Regs; n++)
          if (out[r] && 32'(out_reg[r*RegWidth+:RegWidth]) == n) begin
            any[p*Regs+n] = 1'b1;
            if (query_pos_i[p] ? out_deps[3*r+1] : out_deps[3*r]) closed[p*Regs+n] = 1'b1;
            if ((out_mask[r*Threads+:Threads]
                 & (query_pos_i[p] ? mask[Threads+:Threads] : mask[0+:Threads])) != '0)
              truly[p*Regs+n] = 1'b1;
          end
    none_missed = 1'b1;
    as_closed = 1'b1;
    none_more = 1'b1;
    some_false = 1'b0;
    for (int p = 0; p < 2; p++)
      if (asks[p]) begin
        if ((truly[p*Regs+:Regs] & ~query_busy_o[p*Regs+:Regs]) != '0) none_missed = 1'b0;
        if (closed[p*Regs+:Regs] != query_busy_o[p*Regs+:Regs]) as_closed = 1'b0;
        if ((query_busy_o[p*Regs+:Regs] & ~any[p*Regs+:Regs]) != '0) none_more = 1'b0;
        if ((query_busy_o[p*Regs+:Regs] & ~truly[p*Regs+:Regs]) != '0) some_false = 1'b1;
      end
  end

  // Each thread of a write that is out is where the deps of its row have a bit.
  logic threads_held;
  always @* begin
    threads_held = 1'b1;
    for (int s = 0; s < Slots; s++)
      for (int r = 0; r < Rows; r++)
        for (int i = 0; i < 3; i++)
          if (32'(slot) == s && out[r] && !deps[(s*Rows+r)*3+i]
              && (out_mask[r*Threads+:Threads] & mask[i*Threads+:Threads]) != '0)
            threads_held = 1'b0;
  end

  // What the last edge saw: a full slot of which a whole entry came back; all of it.
  logic was_freed, was_emptied;
  logic entry_freed;
  always @* begin
    entry_freed = 1'b0;
    for (int e = 0; e < Entries; e++)
      if (out[2*e+:2] != '0 && (out[2*e+:2] & ~back_rows[2*e+:2]) == '0) entry_freed = 1'b1;
  end
  always_ff @(posedge clk_i) begin
    was_freed <= rst_ni && taken && entry_freed;
    was_emptied <= rst_ni && sets == '0 && (out & ~back_rows) == '0;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: a hazard is never missed: a query shows the register of each write with a thread in common
    never_missed: assert (none_missed);
    // P: a query shows what is in reach by the product of the matrices, nothing of this cycle
    query_shows: assert (as_closed);
    // P: a register that is shown is that of a write that is out
    shown_is_out: assert (none_more);
    // P: a row is pending exactly from its set to its writeback, with the register of its set
    kept: assert (rows == out && reg_right);
    // P: none is lost and none doubled: so many rows are pending as sets are without a writeback
    counted: assert (kept_rows == owed);
    // P: the deps of a row have the position of each thread of its write
    followed: assert (threads_held);
    // P: the deps of a row are its position times the matrices since
    closure: assert (deps_right);
    // P: the tag of a slot that is not full names a free entry
    tag_free: assert (tags_free);
    // P: it is the lowest one
    tag_lowest: assert (tags_lowest);
    // P: a slot is full exactly when each entry has a write out
    full: assert (taken == each_taken);
    // P: a slot is free exactly when none of its writes is out
    free: assert (is_free == (out == '0));
    // P: a full slot is full no longer when the writes of an entry have come back
    frees: assert (!was_freed || !taken);
    // P: a slot is free when all its writes have come back
    empty_again: assert (!was_emptied || is_free);
    // P: after a reset no row is pending
    reset_empties: assert (!was_reset || (pending == '0 && free_o == '1 && full_o == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  logic was_full;  // the slot was full, with both rows of each entry
  logic was_exact; // each matrix so far was exact
  logic was_cold;  // a write had all its threads elsewhere
  always_ff @(posedge clk_i) begin
    was_full <= rst_ni && (was_full || out == '1);
    was_exact <= !rst_ni || (was_exact && matrix == exact);
    was_cold <= rst_ni && out[0] && (was_cold || (out_mask[0+:Threads] != '0
                                                 && out_deps[2:0] == 3'b100));
  end

  always @* if (on && rst_ni) begin
    c_full: cover (taken && out == '1);
    c_full_and_free: cover (was_full && is_free && !was_reset);
    c_full_half: cover (taken && out != '1);
    c_pair: cover (sets == '1 && moves != '0 && backs != '0);
    c_hidden: cover (asks == '1 && query_busy_o == '0 && out != '0 && was_exact
                     && out_mask[0+:Threads] != '0 && mask[0+:2*Threads] != '0);
    c_false: cover (some_false && was_exact);
    c_cold_and_back: cover (was_cold && asks[0] && was_exact && truly[0+:Regs] != '0);
    c_shown_while_back: cover (asks[0] && query_busy_o[0+:Regs] != '0 && back_rows == out);
    c_none_in_reach: cover (asks == '1 && query_pos_i == 2'b10 && query_busy_o == '0 && taken);
    c_last_entry: cover (sets == 2'b01 && entry_freed && back_rows != '0
                         && 32'(set_tag_o[0+:TagWidth]) == Entries - 1);
  end
endmodule

// What follows goes to the end of the module hd_split_scoreboard itself, in the copy that is
// proven: there all of its state can be named.
`ifdef HD_INSIDE
  logic [Slots*Rows-1:0]          props_pending;
  logic [Slots*Rows*RegWidth-1:0] props_regs;
  logic [Slots*Rows*3-1:0]        props_deps;
  for (genvar s = 0; s < Slots; s++) begin : gen_props
    assign props_pending[s*Rows +: Rows]                  = pending_q[s];
    assign props_regs[s*Rows*RegWidth +: Rows*RegWidth]   = reg_q[s];
    assign props_deps[s*Rows*3 +: Rows*3]                 = deps_q[s];
  end
  hd_split_scoreboard_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .pending(props_pending), .regs(props_regs), .deps(props_deps)
  );
`endif
