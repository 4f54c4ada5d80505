// SPDX-License-Identifier: Apache-2.0
//
// Properties of hd_block_dispatch (docs/blocks/block_dispatch.md), for formal/prove.sh.
//
// The solver chooses an SM, a kind of room and three kernels: what is proven of them holds for all.
// Where a block fits is worked out anew from the ports.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_block_dispatch_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State.
    input logic [Kernels*Kernels-1:0] older,
    input logic [SmWidth-1:0]         turn
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  (* anyconst *) logic [SmWidth-1:0] sm;
  (* anyconst *) logic [$clog2(Kinds + 1)-1:0] kind;
  (* anyconst *) logic [KernelWidth-1:0] one, two, three;
  always @* assume (32'(sm) < Sms && 32'(kind) < Kinds);
  always @* assume (32'(one) < Kernels && 32'(two) < Kernels && 32'(three) < Kernels);

  // ---------------------------------------------------------------- the neighbours' promises

  // The kernel has a block on some SM; a block that ends is one that the SM has.
  logic [Kernels-1:0] under_way;
  logic               ends_right;
  always @* begin
    under_way  = '0;
    ends_right = 1'b1;
    for (int s = 0; s < Sms; s++) begin
      if (end_valid_i[s] && 32'(end_kernel_i[s*KernelWidth +: KernelWidth]) >= Kernels)
        ends_right = 1'b0;
      for (int k = 0; k < Kernels; k++) begin
        if (blocks_o[(s*Kernels + k)*BlockWidth +: BlockWidth] != '0) under_way[k] = 1'b1;
        else if (end_valid_i[s] && end_kernel_i[s*KernelWidth +: KernelWidth] == KernelWidth'(k))
          ends_right = 1'b0;
      end
    end
  end

  logic [Kernels*Kinds*NeedWidth-1:0] need_before;
  always_ff @(posedge clk_i) need_before <= need_i;

  always @* if (on) begin
    assume (ends_right);
    assume (!room_en_i || (under_way == '0 && end_valid_i == '0));
    for (int k = 0; k < Kernels; k++)
      assume (!under_way[k] || need_i[k*Kinds*NeedWidth +: Kinds*NeedWidth] ==
                               need_before[k*Kinds*NeedWidth +: Kinds*NeedWidth]);
  end

  // ---------------------------------------------------------------- fit, by the ports

  // Bit s*Kernels + k: a block of kernel k fits on SM s. By kernel: it fits somewhere.
  logic [Sms*Kernels-1:0] fit;
  logic [Kernels-1:0]     somewhere;
  always @* begin
    fit       = '0;
    somewhere = '0;
    for (int s = 0; s < Sms; s++) begin
      for (int k = 0; k < Kernels; k++) begin
        fit[s*Kernels + k] = ready_i[s];
        if (blocks_o[(s*Kernels + k)*BlockWidth +: BlockWidth] >=
            limit_i[(s*Kernels + k)*BlockWidth +: BlockWidth]) fit[s*Kernels + k] = 1'b0;
        if (32'(blocks_o[(s*Kernels + k)*BlockWidth +: BlockWidth]) >= Blocks)
          fit[s*Kernels + k] = 1'b0;
        for (int r = 0; r < Kinds; r++)
          if (need_i[(k*Kinds + r)*NeedWidth +: NeedWidth] >
              left_o[(s*Kinds + r)*NeedWidth +: NeedWidth]) fit[s*Kernels + k] = 1'b0;
        if (fit[s*Kernels + k]) somewhere[k] = 1'b1;
      end
    end
  end

  // Where the block goes; whether the chosen SM could have it as well.
  logic placed_fits, sm_fits, in_range;
  assign in_range    = 32'(place_kernel_o) < Kernels && 32'(place_sm_o) < Sms;
  assign placed_fits = fit[32'(place_sm_o)*Kernels + 32'(place_kernel_o)];
  assign sm_fits     = fit[32'(sm)*Kernels + 32'(place_kernel_o)];

  // No kernel that has a block to give is older than kernel one.
  logic is_oldest;
  always @* begin
    is_oldest = want_i[one];
    for (int k = 0; k < Kernels; k++)
      if (want_i[k] && older[k*Kernels + 32'(one)]) is_oldest = 1'b0;
  end

  logic elder; // kernel one is older than the one that gives a block
  assign elder = older[32'(one)*Kernels + 32'(place_kernel_o)];

  // Room left of kind 0; steps from the turn to an SM.
  logic [NeedWidth-1:0] left_there, left_here;
  logic [SmWidth:0]     steps_there, steps_here;
  assign left_there  = left_o[32'(place_sm_o)*Kinds*NeedWidth +: NeedWidth];
  assign left_here   = left_o[32'(sm)*Kinds*NeedWidth +: NeedWidth];
  assign steps_there = (SmWidth + 1)'(place_sm_o) - (SmWidth + 1)'(turn) +
                       (place_sm_o < turn ? (SmWidth + 1)'(Sms) : (SmWidth + 1)'(0));
  assign steps_here  = (SmWidth + 1)'(sm) - (SmWidth + 1)'(turn) +
                       (sm < turn ? (SmWidth + 1)'(Sms) : (SmWidth + 1)'(0));

  // ---------------------------------------------------------------- ghost: account, ages, turn

  // Wide enough not to wrap.
  localparam int Wide = NeedWidth + BlockWidth + KernelWidth + 1;

  // Room of the SMs, of the chosen kind; what is left of it, with what the SM's blocks need.
  logic [NeedWidth-1:0] room;
  logic [Wide-1:0]      total;
  always_ff @(posedge clk_i) begin
    if (!rst_ni)        room <= '0;
    else if (room_en_i) room <= room_i[32'(kind)*NeedWidth +: NeedWidth];
  end
  always @* begin
    total = Wide'(left_o[(32'(sm)*Kinds + 32'(kind))*NeedWidth +: NeedWidth]);
    for (int k = 0; k < Kernels; k++)
      total = total + Wide'(blocks_o[(32'(sm)*Kernels + k)*BlockWidth +: BlockWidth]) *
                      Wide'(need_i[(k*Kinds + 32'(kind))*NeedWidth +: NeedWidth]);
  end

  // Ages of the chosen kernels.
  logic one_two, two_one, two_three, one_three;
  assign one_two   = older[32'(one)*Kernels + 32'(two)];
  assign two_one   = older[32'(two)*Kernels + 32'(one)];
  assign two_three = older[32'(two)*Kernels + 32'(three)];
  assign one_three = older[32'(one)*Kernels + 32'(three)];

  // Blocks of kernel one on the SM.
  logic [BlockWidth-1:0] blocks;
  assign blocks = blocks_o[(32'(sm)*Kernels + 32'(one))*BlockWidth +: BlockWidth];

  logic was_reset = 1'b0;
  logic was_room, was_placed, was_begun, one_older;
  logic [BlockWidth-1:0] count;
  logic [SmWidth-1:0] turn_next;
  always_ff @(posedge clk_i) begin
    was_reset  <= !rst_ni;
    was_room   <= room_en_i;
    was_placed <= place_valid_o;
    count      <= blocks +
        BlockWidth'(place_valid_o && place_sm_o == sm && place_kernel_o == one) -
        BlockWidth'(end_valid_i[sm] &&
                    end_kernel_i[32'(sm)*KernelWidth +: KernelWidth] == one);
    turn_next  <= !place_valid_o ? turn : 32'(place_sm_o) + 1 == Sms ? '0 :
                  place_sm_o + SmWidth'(1);
    was_begun  <= begin_en_i && begin_kernel_i == two;
    // Is one older than two in the next cycle?
    if (begin_en_i && begin_kernel_i == one)      one_older <= 1'b0;
    else if (begin_en_i && begin_kernel_i == two) one_older <= 1'b1;
    else                                          one_older <= one_two;
  end

  // ---------------------------------------------------------------- what is to hold

  always @* if (on) begin
    // P: a reset leaves the SMs without room and blocks, and begins with SM 0
    reset_clears: assert (!was_reset || (left_o == '0 && blocks_o == '0 && turn == '0));
    // P: after a reset a lower-numbered kernel is older
    reset_ages: assert (!was_reset || one_two == (one < two));
    // P: of two kernels exactly one is older, none is older than itself, and an older one's older
    // one is older
    total_order: assert ((one == two ? !one_two : one_two != two_one) &&
                         (!one_two || !two_three || one_three));
    // P: a kernel that begins is the youngest; no other kernel's age changes
    ages_right: assert (was_reset || one == two || one_two == one_older);
    // P: what is left of an SM and what its blocks need is the room of the SM
    account: assert (total == Wide'(room));
    // P: no SM has more than Blocks blocks of a kernel, and the turn is an SM
    within: assert (32'(blocks) <= Blocks && 32'(turn) < Sms);
    // P: a placement is one block more, an end one less; with room for the SMs there is none
    counted: assert (was_reset || (was_room ? blocks == '0 : blocks == count));
    // P: the turn goes on behind the SM that got the last block
    turn_right: assert (was_reset || turn == turn_next);
    // P: a kernel is here if some SM has a block of it
    here_right: assert (here_o == under_way);
  end

  always @* if (on && place_valid_o) begin
    // P: a block is placed only where it fits, of a kernel that has one to give, not beside room
    // or while it is held
    fits: assert (in_range && placed_fits && want_i[place_kernel_o] && !room_en_i && !hold_i);
    // P: no older kernel has a block to give that fits somewhere; if strict, none has one to give
    oldest: assert (!elder || !want_i[one] || (!strict_i && !somewhere[one]));
    // P: in order of room, no SM on which the block fits has more left of kind 0
    order: assert (!spread_i || !sm_fits || left_here <= left_there);
    // P: of several SMs with most room the lowest-numbered one gets the block
    order_ties: assert (!spread_i || !sm_fits || left_here != left_there || sm >= place_sm_o);
    // P: in turn, the turn comes to no SM earlier on which the block fits
    order_turn: assert (spread_i || !sm_fits || steps_here >= steps_there);
  end

  always @* if (on && !room_en_i && !hold_i) begin
    // P: if a block fits somewhere one is placed, if not strict
    no_idle: assert (strict_i || !want_i[one] || !somewhere[one] || place_valid_o);
    // P: if strict, the block of the oldest kernel that has one is placed if it fits somewhere
    strict_gives: assert (!strict_i || !is_oldest || !somewhere[one] ||
                          (place_valid_o && place_kernel_o == one));
  end

  always @* if (on && rst_ni) begin
    c_race: cover (place_valid_o && place_sm_o == sm && end_valid_i[sm] && !under_way[one] &&
                   want_i[one]);
    c_full: cover (!was_reset && was_placed && 32'(blocks) == Blocks && turn != '0);
    c_strict: cover (strict_i && !place_valid_o && want_i[one] && somewhere[one] && !room_en_i &&
                     !hold_i);
    c_hold: cover (hold_i && want_i[one] && somewhere[one] && end_valid_i[sm] && !room_en_i);
    c_room: cover (room_en_i && want_i[one] && somewhere[one] && turn != '0);
    c_begin: cover (!was_reset && was_begun && one_two && one > two && was_placed);
  end
endmodule

// What follows goes to the end of the module hd_block_dispatch itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  hd_block_dispatch_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .older(older_q), .turn(turn_q)
  );
`endif
