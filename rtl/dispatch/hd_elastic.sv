// SPDX-License-Identifier: Apache-2.0
//
// Elastic: gives each kernel a number of places on the chip, by one of four rules that leave room
// for other kernels.
//
// Behaviour
// - A kernel that begins is the youngest. The number of its blocks is stored, and the most room
//   that a block of its program needs.
// - A search goes through the kernels by their numbers. For each one under way the rule sets
//   limits, and the physical grid finds how many blocks fit into them.
//
// Corner cases
// - No block fits into the limits: the kernel has one place.
// - A grid that has more blocks than the chip can have places: it counts as that many.
// - A kernel that begins while a search goes on that is not about it: the search does not see it.
// - A begin with a number that names no kernel is ignored; so is a start while a search goes on.
// - ThreadKind is SharedKind: QUEUEMOLD takes the smaller one of the two limits.
//
// Pai, Thazhuthaveetil, Govindarajan, Elastic Kernels, ASPLOS 2013: section 4.2; section 4.3 with
// 4.3.1 (MEDIAN), 4.3.2 (MPMAX), 4.3.3 (EQUAL), 4.3.4 (QUEUEMOLD).

module hd_elastic #(
    // SMs. Cycles of a search in proportion.
    parameter int Sms        = 14,
    // Kernels under way. Stored needs each; cycles of a search in proportion.
    parameter int Kernels    = 4,
    // Blocks of a kernel that an SM holds at most. Cycles of a search in proportion.
    parameter int Blocks     = 8,
    // Kinds of room. A limit each.
    parameter int Kinds      = 5,
    // Bits of an amount of room.
    parameter int NeedWidth  = 17,
    // The kind that counts threads; the kind that counts shared memory.
    parameter int ThreadKind = 0,
    parameter int SharedKind = 3,
    localparam int KernelWidth = Kernels > 1 ? $clog2(Kernels) : 1,
    localparam int PlaceWidth  = $clog2(Sms * Blocks + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                               clk_i,
    input  logic                               rst_ni,

    // Kernel
    // A kernel begins: it is the youngest from the next cycle on.
    input  logic                               begin_en_i,
    input  logic [KernelWidth-1:0]             begin_kernel_i,
    // Blocks of its grid, each at least 1.
    input  logic [31:0]                        grid_x_i,
    input  logic [31:0]                        grid_y_i,
    input  logic [31:0]                        grid_z_i,
    // Most room that a block of any kernel of its program needs; the paper's largest kernel.
    input  logic [Kinds*NeedWidth-1:0]         largest_i,

    // Search
    // Find the places, if idle_o.
    input  logic                               start_en_i,
    // What follows must stay from the start until done_o.
    // 0 MEDIAN, 1 MPMAX, 2 EQUAL, 3 QUEUEMOLD.
    input  logic [1:0]                         rule_i,
    // The kernels that are under way.
    input  logic [Kernels-1:0]                 kernels_i,
    // Room of an SM; room that a block of each kernel needs.
    input  logic [Kinds*NeedWidth-1:0]         room_i,
    input  logic [Kernels*Kinds*NeedWidth-1:0] need_i,
    // MEDIAN: room that a block of the median kernel needs.
    input  logic [Kinds*NeedWidth-1:0]         median_i,
    // QUEUEMOLD: threads of an SM that a kernel may have.
    input  logic [NeedWidth-1:0]               mold_i,

    // Result
    // Nothing is under way. State only, and so all that follows.
    output logic                               idle_o,
    // The places have been found, for one cycle.
    output logic                               done_o,
    // Places of each kernel; meaningful from the end of the first search on that had it, until it
    // begins again. They change kernel by kernel.
    output logic [Kernels*PlaceWidth-1:0]      places_o
);

