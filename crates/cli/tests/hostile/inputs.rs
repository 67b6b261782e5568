//! Inputs that are made to make a tool work for ever, or eat all memory.

use std::fmt::Write as _;

/// An input, and how it is to be asked about.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) text: String,
    /// Whether it is one of those that are tried every time.
    pub(crate) sample: bool,
}

/// An empty program, to come after what is hostile before it.
const MAIN: &str = "int main(void) { return 0; }\n";

/// All inputs.
pub(crate) fn all() -> Vec<Input> {
    let mut inputs = Inputs(Vec::new());
    inputs.macros();
    inputs.inclusions();
    inputs.long();
    inputs.large_objects();
    inputs.types();
    inputs.tokens();
    inputs.control();
    inputs.nesting();
    inputs.0
}

struct Inputs(Vec<Input>);

impl Inputs {
    fn add(&mut self, name: &str, text: impl Into<String>) {
        self.0.push(Input { name: name.to_owned(), text: text.into(), sample: false });
    }

    /// One of those that are tried every time.
    fn sample(&mut self, name: &str, text: impl Into<String>) {
        self.0.push(Input { name: name.to_owned(), text: text.into(), sample: true });
    }

    /// Macros that grow by themselves.
    fn macros(&mut self) {
        let doubled = many(1..60, |n| format!("#define a{n} a{0} a{0}\n", n - 1));
        self.sample("laugh-object", format!("#define a0 x\n{doubled}int x = a59;\n{MAIN}"));
        let doubled = many(1..40, |n| format!("#define f{n}(x) f{0}(f{0}(x))\n", n - 1));
        self.add("laugh-function", format!("#define f0(x) x,x\n{doubled}int a[] = {{f39(1)}};\n{MAIN}"));
        let doubled = many(1..60, |n| format!("#define a{n} a{0}+a{0}\n", n - 1));
        self.add("laugh-condition", format!("#define a0 1\n{doubled}#if a59\n#endif\n{MAIN}"));
        let strings = many(1..23, |n| format!("#define a{n} a{0} a{0}\n", n - 1));
        let spell = "#define s(x) #x\n#define e(x) s(x)\n#define a0 \"x\"\n";
        self.add("laugh-string", format!("{spell}{strings}char *c = e(a22);\n{MAIN}"));
        let nested = format!("{}1{}", "E(".repeat(40), ")".repeat(40));
        self.add("laugh-nested", format!("#define E(x) x x\nint y = {nested};\n{MAIN}"));
        self.add("counted", format!("int a[] = {{{}}};\n{MAIN}", "__COUNTER__,".repeat(100_000)));
    }

    /// Files that include what is no file, or themselves.
    fn inclusions(&mut self) {
        self.sample("includes-itself", format!("#include \"includes-itself.c\"\n{MAIN}"));
        let twice = "#include \"includes-itself-twice.c\"\n".repeat(2);
        self.add("includes-itself-twice", format!("{twice}{MAIN}"));
        for device in
            ["/dev/zero", "/dev/urandom", "/proc/self/mem", "/proc/self/pagemap", "/tmp", "/dev/stdin"]
        {
            let name = device.trim_start_matches('/').replace('/', "-");
            self.add(&format!("includes-{name}"), format!("#include \"{device}\"\n{MAIN}"));
            self.add(&format!("asks-for-{name}"), format!("#if __has_include(\"{device}\")\n#endif\n{MAIN}"));
        }
        self.sample("includes-fifo", format!("#include \"fifo\"\n{MAIN}"));
    }

