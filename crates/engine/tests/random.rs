//! Random control flow: no concrete run refutes what the engine finds.
//!
//! The programs are all that C allows between labels: `goto` anywhere, into cycles by several ways, and calls
//! of functions that call each other without any order. `SHAPEWRIGHT_DIFF_COUNT` makes more of them.

mod support;

use std::fmt::Write as _;

use shapewright_engine::Limits;
use support::intervals::Intervals;
use support::{program, refuted};
use testkit::{Rng, count};

const FUNCTIONS: u64 = 3;

/// A program of three functions and `main`.
fn text(rng: &mut Rng) -> String {
    let mut text = String::new();
    for function in 0..FUNCTIONS {
        writeln!(text, "int f{function}(int a, int b);").expect("strings take everything");
    }
    for function in 0..FUNCTIONS {
        let body = body(rng, 4);
        writeln!(text, "int f{function}(int a, int b) {{ int c = 0; {body} }}")
            .expect("strings take everything");
    }
    let body = body(rng, 7);
    writeln!(text, "int main(void) {{ int a = 0, b = 1, c = 2; {body} }}").expect("strings take everything");
    text
}

/// Labelled pieces, each of which goes on somewhere.
fn body(rng: &mut Rng, most: u64) -> String {
    let pieces = 2 + rng.below(most - 1);
    let mut body = String::new();
    for piece in 0..pieces {
        write!(body, "\n  l{piece}: ;").expect("strings take everything");
        for _ in 0..rng.below(4) {
            write!(body, " {}", statement(rng)).expect("strings take everything");
        }
        let (there, elsewhere) = (rng.below(pieces), rng.below(pieces));
        let (x, y) = (variable(rng), operand(rng));
        let compared = *rng.pick(&[&"<", &"<=", &"==", &"!=", &">"]);
        match rng.below(6) {
            0 => write!(body, " if (__VERIFIER_nondet_int()) goto l{there};"),
            1 => write!(body, " if ({x} {compared} {y}) goto l{there};"),
            2 => write!(body, " if ({x} {compared} {y}) goto l{there}; else goto l{elsewhere};"),
            3 => write!(body, " switch ({x}) {{ case 0: goto l{there}; case 1 ... 4: goto l{elsewhere}; }}"),
            4 => write!(body, " if (__VERIFIER_nondet_int()) return {y};"),
            _ => Ok(()),
        }
        .expect("strings take everything");
    }
    write!(body, " return {};", operand(rng)).expect("strings take everything");
    body
}

fn statement(rng: &mut Rng) -> String {
    let (x, y, z) = (variable(rng), operand(rng), operand(rng));
    match rng.below(9) {
        0 => format!("{x} = {y};"),
        1 => format!("{x} = __VERIFIER_nondet_int() % 8;"),
        // Small enough never to overflow.
        2 => format!("if ({x} < 1000) {x} = {x} + {};", rng.below(4)),
        3 => format!("if ({x} > -1000) {x} = {x} - {};", rng.below(4)),
        4 => format!("{x} = ({y} < {z}) * 3;"),
        5 => format!("assert({x} <= {});", rng.below(12)),
        6 => format!("while ({x} < {}) {{ {x} = {x} + 1; }}", rng.below(6)),
        _ => format!("{x} = f{}({y}, {z});", rng.below(FUNCTIONS)),
    }
}

fn variable(rng: &mut Rng) -> &'static str {
    rng.pick(&["a", "b", "c"])
}

fn operand(rng: &mut Rng) -> String {
    if rng.chance(30) { (rng.below(9) as i64 - 2).to_string() } else { variable(rng).to_owned() }
}

/// Tight limits reach the code that few programs reach under usual ones.
fn limits(rng: &mut Rng) -> Limits {
    let usual = Limits { steps: 200_000, ..Limits::default() };
    match rng.below(5) {
        0 => Limits { disjuncts: 1 + rng.below(3) as usize, ..usual },
        1 => Limits { contexts: 1 + rng.below(3) as usize, ..usual },
        2 => Limits { steps: rng.below(400), ..usual },
        3 => Limits { rounds: 1 + rng.below(3) as u32, call_depth: 2 + rng.below(3) as usize, ..usual },
        _ => usual,
    }
}

#[test]
fn no_run_refutes_the_analysis_of_any_control_flow() {
    let mut rng = Rng::new(71);
    for number in 0..count(1000) {
        let text = text(&mut rng);
        let (program, limits) = (program(&text), limits(&mut rng));
        let domain = Intervals { patience: rng.below(4) as u32, ..Intervals::default() };
        if let Some(why) = refuted(&program, &domain, limits.clone(), 6) {
            panic!("program {number} under {limits:?} refutes the analysis: {why}\n{text}");
        }
    }
}
