// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_max_heap, bound to every instance of it: its registers. The ports are
// checked by u_ports (hd_heap_ports.sv), bound beside it.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_max_heap_lockstep #(
    parameter int Entries    = 64,
    parameter int PcWidth    = 24,
    parameter int CntWidth   = 10,
    parameter int WidWidth   = 8,
    parameter int LutWidth   = 8,
    parameter int Lanes      = 32,
    parameter int QueueDepth = 4,
    parameter int Ports      = 2,
    parameter int Order      = 0,
    parameter int Ageing     = 0,
    localparam int MhWidth   = $clog2(Entries),
    localparam int NthdWidth = $clog2(Lanes + 1)
) (
    input  logic            clk_i,
    output longint unsigned handle
);

  import "DPI-C" function longint unsigned max_heap_open(
      input string path, input int unsigned entries, input int unsigned pc_width,
      input int unsigned cnt_width, input int unsigned wid_width, input int unsigned lut_width,
      input int unsigned lanes, input int unsigned queue_depth, input int unsigned ports,
      input int unsigned order, input int unsigned ageing);
  import "DPI-C" function void max_heap_state(
      input longint unsigned handle, input bit [QueueDepth*128-1:0] queued,
      input int unsigned queue_count, input bit [Entries*192-1:0] entry, input int unsigned size,
      input int unsigned phase, input byte unsigned busy, input bit [63:0] hole,
      input bit [383:0] held, input bit [191:0] left);

  initial
    handle = max_heap_open($sformatf("%m"), Entries, PcWidth, CntWidth, WidWidth, LutWidth, Lanes,
                           QueueDepth, Ports, Order, Ageing);

`ifndef HD_NO_STATE
  // Words of 32 bits, laid out as the model's structs: an entry is PC, CNT, WPH, WPT, LUT#, old;
  // an update is PC, NTHD, WID, open.
  bit [QueueDepth*128-1:0] queued;
  bit [Entries*192-1:0]   entry;
  bit [383:0]             held;
  bit [191:0]             left;
  bit [63:0]              hole;
  int unsigned            queue_count, size, phase;
  byte unsigned           busy;

`ifndef HD_NO_data_q
  for (genvar i = 0; i < QueueDepth; i++) begin : gen_queue
    assign queued[i*128+:32]    = 32'(hd_max_heap.u_queue.data_q[i][NthdWidth+WidWidth+:PcWidth]);
    assign queued[i*128+32+:32] = 32'(hd_max_heap.u_queue.data_q[i][WidWidth+:NthdWidth]);
    assign queued[i*128+64+:32] = 32'(hd_max_heap.u_queue.data_q[i][0+:WidWidth]);
    assign queued[i*128+96+:32] = 32'(hd_max_heap.u_queue.data_q[i][PcWidth+NthdWidth+WidWidth]);
  end
`endif
`ifndef HD_NO_count_q
  assign queue_count = 32'(hd_max_heap.u_queue.count_q);
`endif
`ifndef HD_NO_root_pc_q
  assign entry[0+:32] = 32'(hd_max_heap.root_pc_q);
`endif
`ifndef HD_NO_root_cnt_q
  assign entry[32+:32] = 32'(hd_max_heap.root_cnt_q);
`endif
`ifndef HD_NO_root_wph_q
  assign entry[64+:32] = 32'(hd_max_heap.root_wph_q);
`endif
`ifndef HD_NO_root_wpt_q
  assign entry[96+:32] = 32'(hd_max_heap.root_wpt_q);
`endif
`ifndef HD_NO_root_lut_q
  assign entry[128+:32] = 32'(hd_max_heap.root_lut_q);
`endif
`ifndef HD_NO_pc_q
  for (genvar i = 1; i < Entries; i++) begin : gen_pc
    assign entry[i*192+0+:32] = 32'(hd_max_heap.pc_q[i]);
  end
`endif
`ifndef HD_NO_cnt_q
  for (genvar i = 1; i < Entries; i++) begin : gen_cnt
    assign entry[i*192+32+:32] = 32'(hd_max_heap.cnt_q[i]);
  end
