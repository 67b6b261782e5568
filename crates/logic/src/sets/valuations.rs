//! Questions about sets answered by looking at all ways a value can be in them.
//!
//! At any one value a set has it or has it not. A relation follows from others if no choice of that satisfies them and breaks it: a question
//! of integers between zero and one, decided exactly by trying, where each choice narrows the others down by the bounds of the sums they
//! are in (Davis, Logemann and Loveland's search, with linear constraints for clauses). Bags have no such bound and are not looked at.

use super::Kind;
use crate::linear::Dim;
use crate::pure::{Fact, Form};

/// More names than this are not looked at.
const NAMES: usize = 40;

/// So many choices are made for one question.
const CHOICES: usize = 200;

/// Whether a fact holds wherever others do, if that can be told. Only what the others say of names that the fact is connected with counts.
pub(super) fn follows<'a>(
    facts: impl Iterator<Item = &'a Fact> + Clone,
    goal: &Fact,
    kind: impl Fn(Dim) -> Option<Kind>,
) -> Option<bool> {
    let mut problem = Problem { names: goal.form().dims().collect(), rows: Vec::new() };
    problem.connect(facts, kind)?;
    let opposite = goal.form().negated()?;
    let broken = match goal {
        Fact::Ge(_) => vec![opposite.plus(-1)?],
        Fact::Eq(form) => vec![opposite.plus(-1)?, form.plus(-1)?],
        Fact::Ne(_) => return None,
    };
    let rows = problem.rows.len();
    for form in broken {
        problem.rows.truncate(rows);
        problem.rows.push(problem.row(&form, false)?);
        let mut left = CHOICES;
        if problem.can_hold(vec![None; problem.names.len()], &mut left)? {
            return Some(false);
        }
    }
    Some(true)
}

/// A sum of names that is zero, or at least zero.
struct Row {
    terms: Vec<(usize, i128)>,
    offset: i128,
    equal: bool,
}

struct Problem {
    names: Vec<Dim>,
    rows: Vec<Row>,
}

impl Problem {
    /// Takes what facts say of the names, and of others in the same facts. Nothing if there are too many, or if not all are sets.
    fn connect<'a>(
        &mut self,
        facts: impl Iterator<Item = &'a Fact> + Clone,
        kind: impl Fn(Dim) -> Option<Kind>,
    ) -> Option<()> {
        let mut apart: Vec<&Fact> = facts.filter(|fact| !matches!(fact, Fact::Ne(_))).collect();
        loop {
            let before = apart.len();
            let mut connected = Vec::new();
            apart.retain(|fact| {
                let found = fact.form().dims().any(|name| self.names.contains(&name));
                if found {
                    connected.push(*fact);
                }
                !found
            });
            for fact in connected {
                for name in fact.form().dims() {
                    if !self.names.contains(&name) {
                        self.names.push(name);
                    }
                }
                self.rows.push(self.row(fact.form(), matches!(fact, Fact::Eq(_)))?);
            }
            if self.names.len() > NAMES {
                return None;
            }
            if apart.len() == before {
                break;
            }
        }
        let is_set = |name: &Dim| matches!(kind(*name), Some(Kind::Set | Kind::Point));
        self.names.iter().all(is_set).then_some(())
    }

    fn row(&self, form: &Form, equal: bool) -> Option<Row> {
        let place = |name: Dim| self.names.iter().position(|other| *other == name);
        let terms = form.terms().iter().map(|&(name, factor)| Some((place(name)?, i128::from(factor))));
        // Sums of numbers of this size do not leave their range.
        let offset = i64::try_from(form.offset()).ok()?.into();
        Some(Row { terms: terms.collect::<Option<_>>()?, offset, equal })
    }

    /// Whether all rows can hold with these choices; nothing if too many had to be made.
    fn can_hold(&self, mut chosen: Vec<Option<bool>>, left: &mut usize) -> Option<bool> {
        if !self.narrow(&mut chosen) {
            return Some(false);
        }
        let Some(open) = chosen.iter().position(Option::is_none) else { return Some(true) };
        for has in [false, true] {
            *left = left.checked_sub(1)?;
            let mut next = chosen.clone();
            next[open] = Some(has);
            if self.can_hold(next, left)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Makes the choices that rows leave no other way for, until there are none; false if a row cannot hold.
    fn narrow(&self, chosen: &mut [Option<bool>]) -> bool {
        let mut again = true;
        while again {
            again = false;
            for row in &self.rows {
                let directions = if row.equal { &[1, -1][..] } else { &[1] };
                for sign in directions {
                    match row.narrow(*sign, chosen) {
                        None => return false,
                        Some(changed) => again |= changed,
                    }
                }
            }
        }
        true
    }
}

impl Row {
    /// Makes the choices without which the sum, or its opposite, would be below zero; nothing if it is whatever is chosen.
    fn narrow(&self, sign: i128, chosen: &mut [Option<bool>]) -> Option<bool> {
        let most: i128 = sign * self.offset
            + self.terms.iter().map(|&(name, factor)| most(sign * factor, chosen[name])).sum::<i128>();
        if most < 0 {
            return None;
        }
        let mut changed = false;
        for &(name, factor) in &self.terms {
            if chosen[name].is_none() && most < factor.abs() {
                chosen[name] = Some(sign * factor > 0);
                changed = true;
            }
        }
        Some(changed)
    }
}

/// The most that a name adds to a sum.
fn most(factor: i128, chosen: Option<bool>) -> i128 {
    match chosen {
        Some(has) => factor * i128::from(has),
        None => factor.max(0),
    }
}
