/* SPDX-License-Identifier: MIT-0 */
/* Counts the instructions that a program executes in QEMU, exactly and the same in every run: a plugin for QEMU's code
 * translator. Build it with  cc -O2 -shared -fPIC tw_insn_plugin.c -o tw_insn.so  and start QEMU with
 *   -plugin ./tw_insn.so,plan=PLAN,out=FILE
 * PLAN is a text of three kinds of lines, addresses in hexadecimal:
 *   harts N           only harts 0 to N-1 count
 *   skip BEGIN END    instructions at these addresses do not count (code that waits), END excluded
 *   point ADDRESS     whenever hart 0 comes by, a line is written to FILE: the address, then the count of each hart
 * The declarations below are those of the plugin interface that this file uses, in our own words. */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef TW_PLUGIN_VERSION
#define TW_PLUGIN_VERSION 1
#endif
#define MOST_HARTS 64
#define MOST_POINTS 4096
#define MOST_SKIPS 16
#define EXPORTED __attribute__((visibility("default")))

typedef uint64_t plugin_id;
typedef struct qemu_plugin_tb block;
typedef struct qemu_plugin_insn instruction;
typedef void (*translated_function)(plugin_id id, block *translated);
typedef void (*executed_function)(unsigned int hart, void *context);
typedef void (*exit_function)(plugin_id id, void *context);
enum { NO_REGISTERS = 0 };

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, translated_function function);
void qemu_plugin_register_vcpu_insn_exec_cb(instruction *one, executed_function function, int registers, void *context);
void qemu_plugin_register_atexit_cb(plugin_id id, exit_function function, void *context);
size_t qemu_plugin_tb_n_insns(const block *translated);
instruction *qemu_plugin_tb_get_insn(const block *translated, size_t index);
uint64_t qemu_plugin_insn_vaddr(const instruction *one);

EXPORTED extern int qemu_plugin_version;
int qemu_plugin_version = TW_PLUGIN_VERSION;

/* A hart counts on a cache line of its own. */
typedef struct {
    uint64_t instructions;
    uint64_t unused[7];
} counter;

static counter counters[MOST_HARTS];
static struct {
    uint64_t begin, end;
} skips[MOST_SKIPS];
static uint64_t points[MOST_POINTS];
static size_t point_count, skip_count;
static unsigned int harts = 1;
static FILE *output;

static void count_one(unsigned int hart, void *context)
{
    (void)context;
    if (hart < harts)
        ++counters[hart].instructions;
}

static void note_point(unsigned int hart, void *context)
{
    if (hart != 0)
        return;
    fprintf(output, "%" PRIx64, *(const uint64_t *)context);
    for (unsigned int i = 0; i < harts; ++i)
        fprintf(output, " %" PRIu64, counters[i].instructions);
    fputc('\n', output);
}

static int is_skipped(uint64_t address)
{
    for (size_t i = 0; i < skip_count; ++i)
        if (address >= skips[i].begin && address < skips[i].end)
            return 1;
    return 0;
}

/* The count at a point is of what was executed before it. */
static void translate(plugin_id id, block *translated)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(translated); ++i) {
        instruction *const one = qemu_plugin_tb_get_insn(translated, i);
        const uint64_t address = qemu_plugin_insn_vaddr(one);
        for (size_t k = 0; k < point_count; ++k)
            if (points[k] == address)
                qemu_plugin_register_vcpu_insn_exec_cb(one, note_point, NO_REGISTERS, &points[k]);
        if (!is_skipped(address))
            qemu_plugin_register_vcpu_insn_exec_cb(one, count_one, NO_REGISTERS, NULL);
    }
}

static void finish(plugin_id id, void *context)
{
    (void)id;
    (void)context;
    fclose(output);
}

static int read_plan(const char *name)
{
    char line[256];
    FILE *const plan = fopen(name, "r");
    int good = plan != NULL;
    while (good && fgets(line, sizeof line, plan) != NULL) {
        if (point_count == MOST_POINTS || skip_count == MOST_SKIPS)
            good = 0;
        else if (sscanf(line, "point %" SCNx64, &points[point_count]) == 1)
            ++point_count;
        else if (sscanf(line, "skip %" SCNx64 " %" SCNx64, &skips[skip_count].begin, &skips[skip_count].end) == 2)
            ++skip_count;
        else
            good = sscanf(line, "harts %u", &harts) == 1 && harts >= 1 && harts <= MOST_HARTS;
    }
    if (plan != NULL)
        fclose(plan);
    return good;
}

EXPORTED int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
    const char *plan = "";
    (void)info;
    for (int i = 0; i < argc; ++i) {
        if (strncmp(argv[i], "plan=", 5) == 0)
            plan = argv[i] + 5;
        if (strncmp(argv[i], "out=", 4) == 0)
            output = fopen(argv[i] + 4, "w");
    }
    if (output == NULL || !read_plan(plan)) {
        fprintf(stderr, "tw_insn_plugin: cannot use plan=%s or its out=\n", plan);
        return 1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
    qemu_plugin_register_atexit_cb(id, finish, NULL);
    return 0;
}