`endif
`ifndef HD_NO_wph_q
  for (genvar i = 1; i < Entries; i++) begin : gen_wph
    assign entry[i*192+64+:32] = 32'(hd_max_heap.wph_q[i]);
  end
`endif
`ifndef HD_NO_wpt_q
  for (genvar i = 1; i < Entries; i++) begin : gen_wpt
    assign entry[i*192+96+:32] = 32'(hd_max_heap.wpt_q[i]);
  end
`endif
`ifndef HD_NO_lut_q
  for (genvar i = 1; i < Entries; i++) begin : gen_lut
    assign entry[i*192+128+:32] = 32'(hd_max_heap.lut_q[i]);
  end
`endif
`ifndef HD_NO_old_q
  for (genvar i = 0; i < Entries; i++) begin : gen_old
    assign entry[i*192+160+:32] = 32'(hd_max_heap.old_q[i]);
  end
`endif
`ifndef HD_NO_size_q
  assign size = 32'(hd_max_heap.size_q);
`endif
`ifndef HD_NO_phase_q
  assign phase = 32'(hd_max_heap.phase_q);
`endif
`ifndef HD_NO_busy_q
  assign busy = 8'(hd_max_heap.busy_q);
`endif
`ifndef HD_NO_hole_q
  assign hole = {32'(hd_max_heap.hole_q[MhWidth+:MhWidth]), 32'(hd_max_heap.hole_q[0+:MhWidth])};
`endif
  for (genvar l = 0; l < 2; l++) begin : gen_lane
`ifndef HD_NO_held_pc_q
    assign held[l*192+0+:32] = 32'(hd_max_heap.held_pc_q[l*PcWidth+:PcWidth]);
`endif
`ifndef HD_NO_held_cnt_q
    assign held[l*192+32+:32] = 32'(hd_max_heap.held_cnt_q[l*CntWidth+:CntWidth]);
`endif
`ifndef HD_NO_held_wph_q
    assign held[l*192+64+:32] = 32'(hd_max_heap.held_wph_q[l*WidWidth+:WidWidth]);
`endif
`ifndef HD_NO_held_wpt_q
    assign held[l*192+96+:32] = 32'(hd_max_heap.held_wpt_q[l*WidWidth+:WidWidth]);
`endif
`ifndef HD_NO_held_lut_q
    assign held[l*192+128+:32] = 32'(hd_max_heap.held_lut_q[l*LutWidth+:LutWidth]);
`endif
`ifndef HD_NO_held_old_q
    assign held[l*192+160+:32] = 32'(hd_max_heap.held_old_q[l]);
`endif
  end
`ifndef HD_NO_left_pc_q
  assign left[0+:32] = 32'(hd_max_heap.left_pc_q);
`endif
`ifndef HD_NO_left_cnt_q
  assign left[32+:32] = 32'(hd_max_heap.left_cnt_q);
`endif
`ifndef HD_NO_left_wph_q
  assign left[64+:32] = 32'(hd_max_heap.left_wph_q);
`endif
`ifndef HD_NO_left_wpt_q
  assign left[96+:32] = 32'(hd_max_heap.left_wpt_q);
`endif
`ifndef HD_NO_left_lut_q
  assign left[128+:32] = 32'(hd_max_heap.left_lut_q);
`endif
`ifndef HD_NO_left_old_q
  assign left[160+:32] = 32'(hd_max_heap.left_old_q);
`endif

  always @(negedge clk_i)
    max_heap_state(handle, queued, queue_count, entry, size, phase, busy, hole, held, left);
`endif
endmodule

bind hd_max_heap hd_max_heap_lockstep #(
    .Entries(Entries), .PcWidth(PcWidth), .CntWidth(CntWidth), .WidWidth(WidWidth),
    .LutWidth(LutWidth), .Lanes(Lanes), .QueueDepth(QueueDepth), .Ports(Ports),
    .Order(Order), .Ageing(Ageing)
) u_lockstep (.clk_i(clk_i), .handle());

bind hd_max_heap hd_heap_ports #(
    .Entries(Entries), .PcWidth(PcWidth), .CntWidth(CntWidth), .WidWidth(WidWidth),
    .LutWidth(LutWidth), .Lanes(Lanes)
) u_ports (.handle(u_lockstep.handle), .*);
