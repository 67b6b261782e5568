//! Programs that try to get a block, or a variable whose scope is over, past the partition: through numbers, parts of pointers, the library,
//! code the analysis does not read. What goes wrong in them must not be among what is excluded.

mod support;

use engine::{Entry, Limits};
use shapewright_regions::{Event, Prepared};
use support::load;

/// What is wrong in a program.
enum Wrong {
    /// A use of memory that is gone, on this line.
    Use(u32),
    /// A block that is freed a second time, on this line.
    Twice(u32),
    /// A block that is lost.
    Lost,
}

fn is_excluded(text: &str, wrong: &Wrong) -> bool {
    let program = load(text);
    let entry = Entry { function: program.main().expect("there is a `main`"), program_start: true };
    let prepared = Prepared::new(&program);
    let Some(excluded) = prepared.run(&entry, &Limits::default()).excluded(false) else { return false };
    let has = |event: Event, line: u32| {
        excluded.checks.iter().any(|(point, what)| *what == event && point.span(&program).line == line)
    };
    match wrong {
        Wrong::Use(line) => has(Event::UseAfterFree, *line),
        Wrong::Twice(line) => has(Event::DoubleFree, *line),
        Wrong::Lost => excluded.leaks,
    }
}

const HEAD: &str = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n\
                    union both { char *p; unsigned long n; struct { unsigned lo, hi; } h; struct { unsigned long a : 40, b : 24; } f; double d; };\n";

fn check(all: &[(&str, &str, Wrong)]) {
    let bad: Vec<&str> = all
        .iter()
        .filter(|(_, text, wrong)| is_excluded(&format!("{HEAD}{text}"), wrong))
        .map(|(name, ..)| *name)
        .collect();
    assert!(bad.is_empty(), "excluded though it happens: {bad:?}");
}

#[test]
fn through_numbers() {
    check(&[
        (
            "read as a number, computed with",
            "int main(void) { union both u; u.p = malloc(4); if (!u.p) return 0;\nunsigned long n = u.n; n = n * 3 / 3;\nchar *q = (char *)n; free(u.p);\n*q = 1;\nreturn 0; }\n",
            Wrong::Use(9),
        ),
        (
            "bit by bit, written as a number",
            "int main(void) { union both u; char *p = malloc(4); if (!p) return 0;\nunsigned long n = (unsigned long)p, m = 0;\nfor (int i = 0; i < 64; i++) if (n >> i & 1) m |= 1ul << i;\nu.n = m; char *q = u.p; free(p);\n*q = 1;\nreturn 0; }\n",
            Wrong::Use(10),
        ),
        (
            "read and written as a number",
            "int main(void) { union both u, v; u.p = malloc(4); if (!u.p) return 0;\nunsigned long n = u.n, m = 0;\nfor (int i = 0; i < 64; i++) if (n >> i & 1) m |= 1ul << i;\nv.n = m; char *q = v.p; free(u.p);\n*q = 1;\nreturn 0; }\n",
            Wrong::Use(10),
        ),
        (
            "byte by byte from a number",
            "int main(void) { char *p = malloc(4), *q = 0; if (!p) return 0;\nunsigned long n = (unsigned long)p;\nfor (int i = 0; i < 8; i++) ((char *)&q)[i] = (char)(n >> 8 * i);\nfree(p);\n*q = 1;\nreturn 0; }\n",
            Wrong::Use(10),
        ),
        (
            "a function that reads a number, another one that makes a pointer",
            "static unsigned long get(unsigned long *at) { return *at * 3 / 3; }\nstatic void set(unsigned long *at, unsigned long n) { *at = n; }\n\
             int main(void) { char *p = malloc(4), *q = 0; if (!p) return 0;\nset((unsigned long *)&q, get((unsigned long *)&p));\nfree(p);\n*q = 1;\nreturn 0; }\n",
            Wrong::Use(11),
        ),
        (
            "a function that takes a number for a pointer",
            "static char *same(char *p) { return p; }\ntypedef char *from(unsigned long);\nint main(void) { char *p = malloc(4); if (!p) return 0;\n\
             unsigned long n = (unsigned long)p * 3 / 3; char *q = ((from *)same)(n);\nfree(p);\n*q = 1;\nreturn 0; }\n",
            Wrong::Use(11),
        ),
        (
            "exclusive or",
            "int main(void) { char *p = malloc(4); if (!p) return 0;\nunsigned long n = (unsigned long)p ^ 0x5a5a;\nchar *q = (char *)(n ^ 0x5a5a); free(p);\n*q = 1;\nreturn 0; }\n",
            Wrong::Use(9),
        ),
        (
            "as a floating number",
            "int main(void) { union both u, v; u.p = malloc(4); if (!u.p) return 0;\ndouble d = u.d; v.d = d;\nchar *q = v.p; free(u.p);\n*q = 1;\nreturn 0; }\n",
            Wrong::Use(9),
        ),
        (
            "a number in the heap that leads to a variable",
            "static unsigned long *kept;\nstatic void keep(void) { int v = 1; kept = malloc(8); if (!kept) exit(1); *kept = (unsigned long)&v; }\n\
             int main(void) { keep();\nint *p = (int *)*kept;\nreturn *p; }\n",
            Wrong::Use(10),
        ),
        (
            "assembly that hands a number on",
            "int main(void) { char *p = malloc(4); if (!p) return 0; unsigned long n;\n__asm__(\"mov %1, %0\" : \"=r\"(n) : \"r\"(p));\nchar *q = (char *)n; free(p);\n*q = 1;\nreturn 0; }\n",
            Wrong::Use(9),
        ),
        (
            "assembly that hands a pointer on",
            "int main(void) { char *p = malloc(4), *q; if (!p) return 0;\n__asm__(\"mov %1, %0\" : \"=r\"(q) : \"r\"(p));\nfree(p);\n*q = 1;\nreturn 0; }\n",
            Wrong::Use(9),
        ),
        (
            "empty assembly",
            "int main(void) { char *p = malloc(4), *q; if (!p) return 0;\n__asm__(\"\" : \"=r\"(q) : \"0\"(p));\nfree(p);\n*q = 1;\nreturn 0; }\n",
            Wrong::Use(9),
        ),
    ]);
}

