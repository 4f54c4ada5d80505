// SPDX-License-Identifier: Apache-2.0
//
// Properties of the warp update registers (docs/blocks/warp_update.md), for formal/prove.sh.
//
// Two yardsticks stand beside the design:
//  - of one lane `watch`, chosen by the solver, the threads that came in and have not left, oldest
//    first (thread0, thread1): at most one stands in a register while another one waits.
//    What leaves on that lane must be the oldest of them; so every thread leaves once, unchanged.
//  - the split of the page, taken literally, lane by lane (ref_*).
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_warp_update_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State.
    input logic [Lanes-1:0]            sent
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  logic [PcWidth-1:0] pc0, pc1;
  logic [Lanes-1:0] req0, req1;
  assign {pc1, pc0} = grp_pc_o;
  assign {req1, req0} = grp_req_o;

  // The neighbour's promise: a warp that is not accepted is offered again, unchanged.
  logic waits = 1'b0;  // a warp was offered and not accepted
  logic [Lanes-1:0] mask_q;
  logic [Lanes*TidWidth-1:0] tid_q;
  logic [Lanes*PcWidth-1:0] pc_q;
  always_ff @(posedge clk_i) begin
    waits <= rst_ni && ret_valid_i && !ret_ready_o;
    mask_q <= ret_mask_i;
    tid_q <= ret_tid_i;
    pc_q <= ret_pc_i;
  end
  always @* if (waits) assume (ret_valid_i && ret_mask_i == mask_q && ret_tid_i == tid_q
                               && ret_pc_i == pc_q);

  // ------------------------------------------------------------------ ghost of the watched lane

  (* anyconst *) logic [Lanes-1:0] watch;  // one bit
  always @* assume (watch != '0 && (watch & (watch - Lanes'(1))) == '0);

  // What the lane has at the two sides.
  logic [TidWidth-1:0] ret_tid, tid0, tid1;
  logic [PcWidth-1:0] ret_pc;
  always @* begin
    ret_tid = '0;
    tid0 = '0;
    tid1 = '0;
    ret_pc = '0;
    for (int l = 0; l < Lanes; l++)
      if (watch[l]) begin
        ret_tid = ret_tid_i[l*TidWidth+:TidWidth];
        ret_pc = ret_pc_i[l*PcWidth+:PcWidth];
        tid0 = grp_tid_o[l*TidWidth+:TidWidth];
        tid1 = grp_tid_o[(Lanes+l)*TidWidth+:TidWidth];
      end
  end

  // A thread comes in when its warp is first offered, and leaves with its group.
  logic enter, leave0, leave1;
  assign enter = ret_valid_i && !waits && (ret_mask_i & watch) != '0;
  assign leave0 = grp_valid_o[0] && grp_ready_i[0] && (req0 & watch) != '0;
  assign leave1 = grp_valid_o[1] && grp_ready_i[1] && (req1 & watch) != '0;

  logic [1:0] held, held_next;
  logic [TidWidth+PcWidth-1:0] thread0, thread1, thread0_next, thread1_next;
  always @* begin
    held_next = held;
    thread0_next = thread0;
    thread1_next = thread1;
    if (leave0 || leave1) begin
      held_next = held_next - 2'd1;
      thread0_next = thread1_next;
    end
    if (enter) begin
      if (held_next == 2'd0) thread0_next = {ret_tid, ret_pc};
      else thread1_next = {ret_tid, ret_pc};
      held_next = held_next + 2'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    held <= rst_ni ? held_next : '0;
    thread0 <= thread0_next;
    thread1 <= thread1_next;
  end

  // Where the design has threads of that lane: in a register, or in the waiting warp.
  logic in0, in1, in_wait;
  assign in0 = grp_valid_o[0] && (req0 & watch) != '0;
  assign in1 = grp_valid_o[1] && (req1 & watch) != '0;
  assign in_wait = waits && (mask_q & watch & ~sent) != '0;

  // ------------------------------------------------------------------ the split, taken literally

  logic [Lanes-1:0] ref_rest, ref_group0, ref_group1;
  logic [PcWidth-1:0] ref_pc0, ref_pc1;
  logic ref_free, any0, any1;

  always @* begin
    ref_rest = ret_mask_i & ~sent;
    ref_group0 = '0;
    ref_group1 = '0;
    ref_pc0 = '0;
    ref_pc1 = '0;
    any0 = 1'b0;
    any1 = 1'b0;
    for (int l = 0; l < Lanes; l++)
      if (ref_rest[l]) begin
        if (!any0) begin
          any0 = 1'b1;
          ref_pc0 = ret_pc_i[l*PcWidth+:PcWidth];
        end
        if (ret_pc_i[l*PcWidth+:PcWidth] == ref_pc0) ref_group0[l] = 1'b1;
        else begin
          if (!any1) begin
            any1 = 1'b1;
            ref_pc1 = ret_pc_i[l*PcWidth+:PcWidth];
          end
          if (ret_pc_i[l*PcWidth+:PcWidth] == ref_pc1) ref_group1[l] = 1'b1;
        end
      end
    ref_free = (!grp_valid_o[0] || grp_ready_i[0]) && (!grp_valid_o[1] || grp_ready_i[1]);
  end

  // What the registers must show in the next cycle.
  logic load_q;
  logic [1:0] valid_q;
  logic [2*Lanes-1:0] group_q, stay_group_q;
  logic [2*PcWidth-1:0] group_pc_q, stay_pc_q;
  always_ff @(posedge clk_i) begin
    load_q <= ref_free && ret_valid_i;
    valid_q <= !rst_ni ? 2'b00
             : ref_free && ret_valid_i ? {any1, any0} : grp_valid_o & ~grp_ready_i;
    group_q <= {ref_group1, ref_group0};
    group_pc_q <= {ref_pc1, ref_pc0};
    stay_group_q <= grp_req_o;
    stay_pc_q <= grp_pc_o;
  end

  logic registers_agree;
  always @* begin
    registers_agree = grp_valid_o == valid_q;
    for (int g = 0; g < 2; g++)
      if (valid_q[g] && (grp_req_o[g*Lanes+:Lanes] != (load_q ? group_q[g*Lanes+:Lanes]
                                                               : stay_group_q[g*Lanes+:Lanes])
          || grp_pc_o[g*PcWidth+:PcWidth] != (load_q ? group_pc_q[g*PcWidth+:PcWidth]
                                                     : stay_pc_q[g*PcWidth+:PcWidth])))
        registers_agree = 1'b0;
  end

  int number0, number1;
  always @* begin
    number0 = 0;
    number1 = 0;
    for (int l = 0; l < Lanes; l++) begin
      if (req0[l]) number0 = number0 + 1;
      if (req1[l]) number1 = number1 + 1;
    end
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: the thread that leaves on a lane is the oldest that came in on it, with its own PC
    split_exact: assert ((!leave0 || (held != 2'd0 && {tid0, pc0} == thread0))
                         && (!leave1 || (held != 2'd0 && {tid1, pc1} == thread0)));
    // P: every thread that came in and has not left is there once: in a register or waiting
    none_lost: assert (32'(held) == 32'(in0) + 32'(in1) + 32'(in_wait));
    // P: the registers and the waiting warp hold these threads, oldest first
    held_exact: assert ((!in0 || {tid0, pc0} == thread0) && (!in1 || {tid1, pc1} == thread0)
        && (!in_wait || {ret_tid, ret_pc} == (in0 || in1 ? thread1 : thread0)));
    // P: two valid registers share no lane
    groups_disjoint: assert (grp_valid_o != 2'b11 || (req0 & req1) == '0);
    // P: two valid registers have no PC in common
    pcs_differ: assert (grp_valid_o != 2'b11 || pc0 != pc1);
    // P: REQ of a valid register is not 0
    req_positive: assert ((!grp_valid_o[0] || req0 != '0) && (!grp_valid_o[1] || req1 != '0));
    // P: sent is 0 unless a warp waits, and has but some of its lanes
    sent_kept: assert (waits ? (sent & ~mask_q) == '0 && (sent == '0 || sent != mask_q)
                             : sent == '0);
    // P: the groups are those of the lowest lanes, loaded when both registers are free
    lowest_first: assert (registers_agree);
    // P: a warp is accepted when both registers are free and nothing is left beside two groups
    ready_whole: assert (ret_ready_o == (ref_free
                         && (ref_rest & ~ref_group0 & ~ref_group1) == '0));
    // P: NTHD is the number of lanes of REQ
    nthd_counts: assert (32'(grp_nthd_o[0+:NthdWidth]) == number0
                         && 32'(grp_nthd_o[NthdWidth+:NthdWidth]) == number1);
    // P: a reset empties both registers and forgets what was sent
    reset_clears: assert (!was_reset || (grp_valid_o == '0 && sent == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_three_pcs: cover (waits && sent != '0 && ret_ready_o);
    c_two_a_cycle: cover (load_q && grp_valid_o == 2'b11 && grp_ready_i == 2'b11 && ret_valid_i);
    c_one_refused: cover (grp_valid_o == 2'b11 && grp_ready_i == 2'b10 && waits);
    c_two_waiting: cover (held == 2'd2);
    c_empty_warp: cover (ret_valid_i && ret_mask_i == '0 && ret_ready_o);
  end
endmodule

// What follows goes to the end of the module hd_warp_update itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  hd_warp_update_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .sent(sent_q)
  );
`endif
