// A map from numbers to numbers: sixteen buckets, each a list.
#include <stdlib.h>

#define BUCKETS 16

typedef struct Entry {
    unsigned key;
    int value;
    struct Entry *next;
} Entry;

typedef struct {
    Entry *buckets[BUCKETS];
    size_t count;
} Map;

static Map *map_new(void) {
    return calloc(1, sizeof(Map));
}

static Entry *map_find(Map *map, unsigned key) {
    for (Entry *e = map->buckets[key % BUCKETS]; e; e = e->next)
        if (e->key == key)
            return e;
    return NULL;
}

static int map_put(Map *map, unsigned key, int value) {
    Entry *e = map_find(map, key);
    if (!e) {
        e = malloc(sizeof *e);
        if (!e)
            return -1;
        e->key = key;
        e->next = map->buckets[key % BUCKETS];
        map->buckets[key % BUCKETS] = e;
        map->count++;
    }
    e->value = value;
    return 0;
}

static int map_remove(Map *map, unsigned key) {
    for (Entry **link = &map->buckets[key % BUCKETS]; *link; link = &(*link)->next) {
        Entry *e = *link;
        if (e->key == key) {
            *link = e->next;
            free(e);
            map->count--;
            return 1;
        }
    }
    return 0;
}

static void map_free(Map *map) {
    for (int i = 0; i < BUCKETS; i++) {
        Entry *e = map->buckets[i];
        while (e) {
            Entry *next = e->next;
            free(e);
            e = next;
        }
    }
    free(map);
}

int main(void) {
    Map *map = map_new();
    if (!map)
        return 1;
    int command;
    while ((command = rand() % 3) != 0) {
        if (command == 1)
            map_put(map, (unsigned)rand(), command);
        else
            map_remove(map, (unsigned)rand());
    }
    map_free(map);
    return 0;
}
