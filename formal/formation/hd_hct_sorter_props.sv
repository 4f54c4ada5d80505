// SPDX-License-Identifier: Apache-2.0
//
// Properties of hd_hct_sorter (docs/blocks/hct_sorter.md), for formal/prove.sh.
//
// They look at one thread `lane`, chosen by the solver, and at pairs of outputs: no property counts
// ranks, as the RTL does.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_hct_sorter_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS
);

  // There is a reset in the first cycle, as in every proof. Nothing depends on it.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  // ------------------------------------------------------------------ what the neighbours promise

  logic [Lanes-1:0] mask0, mask1, mask2, out0, out1, out2;
  assign mask0 = valid_i[0] ? mask_i[0 +: Lanes] : '0;
  assign mask1 = valid_i[1] ? mask_i[Lanes +: Lanes] : '0;
  assign mask2 = valid_i[2] ? mask_i[2*Lanes +: Lanes] : '0;
  assign out0  = valid_o[0] ? mask_o[0 +: Lanes] : '0;
  assign out1  = valid_o[1] ? mask_o[Lanes +: Lanes] : '0;
  assign out2  = valid_o[2] ? mask_o[2*Lanes +: Lanes] : '0;

  logic [2:0] here, stays;
  assign here  = {mask2 != '0, mask1 != '0, mask0 != '0};
  assign stays = here & stay_i;

  // 1: no thread is in two contexts; 2: at most two stay.
  always @* assume ((mask0 & mask1) == '0 && (mask0 & mask2) == '0 && (mask1 & mask2) == '0);
  always @* assume (stays != 3'b111);

  // ------------------------------------------------------------------ one thread

  // The context that it is in, before and behind.
  (* anyconst *) logic [31:0] lane;
  always @* assume (lane < Lanes);
  logic in0, in1, in2, is0, is1, is2;
  logic stay_before, stay_behind;
  logic [PcWidth-1:0] pc_before, pc_behind;
  assign in0 = mask0[lane];
  assign in1 = mask1[lane];
  assign in2 = mask2[lane];
  assign is0 = out0[lane];
  assign is1 = out1[lane];
  assign is2 = out2[lane];
  assign stay_before = (in0 && stay_i[0]) || (in1 && stay_i[1]) || (in2 && stay_i[2]);
  assign stay_behind = (is0 && stay_o[0]) || (is1 && stay_o[1]) || (is2 && stay_o[2]);
  assign pc_before = in0 ? pc_i[0 +: PcWidth] : in1 ? pc_i[PcWidth +: PcWidth]
                   : pc_i[2*PcWidth +: PcWidth];
  assign pc_behind = is0 ? pc_o[0 +: PcWidth] : is1 ? pc_o[PcWidth +: PcWidth]
                   : pc_o[2*PcWidth +: PcWidth];

  // ------------------------------------------------------------------ inputs and outputs, in pairs

  logic [8:0] overlap;
  assign overlap = {(mask2 & out2) != '0, (mask2 & out1) != '0, (mask2 & out0) != '0,
                    (mask1 & out2) != '0, (mask1 & out1) != '0, (mask1 & out0) != '0,
                    (mask0 & out2) != '0, (mask0 & out1) != '0, (mask0 & out0) != '0};

  // Of an output that stays the input that it is.
  logic [1:0] source0, source1;
  assign source0 = overlap[6] ? 2'd2 : {1'b0, overlap[3]};
  assign source1 = overlap[7] ? 2'd2 : {1'b0, overlap[4]};

  always @* begin
    // P: all threads that come in go out, and no others
    union_kept: assert ((out0 | out1 | out2) == (mask0 | mask1 | mask2));
    // P: no thread is in two outputs
    disjoint_kept: assert ((out0 & out1) == '0 && (out0 & out2) == '0 && (out1 & out2) == '0);
    // P: no output is valid behind one that is not, and none is without a thread
    compacted: assert (valid_o == {out2 != '0, out1 != '0, out0 != '0}
                       && (!valid_o[1] || valid_o[0]) && (!valid_o[2] || valid_o[1]));
    // P: of neighbouring outputs the first stays, or none does and the first has a lower address
    sorted: assert ((!valid_o[1] || stay_o[0]
                     || (!stay_o[1] && pc_o[0 +: PcWidth] < pc_o[PcWidth +: PcWidth]))
                    && (!valid_o[2] || stay_o[1]
                        || (!stay_o[2] && pc_o[PcWidth +: PcWidth] < pc_o[2*PcWidth +: PcWidth])));
    // P: of two that stay the one of the lower input is the first
    in_order: assert (!(valid_o[1] && stay_o[0] && stay_o[1]) || source0 < source1);
    // P: a thread has the address of its input, and stays if that does
    address_kept: assert (!(is0 || is1 || is2)
                          || (stay_behind == stay_before && pc_behind == pc_before));
    // P: bit 3*i + j of from_o says if input i and output j have a thread in common
    from_exact: assert (from_o == overlap);
    // P: the output that goes to the cold table does not stay
    third_moves: assert (!stay_o[2]);
    // P: a context that stays is not merged
    stays_alone: assert ((!stay_o[0] || $countones({overlap[6], overlap[3], overlap[0]}) == 1)
                         && (!stay_o[1] || $countones({overlap[7], overlap[4], overlap[1]}) == 1));
    // P: an output that is not valid is 0
    zero_behind: assert ((valid_o[0] || {stay_o[0], pc_o[0 +: PcWidth], mask_o[0 +: Lanes]} == '0)
                         && (valid_o[1] || {stay_o[1], pc_o[PcWidth +: PcWidth],
                                            mask_o[Lanes +: Lanes]} == '0)
                         && (valid_o[2] || {stay_o[2], pc_o[2*PcWidth +: PcWidth],
                                            mask_o[2*Lanes +: Lanes]} == '0));
  end

  always @* if (on) begin
    c_three: cover (valid_o == 3'b111 && stay_o == 3'b000);
    c_merged: cover (here == 3'b111 && valid_o == 3'b001);
    c_two_stay: cover (stay_o == 3'b011 && valid_o[2]);
    c_backward: cover (from_o == 9'b001_010_100);
    c_beside: cover (here == 3'b111 && valid_o == 3'b011 && stay_o == 3'b001);
  end
endmodule

// What follows goes to the end of the module hd_hct_sorter itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  hd_hct_sorter_props #(`HD_SAME_PARAMETERS) u_props (`HD_SAME_PORTS);
`endif
