/* SPDX-License-Identifier: MIT-0 */
/* Name this header when compiling for the cluster: -DTW_PLATFORM_HEADER='"tw_platform.h"'. Data of the program are in
 * the main memory, L3; the linker script of the SDK may give the cluster's memory another section. */
#ifndef TW_PLATFORM_H
#define TW_PLATFORM_H

#ifndef TW_SECTION_L1
#define TW_SECTION_L1 ".l1"
#endif
#define TW_MEMORY_L1 __attribute__((section(TW_SECTION_L1)))

#endif
