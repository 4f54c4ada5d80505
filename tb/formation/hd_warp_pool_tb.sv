// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_warp_pool; knows nothing of checking. The inputs change at the falling edge.

module hd_warp_pool_tb #(
    parameter int Entries   = 0,
    parameter int Lanes     = 0,
    parameter int TidWidth  = 0,
    parameter int PcWidth   = 0,
    localparam int IdxWidth = $clog2(Entries)
) (
    input  logic                      clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic [IdxWidth-1:0]       next_o,
    output logic [PcWidth-1:0]        issue_pc_o,
    output logic [Lanes-1:0]          issue_mask_o,
    output logic [Lanes*TidWidth-1:0] issue_tid_o
);

  import "DPI-C" function void warp_pool_stim_open(
      input int unsigned entries, input int unsigned lanes, input int unsigned tid_width,
      input int unsigned pc_width);
  import "DPI-C" function void warp_pool_stim(
      output bit [63:0] grp_pc, output bit [2*Lanes*32-1:0] grp_tid, output byte unsigned join_en,
      output bit [63:0] join_idx, output bit [127:0] join_mask, output byte unsigned open_en,
      output bit [63:0] open_idx, output bit [127:0] open_mask, output byte unsigned shut_en,
      output bit [63:0] shut_idx, output bit [127:0] shut_mask, output bit close_hit,
      output longint unsigned close_occ, output byte unsigned link_en, output bit [63:0] link_from,
      output bit [63:0] link_to, output int unsigned issue_idx);

  logic [2*PcWidth-1:0]        grp_pc_i;
  logic [2*Lanes*TidWidth-1:0] grp_tid_i;
  logic [1:0]                  join_en_i;
  logic [2*IdxWidth-1:0]       join_idx_i;
  logic [2*Lanes-1:0]          join_mask_i;
  logic [1:0]                  open_en_i;
  logic [2*IdxWidth-1:0]       open_idx_i;
  logic [2*Lanes-1:0]          open_mask_i;
  logic [1:0]                  shut_en_i;
  logic [2*IdxWidth-1:0]       shut_idx_i;
  logic [2*Lanes-1:0]          shut_mask_i;
  logic                        close_hit_i;
  logic [Lanes-1:0]            close_occ_i;
  logic [1:0]                  link_en_i;
  logic [2*IdxWidth-1:0]       link_from_i;
  logic [2*IdxWidth-1:0]       link_to_i;
  logic [IdxWidth-1:0]         issue_idx_i;

  hd_warp_pool #(
      .Entries(Entries), .Lanes(Lanes), .TidWidth(TidWidth), .PcWidth(PcWidth)
  ) dut (.*);

  initial warp_pool_stim_open(Entries, Lanes, TidWidth, PcWidth);

  // What it is offered in this cycle.
  bit [63:0]           grp_pc, join_idx, open_idx, shut_idx, link_from, link_to;
  bit [2*Lanes*32-1:0] grp_tid;
  byte unsigned        join_en, open_en, shut_en, link_en;
  bit [127:0]          join_mask, open_mask, shut_mask;
  bit                  close_hit;
  longint unsigned     close_occ;
  int unsigned         issue_idx;
  always @(negedge clk_i) begin
    warp_pool_stim(grp_pc, grp_tid, join_en, join_idx, join_mask, open_en, open_idx, open_mask,
                   shut_en, shut_idx, shut_mask, close_hit, close_occ, link_en, link_from, link_to,
                   issue_idx);
    join_en_i   = 2'(join_en);
    open_en_i   = 2'(open_en);
    shut_en_i   = 2'(shut_en);
    close_hit_i = close_hit;
    close_occ_i = Lanes'(close_occ);
    link_en_i   = 2'(link_en);
    issue_idx_i = IdxWidth'(issue_idx);
    for (int g = 0; g < 2; g++) begin
      grp_pc_i[g*PcWidth+:PcWidth]      = PcWidth'(grp_pc[g*32+:32]);
      join_idx_i[g*IdxWidth+:IdxWidth]  = IdxWidth'(join_idx[g*32+:32]);
      join_mask_i[g*Lanes+:Lanes]       = Lanes'(join_mask[g*64+:64]);
      open_idx_i[g*IdxWidth+:IdxWidth]  = IdxWidth'(open_idx[g*32+:32]);
      open_mask_i[g*Lanes+:Lanes]       = Lanes'(open_mask[g*64+:64]);
      shut_idx_i[g*IdxWidth+:IdxWidth]  = IdxWidth'(shut_idx[g*32+:32]);
      shut_mask_i[g*Lanes+:Lanes]       = Lanes'(shut_mask[g*64+:64]);
      link_from_i[g*IdxWidth+:IdxWidth] = IdxWidth'(link_from[g*32+:32]);
      link_to_i[g*IdxWidth+:IdxWidth]   = IdxWidth'(link_to[g*32+:32]);
    end
    for (int l = 0; l < 2 * Lanes; l++) begin
      grp_tid_i[l*TidWidth+:TidWidth] = TidWidth'(grp_tid[l*32+:32]);
    end
  end
endmodule
