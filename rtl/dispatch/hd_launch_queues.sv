// SPDX-License-Identifier: Apache-2.0
//
// Launch queues: the kernels that the host has launched, and which of them begins next.
//
// Behaviour
// - Commands stand in hardware queues: a launch, or a wait of a stream for a launch. A stream has
//   one queue; several streams may share it.
// - Heads alone are looked at. A launch can begin while its stream does not run; a wait is over
//   when its launch is not open any more.
// - One launch begins and one wait is dropped in a cycle, each by a turn among the queues.
//
// Corner cases
// - A push to a full queue is ignored, also beside a begin or a drop of the same queue.
// - A push of a stream or a launch that there is not is ignored.
// - A wait that is pushed in the cycle in which its launch is done is over in the next cycle.
// - A wait for a number is dropped beside a push of another one: as many wait as before.
// - The number of a launch that is done is not free while a command in a queue waits for it.
//
// Pai, Thazhuthaveetil, Govindarajan, Elastic Kernels, ASPLOS 2013: sections 3.1, 3.7, 5.
// Xu, Jeon, Kim, Ro, Annavaram, Warped-Slicer, ISCA 2016: section II.A.

module hd_launch_queues #(
    // Streams. A flip-flop each; of those that share a queue a comparison each.
    parameter int Streams  = 32,
    // Hardware queues; stream s uses queue s mod Queues. Each looks up a launch and a stream.
    parameter int Queues   = 32,
    // Commands that a queue holds. Flip-flops.
    parameter int Depth    = 4,
    // Numbers of launches, those that wait and those that run. A counter and a stream each.
    parameter int Launches = 64,
    localparam int StreamWidth = Streams > 1 ? $clog2(Streams) : 1,
    localparam int QueueWidth  = Queues > 1 ? $clog2(Queues) : 1,
    localparam int LaunchWidth = Launches > 1 ? $clog2(Launches) : 1,
    localparam int WaitWidth   = $clog2(Queues * Depth + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                   clk_i,
    input  logic                   rst_ni,

    // Push
    // A command comes: a launch, or with push_wait_i a wait of the stream for a launch.
    input  logic                   push_en_i,
    input  logic                   push_wait_i,
    input  logic [StreamWidth-1:0] push_stream_i,
    // The launch that comes, which must be free; or that the stream waits for.
    input  logic [LaunchWidth-1:0] push_launch_i,
    // The queue is full. State only.
    output logic [Queues-1:0]      full_o,
    // A launch may have this number. State only.
    output logic [Launches-1:0]    free_o,

    // Begin
    // A launch can begin; its number and its stream, meaningful while begin_valid_o. State only.
    output logic                   begin_valid_o,
    output logic [LaunchWidth-1:0] begin_launch_o,
    output logic [StreamWidth-1:0] begin_stream_o,
    // It begins, if begin_valid_o. Until then the offer may change.
    input  logic                   begin_ready_i,

    // Done
    // A launch that runs is done.
    input  logic                   done_en_i,
    input  logic [LaunchWidth-1:0] done_launch_i,
    // No queue has a command, and no launch runs. State only.
    output logic                   idle_o
);