#[test]
fn through_parts() {
    check(&[
        (
            "two halves",
            "int main(void) { union both u, v; u.p = malloc(4); if (!u.p) return 0;\nv.h.lo = u.h.lo; v.h.hi = u.h.hi;\nchar *q = v.p; free(u.p);\n*q = 1;\nreturn 0; }\n",
            Wrong::Use(9),
        ),
        (
            "two bit-fields",
            "int main(void) { union both u, v; u.p = malloc(4); if (!u.p) return 0;\nv.f.a = u.f.a; v.f.b = u.f.b;\nchar *q = v.p; free(u.p);\n*q = 1;\nreturn 0; }\n",
            Wrong::Use(9),
        ),
        (
            "two copies of halves",
            "int main(void) { char *p = malloc(4), *q; if (!p) return 0;\nmemcpy(&q, &p, 4); memcpy((char *)&q + 4, (char *)&p + 4, 4);\nfree(p);\n*q = 1;\nreturn 0; }\n",
            Wrong::Use(9),
        ),
        (
            "two pointers at once",
            "struct two { char *a, *b; };\nint main(void) { struct two s, t; s.a = 0; s.b = malloc(4); if (!s.b) return 0;\n*(__int128 *)&t = *(__int128 *)&s;\nfree(s.b);\nt.b[0] = 1;\nreturn 0; }\n",
            Wrong::Use(10),
        ),
        (
            "a vector of pointers",
            "typedef long pair __attribute__((vector_size(16)));\nstruct two { char *a, *b; };\nint main(void) { struct two s, t; s.a = 0; s.b = malloc(4); if (!s.b) return 0;\n*(pair *)&t = *(pair *)&s;\nfree(s.b);\nt.b[0] = 1;\nreturn 0; }\n",
            Wrong::Use(11),
        ),
        (
            "two pointers at once, through a function",
            "struct two { char *a, *b; };\nstatic __int128 same(__int128 n) { return n; }\nint main(void) { struct two s, t; s.a = 0; s.b = malloc(4); if (!s.b) return 0;\n*(__int128 *)&t = same(*(__int128 *)&s);\nfree(s.b);\nt.b[0] = 1;\nreturn 0; }\n",
            Wrong::Use(11),
        ),
        (
            "one half is overwritten",
            "int main(void) { char *p = malloc(4); if (!p) return 0;\nmemset(&p, 0, 4);\nreturn p != 0; }\n",
            Wrong::Lost,
        ),
    ]);
}

