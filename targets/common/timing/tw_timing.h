/* SPDX-License-Identifier: MIT-0 */
/* Times the nodes of a network on the machine that it runs on, one by one and as a whole. */
#ifndef TW_TIMING_H
#define TW_TIMING_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    void (*prepare)(void);               /* sets the inputs of the network */
    void (*const *nodes)(void);          /* in the order of the run */
    int32_t count;
    void (*whole)(void);                 /* all of them */
} tw_timed_network;

typedef struct {
    int32_t warmup;                      /* calls before measuring; up to five times as many until they agree */
    int32_t runs;                        /* samples */
    double minimum_us;                   /* length of a sample; 0: one call */
    double maximum_s;                    /* per node: fewer samples rather than more time, but at least three */
    int32_t cold;                        /* 1: caches are swept before each sample, which is one call */
    int64_t sweep_bytes;                 /* 0: twice the last level of cache */
    int32_t core;                        /* to pin the thread to; -1: the last one that is allowed; -2: do not pin */
} tw_timing_plan;

/* Writes lines to stdout:
 *   CLOCK overhead granularity          ns
 *   PINNED core                         -1: it was not possible
 *   FLUSH 0|1                           denormal numbers become zero
 *   SWEPT bytes                         cold only
 *   INNER node calls                    in a sample; node -1 is the whole network
 *   LAT node ns                         one sample, ns a call
 *   ROUND number                        a sample of each node is done
 * Every round walks through the network in its order, so that each node finds the operands that it would find. */
void tw_timing_run(const tw_timed_network *network, const tw_timing_plan *plan);

/* For main: WARMUP RUNS MINIMUM_US MAXIMUM_S COLD CORE. 0 when they are all there. */
int tw_timing_arguments(int argc, char **argv, tw_timing_plan *plan);

#ifdef __cplusplus
}
#endif

#endif
