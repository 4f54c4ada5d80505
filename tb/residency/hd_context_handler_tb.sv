// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_context_handler; knows nothing of checking. The inputs change at the falling
// edge. What the stimulus goes by depends on the block's state alone, so that it sees this cycle's;
// what happens at the port of the memory it is told at the clock edge.

module hd_context_handler_tb #(
    parameter int Slots      = 0,
    parameter int MaxWarps   = 0,
    parameter int Ctas       = 0,
    parameter int HeadWidth  = 0,
    parameter int StackWidth = 0,
    parameter int MemWidth   = 0,
    parameter int Granule    = 0,
    parameter int MemWords   = 0,
    parameter int Reads      = 0,
    localparam int SlotWidth = $clog2(Slots),
    localparam int SizeWidth = $clog2(Slots + 1),
    localparam int CtaWidth  = $clog2(Ctas),
    localparam int AddrWidth = $clog2(MemWords)
) (
    input  logic                  clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                  store_ready_o,
    output logic                  save_ready_o,
    output logic                  stack_rd_en_o,
    output logic [SlotWidth-1:0]  stack_rd_slot_o,
    output logic                  taken_o,
    output logic                  saved_valid_o,
    output logic [CtaWidth-1:0]   saved_cta_o,
    output logic                  load_ready_o,
    output logic                  stack_wr_en_o,
    output logic [SlotWidth-1:0]  stack_wr_slot_o,
    output logic [StackWidth-1:0] stack_wr_data_o,
    output logic                  head_valid_o,
    output logic [HeadWidth-1:0]  head_o,
    output logic                  loaded_o,
    output logic                  mem_valid_o,
    output logic                  mem_we_o,
    output logic [AddrWidth-1:0]  mem_addr_o,
    output logic [MemWidth-1:0]   mem_wdata_o
);

  import "DPI-C" function void context_handler_stim_open(
      input int unsigned slots, input int unsigned max_warps, input int unsigned ctas,
      input int unsigned head_width, input int unsigned stack_width, input int unsigned mem_width,
      input int unsigned granule, input int unsigned mem_words, input int unsigned reads);
  import "DPI-C" function void context_handler_stim_access(
      input bit we, input int unsigned addr, input bit [2047:0] wdata);
  import "DPI-C" function void context_handler_stim_stack(input int unsigned slot,
                                                          input bit [2559:0] data);
  import "DPI-C" function void context_handler_stim_did(
      input bit stored, input bit saved, input int unsigned saved_cta);
  import "DPI-C" function void context_handler_stim(
      input bit save_ready, input bit stack_rd_en, input int unsigned stack_rd_slot,
      input bit taken, input bit load_ready, input bit loaded, output bit rst_n,
      output int unsigned warps, output int unsigned words, output bit store_valid,
      output int unsigned store_cta, output bit [255:0] store_head, output bit save_en,
      output int unsigned save_cta, output int unsigned save_base, output bit [255:0] save_head,
      output bit [2559:0] stack_rd_data, output bit load_en, output int unsigned load_cta,
      output int unsigned load_base, output bit load_new, output bit mem_ready,
      output bit rsp_valid, output bit [2047:0] rsp_data);

  logic                  rst_ni, store_valid_i, save_en_i, load_en_i, load_new_i, mem_ready_i;
  logic                  rsp_valid_i;
  logic [SizeWidth-1:0]  warps_i;
  logic [AddrWidth-1:0]  words_i;
  logic [CtaWidth-1:0]   store_cta_i, save_cta_i, load_cta_i;
  logic [HeadWidth-1:0]  store_head_i, save_head_i;
  logic [SlotWidth-1:0]  save_base_i, load_base_i;
  logic [StackWidth-1:0] stack_rd_data_i;
  logic [MemWidth-1:0]   rsp_data_i;

  hd_context_handler #(
      .Slots(Slots), .MaxWarps(MaxWarps), .Ctas(Ctas), .HeadWidth(HeadWidth),
      .StackWidth(StackWidth), .MemWidth(MemWidth), .Granule(Granule), .MemWords(MemWords),
      .Reads(Reads)
  ) dut (.*);

  initial
    context_handler_stim_open(Slots, MaxWarps, Ctas, HeadWidth, StackWidth, MemWidth, Granule,
                              MemWords, Reads);

  // What the block did in the last cycle.
  always @(posedge clk_i) begin
    if (mem_valid_o && mem_ready_i)
      context_handler_stim_access(mem_we_o, 32'(mem_addr_o), 2048'(mem_wdata_o));
    if (stack_wr_en_o) context_handler_stim_stack(32'(stack_wr_slot_o), 2560'(stack_wr_data_o));
    context_handler_stim_did(store_valid_i & store_ready_o, saved_valid_o, 32'(saved_cta_o));
  end

  // What it is offered in this one.
  bit            rst_n, store_valid, save_en, load_en, load_new, mem_ready, rsp_valid;
  int unsigned   warps, words, store_cta, save_cta, save_base, load_cta, load_base;
  bit [255:0]    store_head, save_head;
  bit [2559:0]   stack_rd_data;
  bit [2047:0]   rsp_data;
  always @(negedge clk_i) begin
    context_handler_stim(save_ready_o, stack_rd_en_o, 32'(stack_rd_slot_o), taken_o, load_ready_o,
                         loaded_o, rst_n, warps, words, store_valid, store_cta, store_head, save_en,
                         save_cta, save_base, save_head, stack_rd_data, load_en, load_cta,
                         load_base, load_new, mem_ready, rsp_valid, rsp_data);
    rst_ni          = rst_n;
    warps_i         = SizeWidth'(warps);
    words_i         = AddrWidth'(words);
    store_valid_i   = store_valid;
    store_cta_i     = CtaWidth'(store_cta);
    store_head_i    = HeadWidth'(store_head);
    save_en_i       = save_en;
    save_cta_i      = CtaWidth'(save_cta);
    save_base_i     = SlotWidth'(save_base);
    save_head_i     = HeadWidth'(save_head);
    stack_rd_data_i = StackWidth'(stack_rd_data);
    load_en_i       = load_en;
    load_cta_i      = CtaWidth'(load_cta);
    load_base_i     = SlotWidth'(load_base);
    load_new_i      = load_new;
    mem_ready_i     = mem_ready;
    rsp_valid_i     = rsp_valid;
    rsp_data_i      = MemWidth'(rsp_data);
  end
endmodule
