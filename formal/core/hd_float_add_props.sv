// SPDX-License-Identifier: Apache-2.0
//
// Properties of the float adder (docs/blocks/float_add.md), for formal/prove.sh. Nothing is kept:
// each property is about one pair of operands, and the clock is that of the proof.
//
// Where a property is about two pairs, the other one is that of the cycle before.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_float_add_props (
    `HD_PORTS
);

  // As everywhere: after the reset of the first cycle. (A solver wants a register as well.)
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  // The cycle before.
  logic [31:0] a_q, b_q, sum_q;
  always_ff @(posedge clk_i) {a_q, b_q, sum_q} <= {a_i, b_i, sum_o};

  // There was one, and it meant something. Nothing is kept: the first such cycle is as any other.
  logic [1:0] cycle = 2'd0;
  logic two;
  always_ff @(posedge clk_i) if (cycle != 2'd3) cycle <= cycle + 2'd1;
  assign two = cycle == 2'd2;

  localparam logic [31:0] Nan = 32'h7fc00000;
  localparam logic [31:0] Sign = 32'h80000000;

  // ------------------------------------------------------------------ what the operands are

  logic [30:0] a, b, sum, most; // magnitudes
  assign {a, b, sum} = {a_i[30:0], b_i[30:0], sum_o[30:0]};
  assign most = a > b ? a : b;

  localparam logic [30:0] Infinite = 31'h7f800000;

  logic nan, infinite, finite, unlike;
  assign nan = a > Infinite || b > Infinite;
  assign infinite = !nan && (a == Infinite || b == Infinite);
  assign finite = !nan && !infinite;
  assign unlike = a_i[31] != b_i[31];

  // Of operands with exponents that say the same the fractions, as they are in front of the point:
  // their sum and difference are known at once. What is odd then is halved, and rounded if need be.
  logic same, low_bit;
  logic [24:0] whole_a, whole_b, total;
  assign same = a[30:23] == b[30:23] && a[30:23] != '0 && a[30:23] < 8'd254;
  assign whole_a = {2'b01, a[22:0]};
  assign whole_b = {2'b01, b[22:0]};
  assign total = whole_a + whole_b;
  assign low_bit = total[0] && total[1];

  // Both below the least normal number, or at it: fixed-point numbers.
  logic tiny;
  logic [31:0] fixed_a, fixed_b, fixed;
  assign tiny = a[30:23] <= 8'd1 && b[30:23] <= 8'd1;
  assign fixed_a = a_i[31] ? 32'd0 - {8'd0, a[23:0]} : {8'd0, a[23:0]};
  assign fixed_b = b_i[31] ? 32'd0 - {8'd0, b[23:0]} : {8'd0, b[23:0]};
  assign fixed = fixed_a + fixed_b;

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: a NaN, and infinities of unlike signs, give the canonical NaN
    nans: assert (!(nan || (infinite && a == b && unlike)) || sum_o == Nan);
    // P: any other infinity gives itself
    infinities: assert (!(infinite && !(a == b && unlike))
                        || sum_o == (a == Infinite ? a_i : b_i));
    // P: a number and a zero give the number; two zeros are -0 only if both are
    of_zero: assert (!(finite && b == '0) || sum_o == (a == '0 ? a_i & b_i : a_i));
    // P: a number and its opposite are +0, and nothing else of two that are not zero is
    opposite: assert (!(finite && a != '0 && b != '0) || (sum == '0) == (a == b && unlike));
    // P: the zero of a number and its opposite is positive
    no_minus_zero: assert (!(finite && a == b && unlike) || sum_o == '0);
    // P: the order of the operands does not matter
    commutes: assert (!(two && a_q == b_i && b_q == a_i) || sum_q == sum_o);
    // P: with both signs turned round the sign of the sum is, but of a NaN, and of a difference
    // that is zero
    negates: assert (!(two && a_q == (a_i ^ Sign) && b_q == (b_i ^ Sign))
                     || sum_q == (sum_o == Nan || (finite && a == b && unlike) ? sum_o
                                  : sum_o ^ Sign));
    // P: a sum has the sign of the operand of the greater magnitude
    sign: assert (!finite || a == b || sum_o[31] == (a > b ? a_i[31] : b_i[31]));
    // P: a sum has at most twice the greater magnitude: an exponent more; or it is infinite
    near: assert (!finite || sum <= (most < 31'h00800000 ? most << 1
                                     : most >= 31'h7f000000 ? Infinite : most + 31'h00800000));
    // P: a difference of numbers is no greater than the greater one, a sum no less
    side: assert (!finite || (unlike ? sum <= most : sum >= most));
    // P: small numbers are added as the fixed-point numbers that they are
    exact_below: assert (!tiny || fixed == '0
        || (sum_o[31] == fixed[31]
            && (sum[30:23] > 8'd1 || {8'd0, sum[23:0]} == (fixed[31] ? 32'd0 - fixed : fixed))));
    // P: of two with one exponent the sum is half of what the fractions make, an odd one to the
    // even side
    halves: assert (!(same && !unlike)
                    || sum == {a[30:23] + 8'd1, 23'(total >> 1)} + 31'(low_bit));
    // P: a number less than half of the other's last place leaves it as it is
    absorbs: assert (!(finite && a[30:23] > b[30:23] && a[30:23] - b[30:23] > 8'd25)
                     || sum_o == a_i);
  end

  always @* if (on && rst_ni) begin
    c_overflow: cover (finite && sum == Infinite);
    c_becomes_normal: cover (tiny && a[30:23] == '0 && b[30:23] == '0 && sum[30:23] == 8'd1);
    c_tie_up: cover (same && !unlike && low_bit);
    c_cancels: cover (finite && unlike && a[30:23] > 8'd40 && b[30:23] > 8'd40
                      && sum[30:23] + 8'd20 < a[30:23] && sum != '0);
    c_rounds_far: cover (finite && a[30:23] - b[30:23] == 8'd24 && a[30:23] > 8'd100 && sum_o !=
    a_i);
  end
endmodule

// What follows goes to the end of the module hd_float_add itself, in the copy that is proven.
`ifdef HD_INSIDE
  hd_float_add_props u_props (`HD_SAME_PORTS);
`endif
