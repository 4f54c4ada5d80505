// SPDX-License-Identifier: Apache-2.0
//
// Request queue: requests to memory that the data cache has sent and memory has not accepted. A
// request that waits here does not hold the cache.
//
// Behaviour
// - A request goes into the last place; the first request is offered to memory. Requests leave in
//   the order in which they came.
// - Ready and offer are of state alone: no path leads from memory to the cache, or back.
//
// Corner cases
// - A request that comes to an empty queue is offered from the next cycle on.
// - All places are occupied: a place that is left in a cycle is free from the next one on.
//
// Yoon, Kim, Lee, Ro, Annavaram, Virtual Thread, ISCA 2016: section IV.D (what waits for memory
// does not hold the pipe).

module hd_request_queue #(
    // Requests that wait. Each is a row of memory.
    parameter int Entries    = 8,
    // Of the cache: bytes of a line; bits of its number, and of what goes along; MSHRs.
    parameter int LineBytes  = 128,
    parameter int LineWidth  = 25,
    parameter int Mshrs      = 64,
    parameter int RiderWidth = 64,
    localparam int DataWidth = LineBytes * 8,
    localparam int IdWidth   = Mshrs > 1 ? $clog2(Mshrs) : 1
) (
    // Clock; synchronous reset, active low.
    input  logic                  clk_i,
    input  logic                  rst_ni,

    // Cache
    // A request is offered.
    input  logic                  req_valid_i,
    // It is taken: a place is free. State only.
    output logic                  req_ready_o,
    // 0 load, 1 store, 2 atomic.
    input  logic [1:0]            req_kind_i,
    // Its MSHR and line.
    input  logic [IdWidth-1:0]    req_id_i,
    input  logic [LineWidth-1:0]  req_line_i,
    // Goes along.
    input  logic [RiderWidth-1:0] req_rider_i,
    // Of a store or atomic: data, bytes that are written. Of an atomic: what it expects.
    input  logic [DataWidth-1:0]  req_data_i,
    input  logic [LineBytes-1:0]  req_be_i,
    input  logic [DataWidth-1:0]  req_expect_i,

    // Memory; all outputs are state only, and meaningful while mem_valid_o
    // The first request is offered.
    output logic                  mem_valid_o,
    // It is accepted.
    input  logic                  mem_ready_i,
    // As it came.
    output logic [1:0]            mem_kind_o,
    output logic [IdWidth-1:0]    mem_id_o,
    output logic [LineWidth-1:0]  mem_line_o,
    output logic [RiderWidth-1:0] mem_rider_o,
    output logic [DataWidth-1:0]  mem_data_o,
    output logic [LineBytes-1:0]  mem_be_o,
    output logic [DataWidth-1:0]  mem_expect_o
);

`ifndef SYNTHESIS
  initial begin
    if (Entries < 1 || Entries > 64) $fatal(1, "hd_request_queue: Entries must be 1 to 64");
    if (LineBytes < 4 || LineBytes > 256 || LineBytes != 1 << $clog2(LineBytes))
      $fatal(1, "hd_request_queue: LineBytes must be a power of two, 4 to 256");
    if (LineWidth < 1 || LineWidth > 62)
      $fatal(1, "hd_request_queue: LineWidth must be 1 to 62");
    if (Mshrs < 1 || Mshrs > 64) $fatal(1, "hd_request_queue: Mshrs must be 1 to 64");
    if (RiderWidth < 1 || RiderWidth > 512)
      $fatal(1, "hd_request_queue: RiderWidth must be 1 to 512");
  end
`endif

  localparam int PlaceWidth = Entries > 1 ? $clog2(Entries) : 1;
  localparam int CountWidth = $clog2(Entries + 1);

  localparam logic [PlaceWidth-1:0] LastPlace = PlaceWidth'(Entries - 1);

  ///////////
  // State //
  ///////////

  // The place of the first request; how many wait. The others are in the places behind it, round
  // the end.
  logic [PlaceWidth-1:0] first_q;
  logic [CountWidth-1:0] count_q;

  // In places where a request waits: its fields.
  logic [1:0]            kind_q [Entries];
  logic [IdWidth-1:0]    id_q [Entries];
  logic [LineWidth-1:0]  line_q [Entries];
  logic [RiderWidth-1:0] rider_q [Entries];
  logic [DataWidth-1:0]  data_q [Entries];
  logic [LineBytes-1:0]  be_q [Entries];
  logic [DataWidth-1:0]  expect_q [Entries];

  /////////////
  // Outputs //
  /////////////

  assign req_ready_o  = count_q != CountWidth'(Entries);

  assign mem_valid_o  = count_q != '0;
  assign mem_kind_o   = kind_q[first_q];
  assign mem_id_o     = id_q[first_q];
  assign mem_line_o   = line_q[first_q];
  assign mem_rider_o  = rider_q[first_q];
  assign mem_data_o   = data_q[first_q];
  assign mem_be_o     = be_q[first_q];
  assign mem_expect_o = expect_q[first_q];

  ////////////////
  // Next state //
  ////////////////

  // One comes, into the free place behind the last one; the first one leaves.
  logic                  comes, leaves;
  logic [PlaceWidth:0]   beyond; // as if the places did not end
  logic [PlaceWidth-1:0] free_place;

  assign comes      = req_valid_i && req_ready_o;
  assign leaves     = mem_valid_o && mem_ready_i;
  assign beyond     = (PlaceWidth+1)'(first_q) + (PlaceWidth+1)'(count_q);
  assign free_place = PlaceWidth'(beyond < (PlaceWidth+1)'(Entries)
                                  ? beyond : beyond - (PlaceWidth+1)'(Entries));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      first_q <= '0;
      count_q <= '0;
    end else begin
      if (leaves) first_q <= first_q == LastPlace ? '0 : first_q + PlaceWidth'(1);
      count_q <= count_q + CountWidth'(comes) - CountWidth'(leaves);
    end
  end

  always_ff @(posedge clk_i) begin
    if (comes) begin
      kind_q[free_place]   <= req_kind_i;
      id_q[free_place]     <= req_id_i;
      line_q[free_place]   <= req_line_i;
      rider_q[free_place]  <= req_rider_i;
      data_q[free_place]   <= req_data_i;
      be_q[free_place]     <= req_be_i;
      expect_q[free_place] <= req_expect_i;
    end
  end

endmodule
