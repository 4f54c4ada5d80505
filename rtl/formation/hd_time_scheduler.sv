// SPDX-License-Identifier: Apache-2.0
//
// Time-stamp scheduler: issues warps in the order in which they were opened (the paper's DTime).
//
// Behaviour
// - A circular queue of warp ids. A warp enters when it is opened and leaves when it is issued; the
//   oldest is offered. It stands behind the ports of the majority scheduler.
// - There is always room: the queue has a place for every warp of the pool.
//
// Corner cases
// - Two warps are opened in one cycle: update 0's is the older. Update 1 may come alone.
// - A warp that is opened can be issued from the next cycle on.
// - An issue while the queue is empty is ignored.
//
// Fung, Sham, Yuan, Aamodt, Dynamic Warp Formation, TACO 6(2), 2009: sections 4.3, 4.4.4.

module hd_time_scheduler #(
    // Warps in the pool: places of the queue. Memory in proportion.
    parameter int Entries  = 128,
    // Bits of a warp id (WID). Memory only.
    parameter int WidWidth = 8
) (
    // Clock; synchronous reset, active low.
    input  logic                  clk_i,
    input  logic                  rst_ni,

    // Warp updates; update u is [u*W +: W]
    // Group u was put into the pool in this cycle.
    input  logic [1:0]            upd_valid_i,
    // WID: the warp it opened, or else the warp it joined.
    input  logic [2*WidWidth-1:0] upd_wid_i,
    // It opened that warp.
    input  logic [1:0]            upd_open_i,

    // Issue
    // There is a warp to be issued. State only.
    output logic                  pick_valid_o,
    // The oldest; meaningful while pick_valid_o. State only.
    output logic [WidWidth-1:0]   pick_wid_o,
    // It is issued in this cycle; without pick_valid_o ignored.
    input  logic                  issue_en_i
);

  localparam int IdxWidth   = $clog2(Entries);
  localparam int CountWidth = $clog2(Entries + 1);

`ifndef SYNTHESIS
  initial begin
    if (Entries < 2 || Entries > 65536)
      $fatal(1, "hd_time_scheduler: Entries must be 2 to 65536");
    if (WidWidth < 1 || WidWidth > 16) $fatal(1, "hd_time_scheduler: WidWidth must be 1 to 16");
    if (Entries > 1 << WidWidth) $fatal(1, "hd_time_scheduler: WidWidth must number all Entries");
  end
`endif

  // The place after this one; place 0 follows the last.
  function automatic logic [IdxWidth-1:0] next_place(input logic [IdxWidth-1:0] place);
    next_place = place == IdxWidth'(Entries - 1) ? '0 : place + IdxWidth'(1);
  endfunction

  ///////////
  // State //
  ///////////

  // A ring of warp ids: from head on, count of them; tail is the next place to be written.
  logic [WidWidth-1:0]   wid_q [Entries];
  logic [IdxWidth-1:0]   head_q, tail_q, tail_d;
  logic [CountWidth-1:0] count_q;

  //////////////////
  // What happens //
  //////////////////

  // The first warp opened goes to the tail, the second behind it; update 1's is the first if it
  // comes alone. The issued warp leaves at the other end.
  logic [1:0]          open;
  logic [WidWidth-1:0] first, second;
  logic                first_en, second_en, issue;

  assign open      = upd_valid_i & upd_open_i;
  assign first_en  = |open;
  assign second_en = &open;
  assign second    = upd_wid_i[WidWidth +: WidWidth];
  assign first     = open[0] ? upd_wid_i[0 +: WidWidth] : second;
  assign issue     = issue_en_i & pick_valid_o;

  always @* begin
    tail_d = tail_q;
    if (first_en)  tail_d = next_place(tail_q);
    if (second_en) tail_d = next_place(next_place(tail_q));
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head_q  <= '0;
      tail_q  <= '0;
      count_q <= '0;
    end else begin
      head_q  <= issue ? next_place(head_q) : head_q;
      tail_q  <= tail_d;
      count_q <= count_q - CountWidth'(issue) + CountWidth'(first_en) + CountWidth'(second_en);
    end
  end

  always_ff @(posedge clk_i) begin
    if (first_en)  wid_q[tail_q] <= first;
    if (second_en) wid_q[next_place(tail_q)] <= second;
  end

  /////////////
  // Outputs //
  /////////////

  assign pick_valid_o = count_q != '0;
  assign pick_wid_o   = wid_q[head_q];

endmodule
