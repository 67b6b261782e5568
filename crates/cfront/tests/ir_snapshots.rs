//! The program each construct of C becomes, as text.

mod common;

use common::{accept, ample, dir, write};
use ir::ProgramText;
use shapewright_cfront::{Command, Options, load};

fn text(name: &str, code: &str) -> String {
    let loaded = accept(&format!("snapshot_{name}"), code, &[]);
    ProgramText::new(&loaded.program).to_string()
}

macro_rules! snapshots {
    ($($name:ident: $code:expr;)*) => {
        $(
            #[test]
            fn $name() {
                insta::with_settings!({ description => $code, omit_expression => true, prepend_module_to_snapshot => false }, {
                    insta::assert_snapshot!(stringify!($name), text(stringify!($name), $code));
                });
            }
        )*
    };
}

snapshots! {
    short_circuit: "int g(int);\nint f(int a, int b) {\n  if (a && g(b) || !b) return a && b;\n  return a || g(a);\n}";
    conditional: "int g(void);\nlong f(int a, long b, char *p) {\n  char *q = a ? p : 0;\n  return q ? a : g() ?: b;\n}";
    comma: "int g(void);\nint f(int a) {\n  for (int i = 0, j = 9; i < j; i++, j--) a = (g(), i);\n  return a;\n}";
    switch_with_ranges: "int f(int a) {\n  int r = 0;\n  switch (a) {\n  case 1: r++;\n  case 2 ... 5: r += 2; break;\n  default: return -1;\n  case -1: { int x = r; r = x + a; }\n  }\n  return r;\n}";
    goto_and_scopes: "void h(int *);\nvoid f(int a) {\n  if (a) goto in;\n  {\n    int x;\n    h(&x);\nin:\n    x = 1;\n    h(&x);\n    if (a > 2) goto out;\n  }\nout:;\n}";
    computed_goto: "int f(int a) {\n  static void *t[] = { &&l0, &&l1 };\n  goto *t[a];\nl0:\n  return 1;\nl1:\n  return 2;\n}";
    loops: "int f(int n) {\n  int s = 0;\n  while (n) { if (n == 3) break; s += n--; }\n  do { if (s & 1) continue; s--; } while (s > 5);\n  for (;;) { if (s++ > 9) break; }\n  return s;\n}";
    compound_literals: "struct P { int a, b; };\nvoid g(struct P *);\nint f(int a) {\n  g(&(struct P){ .b = a });\n  for (int i = 0; i < 2; i++) { int *p = (int[]){ i, a }; a += p[1]; }\n  return (struct P){ a, 1 }.b;\n}";
    designated_initializers: "struct P { int a, b; char s[4]; };\nvoid g(struct P *);\nvoid f(int n) {\n  struct P x[2] = { [1].b = n, [0] = { .a = 1, .s = \"ab\" }, [1].a = n + 1 };\n  g(x);\n}";
    struct_values: "struct P { int a, b; };\nstruct P g(struct P);\nint f(struct P *p) {\n  struct P x = *p, y;\n  y = g(x);\n  *p = y;\n  return g(y).b;\n}";
    bit_fields: "struct B { int i : 5; unsigned u : 3; enum { A, C } e : 2; };\nint f(struct B *b) {\n  b->u++;\n  b->i = b->u - 9;\n  b->u /= -2;\n  return b->e - 2 < 0;\n}";
    arrays: "int a[3][4];\nint f(int i, int j) {\n  int (*row)[4] = a + 1;\n  int *p = a[i];\n  return a[i][j] + row[1][2] + *(p + j) + p[-1] + 2[p];\n}";
    variable_arrays: "int f(int n, int m) {\n  int a[n], b[n][m];\n  b[1][2] = a[0] = n++;\n  int (*p)[m] = b + 1;\n  return sizeof b + (*p)[1];\n}";
    flexible_array: "struct F { int n; char d[]; };\nstruct F s = { 2, { 1, 2, 3 } };\nvoid *malloc(unsigned long);\nchar f(int n) {\n  struct F *p = malloc(sizeof *p + n);\n  p->d[n - 1] = 1;\n  return s.d[2] + p->d[0];\n}";
    pointers: "long f(int *p, int *q, char *c, unsigned k) {\n  p += k;\n  p--;\n  q = p - 3;\n  if (p < q || !c || p == (int *)c) return p - q;\n  return c - (char *)q;\n}";
    casts: "typedef unsigned long size_t;\nlong f(char c, unsigned u, double d, void *p) {\n  short s = c;\n  unsigned char b = u;\n  _Bool t = d;\n  return (long)p + (int)d + s + (unsigned char)c + b + t + (u == -1) + (long)(int)u;\n}";
    container_of: "struct L { struct L *next; };\nstruct N { int v; struct L link; };\n#define container_of(p, T, m) ((T *)((char *)(p) - __builtin_offsetof(T, m)))\nint f(struct L *l) {\n  return container_of(l->next, struct N, link)->v;\n}";
    unions: "union U { int i; float f; unsigned char b[4]; };\nint f(float x) {\n  union U u = { .f = x };\n  u.b[0] = 1;\n  return u.i;\n}";
    function_pointers: "int g(int);\ntypedef int (*F)(int);\nstruct O { F op; } o = { g };\nint f(F h, int a) {\n  if (!h) h = &g;\n  return h(a) + (*h)(a) + o.op(a);\n}";
    variadic: "#include <stdarg.h>\nint f(int n, ...) {\n  va_list ap, c;\n  va_start(ap, n);\n  va_copy(c, ap);\n  int s = va_arg(ap, int);\n  double d = va_arg(c, double);\n  va_end(c);\n  va_end(ap);\n  return s + d;\n}\nint g(char c, float x) { return f(2, c, x); }";
    statement_expressions: "int g(int);\n#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })\nint f(int x) {\n  return MAX(g(x), g(2));\n}";
    generic_selection: "#define KIND(x) _Generic((x), char *: 1, int: 2, default: 3)\nint f(char *p, int i, long l) {\n  return KIND(p) * 100 + KIND(i) * 10 + KIND(l);\n}";
    static_locals: "int f(void) {\n  static int n = 3;\n  static int m;\n  { static int n; n++; }\n  return n++ + m;\n}";
    string_literals: "const char *a = \"x\";\nchar b[] = \"ab\" \"c\", c[2] = \"xyz\";\nint f(void) {\n  char d[5] = \"hi\";\n  return d[0] + *\"q\" + sizeof \"abc\";\n}";
    old_style: "int f(c, x, p)\n  char c;\n  float x;\n  int *p;\n{\n  return c + x + *p;\n}\nint g() { return f('a', 1.5f, 0); }";
    leaving_scopes: "void h(int *);\nint f(int n) {\n  for (int i = 0; i < n; i++) {\n    int x = i;\n    h(&x);\n    if (x == 3) continue;\n    if (x == 4) break;\n    if (x == 5) return x;\n  }\n  return 0;\n}";
    cleanup: "void free(void *);\nstatic void done(char **p) { free(*p); }\nint f(char *a, int n) {\n  __attribute__((cleanup(done))) char *p = a;\n  if (n) return *p;\n  p = 0;\n  return 1;\n}";
    alloca_in_a_loop: "void h(char *);\nvoid f(int n) {\n  while (n--) h(__builtin_alloca(n));\n}";
    volatile_objects: "volatile int v;\nint f(volatile int *p) {\n  volatile int x = 1;\n  v;\n  *p = x;\n  return v + v;\n}";
    floating: "double f(float a, double b, int i) {\n  a += 1;\n  b = a * b - i / 2.0;\n  return b < a ? -b : i;\n}";
    inline_assembly: "int f(int a) {\n  int r;\n  __asm__(\"mov %1, %0\" : \"=r\"(r) : \"r\"(a));\n  __asm__ volatile(\"\" ::: \"memory\");\n  __asm__(\"rep movsb\" ::: \"memory\");\n  return r;\n}";
    jumps_across_functions: "#include <setjmp.h>\njmp_buf b;\nint f(void) {\n  if (setjmp(b)) return 1;\n  longjmp(b, 1);\n}";
    macro_spans: "#define CHECK(p) do { if (!(p)) return -1; } while (0)\n#define FIELD(p) ((p)->a)\nstruct S { int a; };\nint f(struct S *s) {\n  CHECK(s);\n  return FIELD(s) + 1;\n}";
    contract: "#include <shapewright.h>\nstruct node { int v; struct node *next; };\nstatic bool list(struct node *l) { return !l || list(l->next); }\nstruct node *push(struct node *l, struct node *n) {\n  sw_requires(list(l) &&\n              n);\n  sw_requires(n->v >= 0);\n  sw_ensures(list(sw_result) && sw_len(sw_result) == sw_old(sw_len(l)) + 1);\n  sw_ensures(sw_old(n->v) == n->v);\n  n->next = l;\n  sw_assume(n != l);\n  sw_assert(  n->next\n  == l );\n  return n;\n}\nvoid nothing(void) { sw_requires(1); ; sw_ensures(2); }";
    contract_of_aggregates: "#include <shapewright.h>\nstruct pair { int a, b; };\nstruct pair swap(struct pair x, struct pair *seen, struct pair) {\n  sw_ensures(sw_result.a == x.b && sw_old(*seen).b == seen->b && &x != seen);\n  x.a = x.b;\n  return x;\n}";
    contract_of_a_function_that_returns_a_function: "#include <shapewright.h>\nint (*choose(int (*f)(int), int, int a[], ...))(int) {\n  sw_ensures(sw_result == f && sw_result(a[0]));\n  return f;\n}";
    contract_of_old_style: "#include <shapewright.h>\nf(c, x) char c; float x; {\n  sw_requires(c > 0 && x > 1);\n  sw_ensures(sw_result == c);\n  return c;\n}";
    contract_from_a_macro: "#include <shapewright.h>\n#define AT_LEAST(e) sw_ensures(sw_result >= (e))\n#define MAKE(name, T) T name(T x) { sw_requires(x  >=  0); AT_LEAST(sw_old(x)); return x; }\nMAKE(same, int)\nMAKE(equal, double)";
    enums: "enum E { A = -1, B, C = 1 << 4 };\nint f(enum E e) {\n  enum E x = C;\n  return e == A ? B : x | e;\n}";
}

/// Names with internal linkage of two files stay apart.
#[test]
fn two_files() {
    let dir = dir("snapshot_two_files");
    let one = write(
        &dir,
        "one.c",
        "static int n = 1;\nstatic int h(void) { return n; }\nextern int shared;\nint one(void) { return h() + shared; }\n",
    );
    let two = write(
        &dir,
        "two.c",
        "static int n = 2;\nstatic int h(void) { return n; }\nint shared = 3;\nint one(void);\nint two(void) { return h() + one(); }\n",
    );
    let commands: Vec<Command> =
        [one, two].into_iter().map(|file| Command { file, options: Options::default() }).collect();
    let loaded = load(&commands, &ample()).unwrap_or_else(|error| panic!("{error}"));
    let text = ProgramText::new(&loaded.program).to_string().replace(&format!("{}/", dir.display()), "");
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("two_files", text);
    });
}
