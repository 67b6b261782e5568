//! Integers, text as numbers, and random numbers: `<stdlib.h>` and `<inttypes.h>`.

use crate::entry::{Name, ONE, function, into, n, same};
use crate::function::{Dialect, Extent, Function, Success};

/// Reads a number at the start of the string `s`, and tells where it stopped unless `end` is null.
pub(super) fn read_number(entry: Function, base: bool) -> Function {
    let entry = if base {
        // Another base is undefined in C, as 1 is. POSIX has an error for it, which leaves `end` alone.
        entry.takes("base", 0..=36).writes("end", ONE)
    } else {
        entry.fills("end", ONE)
    };
    // Other locales may take more for numbers.
    entry.reads("s", Extent::String).stores("end", into("s")).null(["end"]).asks().errno()
}

pub(super) fn functions() -> Vec<Function> {
    let c = |prototype: &str| function("stdlib.h", Dialect::C, prototype);
    let posix = |prototype: &str| function("stdlib.h", Dialect::Posix, prototype);
    let gnu = |prototype: &str| function("stdlib.h", Dialect::Extension, prototype);
    let intmax = |prototype: &str| function("inttypes.h", Dialect::C, prototype).alone();
    let mut all = vec![
        // A number that does not fit the result is undefined.
        c("int atoi(const char *s)").strings(["s"]).asks(),
        c("long atol(const char *s)").strings(["s"]).asks(),
        c("long long atoll(const char *s)").strings(["s"]).asks(),
        c("double atof(const char *s)").strings(["s"]).asks(),
        // That of the least number is undefined.
        c("int abs(int number)").alone().takes("number", -0x7fff_ffff..).result(0..),
        c("long labs(long number)").alone().result(0..),
        c("long long llabs(long long number)").alone().takes("number", -0x7fff_ffff_ffff_ffff..).result(0..),
        intmax("intmax_t imaxabs(intmax_t number)").takes("number", -0x7fff_ffff_ffff_ffff..).result(0..),
        // By zero it is undefined.
        c("div_t div(int number, int by)").alone(),
        c("ldiv_t ldiv(long number, long by)").alone(),
        c("lldiv_t lldiv(long long number, long long by)").alone(),
        intmax("imaxdiv_t imaxdiv(intmax_t number, intmax_t by)"),
        // `RAND_MAX` is at least 32767, and no more than an `int` holds.
        c("int rand(void)").result(0..=0x7fff_ffff),
        c("void srand(unsigned seed)"),
        posix("int rand_r(unsigned *state)")
            .alone()
            .reads("state", ONE)
            .fills("state", ONE)
            .result(0..=0x7fff_ffff),
        posix("long random(void)").result(0..=0x7fff_ffff),
        posix("void srandom(unsigned seed)"),
        // The library works in that memory until it is given another.
        posix("char *initstate(unsigned seed, char *state, size_t n)")
            .writes("state", n("n"))
            .keeps("state")
            .gives(
                crate::entry::storage().or(crate::entry::pointer(crate::function::Origin::Kept)).or_null(),
            ),
        posix("char *setstate(char *state)")
            .reads("state", Extent::Unknown)
            .writes("state", Extent::Unknown)
            .keeps("state")
            .gives(
                crate::entry::storage().or(crate::entry::pointer(crate::function::Origin::Kept)).or_null(),
            ),
        posix("double drand48(void)"),
        posix("long lrand48(void)").result(0..=0x7fff_ffff),
        posix("long mrand48(void)").result(-0x8000_0000..=0x7fff_ffff),
        posix("void srand48(long seed)"),
        posix("double erand48(unsigned short state[3])")
            .reads("state", Extent::Objects(3))
            .fills("state", Extent::Objects(3)),
        posix("long nrand48(unsigned short state[3])")
            .reads("state", Extent::Objects(3))
            .fills("state", Extent::Objects(3))
            .result(0..=0x7fff_ffff),
        posix("long jrand48(unsigned short state[3])")
            .reads("state", Extent::Objects(3))
            .fills("state", Extent::Objects(3))
            .result(-0x8000_0000..=0x7fff_ffff),
        posix("unsigned short *seed48(unsigned short seed[3])")
            .reads("seed", Extent::Objects(3))
            .gives(crate::entry::storage()),
        posix("void lcong48(unsigned short seed[7])").reads("seed", Extent::Objects(7)),
        gnu("unsigned arc4random(void)").without_header(),
        gnu("void arc4random_buf(void *to, size_t n)").fills("to", n("n")).without_header(),
        gnu("unsigned arc4random_uniform(unsigned bound)").without_header(),
        function("sys/random.h", Dialect::Extension, "ssize_t getrandom(void *to, size_t n, unsigned flags)")
            .writes("to", n("n"))
            .result(-1..)
            .errno(),
        function("unistd.h", Dialect::Posix, "int getentropy(void *to, size_t n)")
            .gets("to", n("n"))
            .zero_or_minus_one()
            .errno()
            .succeeds(Success::Zero),
        posix("long a64l(const char *s)").alone().strings(["s"]),
        posix("char *l64a(long number)").gives(crate::entry::storage()),
        posix("int getsubopt(char **options, char *const *tokens, char **value)")
            .reads("options", ONE)
            .writes("options", ONE)
            .stores("options", crate::entry::pointer(crate::function::Origin::IntoPointee("options")))
            .writes_behind("options")
            .reads("tokens", Extent::Strings)
            .fills("value", ONE)
            .stores("value", crate::entry::pointer(crate::function::Origin::IntoPointee("options")).or_null())
            .alone()
            .result(-1..),
        gnu("char *ecvt(double number, int digits, int *point, int *sign)")
            .fills("point", ONE)
            .fills("sign", ONE)
            .gives(crate::entry::storage()),
        gnu("char *fcvt(double number, int digits, int *point, int *sign)")
            .fills("point", ONE)
            .fills("sign", ONE)
            .gives(crate::entry::storage()),
        gnu("char *gcvt(double number, int digits, char *to)")
            .writes("to", Extent::Unknown)
            .asks()
            .gives(same("to")),
    ];
    for (header, ty, name, base) in READERS {
        let last = if *base { ", int base" } else { "" };
        let prototype = format!("{ty} {name}(const char *s, char **end{last})");
        all.push(read_number(function(header, Dialect::C, &prototype), *base));
    }
    all
}

/// What reads a number from a string and says where it ends.
const READERS: &[(Name, Name, Name, bool)] = &[
    ("stdlib.h", "long", "strtol", true),
    ("stdlib.h", "long long", "strtoll", true),
    ("stdlib.h", "unsigned long", "strtoul", true),
    ("stdlib.h", "unsigned long long", "strtoull", true),
    ("inttypes.h", "intmax_t", "strtoimax", true),
    ("inttypes.h", "uintmax_t", "strtoumax", true),
    ("stdlib.h", "double", "strtod", false),
    ("stdlib.h", "float", "strtof", false),
    ("stdlib.h", "long double", "strtold", false),
];
