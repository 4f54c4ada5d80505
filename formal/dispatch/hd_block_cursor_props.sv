// SPDX-License-Identifier: Apache-2.0
//
// Properties of hd_block_cursor (docs/blocks/block_cursor.md), for formal/prove.sh.
//
// Beside the design stands a ghost of one kernel, which the solver chooses: what is proven of it
// holds for all. It numbers the blocks of the grid from 0 on, x first, and counts.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_block_cursor_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [KernelWidth-1:0] kernel;
  always @* assume (32'(kernel) < Kernels);

  // The neighbours' promises.
  always @* if (load_en_i) begin
    assume (load_x_i != '0 && load_y_i != '0 && load_z_i != '0);
    assume (from_x_i < load_x_i && from_y_i < load_y_i && from_z_i < load_z_i);
  end

  // ---------------------------------------------------------------- ghost: the kernel's grid

  // Wide enough for the number of blocks in a grid.
  localparam int Wide = 3 * Width;

  function automatic logic [Wide-1:0] number(input logic [Width-1:0] x, y, z, size_x, size_y);
    number = (Wide'(z) * Wide'(size_y) + Wide'(y)) * Wide'(size_x) + Wide'(x);
  endfunction

  logic left, limited;
  logic [Width-1:0] size_x, size_y, size_z;
  logic [Wide-1:0] next, blocks;
  logic [CountWidth-1:0] count;
  logic load, slice, take, more;

  assign load  = load_en_i && load_kernel_i == kernel;
  assign slice = slice_en_i && slice_kernel_i == kernel;
  assign more  = left && (!limited || count != '0);
  assign take  = take_en_i && take_kernel_i == kernel && more;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) left <= 1'b0;
    else if (load) begin
      left   <= 1'b1;
      size_x <= load_x_i;
      size_y <= load_y_i;
      size_z <= load_z_i;
      next   <= number(from_x_i, from_y_i, from_z_i, load_x_i, load_y_i);
      blocks <= Wide'(load_x_i) * Wide'(load_y_i) * Wide'(load_z_i);
    end else if (take) begin
      left <= next + Wide'(1) != blocks;
      next <= next + Wide'(1);
    end
    if (load) begin
      limited <= load_count_i != '0;
      count   <= load_count_i;
    end else if (slice) begin
      limited <= slice_count_i != '0;
      count   <= slice_count_i;
    end else if (take) count <= count - CountWidth'(1);
  end

  // ---------------------------------------------------------------- what is to hold

  always @* if (on) begin
    // P: a reset leaves no kernel a block
    reset_empties: assert (!was_reset || left_o == '0);
    // P: a kernel has blocks left from its load on until as many are taken as its grid has behind
    // its first one
    left_right: assert (left_o[kernel] == left);
    // P: a kernel has a block in its slice if the slice is not limited, or not all of it is taken
    more_right: assert (more_o[kernel] == more);
    // P: no kernel has a block in its slice and none in its grid
    more_is_left: assert ((more_o & ~left_o) == '0);
  end

  always @* if (on && take_kernel_i == kernel && left) begin
    // P: the next block lies in the grid
    in_grid: assert (x_o < size_x && y_o < size_y && z_o < size_z);
    // P: blocks are given in order, each once: the next one has the next number
    in_order: assert (number(x_o, y_o, z_o, size_x, size_y) == next);
    // P: the last block of the grid, and no other, is called the last
    last_right: assert (last_o == (next + Wide'(1) == blocks));
  end

  always @* if (on && (32'(take_kernel_i) >= Kernels || !left_o[take_kernel_i])) begin
    // P: a kernel that has no block, or that there is not, has no last one
    last_of_none: assert (!last_o);
  end

  always @* if (on && rst_ni) begin
    c_last: cover (take && last_o && next > Wide'(4));
    c_slice: cover (left && limited && count == '0 && slice);
    c_all: cover (load && slice && take);
  end
endmodule

// What follows goes to the end of the module hd_block_cursor itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  hd_block_cursor_props #(`HD_SAME_PARAMETERS) u_props (`HD_SAME_PORTS);
`endif
