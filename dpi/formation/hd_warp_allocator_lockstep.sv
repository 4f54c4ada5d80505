// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_warp_allocator, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_warp_allocator_lockstep #(
    parameter int Entries     = 128,
    localparam int IdxWidth   = $clog2(Entries),
    localparam int CountWidth = $clog2(Entries + 1)
) (
    input logic                  clk_i,
    input logic                  rst_ni,
    input logic [1:0]            alloc_valid_o,
    input logic [2*IdxWidth-1:0] alloc_idx_o,
    input logic [1:0]            alloc_ready_i,
    input logic                  free_en_i,
    input logic [IdxWidth-1:0]   free_idx_i,
    input logic [CountWidth-1:0] free_count_o
);

  import "DPI-C" function longint unsigned warp_allocator_open(
      input string path, input int unsigned entries);
  import "DPI-C" function void warp_allocator_state(
      input longint unsigned handle, input bit [Entries*32-1:0] idx, input int unsigned fresh,
      input int unsigned head, input int unsigned tail, input int unsigned count);
  import "DPI-C" function int warp_allocator_ports(
      input longint unsigned handle, input bit rst_n, input byte unsigned alloc_valid,
      input bit [63:0] alloc_idx, input byte unsigned alloc_ready, input bit free_en,
      input int unsigned free_idx, input int unsigned free_count);

  longint unsigned handle;
  initial handle = warp_allocator_open($sformatf("%m"), Entries);

  // ------------------------------------------------------------------------------------------
  // Registers, one 32-bit word an element
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  bit [Entries*32-1:0] idx;
  int unsigned         fresh, head, tail, count;
`ifndef HD_NO_idx_q
  for (genvar i = 0; i < Entries; i++) begin : gen_idx
    assign idx[i*32+:32] = 32'(hd_warp_allocator.idx_q[i]);
  end
`endif
`ifndef HD_NO_fresh_q
  assign fresh = 32'(hd_warp_allocator.fresh_q);
`endif
`ifndef HD_NO_head_q
  assign head = 32'(hd_warp_allocator.head_q);
`endif
`ifndef HD_NO_tail_q
  assign tail = 32'(hd_warp_allocator.tail_q);
`endif
`ifndef HD_NO_count_q
  assign count = 32'(hd_warp_allocator.count_q);
`endif
  always @(negedge clk_i) warp_allocator_state(handle, idx, fresh, head, tail, count);
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [63:0] alloc_idx;
  for (genvar g = 0; g < 2; g++) begin : gen_group
    assign alloc_idx[g*32+:32] = 32'(alloc_idx_o[g*IdxWidth+:IdxWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = warp_allocator_ports(
        handle, rst_ni, 8'(alloc_valid_o), alloc_idx, 8'(alloc_ready_i), free_en_i,
        32'(free_idx_i), 32'(free_count_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(alloc_valid_o)), .Field(0)) u_alloc_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(alloc_idx_o)), .Field(1)) u_alloc_idx (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(free_count_o)), .Field(2)) u_free_count (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_warp_allocator hd_warp_allocator_lockstep #(
    .Entries(Entries)
) u_lockstep (.*);