`ifndef SYNTHESIS
  initial begin
    if (Sms < 1 || Sms > 64) $fatal(1, "hd_elastic: Sms must be 1 to 64");
    if (Kernels < 1 || Kernels > 16) $fatal(1, "hd_elastic: Kernels must be 1 to 16");
    if (Blocks < 1 || Blocks > 64) $fatal(1, "hd_elastic: Blocks must be 1 to 64");
    if (Kinds < 1 || Kinds > 8) $fatal(1, "hd_elastic: Kinds must be 1 to 8");
    if (NeedWidth < 1 || NeedWidth > 32) $fatal(1, "hd_elastic: NeedWidth must be 1 to 32");
    if (ThreadKind < 0 || ThreadKind >= Kinds)
      $fatal(1, "hd_elastic: ThreadKind must be below Kinds");
    if (SharedKind < 0 || SharedKind >= Kinds)
      $fatal(1, "hd_elastic: SharedKind must be below Kinds");
  end
`endif

  // Rules; any other one is QUEUEMOLD.
  localparam logic [1:0] Median = 2'd0;
  localparam logic [1:0] Mpmax  = 2'd1;
  localparam logic [1:0] Equal  = 2'd2;

  // Phases.
  localparam logic [1:0] Idle = 2'd0;
  localparam logic [1:0] Ask  = 2'd1;
  localparam logic [1:0] Wait = 2'd2;
  localparam logic [1:0] Done = 2'd3;

  // Room of the chip; a number of kernels.
  localparam int LimitWidth   = NeedWidth + $clog2(Sms + 1);
  localparam int PartWidth    = $clog2(Kernels + 1);
  localparam int ThreadsWidth = NeedWidth + PlaceWidth;

  // Places that there can be.
  localparam logic [PlaceWidth-1:0] Most = PlaceWidth'(Sms * Blocks);

  ///////////
  // State //
  ///////////

  logic [1:0]                         phase_q, phase_d;
  // The kernel that is looked at.
  logic [KernelWidth-1:0]             kernel_q;
  // Of each kernel: the number of its blocks; the largest need of its program; its places.
  logic [Kernels*PlaceWidth-1:0]      logical_q;
  logic [Kernels*Kinds*NeedWidth-1:0] largest_q;
  logic [Kernels*PlaceWidth-1:0]      places_q;
  // Bit i*Kernels + j: kernel i is older than kernel j.
  logic [Kernels*Kernels-1:0]         older_q, older_d;

  assign idle_o   = phase_q == Idle;
  assign done_o   = phase_q == Done;
  assign places_o = places_q;

  ///////////
  // Begin //
  ///////////

  // No factor is 0: if one of them or the product of two has more bits than a number of places, so
  // would the product of all. With the highest bits i and j that are set in two factors a product
  // has i + j + 1 or i + j + 2 bits. So it has too many if i + j is PlaceWidth or more; if not,
  // one bit more than a number of places is enough, and the adders are short.
  function automatic logic too_high(input logic [PlaceWidth-1:0] x,
                                    input logic [PlaceWidth-1:0] y);
    too_high = 1'b0;
    for (int i = 1; i < PlaceWidth; i++)
      if (x[i] && (y >> (PlaceWidth - i)) != '0) too_high = 1'b1;
  endfunction

  logic [PlaceWidth-1:0] size_x, size_y, size_z, logical;
  logic [PlaceWidth:0]   layer, grid;
  logic                  beyond;

  assign size_x = grid_x_i[PlaceWidth-1:0];
  assign size_y = grid_y_i[PlaceWidth-1:0];
  assign size_z = grid_z_i[PlaceWidth-1:0];
  assign layer  = (PlaceWidth+1)'(size_x) * (PlaceWidth+1)'(size_y);
  assign grid   = (PlaceWidth+1)'(layer[PlaceWidth-1:0]) * (PlaceWidth+1)'(size_z);
  assign beyond = (grid_x_i >> PlaceWidth) != '0 || (grid_y_i >> PlaceWidth) != '0 ||
                  (grid_z_i >> PlaceWidth) != '0 || too_high(size_x, size_y) ||
                  layer[PlaceWidth] || too_high(layer[PlaceWidth-1:0], size_z) ||
                  grid > (PlaceWidth+1)'(Most);

  assign logical = beyond ? Most : grid[PlaceWidth-1:0];

  for (genvar k = 0; k < Kernels; k++) begin : gen_begin
    always_ff @(posedge clk_i) begin
      if (begin_en_i && begin_kernel_i == KernelWidth'(k)) begin
        logical_q[k*PlaceWidth +: PlaceWidth]            <= logical;
        largest_q[k*Kinds*NeedWidth +: Kinds*NeedWidth] <= largest_i;
      end
    end
  end

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

  /////////////
  // Kernels //
  /////////////

  // Those under way: their number, and the youngest of them. At most one bit is set.
  logic [PartWidth-1:0] number;
  logic [Kernels-1:0]   youngest;

  always @* begin
    number   = '0;
    youngest = kernels_i;
    for (int k = 0; k < Kernels; k++) begin
      number = number + PartWidth'(kernels_i[k]);
      if ((older_q[k*Kernels +: Kernels] & kernels_i) != '0) youngest[k] = 1'b0;
    end
  end

  // The kernel that is looked at: itself; it is under way; it is the youngest; its blocks and its
  // needs.
  logic [Kernels-1:0]         self;
  logic                       present, last, young;
  logic [PlaceWidth-1:0]      blocks;
  logic [Kinds*NeedWidth-1:0] need;

  assign present = (self & kernels_i) != '0;
  assign young   = (self & youngest) != '0;
  assign last    = kernel_q == KernelWidth'(Kernels - 1);

  always @* begin
    self   = '0;
    blocks = '0;
    need   = '0;
    for (int k = 0; k < Kernels; k++) begin
      if (kernel_q == KernelWidth'(k)) begin
        self[k] = 1'b1;
        blocks  = logical_q[k*PlaceWidth +: PlaceWidth];
        need    = need_i[k*Kinds*NeedWidth +: Kinds*NeedWidth];
      end
    end
  end

  ////////////
  // Limits //
  ////////////

  function automatic logic [NeedWidth-1:0] minus(input logic [NeedWidth-1:0] x,
                                                 input logic [NeedWidth-1:0] y);
    minus = y > x ? '0 : x - y;
  endfunction

  logic [Kinds*LimitWidth-1:0] limit;
  logic [PartWidth-1:0]        parts;

  assign parts = rule_i == Equal ? number : PartWidth'(1);

  for (genvar r = 0; r < Kinds; r++) begin : gen_kind
    // Room of an SM; room of an SM that the kernel may take with MPMAX, with QUEUEMOLD, and now.
    logic [NeedWidth-1:0] room, beside, molded, amount;

    // Bit i*Kernels + j: of two programs that of kernel i needs more. The largest one beside.
    logic [Kernels*Kernels-1:0] larger;
    logic [Kernels-1:0]         largest;

    assign room = room_i[r*NeedWidth +: NeedWidth];

    for (genvar i = 0; i < Kernels; i++) begin : gen_larger
      assign larger[i*Kernels + i] = 1'b0;
      for (genvar j = i + 1; j < Kernels; j++) begin : gen_pair
        logic more; // of equals the lower-numbered one is larger

        assign more = largest_q[(i*Kinds + r)*NeedWidth +: NeedWidth] >=
                      largest_q[(j*Kinds + r)*NeedWidth +: NeedWidth];

        assign larger[i*Kernels + j] = more;
        assign larger[j*Kernels + i] = ~more;
      end
    end

    // What the largest kernel beside it leaves. Each pair of kernels is compared: which one is
    // looked at only selects.
    always @* begin
      largest = '0;
      for (int i = 0; i < Kernels; i++) begin
        largest[i] = kernels_i[i] && !self[i];
        for (int j = 0; j < Kernels; j++)
          if (kernels_i[j] && !self[j] && larger[j*Kernels + i]) largest[i] = 1'b0;
      end
    end

    always @* begin
      beside = largest == '0 ? room : '0;
      for (int k = 0; k < Kernels; k++)
        if (largest[k])
          beside = beside | minus(room, largest_q[(k*Kinds + r)*NeedWidth +: NeedWidth]);
    end

    // What the youngest kernel leaves of shared memory; the threads that there may be.
    always @* begin
      molded = room;
      if (r == SharedKind) begin
        molded = '0;
        for (int k = 0; k < Kernels; k++)
          if (youngest[k])
            molded = molded | minus(room, need_i[(k*Kinds + r)*NeedWidth +: NeedWidth]);
      end
      if (r == ThreadKind && mold_i < molded) molded = mold_i;
      if (young) molded = room;
    end

    always @* begin
      case (rule_i)
        Median:  amount = minus(room, median_i[r*NeedWidth +: NeedWidth]);
        Mpmax:   amount = beside;
        Equal:   amount = room;
        default: amount = molded;
      endcase
    end

    assign limit[r*LimitWidth +: LimitWidth] = LimitWidth'(amount) * LimitWidth'(Sms);
  end

  ///////////////////
  // Physical grid //
  ///////////////////

  // What it is asked is constant from Ask on, and it does not look at the limits before it has
  // fitted and cut: the path through them has four cycles.

  logic                    grid_start, grid_done;
  logic [PlaceWidth-1:0]   found;
  // Blocks keep their size, and the grid is not asked while it is not idle.
  logic                    unused_grid_idle;
  logic [ThreadsWidth-1:0] unused_threads;

  assign grid_start = phase_q == Ask && present;

  hd_physical_grid #(
      .Sms(Sms), .Blocks(Blocks), .Kinds(Kinds), .NeedWidth(NeedWidth), .Parts(Kernels)
  ) u_grid (
      .clk_i(clk_i), .rst_ni(rst_ni), .start_en_i(grid_start),
      .logical_i(blocks), .need_i(need), .flexible_i(1'b0),
      .threads_i(need[ThreadKind*NeedWidth +: NeedWidth]),
      .room_i(room_i), .limit_i(limit), .parts_i(parts), .most_i(Most),
      .idle_o(unused_grid_idle), .done_o(grid_done), .blocks_o(found), .threads_o(unused_threads)
  );

  ////////////
  // Places //
  ////////////

  // The kernel that is looked at is done with; the places that it gets.
  logic                  settles;
  logic [PlaceWidth-1:0] places;

  assign settles = (phase_q == Ask && !present) || (phase_q == Wait && grid_done);

  always @* begin
    places = found == '0 ? PlaceWidth'(1) : found;
    if (!present) places = '0;
  end

  for (genvar k = 0; k < Kernels; k++) begin : gen_places
    always_ff @(posedge clk_i) begin
      if (!rst_ni)
        places_q[k*PlaceWidth +: PlaceWidth] <= '0;
      else if (settles && self[k])
        places_q[k*PlaceWidth +: PlaceWidth] <= places;
    end
  end

  always_ff @(posedge clk_i) begin
    if (idle_o)       kernel_q <= '0;
    else if (settles) kernel_q <= kernel_q + KernelWidth'(1);
  end

  /////////////////////
  // What comes next //
  /////////////////////

  always @* begin
    phase_d = phase_q;
    case (phase_q)
      Idle:    if (start_en_i) phase_d = Ask;
      Ask:     if (present) phase_d = Wait;
               else if (last) phase_d = Done;
      Wait:    if (grid_done) phase_d = last ? Done : Ask;
      default: phase_d = Idle;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) phase_q <= Idle;
    else         phase_q <= phase_d;
  end

endmodule
