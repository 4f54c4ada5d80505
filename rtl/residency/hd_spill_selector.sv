// SPDX-License-Identifier: Apache-2.0
//
// Spill selector: which physical set was accessed least.
//
// Behaviour
// - A counter of accesses for each physical set, halved every few sweeps.
// - A sweep looks at Columns sets a cycle, line after line, for ever; with its last line the set
//   with the lowest count becomes the victim.
//
// Corner cases
// - Ties go to the lowest number.
// - The victim, or the best so far, is forgotten when it is taken, dropped, or taken anew.
// - Sets of the owner to keep are passed over; a victim of that owner is not offered.
// - Phys need not be a multiple of Columns: the last line is shorter.
//
// Vijaykumar et al., Zorua: section 5.6. How accesses are counted and aged is ours.

module hd_spill_selector #(
    // Physical sets. A counter and a flip-flop each, memory for the owner.
    parameter int Phys     = 256,
    // Sets looked at in a cycle: comparators.
    parameter int Columns  = 16,
    // Owners, and sets of an owner: their widths only.
    parameter int Rows     = 64,
    parameter int Sets     = 16,
    // Bits of a counter.
    parameter int CntWidth = 4,
    // Accesses in a cycle. A decoder each.
    parameter int Ports    = 2,
    localparam int PhysWidth = $clog2(Phys),
    localparam int RowWidth  = $clog2(Rows),
    localparam int SetWidth  = Sets > 1 ? $clog2(Sets) : 1
) (
    // Clock; synchronous reset, active low.
    input  logic                       clk_i,
    input  logic                       rst_ni,

    // Register outside: counters are halved in every so many-th sweep; 0: never.
    input  logic [7:0]                 age_i,

    // Compute units; access p is [p*PhysWidth +: PhysWidth]
    // This set is accessed.
    input  logic [Ports-1:0]           use_en_i,
    input  logic [Ports*PhysWidth-1:0] use_phys_i,

    // Coordinator
    // The set take_phys_i holds take_set_i of the owner take_row_i from now on.
    input  logic                       take_en_i,
    input  logic [PhysWidth-1:0]       take_phys_i,
    input  logic [RowWidth-1:0]        take_row_i,
    input  logic [SetWidth-1:0]        take_set_i,
    // The set drop_phys_i holds nothing.
    input  logic                       drop_en_i,
    input  logic [PhysWidth-1:0]       drop_phys_i,
    // The owner whose sets are to stay.
    input  logic                       keep_en_i,
    input  logic [RowWidth-1:0]        keep_row_i,
    // There is a set to spill. Depends on keep_*_i.
    output logic                       victim_valid_o,
    // The victim; owner and number of the set it holds; meaningful while victim_valid_o. State
    // only.
    output logic [PhysWidth-1:0]       victim_phys_o,
    output logic [RowWidth-1:0]        victim_row_o,
    output logic [SetWidth-1:0]        victim_set_o,
    // It is spilled.
    input  logic                       victim_taken_i
);

