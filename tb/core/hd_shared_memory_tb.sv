// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_shared_memory; knows nothing of checking. The inputs change at the falling edge.

module hd_shared_memory_tb #(
    parameter int Lanes      = 0,
    parameter int Banks      = 0,
    parameter int Words      = 0,
    parameter int RowBits    = 0,
    parameter int OwnerWidth = 0,
    parameter int TagWidth   = 0,
    parameter int Holds      = 0,
    parameter int Patience   = 0,
    localparam int AddrWidth  = $clog2(Words),
    localparam int PlaceWidth = $clog2(Words / (RowBits / 32))
) (
    input  logic                clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                acc_ready_o,
    output logic                rsp_valid_o,
    output logic [TagWidth-1:0] rsp_tag_o,
    output logic [Lanes-1:0]    rsp_lanes_o,
    output logic                rsp_last_o,
    output logic [Lanes*32-1:0] rsp_data_o,
    output logic                ctx_ready_o,
    output logic                ctx_rsp_valid_o,
    output logic [RowBits-1:0]  ctx_rsp_data_o
);

  import "DPI-C" function void shared_memory_stim_open(
      input int unsigned lanes, input int unsigned banks, input int unsigned words,
      input int unsigned row_bits, input int unsigned owner_width, input int unsigned tag_width,
      input int unsigned holds, input int unsigned patience);
  import "DPI-C" function void shared_memory_stim(
      input bit acc_ready, input bit ctx_ready, output bit rst_n, output bit acc_valid,
      output int unsigned acc_kind, output int unsigned acc_op, output longint unsigned acc_mask,
      output bit [Lanes*32-1:0] acc_addr, output bit [Lanes*32-1:0] acc_data,
      output bit [Lanes*32-1:0] acc_be, output bit [Lanes*32-1:0] acc_expect,
      output bit [Lanes*32-1:0] acc_owner,
      output longint unsigned acc_tag, output bit rsp_ready, output bit ctx_valid,
      output bit ctx_we, output int unsigned ctx_row, output bit [RowBits-1:0] ctx_wdata);

  logic                        rst_ni, acc_valid_i, rsp_ready_i, ctx_valid_i, ctx_we_i;
  logic [1:0]                  acc_kind_i;
  logic [3:0]                  acc_op_i;
  logic [Lanes-1:0]            acc_mask_i;
  logic [Lanes*AddrWidth-1:0]  acc_addr_i;
  logic [Lanes*32-1:0]         acc_data_i;
  logic [Lanes*4-1:0]          acc_be_i;
  logic [Lanes*32-1:0]         acc_expect_i;
  logic [Lanes*OwnerWidth-1:0] acc_owner_i;
  logic [TagWidth-1:0]         acc_tag_i;
  logic [PlaceWidth-1:0]       ctx_row_i;
  logic [RowBits-1:0]          ctx_wdata_i;

  hd_shared_memory #(
      .Lanes(Lanes), .Banks(Banks), .Words(Words), .RowBits(RowBits), .OwnerWidth(OwnerWidth),
      .TagWidth(TagWidth), .Holds(Holds), .Patience(Patience)
  ) dut (.*);

  // What the block answered in the last cycle.
  bit acc_ready, ctx_ready;
  always @(posedge clk_i) begin
    acc_ready <= acc_ready_o;
    ctx_ready <= ctx_ready_o;
  end

  initial
    shared_memory_stim_open(Lanes, Banks, Words, RowBits, OwnerWidth, TagWidth, Holds, Patience);

  // What it is offered in this cycle.
  bit                rst_n, acc_valid, rsp_ready, ctx_valid, ctx_we;
  int unsigned       acc_kind, acc_op, ctx_row;
  longint unsigned   acc_mask, acc_tag;
  bit [Lanes*32-1:0] acc_addr, acc_data, acc_be, acc_expect, acc_owner;
  bit [RowBits-1:0]  ctx_wdata;
  always @(negedge clk_i) begin
    shared_memory_stim(acc_ready, ctx_ready, rst_n, acc_valid, acc_kind, acc_op, acc_mask, acc_addr,
                       acc_data, acc_be, acc_expect, acc_owner, acc_tag, rsp_ready, ctx_valid,
                       ctx_we, ctx_row,
                       ctx_wdata);
    rst_ni       = rst_n;
    acc_valid_i  = acc_valid;
    acc_kind_i   = 2'(acc_kind);
    acc_op_i     = 4'(acc_op);
    acc_mask_i   = Lanes'(acc_mask);
    acc_data_i   = acc_data;
    acc_expect_i = acc_expect;
    acc_tag_i    = TagWidth'(acc_tag);
    rsp_ready_i  = rsp_ready;
    ctx_valid_i  = ctx_valid;
    ctx_we_i     = ctx_we;
    ctx_row_i    = PlaceWidth'(ctx_row);
    ctx_wdata_i  = ctx_wdata;
    for (int l = 0; l < Lanes; l++) begin
      acc_addr_i[l*AddrWidth+:AddrWidth]    = AddrWidth'(acc_addr[l*32+:32]);
      acc_be_i[l*4+:4]                      = 4'(acc_be[l*32+:32]);
      acc_owner_i[l*OwnerWidth+:OwnerWidth] = OwnerWidth'(acc_owner[l*32+:32]);
    end
  end
endmodule
