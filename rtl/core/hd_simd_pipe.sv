// SPDX-License-Identifier: Apache-2.0
//
// SIMD pipe: takes an instruction with the operands of a whole warp through Simd lanes, Simd
// threads at a time (beats). Beside each lane is a float unit.
//
// Behaviour
// - Beat k is the threads from k * Simd on, thread k * Simd + i in lane i. A beat goes in in each
//   cycle. Its results are there in the next one; a division or square root takes longer, and until
//   its results are there no beat goes in.
// - Results are collected in one of two buffers, which are filled, and taken, in turn. When the
//   results of the last beat are in, the instruction is through.
// - An instruction may be offered of which only the first beats are there; and of the one that
//   comes out next the beats whose results are there are told, and can be read.
// - The addresses of a memory instruction are told beat by beat, in the cycle in which they come.
//
// Corner cases
// - Lanes of threads that are not in the mask work all the same; their results mean nothing.
// - A buffer that is taken is empty from the next cycle on: the instruction behind waits for that.
// - A beat that is not there does not go in, though what the input is told (its last beat, or so
//   many beats, go in) is of the state alone: it is so if they are there.
// - With one beat a warp an instruction keeps its buffer for three cycles, one of them to be taken:
//   two instructions every three cycles, not one in each.
//
// Fung, Sham, Yuan, Aamodt, Dynamic Warp Formation, TACO 6(2), 2009: section 2.2, Table I (a warp
// of 32 over 8 lanes); Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: Table I (16
// lanes).

module hd_simd_pipe #(
    // Threads of a warp. Each has a row of results in both buffers.
    parameter int Lanes      = 32,
    // Lanes: a divisor of Lanes. A lane and a float unit each.
    parameter int Simd       = 16,
    // Bits of a quotient that a lane finds in a cycle: 1, 2 or 4.
    parameter int DivBits    = 1,
    // Further cycles of a float division or square root.
    parameter int FloatSteps = 16,
    // Bits that go along and name the instruction.
    parameter int RiderWidth = 64,
    localparam int GoneWidth = $clog2(Lanes / Simd + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                  clk_i,
    input  logic                  rst_ni,

    // An instruction; thread t is [t*W +: W]
    // One is offered, and stays until it is taken; operands and modes of a beat until that goes in.
    input  logic                  in_valid_i,
    // Its last beat goes in, if it is there. State only.
    output logic                  in_ready_o,
    // Its beats that are there; all, if the neighbour waits for all.
    input  logic [GoneWidth-1:0]  in_here_i,
    // Its beats that have gone in, with this cycle if the next one is there; meaningful while
    // valid. State only.
    output logic [GoneWidth-1:0]  in_gone_o,
    // The unit that runs it: 0 lane, 1 float unit, 2 memory, 3 status, 4 no unit.
    input  logic [2:0]            unit_i,
    // The instruction, legal.
    input  logic [31:0]           word_i,
    // Its address.
    input  logic [31:0]           pc_i,
    // The threads that it is for.
    input  logic [Lanes-1:0]      mask_i,
    // Their registers rs1, rs2, rs3; 0 where there is none.
    input  logic [Lanes*32-1:0]   a_i,
    input  logic [Lanes*32-1:0]   b_i,
    input  logic [Lanes*32-1:0]   c_i,
    // Their rounding modes; float instructions look at them.
    input  logic [Lanes*3-1:0]    frm_i,
    // Goes along.
    input  logic [RiderWidth-1:0] rider_i,

    // An instruction that is through; state only. Values are meaningful for threads in the mask
    // There is one.
    output logic                  out_valid_o,
    // It is taken.
    input  logic                  out_ready_i,
    // Beats whose results are there, of the one that comes out next: all, if it is through; 0, if
    // none is inside. From the first one on what follows down to out_value_o (of these beats) is
    // meaningful.
    output logic [GoneWidth-1:0]  out_here_o,
    // As they came.
    output logic [2:0]            out_unit_o,
    output logic [31:0]           out_word_o,
    output logic [31:0]           out_pc_o,
    output logic [Lanes-1:0]      out_mask_o,
    output logic [RiderWidth-1:0] out_rider_o,
    // Units 0, 1: what rd gets. Unit 2: b_i, what a store sends. Unit 3: a_i.
    output logic [Lanes*32-1:0]   out_value_o,
    // Unit 0: where branches and jumps go. Unit 2: where in memory.
    output logic [Lanes*32-1:0]   out_address_o,
    // Unit 0: threads that go there. 0 for the other units.
    output logic [Lanes-1:0]      out_taken_o,
    // Unit 2: c_i, what a compare-and-swap expects.
    output logic [Lanes*32-1:0]   out_expect_o,
    // Unit 1: exceptions (NX 0, UF 1, OF 2, DZ 3, NV 4).
    output logic [Lanes*5-1:0]    out_flags_o,
    // Unit 1: the rounding mode is reserved.
    output logic [Lanes-1:0]      out_refused_o,

    // A beat that comes; state only (the lanes' results are state)
    // In this cycle the addresses of a beat of a memory instruction come. What follows is
    // meaningful then.
    output logic                  land_valid_o,
    // The buffer of its instruction.
    output logic                  land_buffer_o,
    // Its threads, their addresses; lane i is [i*W +: W].
    output logic [Simd-1:0]       land_mask_o,
    output logic [Simd*32-1:0]    land_address_o,
    // The rider of its instruction.
    output logic [RiderWidth-1:0] land_rider_o,
    // The buffer of the instruction that comes out next.
    output logic                  out_buffer_o
);

