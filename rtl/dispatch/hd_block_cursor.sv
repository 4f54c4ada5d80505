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

  // There is a block left in the grid; the slice is limited, and used up; blocks left in it.
  logic [Kernels-1:0]            left_q, limited_q, spent_q;
  logic [Kernels*CountWidth-1:0] count_q;
  // The grid; the next block.
  logic [Kernels*Width-1:0]      size_x_q, size_y_q, size_z_q;
  logic [Kernels*Width-1:0]      x_q, y_q, z_q;

  ///////////////////
  // A kernel each //
  ///////////////////

  // Each kernel finds the block behind its next one: the kernel that is taken is known late, and
  // only selects.
  logic [Kernels-1:0] last; // the next block is the last one of the grid

  for (genvar k = 0; k < Kernels; k++) begin : gen_kernel
    logic             load, slice, moves, last_x, last_y, last_z;
    logic [Width-1:0] x, y, z, up_x, up_y, up_z, next_x, next_y, next_z;

    assign load  = load_en_i && load_kernel_i == KernelWidth'(k);
    assign slice = slice_en_i && slice_kernel_i == KernelWidth'(k);
    assign moves = take_en_i && take_kernel_i == KernelWidth'(k) && more_o[k];

    assign left_o[k] = left_q[k];
    assign more_o[k] = left_q[k] & ~spent_q[k];

    assign x = x_q[k*Width +: Width];
    assign y = y_q[k*Width +: Width];
    assign z = z_q[k*Width +: Width];

    assign up_x    = x + Width'(1);
    assign up_y    = y + Width'(1);
    assign up_z    = z + Width'(1);
    assign last_x  = up_x == size_x_q[k*Width +: Width];
    assign last_y  = up_y == size_y_q[k*Width +: Width];
    assign last_z  = up_z == size_z_q[k*Width +: Width];
    assign last[k] = left_q[k] & last_x & last_y & last_z;
    assign next_x  = last_x ? '0 : up_x;
    assign next_y  = !last_x ? y : last_y ? '0 : up_y;
    assign next_z  = last_x && last_y ? up_z : z;

    always_ff @(posedge clk_i) begin
      if (!rst_ni)    left_q[k] <= 1'b0;
      else if (load)  left_q[k] <= 1'b1;
      else if (moves) left_q[k] <= !last[k];
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
        spent_q[k]   <= 1'b0;
        count_q[k*CountWidth +: CountWidth] <= load_count_i;
      end else if (slice) begin
        limited_q[k] <= slice_count_i != '0;
        spent_q[k]   <= 1'b0;
        count_q[k*CountWidth +: CountWidth] <= slice_count_i;
      end else if (moves && limited_q[k]) begin
        // Which kernel can give a block is known early in a cycle: it does not wait for the count.
        spent_q[k] <= count_q[k*CountWidth +: CountWidth] == CountWidth'(1);
        count_q[k*CountWidth +: CountWidth] <= count_q[k*CountWidth +: CountWidth] - CountWidth'(1);
      end
    end
  end

  //////////////////////////////////
  // The kernel that is looked at //
  //////////////////////////////////

  always @* begin
    x_o    = '0;
    y_o    = '0;
    z_o    = '0;
    last_o = 1'b0;
    for (int k = 0; k < Kernels; k++) begin
      if (take_kernel_i == KernelWidth'(k)) begin
        x_o    = x_q[k*Width +: Width];
        y_o    = y_q[k*Width +: Width];
        z_o    = z_q[k*Width +: Width];
        last_o = last[k];
      end
    end
  end

endmodule
