// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_scratch_lookup; knows nothing of checking. The inputs change at the falling edge.

module hd_scratch_lookup_tb #(
    parameter int Lanes       = 0,
    parameter int Blocks      = 0,
    parameter int ScratchSets = 0,
    parameter int ScratchPhys = 0,
    localparam int BlockWidth = $clog2(Blocks),
    localparam int SetWidth   = ScratchSets > 1 ? $clog2(ScratchSets) : 1,
    localparam int PhysWidth  = $clog2(ScratchPhys)
) (
    input  logic                clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                ready_o,
    output logic [Lanes*32-1:0] addr_o,
    output logic                shared_o,
    output logic                look_en_o,
    output logic [SetWidth-1:0] look_set_o,
    output logic                touches_o,
    output logic                busy_o,
    output logic                missed_o
);

  import "DPI-C" function void scratch_lookup_stim_open(
      input int unsigned lanes, input int unsigned blocks, input int unsigned sets,
      input int unsigned phys);
  import "DPI-C" function void scratch_lookup_stim(
      input bit taken, output bit rst_n, output bit valid, output longint unsigned mask,
      output bit [Lanes*32-1:0] addr, output int unsigned block, output bit takes,
      output bit found_held, output int unsigned found_phys, output bit hold,
      output int unsigned hold_block, output int unsigned hold_set);

  logic                  rst_ni, valid_i, taken_i, found_held_i, hold_i;
  logic [Lanes-1:0]      mask_i;
  logic [Lanes*32-1:0]   addr_i;
  logic [BlockWidth-1:0] block_i, hold_block_i;
  logic [PhysWidth-1:0]  found_phys_i;
  logic [SetWidth-1:0]   hold_set_i;

  hd_scratch_lookup #(
      .Lanes(Lanes), .Blocks(Blocks), .ScratchSets(ScratchSets), .ScratchPhys(ScratchPhys)
  ) dut (.*);

  // Load/store takes what is offered, if it has room.
  logic room;
  assign taken_i = room && ready_o;

  // Whether the access went in the last cycle.
  bit taken;
  always @(posedge clk_i) taken <= taken_i;

  initial scratch_lookup_stim_open(Lanes, Blocks, ScratchSets, ScratchPhys);

  // What it is offered in this cycle.
  bit                rst_n, valid, takes, found_held, hold;
  longint unsigned   mask;
  bit [Lanes*32-1:0] addr;
  int unsigned       block, found_phys, hold_block, hold_set;
  always @(negedge clk_i) begin
    scratch_lookup_stim(taken, rst_n, valid, mask, addr, block, takes, found_held, found_phys,
                        hold, hold_block, hold_set);
    rst_ni       = rst_n;
    valid_i      = valid;
    mask_i       = Lanes'(mask);
    addr_i       = addr;
    block_i      = BlockWidth'(block);
    room         = takes;
    found_held_i = found_held;
    found_phys_i = PhysWidth'(found_phys);
    hold_i       = hold;
    hold_block_i = BlockWidth'(hold_block);
    hold_set_i   = SetWidth'(hold_set);
  end
endmodule
