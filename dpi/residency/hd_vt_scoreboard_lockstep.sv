// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_vt_scoreboard, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_vt_scoreboard_lockstep #(
    parameter int Slots = 48,
    parameter int Regs  = 64,
    parameter int Warps = 256,
    parameter int Ports = 2,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int RegWidth   = $clog2(Regs),
    localparam int WarpWidth  = $clog2(Warps),
    localparam int SizeWidth  = $clog2(Slots + 1),
    localparam int CountWidth = $clog2(Regs + 1)
) (
    input logic                       clk_i,
    input logic                       rst_ni,
    input logic [Ports*SlotWidth-1:0] query_slot_i,
    input logic [Ports*Regs-1:0]      query_busy_o,
    input logic [Ports-1:0]           set_en_i,
    input logic [Ports*SlotWidth-1:0] set_slot_i,
    input logic [Ports*RegWidth-1:0]  set_reg_i,
    input logic [Ports-1:0]           wb_en_i,
    input logic [Ports*SlotWidth-1:0] wb_slot_i,
    input logic [Ports*WarpWidth-1:0] wb_warp_i,
    input logic [Ports*RegWidth-1:0]  wb_reg_i,
    input logic [Ports-1:0]           late_o,
    input logic                       map_en_i,
    input logic [SlotWidth-1:0]       map_base_i,
    input logic [SizeWidth-1:0]       map_count_i,
    input logic [WarpWidth-1:0]       map_warp_i,
    input logic                       retire_en_i,
    input logic [SlotWidth-1:0]       retire_slot_i,
    input logic [CountWidth-1:0]      retire_count_o,
    input logic                       clear_en_i,
    input logic [SlotWidth-1:0]       clear_base_i,
    input logic [SizeWidth-1:0]       clear_count_i
);

  import "DPI-C" function longint unsigned vt_scoreboard_open(
      input string path, input int unsigned slots, input int unsigned regs,
      input int unsigned warps, input int unsigned ports);
  import "DPI-C" function void vt_scoreboard_state(
      input longint unsigned handle, input longint unsigned valid, input bit [Slots*32-1:0] tag,
      input bit [Slots*64-1:0] busy);
  import "DPI-C" function int vt_scoreboard_ports(
      input longint unsigned handle, input bit rst_n, input bit [Ports*32-1:0] query_slot,
      input byte unsigned set_en, input bit [Ports*32-1:0] set_slot,
      input bit [Ports*32-1:0] set_reg, input byte unsigned wb_en,
      input bit [Ports*32-1:0] wb_slot, input bit [Ports*32-1:0] wb_warp,
      input bit [Ports*32-1:0] wb_reg, input bit map_en, input int unsigned map_base,
      input int unsigned map_count, input int unsigned map_warp, input bit retire_en,
      input int unsigned retire_slot, input bit clear_en, input int unsigned clear_base,
      input int unsigned clear_count, input bit [Ports*64-1:0] query_busy,
      input byte unsigned late, input int unsigned retire_count);

  longint unsigned handle;
  initial handle = vt_scoreboard_open($sformatf("%m"), Slots, Regs, Warps, Ports);

  // ------------------------------------------------------------------------------------------
  // Registers, one 32-bit word an element (masks: two)
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  longint unsigned   valid;
  bit [Slots*32-1:0] tag;
  bit [Slots*64-1:0] busy;
`ifndef HD_NO_valid_q
  assign valid = 64'(hd_vt_scoreboard.valid_q);
`endif
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
`ifndef HD_NO_tag_q
    assign tag[s*32+:32] = 32'(hd_vt_scoreboard.tag_q[s]);
`endif
`ifndef HD_NO_busy_q
    assign busy[s*64+:64] = 64'(hd_vt_scoreboard.busy_q[s]);
`endif
  end
  always @(negedge clk_i) vt_scoreboard_state(handle, valid, tag, busy);
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Ports*32-1:0] query_slot, set_slot, set_reg, wb_slot, wb_warp, wb_reg;
  bit [Ports*64-1:0] query_busy;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign query_slot[p*32+:32] = 32'(query_slot_i[p*SlotWidth+:SlotWidth]);
    assign query_busy[p*64+:64] = 64'(query_busy_o[p*Regs+:Regs]);
    assign set_slot[p*32+:32]   = 32'(set_slot_i[p*SlotWidth+:SlotWidth]);
    assign set_reg[p*32+:32]    = 32'(set_reg_i[p*RegWidth+:RegWidth]);
    assign wb_slot[p*32+:32]    = 32'(wb_slot_i[p*SlotWidth+:SlotWidth]);
    assign wb_warp[p*32+:32]    = 32'(wb_warp_i[p*WarpWidth+:WarpWidth]);
    assign wb_reg[p*32+:32]     = 32'(wb_reg_i[p*RegWidth+:RegWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = vt_scoreboard_ports(
        handle, rst_ni, query_slot, 8'(set_en_i), set_slot, set_reg, 8'(wb_en_i), wb_slot, wb_warp,
        wb_reg, map_en_i, 32'(map_base_i), 32'(map_count_i), 32'(map_warp_i), retire_en_i,
        32'(retire_slot_i), clear_en_i, 32'(clear_base_i), 32'(clear_count_i), query_busy,
        8'(late_o), 32'(retire_count_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(query_busy_o)), .Field(0)) u_query_busy (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(late_o)), .Field(1)) u_late (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(retire_count_o)), .Field(2)) u_retire_count (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_vt_scoreboard hd_vt_scoreboard_lockstep #(
    .Slots(Slots), .Regs(Regs), .Warps(Warps), .Ports(Ports)
) u_lockstep (.*);
