//! More of what programs do: features of C and of its compilers that few programs use, but that a front end must know.

use super::scenes::{Scene, scene};

/// All of them.
pub(super) const FEATURES: &[Scene] = &[
    scene("ensures-number", 5, "static int pick@(int n) { «sw_requires(1); ¦»sw_ensures(sw_result >= 0 && sw_result < ‹n:2..5›); if (n < 0) return 0; return ⟦e contract¦n > ‹n-1› ? ‹n-1› : n¦‹n›⟧; }\n",
"int a[‹n›] = { 0 };
a[pick@(N(‹x:0..9›))] = 1;
⟦s out-of-bounds¦¦a[pick@(3) + ‹n›] = 1;⟧"),
    scene("relink", 5, "struct b@ { int *p; struct b@ *peer; };\n",
"int x = 0, y[2] = { 0 }, *old = malloc(sizeof *old);
struct b@ one = { &x, NULL }, two = { y, &one }, *b = &two;
if (!old) return;
*old = 1;
«b->peer->p = y;¦one.p = &y[1];¦b = b->peer;»
free(old);
⟦s use-after-free¦¦b->p = old;⟧
⟦s out-of-bounds¦¦b->p = y + 2;⟧
⟦s use-after-free¦¦two.peer->p = b->p = old;⟧
*b->p = 2;
*two.peer->p = 3;
⟦s invalid-free¦¦b->p = &x; free(b->p);⟧"),
    scene("kept", 7, "struct k@ { int n; int *p; };\nstatic struct k@ kept@;\n",
"int x = 0, *old = malloc(sizeof *old);
if (!old) return;
*old = 1;
«kept@.n = *old;¦kept@.p = NULL;¦»
⟦s use-after-free¦kept@.p = NULL;¦kept@.p = old;⟧
⟦s invalid-free¦¦kept@.p = &x; free(kept@.p); kept@.p = NULL;⟧
free(old);
if (kept@.p) *kept@.p = x;
kept@.p = &x;
⟦s null-deref¦if (kept@.p) *kept@.p = 2;¦kept@.p = NULL; *kept@.p = 2;⟧
⟦s double-free¦¦kept@.p = old; if (kept@.p) free(kept@.p);⟧"),
    scene("old", 4, "static int level@;\nstatic void grow@(void) { sw_requires(level@ >= 0 && level@ < 100); sw_ensures(level@ == sw_old(level@) + 1); ⟦s contract¦level@++;¦level@ += 2;⟧ }\n",
"level@ = ‹v:0..3›;
int a[‹v+2›] = { 0 };
grow@();
a[level@] = 1;
⟦s contract¦¦level@ = -1; grow@();⟧"),
    scene("cleanup", 4, "static int ended@;\nstatic void end@(int **p) { ended@++; free(*p); }\n",
"{ __attribute__((cleanup(end@))) int *p = malloc(sizeof *p); if (p) *p = 1; ⟦s double-free¦¦free(p);⟧ «if (N(1) > 5) return;¦» }
sw_assert(ended@ == ⟦e assert-fail¦1¦0⟧);
for (int i = 0; i < 3; i++) { __attribute__((cleanup(end@))) int *q = NULL; if (i == 1) «continue¦break»; (void)q; }
sw_assert(ended@ >= 3 && ended@ <= ⟦e assert-fail¦4¦2⟧);"),
    scene("constructor", 3, "static int ready@, *store@;\n__attribute__((constructor)) static void start@(void) { ready@ = ‹v:1..3›; store@ = malloc(sizeof *store@); }\n",
"int a[5] = { 0 };
(void)a;
⟦s leak¦free(store@); store@ = NULL;¦store@ = NULL;⟧
⟦s out-of-bounds¦¦a[ready@ + 4] = 1;⟧
⟦s null-deref¦¦if (ready@) *(int *)0 = 1;⟧"),
    scene("atexit", 3, "static int *last@;\nstatic void bye@(void) { ⟦s use-after-free¦¦*last@ = 1;⟧ free(last@); ⟦s double-free¦¦free(last@);⟧ last@ = NULL; }\n",
"last@ = malloc(sizeof *last@);
if (!last@) return;
⟦s use-after-free¦¦free(last@); *last@ = 2;⟧
if (atexit(bye@)) { free(last@); last@ = NULL; }"),
    scene("statement-expression", 4, "#define MAX@(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })\n",
"int a[6] = { 0 }, i = N(‹x:0..3›);
if (i < 0 || i > 3) return;
a[MAX@(i, ⟦e out-of-bounds¦5¦6⟧)] = 1;
int n = 0;
int r = ({ n++; n++; n; });
sw_assert(r == ⟦e assert-fail¦2¦1⟧ && MAX@(n++, 0) == 2 && n == 3);
⟦s out-of-bounds¦¦({ a[n + 3]; });⟧
(void)r;"),
    scene("generic", 3, "#define KIND@(x) _Generic((x), char: 1, signed char: 2, unsigned char: 3, short: 4, int: 5, unsigned: 6, long: 7, default: 0)\n",
"char c = 1; short s = 2; unsigned short u = 3; _Bool b = 1;
struct { unsigned f : 3; } bits = { 1 };
int t[8] = { 0 };
sw_assert(KIND@(c) == ⟦e assert-fail¦1¦2⟧ && KIND@(+c) == 5 && KIND@(s + s) == 5 && KIND@('a') == ⟦e assert-fail¦5¦1⟧);
sw_assert(KIND@(u + 0u) == 6 && KIND@(b + b) == 5 && KIND@(1 ? s : u) == 5 && KIND@(+bits.f) == ⟦e assert-fail¦5¦6⟧);
sw_assert(KIND@(1 ? 1 : 1L) == 7 && KIND@((char)1 << 1L) == ⟦e assert-fail¦5¦7⟧);
t[KIND@(c)] = 1;
⟦s out-of-bounds¦¦t[KIND@(1L) + KIND@(c)] = 1;⟧"),
    scene("duff", 3, "",
"char from[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, to[8] = { 0 }, *p = to, *q = from;
int n = ‹n:1..8›, k = (n + 3) / 4;
switch (n % 4) {
case 0: do { *p++ = *q++;
case 3: *p++ = *q++;
case 2: *p++ = *q++;
case 1: *p++ = *q++;
        } while (--k > 0);
}
sw_assert(p - to == ⟦e assert-fail¦‹n›¦‹n+1›⟧ && to[‹n-1›] == ‹n›);
⟦s out-of-bounds¦¦p += 9 - ‹n›; p[-1 + 1] = 1;⟧"),
    scene("computed-goto", 2, "",
"static void *const where[] = { &&zero, &&one, &&two };
int i = N(‹x:0..2›), r = 0, *p = NULL;
if (i < 0 || i > 2) return;
goto *where[i];
zero: r++; p = &r;
one: r++; «p = &r;¦p = p ? p : &r;»
two: ⟦s null-deref¦if (p) *p = 5;¦*p = 5;⟧
(void)r;"),
    scene("exact-string", 4, "struct w@ { char id[3]; char end; };\n",
"char s[⟦r out-of-bounds¦4¦3⟧] = \"abc\";
size_t n = strlen(s);
sw_assert(n == 3);
struct w@ w = { \"xy\", 1 };
sw_assert(w.id[2] == ⟦e assert-fail¦0¦1⟧ && w.end == 1);
⟦s out-of-bounds¦¦w.id[3] = 1;⟧
⟦s out-of-bounds¦¦strcpy(w.id, \"xyzw1234\");⟧
char e[] = \"«ab\\0cd¦q¦»\";
sw_assert(sizeof e > strlen(e));
e[sizeof e ⟦r out-of-bounds¦- 1¦- 0⟧] = 1;"),
    scene("strncpy", 4, "",
"char b[‹n:4..8›];
⟦s uninitialized¦memset(b, 0, sizeof b);¦⟧
strncpy(b, \"ab\", ⟦r out-of-bounds¦2¦12⟧);
if (b[2]) b[2] = 0;
b[‹n-1›] = 0;
size_t n = strlen(b);
⟦s out-of-bounds¦¦strncpy(b, \"0123456789\", sizeof b); n = strlen(b);⟧
⟦s out-of-bounds¦¦strncat(b, \"0123456789\", 9);⟧
(void)n;"),
    scene("search", 4, "",
"char b[] = \"key=‹v:1..99›\";
char *eq = strchr(b, '='), *no = strrchr(b, '#');
if (⟦e null-deref¦eq¦no⟧ != NULL || 1) { ⟦s null-deref¦if (eq) *eq = 0;¦*no = 0;⟧ }
sw_assert(no == NULL);
char *v = strstr(b, \"key\");
if (⟦e null-deref¦v¦!v⟧) v[0] = 'K';
⟦s out-of-bounds¦¦if (eq) eq[10] = 1;⟧
int k = atoi(\"«5¦12¦-3»\");
long l = strtol(\"7x\", &v, 10);
if (v) k += *v;
(void)k; (void)l;"),
    scene("qsort", 3, "static int by@(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }\n",
"int a[‹n:3..6›] = { 3, 1, 2 };
qsort(a, ⟦r out-of-bounds¦‹n›¦‹n+1›⟧, sizeof a[0], by@);
int key = N(2);
int *f = bsearch(&key, a, ‹n›, sizeof a[0], by@);
if (⟦e null-deref¦f¦1⟧) *f = 3;
⟦s null-deref¦¦key = 100; f = bsearch(&key, a, ‹n›, sizeof a[0], by@); *f = 1;⟧"),
    scene("const-objects", 3, "static const int limit@ = ‹v:1..9›;\nstatic const char text@[] = \"const\";\nstruct k@ { const char *s; };\nstatic const struct k@ keys@[] = { { \"a\" }, { text@ } };\n",
"int x = limit@;
char *p = (char *)text@;
sw_assert(p[0] == 'c' && x == ⟦e assert-fail¦‹v›¦‹v+1›⟧);
⟦s undefined¦¦p[0] = 'x';⟧
⟦s undefined¦¦*(int *)&limit@ = 1;⟧
⟦s undefined¦¦char *lit = \"abc\"; lit[1] = 'x';⟧
sw_assert(keys@[1].s == text@);
x = keys@[⟦e out-of-bounds¦1¦2⟧].s[0];"),
    scene("rows", 4, "",
"int n = ‹n:2..4›;
int **m = calloc(n, sizeof *m);
if (!m) return;
for (int i = 0; i < n; i++) { m[i] = calloc(n, sizeof **m); ⟦s null-deref¦if (!m[i]) break;¦⟧ m[i][⟦e out-of-bounds¦i¦n⟧] = 1; }
⟦s use-after-free¦¦if (m[0]) { free(m[0]); m[0][0] = 1; m[0] = NULL; }⟧
for (int i = 0; i < n; i++) ⟦s leak¦free(m[i]);¦if (i) free(m[i]);⟧
⟦s leak¦free(m);¦⟧"),
    scene("inherit", 4, "struct base@ { int kind; struct base@ *next; };\nstruct big@ { struct base@ base; long extra[‹n:1..3›]; };\nstatic int see@(struct base@ *b) { return b->kind == 2 ? (int)((struct big@ *)b)->extra[⟦e out-of-bounds¦‹n-1›¦‹n›⟧] : b->kind; }\n",
"struct big@ *big = calloc(1, sizeof *big);
struct base@ *small = malloc(sizeof *small);
if (!big || !small) { free(big); free(small); return; }
big->base.kind = 2; small->kind = ⟦e out-of-bounds¦1¦2⟧; small->next = &big->base;
int s = 0;
for (struct base@ *b = small; b; b = b->next) s += see@(b);
free(small);
⟦s use-after-free¦¦s += see@(small);⟧
⟦s leak¦free(big);¦⟧
(void)s;"),
    scene("volatile", 2, "static volatile int reg@ = 3;\n",
"int a[4] = { 0 };
int i = reg@;
if (i >= 0 && i < 4) a[⟦e out-of-bounds¦i¦i + 4⟧] = 1;
reg@ = 1; reg@;
volatile int *p = &reg@;
*p; (void)*p;
⟦s null-deref¦¦p = NULL; *p;⟧
⟦s out-of-bounds¦¦volatile char c[2]; c[2];⟧"),
    scene("bits-signed", 4, "struct b@ { int one : 1; unsigned : 0; unsigned long long wide : ‹w:33..60›; int two : 2; };\nunion v@ { struct { unsigned lo : 4, hi : 4; } n; unsigned char c; };\n",
"struct b@ b = { 0 };
int t[32] = { 0 };
b.one = 1;
sw_assert(b.one == ⟦e assert-fail¦-1¦1⟧);
b.wide = -1;
sw_assert(b.wide >> ‹w-1› == ⟦e assert-fail¦1¦0⟧);
b.two = 2;
sw_assert(b.two < 0 && b.two + 2 == ⟦e assert-fail¦0¦4⟧);
t[b.one + ⟦r out-of-bounds¦1¦0⟧] = 1;
union v@ v; v.c = 0xA5;
sw_assert(v.n.lo == 5 && v.n.hi == ⟦e assert-fail¦10¦5⟧);
t[v.n.hi] = 1;
b.one ^= 1; b.two++; b.two |= 1;
sw_assert(b.one == 0 || b.one == ⟦e assert-fail¦-2¦1⟧ || 1);
⟦s out-of-bounds¦¦t[b.one - 1] = 1;⟧"),
    scene("layout", 4, "struct l@ { char a; short b; char c; long d; char e; };\nstruct __attribute__((packed)) q@ { char a; int b; short c; };\nunion x@ { char c[5]; int i; };\n",
"sw_assert(sizeof(struct l@) == ⟦e assert-fail¦24¦20⟧ && offsetof(struct l@, d) == 8 && offsetof(struct l@, c) == 4);
sw_assert(sizeof(struct q@) == ⟦e assert-fail¦7¦12⟧ && offsetof(struct q@, b) == 1);
sw_assert(sizeof(union x@) == ⟦e assert-fail¦8¦5⟧ && _Alignof(struct l@) == 8);
char *p = malloc(sizeof(struct q@));
if (!p) return;
((struct q@ *)p)->c = 1;
p[⟦r out-of-bounds¦6¦7⟧] = 0;
((struct q@ *)p)->b = 7;
sw_assert(p[1] == ⟦e assert-fail¦7¦0⟧);
struct { char a; int b __attribute__((aligned(‹g:8..8›))); } z;
sw_assert(sizeof z == ⟦e assert-fail¦16¦8⟧);
free(p);"),
    scene("overflow-builtins", 3, "",
"int x = N(‹x:0..99›), r = 0, a[4] = { 0 };
if (__builtin_add_overflow(x, 2147483000, &r)) r = 0;
unsigned char c;
_Bool o = __builtin_mul_overflow(100, 3, &c);
sw_assert(o && c == ⟦e assert-fail¦44¦300⟧);
sw_assert(__builtin_popcount(0xF0) == 4 && __builtin_ctz(8) == ⟦e assert-fail¦3¦4⟧);
a[__builtin_expect(o, 1)] = 1;
⟦s out-of-bounds¦¦a[__builtin_clz(1) & 31] = 1;⟧
sw_assert(__builtin_constant_p(3) && abs(-3) == ⟦e assert-fail¦3¦-3⟧);
(void)r;"),
    scene("unreachable", 3, "static int sign@(int x) { if (x < 0) return 0; if (x >= 0) return 1; __builtin_unreachable(); }\n",
"int a[2] = { 0 };
a[sign@(N(‹x:0..9›))] = 1;
⟦s undefined¦¦__builtin_unreachable();⟧
switch (sign@(1)) { case 0: case 1: break; default: __builtin_unreachable(); }
⟦s out-of-bounds¦¦a[sign@(1) + 1] = 1;⟧"),
    scene("initializers", 4, "static int arr@[‹n:3..6›] = { 1, [1] = 7, 3 };\nstatic int *mid@ = &arr@[⟦r out-of-bounds¦1¦‹n›⟧];\nstatic struct { int *p; char c[4]; struct { short x, y; } in[2]; } g@ = { .in[1].y = 5, .c = { 'a', 'b' }, .p = arr@ + 2 };\nstatic char *names@[] = { [2] = \"two\", [0] = \"zero\" };\n",
"*mid@ = 9;
sw_assert(arr@[1] == ⟦e assert-fail¦9¦7⟧ && *g@.p == 3 && g@.in[0].y == 0 && g@.in[1].y == ⟦e assert-fail¦5¦0⟧);
sw_assert(sizeof names@ / sizeof names@[0] == ⟦e assert-fail¦3¦2⟧ && names@[1] == NULL);
int over[3] = { [0] = 1, [0] = 2, 4 };
sw_assert(over[0] == ⟦e assert-fail¦2¦1⟧ && over[1] == 4 && over[2] == 0);
char c = names@[⟦e null-deref¦2¦1⟧][0];
c = names@[0][⟦e out-of-bounds¦4¦5⟧];
struct { int a, b; } s = { .b = 1 }, t = s, u[2] = { [1] = t };
sw_assert(u[1].b == 1 && u[0].b == ⟦e assert-fail¦0¦1⟧);
(void)c;"),
    scene("mutual", 3, "static int odd@(int n);\nstatic int even@(int n) { return n == 0 ? 1 : odd@(n - 1); }\nstatic int odd@(int n) { return n == 0 ? 0 : even@(n - 1); }\n",
"int a[2] = { 0 };
a[even@(‹n:0..6›)] = 1;
sw_assert(even@(‹n›) + odd@(‹n›) == ⟦e assert-fail¦1¦0⟧);
⟦s out-of-bounds¦¦a[even@(4) + odd@(3)] = 1;⟧"),
    scene("take-back", 4, "static void drop@(char **p) { free(*p); ⟦s use-after-free¦*p = NULL;¦⟧ }\n",
"char *s = malloc(‹n:2..6›);
if (s) s[‹n-1›] = 0;
«char **q = &s; drop@(q);¦drop@(&s);»
if (s) s[0] = 1;
free(s);
⟦s null-deref¦¦s = NULL; s[0] = 1;⟧"),
    scene("counted", 6, "struct n@ { struct n@ *next; int v; };\nbool list@(struct n@ *x) { return x == NULL || list@(x->next); }\nstatic «int¦unsigned¦size_t» count@(const struct n@ *x) { «return x ? 1 + count@(x->next) : 0;¦int n = 0; while (x) { n++; x = x->next; } return n;» }\nstatic struct n@ *end@(struct n@ *x) { «return x->next ? end@(x->next) : x;¦while (x->next) x = x->next; return x;» }\nstatic struct n@ *push@(struct n@ *x, int v) { struct n@ *e = malloc(sizeof *e); if (!e) exit(0); e->next = x; e->v = v; return e; }\n",
"struct n@ *h = push@(NULL, 1);
«h = push@(h, 2);¦while (L(‹k:0..3›)) h = push@(h, 2);»
«sw_assert¦assert»(count@(h) >= 1);
«sw_assert¦assert»(end@(h) != NULL);
⟦s double-free¦¦struct n@ *o = push@(h, 3); o->next = o; sw_assert(count@(o) >= 0); free(o); free(o);⟧
⟦s double-free¦¦struct n@ *o = push@(h, 3); o->next = o; sw_assert(end@(o) != h); free(o); free(o);⟧
⟦s assert-fail¦¦struct n@ *o = push@(h, 3); o->next = o; assert((list@(o), 1)); free(o);⟧
⟦s assert-fail¦¦struct n@ *o = push@(h, 3); o->next = o; assert(list@(o) || 1); free(o);⟧
while (h) { struct n@ *t = h->next; free(h); h = t; }"),
    scene("nonnull", 4, "__attribute__((nonnull«¦(1)»)) static int given@(const int *p) { return p ? *p : 0; }\n__attribute__((returns_nonnull)) static int *same@(int *p) { return p; }\n",
"int x = ‹k:1..9›, *p = &x;
⟦s undefined¦¦given@(NULL);⟧
⟦s undefined¦¦p = NULL; given@(p);⟧
⟦s undefined¦¦same@(NULL);⟧
sw_assert(given@(p) == ‹k›);
sw_assert(same@(p) == &x);"),
    scene("weakref", 3, "int nowhere@(void);\nstatic int perhaps@(void) __attribute__((weakref(\"nowhere@\")));\n",
"int x = 0, *p = NULL;
if (⟦e null-deref¦!perhaps@¦perhaps@⟧) p = &x;
*p = 2;
sw_assert(x == 2);"),
    scene("last-node", 5, "static struct n@ { struct n@ *next; int v; } *last@;\n",
"last@ = malloc(sizeof *last@);
if (!last@) return;
last@->next = NULL;
last@->v = «1¦N(‹k:1..9›)»;
⟦s null-deref¦¦last@->next->v = 2;⟧
«struct n@ *more = malloc(sizeof *more); if (more) { more->next = NULL; more->v = 0; last@->next = more; } free(last@->next);¦»
free(last@);
⟦s use-after-free¦¦last@->v = 3;⟧
⟦s double-free¦¦free(last@);⟧
⟦s use-after-free¦¦if (last@->next) return;⟧"),
    scene("calloc-null", 4, "struct z@ { struct z@ *next; int *p; char c; };\n",
"struct z@ *z = «calloc(1, sizeof *z)¦malloc(sizeof *z)»;
if (!z) return;
⟦s uninitialized¦memset(z, 0, sizeof *z);¦z->c = 0;⟧
if (z->next) *z->next->p = 1;
if (z->p == NULL && z->c == 0) z->p = ⟦e null-deref¦(int *)malloc(4)¦NULL⟧;
if (⟦e null-deref¦z->p != NULL¦1⟧) *z->p = 2;
⟦s leak¦free(z->p);¦⟧
⟦s use-after-free¦¦*z->p = 3;⟧
free(z);"),
    scene("walk-store", 4, "",
"char b[‹n:4..8›], *p = b;
for (const char *s = \"abc\"; (*p++ = *s++);) ;
sw_assert(p - b == ⟦e assert-fail¦4¦3⟧ && b[3] == 0);
p = b;
*p++ = 'x'; ++*p; (*p)++;
sw_assert(b[1] == ⟦e assert-fail¦'d'¦'c'⟧);
int i = 0, a[3] = { 0 };
a[i++] += 5;
sw_assert(i == 1 && a[0] == ⟦e assert-fail¦5¦10⟧);
⟦s out-of-bounds¦¦p = b; for (const char *s = \"0123456789\"; (*p++ = *s++);) ;⟧
⟦s uninitialized¦¦char u[4]; if (u[1] == b[0]) i++;⟧"),
    scene("returned-owner", 4, "struct r@ { int v[‹n:2..4›]; int *own; };\nstatic struct r@ make@(int k) { struct r@ r = { { 0 }, malloc(sizeof(int)) }; r.v[‹n-1›] = k; return r; }\nstatic void end@(struct r@ r) { free(r.own); r.own = NULL; }\n",
"struct r@ r = make@(‹k:1..9›), copy = r;
sw_assert(r.v[‹n-1›] == ⟦e assert-fail¦‹k›¦0⟧);
if (⟦e null-deref¦copy.own¦1⟧) *copy.own = 1;
⟦s leak¦end@(r);¦⟧
⟦s use-after-free¦¦if (r.own) *r.own = 2;⟧
⟦s double-free¦¦if (copy.own) end@(copy);⟧
⟦s leak¦¦(void)make@(1);⟧"),
    scene("compare-pointers", 3, "",
"int a[‹n:3..5›] = { 0 }, *lo = a, *hi = a + ‹n-1›;
while (lo < hi) { *lo++ = 1; *hi-- = 2; }
sw_assert(lo >= hi);
⟦s assert-fail¦¦sw_assert(hi > lo);⟧
sw_assert(a[0] == 1 && a[‹n-1›] == ⟦e assert-fail¦2¦1⟧);
⟦s out-of-bounds¦¦while (hi >= a - 1) *hi-- = 0;⟧
ptrdiff_t d = (a + ‹n-1›) - a;
a[d] = 3;
⟦s out-of-bounds¦¦a[-d] = 3;⟧
sw_assert((char *)(a + 1) - (char *)a == ⟦e assert-fail¦4¦1⟧);"),
    scene("alloca", 2, "static int sum@(int n) { int *a = __builtin_alloca(n * sizeof *a); for (int i = 0; i ⟦e out-of-bounds¦<¦<=⟧ n; i++) a[i] = 1; return a[0]; }\nstatic int *bad@(void) { int *a = __builtin_alloca(8); a[0] = 1; return a; }\n",
"int s = sum@(‹n:1..5›);
⟦s use-after-free¦¦s = *bad@();⟧
⟦s invalid-free¦¦free(bad@());⟧
(void)s;"),
    scene("freed-list-read", 4, "struct n@ { struct n@ *next; int v; };\nstatic struct n@ *find@(struct n@ *h, int v) { while (h && h->v != v) h = h->next; return h; }\n",
"struct n@ *h = NULL;
for (int i = 0; i < ‹k:2..4›; i++) { struct n@ *e = malloc(sizeof *e); if (!e) break; e->v = i; e->next = h; h = e; }
struct n@ *f = find@(h, ‹j:0..4›);
if (⟦e null-deref¦f¦1⟧) f->v = 9;
struct n@ **p = &h;
while (*p) { struct n@ *e = *p; if (e->v & 1) { *p = e->next; free(e); } else p = &e->next; }
⟦s use-after-free¦¦if (f) f->v = 1;⟧
⟦s null-deref¦¦h->v = 2;⟧
while (h) { f = h; h = h->next; ⟦s leak¦free(f);¦if (f->v) free(f);⟧ }"),
    scene("two-lists", 3, "struct n@ { struct n@ *next; int v; };\nbool list@(struct n@ *x) { return x == NULL || list@(x->next); }\nstatic void drop@(struct n@ *x) { while (x) { struct n@ *t = x->next; free(x); x = t; } }\nstatic struct n@ *join@(struct n@ *a, struct n@ *b) { sw_requires(list@(a) && list@(b)); sw_ensures(list@(sw_result)); if (!a) return b; struct n@ *l = a; while (l->next) l = l->next; l->next = b; return a; }\n",
"struct n@ *a = malloc(sizeof *a), *b = malloc(sizeof *b);
if (!a || !b) { free(a); free(b); return; }
a->v = b->v = 0; a->next = b->next = NULL;
⟦s contract¦¦a = join@(a, a); drop@(b); return;⟧
⟦s contract¦¦a->next = b; a = join@(a, b); drop@(a); return;⟧
a = join@(a, b);
sw_assert(list@(a));
⟦s use-after-free¦¦drop@(b); b = NULL;⟧
drop@(a);"),
    scene("enum-signs", 3, "enum e@ { A@, B@ = 5, C@ };\nenum s@ { M@ = -1, P@ = 1 };\n",
"enum e@ e = C@; enum s@ s = M@;
int a[7] = { 0 };
a[e] = 1;
sw_assert(e == ⟦e assert-fail¦6¦2⟧ && s < 0 && sizeof e == 4);
e = A@; e--;
sw_assert(e > 0);
⟦s assert-fail¦¦sw_assert(e == -1 && e < 0);⟧
⟦s out-of-bounds¦¦a[s] = 1;⟧
⟦s out-of-bounds¦¦e = B@ + 2; a[e] = 1;⟧"),
    scene("ternary-types", 3, "",
"int i = -1, x = 0, *p = NULL;
unsigned u = 1;
long l = i ? i : u;
if (l ⟦e null-deref¦== 4294967295L¦== -1⟧) p = &x;
⟦s null-deref¦*p = 1;¦p = (1 ? i : u) < 0 ? &x : NULL; *p = 1;⟧
sw_assert((i < 0 ? -1 : 0u) > 0);
⟦s assert-fail¦¦sw_assert(sizeof(1 ? (char)1 : (short)1) == 2);⟧
const void *v = i ? NULL : (void *)&x;
sw_assert(v == NULL);
sw_assert(('\\xff' < 0) == ⟦e assert-fail¦1¦0⟧ && (unsigned char)'\\xff' == 255);"),
    scene("read-input", 3, "",
"char b[‹n:4..9›];
int c, i = 0;
while ((c = getchar()) != EOF && i < ⟦r out-of-bounds¦‹n-1›¦‹n-1›⟧) b[i++] = c;
b[i] = 0;
⟦s uninitialized¦¦if (b[‹n-1›] == 'x') i = 0;⟧
⟦s null-deref¦¦char line[8], *g = fgets(line, sizeof line, stdin); i = g[0];⟧
⟦s uninitialized¦¦int k; scanf(\"%d\", &k); if (k == 2) i = 0;⟧
i = (int)strlen(b);"),
    scene("static-in-loop", 3, "static int *slot@(int i) { static int cells[‹n:2..4›]; return &cells[⟦e out-of-bounds¦i % ‹n›¦i⟧]; }\nstatic int calls@(void) { static int n; n++; return n; }\n",
"for (int i = 0; i < ‹n+1›; i++) *slot@(i) = i;
sw_assert(*slot@(0) == ⟦e assert-fail¦‹n›¦0⟧);
while (calls@() < 4) ;
sw_assert(calls@() == ⟦e assert-fail¦5¦4⟧);
int a[8] = { 0 };
a[calls@()] = 1;
⟦s out-of-bounds¦¦a[calls@() + 1] = 1;⟧"),
    scene("long-jump-out", 2, "",
"int found = 0;
for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
        char *p = malloc(2);
        if (!p) goto out;
        p[0] = i; p[1] = j;
        if (i * j == ‹k:1..4›) { found = 1; ⟦s leak¦free(p);¦⟧ goto out; }
        ⟦s leak¦free(p);¦if (i != 1) free(p);⟧
    }
}
out:
⟦s assert-fail¦¦sw_assert(found == 2);⟧
(void)found;"),
];
