// SPDX-License-Identifier: Apache-2.0
//
// Properties of the SIMD pipe (docs/blocks/simd_pipe.md), for formal/prove.sh.
//
// Beside the design stands a ghost, from what is offered and taken alone: which beat goes in next,
// how long the lanes are busy, how many instructions are inside and through, how many beats of the
// next one to come out, and which buffer is whose. It follows one instruction, and of that one
// thread; the solver chooses both. What the float units say is anything at all; what the lanes
// compute is looked at where they give it.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_simd_pipe_props #(
    `HD_PARAMETERS,
    localparam int Beats = Lanes / Simd,
    localparam int BeatWidth = Beats > 1 ? $clog2(Beats) : 1,
    localparam int ThreadWidth = $clog2(Lanes + 1),
    localparam int HeadWidth = 3 + 32 + 32 + Lanes + RiderWidth
) (
    `HD_PORTS,
    // State
    input logic [BeatWidth-1:0]  beat_q,
    input logic                  due_q,
    input logic [5:0]            wait_q,
    input logic                  due_buffer_q,
    input logic [BeatWidth-1:0]  due_beat_q,
    input logic                  due_last_q,
    input logic                  fill_q,
    input logic                  take_q,
    input logic [1:0]            filling_q,
    input logic [1:0]            full_q,
    // Heads and one row of each thread of both buffers: {refused, flags, taken, address, value}.
    input logic [2*HeadWidth-1:0] heads,
    input logic [2*Lanes*71-1:0] rows,
    input logic [2*Lanes*32-1:0] expects, // what is kept of c_i
    // Lanes and float units; lane i is [i*W +: W].
    input logic                  goes,
    input logic [Simd*99-1:0]    given, // {frm, c, b, a}
    input logic                  goes_float,
    input logic [Simd-1:0]       lane_ready,
    input logic [Simd-1:0]       lane_valid,
    input logic [Simd*71-1:0]    results, // as rows, with the lane's value
    input logic [Simd*32-1:0]    float_values
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // The thread that is followed.
  (* anyconst *) logic [ThreadWidth-1:0] thread;
  always @* assume (32'(thread) < Lanes);

  // ------------------------------------------------------------------ what the neighbours promise

  logic [HeadWidth-1:0] head;
  assign head = {unit_i, word_i, pc_i, mask_i, rider_i};

  // What is offered stays until it is taken; of a beat operands, and rounding modes in lanes of the
  // mask, until that goes in: with the cycle before, so many beats have gone in.
  logic [Lanes*3-1:0] modes;
  always @*
    for (int t = 0; t < Lanes; t++) modes[t*3+:3] = mask_i[t] ? frm_i[t*3+:3] : 3'd0;

  // A beat that has room goes in if it is there.
  logic there;
  assign there = 32'(beat) < 32'(in_here_i);

  logic held;
  logic [HeadWidth-1:0] held_head;
  logic [Lanes*99-1:0] held_operands;
  logic [GoneWidth-1:0] held_gone;
  always_ff @(posedge clk_i) begin
    held <= rst_ni && in_valid_i && !(in_ready_o && there);
    {held_head, held_operands} <= {head, a_i, b_i, c_i, modes};
    held_gone <= GoneWidth'(beat) + GoneWidth'(may && there);
  end
  always @* if (on && held) assume (in_valid_i && head == held_head);
  for (genvar t = 0; t < Lanes; t++) begin : gen_promise
    always @* if (on && held && 32'(held_gone) <= t / Simd)
      assume ({a_i[t*32+:32], b_i[t*32+:32], c_i[t*32+:32], modes[t*3+:3]}
              == {held_operands[Lanes*67+t*32+:32], held_operands[Lanes*35+t*32+:32],
                  held_operands[Lanes*3+t*32+:32], held_operands[t*3+:3]});
  end

  // Its unit is its unit, where that matters here.
  always @* if (in_valid_i) begin
    assume (unit_i <= 3'd4);
    assume ((word_i[6:0] == 7'h53) <= (unit_i == 3'd1));
    assume ((word_i[6:0] == 7'h33) <= (unit_i == 3'd0));
    assume ((word_i[6:0] == 7'h63 || word_i[6:0] == 7'h67 || word_i[6:0] == 7'h6f)
            <= (unit_i == 3'd0));
    assume (word_i[1:0] == 2'b11);
  end

  // ------------------------------------------------------------------ ghost: when

  // Which beat is next; how long the lanes are busy; instructions begun and not taken; of the last
  // one that is all in, cycles until it is through; how many are through. A beat is under way; of
  // the instruction that went in last so many beats have results.
  logic [BeatWidth-1:0] beat;
  logic [5:0] busy, steps;
  logic [6:0] until_through;
  logic [1:0] inside, through;
  logic turn; // buffer of the next instruction to go in
  logic may, first, last, enters, taken, out, flying;
  logic [GoneWidth-1:0] landed;

  always @* begin
    steps = '0;
    if (word_i[6:0] == 7'h33 && word_i[31:25] == 7'h01 && word_i[14]) steps = 6'(32 / DivBits);
    if (word_i[6:0] == 7'h53 && (word_i[31:27] == 5'h03 || word_i[31:27] == 5'h0b))
      steps = 6'(FloatSteps);
  end
  // Function 7 of those words is what the manual has.
  always @* if (in_valid_i && word_i[6:0] == 7'h33) assume (word_i[31:26] == '0 || !word_i[25]);

  assign first = 32'(beat) == 0;
  assign last = 32'(beat) == Beats - 1;
  assign may = busy == '0 && (!first || inside < 2'd2);
  assign enters = in_valid_i && may && there;
  assign taken = in_valid_i && in_ready_o && there;
  assign out = out_valid_o && out_ready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {beat, busy, inside, through, until_through, flying, landed, turn} <= '0;
    end else begin
      flying <= enters || (flying && busy != '0);
      if (enters && first) landed <= '0;
      else if (flying && busy == '0) landed <= landed + GoneWidth'(1);
      if (enters) begin
        beat <= last ? '0 : beat + BeatWidth'(1);
        busy <= steps;
      end else if (busy != '0) busy <= busy - 6'd1;
      inside <= inside + {1'b0, enters && first} - {1'b0, out};
      if (taken) turn <= !turn;
      if (taken) until_through <= {1'b0, steps} + 7'd1;
      else if (until_through != '0) until_through <= until_through - 7'd1;
      through <= through + {1'b0, until_through == 7'd1} - {1'b0, out};
    end
  end

  // ------------------------------------------------------------------ ghost: one instruction

  // Chosen as its first beat goes in, when so many are before it. Its thread's operands, as the
  // thread's beat goes in; what lane and float unit gave for that thread.
  (* anyseq *) logic choose;
  logic followed, computed;
  logic [1:0] before;
  logic [HeadWidth-1:0] its_head;
  logic its_buffer;
  logic [31:0] its_a, its_b, its_c;
  logic [70:0] its_row; // {refused, flags, taken, address, value}
  logic begins;

  assign begins = enters && first && choose && !followed;

  // Of the followed thread: its operands; its row at the output, and in both buffers.
  logic [31:0] a, b, c, out_expect, expect_0, expect_1;
  logic [2:0] frm;
  logic [70:0] out_row, row_0, row_1, result;
  logic [98:0] lane_given;
  logic [31:0] lane_float_value;
  always @* begin
    {a, b, c, frm} = '0;
    {out_expect, expect_0, expect_1} = '0;
    {out_row, row_0, row_1, result, lane_given, lane_float_value} = '0;
    for (int t = 0; t < Lanes; t++)
      if (32'(thread) == t) begin
        {a, b, c, frm} = {a_i[t*32+:32], b_i[t*32+:32], c_i[t*32+:32], frm_i[t*3+:3]};
        out_expect = out_expect_o[t*32+:32];
        expect_0 = expects[t*32+:32];
        expect_1 = expects[(Lanes+t)*32+:32];
        out_row = {out_refused_o[t], out_flags_o[t*5+:5], out_taken_o[t], out_address_o[t*32+:32],
                   out_value_o[t*32+:32]};
        row_0 = rows[t*71+:71];
        row_1 = rows[(Lanes+t)*71+:71];
        result = results[(t%Simd)*71+:71];
        lane_given = given[(t%Simd)*99+:99];
        lane_float_value = float_values[(t%Simd)*32+:32];
      end
  end

  // The beat of the thread goes in; so many cycles until its results are there, then 1.
  logic its_beat;
  logic [6:0] its_due;
  logic its_now; // the instruction that goes in is the followed one
  assign its_beat = enters && 32'(beat) == 32'(thread) / Simd;
  assign its_now = begins || (followed && before + 2'd1 == inside && !first);

  logic [2:0] its_unit;
  assign its_unit = its_head[HeadWidth-1-:3];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {followed, computed, its_due} <= '0;
    end else begin
      if (begins) begin
        followed <= 1'b1;
        computed <= 1'b0;
        before <= inside - {1'b0, out};
        its_head <= head;
        its_buffer <= turn;
      end else if (followed && out) begin
        if (before == '0) followed <= 1'b0;
        else before <= before - 2'd1;
      end
      if (its_beat && its_now) {its_a, its_b, its_c} <= {a, b, c};
      if (its_beat && its_now) its_due <= {1'b0, steps} + 7'd1;
      else if (its_due != '0) its_due <= its_due - 7'd1;
      if (its_due == 7'd1) begin
        computed <= 1'b1;
        its_row <= result;
        if (its_unit == 3'd1) its_row[31:0] <= lane_float_value;
      end
    end
  end

  // The unit of what is under way.
  logic [2:0] due_unit;
  assign due_unit = due_buffer_q ? heads[2*HeadWidth-1-:3] : heads[HeadWidth-1-:3];

  // Its addresses are told in this cycle, as they come: of its beat's threads, in its buffer.
  logic told_right;
  always @* begin
    told_right = land_buffer_o == its_buffer && land_rider_o == its_head[0+:RiderWidth];
    for (int t = 0; t < Lanes; t++)
      if (32'(thread) == t && (land_mask_o[t%Simd] != its_head[RiderWidth+t]
                               || land_address_o[(t%Simd)*32+:32] != result[63:32]))
        told_right = 1'b0;
  end

  // It is the one at the output; and where it is inside.
  logic ours, buffer;
  logic [HeadWidth-1:0] head_inside;
  logic [70:0] row_inside;
  logic [31:0] expect_inside;
  assign ours = followed && before == '0 && out_valid_o;
  // Its results are at the output, of the followed thread, though it may not be through.
  logic handy;
  assign handy = followed && before == '0 && 32'(out_here_o) > 32'(thread) / Simd;
  assign buffer = take_q ^ before[0];
  assign head_inside = buffer ? heads[HeadWidth+:HeadWidth] : heads[0+:HeadWidth];
  assign row_inside = buffer ? row_1 : row_0;
  assign expect_inside = buffer ? expect_1 : expect_0;

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: an instruction is taken when its last beat goes in, and beats go in one a cycle or, behind
    // a division, with its results; the first one if fewer than two instructions are inside
    ready: assert (in_ready_o == (may && last));
    // P: a beat goes in when the text says
    beats: assert (goes == enters && beat_q == beat);
    // P: no beat goes in that is not there
    none_absent: assert (!goes || 32'(beat_q) < 32'(in_here_i));
    // P: gone are the beats that went in before, and the one that goes in now, if it is there
    gone: assert (!in_valid_i || 32'(in_gone_o) == 32'(beat) + 32'(may));
    // P: of the instruction that comes out next the beats are told whose results are there: all if
    // it is through
    here: assert (32'(out_here_o) == (through != '0 ? Beats : inside != '0 ? 32'(landed) : 0));
    // P: an instruction is through two cycles after its last beat went in, or as much later as it
    // takes to divide
    in_time: assert (out_valid_o == (through != '0));
    // P: no more than two between in and out
    two: assert (inside <= 2'd2 && through <= inside);
    // P: the buffers are filling or full, as many as instructions inside, in turn
    buffers: assert ((filling_q & full_q) == '0
                     && {1'b0, filling_q[0] || full_q[0]}
                        + {1'b0, filling_q[1] || full_q[1]} == inside
                     && {1'b0, full_q[0]} + {1'b0, full_q[1]} == through
                     && (inside == 2'd2 || !first || fill_q == take_q ^ inside[0])
                     && (through == '0 || full_q[take_q])
                     && (inside == '0 || through != '0 || filling_q[take_q]));
    // P: instructions come out as they went in, in their order, already when beats are there
    in_order: assert (!(ours || (followed && before == '0 && out_here_o != '0))
                      || {out_unit_o, out_word_o, out_pc_o, out_mask_o, out_rider_o}
                         == its_head);
    // P: each thread's operands are its lane's, and its float unit's if it is a float instruction
    lane_of_thread: assert (!goes || 32'(beat_q) != 32'(thread) / Simd
                            || lane_given == {frm, c, b, a});
    // P: float units are offered float instructions, and nothing else
    offers_float: assert (goes_float == (goes && unit_i == 3'd1));
    // P: the lanes are ready when a beat goes in, and have the results of theirs when they are due
    lanes_agree: assert ((!goes || &lane_ready)
                         && (!due_q || due_unit != 3'd0 || lane_valid == {Simd{wait_q == '0}}));
    // P: the value of rd, the target and the exceptions are what lane and float unit gave; already
    // when its beat is there the value is
    results_kept: assert ((!ours || out_row[70:32] == its_row[70:32])
                          && (!(ours || handy) || its_unit > 3'd1
                              || out_row[31:0] == its_row[31:0]));
    // P: memory gets rs2, and rs3 beside it, status rs1
    operands_kept: assert (!(ours || handy) || ((its_unit != 3'd2
                                                 || (out_row[31:0] == its_b
                                                     && (!ours || out_expect == its_c)))
                                                && (its_unit != 3'd3
                                                    || out_row[31:0] == its_a)));
    // P: no thread goes anywhere but by a branch or jump of the lane
    others_stay: assert (!ours || its_unit == 3'd0 || !out_row[64]);
    // P: the addresses of a beat of a memory instruction are told when its results come: its
    // threads, their addresses, the buffer and the rider of its instruction
    told_landing: assert (land_valid_o == (flying && busy == '0 && due_unit == 3'd2)
                          && (its_due != 7'd1 || land_valid_o == (its_unit == 3'd2))
                          && (its_due != 7'd1 || !land_valid_o || told_right));
    // P: an instruction comes out of the buffer that it was told for, and for one that is through
    // no beat is told
    told_buffer: assert ((!ours || out_buffer_o == its_buffer)
                         && !(land_valid_o && out_valid_o && land_buffer_o == out_buffer_o));
    // P: a reset empties the pipe
    reset_empties: assert (!was_reset || (!out_valid_o && full_q == '0 && filling_q == '0 && !due_q
                                          && wait_q == '0 && beat_q == '0 && !fill_q && !take_q));
  end

  // ------------------------------------------------------------------ lemmas: inside

  logic pending; // the followed instruction is not all in
  assign pending = followed && before + 2'd1 == inside && !first;

  always @* if (on) begin
    // P: the count of the pipe is the ghost's
    l_wait: assert (wait_q == busy && (wait_q == '0 || due_q));
    // P: a beat under way goes to the buffer that is being filled, and ends as the ghost says
    l_due: assert (!due_q || (filling_q[due_buffer_q]
                              && due_last_q == (until_through != '0)
                              && due_last_q == (32'(due_beat_q) == Beats - 1)
                              && (due_last_q ? first && due_buffer_q != fill_q
                                  : due_buffer_q == fill_q && 32'(due_beat_q) + 1 == 32'(beat))));
    // P: a beat is under way if an instruction is all in, and not through; half in is what fills
    l_under_way: assert ((until_through == '0 || (due_q && until_through == {1'b0, wait_q} + 7'd1))
                         && (first || (filling_q[fill_q] && inside != '0)));
    // P: beats have results before the one that is under way, or else before the next to go in
    l_landed: assert (flying == due_q
                      && (due_q ? 32'(landed) == 32'(due_beat_q)
                          : first || 32'(landed) == 32'(beat)));
    // P: an instruction that fills a buffer goes in, or its last results are to come
    l_filling: assert (inside - through == {1'b0, !first} + {1'b0, until_through != '0});
    // P: the followed instruction is one of those inside, its head in its buffer
    l_head: assert (!followed || (before < inside && head_inside == its_head));
    // P: buffers are filled in turn, and the followed instruction is in that of its turn
    l_turn: assert (fill_q == turn && (!followed || buffer == its_buffer));
    // P: while no instruction is followed no beat of the followed thread is under way
    l_none: assert (followed || its_due == '0);
    // P: an instruction half in was offered in the cycle before, and so it is offered
    l_offered: assert (!pending || (buffer == fill_q && held && held_head == its_head));
  end

  always @* if (on && followed) begin
    // P: once the beat of the followed thread went in it is under way, to the thread's row of its
    // buffer, or its results are there
    l_its_due: assert ((computed || its_due != '0)
                       == (!pending || 32'(beat) > 32'(thread) / Simd)
                       && (its_due == '0
                           || (due_q && 32'(due_beat_q) == 32'(thread) / Simd
                               && due_buffer_q == buffer && !computed
                               && its_due == {1'b0, wait_q} + 7'd1)));
    // P: nothing else goes to the row of the followed thread
    l_its_alone: assert (its_due != '0 || !due_q || due_buffer_q != buffer
                         || 32'(due_beat_q) != 32'(thread) / Simd);
    // P: the result of the followed thread is in its row
    l_its_row: assert (!computed
                       || (row_inside[70:32] == its_row[70:32]
                           && (its_unit == 3'd2 || its_unit == 3'd3
                               || row_inside[31:0] == its_row[31:0])));
    // P: what is kept of the followed thread is in its row, from its beat on
    l_its_kept: assert (!(computed || its_due != '0)
                        || ((its_unit != 3'd2
                             || (row_inside[31:0] == its_b && expect_inside == its_c))
                            && (its_unit != 3'd3 || row_inside[31:0] == its_a)));
    // P: a lane goes nowhere with what is not its own
    l_stays: assert (its_unit == 3'd0 || ((its_due == '0 || !result[64])
                                          && (!computed || !its_row[64])));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_back_to_back: cover (out && taken && due_q && inside == 2'd2);
    c_full: cover (through == 2'd2 && in_valid_i && !in_ready_o && first && !out_ready_i);
    c_taken_and_wanted: cover (through == 2'd2 && out && in_valid_i && first && !goes);
    c_divides: cover (ours && its_unit == 3'd0 && computed && its_row[31:0] == 32'd3
                      && its_head[HeadWidth-4-:32] == 32'h02c5c533);
    c_absent: cover (in_valid_i && may && !first && !there && !due_q);
    c_handy: cover (handy && !out_valid_o && computed && out_row[31:0] == 32'd3
                    && its_unit <= 3'd1);
    c_float: cover (ours && its_unit == 3'd1 && its_row[70] && out_mask_o == '1);
    c_told_second: cover (ours && computed && its_unit == 3'd2 && inside == 2'd2 && land_valid_o);
    c_behind_division: cover (goes && first && wait_q == '0 && due_q && due_last_q && inside == 2'd1
                              && heads[HeadWidth-4-:7] == 7'h1);
  end
endmodule

// What follows goes to the end of the module hd_simd_pipe itself, in the copy that is proven: there
// all of its state can be named.
`ifdef HD_INSIDE
  localparam int PropsHead = 3 + 32 + 32 + Lanes + RiderWidth;
  logic [2*PropsHead-1:0] props_heads;
  logic [2*Lanes*71-1:0] props_rows;
  logic [2*Lanes*32-1:0] props_expects;
  logic [Simd*99-1:0] props_given;
  logic [Simd-1:0] props_ready, props_valid;
  logic [Simd*71-1:0] props_results;
  for (genvar b = 0; b < 2; b++) begin : gen_props_buffer
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
    assign props_given[i*99 +: 99] =
        {gen_simd[i].frm, gen_simd[i].c, gen_simd[i].b, gen_simd[i].a};
    assign props_ready[i] = gen_simd[i].lane_ready;
    assign props_valid[i] = gen_simd[i].lane_valid;
    assign props_results[i*71 +: 71] =
        {float_refused[i], float_flags[i*5 +: 5], lane_taken[i], lane_address[i*32 +: 32],
         lane_value[i*32 +: 32]};
  end
  hd_simd_pipe_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .beat_q, .due_q, .wait_q, .due_buffer_q, .due_beat_q, .due_last_q, .fill_q,
      .take_q, .filling_q, .full_q, .heads(props_heads), .rows(props_rows), .expects(props_expects),
      .goes, .goes_float, .given(props_given), .lane_ready(props_ready), .lane_valid(props_valid),
      .results(props_results), .float_values(float_value)
  );
`endif
