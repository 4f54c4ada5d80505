// SPDX-License-Identifier: Apache-2.0
//
// Properties of the CTA status table (docs/blocks/cta_status_table.md), for formal/prove.sh.
//
// Two ghosts stand beside the design, made from the ports alone: of one block (block) what it is
// and what its counter ought to be, as a number that cannot overflow; of two blocks (one, other)
// which of them became a candidate first. All three are chosen by the solver: what is proven of
// them holds for every block and every pair.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_cta_status_table_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State: the counter of block i is part i, and so are its order bits.
    input logic [Ctas-1:0]           saving,
    input logic [Ctas*CntWidth-1:0]  count,
    input logic [Ctas*Ctas-1:0]      before
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // Is the block one of the set? No set has a number that is too large.
  function automatic logic has(input logic [Ctas-1:0] set, input logic [CtaWidth-1:0] number);
    has = 1'b0;
    for (int i = 0; i < Ctas; i++) if (32'(number) == i && set[i]) has = 1'b1;
  endfunction

  // The counter of a block.
  function automatic logic [CntWidth-1:0] count_of(input logic [CtaWidth-1:0] number);
    count_of = '0;
    for (int i = 0; i < Ctas; i++)
      if (32'(number) == i) count_of = count[i*CntWidth+:CntWidth];
  endfunction

  // How many events name a block.
  function automatic int events(input logic [Ports-1:0] en, input logic [Ports*CtaWidth-1:0] cta,
                                input logic [CtaWidth-1:0] number);
    events = 0;
    for (int p = 0; p < Ports; p++)
      if (en[p] && cta[p*CtaWidth+:CtaWidth] == number) events = events + 1;
  endfunction

  // ------------------------------------------------------------------ promises

  // The kernel's size is constant while a block is here.
  logic [CntWidth-1:0] last_warps;
  always_ff @(posedge clk_i) last_warps <= warps_i;
  always @* if (on && resident_o != '0) assume (warps_i == last_warps);

  // 1: what each event may name, and alloc, out, in, free name different blocks.
  logic [Ctas-1:0] active, inactive;
  assign active   = resident_o & active_o;
  assign inactive = resident_o & ~active_o;

  for (genvar p = 0; p < Ports; p++) begin : gen_promise
    always @* if (on && up_en_i[p]) assume (has(active, up_cta_i[p*CtaWidth+:CtaWidth]));
    always @* if (on && down_en_i[p]) assume (has(active, down_cta_i[p*CtaWidth+:CtaWidth]));
    always @* if (on && late_en_i[p]) assume (has(inactive, late_cta_i[p*CtaWidth+:CtaWidth]));
  end
  always @* if (on && drop_en_i) assume (has(active, drop_cta_i));
  always @* if (on && out_en_i) assume (has(active, out_cta_i));
  always @* if (on && add_en_i)
    assume (has(inactive, add_cta_i) || (out_en_i && out_cta_i == add_cta_i));
  always @* if (on && saved_en_i)
    assume (has(inactive, saved_cta_i) || (out_en_i && out_cta_i == saved_cta_i));
  always @* if (on && in_en_i) assume (has(ready_o, in_cta_i));
  always @* if (on && alloc_en_i) assume (has(~resident_o, alloc_cta_i));
  always @* if (on && free_en_i) assume (has(marked_o, free_cta_i));
  always @* if (on && free_en_i && out_en_i) assume (free_cta_i != out_cta_i);
  // (No other two of the four can name one block: they are of different kinds.)

  // 3: nothing happens to the counter of a block that ends.
  always @* if (on && free_en_i)
    assume (events(up_en_i, up_cta_i, free_cta_i) == 0
            && events(down_en_i, down_cta_i, free_cta_i) == 0
            && !(drop_en_i && drop_cta_i == free_cta_i));

  // ------------------------------------------------------------------ ghost of one block

  (* anyconst *) logic [CtaWidth-1:0] block;
  always @* assume (32'(block) < Ctas);

  logic is_here, is_active, is_saving;
  int number, number_next;
  logic added, gone, saved, started, ended;
  int added_count;
  assign added   = add_en_i && add_cta_i == block;
  assign gone    = out_en_i && out_cta_i == block;
  assign saved   = saved_en_i && saved_cta_i == block;
  assign started = in_en_i && in_cta_i == block;
  assign ended   = free_en_i && free_cta_i == block;
  assign added_count = added ? 32'(add_count_i) : 0;

  // Each case by itself, in the words of the page.
  always @* begin
    if (alloc_en_i && alloc_cta_i == block) number_next = 0;
    else if (started) number_next = 32'(in_count_i);
    else if (gone) number_next = added_count;
    else if (is_active)
      number_next = number + events(up_en_i, up_cta_i, block)
          - events(down_en_i, down_cta_i, block)
          - (drop_en_i && drop_cta_i == block ? 32'(drop_count_i) : 0);
    else number_next = number + added_count - events(late_en_i, late_cta_i, block);
  end

  always_ff @(posedge clk_i) begin
    number <= number_next;
    if (!rst_ni || ended) begin
      is_here   <= 1'b0;
      is_active <= 1'b0;
      is_saving <= 1'b0;
    end else begin
      is_here   <= is_here | (alloc_en_i && alloc_cta_i == block);
      is_active <= (is_active & ~gone) | started;
      is_saving <= (is_saving | gone) & ~saved;
    end
  end

  // 2: counters stay in their range. (Without it the counter would still be right, modulo its
  // range; with it `balance` can speak of the number itself.)
  always @* if (on && is_here && !ended && ((is_active && !gone) || started))
    assume (number_next >= 0 && number_next <= 32'(warps_i));
  always @* if (on && is_here && ((!is_active && !started) || gone))
    assume (number_next >= 0 && number_next < (1 << CntWidth));

  // ------------------------------------------------------------------ ghost of two blocks

  (* anyconst *) logic [CtaWidth-1:0] one;
  (* anyconst *) logic [CtaWidth-1:0] other;
  always @* assume (32'(one) < Ctas && 32'(other) < Ctas && one < other);

  // What each is: {marked, ready}; whether it came in this cycle; and which of the two came first.
  logic [1:0] one_is, other_is, one_was, other_was;
  logic one_came, other_came, one_older, other_older, one_was_older, other_was_older;

  assign one_is     = {has(marked_o, one), has(ready_o, one)};
  assign other_is   = {has(marked_o, other), has(ready_o, other)};
  assign one_came   = one_is != one_was;
  assign other_came = other_is != other_was;

  always @* begin
    one_older = one_was_older;
    other_older = other_was_older;
    if (one_came || other_came) begin
      one_older = !one_came;
      other_older = !other_came;
    end
  end

  always_ff @(posedge clk_i) begin
    one_was <= rst_ni ? one_is : 2'b00;
    other_was <= rst_ni ? other_is : 2'b00;
    one_was_older <= one_older;
    other_was_older <= other_older;
  end

  // In the design: `one` has the lower number, so it holds the bit of the pair.
  logic one_before;
  always @* begin
    one_before = 1'b0;
    for (int i = 0; i < Ctas; i++)
      for (int j = 0; j < Ctas; j++)
        if (32'(one) == i && 32'(other) == j) one_before = before[i*Ctas+j];
  end

  // May `one` be served while `other` of the same kind waits? Only the older; the lower number
  // if they came together.
  logic one_first;
  assign one_first = !other_older;

  // ------------------------------------------------------------------ the order as a whole

  // No three candidates of one kind stand in a ring. Bits at or below the own number are 0.
  logic ring, stray;
  always @* begin
    ring = 1'b0;
    stray = 1'b0;
    for (int i = 0; i < Ctas; i++)
      for (int j = 0; j < Ctas; j++) begin
        if (j <= i && before[i*Ctas+j]) stray = 1'b1;
        for (int k = 0; k < Ctas; k++)
          if (i < j && j < k && ((marked_o[i] && marked_o[j] && marked_o[k])
                                 || (ready_o[i] && ready_o[j] && ready_o[k]))
              && before[i*Ctas+j] == before[j*Ctas+k] && before[i*Ctas+j] != before[i*Ctas+k])
            ring = 1'b1;
      end
  end

  // ------------------------------------------------------------------ properties

  logic [CntWidth-1:0] counter;
  assign counter = count_of(block);

  always @* if (on) begin
    // P: no entry is both active and saving, none that is not here is either; marked and ready are
    // disjoint
    kinds: assert ((active_o & saving) == '0 && ((active_o | saving) & ~resident_o) == '0
                   && (marked_o & ready_o) == '0);
    // P: an entry is here, active, being saved as its events say
    status: assert (has(resident_o, block) == is_here && has(active_o, block) == is_active
                    && has(saving, block) == is_saving);
    // P: the counter of a block that is here is what its events since its last swap make it
    balance: assert (!is_here || 32'(counter) == number);
    // P: a block that is here, inactive and saved is ready exactly when its counter is zero
    zero_ready: assert (has(ready_o, block)
                        == (is_here && !is_active && !is_saving && counter == '0));
    // P: an active block is marked exactly when none of its warps can go on
    full_marked: assert (has(marked_o, block) == (is_active && number == 32'(warps_i)));
    // P: no three candidates of one kind stand in a ring
    no_ring: assert (!ring);
    // P: an order bit is set for a higher number alone
    upper_half: assert (!stray || was_reset);
    // P: of two of one kind the first to come stands in front; of two at once the lower number
    order_kept: assert (one_is == 2'b00 || one_is != other_is || one_before == one_first);
    // P: the choice names a ready (marked, not skipped) entry, if there is one
    choice_fits: assert (in_valid_o == (ready_o != '0)
                         && out_valid_o == ((marked_o & ~skip_i) != '0)
                         && (!in_valid_o || has(ready_o, in_cta_o))
                         && (!out_valid_o || has(marked_o & ~skip_i, out_cta_o)));
    // P: of two ready entries (two marked ones that are not skipped) the one that became it later
    // is not named; nor is, if they came together, the one with the higher number
    first_served: assert ((one_is != 2'b01 || other_is != 2'b01
                           || in_cta_o != (one_first ? other : one))
                          && (one_is != 2'b10 || other_is != 2'b10 || has(skip_i, one)
                              || has(skip_i, other) || out_cta_o != (one_first ? other : one)));
    // P: after a reset no entry is here
    reset_empties: assert (!was_reset || (resident_o == '0 && active_o == '0 && saving == '0
                                          && !in_valid_o && !out_valid_o));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    // A higher number is served before a lower one, of either kind.
    c_in_older: cover (in_valid_o && in_cta_o == other && one_is == 2'b01);
    c_out_older: cover (out_valid_o && out_cta_o == other && one_is == 2'b10);
    c_together: cover (one_came && other_came && one_is == 2'b10 && other_is == 2'b10);
    c_skipped: cover (out_valid_o && has(marked_o & skip_i, other) && other_older
                      && out_cta_o == one);
    // A warp wakes up in the cycle of swap-out; the last one stalls while another wakes up.
    c_down_at_out: cover (gone && events(down_en_i, down_cta_i, block) == 1);
    c_cancel: cover (is_active && warps_i > CntWidth'(1) && 32'(number) == 32'(warps_i) - 1
                     && events(up_en_i, up_cta_i, block) == 1
                     && events(down_en_i, down_cta_i, block) == 1);
    c_drop: cover (is_active && drop_en_i && drop_cta_i == block && drop_count_i > CntWidth'(1));
    // Writes come in while others are counted; the last one comes in as the context is saved.
    c_late_at_add: cover (added && add_count_i != '0 && number != 0
                          && events(late_en_i, late_cta_i, block) > 0);
    c_late_at_saved: cover (saved && number == 1 && events(late_en_i, late_cta_i, block) == 1);
    // From marked straight to ready, and the other way round.
    c_straight_ready: cover (one_was == 2'b10 && one_is == 2'b01 && other_is == 2'b01);
    c_straight_marked: cover (one_was == 2'b01 && one_is == 2'b10 && warps_i != '0);
    c_swap: cover (gone && in_en_i && alloc_en_i);
    c_ends: cover (ended && in_en_i && out_en_i);
    c_all_ready: cover (ready_o == '1);
  end
endmodule

// What follows goes to the end of the module hd_cta_status_table itself, in the copy that is
// proven: there all of its state can be named.
`ifdef HD_INSIDE
  logic [Ctas*CntWidth-1:0] props_count;
  logic [Ctas*Ctas-1:0]     props_before;
  for (genvar i = 0; i < Ctas; i++) begin : gen_props
    assign props_count[i*CntWidth +: CntWidth] = count_q[i];
    assign props_before[i*Ctas +: Ctas]        = before_q[i];
  end
  hd_cta_status_table_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .saving(saving_q), .count(props_count), .before(props_before)
  );
`endif
