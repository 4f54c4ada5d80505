// SPDX-License-Identifier: Apache-2.0
//
// CTA launcher: takes a kernel's grid through the core. Finds out how many blocks fit, and what
// keeps one more from it; starts the residency; offers the blocks in order; sees when all are done.
//
// Behaviour
// - Fit: in each cycle one block more is tried. The sums of these blocks' needs are compared with
//   the limits: scheduling limits bound the active blocks, capacity limits the blocks on the core.
//   Each of the two groups has its answer at the first number that is too many; the limits that are
//   exceeded there bind.
// - Walk: blocks are offered, x first, then y, then z; the next block in the cycle after the block
//   before it is taken.
// - End: when all are taken and the last one is done.
//
// Corner cases
// - Not even one block fits in one of the groups: the kernel is refused.
// - A block is taken and another one done in one cycle: as many are here as before.
// - The next kernel may begin in the cycle of done_o.
//
// Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: sections II, IV.B, Table I.

module hd_cta_launcher #(
    // Scheduling limit, active at once: blocks, warps, threads.
    parameter int Blocks  = 8,
    parameter int Slots   = 48,
    parameter int Threads = 1536,
    // Capacity limit: warp registers (32-bit registers / lanes), bytes of shared memory.
    parameter int Rows    = 1024,
    parameter int Bytes   = 49152,
    // Blocks and warps on the core, active or not. A cycle of the fit for each block.
    parameter int Ctas    = 8,
    parameter int Ids     = 48,
    localparam int BlockWidth  = $clog2(Ctas + 1),
    localparam int WarpWidth   = $clog2(Ids + 1),
    localparam int ThreadWidth = $clog2(Threads + 1),
    localparam int RowWidth    = $clog2(Rows + 1),
    localparam int ByteWidth   = $clog2(Bytes + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                  clk_i,
    input  logic                  rst_ni,

    // Kernel
    // Begin this kernel; only while idle_o.
    input  logic                  kernel_en_i,
    // Blocks of the grid, each at least 1.
    input  logic [31:0]           kernel_x_i,
    input  logic [31:0]           kernel_y_i,
    input  logic [31:0]           kernel_z_i,
    // What a block needs; at least 1 warp and thread. The bytes include its context, if it has one.
    input  logic [WarpWidth:0]    kernel_warps_i,
    input  logic [ThreadWidth:0]  kernel_threads_i,
    input  logic [RowWidth:0]     kernel_rows_i,
    input  logic [ByteWidth:0]    kernel_bytes_i,
    // No kernel is under way. State only, as are all outputs.
    output logic                  idle_o,
    // The kernel is over, for one cycle; with it: not one block fits.
    output logic                  done_o,
    output logic                  refused_o,
    // Blocks active at most, blocks on the core at most. Meaningful from start_en_o on until the
    // next kernel begins.
    output logic [BlockWidth-1:0] frames_o,
    output logic [BlockWidth-1:0] ctas_o,
    // What keeps the core from one block more. Active: 0 blocks, 1 warps, 2 threads; on the core:
    // 3 rows, 4 bytes, 5 blocks, 6 warps. Meaningful as those two, and with refused_o.
    output logic [6:0]            binds_o,

    // Residency
    // Take the sizes, for one cycle.
    output logic                  start_en_o,
    // A block is offered: {z, y, x}.
    output logic                  block_valid_o,
    output logic [95:0]           block_id_o,
    // It is taken.
    input  logic                  block_ready_i,
    // A block is done.
    input  logic                  done_valid_i
);

