// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_cta_launcher, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_cta_launcher_lockstep #(
    parameter int Blocks  = 8,
    parameter int Slots   = 48,
    parameter int Threads = 1536,
    parameter int Rows    = 1024,
    parameter int Bytes   = 49152,
    parameter int Ctas    = 8,
    parameter int Ids     = 48,
    localparam int BlockWidth  = $clog2(Ctas + 1),
    localparam int WarpWidth   = $clog2(Ids + 1),
    localparam int ThreadWidth = $clog2(Threads + 1),
    localparam int RowWidth    = $clog2(Rows + 1),
    localparam int ByteWidth   = $clog2(Bytes + 1)
) (
    input logic                  clk_i,
    input logic                  rst_ni,
    input logic                  kernel_en_i,
    input logic [31:0]           kernel_x_i,
    input logic [31:0]           kernel_y_i,
    input logic [31:0]           kernel_z_i,
    input logic [WarpWidth:0]    kernel_warps_i,
    input logic [ThreadWidth:0]  kernel_threads_i,
    input logic [RowWidth:0]     kernel_rows_i,
    input logic [ByteWidth:0]    kernel_bytes_i,
    input logic                  idle_o,
    input logic                  done_o,
    input logic                  refused_o,
    input logic [BlockWidth-1:0] frames_o,
    input logic [BlockWidth-1:0] ctas_o,
    input logic [6:0]            binds_o,
    input logic                  start_en_o,
    input logic                  block_valid_o,
    input logic [95:0]           block_id_o,
    input logic                  block_ready_i,
    input logic                  done_valid_i
);

  // One that is a number each; those of one bit go before.
  localparam int Numbers = 21;

  import "DPI-C" function longint unsigned cta_launcher_open(
      input string path, input int unsigned blocks, input int unsigned slots,
      input int unsigned threads, input int unsigned rows, input int unsigned bytes,
      input int unsigned ctas, input int unsigned ids);
  import "DPI-C" function void cta_launcher_state(
      input longint unsigned handle, input bit done, input bit refused,
      input bit [Numbers*32-1:0] number);
  // Where the walk through the grid goes on.
  import "DPI-C" function bit cta_launcher_jump(
      input longint unsigned handle, output int unsigned x, output int unsigned y,
      output int unsigned z);
  import "DPI-C" function int cta_launcher_ports(
      input longint unsigned handle, input bit rst_n, input bit kernel_en,
      input int unsigned kernel_x, input int unsigned kernel_y, input int unsigned kernel_z,
      input int unsigned kernel_warps, input int unsigned kernel_threads,
      input int unsigned kernel_rows, input int unsigned kernel_bytes, input bit block_ready,
      input bit done_valid, input bit idle, input bit done, input bit refused,
      input int unsigned frames, input int unsigned ctas, input int unsigned binds,
      input bit start_en, input bit block_valid, input bit [95:0] block_id);

  longint unsigned handle;
  initial
    handle = cta_launcher_open($sformatf("%m"), Blocks, Slots, Threads, Rows, Bytes, Ctas, Ids);

  // ------------------------------------------------------------------------------------------
  // Registers: one 32-bit word each, in the order in which the C side describes them
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  bit                  done, refused;
  int unsigned         jump_x, jump_y, jump_z;
  bit [Numbers*32-1:0] number;
