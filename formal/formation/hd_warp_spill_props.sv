// SPDX-License-Identifier: Apache-2.0
//
// Properties of warp spill (docs/blocks/warp_spill.md), for formal/prove.sh.
//
// Two yardsticks stand beside the design, from the ports alone: how many records were written,
// asked for and answered; and a ghost of one group `watch`, chosen by the solver. Once written it
// is in memory at some address, with `ahead` records to be read before it; once read it is in
// flight; once its answer is placed it is gone. A read sees memory as it is when it is taken.
// What is proven of that group holds for every group, and so for every thread.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_warp_spill_props #(
    `HD_PARAMETERS,
    localparam int Shift = $clog2((RecordWidth + 7) / 8),
    localparam int PlaceWidth = $clog2(Slots),
    localparam int AskedWidth = $clog2(Reads + 1)
) (
    `HD_PORTS,
    // State.
    input logic [AddrWidth-1:0]        offset,
    input logic [PlaceWidth-1:0]       head,
    input logic [PlaceWidth-1:0]       tail,
    input logic [SpilledWidth-1:0]     queued,
    input logic [AskedWidth-1:0]       asked
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // Records, whole.
  logic [RecordWidth-1:0] in0, in1, out0, out1, wr, rsp;
  assign in0 = {in_key_i[0+:KeyWidth], in_pc_i[0+:PcWidth], in_req_i[0+:Lanes],
                in_tid_i[0+:Lanes*TidWidth]};
  assign in1 = {in_key_i[KeyWidth+:KeyWidth], in_pc_i[PcWidth+:PcWidth], in_req_i[Lanes+:Lanes],
                in_tid_i[Lanes*TidWidth+:Lanes*TidWidth]};
  assign out0 = {out_key_o[0+:KeyWidth], out_pc_o[0+:PcWidth], out_req_o[0+:Lanes],
                 out_tid_o[0+:Lanes*TidWidth]};
  assign out1 = {out_key_o[KeyWidth+:KeyWidth], out_pc_o[PcWidth+:PcWidth],
                 out_req_o[Lanes+:Lanes], out_tid_o[Lanes*TidWidth+:Lanes*TidWidth]};
  assign wr = {wr_key_o, wr_pc_o, wr_req_o, wr_tid_o};
  assign rsp = {rsp_key_i, rsp_pc_i, rsp_req_i, rsp_tid_i};

  // What moves in this cycle.
  logic [1:0] taken, placed;
  logic written, read, answered;
  assign taken = in_valid_i & in_ready_o;
  assign placed = out_valid_o & out_ready_i;
  assign written = wr_valid_o && wr_ready_i;
  assign read = rd_valid_o && rd_ready_i;
  assign answered = rsp_valid_i && rsp_ready_o;

  // ------------------------------------------------------------------ ghost: records outside

  logic [SpilledWidth:0] in_memory, in_flight;  // not asked for, not answered
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      in_memory <= '0;
      in_flight <= '0;
    end else begin
      in_memory <= in_memory + (SpilledWidth + 1)'(written) - (SpilledWidth + 1)'(read);
      in_flight <= in_flight + (SpilledWidth + 1)'(read) - (SpilledWidth + 1)'(answered);
    end
  end

  // ------------------------------------------------------------------ ghost of one group

  (* anyconst *) logic [RecordWidth-1:0] watch;

  logic stored, flying;  // the group is in memory, is in flight
  logic [AddrWidth-1:0] at;
  logic [SpilledWidth:0] ahead;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      stored <= 1'b0;
      flying <= 1'b0;
    end else begin
      if (stored && read) begin
        ahead <= ahead - (SpilledWidth + 1)'(1);
        if (rd_addr_o == at) begin
          stored <= 1'b0;
          flying <= 1'b1;
        end
      end
      if (flying && answered && rsp == watch) flying <= 1'b0;
      if (written && wr == watch) begin
        stored <= 1'b1;
        at <= wr_addr_o;
        ahead <= in_memory - (SpilledWidth + 1)'(read);
      end
    end
  end

  // The neighbours' promises. A thread is in one group, and a group in one place.
  always @* if (in_valid_i == 2'b11) assume (in0 != in1);
  always @* if (stored || flying) assume (!(in_valid_i[0] && in0 == watch)
                                          && !(in_valid_i[1] && in1 == watch));
  // 2: an answer is one record for each read taken, none without.
  always @* if (rsp_valid_i) assume (in_flight != '0);
  always @* if (rsp_valid_i && !flying) assume (rsp != watch);
  always @* if (rsp_valid_i && flying && 32'(in_flight) == 1) assume (rsp == watch);
  // 4: the offset is set while nothing is spilled, nor is going to be.
  always @* if (on && base_en_i) assume (spilled_o == '0 && !wr_valid_o);

  // ------------------------------------------------------------------ a read that was refused

  logic refused_q;
  logic [AddrWidth-1:0] addr_q;
  always_ff @(posedge clk_i) begin
    refused_q <= on && rst_ni && rd_valid_o && !rd_ready_i && !base_en_i;
    addr_q <= rd_addr_o;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: head and tail differ by queued (mod Slots), queued and asked are what the ports show
    counts: assert (PlaceWidth'(tail - head) == PlaceWidth'(queued)
                    && 32'(queued) == 32'(in_memory) && 32'(asked) == 32'(in_flight)
                    && 32'(asked) <= Reads && 32'(queued) + 32'(asked) <= Slots
                    && 32'(spilled_o) == 32'(queued) + 32'(asked));
    // P: a group that is taken is placed or written, once and unchanged, and no other is
    in_once: assert ((in_ready_o & ~in_valid_i) == '0
        && 32'(taken[0]) + 32'(taken[1]) + 32'(answered)
           == 32'(placed[0]) + 32'(placed[1]) + 32'(written)
        && (!(placed[0] && !answered) || (taken[0] && !written && out0 == in0))
        && (!placed[1] || (taken[1] && !written && !answered && out1 == in1))
        && (!written || (taken == 2'b01 && wr == in0) || (taken == 2'b10 && wr == in1)));
    // P: an answer that is taken is placed as group 0, unchanged, and no group beside it
    back_once: assert (!answered || (placed == 2'b01 && out0 == rsp));
    // P: a group in memory stays where it was written, as far from the head as records are ahead;
    //    one in flight is waited for
    watch_kept: assert (!(stored && flying) && (!flying || asked != '0)
        && (!stored || (32'(ahead) < 32'(queued)
            && at == offset + (AddrWidth'(PlaceWidth'(head + PlaceWidth'(ahead))) << Shift))));
    // P: a group is read when the records before it were, and only then: the queue is a FIFO
    in_turn: assert (!(stored && read) || (rd_addr_o == at) == (ahead == '0));
    // P: nothing is written over a group in memory
    not_lost: assert (!(stored && written) || wr_addr_o != at);
    // P: without room nothing is placed and nothing asked for
    no_room: assert (room_i || (out_valid_o == '0 && !rd_valid_o && !rsp_ready_o));
    // P: with room, and no answer, groups pass straight through
    straight: assert (!(room_i && !rsp_valid_i) || (out_valid_o == in_valid_i && !wr_valid_o
                      && in_ready_o == (in_valid_i & out_ready_i)));
    // P: while there is an answer no group is taken with room: it goes first
    answer_first: assert (!(room_i && rsp_valid_i) || taken == '0);
    // P: without room groups are offered to the memory as long as there is a place
    write_offered: assert (wr_valid_o == (!room_i && in_valid_i != '0
                                          && 32'(spilled_o) < Slots));
    // P: records are asked for as long as there is room, and as many as there may be
    read_offered: assert (rd_valid_o == (room_i && in_memory != '0 && 32'(in_flight) < Reads));
    // P: with room an answer is offered to the pool
    answer_offered: assert (!(room_i && rsp_valid_i) || (out_valid_o == 2'b01 && out0 == rsp
                            && rsp_ready_o == out_ready_i[0]));
    // P: a read that was offered is withdrawn only for want of room
    read_stays: assert (!refused_q || !room_i || (rd_valid_o && rd_addr_o == addr_q));
    // P: a reset empties the queue
    reset_clears: assert (!was_reset || (spilled_o == '0 && head == tail && offset == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_full: cover (32'(queued) == Slots);
    c_second: cover (written && taken == 2'b10);
    c_out_of_turn: cover (flying && answered && rsp != watch && 32'(asked) > 1);
    c_answer_first: cover (answered && in_valid_i == 2'b11);
    c_overtake: cover (stored && placed == 2'b11 && taken == 2'b11);
    c_straight: cover (placed == 2'b11 && taken == 2'b11);
    c_back: cover (flying && answered && rsp == watch);
    c_wrap: cover (stored && 32'(head) == Slots - 1 && ahead != '0 && read);
  end
endmodule

// What follows goes to the end of the module hd_warp_spill itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  hd_warp_spill_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .offset(offset_q), .head(head_q), .tail(tail_q), .queued(queued_q),
      .asked(asked_q)
  );
`endif
