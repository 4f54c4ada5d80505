// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_mapping_table, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// The numbers of physical sets are too many to be handed over whole in each cycle: it is that of
// the entry which the operation of the last one names, and those of one owner in rotation, so that
// a stray write shows within Rows cycles. All other registers, valid_q and used_q among them, are
// compared whole in each cycle.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_mapping_table_lockstep #(
    parameter int Rows  = 64,
    parameter int Sets  = 16,
    parameter int Phys  = 256,
    parameter int Ports = 2,
    localparam int RowWidth   = $clog2(Rows),
    localparam int SetWidth   = Sets > 1 ? $clog2(Sets) : 1,
    localparam int PhysWidth  = $clog2(Phys),
    localparam int FreeWidth  = $clog2(Phys + 1),
    localparam int SwapWidth  = $clog2(Rows * Sets + 1),
    localparam int Entries    = Rows * Sets,
    localparam int PlaceWidth = $clog2(Entries)
) (
    input logic                       clk_i,
    input logic                       rst_ni,
    input logic [Ports-1:0]           look_en_i,
    input logic [Ports*RowWidth-1:0]  look_row_i,
    input logic [Ports*SetWidth-1:0]  look_set_i,
    input logic [Ports-1:0]           found_en_o,
    input logic [Ports-1:0]           found_wait_o,
    input logic [Ports-1:0]           found_held_o,
    input logic [Ports*PhysWidth-1:0] found_phys_o,
    input logic [Ports*RowWidth-1:0]  found_row_o,
    input logic [Ports*SetWidth-1:0]  found_set_o,
    input logic [2:0]                 op_i,
    input logic [RowWidth-1:0]        op_row_i,
    input logic [SetWidth-1:0]        op_set_i,
    input logic                       op_held_o,
    input logic [PhysWidth-1:0]       op_phys_o,
    input logic                       lock_en_i,
    input logic [RowWidth-1:0]        lock_row_i,
    input logic [SetWidth-1:0]        lock_set_i,
    input logic [FreeWidth-1:0]       free_o,
    input logic [SwapWidth-1:0]       swapped_o
);

  import "DPI-C" function longint unsigned mapping_table_open(
      input string path, input int unsigned rows, input int unsigned sets,
      input int unsigned phys, input int unsigned ports);
  import "DPI-C" function void mapping_table_state(
      input longint unsigned handle, input bit [Entries-1:0] valid, input int unsigned phys_row,
      input bit [Sets*32-1:0] phys, input int unsigned op_at, input int unsigned op_phys,
      input bit [Phys-1:0] used, input int unsigned free, input int unsigned swapped,
      input byte unsigned asked_en, input bit [Ports*32-1:0] asked_row,
      input bit [Ports*32-1:0] asked_set, input byte unsigned found_en,
      input bit [Ports*32-1:0] found_row, input bit [Ports*32-1:0] found_set,
      input byte unsigned found_held, input bit [Ports*32-1:0] found_phys);
  import "DPI-C" function int mapping_table_ports(
      input longint unsigned handle, input bit rst_n, input byte unsigned look_en,
      input bit [Ports*32-1:0] look_row, input bit [Ports*32-1:0] look_set,
      input int unsigned op, input int unsigned op_row, input int unsigned op_set,
      input bit lock_en, input int unsigned lock_row, input int unsigned lock_set,
      input byte unsigned found_en, input byte unsigned found_wait,
      input byte unsigned found_held, input bit [Ports*32-1:0] found_phys,
      input bit [Ports*32-1:0] found_row, input bit [Ports*32-1:0] found_set, input bit op_held,
      input int unsigned op_phys, input int unsigned free, input int unsigned swapped);

  longint unsigned handle;
  initial handle = mapping_table_open($sformatf("%m"), Rows, Sets, Phys, Ports);

  // ------------------------------------------------------------------------------------------
  // Registers, one 32-bit word an element; of one bit each: a bit
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  // Which entries of phys_q: the one that was named (if none was, one is as good as any other),
  // and the owner in turn.
  int unsigned op_at, turn;
  initial turn = 0;
  always @(posedge clk_i) begin
    op_at <= 32'(op_row_i) < Rows && 32'(op_set_i) < Sets ?
        32'(op_row_i) * Sets + 32'(op_set_i) : 0;
    turn  <= turn == Rows - 1 ? 0 : turn + 1;
  end

  bit [Entries-1:0]  valid;
  bit [Sets*32-1:0]  phys;
  bit [Phys-1:0]     used;
  int unsigned       op_phys, free, swapped;
  byte unsigned      asked_en, found_en, found_held;
  bit [Ports*32-1:0] asked_row, asked_set, found_row, found_set, found_phys;
