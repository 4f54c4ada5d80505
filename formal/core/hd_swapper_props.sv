// SPDX-License-Identifier: Apache-2.0
//
// Properties of the swapper (docs/blocks/swapper.md), for formal/prove.sh.
//
// Beside the design stands a ghost, from the ports alone: the task that was begun last, as it was
// asked for, how many accesses of it are over, and how many rows of shared memory were read for the
// next. One lane, `watch`, one restore register, `home`, and one word of a SIMT stack's row,
// `item`, are chosen by the solver, and the ghost keeps what they should hold: what is proven of
// them holds for all.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_swapper_props #(
    `HD_PARAMETERS,
    localparam int LaneWidth = Lanes > 1 ? $clog2(Lanes) : 1,
    localparam int ItemWidth = StackWords > 1 ? $clog2(StackWords) : 1
) (
    `HD_PORTS,
    // State: restore registers in use; the one that is written to the SIMT stack.
    input logic [Restores-1:0]     used,
    input logic [RestoreWidth-1:0] from
);

  // Sizes, worked out again. A row of registers, and a state, as a power of two of words.
  localparam int RegPlace = 1 << $clog2(Lanes);
  localparam int StatePlace = 1 << $clog2(StackWords);
  localparam int RowWords = RowBits / 32;
  localparam int SendRows = Lanes / RowWords;
  localparam int SendWords = SendRows * RowWords;
  localparam int SetSends = (256 + SendWords - 1) / SendWords;
  localparam int SharedBase = Base + Warps * 64 * RegPlace * 4;
  localparam int StateBase = SharedBase + Blocks * ScratchSets * 1024;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [LaneWidth-1:0] watch;
  (* anyconst *) logic [RestoreWidth-1:0] home;
  (* anyconst *) logic [ItemWidth-1:0] item;
  always @* assume (32'(watch) < Lanes && 32'(home) < Restores && 32'(item) < StackWords);

  // ------------------------------------------------------------------ what the neighbours promise

  // The unit's requests: of what there is; a set of shared memory is not loaded.
  logic req_fits;
  always @* begin
    case (req_kind_i)
      2'd0: req_fits = 32'(req_row_i) < Warps && 32'(req_phys_i) < Slots;
      2'd1: req_fits = 32'(req_row_i) < Blocks && 32'(req_set_i) < ScratchSets
                       && 32'(req_phys_i) < ScratchPhys;
      2'd2: req_fits = 32'(req_row_i) < Warps && 32'(req_set_i) < 64 / Banks
                       && 32'(req_phys_i) < RegPhys;
      default: req_fits = 1'b0;
    endcase
    if (req_load_i && req_kind_i == 2'd1) req_fits = 1'b0;
  end
  always @* if (on && req_valid_i) assume (req_fits);
  always @* if (on && job_valid_i) assume (32'(job_warp_i) < Warps);
  // A request that is not taken stays.
  logic waits;
  logic [RowWidth+SetWidth+PhysWidth+2:0] req, last_req;
  assign req = {req_load_i, req_kind_i, req_row_i, req_set_i, req_phys_i};
  always_ff @(posedge clk_i) begin
    waits <= rst_ni && req_valid_i && !req_ready_o;
    last_req <= req;
  end
  always @* if (on && waits) assume (req_valid_i && req == last_req);
  // A row of registers comes after it was accepted, one of shared memory in the cycle behind.
  logic row_due, ctx_due;
  always_ff @(posedge clk_i) begin
    row_due <= rst_ni && ((rd_valid_o && rd_ready_i) || (row_due && !row_valid_i));
    ctx_due <= rst_ni && ctx_valid_o && ctx_ready_i;
  end
  always @* if (on) assume ((!row_valid_i || row_due) && ctx_rsp_valid_i == ctx_due);

  // ------------------------------------------------------------------ ghost: the task

  localparam logic [2:0] Set = 3'd0, Shared = 3'd1, Out = 3'd2, In = 3'd3, Job = 3'd4;

  logic busy, after_job, may, begins;
  logic [2:0] task_now;
  logic from_memory; // the request is a load
  logic [8:0] step, steps; // up to 256, if a row of shared memory is a word
  logic [7:0] rows;
  logic [RowWidth-1:0] row;
  logic [SetWidth-1:0] set;
  logic [PhysWidth-1:0] phys;
  logic job_store;
  logic [ParkWidth-1:0] park;
  logic [1:0] operand;
  logic [WarpWidth-1:0] warp;
  logic [5:0] number;
  logic [Lanes-1:0] mask;
  logic [BankWidth-1:0] bank;
  logic [IndexWidth-1:0] index;

  assign may = req_valid_i && calm_i && (!req_load_i || used != {Restores{1'b1}});
  assign begins = !busy && may && !(job_valid_i && !after_job);

  // Accesses of the task.
  always @* begin
    case (task_now)
      Set: steps = 9'(Banks);
      Shared: steps = 9'(SetSends);
      Job: steps = 9'd1;
      default: steps = 9'(StackParts);
    endcase
  end

  // What is there for the next store: the row, or as many rows of shared memory as fill it.
  logic there, over, accepted;
  assign accepted = acc_valid_o && acc_ready_i;
  assign over = step == steps;

  always_ff @(posedge clk_i) begin
    if (row_valid_i || stack_rd_en_o) there <= 1'b1;
    if (ctx_rsp_valid_i) begin
      rows <= rows + 8'd1;
      there <= 32'(rows) + 1 == SendRows
               || (32'(step) * SendRows + 32'(rows) + 1) * RowWords == 256;
    end
    if (accepted) begin
      step <= step + 9'd1;
      rows <= '0;
      there <= 1'b0;
      if (task_now == Job) busy <= 1'b0;
    end
    if (req_ready_o) busy <= 1'b0;
    if (job_taken_o || begins) begin
      busy <= 1'b1;
      step <= '0;
      rows <= '0;
      there <= 1'b0;
    end
    if (job_taken_o) begin
      task_now <= Job;
      after_job <= 1'b1;
      {job_store, park, operand, warp, number, mask, bank, index} <=
          {job_store_i, job_park_i, job_operand_i, job_warp_i, job_reg_i, job_mask_i, job_bank_i,
           job_index_i};
    end else if (begins) begin
      task_now <= req_kind_i == 2'd2 ? Set : req_kind_i == 2'd1 ? Shared : req_load_i ? In : Out;
      after_job <= 1'b0;
      {from_memory, row, set, phys} <= {req_load_i, req_row_i, req_set_i, req_phys_i};
    end
    if (!rst_ni) begin
      busy <= 1'b0;
      after_job <= 1'b0;
    end
  end

  logic loads, set_loads;
  assign set_loads = task_now == Set && from_memory;
  assign loads = task_now == In || set_loads || (task_now == Job && !job_store);

  // ------------------------------------------------------------------ ghost: the watched lane

  logic [31:0] want_addr, want_data, watch_addr, watch_data;
  logic want_on, watch_on;
  always @* begin
    case (task_now)
      Job: want_addr = Base + ((32'(warp) * 64 + 32'(number)) * RegPlace + 32'(watch)) * 4;
      Set:
        want_addr = Base + ((32'(row) * 64 + 32'(set) * Banks + 32'(step)) * RegPlace
                            + 32'(watch)) * 4;
      Shared:
        want_addr = SharedBase + (32'(row) * ScratchSets + 32'(set)) * 1024
                    + (32'(step) * SendWords + 32'(watch)) * 4;
      default:
        want_addr = StateBase + (32'(row) * StatePlace + 32'(step) * Lanes + 32'(watch)) * 4;
    endcase
    case (task_now)
      Set: want_on = 1'b1;
      Shared: want_on = 32'(watch) < SendWords && 32'(step) * SendWords + 32'(watch) < 256;
      default: want_on = 32'(step) * Lanes + 32'(watch) < StackWords;
    endcase
    {watch_addr, watch_data} = '0;
    watch_on = 1'b0;
    for (int l = 0; l < Lanes; l++)
      if (32'(watch) == l) begin
        watch_addr = acc_addr_o[l*32+:32];
        watch_data = acc_data_o[l*32+:32];
        watch_on = acc_mask_o[l];
        if (task_now == Job) want_on = mask[l];
      end
  end

  // Its word of what is read.
  always_ff @(posedge clk_i) begin
    for (int l = 0; l < Lanes; l++)
      if (32'(watch) == l) begin
        if (row_valid_i) want_data <= row_data_i[l*32+:32];
        if (ctx_rsp_valid_i && 32'(rows) == l / RowWords)
          want_data <= ctx_rsp_data_i[(l%RowWords)*32+:32];
      end
    if (stack_rd_en_o) begin
      want_data <= '0;
      for (int i = 0; i < StackBits; i++)
        if (i / 32 == 32'(step) * Lanes + 32'(watch)) want_data[i%32] <= stack_rd_data_i[i];
    end
  end

  // ------------------------------------------------------------------ ghost: the restore register

  // The lowest that is free when a state, or a register set, is asked for.
  logic [RestoreWidth-1:0] lowest, into;
  always @* begin
    lowest = '0;
    for (int r = Restores - 1; r >= 0; r--) if (!used[r]) lowest = RestoreWidth'(r);
  end
  always_ff @(posedge clk_i) if (begins) into <= lowest;

  // It is taken, by this warp for this slot, or for a register set; loads under way, parts that are
  // not back; the word, if it ever came.
  logic taken, home_set, loads_one, gets, ends, came;
  logic [WarpWidth-1:0] home_warp;
  logic [SlotWidth-1:0] home_slot;
  logic [7:0] out, left;
  logic [31:0] word, word_out;

  assign loads_one = accepted && (task_now == In || set_loads) && into == home;
  assign gets = back_valid_i && back_restore_i == home;
  assign ends = back_end_i && back_end_restore_i == home;

  // Answers are of loads under way; those of a register set bring no words here.
  always @* if (on) assume ((!gets && !ends) || out != 8'd0);
  always @* if (on) assume (!gets || !home_set);
  always @* if (on) assume (!back_valid_i || 32'(back_part_i) < StackParts);

  always_ff @(posedge clk_i) begin
    out <= out + 8'(loads_one) - 8'(ends);
    left <= left - 8'(ends);
    for (int i = 0; i < StackWords; i++)
      if (32'(item) == i && gets && 32'(back_part_i) == i / Lanes && back_mask_i[i%Lanes]) begin
        word <= back_data_i[(i%Lanes)*32+:32];
        came <= 1'b1;
      end
    if (rsp_valid_o && from == home) taken <= 1'b0;
    if (begins && req_load_i && lowest == home) begin
      taken <= 1'b1;
      left <= req_kind_i == 2'd2 ? 8'(Banks) : 8'(StackParts);
      home_set <= req_kind_i == 2'd2;
      {home_warp, home_slot} <= {WarpWidth'(req_row_i), SlotWidth'(req_phys_i)};
    end
    if (!rst_ni) begin
      {taken, came} <= '0;
      {out, left} <= '0;
    end
  end

  // The word that is written; what is behind the row counts as it came.
  always @* begin
    word_out = word;
    for (int i = 0; i < StackBits; i++)
      if (i / 32 == 32'(item)) word_out[i%32] = stack_wr_data_o[i];
  end

  logic home_used;
  always @* begin
    home_used = 1'b0;
    for (int r = 0; r < Restores; r++) if (32'(home) == r) home_used = used[r];
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: a park's task is taken when nothing is done, but after one of those a request that may
    // begin goes first
    choice: assert (job_taken_o == (!busy && job_valid_i && !(after_job && may)));
    // P: rows of the register file are read for a set that goes, one a bank, and for a park's
    // result
    row_reads: assert (!rd_valid_o || (busy && !there && !over
        && ((task_now == Set && !from_memory && 32'(rd_bank_o) == 32'(step)
             && 32'(rd_index_o) == 32'(phys))
            || (task_now == Job && job_store && rd_bank_o == bank && rd_index_o == index))));
    // P: of shared memory the set's rows are read, one after the other, up to its end
    ctx_reads: assert (!ctx_valid_o || (busy && !there && task_now == Shared
        && 32'(ctx_row_o) == 32'(phys) * (256 / RowWords) + 32'(step) * SendRows + 32'(rows)
        && 32'(rows) < SendRows && 32'(step) * SendRows + 32'(rows) < 256 / RowWords));
    // P: of SIMT stacks the row of the slot that goes
    stack_reads: assert (!stack_rd_en_o || (busy && !there && task_now == Out
                                            && 32'(stack_rd_slot_o) == 32'(phys)));
    // P: as long as a task is not done something is asked for, on its way, or offered
    goes_on: assert (!busy || rd_valid_o || row_due || ctx_valid_o || ctx_due || stack_rd_en_o
                     || acc_valid_o || req_ready_o);
    // P: an access is offered as soon as all is there that it stores
    offers: assert (acc_valid_o == (busy && !over && (loads || there)));
    // P: a request is taken in the cycle behind its last access, and then alone
    done: assert (req_ready_o == (busy && over && task_now != Job));
    // P: an access says what it is for, and whether it is a load
    what_for: assert (!acc_valid_o || (acc_load_o == loads
        && acc_what_o == (task_now == Job ? (job_store ? 3'd2 : 3'd1) :
                          task_now == In ? 3'd3 : set_loads ? 3'd4 : 3'd0)));
    // P: an access has the lanes of the park's instruction, or those for which a row has words
    lanes: assert (!acc_valid_o || watch_on == want_on);
    // P: an access goes to the address that the page says
    where: assert (!acc_valid_o || !watch_on || watch_addr == want_addr);
    // P: a store's words are what was read
    stores_read: assert (!acc_valid_o || loads || !watch_on || watch_data == want_data);
    // P: a park's access says which park, and which row
    whose_park: assert (!acc_valid_o || task_now != Job || {acc_park_o, acc_operand_o, acc_bank_o,
        acc_index_o} == {park, operand, bank, index});
    // P: of a state's load which restore register it is for, and which part it is
    whose_state: assert (!acc_valid_o || task_now != In
        || (acc_restore_o == into && 32'(acc_part_o) == 32'(step)));
    // P: a load of a register set goes to the row of its physical set, bank after bank, and says
    // which restore register counts it
    whose_set: assert (!acc_valid_o || !set_loads || (acc_restore_o == into
        && 32'(acc_bank_o) == 32'(step) && 32'(acc_index_o) == 32'(phys)));
    // P: a restore register is in use from the begin of a load on until it is written
    in_use: assert (home_used == taken);
    // P: when all parts are back the unit is told the warp, and a state is written to the slot of
    // its warp, a register set nowhere
    whole: assert ((rsp_valid_o || !stack_wr_en_o) && (!rsp_valid_o || from != home
        || (taken && left == '0 && rsp_warp_o == home_warp && stack_wr_en_o == !home_set
            && (home_set || stack_wr_slot_o == home_slot))));
    // P: the words of a state that is written are what came
    brings_back: assert (!stack_wr_en_o || from != home || !came || word_out == word);
    // P: a state that is whole is written, in the cycle behind its last end
    whole_goes: assert (!(taken && left == '0) || (rsp_valid_o && from == home));
    // P: the swapper says when it is at work
    tells_swap: assert (swapping_o == busy);
    // P: after a reset nothing is done, and no state is awaited
    reset_empties: assert (!was_reset || (!swapping_o && !acc_valid_o && !rsp_valid_o
                                          && !rd_valid_o && !ctx_valid_o && !home_used));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_set: cover (req_ready_o && task_now == Set && !from_memory);
    c_set_loads: cover (req_ready_o && set_loads);
    c_set_back: cover (rsp_valid_o && from == home && home_set);
    c_state_beside: cover (rsp_valid_o && from == home && !home_set && set_loads);
    c_out: cover (req_ready_o && task_now == Out);
    c_in_back: cover (rsp_valid_o && from == home && home != '0);
    c_shared_store: cover (accepted && task_now == Shared);
    c_result: cover (accepted && task_now == Job && job_store);
    c_operand: cover (accepted && task_now == Job && !job_store);
    c_request_first: cover (begins && job_valid_i);
    c_no_restore: cover (!busy && req_valid_i && req_load_i && calm_i && !may);
    c_beside: cover (taken && left == '0 && accepted && task_now != In);
  end
endmodule

// What follows goes to the end of the module hd_swapper itself, in the copy that is proven.
`ifdef HD_INSIDE
  hd_swapper_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .used(restore_q), .from(restored_from)
  );
`endif
