// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_warp_id_map, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_warp_id_map_lockstep #(
    parameter int Slots         = 48,
    parameter int Frames        = 8,
    parameter int Warps         = 256,
    parameter int Ctas          = 32,
    parameter int Ports         = 2,
    localparam int FrameWidth   = Frames > 1 ? $clog2(Frames) : 1,
    localparam int WarpWidth    = $clog2(Warps),
    localparam int CtaWidth     = $clog2(Ctas),
    localparam int SizeWidth    = $clog2(Slots + 1),
    localparam int CtaCntWidth  = $clog2(Ctas + 1)
) (
    input logic                       clk_i,
    input logic                       rst_ni,
    input logic [SizeWidth-1:0]       warps_i,
    input logic [CtaCntWidth-1:0]     ctas_i,
    input logic                       alloc_valid_o,
    input logic [CtaWidth-1:0]        alloc_cta_o,
    input logic                       alloc_en_i,
    input logic                       free_en_i,
    input logic [CtaWidth-1:0]        free_cta_i,
    input logic                       map_en_i,
    input logic [FrameWidth-1:0]      map_frame_i,
    input logic [CtaWidth-1:0]        map_cta_i,
    input logic                       unmap_en_i,
    input logic [FrameWidth-1:0]      unmap_frame_i,
    input logic [Slots-1:0]           slot_valid_o,
    input logic [Slots*WarpWidth-1:0] slot_warp_o,
    input logic [Frames-1:0]          frame_valid_o,
    input logic [Frames*CtaWidth-1:0] frame_cta_o,
    input logic [Ports*WarpWidth-1:0] find_warp_i,
    input logic [Ports*CtaWidth-1:0]  find_cta_o,
    input logic [CtaWidth-1:0]        first_cta_i,
    input logic [WarpWidth-1:0]       first_warp_o
);

  import "DPI-C" function longint unsigned warp_id_map_open(
      input string path, input int unsigned slots, input int unsigned frames,
      input int unsigned warps, input int unsigned ctas, input int unsigned ports);
  import "DPI-C" function void warp_id_map_state(
      input longint unsigned handle, input longint unsigned taken,
      input longint unsigned frame_valid, input bit [Frames*32-1:0] frame_cta,
      input bit [Slots*32-1:0] warp);
  import "DPI-C" function int warp_id_map_ports(
      input longint unsigned handle, input bit rst_n, input int unsigned warps,
      input int unsigned ctas, input bit alloc_en, input bit free_en, input int unsigned free_cta,
      input bit map_en, input int unsigned map_frame, input int unsigned map_cta,
      input bit unmap_en, input int unsigned unmap_frame, input bit [Ports*32-1:0] find_warp,
      input int unsigned first_cta, input bit alloc_valid, input int unsigned alloc_cta,
      input longint unsigned slot_valid, input bit [Slots*32-1:0] slot_warp,
      input longint unsigned frame_valid, input bit [Frames*32-1:0] frame_cta,
      input bit [Ports*32-1:0] find_cta, input int unsigned first_warp);

  longint unsigned handle;
  initial handle = warp_id_map_open($sformatf("%m"), Slots, Frames, Warps, Ctas, Ports);

  // ------------------------------------------------------------------------------------------
  // Registers, one 32-bit word an element
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  longint unsigned    taken, frame_valid;
  bit [Frames*32-1:0] frame_cta;
  bit [Slots*32-1:0]  warp;
`ifndef HD_NO_taken_q
  assign taken = 64'(hd_warp_id_map.taken_q);
`endif
`ifndef HD_NO_frame_valid_q
  assign frame_valid = 64'(hd_warp_id_map.frame_valid_q);
`endif
`ifndef HD_NO_frame_cta_q
  for (genvar f = 0; f < Frames; f++) begin : gen_frame
    assign frame_cta[f*32+:32] = 32'(hd_warp_id_map.frame_cta_q[f]);
  end
`endif
`ifndef HD_NO_warp_q
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    assign warp[s*32+:32] = 32'(hd_warp_id_map.warp_q[s]);
  end
`endif
  always @(negedge clk_i) warp_id_map_state(handle, taken, frame_valid, frame_cta, warp);
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Slots*32-1:0]  said_warp;
  bit [Frames*32-1:0] said_cta;
  bit [Ports*32-1:0]  find_warp, find_cta;
  for (genvar s = 0; s < Slots; s++) begin : gen_said_warp
    assign said_warp[s*32+:32] = 32'(slot_warp_o[s*WarpWidth+:WarpWidth]);
  end
  for (genvar f = 0; f < Frames; f++) begin : gen_said_cta
    assign said_cta[f*32+:32] = 32'(frame_cta_o[f*CtaWidth+:CtaWidth]);
  end
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign find_warp[p*32+:32] = 32'(find_warp_i[p*WarpWidth+:WarpWidth]);
    assign find_cta[p*32+:32]  = 32'(find_cta_o[p*CtaWidth+:CtaWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = warp_id_map_ports(
        handle, rst_ni, 32'(warps_i), 32'(ctas_i), alloc_en_i, free_en_i, 32'(free_cta_i),
        map_en_i, 32'(map_frame_i), 32'(map_cta_i), unmap_en_i, 32'(unmap_frame_i), find_warp,
        32'(first_cta_i), alloc_valid_o, 32'(alloc_cta_o), 64'(slot_valid_o), said_warp,
        64'(frame_valid_o), said_cta, find_cta, 32'(first_warp_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(alloc_valid_o)), .Field(0)) u_alloc_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(alloc_cta_o)), .Field(1)) u_alloc_cta (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(slot_valid_o)), .Field(2)) u_slot_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(slot_warp_o)), .Field(3)) u_slot_warp (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(frame_valid_o)), .Field(4)) u_frame_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(frame_cta_o)), .Field(5)) u_frame_cta (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(find_cta_o)), .Field(6)) u_find_cta (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(first_warp_o)), .Field(7)) u_first_warp (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_warp_id_map hd_warp_id_map_lockstep #(
    .Slots(Slots), .Frames(Frames), .Warps(Warps), .Ctas(Ctas), .Ports(Ports)
) u_lockstep (.*);
