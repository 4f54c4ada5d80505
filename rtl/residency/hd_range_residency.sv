// SPDX-License-Identifier: Apache-2.0
//
// Range residency: blocks of several kernels on one core. A block gets a range of warp slots, a
// range of register sets and a range of shared memory, and keeps them until it ends.
//
// Behaviour
// - One block waits for room: three pools search a range each. It begins when all three have found
//   one, some frame is not open, and it may begin. It takes the lowest frame that is not open.
// - A frame opens its barrier if some slot waits, and all wait or have ended. A frame is done if
//   all of its slots have ended: then its three ranges are free. Of several frames the lowest goes
//   first, one of each kind in a cycle.
//
// Corner cases
// - A frame that is done in this cycle can be taken in the next one.
// - A block that is offered as another one begins is not taken: no block waits from the next cycle
//   on.
// - The last two warps of a block arrive in one cycle, or one arrives and one ends: the barrier
//   opens in the next cycle.
// - A block may need no register set and no shared memory.
//
// Xu et al., Warped-Slicer, ISCA 2016: section III, Figure 2. Yoon et al., Virtual Thread, ISCA
// 2016: section II. A warp that has ended is not waited for, as in CUDA.

module hd_range_residency #(
    // Warps on the core. Two flip-flops each, 2 * Frames comparators each; a place of a pool.
    parameter int Slots    = 48,
    // Blocks on the core. A block's identity and its ranges each.
    parameter int Frames   = 8,
    // Warps of the largest block. A promise of the neighbours; no hardware.
    parameter int MaxWarps = 32,
    // Kernels at once. Wires and a choice of the needs.
    parameter int Kernels  = 4,
    // Register sets. A place of a pool each.
    parameter int Sets     = 256,
    // Grains of shared memory. A place of a pool each.
    parameter int Grains   = 96,
    // Bits of a block's identity (blockIdx.x, .y, .z). Flip-flops.
    parameter int IdWidth  = 96,
    // Events in a cycle (one a warp scheduler). A decoder each.
    parameter int Ports    = 2,
    localparam int SlotWidth   = $clog2(Slots),
    localparam int SizeWidth   = $clog2(Slots + 1),
    localparam int SetWidth    = $clog2(Sets),
    localparam int SetsWidth   = $clog2(Sets + 1),
    localparam int GrainWidth  = $clog2(Grains),
    localparam int GrainsWidth = $clog2(Grains + 1),
    localparam int KernelWidth = Kernels > 1 ? $clog2(Kernels) : 1
) (
    // Clock; synchronous reset, active low.
    input  logic                           clk_i,
    input  logic                           rst_ni,

    // Needs of a block of kernel k, at [k*W +: W]; within their limits as a block of it is offered
    // Warps, 1 to MaxWarps.
    input  logic [Kernels*SizeWidth-1:0]   need_warps_i,
    // Register sets of all its warps, at most Sets.
    input  logic [Kernels*SetsWidth-1:0]   need_sets_i,
    // Grains of shared memory, at most Grains.
    input  logic [Kernels*GrainsWidth-1:0] need_grains_i,

    // Dispatcher
    // A block is offered.
    input  logic                           block_valid_i,
    // Its kernel, below Kernels; its identity.
    input  logic [KernelWidth-1:0]         block_kernel_i,
    input  logic [IdWidth-1:0]             block_id_i,
    // No block waits for room: it is taken. State only.
    output logic                           block_ready_o,
    // A block waits for room. State only.
    output logic                           waits_o,
    // It waits only because room is in pieces. State only.
    output logic                           split_o,
    // A block is done. State only.
    output logic                           done_valid_o,
    // Its kernel, its identity; meaningful while done_valid_o. State only.
    output logic [KernelWidth-1:0]         done_kernel_o,
    output logic [IdWidth-1:0]             done_id_o,

    // Warp schedulers; event p is [p*W +: W]
    // Something happened to the warp on a slot that is ready_o.
    input  logic [Ports-1:0]               ev_valid_i,
    // 1: it has come to a barrier, 3: it has ended; 0 and 2 have no effect.
    input  logic [Ports*2-1:0]             ev_kind_i,
    // Its slot; two events of one cycle are of two slots.
    input  logic [Ports*SlotWidth-1:0]     ev_slot_i,
    // The warp on this slot may be scheduled. State only.
    output logic [Slots-1:0]               ready_o,

    // A block begins
    // A block may begin in this cycle.
    input  logic                           begin_ready_i,
    // The block that waits begins. Depends on begin_ready_i.
    output logic                           begin_en_o,
    // Its first slot, its warps; all that follow are meaningful while begin_en_o. State only.
    output logic [SlotWidth-1:0]           begin_slot_o,
    output logic [SizeWidth-1:0]           begin_count_o,
    // Its kernel, its identity. State only.
    output logic [KernelWidth-1:0]         begin_kernel_o,
    output logic [IdWidth-1:0]             begin_id_o,
    // Its first register set, its first grain. State only.
    output logic [SetWidth-1:0]            begin_set_o,
    output logic [GrainWidth-1:0]          begin_grain_o,
    // No block is on the core, and none waits. State only.
    output logic                           idle_o
);

