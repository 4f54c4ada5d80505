// SPDX-License-Identifier: Apache-2.0
//
// Properties of the set look-up (docs/blocks/set_lookup.md), for formal/prove.sh.
//
// Beside the design stands a ghost (below, hd_set_lookup_ghost) that follows one slot, from its
// instruction's issue on: where the instruction is, what was asked, answered and fetched for it, by
// the ports, and by what the first of each ring is and which park it goes to. There are two of it,
// for the slots `watch` and `other`, chosen by the solver as one operand, `op`, and one bit of an
// instruction, `at_bit`, are: what is proven of them holds for all. Properties that begin with
// state_ say how registers and ghosts belong together: induction needs them.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_set_lookup_ghost #(
    parameter int Slots = 48,
    parameter int Warps = 64,
    parameter int Ports = 2,
    parameter int Banks = 4,
    parameter int Parks = 8,
    parameter int RegPhys = 240,
    parameter int Bits = 173,
    parameter int Rest = 135,
    parameter int Places = 4,
    localparam int SlotWidth = $clog2(Slots),
    localparam int WarpWidth = $clog2(Warps),
    localparam int SetWidth = $clog2(64 / Banks),
    localparam int PhysWidth = $clog2(RegPhys),
    localparam int ParkWidth = Parks > 1 ? $clog2(Parks) : 1,
    localparam int PortWidth = Ports > 1 ? $clog2(Ports) : 1,
    localparam int BitWidth = $clog2(Bits)
) (
    input  logic                       clk_i,
    input  logic                       rst_ni,
    // The slot that the ghost follows; the operand, the bit that it keeps.
    input  logic [SlotWidth-1:0]       watch_i,
    input  logic [1:0]                 op_i,
    input  logic [BitWidth-1:0]        at_bit_i,
    // Issue; what issues in one vector a port.
    input  logic [Ports-1:0]           issue_en_i,
    input  logic [Ports*SlotWidth-1:0] issue_slot_i,
    input  logic [Ports*WarpWidth-1:0] issue_warp_i,
    input  logic [Ports*4-1:0]         issue_use_i,
    input  logic [Ports*24-1:0]        issue_reg_i,
    input  logic [Ports*Bits-1:0]      issue_bits_i,
    // Look-ups: now, and two cycles ago, with their answer.
    input  logic [Ports-1:0]           look_en_i,
    input  logic [Ports*WarpWidth-1:0] look_warp_i,
    input  logic [Ports*SetWidth-1:0]  look_set_i,
    input  logic [Ports-1:0]           due_en_i,
    input  logic [Ports*WarpWidth-1:0] due_warp_i,
    input  logic [Ports*SetWidth-1:0]  due_set_i,
    input  logic [Ports-1:0]           found_held_i,
    input  logic [Ports*PhysWidth-1:0] found_phys_i,
    // The first of a ring goes to a park; what goes to the issue register.
    input  logic [Ports-1:0]           parks_i,
    input  logic [Ports*SlotWidth-1:0] head_slot_i,
    input  logic [Ports*ParkWidth-1:0] to_park_i,
    input  logic [Ports-1:0]           leaves_i,
    input  logic [Ports*SlotWidth-1:0] stage_slot_i,
    // What becomes of parks.
    input  logic [Parks-1:0]           read_i,
    input  logic [Parks-1:0]           written_i,
    input  logic                       filled_en_i,
    input  logic [ParkWidth-1:0]       filled_park_i,
    input  logic [1:0]                 filled_operand_i,
    input  logic                       stored_en_i,
    input  logic [ParkWidth-1:0]       stored_park_i,
    input  logic                       job_taken_i,
    input  logic                       job_store_i,
    input  logic [ParkWidth-1:0]       job_park_i,
    input  logic [1:0]                 job_operand_i,
    // Registers. Places of the rings, port by port: taken; instruction, what is known of it. Parks.
    // Look-ups under way.
    input  logic [Ports*Places-1:0]             ring_valid_i,
    input  logic [Ports*Places*SlotWidth-1:0]   ring_slot_i,
    input  logic [Ports*Places*Bits-1:0]        ring_bits_i,
    input  logic [Ports*Places*12-1:0]          ring_known_i, // asked, known, away
    input  logic [Ports*Places*4*PhysWidth-1:0] ring_phys_i,
    input  logic [Parks*3-1:0]                  park_state_i,
    input  logic [Parks*PortWidth-1:0]          park_port_i,
    input  logic [Parks*SlotWidth-1:0]          park_slot_i,
    input  logic [Parks*Bits-1:0]               park_bits_i,
    input  logic [Parks*10-1:0]                 park_away_i, // away, waits, fetched
    input  logic [Parks-1:0]                    park_sent_i,
    input  logic [Parks*4*PhysWidth-1:0]        park_phys_i,
    // How they belong together: see below.
    output logic [3:0]                 state_o,
    // Where its instruction is: not here; in a ring; in a park; in a park, and has left for the
    // issue register. Of which port, in which park.
    output logic [1:0]                 at_o,
    output logic [PortWidth-1:0]       port_o,
    output logic [ParkWidth-1:0]       park_o,
    // The instruction; it comes in this cycle.
    output logic                       comes_o,
    output logic [WarpWidth-1:0]       warp_o,
    output logic [3:0]                 use_o,
    output logic [23:0]                reg_o,
    output logic                       bit_o,
    // Operands that were asked for; that are known, that are away: with this cycle's answer; where
    // the operand is that is followed.
    output logic [3:0]                 asked_o,
    output logic [3:0]                 known_o,
    output logic [3:0]                 away_o,
    output logic [PhysWidth-1:0]       phys_o,
    // Sources on their way, sources there; the result is written, and on its way.
    output logic [2:0]                 fetched_o,
    output logic [2:0]                 filled_o,
    output logic                       written_o,
    output logic                       sent_o
);

  localparam logic [1:0] Gone = 2'd0, Rings = 2'd1, Waits = 2'd2, Left = 2'd3;

  logic [1:0] at;
  logic [PortWidth-1:0] port;
  logic [ParkWidth-1:0] park;
  logic [WarpWidth-1:0] warp;
  logic [3:0] used, asked, known, away, use_now, asked_now;
  logic [23:0] regs, regs_now;
  logic [WarpWidth-1:0] warp_now;
  logic kept, written, sent;
  logic [2:0] fetched, filled;
  logic [PhysWidth-1:0] phys;

  assign {at_o, port_o, park_o, warp_o, use_o, reg_o, bit_o} =
      {at, port, park, warp_now, use_now, regs_now, kept};
  assign {asked_o, fetched_o, filled_o, written_o, sent_o} =
      {comes_o ? 4'd0 : asked, fetched, filled, written, sent};

  // What issues in this cycle is followed at once.
  logic [PortWidth-1:0] port_now;
  logic bit_now;
  always @* begin
    comes_o = 1'b0;
    {port_now, warp_now, use_now, regs_now, bit_now} = {port, warp, used, regs, kept};
    for (int p = 0; p < Ports; p++)
      if (issue_en_i[p] && issue_slot_i[p*SlotWidth+:SlotWidth] == watch_i) begin
        comes_o = 1'b1;
        port_now = PortWidth'(p);
        warp_now = issue_warp_i[p*WarpWidth+:WarpWidth];
        use_now = issue_use_i[p*4+:4];
        regs_now = issue_reg_i[p*24+:24];
        for (int i = 0; i < Bits; i++)
          if (32'(at_bit_i) == i) bit_now = issue_bits_i[p*Bits+i];
      end
  end

  // Operands that are asked for now; what is known of them with this cycle's answer.
  always @* begin
    asked_now = comes_o ? 4'd0 : asked;
    known_o = known;
    away_o = away;
    phys_o = phys;
    for (int p = 0; p < Ports; p++)
      for (int o = 0; o < 4; o++) begin
        if (look_en_i[p] && (comes_o || at == Rings) && 32'(port_now) == p
            && look_warp_i[p*WarpWidth+:WarpWidth] == warp_now && use_now[o]
            && look_set_i[p*SetWidth+:SetWidth] == SetWidth'(32'(regs_now[o*6+:6]) / Banks))
          asked_now[o] = 1'b1;
        if (due_en_i[p] && at == Rings && 32'(port) == p
            && due_warp_i[p*WarpWidth+:WarpWidth] == warp && used[o]
            && due_set_i[p*SetWidth+:SetWidth] == SetWidth'(32'(regs[o*6+:6]) / Banks)) begin
          known_o[o] = 1'b1;
          away_o[o] = !found_held_i[p];
          if (32'(op_i) == o) phys_o = found_phys_i[p*PhysWidth+:PhysWidth];
        end
      end
  end

  always_ff @(posedge clk_i) begin
    {port, warp, used, regs, kept} <= {port_now, warp_now, use_now, regs_now, bit_now};
    {asked, known, away, phys} <= {asked_now, known_o, away_o, phys_o};
    if (comes_o) begin
      at <= Rings;
      {known, away, fetched, filled, written, sent} <= '0;
    end
    for (int p = 0; p < Ports; p++) begin
      if (parks_i[p] && at == Rings && head_slot_i[p*SlotWidth+:SlotWidth] == watch_i) begin
        at <= Waits;
        park <= to_park_i[p*ParkWidth+:ParkWidth];
      end
      if (leaves_i[p] && stage_slot_i[p*SlotWidth+:SlotWidth] == watch_i && at != Gone)
        at <= at == Waits ? Left : Gone;
    end
    for (int o = 0; o < 3; o++) begin
      if (job_taken_i && !job_store_i && at == Waits && job_park_i == park
          && 32'(job_operand_i) == o) fetched[o] <= 1'b1;
      if (filled_en_i && at == Waits && filled_park_i == park && 32'(filled_operand_i) == o)
        filled[o] <= 1'b1;
    end
    if (job_taken_i && job_store_i && at == Left && job_park_i == park) sent <= 1'b1;
    for (int n = 0; n < Parks; n++)
      if (at == Left && 32'(park) == n) begin
        if (written_i[n]) written <= 1'b1;
        if (read_i[n] && !away[3]) at <= Gone;
        if (stored_en_i && 32'(stored_park_i) == n) at <= Gone;
      end
    if (!rst_ni) at <= Gone;
  end

  // ------------------------------------------------------------------ registers and ghost

  // Bits of an instruction: {warp, use, registers, the rest}.
  localparam int Regs = Rest, Uses = Rest + 24, Owns = Rest + 28;

  int ring_count, park_count;
  logic rings_fit, parks_fit, ring_same, park_same;
  always @* begin
    ring_count = 0;
    park_count = 0;
    {rings_fit, parks_fit, ring_same, park_same} = '1;
    for (int p = 0; p < Ports; p++)
      for (int i = p * Places; i < (p + 1) * Places; i++)
        if (ring_valid_i[i] && ring_slot_i[i*SlotWidth+:SlotWidth] == watch_i) begin
          ring_count = ring_count + 1;
          if (32'(port) != p) rings_fit = 1'b0;
          if (ring_bits_i[i*Bits+Owns+:WarpWidth] != warp || ring_bits_i[i*Bits+Uses+:4] != used
              || ring_bits_i[i*Bits+Regs+:24] != regs
              || ring_known_i[i*12+:12] != {asked, known, away}
              || (known & ~asked) != '0 || (away & ~known) != '0 || (asked & ~used) != '0
              || {fetched, filled, written, sent} != '0)
            ring_same = 1'b0;
          for (int k = 0; k < Bits; k++)
            if (32'(at_bit_i) == k && ring_bits_i[i*Bits+k] != kept) ring_same = 1'b0;
          for (int o = 0; o < 4; o++)
            if (32'(op_i) == o && known[o] && !away[o]
                && ring_phys_i[(i*4+o)*PhysWidth+:PhysWidth] != phys) ring_same = 1'b0;
        end
    for (int n = 0; n < Parks; n++)
      if (park_state_i[n*3+:3] != 3'd0 && park_slot_i[n*SlotWidth+:SlotWidth] == watch_i) begin
        park_count = park_count + 1;
        if (32'(park) != n || park_state_i[n*3+:3] > 3'd4
            || (park_state_i[n*3+:3] <= 3'd2) != (at == Waits)) parks_fit = 1'b0;
        if (park_bits_i[n*Bits+Owns+:WarpWidth] != warp || park_bits_i[n*Bits+Uses+:4] != used
            || park_bits_i[n*Bits+Regs+:24] != regs || park_port_i[n*PortWidth+:PortWidth] != port
            || park_away_i[n*10+:10] != {away, away[2:0] & ~filled, fetched}
            || known != used || away == '0 || (away & ~used) != '0
            || (fetched & ~away[2:0]) != '0 || (filled & ~fetched) != '0)
          park_same = 1'b0;
        if (at == Waits && (park_state_i[n*3+:3] == 3'd1) != ((away[2:0] & ~filled) != '0))
          park_same = 1'b0;
        if (at == Left && ((park_state_i[n*3+:3] == 3'd4) != written || (written && !away[3])
                           || park_sent_i[n] != sent || (sent && !written)
                           || (away[2:0] & ~filled) != '0))
          park_same = 1'b0;
        if (at == Waits && (written || sent || park_sent_i[n])) park_same = 1'b0;
        for (int k = 0; k < Bits; k++)
          if (32'(at_bit_i) == k && park_bits_i[n*Bits+k] != kept) park_same = 1'b0;
        for (int o = 0; o < 4; o++)
          if (32'(op_i) == o && used[o] && !away[o]
              && park_phys_i[(n*4+o)*PhysWidth+:PhysWidth] != phys) park_same = 1'b0;
      end
    if (ring_count != (at == Rings ? 1 : 0)) rings_fit = 1'b0;
    if (park_count != (at >= Waits ? 1 : 0)) parks_fit = 1'b0;
  end
  assign state_o = {park_same, ring_same, parks_fit, rings_fit};
endmodule

module hd_set_lookup_props #(
    `HD_PARAMETERS,
    localparam int PortWidth = Ports > 1 ? $clog2(Ports) : 1,
    localparam int Bits = WarpWidth + Lanes + 28 + RestWidth,
    localparam int BitWidth = $clog2(Bits)
) (
    `HD_PORTS,
    // State: first place of each ring, its instructions, its first one's slot; whether that goes to
    // a park, which; parks that are free.
    input logic [Ports*8-1:0]            first,
    input logic [Ports*8-1:0]            count,
    input logic [Ports*SlotWidth-1:0]    head_slot,
    input logic [Ports-1:0]              parks,
    input logic [Ports*ParkWidth-1:0]    to_park,
    input logic [Parks-1:0]              vacant,
    // Registers. Places of the rings, port by port: taken; instruction, what is known of it. Parks.
    // Look-ups under way.
    input logic [Ports*Places-1:0]             ring_valid,
    input logic [Ports*Places*SlotWidth-1:0]   ring_slot,
    input logic [Ports*Places*Bits-1:0]        ring_bits,
    input logic [Ports*Places*12-1:0]          ring_known, // asked, known, away
    input logic [Ports*Places*4*PhysWidth-1:0] ring_phys,
    input logic [Parks*3-1:0]                  park_state,
    input logic [Parks*PortWidth-1:0]          park_port,
    input logic [Parks*SlotWidth-1:0]          park_slot,
    input logic [Parks*Bits-1:0]               park_bits,
    input logic [Parks*10-1:0]                 park_away, // away, waits, fetched
    input logic [Parks-1:0]                    park_sent,
    input logic [Parks*4*PhysWidth-1:0]        park_phys,
    input logic [Ports*2-1:0]                look_valid, // soon, due
    input logic [Ports*2*8-1:0]              look_place,
    input logic [Ports*2*SetWidth-1:0]       look_sets
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [SlotWidth-1:0] watch, other;
  (* anyconst *) logic [1:0] op;
  (* anyconst *) logic [BitWidth-1:0] at_bit;
  always @* assume (32'(watch) < Slots && 32'(other) < Slots && watch != other);
  always @* assume (32'(at_bit) < Bits);

  // ------------------------------------------------------------------ ghosts

  localparam logic [1:0] Gone = 2'd0, Rings = 2'd1, Waits = 2'd2, Left = 2'd3;

  // Look-ups of the two cycles before.
  logic [Ports-1:0] soon_en, due_en;
  logic [Ports*WarpWidth-1:0] soon_warp, due_warp;
  logic [Ports*SetWidth-1:0] soon_set, due_set;
  always_ff @(posedge clk_i) begin
    soon_en <= rst_ni ? look_en_o : '0;
    due_en <= rst_ni ? soon_en : '0;
    {soon_warp, soon_set} <= {look_warp_o, look_set_o};
    {due_warp, due_set} <= {soon_warp, soon_set};
  end

  logic [Ports*Bits-1:0] issue_bits, stage_bits;
  for (genvar p = 0; p < Ports; p++) begin : gen_bits
    assign issue_bits[p*Bits+:Bits] =
        {issue_warp_i[p*WarpWidth+:WarpWidth], issue_use_i[p*4+:4], issue_reg_i[p*24+:24],
         issue_mask_i[p*Lanes+:Lanes], issue_rest_i[p*RestWidth+:RestWidth]};
    assign stage_bits[p*Bits+:Bits] =
        {stage_warp_o[p*WarpWidth+:WarpWidth], stage_use_o[p*4+:4], stage_reg_o[p*24+:24],
         stage_mask_o[p*Lanes+:Lanes], stage_rest_o[p*RestWidth+:RestWidth]};
  end

  logic [1:0] w_at, o_at;
  logic [3:0] w_state, o_state;
  logic [PortWidth-1:0] w_port, o_port;
  logic [ParkWidth-1:0] w_park, o_park;
  logic w_comes, o_comes, w_bit, o_bit, w_written, o_written, w_sent, o_sent;
  logic [WarpWidth-1:0] w_warp, o_warp;
  logic [3:0] w_use, o_use, w_asked, o_asked, w_known, o_known, w_away, o_away;
  logic [23:0] w_reg, o_reg;
  logic [PhysWidth-1:0] w_phys, o_phys;
  logic [2:0] w_fetched, o_fetched, w_filled, o_filled;
  logic [Ports-1:0] leaves;
  assign leaves = stage_valid_o & stage_ready_i;

  hd_set_lookup_ghost #(
      .Slots(Slots), .Warps(Warps), .Ports(Ports), .Banks(Banks), .Parks(Parks), .RegPhys(RegPhys),
      .Bits(Bits), .Rest(Lanes + RestWidth), .Places(Places)
  ) u_watch (
      .clk_i, .rst_ni, .watch_i(watch), .op_i(op), .at_bit_i(at_bit), .issue_en_i, .issue_slot_i,
      .issue_warp_i, .issue_use_i, .issue_reg_i, .issue_bits_i(issue_bits),
      .look_en_i(look_en_o), .look_warp_i(look_warp_o), .look_set_i(look_set_o),
      .due_en_i(due_en), .due_warp_i(due_warp), .due_set_i(due_set), .found_held_i,
      .found_phys_i, .parks_i(parks), .head_slot_i(head_slot), .to_park_i(to_park),
      .leaves_i(leaves), .stage_slot_i(stage_slot_o), .read_i, .written_i, .filled_en_i,
      .filled_park_i, .filled_operand_i, .stored_en_i, .stored_park_i, .job_taken_i,
      .job_store_i(job_store_o), .job_park_i(job_park_o), .job_operand_i(job_operand_o),
      .ring_valid_i(ring_valid), .ring_slot_i(ring_slot), .ring_bits_i(ring_bits),
      .ring_known_i(ring_known), .ring_phys_i(ring_phys), .park_state_i(park_state),
      .park_port_i(park_port), .park_slot_i(park_slot), .park_bits_i(park_bits),
      .park_away_i(park_away), .park_sent_i(park_sent), .park_phys_i(park_phys),
      .state_o(w_state),
      .at_o(w_at), .port_o(w_port), .park_o(w_park), .comes_o(w_comes), .warp_o(w_warp),
      .use_o(w_use), .reg_o(w_reg), .bit_o(w_bit), .asked_o(w_asked), .known_o(w_known),
      .away_o(w_away), .phys_o(w_phys), .fetched_o(w_fetched), .filled_o(w_filled),
      .written_o(w_written), .sent_o(w_sent)
  );

  hd_set_lookup_ghost #(
      .Slots(Slots), .Warps(Warps), .Ports(Ports), .Banks(Banks), .Parks(Parks), .RegPhys(RegPhys),
      .Bits(Bits), .Rest(Lanes + RestWidth), .Places(Places)
  ) u_other (
      .clk_i, .rst_ni, .watch_i(other), .op_i(op), .at_bit_i(at_bit), .issue_en_i, .issue_slot_i,
      .issue_warp_i, .issue_use_i, .issue_reg_i, .issue_bits_i(issue_bits),
      .look_en_i(look_en_o), .look_warp_i(look_warp_o), .look_set_i(look_set_o),
      .due_en_i(due_en), .due_warp_i(due_warp), .due_set_i(due_set), .found_held_i,
      .found_phys_i, .parks_i(parks), .head_slot_i(head_slot), .to_park_i(to_park),
      .leaves_i(leaves), .stage_slot_i(stage_slot_o), .read_i, .written_i, .filled_en_i,
      .filled_park_i, .filled_operand_i, .stored_en_i, .stored_park_i, .job_taken_i,
      .job_store_i(job_store_o), .job_park_i(job_park_o), .job_operand_i(job_operand_o),
      .ring_valid_i(ring_valid), .ring_slot_i(ring_slot), .ring_bits_i(ring_bits),
      .ring_known_i(ring_known), .ring_phys_i(ring_phys), .park_state_i(park_state),
      .park_port_i(park_port), .park_slot_i(park_slot), .park_bits_i(park_bits),
      .park_away_i(park_away), .park_sent_i(park_sent), .park_phys_i(park_phys),
      .state_o(o_state),
      .at_o(o_at), .port_o(o_port), .park_o(o_park), .comes_o(o_comes), .warp_o(o_warp),
      .use_o(o_use), .reg_o(o_reg), .bit_o(o_bit), .asked_o(o_asked), .known_o(o_known),
      .away_o(o_away), .phys_o(o_phys), .fetched_o(o_fetched), .filled_o(o_filled),
      .written_o(o_written), .sent_o(o_sent)
  );

  // The other one issued before the watched one, and is in its ring still.
  logic before;
  always_ff @(posedge clk_i) before <= (w_comes || before) && o_at == Rings;

  // Warps of all slots with an instruction here.
  logic [Slots*WarpWidth-1:0] owner;
  always_ff @(posedge clk_i)
    for (int p = 0; p < Ports; p++)
      for (int s = 0; s < Slots; s++)
        if (issue_en_i[p] && 32'(issue_slot_i[p*SlotWidth+:SlotWidth]) == s)
          owner[s*WarpWidth+:WarpWidth] <= issue_warp_i[p*WarpWidth+:WarpWidth];

  // ------------------------------------------------------------------ what the neighbours promise

  // An instruction issues if there is room, of a slot that is not looking; two slots, two warps.
  logic fits;
  always @* begin
    fits = 1'b1;
    for (int p = 0; p < Ports; p++)
      if (issue_en_i[p]) begin
        if (!room_o[p] || 32'(issue_slot_i[p*SlotWidth+:SlotWidth]) >= Slots
            || 32'(issue_warp_i[p*WarpWidth+:WarpWidth]) >= Warps) fits = 1'b0;
        for (int s = 0; s < Slots; s++)
          if (looking_o[s] && (32'(issue_slot_i[p*SlotWidth+:SlotWidth]) == s
              || issue_warp_i[p*WarpWidth+:WarpWidth] == owner[s*WarpWidth+:WarpWidth]))
            fits = 1'b0;
        for (int q = 0; q < p; q++)
          if (issue_en_i[q]
              && (issue_slot_i[p*SlotWidth+:SlotWidth] == issue_slot_i[q*SlotWidth+:SlotWidth]
                  || issue_warp_i[p*WarpWidth+:WarpWidth] == issue_warp_i[q*WarpWidth+:WarpWidth]))
            fits = 1'b0;
      end
    for (int p = 0; p < Ports; p++)
      if (32'(found_phys_i[p*PhysWidth+:PhysWidth]) >= RegPhys) fits = 1'b0;
  end
  always @* if (on) assume (fits);

  // What becomes of a park is told in order: what is filled was fetched, what is read has left,
  // what is written is for swap space, what is stored was sent.
  function automatic logic told_in_order(
      input logic [1:0] at, input logic [ParkWidth-1:0] park, input logic stores,
      input logic [2:0] fetched, input logic [2:0] filled, input logic written, input logic sent);
    told_in_order = 1'b1;
    for (int n = 0; n < Parks; n++)
      if (at >= Waits && 32'(park) == n) begin
        if (read_i[n] && at != Left) told_in_order = 1'b0;
        if (written_i[n] && (at != Left || !stores || written)) told_in_order = 1'b0;
        if (stored_en_i && 32'(stored_park_i) == n && !(at == Left && sent)) told_in_order = 1'b0;
        if (filled_en_i && 32'(filled_park_i) == n
            && (at != Waits || (4'(fetched & ~filled) >> filled_operand_i) % 2 == 0))
          told_in_order = 1'b0;
      end
  endfunction
  always @* if (on)
    assume (told_in_order(w_at, w_park, w_away[3], w_fetched, w_filled, w_written, w_sent)
            && told_in_order(o_at, o_park, o_away[3], o_fetched, o_filled, o_written, o_sent));
  // No port tells of a park without an instruction, and a task is taken only if there is one.
  always @* if (on) begin
    assume (!job_taken_i || job_valid_o);
    for (int n = 0; n < Parks; n++)
      assume (!vacant[n] || !(read_i[n] || written_i[n] || (stored_en_i && 32'(stored_park_i) == n)
                              || (filled_en_i && 32'(filled_park_i) == n)));
  end

  // ------------------------------------------------------------------ what is seen of the watched

  // It is looking. It is offered to the issue register; by which port, and what is said of it.
  logic is_looking, staged, staged_port, staged_parked, staged_stores, staged_bit;
  logic [ParkWidth-1:0] staged_park;
  logic [BankWidth-1:0] staged_bank;
  logic [IndexWidth-1:0] staged_index;
  // Look-ups of its port: one there is, one of its own; the set.
  logic looks, looks_self;
  logic [SetWidth-1:0] look_set;
  // It is the first of its ring; its port offers something.
  logic is_head, port_offers, ring_empty;
  int looking_all;
  always @* begin
    {is_looking, staged, staged_port, staged_parked, staged_stores, staged_bit} = '0;
    {staged_park, staged_bank, staged_index, looks, looks_self, look_set} = '0;
    {is_head, port_offers, ring_empty} = '0;
    looking_all = 0;
    for (int s = 0; s < Slots; s++) begin
      if (32'(watch) == s) is_looking = looking_o[s];
      if (looking_o[s]) looking_all = looking_all + 1;
    end
    for (int p = 0; p < Ports; p++) begin
      if (stage_valid_o[p] && stage_slot_o[p*SlotWidth+:SlotWidth] == watch) begin
        staged = 1'b1;
        staged_port = 32'(w_port) == p;
        staged_parked = stage_parked_o[p];
        staged_stores = stage_stores_o[p];
        staged_park = stage_park_o[p*ParkWidth+:ParkWidth];
        for (int o = 0; o < 4; o++)
          if (32'(op) == o) begin
            staged_bank = stage_bank_o[(p*4+o)*BankWidth+:BankWidth];
            staged_index = stage_index_o[(p*4+o)*IndexWidth+:IndexWidth];
          end
        for (int i = 0; i < Bits; i++)
          if (32'(at_bit) == i) staged_bit = stage_bits[p*Bits+i];
      end
      if (w_comes ? issue_en_i[p] && issue_slot_i[p*SlotWidth+:SlotWidth] == watch
                  : 32'(w_port) == p) begin
        looks = look_en_o[p];
        looks_self = look_en_o[p] && look_warp_o[p*WarpWidth+:WarpWidth] == w_warp;
        look_set = look_set_o[p*SetWidth+:SetWidth];
        is_head = head_slot[p*SlotWidth+:SlotWidth] == watch;
        port_offers = stage_valid_o[p];
        ring_empty = count[p*8+:8] == 8'd0;
      end
    end
  end

  // The lowest operand that was not asked for, its set; where the operand `op` is to be.
  logic [3:0] left;
  logic [SetWidth-1:0] left_set;
  logic op_used, op_away;
  logic [5:0] op_reg;
  assign left = w_use & ~w_asked;
  always @* begin
    left_set = '0;
    for (int o = 3; o >= 0; o--)
      if (left[o]) left_set = SetWidth'(32'(w_reg[o*6+:6]) / Banks);
    {op_used, op_away, op_reg} = '0;
    for (int o = 0; o < 4; o++)
      if (32'(op) == o) {op_used, op_away, op_reg} = {w_use[o], w_away[o], w_reg[o*6+:6]};
  end

  // It goes to a park in this cycle; parks that are free.
  logic parking, park_vacant, job_own, all_known;
  // Free parks; those below its own; lower ports whose first one parks.
  int vacant_all, vacant_below, parks_below;
  logic [ParkWidth-1:0] parking_to;
  always @* begin
    {parking, parking_to, park_vacant} = '0;
    for (int p = 0; p < Ports; p++)
      if (parks[p] && head_slot[p*SlotWidth+:SlotWidth] == watch) begin
        parking = 1'b1;
        parking_to = to_park[p*ParkWidth+:ParkWidth];
      end
    {vacant_all, vacant_below, parks_below} = '0;
    for (int p = 0; p < Ports; p++)
      if (parks[p] && p < 32'(w_port)) parks_below = parks_below + 1;
    for (int n = 0; n < Parks; n++) begin
      if (32'(parking_to) == n) park_vacant = vacant[n];
      if (vacant[n]) vacant_all = vacant_all + 1;
      if (vacant[n] && n < 32'(parking_to)) vacant_below = vacant_below + 1;
    end
  end
  assign all_known = (w_use & ~w_known) == '0;
  assign job_own = job_valid_o && w_at >= Waits && job_park_o == w_park;

  // The sources that it has to fetch.
  logic [2:0] to_fetch;
  assign to_fetch = w_away[2:0];

  // The register of the task's operand.
  logic [5:0] job_reg;
  always @* begin
    job_reg = '0;
    for (int o = 0; o < 4; o++) if (32'(job_operand_o) == o) job_reg = w_reg[o*6+:6];
  end

  // ------------------------------------------------------------------ registers

  // All that is here: places of rings, then parks.
  localparam int Here = Ports * Places + Parks;
  logic [Here-1:0] here;
  logic [Here*SlotWidth-1:0] here_slot;
  for (genvar n = 0; n < Parks; n++) begin : gen_park
    assign here[Ports*Places+n] = park_state[n*3+:3] != 3'd0;
  end
  assign here[Ports*Places-1:0] = ring_valid;
  assign here_slot = {park_slot, ring_slot};

  // Each instruction is of a slot of its own, which looks; each slot that looks has one; warps
  // differ.
  logic one_a_slot, all_look, warps_differ, warps_own;
  logic [Slots-1:0] slots_here;
  always @* begin
    {one_a_slot, warps_differ, warps_own} = '1;
    slots_here = '0;
    for (int e = 0; e < Here; e++)
      if (here[e]) begin
        if (32'(here_slot[e*SlotWidth+:SlotWidth]) >= Slots) one_a_slot = 1'b0;
        for (int s = 0; s < Slots; s++)
          if (32'(here_slot[e*SlotWidth+:SlotWidth]) == s) begin
            if (slots_here[s]) one_a_slot = 1'b0;
            slots_here[s] = 1'b1;
            if (e < Ports * Places
                && ring_bits[(e%(Ports*Places))*Bits+Lanes+RestWidth+28+:WarpWidth]
                   != owner[s*WarpWidth+:WarpWidth]) warps_own = 1'b0;
          end
      end
    for (int s = 0; s < Slots; s++)
      for (int t = 0; t < s; t++)
        if (looking_o[s] && looking_o[t]
            && owner[s*WarpWidth+:WarpWidth] == owner[t*WarpWidth+:WarpWidth])
          warps_differ = 1'b0;
  end
  assign all_look = slots_here == looking_o;

  // Rings are not longer than they are, and their places are those from the first one on. A look-up
  // under way is of a place that is taken, by its warp; for operands that were asked for and are
  // not known; two of one place are of two sets.
  logic rings_fit, looks_fit, looks_known;
  logic [7:0] at_place;
  logic [3:0] of_set, here_use;
  always @* begin
    {rings_fit, looks_fit, looks_known} = '1;
    {at_place, of_set, here_use} = '0;
    for (int p = 0; p < Ports; p++) begin
      if (32'(count[p*8+:8]) > Places || 32'(first[p*8+:8]) >= Places) rings_fit = 1'b0;
      for (int i = 0; i < Places; i++)
        if (ring_valid[p*Places+i]
            != ((i + Places - 32'(first[p*8+:8])) % Places < 32'(count[p*8+:8])))
          rings_fit = 1'b0;
      if (look_valid[p*2+:2] != {due_en[p], soon_en[p]}) looks_fit = 1'b0;
      for (int k = 0; k < 2; k++) begin
        at_place = look_place[(p*2+k)*8+:8];
        if (look_valid[p*2+k]) begin
          if (look_sets[(p*2+k)*SetWidth+:SetWidth] != (k == 0 ? soon_set[p*SetWidth+:SetWidth]
                                                       : due_set[p*SetWidth+:SetWidth]))
            looks_fit = 1'b0;
          for (int i = 0; i < Places; i++)
            if (32'(at_place) == i) begin
              if (!ring_valid[p*Places+i]
                  || ring_bits[(p*Places+i)*Bits+Lanes+RestWidth+28+:WarpWidth]
                     != (k == 0 ? soon_warp[p*WarpWidth+:WarpWidth]
                         : due_warp[p*WarpWidth+:WarpWidth])) looks_fit = 1'b0;
              here_use = ring_bits[(p*Places+i)*Bits+Lanes+RestWidth+24+:4];
              for (int o = 0; o < 4; o++)
                of_set[o] = here_use[o] && look_sets[(p*2+k)*SetWidth+:SetWidth]
                    == SetWidth'(32'(ring_bits[(p*Places+i)*Bits+Lanes+RestWidth+o*6+:6]) / Banks);
              if (of_set == '0 || (of_set & ~ring_known[(p*Places+i)*12+8+:4]) != '0
                  || (of_set & ring_known[(p*Places+i)*12+4+:4]) != '0) looks_known = 1'b0;
            end
        end
      end
      // An operand that is known was asked for; of one set all operands were asked for, or none.
      for (int i = p * Places; i < (p + 1) * Places; i++)
        if (ring_valid[i]) begin
          here_use = ring_bits[i*Bits+Lanes+RestWidth+24+:4];
          if ((ring_known[i*12+4+:4] & ~ring_known[i*12+8+:4]) != '0) looks_known = 1'b0;
          for (int o = 0; o < 4; o++)
            for (int k = 0; k < o; k++)
              if (here_use[o] && here_use[k] && ring_known[i*12+8+o] != ring_known[i*12+8+k]
                  && 32'(ring_bits[i*Bits+Lanes+RestWidth+o*6+:6]) / Banks
                     == 32'(ring_bits[i*Bits+Lanes+RestWidth+k*6+:6]) / Banks) looks_known = 1'b0;
        end
      if (look_valid[p*2+:2] == 2'b11 && look_place[p*16+:8] == look_place[p*16+8+:8]
          && look_sets[p*2*SetWidth+:SetWidth] == look_sets[(p*2+1)*SetWidth+:SetWidth])
        looks_known = 1'b0;
    end
  end

  // Places before the watched and the other one in their rings.
  int w_age, o_age;
  always @* begin
    {w_age, o_age} = '0;
    for (int p = 0; p < Ports; p++)
      for (int i = 0; i < Places; i++)
        if (ring_valid[p*Places+i]) begin
          if (ring_slot[(p*Places+i)*SlotWidth+:SlotWidth] == watch)
            w_age = (i + Places - 32'(first[p*8+:8])) % Places;
          if (ring_slot[(p*Places+i)*SlotWidth+:SlotWidth] == other)
            o_age = (i + Places - 32'(first[p*8+:8])) % Places;
        end
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: the two watched instructions are where the ghosts have them, once
    state_rings: assert (w_state[0] && o_state[0]);
    state_parks: assert (w_state[1] && o_state[1]);
    // P: what is known of the two watched instructions is what the ghosts know
    state_ring: assert (w_state[2] && o_state[2]);
    state_park: assert (w_state[3] && o_state[3]);
    // P: each instruction is of a slot of its own; exactly these look; they are of different warps
    state_slots: assert (one_a_slot);
    state_looking: assert (all_look);
    state_warps: assert (warps_differ && warps_own);
    // P: places of the rings, and look-ups under way, fit
    state_places: assert (rings_fit);
    state_looks: assert (looks_fit);
    state_asked: assert (looks_known);
    // P: in a ring the instruction that came first is first
    state_order: assert (w_at != Rings || o_at != Rings || w_port != o_port
                         || before == (o_age < w_age));
    // P: a slot is looking from its issue until its instruction has gone, or its park is free
    looks_till: assert (is_looking == (w_at != Gone));
    // P: an instruction that goes to the issue register was issued, on this port, and has not gone
    // before; it comes from where it is
    once: assert (!staged || (staged_port && (staged_parked ? w_at == Waits && staged_park == w_park
                                                            : w_at == Rings && is_head)));
    // P: an instruction that goes to the issue register is as it was issued
    as_issued: assert (!staged || staged_bit == w_bit);
    // P: all operands of an instruction that goes to the issue register were found
    all_found: assert (!staged || all_known);
    // P: an operand in the register file is where it was found
    in_file: assert (!staged || !op_used || op_away
        || (32'(staged_index) == 32'(w_phys) && 32'(staged_bank) == 32'(op_reg) % Banks));
    // P: an operand in swap space is in the park's row for it
    in_park: assert (!staged || !op_used || !op_away || (staged_parked
        && 32'(staged_index) == RegPhys + 32'(w_park) * ParkRows + 32'(op) / Banks
        && 32'(staged_bank) == 32'(op) % Banks));
    // P: an instruction is parked if some operand is in swap space, and stores if the result is
    parked_away: assert (!staged || (staged_parked == (w_away != '0)
                                     && staged_stores == w_away[3]));
    // P: a parked instruction goes when all that was to be fetched is there
    fetched_first: assert (!staged || !staged_parked || (to_fetch & ~w_filled) == '0);
    // P: an instruction that goes to a park has an operand in swap space, and the park is free
    parks_away: assert (!parking || w_at != Rings || (all_known && w_away != '0 && park_vacant));
    // P: a park has one instruction
    own_park: assert (w_at < Waits || o_at < Waits || w_park != o_park);
    // P: a look-up for an instruction is of its lowest operand that was not asked for
    asks_lowest: assert (!looks_self || !(w_comes || w_at == Rings)
                         || (left != '0 && look_set == left_set));
    // P: as long as an instruction has an operand to ask for its port asks
    asks_on: assert (!(w_comes || w_at == Rings) || left == '0 || looks);
    // P: the instruction that came first asks first
    asks_in_order: assert (!looks_self || w_comes || w_at != Rings || !before || o_at != Rings
        || o_port != w_port || (o_use & ~o_asked) == '0);
    // P: the instruction that came first goes first, to the issue register or a park
    in_order: assert (!(staged || parking) || w_at != Rings || !before || o_at != Rings
                      || o_port != w_port);
    // P: the first of the ring goes on when all is known: it, or a parked one, is offered ...
    goes_on: assert (w_at != Rings || !is_head || !all_known || w_away != '0 || port_offers);
    // P: ... or it parks, unless all free parks go to lower ports
    parks_on: assert (w_at != Rings || !is_head || !all_known || w_away == '0 || parking
                      || vacant_all <= parks_below);
    // P: an instruction gets the lowest park that the lower ports leave
    lowest_park: assert (!parking || w_at != Rings || vacant_below == parks_below);
    // P: a ring with an instruction in it is not empty
    counted: assert (w_at != Rings || !ring_empty);
    // P: a parked instruction with all its sources is offered, or another parked one of its port
    parked_goes: assert (w_at != Waits || (to_fetch & ~w_filled) != '0 || port_offers);
    // P: a task is a source in swap space, not fetched yet, or the result, written and not on its
    // way yet
    its_tasks: assert (!job_own || (job_store_o
        ? w_at == Left && w_away[3] && w_written && !w_sent && job_operand_o == 2'd3
        : w_at == Waits && (4'(to_fetch & ~w_fetched) >> job_operand_o) % 2 == 1));
    // P: a task names the operand's register and warp, and the park's row
    task_says: assert (!job_own || (job_warp_o == w_warp && job_reg_o == job_reg
        && 32'(job_bank_o) == 32'(job_operand_o) % Banks
        && 32'(job_index_o) == RegPhys + 32'(w_park) * ParkRows + 32'(job_operand_o) / Banks));
    // P: as long as something is to be moved there is a task
    has_task: assert (!(w_at == Waits && (to_fetch & ~w_fetched) != '0)
                      && !(w_at == Left && w_away[3] && w_written && !w_sent) || job_valid_o);
    // P: slot and register of a result that is stored are known
    whose_result: assert (w_at != Left || stored_park_i != w_park
                          || (stored_slot_o == watch && stored_reg_o == w_reg[18+:6]));
    // P: with fewer instructions than places there is room
    has_room: assert (looking_all >= Places || room_o == '1);
    // P: a miss is an answer that is not in the register file
    tells_miss: assert (missed_o == (due_en & ~found_held_i));
    // P: after a reset nothing is looked up
    reset_empties: assert (!was_reset || (looking_o == '0 && stage_valid_o == '0 && !job_valid_o
                                          && missed_o == '0 && vacant == '1));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_one_set: cover (staged && !staged_parked && w_use == '1);
    c_four_sets: cover (staged && w_use == '1 && w_reg[5:0] == 6'd0 && w_reg[11:6] == 6'd9
                        && w_reg[17:12] == 6'd20 && w_reg[23:18] == 6'd63);
    c_parked: cover (staged && staged_parked && to_fetch == '1 && w_filled == '1);
    c_stored: cover (w_at == Left && w_sent && stored_en_i && stored_park_i == w_park);
    c_two_park: cover (parking && $countones(parks) > 1);
    c_no_park: cover (w_at == Rings && is_head && all_known && w_away != '0 && !parking);
    c_parked_first: cover (w_at == Rings && is_head && all_known && w_away == '0 && port_offers
                           && !staged);
    c_parks_beside: cover (parking && port_offers && !staged);
    c_at_once: cover (w_comes && looks_self);
    c_empty_handed: cover (staged && w_use == '0);
  end
endmodule

// What follows goes to the end of the module hd_set_lookup itself, in the copy that is proven.
`ifdef HD_INSIDE
  localparam int PropsBits = WarpWidth + Lanes + 28 + RestWidth;
  logic [Ports*8-1:0] props_first, props_count;
  logic [Ports*Places-1:0] props_valid;
  logic [Ports*Places*SlotWidth-1:0] props_slot;
  logic [Ports*Places*PropsBits-1:0] props_bits;
  logic [Ports*Places*12-1:0] props_known;
  logic [Ports*Places*4*PhysWidth-1:0] props_phys;
  logic [Ports*2-1:0] props_look;
  logic [Ports*2*8-1:0] props_look_place;
  logic [Ports*2*SetWidth-1:0] props_look_set;
  for (genvar p = 0; p < Ports; p++) begin : gen_props
    assign props_first[p*8 +: 8] = 8'(gen_port[p].first_q);
    assign props_count[p*8 +: 8] = 8'(gen_port[p].count_q);
    assign props_look[p*2 +: 2] = {gen_port[p].due_valid_q, gen_port[p].soon_valid_q};
    assign props_look_place[p*16 +: 16] =
        {8'(gen_port[p].due_place_q), 8'(gen_port[p].soon_place_q)};
    assign props_look_set[p*2*SetWidth +: 2*SetWidth] =
        {gen_port[p].due_set_q, gen_port[p].soon_set_q};
    for (genvar i = 0; i < Places; i++) begin : gen_place
      logic [RingWidth-1:0] age;
      assign age = RingWidth'(i) - gen_port[p].first_q;
      assign props_valid[p*Places+i] = CountWidth'(age) < gen_port[p].count_q;
      assign props_slot[(p*Places+i)*SlotWidth +: SlotWidth] = gen_port[p].ring_slot_q[i];
      assign props_bits[(p*Places+i)*PropsBits +: PropsBits] =
          {gen_port[p].ring_warp_q[i], gen_port[p].ring_use_q[i], gen_port[p].ring_reg_q[i],
           gen_port[p].ring_mask_q[i], gen_port[p].ring_rest_q[i]};
      assign props_known[(p*Places+i)*12 +: 12] =
          {gen_port[p].ring_asked_q[i], gen_port[p].ring_known_q[i], gen_port[p].ring_away_q[i]};
      for (genvar o = 0; o < 4; o++) begin : gen_phys
        assign props_phys[((p*Places+i)*4+o)*PhysWidth +: PhysWidth] =
            gen_port[p].ring_phys_q[i*4+o];
      end
    end
  end
  logic [Parks*3-1:0] props_state;
  logic [Parks*PortWidth-1:0] props_port;
  logic [Parks*SlotWidth-1:0] props_park_slot;
  logic [Parks*PropsBits-1:0] props_park_bits;
  logic [Parks*10-1:0] props_away;
  logic [Parks*4*PhysWidth-1:0] props_park_phys;
  for (genvar n = 0; n < Parks; n++) begin : gen_props_park
    assign props_state[n*3 +: 3] = state_q[n];
    assign props_port[n*PortWidth +: PortWidth] = port_q[n];
    assign props_park_slot[n*SlotWidth +: SlotWidth] = slot_q[n];
    assign props_park_bits[n*PropsBits +: PropsBits] =
        {warp_q[n], use_q[n], reg_q[n], mask_q[n], rest_q[n]};
    assign props_away[n*10 +: 10] = {away_q[n], waits_q[n], fetched_q[n]};
    for (genvar o = 0; o < 4; o++) begin : gen_phys
      assign props_park_phys[(n*4+o)*PhysWidth +: PhysWidth] = phys_q[n*4+o];
    end
  end
  hd_set_lookup_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .first(props_first), .count(props_count), .head_slot, .parks, .to_park,
      .vacant, .ring_valid(props_valid), .ring_slot(props_slot), .ring_bits(props_bits),
      .ring_known(props_known), .ring_phys(props_phys), .park_state(props_state),
      .park_port(props_port), .park_slot(props_park_slot), .park_bits(props_park_bits),
      .park_away(props_away), .park_sent(sent_q), .park_phys(props_park_phys),
      .look_valid(props_look), .look_place(props_look_place), .look_sets(props_look_set)
  );
`endif
