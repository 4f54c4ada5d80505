// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_coalescer, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_coalescer_lockstep #(
    parameter int Lanes     = 32,
    parameter int AddrWidth = 32,
    parameter int LineBytes = 128,
    parameter int TagWidth  = 16,
    localparam int OffsetWidth = $clog2(LineBytes),
    localparam int WordWidth   = OffsetWidth > 3 ? OffsetWidth - 2 : 1,
    localparam int LineWidth   = AddrWidth - OffsetWidth
) (
    input logic                       clk_i,
    input logic                       rst_ni,
    input logic                       acc_valid_i,
    input logic                       acc_ready_o,
    input logic [1:0]                 acc_kind_i,
    input logic [Lanes-1:0]           acc_mask_i,
    input logic [Lanes*AddrWidth-1:0] acc_addr_i,
    input logic [Lanes*32-1:0]        acc_data_i,
    input logic [Lanes*4-1:0]         acc_be_i,
    input logic [Lanes*32-1:0]        acc_expect_i,
    input logic [TagWidth-1:0]        acc_tag_i,
    input logic                       req_valid_o,
    input logic                       req_ready_i,
    input logic [1:0]                 req_kind_o,
    input logic [TagWidth-1:0]        req_tag_o,
    input logic [LineWidth-1:0]       req_line_o,
    input logic [Lanes-1:0]           req_lanes_o,
    input logic [Lanes*WordWidth-1:0] req_word_o,
    input logic [LineBytes*8-1:0]     req_data_o,
    input logic [LineBytes-1:0]       req_be_o,
    input logic [LineBytes*8-1:0]     req_expect_o,
    input logic                       req_last_o
);

  import "DPI-C" function longint unsigned coalescer_open(
      input string path, input int unsigned lanes, input int unsigned addr_width,
      input int unsigned line_bytes, input int unsigned tag_width);
  import "DPI-C" function void coalescer_state(
      input longint unsigned handle, input longint unsigned left, input int unsigned kind,
      input longint unsigned tag, input bit [Lanes*64-1:0] addr, input bit [Lanes*32-1:0] data,
      input bit [Lanes*32-1:0] be, input bit [Lanes*32-1:0] expected);
  import "DPI-C" function int coalescer_ports(
      input longint unsigned handle, input bit rst_n, input bit acc_valid,
      input int unsigned acc_kind, input longint unsigned acc_mask,
      input bit [Lanes*64-1:0] acc_addr, input bit [Lanes*32-1:0] acc_data,
      input bit [Lanes*32-1:0] acc_be, input bit [Lanes*32-1:0] acc_expect, input longint unsigned
      acc_tag, input bit req_ready,
      input bit acc_ready, input bit req_valid, input int unsigned req_kind,
      input longint unsigned req_tag, input longint unsigned req_line,
      input longint unsigned req_lanes, input bit [Lanes*32-1:0] req_word,
      input bit [LineBytes*8-1:0] req_data, input bit [255:0] req_be,
      input bit [LineBytes*8-1:0] req_expect, input bit req_last);

  longint unsigned handle;
  initial handle = coalescer_open($sformatf("%m"), Lanes, AddrWidth, LineBytes, TagWidth);

  // ------------------------------------------------------------------------------------------
  // Registers: one 32-bit word an element, an address two
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  longint unsigned     left, tag;
  int unsigned         kind;
  bit [Lanes*64-1:0]   addr;
  bit [Lanes*32-1:0]   data, be, expected;
`ifndef HD_NO_left_q
  assign left = 64'(hd_coalescer.left_q);
`endif
`ifndef HD_NO_kind_q
  assign kind = 32'(hd_coalescer.kind_q);
`endif
`ifndef HD_NO_tag_q
  assign tag = 64'(hd_coalescer.tag_q);
`endif
  for (genvar l = 0; l < Lanes; l++) begin : gen_kept
`ifndef HD_NO_addr_q
    assign addr[l*64+:64] = 64'(hd_coalescer.addr_q[l]);
`endif
`ifndef HD_NO_data_q
    assign data[l*32+:32] = hd_coalescer.data_q[l];
`endif
`ifndef HD_NO_be_q
    assign be[l*32+:32] = 32'(hd_coalescer.be_q[l]);
`endif
`ifndef HD_NO_expect_q
    assign expected[l*32+:32] = hd_coalescer.expect_q[l];
`endif
  end
  always @(negedge clk_i) coalescer_state(handle, left, kind, tag, addr, data, be, expected);
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Lanes*64-1:0] acc_addr;
  bit [Lanes*32-1:0] acc_be, req_word;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign acc_addr[l*64+:64] = 64'(acc_addr_i[l*AddrWidth+:AddrWidth]);
    assign acc_be[l*32+:32]   = 32'(acc_be_i[l*4+:4]);
    assign req_word[l*32+:32] = 32'(req_word_o[l*WordWidth+:WordWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = coalescer_ports(
        handle, rst_ni, acc_valid_i, 32'(acc_kind_i), 64'(acc_mask_i), acc_addr, acc_data_i,
        acc_be, acc_expect_i, 64'(acc_tag_i), req_ready_i, acc_ready_o, req_valid_o,
        32'(req_kind_o),
        64'(req_tag_o), 64'(req_line_o), 64'(req_lanes_o), req_word, req_data_o, 256'(req_be_o),
        req_expect_o, req_last_o);
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(acc_ready_o)), .Field(0)) u_acc_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_valid_o)), .Field(1)) u_req_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_kind_o)), .Field(2)) u_req_kind (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_tag_o)), .Field(3)) u_req_tag (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_line_o)), .Field(4)) u_req_line (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_lanes_o)), .Field(5)) u_req_lanes (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_word_o)), .Field(6)) u_req_word (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_data_o)), .Field(7)) u_req_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_be_o)), .Field(8)) u_req_be (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_expect_o)), .Field(9)) u_req_expect (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_last_o)), .Field(10)) u_req_last (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_coalescer hd_coalescer_lockstep #(
    .Lanes(Lanes), .AddrWidth(AddrWidth), .LineBytes(LineBytes), .TagWidth(TagWidth)
) u_lockstep (.*);
