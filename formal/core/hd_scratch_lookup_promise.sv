// SPDX-License-Identifier: Apache-2.0
//
// What the look-up of shared memory promises Zorua's plug (docs/blocks/scratch_lookup.md), in
// terms of its ports alone: proven of it (scratch_lookup_plan.txt, `promises`), assumed of it
// where it is left free.

module hd_scratch_lookup_promise (
    input logic clk_i,
    input logic rst_ni,
    input logic valid_i,
    input logic ready_o,
    input logic shared_o,
    input logic taken_i,
    input logic hold_i,
    input logic touches_o,
    input logic busy_o
);

  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;

  // An access was there in the cycle before, to be looked up: it was already, or nothing held it.
  logic offered;
  always_ff @(posedge clk_i)
    offered <= rst_ni && valid_i && shared_o && !taken_i && (busy_o || !touches_o);

  always @* if (on && rst_ni) begin
    // P: lanes in shared memory are those of an access, and so are those in the set that is held
    lanes_there: assert ((!shared_o || valid_i) && (!touches_o || (shared_o && hold_i)));
    // P: a look-up begins with an access in shared memory, and with none for the set that is held
    begins_offered: assert (!busy_o || offered);
    // P: an access in shared memory is ready when it has been looked up
    ready_looked: assert (!(ready_o && shared_o) || busy_o);
  end
endmodule
