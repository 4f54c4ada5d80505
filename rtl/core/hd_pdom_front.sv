// SPDX-License-Identifier: Apache-2.0
//
// PDOM front end: the front of a core with static warps. It fetches for them, keeps their places in
// SIMT stacks, and hands instructions that can run to the pipes. The blocks behind its ports need
// not know that it is not the front end of dynamic warp formation.
//
// Behaviour
// - A warp runs if the residency lets it (ready_i) and its stack has a top. It is fetched for at
//   its top's address and the words behind; what comes back is decoded, its registers are looked
//   for in the register file, and it waits in the instruction buffer until it can issue.
// - Instructions after which another one than the next may come, and CSR instructions, are stops:
//   they tell what they did by a resolve, which moves the stack. All others move it as they issue.
// - Memory accesses under way are counted for each slot: fences and exits wait for them.
//
// Corner cases
// - A resolve has its port's way into the stack alone: nothing issues there in that cycle, be it
//   done or not.
// - Threads meet behind an instruction that is no stop otherwise: it is one in the buffer, so that
//   nothing is fetched before the stack has moved, and it goes on as soon as it is taken.
// - A warp's end waits while a resolve of its port has an event.
//
// No combinational loop: the issue is known from state, ready_i and res_valid_i. Whether the pipe
// takes it decides only the writes into the stack, and of the outputs only set_en_o and why_o.
//
// Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: section IV.A, Figure 3. Fung, Sham,
// Yuan, Aamodt, Dynamic Warp Formation, TACO 6(2), 2009: sections 2.3, 3.2.

