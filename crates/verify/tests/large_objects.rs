//! Large objects cost what is written to them: programs with blocks of a gigabyte run within a few megabytes.

mod models_support;

use std::time::{Duration, Instant};

use interp::{Budget, Exit, LeakMode, Options, RunResult, Uninitialized};
use model::Rule;
use models_support::program;

/// What such programs may take, in bytes.
const LITTLE: u64 = 8 << 20;

fn run_with(text: &str, change: impl FnOnce(&mut Options)) -> RunResult {
    let program = program(&format!("#include <string.h>\n#line 1\n{text}"));
    let main = program.function_named("main").expect("there is `main`");
    let mut options = Options { max_memory: LITTLE, max_steps: 10_000_000, ..Options::new(main) };
    change(&mut options);
    let begin = Instant::now();
    let result = interp::run(&program, &options);
    assert!(begin.elapsed() < Duration::from_secs(60), "{text}");
    result
}

/// A program does nothing wrong, and ends with zero.
fn clean(text: &str) {
    let result = run_with(text, |_| {});
    assert_eq!((&result.findings, &result.exit), (&Vec::new(), &Exit::Exited(0)), "{text}");
}

/// A program does these things wrong, each on its line.
fn wrong(text: &str, expected: &[(Rule, u32)]) {
    let result = run_with(text, |options| options.leak = LeakMode::Exit);
    let found: Vec<(Rule, u32)> = result.findings.iter().map(|f| (f.rule, f.span.line)).collect();
    assert_eq!(found, expected, "{text}: {:?}", result.exit);
}

#[test]
fn stores_at_many_places_cost_those() {
    clean(
        "int main(void) {
            size_t step = (1ul << 30) / 4096;
            char *p = malloc(1ul << 30);
            if (!p) return 1;
            for (size_t i = 0; i < 4096; i++) *(int *)(p + i * step) = (int)i;
            for (size_t i = 0; i < 4096; i++)
                if (*(int *)(p + i * step) != (int)i) return 2;
            free(p);
            return 0;
        }",
    );
}

#[test]
fn filling_and_copying_a_gigabyte_is_quick() {
    clean(
        "int main(void) {
            size_t all = 1ul << 30, half = all / 2;
            char *p = malloc(all);
            if (!p) return 1;
            memset(p, 'x', all);
            if (p[0] != 'x' || p[all - 1] != 'x' || memchr(p, 'y', all)) return 2;
            p[77] = 'y';
            p[half - 1] = 0;
            memcpy(p + half, p, half);
            if (p[half + 77] != 'y' || p[all - 1] != 0 || p[half + 78] != 'x') return 3;
            if (memcmp(p, p + half, half) != 0 || strlen(p) != half - 1) return 4;
            if (strchr(p + 78, 'y') || (char *)memchr(p + 78, 'y', all - 78) != p + half + 77) return 5;
            memmove(p + 1, p, all - 1);
            if (p[78] != 'y' || p[77] != 'x' || p[half] != 0 || p[half + 78] != 'y') return 6;
            p[half + 1000] = 1;
            if (memcmp(p + 1, p + half + 1, half - 1) <= 0) return 7;
            free(p);
            return 0;
        }",
    );
}

#[test]
fn calloc_and_realloc_of_a_gigabyte() {
    clean(
        "int main(void) {
            size_t all = 1ul << 30;
            char **p = calloc(1, all);
            if (!p) return 1;
            if (p[0] || p[all / sizeof *p - 1] || p[12345]) return 2;
            p[1000] = malloc(3);
            if (!p[1000]) return 3;
            p[1000][1] = 'q';
            p = realloc(p, 2 * all);
            if (!p) return 4;
            if (p[1000][1] != 'q' || p[1001] || p[all / sizeof *p - 1]) return 5;
            p[2 * all / sizeof *p - 1] = p[1000];
            p = realloc(p, all / 2);
            if (!p || p[1000][1] != 'q') return 6;
            p = realloc(p, 16384);
            if (!p || p[1000][1] != 'q' || p[1001]) return 7;
            p = realloc(p, all);
            if (!p || p[1000][1] != 'q' || p[1001]) return 8;
            free(p[1000]);
            free(p);
            return 0;
        }",
    );
}

