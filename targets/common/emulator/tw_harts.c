/* SPDX-License-Identifier: MIT-0 */
/* A cluster on the harts of QEMU's "virt" machine: harts 0 to TW_CORES - 1 are its cores, one more is its DMA. Hart 0
 * runs main. Everything here is left out of the count of instructions (tw_insn_plugin.c): how often a hart looks whether
 * it may go on differs from run to run. */
#include "tw_copy.h"
#include "tw_semihosting.h"

#ifndef TW_CORES
#define TW_CORES 8
#endif
#define NOT_COUNTED __attribute__((section(".tw_not_counted")))
#define MESSAGES ((volatile uint32_t *)0x02000000u)   /* of the machine: one word per hart */

extern uint8_t tw_bss_begin[], tw_bss_end[];
int main(int argc, char **argv);
void tw_start(void);
void tw_hart(int32_t hart);
void tw_trap(void);

/* All harts begin here, at the first address of the memory, with nothing set up. */
__asm__(".section .tw_start, \"ax\"\n"
        ".globl tw_start\n"
        "tw_start:\n"
        ".option push\n"
        ".option norelax\n"
        "    la gp, __global_pointer$\n"
        ".option pop\n"
        "    la tp, tw_thread_data\n"
        "    la t0, tw_trap\n"
        "    csrw mtvec, t0\n"
        "    li t0, 0x2000\n"
        "    csrs mstatus, t0\n"             /* floating point works */
        "    csrwi mie, 8\n"                 /* a message ends wfi, but is no interrupt */
        "    csrr a0, mhartid\n"
        "    addi t0, a0, 1\n"
        "    slli t0, t0, 16\n"              /* 64 KiB of stack each */
        "    la sp, tw_stacks\n"
        "    add sp, sp, t0\n"
        "    j tw_hart\n"
        ".text\n");

/* Not cleared with the rest of the memory, since the other harts use it before. */
static uint32_t started __attribute__((section(".data"))) = 0;
static int32_t arrived __attribute__((section(".data"))) = 0;

NOT_COUNTED static int32_t my_hart(void)
{
    int32_t hart;
    __asm__ volatile("csrr %0, mhartid" : "=r"(hart));
    return hart;
}

/* Tells a hart that something has changed that it may be waiting for. */
NOT_COUNTED static void wake(int32_t hart)
{
    MESSAGES[hart] = 1;
}

/* A message that comes after this ends the next wfi at once, so the condition is looked at in between. */
NOT_COUNTED static void take_note(void)
{
    MESSAGES[my_hart()] = 0;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

#define WAIT_UNTIL(condition)                 \
    for (take_note(); !(condition); take_note()) \
    __asm__ volatile("wfi" ::: "memory")

/* A fault of the program. */
__attribute__((aligned(4))) void tw_trap(void)
{
    uintptr_t cause, place;
    __asm__ volatile("csrr %0, mcause\ncsrr %1, mepc" : "=r"(cause), "=r"(place));
    fprintf(stderr, "hart %d: trap %u at %#x\n", (int)my_hart(), (unsigned)cause, (unsigned)place);
    tw_exit(139);
}

static void copy_now(const tw_copy *copy)
{
    tw_copy_runs(copy);
}

#define RUNTIME NOT_COUNTED
#define my_core my_hart
#include "tw_cluster.h"

NOT_COUNTED void tw_hart(int32_t hart)
{
    if (hart == 0) {
        for (uint8_t *at = tw_bss_begin; at < tw_bss_end; ++at)
            *at = 0;
        STORE(started, 1u);
        for (int32_t i = 1; i <= TW_CORES; ++i)
            wake(i);
        WAIT_UNTIL(LOAD(arrived) == TW_CORES);
        const int result = tw_call_main(main);
        fflush(stdout);
        tw_exit(result);
    }
    WAIT_UNTIL(LOAD(started) != 0);
    __atomic_add_fetch(&arrived, 1, __ATOMIC_ACQ_REL);
    wake(0);
    if (hart < TW_CORES)
        work(hart);
    else
        copy_all();
}
