// SPDX-License-Identifier: Apache-2.0
// A small design of its own round the PC-warp LUT: a pool of warps that hands out free indices and
// issues warps. It keeps the LUT's promises: an index is free when it is offered, and a warp that
// issues is in the pool.

module fork_unit #(
    parameter int Entries     = 8,
    parameter int Ways        = 2,
    parameter int Lanes       = 8,
    parameter int PcWidth     = 8,
    // A power of two.
    parameter int PoolEntries = 16,
    parameter int Forward     = 1,
    localparam int IdxWidth = $clog2(PoolEntries)
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    input  logic [1:0]           grp_valid_i,
    input  logic [2*PcWidth-1:0] grp_pc_i,
    input  logic [2*Lanes-1:0]   grp_req_i,
    output logic [1:0]           grp_ready_o,
    // A warp issues: the first one in the pool from this index on, if there is any.
    input  logic                 issue_en_i,
    input  logic [IdxWidth-1:0]  issue_from_i,
    // The lanes placed of each group, by joining and by opening a warp.
    output logic [2*Lanes-1:0]   join_mask_o,
    output logic [2*Lanes-1:0]   open_mask_o
);

  logic [PoolEntries-1:0] in_pool_q;
  logic [PcWidth-1:0]     pc_q [PoolEntries];

  logic [1:0]            free_valid, free_ready, open_en;
  logic [2*IdxWidth-1:0] free_idx, open_idx;
  logic                  issue_en;
  logic [IdxWidth-1:0]   issue_idx;

  // The two lowest free indices.
  always @* begin
    free_valid = 2'b00;
    free_idx   = '0;
    for (int i = 0; i < PoolEntries; i++) begin
      if (!in_pool_q[i] && !free_valid[0]) begin
        free_valid[0]           = 1'b1;
        free_idx[0 +: IdxWidth] = IdxWidth'(i);
      end else if (!in_pool_q[i] && !free_valid[1]) begin
        free_valid[1]                  = 1'b1;
        free_idx[IdxWidth +: IdxWidth] = IdxWidth'(i);
      end
    end
  end

  always @* begin
    issue_en  = 1'b0;
    issue_idx = '0;
    for (int i = 0; i < PoolEntries; i++) begin
      if (!issue_en && in_pool_q[issue_from_i + IdxWidth'(i)]) begin
        issue_en  = issue_en_i;
        issue_idx = issue_from_i + IdxWidth'(i);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      in_pool_q <= '0;
    end else begin
      if (issue_en) in_pool_q[issue_idx] <= 1'b0;
      if (open_en[0]) in_pool_q[open_idx[0 +: IdxWidth]] <= 1'b1;
      if (open_en[1]) in_pool_q[open_idx[IdxWidth +: IdxWidth]] <= 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (open_en[0]) pc_q[open_idx[0 +: IdxWidth]] <= grp_pc_i[0 +: PcWidth];
    if (open_en[1]) pc_q[open_idx[IdxWidth +: IdxWidth]] <= grp_pc_i[PcWidth +: PcWidth];
  end

  hd_pc_warp_lut #(
      .Entries(Entries), .Ways(Ways), .Lanes(Lanes), .PcWidth(PcWidth),
      .PoolEntries(PoolEntries), .PcShift(0), .Forward(Forward)
  ) u_lut (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .grp_valid_i  (grp_valid_i),
      .grp_pc_i     (grp_pc_i),
      .grp_req_i    (grp_req_i),
      .grp_ready_o  (grp_ready_o),
      .alloc_valid_i(free_valid),
      .alloc_idx_i  (free_idx),
      .alloc_ready_o(free_ready),
      .close_en_i   (issue_en),
      .close_pc_i   (pc_q[issue_idx]),
      .close_idx_i  (issue_idx),
      .join_en_o    (),
      .join_idx_o   (),
      .join_mask_o  (join_mask_o),
      .open_en_o    (open_en),
      .open_idx_o   (open_idx),
      .open_mask_o  (open_mask_o),
      .turn_o       (),
      .shut_en_o    (),
      .shut_idx_o   (),
      .shut_mask_o  (),
      .close_hit_o  (),
      .close_occ_o  ()
  );

endmodule
