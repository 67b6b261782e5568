/* What checks are made of. A value is known or not; what is asked of one that is not known holds.
   The objects of a claim are kept in a table, so that no object is claimed twice and walks end on rings. */

/* The program may have given words of C another meaning. */
#undef auto
#undef break
#undef case
#undef char
#undef const
#undef default
#undef do
#undef double
#undef else
#undef extern
#undef for
#undef goto
#undef if
#undef int
#undef long
#undef return
#undef short
#undef signed
#undef sizeof
#undef static
#undef struct
#undef switch
#undef typedef
#undef unsigned
#undef void
#undef volatile
#undef while
#undef abort
#undef atexit
#undef fflush
#undef fprintf
#undef printf

/* Not every program needs all of this. */
#if defined(__GNUC__)
#define SWC_FUNCTION __attribute__((__unused__)) static
#else
#define SWC_FUNCTION static
#endif

#ifndef SWC_OBJECTS
#define SWC_OBJECTS 262144u /* a power of two: the most objects of one claim */
#endif
#define SWC_DEEPEST 2000 /* structures within structures, natively */

typedef struct { unsigned long long swc_n; int swc_known; } swc_value_;
typedef struct { unsigned long long swc_n; double swc_about; int swc_known; } swc_sum_;
typedef struct { int swc_predicate, swc_count; swc_value_ swc_args[SWC_MOST]; } swc_hole_;
typedef struct { const char *swc_file; int swc_line; const char *swc_function, *swc_claim; unsigned long swc_wait; } swc_place_;

static struct { unsigned long long swc_at; unsigned long swc_stamp; } swc_table_[SWC_OBJECTS];
static struct { unsigned swc_slot; unsigned long long swc_first, swc_size; } swc_trail_[SWC_OBJECTS];
static unsigned swc_claimed_;
static unsigned long swc_stamp_, swc_done_;
static int swc_vague_, swc_depth_, swc_busy_;

/* A new claim begins: nothing is claimed yet. */
SWC_FUNCTION void swc_begin_(void) {
    swc_stamp_++;
    swc_claimed_ = 0;
    swc_vague_ = 0;
    swc_depth_ = 0;
}

SWC_FUNCTION unsigned swc_slot_(unsigned long long swc_at) {
    unsigned swc_i = (unsigned)((swc_at >> 3) * 2654435761u) & (SWC_OBJECTS - 1);
    while (swc_table_[swc_i].swc_stamp == swc_stamp_ && swc_table_[swc_i].swc_at != swc_at)
        swc_i = (swc_i + 1) & (SWC_OBJECTS - 1);
    return swc_i;
}

/* Claims the object at an address: false if it is null, or claimed already. */
SWC_FUNCTION int swc_own_(swc_value_ swc_at) {
    unsigned swc_i;
    if (!swc_at.swc_known)
        return 1;
    if (swc_at.swc_n < 4096 || swc_at.swc_n > ~4096ull)
        return 0;
    if (swc_claimed_ >= SWC_OBJECTS / 4 * 3) {
        swc_vague_ = 1;
        return 1;
    }
    swc_i = swc_slot_(swc_at.swc_n);
    if (swc_table_[swc_i].swc_stamp == swc_stamp_)
        return 0;
    swc_table_[swc_i].swc_stamp = swc_stamp_;
    swc_table_[swc_i].swc_at = swc_at.swc_n;
    swc_trail_[swc_claimed_].swc_slot = swc_i;
    swc_trail_[swc_claimed_++].swc_size = 0;
    return 1;
}

SWC_FUNCTION int swc_is_claimed_(swc_value_ swc_at) {
    return !swc_at.swc_known || swc_table_[swc_slot_(swc_at.swc_n)].swc_stamp == swc_stamp_;
}

/* Gives back what was claimed since; last claimed, first given back, so that searches in the table still end well. */
SWC_FUNCTION void swc_undo_(unsigned swc_mark) {
    while (swc_claimed_ > swc_mark)
        swc_table_[swc_trail_[--swc_claimed_].swc_slot].swc_stamp = 0;
}

SWC_FUNCTION swc_value_ swc_known_(unsigned long long swc_n) {
    swc_value_ swc_value;
    swc_value.swc_n = swc_n;
    swc_value.swc_known = 1;
    return swc_value;
}

