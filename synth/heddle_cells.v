// SPDX-License-Identifier: Apache-2.0
//
// Simulation models of the cells of heddle.lib, for netlists that were mapped onto it. The
// functions are those of the library: synth/check_cells.sh proves it cell by cell. No delays.
//
// A flip-flop starts unknown, as in silicon. With HEDDLE_RANDOM_INIT defined it starts with a
// random bit instead, for simulators in which the mapped gates would keep an X alive that the
// logic they were made from would have masked.

`timescale 1ns / 1ps

`celldefine

module INV_X1 (input A, output Y);
  assign Y = ~A;
endmodule

module INV_X2 (input A, output Y);
  assign Y = ~A;
endmodule

module INV_X4 (input A, output Y);
  assign Y = ~A;
endmodule

module INV_X8 (input A, output Y);
  assign Y = ~A;
endmodule

module BUF_X1 (input A, output Y);
  assign Y = A;
endmodule

module BUF_X2 (input A, output Y);
  assign Y = A;
endmodule

module BUF_X4 (input A, output Y);
  assign Y = A;
endmodule

module BUF_X8 (input A, output Y);
  assign Y = A;
endmodule

module NAND2_X1 (input A, input B, output Y);
  assign Y = ~(A & B);
endmodule

module NAND3_X1 (input A, input B, input C, output Y);
  assign Y = ~(A & B & C);
endmodule

module NOR2_X1 (input A, input B, output Y);
  assign Y = ~(A | B);
endmodule

module NOR3_X1 (input A, input B, input C, output Y);
  assign Y = ~(A | B | C);
endmodule

module AND2_X1 (input A, input B, output Y);
  assign Y = A & B;
endmodule

module OR2_X1 (input A, input B, output Y);
  assign Y = A | B;
endmodule

module AOI21_X1 (input A, input B, input C, output Y);
  assign Y = ~((A & B) | C);
endmodule

module OAI21_X1 (input A, input B, input C, output Y);
  assign Y = ~((A | B) & C);
endmodule

module XOR2_X1 (input A, input B, output Y);
  assign Y = A ^ B;
endmodule

module XNOR2_X1 (input A, input B, output Y);
  assign Y = ~(A ^ B);
endmodule

// S = 0 selects A.
module MUX2_X1 (input A, input B, input S, output Y);
  assign Y = S ? B : A;
endmodule

module DFF_X1 (input CK, input D, output reg Q);
`ifdef HEDDLE_RANDOM_INIT
  initial Q = $random;
`endif
  always @(posedge CK) Q <= D;
endmodule

`endcelldefine
