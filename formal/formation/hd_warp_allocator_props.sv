// SPDX-License-Identifier: Apache-2.0
//
// Properties of the warp allocator (docs/blocks/warp_allocator.md), for formal/prove.sh.
//
// Two yardsticks stand beside the design: the free list as a plain queue that shifts (list), and a
// ghost of the indices that are handed out (out), from the ports alone. One index `watch` is chosen
// by the solver: what is proven of it holds for every index.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_warp_allocator_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State: place p of the ring is part p.
    input logic [Entries*IdxWidth-1:0] idx,
    input logic [IdxWidth-1:0]         head,
    input logic [IdxWidth-1:0]         tail,
    input logic [CountWidth-1:0]       count,
    input logic [CountWidth-1:0]       fresh
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  logic [IdxWidth-1:0] idx0, idx1;
  assign {idx1, idx0} = alloc_idx_o;

  (* anyconst *) logic [IdxWidth-1:0] watch;
  always @* assume (32'(watch) < Entries);

  // ------------------------------------------------------------------ ghost: indices handed out

  logic [Entries-1:0] out, out_next;

  always @* begin
    out_next = out;
    for (int i = 0; i < Entries; i++) begin
      if (alloc_ready_i[0] && 32'(idx0) == i) out_next[i] = 1'b1;
      if (alloc_ready_i[1] && 32'(idx1) == i) out_next[i] = 1'b1;
      if (free_en_i && 32'(free_idx_i) == i) out_next[i] = 1'b0;
    end
  end
  always_ff @(posedge clk_i) out <= rst_ni ? out_next : '0;

  // The neighbours' promises. 1: what is taken is offered, port 1's only with port 0's.
  always @* if (on) assume ((alloc_ready_i & ~alloc_valid_o) == '0 && alloc_ready_i != 2'b10);
  // 2: a freed index is one that is handed out.
  logic free_is_out;
  always @* begin
    free_is_out = 1'b0;
    for (int i = 0; i < Entries; i++) if (32'(free_idx_i) == i && out[i]) free_is_out = 1'b1;
  end
  always @* if (on && free_en_i) assume (free_is_out);

  // ------------------------------------------------------------------ the list as a plain queue

  logic [Entries*IdxWidth-1:0] list, list_next, all;
  logic [CountWidth-1:0] size, size_next;

  always @* begin
    all = '0;
    for (int i = 0; i < Entries; i++) all[i*IdxWidth+:IdxWidth] = IdxWidth'(i);
  end

  always @* begin
    list_next = list;
    size_next = size;
    if (alloc_ready_i[0]) begin
      list_next = list_next >> IdxWidth;
      size_next = size_next - CountWidth'(1);
    end
    if (alloc_ready_i[1]) begin
      list_next = list_next >> IdxWidth;
      size_next = size_next - CountWidth'(1);
    end
    for (int i = 0; i < Entries; i++)
      if (free_en_i && 32'(size_next) == i) list_next[i*IdxWidth+:IdxWidth] = free_idx_i;
    if (free_en_i) size_next = size_next + CountWidth'(1);
  end

  always_ff @(posedge clk_i) begin
    list <= rst_ni ? list_next : all;
    size <= rst_ni ? size_next : CountWidth'(Entries);
  end

  // What the design holds, in the order of the list: fresh indices, then the ring from head on.
  logic [Entries*IdxWidth-1:0] held;
  logic [CountWidth-1:0] held_size;
  logic held_agrees;
  int place, number, copies;

  always @* begin
    held = '0;
    held_size = CountWidth'(Entries) - fresh + count;
    for (int i = 0; i < Entries; i++) begin
      number = 32'(fresh) + i;
      place = 32'(head) + number - Entries;
      if (place >= Entries) place = place - Entries;
      for (int p = 0; p < Entries; p++) begin
        if (number < Entries && p == 0) held[i*IdxWidth+:IdxWidth] = IdxWidth'(number);
        if (number >= Entries && p == place)
          held[i*IdxWidth+:IdxWidth] = idx[p*IdxWidth+:IdxWidth];
      end
    end
    held_agrees = held_size == size;
    copies = 0;
    for (int i = 0; i < Entries; i++)
      if (i < 32'(held_size)) begin
        if (held[i*IdxWidth+:IdxWidth] != list[i*IdxWidth+:IdxWidth]) held_agrees = 1'b0;
        if (held[i*IdxWidth+:IdxWidth] == watch) copies = copies + 1;
      end
  end

  logic watch_out;
  int outs, distance;
  always @* begin
    watch_out = 1'b0;
    outs = 0;
    for (int i = 0; i < Entries; i++) begin
      if (out[i]) outs = outs + 1;
      if (out[i] && 32'(watch) == i) watch_out = 1'b1;
    end
    distance = 32'(tail) - 32'(head);
    if (distance < 0) distance = distance + Entries;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: no index is in the list twice, nor in the list while it is handed out
    never_twice: assert (copies + 32'(watch_out) <= 1);
    // P: no index is lost: it is in the list, or handed out
    never_lost: assert (copies + 32'(watch_out) >= 1);
    // P: free indices and indices handed out are Entries together
    all_somewhere: assert (32'(free_count_o) + outs == Entries);
    // P: head and tail differ by count, and all are in range
    ring_range: assert (32'(head) < Entries && 32'(tail) < Entries && 32'(count) <= Entries
                        && 32'(fresh) <= Entries && (32'(count) == distance
                        || (32'(count) == Entries && distance == 0)));
    // P: the fresh indices, then the ring, are the free list in its order
    list_kept: assert (held_agrees);
    // P: port 0 offers the oldest of the list, port 1 the second oldest
    oldest_first: assert (alloc_valid_o == {32'(size) > 1, 32'(size) > 0}
        && (!alloc_valid_o[0] || idx0 == list[0+:IdxWidth])
        && (!alloc_valid_o[1] || idx1 == list[IdxWidth+:IdxWidth]));
    // P: a reset makes the list full, in order
    reset_fills: assert (!was_reset || (32'(free_count_o) == Entries
        && idx0 == '0 && 32'(idx1) == 1));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_empty: cover (alloc_valid_o == '0);
    c_last: cover (32'(free_count_o) == 1 && alloc_ready_i[0] && free_en_i);
    c_mixed: cover (32'(fresh) == Entries - 1 && alloc_ready_i == 2'b11);
    c_wrap: cover (32'(fresh) == Entries && 32'(head) == Entries - 1 && alloc_ready_i == 2'b11);
    c_both_ways: cover (alloc_ready_i == 2'b11 && free_en_i && 32'(fresh) == Entries);
    c_full_ring: cover (32'(count) == Entries);
  end
endmodule

// What follows goes to the end of the module hd_warp_allocator itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [Entries*IdxWidth-1:0] props_idx;
  for (genvar p = 0; p < Entries; p++) begin : gen_props
    assign props_idx[p*IdxWidth +: IdxWidth] = idx_q[p];
  end
  hd_warp_allocator_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .idx(props_idx), .head(head_q), .tail(tail_q), .count(count_q),
      .fresh(fresh_q)
  );
`endif
