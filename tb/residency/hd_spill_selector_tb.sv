// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_spill_selector; knows nothing of checking. The inputs change at the falling edge.

module hd_spill_selector_tb #(
    parameter int Phys     = 0,
    parameter int Columns  = 0,
    parameter int Rows     = 0,
    parameter int Sets     = 0,
    parameter int CntWidth = 0,
    parameter int Ports    = 0,
    localparam int PhysWidth = $clog2(Phys),
    localparam int RowWidth  = $clog2(Rows),
    localparam int SetWidth  = Sets > 1 ? $clog2(Sets) : 1
) (
    input  logic                 clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                 victim_valid_o,
    output logic [PhysWidth-1:0] victim_phys_o,
    output logic [RowWidth-1:0]  victim_row_o,
    output logic [SetWidth-1:0]  victim_set_o
);

  import "DPI-C" function void spill_selector_stim_open(
      input int unsigned phys, input int unsigned columns, input int unsigned rows,
      input int unsigned sets, input int unsigned cnt_width, input int unsigned ports);
  import "DPI-C" function void spill_selector_stim(
      input bit victim_valid, input int unsigned victim_phys, input int unsigned victim_row,
      output bit rst_n, output int unsigned age, output byte unsigned use_en,
      output bit [Ports*32-1:0] use_phys, output bit take_en, output int unsigned take_phys,
      output int unsigned take_row, output int unsigned take_set, output bit drop_en,
      output int unsigned drop_phys, output bit keep_en, output int unsigned keep_row,
      output bit victim_taken);

  logic                       rst_ni;
  logic [7:0]                 age_i;
  logic [Ports-1:0]           use_en_i;
  logic [Ports*PhysWidth-1:0] use_phys_i;
  logic                       take_en_i, drop_en_i, keep_en_i, victim_taken_i;
  logic [PhysWidth-1:0]       take_phys_i, drop_phys_i;
  logic [RowWidth-1:0]        take_row_i, keep_row_i;
  logic [SetWidth-1:0]        take_set_i;

  hd_spill_selector #(
      .Phys(Phys), .Columns(Columns), .Rows(Rows), .Sets(Sets), .CntWidth(CntWidth), .Ports(Ports)
  ) dut (.*);

  initial spill_selector_stim_open(Phys, Columns, Rows, Sets, CntWidth, Ports);

  // What it is offered in this cycle. That the victim is offered it still says for the owner who
  // was kept in the cycle before.
  bit                rst_n, take_en, drop_en, keep_en, victim_taken;
  byte unsigned      use_en;
  bit [Ports*32-1:0] use_phys;
  int unsigned       age, take_phys, take_row, take_set, drop_phys, keep_row;
  always @(negedge clk_i) begin
    spill_selector_stim(victim_valid_o, 32'(victim_phys_o), 32'(victim_row_o), rst_n, age, use_en,
                        use_phys, take_en, take_phys, take_row, take_set, drop_en, drop_phys,
                        keep_en, keep_row, victim_taken);
    rst_ni         = rst_n;
    age_i          = 8'(age);
    use_en_i       = Ports'(use_en);
    take_en_i      = take_en;
    take_phys_i    = PhysWidth'(take_phys);
    take_row_i     = RowWidth'(take_row);
    take_set_i     = SetWidth'(take_set);
    drop_en_i      = drop_en;
    drop_phys_i    = PhysWidth'(drop_phys);
    keep_en_i      = keep_en;
    keep_row_i     = RowWidth'(keep_row);
    victim_taken_i = victim_taken;
    for (int p = 0; p < Ports; p++)
      use_phys_i[p*PhysWidth+:PhysWidth] = PhysWidth'(use_phys[p*32+:32]);
  end
endmodule
