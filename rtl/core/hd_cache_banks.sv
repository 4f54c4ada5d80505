// SPDX-License-Identifier: Apache-2.0
//
// Cache banks: the data cache of a core in several banks, each an L1 cache of its own, that share
// the port to memory.
//
// Behaviour
// - The lowest bits of a line's number are its bank; to the bank the line has the number without
//   them. Each bank takes a request and gives an answer in a cycle, and asks nothing of another.
// - To memory goes one bank's request in a cycle: of the banks that have one, the first from turn_q
//   on, around. The other banks see a memory that is not ready. Turn then moves behind the bank.
// - An MSHR's number has its bank in the lowest bits, and so has a fill: it goes to that bank.
// - With one bank there is no turn, and the block is an L1 cache.
//
// Corner cases
// - The request that is offered to memory is not accepted: turn is its bank from then on, so no
//   bank before it comes first, and the offer stays.
// - No bank has a request: turn stays.
// - A bank is handing out a fill: no fill is taken, of whatever bank, and no bank sees one. So
//   fill_ready_o is of the state alone, and does not ask for the fill's number.
//
// From inputs to outputs in the same cycle: what req_ready_o, outcome_o, blocked_o and back_o of a
// bank depend on in the L1 cache, of which mem_ready_i and fill_id_i alone are of all banks.
//
// Fung, Sham, Yuan, Aamodt, Dynamic Warp Formation, ACM TACO 6(2), 2009: Table I, section 6.5 (a
// data cache of "multiple banks of smaller caches").

module hd_cache_banks #(
    // Banks, a power of two: an L1 cache each, and requests and answers in a cycle.
    parameter int Banks      = 1,
    // Of the L1 cache, for all banks together: sets, a power of two, and MSHRs.
    parameter int Sets       = 32,
    parameter int Ways       = 4,
    // Bytes of a line: the width of the multiplexer to memory, too.
    parameter int LineBytes  = 128,
    parameter int LineWidth  = 25,
    parameter int Mshrs      = 64,
    parameter int Merges     = 4,
    parameter int RiderWidth = 64,
    // 1: stores stay in the cache. 2: they are answered at once.
    parameter int WriteBack  = 0,
    localparam int DataWidth = LineBytes * 8,
    localparam int IdWidth   = Mshrs > 1 ? $clog2(Mshrs) : 1
) (
    // Clock; synchronous reset, active low.
    input  logic                        clk_i,
    input  logic                        rst_ni,

    // Kernels
    // All banks forget their lines. Only while idle_o and clean_o, nothing is offered.
    input  logic                        clear_i,
    // All banks are idle. State only.
    output logic                        idle_o,
    // All banks write lines back. Only while nothing is offered.
    input  logic                        flush_i,
    // No line of any bank is written. State only.
    output logic                        clean_o,

    // Requests; of bank b: the bit b, or W bits at [b*W +: W]. So all that is by bank
    // One is offered.
    input  logic [Banks-1:0]            req_valid_i,
    // It would be taken. Depends on what it depends on in the L1 cache.
    output logic [Banks-1:0]            req_ready_o,
    // Kind of all of them: 0 load, 1 store, 2 atomic.
    input  logic [1:0]                  req_kind_i,
    // Its line, which is of this bank, by its whole number.
    input  logic [Banks*LineWidth-1:0]  req_line_i,
    // Goes along.
    input  logic [Banks*RiderWidth-1:0] req_rider_i,
    // As in the L1 cache.
    input  logic [Banks*DataWidth-1:0]  req_data_i,
    input  logic [Banks*LineBytes-1:0]  req_be_i,
    input  logic [Banks*DataWidth-1:0]  req_expect_i,

    // Answers; meaningful while the bank's rsp_valid_o
    // One is there. State only.
    output logic [Banks-1:0]            rsp_valid_o,
    // It is taken.
    input  logic [Banks-1:0]            rsp_ready_i,
    // As in the L1 cache. State only.
    output logic [Banks*2-1:0]          rsp_kind_o,
    output logic [Banks*RiderWidth-1:0] rsp_rider_o,
    output logic [Banks*DataWidth-1:0]  rsp_data_o,

    // Memory; outputs are meaningful while mem_valid_o
    // A request is offered. State only.
    output logic                        mem_valid_o,
    // It is accepted.
    input  logic                        mem_ready_i,
    // As the bank has it. State only.
    output logic [1:0]                  mem_kind_o,
    // Its MSHR and bank: MSHR m of bank b is m * Banks + b. State only.
    output logic [IdWidth-1:0]          mem_id_o,
    // The line, by its whole number. State only.
    output logic [LineWidth-1:0]        mem_line_o,
    // As the bank has it. State only.
    output logic [RiderWidth-1:0]       mem_rider_o,
    output logic [DataWidth-1:0]        mem_data_o,
    output logic [LineBytes-1:0]        mem_be_o,
    output logic [DataWidth-1:0]        mem_expect_o,
    // An answer, one for each request that was accepted, in any order.
    input  logic                        fill_valid_i,
    // It would be taken: no bank is handing out a fill. State only.
    output logic                        fill_ready_o,
    // Of the request of this number.
    input  logic [IdWidth-1:0]          fill_id_i,
    // Of a load or atomic: the line.
    input  logic [DataWidth-1:0]        fill_data_i,

    // Status
    // As in the L1 cache, by bank. Depends on what it depends on there.
    output logic [Banks*3-1:0]          outcome_o,
    output logic [Banks*2-1:0]          blocked_o,
    output logic [Banks-1:0]            back_o
);

