// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_block_frames, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_block_frames_lockstep #(
    parameter int Slots    = 48,
    parameter int Frames   = 8,
    parameter int MaxWarps = 32,
    parameter int IdWidth  = 96,
    parameter int Ports    = 2,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int SizeWidth  = $clog2(Slots + 1),
    localparam int FrameWidth = Frames > 1 ? $clog2(Frames) : 1
) (
    input logic                       clk_i,
    input logic                       rst_ni,
    input logic [SizeWidth-1:0]       warps_i,
    input logic [Ports-1:0]           ev_valid_i,
    input logic [Ports*2-1:0]         ev_kind_i,
    input logic [Ports*SlotWidth-1:0] ev_slot_i,
    input logic [Slots-1:0]           ready_o,
    input logic                       open_en_i,
    input logic [FrameWidth-1:0]      open_frame_i,
    input logic [IdWidth-1:0]         open_id_i,
    input logic [MaxWarps-1:0]        open_ended_i,
    input logic [MaxWarps-1:0]        open_waits_i,
    input logic                       shut_en_i,
    input logic [FrameWidth-1:0]      shut_frame_i,
    input logic [IdWidth-1:0]         shut_id_o,
    input logic [MaxWarps-1:0]        shut_ended_o,
    input logic [MaxWarps-1:0]        shut_waits_o,
    input logic [Frames-1:0]          open_o,
    input logic [Frames-1:0]          idle_o,
    input logic                       release_valid_o,
    input logic [FrameWidth-1:0]      release_frame_o,
    input logic [SizeWidth-1:0]       release_count_o,
    input logic                       done_valid_o,
    input logic [FrameWidth-1:0]      done_frame_o,
    input logic [IdWidth-1:0]         done_id_o
);

  import "DPI-C" function longint unsigned block_frames_open(
      input string path, input int unsigned slots, input int unsigned frames,
      input int unsigned max_warps, input int unsigned id_width, input int unsigned ports);
  import "DPI-C" function void block_frames_state(
      input longint unsigned handle, input longint unsigned open, input bit [Frames*128-1:0] id,
      input longint unsigned ended, input longint unsigned waits);
  import "DPI-C" function int block_frames_ports(
      input longint unsigned handle, input bit rst_n, input int unsigned warps,
      input byte unsigned ev_valid, input bit [Ports*32-1:0] ev_kind,
      input bit [Ports*32-1:0] ev_slot, input bit open_en, input int unsigned open_frame,
      input bit [127:0] open_id, input longint unsigned open_ended,
      input longint unsigned open_waits, input bit shut_en, input int unsigned shut_frame,
      input longint unsigned ready, input bit [127:0] shut_id, input longint unsigned shut_ended,
      input longint unsigned shut_waits, input longint unsigned open, input longint unsigned idle,
      input bit release_valid, input int unsigned release_frame, input int unsigned release_count,
      input bit done_valid, input int unsigned done_frame, input bit [127:0] done_id);

  longint unsigned handle;
  initial handle = block_frames_open($sformatf("%m"), Slots, Frames, MaxWarps, IdWidth, Ports);

  // ------------------------------------------------------------------------------------------
  // Registers: masks of 64 bits, identities of four 32-bit words
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  longint unsigned     open, ended, waits;
  bit [Frames*128-1:0] id;
`ifndef HD_NO_open_q
  assign open = 64'(hd_block_frames.open_q);
`endif
`ifndef HD_NO_id_q
  for (genvar f = 0; f < Frames; f++) begin : gen_id
    assign id[f*128+:128] = 128'(hd_block_frames.id_q[f]);
  end
`endif
`ifndef HD_NO_ended_q
  assign ended = 64'(hd_block_frames.ended_q);
`endif
`ifndef HD_NO_waits_q
  assign waits = 64'(hd_block_frames.waits_q);
`endif
  always @(negedge clk_i) block_frames_state(handle, open, id, ended, waits);
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
    verdict = block_frames_ports(
        handle, rst_ni, 32'(warps_i), 8'(ev_valid_i), ev_kind, ev_slot, open_en_i,
        32'(open_frame_i), 128'(open_id_i), 64'(open_ended_i), 64'(open_waits_i), shut_en_i,
        32'(shut_frame_i), 64'(ready_o), 128'(shut_id_o), 64'(shut_ended_o), 64'(shut_waits_o),
        64'(open_o), 64'(idle_o), release_valid_o, 32'(release_frame_o), 32'(release_count_o),
        done_valid_o, 32'(done_frame_o), 128'(done_id_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ready_o)), .Field(0)) u_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(shut_id_o)), .Field(1)) u_shut_id (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(shut_ended_o)), .Field(2)) u_shut_ended (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(shut_waits_o)), .Field(3)) u_shut_waits (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(open_o)), .Field(4)) u_open (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(idle_o)), .Field(5)) u_idle (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(release_valid_o)), .Field(6)) u_release_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(release_frame_o)), .Field(7)) u_release_frame (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(release_count_o)), .Field(8)) u_release_count (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(done_valid_o)), .Field(9)) u_done_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(done_frame_o)), .Field(10)) u_done_frame (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(done_id_o)), .Field(11)) u_done_id (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_block_frames hd_block_frames_lockstep #(
    .Slots(Slots), .Frames(Frames), .MaxWarps(MaxWarps), .IdWidth(IdWidth), .Ports(Ports)
) u_lockstep (.*);
