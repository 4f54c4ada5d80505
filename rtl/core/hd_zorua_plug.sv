// SPDX-License-Identifier: Apache-2.0
//
// Zorua as a plug: puts the Zorua unit into the machine's residency socket. Registers, shared
// memory and slots become virtual; what does not fit goes to swap space through load/store.
//
// Behaviour
// - A word at which a phase begins: the front end gets the phase's specifier in its place, and when
//   that is through the word. The unit is told of the phase when all registers that it does not
//   keep are written; until then the slot is held.
// - An instruction that issues is looked up before it goes to the issue register, an access before
//   it goes to load/store: both get places instead of names.
// - The swapper moves the sets that the unit asks for, and the rows that parked instructions need,
//   through load/store. A table says what each of load/store's entries is for.
// - A request begins when the set that moves is at rest. From the request on its owner does not
//   run; if it is one of shared memory, no access that is for it begins to be looked up.
// - A register set that comes back goes to its rows as an operand of a park does. Its owner does
//   not run until all of it is there: while it is asked for the plug sees to that, then the unit.
// - With Written = 1 a set of shared memory that no access has written to since it was mapped has
//   nothing to be stored: its request is taken when it is at rest.
// - With WarpLevel = 1 no set goes to swap space.
//
// Corner cases
// - The one look-up of the scoreboard is for the set that moves; if that needs none, for a slot
//   that is held. Of the held slots the lowest is looked at, and the others wait behind it.
// - A port's event goes before the phase of one of its slots that is held.
// - An access that had begun to be looked up when a move was asked for is taken after the request:
//   the move waits for it too.
// - An access without lanes in shared memory is not looked up.
// - A look-up that is made while an access is in its pipe does not make a set written: what the
//   access learns when it is through does.
//
// No combinational loop: the outputs to front end and launcher are known from state, but for words
// of the code; the access offered to load/store depends on the access that is through the pipe.
//
// Vijaykumar et al., Zorua, MICRO 2016, and the extended text: sections 4.2, 5.2, 5.4 to 5.7.

