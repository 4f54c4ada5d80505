// SPDX-License-Identifier: Apache-2.0
//
// Zorua as a plug: puts the Zorua unit into the machine's residency socket. Registers, shared
// memory and slots become virtual; what does not fit goes to swap space through load/store.
//
// Vijaykumar et al., Zorua, MICRO 2016, and the extended text: sections 4.2, 5.2, 5.4 to 5.7.

module hd_zorua_plug #(
    // Warp slots; slot s is of port s modulo Ports.
    parameter int Slots     = 48,
    // Warps and blocks on the core.
    parameter int Warps     = 64,
    parameter int Ctas      = 16,
    parameter int Lanes     = 32,
    // Warp schedulers, and pipes.
    parameter int Ports     = 2,
    // Register file: banks, rows of one.
    parameter int Banks     = 4,
    parameter int Sets      = 256,
    // Entries of load/store.
    parameter int Accesses  = 32,
    // Bits of a row of the SIMT stack.
    parameter int StackBits = 478,
    // Shared memory: bits of a row, a power of two and at most 32 Lanes; rows.
    parameter int RowBits   = 512,
    parameter int Rows      = 768,
    // Bits of what goes with an instruction.
    parameter int RestWidth = 103,
    // Where swap space begins.
    parameter logic [31:0] Base = 32'hc000_0000,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int SizeWidth  = $clog2(Warps + 1),
    localparam int WarpWidth  = $clog2(Warps),
    localparam int BankWidth  = Banks > 1 ? $clog2(Banks) : 1,
    localparam int IndexWidth = $clog2(Sets),
    localparam int PlaceWidth = $clog2(Rows),
    localparam int EntryWidth = $clog2(Accesses),
    localparam int PipeWidth  = Ports > 1 ? $clog2(Ports) : 1
) (
    // Clock; synchronous reset, active low.
    input  logic                          clk_i,
    input  logic                          rst_ni,

    // Kernel
    // Take what follows, if idle_o; not while a block is offered.
    input  logic                          kernel_en_i,
    // Warps of a block; specifier of the first phase.
    input  logic [SizeWidth-1:0]          kernel_warps_i,
    input  logic [31:0]                   kernel_phase_i,
    // No block is on the core. State only.
    output logic                          idle_o,

    // Dispatcher
    // A block is offered; its identity.
    input  logic                          block_valid_i,
    input  logic [95:0]                   block_id_i,
    // It is taken. State only, and so a block that is done, and its identity.
    output logic                          block_ready_o,
    output logic                          done_valid_o,
    output logic [95:0]                   done_id_o,

    // Code: a word on its way to the front end
    input  logic                          rsp_valid_i,
    input  logic [SlotWidth-1:0]          rsp_slot_i,
    input  logic [31:0]                   rsp_word_i,
    // A phase begins at it; its specifier.
    input  logic                          rsp_phase_i,
    input  logic [31:0]                   rsp_specifier_i,
    // What the front end gets: the word, or before it the specifier (inserts). Depends on rsp_*_i.
    output logic [31:0]                   rsp_word_o,
    output logic                          rsp_inserts_o,

    // Front end; port p is [p*W +: W]
    // An event: 1 at a barrier, 2 a phase begins (what it needs: ev_word_i), 3 the warp has ended.
    input  logic [Ports-1:0]              ev_valid_i,
    input  logic [Ports*2-1:0]            ev_kind_i,
    input  logic [Ports*SlotWidth-1:0]    ev_slot_i,
    input  logic [Ports*32-1:0]           ev_word_i,
    // A specifier is resolved, of this slot. Slots whose specifier under way does not stand in the
    // code: the next word is at its own address. State only.
    input  logic [Ports-1:0]              resolves_i,
    input  logic [Ports*SlotWidth-1:0]    resolved_slot_i,
    output logic [Slots-1:0]              stays_o,
    // The warp on this slot may run. State only, and so all that follows in this group.
    output logic [Slots-1:0]              ready_o,
    // Which it is, at [slot*WarpWidth +: WarpWidth]; meaningful while somebody sits there.
    output logic [Slots*WarpWidth-1:0]    slot_warp_o,
    // From the next cycle on a warp sits on this slot, and begins: its number, its rank, its block.
    output logic                          begin_en_o,
    output logic [SlotWidth-1:0]          begin_slot_o,
    output logic [WarpWidth-1:0]          begin_warp_o,
    output logic [SizeWidth-1:0]          begin_rank_o,
    output logic [95:0]                   begin_id_o,

    // Issue, as at the set look-up; its warp is the one on its slot
    output logic [Ports-1:0]              room_o,
    input  logic [Ports-1:0]              issue_en_i,
    input  logic [Ports*SlotWidth-1:0]    issue_slot_i,
    input  logic [Ports*Lanes-1:0]        issue_mask_i,
    input  logic [Ports*4-1:0]            issue_use_i,
    input  logic [Ports*4*6-1:0]          issue_reg_i,
    input  logic [Ports*RestWidth-1:0]    issue_rest_i,

    // Issue registers, as at the set look-up. State only.
    output logic [Ports-1:0]              stage_valid_o,
    input  logic [Ports-1:0]              stage_ready_i,
    output logic [Ports*SlotWidth-1:0]    stage_slot_o,
    output logic [Ports*WarpWidth-1:0]    stage_warp_o,
    output logic [Ports*Lanes-1:0]        stage_mask_o,
    output logic [Ports*4-1:0]            stage_use_o,
    output logic [Ports*4*6-1:0]          stage_reg_o,
    output logic [Ports*RestWidth-1:0]    stage_rest_o,
    output logic [Ports*4*BankWidth-1:0]  stage_bank_o,
    output logic [Ports*4*IndexWidth-1:0] stage_index_o,
    // Park of an instruction: number + 1, 0 if it is in none. Its result is for swap space.
    output logic [Ports*5-1:0]            stage_park_o,
    output logic [Ports-1:0]              stage_stores_o,
    // Operands are read of a port's instruction, of this park; a pipe's result is written that is
    // to be stored: park's number + 1, 0 if none.
    input  logic [Ports*5-1:0]            read_park_i,
    input  logic [Ports*5-1:0]            written_park_i,

    // Accesses that are through the pipes, as at the scratch look-up; pipe p is [p*W +: W]. What is
    // known depends on state and on these.
    input  logic [Ports-1:0]              acc_valid_i,
    input  logic [Ports*WarpWidth-1:0]    acc_warp_i,
    input  logic [Ports*Lanes-1:0]        acc_mask_i,
    input  logic [Ports*Lanes*32-1:0]     acc_addr_i,
    output logic [Ports-1:0]              acc_known_o,
    output logic [Ports*Lanes*32-1:0]     acc_addr_o,
    // The pipe whose access is offered if the swapper has none; where a load's words go, and the
    // park's number + 1 that its result is stored from, or 0.
    input  logic [PipeWidth-1:0]          acc_pipe_i,
    input  logic [BankWidth-1:0]          acc_bank_i,
    input  logic [IndexWidth-1:0]         acc_index_i,
    input  logic [4:0]                    acc_park_i,

    // Access to swap space: goes before those of the pipes. State only.
    output logic                          swap_valid_o,
    output logic                          swap_load_o,
    output logic [Lanes-1:0]              swap_mask_o,
    output logic [Lanes*32-1:0]           swap_addr_o,
    output logic [Lanes*32-1:0]           swap_data_o,

    // Load/store
    // The access that is offered, the swapper's or the pipe's, is taken: into the lowest free
    // entry.
    input  logic                          acc_taken_i,
    // Entries under way. The entry that words come back of, or that ends, in this cycle.
    input  logic [Accesses-1:0]           under_way_i,
    input  logic [EntryWidth-1:0]         entry_i,
    input  logic                          wr_valid_i,
    input  logic [Lanes-1:0]              wr_mask_i,
    input  logic [Lanes*32-1:0]           wr_data_i,
    input  logic                          end_valid_i,
    // Of that entry: it is the program's; its words go into the register file, there; its result
    // goes to swap space: the register stays busy. Depend on entry_i.
    output logic                          entry_program_o,
    output logic                          entry_writes_o,
    output logic [BankWidth-1:0]          entry_bank_o,
    output logic [IndexWidth-1:0]         entry_index_o,
    output logic                          entry_parked_o,

    // Scoreboard
    // Registers are asked for of this slot's warp, if of any; those to be written. Query: state
    // only.
    output logic                          query_en_o,
    output logic [SlotWidth-1:0]          query_slot_o,
    input  logic [63:0]                   query_busy_i,
    // This register's result is on its way to swap space: busy no more. Depends on acc_taken_i.
    output logic                          release_en_o,
    output logic [SlotWidth-1:0]          release_slot_o,
    output logic [5:0]                    release_reg_o,

    // What is under way on the slots
    // An instruction is in an issue register; an access to memory is under way; the SIMT stack does
    // nothing by itself.
    input  logic [Slots-1:0]              staged_i,
    input  logic [Slots-1:0]              with_access_i,
    input  logic [Slots-1:0]              at_rest_i,
    // No instruction issues since a pipe takes none.
    input  logic                          pipe_busy_i,

    // Register file: a row on its way to swap space, as at the swapper
    output logic                          rd_valid_o,
    output logic [BankWidth-1:0]          rd_bank_o,
    output logic [IndexWidth-1:0]         rd_index_o,
    input  logic                          rd_ready_i,
    input  logic                          row_valid_i,
    input  logic [Lanes*32-1:0]           row_data_i,

    // Contexts: rows of the SIMT stacks, rows of shared memory, as at the swapper
    output logic                          stack_rd_en_o,
    output logic [SlotWidth-1:0]          stack_rd_slot_o,
    input  logic [StackBits-1:0]          stack_rd_data_i,
    output logic                          stack_wr_en_o,
    output logic [SlotWidth-1:0]          stack_wr_slot_o,
    output logic [StackBits-1:0]          stack_wr_data_o,
    output logic                          ctx_valid_o,
    output logic [PlaceWidth-1:0]         ctx_row_o,
    input  logic                          ctx_ready_i,
    input  logic                          ctx_rsp_valid_i,
    input  logic [RowBits-1:0]            ctx_rsp_data_i,

    // Status
    // The swapper does something. State only. Look-ups that find a set in swap space.
    output logic                          swapping_o,
    output logic [Ports-1:0]              reg_missed_o,
    output logic [Ports-1:0]              scratch_missed_o
);

endmodule
