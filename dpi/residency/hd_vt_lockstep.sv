// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_vt, bound to every instance of it: the ports, and the registers of the
// unit's own. The blocks inside have checkers of their own (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_vt_lockstep #(
    parameter int Slots      = 48,
    parameter int Frames     = 8,
    parameter int Warps      = 256,
    parameter int Ctas       = 32,
    parameter int MaxWarps   = 32,
    parameter int Regs       = 64,
    parameter int IdWidth    = 96,
    parameter int Ports      = 2,
    parameter int CntWidth   = 12,
    parameter int StackWidth = 640,
    parameter int MemWidth   = 512,
    parameter int Granule    = 128,
    parameter int MemWords   = 768,
    parameter int Reads      = 2,
    parameter int Active     = 30,
    parameter int Inactive   = 30,
    parameter int LoadWidth  = 301,
    parameter int Overlap    = 1,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int SizeWidth  = $clog2(Slots + 1),
    localparam int LimitWidth = $clog2(Frames + 1),
    localparam int WarpWidth  = $clog2(Warps),
    localparam int RoomWidth  = $clog2(Ctas + 1),
    localparam int RegWidth   = $clog2(Regs),
    localparam int AddrWidth  = $clog2(MemWords),
    // What is wide is handed over in words of 32 bits.
    localparam int StackWords = (StackWidth + 31) / 32,
    localparam int WordWords  = (MemWidth + 31) / 32,
    localparam int LoadWords  = (LoadWidth + 31) / 32
) (
    input logic                       clk_i,
    input logic                       rst_ni,
    input logic                       kernel_en_i,
    input logic [SizeWidth-1:0]       kernel_warps_i,
    input logic [LimitWidth-1:0]      kernel_frames_i,
    input logic [RoomWidth-1:0]       kernel_ctas_i,
    input logic [AddrWidth-1:0]       kernel_words_i,
    input logic                       idle_o,
    input logic                       block_valid_i,
    input logic [IdWidth-1:0]         block_id_i,
    input logic                       block_ready_o,
    input logic                       done_valid_o,
    input logic [IdWidth-1:0]         done_id_o,
    input logic [SlotWidth-1:0]       done_slot_o,
    input logic [Ports-1:0]           ev_valid_i,
    input logic [Ports*2-1:0]         ev_kind_i,
    input logic [Ports*SlotWidth-1:0] ev_slot_i,
    input logic [Ports-1:0]           wake_valid_i,
    input logic [Ports*SlotWidth-1:0] wake_slot_i,
    input logic [Slots-1:0]           ready_o,
    input logic [Slots*WarpWidth-1:0] slot_warp_o,
    input logic                       begin_en_o,
    input logic                       resume_en_o,
    input logic [SlotWidth-1:0]       seat_slot_o,
    input logic [IdWidth-1:0]         seat_id_o,
    input logic                       leave_en_o,
    input logic [SlotWidth-1:0]       leave_slot_o,
    input logic [Ports*SlotWidth-1:0] query_slot_i,
    input logic [Ports*Regs-1:0]      query_busy_o,
    input logic [Ports-1:0]           set_en_i,
    input logic [Ports*SlotWidth-1:0] set_slot_i,
    input logic [Ports*RegWidth-1:0]  set_reg_i,
    input logic [Ports-1:0]           wb_en_i,
    input logic [Ports*SlotWidth-1:0] wb_slot_i,
    input logic [Ports*WarpWidth-1:0] wb_warp_i,
    input logic [Ports*RegWidth-1:0]  wb_reg_i,
    input logic                       stack_rd_en_o,
    input logic [SlotWidth-1:0]       stack_rd_slot_o,
    input logic [StackWidth-1:0]      stack_rd_data_i,
    input logic                       stack_wr_en_o,
    input logic [SlotWidth-1:0]       stack_wr_slot_o,
    input logic [StackWidth-1:0]      stack_wr_data_o,
    input logic                       mem_valid_o,
    input logic                       mem_we_o,
    input logic [AddrWidth-1:0]       mem_addr_o,
    input logic [MemWidth-1:0]        mem_wdata_o,
    input logic                       mem_ready_i,
    input logic                       rsp_valid_i,
    input logic [MemWidth-1:0]        rsp_data_i,
    input logic                       load_valid_i,
    input logic [WarpWidth-1:0]       load_warp_i,
    input logic [LoadWidth-1:0]       load_data_i,
    input logic                       load_ready_o,
    input logic                       l1_valid_o,
    input logic [WarpWidth-1:0]       l1_warp_o,
    input logic [LoadWidth-1:0]       l1_data_o,
    input logic                       l1_away_o,
    input logic                       l1_ready_i,
    input logic [Ctas-1:0]            resident_o,
    input logic [Ctas-1:0]            active_o,
    input logic [1:0]                 swap_o
);

  // The parameters are words, in the order of the module.
  import "DPI-C" function longint unsigned vt_open(input string path,
                                                   input bit [18*32-1:0] parameters);
  import "DPI-C" function void vt_state(
      input longint unsigned handle, input int unsigned warps, input int unsigned frames,
      input int unsigned ctas, input int unsigned words, input bit [255:0] head);
  // Contexts, registers and loads, ahead of vt_ports in the same cycle.
  import "DPI-C" function void vt_contexts(
      input longint unsigned handle, input bit stack_rd_en, input int unsigned stack_rd_slot,
      input bit [StackWords*32-1:0] stack_rd_data, input bit stack_wr_en,
      input int unsigned stack_wr_slot, input bit [StackWords*32-1:0] stack_wr_data,
      input bit mem_valid, input bit mem_we, input int unsigned mem_addr,
      input bit [WordWords*32-1:0] mem_wdata, input bit mem_ready, input bit rsp_valid,
      input bit [WordWords*32-1:0] rsp_data);
  import "DPI-C" function void vt_registers(
      input longint unsigned handle, input bit [Ports*32-1:0] query_slot,
      input bit [Ports*64-1:0] query_busy, input byte unsigned set_en,
      input bit [Ports*32-1:0] set_slot, input bit [Ports*32-1:0] set_reg,
      input byte unsigned wb_en, input bit [Ports*32-1:0] wb_slot, input bit [Ports*32-1:0] wb_warp,
      input bit [Ports*32-1:0] wb_reg);
  import "DPI-C" function void vt_loads(
      input longint unsigned handle, input bit load_valid, input int unsigned load_warp,
      input bit [LoadWords*32-1:0] load_data, input bit load_ready, input bit l1_valid,
      input int unsigned l1_warp, input bit [LoadWords*32-1:0] l1_data, input bit l1_away,
      input bit l1_ready);
  import "DPI-C" function int vt_ports(
      input longint unsigned handle, input bit rst_n, input bit kernel_en,
      input int unsigned kernel_warps, input int unsigned kernel_frames,
      input int unsigned kernel_ctas, input int unsigned kernel_words, input bit block_valid,
      input bit [127:0] block_id, input byte unsigned ev_valid, input bit [Ports*32-1:0] ev_kind,
      input bit [Ports*32-1:0] ev_slot, input byte unsigned wake_valid,
      input bit [Ports*32-1:0] wake_slot, input bit idle, input bit block_ready,
      input bit done_valid, input bit [127:0] done_id, input int unsigned done_slot,
      input longint unsigned ready, input bit [Slots*32-1:0] slot_warp, input bit begin_en,
      input bit resume_en, input int unsigned seat_slot, input bit [127:0] seat_id,
      input bit leave_en, input int unsigned leave_slot, input longint unsigned resident,
      input longint unsigned active, input int unsigned swap);

  longint unsigned handle;
  initial
    handle = vt_open($sformatf("%m"),
                     {32'(Overlap), 32'(LoadWidth), 32'(Inactive), 32'(Active), 32'(Reads),
                      32'(MemWords), 32'(Granule), 32'(MemWidth), 32'(StackWidth), 32'(CntWidth),
                      32'(Ports), 32'(IdWidth), 32'(Regs), 32'(MaxWarps), 32'(Ctas), 32'(Warps),
                      32'(Frames), 32'(Slots)});

  // ------------------------------------------------------------------------------------------
  // Registers
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  int unsigned warps, frames, ctas, words;
  bit [255:0]  head;
