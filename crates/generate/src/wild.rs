//! Statements at random, over whatever variables there are.
//!
//! Nothing is kept in order here: lists get lost, shared and tied into rings, and pointers outlive
//! what they point to. Most dereferences are tested first, or few of the programs would come far.

use std::rc::Rc;

use crate::ast::{Block, Expr, Stmt};
use crate::build::{free, increment, repeat, set, when};
use crate::idioms;
use crate::scene::{Cell, Scene};

/// How often a dereference is made without a test, in percent.
const UNTESTED: u32 = 12;

#[derive(Clone, Copy)]
enum Choice {
    Idiom,
    Clear,
    Copy,
    Follow,
    Link,
    Cut,
    Allocate,
    Free,
    Write,
    Read,
    Count,
    Branch,
    Repeat,
    Walk,
    Claim,
    Leave,
}

const CHOICES: &[(u32, Choice)] = &[
    (12, Choice::Idiom),
    (2, Choice::Clear),
    (6, Choice::Copy),
    (9, Choice::Follow),
    (6, Choice::Link),
    (3, Choice::Cut),
    (4, Choice::Allocate),
    (3, Choice::Free),
    (4, Choice::Write),
    (3, Choice::Read),
    (3, Choice::Count),
    (7, Choice::Branch),
    (3, Choice::Repeat),
    (4, Choice::Walk),
    (2, Choice::Claim),
    (2, Choice::Leave),
];

/// So many random statements, with blocks nested so deep.
pub(crate) fn statements(s: &mut Scene, n: usize, depth: usize) -> Block {
    let mut block = Vec::new();
    for _ in 0..n {
        block.extend(statement(s, depth));
    }
    block
}

fn statement(s: &mut Scene, depth: usize) -> Block {
    let Some((_, cell)) = s.random.choose(&s.cursors).cloned() else { return idioms::one(s) };
    let choice = s.random.weighted(CHOICES).copied().unwrap_or(Choice::Idiom);
    match choice {
        Choice::Branch | Choice::Repeat | Choice::Walk if depth == 0 => statement(s, depth),
        Choice::Idiom => idioms::one(s),
        Choice::Clear => vec![set(&variable(s, &cell), &Expr::Null)],
        Choice::Copy => vec![set(&variable(s, &cell), &variable(s, &cell))],
        Choice::Follow => {
            let field = link(s, &cell);
            let from = pointer(s, &cell).arrow(&field);
            let to = variable(s, &cell);
            tested(s, vec![set(&to, &from)], &[&from])
        }
        Choice::Link => {
            let down = link(s, &cell);
            let field = cell.prev.as_ref().filter(|_| s.random.percent(40)).unwrap_or(&down).clone();
            let link = pointer(s, &cell).arrow(&field);
            let to = pointer(s, &cell);
            tested(s, vec![set(&link, &to)], &[&link, &to])
        }
        Choice::Cut => {
            let field = link(s, &cell);
            let link = pointer(s, &cell).arrow(&field);
            tested(s, vec![set(&link, &Expr::Null)], &[&link])
        }
        Choice::Allocate => {
            let at = variable(s, &cell);
            let next = if s.random.percent(50) { Expr::Null } else { variable(s, &cell) };
            let mut block = s.allocate(&cell, &at);
            if s.random.percent(90) {
                block.push(set(&at.arrow(&cell.next), &next));
            }
            block
        }
        Choice::Free => {
            let gone = pointer(s, &cell);
            let mut block = vec![free(&gone)];
            if s.random.percent(60) {
                block.push(set(&gone, &Expr::Null));
            }
            tested(s, block, &[&gone])
        }
        Choice::Write => {
            let data = pointer(s, &cell).arrow(&cell.data);
            let value = s.value();
            tested(s, vec![set(&data, &value)], &[&data])
        }
        Choice::Read => match s.random.choose(&s.counters).cloned() {
            Some(counter) => {
                let data = pointer(s, &cell).arrow(&cell.data);
                tested(s, vec![set(&counter, &data)], &[&data])
            }
            None => Vec::new(),
        },
        Choice::Count => match s.random.choose(&s.counters).cloned() {
            Some(counter) if s.random.percent(50) => vec![increment(&counter)],
            Some(counter) => vec![Stmt::Add(counter, Expr::Int(s.random.within(2, 4) as i32 - 3))],
            None => Vec::new(),
        },
        Choice::Branch => {
            let condition = condition(s, &cell);
            let n = s.random.within(1, 3);
            let then = statements(s, n, depth - 1);
            let n = s.random.below(3);
            let other = statements(s, n, depth - 1);
            vec![Stmt::If(condition, then, other)]
        }
        Choice::Repeat => {
            let n = s.random.within(1, 3);
            s.times(4, |s| statements(s, n, depth - 1))
        }
        Choice::Walk => {
            let p = variable(s, &cell);
            let n = s.random.within(1, 2);
            s.loops += 1;
            let mut body = statements(s, n, depth - 1);
            s.loops -= 1;
            let next = p.arrow(&link(s, &cell));
            body.extend(tested(s, vec![set(&p, &next)], &[&next]));
            let guard = s.there(&p);
            vec![repeat(guard, body)]
        }
        Choice::Claim if s.config.assertions => {
            let (p, q) = (variable(s, &cell), variable(s, &cell));
            let claim = match s.random.below(4) {
                0 => p.eq(&q),
                1 => p.arrow(&cell.next).ne(&p),
                2 => p.arrow(&cell.data).le(&Expr::Int(9)),
                _ => p.not_null(),
            };
            let there = s.there(&p);
            vec![when(there, vec![Stmt::Assert(claim)])]
        }
        Choice::Claim => Vec::new(),
        Choice::Leave => {
            let condition = condition(s, &cell);
            let leave = match &s.way_out {
                _ if s.loops > 0 && s.random.percent(70) => {
                    if s.random.percent(60) {
                        Stmt::Break
                    } else {
                        Stmt::Continue
                    }
                }
                Some(stmt) => stmt.clone(),
                None => return Vec::new(),
            };
            vec![when(condition, vec![leave])]
        }
    }
}

