// SPDX-License-Identifier: Apache-2.0
//
// Properties of the time-stamp scheduler (docs/blocks/time_scheduler.md), for formal/prove.sh.
//
// Two yardsticks stand beside the design: the warps that wait as a plain queue that shifts (list),
// and for one warp `watch`, chosen by the solver, how many others went before it since it was
// opened. What is proven of it holds for every warp.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_time_scheduler_props #(
    `HD_PARAMETERS,
    localparam int IdxWidth = $clog2(Entries),
    localparam int CountWidth = $clog2(Entries + 1)
) (
    `HD_PORTS,
    // State: place p of the ring is part p.
    input logic [Entries*WidWidth-1:0] wid,
    input logic [IdxWidth-1:0]         head,
    input logic [IdxWidth-1:0]         tail,
    input logic [CountWidth-1:0]       count
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  logic [WidWidth-1:0] wid0, wid1;
  logic [1:0] open;
  assign {wid1, wid0} = upd_wid_i;
  assign open = upd_valid_i & upd_open_i;

  (* anyconst *) logic [WidWidth-1:0] watch;
  always @* assume (32'(watch) < Entries);

  // ------------------------------------------------------------------ the plain queue

  logic [Entries*WidWidth-1:0] list, list_next;
  logic [CountWidth-1:0] size, size_next;
  logic issue;
  assign issue = issue_en_i && size != '0;

  always @* begin
    list_next = list;
    size_next = size;
    if (issue) begin
      list_next = list_next >> WidWidth;
      size_next = size_next - CountWidth'(1);
    end
    for (int i = 0; i < Entries; i++)
      if (open[0] && 32'(size_next) == i) list_next[i*WidWidth+:WidWidth] = wid0;
    if (open[0]) size_next = size_next + CountWidth'(1);
    for (int i = 0; i < Entries; i++)
      if (open[1] && 32'(size_next) == i) list_next[i*WidWidth+:WidWidth] = wid1;
    if (open[1]) size_next = size_next + CountWidth'(1);
  end

  always_ff @(posedge clk_i) begin
    list <= list_next;
    size <= rst_ni ? size_next : '0;
  end

  // The neighbours' promise. A warp that is opened is not in the queue, and is one of the pool's.
  logic known0, known1;
  always @* begin
    known0 = 1'b0;
    known1 = 1'b0;
    for (int i = 0; i < Entries; i++)
      if (i < 32'(size)) begin
        if (list[i*WidWidth+:WidWidth] == wid0) known0 = 1'b1;
        if (list[i*WidWidth+:WidWidth] == wid1) known1 = 1'b1;
      end
  end
  always @* if (open[0]) assume (!known0 && 32'(wid0) < Entries);
  always @* if (open[1]) assume (!known1 && 32'(wid1) < Entries);
  always @* if (open == 2'b11) assume (wid0 != wid1);

  // ------------------------------------------------------------------ what the design holds

  // In the order of the list: the ring from head on.
  logic held_agrees;
  logic [WidWidth-1:0] held;
  int place, copies, ahead, distance;

  always @* begin
    held_agrees = count == size;
    copies = 0;
    ahead = 0;
    for (int i = 0; i < Entries; i++) begin
      place = 32'(head) + i;
      if (place >= Entries) place = place - Entries;
      held = '0;
      for (int p = 0; p < Entries; p++) if (p == place) held = wid[p*WidWidth+:WidWidth];
      if (i < 32'(count)) begin
        if (held != list[i*WidWidth+:WidWidth]) held_agrees = 1'b0;
        if (held == watch) begin
          copies = copies + 1;
          ahead = i;
        end
      end
    end
    distance = 32'(tail) - 32'(head);
    if (distance < 0) distance = distance + Entries;
  end

  // ------------------------------------------------------------------ ghost of the watched warp

  logic waits;  // it was opened and has not been issued
  logic [CountWidth:0] passed;  // others issued since

  always_ff @(posedge clk_i) begin
    if (!rst_ni) waits <= 1'b0;
    else if ((open[0] && wid0 == watch) || (open[1] && wid1 == watch)) begin
      waits <= 1'b1;
      passed <= '0;
    end else if (issue_en_i && pick_valid_o) begin
      if (pick_wid_o == watch) waits <= 1'b0;
      passed <= passed + (CountWidth + 1)'(1);
    end
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: head and tail differ by count, and all are in range
    queue_range: assert (32'(head) < Entries && 32'(tail) < Entries && (32'(count) == distance
                         || (32'(count) == Entries && distance == 0)));
    // P: no warp is in the queue twice; it is there exactly while it waits
    each_once: assert (copies == 32'(waits));
    // P: the ring from head on is the queue in its order
    list_kept: assert (held_agrees);
    // P: the warp offered is the one that was opened first of the warps that wait
    oldest_first: assert (pick_valid_o == (size != '0)
                          && (!pick_valid_o || pick_wid_o == list[0+:WidWidth]));
    // P: a warp is issued after at most Entries - 1 others
    in_order: assert (!waits || 32'(passed) + ahead <= Entries - 1);
    // P: a reset empties the queue
    reset_clears: assert (!was_reset || !pick_valid_o);
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_full: cover (32'(count) == Entries);
    c_second_alone: cover (open == 2'b10 && count != '0);
    c_wrap: cover (32'(tail) == Entries - 1 && open == 2'b11);
    c_through: cover (count != '0 && issue_en_i && open == 2'b11);
    c_empty_issue: cover (count == '0 && issue_en_i && open != '0);
    c_last: cover (waits && 32'(passed) == Entries - 1);
  end
endmodule

// What follows goes to the end of the module hd_time_scheduler itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [Entries*WidWidth-1:0] props_wid;
  for (genvar p = 0; p < Entries; p++) begin : gen_props
    assign props_wid[p*WidWidth +: WidWidth] = wid_q[p];
  end
  hd_time_scheduler_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .wid(props_wid), .head(head_q), .tail(tail_q), .count(count_q)
  );
`endif
