//! What functions without a body do to blocks of the heap.

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

/// Functions that never come back.
const ENDS: &[&str] =
    &["abort", "exit", "_exit", "_Exit", "quick_exit", "__assert_fail", "__builtin_trap", "__builtin_abort"];

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
    "fgets",
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
    "getcwd",
    "getenv",
    "getopt",
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
    "strtod",
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

/// What a function without a body does.
pub(crate) fn effect(name: &str) -> Effect {
    if ENDS.contains(&name) {
        Effect::Ends
    } else if READS.contains(&name) || name.starts_with("__VERIFIER_nondet_") {
        Effect::Reads
    } else if RETURNS_FIRST.contains(&name) {
        Effect::ReturnsFirst
    } else if ALLOCATES.contains(&name) {
        Effect::Allocates
    } else if name == "realloc" {
        Effect::Reallocates
    } else if name == "free" {
        Effect::Frees
    } else {
        Effect::Unknown
    }
}
