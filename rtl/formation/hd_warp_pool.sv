// SPDX-License-Identifier: Apache-2.0
//
// Warp pool: the warps that wait to be issued.
//
// Behaviour
// - Thread ids stand in one bank a place, so that a warp takes threads from any two groups in one
//   cycle. With TidWrites = 1 their places differ, and each bank has one write port. With 2 each
//   group writes its own warps: two threads may have one place, in two warps.
// - Beside them, in memories of their own: PC, written when a warp is opened; Next, the majority
//   scheduler's links; and MASK, the lanes of a warp, written once, when it is closed. Until then
//   the PC-warp LUT knows them (OCC).
// - The issuing warp takes along the threads that join it in this very cycle.
//
// Corner cases
// - The issuing warp's lanes: if it is shut in this cycle, the lanes it is shut with; else, while
//   it is still open, the LUT's lanes; else MASK.
// - A warp opened and shut in one cycle has PC and TIDs by the opening, MASK by the shutting.
// - Nothing is reset: memory that was never written means nothing.
//
// Fung, Sham, Yuan, Aamodt, Dynamic Warp Formation, TACO 6(2), 2009: sections 4.2, 4.4.1, 7,
// Figure 10(c), Table V.

module hd_warp_pool #(
    // Warps. All memories grow in proportion.
    parameter int Entries   = 128,
    // Places of a warp: one bank of thread ids each.
    parameter int Lanes     = 32,
    // Writes that a bank takes in a cycle, 1 or 2. 2: a second write port and bypass a bank.
    parameter int TidWrites = 1,
    // Bits of a thread id. Memory only.
    parameter int TidWidth  = 10,
    // Bits of a PC. Memory only.
    parameter int PcWidth   = 24,
    localparam int IdxWidth = $clog2(Entries)
) (
    // Clock; there is nothing to reset.
    input  logic                        clk_i,

    // Warp update registers; group g is [g*W +: W]
    // PC of group g.
    input  logic [2*PcWidth-1:0]        grp_pc_i,
    // Its thread ids, that of place l of group g at [(g*Lanes + l)*TidWidth +: TidWidth].
    input  logic [2*Lanes*TidWidth-1:0] grp_tid_i,

    // PC-warp LUT; group g is [g*W +: W]
    // Threads of group g join the warp join_idx_i[g].
    input  logic [1:0]                  join_en_i,
    input  logic [2*IdxWidth-1:0]       join_idx_i,
    // Their places; 0 while join_en_i[g] is 0.
    input  logic [2*Lanes-1:0]          join_mask_i,
    // Threads of group g open the warp open_idx_i[g], with the group's PC.
    input  logic [1:0]                  open_en_i,
    input  logic [2*IdxWidth-1:0]       open_idx_i,
    // Their places; 0 while open_en_i[g] is 0.
    input  logic [2*Lanes-1:0]          open_mask_i,
    // Group g closes the warp shut_idx_i[g].
    input  logic [1:0]                  shut_en_i,
    input  logic [2*IdxWidth-1:0]       shut_idx_i,
    // The lanes of that warp, for good.
    input  logic [2*Lanes-1:0]          shut_mask_i,
    // The warp issue_idx_i is still open.
    input  logic                        close_hit_i,
    // Its lanes, lanes that join in this cycle included.
    input  logic [Lanes-1:0]            close_occ_i,

    // Scheduler; link k is [k*W +: W]
    // Next of link_from_i[k] becomes link_to_i[k].
    input  logic [1:0]                  link_en_i,
    input  logic [2*IdxWidth-1:0]       link_from_i,
    input  logic [2*IdxWidth-1:0]       link_to_i,
    // The warp that is issued, or would be next.
    input  logic [IdxWidth-1:0]         issue_idx_i,
    // Its Next. Depends on issue_idx_i and state alone.
    output logic [IdxWidth-1:0]         next_o,

    // Issue
    // Its PC. Depends on issue_idx_i and state alone.
    output logic [PcWidth-1:0]          issue_pc_o,
    // Its lanes.
    output logic [Lanes-1:0]            issue_mask_o,
    // Its thread ids; meaningful where issue_mask_o is 1.
    output logic [Lanes*TidWidth-1:0]   issue_tid_o
);

