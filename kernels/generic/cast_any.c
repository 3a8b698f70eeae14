/* SPDX-License-Identifier: MIT-0 */
/* Casts between float32, the integer types and bool. The cores share the elements. */
#include "cast.h"

static int64_t integer_at(int32_t type, const void *x, int32_t i)
{
    switch (type) {
    case TW_CAST_BOOL:
    case TW_CAST_U8:
        return ((const uint8_t *)x)[i];
    case TW_CAST_I8:
        return ((const int8_t *)x)[i];
    case TW_CAST_U16:
        return ((const uint16_t *)x)[i];
    case TW_CAST_I16:
        return ((const int16_t *)x)[i];
    case TW_CAST_U32:
        return ((const uint32_t *)x)[i];
    case TW_CAST_I32:
        return ((const int32_t *)x)[i];
    default:
        return ((const int64_t *)x)[i];
    }
}

static void put_integer(int32_t type, void *y, int32_t i, int64_t value)
{
    switch (type) {
    case TW_CAST_F32:
        ((float *)y)[i] = (float)value;
        break;
    case TW_CAST_BOOL:
        ((uint8_t *)y)[i] = value != 0;
        break;
    case TW_CAST_U8:
    case TW_CAST_I8:
        ((uint8_t *)y)[i] = (uint8_t)value;
        break;
    case TW_CAST_U16:
    case TW_CAST_I16:
        ((uint16_t *)y)[i] = (uint16_t)value;
        break;
    case TW_CAST_U32:
    case TW_CAST_I32:
        ((uint32_t *)y)[i] = (uint32_t)value;
        break;
    default:
        ((int64_t *)y)[i] = value;
        break;
    }
}

/* Towards zero, within the ends of the integer type. */
static int64_t truncated(int32_t to, float value)
{
    int64_t low = INT64_MIN;
    int64_t high = INT64_MAX;
    switch (to) {
    case TW_CAST_U8:
        low = 0;
        high = UINT8_MAX;
        break;
    case TW_CAST_I8:
        low = INT8_MIN;
        high = INT8_MAX;
        break;
    case TW_CAST_U16:
        low = 0;
        high = UINT16_MAX;
        break;
    case TW_CAST_I16:
        low = INT16_MIN;
        high = INT16_MAX;
        break;
    case TW_CAST_U32:
        low = 0;
        high = UINT32_MAX;
        break;
    case TW_CAST_I32:
        low = INT32_MIN;
        high = INT32_MAX;
        break;
    default:
        break;
    }
    if (value != value)
        return 0;
    if (value >= (float)high)
        return high;
    return value <= (float)low ? low : (int64_t)value;
}

void tw_cast(const tw_cast_args *args, const void *x, void *y)
{
    const tw_span mine = tw_team_share(args->count);
    for (int32_t i = mine.begin; i < mine.end; ++i) {
        if (args->from != TW_CAST_F32) {
            put_integer(args->to, y, i, integer_at(args->from, x, i));
            continue;
        }
        const float value = ((const float *)x)[i];
        if (args->to == TW_CAST_F32)
            ((float *)y)[i] = value;
        else if (args->to == TW_CAST_BOOL)
            ((uint8_t *)y)[i] = value != 0.0F;
        else
            put_integer(args->to, y, i, truncated(args->to, value));
    }
}
