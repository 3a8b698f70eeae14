/* SPDX-License-Identifier: MIT-0 */
/* A cluster on the harts of QEMU's "virt" machine: harts 0 to TW_CORES - 1 are its cores, one more is its DMA. Hart 0
 * runs main. Everything here is left out of the count of instructions (tw_insn_plugin.c): how often a hart looks whether
 * it may go on differs from run to run. */
#include "tw_copy.h"
#include "tw_semihosting.h"

#ifndef TW_CORES
#define TW_CORES 8
#endif
#define CHANNELS 64
#define NOT_COUNTED __attribute__((section(".tw_not_counted")))
#define MESSAGES ((volatile uint32_t *)0x02000000u)   /* of the machine: one word per hart */
#define LOAD(place) __atomic_load_n(&(place), __ATOMIC_ACQUIRE)
#define STORE(place, value) __atomic_store_n(&(place), (value), __ATOMIC_RELEASE)

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

static struct {
    tw_team_function function;
    void *context;
    int32_t cores;                /* of the team at work; 0 and 1: hart 0 alone */
    uint32_t go[TW_CORES];        /* number of the last job of each core */
    int32_t busy;                 /* cores that have not finished theirs */
    int32_t waiting;              /* cores at the barrier */
    uint32_t barrier;             /* number of barriers passed */
} team;

typedef enum { FREE, STARTED, DONE } channel_state;

static struct {
    uint32_t state;
    tw_copy copy;
} channels[CHANNELS];

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

NOT_COUNTED static void work(int32_t hart)
{
    uint32_t seen = 0;
    for (;;) {
        WAIT_UNTIL(LOAD(team.go[hart]) != seen);
        seen = LOAD(team.go[hart]);
        team.function(team.context);
        if (__atomic_sub_fetch(&team.busy, 1, __ATOMIC_ACQ_REL) == 0)
            wake(0);
    }
}

/* The first channel in this state; CHANNELS when there is none. */
NOT_COUNTED static uint32_t find(channel_state state)
{
    uint32_t index = 0;
    while (index < CHANNELS && LOAD(channels[index].state) != (uint32_t)state)
        ++index;
    return index;
}

NOT_COUNTED static void copy_all(void)
{
    for (;;) {
        uint32_t index;
        WAIT_UNTIL((index = find(STARTED)) < CHANNELS);
        tw_copy_runs(&channels[index].copy);
        STORE(channels[index].state, (uint32_t)DONE);
        wake(0);
    }
}

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

NOT_COUNTED int tw_engine_open(const char *name, int32_t cores)
{
    (void)name;
    return cores > TW_CORES;
}

NOT_COUNTED void tw_engine_close(const char *name)
{
    (void)name;
}

NOT_COUNTED void tw_team_run(int32_t cores, tw_team_function function, void *context)
{
    team.function = function;
    team.context = context;
    team.cores = cores;
    STORE(team.busy, cores - 1);
    for (int32_t i = 1; i < cores; ++i) {
        STORE(team.go[i], team.go[i] + 1);
        wake(i);
    }
    function(context);
    WAIT_UNTIL(LOAD(team.busy) == 0);
    team.cores = 1;
}

NOT_COUNTED tw_span tw_team_share(int32_t count)
{
    const int64_t cores = team.cores > 1 ? team.cores : 1;
    const int32_t hart = my_hart();
    const tw_span share = {(int32_t)(count * hart / cores), (int32_t)((int64_t)count * (hart + 1) / cores)};
    return share;
}

NOT_COUNTED void tw_team_barrier(void)
{
    if (team.cores <= 1)
        return;
    const uint32_t passed = LOAD(team.barrier);
    if (__atomic_add_fetch(&team.waiting, 1, __ATOMIC_ACQ_REL) == team.cores) {
        team.waiting = 0;
        STORE(team.barrier, passed + 1);
        for (int32_t i = 0; i < team.cores; ++i)
            wake(i);
    }
    WAIT_UNTIL(LOAD(team.barrier) != passed);
}

NOT_COUNTED int tw_dma_open(void)
{
    return 0;
}

NOT_COUNTED void tw_dma_close(void)
{
}

NOT_COUNTED tw_transfer tw_dma_start(void *to, const void *from, int32_t bytes)
{
    const tw_copy copy = {.to = to, .from = from, .bytes = bytes, .rows = 1, .planes = 1};
    return tw_dma_start_strided(&copy);
}

NOT_COUNTED tw_transfer tw_dma_start_strided(const tw_copy *copy)
{
    const tw_transfer index = find(FREE);
    if (index == CHANNELS) {
        fprintf(stderr, "more than %d copies that nobody waits for\n", CHANNELS);
        tw_exit(1);
    }
    channels[index].copy = *copy;
    STORE(channels[index].state, (uint32_t)STARTED);
    wake(TW_CORES);
    return index;
}

NOT_COUNTED void tw_dma_wait(tw_transfer transfer)
{
    WAIT_UNTIL(LOAD(channels[transfer].state) == DONE);
    STORE(channels[transfer].state, (uint32_t)FREE);
}