#[test]
fn through_the_library() {
    check(&[
        (
            "a pointer that is printed and read again",
            "int main(void) { char *p = malloc(4), text[40]; void *q = 0; if (!p) return 0;\nsprintf(text, \"%p\", (void *)p);\nif (sscanf(text, \"%p\", &q) != 1) return 0;\nfree(p);\n*(char *)q = 1;\nreturn 0; }\n",
            Wrong::Use(10),
        ),
        (
            "a number that is printed and read again",
            "int main(void) { char *p = malloc(4), text[40]; unsigned long n = 0; if (!p) return 0;\nsprintf(text, \"%p\", (void *)p);\nif (sscanf(text, \"%lx\", &n) != 1) return 0;\nfree(p);\n*(char *)n = 1;\nreturn 0; }\n",
            Wrong::Use(10),
        ),
        (
            "a block that is made by reading",
            "int main(void) { char *p = 0;\nif (sscanf(\"abc\", \"%ms\", &p) != 1) return 0;\nreturn 0; }\n",
            Wrong::Lost,
        ),
        (
            "a file",
            "int main(void) { char *p = malloc(4), *q = 0; int fd[2]; if (!p || pipe(fd)) return 0;\nwrite(fd[1], &p, sizeof p); read(fd[0], &q, sizeof q);\nfree(p);\nif (q) \n*q = 1;\nreturn 0; }\n",
            Wrong::Use(10),
        ),
        (
            "a global pointer that is overwritten",
            "static char *p;\nint main(void) { p = malloc(4);\nread(0, &p, sizeof p);\nreturn 0; }\n",
            Wrong::Lost,
        ),
        (
            "a number from a file",
            "int main(void) { char *p = malloc(4); unsigned long n = 0; int fd[2]; if (!p || pipe(fd)) return 0;\nwrite(fd[1], &p, sizeof p); read(fd[0], &n, sizeof n);\nfree(p);\nif (n) \n*(char *)n = 1;\nreturn 0; }\n",
            Wrong::Use(10),
        ),
        (
            "a function that keeps what it is given",
            "int main(void) { char *b = malloc(BUFSIZ); if (!b) return 0;\nsetvbuf(stdout, b, _IOFBF, BUFSIZ);\nfree(b);\nputs(\"a\");\nreturn 0; }\n",
            Wrong::Use(9),
        ),
        (
            "the environment keeps a block",
            "int main(void) { char *b = strdup(\"A=b\"); if (!b) return 0;\nputenv(b);\nchar *v = getenv(\"A\"); free(b);\nif (v) \n*v = 1;\nreturn 0; }\n",
            Wrong::Use(10),
        ),
        (
            "a function for the end of the program",
            "static char *p;\nstatic void last(void) {\n*p = 1;\n}\nint main(void) { p = malloc(4); if (!p) return 0; atexit(last); free(p); return 0; }\n",
            Wrong::Use(8),
        ),
        (
            "a function that runs behind main",
            "static char *p;\n__attribute__((destructor)) static void last(void) {\nif (p) *p = 1;\n}\nint main(void) { p = malloc(4); if (!p) return 0; free(p); return 0; }\n",
            Wrong::Use(8),
        ),
        (
            "a function behind main that loses a block",
            "static char *p;\n__attribute__((destructor)) static void last(void) {\np = 0;\n}\nint main(void) { p = malloc(4); return 0; }\n",
            Wrong::Lost,
        ),
        (
            "a function behind main that makes a block",
            "__attribute__((destructor)) static void last(void) {\nchar *p = malloc(4);\n}\nint main(void) { return 0; }\n",
            Wrong::Lost,
        ),
        (
            "a callback that frees",
            "static char *p;\nstatic int order(const void *a, const void *b) { free(p); p = 0; return 0; }\n\
             int main(void) { int a[2] = {2, 1}; p = malloc(4); char *q = p; if (!p) return 0; qsort(a, 2, sizeof *a, order);\n*q = 1;\nreturn 0; }\n",
            Wrong::Use(9),
        ),
        (
            "a jump out of a function",
            "#include <setjmp.h>\nstatic jmp_buf back;\nint main(void) { char *volatile p = malloc(4); if (!p) return 0;\nif (setjmp(back)) {\n*p = 1;\nreturn 0; }\nfree(p); longjmp(back, 1); }\n",
            Wrong::Use(10),
        ),
        (
            "variable arguments",
            "#include <stdarg.h>\nstatic void drop(int n, ...) { va_list l; va_start(l, n); free(va_arg(l, char *)); va_end(l); }\n\
             int main(void) { char *p = malloc(4); if (!p) return 0; drop(1, p);\n*p = 1;\nreturn 0; }\n",
            Wrong::Use(9),
        ),
    ]);
}

