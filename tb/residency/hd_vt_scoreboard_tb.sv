// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_vt_scoreboard; knows nothing of checking. The inputs change at the falling edge.

module hd_vt_scoreboard_tb #(
    parameter int Slots = 0,
    parameter int Regs  = 0,
    parameter int Warps = 0,
    parameter int Ports = 0,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int RegWidth   = $clog2(Regs),
    localparam int WarpWidth  = $clog2(Warps),
    localparam int SizeWidth  = $clog2(Slots + 1),
    localparam int CountWidth = $clog2(Regs + 1)
) (
    input  logic                  clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic [Ports*Regs-1:0] query_busy_o,
    output logic [Ports-1:0]      late_o,
    output logic [CountWidth-1:0] retire_count_o
);

  import "DPI-C" function void vt_scoreboard_stim_open(
      input int unsigned slots, input int unsigned regs, input int unsigned warps,
      input int unsigned ports);
  import "DPI-C" function void vt_scoreboard_stim(
      output bit rst_n, output bit [Ports*32-1:0] query_slot, output byte unsigned set_en,
      output bit [Ports*32-1:0] set_slot, output bit [Ports*32-1:0] set_reg,
      output byte unsigned wb_en, output bit [Ports*32-1:0] wb_slot,
      output bit [Ports*32-1:0] wb_warp, output bit [Ports*32-1:0] wb_reg, output bit map_en,
      output int unsigned map_base, output int unsigned map_count, output int unsigned map_warp,
      output bit retire_en, output int unsigned retire_slot, output bit clear_en,
      output int unsigned clear_base, output int unsigned clear_count);

  logic                       rst_ni;
  logic [Ports*SlotWidth-1:0] query_slot_i;
  logic [Ports-1:0]           set_en_i;
  logic [Ports*SlotWidth-1:0] set_slot_i;
  logic [Ports*RegWidth-1:0]  set_reg_i;
  logic [Ports-1:0]           wb_en_i;
  logic [Ports*SlotWidth-1:0] wb_slot_i;
  logic [Ports*WarpWidth-1:0] wb_warp_i;
  logic [Ports*RegWidth-1:0]  wb_reg_i;
  logic                       map_en_i;
  logic [SlotWidth-1:0]       map_base_i;
  logic [SizeWidth-1:0]       map_count_i;
  logic [WarpWidth-1:0]       map_warp_i;
  logic                       retire_en_i;
  logic [SlotWidth-1:0]       retire_slot_i;
  logic                       clear_en_i;
  logic [SlotWidth-1:0]       clear_base_i;
  logic [SizeWidth-1:0]       clear_count_i;

  hd_vt_scoreboard #(
      .Slots(Slots), .Regs(Regs), .Warps(Warps), .Ports(Ports)
  ) dut (.*);

  initial vt_scoreboard_stim_open(Slots, Regs, Warps, Ports);

  // What it is offered in this cycle.
  bit                rst_n, map_en, retire_en, clear_en;
  bit [Ports*32-1:0] query_slot, set_slot, set_reg, wb_slot, wb_warp, wb_reg;
  byte unsigned      set_en, wb_en;
  int unsigned       map_base, map_count, map_warp, retire_slot, clear_base, clear_count;
  always @(negedge clk_i) begin
    vt_scoreboard_stim(rst_n, query_slot, set_en, set_slot, set_reg, wb_en, wb_slot, wb_warp,
                       wb_reg, map_en, map_base, map_count, map_warp, retire_en, retire_slot,
                       clear_en, clear_base, clear_count);
    rst_ni        = rst_n;
    set_en_i      = Ports'(set_en);
    wb_en_i       = Ports'(wb_en);
    map_en_i      = map_en;
    map_base_i    = SlotWidth'(map_base);
    map_count_i   = SizeWidth'(map_count);
    map_warp_i    = WarpWidth'(map_warp);
    retire_en_i   = retire_en;
    retire_slot_i = SlotWidth'(retire_slot);
    clear_en_i    = clear_en;
    clear_base_i  = SlotWidth'(clear_base);
    clear_count_i = SizeWidth'(clear_count);
    for (int p = 0; p < Ports; p++) begin
      query_slot_i[p*SlotWidth+:SlotWidth] = SlotWidth'(query_slot[p*32+:32]);
      set_slot_i[p*SlotWidth+:SlotWidth]   = SlotWidth'(set_slot[p*32+:32]);
      set_reg_i[p*RegWidth+:RegWidth]      = RegWidth'(set_reg[p*32+:32]);
      wb_slot_i[p*SlotWidth+:SlotWidth]    = SlotWidth'(wb_slot[p*32+:32]);
      wb_warp_i[p*WarpWidth+:WarpWidth]    = WarpWidth'(wb_warp[p*32+:32]);
      wb_reg_i[p*RegWidth+:RegWidth]       = RegWidth'(wb_reg[p*32+:32]);
    end
  end
endmodule
