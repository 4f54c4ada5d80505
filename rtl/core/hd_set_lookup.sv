// SPDX-License-Identifier: Apache-2.0
//
// Set look-up: finds out where the registers of an instruction are, before its operands are read.
// Instructions with registers in swap space are parked until these are fetched; results for swap
// space are stored from there.
//
// Vijaykumar et al., Zorua, MICRO 2016, and the extended text: sections 5.5.1, 5.6.

module hd_set_lookup #(
    // Warp slots.
    parameter int Slots     = 48,
    // Warps that own registers.
    parameter int Warps     = 64,
    parameter int Lanes     = 32,
    // Warp schedulers: a ring of instructions each.
    parameter int Ports     = 2,
    // Banks of the register file: a set of registers is a row in each.
    parameter int Banks     = 4,
    // Instructions of a ring.
    parameter int Places    = 4,
    // Instructions that wait for swap space.
    parameter int Parks     = 8,
    // Rows of a bank that are sets; behind these the parks' rows are.
    parameter int RegPhys   = 240,
    // Bits of what goes with an instruction.
    parameter int RestWidth = 103,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int WarpWidth  = $clog2(Warps),
    localparam int BankWidth  = Banks > 1 ? $clog2(Banks) : 1,
    localparam int SetWidth   = $clog2(64 / Banks),
    localparam int PhysWidth  = $clog2(RegPhys),
    localparam int ParkWidth  = Parks > 1 ? $clog2(Parks) : 1,
    // Rows of a bank that are one park's; bits of a row's index.
    localparam int ParkRows   = (4 + Banks - 1) / Banks,
    localparam int IndexWidth = $clog2(RegPhys + Parks * ParkRows)
) (
    // Clock; synchronous reset, active low.
    input  logic                          clk_i,
    input  logic                          rst_ni,

    // Issue; port p is [p*W +: W], operand o (rs1, rs2, rs3, rd) of it [(p*4 + o)*W +: W]
    // There is room for an instruction. State only.
    output logic [Ports-1:0]              room_o,
    // An instruction: only if there is room, and of no slot that is looking.
    input  logic [Ports-1:0]              issue_en_i,
    // Whose, which threads; operands that it has, their registers; what goes with it.
    input  logic [Ports*SlotWidth-1:0]    issue_slot_i,
    input  logic [Ports*WarpWidth-1:0]    issue_warp_i,
    input  logic [Ports*Lanes-1:0]        issue_mask_i,
    input  logic [Ports*4-1:0]            issue_use_i,
    input  logic [Ports*4*6-1:0]          issue_reg_i,
    input  logic [Ports*RestWidth-1:0]    issue_rest_i,
    // Slots with an instruction here. State only.
    output logic [Slots-1:0]              looking_o,

    // Mapping table
    // Where is this set of this warp? Depends on issue_*_i.
    output logic [Ports-1:0]              look_en_o,
    output logic [Ports*WarpWidth-1:0]    look_warp_o,
    output logic [Ports*SetWidth-1:0]     look_set_o,
    // The answer to what was asked two cycles ago: it is in the register file, there.
    input  logic [Ports-1:0]              found_held_i,
    input  logic [Ports*PhysWidth-1:0]    found_phys_i,

    // Issue register
    // An instruction that knows where its registers are. Depends on found_*_i, as all that follows.
    output logic [Ports-1:0]              stage_valid_o,
    // It is taken.
    input  logic [Ports-1:0]              stage_ready_i,
    // It, as it was issued.
    output logic [Ports*SlotWidth-1:0]    stage_slot_o,
    output logic [Ports*WarpWidth-1:0]    stage_warp_o,
    output logic [Ports*Lanes-1:0]        stage_mask_o,
    output logic [Ports*4-1:0]            stage_use_o,
    output logic [Ports*4*6-1:0]          stage_reg_o,
    output logic [Ports*RestWidth-1:0]    stage_rest_o,
    // Where its operands are; meaningful of those that it has.
    output logic [Ports*4*BankWidth-1:0]  stage_bank_o,
    output logic [Ports*4*IndexWidth-1:0] stage_index_o,
    // It is in a park, in this one; its result is for swap space.
    output logic [Ports-1:0]              stage_parked_o,
    output logic [Ports*ParkWidth-1:0]    stage_park_o,
    output logic [Ports-1:0]              stage_stores_o,

    // What becomes of parked instructions
    // Their operands have been read; their results are in the parks' rows: a bit a park.
    input  logic [Parks-1:0]              read_i,
    input  logic [Parks-1:0]              written_i,
    // This operand is in its row.
    input  logic                          filled_en_i,
    input  logic [ParkWidth-1:0]          filled_park_i,
    input  logic [1:0]                    filled_operand_i,
    // The result is on its way to memory.
    input  logic                          stored_en_i,
    input  logic [ParkWidth-1:0]          stored_park_i,
    // Whose it is, and of which register. Depends on stored_park_i.
    output logic [SlotWidth-1:0]          stored_slot_o,
    output logic [5:0]                    stored_reg_o,

    // Swapper
    // A row of a park is to be fetched, or stored. State only, and so what goes with it.
    output logic                          job_valid_o,
    output logic                          job_store_o,
    output logic [ParkWidth-1:0]          job_park_o,
    output logic [1:0]                    job_operand_o,
    // Whose register it is, which; lanes; the row.
    output logic [WarpWidth-1:0]          job_warp_o,
    output logic [5:0]                    job_reg_o,
    output logic [Lanes-1:0]              job_mask_o,
    output logic [BankWidth-1:0]          job_bank_o,
    output logic [IndexWidth-1:0]         job_index_o,
    // It is taken.
    input  logic                          job_taken_i,

    // Status
    // This cycle's answer: a set in swap space. Depends on found_held_i.
    output logic [Ports-1:0]              missed_o
);

endmodule
