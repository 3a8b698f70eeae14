/* SPDX-License-Identifier: MIT-0 */
/* The loop over the tiles of one node: copies tiles of its operands into near memory, runs the kernel on them, copies
 * the results back. With two slots an operand's next tile comes in while the kernel works on the present one, and a
 * result leaves while the next one is made. An operand whose tile stays the same is not copied again. */
#ifndef TW_TILES_H
#define TW_TILES_H

#include "tw_runtime.h"

enum { TW_TILE_AXES = 6, TW_TILE_OPERANDS = 16 };

/* How the place of a tile in its tensor follows one loop: max(0, index * step - before) * pitch bytes. */
typedef struct {
    int32_t step;
    int32_t before;
    int32_t pitch;
} tw_tile_move;

/* Sizes of a transfer: runs of bytes, in rows, in planes. */
typedef struct {
    int32_t bytes;
    int32_t rows;
    int32_t planes;
} tw_tile_size;

typedef struct {
    uint8_t *home;             /* begin of the tensor; constants are only read */
    uint8_t *near;             /* its slots, one after the other */
    int32_t slots;             /* 0: used at home */
    int32_t slot_bytes;
    int32_t row_pitch;         /* at home */
    int32_t plane_pitch;
    const tw_tile_move *moves; /* one per loop */
    const tw_tile_size *sizes; /* one per kind of tile */
} tw_tile_operand;

/* What the kernel gets: the kind of the tile and where its operands are. */
typedef struct {
    int32_t kind;
    uint8_t *data[TW_TILE_OPERANDS];
} tw_tile;

typedef struct {
    int32_t axes;                          /* number of loops, outermost first */
    int32_t count[TW_TILE_AXES];
    const uint8_t *kinds[TW_TILE_AXES];    /* per index of a loop; NULL: all alike */
    int32_t kind_step[TW_TILE_AXES];       /* the kind of a tile is the sum of kinds[a][index] * kind_step[a] */
    int32_t inputs;
    int32_t outputs;
    const tw_tile_operand *operands;       /* inputs, then outputs */
    int32_t cores;                         /* more than one: the kernel is run by a team */
    tw_team_function kernel;               /* its context is a const tw_tile */
    int32_t number;                        /* of the node, for the profile */
} tw_tile_loop;

void tw_tiles_run(const tw_tile_loop *loop);

#ifdef TW_PROFILE_TILING
/* Called after each tile, with cycles of tw_cycles: waiting for inputs, in the kernel, waiting for results to leave. */
void tw_profile_tile(int32_t node, int32_t tile, uint64_t input_wait, uint64_t kernel, uint64_t output_wait);
#endif

#endif