module hd_zorua_plug #(
    // Warp slots; slot s is of port s modulo Ports.
    parameter int Slots     = 48,
    // Warps and blocks on the core.
    parameter int Warps     = 64,
    parameter int Ctas      = 16,
    parameter int Lanes     = 32,
    // Threads of a beat of a pipe: a divisor of Lanes.
    parameter int Simd      = 16,
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
    // 1: of shared memory only sets that were written are stored in swap space. A bit a set.
    parameter int Written   = 0,
    // 1: nothing is oversubscribed: a warp is let in when all it needs is free.
    parameter int WarpLevel = 0,
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
    // A specifier of this slot is resolved. stays_o: the slot's specifier under way does not stand
    // in the code; the next word is at the specifier's own address. State only.
    input  logic [Ports-1:0]              resolves_i,
    input  logic [Ports*SlotWidth-1:0]    resolved_slot_i,
    output logic [Slots-1:0]              stays_o,
    // The warp on this slot may run. State only, and so all that follows in this group.
    output logic [Slots-1:0]              ready_o,
    // The warp's number, at [slot*WarpWidth +: WarpWidth]; meaningful while a warp sits there.
    output logic [Slots*WarpWidth-1:0]    slot_warp_o,
    // From the next cycle on a warp sits on this slot, and begins: its number, its rank, its block.
    output logic                          begin_en_o,
    output logic [SlotWidth-1:0]          begin_slot_o,
    output logic [WarpWidth-1:0]          begin_warp_o,
    output logic [SizeWidth-1:0]          begin_rank_o,
    output logic [95:0]                   begin_id_o,

    // Issue, as at the set look-up; its warp is the warp on its slot
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

    // Accesses that are through the pipes, as at the scratch look-up; pipe p is [p*W +: W]. The
    // outputs depend on state and on these.
    input  logic [Ports-1:0]              acc_valid_i,
    input  logic [Ports*WarpWidth-1:0]    acc_warp_i,
    input  logic [Ports*Lanes-1:0]        acc_mask_i,
    input  logic [Ports*Lanes*32-1:0]     acc_addr_i,
    // It is a store, or an atomic. Its buffer in the pipe.
    input  logic [Ports-1:0]              acc_writes_i,
    input  logic [Ports-1:0]              acc_buffer_i,
    // The addresses of a beat of an access come in the pipe: its warp, threads, addresses, buffer.
    // Only what is looked up depends on these.
    input  logic [Ports-1:0]              beat_valid_i,
    input  logic [Ports*WarpWidth-1:0]    beat_warp_i,
    input  logic [Ports*Simd-1:0]         beat_mask_i,
    input  logic [Ports*Simd*32-1:0]      beat_addr_i,
    input  logic [Ports-1:0]              beat_buffer_i,
    // The access may be offered; its addresses.
    output logic [Ports-1:0]              acc_known_o,
    output logic [Ports*Lanes*32-1:0]     acc_addr_o,
    // The pipe whose access is offered if the swapper has none; where a load's words go, and the
    // park's number + 1 that its result is stored from, or 0.
    input  logic [PipeWidth-1:0]          acc_pipe_i,
    input  logic [BankWidth-1:0]          acc_bank_i,
    input  logic [IndexWidth-1:0]         acc_index_i,
    input  logic [4:0]                    acc_park_i,

    // Access to swap space: goes before the pipes' accesses. State only.
    output logic                          swap_valid_o,
    output logic                          swap_load_o,
    output logic [Lanes-1:0]              swap_mask_o,
    output logic [Lanes*32-1:0]           swap_addr_o,
    output logic [Lanes*32-1:0]           swap_data_o,

    // Load/store
    // The access that is offered, the swapper's or the pipe's, is taken: into the lowest free
    // entry.
    input  logic                          acc_en_i,
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
    // The registers of this slot's warp are asked for; answer: those to be written. Query: state
    // only.
    output logic                          ask_en_o,
    output logic [SlotWidth-1:0]          ask_slot_o,
    input  logic [63:0]                   ask_busy_i,
    // This register's result is on its way to swap space: busy no more. Depends on acc_en_i.
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

  // Beside the unit's own: instructions of a port that are looked up, that wait for swap space;
  // warps whose state is on its way.
  localparam int Places   = 4;
  localparam int Parks    = 8;
  localparam int Restores = 4;

  // What the unit gets: a set of registers is a row in each bank, a set of shared memory 1,024
  // bytes. The register file's last rows are the parks'.
  localparam int ScratchSet  = 1024;
  localparam int RegPhys     = Sets - Parks * ((4 + Banks - 1) / Banks);
  localparam int RegSets     = 64 / Banks < RegPhys ? 64 / Banks : RegPhys;
  localparam int ScratchPhys = Rows * RowBits / 8 / ScratchSet;
  localparam int ScratchSets = ScratchPhys < 64 ? ScratchPhys : 64;

  // Its registers outside: cycles of an epoch; what a change must exceed; sweeps to an ageing;
  // warps below which there is no limit (20 % of the slots; with WarpLevel there always is).
  localparam int ThreshWidth = 9;
  localparam int EpochWidth  = 16;
  localparam int Epoch       = 2048;
  localparam int Delta       = 16;
  localparam int Age         = 8;
  localparam int Least       = WarpLevel != 0 ? 0 : (Slots * 20 + 99) / 100;

  // Thresholds of a resource of so many sets: at first 10 %, in steps of 4 %, up to all of it; with
  // WarpLevel up to none.
  function automatic logic [ThreshWidth-1:0] at_first(input int phys);
    at_first = ThreshWidth'(phys * 10 / 100);
  endfunction

  function automatic logic [ThreshWidth-1:0] step(input int phys);
    step = ThreshWidth'((phys * 4 + 99) / 100);
  endfunction

  function automatic logic [ThreshWidth-1:0] most(input int phys);
    most = WarpLevel != 0 ? '0 : phys < 2**ThreshWidth ? ThreshWidth'(phys) : {ThreshWidth{1'b1}};
  endfunction

  localparam int ParkWidth        = $clog2(Parks);
  localparam int RestoreWidth     = $clog2(Restores);
  localparam int BlockWidth       = $clog2(Ctas);
  localparam int RegWidth         = $clog2(RegSets + 1);
  localparam int ScratchWidth     = $clog2(ScratchSets + 1);
  localparam int RegSetWidth      = RegSets > 1 ? $clog2(RegSets) : 1;
  localparam int ScratchSetWidth  = ScratchSets > 1 ? $clog2(ScratchSets) : 1;
  localparam int RegPhysWidth     = $clog2(RegPhys);
  localparam int ScratchPhysWidth = $clog2(ScratchPhys);
  // As at the unit: of a request that is of any resource.
  localparam int RowWidth     = WarpWidth > BlockWidth ? WarpWidth : BlockWidth;
  localparam int SetWidth     = RegSetWidth > ScratchSetWidth ? RegSetWidth : ScratchSetWidth;
  localparam int SetPhysWidth = RegPhysWidth > ScratchPhysWidth ? RegPhysWidth : ScratchPhysWidth;
  localparam int PhysWidth    = SlotWidth > SetPhysWidth ? SlotWidth : SetPhysWidth;
  // As at the look-up and the swapper: names of all 64 registers' sets, whether there are as many.
  localparam int NameWidth    = $clog2(64 / Banks);
  localparam int SwapSetWidth = NameWidth > ScratchSetWidth ? NameWidth : ScratchSetWidth;
  // Loads of a row of the SIMT stack.
  localparam int StackLoads   = ((StackBits + 31) / 32 + Lanes - 1) / Lanes;
  localparam int PartWidth    = StackLoads > 1 ? $clog2(StackLoads) : 1;

  // Shared memory's swap space lies behind the registers': {warp, register, lane} words.
  localparam logic [31:0] Swapped = Base + 32'(Warps * 64 * 2**$clog2(Lanes) * 4);

  // Events of the front end, and of the unit.
  localparam logic [1:0] InPhase    = 2'd2;

  // Resources of the unit.
  localparam logic [1:0] WarpSlots  = 2'd0;
  localparam logic [1:0] Scratchpad = 2'd1;
  localparam logic [1:0] Registers  = 2'd2;

  // What an access of the swapper's is for.
  localparam logic [2:0] Operand = 3'd1;
  localparam logic [2:0] Result  = 3'd2;
  localparam logic [2:0] State   = 3'd3;
  localparam logic [2:0] Returns = 3'd4; // a register set that comes back

`ifndef SYNTHESIS
  initial begin
    if (Ports < 1 || Ports > 3) $fatal(1, "hd_zorua_plug: Ports must be 1 to 3");
    if (Simd < 1 || Simd > Lanes || Lanes % Simd != 0)
      $fatal(1, "hd_zorua_plug: Simd must divide Lanes");
    if (Slots > 64 || Slots < 2 * Ports || Slots % Ports != 0)
      $fatal(1, "hd_zorua_plug: Slots must be a multiple of Ports, 2 Ports to 64");
    if (Warps < Slots || Warps > 64) $fatal(1, "hd_zorua_plug: Warps must be Slots to 64");
    if (Ctas < 2 || Ctas > 16) $fatal(1, "hd_zorua_plug: Ctas must be 2 to 16");
    if (Banks != 1 && Banks != 2 && Banks != 4 && Banks != 8)
      $fatal(1, "hd_zorua_plug: Banks must be 1, 2, 4 or 8");
    if (RegPhys < 2) $fatal(1, "hd_zorua_plug: Sets leaves no rows beside those of the parks");
    if (ScratchPhys < 2) $fatal(1, "hd_zorua_plug: shared memory must be at least 2,048 bytes");
    if (Accesses < 2 || Accesses > 64) $fatal(1, "hd_zorua_plug: Accesses must be 2 to 64");
    if (Written < 0 || Written > 1) $fatal(1, "hd_zorua_plug: Written must be 0 or 1");
    if (WarpLevel < 0 || WarpLevel > 1) $fatal(1, "hd_zorua_plug: WarpLevel must be 0 or 1");
  end
`endif

  ///////////
  // State //
  ///////////

  // A phase has begun on this slot, and the unit has not been told yet: its specifier.
  logic [Slots-1:0]    held_q, held_d;
  logic [31:0]         held_word_q [Slots];
  // The specifier that is under way on this slot does not stand in the code.
  logic [Slots-1:0]    inserted_q, inserted_d;
  // The warp has passed the specifier of the place where it is.
  logic [Warps-1:0]    passed_q, passed_d;
  // The block of each warp that has begun.
  logic [BlockWidth-1:0] block_q [Warps];

  // Accesses under way, an entry of load/store each. Some lanes are for shared memory; and a set
  // that moves may be among them.
  logic [Accesses-1:0] shared_q, shared_d, drains_q, drains_d;
  // Physical sets of shared memory: an access has written to the set that it holds. The request is
  // taken in this cycle, and nothing is moved.
  logic [ScratchPhys-1:0] written_q, written_d;
  logic                   skips_q, skips_d;
  // The swapper's (else the program's), and then what for.
  logic                    swaps_q   [Accesses];
  logic [2:0]              what_q    [Accesses];
  // The program's: number + 1 of the park that the result is for, or 0. An operand's: the park, and
  // which it is. A state's, or a returning set's: restore register; a state's: which of its loads.
  logic [4:0]              park_q    [Accesses];
  logic [1:0]              operand_q [Accesses];
  logic [RestoreWidth-1:0] restore_q [Accesses];
  logic [PartWidth-1:0]    part_q    [Accesses];
  // Where a load's words go in the register file.
  logic [BankWidth-1:0]    bank_q    [Accesses];
  logic [IndexWidth-1:0]   index_q   [Accesses];

  // The entry that load/store is at. Elements of arrays have names before they go into a module:
  // yosys would read this one twice.
  logic                    entry_swaps;
  logic [2:0]              entry_what;
  logic [4:0]              entry_park;
  logic [1:0]              entry_operand;
  logic [RestoreWidth-1:0] entry_restore;
  logic [PartWidth-1:0]    entry_part;

  assign entry_swaps   = swaps_q[entry_i];
  assign entry_what    = what_q[entry_i];
  assign entry_park    = park_q[entry_i];
  assign entry_operand = operand_q[entry_i];
  assign entry_restore = restore_q[entry_i];
  assign entry_part    = part_q[entry_i];

  // The warp on a slot.
  function automatic logic [WarpWidth-1:0] warp_on(input logic [Slots*WarpWidth-1:0] warps_there,
                                                   input logic [SlotWidth-1:0] slot);
    warp_on = warps_there[32'(slot)*WarpWidth +: WarpWidth];
  endfunction

  // The unit's request: a set of registers that goes, or comes back; a set of shared memory that
  // goes; a warp's state that goes, or comes back.
  logic                 req_valid, req_ready, req_load;
  logic [1:0]           req_kind;
  logic [RowWidth-1:0]  req_row;
  logic [SetWidth-1:0]  req_set;
  logic [PhysWidth-1:0] req_phys;
  logic                 moves_registers, moves_scratch, moves_state;

  assign moves_registers = req_valid && req_kind == Registers;
  assign moves_scratch   = req_valid && !req_load && req_kind == Scratchpad;
  assign moves_state     = req_valid && !req_load && req_kind == WarpSlots;

  ////////////////////////////////
  // Code: specifiers and words //
  ////////////////////////////////

  // The word's warp gets the specifier first, if it has not passed it. Then it stays where it is,
  // and is given the word at the same address; from there on it has passed nothing.
  logic [WarpWidth-1:0] rsp_warp;

  assign rsp_warp      = warp_on(slot_warp_o, rsp_slot_i);
  assign rsp_inserts_o = rsp_valid_i && rsp_phase_i && !passed_q[rsp_warp];
  assign rsp_word_o    = rsp_inserts_o ? rsp_specifier_i : rsp_word_i;
  assign stays_o       = inserted_q;

  always @* begin
    inserted_d = inserted_q;
    for (int p = 0; p < Ports; p++)
      if (resolves_i[p]) inserted_d[resolved_slot_i[p*SlotWidth +: SlotWidth]] = 1'b0;
    if (rsp_inserts_o) inserted_d[rsp_slot_i] = 1'b1;
  end

  // A specifier that stands in the code is passed over like any instruction.
  always @* begin
    passed_d = passed_q;
    for (int p = 0; p < Ports; p++)
      if (resolves_i[p] && inserted_q[resolved_slot_i[p*SlotWidth +: SlotWidth]])
        passed_d[warp_on(slot_warp_o, resolved_slot_i[p*SlotWidth +: SlotWidth])] = 1'b1;
    if (rsp_valid_i && !rsp_inserts_o) passed_d[rsp_warp] = 1'b0;
    // What the entry's specifier says is what the unit was told with the kernel.
    if (begin_en_o) passed_d[begin_warp_o] = 1'b1;
  end

  // Needs of the first phase.
  logic [6:0]  first_regs;
  logic [12:0] first_scratch;
  logic        unused_first_phase;
  logic [5:0]  unused_first_regs;
  logic [15:0] unused_first_bytes;

  hd_phase_specifier #(
      .RegSet    (Banks),
      .ScratchSet(ScratchSet)
  ) u_first (
      .clk_i,
      .rst_ni,
      .instr_i       (kernel_phase_i),
      .phase_o       (unused_first_phase),
      .regs_o        (unused_first_regs),
      .bytes_o       (unused_first_bytes),
      .reg_sets_o    (first_regs),
      .scratch_sets_o(first_scratch)
  );

  ////////////////////////////////////////////
  // Scoreboard: sets that move, held slots //
  ////////////////////////////////////////////

  // The slot of the owner of the register set that moves, if it has one. A free slot still names
  // the warp that sat there last. If that warp sits again, it sits on a lower slot, since it has
  // got the lowest free one. A warp without a slot has lost its slot to another warp, which the
  // slot names.
  logic [Slots-1:0]     named;
  logic                 owner_named, owner_sits;
  logic [SlotWidth-1:0] owner_slot;

  for (genvar s = 0; s < Slots; s++) begin : gen_named
    assign named[s] = slot_warp_o[s*WarpWidth +: WarpWidth] == WarpWidth'(req_row);
  end

  hd_lowest #(
      .Width(Slots)
  ) u_owner (
      .mask_i (named),
      .valid_o(owner_named),
      .index_o(owner_slot)
  );

  assign owner_sits = moves_registers && owner_named;

  // The lowest slot that is held.
  logic                 some_held;
  logic [SlotWidth-1:0] held_slot;

  hd_lowest #(
      .Width(Slots)
  ) u_held (
      .mask_i (held_q),
      .valid_o(some_held),
      .index_o(held_slot)
  );

  // One look in a cycle: first for the set that moves, then for a slot that is held; for both if
  // they are of one slot.
  logic looks_at_move, looks_at_held;

  assign looks_at_move = owner_sits || moves_state;
  assign looks_at_held = some_held && ask_slot_o == held_slot;
  assign ask_en_o    = looks_at_move || some_held;

  always @* begin
    if (owner_sits)       ask_slot_o = owner_slot;
    else if (moves_state) ask_slot_o = SlotWidth'(req_phys);
    else                  ask_slot_o = held_slot;
  end

  // The phase of the slot that is held, and its needs; all registers that it does not keep are
  // written.
  logic [31:0] held_word;
  logic [6:0]  held_regs;
  logic [12:0] held_scratch;
  logic        written;
  logic        unused_held_phase;
  logic [5:0]  unused_held_regs;
  logic [15:0] unused_held_bytes;

  assign held_word = held_word_q[held_slot];

  hd_phase_specifier #(
      .RegSet    (Banks),
      .ScratchSet(ScratchSet)
  ) u_phase (
      .clk_i,
      .rst_ni,
      .instr_i       (held_word),
      .phase_o       (unused_held_phase),
      .regs_o        (unused_held_regs),
      .bytes_o       (unused_held_bytes),
      .reg_sets_o    (held_regs),
      .scratch_sets_o(held_scratch)
  );

  // No phase needs more than there is.
  logic unused_needs;

  assign unused_needs = &{1'b0, first_regs, first_scratch, held_scratch};

  assign written = (ask_busy_i & ({64{1'b1}} << (10'(held_regs) * 10'(Banks)))) == '0;

  ////////////
  // Events //
  ////////////

  // Events told to the unit; port p is [p*W +: W]. Barriers and ends are told at once. A phase is
  // held, and told later, in a cycle in which the port has no event.
  logic [Ports-1:0]           tell_valid, tell_phase, at_once;
  logic [Ports*2-1:0]         tell_kind;
  logic [Ports*SlotWidth-1:0] tell_slot;

  for (genvar p = 0; p < Ports; p++) begin : gen_event
    logic [Slots-1:0] own; // slots of this port

    for (genvar s = 0; s < Slots; s++) begin : gen_slot
      assign own[s] = s % Ports == p;
    end

    assign at_once[p]    = ev_valid_i[p] && ev_kind_i[p*2 +: 2] != InPhase;
    assign tell_phase[p] = looks_at_held && written && own[held_slot] && !at_once[p];
    assign tell_valid[p] = tell_phase[p] || at_once[p];
    assign tell_kind[p*2 +: 2] = tell_phase[p] ? InPhase : ev_kind_i[p*2 +: 2];
    assign tell_slot[p*SlotWidth +: SlotWidth] =
        tell_phase[p] ? held_slot : ev_slot_i[p*SlotWidth +: SlotWidth];
  end

  always @* begin
    held_d = held_q;
    if (tell_phase != '0) held_d[held_slot] = 1'b0;
    for (int p = 0; p < Ports; p++)
      if (ev_valid_i[p] && ev_kind_i[p*2 +: 2] == InPhase)
        held_d[ev_slot_i[p*SlotWidth +: SlotWidth]] = 1'b1;
  end

  always_ff @(posedge clk_i) begin
    for (int p = 0; p < Ports; p++)
      if (ev_valid_i[p] && ev_kind_i[p*2 +: 2] == InPhase)
        held_word_q[ev_slot_i[p*SlotWidth +: SlotWidth]] <= ev_word_i[p*32 +: 32];
  end

  //////////////
  // The unit //
  //////////////

  // What it is told of a phase.
  logic [RegWidth-1:0]         ev_regs;
  logic [ScratchWidth-1:0]     ev_scratch;
  // Slots whose warps it lets run; of each slot the block.
  logic [Slots-1:0]            ready;
  logic [Slots*BlockWidth-1:0] slot_block;
  // State, or a register set, of this warp is back.
  logic                        back_valid;
  logic [WarpWidth-1:0]        back_warp;
  // What oversubscription measures.
  logic                        nothing_issues, waits_for_memory, waits_otherwise;
  // Look-ups of sets, and their answers two cycles later. An answer that says wait is as good: a
  // locked set does not move while an instruction that has asked for it is under way.
  logic [Ports-1:0]                  set_look_en, set_held;
  logic [Ports*WarpWidth-1:0]        set_look_warp;
  logic [Ports*NameWidth-1:0]        set_look_set;
  logic [Ports*RegSetWidth-1:0]      reg_look_set;
  logic [Ports*RegPhysWidth-1:0]     set_phys;
  logic [Ports-1:0]                  scratch_look_en, scratch_held;
  logic [Ports*BlockWidth-1:0]       scratch_look_block;
  logic [Ports*ScratchSetWidth-1:0]  scratch_look_set;
  logic [Ports*ScratchPhysWidth-1:0] scratch_phys;

  // A set of shared memory gets this physical set.
  logic                              scratch_take_en;
  logic [ScratchPhysWidth-1:0]       scratch_take_phys;

  logic [Ports-1:0]                 unused_set_en, unused_set_wait;
  logic [Ports*WarpWidth-1:0]       unused_set_row;
  logic [Ports*RegSetWidth-1:0]     unused_set_set;
  logic [Ports-1:0]                 unused_scratch_en, unused_scratch_wait;
  logic [Ports*BlockWidth-1:0]      unused_scratch_row;
  logic [Ports*ScratchSetWidth-1:0] unused_scratch_set;
  logic [SizeWidth-1:0]             unused_running;
  logic [3*ThreshWidth-1:0]         unused_thresh;
  logic [3*16-1:0]                  unused_free, unused_swapped;

  assign ev_regs    = RegWidth'(held_regs);
  assign ev_scratch = ScratchWidth'(held_scratch);

  for (genvar p = 0; p < Ports; p++) begin : gen_look
    // No register that code names is in a set beyond the last one.
    assign reg_look_set[p*RegSetWidth +: RegSetWidth] =
        RegSetWidth'(set_look_set[p*NameWidth +: NameWidth]);
  end

  hd_zorua #(
      .Warps      (Warps),
      .Slots      (Slots),
      .Blocks     (Ctas),
      .RegSets    (RegSets),
      .RegPhys    (RegPhys),
      .ScratchSets(ScratchSets),
      .ScratchPhys(ScratchPhys),
      .IdWidth    (96),
      .Ports      (Ports),
      .ThreshWidth(ThreshWidth),
      .EpochWidth (EpochWidth),
      .Columns    (16),
      .CntWidth   (4)
  ) u_unit (
      .clk_i,
      .rst_ni,
      .kernel_en_i,
      .kernel_warps_i,
      .kernel_regs_i       (RegWidth'(first_regs)),
      .kernel_scratch_i    (ScratchWidth'(first_scratch)),
      .kernel_least_i      (SizeWidth'(Least)),
      .idle_o,
      .epoch_i             (EpochWidth'(Epoch)),
      .delta_i             (EpochWidth'(Delta)),
      .default_i           ({at_first(RegPhys), at_first(ScratchPhys), at_first(Slots)}),
      .step_i              ({step(RegPhys), step(ScratchPhys), step(Slots)}),
      .max_i               ({most(RegPhys), most(ScratchPhys), most(Slots)}),
      .age_i               (8'(Age)),
      .block_valid_i,
      .block_id_i,
      .block_ready_o,
      .done_valid_o,
      .done_id_o,
      .ev_valid_i          (tell_valid),
      .ev_kind_i           (tell_kind),
      .ev_slot_i           (tell_slot),
      .ev_regs_i           ({Ports{ev_regs}}),
      .ev_scratch_i        ({Ports{ev_scratch}}),
      .ready_o             (ready),
      .slot_warp_o,
      .slot_block_o        (slot_block),
      .begin_en_o,
      .begin_slot_o,
      .begin_warp_o,
      .begin_rank_o,
      .begin_id_o,
      .idle_i              (waits_otherwise),
      .mem_i               (waits_for_memory),
      .reg_look_en_i       (set_look_en),
      .reg_look_row_i      (set_look_warp),
      .reg_look_set_i      (reg_look_set),
      .reg_found_en_o      (unused_set_en),
      .reg_found_wait_o    (unused_set_wait),
      .reg_found_held_o    (set_held),
      .reg_found_phys_o    (set_phys),
      .reg_found_row_o     (unused_set_row),
      .reg_found_set_o     (unused_set_set),
      .scratch_look_en_i   (scratch_look_en),
      .scratch_look_row_i  (scratch_look_block),
      .scratch_look_set_i  (scratch_look_set),
      .scratch_found_en_o  (unused_scratch_en),
      .scratch_found_wait_o(unused_scratch_wait),
      .scratch_found_held_o(scratch_held),
      .scratch_found_phys_o(scratch_phys),
      .scratch_found_row_o (unused_scratch_row),
      .scratch_found_set_o (unused_scratch_set),
      .scratch_take_en_o   (scratch_take_en),
      .scratch_take_phys_o (scratch_take_phys),
      .req_valid_o         (req_valid),
      .req_ready_i         (req_ready),
      .req_load_o          (req_load),
      .req_kind_o          (req_kind),
      .req_row_o           (req_row),
      .req_set_o           (req_set),
      .req_phys_o          (req_phys),
      .rsp_valid_i         (back_valid),
      .rsp_warp_i          (back_warp),
      .running_o           (unused_running),
      .thresh_o            (unused_thresh),
      .free_o              (unused_free),
      .swapped_o           (unused_swapped)
  );

  always_ff @(posedge clk_i) begin
    if (begin_en_o) block_q[begin_warp_o] <= slot_block[32'(begin_slot_o)*BlockWidth +: BlockWidth];
  end

  ///////////////////////
  // Registers: looked //
  // up, and parked    //
  ///////////////////////

  // Slots with an instruction that is looked up, or parked.
  logic [Slots-1:0]           looking;
  logic [Ports*WarpWidth-1:0] issue_warp;
  logic [Ports-1:0]           stage_parked;
  logic [Ports*ParkWidth-1:0] stage_park;
  // Parks whose operands have been read; parks whose results are in their rows.
  logic [Parks-1:0]           read, results;
  // An operand is in its row; a result is on its way to memory.
  logic                       filled_en, stored_en;
  // What is to be fetched, or stored, for a park.
  logic                       job_valid, job_store, job_taken;
  logic [ParkWidth-1:0]       job_park;
  logic [1:0]                 job_operand;
  logic [WarpWidth-1:0]       job_warp;
  logic [5:0]                 job_reg;
  logic [Lanes-1:0]           job_mask;
  logic [BankWidth-1:0]       job_bank;
  logic [IndexWidth-1:0]      job_index;
  // The purpose of the swapper's access.
  logic [2:0]                 swap_what;
  logic [ParkWidth-1:0]       swap_park;
  logic [1:0]                 swap_operand;
  logic [BankWidth-1:0]       swap_bank;
  logic [IndexWidth-1:0]      swap_index;
  logic [RestoreWidth-1:0]    swap_restore;
  logic [PartWidth-1:0]       swap_part;

  for (genvar p = 0; p < Ports; p++) begin : gen_issue
    assign issue_warp[p*WarpWidth +: WarpWidth] =
        warp_on(slot_warp_o, issue_slot_i[p*SlotWidth +: SlotWidth]);
    assign stage_park_o[p*5 +: 5] =
        stage_parked[p] ? 5'(stage_park[p*ParkWidth +: ParkWidth]) + 5'd1 : 5'd0;
  end

  hd_set_lookup #(
      .Slots    (Slots),
      .Warps    (Warps),
      .Lanes    (Lanes),
      .Ports    (Ports),
      .Banks    (Banks),
      .Places   (Places),
      .Parks    (Parks),
      .RegPhys  (RegPhys),
      .RestWidth(RestWidth)
  ) u_set_lookup (
      .clk_i,
      .rst_ni,
      .room_o,
      .issue_en_i,
      .issue_slot_i,
      .issue_warp_i    (issue_warp),
      .issue_mask_i,
      .issue_use_i,
      .issue_reg_i,
      .issue_rest_i,
      .looking_o       (looking),
      .look_en_o       (set_look_en),
      .look_warp_o     (set_look_warp),
      .look_set_o      (set_look_set),
      .found_held_i    (set_held),
      .found_phys_i    (set_phys),
      .stage_valid_o,
      .stage_ready_i,
      .stage_slot_o,
      .stage_warp_o,
      .stage_mask_o,
      .stage_use_o,
      .stage_reg_o,
      .stage_rest_o,
      .stage_bank_o,
      .stage_index_o,
      .stage_parked_o  (stage_parked),
      .stage_park_o    (stage_park),
      .stage_stores_o,
      .read_i          (read),
      .written_i       (results),
      .filled_en_i     (filled_en),
      .filled_park_i   (ParkWidth'(entry_park)),
      .filled_operand_i(entry_operand),
      .stored_en_i     (stored_en),
      .stored_park_i   (swap_park),
      .stored_slot_o   (release_slot_o),
      .stored_reg_o    (release_reg_o),
      .job_valid_o     (job_valid),
      .job_store_o     (job_store),
      .job_park_o      (job_park),
      .job_operand_o   (job_operand),
      .job_warp_o      (job_warp),
      .job_reg_o       (job_reg),
      .job_mask_o      (job_mask),
      .job_bank_o      (job_bank),
      .job_index_o     (job_index),
      .job_taken_i     (job_taken),
      .missed_o        (reg_missed_o)
  );

  // The result's store is under way: a later read of the register fetches it behind that store.
  assign stored_en    = acc_en_i && swap_valid_o && swap_what == Result;
  assign release_en_o = stored_en;

  // A warp may not run while a phase of it is not told, an instruction of it is looked up, or one
  // of its register sets is to move.
  logic [Slots-1:0] owners; // the slot of the owner of the set

  always @* begin
    owners = '0;
    if (owner_sits) owners[owner_slot] = 1'b1;
  end

  assign ready_o = ready & ~held_q & ~looking & ~owners;

  //////////////////////////////////
  // Shared memory: accesses that //
  // are through the pipes        //
  //////////////////////////////////

  // Of each port's access: some lanes are for shared memory, for the set that moves; it has begun
  // to be looked up; load/store takes it.
  logic [Ports-1:0] acc_shared, acc_touches, acc_looked, acc_taken;
  // Its block, and that of the beat that comes.
  logic [Ports*BlockWidth-1:0] scratch_block, beat_block;
  // It learns where a set is: the set is in shared memory; the physical set.
  logic [Ports-1:0]                  acc_learns, learns_held;
  logic [Ports*ScratchPhysWidth-1:0] learns_phys;

  for (genvar p = 0; p < Ports; p++) begin : gen_scratch
    assign scratch_block[p*BlockWidth +: BlockWidth] =
        block_q[acc_warp_i[p*WarpWidth +: WarpWidth]];
    assign beat_block[p*BlockWidth +: BlockWidth] =
        block_q[beat_warp_i[p*WarpWidth +: WarpWidth]];
    assign acc_taken[p] = acc_en_i && !swap_valid_o && 32'(acc_pipe_i) == p;

    hd_scratch_lookup #(
        .Lanes      (Lanes),
        .Simd       (Simd),
        .Blocks     (Ctas),
        .ScratchSets(ScratchSets),
        .ScratchPhys(ScratchPhys),
        .Swapped    (Swapped)
    ) u_scratch_lookup (
        .clk_i,
        .rst_ni,
        .valid_i      (acc_valid_i[p]),
        .mask_i       (acc_mask_i[p*Lanes +: Lanes]),
        .addr_i       (acc_addr_i[p*Lanes*32 +: Lanes*32]),
        .block_i      (scratch_block[p*BlockWidth +: BlockWidth]),
        .buffer_i     (acc_buffer_i[p]),
        .ready_o      (acc_known_o[p]),
        .addr_o       (acc_addr_o[p*Lanes*32 +: Lanes*32]),
        .shared_o     (acc_shared[p]),
        .taken_i      (acc_taken[p]),
        .learns_o     (acc_learns[p]),
        .learns_held_o(learns_held[p]),
        .learns_phys_o(learns_phys[p*ScratchPhysWidth +: ScratchPhysWidth]),
        .beat_i       (beat_valid_i[p]),
        .beat_mask_i  (beat_mask_i[p*Simd +: Simd]),
        .beat_addr_i  (beat_addr_i[p*Simd*32 +: Simd*32]),
        .beat_block_i (beat_block[p*BlockWidth +: BlockWidth]),
        .beat_buffer_i(beat_buffer_i[p]),
        .look_en_o    (scratch_look_en[p]),
        .look_block_o (scratch_look_block[p*BlockWidth +: BlockWidth]),
        .look_set_o   (scratch_look_set[p*ScratchSetWidth +: ScratchSetWidth]),
        .found_held_i (scratch_held[p]),
        .found_phys_i (scratch_phys[p*ScratchPhysWidth +: ScratchPhysWidth]),
        .hold_i       (moves_scratch),
        .hold_block_i (BlockWidth'(req_row)),
        .hold_set_i   (ScratchSetWidth'(req_set)),
        .touches_o    (acc_touches[p]),
        .busy_o       (acc_looked[p]),
        .missed_o     (scratch_missed_o[p])
    );
  end

  ///////////////////////
  // Table of accesses //
  ///////////////////////

  // Where the access goes that is taken.
  logic                  unused_free_entry;
  logic [EntryWidth-1:0] free_entry;

  hd_lowest #(
      .Width(Accesses)
  ) u_free (
      .mask_i (~under_way_i),
      .valid_o(unused_free_entry), // there is one whenever one is taken
      .index_o(free_entry)
  );

  always_ff @(posedge clk_i) begin
    if (acc_en_i) begin
      swaps_q[free_entry]   <= swap_valid_o;
      what_q[free_entry]    <= swap_what;
      park_q[free_entry]    <= swap_valid_o ? 5'(swap_park) : acc_park_i;
      operand_q[free_entry] <= swap_operand;
      restore_q[free_entry] <= swap_restore;
      part_q[free_entry]    <= swap_part;
      bank_q[free_entry]    <= swap_valid_o ? swap_bank : acc_bank_i;
      index_q[free_entry]   <= swap_valid_o ? swap_index : acc_index_i;
    end
  end

  // The sets that an entry is for are not noted. So a set that moves waits for all entries that
  // were there when its move was asked for, and for later ones that are for it: these had begun to
  // be looked up before.
  always @* begin
    shared_d = shared_q;
    if (end_valid_i) shared_d[entry_i]    = 1'b0;
    if (acc_en_i) shared_d[free_entry] = (acc_taken & acc_shared) != '0;
  end

  always @* begin
    drains_d = drains_q;
    if (end_valid_i) drains_d[entry_i]    = 1'b0;
    if (acc_en_i) drains_d[free_entry] = (acc_taken & acc_touches) != '0;
    if (!moves_scratch) drains_d = shared_d;
  end

  // The entry that load/store deals with: words of the program, of operands of parks, and of
  // register sets that come back, go to the register file.
  assign entry_program_o = !entry_swaps;
  assign entry_writes_o  = !entry_swaps || entry_what == Operand || entry_what == Returns;
  assign entry_bank_o    = bank_q[entry_i];
  assign entry_index_o   = index_q[entry_i];
  assign entry_parked_o  = !entry_swaps && entry_park != 5'd0;

  // Words of a state; the end of a load of a state, or of a set; an operand is there.
  logic state_words, back_ends;

  assign state_words = wr_valid_i && entry_swaps && entry_what == State;
  assign back_ends   = end_valid_i && entry_swaps
                       && (entry_what == State || entry_what == Returns);
  assign filled_en   = end_valid_i && entry_swaps && entry_what == Operand;

  // Operands that are read, and results that are in their rows: of the pipes, and of load/store.
  for (genvar n = 0; n < Parks; n++) begin : gen_park
    logic [Ports-1:0] reads, writes;

    for (genvar p = 0; p < Ports; p++) begin : gen_port
      assign reads[p]  = read_park_i[p*5 +: 5] == 5'(n + 1);
      assign writes[p] = written_park_i[p*5 +: 5] == 5'(n + 1);
    end

    assign read[n]    = reads != '0;
    assign results[n] = writes != '0 || (end_valid_i && !entry_swaps && entry_park == 5'(n + 1));
  end

  /////////////
  // Swapper //
  /////////////

  // What moves is at rest. A register set: no instruction has asked for its place, and all results
  // for it are written; the same if it comes back, since these know it in swap space. A set of
  // shared memory: no access that knows its place is under way. A state: nothing of the warp is
  // under way. A state that comes back is in no place yet.
  logic calm, registers_rest, scratch_rests, state_rests;
  // Registers of the set that moves.
  logic [Banks-1:0] set_busy;

  assign set_busy       = ask_busy_i[32'(NameWidth'(req_set))*Banks +: Banks];
  assign registers_rest = !owner_sits
                          || (!looking[owner_slot] && !staged_i[owner_slot] && set_busy == '0);
  assign scratch_rests  = (acc_touches & acc_looked) == '0 && drains_q == '0;
  assign state_rests    = ask_busy_i == '0 && !with_access_i[SlotWidth'(req_phys)]
                          && at_rest_i[SlotWidth'(req_phys)];
  assign calm           = (!moves_registers || registers_rest) && (!moves_scratch || scratch_rests)
                          && (!moves_state || state_rests);

  // A set without words is not stored. Its bit rises when an access that writes learns where the
  // set is, as long as the set is not at rest: the swapper gets its request then.
  logic has_words, swap_ready;

  assign has_words = Written == 0 || !moves_scratch || written_q[ScratchPhysWidth'(req_phys)];
  assign skips_d   = req_valid && !has_words && calm && !skips_q;
  assign req_ready = swap_ready || skips_q;

  always @* begin
    written_d = written_q;
    for (int p = 0; p < Ports; p++)
      if (Written != 0 && acc_learns[p] && learns_held[p] && acc_writes_i[p])
        written_d[learns_phys[p*ScratchPhysWidth +: ScratchPhysWidth]] = 1'b1;
    if (scratch_take_en) written_d[scratch_take_phys] = 1'b0;
  end

  hd_swapper #(
      .Slots      (Slots),
      .Lanes      (Lanes),
      .Banks      (Banks),
      .RegPhys    (RegPhys),
      .Parks      (Parks),
      .Warps      (Warps),
      .Blocks     (Ctas),
      .ScratchSets(ScratchSets),
      .ScratchPhys(ScratchPhys),
      .RowBits    (RowBits),
      .Rows       (Rows),
      .StackBits  (StackBits),
      .Restores   (Restores),
      .Base       (Base)
  ) u_swapper (
      .clk_i,
      .rst_ni,
      .req_valid_i       (req_valid && has_words),
      .req_load_i        (req_load),
      .req_kind_i        (req_kind),
      .req_row_i         (req_row),
      .req_set_i         (SwapSetWidth'(req_set)),
      .req_phys_i        (req_phys),
      .calm_i            (calm),
      .req_ready_o       (swap_ready),
      .rsp_valid_o       (back_valid),
      .rsp_warp_o        (back_warp),
      .job_valid_i       (job_valid),
      .job_store_i       (job_store),
      .job_park_i        (job_park),
      .job_operand_i     (job_operand),
      .job_warp_i        (job_warp),
      .job_reg_i         (job_reg),
      .job_mask_i        (job_mask),
      .job_bank_i        (job_bank),
      .job_index_i       (job_index),
      .job_taken_o       (job_taken),
      .rd_valid_o,
      .rd_bank_o,
      .rd_index_o,
      .rd_ready_i,
      .row_valid_i,
      .row_data_i,
      .ctx_valid_o,
      .ctx_row_o,
      .ctx_ready_i,
      .ctx_rsp_valid_i,
      .ctx_rsp_data_i,
      .stack_rd_en_o,
      .stack_rd_slot_o,
      .stack_rd_data_i,
      .stack_wr_en_o,
      .stack_wr_slot_o,
      .stack_wr_data_o,
      .acc_valid_o       (swap_valid_o),
      .acc_what_o        (swap_what),
      .acc_load_o        (swap_load_o),
      .acc_mask_o        (swap_mask_o),
      .acc_addr_o        (swap_addr_o),
      .acc_data_o        (swap_data_o),
      .acc_park_o        (swap_park),
      .acc_operand_o     (swap_operand),
      .acc_bank_o        (swap_bank),
      .acc_index_o       (swap_index),
      .acc_restore_o     (swap_restore),
      .acc_part_o        (swap_part),
      .acc_ready_i       (acc_en_i),
      .back_valid_i      (state_words),
      .back_restore_i    (entry_restore),
      .back_part_i       (entry_part),
      .back_mask_i       (wr_mask_i),
      .back_data_i       (wr_data_i),
      .back_end_i        (back_ends),
      .back_end_restore_i(entry_restore),
      .swapping_o
  );

  /////////////////////////////////
  // What oversubscription hears //
  /////////////////////////////////

  assign nothing_issues   = issue_en_i == '0;
  assign waits_for_memory = nothing_issues && ready != '0
                            && (ready & ~with_access_i & ~looking) == '0;
  assign waits_otherwise  = nothing_issues && !waits_for_memory && !pipe_busy_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      held_q     <= '0;
      inserted_q <= '0;
      passed_q   <= '0;
      shared_q   <= '0;
      drains_q   <= '0;
      written_q  <= '0;
      skips_q    <= 1'b0;
    end else begin
      held_q     <= held_d;
      inserted_q <= inserted_d;
      passed_q   <= passed_d;
      shared_q   <= shared_d;
      drains_q   <= drains_d;
      written_q  <= written_d;
      skips_q    <= skips_d;
    end
  end

endmodule
