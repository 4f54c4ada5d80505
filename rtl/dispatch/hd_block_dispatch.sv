// SPDX-License-Identifier: Apache-2.0
//
// Block dispatch: which kernel's next block goes to which SM, one block a cycle; and the account of
// what each SM has left.
//
// Behaviour
// - A block fits on an SM that takes one, that has fewer of its kernel than its limit, and that has
//   left what the block needs.
// - The oldest kernel whose block fits somewhere gives one. If strict, it must be the oldest kernel
//   that has a block to give.
// - The block goes to the first SM in turn on which it fits, or to the one with most room.
//
// Corner cases
// - What a block leaves in this cycle does not help another one before the next cycle.
// - An end and a placement of one SM in one cycle both count.
// - Several SMs have most room: the lowest-numbered one gets the block. The turn goes on behind it.
// - Room for the SMs: no block is placed beside it, and ends beside it do not count.
// - A begin beside a placement: the placement goes by the ages before it.
// - A begin with a number that names no kernel is ignored.
//
// Xu, Jeon, Kim, Ro, Annavaram, Warped-Slicer, ISCA 2016: section III, Figure 2.
// Lindholm, Nickolls, Oberman, Montrym, NVIDIA Tesla, IEEE Micro 28(2), 2008.
// Pai, Thazhuthaveetil, Govindarajan, Elastic Kernels, ASPLOS 2013: sections 1, 3.2.

module hd_block_dispatch #(
    // SMs. An account each; comparisons of their rooms with the square.
    parameter int Sms       = 16,
    // Kernels under way. A comparison for each kind and SM.
    parameter int Kernels   = 4,
    // Blocks of a kernel that an SM holds at most.
    parameter int Blocks    = 8,
    // Kinds of room: threads, registers, shared memory, blocks.
    parameter int Kinds     = 4,
    // Bits of an amount of room.
    parameter int NeedWidth = 17,
    localparam int SmWidth     = Sms > 1 ? $clog2(Sms) : 1,
    localparam int KernelWidth = Kernels > 1 ? $clog2(Kernels) : 1,
    localparam int BlockWidth  = $clog2(Blocks + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                               clk_i,
    input  logic                               rst_ni,

    // Room
    // Every SM is empty, and has this room; only while no SM has a block.
    input  logic                               room_en_i,
    input  logic [Kinds*NeedWidth-1:0]         room_i,

    // Kernel
    // A kernel begins: it is the youngest from the next cycle on.
    input  logic                               begin_en_i,
    input  logic [KernelWidth-1:0]             begin_kernel_i,
    // The kernel has a block to give.
    input  logic [Kernels-1:0]                 want_i,
    // No block is placed in this cycle.
    input  logic                               hold_i,
    // Room that a block needs; must stay while the kernel has a block on an SM.
    input  logic [Kernels*Kinds*NeedWidth-1:0] need_i,
    // Most blocks of each kernel on each SM; may change in any cycle.
    input  logic [Sms*Kernels*BlockWidth-1:0]  limit_i,

    // Policy
    // Only the oldest kernel that has a block to give is looked at.
    input  logic                               strict_i,
    // Order of SMs. 0: in turn; 1: most room first.
    input  logic                               spread_i,

    // Block
    // The SM takes a block in this cycle.
    input  logic [Sms-1:0]                     ready_i,
    // A block goes to an SM; of this kernel, to this SM, both meaningful while place_valid_o. They
    // depend on every input above but room_i.
    output logic                               place_valid_o,
    output logic [KernelWidth-1:0]             place_kernel_o,
    output logic [SmWidth-1:0]                 place_sm_o,
    // A block has ended on this SM; it was of this kernel, which must have one there.
    input  logic [Sms-1:0]                     end_valid_i,
    input  logic [Sms*KernelWidth-1:0]         end_kernel_i,

    // Account
    // Blocks of each kernel on each SM. State only, and so all that follows.
    output logic [Sms*Kernels*BlockWidth-1:0]  blocks_o,
    // Room that each SM has left.
    output logic [Sms*Kinds*NeedWidth-1:0]     left_o,
    // The kernel has a block on some SM.
    output logic [Kernels-1:0]                 here_o
);

