// SPDX-License-Identifier: Apache-2.0
//
// Block places: lets the many blocks of a kernel run on few places. A place is room on an SM that
// the kernel keeps when a block has ended there.
//
// Behaviour
// - A kernel is over if places are not kept, if it has no block to give, or if it has more places
//   than it may have.
// - A block of a kernel that is not over ends: its place is kept. Of one that is over: it ends.
// - A kept place of a kernel that is not over goes on with the kernel's next block, one in a cycle.
//   Of one that is over: it ends. An SM ends one place in a cycle.
//
// Corner cases
// - Places of several kernels or SMs can go on: the first SM in turn is taken, and there the
//   lowest-numbered kernel. The turn goes on behind that SM.
// - A place goes on: no new place is made in that cycle, of any kernel.
// - A place ends with its block: no kept place of that SM ends in that cycle. If the block's place
//   is kept, one may.
// - A kernel that has one place too many: all of its blocks that end in one cycle end their places.
//
// Pai, Thazhuthaveetil, Govindarajan, Elastic Kernels, ASPLOS 2013: section 4.1, Listing 1.

module hd_block_places #(
    // SMs. Counters for each kernel each.
    parameter int Sms     = 14,
    // Kernels under way. A counter on each SM each.
    parameter int Kernels = 4,
    // Blocks of a kernel that an SM holds at most.
    parameter int Blocks  = 8,
    localparam int SmWidth     = Sms > 1 ? $clog2(Sms) : 1,
    localparam int KernelWidth = Kernels > 1 ? $clog2(Kernels) : 1,
    localparam int BlockWidth  = $clog2(Blocks + 1),
    localparam int PlaceWidth  = $clog2(Sms * Blocks + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                              clk_i,
    input  logic                              rst_ni,

    // Policy
    // Places are kept; 0: each block ends with its place.
    input  logic                              keep_i,
    // Places that each kernel may have.
    input  logic [Kernels*PlaceWidth-1:0]     most_i,

    // Kernels
    // The kernel has a block to give.
    input  logic [Kernels-1:0]                want_i,
    // The block dispatch may place it, in a cycle without next_valid_o. Depends on the two inputs
    // above and want_i.
    output logic [Kernels-1:0]                want_o,

    // A new place, from the block dispatch
    // A block of this kernel goes to an SM; only of a kernel with want_o, never with next_valid_o.
    input  logic                              place_valid_i,
    input  logic [KernelWidth-1:0]            place_kernel_i,

    // A place goes on
    // The SM takes a block in this cycle.
    input  logic [Sms-1:0]                    ready_i,
    // A kept place on this SM takes the next block of this kernel, both meaningful while
    // next_valid_o. They depend on the same inputs as want_o, and on ready_i.
    output logic                              next_valid_o,
    output logic [SmWidth-1:0]                next_sm_o,
    output logic [KernelWidth-1:0]            next_kernel_o,

    // Ends
    // A block of this kernel, which must have one there, has ended on the SM.
    input  logic [Sms-1:0]                    end_valid_i,
    input  logic [Sms*KernelWidth-1:0]        end_kernel_i,
    // A place of this kernel has ended on the SM; the kernel is meaningful while end_valid_o. They
    // depend on keep_i, most_i, want_i, and the two inputs above.
    output logic [Sms-1:0]                    end_valid_o,
    output logic [Sms*KernelWidth-1:0]        end_kernel_o,

    // Status
    // Places of each kernel. State only, and so what follows.
    output logic [Kernels*PlaceWidth-1:0]     places_o,
    // Places of kernel k on SM s without a block: s*Kernels + k.
    output logic [Sms*Kernels*BlockWidth-1:0] kept_o
);

