// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_simd_pipe, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_simd_pipe_lockstep #(
    parameter int Lanes      = 32,
    parameter int Simd       = 16,
    parameter int DivBits    = 1,
    parameter int FloatSteps = 16,
    parameter int RiderWidth = 64,
    localparam int RiderBits = (RiderWidth + 31) / 32 * 32
) (
    input logic                  clk_i,
    input logic                  rst_ni,
    input logic                  in_valid_i,
    input logic                  in_ready_o,
    input logic [2:0]            unit_i,
    input logic [31:0]           word_i,
    input logic [31:0]           pc_i,
    input logic [Lanes-1:0]      mask_i,
    input logic [Lanes*32-1:0]   a_i,
    input logic [Lanes*32-1:0]   b_i,
    input logic [Lanes*32-1:0]   c_i,
    input logic [Lanes*3-1:0]    frm_i,
    input logic [RiderWidth-1:0] rider_i,
    input logic                  out_valid_o,
    input logic                  out_ready_i,
    input logic [2:0]            out_unit_o,
    input logic [31:0]           out_word_o,
    input logic [31:0]           out_pc_o,
    input logic [Lanes-1:0]      out_mask_o,
    input logic [RiderWidth-1:0] out_rider_o,
    input logic [Lanes*32-1:0]   out_value_o,
    input logic [Lanes*32-1:0]   out_address_o,
    input logic [Lanes-1:0]      out_taken_o,
    input logic [Lanes*32-1:0]   out_expect_o,
    input logic [Lanes*5-1:0]    out_flags_o,
    input logic [Lanes-1:0]      out_refused_o
);

  import "DPI-C" function longint unsigned simd_pipe_open(
      input string path, input int unsigned lanes, input int unsigned simd,
      input int unsigned div_bits, input int unsigned float_steps, input int unsigned rider_width);
  import "DPI-C" function void simd_pipe_state(
      input longint unsigned handle, input int unsigned beat, input bit due,
      input int unsigned wait_cycles, input int unsigned due_buffer, input int unsigned due_beat,
      input bit due_last, input int unsigned fill, input int unsigned take,
      input int unsigned filling, input int unsigned full);
  import "DPI-C" function void simd_pipe_buffer(
      input longint unsigned handle, input int unsigned number, input int unsigned unit,
      input int unsigned word, input int unsigned pc, input longint unsigned mask,
      input bit [RiderBits-1:0] rider, input bit [Lanes*32-1:0] value,
      input bit [Lanes*32-1:0] address, input bit [Lanes*32-1:0] expected,
      input longint unsigned taken, input bit [Lanes*8-1:0] flags, input longint unsigned refused);
  import "DPI-C" function int simd_pipe_ports(
      input longint unsigned handle, input bit rst_n, input bit in_valid, input int unsigned unit,
      input int unsigned word, input int unsigned pc, input longint unsigned mask,
      input bit [Lanes*32-1:0] a, input bit [Lanes*32-1:0] b, input bit [Lanes*32-1:0] c,
      input bit [Lanes*8-1:0] frm, input bit [RiderBits-1:0] rider, input bit out_ready,
      input bit in_ready, input bit out_valid, input int unsigned out_unit,
      input int unsigned out_word, input int unsigned out_pc, input longint unsigned out_mask,
      input bit [RiderBits-1:0] out_rider, input bit [Lanes*32-1:0] out_value,
      input bit [Lanes*32-1:0] out_address, input longint unsigned out_taken,
      input bit [Lanes*32-1:0] out_expect, input bit [Lanes*8-1:0] out_flags,
      input longint unsigned out_refused);

  longint unsigned handle;
  initial
    handle = simd_pipe_open($sformatf("%m"), Lanes, Simd, DivBits, FloatSteps, RiderWidth);

  // ------------------------------------------------------------------------------------------
  // Registers
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  int unsigned beat, wait_cycles, due_buffer, due_beat, fill, take, filling, full;
  bit          due, due_last;
