//! Signals and jumps: `<signal.h>`, `<setjmp.h>` and `<ucontext.h>`.

use crate::entry::{ONE, function};
use crate::function::{Called, Control, Dialect, Function, Given};

pub(super) fn functions() -> Vec<Function> {
    let c = |prototype| function("signal.h", Dialect::C, prototype);
    let posix = |prototype| function("signal.h", Dialect::Posix, prototype).errno();
    let set = |prototype| posix(prototype).zero_or_minus_one();
    let jump = |prototype| function("setjmp.h", Dialect::C, prototype);
    let context = |prototype| function("ucontext.h", Dialect::Extension, prototype).errno();
    vec![
        c("sighandler_t signal(int number, sighandler_t handler)")
            // `SIG_DFL` is a null pointer.
            .null(["handler"])
            .keeps("handler")
            .calls("handler", Called::AnyTime, [Given::Own])
            .errno(),
        // A handler runs before it comes back, or the program ends.
        c("int raise(int number)"),
        posix("int kill(pid_t who, int number)").zero_or_minus_one(),
        posix("int killpg(pid_t group, int number)").zero_or_minus_one(),
        // The handler is a member of what it is given.
        posix("int sigaction(int number, const struct sigaction *new, struct sigaction *old)")
            .reads("new", ONE)
            .keeps("new")
            .gets("old", ONE)
            .stores("old", crate::entry::pointer(crate::function::Origin::Kept).or_null())
            .null(["new", "old"])
            .zero_or_minus_one(),
        set("int sigemptyset(sigset_t *set)").gets("set", ONE).alone(),
        set("int sigfillset(sigset_t *set)").gets("set", ONE).alone(),
        set("int sigaddset(sigset_t *set, int number)").reads("set", ONE).writes("set", ONE).alone(),
        set("int sigdelset(sigset_t *set, int number)").reads("set", ONE).writes("set", ONE).alone(),
        posix("int sigismember(const sigset_t *set, int number)").reads("set", ONE).result(-1..=1).alone(),
        set("int sigprocmask(int how, const sigset_t *new, sigset_t *old)")
            .reads("new", ONE)
            .gets("old", ONE)
            .null(["new", "old"]),
        set("int sigpending(sigset_t *to)").gets("to", ONE),
        posix("int sigsuspend(const sigset_t *mask)").reads("mask", ONE).result(-1..=-1),
        posix("int sigwait(const sigset_t *set, int *to)").reads("set", ONE).gets("to", ONE).zero_or_error(),
        set("int siginterrupt(int number, int yes)"),
        set("int sigaltstack(const stack_t *new, stack_t *old)")
            .reads("new", ONE)
            .keeps("new")
            .gets("old", ONE)
            .stores("old", crate::entry::pointer(crate::function::Origin::Kept).or_null())
            .null(["new", "old"]),
        posix("int sigqueue(pid_t who, int number, const union sigval value)").zero_or_minus_one(),
        function("", Dialect::Compiler, "int setjmp(jmp_buf here)")
            .ignores_contents("here")
            .control(Control::Twice),
        jump("int _setjmp(jmp_buf here)").ignores_contents("here").control(Control::Twice),
        function("", Dialect::Posix, "int sigsetjmp(sigjmp_buf here, int mask)")
            .ignores_contents("here")
            .control(Control::Twice),
        jump("int __sigsetjmp(jmp_buf here, int mask)").ignores_contents("here").control(Control::Twice),
        jump("void longjmp(jmp_buf there, int value)").reads("there", ONE).control(Control::Jumps),
        jump("void _longjmp(jmp_buf there, int value)").reads("there", ONE).control(Control::Jumps),
        function("setjmp.h", Dialect::Posix, "void siglongjmp(sigjmp_buf there, int value)")
            .reads("there", ONE)
            .control(Control::Jumps),
        context("int getcontext(ucontext_t *here)").ignores_contents("here").control(Control::Twice),
        context("int setcontext(const ucontext_t *there)").reads("there", ONE).control(Control::Twice),
        context("int swapcontext(ucontext_t *here, const ucontext_t *there)")
            .ignores_contents("here")
            .reads("there", ONE)
            .control(Control::Twice),
        context("void makecontext(ucontext_t *context, void (*start)(void), int count, ...)")
            .reads("context", ONE)
            .writes("context", ONE)
            .keeps("start")
            .calls("start", Called::AnyTime, []),
    ]
}

impl Function {
    /// A place to come back to is left there, which is kept.
    fn ignores_contents(self, name: crate::entry::Name) -> Self {
        self.writes(name, ONE).keeps(name)
    }
}
