// SPDX-License-Identifier: Apache-2.0
//
// Split scoreboard: which registers will still be written, of warps whose threads are split into
// contexts. An instruction waits for the writes that may have a thread in common with it.
//
// Behaviour
// - A slot has entries of two rows. An instruction that is issued takes the row of its position (0:
//   primary, 1: secondary context) of a free entry; its writeback clears the row. Each counts from
//   the next cycle on.
// - A row knows at which positions its threads may be now: at 0, at 1, elsewhere (2). When the
//   contexts of a slot change, these three bits are multiplied by the matrix of the change: bit
//   (i, j) says that threads went from i to j. No mask of threads is looked at.
//
// Corner cases
// - Two sets of one slot share an entry, the lowest free one.
// - A set counts as issued before a move of the same cycle, and a query as asked before it.
// - There is no way past the state: a row that is written back in this cycle still counts, and an
//   entry is free in the cycle behind its last writeback.
// - The result of a set, a move or a writeback is seen in the next cycle only.
//
// Brunie, Collange, Diamos, Simultaneous Branch and Warp Interweaving, ISCA 2012: section 3.4.

module hd_split_scoreboard #(
    // Warp slots. Everything grows in proportion.
    parameter int Slots   = 24,
    // Entries of a slot: instructions, or pairs of them, that may be under way. Flip-flops of every
    // slot, and a decoder of a register for each row and query.
    parameter int Entries = 6,
    // Registers of a thread: the width of the answers.
    parameter int Regs    = 64,
    // Results in a cycle: a decoder each.
    parameter int Writers = 4,
    localparam int SlotWidth = $clog2(Slots),
    localparam int TagWidth  = Entries > 1 ? $clog2(Entries) : 1,
    localparam int RegWidth  = $clog2(Regs)
) (
    // Clock; synchronous reset, active low.
    input  logic                         clk_i,
    input  logic                         rst_ni,

    // Queries; port p is [p*W +: W]
    // A slot, below Slots, and a hot position of it.
    input  logic [2*SlotWidth-1:0]       query_slot_i,
    input  logic [1:0]                   query_pos_i,
    // Registers that an instruction of this position waits for. Depends on query_slot_i,
    // query_pos_i and state alone.
    output logic [2*Regs-1:0]            query_busy_o,

    // State of the slots
    // The slot has no free entry. State only.
    output logic [Slots-1:0]             full_o,
    // The slot has no outstanding write. State only.
    output logic [Slots-1:0]             free_o,

    // Issue; port p is [p*W +: W]
    // An instruction of position set_pos_i[p] of slot set_slot_i[p], which will write set_reg_i[p],
    // is issued.
    input  logic [1:0]                   set_en_i,
    input  logic [2*SlotWidth-1:0]       set_slot_i,
    input  logic [1:0]                   set_pos_i,
    input  logic [2*RegWidth-1:0]        set_reg_i,
    // The entry that its writeback names: the lowest free one of the slot, 0 if there is none.
    // Depends on set_slot_i and state alone.
    output logic [2*TagWidth-1:0]        set_tag_o,

    // Change of the contexts; port p is [p*W +: W]
    // Threads of slot move_slot_i[p] change their position: bit 3*i + j of the matrix says that
    // some went from i to j.
    input  logic [1:0]                   move_en_i,
    input  logic [2*SlotWidth-1:0]       move_slot_i,
    input  logic [2*9-1:0]               move_matrix_i,

    // Writeback; writer w is [w*W +: W]
    // The result of row wb_pos_i[w] of entry wb_tag_i[w] of slot wb_slot_i[w] is written, its last
    // lane too.
    input  logic [Writers-1:0]           wb_en_i,
    input  logic [Writers*SlotWidth-1:0] wb_slot_i,
    input  logic [Writers*TagWidth-1:0]  wb_tag_i,
    input  logic [Writers-1:0]           wb_pos_i
);

