// SPDX-License-Identifier: Apache-2.0
//
// Thread ids: where in its block each thread is, as x, y, z; x goes round first.
//
// Behaviour
// - When a kernel begins the threads of a block are counted, one a cycle, as a number whose digits
//   x, y, z have the bases X, Y, Z. The digits of the first Lanes threads are kept, and the digits
//   of the first thread of each warp.
// - The digits of any thread are the sum of its warp's and its lane's, with carries: a digit that
//   is not below its base is one base too great. Nothing is divided.
// - Shuffle: which thread of a warp a lane has differs from warp to warp (hd_lane_shuffle). The
//   digits of a lane are then those of its thread.
// - With LaneSlots places of a warp in one home lane, the thread at place p is that of lane
//   {part, p mod Homes} of its warp; its part comes in the low bits of the rank.
//
// Corner cases
// - A kernel that begins while another one is counted: counting begins anew.
// - Digits kept for earlier kernels stay where this kernel has no thread; they have no meaning.

module hd_thread_ids #(
    // Threads of a warp. Flip-flops and three adders a port each.
    parameter int Lanes     = 32,
    // Warps of the largest block: words of the memories.
    parameter int MaxWarps  = 32,
    // Warps looked up in a cycle.
    parameter int Ports     = 2,
    // 1: each lane's thread is of a warp of its own, as in warps that are formed anew. The memories
    // have a read port for each lane then.
    parameter int Own       = 0,
    // Places of a warp in one home lane, a power of two; only with Own. Above 1 a place chooses
    // among the digits of its home lane's lanes; with Shuffle among those of all lanes.
    parameter int LaneSlots = 1,
    // Which thread is in which lane: Kind of hd_lane_shuffle. With 0 nothing is added; else digits
    // change places between lanes, in each port.
    parameter int Shuffle   = 0,
    localparam int RankWidth  = MaxWarps > 1 ? $clog2(MaxWarps) : 1,
    localparam int PartWidth  = RankWidth + $clog2(LaneSlots),
    localparam int IdWidth    = Lanes * MaxWarps > 1 ? $clog2(Lanes * MaxWarps) : 1,
    localparam int SizeWidth  = $clog2(Lanes * MaxWarps + 1),
    localparam int CountWidth = $clog2(MaxWarps + 1),
    localparam int Rows       = Own != 0 ? Lanes : 1
) (
    // Clock; synchronous reset, active low.
    input  logic                            clk_i,
    input  logic                            rst_ni,

    // Kernel
    // Count the threads of a block of these sizes, each at least 1, their product at most
    // Lanes * MaxWarps.
    input  logic                            kernel_en_i,
    input  logic [SizeWidth-1:0]            kernel_x_i,
    input  logic [SizeWidth-1:0]            kernel_y_i,
    input  logic [SizeWidth-1:0]            kernel_z_i,
    // They are counted. State only, and so the next two, which are meaningful while it is high.
    output logic                            ready_o,
    // Warps of a block.
    output logic [CountWidth-1:0]           warps_o,
    // The lanes of its last warp that hold a thread.
    output logic [Lanes-1:0]                last_mask_o,

    // Look-up
    // Which warp of its block, {rank, part}: port p's row r is
    // [(p*Rows + r)*PartWidth +: PartWidth].
    input  logic [Ports*Rows*PartWidth-1:0] rank_i,
    // Ids: port p's lane l is [(p*Lanes + l)*IdWidth +: IdWidth]. Meaningful while ready_o, for
    // threads that there are. Depend on state and rank_i.
    output logic [Ports*Lanes*IdWidth-1:0]  x_o,
    output logic [Ports*Lanes*IdWidth-1:0]  y_o,
    output logic [Ports*Lanes*IdWidth-1:0]  z_o
);

