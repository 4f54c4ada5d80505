// SPDX-License-Identifier: Apache-2.0
//
// Properties of hd_elastic (docs/blocks/elastic.md), for formal/prove.sh.
//
// Free: hd_physical_grid
//
// The physical grid says anything at any time that its promises allow, which are proven of it. What
// it is promised in turn is proven here.
//
// The solver chooses a kernel, another one, a third, and a kind of room. What is proven of them
// holds for all. What a kernel has got is looked at from then on until the search is done.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_elastic_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State.
    input logic [1:0]                    phase,
    input logic [31:0]                   at,
    input logic [Kernels*PlaceWidth-1:0] logical,
    input logic [Kernels*Kernels-1:0]    older,
    // What the physical grid is told, and what it says.
    input logic                          grid_start,
    input logic                          grid_idle,
    input logic                          grid_done,
    input logic [PlaceWidth-1:0]         asked_blocks,
    input logic [Kinds*NeedWidth-1:0]    asked_need,
    input logic [Kinds*(NeedWidth + $clog2(Sms + 1))-1:0] asked_limit,
    input logic [$clog2(Kernels + 1)-1:0] asked_parts
);

  localparam int KindWidth  = Kinds > 1 ? $clog2(Kinds) : 1;

  // Rules and phases.
  localparam logic [1:0] Median = 2'd0;
  localparam logic [1:0] Mpmax  = 2'd1;
  localparam logic [1:0] Equal  = 2'd2;
  localparam logic [1:0] Mold   = 2'd3;
  localparam logic [1:0] Ask    = 2'd1;
  localparam logic [1:0] Wait   = 2'd2;

  // Places that there can be.
  localparam int Most = Sms * Blocks;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  logic start;
  assign start = start_en_i & idle_o;

  // ---------------------------------------------------------------- three kernels, a kind

  (* anyconst *) logic [KernelWidth-1:0] kernel, other, third;
  (* anyconst *) logic [KindWidth-1:0]   kind;
  always @* assume (32'(kernel) < Kernels && 32'(other) < Kernels && 32'(third) < Kernels);
  always @* assume (32'(kind) < Kinds);

  // ---------------------------------------------------------------- the neighbours' promises

  // What is asked for stays until the search has ended; a kernel that it is about does not begin,
  // and has begun.
  logic                               asked;
  logic [1:0]                         rule_before;
  logic [Kernels-1:0]                 kernels_before, begun, begins;
  logic [Kinds*NeedWidth-1:0]         room_before, median_before;
  logic [Kernels*Kinds*NeedWidth-1:0] need_before;
  logic [NeedWidth-1:0]               mold_before;

  always @* begin
    begins = '0;
    for (int k = 0; k < Kernels; k++)
      if (begin_en_i && begin_kernel_i == KernelWidth'(k)) begins[k] = 1'b1;
  end

  always_ff @(posedge clk_i) begin
    asked          <= rst_ni && (start || (!idle_o && !done_o));
    rule_before    <= rule_i;
    kernels_before <= kernels_i;
    room_before    <= room_i;
    median_before  <= median_i;
    need_before    <= need_i;
    mold_before    <= mold_i;
    begun          <= rst_ni ? begun | begins : '0;
  end

  always @* if (on) begin
    assume (!begin_en_i || (grid_x_i != '0 && grid_y_i != '0 && grid_z_i != '0));
    if (asked) begin
      assume (rule_i == rule_before && kernels_i == kernels_before && mold_i == mold_before);
      assume (room_i == room_before && median_i == median_before && need_i == need_before);
    end
    if (start || !idle_o) assume ((kernels_i & (begins | ~begun)) == '0);
  end

  // ---------------------------------------------------------------- ghost: what has begun, time

  // The largest need of the other kernel's program in the kind.
  logic [NeedWidth-1:0] other_largest;
  always_ff @(posedge clk_i)
    for (int k = 0; k < Kernels; k++)
      if (begins[k] && other == KernelWidth'(k))
        for (int r = 0; r < Kinds; r++)
          if (kind == KindWidth'(r)) other_largest <= largest_i[r*NeedWidth +: NeedWidth];

  // Since the kernel began, the other one has.
  logic later;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) later <= kernel < other;
    else if (begin_en_i && begin_kernel_i == other && kernel != other) later <= 1'b1;
    else if (begin_en_i && begin_kernel_i == kernel) later <= 1'b0;
  end

  // Two factors of the grid were 1 when the kernel began; the third, or Most. All were less than
  // 8; their product, or Most.
  logic        line, tiny;
  logic [31:0] length;
  logic [8:0]  product;
  logic [31:0] volume;
  assign product = 9'(grid_x_i[2:0]) * 9'(grid_y_i[2:0]) * 9'(grid_z_i[2:0]);
  always_ff @(posedge clk_i) begin
    if (begin_en_i && begin_kernel_i == kernel) begin
      line   <= 32'(grid_x_i == 1) + 32'(grid_y_i == 1) + 32'(grid_z_i == 1) >= 2;
      length <= (grid_x_i | grid_y_i | grid_z_i) > Most ? Most : 32'd0;
      if ((grid_x_i | grid_y_i | grid_z_i) <= Most)
        length <= grid_x_i != 1 ? grid_x_i : grid_y_i != 1 ? grid_y_i : grid_z_i;
      tiny   <= (grid_x_i | grid_y_i | grid_z_i) < 8;
      volume <= 32'(product) > Most ? Most : 32'(product);
    end
  end

  // Cycles since the start; cycles of a physical grid, since it was started.
  localparam int Grid = Blocks + 1 + Most + 1 + 1;
  localparam int Longest = Kernels * (1 + Grid) + 1;
  localparam int AgeWidth = $clog2(Longest + 2);
  logic [AgeWidth-1:0] age, waited;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || start) age <= '0;
    else if (!idle_o && age != AgeWidth'(Longest + 1)) age <= age + AgeWidth'(1);
    if (!rst_ni || phase != Wait) waited <= '0;
    else if (waited != AgeWidth'(Longest + 1)) waited <= waited + AgeWidth'(1);
  end

  // The kernels of the search with a number below that of the one that is looked at, times what
  // they take at most, and a cycle for each kernel.
  logic [31:0] number, passed, allowed;
  always @* begin
    number = 0;
    passed = 0;
    for (int k = 0; k < Kernels; k++) begin
      number = number + 32'(kernels_i[k]);
      if (32'(k) < at) passed = passed + 32'(kernels_i[k]);
    end
    allowed = passed * Grid + at;
  end

  logic                          was_idle;
  logic [Kernels*PlaceWidth-1:0] places_before;
  always_ff @(posedge clk_i) begin
    was_idle      <= idle_o;
    places_before <= places_o;
  end

  // What the physical grid was told in the cycle before, while it still goes on.
  logic                                        was_asking;
  logic [PlaceWidth-1:0]                       was_blocks;
  logic [Kinds*NeedWidth-1:0]                  was_need;
  logic [Kinds*(NeedWidth + $clog2(Sms + 1))-1:0] was_limit;
  logic [$clog2(Kernels + 1)-1:0]              was_parts;
  always_ff @(posedge clk_i) begin
    was_asking <= rst_ni && (grid_start || !grid_idle) && !grid_done;
    was_blocks <= asked_blocks;
    was_need   <= asked_need;
    was_limit  <= asked_limit;
    was_parts  <= asked_parts;
  end

  // ---------------------------------------------------------------- the chosen kernel

  // Amounts, wide enough not to wrap.
  localparam int Wide = NeedWidth + PlaceWidth + 12;

  function automatic logic [Wide-1:0] minus(input logic [Wide-1:0] x, input logic [Wide-1:0] y);
    minus = y > x ? '0 : x - y;
  endfunction

  // Whether they are under way, older, and the youngest; places, blocks; the needs in the kind.
  logic               present, other_present, is_youngest, settled;
  logic               is_older, other_older, third_older, chain_older, self_older;
  logic [Wide-1:0]    places, blocks, need, room, median, taken, shared, chip, all_taken;
  always @* begin
    present       = 1'b0;
    other_present = 1'b0;
    is_youngest   = 1'b1;
    is_older      = 1'b0;
    other_older   = 1'b0;
    third_older   = 1'b0;
    chain_older   = 1'b0;
    self_older    = 1'b0;
    places        = '0;
    blocks        = '0;
    need          = '0;
    room          = '0;
    median        = '0;
    shared        = '0;
    all_taken     = '0;
    for (int r = 0; r < Kinds; r++) begin
      if (kind == KindWidth'(r)) begin
        room   = Wide'(room_i[r*NeedWidth +: NeedWidth]);
        median = Wide'(median_i[r*NeedWidth +: NeedWidth]);
      end
    end
    for (int k = 0; k < Kernels; k++) begin
      if (kernel == KernelWidth'(k)) begin
        present    = kernels_i[k];
        places     = Wide'(places_o[k*PlaceWidth +: PlaceWidth]);
        blocks     = Wide'(logical[k*PlaceWidth +: PlaceWidth]);
        self_older = older[k*Kernels + k];
        for (int j = 0; j < Kernels; j++) begin
          if (kernels_i[j] && older[k*Kernels + j]) is_youngest = 1'b0;
          if (other == KernelWidth'(j)) is_older = older[k*Kernels + j];
          if (other == KernelWidth'(j)) other_older = older[j*Kernels + k];
          if (third == KernelWidth'(j)) third_older = older[k*Kernels + j];
        end
      end
      if (other == KernelWidth'(k)) begin
        other_present = kernels_i[k];
        shared = Wide'(need_i[(k*Kinds + SharedKind)*NeedWidth +: NeedWidth]);
        for (int j = 0; j < Kernels; j++)
          if (third == KernelWidth'(j)) chain_older = older[k*Kernels + j];
      end
      for (int r = 0; r < Kinds; r++) begin
        if (kind == KindWidth'(r)) begin
          if (kernel == KernelWidth'(k))
            need = Wide'(need_i[(k*Kinds + r)*NeedWidth +: NeedWidth]);
          if (places_o[k*PlaceWidth +: PlaceWidth] > PlaceWidth'(1))
            all_taken = all_taken + Wide'(places_o[k*PlaceWidth +: PlaceWidth]) *
                                    Wide'(need_i[(k*Kinds + r)*NeedWidth +: NeedWidth]);
        end
      end
    end
    settled = done_o || (!idle_o && at > 32'(kernel));
    taken   = places > 1 ? places * need : '0;
  end

  // The other kernel is the youngest of those under way.
  logic other_youngest;
  always @* begin
    other_youngest = other_present;
    for (int k = 0; k < Kernels; k++)
      if (other == KernelWidth'(k))
        for (int j = 0; j < Kernels; j++)
          if (kernels_i[j] && older[k*Kernels + j]) other_youngest = 1'b0;
  end

  // Blocks that the chip holds of the chosen kernel.
  logic [Blocks:0] some_fit;
  always @* begin
    some_fit = '1;
    for (int n = 0; n <= Blocks; n++)
      for (int k = 0; k < Kernels; k++)
        for (int r = 0; r < Kinds; r++)
          if (kernel == KernelWidth'(k) &&
              Wide'(need_i[(k*Kinds + r)*NeedWidth +: NeedWidth]) * Wide'(n) >
              Wide'(room_i[r*NeedWidth +: NeedWidth])) some_fit[n] = 1'b0;
    chip = '0;
    for (int n = 1; n <= Blocks; n++) if (some_fit[n]) chip = Wide'(n * Sms);
  end

  // As many places as grid and chip allow, but one at least.
  logic [Wide-1:0] enough;
  always @* begin
    enough = blocks < chip ? blocks : chip;
    if (enough == '0) enough = Wide'(1);
  end

  // ---------------------------------------------------------------- what is to hold

  always @* if (on) begin
    // P: a reset leaves no place and no search, and lower numbers older
    reset_clears: assert (!was_reset || (idle_o && places_o == '0 && is_older == (kernel < other)));
    // P: of two kernels exactly one is older, none is older than itself, and age is an order
    total_order: assert (!self_older && (kernel == other || is_older != other_older) &&
                         !(is_older && chain_older && !third_older));
    // P: the kernel that began last is the younger one
    younger_later: assert (kernel == other || is_older == later);
    // P: a grid has 1 to Sms * Blocks blocks
    grid_range: assert (!present || !settled || (blocks != '0 && blocks <= Wide'(Most)));
    // P: a grid with two factors 1 has as many blocks as the third says, or Sms * Blocks
    grid_line: assert (!present || idle_o || !line || blocks == Wide'(length));
    // P: a grid with all factors below 8 has their product of blocks, or Sms * Blocks
    grid_small: assert (!present || idle_o || !tiny || blocks == Wide'(volume));
    // P: places change only in a search
    stays: assert (was_reset || !was_idle || places_o == places_before);
  end

  // The physical grid keeps its promises in cycles without a reset.
  always @* if (on && rst_ni) begin
    // P: the physical grid is asked while it is idle, and it goes on while it is waited for
    asks_idle: assert ((!grid_start || grid_idle) && grid_idle == (phase != Wait));
    // P: while the physical grid goes on, what it was asked stays
    grid_kept: assert (!was_asking || (asked_blocks == was_blocks && asked_need == was_need &&
                                       asked_limit == was_limit && asked_parts == was_parts));
    // P: no kernel is looked at that there is not
    kernel_range: assert ((phase != Ask && phase != Wait) || at < Kernels);
    // P: while a physical grid goes on, that ends within its number of cycles
    waits_soon: assert (phase != Wait || 32'(waited) < Grid);
    // P: up to the kernel that is looked at a search takes a cycle each, and their physical grids
    in_time: assert ((phase != Ask && phase != Wait) || 32'(age) <= allowed +
                     (phase == Wait ? 32'd1 + 32'(waited) : 32'd0));
    // P: a search ends within a cycle for each kernel, the physical grids, and one
    ends_soon: assert (idle_o || 32'(age) < number * Grid + Kernels + 1);
  end

  always @* if (on && settled) begin
    // P: each kernel of the search has a place, and no other kernel
    a_place_each: assert ((places != '0) == present);
    // P: with MEDIAN more than one place leave the median kernel its room on each SM together
    leaves_median: assert (rule_i != Median || !present ||
                           taken <= Wide'(Sms) * minus(room, median));
    // P: with MPMAX likewise the largest kernel of each other program
    leaves_room: assert (rule_i != Mpmax || !present || !other_present || kernel == other ||
                         taken <= Wide'(Sms) * minus(room, Wide'(other_largest)));
    // P: with EQUAL more than one place fit into a part of the chip
    part_fits: assert (rule_i != Equal || !present || taken * Wide'(number) <= Wide'(Sms) * room);
    // P: with QUEUEMOLD the youngest kernel has as many places as its grid and the chip allow
    youngest_free: assert (rule_i != Mold || !present || !is_youngest || places == enough);
    // P: with QUEUEMOLD older kernels leave the youngest its shared memory
    shared_left: assert (rule_i != Mold || !present || kernel == other || !other_youngest ||
                         32'(kind) != SharedKind || taken <= Wide'(Sms) * minus(room, shared));
    // P: with QUEUEMOLD older kernels have no more threads than the mold says
    threads_molded: assert (rule_i != Mold || !present || is_youngest || 32'(kind) != ThreadKind ||
                            taken <= Wide'(Sms) * Wide'(mold_i));
    // P: a kernel with one rule or another has no more places than its grid has blocks
    within_grid: assert (!present || places <= blocks);
  end

  always @* if (on && done_o) begin
    // P: with EQUAL the places of all kernels with more than one fit into the chip together
    parts_fit: assert (rule_i != Equal || all_taken <= Wide'(Sms) * room);
  end

  always @* if (on && rst_ni) begin
    c_median: cover (done_o && rule_i == Median && &kernels_i && places > 1 && median != '0);
    c_mpmax: cover (done_o && rule_i == Mpmax && &kernels_i && places == Wide'(Most));
    c_equal: cover (done_o && rule_i == Equal && &kernels_i && places > 1 && need != '0);
    c_mold: cover (done_o && rule_i == Mold && is_older && other_youngest && places == 2 &&
                   shared != '0);
    c_least: cover (done_o && need > room && places == 1);
  end
endmodule

// What follows goes to the end of the module hd_elastic itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  hd_elastic_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS,
      .phase(phase_q), .at(32'(kernel_q)), .logical(logical_q), .older(older_q),
      .grid_start(grid_start), .grid_idle(unused_grid_idle), .grid_done(grid_done),
      .asked_blocks(blocks), .asked_need(need), .asked_limit(limit), .asked_parts(parts)
  );
`endif
