// SPDX-License-Identifier: Apache-2.0
//
// What the Virtual Thread unit promises the block around it (docs/blocks/vt.md), in terms of its
// ports alone. Proven of the unit itself (vt_plan.txt, `promises`), and assumed of it where it is
// left free (hd_vt_plug_props.sv): from this one text, see formal/flow.sh.
//
// Ghosts, from the ports: slots on which warps sit, the first slots of their blocks, slots whose
// warps stall or have ended by what the unit was told; and of one warp `watch`, chosen by the
// solver, whether a write of its register `row`, and of the last register, is out.

module hd_vt_promise #(
    `HD_PARAMETERS,
    localparam int HereWidth = $clog2(Ctas + 1)
) (
    `HD_PORTS
);

  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;

  (* anyconst *) logic [WarpWidth-1:0] watch;
  (* anyconst *) logic [RegWidth-1:0]  row;

  logic [SizeWidth-1:0] count;
  logic [HereWidth-1:0] blocks;
  logic [Slots-1:0] comes, leaves, ends, stalls_told, stops_told, woken;
  logic [Slots-1:0] here, first, stalls, ended, came, stays, stops, here_before;
  logic [Slots*WarpWidth-1:0] warp_before;
  logic row_out, last_out, set_row, set_last, wb_row, wb_last;

  always @* begin
    {comes, leaves, ends, stalls_told, stops_told, woken} = '0;
    for (int s = 0; s < Slots; s++) begin
      comes[s]  = (begin_en_o || resume_en_o) && s >= 32'(seat_slot_o)
                  && s < 32'(seat_slot_o) + 32'(count);
      leaves[s] = leave_en_o && s >= 32'(leave_slot_o) && s < 32'(leave_slot_o) + 32'(count);
      ends[s]   = done_valid_o && s >= 32'(done_slot_o) && s < 32'(done_slot_o) + 32'(count);
      for (int p = 0; p < Ports; p++) begin
        if (ev_valid_i[p] && 32'(ev_slot_i[p*SlotWidth+:SlotWidth]) == s) begin
          if (ev_kind_i[p*2+:2] == 2'd0) stalls_told[s] = 1'b1;
          if (ev_kind_i[p*2+:2] == 2'd1 || ev_kind_i[p*2+:2] == 2'd3) stops_told[s] = 1'b1;
        end
        if (wake_valid_i[p] && 32'(wake_slot_i[p*SlotWidth+:SlotWidth]) == s) woken[s] = 1'b1;
      end
    end
  end

  logic [Slots-1:0] ends_told;
  always @* begin
    ends_told = '0;
    for (int s = 0; s < Slots; s++)
      for (int p = 0; p < Ports; p++)
        if (ev_valid_i[p] && 32'(ev_slot_i[p*SlotWidth+:SlotWidth]) == s
            && ev_kind_i[p*2+:2] == 2'd3) ends_told[s] = 1'b1;
  end

  always @* begin
    {set_row, set_last, wb_row, wb_last} = '0;
    for (int p = 0; p < Ports; p++) begin
      for (int s = 0; s < Slots; s++)
        if (set_en_i[p] && 32'(set_slot_i[p*SlotWidth+:SlotWidth]) == s
            && slot_warp_o[s*WarpWidth+:WarpWidth] == watch) begin
          if (set_reg_i[p*RegWidth+:RegWidth] == row) set_row = 1'b1;
          if (32'(set_reg_i[p*RegWidth+:RegWidth]) == Regs - 1) set_last = 1'b1;
        end
      if (wb_en_i[p] && wb_warp_i[p*WarpWidth+:WarpWidth] == watch) begin
        if (wb_reg_i[p*RegWidth+:RegWidth] == row) wb_row = 1'b1;
        if (32'(wb_reg_i[p*RegWidth+:RegWidth]) == Regs - 1) wb_last = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {here, first, stalls, ended, came, stays, stops, here_before, row_out, last_out} <= '0;
      count <= SizeWidth'(1);
      blocks <= '0;
    end else begin
      if (kernel_en_i && idle_o) count <= kernel_warps_i;
      blocks      <= blocks + HereWidth'(block_valid_i && block_ready_o)
                     - HereWidth'(done_valid_o);
      here        <= (here & ~leaves & ~ends) | comes;
      here_before <= here & ~leaves & ~ends;
      stalls      <= (stalls | stalls_told) & ~woken & ~leaves & ~ends;
      ended       <= (ended | ends_told) & ~leaves & ~ends;
      came        <= comes;
      stays       <= ready_o & ~stops_told & ~leaves & ~ends;
      stops       <= stops_told | leaves | ends;
      row_out     <= (row_out && !wb_row) || set_row;
      last_out    <= (last_out && !wb_last) || set_last;
      for (int s = 0; s < Slots; s++) if (comes[s]) first[s] <= 32'(seat_slot_o) == s;
    end
    warp_before <= slot_warp_o;
  end

  logic twice, other, too_high, returns;
  always @* begin
    {twice, other, too_high, returns} = '0;
    for (int s = 0; s < Slots; s++) begin
      if (here[s] && 32'(slot_warp_o[s*WarpWidth+:WarpWidth]) >= Warps) too_high = 1'b1;
      if (here_before[s] && slot_warp_o[s*WarpWidth+:WarpWidth]
                            != warp_before[s*WarpWidth+:WarpWidth]) other = 1'b1;
      if (came[s] && slot_warp_o[s*WarpWidth+:WarpWidth] == watch) returns = 1'b1;
      for (int t = 0; t < s; t++)
        if (here[s] && here[t]
            && slot_warp_o[s*WarpWidth+:WarpWidth] == slot_warp_o[t*WarpWidth+:WarpWidth])
          twice = 1'b1;
    end
  end

  always @* if (on && rst_ni) begin
    // P: a block begins or goes on, on free slots that there are
    seats_free: assert (!(begin_en_o && resume_en_o) && (comes & here) == '0
                        && (!(begin_en_o || resume_en_o)
                            || 32'(seat_slot_o) + 32'(count) <= Slots));
    // P: a block that begins or goes on is here, and sits down on a multiple of a block's warps
    seats_apart: assert (!(begin_en_o || resume_en_o)
                         || (blocks != '0 && (SizeWidth + 1)'(seat_slot_o)
                                             % (SizeWidth + 1)'(count) == '0));
    // P: idle is when no block is here, and none is done then
    idle_blocks: assert (idle_o == (blocks == '0) && !(idle_o && done_valid_o));
    // P: a block leaves, or is done, from its first slot on, and not both
    goes_whole: assert ((!leave_en_o || (32'(leave_slot_o) < Slots && here[leave_slot_o]
                                         && first[leave_slot_o]))
                        && (!done_valid_o || (32'(done_slot_o) < Slots && here[done_slot_o]
                                              && first[done_slot_o]))
                        && (leaves & ends) == '0);
    // P: idle is when no block sits, and none comes
    idle_empty: assert (!idle_o || (here == '0 && !begin_en_o && !resume_en_o));
    // P: on a slot that is taken is a warp that there is, on no other slot, and it stays there
    warp_there: assert (!too_high && !twice && !other);
    // P: a warp that is ready sits, has not ended, and was not told to stop in the cycle before
    ready_sits: assert ((ready_o & (~here | ended | stops)) == '0);
    // P: a warp that is ready stays so until an event stops it, or its block goes
    stays_ready: assert ((stays & ~ready_o) == '0);
    // P: no warp of a block that is done is ready; none of one that leaves is, unless it stalls
    goes_stopped: assert ((ends & ready_o) == '0 && (leaves & ready_o & ~stalls) == '0);
    // P: a block sits down when no write of its warps is out
    back_clean: assert (!returns || (!row_out && !last_out));
  end
endmodule
