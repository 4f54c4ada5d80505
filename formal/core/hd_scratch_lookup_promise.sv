// SPDX-License-Identifier: Apache-2.0
//
// What the look-up of shared memory promises Zorua's plug (docs/blocks/scratch_lookup.md), in
// terms of its ports alone: proven of it (scratch_lookup_plan.txt, `promises`), assumed of it
// where it is left free.

module hd_scratch_lookup_promise #(
    parameter int Lanes      = 32,
    parameter int SetWidth   = 6,
    parameter int BlockWidth = 4
) (
    input logic clk_i,
    input logic rst_ni,
    input logic valid_i,
    input logic [Lanes-1:0] mask_i,
    input logic [Lanes*32-1:0] addr_i,
    input logic [BlockWidth-1:0] block_i,
    input logic ready_o,
    input logic shared_o,
    input logic taken_i,
    input logic hold_i,
    input logic [BlockWidth-1:0] hold_block_i,
    input logic [SetWidth-1:0] hold_set_i,
    input logic touches_o,
    input logic busy_o
);

  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;

  // Some lane is for shared memory, for the set that is held.
  logic shared, touches;
  always @* begin
    {shared, touches} = '0;
    for (int l = 0; l < Lanes; l++)
      if (valid_i && mask_i[l] && addr_i[l*32+29+:3] == 3'b010) begin
        shared = 1'b1;
        if (hold_i && hold_block_i == block_i && hold_set_i == addr_i[l*32+10+:SetWidth])
          touches = 1'b1;
      end
  end

  // An access was there in the cycle before, to be looked up: it was already, or nothing held it.
  logic offered;
  always_ff @(posedge clk_i)
    offered <= rst_ni && valid_i && shared_o && !taken_i && (busy_o || !touches_o);

  always @* if (on && rst_ni) begin
    // P: it is said of an access whether it has lanes in shared memory, and in the set that is held
    lanes_there: assert (shared_o == shared && touches_o == touches);
    // P: a look-up begins with an access in shared memory, and with none for the set that is held
    begins_offered: assert (!busy_o || offered);
    // P: an access in shared memory is ready when it has been looked up
    ready_looked: assert (!(ready_o && shared_o) || busy_o);
  end
endmodule
