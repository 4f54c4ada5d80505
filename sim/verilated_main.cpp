// SPDX-License-Identifier: Apache-2.0
// The clock. Everything else is C or SystemVerilog; this one file is C++ because Verilator's
// classes are. In each cycle: falling edge (the bench sets the inputs), rising edge (the checker
// compares, the block takes the edge).
#include <verilated.h>

#include "Vtb.h"
#if VM_TRACE
#include <verilated_vcd_c.h>
#endif

extern "C" {
#include "run.h"
}

int main(int argc, char **argv) {
    hd_run_start(argc, argv);
    VerilatedContext context;
    // Registers come up with random contents, a function of the seed: a missing reset shows.
    context.randReset(2);
    context.randSeed(static_cast<int>(hd_run.seed & 0x3fffffff) + 1);
    Vtb top{&context};
#if VM_TRACE
    VerilatedVcdC vcd;
    if (hd_run.waves != nullptr) {
        context.traceEverOn(true);
        top.trace(&vcd, 99);
        vcd.open(hd_run.waves);
    }
    const bool dump = hd_run.waves != nullptr;
#endif
    top.clk_i = 1;
    top.eval();
    while (!context.gotFinish() && hd_run_goes_on()) {
        for (int level = 0; level < 2; level++) {
            top.clk_i = level;
            top.eval();
#if VM_TRACE
            if (dump && hd_run.cycle >= hd_run.waves_from && hd_run.cycle <= hd_run.waves_to) {
                vcd.dump(10 * hd_run.cycle + 5 * level);
            }
#endif
        }
        hd_run.cycle++;
    }
    const bool finished = context.gotFinish();
    top.final();
#if VM_TRACE
    if (dump) vcd.close();
#endif
#if VM_COVERAGE
    context.coveragep()->write("coverage.dat");
#endif
    return hd_run_finish(finished);
}
