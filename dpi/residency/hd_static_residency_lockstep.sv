// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_static_residency, bound to every instance of it. Hands the kernel's
// registers, inputs and outputs to the golden model in each cycle (steps 1 to 3:
// dpi/common/lockstep.h); the block frames inside have a checker of their own.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_static_residency_lockstep #(
    parameter int Slots    = 48,
    parameter int Frames   = 8,
    parameter int MaxWarps = 32,
    parameter int IdWidth  = 96,
    parameter int Ports    = 2,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int SizeWidth  = $clog2(Slots + 1),
    localparam int LimitWidth = $clog2(Frames + 1)
) (
    input logic                       clk_i,
    input logic                       rst_ni,
    input logic                       kernel_en_i,
    input logic [SizeWidth-1:0]       kernel_warps_i,
    input logic [LimitWidth-1:0]      kernel_frames_i,
    input logic                       idle_o,
    input logic                       block_valid_i,
    input logic [IdWidth-1:0]         block_id_i,
    input logic                       block_ready_o,
    input logic                       done_valid_o,
    input logic [IdWidth-1:0]         done_id_o,
    input logic [Ports-1:0]           ev_valid_i,
    input logic [Ports*2-1:0]         ev_kind_i,
    input logic [Ports*SlotWidth-1:0] ev_slot_i,
    input logic [Slots-1:0]           ready_o,
    input logic                       begin_en_o,
    input logic [SlotWidth-1:0]       begin_slot_o,
    input logic [SizeWidth-1:0]       begin_count_o,
    input logic [IdWidth-1:0]         begin_id_o
);

  import "DPI-C" function longint unsigned static_residency_open(
      input string path, input int unsigned slots, input int unsigned frames,
      input int unsigned max_warps, input int unsigned id_width, input int unsigned ports);
  import "DPI-C" function void static_residency_state(
      input longint unsigned handle, input int unsigned warps, input int unsigned frames);
  import "DPI-C" function int static_residency_ports(
      input longint unsigned handle, input bit rst_n, input bit kernel_en,
      input int unsigned kernel_warps, input int unsigned kernel_frames, input bit block_valid,
      input bit [127:0] block_id, input byte unsigned ev_valid, input bit [Ports*32-1:0] ev_kind,
      input bit [Ports*32-1:0] ev_slot, input bit idle, input bit block_ready, input bit done_valid,
      input bit [127:0] done_id, input longint unsigned ready, input bit begin_en,
      input int unsigned begin_slot, input int unsigned begin_count, input bit [127:0] begin_id);

  longint unsigned handle;
  initial handle = static_residency_open($sformatf("%m"), Slots, Frames, MaxWarps, IdWidth, Ports);

  // ------------------------------------------------------------------------------------------
  // Registers
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  int unsigned warps, frames;
`ifndef HD_NO_warps_q
  assign warps = 32'(hd_static_residency.warps_q);
`endif
`ifndef HD_NO_frames_q
  assign frames = 32'(hd_static_residency.frames_q);
`endif
  always @(negedge clk_i) static_residency_state(handle, warps, frames);
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Ports*32-1:0] ev_kind, ev_slot;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign ev_kind[p*32+:32] = 32'(ev_kind_i[p*2+:2]);
    assign ev_slot[p*32+:32] = 32'(ev_slot_i[p*SlotWidth+:SlotWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = static_residency_ports(
        handle, rst_ni, kernel_en_i, 32'(kernel_warps_i), 32'(kernel_frames_i), block_valid_i,
        128'(block_id_i), 8'(ev_valid_i), ev_kind, ev_slot, idle_o, block_ready_o, done_valid_o,
        128'(done_id_o), 64'(ready_o), begin_en_o, 32'(begin_slot_o), 32'(begin_count_o),
        128'(begin_id_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(idle_o)), .Field(0)) u_idle (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(block_ready_o)), .Field(1)) u_block_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(done_valid_o)), .Field(2)) u_done_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(done_id_o)), .Field(3)) u_done_id (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ready_o)), .Field(4)) u_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_en_o)), .Field(5)) u_begin_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_slot_o)), .Field(6)) u_begin_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_count_o)), .Field(7)) u_begin_count (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_id_o)), .Field(8)) u_begin_id (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_static_residency hd_static_residency_lockstep #(
    .Slots(Slots), .Frames(Frames), .MaxWarps(MaxWarps), .IdWidth(IdWidth), .Ports(Ports)
) u_lockstep (.*);
