// SPDX-License-Identifier: Apache-2.0
//
// Sample counters: what one SM does in a window of cycles, as Warped-Slicer samples it.
//
// Behaviour
// - Lines: requests to memory that are under way.
// - Window: after a start so many cycles add the instructions that issue, and a stall for memory:
//   no port issues, one waits, and a request is under way.
//
// Corner cases
// - A request and an answer in one cycle: as many are under way as before.
// - A start in a window, in its last cycle too, begins anew; the cycle of the start counts nothing.
// - Instructions stay at the greatest number.
//
// Xu, Jeon, Kim, Ro, Annavaram, Warped-Slicer, ISCA 2016: section IV.A, equation (3).

module hd_sample_counters #(
    // Warp schedulers of the SM.
    parameter int Ports      = 2,
    // Cycles of a window.
    parameter int Window     = 5000,
    // Bits of the number of instructions.
    parameter int InstrWidth = 14,
    // Requests to memory under way, at most.
    parameter int Lines      = 64,
    localparam int StallWidth = $clog2(Window + 1),
    localparam int LineWidth  = $clog2(Lines + 1)
) (
    // Clock; synchronous reset, active low.
    input  logic                  clk_i,
    input  logic                  rst_ni,

    // SM
    // An instruction issues.
    input  logic [Ports-1:0]      issue_i,
    // What a port does, 3 bits each, as the front end says; 2: it waits.
    input  logic [Ports*3-1:0]    why_i,
    // A request to memory is accepted; one is answered, only if one is under way.
    input  logic                  request_i,
    input  logic                  answer_i,

    // Window
    // A window begins with the next cycle.
    input  logic                  start_en_i,
    // Instructions of the window. State only, and so the next two.
    output logic [InstrWidth-1:0] instr_o,
    // Stalls of the window.
    output logic [StallWidth-1:0] stall_o,
    // The window has ended.
    output logic                  done_o
);

`ifndef SYNTHESIS
  initial begin
    if (Ports < 1 || Ports > 3) $fatal(1, "hd_sample_counters: Ports must be 1 to 3");
    if (Window < 1 || Window > 65535) $fatal(1, "hd_sample_counters: Window must be 1 to 65535");
    if (InstrWidth < 1 || InstrWidth > 20)
      $fatal(1, "hd_sample_counters: InstrWidth must be 1 to 20");
    if (Lines < 1 || Lines > 256) $fatal(1, "hd_sample_counters: Lines must be 1 to 256");
  end
`endif

  // What a port does.
  localparam logic [2:0] Waits = 3'd2;

  // A number of instructions, and those of a cycle: nothing is lost.
  localparam int AddWidth = (InstrWidth > 2 ? InstrWidth : 2) + 1;

  ///////////
  // State //
  ///////////

  // Requests under way.
  logic [LineWidth-1:0]  lines_q, lines_d;
  // Cycles of the window that are left.
  logic [StallWidth-1:0] left_q, left_d;
  logic                  done_q, done_d;
  logic [InstrWidth-1:0] instr_q, instr_d;
  logic [StallWidth-1:0] stall_q, stall_d;

  assign instr_o = instr_q;
  assign stall_o = stall_q;
  assign done_o  = done_q;

  /////////////
  // A cycle //
  /////////////

  logic [Ports-1:0]    waits;
  logic                stall;
  logic [1:0]          issues;
  logic [AddWidth-1:0] sum;

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign waits[p] = why_i[p*3 +: 3] == Waits;
  end

  assign stall = issue_i == '0 && waits != '0 && lines_q != '0;

  always @* begin
    issues = '0;
    for (int p = 0; p < Ports; p++) issues = issues + 2'(issue_i[p]);
  end

  assign sum = AddWidth'(instr_q) + AddWidth'(issues);

  always @* begin
    lines_d = lines_q;
    if (request_i & ~answer_i) lines_d = lines_q + LineWidth'(1);
    if (answer_i & ~request_i) lines_d = lines_q - LineWidth'(1);
  end

  // A start wins over the window that goes on.
  always @* begin
    left_d  = left_q;
    done_d  = done_q;
    instr_d = instr_q;
    stall_d = stall_q;
    if (start_en_i) begin
      left_d  = StallWidth'(Window);
      done_d  = 1'b0;
      instr_d = '0;
      stall_d = '0;
    end else if (left_q != '0) begin
      left_d  = left_q - StallWidth'(1);
      done_d  = left_q == StallWidth'(1);
      instr_d = sum[AddWidth-1:InstrWidth] != '0 ? '1 : sum[InstrWidth-1:0];
      stall_d = stall_q + StallWidth'(stall);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      lines_q <= '0;
      left_q  <= '0;
      done_q  <= 1'b0;
      instr_q <= '0;
      stall_q <= '0;
    end else begin
      lines_q <= lines_d;
      left_q  <= left_d;
      done_q  <= done_d;
      instr_q <= instr_d;
      stall_q <= stall_d;
    end
  end

endmodule
