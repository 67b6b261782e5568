//! Threads, locks and what each thread has of its own: `<pthread.h>`, `<threads.h>`, `<semaphore.h>` and fences.
//!
//! Locks are objects of the program's that only the library looks into. With one thread taking one that is free changes nothing else; taking one that is not
//! free never ends.

use crate::entry::{Name, ONE, function, pointer};
use crate::function::{Called, Control, Dialect, Function, Given, Origin, Success};

pub(super) fn functions() -> Vec<Function> {
    let mut all = posix();
    all.extend(c11());
    all
}

/// Objects that are set up, used and given up, by type, and what is done with them.
const OBJECTS: &[(Name, Name, &[Name])] = &[
    ("mutex", "pthread_mutex_t", &["lock", "trylock", "unlock"]),
    ("cond", "pthread_cond_t", &["signal", "broadcast"]),
    ("rwlock", "pthread_rwlock_t", &["rdlock", "tryrdlock", "wrlock", "trywrlock", "unlock"]),
];

fn posix() -> Vec<Function> {
    let entry = |prototype: &str| function("pthread.h", Dialect::Posix, prototype);
    let done = |prototype: &str| entry(prototype).zero_or_error();
    let mut all = Vec::new();
    for (name, ty, uses) in OBJECTS {
        let attributes = format!("pthread_{name}attr_t");
        all.push(
            done(&format!("int pthread_{name}_init({ty} *object, const {attributes} *attributes)"))
                .gets("object", ONE)
                .reads("attributes", ONE)
                .null(["attributes"])
                .alone(),
        );
        all.push(
            done(&format!("int pthread_{name}_destroy({ty} *object)"))
                .closes("object")
                .writes("object", ONE)
                .alone(),
        );
        all.extend(uses.iter().map(|what| {
            done(&format!("int pthread_{name}_{what}({ty} *object)"))
                .handle("object")
                .writes("object", ONE)
                .alone()
        }));
    }
    for name in ["", "mutex", "cond", "rwlock"] {
        let kind = if name.is_empty() { "attr".to_owned() } else { format!("{name}attr") };
        all.push(done(&format!("int pthread_{kind}_init(pthread_{kind}_t *to)")).gets("to", ONE));
        all.push(done(&format!("int pthread_{kind}_destroy(pthread_{kind}_t *object)")).closes("object"));
    }
    all.extend([
        // A thread of its own calls it, while this one goes on.
        done("int pthread_create(pthread_t *to, const pthread_attr_t *attributes, void *(*start)(void *), void *more)")
            .gets("to", ONE)
            .reads("attributes", ONE)
            .null(["attributes", "more"])
            .keeps("start")
            .calls("start", Called::AnyTime, [Given::Argument("more")])
            .keeps("more")
            .ignores("more"),
        // What is left there is what the thread gave.
        done("int pthread_join(pthread_t thread, void **result)")
            .gets("result", ONE)
            .stores("result", pointer(Origin::Unknown).or_null())
            .null(["result"]),
        done("int pthread_detach(pthread_t thread)"),
        done("int pthread_cancel(pthread_t thread)"),
        entry("void pthread_exit(void *result)").null(["result"]).ignores("result").keeps("result").control(Control::EndsThread),
        entry("pthread_t pthread_self(void)").asks(),
        function("signal.h", Dialect::Posix, "int pthread_kill(pthread_t thread, int number)").zero_or_error(),
        entry("int pthread_equal(pthread_t a, pthread_t b)").alone(),
        done("int pthread_once(pthread_once_t *once, void (*start)(void))")
            .handle("once")
            .calls("start", Called::Once, []),
        done("int pthread_mutex_timedlock(pthread_mutex_t *object, const struct timespec *until)").handle("object").reads("until", ONE),
        done("int pthread_cond_wait(pthread_cond_t *object, pthread_mutex_t *lock)").handle("object").handle("lock"),
        done("int pthread_cond_timedwait(pthread_cond_t *object, pthread_mutex_t *lock, const struct timespec *until)")
            .handle("object")
            .handle("lock")
            .reads("until", ONE),
        done("int pthread_mutexattr_settype(pthread_mutexattr_t *object, int kind)").handle("object"),
        done("int pthread_mutexattr_gettype(const pthread_mutexattr_t *object, int *to)").handle("object").gets("to", ONE),
        done("int pthread_attr_setdetachstate(pthread_attr_t *object, int state)").handle("object"),
        done("int pthread_attr_setstacksize(pthread_attr_t *object, size_t n)").handle("object"),
        done("int pthread_key_create(pthread_key_t *to, void (*last)(void *))")
            .gets("to", ONE)
            .null(["last"])
            .keeps("last")
            .calls("last", Called::AtExit, [Given::Own]),
        done("int pthread_key_delete(pthread_key_t key)"),
        done("int pthread_setspecific(pthread_key_t key, const void *value)").null(["value"]).ignores("value").keeps("value"),
        entry("void *pthread_getspecific(pthread_key_t key)").gives(pointer(Origin::Kept).or_null()).asks(),
        done("int pthread_setcancelstate(int new, int *old)").writes("old", ONE).null(["old"]),
        done("int pthread_setcanceltype(int new, int *old)").writes("old", ONE).null(["old"]),
        entry("void pthread_testcancel(void)"),
        done("int pthread_spin_init(pthread_spinlock_t *object, int shared)").writes("object", ONE),
        done("int pthread_spin_destroy(pthread_spinlock_t *object)").closes("object"),
        done("int pthread_spin_lock(pthread_spinlock_t *object)").handle("object"),
        done("int pthread_spin_trylock(pthread_spinlock_t *object)").handle("object"),
        done("int pthread_spin_unlock(pthread_spinlock_t *object)").handle("object"),
        done("int pthread_barrier_init(pthread_barrier_t *object, const pthread_barrierattr_t *attributes, unsigned count)")
            .gets("object", ONE)
            .reads("attributes", ONE)
            .null(["attributes"]),
        done("int pthread_barrier_destroy(pthread_barrier_t *object)").closes("object"),
        entry("int pthread_barrier_wait(pthread_barrier_t *object)").handle("object"),
        done("int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void))")
            .null(["before", "parent", "child"])
            .keeps("before")
            .keeps("parent")
            .keeps("child"),
        function("signal.h", Dialect::Posix, "int pthread_sigmask(int how, const sigset_t *new, sigset_t *old)")
            .reads("new", ONE)
            .gets("old", ONE)
            .null(["new", "old"])
            .zero_or_error(),
    ]);
    let semaphore =
        |prototype| function("semaphore.h", Dialect::Posix, prototype).zero_or_minus_one().errno();
    all.extend([
        semaphore("int sem_init(sem_t *object, int shared, unsigned value)").gets("object", ONE),
        semaphore("int sem_destroy(sem_t *object)").closes("object"),
        semaphore("int sem_wait(sem_t *object)").handle("object"),
        semaphore("int sem_trywait(sem_t *object)").handle("object"),
        semaphore("int sem_timedwait(sem_t *object, const struct timespec *until)")
            .handle("object")
            .reads("until", ONE),
        semaphore("int sem_post(sem_t *object)").handle("object"),
        semaphore("int sem_getvalue(sem_t *object, int *to)").handle("object").gets("to", ONE),
        semaphore("int sem_close(sem_t *object)").closes("object"),
        semaphore("int sem_unlink(const char *name)").strings(["name"]),
    ]);
    all
}

