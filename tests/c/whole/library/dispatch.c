//@ proved
// Commands in a table that never changes: found by their names, called by their numbers, with limits from another table.
#include <stdio.h>
#include <string.h>

struct command {
    const char *name;
    int (*run)(int *, int);
    const char *help;
};

static int depth;

static int push(int *stack, int value) {
    if (depth >= 8)
        return -1;
    stack[depth++] = value;
    return 0;
}

static int pop(int *stack, int value) {
    (void)value;
    return depth > 0 ? stack[--depth] : -1;
}

static int clear(int *stack, int value) {
    (void)stack;
    (void)value;
    depth = 0;
    return 0;
}

static const struct command commands[] = {
    {"push", push, "put a number on the stack"},
    {"pop", pop, "take the last one from it"},
    {"clear", clear, "forget all"},
};

static const unsigned char width[4] = {1, 2, 4, 8};

static const struct command *find(const char *name) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

int main(void) {
    int stack[8] = {0}, number;
    char word[16], room[8] = {0};
    while (scanf("%15s %d", word, &number) == 2) {
        const struct command *command = find(word);
        if (command == NULL) {
            for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
                printf("%s: %s\n", commands[i].name, commands[i].help);
            continue;
        }
        printf("%s: %d\n", command->name, command->run(stack, number));
        if (number >= 0 && number < 3)
            commands[number].run(stack, number);
        if (number >= 0 && number < 4)
            room[width[number] - 1] = 1;
    }
    return room[0];
}