`ifndef SYNTHESIS
  initial begin
    if (Slots < 2 || Slots > 64) $fatal(1, "hd_split_scoreboard: Slots must be 2 to 64");
    if (Entries < 1 || Entries > 16) $fatal(1, "hd_split_scoreboard: Entries must be 1 to 16");
    if (Regs < 2 || Regs > 64) $fatal(1, "hd_split_scoreboard: Regs must be 2 to 64");
    if (Writers < 1 || Writers > 8) $fatal(1, "hd_split_scoreboard: Writers must be 1 to 8");
  end
`endif

  // Row 2*e + i of a slot is row i of its entry e.
  localparam int Rows = 2 * Entries;

  ///////////
  // State //
  ///////////

  // Row r of a slot is [r*W +: W] of its word.
  (* mem2reg *) // flip-flops
  logic [Rows-1:0]          pending_q [Slots];
  (* mem2reg *)
  logic [Rows*RegWidth-1:0] reg_q [Slots];
  (* mem2reg *)
  logic [Rows*3-1:0]        deps_q [Slots];

  /////////////
  // Queries //
  /////////////

  for (genvar p = 0; p < 2; p++) begin : gen_query
    logic [Rows-1:0]          pending;
    logic [Rows*RegWidth-1:0] regs;
    logic [Rows*3-1:0]        deps;
    logic [2:0]               here; // the position, a bit each
    logic [Rows-1:0]          waits;
    logic [Rows*RegWidth-1:0] number;
    logic [Regs-1:0]          busy;

    assign pending = pending_q[query_slot_i[p*SlotWidth +: SlotWidth]];
    assign regs    = reg_q[query_slot_i[p*SlotWidth +: SlotWidth]];
    assign deps    = deps_q[query_slot_i[p*SlotWidth +: SlotWidth]];

    assign here = {1'b0, query_pos_i[p], ~query_pos_i[p]};

    // The registers of the rows whose threads may be at the position. The number of another row is
    // not looked at: it has no meaning if the row is not pending.
    for (genvar r = 0; r < Rows; r++) begin : gen_row
      assign waits[r] = pending[r] & ((deps[3*r +: 3] & here) != '0);
      assign number[r*RegWidth +: RegWidth] = regs[r*RegWidth +: RegWidth] & {RegWidth{waits[r]}};
    end

    always @* begin
      busy = '0;
      for (int r = 0; r < Rows; r++)
        busy = busy | (Regs'(waits[r]) << number[r*RegWidth +: RegWidth]);
    end
    assign query_busy_o[p*Regs +: Regs] = busy;
  end

  //////////
  // Tags //
  //////////

  // The lowest free entry of the slot of each port, a bit an entry; none if the slot is full.
  logic [2*Entries-1:0] first;

  for (genvar p = 0; p < 2; p++) begin : gen_tag
    logic [Rows-1:0]     pending;
    logic [Entries-1:0]  idle, lowest;
    logic [TagWidth-1:0] tag;

    assign pending = pending_q[set_slot_i[p*SlotWidth +: SlotWidth]];
    for (genvar e = 0; e < Entries; e++) begin : gen_idle
      assign idle[e] = pending[2*e +: 2] == '0;
    end
    assign lowest = idle & (~idle + Entries'(1));
    assign first[p*Entries +: Entries] = lowest;

    always @* begin
      tag = '0;
      for (int e = 0; e < Entries; e++) if (lowest[e]) tag = tag | TagWidth'(e);
    end
    assign set_tag_o[p*TagWidth +: TagWidth] = tag;
  end

  ////////////////
  // Next state //
  ////////////////

  // The row that each port sets and each writer clears, in the slot it names; none if it does
  // nothing.
  logic [2*Rows-1:0]       set_rows;
  logic [Writers*Rows-1:0] wb_rows;

  for (genvar p = 0; p < 2; p++) begin : gen_set
    for (genvar e = 0; e < Entries; e++) begin : gen_entry
      assign set_rows[p*Rows + 2*e]     = set_en_i[p] & first[p*Entries + e] & ~set_pos_i[p];
      assign set_rows[p*Rows + 2*e + 1] = set_en_i[p] & first[p*Entries + e] & set_pos_i[p];
    end
  end

  for (genvar w = 0; w < Writers; w++) begin : gen_wb
    assign wb_rows[w*Rows +: Rows] =
        Rows'(wb_en_i[w]) << {wb_tag_i[w*TagWidth +: TagWidth], wb_pos_i[w]};
  end

  // Writebacks clear, then issues set, then the contexts change.
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    logic [Rows-1:0]          pending_now, pending_d, sets_0, sets_1, sets;
    logic [Rows*RegWidth-1:0] reg_now, reg_d;
    logic [Rows*3-1:0]        deps_now, deps_d;
    logic [8:0]               matrix;
    logic [2:0]               deps;
    logic [Entries-1:0]       taken;
    logic [1:0]               by_1;
    logic [2*RegWidth-1:0]    number;

    assign pending_now = pending_q[s];
    assign reg_now     = reg_q[s];
    assign deps_now    = deps_q[s];

    for (genvar e = 0; e < Entries; e++) begin : gen_entry
      assign taken[e] = pending_now[2*e +: 2] != '0;
    end
    assign full_o[s] = taken == '1;
    assign free_o[s] = pending_now == '0;

    assign sets_0 = set_slot_i[0 +: SlotWidth] == SlotWidth'(s) ? set_rows[0 +: Rows] : '0;
    assign sets_1 = set_slot_i[SlotWidth +: SlotWidth] == SlotWidth'(s) ? set_rows[Rows +: Rows]
                                                                       : '0;
    assign sets   = sets_0 | sets_1;

    always @* begin
      pending_d = pending_now;
      for (int w = 0; w < Writers; w++)
        if (wb_slot_i[w*SlotWidth +: SlotWidth] == SlotWidth'(s))
          pending_d = pending_d & ~wb_rows[w*Rows +: Rows];
      pending_d = pending_d | sets;
    end

    // A row of position i takes the register of the port that sets there: two sets of one slot are
    // of different positions. Only a row that is set takes it.
    for (genvar i = 0; i < 2; i++) begin : gen_position
      assign by_1[i] = set_en_i[1] && set_slot_i[SlotWidth +: SlotWidth] == SlotWidth'(s)
                       && set_pos_i[1] == 1'(i);
      assign number[i*RegWidth +: RegWidth] = by_1[i] ? set_reg_i[RegWidth +: RegWidth]
                                                      : set_reg_i[0 +: RegWidth];
    end

    always @* begin
      reg_d = reg_now;
      for (int r = 0; r < Rows; r++)
        if (sets[r]) reg_d[r*RegWidth +: RegWidth] = number[r%2*RegWidth +: RegWidth];
    end

    // The change of the slot's contexts; that of none is the identity.
    always @* begin
      matrix = 9'b100_010_001;
      for (int p = 0; p < 2; p++)
        if (move_en_i[p] && move_slot_i[p*SlotWidth +: SlotWidth] == SlotWidth'(s))
          matrix = move_matrix_i[p*9 +: 9];
    end

    // A row that is set begins at its own position; then all are multiplied.
    always @* begin
      deps_d = '0;
      deps = '0;
      for (int r = 0; r < Rows; r++) begin
        deps = sets[r] ? (r % 2 == 0 ? 3'b001 : 3'b010) : deps_now[3*r +: 3];
        deps_d[3*r +: 3] = ({3{deps[0]}} & matrix[2:0]) | ({3{deps[1]}} & matrix[5:3])
                         | ({3{deps[2]}} & matrix[8:6]);
      end
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) pending_q[s] <= '0;
      else         pending_q[s] <= pending_d;
      reg_q[s]  <= reg_d;
      deps_q[s] <= deps_d;
    end
  end

endmodule
