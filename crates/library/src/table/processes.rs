//! The program and its surroundings: how it ends, the environment, other programs, users.

use crate::entry::{ONE, function, handle, n, pointer, same, storage};
use crate::function::{Called, Control, Dialect, Extent, Function, Given, Origin, Success};

pub(super) fn functions() -> Vec<Function> {
    let mut all = ends();
    all.extend(environment());
    all.extend(programs());
    all.extend(users());
    all
}

fn ends() -> Vec<Function> {
    let c = |prototype| function("stdlib.h", Dialect::C, prototype);
    vec![
        c("void exit(int status)").control(Control::Exits),
        // What `at_quick_exit` registered is called.
        c("void quick_exit(int status)").control(Control::Exits),
        c("void _Exit(int status)").control(Control::Ends),
        function("unistd.h", Dialect::Posix, "void _exit(int status)").control(Control::Ends),
        // A handler of its signal is called.
        c("void abort(void)").control(Control::Exits),
        c("int atexit(void (*last)(void))").keeps("last").calls("last", Called::AtExit, []),
        c("int at_quick_exit(void (*last)(void))").keeps("last").calls("last", Called::AtExit, []),
        function("stdlib.h", Dialect::Extension, "int on_exit(void (*last)(int, void *), void *more)")
            .keeps("last")
            .calls("last", Called::AtExit, [Given::Own, Given::Argument("more")])
            .keeps("more")
            .ignores("more")
            .null(["more"]),
    ]
}

fn environment() -> Vec<Function> {
    let c = |prototype| function("stdlib.h", Dialect::C, prototype);
    let posix = |prototype| function("stdlib.h", Dialect::Posix, prototype).errno();
    let unistd = |prototype| function("unistd.h", Dialect::Posix, prototype).errno();
    vec![
        // What is there may be what `putenv` was given.
        c("char *getenv(const char *name)")
            .strings(["name"])
            .gives(storage().or(pointer(Origin::Kept)).or_null())
            .asks(),
        function("stdlib.h", Dialect::Extension, "char *secure_getenv(const char *name)")
            .strings(["name"])
            .gives(storage().or(pointer(Origin::Kept)).or_null())
            .asks(),
        posix("int setenv(const char *name, const char *value, int replace)")
            .strings(["name", "value"])
            .zero_or_minus_one(),
        posix("int unsetenv(const char *name)").strings(["name"]).zero_or_minus_one(),
        // The string itself becomes a part of the environment.
        posix("int putenv(char *both)").strings(["both"]).keeps("both"),
        function("stdlib.h", Dialect::Extension, "int clearenv(void)"),
        unistd("long sysconf(int name)").asks(),
        unistd("size_t confstr(int name, char *to, size_t n)").writes("to", n("n")).null(["to"]).asks(),
        unistd("int gethostname(char *to, size_t n)").writes("to", n("n")).zero_or_minus_one().asks(),
        function("unistd.h", Dialect::Extension, "int sethostname(const char *name, size_t n)")
            .reads("name", n("n"))
            .zero_or_minus_one()
            .errno(),
        function("unistd.h", Dialect::Extension, "int getdomainname(char *to, size_t n)")
            .writes("to", n("n"))
            .zero_or_minus_one()
            .errno()
            .asks(),
        function("sys/utsname.h", Dialect::Posix, "int uname(struct utsname *to)")
            .gets("to", ONE)
            .result(-1..)
            .succeeds(Success::NonNegative)
            .asks(),
        function("sys/sysinfo.h", Dialect::Extension, "int sysinfo(struct sysinfo *to)")
            .gets("to", ONE)
            .zero_or_minus_one()
            .errno()
            .asks(),
        function(
            "sys/resource.h",
            Dialect::Posix,
            "int getrlimit(__rlimit_resource_t which, struct rlimit *to)",
        )
        .gets("to", ONE)
        .zero_or_minus_one()
        .errno()
        .asks(),
        function(
            "sys/resource.h",
            Dialect::Posix,
            "int setrlimit(__rlimit_resource_t which, const struct rlimit *from)",
        )
        .reads("from", ONE)
        .zero_or_minus_one()
        .errno(),
        function("sys/resource.h", Dialect::Posix, "int getrusage(__rusage_who_t who, struct rusage *to)")
            .gets("to", ONE)
            .zero_or_minus_one()
            .errno()
            .asks(),
        function("stdlib.h", Dialect::Extension, "int getloadavg(double to[], int n)")
            .writes("to", n("n"))
            .result(-1..)
            .asks(),
        function("unistd.h", Dialect::Extension, "int getpagesize(void)").result(1..).asks(),
    ]
}

