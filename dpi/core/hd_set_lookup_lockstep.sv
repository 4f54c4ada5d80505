// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_set_lookup, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_set_lookup_lockstep #(
    parameter int Slots     = 48,
    parameter int Warps     = 64,
    parameter int Lanes     = 32,
    parameter int Ports     = 2,
    parameter int Banks     = 4,
    parameter int Places    = 4,
    parameter int Parks     = 8,
    parameter int RegPhys   = 240,
    parameter int RestWidth = 103,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int WarpWidth  = $clog2(Warps),
    localparam int BankWidth  = Banks > 1 ? $clog2(Banks) : 1,
    localparam int SetWidth   = $clog2(64 / Banks),
    localparam int PhysWidth  = $clog2(RegPhys),
    localparam int ParkWidth  = Parks > 1 ? $clog2(Parks) : 1,
    localparam int ParkRows   = (4 + Banks - 1) / Banks,
    localparam int IndexWidth = $clog2(RegPhys + Parks * ParkRows),
    localparam int RestWords  = (RestWidth + 31) / 32,
    localparam int Operands   = Ports * 4,
    localparam int Rings      = Ports * Places
) (
    input logic                           clk_i,
    input logic                           rst_ni,
    input logic [Ports-1:0]               room_o,
    input logic [Ports-1:0]               issue_en_i,
    input logic [Ports*SlotWidth-1:0]     issue_slot_i,
    input logic [Ports*WarpWidth-1:0]     issue_warp_i,
    input logic [Ports*Lanes-1:0]         issue_mask_i,
    input logic [Operands-1:0]            issue_use_i,
    input logic [Operands*6-1:0]          issue_reg_i,
    input logic [Ports*RestWidth-1:0]     issue_rest_i,
    input logic [Slots-1:0]               looking_o,
    input logic [Ports-1:0]               look_en_o,
    input logic [Ports*WarpWidth-1:0]     look_warp_o,
    input logic [Ports*SetWidth-1:0]      look_set_o,
    input logic [Ports-1:0]               found_held_i,
    input logic [Ports*PhysWidth-1:0]     found_phys_i,
    input logic [Ports-1:0]               stage_valid_o,
    input logic [Ports-1:0]               stage_ready_i,
    input logic [Ports*SlotWidth-1:0]     stage_slot_o,
    input logic [Ports*WarpWidth-1:0]     stage_warp_o,
    input logic [Ports*Lanes-1:0]         stage_mask_o,
    input logic [Operands-1:0]            stage_use_o,
    input logic [Operands*6-1:0]          stage_reg_o,
    input logic [Ports*RestWidth-1:0]     stage_rest_o,
    input logic [Operands*BankWidth-1:0]  stage_bank_o,
    input logic [Operands*IndexWidth-1:0] stage_index_o,
    input logic [Ports-1:0]               stage_parked_o,
    input logic [Ports*ParkWidth-1:0]     stage_park_o,
    input logic [Ports-1:0]               stage_stores_o,
    input logic [Parks-1:0]               read_i,
    input logic [Parks-1:0]               written_i,
    input logic                           filled_en_i,
    input logic [ParkWidth-1:0]           filled_park_i,
    input logic [1:0]                     filled_operand_i,
    input logic                           stored_en_i,
    input logic [ParkWidth-1:0]           stored_park_i,
    input logic [SlotWidth-1:0]           stored_slot_o,
    input logic [5:0]                     stored_reg_o,
    input logic                           job_valid_o,
    input logic                           job_store_o,
    input logic [ParkWidth-1:0]           job_park_o,
    input logic [1:0]                     job_operand_o,
    input logic [WarpWidth-1:0]           job_warp_o,
    input logic [5:0]                     job_reg_o,
    input logic [Lanes-1:0]               job_mask_o,
    input logic [BankWidth-1:0]           job_bank_o,
    input logic [IndexWidth-1:0]          job_index_o,
    input logic                           job_taken_i,
    input logic [Ports-1:0]               missed_o
);

  import "DPI-C" function longint unsigned set_lookup_open(
      input string path, input int unsigned slots, input int unsigned warps,
      input int unsigned lanes, input int unsigned ports, input int unsigned banks,
      input int unsigned places, input int unsigned parks, input int unsigned reg_phys,
      input int unsigned rest_width);
  import "DPI-C" function void set_lookup_rings(
      input longint unsigned handle, input bit [Ports*32-1:0] first,
      input bit [Ports*32-1:0] count, input bit [Rings*32-1:0] slot,
      input bit [Rings*32-1:0] warp, input bit [Rings*64-1:0] mask,
      input bit [Rings*32-1:0] used, input bit [Rings*32-1:0] regs,
      input bit [Rings*RestWords*32-1:0] rest, input bit [Rings*32-1:0] asked,
      input bit [Rings*32-1:0] known, input bit [Rings*32-1:0] away,
      input bit [Rings*4*32-1:0] phys, input byte unsigned soon_valid,
      input bit [Ports*32-1:0] soon_place, input bit [Ports*32-1:0] soon_set,
      input byte unsigned due_valid, input bit [Ports*32-1:0] due_place,
      input bit [Ports*32-1:0] due_set);
  import "DPI-C" function void set_lookup_parks(
      input longint unsigned handle, input longint unsigned looking,
      input bit [Parks*32-1:0] at, input bit [Parks*32-1:0] waits,
      input bit [Parks*32-1:0] fetched, input int unsigned sent,
      input bit [Parks*32-1:0] port, input bit [Parks*32-1:0] slot,
      input bit [Parks*32-1:0] warp, input bit [Parks*64-1:0] mask,
      input bit [Parks*32-1:0] used, input bit [Parks*32-1:0] regs,
      input bit [Parks*RestWords*32-1:0] rest, input bit [Parks*32-1:0] away,
      input bit [Parks*4*32-1:0] phys);
  import "DPI-C" function int set_lookup_ports(
      input longint unsigned handle, input bit rst_n, input byte unsigned issue_en,
      input bit [Ports*32-1:0] issue_slot, input bit [Ports*32-1:0] issue_warp,
      input bit [Ports*64-1:0] issue_mask, input bit [Ports*32-1:0] issue_use,
      input bit [Operands*32-1:0] issue_reg, input bit [Ports*RestWords*32-1:0] issue_rest,
      input byte unsigned found_held, input bit [Ports*32-1:0] found_phys,
      input byte unsigned stage_ready, input int unsigned read, input int unsigned written,
      input bit filled_en, input int unsigned filled_park, input int unsigned filled_operand,
      input bit stored_en, input int unsigned stored_park, input bit job_taken,
      input byte unsigned room, input longint unsigned looking, input byte unsigned look_en,
      input bit [Ports*32-1:0] look_warp, input bit [Ports*32-1:0] look_set,
      input byte unsigned stage_valid, input bit [Ports*32-1:0] stage_slot,
      input bit [Ports*32-1:0] stage_warp, input bit [Ports*64-1:0] stage_mask,
      input bit [Ports*32-1:0] stage_use, input bit [Operands*32-1:0] stage_reg,
      input bit [Ports*RestWords*32-1:0] stage_rest, input bit [Operands*32-1:0] stage_bank,
      input bit [Operands*32-1:0] stage_index, input byte unsigned stage_parked,
      input bit [Ports*32-1:0] stage_park, input byte unsigned stage_stores,
      input int unsigned stored_slot, input int unsigned stored_reg, input bit job_valid,
      input bit job_store, input int unsigned job_park, input int unsigned job_operand,
      input int unsigned job_warp, input int unsigned job_reg, input longint unsigned job_mask,
      input int unsigned job_bank, input int unsigned job_index, input byte unsigned missed);

  longint unsigned handle;
  initial
    handle = set_lookup_open($sformatf("%m"), Slots, Warps, Lanes, Ports, Banks, Places, Parks,
                             RegPhys, RestWidth);

  // ------------------------------------------------------------------------------------------
  // Registers: one 32-bit word an element, a mask of lanes 64 bits
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  localparam int RestBits = RestWords * 32;

  bit [Ports*32-1:0]       first, count, soon_place, soon_set, due_place, due_set;
  bit [Ports-1:0]          soon_valid, due_valid;
  bit [Rings*32-1:0]       ring_slot, ring_warp, ring_use, ring_reg;
  bit [Rings*32-1:0]       ring_asked, ring_known, ring_away;
  bit [Rings*64-1:0]       ring_mask;
  bit [Rings*RestBits-1:0] ring_rest;
  bit [Rings*4*32-1:0]     ring_phys;
  for (genvar p = 0; p < Ports; p++) begin : gen_ring
