// SPDX-License-Identifier: Apache-2.0
//
// Properties of the VT scoreboard (docs/blocks/vt_scoreboard.md), for formal/prove.sh.
//
// Beside the design stands a ghost of one virtual warp `warp`, chosen by the solver: on which slot
// it sits, if on any, which of its registers have a write outstanding (flight), and, since it
// retired, how many writes the scoreboard has said are still to come late (owed). What is proven of
// it holds for every warp. The neighbours' promises are made for this warp alone: what they do with
// the others is free, save that only slots in use are issued from and mapped runs do not overlap.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_vt_scoreboard_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State: tag and vector of slot s are part s.
    input logic [Slots-1:0]           valid,
    input logic [Slots*WarpWidth-1:0] tag,
    input logic [Slots*Regs-1:0]      busy
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // The vector of a slot; 0 for a number that is too large.
  function automatic logic [Regs-1:0] vector_of(input logic [SlotWidth-1:0] slot);
    vector_of = '0;
    for (int s = 0; s < Slots; s++)
      if (32'(slot) == s) vector_of = busy[s*Regs+:Regs];
  endfunction

  // The bit of a register; none for a number that is too large.
  function automatic logic [Regs-1:0] bit_of(input logic [RegWidth-1:0] number);
    bit_of = '0;
    for (int r = 0; r < Regs; r++) if (32'(number) == r) bit_of[r] = 1'b1;
  endfunction

  // How many bits are set.
  function automatic int bits_of(input logic [Regs-1:0] vector);
    bits_of = 0;
    for (int r = 0; r < Regs; r++) if (vector[r]) bits_of = bits_of + 1;
  endfunction

  // ------------------------------------------------------------------ ghost: slots in use

  // Slots that are left, and taken, in this cycle; slots that are in use.
  logic [Slots-1:0] left, taken, used;

  always @* begin
    left = '0;
    taken = '0;
    for (int s = 0; s < Slots; s++) begin
      if (retire_en_i && 32'(retire_slot_i) == s) left[s] = 1'b1;
      if (clear_en_i && s >= 32'(clear_base_i) && s < 32'(clear_base_i) + 32'(clear_count_i))
        left[s] = 1'b1;
      if (map_en_i && s >= 32'(map_base_i) && s < 32'(map_base_i) + 32'(map_count_i))
        taken[s] = 1'b1;
    end
  end
  always_ff @(posedge clk_i) used <= rst_ni ? (used & ~left) | taken : '0;

  // ------------------------------------------------------------------ ghost: one warp

  (* anyconst *) logic [WarpWidth-1:0] warp;
  always @* assume (32'(warp) < Warps);

  logic sits;
  logic [SlotWidth-1:0] seat;
  logic [Regs-1:0] flight;
  int owed;

  // What the ports say of it in this cycle.
  logic here, leaves, retires;
  logic [Ports-1:0] back;
  logic [Regs-1:0] issued, returned;
  int lates;

  assign here = map_en_i && 32'(warp) >= 32'(map_warp_i)
      && 32'(warp) < 32'(map_warp_i) + 32'(map_count_i);
  assign retires = sits && retire_en_i && retire_slot_i == seat;

  always @* begin
    leaves = 1'b0;
    for (int s = 0; s < Slots; s++) if (sits && 32'(seat) == s && left[s]) leaves = 1'b1;
    back = '0;
    issued = '0;
    returned = '0;
    lates = 0;
    for (int p = 0; p < Ports; p++) begin
      if (sits && set_en_i[p] && set_slot_i[p*SlotWidth+:SlotWidth] == seat)
        issued = issued | bit_of(set_reg_i[p*RegWidth+:RegWidth]);
      if (wb_en_i[p] && wb_warp_i[p*WarpWidth+:WarpWidth] == warp) begin
        back[p] = 1'b1;
        returned = returned | bit_of(wb_reg_i[p*RegWidth+:RegWidth]);
        if (late_o[p]) lates = lates + 1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      sits   <= 1'b0;
      flight <= '0;
      owed   <= 0;
    end else begin
      sits   <= (sits && !leaves) || here;
      flight <= (flight & ~returned) | issued;
      if (retires) owed <= 32'(retire_count_o);
      else         owed <= owed - lates;
    end
    if (here) seat <= SlotWidth'(32'(map_base_i) + 32'(warp) - 32'(map_warp_i));
  end

  // ------------------------------------------------------------------ promises

  // 1: an instruction is issued from a slot that is in use and not left in this cycle; the warp has
  // no write of this register outstanding, and two of one cycle are for different registers.
  for (genvar p = 0; p < Ports; p++) begin : gen_promise
    logic set_ok;
    always @* begin
      set_ok = 1'b0;
      for (int s = 0; s < Slots; s++)
        if (32'(set_slot_i[p*SlotWidth+:SlotWidth]) == s && used[s] && !left[s]) set_ok = 1'b1;
    end
    always @* if (on && set_en_i[p])
      assume (set_ok && 32'(set_reg_i[p*RegWidth+:RegWidth]) < Regs);
    // 2: a write comes back once, with the slot and the warp that it had.
    always @* if (on && wb_en_i[p])
      assume (32'(wb_slot_i[p*SlotWidth+:SlotWidth]) < Slots
              && 32'(wb_reg_i[p*RegWidth+:RegWidth]) < Regs
              && (!back[p] || (wb_slot_i[p*SlotWidth+:SlotWidth] == seat
                  && (flight & bit_of(wb_reg_i[p*RegWidth+:RegWidth])) != '0)));
    for (genvar q = 0; q < p; q++) begin : gen_pair
      always @* if (set_en_i[p] && set_en_i[q])
        assume (set_slot_i[p*SlotWidth+:SlotWidth] != set_slot_i[q*SlotWidth+:SlotWidth]
                || set_reg_i[p*RegWidth+:RegWidth] != set_reg_i[q*RegWidth+:RegWidth]);
      always @* if (back[p] && back[q])
        assume (wb_reg_i[p*RegWidth+:RegWidth] != wb_reg_i[q*RegWidth+:RegWidth]);
    end
    // A query is for a slot that exists.
    always @* assume (32'(query_slot_i[p*SlotWidth+:SlotWidth]) < Slots);
  end
  always @* if (on) assume ((issued & flight) == '0);

  // 3: slots that are mapped are free, and their warps exist; this warp is mapped only while it
  // sits nowhere and all its writes are in.
  always @* if (on && map_en_i)
    assume ((taken & used) == '0 && 32'(map_base_i) + 32'(map_count_i) <= Slots
            && 32'(map_warp_i) + 32'(map_count_i) <= Warps);
  always @* if (on && here) assume (!sits && flight == '0);

  // 4: what ends has no write outstanding (retired and cleared at once: no matter). What retires is
  // on a slot that exists.
  always @* if (on && leaves && !retires) assume ((flight & ~returned) == '0);
  always @* assume (32'(retire_slot_i) < Slots);

  // ------------------------------------------------------------------ bits that come and go

  (* anyconst *) logic [SlotWidth-1:0] slot;
  (* anyconst *) logic [RegWidth-1:0] number;
  always @* assume (32'(slot) < Slots && 32'(number) < Regs);

  // The watched bit; whether something in the cycle before may have set it, or taken it away.
  logic the_bit, was_bit, may_rise, may_fall;
  assign the_bit = (vector_of(slot) & bit_of(number)) != '0;

  always_ff @(posedge clk_i) begin
    was_bit  <= the_bit;
    may_rise <= 1'b0;
    may_fall <= !rst_ni;
    for (int p = 0; p < Ports; p++) begin
      if (set_en_i[p] && set_slot_i[p*SlotWidth+:SlotWidth] == slot
          && set_reg_i[p*RegWidth+:RegWidth] == number) may_rise <= 1'b1;
      if (wb_en_i[p] && !late_o[p] && wb_slot_i[p*SlotWidth+:SlotWidth] == slot
          && wb_reg_i[p*RegWidth+:RegWidth] == number) may_fall <= 1'b1;
    end
    for (int s = 0; s < Slots; s++)
      if (32'(slot) == s && (left[s] || taken[s])) may_fall <= 1'b1;
  end

  // ------------------------------------------------------------------ what the design has of it

  logic has_tag, same_tag, clean;
  always @* begin
    has_tag = 1'b0;
    same_tag = 1'b0;
    clean = 1'b1;
    for (int s = 0; s < Slots; s++) begin
      if (valid[s] && tag[s*WarpWidth+:WarpWidth] == warp) begin
        if (sits && 32'(seat) == s) has_tag = 1'b1;
        else same_tag = 1'b1;
      end
      if (!valid[s] && busy[s*Regs+:Regs] != '0) clean = 1'b0;
    end
  end

  logic lates_right, queries_right;
  always @* begin
    lates_right = 1'b1;
    queries_right = 1'b1;
    for (int p = 0; p < Ports; p++) begin
      if (late_o[p] && !wb_en_i[p]) lates_right = 1'b0;
      if (back[p] && late_o[p] == sits) lates_right = 1'b0;
      if (sits && query_slot_i[p*SlotWidth+:SlotWidth] == seat
          && query_busy_o[p*Regs+:Regs] != flight) queries_right = 1'b0;
    end
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: the slot of the warp bears its number, and no other slot does
    one_seat: assert (has_tag == sits && !same_tag);
    // P: a slot is valid exactly while it is in use
    in_use: assert (valid == used);
    // P: a bit of the warp's slot is set exactly when a write by the warp is outstanding
    owner_only: assert (!sits || vector_of(seat) == flight);
    // P: the scheduler is shown just that
    query_shows: assert (queries_right);
    // P: an invalid entry has no bit set
    empty_clean: assert (clean);
    // P: a write is late exactly when its warp no longer sits on its slot
    late_exact: assert (lates_right);
    // P: a bit is set by an issue alone, and cleared by a write that is not late, or with all
    // bits of its slot
    late_harmless: assert (the_bit == was_bit || (the_bit ? may_rise : may_fall));
    // P: when the warp retires, what is counted are its writes that are out and stay out
    retire_counts: assert (!retires || 32'(retire_count_o) == bits_of(flight & ~returned));
    // P: after that as many writes are still to come late as were counted and have not come;
    // while the warp sits none is
    all_counted: assert (owed == (sits ? 0 : bits_of(flight)));
    // P: after a reset no slot is valid, and no bit is set
    reset_empties: assert (!was_reset || (valid == '0 && busy == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  logic other_back;  // a write of the warp that left comes to a slot which is another's
  always @* begin
    other_back = 1'b0;
    for (int s = 0; s < Slots; s++)
      if (back[0] && !sits && 32'(seat) == s && used[s] && busy[s*Regs+:Regs] != '0)
        other_back = 1'b1;
  end

  logic gone;  // the warp sat somewhere, and retired with a write out
  always_ff @(posedge clk_i) gone <= rst_ni && (gone || (retires && retire_count_o != '0));

  always @* if (on && rst_ni) begin
    c_in_time: cover (retires && back[0] && retire_count_o != '0);
    c_other: cover (other_back && late_o[0]);
    c_empty: cover (back[0] && late_o[0] && !used[seat]);
    c_at_map: cover (back[0] && late_o[0] && taken[seat]);
    c_two_back: cover (sits && back == '1 && Ports > 1);
    c_two_late: cover (!sits && back == '1 && Ports > 1);
    c_back_and_set: cover (sits && back[0] && issued != '0);
    c_full: cover (sits && vector_of(seat) == '1);
    c_again: cover (here && gone && seat != '0 && map_base_i == '0 && map_warp_i == warp);
    c_clear_all: cover (clear_en_i && used == '1 && left == '1 && !retire_en_i);
    c_hand_over: cover (retires && map_en_i && map_count_i != '0);
  end
endmodule

// What follows goes to the end of the module hd_vt_scoreboard itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [Slots*WarpWidth-1:0] props_tag;
  logic [Slots*Regs-1:0]      props_busy;
  for (genvar s = 0; s < Slots; s++) begin : gen_props
    assign props_tag[s*WarpWidth +: WarpWidth] = tag_q[s];
    assign props_busy[s*Regs +: Regs]          = busy_q[s];
  end
  hd_vt_scoreboard_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .valid(valid_q), .tag(props_tag), .busy(props_busy)
  );
`endif
