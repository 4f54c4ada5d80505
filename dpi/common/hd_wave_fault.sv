// SPDX-License-Identifier: Apache-2.0
// For the eye, in wave builds: what of a block failed first (0: nothing yet, else 1 + the number of
// the field; the view shows its name), which element, and the two values. And over time the
// register that the run was told to watch: as the RTL and the model had it at the falling edge.

`ifdef HD_WAVES
module hd_wave_fault (
    input logic            clk_i,
    input longint unsigned handle
);

  import "DPI-C" function int hd_fault(input longint unsigned handle, output int unsigned index,
                                       output longint unsigned rtl,
                                       output longint unsigned model);

  import "DPI-C" function void hd_watched(input longint unsigned handle,
                                          output longint unsigned rtl,
                                          output longint unsigned model);

  logic [7:0]  field;
  int unsigned index;
  logic [63:0] rtl, model;
  longint unsigned said, expected;
  bit edge_seen;

  always @(posedge clk_i) edge_seen <= ~edge_seen;
  always @(edge_seen) begin
    field = 8'(hd_fault(handle, index, said, expected));
    {rtl, model} = {said, expected};
  end

  logic [63:0] watched_rtl, watched_model;
  longint unsigned seen, kept;
  bit compared;

  always @(negedge clk_i) compared <= ~compared;
  always @(compared) begin
    hd_watched(handle, seen, kept);
    {watched_rtl, watched_model} = {seen, kept};
  end
endmodule
`endif
