// SPDX-License-Identifier: Apache-2.0
//
// Properties of the warp pool (docs/blocks/warp_pool.md), for formal/prove.sh.
//
// Beside the design stands a ghost of one entry `entry` and one lane `lane`, both chosen by the
// solver: what was last written there, by the ports alone. What is proven of them holds for all.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_warp_pool_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State: entry e of the bank of lane l is part l*Entries + e.
    input logic [Lanes*Entries*TidWidth-1:0] tid
);

  logic on = 1'b0;  // there was a cycle before this one
  always_ff @(posedge clk_i) on <= 1'b1;

  // Ports by group.
  logic [IdxWidth-1:0] join_idx0, join_idx1, open_idx0, open_idx1, shut_idx0, shut_idx1;
  logic [IdxWidth-1:0] from0, from1, to0, to1;
  logic [Lanes-1:0] join0, join1, open0, open1, shut0, shut1;
  logic [PcWidth-1:0] pc0, pc1;
  assign {pc1, pc0} = grp_pc_i;
  assign {join_idx1, join_idx0} = join_idx_i;
  assign {open_idx1, open_idx0} = open_idx_i;
  assign {shut_idx1, shut_idx0} = shut_idx_i;
  assign {join1, join0} = join_mask_i;
  assign {open1, open0} = open_mask_i;
  assign {shut1, shut0} = shut_mask_i;
  assign {from1, from0} = link_from_i;
  assign {to1, to0} = link_to_i;

  // What the neighbours promise. Masks of what is not enabled are 0.
  always @* if (!join_en_i[0]) assume (join0 == '0);
  always @* if (!join_en_i[1]) assume (join1 == '0);
  always @* if (!open_en_i[0]) assume (open0 == '0);
  always @* if (!open_en_i[1]) assume (open1 == '0);
  // 1: the places that a group joins and opens in one cycle are disjoint. Those of the two groups
  // are too: with TidWrites = 1 at all, with 2 in each warp.
  always @* assume ((join0 & open0) == '0 && (join1 & open1) == '0);
  always @* if (TidWrites == 1) assume (((join0 | open0) & (join1 | open1)) == '0);
  always @* if (join_idx0 == join_idx1) assume ((join0 & join1) == '0);
  always @* if (join_idx0 == open_idx1) assume ((join0 & open1) == '0);
  always @* if (open_idx0 == join_idx1) assume ((open0 & join1) == '0);
  // 2: two groups open, or shut, two different warps; two links start at two warps.
  always @* if (open_en_i == 2'b11) assume (open_idx0 != open_idx1);
  always @* if (shut_en_i == 2'b11) assume (shut_idx0 != shut_idx1);
  always @* if (link_en_i == 2'b11) assume (from0 != from1);
  // 3: indices are below Entries.
  always @* if (join_en_i[0]) assume (32'(join_idx0) < Entries);
  always @* if (join_en_i[1]) assume (32'(join_idx1) < Entries);
  always @* if (open_en_i[0]) assume (32'(open_idx0) < Entries);
  always @* if (open_en_i[1]) assume (32'(open_idx1) < Entries);
  always @* if (shut_en_i[0]) assume (32'(shut_idx0) < Entries);
  always @* if (shut_en_i[1]) assume (32'(shut_idx1) < Entries);
  always @* if (link_en_i[0]) assume (32'(from0) < Entries);
  always @* if (link_en_i[1]) assume (32'(from1) < Entries);

  // ------------------------------------------------------------------ ghost of one entry and lane

  (* anyconst *) logic [IdxWidth-1:0] entry;
  (* anyconst *) logic [Lanes-1:0] lane;  // one bit
  always @* assume (32'(entry) < Entries);
  always @* assume (lane != '0 && (lane & (lane - Lanes'(1))) == '0);

  // What the lane has at the two sides, and in the entry's word of its bank.
  logic [TidWidth-1:0] grp_tid0, grp_tid1, issue_tid;
  always @* begin
    grp_tid0 = '0;
    grp_tid1 = '0;
    issue_tid = '0;
    for (int l = 0; l < Lanes; l++)
      if (lane[l]) begin
        grp_tid0 = grp_tid_i[l*TidWidth+:TidWidth];
        grp_tid1 = grp_tid_i[(Lanes+l)*TidWidth+:TidWidth];
        issue_tid = issue_tid_o[l*TidWidth+:TidWidth];
      end
  end

  logic has_tid = 1'b0, has_pc = 1'b0, has_next = 1'b0, has_mask = 1'b0;  // was written
  logic has_tid_next;
  logic [TidWidth-1:0] the_tid, the_tid_next;
  logic [PcWidth-1:0] the_pc;
  logic [IdxWidth-1:0] the_next;
  logic [Lanes-1:0] the_mask;

  always @* begin
    has_tid_next = has_tid;
    the_tid_next = the_tid;
    if (((join0 & lane) != '0 && join_idx0 == entry)
        || ((open0 & lane) != '0 && open_idx0 == entry)) begin
      has_tid_next = 1'b1;
      the_tid_next = grp_tid0;
    end
    if (((join1 & lane) != '0 && join_idx1 == entry)
        || ((open1 & lane) != '0 && open_idx1 == entry)) begin
      has_tid_next = 1'b1;
      the_tid_next = grp_tid1;
    end
  end

  always_ff @(posedge clk_i) begin
    has_tid <= has_tid_next;
    the_tid <= the_tid_next;
    for (int g = 0; g < 2; g++) begin
      if (open_en_i[g] && open_idx_i[g*IdxWidth+:IdxWidth] == entry) begin
        has_pc <= 1'b1;
        the_pc <= grp_pc_i[g*PcWidth+:PcWidth];
      end
      if (link_en_i[g] && link_from_i[g*IdxWidth+:IdxWidth] == entry) begin
        has_next <= 1'b1;
        the_next <= link_to_i[g*IdxWidth+:IdxWidth];
      end
      if (shut_en_i[g] && shut_idx_i[g*IdxWidth+:IdxWidth] == entry) begin
        has_mask <= 1'b1;
        the_mask <= shut_mask_i[g*Lanes+:Lanes];
      end
    end
  end

  // The lanes of the issuing warp, by the rule of the page.
  logic shut_now;
  logic [Lanes-1:0] shut_with;
  always @* begin
    shut_now = 1'b0;
    shut_with = '0;
    for (int g = 0; g < 2; g++)
      if (shut_en_i[g] && shut_idx_i[g*IdxWidth+:IdxWidth] == issue_idx_i) begin
        shut_now = 1'b1;
        shut_with = shut_mask_i[g*Lanes+:Lanes];
      end
  end

  // ------------------------------------------------------------------ words of the watched bank

  // How many words of the bank differ from what they were a cycle ago, and how many groups had a
  // thread for it then.
  logic [Lanes*Entries*TidWidth-1:0] last_tid;
  logic [1:0] had_threads;
  int changed;
  always_ff @(posedge clk_i) begin
    last_tid <= tid;
    had_threads <= 2'(((join0 | open0) & lane) != '0) + 2'(((join1 | open1) & lane) != '0);
  end
  always @* begin
    changed = 0;
    for (int l = 0; l < Lanes; l++)
      for (int e = 0; e < Entries; e++)
        if (lane[l] && tid[(l*Entries+e)*TidWidth+:TidWidth]
            != last_tid[(l*Entries+e)*TidWidth+:TidWidth]) changed = changed + 1;
  end

  logic reading;
  assign reading = issue_idx_i == entry;

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: in a cycle a bank takes at most TidWrites writes, and at most one of each group that has a
    // thread for it
    bank_once: assert (changed <= TidWrites && changed <= 32'(had_threads));
    // P: a thread id is read as it was last written, the write of this cycle included
    read_back: assert (!(reading && has_tid_next) || issue_tid == the_tid_next);
    // P: the PC that is read is that with which the warp was opened
    pc_back: assert (!(reading && has_pc) || issue_pc_o == the_pc);
    // P: Next is read as it was last written
    next_back: assert (!(reading && has_next) || next_o == the_next);
    // P: MASK is read as the warp was shut with it, unless it is being shut or still open
    mask_back: assert (!(reading && has_mask && !shut_now && !close_hit_i)
                       || issue_mask_o == the_mask);
    // P: a warp shut in this cycle has the lanes it is shut with; one still open those of the LUT
    mask_now: assert (shut_now ? issue_mask_o == shut_with
                               : !close_hit_i || issue_mask_o == close_occ_i);
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on) begin
    c_join_at_issue: cover (reading && has_tid && (join0 & lane) != '0 && join_idx0 == entry
                            && close_hit_i && the_tid != the_tid_next);
    c_two_writes: cover (open_en_i == 2'b11 && join_en_i == 2'b11 && Lanes > 3
                         || open_en_i[0] && join_en_i[1] && join_idx1 == open_idx0);
    c_bank_twice: cover (TidWrites == 1 || (changed == 2 && reading && (join1 & lane) != '0
                         && join_idx1 == entry && (open0 & lane) != '0));
    c_shut_at_issue: cover (reading && shut_now && close_hit_i && shut_with != close_occ_i);
    c_closed: cover (reading && has_tid && has_pc && has_next && has_mask && !close_hit_i
                     && !shut_now && issue_mask_o == '1);
    c_open_shut: cover (open_en_i[0] && shut_en_i[1] && open_idx0 == shut_idx1);
  end
endmodule

// What follows goes to the end of the module hd_warp_pool itself, in the copy that is proven: there
// all of its state can be named.
`ifdef HD_INSIDE
  logic [Lanes*Entries*TidWidth-1:0] props_tid;
  for (genvar l = 0; l < Lanes; l++) begin : gen_props_lane
    for (genvar e = 0; e < Entries; e++) begin : gen_props_entry
      assign props_tid[(l*Entries+e)*TidWidth +: TidWidth] = gen_lane[l].tid_q[e];
    end
  end
  hd_warp_pool_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .tid(props_tid)
  );
`endif
