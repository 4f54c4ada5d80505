// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_vt_plug, bound to every instance of it: the ports, and the registers of
// the plug's own. The unit and the blocks inside it have checkers of their own (steps 1 to 3:
// dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_vt_plug_lockstep #(
    parameter int Slots     = 48,
    parameter int Frames    = 8,
    parameter int Warps     = 256,
    parameter int Ctas      = 32,
    parameter int MaxWarps  = 32,
    parameter int Ports     = 2,
    parameter int Accesses  = 36,
    parameter int StackBits = 478,
    parameter int RowBits   = 512,
    parameter int Rows      = 768,
    parameter int Own       = 0,
    parameter int Lanes     = 32,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int SizeWidth  = $clog2(Slots + 1),
    localparam int LimitWidth = $clog2(Frames + 1),
    localparam int RoomWidth  = $clog2(Ctas + 1),
    localparam int WarpWidth  = $clog2(Warps),
    localparam int PlaceWidth = $clog2(Rows),
    localparam int Writers    = Ports + 1
) (
    input logic                              clk_i,
    input logic                              rst_ni,
    input logic                              kernel_en_i,
    input logic [SizeWidth-1:0]              kernel_warps_i,
    input logic [LimitWidth-1:0]             kernel_frames_i,
    input logic [RoomWidth-1:0]              kernel_ctas_i,
    input logic [PlaceWidth-1:0]             kernel_rows_i,
    input logic                              idle_o,
    input logic                              block_valid_i,
    input logic [95:0]                       block_id_i,
    input logic                              block_ready_o,
    input logic                              done_valid_o,
    input logic [95:0]                       done_id_o,
    input logic [Ports-1:0]                  ev_valid_i,
    input logic [Ports*2-1:0]                ev_kind_i,
    input logic [Ports*SlotWidth-1:0]        ev_slot_i,
    input logic [Ports-1:0]                  look_en_i,
    input logic [Ports*SlotWidth-1:0]        look_slot_i,
    input logic [Ports-1:0]                  look_pass_i,
    input logic [Ports-1:0]                  look_memory_i,
    input logic [Slots-1:0]                  stands_i,
    input logic [Ports-1:0]                  set_en_i,
    input logic [Ports*SlotWidth-1:0]        set_slot_i,
    input logic [Ports-1:0]                  set_use_i,
    input logic [Ports*6-1:0]                set_reg_i,
    input logic [Ports-1:0]                  set_access_i,
    input logic [Ports*SlotWidth-1:0]        query_slot_i,
    input logic [Ports*64-1:0]               query_busy_o,
    input logic [Slots-1:0]                  ready_o,
    input logic [Slots*WarpWidth-1:0]        slot_warp_o,
    input logic [Slots-1:0]                  leave_o,
    input logic                              begin_en_o,
    input logic                              resume_en_o,
    input logic [SlotWidth-1:0]              begin_slot_o,
    input logic [SizeWidth-1:0]              begin_count_o,
    input logic [95:0]                       begin_id_o,
    input logic [Writers-1:0]                wb_en_i,
    input logic [Writers*SlotWidth-1:0]      wb_slot_i,
    input logic [Writers*WarpWidth-1:0]      wb_warp_i,
    input logic [Writers-1:0]                wb_use_i,
    input logic [Writers*6-1:0]              wb_reg_i,
    input logic [SlotWidth-1:0]              sits_slot_i,
    input logic [WarpWidth-1:0]              sits_warp_i,
    input logic                              sits_o,
    input logic [Slots-1:0]                  stalls_i,
    input logic                              acc_en_i,
    input logic [Lanes-1:0]                  acc_mask_i,
    input logic [Lanes*WarpWidth-1:0]        acc_warp_i,
    input logic                              end_valid_i,
    input logic                              end_en_i,
    input logic [Lanes-1:0]                  end_mask_i,
    input logic [Lanes*WarpWidth-1:0]        end_warp_i,
    input logic                              held_o,
    input logic [Lanes-1:0]                  lane_sits_o,
    input logic [Lanes*SlotWidth-1:0]        lane_slot_o,
    input logic                              stack_rd_en_o,
    input logic [SlotWidth-1:0]              stack_rd_slot_o,
    input logic [StackBits-1:0]              stack_rd_data_i,
    input logic                              stack_wr_en_o,
    input logic [SlotWidth-1:0]              stack_wr_slot_o,
    input logic [StackBits-1:0]              stack_wr_data_o,
    input logic                              ctx_valid_o,
    input logic                              ctx_we_o,
    input logic [PlaceWidth-1:0]             ctx_row_o,
    input logic [RowBits-1:0]                ctx_wdata_o,
    input logic                              ctx_ready_i,
    input logic                              ctx_rsp_valid_i,
    input logic [RowBits-1:0]                ctx_rsp_data_i,
    input logic [Ctas-1:0]                   resident_o,
    input logic [Ctas-1:0]                   active_o,
    input logic [1:0]                        swap_o
);

  // What is wide is handed over in words of 32 bits: so many bits.
  localparam int StackWords = (StackBits + 31) / 32 * 32;
  localparam int RowWords   = (RowBits + 31) / 32 * 32;

  import "DPI-C" function longint unsigned vt_plug_open(
      input string path, input bit [13*32-1:0] parameters);
  import "DPI-C" function void vt_plug_state(
      input longint unsigned handle, input longint unsigned sits, input longint unsigned wants,
      input longint unsigned stalls, input longint unsigned arrives, input int unsigned warps,
      input bit [Warps*8-1:0] stores_of);
  // What there is with dynamic warps alone: registers, ports.
  import "DPI-C" function void vt_plug_dynamic_state(
      input longint unsigned handle, input bit [Warps*8-1:0] owes, input bit [Warps*8-1:0] seat);
  import "DPI-C" function void vt_plug_dynamic(
      input longint unsigned handle, input longint unsigned stalls, input bit acc_en,
      input longint unsigned acc_mask, input bit [Lanes*32-1:0] acc_warp, input bit end_valid,
      input bit end_en, input longint unsigned end_mask, input bit [Lanes*32-1:0] end_warp,
      input bit held, input longint unsigned lane_sits, input bit [Lanes*32-1:0] lane_slot);
  // The ports, a neighbour at a time; vt_plug_ports is the last one of a cycle.
  import "DPI-C" function void vt_plug_kernel(
      input longint unsigned handle, input bit kernel_en, input int unsigned kernel_warps,
      input int unsigned kernel_frames, input int unsigned kernel_ctas,
      input int unsigned kernel_rows, input bit idle, input bit block_valid,
      input bit [95:0] block_id, input bit block_ready, input bit done_valid,
      input bit [95:0] done_id);
  import "DPI-C" function void vt_plug_front(
      input longint unsigned handle, input byte unsigned ev_valid, input bit [Ports*32-1:0] ev_kind,
      input bit [Ports*32-1:0] ev_slot, input byte unsigned look_en,
      input bit [Ports*32-1:0] look_slot, input byte unsigned look_pass,
      input byte unsigned look_memory, input longint unsigned stands, input byte unsigned set_en,
      input bit [Ports*32-1:0] set_slot, input byte unsigned set_use,
      input bit [Ports*32-1:0] set_reg, input byte unsigned set_access);
  import "DPI-C" function void vt_plug_seats(
      input longint unsigned handle, input bit [Ports*32-1:0] query_slot,
      input bit [Ports*64-1:0] query_busy, input longint unsigned ready,
      input bit [Slots*32-1:0] slot_warp, input longint unsigned leave, input bit begin_en,
      input bit resume_en, input int unsigned begin_slot, input int unsigned begin_count,
      input bit [95:0] begin_id);
  import "DPI-C" function void vt_plug_ends(
      input longint unsigned handle, input byte unsigned wb_en, input bit [Writers*32-1:0] wb_slot,
      input bit [Writers*32-1:0] wb_warp, input byte unsigned wb_use,
      input bit [Writers*32-1:0] wb_reg, input int unsigned sits_slot, input int unsigned sits_warp,
      input bit sits);
  import "DPI-C" function int vt_plug_ports(
      input longint unsigned handle, input bit rst_n, input bit stack_rd_en,
      input int unsigned stack_rd_slot, input bit [StackWords-1:0] stack_rd_data,
      input bit stack_wr_en, input int unsigned stack_wr_slot,
      input bit [StackWords-1:0] stack_wr_data, input bit ctx_valid, input bit ctx_we,
      input int unsigned ctx_row, input bit [RowWords-1:0] ctx_wdata, input bit ctx_ready,
      input bit ctx_rsp_valid, input bit [RowWords-1:0] ctx_rsp_data,
      input longint unsigned resident, input longint unsigned active, input int unsigned swap);

  // In the order of dpi/core/vt_plug_cfg.h; the kind is 1.
  longint unsigned handle;
  initial
    handle = vt_plug_open($sformatf("%m"),
                          {32'(Lanes), 32'(Own), 32'(Rows), 32'(RowBits), 32'(StackBits),
                           32'(Accesses), 32'(Warps), 32'(Ctas), 32'(Ports), 32'(MaxWarps),
                           32'(Frames), 32'(Slots), 32'd1});

  // ------------------------------------------------------------------------------------------
  // Registers
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  longint unsigned  sits, wants, stalls, arrives;
  int unsigned      warps;
  bit [Warps*8-1:0] stores_of;
`ifndef HD_NO_sits_q
  assign sits = 64'(hd_vt_plug.sits_q);
`endif
`ifndef HD_NO_wants_q
  assign wants = 64'(hd_vt_plug.wants_q);
`endif
`ifndef HD_NO_stalls_q
  assign stalls = 64'(hd_vt_plug.stalls_q);
`endif
`ifndef HD_NO_arrives_q
  assign arrives = 64'(hd_vt_plug.arrives_q);
`endif
`ifndef HD_NO_warps_q
  assign warps = 32'(hd_vt_plug.warps_q);
`endif
  for (genvar w = 0; w < Warps; w++) begin : gen_warp
`ifndef HD_NO_stores_q
    assign stores_of[w*8+:8] = 8'(hd_vt_plug.stores_q[w]);
`endif
  end
  always @(negedge clk_i)
    vt_plug_state(handle, sits, wants, stalls, arrives, warps, stores_of);

  if (Own != 0) begin : gen_dynamic_state
    bit [Warps*8-1:0] owes, seat;
    for (genvar w = 0; w < Warps; w++) begin : gen_warp
`ifndef HD_NO_owes_q
      assign owes[w*8+:8] = 8'(hd_vt_plug.gen_dynamic.owes_q[w]);
`endif
`ifndef HD_NO_seat_q
      assign seat[w*8+:8] = 8'(hd_vt_plug.gen_dynamic.seat_q[w]);
`endif
    end
    always @(negedge clk_i) vt_plug_dynamic_state(handle, owes, seat);
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Ports*32-1:0]   ev_kind, ev_slot, look_slot, set_slot, set_reg, query_slot;
  bit [Writers*32-1:0] wb_slot, wb_warp, wb_reg;
  bit [Slots*32-1:0]   slot_warp;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign ev_kind[p*32+:32]    = 32'(ev_kind_i[p*2+:2]);
    assign ev_slot[p*32+:32]    = 32'(ev_slot_i[p*SlotWidth+:SlotWidth]);
    assign look_slot[p*32+:32]  = 32'(look_slot_i[p*SlotWidth+:SlotWidth]);
    assign set_slot[p*32+:32]   = 32'(set_slot_i[p*SlotWidth+:SlotWidth]);
    assign set_reg[p*32+:32]    = 32'(set_reg_i[p*6+:6]);
    assign query_slot[p*32+:32] = 32'(query_slot_i[p*SlotWidth+:SlotWidth]);
  end
  for (genvar w = 0; w < Writers; w++) begin : gen_writer
    assign wb_slot[w*32+:32] = 32'(wb_slot_i[w*SlotWidth+:SlotWidth]);
    assign wb_warp[w*32+:32] = 32'(wb_warp_i[w*WarpWidth+:WarpWidth]);
    assign wb_reg[w*32+:32]  = 32'(wb_reg_i[w*6+:6]);
  end
  bit [Lanes*32-1:0]   acc_warp, end_warp, lane_slot;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign acc_warp[l*32+:32]  = 32'(acc_warp_i[l*WarpWidth+:WarpWidth]);
    assign end_warp[l*32+:32]  = 32'(end_warp_i[l*WarpWidth+:WarpWidth]);
    assign lane_slot[l*32+:32] = 32'(lane_slot_o[l*SlotWidth+:SlotWidth]);
  end
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    assign slot_warp[s*32+:32] = 32'(slot_warp_o[s*WarpWidth+:WarpWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    vt_plug_kernel(handle, kernel_en_i, 32'(kernel_warps_i), 32'(kernel_frames_i),
                   32'(kernel_ctas_i), 32'(kernel_rows_i), idle_o, block_valid_i, block_id_i,
                   block_ready_o, done_valid_o, done_id_o);
    vt_plug_front(handle, 8'(ev_valid_i), ev_kind, ev_slot, 8'(look_en_i), look_slot,
                  8'(look_pass_i), 8'(look_memory_i), 64'(stands_i), 8'(set_en_i), set_slot,
                  8'(set_use_i), set_reg, 8'(set_access_i));
    vt_plug_seats(handle, query_slot, query_busy_o, 64'(ready_o), slot_warp, 64'(leave_o),
                  begin_en_o, resume_en_o, 32'(begin_slot_o), 32'(begin_count_o), begin_id_o);
    vt_plug_ends(handle, 8'(wb_en_i), wb_slot, wb_warp, 8'(wb_use_i), wb_reg, 32'(sits_slot_i),
                 32'(sits_warp_i), sits_o);
    vt_plug_dynamic(handle, 64'(stalls_i), acc_en_i, 64'(acc_mask_i), acc_warp, end_valid_i,
                    end_en_i, 64'(end_mask_i), end_warp, held_o, 64'(lane_sits_o), lane_slot);
    verdict = vt_plug_ports(
        handle, rst_ni, stack_rd_en_o, 32'(stack_rd_slot_o), StackWords'(stack_rd_data_i),
        stack_wr_en_o, 32'(stack_wr_slot_o), StackWords'(stack_wr_data_o), ctx_valid_o, ctx_we_o,
        32'(ctx_row_o), RowWords'(ctx_wdata_o), ctx_ready_i, ctx_rsp_valid_i,
        RowWords'(ctx_rsp_data_i), 64'(resident_o), 64'(active_o), 32'(swap_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(idle_o)), .Field(0)) u_idle (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(block_ready_o)), .Field(1)) u_block_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(done_valid_o)), .Field(2)) u_done_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(done_id_o)), .Field(3)) u_done_id (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(query_busy_o)), .Field(4)) u_query_busy (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ready_o)), .Field(5)) u_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(slot_warp_o)), .Field(6)) u_slot_warp (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(leave_o)), .Field(7)) u_leave (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_en_o)), .Field(8)) u_begin_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(resume_en_o)), .Field(9)) u_resume_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_slot_o)), .Field(10)) u_begin_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_count_o)), .Field(11)) u_begin_count (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_id_o)), .Field(12)) u_begin_id (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(sits_o)), .Field(13)) u_sits (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stack_rd_en_o)), .Field(14)) u_stack_rd_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stack_rd_slot_o)), .Field(15)) u_stack_rd_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stack_wr_en_o)), .Field(16)) u_stack_wr_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stack_wr_slot_o)), .Field(17)) u_stack_wr_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stack_wr_data_o)), .Field(18)) u_stack_wr_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ctx_valid_o)), .Field(19)) u_ctx_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ctx_we_o)), .Field(20)) u_ctx_we (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ctx_row_o)), .Field(21)) u_ctx_row (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ctx_wdata_o)), .Field(22)) u_ctx_wdata (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(resident_o)), .Field(23)) u_resident (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(active_o)), .Field(24)) u_active (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(swap_o)), .Field(25)) u_swap (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(held_o)), .Field(26)) u_held (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(lane_sits_o)), .Field(27)) u_lane_sits (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(lane_slot_o)), .Field(28)) u_lane_slot (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_vt_plug hd_vt_plug_lockstep #(
    .Slots(Slots), .Frames(Frames), .Warps(Warps), .Ctas(Ctas), .MaxWarps(MaxWarps), .Ports(Ports),
    .Accesses(Accesses), .StackBits(StackBits), .RowBits(RowBits), .Rows(Rows), .Own(Own),
    .Lanes(Lanes)
) u_lockstep (.*);
