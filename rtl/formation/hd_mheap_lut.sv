// SPDX-License-Identifier: Apache-2.0
//
// MHeap LUT: finds the heap entry of a PC.
//
// Behaviour
// - A set-associative table from PC to MH#, the position in the heap. Two PCs are looked up in a
//   cycle; entries of the heap move with every swap, and two moves a cycle are followed.
// - A look-up that misses is offered the lowest-numbered invalid way of its set.
// - At the clock edge, in this order: entries are freed, or all cleared; PCs are inserted; MH# of
//   entries that moved is written.
//
// Corner cases
// - Both look-ups miss in one set: look-up 1 is offered the lowest way that look-up 0 is not.
// - The set is full: neither hit nor free. No entry is ever replaced.
// - An entry freed in this cycle still hits; freed or cleared, and inserted anew, it is valid.
// - An entry inserted or moved is seen by look-ups from the next cycle on.
//
// Fung, Sham, Yuan, Aamodt, Dynamic Warp Formation, TACO 6(2), 2009: section 4.4 with 4.4.1,
// Figure 11(c), Tables I and V.

module hd_mheap_lut #(
    // Entries, all sets together. Memory and valid bits grow in proportion.
    parameter int Entries     = 128,
    // Entries a set: 1 is direct mapped, Entries is fully associative. Each way costs two PC
    // comparators; fewer ways are full more often, and then updates wait.
    parameter int Ways        = 8,
    // Bits of a PC: memory, and the width of the comparators.
    parameter int PcWidth     = 24,
    // Positions in the heap. Only its logarithm matters: the bits of MH#.
    parameter int HeapEntries = 64,
    // Bits of LUT#, the number of an entry, on the ports.
    parameter int LutWidth    = 8,
    // Lowest PC bit that selects the set: 2 for byte addresses of 4-byte instructions. Free.
    parameter int PcShift     = 0,
    localparam int MhWidth  = $clog2(HeapEntries),
    localparam int Sets     = Entries / Ways,
    localparam int SetWidth = Sets > 1 ? $clog2(Sets) : 1
) (
    // Clock; synchronous reset, active low.
    input  logic                  clk_i,
    input  logic                  rst_ni,

    // Heap: look-up; look-up u is [u*W +: W]. Outputs depend on lkp_pc_i and state alone.
    // The PCs of the two oldest updates.
    input  logic [2*PcWidth-1:0]  lkp_pc_i,
    // There is an entry for it.
    output logic [1:0]            lkp_hit_o,
    // No hit, and there is an entry to be had.
    output logic [1:0]            lkp_free_o,
    // MH# (4.4.1): its position in the heap; meaningful while lkp_hit_o[u].
    output logic [2*MhWidth-1:0]  lkp_mh_o,
    // LUT#: of the entry found, or of the free one; meaningful while there is either.
    output logic [2*LutWidth-1:0] lkp_lut_o,
    // Enter lkp_pc_i[u] at lkp_lut_o[u].
    input  logic [1:0]            ins_en_i,

    // Heap: entries that moved
    // The entry move_lut_i[u] has a new position.
    input  logic [1:0]            move_en_i,
    input  logic [2*LutWidth-1:0] move_lut_i,
    // Its MH# from the next cycle on.
    input  logic [2*MhWidth-1:0]  move_mh_i,

    // Majority Entry
    // The heap's root was popped: its entry is free again.
    input  logic                  free_en_i,
    // The LUT# of that entry.
    input  logic [LutWidth-1:0]   free_lut_i,
    // All entries are free again (ageing).
    input  logic                  clear_en_i
);

