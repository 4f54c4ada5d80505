// SPDX-License-Identifier: Apache-2.0
//
// Set look-up: finds out where the registers of an instruction are, before its operands are read.
// Instructions with registers in swap space are parked until these are fetched; results for swap
// space are stored from there.
//
// Behaviour
// - What issues goes into a ring, one a port. A port asks for a set a cycle: the oldest instruction
//   with something to ask, and of it the lowest operand; the answer, two cycles later, is for all
//   its operands in that set. What issues in a cycle may be asked for in that cycle.
// - The first of the ring goes to the issue register when all is known, and with a register in swap
//   space to the lowest free park. There its sources are fetched, each into a row of its own; then
//   it goes to the issue register, before the ring's.
// - A park is free when the operands have been read, or, if the result is for swap space, when that
//   has been written to its row and stored.
// - Of the parks the lowest one has its rows moved, of its operands the lowest first.
//
// Corner cases
// - The answer of this cycle counts at once for the first of the ring.
// - While a parked instruction is offered, the first of the ring may still go to a park.
// - Parks that become free are given away from the next cycle on. Of two ports the lower one gets
//   the lower park; the other one the next, or it waits.
// - A slot is looking until its instruction goes to the issue register from the ring, or until its
//   park is free: also while it runs, if its result is for swap space.
// - An instruction without operands is in the ring for a cycle.
//
// Vijaykumar et al., Zorua, MICRO 2016, and the extended text: sections 5.5.1, 5.6.

module hd_set_lookup #(
    // Warp slots. A flip-flop each.
    parameter int Slots     = 48,
    // Warps that own registers.
    parameter int Warps     = 64,
    // Threads of a warp: bits of an instruction.
    parameter int Lanes     = 32,
    // Warp schedulers: a ring of instructions each, and a multiplexer of all parks.
    parameter int Ports     = 2,
    // Banks of the register file: a set of registers is a row in each.
    parameter int Banks     = 4,
    // Instructions of a ring.
    parameter int Places    = 4,
    // Instructions that wait for swap space. Flip-flops for a whole one each.
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
    // Its slot, warp, threads; operands that it has, their registers; what goes with it.
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
    // The answer to the look-up of two cycles ago: the set is in the register file; the physical
    // set.
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
    // Where its operands are; meaningful of the operands that it has.
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
    // The slot of the instruction, and its result's register. Depends on stored_park_i.
    output logic [SlotWidth-1:0]          stored_slot_o,
    output logic [5:0]                    stored_reg_o,

    // Swapper
    // A row of a park is to be fetched, or stored. State only, and so what goes with it.
    output logic                          job_valid_o,
    output logic                          job_store_o,
    output logic [ParkWidth-1:0]          job_park_o,
    output logic [1:0]                    job_operand_o,
    // The warp of the register, its number; lanes; the row.
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

