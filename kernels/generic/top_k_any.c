/* SPDX-License-Identifier: MIT-0 */
/* Insertion into a sorted list of k per line: k is small, and nothing but the results is needed as memory. The cores
   share the lines. */
#include "top_k.h"

#define TW_LESS(a, b) ((a) < (b) || ((a) == (a) && (b) != (b))) /* NaN is not less than anything */

#define TW_TOP_K(name, type)                                                                         \
    static void name##_line(const tw_top_k_args *args, const type *x, type *values, int64_t *indices) \
    {                                                                                                \
        int32_t filled = 0;                                                                          \
        for (int32_t i = 0; i < args->length; ++i) {                                                 \
            const type value = x[i * args->inner];                                                   \
            int32_t place = filled;                                                                  \
            while (place > 0) {                                                                      \
                const type other = values[(place - 1) * args->inner];                                \
                if (!(args->largest ? TW_LESS(other, value) : TW_LESS(value, other)))                \
                    break;                                                                           \
                --place;                                                                             \
            }                                                                                        \
            if (place == args->k)                                                                    \
                continue;                                                                            \
            filled += filled < args->k;                                                              \
            for (int32_t to = filled - 1; to > place; --to) {                                        \
                values[to * args->inner] = values[(to - 1) * args->inner];                           \
                if (indices)                                                                         \
                    indices[to * args->inner] = indices[(to - 1) * args->inner];                     \
            }                                                                                        \
            values[place * args->inner] = value;                                                     \
            if (indices)                                                                             \
                indices[place * args->inner] = i;                                                    \
        }                                                                                            \
    }                                                                                                \
                                                                                                     \
    void name(const tw_top_k_args *args, const type *x, type *values, int64_t *indices)              \
    {                                                                                                \
        const tw_span lines = tw_team_share(args->outer * args->inner);                              \
        for (int32_t line = lines.begin; line < lines.end; ++line) {                                 \
            const int32_t outer = line / args->inner;                                                \
            const int32_t from = outer * args->length * args->inner + line % args->inner;            \
            const int32_t to = outer * args->k * args->inner + line % args->inner;                   \
            name##_line(args, x + from, values + to, indices ? indices + to : NULL);                 \
        }                                                                                            \
    }

TW_TOP_K(tw_top_k_f32, float)
TW_TOP_K(tw_top_k_i8, int8_t)
TW_TOP_K(tw_top_k_u8, uint8_t)
TW_TOP_K(tw_top_k_i32, int32_t)
TW_TOP_K(tw_top_k_i64, int64_t)
