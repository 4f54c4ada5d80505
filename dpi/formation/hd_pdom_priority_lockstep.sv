// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_pdom_priority, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// The counts are too many to be handed over whole in each cycle: it is those that were written in
// the last one, and a row of all lanes in rotation, so that a stray write shows within Rows cycles.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_pdom_priority_lockstep #(
    parameter int Lanes     = 32,
    parameter int TidWidth  = 10,
    parameter int PrioWidth = 10
) (
    input logic                        clk_i,
    input logic [2*Lanes-1:0]          grp_req_i,
    input logic [2*Lanes*TidWidth-1:0] grp_tid_i,
    input logic [2*Lanes-1:0]          grp_pdom_i,
    input logic [2*Lanes-1:0]          grp_first_i,
    input logic [1:0]                  grp_en_i,
    input logic [2*PrioWidth-1:0]      grp_prio_o
);

  import "DPI-C" function longint unsigned pdom_priority_open(
      input string path, input int unsigned lanes, input int unsigned tid_width,
      input int unsigned prio_width);
  import "DPI-C" function void pdom_priority_state(
      input longint unsigned handle, input bit [Lanes*32-1:0] row, input bit [Lanes*32-1:0] count,
      input int unsigned turn, input bit [Lanes*32-1:0] in_turn);
  import "DPI-C" function int pdom_priority_ports(
      input longint unsigned handle, input bit rst_n, input bit [127:0] grp_req,
      input bit [2*Lanes*32-1:0] grp_tid, input bit [127:0] grp_pdom, input bit [127:0] grp_first,
      input byte unsigned grp_en, input bit [63:0] grp_prio);

  longint unsigned handle;
  initial handle = pdom_priority_open($sformatf("%m"), Lanes, TidWidth, PrioWidth);

  // ------------------------------------------------------------------------------------------
  // Registers, one 32-bit word an element
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  localparam int LaneBits = $clog2(Lanes);
  localparam int RowWidth = TidWidth - LaneBits;
  localparam int Rows     = 1 << RowWidth;

  // In each lane the row of the last cycle's thread (of group 1 if it had one there, else of group
  // 0), and the row in turn.
  bit [Lanes*32-1:0] row;
  int unsigned       turn;
  initial turn = 0;
  always @(posedge clk_i) begin
    for (int l = 0; l < Lanes; l++) begin
      row[l*32+:32] <= grp_req_i[Lanes+l]
                       ? 32'(grp_tid_i[(Lanes+l)*TidWidth+LaneBits+:RowWidth])
                       : 32'(grp_tid_i[l*TidWidth+LaneBits+:RowWidth]);
    end
    turn <= turn == Rows - 1 ? 0 : turn + 1;
  end

  // What is there.
  bit [Lanes*32-1:0] count, in_turn;
`ifndef HD_NO_count_q
  for (genvar l = 0; l < Lanes; l++) begin : gen_count
    assign count[l*32+:32]   = 32'(hd_pdom_priority.gen_lane[l].count_q[row[l*32+:RowWidth]]);
    assign in_turn[l*32+:32] = 32'(hd_pdom_priority.gen_lane[l].count_q[turn[RowWidth-1:0]]);
  end
`endif
  always @(negedge clk_i) pdom_priority_state(handle, row, count, turn, in_turn);
  // After the last cycle: every element (dpi/common/lockstep.h).
  import "DPI-C" function void hd_last(input longint unsigned handle, input string name,
                                       input int unsigned index, input longint unsigned value);
`ifndef HD_NO_count_q
  for (genvar l = 0; l < Lanes; l++) begin : gen_last
    final
      for (int unsigned r = 0; r < Rows; r++)
        hd_last(handle, "count_q", r * Lanes + l,
                64'(hd_pdom_priority.gen_lane[l].count_q[RowWidth'(r)]));
  end
`endif
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [63:0]           grp_prio;
  bit [127:0]          grp_req, grp_pdom, grp_first;
  bit [2*Lanes*32-1:0] grp_tid;
  for (genvar g = 0; g < 2; g++) begin : gen_group
    assign grp_req[g*64+:64]   = 64'(grp_req_i[g*Lanes+:Lanes]);
    assign grp_pdom[g*64+:64]  = 64'(grp_pdom_i[g*Lanes+:Lanes]);
    assign grp_first[g*64+:64] = 64'(grp_first_i[g*Lanes+:Lanes]);
    assign grp_prio[g*32+:32]  = 32'(grp_prio_o[g*PrioWidth+:PrioWidth]);
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
    verdict = pdom_priority_ports(
        handle, started, grp_req, grp_tid, grp_pdom, grp_first, 8'(grp_en_i), grp_prio);
    started = 1'b1;
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(grp_prio_o)), .Field(0)) u_grp_prio (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_pdom_priority hd_pdom_priority_lockstep #(
    .Lanes(Lanes), .TidWidth(TidWidth), .PrioWidth(PrioWidth)
) u_lockstep (.*);
