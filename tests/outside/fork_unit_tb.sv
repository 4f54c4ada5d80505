// SPDX-License-Identifier: Apache-2.0
// Test bench of two fork units of different sizes: random groups, each placed whole, on lanes that
// do not overlap. Where the lockstep checker is bound to the LUTs (HEDDLE_LOCKSTEP) it compares
// them with their golden model besides; the bench does nothing for that but name its seed.

module fork_unit_tb;

  localparam int Cycles = 20000;
  localparam int Lanes  = 8;
  localparam int Seed   = 2009;

`ifdef HEDDLE_LOCKSTEP
  import "DPI-C" function void heddle_seed(input longint unsigned seed);
  initial heddle_seed(64'(Seed));
`endif

  logic clk, rst_n;
  initial clk = 1'b0;
  always #5 clk = ~clk;

  // The two units have the same ports: unit u is part u of each vector.
  logic [3:0]         valid, ready;
  logic [31:0]        pc;
  logic [4*Lanes-1:0] req, joined, opened;
  logic [1:0]         issue_en;
  logic [7:0]         issue_from;

  fork_unit #(
      .Entries(8), .Ways(2), .Lanes(Lanes), .PcWidth(8), .PoolEntries(16), .Forward(1)
  ) left (
      .clk_i       (clk),
      .rst_ni      (rst_n),
      .grp_valid_i (valid[1:0]),
      .grp_pc_i    (pc[15:0]),
      .grp_req_i   (req[0 +: 2*Lanes]),
      .grp_ready_o (ready[1:0]),
      .issue_en_i  (issue_en[0]),
      .issue_from_i(issue_from[3:0]),
      .join_mask_o (joined[0 +: 2*Lanes]),
      .open_mask_o (opened[0 +: 2*Lanes])
  );
  fork_unit #(
      .Entries(6), .Ways(3), .Lanes(Lanes), .PcWidth(8), .PoolEntries(16), .Forward(0)
  ) right (
      .clk_i       (clk),
      .rst_ni      (rst_n),
      .grp_valid_i (valid[3:2]),
      .grp_pc_i    (pc[31:16]),
      .grp_req_i   (req[2*Lanes +: 2*Lanes]),
      .grp_ready_o (ready[3:2]),
      .issue_en_i  (issue_en[1]),
      .issue_from_i(issue_from[7:4]),
      .join_mask_o (joined[2*Lanes +: 2*Lanes]),
      .open_mask_o (opened[2*Lanes +: 2*Lanes])
  );

  // A shift register with feedback, 32 steps a number: the same on every simulator.
  logic [31:0] lfsr;
  task automatic step;
    for (int i = 0; i < 32; i++) begin
      lfsr = {lfsr[30:0], lfsr[31] ^ lfsr[21] ^ lfsr[1] ^ lfsr[0]};
    end
  endtask

  int cycle, placed, wrong;
  initial begin
    lfsr   = 32'(Seed);
    cycle  = 0;
    placed = 0;
    wrong  = 0;
    rst_n  = 1'b0;
    valid  = '0;
  end

  always @(posedge clk) begin
    cycle = cycle + 1;
    rst_n <= cycle > 3;

    // What has just been placed. (== is unknown, and the group wrong, if anything is X.)
    for (int g = 0; g < 4; g++) begin
      if (rst_n && valid[g] && ready[g]) begin
        placed = placed + 1;
        if (((joined[g*Lanes +: Lanes] ^ opened[g*Lanes +: Lanes]) == req[g*Lanes +: Lanes]) &&
            ((joined[g*Lanes +: Lanes] & opened[g*Lanes +: Lanes]) == '0)) begin
        end else begin
          wrong = wrong + 1;
        end
      end
    end

    // A group that was refused is offered again, unchanged.
    for (int g = 0; g < 4; g++) begin
      if (!rst_n || !valid[g] || ready[g]) begin
        step;
        valid[g]              <= lfsr[1:0] != 2'd0;
        pc[g*8 +: 8]          <= {3'd0, lfsr[8:4]};
        req[g*Lanes +: Lanes] <= lfsr[16 +: Lanes] & (lfsr[24 +: Lanes] | {Lanes{lfsr[9]}});
      end
    end
    step;
    issue_en   <= {lfsr[2:0] != 3'd0, lfsr[5:3] != 3'd0};
    issue_from <= lfsr[15:8];

    if (cycle == Cycles) begin
      if (wrong == 0 && placed > Cycles) begin
        $display("PASS fork_unit_tb: %0d groups placed in %0d cycles", placed, cycle);
      end else begin
        $display("FAIL fork_unit_tb: %0d of %0d groups misplaced", wrong, placed);
      end
      $finish;
    end
  end
endmodule
