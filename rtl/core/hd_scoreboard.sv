// SPDX-License-Identifier: Apache-2.0
//
// Scoreboard: which registers of the warp on each slot will still be written. An instruction that
// reads or writes one of them waits.
//
// Behaviour
// - A bit for each register of each slot: an instruction that is issued sets its destination's bit,
//   its writeback clears the bit, each from the next cycle on.
//
// Corner cases
// - There is no way past the state: a register written back in this cycle still counts as busy.
// - Of a set and a writeback of one bit in one cycle the set would stand; it does not happen, since
//   no instruction issues that writes a busy register.
//
// Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: section IV.A (issue stage).

module hd_scoreboard #(
    // Warp slots. Everything grows in proportion.
    parameter int Slots   = 48,
    // Registers of a thread: flip-flops of every slot.
    parameter int Regs    = 64,
    // Queries, and issues, in a cycle: a read of a whole vector and a decoder each.
    parameter int Ports   = 2,
    // Results in a cycle: a decoder each.
    parameter int Writers = 3,
    localparam int SlotWidth = $clog2(Slots),
    localparam int RegWidth  = $clog2(Regs)
) (
    // Clock; synchronous reset, active low.
    input  logic                         clk_i,
    input  logic                         rst_ni,

    // Queries; port p is [p*W +: W]
    // A slot, below Slots.
    input  logic [Ports*SlotWidth-1:0]   query_slot_i,
    // Its registers with a write outstanding. Depends on query_slot_i and state alone.
    output logic [Ports*Regs-1:0]        query_busy_o,
    // The slot has none. State only.
    output logic [Slots-1:0]             free_o,

    // Issue; port p is [p*W +: W]
    // An instruction of the warp on set_slot_i[p], which will write set_reg_i[p], is issued.
    input  logic [Ports-1:0]             set_en_i,
    input  logic [Ports*SlotWidth-1:0]   set_slot_i,
    input  logic [Ports*RegWidth-1:0]    set_reg_i,

    // Writeback; writer w is [w*W +: W]
    // Register wb_reg_i[w] of the warp on wb_slot_i[w] is written, its last lane too.
    input  logic [Writers-1:0]           wb_en_i,
    input  logic [Writers*SlotWidth-1:0] wb_slot_i,
    input  logic [Writers*RegWidth-1:0]  wb_reg_i
);

`ifndef SYNTHESIS
  initial begin
    if (Slots < 2 || Slots > 64) $fatal(1, "hd_scoreboard: Slots must be 2 to 64");
    if (Regs < 2 || Regs > 64) $fatal(1, "hd_scoreboard: Regs must be 2 to 64");
    if (Ports < 1 || Ports > 4) $fatal(1, "hd_scoreboard: Ports must be 1 to 4");
    if (Writers < 1 || Writers > 8) $fatal(1, "hd_scoreboard: Writers must be 1 to 8");
  end
`endif

  ///////////
  // State //
  ///////////

  (* mem2reg *) // flip-flops
  logic [Regs-1:0] busy_q [Slots];

  /////////////
  // Queries //
  /////////////

  for (genvar p = 0; p < Ports; p++) begin : gen_query
    assign query_busy_o[p*Regs +: Regs] = busy_q[query_slot_i[p*SlotWidth +: SlotWidth]];
  end

  ////////////////
  // Next state //
  ////////////////

  // The bit that each port sets, and each writer clears, in the vector of the slot it names; 0 if
  // it does nothing.
  logic [Ports*Regs-1:0]   set_bits;
  logic [Writers*Regs-1:0] wb_bits;

  for (genvar p = 0; p < Ports; p++) begin : gen_set
    assign set_bits[p*Regs +: Regs] = Regs'(set_en_i[p]) << set_reg_i[p*RegWidth +: RegWidth];
  end

  for (genvar w = 0; w < Writers; w++) begin : gen_wb
    assign wb_bits[w*Regs +: Regs] = Regs'(wb_en_i[w]) << wb_reg_i[w*RegWidth +: RegWidth];
  end

  // Writebacks clear, then issues set.
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    logic [Regs-1:0] busy_now, busy;

    assign busy_now  = busy_q[s];
    assign free_o[s] = busy_now == '0;

    always @* begin
      busy = busy_now;
      for (int w = 0; w < Writers; w++)
        if (wb_slot_i[w*SlotWidth +: SlotWidth] == SlotWidth'(s))
          busy = busy & ~wb_bits[w*Regs +: Regs];
      for (int p = 0; p < Ports; p++)
        if (set_slot_i[p*SlotWidth +: SlotWidth] == SlotWidth'(s))
          busy = busy | set_bits[p*Regs +: Regs];
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) busy_q[s] <= '0;
      else         busy_q[s] <= busy;
    end
  end

endmodule
