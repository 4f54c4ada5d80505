// SPDX-License-Identifier: Apache-2.0
//
// Zorua: a core on which registers, scratchpad and warp slots are virtual. A warp is schedulable
// when it has all that its phase needs, in the physical resource or, within limits that follow the
// program, in the swap space in memory.
//
// Behaviour
// - The coordinator decides, and works the mapping tables: one of warp slots, one of scratchpad
//   sets, one of register sets.
// - Look-ups of the compute units go to the tables; look-ups that find a physical set count as
//   accesses in the spill selector of the resource, which says what to spill.
// - A look-up that finds a register set in swap space is a miss: the coordinator may have the set
//   loaded again.
// - The thresholds of oversubscription follow idle and memory cycles.
//
// Corner cases
// - A look-up of a set that is being moved is answered with wait, and is no access and no miss.
// - Of misses of several ports in a cycle the coordinator is told the lowest port's.
// - Kernel registers are taken at the clock edge; the thresholds start in the same cycle.
// - See the pages of the blocks for every race between them.
//
// Vijaykumar et al., Zorua, MICRO 2016 and the extended text: sections 4, 5, 6.1.

module hd_zorua #(
    // Logical warps.
    parameter int Warps       = 64,
    // Physical warp slots: what the scheduler looks at in a cycle.
    parameter int Slots       = 48,
    // Logical blocks.
    parameter int Blocks      = 16,
    // Register sets (4 x warp) of a warp at most, and of the core.
    parameter int RegSets     = 16,
    parameter int RegPhys     = 256,
    // Scratchpad sets (1 KB) of a block at most, and of the core.
    parameter int ScratchSets = 48,
    parameter int ScratchPhys = 48,
    // Bits of a block's identity (blockIdx.x, .y, .z).
    parameter int IdWidth     = 96,
    // Warp schedulers, and look-ups of each table in a cycle.
    parameter int Ports       = 2,
    // Bits of a threshold, in sets.
    parameter int ThreshWidth = 9,
    // Bits of the epoch of oversubscription and of its statistics.
    parameter int EpochWidth  = 16,
    // Sets that a spill selector looks at in a cycle.
    parameter int Columns     = 16,
    // Bits of its access counters.
    parameter int CntWidth    = 4,
    localparam int WarpWidth       = $clog2(Warps),
    localparam int SizeWidth       = $clog2(Warps + 1),
    localparam int SlotWidth       = $clog2(Slots),
    localparam int BlockWidth      = $clog2(Blocks),
    localparam int RegWidth        = $clog2(RegSets + 1),
    localparam int ScratchWidth    = $clog2(ScratchSets + 1),
    localparam int RegSetWidth     = RegSets > 1 ? $clog2(RegSets) : 1,
    localparam int ScratchSetWidth = ScratchSets > 1 ? $clog2(ScratchSets) : 1,
    localparam int RegPhysWidth     = $clog2(RegPhys),
    localparam int ScratchPhysWidth = $clog2(ScratchPhys),
    // Of ports for all resources: the widest.
    localparam int RowWidth = WarpWidth > BlockWidth ? WarpWidth : BlockWidth,
    localparam int SetWidth = RegSetWidth > ScratchSetWidth ? RegSetWidth : ScratchSetWidth,
    localparam int SetPhysWidth = RegPhysWidth > ScratchPhysWidth ? RegPhysWidth : ScratchPhysWidth,
    localparam int PhysWidth = SlotWidth > SetPhysWidth ? SlotWidth : SetPhysWidth
) (
    // Clock; synchronous reset, active low.
    input  logic                              clk_i,
    input  logic                              rst_ni,

    // Kernel
    // Take the sizes below, and start the thresholds; nothing while idle_o is low. Not in the
    // cycle in which a block is taken.
    input  logic                              kernel_en_i,
    // Warps of a block.
    input  logic [SizeWidth-1:0]              kernel_warps_i,
    // Register sets of a warp, and scratchpad sets of a block, in the first phase.
    input  logic [RegWidth-1:0]               kernel_regs_i,
    input  logic [ScratchWidth-1:0]           kernel_scratch_i,
    // While fewer warps are at work, or none runs, everything may be oversubscribed. 0: never.
    input  logic [SizeWidth-1:0]              kernel_least_i,
    // No block is here. State only.
    output logic                              idle_o,

    // Registers outside; threshold r (0 slots, 1 scratchpad, 2 registers) is
    // [r*ThreshWidth +: ThreshWidth]
    // Cycles of an epoch, at least 1; c_delta_thresh.
    input  logic [EpochWidth-1:0]             epoch_i,
    input  logic [EpochWidth-1:0]             delta_i,
    // o_default, o_thresh_step, and the bound above.
    input  logic [3*ThreshWidth-1:0]          default_i,
    input  logic [3*ThreshWidth-1:0]          step_i,
    input  logic [3*ThreshWidth-1:0]          max_i,
    // Access counters are halved in every so many-th sweep; 0: never.
    input  logic [7:0]                        age_i,

    // Dispatcher
    // A new block is offered.
    input  logic                              block_valid_i,
    // Its identity.
    input  logic [IdWidth-1:0]                block_id_i,
    // It is taken. State only.
    output logic                              block_ready_o,
    // A block is done. State only.
    output logic                              done_valid_o,
    // Its identity; meaningful while done_valid_o. State only.
    output logic [IdWidth-1:0]                done_id_o,

    // Warp schedulers; event p is [p*W +: W], slot s is [s*W +: W]
    // Something happened to the warp on a slot that is ready_o.
    input  logic [Ports-1:0]                  ev_valid_i,
    // 0: it stalls on memory (nothing here), 1: it has come to a barrier, 2: it begins a phase,
    // 3: it has ended.
    input  logic [Ports*2-1:0]                ev_kind_i,
    input  logic [Ports*SlotWidth-1:0]        ev_slot_i,
    // What the phase needs, in sets; looked at with kind 2.
    input  logic [Ports*RegWidth-1:0]         ev_regs_i,
    input  logic [Ports*ScratchWidth-1:0]     ev_scratch_i,
    // The warp on this slot may be scheduled. State only.
    output logic [Slots-1:0]                  ready_o,
    // That warp, and its block: owners of registers and of scratchpad. State only.
    output logic [Slots*WarpWidth-1:0]        slot_warp_o,
    output logic [Slots*BlockWidth-1:0]       slot_block_o,
    // This warp begins at the kernel's first instruction: it may be scheduled from the next cycle
    // on. State only.
    output logic                              begin_en_o,
    // Its slot, number, rank in the block, and block; meaningful while begin_en_o. State only.
    output logic [SlotWidth-1:0]              begin_slot_o,
    output logic [WarpWidth-1:0]              begin_warp_o,
    output logic [SizeWidth-1:0]              begin_rank_o,
    output logic [IdWidth-1:0]                begin_id_o,

    // What the thresholds follow
    // Nothing is issued in this cycle, and the pipeline is not stalled.
    input  logic                              idle_i,
    // All warps wait for memory, or at the memory pipeline.
    input  logic                              mem_i,

    // Look-ups of register sets; look-up p is [p*W +: W]
    // Where is this set of this warp?
    input  logic [Ports-1:0]                  reg_look_en_i,
    input  logic [Ports*WarpWidth-1:0]        reg_look_row_i,
    input  logic [Ports*RegSetWidth-1:0]      reg_look_set_i,
    // The answer to the look-up of two cycles ago. State only.
    output logic [Ports-1:0]                  reg_found_en_o,
    // The set is being moved: ask again. State only.
    output logic [Ports-1:0]                  reg_found_wait_o,
    // It is physical, otherwise in the swap space; there. State only.
    output logic [Ports-1:0]                  reg_found_held_o,
    output logic [Ports*RegPhysWidth-1:0]     reg_found_phys_o,
    // The row and set asked for. State only.
    output logic [Ports*WarpWidth-1:0]        reg_found_row_o,
    output logic [Ports*RegSetWidth-1:0]      reg_found_set_o,

    // Look-ups of scratchpad sets: the same, of a block
    input  logic [Ports-1:0]                  scratch_look_en_i,
    input  logic [Ports*BlockWidth-1:0]       scratch_look_row_i,
    input  logic [Ports*ScratchSetWidth-1:0]  scratch_look_set_i,
    output logic [Ports-1:0]                  scratch_found_en_o,
    output logic [Ports-1:0]                  scratch_found_wait_o,
    output logic [Ports-1:0]                  scratch_found_held_o,
    output logic [Ports*ScratchPhysWidth-1:0] scratch_found_phys_o,
    output logic [Ports*BlockWidth-1:0]       scratch_found_row_o,
    output logic [Ports*ScratchSetWidth-1:0]  scratch_found_set_o,

    // A scratchpad set gets this physical set in this cycle. State only; meaningful while enabled.
    output logic                              scratch_take_en_o,
    output logic [ScratchPhysWidth-1:0]       scratch_take_phys_o,

    // Memory: swap space
    // A request. State only.
    output logic                              req_valid_o,
    input  logic                              req_ready_i,
    // 1: load, 0: store. Resource; the set's owner and number; the physical set, or the slot, it is
    // taken from or goes to. State only.
    output logic                              req_load_o,
    output logic [1:0]                        req_kind_o,
    output logic [RowWidth-1:0]               req_row_o,
    output logic [SetWidth-1:0]               req_set_o,
    output logic [PhysWidth-1:0]              req_phys_o,
    // What was loaded of this warp is back: its state on its slot, or its register set.
    input  logic                              rsp_valid_i,
    input  logic [WarpWidth-1:0]              rsp_warp_i,

    // Status, state only; resource r is [r*W +: W]
    // Warps that are schedulable, or will be when their state is back.
    output logic [SizeWidth-1:0]              running_o,
    // o_thresh.
    output logic [3*ThreshWidth-1:0]          thresh_o,
    // Free physical sets; sets in swap space.
    output logic [3*16-1:0]                   free_o,
    output logic [3*16-1:0]                   swapped_o
);

