/* SPDX-License-Identifier: Apache-2.0 */
/* The names of the Snitch runtime that ours uses, just enough of them to compile against. */
#ifndef STUB_SNRT_H
#define STUB_SNRT_H

#include <stddef.h>
#include <stdint.h>

typedef uint32_t snrt_dma_txid_t;

uint32_t snrt_cluster_core_idx(void);
int snrt_is_dm_core(void);
void snrt_cluster_hw_barrier(void);
snrt_dma_txid_t snrt_dma_start_1d(void *dst, const void *src, size_t size);
snrt_dma_txid_t snrt_dma_start_2d(void *dst, const void *src, size_t size, size_t dst_stride, size_t src_stride, size_t repeat);
void snrt_dma_wait_all(void);
uint32_t snrt_mcycle(void);

#endif
