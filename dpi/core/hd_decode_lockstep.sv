// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_decode, bound to every instance of it. Hands inputs and outputs to the
// golden model in each cycle (steps 2 and 3: dpi/common/lockstep.h); there are no registers.

module hd_decode_lockstep (
    input logic        clk_i,
    input logic        rst_ni,
    input logic [31:0] word_i,
    input logic        legal_o,
    input logic [2:0]  unit_o,
    input logic [2:0]  flow_o,
    input logic        rd_use_o,
    input logic [5:0]  rd_o,
    input logic        rs1_use_o,
    input logic [5:0]  rs1_o,
    input logic        rs2_use_o,
    input logic [5:0]  rs2_o,
    input logic        rs3_use_o,
    input logic [5:0]  rs3_o,
    input logic        fence_o
);

  import "DPI-C" function longint unsigned decode_open(input string path);
  import "DPI-C" function int decode_ports(
      input longint unsigned handle, input bit rst_n, input int unsigned word, input bit legal,
      input int unsigned unit, input int unsigned flow, input bit rd_use, input int unsigned rd,
      input bit rs1_use, input int unsigned rs1, input bit rs2_use, input int unsigned rs2,
      input bit rs3_use, input int unsigned rs3, input bit fence);

  longint unsigned handle;
  initial handle = decode_open($sformatf("%m"));

  int verdict;
  always @(posedge clk_i) begin
    verdict = decode_ports(handle, rst_ni, word_i, legal_o, 32'(unit_o), 32'(flow_o), rd_use_o,
                           32'(rd_o), rs1_use_o, 32'(rs1_o), rs2_use_o, 32'(rs2_o), rs3_use_o,
                           32'(rs3_o), fence_o);
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(legal_o)), .Field(0)) u_legal (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(unit_o)), .Field(1)) u_unit (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(flow_o)), .Field(2)) u_flow (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rd_use_o)), .Field(3)) u_rd_use (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rd_o)), .Field(4)) u_rd (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rs1_use_o)), .Field(5)) u_rs1_use (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rs1_o)), .Field(6)) u_rs1 (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rs2_use_o)), .Field(7)) u_rs2_use (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rs2_o)), .Field(8)) u_rs2 (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rs3_use_o)), .Field(9)) u_rs3_use (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rs3_o)), .Field(10)) u_rs3 (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(fence_o)), .Field(11)) u_fence (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_decode hd_decode_lockstep u_lockstep (.*);
