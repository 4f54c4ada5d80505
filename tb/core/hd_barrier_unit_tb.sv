// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_barrier_unit; knows nothing of checking. The inputs change at the falling edge.

module hd_barrier_unit_tb #(
    parameter int Slots   = 0,
    parameter int Lanes   = 0,
    parameter int PcWidth = 0,
    parameter int Leaves  = 0,
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
    output logic [PcWidth-1:0]   launch_pc_o,
    output logic [Slots-1:0]     stalls_o,
    output logic [Lanes-1:0]     leave_live_o,
    output logic [Lanes-1:0]     leave_here_o,
    output logic [PcWidth-1:0]   leave_pc_o
);

  import "DPI-C" function void barrier_unit_stim_open(
      input int unsigned slots, input int unsigned lanes, input int unsigned pc_width,
      input int unsigned leaves);
  import "DPI-C" function void barrier_unit_stim(
      input bit ev_valid, input int unsigned ev_slot, input int unsigned ev_kind,
      input bit launch_valid, input int unsigned launch_slot, output bit rst_n,
      output bit begin_en, output int unsigned begin_slot, output longint unsigned begin_mask,
      output bit arr_valid, output bit arr_exit, output longint unsigned arr_mask,
      output bit [Lanes*32-1:0] arr_slot, output longint unsigned arr_pc,
      output longint unsigned ready, output bit launch_ready);
  import "DPI-C" function void barrier_unit_stim_leaves(
      output bit arr_memory, output bit back_valid, output longint unsigned back_mask,
      output bit [Lanes*32-1:0] back_slot, output bit leave_en, output int unsigned leave_slot,
      output bit resume_en, output int unsigned resume_slot, output longint unsigned resume_live,
      output longint unsigned resume_here, output longint unsigned resume_pc);

  logic                       rst_ni, begin_en_i, arr_valid_i, arr_exit_i, launch_ready_i;
  logic [SlotWidth-1:0]       begin_slot_i;
  logic [Lanes-1:0]           begin_mask_i, arr_mask_i;
  logic [Lanes*SlotWidth-1:0] arr_slot_i;
  logic [PcWidth-1:0]         arr_pc_i;
  logic [Slots-1:0]           ready_i;
  logic                       arr_memory_i, back_valid_i, leave_en_i, resume_en_i;
  logic [Lanes-1:0]           back_mask_i, resume_live_i, resume_here_i;
  logic [Lanes*SlotWidth-1:0] back_slot_i;
  logic [SlotWidth-1:0]       leave_slot_i, resume_slot_i;
  logic [PcWidth-1:0]         resume_pc_i;

  hd_barrier_unit #(
      .Slots(Slots), .Lanes(Lanes), .PcWidth(PcWidth), .Leaves(Leaves)
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

  initial barrier_unit_stim_open(Slots, Lanes, PcWidth, Leaves);

  // What it is offered in this cycle.
  bit                rst_n, begin_en, arr_valid, arr_exit, launch_ready;
  int unsigned       begin_slot;
  longint unsigned   begin_mask, arr_mask, arr_pc, ready;
  bit [Lanes*32-1:0] arr_slot, back_slot;
  bit                arr_memory, back_valid, leave_en, resume_en;
  int unsigned       leave_slot, resume_slot;
  longint unsigned   back_mask, resume_live, resume_here, resume_pc;
  always @(negedge clk_i) begin
    barrier_unit_stim(ev_valid, ev_slot, ev_kind, launch_valid, launch_slot, rst_n, begin_en,
                      begin_slot, begin_mask, arr_valid, arr_exit, arr_mask, arr_slot, arr_pc,
                      ready, launch_ready);
    barrier_unit_stim_leaves(arr_memory, back_valid, back_mask, back_slot, leave_en, leave_slot,
                             resume_en, resume_slot, resume_live, resume_here, resume_pc);
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
    arr_memory_i   = arr_memory;
    back_valid_i   = back_valid;
    back_mask_i    = Lanes'(back_mask);
    leave_en_i     = leave_en;
    leave_slot_i   = SlotWidth'(leave_slot);
    resume_en_i    = resume_en;
    resume_slot_i  = SlotWidth'(resume_slot);
    resume_live_i  = Lanes'(resume_live);
    resume_here_i  = Lanes'(resume_here);
    resume_pc_i    = PcWidth'(resume_pc);
    for (int l = 0; l < Lanes; l++) begin
      back_slot_i[l*SlotWidth+:SlotWidth] = SlotWidth'(back_slot[l*32+:32]);
      arr_slot_i[l*SlotWidth+:SlotWidth] = SlotWidth'(arr_slot[l*32+:32]);
    end
  end
endmodule
