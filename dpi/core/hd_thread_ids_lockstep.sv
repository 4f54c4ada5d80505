// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_thread_ids, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_thread_ids_lockstep #(
    parameter int Lanes    = 32,
    parameter int MaxWarps = 32,
    parameter int Ports    = 2,
    parameter int Own      = 0,
    localparam int RankWidth  = MaxWarps > 1 ? $clog2(MaxWarps) : 1,
    localparam int IdWidth    = Lanes * MaxWarps > 1 ? $clog2(Lanes * MaxWarps) : 1,
    localparam int SizeWidth  = $clog2(Lanes * MaxWarps + 1),
    localparam int CountWidth = $clog2(MaxWarps + 1),
    localparam int Rows       = Own != 0 ? Lanes : 1
) (
    input logic                            clk_i,
    input logic                            rst_ni,
    input logic                            kernel_en_i,
    input logic [SizeWidth-1:0]            kernel_x_i,
    input logic [SizeWidth-1:0]            kernel_y_i,
    input logic [SizeWidth-1:0]            kernel_z_i,
    input logic                            ready_o,
    input logic [CountWidth-1:0]           warps_o,
    input logic [Lanes-1:0]                last_mask_o,
    input logic [Ports*Rows*RankWidth-1:0] rank_i,
    input logic [Ports*Lanes*IdWidth-1:0]  x_o,
    input logic [Ports*Lanes*IdWidth-1:0]  y_o,
    input logic [Ports*Lanes*IdWidth-1:0]  z_o
);

  import "DPI-C" function longint unsigned thread_ids_open(
      input string path, input int unsigned lanes, input int unsigned max_warps,
      input int unsigned ports, input int unsigned own);
  import "DPI-C" function void thread_ids_state(
      input longint unsigned handle, input bit ready, input bit counting,
      input int unsigned size_x, input int unsigned size_y, input int unsigned size_z,
      input int unsigned x, input int unsigned y, input int unsigned z, input int unsigned lane,
      input int unsigned rank, input int unsigned warps, input int unsigned last,
      input bit [Lanes*32-1:0] lane_x, input bit [Lanes*32-1:0] lane_y,
      input bit [Lanes*32-1:0] lane_z, input bit [MaxWarps*32-1:0] warp_x,
      input bit [MaxWarps*32-1:0] warp_y, input bit [MaxWarps*32-1:0] warp_z);
  import "DPI-C" function int thread_ids_ports(
      input longint unsigned handle, input bit rst_n, input bit kernel_en,
      input int unsigned kernel_x, input int unsigned kernel_y, input int unsigned kernel_z,
      input bit [Ports*Rows*32-1:0] rank, input bit ready, input int unsigned warps,
      input longint unsigned last_mask, input bit [Ports*Lanes*32-1:0] x,
      input bit [Ports*Lanes*32-1:0] y, input bit [Ports*Lanes*32-1:0] z);

  longint unsigned handle;
  initial handle = thread_ids_open($sformatf("%m"), Lanes, MaxWarps, Ports, Own);

  // ------------------------------------------------------------------------------------------
  // Registers: one 32-bit word an element
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  bit                   ready, counting;
  int unsigned          size_x, size_y, size_z, at_x, at_y, at_z, lane, rank, warps, last;
  bit [Lanes*32-1:0]    lane_x, lane_y, lane_z;
  bit [MaxWarps*32-1:0] warp_x, warp_y, warp_z;
`ifndef HD_NO_ready_q
  assign ready = hd_thread_ids.ready_q;
`endif
`ifndef HD_NO_counting_q
  assign counting = hd_thread_ids.counting_q;
`endif
`ifndef HD_NO_size_x_q
  assign size_x = 32'(hd_thread_ids.size_x_q);
`endif
`ifndef HD_NO_size_y_q
  assign size_y = 32'(hd_thread_ids.size_y_q);
`endif
`ifndef HD_NO_size_z_q
  assign size_z = 32'(hd_thread_ids.size_z_q);
`endif
`ifndef HD_NO_x_q
  assign at_x = 32'(hd_thread_ids.x_q);
`endif
`ifndef HD_NO_y_q
  assign at_y = 32'(hd_thread_ids.y_q);
`endif
`ifndef HD_NO_z_q
  assign at_z = 32'(hd_thread_ids.z_q);
`endif
`ifndef HD_NO_lane_q
  assign lane = 32'(hd_thread_ids.lane_q);
`endif
`ifndef HD_NO_rank_q
  assign rank = 32'(hd_thread_ids.rank_q);
`endif
`ifndef HD_NO_warps_q
  assign warps = 32'(hd_thread_ids.warps_q);
`endif
`ifndef HD_NO_last_q
  assign last = 32'(hd_thread_ids.last_q);
`endif
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
`ifndef HD_NO_lane_x_q
    assign lane_x[l*32+:32] = 32'(hd_thread_ids.lane_x_q[l]);
`endif
`ifndef HD_NO_lane_y_q
    assign lane_y[l*32+:32] = 32'(hd_thread_ids.lane_y_q[l]);
`endif
`ifndef HD_NO_lane_z_q
    assign lane_z[l*32+:32] = 32'(hd_thread_ids.lane_z_q[l]);
`endif
  end
  for (genvar w = 0; w < MaxWarps; w++) begin : gen_warp
`ifndef HD_NO_warp_x_q
    assign warp_x[w*32+:32] = 32'(hd_thread_ids.warp_x_q[w]);
`endif
`ifndef HD_NO_warp_y_q
    assign warp_y[w*32+:32] = 32'(hd_thread_ids.warp_y_q[w]);
`endif
`ifndef HD_NO_warp_z_q
    assign warp_z[w*32+:32] = 32'(hd_thread_ids.warp_z_q[w]);
`endif
  end
  always @(negedge clk_i)
    thread_ids_state(handle, ready, counting, size_x, size_y, size_z, at_x, at_y, at_z, lane, rank,
                     warps, last, lane_x, lane_y, lane_z, warp_x, warp_y, warp_z);
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Ports*Rows*32-1:0]  asked;
  bit [Ports*Lanes*32-1:0] x, y, z;
  for (genvar i = 0; i < Ports * Rows; i++) begin : gen_rank
    assign asked[i*32+:32] = 32'(rank_i[i*RankWidth+:RankWidth]);
  end
  for (genvar i = 0; i < Ports * Lanes; i++) begin : gen_ids
    assign x[i*32+:32] = 32'(x_o[i*IdWidth+:IdWidth]);
    assign y[i*32+:32] = 32'(y_o[i*IdWidth+:IdWidth]);
    assign z[i*32+:32] = 32'(z_o[i*IdWidth+:IdWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = thread_ids_ports(handle, rst_ni, kernel_en_i, 32'(kernel_x_i), 32'(kernel_y_i),
                               32'(kernel_z_i), asked, ready_o, 32'(warps_o), 64'(last_mask_o), x,
                               y, z);
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ready_o)), .Field(0)) u_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(warps_o)), .Field(1)) u_warps (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(last_mask_o)), .Field(2)) u_last_mask (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(x_o)), .Field(3)) u_x (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(y_o)), .Field(4)) u_y (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(z_o)), .Field(5)) u_z (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_thread_ids hd_thread_ids_lockstep #(
    .Lanes(Lanes), .MaxWarps(MaxWarps), .Ports(Ports), .Own(Own)
) u_lockstep (.*);
