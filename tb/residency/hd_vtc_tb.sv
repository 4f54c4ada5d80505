// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_vtc; knows nothing of checking. The inputs change at the falling edge, by what
// the controller did in the last cycle and what it is about in this one.

module hd_vtc_tb #(
    parameter int Frames   = 0,
    parameter int Ctas     = 0,
    parameter int MaxWarps = 0,
    parameter int Overlap  = 0,
    localparam int FrameWidth = Frames > 1 ? $clog2(Frames) : 1,
    localparam int LimitWidth = $clog2(Frames + 1),
    localparam int CtaWidth   = $clog2(Ctas),
    localparam int CountWidth = $clog2(MaxWarps + 1)
) (
    input  logic                  clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                  block_ready_o,
    output logic                  store_valid_o,
    output logic                  alloc_en_o,
    output logic                  out_en_o,
    output logic [CtaWidth-1:0]   out_cta_o,
    output logic [FrameWidth-1:0] out_frame_o,
    output logic                  load_en_o,
    output logic [CtaWidth-1:0]   load_cta_o,
    output logic [FrameWidth-1:0] load_frame_o,
    output logic                  load_new_o,
    output logic                  in_en_o,
    output logic [CtaWidth-1:0]   in_cta_o,
    output logic [FrameWidth-1:0] in_frame_o,
    output logic                  in_new_o,
    output logic                  unmap_en_o,
    output logic [FrameWidth-1:0] unmap_frame_o,
    output logic [MaxWarps-1:0]   in_ended_o,
    output logic [MaxWarps-1:0]   in_waits_o,
    output logic [CountWidth-1:0] in_count_o,
    output logic                  free_en_o,
    output logic [CtaWidth-1:0]   free_cta_o,
    output logic [1:0]            swap_o
);

  import "DPI-C" function void vtc_stim_open(
      input int unsigned frames, input int unsigned ctas, input int unsigned max_warps,
      input int unsigned overlap);
  import "DPI-C" function void vtc_stim_did(
      input bit alloc_en, input bit out_en, input int unsigned out_cta,
      input int unsigned out_frame, input bit load_en, input bit in_en, input int unsigned in_cta,
      input int unsigned in_frame, input bit unmap_en, input int unsigned unmap_frame,
      input bit free_en, input int unsigned free_cta);
  import "DPI-C" function void vtc_stim(
      input int unsigned swap, output bit rst_n, output int unsigned frames,
      output bit block_valid, output bit alloc_valid, output int unsigned alloc_cta,
      output bit store_ready, output bit out_valid, output int unsigned out_cta,
      output bit in_valid, output int unsigned in_cta, output int unsigned frame_valid,
      output bit [Frames*32-1:0] frame_cta, output bit done_valid, output int unsigned done_frame,
      output bit save_ready, output bit taken, output bit load_ready, output bit loaded,
      output longint unsigned out_ended, output longint unsigned out_waits);

  logic                       rst_ni, block_valid_i, alloc_valid_i, store_ready_i, out_valid_i;
  logic                       in_valid_i, done_valid_i, save_ready_i, taken_i, load_ready_i;
  logic                       loaded_i;
  logic [LimitWidth-1:0]      frames_i;
  logic [CtaWidth-1:0]        alloc_cta_i, out_cta_i, in_cta_i;
  logic [Frames-1:0]          frame_valid_i;
  logic [Frames*CtaWidth-1:0] frame_cta_i;
  logic [FrameWidth-1:0]      done_frame_i;
  logic [MaxWarps-1:0]        out_ended_i, out_waits_i;

  hd_vtc #(
      .Frames(Frames), .Ctas(Ctas), .MaxWarps(MaxWarps), .Overlap(Overlap)
  ) dut (.*);

  initial vtc_stim_open(Frames, Ctas, MaxWarps, Overlap);

  // What the controller did in the last cycle.
  always @(posedge clk_i)
    vtc_stim_did(alloc_en_o, out_en_o, 32'(out_cta_o), 32'(out_frame_o), load_en_o, in_en_o,
                 32'(in_cta_o), 32'(in_frame_o), unmap_en_o, 32'(unmap_frame_o),
                 free_en_o, 32'(free_cta_o));

  // What it is offered in this one.
  bit                 rst_n, block_valid, alloc_valid, store_ready, out_valid, in_valid, done_valid;
  bit                 save_ready, taken, load_ready, loaded;
  int unsigned        frames, alloc_cta, out_cta, in_cta, frame_valid, done_frame;
  bit [Frames*32-1:0] frame_cta;
  longint unsigned    out_ended, out_waits;
  always @(negedge clk_i) begin
    vtc_stim(32'(swap_o), rst_n, frames, block_valid, alloc_valid, alloc_cta, store_ready,
             out_valid, out_cta, in_valid, in_cta, frame_valid, frame_cta, done_valid, done_frame,
             save_ready, taken, load_ready, loaded, out_ended, out_waits);
    rst_ni        = rst_n;
    frames_i      = LimitWidth'(frames);
    block_valid_i = block_valid;
    alloc_valid_i = alloc_valid;
    alloc_cta_i   = CtaWidth'(alloc_cta);
    store_ready_i = store_ready;
    out_valid_i   = out_valid;
    out_cta_i     = CtaWidth'(out_cta);
    in_valid_i    = in_valid;
    in_cta_i      = CtaWidth'(in_cta);
    frame_valid_i = Frames'(frame_valid);
    done_valid_i  = done_valid;
    done_frame_i  = FrameWidth'(done_frame);
    save_ready_i  = save_ready;
    taken_i       = taken;
    load_ready_i  = load_ready;
    loaded_i      = loaded;
    out_ended_i   = MaxWarps'(out_ended);
    out_waits_i   = MaxWarps'(out_waits);
    for (int f = 0; f < Frames; f++)
      frame_cta_i[f*CtaWidth+:CtaWidth] = CtaWidth'(frame_cta[f*32+:32]);
  end
endmodule
