// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_context_handler, bound to every instance of it. Hands registers, inputs
// and outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h). Of the rows
// of the buffer it hands over two in each cycle: the one written last, so each one in the cycle
// after it was written, and one in turn. A row that changes though it is not written is found when
// it goes into the queue, which is compared whole, and after MaxWarps cycles at the latest.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_context_handler_lockstep #(
    parameter int Slots      = 48,
    parameter int MaxWarps   = 32,
    parameter int Ctas       = 32,
    parameter int HeadWidth  = 109,
    parameter int StackWidth = 640,
    parameter int MemWidth   = 512,
    parameter int Granule    = 128,
    parameter int MemWords   = 768,
    parameter int Reads      = 2,
    localparam int SlotWidth = $clog2(Slots),
    localparam int SizeWidth = $clog2(Slots + 1),
    localparam int CtaWidth  = $clog2(Ctas),
    localparam int AddrWidth = $clog2(MemWords)
) (
    input logic                  clk_i,
    input logic                  rst_ni,
    input logic [SizeWidth-1:0]  warps_i,
    input logic [AddrWidth-1:0]  words_i,
    input logic                  store_valid_i,
    input logic                  store_ready_o,
    input logic [CtaWidth-1:0]   store_cta_i,
    input logic [HeadWidth-1:0]  store_head_i,
    input logic                  save_ready_o,
    input logic                  save_en_i,
    input logic [CtaWidth-1:0]   save_cta_i,
    input logic [SlotWidth-1:0]  save_base_i,
    input logic [HeadWidth-1:0]  save_head_i,
    input logic                  stack_rd_en_o,
    input logic [SlotWidth-1:0]  stack_rd_slot_o,
    input logic [StackWidth-1:0] stack_rd_data_i,
    input logic                  taken_o,
    input logic                  saved_valid_o,
    input logic [CtaWidth-1:0]   saved_cta_o,
    input logic                  load_ready_o,
    input logic                  load_en_i,
    input logic [CtaWidth-1:0]   load_cta_i,
    input logic [SlotWidth-1:0]  load_base_i,
    input logic                  load_new_i,
    input logic                  stack_wr_en_o,
    input logic [SlotWidth-1:0]  stack_wr_slot_o,
    input logic [StackWidth-1:0] stack_wr_data_o,
    input logic                  head_valid_o,
    input logic [HeadWidth-1:0]  head_o,
    input logic                  loaded_o,
    input logic                  mem_valid_o,
    input logic                  mem_we_o,
    input logic [AddrWidth-1:0]  mem_addr_o,
    input logic [MemWidth-1:0]   mem_wdata_o,
    input logic                  mem_ready_i,
    input logic                  rsp_valid_i,
    input logic [MemWidth-1:0]   rsp_data_i
);

  // What is wide is handed over in 32-bit words. A queue of granules: the larger of the two.
  localparam int QueueBits  = StackWidth + MemWidth * (Reads + 1);
  localparam int QueueWords = (QueueBits + 31) / 32;
  localparam int StackWords = (StackWidth + 31) / 32;
  localparam int WordWords  = (MemWidth + 31) / 32;

  import "DPI-C" function longint unsigned context_handler_open(
      input string path, input int unsigned slots, input int unsigned max_warps,
      input int unsigned ctas, input int unsigned head_width, input int unsigned stack_width,
      input int unsigned mem_width, input int unsigned granule, input int unsigned mem_words,
      input int unsigned reads);
  import "DPI-C" function int unsigned context_handler_newest(input longint unsigned handle);
  import "DPI-C" function void context_handler_save_state(
      input longint unsigned handle, input bit save_busy, input int unsigned save_cta,
      input int unsigned save_base, input bit [255:0] save_head, input int unsigned taken,
      input int unsigned items, input int unsigned written, input int unsigned newest,
      input bit [StackWords*32-1:0] newest_row, input int unsigned turn,
      input bit [StackWords*32-1:0] turn_row, input int unsigned queue_count,
      input bit [QueueWords*32-1:0] queue_data);
  import "DPI-C" function void context_handler_load_state(
      input longint unsigned handle, input bit load_busy, input int unsigned load_cta,
      input int unsigned load_base, input bit load_new, input int unsigned asked,
      input int unsigned flight, input int unsigned done, input int unsigned queue_count,
      input bit [QueueWords*32-1:0] queue_data);
  import "DPI-C" function int context_handler_ports(
      input longint unsigned handle, input bit rst_n, input int unsigned warps,
      input int unsigned words, input bit store_valid, input int unsigned store_cta,
      input bit [255:0] store_head, input bit save_en, input int unsigned save_cta,
      input int unsigned save_base, input bit [255:0] save_head,
      input bit [StackWords*32-1:0] stack_rd_data, input bit load_en, input int unsigned load_cta,
      input int unsigned load_base, input bit load_new, input bit mem_ready, input bit rsp_valid,
      input bit [WordWords*32-1:0] rsp_data, input bit store_ready, input bit save_ready,
      input bit stack_rd_en, input int unsigned stack_rd_slot, input bit taken,
      input bit saved_valid, input int unsigned saved_cta, input bit load_ready,
      input bit stack_wr_en, input int unsigned stack_wr_slot,
      input bit [StackWords*32-1:0] stack_wr_data, input bit head_valid, input bit [255:0] head,
      input bit loaded, input bit mem_valid, input bit mem_we, input int unsigned mem_addr,
      input bit [WordWords*32-1:0] mem_wdata);

  longint unsigned handle;
  initial
    handle = context_handler_open($sformatf("%m"), Slots, MaxWarps, Ctas, HeadWidth, StackWidth,
                                  MemWidth, Granule, MemWords, Reads);

  // ------------------------------------------------------------------------------------------
  // Registers: a head is eight 32-bit words
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  bit                       save_busy, load_busy, load_new;
  int unsigned              save_cta, save_base, taken, items, written;
  int unsigned              load_cta, load_base, asked, flight, done;
  bit [255:0]               save_head;
  int unsigned              newest, turn;
  bit [StackWords*32-1:0]   newest_row, turn_row;
  int unsigned              save_count, load_count;
  bit [QueueWords*32-1:0]   save_data, load_data;