/// A new block may be where an old one was.
#[test]
fn through_time() {
    check(&[
        (
            "equal to a block that is gone",
            "int main(void) { char *x = malloc(4); if (!x) return 0; free(x); char *y = malloc(4); if (!y) return 0;\nif (x == y) {\n*x = 1;\n}\nfree(y); return 0; }\n",
            Wrong::Use(8),
        ),
        (
            "not freed since it seems to be the old one",
            "int main(void) { char *x = malloc(4); if (!x) return 0; free(x); char *y = malloc(4);\nif (x != y) free(y); return 0; }\n",
            Wrong::Lost,
        ),
        (
            "freed again since it seems to be the new one",
            "int main(void) { char *x = malloc(4); if (!x) return 0; free(x); char *y = malloc(4); if (!y) return 0;\nif (x == y)\nfree(x);\nelse free(y); return 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "compared as numbers",
            "int main(void) { char *x = malloc(4); if (!x) return 0; unsigned long n = (unsigned long)x; free(x); char *y = malloc(4);\nif (n != (unsigned long)y) free(y); return 0; }\n",
            Wrong::Lost,
        ),
        (
            "a variable where another one was",
            "static int *kept;\nstatic int set(int n) { int v = n; if (n == 0) kept = &v; int *k = kept; return k == &v ?\n*k : v; }\nint main(void) { set(0); return set(1); }\n",
            Wrong::Use(8),
        ),
        (
            "freed by a loop, one turn before",
            "int main(void) { char *old = 0; for (int i = 0; i < 3; i++) { char *p = malloc(4); if (!p) return 0; if (old != p && old)\n*old = 1;\nfree(p); old = p; } return 0; }\n",
            Wrong::Use(7),
        ),
    ]);
}

/// Variables whose scope is over, reached in other ways than by name.
#[test]
fn through_variables() {
    check(&[
        (
            "a parameter",
            "static int *at(int n) { int *p = &n; return p; }\nint main(void) { int *p = at(1);\nreturn *p; }\n",
            Wrong::Use(8),
        ),
        (
            "memory of a function that returned",
            "static char *make(int n) { char *p = __builtin_alloca(n); p[0] = 1; return p; }\nint main(void) { char *p = make(4);\nreturn *p; }\n",
            Wrong::Use(8),
        ),
        (
            "an array of a size that is computed",
            "static char *kept;\nstatic void keep(int n) { char a[n]; a[0] = 1; kept = a; }\nint main(void) { keep(4); char *p = kept;\nreturn *p; }\n",
            Wrong::Use(9),
        ),
        (
            "a compound literal",
            "static int *make(void) { return (int[]){1, 2}; }\nint main(void) { int *p = make();\nreturn *p; }\n",
            Wrong::Use(8),
        ),
        (
            "an element, in a block of the heap, by another function",
            "struct s { int *p; };\nstatic void put(struct s *s, int *p) { s->p = p; }\nstatic int get(struct s *s) { int *p = s->p;\nreturn *p; }\n\
             int main(void) { struct s *s = malloc(sizeof *s); if (!s) return 0;\n{ int a[3] = {0}; put(s, &a[1]); }\nint r = get(s); free(s); return r; }\n",
            Wrong::Use(9),
        ),
        (
            "a structure that is passed by value",
            "struct s { int *p; };\nstatic struct s make(void) { int v = 1; struct s s = {&v}; return s; }\nstatic int get(struct s s) { int *p = s.p;\nreturn *p; }\n\
             int main(void) { return get(make()); }\n",
            Wrong::Use(9),
        ),
        (
            "a copy of a structure",
            "struct s { int *p, n; };\nint main(void) { struct s *t = malloc(sizeof *t); if (!t) return 0;\n{ int v = 1; struct s s = {&v, 0}; memcpy(t, &s, sizeof s); }\nint *p = t->p; int r =\n*p; free(t); return r; }\n",
            Wrong::Use(10),
        ),
        (
            "what a callback was told",
            "struct task { void (*run)(void *); void *data; };\nstatic struct task task;\nstatic void run(void *data) { int *p = data;\n*p = 1; }\n\
             static void plan(void) { int v = 0; task.run = run; task.data = &v; }\nint main(void) { plan(); task.run(task.data); return 0; }\n",
            Wrong::Use(9),
        ),
        (
            "a variable of a deeper call",
            "static int *deepest(int n, int *p) { int v = n; if (n == 0) return p; return deepest(n - 1, &v); }\nint main(void) { int *p = deepest(3, 0);\nreturn p ?\n*p : 0; }\n",
            Wrong::Use(9),
        ),
        (
            "a variable of one turn of a loop",
            "int main(void) { int *last = 0, sum = 0; for (int i = 0; i < 3; i++) { int v[2] = {i, i}; if (last)\nsum += *last;\nlast = v; } return sum; }\n",
            Wrong::Use(7),
        ),
        (
            "in an array that grows",
            "int main(void) { int **t = malloc(8); if (!t) return 0; { int v = 1; t[0] = &v; }\nint **u = realloc(t, 16); if (!u) { free(t); return 0; }\nint *p = u[0]; int r =\n*p; free(u); return r; }\n",
            Wrong::Use(9),
        ),
    ]);
}

