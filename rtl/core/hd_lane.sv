// SPDX-License-Identifier: Apache-2.0
//
// Lane: computes one thread's integer instruction: RV32I and M, the addresses of loads, stores and
// atomics, where branches and jumps go.
//
// Behaviour
// - One instruction a cycle; the result is there in the next one.
// - A division takes 32 / DivBits steps before that, and nothing is taken meanwhile. It is the
//   restoring one, on magnitudes, the highest bit first: the rest goes left by one bit, takes the
//   dividend's next one, and gives the divisor away if it can. The dividend leaves its register at
//   the top as the quotient comes in below.
// - The product is made in one cycle. For more stages let the synthesis tool retime it.
//
// Corner cases
// - Division by zero needs nothing of its own: zero can always be given away, so the quotient is
//   all ones and the rest the dividend's magnitude. Only the quotient's sign must not be turned.
// - -2^31 / -1: both magnitudes are right as unsigned numbers, and so is the quotient, -2^31.
// - With the result of a division the next instruction may be taken.
// - A word that is no RV32IM instruction or access goes through and is not taken_o; its value and
//   address mean nothing.
//
// The RISC-V Instruction Set Manual, volume I: RV32I, "M"; Fung et al., Dynamic Warp Formation,
// TACO 6(2), 2009: section 2.2.

module hd_lane #(
    // Bits of a quotient that a cycle finds: 1, 2 or 4. A subtraction each, one behind the other.
    parameter int DivBits = 1
) (
    // Clock; synchronous reset, active low.
    input  logic        clk_i,
    input  logic        rst_ni,

    // A thread's instruction
    // One is offered.
    input  logic        in_valid_i,
    // It would be taken: no division is under way. State only.
    output logic        in_ready_o,
    // The instruction, legal.
    input  logic [31:0] word_i,
    // Its address.
    input  logic [31:0] pc_i,
    // Its registers rs1 and rs2; x0 is 0.
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,

    // Its result; state only
    // There is one, for this cycle.
    output logic        out_valid_o,
    // What rd gets. Meaningful for instructions that write an integer register and are no loads.
    output logic [31:0] value_o,
    // Where in memory, or where the thread goes. Meaningful for accesses, branches and jumps.
    output logic [31:0] address_o,
    // The thread goes there.
    output logic        taken_o
);

