// SPDX-License-Identifier: Apache-2.0
//
// Block cursor: the next block of each kernel that is under way, and how many it may give.
//
// Behaviour
// - A block that is taken moves its kernel's place: x first, then y, then z. Nothing is divided.
// - A slice is a number of blocks; when they are taken, the kernel stands until its next slice.
//
// Corner cases
// - A take of a kernel without a block in its slice is ignored.
// - A take beside a slice of the same kernel: the new slice has its whole number.
// - A load of a kernel wins over a slice and a take of it.
//
// Pai, Thazhuthaveetil, Govindarajan, Elastic Kernels, ASPLOS 2013: sections 4.1, 4.4.

module hd_block_cursor #(
    // Kernels under way. Six coordinates and a count each, in flip-flops.
    parameter int Kernels    = 4,
    // Bits of a coordinate.
    parameter int Width      = 32,
    // Bits of the number of blocks in a slice.
    parameter int CountWidth = 32,
    localparam int KernelWidth = Kernels > 1 ? $clog2(Kernels) : 1
) (
    // Clock; synchronous reset, active low.
    input  logic                   clk_i,
    input  logic                   rst_ni,

    // Kernel
    // A kernel begins, or begins again.
    input  logic                   load_en_i,
    input  logic [KernelWidth-1:0] load_kernel_i,
    // Blocks of its grid, each at least 1.
    input  logic [Width-1:0]       load_x_i,
    input  logic [Width-1:0]       load_y_i,
    input  logic [Width-1:0]       load_z_i,
    // Its first block, in the grid.
    input  logic [Width-1:0]       from_x_i,
    input  logic [Width-1:0]       from_y_i,
    input  logic [Width-1:0]       from_z_i,
    // Blocks of its first slice; 0: no limit.
    input  logic [CountWidth-1:0]  load_count_i,

    // Slice
    // A slice of a kernel begins, of so many blocks; 0: no limit.
    input  logic                   slice_en_i,
    input  logic [KernelWidth-1:0] slice_kernel_i,
    input  logic [CountWidth-1:0]  slice_count_i,

    // Block
    // The kernel has a block left in its slice, in its grid. State only.
    output logic [Kernels-1:0]     more_o,
    output logic [Kernels-1:0]     left_o,
    // The next block of a kernel is taken.
    input  logic                   take_en_i,
    input  logic [KernelWidth-1:0] take_kernel_i,
    // The next block of this kernel; meaningful while its left_o. Depend on take_kernel_i.
    output logic [Width-1:0]       x_o,
    output logic [Width-1:0]       y_o,
    output logic [Width-1:0]       z_o,
    // It is the last block of the grid; 0 while there is none. Depends on take_kernel_i.
    output logic                   last_o
);

`ifndef SYNTHESIS
  initial begin
    if (Kernels < 1 || Kernels > 32) $fatal(1, "hd_block_cursor: Kernels must be 1 to 32");
    if (Width < 1 || Width > 32) $fatal(1, "hd_block_cursor: Width must be 1 to 32");
    if (CountWidth < 1 || CountWidth > 32) $fatal(1, "hd_block_cursor: CountWidth must be 1 to 32");
  end
`endif

  ///////////
  // State //
  ///////////

  // There is a block left in the grid; the slice is limited; blocks left in it.
  logic [Kernels-1:0]            left_q, limited_q;
  logic [Kernels*CountWidth-1:0] count_q;
  // The grid; the next block.
  logic [Kernels*Width-1:0]      size_x_q, size_y_q, size_z_q;
  logic [Kernels*Width-1:0]      x_q, y_q, z_q;

  //////////////////////////////////
  // The kernel that is looked at //
  //////////////////////////////////

  logic             left, more;
  logic [Width-1:0] x, y, z, size_x, size_y, size_z;

  always @* begin
    left   = 1'b0;
    more   = 1'b0;
    x      = '0;
    y      = '0;
    z      = '0;
    size_x = '0;
    size_y = '0;
    size_z = '0;
    for (int k = 0; k < Kernels; k++) begin
      if (take_kernel_i == KernelWidth'(k)) begin
        left   = left_q[k];
        more   = more_o[k];
        x      = x_q[k*Width +: Width];
        y      = y_q[k*Width +: Width];
        z      = z_q[k*Width +: Width];
        size_x = size_x_q[k*Width +: Width];
        size_y = size_y_q[k*Width +: Width];
        size_z = size_z_q[k*Width +: Width];
      end
    end
  end

  // The block behind it.
  logic             take, last_x, last_y, last_z;
  logic [Width-1:0] next_x, next_y, next_z;

  assign take   = take_en_i & more;
  assign last_x = x == size_x - Width'(1);
  assign last_y = y == size_y - Width'(1);
  assign last_z = z == size_z - Width'(1);
  assign next_x = last_x ? '0 : x + Width'(1);
  assign next_y = !last_x ? y : last_y ? '0 : y + Width'(1);
  assign next_z = last_x && last_y ? z + Width'(1) : z;

  assign x_o    = x;
  assign y_o    = y;
  assign z_o    = z;
  assign last_o = left & last_x & last_y & last_z;

  ///////////////////
  // A kernel each //
  ///////////////////

  for (genvar k = 0; k < Kernels; k++) begin : gen_kernel
    logic load, slice, moves;

    assign load  = load_en_i && load_kernel_i == KernelWidth'(k);
    assign slice = slice_en_i && slice_kernel_i == KernelWidth'(k);
    assign moves = take && take_kernel_i == KernelWidth'(k);

    assign left_o[k] = left_q[k];
    assign more_o[k] = left_q[k] & (!limited_q[k] | count_q[k*CountWidth +: CountWidth] != '0);

    always_ff @(posedge clk_i) begin
      if (!rst_ni)    left_q[k] <= 1'b0;
      else if (load)  left_q[k] <= 1'b1;
      else if (moves) left_q[k] <= !last_o;
    end

    always_ff @(posedge clk_i) begin
      if (load) begin
        size_x_q[k*Width +: Width] <= load_x_i;
        size_y_q[k*Width +: Width] <= load_y_i;
        size_z_q[k*Width +: Width] <= load_z_i;
        x_q[k*Width +: Width] <= from_x_i;
        y_q[k*Width +: Width] <= from_y_i;
        z_q[k*Width +: Width] <= from_z_i;
      end else if (moves) begin
        x_q[k*Width +: Width] <= next_x;
        y_q[k*Width +: Width] <= next_y;
        z_q[k*Width +: Width] <= next_z;
      end
    end

    always_ff @(posedge clk_i) begin
      if (load) begin
        limited_q[k] <= load_count_i != '0;
        count_q[k*CountWidth +: CountWidth] <= load_count_i;
      end else if (slice) begin
        limited_q[k] <= slice_count_i != '0;
        count_q[k*CountWidth +: CountWidth] <= slice_count_i;
      end else if (moves && limited_q[k]) begin
        count_q[k*CountWidth +: CountWidth] <= count_q[k*CountWidth +: CountWidth] - CountWidth'(1);
      end
    end
  end

endmodule
