/* SPDX-License-Identifier: MIT-0 */
/* What a program in the emulator asks of the world outside: its arguments, and to end. Files are the C library's. */
#ifndef TW_SEMIHOSTING_H
#define TW_SEMIHOSTING_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define TW_SEMIHOSTING_COMMAND_LINE 0x15u
#define TW_SEMIHOSTING_EXIT 0x20u
#define TW_MOST_ARGUMENTS 4

uintptr_t tw_semihosting(uintptr_t operation, const void *block);

/* The call is an instruction that no program has otherwise: a breakpoint of this number, or, on RISC-V, one between two
 * shifts that do nothing, none of them compressed and all in one page. */
#if defined(__arm__)
__asm__(".section .text.tw_semihosting, \"ax\"\n"
        ".thumb_func\n"
        "tw_semihosting:\n"
        "    bkpt 0xab\n"
        "    bx lr\n"
        ".text\n");
#else
__asm__(".section .text.tw_semihosting, \"ax\"\n"
        ".option push\n"
        ".option norelax\n"
        ".option norvc\n"
        ".balign 16\n"
        "tw_semihosting:\n"
        "    slli x0, x0, 0x1f\n"
        "    ebreak\n"
        "    srai x0, x0, 7\n"
        "    ret\n"
        ".option pop\n"
        ".text\n");
#endif

/* Output that the C library still holds is lost, so flush it before. */
static void tw_exit(int code)
{
#if defined(__arm__)
    const uintptr_t block[2] = {0x20026u, (uintptr_t)code};   /* "the application ended" */
    tw_semihosting(TW_SEMIHOSTING_EXIT, block);
#else
    /* The machine's power switch: it stops all harts in order, which the call above does not. */
    *(volatile uint32_t *)0x100000u = code == 0 ? 0x5555u : (uint32_t)code << 16 | 0x3333u;
#endif
    for (;;)
        continue;
}

/* main with the arguments that the emulator was given. */
static int tw_call_main(int (*function)(int, char **))
{
    static char line[256];
    static char *arguments[TW_MOST_ARGUMENTS + 1];
    const uintptr_t block[2] = {(uintptr_t)line, sizeof line};
    int count = 0;
    int inside = 0;
    if (tw_semihosting(TW_SEMIHOSTING_COMMAND_LINE, block) != 0)
        line[0] = '\0';
    for (char *at = line; *at != '\0'; ++at) {
        if (*at == ' ') {
            *at = '\0';
            inside = 0;
        } else if (!inside && count < TW_MOST_ARGUMENTS) {
            arguments[count++] = at;
            inside = 1;
        }
    }
    return function(count, arguments);
}

#endif
