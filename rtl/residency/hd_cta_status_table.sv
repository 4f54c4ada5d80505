// SPDX-License-Identifier: Apache-2.0
//
// CTA status table: which block to swap out, which to swap in.
//
// Behaviour
// - One entry for each block (CTA) that may be on the core: is it here (resident), is it active,
//   is its context still being saved (saving), and its tracking counter (count).
// - Active, the counter says how many of its warps cannot go on; when it is all of them the block
//   is marked. Inactive, it says how many registers have a write outstanding; when there is none
//   and its context is saved the block is ready.
// - Of the marked blocks that are not skipped the one marked longest is offered for swap-out, of
//   the ready ones the one ready longest for swap-in (first ready, first served).
//
// Corner cases
// - Events of one kind that name one block all count; an up and a down of it cancel.
// - What happens to the counter in the cycle of swap-out is forgotten; writes that are counted in
//   that very cycle are not.
// - Swapped out, nothing outstanding and saved in one cycle: ready in the next.
// - A block that stops being marked and is marked again stands behind the others; one that goes
//   straight from marked to ready, or back, stands behind too.
// - Several become marked or ready in one cycle: the lowest number stands in front.
//
// Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: section IV.A (CTA swap operation),
// Figure 7. Marking by warps that wait at a barrier or have ended is ours.

module hd_cta_status_table #(
    // Blocks on the core, active or not. Counters in proportion; order bits with its square.
    parameter int Ctas     = 32,
    // Bits of the tracking counter: must hold the warps of a block, and the registers of all its
    // warps. Flip-flops and adders of every entry.
    parameter int CntWidth = 12,
    // Events of each kind in a cycle (a scheduler, a writeback port): comparators of every entry.
    parameter int Ports    = 2,
    localparam int CtaWidth = $clog2(Ctas)
) (
    // Clock; synchronous reset, active low.
    input  logic                      clk_i,
    input  logic                      rst_ni,

    // Kernel
    // Warps of a block; constant while a block is here.
    input  logic [CntWidth-1:0]       warps_i,

    // Active blocks; event p is [p*W +: W]
    // A warp of the block up_cta_i[p] cannot go on: it stalls, waits at a barrier, or has ended.
    input  logic [Ports-1:0]          up_en_i,
    input  logic [Ports*CtaWidth-1:0] up_cta_i,
    // A warp of the block down_cta_i[p] can go on: its stall is over.
    input  logic [Ports-1:0]          down_en_i,
    input  logic [Ports*CtaWidth-1:0] down_cta_i,
    // A barrier of the block drop_cta_i opens.
    input  logic                      drop_en_i,
    input  logic [CtaWidth-1:0]       drop_cta_i,
    // So many of its warps can go on.
    input  logic [CntWidth-1:0]       drop_count_i,
    // Blocks without a warp that stalls on memory: not to be swapped out, full counter or not.
    input  logic [Ctas-1:0]           skip_i,

    // Inactive blocks; event p is [p*W +: W]
    // A write of the block late_cta_i[p], which is swapped out, has come in.
    input  logic [Ports-1:0]          late_en_i,
    input  logic [Ports*CtaWidth-1:0] late_cta_i,

    // Controller
    // alloc_cta_i is a new block: inactive, ready.
    input  logic                      alloc_en_i,
    input  logic [CtaWidth-1:0]       alloc_cta_i,
    // Swap-out of out_cta_i begins.
    input  logic                      out_en_i,
    input  logic [CtaWidth-1:0]       out_cta_i,
    // A warp of the block add_cta_i, swapped out, has so many writes outstanding.
    input  logic                      add_en_i,
    input  logic [CtaWidth-1:0]       add_cta_i,
    input  logic [CntWidth-1:0]       add_count_i,
    // The context of saved_cta_i is saved as a whole.
    input  logic                      saved_en_i,
    input  logic [CtaWidth-1:0]       saved_cta_i,
    // in_cta_i is active; so many of its warps cannot go on (ended, at a barrier).
    input  logic                      in_en_i,
    input  logic [CtaWidth-1:0]       in_cta_i,
    input  logic [CntWidth-1:0]       in_count_i,
    // free_cta_i has ended.
    input  logic                      free_en_i,
    input  logic [CtaWidth-1:0]       free_cta_i,

    // Choice
    // There is a marked block that is not skipped. Depends on skip_i.
    output logic                      out_valid_o,
    // The one marked longest; meaningful while out_valid_o. Depends on skip_i.
    output logic [CtaWidth-1:0]       out_cta_o,
    // There is a ready block. State only.
    output logic                      in_valid_o,
    // The one ready longest; meaningful while in_valid_o. State only.
    output logic [CtaWidth-1:0]       in_cta_o,

    // Status, a bit for each block; state only
    // It is here.
    output logic [Ctas-1:0]           resident_o,
    // It is active (the paper's status field).
    output logic [Ctas-1:0]           active_o,
    // It is active, and none of its warps can go on.
    output logic [Ctas-1:0]           marked_o,
    // It is inactive, has no write outstanding, and its context is saved.
    output logic [Ctas-1:0]           ready_o
);

