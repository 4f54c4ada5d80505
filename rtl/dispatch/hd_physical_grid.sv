// SPDX-License-Identifier: Apache-2.0
//
// Physical grid: how many blocks of a kernel may be on the chip at once under limits of room, and
// how many threads each of them has.
//
// Behaviour
// - Fit: blocks are taken from a copy of an SM's room, one a cycle, until one does not fit.
// - Cut: no more than the grid has, than all SMs hold, and than are allowed.
// - Grow, if threads can change: the threads that the blocks cut off had are divided among those
//   that are left, rounded up, a bit of the quotient a cycle.
// - Reduce: blocks are put into the limits, one a cycle, until one does not fit.
//
// Corner cases
// - Blocks that do not fit on the chip at once are not lost: no other block gets their threads.
// - The limits have no room for a block: blocks_o is 0.
// - 0 parts are one part. A need of 0 fits into everything.
// - A start while something is under way is ignored.
//
// Pai, Thazhuthaveetil, Govindarajan, Elastic Kernels, ASPLOS 2013: section 4.2, Algorithm 1
// (GETPHYGRID); section 4.3.3 (EQUAL).

module hd_physical_grid #(
    // SMs; the paper's GPU.SMCount. Cycles of a search in proportion.
    parameter int Sms       = 14,
    // Blocks that an SM holds at most. Cycles of a search in proportion.
    parameter int Blocks    = 8,
    // Kinds of room: threads, registers, shared memory, blocks. A subtracter, a multiplier by
    // parts_i, an adder and a comparison each.
    parameter int Kinds     = 4,
    // Bits of an amount of room of an SM.
    parameter int NeedWidth = 17,
    // Parts of a limit at most.
    parameter int Parts     = 4,
    localparam int PlaceWidth   = $clog2(Sms * Blocks + 1),
    localparam int LimitWidth   = NeedWidth + $clog2(Sms + 1),
    localparam int PartWidth    = $clog2(Parts + 1),
    localparam int ThreadsWidth = NeedWidth + PlaceWidth
) (
    // Clock; synchronous reset, active low.
    input  logic                        clk_i,
    input  logic                        rst_ni,
    // Find the blocks of a kernel, if idle_o.
    input  logic                        start_en_i,

    // Kernel; constant from the start until done_o, and so the limits
    // Blocks of its grid; of a larger grid any number from Sms * Blocks on.
    input  logic [PlaceWidth-1:0]       logical_i,
    // Room that a block needs.
    input  logic [Kinds*NeedWidth-1:0]  need_i,
    // The threads of a block can change; how many it has.
    input  logic                        flexible_i,
    input  logic [NeedWidth-1:0]        threads_i,

    // Limits
    // Room of an SM.
    input  logic [Kinds*NeedWidth-1:0]  room_i,
    // Room of the chip that the kernel may take one of parts_i equal parts of; 0 parts are one.
    input  logic [Kinds*LimitWidth-1:0] limit_i,
    input  logic [PartWidth-1:0]        parts_i,
    // Blocks that the kernel may have; the paper's Limits.Blocks.
    input  logic [PlaceWidth-1:0]       most_i,

    // Result
    // Nothing is under way. State only, and so all that follows.
    output logic                        idle_o,
    // The blocks have been found, for one cycle.
    output logic                        done_o,
    // Physical blocks, threads of each; meaningful from done_o on until the next start that counts.
    output logic [PlaceWidth-1:0]       blocks_o,
    output logic [ThreadsWidth-1:0]     threads_o
);

