// SPDX-License-Identifier: Apache-2.0
//
// HCT sorter: puts three contexts of a warp in order, merges those that have met, and closes gaps.
// Outputs 0 and 1 are the warp's hot contexts, output 2 is cold.
//
// Behaviour
// - Contexts that stay go first, in the order of the inputs; then the others, lowest address first.
// - Those that do not stay and are at one address become one context.
// - Each context counts the ones before it. Merged ones count the same, so each output is the OR of
//   the contexts of its rank: their addresses are equal.
//
// Corner cases
// - An empty mask: the context is not there.
// - A context that stays is never merged, whatever its address.
// - An output that is not valid is 0 in all parts.
//
// Brunie, Collange, Diamos, Simultaneous Branch and Warp Interweaving: 3.4, Figure 5(b).

module hd_hct_sorter #(
    // Threads of a warp.
    parameter int Lanes   = 64,
    // Bits of an address.
    parameter int PcWidth = 32
) (
    // Not used: nothing is kept. Here as in every block, for the checker's clock.
    input  logic                 clk_i,
    input  logic                 rst_ni,

    // Three contexts; context i is [i*W +: W]
    // It is there; it stays where its stop is; address and threads.
    input  logic [2:0]           valid_i,
    input  logic [2:0]           stay_i,
    input  logic [3*PcWidth-1:0] pc_i,
    input  logic [3*Lanes-1:0]   mask_i,

    // Three contexts in order; context j is [j*W +: W]
    // All depend on all inputs.
    output logic [2:0]           valid_o,
    output logic [2:0]           stay_o,
    output logic [3*PcWidth-1:0] pc_o,
    output logic [3*Lanes-1:0]   mask_o,
    // Bit 3*i + j: threads of input i are in output j.
    output logic [8:0]           from_o
);

`ifndef SYNTHESIS
  initial begin
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_hct_sorter: Lanes must be 1 to 64");
    if (PcWidth < 1 || PcWidth > 64) $fatal(1, "hd_hct_sorter: PcWidth must be 1 to 64");
  end
`endif

  // Those that count; those of them that do not stay.
  logic [2:0] here, moves;

  for (genvar i = 0; i < 3; i++) begin : gen_here
    assign here[i] = valid_i[i] && mask_i[i*Lanes +: Lanes] != '0;
  end
  assign moves = here & ~stay_i;

  // Comparisons of inputs 0 and 1, 0 and 2, 1 and 2: the first one's address is lower; both are
  // equal; both move, at one address.
  logic [2:0] lower, equal, meet;

  assign lower = {pc_i[PcWidth +: PcWidth] < pc_i[2*PcWidth +: PcWidth],
                  pc_i[0 +: PcWidth] < pc_i[2*PcWidth +: PcWidth],
                  pc_i[0 +: PcWidth] < pc_i[PcWidth +: PcWidth]};
  assign equal = {pc_i[PcWidth +: PcWidth] == pc_i[2*PcWidth +: PcWidth],
                  pc_i[0 +: PcWidth] == pc_i[2*PcWidth +: PcWidth],
                  pc_i[0 +: PcWidth] == pc_i[PcWidth +: PcWidth]};
  assign meet  = equal & {moves[1] & moves[2], moves[0] & moves[2], moves[0] & moves[1]};

  // Of contexts that meet the lowest-numbered one is counted.
  logic [2:0] counts;

  assign counts = here & ~{meet[1] | meet[2], meet[0], 1'b0};

  // goes_first[3*i + k]: input k goes before input i, if both are there. Between two that move it
  // is the lower address, so neither of two that meet goes before the other.
  logic [8:0] goes_first;

  assign goes_first[0] = 1'b0;
  assign goes_first[4] = 1'b0;
  assign goes_first[8] = 1'b0;
  // Input 1 before 0, and 0 before 1.
  assign goes_first[1] = !stay_i[0] && (stay_i[1] || !(lower[0] || equal[0]));
  assign goes_first[3] = stay_i[0] || (!stay_i[1] && lower[0]);
  // Input 2 before 0, and 0 before 2.
  assign goes_first[2] = !stay_i[0] && (stay_i[2] || !(lower[1] || equal[1]));
  assign goes_first[6] = stay_i[0] || (!stay_i[2] && lower[1]);
  // Input 2 before 1, and 1 before 2.
  assign goes_first[5] = !stay_i[1] && (stay_i[2] || !(lower[2] || equal[2]));
  assign goes_first[7] = stay_i[1] || (!stay_i[2] && lower[2]);

  for (genvar i = 0; i < 3; i++) begin : gen_rank
    // Those that are counted before input i: none of them is i itself.
    logic [2:0] ahead;

    assign ahead = goes_first[3*i +: 3] & counts;
    assign from_o[3*i]     = here[i] && ahead == '0;
    assign from_o[3*i + 1] = here[i] && (^ahead);
    assign from_o[3*i + 2] = here[i] && ahead != '0 && !(^ahead);
  end

  for (genvar j = 0; j < 3; j++) begin : gen_output
    logic [2:0] from;

    assign from       = {from_o[6 + j], from_o[3 + j], from_o[j]};
    assign valid_o[j] = from != '0;
    assign stay_o[j]  = (from & stay_i) != '0;
    assign pc_o[j*PcWidth +: PcWidth] = (pc_i[0 +: PcWidth] & {PcWidth{from[0]}})
        | (pc_i[PcWidth +: PcWidth] & {PcWidth{from[1]}})
        | (pc_i[2*PcWidth +: PcWidth] & {PcWidth{from[2]}});
    assign mask_o[j*Lanes +: Lanes] = (mask_i[0 +: Lanes] & {Lanes{from[0]}})
        | (mask_i[Lanes +: Lanes] & {Lanes{from[1]}})
        | (mask_i[2*Lanes +: Lanes] & {Lanes{from[2]}});
  end

  logic unused_clock;
  assign unused_clock = &{1'b0, clk_i, rst_ni};

endmodule
