// SPDX-License-Identifier: Apache-2.0
//
// Share limits: how many blocks of each kernel each SM may hold, under a policy.
//
// Behaviour
// - Count, for even only: blocks are taken from a copy of the room, one a cycle; as many as there
//   are kernels make one block of a kernel's part.
// - Rows: the limits of one SM are written in a cycle, SM 0 first.
// - With spatial and profile the SMs of a kernel lie side by side, and each SM is one kernel's.
//
// Corner cases
// - More kernels than SMs: some kernels have no SM.
// - A kernel that needs more than its part gets nothing with even; none_o tells.
// - A number of blocks above Blocks, given or to be tried, is Blocks.
// - A policy that there is not is left-over.
// - A start while a division is under way is ignored.
//
// Xu, Jeon, Kim, Ro, Annavaram, Warped-Slicer, ISCA 2016: section III, Figure 2 (even, spatial);
// section IV.A, Figure 4 (profile). Pai, Thazhuthaveetil, Govindarajan, Elastic Kernels, ASPLOS
// 2013: section 4.3.3 (EQUAL).

module hd_share_limits #(
    // SMs. A row of limits each.
    parameter int Sms       = 16,
    // Kernels under way. A limit in each row, and needs.
    parameter int Kernels   = 4,
    // Blocks of a kernel that an SM holds at most. Cycles of a count in proportion.
    parameter int Blocks    = 8,
    // Kinds of room: threads, registers, shared memory, blocks. A subtracter each.
    parameter int Kinds     = 4,
    // Bits of an amount of room.
    parameter int NeedWidth = 17,
    localparam int BlockWidth = $clog2(Blocks + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                               clk_i,
    input  logic                               rst_ni,

    // Division
    // Find the limits, if idle_o.
    input  logic                               start_en_i,
    // What follows must stay from the start until idle_o.
    // 0 left-over, 1 even, 2 spatial, 3 profile, 4 given; 5 to 7 are as 0.
    input  logic [2:0]                         policy_i,
    // The kernels that are under way.
    input  logic [Kernels-1:0]                 kernels_i,
    // Room of an SM; room that a block of each kernel needs.
    input  logic [Kinds*NeedWidth-1:0]         room_i,
    input  logic [Kernels*Kinds*NeedWidth-1:0] need_i,
    // Profile: blocks on a kernel's first SM.
    input  logic [BlockWidth-1:0]              from_i,
    // Given: blocks of each kernel on each SM.
    input  logic [Kernels*BlockWidth-1:0]      given_i,
    // Nothing is under way. State only, and so all that follows.
    output logic                               idle_o,
    // The limits have been found, for one cycle.
    output logic                               done_o,
    // The kernel is under way and may hold no block on any SM; meaningful from done_o on until the
    // next start.
    output logic [Kernels-1:0]                 none_o,
    // Most blocks of kernel k on SM s: s*Kernels + k. They change SM by SM.
    output logic [Sms*Kernels*BlockWidth-1:0]  limit_o
);

