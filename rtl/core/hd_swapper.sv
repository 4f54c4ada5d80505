// SPDX-License-Identifier: Apache-2.0
//
// Swapper: moves data to swap space and back through load/store, one item at a time: register sets,
// sets of shared memory, states of warps, operands and results of parked instructions.
//
// Behaviour
// - A task is steps, each of one access. The words of a store are read into a row first, from the
//   register file, from shared memory, or from the SIMT stacks. A register set takes a step a bank;
//   an operand, or a result, takes one step. Of shared memory as many rows are read as fill a
//   store; of a state a part that fills one.
// - A register set comes back in a load a bank, to the row of its physical set. Its words go there
//   without the swapper, which counts the loads in a restore register, and tells the unit.
// - A state that comes back is gathered in a restore register, in any order. When all of it is
//   there it is written to the SIMT stack, and the unit is told. Meanwhile other things are done.
// - Swap space: registers by {warp, register, lane}; behind these the sets of shared memory, block
//   after block; behind these the states. A row of registers, and a state, begin at a multiple of a
//   power of two words.
//
// Corner cases
// - A park's task goes before a request; after a park's task a request that may begin goes first.
// - A request may begin when the set or state that it moves is at rest, and a load when a restore
//   register is free. It is taken in the cycle behind its last access; a park's task is taken when
//   it begins.
// - The last store of a set of shared memory may have fewer lanes, and so may a state's last store.
// - One load ends in a cycle, so at most one state or set becomes whole: a state is written at
//   once, and the unit is told at once.
//
// Vijaykumar et al., Zorua, MICRO 2016, and the extended text: sections 5.5, 5.6.

module hd_swapper #(
    // Warp slots.
    parameter int Slots       = 48,
    // Threads of a warp: words of an access. Flip-flops, and an adder, each.
    parameter int Lanes       = 32,
    // Banks of the register file; rows of a bank that hold sets; parks, whose rows lie behind.
    parameter int Banks       = 4,
    parameter int RegPhys     = 240,
    parameter int Parks       = 8,
    // Warps and blocks that own the swapped sets.
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
    // Restore registers: warps whose state, or register set, is on its way. Flip-flops for a row
    // each.
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
    // 1: load, 0: store; no set of shared memory is loaded. Resource; the set's owner and number;
    // the physical set, or the slot.
    input  logic                    req_load_i,
    input  logic [1:0]              req_kind_i,
    input  logic [RowWidth-1:0]     req_row_i,
    input  logic [SetWidth-1:0]     req_set_i,
    input  logic [PhysWidth-1:0]    req_phys_i,
    // The set or state that moves is at rest. Not looked at any more once the request has begun.
    input  logic                    calm_i,
    // It is done. State only.
    output logic                    req_ready_o,
    // The state, or the register set, of this warp is back. State only.
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
    // Purpose: 0 store of a request, 1 an operand for a park, 2 a park's result, 3 state of a warp
    // that comes back, 4 register set that comes back. It is a load.
    output logic [2:0]              acc_what_o,
    output logic                    acc_load_o,
    // Lanes, addresses, the words to be stored.
    output logic [Lanes-1:0]        acc_mask_o,
    output logic [Lanes*32-1:0]     acc_addr_o,
    output logic [Lanes*32-1:0]     acc_data_o,
    // Of a park's: which, operand. Of a park's, and of a set that comes back: row.
    output logic [ParkWidth-1:0]    acc_park_o,
    output logic [1:0]              acc_operand_o,
    output logic [BankWidth-1:0]    acc_bank_o,
    output logic [IndexWidth-1:0]   acc_index_o,
    // Of a state or a set that comes back: restore register. Of a state: which of its loads.
    output logic [RestoreWidth-1:0] acc_restore_o,
    output logic [PartWidth-1:0]    acc_part_o,
    // It is taken.
    input  logic                    acc_ready_i,

    // What comes back: some words of a state are there; a load of a state, or of a set, has ended
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

