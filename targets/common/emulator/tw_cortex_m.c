/* SPDX-License-Identifier: MIT-0 */
/* Start of a program on a Cortex-M in QEMU, without a board support package. The emulator has loaded all sections to
 * their places. */
#include "tw_runtime.h"
#include "tw_semihosting.h"

extern uint8_t tw_bss_begin[], tw_bss_end[], tw_stack_top[];
extern void initialise_monitor_handles(void);
int main(int argc, char **argv);
void tw_start(void);

void tw_start(void)
{
    volatile uint32_t *const coprocessors = (volatile uint32_t *)0xE000ED88u;
    *coprocessors |= 0xF00000u;   /* the floating-point unit and the vectors work */
    __asm__ volatile("dsb\nisb" ::: "memory");
    for (uint8_t *at = tw_bss_begin; at < tw_bss_end; ++at)
        *at = 0;
    initialise_monitor_handles();
    const int result = tw_call_main(main);
    fflush(stdout);
    tw_exit(result);
}

static void fault(void)
{
    fputs("the program made the processor fault\n", stderr);
    tw_exit(139);
}

/* What the processor reads first: the stack, and where to go. */
static const struct {
    void *stack;
    void (*handlers[15])(void);
} vectors __attribute__((section(".tw_start"), used)) = {
    tw_stack_top, {tw_start, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault}};
