// SPDX-License-Identifier: Apache-2.0
//
// Properties of the lane shuffle (docs/blocks/lane_shuffle.md), for formal/prove.sh. Nothing is
// kept: each property is about one cycle, and the clock is that of the proof.
//
// Beside the design stands Table 1 as arithmetic on numbers. One lane is followed, chosen by the
// solver: what is proven of it holds for all. Two properties ask for more than the table: with each
// thread's number as its value the lanes are the map itself.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_lane_shuffle_props #(
    `HD_PARAMETERS,
    localparam int LaneWidth = Lanes > 1 ? $clog2(Lanes) : 1
) (
    `HD_PORTS
);

  // As everywhere: after the reset of the first cycle. (A solver wants a register as well.)
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  // ------------------------------------------------------------------ Table 1

  localparam int Reach = Lanes > 1 ? 1 << $clog2(Lanes) : 1;

  // The rank's low digits, of base 2, from the other end.
  function automatic int backwards(input int rank);
    int rest;
    begin
      backwards = 0;
      rest = rank;
      for (int j = 1; j < Reach; j = 2 * j) begin
        backwards = 2 * backwards + rest % 2;
        rest = rest / 2;
      end
    end
  endfunction

  function automatic int table_1(input int thread, input int rank, input int warps);
    int other;
    begin
      other = thread;
      if (Kind == 1 && rank % 2 == 1) other = Lanes - 1 - thread;
      if (Kind == 2 && rank + rank >= warps) other = Lanes - 1 - thread;
      if (Kind == 3) other = thread ^ (rank % Reach);
      if (Kind == 4) other = thread ^ backwards(rank);
      table_1 = other < Lanes ? other : thread;
    end
  endfunction

  // ------------------------------------------------------------------ one lane

  (* anyconst *) logic [LaneWidth-1:0] lane;
  always @* assume (32'(lane) < Lanes);

  // Its rank; what it has; the value of its thread.
  logic [WarpWidth-1:0] rank;
  logic [Width-1:0] here, own_value;
  int thread;
  always @* begin
    rank = warp_i[0+:WarpWidth];
    for (int r = 0; r < Rows; r++)
      if (32'(lane) == r && Own != 0) rank = warp_i[r*WarpWidth+:WarpWidth];
    thread = table_1(32'(lane), 32'(rank), 32'(warps_i));
    here = '0;
    own_value = '0;
    for (int l = 0; l < Lanes; l++) begin
      if (32'(lane) == l) here = lane_o[l*Width+:Width];
      if (thread == l) own_value = thread_i[l*Width+:Width];
    end
  end

  // ------------------------------------------------------------------ all lanes

  // Each thread's value is its number; all lanes are of one warp.
  logic named, together;
  always @* begin
    named = Width >= $clog2(Lanes);
    together = 1'b1;
    for (int t = 0; t < Lanes; t++)
      if (64'(thread_i[t*Width+:Width]) != 64'(t)) named = 1'b0;
    for (int r = 1; r < Rows; r++)
      if (warp_i[r*WarpWidth+:WarpWidth] != warp_i[0+:WarpWidth]) together = 1'b0;
  end

  // The value in the lane that `here` is the number of; a lane has the value `lane`.
  logic [Width-1:0] back;
  logic found;
  always @* begin
    back = '0;
    found = 1'b0;
    for (int l = 0; l < Lanes; l++) begin
      if (64'(here) == 64'(l)) back = lane_o[l*Width+:Width];
      if (64'(lane_o[l*Width+:Width]) == 64'(lane)) found = 1'b1;
    end
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: a lane has the value of the thread that Table 1 says
    function_of: assert (here == own_value);
    // P: each thread is in a lane
    permutation: assert (!named || !together || found);
    // P: from a lane to its thread, and from the lane of that number to its thread: the first lane
    involution: assert (!named || !together || 64'(back) == 64'(lane));
    // P: the first warp of a block is not shuffled
    first: assert (rank != '0 || warps_i == '0 || here == thread_i[32'(lane)*Width+:Width]);
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_moves: cover (Lanes == 1 || Warps == 1 || Kind == 0 || (named && 64'(here) != 64'(lane)));
    c_stays: cover (named && together && 64'(here) == 64'(lane));
    c_last: cover (named && together && 32'(lane) == Lanes - 1
                   && (Kind == 0 || Lanes == 1 || Warps == 1 || 64'(here) != 64'(lane)));
  end
endmodule

// What follows goes to the end of the module hd_lane_shuffle itself, in the copy that is proven.
`ifdef HD_INSIDE
  hd_lane_shuffle_props #(`HD_SAME_PARAMETERS) u_props (`HD_SAME_PORTS);
`endif
