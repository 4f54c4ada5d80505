// SPDX-License-Identifier: Apache-2.0
//
// Register file: the threads' registers, in banks. Collects the operands of an instruction for all
// lanes of a warp, and writes results.
//
// Behaviour
// - Register r is in bank r mod Banks; each bank has a memory a lane, and reads one row and writes
//   one row in a cycle. At which index a row is its users know; with Own each lane has its own.
// - A port asks the banks of all operands that it has not got yet. When with this cycle's it has
//   them all, the request is accepted, and they are at the output from the next cycle on.
// - A bank serves the port that is first in turn, and of it the lowest operand; the turn goes on in
//   each cycle. Of writers it serves the lowest.
// - Segmented, each lane has decoders of its own: a bank serves further ports and writers, in the
//   same order, that share no lane with those that it serves already.
// - With LaneSlots places of a warp in one home lane a bank has a memory a home lane, and works in
//   beats: beat k reads, or writes, the places k*Homes to (k+1)*Homes - 1, the lowest beat first.
//   Beats without a thread are left out. An operand is collected, and a result written, with the
//   last beat that has one. While an output waits its beats leave one by one, and beats of the next
//   operands take their places.
// - Beats stream: those that are read of all operands are at hand before the request is accepted,
//   and a result may be offered of which only the first beats are there.
//
// Corner cases
// - Two operands in one bank take two cycles, also if they are the same register.
// - A port whose output waits collects nothing, but beats in place of those that are gone: the
//   operand registers are the output.
// - A row that is read and written in one cycle is read as it was.
// - Between two beats a bank may serve others; what it served before goes on where it was.
// - An instruction without a thread is served, and nothing is read or written. What is not read of
//   an operand stays as it was. Its next beat is beat 0, and so is that of a result without one.
// - A request whose last beat is read of all operands is at the output, or waits behind one: what
//   is at hand before is never all.
// - An operand that is not used becomes 0 beat by beat, where the places of its request are free.
//
// Fung, Sham, Yuan, Aamodt, Dynamic Warp Formation, TACO 6(2), 2009: section 4.2, Figure 9.
// Vijaykumar et al., Zorua, MICRO 2016: section 5.4. Brunie, Collange, Diamos, Simultaneous Branch
// and Warp Interweaving, ISCA 2012: section 5.2, Table 3 (segmented).

