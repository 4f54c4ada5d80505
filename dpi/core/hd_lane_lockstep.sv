// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_lane, bound to every instance of it. Hands registers, inputs and outputs
// to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_lane_lockstep #(
    parameter int DivBits = 1
) (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        in_valid_i,
    input logic        in_ready_o,
    input logic [31:0] word_i,
    input logic [31:0] pc_i,
    input logic [31:0] a_i,
    input logic [31:0] b_i,
    input logic        out_valid_o,
    input logic [31:0] value_o,
    input logic [31:0] address_o,
    input logic        taken_o
);

  import "DPI-C" function longint unsigned lane_open(
      input string path, input int unsigned div_bits);
  import "DPI-C" function void lane_state(
      input longint unsigned handle, input bit valid, input int unsigned value,
      input int unsigned address, input bit taken, input bit divide, input int unsigned steps,
      input int unsigned quot, input int unsigned rest, input int unsigned divisor,
      input bit remainder, input bit negative);
  import "DPI-C" function int lane_ports(
      input longint unsigned handle, input bit rst_n, input bit in_valid, input int unsigned word,
      input int unsigned pc, input int unsigned a, input int unsigned b, input bit in_ready,
      input bit out_valid, input int unsigned value, input int unsigned address, input bit taken);

  longint unsigned handle;
  initial handle = lane_open($sformatf("%m"), DivBits);

  // ------------------------------------------------------------------------------------------
  // Registers
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  bit          valid, taken, divide, remainder, negative;
  int unsigned value, address, steps, quot, rest, divisor;
`ifndef HD_NO_valid_q
  assign valid = hd_lane.valid_q;
`endif
`ifndef HD_NO_value_q
  assign value = hd_lane.value_q;
`endif
`ifndef HD_NO_address_q
  assign address = hd_lane.address_q;
`endif
`ifndef HD_NO_taken_q
  assign taken = hd_lane.taken_q;
`endif
`ifndef HD_NO_divide_q
  assign divide = hd_lane.divide_q;
`endif
`ifndef HD_NO_steps_q
  assign steps = 32'(hd_lane.steps_q);
`endif
`ifndef HD_NO_quot_q
  assign quot = hd_lane.quot_q;
`endif
`ifndef HD_NO_rest_q
  assign rest = hd_lane.rest_q;
`endif
`ifndef HD_NO_divisor_q
  assign divisor = hd_lane.divisor_q;
`endif
`ifndef HD_NO_remainder_q
  assign remainder = hd_lane.remainder_q;
`endif
`ifndef HD_NO_negative_q
  assign negative = hd_lane.negative_q;
`endif
  always @(negedge clk_i) begin
    lane_state(handle, valid, value, address, taken, divide, steps, quot, rest, divisor, remainder,
               negative);
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  int verdict;
  always @(posedge clk_i) begin
    verdict = lane_ports(handle, rst_ni, in_valid_i, word_i, pc_i, a_i, b_i, in_ready_o,
                         out_valid_o, value_o, address_o, taken_o);
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(in_ready_o)), .Field(0)) u_in_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_valid_o)), .Field(1)) u_out_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(value_o)), .Field(2)) u_value (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(address_o)), .Field(3)) u_address (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(taken_o)), .Field(4)) u_taken (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_lane hd_lane_lockstep #(
    .DivBits(DivBits)
) u_lockstep (.*);
