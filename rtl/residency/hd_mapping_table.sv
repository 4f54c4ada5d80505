// SPDX-License-Identifier: Apache-2.0
//
// Mapping table: where each set of a virtual resource is - in the physical resource, and where
// there, or in the swap space.
//
// Behaviour
// - An entry for each set of each owner (row): valid, and the number of a physical set.
// - A look-up takes two cycles: asked in t, read in t+1 as the operation of that cycle leaves it,
//   answered in t+2.
// - One operation a cycle: map and fill take the lowest-numbered free physical set, spill and drop
//   give one back. Two counters follow: free physical sets, sets in the swap space. Which set is
//   taken next is known before the operation: the load of a set that returns is asked for first.
//
// Corner cases
// - An operation in the cycle of the answer is of the locked set: the answer says wait.
// - A drop of a set in the swap space frees no physical set.
// - Reset clears valid bits and the list of sets that are taken, never the memory of numbers.
//
// Vijaykumar et al., Zorua: sections 5.5, 5.6, 6.1, Figure 12.

module hd_mapping_table #(
    // Owners: warps, or blocks. Memory in proportion.
    parameter int Rows  = 64,
    // Sets of an owner. Memory in proportion.
    parameter int Sets  = 16,
    // Physical sets. A flip-flop each, and the search for a free one.
    parameter int Phys  = 256,
    // Look-ups in a cycle. A read port each.
    parameter int Ports = 2,
    localparam int RowWidth  = $clog2(Rows),
    localparam int SetWidth  = Sets > 1 ? $clog2(Sets) : 1,
    localparam int PhysWidth = $clog2(Phys),
    localparam int FreeWidth = $clog2(Phys + 1),
    localparam int SwapWidth = $clog2(Rows * Sets + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                       clk_i,
    input  logic                       rst_ni,

    // Compute units; look-up p is [p*W +: W]
    // Where is this set of this owner?
    input  logic [Ports-1:0]           look_en_i,
    input  logic [Ports*RowWidth-1:0]  look_row_i,
    input  logic [Ports*SetWidth-1:0]  look_set_i,
    // The answer to the look-up of two cycles ago. State only.
    output logic [Ports-1:0]           found_en_o,
    // The set is being moved: ask again. Depends on lock_*_i.
    output logic [Ports-1:0]           found_wait_o,
    // It is physical; otherwise in the swap space. State only.
    output logic [Ports-1:0]           found_held_o,
    // There; meaningful while found_held_o. State only.
    output logic [Ports*PhysWidth-1:0] found_phys_o,
    // The row and set asked for. State only.
    output logic [Ports*RowWidth-1:0]  found_row_o,
    output logic [Ports*SetWidth-1:0]  found_set_o,

    // Coordinator
    // 0 nothing, 1 map, 2 spill, 3 fill, 4 drop: of the entry op_row_i, op_set_i.
    input  logic [2:0]                 op_i,
    input  logic [RowWidth-1:0]        op_row_i,
    input  logic [SetWidth-1:0]        op_set_i,
    // The entry is physical. Depends on op_row_i, op_set_i.
    output logic                       op_held_o,
    // Map, fill: the physical set it gets. Spill, drop: the set it gives back, if op_held_o.
    // Depends on op_i, op_row_i, op_set_i.
    output logic [PhysWidth-1:0]       op_phys_o,
    // This set is being moved.
    input  logic                       lock_en_i,
    input  logic [RowWidth-1:0]        lock_row_i,
    input  logic [SetWidth-1:0]        lock_set_i,

    // Counters, and the next set, state only
    // Free physical sets.
    output logic [FreeWidth-1:0]       free_o,
    // Sets in the swap space.
    output logic [SwapWidth-1:0]       swapped_o,
    // The lowest-numbered free set; meaningful while free_o is above 0.
    output logic [PhysWidth-1:0]       free_phys_o
);

