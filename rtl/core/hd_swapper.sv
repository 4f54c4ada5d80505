// SPDX-License-Identifier: Apache-2.0
//
// Swapper: leads what goes to swap space and what comes back through load/store, one thing at a
// time: register sets, sets of shared memory, states of warps, operands and results of parked
// instructions.
//
// Vijaykumar et al., Zorua, MICRO 2016, and the extended text: sections 5.5, 5.6.

module hd_swapper #(
    // Warp slots.
    parameter int Slots       = 48,
    parameter int Lanes       = 32,
    // Banks of the register file; rows of a bank that are sets, and behind these those of parks.
    parameter int Banks       = 4,
    parameter int RegPhys     = 240,
    parameter int Parks       = 8,
    // Warps, blocks that own what is swapped.
    parameter int Warps       = 64,
    parameter int Blocks      = 16,
    // Sets (1,024 bytes) of shared memory: of a block at most, and in all.
    parameter int ScratchSets = 48,
    parameter int ScratchPhys = 48,
    // Bits of a row of shared memory: a power of two, at most 32 Lanes. How many there are.
    parameter int RowBits     = 512,
    parameter int Rows        = 768,
    // Bits of a row of the SIMT stack.
    parameter int StackBits   = 478,
    // Restore registers: warps whose state is on its way.
    parameter int Restores    = 4,
    // Where swap space begins.
    parameter logic [31:0] Base = 32'hc000_0000,
    localparam int SlotWidth       = $clog2(Slots),
    localparam int WarpWidth       = $clog2(Warps),
    localparam int BlockWidth      = $clog2(Blocks),
    localparam int BankWidth       = Banks > 1 ? $clog2(Banks) : 1,
    localparam int ParkWidth       = Parks > 1 ? $clog2(Parks) : 1,
    localparam int IndexWidth      = $clog2(RegPhys + Parks * ((4 + Banks - 1) / Banks)),
    localparam int RestoreWidth    = Restores > 1 ? $clog2(Restores) : 1,
    // Words of a stack's row, and loads that it takes.
    localparam int StackWords      = (StackBits + 31) / 32,
    localparam int StackParts      = (StackWords + Lanes - 1) / Lanes,
    localparam int PartWidth       = StackParts > 1 ? $clog2(StackParts) : 1,
    localparam int PlaceWidth      = $clog2(Rows),
    // As at the unit: widths of a request that is of any resource.
    localparam int RegSetWidth     = $clog2(64 / Banks),
    localparam int ScratchSetWidth = ScratchSets > 1 ? $clog2(ScratchSets) : 1,
    localparam int RegPhysWidth    = $clog2(RegPhys),
    localparam int ScratchPhysWidth = $clog2(ScratchPhys),
    localparam int RowWidth        = WarpWidth > BlockWidth ? WarpWidth : BlockWidth,
    localparam int SetWidth        = RegSetWidth > ScratchSetWidth ? RegSetWidth : ScratchSetWidth,
    localparam int SetPhysWidth    =
        RegPhysWidth > ScratchPhysWidth ? RegPhysWidth : ScratchPhysWidth,
    localparam int PhysWidth       = SlotWidth > SetPhysWidth ? SlotWidth : SetPhysWidth
) (
    // Clock; synchronous reset, active low.
    input  logic                    clk_i,
    input  logic                    rst_ni,

    // Unit's request: stays until it is taken
    input  logic                    req_valid_i,
    // 1: load, 0: store. Resource; whose set, which; the physical one, or the slot.
    input  logic                    req_load_i,
    input  logic [1:0]              req_kind_i,
    input  logic [RowWidth-1:0]     req_row_i,
    input  logic [SetWidth-1:0]     req_set_i,
    input  logic [PhysWidth-1:0]    req_phys_i,
    // What moves is at rest. Once it has begun nothing of this is looked at any more.
    input  logic                    calm_i,
    // It is done. State only.
    output logic                    req_ready_o,
    // The state of this warp is back. State only.
    output logic                    rsp_valid_o,
    output logic [WarpWidth-1:0]    rsp_warp_o,

    // Parks' task: as at the set look-up
    input  logic                    job_valid_i,
    input  logic                    job_store_i,
    input  logic [ParkWidth-1:0]    job_park_i,
    input  logic [1:0]              job_operand_i,
    input  logic [WarpWidth-1:0]    job_warp_i,
    input  logic [5:0]              job_reg_i,
    input  logic [Lanes-1:0]        job_mask_i,
    input  logic [BankWidth-1:0]    job_bank_i,
    input  logic [IndexWidth-1:0]   job_index_i,
    // It is taken. Depends on job_valid_i, req_valid_i, req_load_i, calm_i.
    output logic                    job_taken_o,

    // Register file
    // A row is wanted, of all lanes. State only.
    output logic                    rd_valid_o,
    output logic [BankWidth-1:0]    rd_bank_o,
    output logic [IndexWidth-1:0]   rd_index_o,
    // It is accepted; it is there, for one cycle.
    input  logic                    rd_ready_i,
    input  logic                    row_valid_i,
    input  logic [Lanes*32-1:0]     row_data_i,

    // Shared memory, as at load/store's port for contexts; only reads. Valid and row: state only
    output logic                    ctx_valid_o,
    output logic [PlaceWidth-1:0]   ctx_row_o,
    input  logic                    ctx_ready_i,
    input  logic                    ctx_rsp_valid_i,
    input  logic [RowBits-1:0]      ctx_rsp_data_i,

    // SIMT stacks
    // The row of this slot is taken in this cycle. Enable and slot: state only.
    output logic                    stack_rd_en_o,
    output logic [SlotWidth-1:0]    stack_rd_slot_o,
    input  logic [StackBits-1:0]    stack_rd_data_i,
    // A row comes back. State only.
    output logic                    stack_wr_en_o,
    output logic [SlotWidth-1:0]    stack_wr_slot_o,
    output logic [StackBits-1:0]    stack_wr_data_o,

    // Access to swap space. State only
    output logic                    acc_valid_o,
    // What for: 0 store, 1 an operand for a park, 2 a park's result, 3 state of a warp. A load.
    output logic [1:0]              acc_what_o,
    output logic                    acc_load_o,
    // Lanes, addresses, what is stored there.
    output logic [Lanes-1:0]        acc_mask_o,
    output logic [Lanes*32-1:0]     acc_addr_o,
    output logic [Lanes*32-1:0]     acc_data_o,
    // Of a park's: which, operand, row. Of a state: restore register, which of its loads.
    output logic [ParkWidth-1:0]    acc_park_o,
    output logic [1:0]              acc_operand_o,
    output logic [BankWidth-1:0]    acc_bank_o,
    output logic [IndexWidth-1:0]   acc_index_o,
    output logic [RestoreWidth-1:0] acc_restore_o,
    output logic [PartWidth-1:0]    acc_part_o,
    // It is taken.
    input  logic                    acc_ready_i,

    // What comes back of a state: some words; all of a load
    input  logic                    back_valid_i,
    input  logic [RestoreWidth-1:0] back_restore_i,
    input  logic [PartWidth-1:0]    back_part_i,
    input  logic [Lanes-1:0]        back_mask_i,
    input  logic [Lanes*32-1:0]     back_data_i,
    input  logic                    back_end_i,
    input  logic [RestoreWidth-1:0] back_end_restore_i,

    // Status
    // Something is under way. State only.
    output logic                    swapping_o
);

endmodule