`ifndef HD_NO_done_q
  assign done = hd_cta_launcher.done_q;
`endif
`ifndef HD_NO_refused_q
  assign refused = hd_cta_launcher.refused_q;
`endif
`ifndef HD_NO_phase_q
  assign number[0*32+:32] = 32'(hd_cta_launcher.phase_q);
`endif
`ifndef HD_NO_size_x_q
  assign number[1*32+:32] = 32'(hd_cta_launcher.size_x_q);
`endif
`ifndef HD_NO_size_y_q
  assign number[2*32+:32] = 32'(hd_cta_launcher.size_y_q);
`endif
`ifndef HD_NO_size_z_q
  assign number[3*32+:32] = 32'(hd_cta_launcher.size_z_q);
`endif
`ifndef HD_NO_x_q
  assign number[4*32+:32] = 32'(hd_cta_launcher.x_q);
`endif
`ifndef HD_NO_y_q
  assign number[5*32+:32] = 32'(hd_cta_launcher.y_q);
`endif
`ifndef HD_NO_z_q
  assign number[6*32+:32] = 32'(hd_cta_launcher.z_q);
`endif
`ifndef HD_NO_warps_q
  assign number[7*32+:32] = 32'(hd_cta_launcher.warps_q);
`endif
`ifndef HD_NO_threads_q
  assign number[8*32+:32] = 32'(hd_cta_launcher.threads_q);
`endif
`ifndef HD_NO_rows_q
  assign number[9*32+:32] = 32'(hd_cta_launcher.rows_q);
`endif
`ifndef HD_NO_bytes_q
  assign number[10*32+:32] = 32'(hd_cta_launcher.bytes_q);
`endif
`ifndef HD_NO_sum_warps_q
  assign number[11*32+:32] = 32'(hd_cta_launcher.sum_warps_q);
`endif
`ifndef HD_NO_sum_threads_q
  assign number[12*32+:32] = 32'(hd_cta_launcher.sum_threads_q);
`endif
`ifndef HD_NO_sum_rows_q
  assign number[13*32+:32] = 32'(hd_cta_launcher.sum_rows_q);
`endif
`ifndef HD_NO_sum_bytes_q
  assign number[14*32+:32] = 32'(hd_cta_launcher.sum_bytes_q);
`endif
`ifndef HD_NO_tried_q
  assign number[15*32+:32] = 32'(hd_cta_launcher.tried_q);
`endif
`ifndef HD_NO_frames_q
  assign number[16*32+:32] = 32'(hd_cta_launcher.frames_q);
`endif
`ifndef HD_NO_ctas_q
  assign number[17*32+:32] = 32'(hd_cta_launcher.ctas_q);
`endif
`ifndef HD_NO_binds_q
  assign number[18*32+:32] = 32'(hd_cta_launcher.binds_q);
`endif
`ifndef HD_NO_found_q
  assign number[19*32+:32] = 32'(hd_cta_launcher.found_q);
`endif
`ifndef HD_NO_here_q
  assign number[20*32+:32] = 32'(hd_cta_launcher.here_q);
`endif
  always @(negedge clk_i) begin
    cta_launcher_state(handle, done, refused, number);
`ifndef HD_NO_x_q
`ifndef HD_NO_y_q
`ifndef HD_NO_z_q
`ifdef HD_JUMPS // in our own benches alone: it writes to registers of the RTL
    if (cta_launcher_jump(handle, jump_x, jump_y, jump_z)) begin
      hd_cta_launcher.x_q <= jump_x;
      hd_cta_launcher.y_q <= jump_y;
      hd_cta_launcher.z_q <= jump_z;
    end
`endif
`endif
`endif
`endif
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  int verdict;
  always @(posedge clk_i) begin
    verdict = cta_launcher_ports(
        handle, rst_ni, kernel_en_i, kernel_x_i, kernel_y_i, kernel_z_i, 32'(kernel_warps_i),
        32'(kernel_threads_i), 32'(kernel_rows_i), 32'(kernel_bytes_i), block_ready_i,
        done_valid_i, idle_o, done_o, refused_o, 32'(frames_o), 32'(ctas_o), 32'(binds_o),
        start_en_o, block_valid_o, block_id_o);
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(idle_o)), .Field(0)) u_idle (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(done_o)), .Field(1)) u_done (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(refused_o)), .Field(2)) u_refused (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(frames_o)), .Field(3)) u_frames (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ctas_o)), .Field(4)) u_ctas (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(binds_o)), .Field(5)) u_binds (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(start_en_o)), .Field(6)) u_start_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(block_valid_o)), .Field(7)) u_block_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(block_id_o)), .Field(8)) u_block_id (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_cta_launcher hd_cta_launcher_lockstep #(
    .Blocks(Blocks), .Slots(Slots), .Threads(Threads), .Rows(Rows), .Bytes(Bytes), .Ctas(Ctas),
    .Ids(Ids)
) u_lockstep (.*);