`ifndef SYNTHESIS
  initial begin
    if (Phys < 2 || Phys > 1024) $fatal(1, "hd_spill_selector: Phys must be 2 to 1024");
    if (Columns < 1 || Columns > 64) $fatal(1, "hd_spill_selector: Columns must be 1 to 64");
    if (Rows < 2 || Rows > 256) $fatal(1, "hd_spill_selector: Rows must be 2 to 256");
    if (Sets < 1 || Sets > 64) $fatal(1, "hd_spill_selector: Sets must be 1 to 64");
    if (CntWidth < 1 || CntWidth > 8) $fatal(1, "hd_spill_selector: CntWidth must be 1 to 8");
    if (Ports < 1 || Ports > 4) $fatal(1, "hd_spill_selector: Ports must be 1 to 4");
  end
`endif

  localparam int Lines     = (Phys + Columns - 1) / Columns;
  localparam int LineWidth = Lines > 1 ? $clog2(Lines) : 1;
  // Numbers of sets up to the end of the last line.
  localparam int LongWidth = $clog2(Lines * Columns + 1);

  ///////////
  // State //
  ///////////

  // A physical set: it holds a set; how often it was accessed; the set's owner and number.
  logic [Phys-1:0]     held_q, held_d;
  (* mem2reg *)
  logic [CntWidth-1:0] count_q [Phys];
  logic [RowWidth-1:0] row_q [Phys];
  logic [SetWidth-1:0] set_q [Phys];
  // The best of this sweep so far.
  logic                 best_valid_q, best_valid_d;
  logic [CntWidth-1:0]  best_count_q;
  logic [PhysWidth-1:0] best_phys_q;
  logic [RowWidth-1:0]  best_row_q;
  logic [SetWidth-1:0]  best_set_q;
  // The best of an earlier sweep.
  logic                 victim_valid_q, victim_valid_d;
  logic [PhysWidth-1:0] victim_phys_q;
  logic [RowWidth-1:0]  victim_row_q;
  logic [SetWidth-1:0]  victim_set_q;
  // The line that is looked at, and the number of this sweep since the last ageing one.
  logic [LineWidth-1:0] line_q;
  logic [7:0]           sweep_q;

  ///////////
  // Sweep //
  ///////////

  logic last_line, ageing;

  assign last_line = line_q == LineWidth'(Lines - 1);
  assign ageing    = age_i != '0 && sweep_q >= age_i;

  // A tournament over the line's sets: the lower count wins, at a tie the lower number.
  localparam int Levels    = $clog2(Columns);
  localparam int PlayWidth = CntWidth + PhysWidth + RowWidth + SetWidth;

  for (genvar l = 0; l <= Levels; l++) begin : gen_level
    for (genvar n = 0; n < 1 << (Levels - l); n++) begin : gen_node
      logic                 valid;
      logic [PlayWidth-1:0] play; // {count, number, row, set}

      if (l == 0 && n < Columns) begin : gen_column
        logic [LongWidth-1:0] long_number;
        logic [PhysWidth-1:0] number;
        logic                 there;

        assign long_number = LongWidth'(LongWidth'(line_q) * LongWidth'(Columns)) + LongWidth'(n);
        assign there       = long_number < LongWidth'(Phys);
        assign number      = there ? PhysWidth'(long_number) : '0;

        assign valid = there && held_q[number] && !(keep_en_i && row_q[number] == keep_row_i);
        assign play  = {count_q[number], number, row_q[number], set_q[number]};
      end else if (l == 0) begin : gen_no_column
        assign valid = 1'b0;
        assign play  = '0;
      end else begin : gen_better
        logic [PlayWidth-1:0] left, right;
        logic                 left_valid, right_valid, take_right;

        assign left_valid  = gen_level[l-1].gen_node[2*n].valid;
        assign right_valid = gen_level[l-1].gen_node[2*n+1].valid;
        assign left        = gen_level[l-1].gen_node[2*n].play;
        assign right       = gen_level[l-1].gen_node[2*n+1].play;

        assign take_right = right_valid
            && (!left_valid
                || right[PlayWidth-1 -: CntWidth] < left[PlayWidth-1 -: CntWidth]);
        assign valid = left_valid | right_valid;
        assign play  = take_right ? right : left;
      end
    end
  end

  // The winner against the best of the lines before, which wins at a tie.
  logic                 line_valid, now_valid, line_wins;
  logic [PlayWidth-1:0] line_play, best_play, now_play;
  logic [CntWidth-1:0]  now_count;
  logic [PhysWidth-1:0] now_phys;
  logic [RowWidth-1:0]  now_row;
  logic [SetWidth-1:0]  now_set;

  assign line_valid = gen_level[Levels].gen_node[0].valid;
  assign line_play  = gen_level[Levels].gen_node[0].play;
  assign best_play  = {best_count_q, best_phys_q, best_row_q, best_set_q};
  assign line_wins  = line_valid
                      && (!best_valid_q || line_play[PlayWidth-1 -: CntWidth] < best_count_q);
  assign now_valid  = line_valid | best_valid_q;
  assign now_play   = line_wins ? line_play : best_play;
  assign {now_count, now_phys, now_row, now_set} = now_play;

  //////////////////////////////
  // Victim, and sets that go //
  //////////////////////////////

  // Gone in this cycle: a set that is dropped or taken anew, and the victim that is spilled.
  function automatic logic gone(input logic [PhysWidth-1:0] phys, input logic drop_en,
                                input logic [PhysWidth-1:0] drop_phys, input logic take_en,
                                input logic [PhysWidth-1:0] take_phys, input logic spill_en,
                                input logic [PhysWidth-1:0] spill_phys);
    gone = (drop_en && phys == drop_phys) || (take_en && phys == take_phys)
           || (spill_en && phys == spill_phys);
  endfunction

  logic now_gone, victim_gone;

  assign now_gone = gone(now_phys, drop_en_i, drop_phys_i, take_en_i, take_phys_i, victim_taken_i,
                         victim_phys_q);
  assign victim_gone = gone(victim_phys_q, drop_en_i, drop_phys_i, take_en_i, take_phys_i,
                            victim_taken_i, victim_phys_q);

  // With the last line the best becomes the victim, unless it is gone in this very cycle.
  logic replace;

  assign replace        = last_line & now_valid & ~now_gone;
  assign best_valid_d   = now_valid & ~now_gone & ~last_line;
  assign victim_valid_d = replace | (victim_valid_q & ~victim_gone);

  assign victim_valid_o = victim_valid_q && !(keep_en_i && victim_row_q == keep_row_i);
  assign victim_phys_o  = victim_phys_q;
  assign victim_row_o   = victim_row_q;
  assign victim_set_o   = victim_set_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      best_valid_q   <= 1'b0;
      victim_valid_q <= 1'b0;
      line_q         <= '0;
      sweep_q        <= 8'd1;
    end else begin
      best_valid_q   <= best_valid_d;
      victim_valid_q <= victim_valid_d;
      line_q         <= last_line ? '0 : line_q + LineWidth'(1);
      if (last_line) sweep_q <= ageing || age_i == '0 ? 8'd1 : sweep_q + 8'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    best_count_q <= now_count;
    best_phys_q  <= now_phys;
    best_row_q   <= now_row;
    best_set_q   <= now_set;
    if (replace) begin
      victim_phys_q <= now_phys;
      victim_row_q  <= now_row;
      victim_set_q  <= now_set;
    end
  end

  //////////////////
  // Held, counts //
  //////////////////

  // A set that is dropped and taken in one cycle is taken.
  always @* begin
    held_d = held_q;
    if (drop_en_i) held_d[drop_phys_i] = 1'b0;
    if (take_en_i) held_d[take_phys_i] = 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) held_q <= '0;
    else         held_q <= held_d;
  end

  always_ff @(posedge clk_i) begin
    if (take_en_i) begin
      row_q[take_phys_i] <= take_row_i;
      set_q[take_phys_i] <= take_set_i;
    end
  end

  // Halved, then one more for each access, then 1 if it is taken.
  for (genvar i = 0; i < Phys; i++) begin : gen_count
    logic [Ports-1:0]    hit;
    logic [CntWidth-1:0] aged;
    logic [CntWidth+2:0] after; // up to four accesses more than fit

    for (genvar p = 0; p < Ports; p++) begin : gen_hit
      assign hit[p] = use_en_i[p] && use_phys_i[p*PhysWidth +: PhysWidth] == PhysWidth'(i);
    end

    assign aged = ageing && line_q == LineWidth'(i / Columns) ? count_q[i] >> 1 : count_q[i];
    assign after = {3'b0, aged} + (CntWidth + 3)'($countones(hit));

    always_ff @(posedge clk_i) begin
      if (take_en_i && take_phys_i == PhysWidth'(i)) count_q[i] <= CntWidth'(1);
      else if (after[CntWidth+2:CntWidth] != '0)     count_q[i] <= '1;
      else                                           count_q[i] <= after[CntWidth-1:0];
    end
  end

endmodule
