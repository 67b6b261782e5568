/* What checks are made of. A value is known or not; what is asked of one that is not known holds.
   The objects of a claim are kept in a table, so that no object is claimed twice and walks end on rings. */

#ifndef SWC_OBJECTS
#define SWC_OBJECTS 262144u /* a power of two: the most objects of one claim */
#endif
#define SWC_DEEPEST 2000 /* structures within structures, natively */

typedef struct { unsigned long long n; int known; } swc_value_;
typedef struct { unsigned long long n; double about; int known; } swc_sum_;
typedef struct { int predicate, count; swc_value_ args[SWC_MOST]; } swc_hole_;
typedef struct { const char *file; int line; const char *function, *claim; unsigned long wait; } swc_place_;

static struct { unsigned long long at; unsigned long stamp; } swc_table_[SWC_OBJECTS];
static struct { unsigned slot; unsigned long long first, size; } swc_trail_[SWC_OBJECTS];
static unsigned swc_claimed_;
static unsigned long swc_stamp_, swc_done_;
static int swc_vague_, swc_depth_, swc_busy_;

/* A new claim begins: nothing is claimed yet. */
static void swc_begin_(void) {
    swc_stamp_++;
    swc_claimed_ = 0;
    swc_vague_ = 0;
    swc_depth_ = 0;
}

static unsigned swc_slot_(unsigned long long at) {
    unsigned i = (unsigned)((at >> 3) * 2654435761u) & (SWC_OBJECTS - 1);
    while (swc_table_[i].stamp == swc_stamp_ && swc_table_[i].at != at)
        i = (i + 1) & (SWC_OBJECTS - 1);
    return i;
}

/* Claims the object at an address: false if it is null, or claimed already. */
static int swc_own_(swc_value_ at) {
    unsigned i;
    if (!at.known)
        return 1;
    if (at.n < 4096)
        return 0;
    if (swc_claimed_ >= SWC_OBJECTS / 4 * 3) {
        swc_vague_ = 1;
        return 1;
    }
    i = swc_slot_(at.n);
    if (swc_table_[i].stamp == swc_stamp_)
        return 0;
    swc_table_[i].stamp = swc_stamp_;
    swc_table_[i].at = at.n;
    swc_trail_[swc_claimed_].slot = i;
    swc_trail_[swc_claimed_++].size = 0;
    return 1;
}

static int swc_is_claimed_(swc_value_ at) {
    return !at.known || swc_table_[swc_slot_(at.n)].stamp == swc_stamp_;
}

/* Gives back what was claimed since; last claimed, first given back, so that searches in the table still end well. */
static void swc_undo_(unsigned mark) {
    while (swc_claimed_ > mark)
        swc_table_[swc_trail_[--swc_claimed_].slot].stamp = 0;
}

static swc_value_ swc_known_(unsigned long long n) {
    swc_value_ value;
    value.n = n;
    value.known = 1;
    return value;
}

static swc_value_ swc_plus_(swc_value_ value, long long offset) {
    value.n += (unsigned long long)offset;
    return value;
}

/* A number of so many bits as its type means it. */
static unsigned long long swc_as_(unsigned long long n, int bits, int sign) {
    unsigned long long mask;
    if (bits <= 0 || bits >= 64)
        return n;
    mask = (1ull << bits) - 1;
    n &= mask;
    return sign && n >> (bits - 1) ? n | ~mask : n;
}

static swc_value_ swc_read_(swc_value_ at, long long offset, int size, int sign) {
    const volatile unsigned char *from;
    unsigned char to[8];
    swc_value_ value;
    int i;
    value.n = 0;
    value.known = 0;
    if (!at.known || (size != 1 && size != 2 && size != 4 && size != 8))
        return value;
    from = (const volatile unsigned char *)(unsigned long)(at.n + (unsigned long long)offset);
    for (i = 0; i < size; i++)
        to[i] = from[i];
    {
        unsigned short two;
        unsigned four;
        unsigned char *out = size == 2 ? (unsigned char *)&two : size == 4 ? (unsigned char *)&four : (unsigned char *)&value.n;
        for (i = 0; i < size; i++)
            out[i] = to[i];
        value.n = size == 1 ? to[0] : size == 2 ? two : size == 4 ? four : value.n;
    }
    value.n = swc_as_(value.n, 8 * size, sign);
    value.known = 1;
    return value;
}

/* The object that was claimed last has these bytes. */
static void swc_has_(swc_value_ at, long long start, swc_value_ size) {
    if (at.known && size.known && swc_claimed_) {
        swc_trail_[swc_claimed_ - 1].first = at.n + (unsigned long long)start;
        swc_trail_[swc_claimed_ - 1].size = size.n;
    }
}

