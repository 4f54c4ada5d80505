// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_l1_cache, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h). Of the lines'
// data it hands over two lines in each cycle: the one written last, so each one in the cycle after
// it was written, and one in turn; of the riders the same, by MSHRs. What changes though it is not
// written is found when it is in turn, or when it is answered.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_l1_cache_lockstep #(
    parameter int Sets       = 32,
    parameter int Ways       = 4,
    parameter int LineBytes  = 128,
    parameter int LineWidth  = 25,
    parameter int Mshrs      = 64,
    parameter int Merges     = 4,
    parameter int RiderWidth = 64,
    localparam int DataWidth = 8 * LineBytes,
    localparam int IdWidth   = Mshrs > 1 ? $clog2(Mshrs) : 1
) (
    input logic                  clk_i,
    input logic                  rst_ni,
    input logic                  clear_i,
    input logic                  idle_o,
    input logic                  req_valid_i,
    input logic                  req_ready_o,
    input logic [1:0]            req_kind_i,
    input logic [LineWidth-1:0]  req_line_i,
    input logic [RiderWidth-1:0] req_rider_i,
    input logic [DataWidth-1:0]  req_data_i,
    input logic [LineBytes-1:0]  req_be_i,
    input logic [DataWidth-1:0]  req_expect_i,
    input logic                  rsp_valid_o,
    input logic                  rsp_ready_i,
    input logic [1:0]            rsp_kind_o,
    input logic [RiderWidth-1:0] rsp_rider_o,
    input logic [DataWidth-1:0]  rsp_data_o,
    input logic                  mem_valid_o,
    input logic                  mem_ready_i,
    input logic [1:0]            mem_kind_o,
    input logic [IdWidth-1:0]    mem_id_o,
    input logic [LineWidth-1:0]  mem_line_o,
    input logic [RiderWidth-1:0] mem_rider_o,
    input logic [DataWidth-1:0]  mem_data_o,
    input logic [LineBytes-1:0]  mem_be_o,
    input logic [DataWidth-1:0]  mem_expect_o,
    input logic                  fill_valid_i,
    input logic                  fill_ready_o,
    input logic [IdWidth-1:0]    fill_id_i,
    input logic [DataWidth-1:0]  fill_data_i,
    input logic [2:0]            outcome_o,
    input logic [1:0]            blocked_o
);

  // What is wide is handed over in 32-bit words: a rider, a mask of bytes, an MSHR's riders.
  localparam int RiderBits  = (RiderWidth + 31) / 32 * 32;
  localparam int BytesBits  = (LineBytes + 31) / 32 * 32;
  localparam int RidersBits = Merges * RiderBits;
  localparam int Lines      = Sets * Ways;

  import "DPI-C" function longint unsigned l1_cache_open(
      input string path, input int unsigned sets, input int unsigned ways,
      input int unsigned line_bytes, input int unsigned line_width, input int unsigned mshrs,
      input int unsigned merges, input int unsigned rider_width);
  import "DPI-C" function int unsigned l1_cache_newest_line(input longint unsigned handle);
  import "DPI-C" function int unsigned l1_cache_newest_mshr(input longint unsigned handle);
  import "DPI-C" function void l1_cache_lines(
      input longint unsigned handle, input bit [Sets*32-1:0] valid, input bit [Sets*32-1:0] turn,
      input bit [Lines*64-1:0] tag, input int unsigned newest,
      input bit [DataWidth-1:0] newest_data, input int unsigned in_turn,
      input bit [DataWidth-1:0] in_turn_data);
  import "DPI-C" function void l1_cache_mshrs(
      input longint unsigned handle, input longint unsigned used, input longint unsigned open,
      input bit [Mshrs*32-1:0] kind, input bit [Mshrs*64-1:0] line, input bit [Mshrs*32-1:0] count,
      input int unsigned newest, input bit [RidersBits-1:0] newest_riders,
      input int unsigned in_turn, input bit [RidersBits-1:0] in_turn_riders);
  import "DPI-C" function void l1_cache_registers(
      input longint unsigned handle, input bit fill_valid, input int unsigned fill_id,
      input int unsigned fill_next, input bit [DataWidth-1:0] fill_data, input bit rsp_valid,
      input int unsigned rsp_kind, input bit [RiderBits-1:0] rsp_rider,
      input bit [DataWidth-1:0] rsp_data, input bit mem_valid, input int unsigned mem_kind,
      input int unsigned mem_id, input longint unsigned mem_line,
      input bit [RiderBits-1:0] mem_rider, input bit [DataWidth-1:0] mem_data,
      input bit [BytesBits-1:0] mem_be, input bit [DataWidth-1:0] mem_expect);
  import "DPI-C" function int l1_cache_ports(
      input longint unsigned handle, input bit rst_n, input bit clear, input bit req_valid,
      input int unsigned req_kind, input longint unsigned req_line,
      input bit [RiderBits-1:0] req_rider, input bit [DataWidth-1:0] req_data,
      input bit [BytesBits-1:0] req_be, input bit [DataWidth-1:0] req_expect,
      input bit rsp_ready, input bit mem_ready, input bit fill_valid, input int unsigned fill_id,
      input bit [DataWidth-1:0] fill_data,
      input bit idle, input bit req_ready, input bit rsp_valid, input int unsigned rsp_kind,
      input bit [RiderBits-1:0] rsp_rider, input bit [DataWidth-1:0] rsp_data,
      input bit mem_valid, input int unsigned mem_kind, input int unsigned mem_id,
      input longint unsigned mem_line, input bit [RiderBits-1:0] mem_rider,
      input bit [DataWidth-1:0] mem_data, input bit [BytesBits-1:0] mem_be,
      input bit [DataWidth-1:0] mem_expect, input bit fill_ready, input int unsigned outcome,
      input int unsigned blocked);

  longint unsigned handle;
  initial
    handle = l1_cache_open($sformatf("%m"), Sets, Ways, LineBytes, LineWidth, Mshrs, Merges,
                           RiderWidth);

  // ------------------------------------------------------------------------------------------
  // Registers: one 32-bit word an element, a line's number two, a set's valid bits one
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  bit [Sets*32-1:0]    valid, turn;
  bit [Lines*64-1:0]   tag;
  longint unsigned     used, open;
  bit [Mshrs*32-1:0]   kind, count;
  bit [Mshrs*64-1:0]   line;
  bit                  fill_valid, rsp_valid, mem_valid;
  int unsigned         fill_id, fill_next, rsp_kind, mem_kind, mem_id;
  longint unsigned     mem_line;
  bit [RiderBits-1:0]  rsp_rider, mem_rider;
  bit [DataWidth-1:0]  fill_data, rsp_data, mem_data, mem_expect;
  bit [BytesBits-1:0]  mem_be;
  for (genvar s = 0; s < Sets; s++) begin : gen_set
