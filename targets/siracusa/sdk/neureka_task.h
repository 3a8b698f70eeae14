/* SPDX-License-Identifier: MIT-0 */
/* On a board the driver library takes the place of the model: this header comes before kernels/include. */
#ifndef TW_NEUREKA_TASK_H
#define TW_NEUREKA_TASK_H

#include <neureka_siracusa_bsp.h>
#include <pulp_nnx_neureka.h>

#endif
