// SPDX-License-Identifier: Apache-2.0
//
// Properties of the scoreboard (docs/blocks/scoreboard.md), for formal/prove.sh.
//
// Beside the design stands a ghost, from the ports alone: of one slot `slot`, chosen by the solver,
// the registers whose last set is younger than their last writeback (flight). What is proven of it
// holds for every slot. The neighbours' promises are made for this slot alone: what they do with
// the others is free.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_scoreboard_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State: the vector of slot s is part s.
    input logic [Slots*Regs-1:0]        busy
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [SlotWidth-1:0] slot;
  always @* assume (32'(slot) < Slots);

  // The bit of a register; none for a number that is too large.
  function automatic logic [Regs-1:0] bit_of(input logic [RegWidth-1:0] number);
    bit_of = '0;
    for (int r = 0; r < Regs; r++) if (32'(number) == r) bit_of[r] = 1'b1;
  endfunction

  // ------------------------------------------------------------------ ghost: writes under way

  logic [Regs-1:0] flight, issued, returned;

  // What the ports say of the slot in this cycle.
  logic [Ports-1:0] sets;
  logic [Writers-1:0] backs;
  always @* begin
    issued = '0;
    returned = '0;
    for (int p = 0; p < Ports; p++) begin
      sets[p] = set_en_i[p] && set_slot_i[p*SlotWidth+:SlotWidth] == slot;
      if (sets[p]) issued = issued | bit_of(set_reg_i[p*RegWidth+:RegWidth]);
    end
    for (int w = 0; w < Writers; w++) begin
      backs[w] = wb_en_i[w] && wb_slot_i[w*SlotWidth+:SlotWidth] == slot;
      if (backs[w]) returned = returned | bit_of(wb_reg_i[w*RegWidth+:RegWidth]);
    end
  end

  always_ff @(posedge clk_i)
    flight <= rst_ni ? (flight | issued) & ~returned : '0;

  // ------------------------------------------------------------------ promises

  // Sets are of bits that are 0, writebacks of bits that are 1; one set of a slot a cycle, and one
  // writeback of a bit. Numbers are of what there is.
  always @* if (on) assume ((issued & flight) == '0 && (returned & ~flight) == '0);

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    always @* begin
      assume (32'(query_slot_i[p*SlotWidth+:SlotWidth]) < Slots);
      if (set_en_i[p])
        assume (32'(set_slot_i[p*SlotWidth+:SlotWidth]) < Slots
                && 32'(set_reg_i[p*RegWidth+:RegWidth]) < Regs);
      for (int q = 0; q < p; q++) assume (!sets[p] || !sets[q]);
    end
  end

  for (genvar w = 0; w < Writers; w++) begin : gen_writer
    always @* begin
      if (wb_en_i[w])
        assume (32'(wb_slot_i[w*SlotWidth+:SlotWidth]) < Slots
                && 32'(wb_reg_i[w*RegWidth+:RegWidth]) < Regs);
      for (int v = 0; v < w; v++)
        assume (!backs[w] || !backs[v]
                || wb_reg_i[w*RegWidth+:RegWidth] != wb_reg_i[v*RegWidth+:RegWidth]);
    end
  end

  // ------------------------------------------------------------------ what the design has of it

  logic [Regs-1:0] vector;
  logic is_free, queries_right;
  always @* begin
    vector = '0;
    is_free = 1'b0;
    for (int s = 0; s < Slots; s++)
      if (32'(slot) == s) begin
        vector = busy[s*Regs+:Regs];
        is_free = free_o[s];
      end
    queries_right = 1'b1;
    for (int p = 0; p < Ports; p++)
      if (query_slot_i[p*SlotWidth+:SlotWidth] == slot && query_busy_o[p*Regs+:Regs] != flight)
        queries_right = 1'b0;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: a bit is 1 exactly when its last set is younger than its last writeback
    exact: assert (vector == flight);
    // P: every query of the slot is shown just that, nothing of this cycle
    query_shows: assert (queries_right);
    // P: a slot is free exactly when none of its writes is out
    free: assert (is_free == (flight == '0));
    // P: after a reset no bit is set
    reset_empties: assert (!was_reset || (busy == '0 && free_o == '1));
  end

  // ------------------------------------------------------------------ what must be possible

  logic was_full;  // all registers of the slot were busy
  always_ff @(posedge clk_i) was_full <= rst_ni && (was_full || flight == '1);

  always @* if (on && rst_ni) begin
    c_full: cover (vector == '1);
    c_full_and_free: cover (was_full && is_free && !was_reset);
    c_set_and_back: cover (sets != '0 && backs != '0);
    c_all_back: cover (backs == '1 && returned == flight && Writers > 1);
    c_busy_all: cover (free_o == '0 && set_en_i == '1 && wb_en_i == '1);
    c_again: cover (was_full && issued != '0 && flight == '0);
    c_seen_while_back: cover (query_slot_i[SlotWidth-1:0] == slot
                              && (returned & query_busy_o[Regs-1:0]) != '0);
  end
endmodule

// What follows goes to the end of the module hd_scoreboard itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [Slots*Regs-1:0] props_busy;
  for (genvar s = 0; s < Slots; s++) begin : gen_props
    assign props_busy[s*Regs +: Regs] = busy_q[s];
  end
  hd_scoreboard_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .busy(props_busy)
  );
`endif