`ifndef HD_NO_first_q
    assign first[p*32+:32] = 32'(hd_set_lookup.gen_port[p].first_q);
`endif
`ifndef HD_NO_count_q
    assign count[p*32+:32] = 32'(hd_set_lookup.gen_port[p].count_q);
`endif
`ifndef HD_NO_soon_place_q
    assign soon_place[p*32+:32] = 32'(hd_set_lookup.gen_port[p].soon_place_q);
`endif
`ifndef HD_NO_soon_set_q
    assign soon_set[p*32+:32] = 32'(hd_set_lookup.gen_port[p].soon_set_q);
`endif
`ifndef HD_NO_due_place_q
    assign due_place[p*32+:32] = 32'(hd_set_lookup.gen_port[p].due_place_q);
`endif
`ifndef HD_NO_due_set_q
    assign due_set[p*32+:32] = 32'(hd_set_lookup.gen_port[p].due_set_q);
`endif
`ifndef HD_NO_soon_valid_q
    assign soon_valid[p] = hd_set_lookup.gen_port[p].soon_valid_q;
`endif
`ifndef HD_NO_due_valid_q
    assign due_valid[p] = hd_set_lookup.gen_port[p].due_valid_q;
`endif
    for (genvar i = 0; i < Places; i++) begin : gen_place
      localparam int K = p * Places + i;
