// SPDX-License-Identifier: Apache-2.0
//
// Float add: the sum of two numbers of single precision, rounded to nearest, ties to even. It sits
// where atomic operations are done, beside the words: one instruction adds to a float in memory.
//
// Behaviour
// - The operand of the smaller magnitude is shifted to the other's exponent; what falls out below
//   three further bits is gathered in the last of them (sticky). The two are added or subtracted.
// - The sum is shifted up until its first bit leads, but not beyond the least exponent: a sum that
//   has not come up by then is subnormal. The bits below the fraction round it.
// - Exponent and fraction are rounded as one number: a carry out of the fraction is the next
//   exponent, and beyond the greatest one the result is infinite.
//
// Corner cases
// - Subnormal numbers are added as they are. Their exponent is the least normal number's.
// - A NaN, or infinities of unlike sign: the canonical NaN, whatever the operands have in them.
// - A difference of nothing is +0; -0 and -0 are -0. No exceptions are told.
//
// IEEE 754-2008, 4.3.1, 6.1 to 6.3; the RISC-V Instruction Set Manual, volume I, "F": canonical
// NaN.

module hd_float_add (
    // Not used: nothing is kept. Here as in every block, for the checker's clock.
    input  logic        clk_i,
    input  logic        rst_ni,

    // The operands, single precision.
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    // Their sum. Depends on both.
    output logic [31:0] sum_o
);

  localparam logic [31:0] Nan = 32'h7fc00000;

  // Bits of a fraction with its leading one; with rounding bits and a carry besides.
  localparam int Width = 24;
  localparam int Wide  = Width + 4;

  //////////////
  // In order //
  //////////////

  // x is the operand of the greater magnitude, y the other. An exponent of 0 means what 1 does, but
  // no bit is in front of the fraction. Both distances of exponents are worked out while it is
  // found out which one counts.
  logic        a_first, x_normal, y_normal, differ;
  logic [31:0] x, y;
  logic [7:0]  a_exponent, b_exponent, exponent, distance;

  assign a_exponent = a_i[30:23] | 8'(a_i[30:23] == '0);
  assign b_exponent = b_i[30:23] | 8'(b_i[30:23] == '0);
  assign a_first    = a_i[30:0] >= b_i[30:0];
  assign x          = a_first ? a_i : b_i;
  assign y          = a_first ? b_i : a_i;
  assign exponent   = a_first ? a_exponent : b_exponent;
  assign distance   = a_first ? a_exponent - b_exponent : b_exponent - a_exponent;
  assign x_normal   = x[30:23] != '0;
  assign y_normal   = y[30:23] != '0;
  assign differ     = x[31] != y[31];

  ///////////////////////
  // Sum or difference //
  ///////////////////////

  // y where it belongs: at a distance of 27 nothing of it is left but that there was something.
  logic [Wide-1:0] x_wide, y_wide, y_shifted, lost, sum;
  logic            sticky;

  assign x_wide    = {1'b0, x_normal, x[22:0], 3'd0};
  assign y_wide    = {1'b0, y_normal, y[22:0], 3'd0};
  assign y_shifted = y_wide >> distance;
  assign lost      = y_wide & ~({Wide{1'b1}} << distance);
  assign sticky    = lost != '0;

  // A difference is a sum with the complement and a carry into it: one adder.
  logic [Wide-1:0] y_signed;
  logic            unused_carry;

  assign y_signed = {y_shifted[Wide-1:1], y_shifted[0] | sticky} ^ {Wide{differ}};
  assign {sum, unused_carry} = {x_wide, 1'b1} + {y_signed, differ};

  ///////////////
  // Normalise //
  ///////////////

  // How many zeros are in front.
  logic [Wide-1:0] mirrored;
  logic [4:0]      zeros;
  logic            some;

  for (genvar i = 0; i < Wide; i++) begin : gen_mirror
    assign mirrored[i] = sum[Wide-1-i];
  end

  hd_lowest #(
      .Width(Wide)
  ) u_first (
      .mask_i (mirrored),
      .valid_o(some),
      .index_o(zeros)
  );

  // By so many it goes up. Without a carry that is one: exponents count from there.
  logic            is_least;
  logic [4:0]      up;
  logic [Wide-1:0] scaled;
  logic [7:0]      scaled_exponent;

  assign is_least        = exponent < 8'(zeros);
  assign up              = is_least ? exponent[4:0] : zeros;
  assign scaled          = sum << up;
  assign scaled_exponent = scaled[Wide-1] ? exponent + 8'd1 - 8'(up) : '0;

  ///////////
  // Round //
  ///////////

  // Half of the last place and more, or just half and the last place odd.
  logic        rounds_up;
  logic [30:0] rounded;

  assign rounds_up = scaled[3] && (scaled[4] || scaled[2:0] != '0);
  assign rounded   = {scaled_exponent, scaled[Wide-2:4]} + 31'(rounds_up);

  always @* begin
    if (x[30:23] == '1)
      sum_o = x[22:0] != '0 || (y[30:23] == '1 && differ) ? Nan : x;
    else if (!some)
      sum_o = {x[31] && !differ, 31'd0};
    else if (scaled_exponent == '1)
      sum_o = {x[31], 8'hff, 23'd0};
    else
      sum_o = {x[31], rounded};
  end

  logic unused_clock;
  assign unused_clock = &{1'b0, clk_i, rst_ni};

endmodule
