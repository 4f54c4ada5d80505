// SPDX-License-Identifier: Apache-2.0
//
// Properties of the MHeap LUT (docs/blocks/mheap_lut.md), for formal/prove.sh.
//
// Two yardsticks stand beside the design:
//  - the page's rule taken literally: which entries are valid after free and clear, then the
//    insertions; and which way a look-up is offered (ref_*).
//  - a ghost of one PC `watch`, chosen by the solver: whether it is in, at which entry, and where
//    that was last moved to, by the ports alone. What is proven of it holds for every PC.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_mheap_lut_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State: entry e is part e.
    input logic [Entries-1:0]         valid,
    input logic [Entries*PcWidth-1:0] pc,
    input logic [Entries*MhWidth-1:0] mh
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // Ports by look-up.
  logic [PcWidth-1:0] pc0, pc1;
  logic [LutWidth-1:0] lut0, lut1, move_lut0, move_lut1;
  logic [MhWidth-1:0] mh0, mh1, move_mh0, move_mh1;
  assign {pc1, pc0} = lkp_pc_i;
  assign {lut1, lut0} = lkp_lut_o;
  assign {mh1, mh0} = lkp_mh_o;
  assign {move_lut1, move_lut0} = move_lut_i;
  assign {move_mh1, move_mh0} = move_mh_i;

  // ------------------------------------------------------------------ the rule, taken literally

  // What a look-up finds, and what it is offered: an entry, or none.
  logic ref_hit0, ref_hit1, ref_free0, ref_free1;
  logic [Entries-1:0] ref_at0, ref_at1;
  always @* begin
    ref_hit0 = 1'b0;
    ref_hit1 = 1'b0;
    ref_free0 = 1'b0;
    ref_free1 = 1'b0;
    ref_at0 = '0;
    ref_at1 = '0;
    for (int e = 0; e < Entries; e++)
      if (valid[e] && e / Ways == (32'(pc0) >> PcShift) % Sets
          && pc[e*PcWidth+:PcWidth] == pc0) begin
        ref_hit0 = 1'b1;
        ref_at0[e] = 1'b1;
      end
    for (int e = 0; e < Entries; e++)
      if (!ref_hit0 && !ref_free0 && !valid[e] && e / Ways == (32'(pc0) >> PcShift) % Sets) begin
        ref_free0 = 1'b1;
        ref_at0[e] = 1'b1;
      end
    for (int e = 0; e < Entries; e++)
      if (valid[e] && e / Ways == (32'(pc1) >> PcShift) % Sets
          && pc[e*PcWidth+:PcWidth] == pc1) begin
        ref_hit1 = 1'b1;
        ref_at1[e] = 1'b1;
      end
    for (int e = 0; e < Entries; e++)
      if (!ref_hit1 && !ref_free1 && !valid[e] && !(ref_free0 && ref_at0[e])
          && e / Ways == (32'(pc1) >> PcShift) % Sets) begin
        ref_free1 = 1'b1;
        ref_at1[e] = 1'b1;
      end
  end

  // The state after the edge, and the entries that the ports name.
  logic [Entries-1:0] ref_valid, ref_valid_q, moves0, moves1, frees, inserts, moved;
  logic luts_agree;
  always @* begin
    luts_agree = 1'b1;
    for (int e = 0; e < Entries; e++) begin
      if (ref_at0[e] && 32'(lut0) != e) luts_agree = 1'b0;
      if (ref_at1[e] && 32'(lut1) != e) luts_agree = 1'b0;
      moves0[e] = move_en_i[0] && 32'(move_lut0) == e;
      moves1[e] = move_en_i[1] && 32'(move_lut1) == e;
      frees[e] = clear_en_i || (free_en_i && 32'(free_lut_i) == e);
    end
    inserts = (ref_at0 & {Entries{ins_en_i[0]}}) | (ref_at1 & {Entries{ins_en_i[1]}});
    ref_valid = (valid & ~frees) | inserts;
  end
  always_ff @(posedge clk_i) begin
    ref_valid_q <= rst_ni ? ref_valid : '0;
    moved <= ((moved & (valid | ~inserts)) | moves0 | moves1);
  end

  // ------------------------------------------------------------------ what the neighbours promise

  // 1: an insertion only with a hit or a free entry; both only with different LUT#, and of
  // different PCs (the heap takes only one of two updates of one PC).
  always @* if (on) assume ((ins_en_i & ~(lkp_hit_o | lkp_free_o)) == '0);
  always @* if (on && ins_en_i == 2'b11) assume (lut0 != lut1 && pc0 != pc1);
  // 2: entries moved or freed are valid, or inserted in this cycle; two moves are of two entries.
  logic move_known, free_known;
  always @* begin
    move_known = (!move_en_i[0] || (moves0 & (valid | inserts)) != '0)
                 && (!move_en_i[1] || (moves1 & (valid | inserts)) != '0);
    free_known = !free_en_i;
    for (int e = 0; e < Entries; e++)
      if (32'(free_lut_i) == e && (valid[e] || inserts[e])) free_known = 1'b1;
  end
  always @* if (on) assume (move_known && free_known && (moves0 & moves1) == '0);
  always @* if (move_en_i[0]) assume (32'(move_mh0) < HeapEntries);
  always @* if (move_en_i[1]) assume (32'(move_mh1) < HeapEntries);

  // ------------------------------------------------------------------ ghost of the watched PC

  (* anyconst *) logic [PcWidth-1:0] watch;

  logic in, in_next, known, known_next;  // it is in; its MH# was told
  logic [LutWidth-1:0] at, at_next;
  logic [MhWidth-1:0] place, place_next;

  always @* begin
    in_next = in;
    known_next = known;
    at_next = at;
    place_next = place;
    if (clear_en_i || (free_en_i && free_lut_i == at)) in_next = 1'b0;
    if (ins_en_i[0] && pc0 == watch) begin
      if (!in) known_next = 1'b0;
      in_next = 1'b1;
      at_next = lut0;
    end
    if (ins_en_i[1] && pc1 == watch) begin
      if (!in) known_next = 1'b0;
      in_next = 1'b1;
      at_next = lut1;
    end
    if (move_en_i[0] && move_lut0 == at_next) begin
      known_next = 1'b1;
      place_next = move_mh0;
    end
    if (move_en_i[1] && move_lut1 == at_next) begin
      known_next = 1'b1;
      place_next = move_mh1;
    end
  end
  always_ff @(posedge clk_i) begin
    in <= rst_ni && in_next;
    known <= known_next;
    at <= at_next;
    place <= place_next;
  end

  // ------------------------------------------------------------------ what is asked of each entry

  logic all_pc_differ, all_at_home, mh_in_range, watch_agrees;
  always @* begin
    all_pc_differ = 1'b1;
    all_at_home = 1'b1;
    mh_in_range = 1'b1;
    watch_agrees = !in;
    for (int e = 0; e < Entries; e++)
      if (valid[e]) begin
        if ((32'(pc[e*PcWidth+:PcWidth]) >> PcShift) % Sets != 32'(e / Ways)) all_at_home = 1'b0;
        if (moved[e] && 32'(mh[e*MhWidth+:MhWidth]) >= HeapEntries) mh_in_range = 1'b0;
        for (int f = 0; f < e; f++)
          if (valid[f] && pc[e*PcWidth+:PcWidth] == pc[f*PcWidth+:PcWidth]) all_pc_differ = 1'b0;
      end
    for (int e = 0; e < Entries; e++)
      if (valid[e] && pc[e*PcWidth+:PcWidth] == watch)
        watch_agrees = in && 32'(at) == e && (!known || mh[e*MhWidth+:MhWidth] == place);
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: no two valid entries hold one PC
    unique_pc: assert (all_pc_differ);
    // P: a valid entry is in the set of its PC
    home_set: assert (all_at_home);
    // P: MH# of a valid entry that was moved is below HeapEntries
    mh_range: assert (mh_in_range);
    // P: a PC inserted and not freed has the one entry that it was given, with its last MH#
    watch_kept: assert (watch_agrees);
    // P: a PC that is in hits, at its entry and with its MH#; one that is not in does not hit
    found: assert ((pc0 != watch || (lkp_hit_o[0] == in
                    && (!in || (lut0 == at && (!known || mh0 == place)))))
                   && (pc1 != watch || (lkp_hit_o[1] == in
                       && (!in || (lut1 == at && (!known || mh1 == place))))));
    // P: a look-up is shown its entry, or the lowest that is free and not offered to look-up 0
    offered: assert (lkp_hit_o == {ref_hit1, ref_hit0} && lkp_free_o == {ref_free1, ref_free0}
                     && luts_agree);
    // P: entries are valid as free and clear, then the insertions leave them
    in_order_valid: assert (valid == ref_valid_q);
    // P: a reset makes all entries invalid
    reset_clears: assert (!was_reset || valid == '0);
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_full: cover (valid == '1 && lkp_hit_o == '0 && lkp_free_o == '0);
    c_two_ways: cover (ins_en_i == 2'b11 && lkp_free_o == 2'b11 && lut1 == lut0 + LutWidth'(1)
                       || Ways == 1);
    c_one_way: cover (lkp_free_o == 2'b01 && lkp_hit_o == 2'b00);
    c_anew: cover (free_en_i && ins_en_i[0] && lkp_hit_o[0] && lut0 == free_lut_i);
    c_insert_moved: cover (ins_en_i[1] && lkp_free_o[1] && move_en_i[1] && move_lut1 == lut1);
    c_clear_insert: cover (clear_en_i && ins_en_i[0] && valid != '0);
    c_moved: cover (in && known && lkp_hit_o == 2'b11 && pc0 == watch && pc1 != watch);
  end
endmodule

// What follows goes to the end of the module hd_mheap_lut itself, in the copy that is proven: there
// all of its state can be named.
`ifdef HD_INSIDE
  logic [Entries*PcWidth-1:0] props_pc;
  logic [Entries*MhWidth-1:0] props_mh;
  for (genvar w = 0; w < Ways; w++) begin : gen_props_way
    for (genvar s = 0; s < Sets; s++) begin : gen_props_entry
      assign props_pc[(s*Ways+w)*PcWidth +: PcWidth] = gen_way[w].pc_q[s];
      assign props_mh[(s*Ways+w)*MhWidth +: MhWidth] = gen_way[w].mh_q[s];
    end
  end
  hd_mheap_lut_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .valid(valid_q), .pc(props_pc), .mh(props_mh)
  );
`endif
