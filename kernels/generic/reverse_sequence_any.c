/* SPDX-License-Identifier: MIT-0 */
/* ReverseSequence for elements of any type. The cores share the steps. A length outside the sequence is brought to its
   nearest end. */
#include "reverse_sequence.h"

#include <string.h>

void tw_reverse_sequence(const tw_reverse_sequence_args *args, const void *x, const void *lengths, void *y)
{
    const tw_span mine = tw_team_share(args->batch * args->time);
    const size_t bytes = (size_t)args->inner * (size_t)args->elem_bytes;
    const int32_t fast = args->time_first ? args->batch : args->time;
    const int32_t step_rows = args->time_first ? args->batch : 1;
    for (int32_t row = mine.begin; row < mine.end; ++row) {
        const int32_t batch = args->time_first ? row % fast : row / fast;
        const int32_t step = args->time_first ? row / fast : row % fast;
        const int64_t length = tw_index_value(lengths, batch, args->index_bytes, args->index_signed);
        const int32_t used = length > args->time ? args->time : (int32_t)(length < 0 ? 0 : length);
        const int32_t from = step < used ? used - 1 - step : step;
        memcpy((uint8_t*)y + (size_t)row * bytes, (const uint8_t*)x + (size_t)(row + (from - step) * step_rows) * bytes,
               bytes);
    }
}
