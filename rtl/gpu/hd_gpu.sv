// SPDX-License-Identifier: Apache-2.0
//
// GPU: a work distributor and streaming multiprocessors, each of which runs several kernels. The
// memory behind the SMs, their code, and deeper stack entries are outside.
//
// Behaviour
// - A launch that the host describes becomes a kernel of all SMs in that cycle, unless a block of
//   it has no room on an SM.
// - The distributor gives blocks to SMs; it counts threads, warps, register sets, grains of shared
//   memory and blocks.
//
// Corner cases
// - An SM may have room for a block in pieces alone: then the block waits there, and the SM takes
//   no other.
//
// Lindholm, Nickolls, Oberman, Montrym, NVIDIA Tesla, IEEE Micro 28(2), 2008. Xu, Jeon, Kim, Ro,
// Annavaram, Warped-Slicer, ISCA 2016: Table I.

module hd_gpu #(
    // Streaming multiprocessors.
    parameter int Sms         = 16,
    // Streams, hardware queues, commands of a queue, numbers of launches.
    parameter int Streams     = 32,
    parameter int Queues      = 32,
    parameter int Commands    = 4,
    parameter int Launches    = 64,
    // Kernels at once.
    parameter int Kernels     = 4,
    // Slicer: cycles of warm-up ahead of the first round and of a further one, of a window; bits of
    // a performance.
    parameter int Warm        = 20000,
    parameter int Settle      = 5000,
    parameter int Window      = 5000,
    parameter int PerfWidth   = 16,
    // Of each SM: warps, threads of a warp, lanes of a pipe, schedulers and pipes.
    parameter int Slots       = 48,
    parameter int Lanes       = 32,
    parameter int Simd        = 16,
    parameter int Ports       = 2,
    // Policy, fetch group, instruction buffer; SIMT stack.
    parameter int Policy      = 0,
    parameter int Group       = 8,
    parameter int Entries     = 2,
    parameter int FrameWidth  = 6,
    parameter int Depth       = 4,
    parameter int Levels      = 64,
    // Blocks of an SM, warps of the largest, threads of an SM.
    parameter int Blocks      = 8,
    parameter int MaxWarps    = 32,
    parameter int Threads     = 1536,
    // Which thread of a warp is in which lane.
    parameter int Shuffle     = 0,
    // Register file: Banks * Sets warp registers.
    parameter int Banks       = 4,
    parameter int Sets        = 256,
    // Pipes; memory accesses under way.
    parameter int DivBits     = 1,
    parameter int FloatSteps  = 16,
    parameter int Accesses    = 32,
    // L1 cache.
    parameter int LineBytes   = 128,
    parameter int CacheSets   = 32,
    parameter int Ways        = 4,
    parameter int Mshrs       = 64,
    parameter int Merges      = 4,
    // Shared memory.
    parameter int SharedBanks = 32,
    parameter int SharedWords = 12288,
    parameter int RowBits     = 512,
    parameter int Holds       = 32,
    parameter int Patience    = 255,
    // Accesses that wait before the caches; banks of the L1 cache; requests that wait behind it.
    parameter int AccessQueue = 0,
    parameter int CacheBanks  = 1,
    parameter int MemQueue    = 0,
    localparam int KernelWidth = Kernels > 1 ? $clog2(Kernels) : 1,
    localparam int BlockWidth  = $clog2(Blocks + 1),
    localparam int StreamWidth = Streams > 1 ? $clog2(Streams) : 1,
    localparam int LaunchWidth = Launches > 1 ? $clog2(Launches) : 1,
    localparam int SlotWidth   = $clog2(Slots),
    localparam int WarpsWidth  = $clog2(Slots + 1),
    localparam int SizeWidth   = $clog2(Lanes * MaxWarps + 1),
    localparam int SetWidth    = Sets > 1 ? $clog2(Sets) : 1,
    localparam int RowWidth    = $clog2(Banks * Sets + 1),
    localparam int ByteWidth   = $clog2(4 * SharedWords + 1),
    // A line's number, a word's place in it, a request that waits.
    localparam int OffsetWidth = $clog2(LineBytes),
    localparam int LineWidth   = 32 - OffsetWidth,
    localparam int WordWidth   = OffsetWidth > 3 ? OffsetWidth - 2 : 1,
    localparam int MshrWidth   = Mshrs > 1 ? $clog2(Mshrs) : 1,
    // Of the SIMT stack.
    localparam int LevelWidth  = $clog2(Levels + 1),
    localparam int EntryWidth  = Lanes + 2 * (32 + FrameWidth),
    // Shared memory is given in grains, as in the SM: words of one are 2 to the power of this.
    localparam int GrainBits   = $clog2(SharedWords / 129 + 1),
    localparam int Grains      = SharedWords >> GrainBits,
    localparam int BankBits    = $clog2(Banks),
    // Kinds of room: threads, warps, register sets, grains, blocks; bits that hold any need.
    localparam int Kinds       = 5,
    localparam int RoomWidth   = $clog2(Threads + 1),
    localparam int SetsWidth   = RowWidth + 1 - BankBits,
    localparam int PartWidth   = ByteWidth - GrainBits,
    localparam int Wide        = RoomWidth > SizeWidth ? RoomWidth : SizeWidth,
    localparam int Wider       = Wide > SetsWidth ? Wide : SetsWidth,
    localparam int NeedWidth   = Wider > PartWidth ? Wider : PartWidth,
    localparam int PlaceWidth  = $clog2(Sms * Blocks + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                           clk_i,
    input  logic                           rst_ni,

    // Host: commands, as at the launch queues
    // A launch comes, or with push_wait_i a wait of the stream for a launch.
    input  logic                           push_en_i,
    input  logic                           push_wait_i,
    input  logic [StreamWidth-1:0]         push_stream_i,
    input  logic [LaunchWidth-1:0]         push_launch_i,
    output logic [Queues-1:0]              full_o,
    output logic [Launches-1:0]            free_o,

    // Host: a launch begins
    // Its number, and the kernel that it becomes. State only.
    output logic                           launch_valid_o,
    output logic [LaunchWidth-1:0]         launch_number_o,
    output logic [KernelWidth-1:0]         launch_kernel_o,
    // The host describes it with all that follows, as at the SM. Refused: a block has no room.
    input  logic                           launch_ready_i,
    output logic                           refused_o,
    input  logic [31:0]                    grid_x_i,
    input  logic [31:0]                    grid_y_i,
    input  logic [31:0]                    grid_z_i,
    input  logic [SizeWidth-1:0]           block_x_i,
    input  logic [SizeWidth-1:0]           block_y_i,
    input  logic [SizeWidth-1:0]           block_z_i,
    input  logic [SizeWidth-1:0]           block_threads_i,
    input  logic [WarpsWidth-1:0]          block_warps_i,
    input  logic [RowWidth:0]              block_rows_i,
    input  logic [SetWidth:0]              thread_sets_i,
    input  logic [ByteWidth:0]             block_bytes_i,
    input  logic [31:0]                    entry_i,
    input  logic [64*6-1:0]                rows_i,
    input  logic [31:0]                    arguments_i,
    input  logic [31:0]                    stack_top_i,
    input  logic [31:0]                    shared_bytes_i,
    // As at the work distributor.
    input  logic [Kinds*NeedWidth-1:0]     largest_i,
    input  logic [31:0]                    slice_i,
    // Where each SM's local memory lies: constant.
    input  logic [Sms*32-1:0]              local_i,
    // A launch is done. No command waits, and no launch runs. State only.
    output logic                           done_valid_o,
    output logic [LaunchWidth-1:0]         done_launch_o,
    output logic                           idle_o,

    // Policy: the slicer's, or what follows, as at the work distributor
    input  logic                           slicer_i,
    input  logic [2:0]                     policy_i,
    input  logic [BlockWidth-1:0]          from_i,
    input  logic [Kernels*BlockWidth-1:0]  given_i,
    input  logic [1:0]                     rule_i,
    input  logic [Kinds*NeedWidth-1:0]     median_i,
    input  logic [NeedWidth-1:0]           mold_i,
    input  logic                           strict_i,
    input  logic                           spread_i,
    input  logic                           replan_i,
    // What the slicer says, whether it is asked or not: policy, blocks of each kernel. State only.
    output logic [2:0]                     sliced_policy_o,
    output logic [Kernels*BlockWidth-1:0]  sliced_given_o,
    // Kernels that run; that may hold no block; blocks of kernel k on SM s. State only.
    output logic [Kernels-1:0]             runs_o,
    output logic [Kernels-1:0]             none_o,
    output logic [Sms*Kernels*BlockWidth-1:0] blocks_o,
    output logic [Kernels*PlaceWidth-1:0]  places_o,

    // Code, as at the SM; SM s is [s*W +: W], here and in all that follows
    output logic [Sms-1:0]                 fetch_valid_o,
    input  logic [Sms-1:0]                 fetch_ready_i,
    output logic [Sms*SlotWidth-1:0]       fetch_slot_o,
    output logic [Sms*32-1:0]              fetch_pc_o,
    output logic [Sms*KernelWidth-1:0]     fetch_kernel_o,
    input  logic [Sms-1:0]                 rsp_valid_i,
    input  logic [Sms*SlotWidth-1:0]       rsp_slot_i,
    input  logic [Sms*32-1:0]              rsp_word_i,
    input  logic [Sms*32-1:0]              rsp_meet_i,
    input  logic [Sms-1:0]                 rsp_meets_i,

    // Memory, as at the SM
    output logic [Sms-1:0]                 mem_valid_o,
    input  logic [Sms-1:0]                 mem_ready_i,
    output logic [Sms*2-1:0]               mem_kind_o,
    output logic [Sms*MshrWidth-1:0]       mem_id_o,
    output logic [Sms*LineWidth-1:0]       mem_line_o,
    output logic [Sms*LineBytes*8-1:0]     mem_data_o,
    output logic [Sms*LineBytes-1:0]       mem_be_o,
    output logic [Sms*4-1:0]               mem_op_o,
    output logic [Sms*LineBytes*8-1:0]     mem_expect_o,
    output logic [Sms*Lanes-1:0]           mem_lanes_o,
    output logic [Sms*Lanes*WordWidth-1:0] mem_word_o,
    output logic [Sms*SlotWidth-1:0]       mem_owner_o,
    input  logic [Sms-1:0]                 fill_valid_i,
    output logic [Sms-1:0]                 fill_ready_o,
    input  logic [Sms*MshrWidth-1:0]       fill_id_i,
    input  logic [Sms*LineBytes*8-1:0]     fill_data_i,

    // Deeper stack entries, as at the SM
    output logic [Sms-1:0]                 spill_valid_o,
    input  logic [Sms-1:0]                 spill_ready_i,
    output logic [Sms-1:0]                 spill_load_o,
    output logic [Sms*SlotWidth-1:0]       spill_slot_o,
    output logic [Sms*LevelWidth-1:0]      spill_level_o,
    output logic [Sms*EntryWidth-1:0]      spill_data_o,
    input  logic [Sms-1:0]                 back_valid_i,
    input  logic [Sms*SlotWidth-1:0]       back_slot_i,
    input  logic [Sms*EntryWidth-1:0]      back_data_i,

    // Status, as at the SM: port p of SM s is s*Ports + p
    output logic [Sms*Ports-1:0]           issue_en_o,
    output logic [Sms*Ports*Lanes-1:0]     issue_mask_o,
    // A block is done, of this kernel; the block that an SM took last waits for room; only because
    // room is in pieces.
    output logic [Sms-1:0]                 block_done_o,
    output logic [Sms*KernelWidth-1:0]     sm_done_kernel_o,
    output logic [Sms-1:0]                 waits_o,
    output logic [Sms-1:0]                 split_o
);

