// A checker may write to variables of its own, also where others write to them for it.
//@ proved
#include <shapewright.h>
#include <stdbool.h>

static void note(int *notes, int at, int value) { notes[at] = value; }

static bool three(const int *from) {
    int notes[3];
    for (int i = 0; i < 3; i++)
        note(notes, i, from[i]);
    return notes[0] == 1 && notes[1] == 2 && notes[2] == 3;
}

int main(void) {
    int numbers[3] = { 1, 2, 3 };
    sw_assert(three(numbers));
    return 0;
}
