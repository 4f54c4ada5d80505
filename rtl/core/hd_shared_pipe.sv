// SPDX-License-Identifier: Apache-2.0
//
// Shared pipe: one row of lanes for two instructions. Each of the two ports takes instructions with
// the operands of a whole warp, as a SIMD pipe does, Simd threads at a time (beats), and has
// buffers of its own. The lanes, with a float unit beside each, are there once.
//
// Behaviour
// - Beat k is the threads from k * Simd on, thread k * Simd + i in lane i. A beat has the lanes
//   whose threads are in the mask. Beats of both ports go in in one cycle if they share no lane;
//   if they do, that of the port in turn goes, and the other port has the turn then.
// - With MemoryGroup = 1 beats of loads, stores and atomics have lanes of their own, which add
//   addresses. They share a lane with each other alone.
// - Results are there in the next cycle; those of a division or square root later. Until then no
//   other beat of its port goes in, and none of the other port that shares a lane with it.
// - Results are collected in one of two buffers of the port, which are filled, and taken, in turn.
//   When the results of the last beat are in, the instruction is through.
//
// Corner cases
// - A beat without lanes takes its time all the same, and meets no other.
// - Results of threads that are not in the mask are 0: another instruction may have their lanes.
// - A buffer that is taken is empty from the next cycle on: the instruction behind waits for that.
// - Where the lanes of a longer operation are wanted, the turn does not help.
//
// Brunie, Collange, Diamos, Simultaneous Branch and Warp Interweaving, ISCA 2012: sections 2 to 4,
// Figure 2.

module hd_shared_pipe #(
    // Threads of a warp. Each has a row of results in all four buffers.
    parameter int Lanes      = 32,
    // Lanes: a divisor of Lanes. A lane and a float unit each.
    parameter int Simd       = 16,
    // Bits of a quotient that a lane finds in a cycle: 1, 2 or 4.
    parameter int DivBits    = 1,
    // Further cycles of a float division or square root.
    parameter int FloatSteps = 16,
    // Bits that go along and name the instruction.
    parameter int RiderWidth = 64,
    // Loads, stores and atomics: 0 they use the lanes of all; 1 they have Simd lanes of their own.
    parameter int MemoryGroup = 0
) (
    // Clock; synchronous reset, active low.
    input  logic                    clk_i,
    input  logic                    rst_ni,

    // Instructions; port p is [p*W +: W], and in it thread t is [t*W +: W]
    // One is offered, and stays until it is taken.
    input  logic [1:0]              in_valid_i,
    // Its last beat goes in. Depends on mask_i and unit_i, and on in_valid_i of the other port.
    output logic [1:0]              in_ready_o,
    // The unit that runs it: 0 lane, 1 float unit, 2 memory, 3 status, 4 no unit.
    input  logic [2*3-1:0]          unit_i,
    // The instruction, legal.
    input  logic [2*32-1:0]         word_i,
    // Its address.
    input  logic [2*32-1:0]         pc_i,
    // The threads that it is for.
    input  logic [2*Lanes-1:0]      mask_i,
    // Their registers rs1, rs2, rs3; 0 where there is none.
    input  logic [2*Lanes*32-1:0]   a_i,
    input  logic [2*Lanes*32-1:0]   b_i,
    input  logic [2*Lanes*32-1:0]   c_i,
    // Their rounding modes; float instructions look at them.
    input  logic [2*Lanes*3-1:0]    frm_i,
    // Goes along.
    input  logic [2*RiderWidth-1:0] rider_i,

    // Instructions that are through; state only. Values are 0 for threads that are not in the mask
    // There is one.
    output logic [1:0]              out_valid_o,
    // It is taken.
    input  logic [1:0]              out_ready_i,
    // As they came.
    output logic [2*3-1:0]          out_unit_o,
    output logic [2*32-1:0]         out_word_o,
    output logic [2*32-1:0]         out_pc_o,
    output logic [2*Lanes-1:0]      out_mask_o,
    output logic [2*RiderWidth-1:0] out_rider_o,
    // Units 0, 1: what rd gets. Unit 2: b_i, what a store sends. Unit 3: a_i.
    output logic [2*Lanes*32-1:0]   out_value_o,
    // Unit 0: where branches and jumps go. Unit 2: where in memory.
    output logic [2*Lanes*32-1:0]   out_address_o,
    // Unit 0: threads that go there. 0 for the other units.
    output logic [2*Lanes-1:0]      out_taken_o,
    // Unit 2: c_i, what a compare-and-swap expects.
    output logic [2*Lanes*32-1:0]   out_expect_o,
    // Unit 1: exceptions (NX 0, UF 1, OF 2, DZ 3, NV 4).
    output logic [2*Lanes*5-1:0]    out_flags_o,
    // Unit 1: the rounding mode is reserved.
    output logic [2*Lanes-1:0]      out_refused_o
);

