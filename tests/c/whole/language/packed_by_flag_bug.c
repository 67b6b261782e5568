// With -fpack-struct there is no room between members.
//@ args: -fpack-struct
struct mixed { char tag; int value; };

int main(void) {
    int cells[2] = {0};
    return cells[sizeof(struct mixed) == 5 ? 2 : 1]; //~ error[out-of-bounds]
}
