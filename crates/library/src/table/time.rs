//! Time: `<time.h>`, `<sys/time.h>` and what waits.

use crate::entry::{ONE, function, into, n, same, storage};
use crate::function::{Dialect, Extent, Function, Success};

pub(super) fn functions() -> Vec<Function> {
    let c = |prototype| function("time.h", Dialect::C, prototype);
    let posix = |prototype| function("time.h", Dialect::Posix, prototype);
    let sys = |prototype| function("sys/time.h", Dialect::Posix, prototype);
    let wait = |prototype| function("unistd.h", Dialect::Posix, prototype);
    vec![
        c("time_t time(time_t *also)").fills("also", ONE).null(["also"]).asks(),
        c("clock_t clock(void)").asks(),
        c("double difftime(time_t end, time_t begin)").alone(),
        c("time_t mktime(struct tm *time)").reads("time", ONE).writes("time", ONE).asks(),
        function("time.h", Dialect::Extension, "time_t timegm(struct tm *time)").reads("time", ONE).writes("time", ONE).asks(),
        // C23 takes it over from C11's annex; it gives its second argument, or zero.
        c("int timespec_get(struct timespec *to, int base)").writes("to", ONE).asks(),
        // Four of them use one piece of storage.
        c("struct tm *gmtime(const time_t *time)").reads("time", ONE).gives(storage().or_null()),
        c("struct tm *localtime(const time_t *time)").reads("time", ONE).gives(storage().or_null()),
        c("char *asctime(const struct tm *time)").reads("time", ONE).gives(storage().or_null()),
        c("char *ctime(const time_t *time)").reads("time", ONE).gives(storage().or_null()),
        posix("struct tm *gmtime_r(const time_t *time, struct tm *to)")
            .reads("time", ONE)
            .writes("to", ONE)
            .gives(same("to").or_null())
            .asks()
            .errno(),
        posix("struct tm *localtime_r(const time_t *time, struct tm *to)")
            .reads("time", ONE)
            .writes("to", ONE)
            .gives(same("to").or_null())
            .errno(),
        // With room for 26 characters.
        posix("char *asctime_r(const struct tm *time, char *to)")
            .reads("time", ONE)
            .writes("to", Extent::Objects(26))
            .gives(same("to").or_null())
            .asks(),
        posix("char *ctime_r(const time_t *time, char *to)")
            .reads("time", ONE)
            .writes("to", Extent::Objects(26))
            .gives(same("to").or_null()),
        c("size_t strftime(char *to, size_t n, const char *format, const struct tm *time)")
            .writes("to", n("n"))
            .strings(["format"])
            .reads("time", ONE)
            .apart("to", "format")
            .asks(),
        function("wchar.h", Dialect::C, "size_t wcsftime(wchar_t *to, size_t n, const wchar_t *format, const struct tm *time)")
            .writes("to", n("n"))
            .strings(["format"])
            .reads("time", ONE)
            .apart("to", "format")
            .asks(),
        posix("char *strptime(const char *s, const char *format, struct tm *to)")
            .strings(["s", "format"])
            .writes("to", ONE)
            .gives(into("s").or_null())
            .asks(),
        posix("void tzset(void)"),
        posix("int clock_gettime(clockid_t clock, struct timespec *to)").gets("to", ONE).zero_or_minus_one().errno().asks(),
        posix("int clock_getres(clockid_t clock, struct timespec *to)")
            .gets("to", ONE)
            .null(["to"])
            .zero_or_minus_one()
            .errno()
            .asks(),
        posix("int clock_settime(clockid_t clock, const struct timespec *time)").reads("time", ONE).zero_or_minus_one().errno(),
        posix("int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left)")
            .reads("time", ONE)
            .writes("left", ONE)
            .null(["left"])
            .zero_or_error(),
        posix("int nanosleep(const struct timespec *time, struct timespec *left)")
            .reads("time", ONE)
            .writes("left", ONE)
            .null(["left"])
            .zero_or_minus_one()
            .errno(),
        // The second argument is of another type in each system, and null.
        sys("int gettimeofday(struct timeval *to, void *zone)")
            .gets("to", ONE)
            .null(["zone"])
            .writes("zone", Extent::Unknown)
            .zero_or_minus_one()
            .errno()
            .asks(),
        function("sys/time.h", Dialect::Extension, "int settimeofday(const struct timeval *time, const struct timezone *zone)")
            .reads("time", ONE)
            .reads("zone", ONE)
            .null(["time", "zone"])
            .zero_or_minus_one()
            .errno(),
        sys("int utimes(const char *path, const struct timeval times[2])")
            .strings(["path"])
            .reads("times", Extent::Objects(2))
            .null(["times"])
            .zero_or_minus_one()
            .errno(),
        sys("int getitimer(__itimer_which_t which, struct itimerval *to)").gets("to", ONE).zero_or_minus_one().errno().asks(),
        sys("int setitimer(__itimer_which_t which, const struct itimerval *new, struct itimerval *old)")
            .reads("new", ONE)
            .gets("old", ONE)
            .null(["old"])
            .zero_or_minus_one()
            .errno(),
        function("utime.h", Dialect::Posix, "int utime(const char *path, const struct utimbuf *times)")
            .strings(["path"])
            .reads("times", ONE)
            .null(["times"])
            .zero_or_minus_one()
            .errno(),
        wait("unsigned sleep(unsigned seconds)"),
        wait("int usleep(useconds_t time)").zero_or_minus_one().errno(),
        wait("unsigned alarm(unsigned seconds)"),
        function("sys/times.h", Dialect::Posix, "clock_t times(struct tms *to)").succeeds(Success::NotMinusOne).gets("to", ONE).errno().asks(),
    ]
}