SWC_FUNCTION swc_value_ swc_plus_(swc_value_ swc_value, long long swc_offset) {
    swc_value.swc_n += (unsigned long long)swc_offset;
    return swc_value;
}

/* A number of so many bits as its type means it. */
SWC_FUNCTION unsigned long long swc_as_(unsigned long long swc_n, int swc_bits, int swc_sign) {
    unsigned long long swc_mask;
    if (swc_bits <= 0 || swc_bits >= 64)
        return swc_n;
    swc_mask = (1ull << swc_bits) - 1;
    swc_n &= swc_mask;
    return swc_sign && swc_n >> (swc_bits - 1) ? swc_n | ~swc_mask : swc_n;
}

SWC_FUNCTION swc_value_ swc_read_(swc_value_ swc_at, long long swc_offset, int swc_size, int swc_sign) {
    const volatile unsigned char *swc_from;
    unsigned char swc_to[8];
    swc_value_ swc_value;
    int swc_i;
    swc_value.swc_n = 0;
    swc_value.swc_known = 0;
    if (!swc_at.swc_known || (swc_size != 1 && swc_size != 2 && swc_size != 4 && swc_size != 8))
        return swc_value;
    swc_from = (const volatile unsigned char *)(unsigned long)(swc_at.swc_n + (unsigned long long)swc_offset);
    for (swc_i = 0; swc_i < swc_size; swc_i++)
        swc_to[swc_i] = swc_from[swc_i];
    {
        unsigned short swc_two;
        unsigned swc_four;
        unsigned char *swc_out = swc_size == 2 ? (unsigned char *)&swc_two : swc_size == 4 ? (unsigned char *)&swc_four : (unsigned char *)&swc_value.swc_n;
        for (swc_i = 0; swc_i < swc_size; swc_i++)
            swc_out[swc_i] = swc_to[swc_i];
        swc_value.swc_n = swc_size == 1 ? swc_to[0] : swc_size == 2 ? swc_two : swc_size == 4 ? swc_four : swc_value.swc_n;
    }
    swc_value.swc_n = swc_as_(swc_value.swc_n, 8 * swc_size, swc_sign);
    swc_value.swc_known = 1;
    return swc_value;
}

/* The object that was claimed last has these bytes. */
SWC_FUNCTION void swc_has_(swc_value_ swc_at, long long swc_start, swc_value_ swc_size) {
    if (swc_at.swc_known && swc_size.swc_known && swc_claimed_) {
        swc_trail_[swc_claimed_ - 1].swc_first = swc_at.swc_n + (unsigned long long)swc_start;
        swc_trail_[swc_claimed_ - 1].swc_size = swc_size.swc_n;
    }
}

/* The first and the last byte of each object exist: a sanitizer says so if not. */
SWC_FUNCTION void swc_touch_(void) {
    unsigned swc_i;
    for (swc_i = 0; swc_i < swc_claimed_; swc_i++)
        if (swc_trail_[swc_i].swc_size) {
            const volatile unsigned char *swc_from = (const volatile unsigned char *)(unsigned long)swc_trail_[swc_i].swc_first;
            (void)swc_from[0];
            (void)swc_from[swc_trail_[swc_i].swc_size - 1];
        }
}

/* `to + offset` is this value, of which so many bytes were seen; it is learned if it was not known. */
SWC_FUNCTION int swc_is_(swc_value_ *swc_to, long long swc_offset, swc_value_ swc_value, int swc_size, int swc_bits, int swc_sign) {
    unsigned long long swc_mask = swc_size >= 8 ? ~0ull : (1ull << (8 * swc_size)) - 1, swc_base;
    if (!swc_value.swc_known)
        return 1;
    if (!swc_to)
        return (((unsigned long long)swc_offset ^ swc_value.swc_n) & swc_mask) == 0;
    swc_base = swc_value.swc_n - (unsigned long long)swc_offset;
    if (swc_bits <= 8 * swc_size)
        swc_base = swc_as_(swc_base, swc_bits, swc_sign);
    if (swc_to->swc_known)
        return ((swc_to->swc_n ^ swc_base) & swc_mask) == 0;
    swc_to->swc_n = swc_base;
    swc_to->swc_known = 1;
    return 1;
}

SWC_FUNCTION swc_sum_ swc_sum_of_(long long swc_constant) {
    swc_sum_ swc_sum;
    swc_sum.swc_n = (unsigned long long)swc_constant;
    swc_sum.swc_about = (double)swc_constant;
    swc_sum.swc_known = 1;
    return swc_sum;
}