fn programs() -> Vec<Function> {
    let unistd = |prototype| function("unistd.h", Dialect::Posix, prototype).errno();
    let wait = |prototype| function("sys/wait.h", Dialect::Posix, prototype).result(-1..).errno();
    let replaces = |entry: Function| entry.strings(["path"]).result(-1..=-1).control(Control::Replaces);
    let words = |entry: Function| replaces(entry).reads("argv", Extent::Strings);
    let mut all = vec![
        function("stdlib.h", Dialect::C, "int system(const char *command)")
            .strings(["command"])
            .null(["command"]),
        unistd("pid_t fork(void)").result(-1..).control(Control::Twice),
        // The child runs in the parent's frame.
        unistd("pid_t vfork(void)").result(-1..).control(Control::Twice),
        replaces(unistd("int execl(const char *path, const char *first, ...)")).strings(["first"]),
        replaces(unistd("int execlp(const char *path, const char *first, ...)")).strings(["first"]),
        replaces(unistd("int execle(const char *path, const char *first, ...)")).strings(["first"]),
        words(unistd("int execv(const char *path, char *const argv[])")),
        words(unistd("int execvp(const char *path, char *const argv[])")),
        words(unistd("int execve(const char *path, char *const argv[], char *const environment[])"))
            .reads("environment", Extent::Strings),
        words(function(
            "unistd.h",
            Dialect::Extension,
            "int execvpe(const char *path, char *const argv[], char *const environment[])",
        ))
        .reads("environment", Extent::Strings)
        .errno(),
        wait("pid_t wait(int *status)").writes("status", ONE).null(["status"]),
        wait("pid_t waitpid(pid_t who, int *status, int options)").writes("status", ONE).null(["status"]),
        function(
            "sys/wait.h",
            Dialect::Extension,
            "pid_t wait3(int *status, int options, struct rusage *usage)",
        )
        .writes("status", ONE)
        .writes("usage", ONE)
        .null(["status", "usage"])
        .result(-1..)
        .errno(),
        function(
            "sys/wait.h",
            Dialect::Extension,
            "pid_t wait4(pid_t who, int *status, int options, struct rusage *usage)",
        )
        .writes("status", ONE)
        .writes("usage", ONE)
        .null(["status", "usage"])
        .result(-1..)
        .errno(),
        wait("int waitid(idtype_t kind, id_t who, siginfo_t *to, int options)")
            .writes("to", ONE)
            .null(["to"]),
        unistd("int nice(int more)"),
        unistd("int setpgid(pid_t who, pid_t group)").zero_or_minus_one(),
        unistd("pid_t getpgid(pid_t who)").result(-1..).asks(),
        unistd("pid_t getsid(pid_t who)").result(-1..).asks(),
        unistd("pid_t setsid(void)").result(-1..),
        unistd("pid_t tcgetpgrp(int file)").result(-1..).asks(),
        unistd("int tcsetpgrp(int file, pid_t group)").zero_or_minus_one(),
        unistd("int pause(void)").result(-1..=-1),
        function("unistd.h", Dialect::Extension, "int daemon(int stays, int open)")
            .zero_or_minus_one()
            .errno(),
        function("unistd.h", Dialect::Extension, "int chroot(const char *path)")
            .strings(["path"])
            .zero_or_minus_one()
            .errno(),
        function("sched.h", Dialect::Posix, "int sched_yield(void)").zero_or_minus_one().errno(),
        function("sys/prctl.h", Dialect::Extension, "int prctl(int option, ...)").errno(),
        function("unistd.h", Dialect::Extension, "long syscall(long number, ...)").errno(),
        // Code that is loaded may do anything.
        function("dlfcn.h", Dialect::Posix, "void *dlopen(const char *path, int mode)")
            .strings(["path"])
            .null(["path"])
            .gives(handle()),
        function("dlfcn.h", Dialect::Posix, "void *dlsym(void *library, const char *name)")
            .handle("library")
            .null(["library"])
            .strings(["name"])
            .gives(pointer(Origin::Unknown).or_null()),
        function("dlfcn.h", Dialect::Posix, "int dlclose(void *library)").closes("library"),
        function("dlfcn.h", Dialect::Posix, "char *dlerror(void)").gives(storage().or_null()),
    ];
    for own in ["getpid", "getppid", "getpgrp"] {
        all.push(function("unistd.h", Dialect::Posix, &format!("pid_t {own}(void)")).result(0..).asks());
    }
    all
}

