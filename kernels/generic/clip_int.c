/* SPDX-License-Identifier: MIT-0 */
#include "clip.h"

#define TW_CLIP(suffix, type)                                                        \
    void tw_clip_##suffix(const tw_clip_args *args, const type *x, type *y)          \
    {                                                                                \
        const tw_span mine = tw_team_share(args->count);                             \
        for (int32_t i = mine.begin; i < mine.end; ++i) {                            \
            const int32_t v = x[i];                                                  \
            const int32_t raised = v < args->whole_low ? args->whole_low : v;        \
            y[i] = (type)(raised > args->whole_high ? args->whole_high : raised);    \
        }                                                                            \
    }

TW_CLIP(i8, int8_t)
TW_CLIP(u8, uint8_t)
TW_CLIP(i16, int16_t)
TW_CLIP(u16, uint16_t)
TW_CLIP(i32, int32_t)
