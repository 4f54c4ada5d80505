// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_time_scheduler, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_time_scheduler_lockstep #(
    parameter int Entries  = 128,
    parameter int WidWidth = 8
) (
    input logic                  clk_i,
    input logic                  rst_ni,
    input logic [1:0]            upd_valid_i,
    input logic [2*WidWidth-1:0] upd_wid_i,
    input logic [1:0]            upd_open_i,
    input logic                  pick_valid_o,
    input logic [WidWidth-1:0]   pick_wid_o,
    input logic                  issue_en_i
);

  import "DPI-C" function longint unsigned time_scheduler_open(
      input string path, input int unsigned entries, input int unsigned wid_width);
  import "DPI-C" function void time_scheduler_state(
      input longint unsigned handle, input bit [Entries*32-1:0] wid, input int unsigned head,
      input int unsigned tail, input int unsigned count);
  import "DPI-C" function int time_scheduler_ports(
      input longint unsigned handle, input bit rst_n, input byte unsigned upd_valid,
      input bit [63:0] upd_wid, input byte unsigned upd_open, input bit pick_valid,
      input int unsigned pick_wid, input bit issue_en);

  longint unsigned handle;
  initial handle = time_scheduler_open($sformatf("%m"), Entries, WidWidth);

  // ------------------------------------------------------------------------------------------
  // Registers, one 32-bit word an element
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  bit [Entries*32-1:0] wid;
  int unsigned         head, tail, count;
`ifndef HD_NO_wid_q
  for (genvar i = 0; i < Entries; i++) begin : gen_wid
    assign wid[i*32+:32] = 32'(hd_time_scheduler.wid_q[i]);
  end
`endif
`ifndef HD_NO_head_q
  assign head = 32'(hd_time_scheduler.head_q);
`endif
`ifndef HD_NO_tail_q
  assign tail = 32'(hd_time_scheduler.tail_q);
`endif
`ifndef HD_NO_count_q
  assign count = 32'(hd_time_scheduler.count_q);
`endif
  always @(negedge clk_i) time_scheduler_state(handle, wid, head, tail, count);
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [63:0] upd_wid;
  for (genvar g = 0; g < 2; g++) begin : gen_group
    assign upd_wid[g*32+:32] = 32'(upd_wid_i[g*WidWidth+:WidWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = time_scheduler_ports(
        handle, rst_ni, 8'(upd_valid_i), upd_wid, 8'(upd_open_i), pick_valid_o, 32'(pick_wid_o),
        issue_en_i);
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(pick_valid_o)), .Field(0)) u_pick_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(pick_wid_o)), .Field(1)) u_pick_wid (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_time_scheduler hd_time_scheduler_lockstep #(
    .Entries(Entries), .WidWidth(WidWidth)
) u_lockstep (.*);
