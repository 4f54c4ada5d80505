// SPDX-License-Identifier: Apache-2.0
//
// Scratch look-up: finds out where the shared memory of an access is, before load/store gets it. An
// address in a set that is in swap space becomes one of global memory.
//
// Behaviour
// - A lane whose address has 010 in its upper three bits is for shared memory. A set a cycle is
//   looked up, the set of the lowest lane that was not asked for; the answer, two cycles later, is
//   for all lanes in it.
// - A lane whose set is in shared memory gets its address there. One whose set is in swap space
//   gets that address, which is one of global memory. All others keep theirs.
// - Ahead: while the access is in the pipe, its beats come one by one. In a cycle in which the
//   access that is through looks up nothing, the set of a beat's lowest lane for shared memory is
//   looked up, one for each access. The answer is the note of the beat's buffer in the pipe. The
//   access that is through learns from it as from an answer of its own, and with that has begun.
//
// Corner cases
// - The answer of this cycle counts at once: the access is ready in the cycle of its last answer.
// - An access without lanes for shared memory is ready at once, and never busy.
// - An access with lanes in a set that is to move does not begin. One that has begun goes on.
// - An answer ahead counts at once too, and the access may ask for another set in that cycle. In
//   the cycle before it asks for nothing.
// - A set that is to move is not looked up ahead. Its note, or its answer on the way, is lost.
// - A note that would begin when the access of its buffer is taken does not begin.
//
// Vijaykumar et al., Zorua, MICRO 2016, and the extended text: sections 5.5.1, 5.6.

module hd_scratch_lookup #(
    // Threads of a warp. An address of flip-flops, and an adder, each.
    parameter int Lanes       = 32,
    // Threads of a beat: a divisor of Lanes.
    parameter int Simd        = 16,
    // Blocks that own shared memory.
    parameter int Blocks      = 16,
    // Sets (1,024 bytes) of a block at most, and of shared memory.
    parameter int ScratchSets = 48,
    parameter int ScratchPhys = 48,
    // Where set 0 of block 0 is in swap space.
    parameter logic [31:0] Swapped = 32'hc008_0000,
    localparam int BlockWidth = $clog2(Blocks),
    localparam int SetWidth   = ScratchSets > 1 ? $clog2(ScratchSets) : 1,
    localparam int PhysWidth  = $clog2(ScratchPhys)
) (
    // Clock; synchronous reset, active low.
    input  logic                  clk_i,
    input  logic                  rst_ni,

    // Access that is through the pipe: stays until it is taken
    input  logic                  valid_i,
    // Its threads, their addresses; the block that owns the shared memory.
    input  logic [Lanes-1:0]      mask_i,
    input  logic [Lanes*32-1:0]   addr_i,
    input  logic [BlockWidth-1:0] block_i,
    // Its buffer in the pipe.
    input  logic                  buffer_i,
    // It may be offered: the addresses are known. Depends on all above and on hold_*_i.
    output logic                  ready_o,
    // The addresses; meaningful in the lanes of mask_i. Depends on all above, on hold_*_i and
    // found_*_i.
    output logic [Lanes*32-1:0]   addr_o,
    // Some lanes are for shared memory. Depends on valid_i, mask_i, addr_i.
    output logic                  shared_o,
    // It is taken by load/store: only with ready_o.
    input  logic                  taken_i,
    // In this cycle the access learns where a set is. Depends on valid_i, mask_i, addr_i, block_i,
    // buffer_i and hold_*_i.
    output logic                  learns_o,
    // The set is in shared memory; the physical set. Depend on buffer_i, hold_*_i, found_*_i.
    output logic                  learns_held_o,
    output logic [PhysWidth-1:0]  learns_phys_o,

    // A beat that comes in the pipe
    // The addresses of a beat of an access are there.
    input  logic                  beat_i,
    // Its threads, their addresses; the block that owns the shared memory.
    input  logic [Simd-1:0]       beat_mask_i,
    input  logic [Simd*32-1:0]    beat_addr_i,
    input  logic [BlockWidth-1:0] beat_block_i,
    // The buffer of its access.
    input  logic                  beat_buffer_i,

    // Mapping table
    // Where is this set of this block, the access's or the beat's? Depends on all inputs above but
    // taken_i, and on hold_*_i.
    output logic                  look_en_o,
    output logic [BlockWidth-1:0] look_block_o,
    output logic [SetWidth-1:0]   look_set_o,
    // The answer to the look-up of two cycles ago: the set is in shared memory; the physical set.
    input  logic                  found_held_i,
    input  logic [PhysWidth-1:0]  found_phys_i,

    // A set that is to move
    // No look-up for it begins any more, and none is made ahead.
    input  logic                  hold_i,
    input  logic [BlockWidth-1:0] hold_block_i,
    input  logic [SetWidth-1:0]   hold_set_i,
    // The access has lanes in it. Depends on hold_*_i and the access.
    output logic                  touches_o,
    // The access has begun: a set was asked for, or learned. State only.
    output logic                  busy_o,

    // Status
    // This cycle's answer: a set in swap space. Depends on found_held_i.
    output logic                  missed_o
);