`ifndef SYNTHESIS
  initial begin
    if (Sms < 1 || Sms > 64) $fatal(1, "hd_block_places: Sms must be 1 to 64");
    if (Kernels < 1 || Kernels > 16) $fatal(1, "hd_block_places: Kernels must be 1 to 16");
    if (Blocks < 1 || Blocks > 64) $fatal(1, "hd_block_places: Blocks must be 1 to 64");
  end
`endif

  // A number of places that end in one cycle.
  localparam int EndWidth = $clog2(Sms + 1);

  ///////////
  // State //
  ///////////

  // Kept places of kernel k on SM s: s*Kernels + k. Places of each kernel.
  logic [Sms*Kernels*BlockWidth-1:0] kept_q;
  logic [Kernels*PlaceWidth-1:0]     places_q;
  // The SM to begin with.
  logic [SmWidth-1:0]                turn_q;

  assign kept_o   = kept_q;
  assign places_o = places_q;

  // There is a kept place of kernel k on SM s: s*Kernels + k.
  logic [Sms*Kernels-1:0] has;

  for (genvar i = 0; i < Sms * Kernels; i++) begin : gen_has
    assign has[i] = kept_q[i*BlockWidth +: BlockWidth] != '0;
  end

  //////////
  // Over //
  //////////

  logic [Kernels-1:0] over, room; // room: it may have a place more

  for (genvar k = 0; k < Kernels; k++) begin : gen_over
    logic [PlaceWidth-1:0] places, most;

    assign places = places_q[k*PlaceWidth +: PlaceWidth];
    assign most   = most_i[k*PlaceWidth +: PlaceWidth];

    assign over[k] = !keep_i || !want_i[k] || places > most;
    assign room[k] = places < most;
  end

  //////////
  // Next //
  //////////

  // Of each SM: the lowest-numbered kernel with a place that can go on there, one bit at most; a
  // place can go on; the turn comes to the SM before it goes around.
  logic [Sms*Kernels-1:0] lowest_go;
  logic [Sms-1:0]         can, ahead;
  // The first in turn.
  logic                   some, some_ahead;
  logic [SmWidth-1:0]     lowest, lowest_ahead, next_sm;

  // Each SM finds its kernel: the SM is known late, and only selects.
  for (genvar s = 0; s < Sms; s++) begin : gen_go
    logic [Kernels-1:0] go;

    assign go = has[s*Kernels +: Kernels] & ~over;

    assign lowest_go[s*Kernels +: Kernels] = go & (~go + Kernels'(1));
    assign can[s]   = ready_i[s] && go != '0;
  end

  always @* begin
    for (int s = 0; s < Sms; s++) ahead[s] = SmWidth'(s) >= turn_q;
  end

  hd_lowest #(.Width(Sms)) u_lowest (
      .mask_i(can), .valid_o(some), .index_o(lowest)
  );

  hd_lowest #(.Width(Sms)) u_ahead (
      .mask_i(can & ahead), .valid_o(some_ahead), .index_o(lowest_ahead)
  );

  assign next_sm = some_ahead ? lowest_ahead : lowest;

  // The kernel there. At most one bit is set.
  logic [Kernels-1:0] next;

  always @* begin
    next = '0;
    for (int s = 0; s < Sms; s++)
      if (next_sm == SmWidth'(s)) next = lowest_go[s*Kernels +: Kernels];
  end

  assign next_valid_o = some;
  assign next_sm_o    = next_sm;

  always @* begin
    next_kernel_o = '0;
    for (int k = 0; k < Kernels; k++)
      if (next[k]) next_kernel_o = next_kernel_o | KernelWidth'(k);
  end

  // Behind the last SM is the first.
  always_ff @(posedge clk_i) begin
    if (!rst_ni)
      turn_q <= '0;
    else if (next_valid_o)
      turn_q <= next_sm == SmWidth'(Sms - 1) ? '0 : next_sm + SmWidth'(1);
  end

  //////////
  // Want //
  //////////

  assign want_o = want_i & (room | {Kernels{~keep_i}});

  //////////
  // Ends //
  //////////

  // A place of kernel k ends on SM s: s*Kernels + k. At most one bit of an SM is set.
  logic [Sms*Kernels-1:0] ends;

  for (genvar s = 0; s < Sms; s++) begin : gen_sm
    // The block that has ended was of this kernel; kernels of which a kept place can end; the
    // lowest-numbered one.
    logic [Kernels-1:0] ended, idle, first;
    logic               closes; // a place ends with its block

    always @* begin
      for (int k = 0; k < Kernels; k++)
        ended[k] = end_valid_i[s] && end_kernel_i[s*KernelWidth +: KernelWidth] == KernelWidth'(k);
    end

    assign idle   = has[s*Kernels +: Kernels] & over;
    assign first  = idle & (~idle + Kernels'(1));
    assign closes = (ended & over) != '0;

    assign ends[s*Kernels +: Kernels] = closes ? ended : first;
    assign end_valid_o[s]             = closes || idle != '0;

    logic [KernelWidth-1:0] kernel;

    always @* begin
      kernel = '0;
      for (int k = 0; k < Kernels; k++)
        if (ends[s*Kernels + k]) kernel = kernel | KernelWidth'(k);
    end

    assign end_kernel_o[s*KernelWidth +: KernelWidth] = kernel;

    for (genvar k = 0; k < Kernels; k++) begin : gen_kept
      logic comes, goes;

      assign comes = ended[k] && !over[k];
      assign goes  = (some && next_sm == SmWidth'(s) && next[k]) || (!closes && first[k]);

      always_ff @(posedge clk_i) begin
        if (!rst_ni)
          kept_q[(s*Kernels + k)*BlockWidth +: BlockWidth] <= '0;
        else if (comes && !goes)
          kept_q[(s*Kernels + k)*BlockWidth +: BlockWidth] <=
              kept_q[(s*Kernels + k)*BlockWidth +: BlockWidth] + BlockWidth'(1);
        else if (goes && !comes)
          kept_q[(s*Kernels + k)*BlockWidth +: BlockWidth] <=
              kept_q[(s*Kernels + k)*BlockWidth +: BlockWidth] - BlockWidth'(1);
      end
    end
  end

  ////////////
  // Places //
  ////////////

  for (genvar k = 0; k < Kernels; k++) begin : gen_places
    logic                opens;
    logic [EndWidth-1:0] fewer; // places that end in this cycle
    // Without and with the new place, which is known late, and so it only selects.
    logic [PlaceWidth-1:0] less, more;

    assign opens = place_valid_i && place_kernel_i == KernelWidth'(k);

    always @* begin
      fewer = '0;
      for (int s = 0; s < Sms; s++) fewer = fewer + EndWidth'(ends[s*Kernels + k]);
    end

    assign less = places_q[k*PlaceWidth +: PlaceWidth] - PlaceWidth'(fewer);
    assign more = less + PlaceWidth'(1);

    always_ff @(posedge clk_i) begin
      if (!rst_ni)
        places_q[k*PlaceWidth +: PlaceWidth] <= '0;
      else
        places_q[k*PlaceWidth +: PlaceWidth] <= opens ? more : less;
    end
  end

endmodule
