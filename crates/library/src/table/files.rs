//! Files by their descriptors and by their paths: `<unistd.h>`, `<fcntl.h>`, `<sys/stat.h>` and what is near to them.
//!
//! Nearly all of them give -1 and set `errno` if they fail.

use crate::entry::{Name, ONE, fresh, function, n, same};
use crate::function::{Dialect, Extent, Function, Size, Success};

const TEXT: Extent<Name> = Extent::String;

pub(super) fn functions() -> Vec<Function> {
    let posix = |header| move |prototype| function(header, Dialect::Posix, prototype).errno();
    let of =
        |header| move |prototype| function(header, Dialect::Posix, prototype).zero_or_minus_one().errno();
    let (unistd, done) = (posix("unistd.h"), of("unistd.h"));
    let (stat, fcntl) = (of("sys/stat.h"), posix("fcntl.h"));
    let gnu = |header| move |prototype| function(header, Dialect::Extension, prototype).errno();
    let path = |entry: Function| entry.strings(["path"]);
    let two = |entry: Function| entry.strings(["from", "to"]);
    vec![
        // ── By descriptor ───────────────────────────────────────────────────────────────────
        path(fcntl("int open(const char *path, int flags, ...)")).result(-1..).also(&["open64"]),
        path(fcntl("int openat(int directory, const char *path, int flags, ...)")).result(-1..).also(&["openat64"]),
        path(fcntl("int creat(const char *path, mode_t mode)")).result(-1..).also(&["creat64"]),
        // The third argument may be a number, or point to an object that is read and written.
        fcntl("int fcntl(int file, int command, ...)").result(-1..).also(&["fcntl64"]),
        fcntl("int posix_fadvise(int file, off_t from, off_t n, int advice)").zero_or_error().also(&["posix_fadvise64"]),
        fcntl("int posix_fallocate(int file, off_t from, off_t n)").zero_or_error().also(&["posix_fallocate64"]),
        gnu("sys/ioctl.h")("int ioctl(int file, unsigned long request, ...)").result(-1..),
        gnu("sys/file.h")("int flock(int file, int operation)").zero_or_minus_one(),
        done("int close(int file)"),
        unistd("ssize_t read(int file, void *to, size_t n)").writes("to", n("n")).result(-1..),
        unistd("ssize_t write(int file, const void *from, size_t n)").reads("from", n("n")).result(-1..),
        unistd("ssize_t pread(int file, void *to, size_t n, off_t at)").writes("to", n("n")).result(-1..).also(&["pread64"]),
        unistd("ssize_t pwrite(int file, const void *from, size_t n, off_t at)")
            .reads("from", n("n"))
            .result(-1..)
            .also(&["pwrite64"]),
        // What is read or written is where the elements say.
        posix("sys/uio.h")("ssize_t readv(int file, const struct iovec *pieces, int count)")
            .reads("pieces", n("count"))
            .writes_behind("pieces")
            .result(-1..),
        posix("sys/uio.h")("ssize_t writev(int file, const struct iovec *pieces, int count)")
            .reads("pieces", n("count"))
            .writes_behind("pieces")
            .result(-1..),
        gnu("sys/sendfile.h")("ssize_t sendfile(int to, int from, off_t *at, size_t n)")
            .reads("at", ONE)
            .writes("at", ONE)
            .null(["at"])
            .result(-1..),
        unistd("off_t lseek(int file, off_t by, int from)").result(-1..).also(&["lseek64"]),
        done("int fsync(int file)"),
        done("int fdatasync(int file)"),
        unistd("void sync(void)"),
        done("int ftruncate(int file, off_t n)").also(&["ftruncate64"]),
        path(done("int truncate(const char *path, off_t n)")).also(&["truncate64"]),
        done("int lockf(int file, int command, off_t n)").also(&["lockf64"]),
        unistd("int dup(int file)").result(-1..),
        unistd("int dup2(int file, int as)").result(-1..),
        gnu("unistd.h")("int dup3(int file, int as, int flags)").result(-1..),
        done("int pipe(int ends[2])").gets("ends", Extent::Objects(2)),
        gnu("unistd.h")("int pipe2(int ends[2], int flags)").gets("ends", Extent::Objects(2)).zero_or_minus_one(),
        unistd("int isatty(int file)").result(0..=1),
        unistd("char *ttyname(int file)").gives(crate::entry::storage().or_null()),
        unistd("int ttyname_r(int file, char *to, size_t n)").writes("to", n("n")).zero_or_error(),
        unistd("long fpathconf(int file, int name)"),
        path(unistd("long pathconf(const char *path, int name)")),
        // ── By path ─────────────────────────────────────────────────────────────────────────
        path(done("int access(const char *path, int mode)")),
        path(done("int faccessat(int directory, const char *path, int mode, int flags)")),
        path(done("int chdir(const char *path)")),
        done("int fchdir(int directory)"),
        path(done("int rmdir(const char *path)")),
        path(done("int unlink(const char *path)")),
        path(done("int unlinkat(int directory, const char *path, int flags)")),
        two(done("int link(const char *from, const char *to)")),
        two(done("int linkat(int directory, const char *from, int other, const char *to, int flags)")),
        two(done("int symlink(const char *from, const char *to)")),
        two(done("int symlinkat(const char *from, int directory, const char *to)")),
        two(of("stdio.h")("int renameat(int directory, const char *from, int other, const char *to)")),
        // No zero is put at the end.
        path(unistd("ssize_t readlink(const char *path, char *to, size_t n)")).writes("to", n("n")).result(-1..),
        path(unistd("ssize_t readlinkat(int directory, const char *path, char *to, size_t n)"))
            .writes("to", n("n"))
            .result(-1..),
        path(done("int chown(const char *path, uid_t owner, gid_t group)")),
        path(done("int lchown(const char *path, uid_t owner, gid_t group)")),
        done("int fchown(int file, uid_t owner, gid_t group)"),
        path(stat("int chmod(const char *path, mode_t mode)")),
        stat("int fchmod(int file, mode_t mode)"),
        path(stat("int fchmodat(int directory, const char *path, mode_t mode, int flags)")),
        path(stat("int mkdir(const char *path, mode_t mode)")),
        path(stat("int mkdirat(int directory, const char *path, mode_t mode)")),
        path(stat("int mkfifo(const char *path, mode_t mode)")),
        path(stat("int mknod(const char *path, mode_t mode, dev_t device)")),
        posix("sys/stat.h")("mode_t umask(mode_t mask)"),
        path(stat("int stat(const char *path, struct stat *to)")).gets("to", ONE).also(&["stat64"]),
        path(stat("int lstat(const char *path, struct stat *to)")).gets("to", ONE).also(&["lstat64"]),
        stat("int fstat(int file, struct stat *to)").gets("to", ONE).also(&["fstat64"]),
        path(stat("int fstatat(int directory, const char *path, struct stat *to, int flags)"))
            .gets("to", ONE)
            .also(&["fstatat64"]),
        path(stat("int utimensat(int directory, const char *path, const struct timespec times[2], int flags)"))
            .null(["times"])
            .reads("times", Extent::Objects(2)),
        stat("int futimens(int file, const struct timespec times[2])").null(["times"]).reads("times", Extent::Objects(2)),
        path(of("sys/statvfs.h")("int statvfs(const char *path, struct statvfs *to)")).gets("to", ONE),
        of("sys/statvfs.h")("int fstatvfs(int file, struct statvfs *to)").gets("to", ONE),
        // ── Names ───────────────────────────────────────────────────────────────────────────
        // Without room of the caller's glibc makes some.
        unistd("char *getcwd(char *to, size_t n)")
            .writes("to", n("n"))
            .null(["to"])
            .gives(same("to").or(fresh(Size::String)).or_null()),
        gnu("unistd.h")("char *get_current_dir_name(void)").gives(fresh(Size::String)),
        // With room for `PATH_MAX` characters, or none.
        posix("stdlib.h")("char *realpath(const char *path, char *to)")
            .strings(["path"])
            .writes("to", Extent::Unknown)
            .null(["to"])
            .gives(same("to").or(fresh(Size::String)).or_null()),
        posix("stdlib.h")("int mkstemp(char *name)").reads("name", TEXT).writes("name", TEXT).result(-1..).also(&["mkstemp64"]),
        gnu("stdlib.h")("int mkostemp(char *name, int flags)").reads("name", TEXT).writes("name", TEXT).result(-1..),
        posix("stdlib.h")("char *mkdtemp(char *name)").reads("name", TEXT).writes("name", TEXT).gives(same("name").or_null()),
        gnu("stdlib.h")("char *mktemp(char *name)").reads("name", TEXT).writes("name", TEXT).gives(same("name")),
        // ── Waiting for files ───────────────────────────────────────────────────────────────
        posix("poll.h")("int poll(struct pollfd *files, nfds_t count, int time)")
            .reads("files", n("count"))
            .writes("files", n("count"))
            .null(["files"])
            .result(-1..),
        sets(posix("sys/select.h")(
            "int select(int count, fd_set *reading, fd_set *writing, fd_set *other, struct timeval *time)",
        ))
        .writes("time", ONE),
        sets(posix("sys/select.h")(
            "int pselect(int count, fd_set *reading, fd_set *writing, fd_set *other, const struct timespec *time, const sigset_t *mask)",
        ))
        .reads("mask", ONE)
        .null(["mask"]),
        gnu("sys/epoll.h")("int epoll_create(int size)").result(-1..),
        gnu("sys/epoll.h")("int epoll_create1(int flags)").result(-1..),
        // What the event says of the program's own is kept, and comes back from `epoll_wait`.
        gnu("sys/epoll.h")("int epoll_ctl(int all, int operation, int file, struct epoll_event *event)")
            .reads("event", ONE)
            .null(["event"])
            .keeps("event")
            .zero_or_minus_one()
            .succeeds(Success::Zero),
        gnu("sys/epoll.h")("int epoll_wait(int all, struct epoll_event *events, int count, int time)")
            .writes("events", n("count"))
            .stores("events", crate::entry::pointer(crate::function::Origin::Kept).or_null())
            .result(-1..),
        gnu("sys/eventfd.h")("int eventfd(unsigned start, int flags)").result(-1..),
        // ── Terminals ───────────────────────────────────────────────────────────────────────
        of("termios.h")("int tcgetattr(int file, struct termios *to)").gets("to", ONE),
        of("termios.h")("int tcsetattr(int file, int when, const struct termios *from)").reads("from", ONE),
        of("termios.h")("int tcflush(int file, int queue)"),
        of("termios.h")("int tcdrain(int file)"),
        posix("termios.h")("speed_t cfgetispeed(const struct termios *from)").reads("from", ONE).alone(),
        posix("termios.h")("speed_t cfgetospeed(const struct termios *from)").reads("from", ONE).alone(),
        of("termios.h")("int cfsetispeed(struct termios *to, speed_t speed)").reads("to", ONE).writes("to", ONE).alone(),
        of("termios.h")("int cfsetospeed(struct termios *to, speed_t speed)").reads("to", ONE).writes("to", ONE).alone(),
        gnu("termios.h")("void cfmakeraw(struct termios *to)").reads("to", ONE).writes("to", ONE).alone(),
    ]
}

fn sets(entry: Function) -> Function {
    let entry = ["reading", "writing", "other"]
        .into_iter()
        .fold(entry, |entry, set| entry.reads(set, ONE).writes(set, ONE).null([set]));
    entry.reads("time", ONE).null(["time"]).result(-1..)
}