`ifndef SYNTHESIS
  initial begin
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_scratch_lookup: Lanes must be 1 to 64");
    if (Simd < 1 || Simd > Lanes) $fatal(1, "hd_scratch_lookup: Simd must be 1 to Lanes");
    if (Lanes % Simd != 0) $fatal(1, "hd_scratch_lookup: Simd must divide Lanes");
    if (Blocks < 2 || Blocks > 16) $fatal(1, "hd_scratch_lookup: Blocks must be 2 to 16");
    if (ScratchSets < 1 || ScratchSets > 64)
      $fatal(1, "hd_scratch_lookup: ScratchSets must be 1 to 64");
    if (ScratchPhys < 2 || ScratchPhys > 1024)
      $fatal(1, "hd_scratch_lookup: ScratchPhys must be 2 to 1024");
    if (ScratchSets > ScratchPhys)
      $fatal(1, "hd_scratch_lookup: ScratchSets must be at most ScratchPhys");
    if (Swapped[31:29] == 3'b010)
      $fatal(1, "hd_scratch_lookup: swap space must not be at addresses of shared memory");
  end
`endif

  localparam int LaneWidth = Lanes > 1 ? $clog2(Lanes) : 1;
  localparam int SimdWidth = Simd > 1 ? $clog2(Simd) : 1;

  // Bits of an address within a set; upper bits of an address of shared memory.
  localparam int         Offset = 10;
  localparam logic [2:0] Shared = 3'b010;

  ///////////
  // State //
  ///////////

  // The access has begun; lanes that were asked for, or learned from a note; that are known.
  logic             busy_q;
  logic [Lanes-1:0] asked_q, known_q;
  // Where lane l goes; meaningful while it is known.
  (* mem2reg *) // flip-flops
  logic [31:0]      addr_q [Lanes];
  // Look-ups under way: asked in the cycle before, and two cycles ago: that is answered now. The
  // set. Of the access: the lanes in it. Ahead (early): the beat's buffer and block.
  logic                  soon_valid_q, due_valid_q;
  logic                  soon_early_q, due_early_q;
  logic [SetWidth-1:0]   soon_set_q, due_set_q;
  logic [Lanes-1:0]      soon_lanes_q, due_lanes_q;
  logic                  soon_buffer_q, due_buffer_q;
  logic [BlockWidth-1:0] soon_block_q, due_block_q;
  // Of each buffer of the pipe: a note; its block and set; the set is in shared memory; the
  // physical set.
  logic [1:0]            note_valid_q, note_valid_d;
  (* mem2reg *) // flip-flops, and so all below
  logic [BlockWidth-1:0] note_block_q [2];
  (* mem2reg *)
  logic [SetWidth-1:0]   note_set_q [2];
  logic [1:0]            note_held_q;
  (* mem2reg *)
  logic [PhysWidth-1:0]  note_phys_q [2];

  assign busy_o = busy_q;

  ////////////////
  // The access //
  ////////////////

  // Lanes for shared memory; lanes in the set that is asked for, in the one that is learned, in the
  // one that is to move.
  logic [Lanes-1:0]          shared, in_asked, in_learned, in_held;
  logic [Lanes*SetWidth-1:0] set;
  // The set that is asked for; that is learned.
  logic [SetWidth-1:0]       own_set, learns_set;

  for (genvar l = 0; l < Lanes; l++) begin : gen_set
    assign shared[l] =
        valid_i && mask_i[l] && addr_i[l*32 + 29 +: 3] == Shared;
    assign set[l*SetWidth +: SetWidth] = SetWidth'(addr_i[l*32 + Offset +: 29 - Offset]);
    assign in_asked[l]   = set[l*SetWidth +: SetWidth] == own_set;
    assign in_learned[l] = set[l*SetWidth +: SetWidth] == learns_set;
    assign in_held[l]    = set[l*SetWidth +: SetWidth] == hold_set_i;
  end

  assign shared_o  = shared != '0;
  assign touches_o = hold_i && hold_block_i == block_i && (shared & in_held) != '0;

  //////////////////////////////
  // What was looked up ahead //
  //////////////////////////////

  // A look-up ahead that was made in the cycle before, whose answer is there: for the set that is
  // to move. Such an answer is lost.
  logic soon_moves, due_moves;

  assign soon_moves = hold_i && hold_block_i == soon_block_q && hold_set_i == soon_set_q;
  assign due_moves  = hold_i && hold_block_i == due_block_q && hold_set_i == due_set_q;

  // An answer that becomes a note.
  logic notes;

  assign notes = due_valid_q && due_early_q && !due_moves;

  // For the access's buffer: a look-up ahead was made in the cycle before; its answer is there;
  // there is a note. No two of these, since an access has one look-up ahead.
  logic soon_ahead, due_ahead, noted;

  assign soon_ahead = soon_valid_q && soon_early_q && soon_buffer_q == buffer_i;
  assign due_ahead  = notes && due_buffer_q == buffer_i;
  assign noted    = note_valid_q[buffer_i];

  // The access has not begun and is told where a set is, by the note or by the answer that becomes
  // one. It learns that if it may begin. The lanes that learn.
  logic                told, learns_ahead;
  logic [SetWidth-1:0] note_set;
  logic [Lanes-1:0]    learned;

  assign told         = !busy_q && (due_ahead || noted);
  assign learns_ahead = valid_i && told && !touches_o;
  assign note_set     = note_set_q[buffer_i];
  assign learned      = shared & in_learned & {Lanes{learns_ahead}};

  // Notes whose set is to move.
  logic [1:0] note_moves;

  for (genvar b = 0; b < 2; b++) begin : gen_note
    assign note_moves[b] =
        hold_i && hold_block_i == note_block_q[b] && hold_set_i == note_set_q[b];
  end

  // A note ends when its set is to move, or its access is taken: then no answer begins one.
  always @* begin
    note_valid_d = note_valid_q & ~note_moves;
    if (notes) note_valid_d[due_buffer_q] = 1'b1;
    if (taken_i) note_valid_d[buffer_i] = 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) note_valid_q <= '0;
    else         note_valid_q <= note_valid_d;
  end

  always_ff @(posedge clk_i) begin
    if (notes) begin
      note_block_q[due_buffer_q] <= due_block_q;
      note_set_q[due_buffer_q]   <= due_set_q;
      note_held_q[due_buffer_q]  <= found_held_i;
      note_phys_q[due_buffer_q]  <= found_phys_i;
    end
  end

  ///////////////////
  // What is asked //
  ///////////////////

  // By the access; by the beat, if the access asks for nothing.
  logic                 asks, own_look, beat_shared, beat_look;
  logic [LaneWidth-1:0] leader;
  logic [Lanes-1:0]     ask_for;

  hd_lowest #(
      .Width(Lanes)
  ) u_leader (
      .mask_i (shared & ~asked_q & ~(in_learned & {Lanes{told}})),
      .valid_o(asks),
      .index_o(leader)
  );

  // An access that has not begun waits while a set of it moves, and for an answer ahead. One that
  // is told a set, and may begin, asks for another one.
  assign own_look = asks && (busy_q || !touches_o) && !soon_ahead;
  assign own_set  = set[32'(leader)*SetWidth +: SetWidth];
  assign ask_for  = shared & in_asked & {Lanes{own_look}};

  // The beat: its lanes for shared memory, the set of the lowest.
  logic [Simd-1:0]          beat_lanes;
  logic [Simd*SetWidth-1:0] beat_sets;
  logic [SimdWidth-1:0]     beat_leader;
  logic [SetWidth-1:0]      beat_set;
  logic                     unused_beat_addr; // the place in the set does not matter

  for (genvar i = 0; i < Simd; i++) begin : gen_beat
    assign beat_lanes[i] = beat_mask_i[i] && beat_addr_i[i*32 + 29 +: 3] == Shared;
    assign beat_sets[i*SetWidth +: SetWidth] =
        SetWidth'(beat_addr_i[i*32 + Offset +: 29 - Offset]);
  end

  assign unused_beat_addr = &{1'b0, beat_addr_i};

  hd_lowest #(
      .Width(Simd)
  ) u_beat_leader (
      .mask_i (beat_lanes),
      .valid_o(beat_shared),
      .index_o(beat_leader)
  );

  assign beat_set = beat_sets[32'(beat_leader)*SetWidth +: SetWidth];

  // One for each access: its buffer has no note, and no look-up ahead under way. None for the set
  // that is to move.
  logic beat_had, beat_moves;

  assign beat_had   = note_valid_q[beat_buffer_i]
                      || (soon_valid_q && soon_early_q && soon_buffer_q == beat_buffer_i)
                      || (due_valid_q && due_early_q && due_buffer_q == beat_buffer_i);
  assign beat_moves = hold_i && hold_block_i == beat_block_i && hold_set_i == beat_set;
  assign beat_look  = beat_i && beat_shared && !beat_had && !beat_moves;

  assign look_en_o    = own_look || beat_look;
  assign look_block_o = own_look ? block_i : beat_block_i;
  assign look_set_o   = own_look ? own_set : beat_set;

  //////////////////////
  // What is answered //
  //////////////////////

  // The answer is one of the access's own; what is learned comes from the answer, else from the
  // note. Lanes that are known by it; where their set is.
  logic                 own_answer, from_answer;
  logic [PhysWidth-1:0] note_phys;
  logic [Lanes-1:0]     answered;
  logic [31:0]          place;

  assign own_answer    = due_valid_q && !due_early_q;
  assign from_answer   = own_answer || due_ahead;
  assign note_phys     = note_phys_q[buffer_i];
  assign learns_set    = from_answer ? due_set_q : note_set;
  assign learns_o      = own_answer || learns_ahead;
  assign learns_held_o = from_answer ? found_held_i : note_held_q[buffer_i];
  assign learns_phys_o = from_answer ? found_phys_i : note_phys;
  assign answered      = (due_lanes_q & {Lanes{own_answer}}) | learned;
  assign missed_o      = due_valid_q && !found_held_i;

  // A beat is of the block of its access.
  assign place = learns_held_o ? {Shared, 29'(learns_phys_o) << Offset}
                 : Swapped + ((32'(block_i) * ScratchSets + 32'(learns_set)) << Offset);

  assign ready_o = valid_i && (shared & ~known_q & ~answered) == '0;

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic [31:0] there; // if it is answered now

    assign there = place + 32'(addr_i[l*32 +: Offset]);
    assign addr_o[l*32 +: 32] =
        answered[l] ? there : known_q[l] ? addr_q[l] : addr_i[l*32 +: 32];

    always_ff @(posedge clk_i) begin
      if (answered[l]) addr_q[l] <= there;
    end
  end

  ////////////////
  // Next state //
  ////////////////

  // An access that is taken has no look-up under way: it was ready.
  always_ff @(posedge clk_i) begin
    if (!rst_ni || taken_i) begin
      busy_q  <= 1'b0;
      asked_q <= '0;
      known_q <= '0;
    end else begin
      busy_q  <= busy_q | own_look | learns_ahead;
      asked_q <= asked_q | ask_for | learned;
      known_q <= known_q | answered;
    end
  end

  // Of look-ups ahead those for the set that is to move are lost.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      soon_valid_q <= 1'b0;
      due_valid_q  <= 1'b0;
    end else begin
      soon_valid_q <= look_en_o;
      due_valid_q  <= soon_valid_q && !(soon_early_q && soon_moves);
    end
  end

  always_ff @(posedge clk_i) begin
    soon_early_q  <= !own_look;
    soon_set_q    <= look_set_o;
    soon_lanes_q  <= ask_for;
    soon_buffer_q <= beat_buffer_i;
    soon_block_q  <= beat_block_i;
    due_early_q   <= soon_early_q;
    due_set_q     <= soon_set_q;
    due_lanes_q   <= soon_lanes_q;
    due_buffer_q  <= soon_buffer_q;
    due_block_q   <= soon_block_q;
  end

endmodule
