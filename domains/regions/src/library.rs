//! What functions without a body do to blocks of the heap.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// What a call of a library function does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// It never comes back.
    Ends,
    /// It reads or fills what it is given, keeps none of it, and gives nothing that leads to it.
    Reads,
    /// The same, but it gives a pointer into its first argument, or null.
    ReturnsFirst,
    /// It gives a new block, or null.
    Allocates,
    /// `realloc`.
    Reallocates,
    /// `free`.
    Frees,
    /// Nobody knows.
    Unknown,
}

/// Functions that only look at memory, or fill buffers with what is no pointer of the program.
const READS: &[&str] = &[
    "abs",
    "access",
    "atof",
    "atoi",
    "atol",
    "atoll",
    "chdir",
    "chmod",
    "chown",
    "clock",
    "close",
    "closedir",
    "creat",
    "difftime",
    "dup",
    "dup2",
    "fclose",
    "fcntl",
    "feof",
    "ferror",
    "fflush",
    "fgetc",
    "fileno",
    "flock",
    "fopen",
    "fprintf",
    "fputc",
    "fputs",
    "fread",
    "fscanf",
    "fseek",
    "fseeko",
    "fstat",
    "fsync",
    "ftell",
    "ftello",
    "ftruncate",
    "fwrite",
    "getc",
    "getchar",
    "getenv",
    "getpid",
    "gettimeofday",
    "getuid",
    "ioctl",
    "isalnum",
    "isalpha",
    "isatty",
    "isdigit",
    "islower",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "isxdigit",
    "kill",
    "labs",
    "lseek",
    "lstat",
    "malloc_usable_size",
    "memcmp",
    "mkdir",
    "nanosleep",
    "open",
    "opendir",
    "perror",
    "pipe",
    "poll",
    "printf",
    "putc",
    "putchar",
    "puts",
    "raise",
    "rand",
    "random",
    "read",
    "readdir",
    "readlink",
    "recv",
    "remove",
    "rename",
    "rewind",
    "rmdir",
    "scanf",
    "select",
    "send",
    "shutdown",
    "sleep",
    "snprintf",
    "socket",
    "sprintf",
    "srand",
    "sscanf",
    "stat",
    "strcasecmp",
    "strcmp",
    "strcoll",
    "strcspn",
    "strerror",
    "strftime",
    "strlen",
    "strncasecmp",
    "strncmp",
    "strnlen",
    "strspn",
    "system",
    "time",
    "tolower",
    "toupper",
    "ungetc",
    "unlink",
    "usleep",
    "utime",
    "vfprintf",
    "vprintf",
    "vsnprintf",
    "vsprintf",
    "wait",
    "waitpid",
    "write",
    "__errno_location",
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
    "__VERIFIER_error",
    "reach_error",
    "sin",
    "cos",
    "tan",
    "sqrt",
    "pow",
    "exp",
    "log",
    "floor",
    "ceil",
    "fabs",
    "fmod",
    "__isoc99_scanf",
    "__isoc99_sscanf",
    "__isoc99_fscanf",
    "pthread_mutex_lock",
    "pthread_mutex_unlock",
    "pthread_mutex_init",
    "pthread_mutex_destroy",
];

/// Functions that give a pointer into their first argument.
const RETURNS_FIRST: &[&str] = &[
    "basename",
    "dirname",
    "fgets",
    "memchr",
    "memrchr",
    "rawmemchr",
    "stpcpy",
    "strcat",
    "strchr",
    "strchrnul",
    "strcpy",
    "strncat",
    "strncpy",
    "strpbrk",
    "strrchr",
    "strstr",
    "strcasestr",
    "memmem",
];

/// Functions that give a new block.
const ALLOCATES: &[&str] = &[
    "malloc",
    "calloc",
    "strdup",
    "strndup",
    "aligned_alloc",
    "memalign",
    "valloc",
    "__strdup",
    "__strndup",
];

/// Functions that write any number of bytes to where their arguments lead: if pointers lie there, they are gone.
const FILLS: &[&str] = &[
    "fgets",
    "fread",
    "pipe",
    "poll",
    "read",
    "readlink",
    "recv",
    "select",
    "snprintf",
    "sprintf",
    "stpcpy",
    "strcat",
    "strcpy",
    "strftime",
    "strncat",
    "strncpy",
    "vsnprintf",
    "vsprintf",
];

/// Functions that write one object of the type that each argument points to.
const FILLS_ONE: &[&str] = &[
    "fcntl",
    "fscanf",
    "fstat",
    "gettimeofday",
    "ioctl",
    "lstat",
    "nanosleep",
    "scanf",
    "sscanf",
    "stat",
    "time",
    "wait",
    "waitpid",
    "__isoc99_scanf",
    "__isoc99_sscanf",
    "__isoc99_fscanf",
];

/// How much a function without a body writes to where its arguments lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Writing {
    /// Any number of bytes.
    Bytes,
    /// One object; bytes are many.
    One,
}

/// What a function without a body writes.
pub(crate) fn writing(name: &str) -> Option<Writing> {
    static KNOWN: LazyLock<FxHashMap<&str, Writing>> = LazyLock::new(|| {
        let all = [(FILLS, Writing::Bytes), (FILLS_ONE, Writing::One)];
        all.into_iter().flat_map(|(names, writing)| names.iter().map(move |name| (*name, writing))).collect()
    });
    KNOWN.get(name).copied()
}

/// What a function without a body does.
pub(crate) fn effect(name: &str) -> Effect {
    static KNOWN: LazyLock<FxHashMap<&str, Effect>> = LazyLock::new(|| {
        let all = [
            (READS, Effect::Reads),
            (RETURNS_FIRST, Effect::ReturnsFirst),
            (ALLOCATES, Effect::Allocates),
            (&["realloc"], Effect::Reallocates),
            (&["free"], Effect::Frees),
        ];
        all.into_iter().flat_map(|(names, effect)| names.iter().map(move |name| (*name, effect))).collect()
    });
    match KNOWN.get(name) {
        _ if library::ends_program(name) => Effect::Ends,
        Some(effect) => *effect,
        None if name.starts_with("__VERIFIER_nondet_") => Effect::Reads,
        None => Effect::Unknown,
    }
}
