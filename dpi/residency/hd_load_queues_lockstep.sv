// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_load_queues, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h). Of the places
// (data_q, warp_q) it hands over two in each cycle: the one that a load entered last, so each one
// in the cycle after it was written, and one in turn. A place that changes though nothing enters it
// is found when its load is offered, and after Active + Inactive cycles at the latest.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_load_queues_lockstep #(
    parameter int Active    = 30,
    parameter int Inactive  = 30,
    parameter int DataWidth = 301,
    parameter int Warps     = 256,
    localparam int WarpWidth     = $clog2(Warps),
    localparam int ActiveWidth   = $clog2(Active + 1),
    localparam int InactiveWidth = $clog2(Inactive + 1)
) (
    input logic                     clk_i,
    input logic                     rst_ni,
    input logic                     in_valid_i,
    input logic [WarpWidth-1:0]     in_warp_i,
    input logic [DataWidth-1:0]     in_data_i,
    input logic                     in_ready_o,
    input logic                     out_valid_o,
    input logic [WarpWidth-1:0]     out_warp_o,
    input logic [DataWidth-1:0]     out_data_o,
    input logic                     out_away_o,
    input logic                     out_ready_i,
    input logic                     away_en_i,
    input logic [WarpWidth-1:0]     away_first_i,
    input logic [WarpWidth-1:0]     away_last_i,
    input logic [ActiveWidth-1:0]   active_count_o,
    input logic [InactiveWidth-1:0] inactive_count_o
);

  localparam int Places = Active + Inactive;
  // A load is handed over in words of 32 bits.
  localparam int DataWords = (DataWidth + 31) / 32;

  import "DPI-C" function longint unsigned load_queues_open(
      input string path, input int unsigned active, input int unsigned inactive,
      input int unsigned data_width, input int unsigned warps);
  import "DPI-C" function int unsigned load_queues_newest(input longint unsigned handle);
  import "DPI-C" function void load_queues_places(
      input longint unsigned handle, input int unsigned newest,
      input bit [DataWords*32-1:0] newest_data, input int unsigned newest_warp,
      input int unsigned turn, input bit [DataWords*32-1:0] turn_data,
      input int unsigned turn_warp);
  import "DPI-C" function void load_queues_state(
      input longint unsigned handle, input bit [127:0] taken,
      input bit [Active*32-1:0] active_place, input bit [Active*32-1:0] active_warp,
      input longint unsigned active_away, input int unsigned active_count,
      input bit [Inactive*32-1:0] inactive_place, input int unsigned inactive_count);
  import "DPI-C" function int load_queues_ports(
      input longint unsigned handle, input bit rst_n, input bit in_valid,
      input int unsigned in_warp, input bit [DataWords*32-1:0] in_data, input bit out_ready,
      input bit away_en, input int unsigned away_first, input int unsigned away_last,
      input bit in_ready, input bit out_valid, input int unsigned out_warp,
      input bit [DataWords*32-1:0] out_data, input bit out_away, input int unsigned active_count,
      input int unsigned inactive_count);

  longint unsigned handle;
  initial handle = load_queues_open($sformatf("%m"), Active, Inactive, DataWidth, Warps);

  // ------------------------------------------------------------------------------------------
  // Registers, one 32-bit word an element
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  int unsigned              newest, turn, newest_warp, turn_warp; // of places
  bit [DataWords*32-1:0]    newest_data, turn_data;
  bit [127:0]               taken;
  bit [Active*32-1:0]       active_place, active_warp;
  longint unsigned          active_away;
  bit [Inactive*32-1:0]     inactive_place;
  int unsigned              active_count, inactive_count;
`ifndef HD_NO_taken_q
  assign taken = 128'(hd_load_queues.taken_q);
`endif
  for (genvar i = 0; i < Active; i++) begin : gen_active
`ifndef HD_NO_active_place_q
    assign active_place[i*32+:32] = 32'(hd_load_queues.active_place_q[i]);
`endif
`ifndef HD_NO_active_warp_q
    assign active_warp[i*32+:32] = 32'(hd_load_queues.active_warp_q[i]);
`endif
  end
`ifndef HD_NO_active_away_q
  assign active_away = 64'(hd_load_queues.active_away_q);
`endif
`ifndef HD_NO_active_count_q
  assign active_count = 32'(hd_load_queues.active_count_q);
`endif
  for (genvar i = 0; i < Inactive; i++) begin : gen_inactive
`ifndef HD_NO_inactive_place_q
    assign inactive_place[i*32+:32] = 32'(hd_load_queues.inactive_place_q[i]);
`endif
  end
`ifndef HD_NO_inactive_count_q
  assign inactive_count = 32'(hd_load_queues.inactive_count_q);
`endif
  initial turn = 0;
  always @(negedge clk_i) begin
    newest = load_queues_newest(handle);
`ifndef HD_NO_data_q
    newest_data = (DataWords * 32)'(hd_load_queues.data_q[newest]);
    turn_data   = (DataWords * 32)'(hd_load_queues.data_q[turn]);
`endif
`ifndef HD_NO_warp_q
    newest_warp = 32'(hd_load_queues.warp_q[newest]);
    turn_warp   = 32'(hd_load_queues.warp_q[turn]);
`endif
    load_queues_places(handle, newest, newest_data, newest_warp, turn, turn_data, turn_warp);
    load_queues_state(handle, taken, active_place, active_warp, active_away, active_count,
                      inactive_place, inactive_count);
    turn = turn == Places - 1 ? 0 : turn + 1;
  end
  // After the last cycle: every element (dpi/common/lockstep.h).
  import "DPI-C" function void hd_last(input longint unsigned handle, input string name,
                                       input int unsigned index, input longint unsigned value);
  final begin
    for (int unsigned p = 0; p < Places; p++) begin
`ifndef HD_NO_data_q
      bit [DataWords*32-1:0] last_data;
      last_data = (DataWords * 32)'(hd_load_queues.data_q[p]);
      for (int unsigned w = 0; w < DataWords; w++)
        hd_last(handle, "data_q", p * DataWords + w, 64'(last_data[w*32+:32]));
`endif
`ifndef HD_NO_warp_q
      hd_last(handle, "warp_q", p, 64'(hd_load_queues.warp_q[p]));
`endif
    end
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  int verdict;
  always @(posedge clk_i) begin
    verdict = load_queues_ports(
        handle, rst_ni, in_valid_i, 32'(in_warp_i), (DataWords * 32)'(in_data_i), out_ready_i,
        away_en_i, 32'(away_first_i), 32'(away_last_i), in_ready_o, out_valid_o, 32'(out_warp_o),
        (DataWords * 32)'(out_data_o), out_away_o, 32'(active_count_o), 32'(inactive_count_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(in_ready_o)), .Field(0)) u_in_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_valid_o)), .Field(1)) u_out_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_warp_o)), .Field(2)) u_out_warp (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_data_o)), .Field(3)) u_out_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_away_o)), .Field(4)) u_out_away (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(active_count_o)), .Field(5)) u_active_count (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(inactive_count_o)), .Field(6)) u_inactive_count (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_load_queues hd_load_queues_lockstep #(
    .Active(Active), .Inactive(Inactive), .DataWidth(DataWidth), .Warps(Warps)
) u_lockstep (.*);