module hd_pdom_front #(
    // Warp slots; slot s is of port s modulo Ports. Everything grows in proportion.
    parameter int Slots      = 48,
    // Threads of a warp.
    parameter int Lanes      = 32,
    // Warp schedulers and pipes: a scheduler, a way into the stack, a look-up each.
    parameter int Ports      = 2,
    // Which warp issues: 0 loose round robin, 1 greedy then oldest, 2 two-level.
    parameter int Policy     = 0,
    // Policy 2: warps of a fetch group.
    parameter int Group      = 8,
    // Instructions of a slot in the instruction buffer: memory.
    parameter int Entries    = 2,
    // Bits of a frame: calls within each other.
    parameter int FrameWidth = 6,
    // SIMT stack entries of a warp on chip, and in all.
    parameter int Depth      = 4,
    parameter int Levels     = 64,
    // Memory accesses of a warp under way at most: of the counter of each slot.
    parameter int Accesses   = 32,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int LevelWidth = $clog2(Levels + 1),
    localparam int EntryWidth = Lanes + 2 * (32 + FrameWidth),
    localparam int RowWidth   = Depth * EntryWidth + 2 * LevelWidth + Lanes
) (
    // Clock; synchronous reset, active low.
    input  logic                       clk_i,
    input  logic                       rst_ni,

    // Residency; port p is [p*W +: W]
    // A warp begins on this slot, at this address, with these threads.
    input  logic                       begin_en_i,
    input  logic [SlotWidth-1:0]       begin_slot_i,
    input  logic [31:0]                begin_pc_i,
    input  logic [Lanes-1:0]           begin_mask_i,
    // It is taken: always.
    output logic                       begin_ready_o,
    // The warps on these slots may run.
    input  logic [Slots-1:0]           ready_i,
    // The warps on these slots leave: the words fetched for them are gone, and their accesses under
    // way are not counted any more.
    input  logic [Slots-1:0]           leave_i,
    // Events, always taken: 1 at a barrier, 2 a phase begins, 3 the warp has ended.
    output logic [Ports-1:0]           ev_valid_o,
    output logic [Ports*2-1:0]         ev_kind_o,
    output logic [Ports*SlotWidth-1:0] ev_slot_o,
    // Kind 2: the specifier, the instruction's word.
    output logic [Ports*32-1:0]        ev_word_o,

    // Code
    // In which register of the file register r of the language lies: [r*6 +: 6].
    input  logic [64*6-1:0]            rows_i,
    // Wanted for this slot: the word at this address. Depends on ready_i.
    output logic                       fetch_valid_o,
    input  logic                       fetch_ready_i,
    output logic [SlotWidth-1:0]       fetch_slot_o,
    output logic [31:0]                fetch_pc_o,
    // The word.
    input  logic                       rsp_valid_i,
    input  logic [SlotWidth-1:0]       rsp_slot_i,
    input  logic [31:0]                rsp_word_i,
    // Branch, call: where its threads meet again, else 0. The next word is such an address.
    input  logic [31:0]                rsp_meet_i,
    input  logic                       rsp_meets_i,

    // Scoreboard; port p is [p*W +: W]
    // Registers of the file that this slot's warp will still have written. Slots: state only.
    output logic [Ports*SlotWidth-1:0] query_slot_o,
    input  logic [Ports*64-1:0]        query_busy_i,
    // An instruction that writes this register issues.
    output logic [Ports-1:0]           set_en_o,
    output logic [Ports*SlotWidth-1:0] set_slot_o,
    output logic [Ports*6-1:0]         set_reg_o,
    // The check of this cycle: its slot (state only); it passes; it does not, and an access of the
    // slot is under way. The last two depend on query_busy_i, and are meaningful while look_en_o.
    output logic [Ports-1:0]           look_en_o,
    output logic [Ports*SlotWidth-1:0] look_slot_o,
    output logic [Ports-1:0]           look_pass_o,
    output logic [Ports-1:0]           look_memory_o,
    // The stack of this slot has a top on chip that can run. State only.
    output logic [Slots-1:0]           stands_o,
    // The stack does nothing by itself; a memory access of this slot is under way. State only.
    output logic [Slots-1:0]           at_rest_o,
    output logic [Slots-1:0]           with_access_o,

    // Issue; port p is [p*W +: W]
    // An instruction; the pipe takes it. Depends on ready_i and res_valid_i, as all that is below.
    output logic [Ports-1:0]           issue_valid_o,
    input  logic [Ports-1:0]           issue_ready_i,
    // The instruction's slot, address, word, threads; the address at which the threads meet again.
    output logic [Ports*SlotWidth-1:0] issue_slot_o,
    output logic [Ports*32-1:0]        issue_pc_o,
    output logic [Ports*32-1:0]        issue_word_o,
    output logic [Ports*Lanes-1:0]     issue_mask_o,
    output logic [Ports*32-1:0]        issue_meet_o,
    // From decode: the unit that runs it, what it does to the warp's place.
    output logic [Ports*3-1:0]         issue_unit_o,
    output logic [Ports*3-1:0]         issue_flow_o,
    // Which registers it names, and where they are in the file: rs1 lowest, rs2, rs3, rd.
    output logic [Ports*4-1:0]         issue_use_o,
    output logic [Ports*24-1:0]        issue_reg_o,

    // Resolve; port p is [p*W +: W]
    // What an instruction whose flow is not 0, or that is of unit 3, did.
    input  logic [Ports-1:0]           res_valid_i,
    // Done. Depends on state and res_*_i; meaningful while res_valid_i.
    output logic [Ports-1:0]           res_ready_o,
    // As issued.
    input  logic [Ports*SlotWidth-1:0] res_slot_i,
    input  logic [Ports*3-1:0]         res_flow_i,
    input  logic [Ports*32-1:0]        res_pc_i,
    input  logic [Ports*32-1:0]        res_word_i,
    input  logic [Ports*32-1:0]        res_meet_i,
    // Threads of the instruction (not looked at: the stack knows them), and its threads that go
    // where the lane says.
    input  logic [Ports*Lanes-1:0]     res_mask_i,
    input  logic [Ports*Lanes-1:0]     res_taken_i,
    // The target of each lane: the target of the lowest-numbered thread that goes there counts.
    input  logic [Ports*Lanes*32-1:0]  res_addr_i,

    // Ends
    // Registers of the warps on these slots are written in this cycle.
    input  logic [Slots-1:0]           wb_i,
    // A memory access of this slot is done; taken: always.
    input  logic                       end_valid_i,
    input  logic [SlotWidth-1:0]       end_slot_i,
    output logic                       end_ready_o,
    // Threads and address of the access: not looked at.
    input  logic [Lanes-1:0]           end_mask_i,
    input  logic [31:0]                end_pc_i,

    // Deeper stack entries, as at the SIMT stack
    output logic                       spill_valid_o,
    input  logic                       spill_ready_i,
    output logic                       spill_load_o,
    output logic [SlotWidth-1:0]       spill_slot_o,
    output logic [LevelWidth-1:0]      spill_level_o,
    output logic [EntryWidth-1:0]      spill_data_o,
    input  logic                       fill_valid_i,
    input  logic [SlotWidth-1:0]       fill_slot_i,
    input  logic [EntryWidth-1:0]      fill_data_i,

    // Contexts, as at the SIMT stack
    input  logic [SlotWidth-1:0]       row_rd_slot_i,
    output logic [RowWidth-1:0]        row_rd_data_o,
    input  logic                       row_wr_en_i,
    input  logic [SlotWidth-1:0]       row_wr_slot_i,
    input  logic [RowWidth-1:0]        row_wr_data_i,

    // Status; port p is [p*W +: W]
    // The first that holds: 0 issues, 1 the pipe is busy, 5 a resolve has the stack's port, 2 all
    // wait for registers or accesses, 3 nothing is fetched yet, 4 none runs. Depends on
    // issue_ready_i and on what issue depends on.
    output logic [Ports*3-1:0]         why_o
);