`ifndef SYNTHESIS
  initial begin
    if (Streams < 1 || Streams > 64) $fatal(1, "hd_launch_queues: Streams must be 1 to 64");
    if (Queues < 1 || Queues > Streams) $fatal(1, "hd_launch_queues: Queues must be 1 to Streams");
    if (Depth < 1 || Depth > 64) $fatal(1, "hd_launch_queues: Depth must be 1 to 64");
    if (Launches < 2 || Launches > 256) $fatal(1, "hd_launch_queues: Launches must be 2 to 256");
  end
`endif

  // A place in a queue; a number of commands in it; the sum of the two.
  localparam int PlaceWidth = Depth > 1 ? $clog2(Depth) : 1;
  localparam int CountWidth = $clog2(Depth + 1);
  localparam int SumWidth   = $clog2(2 * Depth);

  ///////////
  // State //
  ///////////

  // Command i of queue q is element q*Depth + i: it waits; its stream; its launch.
  logic [Queues*Depth-1:0]             wait_q;
  logic [Queues*Depth*StreamWidth-1:0] stream_q;
  logic [Queues*Depth*LaunchWidth-1:0] launch_q;
  // Of each queue the place of its head, and its number of commands.
  logic [Queues*PlaceWidth-1:0]        head_q;
  logic [Queues*CountWidth-1:0]        count_q;

  // The launch was pushed and is not done; commands in the queues that wait for it; its stream,
  // while it runs.
  logic [Launches-1:0]                 open_q;
  logic [Launches*WaitWidth-1:0]       waits_q;
  logic [Launches*StreamWidth-1:0]     owner_q;
  // A launch of the stream runs.
  logic [Streams-1:0]                  runs_q;
  // The queue that a turn begins with.
  logic [QueueWidth-1:0]               begin_turn_q, drop_turn_q;

  ///////////
  // Heads //
  ///////////

  // Of each queue the command at its head, and what can happen to it.
  logic [Queues*StreamWidth-1:0] head_stream;
  logic [Queues*LaunchWidth-1:0] head_launch;
  logic [Queues-1:0]             can;  // it is a launch, and can begin
  logic [Queues-1:0]             over; // it is a wait, and is over

  for (genvar q = 0; q < Queues; q++) begin : gen_head
    logic                   some, waits, busy;
    logic [StreamWidth-1:0] stream;
    logic [LaunchWidth-1:0] launch;

    assign some = count_q[q*CountWidth +: CountWidth] != '0;

    always @* begin
      waits  = 1'b0;
      stream = '0;
      launch = '0;
      for (int i = 0; i < Depth; i++) begin
        if (head_q[q*PlaceWidth +: PlaceWidth] == PlaceWidth'(i)) begin
          waits  = wait_q[q*Depth + i];
          stream = stream_q[(q*Depth + i)*StreamWidth +: StreamWidth];
          launch = launch_q[(q*Depth + i)*LaunchWidth +: LaunchWidth];
        end
      end
    end

    // Only the streams of this queue come into question.
    always @* begin
      busy = 1'b0;
      for (int s = q; s < Streams; s += Queues)
        if (stream == StreamWidth'(s)) busy = runs_q[s];
    end

    assign head_stream[q*StreamWidth +: StreamWidth] = stream;
    assign head_launch[q*LaunchWidth +: LaunchWidth] = launch;
    assign can[q]  = some & ~waits & ~busy;
    assign over[q] = some & waits & ~open_q[launch];
  end

  ///////////
  // Turns //
  ///////////

  // The lowest of a set. All from it up are marked in steps of 1, 2, 4 ...: a chain from queue to
  // queue would be as deep as there are queues.
  function automatic logic [Queues-1:0] lowest(input logic [Queues-1:0] set);
    logic [Queues-1:0] from;
    from = set;
    for (int step = 1; step < Queues; step += step) from = from | (from << step);
    lowest = from & ~(from << 1);
  endfunction

  // The first of a set, from the turn's queue upward and around.
  function automatic logic [Queues-1:0] first(input logic [Queues-1:0] set,
                                              input logic [QueueWidth-1:0] turn);
    logic [Queues-1:0] behind;
    for (int q = 0; q < Queues; q++) behind[q] = set[q] && 32'(turn) <= q;
    first = behind != '0 ? lowest(behind) : lowest(set);
  endfunction

  // The queue whose launch is offered, and the one whose wait is dropped. They are two: a head is a
  // launch or a wait.
  logic [Queues-1:0]      offered, dropped;
  logic                   begins, drops;
  logic [LaunchWidth-1:0] drop_launch;
  // The queues behind them.
  logic [QueueWidth-1:0]  behind_offered, behind_dropped;

  assign offered = first(can, begin_turn_q);
  assign dropped = first(over, drop_turn_q);
  assign begins  = begin_valid_o & begin_ready_i;
  assign drops   = over != '0;

  // Each bit is an OR over all queues, as a tree.
  for (genvar b = 0; b < LaunchWidth; b++) begin : gen_launch_bit
    logic [Queues-1:0] offer, drop;

    for (genvar q = 0; q < Queues; q++) begin : gen_queue
      assign offer[q] = offered[q] & head_launch[q*LaunchWidth + b];
      assign drop[q]  = dropped[q] & head_launch[q*LaunchWidth + b];
    end
    assign begin_launch_o[b] = offer != '0;
    assign drop_launch[b]    = drop != '0;
  end

  for (genvar b = 0; b < StreamWidth; b++) begin : gen_stream_bit
    logic [Queues-1:0] offer;

    for (genvar q = 0; q < Queues; q++) begin : gen_queue
      assign offer[q] = offered[q] & head_stream[q*StreamWidth + b];
    end
    assign begin_stream_o[b] = offer != '0;
  end

  for (genvar b = 0; b < QueueWidth; b++) begin : gen_turn_bit
    logic [Queues-1:0] offer, drop;

    for (genvar q = 0; q < Queues; q++) begin : gen_queue
      assign offer[q] = offered[q] && (((q + 1) % Queues >> b) & 1) != 0;
      assign drop[q]  = dropped[q] && (((q + 1) % Queues >> b) & 1) != 0;
    end
    assign behind_offered[b] = offer != '0;
    assign behind_dropped[b] = drop != '0;
  end

  assign begin_valid_o = can != '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)     begin_turn_q <= '0;
    else if (begins) begin_turn_q <= behind_offered;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni)    drop_turn_q <= '0;
    else if (drops) drop_turn_q <= behind_dropped;
  end

  ////////////
  // Queues //
  ////////////

  // A queue gets a command if it is not full as the cycle begins. It loses its head with a begin or
  // a drop; never with both.
  logic              there; // a launch has this number
  logic [Queues-1:0] gets;

  assign there = 32'(push_launch_i) < Launches;

  for (genvar q = 0; q < Queues; q++) begin : gen_queue
    logic                  named, loses;
    logic [PlaceWidth-1:0] head;
    logic [CountWidth-1:0] count;
    logic [SumWidth-1:0]   sum, tail;

    assign head  = head_q[q*PlaceWidth +: PlaceWidth];
    assign count = count_q[q*CountWidth +: CountWidth];

    always @* begin
      named = 1'b0;
      for (int s = q; s < Streams; s += Queues)
        if (push_stream_i == StreamWidth'(s)) named = 1'b1;
    end

    assign full_o[q] = count == CountWidth'(Depth);
    assign gets[q]   = push_en_i & there & named & ~full_o[q];
    assign loses     = (begins & offered[q]) | dropped[q];

    // Where a command goes; of a full queue it means nothing.
    assign sum  = SumWidth'(head) + SumWidth'(count);
    assign tail = 32'(sum) >= Depth ? sum - SumWidth'(Depth) : sum;

    always_ff @(posedge clk_i) begin
      if (!rst_ni)
        count_q[q*CountWidth +: CountWidth] <= '0;
      else if (gets[q] && !loses)
        count_q[q*CountWidth +: CountWidth] <= count + CountWidth'(1);
      else if (!gets[q] && loses)
        count_q[q*CountWidth +: CountWidth] <= count - CountWidth'(1);
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni)
        head_q[q*PlaceWidth +: PlaceWidth] <= '0;
      else if (loses)
        head_q[q*PlaceWidth +: PlaceWidth] <=
            head == PlaceWidth'(Depth - 1) ? '0 : head + PlaceWidth'(1);
    end

    for (genvar i = 0; i < Depth; i++) begin : gen_place
      always_ff @(posedge clk_i) begin
        if (gets[q] && tail == SumWidth'(i)) begin
          wait_q[q*Depth + i]                                <= push_wait_i;
          stream_q[(q*Depth + i)*StreamWidth +: StreamWidth] <= push_stream_i;
          launch_q[(q*Depth + i)*LaunchWidth +: LaunchWidth] <= push_launch_i;
        end
      end
    end
  end

  //////////////
  // Launches //
  //////////////

  // A launch opens only while it is free, and is done only while it runs: never both at once.
  logic opens, waits_more;

  assign opens      = gets != '0 && !push_wait_i;
  assign waits_more = gets != '0 && push_wait_i;

  for (genvar l = 0; l < Launches; l++) begin : gen_launch
    logic                 pushed, one_more, one_less;
    logic [WaitWidth-1:0] waits, more;

    assign pushed   = push_launch_i == LaunchWidth'(l);
    assign one_more = waits_more & pushed;
    assign one_less = drops && drop_launch == LaunchWidth'(l);
    assign waits    = waits_q[l*WaitWidth +: WaitWidth];

    assign free_o[l] = ~open_q[l] & (waits == '0);

    always_ff @(posedge clk_i) begin
      if (!rst_ni)                                            open_q[l] <= 1'b0;
      else if (opens && pushed)                               open_q[l] <= 1'b1;
      else if (done_en_i && done_launch_i == LaunchWidth'(l)) open_q[l] <= 1'b0;
    end

    // The drop is known last: it only selects between two sums.
    assign more = waits + WaitWidth'(one_more);

    always_ff @(posedge clk_i) begin
      if (!rst_ni)       waits_q[l*WaitWidth +: WaitWidth] <= '0;
      else if (one_less) waits_q[l*WaitWidth +: WaitWidth] <= more - WaitWidth'(1);
      else               waits_q[l*WaitWidth +: WaitWidth] <= more;
    end

    always_ff @(posedge clk_i) begin
      if (begins && begin_launch_o == LaunchWidth'(l))
        owner_q[l*StreamWidth +: StreamWidth] <= begin_stream_o;
    end
  end

  /////////////
  // Streams //
  /////////////

  // A stream begins a launch only while it does not run: never as it stops.
  logic [StreamWidth-1:0] done_stream;

  // Each bit is an OR over all launches, as a tree.
  for (genvar b = 0; b < StreamWidth; b++) begin : gen_done_bit
    logic [Launches-1:0] owners;

    for (genvar l = 0; l < Launches; l++) begin : gen_launch
      assign owners[l] = done_launch_i == LaunchWidth'(l) && owner_q[l*StreamWidth + b];
    end
    assign done_stream[b] = owners != '0;
  end

  for (genvar s = 0; s < Streams; s++) begin : gen_stream
    always_ff @(posedge clk_i) begin
      if (!rst_ni)                                          runs_q[s] <= 1'b0;
      else if (begins && begin_stream_o == StreamWidth'(s)) runs_q[s] <= 1'b1;
      else if (done_en_i && done_stream == StreamWidth'(s)) runs_q[s] <= 1'b0;
    end
  end

  assign idle_o = count_q == '0 && runs_q == '0;

endmodule
