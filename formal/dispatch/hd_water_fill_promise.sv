// SPDX-License-Identifier: Apache-2.0
//
// What water fill promises the slicer (docs/blocks/water_fill.md), in terms of its ports alone:
// proven of it (water_fill_plan.txt, `promises`), assumed of it where it is left free.

module hd_water_fill_promise #(
    `HD_PARAMETERS
) (
    `HD_PORTS
);

  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;

  // A division is under way; kernels and room of this one, or of the last.
  logic                          under, was_reset, was_done, was_fail;
  logic [Kernels*BlockWidth-1:0] was_blocks;
  logic [Kernels-1:0]            asked;
  logic [Kinds*NeedWidth-1:0]    room;

  always_ff @(posedge clk_i) begin
    was_reset  <= !rst_ni;
    was_done   <= done_o;
    was_fail   <= fail_o;
    was_blocks <= blocks_o;
    if (start_en_i && idle_o) begin
      asked <= kernels_i;
      room  <= room_i;
    end
    if (!rst_ni || done_o) under <= 1'b0;
    else if (start_en_i && idle_o) under <= 1'b1;
  end

  localparam int Wide = NeedWidth + BlockWidth + 4;

  // The blocks fit; each kernel that shares the SM has one, and no other.
  logic [Kinds-1:0]   fits;
  logic [Kernels-1:0] has;
  for (genvar r = 0; r < Kinds; r++) begin : gen_kind
    logic [Wide-1:0] sum;
    always @* begin
      sum = '0;
      for (int k = 0; k < Kernels; k++)
        sum = sum + Wide'(blocks_o[k*BlockWidth +: BlockWidth]) *
                    Wide'(need_i[(k*Kinds + r)*NeedWidth +: NeedWidth]);
    end
    assign fits[r] = sum <= Wide'(room[r*NeedWidth +: NeedWidth]);
  end
  for (genvar k = 0; k < Kernels; k++) begin : gen_has
    assign has[k] = blocks_o[k*BlockWidth +: BlockWidth] != '0;
  end

  always @* if (on && rst_ni) begin
    // P: it is idle unless a division is under way
    promise_idle: assert (idle_o == !under);
    // P: only a division that is under way is done
    promise_done: assert (!done_o || !idle_o);
    // P: the blocks of a division that has not failed fit into the room
    promise_fits: assert (!done_o || fail_o || fits == '1);
    // P: in a division that has not failed the kernels that share the SM have blocks, no others
    promise_has: assert (!done_o || fail_o || has == asked);
    // P: what a division has found is still there in the next cycle
    promise_stays: assert (was_reset || !was_done ||
                           (fail_o == was_fail && blocks_o == was_blocks));
  end
endmodule