`ifndef SYNTHESIS
  initial begin
    if (Sms < 1 || Sms > 64) $fatal(1, "hd_block_dispatch: Sms must be 1 to 64");
    if (Kernels < 1 || Kernels > 16) $fatal(1, "hd_block_dispatch: Kernels must be 1 to 16");
    if (Blocks < 1 || Blocks > 64) $fatal(1, "hd_block_dispatch: Blocks must be 1 to 64");
    if (Kinds < 1 || Kinds > 8) $fatal(1, "hd_block_dispatch: Kinds must be 1 to 8");
    if (NeedWidth < 1 || NeedWidth > 32) $fatal(1, "hd_block_dispatch: NeedWidth must be 1 to 32");
  end
`endif

  ///////////
  // State //
  ///////////

  // Room left of each SM; blocks of each kernel on each SM.
  logic [Sms*Kinds*NeedWidth-1:0]    left_q;
  logic [Sms*Kernels*BlockWidth-1:0] blocks_q;
  // Bit i*Kernels + j: kernel i is older than kernel j.
  logic [Kernels*Kernels-1:0]        older_q, older_d;
  // The SM to begin with.
  logic [SmWidth-1:0]                turn_q;

  assign left_o   = left_q;
  assign blocks_o = blocks_q;

  always @* begin
    here_o = '0;
    for (int s = 0; s < Sms; s++)
      for (int k = 0; k < Kernels; k++)
        if (blocks_q[(s*Kernels + k)*BlockWidth +: BlockWidth] != '0) here_o[k] = 1'b1;
  end

  /////////
  // Fit //
  /////////

  // Bit s*Kernels + k: a block of kernel k fits on SM s.
  logic [Sms*Kernels-1:0] fits;

  for (genvar s = 0; s < Sms; s++) begin : gen_fit
    for (genvar k = 0; k < Kernels; k++) begin : gen_kernel
      logic [BlockWidth-1:0] count, limit;
      logic [Kinds-1:0]      enough;

      assign count = blocks_q[(s*Kernels + k)*BlockWidth +: BlockWidth];
      assign limit = limit_i[(s*Kernels + k)*BlockWidth +: BlockWidth];

      for (genvar r = 0; r < Kinds; r++) begin : gen_kind
        assign enough[r] = need_i[(k*Kinds + r)*NeedWidth +: NeedWidth] <=
                           left_q[(s*Kinds + r)*NeedWidth +: NeedWidth];
      end

      assign fits[s*Kernels + k] =
          ready_i[s] && count < limit && count < BlockWidth'(Blocks) && &enough;
    end
  end

  ////////////
  // Kernel //
  ////////////

  // Its block fits on some SM; an older kernel has a block to give; it can give one in this cycle;
  // an older one can.
  logic [Kernels-1:0] somewhere, waits, can, yields;
  // The oldest one that can. At most one bit is set.
  logic [Kernels-1:0] pick;

  always @* begin
    somewhere = '0;
    for (int s = 0; s < Sms; s++) somewhere = somewhere | fits[s*Kernels +: Kernels];
  end

  always @* begin
    waits = '0;
    for (int k = 0; k < Kernels; k++)
      if (want_i[k]) waits = waits | older_q[k*Kernels +: Kernels];
  end

  assign can = want_i & somewhere & ~(waits & {Kernels{strict_i}});

  always @* begin
    yields = '0;
    for (int k = 0; k < Kernels; k++)
      if (can[k]) yields = yields | older_q[k*Kernels +: Kernels];
  end

  assign pick = can & ~yields;

  ////////
  // SM //
  ////////

  // The turn comes to this SM before it goes around.
  logic [Sms-1:0]     ahead;
  // Bit s*Sms + t: SM s comes before SM t. Of two SMs one does.
  logic [Sms*Sms-1:0] by_turn, by_room, first;
  // The block fits here; but also on an SM that comes before.
  logic [Sms-1:0]     on, later;
  // Where it goes. At most one bit is set.
  logic [Sms-1:0]     to;

  always @* begin
    ahead = '0;
    for (int s = 0; s < Sms; s++)
      for (int t = 0; t <= s; t++)
        if (turn_q == SmWidth'(t)) ahead[s] = 1'b1;
  end

  always @* begin
    for (int s = 0; s < Sms; s++)
      for (int t = 0; t < Sms; t++)
        by_turn[s*Sms + t] = ahead[s] == ahead[t] ? s < t : ahead[s];
  end

  // A comparison for each pair of SMs: they do not wait for the kernel, as those of a tree would.
  for (genvar s = 0; s < Sms; s++) begin : gen_order
    assign by_room[s*Sms + s] = 1'b0;
    for (genvar t = s + 1; t < Sms; t++) begin : gen_pair
      logic [NeedWidth-1:0] here, there;
      logic                 more;

      assign here  = left_q[s*Kinds*NeedWidth +: NeedWidth];
      assign there = left_q[t*Kinds*NeedWidth +: NeedWidth];
      assign more  = here >= there; // of equals the lower-numbered one is first

      assign by_room[s*Sms + t] = more;
      assign by_room[t*Sms + s] = ~more;
    end
  end

  assign first = spread_i ? by_room : by_turn;

  always @* begin
    on = '0;
    for (int s = 0; s < Sms; s++) on[s] = (fits[s*Kernels +: Kernels] & pick) != '0;
  end

  always @* begin
    later = '0;
    for (int s = 0; s < Sms; s++)
      if (on[s]) later = later | first[s*Sms +: Sms];
  end

  assign to = on & ~later;

  ///////////
  // Place //
  ///////////

  assign place_valid_o = pick != '0 && !room_en_i && !hold_i;

  // Room that the block needs.
  logic [Kinds*NeedWidth-1:0] need;

  always @* begin
    place_kernel_o = '0;
    need           = '0;
    for (int k = 0; k < Kernels; k++) begin
      if (pick[k]) begin
        place_kernel_o = place_kernel_o | KernelWidth'(k);
        need           = need | need_i[k*Kinds*NeedWidth +: Kinds*NeedWidth];
      end
    end
  end

  // The SM behind it; behind the last one is the first.
  logic [SmWidth-1:0] behind;

  always @* begin
    place_sm_o = '0;
    behind     = '0;
    for (int s = 0; s < Sms; s++) begin
      if (to[s]) begin
        place_sm_o = place_sm_o | SmWidth'(s);
        behind     = behind | SmWidth'((s + 1) % Sms);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni)            turn_q <= '0;
    else if (place_valid_o) turn_q <= behind;
  end

  /////////////
  // Account //
  /////////////

  for (genvar s = 0; s < Sms; s++) begin : gen_sm
    logic [Kernels-1:0]         placed, ended;
    logic [Kinds*NeedWidth-1:0] back; // what the block that has ended leaves

    // The placement is known last, and so it only selects. Beside room_en_i it counts for nothing.
    logic here;

    assign here   = to[s] & ~hold_i;
    assign placed = here ? pick : '0;

    always @* begin
      ended = '0;
      back  = '0;
      for (int k = 0; k < Kernels; k++) begin
        if (end_valid_i[s] && end_kernel_i[s*KernelWidth +: KernelWidth] == KernelWidth'(k)) begin
          ended[k] = 1'b1;
          back     = back | need_i[k*Kinds*NeedWidth +: Kinds*NeedWidth];
        end
      end
    end

    for (genvar r = 0; r < Kinds; r++) begin : gen_left
      logic [NeedWidth-1:0] full, rest; // without and with the block that is placed

      assign full = left_q[(s*Kinds + r)*NeedWidth +: NeedWidth] + back[r*NeedWidth +: NeedWidth];
      assign rest = full - need[r*NeedWidth +: NeedWidth];

      always_ff @(posedge clk_i) begin
        if (!rst_ni)
          left_q[(s*Kinds + r)*NeedWidth +: NeedWidth] <= '0;
        else if (room_en_i)
          left_q[(s*Kinds + r)*NeedWidth +: NeedWidth] <= room_i[r*NeedWidth +: NeedWidth];
        else
          left_q[(s*Kinds + r)*NeedWidth +: NeedWidth] <= here ? rest : full;
      end
    end

    for (genvar k = 0; k < Kernels; k++) begin : gen_blocks
      logic [BlockWidth-1:0] fewer, more; // without and with the block that is placed

      assign fewer = blocks_q[(s*Kernels + k)*BlockWidth +: BlockWidth] - BlockWidth'(ended[k]);
      assign more  = fewer + BlockWidth'(1);

      always_ff @(posedge clk_i) begin
        if (!rst_ni || room_en_i)
          blocks_q[(s*Kernels + k)*BlockWidth +: BlockWidth] <= '0;
        else
          blocks_q[(s*Kernels + k)*BlockWidth +: BlockWidth] <= placed[k] ? more : fewer;
      end
    end
  end

  /////////
  // Age //
  /////////

  // The kernel that begins is older than none, and all others are older than it.
  always @* begin
    older_d = older_q;
    for (int i = 0; i < Kernels; i++) begin
      if (begin_en_i && begin_kernel_i == KernelWidth'(i)) begin
        for (int j = 0; j < Kernels; j++) begin
          older_d[j*Kernels + i] = 1'b1;
        end
        older_d[i*Kernels +: Kernels] = '0;
      end
    end
  end

  for (genvar i = 0; i < Kernels; i++) begin : gen_older
    for (genvar j = 0; j < Kernels; j++) begin : gen_than
      always_ff @(posedge clk_i) begin
        if (!rst_ni) older_q[i*Kernels + j] <= i < j;
        else         older_q[i*Kernels + j] <= older_d[i*Kernels + j];
      end
    end
  end

endmodule
