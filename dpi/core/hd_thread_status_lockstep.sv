// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_thread_status, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// The memories are too big to be handed over whole in each cycle: it is of each thread the word
// that an instruction named in the last one, the row of the warp that began, and one row in turn,
// so that a stray write shows within Warps cycles.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_thread_status_lockstep #(
    parameter int Lanes   = 32,
    parameter int Warps   = 48,
    parameter int Ports   = 2,
    parameter int Own     = 0,
    parameter int IdWidth = 10,
    localparam int WarpWidth = $clog2(Warps),
    localparam int Rows      = Own != 0 ? Lanes : 1
) (
    input logic                            clk_i,
    input logic                            rst_ni,
    input logic                            begin_en_i,
    input logic [WarpWidth-1:0]            begin_warp_i,
    input logic [IdWidth:0]                threads_x_i,
    input logic [IdWidth:0]                threads_y_i,
    input logic [IdWidth:0]                threads_z_i,
    input logic [31:0]                     blocks_x_i,
    input logic [31:0]                     blocks_y_i,
    input logic [31:0]                     blocks_z_i,
    input logic [31:0]                     arguments_i,
    input logic [31:0]                     stack_top_i,
    input logic [31:0]                     shared_bytes_i,
    input logic [Ports*Rows*WarpWidth-1:0] frm_warp_i,
    input logic [Ports*Lanes*3-1:0]        frm_o,
    input logic [Ports-1:0]                op_en_i,
    input logic [Ports-1:0]                op_csr_i,
    input logic [Ports*32-1:0]             op_word_i,
    input logic [Ports*Lanes-1:0]          op_mask_i,
    input logic [Ports*Rows*WarpWidth-1:0] op_warp_i,
    input logic [Ports*Lanes*32-1:0]       op_a_i,
    input logic [Ports*Lanes*5-1:0]        op_flags_i,
    input logic [Ports*Lanes*IdWidth-1:0]  op_x_i,
    input logic [Ports*Lanes*IdWidth-1:0]  op_y_i,
    input logic [Ports*Lanes*IdWidth-1:0]  op_z_i,
    input logic [Ports*Rows*96-1:0]        op_block_i,
    input logic [Ports*Lanes*32-1:0]       op_value_o
);

  import "DPI-C" function longint unsigned thread_status_open(
      input string path, input int unsigned lanes, input int unsigned warps,
      input int unsigned ports, input int unsigned own, input int unsigned id_width);
  import "DPI-C" function void thread_status_rows(
      input longint unsigned handle, input byte unsigned wrote,
      input bit [Ports*Rows*32-1:0] wrote_warp, input bit [Ports*Lanes*8-1:0] wrote_row,
      input bit begun, input int unsigned begun_warp, input bit [Lanes*8-1:0] begun_row,
      input int unsigned swept_warp, input bit [Lanes*8-1:0] swept_row);
  import "DPI-C" function int thread_status_ports(
      input longint unsigned handle, input bit rst_n, input bit begin_en,
      input int unsigned begin_warp, input int unsigned threads_x, input int unsigned threads_y,
      input int unsigned threads_z, input int unsigned blocks_x, input int unsigned blocks_y,
      input int unsigned blocks_z, input int unsigned arguments, input int unsigned stack_top,
      input int unsigned shared_bytes, input bit [Ports*Rows*32-1:0] frm_warp,
      input byte unsigned op_en, input byte unsigned op_csr, input bit [Ports*32-1:0] op_word,
      input bit [Ports*64-1:0] op_mask, input bit [Ports*Rows*32-1:0] op_warp,
      input bit [Ports*Lanes*32-1:0] op_a, input bit [Ports*Lanes*8-1:0] op_flags,
      input bit [Ports*Lanes*32-1:0] op_x, input bit [Ports*Lanes*32-1:0] op_y,
      input bit [Ports*Lanes*32-1:0] op_z, input bit [Ports*Rows*96-1:0] op_block,
      input bit [Ports*Lanes*8-1:0] frm, input bit [Ports*Lanes*32-1:0] op_value);

  longint unsigned handle;
  initial handle = thread_status_open($sformatf("%m"), Lanes, Warps, Ports, Own, IdWidth);

  // ------------------------------------------------------------------------------------------
  // One 32-bit word an element; a byte where rounding modes and exceptions are
  // ------------------------------------------------------------------------------------------
  bit [Ports*Rows*32-1:0]  frm_warp, op_warp;
  bit [Ports*64-1:0]       op_mask;
  bit [Ports*Lanes*8-1:0]  op_flags, frm;
  bit [Ports*Lanes*32-1:0] op_x, op_y, op_z;
  for (genvar i = 0; i < Ports * Rows; i++) begin : gen_warp
    assign frm_warp[i*32+:32] = 32'(frm_warp_i[i*WarpWidth+:WarpWidth]);
    assign op_warp[i*32+:32]  = 32'(op_warp_i[i*WarpWidth+:WarpWidth]);
  end
  for (genvar p = 0; p < Ports; p++) begin : gen_mask
    assign op_mask[p*64+:64] = 64'(op_mask_i[p*Lanes+:Lanes]);
  end
  for (genvar i = 0; i < Ports * Lanes; i++) begin : gen_thread
    assign op_flags[i*8+:8] = 8'(op_flags_i[i*5+:5]);
    assign frm[i*8+:8]      = 8'(frm_o[i*3+:3]);
    assign op_x[i*32+:32]   = 32'(op_x_i[i*IdWidth+:IdWidth]);
    assign op_y[i*32+:32]   = 32'(op_y_i[i*IdWidth+:IdWidth]);
    assign op_z[i*32+:32]   = 32'(op_z_i[i*IdWidth+:IdWidth]);
  end

  // ------------------------------------------------------------------------------------------
  // Registers
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
`ifndef HD_NO_fcsr_q
  // What was named in the last cycle, whether or not it was one of reset; and one row in turn.
  byte unsigned           wrote;
  bit [Ports*Rows*32-1:0] wrote_warp;
  bit                     begun;
  int unsigned            begun_warp, swept_warp;
  initial swept_warp = 0;
  always @(posedge clk_i) begin
    wrote      <= 8'(op_en_i);
    wrote_warp <= op_warp;
    begun      <= begin_en_i;
    begun_warp <= 32'(begin_warp_i);
    swept_warp <= swept_warp == Warps - 1 ? 0 : swept_warp + 1;
  end

  bit [Ports*Lanes*8-1:0] wrote_row;
  bit [Lanes*8-1:0]       begun_row, swept_row;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign begun_row[l*8+:8] = hd_thread_status.gen_lane[l].fcsr_q[WarpWidth'(begun_warp)];
    assign swept_row[l*8+:8] = hd_thread_status.gen_lane[l].fcsr_q[WarpWidth'(swept_warp)];
    for (genvar p = 0; p < Ports; p++) begin : gen_port
      int unsigned warp;
      assign warp = wrote_warp[(p*Rows+(Own!=0?l:0))*32+:32];
      assign wrote_row[(p*Lanes+l)*8+:8] = hd_thread_status.gen_lane[l].fcsr_q[WarpWidth'(warp)];
    end
  end
  always @(negedge clk_i)
    thread_status_rows(handle, wrote, wrote_warp, wrote_row, begun, begun_warp, begun_row,
                       swept_warp, swept_row);
`endif
  // After the last cycle: every element (dpi/common/lockstep.h).
  import "DPI-C" function void hd_last(input longint unsigned handle, input string name,
                                       input int unsigned index, input longint unsigned value);
`ifndef HD_NO_fcsr_q
  for (genvar l = 0; l < Lanes; l++) begin : gen_last
    final
      for (int unsigned w = 0; w < Warps; w++)
        hd_last(handle, "fcsr_q", w * Lanes + l,
                64'(hd_thread_status.gen_lane[l].fcsr_q[WarpWidth'(w)]));
  end
`endif
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  int verdict;
  always @(posedge clk_i) begin
    verdict = thread_status_ports(
        handle, rst_ni, begin_en_i, 32'(begin_warp_i), 32'(threads_x_i), 32'(threads_y_i),
        32'(threads_z_i), blocks_x_i, blocks_y_i, blocks_z_i, arguments_i, stack_top_i,
        shared_bytes_i, frm_warp, 8'(op_en_i), 8'(op_csr_i), op_word_i, op_mask, op_warp, op_a_i,
        op_flags, op_x, op_y, op_z, op_block_i, frm, op_value_o);
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(frm_o)), .Field(0)) u_frm (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(op_value_o)), .Field(1)) u_op_value (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_thread_status hd_thread_status_lockstep #(
    .Lanes(Lanes), .Warps(Warps), .Ports(Ports), .Own(Own), .IdWidth(IdWidth)
) u_lockstep (.*);
