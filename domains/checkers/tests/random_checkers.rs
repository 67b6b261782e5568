//! Random checkers on random heaps: what the rules say is what running them says.
//!
//! Where two cases of a checker can hold at once, running takes the first and a derivation may take any: then what runs
//! must have a derivation, and no more is asked.
//!
//! `SHAPEWRIGHT_DIFF_SEED` and `SHAPEWRIGHT_DIFF_COUNT` choose other checkers and more of them.

mod support;

use support::heaps::{Heap, Random, number, pointer};
use support::subject::Subject;

/// Makes conditions on the node `t` and the parameters `q` and `k`.
struct Maker<'r> {
    random: &'r mut Random,
    /// Whether something may be read.
    called: u32,
}

impl Maker<'_> {
    fn one_of(&mut self, of: &[&str]) -> String {
        of[self.random.below(of.len() as u64) as usize].to_owned()
    }

    fn pointer(&mut self) -> String {
        self.one_of(&["t->a", "t->b", "t->c", "t", "q", "0", "q"])
    }

    fn number(&mut self) -> String {
        let one =
            self.one_of(&["t->x", "t->y", "k", "1", "0", "t->x", "k + 1", "2 * t->x", "t->x - k", "-t->y"]);
        if self.random.below(4) > 0 {
            return one;
        }
        let other = self.one_of(&["t->x", "t->y", "k", "3"]);
        format!("({one} + {other})")
    }

    /// Something without a call.
    fn pure(&mut self) -> String {
        match self.random.below(6) {
            0 | 1 => {
                let (a, b, op) =
                    (self.one_of(&["t->a", "t->b", "t->c"]), self.pointer(), self.one_of(&["==", "!="]));
                format!("{a} {op} {b}")
            }
            2 | 3 => {
                let (a, b) = (self.number(), self.number());
                format!("{a} {} {b}", self.one_of(&["<", "<=", ">", ">=", "==", "!="]))
            }
            4 => self.one_of(&["t->y", "!t->y", "t->a", "!t->c", "t->x", "k"]),
            _ => format!("!({})", self.pure()),
        }
    }

    fn call(&mut self) -> String {
        self.called += 1;
        let (q, k) = (self.pointer(), self.one_of(&["k", "k - 1", "t->x", "k + t->y", "0", "2 * k"]));
        format!("c({}, {q}, {k})", self.one_of(&["t->a", "t->a", "t->b", "t->c"]))
    }

    fn condition(&mut self, depth: u32) -> String {
        if depth == 0 {
            return if self.random.below(2) == 0 && self.called < 2 { self.call() } else { self.pure() };
        }
        match self.random.below(7) {
            0 | 1 => format!("({} && {})", self.condition(depth - 1), self.condition(depth - 1)),
            2 => format!("({} || {})", self.pure(), self.condition(depth - 1)),
            3 => format!("({} ? {} : {})", self.pure(), self.condition(depth - 1), self.condition(depth - 1)),
            4 => format!("({} || {})", self.condition(depth - 1), self.condition(depth - 1)),
            _ => self.condition(depth - 1),
        }
    }

    /// A checker.
    fn checker(&mut self) -> String {
        let head = "bool c(struct N *t, struct N *q, int k)";
        let end = self.one_of(&[
            "t == 0",
            "t == q",
            "t == 0 && k > 0",
            "!t",
            "t == 0 && q == 0",
            "t == q && k < 3",
        ]);
        let condition = self.condition(3);
        match self.random.below(3) {
            0 => format!("{head} {{ return ({end}) || (t && {condition}); }}"),
            1 => format!("{head} {{ if ({end}) return true; if (!t) return false; return {condition}; }}"),
            _ => {
                let test = self.pure();
                format!(
                    "{head} {{ if (!t) return {end}; bool fits = {test}; struct N *n = t->a; int d = t->x; if (fits) {{ return {condition}; }} \
                     return d > k && n != q; }}"
                )
            }
        }
    }
}

fn arguments(heap: &Heap) -> Vec<i128> {
    vec![pointer(heap, 0), pointer(heap, 1), number(heap, 3)]
}

#[test]
fn random_checkers_on_random_heaps() {
    let setting = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let mut random = Random(setting("SHAPEWRIGHT_DIFF_SEED").unwrap_or(0x2545_f491_4f6c_dd1d).max(1));
    let count = setting("SHAPEWRIGHT_DIFF_COUNT").unwrap_or(150);
    let (mut read, mut held) = (0, 0);
    for _ in 0..count {
        let text = Maker { random: &mut random, called: 0 }.checker();
        let subject = Subject::new(&text, "c(p, q, k)", "c");
        if subject.id.is_none() {
            continue;
        }
        read += 1;
        let ambiguous = subject.definitions.problems.iter().any(|problem| problem.code == "W2");
        for _ in 0..40 {
            let heap = random.heap();
            let ran = subject.runs(&heap);
            let proved = subject.holds(&heap, &arguments(&heap));
            let same = ran == proved || (ambiguous && proved);
            assert!(
                same,
                "{text}\n{}\nran: {ran} on {:?} with {:?}",
                subject.text(),
                heap.nodes,
                heap.arguments
            );
            held += u64::from(ran);
        }
    }
    assert!(read > count * 2 / 5, "{read} checkers were read");
    assert!(held > read * 4, "{read} checkers held {held} times");
}
