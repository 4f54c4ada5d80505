// SPDX-License-Identifier: Apache-2.0
//
// Properties of the register file (docs/blocks/register_file.md), for formal/prove.sh.
//
// Beside the design stands a ghost, from the ports alone: what each port has collected and has at
// its output, which port has the turn, and which operands are served, worked out bank by bank, port
// by port, operand by operand, with the lanes that are taken if banks are segmented; which beat of
// an operand, or a result, is next, and how many are at hand. Of the data one bit is followed: of
// one home lane of one row of a bank what was written there last; of one place of one operand of
// one port what it should be.
// All of these are chosen by the solver: what is proven of them holds for all.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_register_file_props #(
    `HD_PARAMETERS,
    localparam int TurnWidth = Ports > 1 ? $clog2(Ports) : 1,
    localparam int OperandWidth = $clog2(3 * Ports),
    localparam int PortWidth = $clog2(Ports + 1),
    localparam int Homes = Lanes / LaneSlots,
    localparam int Words = Sets * LaneSlots, // of a memory
    localparam int Longest = 3 * Ports * LaneSlots,
    localparam int WaitWidth = $clog2(Longest + 1),
    localparam int BeatWidth = LaneSlots > 1 ? $clog2(LaneSlots) : 1
) (
    `HD_PORTS,
    // State; word s of the memory of home lane l of bank b is part (b*Homes + l)*Words + s. Counts
    // of beats: 0 where there are none.
    input logic [Ports*3-1:0]               got,
    input logic [Ports*3-1:0]               now_served,
    input logic [TurnWidth-1:0]             turn,
    input logic [Ports*3*BeatWidth-1:0]     rd_beats,
    input logic [Writers*BeatWidth-1:0]     wr_beats,
    input logic [Banks*Homes*Words*32-1:0]  mem
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // The bit that is followed, in the memory; and the operand.
  (* anyconst *) logic [BankWidth-1:0] bank;
  (* anyconst *) logic [IndexWidth-1:0] set; // {set, part}
  (* anyconst *) logic [Lanes-1:0] lane;  // one bit: a place, and so its home lane
  (* anyconst *) logic [31:0] at;         // one bit
  (* anyconst *) logic [OperandWidth-1:0] watch;
  always @* assume (32'(bank) < Banks && 32'(set) < Words && 32'(watch) < 3 * Ports);
  always @* assume (lane != '0 && (lane & (lane - Lanes'(1))) == '0);
  always @* assume (at != '0 && (at & (at - 32'd1)) == '0);

  // What the neighbours promise: a request that is not accepted stays as it is; with several places
  // a lane a result's lanes do. (That indices are below Sets is not needed: of others nothing is
  // said. Nor that the rest of a result stays.)
  logic [Ports-1:0] held;
  logic [Ports*3-1:0] held_use;
  logic [Ports*3*BankWidth-1:0] held_bank;
  logic [Ports*3*Rows*IndexWidth-1:0] held_index;
  logic [Ports*Lanes-1:0] held_mask;
  logic [Writers-1:0] wr_held;
  logic [Writers*Lanes-1:0] wr_held_mask;
  always_ff @(posedge clk_i) begin
    held <= rst_ni ? rd_valid_i & ~rd_ready_o : '0;
    {held_use, held_bank, held_index, held_mask} <= {rd_use_i, rd_bank_i, rd_index_i, rd_mask_i};
    wr_held <= rst_ni ? wr_valid_i & ~wr_ready_o : '0;
    wr_held_mask <= wr_mask_i;
  end
  for (genvar w = 0; w < (LaneSlots > 1 ? Writers : 0); w++) begin : gen_result_promise
    always @* if (on && wr_held[w])
      assume (wr_valid_i[w] && wr_mask_i[w*Lanes+:Lanes] == wr_held_mask[w*Lanes+:Lanes]);
  end
  for (genvar p = 0; p < Ports; p++) begin : gen_promise
    always @* if (on && held[p])
      assume (rd_valid_i[p] && rd_use_i[3*p+:3] == held_use[3*p+:3]
              && rd_bank_i[3*p*BankWidth+:3*BankWidth] == held_bank[3*p*BankWidth+:3*BankWidth]
              && rd_index_i[3*p*Rows*IndexWidth+:3*Rows*IndexWidth]
                 == held_index[3*p*Rows*IndexWidth+:3*Rows*IndexWidth]
              && ((Segmented == 0 && LaneSlots == 1)
                  || rd_mask_i[p*Lanes+:Lanes] == held_mask[p*Lanes+:Lanes]));
  end

  // ------------------------------------------------------------------ ghost: operands served

  // Collected, at the output, first in turn; from what was accepted and taken.
  logic [3*Ports-1:0] has;
  logic [Ports-1:0] full;
  logic [PortWidth-1:0] first;

  // Beats: behind the last one of each operand, and of each result. The next one with a thread, or
  // beat 0 without one; and whether another one follows.
  logic [3*Ports*BeatWidth-1:0] read_next;
  logic [Writers*BeatWidth-1:0] write_next;
  logic [3*Ports*8-1:0] read_beat;
  logic [Writers*8-1:0] write_beat;
  logic [3*Ports-1:0] read_more;
  logic [Writers-1:0] write_more;
  always @* begin
    read_more = '0;
    write_more = '0;
    for (int k = 0; k < 3 * Ports; k++) begin
      read_beat[k*8+:8] = LaneSlots == 1 ? 8'd0 : 8'(LaneSlots);
      for (int j = 0; j < LaneSlots; j++)
        if (LaneSlots > 1 && j >= 32'(read_next[k*BeatWidth+:BeatWidth])
            && rd_mask_i[(k/3)*Lanes+j*Homes+:Homes] != '0) begin
          if (32'(read_beat[k*8+:8]) < LaneSlots) read_more[k] = 1'b1;
          else read_beat[k*8+:8] = 8'(j);
        end
      if (32'(read_beat[k*8+:8]) == LaneSlots) read_beat[k*8+:8] = '0;
    end
    for (int w = 0; w < Writers; w++) begin
      write_beat[w*8+:8] = LaneSlots == 1 ? 8'd0 : 8'(LaneSlots);
      for (int j = 0; j < LaneSlots; j++)
        if (LaneSlots > 1 && j >= 32'(write_next[w*BeatWidth+:BeatWidth])
            && wr_mask_i[w*Lanes+j*Homes+:Homes] != '0) begin
          if (32'(write_beat[w*8+:8]) < LaneSlots) write_more[w] = 1'b1;
          else write_beat[w*8+:8] = 8'(j);
        end
      if (32'(write_beat[w*8+:8]) == LaneSlots) write_beat[w*8+:8] = '0;
    end
  end

  // Some result is between two beats, but has none left.
  logic lost_count;
  always @* begin
    lost_count = 1'b0;
    for (int w = 0; w < Writers; w++)
      if (32'(write_beat[w*8+:8]) < 32'(write_next[w*BeatWidth+:BeatWidth]))
        lost_count = 1'b1;
  end

  // May collect; is served; has all. And how many lower writers, and readers, a bank has.
  logic [Ports-1:0] may, all;
  logic [3*Ports-1:0] room, serve, done; // a beat has room; operands; those whose last beat it is
  logic [Writers-1:0] wants, lowest; // asks its bank: the next beat is there
  logic bank_free; // nothing of it is served, or not yet of the port at hand
  logic [Lanes-1:0] lanes; // of what a bank serves
  int port;
  always @* begin
    may = rd_valid_i & (~full | out_ready_i);
    for (int k = 0; k < 3 * Ports; k++)
      room[k] = may[k/3] || (LaneSlots > 1 && rd_valid_i[k/3]
          && 32'(read_beat[k*8+:8]) < 32'(out_gone_i[(k/3)*GoneWidth+:GoneWidth]));
    serve = '0;
    bank_free = 1'b0;
    lanes = '0;
    port = 0;
    for (int b = 0; b < Banks; b++) begin
      bank_free = 1'b1;
      lanes = '0;
      for (int n = 0; n < Ports; n++) begin
        port = 32'(first) + n >= Ports ? 32'(first) + n - Ports : 32'(first) + n;
        if (Segmented != 0) bank_free = 1'b1;
        for (int p = 0; p < Ports; p++)
          if (Segmented != 0 && port == p && (rd_mask_i[p*Lanes+:Lanes] & lanes) != '0)
            bank_free = 1'b0;
        for (int p = 0; p < Ports; p++)
          for (int o = 0; o < 3; o++)
            if (bank_free && port == p && room[3*p+o] && rd_use_i[3*p+o] && !has[3*p+o]
                && 32'(rd_bank_i[(3*p+o)*BankWidth+:BankWidth]) == b) begin
              serve[3*p+o] = 1'b1;
              bank_free = 1'b0;
              lanes = lanes | rd_mask_i[p*Lanes+:Lanes];
            end
      end
    end
    done = serve & ~read_more;
    for (int p = 0; p < Ports; p++)
      all[p] = may[p] && (rd_use_i[3*p+:3] & ~has[3*p+:3] & ~done[3*p+:3]) == '0;
    for (int w = 0; w < Writers; w++) begin
      wants[w] = wr_valid_i[w]
          && (LaneSlots == 1
              || 32'(write_beat[w*8+:8]) < 32'(wr_here_i[w*GoneWidth+:GoneWidth]));
      lowest[w] = wants[w];
      for (int v = 0; v < w; v++)
        if ((Segmented != 0
             ? lowest[v] && (wr_mask_i[v*Lanes+:Lanes] & wr_mask_i[w*Lanes+:Lanes]) != '0
             : wants[v])
            && wr_bank_i[v*BankWidth+:BankWidth] == wr_bank_i[w*BankWidth+:BankWidth])
          lowest[w] = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    first <= 32'(first) == Ports - 1 ? '0 : first + PortWidth'(1);
    for (int p = 0; p < Ports; p++) begin
      has[3*p+:3] <= all[p] ? '0 : has[3*p+:3] | done[3*p+:3];
      full[p] <= (rd_valid_i[p] && rd_ready_o[p]) || (full[p] && !out_ready_i[p]);
    end
    for (int k = 0; k < 3 * Ports; k++)
      if (serve[k])
        read_next[k*BeatWidth+:BeatWidth] <=
            read_more[k] ? BeatWidth'(read_beat[k*8+:8] + 8'd1) : '0;
    for (int w = 0; w < Writers; w++)
      if (lowest[w])
        write_next[w*BeatWidth+:BeatWidth] <=
            write_more[w] ? BeatWidth'(write_beat[w*8+:8] + 8'd1) : '0;
    if (!rst_ni) begin
      first <= '0;
      has <= '0;
      full <= '0;
      read_next <= '0;
      write_next <= '0;
    end
  end

  // Beats at hand: of an output all; of a request with operands those below the lowest that one of
  // them has still to read. Of one port some operand that is used has still to read one of them.
  logic [Ports*8-1:0] here;
  logic claims;
  always @* begin
    claims = 1'b0;
    for (int p = 0; p < Ports; p++) begin
      here[p*8+:8] = 8'(LaneSlots);
      for (int o = 0; o < 3; o++)
        if (rd_use_i[3*p+o] && !has[3*p+o] && read_beat[(3*p+o)*8+:8] < here[p*8+:8])
          here[p*8+:8] = read_beat[(3*p+o)*8+:8];
      if (!rd_valid_i[p] || rd_use_i[3*p+:3] == '0) here[p*8+:8] = 8'd0;
      if (full[p]) here[p*8+:8] = 8'(LaneSlots);
      for (int o = 0; o < 3; o++)
        if (!full[p] && rd_use_i[3*p+o] && !has[3*p+o]
            && 32'(read_beat[(3*p+o)*8+:8]) < 32'(out_here_o[p*GoneWidth+:GoneWidth]))
          claims = 1'b1;
    end
    if (LaneSlots == 1) here = '0;
  end

  // ------------------------------------------------------------------ ghost: one bit of a row

  // What it was written with last, and what the memory has there.
  logic known = 1'b0, value, mem_bit;
  logic known_next, value_next;
  always @* begin
    known_next = known;
    value_next = value;
    mem_bit = 1'b0;
    for (int l = 0; l < Lanes; l++) begin
      // All places of the home lane of the followed one.
      for (int h = 0; h < Lanes; h++)
        if (lane[h] && h % Homes == l % Homes)
          for (int w = 0; w < Writers; w++)
            if (lowest[w] && 32'(write_beat[w*8+:8]) == l / Homes && wr_mask_i[w*Lanes+l]
                && wr_bank_i[w*BankWidth+:BankWidth] == bank
                && wr_index_i[(w*Rows+(Own!=0?l:0))*IndexWidth+:IndexWidth] == set) begin
              known_next = 1'b1;
              value_next = (wr_data_i[(w*Lanes+l)*32+:32] & at) != '0;
            end
      if (lane[l])
        for (int b = 0; b < Banks; b++)
          for (int s = 0; s < Words; s++)
            if (32'(bank) == b && 32'(set) == s)
              mem_bit = (mem[((b*Homes+l%Homes)*Words+s)*32+:32] & at) != '0;
    end
  end
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      known <= known_next;
      value <= value_next;
    end

  logic here_right;
  always @* begin
    here_right = 1'b1;
    for (int p = 0; p < Ports; p++)
      if (32'(out_here_o[p*GoneWidth+:GoneWidth]) != 32'(here[p*8+:8])) here_right = 1'b0;
  end

  // ------------------------------------------------------------------ ghost: one operand

  // As it is asked for: of the followed bit; the beat of the followed place is read; it is
  // collected, and accepted; its port. Whether the followed lane is one of its instruction, and the
  // place's beat at the output is gone.
  logic at_bit, served, ends, used, accepted, kept, has_it, offers, out_bit, is_full, in_lane, gone;
  logic again; // a beat of it was read before
  logic handy; // the place is of a request that is not accepted, with a thread in its beat, at hand
  logic clear; // it becomes 0: its request does not use it, and may read its beat
  always @* begin
    {at_bit, served, ends, used, accepted, kept, has_it, offers, out_bit, is_full, in_lane} = '0;
    {gone, again, handy, clear} = '0;
    for (int k = 0; k < 3 * Ports; k++)
      if (32'(watch) == k) begin
        ends = done[k];
        again = read_next[k*BeatWidth+:BeatWidth] != '0;
        used = rd_use_i[k];
        accepted = all[k/3];
        kept = full[k/3] && !out_ready_i[k/3];
        has_it = has[k];
        offers = may[k/3] && rd_use_i[k] && !has[k];
        is_full = full[k/3];
        in_lane = Segmented == 0 || (rd_mask_i[(k/3)*Lanes+:Lanes] & lane) != '0;
        for (int l = 0; l < Lanes; l++)
          if (lane[l]) begin
            served = serve[k] && 32'(read_beat[k*8+:8]) == l / Homes
                && (LaneSlots == 1 || rd_mask_i[(k/3)*Lanes+:Lanes] != '0);
            handy = LaneSlots > 1 && !full[k/3] && rd_valid_i[k/3]
                && 32'(out_here_o[(k/3)*GoneWidth+:GoneWidth]) > l / Homes
                && rd_mask_i[(k/3)*Lanes+(l/Homes)*Homes+:Homes] != '0;
            gone = LaneSlots > 1 && 32'(out_gone_i[(k/3)*GoneWidth+:GoneWidth]) > l / Homes;
            clear = LaneSlots == 1 ? all[k/3] && !rd_use_i[k]
                                   : rd_valid_i[k/3] && !rd_use_i[k] && (may[k/3] || gone);
            at_bit = rd_bank_i[k*BankWidth+:BankWidth] == bank
                && rd_index_i[(k*Rows+(Own!=0?l:0))*IndexWidth+:IndexWidth] == set;
            out_bit = (out_data_o[(k*Lanes+l)*32+:32] & at) != '0;
          end
      end
  end

  // A lane is read, or written, twice in one bank: of what the design says that it serves.
  logic read_twice, written_twice;
  // One bank serves several, each with lanes.
  logic read_together, write_together;
  always @* begin
    {read_twice, written_twice, read_together, write_together} = '0;
    for (int k = 0; k < 3 * Ports; k++)
      for (int j = 0; j < k; j++)
        if (now_served[k] && now_served[j] && j / 3 != k / 3
            && rd_bank_i[k*BankWidth+:BankWidth] == rd_bank_i[j*BankWidth+:BankWidth]) begin
          if ((rd_mask_i[(k/3)*Lanes+:Lanes] & rd_mask_i[(j/3)*Lanes+:Lanes]) != '0)
            read_twice = 1'b1;
          else if (rd_mask_i[(k/3)*Lanes+:Lanes] != '0 && rd_mask_i[(j/3)*Lanes+:Lanes] != '0)
            read_together = 1'b1;
        end
    for (int w = 0; w < Writers; w++)
      for (int v = 0; v < w; v++)
        if (wr_valid_i[w] && wr_ready_o[w] && wr_valid_i[v] && wr_ready_o[v]
            && wr_bank_i[w*BankWidth+:BankWidth] == wr_bank_i[v*BankWidth+:BankWidth]) begin
          if ((wr_mask_i[w*Lanes+:Lanes] & wr_mask_i[v*Lanes+:Lanes]) != '0)
            written_twice = 1'b1;
          else if (wr_mask_i[w*Lanes+:Lanes] != '0 && wr_mask_i[v*Lanes+:Lanes] != '0)
            write_together = 1'b1;
        end
  end

  // What the place should be, once its beat was read, if that is known: also if it is of the next
  // operands and the output waits. An operand at the output was not used; the place's beat is gone.
  logic sure = 1'b0, should, unused = 1'b0, lost = 1'b0;
  always_ff @(posedge clk_i) begin
    if (served) begin
      sure <= (at_bit && known) || !in_lane;
      should <= value && in_lane;
    end
    if (clear) {sure, should} <= 2'b10;
    if (accepted) unused <= !used;
    lost <= !accepted && kept && (lost || gone);
    if (!rst_ni) sure <= 1'b0;
  end

  // How long it waits while its port may collect. The cycle before.
  logic [WaitWidth-1:0] waits;
  logic was_kept, last_bit;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || ends || !used) waits <= '0;
    else if (offers && 32'(waits) < Longest) waits <= waits + WaitWidth'(1);
    {was_kept, last_bit} <= {kept && !gone && rst_ni, out_bit};
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: an operand that is served is collected: of each bank the first port in turn, its lowest
    // one; segmented, also of further ports in turn that share no lane with those served; with
    // several places a lane when its last beat with a thread is read
    collected: assert (got == has && 32'(turn) == 32'(first));
    // P: behind each beat that is read, or written, the next with a thread follows; 0 at the end
    beats: assert (rd_beats == read_next && wr_beats == write_next);
    // P: a result between two of its beats has another one with a thread
    another: assert (!lost_count);
    // P: a request is accepted in the cycle in which its last operand is collected, and only then
    all_there: assert (rd_ready_o == all);
    // P: the operands of the request accepted last are at the output until they are taken
    valid: assert (out_valid_o == full);
    // P: operands that are not taken stay as they are, but in beats that are gone
    stable: assert (!was_kept || out_bit == last_bit);
    // P: at hand are all beats of an output, or of a request with operands those that all of them
    // have read: below the lowest that one has still to read
    at_hand: assert (LaneSlots == 1 ? out_here_o == '0 : here_right && !claims);
    // P: of the writers of a bank the lowest of which the next beat is there is ready, in its last
    // beat with a thread; segmented, further ones that share no lane
    one_writer: assert (wr_ready_o == (lowest & ~write_more));
    // P: a register is what it was written with last, and changes by nothing else
    holds: assert (!known || mem_bit == value);
    // P: an operand is, in each place, what its register was in the cycle in which the place's beat
    // was read last, and is touched by nothing else, but becomes 0 where a request does not use it;
    // segmented, it is 0 in lanes that are not of its instruction
    last_write: assert (!sure || out_bit == should);
    // P: of two operands, or results, that a bank serves no lane is in both
    apart: assert (Segmented == 0 || (!read_twice && !written_twice));
    // P: an operand that is not used is 0, but in beats that are gone; also of a request that is
    // not accepted, in beats at hand
    zero: assert ((!is_full || !unused || lost || !out_bit) && (!handy || used || !out_bit));
    // P: an operand is collected within 3 * Ports * LaneSlots cycles in which its port may collect
    fair: assert (32'(waits) < Longest);
    // P: a reset drops what was collected, and what was at the outputs
    reset_empties: assert (!was_reset || (out_valid_o == '0 && got == '0 && turn == '0
                                          && rd_beats == '0 && wr_beats == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_all_at_once: cover (rd_ready_o == '1 && rd_use_i == '1 && Banks > 1);
    c_longest: cover (32'(waits) == Longest - 1 && ends);
    c_between: cover (LaneSlots == 1
                      || (write_next[(Writers-1)*BeatWidth+:BeatWidth] != '0
                          && wr_valid_i[Writers-1] && !lowest[Writers-1] && lowest[0]));
    c_ahead: cover (LaneSlots == 1 || (served && kept && gone && at_bit && known));
    c_skip: cover (LaneSlots == 1 || (served && ends && !again && lane[Lanes-1]));
    c_early: cover (LaneSlots == 1 || (handy && used && sure && should && out_bit));
    c_late: cover (LaneSlots == 1
                   || (write_next[0+:BeatWidth] != '0 && wr_valid_i[0] && !wants[0]
                       && lowest[Writers-1] && wr_bank_i[0+:BankWidth]
                          == wr_bank_i[(Writers-1)*BankWidth+:BankWidth]));
    c_old: cover (served && at_bit && known && known_next && value != value_next);
    c_back_to_back: cover (accepted && is_full && used && sure && should && out_bit && !unused);
    c_mixed: cover (accepted && !used && is_full && out_bit && !unused);
    c_waits: cover (was_kept && has != '0 && rd_valid_i == '1 && out_bit);
    c_writers: cover (wr_valid_i == '1 && wr_ready_o != '1 && known != known_next);
    c_together: cover (Segmented == 0 || (Ports > 1 && read_together && write_together));
    c_nothing: cover (rd_ready_o == '1 && rd_use_i == '0);
  end
endmodule

// What follows goes to the end of the module hd_register_file itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  localparam int PropsWords = Sets * LaneSlots;
  logic [Banks*Homes*PropsWords*32-1:0] props_mem;
  logic [Operands*BeatWidth-1:0] props_rd_beats;
  logic [Writers*BeatWidth-1:0] props_wr_beats;
  for (genvar b = 0; b < Banks; b++) begin : gen_props_bank
    for (genvar l = 0; l < Homes; l++) begin : gen_props_lane
      for (genvar s = 0; s < PropsWords; s++) begin : gen_props_word
        assign props_mem[((b*Homes + l)*PropsWords + s)*32 +: 32] = gen_bank[b].gen_lane[l].mem[s];
      end
    end
  end
  if (LaneSlots > 1) begin : gen_props_beats
    for (genvar k = 0; k < Operands; k++) begin : gen_props_operand
      assign props_rd_beats[k*BeatWidth +: BeatWidth] = gen_beats.rd_beat_q[k];
    end
    for (genvar w = 0; w < Writers; w++) begin : gen_props_writer
      assign props_wr_beats[w*BeatWidth +: BeatWidth] = gen_beats.wr_beat_q[w];
    end
  end else begin : gen_props_no_beats
    assign props_rd_beats = '0;
    assign props_wr_beats = '0;
  end
  hd_register_file_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .got(got_q), .now_served(served), .turn(turn_q), .rd_beats(props_rd_beats),
      .wr_beats(props_wr_beats), .mem(props_mem)
  );
`endif
