// SPDX-License-Identifier: Apache-2.0
//
// Properties of the CTA launcher (docs/blocks/cta_launcher.md), for formal/prove.sh.
//
// Beside the design stands a ghost, from the ports alone: the kernel that began last; how many
// blocks of it fit, by adding them up one limit after the other; the block taken last, and how many
// are on the core. The order of the grid is stated without counting: a block that is offered comes
// behind the one taken last, and no block of the grid, `other`, lies between them. `other` is
// chosen by the solver: what is proven of it holds for all.
//
// The line before a property says in words what it states ("P:"); its label is its name.

module hd_cta_launcher_props #(
    `HD_PARAMETERS
) (
    `HD_PORTS,
    // State.
    input logic [2:0]            phase,
    input logic [95:0]           size, // {z, y, x}
    input logic [BlockWidth:0]   tried,
    input logic [WarpWidth:0]    sum_warps,
    input logic [ThreadWidth:0]  sum_threads,
    input logic [RowWidth:0]     sum_rows,
    input logic [ByteWidth:0]    sum_bytes,
    input logic [1:0]            found,
    input logic [BlockWidth-1:0] here
);

  // Properties hold once there has been a reset, and there is one in the first cycle.
  logic on = 1'b0;
  always_ff @(posedge clk_i) on <= 1'b1;
  always @* if (!on) assume (!rst_ni);

  logic was_reset = 1'b0;
  always_ff @(posedge clk_i) was_reset <= !rst_ni;

  // ------------------------------------------------------------------ ghost: the kernel

  // A kernel is under way, for so many cycles (Ctas + 3 stands for more); it was started; all its
  // blocks were taken.
  logic running, started, all_taken, any_taken;
  int age;
  logic [31:0] x, y, z;
  logic [WarpWidth:0] warps;
  logic [ThreadWidth:0] threads;
  logic [RowWidth:0] rows;
  logic [ByteWidth:0] bytes;
  // The block taken last, and blocks on the core.
  logic [95:0] last;
  int count;

  logic taken, at_end;
  assign taken = block_valid_o && block_ready_i;
  assign at_end = block_id_o == {z - 32'd1, y - 32'd1, x - 32'd1};

  always_ff @(posedge clk_i) begin
    if (age < Ctas + 3) age <= age + 1;
    if (start_en_o) started <= 1'b1;
    if (taken) begin
      last <= block_id_o;
      any_taken <= 1'b1;
      if (at_end) all_taken <= 1'b1;
    end
    count <= count + 32'(taken) - 32'(done_valid_i);
    if (done_o) running <= 1'b0;
    if (kernel_en_i) begin
      running <= 1'b1;
      age <= 1;
      {started, any_taken, all_taken} <= '0;
      {x, y, z} <= {kernel_x_i, kernel_y_i, kernel_z_i};
      {warps, threads} <= {kernel_warps_i, kernel_threads_i};
      {rows, bytes} <= {kernel_rows_i, kernel_bytes_i};
    end
    if (!rst_ni) begin
      {running, started, any_taken, all_taken} <= '0;
      age <= Ctas + 3;
      count <= 0;
    end
  end

  // ------------------------------------------------------------------ what the neighbours promise

  always @* if (on && kernel_en_i)
    assume (idle_o && kernel_x_i != '0 && kernel_y_i != '0 && kernel_z_i != '0
            && kernel_warps_i != '0 && kernel_threads_i != '0);
  // No more than ctas blocks are on the core; a block that is done was on it.
  always @* if (on && taken) assume (count < 32'(ctas_o) || done_valid_i);
  always @* if (on && done_valid_i) assume (count > 0);

  // ------------------------------------------------------------------ what fits, naively

  // So many blocks exceed a limit, in the order of binds_o; the greatest numbers that do not, and
  // what the next one exceeds.
  int frames, ctas;
  int want_warps, want_threads, want_rows, want_bytes;
  logic [6:0] over, binds;
  logic frames_found, ctas_found;
  always @* begin
    {frames, ctas} = '0;
    {frames_found, ctas_found} = '0;
    {want_warps, want_threads, want_rows, want_bytes} = '0;
    binds = '0;
    over = '0;
    for (int k = 1; k <= Ctas + 1; k++) begin
      want_warps = want_warps + 32'(warps);
      want_threads = want_threads + 32'(threads);
      want_rows = want_rows + 32'(rows);
      want_bytes = want_bytes + 32'(bytes);
      over = {want_warps > Ids, k > Ctas, want_bytes > Bytes, want_rows > Rows,
              want_threads > Threads, want_warps > Slots, k > Blocks};
      if (over[2:0] == '0) frames = k;
      else if (!frames_found) begin
        frames_found = 1'b1;
        binds[2:0] = over[2:0];
      end
      if (over[6:3] == '0) ctas = k;
      else if (!ctas_found) begin
        ctas_found = 1'b1;
        binds[6:3] = over[6:3];
      end
    end
  end

  // The sums of as many blocks as are tried.
  int now_warps, now_threads, now_rows, now_bytes;
  always @* begin
    {now_warps, now_threads, now_rows, now_bytes} = '0;
    for (int k = 1; k <= Ctas + 1; k++)
      if (k <= 32'(tried)) begin
        now_warps = now_warps + 32'(warps);
        now_threads = now_threads + 32'(threads);
        now_rows = now_rows + 32'(rows);
        now_bytes = now_bytes + 32'(bytes);
      end
  end

  // The answers can be read.
  logic answered;
  assign answered = on && (start_en_o || started);

  // ------------------------------------------------------------------ the cycle before

  logic was_start, was_kept, was_over, was_done;
  logic [95:0] kept;
  always_ff @(posedge clk_i) begin
    was_start <= rst_ni && start_en_o;
    was_kept <= rst_ni && block_valid_o && !block_ready_i;
    kept <= block_id_o;
    was_done <= rst_ni && done_o;
    // With the block that was done in this cycle all were.
    was_over <= rst_ni && all_taken && count == 1 && done_valid_i;
  end

  (* anyconst *) logic [95:0] other;
  logic inside;
  assign inside = other[31:0] < x && other[63:32] < y && other[95:64] < z;

  // ------------------------------------------------------------------ properties

  always @* if (on) begin
    // P: the block is idle exactly if no kernel is under way
    idle: assert (idle_o == (!running || done_o));
    // P: done_o once a kernel, and for one cycle
    ends: assert (!done_o || (running && !was_done));
    // P: while limits are sought the sums are those of as many blocks as are tried, one more each
    // cycle
    sums: assert (phase != 3'd1
        || (32'(tried) == age && age <= Ctas + 1
            && 32'(sum_warps) == now_warps
            && (found[0] || 32'(sum_threads) == now_threads)
            && (found[1] || (32'(sum_rows) == now_rows && 32'(sum_bytes) == now_bytes))));
    // P: a group has found its limit if fewer blocks than are tried fit, and its answer stands
    finds: assert (phase != 3'd1
        || (found[0] == (age > frames + 1) && found[1] == (age > ctas + 1)
            && (!found[0] || (32'(frames_o) == frames && binds_o[2:0] == binds[2:0]))
            && (!found[1] || (32'(ctas_o) == ctas && binds_o[6:3] == binds[6:3]))));
    // P: blocks active, blocks on the core: so many are within the limits, and one more is not
    fits: assert (!answered || (32'(frames_o) == frames && 32'(ctas_o) == ctas));
    // P: the limits that bind are those that one more block exceeds
    bound: assert (!(answered || refused_o) || binds_o == binds);
    // P: a kernel is refused, in the cycle of done_o, if not one block fits; else it is started
    refuses: assert ((!refused_o || (done_o && !started && (frames == 0 || ctas == 0)))
                     && (!start_en_o || (frames != 0 && ctas != 0)));
    // P: the answer comes a cycle behind that in which both limits are exceeded
    fit_time: assert ((start_en_o || (done_o && refused_o))
        == (running && age == (frames > ctas ? frames : ctas) + 2));
    // P: a started kernel's blocks are offered until all are taken, from the cycle behind on
    offers: assert (block_valid_o == (running && started && !all_taken && !done_o)
                    && (!any_taken || started));
    // P: a block that is not taken is offered further
    keeps: assert (!was_kept || (block_valid_o && block_id_o == kept));
    // P: the grid is kept as long as the kernel is under way
    grid: assert (!running || size == {z, y, x});
    // P: blocks that are offered, and before them the first one, are of the grid
    in_grid: assert (!running || all_taken || (block_id_o[31:0] < x && block_id_o[63:32] < y
                                               && block_id_o[95:64] < z));
    // P: order: the first one is (0, 0, 0)
    first: assert (!running || any_taken || block_id_o == '0);
    // P: order: each comes behind the one taken before, so that none is offered twice
    rises: assert (!block_valid_o || !any_taken || block_id_o > last);
    // P: order: none is left out between the one taken last and the one that is offered
    none_skipped: assert (!block_valid_o || !any_taken || !inside
                          || !(other > last && other < block_id_o));
    // P: order: when all are taken, and when a started kernel is over, none lies behind
    all: assert (!(all_taken || (done_o && !refused_o)) || !inside || other <= last);
    // P: blocks taken less blocks done
    here_count: assert (32'(here) == count && (running || count == 0));
    // P: the end comes in the cycle behind the one in which all blocks are taken, and all are done
    waits: assert ((done_o && !refused_o) == was_over);
    // P: a reset leaves nothing under way
    reset_idle: assert (!was_reset || (idle_o && !done_o && !refused_o && here == '0));
  end

  // ------------------------------------------------------------------ what must be possible

  always @* if (on && rst_ni) begin
    c_refused: cover (refused_o && frames == Blocks && binds_o[6:3] == 4'b0011);
    c_many_bind: cover (start_en_o && binds_o == 7'b1011110);
    c_more_ctas: cover (start_en_o && ctas == Ctas && frames == 1 && Ctas > 1);
    c_more_frames: cover (start_en_o && frames > ctas);
    c_one_dimension: cover (done_o && !refused_o && x == 32'd1 && y == 32'd1 && z == 32'd2);
    c_each_carry: cover (taken && block_id_o == {32'd0, 32'd1, 32'd1} && x == 32'd2
                         && y == 32'd2 && z == 32'd2);
    c_taken_and_done: cover (taken && done_valid_i && count == Ctas && at_end);
    c_again: cover (done_o && !refused_o && kernel_en_i);
    c_full: cover (block_valid_o && count == Ctas);
  end
endmodule

// What follows goes to the end of the module hd_cta_launcher itself, in the copy that is proven:
// there all of its state can be named.
`ifdef HD_INSIDE
  hd_cta_launcher_props #(`HD_SAME_PARAMETERS) u_props (
      `HD_SAME_PORTS, .phase(phase_q), .size({size_z_q, size_y_q, size_x_q}), .tried(tried_q),
      .sum_warps(sum_warps_q), .sum_threads(sum_threads_q), .sum_rows(sum_rows_q),
      .sum_bytes(sum_bytes_q), .found(found_q), .here(here_q)
  );
`endif
