// A string literal that is handed on to a function which forgets it is still there when that function returns.
//@ proved
static int same(const char *one, const char *other) {
    return one == other;
}

static int first(const char *from, const char *to) {
    if (same(from, to))
        return 0;
    return from[0] == to[0];
}

int main(void) {
    return first("one", "longer");
}
