// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_warp_allocator; knows nothing of checking. The inputs change at the falling
// edge. What the block offers depends on its state alone, so that the stimulus sees it in the
// same cycle.

module hd_warp_allocator_tb #(
    parameter int Entries     = 0,
    localparam int IdxWidth   = $clog2(Entries),
    localparam int CountWidth = $clog2(Entries + 1)
) (
    input  logic                  clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic [1:0]            alloc_valid_o,
    output logic [2*IdxWidth-1:0] alloc_idx_o,
    output logic [CountWidth-1:0] free_count_o
);

  import "DPI-C" function void warp_allocator_stim_open(input int unsigned entries);
  import "DPI-C" function void warp_allocator_stim(
      input byte unsigned alloc_valid, input bit [63:0] alloc_idx, output bit rst_n,
      output byte unsigned alloc_ready, output bit free_en, output int unsigned free_idx);

  logic                rst_ni;
  logic [1:0]          alloc_ready_i;
  logic                free_en_i;
  logic [IdxWidth-1:0] free_idx_i;

  hd_warp_allocator #(
      .Entries(Entries)
  ) dut (.*);

  bit [63:0] alloc_idx;
  for (genvar g = 0; g < 2; g++) begin : gen_answer
    assign alloc_idx[g*32+:32] = 32'(alloc_idx_o[g*IdxWidth+:IdxWidth]);
  end

  initial warp_allocator_stim_open(Entries);

  // What it is offered in this cycle.
  bit           rst_n, free_en;
  byte unsigned alloc_ready;
  int unsigned  free_idx;
  always @(negedge clk_i) begin
    warp_allocator_stim(8'(alloc_valid_o), alloc_idx, rst_n, alloc_ready, free_en, free_idx);
    rst_ni        = rst_n;
    alloc_ready_i = 2'(alloc_ready);
    free_en_i     = free_en;
    free_idx_i    = IdxWidth'(free_idx);
  end
endmodule
