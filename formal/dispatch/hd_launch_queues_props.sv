// SPDX-License-Identifier: Apache-2.0
//
// Properties of hd_launch_queues (docs/blocks/launch_queues.md), for formal/prove.sh.
//
// Beside the design stands a ghost of each launch: it is queued, then it runs. Of launches and a
// stream that the solver chooses it is kept what they have to wait for: what is proven of these
// holds for all.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_launch_queues_props #(
    `HD_PARAMETERS,
    localparam int PlaceWidth = Depth > 1 ? $clog2(Depth) : 1,
    localparam int CountWidth = $clog2(Depth + 1)
) (
    `HD_PORTS,
    // State.
    input logic [Queues*Depth-1:0]             waiting,
    input logic [Queues*Depth*StreamWidth-1:0] stream,
    input logic [Queues*Depth*LaunchWidth-1:0] launch,
    input logic [Queues*PlaceWidth-1:0]        head,
    input logic [Queues*CountWidth-1:0]        count,
    input logic [Launches-1:0]                 open,
    input logic [Launches*WaitWidth-1:0]       waits,
    input logic [Launches*StreamWidth-1:0]     owner,
    input logic [Streams-1:0]                  runs,
    input logic [QueueWidth-1:0]               begin_turn,
    input logic [QueueWidth-1:0]               drop_turn,
    // Queues whose head can begin, or is over; whose turn it is.
    input logic [Queues-1:0]                   can,
    input logic [Queues-1:0]                   over,
    input logic [Queues-1:0]                   offered,
    input logic [Queues-1:0]                   dropped
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // ---------------------------------------------------------------- ghost: each launch

  logic [Launches-1:0]             queued, running;
  logic [Launches*StreamWidth-1:0] of_stream;
  logic begins, pushes, room;

  assign begins = begin_valid_o & begin_ready_i;

  always @* begin
    room = 1'b0;
    for (int s = 0; s < Streams; s++)
      if (32'(push_stream_i) == s) room = !full_o[s % Queues];
  end
  assign pushes = push_en_i && room && 32'(push_launch_i) < Launches;

  for (genvar l = 0; l < Launches; l++) begin : gen_launch
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        queued[l]  <= 1'b0;
        running[l] <= 1'b0;
      end else begin
        if (pushes && !push_wait_i && 32'(push_launch_i) == l) queued[l] <= 1'b1;
        else if (begins && 32'(begin_launch_o) == l)           queued[l] <= 1'b0;
        if (begins && 32'(begin_launch_o) == l)                running[l] <= 1'b1;
        else if (done_en_i && 32'(done_launch_i) == l)         running[l] <= 1'b0;
      end
      if (pushes && !push_wait_i && 32'(push_launch_i) == l)
        of_stream[l*StreamWidth +: StreamWidth] <= push_stream_i;
    end
  end

  // The neighbours' promises.
  logic push_right, done_right;
  always @* begin
    push_right = 1'b1;
    done_right = 1'b0;
    for (int l = 0; l < Launches; l++) begin
      if (32'(push_launch_i) == l) push_right = free_o[l];
      if (32'(done_launch_i) == l) done_right = running[l];
    end
  end
  always @* begin
    if (on && push_en_i && !push_wait_i) assume (push_right);
    if (on && done_en_i) assume (done_right);
  end

  // ---------------------------------------------------------------- ghost: what is behind what

  // Two launches of a stream, first and second; a launch that the stream waits for.
  (* anyconst *) logic [StreamWidth-1:0] one;
  (* anyconst *) logic [LaunchWidth-1:0] first, second, named;
  always @* begin
    assume (32'(one) < Streams && first != second && named != second);
    assume (32'(first) < Launches && 32'(second) < Launches && 32'(named) < Launches);
  end

  // first is open, named is; second was pushed while first was open; the stream waits for named;
  // second was pushed behind that wait.
  logic first_open, named_open, behind_first, stream_waits, behind_wait;
  logic push_one, push_second, done_first, done_named;

  assign push_one    = pushes && push_stream_i == one;
  assign push_second = push_one && !push_wait_i && push_launch_i == second;
  assign done_first  = done_en_i && done_launch_i == first;
  assign done_named  = done_en_i && done_launch_i == named;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      first_open   <= 1'b0;
      named_open   <= 1'b0;
      behind_first <= 1'b0;
      stream_waits <= 1'b0;
      behind_wait  <= 1'b0;
    end else begin
      if (push_one && !push_wait_i && push_launch_i == first) first_open <= 1'b1;
      else if (done_first)                                    first_open <= 1'b0;
      if (pushes && !push_wait_i && push_launch_i == named)   named_open <= 1'b1;
      else if (done_named)                                    named_open <= 1'b0;
      if (done_first)       behind_first <= 1'b0;
      else if (push_second) behind_first <= first_open;
      if (done_named) begin
        stream_waits <= 1'b0;
        behind_wait  <= 1'b0;
      end else begin
        if (push_one && push_wait_i && push_launch_i == named && named_open) stream_waits <= 1'b1;
        if (push_second) behind_wait <= stream_waits;
      end
    end
  end

  // ---------------------------------------------------------------- ghost: turns

  // A queue; how many others went while its head could go.
  (* anyconst *) logic [QueueWidth-1:0] queue;
  always @* assume (32'(queue) < Queues);

  localparam int TurnWidth = $clog2(Queues + 1);
  logic [TurnWidth-1:0] begun, gone;
  logic                 can_begin, can_go, offer_here, drop_here;

  always @* begin
    can_begin  = 1'b0;
    can_go     = 1'b0;
    offer_here = 1'b0;
    drop_here  = 1'b0;
    for (int q = 0; q < Queues; q++) begin
      if (32'(queue) == q) begin
        can_begin  = can[q];
        can_go     = over[q];
        offer_here = offered[q];
        drop_here  = dropped[q];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !can_begin || (begins && offer_here))      begun <= '0;
    else if (begins && begun != TurnWidth'(Queues))           begun <= begun + TurnWidth'(1);
    if (!rst_ni || !can_go || drop_here)                      gone <= '0;
    else if (dropped != '0 && gone != TurnWidth'(Queues))     gone <= gone + TurnWidth'(1);
  end

  // ---------------------------------------------------------------- what the queues hold

  logic range_ok, waits_ok, open_ok, streams_ok, runs_ok, some;
  int waiters, copies, live;
  logic there;

  function automatic logic held(input int q, input int i);
    int from;
    from = i - 32'(head[q*PlaceWidth +: PlaceWidth]);
    if (from < 0) from = from + Depth;
    held = from < 32'(count[q*CountWidth +: CountWidth]);
  endfunction

  always @* begin
    range_ok = 32'(begin_turn) < Queues && 32'(drop_turn) < Queues;
    some     = 1'b0;
    for (int q = 0; q < Queues; q++) begin
      if (32'(head[q*PlaceWidth +: PlaceWidth]) >= Depth) range_ok = 1'b0;
      if (32'(count[q*CountWidth +: CountWidth]) > Depth) range_ok = 1'b0;
      if (count[q*CountWidth +: CountWidth] != '0) some = 1'b1;
    end
  end

  always @* begin
    waits_ok = 1'b1;
    open_ok  = 1'b1;
    for (int l = 0; l < Launches; l++) begin
      waiters = 0;
      copies  = 0;
      for (int q = 0; q < Queues; q++) begin
        for (int i = 0; i < Depth; i++) begin
          if (held(q, i) && 32'(launch[(q*Depth + i)*LaunchWidth +: LaunchWidth]) == l) begin
            if (waiting[q*Depth + i]) waiters = waiters + 1;
            else                      copies = copies + 1;
          end
        end
      end
      if (32'(waits[l*WaitWidth +: WaitWidth]) != waiters) waits_ok = 1'b0;
      if (copies > 1 || (copies == 1 && !open[l])) open_ok = 1'b0;
      if ((copies == 1) != queued[l]) open_ok = 1'b0;
    end
  end

  always @* begin
    streams_ok = 1'b1;
    for (int q = 0; q < Queues; q++) begin
      for (int i = 0; i < Depth; i++) begin
        there = 1'b0;
        for (int s = q; s < Streams; s += Queues)
          if (32'(stream[(q*Depth + i)*StreamWidth +: StreamWidth]) == s) there = 1'b1;
        if (held(q, i) && !there) streams_ok = 1'b0;
      end
    end
  end

  // A stream runs while one launch of it runs, and its launches that run know it.
  always @* begin
    runs_ok = 1'b1;
    for (int s = 0; s < Streams; s++) begin
      live = 0;
      for (int l = 0; l < Launches; l++)
        if (running[l] && 32'(of_stream[l*StreamWidth +: StreamWidth]) == s) live = live + 1;
      if (live != 32'(runs[s])) runs_ok = 1'b0;
    end
    for (int l = 0; l < Launches; l++)
      if (running[l] &&
          owner[l*StreamWidth +: StreamWidth] != of_stream[l*StreamWidth +: StreamWidth])
        runs_ok = 1'b0;
  end

  // The launch that is offered was pushed and has not begun, and is one of its stream.
  logic offer_ok;
  always @* begin
    offer_ok = 1'b0;
    for (int l = 0; l < Launches; l++)
      if (32'(begin_launch_o) == l)
        offer_ok = queued[l] && of_stream[l*StreamWidth +: StreamWidth] == begin_stream_o;
  end

  // The head of the queue of stream `one`: a launch of it.
  logic one_first;
  always @* begin
    one_first = 1'b0;
    for (int q = 0; q < Queues; q++)
      for (int i = 0; i < Depth; i++)
        if (32'(one) % Queues == q && 32'(head[q*PlaceWidth +: PlaceWidth]) == i)
          one_first = count[q*CountWidth +: CountWidth] != '0 && !waiting[q*Depth + i];
  end

  logic one_runs, one_can;
  always @* begin
    one_runs = 1'b0;
    one_can  = 1'b0;
    for (int s = 0; s < Streams; s++) begin
      if (32'(one) == s) begin
        one_can = can[s % Queues];
        for (int l = 0; l < Launches; l++)
          if (running[l] && 32'(of_stream[l*StreamWidth +: StreamWidth]) == s) one_runs = 1'b1;
      end
    end
  end

  // ---------------------------------------------------------------- what is to hold

  always @* if (on) begin
    // P: a reset leaves no command, no launch, and both turns at queue 0
    reset_empties: assert (!was_reset ||
        (idle_o && open == '0 && &free_o && begin_turn == '0 && drop_turn == '0));
    // P: places, numbers of commands and turns are in their ranges
    place_range: assert (range_ok);
    // P: the commands that wait for a launch are as many as are in the queues
    waits_right: assert (waits_ok);
    // P: a launch is in the queues once from its push until its begin, and is open then
    queued_open: assert (open_ok);
    // P: each command is in the queue of its stream
    right_queue: assert (streams_ok);
    // P: a stream runs while a launch of it runs, which is one
    runs_right: assert (runs_ok);
    // P: a launch is open from its push until it is done
    open_right: assert (open == (queued | running));
    // P: the block is idle if no queue has a command and no launch runs
    idle_right: assert (idle_o == (!some && running == '0));
    // P: launches of one stream begin in the order of their pushes, and no two of them run at once
    in_order: assert (!begin_valid_o || begin_launch_o != second || !behind_first);
    // P: a launch behind a wait does not begin before the launch that the wait names is done
    waits_first: assert (!begin_valid_o || begin_launch_o != second || !behind_wait);
    // P: a launch that can begin was pushed with its stream, and has not begun
    begins_once: assert (!begin_valid_o || offer_ok);
    // P: while commands are in the queues and no launch runs, a wait is over or a launch can begin
    goes_on: assert (!some || running != '0 || begin_valid_o || dropped != '0);
    // P: with a queue for each stream, a stream that does not run and whose oldest command is a
    // launch can begin
    no_false_order: assert (Queues != Streams || !one_first || one_runs || one_can);
    // P: a launch that can begin is offered after one of each other queue at the latest
    begins_in_turn: assert (!can_begin || begun < TurnWidth'(Queues));
    // P: a wait that is over is dropped after one of each other queue at the latest
    drops_in_turn: assert (!can_go || gone < TurnWidth'(Queues));
  end

  always @* if (on && rst_ni) begin
    c_blocked: cover (behind_first && behind_wait && named != first && !running[named]);
    c_full: cover (&full_o && waits != '0 && begins);
    c_all: cover (begins && dropped != '0 && pushes && done_en_i);
    c_not_free: cover (dropped != '0 && done_en_i && free_o == '0 && open != '1);
  end
endmodule

// What follows goes to the end of the module hd_launch_queues itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  hd_launch_queues_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS,
      .waiting(wait_q), .stream(stream_q), .launch(launch_q), .head(head_q), .count(count_q),
      .open(open_q), .waits(waits_q), .owner(owner_q), .runs(runs_q),
      .begin_turn(begin_turn_q), .drop_turn(drop_turn_q),
      .can(can), .over(over), .offered(offered), .dropped(dropped)
  );
`endif
