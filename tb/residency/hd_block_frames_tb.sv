// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_block_frames; knows nothing of checking. The inputs change at the falling edge.
// What the stimulus goes by depends on the block's state and on warps_i, which is constant while a
// frame is open, so that it sees this cycle's.

module hd_block_frames_tb #(
    parameter int Slots    = 0,
    parameter int Frames   = 0,
    parameter int MaxWarps = 0,
    parameter int IdWidth  = 0,
    parameter int Ports    = 0,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int SizeWidth  = $clog2(Slots + 1),
    localparam int FrameWidth = Frames > 1 ? $clog2(Frames) : 1
) (
    input  logic                  clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic [Slots-1:0]      ready_o,
    output logic [IdWidth-1:0]    shut_id_o,
    output logic [MaxWarps-1:0]   shut_ended_o,
    output logic [MaxWarps-1:0]   shut_waits_o,
    output logic [Frames-1:0]     open_o,
    output logic [Frames-1:0]     idle_o,
    output logic                  release_valid_o,
    output logic [FrameWidth-1:0] release_frame_o,
    output logic [SizeWidth-1:0]  release_count_o,
    output logic                  done_valid_o,
    output logic [FrameWidth-1:0] done_frame_o,
    output logic [IdWidth-1:0]    done_id_o
);

  import "DPI-C" function void block_frames_stim_open(
      input int unsigned slots, input int unsigned frames, input int unsigned max_warps,
      input int unsigned id_width, input int unsigned ports);
  import "DPI-C" function void block_frames_stim(
      input longint unsigned ready, input longint unsigned open, input longint unsigned idle,
      input bit done_valid, input int unsigned done_frame, output bit rst_n,
      output int unsigned warps, output byte unsigned ev_valid, output bit [Ports*32-1:0] ev_kind,
      output bit [Ports*32-1:0] ev_slot, output bit open_en, output int unsigned open_frame,
      output bit [127:0] open_id, output longint unsigned open_ended,
      output longint unsigned open_waits, output bit shut_en, output int unsigned shut_frame);

  logic                       rst_ni;
  logic [SizeWidth-1:0]       warps_i;
  logic [Ports-1:0]           ev_valid_i;
  logic [Ports*2-1:0]         ev_kind_i;
  logic [Ports*SlotWidth-1:0] ev_slot_i;
  logic                       open_en_i;
  logic [FrameWidth-1:0]      open_frame_i;
  logic [IdWidth-1:0]         open_id_i;
  logic [MaxWarps-1:0]        open_ended_i;
  logic [MaxWarps-1:0]        open_waits_i;
  logic                       shut_en_i;
  logic [FrameWidth-1:0]      shut_frame_i;

  hd_block_frames #(
      .Slots(Slots), .Frames(Frames), .MaxWarps(MaxWarps), .IdWidth(IdWidth), .Ports(Ports)
  ) dut (.*);

  initial block_frames_stim_open(Slots, Frames, MaxWarps, IdWidth, Ports);

  // What it is offered in this cycle.
  bit                rst_n, open_en, shut_en;
  byte unsigned      ev_valid;
  int unsigned       warps, open_frame, shut_frame;
  bit [Ports*32-1:0] ev_kind, ev_slot;
  bit [127:0]        open_id;
  longint unsigned   open_ended, open_waits;
  always @(negedge clk_i) begin
    block_frames_stim(64'(ready_o), 64'(open_o), 64'(idle_o), done_valid_o, 32'(done_frame_o),
                      rst_n, warps, ev_valid, ev_kind, ev_slot, open_en, open_frame, open_id,
                      open_ended, open_waits, shut_en, shut_frame);
    rst_ni       = rst_n;
    warps_i      = SizeWidth'(warps);
    ev_valid_i   = Ports'(ev_valid);
    open_en_i    = open_en;
    open_frame_i = FrameWidth'(open_frame);
    open_id_i    = IdWidth'(open_id);
    open_ended_i = MaxWarps'(open_ended);
    open_waits_i = MaxWarps'(open_waits);
    shut_en_i    = shut_en;
    shut_frame_i = FrameWidth'(shut_frame);
    for (int p = 0; p < Ports; p++) begin
      ev_kind_i[p*2+:2]                 = 2'(ev_kind[p*32+:32]);
      ev_slot_i[p*SlotWidth+:SlotWidth] = SlotWidth'(ev_slot[p*32+:32]);
    end
  end
endmodule