module hd_register_file #(
    // Threads of a warp. A memory each in every bank.
    parameter int Lanes     = 32,
    // Banks, a power of two. With more of them fewer operands meet in one; an arbiter each.
    parameter int Banks     = 4,
    // Rows of a bank. Memory in proportion.
    parameter int Sets      = 256,
    // Instructions that collect operands at once: three rows of operand registers each.
    parameter int Ports     = 2,
    // Results in a cycle.
    parameter int Writers   = 3,
    // 1: each lane has an index of its own, as threads of formed warps have.
    parameter int Own       = 0,
    // Places of a warp in one home lane, a power of two; only with Own. As many beats of an operand
    // and of a result, of a LaneSlots-th of the lanes each: fewer memories, which are deeper.
    parameter int LaneSlots = 1,
    // 1: each lane has decoders of its own, so that a bank serves several instructions in a cycle.
    // A decoder a lane in every bank, where there is one; not together with Own.
    parameter int Segmented = 0,
    localparam int BankWidth  = Banks > 1 ? $clog2(Banks) : 1,
    localparam int SetWidth   = Sets > 1 ? $clog2(Sets) : 1,
    localparam int IndexWidth = SetWidth + $clog2(LaneSlots),
    localparam int Rows       = Own != 0 ? Lanes : 1,
    localparam int GoneWidth  = $clog2(LaneSlots + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                                clk_i,
    input  logic                                rst_ni,

    // Operands; port p has operands 3p to 3p + 2
    // An instruction's operands are wanted.
    input  logic [Ports-1:0]                    rd_valid_i,
    // With this cycle all are there. Depends on all rd_*_i but the indices (on rd_mask_i only if
    // segmented, or with LaneSlots above 1), and on out_ready_i; with LaneSlots above 1 on
    // out_gone_i.
    output logic [Ports-1:0]                    rd_ready_o,
    // Which operands it has.
    input  logic [Ports*3-1:0]                  rd_use_i,
    // Where they are: operand k's index for row r, {set, part}, is
    // [(k*Rows + r)*IndexWidth +: IndexWidth].
    input  logic [Ports*3*BankWidth-1:0]        rd_bank_i,
    input  logic [Ports*3*Rows*IndexWidth-1:0]  rd_index_i,
    // Its lanes: looked at only if segmented, or with LaneSlots above 1.
    input  logic [Ports*Lanes-1:0]              rd_mask_i,
    // Operands of the instruction accepted last. State only.
    output logic [Ports-1:0]                    out_valid_o,
    // They are taken.
    input  logic [Ports-1:0]                    out_ready_i,
    // Beats of them that are gone, with this cycle, while they are not taken: port p's number is
    // [p*GoneWidth +: GoneWidth]. Looked at only with LaneSlots above 1.
    input  logic [Ports*GoneWidth-1:0]          out_gone_i,
    // Beats at hand: all while valid, otherwise of the request that is offered those below the
    // lowest that a used operand has still to read; 0 if there is none, or it uses no operand.
    // State, rd_valid_i, rd_use_i and rd_mask_i. With LaneSlots = 1 it is 0.
    output logic [Ports*GoneWidth-1:0]          out_here_o,
    // Operand k of lane l is [(k*Lanes + l)*32 +: 32]; 0 if it is not used, and if segmented
    // outside the instruction's lanes. State only, meaningful in beats that are at hand and not
    // gone.
    output logic [Ports*3*Lanes*32-1:0]         out_data_o,

    // Results; writer w is [w*W +: W]
    // A result.
    input  logic [Writers-1:0]                  wr_valid_i,
    // It is written, its last beat. Depends on wr_valid_i and wr_bank_i, and if segmented on
    // wr_mask_i, of the lower writers and its own; with LaneSlots above 1 on wr_mask_i and
    // wr_here_i of these.
    output logic [Writers-1:0]                  wr_ready_o,
    // Where: the index for row r is [(w*Rows + r)*IndexWidth +: IndexWidth].
    input  logic [Writers*BankWidth-1:0]        wr_bank_i,
    input  logic [Writers*Rows*IndexWidth-1:0]  wr_index_i,
    // Its beats that are there: writer w's number is [w*GoneWidth +: GoneWidth]. Looked at only
    // with LaneSlots above 1.
    input  logic [Writers*GoneWidth-1:0]        wr_here_i,
    // In which lanes, and what: lane l's is [(w*Lanes + l)*32 +: 32].
    input  logic [Writers*Lanes-1:0]            wr_mask_i,
    input  logic [Writers*Lanes*32-1:0]         wr_data_i
);

