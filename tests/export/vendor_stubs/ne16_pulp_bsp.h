/* SPDX-License-Identifier: Apache-2.0 */
/* The board's part of pulp-nnx, just enough of it to compile against. */
#ifndef STUB_NE16_PULP_BSP_H
#define STUB_NE16_PULP_BSP_H

typedef struct { int stub; } ne16_dev_t;
typedef struct { int max_stall; } ne16_pulp_conf_t;
const ne16_dev_t *ne16_pulp_get_dev(void);

#endif