/// Functions that never come back, or seem not to.
#[test]
fn through_calls_that_may_not_come_back() {
    check(&[
        (
            "one of two that a pointer may lead to comes back",
            "static void stop(int n) { exit(n); }\nstatic void go(int n) { (void)n; }\nint main(int argc, char **argv) { void (*f)(int) = argc > 1 ? stop : go; char *p = malloc(4); if (!p) return 0; free(p);\nf(1);\nfree(p);\nreturn 0; }\n",
            Wrong::Twice(10),
        ),
        (
            "a loop that is left by a return",
            "static int last(int n) { for (;;) if (n-- == 0) return 0; }\nint main(void) { char *p = malloc(4); if (!p) return 0; free(p);\nlast(3);\n*p = 1;\nreturn 0; }\n",
            Wrong::Use(9),
        ),
        (
            "what does not come back frees twice",
            "static void end(char *p) { free(p);\nfree(p); exit(0); }\nint main(void) { char *p = malloc(4); if (!p) return 0; end(p); return 0; }\n",
            Wrong::Twice(7),
        ),
        (
            "what does not come back frees its own twice",
            "static void end(void) { char *q = malloc(4); if (!q) exit(1); free(q);\nfree(q); exit(0); }\nint main(void) { char *p = malloc(4); if (!p) return 0; end(); free(p); return 0; }\n",
            Wrong::Twice(7),
        ),
        (
            "a jump out of a function without a return",
            "#include <setjmp.h>\nstatic jmp_buf at;\nstatic void out(void) { longjmp(at, 1); }\nint main(void) { char *p = malloc(4); if (!p) return 0; if (setjmp(at) == 0) { free(p); out(); }\n*p = 1;\nreturn 0; }\n",
            Wrong::Use(10),
        ),
        (
            "a function that calls itself for ever, or not",
            "static int down(int n) { return n > 0 ? down(n - 1) : 0; }\nint main(int argc, char **argv) { char *p = malloc(4); if (!p) return 0; free(p); down(argc);\nfree(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "a block that is lost behind it",
            "static void check(int n) { if (n) exit(1); }\nint main(int argc, char **argv) { char *p = malloc(4); if (!p) return 0; check(argc > 3); p = 0;\nreturn 0; }\n",
            Wrong::Lost,
        ),
    ]);
}

