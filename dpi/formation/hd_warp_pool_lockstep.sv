// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_warp_pool, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// The memories are too big to be handed over whole in each cycle: it is the entries that were
// written in the last one, and a further one in rotation, so that a stray write shows within
// Entries cycles.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_warp_pool_lockstep #(
    parameter int Entries   = 128,
    parameter int Lanes     = 32,
    parameter int TidWidth  = 10,
    parameter int PcWidth   = 24,
    localparam int IdxWidth = $clog2(Entries)
) (
    input logic                        clk_i,
    input logic [2*PcWidth-1:0]        grp_pc_i,
    input logic [2*Lanes*TidWidth-1:0] grp_tid_i,
    input logic [1:0]                  join_en_i,
    input logic [2*IdxWidth-1:0]       join_idx_i,
    input logic [2*Lanes-1:0]          join_mask_i,
    input logic [1:0]                  open_en_i,
    input logic [2*IdxWidth-1:0]       open_idx_i,
    input logic [2*Lanes-1:0]          open_mask_i,
    input logic [1:0]                  shut_en_i,
    input logic [2*IdxWidth-1:0]       shut_idx_i,
    input logic [2*Lanes-1:0]          shut_mask_i,
    input logic                        close_hit_i,
    input logic [Lanes-1:0]            close_occ_i,
    input logic [1:0]                  link_en_i,
    input logic [2*IdxWidth-1:0]       link_from_i,
    input logic [2*IdxWidth-1:0]       link_to_i,
    input logic [IdxWidth-1:0]         issue_idx_i,
    input logic [IdxWidth-1:0]         next_o,
    input logic [PcWidth-1:0]          issue_pc_o,
    input logic [Lanes-1:0]            issue_mask_o,
    input logic [Lanes*TidWidth-1:0]   issue_tid_o
);

  import "DPI-C" function longint unsigned warp_pool_open(
      input string path, input int unsigned entries, input int unsigned lanes,
      input int unsigned tid_width, input int unsigned pc_width);
  import "DPI-C" function void warp_pool_state(
      input longint unsigned handle, input bit [5*32-1:0] tid_at, input bit [5*Lanes*32-1:0] tid,
      input bit [3*32-1:0] pc_at, input bit [3*32-1:0] pc, input bit [3*32-1:0] next_at,
      input bit [3*32-1:0] next, input bit [3*32-1:0] mask_at, input bit [3*64-1:0] mask);
  import "DPI-C" function int warp_pool_ports(
      input longint unsigned handle, input bit rst_n, input bit [63:0] grp_pc,
      input bit [2*Lanes*32-1:0] grp_tid, input byte unsigned join_en, input bit [63:0] join_idx,
      input bit [127:0] join_mask, input byte unsigned open_en, input bit [63:0] open_idx,
      input bit [127:0] open_mask, input byte unsigned shut_en, input bit [63:0] shut_idx,
      input bit [127:0] shut_mask, input bit close_hit, input longint unsigned close_occ,
      input byte unsigned link_en, input bit [63:0] link_from, input bit [63:0] link_to,
      input int unsigned issue_idx, input int unsigned next, input int unsigned issue_pc,
      input longint unsigned issue_mask, input bit [Lanes*32-1:0] issue_tid);

  longint unsigned handle;
  initial handle = warp_pool_open($sformatf("%m"), Entries, Lanes, TidWidth, PcWidth);

  // ------------------------------------------------------------------------------------------
  // Registers, one 32-bit word an element (masks: two)
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  // Which entries: of the last cycle's joins, openings, shut warps and links, then the one in
  // turn. Where nothing was written the index is as good as any other.
  bit [5*32-1:0] tid_at;
  bit [3*32-1:0] pc_at, next_at, mask_at;
  int unsigned   turn;
  initial turn = 0;
  always @(posedge clk_i) begin
    for (int g = 0; g < 2; g++) begin
      tid_at[g*32+:32]     <= 32'(join_idx_i[g*IdxWidth+:IdxWidth]);
      tid_at[(2+g)*32+:32] <= 32'(open_idx_i[g*IdxWidth+:IdxWidth]);
      pc_at[g*32+:32]      <= 32'(open_idx_i[g*IdxWidth+:IdxWidth]);
      next_at[g*32+:32]    <= 32'(link_from_i[g*IdxWidth+:IdxWidth]);
      mask_at[g*32+:32]    <= 32'(shut_idx_i[g*IdxWidth+:IdxWidth]);
    end
    tid_at[4*32+:32]  <= turn;
    pc_at[2*32+:32]   <= turn;
    next_at[2*32+:32] <= turn;
    mask_at[2*32+:32] <= turn;
    turn              <= turn == Entries - 1 ? 0 : turn + 1;
  end

  // What is there.
  bit [5*Lanes*32-1:0] tid;
  bit [3*32-1:0]       pc, next;
  bit [3*64-1:0]       mask;
