// SPDX-License-Identifier: Apache-2.0
//
// Properties of hd_work_distributor (docs/blocks/work_distributor.md), for formal/prove.sh.
//
// The solver chooses an SM, a kind of room, two kernels and a launch: what is proven of them holds
// for all. Beside the design stand ghosts from the ports: which launches run, what each kernel
// needs, which SMs have taken a kernel, and what divisions have looked at.
//
// The block dispatch and the block places are there. The other blocks inside are free, but for
// their promises. What is proven of the cursor: it is loaded with the host's grid as a kernel
// begins, and shows each block that is taken. That it shows each block of a grid once is the
// cursor's own proof.
// Free: hd_launch_queues
// Free: hd_block_cursor
// Free: hd_share_limits
// Free: hd_elastic
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_work_distributor_props #(
    `HD_PARAMETERS,
    localparam int SmWidth = Sms > 1 ? $clog2(Sms) : 1
) (
    `HD_PORTS,
    // State.
    input logic [Kernels-1:0]                 open,
    input logic [Kernels-1:0]                 planned,
    input logic [Kernels-1:0]                 ready,
    input logic [Kernels*LaunchWidth-1:0]     launch,
    input logic [Kernels*Kinds*NeedWidth-1:0] need,
    input logic                               due,
    input logic                               refused,
    input logic                               taken,
    // Queues: a launch can leave its queue, leaves.
    input logic                               there,
    input logic                               leaves,
    // Cursor: load and take; what it has left.
    input logic                               load_en,
    input logic [KernelWidth-1:0]             load_kernel,
    input logic [95:0]                        load,
    input logic [95:0]                        from,
    input logic [95:0]                        at,
    input logic                               take_en,
    input logic [KernelWidth-1:0]             take_kernel,
    input logic [Kernels-1:0]                 left,
    input logic [Kernels-1:0]                 more,
    input logic                               slice_en,
    input logic [KernelWidth-1:0]             slice_kernel,
    input logic [31:0]                        slice_count,
    input logic [31:0]                        load_count,
    input logic [Kernels*32-1:0]              slice,
    // Divisions: the share limits and elastic.
    input logic                               start,
    input logic [Kernels-1:0]                 among,
    input logic [2:0]                         plan_policy,
    input logic [BlockWidth-1:0]              plan_from,
    input logic [Kernels*BlockWidth-1:0]      plan_given,
    input logic                               limits_idle,
    input logic                               limits_done,
    input logic                               search_en,
    input logic                               search_idle,
    input logic                               search_done,
    // Block places: those that a kernel has on all SMs; those that are kept.
    input logic                               keep,
    input logic [Kernels*PlaceWidth-1:0]      places,
    input logic [Sms*Kernels*BlockWidth-1:0]  kept_places,
    // Block dispatch.
    input logic                               room_en,
    input logic                               youngest_en,
    input logic [KernelWidth-1:0]             youngest,
    input logic [Kernels-1:0]                 want,
    input logic [Sms*Kinds*NeedWidth-1:0]     room_left
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [SmWidth-1:0] sm;
  (* anyconst *) logic [$clog2(Kinds + 1)-1:0] kind;
  (* anyconst *) logic [KernelWidth-1:0] kernel;
  (* anyconst *) logic [LaunchWidth-1:0] one;
  always @* assume (32'(sm) < Sms && 32'(kind) < Kinds && 32'(one) < Launches);
  always @* assume (32'(kernel) < Kernels);

  // ---------------------------------------------------------------- the neighbours' promises

  logic ends_right;
  always @* begin
    ends_right = 1'b1;
    for (int s = 0; s < Sms; s++) begin
      if (end_valid_i[s] && 32'(end_kernel_i[s*KernelWidth +: KernelWidth]) >= Kernels)
        ends_right = 1'b0;
      for (int k = 0; k < Kernels; k++)
        if (end_valid_i[s] && 32'(end_kernel_i[s*KernelWidth +: KernelWidth]) == k &&
            blocks_o[(s*Kernels + k)*BlockWidth +: BlockWidth] <=
            kept_places[(s*Kernels + k)*BlockWidth +: BlockWidth]) ends_right = 1'b0;
    end
  end

  logic [Kinds*NeedWidth-1:0] room_before;
  always_ff @(posedge clk_i) room_before <= room_i;

  always @* begin
    assume (grid_x_i != '0 && grid_y_i != '0 && grid_z_i != '0);
    if (on) assume (ends_right);
    if (on && !was_reset) assume (room_i == room_before);
  end

  // ---------------------------------------------------------------- ghost: launches

  // A refusal of the last cycle. The launch: it runs.
  logic                   was_refused, running;
  logic [LaunchWidth-1:0] refused_number;
  logic                   reports; // a kernel's launch is done
  assign reports = done_valid_o && !was_refused;

  always_ff @(posedge clk_i) begin
    was_refused    <= rst_ni && refused_o;
    refused_number <= launch_number_o;
    if (!rst_ni) running <= 1'b0;
    else if (launch_valid_o && launch_ready_i && launch_number_o == one) running <= 1'b1;
    else if (done_valid_o && done_launch_o == one) running <= 1'b0;
  end

  // Of the kernel: it runs, its launch and its needs; it is done, has been.
  logic                       runs, begins, ends, told, again;
  logic [LaunchWidth-1:0]     number;
  logic [Kinds*NeedWidth-1:0] needs;
  logic [31:0]                slices;
  assign begins = kernel_en_o && launch_kernel_o == kernel;
  assign ends   = reports && runs && done_launch_o == number;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || ends) runs <= 1'b0;
    else if (begins)     runs <= 1'b1;
    again <= rst_ni && (again || ends);
    if (begins) begin
      number <= launch_number_o;
      needs  <= need_i;
      slices <= slice_i;
    end
  end

  // The SM has been idle since it was told of the kernel.
  always_ff @(posedge clk_i) begin
    if (begins)             told <= 1'b0;
    else if (sm_idle_i[sm]) told <= 1'b1;
  end

  // What the state says: no launch is of two kernels, or refused as well; those of kernels run.
  logic of_none, of_twice;
  int   of_launch;
  always @* begin
    of_launch = 32'(was_refused && refused_number == one);
    for (int k = 0; k < Kernels; k++)
      if (runs_o[k] && launch[k*LaunchWidth +: LaunchWidth] == one) of_launch = of_launch + 1;
    of_none  = of_launch == 0;
    of_twice = of_launch > 1;
  end

  // ---------------------------------------------------------------- ghost: divisions

  // One is due; of the kernel: one that looks at it has started, has ended.
  logic is_due, starts, looked, ended, idle, was_idle, was_open, was_ended;
  logic [Kernels-1:0] among_before;
  logic [2:0] policy_before;
  logic [BlockWidth-1:0] from_before;
  logic [Kernels*BlockWidth-1:0] given_before;
  logic [Kernels*Kinds*NeedWidth-1:0] need_before;
  logic was_under_way;
  // None is under way; the last part of one is done.
  logic rests, divided;
  assign idle    = &sm_idle_i;
  assign rests   = limits_idle && search_idle;
  assign divided = plan_policy == 3'd5 ? search_done : limits_done;
  assign starts  = is_due && rests;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)                                 is_due <= 1'b0;
    else if (kernel_en_o || reports || replan_i) is_due <= 1'b1;
    else if (starts)                             is_due <= 1'b0;
    if (!rst_ni || ends || !runs) begin
      looked <= 1'b0;
      ended  <= 1'b0;
    end else begin
      if (starts)                looked <= 1'b1;
      if (looked && divided)     ended  <= 1'b1;
    end
    among_before  <= among;
    {policy_before, from_before, given_before} <= {plan_policy, plan_from, plan_given};
    need_before   <= need;
    was_under_way <= rst_ni && (starts || (!rests && !divided));
    was_idle      <= idle;
    was_open      <= open[kernel];
    was_ended     <= runs && !ends && (ended || (looked && divided));
  end

  // ---------------------------------------------------------------- ghost: fit, account

  logic fits_kind, fits_all;
  always @* begin
    fits_all = 1'b1;
    for (int r = 0; r < Kinds; r++)
      if (need_i[r*NeedWidth +: NeedWidth] > room_i[r*NeedWidth +: NeedWidth]) fits_all = 1'b0;
  end
  assign fits_kind = need_i[32'(kind)*NeedWidth +: NeedWidth] <=
                     room_i[32'(kind)*NeedWidth +: NeedWidth];

  // Of the SM and the kind: what its blocks need; wide enough not to wrap.
  localparam int Wide = NeedWidth + BlockWidth + KernelWidth + 1;
  logic [Wide-1:0] total;
  logic            here; // the SM has a block of the kernel
  always @* begin
    total = '0;
    for (int k = 0; k < Kernels; k++)
      total = total + Wide'(blocks_o[(32'(sm)*Kernels + k)*BlockWidth +: BlockWidth]) *
                      Wide'(need[(k*Kinds + 32'(kind))*NeedWidth +: NeedWidth]);
  end
  assign here = blocks_o[(32'(sm)*Kernels + 32'(kernel))*BlockWidth +: BlockWidth] != '0;

  // Kernels without a block left and without one on an SM.
  logic [Kernels-1:0] finished;
  logic               lower; // a lower-numbered one than the kernel
  always @* begin
    finished = runs_o & ~left;
    for (int s = 0; s < Sms; s++)
      for (int k = 0; k < Kernels; k++)
        if (blocks_o[(s*Kernels + k)*BlockWidth +: BlockWidth] != '0) finished[k] = 1'b0;
    lower = 1'b0;
    for (int k = 0; k < Kernels; k++)
      if (32'(kernel) > k && finished[k]) lower = 1'b1;
  end

  logic block;
  assign block = block_valid_o != '0;

  // Kernels whose slice is over, with all of its blocks. Blocks of the kernel on all SMs.
  logic [Kernels-1:0] rested;
  int                 on_sms;
  always @* begin
    rested = open & left & ~more;
    on_sms = 0;
    for (int s = 0; s < Sms; s++) begin
      on_sms = on_sms + 32'(blocks_o[(s*Kernels + 32'(kernel))*BlockWidth +: BlockWidth]);
      for (int k = 0; k < Kernels; k++)
        if (blocks_o[(s*Kernels + k)*BlockWidth +: BlockWidth] != '0) rested[k] = 1'b0;
    end
  end

  // ---------------------------------------------------------------- what is to hold

  always @* if (on) begin
    // P: after a reset no kernel runs, no division is due, nothing is refused
    reset_clears: assert (!was_reset ||
        (runs_o == '0 && open == '0 && planned == '0 && ready == '0 && !due && !refused && !taken));
  end

  always @* if (on && rst_ni) begin
    // P: the SMs get their room in the first cycle behind a reset, and only then
    room_first: assert (room_en == was_reset && taken == !was_reset);
    // P: a launch can begin if the queues offer one, a kernel does not run, every SM is idle, no
    // division is under way or due, no refusal waits, and the SMs have their room
    launch_right: assert (launch_valid_o == (there && !(&runs_o) && idle && rests &&
                                             !is_due && !was_refused && !was_reset));
    // P: it becomes the lowest-numbered kernel that does not run
    launch_lowest: assert (!launch_valid_o || (!runs_o[launch_kernel_o] &&
                           32'(launch_kernel_o) < Kernels &&
                           (runs_o[kernel] || launch_kernel_o <= kernel)));
    // P: it leaves its queue when it can begin and the host describes it; it is a kernel or refused
    leaves_right: assert (leaves == (launch_valid_o && launch_ready_i) &&
                          leaves == (kernel_en_o || refused_o) && !(kernel_en_o && refused_o));
    // P: of a kernel a block needs no more of any kind than an SM has
    begin_fits: assert (!kernel_en_o || fits_kind);
    // P: of a refused launch a block needs more of some kind
    refused_right: assert (!refused_o || !fits_all);
    // P: a kernel runs from its begin until its launch is done
    runs_right: assert (runs_o[kernel] == runs);
    // P: number and needs of its launch are kept while a kernel runs
    kept: assert (!runs || (launch[32'(kernel)*LaunchWidth +: LaunchWidth] == number &&
                  need[32'(kernel)*Kinds*NeedWidth +: Kinds*NeedWidth] == needs));
    // P: a launch that runs is one kernel's, or was refused in the last cycle
    one_kernel: assert (running == !of_none && !of_twice);

    // P: a division is due behind a begin, an end and a replan, until one starts
    due_right: assert (due == is_due);
    // P: a division that is due starts when none is under way
    divides: assert (start == starts);
    // P: a division is among the kernels that run as it starts
    among_right: assert (!start || among == runs_o);
    // P: kernels and needs do not change while a division is under way
    among_stays: assert (!was_under_way || (among == among_before && need == need_before));

    // P: a division goes by the policy as it starts, to its end
    policy_right: assert (!start || (plan_policy == policy_i && plan_from == from_i
                                    && plan_given == given_i));
    policy_stays: assert (!was_under_way || (plan_policy == policy_before
                                            && plan_from == from_before
                                            && plan_given == given_before));

    // P: with the policy elastic places are searched behind the limits, else never
    searches: assert (search_en == (limits_done && plan_policy == 3'd5));
    // P: places are kept if the last division's policy is elastic
    keeps: assert (start || keep == (plan_policy == 3'd5));

    // P: an open kernel runs, and a division that looked at it has ended
    open_runs: assert (!open[kernel] || (runs && ended));
    // P: what the unit knows of divisions that look at a kernel is so
    looked_right: assert (planned[kernel] == (runs && looked) && ready[kernel] == (runs && ended));
    // P: a kernel is opened only if every SM was idle in the cycle before
    open_idle: assert (was_reset || !open[kernel] || was_open || was_idle);
    // P: it is open behind the first cycle in which a division has ended and every SM is idle
    opens_soon: assert (was_reset || !was_ended || !was_idle || open[kernel]);

    // P: an open kernel with a block left in its slice wants to give it, and no other one
    wants_right: assert (want == (open & more));
    // P: a kernel begins with the host's grid, from its first block on, and does not run before
    once_loaded: assert (load_en == kernel_en_o && (!load_en || (load_kernel == launch_kernel_o &&
        load == {grid_z_i, grid_y_i, grid_x_i} && from == '0 && !runs_o[load_kernel])));
    // P: a kernel begins with a slice as the host says, and goes on with as many blocks each time
    slice_right: assert ((!load_en || load_count == slice_i) &&
        (!slice_en || slice_kernel != kernel || slice_count == slice[32'(kernel)*32 +: 32]));
    // P: the length of slices stays while a kernel runs
    slice_stays: assert (!runs || slice[32'(kernel)*32 +: 32] == slices);
    // P: a slice begins if an open kernel has blocks left, none in its slice and none on an SM
    slice_soon: assert (slice_en == (rested != '0 && !kernel_en_o));
    // P: of several such kernels it is that of the lowest-numbered
    slice_lowest: assert (!slice_en || (rested[slice_kernel] &&
                          (!rested[kernel] || slice_kernel <= kernel)));
    // P: a kernel that begins, and one with a new slice, is the youngest
    youngest_right: assert (youngest_en == (kernel_en_o || slice_en) && (!youngest_en ||
                            youngest == (kernel_en_o ? launch_kernel_o : slice_kernel)));
    // P: a kernel has as many places as the block dispatch counts, and no more are kept on an SM
    places_counted: assert (32'(places[32'(kernel)*PlaceWidth +: PlaceWidth]) == on_sms);
    kept_there: assert (kept_places[(32'(sm)*Kernels + 32'(kernel))*BlockWidth +: BlockWidth] <=
                        blocks_o[(32'(sm)*Kernels + 32'(kernel))*BlockWidth +: BlockWidth]);

    // P: a block goes to one SM, is the cursor's next one, and is taken there in this cycle
    once_given: assert (take_en == block && (!block || (take_kernel == block_kernel_o &&
        block_id_o == at && want[block_kernel_o] && $onehot(block_valid_o) &&
        (block_valid_o & ~block_ready_i) == '0)));
    // P: no block of a kernel is given before the SM has taken the kernel
    none_early: assert (!block || block_kernel_o != kernel || told);

    // P: a launch that is done runs, and so is reported once
    done_last: assert (!done_valid_o || done_launch_o != one || running);
    // P: when a kernel's launch is done, all its blocks were given, and no SM has one
    done_whole: assert (!ends || (!left[kernel] && !here));
    // P: something is reported if a launch was refused in the last cycle, or a kernel is finished
    done_soon: assert (done_valid_o == (was_refused || finished != '0));
    // P: a refused launch is reported in the next cycle
    done_refused: assert (!was_refused || done_launch_o == refused_number);
    // P: of several kernels that are finished the lowest-numbered is done
    done_lowest: assert (!reports || (finished[kernel] && !lower) == ends);

    // P: an SM never holds more than its room
    within: assert (total <= Wide'(room_i[32'(kind)*NeedWidth +: NeedWidth]));
    // P: what an SM has left and what its blocks need is its room
    account: assert (!taken || total +
        Wide'(room_left[(32'(sm)*Kinds + 32'(kind))*NeedWidth +: NeedWidth]) ==
        Wide'(room_i[32'(kind)*NeedWidth +: NeedWidth]));
  end

  always @* if (on && rst_ni) begin
    c_refused_first: cover (was_refused && finished != '0);
    c_two: cover (reports && $countones(finished) > 1);
    c_late: cover (open[kernel] && !was_open && !divided && !rests);
    c_done_in_division: cover (ends && !rests && among[kernel]);
    c_slice: cover (slice_en);
    c_kept: cover (kept_places != '0 && block);
    c_again: cover (begins && again && number != launch_number_o);
    c_both_here: cover (here && $countones(want) > 1 && block && block_kernel_o != kernel);
  end
endmodule

// What follows goes to the end of the module hd_work_distributor itself, in the copy that is
// proven: there all of its state can be named.
`ifdef HD_INSIDE
  // Ports of the blocks inside.
  (* hierconn *) wire \u_queues.begin_ready_i ;
  (* hierconn *) wire \u_cursor.load_en_i ;
  (* hierconn *) wire [KernelWidth-1:0] \u_cursor.load_kernel_i ;
  (* hierconn *) wire [31:0] \u_cursor.load_x_i ;
  (* hierconn *) wire [31:0] \u_cursor.load_y_i ;
  (* hierconn *) wire [31:0] \u_cursor.load_z_i ;
  (* hierconn *) wire [31:0] \u_cursor.from_x_i ;
  (* hierconn *) wire [31:0] \u_cursor.from_y_i ;
  (* hierconn *) wire [31:0] \u_cursor.from_z_i ;
  (* hierconn *) wire [31:0] \u_cursor.x_o ;
  (* hierconn *) wire [31:0] \u_cursor.y_o ;
  (* hierconn *) wire [31:0] \u_cursor.z_o ;
  (* hierconn *) wire \u_cursor.take_en_i ;
  (* hierconn *) wire [KernelWidth-1:0] \u_cursor.take_kernel_i ;
  (* hierconn *) wire \u_cursor.slice_en_i ;
  (* hierconn *) wire [KernelWidth-1:0] \u_cursor.slice_kernel_i ;
  (* hierconn *) wire [31:0] \u_cursor.slice_count_i ;
  (* hierconn *) wire [31:0] \u_cursor.load_count_i ;
  (* hierconn *) wire \u_elastic.start_en_i ;
  (* hierconn *) wire \u_places.keep_i ;
  (* hierconn *) wire [Kernels-1:0] \u_places.want_i ;
  (* hierconn *) wire \u_limits.start_en_i ;
  (* hierconn *) wire [Kernels-1:0] \u_limits.kernels_i ;
  (* hierconn *) wire \u_dispatch.room_en_i ;
  (* hierconn *) wire \u_dispatch.begin_en_i ;
  (* hierconn *) wire [KernelWidth-1:0] \u_dispatch.begin_kernel_i ;
  hd_work_distributor_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS,
      .open(open_q), .planned(planned_q), .ready(ready_q), .launch(launch_q), .need(need_q),
      .due(due_q), .refused(refused_q), .taken(taken_q), .there(launch_there),
      .leaves(\u_queues.begin_ready_i ),
      .load_en(\u_cursor.load_en_i ), .load_kernel(\u_cursor.load_kernel_i ),
      .load({\u_cursor.load_z_i , \u_cursor.load_y_i , \u_cursor.load_x_i }),
      .from({\u_cursor.from_z_i , \u_cursor.from_y_i , \u_cursor.from_x_i }),
      .at({\u_cursor.z_o , \u_cursor.y_o , \u_cursor.x_o }),
      .take_en(\u_cursor.take_en_i ), .take_kernel(\u_cursor.take_kernel_i ), .left(left),
      .more(more),
      .slice_en(\u_cursor.slice_en_i ), .slice_kernel(\u_cursor.slice_kernel_i ),
      .slice_count(\u_cursor.slice_count_i ), .load_count(\u_cursor.load_count_i ),
      .slice(slice_q), .search_en(\u_elastic.start_en_i ), .search_idle(places_idle),
      .search_done(places_done), .keep(\u_places.keep_i ), .places(unused_places),
      .kept_places(unused_kept), .youngest_en(\u_dispatch.begin_en_i ),
      .youngest(\u_dispatch.begin_kernel_i ),
      .start(\u_limits.start_en_i ), .among(\u_limits.kernels_i ), .plan_policy(policy),
      .plan_from(from), .plan_given(given), .limits_idle(limits_idle),
      .limits_done(limits_done), .room_en(\u_dispatch.room_en_i ), .want(\u_places.want_i ),
      .room_left(unused_left)
  );
`endif