`ifndef SYNTHESIS
  initial begin
    if (Entries < 2 || Ways < 1)
      $fatal(1, "hd_mheap_lut: Entries must be at least 2, Ways at least 1");
    if (Sets * Ways != Entries) $fatal(1, "hd_mheap_lut: Ways must divide Entries");
    if (Sets != 1 << $clog2(Sets))
      $fatal(1, "hd_mheap_lut: Entries / Ways must be a power of two");
    if (PcWidth < 1 || PcWidth > 32) $fatal(1, "hd_mheap_lut: PcWidth must be 1 to 32");
    if (HeapEntries < 2 || HeapEntries > 1024)
      $fatal(1, "hd_mheap_lut: HeapEntries must be 2 to 1024");
    if (LutWidth < 1 || LutWidth > 16) $fatal(1, "hd_mheap_lut: LutWidth must be 1 to 16");
    if (Entries > 1 << LutWidth) $fatal(1, "hd_mheap_lut: LutWidth must number all Entries");
    if (PcShift < 0 || PcShift + $clog2(Sets) > PcWidth)
      $fatal(1, "hd_mheap_lut: the PC bits that select the set must lie within PcWidth");
  end
`endif

  // The lowest bit that is set, alone.
  function automatic logic [Ways-1:0] lowest(input logic [Ways-1:0] bits);
    lowest = bits & (~bits + Ways'(1));
  endfunction

  // The set of a PC.
  function automatic logic [SetWidth-1:0] set_of(input logic [PcWidth-1:0] pc);
    set_of = SetWidth'(pc >> PcShift) & SetWidth'(Sets - 1);
  endfunction

  // LUT# is set * Ways + way. With a power of two of ways this and the two divisions by Ways
  // further down are wires.
  function automatic logic [LutWidth-1:0] lut_of(input logic [SetWidth-1:0] set,
                                                 input logic [Ways-1:0] way);
    lut_of = '0;
    for (int w = 0; w < Ways; w++) begin
      lut_of = lut_of | (LutWidth'(w) & {LutWidth{way[w]}});
    end
    lut_of = lut_of + LutWidth'(32'(set) * Ways);
  endfunction

  // The set of an entry, and its way, one bit a way.
  function automatic logic [SetWidth-1:0] lut_set(input logic [LutWidth-1:0] lut);
    lut_set = SetWidth'(32'(lut) / Ways);
  endfunction

  function automatic logic [Ways-1:0] lut_way(input logic [LutWidth-1:0] lut);
    lut_way = Ways'(1) << (32'(lut) % Ways);
  endfunction

  /////////////////////////////
  // Names for the two sides //
  /////////////////////////////

  logic [PcWidth-1:0]  pc0, pc1;
  logic [SetWidth-1:0] set0, set1;
  logic [LutWidth-1:0] move_lut0, move_lut1;
  logic [MhWidth-1:0]  move_mh0, move_mh1;
  logic [SetWidth-1:0] move_set0, move_set1;
  logic [Ways-1:0]     move_way0, move_way1;

  assign {pc1, pc0}             = lkp_pc_i;
  assign set0                   = set_of(pc0);
  assign set1                   = set_of(pc1);
  assign {move_lut1, move_lut0} = move_lut_i;
  assign {move_mh1, move_mh0}   = move_mh_i;
  assign move_set0              = lut_set(move_lut0);
  assign move_set1              = lut_set(move_lut1);
  assign move_way0              = lut_way(move_lut0);
  assign move_way1              = lut_way(move_lut1);

  /////////////////////////////////////////
  // The table: one bank of memory a way //
  /////////////////////////////////////////

  // Entry set * Ways + way: valid here, PC and MH# in the memories of gen_way[way].
  logic [Entries-1:0] valid_q, valid_d;

  logic [Ways-1:0] valid0, valid1; // the ways of each look-up's set
  logic [Ways-1:0] found0, found1; // the valid way that holds the PC, if any
  logic [Ways-1:0] way0, way1;     // the way offered, see below
  logic [Ways*MhWidth-1:0] mh_at0, mh_at1;

  for (genvar w = 0; w < Ways; w++) begin : gen_way
    logic [PcWidth-1:0] pc_q [Sets];
    logic [MhWidth-1:0] mh_q [Sets];

    logic [Sets-1:0] valid;
    for (genvar s = 0; s < Sets; s++) begin : gen_valid
      assign valid[s] = valid_q[s*Ways + w];
    end

    assign valid0[w] = valid[set0];
    assign valid1[w] = valid[set1];
    assign found0[w] = valid0[w] & (pc_q[set0] == pc0);
    assign found1[w] = valid1[w] & (pc_q[set1] == pc1);
    assign mh_at0[w*MhWidth +: MhWidth] = mh_q[set0];
    assign mh_at1[w*MhWidth +: MhWidth] = mh_q[set1];

    // Insertions of one cycle are of two entries, and so are moves.
    always_ff @(posedge clk_i) begin
      if (ins_en_i[0] && way0[w]) pc_q[set0] <= pc0;
      if (ins_en_i[1] && way1[w]) pc_q[set1] <= pc1;
    end
    always_ff @(posedge clk_i) begin
      if (move_en_i[0] && move_way0[w]) mh_q[move_set0] <= move_mh0;
      if (move_en_i[1] && move_way1[w]) mh_q[move_set1] <= move_mh1;
    end
  end

  /////////////
  // Look-up //
  /////////////

  // The way found, else the lowest that is invalid. Look-up 1 leaves look-up 0 the way that it is
  // offered, whether or not that is going to be used. Without a way the set is full.
  logic            hit0, hit1;
  logic [Ways-1:0] taken;

  assign hit0  = |found0;
  assign hit1  = |found1;
  assign taken = !hit0 && set0 == set1 ? way0 : '0;
  assign way0  = hit0 ? found0 : lowest(~valid0);
  assign way1  = hit1 ? found1 : lowest(~valid1 & ~taken);

  // MH# of the entry found; 0 without one.
  logic [MhWidth-1:0] mh0, mh1;

  always @* begin
    mh0 = '0;
    for (int w = 0; w < Ways; w++) begin
      mh0 = mh0 | (mh_at0[w*MhWidth +: MhWidth] & {MhWidth{found0[w]}});
    end
  end

  always @* begin
    mh1 = '0;
    for (int w = 0; w < Ways; w++) begin
      mh1 = mh1 | (mh_at1[w*MhWidth +: MhWidth] & {MhWidth{found1[w]}});
    end
  end

  assign lkp_hit_o  = {hit1, hit0};
  assign lkp_free_o = {~hit1 & (|way1), ~hit0 & (|way0)};
  assign lkp_mh_o   = {mh1, mh0};
  assign lkp_lut_o  = {lut_of(set1, way1), lut_of(set0, way0)};

  ////////////////
  // Valid bits //
  ////////////////

  // Free and clear come first: an entry inserted in the same cycle stays.
  for (genvar s = 0; s < Sets; s++) begin : gen_set
    logic [Ways-1:0] freed, inserted;

    assign freed    = {Ways{clear_en_i}}
                    | (lut_way(free_lut_i)
                       & {Ways{free_en_i & (lut_set(free_lut_i) == SetWidth'(s))}});
    assign inserted = (way0 & {Ways{ins_en_i[0] & (set0 == SetWidth'(s))}})
                    | (way1 & {Ways{ins_en_i[1] & (set1 == SetWidth'(s))}});

    assign valid_d[s*Ways +: Ways] = (valid_q[s*Ways +: Ways] & ~freed) | inserted;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= '0;
    else         valid_q <= valid_d;
  end

endmodule