`ifndef SYNTHESIS
  initial if (DivBits != 1 && DivBits != 2 && DivBits != 4)
    $fatal(1, "hd_lane: DivBits must be 1, 2 or 4");
`endif

  localparam int Steps = 32 / DivBits;

  // Opcodes, without the two low bits, which are 1 in all of 32 bits.
  localparam logic [4:0] Custom = 5'b00010; // the first one: a float added to one in memory
  localparam logic [4:0] OpImm  = 5'b00100;
  localparam logic [4:0] Auipc  = 5'b00101;
  localparam logic [4:0] Store  = 5'b01000;
  localparam logic [4:0] StoreF = 5'b01001;
  localparam logic [4:0] Atomic = 5'b01011;
  localparam logic [4:0] Op     = 5'b01100;
  localparam logic [4:0] Lui    = 5'b01101;
  localparam logic [4:0] Branch = 5'b11000;
  localparam logic [4:0] Jalr   = 5'b11001;
  localparam logic [4:0] Jal    = 5'b11011;

  ///////////
  // State //
  ///////////

  // A result is there, or a division is under way.
  logic        valid_q;
  // The result; not of a division.
  logic [31:0] value_q, address_q;
  logic        taken_q;
  // It is a division, with so many steps to go: 0 if it is none.
  logic        divide_q;
  logic [5:0]  steps_q;
  // The dividend's bits that are left, behind which the quotient's come in; the rest so far, of the
  // dividend's bits that have left; the divisor.
  logic [31:0] quot_q, rest_q, divisor_q;
  // The rest is asked for, not the quotient; the number that is asked for is negative.
  logic        remainder_q, negative_q;

  /////////////////////
  // The instruction //
  /////////////////////

  logic [4:0]  opcode;
  logic [2:0]  func;   // which of the opcode's
  logic        other;  // sub and sra: add and srl but for this bit
  logic        multiplies, divides;
  logic [31:0] i_imm, s_imm, b_imm, u_imm, j_imm; // its immediate, if it is of that format

  assign opcode     = word_i[6:2];
  assign func       = word_i[14:12];
  assign other      = word_i[30];
  assign multiplies = opcode == Op && word_i[25] && !func[2];
  assign divides    = opcode == Op && word_i[25] && func[2];

  assign i_imm = {{20{word_i[31]}}, word_i[31:20]};
  assign s_imm = {{20{word_i[31]}}, word_i[31:25], word_i[11:7]};
  assign b_imm = {{20{word_i[31]}}, word_i[7], word_i[30:25], word_i[11:8], 1'b0};
  assign u_imm = {word_i[31:12], 12'b0};
  assign j_imm = {{12{word_i[31]}}, word_i[19:12], word_i[20], word_i[30:21], 1'b0};

  logic unused_low;
  assign unused_low = &{1'b0, word_i[1:0]};

  /////////////////////////
  // Add, compare, shift //
  /////////////////////////

  // The second operand of integer instructions; branches compare registers.
  logic [31:0] right;
  assign right = opcode == OpImm ? i_imm : b_i;

  // One adder. Comparisons need the difference, as sub does; other instructions do not look at it.
  // Without a carry the difference is below 0, as numbers without a sign.
  logic        subtracts, carry;
  logic [31:0] sum;
  assign subtracts    = func != 3'b000 || (opcode == Op && other);
  assign {carry, sum} = {1'b0, a_i} + {1'b0, right ^ {32{subtracts}}} + {32'b0, subtracts};

  // Signs that differ decide: among signed numbers the negative one is less, else the other one.
  logic equal, less, no_sign;
  assign equal   = a_i == right;
  assign no_sign = opcode == Branch ? func[1] : func[0];
  assign less    = a_i[31] != right[31] && !no_sign ? a_i[31] : !carry;

  logic [4:0]  by;
  logic [31:0] shifted_left, shifted_right, fill;
  assign by            = right[4:0];
  assign fill          = {32{other && a_i[31]}};
  assign shifted_left  = a_i << by;
  assign shifted_right = 32'({fill, a_i} >> by);

  //////////////
  // Multiply //
  //////////////

  // Both with a sign but mulhu's, and of mulhsu the second. What mul asks for, the lower half, is
  // the same with and without.
  logic signed [32:0] factor_a, factor_b;
  logic signed [63:0] product;
  assign factor_a = {a_i[31] && func[1:0] != 2'b11, a_i};
  assign factor_b = {b_i[31] && !func[1], b_i};
  assign product  = 64'(factor_a) * 64'(factor_b);

  ////////////
  // Result //
  ////////////

  // Where to or where in memory; auipc uses the adder as well.
  logic [31:0] base, offset, place;

  always @* begin
    base = opcode == Auipc || opcode == Branch || opcode == Jal ? pc_i : a_i;
    case (opcode)
      Auipc:         offset = u_imm;
      Branch:        offset = b_imm;
      Jal:           offset = j_imm;
      Store, StoreF: offset = s_imm;
      Atomic:        offset = '0;
      Custom:        offset = '0;
      default:       offset = i_imm; // loads, jalr
    endcase
  end

  assign place = base + offset;

  logic [31:0] value, address;
  logic        taken;

  always @* begin
    case (func)
      3'b000:         value = sum;
      3'b001:         value = shifted_left;
      3'b010, 3'b011: value = {31'b0, less};
      3'b100:         value = a_i ^ right;
      3'b101:         value = shifted_right;
      3'b110:         value = a_i | right;
      default:        value = a_i & right;
    endcase
    if (multiplies) value = func == 3'b000 ? product[31:0] : product[63:32];
    if (opcode == Lui) value = u_imm;
    if (opcode == Auipc) value = place;
    if (opcode == Jal || opcode == Jalr) value = pc_i + 32'd4;
  end

  // A division has no address: 0.
  assign address = divides ? '0 : {place[31:1], place[0] && opcode != Jalr};

  always @* begin
    case (opcode)
      Jal, Jalr: taken = 1'b1;
      Branch:    taken = (func[2] ? less : equal) != func[0];
      default:   taken = 1'b0;
    endcase
  end

  ////////////
  // Divide //
  ////////////

  // What a division begins with.
  logic        with_sign, remainder, negative;
  logic [31:0] dividend, divisor;
  assign with_sign = !func[0];
  assign remainder = func[1];
  assign dividend  = with_sign && a_i[31] ? -a_i : a_i;
  assign divisor   = with_sign && b_i[31] ? -b_i : b_i;
  assign negative  = with_sign
                     && (remainder ? a_i[31] : a_i[31] != b_i[31] && b_i != '0);

  // A step: DivBits bits, one behind the other. The highest bit of the rest is 0 when it is
  // shifted: before bit k the rest is below 2 ** k, as it is no more than the dividend's bits that
  // came in.
  logic [31:0] quot_d, rest_d;
  logic        below; // the rest is below the divisor
  logic [31:0] difference;

  always @* begin
    {rest_d, quot_d} = {rest_q, quot_q};
    for (int i = 0; i < DivBits; i++) begin
      {rest_d, quot_d}    = {rest_d[30:0], quot_d, 1'b0};
      {below, difference} = {1'b0, rest_d} - {1'b0, divisor_q};
      if (!below) begin
        rest_d    = difference;
        quot_d[0] = 1'b1;
      end
    end
  end

  ////////////////
  // Next state //
  ////////////////

  logic busy, takes;
  assign busy       = steps_q != '0;
  assign in_ready_o = !busy;
  assign takes      = in_valid_i && in_ready_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      steps_q <= '0;
    end else begin
      valid_q <= takes || busy;
      if (takes && divides) steps_q <= 6'(Steps);
      else if (busy)        steps_q <= steps_q - 6'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (takes) begin
      value_q   <= value;
      address_q <= address;
      taken_q   <= taken;
      divide_q  <= divides;
    end
  end

  always_ff @(posedge clk_i) begin
    if (takes && divides) begin
      quot_q      <= dividend;
      rest_q      <= '0;
      divisor_q   <= divisor;
      remainder_q <= remainder;
      negative_q  <= negative;
    end else if (busy) begin
      quot_q <= quot_d;
      rest_q <= rest_d;
    end
  end

  // A division is done when all its steps are.
  logic [31:0] magnitude;
  assign magnitude   = remainder_q ? rest_q : quot_q;
  assign out_valid_o = valid_q && !busy;
  assign value_o     = !divide_q ? value_q : negative_q ? -magnitude : magnitude;
  assign address_o   = address_q;
  assign taken_o     = taken_q;

endmodule