`ifndef SYNTHESIS
  initial begin
    if (Banks < 1 || Banks > 16 || Banks != 1 << $clog2(Banks))
      $fatal(1, "hd_cache_banks: Banks must be a power of two, 1 to 16");
    if (Sets < Banks || Sets > 1024 || Sets != 1 << $clog2(Sets))
      $fatal(1, "hd_cache_banks: Sets must be a power of two, Banks to 1024");
    if (Mshrs < Banks || Mshrs > 64 || Mshrs % Banks != 0)
      $fatal(1, "hd_cache_banks: Mshrs must be a multiple of Banks, to 64");
    if (LineWidth <= $clog2(Sets) || LineWidth > 62)
      $fatal(1, "hd_cache_banks: LineWidth must be above log2(Sets), to 62");
  end
`endif

  localparam int BankBits      = $clog2(Banks);
  localparam int BankWidth     = Banks > 1 ? BankBits : 1;
  localparam int BankMask      = Banks - 1;

  // Of one bank. (By logarithms: sets that do not fit are then refused here, not in the L1 cache.)
  localparam int BankSets      = 1 << ($clog2(Sets) - BankBits);
  localparam int BankLineWidth = LineWidth - BankBits;
  localparam int BankMshrs     = Mshrs / Banks;
  localparam int BankIdWidth   = BankMshrs > 1 ? $clog2(BankMshrs) : 1;

  ///////////////
  // The banks //
  ///////////////

  // What each bank says: it is idle, clean; it is handing out no fill; and of its request to memory
  // all fields.
  logic [Banks-1:0]               idles, cleans, fill_readies, mem_valids;
  logic [Banks*2-1:0]             mem_kinds;
  logic [Banks*BankIdWidth-1:0]   mem_ids;
  logic [Banks*BankLineWidth-1:0] mem_lines;
  logic [Banks*RiderWidth-1:0]    mem_riders;
  logic [Banks*DataWidth-1:0]     mem_datas, mem_expects;
  logic [Banks*LineBytes-1:0]     mem_bes;

  // What it sees of memory: that its request is accepted; a fill, when it is taken, of which of its
  // MSHRs.
  logic [Banks-1:0]               mem_readies, fill_valids;
  logic [BankIdWidth-1:0]         fill_id;

  // The bank whose request is offered to memory, and the bank of the fill.
  logic [BankWidth-1:0]           mem_bank, fill_bank;

  assign fill_bank = BankWidth'(fill_id_i) & BankWidth'(BankMask);
  assign fill_id   = BankIdWidth'(fill_id_i >> BankBits);

  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    assign mem_readies[b] = mem_ready_i && mem_bank == BankWidth'(b);
    assign fill_valids[b] = fill_valid_i && fill_ready_o && fill_bank == BankWidth'(b);

    hd_l1_cache #(
        .Sets      (BankSets),
        .Ways      (Ways),
        .LineBytes (LineBytes),
        .LineWidth (BankLineWidth),
        .Mshrs     (BankMshrs),
        .Merges    (Merges),
        .RiderWidth(RiderWidth),
        .WriteBack (WriteBack)
    ) u_cache (
        .clk_i,
        .rst_ni,
        .clear_i,
        .idle_o      (idles[b]),
        .flush_i,
        .clean_o     (cleans[b]),
        .req_valid_i (req_valid_i[b]),
        .req_ready_o (req_ready_o[b]),
        .req_kind_i,
        .req_line_i  (BankLineWidth'(req_line_i[b*LineWidth +: LineWidth] >> BankBits)),
        .req_rider_i (req_rider_i[b*RiderWidth +: RiderWidth]),
        .req_data_i  (req_data_i[b*DataWidth +: DataWidth]),
        .req_be_i    (req_be_i[b*LineBytes +: LineBytes]),
        .req_expect_i(req_expect_i[b*DataWidth +: DataWidth]),
        .rsp_valid_o (rsp_valid_o[b]),
        .rsp_ready_i (rsp_ready_i[b]),
        .rsp_kind_o  (rsp_kind_o[b*2 +: 2]),
        .rsp_rider_o (rsp_rider_o[b*RiderWidth +: RiderWidth]),
        .rsp_data_o  (rsp_data_o[b*DataWidth +: DataWidth]),
        .mem_valid_o (mem_valids[b]),
        .mem_ready_i (mem_readies[b]),
        .mem_kind_o  (mem_kinds[b*2 +: 2]),
        .mem_id_o    (mem_ids[b*BankIdWidth +: BankIdWidth]),
        .mem_line_o  (mem_lines[b*BankLineWidth +: BankLineWidth]),
        .mem_rider_o (mem_riders[b*RiderWidth +: RiderWidth]),
        .mem_data_o  (mem_datas[b*DataWidth +: DataWidth]),
        .mem_be_o    (mem_bes[b*LineBytes +: LineBytes]),
        .mem_expect_o(mem_expects[b*DataWidth +: DataWidth]),
        .fill_valid_i(fill_valids[b]),
        .fill_ready_o(fill_readies[b]),
        .fill_id_i   (fill_id),
        .fill_data_i,
        .outcome_o   (outcome_o[b*3 +: 3]),
        .blocked_o   (blocked_o[b*2 +: 2]),
        .back_o      (back_o[b])
    );
  end

  assign idle_o       = &idles;
  assign clean_o      = &cleans;
  assign fill_ready_o = &fill_readies;

  ///////////////
  // To memory //
  ///////////////

  // Of the banks that have a request, the first from turn_q on. Turn is then the bank behind it, if
  // memory accepts, else that bank: so what is offered stays.
  if (Banks > 1) begin : gen_turn
    logic [BankWidth-1:0] turn_q, behind;

    hd_in_turn #(
        .Width(Banks)
    ) u_turn (
        .mask_i  (mem_valids),
        .from_i  (turn_q),
        .valid_o (mem_valid_o),
        .index_o (mem_bank),
        .behind_o(behind)
    );

    always_ff @(posedge clk_i) begin
      if (!rst_ni)          turn_q <= '0;
      else if (mem_valid_o) turn_q <= mem_ready_i ? behind : mem_bank;
    end
  end else begin : gen_one
    assign mem_valid_o = mem_valids[0];
    assign mem_bank    = '0;
  end

  assign mem_kind_o   = mem_kinds[32'(mem_bank)*2 +: 2];
  assign mem_rider_o  = mem_riders[32'(mem_bank)*RiderWidth +: RiderWidth];
  assign mem_data_o   = mem_datas[32'(mem_bank)*DataWidth +: DataWidth];
  assign mem_be_o     = mem_bes[32'(mem_bank)*LineBytes +: LineBytes];
  assign mem_expect_o = mem_expects[32'(mem_bank)*DataWidth +: DataWidth];

  // The bank is the lowest bits of both numbers.
  assign mem_id_o     = IdWidth'(mem_ids[32'(mem_bank)*BankIdWidth +: BankIdWidth]) << BankBits
                        | IdWidth'(mem_bank);
  assign mem_line_o   = LineWidth'(mem_lines[32'(mem_bank)*BankLineWidth +: BankLineWidth])
                        << BankBits | LineWidth'(mem_bank);

endmodule
