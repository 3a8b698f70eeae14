/* SPDX-License-Identifier: MIT-0 */
/* On a board the driver library takes the place of the model: this header comes before kernels/include. */
#ifndef TW_NE16_TASK_H
#define TW_NE16_TASK_H

#include <ne16_pulp_bsp.h>
#include <pulp_nnx_ne16.h>

#endif
