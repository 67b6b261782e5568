/* Runs many programs that were compiled into one, each in a process of its own.
 *
 * The programs are functions in a table, with the inputs of each run. For every run a process is forked: what it does wrong ends it,
 * and nothing else. For each run a line is printed: program, run, how it ended. What sanitizers write goes to standard error,
 * each time after a line `@@@ PROGRAM RUN`.
 *
 * After the end of its inputs a program reads zeros. The allocation with the number `fail`, from one, gives a null pointer.
 */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

struct sw_run {
    int program, number;
    int (*main)(void);
    const long long *inputs;
    int count, fail;
};

extern const struct sw_run sw_runs[];
extern const int sw_run_count;

static const long long *inputs;
static int left, fail, allocations;

static long long next_input(void) {
    if (left == 0)
        return 0;
    left--;
    return *inputs++;
}

#define NONDET(name, type) \
    type __VERIFIER_nondet_##name(void); \
    type __VERIFIER_nondet_##name(void) { return (type)next_input(); }

NONDET(uchar, unsigned char)
NONDET(int, int)
NONDET(uint, unsigned int)

static bool fails(void) { return ++allocations == fail; }

void *sw_malloc(size_t size);
void *sw_malloc(size_t size) { return fails() ? NULL : malloc(size); }

void *sw_calloc(size_t count, size_t size);
void *sw_calloc(size_t count, size_t size) { return fails() ? NULL : calloc(count, size); }

void *sw_realloc(void *block, size_t size);
void *sw_realloc(void *block, size_t size) { return fails() ? NULL : realloc(block, size); }

char *sw_strdup(const char *text);
char *sw_strdup(const char *text) { return fails() ? NULL : strdup(text); }

/* The frames of a program are dead when it has returned but may still hold pointers, which a leak checker would follow. */
__attribute__((noinline, no_sanitize("address", "undefined"))) static void forget_dead_frames(void) {
    volatile unsigned char dead[16 * 1024];
    for (size_t i = 0; i < sizeof dead; i++)
        dead[i] = 0;
}

int main(void) {
    for (int i = 0; i < sw_run_count; i++) {
        const struct sw_run *run = &sw_runs[i];
        char head[64];
        int length = snprintf(head, sizeof head, "@@@ %d %d\n", run->program, run->number);
        if (write(2, head, (size_t)length) != length)
            return 1;
        /* Not `fork`: the sanitizers' own takes locks for everything they keep, a hundred times as long as the rest. */
        pid_t child = (pid_t)syscall(SYS_fork);
        if (child < 0)
            return 1;
        if (child == 0) {
            alarm(5);
            close(0);
            close(1);
            inputs = run->inputs;
            left = run->count;
            fail = run->fail;
            run->main();
            forget_dead_frames();
            exit(0);
        }
        int status;
        if (waitpid(child, &status, 0) != child)
            return 1;
        printf("%d %d %s %d\n", run->program, run->number, WIFEXITED(status) ? "exit" : "signal", WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    }
    return 0;
}
