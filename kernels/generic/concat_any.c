/* SPDX-License-Identifier: MIT-0 */
/* Concatenation of elements of any type. The cores share the elements of y, so that one row is enough work for all. */
#include "concat.h"

#include <string.h>

void tw_concat(const tw_concat_args *args, const void *const *inputs, void *y)
{
    const tw_span mine = tw_team_share(args->outer * args->row);
    const size_t width = (size_t)args->elem_bytes;
    for (int32_t at = mine.begin; at < mine.end;) {
        const int32_t outer = at / args->row;
        int32_t inside = at % args->row;
        int32_t input = 0;
        while (inside >= args->run[input])
            inside -= args->run[input++];
        const int32_t run = args->run[input];
        const int32_t rest = mine.end - at;
        const int32_t length = run - inside < rest ? run - inside : rest;
        const uint8_t *from = (const uint8_t *)inputs[input] + ((size_t)outer * (size_t)run + (size_t)inside) * width;
        memcpy((uint8_t *)y + (size_t)at * width, from, (size_t)length * width);
        at += length;
    }
}