`ifndef SYNTHESIS
  initial begin
    if (Warps < 2 || Warps > 64) $fatal(1, "hd_zorua: Warps must be 2 to 64");
    if (Slots < 2 || Slots > 64) $fatal(1, "hd_zorua: Slots must be 2 to 64");
    if (Slots > Warps) $fatal(1, "hd_zorua: Slots must be at most Warps");
    if (Blocks < 2 || Blocks > 16) $fatal(1, "hd_zorua: Blocks must be 2 to 16");
    if (RegSets < 1 || RegSets > 64) $fatal(1, "hd_zorua: RegSets must be 1 to 64");
    if (RegPhys < 2 || RegPhys > 1024) $fatal(1, "hd_zorua: RegPhys must be 2 to 1024");
    if (RegSets > RegPhys) $fatal(1, "hd_zorua: RegSets must be at most RegPhys");
    if (ScratchSets < 1 || ScratchSets > 64) $fatal(1, "hd_zorua: ScratchSets must be 1 to 64");
    if (ScratchPhys < 2 || ScratchPhys > 1024) $fatal(1, "hd_zorua: ScratchPhys must be 2 to 1024");
    if (ScratchSets > ScratchPhys) $fatal(1, "hd_zorua: ScratchSets must be at most ScratchPhys");
    if (IdWidth < 1 || IdWidth > 128) $fatal(1, "hd_zorua: IdWidth must be 1 to 128");
    if (Ports < 1 || Ports > 4) $fatal(1, "hd_zorua: Ports must be 1 to 4");
    if (ThreshWidth < 1 || ThreshWidth > 16) $fatal(1, "hd_zorua: ThreshWidth must be 1 to 16");
    if (EpochWidth < 2 || EpochWidth > 24) $fatal(1, "hd_zorua: EpochWidth must be 2 to 24");
    if (Columns < 1 || Columns > 64) $fatal(1, "hd_zorua: Columns must be 1 to 64");
    if (CntWidth < 1 || CntWidth > 8) $fatal(1, "hd_zorua: CntWidth must be 1 to 8");
  end
`endif

  ////////////
  // Kernel //
  ////////////

  logic [SizeWidth-1:0]    warps_q, least_q;
  logic [RegWidth-1:0]     regs_q;
  logic [ScratchWidth-1:0] scratch_q;
  logic                    kernel_taken;

  assign kernel_taken = kernel_en_i & idle_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      warps_q   <= '0;
      regs_q    <= '0;
      scratch_q <= '0;
      least_q   <= '0;
    end else if (kernel_taken) begin
      warps_q   <= kernel_warps_i;
      regs_q    <= kernel_regs_i;
      scratch_q <= kernel_scratch_i;
      least_q   <= kernel_least_i;
    end
  end

  logic unused_epoch;

  hd_oversubscription #(
      .Resources(3),
      .ThreshWidth(ThreshWidth),
      .EpochWidth(EpochWidth)
  ) u_oversubscription (
      .clk_i,
      .rst_ni,
      .start_i(kernel_taken),
      .epoch_i,
      .delta_i,
      .default_i,
      .step_i,
      .max_i,
      .idle_i,
      .mem_i,
      .thresh_o,
      .epoch_o(unused_epoch)
  );

  /////////////////
  // Coordinator //
  /////////////////

  // What it asks of the tables: an operation a table, at most one of them in a cycle.
  logic [8:0]             op;
  logic [RowWidth-1:0]    op_row;
  logic [SetWidth-1:0]    op_set;
  logic [2:0]             op_held;
  logic [3*PhysWidth-1:0] op_phys;
  logic [2:0]             lock_en;
  logic [RowWidth-1:0]    lock_row;
  logic [SetWidth-1:0]    lock_set;
  // The spill selectors: [0] of the scratchpad, [1] of the registers.
  logic [1:0]             keep_en, victim_valid, victim_taken;
  logic [RowWidth-1:0]    keep_row;
  logic [2*PhysWidth-1:0] victim_phys;
  logic [2*RowWidth-1:0]  victim_row;
  logic [2*SetWidth-1:0]  victim_set;
  // The register set that is free next; a register set in swap space that was looked up.
  logic [PhysWidth-1:0]   free_phys;
  logic                   miss_en;
  logic [WarpWidth-1:0]   miss_row;
  logic [RegSetWidth-1:0] miss_set;
  logic [4:0]             unused_doing;

  hd_coordinator #(
      .Warps(Warps),
      .Slots(Slots),
      .Blocks(Blocks),
      .RegSets(RegSets),
      .RegPhys(RegPhys),
      .ScratchSets(ScratchSets),
      .ScratchPhys(ScratchPhys),
      .IdWidth(IdWidth),
      .Ports(Ports),
      .ThreshWidth(ThreshWidth)
  ) u_coordinator (
      .clk_i,
      .rst_ni,
      .warps_i(warps_q),
      .regs_i(regs_q),
      .scratch_i(scratch_q),
      .least_i(least_q),
      .block_valid_i,
      .block_id_i,
      .block_ready_o,
      .ev_valid_i,
      .ev_kind_i,
      .ev_slot_i,
      .ev_regs_i,
      .ev_scratch_i,
      .ready_o,
      .slot_warp_o,
      .slot_block_o,
      .begin_en_o,
      .begin_slot_o,
      .begin_warp_o,
      .begin_rank_o,
      .begin_id_o,
      .done_valid_o,
      .done_id_o,
      .thresh_i(thresh_o),
      .op_o(op),
      .op_row_o(op_row),
      .op_set_o(op_set),
      .op_held_i(op_held),
      .op_phys_i(op_phys),
      .free_i(free_o),
      .swapped_i(swapped_o),
      .free_phys_i(free_phys),
      .miss_en_i(miss_en),
      .miss_row_i(miss_row),
      .miss_set_i(miss_set),
      .lock_en_o(lock_en),
      .lock_row_o(lock_row),
      .lock_set_o(lock_set),
      .keep_en_o(keep_en),
      .keep_row_o(keep_row),
      .victim_valid_i(victim_valid),
      .victim_phys_i(victim_phys),
      .victim_row_i(victim_row),
      .victim_set_i(victim_set),
      .victim_taken_o(victim_taken),
      .req_valid_o,
      .req_ready_i,
      .req_load_o,
      .req_kind_o,
      .req_row_o,
      .req_set_o,
      .req_phys_o,
      .rsp_valid_i,
      .rsp_warp_i,
      .running_o,
      .idle_o,
      .doing_o(unused_doing)
  );

  // What an operation means for a spill selector: its table takes a physical set (map, fill), or
  // gives one back (spill, drop of a physical one).
  function automatic logic takes(input logic [2:0] code);
    takes = code == 3'd1 || code == 3'd3;
  endfunction

  function automatic logic gives(input logic [2:0] code, input logic held);
    gives = (code == 3'd2 || code == 3'd4) && held;
  endfunction

  ////////////////
  // Warp slots //
  ////////////////

  // Slots are not looked up: the coordinator says which warp sits on each (slot_warp_o). So one
  // port of look-ups is enough, and it is never used.
  localparam int SlotFreeWidth = $clog2(Slots + 1);
  localparam int SlotSwapWidth = $clog2(Warps + 1);

  logic [SlotWidth-1:0]     slot_phys, unused_slot_phys, unused_slot_next;
  logic [SlotFreeWidth-1:0] slot_free;
  logic [SlotSwapWidth-1:0] slot_swapped;
  logic                     unused_slot_en, unused_slot_wait, unused_slot_held, unused_slot_set;
  logic [WarpWidth-1:0]     unused_slot_row;

  hd_mapping_table #(
      .Rows(Warps),
      .Sets(1),
      .Phys(Slots),
      .Ports(1)
  ) u_slots (
      .clk_i,
      .rst_ni,
      .look_en_i(1'b0),
      .look_row_i({WarpWidth{1'b0}}),
      .look_set_i(1'b0),
      .found_en_o(unused_slot_en),
      .found_wait_o(unused_slot_wait),
      .found_held_o(unused_slot_held),
      .found_phys_o(unused_slot_phys),
      .found_row_o(unused_slot_row),
      .found_set_o(unused_slot_set),
      .op_i(op[2:0]),
      .op_row_i(op_row[WarpWidth-1:0]),
      .op_set_i(op_set[0]),
      .op_held_o(op_held[0]),
      .op_phys_o(slot_phys),
      .lock_en_i(lock_en[0]),
      .lock_row_i(lock_row[WarpWidth-1:0]),
      .lock_set_i(lock_set[0]),
      .free_o(slot_free),
      .swapped_o(slot_swapped),
      .free_phys_o(unused_slot_next)
  );

  assign op_phys[0 +: PhysWidth] = PhysWidth'(slot_phys);
  assign free_o[0 +: 16]         = 16'(slot_free);
  assign swapped_o[0 +: 16]      = 16'(slot_swapped);

  ////////////////
  // Scratchpad //
  ////////////////

  localparam int ScratchFreeWidth = $clog2(ScratchPhys + 1);
  localparam int ScratchSwapWidth = $clog2(Blocks * ScratchSets + 1);

  logic [ScratchPhysWidth-1:0] scratch_phys, scratch_victim_phys, unused_scratch_next;
  logic [BlockWidth-1:0]       scratch_victim_row;
  logic [ScratchSetWidth-1:0]  scratch_victim_set;
  logic [ScratchFreeWidth-1:0] scratch_free;
  logic [ScratchSwapWidth-1:0] scratch_swapped;

  hd_mapping_table #(
      .Rows(Blocks),
      .Sets(ScratchSets),
      .Phys(ScratchPhys),
      .Ports(Ports)
  ) u_scratch (
      .clk_i,
      .rst_ni,
      .look_en_i(scratch_look_en_i),
      .look_row_i(scratch_look_row_i),
      .look_set_i(scratch_look_set_i),
      .found_en_o(scratch_found_en_o),
      .found_wait_o(scratch_found_wait_o),
      .found_held_o(scratch_found_held_o),
      .found_phys_o(scratch_found_phys_o),
      .found_row_o(scratch_found_row_o),
      .found_set_o(scratch_found_set_o),
      .op_i(op[5:3]),
      .op_row_i(op_row[BlockWidth-1:0]),
      .op_set_i(op_set[ScratchSetWidth-1:0]),
      .op_held_o(op_held[1]),
      .op_phys_o(scratch_phys),
      .lock_en_i(lock_en[1]),
      .lock_row_i(lock_row[BlockWidth-1:0]),
      .lock_set_i(lock_set[ScratchSetWidth-1:0]),
      .free_o(scratch_free),
      .swapped_o(scratch_swapped),
      .free_phys_o(unused_scratch_next)
  );

  hd_spill_selector #(
      .Phys(ScratchPhys),
      .Columns(Columns),
      .Rows(Blocks),
      .Sets(ScratchSets),
      .CntWidth(CntWidth),
      .Ports(Ports)
  ) u_scratch_selector (
      .clk_i,
      .rst_ni,
      .age_i,
      .use_en_i(scratch_found_en_o & scratch_found_held_o & ~scratch_found_wait_o),
      .use_phys_i(scratch_found_phys_o),
      .take_en_i(scratch_take_en_o),
      .take_phys_i(scratch_phys),
      .take_row_i(op_row[BlockWidth-1:0]),
      .take_set_i(op_set[ScratchSetWidth-1:0]),
      .drop_en_i(gives(op[5:3], op_held[1])),
      .drop_phys_i(scratch_phys),
      .keep_en_i(keep_en[0]),
      .keep_row_i(keep_row[BlockWidth-1:0]),
      .victim_valid_o(victim_valid[0]),
      .victim_phys_o(scratch_victim_phys),
      .victim_row_o(scratch_victim_row),
      .victim_set_o(scratch_victim_set),
      .victim_taken_i(victim_taken[0])
  );

  assign scratch_take_en_o   = takes(op[5:3]);
  assign scratch_take_phys_o = scratch_phys;

  assign op_phys[PhysWidth +: PhysWidth] = PhysWidth'(scratch_phys);
  assign free_o[16 +: 16]                = 16'(scratch_free);
  assign swapped_o[16 +: 16]             = 16'(scratch_swapped);
  assign victim_phys[0 +: PhysWidth]     = PhysWidth'(scratch_victim_phys);
  assign victim_row[0 +: RowWidth]       = RowWidth'(scratch_victim_row);
  assign victim_set[0 +: SetWidth]       = SetWidth'(scratch_victim_set);

  ///////////////
  // Registers //
  ///////////////

  localparam int RegFreeWidth = $clog2(RegPhys + 1);
  localparam int RegSwapWidth = $clog2(Warps * RegSets + 1);

  logic [RegPhysWidth-1:0] reg_phys, reg_victim_phys, reg_next;
  logic [WarpWidth-1:0]    reg_victim_row;
  logic [RegSetWidth-1:0]  reg_victim_set;
  logic [RegFreeWidth-1:0] reg_free;
  logic [RegSwapWidth-1:0] reg_swapped;

  hd_mapping_table #(
      .Rows(Warps),
      .Sets(RegSets),
      .Phys(RegPhys),
      .Ports(Ports)
  ) u_regs (
      .clk_i,
      .rst_ni,
      .look_en_i(reg_look_en_i),
      .look_row_i(reg_look_row_i),
      .look_set_i(reg_look_set_i),
      .found_en_o(reg_found_en_o),
      .found_wait_o(reg_found_wait_o),
      .found_held_o(reg_found_held_o),
      .found_phys_o(reg_found_phys_o),
      .found_row_o(reg_found_row_o),
      .found_set_o(reg_found_set_o),
      .op_i(op[8:6]),
      .op_row_i(op_row[WarpWidth-1:0]),
      .op_set_i(op_set[RegSetWidth-1:0]),
      .op_held_o(op_held[2]),
      .op_phys_o(reg_phys),
      .lock_en_i(lock_en[2]),
      .lock_row_i(lock_row[WarpWidth-1:0]),
      .lock_set_i(lock_set[RegSetWidth-1:0]),
      .free_o(reg_free),
      .swapped_o(reg_swapped),
      .free_phys_o(reg_next)
  );

  // A set that moves is no miss: it is on its way already.
  logic [Ports-1:0] misses;

  assign misses  = reg_found_en_o & ~reg_found_held_o & ~reg_found_wait_o;
  assign miss_en = misses != '0;

  always @* begin
    miss_row = '0;
    miss_set = '0;
    for (int p = Ports - 1; p >= 0; p--)
      if (misses[p]) begin
        miss_row = reg_found_row_o[p*WarpWidth +: WarpWidth];
        miss_set = reg_found_set_o[p*RegSetWidth +: RegSetWidth];
      end
  end

  hd_spill_selector #(
      .Phys(RegPhys),
      .Columns(Columns),
      .Rows(Warps),
      .Sets(RegSets),
      .CntWidth(CntWidth),
      .Ports(Ports)
  ) u_reg_selector (
      .clk_i,
      .rst_ni,
      .age_i,
      .use_en_i(reg_found_en_o & reg_found_held_o & ~reg_found_wait_o),
      .use_phys_i(reg_found_phys_o),
      .take_en_i(takes(op[8:6])),
      .take_phys_i(reg_phys),
      .take_row_i(op_row[WarpWidth-1:0]),
      .take_set_i(op_set[RegSetWidth-1:0]),
      .drop_en_i(gives(op[8:6], op_held[2])),
      .drop_phys_i(reg_phys),
      .keep_en_i(keep_en[1]),
      .keep_row_i(keep_row[WarpWidth-1:0]),
      .victim_valid_o(victim_valid[1]),
      .victim_phys_o(reg_victim_phys),
      .victim_row_o(reg_victim_row),
      .victim_set_o(reg_victim_set),
      .victim_taken_i(victim_taken[1])
  );

  assign op_phys[2*PhysWidth +: PhysWidth]   = PhysWidth'(reg_phys);
  assign free_o[32 +: 16]                    = 16'(reg_free);
  assign free_phys                           = PhysWidth'(reg_next);
  assign swapped_o[32 +: 16]                 = 16'(reg_swapped);
  assign victim_phys[PhysWidth +: PhysWidth] = PhysWidth'(reg_victim_phys);
  assign victim_row[RowWidth +: RowWidth]    = RowWidth'(reg_victim_row);
  assign victim_set[SetWidth +: SetWidth]    = SetWidth'(reg_victim_set);

endmodule
