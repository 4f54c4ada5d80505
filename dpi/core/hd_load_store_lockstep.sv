// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_load_store, bound to every instance of it: the ports, and the registers of
// the unit's own (steps 1 to 3: dpi/common/lockstep.h). The blocks inside have their own checkers.
// Of the access table what memories hold is handed over for two entries in each cycle: the one
// taken last, so each one in the cycle after it was taken, and the one in turn. What the words of
// shared memory are at the beginning nobody says: the model takes them over.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_load_store_lockstep #(
    parameter int Lanes       = 32,
    parameter int Warps       = 48,
    parameter int Slots       = 48,
    parameter int Accesses    = 32,
    parameter int Own         = 0,
    parameter int RegWidth    = 6,
    parameter int LineBytes   = 128,
    parameter int Sets        = 32,
    parameter int Ways        = 4,
    parameter int Mshrs       = 64,
    parameter int Merges      = 4,
    parameter int Banks       = 32,
    parameter int SharedWords = 12288,
    parameter int RowBits     = 512,
    parameter int Holds       = 32,
    parameter int Patience    = 255,
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
    localparam int DataWidth   = 8 * LineBytes,
    // A mask of bytes is handed over in words of 32 bits.
    localparam int BytesBits   = (LineBytes + 31) / 32 * 32
) (
    input logic                       clk_i,
    input logic                       rst_ni,
    input logic                       clear_i,
    input logic                       idle_o,
    input logic [31:0]                local_i,
    input logic                       acc_valid_i,
    input logic                       acc_ready_o,
    input logic [31:0]                acc_word_i,
    input logic [Lanes-1:0]           acc_mask_i,
    input logic [Lanes*32-1:0]        acc_addr_i,
    input logic [Lanes*32-1:0]        acc_data_i,
    input logic [Lanes*32-1:0]        acc_expect_i,
    input logic [SlotWidth-1:0]       acc_slot_i,
    input logic [Rows*WarpWidth-1:0]  acc_warp_i,
    input logic [Rows*AddrWidth-1:0]  acc_base_i,
    input logic                       acc_rd_use_i,
    input logic [RegWidth-1:0]        acc_rd_i,
    input logic [31:0]                acc_pc_i,
    input logic                       begin_en_i,
    input logic [WarpWidth-1:0]       begin_warp_i,
    input logic                       wr_valid_o,
    input logic                       wr_ready_i,
    input logic [Lanes-1:0]           wr_mask_o,
    input logic [Lanes*32-1:0]        wr_data_o,
    input logic [RegWidth-1:0]        wr_rd_o,
    input logic [Rows*WarpWidth-1:0]  wr_warp_o,
    input logic                       end_valid_o,
    input logic                       end_ready_i,
    input logic [SlotWidth-1:0]       end_slot_o,
    input logic [Rows*WarpWidth-1:0]  end_warp_o,
    input logic [Lanes-1:0]           end_mask_o,
    input logic                       end_rd_use_o,
    input logic [RegWidth-1:0]        end_rd_o,
    input logic [31:0]                end_pc_o,
    input logic                       ctx_valid_i,
    input logic                       ctx_we_i,
    input logic [PlaceWidth-1:0]      ctx_row_i,
    input logic [RowBits-1:0]         ctx_wdata_i,
    input logic                       ctx_ready_o,
    input logic                       ctx_rsp_valid_o,
    input logic [RowBits-1:0]         ctx_rsp_data_o,
    input logic                       mem_valid_o,
    input logic                       mem_ready_i,
    input logic [1:0]                 mem_kind_o,
    input logic [IdWidth-1:0]         mem_id_o,
    input logic [LineWidth-1:0]       mem_line_o,
    input logic [DataWidth-1:0]       mem_data_o,
    input logic [LineBytes-1:0]       mem_be_o,
    input logic [3:0]                 mem_op_o,
    input logic [DataWidth-1:0]       mem_expect_o,
    input logic [Lanes-1:0]           mem_lanes_o,
    input logic [Lanes*WordWidth-1:0] mem_word_o,
    input logic [Rows*WarpWidth-1:0]  mem_owner_o,
    input logic                       fill_valid_i,
    input logic                       fill_ready_o,
    input logic [IdWidth-1:0]         fill_id_i,
    input logic [DataWidth-1:0]       fill_data_i,
    input logic [2:0]                 outcome_o,
    input logic [1:0]                 blocked_o,
    input logic                       conflict_o,
    input logic [Accesses-1:0]        under_way_o,
    input logic [EntryWidth-1:0]      entry_o
);

  // The parameters are words, in the order of the module.
  import "DPI-C" function longint unsigned load_store_open(input string path,
                                                           input bit [16*32-1:0] parameters);
  import "DPI-C" function void load_store_begin(
      input longint unsigned handle, input int unsigned addr, input int unsigned word);
  import "DPI-C" function int unsigned load_store_newest(input longint unsigned handle);
  import "DPI-C" function void load_store_front(
      input longint unsigned handle, input longint unsigned shared, input longint unsigned line,
      input int unsigned word, input int unsigned entry, input bit [Lanes*32-1:0] addr,
      input bit [Lanes*32-1:0] data, input bit [Lanes*32-1:0] expected,
      input longint unsigned own, input bit [Rows*32-1:0] warp, input bit [Rows*32-1:0] base);
  // A byte a lane: of the threads in front, and of a warp.
  import "DPI-C" function void load_store_sides(
      input longint unsigned handle, input bit [Lanes*8-1:0] front, input int unsigned warp,
      input bit [Lanes*8-1:0] swept);
  import "DPI-C" function void load_store_table(
      input longint unsigned handle, input longint unsigned used,
      input bit [Accesses*64-1:0] left, input bit shared_next);
  import "DPI-C" function void load_store_entry(
      input longint unsigned handle, input int unsigned entry, input int unsigned word,
      input longint unsigned mask, input int unsigned slot, input bit [Rows*32-1:0] warp,
      input bit rd_use, input int unsigned rd, input int unsigned pc,
      input bit [Lanes*32-1:0] low);
  // What is offered, and what comes out, ahead of load_store_ports in the same cycle.
  import "DPI-C" function void load_store_access(
      input longint unsigned handle, input bit valid, input int unsigned word,
      input longint unsigned mask, input bit [Lanes*32-1:0] addr, input bit [Lanes*32-1:0] data,
      input bit [Lanes*32-1:0] expected, input int unsigned slot, input bit [Rows*32-1:0] warp,
      input bit [Rows*32-1:0] base,
      input bit rd_use, input int unsigned rd, input int unsigned pc, input bit begin_en,
      input int unsigned begin_warp, input bit ready);
  import "DPI-C" function void load_store_results(
      input longint unsigned handle, input bit wr_ready, input bit end_ready, input bit wr_valid,
      input longint unsigned wr_mask, input bit [Lanes*32-1:0] wr_data, input int unsigned wr_rd,
      input bit [Rows*32-1:0] wr_warp, input bit end_valid, input int unsigned end_slot,
      input bit [Rows*32-1:0] end_warp, input longint unsigned end_mask, input bit end_rd_use,
      input int unsigned end_rd, input int unsigned end_pc);
  import "DPI-C" function void load_store_memory(
      input longint unsigned handle, input bit mem_ready, input bit fill_valid,
      input int unsigned fill_id, input bit [DataWidth-1:0] fill_data, input bit mem_valid,
      input int unsigned mem_kind, input int unsigned mem_id, input longint unsigned mem_line,
      input bit [DataWidth-1:0] mem_data, input bit [BytesBits-1:0] mem_be,
      input int unsigned mem_op, input bit [DataWidth-1:0] mem_expect,
      input longint unsigned mem_lanes,
      input bit [Lanes*32-1:0] mem_word, input bit [Rows*32-1:0] mem_owner, input bit fill_ready);
  import "DPI-C" function void load_store_contexts(
      input longint unsigned handle, input bit valid, input bit we, input int unsigned row,
      input bit [RowBits-1:0] wdata, input bit ready, input bit rsp_valid,
      input bit [RowBits-1:0] rsp_data);
  import "DPI-C" function int load_store_ports(
      input longint unsigned handle, input bit rst_n, input bit clear, input int unsigned local_at,
      input bit idle, input int unsigned outcome, input int unsigned blocked, input bit conflict,
      input longint unsigned under_way, input int unsigned entry);

  longint unsigned handle;
  initial
    handle = load_store_open($sformatf("%m"),
                             {32'(Patience), 32'(Holds), 32'(RowBits), 32'(SharedWords), 32'(Banks),
                              32'(Merges), 32'(Mshrs), 32'(Ways), 32'(Sets), 32'(LineBytes),
                              32'(RegWidth), 32'(Own), 32'(Accesses), 32'(Slots), 32'(Warps),
                              32'(Lanes)});

  // ------------------------------------------------------------------------------------------
  // Registers: one 32-bit word an element, of a mask of lanes two
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  longint unsigned        front_shared, front_line, front_own, used;
  int unsigned            front_word, front_entry;
  bit [Lanes*32-1:0]      front_addr, front_data, front_expect;
  bit [Rows*32-1:0]       front_warp, front_base;
  bit [Accesses*64-1:0]   left;
  bit                     shared_next;
`ifndef HD_NO_front_shared_q
  assign front_shared = 64'(hd_load_store.front_shared_q);
`endif
`ifndef HD_NO_front_line_q
  assign front_line = 64'(hd_load_store.front_line_q);
`endif
`ifndef HD_NO_front_word_q
  assign front_word = hd_load_store.front_word_q;
`endif
`ifndef HD_NO_front_entry_q
  assign front_entry = 32'(hd_load_store.front_entry_q);
`endif
  for (genvar l = 0; l < Lanes; l++) begin : gen_front
`ifndef HD_NO_front_addr_q
    assign front_addr[l*32+:32] = hd_load_store.front_addr_q[l];
`endif
`ifndef HD_NO_front_data_q
    assign front_data[l*32+:32] = hd_load_store.front_data_q[l];
`endif
`ifndef HD_NO_front_expect_q
    assign front_expect[l*32+:32] = hd_load_store.front_expect_q[l];
`endif
  end
  for (genvar r = 0; r < Rows; r++) begin : gen_front_row
`ifndef HD_NO_front_warp_q
    assign front_warp[r*32+:32] = 32'(hd_load_store.front_warp_q[r*WarpWidth+:WarpWidth]);
`endif
`ifndef HD_NO_front_base_q
    assign front_base[r*32+:32] = 32'(hd_load_store.front_base_q[r*AddrWidth+:AddrWidth]);
`endif
  end
`ifndef HD_NO_front_own_q
  assign front_own = 64'(hd_load_store.front_own_q);
`endif
`ifndef HD_NO_used_q
  assign used = 64'(hd_load_store.used_q);
`endif
`ifndef HD_NO_left_q
  for (genvar e = 0; e < Accesses; e++) begin : gen_left
    assign left[e*64+:64] = 64'(hd_load_store.left_q[e]);
  end
`endif
`ifndef HD_NO_shared_next_q
  assign shared_next = hd_load_store.shared_next_q;
`endif

  // One entry of the table.
  task automatic hand_over(input logic [EntryWidth-1:0] e);
    int unsigned       word, slot, rd, pc;
    longint unsigned   mask;
    bit                rd_use;
    bit [Rows*32-1:0]  warp;
    bit [Lanes*32-1:0] low;
`ifndef HD_NO_word_q
    word = hd_load_store.word_q[e];
`endif
`ifndef HD_NO_mask_q
    mask = 64'(hd_load_store.mask_q[e]);
`endif
`ifndef HD_NO_slot_q
    slot = 32'(hd_load_store.slot_q[e]);
`endif
`ifndef HD_NO_warp_q
    for (int r = 0; r < Rows; r++)
      warp[r*32+:32] = 32'(hd_load_store.warp_q[e][r*WarpWidth+:WarpWidth]);
`endif
`ifndef HD_NO_rd_use_q
    rd_use = hd_load_store.rd_use_q[e];
`endif
`ifndef HD_NO_rd_q
    rd = 32'(hd_load_store.rd_q[e]);
`endif
`ifndef HD_NO_pc_q
    pc = hd_load_store.pc_q[e];
`endif
`ifndef HD_NO_low_q
    for (int l = 0; l < Lanes; l++) low[l*32+:32] = 32'(hd_load_store.low_q[e][l*2+:2]);
`endif
    load_store_entry(handle, 32'(e), word, mask, slot, warp, rd_use, rd, pc, low);
  endtask

  int unsigned turn;
  initial turn = 0;
  always @(negedge clk_i) begin
    load_store_front(handle, front_shared, front_line, front_word, front_entry, front_addr,
                     front_data, front_expect, front_own, front_warp, front_base);
    load_store_table(handle, used, left, shared_next);
    hand_over(EntryWidth'(load_store_newest(handle)));
    hand_over(EntryWidth'(turn));
    turn = turn == Accesses - 1 ? 0 : turn + 1;
  end

`ifndef HD_NO_side_q
  int unsigned        side_turn;
  bit [Lanes*8-1:0]   front_side, swept_side;
  initial side_turn = 0;
  for (genvar l = 0; l < Lanes; l++) begin : gen_side
    localparam int Row = Own != 0 ? l : 0;
    assign front_side[l*8+:8] =
        8'(hd_load_store.gen_take[l].side_q[hd_load_store.front_warp_q[Row*WarpWidth+:WarpWidth]]);
    assign swept_side[l*8+:8] = 8'(hd_load_store.gen_take[l].side_q[WarpWidth'(side_turn)]);
  end
  always @(posedge clk_i) side_turn <= side_turn == Warps - 1 ? 0 : side_turn + 1;
  always @(negedge clk_i) load_store_sides(handle, front_side, side_turn, swept_side);
`endif

  // The words of shared memory at the beginning: in the first cycle all are fresh.
`ifndef HD_NO_mem
  int unsigned fresh;
  initial fresh = SharedWords / Banks;
  always @(posedge clk_i) fresh <= 0;
  for (genvar b = 0; b < Banks; b++) begin : gen_words
    always @(posedge clk_i) begin
      for (int unsigned d = 0; d < fresh; d++)
        load_store_begin(
            handle, d * Banks + b,
            hd_load_store.u_shared.gen_bank[b].mem[d[$clog2(SharedWords/Banks)-1:0]]);
    end
  end
`endif
  // After the last cycle: every element (dpi/common/lockstep.h).
  import "DPI-C" function void hd_last(input longint unsigned handle, input string name,
                                       input int unsigned index, input longint unsigned value);
  final begin
    for (int unsigned e = 0; e < Accesses; e++) begin
`ifndef HD_NO_word_q
      hd_last(handle, "word_q", e, 64'(hd_load_store.word_q[EntryWidth'(e)]));
`endif
`ifndef HD_NO_mask_q
      hd_last(handle, "mask_q", e, 64'(hd_load_store.mask_q[EntryWidth'(e)]));
`endif
`ifndef HD_NO_slot_q
      hd_last(handle, "slot_q", e, 64'(hd_load_store.slot_q[EntryWidth'(e)]));
`endif
`ifndef HD_NO_rd_use_q
      hd_last(handle, "rd_use_q", e, 64'(hd_load_store.rd_use_q[EntryWidth'(e)]));
`endif
`ifndef HD_NO_rd_q
      hd_last(handle, "rd_q", e, 64'(hd_load_store.rd_q[EntryWidth'(e)]));
`endif
`ifndef HD_NO_pc_q
      hd_last(handle, "pc_q", e, 64'(hd_load_store.pc_q[EntryWidth'(e)]));
`endif
`ifndef HD_NO_warp_q
      for (int unsigned r = 0; r < Rows; r++)
        hd_last(handle, "warp_q", e * Rows + r,
                64'(hd_load_store.warp_q[EntryWidth'(e)][r*WarpWidth+:WarpWidth]));
`endif
`ifndef HD_NO_low_q
      for (int unsigned l = 0; l < Lanes; l++)
        hd_last(handle, "low_q", e * Lanes + l,
                64'(hd_load_store.low_q[EntryWidth'(e)][l*2+:2]));
`endif
    end
  end
`ifndef HD_NO_side_q
  for (genvar l = 0; l < Lanes; l++) begin : gen_last
    final
      for (int unsigned w = 0; w < Warps; w++)
        hd_last(handle, "side_q", w * Lanes + l,
                64'(hd_load_store.gen_take[l].side_q[WarpWidth'(w)]));
  end
`endif
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Rows*32-1:0] acc_warp, acc_base, wr_warp, end_warp, mem_owner;
  for (genvar r = 0; r < Rows; r++) begin : gen_row
    assign acc_warp[r*32+:32]  = 32'(acc_warp_i[r*WarpWidth+:WarpWidth]);
    assign acc_base[r*32+:32]  = 32'(acc_base_i[r*AddrWidth+:AddrWidth]);
    assign wr_warp[r*32+:32]   = 32'(wr_warp_o[r*WarpWidth+:WarpWidth]);
    assign end_warp[r*32+:32]  = 32'(end_warp_o[r*WarpWidth+:WarpWidth]);
    assign mem_owner[r*32+:32] = 32'(mem_owner_o[r*WarpWidth+:WarpWidth]);
  end
  bit [Lanes*32-1:0] mem_word;
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign mem_word[l*32+:32] = 32'(mem_word_o[l*WordWidth+:WordWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    load_store_access(handle, acc_valid_i, acc_word_i, 64'(acc_mask_i), acc_addr_i, acc_data_i,
                      acc_expect_i, 32'(acc_slot_i), acc_warp, acc_base, acc_rd_use_i,
                      32'(acc_rd_i),
                      acc_pc_i, begin_en_i, 32'(begin_warp_i), acc_ready_o);
    load_store_results(handle, wr_ready_i, end_ready_i, wr_valid_o, 64'(wr_mask_o), wr_data_o,
                       32'(wr_rd_o), wr_warp, end_valid_o, 32'(end_slot_o), end_warp,
                       64'(end_mask_o), end_rd_use_o, 32'(end_rd_o), end_pc_o);
    load_store_memory(handle, mem_ready_i, fill_valid_i, 32'(fill_id_i), fill_data_i, mem_valid_o,
                      32'(mem_kind_o), 32'(mem_id_o), 64'(mem_line_o), mem_data_o,
                      BytesBits'(mem_be_o), 32'(mem_op_o), mem_expect_o, 64'(mem_lanes_o), mem_word,
                      mem_owner, fill_ready_o);
    load_store_contexts(handle, ctx_valid_i, ctx_we_i, 32'(ctx_row_i), ctx_wdata_i, ctx_ready_o,
                        ctx_rsp_valid_o, ctx_rsp_data_o);
    verdict = load_store_ports(handle, rst_ni, clear_i, local_i, idle_o, 32'(outcome_o),
                               32'(blocked_o), conflict_o, 64'(under_way_o),
                               32'(entry_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(idle_o)), .Field(0)) u_idle (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(acc_ready_o)), .Field(1)) u_acc_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(wr_valid_o)), .Field(2)) u_wr_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(wr_mask_o)), .Field(3)) u_wr_mask (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(wr_data_o)), .Field(4)) u_wr_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(wr_rd_o)), .Field(5)) u_wr_rd (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(wr_warp_o)), .Field(6)) u_wr_warp (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(end_valid_o)), .Field(7)) u_end_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(end_slot_o)), .Field(8)) u_end_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(end_warp_o)), .Field(9)) u_end_warp (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(end_mask_o)), .Field(10)) u_end_mask (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(end_rd_use_o)), .Field(11)) u_end_rd_use (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(end_rd_o)), .Field(12)) u_end_rd (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(end_pc_o)), .Field(13)) u_end_pc (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ctx_ready_o)), .Field(14)) u_ctx_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ctx_rsp_valid_o)), .Field(15)) u_ctx_rsp_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ctx_rsp_data_o)), .Field(16)) u_ctx_rsp_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_valid_o)), .Field(17)) u_mem_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_kind_o)), .Field(18)) u_mem_kind (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_id_o)), .Field(19)) u_mem_id (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_line_o)), .Field(20)) u_mem_line (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_data_o)), .Field(21)) u_mem_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_be_o)), .Field(22)) u_mem_be (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_op_o)), .Field(23)) u_mem_op (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_expect_o)), .Field(24)) u_mem_expect (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_lanes_o)), .Field(25)) u_mem_lanes (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_word_o)), .Field(26)) u_mem_word (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_owner_o)), .Field(27)) u_mem_owner (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(fill_ready_o)), .Field(28)) u_fill_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(outcome_o)), .Field(29)) u_outcome (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(blocked_o)), .Field(30)) u_blocked (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(conflict_o)), .Field(31)) u_conflict (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(under_way_o)), .Field(32)) u_under_way (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(entry_o)), .Field(33)) u_entry (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_load_store hd_load_store_lockstep #(
    .Lanes(Lanes), .Warps(Warps), .Slots(Slots), .Accesses(Accesses), .Own(Own),
    .RegWidth(RegWidth), .LineBytes(LineBytes), .Sets(Sets), .Ways(Ways), .Mshrs(Mshrs),
    .Merges(Merges), .Banks(Banks), .SharedWords(SharedWords), .RowBits(RowBits), .Holds(Holds),
    .Patience(Patience)
) u_lockstep (.*);
