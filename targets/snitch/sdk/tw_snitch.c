/* SPDX-License-Identifier: MIT-0 */
/* The Snitch cluster: the SDK starts main on all cores of the cluster. Core 0 runs the network, the other compute cores
 * wait for team work, the data-mover core serves copies. Compile the project's main.c with -Dmain=network_main. */
#include "tw_runtime.h"

#include <snrt.h>

#define TW_CORES 8
#define RUNTIME
#define WAIT_UNTIL(condition) \
    while (!(condition))      \
    continue

int network_main(int argc, char **argv);
int main(void);

static int32_t my_core(void)
{
    return (int32_t)snrt_cluster_core_idx();
}

/* Cores look by themselves. */
static void wake(int32_t core)
{
    (void)core;
}

/* Two dimensions at a time. Waits for all transfers: the last one alone may never be reported as done. */
static void copy_now(const tw_copy *copy)
{
    for (int32_t plane = 0; plane < copy->planes; ++plane) {
        uint8_t *const to = (uint8_t *)copy->to + (ptrdiff_t)plane * copy->to_plane;
        const uint8_t *const from = (const uint8_t *)copy->from + (ptrdiff_t)plane * copy->from_plane;
        if (copy->rows == 1)
            snrt_dma_start_1d(to, from, (size_t)copy->bytes);
        else
            snrt_dma_start_2d(to, from, (size_t)copy->bytes, (size_t)copy->to_row, (size_t)copy->from_row, (size_t)copy->rows);
    }
    snrt_dma_wait_all();
}

#include "tw_cluster.h"

/* The other cores never return: the simulation ends with core 0. */
int main(void)
{
    int result = 0;
    snrt_cluster_hw_barrier();
    if (snrt_is_dm_core())
        copy_all();
    else if (my_core() != 0)
        work(my_core());
    else
        result = network_main(0, NULL);
    return result;
}

uint64_t tw_cycles(void)
{
    return snrt_mcycle();
}