`ifndef HD_NO_tid_q
  for (genvar k = 0; k < 5; k++) begin : gen_tid
    for (genvar l = 0; l < Lanes; l++) begin : gen_lane_tid
      assign tid[(k*Lanes+l)*32+:32] =
          32'(hd_warp_pool.gen_lane[l].tid_q[tid_at[k*32+:IdxWidth]]);
    end
  end
`endif
  for (genvar k = 0; k < 3; k++) begin : gen_entry
`ifndef HD_NO_pc_q
    assign pc[k*32+:32] = 32'(hd_warp_pool.pc_q[pc_at[k*32+:IdxWidth]]);
`endif
`ifndef HD_NO_next_q
    assign next[k*32+:32] = 32'(hd_warp_pool.next_q[next_at[k*32+:IdxWidth]]);
`endif
`ifndef HD_NO_mask_q
    assign mask[k*64+:64] = 64'(hd_warp_pool.mask_q[mask_at[k*32+:IdxWidth]]);
`endif
  end
  always @(negedge clk_i)
    warp_pool_state(handle, tid_at, tid, pc_at, pc, next_at, next, mask_at, mask);
  // After the last cycle: every element (dpi/common/lockstep.h).
  import "DPI-C" function void hd_last(input longint unsigned handle, input string name,
                                       input int unsigned index, input longint unsigned value);
`ifndef HD_NO_tid_q
  for (genvar l = 0; l < Lanes; l++) begin : gen_last
    final
      for (int unsigned e = 0; e < Entries; e++)
        hd_last(handle, "tid_q", e * 64 + l, 64'(hd_warp_pool.gen_lane[l].tid_q[IdxWidth'(e)]));
  end
`endif
  final begin
    for (int unsigned e = 0; e < Entries; e++) begin
`ifndef HD_NO_pc_q
      hd_last(handle, "pc_q", e, 64'(hd_warp_pool.pc_q[IdxWidth'(e)]));
`endif
`ifndef HD_NO_next_q
      hd_last(handle, "next_q", e, 64'(hd_warp_pool.next_q[IdxWidth'(e)]));
`endif
`ifndef HD_NO_mask_q
      hd_last(handle, "mask_q", e, 64'(hd_warp_pool.mask_q[IdxWidth'(e)]));
`endif
    end
  end
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [63:0]           grp_pc, join_idx, open_idx, shut_idx, link_from, link_to;
  bit [127:0]          join_mask, open_mask, shut_mask;
  bit [Lanes*32-1:0]   issue_tid;
  bit [2*Lanes*32-1:0] grp_tid;
  for (genvar g = 0; g < 2; g++) begin : gen_group
    assign grp_pc[g*32+:32]    = 32'(grp_pc_i[g*PcWidth+:PcWidth]);
    assign join_idx[g*32+:32]  = 32'(join_idx_i[g*IdxWidth+:IdxWidth]);
    assign join_mask[g*64+:64] = 64'(join_mask_i[g*Lanes+:Lanes]);
    assign open_idx[g*32+:32]  = 32'(open_idx_i[g*IdxWidth+:IdxWidth]);
    assign open_mask[g*64+:64] = 64'(open_mask_i[g*Lanes+:Lanes]);
    assign shut_idx[g*32+:32]  = 32'(shut_idx_i[g*IdxWidth+:IdxWidth]);
    assign shut_mask[g*64+:64] = 64'(shut_mask_i[g*Lanes+:Lanes]);
    assign link_from[g*32+:32] = 32'(link_from_i[g*IdxWidth+:IdxWidth]);
    assign link_to[g*32+:32]   = 32'(link_to_i[g*IdxWidth+:IdxWidth]);
  end
  for (genvar l = 0; l < Lanes; l++) begin : gen_lane
    assign issue_tid[l*32+:32] = 32'(issue_tid_o[l*TidWidth+:TidWidth]);
  end
  for (genvar l = 0; l < 2 * Lanes; l++) begin : gen_thread
    assign grp_tid[l*32+:32] = 32'(grp_tid_i[l*TidWidth+:TidWidth]);
  end

  // There is no reset: the model starts with the second edge, and knows what is written from then
  // on.
  bit started;
  initial started = 1'b0;

  int verdict;
  always @(posedge clk_i) begin
    verdict = warp_pool_ports(
        handle, started, grp_pc, grp_tid, 8'(join_en_i), join_idx, join_mask, 8'(open_en_i),
        open_idx, open_mask, 8'(shut_en_i), shut_idx, shut_mask, close_hit_i, 64'(close_occ_i),
        8'(link_en_i), link_from, link_to, 32'(issue_idx_i), 32'(next_o), 32'(issue_pc_o),
        64'(issue_mask_o), issue_tid);
    started = 1'b1;
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(next_o)), .Field(0)) u_next (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_pc_o)), .Field(1)) u_issue_pc (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_mask_o)), .Field(2)) u_issue_mask (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_tid_o)), .Field(3)) u_issue_tid (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_warp_pool hd_warp_pool_lockstep #(
    .Entries(Entries), .Lanes(Lanes), .TidWidth(TidWidth), .PcWidth(PcWidth)
) u_lockstep (.*);