/// A variable that leads to such cells: mostly a cursor, sometimes what owns a list.
fn variable(s: &mut Scene, cell: &Rc<Cell>) -> Expr {
    let heads: Vec<Expr> =
        s.lists.iter().filter(|list| list.cell == *cell).map(|list| list.head.clone()).collect();
    let cursors: Vec<Expr> =
        s.cursors.iter().filter(|(_, own)| own == cell).map(|(cursor, _)| cursor.clone()).collect();
    if !heads.is_empty() && s.random.percent(35) {
        return s.random.pick(&heads).clone();
    }
    s.random.pick(&cursors).clone()
}

/// A link forward, of trees down on either side.
fn link(s: &mut Scene, cell: &Cell) -> String {
    match &cell.other {
        Some(other) if s.random.percent(50) => other.clone(),
        _ => cell.next.clone(),
    }
}

/// A variable, or what a link or two lead to from there.
fn pointer(s: &mut Scene, cell: &Rc<Cell>) -> Expr {
    let p = variable(s, cell);
    match s.random.below(20) {
        0 => p.arrow(&cell.next).arrow(&cell.next),
        1..=3 => p.arrow(&cell.next),
        _ => p,
    }
}

/// Something that may hold or not.
fn condition(s: &mut Scene, cell: &Rc<Cell>) -> Expr {
    let (p, q) = (variable(s, cell), variable(s, cell));
    let counters = s.counters.clone();
    match s.random.below(8) {
        0 => s.missing(&p),
        1 => s.there(&p),
        2 => p.eq(&q),
        3 => p.ne(&q),
        4 => s.there(&p).and(&s.about(cell, &p)),
        5 => s.there(&p).and(&p.arrow(&cell.next).not_null()),
        6 if !counters.is_empty() => s.random.pick(&counters).lt(&s.value()),
        _ => Expr::Nondet(None),
    }
}

/// Statements behind a test that what they dereference is not null, most of the time.
fn tested(s: &mut Scene, block: Block, used: &[&Expr]) -> Block {
    if s.random.percent(UNTESTED) {
        return block;
    }
    let mut needed = Vec::new();
    for expr in used {
        dereferenced(expr, &mut needed);
    }
    let tests = needed.iter().map(Expr::not_null).reduce(|all, test| all.and(&test));
    match tests {
        Some(all) => vec![when(all, block)],
        None => block,
    }
}

/// The pointers that an expression follows, innermost first.
fn dereferenced(expr: &Expr, into: &mut Vec<Expr>) {
    if let Expr::Arrow(pointer, _) = expr {
        dereferenced(pointer, into);
        if !into.contains(pointer) {
            into.push((**pointer).clone());
        }
    }
}
