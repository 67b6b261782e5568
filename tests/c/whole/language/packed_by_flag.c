// With -fpack-struct=2 members lie at even places.
//@ args: -fpack-struct=2
//@ proved
struct mixed { char tag; int value; };

int main(void) {
    int cells[2] = {0};
    return cells[sizeof(struct mixed) == 6 ? 1 : 2];
}
