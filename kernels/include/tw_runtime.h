/* SPDX-License-Identifier: MIT-0 */
/* The small interface between a network and the platform it runs on. Kernels use tw_team_share and tw_team_barrier,
 * nothing else; network.c uses the rest. Every platform implements all of it.
 *
 * A platform that wants the memories in sections of its own defines TW_MEMORY_<name> (before the arena of a memory) and
 * TW_CONSTANTS_<name> (before its constants) in a header, and names that header when it compiles:
 * -DTW_PLATFORM_HEADER='"platform.h"'. Without, they are plain arrays. */
#ifndef TW_RUNTIME_H
#define TW_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef TW_PLATFORM_HEADER
#include TW_PLATFORM_HEADER
#endif

/* ---- engines ---- */

/* Makes an engine of the target ready for work on `cores` cores; 0 when it is. Called once, before the first run. */
int tw_engine_open(const char *name, int32_t cores);
/* Gives it back. Allowed for an engine that never became ready. */
void tw_engine_close(const char *name);

/* ---- teams ---- */

/* Half-open range of work items. */
typedef struct {
    int32_t begin;
    int32_t end;
} tw_span;

typedef void (*tw_team_function)(void *context);

/* Runs function(context) once on each of `cores` cores and returns when all are done. What the caller wrote before is
 * visible to them, and what they wrote to the caller afterwards. Not from within a team. */
void tw_team_run(int32_t cores, tw_team_function function, void *context);

/* The calling core's contiguous share of `count` items; all of them on a single core. */
tw_span tw_team_share(int32_t count);

/* Waits until every core of the team is here; returns at once on a single core. */
void tw_team_barrier(void);

/* ---- copies between memories ---- */

/* A copy that has been started. */
typedef uint32_t tw_transfer;

/* Makes copies possible; 0 when they are. Called once, before the first run. */
int tw_dma_open(void);
void tw_dma_close(void);

/* Starts a copy of `bytes` bytes and returns at once: neither side may be touched before tw_dma_wait, except that both
 * may read `from`. Copies may overtake each other. The memories are known by the addresses. */
tw_transfer tw_dma_start(void *to, const void *from, int32_t bytes);

/* A copy of `planes` times `rows` runs of `bytes` bytes. Pitches are the bytes from one run, or plane, to the next; each
 * at least 0, and without meaning where there is only one. */
typedef struct {
    void *to;
    const void *from;
    int32_t bytes;
    int32_t rows;
    int32_t planes;
    int32_t to_row;
    int32_t from_row;
    int32_t to_plane;
    int32_t from_plane;
} tw_copy;

/* The same as tw_dma_start for copies with gaps. `copy` itself is read before the function returns. */
tw_transfer tw_dma_start_strided(const tw_copy *copy);

/* Returns when the copy is complete and visible to all cores. Each transfer is waited for once, in any order. */
void tw_dma_wait(tw_transfer transfer);

/* ---- time ---- */

/* Cycles (or ticks, as the target's README says) since some moment. */
uint64_t tw_cycles(void);

#endif