`ifndef SYNTHESIS
  initial begin
    if (Slots < 2 || Slots > 64) $fatal(1, "hd_set_lookup: Slots must be 2 to 64");
    if (Warps < 2 || Warps > 64) $fatal(1, "hd_set_lookup: Warps must be 2 to 64");
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_set_lookup: Lanes must be 1 to 64");
    if (Ports < 1 || Ports > 3) $fatal(1, "hd_set_lookup: Ports must be 1 to 3");
    if (Banks != 1 && Banks != 2 && Banks != 4 && Banks != 8)
      $fatal(1, "hd_set_lookup: Banks must be 1, 2, 4 or 8");
    if (Places != 2 && Places != 4 && Places != 8)
      $fatal(1, "hd_set_lookup: Places must be 2, 4 or 8");
    if (Parks < 1 || Parks > 16) $fatal(1, "hd_set_lookup: Parks must be 1 to 16");
    if (RegPhys < 2 || RegPhys > 4096) $fatal(1, "hd_set_lookup: RegPhys must be 2 to 4096");
    if (RestWidth < 1 || RestWidth > 640)
      $fatal(1, "hd_set_lookup: RestWidth must be 1 to 640");
  end
`endif

  localparam int RingWidth  = $clog2(Places);
  localparam int CountWidth = $clog2(Places + 1);
  localparam int PortWidth  = Ports > 1 ? $clog2(Ports) : 1;
  localparam int SetShift   = $clog2(Banks);
  // Numbers of all parks' operands.
  localparam int OperandWidth = $clog2(Parks * 4);

  // The operand that is written.
  localparam int Result = 3;

  // States of a park.
  localparam logic [2:0] Free    = 3'd0;
  localparam logic [2:0] Fetches = 3'd1; // sources are on their way to its rows
  localparam logic [2:0] Issues  = 3'd2; // all sources are there
  localparam logic [2:0] Runs    = 3'd3; // its instruction has gone to the issue register
  localparam logic [2:0] Stores  = 3'd4; // the result is in its row

  // The operands that are in this set.
  function automatic logic [3:0] in_set(input logic [23:0] regs, input logic [SetWidth-1:0] set);
    for (int o = 0; o < 4; o++) in_set[o] = SetWidth'(regs[o*6 +: 6] >> SetShift) == set;
  endfunction

  // The set of the lowest of these operands.
  function automatic logic [SetWidth-1:0] first_set(input logic [23:0] regs,
                                                    input logic [3:0] ops);
    first_set = SetWidth'(regs[18 +: 6] >> SetShift);
    for (int o = 2; o >= 0; o--)
      if (ops[o]) first_set = SetWidth'(regs[o*6 +: 6] >> SetShift);
  endfunction

  // Where register and park's row are. A bank holds every Banks-th register of a set, and of a
  // park's rows.
  function automatic logic [BankWidth-1:0] bank_of(input logic [5:0] number);
    bank_of = BankWidth'(number & 6'(Banks - 1));
  endfunction
  function automatic logic [IndexWidth-1:0] park_row(input logic [ParkWidth-1:0] park,
                                                     input logic [1:0] operand);
    park_row = IndexWidth'(RegPhys + 32'(park) * ParkRows + (32'(operand) >> SetShift));
  endfunction

  ////////////////////////
  // State of the parks //
  ////////////////////////

  // The registers of the rings are below, with their port.
  //
  // Of each park: its state; sources that are not in their rows, and which of these are on their
  // way; the result is on its way; the port of the instruction.
  (* mem2reg *) // flip-flops, as all that follow
  logic [2:0]             state_q [Parks];
  (* mem2reg *)
  logic [2:0]             waits_q [Parks];
  (* mem2reg *)
  logic [2:0]             fetched_q [Parks];
  logic [Parks-1:0]       sent_q;
  (* mem2reg *)
  logic [PortWidth-1:0]   port_q [Parks];
  // The instruction; operands in swap space; physical sets of the others.
  (* mem2reg *)
  logic [SlotWidth-1:0]   slot_q [Parks];
  (* mem2reg *)
  logic [WarpWidth-1:0]   warp_q [Parks];
  (* mem2reg *)
  logic [Lanes-1:0]       mask_q [Parks];
  (* mem2reg *)
  logic [3:0]             use_q [Parks];
  (* mem2reg *)
  logic [23:0]            reg_q [Parks];
  (* mem2reg *)
  logic [RestWidth-1:0]   rest_q [Parks];
  (* mem2reg *)
  logic [3:0]             away_q [Parks];
  (* mem2reg *)
  logic [PhysWidth-1:0]   phys_q [Parks*4]; // of operand o of park n: [n*4 + o]

  // Slots with an instruction in a ring or a park.
  logic [Slots-1:0]       looking_q, looking_d;

  // Parks without an instruction; parks whose instruction has all its sources; parks with a row to
  // be moved.
  logic [Parks-1:0]       vacant, ripe, has_job;
  // Of each park the slot, as a bit, whose instruction leaves it in this cycle, if one does.
  logic [Parks*Slots-1:0] freed;

  // The first instruction of each ring, with what this cycle's answer says: it goes to a park, this
  // one; the instruction, operands in swap space, physical sets of the others.
  logic [Ports-1:0]             parks;
  logic [Ports*ParkWidth-1:0]   to_park;
  logic [Ports*SlotWidth-1:0]   head_slot;
  logic [Ports*WarpWidth-1:0]   head_warp;
  logic [Ports*Lanes-1:0]       head_mask;
  logic [Ports*4-1:0]           head_use;
  logic [Ports*24-1:0]          head_reg;
  logic [Ports*RestWidth-1:0]   head_rest;
  logic [Ports*4-1:0]           head_away;
  logic [Ports*4*PhysWidth-1:0] head_phys;

  ///////////
  // Rings //
  ///////////

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    // The ring: which place is the first one, how many are taken.
    logic [RingWidth-1:0]   first_q;
    logic [CountWidth-1:0]  count_q;
    // Of each place the instruction; operands that were asked for, that are known, that are in
    // swap space; physical sets of the operands that are not in swap space.
    (* mem2reg *) // flip-flops, as all that follow
    logic [SlotWidth-1:0]   ring_slot_q [Places];
    (* mem2reg *)
    logic [WarpWidth-1:0]   ring_warp_q [Places];
    (* mem2reg *)
    logic [Lanes-1:0]       ring_mask_q [Places];
    (* mem2reg *)
    logic [3:0]             ring_use_q [Places];
    (* mem2reg *)
    logic [23:0]            ring_reg_q [Places];
    (* mem2reg *)
    logic [RestWidth-1:0]   ring_rest_q [Places];
    (* mem2reg *)
    logic [3:0]             ring_asked_q [Places];
    (* mem2reg *)
    logic [3:0]             ring_known_q [Places];
    (* mem2reg *)
    logic [3:0]             ring_away_q [Places];
    (* mem2reg *)
    logic [PhysWidth-1:0]   ring_phys_q [Places*4]; // of operand o of place i: [i*4 + o]
    // Look-ups under way: asked in the cycle before, and two cycles ago: that is answered now.
    logic                   soon_valid_q, due_valid_q;
    logic [RingWidth-1:0]   soon_place_q, due_place_q;
    logic [SetWidth-1:0]    soon_set_q, due_set_q;

    // -- What is asked --

    logic                 issues; // an instruction comes
    logic [RingWidth-1:0] behind; // into this place
    logic [Places-1:0]    asks;   // instructions with something to ask
    logic [Places-1:0]    ahead;  // places from the first one on, up to the last place
    logic                 ring_asks;
    logic [RingWidth-1:0] ring_place;
    logic [RingWidth-1:0] ask_place;
    logic [3:0]           ask_from; // operands that are not asked for, of the one that asks
    logic [23:0]          ask_reg;
    logic [WarpWidth-1:0] ask_warp;
    logic [SetWidth-1:0]  ask_set;
    logic [3:0]           ask_for; // operands that this answer will be for

    assign issues    = issue_en_i[p];
    assign room_o[p] = count_q != CountWidth'(Places);
    assign behind    = first_q + RingWidth'(count_q);
    assign ahead     = {Places{1'b1}} << first_q;

    for (genvar i = 0; i < Places; i++) begin : gen_asks
      // Number of instructions before it in the ring.
      logic [RingWidth-1:0] age;
      assign age     = RingWidth'(i) - first_q;
      assign asks[i] = CountWidth'(age) < count_q && (ring_use_q[i] & ~ring_asked_q[i]) != '0;
    end

    hd_round #(
        .Width(Places)
    ) u_asks (
        .mask_i (asks),
        .ahead_i(ahead),
        .valid_o(ring_asks),
        .index_o(ring_place)
    );

    // The oldest instruction with something to ask; the instruction that comes, if no other has.
    assign ask_place = ring_asks ? ring_place : behind;
    assign ask_from  = ring_asks ? ring_use_q[ring_place] & ~ring_asked_q[ring_place]
                                 : issue_use_i[p*4 +: 4] & {4{issues}};
    assign ask_reg   = ring_asks ? ring_reg_q[ring_place] : issue_reg_i[p*24 +: 24];
    assign ask_warp  =
        ring_asks ? ring_warp_q[ring_place] : issue_warp_i[p*WarpWidth +: WarpWidth];

    assign ask_set = first_set(ask_reg, ask_from);
    assign ask_for = ask_from & in_set(ask_reg, ask_set);

    assign look_en_o[p]                          = ask_from != '0;
    assign look_warp_o[p*WarpWidth +: WarpWidth] = ask_warp;
    assign look_set_o[p*SetWidth +: SetWidth]    = ask_set;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        soon_valid_q <= 1'b0;
        due_valid_q  <= 1'b0;
      end else begin
        soon_valid_q <= look_en_o[p];
        due_valid_q  <= soon_valid_q;
      end
    end

    always_ff @(posedge clk_i) begin
      soon_place_q <= ask_place;
      soon_set_q   <= ask_set;
      due_place_q  <= soon_place_q;
      due_set_q    <= soon_set_q;
    end

    // -- What the answer is for --

    logic                 held;
    logic [PhysWidth-1:0] phys;
    logic [3:0]           answered; // operands of the instruction that had asked

    assign held     = found_held_i[p];
    assign phys     = found_phys_i[p*PhysWidth +: PhysWidth];
    assign answered = ring_use_q[due_place_q] & in_set(ring_reg_q[due_place_q], due_set_q)
                      & {4{due_valid_q}};
    assign missed_o[p] = due_valid_q && !held;

    // -- The first one --

    logic       goes; // it leaves the ring
    logic       done; // all is known of it
    logic [3:0] head_use_now, head_answered, head_away_now;

    assign head_answered = due_place_q == first_q ? answered : '0;
    assign head_use_now  = ring_use_q[first_q];
    assign head_away_now = ring_away_q[first_q] | (head_answered & {4{!held}});
    assign done = count_q != '0 && (head_use_now & ~ring_known_q[first_q] & ~head_answered) == '0;

    assign head_slot[p*SlotWidth +: SlotWidth] = ring_slot_q[first_q];
    assign head_warp[p*WarpWidth +: WarpWidth] = ring_warp_q[first_q];
    assign head_mask[p*Lanes +: Lanes]         = ring_mask_q[first_q];
    assign head_use[p*4 +: 4]                  = head_use_now;
    assign head_reg[p*24 +: 24]                = ring_reg_q[first_q];
    assign head_rest[p*RestWidth +: RestWidth] = ring_rest_q[first_q];
    assign head_away[p*4 +: 4]                 = head_away_now;

    for (genvar o = 0; o < 4; o++) begin : gen_head
      assign head_phys[(p*4 + o)*PhysWidth +: PhysWidth] =
          head_answered[o] ? phys : ring_phys_q[{first_q, 2'(o)}];
    end

    // -- Where it goes --

    // Parks that the lower ports leave; of these it gets the lowest.
    logic [Parks-1:0]     left;
    logic                 wants, park_left;
    logic [ParkWidth-1:0] park;

    assign wants = done && head_away_now != '0;

    if (p == 0) begin : gen_first
      assign left = vacant;
    end else begin : gen_next
      assign left =
          gen_port[p-1].left & ~(Parks'(gen_port[p-1].wants) << gen_port[p-1].park);
    end

    hd_lowest #(
        .Width(Parks)
    ) u_park (
        .mask_i (left),
        .valid_o(park_left),
        .index_o(park)
    );

    assign parks[p]                          = wants && park_left;
    assign to_park[p*ParkWidth +: ParkWidth] = park;

    // -- The issue register: a parked instruction, else the first one if nothing of it is away --

    logic [Parks-1:0]     ripe_here;
    logic                 parked;
    logic [ParkWidth-1:0] from;

    for (genvar n = 0; n < Parks; n++) begin : gen_ripe
      assign ripe_here[n] = ripe[n] && port_q[n] == PortWidth'(p);
    end

    hd_lowest #(
        .Width(Parks)
    ) u_ripe (
        .mask_i (ripe_here),
        .valid_o(parked),
        .index_o(from)
    );

    assign stage_valid_o[p] = parked || (done && head_away_now == '0);
    assign goes = parks[p] || (stage_valid_o[p] && stage_ready_i[p] && !parked);

    assign stage_parked_o[p]                       = parked;
    assign stage_park_o[p*ParkWidth +: ParkWidth]  = from;
    assign stage_stores_o[p]                       = parked && away_q[from][Result];
    assign stage_slot_o[p*SlotWidth +: SlotWidth]  =
        parked ? slot_q[from] : head_slot[p*SlotWidth +: SlotWidth];
    assign stage_warp_o[p*WarpWidth +: WarpWidth]  =
        parked ? warp_q[from] : head_warp[p*WarpWidth +: WarpWidth];
    assign stage_mask_o[p*Lanes +: Lanes]          =
        parked ? mask_q[from] : head_mask[p*Lanes +: Lanes];
    assign stage_use_o[p*4 +: 4]                   = parked ? use_q[from] : head_use_now;
    assign stage_reg_o[p*24 +: 24]                 = parked ? reg_q[from] : head_reg[p*24 +: 24];
    assign stage_rest_o[p*RestWidth +: RestWidth]  =
        parked ? rest_q[from] : head_rest[p*RestWidth +: RestWidth];

    for (genvar o = 0; o < 4; o++) begin : gen_stage
      logic                 row; // a park's
      logic [PhysWidth-1:0] set;

      assign row = parked && away_q[from][o];
      assign set = parked ? phys_q[OperandWidth'({from, 2'(o)})]
                          : head_phys[(p*4 + o)*PhysWidth +: PhysWidth];
      assign stage_bank_o[(p*4 + o)*BankWidth +: BankWidth] =
          bank_of(row ? 6'(o) : stage_reg_o[(p*4 + o)*6 +: 6]);
      assign stage_index_o[(p*4 + o)*IndexWidth +: IndexWidth] =
          row ? park_row(from, 2'(o)) : IndexWidth'(set);
    end

    // -- What becomes of the ring --

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        first_q <= '0;
        count_q <= '0;
      end else begin
        first_q <= first_q + RingWidth'(goes);
        count_q <= count_q + CountWidth'(issues) - CountWidth'(goes);
      end
    end

    for (genvar i = 0; i < Places; i++) begin : gen_place
      logic       comes;       // an instruction, to this place
      logic [3:0] asked, told; // for this place

      assign comes = issues && behind == RingWidth'(i);
      assign asked = ask_place == RingWidth'(i) ? ask_for : '0;
      assign told  = due_place_q == RingWidth'(i) ? answered : '0;

      always_ff @(posedge clk_i) begin
        if (comes) begin
          ring_slot_q[i]  <= issue_slot_i[p*SlotWidth +: SlotWidth];
          ring_warp_q[i]  <= issue_warp_i[p*WarpWidth +: WarpWidth];
          ring_mask_q[i]  <= issue_mask_i[p*Lanes +: Lanes];
          ring_use_q[i]   <= issue_use_i[p*4 +: 4];
          ring_reg_q[i]   <= issue_reg_i[p*24 +: 24];
          ring_rest_q[i]  <= issue_rest_i[p*RestWidth +: RestWidth];
          ring_asked_q[i] <= asked;
          ring_known_q[i] <= '0;
          ring_away_q[i]  <= '0;
        end else begin
          ring_asked_q[i] <= ring_asked_q[i] | asked;
          ring_known_q[i] <= ring_known_q[i] | told;
          ring_away_q[i]  <= ring_away_q[i] | (told & {4{!held}});
        end
      end

      for (genvar o = 0; o < 4; o++) begin : gen_phys
        always_ff @(posedge clk_i) begin
          if (told[o]) ring_phys_q[i*4 + o] <= phys;
        end
      end
    end
  end

  ///////////
  // Parks //
  ///////////

  for (genvar n = 0; n < Parks; n++) begin : gen_park
    // A port's instruction comes; the instruction that is here goes to its issue register.
    logic [Ports-1:0]     enters, leaves;
    // What comes.
    logic [PortWidth-1:0] port;
    logic [SlotWidth-1:0] slot;
    logic [WarpWidth-1:0] warp;
    logic [Lanes-1:0]     mask;
    logic [3:0]           used, away;
    logic [23:0]          regs;
    logic [RestWidth-1:0] rest;

    for (genvar p = 0; p < Ports; p++) begin : gen_from
      assign enters[p] = parks[p] && to_park[p*ParkWidth +: ParkWidth] == ParkWidth'(n);
      assign leaves[p] = stage_parked_o[p] && stage_ready_i[p]
                         && stage_park_o[p*ParkWidth +: ParkWidth] == ParkWidth'(n);
    end

    always @* begin
      port = '0;
      slot = '0;
      warp = '0;
      mask = '0;
      used = '0;
      regs = '0;
      rest = '0;
      away = '0;
      for (int p = 0; p < Ports; p++)
        if (enters[p]) begin
          port = PortWidth'(p);
          slot = head_slot[p*SlotWidth +: SlotWidth];
          warp = head_warp[p*WarpWidth +: WarpWidth];
          mask = head_mask[p*Lanes +: Lanes];
          used = head_use[p*4 +: 4];
          regs = head_reg[p*24 +: 24];
          rest = head_rest[p*RestWidth +: RestWidth];
          away = head_away[p*4 +: 4];
        end
    end

    always_ff @(posedge clk_i) begin
      if (enters != '0) begin
        port_q[n] <= port;
        slot_q[n] <= slot;
        warp_q[n] <= warp;
        mask_q[n] <= mask;
        use_q[n]  <= used;
        reg_q[n]  <= regs;
        rest_q[n] <= rest;
        away_q[n] <= away;
      end
    end

    for (genvar o = 0; o < 4; o++) begin : gen_phys
      logic [PhysWidth-1:0] phys;

      always @* begin
        phys = '0;
        for (int p = 0; p < Ports; p++)
          if (enters[p]) phys = head_phys[(p*4 + o)*PhysWidth +: PhysWidth];
      end

      always_ff @(posedge clk_i) begin
        if (enters != '0) phys_q[n*4 + o] <= phys;
      end
    end

    // Its rows: the events at the swapper's side in this cycle.
    logic       fetch, store, stored; // a source is on its way, the result is; it has been stored
    logic [2:0] missing;              // sources that are not in their rows after this cycle
    logic [2:0] state, now;
    logic       result_away;

    assign now         = state_q[n];
    assign result_away = away_q[n][Result];

    assign fetch   = job_taken_i && job_park_o == ParkWidth'(n) && !job_store_o;
    assign store   = job_taken_i && job_park_o == ParkWidth'(n) && job_store_o;
    assign stored  = stored_en_i && stored_park_i == ParkWidth'(n);
    assign missing = waits_q[n] & ~(filled_en_i && filled_park_i == ParkWidth'(n)
                                    ? 3'b001 << filled_operand_i : 3'b000);

    always @* begin
      state = now;
      case (now)
        Free:    if (enters != '0) state = away[2:0] != '0 ? Fetches : Issues;
        Fetches: if (missing == '0) state = Issues;
        Issues:  if (leaves != '0) state = Runs;
        Runs:
          if (written_i[n]) state = Stores;
          else if (read_i[n] && !result_away) state = Free;
        default: if (stored) state = Free;
      endcase
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) state_q[n] <= Free;
      else         state_q[n] <= state;
    end

    always_ff @(posedge clk_i) begin
      if (enters != '0) begin
        waits_q[n]   <= away[2:0];
        fetched_q[n] <= '0;
        sent_q[n]    <= 1'b0;
      end else begin
        waits_q[n]   <= missing;
        fetched_q[n] <= fetched_q[n] | (fetch ? 3'b001 << job_operand_o : 3'b000);
        sent_q[n]    <= sent_q[n] | store;
      end
    end

    assign vacant[n]  = now == Free;
    assign ripe[n]    = now == Issues;
    assign has_job[n] = (now == Fetches && (waits_q[n] & ~fetched_q[n]) != '0)
                        || (now == Stores && !sent_q[n]);

    // Not in place: Icarus 11 makes no shift by a word of an array.
    logic [SlotWidth-1:0] whose;

    assign whose = slot_q[n];
    assign freed[n*Slots +: Slots] = now != Free && state == Free ? Slots'(1) << whose : '0;
  end

  /////////////////
  // Their tasks //
  /////////////////

  // The lowest park that has one; of its sources the lowest.
  logic [1:0] job_from; // of the first two

  hd_lowest #(
      .Width(Parks)
  ) u_job (
      .mask_i (has_job),
      .valid_o(job_valid_o),
      .index_o(job_park_o)
  );

  assign job_store_o = state_q[job_park_o] == Stores;
  assign job_from    = 2'(waits_q[job_park_o] & ~fetched_q[job_park_o]);

  always @* begin
    if (job_store_o)      job_operand_o = 2'(Result);
    else if (job_from[0]) job_operand_o = 2'd0;
    else if (job_from[1]) job_operand_o = 2'd1;
    else                  job_operand_o = 2'd2;
  end

  assign job_warp_o  = warp_q[job_park_o];
  assign job_reg_o   = 6'(reg_q[job_park_o] >> (6 * 32'(job_operand_o)));
  assign job_mask_o  = mask_q[job_park_o];
  assign job_bank_o  = bank_of(6'(job_operand_o));
  assign job_index_o = park_row(job_park_o, job_operand_o);

  assign stored_slot_o = slot_q[stored_park_i];
  assign stored_reg_o  = 6'(reg_q[stored_park_i] >> (6 * Result));

  /////////////
  // Looking //
  /////////////

  assign looking_o = looking_q;

  // No slot issues while an instruction of it is here: the slots that go and come are different.
  always @* begin
    looking_d = looking_q;
    for (int n = 0; n < Parks; n++) looking_d = looking_d & ~freed[n*Slots +: Slots];
    for (int p = 0; p < Ports; p++) begin
      if (stage_valid_o[p] && stage_ready_i[p] && !stage_parked_o[p])
        looking_d[stage_slot_o[p*SlotWidth +: SlotWidth]] = 1'b0;
      if (issue_en_i[p]) looking_d[issue_slot_i[p*SlotWidth +: SlotWidth]] = 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) looking_q <= '0;
    else         looking_q <= looking_d;
  end

endmodule