`ifndef HD_NO_save_busy_q
  assign save_busy = hd_context_handler.save_busy_q;
`endif
`ifndef HD_NO_save_cta_q
  assign save_cta = 32'(hd_context_handler.save_cta_q);
`endif
`ifndef HD_NO_save_base_q
  assign save_base = 32'(hd_context_handler.save_base_q);
`endif
`ifndef HD_NO_save_head_q
  assign save_head = 256'(hd_context_handler.save_head_q);
`endif
`ifndef HD_NO_taken_q
  assign taken = 32'(hd_context_handler.taken_q);
`endif
`ifndef HD_NO_items_q
  assign items = 32'(hd_context_handler.items_q);
`endif
`ifndef HD_NO_written_q
  assign written = 32'(hd_context_handler.written_q);
`endif
`ifndef HD_NO_load_busy_q
  assign load_busy = hd_context_handler.load_busy_q;
`endif
`ifndef HD_NO_load_cta_q
  assign load_cta = 32'(hd_context_handler.load_cta_q);
`endif
`ifndef HD_NO_load_base_q
  assign load_base = 32'(hd_context_handler.load_base_q);
`endif
`ifndef HD_NO_load_new_q
  assign load_new = hd_context_handler.load_new_q;
`endif
`ifndef HD_NO_asked_q
  assign asked = 32'(hd_context_handler.asked_q);
`endif
`ifndef HD_NO_flight_q
  assign flight = 32'(hd_context_handler.flight_q);
`endif
`ifndef HD_NO_done_q
  assign done = 32'(hd_context_handler.done_q);
`endif
`ifndef HD_NO_count_q
  assign save_count = 32'(hd_context_handler.u_save_queue.count_q);
  assign load_count = 32'(hd_context_handler.u_load_queue.count_q);
`endif
`ifndef HD_NO_data_q
  assign save_data = (QueueWords*32)'(hd_context_handler.u_save_queue.data_q);
  assign load_data = (QueueWords*32)'(hd_context_handler.u_load_queue.data_q);
`endif
  initial turn = 0;
  always @(negedge clk_i) begin
    newest = context_handler_newest(handle);
