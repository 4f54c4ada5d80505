// SPDX-License-Identifier: Apache-2.0
//
// What the look-up of shared memory promises Zorua's plug (docs/blocks/scratch_lookup.md), in
// terms of its ports alone: proven of it (scratch_lookup_plan.txt, `promises`), assumed of it
// where it is left free.

module hd_scratch_lookup_promise #(
    `HD_PARAMETERS
) (
    `HD_PORTS
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
    // P: an access is said to have lanes in shared memory, and in the set that is held, if it has
    lanes_there: assert (shared_o == shared && touches_o == touches);
    // P: a look-up begins with an access in shared memory, and with none for the set that is held
    begins_offered: assert (!busy_o || offered);
    // P: an access learns that has begun, or that begins: it has no lane in the set that is held
    learns_begun: assert (!learns_o || busy_o || (shared_o && !touches_o));
    // P: an access in shared memory is ready when it has begun, or learns
    ready_looked: assert (!(ready_o && shared_o) || busy_o || learns_o);
  end
endmodule