`ifndef SYNTHESIS
  initial begin
    if (Ports < 1 || Ports > 3) $fatal(1, "hd_pdom_front: Ports must be 1 to 3");
    if (Slots > 64 || Slots < 2 * Ports || Slots % Ports != 0)
      $fatal(1, "hd_pdom_front: Slots must be a multiple of Ports, 2 Ports to 64");
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_pdom_front: Lanes must be 1 to 64");
    if (Accesses < 1 || Accesses > 255) $fatal(1, "hd_pdom_front: Accesses must be 1 to 255");
  end
`endif

  // Slots of a port: its i-th one is slot i * Ports + p.
  localparam int Own         = Slots / Ports;
  localparam int OwnWidth    = $clog2(Own);
  localparam int CountWidth  = $clog2(Entries + 1);
  localparam int LaneWidth   = Lanes > 1 ? $clog2(Lanes) : 1;
  localparam int AccessWidth = $clog2(Accesses + 1);

  // An instruction in the buffer: {registers, uses, meets, fence, flow, unit, meet, word}.
  localparam int HeldWidth = 24 + 4 + 1 + 1 + 3 + 3 + 32 + 32;

  // Units and flows of decode that make a difference here. Flows 1 to 4 are the stack's operations.
  localparam logic [2:0] Memory  = 3'd2;
  localparam logic [2:0] Status  = 3'd3;
  localparam logic [2:0] Next    = 3'd0;
  localparam logic [2:0] Call    = 3'd2;
  localparam logic [2:0] Return  = 3'd3;
  localparam logic [2:0] Exit    = 3'd4;
  localparam logic [2:0] Jump    = 3'd5;
  localparam logic [2:0] Barrier = 3'd6;
  localparam logic [2:0] Phase   = 3'd7;

  // Events.
  localparam logic [1:0] AtBarrier = 2'd1;
  localparam logic [1:0] InPhase   = 2'd2;
  localparam logic [1:0] Ended     = 2'd3;

  // What a port does.
  localparam logic [2:0] Issues   = 3'd0;
  localparam logic [2:0] PipeBusy = 3'd1;
  localparam logic [2:0] Waits    = 3'd2;
  localparam logic [2:0] Unready  = 3'd3;
  localparam logic [2:0] Idle     = 3'd4;
  localparam logic [2:0] Resolves = 3'd5;

  ///////////
  // State //
  ///////////

  // Memory accesses under way, of each slot.
  (* mem2reg *) // flip-flops
  logic [AccessWidth-1:0] access_q [Slots];

  // Slots whose stack has a top that can run; slots whose warp is done; slots that run.
  logic [Slots-1:0] placed, done, runs;

  assign runs = ready_i & placed;

  //////////////////////
  // Fetch and answer //
  //////////////////////

  // The place of the slot that is fetched for; the number of its words that are buffered.
  logic [31:0]           fetch_place;
  logic [CountWidth-1:0] fetch_ahead;

  assign fetch_pc_o = fetch_place + (32'(fetch_ahead) << 2);

  // What comes back, decoded: registers of the language, rs1 lowest.
  logic        rsp_fence, unused_legal;
  logic [2:0]  rsp_unit, rsp_flow;
  logic [3:0]  rsp_use;
  logic [23:0] rsp_name, rsp_reg;

  hd_decode u_decode (
      .clk_i,
      .rst_ni,
      .word_i   (rsp_word_i),
      .legal_o  (unused_legal), // the analyser has looked at all code
      .unit_o   (rsp_unit),
      .flow_o   (rsp_flow),
      .rs1_use_o(rsp_use[0]),
      .rs1_o    (rsp_name[0 +: 6]),
      .rs2_use_o(rsp_use[1]),
      .rs2_o    (rsp_name[6 +: 6]),
      .rs3_use_o(rsp_use[2]),
      .rs3_o    (rsp_name[12 +: 6]),
      .rd_use_o (rsp_use[3]),
      .rd_o     (rsp_name[18 +: 6]),
      .fence_o  (rsp_fence)
  );

  // Their places in the register file; 0 for none.
  for (genvar r = 0; r < 4; r++) begin : gen_reg
    logic [5:0] name;

    assign name = rsp_name[r*6 +: 6];
    assign rsp_reg[r*6 +: 6] = rsp_use[r] ? rows_i[32'(name)*6 +: 6] : 6'd0;
  end

  // Nothing is fetched behind what may move the warp elsewhere or put it aside, what reads or
  // writes its status, and where its threads may meet others.
  logic                 rsp_stop;
  logic [HeldWidth-1:0] rsp_held;

  assign rsp_stop = rsp_flow != Next || rsp_unit == Status || rsp_meets_i;
  assign rsp_held = {rsp_reg, rsp_use, rsp_meets_i, rsp_fence, rsp_flow, rsp_unit, rsp_meet_i,
                     rsp_word_i};

  ////////////////////////
  // Instruction buffer //
  ////////////////////////

  // Slots that have a head; slots whose head has passed; slots to be looked at again; slots whose
  // stop is over.
  logic [Slots-1:0]           head, can, wake, go;
  // For each port: the head to be checked, and whether it passes; the head of the slot that issues.
  logic [Ports-1:0]           check_valid, check_pass;
  logic [Ports*HeldWidth-1:0] check_held, head_held;
  // For each port: the slot that issues, below Slots at any time; the pipe takes it.
  logic [Ports*SlotWidth-1:0] issue_slot;
  logic [Ports-1:0]           takes;

  hd_instruction_buffer #(
      .Slots    (Slots),
      .Ports    (Ports),
      .Entries  (Entries),
      .WordWidth(HeldWidth)
  ) u_buffer (
      .clk_i,
      .rst_ni,
      .want_i       (runs),
      .fetch_valid_o,
      .fetch_slot_o,
      .fetch_ahead_o(fetch_ahead),
      .fetch_ready_i,
      .rsp_valid_i,
      .rsp_slot_i,
      .rsp_word_i   (rsp_held),
      .rsp_stop_i   (rsp_stop),
      .check_valid_o(check_valid),
      .check_slot_o (query_slot_o),
      .check_word_o (check_held),
      .check_pass_i (check_pass),
      .wake_i       (wake),
      .head_o       (head),
      .can_o        (can),
      .head_slot_i  (issue_slot),
      .head_word_o  (head_held),
      .pop_en_i     (takes),
      .go_i         (go),
      .flush_i      (leave_i)
  );

  ///////////
  // Check //
  ///////////

  // A head passes if none of its registers is busy, and, if it is a fence or an exit, no access of
  // its slot is under way.
  for (genvar p = 0; p < Ports; p++) begin : gen_check
    logic [23:0]          regs;
    logic [3:0]           uses, busy;
    logic                 fence, under_way, unused_meets;
    logic [2:0]           flow, unused_unit;
    logic [63:0]          unused_words;
    logic [SlotWidth-1:0] slot;

    assign {regs, uses, unused_meets, fence, flow, unused_unit, unused_words} =
        check_held[p*HeldWidth +: HeldWidth];

    for (genvar r = 0; r < 4; r++) begin : gen_reg
      assign busy[r] = uses[r] & query_busy_i[p*64 + 32'(regs[r*6 +: 6])];
    end

    assign slot          = query_slot_o[p*SlotWidth +: SlotWidth];
    assign under_way     = access_q[slot] != '0;
    assign check_pass[p] = busy == '0 && !((fence || flow == Exit) && under_way);

    assign look_memory_o[p] = !check_pass[p] && under_way;
  end

  assign look_en_o   = check_valid;
  assign look_slot_o = query_slot_o;
  assign look_pass_o = check_pass;
  assign stands_o    = placed;

  ///////////
  // Issue //
  ///////////

  // For each port: some of its slots could issue; the instruction moves the stack as it is taken;
  // with that it is over, though it was a stop.
  logic [Ports-1:0] could, moves, goes;

  for (genvar p = 0; p < Ports; p++) begin : gen_issue
    // Of the port's own slots, the i-th is slot i * Ports + p.
    logic [Own-1:0]      begins, own_can;
    logic [OwnWidth-1:0] choice;

    for (genvar i = 0; i < Own; i++) begin : gen_slot
      localparam int S = i * Ports + p;

      assign begins[i]  = begin_en_i && begin_slot_i == SlotWidth'(S);
      assign own_can[i] = runs[S] & can[S];
    end

    assign could[p] = own_can != '0;

    // A resolve, done or not, has the port's way into the stack: no slot issues.
    hd_warp_scheduler #(
        .Slots (Own),
        .Policy(Policy),
        .Group (Group)
    ) u_scheduler (
        .clk_i,
        .rst_ni,
        .begin_i      (begins),
        .can_i        (own_can & ~{Own{res_valid_i[p]}}),
        .issue_valid_o(issue_valid_o[p]),
        .issue_slot_o (choice),
        .issue_ready_i(issue_ready_i[p])
    );

    assign issue_slot[p*SlotWidth +: SlotWidth] =
        SlotWidth'(choice) * SlotWidth'(Ports) + SlotWidth'(p);
    assign takes[p] = issue_valid_o[p] & issue_ready_i[p];

    // The instruction.
    logic [23:0] regs;
    logic [3:0]  uses;
    logic        meets, unused_fence;
    logic [2:0]  flow, unit;
    logic [31:0] meet, word;

    assign {regs, uses, meets, unused_fence, flow, unit, meet, word} =
        head_held[p*HeldWidth +: HeldWidth];

    assign issue_word_o[p*32 +: 32] = word;
    assign issue_meet_o[p*32 +: 32] = meet;
    assign issue_unit_o[p*3 +: 3]   = unit;
    assign issue_flow_o[p*3 +: 3]   = flow;
    assign issue_use_o[p*4 +: 4]    = uses;
    assign issue_reg_o[p*24 +: 24]  = regs;

    // It writes a register: rd.
    assign set_en_o[p]         = takes[p] & uses[3];
    assign set_reg_o[p*6 +: 6] = regs[18 +: 6];

    // No resolve will follow: the stack moves as the instruction issues.
    assign moves[p] = flow == Next && unit != Status;
    assign goes[p]  = takes[p] & moves[p] & meets;
  end

  assign issue_slot_o = issue_slot;
  assign set_slot_o   = issue_slot;

  /////////////
  // Resolve //
  /////////////

  // An operation on the stack: of a resolve, or the step of an instruction that issues.
  logic [Ports-1:0]           op_valid;
  logic [Ports*SlotWidth-1:0] op_slot;
  logic [Ports*3-1:0]         op_kind;
  logic [Ports*32-1:0]        op_pc, op_target;
  // For each port: a resolve is done.
  logic [Ports-1:0]           resolves;

  assign resolves = res_valid_i & res_ready_o;

  for (genvar p = 0; p < Ports; p++) begin : gen_resolve
    logic [2:0]           flow, kind;
    logic [LaneWidth-1:0] lane; // the lowest-numbered one that goes where the lanes say
    logic                 unused_some;
    logic [31:0]          target, behind;

    hd_lowest #(
        .Width(Lanes)
    ) u_lane (
        .mask_i (res_taken_i[p*Lanes +: Lanes]),
        .valid_o(unused_some),
        .index_o(lane)
    );

    assign target = res_addr_i[(p*Lanes + 32'(lane))*32 +: 32];
    assign behind = (res_valid_i[p] ? res_pc_i[p*32 +: 32] : issue_pc_o[p*32 +: 32]) + 32'd4;
    assign flow   = res_valid_i[p] ? res_flow_i[p*3 +: 3] : Next;
    assign kind   = flow > Exit ? Next : flow;

    assign op_valid[p] = res_valid_i[p] | (takes[p] & moves[p]);
    assign op_slot[p*SlotWidth +: SlotWidth] =
        res_valid_i[p] ? res_slot_i[p*SlotWidth +: SlotWidth]
                       : issue_slot[p*SlotWidth +: SlotWidth];
    assign op_kind[p*3 +: 3] = kind;
    assign op_pc[p*32 +: 32] = flow == Call || flow == Return || flow == Jump ? target : behind;
    assign op_target[p*32 +: 32] = target;
  end

  // The stack's last port does nothing but look up the slot that is fetched for.
  logic [Lanes-1:0] unused_mask;
  logic             unused_ready;

  hd_simt_stack #(
      .Slots     (Slots),
      .Lanes     (Lanes),
      .PcWidth   (32),
      .FrameWidth(FrameWidth),
      .Depth     (Depth),
      .Levels    (Levels),
      .Ports     (Ports + 1)
  ) u_stack (
      .clk_i,
      .rst_ni,
      .begin_en_i,
      .begin_slot_i,
      .begin_pc_i,
      .begin_mask_i,
      .look_slot_i({fetch_slot_o, issue_slot}),
      .look_pc_o  ({fetch_place, issue_pc_o}),
      .look_mask_o({unused_mask, issue_mask_o}),
      .ready_o    (placed),
      .done_o     (done),
      .at_rest_o,
      .op_valid_i ({1'b0, op_valid}),
      .op_slot_i  ({{SlotWidth{1'b0}}, op_slot}),
      .op_kind_i  ({3'd0, op_kind}),
      .op_pc_i    ({32'd0, op_pc}),
      .op_taken_i ({{Lanes{1'b0}}, res_taken_i}),
      .op_target_i({32'd0, op_target}),
      .op_meet_i  ({32'd0, res_meet_i}),
      .op_ready_o ({unused_ready, res_ready_o}),
      .spill_valid_o,
      .spill_ready_i,
      .spill_load_o,
      .spill_slot_o,
      .spill_level_o,
      .spill_data_o,
      .fill_valid_i,
      .fill_slot_i,
      .fill_data_i,
      .row_rd_slot_i,
      .row_rd_data_o,
      .row_wr_en_i,
      .row_wr_slot_i,
      .row_wr_data_i
  );

  assign begin_ready_o = 1'b1;

  //////////////////////////////////////////////
  // What is over, and heads to look at again //
  //////////////////////////////////////////////

  // Of each slot: its port issues an access for it, resolves its stop, or lets that go at once; an
  // access of it ends.
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    localparam int P = s % Ports;

    logic issues, accesses, ends, stop_done;

    assign issues    = takes[P] && issue_slot[P*SlotWidth +: SlotWidth] == SlotWidth'(s);
    assign accesses  = issues && issue_unit_o[P*3 +: 3] == Memory;
    assign ends      = end_valid_i && end_slot_i == SlotWidth'(s);
    assign stop_done = resolves[P] && res_slot_i[P*SlotWidth +: SlotWidth] == SlotWidth'(s);

    assign with_access_o[s] = access_q[s] != '0;

    assign go[s]   = stop_done || (issues && goes[P]);
    assign wake[s] = wb_i[s] || ends;

    // One access issues and another one ends: the count stays. A warp that leaves has none here any
    // more.
    always_ff @(posedge clk_i) begin
      if (!rst_ni || leave_i[s]) access_q[s] <= '0;
      else access_q[s] <= access_q[s] + AccessWidth'(accesses) - AccessWidth'(ends);
    end
  end

  assign end_ready_o = 1'b1;

  ////////////
  // Events //
  ////////////

  // A resolve's event goes first: it comes but once, and a warp that has ended stays so until the
  // residency has been told. Of the port's warps that have ended the lowest-numbered one is told.
  for (genvar p = 0; p < Ports; p++) begin : gen_event
    logic [Own-1:0]       own_done;
    logic [OwnWidth-1:0]  last;
    logic [SlotWidth-1:0] ended;
    logic                 ends, tells;
    logic [2:0]           flow;

    for (genvar i = 0; i < Own; i++) begin : gen_slot
      assign own_done[i] = done[i*Ports + p] & ready_i[i*Ports + p];
    end

    hd_lowest #(
        .Width(Own)
    ) u_done (
        .mask_i (own_done),
        .valid_o(ends),
        .index_o(last)
    );

    assign flow  = res_flow_i[p*3 +: 3];
    assign ended = SlotWidth'(last) * SlotWidth'(Ports) + SlotWidth'(p);
    assign tells = resolves[p] && (flow == Barrier || flow == Phase);

    assign ev_valid_o[p] = tells | ends;
    assign ev_kind_o[p*2 +: 2] = !tells ? Ended : flow == Barrier ? AtBarrier : InPhase;
    assign ev_slot_o[p*SlotWidth +: SlotWidth] =
        tells ? res_slot_i[p*SlotWidth +: SlotWidth] : ended;
  end

  assign ev_word_o = res_word_i;

  ////////////
  // Status //
  ////////////

  for (genvar p = 0; p < Ports; p++) begin : gen_why
    logic [Own-1:0] own_runs, own_heads;
    logic [2:0]     why;

    for (genvar i = 0; i < Own; i++) begin : gen_slot
      assign own_runs[i]  = runs[i*Ports + p];
      assign own_heads[i] = runs[i*Ports + p] & head[i*Ports + p];
    end

    always @* begin
      if (takes[p])              why = Issues;
      else if (issue_valid_o[p]) why = PipeBusy;
      else if (could[p])         why = Resolves;
      else if (own_heads != '0)  why = Waits;
      else if (own_runs != '0)   why = Unready;
      else                       why = Idle;
    end

    assign why_o[p*3 +: 3] = why;
  end

  logic unused_inputs;
  assign unused_inputs = &{1'b0, res_mask_i, end_mask_i, end_pc_i};

endmodule
