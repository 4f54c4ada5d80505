// SPDX-License-Identifier: Apache-2.0
//
// Properties of hd_request_queue (docs/blocks/request_queue.md), for formal/prove.sh.
//
// Beside the design stand ghosts, from the ports: how many requests have come and not left; of one
// request that the solver chooses (`mark`) what it was, a chosen bit of data and of expected words
// and a chosen byte's enable included, and how many are ahead of it.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_request_queue_props #(
    `HD_PARAMETERS,
    localparam int PlaceWidth = Entries > 1 ? $clog2(Entries) : 1,
    localparam int CountWidth = $clog2(Entries + 1)
) (
    `HD_PORTS,
    // State
    input logic [PlaceWidth-1:0] first,
    input logic [CountWidth-1:0] count,
    // The fields of the place at which the request that is watched must be
    output logic [PlaceWidth-1:0] at,
    input logic [IdWidth+LineWidth+RiderWidth+1:0] fields,
    input logic [DataWidth-1:0]  data,
    input logic [LineBytes-1:0]  be,
    input logic [DataWidth-1:0]  expects
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  (* anyconst *) logic [$clog2(DataWidth)-1:0] at_bit;
  (* anyseq *) logic mark;

  logic comes, leaves;
  assign comes = req_valid_i && req_ready_o;
  assign leaves = mem_valid_o && mem_ready_i;

  // ------------------------------------------------------------------ ghosts

  int number;
  always_ff @(posedge clk_i)
    if (!rst_ni) number <= 0;
    else number <= number + 32'(comes) - 32'(leaves);

  // The request that is watched: it is in the queue; requests ahead of it; what it was.
  logic watched;
  int ahead;
  logic [IdWidth+LineWidth+RiderWidth+1:0] was;
  logic was_bit, was_be, was_expect;
  always_ff @(posedge clk_i) begin
    if (!watched && mark && comes) begin
      watched <= 1'b1;
      ahead <= number - 32'(leaves);
      was <= {req_kind_i, req_id_i, req_line_i, req_rider_i};
      {was_bit, was_be} <= {req_data_i[at_bit], req_be_i[at_bit/8]};
      was_expect <= req_expect_i[at_bit];
    end else if (watched && leaves) begin
      if (ahead == 0) watched <= 1'b0;
      ahead <= ahead - 1;
    end
    if (!rst_ni) watched <= 1'b0;
  end

  // Its place.
  int place;
  assign place = 32'(first) + ahead;
  assign at = PlaceWidth'(place < Entries ? place : place - Entries);

  // The cycle before.
  logic kept, last_bit, last_be, last_expect;
  logic [IdWidth+LineWidth+RiderWidth+1:0] offer, last;
  assign offer = {mem_kind_o, mem_id_o, mem_line_o, mem_rider_o};
  always_ff @(posedge clk_i) begin
    kept <= rst_ni && mem_valid_o && !mem_ready_i;
    last <= offer;
    {last_bit, last_be} <= {mem_data_o[at_bit], mem_be_o[at_bit/8]};
    last_expect <= mem_expect_o[at_bit];
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: the first place is one that there is
    first_range: assert (32'(first) < Entries);
    // P: as many requests wait as have come and not left
    counted: assert (32'(count) == number && number >= 0 && number <= Entries);
    // P: a request is taken while there is a place, and offered while there is one
    by_count: assert (req_ready_o == (number < Entries) && mem_valid_o == (number > 0));
    // P: a request that waits is behind those that came before it, and in its place as it came
    in_order: assert (!watched || (ahead >= 0 && ahead < number && fields == was
        && {data[at_bit], be[at_bit/8], expects[at_bit]} == {was_bit, was_be, was_expect}));
    // P: a request leaves as it came, when those that came before it have left
    as_it_came: assert (!watched || ahead != 0 || (offer == was
        && {mem_data_o[at_bit], mem_be_o[at_bit/8], mem_expect_o[at_bit]}
           == {was_bit, was_be, was_expect}));
    // P: what is offered to memory and not accepted stays
    kept_offer: assert (!kept || (mem_valid_o && offer == last
        && {mem_data_o[at_bit], mem_be_o[at_bit/8], mem_expect_o[at_bit]}
           == {last_bit, last_be, last_expect}));
    // P: behind a reset no request waits
    reset_empties: assert (!was_reset || (first == '0 && count == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_full: cover (req_valid_i && !req_ready_o && leaves);
    c_round: cover (watched && ahead == 0 && 32'(first) == Entries - 1 && leaves && comes);
    c_all_ahead: cover (watched && ahead == Entries - 1);
  end
endmodule

// What follows goes to the end of the module hd_request_queue itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  logic [PlaceWidth-1:0] props_at;
  logic [IdWidth+LineWidth+RiderWidth+1:0] props_fields;
  logic [DataWidth-1:0] props_data, props_expects;
  logic [LineBytes-1:0] props_be;
  assign props_fields = {kind_q[props_at], id_q[props_at], line_q[props_at], rider_q[props_at]};
  assign props_data = data_q[props_at];
  assign props_be = be_q[props_at];
  assign props_expects = expect_q[props_at];
  hd_request_queue_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .first(first_q), .count(count_q), .at(props_at),
      .fields(props_fields), .data(props_data), .be(props_be), .expects(props_expects)
  );
`endif
