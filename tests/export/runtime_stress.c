/* SPDX-License-Identifier: Apache-2.0 */
/* Drives a runtime the way network.c does, only harder: teams of changing size with barriers between dependent steps,
 * many copies at once that are waited for in another order, engines opened and closed again. Exit code 0: all right. */
#include "tw_runtime.h"

#include <stdio.h>
#include <string.h>

#define ITEMS 1000
#define CORES 8
#define COPIES 12
#define BYTES 5000

static int32_t items[ITEMS];
static int32_t sums[CORES];
static int32_t total;
static uint8_t far_memory[COPIES][BYTES];
static uint8_t near_memory[COPIES][BYTES];

/* Each core adds its share; then one core adds the sums. */
static void add_all(void *context)
{
    const int32_t cores = *(const int32_t *)context;
    const tw_span mine = tw_team_share(ITEMS);
    const int32_t core = tw_team_share(cores).begin;
    const tw_span only_one = tw_team_share(1);
    sums[core] = 0;
    for (int32_t i = mine.begin; i < mine.end; ++i)
        sums[core] += items[i];
    tw_team_barrier();
    if (only_one.begin < only_one.end) {
        total = 0;
        for (int32_t i = 0; i < cores; ++i)
            total += sums[i];
    }
    tw_team_barrier();
    if (total < 0)          /* every core reads what one wrote */
        sums[core] = -1;
}

static int team_fails(int32_t round)
{
    int32_t cores = 1 + round % CORES;
    for (int32_t i = 0; i < ITEMS; ++i)
        items[i] = i * round;
    tw_team_run(cores, add_all, &cores);
    return total != ITEMS * (ITEMS - 1) / 2 * round;
}

static int copies_fail(int32_t round)
{
    tw_transfer transfers[COPIES];
    for (int32_t k = 0; k < COPIES; ++k) {
        memset(far_memory[k], (int)(round + k), BYTES);
        transfers[k] = tw_dma_start(near_memory[k], far_memory[k], BYTES);
    }
    for (int32_t k = COPIES - 1; k >= 0; --k)
        tw_dma_wait(transfers[k]);
    return memcmp(near_memory, far_memory, sizeof near_memory) != 0;
}

static int life_fails(void)
{
    int failed = tw_dma_open() != 0;
    failed |= tw_engine_open("cluster", CORES) != 0;
    failed |= tw_engine_open("helper", 1) != 0;
    for (int32_t round = 0; round < 100 && !failed; ++round)
        failed = team_fails(round) || copies_fail(round);
    tw_engine_close("helper");
    tw_engine_close("cluster");
    tw_dma_close();
    return failed;
}

int main(void)
{
    const uint64_t start = tw_cycles();
    for (int life = 0; life < 3; ++life)
        if (life_fails()) {
            printf("wrong in life %d\n", life);
            return 1;
        }
    return tw_cycles() < start;
}
