//! Functions that are known not to be modelled, and those nobody knows.

use crate::stop::Stop;

/// Why a call cannot be run.
pub(super) fn reason(name: &str) -> Box<Stop> {
    let why = match name {
        "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" | "longjmp" | "siglongjmp" => {
            "jumps between functions"
        }
        "signal" | "sigaction" | "raise" | "kill" | "alarm" => "signals",
        "fork" | "vfork" | "clone" | "execve" | "execvp" | "execv" | "execl" | "execlp" | "system"
        | "popen" | "wait" | "waitpid" => "processes",
        "dlopen" | "dlsym" | "dlclose" => "loading code at run time",
        "mmap" | "munmap" | "mprotect" | "brk" | "shmget" | "shmat" => "memory from the system",
        "socket" | "bind" | "listen" | "accept" | "connect" | "send" | "recv" | "select" | "poll" => {
            "the network"
        }
        _ if name.starts_with("pthread_") || name.starts_with("thrd_") || name.starts_with("mtx_") => {
            "threads"
        }
        _ => return Stop::unsupported(format!("`{name}` is called, which is not defined")),
    };
    Stop::unsupported(format!("`{name}` is called, and {why} cannot be modelled"))
}
