// SPDX-License-Identifier: Apache-2.0
//
// Work distributor: the dispatch socket of a GPU. It takes launches from the host, makes them
// kernels, divides the SMs among these, gives their blocks to SMs, and tells which are done.
//
// Behaviour
// - A launch becomes the lowest-numbered kernel that does not run, while no division of the SMs is
//   under way or due. All SMs are told of it at once.
// - The SMs are divided anew when a kernel has begun or is done, and when the policy has changed.
// - A kernel is open, and gives blocks, from the first division behind its begin on, once every SM
//   has taken it.
// - With the policy elastic a kernel has a number of places: a place whose block has ended takes
//   the kernel's next block.
// - A kernel with slices gives the blocks of one, waits until none is on an SM, and is the youngest
//   with its next slice.
// - A kernel is finished when it has no block left and no SM has one.
//
// Corner cases
// - A launch of which a block needs more than an SM has is refused; it is done in the next cycle.
// - A division that is asked for as one starts is due again: the one that starts does not know.
// - Two kernels are finished: the lower-numbered one is done, the other one in the next cycle. A
//   refused launch goes before both.
// - A division ends while an SM is not idle: its kernels are opened in the first cycle in which
//   every SM is.
//
// Lindholm, Nickolls, Oberman, Montrym, NVIDIA Tesla, IEEE Micro 28(2), 2008.
// Xu, Jeon, Kim, Ro, Annavaram, Warped-Slicer, ISCA 2016: sections II.A, III with Figure 2.
// Pai, Thazhuthaveetil, Govindarajan, Elastic Kernels, ASPLOS 2013: sections 3, 4.

module hd_work_distributor #(
    // SMs. An account and a row of limits each.
    parameter int Sms       = 16,
    // Kernels under way. A cursor, needs and a limit in each row.
    parameter int Kernels   = 4,
    // Blocks of a kernel that an SM holds at most.
    parameter int Blocks    = 8,
    // Kinds of room: threads, registers, shared memory, blocks, warps.
    parameter int Kinds     = 5,
    // Bits of an amount of room.
    parameter int NeedWidth = 17,
    // The kinds that count threads and shared memory.
    parameter int ThreadKind = 0,
    parameter int SharedKind = 3,
    // Streams; hardware queues, stream s uses queue s mod Queues.
    parameter int Streams   = 32,
    parameter int Queues    = 32,
    // Commands that a queue holds.
    parameter int Depth     = 4,
    // Numbers of launches, those that wait and those that run.
    parameter int Launches  = 64,
    localparam int KernelWidth = Kernels > 1 ? $clog2(Kernels) : 1,
    localparam int BlockWidth  = $clog2(Blocks + 1),
    localparam int PlaceWidth  = $clog2(Sms * Blocks + 1),
    localparam int StreamWidth = Streams > 1 ? $clog2(Streams) : 1,
    localparam int LaunchWidth = Launches > 1 ? $clog2(Launches) : 1
) (
    // Clock; synchronous reset, active low.
    input  logic                              clk_i,
    input  logic                              rst_ni,

    // Host: commands
    // A launch comes, or with push_wait_i a wait of the stream for a launch.
    input  logic                              push_en_i,
    input  logic                              push_wait_i,
    input  logic [StreamWidth-1:0]            push_stream_i,
    input  logic [LaunchWidth-1:0]            push_launch_i,
    // The queue is full; a launch may have this number. State only.
    output logic [Queues-1:0]                 full_o,
    output logic [Launches-1:0]               free_o,

    // Host: a launch begins
    // A launch can begin. Depends on sm_idle_i.
    output logic                              launch_valid_o,
    // Its number, and the kernel that it becomes; meaningful while launch_valid_o. State only.
    output logic [LaunchWidth-1:0]            launch_number_o,
    output logic [KernelWidth-1:0]            launch_kernel_o,
    // The host describes it: what follows is the launch's.
    input  logic                              launch_ready_i,
    // Blocks of its grid, each at least 1.
    input  logic [31:0]                       grid_x_i,
    input  logic [31:0]                       grid_y_i,
    input  logic [31:0]                       grid_z_i,
    // Room that a block needs, kind r at r*NeedWidth.
    input  logic [Kinds*NeedWidth-1:0]        need_i,
    // The most that a block of any kernel of its program needs, kind by kind.
    input  logic [Kinds*NeedWidth-1:0]        largest_i,
    // Blocks of a slice of the grid; 0: no slices.
    input  logic [31:0]                       slice_i,
    // Every SM takes the kernel in this cycle; it is refused, since a block needs more room than
    // there is. They depend on sm_idle_i, launch_ready_i, need_i, room_i.
    output logic                              kernel_en_o,
    output logic                              refused_o,

    // Host: a launch is done
    // State only; the number is meaningful while done_valid_o.
    output logic                              done_valid_o,
    output logic [LaunchWidth-1:0]            done_launch_o,
    // No command is in a queue, and no launch runs. State only.
    output logic                              idle_o,

    // Policy
    // The room of an SM; does not change.
    input  logic [Kinds*NeedWidth-1:0]        room_i,
    // As in the share limits, 5: elastic. A division goes by what they are as it starts.
    input  logic [2:0]                        policy_i,
    input  logic [BlockWidth-1:0]             from_i,
    input  logic [Kernels*BlockWidth-1:0]     given_i,
    // As in elastic.
    input  logic [1:0]                        rule_i,
    input  logic [Kinds*NeedWidth-1:0]        median_i,
    input  logic [NeedWidth-1:0]              mold_i,
    // As in the block dispatch.
    input  logic                              strict_i,
    input  logic                              spread_i,
    // Divide anew: the policy has changed.
    input  logic                              replan_i,

    // SMs
    // The SM can take a kernel, and has taken the last one.
    input  logic [Sms-1:0]                    sm_idle_i,
    // A block goes to this SM; of this kernel, with this place in the grid, {z, y, x}, both
    // meaningful while a bit of block_valid_o is high. They depend on strict_i, spread_i,
    // block_ready_i.
    output logic [Sms-1:0]                    block_valid_o,
    output logic [KernelWidth-1:0]            block_kernel_o,
    output logic [95:0]                       block_id_o,
    // The SM takes a block in this cycle.
    input  logic [Sms-1:0]                    block_ready_i,
    // A block has ended on this SM; it was of this kernel, which must have one there.
    input  logic [Sms-1:0]                    end_valid_i,
    input  logic [Sms*KernelWidth-1:0]        end_kernel_i,

    // Status
    // The kernel is under way. State only, and so what follows.
    output logic [Kernels-1:0]                runs_o,
    // It may hold no block on any SM; meaningful from the end of a division until the next start.
    output logic [Kernels-1:0]                none_o,
    // Blocks of kernel k on SM s: s*Kernels + k. A place that is kept is a block here.
    output logic [Sms*Kernels*BlockWidth-1:0] blocks_o,
    // Places that each kernel may have, as in elastic.
    output logic [Kernels*PlaceWidth-1:0]     places_o
);