`ifndef SYNTHESIS
  initial begin
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_shared_pipe: Lanes must be 1 to 64");
    if (Simd < 1 || Simd > Lanes) $fatal(1, "hd_shared_pipe: Simd must be 1 to Lanes");
    if (Lanes % Simd != 0) $fatal(1, "hd_shared_pipe: Simd must divide Lanes");
    if (DivBits != 1 && DivBits != 2 && DivBits != 4)
      $fatal(1, "hd_shared_pipe: DivBits must be 1, 2 or 4");
    if (FloatSteps < 1 || FloatSteps > 63)
      $fatal(1, "hd_shared_pipe: FloatSteps must be 1 to 63");
    if (RiderWidth < 1 || RiderWidth > 640)
      $fatal(1, "hd_shared_pipe: RiderWidth must be 1 to 640");
    if (MemoryGroup < 0 || MemoryGroup > 1)
      $fatal(1, "hd_shared_pipe: MemoryGroup must be 0 or 1");
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

  // Of port p is [p]. The beat that goes in next.
  (* mem2reg *) // flip-flops, and so all below
  logic [BeatWidth-1:0]  beat_q [2];
  // A beat is under way; the number of cycles until its results are there, 0 in that cycle and if
  // there is no beat. Its buffer, its number, whether it is the last one.
  logic [1:0]            due_q;
  (* mem2reg *)
  logic [5:0]            wait_q [2];
  logic [1:0]            due_buffer_q;
  (* mem2reg *)
  logic [BeatWidth-1:0]  due_beat_q [2];
  logic [1:0]            due_last_q;
  // The buffer that is filled next, and the buffer that is taken next.
  logic [1:0]            fill_q, take_q;
  // The port whose beat goes if two meet.
  logic                  turn_q;
  // Buffer b of port p is [2p + b]. Buffers that are being filled; that hold an instruction that is
  // through.
  logic [3:0]            filling_q, full_q;
  // A buffer: the instruction.
  (* mem2reg *)
  logic [2:0]            unit_q [4];
  (* mem2reg *)
  logic [31:0]           word_q [4];
  (* mem2reg *)
  logic [31:0]           pc_q [4];
  (* mem2reg *)
  logic [Lanes-1:0]      mask_q [4];
  (* mem2reg *)
  logic [RiderWidth-1:0] rider_q [4];
  // Its results: thread t of buffer b is [b*Lanes + t], or bit t.
  (* mem2reg *)
  logic [31:0]           value_q [4*Lanes];
  (* mem2reg *)
  logic [31:0]           expect_q [4*Lanes];
  (* mem2reg *)
  logic [31:0]           address_q [4*Lanes];
  (* mem2reg *)
  logic [Lanes-1:0]      taken_q [4];
  (* mem2reg *)
  logic [Lanes*5-1:0]    flags_q [4];
  (* mem2reg *)
  logic [Lanes-1:0]      refused_q [4];

  ///////////////////
  // Beats that go //
  ///////////////////

  // Of port p: [p], or [p*Simd +: Simd]. The beat that is next is for the lanes of memory. The
  // lanes of the beat that is next, and of the beat that is under way; those that are busy for
  // longer than this cycle, which are never those of memory.
  logic [1:0]        first, last, room, can, goes, comes, takes, is_far;
  logic [2*Simd-1:0] lanes, due_lanes, busy;
  logic              meet;

  for (genvar p = 0; p < 2; p++) begin : gen_goes
    localparam int Other = 1 - p;

    logic [Lanes-1:0] mask, due_mask;
    logic             empty;

    assign mask                       = mask_i[p*Lanes +: Lanes];
    assign due_mask                   = mask_q[{p[0], due_buffer_q[p]}];
    assign lanes[p*Simd +: Simd]      = mask[32'(beat_q[p])*Simd +: Simd];
    assign due_lanes[p*Simd +: Simd]  = due_mask[32'(due_beat_q[p])*Simd +: Simd];
    assign busy[p*Simd +: Simd]       = due_lanes[p*Simd +: Simd] & {Simd{wait_q[p] != '0}};

    // A beat can go in if its port is not at something that takes longer than a cycle, and the
    // other port is not in one of its lanes; the first one if the next buffer is empty as well.
    // Results of beats before may come in this cycle.
    assign is_far[p] = MemoryGroup == 1 && unit_i[p*3 +: 3] == Memory;
    assign first[p]  = beat_q[p] == '0;
    assign last[p]   = 32'(beat_q[p]) == Beats - 1;
    assign empty     = !filling_q[{p[0], fill_q[p]}] && !full_q[{p[0], fill_q[p]}];
    assign room[p]   = wait_q[p] == '0 && (!first[p] || empty)
                       && (is_far[p]
                           || (lanes[p*Simd +: Simd] & busy[Other*Simd +: Simd]) == '0);
    assign can[p]    = in_valid_i[p] && room[p];
  end

  // Two meet that could go, but share a lane: that of the port in turn goes.
  logic shares;
  assign shares = is_far[0] == is_far[1] && (lanes[0 +: Simd] & lanes[Simd +: Simd]) != '0;
  assign meet   = can == 2'b11 && shares;

  for (genvar p = 0; p < 2; p++) begin : gen_ready
    localparam int Other = 1 - p;

    logic yields; // to the beat of the other port
    assign yields        = can[Other] && shares && turn_q == Other[0];
    assign goes[p]       = can[p] && !yields;
    assign in_ready_o[p] = room[p] && last[p] && !yields;
    assign comes[p]      = due_q[p] && wait_q[p] == '0;
    assign takes[p]      = out_valid_o[p] && out_ready_i[p];
  end

  // What takes longer: div, divu, rem, remu; fdiv.s (00011 in the highest bits), fsqrt.s (01011).
  logic [2*6-1:0] steps;

  for (genvar p = 0; p < 2; p++) begin : gen_steps
    logic [31:0] word;
    logic        divides, divides_float, unused_word;

    assign word          = word_i[p*32 +: 32];
    assign divides       = word[6:2] == 5'b01100 && word[25] && word[14];
    assign divides_float = word[6:2] == 5'b10100 && {word[31], word[29:27]} == 4'b0011;
    assign steps[p*6 +: 6] =
        divides ? 6'(32 / DivBits) : divides_float ? 6'(FloatSteps) : '0;
    assign unused_word   = &{1'b0, word};
  end

  ///////////
  // Lanes //
  ///////////

  // Lane i is [i*W +: W].
  logic [Simd*32-1:0] lane_value, lane_address, float_value, far_address;
  logic [Simd-1:0]    lane_taken, float_refused;
  logic [Simd*5-1:0]  float_flags;
  // Port p's rows of the beat that is next, lane i at [(p*Simd + i)*W +: W].
  logic [2*Simd*32-1:0] a, b, c;
  logic [2*Simd*3-1:0]  frm;

  for (genvar p = 0; p < 2; p++) begin : gen_rows
    localparam int A = p * Lanes;

    assign a[p*Simd*32 +: Simd*32] = a_i[(A + 32'(beat_q[p])*Simd)*32 +: Simd*32];
    assign b[p*Simd*32 +: Simd*32] = b_i[(A + 32'(beat_q[p])*Simd)*32 +: Simd*32];
    assign c[p*Simd*32 +: Simd*32] = c_i[(A + 32'(beat_q[p])*Simd)*32 +: Simd*32];
    assign frm[p*Simd*3 +: Simd*3] = frm_i[(A + 32'(beat_q[p])*Simd)*3 +: Simd*3];
  end

  for (genvar i = 0; i < Simd; i++) begin : gen_simd
    // The lane is used by port 1, or else perhaps by port 0.
    logic        second, used, is_float;
    logic [31:0] word, pc, lane_a, lane_b, lane_c;
    logic [2:0]  lane_frm;

    assign second   = goes[1] && !is_far[1] && lanes[Simd + i];
    assign used     = second || (goes[0] && !is_far[0] && lanes[i]);
    assign is_float = (second ? unit_i[3 +: 3] : unit_i[0 +: 3]) == Float;
    assign word     = second ? word_i[32 +: 32] : word_i[0 +: 32];
    assign pc       = second ? pc_i[32 +: 32] : pc_i[0 +: 32];
    assign lane_a   = second ? a[(Simd + i)*32 +: 32] : a[i*32 +: 32];
    assign lane_b   = second ? b[(Simd + i)*32 +: 32] : b[i*32 +: 32];
    assign lane_c   = second ? c[(Simd + i)*32 +: 32] : c[i*32 +: 32];
    assign lane_frm = second ? frm[(Simd + i)*3 +: 3] : frm[i*3 +: 3];

    // When they are ready and have a result is known: wait_q.
    logic lane_ready, lane_valid, float_ready, float_valid, unused_handshakes;
    assign unused_handshakes = &{1'b0, lane_ready, lane_valid, float_ready, float_valid};

    // All beats go through the lanes, whose taken_o is 1 for branches and jumps alone. Float units
    // get the beats of float instructions.
    hd_lane #(
        .DivBits(DivBits)
    ) u_lane (
        .clk_i,
        .rst_ni,
        .in_valid_i(used),
        .in_ready_o(lane_ready),
        .word_i(word),
        .pc_i(pc),
        .a_i(lane_a),
        .b_i(lane_b),
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
        .in_valid_i(used && is_float),
        .in_ready_o(float_ready),
        .word_i(word),
        .a_i(lane_a),
        .b_i(lane_b),
        .c_i(lane_c),
        .frm_i(lane_frm),
        .out_valid_o(float_valid),
        .value_o(float_value[i*32 +: 32]),
        .flags_o(float_flags[i*5 +: 5]),
        .refused_o(float_refused[i])
    );
  end

  // Lanes of memory: rs1 and the offset of loads or of stores; atomics have none.
  if (MemoryGroup == 1) begin : gen_memory
    // Opcodes, without the two low bits.
    localparam logic [4:0] Load   = 5'b00000;
    localparam logic [4:0] LoadF  = 5'b00001;
    localparam logic [4:0] Store  = 5'b01000;
    localparam logic [4:0] StoreF = 5'b01001;

    // Port p's is [p*32 +: 32].
    logic [63:0] offset;

    for (genvar p = 0; p < 2; p++) begin : gen_offset
      logic [31:0] word;
      logic        loads, stores, unused_word;

      assign word        = word_i[p*32 +: 32];
      assign loads       = word[6:2] == Load || word[6:2] == LoadF;
      assign stores      = word[6:2] == Store || word[6:2] == StoreF;
      assign unused_word = &{1'b0, word};
      assign offset[p*32 +: 32] =
          {{20{word[31] && (loads || stores)}},
           loads ? word[31:20] : stores ? {word[31:25], word[11:7]} : 12'd0};
    end

    for (genvar i = 0; i < Simd; i++) begin : gen_far
      logic second; // it is used by port 1

      assign second = goes[1] && is_far[1] && lanes[Simd + i];
      assign far_address[i*32 +: 32] = second ? a[(Simd + i)*32 +: 32] + offset[32 +: 32]
                                              : a[i*32 +: 32] + offset[0 +: 32];
    end
  end else begin : gen_no_memory
    assign far_address = '0;
  end

  /////////////
  // Results //
  /////////////

  // Kept operands go to their rows with the beat, since operands are gone when the last results
  // come, and so do addresses from the lanes of memory. Other results go there when they come. What
  // is of a lane that the beat does not have is 0.
  for (genvar p = 0; p < 2; p++) begin : gen_results
    logic [2:0] unit, due_unit;
    logic       kept, due_kept, due_far;

    assign unit     = unit_i[p*3 +: 3];
    assign due_unit = unit_q[{p[0], due_buffer_q[p]}];
    assign kept     = unit == Memory || unit == Status;
    assign due_kept = due_unit == Memory || due_unit == Status;
    assign due_far  = MemoryGroup == 1 && due_unit == Memory;

    for (genvar r = 2*p*Lanes; r < 2*(p + 1)*Lanes; r++) begin : gen_row
      localparam int Buffer = r / Lanes % 2;
      localparam int Lane   = r % Simd; // Simd divides Lanes
      localparam int Beat   = r % Lanes / Simd;

      logic        enters, lands, has, due_has;
      logic [31:0] operand, result;

      assign enters  = goes[p] && 32'(fill_q[p]) == Buffer && 32'(beat_q[p]) == Beat;
      assign lands   = comes[p] && 32'(due_buffer_q[p]) == Buffer
                       && 32'(due_beat_q[p]) == Beat;
      assign has     = lanes[p*Simd + Lane];
      assign due_has = due_lanes[p*Simd + Lane];
      assign operand = unit == Memory ? b[(p*Simd + Lane)*32 +: 32] : a[(p*Simd + Lane)*32 +: 32];
      assign result  = due_unit == Float ? float_value[Lane*32 +: 32] : lane_value[Lane*32 +: 32];

      always_ff @(posedge clk_i) begin
        if (enters && kept)          value_q[r] <= operand & {32{has}};
        else if (lands && !due_kept) value_q[r] <= result & {32{due_has}};
      end

      always_ff @(posedge clk_i) begin
        if (enters)
          expect_q[r] <= c[(p*Simd + Lane)*32 +: 32] & {32{has && unit == Memory}};
      end

      always_ff @(posedge clk_i) begin
        if (enters && is_far[p])    address_q[r] <= far_address[Lane*32 +: 32] & {32{has}};
        else if (lands && !due_far) address_q[r] <= lane_address[Lane*32 +: 32] & {32{due_has}};
      end
    end

    // The vectors of the buffer, with the bits of a beat that comes.
    logic [Lanes-1:0]     taken_now, taken_d, refused_now, refused_d;
    logic [Lanes*5-1:0]   flags_now, flags_d;
    logic [BeatWidth-1:0] due_beat;

    assign taken_now   = taken_q[{p[0], due_buffer_q[p]}];
    assign flags_now   = flags_q[{p[0], due_buffer_q[p]}];
    assign refused_now = refused_q[{p[0], due_buffer_q[p]}];
    assign due_beat    = due_beat_q[p];

    always @* begin
      taken_d   = taken_now;
      flags_d   = flags_now;
      refused_d = refused_now;
      for (int t = 0; t < Lanes; t++) begin
        if (32'(due_beat) == t / Simd) begin
          taken_d[t]        = lane_taken[t % Simd] && due_lanes[p*Simd + t % Simd] && !due_far;
          flags_d[t*5 +: 5] = float_flags[(t % Simd)*5 +: 5]
                              & {5{due_unit == Float && due_lanes[p*Simd + t % Simd]}};
          refused_d[t]      = float_refused[t % Simd] && due_unit == Float
                              && due_lanes[p*Simd + t % Simd];
        end
      end
    end

    for (genvar k = 0; k < 2; k++) begin : gen_vectors
      always_ff @(posedge clk_i) begin
        if (comes[p] && due_buffer_q[p] == k[0]) begin
          taken_q[2*p + k]   <= taken_d;
          flags_q[2*p + k]   <= flags_d;
          refused_q[2*p + k] <= refused_d;
        end
      end
    end
  end

  ////////////////
  // Next state //
  ////////////////

  // A buffer goes from empty to filling to full to empty. In one cycle no two of these are of one
  // buffer: one that is taken was full, one with results that come was filling, one for a beat that
  // goes in first was empty.
  logic [3:0] filling_d, full_d;

  always @* begin
    filling_d = filling_q;
    full_d    = full_q;
    for (int p = 0; p < 2; p++) begin
      if (goes[p] && first[p]) filling_d[{p[0], fill_q[p]}] = 1'b1;
      if (comes[p] && due_last_q[p]) begin
        filling_d[{p[0], due_buffer_q[p]}] = 1'b0;
        full_d[{p[0], due_buffer_q[p]}]    = 1'b1;
      end
      if (takes[p]) full_d[{p[0], take_q[p]}] = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      filling_q <= '0;
      full_q    <= '0;
      turn_q    <= 1'b0;
    end else begin
      filling_q <= filling_d;
      full_q    <= full_d;
      turn_q    <= turn_q ^ meet;
    end
  end

  for (genvar p = 0; p < 2; p++) begin : gen_port
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        beat_q[p] <= '0;
        due_q[p]  <= 1'b0;
        wait_q[p] <= '0;
        fill_q[p] <= 1'b0;
        take_q[p] <= 1'b0;
      end else begin
        if (goes[p]) beat_q[p] <= last[p] ? '0 : beat_q[p] + BeatWidth'(1);
        due_q[p] <= goes[p] || wait_q[p] != '0;
        if (goes[p])              wait_q[p] <= steps[p*6 +: 6];
        else if (wait_q[p] != '0) wait_q[p] <= wait_q[p] - 6'd1;
        if (goes[p] && last[p]) fill_q[p] <= !fill_q[p];
        if (takes[p]) take_q[p] <= !take_q[p];
      end
    end

    always_ff @(posedge clk_i) begin
      if (goes[p]) begin
        due_buffer_q[p] <= fill_q[p];
        due_beat_q[p]   <= beat_q[p];
        due_last_q[p]   <= last[p];
      end
    end

    for (genvar k = 0; k < 2; k++) begin : gen_heads
      always_ff @(posedge clk_i) begin
        if (goes[p] && first[p] && fill_q[p] == k[0]) begin
          unit_q[2*p + k]  <= unit_i[p*3 +: 3];
          word_q[2*p + k]  <= word_i[p*32 +: 32];
          pc_q[2*p + k]    <= pc_i[p*32 +: 32];
          mask_q[2*p + k]  <= mask_i[p*Lanes +: Lanes];
          rider_q[2*p + k] <= rider_i[p*RiderWidth +: RiderWidth];
        end
      end
    end
  end

  /////////
  // Out //
  /////////

  for (genvar p = 0; p < 2; p++) begin : gen_out
    logic [1:0] from; // the buffer
    assign from = {p[0], take_q[p]};

    assign out_valid_o[p] = full_q[from];
    assign out_unit_o[p*3 +: 3] = unit_q[from];
    assign out_word_o[p*32 +: 32] = word_q[from];
    assign out_pc_o[p*32 +: 32] = pc_q[from];
    assign out_mask_o[p*Lanes +: Lanes] = mask_q[from];
    assign out_rider_o[p*RiderWidth +: RiderWidth] = rider_q[from];
    assign out_taken_o[p*Lanes +: Lanes] = taken_q[from];
    assign out_flags_o[p*Lanes*5 +: Lanes*5] = flags_q[from];
    assign out_refused_o[p*Lanes +: Lanes] = refused_q[from];

    for (genvar t = 0; t < Lanes; t++) begin : gen_thread
      localparam int Low  = 2*p*Lanes + t;
      localparam int High = Low + Lanes;

      assign out_value_o[(p*Lanes + t)*32 +: 32] = take_q[p] ? value_q[High] : value_q[Low];
      assign out_expect_o[(p*Lanes + t)*32 +: 32] = take_q[p] ? expect_q[High] : expect_q[Low];
      assign out_address_o[(p*Lanes + t)*32 +: 32] = take_q[p] ? address_q[High] : address_q[Low];
    end
  end

endmodule
