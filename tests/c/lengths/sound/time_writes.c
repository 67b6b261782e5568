// `time` writes to where its argument points.
#include <assert.h>
#include <time.h>

int main(void) {
    time_t now = 0;
    time(&now);
    assert(now == 0); //~ error[assert-fail]
    return 0;
}
