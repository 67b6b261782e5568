//! What programs do, one feature of C at a time: right, and with the mistakes that go with it.
//!
//! Each has a name, how often it is chosen, what stands outside of functions, and the body of a function that `main` calls. A body may
//! leave by `return;`.

/// One thing that programs do.
pub(super) struct Scene {
    pub(super) name: &'static str,
    pub(super) weight: u32,
    pub(super) globals: &'static str,
    pub(super) body: &'static str,
}

pub(super) const fn scene(
    name: &'static str,
    weight: u32,
    globals: &'static str,
    body: &'static str,
) -> Scene {
    Scene { name, weight, globals, body }
}

/// All of them.
pub(super) const SCENES: &[Scene] = &[
    // Singly linked lists.
    scene("list", 6, "struct n@ { struct n@ *next; int v; };\n",
"struct n@ *h = «NULL¦0¦(void *)0»;
while (L(‹k:0..4›)) {
    struct n@ *e = malloc(sizeof *e);
    if (⟦e null-deref¦!e¦0⟧) break;
    e->v = «1¦__LINE__¦2»;
    ⟦s uninitialized¦e->next = h;¦⟧
    h = e;
}
⟦s null-deref¦¦if (!h) h->v = 1;⟧
int sum = 0;
for (struct n@ *p = h; p; p = p->next) sum ^= p->v;
⟦s assert-fail¦¦sw_assert(sum == 12345678);⟧
while (h) {
    struct n@ *t = ⟦e use-after-free¦h->next¦(free(h), h->next)⟧;
    ⟦s leak¦free(h);¦⟧
    h = t;
}
⟦s null-deref¦¦h->v = 3;⟧"),
    scene("list-checked", 5, "struct n@ { struct n@ *next; int v; };\nbool list@(struct n@ *x) { return x == NULL || list@(x->next); }\nstatic struct n@ *push@(struct n@ *x, int v) { struct n@ *e = malloc(sizeof *e); if (!e) exit(0); e->next = x; e->v = v; return e; }\nstatic void drop@(struct n@ *x) { while (x) { struct n@ *t = x->next; free(x); x = t; } }\n",
"struct n@ *h = NULL;
«h = push@(h, 1);¦while (L(‹k:1..4›)) h = push@(h, 2);¦for (int i = 0; i < ‹m:1..3›; i++) h = push@(h, i);»
sw_assert(list@(h));
⟦s assert-fail¦¦if (h) { h->next = h; sw_assert(list@(h)); h->next = NULL; }⟧
⟦s assert-fail¦¦if (h) { struct n@ *last = h; while (last->next) last = last->next; last->next = h; sw_assert(list@(h)); last->next = NULL; }⟧
⟦s double-free¦¦if (h) { struct n@ *o = push@(h, 3); o->next = o; sw_assert(list@(o)); free(o); free(o); }⟧
«drop@(h);¦struct n@ *r = NULL; while (h) { struct n@ *t = h->next; h->next = r; r = h; h = t; } sw_assert(list@(r)); drop@(r);»"),
    scene("list-contract", 6, "struct n@ { struct n@ *next; int v; };\nbool list@(struct n@ *x) { return x == NULL || list@(x->next); }\nstatic int use@(struct n@ *x) { sw_requires(list@(x)); sw_ensures(list@(x)); int r = 0; «while (x) { r += x->v & 1; x = x->next; }¦if (x) r = x->v;¦(void)x;» return r; }\nstatic struct n@ *cons@(struct n@ *x) { sw_requires(list@(x)); sw_ensures(list@(sw_result)); struct n@ *e = malloc(sizeof *e); if (!e) return x; ⟦s contract¦e->next = x;¦e->next = e;⟧ e->v = 0; return e; }\nstatic void drop@(struct n@ *x) { sw_requires(list@(x)); sw_ensures(1); while (x) { struct n@ *t = x->next; free(x); x = t; } }\n",
"struct n@ *h = NULL;
h = cons@(h);
«¦h = cons@(h);¦while (L(‹k:0..3›)) h = cons@(h);»
int r = use@(h);
⟦s contract¦¦if (h) { struct n@ *t = h->next; h->next = h; r += use@(h); h->next = t; }⟧
⟦s contract¦¦if (h) { struct n@ stack = { &stack, 1 }; r += use@(&stack); }⟧
drop@(h);
⟦s use-after-free¦¦if (h) drop@(h);⟧
(void)r;"),
    scene("requires-number", 5, "static int cells@[‹n:2..6›] = { «1¦1, 2» };\nstatic int at@(int i) { sw_requires(«0 <= i && i < ‹n›¦i >= 0 && i <= ‹n-1›»); return cells@[i]; }\n",
"int i = N(‹n-1›);
int r = 0;
if («i >= 0 && i < ‹n›¦(unsigned)i < ‹n›u») r = at@(i);
⟦s contract¦¦r += at@(‹n›);⟧
⟦s contract¦¦r += at@(-1);⟧
(void)r;"),
    // Trees.
    scene("tree", 5, "struct t@ { struct t@ *l, *r; int k; };\nstatic struct t@ *new@(struct t@ *l, struct t@ *r) { struct t@ *t = malloc(sizeof *t); if (!t) exit(0); t->l = l; t->r = r; t->k = 0; return t; }\nstatic void drop@(struct t@ *t) { if (!t) return; drop@(t->l); ⟦s leak¦drop@(t->r);¦⟧ free(t); }\nbool tree@(struct t@ *t) { return t == NULL || (tree@(t->l) && tree@(t->r)); }\n",
"struct t@ *t = new@(new@(NULL, NULL), «NULL¦new@(NULL, NULL)¦new@(new@(NULL, NULL), NULL)»);
«¦sw_assert(tree@(t));»
⟦s double-free¦¦free(t->l->l); t->r = t->l;⟧
⟦s double-free¦¦if (!t->r) { t->r = t->l; sw_assert(tree@(t)); } else { struct t@ *o = t->l->l; t->l->l = t->r; sw_assert(tree@(t)); }⟧
⟦s null-deref¦¦t->l->l->k = 1;⟧
⟦s use-after-free¦¦{ struct t@ *o = t->l; t->l = NULL; free(o); o->k = 2; }⟧
drop@(t);"),
    // Doubly linked.
    scene("dll", 4, "struct d@ { struct d@ *next, *prev; int v; };\n",
"struct d@ *h = NULL;
for (int i = 0; i < ‹k:1..3›; i++) {
    struct d@ *e = malloc(sizeof *e);
    if (!e) break;
    e->v = i; e->prev = NULL; e->next = h;
    if (h) ⟦s use-after-free¦h->prev = e;¦⟧
    h = e;
}
if (h && h->next) {
    struct d@ *m = h->next;
    ⟦s use-after-free¦h->next = m->next;¦⟧
    if (m->next) ⟦s use-after-free¦m->next->prev = h;¦⟧
    free(m);
}
struct d@ *p = h;
while (p) { struct d@ *t = p->next; if (t && t->prev != p) ⟦e undefined¦p->v = 2¦p->next->prev->v = 7⟧; ⟦s leak¦free(p);¦if (p != h) free(p);⟧ p = t; }"),
    // Arrays.
    scene("array-index", 8, "«static int g@[‹n:2..9›] = {0};¦static signed char g@[‹n:2..9›];¦static long g@[‹n:2..9›] = { 1, 2 };»\n",
"int i = N(‹x:0..1›);
«if (i < 0 || i ⟦e out-of-bounds¦>= ‹n›¦> ‹n›⟧) return;¦if ((unsigned)i > ⟦r out-of-bounds¦‹n-1›¦‹n›⟧u) return;¦i = i % ‹n›; if (i < 0) i = -i;¦i &= ⟦r out-of-bounds¦1¦15⟧;¦unsigned char c = i; i = c % ⟦r out-of-bounds¦‹n›¦‹n+1›⟧u;¦if (!(i >= 0 && i <= ‹n-1›)) i = 0;»
g@[i] = 3;
«g@[i]++;¦g@[i] += 2;¦g@[i] <<= 1;¦int *q = (int *)0; q = &(int){ g@[i] }; *q = 0;¦»
⟦s out-of-bounds¦¦g@[i + ‹n›] = 1;⟧
⟦s out-of-bounds¦¦g@[i - ‹n›] = 1;⟧
⟦s out-of-bounds¦¦g@[‹n›];⟧
⟦s out-of-bounds¦¦(void)g@[i + ‹n›];⟧
⟦s out-of-bounds¦¦(g@[-1], i++);⟧"),
    scene("array-loop", 6, "",
"«int¦short¦unsigned char¦long» a[‹n:2..8›];
for (int i = 0; i ⟦e out-of-bounds¦<¦<=⟧ ⟦r uninitialized¦‹n›¦‹n-1›⟧; i++) a[i] = i;
long s = 0;
for (int i = 0; i < ‹n›; i++) s += a[i];
«if (s == 3) s = 0;¦s++;»
⟦s uninitialized¦¦int u[3]; u[0] = 1; if (u[N(1) & 1]) s++;⟧
⟦s out-of-bounds¦¦a[s * 0 + ‹n›] = 1;⟧
⟦s assert-fail¦¦sw_assert(s < 0);⟧
(void)s;"),
    scene("heap-array", 6, "",
"int n = N(‹n:1..6›);
if (n ⟦r out-of-bounds¦<= 0¦< 0⟧ || n > 100) return;
«int¦unsigned short¦char» *a = «malloc(n * sizeof *a)¦calloc(n, sizeof *a)¦malloc(sizeof(*a) * (size_t)n)»;
if (!a) return;
for (int i = 0; i ⟦e out-of-bounds¦<¦<=⟧ n; i++) a[i] = ⟦e assert-fail¦0¦1⟧;
sw_assert(a[0] == 0);
a[n - 1] = 1;
⟦s out-of-bounds¦¦a[n] = 1;⟧
⟦s out-of-bounds¦¦a[-1] = 1;⟧
⟦s leak¦free(a);¦⟧
⟦s use-after-free¦¦a[0] = 1;⟧
⟦s double-free¦¦free(a);⟧"),
    scene("matrix", 3, "struct m@ { int tag; int c[‹a:2..4›][‹b:2..4›]; int end; };\n",
"struct m@ m = { «1¦.tag = 2¦0» };
for (int i = 0; i < ‹a›; i++)
    for (int j = 0; j < ⟦r out-of-bounds¦‹b›¦‹b+1›⟧; j++)
        m.c[i][j] = i + j;
⟦s out-of-bounds¦¦m.c[‹a›][0] = 1;⟧
⟦s out-of-bounds¦¦m.c[0][‹b›] = 1;⟧
struct m@ *p = &m;
sw_assert(p->c[‹a-1›][1] == ⟦e assert-fail¦‹a-1› + 1¦‹a› + 1⟧);"),
    // realloc.
    scene("realloc-grow", 6, "",
"size_t n = ‹n:1..4›;
«int¦char¦long» *a = malloc(n * sizeof *a);
if (!a) return;
a[0] = 5;
«int *q = NULL; int x = 0; (void)q; (void)x;¦»
void *b = realloc(a, 2 * n * sizeof *a);
if (!b) { ⟦s leak¦free(a);¦⟧ return; }
⟦s use-after-free¦a = b;¦a[0] = 1; a = b;⟧
sw_assert(a[0] == 5);
a[2 * n - 1] = 1;
⟦s out-of-bounds¦¦a[2 * n] = 1;⟧
⟦s uninitialized¦¦if (2 * n > 2 && a[2 * n - 2]) n = 0;⟧
free(a);"),
    scene("realloc-same", 4, "",
"char *a = malloc(8);
if (!a) return;
char *b = realloc(a, «8¦16¦4¦1»);
if (!b) { free(a); return; }
int x = 0, *q = NULL; (void)q;
⟦s null-deref¦q = &x;¦if (a != b) q = &x;⟧
⟦s null-deref¦¦if (b != a) q = NULL; else q = NULL; *q = 1;⟧
*q = 1;
⟦s leak¦free(b);¦if (a != b) free(b);⟧"),
    scene("realloc-zero-null", 3, "",
"char *a = realloc(NULL, ‹n:1..6›);
if (!a) return;
a[‹n-1›] = 1;
⟦s out-of-bounds¦¦a[‹n›] = 1;⟧
char *t = realloc(a, ‹n+3›);
if (t) a = t; «else { free(a); return; }¦else a[0] = 0;»
⟦s out-of-bounds¦a[‹n-1›] = 2;¦a[‹n+2›] = 2; a[‹n+3›] = 1;⟧
free(a);
⟦s invalid-free¦¦char s[4]; a = realloc(s, 8); free(a);⟧"),
    scene("vector", 4, "struct v@ { int *d; int n, cap; };\nstatic int push@(struct v@ *v, int x) { if (v->n == v->cap) { int c = v->cap ? v->cap * 2 : 1; int *t = realloc(v->d, c * sizeof *t); if (!t) return 0; v->d = t; v->cap = ⟦r out-of-bounds¦c¦c + 1⟧; } v->d[v->n++] = x; return 1; }\n",
"struct v@ v = { NULL, 0, 0 };
for (int i = 0; i < ‹k:1..5›; i++) if (!push@(&v, i)) break;
int *keep = v.d; (void)keep;
⟦s use-after-free¦¦if (v.n) { for (int i = 0; i < 9; i++) if (!push@(&v, i)) break; keep[0] = 1; }⟧
int s = 0;
for (int i = 0; i < v.n; i++) s += v.d[i];
⟦s leak¦free(v.d);¦⟧
(void)s;"),
    // memcpy and its kin.
    scene("memcpy", 6, "struct s@ { int a; char c; long l; };\n",
"char b[‹n:4..12›] = { 1, 2, 3 }, c[‹n›];
memcpy(c, b, ⟦r out-of-bounds¦‹n›¦‹n+1›⟧);
sw_assert(c[1] == ⟦e assert-fail¦2¦3⟧);
⟦s undefined¦memmove(b + 1, b, ‹n-1›);¦memcpy(b + 1, b, ‹n-1›);⟧
⟦s undefined¦¦memcpy(b, b + 1, 2); ⟧
«memset(b, 0, sizeof b);¦memset(b, 7, 2);¦»
⟦s out-of-bounds¦¦memset(b, 0, sizeof b + 1);⟧
⟦s uninitialized¦¦char u[4]; memcpy(c, u, 2); if (c[1] == 1) b[0] = 1;⟧
struct s@ s = { 1, 2, 3 }, t;
memcpy(&t, &s, sizeof t);
sw_assert(t.l == ⟦e assert-fail¦3¦4⟧ && t.c == 2);"),
    scene("memmove-heap", 4, "",
"int *a = malloc(‹n:3..7› * sizeof *a);
if (!a) return;
for (int i = 0; i < ‹n›; i++) a[i] = i;
memmove(a, a + 1, (⟦e out-of-bounds¦‹n-1›¦‹n›⟧) * sizeof *a);
«sw_assert(a[0] == 1);¦sw_assert(a[‹n-2›] == ‹n-1›);¦sw_assert(a[0] <= a[1]);»
⟦s assert-fail¦¦sw_assert(a[0] == 0);⟧
⟦s undefined¦¦memcpy(a, a + 1, (‹n-1›) * sizeof *a);⟧
free(a);
⟦s use-after-free¦¦memset(a, 0, 4);⟧
⟦s use-after-free¦¦int z; memcpy(&z, a, sizeof z);⟧"),
    scene("pointers-copied", 4, "",
"int *p = malloc(sizeof *p), *q = NULL;
if (!p) return;
*p = 1;
«memcpy(&q, &p, sizeof p);¦memmove(&q, &p, sizeof q);¦for (unsigned i = 0; i < sizeof p; i++) ((char *)&q)[i] = ((char *)&p)[i];¦q = *(int **)(char *)&p;»
*q = 2;
sw_assert(*p == ⟦e assert-fail¦2¦1⟧);
⟦s null-deref¦¦memset(&q, 0, sizeof q); *q = 1;⟧
free(⟦e invalid-free¦q¦q + 1⟧);
⟦s use-after-free¦¦*p = 3;⟧
⟦s double-free¦¦free(p);⟧"),
    // Strings.
    scene("strings", 6, "",
"char b[‹n:4..9›] = «\"abc\"¦{ 'x', 'y', 'z', 0 }¦\"ab\\0\"»;
size_t n = strlen(b);
«¦b[n] = 0;»
char c[‹n›];
strcpy(c, ⟦e out-of-bounds¦b¦\"0123456789\"⟧);
«sw_assert(strcmp(b, c) ⟦e assert-fail¦==¦!=⟧ 0);¦sw_assert(c[0] == ⟦e assert-fail¦b[0]¦b[0] + 1⟧);¦»
⟦s out-of-bounds¦¦memset(b, 'a', sizeof b); n = strlen(b);⟧
⟦s uninitialized¦¦char u[4]; n = strlen(u);⟧
⟦s out-of-bounds¦¦strcpy(c + ‹n-2›, \"ab\");⟧
char *d = strchr(b, ⟦e null-deref¦b[0]¦'?'⟧);
if (n) *d = 'q';
(void)n;"),
    scene("strcmp-sign", 3, "",
"int x = 0, *q = NULL;
int r = «strcmp(\"a\", \"c\")¦memcmp(\"a\", \"d\", 1)¦strncmp(\"ab\", \"b\", 2)¦strcmp(\"\", \"k\")»;
if (r ⟦e null-deref¦< 0¦== -1⟧) q = &x;
⟦s null-deref¦¦if (r <= -2) q = NULL; else q = NULL; *q = 1;⟧
⟦s null-deref¦*q = 1;¦q = NULL; if (r > 0) q = &x; *q = 1;⟧"),
    scene("strdup", 4, "",
"char *s = strdup(\"«hello¦a¦»\");
if (⟦e null-deref¦!s¦0⟧) return;
size_t n = strlen(s);
s[n] = 0;
⟦s out-of-bounds¦¦s[n + 1] = 0;⟧
⟦s out-of-bounds¦¦strcat(s, \"x\");⟧
⟦s leak¦free(s);¦⟧"),
    scene("literal", 4, "static const char *name@(int k) { return k ? \"on\" : \"«on¦off¦n»\"; }\nstatic const char *tab@[2] = { \"ab\", \"«ab¦b¦cd»\" };\n",
"const char *a = name@(0), *b = name@(1);
int x = 0, *q = &x;
sw_assert(b[0] == 'o');
⟦s null-deref¦if (a == b) x = 1;¦if (tab@[0] == tab@[0]) q = NULL; *q = 1;⟧
⟦s out-of-bounds¦¦x = b[4];⟧
⟦s invalid-free¦¦free((void *)b);⟧
⟦s out-of-bounds¦¦x = tab@[‹k:2..3›][0];⟧
*q = tab@[1][0];"),
    scene("literal-identity", 3, "",
"const char *a = \"‹w:10..99›\", *b = \"‹w›\", *c = \"x‹w›\";
int x = 0, *q = &x;
if (a != b) x = 1;
if (c + 1 != b) x = 2;
⟦s null-deref¦¦q = NULL; if (a != b) q = &x;⟧
⟦s null-deref¦¦q = NULL; if (c + 1 != b) q = &x;⟧
⟦s null-deref¦¦q = NULL; if (a == c) q = &x;⟧
*q = 1;"),
    // Booleans.
    scene("bool", 5, "struct b@ { _Bool b; char c; };\n",
"int a[2] = { 1, 2 };
_Bool b = N(‹x:0..9›);
a[b] = 3;
«b = !b;¦b ^= 1;¦b = b + 7;¦b = (b == 3);¦b |= a[0];¦b++;¦b = 0.5;» 
a[b] = 4;
sw_assert(b <= 1 && b >= 0);
⟦s uninitialized¦¦_Bool u; a[u] = 1;⟧
⟦s uninitialized¦¦_Bool u; int i = u; if (i) a[0] = 1;⟧
⟦s uninitialized¦¦struct b@ *p = malloc(sizeof *p); if (p) { int i = a[p->b]; free(p); a[0] = i; }⟧
⟦s out-of-bounds¦¦int i = N(77); if (i > 1) a[i] = 3;⟧
struct b@ s; s.b = 1; s.c = 0;
a[s.b] = 2;"),
    scene("bool-bytes", 4, "union u@ { unsigned char c; _Bool b; };\nstruct h@ { _Bool b; };\n",
"int a[2] = { 0 };
unsigned char c = N(77);
⟦s undefined¦c &= 1;¦c |= 2;⟧
«union u@ u; u.c = c; a[u.b] = 1;¦_Bool b; memcpy(&b, &c, 1); a[b] = 1;¦struct h@ *p = malloc(sizeof *p); if (!p) return; memset(p, c, sizeof *p); a[p->b] = 1; free(p);¦_Bool b = 0; *(unsigned char *)&b = c; if (b) a[b] = 1; else a[0] = 1;¦union u@ u = { c }; switch (u.b) { case 0: a[0] = 1; break; case 1: a[1] = 1; break; default: *(int *)0 = 1; }»"),
    // Bit-fields.
    scene("bitfields", 6, "struct f@ { unsigned a : ‹a:1..4›; signed b : 3; unsigned c : ‹c:5..9›; _Bool d : 1; };\n",
"struct f@ f = { 0 };
int t[32] = { 0 };
int x = N(‹x:0..999›);
f.a = x;
t[f.a] = 1;
f.b = x;
t[f.b + ⟦r out-of-bounds¦4¦3⟧] = 2;
sw_assert(f.b >= -4 && f.b <= ⟦e assert-fail¦3¦2⟧);
f.c = x; f.d = x;
t[f.d] = 3;
t[f.c & 31] = 4;
⟦s out-of-bounds¦¦f.c = 31; f.c++; t[f.c] = 1;⟧
⟦s out-of-bounds¦¦f.b = 4; t[f.b] = 1;⟧
⟦s assert-fail¦¦f.a = 255; sw_assert(f.a == 255);⟧
⟦s uninitialized¦¦struct f@ g; g.a = 1; if (g.c) t[0] = 1;⟧
struct f@ h = f; h.b = -1;
sw_assert(h.b == ⟦e assert-fail¦-1¦7⟧);
sw_assert(h.a == f.a);"),
    // Unions.
    scene("union", 5, "union u@ { int i; unsigned char b[4]; short s[2]; float f; };\n",
"union u@ u;
u.i = ‹v:0..60000›;
int t[256] = { 0 };
t[u.b[0]] = 1;
«u.b[1] = 0;¦u.s[1] = -1;¦u.b[3] = 255;»
int hit = u.b[⟦r out-of-bounds¦3¦4⟧];
⟦s assert-fail¦¦sw_assert(u.b[0] == ‹v› % 256 + 1);⟧
⟦s out-of-bounds¦¦t[u.s[0] | 256] = 1;⟧
⟦s uninitialized¦¦union u@ w; w.s[0] = 1; if (w.i) hit = 2;⟧
⟦s out-of-bounds¦¦u.i = -1; t[u.i] = 1;⟧
(void)hit;"),
    scene("tagged", 4, "struct g@ { int tag; union { int *p; long n; } u; };\nstatic long get@(struct g@ *g) { return g->tag ⟦r use-after-free¦== 1¦!= 7⟧ ? *g->u.p : g->u.n; }\n",
"int *cell = malloc(sizeof *cell);
if (!cell) return;
*cell = 4;
struct g@ a = { .tag = 1, .u.p = cell }, b = { .tag = 2, .u.n = ‹n:0..5› };
long s = get@(&a) + get@(&b);
⟦s null-deref¦¦b.tag = 1; b.u.n = 0; s += get@(&b);⟧
⟦s leak¦free(a.u.p);¦⟧
⟦s use-after-free¦¦s += get@(&a);⟧
(void)s;"),
    // Padding.
    scene("padding", 4, "struct p@ { char c; int i; };\nstatic unsigned sum@(const void *p, unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s += ((const unsigned char *)p)[i]; return s; }\n",
"struct p@ a, b;
⟦s uninitialized¦memset(&a, 0, sizeof a); a.c = 1; a.i = 2;¦a.c = 1; a.i = 2;⟧
unsigned s = sum@(&a, sizeof a);
if (s == 77) a.i = 1;
⟦s uninitialized¦¦struct p@ l = { 1, 2 }; if (((char *)&l)[2]) s = 1;⟧
⟦s uninitialized¦¦struct p@ *h = malloc(sizeof *h); if (h) { *h = (struct p@){ 1, 2 }; if (((char *)h)[1]) s = 1; free(h); }⟧
b = a;
sw_assert(b.i == ⟦e assert-fail¦a.i¦a.i + 1⟧);"),
    // Structs by value.
    scene("struct-value", 6, "struct s@ { int a; int b[‹n:2..4›]; int *p; };\nstatic struct s@ make@(int x, int *p) { struct s@ s = { .a = x, .p = p }; s.b[⟦r out-of-bounds¦‹n-1›¦‹n›⟧] = x; return s; }\nstatic int read@(struct s@ s) { s.a = 0; *s.p = 9; return s.b[‹n-1›]; }\n",
"int x = 1;
struct s@ s = make@(‹v:1..50›, &x);
struct s@ t = s;
t.a = 3;
sw_assert(s.a == ⟦e assert-fail¦‹v›¦3⟧);
int r = read@(t);
sw_assert(t.a == ⟦e assert-fail¦3¦0⟧ && r == ‹v›);
sw_assert(x == ⟦e assert-fail¦9¦1⟧);
⟦s null-deref¦¦t.p = NULL; r = read@(t);⟧
⟦s use-after-free¦¦{ int y = 2; t.p = &y; } r = read@(t);⟧"),
    scene("struct-array-copy", 4, "struct e@ { int *p; short k; };\n",
"struct e@ t[‹n:2..4›] = { { 0 } };
for (int i = 0; i < ‹n›; i++) { t[i].k = i; t[i].p = malloc(sizeof(int)); }
struct e@ x = t[0];
t[0] = t[‹n-1›];
t[‹n-1›] = x;
sw_assert(t[0].k == ⟦e assert-fail¦‹n-1›¦0⟧);
⟦s null-deref¦¦*t[1].p = 2;⟧
for (int i = ⟦r leak¦0¦1⟧; i < ‹n›; i++) free(t[i].p);
⟦s double-free¦¦if (x.p) free(x.p);⟧"),
    // Locals that die.
    scene("dead-local", 6, "static int *leaked@;\nstatic int *give@(void) { int x = 3; int *p = &x; return p; }\nstatic void keep@(int *p) { leaked@ = p; }\n",
"int *p, x = 2;
{ int y = 1; p = &y; *p = 2; ⟦s use-after-free¦p = &x;¦⟧ }
*p = 3;
⟦s use-after-free¦¦p = give@(); *p = 1;⟧
⟦s use-after-free¦¦{ int z = 4; keep@(&z); } x = *leaked@;⟧
⟦s invalid-free¦¦{ int z = 4; keep@(&z); } free(leaked@);⟧
⟦s invalid-free¦¦{ int z = 4; keep@(&z); } leaked@ = realloc(leaked@, 8); free(leaked@);⟧
⟦s invalid-free¦¦free(&x);⟧
⟦s invalid-free¦¦p = give@(); free(p);⟧
for (int i = 0; i < 2; i++) { int w = i; if (i == 0) p = &w; ⟦s use-after-free¦if (i) p = &x;¦⟧ if (i == 1) x = *p; }
p = &x;
«leaked@ = NULL;¦»"),
    scene("frees", 5, "static char pool@[16];\n",
"char *p = malloc(‹n:1..9›), *q = p;
«¦if (!p) return;¦if (p) *p = 1;»
char local[4];
⟦s invalid-free¦¦free(pool@);⟧
⟦s invalid-free¦¦free(local);⟧
⟦s invalid-free¦¦if (q) { q++; free(q); }⟧
⟦s invalid-free¦¦p = realloc(pool@ + 1, 3); free(p); p = q;⟧
⟦s leak¦free(p);¦p = NULL; q = NULL;⟧
p = NULL;
free(p);
⟦s double-free¦¦if (q) free(q);⟧
⟦s use-after-free¦¦if (q) *q = 1;⟧
⟦s use-after-free¦¦if (q) q[0];⟧
⟦s use-after-free¦¦q = realloc(q, 4); free(q);⟧
(void)local;"),
    // Globals and statics.
    scene("static-state", 5, "static int count@;\nstatic int next@(void) { static int n = ‹b:0..3›; return n++; }\nstatic int *cache@;\nstatic int *cached@(void) { if (!cache@) cache@ = malloc(sizeof *cache@); return cache@; }\n",
"int a[‹b+4›] = { 0 };
a[next@()] = 1; a[next@()] = 2;
int third@ = next@();
sw_assert(third@ == ⟦e assert-fail¦‹b+2›¦‹b+3›⟧);
⟦s out-of-bounds¦¦next@(); a[next@()] = 1;⟧
int *c = cached@();
if (⟦e null-deref¦c¦1⟧) *c = 1;
count@++;
⟦s use-after-free¦¦free(c); if (cached@()) *cached@() = 2;⟧
⟦s leak¦free(cache@);¦⟧
cache@ = NULL;"),
    scene("machine", 4, "enum m@ { IDLE@, OPEN@, DONE@ };\nstatic enum m@ state@;\nstatic char *buf@;\nstatic void step@(int c) {\n    switch (state@) {\n    case IDLE@: if (c == 1) { buf@ = malloc(8); if (buf@) state@ = OPEN@; } break;\n    case OPEN@: if (c == 2) { free(buf@); ⟦s double-free¦state@ = DONE@;¦⟧ } else ⟦e use-after-free¦buf@[c & 7] = 1¦buf@[c & 15] = 1⟧; break;\n    default: break;\n    }\n}\n",
"step@(1); step@(15); step@(3);
while (L(1)) step@(N(15) & 31);
step@(2); step@(N(2)); 
⟦s use-after-free¦¦if (state@ == DONE@) buf@[0] = 1;⟧
if (state@ == OPEN@) ⟦s leak¦free(buf@);¦buf@ = NULL;⟧"),
    // Function pointers.
    scene("function-pointers", 5, "static int inc@(int x) { return x + 1; }\nstatic int dec@(int x) { return x - 1; }\nstatic int zero@(int x) { (void)x; return 0; }\nstatic int (*const table@[3])(int) = { inc@, dec@, ⟦r null-deref¦zero@¦NULL⟧ };\n",
"int a[4] = { 0 };
int i = N(2);
if (i < 0 || i > ⟦r out-of-bounds¦2¦3⟧) return;
int (*f)(int) = table@[i];
int r = f(1);
a[r] = 1;
sw_assert(r >= 0 && r <= ⟦e assert-fail¦2¦-1⟧);
«f = inc@; sw_assert(f(3) == 4);¦f = i ? inc@ : dec@; a[f(1)] = 2;¦»
⟦s null-deref¦¦f = NULL; r = f(1);⟧
⟦s out-of-bounds¦¦a[(i ? inc@ : dec@)(3) + (i != 2) * 5] = 1;⟧
(void)r;"),
    scene("callbacks", 4, "struct n@ { struct n@ *next; int v; };\nstatic void each@(struct n@ *x, void (*f)(struct n@ *, void *), void *env) { while (x) { struct n@ *t = x->next; f(x, env); x = t; } }\nstatic void count@(struct n@ *x, void *env) { (void)x; ++*(int *)env; }\nstatic void end@(struct n@ *x, void *env) { (void)env; free(x); }\n",
"struct n@ *h = NULL;
int n = 0;
while (L(‹k:1..3›)) { struct n@ *e = malloc(sizeof *e); if (!e) break; e->next = h; e->v = 0; h = e; }
each@(h, count@, ⟦e null-deref¦&n¦NULL⟧);
⟦s leak¦each@(h, end@, NULL);¦each@(h, count@, &n);⟧
⟦s use-after-free¦¦each@(h, count@, &n);⟧
(void)n;"),
    // Control flow.
    scene("switch", 5, "",
"int x = N(‹x:0..5›), r = 0, a[4] = { 0 };
int *p = NULL;
switch (x) {
case 0: r = 1; «¦break;» 
case 1: case 2: p = &r; break;
case 3 ... 4: r = 3; «p = a;¦p = &a[1];» break;
default: ⟦s null-deref¦p = a; ¦⟧ break;
}
⟦s null-deref¦¦if (x == 0) p = NULL;⟧
if (x != 0) *p = 2; else if (p) *p = 1;
a[r & 3] = 1;
⟦s out-of-bounds¦¦switch (x & 7) { case 0: r = 3; case 1: r++; break; default: r = 4; } a[r] = 1;⟧"),
    scene("goto", 4, "",
"char *a = NULL, *b = NULL;
int ok = 0;
a = malloc(4);
if (!a) goto out;
b = malloc(8);
if (!b) goto ⟦r leak¦free_a¦out⟧;
b[7] = 1;
ok = 1;
⟦s leak¦free(b);¦⟧
free_a:
free(a);
⟦s double-free¦¦if (ok) free(b);⟧
out:
⟦s null-deref¦¦if (!ok) *a = 1; else *(b = NULL) = 1;⟧
(void)ok;"),
    scene("loop-exit", 5, "",
"int n = N(‹n:3..7›), i = 0, a[8] = { 0 }, *p = NULL;
for (;;) {
    if (i >= n) break;
    if (i == 8) ⟦s out-of-bounds¦break;¦;⟧
    a[i] = i;
    p = &a[i];
    i++;
    «if (i & 1) continue;¦»
}
if (⟦e null-deref¦i > 0¦i >= 0⟧) *p = 1;
⟦s null-deref¦¦do { p = NULL; } while (N(0) > 1); *p = 1;⟧
⟦s uninitialized¦¦int u; if (n > 1000) u = 1; if (u) i = 1;⟧
int k = 10; while (k --> 0) if (k == 5) break;
sw_assert(k == ⟦e assert-fail¦5¦-1⟧);"),
    scene("expressions", 6, "static int side@;\nstatic int bump@(int x) { side@ += x; return x; }\n",
"int a[4] = { 0 }, i = 0, x = N(‹x:0..3›);
«x = (bump@(1), bump@(2));¦x = (bump@(1) && bump@(0)) || bump@(1);¦x = x ?: 1;¦x = !!x;¦x = x > 1 ? 1 : x < 0 ? 0 : x;»
a[x & 3] = 1;
a[i++] = 2; a[++i] = 3;
sw_assert(i == ⟦e assert-fail¦2¦3⟧);
«i += 1;¦i = i-- + 1, i = 3;¦i |= 1;¦i ^= 1;»
a[⟦e out-of-bounds¦i¦i + 4⟧] = 1;
⟦s out-of-bounds¦¦a[i = 4] = 1;⟧
⟦s out-of-bounds¦¦int z = (a[7], 1); (void)z;⟧
⟦s out-of-bounds¦¦a[4] + 1;⟧
⟦s out-of-bounds¦¦(void)(a[5] == 2 || x);⟧
⟦s null-deref¦¦int *q = x > 100 ? a : NULL; x = q ? 1 : *q;⟧
⟦s null-deref¦¦int *q = 0; (void)*q;⟧
sw_assert(sizeof(a[++i]) == 4 && i <= 4);"),
    scene("discarded", 4, "struct d@ { int k; int x[3]; };\nstatic int get@(int *p) { return *p; }\n",
"struct d@ s = { 1, { 2 } }, *p = malloc(sizeof *p);
if (!p) return;
*p = s;
s.x[2];
p->k;
(void)p->x[1];
⟦s out-of-bounds¦¦s.x[3];⟧
⟦s out-of-bounds¦¦(void)p->x[5];⟧
⟦s null-deref¦¦struct d@ *q = NULL; q->k;⟧
⟦s null-deref¦¦struct d@ *q = NULL; *q;⟧
⟦s null-deref¦¦get@(NULL);⟧
⟦s uninitialized¦¦int u; if ((u, 0) + u) s.k = 1;⟧
free(p);
⟦s use-after-free¦¦p->k;⟧
⟦s use-after-free¦¦*p;⟧
⟦s use-after-free¦¦(void)(p->x[0], 1);⟧
⟦s use-after-free¦¦struct d@ c; c = *p; (void)c;⟧"),
    // Conversions.
    scene("narrowing", 6, "static signed char sc@(int x) { return x; }\nstatic unsigned short us@(long x) { return x; }\n",
"int x = N(‹x:0..70000›);
int t[256] = { 0 };
t[(unsigned char)x] = 1;
t[sc@(x) + ⟦r out-of-bounds¦128¦127⟧] = 2;
sw_assert(us@(x) >= 0 && us@(-1) == ⟦e assert-fail¦65535¦-1⟧);
unsigned u = -1;
sw_assert(u > 0 && (-1 < 1u) == ⟦e assert-fail¦0¦1⟧);
long l = (int)4294967295u;
sw_assert(l == ⟦e assert-fail¦-1¦4294967295⟧);
unsigned char c = 255; c++;
t[c] = 3;
⟦s out-of-bounds¦¦t[(char)200 + 0] = 1;⟧
⟦s out-of-bounds¦¦short h = x | 256; t[h & 511] = 1;⟧
⟦s null-deref¦¦int *q = t; if ((unsigned char)x != x || x >= 0) q = NULL; *q = 1;⟧
⟦s null-deref¦¦unsigned short w = 65535; w += 1; int *q = w ? t : NULL; *q = 1;⟧"),
    scene("shifts", 5, "",
"unsigned x = N(‹x:0..99999›);
int t[64] = { 0 };
t[x >> ⟦r out-of-bounds¦26¦25⟧] = 1;
t[(x & 7) << ⟦r out-of-bounds¦3¦4⟧] = 2;
signed char s = «-5¦-128¦-1»;
sw_assert(s >> 1 < 0);
unsigned char c = x; 
t[c >> 2] = 3;
sw_assert((c << 1) <= ⟦e assert-fail¦510¦254⟧ );
x <<= 28; t[x >> 27] = 4;
⟦s assert-fail¦¦c = 128; c <<= 1; sw_assert(c == 256);⟧
⟦s out-of-bounds¦¦t[~0u >> 25] = 1;⟧
⟦s out-of-bounds¦¦t[s >> 3] = 1;⟧
unsigned long l = 1ul << ‹k:32..62›; 
sw_assert((unsigned)l == ⟦e assert-fail¦0¦1⟧);"),
    scene("wrap", 4, "",
"unsigned char n = 0;
int k = 0, *cell = malloc(sizeof *cell);
if (!cell) return;
*cell = 0;
unsigned u = 0; u--;
if (⟦e use-after-free¦u == 0¦u + 1 == 0⟧) { free(cell); *cell = 1; return; }
n -= 1;
sw_assert(n == ⟦e assert-fail¦255¦-1⟧);
unsigned short h = 65535; 
if (++h) ⟦s null-deref¦*cell = 1;¦*cell = 2;⟧
⟦s use-after-free¦¦for (unsigned char i = 1; i; i++) k++; if (k == 255) free(cell); *cell = 1; if (k == 255) return;⟧
⟦s null-deref¦¦size_t z = 0; int *q = NULL; if (z - 1 < 5) q = &k; *q = 1;⟧
free(cell);"),
    scene("compare-signs", 4, "",
"int i = N(-1), a[5] = { 0 };
unsigned n = 5;
if (⟦e out-of-bounds¦(unsigned)i < n¦i < (int)n⟧) a[i] = 1;
size_t len = 0; 
for (⟦r out-of-bounds¦int¦size_t⟧ k = 4; k >= 0; k--) { a[k] = 2; if (len++ > 10) break; }
⟦s out-of-bounds¦¦if (i >= -1 && i < 5) a[i] = 1;⟧
long w = i; unsigned long v = w;
⟦s null-deref¦¦int *q = NULL; if (v < 10) q = a; *q = 1;⟧
sw_assert(w < 0 ? v > ⟦e assert-fail¦100¦w⟧ : 1);"),
    // Uninitialized.
    scene("uninitialized", 5, "struct u@ { int a, b; };\nstatic void set@(int *p, int c) { if (c) *p = 1; }\n",
"int x⟦r uninitialized¦ = 0¦⟧, y;
set@(&x, N(‹c:0..0›));
y = x;
if (y > 0) x = 2;
struct u@ s; s.a = 1;
⟦s uninitialized¦s.b = 2;¦⟧
struct u@ t = s;
int z = t.a + t.b;
⟦s uninitialized¦¦long n; int q[4]; q[n & 3] = 1;⟧
⟦s uninitialized¦¦char c; long n = c; if (n == 3) z = 1;⟧
⟦s uninitialized¦¦int *p = malloc(4); if (p) { if (*p == 1) z = 3; free(p); }⟧
⟦s uninitialized¦¦int *p; *p = 1;⟧
⟦s uninitialized¦¦unsigned n; while (n < 5) n++;⟧
⟦s uninitialized¦¦int n; switch (n) { case 1: z = 1; }⟧
⟦s uninitialized¦¦char *p = malloc(3); if (p) { p[0] = 1; p[2] = 0; if (strlen(p) == 5) z = 3; free(p); }⟧
(void)z;"),
    // noreturn.
    scene("noreturn", 4, "static «_Noreturn void¦__attribute__((noreturn)) void» stop@(int x) { if (x == ‹x:1..9›) ⟦r undefined¦exit(0)¦return⟧; exit(0); }\n",
"int *p = malloc(4);
if (!p) stop@(‹x›);
*p = 1;
⟦s undefined¦¦stop@(‹x›); *(int *)0 = 1;⟧
free(p);
«if (N(0)) stop@(1);¦»
⟦s use-after-free¦¦*p = 1;⟧"),
    // Guards on heap state: ownership moves.
    scene("ownership", 5, "struct o@ { char *name; struct o@ *peer; };\nstatic struct o@ *open@(const char *s) { struct o@ *o = malloc(sizeof *o); if (!o) return NULL; o->name = strdup(s); if (!o->name) { ⟦s leak¦free(o);¦⟧ return NULL; } o->peer = NULL; return o; }\nstatic void close@(struct o@ *o) { if (!o) return; ⟦s leak¦free(o->name);¦⟧ free(o); }\n",
"struct o@ *a = open@(\"a\"), *b = open@(\"b\");
if (a && b) { a->peer = b; b->peer = a; }
⟦s use-after-free¦¦if (a && a->peer) { close@(b); a->peer->name[0] = 1; b = NULL; }⟧
⟦s double-free¦¦if (a && b) { free(a->name); a->name = b->name; }⟧
⟦s leak¦¦if (a) { a->name = NULL; }⟧
close@(a);
⟦s use-after-free¦¦if (b && b->peer) b->peer->name = NULL;⟧
close@(b);"),
    scene("out-param", 4, "static int make@(int **out) { int *p = malloc(sizeof *p); if (!p) return ⟦r null-deref¦-1¦0⟧; *p = 1; *out = p; return 0; }\n",
"int *p = NULL;
if (make@(&p) != 0) return;
*p = 2;
⟦s leak¦¦if (make@(&p) != 0) { free(p); return; }⟧
⟦s leak¦free(p);¦⟧
⟦s use-after-free¦¦*p = 1;⟧"),
    scene("pointer-pointer", 4, "struct n@ { struct n@ *next; int v; };\n",
"struct n@ *h = NULL, **tail = &h;
for (int i = 0; i < ‹k:1..4›; i++) {
    struct n@ *e = malloc(sizeof *e);
    if (!e) break;
    e->v = i; ⟦s uninitialized¦e->next = NULL;¦⟧
    *tail = e;
    ⟦s leak¦tail = &e->next;¦⟧
}
for (struct n@ **p = &h; *p;) {
    struct n@ *e = *p;
    if (e->v & 1) { ⟦s use-after-free¦*p = e->next;¦p = &e->next;⟧ free(e); } else p = &e->next;
}
while (h) { struct n@ *t = h; h = h->next; free(t); }
⟦s use-after-free¦¦if (tail != &h) *tail = NULL;⟧"),
    scene("container", 4, "struct l@ { struct l@ *next; };\nstruct c@ { int v; struct l@ link; int w; };\n#define OF@(p) ((struct c@ *)((char *)(p) - offsetof(struct c@, link)))\n",
"struct c@ *a = malloc(sizeof *a);
if (!a) return;
a->v = 1; a->w = 2; a->link.next = NULL;
struct l@ *l = &a->link;
sw_assert(OF@(l)->v == ⟦e assert-fail¦1¦2⟧);
⟦s out-of-bounds¦OF@(l)->w = 3;¦((struct c@ *)l)->w = 3;⟧
⟦s out-of-bounds¦¦OF@(&OF@(l)->v)->v = 1;⟧
free(⟦e invalid-free¦(void *)OF@(l)¦(void *)l⟧);
⟦s use-after-free¦¦l->next = NULL;⟧"),
    scene("integers-as-pointers", 3, "",
"int *p = malloc(2 * sizeof *p);
if (!p) return;
uintptr_t u = (uintptr_t)p;
«u |= 1; u &= ~(uintptr_t)1;¦u += 4; u -= 4;¦u ^= 5; u ^= 5;»
int *q = (int *)u;
*q = 1; 
⟦s out-of-bounds¦q[1] = 2;¦q[2] = 2;⟧
⟦s null-deref¦¦if (u % 2 == 0) q = NULL; *q = 1;⟧
free(q);
⟦s use-after-free¦¦*(int *)u = 1;⟧"),
    scene("flexible", 3, "struct x@ { int n; char d[]; };\n",
"struct x@ *x = malloc(sizeof *x + ‹n:1..8›);
if (!x) return;
x->n = ‹n›;
for (int i = 0; i ⟦e out-of-bounds¦<¦<=⟧ x->n; i++) x->d[i] = i;
⟦s out-of-bounds¦¦x->d[x->n] = 1;⟧
⟦s assert-fail¦¦sw_assert(x->d[0] == 1);⟧
free(x);"),
    scene("vla", 3, "static int fill@(int n) { if (n < 1 || n > 50) return 0; int a[n]; for (int i = 0; i < n; i++) a[i] = i; return a[⟦e out-of-bounds¦n - 1¦n⟧]; }\n",
"int r = fill@(N(‹n:1..9›));
⟦s assert-fail¦¦sw_assert(r > 1000);⟧
(void)r;"),
    scene("recursion", 4, "static int depth@(int n, int *a) { if (n <= 0) return 0; a[⟦e out-of-bounds¦n - 1¦n⟧] = n; return 1 + depth@(n - 1, a); }\n",
"int a[‹n:2..6›] = { 0 };
int d = depth@(‹n›, a);
sw_assert(d == ⟦e assert-fail¦‹n›¦‹n-1›⟧);
sw_assert(a[0] == ⟦e assert-fail¦1¦0⟧);"),
    scene("variadic", 3, "static int sum@(int n, ...) { va_list ap; int s = 0; va_start(ap, n); for (int i = 0; i < n; i++) s += va_arg(ap, int); va_end(ap); return s; }\n",
"int a[8] = { 0 };
int s = sum@(3, 1, 2, ‹k:0..3›);
sw_assert(s == ⟦e assert-fail¦‹k+3›¦‹k+4›⟧);
a[s] = 1;
⟦s out-of-bounds¦¦a[sum@(2, 5, 4)] = 1;⟧"),
    scene("compound-literal", 3, "struct q@ { int x, y; };\n",
"struct q@ *p = &(struct q@){ .y = ‹v:1..9› };
sw_assert(p->x == ⟦e assert-fail¦0¦1⟧ && p->y == ‹v›);
int *a = (int[]){ 1, 2, 3 };
sw_assert(a[⟦e out-of-bounds¦2¦3⟧] == 3);
⟦s use-after-free¦¦{ p = &(struct q@){ 1, 2 }; } p->x = 1;⟧
⟦s invalid-free¦¦free(a);⟧"),
    scene("designators", 3, "static const int t@[8] = { [2] = 5, 6, [7] = ‹v:1..4› };\nstatic struct { int a; char s[4]; } g@ = { .s = \"ab\" };\n",
"int s = t@[3];
sw_assert(s == ⟦e assert-fail¦6¦5⟧ && t@[0] == 0);
sw_assert(g@.s[2] == ⟦e assert-fail¦0¦'c'⟧ && g@.a == 0);
g@.a = t@[⟦e out-of-bounds¦7¦8⟧];
⟦s out-of-bounds¦¦int a[4] = { 0 }; a[t@[2]] = 1;⟧
⟦s out-of-bounds¦¦g@.s[4] = 1;⟧"),
    scene("ring", 3, "struct n@ { struct n@ *next; int v; };\nbool list@(struct n@ *x) { return x == NULL || list@(x->next); }\n",
"struct n@ *a = malloc(sizeof *a), *b = malloc(sizeof *b);
if (!a || !b) { free(a); free(b); return; }
a->v = b->v = 0;
a->next = b; b->next = ⟦e assert-fail¦NULL¦a⟧;
sw_assert(list@(a));
b->next = a;
⟦s double-free¦¦sw_assert(list@(b)); free(a); free(a); return;⟧
struct n@ *p = a;
for (int i = 0; i < ‹k:1..5›; i++) p = p->next;
p->v = 1;
⟦s use-after-free¦¦free(a); b->next->v = 1; free(b); return;⟧
free(a); ⟦s leak¦free(b);¦⟧"),
    scene("weak", 2, "extern int wk@ __attribute__((weak));\nextern int wf@(void) __attribute__((weak));\n",
"int x = 0, *q = NULL;
if (⟦e null-deref¦&wk@¦!&wk@⟧) x = wk@;
⟦s null-deref¦q = &x;¦if (&wk@) q = &x;⟧
⟦s null-deref¦¦x = wf@();⟧
if (wf@) x = wf@();
*q = x;"),
    scene("alias", 2, "int x@ = 1;\nextern int y@ __attribute__((alias(\"x@\")));\nint *p@ = &x@;\nextern int *q@ __attribute__((alias(\"p@\")));\n",
"int a[4] = { 0 };
x@ = 1; y@ = ⟦e out-of-bounds¦2¦5⟧;
a[x@] = 1;
«q@ = a;¦» 
⟦s null-deref¦¦q@ = NULL;⟧
*p@ = 2;"),
    scene("assume", 2, "",
"int i = N(‹x:0..3›), a[4] = { 0 };
if (i < 0) exit(0);
if (i > 3) «exit(0)¦_Exit(0)¦return»;
a[i] = 1;
⟦s out-of-bounds¦¦a[i + 4] = 1;⟧
⟦s null-deref¦¦int *p = i < 0 ? a : NULL; *p = 1;⟧"),
    scene("ternary-pointers", 4, "",
"int x = 1, y = 2, c = N(‹c:0..1›);
int *p = c ? &x : &y, *q = c ? &y : &x;
*p = 5;
sw_assert(p != q);
⟦s assert-fail¦¦sw_assert(*q == 5);⟧
sw_assert(c ? x == 5 : y == ⟦e assert-fail¦5¦6⟧);
⟦s null-deref¦¦p = c > 1000 ? &x : NULL; *p = 1;⟧
⟦s null-deref¦¦if (p == &x) p = NULL; if (p == &y) p = NULL; *p = 1;⟧
int **pp = &p; *pp = ⟦e null-deref¦&x¦NULL⟧; *p = 3;
sw_assert(x == ⟦e assert-fail¦3¦5⟧);"),
    scene("one-past", 3, "",
"int a[‹n:2..5›] = { 0 }, *end = a + ‹n›;
for (int *p = a; p ⟦e out-of-bounds¦!=¦<=⟧ end; p++) *p = 1;
sw_assert(end - a == ⟦e assert-fail¦‹n›¦‹n-1›⟧);
⟦s out-of-bounds¦¦*end = 1;⟧
⟦s out-of-bounds¦¦end[-‹n+1›] = 1;⟧
int *mid = end - 1; *mid = 2;
sw_assert(a[‹n-1›] == ⟦e assert-fail¦2¦1⟧);"),
    scene("char-walk", 4, "",
"char b[‹n:6..10›] = \"a b c\";
char *p = b;
int words = 0;
while (*p) { while (*p == ' ') p++; if (*p) words++; while (*p && *p != ' ') p++; }
sw_assert(*p == 0);
⟦s assert-fail¦¦sw_assert(words == 2);⟧
⟦s out-of-bounds¦¦memset(b, ' ', sizeof b); p = b; while (*p == ' ') p++;⟧
⟦s out-of-bounds¦¦p = b + ‹n›; if (*p) words = 0;⟧
*p = 0;"),
    scene("snprintf", 3, "",
"char b[‹n:3..8›];
int x = N(123456);
snprintf(b, ⟦r out-of-bounds¦sizeof b¦12⟧, \"%d\", x);
size_t n = strlen(b);
sw_assert(n < sizeof b);
⟦s out-of-bounds¦¦sprintf(b, \"%s\", \"0123456789\");⟧
⟦s out-of-bounds¦b[n] = 0;¦b[n + ‹n›] = 0;⟧"),
    scene("queue", 4, "struct n@ { struct n@ *next; int v; };\nstruct q@ { struct n@ *head, *tail; };\nstatic void put@(struct q@ *q, int v) { struct n@ *e = malloc(sizeof *e); if (!e) return; e->v = v; e->next = NULL; if (q->tail) q->tail->next = e; else q->head = e; ⟦s leak¦q->tail = e;¦⟧ }\nstatic int get@(struct q@ *q) { struct n@ *e = q->head; if (!e) return -1; int v = e->v; q->head = e->next; if (!q->head) ⟦s use-after-free¦q->tail = NULL;¦;⟧ free(e); return v; }\n",
"struct q@ q = { NULL, NULL };
put@(&q, 1); put@(&q, 2);
while (L(‹k:0..2›)) { if (N(1)) put@(&q, 3); }
int v = get@(&q);
«v = get@(&q); v = get@(&q);¦» put@(&q, 4);
⟦s leak¦while (q.head) v = get@(&q);¦⟧
(void)v;"),
    scene("hash-table", 3, "struct n@ { struct n@ *next; unsigned k; };\nstatic struct n@ *tab@[‹n:2..4›];\n",
"for (unsigned i = 0; i < ‹k:1..4›; i++) {
    unsigned h = (i * 7) % ⟦r out-of-bounds¦‹n›¦‹n+2›⟧;
    struct n@ *e = malloc(sizeof *e);
    if (!e) break;
    e->k = i; e->next = tab@[h]; tab@[h] = e;
}
for (int i = 0; i < ⟦r out-of-bounds¦‹n›¦‹n+1›⟧; i++) {
    struct n@ *p = tab@[i];
    tab@[i] = NULL;
    while (p) { struct n@ *t = p->next; ⟦s leak¦free(p);¦⟧ p = t; }
}
⟦s null-deref¦¦tab@[0]->k = 1;⟧"),
];
