// SPDX-License-Identifier: Apache-2.0
//
// Warp allocator: the free list of the warp pool.
//
// Behaviour
// - A queue of pool indices. Port 0 offers the oldest, port 1 the second oldest; a freed index
//   enters at the tail and can be offered from the next cycle on.
// - After a reset the list holds 0, 1, ... Entries - 1, in this order, without one memory write:
//   the indices that were never handed out stand in front, and a counter (fresh) knows them. The
//   memory is a ring that holds the indices freed since.
//
// Corner cases
// - One fresh index is left: port 0 offers it, port 1 the oldest freed one.
// - An index freed in this cycle is not offered in this cycle, even if nothing else is free.
// - The last free index is taken while an index is freed: the freed index is offered in the next
//   cycle.
//
// Fung, Sham, Yuan, Aamodt, Dynamic Warp Formation, TACO 6(2), 2009: section 4.2, Figure 10,
// Table V.

module hd_warp_allocator #(
    // Warps in the pool. Memory in proportion, its logarithm in flip-flops.
    parameter int Entries = 128,
    localparam int IdxWidth   = $clog2(Entries),
    localparam int CountWidth = $clog2(Entries + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                  clk_i,
    input  logic                  rst_ni,

    // PC-warp LUT
    // Port p offers an index: 0 if one is free, 1 if two are. State only.
    output logic [1:0]            alloc_valid_o,
    // That index; meaningful while alloc_valid_o[p]. State only.
    output logic [2*IdxWidth-1:0] alloc_idx_o,
    // The index of port p is taken; only if it is offered, and port 1's only with port 0's.
    input  logic [1:0]            alloc_ready_i,

    // Issue
    // The warp free_idx_i has left the pool.
    input  logic                  free_en_i,
    // Its index, which is handed out.
    input  logic [IdxWidth-1:0]   free_idx_i,

    // Status
    // How many indices are free. State only.
    output logic [CountWidth-1:0] free_count_o
);

`ifndef SYNTHESIS
  initial begin
    if (Entries < 2 || Entries > 65536)
      $fatal(1, "hd_warp_allocator: Entries must be 2 to 65536");
  end
`endif

  // The place after this one; place 0 follows the last.
  function automatic logic [IdxWidth-1:0] next_place(input logic [IdxWidth-1:0] place);
    next_place = place == IdxWidth'(Entries - 1) ? '0 : place + IdxWidth'(1);
  endfunction

  ///////////
  // State //
  ///////////

  // A ring of indices that were freed: from head on, count of them; tail is the next to be written.
  logic [IdxWidth-1:0]   idx_q [Entries];
  logic [IdxWidth-1:0]   head_q, head_d, tail_q;
  logic [CountWidth-1:0] count_q;
  // The lowest index never handed out; Entries when there is none.
  logic [CountWidth-1:0] fresh_q;

  /////////////
  // Outputs //
  /////////////

  // A port offers a fresh index as long as there is one, then what the ring has.
  logic [CountWidth-1:0] fresh_left;
  logic [1:0]            fresh; // port p offers a fresh index
  logic [IdxWidth-1:0]   freed0, freed1, idx0, idx1;

  assign fresh_left = CountWidth'(Entries) - fresh_q;
  assign fresh      = {fresh_left > CountWidth'(1), fresh_left > CountWidth'(0)};
  assign freed0     = idx_q[head_q];
  assign freed1     = idx_q[next_place(head_q)];

  assign idx0 = fresh[0] ? IdxWidth'(fresh_q) : freed0;

  always @* begin
    if (fresh[1])      idx1 = IdxWidth'(fresh_q) + IdxWidth'(1);
    else if (fresh[0]) idx1 = freed0;
    else               idx1 = freed1;
  end

  assign free_count_o  = fresh_left + count_q;
  assign alloc_valid_o = {free_count_o > CountWidth'(1), free_count_o > CountWidth'(0)};
  assign alloc_idx_o   = {idx1, idx0};

  ////////////////
  // Next state //
  ////////////////

  // Taken indices leave first, then freed indices enter. Each port takes from where it was served:
  // the ring loses an index for each port that takes an index that is not fresh.
  logic [1:0] take_fresh, take_freed;

  assign take_fresh = alloc_ready_i & fresh;
  assign take_freed = alloc_ready_i & ~fresh;

  always @* begin
    head_d = head_q;
    if (|take_freed) head_d = next_place(head_q);
    if (&take_freed) head_d = next_place(next_place(head_q));
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      fresh_q <= '0;
      head_q  <= '0;
      tail_q  <= '0;
      count_q <= '0;
    end else begin
      fresh_q <= fresh_q + CountWidth'(take_fresh[0]) + CountWidth'(take_fresh[1]);
      head_q  <= head_d;
      tail_q  <= free_en_i ? next_place(tail_q) : tail_q;
      count_q <= count_q + CountWidth'(free_en_i)
                 - CountWidth'(take_freed[0]) - CountWidth'(take_freed[1]);
    end
  end

  always_ff @(posedge clk_i) begin
    if (free_en_i) idx_q[tail_q] <= free_idx_i;
  end

endmodule
