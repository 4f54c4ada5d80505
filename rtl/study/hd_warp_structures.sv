// SPDX-License-Identifier: Apache-2.0
//
// What a core has for each warp that it may schedule: instruction buffer, scoreboard, program
// counter, SIMT stack, and the schedulers that choose among them. Made to be measured at several
// numbers of slots (make area BLOCK=vt), beside what Virtual Thread adds to the smallest of them.
//
// Behaviour
// - Each slot holds one decoded instruction: its destination and its sources. It can issue if none
//   of these has a write outstanding: looked at for every slot in every cycle.
// - Schedulers: slots with their number modulo Schedulers, loose round robin.
// - A stack is one word of a memory: its cached entries.
//
// Yoon et al., Virtual Thread, ISCA 2016: sections I, II, IV.A (fetch, issue, branch divergence).

module hd_warp_structures #(
    // Warps that may be scheduled.
    parameter int Slots      = 48,
    // Warp schedulers: an instruction each in a cycle.
    parameter int Schedulers = 2,
    // Registers of a thread: bits of a scoreboard vector.
    parameter int Regs       = 64,
    // Registers an instruction names: a destination and three sources.
    parameter int Names      = 4,
    // Bits of a program counter.
    parameter int PcWidth    = 64,
    // Bits of a stack's entries on chip.
    parameter int StackWidth = 640,
    localparam int SlotWidth = $clog2(Slots),
    localparam int RegWidth  = $clog2(Regs),
    localparam int Group     = (Slots + Schedulers - 1) / Schedulers,
    localparam int RankWidth = $clog2(Group)
) (
    // Clock; synchronous reset, active low.
    input  logic                            clk_i,
    input  logic                            rst_ni,

    // Fetch: an instruction for a slot, and the program counter of another.
    input  logic                            fill_en_i,
    input  logic [SlotWidth-1:0]            fill_slot_i,
    input  logic [Names*RegWidth-1:0]       fill_names_i, // destination first
    input  logic [SlotWidth-1:0]            fetch_slot_i,
    output logic [PcWidth-1:0]              fetch_pc_o,
    input  logic                            pc_en_i,
    input  logic [SlotWidth-1:0]            pc_slot_i,
    input  logic [PcWidth-1:0]              pc_i,

    // Issue: slots that may be scheduled; the choice of each scheduler.
    input  logic [Slots-1:0]                ready_i,
    output logic [Schedulers-1:0]           issue_en_o,
    output logic [Schedulers*SlotWidth-1:0] issue_slot_o,

    // Writeback.
    input  logic [Schedulers-1:0]           wb_en_i,
    input  logic [Schedulers*SlotWidth-1:0] wb_slot_i,
    input  logic [Schedulers*RegWidth-1:0]  wb_reg_i,

    // Branch: stacks.
    input  logic [SlotWidth-1:0]            top_slot_i,
    output logic [StackWidth-1:0]           top_o,
    input  logic                            push_en_i,
    input  logic [SlotWidth-1:0]            push_slot_i,
    input  logic [StackWidth-1:0]           push_i
);

  logic [Slots-1:0]          valid_q;
  (* mem2reg *)
  logic [Names*RegWidth-1:0] names_q [Slots];
  (* mem2reg *)
  logic [Regs-1:0]           busy_q [Slots];
  logic [PcWidth-1:0]        pc_q [Slots];
  logic [StackWidth-1:0]     stack_q [Slots];

  ////////////////////////////////////////////
  // Can it issue? Each slot, in each cycle //
  ////////////////////////////////////////////

  logic [Slots-1:0] can, issued;

  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    logic [Names-1:0]          hazard;
    logic [Names*RegWidth-1:0] names;
    logic [Regs-1:0]           busy, set, clear;

    assign names = names_q[s];
    assign busy  = busy_q[s];
    for (genvar n = 0; n < Names; n++) begin : gen_name
      assign hazard[n] = busy[names[n*RegWidth +: RegWidth]];
    end
    assign can[s] = valid_q[s] & ready_i[s] & ~|hazard;

    assign set = issued[s] ? Regs'(1) << names[0 +: RegWidth] : '0;
    always @* begin
      clear = '0;
      for (int p = 0; p < Schedulers; p++)
        if (wb_en_i[p] && wb_slot_i[p*SlotWidth +: SlotWidth] == SlotWidth'(s))
          clear = clear | (Regs'(1) << wb_reg_i[p*RegWidth +: RegWidth]);
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        valid_q[s] <= 1'b0;
        busy_q[s]  <= '0;
      end else begin
        busy_q[s] <= (busy & ~clear) | set;
        if (fill_en_i && fill_slot_i == SlotWidth'(s)) valid_q[s] <= 1'b1;
        else if (issued[s])                            valid_q[s] <= 1'b0;
      end
    end

    always_ff @(posedge clk_i) begin
      if (fill_en_i && fill_slot_i == SlotWidth'(s)) names_q[s] <= fill_names_i;
    end
  end

  ////////////////////////////////////////
  // Schedulers: the next one in number //
  ////////////////////////////////////////

  for (genvar p = 0; p < Schedulers; p++) begin : gen_scheduler
    logic [RankWidth-1:0] last_q;
    logic [Group-1:0]     mine, behind, pool, pick;
    logic [RankWidth-1:0] rank;

    for (genvar g = 0; g < Group; g++) begin : gen_mine
      if (g * Schedulers + p < Slots) begin : gen_there
        assign mine[g] = can[g*Schedulers+p];
        assign issued[g*Schedulers+p] = pick[g];
      end else begin : gen_none
        assign mine[g] = 1'b0;
      end
    end

    // Slots behind the last one, if some can issue, else all; the lowest of them alone.
    assign behind = mine & (~Group'(1) << last_q);
    assign pool = |behind ? behind : mine;
    assign pick = pool & (~pool + Group'(1));

    always @* begin
      rank = '0;
      for (int g = 0; g < Group; g++) rank = rank | (RankWidth'(g) & {RankWidth{pick[g]}});
    end

    assign issue_en_o[p] = |mine;
    assign issue_slot_o[p*SlotWidth +: SlotWidth] =
        SlotWidth'(32'(rank) * Schedulers + p);

    always_ff @(posedge clk_i) begin
      if (!rst_ni)    last_q <= '0;
      else if (|mine) last_q <= rank;
    end
  end

  /////////////////////////////////////
  // Program counters, stacks: words //
  /////////////////////////////////////

  assign fetch_pc_o = pc_q[fetch_slot_i];
  assign top_o      = stack_q[top_slot_i];

  always_ff @(posedge clk_i) begin
    if (pc_en_i)   pc_q[pc_slot_i]      <= pc_i;
    if (push_en_i) stack_q[push_slot_i] <= push_i;
  end

endmodule