/* The first and the last byte of each object exist: a sanitizer says so if not. */
static void swc_touch_(void) {
    unsigned i;
    for (i = 0; i < swc_claimed_; i++)
        if (swc_trail_[i].size) {
            const volatile unsigned char *from = (const volatile unsigned char *)(unsigned long)swc_trail_[i].first;
            (void)from[0];
            (void)from[swc_trail_[i].size - 1];
        }
}

/* `to + offset` is this value, of which so many bytes were seen; it is learned if it was not known. */
static int swc_is_(swc_value_ *to, long long offset, swc_value_ value, int size, int bits, int sign) {
    unsigned long long mask = size >= 8 ? ~0ull : (1ull << (8 * size)) - 1, base;
    if (!value.known)
        return 1;
    if (!to)
        return (((unsigned long long)offset ^ value.n) & mask) == 0;
    base = value.n - (unsigned long long)offset;
    if (bits <= 8 * size)
        base = swc_as_(base, bits, sign);
    if (to->known)
        return ((to->n ^ base) & mask) == 0;
    to->n = base;
    to->known = 1;
    return 1;
}

static swc_sum_ swc_sum_of_(long long constant) {
    swc_sum_ sum;
    sum.n = (unsigned long long)constant;
    sum.about = (double)constant;
    sum.known = 1;
    return sum;
}

/* Adds a value some times. A number that 64 bits have no room for is not known. */
static void swc_add_(swc_sum_ *sum, swc_value_ value, long long factor, int sign) {
    double part = (double)value.n;
    if (sign && value.n >> 63)
        part = -(double)(0 - value.n);
    sum->about += part * (double)factor;
    sum->n += value.n * (unsigned long long)factor;
    if (!value.known || sum->about > 4e18 || sum->about < -4e18 || part > 4e18)
        sum->known = 0;
}

static int swc_holds_(swc_sum_ sum, int relation) {
    if (!sum.known)
        return 1;
    return relation == 0 ? sum.n == 0 : relation == 1 ? sum.n != 0 : sum.n >> 63 == 0;
}

static swc_value_ swc_solve_(swc_sum_ sum, int factor, int bits, int sign) {
    swc_value_ value;
    value.n = swc_as_(factor > 0 ? 0 - sum.n : sum.n, bits, sign);
    value.known = sum.known;
    return value;
}

/* Bytes hold a string, in so much room; negative if nobody knows how much. */
static int swc_text_(swc_value_ at, long long offset, long long room) {
    const volatile char *from = (const volatile char *)(unsigned long)(at.n + (unsigned long long)offset);
    long long i;
    if (!at.known)
        return 1;
    for (i = 0; room < 0 || i < room; i++) {
        if (!from[i])
            return 1;
        if (i > 1 << 20)
            return swc_vague_ = 1;
    }
    return 0;
}

/* Whether a structure ends here: what is missing begins. */
static int swc_at_hole_(const swc_hole_ *hole, int predicate, const swc_value_ *args, const char *passed_on) {
    int i;
    if (!hole || hole->predicate != predicate)
        return 0;
    for (i = 0; i < hole->count; i++)
        if ((i == 0 || passed_on[i - 1] == '1') && hole->args[i].known && args[i].known && hole->args[i].n != args[i].n)
            return 0;
    return hole->args[0].known && args[0].known;
}

/* Whether a place has its turn: what it costs is kept in proportion to what the program does. */
static int swc_due_(swc_place_ *place) {
    if (swc_busy_)
        return 0;
#ifndef SWC_ALWAYS
    if (place->wait) {
        place->wait--;
        return 0;
    }
#else
    (void)place;
#endif
    swc_busy_ = 1;
    swc_done_ = 0;
    return 1;
}

/* One way was tried: whether it may be this one. If it is the only one that is left, its objects are as large as it says. */
static int swc_tried_(int holds, int only) {
    swc_done_ += swc_claimed_;
    if (holds && only && !swc_vague_)
        swc_touch_();
    return holds || swc_vague_;
}

#ifdef SWC_REPORT
static unsigned long swc_checks_;
static void swc_summary_(void);
static void swc_count_(void) {
    extern int atexit(void (*)(void));
    if (!swc_checks_++)
        atexit(swc_summary_);
}
#else
#define swc_count_() ((void)0)
#endif

static void swc_passed_(swc_place_ *place) {
    swc_count_();
    place->wait = swc_done_ / 64;
    swc_busy_ = 0;
}