`ifndef HD_NO_beat_q
  assign beat = 32'(hd_simd_pipe.beat_q);
`endif
`ifndef HD_NO_due_q
  assign due = hd_simd_pipe.due_q;
`endif
`ifndef HD_NO_wait_q
  assign wait_cycles = 32'(hd_simd_pipe.wait_q);
`endif
`ifndef HD_NO_due_buffer_q
  assign due_buffer = 32'(hd_simd_pipe.due_buffer_q);
`endif
`ifndef HD_NO_due_beat_q
  assign due_beat = 32'(hd_simd_pipe.due_beat_q);
`endif
`ifndef HD_NO_due_last_q
  assign due_last = hd_simd_pipe.due_last_q;
`endif
`ifndef HD_NO_fill_q
  assign fill = 32'(hd_simd_pipe.fill_q);
`endif
`ifndef HD_NO_take_q
  assign take = 32'(hd_simd_pipe.take_q);
`endif
`ifndef HD_NO_filling_q
  assign filling = 32'(hd_simd_pipe.filling_q);
`endif
`ifndef HD_NO_full_q
  assign full = 32'(hd_simd_pipe.full_q);
`endif
  always @(negedge clk_i)
    simd_pipe_state(handle, beat, due, wait_cycles, due_buffer, due_beat, due_last, fill, take,
                    filling, full);

  // One buffer after the other: a call each.
  for (genvar n = 0; n < 2; n++) begin : gen_buffer
    int unsigned          unit, word, pc;
    longint unsigned      mask, taken, refused;
    bit [RiderBits-1:0]   rider;
    bit [Lanes*32-1:0]    value, address, expected;
    bit [Lanes*8-1:0]     flags;
`ifndef HD_NO_unit_q
    assign unit = 32'(hd_simd_pipe.unit_q[n]);
`endif
`ifndef HD_NO_word_q
    assign word = hd_simd_pipe.word_q[n];
`endif
`ifndef HD_NO_pc_q
    assign pc = hd_simd_pipe.pc_q[n];
`endif
`ifndef HD_NO_mask_q
    assign mask = 64'(hd_simd_pipe.mask_q[n]);
`endif
`ifndef HD_NO_rider_q
    assign rider = RiderBits'(hd_simd_pipe.rider_q[n]);
`endif
`ifndef HD_NO_taken_q
    assign taken = 64'(hd_simd_pipe.taken_q[n]);
`endif
`ifndef HD_NO_refused_q
    assign refused = 64'(hd_simd_pipe.refused_q[n]);
`endif
    always @(negedge clk_i) begin
      for (int t = 0; t < Lanes; t++) begin
`ifndef HD_NO_value_q
        value[t*32+:32] = hd_simd_pipe.value_q[n*Lanes+t];
`endif
`ifndef HD_NO_address_q
        address[t*32+:32] = hd_simd_pipe.address_q[n*Lanes+t];
`endif
`ifndef HD_NO_expect_q
        expected[t*32+:32] = hd_simd_pipe.expect_q[n*Lanes+t];
`endif
`ifndef HD_NO_flags_q
        flags[t*8+:8] = 8'(hd_simd_pipe.flags_q[n][t*5+:5]);
`endif
      end
      simd_pipe_buffer(handle, n, unit, word, pc, mask, rider, value, address, expected, taken,
                       flags, refused);
    end
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  // A byte a rounding mode, and the exceptions of a thread.
  bit [Lanes*8-1:0] frm, out_flags;
  for (genvar t = 0; t < Lanes; t++) begin : gen_thread
    assign frm[t*8+:8]       = 8'(frm_i[t*3+:3]);
    assign out_flags[t*8+:8] = 8'(out_flags_o[t*5+:5]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = simd_pipe_ports(
        handle, rst_ni, in_valid_i, 32'(unit_i), word_i, pc_i, 64'(mask_i), a_i, b_i, c_i, frm,
        RiderBits'(rider_i), out_ready_i, in_ready_o, out_valid_o, 32'(out_unit_o), out_word_o,
        out_pc_o, 64'(out_mask_o), RiderBits'(out_rider_o), out_value_o, out_address_o,
        64'(out_taken_o), out_expect_o, out_flags, 64'(out_refused_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(in_ready_o)), .Field(0)) u_in_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_valid_o)), .Field(1)) u_out_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_unit_o)), .Field(2)) u_out_unit (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_word_o)), .Field(3)) u_out_word (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_pc_o)), .Field(4)) u_out_pc (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_mask_o)), .Field(5)) u_out_mask (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_rider_o)), .Field(6)) u_out_rider (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_value_o)), .Field(7)) u_out_value (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_address_o)), .Field(8)) u_out_address (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_taken_o)), .Field(9)) u_out_taken (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_expect_o)), .Field(10)) u_out_expect (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_flags_o)), .Field(11)) u_out_flags (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_refused_o)), .Field(12)) u_out_refused (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_simd_pipe hd_simd_pipe_lockstep #(
    .Lanes(Lanes), .Simd(Simd), .DivBits(DivBits), .FloatSteps(FloatSteps), .RiderWidth(RiderWidth)
) u_lockstep (.*);
