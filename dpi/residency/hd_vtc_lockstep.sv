// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_vtc, bound to every instance of it. Hands registers, inputs and outputs to
// the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_vtc_lockstep #(
    parameter int Frames   = 8,
    parameter int Ctas     = 32,
    parameter int MaxWarps = 32,
    parameter int Overlap  = 1,
    localparam int FrameWidth = Frames > 1 ? $clog2(Frames) : 1,
    localparam int LimitWidth = $clog2(Frames + 1),
    localparam int CtaWidth   = $clog2(Ctas),
    localparam int CountWidth = $clog2(MaxWarps + 1)
) (
    input logic                       clk_i,
    input logic                       rst_ni,
    input logic [LimitWidth-1:0]      frames_i,
    input logic                       block_valid_i,
    input logic                       block_ready_o,
    input logic                       alloc_valid_i,
    input logic [CtaWidth-1:0]        alloc_cta_i,
    input logic                       store_valid_o,
    input logic                       store_ready_i,
    input logic                       alloc_en_o,
    input logic                       out_valid_i,
    input logic [CtaWidth-1:0]        out_cta_i,
    input logic                       in_valid_i,
    input logic [CtaWidth-1:0]        in_cta_i,
    input logic [Frames-1:0]          frame_valid_i,
    input logic [Frames*CtaWidth-1:0] frame_cta_i,
    input logic                       done_valid_i,
    input logic [FrameWidth-1:0]      done_frame_i,
    input logic                       save_ready_i,
    input logic                       out_en_o,
    input logic [CtaWidth-1:0]        out_cta_o,
    input logic [FrameWidth-1:0]      out_frame_o,
    input logic                       taken_i,
    input logic                       load_ready_i,
    input logic                       load_en_o,
    input logic [CtaWidth-1:0]        load_cta_o,
    input logic [FrameWidth-1:0]      load_frame_o,
    input logic                       load_new_o,
    input logic                       loaded_i,
    input logic                       in_en_o,
    input logic [CtaWidth-1:0]        in_cta_o,
    input logic [FrameWidth-1:0]      in_frame_o,
    input logic                       in_new_o,
    input logic                       unmap_en_o,
    input logic [FrameWidth-1:0]      unmap_frame_o,
    input logic [MaxWarps-1:0]        out_ended_i,
    input logic [MaxWarps-1:0]        out_waits_i,
    input logic [MaxWarps-1:0]        in_ended_o,
    input logic [MaxWarps-1:0]        in_waits_o,
    input logic [CountWidth-1:0]      in_count_o,
    input logic                       free_en_o,
    input logic [CtaWidth-1:0]        free_cta_o,
    input logic [1:0]                 swap_o
);

  import "DPI-C" function longint unsigned vtc_open(
      input string path, input int unsigned frames, input int unsigned ctas,
      input int unsigned max_warps, input int unsigned overlap);
  import "DPI-C" function void vtc_state(
      input longint unsigned handle, input int unsigned state_code, input bit taken,
      input bit loaded, input bit begun, input int unsigned in_cta, input int unsigned in_frame,
      input int unsigned out_frame, input longint unsigned new_block, input bit [Ctas*64-1:0] ended,
      input bit [Ctas*64-1:0] waits);
  // marked and ready: the inputs out_cta_i and in_cta_i, with their valid.
  import "DPI-C" function int vtc_ports(
      input longint unsigned handle, input bit rst_n, input int unsigned frames,
      input bit block_valid, input bit alloc_valid, input int unsigned alloc_cta,
      input bit store_ready, input bit marked_valid, input int unsigned marked_cta,
      input bit ready_valid, input int unsigned ready_cta, input int unsigned frame_valid,
      input bit [Frames*32-1:0] frame_cta, input bit done_valid, input int unsigned done_frame,
      input bit save_ready, input bit taken, input bit load_ready, input bit loaded,
      input longint unsigned out_ended, input longint unsigned out_waits,
      input bit block_ready, input bit store_valid, input bit alloc_en, input bit out_en,
      input int unsigned out_cta, input int unsigned out_frame, input bit load_en,
      input int unsigned load_cta, input int unsigned load_frame, input bit load_new,
      input bit in_en, input int unsigned in_cta, input int unsigned in_frame, input bit in_new,
      input bit unmap_en, input int unsigned unmap_frame, input longint unsigned in_ended,
      input longint unsigned in_waits, input int unsigned in_count, input bit free_en,
      input int unsigned free_cta, input int unsigned swap);

  longint unsigned handle;
  initial handle = vtc_open($sformatf("%m"), Frames, Ctas, MaxWarps, Overlap);

  // ------------------------------------------------------------------------------------------
  // Registers; the flags of a block are two 32-bit words each
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  int unsigned      state_code, in_cta, in_frame, out_frame;
  bit               taken, loaded, begun;
  longint unsigned  new_block;
  bit [Ctas*64-1:0] ended, waits;