`ifndef HD_NO_ring_slot_q
      assign ring_slot[K*32+:32] = 32'(hd_set_lookup.gen_port[p].ring_slot_q[i]);
`endif
`ifndef HD_NO_ring_warp_q
      assign ring_warp[K*32+:32] = 32'(hd_set_lookup.gen_port[p].ring_warp_q[i]);
`endif
`ifndef HD_NO_ring_use_q
      assign ring_use[K*32+:32] = 32'(hd_set_lookup.gen_port[p].ring_use_q[i]);
`endif
`ifndef HD_NO_ring_reg_q
      assign ring_reg[K*32+:32] = 32'(hd_set_lookup.gen_port[p].ring_reg_q[i]);
`endif
`ifndef HD_NO_ring_asked_q
      assign ring_asked[K*32+:32] = 32'(hd_set_lookup.gen_port[p].ring_asked_q[i]);
`endif
`ifndef HD_NO_ring_known_q
      assign ring_known[K*32+:32] = 32'(hd_set_lookup.gen_port[p].ring_known_q[i]);
`endif
`ifndef HD_NO_ring_away_q
      assign ring_away[K*32+:32] = 32'(hd_set_lookup.gen_port[p].ring_away_q[i]);
`endif
`ifndef HD_NO_ring_mask_q
      assign ring_mask[K*64+:64] = 64'(hd_set_lookup.gen_port[p].ring_mask_q[i]);
`endif
`ifndef HD_NO_ring_rest_q
      assign ring_rest[K*RestBits+:RestBits] =
          RestBits'(hd_set_lookup.gen_port[p].ring_rest_q[i]);
`endif
      for (genvar o = 0; o < 4; o++) begin : gen_operand
`ifndef HD_NO_ring_phys_q
        assign ring_phys[(K*4+o)*32+:32] =
            32'(hd_set_lookup.gen_port[p].ring_phys_q[i*4+o]);
`endif
      end
    end
  end

  longint unsigned         looking;
  int unsigned             sent;
  bit [Parks*32-1:0]       at, waits, fetched, port, slot, warp, used, regs, away;
  bit [Parks*64-1:0]       mask;
  bit [Parks*RestBits-1:0] rest;
  bit [Parks*4*32-1:0]     phys;
`ifndef HD_NO_looking_q
  assign looking = 64'(hd_set_lookup.looking_q);
`endif
`ifndef HD_NO_sent_q
  assign sent = 32'(hd_set_lookup.sent_q);
`endif
  for (genvar n = 0; n < Parks; n++) begin : gen_park
`ifndef HD_NO_state_q
    assign at[n*32+:32] = 32'(hd_set_lookup.state_q[n]);
`endif
`ifndef HD_NO_waits_q
    assign waits[n*32+:32] = 32'(hd_set_lookup.waits_q[n]);
`endif
`ifndef HD_NO_fetched_q
    assign fetched[n*32+:32] = 32'(hd_set_lookup.fetched_q[n]);
`endif
`ifndef HD_NO_port_q
    assign port[n*32+:32] = 32'(hd_set_lookup.port_q[n]);
`endif
`ifndef HD_NO_slot_q
    assign slot[n*32+:32] = 32'(hd_set_lookup.slot_q[n]);
`endif
`ifndef HD_NO_warp_q
    assign warp[n*32+:32] = 32'(hd_set_lookup.warp_q[n]);
`endif
`ifndef HD_NO_use_q
    assign used[n*32+:32] = 32'(hd_set_lookup.use_q[n]);
`endif
`ifndef HD_NO_reg_q
    assign regs[n*32+:32] = 32'(hd_set_lookup.reg_q[n]);
`endif
`ifndef HD_NO_away_q
    assign away[n*32+:32] = 32'(hd_set_lookup.away_q[n]);
`endif
`ifndef HD_NO_mask_q
    assign mask[n*64+:64] = 64'(hd_set_lookup.mask_q[n]);
`endif
`ifndef HD_NO_rest_q
    assign rest[n*RestBits+:RestBits] = RestBits'(hd_set_lookup.rest_q[n]);
`endif
    for (genvar o = 0; o < 4; o++) begin : gen_operand
