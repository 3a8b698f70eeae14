/* SPDX-License-Identifier: MIT-0 */
#include "tw_tiles.h"

/* What is in the slots of one operand. */
typedef struct {
    int32_t current;             /* slot that the kernel uses */
    int32_t offset[2];           /* of the tile in each slot; -1: none */
    int32_t bytes[2];            /* all bytes of it */
    int32_t busy[2];             /* a transfer that nobody has waited for yet */
    tw_transfer transfer[2];
} slots;

typedef struct {
    int32_t index[TW_TILE_AXES];
    int32_t kind;
} position;

static position position_of(const tw_tile_loop *loop, int32_t tile)
{
    position at = {{0}, 0};
    for (int32_t axis = loop->axes - 1; axis >= 0; --axis) {
        at.index[axis] = tile % loop->count[axis];
        tile /= loop->count[axis];
        if (loop->kinds[axis] != NULL)
            at.kind += loop->kinds[axis][at.index[axis]] * loop->kind_step[axis];
    }
    return at;
}

static int32_t offset_of(const tw_tile_loop *loop, const tw_tile_operand *operand, const position *at)
{
    int32_t offset = 0;
    for (int32_t axis = 0; axis < loop->axes; ++axis) {
        const tw_tile_move *const move = &operand->moves[axis];
        const int32_t begin = at->index[axis] * move->step - move->before;
        offset += (begin > 0 ? begin : 0) * move->pitch;
    }
    return offset;
}

static int32_t total(const tw_tile_size *size)
{
    return size->bytes * size->rows * size->planes;
}

/* Between the tile's place at home and a slot, where its runs lie one after the other. */
static tw_transfer start(const tw_tile_operand *operand, int32_t offset, const tw_tile_size *size, int32_t slot, int is_output)
{
    uint8_t *const home = operand->home + offset;
    uint8_t *const near = operand->near + slot * operand->slot_bytes;
    tw_copy copy = {.bytes = size->bytes, .rows = size->rows, .planes = size->planes};
    copy.to = is_output ? home : near;
    copy.from = is_output ? near : home;
    copy.to_row = is_output ? operand->row_pitch : size->bytes;
    copy.from_row = is_output ? size->bytes : operand->row_pitch;
    copy.to_plane = is_output ? operand->plane_pitch : size->bytes * size->rows;
    copy.from_plane = is_output ? size->bytes * size->rows : operand->plane_pitch;
    return tw_dma_start_strided(&copy);
}

static void wait_for(slots *state, int32_t slot)
{
    if (state->busy[slot])
        tw_dma_wait(state->transfer[slot]);
    state->busy[slot] = 0;
}

/* Whether the slot holds this tile, or will. */
static int has(const slots *state, int32_t slot, int32_t offset, int32_t bytes)
{
    return state->offset[slot] == offset && state->bytes[slot] == bytes;
}

static void load(const tw_tile_operand *operand, slots *state, int32_t slot, int32_t offset, const tw_tile_size *size)
{
    state->offset[slot] = offset;
    state->bytes[slot] = total(size);
    if (state->bytes[slot] == 0)
        return;
    state->transfer[slot] = start(operand, offset, size, slot, 0);
    state->busy[slot] = 1;
}

/* Makes the tile at `at` the current one of every input. */
static void load_current(const tw_tile_loop *loop, slots *states, const position *at)
{
    for (int32_t i = 0; i < loop->inputs; ++i) {
        const tw_tile_operand *const operand = &loop->operands[i];
        const tw_tile_size *const size = &operand->sizes[at->kind];
        slots *const state = &states[i];
        if (operand->slots == 0)
            continue;
        const int32_t offset = offset_of(loop, operand, at);
        const int32_t other = (state->current + 1) % operand->slots;
        if (has(state, state->current, offset, total(size)))
            continue;
        if (!has(state, other, offset, total(size)))
            load(operand, state, other, offset, size);
        state->current = other;
    }
}

/* Starts what the tile at `next` needs, where there is a slot that is not in use. */
static void load_ahead(const tw_tile_loop *loop, slots *states, const position *next)
{
    for (int32_t i = 0; i < loop->inputs; ++i) {
        const tw_tile_operand *const operand = &loop->operands[i];
        const tw_tile_size *const size = &operand->sizes[next->kind];
        slots *const state = &states[i];
        if (operand->slots < 2)
            continue;
        const int32_t offset = offset_of(loop, operand, next);
        if (!has(state, state->current, offset, total(size)))
            load(operand, state, 1 - state->current, offset, size);
    }
}

static void take_output_slots(const tw_tile_loop *loop, slots *states, int32_t tile)
{
    for (int32_t i = loop->inputs; i < loop->inputs + loop->outputs; ++i) {
        if (loop->operands[i].slots == 0)
            continue;
        states[i].current = tile % loop->operands[i].slots;
        wait_for(&states[i], states[i].current);
    }
}

static void store(const tw_tile_loop *loop, slots *states, const position *at)
{
    for (int32_t i = loop->inputs; i < loop->inputs + loop->outputs; ++i) {
        const tw_tile_operand *const operand = &loop->operands[i];
        const tw_tile_size *const size = &operand->sizes[at->kind];
        slots *const state = &states[i];
        if (operand->slots == 0 || total(size) == 0)
            continue;
        state->transfer[state->current] = start(operand, offset_of(loop, operand, at), size, state->current, 1);
        state->busy[state->current] = 1;
    }
}

static void run_kernel(const tw_tile_loop *loop, const slots *states, const position *at)
{
    tw_tile tile = {.kind = at->kind};
    for (int32_t i = 0; i < loop->inputs + loop->outputs; ++i) {
        const tw_tile_operand *const operand = &loop->operands[i];
        tile.data[i] = operand->slots == 0 ? operand->home + offset_of(loop, operand, at)
                                           : operand->near + states[i].current * operand->slot_bytes;
    }
    if (loop->cores > 1)
        tw_team_run(loop->cores, loop->kernel, &tile);
    else
        loop->kernel(&tile);
}

#ifdef TW_PROFILE_TILING
#define NOW() tw_cycles()
#define PROFILE(...) tw_profile_tile(__VA_ARGS__)
#else
#define NOW() 0
#define PROFILE(...) ((void)0)
#endif

void tw_tiles_run(const tw_tile_loop *loop)
{
    slots states[TW_TILE_OPERANDS] = {{0}};
    int32_t tiles = 1;
    for (int32_t axis = 0; axis < loop->axes; ++axis)
        tiles *= loop->count[axis];
    for (int32_t i = 0; i < TW_TILE_OPERANDS; ++i)
        states[i].offset[0] = states[i].offset[1] = -1;
    for (int32_t tile = 0; tile < tiles; ++tile) {
        const position at = position_of(loop, tile);
        const uint64_t begin = NOW();
        load_current(loop, states, &at);
        if (tile + 1 < tiles) {
            const position next = position_of(loop, tile + 1);
            load_ahead(loop, states, &next);
        }
        for (int32_t i = 0; i < loop->inputs; ++i)
            wait_for(&states[i], states[i].current);
        const uint64_t loaded = NOW();
        take_output_slots(loop, states, tile);
        const uint64_t ready = NOW();
        run_kernel(loop, states, &at);
        const uint64_t done = NOW();
        store(loop, states, &at);
        PROFILE(loop->number, tile, loaded - begin, done - ready, ready - loaded);
        (void)begin, (void)loaded, (void)ready, (void)done;
    }
    for (int32_t i = loop->inputs; i < loop->inputs + loop->outputs; ++i)
        for (int32_t slot = 0; slot < 2; ++slot)
            wait_for(&states[i], slot);
}
