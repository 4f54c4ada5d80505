// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_spill_selector, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// Counts and owners are too many to be handed over whole in each cycle: it is those of the line
// that was looked at in the last one (ageing writes it), of the set that was taken and of those
// that were used. The lines are a rotation, too: a stray write shows within a sweep, which is
// Phys / Columns cycles, rounded up. All other registers are compared whole in each cycle.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_spill_selector_lockstep #(
    parameter int Phys     = 256,
    parameter int Columns  = 16,
    parameter int Rows     = 64,
    parameter int Sets     = 16,
    parameter int CntWidth = 4,
    parameter int Ports    = 2,
    localparam int PhysWidth = $clog2(Phys),
    localparam int RowWidth  = $clog2(Rows),
    localparam int SetWidth  = Sets > 1 ? $clog2(Sets) : 1,
    localparam int Lines     = (Phys + Columns - 1) / Columns,
    localparam int Touches   = Ports + 1,
  localparam int Parts     = Columns + Touches
) (
    input logic                       clk_i,
    input logic                       rst_ni,
    input logic [7:0]                 age_i,
    input logic [Ports-1:0]           use_en_i,
    input logic [Ports*PhysWidth-1:0] use_phys_i,
    input logic                       take_en_i,
    input logic [PhysWidth-1:0]       take_phys_i,
    input logic [RowWidth-1:0]        take_row_i,
    input logic [SetWidth-1:0]        take_set_i,
    input logic                       drop_en_i,
    input logic [PhysWidth-1:0]       drop_phys_i,
    input logic                       keep_en_i,
    input logic [RowWidth-1:0]        keep_row_i,
    input logic                       victim_valid_o,
    input logic [PhysWidth-1:0]       victim_phys_o,
    input logic [RowWidth-1:0]        victim_row_o,
    input logic [SetWidth-1:0]        victim_set_o,
    input logic                       victim_taken_i
);

  import "DPI-C" function longint unsigned spill_selector_open(
      input string path, input int unsigned phys, input int unsigned columns,
      input int unsigned rows, input int unsigned sets, input int unsigned cnt_width,
      input int unsigned ports);
  import "DPI-C" function void spill_selector_state(
      input longint unsigned handle, input bit [Phys-1:0] held, input int unsigned first,
      input bit [Touches*32-1:0] touch_at, input bit [Parts*32-1:0] count,
      input bit [Parts*32-1:0] its_row, input bit [Parts*32-1:0] its_set, input bit best_valid,
      input int unsigned best_count, input int unsigned best_phys, input int unsigned best_row,
      input int unsigned best_set, input bit victim_valid, input int unsigned victim_phys,
      input int unsigned victim_row, input int unsigned victim_set, input int unsigned line,
      input int unsigned sweep);
  import "DPI-C" function int spill_selector_ports(
      input longint unsigned handle, input bit rst_n, input int unsigned age,
      input byte unsigned use_en, input bit [Ports*32-1:0] use_phys, input bit take_en,
      input int unsigned take_phys, input int unsigned take_row, input int unsigned take_set,
      input bit drop_en, input int unsigned drop_phys, input bit keep_en,
      input int unsigned keep_row, input bit victim_taken, input bit victim_valid,
      input int unsigned victim_phys, input int unsigned victim_row,
      input int unsigned victim_set);

  longint unsigned handle;
  initial
    handle = spill_selector_open($sformatf("%m"), Phys, Columns, Rows, Sets, CntWidth, Ports);

  // ------------------------------------------------------------------------------------------
  // Registers, one 32-bit word an element; of one bit each: a bit
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  // Which sets: those of the line, then the one taken and those used. Where nothing is taken or
  // used, one is as good as any other; in a short last line those that are not there are not
  // compared. The lines are counted here, as the page says: a checker that followed the line of
  // the RTL would not look where that does not go.
  int unsigned         first, turn;
  bit [Touches*32-1:0] touch_at;
  initial turn = 0;
  always @(posedge clk_i) begin
    first           <= turn * Columns;
    turn            <= !rst_ni || turn == Lines - 1 ? 0 : turn + 1;
    touch_at[0+:32] <= 32'(take_phys_i) < Phys ? 32'(take_phys_i) : 0;
    for (int p = 0; p < Ports; p++)
      touch_at[(p+1)*32+:32] <= 32'(use_phys_i[p*PhysWidth+:PhysWidth]) < Phys ?
          32'(use_phys_i[p*PhysWidth+:PhysWidth]) : 0;
  end

  bit [Phys-1:0]      held;
  bit [PhysWidth-1:0] at;
  bit [Parts*32-1:0]  count, its_row, its_set;
  bit                 best_valid, victim_valid;
  int unsigned        best_count, best_phys, best_row, best_set;
  int unsigned        victim_phys, victim_row, victim_set, line, sweep;