/// Numbers that decide what happens to a block.
#[test]
fn through_decisions() {
    check(&[
        (
            "a number that is narrowed",
            "int main(void) { unsigned n = 0; if (scanf(\"%u\", &n) != 1) return 0; unsigned m = n; char *p = malloc(4); if (!p) return 0;\nif (m) { unsigned char c = (unsigned char)m; if (!c) free(p); }\nfree(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "narrowed before there is a block",
            "int main(void) { unsigned n = 0; if (scanf(\"%u\", &n) != 1) return 0; unsigned m = n; if (!m) return 0; unsigned char c = (unsigned char)m;\nchar *p = malloc(4); if (!p) return 0; if (!c) free(p);\nfree(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "one bit of a number",
            "struct bits { unsigned one : 1; };\nint main(void) { unsigned n = 0; if (scanf(\"%u\", &n) != 1) return 0; unsigned m = n; struct bits b; char *p = malloc(4); if (!p) return 0;\nif (m) { if (!(b.one = m)) free(p); }\nfree(p);\nreturn 0; }\n",
            Wrong::Twice(9),
        ),
        (
            "half of a large number",
            "int main(void) { unsigned long n = 0; if (scanf(\"%lu\", &n) != 1) return 0; unsigned __int128 m = (unsigned __int128)n << 64; char *p = malloc(4); if (!p) return 0;\nif (m) { unsigned long c = (unsigned long)m; if (!c) free(p); }\nfree(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "a fraction that is cut off",
            "int main(void) { double d = 0; if (scanf(\"%lf\", &d) != 1) return 0; char *p = malloc(4); if (!p) return 0;\nif (d) { int c = (int)d; if (!c) free(p); }\nfree(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "decided before there is a block, changed after",
            "int main(int argc, char **argv) { int flag = 1; char *p = malloc(4); if (!p) return 0; if (argc > 1) flag = 0; if (!flag) free(p);\nfree(p);\nreturn 0; }\n",
            Wrong::Twice(7),
        ),
        (
            "changed in a loop",
            "int main(void) { int done = 0; for (int i = 0; i < 2; i++) { char *p = malloc(4); if (!p) return 0; if (done) free(p);\nfree(p);\ndone = 1; } return 0; }\n",
            Wrong::Twice(7),
        ),
        (
            "changed through a pointer",
            "static void set(int *n) { *n = 0; }\nint main(void) { int flag = 1; char *p = malloc(4); if (!p) return 0; set(&flag); if (!flag) free(p);\nfree(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "the address of what may not be there",
            "extern int maybe __attribute__((weak));\nint main(void) { int *at = &maybe; char *p = malloc(4); if (!p) return 0; if (!at) free(p);\nfree(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "one of two that are not null, or neither",
            "static int a, b;\nint main(int argc, char **argv) { int *at = argc > 2 ? &a : argc > 1 ? &b : 0; char *p = malloc(4); if (!p) return 0; if (!at) free(p);\nfree(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "a jump past the decision",
            "int main(int argc, char **argv) { char *q = 0; int flag; if (argc > 1) { flag = 0; goto in; } flag = 1;\nif (flag) {\nin:\nq = malloc(4); if (!q) return 0; if (!flag) free(q);\nfree(q); } return 0; }\n",
            Wrong::Twice(10),
        ),
    ]);
}

