// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_static_residency; knows nothing of checking. The inputs change at the falling
// edge, by what the unit shows in this cycle; what it did is kept at the rising edge.

module hd_static_residency_tb #(
    parameter int Slots    = 0,
    parameter int Frames   = 0,
    parameter int MaxWarps = 0,
    parameter int IdWidth  = 0,
    parameter int Ports    = 0,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int SizeWidth  = $clog2(Slots + 1),
    localparam int LimitWidth = $clog2(Frames + 1)
) (
    input  logic                 clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                 idle_o,
    output logic                 block_ready_o,
    output logic                 done_valid_o,
    output logic [IdWidth-1:0]   done_id_o,
    output logic [Slots-1:0]     ready_o,
    output logic                 begin_en_o,
    output logic [SlotWidth-1:0] begin_slot_o,
    output logic [SizeWidth-1:0] begin_count_o,
    output logic [IdWidth-1:0]   begin_id_o
);

  import "DPI-C" function void static_residency_stim_open(
      input int unsigned slots, input int unsigned frames, input int unsigned max_warps,
      input int unsigned id_width, input int unsigned ports);
  import "DPI-C" function void static_residency_stim_did(
      input bit block_taken, input bit begin_en, input int unsigned begin_slot,
      input int unsigned begin_count, input bit [127:0] begin_id, input bit done_valid,
      input bit [127:0] done_id);
  import "DPI-C" function void static_residency_stim(
      input bit idle, input longint unsigned ready, output bit rst_n, output bit kernel_en,
      output int unsigned kernel_warps, output int unsigned kernel_frames, output bit block_valid,
      output bit [127:0] block_id, output byte unsigned ev_valid, output bit [Ports*32-1:0] ev_kind,
      output bit [Ports*32-1:0] ev_slot);

  logic                       rst_ni, kernel_en_i, block_valid_i;
  logic [SizeWidth-1:0]       kernel_warps_i;
  logic [LimitWidth-1:0]      kernel_frames_i;
  logic [IdWidth-1:0]         block_id_i;
  logic [Ports-1:0]           ev_valid_i;
  logic [Ports*2-1:0]         ev_kind_i;
  logic [Ports*SlotWidth-1:0] ev_slot_i;

  hd_static_residency #(
      .Slots(Slots), .Frames(Frames), .MaxWarps(MaxWarps), .IdWidth(IdWidth), .Ports(Ports)
  ) dut (.*);

  initial static_residency_stim_open(Slots, Frames, MaxWarps, IdWidth, Ports);

  // What the unit did in the last cycle.
  always @(posedge clk_i)
    static_residency_stim_did(block_valid_i & block_ready_o, begin_en_o, 32'(begin_slot_o),
                              32'(begin_count_o), 128'(begin_id_o), done_valid_o, 128'(done_id_o));

  // What it is offered in this one.
  bit                rst_n, kernel_en, block_valid;
  byte unsigned      ev_valid;
  int unsigned       kernel_warps, kernel_frames;
  bit [Ports*32-1:0] ev_kind, ev_slot;
  bit [127:0]        block_id;
  always @(negedge clk_i) begin
    static_residency_stim(idle_o, 64'(ready_o), rst_n, kernel_en, kernel_warps, kernel_frames,
                          block_valid, block_id, ev_valid, ev_kind, ev_slot);
    rst_ni          = rst_n;
    kernel_en_i     = kernel_en;
    kernel_warps_i  = SizeWidth'(kernel_warps);
    kernel_frames_i = LimitWidth'(kernel_frames);
    block_valid_i   = block_valid;
    block_id_i      = IdWidth'(block_id);
    ev_valid_i      = Ports'(ev_valid);
    for (int p = 0; p < Ports; p++) begin
      ev_kind_i[p*2+:2]                 = 2'(ev_kind[p*32+:32]);
      ev_slot_i[p*SlotWidth+:SlotWidth] = SlotWidth'(ev_slot[p*32+:32]);
    end
  end
endmodule
