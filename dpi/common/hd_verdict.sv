// SPDX-License-Identifier: Apache-2.0
// Ends the simulation some cycles after a checker's first mismatch, so that a dump holds what
// follows it. The number of cycles is the run's (--tail).

module hd_verdict (
    input logic clk_i,
    input int   verdict_i
);

  import "DPI-C" function int unsigned hd_tail();

  int unsigned since;
  initial since = 0;

  always @(posedge clk_i) begin
    if (verdict_i != 0) begin
      since = since + 1;
      if (since > hd_tail()) $finish;
    end
  end
endmodule
