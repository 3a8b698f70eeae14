/* SPDX-License-Identifier: MIT-0 */
/* Cluster and DMA of the PULP family through PMSIS. The network runs on the cluster: core 0 of a team is the caller. */
#include "tw_copy.h"

#include <pmsis.h>

#define CORES 8                /* of the clusters of this family, besides the one that directs */
#define CHANNELS 64            /* that network.c may have in use */
#define HARDWARE_CHANNELS 15   /* of the DMA, with one to spare; later copies are waited for at once */
#define MOST_BYTES 65532       /* of one command, a multiple of the words of the memories */

typedef enum { FREE, STARTED, DONE } channel_state;

static struct {
    channel_state state;
    pi_cl_dma_cmd_t command;   /* the last of the copy */
} channels[CHANNELS];
static int32_t in_flight;
static int32_t team_cores = 1;

typedef struct {
    uint32_t far;
    uint32_t near;
    pi_cl_dma_dir_e direction;
} ends;

int tw_engine_open(const char *name, int32_t cores)
{
    (void)name;
    return cores > CORES;
}

void tw_engine_close(const char *name)
{
    (void)name;
}

void tw_team_run(int32_t cores, tw_team_function function, void *context)
{
    team_cores = cores;
    if (cores == 1)
        function(context);
    else
        pi_cl_team_fork((int)cores, function, context);
    team_cores = 1;
}

tw_span tw_team_share(int32_t count)
{
    const int64_t core = team_cores == 1 ? 0 : (int64_t)pi_core_id();
    const tw_span share = {(int32_t)(count * core / team_cores), (int32_t)(count * (core + 1) / team_cores)};
    return share;
}

void tw_team_barrier(void)
{
    if (team_cores > 1)
        pi_cl_team_barrier();
}

int tw_dma_open(void)
{
    return 0;
}

void tw_dma_close(void)
{
}

/* The memory next to the cores is where the cluster begins. */
static int is_near(const void *place)
{
    return ((uintptr_t)place >> 24) == 0x10u;
}

/* Far and near as the DMA calls them, `to` and `from` of the copy moved by so many bytes. */
static ends ends_of(const tw_copy *copy, ptrdiff_t to_offset, ptrdiff_t from_offset)
{
    const uint32_t to = (uint32_t)((uintptr_t)copy->to + (uintptr_t)to_offset);
    const uint32_t from = (uint32_t)((uintptr_t)copy->from + (uintptr_t)from_offset);
    const ends in = {from, to, PI_CL_DMA_DIR_EXT2LOC};
    const ends out = {to, from, PI_CL_DMA_DIR_LOC2EXT};
    return is_near(copy->to) ? in : out;
}

/* Commands of one channel follow each other: only the last is left to wait for. */
static void next_command(int32_t index)
{
    if (channels[index].state == STARTED)
        pi_cl_dma_cmd_wait(&channels[index].command);
    channels[index].state = STARTED;
}

static void start_run(int32_t index, const tw_copy *copy, ptrdiff_t to_offset, ptrdiff_t from_offset)
{
    for (int32_t done = 0; done < copy->bytes; done += MOST_BYTES) {
        const int32_t left = copy->bytes - done;
        const ends at = ends_of(copy, to_offset + done, from_offset + done);
        next_command(index);
        pi_cl_dma_cmd(at.far, at.near, (uint32_t)(left < MOST_BYTES ? left : MOST_BYTES), at.direction, &channels[index].command);
    }
}

/* Rows of one plane. The DMA takes gaps on the far side only. */
static void start_rows(int32_t index, const tw_copy *copy, ptrdiff_t to_offset, ptrdiff_t from_offset)
{
    const int inwards = is_near(copy->to);
    const int32_t far_row = inwards ? copy->from_row : copy->to_row;
    const int32_t near_row = inwards ? copy->to_row : copy->from_row;
    if (copy->rows > 1 && near_row == copy->bytes && (int64_t)copy->rows * copy->bytes <= MOST_BYTES) {
        const ends at = ends_of(copy, to_offset, from_offset);
        next_command(index);
        pi_cl_dma_cmd_2d(at.far, at.near, (uint32_t)(copy->rows * copy->bytes), (uint32_t)far_row, (uint32_t)copy->bytes,
                         at.direction, &channels[index].command);
        return;
    }
    for (int32_t row = 0; row < copy->rows; ++row)
        start_run(index, copy, to_offset + (ptrdiff_t)row * copy->to_row, from_offset + (ptrdiff_t)row * copy->from_row);
}

tw_transfer tw_dma_start(void *to, const void *from, int32_t bytes)
{
    const tw_copy copy = {.to = to, .from = from, .bytes = bytes, .rows = 1, .planes = 1};
    return tw_dma_start_strided(&copy);
}

tw_transfer tw_dma_start_strided(const tw_copy *copy)
{
    int32_t index = 0;
    while (index < CHANNELS - 1 && channels[index].state != FREE)
        ++index;
    if (is_near(copy->to) == is_near(copy->from))
        tw_copy_runs(copy);    /* within one memory: not the DMA's */
    else
        for (int32_t plane = 0; plane < copy->planes; ++plane)
            start_rows(index, copy, (ptrdiff_t)plane * copy->to_plane, (ptrdiff_t)plane * copy->from_plane);
    if (channels[index].state == STARTED && ++in_flight > HARDWARE_CHANNELS) {
        pi_cl_dma_cmd_wait(&channels[index].command);
        channels[index].state = DONE;
        --in_flight;
    } else if (channels[index].state == FREE) {
        channels[index].state = DONE;
    }
    return (tw_transfer)index;
}

void tw_dma_wait(tw_transfer transfer)
{
    if (channels[transfer].state == STARTED) {
        pi_cl_dma_cmd_wait(&channels[transfer].command);
        --in_flight;
    }
    channels[transfer].state = FREE;
}

uint64_t tw_cycles(void)
{
    return pi_perf_read(PI_PERF_CYCLES);
}