`ifndef HD_NO_valid_q
    assign valid[s*32+:32] = 32'(hd_l1_cache.valid_q[s*Ways+:Ways]);
`endif
`ifndef HD_NO_turn_q
    assign turn[s*32+:32] = 32'(hd_l1_cache.turn_q[s]);
`endif
  end
`ifndef HD_NO_tag_q
  for (genvar l = 0; l < Lines; l++) begin : gen_line
    assign tag[l*64+:64] = 64'(hd_l1_cache.tag_q[l]);
  end
`endif
`ifndef HD_NO_used_q
  assign used = 64'(hd_l1_cache.used_q);
`endif
`ifndef HD_NO_open_q
  assign open = 64'(hd_l1_cache.open_q);
`endif
  for (genvar m = 0; m < Mshrs; m++) begin : gen_mshr
`ifndef HD_NO_kind_q
    assign kind[m*32+:32] = 32'(hd_l1_cache.kind_q[m]);
`endif
`ifndef HD_NO_line_q
    assign line[m*64+:64] = 64'(hd_l1_cache.line_q[m]);
`endif
`ifndef HD_NO_count_q
    assign count[m*32+:32] = 32'(hd_l1_cache.count_q[m]);
`endif
  end
`ifndef HD_NO_fill_valid_q
  assign fill_valid = hd_l1_cache.fill_valid_q;
`endif
`ifndef HD_NO_fill_id_q
  assign fill_id = 32'(hd_l1_cache.fill_id_q);
`endif
`ifndef HD_NO_fill_next_q
  assign fill_next = 32'(hd_l1_cache.fill_next_q);
`endif
`ifndef HD_NO_fill_data_q
  assign fill_data = hd_l1_cache.fill_data_q;
`endif
`ifndef HD_NO_rsp_valid_q
  assign rsp_valid = hd_l1_cache.rsp_valid_q;
`endif
`ifndef HD_NO_rsp_kind_q
  assign rsp_kind = 32'(hd_l1_cache.rsp_kind_q);
`endif
`ifndef HD_NO_rsp_rider_q
  assign rsp_rider = RiderBits'(hd_l1_cache.rsp_rider_q);
`endif
`ifndef HD_NO_rsp_data_q
  assign rsp_data = hd_l1_cache.rsp_data_q;
`endif
`ifndef HD_NO_mem_valid_q
  assign mem_valid = hd_l1_cache.mem_valid_q;
`endif
`ifndef HD_NO_mem_kind_q
  assign mem_kind = 32'(hd_l1_cache.mem_kind_q);
`endif
`ifndef HD_NO_mem_id_q
  assign mem_id = 32'(hd_l1_cache.mem_id_q);
`endif
`ifndef HD_NO_mem_line_q
  assign mem_line = 64'(hd_l1_cache.mem_line_q);
`endif
`ifndef HD_NO_mem_rider_q
  assign mem_rider = RiderBits'(hd_l1_cache.mem_rider_q);
`endif
`ifndef HD_NO_mem_data_q
  assign mem_data = hd_l1_cache.mem_data_q;
`endif
`ifndef HD_NO_mem_be_q
  assign mem_be = BytesBits'(hd_l1_cache.mem_be_q);
`endif
`ifndef HD_NO_mem_expect_q
  assign mem_expect = hd_l1_cache.mem_expect_q;
`endif

  // The memories.
  int unsigned         newest_line, turn_line, newest_mshr, turn_mshr;
  bit [DataWidth-1:0]  newest_data, turn_data;
  bit [RidersBits-1:0] newest_riders, turn_riders;
  initial turn_line = 0;
  initial turn_mshr = 0;
  always @(negedge clk_i) begin
    newest_line = l1_cache_newest_line(handle);
    newest_mshr = l1_cache_newest_mshr(handle);
