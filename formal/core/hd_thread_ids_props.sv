// SPDX-License-Identifier: Apache-2.0
//
// Properties of the thread ids (docs/blocks/thread_ids.md), for formal/prove.sh.
//
// Beside the design stands a ghost, from the ports alone: the sizes of the kernel that began last,
// and how many cycles ago that was. Ids are right if each is below its size and together they are
// the thread's number: x + X (y + Y z). Of the look-up one port and one lane are followed; both are
// chosen by the solver: what is proven of them holds for all.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_thread_ids_props #(
    `HD_PARAMETERS,
    localparam int LaneWidth = Lanes > 1 ? $clog2(Lanes) : 1,
    localparam int Homes = Lanes / LaneSlots
) (
    `HD_PORTS,
    // State; digits of lane l, and of warp r, are {z, y, x}.
    input logic                            counting,
    input logic [3*SizeWidth-1:0]          size,
    input logic [3*IdWidth-1:0]            ids,
    input logic [LaneWidth-1:0]            at_lane,
    input logic [RankWidth-1:0]            at_rank,
    input logic [Lanes*3*IdWidth-1:0]      lane_ids,
    input logic [MaxWarps*3*IdWidth-1:0]   warp_ids
);

  localparam int Most = Lanes * MaxWarps;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // What the neighbours promise: sizes of at least 1, and no more threads than there can be.
  always @* if (on && kernel_en_i)
    assume (kernel_x_i != '0 && kernel_y_i != '0 && kernel_z_i != '0
            && 32'(kernel_x_i) * 32'(kernel_y_i) * 32'(kernel_z_i) <= Most);

  // ------------------------------------------------------------------ ghost: the kernel

  // One has begun, and its sizes; cycles since then, Most + 1 stands for more. Threads of a block.
  logic begun;
  logic [SizeWidth-1:0] size_x, size_y, size_z;
  logic [SizeWidth:0] age;
  int threads;
  assign threads = 32'(size_x) * 32'(size_y) * 32'(size_z);

  always_ff @(posedge clk_i) begin
    if (32'(age) < Most + 1) age <= age + (SizeWidth+1)'(1);
    if (kernel_en_i) begin
      begun <= 1'b1;
      {size_z, size_y, size_x} <= {kernel_z_i, kernel_y_i, kernel_x_i};
      age <= (SizeWidth+1)'(1);
    end
    if (!rst_ni) begin
      begun <= 1'b0;
      {size_z, size_y, size_x} <= {3{SizeWidth'(1)}};
    end
  end

  // Threads that were looked at before this cycle.
  int looked;
  assign looked = 32'(age) > threads ? threads : 32'(age) - 1;

  // ------------------------------------------------------------------ what is kept

  // The digits of all lanes, and of all warps, whose first thread was looked at, are below their
  // sizes, and the number of that thread.
  logic lanes_right, warps_right;
  logic [IdWidth-1:0] kept_x, kept_y, kept_z;
  always @* begin
    {lanes_right, warps_right} = 2'b11;
    {kept_z, kept_y, kept_x} = '0;
    for (int l = 0; l < Lanes; l++) begin
      {kept_z, kept_y, kept_x} = lane_ids[l*3*IdWidth+:3*IdWidth];
      if (l < looked
          && !(SizeWidth'(kept_x) < size_x && SizeWidth'(kept_y) < size_y
               && 32'(kept_x) + 32'(size_x) * (32'(kept_y) + 32'(size_y) * 32'(kept_z)) == l))
        lanes_right = 1'b0;
    end
    for (int r = 0; r < MaxWarps; r++) begin
      {kept_z, kept_y, kept_x} = warp_ids[r*3*IdWidth+:3*IdWidth];
      if (r * Lanes < looked
          && !(SizeWidth'(kept_x) < size_x && SizeWidth'(kept_y) < size_y
               && 32'(kept_x) + 32'(size_x) * (32'(kept_y) + 32'(size_y) * 32'(kept_z))
                  == r * Lanes))
        warps_right = 1'b0;
    end
  end

  // The ids of the thread that is looked at.
  logic [IdWidth-1:0] now_x, now_y, now_z;
  assign {now_z, now_y, now_x} = ids;

  // ------------------------------------------------------------------ the lane shuffle

  // Table 1 of docs/blocks/lane_shuffle.md, as arithmetic: the thread in a lane, by its number in
  // the warp.
  localparam int Reach = Lanes > 1 ? 1 << $clog2(Lanes) : 1;

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

  function automatic int table_1(input int from, input int rank, input int of);
    int other;
    begin
      other = from;
      if (Shuffle == 1 && rank % 2 == 1) other = Lanes - 1 - from;
      if (Shuffle == 2 && rank + rank >= of) other = Lanes - 1 - from;
      if (Shuffle == 3) other = from ^ (rank % Reach);
      if (Shuffle == 4) other = from ^ backwards(rank);
      table_1 = other < Lanes ? other : from;
    end
  endfunction

  // ------------------------------------------------------------------ the look-up

  (* anyconst *) logic [1:0] port;
  (* anyconst *) logic [LaneWidth-1:0] lane;
  always @* assume (32'(port) < Ports && 32'(lane) < Lanes);

  // The thread that is asked for: part, rank, lane in its own warp, number. What is said of it;
  // whether there is one.
  int part, rank, own_lane, thread;
  logic [IdWidth-1:0] x, y, z;
  logic exists;
  always @* begin
    {part, rank, own_lane, thread} = '0;
    {x, y, z} = '0;
    for (int p = 0; p < Ports; p++)
      for (int l = 0; l < Lanes; l++)
        if (32'(port) == p && 32'(lane) == l) begin
          part = 32'(rank_i[(p*Rows+(Own!=0?l:0))*PartWidth+:PartWidth]);
          rank = part / LaneSlots;
          own_lane = LaneSlots > 1 ? part % LaneSlots * Homes + l % Homes : l;
          thread = rank * Lanes + table_1(own_lane, rank, 32'(warps_o));
          x = x_o[(p*Lanes+l)*IdWidth+:IdWidth];
          y = y_o[(p*Lanes+l)*IdWidth+:IdWidth];
          z = z_o[(p*Lanes+l)*IdWidth+:IdWidth];
        end
    exists = ready_o && thread < threads;
  end

  // The lanes of the last warp that hold a thread.
  logic [Lanes-1:0] last_mask;
  always @* begin
    last_mask = '0;
    for (int l = 0; l < Lanes; l++)
      last_mask[l] = (32'(warps_o) - 1) * Lanes
                     + table_1(l, 32'(warps_o) - 1, 32'(warps_o)) < threads;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: the sizes are kept, and thread after thread is counted until all are
    counter: assert (!begun
        || (size == {size_z, size_y, size_x} && counting == (32'(age) <= threads)
            && (!counting
                || (32'(now_x) + 32'(size_x) * (32'(now_y) + 32'(size_y) * 32'(now_z))
                    == 32'(age) - 1
                    && 32'(at_rank) * Lanes + 32'(at_lane) == 32'(age) - 1
                    && 32'(at_lane) < Lanes && SizeWidth'(now_x) < size_x
                    && SizeWidth'(now_y) < size_y && SizeWidth'(now_z) < size_z))));
    // P: the digits of the first threads, one a lane, are theirs
    lane_digits: assert (!begun || lanes_right);
    // P: the digits of each warp's first thread are its
    warp_digits: assert (!begun || warps_right);
    // P: the block is ready as many cycles behind the first thread's as a block has threads
    counted: assert (ready_o == (begun && 32'(age) > threads));
    // P: each id is below its size
    below: assert (!exists || (SizeWidth'(x) < size_x && SizeWidth'(y) < size_y
                               && SizeWidth'(z) < size_z));
    // P: the ids of a thread are its number
    linear: assert (!exists || 32'(x) + 32'(size_x) * (32'(y) + 32'(size_y) * 32'(z)) == thread);
    // P: warps of a block: with the last one all threads have room, without it not
    warps: assert (!ready_o || (32'(warps_o) * Lanes >= threads
                                && (32'(warps_o) - 1) * Lanes < threads));
    // P: the last warp's lanes that hold a thread
    last: assert (!ready_o || last_mask_o == last_mask);
    // P: a reset ends the count
    reset_ends: assert (!was_reset || (!ready_o && !counting));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_full: cover (exists && threads == Most && thread == Most - 1 && size_x != SizeWidth'(1)
                   && size_y != SizeWidth'(1));
    c_carries: cover (exists && size_x == SizeWidth'(3) && x == '0 && y == IdWidth'(1)
                      && 32'(lane) != 0);
    c_deep: cover (exists && 32'(z) == Most - 1);
    c_other_place: cover (LaneSlots == 1 || (exists && own_lane != 32'(lane)));
    c_one: cover (ready_o && threads == 1);
    c_moved: cover (ready_o && 32'(warps_o) == MaxWarps
                    && (Shuffle == 0 || (last_mask_o & (last_mask_o + Lanes'(1))) != '0));
    c_part: cover (ready_o && last_mask_o != '1 && 32'(warps_o) == MaxWarps);
    c_anew: cover (kernel_en_i && counting && 32'(age) == threads && threads > 2);
    c_smaller: cover (ready_o && threads == 2 && lane_ids[0+:3*IdWidth] == '0
                      && warp_ids[3*IdWidth+:3*IdWidth] != '0);
  end
endmodule

// What follows goes to the end of the module hd_thread_ids itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [Lanes*3*IdWidth-1:0]    props_lane_ids;
  logic [MaxWarps*3*IdWidth-1:0] props_warp_ids;
  for (genvar l = 0; l < Lanes; l++) begin : gen_props_lane
    assign props_lane_ids[l*3*IdWidth +: 3*IdWidth] = {lane_z_q[l], lane_y_q[l], lane_x_q[l]};
  end
  for (genvar r = 0; r < MaxWarps; r++) begin : gen_props_warp
    assign props_warp_ids[r*3*IdWidth +: 3*IdWidth] = {warp_z_q[r], warp_y_q[r], warp_x_q[r]};
  end
  hd_thread_ids_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .counting(counting_q), .size({size_z_q, size_y_q, size_x_q}),
      .ids({z_q, y_q, x_q}), .at_lane(lane_q), .at_rank(rank_q), .lane_ids(props_lane_ids),
      .warp_ids(props_warp_ids)
  );
`endif
