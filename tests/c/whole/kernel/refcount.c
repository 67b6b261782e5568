//@ proved
// An object that counts who holds it and is freed through a callback when nobody does.
#include <stddef.h>
#include <stdlib.h>

struct kref {
    int count;
};

struct session {
    int user;
    struct kref ref;
    char *name;
};

static void kref_init(struct kref *ref) {
    ref->count = 1;
}

static void kref_get(struct kref *ref) {
    ref->count++;
}

static int kref_put(struct kref *ref, void (*release)(struct kref *)) {
    if (--ref->count == 0) {
        release(ref);
        return 1;
    }
    return 0;
}

static void session_release(struct kref *ref) {
    struct session *s = (struct session *)((char *)ref - offsetof(struct session, ref));
    free(s->name);
    free(s);
}

static struct session *session_open(int user) {
    struct session *s = malloc(sizeof *s);
    if (!s)
        return NULL;
    s->name = malloc(16);
    if (!s->name) {
        free(s);
        return NULL;
    }
    s->name[0] = '\0';
    s->user = user;
    kref_init(&s->ref);
    return s;
}

int main(void) {
    struct session *s = session_open(rand());
    if (!s)
        return 1;
    int shared = rand() % 2;
    if (shared)
        kref_get(&s->ref);
    kref_put(&s->ref, session_release);
    if (shared) {
        s->user = 0;
        kref_put(&s->ref, session_release);
    }
    return 0;
}
