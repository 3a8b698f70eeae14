/* SPDX-License-Identifier: Apache-2.0 */
/* The names of PMSIS that our runtime uses, just enough of them to compile against. */
#ifndef STUB_PMSIS_H
#define STUB_PMSIS_H

#include <stdint.h>

#define PI_L1 __attribute__((section(".l1")))
#define PI_L2 __attribute__((section(".l2")))
#define PI_PERF_CYCLES 0

struct pi_device { int stub; };
struct pi_cluster_conf { int stub; };
struct pi_cluster_task { int stub; };
typedef enum { PI_CL_DMA_DIR_LOC2EXT, PI_CL_DMA_DIR_EXT2LOC } pi_cl_dma_dir_e;
typedef struct { int stub; } pi_cl_dma_cmd_t;

void pi_cluster_conf_init(struct pi_cluster_conf *conf);
void pi_open_from_conf(struct pi_device *device, void *conf);
int pi_cluster_open(struct pi_device *device);
int pi_cluster_close(struct pi_device *device);
struct pi_cluster_task *pi_cluster_task(struct pi_cluster_task *task, void (*entry)(void *), void *argument);
int pi_cluster_send_task_to_cl(struct pi_device *device, struct pi_cluster_task *task);
void pi_cl_team_fork(int cores, void (*entry)(void *), void *argument);
void pi_cl_team_barrier(void);
uint32_t pi_core_id(void);
void pi_cl_dma_cmd(uint32_t ext, uint32_t loc, uint32_t size, pi_cl_dma_dir_e direction, pi_cl_dma_cmd_t *command);
void pi_cl_dma_cmd_2d(uint32_t ext, uint32_t loc, uint32_t size, uint32_t stride, uint32_t length, pi_cl_dma_dir_e direction,
                      pi_cl_dma_cmd_t *command);
void pi_cl_dma_cmd_wait(pi_cl_dma_cmd_t *command);
void pi_perf_conf(uint32_t events);
void pi_perf_start(void);
void pi_perf_stop(void);
uint32_t pi_perf_read(int event);

#endif
