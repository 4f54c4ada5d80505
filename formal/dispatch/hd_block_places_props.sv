// SPDX-License-Identifier: Apache-2.0
//
// Properties of hd_block_places (docs/blocks/block_places.md), for formal/prove.sh.
//
// The solver chooses an SM and two kernels. What is proven of them holds for all. It also chooses
// on which SM each new place is: the block itself is not told.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_block_places_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State.
    input logic [SmWidth-1:0] turn
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // ---------------------------------------------------------------- an SM, a kernel, another one

  (* anyconst *) logic [SmWidth-1:0]     sm;
  (* anyconst *) logic [KernelWidth-1:0] kernel, other;
  always @* assume (32'(sm) < Sms && 32'(kernel) < Kernels && 32'(other) < Kernels);

  // Where a new place is.
  (* anyseq *) logic [SmWidth-1:0] place_sm;
  always @* assume (32'(place_sm) < Sms);

  // ---------------------------------------------------------------- ghost: blocks on the SMs

  // Numbers, wide enough not to wrap.
  localparam int Wide = 16;

  // Blocks of kernel k on SM s: s*Kernels + k; a place is new, goes on, loses its block.
  logic [Sms*Kernels*BlockWidth-1:0] blocks;
  logic [Sms*Kernels-1:0]            opens, resumes, ended;
  for (genvar s = 0; s < Sms; s++) begin : gen_sm
    for (genvar k = 0; k < Kernels; k++) begin : gen_kernel
      localparam int At = s*Kernels + k;
      assign opens[At]   = place_valid_i && place_kernel_i == KernelWidth'(k) &&
                           place_sm == SmWidth'(s);
      assign resumes[At] = next_valid_o && next_kernel_o == KernelWidth'(k) &&
                           next_sm_o == SmWidth'(s);
      assign ended[At]   = end_valid_i[s] &&
                           end_kernel_i[s*KernelWidth +: KernelWidth] == KernelWidth'(k);
      always_ff @(posedge clk_i) begin
        if (!rst_ni) blocks[At*BlockWidth +: BlockWidth] <= '0;
        else blocks[At*BlockWidth +: BlockWidth] <= blocks[At*BlockWidth +: BlockWidth] +
            BlockWidth'(opens[At]) + BlockWidth'(resumes[At]) - BlockWidth'(ended[At]);
      end
    end
  end

  // ---------------------------------------------------------------- the neighbours' promises

  // A new place is of a kernel that is wanted, and that has fewer than Blocks places on the SM.
  // What ends is there.
  logic wanted;
  logic [Sms-1:0] there;
  always @* begin
    wanted = 1'b0;
    there  = '0;
    for (int k = 0; k < Kernels; k++)
      if (place_kernel_i == KernelWidth'(k)) wanted = want_o[k];
    for (int s = 0; s < Sms; s++)
      for (int k = 0; k < Kernels; k++)
        if (ended[s*Kernels + k] && blocks[(s*Kernels + k)*BlockWidth +: BlockWidth] != '0)
          there[s] = 1'b1;
  end

  logic [Sms*Kernels-1:0] full;
  for (genvar i = 0; i < Sms * Kernels; i++) begin : gen_full
    assign full[i] = Wide'(blocks[i*BlockWidth +: BlockWidth]) +
                     Wide'(kept_o[i*BlockWidth +: BlockWidth]) >= Wide'(Blocks);
  end

  always @* if (on && rst_ni) begin
    assume (!place_valid_i || (wanted && !next_valid_o));
    assume ((opens & full) == '0);
    assume ((end_valid_i & ~there) == '0);
  end

  // ---------------------------------------------------------------- the chosen ones

  // Of the kernel: over; places, of those kept, on all SMs, and with a block. On the SM: a kept
  // place of a kernel that is over, of one that can go on; places kept of the kernel.
  logic [Kernels-1:0] over;
  for (genvar k = 0; k < Kernels; k++) begin : gen_over
    assign over[k] = !keep_i || !want_i[k] ||
                     places_o[k*PlaceWidth +: PlaceWidth] > most_i[k*PlaceWidth +: PlaceWidth];
  end

  logic [Wide-1:0] places, most, all_kept, all_blocks, kept, ends;
  logic            kernel_over, kernel_want, over_there, can_there, some_can, sm_ends, sm_ready;
  logic            block_ended, own_ended, over_ended, own_goes_on, lower_over, own_ends;
  always @* begin
    places      = '0;
    most        = '0;
    all_kept    = '0;
    all_blocks  = '0;
    kept        = '0;
    ends        = '0;
    kernel_over = 1'b0;
    kernel_want = 1'b0;
    over_there  = 1'b0;
    can_there   = 1'b0;
    some_can    = 1'b0;
    sm_ends     = 1'b0;
    sm_ready    = 1'b0;
    block_ended = 1'b0;
    own_ended   = 1'b0;
    over_ended  = 1'b0;
    own_goes_on = 1'b0;
    lower_over  = 1'b0;
    own_ends    = 1'b0;
    for (int k = 0; k < Kernels; k++) begin
      if (kernel == KernelWidth'(k)) begin
        places      = Wide'(places_o[k*PlaceWidth +: PlaceWidth]);
        most        = Wide'(most_i[k*PlaceWidth +: PlaceWidth]);
        kernel_over = over[k];
        kernel_want = want_o[k];
      end
    end
    for (int s = 0; s < Sms; s++) begin
      if (end_valid_o[s] && end_kernel_o[s*KernelWidth +: KernelWidth] == kernel)
        ends = ends + Wide'(1);
      for (int k = 0; k < Kernels; k++) begin
        if (kernel == KernelWidth'(k)) begin
          all_kept   = all_kept + Wide'(kept_o[(s*Kernels + k)*BlockWidth +: BlockWidth]);
          all_blocks = all_blocks + Wide'(blocks[(s*Kernels + k)*BlockWidth +: BlockWidth]);
        end
        if (kept_o[(s*Kernels + k)*BlockWidth +: BlockWidth] != '0 && !over[k] && ready_i[s])
          some_can = 1'b1;
        if (sm == SmWidth'(s)) begin
          if (kept_o[(s*Kernels + k)*BlockWidth +: BlockWidth] != '0) begin
            if (over[k]) over_there = 1'b1;
            if (over[k] && KernelWidth'(k) < kernel) lower_over = 1'b1;
            if (!over[k] && ready_i[s]) can_there = 1'b1;
          end
          if (ended[s*Kernels + k] && over[k]) over_ended = 1'b1;
          if (kernel == KernelWidth'(k)) begin
            kept        = Wide'(kept_o[(s*Kernels + k)*BlockWidth +: BlockWidth]);
            own_ended   = ended[s*Kernels + k];
            own_goes_on = resumes[s*Kernels + k];
          end
        end
      end
      if (sm == SmWidth'(s)) begin
        sm_ends     = end_valid_o[s];
        sm_ready    = ready_i[s];
        block_ended = end_valid_i[s];
        own_ends    = end_valid_o[s] && end_kernel_o[s*KernelWidth +: KernelWidth] == kernel;
      end
    end
  end

  // The SM comes before the one that is taken, counted from the turn.
  logic before_it;
  assign before_it = (sm >= turn) == (next_sm_o >= turn) ? sm < next_sm_o : sm >= turn;

  // What was in the cycle before, of the kernel and the SM.
  logic [Wide-1:0]    was_places, was_kept, was_ends;
  logic               was_opened, was_own_ended, was_own_goes_on, was_own_ends, was_next;
  logic               was_over, was_over_ended;
  logic [SmWidth-1:0] was_sm, was_turn;
  always_ff @(posedge clk_i) begin
    was_places      <= places;
    was_kept        <= kept;
    was_ends        <= ends;
    was_opened      <= place_valid_i && place_kernel_i == kernel;
    was_own_ended   <= own_ended;
    was_own_goes_on <= own_goes_on;
    was_own_ends    <= own_ends;
    was_over        <= kernel_over;
    was_over_ended  <= over_ended;
    was_next        <= next_valid_o;
    was_sm          <= next_sm_o;
    was_turn        <= turn;
  end

  // ---------------------------------------------------------------- what is to hold

  always @* if (on) begin
    // P: a reset leaves no place, and the turn at SM 0
    reset_clears: assert (!was_reset || (places_o == '0 && kept_o == '0 && turn == '0));
    // P: a kernel has the places that are kept, and those with a block, and no more
    counted: assert (was_reset || places == all_kept + all_blocks);
    // P: the kept places of a kernel on all SMs are at most its places
    kept_counted: assert (all_kept <= places);
    // P: no SM has more than Blocks places of a kernel, and the turn is an SM
    within: assert (kept <= Wide'(Blocks) && 32'(turn) < Sms);
    // P: places change by the new one and the ends of a cycle, all counted together
    places_right: assert (was_reset ||
        places + was_ends == was_places + Wide'(was_opened));
    // P: a place is kept when its block ends and it does not; it goes on or ends once
    kept_right: assert (was_reset || kept + Wide'(was_own_goes_on) +
        Wide'(was_own_ends && !(was_own_ended && was_over)) ==
        was_kept + Wide'(was_own_ended && !was_over));
    // P: the turn goes behind the SM on which a place went on
    turn_moves: assert (was_reset || (was_next ? 32'(turn) == (32'(was_sm) + 1) % Sms :
                                                 turn == was_turn));
  end

  always @* if (on && rst_ni) begin
    // P: a kept place of a kernel that is not over goes on if its SM is ready, or another one does
    none_idle: assert (!can_there || next_valid_o);
    // P: a place goes on only where there is one, of a kernel that is not over, on a ready SM
    goes_there: assert (!own_goes_on || (kept != '0 && !kernel_over && sm_ready));
    // P: no place on an SM ahead in turn could have gone on
    in_turn: assert (!next_valid_o || !can_there || !before_it);
    // P: on an SM with a kept place of a kernel that is over a place ends
    given_back: assert (!over_there || sm_ends);
    // P: a place ends only with a block of a kernel that is over, or if it is kept and that is over
    ends_right: assert (!own_ends || (kernel_over && (own_ended || (kept != '0 && !over_ended &&
                                                                    !lower_over))));
    // P: with keep_i no new place is wanted of a kernel that has as many as it may
    never_above: assert (!kernel_want || !keep_i || places < most);
    // P: a kernel with a block to give and a place free may be placed
    wants: assert (kernel_want == (want_of && (!keep_i || places < most)));
    // P: a block that ends keeps its place, or ends it in this cycle, by its kernel being over
    ends_once: assert (!own_ended || own_ends == kernel_over);
    // P: without keep_i no place is kept for longer than a cycle a place
    unkept: assert (keep_i || !next_valid_o);
  end

  logic want_of;
  always @* begin
    want_of = 1'b0;
    for (int k = 0; k < Kernels; k++) if (kernel == KernelWidth'(k)) want_of = want_i[k];
  end

  always @* if (on && rst_ni) begin
    c_goes: cover (own_goes_on && turn == '0 && sm != '0);
    c_both: cover (own_ended && own_goes_on);
    c_late: cover (over_there && over_ended);
    c_lower: cover (over_there && own_ends && block_ended && !own_ended);
    c_three: cover (ends == Wide'(Sms) && place_valid_i && !keep_i);
  end
endmodule

// What follows goes to the end of the module hd_block_places itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  hd_block_places_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS,
      .turn(turn_q)
  );
`endif
