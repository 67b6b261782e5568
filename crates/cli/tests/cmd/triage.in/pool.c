#include <stdlib.h>

struct pool {
    char *bytes;
    int used;
};

struct pool *pool_open(int size) {
    struct pool *pool = malloc(sizeof *pool);
    if (pool == NULL)
        return NULL;
    pool->bytes = malloc(size);
    if (pool->bytes == NULL)
        return NULL;
    pool->used = 0;
    return pool;
}

void pool_close(struct pool *pool) {
    free(pool->bytes);
    free(pool);
}