`ifndef HD_NO_warps_q
  assign warps = 32'(hd_vt.warps_q);
`endif
`ifndef HD_NO_frames_q
  assign frames = 32'(hd_vt.frames_q);
`endif
`ifndef HD_NO_ctas_q
  assign ctas = 32'(hd_vt.ctas_q);
`endif
`ifndef HD_NO_words_q
  assign words = 32'(hd_vt.words_q);
`endif
`ifndef HD_NO_head_q
  assign head = 256'(hd_vt.head_q);
`endif
  always @(negedge clk_i) vt_state(handle, warps, frames, ctas, words, head);
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Ports*32-1:0] ev_kind, ev_slot, wake_slot, query_slot, set_slot, set_reg;
  bit [Ports*32-1:0] wb_slot, wb_warp, wb_reg;
  bit [Ports*64-1:0] query_busy;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign ev_kind[p*32+:32]    = 32'(ev_kind_i[p*2+:2]);
    assign ev_slot[p*32+:32]    = 32'(ev_slot_i[p*SlotWidth+:SlotWidth]);
    assign wake_slot[p*32+:32]  = 32'(wake_slot_i[p*SlotWidth+:SlotWidth]);
    assign query_slot[p*32+:32] = 32'(query_slot_i[p*SlotWidth+:SlotWidth]);
    assign query_busy[p*64+:64] = 64'(query_busy_o[p*Regs+:Regs]);
    assign set_slot[p*32+:32]   = 32'(set_slot_i[p*SlotWidth+:SlotWidth]);
    assign set_reg[p*32+:32]    = 32'(set_reg_i[p*RegWidth+:RegWidth]);
    assign wb_slot[p*32+:32]    = 32'(wb_slot_i[p*SlotWidth+:SlotWidth]);
    assign wb_warp[p*32+:32]    = 32'(wb_warp_i[p*WarpWidth+:WarpWidth]);
    assign wb_reg[p*32+:32]     = 32'(wb_reg_i[p*RegWidth+:RegWidth]);
  end

  bit [Slots*32-1:0] slot_warp;
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    assign slot_warp[s*32+:32] = 32'(slot_warp_o[s*WarpWidth+:WarpWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    vt_contexts(handle, stack_rd_en_o, 32'(stack_rd_slot_o), (StackWords * 32)'(stack_rd_data_i),
                stack_wr_en_o, 32'(stack_wr_slot_o), (StackWords * 32)'(stack_wr_data_o),
                mem_valid_o, mem_we_o, 32'(mem_addr_o), (WordWords * 32)'(mem_wdata_o),
                mem_ready_i, rsp_valid_i, (WordWords * 32)'(rsp_data_i));
    vt_registers(handle, query_slot, query_busy, 8'(set_en_i), set_slot, set_reg, 8'(wb_en_i),
                 wb_slot, wb_warp, wb_reg);
    vt_loads(handle, load_valid_i, 32'(load_warp_i), (LoadWords * 32)'(load_data_i), load_ready_o,
             l1_valid_o, 32'(l1_warp_o), (LoadWords * 32)'(l1_data_o), l1_away_o, l1_ready_i);
    verdict = vt_ports(
        handle, rst_ni, kernel_en_i, 32'(kernel_warps_i), 32'(kernel_frames_i), 32'(kernel_ctas_i),
        32'(kernel_words_i), block_valid_i, 128'(block_id_i), 8'(ev_valid_i), ev_kind, ev_slot,
        8'(wake_valid_i), wake_slot, idle_o, block_ready_o, done_valid_o, 128'(done_id_o),
        32'(done_slot_o), 64'(ready_o), slot_warp, begin_en_o, resume_en_o, 32'(seat_slot_o),
        128'(seat_id_o), leave_en_o, 32'(leave_slot_o), 64'(resident_o), 64'(active_o),
        32'(swap_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(idle_o)), .Field(0)) u_idle (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(block_ready_o)), .Field(1)) u_block_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(done_valid_o)), .Field(2)) u_done_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(done_id_o)), .Field(3)) u_done_id (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ready_o)), .Field(4)) u_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(slot_warp_o)), .Field(5)) u_slot_warp (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(begin_en_o)), .Field(6)) u_begin_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(resume_en_o)), .Field(7)) u_resume_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(seat_slot_o)), .Field(8)) u_seat_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(seat_id_o)), .Field(9)) u_seat_id (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(leave_en_o)), .Field(10)) u_leave_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(leave_slot_o)), .Field(11)) u_leave_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(query_busy_o)), .Field(12)) u_query_busy (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stack_rd_en_o)), .Field(13)) u_stack_rd_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stack_rd_slot_o)), .Field(14)) u_stack_rd_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stack_wr_en_o)), .Field(15)) u_stack_wr_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stack_wr_slot_o)), .Field(16)) u_stack_wr_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stack_wr_data_o)), .Field(17)) u_stack_wr_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_valid_o)), .Field(18)) u_mem_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_we_o)), .Field(19)) u_mem_we (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_addr_o)), .Field(20)) u_mem_addr (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_wdata_o)), .Field(21)) u_mem_wdata (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(load_ready_o)), .Field(22)) u_load_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(l1_valid_o)), .Field(23)) u_l1_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(l1_warp_o)), .Field(24)) u_l1_warp (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(l1_data_o)), .Field(25)) u_l1_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(l1_away_o)), .Field(26)) u_l1_away (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(resident_o)), .Field(27)) u_resident (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(active_o)), .Field(28)) u_active (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(swap_o)), .Field(29)) u_swap (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(done_slot_o)), .Field(30)) u_done_slot (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_vt hd_vt_lockstep #(
    .Slots(Slots), .Frames(Frames), .Warps(Warps), .Ctas(Ctas), .MaxWarps(MaxWarps), .Regs(Regs),
    .IdWidth(IdWidth), .Ports(Ports), .CntWidth(CntWidth), .StackWidth(StackWidth),
    .MemWidth(MemWidth), .Granule(Granule), .MemWords(MemWords), .Reads(Reads), .Active(Active),
    .Inactive(Inactive), .LoadWidth(LoadWidth), .Overlap(Overlap)
) u_lockstep (.*);
