// SPDX-License-Identifier: Apache-2.0
//
// What Virtual Thread's plug promises the machine (docs/blocks/vt_plug.md), in terms of its ports
// alone: proven of it (vt_plug_plan.txt, `promises`), assumed of it where it is left free.

module hd_vt_plug_promise #(
    parameter int Slots = 48,
    localparam int SlotWidth = $clog2(Slots),
    localparam int SizeWidth = $clog2(Slots + 1)
) (
    input logic                 clk_i,
    input logic                 rst_ni,
    input logic                 begin_en_o,
    input logic                 resume_en_o,
    input logic [SlotWidth-1:0] begin_slot_o,
    input logic [SizeWidth-1:0] begin_count_o
);

  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;

  always @* if (on && rst_ni) begin
    // P: no block begins in the cycle in which one comes back
    one_at_once: assert (!begin_en_o || !resume_en_o);
    // P: it sits down on slots that there are
    sits_there: assert (!(begin_en_o || resume_en_o)
                        || 32'(begin_slot_o) + 32'(begin_count_o) <= Slots);
  end
endmodule
