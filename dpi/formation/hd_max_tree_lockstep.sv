// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_max_tree, bound to every instance of it: its registers. The ports are
// checked by u_ports (hd_heap_ports.sv), bound beside it.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_max_tree_lockstep #(
    parameter int Entries    = 64,
    parameter int PcWidth    = 24,
    parameter int CntWidth   = 10,
    parameter int WidWidth   = 8,
    parameter int LutWidth   = 8,
    parameter int Lanes      = 32,
    parameter int QueueDepth = 4,
    parameter int Order      = 0,
    parameter int Ageing     = 0,
    localparam int NthdWidth = $clog2(Lanes + 1)
) (
    input  logic            clk_i,
    output longint unsigned handle
);

  import "DPI-C" function longint unsigned max_tree_open(
      input string path, input int unsigned entries, input int unsigned pc_width,
      input int unsigned cnt_width, input int unsigned wid_width, input int unsigned lut_width,
      input int unsigned lanes, input int unsigned queue_depth,
      input int unsigned order, input int unsigned ageing);
  import "DPI-C" function void max_tree_state(
      input longint unsigned handle, input bit [QueueDepth*128-1:0] queued,
      input int unsigned queue_count, input bit [Entries*32-1:0] valid,
      input bit [Entries*192-1:0] entry);

  initial
    handle = max_tree_open($sformatf("%m"), Entries, PcWidth, CntWidth, WidWidth, LutWidth, Lanes,
                           QueueDepth, Order, Ageing);

`ifndef HD_NO_STATE
  // Words of 32 bits, laid out as the model's structs: an entry is PC, CNT, WPH, WPT, LUT#, old;
  // an update is PC, NTHD, WID, open.
  bit [QueueDepth*128-1:0] queued;
  bit [Entries*192-1:0]   entry;
  bit [Entries*32-1:0]    valid;
  int unsigned            queue_count;

`ifndef HD_NO_data_q
  for (genvar i = 0; i < QueueDepth; i++) begin : gen_queue
    assign queued[i*128+:32]    = 32'(hd_max_tree.u_queue.data_q[i][NthdWidth+WidWidth+:PcWidth]);
    assign queued[i*128+32+:32] = 32'(hd_max_tree.u_queue.data_q[i][WidWidth+:NthdWidth]);
    assign queued[i*128+64+:32] = 32'(hd_max_tree.u_queue.data_q[i][0+:WidWidth]);
    assign queued[i*128+96+:32] = 32'(hd_max_tree.u_queue.data_q[i][PcWidth+NthdWidth+WidWidth]);
  end
`endif
`ifndef HD_NO_count_q
  assign queue_count = 32'(hd_max_tree.u_queue.count_q);
`endif
`ifndef HD_NO_valid_q
  for (genvar i = 0; i < Entries; i++) begin : gen_valid
    assign valid[i*32+:32] = 32'(hd_max_tree.valid_q[i]);
  end
`endif
`ifndef HD_NO_pc_q
  for (genvar i = 0; i < Entries; i++) begin : gen_pc
    assign entry[i*192+0+:32] = 32'(hd_max_tree.pc_q[i]);
  end
`endif
`ifndef HD_NO_cnt_q
  for (genvar i = 0; i < Entries; i++) begin : gen_cnt
    assign entry[i*192+32+:32] = 32'(hd_max_tree.cnt_q[i]);
  end
`endif
`ifndef HD_NO_wph_q
  for (genvar i = 0; i < Entries; i++) begin : gen_wph
    assign entry[i*192+64+:32] = 32'(hd_max_tree.wph_q[i]);
  end
`endif
`ifndef HD_NO_wpt_q
  for (genvar i = 0; i < Entries; i++) begin : gen_wpt
    assign entry[i*192+96+:32] = 32'(hd_max_tree.wpt_q[i]);
  end
`endif
`ifndef HD_NO_lut_q
  for (genvar i = 0; i < Entries; i++) begin : gen_lut
    assign entry[i*192+128+:32] = 32'(hd_max_tree.lut_q[i]);
  end
`endif
`ifndef HD_NO_old_q
  for (genvar i = 0; i < Entries; i++) begin : gen_old
    assign entry[i*192+160+:32] = 32'(hd_max_tree.old_q[i]);
  end
`endif

  always @(negedge clk_i)
    max_tree_state(handle, queued, queue_count, valid, entry);
`endif
endmodule

bind hd_max_tree hd_max_tree_lockstep #(
    .Entries(Entries), .PcWidth(PcWidth), .CntWidth(CntWidth), .WidWidth(WidWidth),
    .LutWidth(LutWidth), .Lanes(Lanes), .QueueDepth(QueueDepth), .Order(Order),
    .Ageing(Ageing)
) u_lockstep (.clk_i(clk_i), .handle());

bind hd_max_tree hd_heap_ports #(
    .Entries(Entries), .PcWidth(PcWidth), .CntWidth(CntWidth), .WidWidth(WidWidth),
    .LutWidth(LutWidth), .Lanes(Lanes)
) u_ports (.handle(u_lockstep.handle), .*);
