// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_mapping_table; knows nothing of checking. The inputs change at the falling edge.

module hd_mapping_table_tb #(
    parameter int Rows  = 0,
    parameter int Sets  = 0,
    parameter int Phys  = 0,
    parameter int Ports = 0,
    localparam int RowWidth  = $clog2(Rows),
    localparam int SetWidth  = Sets > 1 ? $clog2(Sets) : 1,
    localparam int PhysWidth = $clog2(Phys),
    localparam int FreeWidth = $clog2(Phys + 1),
    localparam int SwapWidth = $clog2(Rows * Sets + 1)
) (
    input  logic                       clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic [Ports-1:0]           found_en_o,
    output logic [Ports-1:0]           found_wait_o,
    output logic [Ports-1:0]           found_held_o,
    output logic [Ports*PhysWidth-1:0] found_phys_o,
    output logic [Ports*RowWidth-1:0]  found_row_o,
    output logic [Ports*SetWidth-1:0]  found_set_o,
    output logic                       op_held_o,
    output logic [PhysWidth-1:0]       op_phys_o,
    output logic [FreeWidth-1:0]       free_o,
    output logic [SwapWidth-1:0]       swapped_o
);

  import "DPI-C" function void mapping_table_stim_open(
      input int unsigned rows, input int unsigned sets, input int unsigned phys,
      input int unsigned ports);
  import "DPI-C" function void mapping_table_stim(
      output bit rst_n, output byte unsigned look_en, output bit [Ports*32-1:0] look_row,
      output bit [Ports*32-1:0] look_set, output int unsigned op, output int unsigned op_row,
      output int unsigned op_set, output bit lock_en, output int unsigned lock_row,
      output int unsigned lock_set);

  logic                      rst_ni;
  logic [Ports-1:0]          look_en_i;
  logic [Ports*RowWidth-1:0] look_row_i;
  logic [Ports*SetWidth-1:0] look_set_i;
  logic [2:0]                op_i;
  logic [RowWidth-1:0]       op_row_i, lock_row_i;
  logic [SetWidth-1:0]       op_set_i, lock_set_i;
  logic                      lock_en_i;

  hd_mapping_table #(
      .Rows(Rows), .Sets(Sets), .Phys(Phys), .Ports(Ports)
  ) dut (.*);

  initial mapping_table_stim_open(Rows, Sets, Phys, Ports);

  // What it is offered in this cycle.
  bit                rst_n, lock_en;
  byte unsigned      look_en;
  bit [Ports*32-1:0] look_row, look_set;
  int unsigned       op, op_row, op_set, lock_row, lock_set;
  always @(negedge clk_i) begin
    mapping_table_stim(rst_n, look_en, look_row, look_set, op, op_row, op_set, lock_en, lock_row,
                       lock_set);
    rst_ni     = rst_n;
    look_en_i  = Ports'(look_en);
    op_i       = 3'(op);
    op_row_i   = RowWidth'(op_row);
    op_set_i   = SetWidth'(op_set);
    lock_en_i  = lock_en;
    lock_row_i = RowWidth'(lock_row);
    lock_set_i = SetWidth'(lock_set);
    for (int p = 0; p < Ports; p++) begin
      look_row_i[p*RowWidth+:RowWidth] = RowWidth'(look_row[p*32+:32]);
      look_set_i[p*SetWidth+:SetWidth] = SetWidth'(look_set[p*32+:32]);
    end
  end
endmodule
