// SPDX-License-Identifier: Apache-2.0
#include "isa/launch.h"

#include "isa/decode.h"

// 0: more than 32 bits hold.
static uint32_t count(const struct isa_dim *dim)
{
    uint64_t product = 1;
    for (int i = 0; i < 3; i++) {
        product *= dim->n[i];
        if (product > UINT32_MAX) return 0;
    }
    return (uint32_t)product;
}

const char *isa_launch_check(const struct isa_launch *launch)
{
    uint32_t threads = count(&launch->threads);
    if (threads == 0 || threads > ISA_MAX_THREADS) return "a block has 1 to 1024 threads";
    if (count(&launch->blocks) == 0)
        return "a grid has 1 to 2^32 - 1 blocks, in each direction one";
    if (launch->shared_bytes < launch->image->shared_bytes)
        return "less shared memory than the SHARED variables need";
    if (launch->shared_bytes > ISA_MAX_SHARED) return "a block has at most 16 MiB of shared memory";
    if (launch->stack_bytes == 0 || launch->stack_bytes % 16 != 0 ||
        launch->stack_bytes > ISA_MAX_STACK)
        return "a stack is a multiple of 16 bytes, 1 MiB at most";
    return NULL;
}

uint32_t isa_dim_count(const struct isa_dim *dim) { return dim->n[0] * dim->n[1] * dim->n[2]; }

struct isa_dim isa_dim_place(const struct isa_dim *dim, uint32_t rank)
{
    struct isa_dim place;
    for (int i = 0; i < 3; i++) {
        place.n[i] = rank % dim->n[i];
        rank /= dim->n[i];
    }
    return place;
}

// Whether a CSR is the first of three, or one of those behind it.
static bool one_of(uint32_t number, uint32_t first) { return number - first < 3; }

bool isa_launch_csr(const struct isa_launch *launch, uint32_t number, const struct isa_dim *thread,
                    const struct isa_dim *block, uint32_t *value)
{
    uint32_t axis = number % 4;
    if (one_of(number, ISA_CSR_THREAD)) *value = thread->n[axis];
    else if (one_of(number, ISA_CSR_THREADS)) *value = launch->threads.n[axis];
    else if (one_of(number, ISA_CSR_BLOCK)) *value = block->n[axis];
    else if (one_of(number, ISA_CSR_BLOCKS)) *value = launch->blocks.n[axis];
    else if (number == ISA_CSR_ARGUMENTS) *value = launch->arguments;
    else if (number == ISA_CSR_STACK_TOP) *value = ISA_LOCAL_BASE + launch->stack_bytes;
    else if (number == ISA_CSR_SHARED_BYTES) *value = launch->shared_bytes;
    else return false;
    return true;
}
