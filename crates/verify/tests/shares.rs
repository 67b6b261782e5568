//! One hard function does not silence its neighbours, wherever it stands.

mod support;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use model::Verdict;
use shapewright_verify::{Options, check};
use support::load_text;

const EASY: usize = 6;

/// Jumps from everywhere to everywhere: no analysis comes to an end in a moment.
fn hard() -> String {
    const LABELS: usize = 120;
    let mut body = String::new();
    for label in 0..LABELS {
        let (one, two) = ((label * 7919 + 13) % LABELS, (label * 104_729 + 7) % LABELS);
        let _ = writeln!(
            body,
            "l{label}: c = c * 3u + 1u; if (c % {}u) {{ n = n ? n->next : 0; goto l{one}; }} if (c % {}u) goto l{two};",
            label + 2,
            label + 3
        );
    }
    format!(
        "static struct node *hard(struct node *all, unsigned c) {{
            sw_requires(list(all)); sw_ensures(list(sw_result));
            struct node *n = all; {body} return all;
        }}\n"
    )
}

fn easy(number: usize) -> String {
    format!(
        "static struct node *easy{number}(struct node *n) {{
            sw_requires(list(n)); sw_ensures(list(sw_result));
            if (n == NULL) return NULL;
            struct node *next = n->next; free(n); return next;
        }}\n"
    )
}

/// A program with the hard function at this place among the others.
fn program(place: usize) -> ir::Program {
    let mut functions: Vec<String> = (0..EASY).map(easy).collect();
    functions.insert(place, hard());
    let functions = functions.concat();
    load_text(&format!(
        "#include <shapewright.h>\n#include <stdlib.h>\nstruct node {{ struct node *next; }};
        static bool list(struct node *l) {{ return l == NULL || list(l->next); }}\n{functions}"
    ))
}

#[test]
fn a_hard_function_does_not_silence_its_neighbours() {
    const TIME: Duration = Duration::from_secs(2);
    for place in [0, EASY / 2, EASY] {
        for jobs in [1, 2] {
            let program = program(place);
            let options = Options { time: Some(TIME), jobs: Some(jobs), ..Options::default() };
            let begin = Instant::now();
            let (report, _) = check(&program, &options);
            // Other tests may run beside this one.
            assert!(begin.elapsed() < TIME * 10, "{:?}", begin.elapsed());
            for function in &report.functions {
                let expected = if &*function.name == "hard" { Verdict::Unknown } else { Verdict::Proved };
                assert_eq!(function.verdict, expected, "{} at {place}: {:?}", function.name, function.reason);
            }
            assert_eq!(report.functions.len(), EASY + 1);
            assert_eq!(report.ended.as_deref(), Some("the analysis used up its time"));
        }
    }
}