`ifndef SYNTHESIS
  initial begin
    if (Rows < 2 || Rows > 256) $fatal(1, "hd_mapping_table: Rows must be 2 to 256");
    if (Sets < 1 || Sets > 64) $fatal(1, "hd_mapping_table: Sets must be 1 to 64");
    if (Phys < 2 || Phys > 1024) $fatal(1, "hd_mapping_table: Phys must be 2 to 1024");
    if (Ports < 1 || Ports > 4) $fatal(1, "hd_mapping_table: Ports must be 1 to 4");
  end
`endif

  localparam int Entries   = Rows * Sets;
  localparam int PlaceWidth = $clog2(Entries);

  localparam logic [2:0] Map   = 3'd1;
  localparam logic [2:0] Spill = 3'd2;
  localparam logic [2:0] Fill  = 3'd3;
  localparam logic [2:0] Drop  = 3'd4;

  // The place of an entry. With a power of two sets the product is wiring.
  function automatic logic [PlaceWidth-1:0] place_of(input logic [RowWidth-1:0] row,
                                                     input logic [SetWidth-1:0] set);
    place_of = PlaceWidth'(PlaceWidth'(row) * PlaceWidth'(Sets)) + PlaceWidth'(set);
    if (Sets == 1) place_of = PlaceWidth'(row);
  endfunction

  ///////////
  // State //
  ///////////

  // The table: an entry is physical (valid), and which physical set it has.
  logic [Entries-1:0]   valid_q;
  logic [PhysWidth-1:0] phys_q [Entries];
  // Physical sets that are taken, and the two counters.
  logic [Phys-1:0]      used_q, used_d;
  logic [FreeWidth-1:0] free_q, free_d;
  logic [SwapWidth-1:0] swapped_q, swapped_d;
  // Look-ups that were asked a cycle ago, and two cycles ago.
  logic [Ports-1:0]           asked_en_q, found_en_q, found_held_q;
  logic [Ports*RowWidth-1:0]  asked_row_q, found_row_q;
  logic [Ports*SetWidth-1:0]  asked_set_q, found_set_q;
  logic [Ports*PhysWidth-1:0] found_phys_q;

  ///////////////
  // Operation //
  ///////////////

  logic                  takes, gives;
  logic [PlaceWidth-1:0] op_place;
  logic [PhysWidth-1:0]  own_phys, lowest_free;

  assign op_place  = place_of(op_row_i, op_set_i);
  assign op_held_o = valid_q[op_place];
  assign own_phys  = phys_q[op_place];

  logic unused_some; // whether one is free the counter says

  hd_lowest #(
      .Width (Phys)
  ) u_free (
      .mask_i  (~used_q),
      .valid_o (unused_some),
      .index_o (lowest_free)
  );

  assign takes     = op_i == Map || op_i == Fill;
  assign gives     = (op_i == Spill || op_i == Drop) && op_held_o;
  assign op_phys_o = takes ? lowest_free : own_phys;

  // Set, entry and counters change together.
  always @* begin
    used_d    = used_q;
    free_d    = free_q;
    swapped_d = swapped_q;
    if (takes) begin
      used_d[lowest_free] = 1'b1;
      free_d = free_q - FreeWidth'(1);
    end
    if (gives) begin
      used_d[own_phys] = 1'b0;
      free_d = free_q + FreeWidth'(1);
    end
    if (op_i == Spill) swapped_d = swapped_q + SwapWidth'(1);
    if (op_i == Fill || (op_i == Drop && !op_held_o)) swapped_d = swapped_q - SwapWidth'(1);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q   <= '0;
      used_q    <= '0;
      free_q    <= FreeWidth'(Phys);
      swapped_q <= '0;
    end else begin
      if (takes) valid_q[op_place] <= 1'b1;
      if (gives) valid_q[op_place] <= 1'b0;
      used_q    <= used_d;
      free_q    <= free_d;
      swapped_q <= swapped_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (takes) phys_q[op_place] <= lowest_free;
  end

  assign free_o      = free_q;
  assign swapped_o   = swapped_q;
  assign free_phys_o = lowest_free;

  /////////////
  // Look-up //
  /////////////

  for (genvar p = 0; p < Ports; p++) begin : gen_look
    logic [RowWidth-1:0]   row;
    logic [SetWidth-1:0]   set;
    logic [PlaceWidth-1:0] place;
    logic                  same, held;
    logic [PhysWidth-1:0]  phys;

    assign row   = asked_row_q[p*RowWidth +: RowWidth];
    assign set   = asked_set_q[p*SetWidth +: SetWidth];
    assign place = place_of(row, set);

    // The entry as the operation of this cycle leaves it.
    assign same = place == op_place;
    assign held = (valid_q[place] | (same & takes)) & ~(same & gives);
    assign phys = same && takes ? lowest_free : phys_q[place];

    assign found_wait_o[p] = lock_en_i
                             && found_row_q[p*RowWidth +: RowWidth] == lock_row_i
                             && found_set_q[p*SetWidth +: SetWidth] == lock_set_i;

    always_ff @(posedge clk_i) begin
      if (asked_en_q[p]) begin
        found_held_q[p]                        <= held;
        found_phys_q[p*PhysWidth +: PhysWidth] <= phys;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      asked_en_q <= '0;
      found_en_q <= '0;
    end else begin
      asked_en_q <= look_en_i;
      found_en_q <= asked_en_q;
    end
  end

  always_ff @(posedge clk_i) begin
    asked_row_q <= look_row_i;
    asked_set_q <= look_set_i;
    found_row_q <= asked_row_q;
    found_set_q <= asked_set_q;
  end

  assign found_en_o   = found_en_q;
  assign found_held_o = found_held_q;
  assign found_phys_o = found_phys_q;
  assign found_row_o  = found_row_q;
  assign found_set_o  = found_set_q;

endmodule