`ifndef SYNTHESIS
  initial begin
    if (Blocks < 1 || Blocks > 64) $fatal(1, "hd_cta_launcher: Blocks must be 1 to 64");
    if (Slots < 1 || Slots > 64) $fatal(1, "hd_cta_launcher: Slots must be 1 to 64");
    if (Threads < 1 || Threads > 4096) $fatal(1, "hd_cta_launcher: Threads must be 1 to 4096");
    if (Rows < 1 || Rows > 8192) $fatal(1, "hd_cta_launcher: Rows must be 1 to 8192");
    if (Bytes < 1 || Bytes > 262144) $fatal(1, "hd_cta_launcher: Bytes must be 1 to 262144");
    if (Ctas < Blocks || Ctas > 64) $fatal(1, "hd_cta_launcher: Ctas must be Blocks to 64");
    if (Ids < Slots || Ids > 512) $fatal(1, "hd_cta_launcher: Ids must be Slots to 512");
  end
`endif

  // Phases.
  localparam logic [2:0] Idle     = 3'd0;
  localparam logic [2:0] Fit      = 3'd1;
  localparam logic [2:0] Start    = 3'd2;
  localparam logic [2:0] Walk     = 3'd3;
  localparam logic [2:0] AllTaken = 3'd4;

  ///////////
  // State //
  ///////////

  // Where the kernel is; it has just ended, without a block.
  logic [2:0]            phase_q, phase_d;
  logic                  done_q, done_d, refused_q, refused_d;
  // The grid, and the block that is offered.
  logic [31:0]           size_x_q, size_y_q, size_z_q;
  logic [31:0]           x_q, x_d, y_q, y_d, z_q, z_d;
  // A block's needs; the sums of the needs of all blocks that are tried, and their number. A sum
  // has room for one need beyond its limit.
  logic [WarpWidth:0]    warps_q, sum_warps_q, sum_warps_d;
  logic [ThreadWidth:0]  threads_q, sum_threads_q, sum_threads_d;
  logic [RowWidth:0]     rows_q, sum_rows_q, sum_rows_d;
  logic [ByteWidth:0]    bytes_q, sum_bytes_q, sum_bytes_d;
  logic [BlockWidth:0]   tried_q, tried_d;
  // The answers, and which of the two are found: 0 scheduling, 1 capacity.
  logic [BlockWidth-1:0] frames_q, frames_d, ctas_q, ctas_d;
  logic [6:0]            binds_q, binds_d;
  logic [1:0]            found_q, found_d;
  // Blocks on the core.
  logic [BlockWidth-1:0] here_q, here_d;

  assign idle_o        = phase_q == Idle;
  assign done_o        = done_q;
  assign refused_o     = refused_q;
  assign frames_o      = frames_q;
  assign ctas_o        = ctas_q;
  assign binds_o       = binds_q;
  assign start_en_o    = phase_q == Start;
  assign block_valid_o = phase_q == Walk;
  assign block_id_o    = {z_q, y_q, x_q};

  /////////
  // Fit //
  /////////

  // Which limits so many blocks exceed, in the order of binds_o.
  logic [6:0] over;

  assign over[0] = 32'(tried_q)       > Blocks;
  assign over[1] = 32'(sum_warps_q)   > Slots;
  assign over[2] = 32'(sum_threads_q) > Threads;
  assign over[3] = 32'(sum_rows_q)    > Rows;
  assign over[4] = 32'(sum_bytes_q)   > Bytes;
  assign over[5] = 32'(tried_q)       > Ctas;
  assign over[6] = 32'(sum_warps_q)   > Ids;

  // Until a group has found its limit, its answer is one block fewer than are tried, and what binds
  // is what they exceed. Its sums go on as long; warps belong to both. Ctas + 1 blocks are too many
  // for both, since Blocks are not more than Ctas.
  always @* begin
    found_d       = found_q;
    frames_d      = frames_q;
    ctas_d        = ctas_q;
    binds_d       = binds_q;
    tried_d       = tried_q;
    sum_warps_d   = sum_warps_q;
    sum_threads_d = sum_threads_q;
    sum_rows_d    = sum_rows_q;
    sum_bytes_d   = sum_bytes_q;
    if (kernel_en_i) begin
      found_d       = 2'b00;
      tried_d       = (BlockWidth+1)'(1);
      sum_warps_d   = kernel_warps_i;
      sum_threads_d = kernel_threads_i;
      sum_rows_d    = kernel_rows_i;
      sum_bytes_d   = kernel_bytes_i;
    end else if (phase_q == Fit) begin
      found_d = found_q | {over[6:3] != '0, over[2:0] != '0};
      if (!found_q[0]) begin
        frames_d     = BlockWidth'(tried_q - (BlockWidth+1)'(1));
        binds_d[2:0] = over[2:0];
      end
      if (!found_q[1]) begin
        ctas_d       = BlockWidth'(tried_q - (BlockWidth+1)'(1));
        binds_d[6:3] = over[6:3];
      end
      tried_d     = tried_q + (BlockWidth+1)'(1);
      sum_warps_d = sum_warps_q + warps_q;
      if (!found_d[0]) sum_threads_d = sum_threads_q + threads_q;
      if (!found_d[1]) begin
        sum_rows_d  = sum_rows_q + rows_q;
        sum_bytes_d = sum_bytes_q + bytes_q;
      end
    end
  end

  //////////
  // Walk //
  //////////

  // A block is taken; it is the last one of its row, column, of all.
  logic taken, last_x, last_y, last_z;

  assign taken  = block_valid_o && block_ready_i;
  assign last_x = x_q + 32'd1 == size_x_q;
  assign last_y = y_q + 32'd1 == size_y_q;
  assign last_z = z_q + 32'd1 == size_z_q;

  always @* begin
    x_d = x_q;
    y_d = y_q;
    z_d = z_q;
    if (kernel_en_i) begin
      x_d = '0;
      y_d = '0;
      z_d = '0;
    end else if (taken) begin
      x_d = last_x ? '0 : x_q + 32'd1;
      if (last_x)           y_d = last_y ? '0 : y_q + 32'd1;
      if (last_x && last_y) z_d = last_z ? '0 : z_q + 32'd1;
    end
  end

  assign here_d = here_q + BlockWidth'(taken) - BlockWidth'(done_valid_i);

  ////////////
  // Phases //
  ////////////

  always @* begin
    phase_d   = phase_q;
    done_d    = 1'b0;
    refused_d = 1'b0;
    case (phase_q)
      Idle: if (kernel_en_i) phase_d = Fit;
      Fit: begin
        if (found_d == 2'b11) begin
          refused_d = frames_d == '0 || ctas_d == '0;
          done_d    = refused_d;
          phase_d   = refused_d ? Idle : Start;
        end
      end
      Start: phase_d = Walk;
      Walk: if (taken && last_x && last_y && last_z) phase_d = AllTaken;
      default: begin
        if (here_d == '0) begin
          done_d  = 1'b1;
          phase_d = Idle;
        end
      end
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      phase_q   <= Idle;
      done_q    <= 1'b0;
      refused_q <= 1'b0;
      here_q    <= '0;
    end else begin
      phase_q   <= phase_d;
      done_q    <= done_d;
      refused_q <= refused_d;
      here_q    <= here_d;
    end
  end

  always_ff @(posedge clk_i) begin
    x_q           <= x_d;
    y_q           <= y_d;
    z_q           <= z_d;
    found_q       <= found_d;
    frames_q      <= frames_d;
    ctas_q        <= ctas_d;
    binds_q       <= binds_d;
    tried_q       <= tried_d;
    sum_warps_q   <= sum_warps_d;
    sum_threads_q <= sum_threads_d;
    sum_rows_q    <= sum_rows_d;
    sum_bytes_q   <= sum_bytes_d;
  end

  always_ff @(posedge clk_i) begin
    if (kernel_en_i) begin
      size_x_q  <= kernel_x_i;
      size_y_q  <= kernel_y_i;
      size_z_q  <= kernel_z_i;
      warps_q   <= kernel_warps_i;
      threads_q <= kernel_threads_i;
      rows_q    <= kernel_rows_i;
      bytes_q   <= kernel_bytes_i;
    end
  end

endmodule
