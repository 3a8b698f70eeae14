/* SPDX-License-Identifier: MIT-0 */
/* Host emulation of teams: core 0 is the caller, every other core a thread that waits for work. The largest engine
 * decides how many threads there are; engines with fewer cores use the first ones. */
#define _POSIX_C_SOURCE 200112L

#include "tw_runtime.h"

#include <pthread.h>

#define MOST_CORES 256

typedef struct {
    pthread_t thread;
    int32_t core;
    uint32_t seen;             /* number of the last job that it looked at */
} worker;

static struct {
    pthread_mutex_t lock;      /* guards everything below */
    pthread_cond_t changed;
    worker workers[MOST_CORES];
    int32_t threads;
    int32_t open_engines;
    int closing;
    uint32_t job;              /* number of the current job */
    tw_team_function function;
    void *context;
    int32_t cores;
    int32_t busy;              /* workers that have not finished the job */
    int32_t waiting;           /* cores at the barrier */
    uint32_t barrier;          /* number of barriers passed */
} team = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER, .cores = 1};

static __thread int32_t my_core = 0;
static __thread int32_t my_team = 1;

static void run_as(int32_t core, int32_t cores, tw_team_function function, void *context)
{
    my_core = core;
    my_team = cores;
    function(context);
    my_core = 0;
    my_team = 1;
}

static void *work(void *argument)
{
    worker *me = (worker *)argument;
    pthread_mutex_lock(&team.lock);
    for (;;) {
        while (!team.closing && me->seen == team.job)
            pthread_cond_wait(&team.changed, &team.lock);
        if (team.closing)
            break;
        me->seen = team.job;
        if (me->core >= team.cores)
            continue;
        const tw_team_function function = team.function;
        void *const context = team.context;
        const int32_t cores = team.cores;
        pthread_mutex_unlock(&team.lock);
        run_as(me->core, cores, function, context);
        pthread_mutex_lock(&team.lock);
        if (--team.busy == 0)
            pthread_cond_broadcast(&team.changed);
    }
    pthread_mutex_unlock(&team.lock);
    return NULL;
}

int tw_engine_open(const char *name, int32_t cores)
{
    int failed = cores > MOST_CORES;
    (void)name;
    pthread_mutex_lock(&team.lock);
    ++team.open_engines;
    while (!failed && team.threads < cores - 1) {
        worker *const next = &team.workers[team.threads];
        next->core = team.threads + 1;
        next->seen = team.job;
        failed = pthread_create(&next->thread, NULL, work, next) != 0;
        if (!failed)
            ++team.threads;
    }
    pthread_mutex_unlock(&team.lock);
    return failed;
}

/* The threads end with the last engine. */
void tw_engine_close(const char *name)
{
    int32_t threads = 0;
    (void)name;
    pthread_mutex_lock(&team.lock);
    if (team.open_engines > 0 && --team.open_engines == 0) {
        threads = team.threads;
        team.closing = 1;
        pthread_cond_broadcast(&team.changed);
    }
    pthread_mutex_unlock(&team.lock);
    for (int32_t i = 0; i < threads; ++i)
        pthread_join(team.workers[i].thread, NULL);
    if (threads > 0) {
        team.threads = 0;
        team.closing = 0;
    }
}

void tw_team_run(int32_t cores, tw_team_function function, void *context)
{
    pthread_mutex_lock(&team.lock);
    team.function = function;
    team.context = context;
    team.cores = cores;
    team.busy = cores - 1;
    ++team.job;
    pthread_cond_broadcast(&team.changed);
    pthread_mutex_unlock(&team.lock);
    run_as(0, cores, function, context);
    pthread_mutex_lock(&team.lock);
    while (team.busy > 0)
        pthread_cond_wait(&team.changed, &team.lock);
    pthread_mutex_unlock(&team.lock);
}

tw_span tw_team_share(int32_t count)
{
    const tw_span share = {(int32_t)((int64_t)count * my_core / my_team), (int32_t)((int64_t)count * (my_core + 1) / my_team)};
    return share;
}

void tw_team_barrier(void)
{
    if (my_team == 1)
        return;
    pthread_mutex_lock(&team.lock);
    const uint32_t passed = team.barrier;
    if (++team.waiting == my_team) {
        team.waiting = 0;
        ++team.barrier;
        pthread_cond_broadcast(&team.changed);
    }
    while (team.barrier == passed)
        pthread_cond_wait(&team.changed, &team.lock);
    pthread_mutex_unlock(&team.lock);
}
