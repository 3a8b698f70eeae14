/* SPDX-License-Identifier: Apache-2.0 */
/* The board's part of pulp-nnx, just enough of it to compile against. */
#ifndef STUB_NEUREKA_SIRACUSA_BSP_H
#define STUB_NEUREKA_SIRACUSA_BSP_H

typedef struct { int stub; } neureka_dev_t;
typedef struct { int max_stall; } neureka_siracusa_conf_t;
const neureka_dev_t *neureka_siracusa_get_dev(void);

#endif
