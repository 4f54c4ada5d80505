// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_set_lookup; knows nothing of checking. The inputs change at the falling edge.

module hd_set_lookup_tb #(
    parameter int Slots     = 0,
    parameter int Warps     = 0,
    parameter int Lanes     = 0,
    parameter int Ports     = 0,
    parameter int Banks     = 0,
    parameter int Places    = 0,
    parameter int Parks     = 0,
    parameter int RegPhys   = 0,
    parameter int RestWidth = 0,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int WarpWidth  = $clog2(Warps),
    localparam int BankWidth  = Banks > 1 ? $clog2(Banks) : 1,
    localparam int SetWidth   = $clog2(64 / Banks),
    localparam int PhysWidth  = $clog2(RegPhys),
    localparam int ParkWidth  = Parks > 1 ? $clog2(Parks) : 1,
    localparam int ParkRows   = (4 + Banks - 1) / Banks,
    localparam int IndexWidth = $clog2(RegPhys + Parks * ParkRows),
    localparam int RestWords  = (RestWidth + 31) / 32,
    localparam int Operands   = Ports * 4
) (
    input  logic                           clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic [Ports-1:0]               room_o,
    output logic [Slots-1:0]               looking_o,
    output logic [Ports-1:0]               look_en_o,
    output logic [Ports*WarpWidth-1:0]     look_warp_o,
    output logic [Ports*SetWidth-1:0]      look_set_o,
    output logic [Ports-1:0]               stage_valid_o,
    output logic [Ports*SlotWidth-1:0]     stage_slot_o,
    output logic [Ports*WarpWidth-1:0]     stage_warp_o,
    output logic [Ports*Lanes-1:0]         stage_mask_o,
    output logic [Operands-1:0]            stage_use_o,
    output logic [Operands*6-1:0]          stage_reg_o,
    output logic [Ports*RestWidth-1:0]     stage_rest_o,
    output logic [Operands*BankWidth-1:0]  stage_bank_o,
    output logic [Operands*IndexWidth-1:0] stage_index_o,
    output logic [Ports-1:0]               stage_parked_o,
    output logic [Ports*ParkWidth-1:0]     stage_park_o,
    output logic [Ports-1:0]               stage_stores_o,
    output logic [SlotWidth-1:0]           stored_slot_o,
    output logic [5:0]                     stored_reg_o,
    output logic                           job_valid_o,
    output logic                           job_store_o,
    output logic [ParkWidth-1:0]           job_park_o,
    output logic [1:0]                     job_operand_o,
    output logic [WarpWidth-1:0]           job_warp_o,
    output logic [5:0]                     job_reg_o,
    output logic [Lanes-1:0]               job_mask_o,
    output logic [BankWidth-1:0]           job_bank_o,
    output logic [IndexWidth-1:0]          job_index_o,
    output logic [Ports-1:0]               missed_o
);

  import "DPI-C" function void set_lookup_stim_open(
      input int unsigned slots, input int unsigned warps, input int unsigned lanes,
      input int unsigned ports, input int unsigned banks, input int unsigned parks,
      input int unsigned reg_phys, input int unsigned rest_width);
  import "DPI-C" function void set_lookup_stim(
      input byte unsigned room, input longint unsigned looking, input byte unsigned left,
      input bit [Ports*32-1:0] left_park, input byte unsigned left_stores, input bit job_valid,
      input bit job_store, input int unsigned job_park, input int unsigned job_operand,
      output bit rst_n, output byte unsigned issue_en, output bit [Ports*32-1:0] issue_slot,
      output bit [Ports*32-1:0] issue_warp, output bit [Ports*64-1:0] issue_mask,
      output bit [Ports*32-1:0] issue_use, output bit [Operands*32-1:0] issue_reg,
      output bit [Ports*RestWords*32-1:0] issue_rest, output byte unsigned found_held,
      output bit [Ports*32-1:0] found_phys, output byte unsigned stage_ready,
      output int unsigned read, output int unsigned written, output bit filled_en,
      output int unsigned filled_park, output int unsigned filled_operand, output bit stored_en,
      output int unsigned stored_park, output bit job_taken);

  logic                       rst_ni, filled_en_i, stored_en_i, job_taken_i;
  logic [Ports-1:0]           issue_en_i, found_held_i, stage_ready_i;
  logic [Ports*SlotWidth-1:0] issue_slot_i;
  logic [Ports*WarpWidth-1:0] issue_warp_i;
  logic [Ports*Lanes-1:0]     issue_mask_i;
  logic [Operands-1:0]        issue_use_i;
  logic [Operands*6-1:0]      issue_reg_i;
  logic [Ports*RestWidth-1:0] issue_rest_i;
  logic [Ports*PhysWidth-1:0] found_phys_i;
  logic [Parks-1:0]           read_i, written_i;
  logic [ParkWidth-1:0]       filled_park_i, stored_park_i;
  logic [1:0]                 filled_operand_i;

  hd_set_lookup #(
      .Slots(Slots), .Warps(Warps), .Lanes(Lanes), .Ports(Ports), .Banks(Banks), .Places(Places),
      .Parks(Parks), .RegPhys(RegPhys), .RestWidth(RestWidth)
  ) dut (.*);

  // Which parked instructions went to the issue registers in the last cycle.
  byte unsigned      left, left_stores;
  bit [Ports*32-1:0] left_park;
  always @(posedge clk_i) begin
    left        <= rst_ni ? 8'(stage_valid_o & stage_ready_i & stage_parked_o) : '0;
    left_stores <= 8'(stage_stores_o);
    for (int p = 0; p < Ports; p++)
      left_park[p*32+:32] <= 32'(stage_park_o[p*ParkWidth+:ParkWidth]);
  end

  initial set_lookup_stim_open(Slots, Warps, Lanes, Ports, Banks, Parks, RegPhys, RestWidth);

  // What it is offered in this cycle; room, looking and the task are of state alone, and known
  // before.
  bit                          rst_n, filled_en, stored_en, job_taken;
  byte unsigned                issue_en, found_held, stage_ready;
  bit [Ports*32-1:0]           issue_slot, issue_warp, issue_use, found_phys;
  bit [Ports*64-1:0]           issue_mask;
  bit [Operands*32-1:0]        issue_reg;
  bit [Ports*RestWords*32-1:0] issue_rest;
  int unsigned                 read, written, filled_park, filled_operand, stored_park;
  always @(negedge clk_i) begin
    set_lookup_stim(8'(room_o), 64'(looking_o), left, left_park, left_stores, job_valid_o,
                    job_store_o, 32'(job_park_o), 32'(job_operand_o), rst_n, issue_en, issue_slot,
                    issue_warp, issue_mask, issue_use, issue_reg, issue_rest, found_held,
                    found_phys, stage_ready, read, written, filled_en, filled_park,
                    filled_operand, stored_en, stored_park, job_taken);
    rst_ni           = rst_n;
    issue_en_i       = Ports'(issue_en);
    found_held_i     = Ports'(found_held);
    stage_ready_i    = Ports'(stage_ready);
    read_i           = Parks'(read);
    written_i        = Parks'(written);
    filled_en_i      = filled_en;
    filled_park_i    = ParkWidth'(filled_park);
    filled_operand_i = 2'(filled_operand);
    stored_en_i      = stored_en;
    stored_park_i    = ParkWidth'(stored_park);
    job_taken_i      = job_taken;
    for (int p = 0; p < Ports; p++) begin
      issue_slot_i[p*SlotWidth+:SlotWidth] = SlotWidth'(issue_slot[p*32+:32]);
      issue_warp_i[p*WarpWidth+:WarpWidth] = WarpWidth'(issue_warp[p*32+:32]);
      issue_mask_i[p*Lanes+:Lanes]         = Lanes'(issue_mask[p*64+:64]);
      issue_use_i[p*4+:4]                  = 4'(issue_use[p*32+:32]);
      issue_rest_i[p*RestWidth+:RestWidth] = RestWidth'(issue_rest[p*RestWords*32+:RestWords*32]);
      found_phys_i[p*PhysWidth+:PhysWidth] = PhysWidth'(found_phys[p*32+:32]);
    end
    for (int k = 0; k < Operands; k++) issue_reg_i[k*6+:6] = 6'(issue_reg[k*32+:32]);
  end
endmodule
