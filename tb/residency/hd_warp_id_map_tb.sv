// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_warp_id_map; knows nothing of checking. The inputs change at the falling edge.
// The stimulus needs no answer: the page says which number is the next one.

module hd_warp_id_map_tb #(
    parameter int Slots        = 0,
    parameter int Frames       = 0,
    parameter int Warps        = 0,
    parameter int Ctas         = 0,
    parameter int Ports        = 0,
    localparam int FrameWidth  = Frames > 1 ? $clog2(Frames) : 1,
    localparam int WarpWidth   = $clog2(Warps),
    localparam int CtaWidth    = $clog2(Ctas),
    localparam int SizeWidth   = $clog2(Slots + 1),
    localparam int CtaCntWidth = $clog2(Ctas + 1)
) (
    input  logic                       clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                       alloc_valid_o,
    output logic [CtaWidth-1:0]        alloc_cta_o,
    output logic [Slots-1:0]           slot_valid_o,
    output logic [Slots*WarpWidth-1:0] slot_warp_o,
    output logic [Frames-1:0]          frame_valid_o,
    output logic [Frames*CtaWidth-1:0] frame_cta_o,
    output logic [Ports*CtaWidth-1:0]  find_cta_o,
    output logic [WarpWidth-1:0]       first_warp_o
);

  import "DPI-C" function void warp_id_map_stim_open(
      input int unsigned slots, input int unsigned frames, input int unsigned warps,
      input int unsigned ctas, input int unsigned ports);
  import "DPI-C" function void warp_id_map_stim(
      output bit rst_n, output int unsigned warps, output int unsigned ctas, output bit alloc_en,
      output bit free_en, output int unsigned free_cta, output bit map_en,
      output int unsigned map_frame, output int unsigned map_cta, output bit unmap_en,
      output int unsigned unmap_frame, output bit [Ports*32-1:0] find_warp,
      output int unsigned first_cta);

  logic                       rst_ni;
  logic [SizeWidth-1:0]       warps_i;
  logic [CtaCntWidth-1:0]     ctas_i;
  logic                       alloc_en_i, free_en_i, map_en_i, unmap_en_i;
  logic [CtaWidth-1:0]        free_cta_i, map_cta_i, first_cta_i;
  logic [FrameWidth-1:0]      map_frame_i, unmap_frame_i;
  logic [Ports*WarpWidth-1:0] find_warp_i;

  hd_warp_id_map #(
      .Slots(Slots), .Frames(Frames), .Warps(Warps), .Ctas(Ctas), .Ports(Ports)
  ) dut (.*);

  initial warp_id_map_stim_open(Slots, Frames, Warps, Ctas, Ports);

  // What it is offered in this cycle.
  bit                rst_n, alloc_en, free_en, map_en, unmap_en;
  int unsigned       warps, ctas, free_cta, map_frame, map_cta, unmap_frame, first_cta;
  bit [Ports*32-1:0] find_warp;
  always @(negedge clk_i) begin
    warp_id_map_stim(rst_n, warps, ctas, alloc_en, free_en, free_cta, map_en, map_frame, map_cta,
                     unmap_en, unmap_frame, find_warp, first_cta);
    rst_ni        = rst_n;
    warps_i       = SizeWidth'(warps);
    ctas_i        = CtaCntWidth'(ctas);
    alloc_en_i    = alloc_en;
    free_en_i     = free_en;
    free_cta_i    = CtaWidth'(free_cta);
    map_en_i      = map_en;
    map_frame_i   = FrameWidth'(map_frame);
    map_cta_i     = CtaWidth'(map_cta);
    unmap_en_i    = unmap_en;
    unmap_frame_i = FrameWidth'(unmap_frame);
    first_cta_i   = CtaWidth'(first_cta);
    for (int p = 0; p < Ports; p++) begin
      find_warp_i[p*WarpWidth+:WarpWidth] = WarpWidth'(find_warp[p*32+:32]);
    end
  end
endmodule