fn c11() -> Vec<Function> {
    let c = |prototype: &str| function("threads.h", Dialect::C, prototype);
    let fence = |prototype: &str| function("stdatomic.h", Dialect::C, prototype);
    let mut all = vec![
        c("int thrd_create(thrd_t *to, thrd_start_t start, void *more)")
            .writes("to", ONE)
            .null(["more"])
            .keeps("more")
            .ignores("more"),
        c("int thrd_join(thrd_t thread, int *result)").writes("result", ONE).null(["result"]),
        c("int thrd_detach(thrd_t thread)"),
        c("thrd_t thrd_current(void)").asks(),
        c("int thrd_equal(thrd_t a, thrd_t b)").alone(),
        c("int thrd_sleep(const struct timespec *time, struct timespec *left)")
            .reads("time", ONE)
            .writes("left", ONE)
            .null(["left"]),
        c("void thrd_yield(void)"),
        c("void thrd_exit(int result)").control(Control::EndsThread),
        c("int mtx_init(mtx_t *object, int kind)").writes("object", ONE),
        c("int mtx_timedlock(mtx_t *object, const struct timespec *until)")
            .handle("object")
            .reads("until", ONE),
        c("int cnd_init(cnd_t *object)").writes("object", ONE),
        c("int cnd_wait(cnd_t *object, mtx_t *lock)").handle("object").handle("lock"),
        c("int cnd_timedwait(cnd_t *object, mtx_t *lock, const struct timespec *until)")
            .handle("object")
            .handle("lock")
            .reads("until", ONE),
        c("void mtx_destroy(mtx_t *object)").closes("object"),
        c("void cnd_destroy(cnd_t *object)").closes("object"),
        c("void call_once(once_flag *once, void (*start)(void))").handle("once").calls(
            "start",
            Called::Once,
            [],
        ),
        c("int tss_create(tss_t *to, tss_dtor_t last)").writes("to", ONE),
        c("void tss_delete(tss_t key)"),
        c("void *tss_get(tss_t key)").gives(pointer(Origin::Kept).or_null()).asks(),
        c("int tss_set(tss_t key, void *value)").null(["value"]).ignores("value").keeps("value"),
        fence("void atomic_thread_fence(memory_order order)"),
        fence("void atomic_signal_fence(memory_order order)"),
        fence("_Bool atomic_flag_test_and_set(volatile atomic_flag *flag)")
            .reads("flag", ONE)
            .fills("flag", ONE)
            .alone(),
        fence("_Bool atomic_flag_test_and_set_explicit(volatile atomic_flag *flag, memory_order order)")
            .reads("flag", ONE)
            .fills("flag", ONE)
            .alone(),
        fence("void atomic_flag_clear(volatile atomic_flag *flag)").fills("flag", ONE).alone(),
        fence("void atomic_flag_clear_explicit(volatile atomic_flag *flag, memory_order order)")
            .fills("flag", ONE)
            .alone(),
    ];
    for what in ["lock", "trylock", "unlock"] {
        all.push(c(&format!("int mtx_{what}(mtx_t *object)")).handle("object").succeeds(Success::Zero));
    }
    for what in ["signal", "broadcast"] {
        all.push(c(&format!("int cnd_{what}(cnd_t *object)")).handle("object").succeeds(Success::Zero));
    }
    all
}
