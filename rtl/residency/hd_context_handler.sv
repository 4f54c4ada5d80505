// SPDX-License-Identifier: Apache-2.0
//
// Context handler: moves the context of a block between the SIMT stacks and shared memory.
//
// Behaviour
// - Save: the stacks of a block go into a buffer, one warp a cycle, so that their slots are free
//   after as many cycles as it has warps. From there they go to memory, whenever its port is free.
// - Load: the words of a context are read, several reads ahead, and stacks go back as they come.
// - Store: the head of a new block goes to word 0 of its context. It stays there until it runs.
// - All three share one port of the shared memory, with the demand accesses of the pipeline.
// - A context is one stream of granules: the head, filled with zeros, then the stack of each warp.
//   Items (head, stacks) and words of memory are of different width; a queue of granules stands
//   between them, one for each direction.
// - Contexts lie from the top of the memory down: CTA c has the words_i words below CTA c-1's.
//
// Corner cases
// - The last word is filled up with zeros, which are dropped when it is read.
// - A load of a new block reads word 0 alone and gives back the head alone.
// - A demand access stops the port; data that was asked for is taken all the same.
// - A save and a load of the same slots may begin together: the stack of rank r is taken r+1 cycles
//   later. It comes back later than that if a word holds no more than a stack.
// - A stack goes into the queue no earlier than one cycle after it went into the buffer.
//
// Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: sections IV.A (CTA swap operation),
// IV.B, IV.C.

module hd_context_handler #(
    // Physical warps of the core.
    parameter int Slots      = 48,
    // Warps of the largest block: rows of the buffer, each StackWidth bits of memory.
    parameter int MaxWarps   = 32,
    // Blocks on the core, running or not.
    parameter int Ctas       = 32,
    // Bits of the head: the first virtual warp (N), warps (log2 W) and block identity (96) of
    // equation (1).
    parameter int HeadWidth  = 109,
    // Bits of a warp's stack: 160 * D. With MemWidth the width of both queues.
    parameter int StackWidth = 640,
    // Bits that the shared memory moves in a cycle: B of equation (2).
    parameter int MemWidth   = 512,
    // A common divisor of StackWidth and MemWidth. A larger one makes the shifters shallower.
    parameter int Granule    = 128,
    // Words of the shared memory.
    parameter int MemWords   = 768,
    // Reads in flight at once. Each costs a word in the load queue.
    parameter int Reads      = 2,
    localparam int SlotWidth = $clog2(Slots),
    localparam int SizeWidth = $clog2(Slots + 1),
    localparam int CtaWidth  = $clog2(Ctas),
    localparam int AddrWidth = $clog2(MemWords)
) (
    // Clock; synchronous reset, active low.
    input  logic                  clk_i,
    input  logic                  rst_ni,

    // Kernel; constant while a block is here
    // Warps of a block: W of equation (1), at most MaxWarps.
    input  logic [SizeWidth-1:0]  warps_i,
    // Words of a context: equation (2), in whole cycles.
    input  logic [AddrWidth-1:0]  words_i,

    // New block
    // Its head is to be written; stays until it is.
    input  logic                  store_valid_i,
    // It is being written. Depends on store_valid_i and mem_ready_i.
    output logic                  store_ready_o,
    // Which CTA, and its head.
    input  logic [CtaWidth-1:0]   store_cta_i,
    input  logic [HeadWidth-1:0]  store_head_i,

    // Swap-out
    // The buffer is empty. State only.
    output logic                  save_ready_o,
    // Take this CTA out of the slots from save_base_i on; only while save_ready_o is high.
    input  logic                  save_en_i,
    input  logic [CtaWidth-1:0]   save_cta_i,
    input  logic [SlotWidth-1:0]  save_base_i,
    input  logic [HeadWidth-1:0]  save_head_i,
    // The stack of this slot goes into the buffer in this cycle. State only.
    output logic                  stack_rd_en_o,
    output logic [SlotWidth-1:0]  stack_rd_slot_o,
    // That stack, in the same cycle.
    input  logic [StackWidth-1:0] stack_rd_data_i,
    // It is the last one of the block. State only.
    output logic                  taken_o,
    // The last word of the context is being written. Depends on mem_ready_i.
    output logic                  saved_valid_o,
    // Of this CTA. State only.
    output logic [CtaWidth-1:0]   saved_cta_o,

    // Swap-in
    // No load is under way. State only.
    output logic                  load_ready_o,
    // Bring this CTA to the slots from load_base_i on; only while load_ready_o is high.
    input  logic                  load_en_i,
    input  logic [CtaWidth-1:0]   load_cta_i,
    input  logic [SlotWidth-1:0]  load_base_i,
    // It has not run yet: only its head is there.
    input  logic                  load_new_i,
    // This stack goes to this slot. State only.
    output logic                  stack_wr_en_o,
    output logic [SlotWidth-1:0]  stack_wr_slot_o,
    output logic [StackWidth-1:0] stack_wr_data_o,
    // The head is back. State only.
    output logic                  head_valid_o,
    output logic [HeadWidth-1:0]  head_o,
    // This stack, or the head of a new block, is the last of it. State only.
    output logic                  loaded_o,

    // Shared memory
    // An access. Depends on store_valid_i, store_cta_i and store_head_i when there is no other.
    output logic                  mem_valid_o,
    // It writes, this word, this data.
    output logic                  mem_we_o,
    output logic [AddrWidth-1:0]  mem_addr_o,
    output logic [MemWidth-1:0]   mem_wdata_o,
    // There is no demand access: it is done.
    input  logic                  mem_ready_i,
    // Data of a read, in order, one cycle after it or later; always taken.
    input  logic                  rsp_valid_i,
    input  logic [MemWidth-1:0]   rsp_data_i
);

  // Granules of a head, a stack, a word; of the largest item, and of the two queues.
  localparam int H         = (HeadWidth + Granule - 1) / Granule;
  localparam int S         = StackWidth / Granule;
  localparam int B         = MemWidth / Granule;
  localparam int Item      = H > S ? H : S;
  localparam int SaveDepth = S + 2 * B;
  localparam int LoadDepth = S + B * (Reads + 1);

  localparam int ItemBits       = Item * Granule;
  localparam int ItemCountWidth = $clog2(Item + 1);
  localparam int WordCountWidth = $clog2(B + 1);
  localparam int SaveCountWidth = $clog2(SaveDepth + 1);
  localparam int LoadCountWidth = $clog2(LoadDepth + 1);
  localparam int FlightWidth    = $clog2(Reads + 1);
  localparam int RowWidth       = MaxWarps > 1 ? $clog2(MaxWarps) : 1;
  // Item 0 of a context is the head, item r+1 the stack of rank r: counts up to Slots + 1.
  localparam int ItemWidth      = $clog2(Slots + 2);

