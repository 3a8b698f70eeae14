/* SPDX-License-Identifier: MIT-0 */
/* Runtime of a single core: it does all the work, and copies are complete when they return. */
#include "tw_copy.h"

int tw_engine_open(const char *name, int32_t cores)
{
    (void)name;
    return cores == 1 ? 0 : 1;
}

void tw_engine_close(const char *name)
{
    (void)name;
}

void tw_team_run(int32_t cores, tw_team_function function, void *context)
{
    (void)cores;
    function(context);
}

tw_span tw_team_share(int32_t count)
{
    const tw_span all = {0, count};
    return all;
}

void tw_team_barrier(void)
{
}

int tw_dma_open(void)
{
    return 0;
}

void tw_dma_close(void)
{
}

tw_transfer tw_dma_start(void *to, const void *from, int32_t bytes)
{
    memcpy(to, from, (size_t)bytes);
    return 0;
}

tw_transfer tw_dma_start_strided(const tw_copy *copy)
{
    tw_copy_runs(copy);
    return 0;
}

void tw_dma_wait(tw_transfer transfer)
{
    (void)transfer;
}
