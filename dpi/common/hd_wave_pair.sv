// SPDX-License-Identifier: Apache-2.0
// For the eye, in wave builds: one output of a checked block as the RTL drove it at the clock edge,
// and beside it what the model says. Bits that mean nothing are 0 in both. Both come from the
// checker's C side, one step after the edge: so it does not matter in which order a simulator runs
// what happens at the edge.

`ifdef HD_WAVES
module hd_wave_pair #(
    // Bits of the port.
    parameter int Width = 1,
    // Number of the output in the block's table of fields, from 0.
    parameter int Field = 0
) (
    input logic            clk_i,
    input longint unsigned handle
);

  import "DPI-C" function void hd_pair(input longint unsigned handle, input int field,
                                       output bit [4095:0] rtl, output bit [4095:0] model);

  logic [Width-1:0] rtl, model;
  bit [4095:0] said, expected;
  bit edge_seen;

  always @(posedge clk_i) edge_seen <= ~edge_seen;
  always @(edge_seen) begin
    hd_pair(handle, Field, said, expected);
    rtl   = Width'(said);
    model = Width'(expected);
  end
endmodule
`endif
