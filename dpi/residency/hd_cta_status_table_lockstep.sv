// SPDX-License-Identifier: Apache-2.0
// Lockstep checker of hd_cta_status_table, bound to every instance of it. Hands registers, inputs
// and outputs to the golden model in each cycle (steps 1 to 3: dpi/common/lockstep.h).
//
// HD_NO_STATE leaves the registers out; HD_NO_<register> leaves one out, for a module of somebody
// else that has none of that name.

module hd_cta_status_table_lockstep #(
    parameter int Ctas      = 32,
    parameter int CntWidth  = 12,
    parameter int Ports     = 2,
    localparam int CtaWidth = $clog2(Ctas)
) (
    input logic                      clk_i,
    input logic                      rst_ni,
    input logic [CntWidth-1:0]       warps_i,
    input logic [Ports-1:0]          up_en_i,
    input logic [Ports*CtaWidth-1:0] up_cta_i,
    input logic [Ports-1:0]          down_en_i,
    input logic [Ports*CtaWidth-1:0] down_cta_i,
    input logic                      drop_en_i,
    input logic [CtaWidth-1:0]       drop_cta_i,
    input logic [CntWidth-1:0]       drop_count_i,
    input logic [Ctas-1:0]           skip_i,
    input logic [Ports-1:0]          late_en_i,
    input logic [Ports*CtaWidth-1:0] late_cta_i,
    input logic                      alloc_en_i,
    input logic [CtaWidth-1:0]       alloc_cta_i,
    input logic                      out_en_i,
    input logic [CtaWidth-1:0]       out_cta_i,
    input logic                      add_en_i,
    input logic [CtaWidth-1:0]       add_cta_i,
    input logic [CntWidth-1:0]       add_count_i,
    input logic                      saved_en_i,
    input logic [CtaWidth-1:0]       saved_cta_i,
    input logic                      in_en_i,
    input logic [CtaWidth-1:0]       in_cta_i,
    input logic [CntWidth-1:0]       in_count_i,
    input logic                      free_en_i,
    input logic [CtaWidth-1:0]       free_cta_i,
    input logic                      out_valid_o,
    input logic [CtaWidth-1:0]       out_cta_o,
    input logic                      in_valid_o,
    input logic [CtaWidth-1:0]       in_cta_o,
    input logic [Ctas-1:0]           resident_o,
    input logic [Ctas-1:0]           active_o,
    input logic [Ctas-1:0]           marked_o,
    input logic [Ctas-1:0]           ready_o
);

  import "DPI-C" function longint unsigned cta_status_table_open(
      input string path, input int unsigned ctas, input int unsigned cnt_width,
      input int unsigned ports);
  import "DPI-C" function void cta_status_table_state(
      input longint unsigned handle, input longint unsigned resident,
      input longint unsigned active, input longint unsigned saving,
      input bit [Ctas*32-1:0] count, input bit [Ctas*64-1:0] order);
  import "DPI-C" function int cta_status_table_ports(
      input longint unsigned handle, input bit rst_n, input int unsigned warps,
      input byte unsigned up_en, input bit [Ports*32-1:0] up_cta, input byte unsigned down_en,
      input bit [Ports*32-1:0] down_cta, input bit drop_en, input int unsigned drop_cta,
      input int unsigned drop_count, input longint unsigned skip, input byte unsigned late_en,
      input bit [Ports*32-1:0] late_cta, input bit alloc_en, input int unsigned alloc_cta,
      input bit out_en, input int unsigned out_cta, input bit add_en, input int unsigned add_cta,
      input int unsigned add_count, input bit saved_en, input int unsigned saved_cta,
      input bit in_en, input int unsigned in_cta, input int unsigned in_count, input bit free_en,
      input int unsigned free_cta, input bit out_valid, input int unsigned out_choice,
      input bit in_valid, input int unsigned in_choice, input longint unsigned resident,
      input longint unsigned active, input longint unsigned marked, input longint unsigned ready);

  longint unsigned handle;
  initial handle = cta_status_table_open($sformatf("%m"), Ctas, CntWidth, Ports);

  // ------------------------------------------------------------------------------------------
  // Registers, one 32-bit word an element (rows of the order: two)
  // ------------------------------------------------------------------------------------------
`ifndef HD_NO_STATE
  longint unsigned  resident, active, saving;
  bit [Ctas*32-1:0] count;
  bit [Ctas*64-1:0] order;
`ifndef HD_NO_resident_q
  assign resident = 64'(hd_cta_status_table.resident_q);
`endif
`ifndef HD_NO_active_q
  assign active = 64'(hd_cta_status_table.active_q);
`endif
`ifndef HD_NO_saving_q
  assign saving = 64'(hd_cta_status_table.saving_q);
`endif
  for (genvar i = 0; i < Ctas; i++) begin : gen_entry
`ifndef HD_NO_count_q
    assign count[i*32+:32] = 32'(hd_cta_status_table.count_q[i]);
`endif
`ifndef HD_NO_before_q
    assign order[i*64+:64] = 64'(hd_cta_status_table.before_q[i]);
`endif
  end
  always @(negedge clk_i)
    cta_status_table_state(handle, resident, active, saving, count, order);
`endif

  // ------------------------------------------------------------------------------------------
  // The cycle
  // ------------------------------------------------------------------------------------------
  bit [Ports*32-1:0] up_cta, down_cta, late_cta;
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign up_cta[p*32+:32]   = 32'(up_cta_i[p*CtaWidth+:CtaWidth]);
    assign down_cta[p*32+:32] = 32'(down_cta_i[p*CtaWidth+:CtaWidth]);
    assign late_cta[p*32+:32] = 32'(late_cta_i[p*CtaWidth+:CtaWidth]);
  end

  int verdict;
  always @(posedge clk_i) begin
    verdict = cta_status_table_ports(
        handle, rst_ni, 32'(warps_i), 8'(up_en_i), up_cta, 8'(down_en_i), down_cta, drop_en_i,
        32'(drop_cta_i), 32'(drop_count_i), 64'(skip_i), 8'(late_en_i), late_cta, alloc_en_i,
        32'(alloc_cta_i), out_en_i, 32'(out_cta_i), add_en_i, 32'(add_cta_i), 32'(add_count_i),
        saved_en_i, 32'(saved_cta_i), in_en_i, 32'(in_cta_i), 32'(in_count_i), free_en_i,
        32'(free_cta_i), out_valid_o, 32'(out_cta_o), in_valid_o, 32'(in_cta_o), 64'(resident_o),
        64'(active_o), 64'(marked_o), 64'(ready_o));
  end

`ifdef HD_WAVES
  hd_wave_fault u_fault (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_valid_o)), .Field(0)) u_out_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(out_cta_o)), .Field(1)) u_out_cta (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(in_valid_o)), .Field(2)) u_in_valid (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(in_cta_o)), .Field(3)) u_in_cta (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(resident_o)), .Field(4)) u_resident (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(active_o)), .Field(5)) u_active (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(marked_o)), .Field(6)) u_marked (.clk_i, .handle);
  hd_wave_pair #(.Width($bits(ready_o)), .Field(7)) u_ready (.clk_i, .handle);
`endif

  hd_verdict u_verdict (
      .clk_i,
      .verdict_i(verdict)
  );
endmodule

bind hd_cta_status_table hd_cta_status_table_lockstep #(
    .Ctas(Ctas), .CntWidth(CntWidth), .Ports(Ports)
) u_lockstep (.*);
