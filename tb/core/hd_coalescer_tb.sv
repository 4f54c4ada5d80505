// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_coalescer; knows nothing of checking. The inputs change at the falling edge.

module hd_coalescer_tb #(
    parameter int Lanes     = 0,
    parameter int AddrWidth = 0,
    parameter int LineBytes = 0,
    parameter int TagWidth  = 0,
    localparam int OffsetWidth = $clog2(LineBytes),
    localparam int WordWidth   = OffsetWidth > 3 ? OffsetWidth - 2 : 1,
    localparam int LineWidth   = AddrWidth - OffsetWidth
) (
    input  logic                       clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                       acc_ready_o,
    output logic                       req_valid_o,
    output logic [1:0]                 req_kind_o,
    output logic [TagWidth-1:0]        req_tag_o,
    output logic [LineWidth-1:0]       req_line_o,
    output logic [Lanes-1:0]           req_lanes_o,
    output logic [Lanes*WordWidth-1:0] req_word_o,
    output logic [LineBytes*8-1:0]     req_data_o,
    output logic [LineBytes-1:0]       req_be_o,
    output logic [LineBytes*8-1:0]     req_expect_o,
    output logic                       req_last_o
);

  import "DPI-C" function void coalescer_stim_open(
      input int unsigned lanes, input int unsigned addr_width, input int unsigned line_bytes,
      input int unsigned tag_width);
  import "DPI-C" function void coalescer_stim(
      input bit acc_ready, output bit rst_n, output bit acc_valid, output int unsigned acc_kind,
      output longint unsigned acc_mask, output bit [Lanes*64-1:0] acc_addr,
      output bit [Lanes*32-1:0] acc_data, output bit [Lanes*32-1:0] acc_be,
      output bit [Lanes*32-1:0] acc_expect, output longint unsigned acc_tag, output bit req_ready);

  logic                       rst_ni, acc_valid_i, req_ready_i;
  logic [1:0]                 acc_kind_i;
  logic [Lanes-1:0]           acc_mask_i;
  logic [Lanes*AddrWidth-1:0] acc_addr_i;
  logic [Lanes*32-1:0]        acc_data_i;
  logic [Lanes*4-1:0]         acc_be_i;
  logic [Lanes*32-1:0]        acc_expect_i;
  logic [TagWidth-1:0]        acc_tag_i;

  hd_coalescer #(
      .Lanes(Lanes), .AddrWidth(AddrWidth), .LineBytes(LineBytes), .TagWidth(TagWidth)
  ) dut (.*);

  // What the block answered in the last cycle.
  bit acc_ready;
  always @(posedge clk_i) acc_ready <= acc_ready_o;

  initial coalescer_stim_open(Lanes, AddrWidth, LineBytes, TagWidth);

  // What it is offered in this cycle.
  bit                rst_n, acc_valid, req_ready;
  int unsigned       acc_kind;
  longint unsigned   acc_mask, acc_tag;
  bit [Lanes*64-1:0] acc_addr;
  bit [Lanes*32-1:0] acc_data, acc_be, acc_expect;
  always @(negedge clk_i) begin
    coalescer_stim(acc_ready, rst_n, acc_valid, acc_kind, acc_mask, acc_addr, acc_data, acc_be,
                   acc_expect, acc_tag, req_ready);
    rst_ni       = rst_n;
    acc_valid_i  = acc_valid;
    acc_kind_i   = 2'(acc_kind);
    acc_mask_i   = Lanes'(acc_mask);
    acc_data_i   = acc_data;
    acc_expect_i = acc_expect;
    acc_tag_i    = TagWidth'(acc_tag);
    req_ready_i  = req_ready;
    for (int l = 0; l < Lanes; l++) begin
      acc_addr_i[l*AddrWidth+:AddrWidth] = AddrWidth'(acc_addr[l*64+:64]);
      acc_be_i[l*4+:4]                   = 4'(acc_be[l*32+:32]);
    end
  end
endmodule
