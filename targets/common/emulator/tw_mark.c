/* SPDX-License-Identifier: MIT-0 */
/* Emulated cores have no counter of cycles that would mean anything. Calls are numbered instead, so that they can be
 * told apart; the instructions between them are what tw_insn_plugin.c counts. */
#include "tw_runtime.h"

uint64_t tw_cycles(void)
{
    static uint64_t calls;
    return calls++;
}
