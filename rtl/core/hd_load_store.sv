// SPDX-License-Identifier: Apache-2.0
//
// Load/store: does a warp's access to memory, wherever it goes. Lanes with a shared address go to
// the shared memory, all others by way of the coalescer to the banks of the cache; words that come
// back are written into the register file, in whatever order they come.
//
// Behaviour
// - An access that is taken gets the lowest free entry of the access table, and the front register.
//   From there its lanes are handed on, both ways at once, each way until it is taken.
// - AccessQueue above 0: while the front register has another one, it waits for it in a queue. What
//   an access needs of the state at taking (its entry, the sides of its threads) it gets then.
// - Requests and answers name the entry alone: all that is needed of the access for an answer, or
//   for an atomic at memory, is in the table.
// - A thread's reservation outlives it in the tables, where it lies by name. So the side to which
//   the thread's last lr went is kept here, until its sc or until its warp begins; an sc without it
//   enables no byte, and fails.
// - One answer is dealt with in a cycle: its lanes are written if the access is one that writes a
//   register, and taken off the outstanding ones; with the last ones the access ends.
// - MemQueue above 0: requests that memory has not accepted wait in a queue behind the cache.
// - CacheBanks above 1: the cache's answer is of several banks, but of one access: the first bank
//   that has one, by turns, and all others that answer the same access. Each lane gets its word
//   from the line of its own bank.
//
// Corner cases
// - The next access may be taken in the cycle in which the last lanes are handed on. An entry that
//   is freed in a cycle is free from the next one on.
// - AccessQueue above 0: it may be taken while an entry is free and the queue has a place, whatever
//   becomes of the one in front. A place that is left in a cycle is free from the next one on. Who
//   is taken while others wait goes behind them, though the front register is open.
// - Answers from both sides take turns. An answer that waits alone for the register file is put off
//   if an answer of the other side comes meanwhile, whose turn it is: the words offered to be
//   written change. (Not so with LaneSlots or CacheBanks above 1: below.)
// - If the end is not taken the write does not wait for it: the same words are written again.
// - LaneSlots above 1: owners are parts of warps, and the register file takes several cycles for a
//   result. Then an answer that waits has the next turn, so that the words stay; and when they are
//   written, and the end is not taken, the end waits alone: they are not written again.
// - CacheBanks above 1: so it is then, and of the cache's answer the same banks stay. A bank that
//   answers the same access meanwhile does not join them: it comes later.
// - Banks answer different accesses: one after the other. The bank behind the first one of an
//   answer is asked first for the next one, whichever other banks were in it.
//
// Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: Figure 3, Table I. Fung, Sham, Yuan,
// Aamodt, Dynamic Warp Formation, TACO 6(2), 2009: section 2.2; Table I, section 6.5 (banks).