`ifndef HD_NO_valid_q
  assign valid = hd_mapping_table.valid_q;
`endif
`ifndef HD_NO_used_q
  assign used = hd_mapping_table.used_q;
`endif
`ifndef HD_NO_free_q
  assign free = 32'(hd_mapping_table.free_q);
`endif
`ifndef HD_NO_swapped_q
  assign swapped = 32'(hd_mapping_table.swapped_q);
`endif
`ifndef HD_NO_asked_en_q
  assign asked_en = 8'(hd_mapping_table.asked_en_q);
`endif
`ifndef HD_NO_found_en_q
  assign found_en = 8'(hd_mapping_table.found_en_q);
`endif
`ifndef HD_NO_found_held_q
  assign found_held = 8'(hd_mapping_table.found_held_q);
`endif
  for (genvar p = 0; p < Ports; p++) begin : gen_state
`ifndef HD_NO_asked_row_q
    assign asked_row[p*32+:32] = 32'(hd_mapping_table.asked_row_q[p*RowWidth+:RowWidth]);
`endif
`ifndef HD_NO_asked_set_q
    assign asked_set[p*32+:32] = 32'(hd_mapping_table.asked_set_q[p*SetWidth+:SetWidth]);
`endif
`ifndef HD_NO_found_row_q
    assign found_row[p*32+:32] = 32'(hd_mapping_table.found_row_q[p*RowWidth+:RowWidth]);
`endif
`ifndef HD_NO_found_set_q
    assign found_set[p*32+:32] = 32'(hd_mapping_table.found_set_q[p*SetWidth+:SetWidth]);
`endif
`ifndef HD_NO_found_phys_q
    assign found_phys[p*32+:32] = 32'(hd_mapping_table.found_phys_q[p*PhysWidth+:PhysWidth]);
`endif
  end
  always @(negedge clk_i) begin
`ifndef HD_NO_phys_q
    for (int i = 0; i < Sets; i++)
      phys[i*32+:32] = 32'(hd_mapping_table.phys_q[PlaceWidth'(turn*Sets+i)]);
    op_phys = 32'(hd_mapping_table.phys_q[PlaceWidth'(op_at)]);
`endif
    mapping_table_state(handle, valid, turn, phys, op_at, op_phys, used, free, swapped, asked_en,
                        asked_row, asked_set, found_en, found_row, found_set, found_held,
                        found_phys);
  end
  // After the last cycle: every element (dpi/common/lockstep.h).
  import "DPI-C" function void hd_last(input longint unsigned handle, input string name,
                                       input int unsigned index, input longint unsigned value);
`ifndef HD_NO_phys_q
  final
    for (int unsigned e = 0; e < Entries; e++)
      hd_last(handle, "phys_q", e, 64'(hd_mapping_table.phys_q[PlaceWidth'(e)]));
`endif
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Ports*32-1:0] look_row, look_set, said_row, said_set, said_phys;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign look_row[p*32+:32]  = 32'(look_row_i[p*RowWidth+:RowWidth]);
    assign look_set[p*32+:32]  = 32'(look_set_i[p*SetWidth+:SetWidth]);
    assign said_row[p*32+:32]  = 32'(found_row_o[p*RowWidth+:RowWidth]);
    assign said_set[p*32+:32]  = 32'(found_set_o[p*SetWidth+:SetWidth]);
    assign said_phys[p*32+:32] = 32'(found_phys_o[p*PhysWidth+:PhysWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = mapping_table_ports(
        handle, rst_ni, 8'(look_en_i), look_row, look_set, 32'(op_i), 32'(op_row_i),
        32'(op_set_i), lock_en_i, 32'(lock_row_i), 32'(lock_set_i), 8'(found_en_o),
        8'(found_wait_o), 8'(found_held_o), said_phys, said_row, said_set, op_held_o,
        32'(op_phys_o), 32'(free_o), 32'(swapped_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(found_en_o)), .Field(0)) u_found_en (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(found_wait_o)), .Field(1)) u_found_wait (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(found_held_o)), .Field(2)) u_found_held (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(found_phys_o)), .Field(3)) u_found_phys (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(found_row_o)), .Field(4)) u_found_row (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(found_set_o)), .Field(5)) u_found_set (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(op_held_o)), .Field(6)) u_op_held (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(op_phys_o)), .Field(7)) u_op_phys (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(free_o)), .Field(8)) u_free (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(swapped_o)), .Field(9)) u_swapped (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_mapping_table hd_mapping_table_lockstep #(
    .Rows(Rows), .Sets(Sets), .Phys(Phys), .Ports(Ports)
) u_lockstep (.*);
