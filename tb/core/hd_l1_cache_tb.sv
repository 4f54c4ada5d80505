// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_l1_cache; knows nothing of checking. The inputs change at the falling edge.

module hd_l1_cache_tb #(
    parameter int Sets       = 0,
    parameter int Ways       = 0,
    parameter int LineBytes  = 0,
    parameter int LineWidth  = 0,
    parameter int Mshrs      = 0,
    parameter int Merges     = 0,
    parameter int RiderWidth = 0,
    localparam int DataWidth = 8 * LineBytes,
    localparam int IdWidth   = Mshrs > 1 ? $clog2(Mshrs) : 1
) (
    input  logic                  clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                  idle_o,
    output logic                  req_ready_o,
    output logic                  rsp_valid_o,
    output logic [1:0]            rsp_kind_o,
    output logic [RiderWidth-1:0] rsp_rider_o,
    output logic [DataWidth-1:0]  rsp_data_o,
    output logic                  mem_valid_o,
    output logic [1:0]            mem_kind_o,
    output logic [IdWidth-1:0]    mem_id_o,
    output logic [LineWidth-1:0]  mem_line_o,
    output logic [RiderWidth-1:0] mem_rider_o,
    output logic [DataWidth-1:0]  mem_data_o,
    output logic [LineBytes-1:0]  mem_be_o,
    output logic [DataWidth-1:0]  mem_expect_o,
    output logic                  fill_ready_o,
    output logic [2:0]            outcome_o,
    output logic [1:0]            blocked_o
);

  localparam int RiderBits = (RiderWidth + 31) / 32 * 32;
  localparam int BytesBits = (LineBytes + 31) / 32 * 32;

  import "DPI-C" function void l1_cache_stim_open(
      input int unsigned sets, input int unsigned ways, input int unsigned line_bytes,
      input int unsigned line_width, input int unsigned mshrs, input int unsigned merges,
      input int unsigned rider_width);
  import "DPI-C" function void l1_cache_stim(
      input bit idle, input bit req_ready, input bit fill_ready, input bit mem_valid,
      input int unsigned mem_kind, input int unsigned mem_id, input longint unsigned mem_line,
      input bit [DataWidth-1:0] mem_data, input bit [BytesBits-1:0] mem_be, output bit rst_n,
      output bit clear, output bit req_valid, output int unsigned req_kind,
      output longint unsigned req_line, output bit [RiderBits-1:0] req_rider,
      output bit [DataWidth-1:0] req_data, output bit [BytesBits-1:0] req_be,
      output bit [DataWidth-1:0] req_expect, output bit rsp_ready, output bit mem_ready, output bit
      fill_valid,
      output int unsigned fill_id, output bit [DataWidth-1:0] fill_data);

  logic                  rst_ni, clear_i, req_valid_i, rsp_ready_i, mem_ready_i, fill_valid_i;
  logic [1:0]            req_kind_i;
  logic [LineWidth-1:0]  req_line_i;
  logic [RiderWidth-1:0] req_rider_i;
  logic [DataWidth-1:0]  req_data_i, req_expect_i, fill_data_i;
  logic [LineBytes-1:0]  req_be_i;
  logic [IdWidth-1:0]    fill_id_i;

  hd_l1_cache #(
      .Sets(Sets), .Ways(Ways), .LineBytes(LineBytes), .LineWidth(LineWidth), .Mshrs(Mshrs),
      .Merges(Merges), .RiderWidth(RiderWidth)
  ) dut (.*);

  // What the block answered in the last cycle, and what it asked memory for.
  bit                 idle, req_ready, fill_ready, mem_valid;
  int unsigned        mem_kind, mem_id;
  longint unsigned    mem_line;
  bit [DataWidth-1:0] mem_data;
  bit [BytesBits-1:0] mem_be;
  always @(posedge clk_i) begin
    idle       <= idle_o;
    req_ready  <= req_ready_o;
    fill_ready <= fill_ready_o;
    mem_valid  <= mem_valid_o;
    mem_kind   <= 32'(mem_kind_o);
    mem_id     <= 32'(mem_id_o);
    mem_line   <= 64'(mem_line_o);
    mem_data   <= mem_data_o;
    mem_be     <= BytesBits'(mem_be_o);
  end

  initial l1_cache_stim_open(Sets, Ways, LineBytes, LineWidth, Mshrs, Merges, RiderWidth);

  // What it is offered in this cycle.
  bit                 rst_n, clear, req_valid, rsp_ready, mem_ready, fill_valid;
  int unsigned        req_kind, fill_id;
  longint unsigned    req_line;
  bit [RiderBits-1:0] req_rider;
  bit [DataWidth-1:0] req_data, req_expect, fill_data;
  bit [BytesBits-1:0] req_be;
  always @(negedge clk_i) begin
    l1_cache_stim(idle, req_ready, fill_ready, mem_valid, mem_kind, mem_id, mem_line, mem_data,
                  mem_be, rst_n, clear, req_valid, req_kind, req_line, req_rider, req_data, req_be,
                  req_expect, rsp_ready, mem_ready, fill_valid, fill_id, fill_data);
    rst_ni       = rst_n;
    clear_i      = clear;
    req_valid_i  = req_valid;
    req_kind_i   = 2'(req_kind);
    req_line_i   = LineWidth'(req_line);
    req_rider_i  = RiderWidth'(req_rider);
    req_data_i   = req_data;
    req_be_i     = LineBytes'(req_be);
    req_expect_i = req_expect;
    rsp_ready_i  = rsp_ready;
    mem_ready_i  = mem_ready;
    fill_valid_i = fill_valid;
    fill_id_i    = IdWidth'(fill_id);
    fill_data_i  = fill_data;
  end
endmodule
