// SPDX-License-Identifier: Apache-2.0
//
// Properties of the streaming multiprocessor (docs/blocks/sm.md), for formal/prove.sh: of what the
// machine itself does between its blocks.
//
// Free: hd_thread_ids
// Free: hd_cta_launcher
// Free: hd_static_residency
// Free: hd_vt_plug
// Free: hd_zorua_plug
// Free: hd_scoreboard
// Free: hd_pdom_front
// Free: hd_dwf_front
// Free: hd_interweave_front
// Free: hd_register_file
// Free: hd_simd_pipe
// Free: hd_shared_pipe
// Free: hd_thread_status
// Free: hd_load_store
//
// The blocks inside say anything at any time, but for their promises (hd_<block>_promise.sv); they
// are proven alone.
// One port, one warp, one bit of an instruction, and one bit of a block's identity are chosen by
// the solver, and ghosts follow them, from what the blocks say: what is proven of them holds for
// all.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_sm_props #(
    `HD_PARAMETERS,
    localparam int Writers    = Ports + 1,
    localparam int SlotsWidth = $clog2(Slots + 1),
    localparam int CountWidth = $clog2(MaxWarps + 1),
    localparam int BlockWidth = $clog2(Room + 1),
    localparam int AddrWidth  = $clog2(SharedWords),
    localparam int BankWidth  = Banks > 1 ? $clog2(Banks) : 1,
    localparam int PortWidth  = Ports > 1 ? $clog2(Ports) : 1,
    // Parts of warps, where a lane has one: with one place a lane they are warps. Of the register
    // file, of thread ids.
    localparam int OwnerWidth = WarpWidth + PartBits,
    localparam int WhoWidth   = Rows * PartWidth,
    localparam int NameWidth  = Rows * OwnerWidth,
    localparam int IndexWidth = SetWidth + PartBits,
    localparam int InBlock    = RankWidth + PartBits,
    localparam int GoneWidth  = $clog2(LaneSlots + 1),
    localparam int BeatsWidth = $clog2(Lanes / Simd + 1),
    // Zorua: places of an instruction: {park, stored from there, four sets, four banks}.
    localparam int ParkWidth  = 5,
    localparam int PlacesWidth = ParkWidth + 1 + 4 * SetWidth + 4 * BankWidth,
    // What is written there: {park, set, bank}.
    localparam int SpotWidth  = ParkWidth + SetWidth + BankWidth,
    // An instruction: {warps, slots, pc, word, mask, meet, meets, unit, flow, uses, registers}.
    localparam int Bits       = NameWidth + WhoWidth + 3 * 32 + Lanes + 1 + 3 + 3 + 4 + 24,
    localparam int BitWidth   = $clog2(Bits)
) (
    `HD_PORTS,
    // Kernel
    input logic [2:0]                      phase,
    input logic [CountWidth-1:0]           warps,
    input logic [Lanes-1:0]                last_mask,
    input logic [BlockWidth-1:0]           ctas,
    input logic                            offers,
    // Seats: the one that is written; of warp w is part w
    input logic [WarpWidth-1:0]            seat,
    input logic [RankWidth-1:0]            seat_rank,
    input logic [AddrWidth-1:0]            seat_shared,
    input logic [SetWidth:0]               seat_sets,
    input logic [Owners*RankWidth-1:0]     ranks,
    // Begin
    input logic [Slots-1:0]                pending,
    input logic                            take_en,
    input logic                            resume_en,
    input logic [SlotWidth-1:0]            take_slot,
    input logic [SlotsWidth-1:0]           take_count,
    input logic [95:0]                     take_id,
    input logic [WarpWidth-1:0]            sits_warp,
    input logic [RankWidth-1:0]            sits_rank,
    input logic [Slots-1:0]                resident,
    input logic [Slots*WarpWidth-1:0]      slot_warp,
    input logic                            begin_valid,
    input logic                            begin_en,
    input logic [SlotWidth-1:0]            begin_slot,
    input logic [WarpWidth-1:0]            begin_warp,
    input logic [Lanes-1:0]                begin_mask,
    input logic [Slots-1:0]                ready,
    // Issue
    input logic [Ports-1:0]                issue_valid,
    input logic [Ports-1:0]                issue_ready,
    input logic [Ports*WhoWidth-1:0]       issue_slot,
    input logic [Ports*(Bits-NameWidth)-1:0] issued,
    input logic [Ports*NameWidth-1:0]      stage_warp,
    input logic [Ports*PlacesWidth-1:0]     stage_place,
    input logic [Ports*ParkWidth-1:0]      read_park,
    input logic [Ports-1:0]                rd_valid,
    input logic [Ports-1:0]                rd_ready,
    input logic [Ports*NameWidth-1:0]      iss_warp,
    input logic [Ports*Lanes-1:0]          iss_mask,
    input logic [Ports*24-1:0]             iss_reg,
    input logic [Ports*3*BankWidth-1:0]    operand_bank,
    input logic [Ports*3*Rows*IndexWidth-1:0] operand_index,
    input logic [Ports-1:0]                in_valid,
    input logic [Ports-1:0]                in_ready,
    input logic [Ports*GoneWidth-1:0]      in_gone,
    input logic [Ports*GoneWidth-1:0]      in_here,
    input logic [Ports*BeatsWidth-1:0]     pipe_gone,
    input logic [Ports*BeatsWidth-1:0]     pipe_here,
    input logic [Ports-1:0]                go_valid,
    input logic [Ports*BeatsWidth-1:0]     go_here,
    input logic [Ports*3-1:0]              operand_use,
    input logic [Ports*3*Lanes*32-1:0]     operands,
    input logic [Ports*3*Lanes*32-1:0]     words, // c, b, a of each port
    input logic [Ports*3-1:0]              iss_use,
    input logic [Ports*3-1:0]              go_use,
    input logic [Ports*18-1:0]             go_reg,
    input logic [Ports*Bits-1:0]           operand,
    input logic [Ports*SpotWidth-1:0]      operand_spot,
    // Writeback
    input logic [Ports-1:0]                through_valid,
    input logic [Ports-1:0]                through_ready,
    input logic [Ports*3-1:0]              through_unit,
    input logic [Ports*3-1:0]              through_flow,
    input logic [Ports-1:0]                through_rd_use,
    input logic [Ports*6-1:0]              through_rd,
    input logic [Ports*WhoWidth-1:0]       through_slot,
    input logic [Ports*NameWidth-1:0]      through_warp,
    input logic [Ports*Lanes-1:0]          through_mask,
    input logic [Ports*BankWidth-1:0]      through_bank,
    input logic [Ports*SetWidth-1:0]       through_index,
    input logic [Ports*ParkWidth-1:0]      through_park,
    input logic [Ports*Lanes*32-1:0]       through_value,
    input logic [Ports*32-1:0]             through_pc,
    input logic [Ports*Lanes*32-1:0]       through_address,
    input logic [Ports*Lanes*32-1:0]       status_value,
    input logic [Ports*Rows*96-1:0]        through_id,
    input logic [Ports*Rows*InBlock-1:0]   through_rank,
    input logic [Ports-1:0]                op_en,
    input logic [Ports-1:0]                res_valid,
    input logic [Ports-1:0]                res_ready,
    input logic                            load_valid,
    input logic [5:0]                      load_rd,
    input logic                            end_valid,
    input logic                            end_ready,
    input logic                            end_rd_use,
    input logic                            entry_program,
    input logic                            entry_writes,
    input logic                            entry_parked,
    input logic [BankWidth-1:0]            entry_bank,
    input logic [SetWidth-1:0]             entry_index,
    input logic [Writers-1:0]              wr_valid,
    input logic [Writers-1:0]              wr_ready,
    input logic                            load_ready,
    input logic [Writers*6-1:0]            wr_reg,
    input logic [Writers*NameWidth-1:0]    wr_warp,
    input logic [Writers*BankWidth-1:0]    wr_bank,
    input logic [Writers*Rows*IndexWidth-1:0] wr_index,
    input logic [Writers*GoneWidth-1:0]    wr_here,
    input logic [Writers*Lanes-1:0]        wr_mask,
    input logic [Writers*Lanes*32-1:0]     wr_data,
    input logic [Writers-1:0]              wb_en,
    input logic [Ports*ParkWidth-1:0]      written_park,
    input logic [Ports-1:0]                wrote,
    // Load/store
    input logic [Ports-1:0]                acc_known,
    input logic                            row_wr_en,
    input logic                            swap_valid,
    input logic                            acc_valid,
    input logic                            acc_en,
    input logic                            acc_ready,
    input logic [PortWidth-1:0]            acc_pipe,
    input logic [NameWidth-1:0]            acc_warp,
    input logic [Rows*AddrWidth-1:0]       acc_base,
    input logic [31:0]                     acc_pc,
    input logic [Lanes-1:0]                acc_mask,
    input logic [Lanes*32-1:0]             acc_addr,
    input logic [PortWidth-1:0]            turn
);

  localparam logic [2:0] Idle   = 3'd0;
  localparam logic [2:0] Count  = 3'd1;
  localparam logic [2:0] Fit    = 3'd2;
  localparam logic [2:0] Seats  = 3'd3;
  localparam logic [2:0] Run    = 3'd4;
  localparam logic [2:0] Flush  = 3'd6;
  localparam logic [2:0] Float  = 3'd1;
  localparam logic [2:0] Memory = 3'd2;
  localparam logic [2:0] Status = 3'd3;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [PortWidth-1:0] port;
  (* anyconst *) logic [WarpWidth-1:0] wid;
  (* anyconst *) logic [SlotWidth-1:0] slot;
  (* anyconst *) logic [BitWidth-1:0]  nth;
  (* anyconst *) logic [6:0]           id_nth;
  always @* assume (32'(port) < Ports && 32'(wid) < Owners && 32'(slot) < Slots
                    && 32'(nth) < Bits && id_nth < 7'd96);

  // ------------------------------------------------------------------ the host's promises

  // A kernel's sizes stay as they are. (The thread ids and the launcher promise theirs.)
  logic [SetWidth:0]     sets_before;
  logic [ByteWidth:0]    bytes_before;
  logic [2:0]            phase_before;
  always_ff @(posedge clk_i) begin
    {sets_before, bytes_before} <= {thread_sets_i, block_bytes_i};
    phase_before <= rst_ni ? phase : Idle;
  end

  always @* if (on && rst_ni) begin
    assume (!kernel_en_i || idle_o);
    if (phase_before != Idle)
      assume ({thread_sets_i, block_bytes_i} == {sets_before, bytes_before});
  end

  logic [Slots-1:0] takes;
  always @* begin
    takes = '0;
    for (int s = 0; s < Slots; s++)
      takes[s] = (take_en || resume_en) && s >= 32'(take_slot)
                 && s < 32'(take_slot) + 32'(take_count);
  end

  // ------------------------------------------------------------------ ghost: begin

  // Slots whose warps have yet to begin; the lowest. One bit of the identity of the block on
  // `slot`. Of blocks that stay it is noted for each slot, else for a block's first one, by this
  // kernel.
  logic [Slots-1:0] to_begin, begins;
  logic [SlotWidth-1:0] lowest;
  logic known, id_bit, sat, wid_id_bit;
  logic [RankWidth-1:0] wid_sat;
  assign begins = begin_en ? Slots'(1) << begin_slot : '0;
  always @* begin
    lowest = '0;
    for (int s = Slots - 1; s >= 0; s--) if (to_begin[s]) lowest = SlotWidth'(s);
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {to_begin, known} <= '0;
    else begin
      to_begin <= (to_begin & ~begins) | (take_en ? takes : '0);
      if (takes[slot]) known <= 1'b1;
      else if (Residency != 0 && idle_o) known <= 1'b0;
    end
    if (takes[slot]) id_bit <= take_id[id_nth];
  end

  // Zorua: warp `wid` has sat down, with this rank and identity.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) sat <= 1'b0;
    else if (take_en && sits_warp == wid) sat <= 1'b1;
    if (take_en && sits_warp == wid) {wid_sat, wid_id_bit} <= {sits_rank, take_id[id_nth]};
  end

  // ------------------------------------------------------------------ ghost: seats

  // A number of a warp, or a count. Short: a division is dear.
  localparam int Short = WarpWidth + 1;

  // What the seat of warp `wid` is to say; which rank has the seat that is written, or a slot.
  logic [Short-1:0]     size, wid_rank, seat_place, slot_place;
  logic [SetWidth-1:0]  wid_sets;
  logic [AddrWidth-1:0] wid_shared;
  logic                 seated; // its seat is written
  assign size       = Short'(warps);
  assign wid_rank   = Residency == 2 ? Short'(wid_sat) : Short'(wid) % size;
  assign seat_place = Short'(seat) % size;
  assign slot_place = Short'(slot) % size;
  assign wid_sets   = SetWidth'(32'(wid) * 32'(thread_sets_i));
  assign wid_shared = AddrWidth'(32'(Short'(wid) / size) * (32'(block_bytes_i) >> 2));
  assign seated     = phase == Run
                      && (Residency == 0 || (Residency == 1 && 32'(wid) < 32'(ctas) * 32'(warps))
                          || (Residency == 2 && sat));

  // ------------------------------------------------------------------ ghost: an instruction

  // What issues, with the warps that are there, and its bit; where it is.
  logic [Ports*Bits-1:0] issues;
  always @* begin
    issues = '0;
    for (int p = 0; p < Ports; p++) begin
      issues[p*Bits+:Bits-NameWidth] = issued[p*(Bits-NameWidth)+:Bits-NameWidth];
      for (int r = 0; r < Rows; r++)
        issues[p*Bits+Bits-NameWidth+r*OwnerWidth+:OwnerWidth] =
            Residency == 2 ? stage_warp[(p*Rows+r)*OwnerWidth+:OwnerWidth]
            : Residency == 0 ? OwnerWidth'(issue_slot[(p*Rows+r)*PartWidth+:PartWidth])
            : OwnerWidth'(slot_warp[32'(issue_slot[(p*Rows+r)*PartWidth+:PartWidth])*WarpWidth
                                    +:WarpWidth]);
    end
  end

  logic waiting, iss_bit, opr_bit;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) waiting <= 1'b0;
    else waiting <= (issue_valid[port] && issue_ready[port]) || (waiting && !rd_ready[port]);
    if (issue_valid[port] && issue_ready[port]) iss_bit <= issues[32'(port)*Bits+32'(nth)];
    if (rd_ready[port]) opr_bit <= iss_bit;
  end

  // Zorua: where its registers were found; the place of its result, and its park if it is stored.
  logic [PlacesWidth-1:0]  iss_place;
  logic [SpotWidth-1:0]   opr_spot;
  logic [ParkWidth-1:0]   iss_park;
  logic [4*SetWidth-1:0]  iss_set;
  logic [4*BankWidth-1:0] iss_bank;
  logic                   iss_stores, found_right;
  assign {iss_park, iss_stores, iss_set, iss_bank} = iss_place;
  always_ff @(posedge clk_i) begin
    if (issue_valid[port] && issue_ready[port])
      iss_place <= stage_place[32'(port)*PlacesWidth+:PlacesWidth];
    if (rd_ready[port])
      opr_spot <= {iss_stores ? iss_park : 5'd0, iss_set[3*SetWidth+:SetWidth],
                   iss_bank[3*BankWidth+:BankWidth]};
  end
  always @* begin
    found_right = read_park[32'(port)*ParkWidth+:ParkWidth] == (rd_ready[port] ? iss_park : 5'd0);
    for (int k = 0; k < 3; k++)
      if (operand_bank[(32'(port)*3+k)*BankWidth+:BankWidth] != iss_bank[k*BankWidth+:BankWidth]
          || operand_index[(32'(port)*3+k)*SetWidth+:SetWidth] != iss_set[k*SetWidth+:SetWidth])
        found_right = 1'b0;
  end

  // Where in its bank a register lies of a thread whose first set is this: in its set, that of the
  // thread's part.
  function automatic logic [IndexWidth-1:0] index_of(input logic [SetWidth-1:0] base,
                                                     input logic [5:0] name,
                                                     input logic [OwnerWidth-1:0] owner);
    logic [SetWidth-1:0] set;
    set = base + SetWidth'(32'(name) / Banks);
    index_of = IndexWidth'(32'(set) * LaneSlots + 32'(owner) % LaneSlots);
  endfunction

  // Where its registers lie. With rows of each lane's own, one without a thread reads warp 0's.
  logic places_right, seats_used;
  logic [OwnerWidth-1:0] owner;
  always @* begin
    owner        = '0;
    places_right = 1'b1;
    seats_used   = 1'b1;
    for (int p = 0; p < Ports; p++)
      for (int k = 0; k < 3; k++) begin
        if (32'(operand_bank[(p*3+k)*BankWidth+:BankWidth])
            != 32'(iss_reg[p*24+k*6+:6]) % Banks) places_right = 1'b0;
        for (int r = 0; r < Rows; r++)
        begin
          owner = Own == 0 || iss_mask[p*Lanes+r] ? iss_warp[(p*Rows+r)*OwnerWidth+:OwnerWidth]
                                                  : '0;
          if (seated && WarpWidth'(owner >> PartBits) == wid
              && operand_index[((p*3+k)*Rows+r)*IndexWidth+:IndexWidth]
                 != index_of(wid_sets, iss_reg[p*24+k*6+:6], owner)) seats_used = 1'b0;
        end
      end
    for (int w = 0; w < Writers; w++) begin
      if (32'(wr_bank[w*BankWidth+:BankWidth]) != 32'(wr_reg[w*6+:6]) % Banks)
        places_right = 1'b0;
      for (int r = 0; r < Rows; r++) begin
        owner = wr_warp[(w*Rows+r)*OwnerWidth+:OwnerWidth];
        if (seated && WarpWidth'(owner >> PartBits) == wid
            && wr_index[(w*Rows+r)*IndexWidth+:IndexWidth]
               != index_of(wid_sets, wr_reg[w*6+:6], owner)) seats_used = 1'b0;
      end
    end
  end

  // ---------------------------------------------------------------- writeback, as the page has it

  // Of each pipe: what it has to do; that a writer before it has its bank; what is done. With
  // several places a lane a result of the lanes, or float units, comes before its instruction.
  logic [Ports-1:0] other, early, result, resolve, blocked, offered, gone, written, status;
  logic banks_clash;
  // In which bank: load/store's, each pipe's.
  logic [Writers*BankWidth-1:0] bank;
  always @* begin
    bank = {through_bank, entry_bank};
    if (Residency != 2) begin
      bank[0+:BankWidth] = BankWidth'(32'(load_rd) % Banks);
      for (int p = 0; p < Ports; p++)
        bank[(1+p)*BankWidth+:BankWidth] = BankWidth'(32'(through_rd[p*6+:6]) % Banks);
    end
  end
  always @* begin
    {blocked, banks_clash} = '0;
    for (int p = 0; p < Ports; p++) begin
      other[p]   = through_valid[p] && through_unit[p*3+:3] != Memory;
      early[p]   = LaneSlots != 1 && !through_valid[p] && through_unit[p*3+:3] <= Float
          && 32'(pipe_here[p*BeatsWidth+:BeatsWidth]) * Simd >= Lanes / LaneSlots;
      result[p]  = (other[p] || early[p]) && through_rd_use[p] && !wrote[p];
      resolve[p] = other[p] && (Own != 0 || through_flow[p*3+:3] != 3'd0
                                || through_unit[p*3+:3] == Status);
      status[p]  = other[p] && (through_unit[p*3+:3] == Float || through_unit[p*3+:3] == Status);
      offered[p] = through_valid[p] && through_unit[p*3+:3] == Memory;
      gone[p]    = through_valid[p] && through_ready[p];
      written[p] = wr_valid[1+p] && (LaneSlots == 1 || wr_ready[1+p]);
    end
    for (int p = 0; p < Ports; p++) begin
      if (load_valid && (Residency != 2 || entry_writes)
          && bank[0+:BankWidth] == bank[(1+p)*BankWidth+:BankWidth])
        blocked[p] = result[p];
      for (int q = 0; q < p; q++)
        if (result[q] && bank[(1+q)*BankWidth+:BankWidth] == bank[(1+p)*BankWidth+:BankWidth])
          blocked[p] = blocked[p] || result[p];
      // With several places a lane the register file says when its last beat is written.
      if (LaneSlots != 1) blocked[p] = result[p] && !wr_ready[1+p];
    end
    for (int v = 0; v < Writers; v++)
      for (int w = 0; w < v; w++)
        if (LaneSlots == 1 && wr_valid[v] && wr_valid[w]
            && bank[v*BankWidth+:BankWidth] == bank[w*BankWidth+:BankWidth]) banks_clash = 1'b1;
  end

  // What a pipe's result is; what is looked up of its warps.
  logic value_right, rank_right, id_right;
  always @* begin
    {value_right, rank_right, id_right} = '1;
    for (int p = 0; p < Ports; p++) begin
      if (written[p]
          && (wr_reg[(1+p)*6+:6] != through_rd[p*6+:6]
              || wr_warp[(1+p)*NameWidth+:NameWidth] != through_warp[p*NameWidth+:NameWidth]
              || wr_mask[(1+p)*Lanes+:Lanes] != through_mask[p*Lanes+:Lanes]
              || wr_data[(1+p)*Lanes*32+:Lanes*32]
                 != (through_unit[p*3+:3] == Status ? status_value[p*Lanes*32+:Lanes*32]
                                                    : through_value[p*Lanes*32+:Lanes*32])))
        value_right = 1'b0;
      for (int r = 0; r < Rows; r++) begin
        if (seated && through_warp[(p*Rows+r)*OwnerWidth+PartBits+:WarpWidth] == wid
            && Short'(through_rank[(p*Rows+r)*InBlock+PartBits+:RankWidth]) != wid_rank)
          rank_right = 1'b0;
        if (32'(through_rank[(p*Rows+r)*InBlock+:InBlock]) % LaneSlots
            != 32'(through_warp[(p*Rows+r)*OwnerWidth+:OwnerWidth]) % LaneSlots) rank_right = 1'b0;
        if (Residency == 2 && seated && through_warp[(p*Rows+r)*WarpWidth+:WarpWidth] == wid
            && through_id[(p*Rows+r)*96+32'(id_nth)] != wid_id_bit) id_right = 1'b0;
        if (Residency != 2 && known && !to_begin[slot]
            && through_slot[(p*Rows+r)*PartWidth+PartBits+:SlotWidth] == slot
            && Short'(through_rank[(p*Rows+r)*InBlock+PartBits+:RankWidth]) == slot_place
            && through_id[(p*Rows+r)*96+32'(id_nth)] != id_bit) id_right = 1'b0;
      end
    end
  end

  // Zorua: results go where they were found to lie; pipes whose results go to swap space.
  logic [Ports-1:0] parked;
  logic spots_right;
  always @* begin
    spots_right = wr_bank == {through_bank, entry_bank}
                  && wr_index == (Writers*Rows*IndexWidth)'({through_index, entry_index});
    for (int p = 0; p < Ports; p++) begin
      parked[p] = through_park[p*ParkWidth+:ParkWidth] != '0;
      if (written_park[p*ParkWidth+:ParkWidth]
          != (written[p] ? through_park[p*ParkWidth+:ParkWidth] : 5'd0)) spots_right = 1'b0;
    end
  end

  // Beats of the operands that are gone: as many as the pipe has taken whole.
  logic gone_whole;
  always @* begin
    gone_whole = 1'b1;
    for (int p = 0; p < Ports; p++)
      if (LaneSlots != 1
          && (32'(in_gone[p*GoneWidth+:GoneWidth]) * (Lanes / LaneSlots)
              > 32'(pipe_gone[p*BeatsWidth+:BeatsWidth]) * Simd
              || (32'(in_gone[p*GoneWidth+:GoneWidth]) + 1) * (Lanes / LaneSlots)
                 <= 32'(pipe_gone[p*BeatsWidth+:BeatsWidth]) * Simd)) gone_whole = 1'b0;
  end

  // Beats of operands, and of results: the pipe is told those of which all is at hand, the register
  // file those of which all has come, of load/store's results all.
  logic here_whole, part_goes;
  always @* begin
    {here_whole, part_goes} = 2'b10;
    for (int p = 0; p < Ports; p++) begin
      if (LaneSlots == 1) begin
        if (32'(go_here[p*BeatsWidth+:BeatsWidth]) != Lanes / Simd
            || go_valid[p] != in_valid[p]) here_whole = 1'b0;
      end else begin
        if (32'(go_here[p*BeatsWidth+:BeatsWidth]) * Simd
            > 32'(in_here[p*GoneWidth+:GoneWidth]) * (Lanes / LaneSlots)
            || (32'(go_here[p*BeatsWidth+:BeatsWidth]) + 1) * Simd
               <= 32'(in_here[p*GoneWidth+:GoneWidth]) * (Lanes / LaneSlots)
            || go_valid[p] != (in_valid[p] || go_here[p*BeatsWidth+:BeatsWidth] != '0))
          here_whole = 1'b0;
        if (32'(wr_here[(1+p)*GoneWidth+:GoneWidth]) * (Lanes / LaneSlots)
            > 32'(pipe_here[p*BeatsWidth+:BeatsWidth]) * Simd
            || (32'(wr_here[(1+p)*GoneWidth+:GoneWidth]) + 1) * (Lanes / LaneSlots)
               <= 32'(pipe_here[p*BeatsWidth+:BeatsWidth]) * Simd) here_whole = 1'b0;
        // An instruction with a thread that is not in the operand register has not all beats.
        if (!in_valid[p] && iss_mask[p*Lanes+:Lanes] != '0
            && 32'(go_here[p*BeatsWidth+:BeatsWidth]) >= Lanes / Simd) part_goes = 1'b1;
      end
    end
    if (LaneSlots != 1 && 32'(wr_here[0+:GoneWidth]) != LaneSlots) here_whole = 1'b0;
  end

  // The lowest operand that names the register of operand k, where both are used: it is read for
  // both if there are several places a lane.
  function automatic logic [1:0] read_for(input logic [2:0] used, input logic [17:0] names,
                                          input int k);
    read_for = 2'(k);
    for (int j = 2; j >= 0; j--)
      if (LaneSlots != 1 && j < k && used[k] && used[j] && names[j*6+:6] == names[k*6+:6])
        read_for = 2'(j);
  endfunction

  // Of the port: what is read, and what the pipe has.
  logic once, words_right;
  always @* begin
    {once, words_right} = '1;
    for (int k = 0; k < 3; k++) begin
      if (operand_use[32'(port)*3+k]
          != (iss_use[32'(port)*3+k]
              && 32'(read_for(iss_use[32'(port)*3+:3], iss_reg[32'(port)*24+:18], k)) == k))
        once = 1'b0;
      for (int j = 0; j < 3; j++)
        if (32'(read_for(go_use[32'(port)*3+:3], go_reg[32'(port)*18+:18], k)) == j
            && words[(32'(port)*3+k)*Lanes*32+:Lanes*32]
               != operands[(32'(port)*3+j)*Lanes*32+:Lanes*32]) words_right = 1'b0;
    end
  end

  // The register of dynamic warps: written, and what it belongs to is not gone.
  logic [Ports-1:0] was_written;
  always_ff @(posedge clk_i) was_written <= rst_ni ? (was_written | written) & ~gone : '0;

  // The turn: behind the pipe that was taken last. The first one from there on that offers: Zorua,
  // when it is known where; dynamic warps, when no row comes back.
  logic [PortWidth-1:0] next, first;
  logic [Ports-1:0]     asks;
  assign asks = Residency == 2 ? offered & acc_known : Own != 0 && row_wr_en ? '0 : offered;
  always @* begin
    first = '0;
    for (int i = Ports - 1; i >= 0; i--)
      if (asks[(32'(next) + i) % Ports]) first = PortWidth'((32'(next) + i) % Ports);
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) next <= '0;
    else if (acc_en) next <= PortWidth'((32'(first) + 1) % Ports);
  end

  logic base_right;
  always @* begin
    base_right = 1'b1;
    for (int r = 0; r < Rows; r++)
      if (seated && asks != '0 && acc_warp[r*OwnerWidth+PartBits+:WarpWidth] == wid
          && acc_base[r*AddrWidth+:AddrWidth] != (Residency == 2 ? '0 : wid_shared))
        base_right = 1'b0;
  end

  // ------------------------------------------------------------------ properties

  logic was_idle, was_asked, was_done;
  always_ff @(posedge clk_i) begin
    was_idle  <= idle_o;
    was_asked <= rst_ni && kernel_en_i && !done_o;
    was_done  <= rst_ni && done_o;
  end

  always @* if (on && rst_ni) begin
    // P: idle until a kernel is asked for, then not before it is over; Zorua: no warp has a seat
    phases: assert ((phase <= Run || (WriteBack != 0 && phase == Flush))
                    && idle_o == (phase == Idle)
                    && (Residency != 2 || phase != Seats)
                    && (!was_idle || was_asked || idle_o) && (!was_asked || !idle_o)
                    && (!was_done || idle_o));
    // P: with a cache that writes back a kernel that was not refused ends in phase 6 alone
    flushes: assert (WriteBack == 0 || !done_o || refused_o || phase == Flush);
    // P: blocks are offered while the kernel runs; blocks that stay, when no warp waits to begin
    offers_right: assert (!offers || (phase == Run && (Residency != 0 || to_begin == '0)));
    // P: the seat that is written is that of a warp at that rank, so many blocks further
    seat_right: assert (phase != Seats
                        || (Short'(seat_rank) == seat_place
                            && seat_sets == (SetWidth + 1)'(32'(seat) * 32'(thread_sets_i))
                            && seat_shared == AddrWidth'(32'(Short'(seat) / size)
                                                         * (32'(block_bytes_i) >> 2))));
    // P: a warp's rank is what is left of its number behind whole blocks; Zorua: that with which it
    // sat down
    rank_of: assert (!seated || Short'(ranks[32'(wid)*RankWidth+:RankWidth]) == wid_rank);
    // P: a slot waits to begin from when it was taken; no slot runs before it has begun
    pending_right: assert (pending == to_begin && ready == (resident & ~to_begin));
    // P: the lowest slot that waits to begin does, if the front end takes it
    begin_right: assert (begin_valid == (to_begin != '0)
                         && (!begin_valid || begin_slot == lowest));
    // P: a warp begins with all lanes, the last one of its block with those that hold threads
    mask_right: assert (!begin_valid || begin_warp != wid || !seated
                        || begin_mask == (wid_rank + Short'(1) == size ? last_mask
                                                                       : {Lanes{1'b1}}));
    // P: the issue register takes an instruction when it is empty or its own one goes on
    issue_right: assert (rd_valid[port] == waiting
                         && issue_ready[port] == (!waiting || rd_ready[port]));
    // P: an instruction goes into a pipe as it issued, with the warps that were there; with several
    // places a lane out of the issue register, if there is none in the operand register
    handed_on: assert (!go_valid[port] || operand[32'(port)*Bits+32'(nth)]
                       == (in_valid[port] ? opr_bit : iss_bit));
    // P: with several places a lane the pipe is offered whole beats that are at hand, and the
    // register file whole beats that have come; with one, instructions of which all is there
    beats_here: assert (here_whole);
    // P: its last beat goes into the pipe out of the operand register
    last_there: assert (!part_goes);
    // P: with several places a lane a register is read once that an instruction names twice, and
    // the pipe has its words for both
    read_once: assert (once && words_right);
    // P: register r lies in bank r mod Banks
    banks_right: assert (Residency == 2 || places_right);
    // P: a register lies at the base of its warp, r / Banks further
    sets_right: assert (Residency == 2 || seats_used);
    // P: Zorua: operands are read where they were found, and their park is told
    found: assert (Residency != 2 || !waiting || found_right);
    // P: Zorua: the result's place goes into the pipe with it, and its park if it is stored
    spot_on: assert (Residency != 2 || !in_valid[port]
                     || operand_spot[32'(port)*SpotWidth+:SpotWidth] == opr_spot);
    // P: Zorua: a result is written where it was found, and its park is told
    spots: assert (Residency != 2 || spots_right);
    // P: no two results are written in one bank: none is refused
    one_a_bank: assert (!banks_clash);
    // P: with several places a lane all results are offered until they are written, load/store's is
    // written when the register file says it
    offered_all: assert (LaneSlots == 1
                         || (wr_valid == {result, load_valid} && load_ready == wr_ready[0]));
    // P: with several places a lane the register file knows which beats are in the pipe
    beats_gone: assert (gone_whole);
    // P: a result is told and written when no writer before it has its bank, and not before
    first_in_bank: assert (res_valid == (resolve & ~blocked) && (written & ~result) == '0
                           && (written & blocked) == '0);
    // P: static warps: all that an instruction has to do is done in one cycle, or nothing
    all_or_none: assert (Own != 0
                         || ((written & ~gone) == '0 && (gone & result & ~written) == '0
                             && (res_valid & res_ready & ~gone) == '0));
    // P: an instruction is gone when all is done; its status changes then, once
    gone_right: assert ((gone & resolve & ~(res_valid & res_ready)) == '0
                        && (gone & other & through_rd_use & ~(written | was_written)) == '0
                        && op_en == (gone & status)
                        && (other & ~blocked & ~(resolve & ~res_ready) & ~gone) == '0);
    // P: a register is written once
    written_once: assert ((written & was_written) == '0 && (Own != 0 || was_written == '0));
    // P: a result is the pipe's, of a CSR instruction the status's, for its own warps and lanes
    result_right: assert (value_right);
    // P: a register is no longer busy when it is written, an access's when that ends; Zorua: unless
    // it goes on to swap space, or is the swapper's
    board_right: assert (wb_en == (Residency == 2
                                   ? {written & ~parked, end_valid & end_ready & end_rd_use
                                                         & entry_program & ~entry_parked}
                                   : {written, end_valid & end_ready & end_rd_use}));
    // P: load/store is offered the swapper's access, else the first one in turn, and that one alone
    // is gone with it
    in_turn: assert (acc_en == (asks != '0 && acc_ready && !(Residency == 2 && swap_valid))
                     && acc_valid == (asks != '0 || (Residency == 2 && swap_valid))
                     && (asks == '0 || acc_pipe == first)
                     && (gone & offered) == (acc_en ? Ports'(1) << first : '0));
    // P: the access is that pipe's: warp, address of the instruction, threads, addresses
    access_right: assert (asks == '0
                          || (acc_warp == through_warp[32'(first)*NameWidth+:NameWidth]
                              && acc_pc == through_pc[32'(first)*32+:32]
                              && acc_mask == through_mask[32'(first)*Lanes+:Lanes]
                              && acc_addr == through_address[32'(first)*Lanes*32+:Lanes*32]));
    // P: an access goes to the shared memory of its warp's block
    base_of: assert (base_right);
    // P: thread ids are those of the warp's rank
    ranks_used: assert (rank_right);
    // P: a block's identity is what it was taken with
    identity: assert (id_right);
    // P: after a reset nothing waits, and the turn is the first pipe's
    reset_empties: assert (!was_reset || (phase == Idle && pending == '0 && rd_valid == '0
                                          && turn == '0 && wrote == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_run: cover (phase == Run && 32'(warps) == MaxWarps);
    c_begin: cover (begin_en && to_begin != '0 && phase == Run && begin_mask != {Lanes{1'b1}});
    c_second: cover (known && !to_begin[slot] && id_bit && seated && in_valid[port]);
    c_handed: cover (in_valid[port] && waiting && opr_bit != iss_bit);
    c_blocked: cover (blocked != '0 && resolve != '0 && written != '0);
    c_turn: cover (acc_en && first != '0 && offered == '1);
    c_status: cover (op_en != '0 && written != '0);
  end
endmodule

// What follows goes to the end of the module hd_sm itself, in the copy that is proven: there all of
// its state can be named.
`ifdef HD_INSIDE
  localparam int PropsBits = NameWidth + WhoWidth + 3 * 32 + Lanes + 1 + 3 + 3 + 4 + 24;
  logic [Ports*(PropsBits-NameWidth)-1:0] props_issued;
  logic [Ports*PropsBits-1:0]             props_operand;
  logic [Owners*RankWidth-1:0]            props_ranks;
  logic [Ports*BeatsWidth-1:0]            props_gone, props_here;
  logic [Ports*3*Lanes*32-1:0]            props_words;
  logic [Ports*3-1:0]                     props_iss_use, props_go_use;
  logic [Ports*18-1:0]                    props_go_reg;
  if (Split == 0) begin : gen_props_gone
    for (genvar p = 0; p < Ports; p++) begin : gen_port
      assign props_gone[p*BeatsWidth +: BeatsWidth] = gen_pipes.gen_pipe[p].gone;
      assign props_here[p*BeatsWidth +: BeatsWidth] = gen_pipes.gen_pipe[p].done;
    end
  end else begin : gen_props_no_gone
    assign props_gone = '0;
    assign props_here = '0;
  end
  localparam int PropsPlace = ParkWidth + 1 + 4 * SetWidth + 4 * BankWidth;
  localparam int PropsSpot  = ParkWidth + SetWidth + BankWidth;
  logic [Ports*PropsPlace-1:0]            props_place;
  logic [Ports*PropsSpot-1:0]             props_spot;
  for (genvar p = 0; p < Ports; p++) begin : gen_props
    // Zorua's look-up says anything: what comes out of it is what issues.
    if (Residency == 2) begin : gen_looked_up
      assign props_issued[p*(PropsBits-NameWidth) +: PropsBits-NameWidth] =
          {stage_slot[p*WhoWidth +: WhoWidth], stage_pc[p*32 +: 32], stage_word[p*32 +: 32],
           stage_mask[p*Lanes +: Lanes], stage_meet[p*32 +: 32], stage_meets[p],
           stage_unit[p*3 +: 3], stage_flow[p*3 +: 3], stage_use[p*4 +: 4],
           stage_reg[p*24 +: 24]};
    end else begin : gen_issued
      assign props_issued[p*(PropsBits-NameWidth) +: PropsBits-NameWidth] =
          {issue_slot[p*WhoWidth +: WhoWidth], issue_pc[p*32 +: 32], issue_word[p*32 +: 32],
           issue_mask[p*Lanes +: Lanes], issue_meet[p*32 +: 32], issue_meets[p],
           issue_unit[p*3 +: 3], issue_flow[p*3 +: 3], issue_use[p*4 +: 4],
           issue_reg[p*24 +: 24]};
    end
    assign props_place[p*PropsPlace +: PropsPlace] =
        {stage_park[p*ParkWidth +: ParkWidth], stage_stores[p],
         stage_index[p*4*SetWidth +: 4*SetWidth], stage_bank[p*4*BankWidth +: 4*BankWidth]};
    assign props_spot[p*PropsSpot +: PropsSpot] =
        PropsSpot'(PlacedWidth'(rider[p*RiderWidth +: RiderWidth]) >> NamedWidth);
    assign props_operand[p*PropsBits +: PropsBits] =
        {go_warp[p*NameWidth +: NameWidth], go_slot[p*WhoWidth +: WhoWidth],
         go_pc[p*32 +: 32], go_word[p*32 +: 32], go_mask[p*Lanes +: Lanes],
         go_meet[p*32 +: 32], go_meets[p], go_unit[p*3 +: 3], go_flow[p*3 +: 3],
         go_use[p*4 +: 4], go_reg[p*24 +: 24]};
    assign props_words[p*3*Lanes*32 +: 3*Lanes*32] =
        {operand_c[p*Lanes*32 +: Lanes*32], operand_b[p*Lanes*32 +: Lanes*32],
         operand_a[p*Lanes*32 +: Lanes*32]};
    assign props_iss_use[p*3 +: 3] = iss_use_q[p*4 +: 3];
    assign props_go_use[p*3 +: 3]  = go_use[p*4 +: 3];
    assign props_go_reg[p*18 +: 18] = go_reg[p*24 +: 18];
  end
  for (genvar w = 0; w < Owners; w++) begin : gen_props_ranks
    assign props_ranks[w*RankWidth +: RankWidth] = rank_q[w];
  end

  hd_sm_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .phase(phase_q), .warps(warps), .last_mask(last_mask), .ctas(ctas),
      .offers(offers), .seat(seat_q), .seat_rank(seat_rank_q), .seat_shared(seat_shared_q),
      .seat_sets(seat_sets_q), .ranks(props_ranks), .pending(pending_q), .take_en(take_en),
      .resume_en(resume_en), .take_slot(take_slot), .take_count(take_count), .take_id(take_id),
      .sits_warp(sits_warp), .sits_rank(sits_rank), .resident(resident), .slot_warp(slot_warp),
      .begin_valid(begin_valid), .begin_en(begin_en), .begin_slot(begin_slot),
      .begin_warp(begin_warp), .begin_mask(begin_mask), .ready(ready),
      .issue_valid(Residency == 2 ? stage_valid : issue_valid),
      .issue_ready(Residency == 2 ? stage_ready : issue_ready), .issue_slot(issue_slot),
      .issued(props_issued), .stage_warp(stage_warp), .stage_place(props_place),
      .read_park(read_park), .rd_valid(iss_valid_q), .rd_ready(operands_ready[0 +: Ports]),
      .iss_warp(iss_warp), .iss_mask(iss_mask_q), .iss_reg(iss_reg_q),
      .operand_bank(operand_bank[0 +: Ports*3*BankWidth]),
      .operand_index(operand_index[0 +: Ports*3*Rows*IndexWidth]),
      .in_valid(in_valid[0 +: Ports]), .in_gone(in_gone[0 +: Ports*GoneWidth]),
      .in_here(in_here[0 +: Ports*GoneWidth]), .pipe_gone(props_gone), .pipe_here(props_here),
      .go_valid(go_valid), .go_here(go_here), .operand_use(operand_use[0 +: Ports*3]),
      .operands(operands[0 +: Ports*3*Lanes*32]), .words(props_words), .iss_use(props_iss_use),
      .go_use(props_go_use), .go_reg(props_go_reg), .wr_here(wr_here), .wr_ready(wr_ready),
      .load_ready(load_wr_ready),
      .in_ready(in_ready[0 +: Ports]), .operand(props_operand), .operand_spot(props_spot),
      .through_bank(through_bank), .through_index(through_index), .through_park(through_park),
      .entry_program(entry_program), .entry_writes(entry_writes), .entry_parked(entry_parked),
      .entry_bank(entry_bank), .entry_index(entry_index), .written_park(written_park),
      .acc_known(known), .row_wr_en(row_wr_en), .swap_valid(swap_valid),
      .acc_valid(swap_valid | acc_offered), .through_valid(through_valid),
      .through_ready(through_ready), .through_unit(through_unit), .through_flow(through_flow),
      .through_rd_use(through_rd_use), .through_rd(through_rd), .through_slot(through_slot),
      .through_warp(through_warp), .through_mask(through_mask), .through_value(through_value),
      .through_pc(through_pc), .through_address(through_address), .status_value(status_value),
      .through_id(through_id), .through_rank(through_rank), .op_en(op_en), .res_valid(res_valid),
      .res_ready(res_ready), .load_valid(load_valid), .load_rd(load_rd), .end_valid(end_valid),
      .end_ready(end_ready), .end_rd_use(end_rd_use), .wr_valid(wr_valid), .wr_reg(wr_reg),
      .wr_warp(wr_warp), .wr_bank(wr_bank), .wr_index(wr_index), .wr_mask(wr_mask),
      .wr_data(wr_data), .wb_en(wb_en[0 +: Writers]), .wrote(wrote_q), .acc_en(acc_en),
      .acc_ready(acc_ready), .acc_pipe(acc_pipe), .acc_warp(acc_warp), .acc_base(acc_base),
      .acc_pc(acc_pc), .acc_mask(acc_mask), .acc_addr(acc_addr), .turn(turn_q)
  );
`endif