/* Adds a value some times. A number that 64 bits have no room for is not known. */
SWC_FUNCTION void swc_add_(swc_sum_ *swc_sum, swc_value_ swc_value, long long swc_factor, int swc_sign) {
    double swc_part = (double)swc_value.swc_n;
    if (swc_sign && swc_value.swc_n >> 63)
        swc_part = -(double)(0 - swc_value.swc_n);
    swc_sum->swc_about += swc_part * (double)swc_factor;
    swc_sum->swc_n += swc_value.swc_n * (unsigned long long)swc_factor;
    if (!swc_value.swc_known || swc_sum->swc_about > 4e18 || swc_sum->swc_about < -4e18 || swc_part > 4e18)
        swc_sum->swc_known = 0;
}

SWC_FUNCTION int swc_holds_(swc_sum_ swc_sum, int swc_relation) {
    if (!swc_sum.swc_known)
        return 1;
    return swc_relation == 0 ? swc_sum.swc_n == 0 : swc_relation == 1 ? swc_sum.swc_n != 0 : swc_sum.swc_n >> 63 == 0;
}

SWC_FUNCTION swc_value_ swc_solve_(swc_sum_ swc_sum, int swc_factor, int swc_bits, int swc_sign) {
    swc_value_ swc_value;
    swc_value.swc_n = swc_as_(swc_factor > 0 ? 0 - swc_sum.swc_n : swc_sum.swc_n, swc_bits, swc_sign);
    swc_value.swc_known = swc_sum.swc_known;
    return swc_value;
}

/* Bytes hold a string, in so much room; negative if nobody knows how much. */
SWC_FUNCTION int swc_text_(swc_value_ swc_at, long long swc_offset, long long swc_room) {
    const volatile char *swc_from = (const volatile char *)(unsigned long)(swc_at.swc_n + (unsigned long long)swc_offset);
    long long swc_i;
    if (!swc_at.swc_known)
        return 1;
    for (swc_i = 0; swc_room < 0 || swc_i < swc_room; swc_i++) {
        if (!swc_from[swc_i])
            return 1;
        if (swc_i > 1 << 20)
            return swc_vague_ = 1;
    }
    return 0;
}

/* Whether a structure ends here: what is missing begins. */
SWC_FUNCTION int swc_at_hole_(const swc_hole_ *swc_hole, int swc_predicate, const swc_value_ *swc_args, const char *swc_passed_on) {
    int swc_i;
    if (!swc_hole || swc_hole->swc_predicate != swc_predicate)
        return 0;
    for (swc_i = 0; swc_i < swc_hole->swc_count; swc_i++)
        if ((swc_i == 0 || swc_passed_on[swc_i - 1] == '1') && swc_hole->swc_args[swc_i].swc_known && swc_args[swc_i].swc_known && swc_hole->swc_args[swc_i].swc_n != swc_args[swc_i].swc_n)
            return 0;
    return swc_hole->swc_args[0].swc_known && swc_args[0].swc_known;
}

/* Whether a place has its turn: what it costs is kept in proportion to what the program does. */
SWC_FUNCTION int swc_due_(swc_place_ *swc_place) {
    if (swc_busy_)
        return 0;
#ifndef SWC_ALWAYS
    if (swc_place->swc_wait) {
        swc_place->swc_wait--;
        return 0;
    }
#else
    (void)swc_place;
#endif
    swc_busy_ = 1;
    swc_done_ = 0;
    return 1;
}

/* One way was tried: whether it may be this one. If it is the only one that is left, its objects are as large as it says. */
SWC_FUNCTION int swc_tried_(int swc_holds, int swc_only) {
    swc_done_ += swc_claimed_;
    if (swc_holds && swc_only && !swc_vague_)
        swc_touch_();
    return swc_holds || swc_vague_;
}

#ifdef SWC_REPORT
static unsigned long swc_checks_;
SWC_FUNCTION void swc_summary_(void);
SWC_FUNCTION void swc_count_(void) {
    extern int atexit(void (*)(void));
    if (!swc_checks_++)
        atexit(swc_summary_);
}
#else
#define swc_count_() ((void)0)
#endif

SWC_FUNCTION void swc_passed_(swc_place_ *swc_place) {
    swc_count_();
    swc_place->swc_wait = swc_done_ / 64;
    swc_busy_ = 0;
}