`ifndef SYNTHESIS
  initial begin
    if (Slots < 2 || Slots > 64) $fatal(1, "hd_context_handler: Slots must be 2 to 64");
    if (MaxWarps < 1 || MaxWarps > Slots)
      $fatal(1, "hd_context_handler: MaxWarps must be 1 to Slots");
    if (Ctas < 2 || Ctas > 64) $fatal(1, "hd_context_handler: Ctas must be 2 to 64");
    if (HeadWidth < 1 || HeadWidth > 256 || HeadWidth > MemWidth)
      $fatal(1, "hd_context_handler: HeadWidth must be 1 to 256, and at most MemWidth");
    if (StackWidth < 1 || StackWidth > 2560)
      $fatal(1, "hd_context_handler: StackWidth must be 1 to 2560");
    if (MemWidth > 2048) $fatal(1, "hd_context_handler: MemWidth must be at most 2048");
    if (Granule < 1 || Granule > 512 || S * Granule != StackWidth || B * Granule != MemWidth)
      $fatal(1, "hd_context_handler: Granule must be 1 to 512, and divide StackWidth and MemWidth");
    if (S > 31 || B > 31)
      $fatal(1, "hd_context_handler: StackWidth and MemWidth must be at most 31 granules each");
    if (MemWords < 2 || MemWords > 65536)
      $fatal(1, "hd_context_handler: MemWords must be 2 to 65536");
    if (Reads < 1 || Reads > 4) $fatal(1, "hd_context_handler: Reads must be 1 to 4");
  end
`endif

  ///////////
  // State //
  ///////////

  // Save: the block, ranks in the buffer, items put into the queue, words written.
  logic                  save_busy_q;
  logic [CtaWidth-1:0]   save_cta_q;
  logic [SlotWidth-1:0]  save_base_q;
  logic [HeadWidth-1:0]  save_head_q;
  logic [ItemWidth-1:0]  taken_q, items_q;
  logic [AddrWidth-1:0]  written_q;
  // The buffer: a stack for each rank.
  logic [StackWidth-1:0] row_q [MaxWarps];

  // Load: the block, words asked for, answers to come, items given back.
  logic                   load_busy_q, load_new_q;
  logic [CtaWidth-1:0]    load_cta_q;
  logic [SlotWidth-1:0]   load_base_q;
  logic [AddrWidth-1:0]   asked_q;
  logic [FlightWidth-1:0] flight_q;
  logic [ItemWidth-1:0]   done_q;

  // The front of the two queues, and how many granules they hold.
  logic [SaveCountWidth-1:0] save_count;
  logic [MemWidth-1:0]       save_word;
  logic [LoadCountWidth-1:0] load_count;
  logic [ItemBits-1:0]       load_item;

  logic [ItemWidth-1:0] warps;
  assign warps = ItemWidth'(warps_i);

  /////////////////////
  // The memory port //
  /////////////////////

  // Demand accesses go first: without mem_ready_i nothing moves. Then a load, for a block waits for
  // it; then a save, for which only that block's own return waits; then a store.
  logic load_want, save_want, load_read, save_write;

  assign load_read     = load_want & mem_ready_i;
  assign save_write    = save_want & ~load_want & mem_ready_i;
  assign store_ready_o = store_valid_i & ~save_want & ~load_want & mem_ready_i;

  assign mem_valid_o = load_want | save_want | store_valid_i;
  assign mem_we_o    = ~load_want;
  assign mem_wdata_o = save_want ? save_word : MemWidth'(store_head_i);

  // The word and the block of the context; one multiplier for all three.
  logic [CtaWidth-1:0]  cta;
  logic [AddrWidth-1:0] word, context_end;

  always @* begin
    cta  = store_cta_i;
    word = '0;
    if (load_want) begin
      cta  = load_cta_q;
      word = asked_q;
    end else if (save_want) begin
      cta  = save_cta_q;
      word = written_q;
    end
  end

  // CTA 0 ends where the memory does. All of this is modulo a power of two, and comes out right.
  assign context_end = AddrWidth'(MemWords) - AddrWidth'(cta) * words_i;
  assign mem_addr_o  = context_end - words_i + word;

  ////////////////////////////////////////////
  // Save: stacks to buffer, buffer to port //
  ////////////////////////////////////////////

  // Ranks go into the buffer, one a cycle.
  assign save_ready_o    = ~save_busy_q;
  assign stack_rd_en_o   = save_busy_q & (taken_q < warps);
  assign stack_rd_slot_o = save_base_q + SlotWidth'(taken_q);
  assign taken_o         = stack_rd_en_o & (taken_q + ItemWidth'(1) == warps);

  // Items go into the queue, one a cycle, if they are in the buffer: item 0, the head, is there
  // from the beginning, item r+1 with rank r. There is room for a stack beside two words, one that
  // is waiting and one that leaves: then the port need not stop. The head finds the queue empty.
  logic                      put, put_head;
  logic [RowWidth-1:0]       put_row;
  logic [ItemCountWidth-1:0] put_count;
  logic [ItemBits-1:0]       put_item;

  assign put       = save_busy_q & (items_q <= taken_q) & (save_count <= SaveCountWidth'(2 * B));
  assign put_head  = items_q == '0;
  assign put_row   = RowWidth'(items_q - ItemWidth'(1));
  assign put_count = !put ? '0 : put_head ? ItemCountWidth'(H) : ItemCountWidth'(S);
  assign put_item  = put_head ? ItemBits'(save_head_q) : ItemBits'(row_q[put_row]);

  // A word goes out if it is whole, or if all that comes is in the queue: then it is the last one
  // that may be short.
  logic                      save_whole, save_last;
  logic [WordCountWidth-1:0] save_leave;

  assign save_whole = save_count >= SaveCountWidth'(B);
  assign save_want  = save_busy_q & (save_whole | (items_q > warps));
  assign save_last  = written_q + AddrWidth'(1) == words_i;

  always @* begin
    save_leave = '0;
    if (save_write) save_leave = save_whole ? WordCountWidth'(B) : WordCountWidth'(save_count);
  end

  assign saved_valid_o = save_write & save_last;
  assign saved_cta_o   = save_cta_q;

  hd_granule_queue #(
      .Granule(Granule),
      .Depth(SaveDepth),
      .In(Item),
      .Out(B)
  ) u_save_queue (
      .clk_i,
      .rst_ni,
      .clear_en_i(1'b0),
      .enter_count_i(put_count),
      .enter_data_i(put_item),
      .leave_count_i(save_leave),
      .count_o(save_count),
      .data_o(save_word)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni)            save_busy_q <= 1'b0;
    else if (save_en_i)     save_busy_q <= 1'b1;
    else if (saved_valid_o) save_busy_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      save_cta_q  <= '0;
      save_base_q <= '0;
      save_head_q <= '0;
      taken_q     <= '0;
      items_q     <= '0;
      written_q   <= '0;
    end else if (save_en_i) begin
      save_cta_q  <= save_cta_i;
      save_base_q <= save_base_i;
      save_head_q <= save_head_i;
      taken_q     <= '0;
      items_q     <= '0;
      written_q   <= '0;
    end else begin
      taken_q   <= taken_q + ItemWidth'(stack_rd_en_o);
      items_q   <= items_q + ItemWidth'(put);
      written_q <= written_q + AddrWidth'(save_write);
    end
  end

  always_ff @(posedge clk_i) begin
    if (stack_rd_en_o) row_q[RowWidth'(taken_q)] <= stack_rd_data_i;
  end

  //////////////////////////////////////////
  // Load: port to queue, queue to stacks //
  //////////////////////////////////////////

  assign load_ready_o = ~load_busy_q;

  // A word is asked for if there is one left, and if it has a place beside the granules in the
  // queue and the words in flight. There is a word of room more than reads, so that the port need
  // not stop.
  logic [AddrWidth-1:0]      load_words;
  logic [LoadCountWidth-1:0] promised;

  assign load_words = load_new_q ? AddrWidth'(1) : words_i;
  assign promised   = load_count + LoadCountWidth'(flight_q) * LoadCountWidth'(B);
  assign load_want  = load_busy_q & (asked_q < load_words) & (flight_q < FlightWidth'(Reads))
                      & (promised <= LoadCountWidth'(LoadDepth - B));

  // An item goes back when it is in the queue, the head first; the queue is empty between loads.
  logic                      get, get_head, get_stack;
  logic [ItemCountWidth-1:0] get_count;
  logic [WordCountWidth-1:0] rsp_count;

  assign get_head  = (done_q == '0) & (load_count >= LoadCountWidth'(H));
  assign get_stack = (done_q != '0) & (load_count >= LoadCountWidth'(S));
  assign get       = get_head | get_stack;
  assign get_count = get_head ? ItemCountWidth'(H) : get_stack ? ItemCountWidth'(S) : '0;
  assign rsp_count = rsp_valid_i ? WordCountWidth'(B) : '0;

  assign head_valid_o    = get_head;
  assign head_o          = load_item[0 +: HeadWidth];
  assign stack_wr_en_o   = get_stack;
  assign stack_wr_slot_o = load_base_q + SlotWidth'(done_q - ItemWidth'(1));
  assign stack_wr_data_o = load_item[0 +: StackWidth];
  assign loaded_o        = load_new_q ? get_head : get_stack & (done_q == warps);

  // With the last item all words are there: nothing enters when the rest is dropped.
  hd_granule_queue #(
      .Granule(Granule),
      .Depth(LoadDepth),
      .In(B),
      .Out(Item)
  ) u_load_queue (
      .clk_i,
      .rst_ni,
      .clear_en_i(loaded_o),
      .enter_count_i(rsp_count),
      .enter_data_i(rsp_data_i),
      .leave_count_i(get_count),
      .count_o(load_count),
      .data_o(load_item)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni)        load_busy_q <= 1'b0;
    else if (load_en_i) load_busy_q <= 1'b1;
    else if (loaded_o)  load_busy_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) flight_q <= '0;
    else         flight_q <= flight_q + FlightWidth'(load_read) - FlightWidth'(rsp_valid_i);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      load_cta_q  <= '0;
      load_base_q <= '0;
      load_new_q  <= 1'b0;
      asked_q     <= '0;
      done_q      <= '0;
    end else if (load_en_i) begin
      load_cta_q  <= load_cta_i;
      load_base_q <= load_base_i;
      load_new_q  <= load_new_i;
      asked_q     <= '0;
      done_q      <= '0;
    end else begin
      asked_q <= asked_q + AddrWidth'(load_read);
      done_q  <= done_q + ItemWidth'(get);
    end
  end

endmodule
