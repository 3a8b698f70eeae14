/* SPDX-License-Identifier: MIT-0 */
/* Opens the cluster and runs the project's main.c on it, which is compiled with -Dmain=network_main. */
#include "network.h"

#include <pmsis.h>

#include <stddef.h>

/* A memory that a target does not have counts as 0 bytes here. */
#if NETWORK_L3_ACTIVATION_BYTES + NETWORK_L3_CONSTANT_BYTES + NETWORK_EMRAM_ACTIVATION_BYTES + NETWORK_EMRAM_CONSTANT_BYTES > 0
#error "this runtime reaches memories with addresses only: external RAM and eMRAM have none"
#endif
#if NETWORK_WEIGHTMEMORY_CONSTANT_BYTES > 0 && !defined(TW_CONSTANTS_WEIGHTMEMORY)
#error "define TW_CONSTANTS_WEIGHTMEMORY as the attribute of the section that the SDK loads into the weight memory"
#endif

int network_main(int argc, char **argv);

static void on_cluster(void *result)
{
    pi_perf_conf(1u << PI_PERF_CYCLES);
    pi_perf_start();
    *(int *)result = network_main(0, NULL);
    pi_perf_stop();
}

int main(void)
{
    struct pi_device cluster;
    struct pi_cluster_conf configuration;
    struct pi_cluster_task task;
    int result = 1;
    pi_cluster_conf_init(&configuration);
    pi_open_from_conf(&cluster, &configuration);
    if (pi_cluster_open(&cluster) != 0)
        return 1;
    pi_cluster_send_task_to_cl(&cluster, pi_cluster_task(&task, on_cluster, &result));
    pi_cluster_close(&cluster);
    return result;
}
