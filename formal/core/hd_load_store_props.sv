// SPDX-License-Identifier: Apache-2.0
//
// Properties of the load/store unit with the blocks inside (docs/blocks/load_store.md), for
// formal/prove.sh.
//
// Beside the design stands a ghost, from the ports: an entry of the access table `at` and a lane
// `watch`, chosen by the solver, so that what is proven of them holds for all; the access that was
// taken into that entry, as it was offered; which of its lanes have not been dealt with; and which
// side has the turn. Where a lane is on its way is looked up in every register of the unit and of
// the blocks inside: that it is in one place, from when it is taken until it is answered, is what
// all else leans on.
//
// With AccessQueue above 0 a second entry is chosen, `other`, and it is known of its access whether
// it was taken after that of `at`: that they come to the front in this order is proven of any two.
//
// With several banks of the cache the checker finds for itself whose answers are one, and which
// bank is next. What is in the banks is looked up bank after bank: there may be two.
//
// With several places a lane the watched lane is a place; the threads of its home lane have their
// parts as names.
//
// The results of shared memory's adder do not matter here: it is left out, and its outputs are
// free. Free: hd_float_add
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_load_store_props #(
    `HD_PARAMETERS,
    localparam int Places      = SharedWords / (RowBits / 32),
    localparam int LaneWidth   = Lanes > 1 ? $clog2(Lanes) : 1,
    localparam int Homes       = Lanes / LaneSlots,
    localparam int HomeBits    = $clog2(Homes),
    localparam int Parts       = Warps * LaneSlots,
    localparam int ThreadWidth = PartWidth + HomeBits,
    localparam int RiderWidth  = Lanes * WordWidth + Lanes + EntryWidth,
    localparam int CountWidth  = $clog2(Merges + 1),
    localparam int NextWidth   = Merges > 1 ? $clog2(Merges) : 1,
    localparam int BankWidth   = CacheBanks > 1 ? $clog2(CacheBanks) : 1,
    localparam int BankMshrs   = Mshrs / CacheBanks,
    localparam int BankIdWidth = BankMshrs > 1 ? $clog2(BankMshrs) : 1,
    // An answer that is not dealt with stays as it is.
    localparam int Stays       = LaneSlots > 1 || CacheBanks > 1 ? 1 : 0,
    // Names that an entry can have: of some there may be none.
    localparam int Names       = 1 << EntryWidth,
    // Places of the queue: without one there is a place in which no access ever waits.
    localparam int Queue       = AccessQueue > 0 ? AccessQueue : 1
) (
    `HD_PORTS,
    // State: the front register; the table, entry e is [e*W +: W]; the turn
    input logic [Lanes-1:0]                 front_shared,
    input logic [Lanes-1:0]                 front_line,
    input logic [EntryWidth-1:0]            front_entry,
    input logic [31:0]                      front_word,
    input logic [Lanes*32-1:0]              front_addr,
    input logic [Lanes*32-1:0]              front_data,
    input logic [Lanes*32-1:0]              front_expect,
    input logic [Lanes-1:0]                 front_own,
    input logic [Rows*PartWidth-1:0]        front_warp,
    input logic [Rows*AddrWidth-1:0]        front_base,
    // The queue: the first place, how many wait; place p is [p*W +: W]
    input logic [31:0]                      queue_first,
    input logic [31:0]                      queued,
    input logic [Queue*Lanes-1:0]           queue_shared,
    input logic [Queue*Lanes-1:0]           queue_line,
    input logic [Queue*EntryWidth-1:0]      queue_entry,
    input logic [Queue*32-1:0]              queue_word,
    input logic [Queue*Lanes*32-1:0]        queue_addr,
    input logic [Queue*Lanes*32-1:0]        queue_data,
    input logic [Queue*Lanes*32-1:0]        queue_expect,
    input logic [Queue*Lanes-1:0]           queue_own,
    input logic [Queue*Rows*PartWidth-1:0]  queue_warp,
    input logic [Queue*Rows*AddrWidth-1:0]  queue_base,
    input logic [Accesses*Lanes-1:0]        left,
    input logic [Accesses*32-1:0]           words,
    input logic [Accesses*Lanes-1:0]        masks,
    input logic [Accesses*SlotWidth-1:0]    slots,
    input logic [Accesses*Rows*PartWidth-1:0] warps,
    input logic [Accesses-1:0]              rd_uses,
    input logic [Accesses*RegWidth-1:0]     rds,
    input logic [Accesses*32-1:0]           pcs,
    input logic [Accesses*Lanes*2-1:0]      lows,
    input logic                             shared_next,
    input logic                             wrote_words,
    // Sides: of lane l the thread of warp w is [(l*Warps+w)*2 +: 2]
    input logic [Lanes*Warps*2-1:0]         sides,
    // In the coalescer
    input logic [Lanes-1:0]                 co_left,
    input logic [EntryWidth-1:0]            co_entry,
    input logic [1:0]                       co_kind,
    input logic [Lanes*32-1:0]              co_addr,
    input logic [Lanes*32-1:0]              co_data,
    input logic [Lanes*32-1:0]              co_expect,
    input logic [Lanes*4-1:0]               co_be,
    // Of several banks: the one whose answer is looked for first; those whose answers stay
    input logic [BankWidth-1:0]             first_bank,
    input logic [CacheBanks-1:0]            staying,
    // In the cache, bank after bank: MSHRs, rider k of MSHR m is [(m*Merges+k)*RiderWidth +:
    // RiderWidth]; what is handed out; the request to memory; the answer. Then the rider of the
    // request that memory sees
    input logic [Mshrs-1:0]                 used,
    input logic [Mshrs-1:0]                 open,
    input logic [Mshrs*2-1:0]               kinds,
    input logic [Mshrs*CountWidth-1:0]      counts,
    input logic [Mshrs*LineWidth-1:0]       lines,
    input logic [Mshrs*Merges*RiderWidth-1:0] riders,
    input logic [CacheBanks-1:0]            fill_valid,
    input logic [CacheBanks*BankIdWidth-1:0] fill_id,
    input logic [CacheBanks*NextWidth-1:0]  fill_next,
    input logic [CacheBanks-1:0]            out_valid,
    input logic [CacheBanks*2-1:0]          out_kind,
    input logic [CacheBanks*BankIdWidth-1:0] out_id,
    input logic [CacheBanks*LineWidth-1:0]  out_line,
    input logic [CacheBanks*RiderWidth-1:0] out_rider,
    input logic [CacheBanks*LineBytes*8-1:0] out_expect,
    input logic [CacheBanks-1:0]            bank_valid,
    input logic [CacheBanks*RiderWidth-1:0] bank_rider,
    input logic [CacheBanks*LineBytes*8-1:0] bank_data,
    input logic [RiderWidth-1:0]            mem_rider,
    // In the shared memory
    input logic                             sh_kept,
    input logic [Lanes-1:0]                 sh_left,
    input logic [EntryWidth-1:0]            sh_entry,
    input logic [1:0]                       sh_kind,
    input logic [3:0]                       sh_op,
    input logic [Lanes*AddrWidth-1:0]       sh_addr,
    input logic [Lanes*32-1:0]              sh_data,
    input logic [Lanes*32-1:0]              sh_expect,
    input logic [Lanes*4-1:0]               sh_be,
    input logic [Lanes*ThreadWidth-1:0]     sh_owner,
    input logic                             shared_valid,
    input logic [EntryWidth-1:0]            shared_entry,
    input logic [Lanes-1:0]                 shared_lanes,
    input logic [Lanes*32-1:0]              shared_data
);

  localparam logic [1:0] Load = 2'd0;
  localparam logic [1:0] Store = 2'd1;
  localparam logic [1:0] Atomic = 2'd2;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [EntryWidth-1:0] at;
  (* anyconst *) logic [LaneWidth-1:0] watch;
  (* anyconst *) logic [EntryWidth-1:0] other;
  always @* assume (32'(at) < Accesses && 32'(watch) < Lanes && 32'(other) < Accesses);

  // ------------------------------------------------------------------ what the neighbours promise

  // Instructions: loads, stores, atomics, as there are; at aligned addresses.
  function automatic logic known(input logic [31:0] instruction);
    case (instruction[6:0])
      7'h03: known = instruction[14:12] != 3'd3 && instruction[14:12] < 3'd6;
      7'h23: known = instruction[14:12] < 3'd3;
      7'h07, 7'h27: known = instruction[14:12] == 3'd2;
      7'h2f: known = instruction[14:12] == 3'd2 && (instruction[28:27] == 2'd0
                     || instruction[31:29] == 3'd0 || instruction[31:27] == 5'd5);
      7'h0b: known = instruction[14:12] == 3'd3 && instruction[31:25] == '0;
      default: known = 1'b0;
    endcase
  endfunction

  function automatic logic fits(input logic [31:0] instruction, input logic [1:0] low);
    fits = instruction[13:12] == 2'd0 || low == 2'd0 || (instruction[13:12] == 2'd1 && !low[0]);
  endfunction

  logic aligned;
  always @* begin
    aligned = 1'b1;
    for (int l = 0; l < Lanes; l++)
      if (acc_mask_i[l] && !fits(acc_word_i, acc_addr_i[l*32+:2])) aligned = 1'b0;
  end

  // Warps that have begun; an lr or sc is of such, and of none that begins.
  function automatic logic is_lr(input logic [31:0] instruction);
    is_lr = instruction[6:0] == 7'h2f && instruction[31:27] == 5'd2;
  endfunction
  function automatic logic is_sc(input logic [31:0] instruction);
    is_sc = instruction[6:0] == 7'h2f && instruction[31:27] == 5'd3;
  endfunction

  logic [Warps-1:0] begun;
  always_ff @(posedge clk_i) begin
    if (!on) begun <= '0;
    else if (rst_ni && begin_en_i) begun[begin_warp_i] <= 1'b1;
  end

  logic begun_all;
  always @* begin
    begun_all = 1'b1;
    for (int r = 0; r < Rows; r++)
      if ((Own == 0 || acc_mask_i[r]) && (32'(acc_warp_i[r*PartWidth+:PartWidth]) >= Parts
          || !begun[32'(acc_warp_i[r*PartWidth+:PartWidth]) / LaneSlots]
          || (begin_en_i && 32'(begin_warp_i)
                            == 32'(acc_warp_i[r*PartWidth+:PartWidth]) / LaneSlots)))
        begun_all = 1'b0;
  end

  // Memory answers each request once that it has accepted.
  logic accepted, filled;
  logic [Mshrs-1:0] pending;
  assign accepted = mem_valid_o && mem_ready_i;
  assign filled = fill_valid_i && fill_ready_o;
  always_ff @(posedge clk_i) begin
    if (accepted) pending[mem_id_o] <= 1'b1;
    if (filled) pending[fill_id_i] <= 1'b0;
    if (!rst_ni) pending <= '0;
  end

  logic [31:0] local_q;
  logic busy_q;
  always_ff @(posedge clk_i) begin
    local_q <= local_i;
    busy_q <= rst_ni && (!idle_o || (acc_valid_i && acc_ready_o));
  end

  always @* if (on) begin
    assume (!acc_valid_i || (known(acc_word_i) && aligned && acc_mask_i != '0));
    assume (!acc_valid_i || begun_all || !(is_lr(acc_word_i) || is_sc(acc_word_i)));
    assume (!begin_en_i || 32'(begin_warp_i) < Warps);
    assume (!fill_valid_i || (32'(fill_id_i) < Mshrs && pending[fill_id_i]));
    assume (!clear_i || idle_o);
    assume (local_i[OffsetWidth-1:0] == '0);
    assume (!ctx_valid_i || 32'(ctx_row_i) < Places);
    assume (!busy_q || local_i == local_q);
  end

  // ------------------------------------------------------------------ the answer at hand

  // Of the two sides, as the page says; what the table says of its access.
  logic turn, any, both, of_shared, writes, last, written, deals;
  logic [EntryWidth-1:0] entry, line_entry;
  logic [Lanes-1:0] lanes, line_lanes, entry_left;
  logic [31:0] entry_word;

  // Of the cache's banks that have an answer, or of those whose answers stay: the first from `from`
  // on, round the end, and all that have one of the same entry.
  logic line_valid;
  logic [CacheBanks-1:0] kept, asked, of_banks;
  logic [BankWidth-1:0] from, first;
  always @* begin
    asked = kept != '0 ? kept : bank_valid;
    first = '0;
    for (int b = CacheBanks - 1; b >= 0; b--)
      if (asked[(32'(from)+b)%CacheBanks]) first = BankWidth'((32'(from) + b) % CacheBanks);
    line_entry = bank_rider[32'(first)*RiderWidth+:EntryWidth];
    {of_banks, line_lanes} = '0;
    for (int b = 0; b < CacheBanks; b++)
      if (asked[b] && bank_rider[b*RiderWidth+:EntryWidth] == line_entry) begin
        of_banks[b] = 1'b1;
        line_lanes = line_lanes | bank_rider[b*RiderWidth+EntryWidth+:Lanes];
      end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) from <= '0;
    else if (deals && !of_shared) from <= BankWidth'((32'(first) + 1) % CacheBanks);
    kept <= rst_ni && CacheBanks > 1 && any && !deals && !of_shared ? of_banks : '0;
  end

  assign line_valid = bank_valid != '0;
  assign any = shared_valid || line_valid;
  assign both = shared_valid && line_valid;
  assign of_shared = both ? turn : shared_valid;
  assign {entry, lanes} = of_shared ? {shared_entry, shared_lanes} : {line_entry, line_lanes};
  assign entry_left = left[32'(entry)*Lanes+:Lanes];
  assign entry_word = words[32'(entry)*32+:32];
  assign writes = rd_uses[entry] && entry_word[6:0] != 7'h23 && entry_word[6:0] != 7'h27;
  assign last = (entry_left & ~lanes) == '0;
  assign written = wr_ready_i || !writes || done;
  assign deals = any && written && (end_ready_i || !last);

  // If answers stay: the words of the answer are written, its end waits.
  logic done;
  always_ff @(posedge clk_i)
    done <= rst_ni && Stays != 0 && any && !deals && (done || (wr_valid_o && wr_ready_i));

  // The turn: the side that did not go last, of cycles in which there were two. If answers stay,
  // one that waits has it.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) turn <= 1'b1;
    else if (both && deals) turn <= !of_shared;
    else if (Stays != 0 && any && !deals) turn <= of_shared;
  end

  // ------------------------------------------------------------------ ghost: the access

  // Each lane has a row of its own, or all have the first.
  localparam int OwnRow = Own;

  // The entry of the next access is the lowest that is free.
  logic begins, free;
  logic [EntryWidth-1:0] lowest;
  always @* begin
    {free, lowest} = '0;
    for (int e = Accesses - 1; e >= 0; e--)
      if (!under_way_o[e]) {free, lowest} = {1'b1, EntryWidth'(e)};
  end
  assign begins = acc_valid_i && acc_ready_o && lowest == at;

  // Of the watched home lane where the thread of each warp, or part, has a reservation of its own:
  // 2 lines, 3 shared memory.
  logic [1:0] side [Parts];
  logic [PartWidth-1:0] comes;
  logic [1:0] goes;
  assign comes = acc_warp_i[OwnRow*32'(watch)*PartWidth+:PartWidth];
  assign goes = acc_addr_i[32'(watch)*32+29+:3] == 3'b010 ? 2'd3 : 2'd2;
  always_ff @(posedge clk_i) begin
    for (int l = 0; l < Lanes; l++)
      if (rst_ni && acc_valid_i && acc_ready_o && acc_mask_i[l] && l % Homes == 32'(watch) % Homes)
      begin
        if (is_lr(acc_word_i))
          side[acc_warp_i[OwnRow*l*PartWidth+:PartWidth]]
              <= acc_addr_i[l*32+29+:3] == 3'b010 ? 2'd3 : 2'd2;
        if (is_sc(acc_word_i)) side[acc_warp_i[OwnRow*l*PartWidth+:PartWidth]] <= 2'd0;
      end
    for (int k = 0; k < LaneSlots; k++)
      if (rst_ni && begin_en_i) side[32'(begin_warp_i) * LaneSlots + k] <= 2'd0;
  end

  logic here, owns;
  logic [Lanes-1:0] due, mask;
  logic [31:0] word, pc, addr, data, expected;
  logic [SlotWidth-1:0] slot;
  logic [Rows*PartWidth-1:0] warp;
  logic [AddrWidth-1:0] base;
  logic rd_use;
  logic [RegWidth-1:0] rd;
  int row;
  assign row = OwnRow * 32'(watch);

  always_ff @(posedge clk_i) begin
    if (deals && entry == at) begin
      due <= due & ~lanes;
      if (last) here <= 1'b0;
    end
    if (begins) begin
      here <= 1'b1;
      due <= acc_mask_i;
      {mask, word, pc, slot} <= {acc_mask_i, acc_word_i, acc_pc_i, acc_slot_i};
      {warp, rd_use, rd} <= {acc_warp_i, acc_rd_use_i, acc_rd_i};
      owns <= side[comes] == goes;
      addr <= acc_addr_i[32'(watch)*32+:32];
      data <= acc_data_i[32'(watch)*32+:32];
      expected <= acc_expect_i[32'(watch)*32+:32];
      base <= acc_base_i[row*AddrWidth+:AddrWidth];
    end
    if (!rst_ni) here <= 1'b0;
  end

  // Those of its lanes that have been written.
  logic [Lanes-1:0] put;
  always_ff @(posedge clk_i) begin
    if (wr_valid_o && wr_ready_i && entry == at) put <= put | lanes;
    if (begins) put <= '0;
  end

  // The access of the entry `other` was taken while that of `at` was under way: after it.
  logic later;
  always_ff @(posedge clk_i) begin
    if (deals && last && (entry == at || entry == other)) later <= 1'b0;
    if (acc_valid_i && acc_ready_o && lowest == other) later <= here && other != at;
    if (begins || !rst_ni) later <= 1'b0;
  end

  // What becomes of it: which way the watched lane goes, where its word is, what it brings.
  logic [1:0] kind;
  logic [3:0] op, be;
  logic [31:0] thread, place, brings;
  logic [AddrWidth-1:0] shared_place;
  logic is_shared;
  always @* begin
    kind = word[6:0] == 7'h2f || word[6:0] == 7'h0b ? Atomic : word[5] ? Store : Load;
    case (word[31:27])
      5'h01: op = 4'd0;
      5'h00: op = 4'd1;
      5'h04: op = 4'd2;
      5'h0c: op = 4'd3;
      5'h08: op = 4'd4;
      5'h10: op = 4'd5;
      5'h14: op = 4'd6;
      5'h18: op = 4'd7;
      5'h1c: op = 4'd8;
      5'h02: op = 4'd9;
      5'h05: op = 4'd11;
      default: op = 4'd10;
    endcase
    if (word[6:0] == 7'h0b) op = 4'd12;
    is_shared = addr[31:29] == 3'b010;
    thread = 32'(warp[row*PartWidth+:PartWidth]) * (1 << HomeBits) + 32'(watch) % Homes;
    place = addr[31:29] == 3'b011
            ? local_i + {3'd0, addr[28:2], 2'd0} * (1 << ThreadWidth) + 4 * thread + 32'(addr[1:0])
            : addr;
    shared_place = base + AddrWidth'(addr >> 2);
    // Of a word, a half, a byte.
    case (word[13:12])
      2'd2, 2'd3: be = 4'b1111;
      2'd1: be = addr[1] ? 4'b1100 : 4'b0011;
      default: be = 4'd1 << addr[1:0];
    endcase
    if (is_sc(word) && !owns) be = 4'd0;
    brings = data << 8 * addr[1:0];
  end

  // What a load makes of a word.
  logic [31:0] raw, made;
  logic [15:0] half;
  logic [7:0] one;
  always @* begin
    raw = shared_data[32'(watch)*32+:32];
    for (int b = 0; b < CacheBanks; b++)
      if (!of_shared && of_banks[b] && bank_rider[b*RiderWidth+EntryWidth+32'(watch)])
        raw = bank_data[b*LineBytes*8+32'(place[OffsetWidth-1:0]/4)*32+:32];
    half = addr[1] ? raw[31:16] : raw[15:0];
    one = addr[0] ? half[15:8] : half[7:0];
    made = raw;
    if (kind == Load)
      case (word[14:12])
        3'd0: made = {{24{one[7]}}, one};
        3'd1: made = {{16{half[15]}}, half};
        3'd4: made = {24'd0, one};
        3'd5: made = {16'd0, half};
        default: made = raw;
      endcase
  end

  // ------------------------------------------------------------------ where lanes are

  // The queue: how far a place is behind the first one, and whether an access waits there.
  int behind;
  logic [Queue-1:0] waits_in;
  logic [Queue*32-1:0] turns_at;
  always @* begin
    for (int p = 0; p < Queue; p++) begin
      behind = p >= queue_first ? p - queue_first : p + Queue - queue_first;
      turns_at[p*32+:32] = behind;
      waits_in[p] = behind < queued;
    end
  end

  // The lanes of one that waits; is one torn, has the watched access other fields there than it
  // came with. Where the two chosen accesses wait, and how many do.
  logic torn, mixed, at_waits, other_waits;
  logic [31:0] at_turn, other_turn;
  logic [EntryWidth-1:0] entry_there;
  logic [Lanes-1:0] lanes_there;
  logic [Accesses-1:0] waiting;
  always @* begin
    {torn, mixed, at_waits, other_waits} = '0;
    {at_turn, other_turn, waiting} = '0;
    entry_there = '0;
    lanes_there = '0;
    for (int p = 0; p < Queue; p++) begin
      entry_there = queue_entry[p*EntryWidth+:EntryWidth];
      lanes_there = queue_shared[p*Lanes+:Lanes] | queue_line[p*Lanes+:Lanes];
      if (waits_in[p]) begin
        if (32'(entry_there) >= Accesses) torn = 1'b1;
        else begin
          waiting[entry_there] = 1'b1;
          if (!under_way_o[entry_there] || lanes_there != masks[32'(entry_there)*Lanes+:Lanes]
              || lanes_there != left[32'(entry_there)*Lanes+:Lanes]) torn = 1'b1;
        end
        if (entry_there == at) {at_waits, at_turn} = {1'b1, turns_at[p*32+:32]};
        if (entry_there == other) {other_waits, other_turn} = {1'b1, turns_at[p*32+:32]};
        if (entry_there == at && mask[watch] && (queue_shared[p*Lanes+32'(watch)] != is_shared
            || queue_line[p*Lanes+32'(watch)] == is_shared
            || queue_addr[(p*Lanes+32'(watch))*32+:32] != addr
            || queue_data[(p*Lanes+32'(watch))*32+:32] != data
            || queue_expect[(p*Lanes+32'(watch))*32+:32] != expected
            || queue_word[p*32+:32] != word
            || (is_sc(word) && queue_own[p*Lanes+32'(watch)] != owns)
            || queue_warp[(p*Rows+row)*PartWidth+:PartWidth] != warp[row*PartWidth+:PartWidth]
            || queue_base[(p*Rows+row)*AddrWidth+:AddrWidth] != base)) mixed = 1'b1;
      end
    end
  end

  // MSHRs: a rider that waits, place by place; what is wrong with the cache's lists.
  logic [Mshrs-1:0] in_fill, in_mem;
  logic [Mshrs*Merges-1:0] waits;
  logic cache_bad, blank;
  int bank, next;
  always @* begin
    {bank, next} = '0;
    {cache_bad, blank} = '0;
    for (int m = 0; m < Mshrs; m++) begin
      bank = m / BankMshrs;
      in_mem[m] = out_valid[bank]
                  && 32'(out_id[bank*BankIdWidth+:BankIdWidth]) == m % BankMshrs;
      in_fill[m] = fill_valid[bank]
                   && 32'(fill_id[bank*BankIdWidth+:BankIdWidth]) == m % BankMshrs;
      next = 32'(fill_next[bank*NextWidth+:NextWidth]);
      if (32'(in_mem[m]) + 32'(pending[m%BankMshrs*CacheBanks+bank]) + 32'(in_fill[m])
          != 32'(used[m])) cache_bad = 1'b1;
      if (open[m] && (!used[m] || kinds[m*2+:2] != Load || in_fill[m])) cache_bad = 1'b1;
      if (used[m] && (counts[m*CountWidth+:CountWidth] == '0
          || 32'(counts[m*CountWidth+:CountWidth]) > (kinds[m*2+:2] == Load ? Merges : 1)
          || (in_fill[m] && next >= 32'(counts[m*CountWidth+:CountWidth]))))
        cache_bad = 1'b1;
      if (in_mem[m] && (out_rider[bank*RiderWidth+:RiderWidth]
                        != riders[m*Merges*RiderWidth+:RiderWidth]
          || out_kind[bank*2+:2] != kinds[m*2+:2]
          || out_line[bank*LineWidth+:LineWidth] != lines[m*LineWidth+:LineWidth]))
        cache_bad = 1'b1;
      for (int k = 0; k < Merges; k++) begin
        waits[m*Merges+k] = used[m] && 32'(counts[m*CountWidth+:CountWidth]) > k
                            && !(in_fill[m] && next > k);
        if (waits[m*Merges+k]
            && riders[(m*Merges+k)*RiderWidth+EntryWidth+:Lanes] == '0) blank = 1'b1;
      end
    end
    for (int p = 0; p < Queue; p++)
      if (waits_in[p] && (queue_shared[p*Lanes+:Lanes] | queue_line[p*Lanes+:Lanes]) == '0)
        blank = 1'b1;
    for (int b = 0; b < CacheBanks; b++) begin
      if (out_valid[b] && 32'(out_id[b*BankIdWidth+:BankIdWidth]) >= BankMshrs) cache_bad = 1'b1;
      if (fill_valid[b] && 32'(fill_id[b*BankIdWidth+:BankIdWidth]) >= BankMshrs) cache_bad = 1'b1;
      if (bank_valid[b] && bank_rider[b*RiderWidth+EntryWidth+:Lanes] == '0) blank = 1'b1;
    end
    if (shared_valid && shared_lanes == '0) blank = 1'b1;
    if (sh_kept != (sh_left != '0)) blank = 1'b1;
  end

  // In how many places a lane is, for each name of an entry, and whether it should be.
  int places;
  logic lost, outside;
  logic [RiderWidth-1:0] rider;
  always @* begin
    {lost, outside} = '0;
    places = 0;
    rider = '0;
    for (int e = 0; e < Names; e++)
      for (int l = 0; l < Lanes; l++) begin
        places = 32'(front_shared[l] && 32'(front_entry) == e)
                 + 32'(front_line[l] && 32'(front_entry) == e)
                 + 32'(co_left[l] && 32'(co_entry) == e) + 32'(sh_left[l] && 32'(sh_entry) == e)
                 + 32'(shared_valid && shared_lanes[l] && 32'(shared_entry) == e);
        for (int b = 0; b < CacheBanks; b++)
          places = places + 32'(bank_valid[b] && bank_rider[b*RiderWidth+EntryWidth+l]
                                && 32'(bank_rider[b*RiderWidth+:EntryWidth]) == e);
        for (int p = 0; p < Queue; p++)
          if (waits_in[p] && 32'(queue_entry[p*EntryWidth+:EntryWidth]) == e)
            places = places + 32'(queue_shared[p*Lanes+l]) + 32'(queue_line[p*Lanes+l]);
        for (int k = 0; k < Mshrs * Merges; k++) begin
          rider = riders[k*RiderWidth+:RiderWidth];
          places = places + 32'(waits[k] && rider[EntryWidth+l]
                                && 32'(rider[EntryWidth-1:0]) == e);
        end
        if (e >= Accesses) begin
          if (places != 0) lost = 1'b1;
        end else begin
          if (places != 32'(under_way_o[e] && left[e*Lanes+l])) lost = 1'b1;
          if (under_way_o[e] && left[e*Lanes+l] && !masks[e*Lanes+l]) outside = 1'b1;
          if (under_way_o[e] && left[e*Lanes+:Lanes] == '0) outside = 1'b1;
        end
      end
  end

  // The watched lane of the watched access: is it of this rider, and where it says that its word
  // is, and what line that is of.
  logic strange;
  logic [WordWidth-1:0] at_word;
  assign at_word = WordWidth'(place[OffsetWidth-1:0] / 4);
  always @* begin
    strange = 1'b0;
    for (int k = 0; k < Mshrs * Merges; k++)
      if (waits[k] && riders[k*RiderWidth+:EntryWidth] == at
          && riders[k*RiderWidth+EntryWidth+32'(watch)]
          && (riders[k*RiderWidth+EntryWidth+Lanes+32'(watch)*WordWidth+:WordWidth] != at_word
              || lines[k/Merges*LineWidth+:LineWidth] != LineWidth'(place >> OffsetWidth)
              || kinds[k/Merges*2+:2] != kind))
        strange = 1'b1;
    for (int b = 0; b < CacheBanks; b++)
      if (bank_valid[b] && bank_rider[b*RiderWidth+:EntryWidth] == at
          && bank_rider[b*RiderWidth+EntryWidth+32'(watch)]
          && bank_rider[b*RiderWidth+EntryWidth+Lanes+32'(watch)*WordWidth+:WordWidth] != at_word)
        strange = 1'b1;
  end

  // A bank's request to memory for this lane, seen there or not, expects something else.
  logic unlike;
  always @* begin
    unlike = 1'b0;
    for (int b = 0; b < CacheBanks; b++)
      if (out_valid[b] && out_rider[b*RiderWidth+:EntryWidth] == at
          && out_rider[b*RiderWidth+EntryWidth+32'(watch)] && kind == Atomic && !is_sc(word)
          && out_expect[b*LineBytes*8+32'(at_word)*32+:32] != expected) unlike = 1'b1;
  end

  logic in_front, in_co, in_sh, in_request, dealt_here;
  assign in_front = front_entry == at && (front_shared[watch] || front_line[watch]);
  assign in_co = co_entry == at && co_left[watch];
  assign in_sh = sh_entry == at && sh_left[watch];
  assign in_request = mem_valid_o && mem_rider[EntryWidth-1:0] == at && mem_lanes_o[watch];
  assign dealt_here = wr_valid_o && entry == at;

  // ------------------------------------------------------------------ the cycle before

  logic stayed, stayed_shared, stayed_both, wrote, end_waits, mem_waits, ended, took;
  logic goes_line, goes_shared;
  logic [Lanes-1:0] went_line, went_shared;
  logic [Lanes+EntryWidth+RegWidth+31:0] wr_q;
  logic [IdWidth+LineWidth+Lanes+Rows*PartWidth+5:0] mem_q;
  logic [Accesses-1:0] under_way_q;
  logic [EntryWidth-1:0] ended_entry, took_entry, went_entry;
  logic conflict_q, served_q, alone_q; // alone: no access waits for shared memory
  logic front_full_q;
  logic [31:0] queued_q;
  assign goes_line = front_line != '0 && co_left == '0;
  assign goes_shared = front_shared != '0 && !sh_kept;
  always_ff @(posedge clk_i) begin
    stayed <= rst_ni && any && !deals;
    {stayed_shared, stayed_both, wrote} <= {of_shared, both, wr_valid_o};
    wr_q <= {lanes, entry, wr_rd_o, wr_data_o[32'(watch)*32+:32]};
    end_waits <= rst_ni && end_valid_o && !end_ready_i;
    mem_waits <= rst_ni && mem_valid_o && !mem_ready_i;
    mem_q <= {mem_id_o, mem_line_o, mem_lanes_o, mem_owner_o, mem_kind_o,
              mem_kind_o == Atomic ? mem_op_o : 4'd0};
    ended <= rst_ni && end_valid_o && end_ready_i;
    took <= rst_ni && acc_valid_i && acc_ready_o;
    {under_way_q, ended_entry, took_entry} <= {under_way_o, entry, lowest};
    went_line <= rst_ni && goes_line ? front_line : '0;
    went_shared <= rst_ni && goes_shared ? front_shared : '0;
    went_entry <= front_entry;
    conflict_q <= conflict_o;
    front_full_q <= (front_shared | front_line) != '0;
    queued_q <= queued;
    served_q <= sh_kept && (!shared_valid || (deals && of_shared));
    alone_q <= front_shared == '0;
  end

  logic [Accesses-1:0] under_way_d;
  always @* begin
    under_way_d = under_way_q;
    if (ended) under_way_d[ended_entry] = 1'b0;
    if (took) under_way_d[took_entry] = 1'b1;
  end

  // ------------------------------------------------------------------ properties

  // Of lanes on their way.
  always @* if (on) begin
    // P: a lane that is outstanding is in one place: in the queue, in front, in the coalescer, in
    // the cache, in shared memory, or in an answer; and no other lane is anywhere
    none_lost: assert (!lost);
    // P: an access that is under way has lanes outstanding, of its own alone
    some_left: assert (!outside);
    // P: an access that waits, and a request, at work, waiting or answered, has a lane at least
    no_blanks: assert (!blank);
    // P: an MSHR's request is on its way, at memory, or handed out, with riders that wait in it
    lists_fit: assert (!cache_bad);
    // P: lanes in shared memory go there, all others to the coalescer; both as they came
    front_right: assert (!in_front || (front_shared[watch] == is_shared
        && front_line[watch] == !is_shared && front_addr[32'(watch)*32+:32] == addr
        && front_data[32'(watch)*32+:32] == data && front_word == word
        && front_expect[32'(watch)*32+:32] == expected
        && (!is_sc(word) || front_own[watch] == owns)
        && front_warp[row*PartWidth+:PartWidth] == warp[row*PartWidth+:PartWidth]
        && front_base[row*AddrWidth+:AddrWidth] == base));
    // P: the first place of the queue is one of its places, and no more accesses wait than it has
    queue_fits: assert (AccessQueue == 0 || (queue_first < AccessQueue && queued <= AccessQueue));
    // P: an access that waits is under way, and all of its lanes wait with it
    waits_whole: assert (!torn);
    // P: what waits stays as it came, until it is in front
    waits_right: assert (!mixed);
    // P: while an access waits, another one is in front: none is lost between two
    in_turn: assert (queued == '0 || (front_shared | front_line) != '0);
    // P: while an access waits, all that were taken after it wait, and it is before them
    in_order: assert (!(at_waits && later) || (other_waits && at_turn < other_turn));
    // P: the coalescer is asked for the word of the address, local or global
    lines_place: assert (!in_co || (co_addr[32'(watch)*32+:32] == place && !is_shared));
    // P: the coalescer is told kind, data in their place, and bytes (none of an sc that is to
    // fail); what an atomic expects
    lines_bring: assert (!in_co || (co_kind == kind && (kind == Load
        || (co_data[32'(watch)*32+:32] == brings && co_be[32'(watch)*4+:4] == be))
        && (kind != Atomic || co_expect[32'(watch)*32+:32] == expected)));
    // P: shared memory is asked for the word of the address, behind the first one of the block
    shared_word: assert (!in_sh || (sh_addr[32'(watch)*AddrWidth+:AddrWidth] == shared_place
                         && is_shared));
    // P: shared memory is told kind, operation, thread, data in their place, and bytes; what an
    // atomic expects
    shared_brings: assert (!in_sh || (sh_kind == kind && (kind != Atomic || (sh_op == op
        && sh_expect[32'(watch)*32+:32] == expected
        && 32'(sh_owner[32'(watch)*ThreadWidth+:ThreadWidth]) == thread)) && (kind == Load
        || (sh_data[32'(watch)*32+:32] == brings && sh_be[32'(watch)*4+:4] == be))));
    // P: riders say where in the line a lane's word is
    riders_fit: assert (!strange);
  end

  // The watched lane's sides: is one not what it should be?
  logic side_wrong;
  always @* begin
    side_wrong = 1'b0;
    for (int q = 0; q < Parts; q++)
      if (begun[q/LaneSlots]
          && sides[(((q%LaneSlots)*Homes+32'(watch)%Homes)*Warps+q/LaneSlots)*2+:2] != side[q])
        side_wrong = 1'b1;
  end

  // Of the access table.
  always @* if (on) begin
    // P: a thread's side is that of its last lr, with no sc of it and no begin of its warp since
    own: assert (!side_wrong);
    // P: an access is under way from when it is taken into the lowest free entry until its end: it
    // ends exactly once
    ends_once: assert (under_way_o[at] == here);
    // P: an entry becomes used by an access that is taken, free by an end that is taken, and by
    // nothing else
    entries: assert (was_reset || under_way_o == under_way_d);
    // P: lanes are outstanding until they are dealt with
    outstanding: assert (!here || left[32'(at)*Lanes+:Lanes] == due);
    // P: the table has the access as it was offered; it is an instruction that there is
    table_right: assert (!here || (words[32'(at)*32+:32] == word && known(word)
        && masks[32'(at)*Lanes+:Lanes] == mask && slots[32'(at)*SlotWidth+:SlotWidth] == slot
        && warps[32'(at)*Rows*PartWidth+:Rows*PartWidth] == warp && rd_uses[at] == rd_use
        && rds[32'(at)*RegWidth+:RegWidth] == rd && pcs[32'(at)*32+:32] == pc
        && (!mask[watch] || (fits(word, addr[1:0])
                          && lows[(32'(at)*Lanes+32'(watch))*2+:2] == addr[1:0]))));
    // P: idle is when nothing is under way, and then nothing is anywhere
    idle: assert (idle_o == (under_way_o == '0) && (!idle_o || (used == '0 && !any && !sh_kept
                  && co_left == '0 && (front_shared | front_line) == '0 && queued == '0)));
    // P: no access is taken while all entries are used
    no_room: assert (!acc_ready_o || free);
    // P: an access is taken while an entry is free and nothing is in front
    room: assert (!free || (front_shared | front_line) != '0 || acc_ready_o);
    // P: with a queue an access is taken while an entry is free and fewer wait than it has places:
    // that hangs on nothing but the state
    queue_room: assert (AccessQueue == 0
                        || acc_ready_o == (free && $countones(waiting) < AccessQueue));
    // P: lanes in front are offered both ways at once: lanes that find the coalescer, or shared
    // memory, empty are there in the next cycle
    both_ways: assert ((went_line == '0 || (co_left == went_line && co_entry == went_entry))
                       && (went_shared == '0 || (sh_left == went_shared
                           && sh_entry == went_entry)));
  end

  // Of answers.
  always @* if (on) begin
    // P: of two answers that side's goes first which did not when there were two the last time
    turns: assert (shared_next == turn);
    // P: of several banks the one behind the first of the last answer is first; banks whose answer
    // is not dealt with stay
    banks_turn: assert (first_bank == from && staying == kept);
    // P: banks that stay have answers of one access, and the turn is the cache's
    banks_stay: assert (kept == '0 || (!turn && (kept & ~bank_valid) == '0 && of_banks == kept));
    // P: words are offered whenever the answer at hand has some, whatever else is ready; if answers
    // stay, until they are written
    wr_valid: assert (wr_valid_o == (any && writes && !done));
    // P: if answers stay, that words are written is known until their answer is dealt with
    wrote_right: assert (wrote_words == done);
    // P: lanes are written that the access has and that have not been dealt with, no others
    mask_only: assert (!dealt_here || (here && wr_mask_o == lanes && (wr_mask_o & ~due) == '0
                       && (wr_mask_o & ~mask) == '0));
    // P: if answers stay, no lane is written twice: of those written none is outstanding, but for
    // the lanes of an answer that stays
    once: assert (Stays == 0 || !here || ((put & due) == (done && entry == at ? lanes : '0)
                  && !(dealt_here && (wr_mask_o & put) != '0)));
    // P: to the register and the warps that it named; never by a store
    wr_where: assert (!dealt_here || (wr_rd_o == rd && wr_warp_o == warp && rd_use
                      && kind != Store));
    // P: a lane gets its word, extended as the instruction says
    wr_value: assert (!(dealt_here && wr_mask_o[watch])
                      || wr_data_o[32'(watch)*32+:32] == made);
    // P: an access ends when an answer has its last lanes, and they are written
    end_valid: assert (end_valid_o == (any && last && written));
    // P: an end is of an access that is under way, none of whose other lanes are outstanding, and
    // says what was offered
    end_right: assert (!(end_valid_o && entry == at) || (here && (due & ~lanes) == '0
        && end_mask_o == mask && end_slot_o == slot && end_warp_o == warp && end_rd_use_o == rd_use
        && end_rd_o == rd && end_pc_o == pc));
    // P: an answer that is not dealt with comes again, the same; or, where answers do not stay, it
    // waits for that of the other side, which has come meanwhile
    comes_again: assert (!stayed || (any && (of_shared == stayed_shared
        ? (wr_valid_o == (wrote && !done) && {lanes, entry} == wr_q[RegWidth+32+:Lanes+EntryWidth]
           && (!wrote || (wr_rd_o == wr_q[32+:RegWidth]
               && (!lanes[watch] || wr_data_o[32'(watch)*32+:32] == wr_q[31:0]))))
        : (Stays == 0 && both && !stayed_both))));
    // P: if answers stay, so does an end that is not taken
    end_stays: assert (Stays == 0 || !end_waits
                       || (end_valid_o && entry == wr_q[RegWidth+32+:EntryWidth]));
  end

  // Of memory.
  always @* if (on) begin
    // P: a request to memory says line, place, kind, operation and owner of the lane's access, and
    // what it expects there
    mem_right: assert (!in_request || (here && mem_line_o == LineWidth'(place >> OffsetWidth)
        && mem_word_o[32'(watch)*WordWidth+:WordWidth] == at_word && mem_kind_o == kind
        && (kind != Atomic || (mem_op_o == op
            && (is_sc(word) || mem_expect_o[32'(at_word)*32+:32] == expected)))
        && mem_owner_o == warp));
    // P: what each bank's request expects is right while memory sees another one's
    banks_expect: assert (!unlike);
    // P: a request to memory that is not accepted stays as it is
    mem_stays: assert (!mem_waits || (mem_valid_o && mem_q == {mem_id_o, mem_line_o, mem_lanes_o,
        mem_owner_o, mem_kind_o, mem_kind_o == Atomic ? mem_op_o : 4'd0}));
    // P: a conflict is told when shared memory serves, and lanes are left behind there
    conflict: assert (was_reset || (alone_q ? conflict_q == (served_q && sh_left != '0)
                                            : !conflict_q || front_shared != '0));
    // P: behind a reset nothing is anywhere, and the shared memory's answer is first
    reset_empties: assert (!was_reset || (idle_o && (front_shared | front_line) == '0
                           && queued == '0 && shared_next && acc_ready_o && !mem_valid_o
                           && !wr_valid_o));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_turn: cover (both && !of_shared && deals);
    c_split_ends: cover (end_valid_o && end_ready_i && entry == at && here && is_shared
                         && mask[watch] && !lanes[watch] && $countones(mask) == 2);
    c_again: cover (stayed && wrote && end_valid_o && end_ready_i && wr_ready_i);
    c_put_off: cover (stayed && !stayed_both && both && of_shared != stayed_shared && wrote);
    c_joint: cover (CacheBanks > 1 && deals && !of_shared && of_banks == '1);
    c_not_joined: cover (kept != '0 && deals && of_banks != bank_valid
                         && bank_rider[0+:EntryWidth] == bank_rider[RiderWidth*(CacheBanks-1)
                                                                    +:EntryWidth]);
    c_apart: cover (CacheBanks > 1 && deals && !of_shared && bank_valid == '1 && of_banks != '1
                    && first != '0);
    c_done: cover (done && end_valid_o && end_ready_i);
    c_one_home: cover (Lanes > 1 && took && is_sc(front_word) && front_own == '1);
    c_full: cover (under_way_o == '1 && acc_valid_i && (front_shared | front_line) == '0);
    c_freed_full: cover (under_way_o == '1 && acc_valid_i && end_valid_o && end_ready_i);
    c_one_after_one: cover (took && acc_valid_i && acc_ready_o);
    c_both_ways: cover (went_line != '0 && went_shared != '0);
    c_local: cover (in_request && addr[31:29] == 3'b011 && addr[28:27] == 2'b11);
    c_atomic: cover (in_request && accepted && kind == Atomic && op == 4'd9);
    c_sc_own: cover (in_sh && is_sc(word) && owns);
    c_sc_fails: cover (in_request && accepted && is_sc(word) && !owns);
    c_cas: cover (in_request && accepted && kind == Atomic && op == 4'd11 && expected != data);
    c_add_float: cover (dealt_here && wr_mask_o[watch] && is_shared && op == 4'd12
                        && kind == Atomic);
    c_byte: cover (dealt_here && wr_mask_o[watch] && word[14:12] == 3'd0 && addr[1:0] == 2'd3
                   && made[31]);
    c_overtakes: cover (ended && here && !was_reset && ended_entry != at && began_first);
    c_conflict: cover (conflict_o);
    c_queue_full: cover (AccessQueue != 0 && queued == AccessQueue && acc_valid_i && free);
    c_in_and_out: cover (took && queued != '0 && queued_q == queued);
    c_past_queue: cover (AccessQueue != 0 && took && queued == '0 && front_entry == took_entry
                         && front_full_q);
    c_all_queue: cover (AccessQueue != 0 && queued == AccessQueue && queue_first == Queue - 1
                        && at_waits && later);
  end

  // The watched access was taken before all others that are under way.
  logic began_first;
  always_ff @(posedge clk_i) begin
    if (begins) began_first <= under_way_o == '0;
  end
endmodule

// What follows goes to the end of the module hd_load_store itself, in the copy that is proven:
// there all of its state, and that of the blocks inside, can be named.
`ifdef HD_INSIDE
  logic [Lanes*32-1:0] props_addr, props_data, props_expect;
  logic [Lanes*Warps*2-1:0] props_side;
  logic [Accesses*Lanes-1:0] props_left, props_mask;
  logic [Accesses*32-1:0] props_word, props_pc;
  logic [Accesses*SlotWidth-1:0] props_slot;
  logic [Accesses*Rows*PartWidth-1:0] props_warp;
  logic [Accesses-1:0] props_rd_use;
  logic [Accesses*RegWidth-1:0] props_rd;
  logic [Accesses*Lanes*2-1:0] props_low;
  for (genvar l = 0; l < Lanes; l++) begin : gen_props_lane
    assign props_addr[l*32 +: 32] = front_addr_q[l];
    assign props_data[l*32 +: 32] = front_data_q[l];
    assign props_expect[l*32 +: 32] = front_expect_q[l];
    for (genvar w = 0; w < Warps; w++) begin : gen_props_side
      assign props_side[(l*Warps + w)*2 +: 2] = gen_take[l].side_q[w];
    end
  end
  for (genvar e = 0; e < Accesses; e++) begin : gen_props_entry
    assign props_left[e*Lanes +: Lanes] = left_q[e];
    assign props_word[e*32 +: 32] = word_q[e];
    assign props_mask[e*Lanes +: Lanes] = mask_q[e];
    assign props_slot[e*SlotWidth +: SlotWidth] = slot_q[e];
    assign props_warp[e*Rows*PartWidth +: Rows*PartWidth] = warp_q[e];
    assign props_rd_use[e] = rd_use_q[e];
    assign props_rd[e*RegWidth +: RegWidth] = rd_q[e];
    assign props_pc[e*32 +: 32] = pc_q[e];
    assign props_low[e*Lanes*2 +: Lanes*2] = low_q[e];
  end
  localparam int PropsQueue = AccessQueue > 0 ? AccessQueue : 1;
  logic [31:0] props_queue_first, props_queued;
  logic [PropsQueue*Lanes-1:0] props_queue_shared, props_queue_line, props_queue_own;
  logic [PropsQueue*EntryWidth-1:0] props_queue_entry;
  logic [PropsQueue*32-1:0] props_queue_word;
  logic [PropsQueue*Lanes*32-1:0] props_queue_addr, props_queue_data, props_queue_expect;
  logic [PropsQueue*Rows*PartWidth-1:0] props_queue_warp;
  logic [PropsQueue*Rows*AddrWidth-1:0] props_queue_base;
  if (AccessQueue > 0) begin : gen_props_queue
    assign props_queue_first = 32'(gen_queue.queue_first_q);
    assign props_queued = 32'(gen_queue.queued_q);
    for (genvar p = 0; p < AccessQueue; p++) begin : gen_props_place
      assign props_queue_shared[p*Lanes +: Lanes] = gen_queue.queue_shared_q[p];
      assign props_queue_line[p*Lanes +: Lanes] = gen_queue.queue_line_q[p];
      assign props_queue_own[p*Lanes +: Lanes] = gen_queue.queue_own_q[p];
      assign props_queue_entry[p*EntryWidth +: EntryWidth] = gen_queue.queue_entry_q[p];
      assign props_queue_word[p*32 +: 32] = gen_queue.queue_word_q[p];
      assign props_queue_warp[p*Rows*PartWidth +: Rows*PartWidth] = gen_queue.queue_warp_q[p];
      assign props_queue_base[p*Rows*AddrWidth +: Rows*AddrWidth] = gen_queue.queue_base_q[p];
      for (genvar l = 0; l < Lanes; l++) begin : gen_props_queued
        assign props_queue_addr[(p*Lanes + l)*32 +: 32] = gen_queue.gen_lane[l].queue_addr_q[p];
        assign props_queue_data[(p*Lanes + l)*32 +: 32] = gen_queue.gen_lane[l].queue_data_q[p];
        assign props_queue_expect[(p*Lanes + l)*32 +: 32] =
            gen_queue.gen_lane[l].queue_expect_q[p];
      end
    end
  end else begin : gen_props_no_queue
    assign {props_queue_first, props_queued} = '0;
    assign {props_queue_shared, props_queue_line, props_queue_own, props_queue_entry} = '0;
    assign {props_queue_word, props_queue_addr, props_queue_data} = '0;
    assign {props_queue_expect, props_queue_warp, props_queue_base} = '0;
  end
  localparam int PropsBankBits = $clog2(CacheBanks);
  localparam int PropsBankWidth = CacheBanks > 1 ? PropsBankBits : 1;
  localparam int PropsMshrs = Mshrs / CacheBanks; // of a bank
  localparam int PropsIdWidth = PropsMshrs > 1 ? $clog2(PropsMshrs) : 1;
  localparam int PropsLineWidth = LineWidth - PropsBankBits;
  localparam int PropsCountWidth = $clog2(Merges + 1);
  localparam int PropsNextWidth = Merges > 1 ? $clog2(Merges) : 1;
  localparam int PropsState = PropsMshrs * (4 + PropsCountWidth + PropsLineWidth
                              + Merges * RiderWidth) + 1 + PropsIdWidth + PropsNextWidth;
  logic [PropsBankWidth-1:0] props_bank;
  logic [CacheBanks-1:0] props_stays;
  if (CacheBanks > 1) begin : gen_props_banks
    assign props_bank = gen_banks.bank_q;
    assign props_stays = gen_banks.stays_q;
  end else begin : gen_props_bank
    assign {props_bank, props_stays} = '0;
  end
  // Of the banks that there are; lines by their whole numbers.
  (* hierconn *) wire [PropsState-1:0] \u_cache.gen_bank[0].u_cache.props_state ;
  (* hierconn *) wire [PropsState-1:0] \u_cache.gen_bank[1].u_cache.props_state ;
  (* hierconn *) wire [CacheBanks-1:0] \u_cache.mem_valids ;
  (* hierconn *) wire [CacheBanks*2-1:0] \u_cache.mem_kinds ;
  (* hierconn *) wire [CacheBanks*PropsIdWidth-1:0] \u_cache.mem_ids ;
  (* hierconn *) wire [CacheBanks*PropsLineWidth-1:0] \u_cache.mem_lines ;
  (* hierconn *) wire [CacheBanks*RiderWidth-1:0] \u_cache.mem_riders ;
  (* hierconn *) wire [CacheBanks*LineBytes*8-1:0] \u_cache.mem_expects ;
  logic [2*PropsState-1:0] props_state;
  logic [Mshrs-1:0] props_used, props_open;
  logic [Mshrs*2-1:0] props_kind;
  logic [Mshrs*PropsCountWidth-1:0] props_count;
  logic [Mshrs*PropsLineWidth-1:0] props_bank_line;
  logic [Mshrs*LineWidth-1:0] props_line;
  logic [Mshrs*Merges*RiderWidth-1:0] props_rider;
  logic [CacheBanks-1:0] props_fill_valid;
  logic [CacheBanks*PropsIdWidth-1:0] props_fill_id;
  logic [CacheBanks*PropsNextWidth-1:0] props_fill_next;
  logic [CacheBanks*LineWidth-1:0] props_out_line;
  assign props_state = {\u_cache.gen_bank[1].u_cache.props_state ,
                        \u_cache.gen_bank[0].u_cache.props_state };
  for (genvar b = 0; b < CacheBanks; b++) begin : gen_props_cache
    assign {props_used[b*PropsMshrs +: PropsMshrs], props_open[b*PropsMshrs +: PropsMshrs],
            props_kind[b*PropsMshrs*2 +: PropsMshrs*2],
            props_count[b*PropsMshrs*PropsCountWidth +: PropsMshrs*PropsCountWidth],
            props_bank_line[b*PropsMshrs*PropsLineWidth +: PropsMshrs*PropsLineWidth],
            props_rider[b*PropsMshrs*Merges*RiderWidth +: PropsMshrs*Merges*RiderWidth],
            props_fill_valid[b], props_fill_id[b*PropsIdWidth +: PropsIdWidth],
            props_fill_next[b*PropsNextWidth +: PropsNextWidth]}
        = props_state[b*PropsState +: PropsState];
    for (genvar m = b*PropsMshrs; m < (b + 1)*PropsMshrs; m++) begin : gen_props_line
      assign props_line[m*LineWidth +: LineWidth] =
          LineWidth'(props_bank_line[m*PropsLineWidth +: PropsLineWidth]) << PropsBankBits
          | LineWidth'(b);
    end
    assign props_out_line[b*LineWidth +: LineWidth] =
        LineWidth'(\u_cache.mem_lines [b*PropsLineWidth +: PropsLineWidth]) << PropsBankBits
        | LineWidth'(b);
  end
  (* hierconn *) wire [Lanes-1:0] \u_coalescer.left_q ;
  (* hierconn *) wire [EntryWidth-1:0] \u_coalescer.tag_q ;
  (* hierconn *) wire [1:0] \u_coalescer.kind_q ;
  (* hierconn *) wire [Lanes*32-1:0] \u_coalescer.props_addr ;
  (* hierconn *) wire [Lanes*32-1:0] \u_coalescer.props_data ;
  (* hierconn *) wire [Lanes*32-1:0] \u_coalescer.props_expect ;
  (* hierconn *) wire [Lanes*4-1:0] \u_coalescer.props_be ;
  (* hierconn *) wire \u_shared.kept_q ;
  (* hierconn *) wire [Lanes-1:0] \u_shared.left_q ;
  (* hierconn *) wire [EntryWidth-1:0] \u_shared.tag_q ;
  (* hierconn *) wire [1:0] \u_shared.kind_q ;
  (* hierconn *) wire [3:0] \u_shared.op_q ;
  (* hierconn *) wire [Lanes*AddrWidth-1:0] \u_shared.props_addr ;
  (* hierconn *) wire [Lanes*32-1:0] \u_shared.props_data ;
  (* hierconn *) wire [Lanes*32-1:0] \u_shared.props_expect ;
  (* hierconn *) wire [Lanes*4-1:0] \u_shared.props_be ;
  (* hierconn *) wire [Lanes*ThreadWidth-1:0] \u_shared.props_owner ;
  hd_load_store_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .front_shared(front_shared_q), .front_line(front_line_q),
      .front_entry(front_entry_q), .front_word(front_word_q), .front_addr(props_addr),
      .front_data(props_data), .front_expect(props_expect), .front_own(front_own_q),
      .front_warp(front_warp_q), .front_base(front_base_q), .queue_first(props_queue_first),
      .queued(props_queued), .queue_shared(props_queue_shared), .queue_line(props_queue_line),
      .queue_entry(props_queue_entry), .queue_word(props_queue_word),
      .queue_addr(props_queue_addr), .queue_data(props_queue_data),
      .queue_expect(props_queue_expect), .queue_own(props_queue_own),
      .queue_warp(props_queue_warp), .queue_base(props_queue_base),
      .left(props_left), .words(props_word),
      .masks(props_mask), .slots(props_slot), .warps(props_warp), .rd_uses(props_rd_use),
      .rds(props_rd), .pcs(props_pc), .lows(props_low), .shared_next(shared_next_q),
      .wrote_words(written_q),
      .sides(props_side), .co_left(\u_coalescer.left_q ), .co_entry(\u_coalescer.tag_q ),
      .co_kind(\u_coalescer.kind_q ), .co_addr(\u_coalescer.props_addr ),
      .co_data(\u_coalescer.props_data ), .co_expect(\u_coalescer.props_expect ),
      .co_be(\u_coalescer.props_be ), .first_bank(props_bank),
      .staying(props_stays), .used(props_used), .open(props_open), .kinds(props_kind),
      .counts(props_count), .lines(props_line), .riders(props_rider),
      .fill_valid(props_fill_valid), .fill_id(props_fill_id), .fill_next(props_fill_next),
      .out_valid(\u_cache.mem_valids ), .out_kind(\u_cache.mem_kinds ),
      .out_id(\u_cache.mem_ids ), .out_line(props_out_line), .out_rider(\u_cache.mem_riders ),
      .out_expect(\u_cache.mem_expects ),
      .bank_valid(bank_valid), .bank_rider(bank_rider), .bank_data(bank_data),
      .mem_rider({mem_word_o, mem_lanes_o, mem_entry}),
      .sh_kept(\u_shared.kept_q ), .sh_left(\u_shared.left_q ), .sh_entry(\u_shared.tag_q ),
      .sh_kind(\u_shared.kind_q ), .sh_op(\u_shared.op_q ), .sh_addr(\u_shared.props_addr ),
      .sh_data(\u_shared.props_data ), .sh_expect(\u_shared.props_expect ),
      .sh_be(\u_shared.props_be ), .sh_owner(\u_shared.props_owner ),
      .shared_valid(shared_rsp_valid), .shared_entry(shared_rsp_entry),
      .shared_lanes(shared_rsp_lanes), .shared_data(shared_rsp_data)
  );
`endif
`ifdef HD_INSIDE_hd_coalescer
  logic [Lanes*AddrWidth-1:0] props_addr;
  logic [Lanes*32-1:0] props_data, props_expect;
  logic [Lanes*4-1:0] props_be;
  for (genvar l = 0; l < Lanes; l++) begin : gen_props_lane
    assign props_addr[l*AddrWidth +: AddrWidth] = addr_q[l];
    assign props_data[l*32 +: 32] = data_q[l];
    assign props_expect[l*32 +: 32] = expect_q[l];
    assign props_be[l*4 +: 4] = be_q[l];
  end
`endif
`ifdef HD_INSIDE_hd_l1_cache
  logic [Mshrs*2-1:0] props_kind;
  logic [Mshrs*CountWidth-1:0] props_count;
  logic [Mshrs*LineWidth-1:0] props_line;
  logic [Riders*RiderWidth-1:0] props_rider;
  for (genvar m = 0; m < Mshrs; m++) begin : gen_props_mshr
    assign props_kind[m*2 +: 2] = kind_q[m];
    assign props_count[m*CountWidth +: CountWidth] = count_q[m];
    assign props_line[m*LineWidth +: LineWidth] = line_q[m];
  end
  for (genvar r = 0; r < Riders; r++) begin : gen_props_rider
    assign props_rider[r*RiderWidth +: RiderWidth] = rider_q[r];
  end
  logic [Mshrs*(4+CountWidth+LineWidth+Merges*RiderWidth)+1+IdWidth+NextWidth-1:0] props_state;
  assign props_state = {used_q, open_q, props_kind, props_count, props_line, props_rider,
                        fill_valid_q, fill_id_q, fill_next_q};
`endif
`ifdef HD_INSIDE_hd_shared_memory
  logic [Lanes*AddrWidth-1:0] props_addr;
  logic [Lanes*32-1:0] props_data, props_expect;
  logic [Lanes*4-1:0] props_be;
  logic [Lanes*OwnerWidth-1:0] props_owner;
  for (genvar l = 0; l < Lanes; l++) begin : gen_props_lane
    assign props_addr[l*AddrWidth +: AddrWidth] = addr_q[l];
    assign props_data[l*32 +: 32] = data_q[l];
    assign props_expect[l*32 +: 32] = expect_q[l];
    assign props_be[l*4 +: 4] = be_q[l];
    assign props_owner[l*OwnerWidth +: OwnerWidth] = owner_q[l];
  end
`endif
