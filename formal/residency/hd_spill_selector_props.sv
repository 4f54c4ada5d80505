// SPDX-License-Identifier: Apache-2.0
//
// Properties of the spill selector (docs/blocks/spill_selector.md), for formal/prove.sh.
//
// Beside the design stands a ghost, kept from what passes the ports alone: which sets are held, the
// place in the sweep, and of two sets chosen by the solver, `watch` and `other`, owner and count,
// and what the count was when their line was looked at in this sweep. What is proven of these two
// holds for any two.
//
// A best that is forgotten has no second best in its place. What is said of the lowest count is
// therefore said of calm sweeps: nothing that was looked at in them has gone.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_spill_selector_props #(
    `HD_PARAMETERS,
    localparam int Lines = (Phys + Columns - 1) / Columns,
    localparam int LineWidth = Lines > 1 ? $clog2(Lines) : 1
) (
    `HD_PORTS,
    // State: the count of set i is part i.
    input logic [Phys-1:0]            held,
    input logic [Phys*CntWidth-1:0]   count,
    input logic                       best_valid,
    input logic [CntWidth-1:0]        best_count,
    input logic [PhysWidth-1:0]       best_phys,
    input logic [RowWidth-1:0]        best_row,
    input logic [SetWidth-1:0]        best_set,
    input logic                       victim_valid,
    input logic [LineWidth-1:0]       line,
    input logic [7:0]                 sweep
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [PhysWidth-1:0] watch, other;
  always @* assume (32'(watch) < Phys && 32'(other) < Phys && watch != other);

  // ------------------------------------------------------------------ ghost: sweeps, sets held

  logic [LineWidth-1:0] now_line;
  logic [7:0] now_sweep;
  logic last, ageing;
  assign last   = 32'(now_line) == Lines - 1;
  assign ageing = age_i != 8'd0 && now_sweep >= age_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      now_line <= '0;
      now_sweep <= 8'd1;
    end else if (last) begin
      now_line <= '0;
      now_sweep <= age_i == 8'd0 || ageing ? 8'd1 : now_sweep + 8'd1;
    end else begin
      now_line <= now_line + 1'b1;
    end
  end

  logic [Phys-1:0] here, here_next;
  logic take_fits, drop_fits, use_fits;
  always @* begin
    here_next = here;
    take_fits = 1'b0;
    drop_fits = 1'b0;
    for (int i = 0; i < Phys; i++) begin
      if (32'(take_phys_i) == i)
        take_fits = !here[i] || (drop_en_i && drop_phys_i == take_phys_i);
      if (32'(drop_phys_i) == i) drop_fits = here[i];
      if (drop_en_i && 32'(drop_phys_i) == i) here_next[i] = 1'b0;
      if (take_en_i && 32'(take_phys_i) == i) here_next[i] = 1'b1;
    end
    use_fits = 1'b1;
    for (int p = 0; p < Ports; p++)
      if (use_en_i[p] && 32'(use_phys_i[p*PhysWidth+:PhysWidth]) >= Phys) use_fits = 1'b0;
  end
  always_ff @(posedge clk_i) here <= rst_ni ? here_next : '0;

  // ------------------------------------------------------------------ what the neighbours promise

  // 1: what is taken is not held, or dropped in this cycle; what is dropped is held.
  always @* if (on && take_en_i)
    assume (take_fits && 32'(take_row_i) < Rows && 32'(take_set_i) < Sets);
  always @* if (on && drop_en_i) assume (drop_fits);
  // 1: the victim that is spilled is offered.
  always @* if (on && victim_taken_i) assume (victim_valid_o);
  // 2: what is used exists.
  always @* assume (use_fits);

  // ------------------------------------------------------------------ ghost: two sets

  // Sets that leave, or get another owner, in this cycle.
  function automatic logic gone(input logic [PhysWidth-1:0] phys);
    gone = (drop_en_i && drop_phys_i == phys) || (take_en_i && take_phys_i == phys)
           || (victim_taken_i && victim_phys_o == phys);
  endfunction

  // Its line is looked at in this cycle, was looked at in this sweep.
  function automatic logic in_line(input logic [PhysWidth-1:0] phys);
    in_line = 32'(phys) / Columns == 32'(now_line);
  endfunction
  function automatic logic looked_at(input logic [PhysWidth-1:0] phys);
    looked_at = 32'(phys) / Columns <= 32'(now_line);
  endfunction

  // The count of a set after this cycle, if it is not taken.
  function automatic logic [CntWidth-1:0] after(input logic [PhysWidth-1:0] phys,
                                                input logic [CntWidth-1:0] before);
    after = ageing && in_line(phys) ? before >> 1 : before;
    for (int p = 0; p < Ports; p++)
      if (use_en_i[p] && use_phys_i[p*PhysWidth+:PhysWidth] == phys && after != '1)
        after = after + 1'b1;
  endfunction

  logic watch_here, other_here;
  logic [CntWidth-1:0] watch_state;
  always @* begin
    watch_here = 1'b0;
    other_here = 1'b0;
    watch_state = '0;
    for (int i = 0; i < Phys; i++) begin
      if (32'(watch) == i) begin
        watch_here = here[i];
        watch_state = count[i*CntWidth+:CntWidth];
      end
      if (32'(other) == i) other_here = here[i];
    end
  end

  logic [RowWidth-1:0] watch_row, other_row;
  logic [SetWidth-1:0] watch_set;
  logic [CntWidth-1:0] watch_count, other_count;
  always_ff @(posedge clk_i) begin
    watch_count <= after(watch, watch_count);
    other_count <= after(other, other_count);
    if (take_en_i && take_phys_i == watch) begin
      watch_row <= take_row_i;
      watch_set <= take_set_i;
      watch_count <= CntWidth'(1);
    end
    if (take_en_i && take_phys_i == other) begin
      other_row <= take_row_i;
      other_count <= CntWidth'(1);
    end
  end

  // May be chosen: held, and not the kept owner's.
  logic watch_may, other_may;
  assign watch_may = watch_here && !(keep_en_i && keep_row_i == watch_row);
  assign other_may = other_here && !(keep_en_i && keep_row_i == other_row);

  // Could be chosen when its line was looked at in this sweep, and its count then: with this cycle,
  // and up to it.
  logic watch_seen, other_seen, watch_sees, other_sees, calm, stays_calm;
  logic [CntWidth-1:0] watch_then, other_then, watch_now, other_now;
  always @* begin
    watch_sees = in_line(watch) ? watch_may : watch_seen && looked_at(watch);
    other_sees = in_line(other) ? other_may : other_seen && looked_at(other);
    watch_now = in_line(watch) ? watch_count : watch_then;
    other_now = in_line(other) ? other_count : other_then;
    stays_calm = calm && !(drop_en_i && looked_at(drop_phys_i))
                 && !(take_en_i && looked_at(take_phys_i))
                 && !(victim_taken_i && looked_at(victim_phys_o));
  end
  always_ff @(posedge clk_i) begin
    watch_seen <= rst_ni && !last && watch_sees && !gone(watch);
    other_seen <= rst_ni && !last && other_sees && !gone(other);
    {watch_then, other_then} <= {watch_now, other_now};
    calm <= !rst_ni || last || stays_calm;
  end

  // The sweep that ended with the cycle before.
  logic ended, was_calm, watch_was, other_was;
  logic [CntWidth-1:0] watch_had, other_had;
  always_ff @(posedge clk_i) begin
    ended <= rst_ni && last;
    was_calm <= stays_calm;
    {watch_was, other_was} <= {watch_sees, other_sees};
    {watch_had, other_had} <= {watch_now, other_now};
  end

  // Cycles for which the watched set could be chosen, and nothing came or went.
  localparam int Soon = 2 * Lines;
  localparam int SoonWidth = $clog2(Soon + 1);
  logic [SoonWidth-1:0] quiet;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !watch_may || take_en_i || drop_en_i || victim_taken_i) quiet <= '0;
    else if (32'(quiet) < Soon) quiet <= quiet + 1'b1;
  end

  // The victim of the cycle before, if it was to stay.
  logic stays;
  logic [PhysWidth-1:0] last_victim;
  always_ff @(posedge clk_i) begin
    stays <= rst_ni && victim_valid && !last && !gone(victim_phys_o);
    last_victim <= victim_phys_o;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: the sweep goes line by line, and counts itself as age_i says
    sweeps: assert (line == now_line && sweep == now_sweep);
    // P: a set is held from take to drop
    holds: assert (held == here);
    // P: a count is halved, then one more for each use, never past the highest; 1 when taken
    counted: assert (!watch_here || watch_state == watch_count);
    // P: the victim is held, and its owner is that of the set
    held_victim: assert (!(victim_valid && victim_phys_o == watch)
        || (watch_here && victim_row_o == watch_row && victim_set_o == watch_set));
    // P: the best so far is held, and its owner is that of the set
    held_best: assert (!(best_valid && best_phys == watch)
        || (watch_here && best_row == watch_row && best_set == watch_set));
    // P: the best could be chosen in this sweep and has the count it had then
    best_seen: assert (!(best_valid && best_phys == watch)
        || (watch_seen && best_count == watch_then));
    // P: nothing that could be chosen in this calm sweep had less, nor as much before it
    best_least: assert (!(calm && watch_seen) || (best_valid && {best_count, best_phys}
        <= {watch_then, watch}));
    // P: after a calm sweep the victim is what had least in it, the first one at a tie
    least: assert (!(ended && was_calm && watch_was) || (victim_valid
        && !(victim_phys_o == other && !(other_was && {other_had, other} <= {watch_had, watch}))));
    // P: while some set could be chosen, there is a victim after two sweeps
    soon: assert (32'(quiet) < Soon || victim_valid);
    // P: within a sweep the victim stays until it is gone
    victim_kept: assert (!stays || (victim_valid && victim_phys_o == last_victim));
    // P: the victim is offered unless it is of the owner to keep
    offered: assert (victim_valid_o
        == (victim_valid && !(keep_en_i && victim_row_o == keep_row_i)));
    // P: after a reset nothing is held, there is no victim and no best, line 0 of sweep 1 is next
    reset_empties: assert (!was_reset || (held == '0 && !victim_valid && !best_valid
                                          && line == '0 && sweep == 8'd1));
  end

  // ------------------------------------------------------------------ what must be possible

  logic chosen; // a victim replaces another one
  assign chosen = ended && victim_valid && victim_phys_o != last_victim;
  always @* if (on && rst_ni) begin
    c_later_wins: cover (chosen && victim_phys_o == other && watch_was && watch < other
                         && was_calm && watch_had > other_had && other_had != '0);
    c_tie: cover (ended && was_calm && victim_phys_o == watch && other_was && watch_was
                  && watch_had == other_had && watch_had == CntWidth'(2));
    c_halved: cover (ageing && in_line(watch) && watch_here && watch_count == '1
                     && use_en_i == '1 && use_phys_i == {Ports{watch}});
    c_hidden: cover (victim_valid && !victim_valid_o);
    c_spill_last: cover (victim_taken_i && last && best_valid && best_phys != victim_phys_o);
    c_drop_take: cover (drop_en_i && take_en_i && drop_phys_i == take_phys_i && victim_valid
                        && victim_phys_o == drop_phys_i);
    c_passed: cover (ended && was_calm && victim_valid && victim_phys_o == other
                     && other_had > watch_had && watch_here && !watch_was);
  end
endmodule

// What follows goes to the end of the module hd_spill_selector itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [Phys*CntWidth-1:0] props_count;
  for (genvar i = 0; i < Phys; i++) begin : gen_props
    assign props_count[i*CntWidth+:CntWidth] = count_q[i];
  end
  hd_spill_selector_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .held(held_q), .count(props_count), .best_valid(best_valid_q),
      .best_count(best_count_q), .best_phys(best_phys_q), .best_row(best_row_q),
      .best_set(best_set_q), .victim_valid(victim_valid_q), .line(line_q), .sweep(sweep_q)
  );
`endif
