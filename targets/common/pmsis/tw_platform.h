/* SPDX-License-Identifier: MIT-0 */
/* Name this header when compiling for a board: -DTW_PLATFORM_HEADER='"tw_platform.h"'. Memories that the cores cannot
 * address have no section: main_pmsis.c refuses networks that use them. */
#ifndef TW_PLATFORM_H
#define TW_PLATFORM_H

#include <pmsis.h>

#define TW_MEMORY_L1 PI_L1
#define TW_CONSTANTS_L1 PI_L1
#define TW_MEMORY_L2 PI_L2
#define TW_CONSTANTS_L2 PI_L2

#endif
