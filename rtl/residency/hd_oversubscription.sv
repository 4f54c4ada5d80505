// SPDX-License-Identifier: Apache-2.0
//
// Oversubscription: how far each resource may be oversubscribed, decided once an epoch.
//
// Behaviour
// - Counts the idle and the memory cycles of an epoch. If idleness grew more than memory time since
//   the epoch before, by more than delta_i, each threshold goes up by its step; if memory time grew
//   more, down.
//
// Corner cases
// - The last cycle of an epoch counts in it.
// - A step that would pass a bound (0, max_i) stops there.
// - start_i goes before everything.
// - epoch_i lowered below the place reached: the epoch ends at once.
//
// Vijaykumar et al., Zorua: section 5.4, Algorithm 1, Table 1.

module hd_oversubscription #(
    // Resources, each with a threshold, an adder and a subtractor.
    parameter int Resources   = 3,
    // Bits of a threshold, in sets.
    parameter int ThreshWidth = 9,
    // Bits of the epoch and of the statistics.
    parameter int EpochWidth  = 16
) (
    // Clock; synchronous reset, active low.
    input  logic                             clk_i,
    input  logic                             rst_ni,

    // Registers outside; element r of a vector is [r*ThreshWidth +: ThreshWidth]
    // Begin: thresholds at their defaults, a first epoch.
    input  logic                             start_i,
    // Cycles of an epoch, at least 1.
    input  logic [EpochWidth-1:0]            epoch_i,
    // c_delta_thresh: what a change must exceed.
    input  logic [EpochWidth-1:0]            delta_i,
    // o_default.
    input  logic [Resources*ThreshWidth-1:0] default_i,
    // o_thresh_step.
    input  logic [Resources*ThreshWidth-1:0] step_i,
    // The bound above; the one below is 0.
    input  logic [Resources*ThreshWidth-1:0] max_i,

    // Core
    // Nothing is issued in this cycle, and the pipeline is not stalled.
    input  logic                             idle_i,
    // All warps wait for memory, or at the memory pipeline.
    input  logic                             mem_i,

    // Coordinator
    // o_thresh. State only.
    output logic [Resources*ThreshWidth-1:0] thresh_o,
    // Last cycle of an epoch. Depends on epoch_i.
    output logic                             epoch_o
);

`ifndef SYNTHESIS
  initial begin
    if (Resources < 1 || Resources > 8)
      $fatal(1, "hd_oversubscription: Resources must be 1 to 8");
    if (ThreshWidth < 1 || ThreshWidth > 16)
      $fatal(1, "hd_oversubscription: ThreshWidth must be 1 to 16");
    if (EpochWidth < 2 || EpochWidth > 24)
      $fatal(1, "hd_oversubscription: EpochWidth must be 2 to 24");
  end
`endif

  ///////////
  // State //
  ///////////

  logic [Resources*ThreshWidth-1:0] thresh_q, thresh_d;
  // Cycles of this epoch behind us.
  logic [EpochWidth-1:0] place_q;
  // c_idle and c_mem of this epoch, and of the one before.
  logic [EpochWidth-1:0] idle_q, mem_q, idle_prev_q, mem_prev_q;

  ////////////////
  // Statistics //
  ////////////////

  logic [EpochWidth-1:0] idle_now, mem_now; // this cycle counted

  assign idle_now = idle_q + EpochWidth'(idle_i);
  assign mem_now  = mem_q + EpochWidth'(mem_i);
  assign epoch_o  = place_q >= epoch_i - EpochWidth'(1);

  // c_idle_delta - c_mem_delta, two's complement: four counts, so two bits more.
  localparam int ChangeWidth = EpochWidth + 2;

  logic [ChangeWidth-1:0] change, opposite;
  logic                   up, down;

  assign change = ChangeWidth'(idle_now) - ChangeWidth'(idle_prev_q)
                  - ChangeWidth'(mem_now) + ChangeWidth'(mem_prev_q);
  assign opposite = -change;
  assign up   = !change[ChangeWidth-1] && change > ChangeWidth'(delta_i);
  assign down = change[ChangeWidth-1] && opposite > ChangeWidth'(delta_i);

  ////////////////
  // Thresholds //
  ////////////////

  for (genvar r = 0; r < Resources; r++) begin : gen_resource
    logic [ThreshWidth-1:0] thresh, first, step, max, next;
    logic [ThreshWidth:0]   above; // one step up, with its carry

    assign thresh = thresh_q[r*ThreshWidth +: ThreshWidth];
    assign first  = default_i[r*ThreshWidth +: ThreshWidth];
    assign step   = step_i[r*ThreshWidth +: ThreshWidth];
    assign max    = max_i[r*ThreshWidth +: ThreshWidth];
    assign above  = {1'b0, thresh} + {1'b0, step};

    always @* begin
      next = thresh;
      if (start_i)              next = first > max ? max : first;
      else if (epoch_o && up)   next = above > {1'b0, max} ? max : above[ThreshWidth-1:0];
      else if (epoch_o && down) next = thresh > step ? thresh - step : '0;
    end

    assign thresh_d[r*ThreshWidth +: ThreshWidth] = next;
  end

  assign thresh_o = thresh_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      thresh_q    <= '0;
      place_q     <= '0;
      idle_q      <= '0;
      mem_q       <= '0;
      idle_prev_q <= '0;
      mem_prev_q  <= '0;
    end else begin
      thresh_q <= thresh_d;
      if (start_i) begin
        place_q     <= '0;
        idle_q      <= '0;
        mem_q       <= '0;
        idle_prev_q <= '0;
        mem_prev_q  <= '0;
      end else if (epoch_o) begin
        place_q     <= '0;
        idle_q      <= '0;
        mem_q       <= '0;
        idle_prev_q <= idle_now;
        mem_prev_q  <= mem_now;
      end else begin
        place_q <= place_q + EpochWidth'(1);
        idle_q  <= idle_now;
        mem_q   <= mem_now;
      end
    end
  end

endmodule