`ifndef SYNTHESIS
  initial begin
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_thread_ids: Lanes must be 1 to 64");
    if (MaxWarps < 1 || MaxWarps > 64) $fatal(1, "hd_thread_ids: MaxWarps must be 1 to 64");
    if (Ports < 1 || Ports > 4) $fatal(1, "hd_thread_ids: Ports must be 1 to 4");
    if (Own < 0 || Own > 1) $fatal(1, "hd_thread_ids: Own must be 0 or 1");
    if (Shuffle < 0 || Shuffle > 4) $fatal(1, "hd_thread_ids: Shuffle must be 0 to 4");
    if (LaneSlots < 1 || LaneSlots > Lanes || (LaneSlots & (LaneSlots - 1)) != 0)
      $fatal(1, "hd_thread_ids: LaneSlots must be a power of two, at most Lanes");
    if (LaneSlots > 1 && (Lanes & (Lanes - 1)) != 0)
      $fatal(1, "hd_thread_ids: with LaneSlots above 1 Lanes must be a power of two");
    if (LaneSlots > 1 && Own == 0) $fatal(1, "hd_thread_ids: LaneSlots above 1 needs Own = 1");
  end
`endif

  localparam int LaneWidth = Lanes > 1 ? $clog2(Lanes) : 1;
  localparam int Homes     = Lanes / LaneSlots;
  // Bits of a part: which lane of its home lane a thread is in.
  localparam int SlotWidth = PartWidth > RankWidth ? PartWidth - RankWidth : 1;

  // Room for the sum of two digits and a carry.
  localparam int SumWidth = IdWidth + 1;

  ///////////
  // State //
  ///////////

  // All is counted; counting.
  logic                  ready_q, counting_q;
  // X, Y, Z.
  logic [SizeWidth-1:0]  size_x_q, size_y_q, size_z_q;
  // The thread that is looked at: its ids, its lane, its warp.
  logic [IdWidth-1:0]    x_q, x_d, y_q, y_d, z_q, z_d;
  logic [LaneWidth-1:0]  lane_q, lane_d;
  logic [RankWidth-1:0]  rank_q, rank_d;
  // Warps of a block, and the lane of its last thread.
  logic [CountWidth-1:0] warps_q;
  logic [LaneWidth-1:0]  last_q;
  // Digits of a lane, and of the first thread of a warp.
  (* mem2reg *) // flip-flops
  logic [IdWidth-1:0]    lane_x_q [Lanes];
  (* mem2reg *) // flip-flops
  logic [IdWidth-1:0]    lane_y_q [Lanes];
  (* mem2reg *) // flip-flops
  logic [IdWidth-1:0]    lane_z_q [Lanes];
  logic [IdWidth-1:0]    warp_x_q [MaxWarps];
  logic [IdWidth-1:0]    warp_y_q [MaxWarps];
  logic [IdWidth-1:0]    warp_z_q [MaxWarps];

  ///////////
  // Count //
  ///////////

  // The thread is the last one of its row, of its plane, of all; of its warp.
  logic last_x, last_y, last, last_lane;

  assign last_x    = SizeWidth'(x_q) + SizeWidth'(1) == size_x_q;
  assign last_y    = last_x && SizeWidth'(y_q) + SizeWidth'(1) == size_y_q;
  assign last      = last_y && SizeWidth'(z_q) + SizeWidth'(1) == size_z_q;
  assign last_lane = 32'(lane_q) == Lanes - 1;

  // One further; a kernel that begins is first.
  always @* begin
    x_d    = last_x ? '0 : x_q + IdWidth'(1);
    y_d    = last_y ? '0 : last_x ? y_q + IdWidth'(1) : y_q;
    z_d    = last_y ? z_q + IdWidth'(1) : z_q;
    lane_d = last_lane ? '0 : lane_q + LaneWidth'(1);
    rank_d = last_lane ? rank_q + RankWidth'(1) : rank_q;
    if (kernel_en_i) begin
      x_d    = '0;
      y_d    = '0;
      z_d    = '0;
      lane_d = '0;
      rank_d = '0;
    end
  end

  always_ff @(posedge clk_i) begin
    x_q    <= x_d;
    y_q    <= y_d;
    z_q    <= z_d;
    lane_q <= lane_d;
    rank_q <= rank_d;
  end

  always_ff @(posedge clk_i) begin
    if (kernel_en_i) begin
      size_x_q <= kernel_x_i;
      size_y_q <= kernel_y_i;
      size_z_q <= kernel_z_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ready_q    <= 1'b0;
      counting_q <= 1'b0;
    end else if (kernel_en_i) begin
      ready_q    <= 1'b0;
      counting_q <= 1'b1;
    end else if (counting_q && last) begin
      ready_q    <= 1'b1;
      counting_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (counting_q && last) begin
      warps_q <= CountWidth'(rank_q) + CountWidth'(1);
      last_q  <= lane_q;
    end
  end

  // The digits kept: of the first warp's lanes, and of each warp's first lane.
  for (genvar l = 0; l < Lanes; l++) begin : gen_keep
    always_ff @(posedge clk_i) begin
      if (counting_q && rank_q == '0 && lane_q == LaneWidth'(l)) begin
        lane_x_q[l] <= x_q;
        lane_y_q[l] <= y_q;
        lane_z_q[l] <= z_q;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (counting_q && lane_q == '0) begin
      warp_x_q[rank_q] <= x_q;
      warp_y_q[rank_q] <= y_q;
      warp_z_q[rank_q] <= z_q;
    end
  end

  assign ready_o = ready_q;
  assign warps_o = warps_q;

  /////////////
  // Shuffle //
  /////////////

  // Digits by thread, {z, y, x}, and in each port by lane, or place. Threads of the last warp.
  // Ranks, without the parts.
  logic [Lanes*3*IdWidth-1:0]       kept;
  logic [Ports*Lanes*3*IdWidth-1:0] digits;
  logic [Lanes-1:0]                 last_threads;
  logic [Ports*Rows*RankWidth-1:0]  ranks;

  for (genvar r = 0; r < Ports*Rows; r++) begin : gen_rank
    assign ranks[r*RankWidth +: RankWidth] = rank_i[(r+1)*PartWidth-1 -: RankWidth];
  end

  assign last_threads = ~({Lanes{1'b1}} << last_q << 1);

  for (genvar l = 0; l < Lanes; l++) begin : gen_kept
    assign kept[l*3*IdWidth +: 3*IdWidth] = {lane_z_q[l], lane_y_q[l], lane_x_q[l]};
  end

  if (LaneSlots > 1) begin : gen_places
    // Which thread of its warp is at each place: that of lane {part, p mod Homes}, shuffled by the
    // rank of the place.
    for (genvar p = 0; p < Ports; p++) begin : gen_port
      for (genvar j = 0; j < LaneSlots; j++) begin : gen_slot
        // Threads in the lanes, those of the place's home lane by the place's rank.
        logic [Lanes*LaneWidth-1:0] lanes, threads;

        for (genvar l = 0; l < Lanes; l++) begin : gen_lane
          assign lanes[l*LaneWidth +: LaneWidth] = LaneWidth'(l);
        end

        if (Shuffle == 0) begin : gen_straight
          assign threads = lanes;
        end else begin : gen_shuffle
          logic [Homes*RankWidth-1:0] slot_ranks;
          assign slot_ranks = ranks[(p*Lanes + j*Homes)*RankWidth +: Homes*RankWidth];

          hd_lane_shuffle #(
              .Lanes(Lanes),
              .Warps(MaxWarps),
              .Kind (Shuffle),
              .Width(LaneWidth),
              .Own  (1)
          ) u_threads (
              .clk_i,
              .rst_ni,
              .warp_i  ({LaneSlots{slot_ranks}}),
              .warps_i (warps_q),
              .thread_i(lanes),
              .lane_o  (threads)
          );
        end

        for (genvar h = 0; h < Homes; h++) begin : gen_home
          localparam int Place = p*Lanes + j*Homes + h;

          logic [SlotWidth-1:0] slot;
          logic [LaneWidth-1:0] thread;

          assign slot   = rank_i[Place*PartWidth +: SlotWidth];
          assign thread = threads[(32'(slot)*Homes + h)*LaneWidth +: LaneWidth];

          assign digits[Place*3*IdWidth +: 3*IdWidth] = kept[32'(thread)*3*IdWidth +: 3*IdWidth];
        end
      end
    end
  end else if (Shuffle == 0) begin : gen_straight
    assign digits = {Ports{kept}};
  end else begin : gen_shuffle
    for (genvar p = 0; p < Ports; p++) begin : gen_port
      hd_lane_shuffle #(
          .Lanes(Lanes),
          .Warps(MaxWarps),
          .Kind (Shuffle),
          .Width(3 * IdWidth),
          .Own  (Own)
      ) u_digits (
          .clk_i,
          .rst_ni,
          .warp_i  (ranks[p*Rows*RankWidth +: Rows*RankWidth]),
          .warps_i (warps_q),
          .thread_i(kept),
          .lane_o  (digits[p*Lanes*3*IdWidth +: Lanes*3*IdWidth])
      );
    end
  end

  // The last warp is whole: its lanes are those of a static warp.
  if (Shuffle == 0) begin : gen_last_straight
    assign last_mask_o = last_threads;
  end else begin : gen_last
    hd_lane_shuffle #(
        .Lanes(Lanes),
        .Warps(MaxWarps),
        .Kind (Shuffle),
        .Width(1),
        .Own  (0)
    ) u_last (
        .clk_i,
        .rst_ni,
        .warp_i  (RankWidth'(warps_q - CountWidth'(1))),
        .warps_i (warps_q),
        .thread_i(last_threads),
        .lane_o  (last_mask_o)
    );
  end

  /////////////
  // Look-up //
  /////////////

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    // The digits of the warps that are asked for.
    logic [Rows*IdWidth-1:0] warp_x, warp_y, warp_z;

    for (genvar r = 0; r < Rows; r++) begin : gen_row
      logic [RankWidth-1:0] rank;

      assign rank = ranks[(p*Rows + r)*RankWidth +: RankWidth];
      assign warp_x[r*IdWidth +: IdWidth] = warp_x_q[rank];
      assign warp_y[r*IdWidth +: IdWidth] = warp_y_q[rank];
      assign warp_z[r*IdWidth +: IdWidth] = warp_z_q[rank];
    end

    // Digit by digit: the sum, less the base if it is not below that; then there is a carry.
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      localparam int Row = Own != 0 ? l : 0;
      localparam int Out = (p*Lanes + l)*IdWidth;

      logic [SumWidth-1:0] sum_x, sum_y;
      logic                carry_x, carry_y;
      logic [IdWidth-1:0]  lane_x, lane_y, lane_z;

      assign {lane_z, lane_y, lane_x} = digits[(p*Lanes + l)*3*IdWidth +: 3*IdWidth];

      assign sum_x   = SumWidth'(warp_x[Row*IdWidth +: IdWidth]) + SumWidth'(lane_x);
      assign carry_x = sum_x >= SumWidth'(size_x_q);
      assign sum_y   = SumWidth'(warp_y[Row*IdWidth +: IdWidth]) + SumWidth'(lane_y)
                       + SumWidth'(carry_x);
      assign carry_y = sum_y >= SumWidth'(size_y_q);

      assign x_o[Out +: IdWidth] = IdWidth'(carry_x ? sum_x - SumWidth'(size_x_q) : sum_x);
      assign y_o[Out +: IdWidth] = IdWidth'(carry_y ? sum_y - SumWidth'(size_y_q) : sum_y);
      assign z_o[Out +: IdWidth] = warp_z[Row*IdWidth +: IdWidth] + lane_z + IdWidth'(carry_y);
    end
  end

endmodule
