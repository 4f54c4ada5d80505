// SPDX-License-Identifier: Apache-2.0
//
// Properties of the Virtual Thread unit (docs/blocks/vt.md), for formal/prove.sh, with all of its
// blocks inside.
//
// Beside the design stand ghosts, from the ports: slots that stall, which writes of which virtual
// warp are out and where they were issued, the identity that each block came with, and the shared
// memory, which answers a read after any time. Warps do anything that the neighbours' promises
// allow; stacks may hold anything.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_vt_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State and signals: the kernel,
    input logic [SizeWidth-1:0]       warps,
    input logic [LimitWidth-1:0]      frames,
    input logic [RoomWidth-1:0]       ctas,
    // slots with a warp, frames with a block, the blocks' numbers, the frame that is done,
    input logic [Slots-1:0]           slot_valid,
    input logic [Frames-1:0]          frame_valid,
    input logic [Frames*CtaWidth-1:0] frame_cta,
    input logic [FrameWidth-1:0]      done_frame,
    // a new block's number, the block that comes in, the head that came back,
    input logic                       alloc_en,
    input logic [CtaWidth-1:0]        alloc_cta,
    input logic [CtaWidth-1:0]        in_cta,
    input logic [HeadWidth-1:0]       head,
    // blocks that are ready; the block whose context is being written.
    input logic [Ctas-1:0]            cta_ready,
    input logic                       save_ready,
    input logic [CtaWidth-1:0]        saved_cta
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // ------------------------------------------------------------------ the neighbours' promises

  // A kernel fits, and comes while no block is offered. A block refused is offered again.
  localparam int Word = MemWidth / Granule;
  localparam int Head = (HeadWidth + Granule - 1) / Granule;
  localparam int Stack = StackWidth / Granule;
  always @* if (kernel_en_i && idle_o)
    assume (kernel_warps_i != '0 && 32'(kernel_warps_i) <= MaxWarps
            && 32'(kernel_frames_i) <= Frames && 32'(kernel_ctas_i) <= Ctas
            && 32'(kernel_frames_i) * 32'(kernel_warps_i) <= Slots
            && 32'(kernel_ctas_i) * 32'(kernel_warps_i) <= Warps
            && 32'(kernel_words_i) == (Head + 32'(kernel_warps_i) * Stack + Word - 1) / Word
            && 32'(kernel_ctas_i) * 32'(kernel_words_i) <= MemWords && !block_valid_i);
  logic refused;
  logic [IdWidth-1:0] refused_id;
  always_ff @(posedge clk_i) begin
    refused <= rst_ni && block_valid_i && !block_ready_o;
    refused_id <= block_id_i;
  end
  always @* if (refused) assume (block_valid_i && block_id_i == refused_id);

  // Load queues are proven alone: nothing here depends on them.
  always @* assume (!load_valid_i);

  // ------------------------------------------------------------------ ghost: stalls, writes

  // Bit w*Regs + r: virtual warp w has a write of register r out; it sat on that slot.
  logic [Slots-1:0] stalls, stalls_next, leaves, used;
  logic [Warps*Regs-1:0] writes, writes_next;
  logic [Warps*SlotWidth-1:0] issued_at;
  logic [Slots*Warps-1:0] is_on; // warp w sits on slot s

  always @* begin
    is_on = '0;
    leaves = '0;
    for (int s = 0; s < Slots; s++) begin
      for (int w = 0; w < Warps; w++)
        is_on[s*Warps+w] = slot_valid[s] && 32'(slot_warp_o[s*WarpWidth+:WarpWidth]) == w;
      leaves[s] = leave_en_o && s >= 32'(leave_slot_o) && s < 32'(leave_slot_o) + 32'(warps);
    end
  end

  logic events_right;
  always @* begin
    events_right = 1'b1;
    used = '0;
    stalls_next = stalls;
    writes_next = writes;
    for (int p = 0; p < Ports; p++) begin
      // A writeback is of a write that is out, from where it was issued.
      if (wb_en_i[p] && 32'(wb_warp_i[p*WarpWidth+:WarpWidth]) >= Warps) events_right = 1'b0;
      for (int w = 0; w < Warps; w++)
        for (int r = 0; r < Regs; r++)
          if (wb_en_i[p] && 32'(wb_warp_i[p*WarpWidth+:WarpWidth]) == w
              && 32'(wb_reg_i[p*RegWidth+:RegWidth]) == r) begin
            if (!writes[w*Regs+r] || !writes_next[w*Regs+r]
                || wb_slot_i[p*SlotWidth+:SlotWidth] != issued_at[w*SlotWidth+:SlotWidth])
              events_right = 1'b0;
            writes_next[w*Regs+r] = 1'b0;
          end
    end
    for (int p = 0; p < Ports; p++)
      for (int s = 0; s < Slots; s++) begin
        // A wake-up is of a warp that stalls; of a slot that is empty or left it is nothing.
        if (wake_valid_i[p] && 32'(wake_slot_i[p*SlotWidth+:SlotWidth]) == s) begin
          if (ready_o[s] && !stalls_next[s]) events_right = 1'b0;
          if (slot_valid[s] && !ready_o[s] && is_open[s]) events_right = 1'b0;
          stalls_next[s] = 1'b0;
        end
        // An event is of a warp that is ready and does not stall; issue likewise.
        if (ev_valid_i[p] && 32'(ev_slot_i[p*SlotWidth+:SlotWidth]) == s) begin
          if (!ready_o[s] || stalls[s] || used[s]) events_right = 1'b0;
          used[s] = 1'b1;
          if (ev_kind_i[p*2+:2] == 2'd0) stalls_next[s] = 1'b1;
          for (int w = 0; w < Warps; w++)
            if (ev_kind_i[p*2+:2] == 2'd3 && is_on[s*Warps+w] && writes_next[w*Regs+:Regs] != '0)
              events_right = 1'b0;
        end
      end
    for (int p = 0; p < Ports; p++)
      for (int s = 0; s < Slots; s++)
        if (set_en_i[p] && 32'(set_slot_i[p*SlotWidth+:SlotWidth]) == s) begin
          if (!ready_o[s] || stalls[s] || used[s]) events_right = 1'b0;
          for (int w = 0; w < Warps; w++)
            for (int r = 0; r < Regs; r++)
              if (is_on[s*Warps+w] && 32'(set_reg_i[p*RegWidth+:RegWidth]) == r) begin
                if (writes[w*Regs+r]) events_right = 1'b0;
                writes_next[w*Regs+r] = 1'b1;
              end
        end
    for (int p = 0; p < Ports; p++)
      if (32'(ev_slot_i[p*SlotWidth+:SlotWidth]) >= Slots
          || 32'(wake_slot_i[p*SlotWidth+:SlotWidth]) >= Slots
          || 32'(set_slot_i[p*SlotWidth+:SlotWidth]) >= Slots
          || 32'(wb_slot_i[p*SlotWidth+:SlotWidth]) >= Slots
          || 32'(query_slot_i[p*SlotWidth+:SlotWidth]) >= Slots
          || 32'(set_reg_i[p*RegWidth+:RegWidth]) >= Regs
          || 32'(wb_reg_i[p*RegWidth+:RegWidth]) >= Regs) events_right = 1'b0;
  end
  always @* if (on && rst_ni) assume (events_right);

  always_ff @(posedge clk_i) begin
    stalls <= rst_ni ? stalls_next & ~leaves : '0;
    writes <= rst_ni ? writes_next : '0;
    for (int p = 0; p < Ports; p++)
      for (int s = 0; s < Slots; s++)
        for (int w = 0; w < Warps; w++)
          if (set_en_i[p] && 32'(set_slot_i[p*SlotWidth+:SlotWidth]) == s && is_on[s*Warps+w])
            issued_at[w*SlotWidth+:SlotWidth] <= SlotWidth'(s);
  end

  // ------------------------------------------------------------------ ghost: the shared memory

  logic [MemWords*MemWidth-1:0] memory;
  logic asked;
  logic [MemWidth-1:0] answer, word;
  always @* begin
    word = '0;
    for (int a = 0; a < MemWords; a++)
      if (32'(mem_addr_o) == a) word = memory[a*MemWidth+:MemWidth];
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) asked <= 1'b0;
    else if (mem_valid_o && mem_ready_i && !mem_we_o) asked <= 1'b1;
    else if (rsp_valid_i) asked <= 1'b0;
    if (mem_valid_o && mem_ready_i && !mem_we_o) answer <= word;
    for (int a = 0; a < MemWords; a++)
      if (mem_valid_o && mem_ready_i && mem_we_o && 32'(mem_addr_o) == a)
        memory[a*MemWidth+:MemWidth] <= mem_wdata_o;
  end
  always @* if (rsp_valid_i) assume (asked && rsp_data_i == answer);

  // ------------------------------------------------------------------ ghost: identities

  logic [Ctas*IdWidth-1:0] ids;
  always_ff @(posedge clk_i)
    for (int c = 0; c < Ctas; c++)
      if (alloc_en && 32'(alloc_cta) == c) ids[c*IdWidth+:IdWidth] <= block_id_i;

  // ------------------------------------------------------------------ what the design has

  logic [Slots-1:0] is_open; // the block on this slot is active
  logic twice, too_high, misplaced, counts_right, bits_right, seat_named, done_named;
  logic [Ctas-1:0] out_of;   // a write of this block is out
  logic [Frames-1:0] sits;
  int actives;

  always @* begin
    twice = 1'b0;
    misplaced = 1'b0;
    is_open = '0;
    for (int s = 0; s < Slots; s++) begin
      for (int t = 0; t < s; t++)
        if (slot_valid[s] && slot_valid[t]
            && slot_warp_o[s*WarpWidth+:WarpWidth] == slot_warp_o[t*WarpWidth+:WarpWidth])
          twice = 1'b1;
      for (int f = 0; f < Frames; f++)
        for (int c = 0; c < Ctas; c++)
          if (frame_valid[f] && 32'(frame_cta[f*CtaWidth+:CtaWidth]) == c
              && s >= f * 32'(warps) && s < (f + 1) * 32'(warps)) begin
            is_open[s] = active_o[c];
            if (32'(slot_warp_o[s*WarpWidth+:WarpWidth]) != c * 32'(warps) + s - f * 32'(warps))
              misplaced = 1'b1;
          end
    end
    out_of = '0;
    for (int c = 0; c < Ctas; c++)
      for (int w = 0; w < Warps; w++)
        if (w >= c * 32'(warps) && w < (c + 1) * 32'(warps) && writes[w*Regs+:Regs] != '0)
          out_of[c] = 1'b1;
    counts_right = 1'b1;
    for (int c = 0; c < Ctas; c++)
      if (resident_o[c] && !active_o[c] && (save_ready || 32'(saved_cta) != c)
          && cta_ready[c] == out_of[c]) counts_right = 1'b0;
    actives = 0;
    for (int c = 0; c < Ctas; c++) if (active_o[c]) actives = actives + 1;
    sits = frame_valid;
    seat_named = 1'b1;
    done_named = 1'b1;
    for (int c = 0; c < Ctas; c++) begin
      if (32'(in_cta) == c && seat_id_o != ids[c*IdWidth+:IdWidth]) seat_named = 1'b0;
      for (int f = 0; f < Frames; f++)
        if (32'(done_frame) == f && 32'(frame_cta[f*CtaWidth+:CtaWidth]) == c
            && done_id_o != ids[c*IdWidth+:IdWidth]) done_named = 1'b0;
    end
    too_high = (sits >> frames) != '0;
  end

  // A bit of the scoreboard, of a slot that the solver asks for, against the ghost.
  always @* begin
    bits_right = 1'b1;
    for (int p = 0; p < Ports; p++)
      for (int s = 0; s < Slots; s++)
        if (32'(query_slot_i[p*SlotWidth+:SlotWidth]) == s) begin
          if (!slot_valid[s] && query_busy_o[p*Regs+:Regs] != '0) bits_right = 1'b0;
          for (int w = 0; w < Warps; w++)
            if (is_on[s*Warps+w]
                && (is_open[s] ? query_busy_o[p*Regs+:Regs] != writes[w*Regs+:Regs]
                               : (query_busy_o[p*Regs+:Regs] & ~writes[w*Regs+:Regs]) != '0))
              bits_right = 1'b0;
        end
  end

  logic [Slots-1:0] left;
  always_ff @(posedge clk_i) left <= rst_ni ? leaves : '0;

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: active blocks never exceed the kernel's frames, and none sits above them
    limit: assert (actives <= 32'(frames) && !too_high);
    // P: no warp is on two slots, and each is its block's, at its rank
    one_place: assert (!twice && !misplaced);
    // P: a swapped-out block whose context is saved is ready exactly when its last write is in
    count_true: assert (counts_right);
    // P: a bit is set exactly when a write by the present owner of the slot is out
    owner_only: assert (bits_right);
    // P: the first warp in a head that comes back is the block number times W
    same_warp: assert (!(begin_en_o || resume_en_o)
                       || 32'(head[WarpWidth-1:0]) == 32'(in_cta) * 32'(warps));
    // P: a block sits down under the name with which it came, and is done under it
    name_kept: assert ((!(begin_en_o || resume_en_o) || seat_named)
                       && (!done_valid_o || done_named));
    // P: warps that leave are not ready in the next cycle
    leave_stops: assert ((left & ready_o) == '0);
    // P: no warp leaves that could go on
    leave_stalled: assert ((leaves & ready_o & ~stalls) == '0);
    // P: idle is when no block is there
    idle: assert (!idle_o || (resident_o == '0 && active_o == '0 && ready_o == '0
                              && slot_valid == '0));
    // P: a reset leaves no block, and no kernel
    reset_empties: assert (!was_reset || (idle_o && frames == '0 && ctas == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_swap: cover (leave_en_o);
    c_resume: cover (resume_en_o);
    c_late_ready: cover (resume_en_o && seat_id_o != block_id_i && block_valid_i);
    c_late: cover (leave_en_o && out_of != '0);
    c_wake_at_leave: cover (leave_en_o && wake_valid_i[0] && wake_slot_i[SlotWidth-1:0]
                            == leave_slot_o && stalls[0]);
    c_done: cover (done_valid_o && 32'(warps) == MaxWarps);
  end
endmodule

// What follows goes to the end of the module hd_vt itself, in the copy that is proven: there all of
// its state can be named.
`ifdef HD_INSIDE
  hd_vt_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .warps(warps_q), .frames(frames_q), .ctas(ctas_q), .slot_valid(slot_valid),
      .frame_valid(frame_valid), .frame_cta(frame_cta), .done_frame(done_frame),
      .alloc_en(alloc_en), .alloc_cta(alloc_cta), .in_cta(in_cta), .head(head_q),
      .cta_ready(unused_ready), .save_ready(save_ready), .saved_cta(saved_cta)
  );
`endif