`ifndef HD_NO_row_q
    newest_row = (StackWords * 32)'(hd_context_handler.row_q[newest]);
    turn_row   = (StackWords * 32)'(hd_context_handler.row_q[turn]);
`endif
    context_handler_save_state(handle, save_busy, save_cta, save_base, save_head, taken, items,
                               written, newest, newest_row, turn, turn_row, save_count, save_data);
    context_handler_load_state(handle, load_busy, load_cta, load_base, load_new, asked, flight,
                               done, load_count, load_data);
    turn = turn == MaxWarps - 1 ? 0 : turn + 1;
  end
  // After the last cycle: every element (dpi/common/lockstep.h).
  import "DPI-C" function void hd_last(input longint unsigned handle, input string name,
                                       input int unsigned index, input longint unsigned value);
`ifndef HD_NO_row_q
  final begin
    for (int unsigned r = 0; r < MaxWarps; r++) begin
      bit [StackWords*32-1:0] last_row;
      last_row = (StackWords * 32)'(hd_context_handler.row_q[r]);
      for (int unsigned w = 0; w < StackWords; w++)
        hd_last(handle, "row_q", r * StackWords + w, 64'(last_row[w*32+:32]));
    end
  end
`endif
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  int verdict;
  always @(posedge clk_i) begin
    verdict = context_handler_ports(
        handle, rst_ni, 32'(warps_i), 32'(words_i), store_valid_i, 32'(store_cta_i),
        256'(store_head_i), save_en_i, 32'(save_cta_i), 32'(save_base_i), 256'(save_head_i),
        (StackWords * 32)'(stack_rd_data_i), load_en_i, 32'(load_cta_i), 32'(load_base_i),
        load_new_i, mem_ready_i, rsp_valid_i, (WordWords * 32)'(rsp_data_i), store_ready_o,
        save_ready_o, stack_rd_en_o, 32'(stack_rd_slot_o), taken_o, saved_valid_o,
        32'(saved_cta_o), load_ready_o, stack_wr_en_o, 32'(stack_wr_slot_o),
        (StackWords * 32)'(stack_wr_data_o), head_valid_o, 256'(head_o), loaded_o, mem_valid_o,
        mem_we_o, 32'(mem_addr_o), (WordWords * 32)'(mem_wdata_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(store_ready_o)), .Field(0)) u_store_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(save_ready_o)), .Field(1)) u_save_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stack_rd_en_o)), .Field(2)) u_stack_rd_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stack_rd_slot_o)), .Field(3)) u_stack_rd_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(taken_o)), .Field(4)) u_taken (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(saved_valid_o)), .Field(5)) u_saved_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(saved_cta_o)), .Field(6)) u_saved_cta (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(load_ready_o)), .Field(7)) u_load_ready (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stack_wr_en_o)), .Field(8)) u_stack_wr_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stack_wr_slot_o)), .Field(9)) u_stack_wr_slot (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(stack_wr_data_o)), .Field(10)) u_stack_wr_data (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(head_valid_o)), .Field(11)) u_head_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(head_o)), .Field(12)) u_head (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(loaded_o)), .Field(13)) u_loaded (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_valid_o)), .Field(14)) u_mem_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_we_o)), .Field(15)) u_mem_we (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_addr_o)), .Field(16)) u_mem_addr (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(mem_wdata_o)), .Field(17)) u_mem_wdata (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_context_handler hd_context_handler_lockstep #(
    .Slots(Slots), .MaxWarps(MaxWarps), .Ctas(Ctas), .HeadWidth(HeadWidth),
    .StackWidth(StackWidth), .MemWidth(MemWidth), .Granule(Granule), .MemWords(MemWords),
    .Reads(Reads)
) u_lockstep (.*);