`ifndef HD_NO_held_q
  assign held = hd_spill_selector.held_q;
`endif
`ifndef HD_NO_best_valid_q
  assign best_valid = hd_spill_selector.best_valid_q;
`endif
`ifndef HD_NO_best_count_q
  assign best_count = 32'(hd_spill_selector.best_count_q);
`endif
`ifndef HD_NO_best_phys_q
  assign best_phys = 32'(hd_spill_selector.best_phys_q);
`endif
`ifndef HD_NO_best_row_q
  assign best_row = 32'(hd_spill_selector.best_row_q);
`endif
`ifndef HD_NO_best_set_q
  assign best_set = 32'(hd_spill_selector.best_set_q);
`endif
`ifndef HD_NO_victim_valid_q
  assign victim_valid = hd_spill_selector.victim_valid_q;
`endif
`ifndef HD_NO_victim_phys_q
  assign victim_phys = 32'(hd_spill_selector.victim_phys_q);
`endif
`ifndef HD_NO_victim_row_q
  assign victim_row = 32'(hd_spill_selector.victim_row_q);
`endif
`ifndef HD_NO_victim_set_q
  assign victim_set = 32'(hd_spill_selector.victim_set_q);
`endif
`ifndef HD_NO_line_q
  assign line = 32'(hd_spill_selector.line_q);
`endif
`ifndef HD_NO_sweep_q
  assign sweep = 32'(hd_spill_selector.sweep_q);
`endif
  always @(negedge clk_i) begin
    for (int k = 0; k < Parts; k++) begin
      at = k < Columns ? PhysWidth'(first + k) : PhysWidth'(touch_at[(k-Columns)*32+:32]);
`ifndef HD_NO_count_q
      count[k*32+:32] = 32'(hd_spill_selector.count_q[at]);
`endif
`ifndef HD_NO_row_q
      its_row[k*32+:32] = 32'(hd_spill_selector.row_q[at]);
`endif
`ifndef HD_NO_set_q
      its_set[k*32+:32] = 32'(hd_spill_selector.set_q[at]);
`endif
    end
    spill_selector_state(handle, held, first, touch_at, count, its_row, its_set, best_valid,
                         best_count, best_phys, best_row, best_set, victim_valid, victim_phys,
                         victim_row, victim_set, line, sweep);
  end
  // After the last cycle: every element (dpi/common/lockstep.h).
  import "DPI-C" function void hd_last(input longint unsigned handle, input string name,
                                       input int unsigned index, input longint unsigned value);
  final begin
    for (int unsigned p = 0; p < Phys; p++) begin
`ifndef HD_NO_count_q
      hd_last(handle, "count_q", p, 64'(hd_spill_selector.count_q[PhysWidth'(p)]));
`endif
`ifndef HD_NO_row_q
      hd_last(handle, "row_q", p, 64'(hd_spill_selector.row_q[PhysWidth'(p)]));
`endif
`ifndef HD_NO_set_q
      hd_last(handle, "set_q", p, 64'(hd_spill_selector.set_q[PhysWidth'(p)]));
`endif
    end
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Ports*32-1:0] use_phys;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign use_phys[p*32+:32] = 32'(use_phys_i[p*PhysWidth+:PhysWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = spill_selector_ports(
        handle, rst_ni, 32'(age_i), 8'(use_en_i), use_phys, take_en_i, 32'(take_phys_i),
        32'(take_row_i), 32'(take_set_i), drop_en_i, 32'(drop_phys_i), keep_en_i, 32'(keep_row_i),
        victim_taken_i, victim_valid_o, 32'(victim_phys_o), 32'(victim_row_o), 32'(victim_set_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(victim_valid_o)), .Field(0)) u_victim_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(victim_phys_o)), .Field(1)) u_victim_phys (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(victim_row_o)), .Field(2)) u_victim_row (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(victim_set_o)), .Field(3)) u_victim_set (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_spill_selector hd_spill_selector_lockstep #(
    .Phys(Phys), .Columns(Columns), .Rows(Rows), .Sets(Sets), .CntWidth(CntWidth), .Ports(Ports)
) u_lockstep (.*);