module hd_load_store #(
    // Threads of a warp. An address, a word, and a choice of the line's words each.
    parameter int Lanes       = 32,
    // Warps that own registers and local memory.
    parameter int Warps       = 48,
    // Warp slots: bits that go along.
    parameter int Slots       = 48,
    // Accesses under way: Lanes + 1 flip-flops each, the rest is memory.
    parameter int Accesses    = 32,
    // Accesses that wait behind the one in front. Each costs the bits of the front register, as
    // memory; from the first on there is a multiplexer before the front register. Above 0
    // acc_ready_o is state only.
    parameter int AccessQueue = 0,
    // 1: the thread in each lane is of a warp of its own.
    parameter int Own         = 0,
    // With Own: places of a warp in one home lane. 1: a place is a lane. The memory of sides is
    // read and written for so many threads of a lane in a cycle.
    parameter int LaneSlots   = 1,
    // Bits of a register's name.
    parameter int RegWidth    = 6,
    // Of the cache: bytes of a line; sets, and lines of a set; requests that wait for memory, and
    // loads that wait for one of them.
    parameter int LineBytes   = 128,
    parameter int Sets        = 32,
    parameter int Ways        = 4,
    parameter int Mshrs       = 64,
    parameter int Merges      = 4,
    // Banks of the cache: lines served, and answers, in a cycle. Each costs a request's line in the
    // coalescer, a cache's control (sets and MSHRs are of all banks), and for each lane a choice of
    // a line's words. Above 1 an answer that waits keeps the turn.
    parameter int CacheBanks  = 1,
    // Of shared memory: banks; words; bits of a context's row; words that can be reserved at once,
    // and refusals after which a reservation goes to another thread.
    parameter int Banks       = 32,
    parameter int SharedWords = 12288,
    parameter int RowBits     = 512,
    parameter int Holds       = 32,
    parameter int Patience    = 255,
    // Of the cache: 1: stores stay there. 2: they are answered at once.
    parameter int WriteBack   = 0,
    // Requests to memory that wait behind the cache. Each costs its line's data, twice, and bytes,
    // as memory. Above 0 acc_ready_o does not depend on mem_ready_i.
    parameter int MemQueue    = 0,
    localparam int Rows        = Own != 0 ? Lanes : 1,
    localparam int WarpWidth   = $clog2(Warps),
    localparam int PartWidth   = WarpWidth + $clog2(LaneSlots),
    localparam int SlotWidth   = $clog2(Slots),
    localparam int AddrWidth   = $clog2(SharedWords),
    localparam int PlaceWidth  = $clog2(SharedWords / (RowBits / 32)),
    localparam int OffsetWidth = $clog2(LineBytes),
    localparam int WordWidth   = OffsetWidth > 3 ? OffsetWidth - 2 : 1,
    localparam int LineWidth   = 32 - OffsetWidth,
    localparam int IdWidth     = Mshrs > 1 ? $clog2(Mshrs) : 1,
    localparam int EntryWidth  = Accesses > 1 ? $clog2(Accesses) : 1
) (
    // Clock; synchronous reset, active low.
    input  logic                       clk_i,
    input  logic                       rst_ni,

    // Kernels
    // The cache forgets its lines: another kernel begins. Only while idle_o.
    input  logic                       clear_i,
    // No access is under way. State only.
    output logic                       idle_o,
    // The cache writes back what stores have left there. Only while idle_o. With WriteBack above 0.
    input  logic                       flush_i,
    // Memory has all of that. State only.
    output logic                       clean_o,
    // Where local memory lies in global memory: a multiple of a line. Stays during a kernel.
    input  logic [31:0]                local_i,

    // A warp's access; lane l is [l*W +: W], and so is row r: with Own a lane, else there is one
    // An access is offered.
    input  logic                       acc_valid_i,
    // It would be taken. Depends on wr_ready_i, end_ready_i and mem_ready_i; with AccessQueue above
    // 0 state only.
    output logic                       acc_ready_o,
    // The instruction: which load, store or atomic, of which size.
    input  logic [31:0]                acc_word_i,
    // The lanes that access, at least one.
    input  logic [Lanes-1:0]           acc_mask_i,
    // Their byte addresses, and operands (rs2).
    input  logic [Lanes*32-1:0]        acc_addr_i,
    input  logic [Lanes*32-1:0]        acc_data_i,
    // Of compare-and-swap: what they expect in memory (rd).
    input  logic [Lanes*32-1:0]        acc_expect_i,
    // The slot of the access; owner of the thread in each lane: its warp, or its part of one.
    input  logic [SlotWidth-1:0]       acc_slot_i,
    input  logic [Rows*PartWidth-1:0]  acc_warp_i,
    // First word of its block's shared memory.
    input  logic [Rows*AddrWidth-1:0]  acc_base_i,
    // It writes a register; which one.
    input  logic                       acc_rd_use_i,
    input  logic [RegWidth-1:0]        acc_rd_i,
    // Goes along.
    input  logic [31:0]                acc_pc_i,

    // A warp begins
    // Its threads have reserved nothing.
    input  logic                       begin_en_i,
    input  logic [WarpWidth-1:0]       begin_warp_i,

    // Register file; outputs are state only, and meaningful while wr_valid_o
    // Words are to be written.
    output logic                       wr_valid_o,
    // They are.
    input  logic                       wr_ready_i,
    // In which lanes, and what, extended as the load says.
    output logic [Lanes-1:0]           wr_mask_o,
    output logic [Lanes*32-1:0]        wr_data_o,
    // Which register, of which warp.
    output logic [RegWidth-1:0]        wr_rd_o,
    output logic [Rows*PartWidth-1:0]  wr_warp_o,

    // Ends; meaningful while end_valid_o
    // This cycle's answer is the access's last. Depends on wr_ready_i.
    output logic                       end_valid_o,
    // Taken.
    input  logic                       end_ready_i,
    // As they came; the mask is all lanes of the access. State only.
    output logic [SlotWidth-1:0]       end_slot_o,
    output logic [Rows*PartWidth-1:0]  end_warp_o,
    output logic [Lanes-1:0]           end_mask_o,
    output logic                       end_rd_use_o,
    output logic [RegWidth-1:0]        end_rd_o,
    output logic [31:0]                end_pc_o,

    // Contexts, as at the shared memory
    input  logic                       ctx_valid_i,
    input  logic                       ctx_we_i,
    input  logic [PlaceWidth-1:0]      ctx_row_i,
    input  logic [RowBits-1:0]         ctx_wdata_i,
    // Depends on wr_ready_i and end_ready_i.
    output logic                       ctx_ready_o,
    output logic                       ctx_rsp_valid_o,
    output logic [RowBits-1:0]         ctx_rsp_data_o,

    // Memory, as at the L1 cache; all outputs are state only
    output logic                       mem_valid_o,
    input  logic                       mem_ready_i,
    output logic [1:0]                 mem_kind_o,
    output logic [IdWidth-1:0]         mem_id_o,
    output logic [LineWidth-1:0]       mem_line_o,
    output logic [LineBytes*8-1:0]     mem_data_o,
    output logic [LineBytes-1:0]       mem_be_o,
    // An atomic's operation: 0 swap, 1 add, 2 xor, 3 and, 4 or, 5 min, 6 max, 7 minu, 8 maxu, 9 lr,
    // 10 sc, 11 compare-and-swap, 12 float add.
    output logic [3:0]                 mem_op_o,
    // What compare-and-swap expects, in its place in the line.
    output logic [LineBytes*8-1:0]     mem_expect_o,
    // Lanes that the line is for; lane l's word of it is [l*WordWidth +: WordWidth].
    output logic [Lanes-1:0]           mem_lanes_o,
    output logic [Lanes*WordWidth-1:0] mem_word_o,
    // Owner of the thread in each lane: lr and sc want to know.
    output logic [Rows*PartWidth-1:0]  mem_owner_o,
    input  logic                       fill_valid_i,
    output logic                       fill_ready_o,
    input  logic [IdWidth-1:0]         fill_id_i,
    input  logic [LineBytes*8-1:0]     fill_data_i,

    // Status
    // Of the cache, as there, by bank.
    output logic [CacheBanks*3-1:0]    outcome_o,
    output logic [CacheBanks*2-1:0]    blocked_o,
    output logic [CacheBanks-1:0]      back_o,
    // Shared memory serves a warp's access, and not all that is left of it. Depends on wr_ready_i
    // and end_ready_i.
    output logic                       conflict_o,
    // Entries in use. State only.
    output logic [Accesses-1:0]        under_way_o,
    // The entry to which wr_* and end_* belong; meaningful with one of them. State only.
    output logic [EntryWidth-1:0]      entry_o
);

