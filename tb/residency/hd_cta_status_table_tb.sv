// SPDX-License-Identifier: Apache-2.0
// Stimulus for hd_cta_status_table; knows nothing of checking. The inputs change at the falling
// edge. The stimulus sees the ready block that is chosen in the same cycle; the marked one was
// chosen with the skip_i of the cycle before.

module hd_cta_status_table_tb #(
    parameter int Ctas      = 0,
    parameter int CntWidth  = 0,
    parameter int Ports     = 0,
    localparam int CtaWidth = $clog2(Ctas)
) (
    input  logic                clk_i,
    // All outputs are ports: a simulator must work them out even where nobody checks them.
    output logic                out_valid_o,
    output logic [CtaWidth-1:0] out_cta_o,
    output logic                in_valid_o,
    output logic [CtaWidth-1:0] in_cta_o,
    output logic [Ctas-1:0]     resident_o,
    output logic [Ctas-1:0]     active_o,
    output logic [Ctas-1:0]     marked_o,
    output logic [Ctas-1:0]     ready_o
);

  import "DPI-C" function void cta_status_table_stim_open(
      input int unsigned ctas, input int unsigned cnt_width, input int unsigned ports);
  import "DPI-C" function void cta_status_table_stim(
      input bit out_valid, input int unsigned out_choice, input bit in_valid,
      input int unsigned in_choice, output bit rst_n, output int unsigned warps,
      output byte unsigned up_en, output bit [Ports*32-1:0] up_cta, output byte unsigned down_en,
      output bit [Ports*32-1:0] down_cta, output bit drop_en, output int unsigned drop_cta,
      output int unsigned drop_count, output longint unsigned skip, output byte unsigned late_en,
      output bit [Ports*32-1:0] late_cta, output bit alloc_en, output int unsigned alloc_cta,
      output bit out_en, output int unsigned out_cta, output bit add_en,
      output int unsigned add_cta, output int unsigned add_count, output bit saved_en,
      output int unsigned saved_cta, output bit in_en, output int unsigned in_cta,
      output int unsigned in_count, output bit free_en, output int unsigned free_cta);

  logic                      rst_ni;
  logic [CntWidth-1:0]       warps_i;
  logic [Ports-1:0]          up_en_i, down_en_i, late_en_i;
  logic [Ports*CtaWidth-1:0] up_cta_i, down_cta_i, late_cta_i;
  logic                      drop_en_i, alloc_en_i, out_en_i, add_en_i, saved_en_i, in_en_i;
  logic                      free_en_i;
  logic [CtaWidth-1:0]       drop_cta_i, alloc_cta_i, out_cta_i, add_cta_i, saved_cta_i, in_cta_i;
  logic [CtaWidth-1:0]       free_cta_i;
  logic [CntWidth-1:0]       drop_count_i, add_count_i, in_count_i;
  logic [Ctas-1:0]           skip_i;

  hd_cta_status_table #(
      .Ctas(Ctas), .CntWidth(CntWidth), .Ports(Ports)
  ) dut (.*);

  initial cta_status_table_stim_open(Ctas, CntWidth, Ports);

  // What it is offered in this cycle.
  bit                rst_n, drop_en, alloc_en, out_en, add_en, saved_en, in_en, free_en;
  byte unsigned      up_en, down_en, late_en;
  bit [Ports*32-1:0] up_cta, down_cta, late_cta;
  int unsigned       warps, drop_cta, drop_count, alloc_cta, out_cta, add_cta, add_count;
  int unsigned       saved_cta, in_cta, in_count, free_cta;
  longint unsigned   skip;
  always @(negedge clk_i) begin
    cta_status_table_stim(
        out_valid_o, 32'(out_cta_o), in_valid_o, 32'(in_cta_o), rst_n, warps, up_en, up_cta,
        down_en, down_cta, drop_en, drop_cta, drop_count, skip, late_en, late_cta, alloc_en,
        alloc_cta, out_en, out_cta, add_en, add_cta, add_count, saved_en, saved_cta, in_en, in_cta,
        in_count, free_en, free_cta);
    rst_ni       = rst_n;
    warps_i      = CntWidth'(warps);
    up_en_i      = Ports'(up_en);
    down_en_i    = Ports'(down_en);
    late_en_i    = Ports'(late_en);
    drop_en_i    = drop_en;
    drop_cta_i   = CtaWidth'(drop_cta);
    drop_count_i = CntWidth'(drop_count);
    skip_i       = Ctas'(skip);
    alloc_en_i   = alloc_en;
    alloc_cta_i  = CtaWidth'(alloc_cta);
    out_en_i     = out_en;
    out_cta_i    = CtaWidth'(out_cta);
    add_en_i     = add_en;
    add_cta_i    = CtaWidth'(add_cta);
    add_count_i  = CntWidth'(add_count);
    saved_en_i   = saved_en;
    saved_cta_i  = CtaWidth'(saved_cta);
    in_en_i      = in_en;
    in_cta_i     = CtaWidth'(in_cta);
    in_count_i   = CntWidth'(in_count);
    free_en_i    = free_en;
    free_cta_i   = CtaWidth'(free_cta);
    for (int p = 0; p < Ports; p++) begin
      up_cta_i[p*CtaWidth+:CtaWidth]   = CtaWidth'(up_cta[p*32+:32]);
      down_cta_i[p*CtaWidth+:CtaWidth] = CtaWidth'(down_cta[p*32+:32]);
      late_cta_i[p*CtaWidth+:CtaWidth] = CtaWidth'(late_cta[p*32+:32]);
    end
  end
endmodule
