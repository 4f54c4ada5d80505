// SPDX-License-Identifier: Apache-2.0
//
// Properties of hd_physical_grid (docs/blocks/physical_grid.md), for formal/prove.sh.
//
// Beside the design stands a reference that multiplies. Most of what the page states is in
// hd_physical_grid_promise.sv; here is what the registers mean, from which it follows, and what is
// said of threads.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_physical_grid_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State.
    input logic [2:0]                       phase,
    input logic [Kinds*NeedWidth-1:0]       copy,
    input logic [$clog2(Blocks + 1)-1:0]    held,
    input logic [PlaceWidth-1:0]            after_cut,
    input logic [PlaceWidth-1:0]            rest,
    input logic [ThreadsWidth-1:0]          quotient,
    input logic [$clog2(ThreadsWidth)-1:0]  at,
    input logic [Kinds*LimitWidth-1:0]      used
);

  // Phases.
  localparam logic [2:0] Fit    = 3'd1;
  localparam logic [2:0] Cut    = 3'd2;
  localparam logic [2:0] Grow   = 3'd3;
  localparam logic [2:0] Reduce = 3'd4;
  localparam logic [2:0] Done   = 3'd5;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  logic start;
  assign start = start_en_i & idle_o;

  // The neighbours' promises: what is asked for stays until the search has ended.
  logic                        asked;
  logic [PlaceWidth-1:0]       logical_before, most_before;
  logic [Kinds*NeedWidth-1:0]  need_before, room_before;
  logic                        flexible_before;
  logic [NeedWidth-1:0]        threads_before;
  logic [Kinds*LimitWidth-1:0] limit_before;
  logic [PartWidth-1:0]        parts_before;

  always_ff @(posedge clk_i) begin
    asked           <= rst_ni && (start || (!idle_o && !done_o));
    logical_before  <= logical_i;
    most_before     <= most_i;
    need_before     <= need_i;
    room_before     <= room_i;
    flexible_before <= flexible_i;
    threads_before  <= threads_i;
    limit_before    <= limit_i;
    parts_before    <= parts_i;
  end

  always @* if (on && asked) begin
    assume (logical_i == logical_before && most_i == most_before);
    assume (need_i == need_before && room_i == room_before);
    assume (flexible_i == flexible_before && threads_i == threads_before);
    assume (limit_i == limit_before && parts_i == parts_before);
  end

  // ---------------------------------------------------------------- ghost: time, and what was

  // Cycles since the start.
  localparam int Most = Blocks + 1 + ThreadsWidth + Sms * Blocks + 1 + 1;
  localparam int AgeWidth = $clog2(Most + 2);
  logic [AgeWidth-1:0] age;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || start) age <= '0;
    else if (!idle_o && age != AgeWidth'(Most + 1)) age <= age + AgeWidth'(1);
  end

  logic                    was_idle, was_start, was_done;
  logic [PlaceWidth-1:0]   blocks_before;
  logic [ThreadsWidth-1:0] found_before;
  always_ff @(posedge clk_i) begin
    was_idle      <= idle_o;
    was_done      <= done_o;
    was_start     <= start;
    blocks_before <= blocks_o;
    found_before  <= threads_o;
  end

  // ---------------------------------------------------------------- reference

  // Amounts, wide enough not to wrap.
  localparam int Wide = ThreadsWidth + PlaceWidth + PartWidth + 8;

  // Blocks that an SM can hold. What the registers of fit and of reduce stand for, in each kind.
  logic [Blocks:0]  some_fit;
  logic [Kinds-1:0] copies, uses;
  for (genvar n = 0; n <= Blocks; n++) begin : gen_held
    logic [Kinds-1:0] fits;
    for (genvar r = 0; r < Kinds; r++) begin : gen_kind
      assign fits[r] = Wide'(need_i[r*NeedWidth +: NeedWidth]) * Wide'(n) <=
                       Wide'(room_i[r*NeedWidth +: NeedWidth]);
    end
    assign some_fit[n] = fits == '1;
  end
  for (genvar r = 0; r < Kinds; r++) begin : gen_kind
    logic [Wide-1:0] need, parts;
    assign need      = Wide'(need_i[r*NeedWidth +: NeedWidth]);
    assign parts     = parts_i == '0 ? Wide'(1) : Wide'(parts_i);
    assign copies[r] = Wide'(copy[r*NeedWidth +: NeedWidth]) + Wide'(held) * need ==
                       Wide'(room_i[r*NeedWidth +: NeedWidth]);
    assign uses[r]   = Wide'(used[r*LimitWidth +: LimitWidth]) == Wide'(blocks_o) * parts * need &&
                       used[r*LimitWidth +: LimitWidth] <= limit_i[r*LimitWidth +: LimitWidth];
  end

  logic [Wide-1:0] holds, uncut, cut, lost;
  logic            grows;
  always @* begin
    holds = '0;
    for (int n = 1; n <= Blocks; n++) if (some_fit[n]) holds = Wide'(n);
    uncut = holds * Wide'(Sms);
    if (Wide'(logical_i) < uncut) uncut = Wide'(logical_i);
    cut = Wide'(most_i) < uncut ? Wide'(most_i) : uncut;
  end
  assign grows = flexible_i && cut != '0 && cut != uncut;
  assign lost  = (uncut - cut) * Wide'(threads_i);

  // Grow: bits of the dividend that have been taken, and those that have not; the quotient so far.
  logic [Wide-1:0] taken, open, so_far, mask;
  assign mask   = {Wide{1'b1}} << (Wide'(at) + Wide'(1));
  assign taken  = lost >> (Wide'(at) + Wide'(1));
  assign open   = lost & ~mask;
  assign so_far = Wide'(quotient) &
                  ~({Wide{1'b1}} << (Wide'(ThreadsWidth) - Wide'(1) - Wide'(at)));

  // Threads of all blocks together, behind the cut and before it.
  logic [Wide-1:0] all_now, all_before;
  assign all_now    = cut * Wide'(threads_o);
  assign all_before = uncut * Wide'(threads_i);

  // The page's number of cycles.
  logic [Wide-1:0] cycles;
  assign cycles = holds + Wide'(holds != Wide'(Blocks)) + Wide'(1) +
                  (grows ? Wide'(ThreadsWidth) : '0) + Wide'(blocks_o) + Wide'(1) + Wide'(1);

  // ---------------------------------------------------------------- what is to hold

  always @* if (on) begin
    // P: a reset ends what is under way
    reset_ends: assert (!was_reset || idle_o);
    // P: the phase is one of the six
    phase_range: assert (phase <= Done);
    // P: what was found stays until the next start that counts
    stays: assert (was_reset || was_start || !(was_idle || was_done) ||
                   (blocks_o == blocks_before && threads_o == found_before));
    // P: in fit the copy is what the blocks taken leave of the room, and there is one more to try
    copy_right: assert (phase != Fit || (copies == '1 && 32'(held) < Blocks));
    // P: in cut the number taken is what an SM can hold
    held_right: assert (phase != Cut || Wide'(held) == holds);
    // P: behind the cut there are no more blocks than grid, chip and most_i have
    after_right: assert ((phase != Grow && phase != Reduce && phase != Done) ||
                         Wide'(after_cut) == cut);
    // P: grow is there if threads can change, and some were lost
    grow_right: assert (phase != Grow || (grows && threads_o == ThreadsWidth'(threads_i) &&
                                          32'(at) < ThreadsWidth));
    // P: in grow the bits taken so far have been divided
    rest_right: assert (phase != Grow || (Wide'(rest) + so_far * cut == taken &&
                                          rest < after_cut));
    // P: in grow the other bits are on top of the quotient
    dividend_right: assert (phase != Grow ||
        Wide'(quotient) == ((open << (Wide'(ThreadsWidth) - Wide'(1) - Wide'(at))) | so_far));
    // P: in reduce the room used is that of all parts of the blocks so far, within the limits
    used_right: assert (phase != Reduce || (uses == '1 && Wide'(blocks_o) <= cut));
  end

  always @* if (on && done_o) begin
    // P: without flexible_i, or with no block cut off, the threads of a block are threads_i
    threads_kept: assert (grows || threads_o == ThreadsWidth'(threads_i));
    // P: behind grow the blocks have at least the threads of all, and not with one less each
    threads_made_up: assert (!grows || (all_now >= all_before && all_now < all_before + cut));
    // P: a search takes the page's number of cycles, which depends on what it finds
    takes: assert (Wide'(age) + Wide'(1) == cycles);
  end

  // In reduce and done it is known how many threads a block has.
  always @* if (on && (phase == Reduce || phase == Done)) begin
    // P: behind grow the number of threads is as it will be
    threads_right: assert (grows ? all_now >= all_before && all_now < all_before + cut :
                                   threads_o == ThreadsWidth'(threads_i));
  end

  always @* if (on && rst_ni) begin
    c_grown: cover (done_o && grows && threads_o > ThreadsWidth'(threads_i) && blocks_o != '0);
    c_reduced: cover (done_o && blocks_o != '0 && Wide'(blocks_o) < cut);
    c_none: cover (done_o && blocks_o == '0 && cut != '0);
    c_all: cover (done_o && Wide'(blocks_o) == Wide'(Sms * Blocks));
    c_long: cover (done_o && grows && Wide'(blocks_o) + Wide'(1) == Wide'(Sms * Blocks));
  end
endmodule

// What follows goes to the end of the module hd_physical_grid itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  hd_physical_grid_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS,
      .phase(phase_q), .copy(copy_q), .held(held_q), .after_cut(after_q), .rest(rest_q),
      .quotient(quotient_q), .at(bit_q), .used(used_q)
  );
`endif