`ifndef SYNTHESIS
  initial begin
    if (Sms < 1 || Sms > 16) $fatal(1, "hd_gpu: Sms must be 1 to 16");
    if (Launches > 64) $fatal(1, "hd_gpu: Launches must be at most 64");
  end
`endif

  //////////////////////
  // Work distributor //
  //////////////////////

  // What a block needs, and what an SM has: blocks, grains, register sets, warps, threads.
  logic [Kinds*NeedWidth-1:0] need, room;
  // Bytes and the rest of a grain.
  logic [ByteWidth+1:0]       bytes;

  assign bytes = (ByteWidth + 2)'(block_bytes_i) + (ByteWidth + 2)'((4 << GrainBits) - 1);
  assign need  = {NeedWidth'(1), NeedWidth'(bytes >> (GrainBits + 2)),
                  NeedWidth'(block_rows_i >> BankBits), NeedWidth'(block_warps_i),
                  NeedWidth'(block_threads_i)};
  assign room  = {NeedWidth'(Blocks), NeedWidth'(Grains), NeedWidth'(Sets), NeedWidth'(Slots),
                  NeedWidth'(Threads)};

  // The slicer's policy: a kernel's first SM, and whether it is new.
  logic [BlockWidth-1:0]      sliced_from;
  logic                       sliced_anew;
  // All SMs take the kernel. SMs that have taken it; a block for an SM: its kernel, {z, y, x}.
  logic                       kernel_en;
  logic [Sms-1:0]             sm_idle, block_valid, block_ready;
  logic [KernelWidth-1:0]     block_kernel;
  logic [95:0]                block_id;

  hd_work_distributor #(
      .Sms      (Sms),
      .Kernels  (Kernels),
      .Blocks   (Blocks),
      .Kinds    (Kinds),
      .NeedWidth(NeedWidth),
      .Streams  (Streams),
      .Queues   (Queues),
      .Depth    (Commands),
      .Launches (Launches)
  ) u_distributor (
      .clk_i,
      .rst_ni,
      .push_en_i,
      .push_wait_i,
      .push_stream_i,
      .push_launch_i,
      .full_o,
      .free_o,
      .launch_valid_o,
      .launch_number_o,
      .launch_kernel_o,
      .launch_ready_i,
      .grid_x_i,
      .grid_y_i,
      .grid_z_i,
      .need_i        (need),
      .largest_i,
      .slice_i,
      .kernel_en_o   (kernel_en),
      .refused_o,
      .done_valid_o,
      .done_launch_o,
      .idle_o,
      .room_i        (room),
      .policy_i      (slicer_i ? sliced_policy_o : policy_i),
      .from_i        (slicer_i ? sliced_from : from_i),
      .given_i       (slicer_i ? sliced_given_o : given_i),
      .rule_i,
      .median_i,
      .mold_i,
      .strict_i,
      .spread_i,
      .replan_i      (replan_i || (slicer_i && sliced_anew)),
      .sm_idle_i     (sm_idle),
      .block_valid_o (block_valid),
      .block_kernel_o(block_kernel),
      .block_id_o    (block_id),
      .block_ready_i (block_ready),
      .end_valid_i   (block_done_o),
      .end_kernel_i  (sm_done_kernel_o),
      .runs_o,
      .none_o,
      .blocks_o,
      .places_o
  );

  ////////////
  // Slicer //
  ////////////

  localparam int InstrWidth = $clog2(Ports * Window + 1);
  localparam int StallWidth = $clog2(Window + 1);

  // All SMs begin a window; what each has counted, and whether its window has ended.
  logic                      window_start;
  logic [Sms-1:0]            window_done;
  logic [Sms*InstrWidth-1:0] window_instr;
  logic [Sms*StallWidth-1:0] window_stall;

  hd_slicer #(
      .Sms       (Sms),
      .Kernels   (Kernels),
      .Blocks    (Blocks),
      .Kinds     (Kinds),
      .NeedWidth (NeedWidth),
      .Warm      (Warm),
      .Settle    (Settle),
      .Window    (Window),
      .InstrWidth(InstrWidth),
      .PerfWidth (PerfWidth)
  ) u_slicer (
      .clk_i,
      .rst_ni,
      .begin_en_i    (kernel_en),
      .begin_kernel_i(launch_kernel_o),
      .begin_need_i  (need),
      .room_i        (room),
      .runs_i        (runs_o),
      .blocks_i      (blocks_o),
      .start_en_o    (window_start),
      .done_i        (window_done),
      .instr_i       (window_instr),
      .stall_i       (window_stall),
      .policy_o      (sliced_policy_o),
      .from_o        (sliced_from),
      .given_o       (sliced_given_o),
      .replan_o      (sliced_anew)
  );

  ///////////////////////////////
  // Streaming multiprocessors //
  ///////////////////////////////

  for (genvar s = 0; s < Sms; s++) begin : gen_sm
    // Not needed: what is for the host of one SM alone, a launcher's, and groups of dynamic warps.
    localparam int GroupWidth = 12 + 32 + Lanes + Lanes * (SlotWidth + $clog2(Lanes));
    localparam int ContextWidth = $clog2(SharedWords / (RowBits / 32));

    logic                       unused_done, unused_refused;
    logic [6:0]                 unused_binds;
    logic [95:0]                unused_id;
    logic [SlotWidth-1:0]       unused_warp, unused_access_slot;
    logic                       unused_wr, unused_rd, unused_rsp;
    logic [31:0]                unused_wr_addr, unused_rd_addr;
    logic [GroupWidth-1:0]      unused_wr_data;
    logic [Ports*SlotWidth-1:0] unused_issue_slot, unused_frm_slot;
    logic [Ports*32-1:0]        unused_issue_pc, unused_frm_pc;
    logic [Ports-1:0]           unused_frm;
    logic                       unused_access, unused_conflict;
    logic [31:0]                unused_access_pc, unused_access_word;
    logic [Lanes-1:0]           unused_access_mask;
    logic [Lanes*32-1:0]        unused_access_addr;
    logic [CacheBanks*3-1:0]    unused_outcome;
    logic [CacheBanks*2-1:0]    unused_blocked;
    logic [CacheBanks-1:0]      unused_back;
    logic [Ports*3-1:0]         why;

    hd_sm #(
        .Formation  (0),
        .Residency  (3),
        .Slots      (Slots),
        .Lanes      (Lanes),
        .Simd       (Simd),
        .Ports      (Ports),
        .Policy     (Policy),
        .Group      (Group),
        .Entries    (Entries),
        .FrameWidth (FrameWidth),
        .Depth      (Depth),
        .Levels     (Levels),
        .Blocks     (Blocks),
        .MaxWarps   (MaxWarps),
        .Threads    (Threads),
        .Shuffle    (Shuffle),
        .Banks      (Banks),
        .Sets       (Sets),
        .DivBits    (DivBits),
        .FloatSteps (FloatSteps),
        .Accesses   (Accesses),
        .LineBytes  (LineBytes),
        .CacheSets  (CacheSets),
        .Ways       (Ways),
        .Mshrs      (Mshrs),
        .Merges     (Merges),
        .SharedBanks(SharedBanks),
        .SharedWords(SharedWords),
        .RowBits    (RowBits),
        .Holds      (Holds),
        .Patience   (Patience),
        .AccessQueue(AccessQueue),
        .CacheBanks (CacheBanks),
        .MemQueue   (MemQueue),
        .Kernels    (Kernels)
    ) u_sm (
        .clk_i,
        .rst_ni,
        .kernel_en_i     (kernel_en),
        .kernel_i        (launch_kernel_o),
        .grid_x_i,
        .grid_y_i,
        .grid_z_i,
        .block_x_i,
        .block_y_i,
        .block_z_i,
        .block_threads_i,
        .block_rows_i,
        .thread_sets_i,
        .block_bytes_i,
        .context_rows_i  (ContextWidth'(0)),
        .entry_i,
        .kernel_phase_i  (32'd0),
        .rows_i,
        .arguments_i,
        .stack_top_i,
        .shared_bytes_i,
        .local_i         (local_i[s*32 +: 32]),
        .grp_base_i      (32'd0),
        .idle_o          (sm_idle[s]),
        .done_o          (unused_done),
        .refused_o       (unused_refused),
        .binds_o         (unused_binds),
        .block_valid_i   (block_valid[s]),
        .block_kernel_i  (block_kernel),
        .block_id_i      (block_id),
        .block_ready_o   (block_ready[s]),
        .block_done_o    (block_done_o[s]),
        .done_kernel_o   (sm_done_kernel_o[s*KernelWidth +: KernelWidth]),
        .done_id_o       (unused_id),
        .waits_o         (waits_o[s]),
        .split_o         (split_o[s]),
        .fetch_valid_o   (fetch_valid_o[s]),
        .fetch_ready_i   (fetch_ready_i[s]),
        .fetch_slot_o    (fetch_slot_o[s*SlotWidth +: SlotWidth]),
        .fetch_pc_o      (fetch_pc_o[s*32 +: 32]),
        .fetch_kernel_o  (fetch_kernel_o[s*KernelWidth +: KernelWidth]),
        .rsp_valid_i     (rsp_valid_i[s]),
        .rsp_slot_i      (rsp_slot_i[s*SlotWidth +: SlotWidth]),
        .rsp_word_i      (rsp_word_i[s*32 +: 32]),
        .rsp_meet_i      (rsp_meet_i[s*32 +: 32]),
        .rsp_meets_i     (rsp_meets_i[s]),
        .rsp_sync_i      (1'b0), // of interweaving alone
        .rsp_div_i       (32'b0),
        .rsp_phase_i     (1'b0),
        .rsp_specifier_i (32'd0),
        .mem_valid_o     (mem_valid_o[s]),
        .mem_ready_i     (mem_ready_i[s]),
        .mem_kind_o      (mem_kind_o[s*2 +: 2]),
        .mem_id_o        (mem_id_o[s*MshrWidth +: MshrWidth]),
        .mem_line_o      (mem_line_o[s*LineWidth +: LineWidth]),
        .mem_data_o      (mem_data_o[s*LineBytes*8 +: LineBytes*8]),
        .mem_be_o        (mem_be_o[s*LineBytes +: LineBytes]),
        .mem_op_o        (mem_op_o[s*4 +: 4]),
        .mem_expect_o    (mem_expect_o[s*LineBytes*8 +: LineBytes*8]),
        .mem_lanes_o     (mem_lanes_o[s*Lanes +: Lanes]),
        .mem_word_o      (mem_word_o[s*Lanes*WordWidth +: Lanes*WordWidth]),
        .mem_owner_o     (mem_owner_o[s*SlotWidth +: SlotWidth]),
        .fill_valid_i    (fill_valid_i[s]),
        .fill_ready_o    (fill_ready_o[s]),
        .fill_id_i       (fill_id_i[s*MshrWidth +: MshrWidth]),
        .fill_data_i     (fill_data_i[s*LineBytes*8 +: LineBytes*8]),
        .spill_valid_o   (spill_valid_o[s]),
        .spill_ready_i   (spill_ready_i[s]),
        .spill_load_o    (spill_load_o[s]),
        .spill_slot_o    (spill_slot_o[s*SlotWidth +: SlotWidth]),
        .spill_warp_o    (unused_warp),
        .spill_level_o   (spill_level_o[s*LevelWidth +: LevelWidth]),
        .spill_data_o    (spill_data_o[s*EntryWidth +: EntryWidth]),
        .back_valid_i    (back_valid_i[s]),
        .back_slot_i     (back_slot_i[s*SlotWidth +: SlotWidth]),
        .back_data_i     (back_data_i[s*EntryWidth +: EntryWidth]),
        .grp_wr_valid_o  (unused_wr),
        .grp_wr_ready_i  (1'b0),
        .grp_wr_addr_o   (unused_wr_addr),
        .grp_wr_data_o   (unused_wr_data),
        .grp_rd_valid_o  (unused_rd),
        .grp_rd_ready_i  (1'b0),
        .grp_rd_addr_o   (unused_rd_addr),
        .grp_rsp_valid_i (1'b0),
        .grp_rsp_ready_o (unused_rsp),
        .grp_rsp_data_i  (GroupWidth'(0)),
        .issue_en_o      (issue_en_o[s*Ports +: Ports]),
        .issue_mask_o    (issue_mask_o[s*Ports*Lanes +: Ports*Lanes]),
        .issue_slot_o    (unused_issue_slot),
        .issue_pc_o      (unused_issue_pc),
        .why_o           (why),
        .access_en_o     (unused_access),
        .access_slot_o   (unused_access_slot),
        .access_pc_o     (unused_access_pc),
        .access_word_o   (unused_access_word),
        .access_mask_o   (unused_access_mask),
        .access_addr_o   (unused_access_addr),
        .outcome_o       (unused_outcome),
        .blocked_o       (unused_blocked),
        .back_o          (unused_back),
        .conflict_o      (unused_conflict),
        .frm_bad_o       (unused_frm),
        .frm_bad_slot_o  (unused_frm_slot),
        .frm_bad_pc_o    (unused_frm_pc)
    );

    // Memory answers every request that it accepts.
    hd_sample_counters #(
        .Ports     (Ports),
        .Window    (Window),
        .InstrWidth(InstrWidth),
        .Lines     (Mshrs)
    ) u_counters (
        .clk_i,
        .rst_ni,
        .issue_i   (issue_en_o[s*Ports +: Ports]),
        .why_i     (why),
        .request_i (mem_valid_o[s] && mem_ready_i[s]),
        .answer_i  (fill_valid_i[s] && fill_ready_o[s]),
        .start_en_i(window_start),
        .instr_o   (window_instr[s*InstrWidth +: InstrWidth]),
        .stall_o   (window_stall[s*StallWidth +: StallWidth]),
        .done_o    (window_done[s])
    );
  end

endmodule
