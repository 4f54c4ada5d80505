// SPDX-License-Identifier: Apache-2.0
//
// Streaming multiprocessor: the machine that the sockets sit in. A kernel is given to it; it walks
// through the grid, runs the blocks' threads, and says when all are done.
//
// Behaviour
// - Kernel: the threads of a block are counted, how many blocks fit is found out, and for each slot
//   what its warp will be (its seat) is written down. Then blocks are offered to the residency.
// - Several kernels (Residency 3): what is known of each is kept in a table; blocks of any of them
//   come from outside, and a warp's seat is written as the warp begins.
// - Begin: the warps of a block that was taken begin in the front end, one a cycle.
// - Issue: an instruction goes from the front end into its port's issue register, collects its
//   operands from the register file, and goes with them through the port's pipe.
// - Writeback: an instruction that is through writes its register and is told to the front end, or
//   is offered to load/store, which writes a load's words by itself.
//
// Corner cases
// - An instruction that is through does all that it has to do in one cycle, or nothing; with
//   dynamic warps it writes its register when it is offered to the front end first.
// - Load/store's results are written at once, whatever the pipes have. Of two pipes that have a
//   result for one bank the lower one goes first: the other waits, also while the lower one has to
//   wait for the front end. So what a pipe may do is known from state, and no path goes from port
//   to port through the front end.
// - A kernel of which no block fits is over when the launcher refuses it; no slot has a seat then.
// - With dynamic warps each lane's thread is of a warp of its own: each port that names the slot of
//   a thread has a slot a lane (Rows of them), otherwise one for all lanes.
// - LaneSlots above 1: a warp that is formed has so many threads of one home lane. Then a static
//   warp has as many parts, and a lane has the number of a part, {slot, part}, in place of a slot.
//   The register file writes a result in several cycles; it is told in the last of them, or when
//   the instruction is through, whichever is later. Beats stream: the pipe takes an instruction out
//   of the issue register whose first beats are read, and what the pipe has computed is written
//   while it computes the rest. A register that is named twice is read once: each operand of more
//   would cost all its beats.
// - A slot is where a warp sits. With the static residency warp and slot are one number; with
//   Virtual Thread an instruction notes both as it issues: registers, ranks, seats and status are
//   the warp's, which may have left when the instruction is through.
// - With both a thread's warp may have left when its access ends: the front end is told of the
//   threads whose warps sit. An access at its end is held while slots of its threads wake up.
// - With several kernels a cache that still has lines of an earlier one is emptied when a kernel is
//   given: accesses wait until none is under way.
// - With Zorua an instruction is looked up between front end and issue register, and carries the
//   place of its result; an access of a pipe is offered when it is known where its shared memory
//   is, and not while the swapper offers one. The swapper's accesses belong to no thread: front end
//   and scoreboard do not hear of them.
//
// Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: section IV.A, Figure 3, Table I. Fung,
// Sham, Yuan, Aamodt, Dynamic Warp Formation, TACO 6(2), 2009: section 2, Table I.

module hd_sm #(
    // The plugs. Formation: 0 PDOM, 1 DWF (one port), 2 interweaving (two ports, Residency 0 only).
    // Residency: 0 static, 1 Virtual Thread, 2 Zorua (with PDOM only), 3 ranges: several kernels
    // (with PDOM only).
    parameter int Formation    = 0,
    parameter int Residency    = 0,
    // Warps, threads of a warp.
    parameter int Slots        = 48,
    parameter int Lanes        = 32,
    // Lanes of a pipe: a warp goes through in Lanes / Simd beats.
    parameter int Simd         = 16,
    // Warp schedulers, each with a pipe.
    parameter int Ports        = 2,
    // Formation 0: which warp issues (0 loose round robin, 1 greedy then oldest, 2 two-level),
    // warps of a fetch group, instructions of a slot in the buffer.
    parameter int Policy       = 0,
    parameter int Group        = 8,
    parameter int Entries      = 2,
    // Formation 0: SIMT stack. Bits of a frame, entries of a warp on chip, and in all.
    parameter int FrameWidth   = 6,
    parameter int Depth        = 4,
    parameter int Levels       = 64,
    // Blocks scheduled at once, warps of the largest, threads of all.
    parameter int Blocks       = 8,
    parameter int MaxWarps     = 32,
    parameter int Threads      = 1536,
    // Which thread of a warp is in which lane: Kind of hd_lane_shuffle.
    parameter int Shuffle      = 0,
    // Residency 1, 2: blocks and warps on the core, scheduled or not. Seats, status, counters a
    // warp. 2: at most 16 and 64.
    parameter int Ctas         = 32,
    parameter int Warps        = 256,
    // Residency 3: kernels at once.
    parameter int Kernels      = 4,
    // Register file: Banks * Sets warp registers.
    parameter int Banks        = 4,
    parameter int Sets         = 256,
    // Pipes: bits of a quotient a cycle; further cycles of a float division.
    parameter int DivBits      = 1,
    parameter int FloatSteps   = 16,
    // Memory accesses of warps under way; those that wait behind the one in front.
    parameter int Accesses     = 32,
    parameter int AccessQueue  = 0,
    // L1 cache: bytes of a line, sets, ways, MSHRs, loads that wait on an MSHR.
    parameter int LineBytes    = 128,
    parameter int CacheSets    = 32,
    parameter int Ways         = 4,
    parameter int Mshrs        = 64,
    parameter int Merges       = 4,
    // Banks of the cache: lines served in a cycle; sets and MSHRs are of all of them.
    parameter int CacheBanks   = 1,
    // Requests to memory that wait behind it.
    parameter int MemQueue     = 0,
    // Shared memory: banks, words, bits of a context's row, words reserved at once, refusals after
    // which a reservation goes to another thread.
    parameter int SharedBanks  = 32,
    parameter int SharedWords  = 12288,
    parameter int RowBits      = 512,
    parameter int Holds        = 32,
    parameter int Patience     = 255,
    // Formation 1: the parameters of dwf, under the names that they have there (DwfPolicy: Policy).
    parameter int PoolEntries  = 128,
    parameter int LutEntries   = 64,
    parameter int LutWays      = 4,
    parameter int Forward      = 1,
    parameter int LaneSlots    = 1,
    parameter int DwfPolicy    = 0,
    parameter int HeapEntries  = 64,
    parameter int HeapPorts    = 2,
    parameter int QueueDepth   = 4,
    parameter int Tree         = 0,
    parameter int MheapEntries = 128,
    parameter int MheapWays    = 8,
    parameter int CntWidth     = 12,
    parameter int WidWidth     = 8,
    parameter int LutWidth     = 8,
    parameter int AgeLimit     = 0,
    // Formation 2: the parameters of the interweaving front end, under the names of the socket.
    parameter int Mode         = 2,
    parameter int LookupSets   = 1,
    parameter int Seed         = 44257,
    parameter int BoardEntries = 12,
    parameter int ColdEntries  = 128,
    parameter int Constraint   = 1,
    parameter int Turns        = 63,
    parameter int MemoryGroup  = 0,
    // 1: the cache keeps stores; at the end of a kernel it writes them back. 2: it answers stores
    // before memory has them; a kernel ends when memory has them all.
    parameter int WriteBack    = 0,
    // Residency 2: 1: of shared memory only sets that were written are stored in swap space.
    parameter int Written      = 0,
    // Residency 2: 1: nothing is oversubscribed (warp-level management).
    parameter int WarpLevel    = 0,
    // What the machine has to know of its plugs. Own: the thread in each lane is of a warp of its
    // own, and has one instruction under way at a time.
    localparam int Own         = Formation == 1 ? 1 : 0,
    // Split: a warp has several contexts, and the front end keeps the scoreboard; two instructions
    // share one row of lanes.
    localparam int Split       = Formation == 2 ? 1 : 0,
    // Named: warps leave their slots, and have names of their own. Contexts: contexts lie in shared
    // memory. OwnBoard: the plug keeps the scoreboard. Virtual: the plug looks up where registers
    // and shared memory are (no seats), seats warps one by one, and has a reader of the register
    // file.
    // Ranged: several kernels; each block has ranges of its own.
    localparam int Named       = Residency == 1 || Residency == 2 ? 1 : 0,
    localparam int Contexts    = Residency == 1 ? 1 : 0,
    localparam int OwnBoard    = Residency == 1 ? 1 : 0,
    localparam int Virtual     = Residency == 2 ? 1 : 0,
    localparam int Ranged      = Residency == 3 ? 1 : 0,
    // Slots that name the warps of threads: one for all lanes, or one a lane. The slot of a lane is
    // a part, {slot, part}.
    localparam int Rows        = Own != 0 ? Lanes : 1,
    localparam int SlotWidth   = $clog2(Slots),
    localparam int PartBits    = $clog2(LaneSlots),
    localparam int PartWidth   = SlotWidth + PartBits,
    // Warps that own registers, and blocks on the core.
    localparam int Owners      = Named != 0 ? Warps : Slots,
    localparam int Room        = Named != 0 ? Ctas : Blocks,
    localparam int WarpWidth   = $clog2(Owners),
    localparam int SizeWidth   = $clog2(Lanes * MaxWarps + 1),
    localparam int RankWidth   = MaxWarps > 1 ? $clog2(MaxWarps) : 1,
    localparam int SetWidth    = Sets > 1 ? $clog2(Sets) : 1,
    localparam int RowWidth    = $clog2(Banks * Sets + 1),
    localparam int ByteWidth   = $clog2(4 * SharedWords + 1),
    localparam int KernelWidth = Kernels > 1 ? $clog2(Kernels) : 1,
    // Shared memory in grains, at most 128: words of one are 2 to the power of this.
    localparam int GrainBits   = $clog2(SharedWords / 129 + 1),
    localparam int Grains      = SharedWords >> GrainBits,
    localparam int GrainsWidth = $clog2(Grains + 1),
    localparam int SetsWidth   = $clog2(Sets + 1),
    // Rows of contexts in shared memory.
    localparam int PlaceWidth  = $clog2(SharedWords / (RowBits / 32)),
    // A line's number, a word's place in it, a request that waits.
    localparam int OffsetWidth = $clog2(LineBytes),
    localparam int LineWidth   = 32 - OffsetWidth,
    localparam int WordWidth   = OffsetWidth > 3 ? OffsetWidth - 2 : 1,
    localparam int MshrWidth   = Mshrs > 1 ? $clog2(Mshrs) : 1,
    // Of the SIMT stack.
    localparam int LevelWidth  = $clog2(Levels + 1),
    localparam int EntryWidth  = Lanes + 2 * (32 + FrameWidth),
    // Of a group of threads on its way to memory, or back.
    localparam int GroupWidth  = CntWidth + 32 + Lanes + Lanes * (SlotWidth + $clog2(Lanes))
) (
    // Clock; synchronous reset, active low.
    input  logic                            clk_i,
    input  logic                            rst_ni,

    // Kernel
    // Begin it; only while idle_o. All that follows stays as it is until done_o; Residency 3: is
    // taken with it, as kernel kernel_i, of which no block is here.
    input  logic                            kernel_en_i,
    input  logic [KernelWidth-1:0]          kernel_i,
    // Blocks of the grid.
    input  logic [31:0]                     grid_x_i,
    input  logic [31:0]                     grid_y_i,
    input  logic [31:0]                     grid_z_i,
    // Threads of a block, and their product.
    input  logic [SizeWidth-1:0]            block_x_i,
    input  logic [SizeWidth-1:0]            block_y_i,
    input  logic [SizeWidth-1:0]            block_z_i,
    input  logic [SizeWidth-1:0]            block_threads_i,
    // Warp registers of a block: its warps * thread_sets_i * Banks.
    input  logic [RowWidth:0]               block_rows_i,
    // Register sets of a thread: registers / Banks, rounded up.
    input  logic [SetWidth:0]               thread_sets_i,
    // Shared memory of a block, a multiple of 4.
    input  logic [ByteWidth:0]              block_bytes_i,
    // Residency 1: rows of shared memory of a block's context.
    input  logic [PlaceWidth-1:0]           context_rows_i,
    // First instruction.
    input  logic [31:0]                     entry_i,
    // Residency 2: what the phase needs that begins there, a phase specifier.
    input  logic [31:0]                     kernel_phase_i,
    // In which register of the file register r of the language lies: [r*6 +: 6].
    input  logic [64*6-1:0]                 rows_i,
    // What CSRs say.
    input  logic [31:0]                     arguments_i,
    input  logic [31:0]                     stack_top_i,
    input  logic [31:0]                     shared_bytes_i,
    // Where local memory lies in global memory: a multiple of a line.
    input  logic [31:0]                     local_i,
    // Formation 1: where groups of threads lie for which there is no room.
    input  logic [31:0]                     grp_base_i,
    // No kernel is under way; Residency 3: none is being taken. State only, and so the next three.
    output logic                            idle_o,
    // The kernel is over, for one cycle; with it: not one block fits.
    output logic                            done_o,
    output logic                            refused_o,
    // What keeps the core from one block more, as at the launcher.
    output logic [6:0]                      binds_o,

    // Blocks, Residency 3
    // A block of this kernel is offered, {z, y, x}; it is taken. State only, and so the next five.
    input  logic                            block_valid_i,
    input  logic [KernelWidth-1:0]          block_kernel_i,
    input  logic [95:0]                     block_id_i,
    output logic                            block_ready_o,
    // A block is done.
    output logic                            block_done_o,
    output logic [KernelWidth-1:0]          done_kernel_o,
    output logic [95:0]                     done_id_o,
    // The block that was taken waits for room; only because room is in pieces.
    output logic                            waits_o,
    output logic                            split_o,

    // Code, as at the front end
    // The word at this address is wanted for this slot (formation 1: for no slot; the port is 0).
    output logic                            fetch_valid_o,
    input  logic                            fetch_ready_i,
    output logic [SlotWidth-1:0]            fetch_slot_o,
    output logic [31:0]                     fetch_pc_o,
    // Residency 3: the kernel of the warp there.
    output logic [KernelWidth-1:0]          fetch_kernel_o,
    // The word. Branch, call: where its threads meet again, else 0. The next word is such a place.
    input  logic                            rsp_valid_i,
    input  logic [SlotWidth-1:0]            rsp_slot_i,
    input  logic [31:0]                     rsp_word_i,
    input  logic [31:0]                     rsp_meet_i,
    input  logic                            rsp_meets_i,
    // Formation 2: threads meet at this word; the last instruction before they part.
    input  logic                            rsp_sync_i,
    input  logic [31:0]                     rsp_div_i,
    // Residency 2: a phase begins at this word; what it needs, a phase specifier.
    input  logic                            rsp_phase_i,
    input  logic [31:0]                     rsp_specifier_i,

    // Memory, as at load/store
    // A request: 0 load, 1 store, 2 atomic. State only, and so all that goes with it.
    output logic                            mem_valid_o,
    input  logic                            mem_ready_i,
    output logic [1:0]                      mem_kind_o,
    // Which request it is, for the answer; the line; a store's data, and which bytes of it.
    output logic [MshrWidth-1:0]            mem_id_o,
    output logic [LineWidth-1:0]            mem_line_o,
    output logic [LineBytes*8-1:0]          mem_data_o,
    output logic [LineBytes-1:0]            mem_be_o,
    // An atomic's operation.
    output logic [3:0]                      mem_op_o,
    // What a compare-and-swap expects, in its place in the line.
    output logic [LineBytes*8-1:0]          mem_expect_o,
    // Lanes that the line is for; the number of each lane's word; the owner of each lane's thread.
    output logic [Lanes-1:0]                mem_lanes_o,
    output logic [Lanes*WordWidth-1:0]      mem_word_o,
    output logic [Rows*(WarpWidth + PartBits)-1:0] mem_owner_o,
    // Memory answers this request; load, atomic: the line.
    input  logic                            fill_valid_i,
    output logic                            fill_ready_o,
    input  logic [MshrWidth-1:0]            fill_id_i,
    input  logic [LineBytes*8-1:0]          fill_data_i,

    // Deeper stack entries, as at the SIMT stack (formation 1: none)
    output logic                            spill_valid_o,
    input  logic                            spill_ready_i,
    output logic                            spill_load_o,
    output logic [SlotWidth-1:0]            spill_slot_o,
    // The warp there: the entries are its own, and stay where they are when it leaves.
    output logic [WarpWidth-1:0]            spill_warp_o,
    output logic [LevelWidth-1:0]           spill_level_o,
    output logic [EntryWidth-1:0]           spill_data_o,
    // An entry is back.
    input  logic                            back_valid_i,
    input  logic [SlotWidth-1:0]            back_slot_i,
    input  logic [EntryWidth-1:0]           back_data_i,

    // Groups of threads, as at the front end (formation 0: none)
    output logic                            grp_wr_valid_o,
    input  logic                            grp_wr_ready_i,
    output logic [31:0]                     grp_wr_addr_o,
    output logic [GroupWidth-1:0]           grp_wr_data_o,
    output logic                            grp_rd_valid_o,
    input  logic                            grp_rd_ready_i,
    output logic [31:0]                     grp_rd_addr_o,
    input  logic                            grp_rsp_valid_i,
    output logic                            grp_rsp_ready_o,
    input  logic [GroupWidth-1:0]           grp_rsp_data_i,

    // Status; port p is [p*W +: W]
    // An instruction is issued in this cycle: its slot, address, threads.
    output logic [Ports-1:0]                issue_en_o,
    output logic [Ports*Rows*PartWidth-1:0] issue_slot_o,
    output logic [Ports*32-1:0]             issue_pc_o,
    output logic [Ports*Lanes-1:0]          issue_mask_o,
    // What a port does, as at the front end.
    output logic [Ports*3-1:0]              why_o,
    // A memory access is taken in this cycle: its slot, the instruction's address and word,
    // threads, each thread's address.
    output logic                            access_en_o,
    output logic [Rows*PartWidth-1:0]       access_slot_o,
    output logic [31:0]                     access_pc_o,
    output logic [31:0]                     access_word_o,
    output logic [Lanes-1:0]                access_mask_o,
    output logic [Lanes*32-1:0]             access_addr_o,
    // What each bank of the cache did with a request, why it took none, and whether it wrote a line
    // back; shared memory has a bank conflict.
    output logic [CacheBanks*3-1:0]         outcome_o,
    output logic [CacheBanks*2-1:0]         blocked_o,
    output logic [CacheBanks-1:0]           back_o,
    output logic                            conflict_o,
    // A float instruction met a reserved rounding mode: the run means nothing from here on.
    output logic [Ports-1:0]                frm_bad_o,
    output logic [Ports*Rows*PartWidth-1:0] frm_bad_slot_o,
    output logic [Ports*32-1:0]             frm_bad_pc_o
);

