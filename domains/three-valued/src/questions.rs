//! The questions shape analysis is asked, answered for all states at a point together.
//!
//! May a variable be null? May or must two of them be the same cell? Can a cell be reached from a variable, and from another one too?
//! May a cell that a variable reaches be shared, or be on a cycle? An answer is *must* if it is 1 in all states and *never* if it is 0
//! in all; else it is *may*.

use engine::Point;
use ir::Program;

use crate::ThreeValued;
use crate::kleene::{Kleene, members};
use crate::state::{Root, State, Value};

impl ThreeValued {
    /// What is known of the pointers at a point, one sentence each.
    pub fn answers(&self, program: &Program, point: Point, states: &[&State]) -> Vec<String> {
        let mut pointers: Vec<(Root, String)> = Vec::new();
        for state in states {
            for (root, value) in &state.env {
                let points = matches!(value, Value::Cell(_) | Value::Null | Value::Dead);
                let known = pointers.iter().any(|(known, _)| known == root);
                if let Some(name) = self.root_name(program, point, *root).filter(|_| points && !known) {
                    pointers.push((*root, name));
                }
            }
        }
        pointers.sort();
        let over = |question: &dyn Fn(&State) -> Kleene| {
            states.iter().map(|state| question(state)).reduce(Kleene::join).unwrap_or(Kleene::Unknown)
        };
        let mut answers = Vec::new();
        for (index, (x, name)) in pointers.iter().enumerate() {
            let null = over(&|state| self.is_null(state, *x));
            let shared = over(&|state| self.leads_to(state, *x, |cell| self.is_shared(state, cell)));
            let cyclic = over(&|state| {
                let cyclic = state.structure.unary(self.vocabulary.cyclic);
                self.leads_to(state, *x, |cell| cyclic.get(cell))
            });
            answers.push(format!(
                "`{name}` {} null; {}; {}",
                word(null, ["is", "may be", "is never"]),
                word(shared, ["it reaches a shared cell", "it may reach a shared cell", "no cell is shared"]),
                word(cyclic, ["it reaches a cycle", "it may reach a cycle", "there is no cycle"]),
            ));
            for (y, other) in &pointers[..index] {
                let same = over(&|state| self.are_same(state, *x, *y));
                let common = over(&|state| self.have_common(state, *x, *y));
                let forth = over(&|state| self.reaches(state, *y, *x));
                let back = over(&|state| self.reaches(state, *x, *y));
                answers.push(format!(
                    "`{other}` and `{name}` {} and {}; `{other}` {} `{name}`, `{name}` {} `{other}`",
                    word(same, ["are the same", "may be the same", "are never the same cell"]),
                    word(
                        common,
                        ["have cells in common", "may have cells in common", "lead to different cells"]
                    ),
                    word(forth, ["reaches", "may reach", "does not reach"]),
                    word(back, ["reaches", "may reach", "does not reach"]),
                ));
            }
        }
        answers
    }

    fn is_null(&self, state: &State, x: Root) -> Kleene {
        match state.get(x) {
            Some(Value::Null) => Kleene::True,
            Some(Value::Any { .. } | Value::Uninit) | None => Kleene::Unknown,
            Some(_) => Kleene::False,
        }
    }

    fn is_shared(&self, state: &State, cell: usize) -> Kleene {
        state.structure.unary(self.vocabulary.shared).get(cell)
    }

    /// The cells a variable reaches, or that nothing is known of them.
    fn reached(&self, state: &State, x: Root) -> Option<(u64, u64)> {
        match state.get(x)? {
            Value::Cell(cell) | Value::Inside(cell, _) => {
                let row = state.structure.row(self.vocabulary.path, usize::from(cell));
                Some((row.is, row.may))
            }
            Value::Any { .. } | Value::Uninit => None,
            _ => Some((0, 0)),
        }
    }

    /// Whether a variable reaches a cell of which something holds.
    fn leads_to(&self, state: &State, x: Root, holds: impl Fn(usize) -> Kleene) -> Kleene {
        let Some((is, may)) = self.reached(state, x) else { return Kleene::Unknown };
        let certain = members(is).map(&holds).max().unwrap_or(Kleene::False);
        let possible = members(may & !is).map(&holds).max().unwrap_or(Kleene::False);
        certain.max(possible.min(Kleene::Unknown))
    }

    fn are_same(&self, state: &State, x: Root, y: Root) -> Kleene {
        match (state.get(x), state.get(y)) {
            (Some(Value::Cell(a)), Some(Value::Cell(b))) => (a == b).into(),
            (Some(Value::Any { .. } | Value::Uninit) | None, _)
            | (_, Some(Value::Any { .. } | Value::Uninit) | None)
            | (Some(Value::Dead), Some(Value::Dead)) => Kleene::Unknown,
            (a, b) => (a == b).into(),
        }
    }

    fn have_common(&self, state: &State, x: Root, y: Root) -> Kleene {
        match (self.reached(state, x), self.reached(state, y)) {
            (Some((is, may)), Some((also, perhaps))) => match (is & also, may & perhaps) {
                (0, 0) => Kleene::False,
                (0, _) => Kleene::Unknown,
                _ => Kleene::True,
            },
            _ => Kleene::Unknown,
        }
    }

    fn reaches(&self, state: &State, x: Root, y: Root) -> Kleene {
        match (self.reached(state, x), state.get(y)) {
            (Some((is, may)), Some(Value::Cell(cell) | Value::Inside(cell, _))) => {
                crate::kleene::Column { is, may }.get(usize::from(cell))
            }
            (Some(_), Some(Value::Null | Value::Dead)) => Kleene::False,
            _ => Kleene::Unknown,
        }
    }
}

fn word(answer: Kleene, words: [&'static str; 3]) -> &'static str {
    match answer {
        Kleene::True => words[0],
        Kleene::Unknown => words[1],
        Kleene::False => words[2],
    }
}
