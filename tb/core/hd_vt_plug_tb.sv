// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_vt_plug; knows nothing of checking. The inputs change at the falling edge, by
// what the plug shows in this cycle and depends on state alone; what it did is kept at the rising
// edge.

module hd_vt_plug_tb #(
    parameter int Slots     = 0,
    parameter int Frames    = 0,
    parameter int Warps     = 0,
    parameter int Ctas      = 0,
    parameter int MaxWarps  = 0,
    parameter int Ports     = 0,
    parameter int Accesses  = 0,
    parameter int StackBits = 0,
    parameter int RowBits   = 0,
    parameter int Rows      = 0,
    parameter int Own       = 0,
    parameter int Lanes     = 0,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int SizeWidth  = $clog2(Slots + 1),
    localparam int LimitWidth = $clog2(Frames + 1),
    localparam int RoomWidth  = $clog2(Ctas + 1),
    localparam int WarpWidth  = $clog2(Warps),
    localparam int PlaceWidth = $clog2(Rows),
    localparam int Writers    = Ports + 1
) (
    input  logic                              clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                              idle_o,
    output logic                              block_ready_o,
    output logic                              done_valid_o,
    output logic [95:0]                       done_id_o,
    output logic [Ports*64-1:0]               query_busy_o,
    output logic [Slots-1:0]                  ready_o,
    output logic [Slots*WarpWidth-1:0]        slot_warp_o,
    output logic [Slots-1:0]                  leave_o,
    output logic                              begin_en_o,
    output logic                              resume_en_o,
    output logic [SlotWidth-1:0]              begin_slot_o,
    output logic [SizeWidth-1:0]              begin_count_o,
    output logic [95:0]                       begin_id_o,
    output logic                              sits_o,
    output logic                              held_o,
    output logic [Lanes-1:0]                  lane_sits_o,
    output logic [Lanes*SlotWidth-1:0]        lane_slot_o,
    output logic                              stack_rd_en_o,
    output logic [SlotWidth-1:0]              stack_rd_slot_o,
    output logic                              stack_wr_en_o,
    output logic [SlotWidth-1:0]              stack_wr_slot_o,
    output logic [StackBits-1:0]              stack_wr_data_o,
    output logic                              ctx_valid_o,
    output logic                              ctx_we_o,
    output logic [PlaceWidth-1:0]             ctx_row_o,
    output logic [RowBits-1:0]                ctx_wdata_o,
    output logic [Ctas-1:0]                   resident_o,
    output logic [Ctas-1:0]                   active_o,
    output logic [1:0]                        swap_o
);

  // What is wide is handed over in words of 32 bits: so many bits.
  localparam int StackWords = (StackBits + 31) / 32 * 32;
  localparam int RowWords   = (RowBits + 31) / 32 * 32;

  import "DPI-C" function void vt_plug_stim_open(input bit [13*32-1:0] parameters);
  import "DPI-C" function void vt_plug_stim_did(
      input bit block_taken, input bit begin_en, input bit resume_en, input int unsigned begin_slot,
      input int unsigned begin_count, input bit [63:0] leave);
  import "DPI-C" function void vt_plug_stim_memory(
      input bit stack_wr_en, input int unsigned stack_wr_slot,
      input bit [StackWords-1:0] stack_wr_data, input bit access, input bit we,
      input int unsigned row, input bit [RowWords-1:0] wdata);
  import "DPI-C" function void vt_plug_stim_ended(input bit end_en);
  import "DPI-C" function void vt_plug_stim(
      input bit idle, input longint unsigned ready, input bit [Slots*32-1:0] slot_warp,
      input bit stack_rd_en, input int unsigned stack_rd_slot, output bit rst_n,
      output bit kernel_en, output int unsigned kernel_warps, output int unsigned kernel_frames,
      output int unsigned kernel_ctas, output int unsigned kernel_rows, output bit block_valid,
      output bit [95:0] block_id, output bit [StackWords-1:0] stack_rd_data, output bit ctx_ready,
      output bit ctx_rsp_valid, output bit [RowWords-1:0] ctx_rsp_data);
  import "DPI-C" function void vt_plug_stim_front(
      output byte unsigned ev_valid, output bit [Ports*32-1:0] ev_kind,
      output bit [Ports*32-1:0] ev_slot, output byte unsigned look_en,
      output bit [Ports*32-1:0] look_slot, output byte unsigned look_pass,
      output byte unsigned look_memory, output longint unsigned stands, output byte unsigned set_en,
      output bit [Ports*32-1:0] set_slot, output byte unsigned set_use,
      output bit [Ports*32-1:0] set_reg, output byte unsigned set_access,
      output bit [Ports*32-1:0] query_slot, output byte unsigned wb_en,
      output bit [Writers*32-1:0] wb_slot, output bit [Writers*32-1:0] wb_warp,
      output byte unsigned wb_use, output bit [Writers*32-1:0] wb_reg,
      output int unsigned sits_slot, output int unsigned sits_warp);
  import "DPI-C" function void vt_plug_stim_threads(
      output longint unsigned stalls, output bit acc_en, output longint unsigned acc_mask,
      output bit [Lanes*32-1:0] acc_warp, output bit end_valid, output bit end_ready,
      output longint unsigned end_mask, output bit [Lanes*32-1:0] end_warp);

  logic                              rst_ni;
  logic                              kernel_en_i;
  logic [SizeWidth-1:0]              kernel_warps_i;
  logic [LimitWidth-1:0]             kernel_frames_i;
  logic [RoomWidth-1:0]              kernel_ctas_i;
  logic [PlaceWidth-1:0]             kernel_rows_i;
  logic                              block_valid_i;
  logic [95:0]                       block_id_i;
  logic [Ports-1:0]                  ev_valid_i;
  logic [Ports*2-1:0]                ev_kind_i;
  logic [Ports*SlotWidth-1:0]        ev_slot_i;
  logic [Ports-1:0]                  look_en_i;
  logic [Ports*SlotWidth-1:0]        look_slot_i;
  logic [Ports-1:0]                  look_pass_i;
  logic [Ports-1:0]                  look_memory_i;
  logic [Slots-1:0]                  stands_i;
  logic [Ports-1:0]                  set_en_i;
  logic [Ports*SlotWidth-1:0]        set_slot_i;
  logic [Ports-1:0]                  set_use_i;
  logic [Ports*6-1:0]                set_reg_i;
  logic [Ports-1:0]                  set_access_i;
  logic [Ports*SlotWidth-1:0]        query_slot_i;
  logic [Writers-1:0]                wb_en_i;
  logic [Writers*SlotWidth-1:0]      wb_slot_i;
  logic [Writers*WarpWidth-1:0]      wb_warp_i;
  logic [Writers-1:0]                wb_use_i;
  logic [Writers*6-1:0]              wb_reg_i;
  logic [SlotWidth-1:0]              sits_slot_i;
  logic [WarpWidth-1:0]              sits_warp_i;
  logic [Slots-1:0]                  stalls_i;
  logic                              acc_en_i;
  logic [Lanes-1:0]                  acc_mask_i;
  logic [Lanes*WarpWidth-1:0]        acc_warp_i;
  logic                              end_valid_i;
  logic                              end_en_i;
  logic [Lanes-1:0]                  end_mask_i;
  logic [Lanes*WarpWidth-1:0]        end_warp_i;
  logic [StackBits-1:0]              stack_rd_data_i;
  logic                              ctx_ready_i;
  logic                              ctx_rsp_valid_i;
  logic [RowBits-1:0]                ctx_rsp_data_i;

  hd_vt_plug #(
      .Slots(Slots), .Frames(Frames), .Warps(Warps), .Ctas(Ctas), .MaxWarps(MaxWarps),
      .Ports(Ports), .Accesses(Accesses), .StackBits(StackBits), .RowBits(RowBits), .Rows(Rows),
      .Own(Own), .Lanes(Lanes)
  ) dut (.*);

  // An access that is at its end ends when load/store says so, but not while it is held.
  logic end_ready;
  assign end_en_i = end_valid_i & end_ready & ~held_o;

  // In the order of dpi/core/vt_plug_cfg.h; the kind is 1.
  initial
    vt_plug_stim_open({32'(Lanes), 32'(Own), 32'(Rows), 32'(RowBits), 32'(StackBits),
                       32'(Accesses), 32'(Warps), 32'(Ctas), 32'(Ports), 32'(MaxWarps),
                       32'(Frames), 32'(Slots), 32'd1});

  // What the plug did in the last cycle.
  always @(posedge clk_i) begin
    vt_plug_stim_did(block_valid_i & block_ready_o, begin_en_o, resume_en_o, 32'(begin_slot_o),
                     32'(begin_count_o), 64'(leave_o));
    vt_plug_stim_memory(stack_wr_en_o, 32'(stack_wr_slot_o), StackWords'(stack_wr_data_o),
                        ctx_valid_o & ctx_ready_i, ctx_we_o, 32'(ctx_row_o),
                        RowWords'(ctx_wdata_o));
    vt_plug_stim_ended(end_en_i);
  end

  bit [Slots*32-1:0] slot_warp;
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    assign slot_warp[s*32+:32] = 32'(slot_warp_o[s*WarpWidth+:WarpWidth]);
  end

  // What it is offered in this one.
  bit                    rst_n, kernel_en, block_valid, ctx_ready, ctx_rsp_valid;
  int unsigned           kernel_warps, kernel_frames, kernel_ctas, kernel_rows;
  int unsigned           sits_slot, sits_warp;
  bit [95:0]             block_id;
  bit [StackWords-1:0]   stack_rd_data;
  bit [RowWords-1:0]     ctx_rsp_data;
  byte unsigned          ev_valid, look_en, look_pass, look_memory, set_en, set_use, set_access;
  byte unsigned          wb_en, wb_use;
  longint unsigned       stands;
  bit [Ports*32-1:0]     ev_kind, ev_slot, look_slot, set_slot, set_reg, query_slot;
  bit [Writers*32-1:0]   wb_slot, wb_warp, wb_reg;
  bit                    acc_en, end_valid, ready_to_end;
  longint unsigned       stalls, acc_mask, end_mask;
  bit [Lanes*32-1:0]     acc_warp, end_warp;
  always @(negedge clk_i) begin
    vt_plug_stim(idle_o, 64'(ready_o), slot_warp, stack_rd_en_o, 32'(stack_rd_slot_o), rst_n,
                 kernel_en, kernel_warps, kernel_frames, kernel_ctas, kernel_rows, block_valid,
                 block_id, stack_rd_data, ctx_ready, ctx_rsp_valid, ctx_rsp_data);
    vt_plug_stim_front(ev_valid, ev_kind, ev_slot, look_en, look_slot, look_pass, look_memory,
                       stands, set_en, set_slot, set_use, set_reg, set_access, query_slot, wb_en,
                       wb_slot, wb_warp, wb_use, wb_reg, sits_slot, sits_warp);
    vt_plug_stim_threads(stalls, acc_en, acc_mask, acc_warp, end_valid, ready_to_end, end_mask,
                         end_warp);
    rst_ni          = rst_n;
    kernel_en_i     = kernel_en;
    kernel_warps_i  = SizeWidth'(kernel_warps);
    kernel_frames_i = LimitWidth'(kernel_frames);
    kernel_ctas_i   = RoomWidth'(kernel_ctas);
    kernel_rows_i   = PlaceWidth'(kernel_rows);
    block_valid_i   = block_valid;
    block_id_i      = block_id;
    stack_rd_data_i = StackBits'(stack_rd_data);
    ctx_ready_i     = ctx_ready;
    ctx_rsp_valid_i = ctx_rsp_valid;
    ctx_rsp_data_i  = RowBits'(ctx_rsp_data);
    ev_valid_i      = Ports'(ev_valid);
    look_en_i       = Ports'(look_en);
    look_pass_i     = Ports'(look_pass);
    look_memory_i   = Ports'(look_memory);
    stands_i        = Slots'(stands);
    set_en_i        = Ports'(set_en);
    set_use_i       = Ports'(set_use);
    set_access_i    = Ports'(set_access);
    wb_en_i         = Writers'(wb_en);
    wb_use_i        = Writers'(wb_use);
    sits_slot_i     = SlotWidth'(sits_slot);
    sits_warp_i     = WarpWidth'(sits_warp);
    stalls_i        = Slots'(stalls);
    acc_en_i        = acc_en;
    acc_mask_i      = Lanes'(acc_mask);
    end_valid_i     = end_valid;
    end_ready       = ready_to_end;
    end_mask_i      = Lanes'(end_mask);
    for (int l = 0; l < Lanes; l++) begin
      acc_warp_i[l*WarpWidth+:WarpWidth] = WarpWidth'(acc_warp[l*32+:32]);
      end_warp_i[l*WarpWidth+:WarpWidth] = WarpWidth'(end_warp[l*32+:32]);
    end
    for (int p = 0; p < Ports; p++) begin
      ev_kind_i[p*2+:2]                    = 2'(ev_kind[p*32+:32]);
      ev_slot_i[p*SlotWidth+:SlotWidth]    = SlotWidth'(ev_slot[p*32+:32]);
      look_slot_i[p*SlotWidth+:SlotWidth]  = SlotWidth'(look_slot[p*32+:32]);
      set_slot_i[p*SlotWidth+:SlotWidth]   = SlotWidth'(set_slot[p*32+:32]);
      set_reg_i[p*6+:6]                    = 6'(set_reg[p*32+:32]);
      query_slot_i[p*SlotWidth+:SlotWidth] = SlotWidth'(query_slot[p*32+:32]);
    end
    for (int w = 0; w < Writers; w++) begin
      wb_slot_i[w*SlotWidth+:SlotWidth] = SlotWidth'(wb_slot[w*32+:32]);
      wb_warp_i[w*WarpWidth+:WarpWidth] = WarpWidth'(wb_warp[w*32+:32]);
      wb_reg_i[w*6+:6]                  = 6'(wb_reg[w*32+:32]);
    end
  end
endmodule