`ifndef SYNTHESIS
  initial begin
    if (Entries < 2 || Entries > 65536) $fatal(1, "hd_warp_pool: Entries must be 2 to 65536");
    if (Lanes < 1 || Lanes > 64) $fatal(1, "hd_warp_pool: Lanes must be 1 to 64");
    if (TidWrites != 1 && TidWrites != 2) $fatal(1, "hd_warp_pool: TidWrites must be 1 or 2");
    if (TidWidth < 1 || TidWidth > 16) $fatal(1, "hd_warp_pool: TidWidth must be 1 to 16");
    if (PcWidth < 1 || PcWidth > 32) $fatal(1, "hd_warp_pool: PcWidth must be 1 to 32");
  end
`endif

  /////////////////////////////
  // Names for the two sides //
  /////////////////////////////

  logic [IdxWidth-1:0] join_idx0, join_idx1, open_idx0, open_idx1, shut_idx0, shut_idx1;
  logic [IdxWidth-1:0] link_from0, link_from1, link_to0, link_to1;
  logic [Lanes-1:0]    join0, join1, open0, open1, shut_mask0, shut_mask1;
  logic [PcWidth-1:0]  pc0, pc1;

  assign {pc1, pc0}               = grp_pc_i;
  assign {join_idx1, join_idx0}   = join_idx_i;
  assign {open_idx1, open_idx0}   = open_idx_i;
  assign {shut_idx1, shut_idx0}   = shut_idx_i;
  assign {shut_mask1, shut_mask0} = shut_mask_i;
  assign {link_from1, link_from0} = link_from_i;
  assign {link_to1, link_to0}     = link_to_i;

  // The masks are 0 while their enable is; asked again, it costs one gate a lane and makes a bank
  // safe by itself.
  assign join0 = join_mask_i[0 +: Lanes]     & {Lanes{join_en_i[0]}};
  assign join1 = join_mask_i[Lanes +: Lanes] & {Lanes{join_en_i[1]}};
  assign open0 = open_mask_i[0 +: Lanes]     & {Lanes{open_en_i[0]}};
  assign open1 = open_mask_i[Lanes +: Lanes] & {Lanes{open_en_i[1]}};

  //////////////////////////////////
  // Thread ids: one bank a place //
  //////////////////////////////////

  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    logic [TidWidth-1:0] tid_q [Entries];

    logic [TidWidth-1:0] tid0, tid1, stored;

    assign tid0   = grp_tid_i[l*TidWidth +: TidWidth];
    assign tid1   = grp_tid_i[(Lanes+l)*TidWidth +: TidWidth];
    assign stored = tid_q[issue_idx_i];

    // A thread that joins in the cycle of the issue goes past the memory.
    if (TidWrites == 1) begin : gen_once
      // A place has a thread of one group at most, and that thread joins or opens: one write, whose
      // address and data are the OR of what could be written.
      logic                write;
      logic [IdxWidth-1:0] write_idx;
      logic [TidWidth-1:0] write_tid;

      assign write     = join0[l] | open0[l] | join1[l] | open1[l];
      assign write_idx = (join_idx0 & {IdxWidth{join0[l]}}) | (open_idx0 & {IdxWidth{open0[l]}})
                       | (join_idx1 & {IdxWidth{join1[l]}}) | (open_idx1 & {IdxWidth{open1[l]}});
      assign write_tid = join0[l] | open0[l] ? tid0 : tid1;

      always_ff @(posedge clk_i) begin
        if (write) tid_q[write_idx] <= write_tid;
      end

      assign issue_tid_o[l*TidWidth +: TidWidth] =
          write && write_idx == issue_idx_i ? write_tid : stored;
    end else begin : gen_twice
      // A group's thread of this place joins or opens: one write for each group, never both for one
      // warp.
      logic                write0, write1, here0, here1;
      logic [IdxWidth-1:0] idx0, idx1;

      assign write0 = join0[l] | open0[l];
      assign write1 = join1[l] | open1[l];
      assign idx0   = join0[l] ? join_idx0 : open_idx0;
      assign idx1   = join1[l] ? join_idx1 : open_idx1;

      always_ff @(posedge clk_i) begin
        if (write0) tid_q[idx0] <= tid0;
        if (write1) tid_q[idx1] <= tid1;
      end

      assign here0 = write0 & (idx0 == issue_idx_i);
      assign here1 = write1 & (idx1 == issue_idx_i);
      assign issue_tid_o[l*TidWidth +: TidWidth] = here0 ? tid0 : here1 ? tid1 : stored;
    end
  end

  ////////////////////////////////////////
  // PC, Next, MASK: two writes a cycle //
  ////////////////////////////////////////

  // Two writes of one cycle are for two warps.
  logic [PcWidth-1:0]  pc_q   [Entries];
  logic [IdxWidth-1:0] next_q [Entries];
  logic [Lanes-1:0]    mask_q [Entries];

  always_ff @(posedge clk_i) begin
    if (open_en_i[0]) pc_q[open_idx0] <= pc0;
    if (open_en_i[1]) pc_q[open_idx1] <= pc1;
  end
  always_ff @(posedge clk_i) begin
    if (link_en_i[0]) next_q[link_from0] <= link_to0;
    if (link_en_i[1]) next_q[link_from1] <= link_to1;
  end
  always_ff @(posedge clk_i) begin
    if (shut_en_i[0]) mask_q[shut_idx0] <= shut_mask0;
    if (shut_en_i[1]) mask_q[shut_idx1] <= shut_mask1;
  end

  assign issue_pc_o = pc_q[issue_idx_i];
  assign next_o     = next_q[issue_idx_i];

  // The lanes of the issuing warp. Shut in this cycle goes before still open, since the LUT then
  // has the lanes of the warp that took its place; memory has them only from an earlier cycle.
  logic [Lanes-1:0] closed_mask;
  assign closed_mask = mask_q[issue_idx_i];

  always @* begin
    if (shut_en_i[0] && shut_idx0 == issue_idx_i)      issue_mask_o = shut_mask0;
    else if (shut_en_i[1] && shut_idx1 == issue_idx_i) issue_mask_o = shut_mask1;
    else if (close_hit_i)                              issue_mask_o = close_occ_i;
    else                                               issue_mask_o = closed_mask;
  end

endmodule
