// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_barrier_unit; knows nothing of checking. The inputs change at the falling edge.

module hd_barrier_unit_tb #(
    parameter int Slots   = 0,
    parameter int Lanes   = 0,
    parameter int PcWidth = 0,
    localparam int SlotWidth = $clog2(Slots)
) (
    input  logic                 clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                 ev_valid_o,
    output logic [SlotWidth-1:0] ev_slot_o,
    output logic [1:0]           ev_kind_o,
    output logic                 launch_valid_o,
    output logic [SlotWidth-1:0] launch_slot_o,
    output logic [Lanes-1:0]     launch_mask_o,
    output logic [PcWidth-1:0]   launch_pc_o
);

  import "DPI-C" function void barrier_unit_stim_open(
      input int unsigned slots, input int unsigned lanes, input int unsigned pc_width);
  import "DPI-C" function void barrier_unit_stim(
      input bit ev_valid, input int unsigned ev_slot, input int unsigned ev_kind,
      input bit launch_valid, input int unsigned launch_slot, output bit rst_n,
      output bit begin_en, output int unsigned begin_slot, output longint unsigned begin_mask,
      output bit arr_valid, output bit arr_exit, output longint unsigned arr_mask,
      output bit [Lanes*32-1:0] arr_slot, output longint unsigned arr_pc,
      output longint unsigned ready, output bit launch_ready);

  logic                       rst_ni, begin_en_i, arr_valid_i, arr_exit_i, launch_ready_i;
  logic [SlotWidth-1:0]       begin_slot_i;
  logic [Lanes-1:0]           begin_mask_i, arr_mask_i;
  logic [Lanes*SlotWidth-1:0] arr_slot_i;
  logic [PcWidth-1:0]         arr_pc_i;
  logic [Slots-1:0]           ready_i;

  hd_barrier_unit #(
      .Slots(Slots), .Lanes(Lanes), .PcWidth(PcWidth)
  ) dut (.*);

  // What the block said in the last cycle.
  bit          ev_valid, launch_valid;
  int unsigned ev_slot, ev_kind, launch_slot;
  always @(posedge clk_i) begin
    ev_valid     <= ev_valid_o;
    ev_slot      <= 32'(ev_slot_o);
    ev_kind      <= 32'(ev_kind_o);
    launch_valid <= launch_valid_o;
    launch_slot  <= 32'(launch_slot_o);
  end

  initial barrier_unit_stim_open(Slots, Lanes, PcWidth);

  // What it is offered in this cycle.
  bit                rst_n, begin_en, arr_valid, arr_exit, launch_ready;
  int unsigned       begin_slot;
  longint unsigned   begin_mask, arr_mask, arr_pc, ready;
  bit [Lanes*32-1:0] arr_slot;
  always @(negedge clk_i) begin
    barrier_unit_stim(ev_valid, ev_slot, ev_kind, launch_valid, launch_slot, rst_n, begin_en,
                      begin_slot, begin_mask, arr_valid, arr_exit, arr_mask, arr_slot, arr_pc,
                      ready, launch_ready);
    rst_ni         = rst_n;
    begin_en_i     = begin_en;
    begin_slot_i   = SlotWidth'(begin_slot);
    begin_mask_i   = Lanes'(begin_mask);
    arr_valid_i    = arr_valid;
    arr_exit_i     = arr_exit;
    arr_mask_i     = Lanes'(arr_mask);
    arr_pc_i       = PcWidth'(arr_pc);
    ready_i        = Slots'(ready);
    launch_ready_i = launch_ready;
    for (int l = 0; l < Lanes; l++) begin
      arr_slot_i[l*SlotWidth+:SlotWidth] = SlotWidth'(arr_slot[l*32+:32]);
    end
  end
endmodule
