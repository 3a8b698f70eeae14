/* SPDX-License-Identifier: MIT-0 */
#define _GNU_SOURCE
#include "tw_timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef __linux__
#include <sched.h>
#include <unistd.h>
#endif
#ifdef __SSE__
#include <xmmintrin.h>
#endif

/* A test gives a clock of its own. */
#ifndef TW_TIMING_NOW
#define TW_TIMING_NOW system_now
static double system_now(void)
{
    struct timespec now;
#ifdef CLOCK_MONOTONIC_RAW
    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
#else
    clock_gettime(CLOCK_MONOTONIC, &now);
#endif
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}
#else
double TW_TIMING_NOW(void);
#endif

#define CLOCK_READS 1000
#define MOST_CALLS 100000000

typedef struct {
    double overhead;
    double least;                        /* length of a sample */
    unsigned char *sweep;
    long sweep_bytes;
} timing_state;

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void measure_clock(const tw_timing_plan *plan, timing_state *state)
{
    static double steps[CLOCK_READS];
    double granularity = 1e9;
    for (int32_t i = 0; i < CLOCK_READS; ++i) {
        const double begin = TW_TIMING_NOW();
        steps[i] = TW_TIMING_NOW() - begin;
        if (steps[i] > 0 && steps[i] < granularity)
            granularity = steps[i];
    }
    qsort(steps, CLOCK_READS, sizeof steps[0], ascending);
    state->overhead = steps[CLOCK_READS / 2];
    if (granularity > 1e8)
        granularity = 1;
    state->least = plan->minimum_us * 1000;
    if (state->least > 0 && state->least < 100 * state->overhead)
        state->least = 100 * state->overhead;
    if (state->least > 0 && state->least < 1000 * granularity)
        state->least = 1000 * granularity;
    printf("CLOCK %.3f %.3f\n", state->overhead, granularity);
}

static int32_t pin(int32_t core)
{
#ifdef __linux__
    cpu_set_t allowed;
    if (core == -2 || sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return -1;
    for (int32_t i = CPU_SETSIZE - 1; core == -1 && i > 0; --i)
        if (CPU_ISSET((size_t)i, &allowed))
            core = i;
    if (core < 0)
        return -1;                       /* core 0 alone: interrupts live there, pinning to it gains nothing */
    CPU_ZERO(&allowed);
    CPU_SET((size_t)core, &allowed);
    return sched_setaffinity(0, sizeof allowed, &allowed) == 0 ? core : -1;
#else
    (void)core;
    return -1;
#endif
}

static int flush_denormals(void)
{
#ifdef __SSE__
    _mm_setcsr(_mm_getcsr() | 0x8040u);  /* results and operands */
    return 1;
#else
    return 0;
#endif
}

static void prepare_sweep(const tw_timing_plan *plan, timing_state *state)
{
    long cache = 0;
    if (!plan->cold)
        return;
#ifdef _SC_LEVEL3_CACHE_SIZE
    cache = sysconf(_SC_LEVEL3_CACHE_SIZE);
#endif
    if (cache <= 0)
        cache = 32L * 1024 * 1024;
    state->sweep_bytes = plan->sweep_bytes > 0 ? (long)plan->sweep_bytes : 2 * cache;
    state->sweep = calloc((size_t)state->sweep_bytes, 1);
    if (state->sweep == NULL)
        state->sweep_bytes = 0;
    printf("SWEPT %ld\n", state->sweep_bytes);
}

static void sweep(timing_state *state)
{
    for (long i = 0; i < state->sweep_bytes; i += 64)
        ((volatile unsigned char *)state->sweep)[i] += 1;
}

static double elapsed(void (*call)(void), int32_t calls, timing_state *state)
{
    const double begin = TW_TIMING_NOW();
    for (int32_t i = 0; i < calls; ++i)
        call();
    return TW_TIMING_NOW() - begin - state->overhead;
}

/* Calls until two of them in a row agree within a fifth, after at least the warm-up that was asked for. The last one. */
static double warm_up(void (*call)(void), const tw_timing_plan *plan, timing_state *state)
{
    double last = elapsed(call, 1, state);
    double spent = last;
    for (int32_t i = 1; i < 5 * plan->warmup; ++i) {
        const double next = elapsed(call, 1, state);
        const double change = next > last ? next - last : last - next;
        spent += next;
        last = next;
        if ((i + 1 >= plan->warmup && change <= 0.2 * last) || spent > plan->maximum_s * 5e8)
            break;
    }
    return last;
}

static int32_t calls_for(double one, const tw_timing_plan *plan, const timing_state *state)
{
    double calls;
    if (plan->cold || state->least <= 0 || one >= state->least)
        return 1;
    calls = state->least / (one > 1 ? one : 1) + 1;
    return calls > MOST_CALLS ? MOST_CALLS : (int32_t)calls;
}

static int32_t calibrate(void (*call)(void), int32_t node, const tw_timing_plan *plan, timing_state *state)
{
    int32_t inner = calls_for(warm_up(call, plan, state), plan, state);
    /* One call is a poor guess when it is short: try again on a sample. */
    if (inner > 1)
        inner = calls_for(elapsed(call, inner, state) / inner, plan, state);
    printf("INNER %d %d\n", (int)node, (int)inner);
    return inner;
}

static double sample(void (*call)(void), int32_t node, int32_t inner, timing_state *state)
{
    double all;
    sweep(state);
    all = elapsed(call, inner, state);
    printf("LAT %d %.3f\n", (int)node, all / inner);
    return all;
}

void tw_timing_run(const tw_timed_network *network, const tw_timing_plan *plan)
{
    timing_state state = {0};
    int32_t *inner = calloc((size_t)network->count + 1, sizeof inner[0]);
    double *spent = calloc((size_t)network->count + 1, sizeof spent[0]);
    if (inner == NULL || spent == NULL)
        return;
    printf("PINNED %d\n", (int)pin(plan->core));
    printf("FLUSH %d\n", flush_denormals());
    measure_clock(plan, &state);
    prepare_sweep(plan, &state);
    network->prepare();
    for (int32_t i = 0; i < network->count; ++i)
        inner[i] = calibrate(network->nodes[i], i, plan, &state);
    network->prepare();
    inner[network->count] = calibrate(network->whole, -1, plan, &state);
    for (int32_t round = 0; round < plan->runs; ++round) {
        network->prepare();
        for (int32_t i = 0; i < network->count; ++i) {
            if (round < 3 || spent[i] < plan->maximum_s * 1e9)
                spent[i] += sample(network->nodes[i], i, inner[i], &state);
            else
                network->nodes[i]();
        }
        network->prepare();
        if (round < 3 || spent[network->count] < plan->maximum_s * 1e9)
            spent[network->count] += sample(network->whole, -1, inner[network->count], &state);
        printf("ROUND %d\n", (int)round + 1);
        fflush(stdout);
    }
    free(state.sweep);
    free(spent);
    free(inner);
}

int tw_timing_arguments(int argc, char **argv, tw_timing_plan *plan)
{
    if (argc != 7)
        return 1;
    plan->warmup = atoi(argv[1]);
    plan->runs = atoi(argv[2]);
    plan->minimum_us = atof(argv[3]);
    plan->maximum_s = atof(argv[4]);
    plan->cold = atoi(argv[5]);
    plan->core = atoi(argv[6]);
    plan->sweep_bytes = 0;
    return plan->runs > 0 ? 0 : 1;
}
