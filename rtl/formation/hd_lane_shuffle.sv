// SPDX-License-Identifier: Apache-2.0
//
// Lane shuffle: values of a warp's threads go to the lanes of these threads, in an order that
// differs from warp to warp.
//
// Behaviour
// - Kind says which order: 0 that of the threads; 1 backwards in odd warps; 2 backwards in the
//   second half of a block's warps; 3 bit j of the lane changed if bit j of the warp's rank is set;
//   4 the same with the rank's bits in reverse order.
// - Each order is its own inverse: what takes threads to lanes takes lanes to threads.
//
// Corner cases
// - A block of one warp has no second half.
// - Lanes that are no power of two: a thread whose lane would be none stays where it is.
// - A rank with more bits than a lane's number: the low ones count.
// - Own: each lane looks with the rank of its own thread's warp.
//
// Brunie, Collange, Diamos, Simultaneous Branch and Warp Interweaving, ISCA 2012: section 4, Lane
// shuffling, Table 1.

module hd_lane_shuffle #(
    // Threads of a warp.
    parameter int Lanes = 64,
    // Warps of the largest block.
    parameter int Warps = 24,
    // The order: 0 Identity, 1 MirrorOdd, 2 MirrorHalf, 3 Xor, 4 XorRev. 1, 2: a multiplexer of two
    // for each bit. 3, 4: one for each bit of a lane's number.
    parameter int Kind  = 4,
    // Bits of a value.
    parameter int Width = 6,
    // 1: each lane's thread is of a warp of its own. Kind 3, 4: each lane then chooses among all
    // threads.
    parameter int Own   = 0,
    localparam int WarpWidth  = Warps > 1 ? $clog2(Warps) : 1,
    localparam int CountWidth = $clog2(Warps + 1),
    localparam int Rows       = Own != 0 ? Lanes : 1
) (
    // For the checker: nothing is kept.
    input  logic                      clk_i,
    input  logic                      rst_ni,

    // Warp
    // Its rank in its block: row r is [r*WarpWidth +: WarpWidth].
    input  logic [Rows*WarpWidth-1:0] warp_i,
    // Warps of the block. Of Kind 2 alone.
    input  logic [CountWidth-1:0]     warps_i,

    // Values
    // Of thread t: [t*Width +: Width].
    input  logic [Lanes*Width-1:0]    thread_i,
    // In lane l: [l*Width +: Width]. Depends on all inputs.
    output logic [Lanes*Width-1:0]    lane_o
);

`ifndef SYNTHESIS
  initial begin
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_lane_shuffle: Lanes must be 1 to 64");
    if (Warps < 1 || Warps > 64) $fatal(1, "hd_lane_shuffle: Warps must be 1 to 64");
    if (Kind < 0 || Kind > 4) $fatal(1, "hd_lane_shuffle: Kind must be 0 to 4");
    if (Width < 1 || Width > 64) $fatal(1, "hd_lane_shuffle: Width must be 1 to 64");
    if (Own < 0 || Own > 1) $fatal(1, "hd_lane_shuffle: Own must be 0 or 1");
  end
`endif

  localparam int MirrorOdd = 1;
  localparam int Xor       = 3;

  // Bits of a lane's number; lanes that these can name.
  localparam int Bits  = $clog2(Lanes);
  localparam int Reach = 1 << Bits;

  logic unused_inputs;
  assign unused_inputs = &{1'b0, clk_i, rst_ni, warp_i, warps_i};

  if (Kind == 0 || Lanes == 1) begin : gen_straight
    assign lane_o = thread_i;
  end else if (Kind < Xor) begin : gen_mirror
    // The warp is backwards.
    logic [Rows-1:0] turned;

    for (genvar r = 0; r < Rows; r++) begin : gen_row
      logic [WarpWidth-1:0] warp;

      assign warp      = warp_i[r*WarpWidth +: WarpWidth];
      assign turned[r] = Kind == MirrorOdd ? warp[0]
                       : (CountWidth+1)'({warp, 1'b0}) >= (CountWidth+1)'(warps_i);
    end

    for (genvar l = 0; l < Lanes; l++) begin : gen_lane
      localparam int Back = Lanes - 1 - l;

      assign lane_o[l*Width +: Width] = turned[Own != 0 ? l : 0] ? thread_i[Back*Width +: Width]
                                                                 : thread_i[l*Width +: Width];
    end
  end else begin : gen_exchange
    // Bits of a lane's number that change, from wires of the rank.
    logic [Rows*Bits-1:0] changes;

    for (genvar r = 0; r < Rows; r++) begin : gen_row
      for (genvar j = 0; j < Bits; j++) begin : gen_bit
        localparam int From = Kind == Xor ? j : Bits - 1 - j;

        if (From < WarpWidth) begin : gen_wire
          assign changes[r*Bits + j] = warp_i[r*WarpWidth + From];
        end else begin : gen_none
          assign changes[r*Bits + j] = 1'b0;
        end
      end
    end

    if (Own == 0) begin : gen_network
      // A stage for each bit: values at that distance change places, all or none. Places beyond the
      // last lane have none.
      for (genvar v = 0; v <= Bits; v++) begin : gen_stage
        for (genvar l = 0; l < (v < Bits ? Reach : Lanes); l++) begin : gen_place
          logic [Width-1:0] value;

          if (v == 0) begin : gen_thread
            if (l < Lanes) begin : gen_there
              assign value = thread_i[l*Width +: Width];
            end else begin : gen_none
              assign value = '0;
            end
          end else begin : gen_pair
            localparam int Other = l ^ (1 << (v - 1));

            assign value = changes[v-1] ? gen_stage[v-1].gen_place[Other].value
                                        : gen_stage[v-1].gen_place[l].value;
          end
        end
      end

      for (genvar l = 0; l < Lanes; l++) begin : gen_lane
        // Its thread would be beyond the last lane: what the network has from there is none.
        logic outside;

        if (Reach > Lanes) begin : gen_part
          logic [Bits-1:0] other;

          assign other   = Bits'(l) ^ changes;
          assign outside = 32'(other) >= Lanes;
        end else begin : gen_all
          assign outside = 1'b0;
        end
        assign lane_o[l*Width +: Width] = outside ? thread_i[l*Width +: Width]
                                                  : gen_stage[Bits].gen_place[l].value;
      end
    end else begin : gen_choice
      for (genvar l = 0; l < Lanes; l++) begin : gen_lane
        logic [Bits-1:0] other, from;

        assign other = Bits'(l) ^ changes[l*Bits +: Bits];
        if (Reach > Lanes) begin : gen_part
          assign from = 32'(other) >= Lanes ? Bits'(l) : other;
        end else begin : gen_all
          assign from = other;
        end
        assign lane_o[l*Width +: Width] = thread_i[32'(from)*Width +: Width];
      end
    end
  end

endmodule
