// SPDX-License-Identifier: Apache-2.0
//
// Decode: says of a word of code which registers it names, which unit runs it, what it does to the
// warp's place in the program.
//
// Behaviour
// - By the opcode: what all its instructions have in common, and which of them there are. Only
//   OpF's instructions differ in which registers they name: they are a table of their own.
// - A register is used if the instruction has such a field and the field does not say x0.
//
// Corner cases
// - A word that is no instruction that threads run: legal_o is low, the rest means nothing.
// - Rounding modes 5 and 6 are reserved, but only where the field is a rounding mode: for min, max,
//   sign, compare, move, classify it is a function, which must be one that there is.
// - Compare-and-swap reads its rd: that is its third register, but of integers.
// - jalr from ra to ra: a call. To x0 from ra: a return. All others, and jal but to ra: a jump.
//
// The RISC-V Instruction Set Manual, volume I: RV32I, "M", "A", "F", "Zicsr",
// "Zacas"; docs/kernels.md.

module hd_decode (
    // Not used: nothing is kept. Here as in every block, for the checker's clock.
    input  logic        clk_i,
    input  logic        rst_ni,

    // A word of code.
    input  logic [31:0] word_i,

    // All outputs depend on word_i alone; all but the first are meaningful while it is high.
    // It is an instruction that threads run.
    output logic        legal_o,
    // The unit that runs it: 0 lane, 1 float unit, 2 memory, 3 identity and status, 4 no unit.
    output logic [2:0]  unit_o,
    // What it does to the warp's place: 0 next, 1 branch, 2 call, 3 return, 4 exit, 5 jump,
    // 6 barrier, 7 phase.
    output logic [2:0]  flow_o,
    // It writes a register, and which one: x0 to x31 are 0 to 31, f0 to f31 are 32 to 63.
    output logic        rd_use_o,
    output logic [5:0]  rd_o,
    // The registers it reads.
    output logic        rs1_use_o,
    output logic [5:0]  rs1_o,
    output logic        rs2_use_o,
    output logic [5:0]  rs2_o,
    output logic        rs3_use_o,
    output logic [5:0]  rs3_o,
    // Nothing of this warp passes it: a fence, or an atomic that acquires and releases.
    output logic        fence_o
);

  // Opcodes.
  localparam logic [6:0] Load    = 7'b0000011;
  localparam logic [6:0] LoadF   = 7'b0000111;
  localparam logic [6:0] Custom0 = 7'b0001011;
  localparam logic [6:0] Fence   = 7'b0001111;
  localparam logic [6:0] OpImm   = 7'b0010011;
  localparam logic [6:0] Auipc   = 7'b0010111;
  localparam logic [6:0] Store   = 7'b0100011;
  localparam logic [6:0] StoreF  = 7'b0100111;
  localparam logic [6:0] Atomic  = 7'b0101111;
  localparam logic [6:0] Op      = 7'b0110011;
  localparam logic [6:0] Lui     = 7'b0110111;
  localparam logic [6:0] Madd    = 7'b1000011;
  localparam logic [6:0] Msub    = 7'b1000111;
  localparam logic [6:0] Nmsub   = 7'b1001011;
  localparam logic [6:0] Nmadd   = 7'b1001111;
  localparam logic [6:0] OpF     = 7'b1010011;
  localparam logic [6:0] Branch  = 7'b1100011;
  localparam logic [6:0] Jalr    = 7'b1100111;
  localparam logic [6:0] Jal     = 7'b1101111;
  localparam logic [6:0] System  = 7'b1110011;

  // Units.
  localparam logic [2:0] Lane   = 3'd0;
  localparam logic [2:0] Float  = 3'd1;
  localparam logic [2:0] Memory = 3'd2;
  localparam logic [2:0] Status = 3'd3;
  localparam logic [2:0] NoUnit = 3'd4;

  // What becomes of the place.
  localparam logic [2:0] Next    = 3'd0;
  localparam logic [2:0] Either  = 3'd1; // a branch
  localparam logic [2:0] Call    = 3'd2;
  localparam logic [2:0] Return  = 3'd3;
  localparam logic [2:0] Exit    = 3'd4;
  localparam logic [2:0] Jump    = 3'd5;
  localparam logic [2:0] Barrier = 3'd6;
  localparam logic [2:0] Phase   = 3'd7;

  // The return address register.
  localparam logic [4:0] Ra = 5'd1;

  // The five upper bits of an atomic that are looked at: lr, and compare-and-swap.
  localparam logic [4:0] Lr  = 5'b00010;
  localparam logic [4:0] Cas = 5'b00101;

  // Which fields name a register, integer or float.
  localparam logic [1:0] None = 2'd0;
  localparam logic [1:0] X    = 2'd1;
  localparam logic [1:0] F    = 2'd2;

  ////////////
  // Fields //
  ////////////

  logic [6:0] opcode, func7;
  logic [2:0] func;
  logic [4:0] rd, rs1, rs2, rs3;

  assign {func7, rs2, rs1, func, rd, opcode} = word_i;

  // Compare-and-swap expects to find in memory what the register has that it writes.
  assign rs3 = opcode == Atomic ? rd : func7[6:2];

  // The function's field as a rounding mode: one that there is.
  logic rounds;
  assign rounds = func < 3'd5 || func == 3'd7;

  ////////////
  // Floats //
  ////////////

  // OpF, by func7: which fields name a register, and of which kind.
  logic       float_legal;
  logic [1:0] float_rd, float_rs1, float_rs2;

  always @* begin
    {float_rd, float_rs1, float_rs2} = {F, F, None};
    case (func7)
      7'b0000000, 7'b0000100, 7'b0001000, 7'b0001100: begin // fadd, fsub, fmul, fdiv
        float_legal = rounds;
        float_rs2   = F;
      end
      7'b0101100: float_legal = rounds && rs2 == '0; // fsqrt
      7'b0010000: begin // fsgnj, fsgnjn, fsgnjx
        float_legal = func < 3'd3;
        float_rs2   = F;
      end
      7'b0010100: begin // fmin, fmax
        float_legal = func < 3'd2;
        float_rs2   = F;
      end
      7'b1010000: begin // fle, flt, feq
        float_legal = func < 3'd3;
        float_rd    = X;
        float_rs2   = F;
      end
      7'b1100000: begin // fcvt.w.s, fcvt.wu.s
        float_legal = rounds && rs2 < 5'd2;
        float_rd    = X;
      end
      7'b1101000: begin // fcvt.s.w, fcvt.s.wu
        float_legal = rounds && rs2 < 5'd2;
        float_rs1   = X;
      end
      7'b1110000: begin // fmv.x.w, fclass
        float_legal = func < 3'd2 && rs2 == '0;
        float_rd    = X;
      end
      7'b1111000: begin // fmv.w.x
        float_legal = func == 3'd0 && rs2 == '0;
        float_rs1   = X;
      end
      default: float_legal = 1'b0;
    endcase
  end

  /////////////////
  // All opcodes //
  /////////////////

  // What the fields are.
  logic [1:0] rd_is, rs1_is, rs2_is, rs3_is;

  always @* begin
    legal_o = 1'b1;
    unit_o  = Lane;
    flow_o  = Next;
    {rd_is, rs1_is, rs2_is, rs3_is} = {None, None, None, None};
    case (opcode)
      Lui, Auipc: rd_is = X;

      OpImm: begin
        // Behind a shift amount is a function.
        if (func == 3'b001) legal_o = func7 == '0;
        if (func == 3'b101) legal_o = func7 == '0 || func7 == 7'b0100000;
        {rd_is, rs1_is} = {X, X};
      end

      Op: begin
        // Base; multiply and divide; sub and sra.
        legal_o = func7 == '0 || func7 == 7'b0000001
                  || (func7 == 7'b0100000 && (func == 3'b000 || func == 3'b101));
        {rd_is, rs1_is, rs2_is} = {X, X, X};
      end

      Jal: begin
        flow_o = rd == Ra ? Call : Jump;
        rd_is  = X;
      end

      Jalr: begin
        legal_o = func == 3'b000;
        flow_o  = rd == Ra ? Call : rd == '0 && rs1 == Ra ? Return : Jump;
        {rd_is, rs1_is} = {X, X};
      end

      Branch: begin
        legal_o = func[2:1] != 2'b01;
        flow_o  = Either;
        {rs1_is, rs2_is} = {X, X};
      end

      Load: begin
        // Bytes, halves, words; bytes, halves without a sign.
        legal_o = func < 3'd3 || func == 3'd4 || func == 3'd5;
        unit_o  = Memory;
        {rd_is, rs1_is} = {X, X};
      end

      Store: begin
        legal_o = func < 3'd3;
        unit_o  = Memory;
        {rs1_is, rs2_is} = {X, X};
      end

      LoadF: begin
        legal_o = func == 3'b010;
        unit_o  = Memory;
        {rd_is, rs1_is} = {F, X};
      end

      StoreF: begin
        legal_o = func == 3'b010;
        unit_o  = Memory;
        {rs1_is, rs2_is} = {X, F};
      end

      Atomic: begin
        // The five upper bits: 00001, 00010, 00011 are swap, lr, sc; all that end in 00 compute.
        // lr has no second register: it must say x0, which is none.
        legal_o = func == 3'b010
                  && (func7[6:4] == '0 || func7[3:2] == '0 || func7[6:2] == Cas)
                  && !(func7[6:2] == Lr && rs2 != '0);
        unit_o  = Memory;
        {rd_is, rs1_is, rs2_is, rs3_is} = {X, X, X, func7[6:2] == Cas ? X : None};
      end

      Madd, Msub, Nmsub, Nmadd: begin
        legal_o = func7[1:0] == '0 && rounds;
        unit_o  = Float;
        {rd_is, rs1_is, rs2_is, rs3_is} = {F, F, F, F};
      end

      OpF: begin
        legal_o = float_legal;
        unit_o  = Float;
        {rd_is, rs1_is, rs2_is} = {float_rd, float_rs1, float_rs2};
      end

      System: begin
        // CSR instructions alone; the upper half of them has a number in the field of rs1.
        legal_o = func[1:0] != '0;
        unit_o  = Status;
        {rd_is, rs1_is} = {X, func[2] ? None : X};
      end

      Fence: begin
        legal_o = func == 3'b000;
        unit_o  = NoUnit;
      end

      Custom0: begin
        // Exit and barrier have no more to say; a phase has its numbers in all other fields. Adding
        // to a float in memory says what an atomic does, but no order.
        legal_o = func == 3'b010 || (func == 3'b011 && func7 == '0)
                  || (func < 3'b010 && {func7, rs2, rs1, rd} == '0);
        unit_o  = func == 3'b011 ? Memory : NoUnit;
        flow_o  = func == 3'b000 ? Exit : func == 3'b001 ? Barrier : func == 3'b010 ? Phase : Next;
        if (func == 3'b011) {rd_is, rs1_is, rs2_is} = {F, X, F};
      end

      default: legal_o = 1'b0;
    endcase
  end

  ///////////////
  // Registers //
  ///////////////

  assign rd_o  = {rd_is == F, rd};
  assign rs1_o = {rs1_is == F, rs1};
  assign rs2_o = {rs2_is == F, rs2};
  assign rs3_o = {rs3_is == F, rs3};

  // x0 is none, be it written or read.
  assign rd_use_o  = rd_is != None && rd_o != '0;
  assign rs1_use_o = rs1_is != None && rs1_o != '0;
  assign rs2_use_o = rs2_is != None && rs2_o != '0;
  assign rs3_use_o = rs3_is != None && rs3_o != '0;

  assign fence_o = opcode == Fence || (opcode == Atomic && func7[1:0] == 2'b11);

  logic unused_clock;
  assign unused_clock = &{1'b0, clk_i, rst_ni};

endmodule