`ifndef SYNTHESIS
  initial begin
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_simd_pipe: Lanes must be 1 to 64");
    if (Simd < 1 || Simd > Lanes) $fatal(1, "hd_simd_pipe: Simd must be 1 to Lanes");
    if (Lanes % Simd != 0) $fatal(1, "hd_simd_pipe: Simd must divide Lanes");
    if (DivBits != 1 && DivBits != 2 && DivBits != 4)
      $fatal(1, "hd_simd_pipe: DivBits must be 1, 2 or 4");
    if (FloatSteps < 1 || FloatSteps > 63)
      $fatal(1, "hd_simd_pipe: FloatSteps must be 1 to 63");
    if (RiderWidth < 1 || RiderWidth > 640)
      $fatal(1, "hd_simd_pipe: RiderWidth must be 1 to 640");
  end
`endif

  localparam int Beats     = Lanes / Simd;
  localparam int BeatWidth = Beats > 1 ? $clog2(Beats) : 1;

  // Units.
  localparam logic [2:0] Float  = 3'd1;
  localparam logic [2:0] Memory = 3'd2;
  localparam logic [2:0] Status = 3'd3;

  ///////////
  // State //
  ///////////

  // The beat that goes in next.
  logic [BeatWidth-1:0]  beat_q;
  // A beat is under way; the number of cycles until its results are there, 0 in that cycle and if
  // there is no beat. Its buffer, its number, whether it is the last one.
  logic                  due_q;
  logic [5:0]            wait_q;
  logic                  due_buffer_q;
  logic [BeatWidth-1:0]  due_beat_q;
  logic                  due_last_q;
  // The buffer that is filled next, and the buffer that is taken next.
  logic                  fill_q, take_q;
  // Buffers that are being filled; that hold an instruction that is through.
  logic [1:0]            filling_q, filling_d, full_q, full_d;
  // A buffer: the instruction.
  (* mem2reg *) // flip-flops, and so all below
  logic [2:0]            unit_q [2];
  (* mem2reg *)
  logic [31:0]           word_q [2];
  (* mem2reg *)
  logic [31:0]           pc_q [2];
  (* mem2reg *)
  logic [Lanes-1:0]      mask_q [2];
  (* mem2reg *)
  logic [RiderWidth-1:0] rider_q [2];
  // Its results: thread t of buffer b is [b*Lanes + t], or bit t.
  (* mem2reg *)
  logic [31:0]           value_q [2*Lanes];
  (* mem2reg *)
  logic [31:0]           expect_q [2*Lanes];
  (* mem2reg *)
  logic [31:0]           address_q [2*Lanes];
  (* mem2reg *)
  logic [Lanes-1:0]      taken_q [2];
  (* mem2reg *)
  logic [Lanes*5-1:0]    flags_q [2];
  (* mem2reg *)
  logic [Lanes-1:0]      refused_q [2];

  ///////////////////
  // Beats that go //
  ///////////////////

  // There is room for a beat if the lanes are not at something that takes longer than a cycle, and
  // for a first one if the next buffer is empty as well. Results of the beat before may come in
  // this cycle. A beat goes in if there is room, and it is there.
  logic first, last, empty, room, goes, comes, takes;

  assign first      = beat_q == '0;
  assign last       = 32'(beat_q) == Beats - 1;
  assign empty      = !filling_q[fill_q] && !full_q[fill_q];
  assign room       = wait_q == '0 && (!first || empty);
  assign in_ready_o = room && last;
  assign in_gone_o  = GoneWidth'(beat_q) + GoneWidth'(room);
  assign goes       = in_valid_i && room && GoneWidth'(beat_q) < in_here_i;
  assign comes      = due_q && wait_q == '0;
  assign takes      = out_valid_o && out_ready_i;

  // What takes longer: div, divu, rem, remu; fdiv.s (00011 in the highest bits), fsqrt.s (01011).
  logic       divides, divides_float;
  logic [5:0] steps;

  assign divides       = word_i[6:2] == 5'b01100 && word_i[25] && word_i[14];
  assign divides_float = word_i[6:2] == 5'b10100 && {word_i[31], word_i[29:27]} == 4'b0011;
  assign steps         = divides ? 6'(32 / DivBits) : divides_float ? 6'(FloatSteps) : '0;

  ///////////
  // Lanes //
  ///////////

  // Lane i is [i*W +: W]. Kept: operands of units 2 and 3, which come out as they came in.
  logic [Simd*32-1:0] lane_value, lane_address, lane_kept, lane_expect, float_value;
  logic [Simd-1:0]    lane_taken, float_refused;
  logic [Simd*5-1:0]  float_flags;

  // All beats go through the lanes, whose taken_o is 1 for branches and jumps alone. Float units
  // get the beats of float instructions.
  logic goes_float;
  assign goes_float = goes && unit_i == Float;

  for (genvar i = 0; i < Simd; i++) begin : gen_simd
    logic [31:0] a, b, c;
    logic [2:0]  frm;

    assign a   = a_i[(32'(beat_q)*Simd + i)*32 +: 32];
    assign b   = b_i[(32'(beat_q)*Simd + i)*32 +: 32];
    assign c   = c_i[(32'(beat_q)*Simd + i)*32 +: 32];
    assign frm = frm_i[(32'(beat_q)*Simd + i)*3 +: 3];

    assign lane_kept[i*32 +: 32]   = unit_i == Memory ? b : a;
    assign lane_expect[i*32 +: 32] = c;

    // When they are ready and have a result is known: wait_q.
    logic lane_ready, lane_valid, float_ready, float_valid, unused_handshakes;
    assign unused_handshakes = &{1'b0, lane_ready, lane_valid, float_ready, float_valid};

    hd_lane #(
        .DivBits(DivBits)
    ) u_lane (
        .clk_i,
        .rst_ni,
        .in_valid_i(goes),
        .in_ready_o(lane_ready),
        .word_i,
        .pc_i,
        .a_i(a),
        .b_i(b),
        .out_valid_o(lane_valid),
        .value_o(lane_value[i*32 +: 32]),
        .address_o(lane_address[i*32 +: 32]),
        .taken_o(lane_taken[i])
    );

    hd_float #(
        .FloatSteps(FloatSteps)
    ) u_float (
        .clk_i,
        .rst_ni,
        .in_valid_i(goes_float),
        .in_ready_o(float_ready),
        .word_i,
        .a_i(a),
        .b_i(b),
        .c_i(c),
        .frm_i(frm),
        .out_valid_o(float_valid),
        .value_o(float_value[i*32 +: 32]),
        .flags_o(float_flags[i*5 +: 5]),
        .refused_o(float_refused[i])
    );
  end

  /////////////
  // Results //
  /////////////

  // Kept operands go to their rows with the beat, since operands are gone when the last results
  // come. Computed results go there when they come.
  logic [2:0] due_unit;
  logic       kept, due_kept;

  assign due_unit = unit_q[due_buffer_q];
  assign kept     = unit_i == Memory || unit_i == Status;
  assign due_kept = due_unit == Memory || due_unit == Status;

  for (genvar r = 0; r < 2*Lanes; r++) begin : gen_row
    localparam int Lane = r % Simd; // Simd divides Lanes
    localparam int Beat = r % Lanes / Simd;

    logic enters, lands;
    assign enters = goes && 32'(fill_q) == r / Lanes && 32'(beat_q) == Beat;
    assign lands  = comes && 32'(due_buffer_q) == r / Lanes && 32'(due_beat_q) == Beat;

    always_ff @(posedge clk_i) begin
      if (enters && kept)
        value_q[r] <= lane_kept[Lane*32 +: 32];
      else if (lands && !due_kept)
        value_q[r] <= due_unit == Float ? float_value[Lane*32 +: 32] : lane_value[Lane*32 +: 32];
    end

    always_ff @(posedge clk_i) begin
      if (enters && unit_i == Memory) expect_q[r] <= lane_expect[Lane*32 +: 32];
    end

    always_ff @(posedge clk_i) begin
      if (lands) address_q[r] <= lane_address[Lane*32 +: 32];
    end
  end

  // The vectors of the buffer, with the bits of a beat that comes.
  logic [Lanes-1:0]   taken_now, taken_d, refused_now, refused_d;
  logic [Lanes*5-1:0] flags_now, flags_d;

  assign taken_now   = taken_q[due_buffer_q];
  assign flags_now   = flags_q[due_buffer_q];
  assign refused_now = refused_q[due_buffer_q];

  always @* begin
    taken_d   = taken_now;
    flags_d   = flags_now;
    refused_d = refused_now;
    for (int t = 0; t < Lanes; t++) begin
      if (32'(due_beat_q) == t / Simd) begin
        taken_d[t]        = lane_taken[t % Simd];
        flags_d[t*5 +: 5] = float_flags[(t % Simd)*5 +: 5];
        refused_d[t]      = float_refused[t % Simd];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (comes) begin
      taken_q[due_buffer_q]   <= taken_d;
      flags_q[due_buffer_q]   <= flags_d;
      refused_q[due_buffer_q] <= refused_d;
    end
  end

  ////////////////
  // Next state //
  ////////////////

  // A buffer goes from empty to filling to full to empty. In one cycle no two of these are of one
  // buffer: one that is taken was full, one with results that come was filling, one for a beat that
  // goes in first was empty.
  always @* begin
    filling_d = filling_q;
    full_d    = full_q;
    if (goes && first) filling_d[fill_q] = 1'b1;
    if (comes && due_last_q) begin
      filling_d[due_buffer_q] = 1'b0;
      full_d[due_buffer_q]    = 1'b1;
    end
    if (takes) full_d[take_q] = 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      beat_q    <= '0;
      due_q     <= 1'b0;
      wait_q    <= '0;
      fill_q    <= 1'b0;
      take_q    <= 1'b0;
      filling_q <= '0;
      full_q    <= '0;
    end else begin
      if (goes) beat_q <= last ? '0 : beat_q + BeatWidth'(1);
      due_q <= goes || wait_q != '0;
      if (goes)              wait_q <= steps;
      else if (wait_q != '0) wait_q <= wait_q - 6'd1;
      if (goes && last) fill_q <= !fill_q;
      if (takes) take_q <= !take_q;
      filling_q <= filling_d;
      full_q    <= full_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (goes) begin
      due_buffer_q <= fill_q;
      due_beat_q   <= beat_q;
      due_last_q   <= last;
    end
  end

  always_ff @(posedge clk_i) begin
    if (goes && first) begin
      unit_q[fill_q]  <= unit_i;
      word_q[fill_q]  <= word_i;
      pc_q[fill_q]    <= pc_i;
      mask_q[fill_q]  <= mask_i;
      rider_q[fill_q] <= rider_i;
    end
  end

  ///////////////////////
  // A beat that comes //
  ///////////////////////

  logic [Lanes-1:0] due_mask;

  assign due_mask       = mask_q[due_buffer_q];
  assign land_valid_o   = comes && due_unit == Memory;
  assign land_buffer_o  = due_buffer_q;
  assign land_mask_o    = due_mask[32'(due_beat_q)*Simd +: Simd];
  assign land_address_o = lane_address;
  assign land_rider_o   = rider_q[due_buffer_q];

  /////////
  // Out //
  /////////

  // Beats come in their order: of the instruction that is filling all are there before the one that
  // is under way, or else before the one that goes in next.
  logic [BeatWidth-1:0] beats_in;

  assign beats_in   = due_q ? due_beat_q : beat_q;
  assign out_here_o = full_q[take_q]    ? GoneWidth'(Beats)
                    : filling_q[take_q] ? GoneWidth'(beats_in) : '0;

  assign out_buffer_o  = take_q;
  assign out_valid_o   = full_q[take_q];
  assign out_unit_o    = unit_q[take_q];
  assign out_word_o    = word_q[take_q];
  assign out_pc_o      = pc_q[take_q];
  assign out_mask_o    = mask_q[take_q];
  assign out_rider_o   = rider_q[take_q];
  assign out_taken_o   = taken_q[take_q];
  assign out_flags_o   = flags_q[take_q];
  assign out_refused_o = refused_q[take_q];

  for (genvar t = 0; t < Lanes; t++) begin : gen_out
    assign out_value_o[t*32 +: 32]   = take_q ? value_q[Lanes + t] : value_q[t];
    assign out_expect_o[t*32 +: 32]  = take_q ? expect_q[Lanes + t] : expect_q[t];
    assign out_address_o[t*32 +: 32] = take_q ? address_q[Lanes + t] : address_q[t];
  end

endmodule
