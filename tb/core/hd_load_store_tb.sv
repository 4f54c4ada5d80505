// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_load_store; knows nothing of checking. The inputs change at the falling edge.

module hd_load_store_tb #(
    parameter int Lanes       = 0,
    parameter int Warps       = 0,
    parameter int Slots       = 0,
    parameter int Accesses    = 0,
    parameter int Own         = 0,
    parameter int RegWidth    = 0,
    parameter int LineBytes   = 0,
    parameter int Sets        = 0,
    parameter int Ways        = 0,
    parameter int Mshrs       = 0,
    parameter int Merges      = 0,
    parameter int Banks       = 0,
    parameter int SharedWords = 0,
    parameter int RowBits     = 0,
    parameter int Holds       = 0,
    parameter int Patience    = 0,
    localparam int Rows        = Own != 0 ? Lanes : 1,
    localparam int WarpWidth   = $clog2(Warps),
    localparam int SlotWidth   = $clog2(Slots),
    localparam int AddrWidth   = $clog2(SharedWords),
    localparam int PlaceWidth  = $clog2(SharedWords / (RowBits / 32)),
    localparam int OffsetWidth = $clog2(LineBytes),
    localparam int WordWidth   = OffsetWidth > 3 ? OffsetWidth - 2 : 1,
    localparam int LineWidth   = 32 - OffsetWidth,
    localparam int IdWidth     = Mshrs > 1 ? $clog2(Mshrs) : 1,
    localparam int EntryWidth  = Accesses > 1 ? $clog2(Accesses) : 1,
    localparam int DataWidth   = 8 * LineBytes
) (
    input  logic                       clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                       idle_o,
    output logic                       acc_ready_o,
    output logic                       wr_valid_o,
    output logic [Lanes-1:0]           wr_mask_o,
    output logic [Lanes*32-1:0]        wr_data_o,
    output logic [RegWidth-1:0]        wr_rd_o,
    output logic [Rows*WarpWidth-1:0]  wr_warp_o,
    output logic                       end_valid_o,
    output logic [SlotWidth-1:0]       end_slot_o,
    output logic [Rows*WarpWidth-1:0]  end_warp_o,
    output logic [Lanes-1:0]           end_mask_o,
    output logic                       end_rd_use_o,
    output logic [RegWidth-1:0]        end_rd_o,
    output logic [31:0]                end_pc_o,
    output logic                       ctx_ready_o,
    output logic                       ctx_rsp_valid_o,
    output logic [RowBits-1:0]         ctx_rsp_data_o,
    output logic                       mem_valid_o,
    output logic [1:0]                 mem_kind_o,
    output logic [IdWidth-1:0]         mem_id_o,
    output logic [LineWidth-1:0]       mem_line_o,
    output logic [DataWidth-1:0]       mem_data_o,
    output logic [LineBytes-1:0]       mem_be_o,
    output logic [3:0]                 mem_op_o,
    output logic [DataWidth-1:0]       mem_expect_o,
    output logic [Lanes-1:0]           mem_lanes_o,
    output logic [Lanes*WordWidth-1:0] mem_word_o,
    output logic [Rows*WarpWidth-1:0]  mem_owner_o,
    output logic                       fill_ready_o,
    output logic [2:0]                 outcome_o,
    output logic [1:0]                 blocked_o,
    output logic                       conflict_o,
    output logic [Accesses-1:0]        under_way_o,
    output logic [EntryWidth-1:0]      entry_o
);

  // The parameters are words, in the order of the module.
  import "DPI-C" function void load_store_stim_open(input bit [16*32-1:0] parameters);
  // What the unit said in the last cycle; what it is offered in this one.
  import "DPI-C" function void load_store_stim(
      input bit idle, input bit acc_ready, input bit ctx_ready, input bit mem_valid,
      input int unsigned mem_id, input bit fill_ready, output bit rst_n, output bit clear,
      output int unsigned local_at, output bit wr_ready, output bit end_ready, output bit mem_ready,
      output bit fill_valid, output int unsigned fill_id, output bit [DataWidth-1:0] fill_data,
      output bit ctx_valid, output bit ctx_we, output int unsigned ctx_row,
      output bit [RowBits-1:0] ctx_wdata);
  import "DPI-C" function void load_store_stim_begin(output bit en, output int unsigned warp);
  import "DPI-C" function void load_store_stim_access(
      output bit valid, output int unsigned word, output longint unsigned mask,
      output bit [Lanes*32-1:0] addr, output bit [Lanes*32-1:0] data,
      output bit [Lanes*32-1:0] expected, output int unsigned slot,
      output bit [Rows*32-1:0] warp, output bit [Rows*32-1:0] base, output bit rd_use,
      output int unsigned rd, output int unsigned pc);

  logic                      rst_ni, clear_i, acc_valid_i, acc_rd_use_i, wr_ready_i, end_ready_i;
  logic                      ctx_valid_i, ctx_we_i, mem_ready_i, fill_valid_i, begin_en_i;
  logic [WarpWidth-1:0]      begin_warp_i;
  logic [31:0]               local_i, acc_word_i, acc_pc_i;
  logic [Lanes-1:0]          acc_mask_i;
  logic [Lanes*32-1:0]       acc_addr_i, acc_data_i, acc_expect_i;
  logic [SlotWidth-1:0]      acc_slot_i;
  logic [Rows*WarpWidth-1:0] acc_warp_i;
  logic [Rows*AddrWidth-1:0] acc_base_i;
  logic [RegWidth-1:0]       acc_rd_i;
  logic [PlaceWidth-1:0]     ctx_row_i;
  logic [RowBits-1:0]        ctx_wdata_i;
  logic [IdWidth-1:0]        fill_id_i;
  logic [DataWidth-1:0]      fill_data_i;

  hd_load_store #(
      .Lanes(Lanes), .Warps(Warps), .Slots(Slots), .Accesses(Accesses), .Own(Own),
      .RegWidth(RegWidth), .LineBytes(LineBytes), .Sets(Sets), .Ways(Ways), .Mshrs(Mshrs),
      .Merges(Merges), .Banks(Banks), .SharedWords(SharedWords), .RowBits(RowBits), .Holds(Holds),
      .Patience(Patience)
  ) dut (.*);

  // What the unit answered in the last cycle, and which MSHR asked memory.
  bit          idle, acc_ready, ctx_ready, mem_valid, fill_ready;
  int unsigned mem_id;
  always @(posedge clk_i) begin
    idle       <= idle_o;
    acc_ready  <= acc_ready_o;
    ctx_ready  <= ctx_ready_o;
    mem_valid  <= mem_valid_o;
    mem_id     <= 32'(mem_id_o);
    fill_ready <= fill_ready_o;
  end

  initial
    load_store_stim_open({32'(Patience), 32'(Holds), 32'(RowBits), 32'(SharedWords), 32'(Banks),
                          32'(Merges), 32'(Mshrs), 32'(Ways), 32'(Sets), 32'(LineBytes),
                          32'(RegWidth), 32'(Own), 32'(Accesses), 32'(Slots), 32'(Warps),
                          32'(Lanes)});

  // What it is offered in this cycle.
  bit                   rst_n, clear, valid, rd_use, wr_ready, end_ready, mem_ready, fill_valid;
  bit                   ctx_valid, ctx_we, begin_en;
  int unsigned          local_at, word, slot, rd, pc, fill_id, ctx_row, begin_warp;
  longint unsigned      mask;
  bit [Lanes*32-1:0]    addr, data, expected;
  bit [Rows*32-1:0]     warp, base;
  bit [DataWidth-1:0]   fill_data;
  bit [RowBits-1:0]     ctx_wdata;
  always @(negedge clk_i) begin
    load_store_stim(idle, acc_ready, ctx_ready, mem_valid, mem_id, fill_ready, rst_n, clear,
                    local_at, wr_ready, end_ready, mem_ready, fill_valid, fill_id, fill_data,
                    ctx_valid, ctx_we, ctx_row, ctx_wdata);
    load_store_stim_access(valid, word, mask, addr, data, expected, slot, warp, base, rd_use,
                           rd, pc);
    load_store_stim_begin(begin_en, begin_warp);
    begin_en_i   = begin_en;
    begin_warp_i = WarpWidth'(begin_warp);
    rst_ni       = rst_n;
    clear_i      = clear;
    local_i      = local_at;
    wr_ready_i   = wr_ready;
    end_ready_i  = end_ready;
    mem_ready_i  = mem_ready;
    fill_valid_i = fill_valid;
    fill_id_i    = IdWidth'(fill_id);
    fill_data_i  = fill_data;
    ctx_valid_i  = ctx_valid;
    ctx_we_i     = ctx_we;
    ctx_row_i    = PlaceWidth'(ctx_row);
    ctx_wdata_i  = ctx_wdata;
    acc_valid_i  = valid;
    acc_word_i   = word;
    acc_mask_i   = Lanes'(mask);
    acc_addr_i   = addr;
    acc_data_i   = data;
    acc_expect_i = expected;
    acc_slot_i   = SlotWidth'(slot);
    acc_rd_use_i = rd_use;
    acc_rd_i     = RegWidth'(rd);
    acc_pc_i     = pc;
    for (int r = 0; r < Rows; r++) begin
      acc_warp_i[r*WarpWidth+:WarpWidth] = WarpWidth'(warp[r*32+:32]);
      acc_base_i[r*AddrWidth+:AddrWidth] = AddrWidth'(base[r*32+:32]);
    end
  end
endmodule