`ifndef HD_NO_state_q
  assign state_code = 32'(hd_vtc.state_q);
`endif
`ifndef HD_NO_taken_q
  assign taken = hd_vtc.taken_q;
`endif
`ifndef HD_NO_loaded_q
  assign loaded = hd_vtc.loaded_q;
`endif
`ifndef HD_NO_begun_q
  assign begun = hd_vtc.begun_q;
`endif
`ifndef HD_NO_in_cta_q
  assign in_cta = 32'(hd_vtc.in_cta_q);
`endif
`ifndef HD_NO_in_frame_q
  assign in_frame = 32'(hd_vtc.in_frame_q);
`endif
`ifndef HD_NO_out_frame_q
  assign out_frame = 32'(hd_vtc.out_frame_q);
`endif
`ifndef HD_NO_new_q
  assign new_block = 64'(hd_vtc.new_q);
`endif
  for (genvar c = 0; c < Ctas; c++) begin : gen_block
`ifndef HD_NO_ended_q
    assign ended[c*64+:64] = 64'(hd_vtc.ended_q[c]);
`endif
`ifndef HD_NO_waits_q
    assign waits[c*64+:64] = 64'(hd_vtc.waits_q[c]);
`endif
  end
  always @(negedge clk_i)
    vtc_state(handle, state_code, taken, loaded, begun, in_cta, in_frame, out_frame, new_block,
              ended, waits);
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Frames*32-1:0] frame_cta;
  for (genvar f = 0; f < Frames; f++) begin : gen_frame
    assign frame_cta[f*32+:32] = 32'(frame_cta_i[f*CtaWidth+:CtaWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = vtc_ports(
        handle, rst_ni, 32'(frames_i), block_valid_i, alloc_valid_i, 32'(alloc_cta_i),
        store_ready_i, out_valid_i, 32'(out_cta_i), in_valid_i, 32'(in_cta_i), 32'(frame_valid_i),
        frame_cta, done_valid_i, 32'(done_frame_i), save_ready_i, taken_i, load_ready_i,
        loaded_i, 64'(out_ended_i), 64'(out_waits_i), block_ready_o, store_valid_o, alloc_en_o,
        out_en_o, 32'(out_cta_o), 32'(out_frame_o), load_en_o, 32'(load_cta_o),
        32'(load_frame_o), load_new_o, in_en_o, 32'(in_cta_o), 32'(in_frame_o), in_new_o,
        unmap_en_o, 32'(unmap_frame_o), 64'(in_ended_o), 64'(in_waits_o), 32'(in_count_o),
        free_en_o, 32'(free_cta_o), 32'(swap_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(block_ready_o)), .Field(0)) u_block_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(store_valid_o)), .Field(1)) u_store_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(alloc_en_o)), .Field(2)) u_alloc_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_en_o)), .Field(3)) u_out_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_cta_o)), .Field(4)) u_out_cta (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_frame_o)), .Field(5)) u_out_frame (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(load_en_o)), .Field(6)) u_load_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(load_cta_o)), .Field(7)) u_load_cta (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(load_frame_o)), .Field(8)) u_load_frame (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(load_new_o)), .Field(9)) u_load_new (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(in_en_o)), .Field(10)) u_in_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(in_cta_o)), .Field(11)) u_in_cta (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(in_frame_o)), .Field(12)) u_in_frame (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(in_new_o)), .Field(13)) u_in_new (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(unmap_en_o)), .Field(14)) u_unmap_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(unmap_frame_o)), .Field(15)) u_unmap_frame (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(in_ended_o)), .Field(16)) u_in_ended (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(in_waits_o)), .Field(17)) u_in_waits (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(in_count_o)), .Field(18)) u_in_count (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(free_en_o)), .Field(19)) u_free_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(free_cta_o)), .Field(20)) u_free_cta (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(swap_o)), .Field(21)) u_swap (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_vtc hd_vtc_lockstep #(
    .Frames(Frames), .Ctas(Ctas), .MaxWarps(MaxWarps), .Overlap(Overlap)
) u_lockstep (.*);