`ifndef SYNTHESIS
  initial begin
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_register_file: Lanes must be 1 to 64");
    if (Banks != 1 && Banks != 2 && Banks != 4 && Banks != 8)
      $fatal(1, "hd_register_file: Banks must be 1, 2, 4 or 8");
    if (Sets < 2 || Sets > 4096) $fatal(1, "hd_register_file: Sets must be 2 to 4096");
    if (Ports < 1 || Ports > 4) $fatal(1, "hd_register_file: Ports must be 1 to 4");
    if (Writers < 1 || Writers > 8) $fatal(1, "hd_register_file: Writers must be 1 to 8");
    if (Own < 0 || Own > 1) $fatal(1, "hd_register_file: Own must be 0 or 1");
    if (Segmented < 0 || Segmented > 1) $fatal(1, "hd_register_file: Segmented must be 0 or 1");
    if (Segmented != 0 && Own != 0) $fatal(1, "hd_register_file: Segmented needs Own = 0");
    if (LaneSlots < 1 || LaneSlots > Lanes || (LaneSlots & (LaneSlots - 1)) != 0)
      $fatal(1, "hd_register_file: LaneSlots must be a power of two, at most Lanes");
    if (LaneSlots > 1 && (Lanes & (Lanes - 1)) != 0)
      $fatal(1, "hd_register_file: with LaneSlots above 1 Lanes must be a power of two");
    if (LaneSlots > 1 && Own == 0) $fatal(1, "hd_register_file: LaneSlots above 1 needs Own = 1");
  end
`endif

  localparam int Operands     = 3 * Ports;
  localparam int OperandWidth = $clog2(Operands);
  localparam int WriterWidth  = Writers > 1 ? $clog2(Writers) : 1;
  localparam int TurnWidth    = Ports > 1 ? $clog2(Ports) : 1;
  // Home lanes: places of a beat, memories of a bank.
  localparam int Homes        = Lanes / LaneSlots;
  localparam int BeatWidth    = LaneSlots > 1 ? $clog2(LaneSlots) : 1;
  // Indices of a beat, of an operand or a result.
  localparam int BeatRows     = Own != 0 ? Homes : 1;
  localparam int AtWidth      = BeatRows * IndexWidth;
  // Of an address in a bank, for reads and for writes.
  localparam int Decoders     = Own != 0 || Segmented != 0 ? Homes : 1;

  ///////////
  // State //
  ///////////

  // The memories are below. Operands collected for a request that is not accepted yet; ports with
  // operands at the output; the port that comes first.
  logic [Operands-1:0]  got_q, got_d;
  logic [Ports-1:0]     full_q, full_d;
  logic [TurnWidth-1:0] turn_q;
  // An operand of all lanes: collected, or at the output.
  (* mem2reg *) // flip-flops
  logic [Lanes*32-1:0]  data_q [Operands];

  assign out_valid_o = full_q;

  ///////////
  // Beats //
  ///////////

  // Served in this cycle: operands, results; collected: operands of which that is the last beat.
  logic [Operands-1:0]           served, collected;
  logic [Writers-1:0]            written;
  // The next beat with a thread, of an operand, of a result; none follows it, or there is none. Of
  // an operand: what is there in its place at the output is gone. Of a result: it is there.
  logic [Operands*BeatWidth-1:0] rd_beat;
  logic [Writers*BeatWidth-1:0]  wr_beat;
  logic [Operands-1:0]           rd_last, rd_none, rd_free;
  logic [Writers-1:0]            wr_last, wr_there;
  // Beats that become 0 because the operand is not used: beat j of operand k is [k*LaneSlots + j].
  logic [Operands*LaneSlots-1:0] clears;

  // A port may collect while nothing waits at its output, or its output is taken.
  logic [Ports-1:0] collects;

  assign collects = rd_valid_i & (~full_q | out_ready_i);

  if (LaneSlots == 1) begin : gen_one_beat
    assign rd_beat = '0;
    assign wr_beat = '0;
    assign rd_last = '1;
    assign rd_none = '0;
    assign rd_free = '0;
    assign wr_last = '1;
    assign wr_there = '1;
    assign out_here_o = '0;

    // When the request is accepted.
    for (genvar k = 0; k < Operands; k++) begin : gen_clear
      assign clears[k] = rd_ready_o[k/3] && !rd_use_i[k];
    end

    logic unused_beats;
    assign unused_beats = &{1'b0, out_gone_i, wr_here_i, rd_free};
  end else begin : gen_beats
    // Behind the last beat that was read, or written.
    (* mem2reg *) // flip-flops
    logic [BeatWidth-1:0] rd_beat_q [Operands];
    (* mem2reg *) // flip-flops
    logic [BeatWidth-1:0] wr_beat_q [Writers];
    // The lowest beat that an operand has still to read; LaneSlots if there is none.
    logic [Operands*GoneWidth-1:0] to_read;

    for (genvar k = 0; k < Operands; k++) begin : gen_operand
      logic [LaneSlots-1:0] has, left; // beats with a thread, and from the count on
      logic [BeatWidth-1:0] from, beat;
      logic                 some;

      for (genvar j = 0; j < LaneSlots; j++) begin : gen_beat
        assign has[j] = rd_mask_i[(k/3)*Lanes + j*Homes +: Homes] != '0;
      end

      assign from = rd_beat_q[k];
      assign left = has & ({LaneSlots{1'b1}} << from);

      hd_lowest #(
          .Width(LaneSlots)
      ) u_next (
          .mask_i(left),
          .valid_o(some),
          .index_o(beat)
      );

      assign rd_beat[k*BeatWidth +: BeatWidth] = beat;
      assign rd_last[k]                        = (left & (left - LaneSlots'(1))) == '0;
      assign rd_none[k]                        = !some;
      assign rd_free[k]                        =
          GoneWidth'(beat) < out_gone_i[(k/3)*GoneWidth +: GoneWidth];
      assign to_read[k*GoneWidth +: GoneWidth] =
          rd_use_i[k] && !got_q[k] ? GoneWidth'(beat) : GoneWidth'(LaneSlots);

      // Where a beat of the request may be read: the beat of another operand that is read, and
      // then is at hand, finds this one 0.
      for (genvar j = 0; j < LaneSlots; j++) begin : gen_clear
        assign clears[k*LaneSlots + j] = rd_valid_i[k/3] && !rd_use_i[k]
            && (collects[k/3] || GoneWidth'(j) < out_gone_i[(k/3)*GoneWidth +: GoneWidth]);
      end

      always_ff @(posedge clk_i) begin
        if (!rst_ni) rd_beat_q[k] <= '0;
        else if (served[k]) rd_beat_q[k] <= rd_last[k] ? '0 : beat + BeatWidth'(1);
      end
    end

    // Beats below the lowest that is still to be read are read of all operands.
    for (genvar p = 0; p < Ports; p++) begin : gen_here
      logic [GoneWidth-1:0] lowest;

      always @* begin
        lowest = GoneWidth'(LaneSlots);
        for (int o = 0; o < 3; o++)
          if (to_read[(3*p + o)*GoneWidth +: GoneWidth] < lowest)
            lowest = to_read[(3*p + o)*GoneWidth +: GoneWidth];
      end

      assign out_here_o[p*GoneWidth +: GoneWidth] =
          full_q[p] ? GoneWidth'(LaneSlots)
          : rd_valid_i[p] && rd_use_i[3*p +: 3] != '0 ? lowest : '0;
    end

    for (genvar w = 0; w < Writers; w++) begin : gen_writer
      logic [LaneSlots-1:0] has, left; // beats with a thread, and from the count on
      logic [BeatWidth-1:0] from, beat;
      logic                 some;

      for (genvar j = 0; j < LaneSlots; j++) begin : gen_beat
        assign has[j] = wr_mask_i[w*Lanes + j*Homes +: Homes] != '0;
      end

      assign from = wr_beat_q[w];
      assign left = has & ({LaneSlots{1'b1}} << from);

      hd_lowest #(
          .Width(LaneSlots)
      ) u_next (
          .mask_i(left),
          .valid_o(some),
          .index_o(beat)
      );

      // Without a beat left it is beat 0, whose mask is empty.
      logic unused_some;
      assign unused_some = some;

      assign wr_beat[w*BeatWidth +: BeatWidth] = beat;
      assign wr_there[w]                       =
          GoneWidth'(beat) < wr_here_i[w*GoneWidth +: GoneWidth];
      assign wr_last[w]                        = (left & (left - LaneSlots'(1))) == '0;

      always_ff @(posedge clk_i) begin
        if (!rst_ni) wr_beat_q[w] <= '0;
        else if (written[w]) wr_beat_q[w] <= wr_last[w] ? '0 : beat + BeatWidth'(1);
      end
    end
  end

  // Of the beat that is next: indices; lanes of a result, and words.
  logic [Operands*AtWidth-1:0] rd_at;
  logic [Writers*AtWidth-1:0]  wr_at;
  logic [Writers*Homes-1:0]    wr_mask;
  logic [Writers*Homes*32-1:0] wr_data;

  for (genvar k = 0; k < Operands; k++) begin : gen_read_beat
    assign rd_at[k*AtWidth +: AtWidth] =
        rd_index_i[(k*LaneSlots + 32'(rd_beat[k*BeatWidth +: BeatWidth]))*AtWidth +: AtWidth];
  end

  for (genvar w = 0; w < Writers; w++) begin : gen_write_beat
    logic [BeatWidth-1:0] beat;
    assign beat = wr_beat[w*BeatWidth +: BeatWidth];

    assign wr_at[w*AtWidth +: AtWidth] =
        wr_index_i[(w*LaneSlots + 32'(beat))*AtWidth +: AtWidth];
    assign wr_mask[w*Homes +: Homes] =
        wr_mask_i[(w*LaneSlots + 32'(beat))*Homes +: Homes];
    assign wr_data[w*Homes*32 +: Homes*32] =
        wr_data_i[(w*LaneSlots + 32'(beat))*Homes*32 +: Homes*32];
  end

  //////////////////
  // Operands due //
  //////////////////

  // A port asks for operands that are used and not there yet: while it may collect, and of beats
  // whose places at the output are free.
  logic [Operands-1:0] asks;

  for (genvar p = 0; p < Ports; p++) begin : gen_asks
    assign asks[3*p +: 3] = rd_use_i[3*p +: 3] & ~got_q[3*p +: 3]
        & ({3{collects[p]}} | ({3{rd_valid_i[p]}} & rd_free[3*p +: 3]));
  end

  ///////////
  // Banks //
  ///////////

  // Of the operands that ask a bank the first is served, from the first operand of the port in turn
  // on, round the end: that is the first port in turn that asks, and its lowest operand. Of the
  // writers the lowest is served.
  logic [Operands-1:0]       ahead;
  logic [Banks*Operands-1:0] serves; // bank b, operand k: [b*Operands + k]
  logic [Banks*Writers-1:0]  writes;
  logic [Banks*Homes*32-1:0] row;    // what each bank reads

  assign ahead = {Operands{1'b1}} << (3 * 32'(turn_q));

  // Segmented: two ports, or two writers, have a lane in common: p and q at [p*Ports + q].
  logic [Ports*Ports-1:0]     ports_share;
  logic [Writers*Writers-1:0] writers_share;

  for (genvar p = 0; p < Ports; p++) begin : gen_port_share
    for (genvar q = 0; q < Ports; q++) begin : gen_other
      assign ports_share[p*Ports + q] = Segmented != 0
          && (rd_mask_i[p*Lanes +: Lanes] & rd_mask_i[q*Lanes +: Lanes]) != '0;
    end
  end

  for (genvar w = 0; w < Writers; w++) begin : gen_writer_share
    for (genvar v = 0; v < Writers; v++) begin : gen_other
      assign writers_share[w*Writers + v] = Segmented != 0
          && (wr_mask_i[w*Lanes +: Lanes] & wr_mask_i[v*Lanes +: Lanes]) != '0;
    end
  end

  logic unused_masks;
  assign unused_masks = &{1'b0, rd_mask_i, ports_share, writers_share};

  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    logic [Operands-1:0]            reads;
    logic [Decoders*IndexWidth-1:0] read_at;
    logic [Writers-1:0]             offers;
    logic                           write_valid;
    logic [Decoders*IndexWidth-1:0] write_at;
    logic [Homes-1:0]               write_mask;
    logic [Homes*32-1:0]            write_data;

    for (genvar k = 0; k < Operands; k++) begin : gen_operand
      assign reads[k] = asks[k] && rd_bank_i[k*BankWidth +: BankWidth] == BankWidth'(b);
    end

    for (genvar w = 0; w < Writers; w++) begin : gen_writer
      assign offers[w] = wr_valid_i[w] && wr_there[w]
          && wr_bank_i[w*BankWidth +: BankWidth] == BankWidth'(b);
    end

    if (Segmented == 0) begin : gen_whole
      logic                    read_valid;
      logic [OperandWidth-1:0] read;
      logic [WriterWidth-1:0]  write;

      hd_round #(
          .Width(Operands)
      ) u_read (
          .mask_i(reads),
          .ahead_i(ahead),
          .valid_o(read_valid),
          .index_o(read)
      );

      hd_lowest #(
          .Width(Writers)
      ) u_write (
          .mask_i(offers),
          .valid_o(write_valid),
          .index_o(write)
      );

      for (genvar k = 0; k < Operands; k++) begin : gen_serves
        assign serves[b*Operands + k] = read_valid && read == OperandWidth'(k);
      end

      for (genvar w = 0; w < Writers; w++) begin : gen_writes
        assign writes[b*Writers + w] = write_valid && write == WriterWidth'(w);
      end

      assign read_at    = rd_at[32'(read)*AtWidth +: AtWidth];
      assign write_at   = wr_at[32'(write)*AtWidth +: AtWidth];
      assign write_mask = wr_mask[32'(write)*Homes +: Homes];
      assign write_data = wr_data[32'(write)*Homes*32 +: Homes*32];
    end else begin : gen_segmented
      logic [Ports-1:0]            served_ports;
      logic [Writers-1:0]          served_writers;
      logic [Ports*IndexWidth-1:0] port_at; // where a port reads; 0 if it is not served

      // Ports from the one in turn on, then those before it: each that shares no lane with those
      // that are served already.
      always @* begin
        served_ports = '0;
        for (int n = 0; n < 2 * Ports; n++)
          if (ahead[3*(n % Ports)] == (n < Ports) && reads[3*(n % Ports) +: 3] != '0
              && (ports_share[(n % Ports)*Ports +: Ports] & served_ports) == '0)
            served_ports[n % Ports] = 1'b1;
      end

      always @* begin
        served_writers = '0;
        for (int w = 0; w < Writers; w++)
          if (offers[w] && (writers_share[w*Writers +: Writers] & served_writers) == '0)
            served_writers[w] = 1'b1;
      end

      for (genvar p = 0; p < Ports; p++) begin : gen_serves
        logic [2:0] asked;
        assign asked = reads[3*p +: 3];
        assign serves[b*Operands + 3*p +: 3] =
            {asked[2:0] == 3'b100, asked[1:0] == 2'b10, asked[0]} & {3{served_ports[p]}};
      end

      assign writes[b*Writers +: Writers] = served_writers;
      assign write_valid                  = served_writers != '0;

      always @* begin
        port_at = '0;
        for (int k = 0; k < Operands; k++)
          port_at[(k/3)*IndexWidth +: IndexWidth] = port_at[(k/3)*IndexWidth +: IndexWidth]
              | (rd_at[k*IndexWidth +: IndexWidth] & {IndexWidth{serves[b*Operands + k]}});
      end

      // Of the ports that are served, and of the writers, a lane belongs to one at most.
      for (genvar l = 0; l < Lanes; l++) begin : gen_decoder
        logic [IndexWidth-1:0] lane_read_at, lane_write_at;
        logic [31:0]           lane_data;
        logic                  lane_write;

        always @* begin
          lane_read_at = '0;
          for (int p = 0; p < Ports; p++)
            if (rd_mask_i[p*Lanes + l])
              lane_read_at = lane_read_at | port_at[p*IndexWidth +: IndexWidth];
        end

        always @* begin
          lane_write    = 1'b0;
          lane_write_at = '0;
          lane_data     = '0;
          for (int w = 0; w < Writers; w++)
            if (served_writers[w] && wr_mask[w*Lanes + l]) begin
              lane_write    = 1'b1;
              lane_write_at = lane_write_at | wr_at[w*IndexWidth +: IndexWidth];
              lane_data     = lane_data | wr_data[(w*Lanes + l)*32 +: 32];
            end
        end

        assign read_at[l*IndexWidth +: IndexWidth]  = lane_read_at;
        assign write_at[l*IndexWidth +: IndexWidth] = lane_write_at;
        assign write_mask[l]                        = lane_write;
        assign write_data[l*32 +: 32]               = lane_data;
      end
    end

    for (genvar l = 0; l < Homes; l++) begin : gen_lane
      localparam int Row = Decoders > 1 ? l : 0;

      logic [31:0] mem [Sets*LaneSlots];

      assign row[(b*Homes + l)*32 +: 32] = mem[read_at[Row*IndexWidth +: IndexWidth]];

      // A reset changes no register, not even by a result that is offered in its cycle.
      always_ff @(posedge clk_i) begin
        if (rst_ni && write_valid && write_mask[l])
          mem[write_at[Row*IndexWidth +: IndexWidth]] <= write_data[l*32 +: 32];
      end
    end
  end

  /////////////
  // Results //
  /////////////

  always @* begin
    written = '0;
    for (int b = 0; b < Banks; b++) written = written | writes[b*Writers +: Writers];
  end

  assign wr_ready_o = written & wr_last;

  //////////////
  // Operands //
  //////////////

  always @* begin
    served = '0;
    for (int b = 0; b < Banks; b++) served = served | serves[b*Operands +: Operands];
  end

  assign collected = served & rd_last;

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign rd_ready_o[p] =
        collects[p] && (rd_use_i[3*p +: 3] & ~got_q[3*p +: 3] & ~collected[3*p +: 3]) == '0;
  end

  for (genvar k = 0; k < Operands; k++) begin : gen_data
    logic [LaneSlots-1:0] load;   // beats
    logic [Homes*32-1:0]  data;   // the words of a beat: 0 if the operand is not served
    logic [Homes-1:0]     wanted; // lanes; in the others is what another port reads

    assign wanted = Segmented != 0 ? rd_mask_i[(k/3)*Lanes +: Homes] : {Homes{1'b1}};

    always @* begin
      data = '0;
      for (int b = 0; b < Banks; b++)
        data = data | (row[b*Homes*32 +: Homes*32] & {Homes*32{serves[b*Operands + k]}});
      for (int l = 0; l < Homes; l++)
        if (!wanted[l]) data[l*32 +: 32] = '0;
    end

    // What is not served is 0, and so is what becomes of an operand that is not used.
    for (genvar j = 0; j < LaneSlots; j++) begin : gen_beat
      assign load[j] = (served[k] && !rd_none[k]
                        && rd_beat[k*BeatWidth +: BeatWidth] == BeatWidth'(j))
                       || clears[k*LaneSlots + j];

      always_ff @(posedge clk_i) begin
        if (load[j]) data_q[k][j*Homes*32 +: Homes*32] <= data;
      end
    end

    assign out_data_o[k*Lanes*32 +: Lanes*32] = data_q[k];
  end

  ////////////////
  // Next state //
  ////////////////

  // A request that is accepted is at the output, and collected no longer. An output that is taken
  // can be filled again in the same cycle.
  always @* begin
    got_d  = got_q | collected;
    full_d = rd_ready_o | (full_q & ~out_ready_i);
    for (int p = 0; p < Ports; p++)
      if (rd_ready_o[p]) got_d[3*p +: 3] = '0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      got_q  <= '0;
      full_q <= '0;
      turn_q <= '0;
    end else begin
      got_q  <= got_d;
      full_q <= full_d;
      turn_q <= 32'(turn_q) == Ports - 1 ? '0 : turn_q + TurnWidth'(1);
    end
  end

endmodule
