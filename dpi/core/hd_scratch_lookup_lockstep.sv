// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_scratch_lookup, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_scratch_lookup_lockstep #(
    parameter int Lanes       = 32,
    parameter int Blocks      = 16,
    parameter int ScratchSets = 48,
    parameter int ScratchPhys = 48,
    parameter logic [31:0] Swapped = 32'hc008_0000,
    localparam int BlockWidth = $clog2(Blocks),
    localparam int SetWidth   = ScratchSets > 1 ? $clog2(ScratchSets) : 1,
    localparam int PhysWidth  = $clog2(ScratchPhys)
) (
    input logic                  clk_i,
    input logic                  rst_ni,
    input logic                  valid_i,
    input logic [Lanes-1:0]      mask_i,
    input logic [Lanes*32-1:0]   addr_i,
    input logic [BlockWidth-1:0] block_i,
    input logic                  ready_o,
    input logic [Lanes*32-1:0]   addr_o,
    input logic                  shared_o,
    input logic                  taken_i,
    input logic                  look_en_o,
    input logic [SetWidth-1:0]   look_set_o,
    input logic                  found_held_i,
    input logic [PhysWidth-1:0]  found_phys_i,
    input logic                  hold_i,
    input logic [BlockWidth-1:0] hold_block_i,
    input logic [SetWidth-1:0]   hold_set_i,
    input logic                  touches_o,
    input logic                  busy_o,
    input logic                  missed_o
);

  import "DPI-C" function longint unsigned scratch_lookup_open(
      input string path, input int unsigned lanes, input int unsigned blocks,
      input int unsigned sets, input int unsigned phys, input int unsigned swapped);
  import "DPI-C" function void scratch_lookup_state(
      input longint unsigned handle, input bit busy, input longint unsigned asked,
      input longint unsigned known, input bit [Lanes*32-1:0] addr, input bit soon_valid,
      input int unsigned soon_set, input longint unsigned soon_lanes, input bit due_valid,
      input int unsigned due_set, input longint unsigned due_lanes);
  import "DPI-C" function int scratch_lookup_ports(
      input longint unsigned handle, input bit rst_n, input bit valid,
      input longint unsigned mask, input bit [Lanes*32-1:0] addr_in, input int unsigned block,
      input bit taken, input bit found_held, input int unsigned found_phys, input bit hold,
      input int unsigned hold_block, input int unsigned hold_set, input bit ready,
      input bit [Lanes*32-1:0] addr_out, input bit shared, input bit look_en,
      input int unsigned look_set, input bit touches, input bit busy, input bit missed);

  longint unsigned handle;
  initial
    handle = scratch_lookup_open($sformatf("%m"), Lanes, Blocks, ScratchSets, ScratchPhys, Swapped);

  // ------------------------------------------------------------------------------------------
  // Registers: a mask of lanes is 64 bits
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  bit                  busy, soon_valid, due_valid;
  longint unsigned     asked, known, soon_lanes, due_lanes;
  int unsigned         soon_set, due_set;
  bit [Lanes*32-1:0]   addr;
`ifndef HD_NO_busy_q
  assign busy = hd_scratch_lookup.busy_q;
`endif
`ifndef HD_NO_asked_q
  assign asked = 64'(hd_scratch_lookup.asked_q);
`endif
`ifndef HD_NO_known_q
  assign known = 64'(hd_scratch_lookup.known_q);
`endif
`ifndef HD_NO_soon_valid_q
  assign soon_valid = hd_scratch_lookup.soon_valid_q;
`endif
`ifndef HD_NO_soon_set_q
  assign soon_set = 32'(hd_scratch_lookup.soon_set_q);
`endif
`ifndef HD_NO_soon_lanes_q
  assign soon_lanes = 64'(hd_scratch_lookup.soon_lanes_q);
`endif
`ifndef HD_NO_due_valid_q
  assign due_valid = hd_scratch_lookup.due_valid_q;
`endif
`ifndef HD_NO_due_set_q
  assign due_set = 32'(hd_scratch_lookup.due_set_q);
`endif
`ifndef HD_NO_due_lanes_q
  assign due_lanes = 64'(hd_scratch_lookup.due_lanes_q);
`endif
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
`ifndef HD_NO_addr_q
    assign addr[l*32+:32] = hd_scratch_lookup.addr_q[l];
`endif
  end
  always @(negedge clk_i) begin
    scratch_lookup_state(handle, busy, asked, known, addr, soon_valid, soon_set, soon_lanes,
                         due_valid, due_set, due_lanes);
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  int verdict;
  always @(posedge clk_i) begin
    verdict = scratch_lookup_ports(
        handle, rst_ni, valid_i, 64'(mask_i), addr_i, 32'(block_i), taken_i, found_held_i,
        32'(found_phys_i), hold_i, 32'(hold_block_i), 32'(hold_set_i), ready_o, addr_o, shared_o,
        look_en_o, 32'(look_set_o), touches_o, busy_o, missed_o);
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ready_o)), .Field(0)) u_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(addr_o)), .Field(1)) u_addr (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(look_en_o)), .Field(3)) u_look_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(look_set_o)), .Field(4)) u_look_set (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(touches_o)), .Field(5)) u_touches (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_scratch_lookup hd_scratch_lookup_lockstep #(
    .Lanes(Lanes), .Blocks(Blocks), .ScratchSets(ScratchSets), .ScratchPhys(ScratchPhys),
    .Swapped(Swapped)
) u_lockstep (.*);