/// What callees find out about what they are given, what results are known to be, and signs of numbers.
#[test]
fn through_what_is_known_of_numbers_across_calls() {
    check(&[
        (
            "a parameter that is changed before it is asked for",
            "static void f(int c, char *p) { c = 0; if (!c) free(p); }\nint main(int argc, char **argv) { int n = argc; char *p = malloc(4); if (!p) return 0;\nf(n, p); if (n) free(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "a parameter that is changed on one way",
            "static void f(int c, int d, char *p) { if (d) c = 0; if (!c) free(p); }\nint main(int argc, char **argv) { int n = 1; char *p = malloc(4); if (!p) return 0;\nf(n, argc > 1, p); if (n && argc > 1) free(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "a copy that has fewer bits",
            "static void f(char c, char *p) { if (!c) free(p); }\nint main(int argc, char **argv) { int n = argc << 8; char *p = malloc(4); if (!p) return 0;\nf((char)n, p); if (n) free(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "what was passed is changed while it is passed",
            "static void f(int c, char *p) { if (!c) free(p); }\nint main(void) { int n = 0; char *p = malloc(4); if (!p) return 0;\nf(n++, p); if (n) free(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "called as what it is not",
            "static void f(unsigned char c, char *p) { if (!c) free(p); }\nint main(void) { int n = 256; char *p = malloc(4); if (!p) return 0; void (*g)(int, char *) = (void (*)(int, char *))f;\ng(n, p); if (n) free(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "a parameter of a function that calls itself",
            "static void f(int c, char *p) { if (c) { f(c - 1, p); if (c == 2) free(p); } }\nint main(void) { char *p = malloc(4); if (!p) return 0;\nf(3, p); free(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "a result that is null in the end",
            "static char *f(int n, char *d) { if (n) return f(n - 1, d); return d; }\nint main(int argc, char **argv) { char *q = f(argc, 0); char *p = malloc(4); if (!p) return 0;if (!q) free(p);\nfree(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "a result whose bits are cut off",
            "static unsigned char f(int n) { if (n) return n; return 1; }\nint main(void) { int n = 0; if (scanf(\"%d\", &n) != 1) return 0; unsigned char c = f(n); char *p = malloc(4); if (!p) return 0;if (!c) free(p);\nfree(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "a counter that goes round",
            "int main(int argc, char **argv) { unsigned n = (unsigned)argc - 2; char *p = malloc(4); if (!p) return 0;\nif (n > 0) { n++; if (!n) free(p); }\nfree(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "a counter that goes round in a loop, before there is a block",
            "int main(void) { unsigned char n = 0; for (int i = 0; i < 256; i++) n++;\nchar *p = malloc(4); if (!p) return 0; if (!n) free(p);\nfree(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "a large number without a sign is one below zero",
            "int main(int argc, char **argv) { unsigned u = (unsigned)argc - 2; char *p = malloc(4); if (!p) return 0;\nif (u > 0) { int n = (int)u; if (n < 0) free(p); }\nfree(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "a number below zero is a large one without a sign",
            "int main(int argc, char **argv) { int n = -argc; char *p = malloc(4); if (!p) return 0;\nif (n < 0) { unsigned u = n; if (u > 5) free(p); }\nfree(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "counted down past zero",
            "int main(void) { int n = 2; char *p = malloc(4); if (!p) return 0; while (n-- > 0) ;\nif (n < 0) free(p);\nfree(p);\nreturn 0; }\n",
            Wrong::Twice(8),
        ),
        (
            "the address of what may not be there, passed",
            "extern int maybe __attribute__((weak));\nstatic void f(int *at, char *p) { if (!at) free(p); }\nint main(void) { char *p = malloc(4); if (!p) return 0; f(&maybe, p);\nfree(p);\nreturn 0; }\n",
            Wrong::Twice(9),
        ),
        (
            "a block that comes to be only where nothing was passed",
            "static char *f(int *at) { if (at) return 0; return malloc(4); }\nstatic int one;\nint main(int argc, char **argv) { char *p = f(argc > 1 ? &one : 0); free(p);\nfree(p);\nreturn 0; }\n",
            Wrong::Twice(9),
        ),
        (
            "an intermediate value and a variable, and the variable is used later",
            "int main(void) { char *p = malloc(4); char *q; if (!p) return 0; q = strchr(p, 1); free(p);\nif (q) *q = 1;\nreturn 0; }\n",
            Wrong::Use(7),
        ),
    ]);
}

/// The same means where nothing is wrong: a program with them is still followed as a whole.
#[test]
fn what_is_no_disguise() {
    for text in [
        "int main(void) { char *p = malloc(4); int n = 0; if (!p) return 0; if (scanf(\"%d\", &n) != 1) n = 1;\np[0] = 0; printf(\"%s %d %-5lu\\n\", p, n, sizeof n); free(p); return 0; }\n",
        "int main(void) { char *p = malloc(40); if (!p) return 0; if (read(0, p, 40) < 0) p[0] = 0;\nfree(p); return 0; }\n",
        "struct s { size_t n; char *p; };\nint main(void) { struct s s = {0, 0}; s.p = malloc(4); s.n = 4; if (!s.p) return 0; s.p[s.n - 1] = 0; free(s.p); return 0; }\n",
        "static size_t length(size_t *n) { return *n; }\nstruct s { size_t n; char *p; };\nint main(void) { struct s *s = malloc(sizeof *s); if (!s) return 0; s->n = 4; s->p = 0; size_t n = length(&s->n); free(s); return n; }\n",
        "int main(void) { char *p = malloc(4); if (!p) return 0; if (p == (char *)-1) return 1; free(p); return 0; }\n",
    ] {
        let program = load(&format!("{HEAD}{text}"));
        let entry = Entry { function: program.main().expect("there is a `main`"), program_start: true };
        assert!(Prepared::new(&program).run(&entry, &Limits::default()).excluded(false).is_some(), "{text}");
    }
}