    /// Long texts: functions, statements, variables.
    fn long(&mut self) {
        let functions =
            |count: u32| many(0..count, |n| format!("int f{n}(int *p) {{ return p ? *p : {n}; }}\n"));
        let calls = |count: u32| many(0..count, |n| format!("x += f{n}(&x);"));
        let called = |count| {
            format!("{}int main(void) {{ int x = 0; {} return x; }}\n", functions(count), calls(count))
        };
        self.add("functions-100k", functions(100_000) + MAIN);
        self.add("functions-called-100k", called(100_000));
        self.sample("functions-called-5k", called(5_000));
        let chain = |count: u32| {
            let links = many(1..count, |n| format!("int f{n}(int *p) {{ return f{}(p); }}\n", n - 1));
            let last = count - 1;
            format!(
                "int f0(int *p) {{ return *p; }}\n{links}int main(void) {{ int x = 0; return f{last}(&x); }}\n"
            )
        };
        self.add("call-chain-50k", chain(50_000));
        self.sample("call-chain-5k", chain(5_000));
        let stores = many(0..200_000, |n| format!("if (c > {n}) *p = {n};\n"));
        let head = "#include <stdlib.h>\nint main(int c, char **v) {";
        self.add(
            "stores-200k",
            format!("{head} int *p = malloc(4); if (!p) return 1;\n{stores}free(p); return 0; }}\n"),
        );
        let blocks = |count: u32| {
            let lines = many(0..count, |n| format!("p = malloc(4); if (p) *p = {n}; free(p);\n"));
            format!("{head} int *p;\n{lines}return 0; }}\n")
        };
        self.add("blocks-60k", blocks(60_000));
        self.add("blocks-10k", blocks(10_000));
        self.sample("blocks-2k", blocks(2_500));
        let pointers = |count: u32| {
            let declared = many(0..count, |n| format!("int *p{n} = c > {n} ? &x : 0;"));
            format!("int main(int c, char **v) {{ int x = 0; {declared} return *p0; }}\n")
        };
        self.add("pointers-100k", pointers(100_000));
        self.add("pointers-10k", pointers(10_000));
        self.sample("pointers-2k", pointers(2_500));
        let locals = many(0..100_000, |n| format!("int a{n} = {n};"));
        self.add("locals-100k", format!("int main(void) {{ {locals} return a0; }}\n"));
        let globals = many(0..100_000, |n| format!("int *a{n};"));
        self.add("globals-100k", format!("{globals}int main(void) {{ return a0 != 0; }}\n"));
        let lists = many(0..100_000, |n| {
            format!(
                "struct n{n} {{ struct n{n} *x; int v; }}; static int g{n}(struct n{n} *p) {{ int s = 0; while (p) {{ s += p->v; p = p->x; }} return s; }}\n"
            )
        });
        self.add("walks-100k", lists + MAIN);
        self.add("initializers-5m", format!("int a[] = {{{}}};\n{MAIN}", "1,".repeat(5_000_000)));
        let table = "&x,".repeat(500_000);
        self.add(
            "pointer-table",
            format!("int x; int *a[] = {{{table}}}; int main(int c, char **v) {{ return *a[c]; }}\n"),
        );
        self.add(
            "enumerators-500k",
            format!("enum e {{{}}};\n{MAIN}", many(0..500_000, |n| format!("E{n},"))),
        );
    }

    /// Objects larger than memory.
    fn large_objects(&mut self) {
        let reads = "int main(void) { a[5] = 1; return a[5]; }\n";
        self.sample("array-exa", format!("char a[1ULL << 60]; {reads}"));
        self.add("array-half-of-all", format!("char a[1ULL << 63]; {reads}"));
        self.add("array-all", format!("char a[0xffffffffffffffffULL]; {reads}"));
        self.sample("array-400m", format!("static char a[400000000]; {reads}"));
        self.add("array-local", "int main(void) { char a[1LL << 40]; a[0] = 1; return a[0]; }\n");
        self.add(
            "array-range",
            "int a[2000000000] = {[0 ... 1999999999] = 7}; int main(void) { return a[0]; }\n",
        );
        self.add(
            "array-designated",
            "int a[1 << 30] = {1, [1 << 29] = 4}; int main(void) { return a[0]; }\n",
        );
        let include = "#include <stdlib.h>\n#include <string.h>\n";
        self.sample("block-tera", format!("{include}int main(void) {{ char *p = malloc(1UL << 40); if (!p) return 0; memset(p, 0, 1UL << 40); p[1UL << 39] = 1; free(p); return 0; }}\n"));
        self.sample("blocks-for-ever", format!("{include}int main(void) {{ for (;;) {{ char *p = malloc(1 << 30); if (!p) return 0; p[0] = 1; for (long i = 0; i < 1 << 30; i += 4096) p[i] = 1; }} }}\n"));
        self.add("blocks-resized", format!("{include}int main(void) {{ char *p = calloc(1UL << 33, 1); if (!p) return 0; p = realloc(p, 1UL << 34); free(p); return 0; }}\n"));
        self.sample("nodes-for-ever", format!("{include}struct n {{ struct n *next; char data[4000]; }}; int main(void) {{ struct n *all = 0; for (;;) {{ struct n *p = malloc(sizeof *p); if (!p) return 0; memset(p->data, 7, sizeof p->data); p->next = all; all = p; }} }}\n"));
        self.add(
            "array-variable",
            "int main(int c, char **v) { char a[c][c][c]; a[0][0][0] = 1; return sizeof a; }\n",
        );
    }

    /// Types that are large, or made of each other.
    fn types(&mut self) {
        let fields = many(0..100_000, |n| format!("int *f{n};"));
        self.add("members-100k", format!("struct s {{ {fields} }}; struct s g; int main(void) {{ struct s x = g; g = x; return x.f0 != 0; }}\n"));
        let doubled = |count: u32| many(1..count, |n| format!("struct s{n} {{ struct s{0} a, b; }};", n - 1));
        let first = "struct s0 { int x; int *p; };";
        self.sample(
            "struct-power-40",
            format!("{first}{} struct s39 g; int main(void) {{ return sizeof g > 0; }}\n", doubled(40)),
        );
        self.sample("struct-power-24", format!("{first}{} struct s23 g, h; int main(void) {{ g = h; struct s23 k = {{0}}; k = g; return sizeof g > 0; }}\n", doubled(24)));
        self.add("struct-of-itself", format!("struct s {{ struct s x; }}; struct s g; {MAIN}"));
    }

