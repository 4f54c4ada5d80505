// SPDX-License-Identifier: Apache-2.0
//
// PC-warp LUT: decides into which warp a returning thread goes.
//
// Behaviour
// - For each PC it remembers the one warp that is still being filled: its pool index (IDX) and the
//   places already taken (OCC). Two groups of threads are placed every cycle.
// - The result is as if group 0 had been placed, then group 1, and then the issuing warp had been
//   closed (Forward = 0: closed first, then group 0, then group 1).
// - Threads for whose home lane the warp still has a place join it; the others open a new warp, to
//   which the entry then points. A PC without an entry opens a warp for all its threads and
//   replaces the lowest invalid way of its set or, if there is none, the way of the victim pointer.
// - A warp has LaneSlots places in each home lane: place p belongs to lane p mod Homes. They are
//   taken from the lowest up, so the places of a lane in OCC are 0..01..1. The threads of a group
//   lose the places that they have had: those of a lane join from the lowest free place on, and
//   those that find none open at the lowest places. turn says how far both have moved.
// - A warp that the LUT leaves, since its entry is repointed or replaced, is reported with all its
//   places (shut); so is the warp that issues, while the LUT still has it (close_hit).
//
// Corner cases
// - An empty group (REQ = 0) is accepted and changes nothing.
// - A group that needs an index while none is left is refused whole; the other one is not held up.
// - One index, both groups need one: group 0 has it.
// - Both groups of one PC: group 1 sees what group 0 leaves, and may join a warp just opened.
// - A replaced entry's warp stays in the pool, closed; no thread moves.
// - A warp that issues in the cycle in which its entry is repointed leaves the entry valid, for the
//   new warp.
//
// Fung, Sham, Yuan, Aamodt, Dynamic Warp Formation, TACO 6(2), 2009: section 4.2, Figure 10(b),
// Tables I and V; section 7 (several threads of a warp in one home lane).

module hd_pc_warp_lut #(
    // Entries, all sets together. Memory grows in proportion; ways and delay do not.
    parameter int Entries     = 64,
    // Entries a set: 1 is direct mapped, Entries is fully associative. Each way costs two PC
    // comparators and one IDX comparator; fewer ways lose more entries to replacement.
    parameter int Ways        = 4,
    // Places of a warp: its width, and that of OCC and REQ.
    parameter int Lanes       = 32,
    // Places of a warp in one home lane. 1: a place is a home lane. More fill warps better; what a
    // lane adds up grows with the square.
    parameter int LaneSlots   = 1,
    // Bits of a PC: memory, and the width of the comparators.
    parameter int PcWidth     = 24,
    // Warps in the pool. Only its logarithm matters: the bits of IDX.
    parameter int PoolEntries = 128,
    // Lowest PC bit that selects the set: 2 for byte addresses of 4-byte instructions. Free.
    parameter int PcShift     = 0,
    // 1: a warp takes threads in the very cycle it issues (the paper's forwarding path).
    // 0: it is closed first; the close's look-up is then in front of the groups'.
    parameter int Forward     = 1,
    localparam int Homes     = Lanes / LaneSlots,
    localparam int TurnWidth = LaneSlots > 1 ? $clog2(LaneSlots) : 1,
    localparam int IdxWidth  = $clog2(PoolEntries),
    localparam int Sets      = Entries / Ways,
    localparam int SetWidth  = Sets > 1 ? $clog2(Sets) : 1,
    localparam int PtrWidth  = Ways > 1 ? $clog2(Ways) : 1
) (
    // Clock; synchronous reset, active low.
    input  logic                  clk_i,
    input  logic                  rst_ni,

    // Warp update registers; group g is [g*W +: W]
    // Group g is offered.
    input  logic [1:0]            grp_valid_i,
    // Its next PC.
    input  logic [2*PcWidth-1:0]  grp_pc_i,
    // REQ (4.2): the places that its threads have had.
    input  logic [2*Lanes-1:0]    grp_req_i,
    // Group g is placed in this cycle; 0 when it is not valid.
    output logic [1:0]            grp_ready_o,

    // Warp allocator
    // Port p offers a free pool index.
    input  logic [1:0]            alloc_valid_i,
    // That index.
    input  logic [2*IdxWidth-1:0] alloc_idx_i,
    // The index of port p is taken in this cycle; 0 when it is not valid.
    output logic [1:0]            alloc_ready_o,

    // Issue
    // The warp close_idx_i issues in this cycle.
    input  logic                  close_en_i,
    // The PC of that warp.
    input  logic [PcWidth-1:0]    close_pc_i,
    // Its pool index.
    input  logic [IdxWidth-1:0]   close_idx_i,

    // Warp pool
    // Threads of group g join a warp that is already there.
    output logic [1:0]            join_en_o,
    // That warp; meaningful while join_en_o[g].
    output logic [2*IdxWidth-1:0] join_idx_o,
    // Their places in it; 0 while join_en_o[g] is 0.
    output logic [2*Lanes-1:0]    join_mask_o,
    // Threads of group g open a new warp, with the group's PC.
    output logic [1:0]            open_en_o,
    // That warp; meaningful while open_en_o[g].
    output logic [2*IdxWidth-1:0] open_idx_o,
    // Their places in it; 0 while open_en_o[g] is 0.
    output logic [2*Lanes-1:0]    open_mask_o,
    // How far the threads of a lane move (hd_lane_places), of lane l of group g at
    // [(g*Homes + l)*TurnWidth +: TurnWidth]; meaningful while grp_ready_o[g]. LaneSlots = 1: 0.
    output logic [2*Homes*TurnWidth-1:0] turn_o,
    // Group g makes the LUT leave a warp: no thread joins it any more.
    output logic [1:0]            shut_en_o,
    // That warp; meaningful while shut_en_o[g].
    output logic [2*IdxWidth-1:0] shut_idx_o,
    // All its places, those that join in this cycle included; meaningful while shut_en_o[g].
    output logic [2*Lanes-1:0]    shut_mask_o,
    // The LUT still has the warp close_idx_i, whether it issues or not: as the close meets it, with
    // Forward = 1 after the groups.
    output logic                  close_hit_o,
    // All its places, those that join in this cycle included; meaningful while close_hit_o.
    output logic [Lanes-1:0]      close_occ_o
);