`ifndef SYNTHESIS
  initial begin
    if (Sms < 1 || Sms > 64) $fatal(1, "hd_work_distributor: Sms must be 1 to 64");
    if (Kernels < 1 || Kernels > 16) $fatal(1, "hd_work_distributor: Kernels must be 1 to 16");
    if (Blocks < 1 || Blocks > 64) $fatal(1, "hd_work_distributor: Blocks must be 1 to 64");
    if (Kinds < 1 || Kinds > 8) $fatal(1, "hd_work_distributor: Kinds must be 1 to 8");
    if (NeedWidth < 1 || NeedWidth > 32)
      $fatal(1, "hd_work_distributor: NeedWidth must be 1 to 32");
    if (ThreadKind < 0 || ThreadKind >= Kinds)
      $fatal(1, "hd_work_distributor: ThreadKind must be below Kinds");
    if (SharedKind < 0 || SharedKind >= Kinds)
      $fatal(1, "hd_work_distributor: SharedKind must be below Kinds");
    if (Streams < 1 || Streams > 64) $fatal(1, "hd_work_distributor: Streams must be 1 to 64");
    if (Queues < 1 || Queues > Streams)
      $fatal(1, "hd_work_distributor: Queues must be 1 to Streams");
    if (Depth < 1 || Depth > 64) $fatal(1, "hd_work_distributor: Depth must be 1 to 64");
    if (Launches < 2 || Launches > 256)
      $fatal(1, "hd_work_distributor: Launches must be 2 to 256");
  end
`endif

  localparam int SmWidth = Sms > 1 ? $clog2(Sms) : 1;

  localparam logic [2:0] Elastic = 3'd5;

  ///////////
  // State //
  ///////////

  // Of each kernel: it is under way; its blocks may be given; a division that looks at it has
  // started since it began, has ended.
  logic [Kernels-1:0]                 runs_q, open_q, planned_q, ready_q;
  // Its launch, what a block needs, blocks of a slice; meaningful while it runs.
  logic [Kernels*LaunchWidth-1:0]     launch_q;
  logic [Kernels*Kinds*NeedWidth-1:0] need_q;
  logic [Kernels*32-1:0]              slice_q;
  // The kernels of the division that is under way or was the last.
  logic [Kernels-1:0]                 among_q;
  // A division is due.
  logic                               due_q;
  // A refusal waits to be reported; its launch.
  logic                               refused_q;
  logic [LaunchWidth-1:0]             refused_launch_q;
  // The SMs have got their room.
  logic                               taken_q;

  assign runs_o = runs_q;

  // What the blocks inside say of their state.
  logic               launch_there;  // a launch can leave its queue
  logic               limits_idle, limits_done;
  logic               places_idle, places_done;
  logic [Kernels-1:0] left, more;    // the kernel has a block left in its grid, to give
  logic [Kernels-1:0] here;          // it has a block on some SM

  // The lowest of a set.
  function automatic logic [Kernels-1:0] lowest(input logic [Kernels-1:0] set);
    lowest = set & (~set + Kernels'(1));
  endfunction

  ////////////
  // Launch //
  ////////////

  // Beside a division nothing begins: what it looks at must stay.
  logic [Kernels-1:0] next;   // the kernel that the launch becomes
  logic [Kernels-1:0] begins;
  logic [Kinds-1:0]   enough; // an SM has as much as a block needs

  logic all_idle, leaves, rests;

  assign all_idle = &sm_idle_i;
  assign rests    = limits_idle & places_idle;
  assign next     = lowest(~runs_q);

  assign launch_valid_o = launch_there && next != '0 && all_idle && rests && !due_q &&
                          !refused_q && taken_q;

  always @* begin
    launch_kernel_o = '0;
    for (int k = 0; k < Kernels; k++)
      if (next[k]) launch_kernel_o = launch_kernel_o | KernelWidth'(k);
  end

  for (genvar r = 0; r < Kinds; r++) begin : gen_kind
    assign enough[r] = need_i[r*NeedWidth +: NeedWidth] <= room_i[r*NeedWidth +: NeedWidth];
  end

  assign leaves      = launch_valid_o & launch_ready_i;
  assign kernel_en_o = leaves & &enough;
  assign refused_o   = leaves & ~&enough;
  assign begins      = kernel_en_o ? next : '0;

  //////////
  // Done //
  //////////

  // A refusal waits for one cycle, in which it goes before all kernels.
  logic [Kernels-1:0] finished, done;

  assign finished = runs_q & ~left & ~here;
  assign done     = refused_q ? '0 : lowest(finished);

  assign done_valid_o = refused_q || finished != '0;

  always @* begin
    done_launch_o = refused_q ? refused_launch_q : '0;
    for (int k = 0; k < Kernels; k++)
      if (done[k]) done_launch_o = done_launch_o | launch_q[k*LaunchWidth +: LaunchWidth];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) refused_q <= 1'b0;
    else         refused_q <= refused_o;
  end

  always_ff @(posedge clk_i) begin
    if (refused_o) refused_launch_q <= launch_number_o;
  end

  //////////////
  // Division //
  //////////////

  // Asked for beside a start, a division is due again.
  logic start, asks;
  // With the policy elastic places are found behind the limits.
  logic elastic, divided;

  assign start   = due_q & rests;
  assign asks    = kernel_en_o | done != '0 | replan_i;
  assign elastic = policy_q == Elastic;
  assign divided = elastic ? places_done : limits_done;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)    due_q <= 1'b0;
    else if (asks)  due_q <= 1'b1;
    else if (start) due_q <= 1'b0;
  end

  // From the cycle of the start on the division sees the same kernels and the same policy; a kernel
  // that is done meanwhile stays among them.
  logic [Kernels-1:0]            among;
  logic [2:0]                    policy, policy_q;
  logic [BlockWidth-1:0]         from, from_q;
  logic [Kernels*BlockWidth-1:0] given, given_q;
  logic [1:0]                    rule_q;
  logic [Kinds*NeedWidth-1:0]    median_q;
  logic [NeedWidth-1:0]          mold_q;

  assign among  = start ? runs_q : among_q;
  assign policy = start ? policy_i : policy_q;
  assign from   = start ? from_i : from_q;
  assign given  = start ? given_i : given_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      among_q  <= '0;
      policy_q <= '0;
    end else begin
      among_q  <= among;
      policy_q <= policy;
    end
  end

  always_ff @(posedge clk_i) begin
    from_q  <= from;
    given_q <= given;
    if (start) begin
      rule_q   <= rule_i;
      median_q <= median_i;
      mold_q   <= mold_i;
    end
  end

  /////////////
  // Kernels //
  /////////////

  logic [Kernels-1:0] ready, opens;

  assign ready = ready_q | (divided ? planned_q : '0);
  assign opens = all_idle ? ready : '0;

  // No kernel begins and is done in one cycle: one does not run, the other one does.
  for (genvar k = 0; k < Kernels; k++) begin : gen_kernel
    always_ff @(posedge clk_i) begin
      if (!rst_ni || done[k]) begin
        runs_q[k]    <= 1'b0;
        open_q[k]    <= 1'b0;
        planned_q[k] <= 1'b0;
        ready_q[k]   <= 1'b0;
      end else begin
        if (begins[k])          runs_q[k]    <= 1'b1;
        if (opens[k])           open_q[k]    <= 1'b1;
        if (start && runs_q[k]) planned_q[k] <= 1'b1;
        if (ready[k])           ready_q[k]   <= 1'b1;
      end
    end

    always_ff @(posedge clk_i) begin
      if (begins[k]) begin
        launch_q[k*LaunchWidth +: LaunchWidth]         <= launch_number_o;
        need_q[k*Kinds*NeedWidth +: Kinds*NeedWidth] <= need_i;
        slice_q[k*32 +: 32]                          <= slice_i;
      end
    end
  end

  always_ff @(posedge clk_i) taken_q <= rst_ni;

  ////////////
  // Blocks //
  ////////////

  // A block for a new place; for a place that is kept. Never both, the kept place goes before.
  logic                   place, goes_on;
  logic [SmWidth-1:0]     place_sm, next_sm;
  logic [KernelWidth-1:0] place_kernel, next_kernel;
  logic [31:0]            x, y, z;

  for (genvar s = 0; s < Sms; s++) begin : gen_block
    assign block_valid_o[s] = (place && place_sm == SmWidth'(s)) ||
                              (goes_on && next_sm == SmWidth'(s));
  end

  assign block_kernel_o = goes_on ? next_kernel : place_kernel;
  assign block_id_o     = {z, y, x};

  ////////////
  // Slices //
  ////////////

  // Kernels whose slice is over, with all of its blocks; the one whose next slice begins.
  logic [Kernels-1:0]     over, renews;
  logic                   slice;
  logic [KernelWidth-1:0] slice_kernel;
  logic [31:0]            slice_count;

  assign over   = open_q & left & ~more & ~here;
  assign renews = lowest(over);
  assign slice  = over != '0 && !kernel_en_o;

  always @* begin
    slice_kernel = '0;
    slice_count  = '0;
    for (int k = 0; k < Kernels; k++)
      if (renews[k]) begin
        slice_kernel = slice_kernel | KernelWidth'(k);
        slice_count  = slice_count | slice_q[k*32 +: 32];
      end
  end

  ///////////////////////
  // The blocks inside //
  ///////////////////////

  logic [StreamWidth-1:0]            unused_stream;
  logic                              unused_last;
  logic [Sms*Kinds*NeedWidth-1:0]    unused_left;
  logic [Sms*Kernels*BlockWidth-1:0] limit;
  logic [Kernels-1:0]                want;             // a new place may be made for it
  logic [Sms-1:0]                    place_end;        // a place has ended, of this kernel
  logic [Sms*KernelWidth-1:0]        place_end_kernel;
  logic [Kernels*PlaceWidth-1:0]     unused_places;
  logic [Sms*Kernels*BlockWidth-1:0] unused_kept;

  hd_launch_queues #(
      .Streams(Streams),
      .Queues(Queues),
      .Depth(Depth),
      .Launches(Launches)
  ) u_queues (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .push_en_i(push_en_i),
      .push_wait_i(push_wait_i),
      .push_stream_i(push_stream_i),
      .push_launch_i(push_launch_i),
      .full_o(full_o),
      .free_o(free_o),
      .begin_valid_o(launch_there),
      .begin_launch_o(launch_number_o),
      .begin_stream_o(unused_stream),
      .begin_ready_i(leaves),
      .done_en_i(done_valid_o),
      .done_launch_i(done_launch_o),
      .idle_o(idle_o)
  );

  hd_block_cursor #(
      .Kernels(Kernels),
      .Width(32),
      .CountWidth(32)
  ) u_cursor (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .load_en_i(kernel_en_o),
      .load_kernel_i(launch_kernel_o),
      .load_x_i(grid_x_i),
      .load_y_i(grid_y_i),
      .load_z_i(grid_z_i),
      .from_x_i(32'd0),
      .from_y_i(32'd0),
      .from_z_i(32'd0),
      .load_count_i(slice_i),
      .slice_en_i(slice),
      .slice_kernel_i(slice_kernel),
      .slice_count_i(slice_count),
      .more_o(more),
      .left_o(left),
      .take_en_i(place | goes_on),
      .take_kernel_i(block_kernel_o),
      .x_o(x),
      .y_o(y),
      .z_o(z),
      .last_o(unused_last)
  );

  hd_share_limits #(
      .Sms(Sms),
      .Kernels(Kernels),
      .Blocks(Blocks),
      .Kinds(Kinds),
      .NeedWidth(NeedWidth)
  ) u_limits (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .start_en_i(start),
      .policy_i (policy),
      .kernels_i(among),
      .room_i(room_i),
      .need_i(need_q),
      .from_i   (from),
      .given_i  (given),
      .idle_o(limits_idle),
      .done_o(limits_done),
      .none_o(none_o),
      .limit_o(limit)
  );

  hd_elastic #(
      .Sms(Sms),
      .Kernels(Kernels),
      .Blocks(Blocks),
      .Kinds(Kinds),
      .NeedWidth(NeedWidth),
      .ThreadKind(ThreadKind),
      .SharedKind(SharedKind)
  ) u_elastic (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .begin_en_i(kernel_en_o),
      .begin_kernel_i(launch_kernel_o),
      .grid_x_i(grid_x_i),
      .grid_y_i(grid_y_i),
      .grid_z_i(grid_z_i),
      .largest_i(largest_i),
      .start_en_i(limits_done & elastic),
      .rule_i(rule_q),
      .kernels_i(among_q),
      .room_i(room_i),
      .need_i(need_q),
      .median_i(median_q),
      .mold_i(mold_q),
      .idle_o(places_idle),
      .done_o(places_done),
      .places_o(places_o)
  );

  hd_block_places #(
      .Sms(Sms),
      .Kernels(Kernels),
      .Blocks(Blocks)
  ) u_places (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .keep_i(elastic),
      .most_i(places_o),
      .want_i(open_q & more),
      .want_o(want),
      .place_valid_i(place),
      .place_kernel_i(place_kernel),
      .ready_i(block_ready_i),
      .next_valid_o(goes_on),
      .next_sm_o(next_sm),
      .next_kernel_o(next_kernel),
      .end_valid_i(end_valid_i),
      .end_kernel_i(end_kernel_i),
      .end_valid_o(place_end),
      .end_kernel_o(place_end_kernel),
      .places_o(unused_places),
      .kept_o(unused_kept)
  );

  hd_block_dispatch #(
      .Sms(Sms),
      .Kernels(Kernels),
      .Blocks(Blocks),
      .Kinds(Kinds),
      .NeedWidth(NeedWidth)
  ) u_dispatch (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .room_en_i(~taken_q),
      .room_i(room_i),
      .begin_en_i(kernel_en_o | slice),
      .begin_kernel_i(kernel_en_o ? launch_kernel_o : slice_kernel),
      .want_i(want),
      .hold_i(goes_on),
      .need_i(need_q),
      .limit_i(limit),
      .strict_i(strict_i),
      .spread_i(spread_i),
      .ready_i(block_ready_i),
      .place_valid_o(place),
      .place_kernel_o(place_kernel),
      .place_sm_o(place_sm),
      .end_valid_i(place_end),
      .end_kernel_i(place_end_kernel),
      .blocks_o(blocks_o),
      .left_o(unused_left),
      .here_o(here)
  );

endmodule
