/* SPDX-License-Identifier: MIT-0 */
/* A cluster whose cores and copying core talk through memory: the runtime of platforms that start one program on all
 * cores. Core 0 runs the network. Before it includes this file, a platform defines
 *   TW_CORES               cores that compute; core TW_CORES copies
 *   RUNTIME                attributes of all functions here, or nothing
 *   my_core()              number of the calling core
 *   wake(core)             ends its wait, if it is in one
 *   WAIT_UNTIL(condition)  a statement that returns when the condition holds
 *   copy_now(copy)         on the copying core: does the copy and returns when it is done */
#ifndef TW_CLUSTER_H
#define TW_CLUSTER_H

#include "tw_runtime.h"

#define CHANNELS 64
#define LOAD(place) __atomic_load_n(&(place), __ATOMIC_ACQUIRE)
#define STORE(place, value) __atomic_store_n(&(place), (value), __ATOMIC_RELEASE)

static struct {
    tw_team_function function;
    void *context;
    int32_t cores;                /* of the team at work; 0 and 1: hart 0 alone */
    uint32_t go[TW_CORES];        /* number of the last job of each core */
    int32_t busy;                 /* cores that have not finished theirs */
    int32_t waiting;              /* cores at the barrier */
    uint32_t barrier;             /* number of barriers passed */
} team;

typedef enum { FREE, STARTED, DONE } channel_state;

static struct {
    uint32_t state;
    tw_copy copy;
} channels[CHANNELS];

RUNTIME static void work(int32_t core)
{
    uint32_t seen = 0;
    for (;;) {
        WAIT_UNTIL(LOAD(team.go[core]) != seen);
        seen = LOAD(team.go[core]);
        team.function(team.context);
        if (__atomic_sub_fetch(&team.busy, 1, __ATOMIC_ACQ_REL) == 0)
            wake(0);
    }
}

/* The first channel in this state; CHANNELS when there is none. */
RUNTIME static uint32_t find(channel_state state)
{
    uint32_t index = 0;
    while (index < CHANNELS && LOAD(channels[index].state) != (uint32_t)state)
        ++index;
    return index;
}

RUNTIME static void copy_all(void)
{
    for (;;) {
        uint32_t index;
        WAIT_UNTIL((index = find(STARTED)) < CHANNELS);
        copy_now(&channels[index].copy);
        STORE(channels[index].state, (uint32_t)DONE);
        wake(0);
    }
}

RUNTIME int tw_engine_open(const char *name, int32_t cores)
{
    (void)name;
    return cores > TW_CORES;
}

RUNTIME void tw_engine_close(const char *name)
{
    (void)name;
}

RUNTIME void tw_team_run(int32_t cores, tw_team_function function, void *context)
{
    team.function = function;
    team.context = context;
    team.cores = cores;
    STORE(team.busy, cores - 1);
    for (int32_t i = 1; i < cores; ++i) {
        STORE(team.go[i], team.go[i] + 1);
        wake(i);
    }
    function(context);
    WAIT_UNTIL(LOAD(team.busy) == 0);
    team.cores = 1;
}

RUNTIME tw_span tw_team_share(int32_t count)
{
    const int64_t cores = team.cores > 1 ? team.cores : 1;
    const int32_t core = my_core();
    const tw_span share = {(int32_t)(count * core / cores), (int32_t)((int64_t)count * (core + 1) / cores)};
    return share;
}

RUNTIME void tw_team_barrier(void)
{
    if (team.cores <= 1)
        return;
    const uint32_t passed = LOAD(team.barrier);
    if (__atomic_add_fetch(&team.waiting, 1, __ATOMIC_ACQ_REL) == team.cores) {
        team.waiting = 0;
        STORE(team.barrier, passed + 1);
        for (int32_t i = 0; i < team.cores; ++i)
            wake(i);
    }
    WAIT_UNTIL(LOAD(team.barrier) != passed);
}

RUNTIME int tw_dma_open(void)
{
    return 0;
}

RUNTIME void tw_dma_close(void)
{
}

RUNTIME tw_transfer tw_dma_start(void *to, const void *from, int32_t bytes)
{
    const tw_copy copy = {.to = to, .from = from, .bytes = bytes, .rows = 1, .planes = 1};
    return tw_dma_start_strided(&copy);
}

RUNTIME tw_transfer tw_dma_start_strided(const tw_copy *copy)
{
    const tw_transfer index = find(FREE);
    if (index == CHANNELS)          /* more than anybody starts without waiting */
        for (;;)
            continue;
    channels[index].copy = *copy;
    STORE(channels[index].state, (uint32_t)STARTED);
    wake(TW_CORES);
    return index;
}

RUNTIME void tw_dma_wait(tw_transfer transfer)
{
    WAIT_UNTIL(LOAD(channels[transfer].state) == DONE);
    STORE(channels[transfer].state, (uint32_t)FREE);
}

#endif