`ifndef SYNTHESIS
  initial begin
    if (Sms < 1 || Sms > 64) $fatal(1, "hd_share_limits: Sms must be 1 to 64");
    if (Kernels < 1 || Kernels > 16) $fatal(1, "hd_share_limits: Kernels must be 1 to 16");
    if (Blocks < 1 || Blocks > 64) $fatal(1, "hd_share_limits: Blocks must be 1 to 64");
    if (Kinds < 1 || Kinds > 8) $fatal(1, "hd_share_limits: Kinds must be 1 to 8");
    if (NeedWidth < 1 || NeedWidth > 32) $fatal(1, "hd_share_limits: NeedWidth must be 1 to 32");
  end
`endif

  // Policies; any other one is left-over.
  localparam logic [2:0] Even    = 3'd1;
  localparam logic [2:0] Spatial = 3'd2;
  localparam logic [2:0] Profile = 3'd3;
  localparam logic [2:0] Given   = 3'd4;

  // Phases.
  localparam logic [1:0] Idle  = 2'd0;
  localparam logic [1:0] Count = 2'd1;
  localparam logic [1:0] Rows  = 2'd2;
  localparam logic [1:0] Done  = 2'd3;

  localparam int SmWidth     = Sms > 1 ? $clog2(Sms) : 1;
  localparam int KernelWidth = Kernels > 1 ? $clog2(Kernels) : 1;
  // A number of kernels, or a kernel's place among those under way.
  localparam int PlaceWidth  = $clog2(Kernels + 1);
  // An SM times a number of kernels.
  localparam int AtWidth     = $clog2(Sms * Kernels + 1);
  // A number of blocks to be tried, which may be above Blocks.
  localparam int TrialWidth  = (BlockWidth > SmWidth ? BlockWidth : SmWidth) + 1;

  ///////////
  // State //
  ///////////

  logic [1:0]                        phase_q, phase_d;
  // Count: the kernel; the room that is left to it.
  logic [KernelWidth-1:0]            kernel_q;
  logic [Kinds*NeedWidth-1:0]        copy_q;
  // Blocks taken since the last whole part; whole parts, of each kernel.
  logic [PlaceWidth-1:0]             taken_q;
  logic [Kernels*BlockWidth-1:0]     part_q;
  // Rows: the SM; this number times the number of kernels; the SM's number among its kernel's.
  logic [SmWidth-1:0]                sm_q;
  logic [AtWidth-1:0]                at_q;
  logic [SmWidth-1:0]                turn_q;
  // Limit of kernel k on SM s: s*Kernels + k. Kernels that have none above 0.
  logic [Sms*Kernels*BlockWidth-1:0] limit_q;
  logic [Kernels-1:0]                none_q;

  assign idle_o  = phase_q == Idle;
  assign done_o  = phase_q == Done;
  assign none_o  = none_q;
  assign limit_o = limit_q;

  logic start, counts, writes;

  assign start  = start_en_i & idle_o;
  assign counts = phase_q == Count;
  assign writes = phase_q == Rows;

  ///////////////////////
  // Kernels under way //
  ///////////////////////

  // Their number, and the place of each: the first has place 0.
  logic [PlaceWidth-1:0]         number;
  logic [Kernels*PlaceWidth-1:0] place;

  always @* begin
    number = '0;
    for (int k = 0; k < Kernels; k++) begin
      place[k*PlaceWidth +: PlaceWidth] = number;
      number = number + PlaceWidth'(kernels_i[k]);
    end
  end

  ///////////
  // Count //
  ///////////

  // Of the kernel that is counted: it is under way; what a block needs; the parts found so far.
  logic                       present;
  logic [Kinds*NeedWidth-1:0] need;
  logic [BlockWidth-1:0]      part;

  always @* begin
    present = 1'b0;
    need    = '0;
    part    = '0;
    for (int k = 0; k < Kernels; k++) begin
      if (kernel_q == KernelWidth'(k)) begin
        present = kernels_i[k];
        need    = need_i[k*Kinds*NeedWidth +: Kinds*NeedWidth];
        part    = part_q[k*BlockWidth +: BlockWidth];
      end
    end
  end

  // The room behind one block more.
  logic [Kinds*NeedWidth-1:0] rest;
  logic [Kinds-1:0]           lacks;

  for (genvar r = 0; r < Kinds; r++) begin : gen_kind
    assign {lacks[r], rest[r*NeedWidth +: NeedWidth]} =
        {1'b0, copy_q[r*NeedWidth +: NeedWidth]} - {1'b0, need[r*NeedWidth +: NeedWidth]};
  end

  // A block is taken; with it a part is whole; the kernel's count ends.
  logic takes, whole, ends;

  assign takes = present && lacks == '0;
  assign whole = taken_q + PlaceWidth'(1) == number;
  assign ends  = !takes || (whole && part == BlockWidth'(Blocks - 1));

  always_ff @(posedge clk_i) begin
    if (start)               kernel_q <= '0;
    else if (counts && ends) kernel_q <= kernel_q + KernelWidth'(1);
  end

  // Each kernel begins with all of the room.
  always_ff @(posedge clk_i) begin
    if (start || (counts && ends)) begin
      copy_q  <= room_i;
      taken_q <= '0;
    end else if (counts) begin
      copy_q  <= rest;
      taken_q <= whole ? '0 : taken_q + PlaceWidth'(1);
    end
  end

  for (genvar k = 0; k < Kernels; k++) begin : gen_part
    logic grows;

    assign grows = counts && kernel_q == KernelWidth'(k) && takes && whole;

    always_ff @(posedge clk_i) begin
      if (start)      part_q[k*BlockWidth +: BlockWidth] <= '0;
      else if (grows) part_q[k*BlockWidth +: BlockWidth] <= part + BlockWidth'(1);
    end
  end

  //////////
  // Rows //
  //////////

  // An SM is that of the kernel with place s * P / Sms. This is how many multiples of Sms, from Sms
  // on, s * P has reached: nothing is divided.
  function automatic logic [PlaceWidth-1:0] place_of(input logic [AtWidth-1:0] at);
    place_of = '0;
    for (int m = 1; m <= Kernels; m++)
      if (at >= AtWidth'(m * Sms)) place_of = PlaceWidth'(m);
  endfunction

  function automatic logic [BlockWidth-1:0] at_most(input logic [TrialWidth-1:0] blocks);
    at_most = blocks > TrialWidth'(Blocks) ? BlockWidth'(Blocks) : BlockWidth'(blocks);
  endfunction

  // The SM's place and that of the next one; blocks that a profile tries on the SM.
  logic [AtWidth-1:0]    at_next;
  logic [PlaceWidth-1:0] place_now, place_next;
  logic [BlockWidth-1:0] trial;

  assign at_next    = at_q + AtWidth'(number);
  assign place_now  = place_of(at_q);
  assign place_next = place_of(at_next);
  assign trial      = at_most(TrialWidth'(from_i) + TrialWidth'(turn_q));

  always_ff @(posedge clk_i) begin
    if (!writes) begin
      sm_q   <= '0;
      at_q   <= '0;
      turn_q <= '0;
    end else begin
      sm_q   <= sm_q + SmWidth'(1);
      at_q   <= at_next;
      turn_q <= place_next == place_now ? turn_q + SmWidth'(1) : '0;
    end
  end

  // The limits on the SM.
  logic [Kernels*BlockWidth-1:0] row;

  for (genvar k = 0; k < Kernels; k++) begin : gen_limit
    logic                  here; // the SM is the kernel's
    logic [BlockWidth-1:0] limit;

    assign here = place[k*PlaceWidth +: PlaceWidth] == place_now;

    always @* begin
      case (policy_i)
        Even:    limit = part_q[k*BlockWidth +: BlockWidth];
        Spatial: limit = here ? BlockWidth'(Blocks) : '0;
        Profile: limit = here ? trial : '0;
        Given:   limit = at_most(TrialWidth'(given_i[k*BlockWidth +: BlockWidth]));
        default: limit = BlockWidth'(Blocks);
      endcase
      if (!kernels_i[k]) limit = '0;
    end

    assign row[k*BlockWidth +: BlockWidth] = limit;

    always_ff @(posedge clk_i) begin
      if (!rst_ni)                    none_q[k] <= 1'b0;
      else if (start)                 none_q[k] <= kernels_i[k];
      else if (writes && limit != '0) none_q[k] <= 1'b0;
    end
  end

  for (genvar s = 0; s < Sms; s++) begin : gen_sm
    always_ff @(posedge clk_i) begin
      if (!rst_ni)
        limit_q[s*Kernels*BlockWidth +: Kernels*BlockWidth] <= '0;
      else if (writes && sm_q == SmWidth'(s))
        limit_q[s*Kernels*BlockWidth +: Kernels*BlockWidth] <= row;
    end
  end

  /////////////////////
  // What comes next //
  /////////////////////

  logic last_kernel, last_sm;

  assign last_kernel = kernel_q == KernelWidth'(Kernels - 1);
  assign last_sm     = sm_q == SmWidth'(Sms - 1);

  always @* begin
    phase_d = phase_q;
    case (phase_q)
      Idle:    if (start_en_i) phase_d = policy_i == Even ? Count : Rows;
      Count:   if (ends && last_kernel) phase_d = Rows;
      Rows:    if (last_sm) phase_d = Done;
      default: phase_d = Idle;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) phase_q <= Idle;
    else         phase_q <= phase_d;
  end

endmodule