`ifndef SYNTHESIS
  initial begin
    if (Entries < 1 || Ways < 1) $fatal(1, "hd_pc_warp_lut: Entries and Ways must be at least 1");
    if (Sets * Ways != Entries) $fatal(1, "hd_pc_warp_lut: Ways must divide Entries");
    if (Sets != 1 << $clog2(Sets))
      $fatal(1, "hd_pc_warp_lut: Entries / Ways must be a power of two");
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_pc_warp_lut: Lanes must be 1 to 64");
    if (LaneSlots < 1 || LaneSlots > Lanes || LaneSlots != 1 << $clog2(LaneSlots))
      $fatal(1, "hd_pc_warp_lut: LaneSlots must be a power of two, at most Lanes");
    if (LaneSlots > 1 && Lanes != 1 << $clog2(Lanes))
      $fatal(1, "hd_pc_warp_lut: with LaneSlots above 1 Lanes must be a power of two");
    if (PcWidth < 1 || PcWidth > 32) $fatal(1, "hd_pc_warp_lut: PcWidth must be 1 to 32");
    if (PoolEntries < 2 || PoolEntries > 65536)
      $fatal(1, "hd_pc_warp_lut: PoolEntries must be 2 to 65536");
    if (PcShift < 0 || PcShift + $clog2(Sets) > PcWidth)
      $fatal(1, "hd_pc_warp_lut: the PC bits that select the set must lie within PcWidth");
    if (Forward != 0 && Forward != 1) $fatal(1, "hd_pc_warp_lut: Forward must be 0 or 1");
  end
`endif

  // The lowest bit that is set, alone.
  function automatic logic [Ways-1:0] lowest(input logic [Ways-1:0] bits);
    lowest = bits & (~bits + Ways'(1));
  endfunction

  // The way after this one; way 0 follows the last.
  function automatic logic [PtrWidth-1:0] next_way(input logic [PtrWidth-1:0] way);
    next_way = way == PtrWidth'(Ways - 1) ? '0 : way + PtrWidth'(1);
  endfunction

  // The set of a PC.
  function automatic logic [SetWidth-1:0] set_of(input logic [PcWidth-1:0] pc);
    set_of = SetWidth'(pc >> PcShift) & SetWidth'(Sets - 1);
  endfunction

  // Places of a warp, lane by lane: slice k of Homes bits is place k of every lane. Where those of
  // a lane are taken from the lowest up, slice k says that more than k are.

  // As many places as `places` has in each lane, from the lowest up.
  function automatic logic [Lanes-1:0] lowered(input logic [Lanes-1:0] places);
    logic [Lanes-1:0] low;
    low = '0;
    for (int k = 0; k < LaneSlots; k++) begin
      low = low | (Lanes'({low, {Homes{1'b1}}}) & {LaneSlots{places[k*Homes +: Homes]}});
    end
    lowered = low;
  endfunction

  // `more` on top of `taken`, numbered through in each lane: more than k are there if i of the one
  // and j of the other are, for some i + j = k + 1. The first LaneSlots fill up the warp:
  function automatic logic [Lanes-1:0] filled(input logic [Lanes-1:0] taken,
                                              input logic [Lanes-1:0] more);
    logic [Lanes+Homes-1:0] of_taken, of_more; // slice i: there are i or more
    logic [Lanes-1:0] sum;
    of_taken = {taken, {Homes{1'b1}}};
    of_more  = {more, {Homes{1'b1}}};
    sum = '0;
    for (int k = 0; k < LaneSlots; k++) begin
      for (int i = 0; i <= k + 1; i++) begin
        sum[k*Homes +: Homes] = sum[k*Homes +: Homes]
            | (of_taken[i*Homes +: Homes] & of_more[(k+1-i)*Homes +: Homes]);
      end
    end
    filled = sum;
  endfunction

  // and the others find no place in it: they begin another one, from its lowest place up.
  function automatic logic [Lanes-1:0] beyond(input logic [Lanes-1:0] taken,
                                              input logic [Lanes-1:0] more);
    logic [Lanes-1:0] sum;
    sum = '0;
    for (int k = 0; k < LaneSlots; k++) begin
      for (int i = k; i < LaneSlots; i++) begin
        sum[k*Homes +: Homes] = sum[k*Homes +: Homes]
            | (taken[i*Homes +: Homes] & more[(LaneSlots-1+k-i)*Homes +: Homes]);
      end
    end
    beyond = sum;
  endfunction

  // How many places of each lane are taken, modulo LaneSlots. Bit b of the number is set from each
  // odd multiple of 2^b up to the next even one.
  function automatic logic [Homes*TurnWidth-1:0] turn_of(input logic [Lanes-1:0] taken);
    logic [Homes*TurnWidth-1:0] turn;
    turn = '0;
    for (int l = 0; l < Homes; l++) begin
      for (int b = 0; (1 << b) < LaneSlots; b++) begin
        for (int m = 1 << b; m < LaneSlots; m = m + (2 << b)) begin
          turn[l*TurnWidth + b] = turn[l*TurnWidth + b]
              | (taken[(m-1)*Homes + l] & ~taken[(m-1 + (1 << b))*Homes + l]);
        end
      end
    end
    turn_of = turn;
  endfunction

  ///////////
  // State //
  ///////////

  // Entry set * Ways + way: valid here, PC, OCC and IDX in the memories of gen_way[way] below.
  logic [Entries-1:0]  valid_q, valid_d;
  // The way of each set that is replaced next when all are valid.
  (* mem2reg *) // flip-flops
  logic [PtrWidth-1:0] victim_q [Sets];

  /////////////////////////////
  // Names for the two sides //
  /////////////////////////////

  logic [PcWidth-1:0]  pc0, pc1;
  logic [Lanes-1:0]    req0, req1;
  logic [SetWidth-1:0] set0, set1, close_set;
  logic same_pc, same_set;

  assign {pc1, pc0}   = grp_pc_i;
  assign {req1, req0} = grp_req_i;
  assign set0         = set_of(pc0);
  assign set1         = set_of(pc1);
  assign close_set    = set_of(close_pc_i);
  assign same_pc      = pc0 == pc1;
  assign same_set     = set0 == set1;

  /////////////////////////////////////////
  // The table: one bank of memory a way //
  /////////////////////////////////////////

  // What the table says before anything of this cycle but, with Forward = 0, the close.
  logic [Ways-1:0] valid0, valid1;      // the ways of each group's set
  logic [Ways-1:0] found0, found1;      // the valid way that holds the PC, if any
  logic [Ways-1:0] close_at;            // the way that holds the warp close_idx_i, if any
  logic [Ways-1:0] close_way;           // that way, if the warp issues
  logic [Ways*Lanes-1:0]    occ_at0, occ_at1, occ_at_close;
  logic [Ways*IdxWidth-1:0] idx_at0, idx_at1;

  // What the groups write, worked out further down.
  logic [Ways-1:0]     way0, way1;      // the entry that the group changes
  logic                write0, write1;  // it does: the entry's OCC changes
  logic                point0, point1;  // it points to a new warp: its IDX changes
  logic                fresh0, fresh1;  // it is for another PC: its PC changes
  logic [Lanes-1:0]    occ_d0, occ_d1;
  logic [IdxWidth-1:0] new_idx0, new_idx1;

  for (genvar w = 0; w < Ways; w++) begin : gen_way
    logic [PcWidth-1:0]  pc_q  [Sets];
    logic [Lanes-1:0]    occ_q [Sets];
    logic [IdxWidth-1:0] idx_q [Sets];

    logic [Sets-1:0] valid;
    for (genvar s = 0; s < Sets; s++) begin : gen_valid
      assign valid[s] = valid_q[s*Ways + w];
    end

    // Reads. Each comparison counts only where the entry is valid.
    assign close_at[w]  = valid[close_set] & (idx_q[close_set] == close_idx_i);
    assign close_way[w] = close_en_i & close_at[w];

    if (Forward != 0) begin : gen_forward
      assign valid0[w] = valid[set0];
      assign valid1[w] = valid[set1];
    end else begin : gen_close_first
      assign valid0[w] = valid[set0] & ~(close_way[w] & (close_set == set0));
      assign valid1[w] = valid[set1] & ~(close_way[w] & (close_set == set1));
    end

    assign found0[w] = valid0[w] & (pc_q[set0] == pc0);
    assign found1[w] = valid1[w] & (pc_q[set1] == pc1);

    assign occ_at0[w*Lanes +: Lanes] = occ_q[set0];
    assign occ_at1[w*Lanes +: Lanes] = occ_q[set1];
    assign occ_at_close[w*Lanes +: Lanes] = occ_q[close_set];
    assign idx_at0[w*IdxWidth +: IdxWidth] = idx_q[set0];
    assign idx_at1[w*IdxWidth +: IdxWidth] = idx_q[set1];

    // Writes. Both groups may write one entry: group 1 is the younger and wins, and its OCC already
    // contains what group 0 did.
    always_ff @(posedge clk_i) begin
      if (fresh0 && way0[w]) pc_q[set0] <= pc0;
      if (fresh1 && way1[w]) pc_q[set1] <= pc1;
    end
    always_ff @(posedge clk_i) begin
      if (write0 && way0[w]) occ_q[set0] <= occ_d0;
      if (write1 && way1[w]) occ_q[set1] <= occ_d1;
    end
    always_ff @(posedge clk_i) begin
      if (point0 && way0[w]) idx_q[set0] <= new_idx0;
      if (point1 && way1[w]) idx_q[set1] <= new_idx1;
    end
  end

  // OCC and IDX of the entry found; 0 without one.
  logic [Lanes-1:0]    occ0, occ1;
  logic [IdxWidth-1:0] idx0, idx1;

  always @* begin
    occ0 = '0;
    idx0 = '0;
    for (int w = 0; w < Ways; w++) begin
      occ0 = occ0 | (occ_at0[w*Lanes +: Lanes] & {Lanes{found0[w]}});
      idx0 = idx0 | (idx_at0[w*IdxWidth +: IdxWidth] & {IdxWidth{found0[w]}});
    end
  end

  always @* begin
    occ1 = '0;
    idx1 = '0;
    for (int w = 0; w < Ways; w++) begin
      occ1 = occ1 | (occ_at1[w*Lanes +: Lanes] & {Lanes{found1[w]}});
      idx1 = idx1 | (idx_at1[w*IdxWidth +: IdxWidth] & {IdxWidth{found1[w]}});
    end
  end

  //////////////////////////////
  // Group 0: split and place //
  //////////////////////////////

  // Without an entry it is as if all places were taken: all threads conflict, that is, need a new
  // warp. Conflicts of a lane are numbered from its place 0 up, so place 0 says whether there are.
  logic hit0, need0, place0, full0;
  logic [Lanes-1:0] low0, taken0, fill0, conflict0;

  assign hit0      = |found0;
  assign low0      = lowered(req0);
  assign taken0    = occ0 | {Lanes{~hit0}};
  assign fill0     = filled(occ0, low0);
  assign conflict0 = beyond(taken0, low0);
  assign need0     = |conflict0[0 +: Homes];
  assign place0    = grp_valid_i[0] & (~need0 | (|alloc_valid_i));

  assign write0 = place0 & (|req0);
  assign point0 = place0 & need0;
  assign fresh0 = grp_valid_i[0] & (|req0) & ~hit0 & (|alloc_valid_i);
  assign occ_d0 = need0 ? conflict0 : fill0;

  // The entry: the entry found, else the lowest invalid way, else the victim.
  logic [PtrWidth-1:0] victim0;

  assign full0   = &valid0;
  assign victim0 = victim_q[set0];
  assign way0    = hit0 ? found0 : full0 ? Ways'(1) << victim0 : lowest(~valid0);

  //////////////////////////////
  // Group 1: split and place //
  //////////////////////////////

  // Group 1 meets the table as group 0 leaves it. For its own entry that is one of four things:
  //   group 0 opened a warp for the same PC:            OCC = conflict0, IDX = group 0's index
  //   group 0 joined the warp of the same PC:           OCC = joined1, IDX as it was
  //   group 0 replaced the entry that group 1 found:    no entry
  //   anything else (refused, empty, another entry):    as it was
  // The conflict is worked out for each, beside group 0's own: only the choice waits for group 0.
  logic after_open, after_join, evicted;
  logic hit1, need1, place1, full1;
  logic [Lanes-1:0] conflict1;

  assign after_open = same_pc & point0;
  assign after_join = same_pc & write0 & ~need0;
  assign evicted    = same_set & fresh0 & (|(found1 & way0));
  assign hit1       = after_open | ((|found1) & ~evicted);

  logic [Lanes-1:0] low1, taken1, joined1;
  logic [Lanes-1:0] conflict1_open, conflict1_join, conflict1_none, conflict1_else;

  assign low1    = lowered(req1);
  assign taken1  = occ1 | {Lanes{~|found1}};
  assign joined1 = filled(occ1, low0);

  assign conflict1_open = beyond(conflict0, low1);
  assign conflict1_join = beyond(joined1, low1);
  assign conflict1_none = low1;
  assign conflict1_else = beyond(taken1, low1);

  always @* begin
    conflict1 = conflict1_else;
    need1     = |conflict1_else[0 +: Homes];
    if (evicted) begin
      conflict1 = conflict1_none;
      need1     = |conflict1_none[0 +: Homes];
    end
    if (after_join) begin
      conflict1 = conflict1_join;
      need1     = |conflict1_join[0 +: Homes];
    end
    if (after_open) begin
      conflict1 = conflict1_open;
      need1     = |conflict1_open[0 +: Homes];
    end
  end

  // OCC as group 0 leaves it, but for a miss, where all threads conflict and OCC is not looked at.
  logic [Lanes-1:0] occ1_seen;
  assign occ1_seen = after_open ? conflict0 : after_join ? joined1 : occ1;

  // OCC filled up by group 1; of each group the places that it fills, should it be placed.
  logic [Lanes-1:0] fill1, fits0, fits1;

  if (LaneSlots == 1) begin : gen_one_place
    // There is nothing to add up: what does not conflict joins.
    assign fill1 = occ1_seen | low1;
    assign fits0 = low0 & ~conflict0;
    assign fits1 = low1 & ~conflict1;
  end else begin : gen_places
    assign fill1 = after_open ? filled(conflict0, low1)
                 : after_join ? filled(joined1, low1) : filled(occ1, low1);
    assign fits0 = fill0 & ~taken0;
    assign fits1 = fill1 & ~occ1_seen & {Lanes{hit1}};
  end

  assign write1 = place1 & (|req1);
  assign point1 = place1 & need1;
  assign fresh1 = write1 & ~hit1;
  assign occ_d1 = need1 ? conflict1 : fill1;

  // The entry, chosen after group 0 has chosen: group 0 may have filled an invalid way, or have
  // replaced the victim and moved the pointer.
  logic [Ways-1:0]     valid1_seen;
  logic [PtrWidth-1:0] victim1;
  logic                move0, move1;

  assign move0       = fresh0 & full0;
  assign valid1_seen = valid1 | (way0 & {Ways{fresh0 & same_set}});
  assign full1       = &valid1_seen;
  assign victim1     = move0 && same_set ? next_way(victim0) : victim_q[set1];
  assign move1       = fresh1 & full1;

  always @* begin
    if (after_open)   way1 = way0;
    else if (hit1)    way1 = found1;
    else if (full1)   way1 = Ways'(1) << victim1;
    else              way1 = lowest(~valid1_seen);
  end

  //////////////////////////////
  // Which group, which index //
  //////////////////////////////

  // A group that needs an index takes the lowest port that offers one; group 0 is served first.
  logic [1:0] take0, take1, left1;

  assign take0  = {2{point0}} & {alloc_valid_i[1] & ~alloc_valid_i[0], alloc_valid_i[0]};
  assign left1  = alloc_valid_i & ~take0;
  assign place1 = grp_valid_i[1] & (~need1 | (|left1));
  assign take1  = {2{point1}} & {left1[1] & ~left1[0], left1[0]};

  assign new_idx0 = alloc_valid_i[0] ? alloc_idx_i[0 +: IdxWidth]
                                     : alloc_idx_i[IdxWidth +: IdxWidth];
  assign new_idx1 = left1[0] ? alloc_idx_i[0 +: IdxWidth]
                             : alloc_idx_i[IdxWidth +: IdxWidth];

  /////////////
  // Outputs //
  /////////////

  logic [Lanes-1:0] join0, join1;
  assign join0 = fits0 & {Lanes{place0}};
  assign join1 = fits1 & {Lanes{place1}};

  // Without an entry the threads open a warp from place 0 on. (OCC of none is 0.)
  logic [Homes*TurnWidth-1:0] turn0, turn1;
  assign turn0 = turn_of(occ0);
  assign turn1 = after_open ? turn_of(conflict0)
               : after_join ? turn_of(joined1)
               : evicted    ? '0 : turn_of(occ1);

  assign grp_ready_o   = {place1, place0};
  assign alloc_ready_o = take0 | take1;

  assign join_en_o   = {|join1, |join0};
  assign join_idx_o  = {after_open ? new_idx0 : idx1, idx0};
  assign join_mask_o = {join1, join0};
  assign open_en_o   = {point1, point0};
  assign open_idx_o  = {new_idx1, new_idx0};
  assign open_mask_o = {conflict1 & {Lanes{place1}}, conflict0 & {Lanes{place0}}};
  assign turn_o      = {turn1, turn0};

  /////////////////////////////////////
  // Warps that the LUT leaves: shut //
  /////////////////////////////////////

  // A group leaves the warp to which the entry that it repoints or replaces has pointed. OCC and
  // IDX of the entry come from memory; for group 1 from group 0, if both write the same entry.
  logic [Lanes-1:0]    was_occ0, was_occ1;
  logic [IdxWidth-1:0] was_idx0, was_idx1;
  logic                same_way;

  assign same_way = write0 & same_set & (|(way0 & way1));

  always @* begin
    was_occ0 = '0;
    was_idx0 = '0;
    was_occ1 = '0;
    was_idx1 = '0;
    for (int w = 0; w < Ways; w++) begin
      was_occ0 = was_occ0 | (occ_at0[w*Lanes +: Lanes] & {Lanes{way0[w]}});
      was_idx0 = was_idx0 | (idx_at0[w*IdxWidth +: IdxWidth] & {IdxWidth{way0[w]}});
      was_occ1 = was_occ1 | (occ_at1[w*Lanes +: Lanes] & {Lanes{way1[w]}});
      was_idx1 = was_idx1 | (idx_at1[w*IdxWidth +: IdxWidth] & {IdxWidth{way1[w]}});
    end
    if (same_way) was_occ1 = occ_d0;
    if (same_way && point0) was_idx1 = new_idx0;
  end

  assign shut_en_o   = {(point1 & hit1) | move1, (point0 & hit0) | move0};
  assign shut_idx_o  = {was_idx1, was_idx0};
  assign shut_mask_o = {was_occ1 | join1, was_occ0 | join0};

  /////////////////////////////////////////
  // The warp that issues, or may: close //
  /////////////////////////////////////////

  // The entry that the close meets, and its OCC. With Forward = 1 that is the table as the groups
  // leave it: an entry that held the warp keeps it unless a group repoints it, and an entry that a
  // group points to close_idx_i holds it from then on. Group 1 comes last.
  logic [Ways-1:0]       meets;
  logic [Ways*Lanes-1:0] meets_occ;

  for (genvar w = 0; w < Ways; w++) begin : gen_close
    if (Forward != 0) begin : gen_after_groups
      logic at0, at1, keeps, takes0, takes1;
      assign at0    = write0 & way0[w] & (set0 == close_set);
      assign at1    = write1 & way1[w] & (set1 == close_set);
      assign keeps  = close_at[w] & ~(at0 & point0) & ~(at1 & point1);
      assign takes0 = at0 & point0 & (new_idx0 == close_idx_i) & ~(at1 & point1);
      assign takes1 = at1 & point1 & (new_idx1 == close_idx_i);

      assign meets[w] = keeps | takes0 | takes1;
      assign meets_occ[w*Lanes +: Lanes] = at1 ? occ_d1
                                         : at0 ? occ_d0 : occ_at_close[w*Lanes +: Lanes];
    end else begin : gen_before_groups
      assign meets[w] = close_at[w];
      assign meets_occ[w*Lanes +: Lanes] = occ_at_close[w*Lanes +: Lanes];
    end
  end

  assign close_hit_o = |meets;

  always @* begin
    close_occ_o = '0;
    for (int w = 0; w < Ways; w++) begin
      close_occ_o = close_occ_o | (meets_occ[w*Lanes +: Lanes] & {Lanes{meets[w]}});
    end
  end

  ////////////////////////////////
  // Valid bits, victim pointer //
  ////////////////////////////////

  // A group makes its entry valid, the close makes an entry invalid. Where they meet:
  // Forward = 1: the close is last and wins, unless the entry was given to a new warp in this cycle
  //              (a new index is never the issuing warp's, so the close misses it).
  // Forward = 0: the close is first and the group wins.
  for (genvar s = 0; s < Sets; s++) begin : gen_set
    logic [Ways-1:0] here, placed, closed;
    assign here   = valid_q[s*Ways +: Ways];
    assign placed = (way0 & {Ways{write0 & (set0 == SetWidth'(s))}})
                  | (way1 & {Ways{write1 & (set1 == SetWidth'(s))}});
    assign closed = close_way & {Ways{close_set == SetWidth'(s)}};

    if (Forward != 0) begin : gen_forward
      logic [Ways-1:0] repointed;
      assign repointed = (way0 & {Ways{point0 & (set0 == SetWidth'(s))}})
                       | (way1 & {Ways{point1 & (set1 == SetWidth'(s))}});
      assign valid_d[s*Ways +: Ways] = ((here | placed) & ~closed) | repointed;
    end else begin : gen_close_first
      assign valid_d[s*Ways +: Ways] = (here & ~closed) | placed;
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni)                            victim_q[s] <= '0;
      else if (move1 && set1 == SetWidth'(s)) victim_q[s] <= next_way(victim1);
      else if (move0 && set0 == SetWidth'(s)) victim_q[s] <= next_way(victim0);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= '0;
    else         valid_q <= valid_d;
  end

endmodule
