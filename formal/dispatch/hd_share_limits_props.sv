// SPDX-License-Identifier: Apache-2.0
//
// Properties of hd_share_limits (docs/blocks/share_limits.md), for formal/prove.sh.
//
// The solver chooses an SM, two kernels and a kind of room. What is proven of them holds for all.
// Beside the design stands a reference that divides.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_share_limits_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State.
    input logic [Kernels*BlockWidth-1:0] part
);

  localparam int KernelWidth = Kernels > 1 ? $clog2(Kernels) : 1;
  localparam int SmWidth     = Sms > 1 ? $clog2(Sms) : 1;
  localparam int KindWidth   = Kinds > 1 ? $clog2(Kinds) : 1;

  // Policies.
  localparam logic [2:0] Even    = 3'd1;
  localparam logic [2:0] Spatial = 3'd2;
  localparam logic [2:0] Profile = 3'd3;
  localparam logic [2:0] Given   = 3'd4;

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  logic start;
  assign start = start_en_i & idle_o;

  // The neighbours' promises: what is asked for stays until the division has ended.
  logic                               asked;
  logic [2:0]                         policy_before;
  logic [Kernels-1:0]                 kernels_before;
  logic [Kinds*NeedWidth-1:0]         room_before;
  logic [Kernels*Kinds*NeedWidth-1:0] need_before;
  logic [BlockWidth-1:0]              from_before;
  logic [Kernels*BlockWidth-1:0]      given_before;

  always_ff @(posedge clk_i) begin
    asked          <= rst_ni && (start || (!idle_o && !done_o));
    policy_before  <= policy_i;
    kernels_before <= kernels_i;
    room_before    <= room_i;
    need_before    <= need_i;
    from_before    <= from_i;
    given_before   <= given_i;
  end

  always @* if (on && asked) begin
    assume (policy_i == policy_before && kernels_i == kernels_before);
    assume (room_i == room_before && need_i == need_before);
    assume (from_i == from_before && given_i == given_before);
  end

  // ---------------------------------------------------------------- ghost: time, and what was

  // Cycles since the start.
  localparam int Most = Kernels * Blocks * Kernels + Kernels + Sms + 1;
  localparam int AgeWidth = $clog2(Most + 2);
  logic [AgeWidth-1:0] age;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || start) age <= '0;
    else if (!idle_o && age != AgeWidth'(Most + 1)) age <= age + AgeWidth'(1);
  end

  logic was_idle, was_done;
  logic [Kernels-1:0] none_before;
  logic [Sms*Kernels*BlockWidth-1:0] limit_before;
  always_ff @(posedge clk_i) begin
    was_idle     <= idle_o;
    was_done     <= done_o;
    none_before  <= none_o;
    limit_before <= limit_o;
  end

  // ---------------------------------------------------------------- an SM, kernels, a kind

  (* anyconst *) logic [SmWidth-1:0]     sm;
  (* anyconst *) logic [KernelWidth-1:0] kernel, other;
  (* anyconst *) logic [KindWidth-1:0]   kind;
  always @* assume (32'(sm) < Sms && 32'(kernel) < Kernels && 32'(other) < Kernels);
  always @* assume (32'(kind) < Kinds);

  // Numbers, wide enough not to wrap.
  localparam int Wide = 16;

  function automatic logic [Wide-1:0] limit_of(input int s, input int k);
    limit_of = Wide'(limit_o[(s*Kernels + k)*BlockWidth +: BlockWidth]);
  endfunction

  // Of the chosen SM: the limit of the chosen kernel, that of the other one, and kernels with a
  // limit above 0. Of all SMs: how many have a limit above 0 for the kernels.
  logic [Wide-1:0]           limit, other_limit, holders, sms, other_sms;
  logic [Kernels-1:0]        seen;
  always @* begin
    limit       = '0;
    other_limit = '0;
    holders     = '0;
    sms         = '0;
    other_sms   = '0;
    seen        = '0;
    for (int s = 0; s < Sms; s++) begin
      for (int k = 0; k < Kernels; k++) begin
        if (limit_of(s, k) != '0) begin
          seen[k] = 1'b1;
          if (sm == SmWidth'(s)) holders = holders + Wide'(1);
          if (kernel == KernelWidth'(k)) sms = sms + Wide'(1);
          if (other == KernelWidth'(k)) other_sms = other_sms + Wide'(1);
        end
        if (sm == SmWidth'(s)) begin
          if (kernel == KernelWidth'(k)) limit = limit_of(s, k);
          if (other == KernelWidth'(k)) other_limit = limit_of(s, k);
        end
      end
    end
  end

  // Of the chosen kernel: it is under way, and its place; of the other one, it is under way.
  logic            present, other_present;
  logic [Wide-1:0] number, place, found, given;
  always @* begin
    present       = 1'b0;
    other_present = 1'b0;
    number        = '0;
    place         = '0;
    found         = '0;
    given         = '0;
    for (int k = 0; k < Kernels; k++) begin
      if (kernel == KernelWidth'(k)) begin
        present = kernels_i[k];
        place   = number;
        found   = Wide'(part[k*BlockWidth +: BlockWidth]);
        given   = Wide'(given_i[k*BlockWidth +: BlockWidth]);
      end
      if (other == KernelWidth'(k)) other_present = kernels_i[k];
      number = number + Wide'(kernels_i[k]);
    end
  end

  // Of the chosen kernel the need in the chosen kind, and whether one block more in its part fits
  // in each kind.
  localparam int Amount = NeedWidth + Wide;
  logic [Amount-1:0] need, room;
  logic              more_fits;
  always @* begin
    need      = '0;
    room      = '0;
    more_fits = 1'b1;
    for (int r = 0; r < Kinds; r++) begin
      for (int k = 0; k < Kernels; k++) begin
        if (kernel == KernelWidth'(k)) begin
          if (kind == KindWidth'(r)) begin
            need = Amount'(need_i[(k*Kinds + r)*NeedWidth +: NeedWidth]);
            room = Amount'(room_i[r*NeedWidth +: NeedWidth]);
          end
          if (Amount'(need_i[(k*Kinds + r)*NeedWidth +: NeedWidth]) * Amount'(number) *
              (Amount'(found) + Amount'(1)) > Amount'(room_i[r*NeedWidth +: NeedWidth]))
            more_fits = 1'b0;
        end
      end
    end
  end

  // The chosen SM is the chosen kernel's: it is place s * P / Sms that has it. Its number among
  // those of the kernel is that of the SMs before it with the same place.
  logic            here;
  logic [Wide-1:0] turn, trial;
  always @* begin
    turn = '0;
    for (int s = 0; s < Sms; s++)
      if (SmWidth'(s) < sm && (Wide'(s) * number) / Wide'(Sms) == place) turn = turn + Wide'(1);
    here  = (Wide'(sm) * number) / Wide'(Sms) == place;
    trial = Wide'(from_i) + turn;
  end

  function automatic logic [Wide-1:0] at_most(input logic [Wide-1:0] blocks);
    at_most = blocks > Wide'(Blocks) ? Wide'(Blocks) : blocks;
  endfunction

  // ---------------------------------------------------------------- what is to hold

  always @* if (on) begin
    // P: a reset ends what is under way
    reset_ends: assert (!was_reset || idle_o);
    // P: a reset leaves no limit and tells of no kernel
    reset_clears: assert (!was_reset || (limit_o == '0 && none_o == '0));
    // P: a division ends within the page's number of cycles
    ends_soon: assert (idle_o || age < AgeWidth'(Most));
    // P: done is one cycle, and idle follows
    done_once: assert (!(done_o && idle_o) && (!was_done || was_reset || idle_o));
    // P: without a division under way nothing changes
    stays: assert (was_reset || !idle_o || !(was_idle || was_done) ||
                   (limit_o == limit_before && none_o == none_before));
  end

  always @* if (on && done_o) begin
    // P: a kernel that is not under way has the limit 0
    absent: assert (present || limit == '0);
    // P: none tells of the kernels that are under way and have no limit above 0
    none_right: assert (none_o == (kernels_i & ~seen));
    // P: left-over sets no limit but what an SM holds
    left_over_right: assert (!present || (policy_i != 3'd0 && policy_i <= Given) ||
                             limit == Wide'(Blocks));
    // P: what is given is the limit on every SM, but no more than an SM holds
    given_right: assert (!present || policy_i != Given || limit == at_most(given));
  end

  always @* if (on && done_o && policy_i == Even && present) begin
    // P: a kernel's part of the room is its limit on every SM
    even_right: assert (limit == found);
    // P: as many blocks as are in all parts together fit in the room, in every kind
    part_fits: assert (need * Amount'(number) * Amount'(found) <= room);
    // P: with one block more in the part they would not, or an SM holds no more
    part_most: assert (found == Wide'(Blocks) || (found < Wide'(Blocks) && !more_fits));
  end

  always @* if (on && done_o && (policy_i == Spatial || policy_i == Profile)) begin
    // P: an SM has a limit above 0 for one kernel at most
    apart: assert (holders <= Wide'(1));
    // P: with spatial the SM is all of the kernel's, if its number leads to the kernel's place
    spatial_right: assert (!present || policy_i != Spatial ||
                           limit == (here ? Wide'(Blocks) : '0));
    // P: with profile it has one block more than the kernel's SM before it
    profile_right: assert (!present || policy_i != Profile ||
                           limit == (here ? at_most(trial) : '0));
  end

  always @* if (on && done_o && policy_i == Spatial) begin
    // P: two kernels under way differ by at most one SM
    balanced: assert (!present || !other_present || sms <= other_sms + Wide'(1));
    // P: each SM is a kernel's, if there is one under way
    all_used: assert (number == '0 || holders == Wide'(1));
  end

  always @* if (on && rst_ni) begin
    c_even: cover (done_o && policy_i == Even && &kernels_i && limit == Wide'(Blocks) &&
                   other_limit == '0);
    c_profile: cover (done_o && policy_i == Profile && limit > Wide'(1) && sm != '0);
    c_spatial: cover (done_o && policy_i == Spatial && sms > other_sms && other_present);
    c_none: cover (done_o && none_o != '0 && none_o != kernels_i);
    c_age: cover (done_o && age + AgeWidth'(Kernels + 1) == AgeWidth'(Most));
  end
endmodule

// What follows goes to the end of the module hd_share_limits itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  hd_share_limits_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS,
      .part(part_q)
  );
`endif
