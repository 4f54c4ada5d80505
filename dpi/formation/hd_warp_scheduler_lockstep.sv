// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_warp_scheduler, bound to every instance of it. Hands registers, inputs and
// outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h). What a policy
// does not use is not compared.
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_warp_scheduler_lockstep #(
    parameter int Slots  = 24,
    parameter int Policy = 0,
    parameter int Group  = 8,
    localparam int SlotWidth = $clog2(Slots)
) (
    input logic                 clk_i,
    input logic                 rst_ni,
    input logic [Slots-1:0]     begin_i,
    input logic [Slots-1:0]     can_i,
    input logic                 issue_valid_o,
    input logic [SlotWidth-1:0] issue_slot_o,
    input logic                 issue_ready_i
);

  localparam int Groups = (Slots + Group - 1) / Group;

  import "DPI-C" function longint unsigned warp_scheduler_open(
      input string path, input int unsigned slots, input int unsigned policy,
      input int unsigned group);
  import "DPI-C" function void warp_scheduler_state(
      input longint unsigned handle, input int unsigned last, input bit some,
      input int unsigned group, input bit [Groups*32-1:0] group_last,
      input longint unsigned group_some, input bit [Slots*64-1:0] older);
  import "DPI-C" function int warp_scheduler_ports(
      input longint unsigned handle, input bit rst_n, input longint unsigned begins,
      input longint unsigned can, input bit issue_ready, input bit issue_valid,
      input int unsigned issue_slot);

  longint unsigned handle;
  initial handle = warp_scheduler_open($sformatf("%m"), Slots, Policy, Group);

  // ------------------------------------------------------------------------------------------
  // Registers: one 32-bit word an element, a row of the order two
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  int unsigned          last, group;
  bit                   some;
  bit [Groups*32-1:0]   group_last;
  longint unsigned      group_some;
  bit [Slots*64-1:0]    older;
`ifndef HD_NO_last_q
  assign last = 32'(hd_warp_scheduler.last_q);
`endif
`ifndef HD_NO_some_q
  assign some = hd_warp_scheduler.some_q;
`endif
`ifndef HD_NO_group_q
  assign group = 32'(hd_warp_scheduler.group_q);
`endif
`ifndef HD_NO_group_last_q
  for (genvar g = 0; g < Groups; g++) begin : gen_group
    assign group_last[g*32+:32] = 32'(hd_warp_scheduler.group_last_q[g]);
  end
`endif
`ifndef HD_NO_group_some_q
  assign group_some = 64'(hd_warp_scheduler.group_some_q);
`endif
`ifndef HD_NO_older_q
  for (genvar i = 0; i < Slots; i++) begin : gen_slot
    assign older[i*64+:64] = 64'(hd_warp_scheduler.older_q[i]);
  end
`endif
  always @(negedge clk_i)
    warp_scheduler_state(handle, last, some, group, group_last, group_some, older);
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  int verdict;
  always @(posedge clk_i) begin
    verdict = warp_scheduler_ports(handle, rst_ni, 64'(begin_i), 64'(can_i), issue_ready_i,
                                   issue_valid_o, 32'(issue_slot_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_valid_o)), .Field(0)) u_issue_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(issue_slot_o)), .Field(1)) u_issue_slot (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_warp_scheduler hd_warp_scheduler_lockstep #(
    .Slots(Slots), .Policy(Policy), .Group(Group)
) u_lockstep (.*);
