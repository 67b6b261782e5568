// The compiler says that it optimizes, and for which processor.
//@ args: -Os -mavx2
int main(void) {
    int cells[2] = {0}, at = 0;
#if defined __OPTIMIZE__ && defined __OPTIMIZE_SIZE__ && !defined __NO_INLINE__
    at++;
#endif
#if defined __AVX2__ && defined __SSE4_2__ && !defined __AVX512F__
    at++;
#endif
    return cells[at]; //~ error[out-of-bounds]
}