`ifndef SYNTHESIS
  initial begin
    if (Ctas < 2 || Ctas > 64) $fatal(1, "hd_cta_status_table: Ctas must be 2 to 64");
    if (CntWidth < 2 || CntWidth > 16) $fatal(1, "hd_cta_status_table: CntWidth must be 2 to 16");
    if (Ports < 1 || Ports > 4) $fatal(1, "hd_cta_status_table: Ports must be 1 to 4");
  end
`endif

  // The number of the only bit that is set.
  function automatic logic [CtaWidth-1:0] number_of(input logic [Ctas-1:0] bits);
    number_of = '0;
    for (int i = 0; i < Ctas; i++) begin
      number_of = number_of | (CtaWidth'(i) & {CtaWidth{bits[i]}});
    end
  endfunction

  ///////////
  // State //
  ///////////

  // Flip-flops all: every entry is looked at in every cycle.
  logic [Ctas-1:0] resident_q, resident_d;
  logic [Ctas-1:0] active_q, active_d;
  logic [Ctas-1:0] saving_q, saving_d;
  // Meaningful while resident.
  (* mem2reg *) logic [CntWidth-1:0] count_q [Ctas];
  // Bit j of before_q[i], for j > i: i stands before j; the other bits are 0. Meaningful while both
  // are marked, or both ready.
  (* mem2reg *) logic [Ctas-1:0] before_q [Ctas];

  // The two kinds of candidates, now and in the next cycle.
  logic [Ctas-1:0] marked, marked_d, ready, ready_d;

  ///////////////////////////////////////
  // Entries: what a cycle does to one //
  ///////////////////////////////////////

  for (genvar i = 0; i < Ctas; i++) begin : gen_entry
    // Which events name this entry.
    logic [Ports-1:0] up, down, late;
    logic drop, alloc, out, add, saved, in, free;

    for (genvar p = 0; p < Ports; p++) begin : gen_port
      assign up[p]   = up_en_i[p]   & (up_cta_i[p*CtaWidth +: CtaWidth]   == CtaWidth'(i));
      assign down[p] = down_en_i[p] & (down_cta_i[p*CtaWidth +: CtaWidth] == CtaWidth'(i));
      assign late[p] = late_en_i[p] & (late_cta_i[p*CtaWidth +: CtaWidth] == CtaWidth'(i));
    end

    assign drop  = drop_en_i  & (drop_cta_i  == CtaWidth'(i));
    assign alloc = alloc_en_i & (alloc_cta_i == CtaWidth'(i));
    assign out   = out_en_i   & (out_cta_i   == CtaWidth'(i));
    assign add   = add_en_i   & (add_cta_i   == CtaWidth'(i));
    assign saved = saved_en_i & (saved_cta_i == CtaWidth'(i));
    assign in    = in_en_i    & (in_cta_i    == CtaWidth'(i));
    assign free  = free_en_i  & (free_cta_i  == CtaWidth'(i));

    // The counter after the events of its kind, be it of warps or of registers.
    logic [CntWidth-1:0] count_now, dropped, counted;

    assign count_now = count_q[i];
    assign dropped   = drop_count_i & {CntWidth{drop}};
    assign counted   = active_q[i]
        ? count_now + CntWidth'($countones(up)) - CntWidth'($countones(down)) - dropped
        : count_now - CntWidth'($countones(late));

    // The events come first, and swap-out forgets what they did: the counter begins anew, with the
    // writes that are counted from this cycle on. A block may be saved in the cycle in which it
    // goes. What the controller makes of a block in whole (alloc, in, free) goes over all else.
    logic resident, active, saving;
    logic [CntWidth-1:0] count;

    always @* begin
      resident = resident_q[i];
      active   = active_q[i];
      saving   = saving_q[i];
      count    = counted;
      if (out) begin
        active = 1'b0;
        saving = 1'b1;
        count  = '0;
      end
      if (add)   count  = count + add_count_i;
      if (saved) saving = 1'b0;
      if (alloc) begin
        resident = 1'b1;
        active   = 1'b0;
        saving   = 1'b0;
        count    = '0;
      end
      if (in) begin
        active = 1'b1;
        count  = in_count_i;
      end
      if (free) begin
        resident = 1'b0;
        active   = 1'b0;
      end
    end

    always_ff @(posedge clk_i) count_q[i] <= count;

    assign resident_d[i] = resident;
    assign active_d[i]   = active;
    assign saving_d[i]   = saving;

    assign marked[i]   = resident_q[i] & active_q[i] & (count_now == warps_i);
    assign marked_d[i] = resident & active & (count == warps_i);
    assign ready[i]    = resident_q[i] & ~active_q[i] & ~saving_q[i] & (count_now == '0);
    assign ready_d[i]  = resident & ~active & ~saving & (count == '0);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      resident_q <= '0;
      active_q   <= '0;
      saving_q   <= '0;
    end else begin
      resident_q <= resident_d;
      active_q   <= active_d;
      saving_q   <= saving_d;
    end
  end

  /////////////////////////////////////////////////
  // Order: which block stands in front of which //
  /////////////////////////////////////////////////

  // A newcomer was not a candidate of its kind. It stands behind all others; of two newcomers the
  // lower number stands in front: i stands before every newcomer above it, and, if i is no newcomer
  // itself, before the blocks that it stood before already.
  logic [Ctas-1:0] newcomer;
  assign newcomer = (marked_d & ~marked) | (ready_d & ~ready);

  for (genvar i = 0; i < Ctas; i++) begin : gen_order
    localparam logic [Ctas-1:0] Above = {Ctas{1'b1}} << i << 1; // the numbers above i

    logic [Ctas-1:0] kept;
    assign kept = before_q[i] & {Ctas{~newcomer[i]}};

    always_ff @(posedge clk_i) before_q[i] <= Above & (newcomer | kept);
  end

  ////////////
  // Choice //
  ////////////

  // The first of a set is the block in it that has no other block of the set ahead.
  logic [Ctas-1:0] leavers, first_out, first_in;
  assign leavers = marked & ~skip_i;

  for (genvar i = 0; i < Ctas; i++) begin : gen_first
    logic [Ctas-1:0] ahead; // blocks that stand before i

    for (genvar j = 0; j < Ctas; j++) begin : gen_pair
      if (j < i) begin : gen_below
        assign ahead[j] = before_q[j][i];
      end else if (j > i) begin : gen_above
        assign ahead[j] = ~before_q[i][j];
      end else begin : gen_self
        assign ahead[j] = 1'b0;
      end
    end

    assign first_out[i] = leavers[i] & ~|(leavers & ahead);
    assign first_in[i]  = ready[i] & ~|(ready & ahead);
  end

  assign out_valid_o = |leavers;
  assign out_cta_o   = number_of(first_out);
  assign in_valid_o  = |ready;
  assign in_cta_o    = number_of(first_in);

  assign resident_o = resident_q;
  assign active_o   = active_q;
  assign marked_o   = marked;
  assign ready_o    = ready;

endmodule