`ifndef SYNTHESIS
  initial begin
    if (Formation < 0 || Formation > 2) $fatal(1, "hd_sm: Formation must be 0 to 2");
    if (Residency < 0 || Residency > 3) $fatal(1, "hd_sm: Residency must be 0 to 3");
    if (Formation == 1 && Residency >= 2)
      $fatal(1, "hd_sm: with Formation 1 Residency must be 0 or 1");
    if (Formation == 1 && Residency == 1 && Lanes > 36)
      $fatal(1, "hd_sm: with Formation 1 and Residency 1 Lanes must be 36 at most");
    if (LaneSlots < 1 || LaneSlots > Lanes || LaneSlots != 1 << PartBits)
      $fatal(1, "hd_sm: LaneSlots must be a power of two, at most Lanes");
    if (LaneSlots > 1 && Lanes != 1 << $clog2(Lanes))
      $fatal(1, "hd_sm: with LaneSlots above 1 Lanes must be a power of two");
    if (LaneSlots > 1 && Formation != 1) $fatal(1, "hd_sm: LaneSlots above 1 needs Formation 1");
    if (LaneSlots > 1 && Residency != 0) $fatal(1, "hd_sm: LaneSlots above 1 needs Residency 0");
    if (Slots * LaneSlots > 256) $fatal(1, "hd_sm: Slots * LaneSlots must be at most 256");
    if (Residency == 1 && (Warps < Slots || Warps > 256))
      $fatal(1, "hd_sm: Warps must be Slots to 256");
    if (Residency == 2 && (Warps < Slots || Warps > 64 || Ctas > 16))
      $fatal(1, "hd_sm: with Residency 2 Warps must be Slots to 64, Ctas at most 16");
    if (Ports < 1 || Ports > 3) $fatal(1, "hd_sm: Ports must be 1 to 3");
    if (Formation == 1 && Ports != 1) $fatal(1, "hd_sm: with Formation 1 Ports must be 1");
    if (Formation == 2 && Ports != 2) $fatal(1, "hd_sm: with Formation 2 Ports must be 2");
    if (Formation == 2 && Residency != 0)
      $fatal(1, "hd_sm: with Formation 2 Residency must be 0");
    if (Residency == 3 && WriteBack != 0)
      $fatal(1, "hd_sm: with Residency 3 WriteBack must be 0");
    if (MaxWarps > Slots) $fatal(1, "hd_sm: MaxWarps must not be above Slots");
    if (SizeWidth > $clog2(Threads + 1) + 1)
      $fatal(1, "hd_sm: the largest block has more threads than can be compared with Threads");
  end
`endif

  localparam int WarpsWidth  = $clog2(Slots + 1);
  // Names of warps that the launcher counts: with virtual resources they are no limit.
  localparam int Ids         = Virtual != 0 ? 512 : Owners;
  localparam int IdsWidth    = $clog2(Ids + 1);
  localparam int BlockWidth  = $clog2(Room + 1);
  localparam int LimitWidth  = $clog2(Blocks + 1);
  localparam int ThreadWidth = $clog2(Threads + 1);
  localparam int CountWidth  = $clog2(MaxWarps + 1);
  localparam int IdWidth     = Lanes * MaxWarps > 1 ? $clog2(Lanes * MaxWarps) : 1;
  localparam int BankBits    = $clog2(Banks);
  localparam int BankWidth   = Banks > 1 ? BankBits : 1;
  localparam int AddrWidth   = $clog2(SharedWords);
  localparam int TurnWidth   = Ports > 1 ? $clog2(Ports) : 1;
  localparam int TagWidth    = Accesses > 1 ? $clog2(Accesses) : 1;

  // Kernels that are known at once.
  localparam int Known       = Ranged != 0 ? Kernels : 1;
  localparam int GrainWidth  = $clog2(Grains);

  // Slots of one instruction's threads; their warps; parts of these. A part of a warp in the
  // register file, and in its block: {set, part}, {rank, part}.
  localparam int OwnerWidth  = WarpWidth + PartBits;
  localparam int WhoWidth    = Rows * PartWidth;
  localparam int NameWidth   = Rows * OwnerWidth;
  localparam int IndexWidth  = SetWidth + PartBits;
  localparam int PlaceInBlock = RankWidth + PartBits;
  // Places of a beat of the register file; such beats of an instruction, and beats of a pipe.
  localparam int HomeLanes   = Lanes / LaneSlots;
  localparam int GoneWidth   = $clog2(LaneSlots + 1);
  localparam int BeatsWidth  = $clog2(Lanes / Simd + 1);

  // A park's number + 1, or 0 (Virtual).
  localparam int ParkWidth   = 5;

  // What goes with an instruction through its pipe: {meets, meet, flow, writes rd, rd, slots}; if
  // warps are Named {warp, all of that}; Virtual: {park that the result is stored from, where it is
  // written, warp, all of that}.
  localparam int PlainWidth  = 1 + 32 + 3 + 1 + 6 + WhoWidth;
  localparam int NamedWidth  = NameWidth + PlainWidth;
  localparam int PlacedWidth = ParkWidth + SetWidth + BankWidth + NamedWidth;
  localparam int RiderWidth  = Virtual != 0 ? PlacedWidth : Named != 0 ? NamedWidth : PlainWidth;

  // What load/store calls the register that an access writes: {row of the scoreboard, register}.
  localparam int RdWidth     = Split != 0 ? 11 : 6;

  // A row of the SIMT stack: all that is known of a slot's warp. Dynamic warps: a word a thread.
  localparam int StackWidth  = Formation == 1 ? Lanes * 32
                             : Depth * EntryWidth + 2 * LevelWidth + Lanes;

  // Accesses that are issued and not yet load/store's: in a port's issue and operand register, in
  // the two buffers of its pipe; Virtual: one is looked up. They may all be of one warp.
  localparam int Issued      = Virtual != 0 ? 5 : 4;

  // Writers of registers: load/store is 0, pipe p is 1 + p. The scoreboard hears of their writes;
  // Virtual: and of results that are on their way to swap space.
  localparam int Writers     = 1 + Ports;
  localparam int Reports     = Virtual != 0 ? Writers + 1 : Writers;

  // Readers look registers up and collect operands: the ports; Virtual: the plug as well, for rows
  // on their way to swap space.
  localparam int Readers     = Virtual != 0 ? Ports + 1 : Ports;

  // Phases.
  localparam logic [2:0] Idle  = 3'd0;
  localparam logic [2:0] Count = 3'd1;
  localparam logic [2:0] Fit   = 3'd2;
  localparam logic [2:0] Seats = 3'd3;
  localparam logic [2:0] Run   = 3'd4;
  localparam logic [2:0] Fence = 3'd5;
  localparam logic [2:0] Flush = 3'd6;

  // Units of decode that make a difference here.
  localparam logic [2:0] Float  = 3'd1;
  localparam logic [2:0] Memory = 3'd2;
  localparam logic [2:0] Status = 3'd3;

  ////////////////////
  // Kernel: phases //
  ////////////////////

  logic [2:0] phase_q, phase_d;

  // The threads of a kernel are counted: warps of a block, lanes of the last one that hold a
  // thread. The kernel that was given last; it is counted. No access is under way; memory has all
  // that was stored.
  logic [Known-1:0]            count_done;
  logic [Known*CountWidth-1:0] warps;
  logic [Known*Lanes-1:0]      last_mask;
  logic [KernelWidth-1:0]      given;
  logic                        counted, quiet, clean;
  // The launcher: blocks that fit, the residency is started, the kernel is over: refused, or all
  // blocks are done.
  logic [BlockWidth-1:0] frames, ctas;
  logic                  start_en, launch_done;
  // The last slot's seat is written in this cycle.
  logic                  last_seat;

  always @* begin
    phase_d = phase_q;
    case (phase_q)
      Idle:    if (kernel_en_i) phase_d = Count;
      Count:   if (counted) phase_d = Ranged != 0 ? Fence : Fit;
      Fit:     if (start_en) phase_d = Virtual != 0 ? Run : Seats;
      Seats:   if (last_seat) phase_d = Run;
      Fence:   if (quiet) phase_d = Idle;
      default: ;
    endcase
    if (launch_done) phase_d = Flush;
    if (done_o)      phase_d = Idle;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) phase_q <= Idle;
    else         phase_q <= phase_d;
  end

  assign idle_o = phase_q == Idle;
  // If the cache does not wait for stores, a kernel that was not refused ends when memory has them.
  assign done_o = (launch_done && (WriteBack == 0 || refused_o))
                  || (phase_q == Flush && quiet && clean);

  // What is known of each kernel, kernel k at [k*W +: W]: entry, files' registers, what CSRs say.
  logic [Known*32-1:0]        entries, grids_x, grids_y, grids_z, arguments, stacks, shares;
  logic [Known*64*6-1:0]      maps;
  logic [Known*SizeWidth-1:0] blocks_x, blocks_y, blocks_z;
  // Register sets of a thread. Of a block: slots, register sets, grains of shared memory.
  logic [Known*(SetWidth+1)-1:0] thread_sets;
  logic [Kernels*WarpsWidth-1:0]  need_warps;
  logic [Kernels*SetsWidth-1:0]   need_sets;
  logic [Kernels*GrainsWidth-1:0] need_grains;

  if (Ranged == 0) begin : gen_kernel
    logic unused_kernel;

    assign given = '0;
    assign {entries, grids_x, grids_y, grids_z} = {entry_i, grid_x_i, grid_y_i, grid_z_i};
    assign {arguments, stacks, shares}          = {arguments_i, stack_top_i, shared_bytes_i};
    assign {maps, thread_sets}                  = {rows_i, thread_sets_i};
    assign {blocks_x, blocks_y, blocks_z}       = {block_x_i, block_y_i, block_z_i};
    assign {need_warps, need_sets, need_grains} = '0;
    assign unused_kernel = &{1'b0, kernel_i, block_valid_i, block_kernel_i, block_id_i};
  end else begin : gen_kernels
    // Kernel k's part of each, at [k*W +: W], is known from its kernel_en_i on. Sizes: {z, y, x}.
    logic [KernelWidth-1:0]          given_q;
    logic [Kernels*32-1:0]           entry_q, arguments_q, stack_q, bytes_q;
    logic [Kernels*64*6-1:0]         map_q;
    logic [Kernels*3*SizeWidth-1:0]  block_q;
    logic [Kernels*3*32-1:0]         grid_q;
    logic [Kernels*(SetWidth+1)-1:0] thread_sets_q;
    logic [Kernels*SetsWidth-1:0]    block_sets_q;
    logic [Kernels*GrainsWidth-1:0]  block_grains_q;

    // Bytes of a grain, less one: a part of a grain is a grain.
    localparam logic [ByteWidth:0] Rest = (ByteWidth + 1)'((4 << GrainBits) - 1);

    for (genvar k = 0; k < Kernels; k++) begin : gen_known
      always_ff @(posedge clk_i) begin
        if (kernel_en_i && 32'(kernel_i) == k) begin
          entry_q[k*32 +: 32]                          <= entry_i;
          arguments_q[k*32 +: 32]                      <= arguments_i;
          stack_q[k*32 +: 32]                          <= stack_top_i;
          bytes_q[k*32 +: 32]                          <= shared_bytes_i;
          map_q[k*64*6 +: 64*6]                        <= rows_i;
          block_q[k*3*SizeWidth +: 3*SizeWidth]        <= {block_z_i, block_y_i, block_x_i};
          grid_q[k*3*32 +: 3*32]                       <= {grid_z_i, grid_y_i, grid_x_i};
          thread_sets_q[k*(SetWidth+1) +: SetWidth+1]  <= thread_sets_i;
          block_sets_q[k*SetsWidth +: SetsWidth]       <= SetsWidth'(block_rows_i >> BankBits);
          block_grains_q[k*GrainsWidth +: GrainsWidth] <=
              GrainsWidth'((block_bytes_i + Rest) >> (GrainBits + 2));
        end
      end

      assign {blocks_z[k*SizeWidth +: SizeWidth], blocks_y[k*SizeWidth +: SizeWidth],
              blocks_x[k*SizeWidth +: SizeWidth]} = block_q[k*3*SizeWidth +: 3*SizeWidth];
      assign {grids_z[k*32 +: 32], grids_y[k*32 +: 32], grids_x[k*32 +: 32]} =
          grid_q[k*3*32 +: 3*32];
      assign need_warps[k*WarpsWidth +: WarpsWidth] =
          WarpsWidth'(warps[k*CountWidth +: CountWidth]);
    end

    always_ff @(posedge clk_i) begin
      if (kernel_en_i) given_q <= kernel_i;
    end

    assign given       = given_q;
    assign entries     = entry_q;
    assign arguments   = arguments_q;
    assign stacks      = stack_q;
    assign shares      = bytes_q;
    assign maps        = map_q;
    assign thread_sets = thread_sets_q;
    assign need_sets   = block_sets_q;
    assign need_grains = block_grains_q;
  end

  // The kernel of the warp on each slot.
  logic [Slots*KernelWidth-1:0] slot_kernel;

  function automatic logic [KernelWidth-1:0] kernel_on(
      input logic [Slots*KernelWidth-1:0] kernels_there, input logic [SlotWidth-1:0] slot);
    kernel_on = kernels_there[32'(slot)*KernelWidth +: KernelWidth];
  endfunction

  // Of each pipe's instruction: its kernel; ranks of its warps, and from them the ids of its
  // threads.
  logic [Ports*KernelWidth-1:0]    through_kernel;
  logic [Ports*Rows*PlaceInBlock-1:0] through_rank;
  logic [Ports*Lanes*IdWidth-1:0]  id_x, id_y, id_z;
  // The same ids, were it of kernel k.
  logic [Known*Ports*Lanes*IdWidth-1:0] ids_x, ids_y, ids_z;

  for (genvar k = 0; k < Known; k++) begin : gen_ids
    localparam int I = k * Ports * Lanes * IdWidth;
    logic count_en;

    assign count_en = kernel_en_i && (Ranged == 0 || 32'(kernel_i) == k);

    hd_thread_ids #(
        .Lanes   (Lanes),
        .MaxWarps(MaxWarps),
        .Ports   (Ports),
        .Own     (Own),
        .LaneSlots(LaneSlots),
        .Shuffle (Shuffle)
    ) u_thread_ids (
        .clk_i,
        .rst_ni,
        .kernel_en_i(count_en),
        .kernel_x_i (block_x_i),
        .kernel_y_i (block_y_i),
        .kernel_z_i (block_z_i),
        .ready_o    (count_done[k]),
        .warps_o    (warps[k*CountWidth +: CountWidth]),
        .last_mask_o(last_mask[k*Lanes +: Lanes]),
        .rank_i     (through_rank),
        .x_o        (ids_x[I +: Ports*Lanes*IdWidth]),
        .y_o        (ids_y[I +: Ports*Lanes*IdWidth]),
        .z_o        (ids_z[I +: Ports*Lanes*IdWidth])
    );
  end

  assign counted = (count_done & (Known'(1) << given)) != '0;

  for (genvar p = 0; p < Ports; p++) begin : gen_ids_of
    localparam int W = Lanes * IdWidth;
    logic [KernelWidth-1:0] kernel;

    assign kernel         = through_kernel[p*KernelWidth +: KernelWidth];
    assign id_x[p*W +: W] = ids_x[(32'(kernel)*Ports + p)*W +: W];
    assign id_y[p*W +: W] = ids_y[(32'(kernel)*Ports + p)*W +: W];
    assign id_z[p*W +: W] = ids_z[(32'(kernel)*Ports + p)*W +: W];
  end

  // A block is offered, and may be by us; it is taken; one is done.
  logic        next_valid, offers, block_ready, block_done;
  logic [95:0] next_id;
  logic        unused_launcher_idle;
  // What a block needs of shared memory: its own, and its context; at most the largest number that
  // the port can hold. Virtual: the plug knows how many blocks have room. Then a block needs one
  // thread, no registers, and no shared memory unless one block has not enough of it.
  logic [ByteWidth+1:0] need;
  logic [ByteWidth:0]   need_bytes;
  logic [RowWidth:0]    need_rows;
  logic [ThreadWidth:0] need_threads;

  assign need = Contexts != 0 ? (ByteWidth + 2)'(block_bytes_i)
                                + (ByteWidth + 2)'(context_rows_i) * (ByteWidth + 2)'(RowBits / 8)
              : Virtual == 0 || 32'(block_bytes_i) > 4 * SharedWords
                              ? (ByteWidth + 2)'(block_bytes_i) : '0;
  assign need_bytes   = need[ByteWidth+1] ? {ByteWidth + 1{1'b1}} : need[ByteWidth:0];
  assign need_rows    = Virtual != 0 ? '0 : block_rows_i;
  assign need_threads =
      Virtual != 0 ? (ThreadWidth + 1)'(1) : (ThreadWidth + 1)'(block_threads_i);

  if (Ranged == 0) begin : gen_launcher
    hd_cta_launcher #(
        .Blocks (Virtual != 0 ? Ctas : Blocks),
        .Slots  (Slots),
        .Threads(Threads),
        .Rows   (Banks * Sets),
        .Bytes  (4 * SharedWords),
        .Ctas   (Room),
        .Ids    (Ids)
    ) u_launcher (
        .clk_i,
        .rst_ni,
        .kernel_en_i     (phase_q == Count && counted),
        .kernel_x_i      (grid_x_i),
        .kernel_y_i      (grid_y_i),
        .kernel_z_i      (grid_z_i),
        .kernel_warps_i  ((IdsWidth + 1)'(warps[0 +: CountWidth])),
        .kernel_threads_i(need_threads),
        .kernel_rows_i   (need_rows),
        .kernel_bytes_i  (need_bytes),
        .idle_o          (unused_launcher_idle),
        .done_o          (launch_done),
        .refused_o,
        .frames_o        (frames),
        .ctas_o          (ctas),
        .binds_o,
        .start_en_o      (start_en),
        .block_valid_o   (next_valid),
        .block_id_o      (next_id),
        .block_ready_i   (offers & block_ready),
        .done_valid_i    (block_done)
    );
  end else begin : gen_no_launcher
    // The host has seen to it that a block fits.
    logic unused_need;

    assign frames               = BlockWidth'(Blocks);
    assign ctas                 = BlockWidth'(Blocks);
    assign {start_en, launch_done, refused_o, binds_o} = '0;
    assign next_valid           = block_valid_i;
    assign next_id              = block_id_i;
    assign unused_launcher_idle = 1'b0;
    assign unused_need          = &{1'b0, need_rows, need_bytes, need_threads};
  end

  assign block_ready_o = Ranged != 0 && block_ready;
  assign block_done_o  = Ranged != 0 && block_done;

  ///////////////////
  // Kernel: seats //
  ///////////////////

  // Each warp's seat: its rank in its block, the first word of its block's shared memory, its first
  // register set. Virtual: a warp's rank is known when it sits down, and the other two mean
  // nothing.
  logic [RankWidth-1:0] rank_q   [Owners];
  logic [AddrWidth-1:0] shared_q [Owners];
  logic [SetWidth-1:0]  sets_q   [Owners];

  // The warp whose seat is written, and the seat's contents.
  logic [WarpWidth-1:0] seat_q;
  logic [RankWidth-1:0] seat_rank_q;
  logic [AddrWidth-1:0] seat_shared_q;
  logic [SetWidth:0]    seat_sets_q;

  // It is the last warp of a block.
  logic seat_ends;

  // All slots get one; or the warps of as many blocks as may be on the core.
  if (Named == 0) begin : gen_last_slot
    assign last_seat = 32'(seat_q) == Slots - 1;
  end else begin : gen_last_block
    logic [BlockWidth-1:0] seat_block_q; // blocks whose seats are written

    always_ff @(posedge clk_i) begin
      if (!rst_ni || phase_q != Seats) seat_block_q <= '0;
      else if (seat_ends)              seat_block_q <= seat_block_q + BlockWidth'(1);
    end

    assign last_seat = seat_ends && seat_block_q + BlockWidth'(1) == ctas;
  end

  assign seat_ends = CountWidth'(seat_rank_q) + CountWidth'(1) == warps[0 +: CountWidth];

  // One further a cycle; 0 whenever no seats are written. Slots that no block will have get a seat
  // too: their sums may be beyond the memories, and are not looked at.
  always_ff @(posedge clk_i) begin
    if (!rst_ni || phase_q != Seats) begin
      seat_q        <= '0;
      seat_rank_q   <= '0;
      seat_shared_q <= '0;
      seat_sets_q   <= '0;
    end else begin
      seat_q      <= seat_q + WarpWidth'(1);
      seat_rank_q <= seat_ends ? '0 : seat_rank_q + RankWidth'(1);
      seat_sets_q <= seat_sets_q + thread_sets_i;
      if (seat_ends) seat_shared_q <= seat_shared_q + AddrWidth'(block_bytes_i >> 2);
    end
  end

  // Ranged: of the warp that begins next.
  logic [RankWidth-1:0] next_rank;
  logic [AddrWidth-1:0] next_shared;
  logic [SetWidth-1:0]  next_set;

  always_ff @(posedge clk_i) begin
    if (phase_q == Seats) begin
      shared_q[seat_q] <= seat_shared_q;
      sets_q[seat_q]   <= SetWidth'(seat_sets_q);
    end else if (Ranged != 0 && begin_en) begin
      shared_q[begin_warp] <= next_shared;
      sets_q[begin_warp]   <= next_set;
    end
  end

  // Virtual: a warp sits down, with this rank.
  logic [WarpWidth-1:0]   sits_warp;
  logic [RankWidth-1:0]   sits_rank;

  always_ff @(posedge clk_i) begin
    if (Virtual != 0 && take_en)      rank_q[sits_warp]  <= sits_rank;
    else if (phase_q == Seats)        rank_q[seat_q]     <= seat_rank_q;
    else if (Ranged != 0 && begin_en) rank_q[begin_warp] <= next_rank;
  end

  ////////////////////////////////////////////
  // Between front end, residency and pipes //
  ////////////////////////////////////////////

  // Of the front end; port p is [p*W +: W].
  // A warp that begins is taken; a resolve is; an access's end is.
  logic                         begin_ready;
  logic [Ports-1:0]             res_ready;
  logic                         told_ready;
  // Events; the specifier of a phase that begins.
  logic [Ports-1:0]             ev_valid;
  logic [Ports*2-1:0]           ev_kind;
  logic [Ports*SlotWidth-1:0]   ev_slot;
  logic [Ports*32-1:0]          ev_word;
  // An instruction issues; it is taken.
  logic [Ports-1:0]             issue_valid, issue_ready;
  logic [Ports*WhoWidth-1:0]    issue_slot;
  logic [Ports*32-1:0]          issue_pc, issue_word, issue_meet;
  logic [Ports*Lanes-1:0]       issue_mask;
  logic [Ports-1:0]             issue_meets;
  logic [Ports*3-1:0]           issue_unit, issue_flow;
  logic [Ports*4-1:0]           issue_use;
  logic [Ports*24-1:0]          issue_reg;
  // Scoreboard: which registers of a slot are busy; a register that is to be written.
  logic [Ports*SlotWidth-1:0]   query_slot, set_slot;
  logic [Ports*64-1:0]          query_busy;
  logic [Ports-1:0]             set_en;
  logic [Ports*6-1:0]           set_reg;
  // What a slot's next instruction waits for. Slots whose stacks stand; slots whose stacks do
  // nothing by themselves; slots with accesses under way; slots of which no thread runs.
  logic [Ports-1:0]             look_en, look_pass, look_memory;
  logic [Ports*SlotWidth-1:0]   look_slot;
  logic [Slots-1:0]             stands, at_rest, with_access, stalls;
  // The row of the slot that the residency reads.
  logic [StackWidth-1:0]        row_rd_data;

  // Of the residency.
  // A block is taken: its slots, its identity. The same for a block that comes back, whose warps go
  // on where they were.
  logic                         take_en, resume_en;
  logic [SlotWidth-1:0]         take_slot;
  logic [WarpsWidth-1:0]        take_count;
  logic [95:0]                  take_id;
  // Ranged: it may begin in this cycle; its kernel, its first register set, its first grain.
  logic                         take_ready;
  logic [KernelWidth-1:0]       take_kernel;
  logic [SetWidth-1:0]          take_set;
  logic [GrainWidth-1:0]        take_grain;
  // Slots whose warps may run, as far as the residency is concerned; slots whose warps leave.
  logic [Slots-1:0]             resident, leave;
  // The warp on each slot, slot s at [s*WarpWidth +: WarpWidth].
  logic [Slots*WarpWidth-1:0]   slot_warp;
  // Of load/store's access that ends: the warp of some thread sits; lanes of such threads, and
  // their slots; some of these slots are to wake up first.
  logic                         end_sits, end_held;
  logic [Lanes-1:0]             end_lanes;
  logic [WhoWidth-1:0]          end_slot;
  // Rows of contexts: of the front end, of shared memory. row_rd_en matters with dynamic warps
  // alone.
  logic                         row_rd_en, row_wr_en;
  logic [SlotWidth-1:0]         row_rd_slot, row_wr_slot;
  logic [StackWidth-1:0]        row_wr_data;
  logic                         ctx_valid, ctx_we;
  logic [PlaceWidth-1:0]        ctx_row;
  logic [RowBits-1:0]           ctx_wdata;
  // What the front end gets of the code; the address that it is told for a pipe's instruction.
  logic [31:0]                  front_word, front_meet;
  logic                         front_meets;
  logic [Ports*32-1:0]          resolved_pc;
  // An instruction goes into the issue register; it is taken; its warps.
  logic [Ports-1:0]             stage_valid, stage_ready;
  logic [Ports*WhoWidth-1:0]    stage_slot;
  logic [Ports*NameWidth-1:0]   stage_warp;
  logic [Ports*32-1:0]          stage_pc, stage_word, stage_meet;
  logic [Ports*Lanes-1:0]       stage_mask;
  logic [Ports-1:0]             stage_meets;
  logic [Ports*3-1:0]           stage_unit, stage_flow;
  logic [Ports*4-1:0]           stage_use;
  logic [Ports*24-1:0]          stage_reg;
  // Virtual, and so all that follows: where its registers are; its park, and whether its result is
  // stored from there.
  logic [Ports*4*BankWidth-1:0] stage_bank;
  logic [Ports*4*SetWidth-1:0]  stage_index;
  logic [Ports*ParkWidth-1:0]   stage_park;
  logic [Ports-1:0]             stage_stores;
  // Accesses that are through: it is found where their shared memory is; there.
  logic [Ports-1:0]             found;
  logic [Ports*Lanes*32-1:0]    known_address;
  // The swapper's access.
  logic                         swap_valid, swap_load;
  logic [Lanes-1:0]             swap_mask;
  logic [Lanes*32-1:0]          swap_addr, swap_data;
  // Load/store's entry is a program's; its words are written, there; its register stays busy.
  logic                         entry_program, entry_writes, entry_parked;
  logic [BankWidth-1:0]         entry_bank;
  logic [SetWidth-1:0]          entry_index;
  // Registers that it asks about, of its own scoreboard or of ours; one that is busy no more; a row
  // that it reads.
  logic [Ports*64-1:0]          plug_busy;
  logic [63:0]                  ask_busy;
  logic [SlotWidth-1:0]         ask_slot, release_slot;
  logic                         release_en;
  logic [5:0]                   release_reg;
  logic                         read_valid;
  logic [BankWidth-1:0]         read_bank;
  logic [SetWidth-1:0]          read_index;

  // Of issue registers and register file. Operand k of reader r is 3r + k; Virtual: the operands of
  // the last reader are the plug's, rows for swap space.
  // Slots of the instructions in the issue registers; parks whose operands are read.
  logic [Slots-1:0]                   staged;
  logic [Ports*ParkWidth-1:0]         read_park;
  // Operands are wanted, from there; they are there with this cycle: the instruction goes on.
  logic [Readers-1:0]                 operand_valid, operands_ready;
  logic [Readers*3-1:0]               operand_use;
  logic [Readers*Lanes-1:0]           operand_mask;
  logic [Readers*3*BankWidth-1:0]     operand_bank;
  logic [Readers*3*Rows*IndexWidth-1:0] operand_index;
  // They are; taken. LaneSlots above 1: beats of the register file that are in the pipe, and beats
  // at hand; these may be of operands that are not all there.
  logic [Readers-1:0]                 in_valid, in_ready;
  logic [Readers*GoneWidth-1:0]       in_gone, in_here;
  logic [Readers*3*Lanes*32-1:0]      operands;

  // Of the pipes; port p is [p*W +: W].
  // The instruction that is through, as issued; its buffer in the pipe.
  logic [Ports*WhoWidth-1:0]    through_slot;
  logic [Ports*NameWidth-1:0]   through_warp;
  logic [Ports*32-1:0]          through_pc, through_word, through_meet;
  logic [Ports*Lanes-1:0]       through_mask;
  logic [Ports-1:0]             through_meets, through_buffer;
  logic [Ports*3-1:0]           through_unit, through_flow;
  // Virtual: the place of its result; its park if the result is stored; parks of results that are
  // written in this cycle.
  logic [Ports*BankWidth-1:0]   through_bank;
  logic [Ports*SetWidth-1:0]    through_index;
  logic [Ports*ParkWidth-1:0]   through_park, written_park;
  // Its results, of each lane: a value, an address, the word expected there, whether the thread
  // goes there. threads_taken is the last of these for its threads alone: in other lanes the pipe
  // computes with any operands.
  logic [Ports*Lanes*32-1:0]    through_value, through_address, through_expect;
  logic [Ports*Lanes-1:0]       through_taken, threads_taken;
  // The instruction is an access; is told to the front end; its result is written; it finishes in
  // this cycle, and is no access.
  logic [Ports-1:0]             is_access, through_writes, res_valid, writes, finishes;
  // The addresses of a beat of an access come; its buffer, warp, threads, addresses.
  logic [Ports-1:0]             land_valid, land_buffer;
  logic [Ports*NameWidth-1:0]   land_warp;
  logic [Ports*Simd-1:0]        land_mask;
  logic [Ports*Simd*32-1:0]     land_address;
  // Registers that are busy no more, of writer w: slot, register. All slots of these.
  logic [Writers-1:0]           wb_en;
  logic [Writers*WhoWidth-1:0]  wb_slot;
  logic [Writers*6-1:0]         wb_reg;
  logic [Slots-1:0]             wb;

  // Of load/store.
  // It takes the access that is offered, a pipe's or the swapper's. The pipe that offers if the
  // swapper does not.
  logic                         acc_taken;
  logic [TurnWidth-1:0]         acc_pipe;
  // Words for the register file, or for the plug that had them fetched.
  logic                         load_valid;
  logic [Lanes-1:0]             load_mask;
  logic [Lanes*32-1:0]          load_data;
  // An access is done; taken, and the front end is told. Its warp (and the first lane's slot), its
  // threads, its address; the register that it writes, if any.
  logic                         end_valid, end_ready, told_valid;
  logic [NameWidth-1:0]         end_warp;
  logic [SlotWidth-1:0]         access_slot;
  logic [Lanes-1:0]             end_mask;
  logic [31:0]                  end_pc;
  logic                         end_rd_use;
  logic [RdWidth-1:0]           end_name;
  logic [5:0]                   end_rd;
  // Its entries under way; the entry whose words, or whose end, are there.
  logic [Accesses-1:0]          under_way;
  logic [TagWidth-1:0]          load_entry;
  // Contexts: the row is done; the data read.
  logic                         ctx_ready, ctx_rsp_valid;
  logic [RowBits-1:0]           ctx_rsp_data;

  ///////////////
  // Residency //
  ///////////////

  // Blocks that are scheduled at most. What issues accesses memory.
  logic [LimitWidth-1:0] active;
  logic [Ports-1:0]      set_access;

  assign active = LimitWidth'(frames < ctas ? frames : ctas);

  for (genvar p = 0; p < Ports; p++) begin : gen_access
    assign set_access[p] = issue_unit[p*3 +: 3] == Memory;
  end

  hd_residency #(
      .Kind     (Residency),
      .Slots    (Slots),
      .Frames   (Blocks),
      .MaxWarps (MaxWarps),
      .Ports    (Ports),
      .Ctas     (Room),
      .Warps    (Owners),
      .Accesses (Accesses),
      .Issued   (Issued),
      .Lanes    (Lanes),
      .Simd     (Simd),
      .Banks    (Banks),
      .Sets     (Sets),
      .StackBits(StackWidth),
      .RowBits  (RowBits),
      .Rows     (SharedWords / (RowBits / 32)),
      .Own      (Own),
      .LaneSlots(LaneSlots),
      .Kernels  (Kernels),
      .Grains   (Grains),
      .Written  (Written),
      .WarpLevel(WarpLevel)
  ) u_residency (
      .clk_i,
      .rst_ni,
      .kernel_en_i    (start_en),
      .kernel_warps_i (warps[0 +: CountWidth]),
      .kernel_frames_i(active),
      .kernel_ctas_i  (ctas),
      .kernel_rows_i  (context_rows_i),
      .kernel_phase_i,
      .need_warps_i   (need_warps),
      .need_sets_i    (need_sets),
      .need_grains_i  (need_grains),
      .block_valid_i  (offers & next_valid),
      .block_kernel_i,
      .block_id_i     (next_id),
      .block_ready_o  (block_ready),
      .done_valid_o   (block_done),
      .done_kernel_o,
      .done_id_o,
      .waits_o,
      .split_o,
      .rsp_valid_i,
      .rsp_slot_i,
      .rsp_word_i,
      .rsp_meet_i,
      .rsp_meets_i,
      .rsp_phase_i,
      .rsp_specifier_i,
      .rsp_word_o     (front_word),
      .rsp_meet_o     (front_meet),
      .rsp_meets_o    (front_meets),
      .ready_o        (resident),
      .slot_warp_o    (slot_warp),
      .leave_o        (leave),
      .begin_ready_i  (take_ready),
      .begin_en_o     (take_en),
      .resume_en_o    (resume_en),
      .begin_slot_o   (take_slot),
      .begin_count_o  (take_count),
      .begin_id_o     (take_id),
      .begin_kernel_o (take_kernel),
      .begin_set_o    (take_set),
      .begin_grain_o  (take_grain),
      .begin_warp_o   (sits_warp),
      .begin_rank_o   (sits_rank),
      .ev_valid_i     (ev_valid),
      .ev_kind_i      (ev_kind),
      .ev_slot_i      (ev_slot),
      .ev_word_i      (ev_word),
      .look_en_i      (look_en),
      .look_slot_i    (look_slot),
      .look_pass_i    (look_pass),
      .look_memory_i  (look_memory),
      .stands_i       (stands),
      .at_rest_i      (at_rest),
      .with_access_i  (with_access),
      .stalls_i       (stalls),
      .why_i          (why_o),
      .query_slot_i   (query_slot),
      .query_busy_o   (plug_busy),
      .set_en_i       (issue_en_o),
      .set_slot_i     (set_slot),
      .set_use_i      (set_en),
      .set_reg_i      (set_reg),
      .set_access_i   (set_access),
      .issue_valid_i  (issue_valid),
      .issue_ready_o  (issue_ready),
      .issue_slot_i   (issue_slot),
      .issue_pc_i     (issue_pc),
      .issue_word_i   (issue_word),
      .issue_mask_i   (issue_mask),
      .issue_meet_i   (issue_meet),
      .issue_meets_i  (issue_meets),
      .issue_unit_i   (issue_unit),
      .issue_flow_i   (issue_flow),
      .issue_use_i    (issue_use),
      .issue_reg_i    (issue_reg),
      .stage_valid_o  (stage_valid),
      .stage_ready_i  (stage_ready),
      .stage_slot_o   (stage_slot),
      .stage_warp_o   (stage_warp),
      .stage_pc_o     (stage_pc),
      .stage_word_o   (stage_word),
      .stage_mask_o   (stage_mask),
      .stage_meet_o   (stage_meet),
      .stage_meets_o  (stage_meets),
      .stage_unit_o   (stage_unit),
      .stage_flow_o   (stage_flow),
      .stage_use_o    (stage_use),
      .stage_reg_o    (stage_reg),
      .stage_bank_o   (stage_bank),
      .stage_index_o  (stage_index),
      .stage_park_o   (stage_park),
      .stage_stores_o (stage_stores),
      .staged_i       (staged),
      .read_park_i    (read_park),
      .written_park_i (written_park),
      .res_en_i       (res_valid & res_ready),
      .res_slot_i     (through_slot),
      .res_flow_i     (through_flow),
      .res_pc_i       (through_pc),
      .res_pc_o       (resolved_pc),
      .wb_en_i        ({finishes, end_valid & end_ready}),
      .wb_slot_i      (wb_slot),
      .wb_warp_i      ({through_warp, end_warp}),
      .wb_use_i       (wb_en),
      .wb_reg_i       (wb_reg),
      .acc_valid_i    (is_access),
      .acc_warp_i     (through_warp),
      .acc_mask_i     (through_mask),
      .acc_addr_i     (through_address),
      .acc_writes_i   (through_writes),
      .acc_buffer_i   (through_buffer),
      .acc_bank_i     (through_bank),
      .acc_index_i    (through_index),
      .acc_park_i     (through_park),
      .beat_valid_i   (land_valid),
      .beat_warp_i    (land_warp),
      .beat_mask_i    (land_mask),
      .beat_addr_i    (land_address),
      .beat_buffer_i  (land_buffer),
      .acc_known_o    (found),
      .acc_addr_o     (known_address),
      .acc_pipe_i     (acc_pipe),
      .acc_en_i       (acc_taken),
      .swap_valid_o   (swap_valid),
      .swap_load_o    (swap_load),
      .swap_mask_o    (swap_mask),
      .swap_addr_o    (swap_addr),
      .swap_data_o    (swap_data),
      .under_way_i    (under_way),
      .entry_i        (load_entry),
      .wr_valid_i     (load_valid),
      .wr_mask_i      (load_mask),
      .wr_data_i      (load_data),
      .end_valid_i    (end_valid),
      .end_en_i       (end_valid & end_ready),
      .end_slot_i     (access_slot),
      .end_warp_i     (end_warp),
      .end_mask_i     (end_mask),
      .held_o         (end_held),
      .sits_o         (end_sits),
      .lane_sits_o    (end_lanes),
      .lane_slot_o    (end_slot),
      .entry_program_o(entry_program),
      .entry_writes_o (entry_writes),
      .entry_bank_o   (entry_bank),
      .entry_index_o  (entry_index),
      .entry_parked_o (entry_parked),
      .ask_slot_o     (ask_slot),
      .ask_busy_i     (ask_busy),
      .release_en_o   (release_en),
      .release_slot_o (release_slot),
      .release_reg_o  (release_reg),
      .rd_valid_o     (read_valid),
      .rd_bank_o      (read_bank),
      .rd_index_o     (read_index),
      .rd_ready_i     (operands_ready[Readers-1]),
      .row_valid_i    (in_valid[Readers-1]),
      .row_data_i     (operands[(Readers-1)*3*Lanes*32 +: Lanes*32]),
      .stack_rd_en_o  (row_rd_en),
      .stack_rd_slot_o(row_rd_slot),
      .stack_rd_data_i(row_rd_data),
      .stack_wr_en_o  (row_wr_en),
      .stack_wr_slot_o(row_wr_slot),
      .stack_wr_data_o(row_wr_data),
      .ctx_valid_o    (ctx_valid),
      .ctx_we_o       (ctx_we),
      .ctx_row_o      (ctx_row),
      .ctx_wdata_o    (ctx_wdata),
      .ctx_ready_i    (ctx_ready),
      .ctx_rsp_valid_i(ctx_rsp_valid),
      .ctx_rsp_data_i (ctx_rsp_data)
  );

  // The warp on a slot.
  function automatic logic [WarpWidth-1:0] warp_on(input logic [Slots*WarpWidth-1:0] warps_there,
                                                   input logic [SlotWidth-1:0] slot);
    warp_on = warps_there[32'(slot)*WarpWidth +: WarpWidth];
  endfunction

  ///////////
  // Begin //
  ///////////

  // Of each slot, or of the first slot of each block, the block that is there; Virtual: of each
  // warp.
  localparam int Homes     = Virtual != 0 ? Warps : Slots;
  localparam int HomeWidth = $clog2(Homes);

  logic [95:0]          id_q [Homes];

  // A warp is offered to the front end; it is taken; it is the last one of its block. The slot that
  // begins next, the warp that will sit there, its threads.
  logic                 begin_valid, begin_en, begin_last;
  logic [SlotWidth-1:0] begin_slot;
  logic [WarpWidth-1:0] begin_warp;
  logic [Lanes-1:0]     begin_mask;
  // Its rank; the kernel of the block that begins.
  logic [RankWidth-1:0]   begin_rank;
  logic [KernelWidth-1:0] begin_kernel;
  // Slots whose warps have yet to begin; warps that may run.
  logic [Slots-1:0]     pending_q, pending_d, ready;

  // Where blocks stay, all warps of a block begin before the next block comes. Blocks that sit down
  // when a frame is free do not wait. A block that waits for room may come at any time.
  assign offers      = Ranged != 0 || (phase_q == Run && (Named != 0 || pending_q == '0));
  assign take_ready  = pending_q == '0;

  assign begin_valid = pending_q != '0;
  assign begin_en    = begin_valid & begin_ready;
  assign begin_warp  = warp_on(slot_warp, begin_slot);
  assign begin_rank  = Ranged != 0 ? next_rank : rank_q[begin_warp];
  assign begin_last  = CountWidth'(begin_rank) + CountWidth'(1)
                       == warps[32'(begin_kernel)*CountWidth +: CountWidth];
  assign begin_mask  =
      begin_last ? last_mask[32'(begin_kernel)*Lanes +: Lanes] : {Lanes{1'b1}};
  assign ready       = resident & ~pending_q;

  // A block's slots follow one another.
  always @* begin
    pending_d = pending_q;
    if (begin_en) pending_d = pending_d & ~(Slots'(1) << begin_slot);
    if (take_en)  pending_d = pending_d | (~({Slots{1'b1}} << take_count) << take_slot);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) pending_q <= '0;
    else         pending_q <= pending_d;
  end

  // Of the block that begins: its kernel; of its next warp the seat.
  if (Ranged == 0) begin : gen_one_seat
    logic unused_take;

    assign begin_kernel = '0;
    assign slot_kernel  = '0;
    assign {next_rank, next_shared, next_set} = '0;
    assign unused_take  = &{1'b0, take_kernel, take_set, take_grain, thread_sets};
  end else begin : gen_next_seat
    logic [Slots*KernelWidth-1:0] slot_kernel_q;
    logic [KernelWidth-1:0]       begin_kernel_q;
    logic [RankWidth-1:0]         begin_rank_q;
    logic [AddrWidth-1:0]         begin_shared_q;
    logic [SetWidth-1:0]          begin_set_q;

    always_ff @(posedge clk_i) begin
      if (take_en) begin
        begin_kernel_q <= take_kernel;
        begin_rank_q   <= '0;
        begin_shared_q <= AddrWidth'(take_grain) << GrainBits;
        begin_set_q    <= take_set;
      end else if (begin_en) begin
        begin_rank_q   <= begin_rank_q + RankWidth'(1);
        begin_set_q    <= begin_set_q + SetWidth'(
            thread_sets[32'(begin_kernel_q)*(SetWidth + 1) +: (SetWidth + 1)]);
      end
    end

    always_ff @(posedge clk_i) begin
      if (begin_en) slot_kernel_q[32'(begin_slot)*KernelWidth +: KernelWidth] <= begin_kernel_q;
    end

    assign slot_kernel  = slot_kernel_q;
    assign begin_kernel = begin_kernel_q;
    assign next_rank    = begin_rank_q;
    assign next_shared  = begin_shared_q;
    assign next_set     = begin_set_q;
  end

  if (Named == 0) begin : gen_begin_in_turn
    // Slots of one block alone are pending: the slot that begins next, and the block.
    logic [SlotWidth-1:0] begin_slot_q;
    logic [95:0]          begin_id_q;
    logic                 unused_resume;

    always_ff @(posedge clk_i) begin
      if (take_en) begin
        begin_slot_q <= take_slot;
        begin_id_q   <= take_id;
      end else if (begin_en) begin
        begin_slot_q <= begin_slot_q + SlotWidth'(1);
      end
    end

    always_ff @(posedge clk_i) begin
      if (begin_en) id_q[begin_slot_q] <= begin_id_q;
    end

    assign begin_slot    = begin_slot_q;
    assign unused_resume = resume_en;
  end else begin : gen_begin_lowest
    // Slots of several blocks are pending: the lowest begins. The identity of a block, new or back,
    // is noted once, for its first slot; if warps sit down one by one, for each warp.
    logic [HomeWidth-1:0] home;
    logic                 unused_some;

    assign home = Virtual != 0 ? HomeWidth'(sits_warp) : HomeWidth'(take_slot);

    hd_lowest #(
        .Width(Slots)
    ) u_pending (
        .mask_i (pending_q),
        .valid_o(unused_some),
        .index_o(begin_slot)
    );

    always_ff @(posedge clk_i) begin
      if (take_en || resume_en) id_q[home] <= take_id;
    end
  end

  ///////////////
  // Front end //
  ///////////////

  // An access that is held does not end. Else the front end takes its end, unless no warp of its
  // threads sits.
  assign told_valid = end_valid & end_sits & ~end_held;
  assign end_ready  = ~end_held & (told_ready | ~end_sits);

  assign threads_taken = through_taken & through_mask;

  // Results of which a row of the plug's scoreboard is free; load/store's lowest.
  logic [Ports:0]                 done_en;
  logic [(Ports+1)*SlotWidth-1:0] done_slot;
  logic [(Ports+1)*5-1:0]         done_row;

  hd_formation #(
      .Kind        (Formation),
      .Slots       (Slots),
      .Lanes       (Lanes),
      .Ports       (Ports),
      .Policy      (Policy),
      .Group       (Group),
      .Entries     (Entries),
      .FrameWidth  (FrameWidth),
      .Depth       (Depth),
      .Levels      (Levels),
      .Accesses    (Accesses + Issued),
      .PoolEntries (PoolEntries),
      .LutEntries  (LutEntries),
      .LutWays     (LutWays),
      .Forward     (Forward),
      .LaneSlots   (LaneSlots),
      .DwfPolicy   (DwfPolicy),
      .HeapEntries (HeapEntries),
      .HeapPorts   (HeapPorts),
      .QueueDepth  (QueueDepth),
      .Tree        (Tree),
      .MheapEntries(MheapEntries),
      .MheapWays   (MheapWays),
      .CntWidth    (CntWidth),
      .WidWidth    (WidWidth),
      .LutWidth    (LutWidth),
      .AgeLimit    (AgeLimit),
      .Leaves      (Named),
      .Mode        (Mode),
      .LookupSets  (LookupSets),
      .Seed        (Seed),
      .BoardEntries(BoardEntries),
      .ColdEntries (ColdEntries),
      .Constraint  (Constraint),
      .Turns       (Turns),
      .MemoryGroup (MemoryGroup)
  ) u_formation (
      .clk_i,
      .rst_ni,
      .begin_en_i   (begin_valid),
      .begin_slot_i (begin_slot),
      .begin_pc_i   (entries[32'(begin_kernel)*32 +: 32]),
      .begin_mask_i (begin_mask),
      .begin_ready_o(begin_ready),
      .ready_i      (ready),
      .leave_i      (leave),
      .staged_i     (staged),
      .ev_valid_o   (ev_valid),
      .ev_kind_o    (ev_kind),
      .ev_slot_o    (ev_slot),
      .ev_word_o    (ev_word),
      .look_en_o    (look_en),
      .look_slot_o  (look_slot),
      .look_pass_o  (look_pass),
      .look_memory_o(look_memory),
      .stands_o     (stands),
      .at_rest_o    (at_rest),
      .with_access_o(with_access),
      .stalls_o     (stalls),
      .row_rd_en_i  (row_rd_en),
      .row_rd_slot_i(row_rd_slot),
      .row_rd_data_o(row_rd_data),
      .row_wr_en_i  (row_wr_en),
      .row_wr_slot_i(row_wr_slot),
      .row_wr_data_i(row_wr_data),
      .rows_i       (maps[32'(kernel_on(slot_kernel, rsp_slot_i))*64*6 +: 64*6]),
      .fetch_valid_o,
      .fetch_ready_i,
      .fetch_slot_o,
      .fetch_pc_o,
      .rsp_valid_i,
      .rsp_slot_i,
      .rsp_word_i   (front_word),
      .rsp_meet_i   (front_meet),
      .rsp_meets_i  (front_meets),
      .rsp_sync_i,
      .rsp_div_i,
      .query_slot_o (query_slot),
      .query_busy_i (query_busy),
      .set_en_o     (set_en),
      .set_slot_o   (set_slot),
      .set_reg_o    (set_reg),
      .done_en_i    (done_en),
      .done_slot_i  (done_slot),
      .done_row_i   (done_row),
      .issue_valid_o(issue_valid),
      .issue_ready_i(issue_ready),
      .issue_slot_o (issue_slot),
      .issue_pc_o   (issue_pc),
      .issue_word_o (issue_word),
      .issue_mask_o (issue_mask),
      .issue_meet_o (issue_meet),
      .issue_meets_o(issue_meets),
      .issue_unit_o (issue_unit),
      .issue_flow_o (issue_flow),
      .issue_use_o  (issue_use),
      .issue_reg_o  (issue_reg),
      .res_valid_i  (res_valid),
      .res_ready_o  (res_ready),
      .res_slot_i   (through_slot),
      .res_flow_i   (through_flow),
      .res_pc_i     (resolved_pc),
      .res_word_i   (through_word),
      .res_mask_i   (through_mask),
      .res_taken_i  (threads_taken),
      .res_addr_i   (through_address),
      .res_meet_i   (through_meet),
      .res_meets_i  (through_meets),
      .wb_i         (wb),
      .acc_en_i     (acc_taken),
      .end_valid_i  (told_valid),
      .end_ready_o  (told_ready),
      .end_slot_i   (end_slot),
      .end_mask_i   (end_lanes),
      .end_pc_i     (end_pc),
      .spill_valid_o,
      .spill_ready_i,
      .spill_load_o,
      .spill_slot_o,
      .spill_level_o,
      .spill_data_o,
      .fill_valid_i (back_valid_i),
      .fill_slot_i  (back_slot_i),
      .fill_data_i  (back_data_i),
      .grp_base_en_i(kernel_en_i),
      .grp_base_i,
      .grp_wr_valid_o,
      .grp_wr_ready_i,
      .grp_wr_addr_o,
      .grp_wr_data_o,
      .grp_rd_valid_o,
      .grp_rd_ready_i,
      .grp_rd_addr_o,
      .grp_rsp_valid_i,
      .grp_rsp_ready_o,
      .grp_rsp_data_i,
      .why_o
  );

  assign fetch_kernel_o = kernel_on(slot_kernel, fetch_slot_o);

  // With dynamic warps no warp has deeper entries.
  assign spill_warp_o = Own != 0 ? '0 : warp_on(slot_warp, spill_slot_o);

  assign issue_en_o   = issue_valid & issue_ready;
  assign issue_slot_o = issue_slot;
  assign issue_pc_o   = issue_pc;
  assign issue_mask_o = issue_mask;

  ////////////////
  // Scoreboard //
  ////////////////

  // It may be the residency's; dynamic warps have none. Virtual: the plug asks too.
  if (Own == 0 && OwnBoard == 0 && Split == 0) begin : gen_scoreboard
    logic [Readers*64-1:0] busy;
    logic [Slots-1:0]      unused_free; // slots without a busy register: not needed
    logic                  unused_plug;

    hd_scoreboard #(
        .Slots  (Slots),
        .Regs   (64),
        .Ports  (Readers),
        .Writers(Reports)
    ) u_scoreboard (
        .clk_i,
        .rst_ni,
        .query_slot_i((Readers * SlotWidth)'({ask_slot, query_slot})),
        .query_busy_o(busy),
        .free_o      (unused_free),
        .set_en_i    (Readers'(set_en)),
        .set_slot_i  ((Readers * SlotWidth)'(set_slot)),
        .set_reg_i   ((Readers * 6)'(set_reg)),
        .wb_en_i     (Reports'({release_en, wb_en})),
        .wb_slot_i   ((Reports * SlotWidth)'({release_slot, wb_slot})),
        .wb_reg_i    ((Reports * 6)'({release_reg, wb_reg}))
    );

    assign query_busy  = busy[0 +: Ports*64];
    assign ask_busy    = busy[(Readers-1)*64 +: 64];
    assign unused_plug = &{1'b0, plug_busy};
  end else begin : gen_no_scoreboard
    logic unused_board;

    assign query_busy   = plug_busy;
    assign ask_busy     = '0;
    assign unused_board = &{1'b0, ask_slot, release_reg};
  end

  // Slots of which a register is written.
  always @* begin
    wb = Slots'(release_en) << release_slot;
    for (int w = 0; w < Writers; w++)
      wb = wb | (Slots'(wb_en[w]) << wb_slot[w*WhoWidth + PartBits +: SlotWidth]);
  end

  /////////////////////////////////
  // Issue and operand registers //
  /////////////////////////////////

  // Instructions whose operands are collected, port after port.
  logic [Ports-1:0]             iss_valid_q;
  logic [Ports*WhoWidth-1:0]    iss_slot_q;
  logic [Ports*32-1:0]          iss_pc_q, iss_word_q, iss_meet_q;
  logic [Ports*Lanes-1:0]       iss_mask_q;
  logic [Ports-1:0]             iss_meets_q;
  logic [Ports*3-1:0]           iss_unit_q, iss_flow_q;
  logic [Ports*4-1:0]           iss_use_q;
  logic [Ports*24-1:0]          iss_reg_q;
  // Virtual: where its registers are; its park, whether its result is stored.
  logic [Ports*4*BankWidth-1:0] iss_bank_q;
  logic [Ports*4*SetWidth-1:0]  iss_index_q;
  logic [Ports*ParkWidth-1:0]   iss_park_q;
  logic [Ports-1:0]             iss_stores_q;

  // Instructions whose operands are there: full while the register file's output is.
  logic [Ports*WhoWidth-1:0]    opr_slot_q;
  logic [Ports*32-1:0]          opr_pc_q, opr_word_q, opr_meet_q;
  logic [Ports*Lanes-1:0]       opr_mask_q;
  logic [Ports-1:0]             opr_meets_q;
  logic [Ports*3-1:0]           opr_unit_q, opr_flow_q;
  logic [Ports*4-1:0]           opr_use_q;
  logic [Ports*24-1:0]          opr_reg_q;
  // Behind the read of operands only the place of the result matters, and the park if it is stored.
  logic [Ports*BankWidth-1:0]   opr_bank_q;
  logic [Ports*SetWidth-1:0]    opr_index_q;
  logic [Ports*ParkWidth-1:0]   opr_park_q;

  assign stage_ready = ~iss_valid_q | operands_ready[0 +: Ports];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) iss_valid_q <= '0;
    else         iss_valid_q <= stage_valid | ~stage_ready;
  end

  for (genvar p = 0; p < Ports; p++) begin : gen_stage
    always_ff @(posedge clk_i) begin
      if (stage_valid[p] && stage_ready[p]) begin
        iss_slot_q[p*WhoWidth +: WhoWidth]       <= stage_slot[p*WhoWidth +: WhoWidth];
        iss_pc_q[p*32 +: 32]                     <= stage_pc[p*32 +: 32];
        iss_word_q[p*32 +: 32]                   <= stage_word[p*32 +: 32];
        iss_mask_q[p*Lanes +: Lanes]             <= stage_mask[p*Lanes +: Lanes];
        iss_meet_q[p*32 +: 32]                   <= stage_meet[p*32 +: 32];
        iss_meets_q[p]                           <= stage_meets[p];
        iss_unit_q[p*3 +: 3]                     <= stage_unit[p*3 +: 3];
        iss_flow_q[p*3 +: 3]                     <= stage_flow[p*3 +: 3];
        iss_use_q[p*4 +: 4]                      <= stage_use[p*4 +: 4];
        iss_reg_q[p*24 +: 24]                    <= stage_reg[p*24 +: 24];
        iss_bank_q[p*4*BankWidth +: 4*BankWidth] <= stage_bank[p*4*BankWidth +: 4*BankWidth];
        iss_index_q[p*4*SetWidth +: 4*SetWidth]  <= stage_index[p*4*SetWidth +: 4*SetWidth];
        iss_park_q[p*ParkWidth +: ParkWidth]     <= stage_park[p*ParkWidth +: ParkWidth];
        iss_stores_q[p]                          <= stage_stores[p];
      end
    end

    always_ff @(posedge clk_i) begin
      if (iss_valid_q[p] && operands_ready[p]) begin
        opr_slot_q[p*WhoWidth +: WhoWidth]   <= iss_slot_q[p*WhoWidth +: WhoWidth];
        opr_pc_q[p*32 +: 32]                 <= iss_pc_q[p*32 +: 32];
        opr_word_q[p*32 +: 32]               <= iss_word_q[p*32 +: 32];
        opr_mask_q[p*Lanes +: Lanes]         <= iss_mask_q[p*Lanes +: Lanes];
        opr_meet_q[p*32 +: 32]               <= iss_meet_q[p*32 +: 32];
        opr_meets_q[p]                       <= iss_meets_q[p];
        opr_unit_q[p*3 +: 3]                 <= iss_unit_q[p*3 +: 3];
        opr_flow_q[p*3 +: 3]                 <= iss_flow_q[p*3 +: 3];
        opr_use_q[p*4 +: 4]                  <= iss_use_q[p*4 +: 4];
        opr_reg_q[p*24 +: 24]                <= iss_reg_q[p*24 +: 24];
        opr_bank_q[p*BankWidth +: BankWidth] <= iss_bank_q[(p*4 + 3)*BankWidth +: BankWidth];
        opr_index_q[p*SetWidth +: SetWidth]  <= iss_index_q[(p*4 + 3)*SetWidth +: SetWidth];
        opr_park_q[p*ParkWidth +: ParkWidth] <=
            iss_stores_q[p] ? iss_park_q[p*ParkWidth +: ParkWidth] : '0;
      end
    end

    assign read_park[p*ParkWidth +: ParkWidth] =
        iss_valid_q[p] && operands_ready[p] ? iss_park_q[p*ParkWidth +: ParkWidth] : '0;
  end

  // Their warps: those on the slots as the instructions issued.
  logic [Ports*NameWidth-1:0] iss_warp, opr_warp;

  if (Named == 0) begin : gen_warp_is_slot
    logic unused_warp;

    assign iss_warp    = iss_slot_q;
    assign opr_warp    = opr_slot_q;
    assign unused_warp = &{1'b0, stage_warp};
  end else begin : gen_warp
    // The register file's operands and the pipe's rider are of a warp that may have left its slot.
    logic [Ports*NameWidth-1:0] iss_warp_q, opr_warp_q;

    for (genvar p = 0; p < Ports; p++) begin : gen_stage
      always_ff @(posedge clk_i) begin
        if (stage_valid[p] && stage_ready[p])
          iss_warp_q[p*NameWidth +: NameWidth] <= stage_warp[p*NameWidth +: NameWidth];
      end

      always_ff @(posedge clk_i) begin
        if (iss_valid_q[p] && operands_ready[p])
          opr_warp_q[p*NameWidth +: NameWidth] <= iss_warp_q[p*NameWidth +: NameWidth];
      end
    end

    assign iss_warp = iss_warp_q;
    assign opr_warp = opr_warp_q;
  end

  // What goes into the pipe: the instruction in the operand register; with LaneSlots above 1, while
  // there is none, already that in the issue register, once beats are at hand. It stays the same
  // instruction, from beat to beat, when it goes on to the operand register: its last beat is at
  // hand only there. Banks and sets of results do not matter then (Virtual).
  logic [Ports-1:0]           early, go_valid;
  logic [Ports*WhoWidth-1:0]  go_slot;
  logic [Ports*NameWidth-1:0] go_warp;
  logic [Ports*32-1:0]        go_pc, go_word, go_meet;
  logic [Ports*Lanes-1:0]     go_mask;
  logic [Ports-1:0]           go_meets;
  logic [Ports*3-1:0]         go_unit, go_flow;
  logic [Ports*4-1:0]         go_use;
  logic [Ports*24-1:0]        go_reg;
  // Its beats of the pipe that are at hand.
  logic [Ports*BeatsWidth-1:0] go_here;

  for (genvar p = 0; p < Ports; p++) begin : gen_go
    // Whole beats of the pipe in those of the register file.
    assign go_here[p*BeatsWidth +: BeatsWidth] =
        LaneSlots > 1 ? BeatsWidth'(32'(in_here[p*GoneWidth +: GoneWidth]) * HomeLanes / Simd)
                      : BeatsWidth'(Lanes / Simd);

    assign early[p]    = LaneSlots > 1 && iss_valid_q[p] && !in_valid[p]
        && go_here[p*BeatsWidth +: BeatsWidth] != '0;
    assign go_valid[p] = in_valid[p] || early[p];

    assign go_slot[p*WhoWidth +: WhoWidth] =
        early[p] ? iss_slot_q[p*WhoWidth +: WhoWidth] : opr_slot_q[p*WhoWidth +: WhoWidth];
    assign go_warp[p*NameWidth +: NameWidth] =
        early[p] ? iss_warp[p*NameWidth +: NameWidth] : opr_warp[p*NameWidth +: NameWidth];
    assign go_pc[p*32 +: 32]   = early[p] ? iss_pc_q[p*32 +: 32]   : opr_pc_q[p*32 +: 32];
    assign go_word[p*32 +: 32] = early[p] ? iss_word_q[p*32 +: 32] : opr_word_q[p*32 +: 32];
    assign go_meet[p*32 +: 32] = early[p] ? iss_meet_q[p*32 +: 32] : opr_meet_q[p*32 +: 32];
    assign go_mask[p*Lanes +: Lanes] =
        early[p] ? iss_mask_q[p*Lanes +: Lanes] : opr_mask_q[p*Lanes +: Lanes];
    assign go_meets[p]         = early[p] ? iss_meets_q[p]         : opr_meets_q[p];
    assign go_unit[p*3 +: 3]   = early[p] ? iss_unit_q[p*3 +: 3]   : opr_unit_q[p*3 +: 3];
    assign go_flow[p*3 +: 3]   = early[p] ? iss_flow_q[p*3 +: 3]   : opr_flow_q[p*3 +: 3];
    assign go_use[p*4 +: 4]    = early[p] ? iss_use_q[p*4 +: 4]    : opr_use_q[p*4 +: 4];
    assign go_reg[p*24 +: 24]  = early[p] ? iss_reg_q[p*24 +: 24]  : opr_reg_q[p*24 +: 24];
  end

  always @* begin
    staged = '0;
    for (int p = 0; p < Ports; p++)
      staged = staged | (Slots'(iss_valid_q[p]) << iss_slot_q[p*WhoWidth + PartBits +: SlotWidth]);
  end

  ///////////////////
  // Register file //
  ///////////////////

  // Register r of a thread is in bank r mod Banks, r / Banks sets behind its warp's first one;
  // Virtual: where the look-up has found it. In each set there is one of every part. Operands: rs1,
  // rs2, rs3.
  function automatic logic [IndexWidth-1:0] indexed(input logic [SetWidth-1:0] at,
                                                    input logic [OwnerWidth-1:0] part);
    indexed = (IndexWidth'(at) << PartBits)
              | (IndexWidth'(part) & IndexWidth'(LaneSlots - 1));
  endfunction

  // Of operands {rs3, rs2, rs1} those whose register a lower one names as well: {rs3 that of rs2,
  // rs3 that of rs1, rs2 that of rs1}. With LaneSlots above 1 they are not read: the pipe gets the
  // lower operand's words in their place.
  function automatic logic [2:0] named_twice(input logic [2:0] used, input logic [17:0] names);
    named_twice = {used[2] && used[1] && names[17:12] == names[11:6],
                    used[2] && used[0] && names[17:12] == names[5:0],
                    used[1] && used[0] && names[11:6] == names[5:0]} & {3{LaneSlots > 1}};
  endfunction

  for (genvar p = 0; p < Ports; p++) begin : gen_operands
    logic [2:0] twice;

    assign twice                 = named_twice(iss_use_q[p*4 +: 3], iss_reg_q[p*24 +: 18]);
    assign operand_valid[p]      = iss_valid_q[p];
    assign operand_use[p*3 +: 3] = iss_use_q[p*4 +: 3]
                                   & ~{twice[2] || twice[1], twice[0], 1'b0};
    assign operand_mask[p*Lanes +: Lanes] = iss_mask_q[p*Lanes +: Lanes];

    // Rows of each lane's own: one without a thread reads warp 0's, which are there.
    logic [NameWidth-1:0] reads_of;

    for (genvar r = 0; r < Rows; r++) begin : gen_reads_of
      assign reads_of[r*OwnerWidth +: OwnerWidth] =
          iss_warp[(p*Rows + r)*OwnerWidth +: OwnerWidth]
          & {OwnerWidth{Own == 0 || iss_mask_q[p*Lanes + r]}};
    end

    for (genvar k = 0; k < 3; k++) begin : gen_operand
      localparam int K = p * 3 + k;
      localparam int I = p * 4 + k; // in the issue register, which has rd too
      logic [5:0] name, set;

      assign name = iss_reg_q[I*6 +: 6];
      assign set  = name >> BankBits;
      assign operand_bank[K*BankWidth +: BankWidth] =
          Virtual != 0 ? iss_bank_q[I*BankWidth +: BankWidth]
                       : BankWidth'(name) & BankWidth'(Banks - 1);

      for (genvar r = 0; r < Rows; r++) begin : gen_row
        logic [OwnerWidth-1:0] part;
        logic [SetWidth-1:0]   at;

        assign part = reads_of[r*OwnerWidth +: OwnerWidth];
        assign at   = Virtual != 0 ? iss_index_q[I*SetWidth +: SetWidth]
                                   : sets_q[part[PartBits +: WarpWidth]] + SetWidth'(set);
        assign operand_index[(K*Rows + r)*IndexWidth +: IndexWidth] = indexed(at, part);
      end
    end
  end

  // The last reader is the plug's: one operand, there for one cycle.
  if (Readers != Ports) begin : gen_row_reader
    logic unused_operands;

    assign operand_valid[Ports]                           = read_valid;
    assign operand_use[Ports*3 +: 3]                      = 3'b001;
    assign operand_mask[Ports*Lanes +: Lanes]             = '1;
    assign operand_bank[Ports*3*BankWidth +: 3*BankWidth] = (3 * BankWidth)'(read_bank);
    assign operand_index[Ports*3*IndexWidth +: 3*IndexWidth] = (3 * IndexWidth)'(read_index);
    assign in_ready[Ports]                                = 1'b1;
    assign unused_operands = &{1'b0, operands[(Ports*3 + 1)*Lanes*32 +: 2*Lanes*32],
                               in_here[Ports*GoneWidth +: GoneWidth]};
  end else begin : gen_no_row_reader
    logic unused_row;

    assign unused_row = &{1'b0, read_valid, read_bank, read_index};
  end

  // Results; writer w is [w*W +: W]. There is one, and it has its bank to itself: it is written.
  // LaneSlots above 1: it may have to wait, also for beats that are not there yet, and takes
  // several cycles; written with the last.
  logic [Writers-1:0]               wr_valid;
  logic [Writers*NameWidth-1:0]     wr_warp;
  logic [Writers*6-1:0]             wr_reg;
  logic [Writers*BankWidth-1:0]     wr_bank;
  logic [Writers*Rows*IndexWidth-1:0] wr_index;
  logic [Writers*Lanes-1:0]         wr_mask;
  logic [Writers*Lanes*32-1:0]      wr_data;
  logic [Writers*GoneWidth-1:0]     wr_here;
  logic [Writers-1:0]               wr_ready;

  // Virtual: as it was found at issue, or for load/store's entry.
  logic [Writers*BankWidth-1:0] found_bank;
  logic [Writers*SetWidth-1:0]  found_index;

  assign found_bank  = {through_bank, entry_bank};
  assign found_index = {through_index, entry_index};

  for (genvar w = 0; w < Writers; w++) begin : gen_result
    logic [5:0] name, set;

    assign name = wr_reg[w*6 +: 6];
    assign set  = name >> BankBits;
    assign wr_bank[w*BankWidth +: BankWidth] =
        Virtual != 0 ? found_bank[w*BankWidth +: BankWidth]
                     : BankWidth'(name) & BankWidth'(Banks - 1);

    for (genvar r = 0; r < Rows; r++) begin : gen_row
      logic [OwnerWidth-1:0] part;
      logic [SetWidth-1:0]   at;

      assign part = wr_warp[(w*Rows + r)*OwnerWidth +: OwnerWidth];
      assign at   = Virtual != 0 ? found_index[w*SetWidth +: SetWidth]
                                 : sets_q[part[PartBits +: WarpWidth]] + SetWidth'(set);
      assign wr_index[(w*Rows + r)*IndexWidth +: IndexWidth] = indexed(at, part);
    end
  end

  hd_register_file #(
      .Lanes  (Lanes),
      .Banks  (Banks),
      .Sets   (Sets),
      .Ports  (Readers),
      .Writers(Writers),
      .Own    (Own),
      .LaneSlots(LaneSlots),
      .Segmented(Split)
  ) u_registers (
      .clk_i,
      .rst_ni,
      .rd_valid_i (operand_valid),
      .rd_ready_o (operands_ready),
      .rd_use_i   (operand_use),
      .rd_mask_i  (operand_mask),
      .rd_bank_i  (operand_bank),
      .rd_index_i (operand_index),
      .out_valid_o(in_valid),
      .out_ready_i(in_ready),
      .out_gone_i (in_gone),
      .out_here_o (in_here),
      .out_data_o (operands),
      .wr_valid_i (wr_valid),
      .wr_ready_o (wr_ready),
      .wr_bank_i  (wr_bank),
      .wr_index_i (wr_index),
      .wr_here_i  (wr_here),
      .wr_mask_i  (wr_mask),
      .wr_data_i  (wr_data)
  );

  ///////////
  // Pipes //
  ///////////

  // Rounding mode of each thread, as it goes in.
  logic [Ports*Lanes*3-1:0] frm;

  // An instruction is through; it is gone. Further results: float exceptions, reserved rounding
  // modes.
  logic [Ports-1:0]            through_valid, through_ready;
  logic [Ports*Lanes*5-1:0]    through_flags;
  logic [Ports*Lanes-1:0]      through_refused;
  // Beats of the register file whose results are there, of the one that will be through next.
  logic [Ports*GoneWidth-1:0]  through_here;
  // It writes a register, this one.
  logic [Ports-1:0]            through_rd_use;
  logic [Ports*6-1:0]          through_rd;
  // What went with it: of {park, index, bank, warp, plain} the lowest RiderWidth bits.
  logic [Ports*RiderWidth-1:0] through_rider;
  // And with the access of which a beat comes.
  logic [Ports*RiderWidth-1:0] land_rider;

  // The rider of the instruction that goes in.
  logic [Ports*RiderWidth-1:0] rider;

  for (genvar p = 0; p < Ports; p++) begin : gen_rider
    logic [PlainWidth-1:0] plain;
    logic [NameWidth-1:0]  warp;
    logic                  unused_names;

    assign plain = {go_meets[p], go_meet[p*32 +: 32], go_flow[p*3 +: 3],
                    go_use[p*4 + 3], go_reg[p*24 + 18 +: 6],
                    go_slot[p*WhoWidth +: WhoWidth]};
    assign rider[p*RiderWidth +: RiderWidth] =
        RiderWidth'({opr_park_q[p*ParkWidth +: ParkWidth],
                     opr_index_q[p*SetWidth +: SetWidth],
                     opr_bank_q[p*BankWidth +: BankWidth],
                     go_warp[p*NameWidth +: NameWidth], plain});

    // The operands are there: the names of their registers no longer matter, but where one was read
    // for several.
    assign unused_names = &{1'b0, go_use[p*4 +: 3], go_reg[p*24 +: 18]};

    // Fields that did not go along are 0.
    assign {through_park[p*ParkWidth +: ParkWidth], through_index[p*SetWidth +: SetWidth],
            through_bank[p*BankWidth +: BankWidth], warp,
            through_meets[p], through_meet[p*32 +: 32], through_flow[p*3 +: 3],
            through_rd_use[p], through_rd[p*6 +: 6], through_slot[p*WhoWidth +: WhoWidth]} =
        PlacedWidth'(through_rider[p*RiderWidth +: RiderWidth]);
    assign through_warp[p*NameWidth +: NameWidth] =
        Named == 0 ? NameWidth'(through_slot[p*WhoWidth +: WhoWidth]) : warp;

    // Of the access of which a beat comes the warp alone matters.
    logic [PlacedWidth-1:0] land;
    logic                   unused_land;

    assign land = PlacedWidth'(land_rider[p*RiderWidth +: RiderWidth]);
    assign land_warp[p*NameWidth +: NameWidth] =
        Named == 0 ? NameWidth'(land[0 +: WhoWidth]) : land[PlainWidth +: NameWidth];
    assign unused_land = &{1'b0, land};
  end

  // Operands, port after port. One that names the register of a lower one has that one's words.
  logic [Ports*Lanes*32-1:0] operand_a, operand_b, operand_c;

  for (genvar p = 0; p < Ports; p++) begin : gen_abc
    logic [Lanes*32-1:0] a, b, c;
    logic [2:0]          twice;

    assign a     = operands[(p*3 + 0)*Lanes*32 +: Lanes*32];
    assign b     = operands[(p*3 + 1)*Lanes*32 +: Lanes*32];
    assign c     = operands[(p*3 + 2)*Lanes*32 +: Lanes*32];
    assign twice = named_twice(go_use[p*4 +: 3], go_reg[p*24 +: 18]);

    assign operand_a[p*Lanes*32 +: Lanes*32] = a;
    assign operand_b[p*Lanes*32 +: Lanes*32] = twice[0] ? a : b;
    assign operand_c[p*Lanes*32 +: Lanes*32] = twice[1] ? a : twice[2] ? b : c;
  end

  // A pipe a port; Split: one row of lanes for both.
  if (Split != 0) begin : gen_row
    assign in_gone      = '0;
    assign through_here = '0;

    // It does not tell of beats.
    assign through_buffer = '0;
    assign land_valid     = '0;
    assign land_buffer    = '0;
    assign land_mask      = '0;
    assign land_address   = '0;
    assign land_rider     = '0;

    logic unused_go;
    assign unused_go = &{1'b0, go_here};

    hd_shared_pipe #(
        .Lanes     (Lanes),
        .Simd      (Simd),
        .DivBits   (DivBits),
        .FloatSteps(FloatSteps),
        .RiderWidth(RiderWidth),
        .MemoryGroup(MemoryGroup)
    ) u_pipe (
        .clk_i,
        .rst_ni,
        .in_valid_i   (go_valid),
        .in_ready_o   (in_ready[Ports-1:0]),
        .unit_i       (go_unit),
        .word_i       (go_word),
        .pc_i         (go_pc),
        .mask_i       (go_mask),
        .a_i          (operand_a),
        .b_i          (operand_b),
        .c_i          (operand_c),
        .frm_i        (frm),
        .rider_i      (rider),
        .out_valid_o  (through_valid),
        .out_ready_i  (through_ready),
        .out_unit_o   (through_unit),
        .out_word_o   (through_word),
        .out_pc_o     (through_pc),
        .out_mask_o   (through_mask),
        .out_rider_o  (through_rider),
        .out_value_o  (through_value),
        .out_address_o(through_address),
        .out_taken_o  (through_taken),
        .out_expect_o (through_expect),
        .out_flags_o  (through_flags),
        .out_refused_o(through_refused)
    );
  end else begin : gen_pipes
    if (Readers != Ports) begin : gen_row_gone
      assign in_gone[Ports*GoneWidth +: GoneWidth] = '0;
    end

    for (genvar p = 0; p < Ports; p++) begin : gen_pipe
      // Beats that have gone in, and beats that have come out, of Simd threads each; whole beats of
      // the register file in them.
      logic [BeatsWidth-1:0] gone, done;

      assign in_gone[p*GoneWidth +: GoneWidth] =
          LaneSlots > 1 ? GoneWidth'(32'(gone) * Simd / HomeLanes) : '0;
      assign through_here[p*GoneWidth +: GoneWidth] =
          LaneSlots > 1 ? GoneWidth'(32'(done) * Simd / HomeLanes) : '0;

      hd_simd_pipe #(
          .Lanes     (Lanes),
          .Simd      (Simd),
          .DivBits   (DivBits),
          .FloatSteps(FloatSteps),
          .RiderWidth(RiderWidth)
      ) u_pipe (
          .clk_i,
          .rst_ni,
          .in_valid_i    (go_valid[p]),
          .in_ready_o    (in_ready[p]),
          .in_here_i     (go_here[p*BeatsWidth +: BeatsWidth]),
          .in_gone_o     (gone),
          .unit_i        (go_unit[p*3 +: 3]),
          .word_i        (go_word[p*32 +: 32]),
          .pc_i          (go_pc[p*32 +: 32]),
          .mask_i        (go_mask[p*Lanes +: Lanes]),
          .a_i           (operand_a[p*Lanes*32 +: Lanes*32]),
          .b_i           (operand_b[p*Lanes*32 +: Lanes*32]),
          .c_i           (operand_c[p*Lanes*32 +: Lanes*32]),
          .frm_i         (frm[p*Lanes*3 +: Lanes*3]),
          .rider_i       (rider[p*RiderWidth +: RiderWidth]),
          .out_valid_o   (through_valid[p]),
          .out_ready_i   (through_ready[p]),
          .out_here_o    (done),
          .out_unit_o    (through_unit[p*3 +: 3]),
          .out_word_o    (through_word[p*32 +: 32]),
          .out_pc_o      (through_pc[p*32 +: 32]),
          .out_mask_o    (through_mask[p*Lanes +: Lanes]),
          .out_rider_o   (through_rider[p*RiderWidth +: RiderWidth]),
          .out_value_o   (through_value[p*Lanes*32 +: Lanes*32]),
          .out_address_o (through_address[p*Lanes*32 +: Lanes*32]),
          .out_taken_o   (through_taken[p*Lanes +: Lanes]),
          .out_expect_o  (through_expect[p*Lanes*32 +: Lanes*32]),
          .out_flags_o   (through_flags[p*Lanes*5 +: Lanes*5]),
          .out_refused_o (through_refused[p*Lanes +: Lanes]),
          .land_valid_o  (land_valid[p]),
          .land_buffer_o (land_buffer[p]),
          .land_mask_o   (land_mask[p*Simd +: Simd]),
          .land_address_o(land_address[p*Simd*32 +: Simd*32]),
          .land_rider_o  (land_rider[p*RiderWidth +: RiderWidth]),
          .out_buffer_o  (through_buffer[p])
      );
    end
  end

  ///////////////
  // Writeback //
  ///////////////

  // Of load/store's words: warp and register.
  logic [NameWidth-1:0] load_warp;
  logic [RdWidth-1:0]   load_name;
  logic [5:0]           load_rd;
  logic                 unused_load_name;

  assign load_rd          = load_name[5:0];
  assign unused_load_name = &{1'b0, load_name};

  // The pipe has a resolve for the front end; writer w (load/store too) has a result. State only.
  logic [Ports-1:0]   has_resolve;
  logic [Writers-1:0] has_result;
  // Load/store takes the pipe's access in this cycle.
  logic [Ports-1:0]   accesses;
  // The pipe's result was written in an earlier cycle: dynamic warps. Of the instruction that is
  // through, or will be next.
  logic [Ports-1:0]   wrote_q;

  assign has_result[0] = load_valid & entry_writes;

  // A result waits for load/store's and for lower pipes' in its bank. A resolve is offered to the
  // front end as soon as the result can be written, and the result is written when the front end
  // takes the resolve: both in one cycle, or none. Not so with dynamic warps: a resolve that is
  // offered to dwf must stay, and of a jump to several addresses dwf may take threads before
  // others. There the result is written when the resolve is offered first, before any thread can
  // come back. With LaneSlots above 1 the register file says when: in the cycle of the last beat.
  // It gets the results of lanes and float units from their first beats on, so that one may be
  // written before its instruction is through; what a CSR instruction reads it gets as a whole.
  for (genvar p = 0; p < Ports; p++) begin : gen_back
    logic [2:0] unit, flow;
    // The instruction is no access; it is not through, but has beats of results; its result cannot
    // be written in this cycle, or its last beat; writers before it of its bank.
    logic       is_other, arrives, waits;
    logic [p:0] ahead;

    assign unit     = through_unit[p*3 +: 3];
    assign flow     = through_flow[p*3 +: 3];
    assign is_other = through_valid[p] && unit != Memory;
    assign arrives  = LaneSlots > 1 && !through_valid[p] && unit <= Float
        && through_here[p*GoneWidth +: GoneWidth] != '0;

    // Threads of dynamic warps go back to be formed into warps after everything that they do.
    assign is_access[p]    = through_valid[p] && unit == Memory;
    // Stores and atomics, of which the opcodes have this bit, and loads do not.
    assign through_writes[p] = through_word[p*32 + 5];
    assign has_resolve[p]  = is_other && (Own != 0 || flow != 3'd0 || unit == Status);
    assign has_result[1+p] = (is_other || arrives) && through_rd_use[p] && !wrote_q[p];

    for (genvar w = 0; w <= p; w++) begin : gen_before
      // Split: both are written if they have no lane in common.
      assign ahead[w] = has_result[w] && wr_bank[w*BankWidth +: BankWidth]
                                          == wr_bank[(1+p)*BankWidth +: BankWidth]
                     && (Split == 0 || (wr_mask[w*Lanes +: Lanes]
                                        & wr_mask[(1+p)*Lanes +: Lanes]) != '0);
    end

    assign waits            = has_result[1+p] && (LaneSlots > 1 ? !wr_ready[1+p] : ahead != '0);
    assign res_valid[p]     = has_resolve[p] && !waits;
    assign finishes[p]      = is_other && !waits && (!has_resolve[p] || res_ready[p]);
    assign writes[p]        = has_result[1+p] && (Own != 0 ? !waits : finishes[p]);
    assign through_ready[p] = finishes[p] || accesses[p];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || Own == 0) wrote_q <= '0;
    else                     wrote_q <= (wrote_q | writes) & ~finishes;
  end

  // Results, load/store's lowest. What a CSR instruction reads comes from the thread status.
  logic [Ports*Lanes*32-1:0] status_value, result;

  for (genvar p = 0; p < Ports; p++) begin : gen_value
    assign result[p*Lanes*32 +: Lanes*32] =
        through_unit[p*3 +: 3] == Status ? status_value[p*Lanes*32 +: Lanes*32]
                                         : through_value[p*Lanes*32 +: Lanes*32];
  end

  // All that have a result offer it, if the register file decides which may have its bank.
  assign wr_valid = LaneSlots > 1 ? has_result : {writes, has_result[0]};
  assign wr_warp  = {through_warp, load_warp};
  assign wr_reg   = {through_rd, load_rd};
  assign wr_mask  = {through_mask, load_mask};
  assign wr_data  = {result, load_data};
  assign wr_here  = {through_here, GoneWidth'(LaneSlots)};

  // With a pipe's result its register is no longer busy; with an access's end the access's
  // register. Virtual: a result for swap space stays until its store is taken (the plug's report);
  // the swapper's accesses have no register.
  logic [Ports-1:0] stays_busy;

  for (genvar p = 0; p < Ports; p++) begin : gen_report
    assign stays_busy[p] = through_park[p*ParkWidth +: ParkWidth] != '0;
    assign written_park[p*ParkWidth +: ParkWidth] =
        writes[p] ? through_park[p*ParkWidth +: ParkWidth] : '0;
  end

  assign wb_en   = {writes & ~stays_busy,
                    end_valid & end_ready & end_rd_use & entry_program & ~entry_parked};
  assign wb_slot = {through_slot, end_slot};
  assign end_rd  = end_name[5:0];
  assign wb_reg  = {through_rd, end_rd};

  // Split: rows of the front end's scoreboard that are free then. A float instruction has one also
  // if it writes no register.
  for (genvar p = 0; p < Ports; p++) begin : gen_done
    assign done_en[1+p] = finishes[p] && (through_rd_use[p] || through_unit[p*3 +: 3] == Float);
    assign done_row[(1+p)*5 +: 5] = through_meet[p*32 +: 5];
  end

  assign done_en[0]     = end_valid & end_ready & end_rd_use;
  assign done_row[4:0]  = 5'(end_name >> 6);
  assign done_slot      = ((Ports + 1) * SlotWidth)'({through_slot, end_slot});

  ///////////////////
  // Thread status //
  ///////////////////

  // Of each pipe's instruction: it has an effect on the float status; blocks of its warps.
  logic [Ports-1:0]         op_en, op_csr;
  logic [Ports*Rows*96-1:0] through_id;

  // What its kernel says.
  logic [Ports*(IdWidth+1)-1:0] op_threads_x, op_threads_y, op_threads_z;
  logic [Ports*32-1:0]          op_blocks_x, op_blocks_y, op_blocks_z;
  logic [Ports*32-1:0]          op_arguments, op_stack, op_shared;

  for (genvar p = 0; p < Ports; p++) begin : gen_kernel_of
    localparam int W = IdWidth + 1;
    logic [KernelWidth-1:0] kernel;

    assign through_kernel[p*KernelWidth +: KernelWidth] =
        kernel_on(slot_kernel, through_slot[p*WhoWidth + PartBits +: SlotWidth]);
    assign kernel                   = through_kernel[p*KernelWidth +: KernelWidth];
    assign op_threads_x[p*W +: W]   = W'(blocks_x[32'(kernel)*SizeWidth +: SizeWidth]);
    assign op_threads_y[p*W +: W]   = W'(blocks_y[32'(kernel)*SizeWidth +: SizeWidth]);
    assign op_threads_z[p*W +: W]   = W'(blocks_z[32'(kernel)*SizeWidth +: SizeWidth]);
    assign op_blocks_x[p*32 +: 32]  = grids_x[32'(kernel)*32 +: 32];
    assign op_blocks_y[p*32 +: 32]  = grids_y[32'(kernel)*32 +: 32];
    assign op_blocks_z[p*32 +: 32]  = grids_z[32'(kernel)*32 +: 32];
    assign op_arguments[p*32 +: 32] = arguments[32'(kernel)*32 +: 32];
    assign op_stack[p*32 +: 32]     = stacks[32'(kernel)*32 +: 32];
    assign op_shared[p*32 +: 32]    = shares[32'(kernel)*32 +: 32];
  end

  for (genvar p = 0; p < Ports; p++) begin : gen_status
    logic [2:0] unit;

    assign unit      = through_unit[p*3 +: 3];
    assign op_csr[p] = unit == Status;
    assign op_en[p]  = finishes[p] && (unit == Float || unit == Status);

    for (genvar r = 0; r < Rows; r++) begin : gen_row
      logic [OwnerWidth-1:0] part; // of the warp
      logic [SlotWidth-1:0]  slot;
      logic [WarpWidth-1:0]  warp;
      logic [RankWidth-1:0]  rank;
      logic [HomeWidth-1:0]  home;

      assign part = through_warp[(p*Rows + r)*OwnerWidth +: OwnerWidth];
      assign slot = through_slot[(p*Rows + r)*PartWidth + PartBits +: SlotWidth];
      assign warp = part[PartBits +: WarpWidth];
      assign rank = rank_q[warp];
      // Where its block's identity is noted. An instruction that reads it is a stop: the block is
      // still there.
      assign home = Virtual != 0 ? HomeWidth'(warp)
                  : Named != 0 ? HomeWidth'(slot) - HomeWidth'(rank) : HomeWidth'(slot);

      assign through_rank[(p*Rows + r)*PlaceInBlock +: PlaceInBlock] =
          (PlaceInBlock'(rank) << PartBits)
          | (PlaceInBlock'(part) & PlaceInBlock'(LaneSlots - 1));
      assign through_id[(p*Rows + r)*96 +: 96]                 = id_q[home];
    end

    assign frm_bad_o[p] =
        finishes[p] && unit == Float
        && (through_refused[p*Lanes +: Lanes] & through_mask[p*Lanes +: Lanes]) != '0;
  end

  assign frm_bad_slot_o = through_slot;
  assign frm_bad_pc_o   = through_pc;

  hd_thread_status #(
      .Lanes  (Lanes),
      .Warps  (Owners),
      .Ports  (Ports),
      .Own    (Own),
      .LaneSlots(LaneSlots),
      .IdWidth(IdWidth)
  ) u_status (
      .clk_i,
      .rst_ni,
      .begin_en_i  (begin_en),
      .begin_warp_i(begin_warp),
      .threads_x_i (op_threads_x),
      .threads_y_i (op_threads_y),
      .threads_z_i (op_threads_z),
      .blocks_x_i  (op_blocks_x),
      .blocks_y_i  (op_blocks_y),
      .blocks_z_i  (op_blocks_z),
      .arguments_i (op_arguments),
      .stack_top_i (op_stack),
      .shared_bytes_i(op_shared),
      .frm_warp_i  (go_warp),
      .frm_o       (frm),
      .op_en_i     (op_en),
      .op_csr_i    (op_csr),
      .op_word_i   (through_word),
      .op_mask_i   (through_mask),
      .op_warp_i   (through_warp),
      .op_a_i      (through_value),
      .op_flags_i  (through_flags),
      .op_x_i      (id_x),
      .op_y_i      (id_y),
      .op_z_i      (id_z),
      .op_block_i  (through_id),
      .op_value_o  (status_value)
  );

  ////////////////
  // Load/store //
  ////////////////

  // The pipe from which on, round the end, is looked for an access.
  logic [TurnWidth-1:0] turn_q;

  // The first one in turn that offers; load/store takes it. Two that want it: the first in turn.
  // Virtual: the swapper goes before all pipes, and an access is offered when it is known where its
  // shared memory is. With dynamic warps an access writes words of threads, as does a row that
  // comes back, which cannot wait. None is offered in phase Fence.
  logic [Ports-1:0] known;
  logic             acc_offered, acc_ready, acc_en;

  assign known = found & {Ports{(Own == 0 || !row_wr_en) && phase_q != Fence}};

  hd_round #(
      .Width(Ports)
  ) u_turn (
      .mask_i (is_access & known),
      .ahead_i({Ports{1'b1}} << turn_q),
      .valid_o(acc_offered),
      .index_o(acc_pipe)
  );

  assign acc_taken = (swap_valid | acc_offered) & acc_ready;
  assign acc_en    = acc_taken & ~swap_valid;
  assign accesses  = Ports'(acc_en) << acc_pipe;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)     turn_q <= '0;
    else if (acc_en) turn_q <= 32'(acc_pipe) == Ports - 1 ? '0 : acc_pipe + TurnWidth'(1);
  end

  // The pipe's access: slot, warp, threads, where in shared memory their blocks lie, the
  // instruction and its addresses.
  logic [WhoWidth-1:0]       acc_slot;
  logic [NameWidth-1:0]      acc_warp;
  logic [Lanes-1:0]          acc_mask;
  logic [Rows*AddrWidth-1:0] acc_base;
  logic [31:0]               acc_pc, acc_word;
  logic [Lanes*32-1:0]       acc_addr;

  assign acc_slot = through_slot[32'(acc_pipe)*WhoWidth +: WhoWidth];
  assign acc_warp = through_warp[32'(acc_pipe)*NameWidth +: NameWidth];
  assign acc_pc   = through_pc[32'(acc_pipe)*32 +: 32];
  assign acc_word = through_word[32'(acc_pipe)*32 +: 32];
  assign acc_mask = through_mask[32'(acc_pipe)*Lanes +: Lanes];
  assign acc_addr = through_address[32'(acc_pipe)*Lanes*32 +: Lanes*32];

  for (genvar r = 0; r < Rows; r++) begin : gen_base
    // Virtual: the addresses were looked up, and are addresses of shared memory itself.
    assign acc_base[r*AddrWidth +: AddrWidth] =
        Virtual != 0 ? '0 : shared_q[acc_warp[r*OwnerWidth + PartBits +: WarpWidth]];
  end

  // The register that it writes; Split: with its row of the scoreboard.
  logic [10:0] acc_name;
  logic        unused_acc_row;

  assign acc_name = swap_valid ? 11'd1 : {through_meet[32'(acc_pipe)*32 +: 5],
                                          through_rd[32'(acc_pipe)*6 +: 6]};
  assign unused_acc_row = &{1'b0, acc_name};

  assign access_en_o   = acc_en;
  assign access_slot_o = acc_slot;
  assign access_pc_o   = acc_pc;
  assign access_word_o = acc_word;
  assign access_mask_o = acc_mask;
  assign access_addr_o = acc_addr;

  // Load/store is the first of all writers: its words are written, but beat by beat.
  logic load_wr_ready;

  assign load_wr_ready = LaneSlots > 1 ? wr_ready[0] : 1'b1;

  // The swapper's: lw x1,0(x0), or sw x0,0(x0), of warp 0.
  localparam logic [31:0] LoadWord  = 32'h0000_2083;
  localparam logic [31:0] StoreWord = 32'h0000_2023;

  hd_load_store #(
      .Lanes      (Lanes),
      .Warps      (Owners),
      .Slots      (Slots),
      .Accesses   (Accesses),
      .AccessQueue(AccessQueue),
      .MemQueue   (MemQueue),
      .Own        (Own),
      .LaneSlots  (LaneSlots),
      .RegWidth   (RdWidth),
      .LineBytes  (LineBytes),
      .Sets       (CacheSets),
      .Ways       (Ways),
      .Mshrs      (Mshrs),
      .Merges     (Merges),
      .CacheBanks (CacheBanks),
      .Banks      (SharedBanks),
      .SharedWords(SharedWords),
      .RowBits    (RowBits),
      .Holds      (Holds),
      .Patience   (Patience),
      .WriteBack  (WriteBack)
  ) u_load_store (
      .clk_i,
      .rst_ni,
      .clear_i        (Ranged != 0 ? phase_q == Fence && quiet : kernel_en_i),
      .idle_o         (quiet),
      .flush_i        (phase_q == Flush && quiet),
      .clean_o        (clean),
      .local_i,
      .acc_valid_i    (swap_valid | acc_offered),
      .acc_ready_o    (acc_ready),
      .acc_word_i     (swap_valid ? (swap_load ? LoadWord : StoreWord) : acc_word),
      .acc_mask_i     (swap_valid ? swap_mask : acc_mask),
      .acc_addr_i     (swap_valid ? swap_addr
                                  : known_address[32'(acc_pipe)*Lanes*32 +: Lanes*32]),
      .acc_data_i     (swap_valid ? swap_data
                                  : through_value[32'(acc_pipe)*Lanes*32 +: Lanes*32]),
      .acc_expect_i   (through_expect[32'(acc_pipe)*Lanes*32 +: Lanes*32]),
      .acc_slot_i     (swap_valid ? SlotWidth'(0) : acc_slot[PartBits +: SlotWidth]),
      .acc_warp_i     (swap_valid ? NameWidth'(0) : acc_warp),
      .acc_base_i     (swap_valid ? (Rows*AddrWidth)'(0) : acc_base),
      .acc_rd_use_i   (swap_valid ? swap_load : through_rd_use[acc_pipe]),
      .acc_rd_i       (acc_name[RdWidth-1:0]),
      .acc_pc_i       (swap_valid ? 32'd0 : acc_pc),
      .begin_en_i     (begin_en),
      .begin_warp_i   (begin_warp),
      .wr_valid_o     (load_valid),
      .wr_ready_i     (load_wr_ready),
      .wr_mask_o      (load_mask),
      .wr_data_o      (load_data),
      .wr_rd_o        (load_name),
      .wr_warp_o      (load_warp),
      .end_valid_o    (end_valid),
      .end_ready_i    (end_ready),
      .end_slot_o     (access_slot),
      .end_warp_o     (end_warp),
      .end_mask_o     (end_mask),
      .end_rd_use_o   (end_rd_use),
      .end_rd_o       (end_name),
      .end_pc_o       (end_pc),
      .ctx_valid_i    (ctx_valid),
      .ctx_we_i       (ctx_we),
      .ctx_row_i      (ctx_row),
      .ctx_wdata_i    (ctx_wdata),
      .ctx_ready_o    (ctx_ready),
      .ctx_rsp_valid_o(ctx_rsp_valid),
      .ctx_rsp_data_o (ctx_rsp_data),
      .mem_valid_o,
      .mem_ready_i,
      .mem_kind_o,
      .mem_id_o,
      .mem_line_o,
      .mem_data_o,
      .mem_be_o,
      .mem_op_o,
      .mem_expect_o,
      .mem_lanes_o,
      .mem_word_o,
      .mem_owner_o,
      .fill_valid_i,
      .fill_ready_o,
      .fill_id_i,
      .fill_data_i,
      .outcome_o,
      .blocked_o,
      .back_o,
      .conflict_o,
      .under_way_o    (under_way),
      .entry_o        (load_entry)
  );

endmodule
