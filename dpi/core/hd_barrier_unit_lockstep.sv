// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_barrier_unit, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_barrier_unit_lockstep #(
    parameter int Slots   = 24,
    parameter int Lanes   = 32,
    parameter int PcWidth = 32,
    parameter int Leaves  = 0,
    localparam int SlotWidth = $clog2(Slots)
) (
    input logic                       clk_i,
    input logic                       rst_ni,
    input logic                       begin_en_i,
    input logic [SlotWidth-1:0]       begin_slot_i,
    input logic [Lanes-1:0]           begin_mask_i,
    input logic                       arr_valid_i,
    input logic                       arr_exit_i,
    input logic [Lanes-1:0]           arr_mask_i,
    input logic [Lanes*SlotWidth-1:0] arr_slot_i,
    input logic [PcWidth-1:0]         arr_pc_i,
    input logic                       arr_memory_i,
    input logic                       back_valid_i,
    input logic [Lanes-1:0]           back_mask_i,
    input logic [Lanes*SlotWidth-1:0] back_slot_i,
    input logic                       ev_valid_o,
    input logic [SlotWidth-1:0]       ev_slot_o,
    input logic [1:0]                 ev_kind_o,
    input logic [Slots-1:0]           ready_i,
    input logic [Slots-1:0]           stalls_o,
    input logic                       leave_en_i,
    input logic [SlotWidth-1:0]       leave_slot_i,
    input logic [Lanes-1:0]           leave_live_o,
    input logic [Lanes-1:0]           leave_here_o,
    input logic [PcWidth-1:0]         leave_pc_o,
    input logic                       resume_en_i,
    input logic [SlotWidth-1:0]       resume_slot_i,
    input logic [Lanes-1:0]           resume_live_i,
    input logic [Lanes-1:0]           resume_here_i,
    input logic [PcWidth-1:0]         resume_pc_i,
    input logic                       launch_valid_o,
    input logic [SlotWidth-1:0]       launch_slot_o,
    input logic [Lanes-1:0]           launch_mask_o,
    input logic [PcWidth-1:0]         launch_pc_o,
    input logic                       launch_ready_i
);

  import "DPI-C" function longint unsigned barrier_unit_open(
      input string path, input int unsigned slots, input int unsigned lanes,
      input int unsigned pc_width, input int unsigned leaves);
  import "DPI-C" function void barrier_unit_state(
      input longint unsigned handle, input longint unsigned opens, input longint unsigned told,
      input bit [Slots*64-1:0] live, input bit [Slots*64-1:0] here, input bit [Slots*64-1:0] pc);
  import "DPI-C" function void barrier_unit_away(
      input longint unsigned handle, input bit [Slots*64-1:0] away);
  import "DPI-C" function void barrier_unit_leaves(
      input longint unsigned handle, input bit arr_memory, input bit back_valid,
      input longint unsigned back_mask, input bit [Lanes*32-1:0] back_slot, input bit leave_en,
      input int unsigned leave_slot, input bit resume_en, input int unsigned resume_slot,
      input longint unsigned resume_live, input longint unsigned resume_here,
      input longint unsigned resume_pc, input longint unsigned stalls,
      input longint unsigned leave_live, input longint unsigned leave_here,
      input longint unsigned leave_pc);
  import "DPI-C" function int barrier_unit_ports(
      input longint unsigned handle, input bit rst_n, input bit begin_en,
      input int unsigned begin_slot, input longint unsigned begin_mask, input bit arr_valid,
      input bit arr_exit, input longint unsigned arr_mask, input bit [Lanes*32-1:0] arr_slot,
      input longint unsigned arr_pc, input longint unsigned ready, input bit launch_ready,
      input bit ev_valid, input int unsigned ev_slot, input int unsigned ev_kind,
      input bit launch_valid, input int unsigned launch_slot, input longint unsigned launch_mask,
      input longint unsigned launch_pc);

  longint unsigned handle;
  initial handle = barrier_unit_open($sformatf("%m"), Slots, Lanes, PcWidth, Leaves);

  // ------------------------------------------------------------------------------------------
  // Registers: masks and addresses, 64 bits an element
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  longint unsigned   opens, told;
  bit [Slots*64-1:0] live, here, pc;
`ifndef HD_NO_open_q
  assign opens = 64'(hd_barrier_unit.open_q);
`endif
`ifndef HD_NO_told_q
  assign told = 64'(hd_barrier_unit.told_q);
`endif
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
`ifndef HD_NO_live_q
    assign live[s*64+:64] = 64'(hd_barrier_unit.live_q[s]);
`endif
`ifndef HD_NO_here_q
    assign here[s*64+:64] = 64'(hd_barrier_unit.here_q[s]);
`endif
`ifndef HD_NO_pc_q
    assign pc[s*64+:64] = 64'(hd_barrier_unit.pc_q[s]);
`endif
  end
  always @(negedge clk_i) barrier_unit_state(handle, opens, told, live, here, pc);
  if (Leaves != 0) begin : gen_leaves
    bit [Slots*64-1:0] away;
`ifndef HD_NO_away_q
    for (genvar s = 0; s < Slots; s++) begin : gen_slot
      assign away[s*64+:64] = 64'(hd_barrier_unit.away_q[s*Lanes+:Lanes]);
    end
`endif
    always @(negedge clk_i) barrier_unit_away(handle, away);
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Lanes*32-1:0] arr_slot, back_slot;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign arr_slot[l*32+:32] = 32'(arr_slot_i[l*SlotWidth+:SlotWidth]);
    assign back_slot[l*32+:32] = 32'(back_slot_i[l*SlotWidth+:SlotWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    if (Leaves != 0)
      barrier_unit_leaves(
          handle, arr_memory_i, back_valid_i, 64'(back_mask_i), back_slot, leave_en_i,
          32'(leave_slot_i), resume_en_i, 32'(resume_slot_i), 64'(resume_live_i),
          64'(resume_here_i), 64'(resume_pc_i), 64'(stalls_o), 64'(leave_live_o),
          64'(leave_here_o), 64'(leave_pc_o));
    verdict = barrier_unit_ports(
        handle, rst_ni, begin_en_i, 32'(begin_slot_i), 64'(begin_mask_i), arr_valid_i, arr_exit_i,
        64'(arr_mask_i), arr_slot, 64'(arr_pc_i), 64'(ready_i), launch_ready_i, ev_valid_o,
        32'(ev_slot_o), 32'(ev_kind_o), launch_valid_o, 32'(launch_slot_o), 64'(launch_mask_o),
        64'(launch_pc_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ev_valid_o)), .Field(0)) u_ev_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ev_slot_o)), .Field(1)) u_ev_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ev_kind_o)), .Field(2)) u_ev_kind (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(launch_valid_o)), .Field(3)) u_launch_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(launch_slot_o)), .Field(4)) u_launch_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(launch_mask_o)), .Field(5)) u_launch_mask (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(launch_pc_o)), .Field(6)) u_launch_pc (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stalls_o)), .Field(7)) u_stalls (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(leave_live_o)), .Field(8)) u_leave_live (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(leave_here_o)), .Field(9)) u_leave_here (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(leave_pc_o)), .Field(10)) u_leave_pc (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_barrier_unit hd_barrier_unit_lockstep #(
    .Slots(Slots), .Lanes(Lanes), .PcWidth(PcWidth), .Leaves(Leaves)
) u_lockstep (.*);