#[test]
fn variables_of_hundreds_of_megabytes() {
    clean(
        "static char big[400000000];
        struct wide { int first; char rest[200000000]; };
        static struct wide one = { 1, \"text\" }, other;
        int main(void) {
            char local[100000000];
            if (big[0] || big[399999999]) return 1;
            for (int i = 0; i < 4096; i++) big[i * 97000L] = (char)i;
            for (int i = 0; i < 4096; i++)
                if (big[i * 97000L] != (char)i || big[i * 97000L + 1]) return 2;
            other = one;
            if (other.first != 1 || strcmp(other.rest, \"text\") || other.rest[199999999]) return 3;
            memset(local, 7, sizeof local);
            if (local[99999999] != 7) return 4;
            return 0;
        }",
    );
}

#[test]
fn mistakes_in_large_blocks_are_found() {
    wrong(
        "int main(void) { char *p = malloc(1ul << 30);\nif (!p) return 1;\np[1ul << 30] = 1; }",
        &[(Rule::OutOfBounds, 3)],
    );
    wrong(
        "int main(void) { char *p = malloc(1ul << 30); if (!p) return 1;\np[9] = 1; return p[10]; }",
        &[(Rule::Uninitialized, 2)],
    );
    wrong(
        "int main(void) { char *p = malloc(1ul << 30); if (!p) return 1;\np[9] = 1;\nreturn 0; }",
        &[(Rule::Leak, 3)],
    );
    wrong(
        "int main(void) { char **p = calloc(1, 1ul << 30); if (!p) return 1;
        p[5000000] = malloc(1);
        memset(p, 0, 1ul << 30);
        free(p); return 0; }",
        &[(Rule::Leak, 3)],
    );
    wrong(
        "int main(void) { char **p = calloc(1, 1ul << 30); if (!p) return 1;
        p[5000000] = malloc(1);
        free(p);
        return 0; }",
        &[(Rule::Leak, 3)],
    );
    wrong(
        "int main(void) { char *p = malloc(1ul << 30); if (!p) return 1;
        memset(p, 1, (1ul << 30) - 1);
        return (int)strlen(p); }",
        &[(Rule::Uninitialized, 3)],
    );
    wrong(
        "int main(void) { char *p = malloc(1ul << 30); if (!p) return 1;
        memset(p, 1, 1ul << 30);
        return (int)strlen(p); }",
        &[(Rule::OutOfBounds, 3)],
    );
}

#[test]
fn a_block_that_is_hidden_in_a_number_is_found_in_a_large_one() {
    clean(
        "static unsigned long *table;
        int main(void) {
            table = calloc(1, 1ul << 30);
            if (!table) return 1;
            char *p = malloc(4);
            if (!p) return 1;
            char text[40];
            unsigned long number = (unsigned long)p;
            table[100000001] = number ^ 1;
            p = NULL;
            number = 0;
            p = (char *)(table[100000001] ^ 1);
            p[3] = 1;
            free(p);
            free(table);
            return 0;
        }",
    );
}

#[test]
fn what_is_written_counts() {
    let text = "int main(void) {
            char *p = malloc(1ul << 30);
            if (!p) return 1;
            for (size_t i = 0; i < 1ul << 30; i += 4096) p[i] = 1;
            free(p);
            return 0;
        }";
    assert_eq!(run_with(text, |_| {}).exit, Exit::Budget(Budget::Memory));
    let copies = "int main(void) {
            char *p = malloc(1ul << 20), *q = malloc(1ul << 30);
            if (!p || !q) return 1;
            for (size_t i = 0; i < 1ul << 20; i += 128) p[i] = 1;
            for (size_t i = 0; i < 1ul << 30; i += 1ul << 20) memcpy(q + i, p, 1ul << 20);
            free(p);
            free(q);
            return 0;
        }";
    assert_eq!(run_with(copies, |_| {}).exit, Exit::Budget(Budget::Memory));
    let text = "struct big { char bytes[1ul << 30]; };
        static char first(struct big b) { return b.bytes[0]; }
        static struct big global;
        int main(void) { return first(global); }";
    assert_eq!(run_with(text, |_| {}).exit, Exit::Budget(Budget::Memory));
    let text = "static int same(const void *a, const void *b) { return 0; }
        int main(void) {
            char *p = calloc(2, 1ul << 30);
            if (!p) return 1;
            qsort(p, 2, 1ul << 30, same);
            free(p);
            return 0;
        }";
    assert_eq!(run_with(text, |_| {}).exit, Exit::Budget(Budget::Memory));
    let text = "int main(void) { char *p = malloc(1ul << 60); free(p); return 0; }";
    assert_eq!(run_with(text, |_| {}).exit, Exit::Budget(Budget::Memory));
}

#[test]
fn a_large_block_without_values_is_drawn_at_once() {
    let text = "int main(void) {
            size_t all = 1ul << 30;
            char *p = malloc(all), *q = malloc(all);
            if (!p || !q) return 1;
            p[100] = 5;
            memcpy(q, p, all);
            if (q[100] != 5 || q[7] != p[7] || q[all - 1] != p[all - 1]) return 2;
            free(p);
            free(q);
            return 0;
        }";
    let result = run_with(text, |options| options.uninitialized = Uninitialized::Input);
    assert_eq!((&result.findings, &result.exit), (&Vec::new(), &Exit::Exited(0)));
}
