/* SPDX-License-Identifier: MIT-0 */
/* Ticks are nanoseconds of the host's monotonic clock. */
#define _POSIX_C_SOURCE 199309L

#include "tw_runtime.h"

#include <time.h>

uint64_t tw_cycles(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return 0;
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