`ifndef SYNTHESIS
  initial begin
    if (Slots < 2 || Slots > 64) $fatal(1, "hd_range_residency: Slots must be 2 to 64");
    if (Frames < 1 || Frames > 16) $fatal(1, "hd_range_residency: Frames must be 1 to 16");
    if (MaxWarps < 1 || MaxWarps > Slots)
      $fatal(1, "hd_range_residency: MaxWarps must be 1 to Slots");
    if (Kernels < 1 || Kernels > 16) $fatal(1, "hd_range_residency: Kernels must be 1 to 16");
    if (Sets < 2 || Sets > 1024) $fatal(1, "hd_range_residency: Sets must be 2 to 1024");
    if (Grains < 2 || Grains > 1024) $fatal(1, "hd_range_residency: Grains must be 2 to 1024");
    if (IdWidth < 1 || IdWidth > 128) $fatal(1, "hd_range_residency: IdWidth must be 1 to 128");
    if (Ports < 1 || Ports > 4) $fatal(1, "hd_range_residency: Ports must be 1 to 4");
  end
`endif

  ///////////
  // State //
  ///////////

  // A frame: whether a block sits there, which, and its three ranges.
  logic [Frames-1:0]      open_q;
  (* mem2reg *) // flip-flops, and so all that follow
  logic [KernelWidth-1:0] kernel_q [Frames];
  (* mem2reg *)
  logic [IdWidth-1:0]     id_q [Frames];
  (* mem2reg *)
  logic [SetWidth-1:0]    set_q [Frames];
  (* mem2reg *)
  logic [SetsWidth-1:0]   sets_q [Frames];
  (* mem2reg *)
  logic [GrainWidth-1:0]  grain_q [Frames];
  (* mem2reg *)
  logic [GrainsWidth-1:0] grains_q [Frames];
  (* mem2reg *)
  logic [SlotWidth-1:0]   slot_q [Frames];
  (* mem2reg *)
  logic [SizeWidth-1:0]   count_q [Frames];

  // A slot: its warp has ended, or waits at a barrier. 0 while it is of no open frame.
  logic [Slots-1:0]       ended_q, ended_d, waits_q, waits_d;

  // The block that waits: whether there is one, which, and its needs.
  logic                   here_q, here_d;
  logic [KernelWidth-1:0] wait_kernel_q;
  logic [IdWidth-1:0]     wait_id_q;
  logic [SizeWidth-1:0]   wait_warps_q;
  logic [SetsWidth-1:0]   wait_sets_q;
  logic [GrainsWidth-1:0] wait_grains_q;

  ///////////
  // Offer //
  ///////////

  logic                   offer;
  logic [SizeWidth-1:0]   offer_warps;
  logic [SetsWidth-1:0]   offer_sets;
  logic [GrainsWidth-1:0] offer_grains;

  assign offer = block_valid_i & ~here_q;

  // The needs of the offered block's kernel.
  always @* begin
    offer_warps  = '0;
    offer_sets   = '0;
    offer_grains = '0;
    for (int k = 0; k < Kernels; k++)
      if (32'(block_kernel_i) == k) begin
        offer_warps  = need_warps_i[k*SizeWidth +: SizeWidth];
        offer_sets   = need_sets_i[k*SetsWidth +: SetsWidth];
        offer_grains = need_grains_i[k*GrainsWidth +: GrainsWidth];
      end
  end

  always_ff @(posedge clk_i) begin
    if (offer) begin
      wait_kernel_q <= block_kernel_i;
      wait_id_q     <= block_id_i;
      wait_warps_q  <= offer_warps;
      wait_sets_q   <= offer_sets;
      wait_grains_q <= offer_grains;
    end
  end

  ///////////
  // Pools //
  ///////////

  // What the frame that is done had.
  logic                   done;
  logic [SlotWidth-1:0]   done_slot;
  logic [SizeWidth-1:0]   done_count;
  logic [SetWidth-1:0]    done_set;
  logic [SetsWidth-1:0]   done_sets;
  logic [GrainWidth-1:0]  done_grain;
  logic [GrainsWidth-1:0] done_grains;

  // Of each pool; the pools are idle while no block waits.
  logic                   found_slots, found_sets, found_grains;
  logic                   none_slots, none_sets, none_grains;
  logic [SizeWidth-1:0]   left_slots;
  logic [SetsWidth-1:0]   left_sets;
  logic [GrainsWidth-1:0] left_grains;
  logic                   unused_idle_slots, unused_idle_sets, unused_idle_grains;

  hd_range_pool #(
      .Places(Slots)
  ) u_slots (
      .clk_i,
      .rst_ni,
      .want_en_i(offer),
      .want_count_i(offer_warps),
      .idle_o(unused_idle_slots),
      .found_o(found_slots),
      .place_o(begin_slot_o),
      .none_o(none_slots),
      .take_en_i(begin_en_o),
      .free_en_i(done),
      .free_place_i(done_slot),
      .free_count_i(done_count),
      .left_o(left_slots)
  );

  hd_range_pool #(
      .Places(Sets)
  ) u_sets (
      .clk_i,
      .rst_ni,
      .want_en_i(offer),
      .want_count_i(offer_sets),
      .idle_o(unused_idle_sets),
      .found_o(found_sets),
      .place_o(begin_set_o),
      .none_o(none_sets),
      .take_en_i(begin_en_o),
      .free_en_i(done),
      .free_place_i(done_set),
      .free_count_i(done_sets),
      .left_o(left_sets)
  );

  hd_range_pool #(
      .Places(Grains)
  ) u_grains (
      .clk_i,
      .rst_ni,
      .want_en_i(offer),
      .want_count_i(offer_grains),
      .idle_o(unused_idle_grains),
      .found_o(found_grains),
      .place_o(begin_grain_o),
      .none_o(none_grains),
      .take_en_i(begin_en_o),
      .free_en_i(done),
      .free_place_i(done_grain),
      .free_count_i(done_grains),
      .left_o(left_grains)
  );

  ///////////
  // Begin //
  ///////////

  // The lowest frame that is not open, and all frames: one bit, or none.
  logic [Frames-1:0] hole;
  logic              some_hole, enough;

  assign hole      = ~open_q & (open_q + Frames'(1));
  assign some_hole = hole != '0;
  assign enough    = left_slots >= wait_warps_q && left_sets >= wait_sets_q
                     && left_grains >= wait_grains_q;

  assign begin_en_o     = here_q & found_slots & found_sets & found_grains & some_hole
                          & begin_ready_i;
  assign begin_count_o  = wait_warps_q;
  assign begin_kernel_o = wait_kernel_q;
  assign begin_id_o     = wait_id_q;
  assign block_ready_o  = ~here_q;
  assign waits_o        = here_q;
  assign split_o        = here_q & some_hole & enough & (none_slots | none_sets | none_grains);
  assign idle_o         = open_q == '0 && !here_q;

  for (genvar f = 0; f < Frames; f++) begin : gen_begin
    always_ff @(posedge clk_i) begin
      if (begin_en_o && hole[f]) begin
        kernel_q[f] <= wait_kernel_q;
        id_q[f]     <= wait_id_q;
        set_q[f]    <= begin_set_o;
        sets_q[f]   <= wait_sets_q;
        grain_q[f]  <= begin_grain_o;
        grains_q[f] <= wait_grains_q;
        slot_q[f]   <= begin_slot_o;
        count_q[f]  <= wait_warps_q;
      end
    end
  end

  //////////////////////
  // Slots of a frame //
  //////////////////////

  // The slots of frame f are [f*Slots +: Slots]; none while it is not open.
  logic [Frames*Slots-1:0] slots;
  // Of open frames: some slot waits; all wait or have ended; all have ended.
  logic [Frames-1:0]       some_wait, all_stand, all_ended;

  for (genvar f = 0; f < Frames; f++) begin : gen_frame
    logic [Slots-1:0]     mine;
    logic [SizeWidth-1:0] first, last;

    assign first = SizeWidth'(slot_q[f]);
    assign last  = first + count_q[f];
    for (genvar s = 0; s < Slots; s++) begin : gen_mine
      assign mine[s] = open_q[f] && first <= SizeWidth'(s) && last > SizeWidth'(s);
    end

    assign slots[f*Slots +: Slots] = mine;

    assign some_wait[f] = |(mine & waits_q);
    assign all_stand[f] = (mine & ~(ended_q | waits_q)) == '0;
    assign all_ended[f] = open_q[f] && (mine & ~ended_q) == '0;
  end

  // The slots of all open frames.
  logic [Slots-1:0] open_slots;
  always @* begin
    open_slots = '0;
    for (int f = 0; f < Frames; f++) open_slots = open_slots | slots[f*Slots +: Slots];
  end

  assign ready_o = open_slots & ~ended_q & ~waits_q;

  ////////////////////////////////////
  // Barriers, blocks that are done //
  ////////////////////////////////////

  // Of several frames the lowest goes first: one bit of them, or none.
  logic [Frames-1:0] meets, release_frame, done_frame;

  assign meets         = some_wait & all_stand;
  assign release_frame = meets & ~(meets - Frames'(1));
  assign done_frame    = all_ended & ~(all_ended - Frames'(1));
  assign done          = done_frame != '0;
  assign done_valid_o  = done;

  logic [Slots-1:0] release_slots, done_slots;

  always @* begin
    release_slots = '0;
    done_slots    = '0;
    for (int f = 0; f < Frames; f++) begin
      if (release_frame[f]) release_slots = release_slots | slots[f*Slots +: Slots];
      if (done_frame[f])    done_slots    = done_slots | slots[f*Slots +: Slots];
    end
  end

  // All that is known of a frame: {kernel, identity, slots, register sets, grains}; of the one that
  // is done.
  localparam int FrameBits = KernelWidth + IdWidth + SlotWidth + SizeWidth + SetWidth + SetsWidth
                             + GrainWidth + GrainsWidth;

  logic [Frames*FrameBits-1:0] known;
  logic [FrameBits-1:0]        gone;

  for (genvar f = 0; f < Frames; f++) begin : gen_known
    assign known[f*FrameBits +: FrameBits] =
        {kernel_q[f], id_q[f], slot_q[f], count_q[f], set_q[f], sets_q[f], grain_q[f], grains_q[f]};
  end

  always @* begin
    gone = '0;
    for (int f = 0; f < Frames; f++)
      if (done_frame[f]) gone = gone | known[f*FrameBits +: FrameBits];
  end

  assign {done_kernel_o, done_id_o, done_slot, done_count, done_set, done_sets, done_grain,
          done_grains} = gone;

  ////////////
  // Events //
  ////////////

  // Slots that come to a barrier, and that end, in this cycle.
  logic [Slots-1:0] arrive, end_now;

  always @* begin
    arrive  = '0;
    end_now = '0;
    for (int p = 0; p < Ports; p++)
      for (int s = 0; s < Slots; s++)
        if (ev_valid_i[p] && ev_slot_i[p*SlotWidth +: SlotWidth] == SlotWidth'(s)) begin
          if (ev_kind_i[p*2 +: 2] == 2'd1) arrive[s]  = 1'b1;
          if (ev_kind_i[p*2 +: 2] == 2'd3) end_now[s] = 1'b1;
        end
  end

  ////////////////
  // Next state //
  ////////////////

  // An event is of a slot that is ready: of no frame that is done, and of none that opens its
  // barrier. The slots of a block that begins are of no open frame, and have no flag.
  assign ended_d = (ended_q & ~done_slots) | end_now;
  assign waits_d = (waits_q & ~release_slots) | arrive;

  // A block that is offered as another one begins is not taken.
  assign here_d = here_q ? ~begin_en_o : block_valid_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      open_q  <= '0;
      ended_q <= '0;
      waits_q <= '0;
      here_q  <= 1'b0;
    end else begin
      open_q  <= (open_q & ~done_frame) | (hole & {Frames{begin_en_o}});
      ended_q <= ended_d;
      waits_q <= waits_d;
      here_q  <= here_d;
    end
  end

endmodule