`ifndef SYNTHESIS
  initial begin
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_load_store: Lanes must be 1 to 64");
    if (Warps < 2 || Warps > 512) $fatal(1, "hd_load_store: Warps must be 2 to 512");
    if (Slots < 2 || Slots > 64) $fatal(1, "hd_load_store: Slots must be 2 to 64");
    if (Accesses < 1 || Accesses > 64) $fatal(1, "hd_load_store: Accesses must be 1 to 64");
    if (AccessQueue < 0 || AccessQueue > 64)
      $fatal(1, "hd_load_store: AccessQueue must be 0 to 64");
    if (MemQueue < 0 || MemQueue > 64)
      $fatal(1, "hd_load_store: MemQueue must be 0 to 64");
    if (Own != 0 && Own != 1) $fatal(1, "hd_load_store: Own must be 0 or 1");
    if (LaneSlots < 1 || LaneSlots > Lanes || LaneSlots != 1 << $clog2(LaneSlots))
      $fatal(1, "hd_load_store: LaneSlots must be a power of two, at most Lanes");
    if (LaneSlots > 1 && Lanes != 1 << $clog2(Lanes))
      $fatal(1, "hd_load_store: with LaneSlots above 1 Lanes must be a power of two");
    if (LaneSlots > 1 && Own == 0) $fatal(1, "hd_load_store: LaneSlots above 1 needs Own = 1");
    if (RegWidth < 1 || RegWidth > 16) $fatal(1, "hd_load_store: RegWidth must be 1 to 16");
  end
`endif

  // A thread's name: {its warp, its lane there}, which is {its part, its home lane}.
  localparam int Homes       = Lanes / LaneSlots;
  localparam int HomeBits    = $clog2(Homes);
  localparam int ThreadWidth = PartWidth + HomeBits;

  // What goes along with a line: {where each lane's word is, lanes, entry}.
  localparam int RiderWidth = Lanes * WordWidth + Lanes + EntryWidth;

  // An answer that has been offered and not dealt with stays, and is written once: the register
  // file takes several cycles for it, or another bank's answer would join it.
  localparam logic Stays = LaneSlots > 1 || CacheBanks > 1;

  // Spaces: the upper three bits of an address. All others are global.
  localparam logic [2:0] Shared = 3'b010;
  localparam logic [2:0] Local  = 3'b011;

  // Where a thread has a reservation of its own.
  localparam logic [1:0] NoSide     = 2'd0;
  localparam logic [1:0] LineSide   = 2'd2;
  localparam logic [1:0] SharedSide = 2'd3;

  // Kinds of access.
  localparam logic [1:0] Load   = 2'd0;
  localparam logic [1:0] Store  = 2'd1;
  localparam logic [1:0] Atomic = 2'd2;

  ///////////
  // State //
  ///////////

  // The front register: lanes of an access that are not handed on yet, for the shared memory and
  // for the coalescer. Meaningful while there are any: instruction and entry; of these lanes
  // address, operand, expected word, whether the thread has a reservation of its own on this side,
  // warp, and first word of the block's shared memory.
  logic [Lanes-1:0]          front_shared_q, front_line_q;
  logic [31:0]               front_word_q;
  logic [EntryWidth-1:0]     front_entry_q;
  (* mem2reg *) // flip-flops
  logic [31:0]               front_addr_q [Lanes];
  (* mem2reg *) // flip-flops
  logic [31:0]               front_data_q [Lanes];
  (* mem2reg *) // flip-flops
  logic [31:0]               front_expect_q [Lanes];
  logic [Lanes-1:0]          front_own_q;
  logic [Rows*PartWidth-1:0] front_warp_q;
  logic [Rows*AddrWidth-1:0] front_base_q;

  // The access table: entries used. Meaningful while used: lanes outstanding; instruction, all its
  // lanes, slot, warps, register, place in the program, lowest two bits of each lane's address.
  logic [Accesses-1:0]       used_q, used_d;
  (* mem2reg *) // flip-flops
  logic [Lanes-1:0]          left_q [Accesses];
  logic [31:0]               word_q [Accesses];
  logic [Lanes-1:0]          mask_q [Accesses];
  logic [SlotWidth-1:0]      slot_q [Accesses];
  logic [Rows*PartWidth-1:0] warp_q [Accesses];
  logic                      rd_use_q [Accesses];
  logic [RegWidth-1:0]       rd_q [Accesses];
  logic [31:0]               pc_q [Accesses];
  logic [Lanes*2-1:0]        low_q [Accesses];

  // If answers of both sides wait, the shared memory's is next.
  logic                      shared_next_q;

  // If answers stay: the words of this cycle's answer are written; its end is not taken yet.
  logic                      written_q;

  assign under_way_o = used_q;
  assign idle_o      = used_q == '0;

  //////////////////////
  // What a word says //
  //////////////////////

  // By the opcode: LOAD, LOAD-FP; STORE, STORE-FP; AMO, and custom-0, of which the float add alone
  // comes here.
  function automatic logic [1:0] kind(input logic [6:0] opcode);
    case (opcode)
      7'b0100011, 7'b0100111: kind = Store;
      7'b0101111, 7'b0001011: kind = Atomic;
      default:                kind = Load;
    endcase
  endfunction

  // By the upper five bits of an atomic: swap, add, xor ... of memory are not numbered as in the
  // language. The float add has the upper bits of an add.
  function automatic logic [3:0] operation(input logic [4:0] func5, input logic [6:0] opcode);
    case (func5)
      5'b00001: operation = 4'd0;  // amoswap
      5'b00000: operation = opcode == 7'b0101111 ? 4'd1 : 4'd12; // amoadd, hd.amofadd
      5'b00100: operation = 4'd2;  // amoxor
      5'b01100: operation = 4'd3;  // amoand
      5'b01000: operation = 4'd4;  // amoor
      5'b10000: operation = 4'd5;  // amomin
      5'b10100: operation = 4'd6;  // amomax
      5'b11000: operation = 4'd7;  // amominu
      5'b11100: operation = 4'd8;  // amomaxu
      5'b00010: operation = 4'd9;  // lr
      5'b00101: operation = 4'd11; // amocas
      default:  operation = 4'd10; // sc
    endcase
  endfunction

  // The bytes of a word that an access touches, by its size and the lowest bits of the address. An
  // atomic's size is the word, whether its function says 2 or 3.
  function automatic logic [3:0] bytes(input logic [1:0] size, input logic [1:0] low);
    case (size)
      2'd0:    bytes = 4'b0001 << low;
      2'd1:    bytes = 4'b0011 << low;
      default: bytes = 4'b1111;
    endcase
  endfunction

  // What a load makes of a word, by its function (the third bit: unsigned) and the lowest bits of
  // the address. An atomic's function is a word load's, or none of a load's: a word.
  function automatic logic [31:0] extended(input logic [2:0] func, input logic [1:0] low,
                                           input logic [31:0] word);
    logic [15:0] from; // the byte at the address and the next

    from = 16'(word >> {low, 3'd0});
    case (func[1:0])
      2'd0:    extended = {{24{from[7] && !func[2]}}, from[7:0]};
      2'd1:    extended = {{16{from[15] && !func[2]}}, from[15:0]};
      default: extended = word;
    endcase
  endfunction

  // By opcode and the upper four bits; the next one tells sc from lr.
  function automatic logic is_reserving(input logic [3:0] func4, input logic [6:0] opcode);
    is_reserving = opcode == 7'b0101111 && func4 == 4'b0001;
  endfunction

  ////////////
  // Taking //
  ////////////

  // The lanes in front that are taken by the one side and by the other; nothing is left then.
  logic shared_valid, shared_ready, line_valid, line_ready, front_done;

  assign shared_valid = front_shared_q != '0;
  assign line_valid   = front_line_q != '0;
  assign front_done   = (!shared_valid || shared_ready) && (!line_valid || line_ready);

  // The entry for the next access.
  logic                  free;
  logic [EntryWidth-1:0] free_entry;

  hd_lowest #(
      .Width(Accesses)
  ) u_free (
      .mask_i (~used_q),
      .valid_o(free),
      .index_o(free_entry)
  );

  logic takes;

  assign takes = acc_valid_i && acc_ready_o;

  // Where its lanes go, and the lowest bits of their addresses; which have a reservation there.
  logic [Lanes-1:0]   to_shared, own;
  logic [Lanes*2-1:0] low;

  // lr or sc: the side is another one behind it.
  logic reserving, takes_lr, takes_sc;

  assign reserving = is_reserving(acc_word_i[31:28], acc_word_i[6:0]);
  assign takes_lr  = takes && reserving && !acc_word_i[27];
  assign takes_sc  = takes && reserving && acc_word_i[27];

  // Lane by lane of its home lane: the thread at place p is there, and its side is that of its
  // address. Of place p at [p*LaneSlots +: LaneSlots].
  logic [Lanes*LaneSlots-1:0] owns;

  for (genvar l = 0; l < Lanes; l++) begin : gen_take
    // The side on which the thread of each warp in this lane has a reservation of its own.
    logic [1:0] side_q [Warps];

    // Its thread may be at any place of its home lane, of a different warp at each of them. At
    // place k * Homes + l % Homes: the thread is this lane's; its warp; the side of its address.
    logic [LaneSlots-1:0]           here;
    logic [LaneSlots*WarpWidth-1:0] warp;
    logic [LaneSlots*2-1:0]         side;

    for (genvar k = 0; k < LaneSlots; k++) begin : gen_place
      localparam int P   = k * Homes + l % Homes;
      localparam int Row = Own != 0 ? P : 0;
      logic [PartWidth-1:0] part;
      logic [WarpWidth-1:0] of; // its warp
      logic [1:0]           to; // the side of the address

      assign part    = acc_warp_i[Row*PartWidth +: PartWidth];
      assign of      = WarpWidth'(part >> $clog2(LaneSlots));
      assign to      = to_shared[P] ? SharedSide : LineSide;
      assign here[k] = (32'(part) & (LaneSlots - 1)) == l / Homes;
      assign warp[k*WarpWidth +: WarpWidth] = of;
      assign side[k*2 +: 2]                 = to;
      assign owns[P*LaneSlots + l / Homes]  = here[k] && side_q[of] == to;
    end

    // Neighbours promise that the warp that begins is none of the access.
    always_ff @(posedge clk_i) begin
      if (rst_ni) begin
        for (int k = 0; k < LaneSlots; k++) begin
          if (takes_lr && here[k] && acc_mask_i[k*Homes + l % Homes])
            side_q[warp[k*WarpWidth +: WarpWidth]] <= side[k*2 +: 2];
          if (takes_sc && here[k] && acc_mask_i[k*Homes + l % Homes])
            side_q[warp[k*WarpWidth +: WarpWidth]] <= NoSide;
        end
        if (begin_en_i) side_q[begin_warp_i] <= NoSide;
      end
    end

    assign to_shared[l]  = acc_addr_i[l*32+29 +: 3] == Shared;
    assign low[l*2 +: 2] = acc_addr_i[l*32 +: 2];
    assign own[l]        = |owns[l*LaneSlots +: LaneSlots];

  end

  always_ff @(posedge clk_i) begin
    if (takes) begin
      word_q[free_entry]   <= acc_word_i;
      mask_q[free_entry]   <= acc_mask_i;
      slot_q[free_entry]   <= acc_slot_i;
      warp_q[free_entry]   <= acc_warp_i;
      rd_use_q[free_entry] <= acc_rd_use_i;
      rd_q[free_entry]     <= acc_rd_i;
      pc_q[free_entry]     <= acc_pc_i;
      low_q[free_entry]    <= low;
    end
  end

  ///////////
  // Queue //
  ///////////

  // An access comes to the front; its fields, as in the front register.
  logic                      enters;
  logic [Lanes-1:0]          next_shared, next_line, next_own;
  logic [31:0]               next_word;
  logic [EntryWidth-1:0]     next_entry;
  logic [Lanes*32-1:0]       next_addr, next_data, next_expect;
  logic [Rows*PartWidth-1:0] next_warp;
  logic [Rows*AddrWidth-1:0] next_base;

  if (AccessQueue > 0) begin : gen_queue
    localparam int QueueWidth = AccessQueue > 1 ? $clog2(AccessQueue) : 1;
    localparam int CountWidth = $clog2(AccessQueue + 1);

    localparam logic [QueueWidth-1:0] LastPlace = QueueWidth'(AccessQueue - 1);

    // The place of the first access that waits; how many wait. The others are in the places behind
    // it, round the end.
    logic [QueueWidth-1:0]     queue_first_q;
    logic [CountWidth-1:0]     queued_q;
    // In places where an access waits: the fields of the front register, those of a lane below.
    logic [31:0]               queue_word_q [AccessQueue];
    logic [EntryWidth-1:0]     queue_entry_q [AccessQueue];
    logic [Lanes-1:0]          queue_shared_q [AccessQueue];
    logic [Lanes-1:0]          queue_line_q [AccessQueue];
    logic [Lanes-1:0]          queue_own_q [AccessQueue];
    logic [Rows*PartWidth-1:0] queue_warp_q [AccessQueue];
    logic [Rows*AddrWidth-1:0] queue_base_q [AccessQueue];

    // Some access waits; the first of them comes to the front; the one that is taken has to wait,
    // at this place.
    logic                  waits, moves, puts;
    logic [QueueWidth-1:0] last;
    logic [CountWidth:0]   beyond; // as if the places did not end

    // Whether the front register is open is not asked: that hangs on all that follow.
    assign acc_ready_o = free && queued_q != CountWidth'(AccessQueue);

    // Who waits goes first. No access is taken past it, and the front register is never left open.
    assign waits  = queued_q != '0;
    assign moves  = waits && front_done;
    assign puts   = takes && (waits || !front_done);
    assign enters = front_done && (waits || takes);
    assign beyond = (CountWidth+1)'(queue_first_q) + (CountWidth+1)'(queued_q);
    assign last   = QueueWidth'(beyond < (CountWidth+1)'(AccessQueue)
                                ? beyond : beyond - (CountWidth+1)'(AccessQueue));

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        queue_first_q <= '0;
        queued_q      <= '0;
      end else begin
        if (moves)
          queue_first_q <= queue_first_q == LastPlace ? '0 : queue_first_q + QueueWidth'(1);
        queued_q <= queued_q + CountWidth'(puts) - CountWidth'(moves);
      end
    end

    always_ff @(posedge clk_i) begin
      if (puts) begin
        queue_word_q[last]   <= acc_word_i;
        queue_entry_q[last]  <= free_entry;
        queue_shared_q[last] <= acc_mask_i & to_shared;
        queue_line_q[last]   <= acc_mask_i & ~to_shared;
        queue_own_q[last]    <= own & acc_mask_i;
        queue_warp_q[last]   <= acc_warp_i;
        queue_base_q[last]   <= acc_base_i;
      end
    end

    assign next_word   = waits ? queue_word_q[queue_first_q]   : acc_word_i;
    assign next_entry  = waits ? queue_entry_q[queue_first_q]  : free_entry;
    assign next_shared = waits ? queue_shared_q[queue_first_q] : acc_mask_i & to_shared;
    assign next_line   = waits ? queue_line_q[queue_first_q]   : acc_mask_i & ~to_shared;
    assign next_own    = waits ? queue_own_q[queue_first_q]    : own & acc_mask_i;
    assign next_warp   = waits ? queue_warp_q[queue_first_q]   : acc_warp_i;
    assign next_base   = waits ? queue_base_q[queue_first_q]   : acc_base_i;

    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      logic [31:0] queue_addr_q [AccessQueue];
      logic [31:0] queue_data_q [AccessQueue];
      logic [31:0] queue_expect_q [AccessQueue];

      always_ff @(posedge clk_i) begin
        if (puts) begin
          queue_addr_q[last]   <= acc_addr_i[l*32 +: 32];
          queue_data_q[last]   <= acc_data_i[l*32 +: 32];
          queue_expect_q[last] <= acc_expect_i[l*32 +: 32];
        end
      end

      assign next_addr[l*32 +: 32] =
          waits ? queue_addr_q[queue_first_q] : acc_addr_i[l*32 +: 32];
      assign next_data[l*32 +: 32] =
          waits ? queue_data_q[queue_first_q] : acc_data_i[l*32 +: 32];
      assign next_expect[l*32 +: 32] =
          waits ? queue_expect_q[queue_first_q] : acc_expect_i[l*32 +: 32];
    end
  end else begin : gen_no_queue
    assign acc_ready_o = front_done && free;
    assign enters      = takes;
    assign next_word   = acc_word_i;
    assign next_entry  = free_entry;
    assign next_shared = acc_mask_i & to_shared;
    assign next_line   = acc_mask_i & ~to_shared;
    assign next_own    = own & acc_mask_i;
    assign next_warp   = acc_warp_i;
    assign next_base   = acc_base_i;
    assign next_addr   = acc_addr_i;
    assign next_data   = acc_data_i;
    assign next_expect = acc_expect_i;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      front_shared_q <= '0;
      front_line_q   <= '0;
    end else if (enters) begin
      front_shared_q <= next_shared;
      front_line_q   <= next_line;
    end else begin
      if (shared_ready) front_shared_q <= '0;
      if (line_ready)   front_line_q   <= '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (enters) begin
      front_word_q  <= next_word;
      front_entry_q <= next_entry;
      front_own_q   <= next_own;
      front_warp_q  <= next_warp;
      front_base_q  <= next_base;
    end
  end

  ////////////////
  // Handing on //
  ////////////////

  logic [1:0]                   front_kind;
  logic [Lanes*AddrWidth-1:0]   shared_addr; // word in the shared memory
  logic [Lanes*32-1:0]          line_addr;   // byte in global memory
  logic [Lanes*32-1:0]          front_data;  // in its place in the word
  logic [Lanes*32-1:0]          front_expect;
  logic [Lanes*4-1:0]           front_be;
  logic [Lanes*ThreadWidth-1:0] thread;
  logic                         unused_front; // registers' fields of the instruction

  // An sc without a reservation of its own on this side.
  logic [Lanes-1:0] fails;

  assign fails = is_reserving(front_word_q[31:28], front_word_q[6:0]) && front_word_q[27]
                 ? ~front_own_q : '0;

  assign front_kind   = kind(front_word_q[6:0]);
  assign unused_front = &{1'b0, front_word_q};

  for (genvar l = 0; l < Lanes; l++) begin : gen_front
    localparam int Row = Own != 0 ? l : 0;

    // The shifted words have names: Icarus 11 cannot shift an element of an array.
    logic [31:0]            addr, operand;
    logic [ThreadWidth-1:0] name;

    always_ff @(posedge clk_i) begin
      if (enters) begin
        front_addr_q[l]   <= next_addr[l*32 +: 32];
        front_data_q[l]   <= next_data[l*32 +: 32];
        front_expect_q[l] <= next_expect[l*32 +: 32];
      end
    end

    assign addr    = front_addr_q[l];
    assign operand = front_data_q[l];
    assign name    = (ThreadWidth'(front_warp_q[Row*PartWidth +: PartWidth]) << HomeBits)
                     | ThreadWidth'(l % Homes);

    assign shared_addr[l*AddrWidth +: AddrWidth] =
        front_base_q[Row*AddrWidth +: AddrWidth] + addr[2 +: AddrWidth];

    // Local memory lies word by word: next to a thread's word is the next thread's.
    assign line_addr[l*32 +: 32] =
        addr[31:29] == Local ? local_i + 32'({addr[28:2], name, addr[1:0]}) : addr;

    assign front_data[l*32 +: 32]   = operand << {addr[1:0], 3'd0};
    assign front_expect[l*32 +: 32] = front_expect_q[l];
    assign front_be[l*4 +: 4]       = fails[l] ? 4'b0000 : bytes(front_word_q[13:12], addr[1:0]);
    assign thread[l*ThreadWidth +: ThreadWidth] = name;
  end

  ///////////////////
  // Shared memory //
  ///////////////////

  logic                  shared_rsp_valid, shared_rsp_ready, unused_shared_last;
  logic [EntryWidth-1:0] shared_rsp_entry;
  logic [Lanes-1:0]      shared_rsp_lanes;
  logic [Lanes*32-1:0]   shared_rsp_data;

  hd_shared_memory #(
      .Lanes     (Lanes),
      .Banks     (Banks),
      .Words     (SharedWords),
      .RowBits   (RowBits),
      .OwnerWidth(ThreadWidth),
      .TagWidth  (EntryWidth),
      .Holds     (Holds),
      .Patience  (Patience)
  ) u_shared (
      .clk_i,
      .rst_ni,
      .acc_valid_i (shared_valid),
      .acc_ready_o (shared_ready),
      .acc_kind_i  (front_kind),
      .acc_op_i    (operation(front_word_q[31:27], front_word_q[6:0])),
      .acc_mask_i  (front_shared_q),
      .acc_addr_i  (shared_addr),
      .acc_data_i  (front_data),
      .acc_expect_i(front_expect),
      .acc_be_i    (front_be),
      .acc_owner_i (thread),
      .acc_tag_i   (front_entry_q),
      .rsp_valid_o (shared_rsp_valid),
      .rsp_ready_i (shared_rsp_ready),
      .rsp_tag_o   (shared_rsp_entry),
      .rsp_lanes_o (shared_rsp_lanes),
      .rsp_last_o  (unused_shared_last), // the table says it, for both sides
      .rsp_data_o  (shared_rsp_data),
      .ctx_valid_i,
      .ctx_we_i,
      .ctx_row_i,
      .ctx_wdata_i,
      .ctx_ready_o,
      .ctx_rsp_valid_o,
      .ctx_rsp_data_o
  );

  // Shared memory serves whenever it keeps an access and has room for the answer. If no lane is
  // left behind then, it is ready.
  assign conflict_o = !shared_ready && (!shared_rsp_valid || shared_rsp_ready);

  ///////////
  // Lines //
  ///////////

  // Requests, a bank each: of bank b the bit b, or W bits at [b*W +: W]. All are of one access.
  logic                              unused_req_last;
  logic [CacheBanks-1:0]             req_valid, req_ready;
  logic [1:0]                        req_kind;
  logic [EntryWidth-1:0]             req_entry;
  logic [CacheBanks*LineWidth-1:0]   req_line;
  logic [CacheBanks*Lanes-1:0]       req_lanes;
  logic [Lanes*WordWidth-1:0]        req_word;
  logic [CacheBanks*RiderWidth-1:0]  req_rider;
  logic [CacheBanks*LineBytes*8-1:0] req_data, req_expect;
  logic [CacheBanks*LineBytes-1:0]   req_be;

  hd_coalescer #(
      .Lanes    (Lanes),
      .AddrWidth(32),
      .LineBytes(LineBytes),
      .TagWidth (EntryWidth),
      .Banks    (CacheBanks)
  ) u_coalescer (
      .clk_i,
      .rst_ni,
      .acc_valid_i (line_valid),
      .acc_ready_o (line_ready),
      .acc_kind_i  (front_kind),
      .acc_mask_i  (front_line_q),
      .acc_addr_i  (line_addr),
      .acc_data_i  (front_data),
      .acc_expect_i(front_expect),
      .acc_be_i    (front_be),
      .acc_tag_i   (front_entry_q),
      .req_valid_o (req_valid),
      .req_ready_i (req_ready),
      .req_kind_o  (req_kind),
      .req_tag_o   (req_entry),
      .req_line_o  (req_line),
      .req_lanes_o (req_lanes),
      .req_word_o  (req_word),
      .req_data_o  (req_data),
      .req_expect_o(req_expect),
      .req_be_o    (req_be),
      .req_last_o  (unused_req_last)
  );

  // Where the words are is of all lanes, whichever bank serves them.
  for (genvar b = 0; b < CacheBanks; b++) begin : gen_rider
    assign req_rider[b*RiderWidth +: RiderWidth] =
        {req_word, req_lanes[b*Lanes +: Lanes], req_entry};
  end

  // Answers, a bank each.
  logic [CacheBanks-1:0]             bank_valid, bank_ready;
  logic [CacheBanks*RiderWidth-1:0]  bank_rider;
  logic [CacheBanks*LineBytes*8-1:0] bank_data;
  logic [CacheBanks*2-1:0]           unused_bank_kind; // the table has the instruction
  logic [EntryWidth-1:0]             mem_entry;
  logic                              cache_idle, cache_clean;

  // The cache's request to memory.
  logic                   out_valid, out_ready;
  logic [1:0]             out_kind;
  logic [IdWidth-1:0]     out_id;
  logic [LineWidth-1:0]   out_line;
  logic [RiderWidth-1:0]  out_rider, mem_rider;
  logic [LineBytes*8-1:0] out_data, out_expect;
  logic [LineBytes-1:0]   out_be;

  assign clean_o = cache_idle && cache_clean;

  hd_cache_banks #(
      .Banks     (CacheBanks),
      .Sets      (Sets),
      .Ways      (Ways),
      .LineBytes (LineBytes),
      .LineWidth (LineWidth),
      .Mshrs     (Mshrs),
      .Merges    (Merges),
      .RiderWidth(RiderWidth),
      .WriteBack (WriteBack)
  ) u_cache (
      .clk_i,
      .rst_ni,
      .clear_i,
      .idle_o      (cache_idle),
      .flush_i,
      .clean_o     (cache_clean),
      .req_valid_i (req_valid),
      .req_ready_o (req_ready),
      .req_kind_i  (req_kind),
      .req_line_i  (req_line),
      .req_rider_i (req_rider),
      .req_data_i  (req_data),
      .req_be_i    (req_be),
      .req_expect_i(req_expect),
      .rsp_valid_o (bank_valid),
      .rsp_ready_i (bank_ready),
      .rsp_kind_o  (unused_bank_kind),
      .rsp_rider_o (bank_rider),
      .rsp_data_o  (bank_data),
      .mem_valid_o (out_valid),
      .mem_ready_i (out_ready),
      .mem_kind_o  (out_kind),
      .mem_id_o    (out_id),
      .mem_line_o  (out_line),
      .mem_rider_o (out_rider),
      .mem_data_o  (out_data),
      .mem_be_o    (out_be),
      .mem_expect_o(out_expect),
      .fill_valid_i,
      .fill_ready_o,
      .fill_id_i,
      .fill_data_i,
      .outcome_o,
      .blocked_o,
      .back_o
  );

  // It waits for memory in the queue, or in the cache.
  if (MemQueue > 0) begin : gen_requests
    hd_request_queue #(
        .Entries   (MemQueue),
        .LineBytes (LineBytes),
        .LineWidth (LineWidth),
        .Mshrs     (Mshrs),
        .RiderWidth(RiderWidth)
    ) u_requests (
        .clk_i,
        .rst_ni,
        .req_valid_i (out_valid),
        .req_ready_o (out_ready),
        .req_kind_i  (out_kind),
        .req_id_i    (out_id),
        .req_line_i  (out_line),
        .req_rider_i (out_rider),
        .req_data_i  (out_data),
        .req_be_i    (out_be),
        .req_expect_i(out_expect),
        .mem_valid_o,
        .mem_ready_i,
        .mem_kind_o,
        .mem_id_o,
        .mem_line_o,
        .mem_rider_o (mem_rider),
        .mem_data_o,
        .mem_be_o,
        .mem_expect_o
    );
  end else begin : gen_no_requests
    assign out_ready    = mem_ready_i;
    assign mem_valid_o  = out_valid;
    assign mem_kind_o   = out_kind;
    assign mem_id_o     = out_id;
    assign mem_line_o   = out_line;
    assign mem_rider    = out_rider;
    assign mem_data_o   = out_data;
    assign mem_be_o     = out_be;
    assign mem_expect_o = out_expect;
  end

  assign {mem_word_o, mem_lanes_o, mem_entry} = mem_rider;

  // The request's access is under way, so the table still has it. A line that is written back is of
  // no access, and no lane's.
  logic [31:0] mem_word;
  logic        unused_mem; // registers' fields of the instruction

  assign mem_word    = word_q[mem_entry];
  assign unused_mem  = &{1'b0, mem_word};
  assign mem_op_o    = operation(mem_word[31:27], mem_word[6:0]);
  assign mem_owner_o = warp_q[mem_entry];

  ////////////////////////
  // The cache's answer //
  ////////////////////////

  // There is one; it is at hand, and is dealt with, or waits. It is of one entry, and of these
  // banks: the first that has an answer, from bank_q on, around; and all others that have one of
  // the same entry.
  logic                  line_rsp_valid, line_rsp_ready, line_rsp_waits;
  logic [EntryWidth-1:0] line_rsp_entry;
  logic [CacheBanks-1:0] line_rsp_banks;

  assign line_rsp_valid = bank_valid != '0;
  assign bank_ready     = line_rsp_banks & {CacheBanks{line_rsp_ready}};

  if (CacheBanks > 1) begin : gen_banks
    localparam int BankWidth = $clog2(CacheBanks);

    // The bank that is asked first; banks whose answers were offered and are not dealt with: no
    // other joins them, since their words may be written already.
    logic [BankWidth-1:0]  bank_q, first, behind;
    logic [CacheBanks-1:0] stays_q, asked;
    logic                  unused_first;

    assign asked = stays_q != '0 ? stays_q : bank_valid;

    hd_in_turn #(
        .Width(CacheBanks)
    ) u_first (
        .mask_i  (asked),
        .from_i  (bank_q),
        .valid_o (unused_first), // bank_valid says it
        .index_o (first),
        .behind_o(behind)
    );

    assign line_rsp_entry = bank_rider[32'(first)*RiderWidth +: EntryWidth];

    for (genvar b = 0; b < CacheBanks; b++) begin : gen_same
      assign line_rsp_banks[b] =
          asked[b] && bank_rider[b*RiderWidth +: EntryWidth] == line_rsp_entry;
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni)             bank_q <= '0;
      else if (line_rsp_ready) bank_q <= behind;
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) stays_q <= '0;
      else         stays_q <= line_rsp_waits ? line_rsp_banks : '0;
    end
  end else begin : gen_bank
    assign line_rsp_entry = bank_rider[0 +: EntryWidth];
    assign line_rsp_banks = 1'b1;

    logic unused_waits;
    assign unused_waits = line_rsp_waits;
  end

  // Its lanes.
  logic [Lanes-1:0] line_rsp_lanes;

  always @* begin
    line_rsp_lanes = '0;
    for (int b = 0; b < CacheBanks; b++)
      if (line_rsp_banks[b])
        line_rsp_lanes = line_rsp_lanes | bank_rider[b*RiderWidth + EntryWidth +: Lanes];
  end

  // Each lane's word: no lane is in two of the banks' answers.
  logic [Lanes*32-1:0] line_rsp_data;

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane_word
    logic [CacheBanks*32-1:0] words; // in each bank's line; 0 if the lane is not in its answer
    logic [31:0]              word;

    for (genvar b = 0; b < CacheBanks; b++) begin : gen_bank
      logic [WordWidth-1:0]   at; // which word of the line
      logic [LineBytes*8-1:0] line;
      logic                   mine;

      assign at   = bank_rider[b*RiderWidth + EntryWidth + Lanes + l*WordWidth +: WordWidth];
      assign line = bank_data[b*LineBytes*8 +: LineBytes*8];
      assign mine = CacheBanks == 1
                    || (line_rsp_banks[b] && bank_rider[b*RiderWidth + EntryWidth + l]);
      assign words[b*32 +: 32] = line[32'(at)*32 +: 32] & {32{mine}};
    end

    always @* begin
      word = '0;
      for (int b = 0; b < CacheBanks; b++) word = word | words[b*32 +: 32];
    end

    assign line_rsp_data[l*32 +: 32] = word;
  end

  /////////////
  // Answers //
  /////////////

  // Of two answers, the side goes first that did not when there were two before; the very first
  // time the shared memory. An answer that is alone goes at any time, and does not count.
  logic                  both, from_shared, rsp_valid;
  logic [EntryWidth-1:0] rsp_entry;
  logic [Lanes-1:0]      rsp_lanes;

  assign both        = shared_rsp_valid && line_rsp_valid;
  assign from_shared = shared_rsp_valid && (shared_next_q || !line_rsp_valid);
  assign rsp_valid   = shared_rsp_valid || line_rsp_valid;
  assign rsp_entry   = from_shared ? shared_rsp_entry : line_rsp_entry;
  assign entry_o     = rsp_entry;
  assign rsp_lanes   = from_shared ? shared_rsp_lanes : line_rsp_lanes;

  // The table's entry of the answer's access; lanes that are outstanding behind the answer.
  logic [31:0]        rsp_word;
  logic [Lanes*2-1:0] rsp_low;
  logic [Lanes-1:0]   left_d;
  logic               unused_rsp; // registers' fields of the instruction

  assign rsp_word   = word_q[rsp_entry];
  assign rsp_low    = low_q[rsp_entry];
  assign left_d     = left_q[rsp_entry] & ~rsp_lanes;
  assign unused_rsp = &{1'b0, rsp_word};

  // Written first, then ended: the end is told when the write is accepted, the write does not ask
  // for the end. It is dealt with when both are, as far as there is something to write, and an end.
  logic writes, written, last, deals;

  assign writes  = rd_use_q[rsp_entry] && kind(rsp_word[6:0]) != Store;
  assign written = !writes || written_q || wr_ready_i;
  assign last    = left_d == '0;
  assign deals   = rsp_valid && written && (!last || end_ready_i);

  assign shared_rsp_ready = deals && from_shared;
  assign line_rsp_ready   = deals && !from_shared;
  assign line_rsp_waits   = rsp_valid && !deals && !from_shared;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)            shared_next_q <= 1'b1;
    else if (both && deals) shared_next_q <= !from_shared;
    else if (Stays && rsp_valid && !deals) shared_next_q <= from_shared;
  end

  if (Stays) begin : gen_wrote
    always_ff @(posedge clk_i) begin
      if (!rst_ni) written_q <= 1'b0;
      else         written_q <= (written_q || (wr_valid_o && wr_ready_i)) && !deals;
    end
  end else begin : gen_not_wrote
    assign written_q = 1'b0;
  end

  // Words for the register file.
  assign wr_valid_o = rsp_valid && writes && !written_q;
  assign wr_mask_o  = rsp_lanes;
  assign wr_rd_o    = rd_q[rsp_entry];
  assign wr_warp_o  = warp_q[rsp_entry];

  for (genvar l = 0; l < Lanes; l++) begin : gen_write
    logic [31:0] word;

    assign word = from_shared ? shared_rsp_data[l*32 +: 32] : line_rsp_data[l*32 +: 32];
    assign wr_data_o[l*32 +: 32] = extended(rsp_word[14:12], rsp_low[l*2 +: 2], word);
  end

  // The end.
  logic ends;

  assign ends         = deals && last;
  assign end_valid_o  = rsp_valid && written && last;
  assign end_slot_o   = slot_q[rsp_entry];
  assign end_warp_o   = warp_q[rsp_entry];
  assign end_mask_o   = mask_q[rsp_entry];
  assign end_rd_use_o = rd_use_q[rsp_entry];
  assign end_rd_o     = rd_q[rsp_entry];
  assign end_pc_o     = pc_q[rsp_entry];

  ////////////////
  // Next state //
  ////////////////

  // The entry that is freed is used, so it is not the entry that is taken.
  always @* begin
    used_d = used_q;
    if (ends)  used_d[rsp_entry]  = 1'b0;
    if (takes) used_d[free_entry] = 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) used_q <= '0;
    else         used_q <= used_d;
  end

  for (genvar e = 0; e < Accesses; e++) begin : gen_entry
    always_ff @(posedge clk_i) begin
      if (takes && free_entry == EntryWidth'(e))
        left_q[e] <= acc_mask_i;
      else if (deals && rsp_entry == EntryWidth'(e))
        left_q[e] <= left_d;
    end
  end

endmodule
