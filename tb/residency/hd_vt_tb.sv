// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_vt; knows nothing of checking. The inputs change at the falling edge, by what the
// unit shows in this cycle; what it did is kept at the rising edge. SIMT stacks and shared memory
// are in the stimulus as well.

module hd_vt_tb #(
    parameter int Slots      = 0,
    parameter int Frames     = 0,
    parameter int Warps      = 0,
    parameter int Ctas       = 0,
    parameter int MaxWarps   = 0,
    parameter int Regs       = 0,
    parameter int IdWidth    = 0,
    parameter int Ports      = 0,
    parameter int CntWidth   = 0,
    parameter int StackWidth = 0,
    parameter int MemWidth   = 0,
    parameter int Granule    = 0,
    parameter int MemWords   = 0,
    parameter int Reads      = 0,
    parameter int Active     = 0,
    parameter int Inactive   = 0,
    parameter int LoadWidth  = 0,
    parameter int Overlap    = 0,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int SizeWidth  = $clog2(Slots + 1),
    localparam int LimitWidth = $clog2(Frames + 1),
    localparam int WarpWidth  = $clog2(Warps),
    localparam int RoomWidth  = $clog2(Ctas + 1),
    localparam int RegWidth   = $clog2(Regs),
    localparam int AddrWidth  = $clog2(MemWords),
    localparam int StackWords = (StackWidth + 31) / 32,
    localparam int WordWords  = (MemWidth + 31) / 32,
    localparam int LoadWords  = (LoadWidth + 31) / 32
) (
    input  logic                       clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                       idle_o,
    output logic                       block_ready_o,
    output logic                       done_valid_o,
    output logic [IdWidth-1:0]         done_id_o,
    output logic [SlotWidth-1:0]       done_slot_o,
    output logic [Slots-1:0]           ready_o,
    output logic [Slots*WarpWidth-1:0] slot_warp_o,
    output logic                       begin_en_o,
    output logic                       resume_en_o,
    output logic [SlotWidth-1:0]       seat_slot_o,
    output logic [IdWidth-1:0]         seat_id_o,
    output logic                       leave_en_o,
    output logic [SlotWidth-1:0]       leave_slot_o,
    output logic [Ports*Regs-1:0]      query_busy_o,
    output logic                       stack_rd_en_o,
    output logic [SlotWidth-1:0]       stack_rd_slot_o,
    output logic                       stack_wr_en_o,
    output logic [SlotWidth-1:0]       stack_wr_slot_o,
    output logic [StackWidth-1:0]      stack_wr_data_o,
    output logic                       mem_valid_o,
    output logic                       mem_we_o,
    output logic [AddrWidth-1:0]       mem_addr_o,
    output logic [MemWidth-1:0]        mem_wdata_o,
    output logic                       load_ready_o,
    output logic                       l1_valid_o,
    output logic [WarpWidth-1:0]       l1_warp_o,
    output logic [LoadWidth-1:0]       l1_data_o,
    output logic                       l1_away_o,
    output logic [Ctas-1:0]            resident_o,
    output logic [Ctas-1:0]            active_o,
    output logic [1:0]                 swap_o
);

  import "DPI-C" function void vt_stim_open(input bit [18*32-1:0] parameters);
  import "DPI-C" function void vt_stim_did(
      input bit block_taken, input bit done_valid, input bit [127:0] done_id, input bit begin_en,
      input bit resume_en, input int unsigned seat_slot, input bit [127:0] seat_id,
      input bit leave_en, input int unsigned leave_slot, input bit load_taken);
  import "DPI-C" function void vt_stim_memory(
      input bit stack_wr_en, input int unsigned stack_wr_slot,
      input bit [StackWords*32-1:0] stack_wr_data, input bit access, input bit we,
      input int unsigned addr, input bit [WordWords*32-1:0] wdata);
  import "DPI-C" function void vt_stim(
      input bit idle, input longint unsigned ready, input bit [Slots*32-1:0] slot_warp,
      input bit stack_rd_en, input int unsigned stack_rd_slot, input bit load_ready,
      input bit l1_valid, input int unsigned l1_load, output bit rst_n, output bit kernel_en,
      output int unsigned kernel_warps, output int unsigned kernel_frames,
      output int unsigned kernel_ctas, output int unsigned kernel_words, output bit block_valid,
      output bit [127:0] block_id, output byte unsigned ev_valid, output bit [Ports*32-1:0] ev_kind,
      output bit [Ports*32-1:0] ev_slot, output byte unsigned wake_valid,
      output bit [Ports*32-1:0] wake_slot, output bit [Ports*32-1:0] query_slot,
      output byte unsigned set_en, output bit [Ports*32-1:0] set_slot,
      output bit [Ports*32-1:0] set_reg, output byte unsigned wb_en,
      output bit [Ports*32-1:0] wb_slot, output bit [Ports*32-1:0] wb_warp,
      output bit [Ports*32-1:0] wb_reg, output bit [StackWords*32-1:0] stack_rd_data,
      output bit mem_ready, output bit rsp_valid, output bit [WordWords*32-1:0] rsp_data,
      output bit load_valid, output int unsigned load_warp,
      output bit [LoadWords*32-1:0] load_data, output bit l1_ready);

  logic                       rst_ni, kernel_en_i, block_valid_i, mem_ready_i, rsp_valid_i;
  logic                       load_valid_i, l1_ready_i;
  logic [SizeWidth-1:0]       kernel_warps_i;
  logic [LimitWidth-1:0]      kernel_frames_i;
  logic [RoomWidth-1:0]       kernel_ctas_i;
  logic [AddrWidth-1:0]       kernel_words_i;
  logic [IdWidth-1:0]         block_id_i;
  logic [Ports-1:0]           ev_valid_i, wake_valid_i, set_en_i, wb_en_i;
  logic [Ports*2-1:0]         ev_kind_i;
  logic [Ports*SlotWidth-1:0] ev_slot_i, wake_slot_i, query_slot_i, set_slot_i, wb_slot_i;
  logic [Ports*RegWidth-1:0]  set_reg_i, wb_reg_i;
  logic [Ports*WarpWidth-1:0] wb_warp_i;
  logic [StackWidth-1:0]      stack_rd_data_i;
  logic [MemWidth-1:0]        rsp_data_i;
  logic [WarpWidth-1:0]       load_warp_i;
  logic [LoadWidth-1:0]       load_data_i;

  hd_vt #(
      .Slots(Slots), .Frames(Frames), .Warps(Warps), .Ctas(Ctas), .MaxWarps(MaxWarps), .Regs(Regs),
      .IdWidth(IdWidth), .Ports(Ports), .CntWidth(CntWidth), .StackWidth(StackWidth),
      .MemWidth(MemWidth), .Granule(Granule), .MemWords(MemWords), .Reads(Reads), .Active(Active),
      .Inactive(Inactive), .LoadWidth(LoadWidth), .Overlap(Overlap)
  ) dut (.*);

  initial
    vt_stim_open({32'(Overlap), 32'(LoadWidth), 32'(Inactive), 32'(Active), 32'(Reads),
                  32'(MemWords), 32'(Granule), 32'(MemWidth), 32'(StackWidth), 32'(CntWidth),
                  32'(Ports), 32'(IdWidth), 32'(Regs), 32'(MaxWarps), 32'(Ctas), 32'(Warps),
                  32'(Frames), 32'(Slots)});

  // What the unit did in the last cycle.
  always @(posedge clk_i) begin
    vt_stim_did(block_valid_i & block_ready_o, done_valid_o, 128'(done_id_o), begin_en_o,
                resume_en_o, 32'(seat_slot_o), 128'(seat_id_o), leave_en_o, 32'(leave_slot_o),
                load_valid_i & load_ready_o);
    vt_stim_memory(stack_wr_en_o, 32'(stack_wr_slot_o), (StackWords * 32)'(stack_wr_data_o),
                   mem_valid_o & mem_ready_i, mem_we_o, 32'(mem_addr_o),
                   (WordWords * 32)'(mem_wdata_o));
  end

  bit [Slots*32-1:0] slot_warp;
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    assign slot_warp[s*32+:32] = 32'(slot_warp_o[s*WarpWidth+:WarpWidth]);
  end

  // What it is offered in this one.
  bit                     rst_n, kernel_en, block_valid, mem_ready, rsp_valid, load_valid, l1_ready;
  byte unsigned           ev_valid, wake_valid, set_en, wb_en;
  int unsigned            kernel_warps, kernel_frames, kernel_ctas, kernel_words, load_warp;
  bit [127:0]             block_id;
  bit [Ports*32-1:0]      ev_kind, ev_slot, wake_slot, query_slot, set_slot, set_reg;
  bit [Ports*32-1:0]      wb_slot, wb_warp, wb_reg;
  bit [StackWords*32-1:0] stack_rd_data;
  bit [WordWords*32-1:0]  rsp_data;
  bit [LoadWords*32-1:0]  load_data;
  always @(negedge clk_i) begin
    vt_stim(idle_o, 64'(ready_o), slot_warp, stack_rd_en_o, 32'(stack_rd_slot_o), load_ready_o,
            l1_valid_o, 32'(l1_data_o), rst_n, kernel_en, kernel_warps, kernel_frames, kernel_ctas,
            kernel_words, block_valid, block_id, ev_valid, ev_kind, ev_slot, wake_valid, wake_slot,
            query_slot, set_en, set_slot, set_reg, wb_en, wb_slot, wb_warp, wb_reg, stack_rd_data,
            mem_ready, rsp_valid, rsp_data, load_valid, load_warp, load_data, l1_ready);
    rst_ni          = rst_n;
    kernel_en_i     = kernel_en;
    kernel_warps_i  = SizeWidth'(kernel_warps);
    kernel_frames_i = LimitWidth'(kernel_frames);
    kernel_ctas_i   = RoomWidth'(kernel_ctas);
    kernel_words_i  = AddrWidth'(kernel_words);
    block_valid_i   = block_valid;
    block_id_i      = IdWidth'(block_id);
    ev_valid_i      = Ports'(ev_valid);
    wake_valid_i    = Ports'(wake_valid);
    set_en_i        = Ports'(set_en);
    wb_en_i         = Ports'(wb_en);
    stack_rd_data_i = StackWidth'(stack_rd_data);
    mem_ready_i     = mem_ready;
    rsp_valid_i     = rsp_valid;
    rsp_data_i      = MemWidth'(rsp_data);
    load_valid_i    = load_valid;
    load_warp_i     = WarpWidth'(load_warp);
    load_data_i     = LoadWidth'(load_data);
    l1_ready_i      = l1_ready;
    for (int p = 0; p < Ports; p++) begin
      ev_kind_i[p*2+:2]                    = 2'(ev_kind[p*32+:32]);
      ev_slot_i[p*SlotWidth+:SlotWidth]    = SlotWidth'(ev_slot[p*32+:32]);
      wake_slot_i[p*SlotWidth+:SlotWidth]  = SlotWidth'(wake_slot[p*32+:32]);
      query_slot_i[p*SlotWidth+:SlotWidth] = SlotWidth'(query_slot[p*32+:32]);
      set_slot_i[p*SlotWidth+:SlotWidth]   = SlotWidth'(set_slot[p*32+:32]);
      set_reg_i[p*RegWidth+:RegWidth]      = RegWidth'(set_reg[p*32+:32]);
      wb_slot_i[p*SlotWidth+:SlotWidth]    = SlotWidth'(wb_slot[p*32+:32]);
      wb_warp_i[p*WarpWidth+:WarpWidth]    = WarpWidth'(wb_warp[p*32+:32]);
      wb_reg_i[p*RegWidth+:RegWidth]       = RegWidth'(wb_reg[p*32+:32]);
    end
  end
endmodule