`ifndef HD_NO_phys_q
      assign phys[(n*4+o)*32+:32] = 32'(hd_set_lookup.phys_q[n*4+o]);
`endif
    end
  end
  always @(negedge clk_i) begin
    set_lookup_rings(handle, first, count, ring_slot, ring_warp, ring_mask, ring_use, ring_reg,
                     ring_rest, ring_asked, ring_known, ring_away, ring_phys, 8'(soon_valid),
                     soon_place, soon_set, 8'(due_valid), due_place, due_set);
    set_lookup_parks(handle, looking, at, waits, fetched, sent, port, slot, warp, mask, used, regs,
                     rest, away, phys);
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Ports*32-1:0]           issue_slot, issue_warp, issue_use, found_phys;
  bit [Ports*32-1:0]           look_warp, look_set, stage_slot, stage_warp, stage_use, stage_park;
  bit [Ports*64-1:0]           issue_mask, stage_mask;
  bit [Operands*32-1:0]        issue_reg, stage_reg, stage_bank, stage_index;
  bit [Ports*RestWords*32-1:0] issue_rest, stage_rest;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    localparam int Rest = RestWords * 32;
    assign issue_slot[p*32+:32]     = 32'(issue_slot_i[p*SlotWidth+:SlotWidth]);
    assign issue_warp[p*32+:32]     = 32'(issue_warp_i[p*WarpWidth+:WarpWidth]);
    assign issue_mask[p*64+:64]     = 64'(issue_mask_i[p*Lanes+:Lanes]);
    assign issue_use[p*32+:32]      = 32'(issue_use_i[p*4+:4]);
    assign issue_rest[p*Rest+:Rest] = Rest'(issue_rest_i[p*RestWidth+:RestWidth]);
    assign found_phys[p*32+:32]     = 32'(found_phys_i[p*PhysWidth+:PhysWidth]);
    assign look_warp[p*32+:32]      = 32'(look_warp_o[p*WarpWidth+:WarpWidth]);
    assign look_set[p*32+:32]       = 32'(look_set_o[p*SetWidth+:SetWidth]);
    assign stage_slot[p*32+:32]     = 32'(stage_slot_o[p*SlotWidth+:SlotWidth]);
    assign stage_warp[p*32+:32]     = 32'(stage_warp_o[p*WarpWidth+:WarpWidth]);
    assign stage_mask[p*64+:64]     = 64'(stage_mask_o[p*Lanes+:Lanes]);
    assign stage_use[p*32+:32]      = 32'(stage_use_o[p*4+:4]);
    assign stage_rest[p*Rest+:Rest] = Rest'(stage_rest_o[p*RestWidth+:RestWidth]);
    assign stage_park[p*32+:32]     = 32'(stage_park_o[p*ParkWidth+:ParkWidth]);
  end
  for (genvar k = 0; k < Operands; k++) begin : gen_operand
    assign issue_reg[k*32+:32]   = 32'(issue_reg_i[k*6+:6]);
    assign stage_reg[k*32+:32]   = 32'(stage_reg_o[k*6+:6]);
    assign stage_bank[k*32+:32]  = 32'(stage_bank_o[k*BankWidth+:BankWidth]);
    assign stage_index[k*32+:32] = 32'(stage_index_o[k*IndexWidth+:IndexWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = set_lookup_ports(
        handle, rst_ni, 8'(issue_en_i), issue_slot, issue_warp, issue_mask, issue_use, issue_reg,
        issue_rest, 8'(found_held_i), found_phys, 8'(stage_ready_i), 32'(read_i), 32'(written_i),
        filled_en_i, 32'(filled_park_i), 32'(filled_operand_i), stored_en_i, 32'(stored_park_i),
        job_taken_i, 8'(room_o), 64'(looking_o), 8'(look_en_o), look_warp, look_set,
        8'(stage_valid_o), stage_slot, stage_warp, stage_mask, stage_use, stage_reg, stage_rest,
        stage_bank, stage_index, 8'(stage_parked_o), stage_park, 8'(stage_stores_o),
        32'(stored_slot_o), 32'(stored_reg_o), job_valid_o, job_store_o, 32'(job_park_o),
        32'(job_operand_o), 32'(job_warp_o), 32'(job_reg_o), 64'(job_mask_o), 32'(job_bank_o),
        32'(job_index_o), 8'(missed_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(room_o)), .Field(0)) u_room (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(looking_o)), .Field(1)) u_looking (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(look_en_o)), .Field(2)) u_look_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stage_valid_o)), .Field(5)) u_stage_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(job_valid_o)), .Field(19)) u_job_valid (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_set_lookup hd_set_lookup_lockstep #(
    .Slots(Slots), .Warps(Warps), .Lanes(Lanes), .Ports(Ports), .Banks(Banks), .Places(Places),
    .Parks(Parks), .RegPhys(RegPhys), .RestWidth(RestWidth)
) u_lockstep (.*);