`ifndef SYNTHESIS
  initial begin
    if (Sms < 1 || Sms > 64) $fatal(1, "hd_physical_grid: Sms must be 1 to 64");
    if (Blocks < 1 || Blocks > 64) $fatal(1, "hd_physical_grid: Blocks must be 1 to 64");
    if (Kinds < 1 || Kinds > 8) $fatal(1, "hd_physical_grid: Kinds must be 1 to 8");
    if (NeedWidth < 1 || NeedWidth > 32) $fatal(1, "hd_physical_grid: NeedWidth must be 1 to 32");
    if (Parts < 1 || Parts > 16) $fatal(1, "hd_physical_grid: Parts must be 1 to 16");
  end
`endif

  // Phases.
  localparam logic [2:0] Idle   = 3'd0;
  localparam logic [2:0] Fit    = 3'd1;
  localparam logic [2:0] Cut    = 3'd2;
  localparam logic [2:0] Grow   = 3'd3;
  localparam logic [2:0] Reduce = 3'd4;
  localparam logic [2:0] Done   = 3'd5;

  localparam int HeldWidth = $clog2(Blocks + 1);
  localparam int BitWidth  = $clog2(ThreadsWidth);
  // What a block takes of the limits, or a limit, with a sign.
  localparam int TakeWidth = NeedWidth + PartWidth;
  localparam int SumWidth  = (TakeWidth > LimitWidth ? TakeWidth : LimitWidth) + 1;

  ///////////
  // State //
  ///////////

  logic [2:0]                  phase_q, phase_d;
  // Fit: room of an SM that is left; blocks taken from it.
  logic [Kinds*NeedWidth-1:0]  copy_q;
  logic [HeldWidth-1:0]        held_q;
  // Blocks after the cut; threads of each.
  logic [PlaceWidth-1:0]       after_q;
  logic [ThreadsWidth-1:0]     threads_q;
  // Grow: rest; dividend above the bit, quotient below it; the bit.
  logic [PlaceWidth-1:0]       rest_q;
  logic [ThreadsWidth-1:0]     quotient_q;
  logic [BitWidth-1:0]         bit_q;
  // Reduce: room that the blocks taken need; their number.
  logic [Kinds*LimitWidth-1:0] used_q;
  logic [PlaceWidth-1:0]       blocks_q;

  assign idle_o    = phase_q == Idle;
  assign done_o    = phase_q == Done;
  assign blocks_o  = blocks_q;
  assign threads_o = threads_q;

  logic start;

  assign start = start_en_i & idle_o;

  /////////
  // Fit //
  /////////

  // The room behind one block more.
  logic [Kinds*NeedWidth-1:0] left;
  logic [Kinds-1:0]           lacks;

  for (genvar r = 0; r < Kinds; r++) begin : gen_fit
    assign {lacks[r], left[r*NeedWidth +: NeedWidth]} =
        {1'b0, copy_q[r*NeedWidth +: NeedWidth]} - {1'b0, need_i[r*NeedWidth +: NeedWidth]};
  end

  // A block is taken; it is the last one that an SM can hold.
  logic holds, full;

  assign holds = lacks == '0;
  assign full  = held_q == HeldWidth'(Blocks - 1);

  always_ff @(posedge clk_i) begin
    if (start) begin
      copy_q <= room_i;
      held_q <= '0;
    end else if (phase_q == Fit && holds) begin
      copy_q <= left;
      held_q <= held_q + HeldWidth'(1);
    end
  end

  /////////
  // Cut //
  /////////

  // Blocks that the chip holds at once; blocks without and with the limit of their number.
  logic [PlaceWidth-1:0] resident, uncut, cut;
  logic                  all_on; // all blocks of the grid are on the chip at once

  always @* begin
    resident = '0;
    for (int n = 1; n <= Blocks; n++)
      if (held_q == HeldWidth'(n)) resident = PlaceWidth'(n * Sms);
  end

  assign all_on = logical_i < resident;
  assign uncut  = all_on ? logical_i : resident;
  assign cut    = uncut < most_i ? uncut : most_i;

  always_ff @(posedge clk_i) begin
    if (phase_q == Cut) after_q <= cut;
  end

  // Blocks cut off by the limit of their number. Both differences are there before it is known
  // which one counts: a multiplier follows. If there are none the product has no meaning.
  logic [PlaceWidth-1:0]   of_grid, of_chip, less;
  logic                    grows;
  logic [ThreadsWidth-1:0] lost;

  assign of_grid = logical_i - most_i;
  assign of_chip = resident - most_i;
  assign less    = all_on ? of_grid : of_chip;
  assign lost    = ThreadsWidth'(less) * ThreadsWidth'(threads_i);
  assign grows   = flexible_i && cut != '0 && cut != uncut;

  //////////
  // Grow //
  //////////

  // The rest with the next bit of the dividend; what stays of it; the quotient up to this bit.
  logic                    goes;
  logic [PlaceWidth:0]     tried;
  logic [PlaceWidth-1:0]   rest;
  logic [ThreadsWidth-1:0] quotient;
  logic                    last_bit;

  assign tried    = {rest_q, quotient_q[ThreadsWidth-1]};
  assign goes     = tried >= {1'b0, after_q};
  // A rest is below after_q: the top bit of the difference is 0.
  assign rest     = goes ? PlaceWidth'(tried - {1'b0, after_q}) : tried[PlaceWidth-1:0];
  assign quotient = {quotient_q[ThreadsWidth-2:0], goes};
  assign last_bit = bit_q == '0;

  always_ff @(posedge clk_i) begin
    if (phase_q == Cut) begin
      rest_q     <= '0;
      quotient_q <= lost;
      bit_q      <= BitWidth'(ThreadsWidth - 1);
    end else if (phase_q == Grow) begin
      rest_q     <= rest;
      quotient_q <= quotient;
      bit_q      <= bit_q - BitWidth'(1);
    end
  end

  // A rest at the end rounds up.
  always_ff @(posedge clk_i) begin
    if (phase_q == Cut)
      threads_q <= ThreadsWidth'(threads_i);
    else if (phase_q == Grow && last_bit)
      threads_q <= threads_q + quotient + ThreadsWidth'(rest != '0);
  end

  ////////////
  // Reduce //
  ////////////

  // m blocks fit into a part of an amount exactly if m times as many as there are parts fit into
  // all of it: nothing is divided.
  logic [PartWidth-1:0]        parts;
  logic [Kinds-1:0]            exceeds;
  logic [Kinds*LimitWidth-1:0] used;

  assign parts = parts_i == '0 ? PartWidth'(1) : parts_i;

  for (genvar r = 0; r < Kinds; r++) begin : gen_reduce
    logic [SumWidth-1:0] need, limit, taken, spare;

    assign need  = SumWidth'(need_i[r*NeedWidth +: NeedWidth]);
    assign limit = SumWidth'(limit_i[r*LimitWidth +: LimitWidth]);
    assign taken = SumWidth'(used_q[r*LimitWidth +: LimitWidth]);

    // One sum: carries run through it once. What is taken is within the limit, and so the top bit
    // is the sign.
    assign spare = limit - taken - need * SumWidth'(parts);

    assign exceeds[r] = spare[SumWidth-1];
    assign used[r*LimitWidth +: LimitWidth] = LimitWidth'(taken + need * SumWidth'(parts));
  end

  // There is a block more, and it fits.
  logic adds;

  assign adds = blocks_q != after_q && exceeds == '0;

  always_ff @(posedge clk_i) begin
    if (start) begin
      used_q   <= '0;
      blocks_q <= '0;
    end else if (phase_q == Reduce && adds) begin
      used_q   <= used;
      blocks_q <= blocks_q + PlaceWidth'(1);
    end
  end

  /////////////////////
  // What comes next //
  /////////////////////

  always @* begin
    phase_d = phase_q;
    case (phase_q)
      Idle:    if (start_en_i) phase_d = Fit;
      Fit:     if (!holds || full) phase_d = Cut;
      Cut:     phase_d = grows ? Grow : Reduce;
      Grow:    if (last_bit) phase_d = Reduce;
      Reduce:  if (!adds) phase_d = Done;
      default: phase_d = Idle;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) phase_q <= Idle;
    else         phase_q <= phase_d;
  end

endmodule
