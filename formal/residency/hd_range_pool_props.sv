// SPDX-License-Identifier: Apache-2.0
//
// Properties of hd_range_pool (docs/blocks/range_pool.md), for formal/prove.sh.
//
// A ghost keeps the places that were free when the search began, or began anew. A place is chosen
// by the solver, and another ghost follows whether a range uses it.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_range_pool_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State.
    input logic [Places-1:0]     free,
    input logic [1:0]            phase,
    input logic [CountWidth-1:0] count,
    input logic [Places-1:0]     begins,
    input logic [CountWidth-1:0] length
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  // ------------------------------------------------------------------ the neighbours' promises

  // Places of the range that becomes free.
  logic [Places-1:0] goes;
  always @*
    for (int p = 0; p < Places; p++)
      goes[p] = free_en_i && p >= 32'(free_place_i) && p < 32'(free_place_i) + 32'(free_count_i);

  always @* begin
    assume (32'(want_count_i) <= Places);
    if (on && free_en_i)
      assume ((goes & free) == '0 && 32'(free_place_i) < Places
              && 32'(free_place_i) + 32'(free_count_i) <= Places);
  end

  // ------------------------------------------------------------------ ghosts

  logic wants, takes;
  assign wants = want_en_i && idle_o;
  assign takes = take_en_i && found_o;

  // The number wanted; the places that were free when the search began, and cycles since then.
  localparam int AgeWidth = 4;
  logic [CountWidth-1:0] wanted;
  logic [Places-1:0]     start;
  logic [AgeWidth-1:0]   age;
  always_ff @(posedge clk_i) begin
    if (wants) wanted <= want_count_i;
    if (wants || none_o) begin
      start <= free;
      age   <= '0;
    end else if (age != {AgeWidth{1'b1}}) age <= age + AgeWidth'(1);
  end

  // Places that begin a range of the number wanted, of those that were free; such below place_o.
  logic [Places-1:0] fits;
  always @*
    for (int p = 0; p < Places; p++) begin
      fits[p] = p + 32'(wanted) <= Places;
      for (int i = 0; i < Places; i++)
        if (i < 32'(wanted) && !start[(p + i) % Places]) fits[p] = 1'b0;
    end

  logic lower;
  always @* begin
    lower = 1'b0;
    for (int p = 0; p < Places; p++) if (p < 32'(place_o) && fits[p]) lower = 1'b1;
  end

  // The places of the range found; it is within the row.
  logic [Places-1:0] range;
  logic              within;
  always @* begin
    for (int p = 0; p < Places; p++)
      range[p] = p >= 32'(place_o) && p < 32'(place_o) + 32'(wanted);
    within = 32'(place_o) < Places && 32'(place_o) + 32'(wanted) <= Places;
  end

  // Each begin begins a run of free places, within the row.
  logic begins_ok;
  always @* begin
    begins_ok = 1'b1;
    for (int p = 0; p < Places; p++)
      for (int i = 0; i < Places; i++)
        if (begins[p] && i < 32'(length)
            && (p + i >= Places || !free[(p + i) % Places])) begins_ok = 1'b0;
  end

  // The watched place: a range uses it.
  (* anyconst *) logic [PlaceWidth-1:0] watched;
  always @* assume (32'(watched) < Places);
  logic used, used_right, taken, freed;
  always @* begin
    used_right = 1'b0;
    taken = 1'b0;
    freed = 1'b0;
    for (int p = 0; p < Places; p++)
      if (32'(watched) == p) begin
        used_right = used == !free[p];
        taken = takes && range[p];
        freed = goes[p];
      end
  end
  always_ff @(posedge clk_i) used <= rst_ni && (taken || (used && !freed));

  // Free places, counted.
  logic [CountWidth-1:0] number;
  always @* begin
    number = '0;
    for (int p = 0; p < Places; p++) number = number + CountWidth'(free[p]);
  end

  // One cycle ago.
  logic was_reset, was_idle, was_found, took, wanted_none, was_none;
  logic [PlaceWidth-1:0] place_before;
  always_ff @(posedge clk_i) begin
    was_reset    <= !rst_ni;
    was_idle     <= idle_o;
    was_found    <= found_o;
    took         <= takes;
    wanted_none  <= wants && want_count_i == '0;
    was_none     <= none_o;
    place_before <= place_o;
  end

  // Each cycle of a search but the last doubles the length, as long as it is below the number.
  logic in_time;
  always @* begin
    in_time = age <= AgeWidth'($clog2(Places));
    for (int a = 1; a <= $clog2(Places); a++)
      if (32'(age) == a && 32'(wanted) <= 2**(a - 1)) in_time = 1'b0;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: after a reset all places are free, and no range is wanted
    reset_frees: assert (!was_reset || (free == {Places{1'b1}} && idle_o));
    // P: left_o is the number of free places
    left_counts: assert (left_o == number);
    // P: in a search each begin is the begin of a run of free places, as long as the length
    begins_free: assert (phase != 2'd1 || begins_ok);
    // P: the length is 1 to the number wanted
    length_range: assert (phase != 2'd1 || (length != '0 && length <= count && count <= Places));
    // P: the number is that of the want
    number_kept: assert (idle_o || count == wanted);
    // P: the places of the range found are free, and within the row
    found_free: assert (!found_o || ((range & ~free) == '0 && within));
    // P: nothing is found only if no run of the number wanted was free when the search began
    finds: assert (!none_o || fits == '0);
    // P: a search of n places takes at most clog2(n) + 1 cycles, then it has found or begins anew
    ends_in_time: assert (phase != 2'd1 || in_time);
    // P: no range of free places began below the one found when its search began
    lowest: assert (!found_o || !lower);
    // P: a place is used from the take of its range to its free
    account: assert (used_right);
    // P: a place that a range uses is taken by no other
    apart: assert (!(taken && used));
    // P: a search for 0 places has found its range at once, at place 0
    none_wanted: assert (!wanted_none || was_reset || (found_o && place_o == '0));
    // P: a range that is found stays until it is taken
    found_stays: assert (was_reset || !was_found || took || (found_o && place_o == place_before));
    // P: after the take no range is wanted
    take_ends: assert (!took || idle_o);
    // P: a range is wanted as long as none is taken
    want_stays: assert (was_reset || was_idle || took || !idle_o);
    // P: a search that has found nothing begins anew
    anew: assert (was_reset || !was_none || (phase == 2'd1 && begins == start
                                             && length == CountWidth'(1)));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_split: cover (none_o && left_o >= count && free == start && 32'(count) == Places / 2);
    c_stale: cover (none_o && free == {Places{1'b1}});
    c_top: cover (takes && 32'(place_o) == Places - 2 && 32'(wanted) == 2 && free_en_i
                  && free_count_i != '0);
    c_all: cover (takes && 32'(wanted) == Places);
  end
endmodule

// What follows goes to the end of the module hd_range_pool itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  hd_range_pool_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS,
      .free(free_q), .phase(phase_q), .count(count_q), .begins(begins_q), .length(length_q)
  );
`endif
