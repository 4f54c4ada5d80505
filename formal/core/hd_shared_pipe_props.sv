// SPDX-License-Identifier: Apache-2.0
//
// Properties of the shared pipe (docs/blocks/shared_pipe.md), for formal/prove.sh.
//
// Beside the design stands a ghost, from what is offered and taken alone: of each port which beat
// goes in next, how long it is at something and in which lanes, how many instructions are inside
// and through; and which port has the turn. It follows one instruction of one port, and of that one
// thread; the solver chooses all three. What the float units say is anything at all; what the lanes
// compute is looked at where they give it.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_shared_pipe_props #(
    `HD_PARAMETERS,
    localparam int Beats = Lanes / Simd,
    localparam int BeatWidth = Beats > 1 ? $clog2(Beats) : 1,
    localparam int ThreadWidth = $clog2(Lanes + 1),
    localparam int HeadWidth = 3 + 32 + 32 + Lanes + RiderWidth,
    localparam int Longest = 32 / DivBits > FloatSteps ? 32 / DivBits : FloatSteps
) (
    `HD_PORTS,
    // State; port p is [p*W +: W], buffer b of it (2p + b).
    input logic [2*BeatWidth-1:0] beat_q,
    input logic [1:0]             due_q,
    input logic [2*6-1:0]         wait_q,
    input logic [1:0]             due_buffer_q,
    input logic [2*BeatWidth-1:0] due_beat_q,
    input logic [1:0]             due_last_q,
    input logic [1:0]             fill_q,
    input logic [1:0]             take_q,
    input logic                   turn_q,
    input logic [3:0]             filling_q,
    input logic [3:0]             full_q,
    // Heads and one row of each thread of all buffers: {refused, flags, taken, address, value}.
    input logic [4*HeadWidth-1:0] heads,
    input logic [4*Lanes*71-1:0]  rows,
    input logic [4*Lanes*32-1:0]  expects, // what is kept of c_i
    // Lanes and float units; lane i is [i*W +: W].
    input logic [1:0]             goes,
    input logic [2*Simd-1:0]      due_lanes,
    input logic [Simd-1:0]        lane_used,
    input logic [Simd-1:0]        float_used,
    input logic [Simd*163-1:0]    given, // {frm, c, b, a, pc, word}
    input logic [Simd-1:0]        lane_ready,
    input logic [Simd-1:0]        lane_valid,
    input logic [Simd*71-1:0]     results, // as rows, with the lane's value
    input logic [Simd*32-1:0]     float_values
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // The thread that is followed, and the port of its instruction.
  (* anyconst *) logic [ThreadWidth-1:0] thread;
  (* anyconst *) logic side;
  always @* assume (32'(thread) < Lanes);

  // ------------------------------------------------------------------ what the neighbours promise

  logic [2*HeadWidth-1:0] head;
  logic [2*Lanes*3-1:0] modes;
  logic [1:0] held;
  logic [2*HeadWidth-1:0] held_head;
  logic [2*Lanes*96-1:0] held_operands; // {a, b, c} of both ports
  logic [2*Lanes*3-1:0] held_modes;

  always_ff @(posedge clk_i) begin
    held <= {2{rst_ni}} & in_valid_i & ~in_ready_o;
    held_head <= head;
    held_operands <= {a_i, b_i, c_i};
    held_modes <= modes;
  end

  for (genvar p = 0; p < 2; p++) begin : gen_promise
    logic [2:0] unit;
    logic [31:0] word;
    assign unit = unit_i[p*3+:3];
    assign word = word_i[p*32+:32];
    assign head[p*HeadWidth+:HeadWidth] =
        {unit, word, pc_i[p*32+:32], mask_i[p*Lanes+:Lanes], rider_i[p*RiderWidth+:RiderWidth]};

    for (genvar t = p * Lanes; t < (p + 1) * Lanes; t++) begin : gen_mode
      assign modes[t*3+:3] = mask_i[t] ? frm_i[t*3+:3] : 3'd0;
    end

    // What is offered stays until it is taken, a rounding mode in lanes of the mask.
    always @* if (on && held[p]) begin
      assume (in_valid_i[p] && head[p*HeadWidth+:HeadWidth] == held_head[p*HeadWidth+:HeadWidth]);
      assume (a_i[p*Lanes*32+:Lanes*32] == held_operands[(4+p)*Lanes*32+:Lanes*32]);
      assume (b_i[p*Lanes*32+:Lanes*32] == held_operands[(2+p)*Lanes*32+:Lanes*32]);
      assume (c_i[p*Lanes*32+:Lanes*32] == held_operands[p*Lanes*32+:Lanes*32]);
      assume (modes[p*Lanes*3+:Lanes*3] == held_modes[p*Lanes*3+:Lanes*3]);
    end

    // Its unit is its unit, where that matters here.
    always @* if (in_valid_i[p]) begin
      assume (unit <= 3'd4);
      assume ((word[6:0] == 7'h53) <= (unit == 3'd1));
      assume ((word[6:0] == 7'h33) <= (unit == 3'd0));
      assume ((word[6:0] == 7'h63 || word[6:0] == 7'h67 || word[6:0] == 7'h6f) <= (unit == 3'd0));
      assume (word[1:0] == 2'b11);
      // Function 7 of those words is what the manual has.
      assume (word[6:0] != 7'h33 || word[31:26] == '0 || !word[25]);
    end
  end

  // ------------------------------------------------------------------ ghost: when

  // Of each port: which beat is next; how long it is at something, and in which lanes; instructions
  // begun and not taken; of the last one that is all in, cycles until it is through; how many are
  // through. Which port has the turn; how long a beat has waited that its port would let in.
  logic [2*BeatWidth-1:0] beat;
  logic [2*6-1:0] busy, steps;
  logic [2*Simd-1:0] lanes, its_lanes;
  logic [2*7-1:0] until_through, waits;
  logic [2*2-1:0] inside, through;
  logic [1:0] open, can, go, first, last, taken, out, far; // far: it has the lanes of memory
  logic turn, meet;

  assign taken = in_valid_i & in_ready_o;
  assign out = out_valid_o & out_ready_i;
  assign meet = can == 2'b11 && far[0] == far[1] && (lanes[0+:Simd] & lanes[Simd+:Simd]) != '0;
  always_ff @(posedge clk_i) turn <= rst_ni ? turn ^ meet : 1'b0;

  for (genvar p = 0; p < 2; p++) begin : gen_when
    localparam int Other = 1 - p;
    logic [31:0] word;
    logic [5:0] longer;
    assign word = word_i[p*32+:32];
    always @* begin
      longer = '0;
      if (word[6:0] == 7'h33 && word[31:25] == 7'h01 && word[14]) longer = 6'(32 / DivBits);
      if (word[6:0] == 7'h53 && (word[31:27] == 5'h03 || word[31:27] == 5'h0b))
        longer = 6'(FloatSteps);
    end
    assign steps[p*6+:6] = longer;

    for (genvar i = 0; i < Simd; i++) begin : gen_lanes
      logic [Beats-1:0] of_beat;
      for (genvar k = 0; k < Beats; k++) begin : gen_beat
        assign of_beat[k] = 32'(beat[p*BeatWidth+:BeatWidth]) == k && mask_i[p*Lanes+k*Simd+i];
      end
      assign lanes[p*Simd+i] = of_beat != '0;
    end

    assign first[p] = 32'(beat[p*BeatWidth+:BeatWidth]) == 0;
    assign last[p] = 32'(beat[p*BeatWidth+:BeatWidth]) == Beats - 1;
    assign open[p] = in_valid_i[p] && busy[p*6+:6] == '0 && (!first[p] || inside[p*2+:2] < 2'd2);
    assign far[p] = MemoryGroup == 1 && unit_i[p*3+:3] == 3'd2;
    assign can[p] = open[p] && (busy[Other*6+:6] == '0 || far[p]
                                || (lanes[p*Simd+:Simd] & its_lanes[Other*Simd+:Simd]) == '0);
    assign go[p] = can[p] && (!meet || turn == p[0]);

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        beat[p*BeatWidth+:BeatWidth] <= '0;
        busy[p*6+:6] <= '0;
        inside[p*2+:2] <= '0;
        through[p*2+:2] <= '0;
        until_through[p*7+:7] <= '0;
        waits[p*7+:7] <= '0;
      end else begin
        if (go[p]) begin
          beat[p*BeatWidth+:BeatWidth] <=
              last[p] ? '0 : beat[p*BeatWidth+:BeatWidth] + BeatWidth'(1);
          busy[p*6+:6] <= longer;
        end else if (busy[p*6+:6] != '0) busy[p*6+:6] <= busy[p*6+:6] - 6'd1;
        inside[p*2+:2] <= inside[p*2+:2] + {1'b0, go[p] && first[p]} - {1'b0, out[p]};
        if (taken[p]) until_through[p*7+:7] <= {1'b0, longer} + 7'd1;
        else if (until_through[p*7+:7] != '0)
          until_through[p*7+:7] <= until_through[p*7+:7] - 7'd1;
        through[p*2+:2] <= through[p*2+:2] + {1'b0, until_through[p*7+:7] == 7'd1} - {1'b0, out[p]};
        waits[p*7+:7] <= open[p] && !goes[p] ? waits[p*7+:7] + 7'd1 : '0;
      end
    end
    always_ff @(posedge clk_i) if (go[p]) its_lanes[p*Simd+:Simd] <= lanes[p*Simd+:Simd];
  end

  // Which lanes, and which float units, the beats use that go in.
  logic [Simd-1:0] use_lane, use_float;
  assign use_lane = (lanes[0+:Simd] & {Simd{go[0] && !far[0]}})
                    | (lanes[Simd+:Simd] & {Simd{go[1] && !far[1]}});
  assign use_float = (lanes[0+:Simd] & {Simd{go[0] && unit_i[0+:3] == 3'd1}})
                     | (lanes[Simd+:Simd] & {Simd{go[1] && unit_i[3+:3] == 3'd1}});

  // ------------------------------------------------------------------ ghost: one instruction

  // Chosen as its first beat goes in, when so many of its port are before it. Its thread's
  // operands; what lane and float unit gave for that thread, 0 if it is not in the mask.
  (* anyseq *) logic choose;
  logic followed, computed;
  logic [1:0] before;
  logic [HeadWidth-1:0] its_head, my_head;
  logic [31:0] its_a, its_b, its_c;
  logic [70:0] its_row; // {refused, flags, taken, address, value}
  logic its_in; // it is in the mask
  assign its_in = its_head[RiderWidth+thread];
  logic begins;

  // Of the port that is followed.
  logic my_go, my_first, my_out, my_due, my_due_buffer, my_out_valid;
  logic [BeatWidth-1:0] my_beat, my_due_beat;
  logic [5:0] my_steps, my_wait;
  logic [1:0] my_inside;
  assign my_go = go[side];
  assign my_first = first[side];
  assign my_out = out[side];
  assign my_out_valid = out_valid_o[side];
  assign my_due = due_q[side];
  assign my_due_buffer = due_buffer_q[side];
  assign my_beat = side ? beat[BeatWidth+:BeatWidth] : beat[0+:BeatWidth];
  assign my_due_beat = side ? due_beat_q[BeatWidth+:BeatWidth] : due_beat_q[0+:BeatWidth];
  assign my_steps = side ? steps[6+:6] : steps[0+:6];
  assign my_wait = side ? wait_q[6+:6] : wait_q[0+:6];
  assign my_inside = side ? inside[2+:2] : inside[0+:2];
  assign my_head = side ? head[HeadWidth+:HeadWidth] : head[0+:HeadWidth];
  assign begins = my_go && my_first && choose && !followed;

  // Of the followed thread: its operands, those that were held; its row at the output, and in both
  // buffers of its port.
  logic [31:0] a, b, c, held_a, held_b, held_c, out_expect, expect_0, expect_1;
  logic [2:0] frm;
  logic in_mask;
  logic [70:0] out_row, row_0, row_1, result;
  logic [162:0] lane_given;
  logic lane_is_used;
  logic [31:0] lane_float_value;
  always @* begin
    {a, b, c, frm, in_mask, held_a, held_b, held_c} = '0;
    {out_expect, expect_0, expect_1} = '0;
    {out_row, row_0, row_1, result, lane_given, lane_is_used, lane_float_value} = '0;
    for (int p = 0; p < 2; p++)
      for (int t = 0; t < Lanes; t++)
        if (32'(side) == p && 32'(thread) == t) begin
          {a, b, c} = {a_i[(p*Lanes+t)*32+:32], b_i[(p*Lanes+t)*32+:32], c_i[(p*Lanes+t)*32+:32]};
          frm = frm_i[(p*Lanes+t)*3+:3];
          in_mask = mask_i[p*Lanes+t];
          held_a = held_operands[((4+p)*Lanes+t)*32+:32];
          held_b = held_operands[((2+p)*Lanes+t)*32+:32];
          held_c = held_operands[(p*Lanes+t)*32+:32];
          out_expect = out_expect_o[(p*Lanes+t)*32+:32];
          expect_0 = expects[(2*p*Lanes+t)*32+:32];
          expect_1 = expects[((2*p+1)*Lanes+t)*32+:32];
          out_row = {out_refused_o[p*Lanes+t], out_flags_o[(p*Lanes+t)*5+:5],
                     out_taken_o[p*Lanes+t], out_address_o[(p*Lanes+t)*32+:32],
                     out_value_o[(p*Lanes+t)*32+:32]};
          row_0 = rows[(2*p*Lanes+t)*71+:71];
          row_1 = rows[((2*p+1)*Lanes+t)*71+:71];
          result = results[(t%Simd)*71+:71];
          lane_given = given[(t%Simd)*163+:163];
          lane_is_used = lane_used[t%Simd];
          lane_float_value = float_values[(t%Simd)*32+:32];
        end
  end

  // The beat of the thread goes in; so many cycles until its results are there, then 1.
  logic its_beat;
  logic [6:0] its_due;
  logic its_now; // the instruction that goes in is the followed one
  assign its_beat = my_go && 32'(my_beat) == 32'(thread) / Simd;
  assign its_now = begins || (followed && before + 2'd1 == my_inside && !my_first);

  logic [2:0] its_unit;
  assign its_unit = its_head[HeadWidth-1-:3];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {followed, computed, its_due} <= '0;
    end else begin
      if (begins) begin
        followed <= 1'b1;
        computed <= 1'b0;
        before <= my_inside - {1'b0, my_out};
        its_head <= my_head;
        {its_a, its_b, its_c} <= {a, b, c};
      end else if (followed && my_out) begin
        if (before == '0) followed <= 1'b0;
        else before <= before - 2'd1;
      end
      if (its_beat && its_now) its_due <= {1'b0, my_steps} + 7'd1;
      else if (its_due != '0) its_due <= its_due - 7'd1;
      if (its_due == 7'd1) begin
        computed <= 1'b1;
        its_row <= {its_unit == 3'd1 ? result[70:65] : 6'd0, result[64:32],
                    its_unit == 3'd1 ? lane_float_value : result[31:0]};
      end
    end
  end

  // What is to be in its row.
  logic [70:0] due_row;
  assign due_row = its_in ? its_row : '0;

  // It is the one at the output; and where it is inside.
  logic ours, buffer;
  logic [HeadWidth-1:0] head_inside, my_out_head;
  logic [70:0] row_inside;
  logic [31:0] expect_inside;
  assign ours = followed && before == '0 && my_out_valid;
  assign buffer = take_q[side] ^ before[0];
  assign my_out_head = side
      ? {out_unit_o[3+:3], out_word_o[32+:32], out_pc_o[32+:32], out_mask_o[Lanes+:Lanes],
         out_rider_o[RiderWidth+:RiderWidth]}
      : {out_unit_o[0+:3], out_word_o[0+:32], out_pc_o[0+:32], out_mask_o[0+:Lanes],
         out_rider_o[0+:RiderWidth]};
  always @* begin
    head_inside = '0;
    for (int k = 0; k < 4; k++)
      if (32'({side, buffer}) == k) head_inside = heads[k*HeadWidth+:HeadWidth];
  end
  assign row_inside = buffer ? row_1 : row_0;
  assign expect_inside = buffer ? expect_1 : expect_0;

  // ------------------------------------------------------------------ properties

  for (genvar p = 0; p < 2; p++) begin : gen_due
    // The unit of what is under way.
    logic [2:0] due_unit;
    assign due_unit = due_buffer_q[p] ? heads[(2*p+2)*HeadWidth-1-:3]
                                      : heads[(2*p+1)*HeadWidth-1-:3];
  end

  // Each of both ports: what holds of it.
  logic [1:0] ready_ok, in_time_ok, two_ok, buffers_ok, agree_ok, fair_ok, empty_ok;
  logic [1:0] wait_ok, due_ok, under_way_ok, filling_ok, l_fair_ok;
  for (genvar p = 0; p < 2; p++) begin : gen_holds
    localparam int Other = 1 - p;
    logic [1:0] filling, full, inside_p, through_p;
    logic [5:0] wait_p;
    logic [6:0] until_p;
    logic [BeatWidth-1:0] beat_p, due_beat_p;
    assign filling = filling_q[2*p+:2];
    assign full = full_q[2*p+:2];
    assign inside_p = inside[p*2+:2];
    assign through_p = through[p*2+:2];
    assign wait_p = wait_q[p*6+:6];
    assign until_p = until_through[p*7+:7];
    assign beat_p = beat[p*BeatWidth+:BeatWidth];
    assign due_beat_p = due_beat_q[p*BeatWidth+:BeatWidth];

    assign ready_ok[p] = !in_valid_i[p] || in_ready_o[p] == (go[p] && last[p]);
    assign in_time_ok[p] = out_valid_o[p] == (through_p != '0);
    assign two_ok[p] = inside_p <= 2'd2 && through_p <= inside_p;
    assign buffers_ok[p] = (filling & full) == '0
        && {1'b0, filling[0] || full[0]} + {1'b0, filling[1] || full[1]} == inside_p
        && {1'b0, full[0]} + {1'b0, full[1]} == through_p
        && (inside_p == 2'd2 || !first[p] || fill_q[p] == take_q[p] ^ inside_p[0])
        && (through_p == '0 || full[take_q[p]])
        && (inside_p == '0 || through_p != '0 || filling[take_q[p]]);
    assign agree_ok[p] = !due_q[p] || gen_due[p].due_unit != 3'd0
        || (lane_valid & due_lanes[p*Simd+:Simd])
           == (wait_p == '0 ? due_lanes[p*Simd+:Simd] : '0);
    assign fair_ok[p] = 32'(waits[p*7+:7]) <= 2 * Longest + 1;
    assign empty_ok[p] = !out_valid_o[p] && !due_q[p] && wait_p == '0
        && beat_q[p*BeatWidth+:BeatWidth] == '0 && !fill_q[p] && !take_q[p];

    assign wait_ok[p] = wait_p == busy[p*6+:6] && (wait_p == '0 || due_q[p])
        && 32'(wait_p) <= Longest
        && (!due_q[p] || due_lanes[p*Simd+:Simd] == its_lanes[p*Simd+:Simd]);
    assign due_ok[p] = !due_q[p]
        || (filling[due_buffer_q[p]] && due_last_q[p] == (until_p != '0)
            && due_last_q[p] == (32'(due_beat_p) == Beats - 1)
            && (due_last_q[p] ? first[p] && due_buffer_q[p] != fill_q[p]
                : due_buffer_q[p] == fill_q[p] && 32'(due_beat_p) + 1 == 32'(beat_p)));
    assign under_way_ok[p] =
        (until_p == '0 || (due_q[p] && until_p == {1'b0, wait_p} + 7'd1))
        && (first[p] || (filling[fill_q[p]] && inside_p != '0));
    assign filling_ok[p] = inside_p - through_p == {1'b0, !first[p]} + {1'b0, until_p != '0};
    assign l_fair_ok[p] = 32'(waits[p*7+:7]) + 32'(busy[Other*6+:6])
                          + (turn == p[0] ? 0 : Longest + 1) <= 2 * Longest + 1;
  end

  always @* if (on) begin
    // P: an instruction is taken when its last beat goes in
    ready: assert (ready_ok == '1);
    // P: a beat goes in if its port is at nothing longer and has a buffer, if the other port is not
    // in one of its lanes, and of two that meet that of the port in turn
    beats: assert (goes == go && beat_q == beat && turn_q == turn);
    // P: an instruction is through two cycles after its last beat went in, or as much later as it
    // takes to divide
    in_time: assert (in_time_ok == '1);
    // P: no more than two of a port between in and out
    two: assert (two_ok == '1);
    // P: the buffers are filling or full, as many as instructions inside, in turn
    buffers: assert (buffers_ok == '1);
    // P: beats that are under way on both ports share no lane
    apart: assert (due_q != 2'b11 || (due_lanes[0+:Simd] & due_lanes[Simd+:Simd]) == '0
                   || (MemoryGroup == 1
                       && (gen_due[0].due_unit == 3'd2) != (gen_due[1].due_unit == 3'd2)));
    // P: a beat that its port would let in waits for two longer operations, and a cycle, at most
    fair: assert (fair_ok == '1);
    // P: lanes are used by beats that go in, where their mask has threads, and by nothing else
    lanes_used: assert (lane_used == use_lane);
    // P: float units are offered float instructions, and nothing else
    offers_float: assert (float_used == use_float);
    // P: the lanes are ready that are used, and have the results of theirs when they are due
    lanes_agree: assert ((lane_used & ~lane_ready) == '0 && agree_ok == '1);
    // P: instructions of a port come out as they went in, in their order
    in_order: assert (!ours || my_out_head == its_head);
    // P: each thread's instruction and operands are its lane's
    lane_of_thread: assert (!its_beat || !in_mask
        || (lane_is_used && lane_given == {frm, c, b, a, my_head[RiderWidth+Lanes+:32],
                                           my_head[RiderWidth+Lanes+32+:32]}));
    // P: the value of rd, the target and the exceptions are what lane and float unit gave
    results_kept: assert (!ours || ((its_unit == 3'd2 || its_unit == 3'd3
                                     || out_row[31:0] == due_row[31:0])
                                    && out_row[70:32] == due_row[70:32]));
    // P: memory gets rs2, and rs3 beside it, status rs1
    operands_kept: assert (!ours || !its_in
                           || ((its_unit != 3'd2
                                || (out_row[31:0] == its_b && out_expect == its_c))
                               && (its_unit != 3'd3 || out_row[31:0] == its_a)));
    // P: a thread outside the mask has results that are 0
    zero: assert (!ours || its_in || (out_row == '0 && out_expect == '0));
    // P: no thread goes anywhere but by a branch or jump of the lane
    others_stay: assert (!ours || its_unit == 3'd0 || !out_row[64]);
    // P: a reset empties the pipe
    reset_empties: assert (!was_reset || (empty_ok == '1 && full_q == '0 && filling_q == '0
                                          && !turn_q));
  end

  // ------------------------------------------------------------------ lemmas: inside

  logic pending; // the followed instruction is not all in
  assign pending = followed && before + 2'd1 == my_inside && !my_first;

  always @* if (on) begin
    // P: the count of each port is the ghost's, and so are the lanes of what is under way
    l_wait: assert (wait_ok == '1);
    // P: a beat under way goes to the buffer that is being filled, and ends as the ghost says
    l_due: assert (due_ok == '1);
    // P: a beat is under way if an instruction is half in, or not through
    l_under_way: assert (under_way_ok == '1);
    // P: an instruction that fills a buffer goes in, or its last results are to come
    l_filling: assert (filling_ok == '1);
    // P: what a beat has waited and has to wait still are no more than two longer operations
    l_fair: assert (l_fair_ok == '1);
    // P: the followed instruction is one of those inside, its head in its buffer
    l_head: assert (!followed || (before < my_inside && head_inside == its_head));
    // P: while no instruction is followed no beat of the followed thread is under way
    l_none: assert (followed || its_due == '0);
    // P: an instruction half in was offered in the cycle before, and so it is offered
    l_offered: assert (!pending
        || (buffer == fill_q[side] && held[side]
            && {side ? held_head[HeadWidth+:HeadWidth] : held_head[0+:HeadWidth],
                held_a, held_b, held_c} == {its_head, its_a, its_b, its_c}));
  end

  always @* if (on && followed) begin
    // P: once the beat of the followed thread went in it is under way, to the thread's row of its
    // buffer, or its results are there
    l_its_due: assert ((computed || its_due != '0)
                       == (!pending || 32'(my_beat) > 32'(thread) / Simd)
                       && (its_due == '0
                           || (my_due && 32'(my_due_beat) == 32'(thread) / Simd
                               && my_due_buffer == buffer && !computed
                               && its_due == {1'b0, my_wait} + 7'd1)));
    // P: nothing else goes to the row of the followed thread
    l_its_alone: assert (its_due != '0 || !my_due || my_due_buffer != buffer
                         || 32'(my_due_beat) != 32'(thread) / Simd);
    // P: the result of the followed thread is in its row
    l_its_row: assert (!computed
                       || (row_inside[70:32] == due_row[70:32]
                           && (its_unit == 3'd2 || its_unit == 3'd3
                               || row_inside[31:0] == due_row[31:0])));
    // P: what is kept of the followed thread is in its row, from its beat on; nothing, if it is not
    // in the mask
    l_its_kept: assert (!(computed || its_due != '0)
                        || (expect_inside == (its_in && its_unit == 3'd2 ? its_c : '0)
                            && (its_unit != 3'd2 || row_inside[31:0] == (its_in ? its_b : '0))
                            && (its_unit != 3'd3 || row_inside[31:0] == (its_in ? its_a : '0))));
    // P: a lane goes nowhere with what is not its own
    l_stays: assert (its_unit == 3'd0 || ((its_due == '0 || !its_in || !result[64])
                                          && (!computed || !due_row[64])));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_both: cover (go == 2'b11 && lanes[0+:Simd] != '0 && lanes[Simd+:Simd] != '0 && last == '1);
    c_meet: cover (meet && turn);
    c_kept: cover (open[0] && !can[0] && turn == 1'b0);
    c_past: cover (go[0] && lanes[0+:Simd] != '0 && busy[6+:6] != '0);
    c_longest: cover (32'(waits[0+:7]) == 2 * Longest + 1);
    c_back_to_back: cover (my_out && taken[side] && my_due && my_inside == 2'd2);
    c_all_full: cover (through == 4'b1010);
    c_divides: cover (ours && its_unit == 3'd0 && computed && its_row[31:0] == 32'd3
                      && its_head[HeadWidth-4-:32] == 32'h02c5c533);
    c_float: cover (ours && its_unit == 3'd1 && its_row[70]);
    c_zero: cover (ours && !its_in && result != '0);
  end
endmodule

// What follows goes to the end of the module hd_shared_pipe itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  localparam int PropsHead = 3 + 32 + 32 + Lanes + RiderWidth;
  logic [2*BeatWidth-1:0] props_beat, props_due_beat;
  logic [2*6-1:0] props_wait;
  logic [4*PropsHead-1:0] props_heads;
  logic [4*Lanes*71-1:0] props_rows;
  logic [4*Lanes*32-1:0] props_expects;
  logic [Simd*163-1:0] props_given;
  logic [Simd-1:0] props_ready, props_valid, props_used, props_float;
  logic [Simd*71-1:0] props_results;
  assign props_beat = {beat_q[1], beat_q[0]};
  assign props_due_beat = {due_beat_q[1], due_beat_q[0]};
  assign props_wait = {wait_q[1], wait_q[0]};
  for (genvar b = 0; b < 4; b++) begin : gen_props_buffer
    logic [Lanes-1:0] props_taken, props_refused;
    logic [Lanes*5-1:0] props_flags;
    assign props_heads[b*PropsHead +: PropsHead] =
        {unit_q[b], word_q[b], pc_q[b], mask_q[b], rider_q[b]};
    assign props_taken = taken_q[b];
    assign props_refused = refused_q[b];
    assign props_flags = flags_q[b];
    for (genvar t = 0; t < Lanes; t++) begin : gen_props_thread
      assign props_expects[(b*Lanes + t)*32 +: 32] = expect_q[b*Lanes + t];
      assign props_rows[(b*Lanes + t)*71 +: 71] =
          {props_refused[t], props_flags[t*5 +: 5], props_taken[t], address_q[b*Lanes + t],
           value_q[b*Lanes + t]};
    end
  end
  for (genvar i = 0; i < Simd; i++) begin : gen_props_lane
    assign props_given[i*163 +: 163] =
        {gen_simd[i].lane_frm, gen_simd[i].lane_c, gen_simd[i].lane_b, gen_simd[i].lane_a,
         gen_simd[i].pc, gen_simd[i].word};
    assign props_used[i] = gen_simd[i].used;
    assign props_float[i] = gen_simd[i].used && gen_simd[i].is_float;
    assign props_ready[i] = gen_simd[i].lane_ready;
    assign props_valid[i] = gen_simd[i].lane_valid;
    assign props_results[i*71 +: 71] =
        {float_refused[i], float_flags[i*5 +: 5], lane_taken[i], lane_address[i*32 +: 32],
         lane_value[i*32 +: 32]};
  end
  hd_shared_pipe_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .beat_q(props_beat), .due_q, .wait_q(props_wait), .due_buffer_q,
      .due_beat_q(props_due_beat), .due_last_q, .fill_q, .take_q, .turn_q, .filling_q, .full_q,
      .heads(props_heads), .rows(props_rows), .expects(props_expects), .goes, .due_lanes,
      .lane_used(props_used), .float_used(props_float), .given(props_given),
      .lane_ready(props_ready), .lane_valid(props_valid), .results(props_results),
      .float_values(float_value)
  );
`endif
