// SPDX-License-Identifier: Apache-2.0
//
// Properties of the lane (docs/blocks/lane.md), for formal/prove.sh.
//
// Beside the design stands a ghost: the instruction that was taken last, as it was offered, and in
// how many cycles its result is due. What it should be is worked out afresh, in the plainest way
// there is; a product is lockstep's business.
//
// A division is followed without a product. `used` are the dividend's bits that were looked at,
// `unused` the others, at the top; `found` are the quotient's digits so far. `over` is what found
// times the divisor leaves of used: with each bit and digit it becomes twice itself, and the bit,
// less the divisor if the digit is 1. In the end used is the dividend and found the quotient.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_lane_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    input logic        valid_q,
    input logic [5:0]  steps_q,
    input logic [31:0] quot_q,
    input logic [31:0] rest_q,
    input logic [31:0] divisor_q,
    input logic        divide_q,
    input logic        remainder_q,
    input logic        negative_q
);

  localparam int Steps = 32 / DivBits;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // ------------------------------------------------------------------ ghost: the instruction

  logic taken;
  assign taken = in_valid_i && in_ready_o;

  logic [31:0] word, pc, a, b;
  always_ff @(posedge clk_i) if (taken) {word, pc, a, b} <= {word_i, pc_i, a_i, b_i};

  // Cycles until the result: 1 is this one, 0 none is due.
  logic offers_division;
  logic [5:0] due;
  assign offers_division = word_i[6:0] == 7'h33 && word_i[31:25] == 7'h01 && word_i[14];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) due <= '0;
    else if (taken) due <= offers_division ? 6'(Steps + 1) : 6'd1;
    else if (due != '0) due <= due - 6'd1;
  end

  // Instructions taken for which there was no result yet.
  logic [1:0] owed;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) owed <= '0;
    else owed <= owed + {1'b0, taken} - {1'b0, out_valid_o};
  end

  // Which instruction; of the words of these opcodes only legal ones are promised.
  logic op, op_imm, mul_div, division, branch, addf, access, legal;
  logic [2:0] func;
  assign func = word[14:12];
  assign op = word[6:0] == 7'h33;
  assign op_imm = word[6:0] == 7'h13;
  assign mul_div = op && word[31:25] == 7'h01;
  assign division = mul_div && func[2];
  assign branch = word[6:0] == 7'h63;
  assign addf = word[6:0] == 7'h0b && func == 3'd3;
  assign access = word[6:0] == 7'h03 || word[6:0] == 7'h07 || word[6:0] == 7'h23
                  || word[6:0] == 7'h27 || word[6:0] == 7'h2f || addf;

  always @* begin
    legal = word_i[1:0] == 2'b11;
    if (word_i[6:0] == 7'h33)
      legal = word_i[31:25] == 7'h00 || word_i[31:25] == 7'h01
              || (word_i[31:25] == 7'h20 && (word_i[14:12] == 3'd0 || word_i[14:12] == 3'd5));
    if (word_i[6:0] == 7'h13 && word_i[13:12] == 2'd1)
      legal = word_i[31:25] == 7'h00 || (word_i[31:25] == 7'h20 && word_i[14]);
    if (word_i[6:0] == 7'h63) legal = word_i[14:13] != 2'b01;
  end
  always @* if (on && in_valid_i) assume (legal);

  // ------------------------------------------------------------------ what it should be

  logic [31:0] i_imm, s_imm, b_imm, u_imm, j_imm;
  always @* begin
    {i_imm, s_imm, b_imm, j_imm} = {128{word[31]}};
    i_imm[11:0] = word[31:20];
    {s_imm[11:5], s_imm[4:0]} = {word[31:25], word[11:7]};
    {b_imm[11], b_imm[10:5], b_imm[4:1], b_imm[0]} = {word[7], word[30:25], word[11:8], 1'b0};
    {j_imm[19:12], j_imm[11], j_imm[10:1], j_imm[0]} = {word[19:12], word[20], word[30:21], 1'b0};
    u_imm = word;
    u_imm[11:0] = '0;
  end

  // Comparison with signs is comparison without, half the numbers further up.
  localparam logic [31:0] Half = 32'h80000000;
  localparam logic [31:0] Ones = 32'hffffffff;
  logic [31:0] right, want_value;
  logic want_taken;
  always @* begin
    right = op ? b : i_imm;
    case (func)
      3'd0:    want_value = op && word[30] ? a - right : a + right;
      3'd1:    want_value = a << right[4:0];
      3'd2:    want_value = 32'(a + Half < right + Half);
      3'd3:    want_value = 32'(a < right);
      3'd4:    want_value = a ^ right;
      3'd5:    want_value = (a >> right[4:0]) | (word[30] && a[31] ? ~(Ones >> right[4:0]) : '0);
      3'd6:    want_value = a | right;
      default: want_value = a & right;
    endcase
    case (word[6:0])
      7'h37:        want_value = u_imm;
      7'h17:        want_value = pc + u_imm;
      7'h6f, 7'h67: want_value = pc + 4;
      default:      ;
    endcase
    case (func)
      3'd0:    want_taken = a == b;
      3'd1:    want_taken = a != b;
      3'd4:    want_taken = a + Half < b + Half;
      3'd5:    want_taken = a + Half >= b + Half;
      3'd6:    want_taken = a < b;
      default: want_taken = a >= b;
    endcase
    if (!branch) want_taken = word[6:0] == 7'h6f || word[6:0] == 7'h67;
  end

  logic has_value, has_address;
  assign has_value = op_imm || (op && !mul_div) || word[6:0] == 7'h37 || word[6:0] == 7'h17
                     || word[6:0] == 7'h6f || word[6:0] == 7'h67;
  assign has_address = access || branch || word[6:0] == 7'h6f || word[6:0] == 7'h67;

  logic [31:0] want_address;
  always @* begin
    case (word[6:0])
      7'h23, 7'h27: want_address = a + s_imm;
      7'h2f, 7'h0b: want_address = a;
      7'h63:        want_address = pc + b_imm;
      7'h6f:        want_address = pc + j_imm;
      7'h67:        want_address = (a + i_imm) & 32'hfffffffe;
      default:      want_address = a + i_imm;
    endcase
  end

  // ------------------------------------------------------------------ ghost: a division

  logic [31:0] dividend, divisor, used, unused;
  logic [5:0] bits_used;
  logic with_sign, divides;
  assign with_sign = !func[0];
  assign dividend = with_sign && a[31] ? 32'd0 - a : a;
  assign divisor = with_sign && b[31] ? 32'd0 - b : b;
  assign divides = due != '0 && division;
  assign bits_used = 6'(DivBits * (Steps + 1 - 32'(due)));
  assign {used, unused} = {32'd0, dividend} << bits_used;

  // With the digits of the last step: wide enough for what is wrong to be seen.
  logic [39:0] over, last_over;
  logic [31:0] found, last_found;
  always @* begin
    {over, found} = '0;
    if (due != 6'(Steps + 1)) begin
      over = last_over;
      for (int i = DivBits - 1; i >= 0; i--)
        over = {over[38:0], used[i]} - (quot_q[i] ? 40'(divisor) : '0);
      found = {last_found[31-DivBits:0], quot_q[DivBits-1:0]};
    end
  end
  always_ff @(posedge clk_i) {last_over, last_found} <= {over, found};

  logic negative;
  logic [31:0] magnitude;
  assign negative = with_sign && (func[1] ? a[31] : a[31] != b[31] && b != '0);
  assign magnitude = func[1] ? rest_q : found;

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: a result comes in the cycle after, or that many later for a division, and at no other time
    in_time: assert (out_valid_o == (due == 6'd1));
    // P: the next instruction is taken as soon as the result is there
    ready: assert (in_ready_o == (due <= 6'd1));
    // P: as many results as instructions taken
    one_out: assert (owed <= 2'd1 && (!out_valid_o || owed == 2'd1));
    // P: a division has as many steps to go as cycles; without a division there are none
    counts: assert (steps_q == (division && due != '0 ? due - 6'd1 : '0)
                    && valid_q == (due != '0) && 32'(due) <= Steps + 1);
    // P: integer instructions, lui, auipc and links give what the manual says
    computes: assert (!out_valid_o || !has_value || value_o == want_value);
    // P: accesses, branches and jumps give their address
    where_to: assert (!out_valid_o || !has_address || address_o == want_address);
    // P: the thread goes to the target for jumps, and for branches whose condition holds
    goes: assert (due == '0 || taken_o == want_taken);
    // P: the divisor stays what it was, as a magnitude
    divisor_kept: assert (!divides || divisor_q == divisor);
    // P: the quotient's digits come in behind what is left of the dividend
    digits: assert (!divides || (quot_q == (unused | found) && found >> bits_used == '0));
    // P: the rest is what was used of the dividend, less the quotient so far times the divisor
    euclid: assert (!divides || 40'(rest_q) == over);
    // P: the rest is below the divisor, unless that is 0: then it is all that was used
    rest_below: assert (!divides || rest_q < divisor || (divisor == '0 && rest_q == used));
    // P: the rest is no more than what was used: no bit gets lost as it goes left
    rest_fits: assert (!divides || rest_q <= used);
    // P: divided by 0, each digit is a 1
    by_zero: assert (!divides || b != '0 || found == ~(Ones << bits_used));
    // P: the registers know what is asked for, and its sign
    asked: assert (!divides || (divide_q && remainder_q == func[1] && negative_q == negative));
    // P: quotient or remainder comes out, with its sign
    signs: assert (!out_valid_o || !division
                   || value_o == (negative ? 32'd0 - magnitude : magnitude));
    // P: a division has no address
    no_address: assert (!divides || address_o == '0);
    // P: a reset drops the division and the result
    reset_empties: assert (!was_reset || (!out_valid_o && in_ready_o));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_overflow: cover (out_valid_o && division && func == 3'd4 && a == Half && b == '1);
    c_by_zero: cover (out_valid_o && division && func == 3'd6 && b == '0 && a == 32'hfffffff9);
    c_negative: cover (out_valid_o && division && func == 3'd6 && a == 32'hfffffff9 && b == 32'd2);
    c_back_to_back: cover (out_valid_o && division && taken && offers_division);
    c_one_a_cycle: cover (out_valid_o && taken && owed == 2'd1 && branch && taken_o);
    c_product: cover (out_valid_o && mul_div && func == 3'd2 && value_o == '1);
  end
endmodule

// What follows goes to the end of the module hd_lane itself, in the copy that is proven. A division
// is followed in its registers.
`ifdef HD_INSIDE
  hd_lane_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .valid_q, .steps_q, .quot_q, .rest_q, .divisor_q, .divide_q, .remainder_q,
      .negative_q
  );
`endif
