// SPDX-License-Identifier: Apache-2.0
//
// Properties of decode (docs/blocks/decode.md), for formal/prove.sh. Nothing is kept: each property
// is about one word, and the clock is that of the proof.
//
// Beside the design stands the list of all instructions as the manual's tables have it: which bits
// an instruction fixes (mask), and to what (value). Instructions that name registers of the same
// kinds in the same fields stand together.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_decode_props (
    `HD_PORTS
);

  // As everywhere: after the reset of the first cycle. (A solver wants a register as well.)
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  // ------------------------------------------------------------------ all instructions

  function automatic logic is(input logic [31:0] mask, input logic [31:0] value,
                              input logic [31:0] word);
    is = (word & mask) == value;
  endfunction

  // Of a function; of a function and its seven upper bits; of those upper bits and a rounding mode;
  // of all of them and the second register's field.
  localparam logic [31:0] M3 = 32'h0000707f;
  localparam logic [31:0] M10 = 32'hfe00707f;
  localparam logic [31:0] Mr = 32'hfe00007f;
  localparam logic [31:0] Mr5 = 32'hfff0007f;
  localparam logic [31:0] M15 = 32'hfff0707f;
  localparam logic [31:0] Ma = 32'hf800707f; // an atomic's, with any order

  logic [31:0] w;
  logic rounds;
  assign w = word_i;
  assign rounds = w[14:12] != 3'd5 && w[14:12] != 3'd6;

  // lui, auipc; jal; jalr; branches
  logic upper, jal, jalr, branch;
  assign upper = is(32'h7f, 32'h37, w) || is(32'h7f, 32'h17, w);
  assign jal = is(32'h7f, 32'h6f, w);
  assign jalr = is(M3, 32'h67, w);
  assign branch = is(M3, 32'h0063, w) || is(M3, 32'h1063, w) || is(M3, 32'h4063, w)
                  || is(M3, 32'h5063, w) || is(M3, 32'h6063, w) || is(M3, 32'h7063, w);

  // lb, lh, lw, lbu, lhu; sb, sh, sw; flw; fsw
  logic load, store, flw, fsw;
  assign load = is(M3, 32'h0003, w) || is(M3, 32'h1003, w) || is(M3, 32'h2003, w)
                || is(M3, 32'h4003, w) || is(M3, 32'h5003, w);
  assign store = is(M3, 32'h0023, w) || is(M3, 32'h1023, w) || is(M3, 32'h2023, w);
  assign flw = is(M3, 32'h2007, w);
  assign fsw = is(M3, 32'h2027, w);

  // addi, slti, sltiu, xori, ori, andi; slli, srli, srai
  logic immediate;
  assign immediate = is(M3, 32'h0013, w) || is(M3, 32'h2013, w) || is(M3, 32'h3013, w)
                     || is(M3, 32'h4013, w) || is(M3, 32'h6013, w) || is(M3, 32'h7013, w)
                     || is(M10, 32'h00001013, w) || is(M10, 32'h00005013, w)
                     || is(M10, 32'h40005013, w);

  // add, sub, sll, slt, sltu, xor, srl, sra, or, and; mul to remu
  logic two;
  assign two = is(M10, 32'h00000033, w) || is(M10, 32'h40000033, w) || is(M10, 32'h00001033, w)
               || is(M10, 32'h00002033, w) || is(M10, 32'h00003033, w) || is(M10, 32'h00004033, w)
               || is(M10, 32'h00005033, w) || is(M10, 32'h40005033, w) || is(M10, 32'h00006033, w)
               || is(M10, 32'h00007033, w) || is(32'hfe00007f, 32'h02000033, w);

  // lr.w; sc.w, amoswap, amoadd, amoxor, amoand, amoor, amomin, amomax, amominu, amomaxu; amocas
  logic lr, amo, cas;
  assign cas = is(Ma, 32'h2800202f, w);
  assign lr = is(32'hf9f0707f, 32'h1000202f, w);
  assign amo = is(Ma, 32'h1800202f, w) || is(Ma, 32'h0800202f, w) || is(Ma, 32'h0000202f, w)
               || is(Ma, 32'h2000202f, w) || is(Ma, 32'h6000202f, w) || is(Ma, 32'h4000202f, w)
               || is(Ma, 32'h8000202f, w) || is(Ma, 32'ha000202f, w) || is(Ma, 32'hc000202f, w)
               || is(Ma, 32'he000202f, w) || cas;

  // csrrw, csrrs, csrrc; with a number in the place of the register
  logic csr, csr_number;
  assign csr = is(M3, 32'h1073, w) || is(M3, 32'h2073, w) || is(M3, 32'h3073, w);
  assign csr_number = is(M3, 32'h5073, w) || is(M3, 32'h6073, w) || is(M3, 32'h7073, w);

  // fmadd, fmsub, fnmsub, fnmadd
  logic fused;
  assign fused = rounds && (is(32'h600007f, 32'h43, w) || is(32'h600007f, 32'h47, w)
                            || is(32'h600007f, 32'h4b, w) || is(32'h600007f, 32'h4f, w));

  // fadd, fsub, fmul, fdiv; fsgnj, fsgnjn, fsgnjx; fmin, fmax: two floats to a float
  logic floats;
  assign floats = (rounds && (is(Mr, 32'h00000053, w) || is(Mr, 32'h08000053, w)
                              || is(Mr, 32'h10000053, w) || is(Mr, 32'h18000053, w)))
                  || is(M10, 32'h20000053, w) || is(M10, 32'h20001053, w)
                  || is(M10, 32'h20002053, w) || is(M10, 32'h28000053, w)
                  || is(M10, 32'h28001053, w);

  // fsqrt; feq, flt, fle; fcvt.w.s, fcvt.wu.s, fmv.x.w, fclass; fcvt.s.w, fcvt.s.wu, fmv.w.x
  logic root, compare, to_integer, to_float;
  assign root = rounds && is(Mr5, 32'h58000053, w);
  assign compare = is(M10, 32'ha0002053, w) || is(M10, 32'ha0001053, w)
                   || is(M10, 32'ha0000053, w);
  assign to_integer = (rounds && (is(Mr5, 32'hc0000053, w) || is(Mr5, 32'hc0100053, w)))
                      || is(M15, 32'he0000053, w) || is(M15, 32'he0001053, w);
  assign to_float = (rounds && (is(Mr5, 32'hd0000053, w) || is(Mr5, 32'hd0100053, w)))
                    || is(M15, 32'hf0000053, w);

  // fence; exit, barrier, phase; a float added to one in memory
  logic fence, leave, barrier, phase, add_float;
  assign fence = is(M3, 32'h000f, w);
  assign leave = w == 32'h0000000b;
  assign barrier = w == 32'h0000100b;
  assign phase = is(M3, 32'h200b, w);
  assign add_float = is(M10, 32'h0000300b, w);

  // ------------------------------------------------------------------ what they want

  logic in_lane, in_float, in_memory, in_status, no_unit;
  assign in_lane = upper || jal || jalr || branch || immediate || two;
  assign in_float = fused || floats || root || compare || to_integer || to_float;
  assign in_memory = load || store || flw || fsw || lr || amo || add_float;
  assign in_status = csr || csr_number;
  assign no_unit = fence || leave || barrier || phase;

  // Which fields are registers: integer ones, and float ones.
  logic rd_x, rd_f, rs1_x, rs1_f, rs2_x, rs2_f;
  assign rd_x = upper || jal || jalr || immediate || two || load || lr || amo || in_status
                || compare || to_integer;
  assign rd_f = flw || add_float || fused || floats || root || to_float;
  assign rs1_x = jalr || branch || immediate || two || in_memory || csr || to_float;
  assign rs1_f = fused || floats || root || compare || to_integer;
  assign rs2_x = branch || two || store || amo;
  assign rs2_f = fsw || add_float || fused || floats || compare;

  // The register in a field: a float one has 32 more; x0 is none.
  logic rd_named, rs1_named, rs2_named;
  assign rd_named = rd_f || (rd_x && w[11:7] != '0);
  assign rs1_named = rs1_f || (rs1_x && w[19:15] != '0);
  assign rs2_named = rs2_f || (rs2_x && w[24:20] != '0);

  logic [2:0] want_unit, want_flow;
  always @* begin
    want_unit = in_lane ? 3'd0 : in_float ? 3'd1 : in_memory ? 3'd2 : in_status ? 3'd3 : 3'd4;
    want_flow = 3'd0;
    if (branch) want_flow = 3'd1;
    if (jal || jalr) want_flow = 3'd5;
    if (jalr && w[19:15] == 5'd1 && w[11:7] == 5'd0) want_flow = 3'd3;
    if ((jal || jalr) && w[11:7] == 5'd1) want_flow = 3'd2;
    if (leave) want_flow = 3'd4;
    if (barrier) want_flow = 3'd6;
    if (phase) want_flow = 3'd7;
  end

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: an instruction is legal if it is in the list, and only then
    legal: assert (legal_o == (in_lane || in_float || in_memory || in_status || no_unit));
    // P: an instruction is run by the unit it belongs to
    unit: assert (!legal_o || unit_o == want_unit);
    // P: an instruction does what it should to the warp's place
    flow: assert (!legal_o || flow_o == want_flow);
    // P: the register that is written is that of its field, of its kind
    writes: assert (!legal_o || (rd_use_o == rd_named
                                 && (!rd_use_o || rd_o == 6'(w[11:7]) + (rd_f ? 6'd32 : 6'd0))));
    // P: the first register that is read is that of its field, of its kind
    reads_first: assert (!legal_o || (rs1_use_o == rs1_named
        && (!rs1_use_o || rs1_o == 6'(w[19:15]) + (rs1_f ? 6'd32 : 6'd0))));
    // P: the second register that is read is that of its field, of its kind
    reads_second: assert (!legal_o || (rs2_use_o == rs2_named
        && (!rs2_use_o || rs2_o == 6'(w[24:20]) + (rs2_f ? 6'd32 : 6'd0))));
    // P: fused multiply-adds read a third register, of floats; so does a compare-and-swap that
    // writes a register: the one that it writes
    float_rs3: assert (!legal_o || (rs3_use_o == (fused || (cas && rd_named)) && (!rs3_use_o
                       || (fused ? rs3_o == 6'(w[31:27]) + 6'd32 : rd_use_o && rs3_o == rd_o))));
    // P: x0 is never used
    none_of_x0: assert (!legal_o || !((rd_use_o && rd_o == '0) || (rs1_use_o && rs1_o == '0)
        || (rs2_use_o && rs2_o == '0) || (rs3_use_o && rs3_o == '0)));
    // P: a call or a jump writes no float register; a branch, return, exit, barrier or phase none
    flow_unit: assert (!legal_o || flow_o == 3'd0 || !rd_use_o
                       || ((flow_o == 3'd2 || flow_o == 3'd5) && !rd_o[5]));
    // P: a fence is one, and so is an atomic that acquires and releases
    fences: assert (!legal_o || fence_o == (fence || ((lr || amo) && w[26:25] == 2'b11)));
  end

  always @* if (on && rst_ni) begin
    c_fused: cover (legal_o && rd_use_o && rs1_use_o && rs2_use_o && rs3_use_o);
    c_return: cover (legal_o && flow_o == 3'd3);
    c_call: cover (legal_o && flow_o == 3'd2 && rs1_use_o && rs1_o == 6'd1);
    c_exit: cover (legal_o && flow_o == 3'd4);
    c_barrier: cover (legal_o && flow_o == 3'd6);
    c_fence: cover (legal_o && fence_o && unit_o == 3'd2 && !rs2_use_o);
    c_float_zero: cover (legal_o && rd_use_o && rd_o == 6'd32 && unit_o == 3'd2);
    c_cas: cover (legal_o && rd_use_o && rs1_use_o && rs2_use_o && rs3_use_o && unit_o == 3'd2);
    c_add_float: cover (legal_o && rd_use_o && rd_o[5] && rs2_o[5] && !rs1_o[5] && unit_o == 3'd2);
    c_illegal: cover (!legal_o && w[6:0] == 7'h53 && w[14:12] == 3'd5 && w[31:25] == '0);
  end
endmodule

// What follows goes to the end of the module hd_decode itself, in the copy that is proven.
`ifdef HD_INSIDE
  hd_decode_props u_props (`HD_SAME_PORTS);
`endif
