// SPDX-License-Identifier: Apache-2.0
//
// Queue of granules that takes and gives several of them a cycle: what stands between items of one
// width and words of another.
//
// Behaviour
// - Granule 0 is the oldest; when granules leave, the others move towards 0. The granules in front
//   are therefore always at the same wires.
// - In a cycle the first leave_count_i granules leave, then the first enter_count_i granules of
//   enter_data_i enter behind the granules that stay: two shifters, of steps of a granule.
// - A place without a granule holds zeros. That makes entering an OR. A reader that takes more
//   granules than are there gets zeros behind the last one.
//
// Corner cases
// - The caller lets no more granules leave than count_o, and lets none enter for which there is no
//   room: at most Depth after the cycle.
// - Both counts may be zero, with any data.
// - clear_en_i empties the queue, whatever the counts say: nothing enters in that cycle.

module hd_granule_queue #(
    // Bits of a granule.
    parameter int Granule = 128,
    // Granules that there is room for. Flip-flops and the width of both shifters grow as
    // Granule * Depth, their depth as the logarithm of Depth and of Out.
    parameter int Depth   = 9,
    // Granules that may enter in a cycle, 1 to Depth.
    parameter int In      = 5,
    // Granules that may leave in a cycle, 1 to Depth: so many are shown.
    parameter int Out     = 4,
    localparam int CountWidth = $clog2(Depth + 1),
    localparam int InWidth    = $clog2(In + 1),
    localparam int OutWidth   = $clog2(Out + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                   clk_i,
    input  logic                   rst_ni,
    // Drop all granules in the queue.
    input  logic                   clear_en_i,

    // Writer
    // How many granules enter in this cycle.
    input  logic [InWidth-1:0]     enter_count_i,
    // These granules, the oldest is [0 +: Granule]; the rest means nothing.
    input  logic [In*Granule-1:0]  enter_data_i,

    // Reader
    // How many granules leave in this cycle.
    input  logic [OutWidth-1:0]    leave_count_i,
    // How many granules are there. State only.
    output logic [CountWidth-1:0]  count_o,
    // The oldest of them, and zeros where there are fewer. State only.
    output logic [Out*Granule-1:0] data_o
);

  localparam int Width = Depth * Granule;

`ifndef SYNTHESIS
  initial begin
    if (Granule < 1) $fatal(1, "hd_granule_queue: Granule must be at least 1");
    if (In < 1 || In > Depth) $fatal(1, "hd_granule_queue: In must be 1 to Depth");
    if (Out < 1 || Out > Depth) $fatal(1, "hd_granule_queue: Out must be 1 to Depth");
  end
`endif

  ///////////
  // State //
  ///////////

  logic [CountWidth-1:0] count_q;
  // Granule g is [g*Granule +: Granule], zero from count_q on.
  logic [Width-1:0]      data_q;

  assign count_o = count_q;
  assign data_o  = data_q[0 +: Out*Granule];

  ////////////////
  // Next state //
  ////////////////

  // First what leaves, then what enters: it goes behind what stays. One stage of a shifter for
  // each bit of its count.
  logic [CountWidth-1:0] stay_count;
  logic [Width-1:0]      stay, enter;

  assign stay_count = count_q - CountWidth'(leave_count_i);

  always @* begin
    stay = data_q;
    for (int b = 0; b < OutWidth; b++) begin
      if (leave_count_i[b]) stay = stay >> (Granule << b);
    end
  end

  always @* begin
    enter = '0;
    for (int g = 0; g < In; g++) begin
      if (InWidth'(g) < enter_count_i) begin
        enter[g*Granule +: Granule] = enter_data_i[g*Granule +: Granule];
      end
    end
    for (int b = 0; b < CountWidth; b++) begin
      if (stay_count[b]) enter = enter << (Granule << b);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_en_i) begin
      count_q <= '0;
      data_q  <= '0;
    end else begin
      count_q <= stay_count + CountWidth'(enter_count_i);
      data_q  <= stay | enter;
    end
  end

endmodule
