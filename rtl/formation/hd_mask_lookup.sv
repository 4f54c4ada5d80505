// SPDX-License-Identifier: Apache-2.0
//
// Mask lookup: which instruction fits beside the primary one in the same row of lanes.
//
// Behaviour
// - With a primary: of the ready candidates of the set that have no lane in common with the
//   primary, or are of the other SIMD group, the one with the most lanes.
// - Without a primary: a ready candidate of any set; masks and lanes do not count.
// - Ties are decided by rank: the candidate's number XOR the low bits of a shift register that
//   steps when the caller says so. The lower rank goes first. Of two candidates, the highest bit in
//   which their numbers differ decides, so that one bit of the register says which of them goes
//   first.
// - The members of a set stand in bunches of eight. In a bunch, and then among the winners of the
//   bunches, all pairs are compared at once. Which member of a pair goes first depends on lanes and
//   order alone; which of them fit comes later.
//
// Corner cases
// - An empty mask fits beside any other one.
// - The primary, if it is itself ready and in the set, does not fit beside itself.
// - The last sets have a slot fewer if Slots is no multiple of Sets.
//
// Brunie, Collange, Diamos, Simultaneous Branch and Warp Interweaving, ISCA 2012: section 4.

module hd_mask_lookup #(
    // Warp slots. Area in proportion, of the comparisons with their square within a bunch.
    parameter int Slots  = 24,
    // Hot contexts of a slot: 2 with branch interweaving, 1 without.
    parameter int Hot    = 2,
    // Lanes of the row. Area in proportion, depth with its logarithm.
    parameter int Lanes  = 64,
    // Sets of slots, a power of 2; 1: fully associative. More sets: fewer candidates are compared.
    parameter int Sets   = 1,
    // First value of the shift register, not 0.
    parameter int Seed   = 44257,
    localparam int Entries    = Slots * Hot,
    localparam int SlotWidth  = $clog2(Slots),
    localparam int SetWidth   = Sets > 1 ? $clog2(Sets) : 1,
    localparam int CountWidth = $clog2(Lanes + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                          clk_i,
    input  logic                          rst_ni,

    // Candidates: hot context h of slot s is number s*Hot + h.
    // The candidate may be chosen.
    input  logic [Entries-1:0]            ready_i,
    // Its lanes.
    input  logic [Entries*Lanes-1:0]      mask_i,
    // How many they are.
    input  logic [Entries*CountWidth-1:0] lanes_i,
    // Its SIMD group.
    input  logic [Entries-1:0]            group_i,

    // Primary
    // There is one, beside which the answer must fit.
    input  logic                          primary_valid_i,
    // Its lanes and its SIMD group.
    input  logic [Lanes-1:0]              primary_mask_i,
    input  logic                          primary_group_i,
    // The set that is searched; ignored for one set.
    input  logic [SetWidth-1:0]           set_i,

    // Answer
    // There is a candidate. Depends on all of the above.
    output logic                          found_o,
    // Its slot and which of its contexts; meaningful while found_o.
    output logic [SlotWidth-1:0]          slot_o,
    output logic                          hot_o,
    // The order of ties changes.
    input  logic                          step_en_i
);

  localparam int SetBits    = $clog2(Sets);
  localparam int IndexWidth = $clog2(Entries);
  localparam int Ways       = (Slots + Sets - 1) / Sets; // slots of a set
  localparam int Members    = Ways * Hot;                // candidates of a set

  // Member n of set k is context n % Hot of slot (n / Hot) * Sets + k: bit b of n is bit
  // b + SetBits of the candidate's number, but for the context's bit.
  localparam int Bunch      = 8;
  localparam int Bunches    = (Members + Bunch - 1) / Bunch;
  localparam int Places     = Bunches * Bunch; // members, and places where there is none
  localparam int PlaceWidth = 3;
  localparam int BunchWidth = Bunches > 1 ? $clog2(Bunches) : 1;