`ifndef HD_NO_data_q
    newest_data = hd_l1_cache.data_q[newest_line];
    turn_data   = hd_l1_cache.data_q[turn_line];
`endif
`ifndef HD_NO_rider_q
    for (int k = 0; k < Merges; k++) begin
      newest_riders[k*RiderBits+:RiderBits] =
          RiderBits'(hd_l1_cache.rider_q[newest_mshr*Merges+k]);
      turn_riders[k*RiderBits+:RiderBits] = RiderBits'(hd_l1_cache.rider_q[turn_mshr*Merges+k]);
    end
`endif
    l1_cache_lines(handle, valid, turn, tag, newest_line, newest_data, turn_line, turn_data);
    l1_cache_mshrs(handle, used, open, kind, line, count, newest_mshr, newest_riders, turn_mshr,
                   turn_riders);
    l1_cache_registers(handle, fill_valid, fill_id, fill_next, fill_data, rsp_valid, rsp_kind,
                       rsp_rider, rsp_data, mem_valid, mem_kind, mem_id, mem_line, mem_rider,
                       mem_data, mem_be, mem_expect);
    turn_line = turn_line == Lines - 1 ? 0 : turn_line + 1;
    turn_mshr = turn_mshr == Mshrs - 1 ? 0 : turn_mshr + 1;
  end
  // After the last cycle: every element (dpi/common/lockstep.h).
  import "DPI-C" function void hd_last(input longint unsigned handle, input string name,
                                       input int unsigned index, input longint unsigned value);
  final begin
`ifndef HD_NO_data_q
    for (int unsigned l = 0; l < Lines; l++)
      for (int unsigned w = 0; w < DataWidth / 32; w++)
        hd_last(handle, "data_q", l * (DataWidth / 32) + w,
                64'(hd_l1_cache.data_q[l][w*32+:32]));
`endif
`ifndef HD_NO_rider_q
    for (int unsigned m = 0; m < Mshrs * Merges; m++) begin
      bit [RiderBits-1:0] rider;
      rider = RiderBits'(hd_l1_cache.rider_q[m]);
      for (int unsigned w = 0; w < RiderBits / 32; w++)
        hd_last(handle, "rider_q", m * (RiderBits / 32) + w, 64'(rider[w*32+:32]));
    end
`endif
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  int verdict;
  always @(posedge clk_i) begin
    verdict = l1_cache_ports(
        handle, rst_ni, clear_i, req_valid_i, 32'(req_kind_i), 64'(req_line_i),
        RiderBits'(req_rider_i), req_data_i, BytesBits'(req_be_i), req_expect_i, rsp_ready_i,
        mem_ready_i, fill_valid_i, 32'(fill_id_i), fill_data_i, idle_o, req_ready_o, rsp_valid_o,
        32'(rsp_kind_o), RiderBits'(rsp_rider_o), rsp_data_o, mem_valid_o, 32'(mem_kind_o),
        32'(mem_id_o), 64'(mem_line_o), RiderBits'(mem_rider_o), mem_data_o, BytesBits'(mem_be_o),
        mem_expect_o, fill_ready_o, 32'(outcome_o), 32'(blocked_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(idle_o)), .Field(0)) u_idle (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(req_ready_o)), .Field(1)) u_req_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rsp_valid_o)), .Field(2)) u_rsp_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rsp_kind_o)), .Field(3)) u_rsp_kind (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rsp_rider_o)), .Field(4)) u_rsp_rider (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(rsp_data_o)), .Field(5)) u_rsp_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_valid_o)), .Field(6)) u_mem_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_kind_o)), .Field(7)) u_mem_kind (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_id_o)), .Field(8)) u_mem_id (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_line_o)), .Field(9)) u_mem_line (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_rider_o)), .Field(10)) u_mem_rider (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_data_o)), .Field(11)) u_mem_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_be_o)), .Field(12)) u_mem_be (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_expect_o)), .Field(13)) u_mem_expect (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(fill_ready_o)), .Field(14)) u_fill_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(outcome_o)), .Field(15)) u_outcome (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(blocked_o)), .Field(16)) u_blocked (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_l1_cache hd_l1_cache_lockstep #(
    .Sets(Sets), .Ways(Ways), .LineBytes(LineBytes), .LineWidth(LineWidth), .Mshrs(Mshrs),
    .Merges(Merges), .RiderWidth(RiderWidth)
) u_lockstep (.*);
