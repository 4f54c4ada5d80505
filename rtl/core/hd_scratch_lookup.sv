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
//
// Corner cases
// - The answer of this cycle counts at once: the access is ready in the cycle of its last answer.
// - An access without lanes for shared memory is ready at once, and never busy.
// - An access with lanes in a set that is to move does not begin. One that has begun goes on.
//
// Vijaykumar et al., Zorua, MICRO 2016, and the extended text: sections 5.5.1, 5.6.

module hd_scratch_lookup #(
    // Threads of a warp. An address of flip-flops, and an adder, each.
    parameter int Lanes       = 32,
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
    // It may be offered: the addresses are known. Depends on all above and on found_held_i.
    output logic                  ready_o,
    // The addresses; meaningful in the lanes of mask_i. Depends on all above and on found_*_i.
    output logic [Lanes*32-1:0]   addr_o,
    // Some lanes are for shared memory. Depends on valid_i, mask_i, addr_i.
    output logic                  shared_o,
    // It is taken by load/store: only with ready_o.
    input  logic                  taken_i,

    // Mapping table
    // Where is this set of the access's block? Depends on all above but taken_i, and on hold_*_i.
    output logic                  look_en_o,
    output logic [SetWidth-1:0]   look_set_o,
    // The answer to the look-up of two cycles ago: the set is in shared memory; the physical set.
    input  logic                  found_held_i,
    input  logic [PhysWidth-1:0]  found_phys_i,

    // A set that is to move
    // No look-up for it begins any more.
    input  logic                  hold_i,
    input  logic [BlockWidth-1:0] hold_block_i,
    input  logic [SetWidth-1:0]   hold_set_i,
    // The access has lanes in it. Depends on hold_*_i and the access.
    output logic                  touches_o,
    // Look-ups of the access have begun. State only.
    output logic                  busy_o,

    // Status
    // This cycle's answer: a set in swap space. Depends on found_held_i.
    output logic                  missed_o
);

`ifndef SYNTHESIS
  initial begin
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_scratch_lookup: Lanes must be 1 to 64");
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

  // Bits of an address within a set; upper bits of an address of shared memory.
  localparam int         Offset = 10;
  localparam logic [2:0] Shared = 3'b010;

  ///////////
  // State //
  ///////////

  // Look-ups of the access have begun; lanes that were asked for, that are known.
  logic             busy_q;
  logic [Lanes-1:0] asked_q, known_q;
  // Where lane l goes; meaningful while it is known.
  (* mem2reg *) // flip-flops
  logic [31:0]      addr_q [Lanes];
  // Look-ups under way: asked in the cycle before, and two cycles ago: that is answered now. The
  // set, the lanes in it.
  logic                soon_valid_q, due_valid_q;
  logic [SetWidth-1:0] soon_set_q, due_set_q;
  logic [Lanes-1:0]    soon_lanes_q, due_lanes_q;

  assign busy_o = busy_q;

  ////////////////
  // The access //
  ////////////////

  // Lanes for shared memory; lanes in the set that is looked up; lanes in the set that is to move.
  logic [Lanes-1:0]          shared, in_asked, in_held;
  logic [Lanes*SetWidth-1:0] set;

  for (genvar l = 0; l < Lanes; l++) begin : gen_set
    assign shared[l] =
        valid_i && mask_i[l] && addr_i[l*32 + 29 +: 3] == Shared;
    assign set[l*SetWidth +: SetWidth] = SetWidth'(addr_i[l*32 + Offset +: 29 - Offset]);
    assign in_asked[l] = set[l*SetWidth +: SetWidth] == look_set_o;
    assign in_held[l]  = set[l*SetWidth +: SetWidth] == hold_set_i;
  end

  assign shared_o  = shared != '0;
  assign touches_o = hold_i && hold_block_i == block_i && (shared & in_held) != '0;

  ///////////////////
  // What is asked //
  ///////////////////

  logic                 asks;
  logic [LaneWidth-1:0] leader;
  logic [Lanes-1:0]     ask_for;

  hd_lowest #(
      .Width(Lanes)
  ) u_leader (
      .mask_i (shared & ~asked_q),
      .valid_o(asks),
      .index_o(leader)
  );

  // An access that has not begun waits while a set of it moves.
  assign look_en_o  = asks && (busy_q || !touches_o);
  assign look_set_o = set[32'(leader)*SetWidth +: SetWidth];
  assign ask_for    = shared & in_asked & {Lanes{look_en_o}};

  //////////////////////
  // What is answered //
  //////////////////////

  logic [Lanes-1:0] answered;
  logic [31:0]      place; // where the set is

  assign answered = due_lanes_q & {Lanes{due_valid_q}};
  assign missed_o = due_valid_q && !found_held_i;

  assign place = found_held_i ? {Shared, 29'(found_phys_i) << Offset}
                 : Swapped + ((32'(block_i) * ScratchSets + 32'(due_set_q)) << Offset);

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
      busy_q  <= busy_q | look_en_o;
      asked_q <= asked_q | ask_for;
      known_q <= known_q | answered;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      soon_valid_q <= 1'b0;
      due_valid_q  <= 1'b0;
    end else begin
      soon_valid_q <= look_en_o;
      due_valid_q  <= soon_valid_q;
    end
  end

  always_ff @(posedge clk_i) begin
    soon_set_q   <= look_set_o;
    soon_lanes_q <= ask_for;
    due_set_q    <= soon_set_q;
    due_lanes_q  <= soon_lanes_q;
  end

endmodule