`ifndef SYNTHESIS
  initial begin
    if (Slots < 2 || Slots > 32) $fatal(1, "hd_mask_lookup: Slots must be 2 to 32");
    if (Hot < 1 || Hot > 2) $fatal(1, "hd_mask_lookup: Hot must be 1 or 2");
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_mask_lookup: Lanes must be 1 to 64");
    if (Sets < 1 || Sets > Slots || (Sets & (Sets - 1)) != 0)
      $fatal(1, "hd_mask_lookup: Sets must be a power of 2, 1 to Slots");
    if (Seed < 1 || Seed > 65535) $fatal(1, "hd_mask_lookup: Seed must be 1 to 65535");
  end
`endif

  ///////////
  // Order //
  ///////////

  // All values but 0 in turn: x^16 + x^14 + x^13 + x^11 + 1.
  logic [15:0]           order_q, order_d;
  logic [IndexWidth-1:0] order;

  assign order_d = {1'b0, order_q[15:1]} ^ (order_q[0] ? 16'hB400 : 16'h0);
  assign order   = order_q[IndexWidth-1:0];

  always_ff @(posedge clk_i) begin
    if (!rst_ni)        order_q <= 16'(Seed);
    else if (step_en_i) order_q <= order_d;
  end

  /////////
  // Set //
  /////////

  // What the set's members are like; 0 where there is none.
  logic [Members-1:0]           ready, group;
  logic [Members*Lanes-1:0]     mask;
  logic [Places*CountWidth-1:0] lanes;

  if (Sets == 1) begin : gen_one_set

    logic unused_set;
    assign unused_set = &{1'b0, set_i};

    assign ready = ready_i;
    assign group = group_i;
    assign mask  = mask_i;
    assign lanes = (Places*CountWidth)'(lanes_i);

  end else begin : gen_sets

    // Candidates of as many slots as all places of all sets have: those beyond the last slot are
    // read by no set, and are there for tools that look at each index.
    localparam int Reach = ((Places + Hot - 1) / Hot) * Sets * Hot;

    logic [Reach-1:0]            all_ready, all_group;
    logic [Reach*Lanes-1:0]      all_mask;
    logic [Reach*CountWidth-1:0] all_lanes;

    assign all_ready = Reach'(ready_i);
    assign all_group = Reach'(group_i);
    assign all_mask  = (Reach*Lanes)'(mask_i);
    assign all_lanes = (Reach*CountWidth)'(lanes_i);

    for (genvar n = 0; n < Places; n++) begin : gen_member
      logic                  member_ready, member_group;
      logic [Lanes-1:0]      member_mask;
      logic [CountWidth-1:0] member_lanes;

      always @* begin
        member_ready = 1'b0;
        member_group = 1'b0;
        member_mask  = '0;
        member_lanes = '0;
        for (int k = 0; k < Sets; k++) begin
          if ((n / Hot) * Sets + k < Slots && set_i == SetWidth'(k)) begin
            member_ready = member_ready | all_ready[((n/Hot)*Sets + k)*Hot + n%Hot];
            member_group = member_group | all_group[((n/Hot)*Sets + k)*Hot + n%Hot];
            member_mask  = member_mask
                           | all_mask[(((n/Hot)*Sets + k)*Hot + n%Hot)*Lanes +: Lanes];
            member_lanes = member_lanes
                           | all_lanes[(((n/Hot)*Sets + k)*Hot + n%Hot)*CountWidth +: CountWidth];
          end
        end
      end

      if (n < Members) begin : gen_here
        assign ready[n]               = member_ready;
        assign group[n]               = member_group;
        assign mask[n*Lanes +: Lanes] = member_mask;
      end
      assign lanes[n*CountWidth +: CountWidth] = member_lanes;
    end

  end

  //////////////////////////////
  // Which of the members fit //
  //////////////////////////////

  logic [Places-1:0] fits;

  for (genvar n = 0; n < Places; n++) begin : gen_fits
    if (n < Members) begin : gen_here
      assign fits[n] = ready[n] && (group[n] != primary_group_i
                                    || (mask[n*Lanes +: Lanes] & primary_mask_i) == '0);
    end else begin : gen_none
      assign fits[n] = 1'b0;
    end
  end

  ///////////////////////////////
  // The winner of each bunch  //
  ///////////////////////////////

  logic [Bunches-1:0]            bunch_fits;
  logic [Bunches*CountWidth-1:0] bunch_lanes;
  logic [Bunches*PlaceWidth-1:0] bunch_place;

  for (genvar g = 0; g < Bunches; g++) begin : gen_bunch

    // Bit p*Bunch + q, p < q: of these two places the lower one goes first. More lanes go first;
    // with as many, the bit of the order says whether the higher place has the lower rank.
    logic [Bunch*Bunch-1:0] first;
    logic [Bunch-1:0]       here, wins;

    assign here = fits[g*Bunch +: Bunch];

    for (genvar p = 0; p < Bunch; p++) begin : gen_place
      logic [Bunch-1:0] over; // places that go before this one, if they fit

      for (genvar q = 0; q < Bunch; q++) begin : gen_pair
        localparam int Differ = p == q ? 0 : $clog2((p ^ q) + 1) - 1;
        localparam int Number = Differ + (Differ < Hot - 1 ? 0 : SetBits);

        if (p < q && g * Bunch + q < Members) begin : gen_compare
          assign first[p*Bunch + q] = {lanes[(g*Bunch + p)*CountWidth +: CountWidth],
                                        ~order[Number]}
                                       > {lanes[(g*Bunch + q)*CountWidth +: CountWidth], 1'b0};
        end else begin : gen_no_pair
          assign first[p*Bunch + q] = 1'b1;
        end

        if (p < q) begin : gen_above
          assign over[q] = here[q] && !first[p*Bunch + q];
        end else if (p > q) begin : gen_below
          assign over[q] = here[q] && first[q*Bunch + p];
        end else begin : gen_self
          assign over[q] = 1'b0;
        end
      end
      assign wins[p] = here[p] && over == '0;
    end

    // One wins, if one fits.
    logic [CountWidth-1:0] most;
    always @* begin
      most = '0;
      for (int p = 0; p < Bunch; p++)
        most = most | (lanes[(g*Bunch + p)*CountWidth +: CountWidth] & {CountWidth{wins[p]}});
    end

    assign bunch_fits[g]                            = here != '0;
    assign bunch_lanes[g*CountWidth +: CountWidth]  = most;
    assign bunch_place[g*PlaceWidth +: PlaceWidth]  =
        {wins[7] | wins[6] | wins[5] | wins[4], wins[7] | wins[6] | wins[3] | wins[2],
         wins[7] | wins[5] | wins[3] | wins[1]};
  end

  ///////////////////////////////
  // The winner of the winners //
  ///////////////////////////////

  logic [Bunches*Bunches-1:0] bunch_first;  // as first, of bunches
  logic [Bunches-1:0]         bunch_wins;

  if (Bunches == 1) begin : gen_one_bunch
    logic unused_lanes;
    assign unused_lanes = &{1'b0, bunch_lanes};
  end

  for (genvar g = 0; g < Bunches; g++) begin : gen_winner
    logic [Bunches-1:0] over;

    for (genvar h = 0; h < Bunches; h++) begin : gen_pair
      localparam int Differ = g == h ? 0 : $clog2((g ^ h) + 1) - 1 + PlaceWidth;

      if (g < h) begin : gen_above
        assign bunch_first[g*Bunches + h] = {bunch_lanes[g*CountWidth +: CountWidth],
                                              ~order[Differ + SetBits]}
                                             > {bunch_lanes[h*CountWidth +: CountWidth], 1'b0};
        assign over[h] = bunch_fits[h] && !bunch_first[g*Bunches + h];
      end else begin : gen_below
        assign bunch_first[g*Bunches + h] = 1'b1;
        assign over[h] = g != h && bunch_fits[h] && bunch_first[h*Bunches + g];
      end
    end
    assign bunch_wins[g] = bunch_fits[g] && over == '0;
  end

  logic [BunchWidth-1:0] best_bunch;
  logic [PlaceWidth-1:0] best_place;

  always @* begin
    best_bunch = '0;
    best_place = '0;
    for (int g = 0; g < Bunches; g++) begin
      if (bunch_wins[g]) begin
        best_bunch = best_bunch | BunchWidth'(g);
        best_place = best_place | bunch_place[g*PlaceWidth +: PlaceWidth];
      end
    end
  end

  // Its slot: the number in the set, and the set.
  logic [BunchWidth+PlaceWidth-1:0] best;
  logic [SlotWidth-1:0]             best_slot;
  assign best = {best_bunch, best_place};

  if (Sets == 1) begin : gen_slot
    assign best_slot = SlotWidth'(best >> (Hot - 1));
  end else begin : gen_slot_of_set
    assign best_slot = SlotWidth'({best >> (Hot - 1), set_i});
  end

  ///////////////////////
  // Without a primary //
  ///////////////////////

  // Two by two, from the lowest bit of the number up: that bit of the order says which of two goes
  // first, if both have a ready candidate.
  for (genvar b = 0; b <= IndexWidth; b++) begin : gen_level
    for (genvar n = 0; n < 2 ** (IndexWidth - b); n++) begin : gen_node
      logic                  some;
      logic [IndexWidth-1:0] index;

      if (b == 0) begin : gen_leaf
        assign index = IndexWidth'(n);
        if (n < Entries) begin : gen_candidate
          assign some = ready_i[n];
        end else begin : gen_none
          assign some = 1'b0;
        end
      end else begin : gen_choice
        logic left, right;
        assign left  = gen_level[b-1].gen_node[2*n].some;
        assign right = gen_level[b-1].gen_node[2*n+1].some;
        assign some  = left || right;
        assign index = (order[b-1] ? right : !left) ? gen_level[b-1].gen_node[2*n+1].index
                                                    : gen_level[b-1].gen_node[2*n].index;
      end
    end
  end

  logic                  any_found;
  logic [IndexWidth-1:0] any;
  assign any_found = gen_level[IndexWidth].gen_node[0].some;
  assign any       = gen_level[IndexWidth].gen_node[0].index;

  ////////////
  // Answer //
  ////////////

  assign found_o = primary_valid_i ? bunch_fits != '0 : any_found;
  assign slot_o  = primary_valid_i ? best_slot : SlotWidth'(any >> (Hot - 1));
  assign hot_o   = Hot == 2 && (primary_valid_i ? best[0] : any[0]);

endmodule
