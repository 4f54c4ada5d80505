// SPDX-License-Identifier: Apache-2.0
//
// The kernel of viterbi; the sequences are others.
#include "../viterbi/kernel.c"