    /// Tokens that are long, unfinished or no text.
    fn tokens(&mut self) {
        self.add("long-name", format!("int {0}; int main(void) {{ return {0}; }}\n", "a".repeat(10_000_000)));
        self.add("long-number", format!("int x = {};{MAIN}", "9".repeat(5_000_000)));
        self.add("long-string", format!("char *s = \"{}\";{MAIN}", "a".repeat(20_000_000)));
        self.add("long-comment", format!("/*{}*/{MAIN}", "a".repeat(50_000_000)));
        let unfinished = [
            "/* abc",
            "char *s = \"abc",
            "#define f(",
            "#if 1\nint main(void) {",
            "#include \"",
            "#define f(x) x\nint y = f(",
            "int a[",
            "_Generic(",
        ];
        for (number, text) in unfinished.iter().enumerate() {
            self.add(&format!("unfinished-{number}"), *text);
        }
        self.sample("no-text", "\0".repeat(1_000_000));
    }

    /// Control that goes everywhere, and never ends.
    fn control(&mut self) {
        let web = |count: u32| {
            let labels = many(0..count, |n| {
                let (one, two) = ((n * 7919 + 13) % count, (n * 104_729 + 7) % count);
                format!(
                    "l{n}: c = c * 3 + 1; if (c % {}) goto l{one}; if (c % {}) goto l{two};",
                    n + 2,
                    n + 3
                )
            });
            format!("int main(int c, char **v) {{ {labels} return c; }}\n")
        };
        self.sample("web-100", web(100));
        self.sample("web-300", web(300));
        self.add("web-1000", web(1000));
        self.add("web-3000", web(3000));
        let cases = |count: u32| {
            let cases = many(0..count, |n| format!("case {n}: c += {n}; break;"));
            format!("int main(int c, char **v) {{ switch (c) {{ {cases} }} return c; }}\n")
        };
        self.sample("switch-2k", cases(2_000));
        self.add("switch-20k", cases(20_000));
        self.add("switch-100k", cases(100_000));
        let compared = many(0..3_000, |n| format!("if (c == {n}) s += {n};"));
        self.sample(
            "compared-3k",
            format!("int main(int c, char **v) {{ int s = 0; {compared} return s; }}\n"),
        );
        self.sample("main-of-main", "int main(int c, char **v) { return main(c, v); }\n");
        self.sample("for-ever", "int main(void) { for (;;) ; }\n");
        self.sample(
            "counts-for-ever",
            "int main(void) { unsigned long n = 0; while (n + 1 != 0) n++; return 0; }\n",
        );
        let branches = many(0..2_000, |n| format!("if (input()) p = &a[{}]; else q = p;", n % 9));
        self.sample("branches-2k", format!("extern int input(void); int main(void) {{ int a[9] = {{0}}, *p = a, *q = a; {branches} return *p + *q; }}\n"));
    }

    /// Things in things in things.
    fn nesting(&mut self) {
        for depth in [1_000, 100_000] {
            let name = |what: &str| format!("{what}-{depth}");
            let (open, close) = ("(".repeat(depth), ")".repeat(depth));
            self.add(&name("parentheses"), format!("int main(void) {{ return {open}0{close}; }}\n"));
            let (open, close) = ("{".repeat(depth), "}".repeat(depth));
            self.add(&name("braces"), format!("int main(void) {{ {open}{close} return 0; }}\n"));
            self.add(&name("stars"), format!("int {}p; {MAIN}", "*".repeat(depth)));
            self.add(&name("minus"), format!("int main(void) {{ return {} 1; }}\n", "- ".repeat(depth)));
            self.add(
                &name("sums"),
                format!("int main(int c, char **v) {{ return {} c; }}\n", "c + ".repeat(depth)),
            );
            self.add(
                &name("ifs"),
                format!("int main(int c, char **v) {{ {} c++; return c; }}\n", "if (c) ".repeat(depth)),
            );
            self.add(
                &name("elses"),
                format!(
                    "int main(int c, char **v) {{ {} c++; return c; }}\n",
                    "if (c) c--; else ".repeat(depth)
                ),
            );
            self.add(
                &name("loops"),
                format!("int main(int c, char **v) {{ {} c--; return c; }}\n", "while (c) ".repeat(depth)),
            );
            self.add(
                &name("members"),
                format!("{}int x;{} {MAIN}", "struct {".repeat(depth), "} a;".repeat(depth)),
            );
            self.add(
                &name("conditions"),
                format!("int main(int c, char **v) {{ return {} 0; }}\n", "c ? c : ".repeat(depth)),
            );
        }
    }
}

fn many(range: std::ops::Range<u32>, make: impl Fn(u32) -> String) -> String {
    range.fold(String::new(), |mut text, number| {
        let _ = write!(text, "{}", make(number));
        text
    })
}