fn users() -> Vec<Function> {
    let mut all = Vec::new();
    for (ty, names) in [("uid_t", ["getuid", "geteuid"]), ("gid_t", ["getgid", "getegid"])] {
        all.extend(
            names.map(|name| function("unistd.h", Dialect::Posix, &format!("{ty} {name}(void)")).asks()),
        );
    }
    for (ty, names) in [("uid_t", ["setuid", "seteuid"]), ("gid_t", ["setgid", "setegid"])] {
        let set = |name| {
            function("unistd.h", Dialect::Posix, &format!("int {name}({ty} id)")).zero_or_minus_one().errno()
        };
        all.extend(names.map(set));
    }
    all.extend([
        function("unistd.h", Dialect::Posix, "int getgroups(int n, gid_t to[])")
            .writes("to", n("n"))
            .null(["to"])
            .result(-1..)
            .errno()
            .asks(),
        function("unistd.h", Dialect::Posix, "char *getlogin(void)").gives(storage().or_null()).errno(),
        function("unistd.h", Dialect::Posix, "int getlogin_r(char *to, size_t n)")
            .writes("to", n("n"))
            .zero_or_error()
            .asks(),
        function("unistd.h", Dialect::Extension, "char *getpass(const char *prompt)")
            .strings(["prompt"])
            .gives(storage().or_null())
            .errno(),
        function("unistd.h", Dialect::Extension, "char *crypt(const char *key, const char *salt)")
            .strings(["key", "salt"])
            .gives(storage().or_null())
            .errno(),
    ]);
    for (header, ty, by) in
        [("pwd.h", "passwd", ["getpwnam", "getpwuid"]), ("grp.h", "group", ["getgrnam", "getgrgid"])]
    {
        let id = if ty == "passwd" { "uid_t" } else { "gid_t" };
        let posix = |text: String| function(header, Dialect::Posix, &text).errno();
        all.push(
            posix(format!("struct {ty} *{}(const char *name)", by[0]))
                .strings(["name"])
                .gives(storage().or_null()),
        );
        all.push(posix(format!("struct {ty} *{}({id} id)", by[1])).gives(storage().or_null()));
        // The strings are in the buffer.
        let into = |entry: Function| {
            entry
                .writes("to", ONE)
                .stores("to", crate::entry::into("buffer"))
                .writes("buffer", n("n"))
                .writes("result", ONE)
                .stores("result", same("to").or_null())
                .zero_or_error()
        };
        let rest = format!("struct {ty} *to, char *buffer, size_t n, struct {ty} **result");
        all.push(into(posix(format!("int {}_r(const char *name, {rest})", by[0]))).strings(["name"]));
        all.push(into(posix(format!("int {}_r({id} id, {rest})", by[1]))));
    }
    all.extend([
        function("pwd.h", Dialect::Posix, "struct passwd *getpwent(void)").gives(storage().or_null()).errno(),
        function("pwd.h", Dialect::Posix, "void setpwent(void)"),
        function("pwd.h", Dialect::Posix, "void endpwent(void)"),
        function("grp.h", Dialect::Posix, "struct group *getgrent(void)").gives(storage().or_null()).errno(),
        function("grp.h", Dialect::Posix, "void setgrent(void)"),
        function("grp.h", Dialect::Posix, "void endgrent(void)"),
    ]);
    all
}
