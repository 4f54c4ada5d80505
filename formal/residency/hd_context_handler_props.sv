// SPDX-License-Identifier: Apache-2.0
//
// Properties of the context handler (docs/blocks/context_handler.md), for formal/prove.sh.
//
// Two yardsticks stand beside the design, from the ports alone: how far the save and the load have
// come (g_ranks, g_written; g_asked, g_got, g_back); and a ghost of one bit of one item (head or
// stack) of one CTA, chosen by the solver. `orig` is what it was when it was handed over, `mem_bit`
// what the memory holds where it belongs: any other bit of memory may be anything. What is proven
// of that bit holds for every one.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_context_handler_props #(
    `HD_PARAMETERS,
    localparam int H = (HeadWidth + Granule - 1) / Granule,
    localparam int S = StackWidth / Granule,
    localparam int B = MemWidth / Granule,
    localparam int SaveDepth = S + 2 * B,
    localparam int LoadDepth = S + B * (Reads + 1),
    localparam int ItemWidth = $clog2(Slots + 2),
    localparam int BitWidth = $clog2(HeadWidth > StackWidth ? HeadWidth : StackWidth) + 1
) (
    `HD_PORTS,
    // State: row r of the buffer is part r, granule g of a queue part g.
    input logic                               save_busy,
    input logic [CtaWidth-1:0]                save_cta,
    input logic [SlotWidth-1:0]               save_base,
    input logic [HeadWidth-1:0]               save_head,
    input logic [ItemWidth-1:0]               taken,
    input logic [ItemWidth-1:0]               items,
    input logic [AddrWidth-1:0]               written,
    input logic [MaxWarps*StackWidth-1:0]     row,
    input logic                               load_busy,
    input logic                               load_new,
    input logic [CtaWidth-1:0]                load_cta,
    input logic [SlotWidth-1:0]               load_base,
    input logic [AddrWidth-1:0]               asked,
    input logic [$clog2(Reads+1)-1:0]         flight,
    input logic [ItemWidth-1:0]               done,
    input logic [$clog2(SaveDepth+1)-1:0]     save_count,
    input logic [SaveDepth*Granule-1:0]       save_data,
    input logic [$clog2(LoadDepth+1)-1:0]     load_count,
    input logic [LoadDepth*Granule-1:0]       load_data,
    // What the engines ask of the port.
    input logic                               save_want,
    input logic                               load_want
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // ------------------------------------------------------------------ the kernel

  // Equation (2), for each number of warps. The largest kernel fits: so does every other.
  function automatic int context_words(input int warps);
    context_words = (H + warps * S + B - 1) / B;
  endfunction

  (* anyconst *) logic [SizeWidth-1:0] warps;
  int words;
  always @* begin
    words = 0;
    for (int w = 1; w <= MaxWarps; w++) if (32'(warps) == w) words = context_words(w);
  end
  always @* assume (warps_i == warps && 32'(warps) >= 1 && 32'(warps) <= MaxWarps);
  always @* assume (words_i == AddrWidth'(words) && words * Ctas <= MemWords);

  // ------------------------------------------------------------------ ghost: how far it has come

  logic g_save, g_load, g_new;
  logic [CtaWidth-1:0] g_save_cta, g_load_cta;
  logic [SlotWidth-1:0] g_save_base, g_load_base;
  logic [ItemWidth-1:0] g_ranks, g_back;  // stacks taken, items given back
  logic [AddrWidth:0] g_written, g_asked, g_got;  // words written, asked for, answered

  logic moves, read, save_write, saved, loaded;
  assign moves = mem_valid_o && mem_ready_i;
  assign read = moves && !mem_we_o;
  assign save_write = moves && mem_we_o && !store_ready_o;
  assign saved = save_write && 32'(g_written) == words - 1;
  assign loaded = g_new ? head_valid_o : stack_wr_en_o && g_back == ItemWidth'(warps);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      g_save <= 1'b0;
      g_load <= 1'b0;
    end else begin
      if (saved) g_save <= 1'b0;
      if (loaded) g_load <= 1'b0;
      if (save_en_i) g_save <= 1'b1;
      if (load_en_i) g_load <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    g_ranks <= g_ranks + ItemWidth'(stack_rd_en_o);
    g_written <= g_written + (AddrWidth + 1)'(save_write);
    if (save_en_i) begin
      g_save_cta <= save_cta_i;
      g_save_base <= save_base_i;
      g_ranks <= '0;
      g_written <= '0;
    end
    g_back <= g_back + ItemWidth'(head_valid_o || stack_wr_en_o);
    g_asked <= g_asked + (AddrWidth + 1)'(read);
    g_got <= g_got + (AddrWidth + 1)'(rsp_valid_i);
    if (load_en_i) begin
      g_load_cta <= load_cta_i;
      g_load_base <= load_base_i;
      g_new <= load_new_i;
      g_back <= '0;
      g_asked <= '0;
      g_got <= '0;
    end
  end

  int g_flight, g_limit, g_given, put;  // in granules: given back; put into the save queue
  always @* begin
    g_flight = g_load ? 32'(g_asked) - 32'(g_got) : 0;
    g_limit = g_new ? 1 : words;
    g_given = g_back == '0 ? 0 : H + (32'(g_back) - 1) * S;
    put = items == '0 ? 0 : H + (32'(items) - 1) * S;
  end

  // ------------------------------------------------------------------ the neighbours' promises

  function automatic logic fits(input logic [SlotWidth-1:0] base, input logic [SizeWidth-1:0] size);
    fits = 32'(base) + 32'(size) <= Slots;
  endfunction
  function automatic logic apart(input logic [SlotWidth-1:0] a, input logic [SlotWidth-1:0] b,
                                 input logic [SizeWidth-1:0] size);
    apart = 32'(a) + 32'(size) <= 32'(b) || 32'(b) + 32'(size) <= 32'(a);
  endfunction

  // 1: begin only what is ready, on slots that exist.
  always @* if (!rst_ni) assume (!save_en_i && !load_en_i);
  always @* if (on && save_en_i)
    assume (save_ready_o && fits(save_base_i, warps) && 32'(save_cta_i) < Ctas);
  always @* if (on && load_en_i)
    assume (load_ready_o && fits(load_base_i, warps) && 32'(load_cta_i) < Ctas);
  // 2: a store that is offered stays, unchanged.
  logic store_q;
  logic [CtaWidth-1:0] store_cta_q;
  logic [HeadWidth-1:0] store_head_q;
  always_ff @(posedge clk_i) begin
    store_q <= on && rst_ni && store_valid_i && !store_ready_o;
    store_cta_q <= store_cta_i;
    store_head_q <= store_head_i;
  end
  always @* if (on && store_q)
    assume (store_valid_i && store_cta_i == store_cta_q && store_head_i == store_head_q);
  always @* if (store_valid_i) assume (32'(store_cta_i) < Ctas);
  // 2: of a CTA there is one of load, save and store at once.
  always @* if (on && load_en_i) begin
    assume (!(g_save && load_cta_i == g_save_cta) && !(save_en_i && load_cta_i == save_cta_i));
    assume (!(store_valid_i && load_cta_i == store_cta_i));
  end
  always @* if (on && save_en_i) begin
    assume (!(g_load && save_cta_i == g_load_cta));
    assume (!(store_valid_i && save_cta_i == store_cta_i));
  end
  always @* if (on && store_valid_i)
    assume (!(g_load && store_cta_i == g_load_cta) && !(g_save && store_cta_i == g_save_cta));
  // The race of the page: a load may begin as early as the save of the same slots. If a word holds
  // more than a stack it waits until the last one is taken.
  always @* if (on && save_en_i) assume (!g_load || apart(save_base_i, g_load_base, warps));
  always @* if (on && load_en_i)
    assume (S >= B || ((!save_en_i || apart(save_base_i, load_base_i, warps))
                       && (!g_save || 32'(g_ranks) + 32'(taken_o) >= 32'(warps)
                           || apart(g_save_base, load_base_i, warps))));
  // 3: an answer for each read, later than it.
  always @* if (rsp_valid_i) assume (g_flight > 0);

  // ------------------------------------------------------------------ ghost of one bit

  // It is bit w_bit of item w_item, and bit w_gbit of granule w_granule of word w_word.
  (* anyconst *) logic [CtaWidth-1:0] w_cta;
  (* anyconst *) logic [ItemWidth-1:0] w_item;
  (* anyconst *) logic [BitWidth-1:0] w_bit;
  (* anyconst *) logic [AddrWidth-1:0] w_word;
  (* anyconst *) logic [4:0] w_granule;
  (* anyconst *) logic [8:0] w_gbit;
  int w_at, w_offset, w_addr;
  always @* begin
    w_at = 32'(w_word) * B + 32'(w_granule);
    w_offset = w_item == '0 ? 0 : H * Granule + (32'(w_item) - 1) * StackWidth;
    w_addr = MemWords - (32'(w_cta) + 1) * words + 32'(w_word);
  end
  always @* assume (32'(w_cta) < Ctas && w_item <= ItemWidth'(warps)
                    && 32'(w_bit) < (w_item == '0 ? HeadWidth : StackWidth)
                    && 32'(w_granule) < B && 32'(w_gbit) < Granule
                    && w_offset + 32'(w_bit) == w_at * Granule + 32'(w_gbit));

  function automatic logic head_bit(input logic [HeadWidth-1:0] data,
                                    input logic [BitWidth-1:0] number);
    head_bit = 1'b0;
    for (int b = 0; b < HeadWidth; b++) if (32'(number) == b) head_bit = data[b];
  endfunction
  function automatic logic stack_bit(input logic [StackWidth-1:0] data,
                                     input logic [BitWidth-1:0] number);
    stack_bit = 1'b0;
    for (int b = 0; b < StackWidth; b++) if (32'(number) == b) stack_bit = data[b];
  endfunction
  function automatic logic word_bit(input logic [MemWidth-1:0] data);
    word_bit = 1'b0;
    for (int b = 0; b < MemWidth; b++)
      if (32'(w_granule) * Granule + 32'(w_gbit) == b) word_bit = data[b];
  endfunction

  // w_known: the bit was handed over, and not overtaken by a new block or a new save.
  logic w_known, orig, mem_bit;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      w_known <= 1'b0;
    end else begin
      if (save_en_i && save_cta_i == w_cta) begin
        w_known <= w_item == '0;
        orig <= head_bit(save_head_i, w_bit);
      end
      if (stack_rd_en_o && g_save_cta == w_cta && g_ranks + ItemWidth'(1) == w_item) begin
        w_known <= 1'b1;
        orig <= stack_bit(stack_rd_data_i, w_bit);
      end
      if (store_ready_o && store_valid_i && store_cta_i == w_cta) begin
        w_known <= w_item == '0;
        orig <= head_bit(store_head_i, w_bit);
      end
    end
    if (moves && mem_we_o && 32'(mem_addr_o) == w_addr) mem_bit <= word_bit(mem_wdata_o);
  end

  // 3: data as last written. No write goes to a CTA's context while it is loaded.
  always @* if (rsp_valid_i && g_load_cta == w_cta && g_got == (AddrWidth + 1)'(w_word))
    assume (word_bit(rsp_data_i) == mem_bit);

  // Where the bit is now: in the buffer, in a queue. Only looked at while it is there.
  logic w_buffered, w_leaving, w_coming;
  always @* begin
    w_buffered = head_bit(save_head, w_bit);
    for (int r = 0; r < MaxWarps; r++)
      if (32'(w_item) == r + 1) w_buffered = stack_bit(row[r*StackWidth+:StackWidth], w_bit);
    w_leaving = 1'b0;
    for (int g = 0; g < SaveDepth; g++)
      for (int b = 0; b < Granule; b++)
        if (w_at - 32'(written) * B == g && 32'(w_gbit) == b) w_leaving = save_data[g*Granule+b];
    w_coming = 1'b0;
    for (int g = 0; g < LoadDepth; g++)
      for (int b = 0; b < Granule; b++)
        if (w_at - g_given == g && 32'(w_gbit) == b) w_coming = load_data[g*Granule+b];
  end
  logic w_saving, w_loading;
  assign w_saving = save_busy && save_cta == w_cta;
  assign w_loading = load_busy && load_cta == w_cta && (!load_new || w_item == '0);

  // ------------------------------------------------------------------ what may be offered

  logic read_want, write_want;
  int base, area;
  always @* begin
    read_want = g_load && 32'(g_asked) < g_limit && g_flight < Reads
                && (32'(g_asked) + 1) * B - g_given <= LoadDepth;
    write_want = g_save && (put >= (32'(g_written) + 1) * B || 32'(items) == 32'(warps) + 1);
    area = read_want ? 32'(g_load_cta) : write_want ? 32'(g_save_cta) : 32'(store_cta_i);
    base = MemWords - (area + 1) * words;
  end

  // Bits of a written word that belong to no head and no stack.
  logic pads_zero;
  int number;
  always @* begin
    pads_zero = 1'b1;
    for (int p = 0; p < MemWidth; p++) begin
      number = 32'(g_written) * MemWidth + p;
      if (write_want && mem_wdata_o[p] && ((number >= HeadWidth && number < H * Granule)
                         || number >= H * Granule + 32'(warps) * StackWidth)) pads_zero = 1'b0;
      if (!write_want && mem_wdata_o[p] && p >= HeadWidth) pads_zero = 1'b0;
    end
  end
  // In a queue, places without a granule; and of the head what fills its last granule.
  logic empty_zero;
  always @* begin
    empty_zero = 1'b1;
    for (int g = 0; g < SaveDepth; g++)
      if (g >= 32'(save_count) && save_data[g*Granule+:Granule] != '0) empty_zero = 1'b0;
    for (int g = 0; g < LoadDepth; g++)
      if (g >= 32'(load_count) && load_data[g*Granule+:Granule] != '0) empty_zero = 1'b0;
    for (int b = HeadWidth; b < H * Granule; b++)
      if (save_busy && written == '0 && items != '0 && save_data[b]) empty_zero = 1'b0;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: the design has come as far as the ports say
    progress: assert (save_busy == g_save && load_busy == g_load
        && (!g_save || (save_cta == g_save_cta && save_base == g_save_base && taken == g_ranks
                        && (AddrWidth + 1)'(written) == g_written && 32'(taken) <= 32'(warps)
                        && 32'(items) <= 32'(taken) + 1 && 32'(written) < words))
        && (!g_load || (load_cta == g_load_cta && load_base == g_load_base && load_new == g_new
                        && (AddrWidth + 1)'(asked) == g_asked && done == g_back
                        && g_got <= g_asked && 32'(asked) <= g_limit
                        && 32'(done) <= (g_new ? 0 : 32'(warps)))));
    // P: a queue holds what went in and did not come out; idle, it is empty
    counts: assert (32'(save_count) == (g_save ? put - 32'(written) * B : 0)
        && 32'(load_count) == (g_load ? 32'(g_got) * B - g_given : 0));
    // P: no queue overflows, with all that is asked for; no more than Reads are in flight
    room: assert (32'(save_count) <= SaveDepth && 32'(flight) == g_flight && g_flight <= Reads
        && 32'(load_count) + g_flight * B <= LoadDepth);
    // P: a place without a granule holds zeros, and so does the rest of the head
    empty_places: assert (empty_zero);
    // P: the watched bit is in the buffer, in the queue or in memory; and in the load queue
    watch_kept: assert (!w_known
        || ((w_saving ? items <= w_item ? w_buffered
                      : 32'(written) <= 32'(w_word) ? w_leaving : mem_bit
                      : mem_bit) == orig
            && (!w_loading || 32'(g_got) <= 32'(w_word) || g_back > w_item || w_coming == orig)));
    // P: the watched bit comes back as it went
    never_lost: assert (!(w_known && g_load_cta == w_cta)
        || ((!head_valid_o || w_item != '0 || head_bit(head_o, w_bit) == orig)
            && (!stack_wr_en_o || g_back != w_item || stack_bit(stack_wr_data_o, w_bit) == orig)));
    // P: ranks leave 0, 1, ... W-1, one a cycle from the cycle after save_en_i on
    in_order: assert (stack_rd_en_o == (g_save && 32'(g_ranks) < 32'(warps))
        && (!stack_rd_en_o || 32'(stack_rd_slot_o) == 32'(g_save_base) + 32'(g_ranks))
        && taken_o == (stack_rd_en_o && 32'(g_ranks) + 1 == 32'(warps)));
    // P: the head comes back first, then, unless the block is new, ranks 0, 1, ... W-1
    back_in_order: assert ((!head_valid_o || (g_load && g_back == '0 && !stack_wr_en_o))
        && (!stack_wr_en_o || (g_load && !g_new && g_back != '0 && 32'(g_back) <= 32'(warps)
            && 32'(stack_wr_slot_o) == 32'(g_load_base) + 32'(g_back) - 1))
        && loaded_o == (g_load && loaded));
    // P: an item comes back as soon as it is there
    back_at_once: assert (!g_load
        || ((head_valid_o || stack_wr_en_o)
            == (32'(g_got) * B - g_given >= (g_back == '0 ? H : S))));
    // P: every access is inside the context of the block that moves
    own_area: assert (!mem_valid_o
        || (32'(mem_addr_o) >= base && 32'(mem_addr_o) < base + words));
    // P: words go and come 0, 1, ... K-1, each once; a store is word 0
    word_order: assert ((!mem_valid_o || 32'(mem_addr_o)
            == base + (read_want ? 32'(g_asked) : write_want ? 32'(g_written) : 0))
        && saved_valid_o == saved && (!saved_valid_o || saved_cta_o == g_save_cta));
    // P: a word that is not full is filled up with zeros
    zeros: assert (!(mem_valid_o && mem_we_o) || pads_zero);
    // P: the port is asked for when there is something to move, read before write before store
    who_goes: assert (mem_valid_o == (read_want || write_want || store_valid_i)
        && (!mem_valid_o || mem_we_o == !read_want)
        && store_ready_o == (store_valid_i && mem_ready_i && !read_want && !write_want));
    // P: no stack comes back to a slot whose stack is not in the buffer
    not_overwritten: assert (!(stack_wr_en_o && g_save && 32'(g_ranks) < 32'(warps))
        || 32'(stack_wr_slot_o) < 32'(g_save_base) + 32'(g_ranks)
        || 32'(stack_wr_slot_o) >= 32'(g_save_base) + 32'(warps));
    // P: a save never hangs: a stack is taken, or a word wants to go, or an item finds room
    save_moves: assert (!g_save || stack_rd_en_o || save_want
        || (items <= taken && 32'(save_count) + S <= SaveDepth));
    // P: a load never hangs: a read is wanted or in flight, or an item goes back
    load_moves: assert (!g_load || load_want || g_flight > 0 || head_valid_o || stack_wr_en_o);
    // P: save and load are ready while none is under way
    readiness: assert (save_ready_o == !g_save && load_ready_o == !g_load);
    // P: a reset ends everything
    reset_clears: assert (!was_reset || (save_ready_o && load_ready_o && flight == '0
        && save_count == '0 && load_count == '0 && mem_valid_o == store_valid_i));
  end

  // What the cycle before allowed.
  logic could_q, saved_q;
  logic [ItemWidth-1:0] items_q;
  always_ff @(posedge clk_i) begin
    saved_q <= on && rst_ni && saved_valid_o;
    could_q <= g_save && items <= taken
               && 32'(save_count) + (items == '0 ? H : S) <= SaveDepth && rst_ni;
    items_q <= items;
  end
  always @* if (on && !was_reset && g_save && g_ranks != '0) begin
    // P: an item goes into the queue when it is in the buffer and there is room, one a cycle
    put_at_once: assert (items == items_q + ItemWidth'(could_q));
  end

  // ------------------------------------------------------------------ how long it takes

  // Cycles since the beginning, and whether all of them were undisturbed: no demand access, data
  // one cycle after the read, and for a save no load.
  localparam int AgeWidth = AddrWidth + 3;
  logic [AgeWidth-1:0] save_age, load_age;
  logic save_calm, load_calm, read_q;
  int longest;
  always @* longest = words > 32'(warps) ? words : 32'(warps);
  always_ff @(posedge clk_i) begin
    read_q <= on && rst_ni && read;
    save_age <= save_en_i ? AgeWidth'(1) : save_age + AgeWidth'(save_age != '1);
    load_age <= load_en_i ? AgeWidth'(1) : load_age + AgeWidth'(load_age != '1);
    save_calm <= save_en_i || (save_calm && mem_ready_i && !(mem_valid_o && !mem_we_o));
    load_calm <= load_en_i || (load_calm && mem_ready_i && rsp_valid_i == read_q);
  end
  always @* if (on && Reads > 1) begin
    // P: undisturbed, a load takes two cycles more than words or warps, three if words are longer
    load_time: assert (!(g_load && !g_new && load_calm && mem_ready_i && rsp_valid_i == read_q)
        || (loaded_o ? 32'(load_age) <= longest + 2 + 32'(B > S) && 32'(load_age) >= longest + 2
                     : 32'(load_age) < longest + 2 + 32'(B > S)));
    // P: undisturbed, a save takes two cycles more than words or warps, or one if the head fills a
    //    word: that goes out while the first stack goes into the queue
    save_time: assert (!(g_save && save_calm && mem_ready_i && !(mem_valid_o && !mem_we_o))
        || (saved_valid_o
            ? 32'(save_age) <= longest + 2 && 32'(save_age) >= longest + 2 - 32'(H == B)
            : 32'(save_age) < longest + 2));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_saved: cover (saved_valid_o && 32'(warps) == MaxWarps);
    c_loaded: cover (loaded_o && !g_new && 32'(warps) == MaxWarps);
    c_new: cover (loaded_o && g_new);
    c_return: cover (w_known && g_load_cta == w_cta && stack_wr_en_o && g_back == w_item && orig);
    c_stored_head: cover (w_known && g_load_cta == w_cta && head_valid_o && g_new && orig);
    c_swap: cover (stack_wr_en_o && g_save && g_save_base == g_load_base);
    c_flight: cover (g_flight == Reads && rsp_valid_i && !mem_ready_i);
    c_store_waits: cover (store_q && g_save && g_load && !mem_ready_i);
    c_no_room: cover (g_load && 32'(g_asked) < g_limit && g_flight < Reads && !read_want);
    c_save_full: cover (g_save && items <= taken && 32'(save_count) + S > SaveDepth);
    c_again: cover (save_en_i && saved_q);
  end
endmodule

// What follows goes to the end of the module hd_context_handler itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [MaxWarps*StackWidth-1:0] props_row;
  for (genvar r = 0; r < MaxWarps; r++) begin : gen_props
    assign props_row[r*StackWidth +: StackWidth] = row_q[r];
  end
  (* hierconn *) wire [SaveCountWidth-1:0] \u_save_queue.count_q ;
  (* hierconn *) wire [LoadCountWidth-1:0] \u_load_queue.count_q ;
  (* hierconn *) wire [SaveDepth*Granule-1:0] \u_save_queue.data_q ;
  (* hierconn *) wire [LoadDepth*Granule-1:0] \u_load_queue.data_q ;
  hd_context_handler_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .save_busy(save_busy_q), .save_cta(save_cta_q), .save_base(save_base_q),
      .save_head(save_head_q), .taken(taken_q), .items(items_q), .written(written_q),
      .row(props_row), .load_busy(load_busy_q), .load_new(load_new_q), .load_cta(load_cta_q),
      .load_base(load_base_q), .asked(asked_q), .flight(flight_q), .done(done_q),
      .save_count(\u_save_queue.count_q ), .save_data(\u_save_queue.data_q ),
      .load_count(\u_load_queue.count_q ), .load_data(\u_load_queue.data_q ), .save_want,
      .load_want
  );
`endif
