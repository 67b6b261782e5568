//! Memory: the heap, the frame, and what the system gives.

use crate::entry::{ONE, fresh, function, pointer};
use crate::function::{Control, Dialect, Function, Heap, Origin, Size};

pub(super) fn functions() -> Vec<Function> {
    let c = |prototype| function("stdlib.h", Dialect::C, prototype).asks();
    let gnu = |prototype| function("malloc.h", Dialect::Extension, prototype).asks();
    let posix = |header| move |prototype| function(header, Dialect::Posix, prototype);
    let mman = posix("sys/mman.h");
    vec![
        c("void *malloc(size_t n)").gives(fresh(Size::Bytes("n"))).errno(),
        c("void *calloc(size_t count, size_t size)").gives(fresh(Size::Zeros("count", "size"))).errno(),
        // Of no bytes: the block may be gone and the result null, or not (C11 7.22.3).
        c("void *realloc(void *block, size_t n)")
            .null(["block"])
            .heap("block", Heap::Reallocates)
            .gives(fresh(Size::Bytes("n")))
            .errno(),
        function(
            "stdlib.h",
            Dialect::Extension,
            "void *reallocarray(void *block, size_t count, size_t size)",
        )
        .asks()
        .null(["block"])
        .heap("block", Heap::Reallocates)
        .gives(fresh(Size::Product("count", "size")))
        .errno(),
        c("void free(void *block)").null(["block"]).heap("block", Heap::Frees),
        gnu("void cfree(void *block)").null(["block"]).heap("block", Heap::Frees).without_header(),
        c("void *aligned_alloc(size_t alignment, size_t n)").gives(fresh(Size::Bytes("n"))).errno(),
        gnu("void *memalign(size_t alignment, size_t n)").gives(fresh(Size::Bytes("n"))).errno(),
        gnu("void *valloc(size_t n)").gives(fresh(Size::Bytes("n"))).errno(),
        gnu("void *pvalloc(size_t n)").gives(fresh(Size::Unknown)).errno(),
        function("stdlib.h", Dialect::Posix, "int posix_memalign(void **block, size_t alignment, size_t n)")
            .asks()
            .gets("block", ONE)
            .stores("block", fresh(Size::Bytes("n")))
            .zero_or_error(),
        // It looks at what the allocator knows of the block, not at the block.
        gnu("size_t malloc_usable_size(void *block)").null(["block"]).ignores("block").asks(),
        // That there is no room is undefined.
        function("alloca.h", Dialect::Extension, "void *alloca(size_t n)")
            .alone()
            .gives(pointer(Origin::Frame("n"))),
        function("", Dialect::Compiler, "void *__builtin_alloca_with_align(size_t n, size_t bits)")
            .alone()
            .gives(pointer(Origin::Frame("n"))),
        function("unistd.h", Dialect::Extension, "void *sbrk(intptr_t more)")
            .gives(pointer(Origin::Mapping).or(pointer(Origin::Nowhere)))
            .errno(),
        function("unistd.h", Dialect::Extension, "int brk(void *end)")
            .ignores("end")
            .null(["end"])
            .zero_or_minus_one()
            .errno(),
        mman("void *mmap(void *wish, size_t n, int protection, int flags, int file, off_t offset)")
            .null(["wish"])
            .ignores("wish")
            .gives(pointer(Origin::Mapping).or(pointer(Origin::Nowhere)))
            .errno()
            .also(&["mmap64"]),
        mman("int munmap(void *begin, size_t n)")
            .heap("begin", Heap::Closes)
            .ignores("begin")
            .zero_or_minus_one()
            .errno(),
        mman("int mprotect(void *begin, size_t n, int protection)")
            .ignores("begin")
            .zero_or_minus_one()
            .errno(),
        mman("int msync(void *begin, size_t n, int flags)").ignores("begin").zero_or_minus_one().errno(),
        mman("int mlock(const void *begin, size_t n)").ignores("begin").zero_or_minus_one().errno(),
        mman("int munlock(const void *begin, size_t n)").ignores("begin").zero_or_minus_one().errno(),
        mman("int mlockall(int flags)").zero_or_minus_one().errno(),
        mman("int munlockall(void)").zero_or_minus_one().errno(),
        mman("int posix_madvise(void *begin, size_t n, int advice)").ignores("begin").zero_or_error(),
        function("sys/mman.h", Dialect::Extension, "int madvise(void *begin, size_t n, int advice)")
            // Some advice throws the contents away.
            .writes("begin", crate::entry::n("n"))
            .zero_or_minus_one()
            .errno(),
        mman("int shm_open(const char *name, int flags, mode_t mode)").strings(["name"]).result(-1..).errno(),
        mman("int shm_unlink(const char *name)").strings(["name"]).zero_or_minus_one().errno(),
        posix("sys/shm.h")("int shmget(key_t key, size_t n, int flags)").result(-1..).errno(),
        posix("sys/shm.h")("void *shmat(int id, const void *wish, int flags)")
            .null(["wish"])
            .ignores("wish")
            .gives(pointer(Origin::Mapping).or(pointer(Origin::Nowhere)))
            .errno(),
        posix("sys/shm.h")("int shmdt(const void *begin)")
            .heap("begin", Heap::Closes)
            .ignores("begin")
            .zero_or_minus_one()
            .errno(),
        // These are the statements of compilers that no library has.
        function("", Dialect::Compiler, "void __builtin_trap(void)").alone().control(Control::Ends),
        function("", Dialect::Compiler, "void __builtin_unreachable(void)").alone().control(Control::Ends),
    ]
}
