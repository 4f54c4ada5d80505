// SPDX-License-Identifier: Apache-2.0
//
// Instruction buffer: keeps, for each warp slot, the instructions that come next. It chooses which
// slot is fetched for, holds the words fetched, and has the head of each slot checked, so that the
// warp scheduler sees only warps that can issue.
//
// Behaviour
// - It knows no addresses: with n instructions buffered, the next to fetch is n words behind the
//   warp's place. Nothing is fetched behind a stop, an instruction after which another one than the
//   next may come, until what the stop does is done (go). So nothing that is buffered is wrong.
// - One fetch of a slot at a time flies; slots are fetched for in turn.
// - Each scheduler has one head a cycle checked, in turn. One that passes stays passed until it
//   issues; one that does not is held until a register of its warp is written.
//
// Corner cases
// - A register is written in the cycle in which a head does not pass: it is not held.
// - A flush leaves nothing of the slot, whatever else happens to it in that cycle. A fetch that
//   flies, or is accepted just then, is stale: its answer is dropped.
// - A stop that issues may go on in the same cycle.
//
// Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: section IV.A (fetch, decode and issue
// stage).

module hd_instruction_buffer #(
    // Warp slots. Everything grows in proportion.
    parameter int Slots     = 48,
    // Warp schedulers, slot s is of scheduler s modulo Ports: two reads of the memory and a search
    // each.
    parameter int Ports     = 2,
    // Instructions of a slot: the memory's words.
    parameter int Entries   = 2,
    // Bits of an instruction, and of what comes with it. Memory only.
    parameter int WordWidth = 64,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int CountWidth = $clog2(Entries + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                       clk_i,
    input  logic                       rst_ni,

    // Fetch
    // The warps on these slots may run, and their places are known.
    input  logic [Slots-1:0]           want_i,
    // Fetch for this slot. Depends on want_i.
    output logic                       fetch_valid_o,
    output logic [SlotWidth-1:0]       fetch_slot_o,
    // So many words behind the warp's place. Depends on want_i.
    output logic [CountWidth-1:0]      fetch_ahead_o,
    // It is accepted.
    input  logic                       fetch_ready_i,
    // The answer to a fetch of this slot. Always taken.
    input  logic                       rsp_valid_i,
    input  logic [SlotWidth-1:0]       rsp_slot_i,
    // The instruction; it is a stop.
    input  logic [WordWidth-1:0]       rsp_word_i,
    input  logic                       rsp_stop_i,

    // Check; scheduler p's is [p*W +: W]
    // May the head of this slot issue? State only.
    output logic [Ports-1:0]           check_valid_o,
    output logic [Ports*SlotWidth-1:0] check_slot_o,
    output logic [Ports*WordWidth-1:0] check_word_o,
    // Yes, as far as the scoreboard knows in this cycle.
    input  logic [Ports-1:0]           check_pass_i,
    // Registers of the warps on these slots are written in this cycle.
    input  logic [Slots-1:0]           wake_i,

    // Issue; scheduler p's is [p*W +: W]
    // There is a head. State only.
    output logic [Slots-1:0]           head_o,
    // There is one, and it has passed. State only.
    output logic [Slots-1:0]           can_o,
    // A slot, below Slots.
    input  logic [Ports*SlotWidth-1:0] head_slot_i,
    // Its head; meaningful while there is one. Depends on head_slot_i and state alone.
    output logic [Ports*WordWidth-1:0] head_word_o,
    // It issues. The slot is one of port p's own: p modulo Ports.
    input  logic [Ports-1:0]           pop_en_i,
    // The stops of these slots are done from the next cycle on.
    input  logic [Slots-1:0]           go_i,
    // The warps on these slots leave: all of them is gone.
    input  logic [Slots-1:0]           flush_i
);

