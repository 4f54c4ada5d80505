// SPDX-License-Identifier: Apache-2.0
//
// Properties of the mapping table (docs/blocks/mapping_table.md), for formal/prove.sh.
//
// Beside the design stands a ghost, kept from what passes the ports alone: which sets are in use
// and which of them are physical. The solver chooses an entry, `watch`, and a physical set,
// `phys`: what is proven of them holds for all.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_mapping_table_props #(
    `HD_PARAMETERS,
    localparam int Entries = Rows * Sets
) (
    `HD_PORTS,
    // State: the number of entry e is part e.
    input logic [Entries-1:0]           valid,
    input logic [Entries*PhysWidth-1:0] number,
    input logic [Phys-1:0]              used
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [7:0] watch_row;
  (* anyconst *) logic [5:0] watch_set;
  (* anyconst *) logic [PhysWidth-1:0] phys;
  always @* assume (32'(watch_row) < Rows && 32'(watch_set) < Sets);
  always @* assume (32'(phys) < Phys);

  logic map, spill, fill, drop, takes;
  assign map   = op_i == 3'd1;
  assign spill = op_i == 3'd2;
  assign fill  = op_i == 3'd3;
  assign drop  = op_i == 3'd4;
  assign takes = map || fill;

  // ------------------------------------------------------------------ ghost: in use, and where

  logic [Entries-1:0] here, here_next, held, held_next;
  logic op_here, op_held;
  always @* begin
    here_next = here;
    held_next = held;
    op_here = 1'b0;
    op_held = 1'b0;
    for (int e = 0; e < Entries; e++)
      if (32'(op_row_i) == e / Sets && 32'(op_set_i) == e % Sets) begin
        op_here = here[e];
        op_held = held[e];
        if (map) here_next[e] = 1'b1;
        if (drop) here_next[e] = 1'b0;
        if (takes) held_next[e] = 1'b1;
        if (spill || drop) held_next[e] = 1'b0;
      end
  end
  always_ff @(posedge clk_i) begin
    here <= rst_ni ? here_next : '0;
    held <= rst_ni ? held_next : '0;
  end

  // Look-ups of the cycle before, and of the one before that.
  logic [Ports-1:0] asked1, asked2;
  logic [Ports*RowWidth-1:0] row1, row2;
  logic [Ports*SetWidth-1:0] set1, set2;
  always_ff @(posedge clk_i) begin
    asked1 <= rst_ni ? look_en_i : '0;
    asked2 <= rst_ni ? asked1 : '0;
    {row1, set1} <= {look_row_i, look_set_i};
    {row2, set2} <= {row1, set1};
  end

  // ------------------------------------------------------------------ what the neighbours promise

  // Is the operation's set looked up, in this cycle or the two before?
  logic looked_at, look_fits;
  always @* begin
    looked_at = 1'b0;
    look_fits = 1'b1;
    for (int p = 0; p < Ports; p++) begin
      if (look_en_i[p] && look_row_i[p*RowWidth+:RowWidth] == op_row_i
          && look_set_i[p*SetWidth+:SetWidth] == op_set_i) looked_at = 1'b1;
      if (asked1[p] && row1[p*RowWidth+:RowWidth] == op_row_i
          && set1[p*SetWidth+:SetWidth] == op_set_i) looked_at = 1'b1;
      if (asked2[p] && row2[p*RowWidth+:RowWidth] == op_row_i
          && set2[p*SetWidth+:SetWidth] == op_set_i) looked_at = 1'b1;
      if (look_en_i[p] && (32'(look_row_i[p*RowWidth+:RowWidth]) >= Rows
                           || 32'(look_set_i[p*SetWidth+:SetWidth]) >= Sets)) look_fits = 1'b0;
    end
  end
  // What is asked for, and operated on, exists.
  always @* assume (look_fits && op_i <= 3'd4);
  always @* if (op_i != 3'd0) assume (32'(op_row_i) < Rows && 32'(op_set_i) < Sets);
  // 1: the entry is fit for it; there is room.
  always @* if (on && map) assume (!op_here && free_o != '0);
  always @* if (on && spill) assume (op_held);
  always @* if (on && fill) assume (op_here && !op_held && free_o != '0);
  always @* if (on && drop) assume (op_here);
  // 2: a set that moves is locked; a set that comes or goes is not looked up.
  always @* if (on && (spill || fill))
    assume (lock_en_i && lock_row_i == op_row_i && lock_set_i == op_set_i);
  always @* if (on && (map || drop)) assume (!looked_at);

  // ------------------------------------------------------------------ what the watched ones have

  logic watch_valid, watch_held, is_op;
  logic [PhysWidth-1:0] watch_phys;
  always @* begin
    watch_valid = 1'b0;
    watch_held = 1'b0;
    watch_phys = '0;
    for (int e = 0; e < Entries; e++)
      if (32'(watch_row) == e / Sets && 32'(watch_set) == e % Sets) begin
        watch_valid = valid[e];
        watch_held = held[e];
        watch_phys = number[e*PhysWidth+:PhysWidth];
      end
    is_op = 32'(op_row_i) == 32'(watch_row) && 32'(op_set_i) == 32'(watch_set);
  end

  // The set it was given last.
  logic [PhysWidth-1:0] given;
  always_ff @(posedge clk_i) if (takes && is_op) given <= op_phys_o;

  // The watched physical set. Which sets valid entries have, and whether two have the same one: of
  // all, not of the watched ones, so that each step follows from the one before.
  logic phys_used, twice;
  logic [Phys-1:0] owned;
  always @* begin
    phys_used = 1'b0;
    owned = '0;
    twice = 1'b0;
    for (int f = 0; f < Phys; f++) begin
      if (32'(phys) == f) phys_used = used[f];
      for (int e = 0; e < Entries; e++)
        if (valid[e] && 32'(number[e*PhysWidth+:PhysWidth]) == f) begin
          if (owned[f]) twice = 1'b1;
          owned[f] = 1'b1;
        end
    end
  end

  // Sets that are used, in use, physical: counted.
  localparam int Wide = SwapWidth + FreeWidth;
  logic [Wide-1:0] used_count, here_count, held_count;
  always @* begin
    used_count = '0;
    here_count = '0;
    held_count = '0;
    for (int f = 0; f < Phys; f++) used_count = used_count + Wide'(used[f]);
    for (int e = 0; e < Entries; e++) begin
      here_count = here_count + Wide'(here[e]);
      held_count = held_count + Wide'(held[e]);
    end
  end

  // Answers: of the watched set true, to what was asked, and wait exactly while it is locked.
  logic all_true, all_asked, all_wait, is_watch, is_lock;
  always @* begin
    all_true = 1'b1;
    all_asked = 1'b1;
    all_wait = 1'b1;
    for (int p = 0; p < Ports; p++) begin
      is_watch = 32'(found_row_o[p*RowWidth+:RowWidth]) == 32'(watch_row)
                 && 32'(found_set_o[p*SetWidth+:SetWidth]) == 32'(watch_set);
      is_lock = lock_en_i && found_row_o[p*RowWidth+:RowWidth] == lock_row_i
                && found_set_o[p*SetWidth+:SetWidth] == lock_set_i;
      if (found_en_o[p] && is_watch && found_held_o[p] != watch_held) all_true = 1'b0;
      if (found_en_o[p] && is_watch && watch_held
          && found_phys_o[p*PhysWidth+:PhysWidth] != given) all_true = 1'b0;
      if (found_en_o[p] != asked2[p]) all_asked = 1'b0;
      if (found_en_o[p] && (found_row_o[p*RowWidth+:RowWidth] != row2[p*RowWidth+:RowWidth]
          || found_set_o[p*SetWidth+:SetWidth] != set2[p*SetWidth+:SetWidth])) all_asked = 1'b0;
      if (found_en_o[p] && found_wait_o[p] != is_lock) all_wait = 1'b0;
    end
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: no two valid entries have one physical set
    one_owner: assert (!twice);
    // P: a set is used exactly when a valid entry has it
    used_owned: assert (used == owned);
    // P: free and used sets together are all there are
    sum: assert (Wide'(free_o) + used_count == Wide'(Phys));
    // P: the swap space holds what was mapped, less dropped, less what is physical
    swap_count: assert (Wide'(swapped_o) + held_count == here_count);
    // P: an entry is physical from map and fill to spill and drop
    where_it_is: assert (watch_valid == watch_held);
    // P: an entry that is physical has the set it was given
    keeps_set: assert (!watch_valid || watch_phys == given);
    // P: the lowest-numbered free set is given
    lowest: assert (!takes || phys > op_phys_o || phys_used != (phys == op_phys_o));
    // P: the set that is given next is said before, while there is one
    next: assert (free_o == '0 || phys > free_phys_o || phys_used != (phys == free_phys_o));
    // P: the operation's entry is as it is said to be, and gives back the set that it is said to
    op_says: assert (!is_op || (op_held_o == watch_held
                                && (!watch_held || takes || op_i == 3'd0 || op_phys_o == given)));
    // P: an answer is where the set is after the operation of the cycle before
    true_answer: assert (all_true);
    // P: an answer comes two cycles after the question, and is about what was asked
    two_cycles: assert (all_asked);
    // P: an answer says wait exactly while the set is locked
    wait_locked: assert (all_wait);
    // P: after a reset nothing is physical, all is free, no look-up under way
    reset_empties: assert (!was_reset || (valid == '0 && used == '0 && free_o == FreeWidth'(Phys)
                                          && swapped_o == '0 && found_en_o == '0));
  end

  always @* if (on) begin
    // P: what is given is what was said
    given_next: assert (!takes || op_phys_o == free_phys_o);
  end

  // ------------------------------------------------------------------ what must be possible

  logic first_is_watch;
  assign first_is_watch = found_en_o[0] && 32'(found_row_o[RowWidth-1:0]) == 32'(watch_row)
                          && 32'(found_set_o[SetWidth-1:0]) == 32'(watch_set);
  // The watched set was spilled, was filled, in the cycle before; a set given back then.
  logic was_spill, was_fill, was_back;
  logic [PhysWidth-1:0] back;
  always_ff @(posedge clk_i) begin
    was_spill <= rst_ni && spill && is_op;
    was_fill  <= rst_ni && fill && is_op;
    was_back  <= rst_ni && (spill || drop) && op_held_o;
    back      <= op_phys_o;
  end
  always @* if (on && rst_ni) begin
    c_full: cover (free_o == '0 && swapped_o != '0);
    c_spill_next: cover (first_is_watch && was_spill && !found_held_o[0]);
    c_fill_next: cover (first_is_watch && was_fill && found_held_o[0] && !found_wait_o[0]);
    c_wait: cover (first_is_watch && found_wait_o[0] && spill && is_op);
    c_reuse: cover (was_back && map && op_phys_o == back && free_o == FreeWidth'(1));
    c_all_here: cover (here == '1);
  end
endmodule

// What follows goes to the end of the module hd_mapping_table itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [Entries*PhysWidth-1:0] props_number;
  for (genvar e = 0; e < Entries; e++) begin : gen_props
    assign props_number[e*PhysWidth+:PhysWidth] = phys_q[e];
  end
  hd_mapping_table_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .valid(valid_q), .number(props_number), .used(used_q)
  );
`endif
