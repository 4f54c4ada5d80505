// SPDX-License-Identifier: Apache-2.0
//
// Scratch look-up: finds out where the shared memory of an access is, before load/store gets it. An
// address in a set that is in swap space becomes one of global memory.
//
// Vijaykumar et al., Zorua, MICRO 2016, and the extended text: sections 5.5.1, 5.6.

module hd_scratch_lookup #(
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
    // Its threads, their addresses; whose shared memory.
    input  logic [Lanes-1:0]      mask_i,
    input  logic [Lanes*32-1:0]   addr_i,
    input  logic [BlockWidth-1:0] block_i,
    // It may be offered: the addresses are known. Depends on all above and on found_held_i.
    output logic                  ready_o,
    // Those; meaningful in the lanes of mask_i. Depends on all above and on found_*_i.
    output logic [Lanes*32-1:0]   addr_o,
    // Some lanes are for shared memory. Depends on valid_i, mask_i, addr_i.
    output logic                  shared_o,
    // It is taken by load/store: only with ready_o.
    input  logic                  taken_i,

    // Mapping table
    // Where is this set of the access's block? Depends on all above but taken_i, and on hold_*_i.
    output logic                  look_en_o,
    output logic [SetWidth-1:0]   look_set_o,
    // The answer to what was asked two cycles ago: it is in shared memory, there.
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

endmodule
