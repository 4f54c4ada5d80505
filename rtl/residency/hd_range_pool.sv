// SPDX-License-Identifier: Apache-2.0
//
// Range pool: a row of places, each free or used. It finds a range of free places that lie side by
// side, and keeps account of what is used.
//
// Behaviour
// - A search begins with the places that are free: each is the begin of a run of length 1. Each
//   cycle the runs become longer by at most their length, until they have the length wanted; the
//   lowest begin that is left is the range. So n places are found in clog2(n) + 1 cycles.
// - The range is used from the cycle behind the take. No range is wanted from then on.
//
// Corner cases
// - A search for 0 places has found its range at once: place 0.
// - No begin is left: the search begins anew, with the places that are free now.
// - A search that is under way does not see places that become free.
// - A free and a take in one cycle both count.
// - A want while a range is wanted is ignored, and so is a take before a range is found.
//
// Xu et al., Warped-Slicer, ISCA 2016: section III, Figure 2.

module hd_range_pool #(
    // Places in the row. Two flip-flops each; one shifter of as many bits.
    parameter int Places = 48,
    localparam int PlaceWidth = $clog2(Places),
    localparam int CountWidth = $clog2(Places + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                  clk_i,
    input  logic                  rst_ni,

    // Search
    // Look for a range, if idle_o.
    input  logic                  want_en_i,
    // Of so many places, 0 to Places.
    input  logic [CountWidth-1:0] want_count_i,
    // No range is wanted. State only.
    output logic                  idle_o,
    // A range has been found. State only.
    output logic                  found_o,
    // Its first place; meaningful while found_o. State only.
    output logic [PlaceWidth-1:0] place_o,
    // The search has found nothing; it begins anew with the next cycle. State only.
    output logic                  none_o,

    // Account
    // The range is used from now on, if found_o.
    input  logic                  take_en_i,
    // A range is free again: its places are used, and within the row.
    input  logic                  free_en_i,
    input  logic [PlaceWidth-1:0] free_place_i,
    // The number of its places, which may be 0.
    input  logic [CountWidth-1:0] free_count_i,
    // Free places, wherever they lie. State only.
    output logic [CountWidth-1:0] left_o
);

`ifndef SYNTHESIS
  initial begin
    if (Places < 2 || Places > 1024) $fatal(1, "hd_range_pool: Places must be 2 to 1024");
  end
`endif

  localparam logic [1:0] Idle   = 2'd0;
  localparam logic [1:0] Search = 2'd1;
  localparam logic [1:0] Found  = 2'd2;

  ///////////
  // State //
  ///////////

  logic [Places-1:0]     free_q, free_d;
  logic [CountWidth-1:0] left_q, left_d;
  logic [1:0]            phase_q, phase_d;
  // Number wanted, of a search and of the range that it has found.
  logic [CountWidth-1:0] count_q;
  // Of a search: where runs of free places begin, and how long these runs are known to be.
  logic [Places-1:0]     begins_q;
  logic [CountWidth-1:0] length_q;
  // First place of the range found.
  logic [PlaceWidth-1:0] place_q;

  logic want, search, take;
  assign want   = want_en_i && phase_q == Idle;
  assign search = phase_q == Search;
  assign take   = take_en_i && phase_q == Found;

  ////////////
  // Search //
  ////////////

  // A run that begins at p and one that begins at p + grow overlap or touch, because grow is at
  // most their length. It is at most half the number wanted, and so has the bits of a place.
  logic [CountWidth-1:0] lacks;
  logic [PlaceWidth-1:0] grow;
  logic                  some, long_enough;
  logic [PlaceWidth-1:0] lowest;

  assign lacks       = count_q - length_q;
  assign grow        = PlaceWidth'(lacks < length_q ? lacks : length_q);
  assign long_enough = lacks == '0;

  hd_lowest #(
      .Width(Places)
  ) u_lowest (
      .mask_i(begins_q),
      .valid_o(some),
      .index_o(lowest)
  );

  // Without a begin the search begins anew, whatever the length.
  always @* begin
    phase_d = phase_q;
    if (want)        phase_d = want_count_i == '0 ? Found : Search;
    else if (search) phase_d = some && long_enough ? Found : Search;
    else if (take)   phase_d = Idle;
  end

  always_ff @(posedge clk_i) begin
    if (want) begin
      count_q  <= want_count_i;
      begins_q <= free_q;
      length_q <= CountWidth'(1);
    end else if (search && !some) begin
      begins_q <= free_q;
      length_q <= CountWidth'(1);
    end else if (search) begin
      begins_q <= begins_q & (begins_q >> grow);
      length_q <= length_q + CountWidth'(grow);
    end
  end

  always_ff @(posedge clk_i) begin
    if (want)        place_q <= '0;
    else if (search) place_q <= lowest;
  end

  /////////////
  // Account //
  /////////////

  // The places of a range: from its first place on, and not from its end on.
  localparam logic [Places-1:0] AllPlaces = {Places{1'b1}};

  logic [CountWidth-1:0] take_end, free_end;
  logic [Places-1:0]     take_places, free_places;

  assign take_end    = CountWidth'(place_q) + count_q;
  assign free_end    = CountWidth'(free_place_i) + free_count_i;
  assign take_places = (AllPlaces << place_q) & ~(AllPlaces << take_end);
  assign free_places = (AllPlaces << free_place_i) & ~(AllPlaces << free_end);

  always @* begin
    free_d = free_q;
    left_d = left_q;
    if (take) begin
      free_d = free_d & ~take_places;
      left_d = left_d - count_q;
    end
    if (free_en_i) begin
      free_d = free_d | free_places;
      left_d = left_d + free_count_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      free_q  <= {Places{1'b1}};
      left_q  <= CountWidth'(Places);
      phase_q <= Idle;
    end else begin
      free_q  <= free_d;
      left_q  <= left_d;
      phase_q <= phase_d;
    end
  end

  /////////////
  // Outputs //
  /////////////

  assign idle_o  = phase_q == Idle;
  assign found_o = phase_q == Found;
  assign place_o = place_q;
  assign none_o  = search && !some;
  assign left_o  = left_q;

endmodule