`ifndef SYNTHESIS
  initial begin
    if (Slots < 2 || Slots > 64) $fatal(1, "hd_instruction_buffer: Slots must be 2 to 64");
    if (Ports < 1 || Ports > 4 || Ports > Slots)
      $fatal(1, "hd_instruction_buffer: Ports must be 1 to 4, at most Slots");
    if (Entries != 1 && Entries != 2 && Entries != 4)
      $fatal(1, "hd_instruction_buffer: Entries must be 1, 2 or 4");
    if (WordWidth < 1 || WordWidth > 128)
      $fatal(1, "hd_instruction_buffer: WordWidth must be 1 to 128");
  end
`endif

  // The entries of a slot follow each other in the memory, and are a ring.
  localparam int EntryBits  = $clog2(Entries);
  localparam int EntryWidth = EntryBits > 0 ? EntryBits : 1;
  localparam int AddrWidth  = SlotWidth + EntryBits;

  // So many entries behind another one, round the end.
  function automatic logic [EntryWidth-1:0] behind(input logic [EntryWidth-1:0] entry,
                                                   input logic [CountWidth-1:0] count);
    behind = EntryWidth'((32'(entry) + 32'(count)) % Entries);
  endfunction

  // Where in the memory an entry of a slot is.
  function automatic logic [AddrWidth-1:0] place_of(input logic [SlotWidth-1:0]  slot,
                                                    input logic [EntryWidth-1:0] entry);
    place_of = AddrWidth'(slot) * AddrWidth'(Entries) + AddrWidth'(entry);
  endfunction

  ///////////
  // State //
  ///////////

  logic [WordWidth-1:0]  word_q [Slots*Entries]; // memory
  // Of each slot the entry of its head, and how many instructions there are.
  (* mem2reg *) // flip-flops
  logic [EntryWidth-1:0] first_q [Slots];
  (* mem2reg *) // flip-flops
  logic [CountWidth-1:0] count_q [Slots];
  // A stop was fetched and is not done; a fetch flies; its answer is to be dropped.
  logic [Slots-1:0]      stopped_q, stopped_d, flying_q, flying_d, stale_q, stale_d;
  // The head may issue; it may not issue before a register of the warp is written.
  logic [Slots-1:0]      passed_q, passed_d, held_q, held_d;
  // The last slot that was fetched for, and the last one each scheduler looked at, if any.
  logic [SlotWidth-1:0]  fetch_last_q;
  logic                  fetch_some_q;
  (* mem2reg *) // flip-flops
  logic [SlotWidth-1:0]  check_last_q [Ports];
  logic [Ports-1:0]      check_some_q;

  // No instruction; no room for one more.
  logic [Slots-1:0] empty, full;

  for (genvar s = 0; s < Slots; s++) begin : gen_count
    assign empty[s] = count_q[s] == '0;
    assign full[s]  = count_q[s] == CountWidth'(Entries);
  end

  ///////////
  // Fetch //
  ///////////

  // The slots behind the last one.
  logic [Slots-1:0] fetch_later;
  assign fetch_later = fetch_some_q ? {Slots{1'b1}} << fetch_last_q << 1 : '0;

  hd_round #(
      .Width(Slots)
  ) u_fetch (
      .mask_i(want_i & ~stopped_q & ~flying_q & ~full),
      .ahead_i(fetch_later),
      .valid_o(fetch_valid_o),
      .index_o(fetch_slot_o)
  );

  assign fetch_ahead_o = count_q[fetch_slot_o];

  logic fetches;
  assign fetches = fetch_valid_o && fetch_ready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      fetch_last_q <= '0;
      fetch_some_q <= 1'b0;
    end else if (fetches) begin
      fetch_last_q <= fetch_slot_o;
      fetch_some_q <= 1'b1;
    end
  end

  ////////////
  // Answer //
  ////////////

  // A stale word is dropped. A flush in this cycle drops all words of the slot, below.
  logic keeps;
  assign keeps = rsp_valid_i && !stale_q[rsp_slot_i];

  // It goes behind the last one. An issue in this cycle does not move that.
  logic [EntryWidth-1:0] rsp_entry;
  assign rsp_entry = behind(first_q[rsp_slot_i], count_q[rsp_slot_i]);

  always_ff @(posedge clk_i) begin
    if (keeps) word_q[place_of(rsp_slot_i, rsp_entry)] <= rsp_word_i;
  end

  /////////////////////
  // Check and issue //
  /////////////////////

  // Slots whose heads are looked at, and issue.
  logic [Slots-1:0] looked, passing, popped;

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    logic [Slots-1:0]     mine, later; // its slots; the slots behind the last one
    logic [SlotWidth-1:0] last, check_slot, head_slot;

    for (genvar s = 0; s < Slots; s++) begin : gen_slot
      assign mine[s] = s % Ports == p;
    end

    assign last  = check_last_q[p];
    assign later = check_some_q[p] ? {Slots{1'b1}} << last << 1 : '0;

    hd_round #(
        .Width(Slots)
    ) u_check (
        .mask_i(mine & ~empty & ~passed_q & ~held_q),
        .ahead_i(later),
        .valid_o(check_valid_o[p]),
        .index_o(check_slot)
    );

    assign check_slot_o[p*SlotWidth +: SlotWidth] = check_slot;
    assign check_word_o[p*WordWidth +: WordWidth] =
        word_q[place_of(check_slot, first_q[check_slot])];

    assign head_slot = head_slot_i[p*SlotWidth +: SlotWidth];
    assign head_word_o[p*WordWidth +: WordWidth] =
        word_q[place_of(head_slot, first_q[head_slot])];

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        check_last_q[p] <= '0;
        check_some_q[p] <= 1'b0;
      end else if (check_valid_o[p]) begin
        check_last_q[p] <= check_slot;
        check_some_q[p] <= 1'b1;
      end
    end
  end

  for (genvar s = 0; s < Slots; s++) begin : gen_event
    localparam int P = s % Ports; // its scheduler

    assign looked[s]  = check_valid_o[P] && check_slot_o[P*SlotWidth +: SlotWidth] == SlotWidth'(s);
    assign passing[s] = looked[s] && check_pass_i[P];
    assign popped[s]  = pop_en_i[P] && head_slot_i[P*SlotWidth +: SlotWidth] == SlotWidth'(s);
  end

  assign head_o = ~empty;
  assign can_o  = passed_q;

  ////////////////
  // Next state //
  ////////////////

  // Slots that are fetched for; get an answer; keep it; keep a stop.
  logic [Slots-1:0] fetched, answered, kept, stops;

  assign fetched  = Slots'(fetches) << fetch_slot_o;
  assign answered = Slots'(rsp_valid_i) << rsp_slot_i;
  assign kept     = Slots'(keeps) << rsp_slot_i;
  assign stops    = Slots'(keeps && rsp_stop_i) << rsp_slot_i;

  // A fetch flies until its answer comes. It is stale if its slot is flushed meanwhile, from the
  // cycle in which it is accepted on.
  assign flying_d = (flying_q & ~answered) | fetched;
  assign stale_d  = flying_d & (stale_q | flush_i);

  // A stop stands until it goes on. A head that was looked at has passed, until it issues; or is
  // held, until a register is written, be it in this cycle. A flush goes before everything else.
  assign stopped_d = ((stopped_q & ~go_i) | stops) & ~flush_i;
  assign passed_d  = ((passed_q & ~popped) | passing) & ~flush_i;
  assign held_d    = (held_q | (looked & ~passing)) & ~wake_i & ~flush_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) {stopped_q, flying_q, stale_q, passed_q, held_q} <= '0;
    else {stopped_q, flying_q, stale_q, passed_q, held_q} <=
        {stopped_d, flying_d, stale_d, passed_d, held_d};
  end

  // A head that issues makes room at the front, an answer that is kept fills it at the back.
  for (genvar s = 0; s < Slots; s++) begin : gen_ring
    always_ff @(posedge clk_i) begin
      if (!rst_ni)                       first_q[s] <= '0;
      else if (popped[s] && !flush_i[s]) first_q[s] <= behind(first_q[s], CountWidth'(1));
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni || flush_i[s]) count_q[s] <= '0;
      else count_q[s] <= count_q[s] + CountWidth'(kept[s]) - CountWidth'(popped[s]);
    end
  end

endmodule
