// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_scoreboard, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_scoreboard_lockstep #(
    parameter int Slots   = 48,
    parameter int Regs    = 64,
    parameter int Ports   = 2,
    parameter int Writers = 3,
    localparam int SlotWidth = $clog2(Slots),
    localparam int RegWidth  = $clog2(Regs)
) (
    input logic                         clk_i,
    input logic                         rst_ni,
    input logic [Ports*SlotWidth-1:0]   query_slot_i,
    input logic [Ports*Regs-1:0]        query_busy_o,
    input logic [Slots-1:0]             free_o,
    input logic [Ports-1:0]             set_en_i,
    input logic [Ports*SlotWidth-1:0]   set_slot_i,
    input logic [Ports*RegWidth-1:0]    set_reg_i,
    input logic [Writers-1:0]           wb_en_i,
    input logic [Writers*SlotWidth-1:0] wb_slot_i,
    input logic [Writers*RegWidth-1:0]  wb_reg_i
);

  import "DPI-C" function longint unsigned scoreboard_open(
      input string path, input int unsigned slots, input int unsigned regs,
      input int unsigned ports, input int unsigned writers);
  import "DPI-C" function void scoreboard_state(
      input longint unsigned handle, input bit [Slots*64-1:0] busy);
  import "DPI-C" function int scoreboard_ports(
      input longint unsigned handle, input bit rst_n, input bit [Ports*32-1:0] query_slot,
      input byte unsigned set_en, input bit [Ports*32-1:0] set_slot,
      input bit [Ports*32-1:0] set_reg, input byte unsigned wb_en,
      input bit [Writers*32-1:0] wb_slot, input bit [Writers*32-1:0] wb_reg,
      input bit [Ports*64-1:0] query_busy, input longint unsigned free_slots);

  longint unsigned handle;
  initial handle = scoreboard_open($sformatf("%m"), Slots, Regs, Ports, Writers);

  // ------------------------------------------------------------------------------------------
  // Registers: a mask of 64 bits an element
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  bit [Slots*64-1:0] busy;
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
`ifndef HD_NO_busy_q
    assign busy[s*64+:64] = 64'(hd_scoreboard.busy_q[s]);
`endif
  end
  always @(negedge clk_i) scoreboard_state(handle, busy);
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Ports*32-1:0]   query_slot, set_slot, set_reg;
  bit [Ports*64-1:0]   query_busy;
  bit [Writers*32-1:0] wb_slot, wb_reg;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign query_slot[p*32+:32] = 32'(query_slot_i[p*SlotWidth+:SlotWidth]);
    assign query_busy[p*64+:64] = 64'(query_busy_o[p*Regs+:Regs]);
    assign set_slot[p*32+:32]   = 32'(set_slot_i[p*SlotWidth+:SlotWidth]);
    assign set_reg[p*32+:32]    = 32'(set_reg_i[p*RegWidth+:RegWidth]);
  end
  for (genvar w = 0; w < Writers; w++) begin : gen_writer
    assign wb_slot[w*32+:32] = 32'(wb_slot_i[w*SlotWidth+:SlotWidth]);
    assign wb_reg[w*32+:32]  = 32'(wb_reg_i[w*RegWidth+:RegWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = scoreboard_ports(
        handle, rst_ni, query_slot, 8'(set_en_i), set_slot, set_reg, 8'(wb_en_i), wb_slot, wb_reg,
        query_busy, 64'(free_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(query_busy_o)), .Field(0)) u_query_busy (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(free_o)), .Field(1)) u_free (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_scoreboard hd_scoreboard_lockstep #(
    .Slots(Slots), .Regs(Regs), .Ports(Ports), .Writers(Writers)
) u_lockstep (.*);
