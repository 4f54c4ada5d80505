// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_scoreboard; knows nothing of checking. The inputs change at the falling edge.

module hd_scoreboard_tb #(
    parameter int Slots   = 0,
    parameter int Regs    = 0,
    parameter int Ports   = 0,
    parameter int Writers = 0,
    localparam int SlotWidth = $clog2(Slots),
    localparam int RegWidth  = $clog2(Regs)
) (
    input  logic                  clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic [Ports*Regs-1:0] query_busy_o,
    output logic [Slots-1:0]      free_o
);

  import "DPI-C" function void scoreboard_stim_open(
      input int unsigned slots, input int unsigned regs, input int unsigned ports,
      input int unsigned writers);
  import "DPI-C" function void scoreboard_stim(
      output bit rst_n, output bit [Ports*32-1:0] query_slot, output byte unsigned set_en,
      output bit [Ports*32-1:0] set_slot, output bit [Ports*32-1:0] set_reg,
      output byte unsigned wb_en, output bit [Writers*32-1:0] wb_slot,
      output bit [Writers*32-1:0] wb_reg);

  logic                         rst_ni;
  logic [Ports*SlotWidth-1:0]   query_slot_i, set_slot_i;
  logic [Ports-1:0]             set_en_i;
  logic [Ports*RegWidth-1:0]    set_reg_i;
  logic [Writers-1:0]           wb_en_i;
  logic [Writers*SlotWidth-1:0] wb_slot_i;
  logic [Writers*RegWidth-1:0]  wb_reg_i;

  hd_scoreboard #(
      .Slots(Slots), .Regs(Regs), .Ports(Ports), .Writers(Writers)
  ) dut (.*);

  initial scoreboard_stim_open(Slots, Regs, Ports, Writers);

  // What it is offered in this cycle.
  bit                  rst_n;
  byte unsigned        set_en, wb_en;
  bit [Ports*32-1:0]   query_slot, set_slot, set_reg;
  bit [Writers*32-1:0] wb_slot, wb_reg;
  always @(negedge clk_i) begin
    scoreboard_stim(rst_n, query_slot, set_en, set_slot, set_reg, wb_en, wb_slot, wb_reg);
    rst_ni   = rst_n;
    set_en_i = Ports'(set_en);
    wb_en_i  = Writers'(wb_en);
    for (int p = 0; p < Ports; p++) begin
      query_slot_i[p*SlotWidth+:SlotWidth] = SlotWidth'(query_slot[p*32+:32]);
      set_slot_i[p*SlotWidth+:SlotWidth]   = SlotWidth'(set_slot[p*32+:32]);
      set_reg_i[p*RegWidth+:RegWidth]      = RegWidth'(set_reg[p*32+:32]);
    end
    for (int w = 0; w < Writers; w++) begin
      wb_slot_i[w*SlotWidth+:SlotWidth] = SlotWidth'(wb_slot[w*32+:32]);
      wb_reg_i[w*RegWidth+:RegWidth]    = RegWidth'(wb_reg[w*32+:32]);
    end
  end
endmodule
