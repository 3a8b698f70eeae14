/* SPDX-License-Identifier: MIT-0 */
/* Host emulation of a DMA: a thread that copies while the program goes on. With TW_DMA_DELAY=<microseconds> in the
 * environment every copy is late by a random time up to that, and copies overtake each other, which brings out a wait
 * that is missing. TW_DMA_SEED=<number> gives other times. */
#define _POSIX_C_SOURCE 200112L

#include "tw_copy.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define CHANNELS 64

typedef enum { FREE, STARTED, DONE } channel_state;

typedef struct {
    channel_state state;
    tw_copy copy;
} channel;

static struct {
    pthread_mutex_t lock;      /* guards everything below */
    pthread_cond_t changed;
    pthread_t thread;
    channel channels[CHANNELS];
    int32_t users;
    int closing;
    uint32_t most_delay;       /* microseconds */
    uint32_t random;
} dma = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER, .random = 2463534242u};

static uint32_t next_random(void)
{
    dma.random ^= dma.random << 13;
    dma.random ^= dma.random >> 17;
    dma.random ^= dma.random << 5;
    return dma.random;
}

/* A channel in this state, searched from a random one when copies are late; -1 when there is none. */
static int32_t find(channel_state state)
{
    const uint32_t first = dma.most_delay > 0 ? next_random() % CHANNELS : 0;
    for (uint32_t i = 0; i < CHANNELS; ++i)
        if (dma.channels[(first + i) % CHANNELS].state == state)
            return (int32_t)((first + i) % CHANNELS);
    return -1;
}

static void pause_for(uint32_t microseconds)
{
    const struct timespec pause = {(time_t)(microseconds / 1000000u), (long)(microseconds % 1000000u) * 1000};
    nanosleep(&pause, NULL);
}

static void *copy_all(void *argument)
{
    (void)argument;
    pthread_mutex_lock(&dma.lock);
    while (!dma.closing) {
        const int32_t index = find(STARTED);
        if (index < 0) {
            pthread_cond_wait(&dma.changed, &dma.lock);
            continue;
        }
        channel *const mine = &dma.channels[index];
        const uint32_t delay = dma.most_delay > 0 ? next_random() % (dma.most_delay + 1) : 0;
        pthread_mutex_unlock(&dma.lock);
        if (delay > 0)
            pause_for(delay);
        tw_copy_runs(&mine->copy);
        pthread_mutex_lock(&dma.lock);
        mine->state = DONE;
        pthread_cond_broadcast(&dma.changed);
    }
    pthread_mutex_unlock(&dma.lock);
    return NULL;
}

int tw_dma_open(void)
{
    int failed = 0;
    pthread_mutex_lock(&dma.lock);
    if (dma.users++ == 0) {
        const char *const delay = getenv("TW_DMA_DELAY");
        const char *const seed = getenv("TW_DMA_SEED");
        dma.most_delay = delay != NULL ? (uint32_t)strtoul(delay, NULL, 10) : 0;
        if (seed != NULL)
            dma.random = (uint32_t)strtoul(seed, NULL, 10) * 2654435761u | 1u;   /* never 0, which would stay 0 */
        dma.closing = 0;
        failed = pthread_create(&dma.thread, NULL, copy_all, NULL) != 0;
        dma.users -= failed;
    }
    pthread_mutex_unlock(&dma.lock);
    return failed;
}

void tw_dma_close(void)
{
    int last = 0;
    pthread_mutex_lock(&dma.lock);
    if (dma.users > 0 && --dma.users == 0) {
        last = 1;
        dma.closing = 1;
        pthread_cond_broadcast(&dma.changed);
    }
    pthread_mutex_unlock(&dma.lock);
    if (last)
        pthread_join(dma.thread, NULL);
}

tw_transfer tw_dma_start(void *to, const void *from, int32_t bytes)
{
    const tw_copy copy = {.to = to, .from = from, .bytes = bytes, .rows = 1, .planes = 1};
    return tw_dma_start_strided(&copy);
}

tw_transfer tw_dma_start_strided(const tw_copy *copy)
{
    pthread_mutex_lock(&dma.lock);
    const int32_t index = find(FREE);
    if (index < 0) {
        fprintf(stderr, "more than %d copies that nobody waits for\n", CHANNELS);
        abort();
    }
    channel *const mine = &dma.channels[index];
    mine->state = STARTED;
    mine->copy = *copy;
    pthread_cond_broadcast(&dma.changed);
    pthread_mutex_unlock(&dma.lock);
    return (tw_transfer)index;
}

void tw_dma_wait(tw_transfer transfer)
{
    pthread_mutex_lock(&dma.lock);
    while (dma.channels[transfer].state != DONE)
        pthread_cond_wait(&dma.changed, &dma.lock);
    dma.channels[transfer].state = FREE;
    pthread_mutex_unlock(&dma.lock);
}