`ifndef SYNTHESIS
  initial begin
    if (Slots < 2 || Slots > 64) $fatal(1, "hd_swapper: Slots must be 2 to 64");
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_swapper: Lanes must be 1 to 64");
    if (Banks != 1 && Banks != 2 && Banks != 4 && Banks != 8)
      $fatal(1, "hd_swapper: Banks must be 1, 2, 4 or 8");
    if (RegPhys < 2 || RegPhys > 4096) $fatal(1, "hd_swapper: RegPhys must be 2 to 4096");
    if (Parks < 1 || Parks > 16) $fatal(1, "hd_swapper: Parks must be 1 to 16");
    if (Warps < 2 || Warps > 64) $fatal(1, "hd_swapper: Warps must be 2 to 64");
    if (Blocks < 2 || Blocks > 16) $fatal(1, "hd_swapper: Blocks must be 2 to 16");
    if (ScratchSets < 1 || ScratchSets > 64)
      $fatal(1, "hd_swapper: ScratchSets must be 1 to 64");
    if (ScratchPhys < 2 || ScratchPhys > 1024)
      $fatal(1, "hd_swapper: ScratchPhys must be 2 to 1024");
    if (ScratchSets > ScratchPhys)
      $fatal(1, "hd_swapper: ScratchSets must be at most ScratchPhys");
    if (RowBits < 32 || RowBits > 32 * Lanes || RowBits != 1 << $clog2(RowBits))
      $fatal(1, "hd_swapper: RowBits must be a power of two, 32 to 32 * Lanes");
    if (Rows < ScratchPhys * (8192 / RowBits))
      $fatal(1, "hd_swapper: Rows must hold ScratchPhys sets");
    if (StackBits < 1 || StackBits > 3424) $fatal(1, "hd_swapper: StackBits must be 1 to 3424");
    if (Restores < 1 || Restores > 8) $fatal(1, "hd_swapper: Restores must be 1 to 8");
  end
`endif

  localparam int LaneWidth = $clog2(Lanes);
  // Loads of a state, or of a register set.
  localparam int MostLoads  = StackParts > Banks ? StackParts : Banks;
  localparam int LoadsWidth = $clog2(MostLoads + 1);

  // Shared memory: words of a row; rows of a set, and of a store; stores of a set.
  localparam int RowWords  = RowBits / 32;
  localparam int SetRows   = 256 / RowWords;
  localparam int SendRows  = Lanes / RowWords;
  localparam int SetSends  = (SetRows + SendRows - 1) / SendRows;
  localparam int ReadWidth = $clog2(SendRows + 1);

  // Steps of a task at most.
  localparam int MoreSteps = SetSends > StackParts ? SetSends : StackParts;
  localparam int MaxSteps  = MoreSteps > Banks ? MoreSteps : Banks;
  localparam int StepWidth = MaxSteps > 1 ? $clog2(MaxSteps) : 1;

  // Swap space. A row of registers, and a state, are so many bytes, as a power of two.
  localparam int          RegShift   = LaneWidth + 2;
  localparam int          StateShift = $clog2(StackWords) + 2;
  localparam logic [31:0] SharedBase = Base + 32'(Warps * 64 << RegShift);
  localparam logic [31:0] StateBase  = SharedBase + 32'(Blocks * ScratchSets * 1024);

  // Resources, as at the unit.
  localparam logic [1:0] Thread  = 2'd0;
  localparam logic [1:0] Scratch = 2'd1;

  // Tasks: a register set, to memory or from it, a set of shared memory, a state to memory, a state
  // from memory, a park's task.
  localparam logic [2:0] Set    = 3'd0;
  localparam logic [2:0] Shared = 3'd1;
  localparam logic [2:0] Out    = 3'd2;
  localparam logic [2:0] In     = 3'd3;
  localparam logic [2:0] Job    = 3'd4;

  // How far: nothing is done; a row is wanted; it is on its way; an access is offered; all is done,
  // and the request is taken.
  localparam logic [2:0] Rests = 3'd0;
  localparam logic [2:0] Reads = 3'd1;
  localparam logic [2:0] Waits = 3'd2;
  localparam logic [2:0] Sends = 3'd3;
  localparam logic [2:0] Done  = 3'd4;

  // What an access is for.
  localparam logic [2:0] Store   = 3'd0;
  localparam logic [2:0] Operand = 3'd1;
  localparam logic [2:0] Result  = 3'd2;
  localparam logic [2:0] State   = 3'd3;
  localparam logic [2:0] Returns = 3'd4; // a register set

  ///////////
  // State //
  ///////////

  logic [2:0]            doing_q, doing_d, task_q;
  // Accesses that are over; rows of shared memory that are read for the access to come.
  logic [StepWidth-1:0]  step_q, step_d;
  logic [ReadWidth-1:0]  read_q, read_d;
  // The request: it is a load; the set's owner and number, the physical set or the slot.
  logic                  load_q;
  logic [RowWidth-1:0]   row_q;
  logic [SetWidth-1:0]   set_q;
  logic [PhysWidth-1:0]  phys_q;
  // The last task was a park's.
  logic                  job_last_q;
  // The park's task.
  logic                  job_store_q;
  logic [ParkWidth-1:0]  job_park_q;
  logic [1:0]            job_operand_q;
  logic [WarpWidth-1:0]  job_warp_q;
  logic [5:0]            job_reg_q;
  logic [Lanes-1:0]      job_mask_q;
  logic [BankWidth-1:0]  job_bank_q;
  logic [IndexWidth-1:0] job_index_q;
  // The words of lane l that are stored next.
  (* mem2reg *) // flip-flops
  logic [31:0]           data_q [Lanes];

  // The restore register of the state, or set, that is asked for. Restore registers in use;
  // meaningful while in use: it is of a register set; warp, number of loads that have not ended; of
  // a state slot, and the words that are back.
  logic [RestoreWidth-1:0] into_q;
  logic [Restores-1:0]     restore_q, restore_of_set_q;
  (* mem2reg *) // flip-flops, as all that follow
  logic [WarpWidth-1:0]    restore_warp_q [Restores];
  (* mem2reg *)
  logic [SlotWidth-1:0]    restore_slot_q [Restores];
  (* mem2reg *)
  logic [LoadsWidth-1:0]   restore_left_q [Restores];
  (* mem2reg *)
  logic [31:0]             restore_data_q [Restores*StackWords];

  assign swapping_o = doing_q != Rests;

  ///////////////////
  // The next task //
  ///////////////////

  // A park's task; but behind a park's task a request, if it may begin.
  logic                    may_begin, begins, restore_free;
  logic [RestoreWidth-1:0] restore_next;

  hd_lowest #(
      .Width(Restores)
  ) u_free (
      .mask_i (~restore_q),
      .valid_o(restore_free),
      .index_o(restore_next)
  );

  assign may_begin   = req_valid_i && calm_i && (!req_load_i || restore_free);
  assign job_taken_o = doing_q == Rests && job_valid_i && !(job_last_q && may_begin);
  assign begins      = doing_q == Rests && may_begin && !job_taken_o;

  logic [2:0] task_next; // of the request

  always @* begin
    case (req_kind_i)
      Thread:  task_next = req_load_i ? In : Out;
      Scratch: task_next = Shared;
      default: task_next = Set;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni)          job_last_q <= 1'b0;
    else if (job_taken_o) job_last_q <= 1'b1;
    else if (begins)      job_last_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (job_taken_o) begin
      task_q        <= Job;
      job_store_q   <= job_store_i;
      job_park_q    <= job_park_i;
      job_operand_q <= job_operand_i;
      job_warp_q    <= job_warp_i;
      job_reg_q     <= job_reg_i;
      job_mask_q    <= job_mask_i;
      job_bank_q    <= job_bank_i;
      job_index_q   <= job_index_i;
    end else if (begins) begin
      task_q <= task_next;
      load_q <= req_load_i;
      row_q  <= req_row_i;
      set_q  <= req_set_i;
      phys_q <= req_phys_i;
      into_q <= restore_next;
    end
  end

  /////////////////////
  // Step after step //
  /////////////////////

  logic last_step; // of the task
  logic last_row;  // of shared memory, for this store
  logic set_load;  // the register set comes back

  assign set_load = task_q == Set && load_q;

  always @* begin
    case (task_q)
      Set:     last_step = 32'(step_q) == Banks - 1;
      Shared:  last_step = 32'(step_q) == SetSends - 1;
      Job:     last_step = 1'b1;
      default: last_step = 32'(step_q) == StackParts - 1;
    endcase
  end

  // The place of the row in the set.
  logic [31:0] set_row;
  assign set_row  = 32'(step_q) * SendRows + 32'(read_q);
  assign last_row = 32'(read_q) == SendRows - 1 || set_row == SetRows - 1;

  always @* begin
    doing_d = doing_q;
    step_d  = step_q;
    read_d  = read_q;
    case (doing_q)
      Rests: begin
        step_d = '0;
        read_d = '0;
        if (job_taken_o) doing_d = job_store_i ? Reads : Sends;
        else if (begins) doing_d = req_load_i ? Sends : Reads;
      end
      Reads:
        case (task_q)
          Shared:  if (ctx_ready_i) doing_d = Waits;
          Out:     doing_d = Sends;
          default: if (rd_ready_i) doing_d = Waits;
        endcase
      Waits:
        if (task_q != Shared) begin
          if (row_valid_i) doing_d = Sends;
        end else if (ctx_rsp_valid_i) begin
          read_d  = read_q + ReadWidth'(1);
          doing_d = last_row ? Sends : Reads;
        end
      Sends:
        if (acc_ready_i) begin
          step_d = step_q + StepWidth'(1);
          read_d = '0;
          if (last_step)                      doing_d = task_q == Job ? Rests : Done;
          else if (task_q != In && !set_load) doing_d = Reads;
        end
      default: doing_d = Rests;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) doing_q <= Rests;
    else         doing_q <= doing_d;
  end

  always_ff @(posedge clk_i) begin
    step_q <= step_d;
    read_q <= read_d;
  end

  assign req_ready_o = doing_q == Done;

  ////////////////////
  // What is stored //
  ////////////////////

  assign rd_valid_o = doing_q == Reads && (task_q == Set || task_q == Job);
  assign rd_bank_o  = task_q == Job ? job_bank_q : BankWidth'(step_q);
  assign rd_index_o = task_q == Job ? job_index_q : IndexWidth'(phys_q);

  assign ctx_valid_o = doing_q == Reads && task_q == Shared;
  assign ctx_row_o   = PlaceWidth'(32'(phys_q) * SetRows + set_row);

  assign stack_rd_en_o   = doing_q == Reads && task_q == Out;
  assign stack_rd_slot_o = SlotWidth'(phys_q);

  // The part of the stack's row that this step is for; zeros behind the row.
  logic [StackParts*Lanes*32-1:0] stack_row;
  logic [Lanes*32-1:0]            part;

  assign stack_row = (StackParts*Lanes*32)'(stack_rd_data_i);
  assign part      = stack_row[32'(PartWidth'(step_q))*Lanes*32 +: Lanes*32];

  for (genvar l = 0; l < Lanes; l++) begin : gen_data
    // Which of a store's rows of shared memory it is in, and where.
    localparam int Row  = l / RowWords;
    localparam int Word = l % RowWords;

    always_ff @(posedge clk_i) begin
      if (stack_rd_en_o)
        data_q[l] <= part[l*32 +: 32];
      else if (doing_q == Waits && task_q != Shared && row_valid_i)
        data_q[l] <= row_data_i[l*32 +: 32];
      else if (doing_q == Waits && ctx_rsp_valid_i && 32'(read_q) == Row)
        data_q[l] <= ctx_rsp_data_i[Word*32 +: 32];
    end
    assign acc_data_o[l*32 +: 32] = data_q[l];
  end

  ////////////
  // Access //
  ////////////

  assign acc_valid_o   = doing_q == Sends;
  assign acc_load_o    = task_q == In || set_load || (task_q == Job && !job_store_q);
  assign acc_park_o    = job_park_q;
  assign acc_operand_o = job_operand_q;
  assign acc_bank_o    = rd_bank_o; // a set's row is one, whether it is read or written
  assign acc_index_o   = rd_index_o;
  assign acc_restore_o = into_q;
  assign acc_part_o    = PartWidth'(step_q);

  always @* begin
    case (task_q)
      Job:     acc_what_o = job_store_q ? Result : Operand;
      In:      acc_what_o = State;
      Set:     acc_what_o = load_q ? Returns : Store;
      default: acc_what_o = Store;
    endcase
  end

  // Where the set's, or state's, or register's first word is; the first word of this step.
  logic [31:0] place, word, start;

  always @* begin
    case (task_q)
      Job:     place = Base + ((32'(job_warp_q) * 64 + 32'(job_reg_q)) << RegShift);
      Set:     place = Base + ((32'(row_q) * 64 + 32'(set_q) * Banks + 32'(step_q)) << RegShift);
      Shared:  place = SharedBase + ((32'(row_q) * ScratchSets + 32'(set_q)) << 10);
      default: place = StateBase + (32'(row_q) << StateShift);
    endcase
  end

  always @* begin
    case (task_q)
      Job, Set: word = '0;
      Shared:   word = 32'(step_q) * (SendRows * RowWords);
      default:  word = 32'(step_q) * Lanes;
    endcase
  end

  assign start = place + (word << 2);

  for (genvar l = 0; l < Lanes; l++) begin : gen_acc
    assign acc_addr_o[l*32 +: 32] = start + 32'(4 * l);

    always @* begin
      case (task_q)
        Job:     acc_mask_o[l] = job_mask_q[l];
        Set:     acc_mask_o[l] = 1'b1;
        Shared:  acc_mask_o[l] = l / RowWords < 32'(read_q);
        default: acc_mask_o[l] = word + l < StackWords;
      endcase
    end
  end

  /////////////////////
  // What comes back //
  /////////////////////

  // All of this state, or set, is there: the unit is told in this cycle, and a state is written.
  logic                    restored;
  logic [RestoreWidth-1:0] restored_from;
  logic [Restores-1:0]     whole;
  logic [Restores*StackWords*32-1:0] words;

  hd_lowest #(
      .Width(Restores)
  ) u_restored (
      .mask_i (whole),
      .valid_o(restored),
      .index_o(restored_from)
  );

  for (genvar r = 0; r < Restores; r++) begin : gen_restore
    logic takes, gets, ends; // a warp; words; all of a load

    assign takes = begins && req_load_i && restore_next == RestoreWidth'(r);
    assign gets  = back_valid_i && back_restore_i == RestoreWidth'(r);
    assign ends  = back_end_i && back_end_restore_i == RestoreWidth'(r);

    assign whole[r] = restore_q[r] && restore_left_q[r] == '0;

    always_ff @(posedge clk_i) begin
      if (!rst_ni)                                            restore_q[r] <= 1'b0;
      else if (takes)                                         restore_q[r] <= 1'b1;
      else if (restored && restored_from == RestoreWidth'(r)) restore_q[r] <= 1'b0;
    end

    always_ff @(posedge clk_i) begin
      if (takes) begin
        restore_warp_q[r] <= WarpWidth'(req_row_i);
        restore_slot_q[r] <= SlotWidth'(req_phys_i);
        restore_left_q[r] <= task_next == Set ? LoadsWidth'(Banks) : LoadsWidth'(StackParts);
        restore_of_set_q[r] <= task_next == Set;
      end else if (ends) begin
        restore_left_q[r] <= restore_left_q[r] - LoadsWidth'(1);
      end
    end

    for (genvar i = 0; i < StackWords; i++) begin : gen_word
      // Which of the loads brings it, and in which lane.
      localparam int Part = i / Lanes;
      localparam int Lane = i % Lanes;

      always_ff @(posedge clk_i) begin
        if (gets && back_part_i == PartWidth'(Part) && back_mask_i[Lane])
          restore_data_q[r*StackWords + i] <= back_data_i[Lane*32 +: 32];
      end
      assign words[(r*StackWords + i)*32 +: 32] = restore_data_q[r*StackWords + i];
    end
  end

  logic unused_back; // of the last load, the lanes behind a state
  assign unused_back = &{1'b0, back_mask_i, back_data_i};

  assign stack_wr_en_o   = restored && !restore_of_set_q[restored_from];
  assign stack_wr_slot_o = restore_slot_q[restored_from];
  assign stack_wr_data_o = words[32'(restored_from)*StackWords*32 +: StackBits];
  assign rsp_valid_o     = restored;
  assign rsp_warp_o      = restore_warp_q[restored_from];

endmodule
