// SPDX-License-Identifier: Apache-2.0
//
// Properties of post-dominator priority (docs/blocks/pdom_priority.md), for formal/prove.sh.
//
// Two yardsticks stand beside the design: the page's rule taken literally, place by place, on the
// counts that are in memory; and a ghost of one thread, its `lane` and its address `row` there
// chosen by the solver, with the count that was last written for it. What is proven of it holds for
// every thread.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_pdom_priority_props #(
    `HD_PARAMETERS,
    localparam int HomeBits = $clog2(Homes),
    localparam int RowWidth = TidWidth - HomeBits,
    localparam int Rows = 1 << RowWidth
) (
    `HD_PORTS,
    // State: row r of lane l is part l*Rows + r.
    input logic [Homes*Rows*PrioWidth-1:0] count
);

  logic on = 1'b0;  // there was a cycle before this one
  always_ff @(posedge clk_i) on <= 1'b1;

  // The neighbours' promise: the two groups share no place.
  always @* assume ((grp_req_i[0+:Lanes] & grp_req_i[Lanes+:Lanes]) == '0);
  // No thread is there twice: two in one lane differ in their addresses.
  logic differ;
  always @* begin
    differ = 1'b1;
    for (int k = 0; k < 2 * Lanes; k++)
      for (int m = 0; m < k; m++)
        if (grp_req_i[k] && grp_req_i[m] && k % Homes == m % Homes && k % Lanes != m % Lanes
            && grp_tid_i[k*TidWidth+HomeBits+:RowWidth]
               == grp_tid_i[m*TidWidth+HomeBits+:RowWidth]) differ = 1'b0;
  end
  always @* assume (differ);

  // ------------------------------------------------------------------ the rule, taken literally

  // The new count of what stands in place l of group g, at g*Lanes + l.
  logic [2*Lanes*PrioWidth-1:0] fresh;
  logic [RowWidth-1:0] at;
  logic [PrioWidth-1:0] now;
  always @* begin
    for (int k = 0; k < 2 * Lanes; k++) begin
      at = grp_tid_i[k*TidWidth+HomeBits+:RowWidth];
      now = '0;
      for (int r = 0; r < Rows; r++)
        if (32'(at) == r) now = count[((k%Lanes%Homes)*Rows+r)*PrioWidth+:PrioWidth];
      if (grp_pdom_i[k] && now != '1) now = now + PrioWidth'(1);
      if (grp_first_i[k]) now = '0;
      fresh[k*PrioWidth+:PrioWidth] = now;
    end
  end

  // Of each group: a thread is below the priority, or has just that count.
  logic [1:0] below, equal;
  always @* begin
    below = '0;
    equal = '0;
    for (int k = 0; k < 2 * Lanes; k++)
      if (grp_req_i[k]) begin
        if (fresh[k*PrioWidth+:PrioWidth] < grp_prio_o[(k/Lanes)*PrioWidth+:PrioWidth])
          below[k/Lanes] = 1'b1;
        if (fresh[k*PrioWidth+:PrioWidth] == grp_prio_o[(k/Lanes)*PrioWidth+:PrioWidth])
          equal[k/Lanes] = 1'b1;
      end
  end

  // ------------------------------------------------------------------ ghost of one thread

  (* anyconst *) logic [Homes-1:0] lane;  // one bit
  (* anyconst *) logic [RowWidth-1:0] row;
  always @* assume (lane != '0 && (lane & (lane - Homes'(1))) == '0);

  logic known = 1'b0;  // it was written
  logic known_next;
  logic [PrioWidth-1:0] its, its_next, held;

  // Its own arithmetic: from the ghost's count, not from memory.
  always @* begin
    known_next = known;
    its_next = its;
    held = '0;
    for (int k = 0; k < 2 * Lanes; k++)
      if (lane[k%Lanes%Homes] && grp_req_i[k] && grp_en_i[k/Lanes]
          && grp_tid_i[k*TidWidth+HomeBits+:RowWidth] == row) begin
        if (grp_first_i[k]) begin
          known_next = 1'b1;
          its_next = '0;
        end else if (grp_pdom_i[k] && its != '1) its_next = its + PrioWidth'(1);
      end
    for (int l = 0; l < Homes; l++)
      for (int r = 0; r < Rows; r++)
        if (lane[l] && 32'(row) == r) held = count[(l*Rows+r)*PrioWidth+:PrioWidth];
  end

  // Words of the watched bank that differ from what they were a cycle ago, and of how many places
  // of the lane the threads left then.
  logic [Homes*Rows*PrioWidth-1:0] last;
  int left, leaves;
  int changed;
  always @* begin
    leaves = 0;
    for (int k = 0; k < 2 * Lanes; k++)
      if (lane[k%Lanes%Homes] && grp_req_i[k] && grp_en_i[k/Lanes]) leaves = leaves + 1;
  end
  always_ff @(posedge clk_i) begin
    known <= known_next;
    its <= its_next;
    last <= count;
    left <= leaves;
  end
  always @* begin
    changed = 0;
    for (int l = 0; l < Homes; l++)
      for (int r = 0; r < Rows; r++)
        if (lane[l] && count[(l*Rows+r)*PrioWidth+:PrioWidth]
            != last[(l*Rows+r)*PrioWidth+:PrioWidth]) changed = changed + 1;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: no thread of a group has a lower new count than its priority
    prio_lowest: assert (below == '0);
    // P: one thread of a group has its priority; a group without threads has all ones
    prio_reached: assert ((equal[0] || grp_req_i[0+:Lanes] == '0)
        && (equal[1] || grp_req_i[Lanes+:Lanes] == '0)
        && (grp_req_i[0+:Lanes] != '0 || grp_prio_o[0+:PrioWidth] == '1)
        && (grp_req_i[Lanes+:Lanes] != '0 || grp_prio_o[PrioWidth+:PrioWidth] == '1));
    // P: a thread's count is what it had when it last left
    count_kept: assert (!known || held == its);
    // P: a bank is written at most LaneSlots times a cycle, once for each thread of its lane that
    // leaves
    bank_rests: assert (changed <= LaneSlots && changed <= left);
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on) begin
    c_top: cover (known && its == '1);
    c_bank_busy: cover (changed == LaneSlots);
    c_both: cover (grp_prio_o[0+:PrioWidth] == PrioWidth'(1)
                   && grp_prio_o[PrioWidth+:PrioWidth] == PrioWidth'(2) && grp_en_i == 2'b11);
    c_new_again: cover (known && its != '0 && known_next && its_next == '0);
    c_stays: cover (known && left != 0 && grp_en_i == '0 && grp_req_i[0+:Lanes] == '1);
  end
endmodule

// What follows goes to the end of the module hd_pdom_priority itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [Homes*Words*PrioWidth-1:0] props_count;
  for (genvar l = 0; l < Homes; l++) begin : gen_props_lane
    for (genvar r = 0; r < Words; r++) begin : gen_props_row
      assign props_count[(l*Words+r)*PrioWidth +: PrioWidth] = gen_lane[l].count_q[r];
    end
  end
  hd_pdom_priority_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .count(props_count)
  );
`endif
