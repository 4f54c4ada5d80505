// SPDX-License-Identifier: Apache-2.0
// The float unit in proofs: has the place of rtl/common/hd_float.sv, with the same ports. It says
// anything at any time: what is proven holds whatever a float unit does.

module hd_float #(
    parameter int FloatSteps = 16
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        in_valid_i,
    output logic        in_ready_o,
    input  logic [31:0] word_i,
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    input  logic [31:0] c_i,
    input  logic [2:0]  frm_i,
    output logic        out_valid_o,
    output logic [31:0] value_o,
    output logic [4:0]  flags_o,
    output logic        refused_o
);

  (* anyseq *) logic [39:0] anything;

  assign {in_ready_o, out_valid_o, value_o, flags_o, refused_o} = anything;

endmodule
