// SPDX-License-Identifier: Apache-2.0
//
// What the physical grid promises a unit that it is in (docs/blocks/physical_grid.md), in terms of
// its ports alone: proven of it (physical_grid_plan.txt, `promises`), assumed of it where it is
// left free.

module hd_physical_grid_promise #(
    `HD_PARAMETERS
) (
    `HD_PORTS
);

  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;

  // A search is under way; cycles of it before this one.
  localparam int Most = Blocks + 1 + ThreadsWidth + Sms * Blocks + 1 + 1;
  localparam int Less = Most - ThreadsWidth; // without grow
  localparam int AgeWidth = $clog2(Most + 2);
  logic                under;
  logic [AgeWidth-1:0] age;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || done_o) under <= 1'b0;
    else if (start_en_i && idle_o) under <= 1'b1;
    if (!rst_ni || !under) age <= '0;
    else if (age != AgeWidth'(Most + 1)) age <= age + AgeWidth'(1);
  end

  // Amounts, wide enough not to wrap.
  localparam int Wide = NeedWidth + PlaceWidth + PartWidth + 8;

  // So many blocks fit on an SM; the blocks that one can hold, and the chip.
  logic [Blocks:0] some_fit;
  for (genvar n = 0; n <= Blocks; n++) begin : gen_held
    logic [Kinds-1:0] fits;
    for (genvar r = 0; r < Kinds; r++) begin : gen_kind
      assign fits[r] = Wide'(need_i[r*NeedWidth +: NeedWidth]) * Wide'(n) <=
                       Wide'(room_i[r*NeedWidth +: NeedWidth]);
    end
    assign some_fit[n] = fits == '1;
  end

  logic [Wide-1:0] chip;
  always @* begin
    chip = '0;
    for (int n = 1; n <= Blocks; n++) if (some_fit[n]) chip = Wide'(n * Sms);
  end

  // What was found; with it and with one block more no limit is exceeded.
  logic [Wide-1:0]  found, parts;
  logic [Kinds-1:0] enough, more;
  assign found = Wide'(blocks_o);
  assign parts = parts_i == '0 ? Wide'(1) : Wide'(parts_i);
  for (genvar r = 0; r < Kinds; r++) begin : gen_limit
    logic [Wide-1:0] take, limit;
    assign take      = Wide'(need_i[r*NeedWidth +: NeedWidth]) * parts;
    assign limit     = Wide'(limit_i[r*LimitWidth +: LimitWidth]);
    assign enough[r] = take * found <= limit;
    assign more[r]   = take * found + take <= limit;
  end

  always @* if (on && rst_ni) begin
    // P: it is idle unless a search is under way
    promise_idle: assert (idle_o == !under);
    // P: only a search that is under way is done
    promise_done: assert (!done_o || under);
    // P: a search ends within the page's number of cycles, which is less without flexible_i
    ends_soon: assert (!under || age < AgeWidth'(flexible_i ? Most : Less));
    // P: the parts that as many kernels have fit into the limits, in each kind
    fits_limits: assert (!done_o || enough == '1);
    // P: there are no more blocks than the grid has, than are allowed, and than all SMs hold
    fits_chip: assert (!done_o || (blocks_o <= logical_i && blocks_o <= most_i && found <= chip));
    // P: one block more would break a limit, or there is none
    largest: assert (!done_o || more != '1 || blocks_o == logical_i || blocks_o == most_i ||
                     found == chip);
  end
endmodule
