// Its own `exit` comes back.
static int ended;

void exit(int code) { ended = code; }

int main(void) {
    int *nothing = 0;
    exit(1);
    return *nothing; //~ error[null-deref]
}
