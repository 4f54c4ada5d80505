// SPDX-License-Identifier: Apache-2.0
//
// What the Zorua unit promises the plug around it (docs/blocks/zorua.md), in terms of its ports
// alone: proven of it (zorua_plan.txt, `promises`), assumed of it where it is left free
// (hd_zorua_plug_props.sv).
//
// Ghosts, from the ports: the kernel's warps of a block, and how many blocks were taken and are not
// done; of each warp whether it has begun and has not ended, whether its state is in swap space,
// and where it sits, or sat. A warp that has begun and is not away sits on that slot. Of each slot
// whether it would be ready but for a register set of its warp that is on its way back. They are
// named in hd_zorua_props.sv, for traces that do not begin with a reset.

module hd_zorua_promise #(
    `HD_PARAMETERS,
    localparam int HereWidth  = $clog2(Blocks + 1)
) (
    `HD_PORTS
);

  localparam logic [1:0] WarpSlots  = 2'd0;
  localparam logic [1:0] Scratchpad = 2'd1;
  localparam logic [1:0] Registers  = 2'd2;

  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;

  // The unit is told something of a slot; that its warp has ended.
  logic [Slots-1:0] told, told_end;
  always @* begin
    {told, told_end} = '0;
    for (int s = 0; s < Slots; s++)
      for (int p = 0; p < Ports; p++)
        if (ev_valid_i[p] && 32'(ev_slot_i[p*SlotWidth+:SlotWidth]) == s) begin
          if (ev_kind_i[p*2+:2] != 2'd0) told[s] = 1'b1;
          if (ev_kind_i[p*2+:2] == 2'd3) told_end[s] = 1'b1;
        end
  end

  // A register set goes, or comes; it comes.
  logic moves_regs, regs_come, moves_state, state_comes;
  assign moves_regs  = req_valid_o && req_kind_o == Registers;
  assign regs_come   = req_valid_o && req_load_o && req_kind_o == Registers;
  assign moves_state = req_valid_o && !req_load_o && req_kind_o == WarpSlots;
  assign state_comes = req_valid_o && req_load_o && req_kind_o == WarpSlots;

  // A slot that was ready when a load of its warp's registers was taken, until the set is back, or
  // the unit is told something of it. It may run, but for the set.
  logic [Slots-1:0] halted, may;
  assign may = ready_o | halted;
  always_ff @(posedge clk_i)
    for (int s = 0; s < Slots; s++)
      halted[s] <= rst_ni && !told[s]
          && ((halted[s] && !(rsp_valid_i && slot_warp_o[s*WarpWidth+:WarpWidth] == rsp_warp_i))
              || (regs_come && req_ready_i && ready_o[s]
                  && 32'(slot_warp_o[s*WarpWidth+:WarpWidth]) == 32'(req_row_o)));

  logic [SizeWidth-1:0] warps;
  logic [HereWidth-1:0] blocks;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) warps <= '0;
    else if (kernel_en_i && idle_o) warps <= kernel_warps_i;
    blocks <= rst_ni ? blocks + HereWidth'(block_valid_i && block_ready_o)
                       - HereWidth'(done_valid_o) : '0;
  end

  logic [Warps-1:0]           lives, away, begins, asked;
  logic [Warps*SlotWidth-1:0] seat;
  always @*
    for (int w = 0; w < Warps; w++) begin
      begins[w] = begin_en_o && 32'(begin_warp_o) == w;
      asked[w]  = 32'(req_row_o) == w;
    end
  always_ff @(posedge clk_i)
    for (int w = 0; w < Warps; w++) begin
      lives[w] <= rst_ni && (begins[w]
                             || (lives[w] && (away[w]
                                              || !told_end[seat[w*SlotWidth+:SlotWidth]])));
      away[w]  <= rst_ni && ((moves_state && req_ready_i && asked[w])
                             || (away[w] && !(state_comes && req_ready_i && asked[w])));
      if (state_comes && req_ready_i && asked[w])
        seat[w*SlotWidth+:SlotWidth] <= SlotWidth'(req_phys_o);
      else if (begins[w]) seat[w*SlotWidth+:SlotWidth] <= begin_slot_o;
    end

  // What was in the cycle before.
  logic [Slots-1:0]           stays = '0, stops = '0;
  logic [Slots*WarpWidth-1:0] warp_before;
  logic                       waited = 1'b0, taken_before = 1'b0;
  logic [3+RowWidth+SetWidth+PhysWidth-1:0] request, request_before;
  assign request = {req_load_o, req_kind_o, req_row_o, req_set_o, req_phys_o};
  always_ff @(posedge clk_i) begin
    stays          <= rst_ni ? may & ~told : '0;
    stops          <= rst_ni ? told : '0;
    warp_before    <= slot_warp_o;
    waited         <= rst_ni && req_valid_o && !req_ready_i;
    taken_before   <= rst_ni && req_valid_o && req_ready_i;
    request_before <= request;
  end

  // Of slots that may run: without a warp's name; another warp than before; two of one warp.
  logic no_warp, other, double;
  always @* begin
    {no_warp, other, double} = '0;
    for (int s = 0; s < Slots; s++) begin
      if (may[s] && 32'(slot_warp_o[s*WarpWidth+:WarpWidth]) >= Warps) no_warp = 1'b1;
      if (stays[s] && slot_warp_o[s*WarpWidth+:WarpWidth] != warp_before[s*WarpWidth+:WarpWidth])
        other = 1'b1;
      for (int t = 0; t < s; t++)
        if (may[s] && may[t]
            && slot_warp_o[s*WarpWidth+:WarpWidth] == slot_warp_o[t*WarpWidth+:WarpWidth])
          double = 1'b1;
    end
  end

  // Of warps: begins again, or while its name is on a slot that is ready; sits where it is not
  // named, or is named below; is on a slot that is ready and does not sit; is away and named while
  // a set of its own is asked for; its state goes from elsewhere, or comes though it is here; a
  // register set comes though it is not here.
  logic [Slots-1:0] named;
  logic again, unnamed, haunts, ghost, elsewhere, here, absent;
  always @* begin
    {again, unnamed, haunts, ghost, elsewhere, here, absent} = '0;
    for (int w = 0; w < Warps; w++) begin
      for (int s = 0; s < Slots; s++) named[s] = 32'(slot_warp_o[s*WarpWidth+:WarpWidth]) == w;
      if (begins[w] && (lives[w] || (named & may) != '0)) again = 1'b1;
      if (lives[w] && !away[w]
          && (!named[seat[w*SlotWidth+:SlotWidth]]
              || (named & ((Slots'(1) << seat[w*SlotWidth+:SlotWidth]) - Slots'(1))) != '0))
        unnamed = 1'b1;
      if (!(lives[w] && !away[w]) && (named & may) != '0) haunts = 1'b1;
      if (moves_regs && asked[w] && lives[w] && away[w] && named != '0) ghost = 1'b1;
      if (moves_state && asked[w]
          && !(lives[w] && !away[w] && seat[w*SlotWidth+:SlotWidth] == SlotWidth'(req_phys_o)))
        elsewhere = 1'b1;
      if (state_comes && asked[w] && !away[w]) here = 1'b1;
      if (regs_come && asked[w] && away[w]) absent = 1'b1;
    end
  end

  always @* if (on && rst_ni) begin
    // P: a slot that is ready stays so until the unit is told of an event of it; then it is not.
    // While a register set of its warp comes back it is not ready, but would be
    ready_told: assert ((may & stops) == '0 && (stays & ~may) == '0 && (ready_o & halted) == '0);
    // P: a slot that is ready has a warp that there is, keeps it, and no other slot has it
    named_well: assert (!no_warp && !other && !double);
    // P: a warp begins on a slot that is not ready
    begins_free: assert (!begin_en_o || (32'(begin_slot_o) < Slots && 32'(begin_warp_o) < Warps
                                         && !may[begin_slot_o]));
    // P: a warp that begins is nowhere yet
    begins_new: assert (!again);
    // P: a warp that begins is of a block that is here, with a rank below its number of warps
    begins_ranked: assert (!begin_en_o || (blocks != '0 && begin_rank_o < warps));
    // P: idle is when no block is here, and none is done then
    idle_none_here: assert (idle_o == (blocks == '0) && !(idle_o && done_valid_o));
    // P: the slot on which a warp sits names it, and no lower slot does
    sits_named: assert (!unnamed);
    // P: no warp is ready that sits nowhere
    unseated_waits: assert (!haunts);
    // P: a warp that is away is named nowhere while a register set of its own is asked for
    away_unnamed: assert (!ghost);
    // P: a request stays as it is until it is taken
    request_stays: assert (!waited || (req_valid_o && request == request_before));
    // P: behind a request that was taken no set is asked for in the next cycle
    set_later: assert (!taken_before || !req_valid_o || req_kind_o == WarpSlots);
    // P: a request is of one of the resources; no set of shared memory comes back; owner, set and
    // slot of it are there
    request_there: assert (!req_valid_o
        || (req_kind_o != 2'd3 && (!req_load_o || req_kind_o != Scratchpad)
            && (req_kind_o == Scratchpad
                ? 32'(req_row_o) < Blocks && 32'(req_set_o) < ScratchSets
                : 32'(req_row_o) < Warps)
            && (req_kind_o != Registers || 32'(req_set_o) < RegSets)
            && (req_kind_o != WarpSlots || 32'(req_phys_o) < Slots)));
    // P: a state goes of a warp that sits there and is not ready
    state_goes: assert (!moves_state || (!may[SlotWidth'(req_phys_o)] && !elsewhere));
    // P: a state comes of a warp that is away
    state_away: assert (!here);
    // P: a register set comes of a warp that is not away
    set_here: assert (!absent);
  end
endmodule
