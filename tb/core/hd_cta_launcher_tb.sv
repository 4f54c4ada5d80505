// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_cta_launcher; knows nothing of checking. The inputs change at the falling edge.

module hd_cta_launcher_tb #(
    parameter int Blocks  = 0,
    parameter int Slots   = 0,
    parameter int Threads = 0,
    parameter int Rows    = 0,
    parameter int Bytes   = 0,
    parameter int Ctas    = 0,
    parameter int Ids     = 0,
    localparam int BlockWidth  = $clog2(Ctas + 1),
    localparam int WarpWidth   = $clog2(Ids + 1),
    localparam int ThreadWidth = $clog2(Threads + 1),
    localparam int RowWidth    = $clog2(Rows + 1),
    localparam int ByteWidth   = $clog2(Bytes + 1)
) (
    input  logic                  clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                  idle_o,
    output logic                  done_o,
    output logic                  refused_o,
    output logic [BlockWidth-1:0] frames_o,
    output logic [BlockWidth-1:0] ctas_o,
    output logic [6:0]            binds_o,
    output logic                  start_en_o,
    output logic                  block_valid_o,
    output logic [95:0]           block_id_o
);

  import "DPI-C" function void cta_launcher_stim_open(
      input int unsigned blocks, input int unsigned slots, input int unsigned threads,
      input int unsigned rows, input int unsigned bytes, input int unsigned ctas,
      input int unsigned ids);
  import "DPI-C" function void cta_launcher_stim(
      input bit idle, input bit block_valid, input int unsigned ctas, output bit rst_n,
      output bit kernel_en, output int unsigned kernel_x, output int unsigned kernel_y,
      output int unsigned kernel_z, output int unsigned kernel_warps,
      output int unsigned kernel_threads, output int unsigned kernel_rows,
      output int unsigned kernel_bytes, output bit block_ready, output bit done_valid);

  logic                 rst_ni, kernel_en_i, block_ready_i, done_valid_i;
  logic [31:0]          kernel_x_i, kernel_y_i, kernel_z_i;
  logic [WarpWidth:0]   kernel_warps_i;
  logic [ThreadWidth:0] kernel_threads_i;
  logic [RowWidth:0]    kernel_rows_i;
  logic [ByteWidth:0]   kernel_bytes_i;

  hd_cta_launcher #(
      .Blocks(Blocks), .Slots(Slots), .Threads(Threads), .Rows(Rows), .Bytes(Bytes), .Ctas(Ctas),
      .Ids(Ids)
  ) dut (.*);

  initial cta_launcher_stim_open(Blocks, Slots, Threads, Rows, Bytes, Ctas, Ids);

  // What it is offered in this cycle; the outputs are of the state alone, and so of this one.
  bit          rst_n, kernel_en, block_ready, done_valid;
  int unsigned kernel_x, kernel_y, kernel_z;
  int unsigned kernel_warps, kernel_threads, kernel_rows, kernel_bytes;
  always @(negedge clk_i) begin
    cta_launcher_stim(idle_o, block_valid_o, 32'(ctas_o), rst_n, kernel_en, kernel_x, kernel_y,
                      kernel_z, kernel_warps, kernel_threads, kernel_rows, kernel_bytes,
                      block_ready, done_valid);
    rst_ni           = rst_n;
    kernel_en_i      = kernel_en;
    kernel_x_i       = kernel_x;
    kernel_y_i       = kernel_y;
    kernel_z_i       = kernel_z;
    kernel_warps_i   = (WarpWidth + 1)'(kernel_warps);
    kernel_threads_i = (ThreadWidth + 1)'(kernel_threads);
    kernel_rows_i    = (RowWidth + 1)'(kernel_rows);
    kernel_bytes_i   = (ByteWidth + 1)'(kernel_bytes);
    block_ready_i    = block_ready;
    done_valid_i     = done_valid;
  end
endmodule
