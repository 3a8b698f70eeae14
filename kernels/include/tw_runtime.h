/* SPDX-License-Identifier: MIT-0 */
/* What kernels may use of a target: a share of the work per core, and nothing else. Each target implements this. */
#ifndef TW_RUNTIME_H
#define TW_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

/* Half-open range of work items. */
typedef struct {
    int32_t begin;
    int32_t end;
} tw_span;

/* The calling core's contiguous share of `count` items; all of them on a single core. */
tw_span tw_team_share(int32_t count);

/* Waits until every core of the team is here; returns at once on a single core. */
void tw_team_barrier(void);

/* Cycles (or ticks, as the target's README says) since some moment. */
uint64_t tw_cycles(void);

#endif
