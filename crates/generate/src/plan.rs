//! From a seed to a program: types, variables, and what `main` does.

use std::rc::Rc;

use crate::ast::{Block, Expr, Function, Program, Record, Stmt, Type};
use crate::build::{declare, when};
use crate::check::check;
use crate::config::Config;
use crate::idioms;
use crate::mutate::mutate;
use crate::random::Random;
use crate::scene::{Cell, Kind, List, Scene};
use crate::{tidy, wild};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Orderly,
    Mutated,
    Wild,
}

/// The program of a seed: the same for the same seed and configuration, on every machine.
///
/// It is valid C. It may run for ever, where a list was tied into a ring and is walked along.
pub fn program(seed: u64, config: &Config) -> Program {
    let mut random = Random::new(seed);
    let random = &mut random;
    let styles =
        [(config.orderly, Style::Orderly), (config.mutated, Style::Mutated), (config.wild, Style::Wild)];
    let style = random.weighted(&styles).copied().unwrap_or(Style::Orderly);
    let mut program = Program::default();
    let cells = cells(random, config, &mut program);
    let body = main_body(random, config, &cells, style);
    program.functions.push(Function {
        name: "main".into(),
        result: Some(Type::Int),
        params: Vec::new(),
        body,
    });
    tidy::unused(&mut program);
    debug_assert_eq!(check(&program), Ok(()), "{}", program.to_c());
    if style == Style::Mutated {
        for _ in 0..random.within(1, config.mistakes.max(1)) {
            mutate(&mut program, random);
        }
    }
    program
}

/// One type of cells or two.
fn cells(random: &mut Random, config: &Config, program: &mut Program) -> Vec<Rc<Cell>> {
    let mut cells = vec![cell(random, config, program, "node", ["next", "data"])];
    if random.percent(config.second_type) {
        cells.push(cell(random, config, program, "item", ["link", "value"]));
    }
    cells
}

fn cell(
    random: &mut Random,
    config: &Config,
    program: &mut Program,
    tag: &str,
    [next, data]: [&str; 2],
) -> Rc<Cell> {
    let mut fields = vec![(next.to_owned(), Type::to(tag)), (data.to_owned(), Type::Int)];
    if config.more_fields && random.percent(25) {
        fields.insert(random.below(fields.len() + 1), ("weight".into(), Type::Int));
        if random.percent(30) {
            fields.insert(random.below(fields.len() + 1), ("mate".into(), Type::to(tag)));
        }
    }
    let turn = random.below(fields.len());
    if random.percent(50) {
        fields.rotate_left(turn);
    }
    program.records.push(Record { name: tag.into(), fields });
    Rc::new(Cell { record: tag.into(), next: next.into(), prev: None, data: data.into(), inner: None })
}

fn main_body(random: &mut Random, config: &Config, cells: &[Rc<Cell>], style: Style) -> Block {
    let s = &mut Scene::new(random, config);
    let mut body = Vec::new();
    for n in 0..s.random.within(1, config.lists.max(1)) {
        let name = ["a", "b", "c", "d", "e", "f"][n % 6];
        let name = if n < 6 { name.to_owned() } else { format!("{name}{n}") };
        let cell = s.random.pick(cells).clone();
        body.push(declare(&name, cell.pointer(), Some(Expr::Null)));
        s.lists.push(List { head: Expr::var(name), tail: None, cell, kind: Kind::Singly });
    }
    for (n, cell) in cells.iter().enumerate() {
        for name in ["p", "q", "r", "t"].iter().take(s.random.within(2, 4)) {
            let name = if n == 0 { (*name).to_owned() } else { format!("{name}{name}") };
            let init = if s.random.percent(config.unset) { None } else { Some(Expr::Null) };
            body.push(declare(&name, cell.pointer(), init));
            s.cursors.push((Expr::var(name), cell.clone()));
        }
    }
    for name in ["i", "j", "n"].iter().take(s.random.within(1, 3)) {
        let init = match s.random.below(4) {
            0 => Expr::Nondet(Some(config.longest)),
            1 => Expr::Int(s.random.below(5) as i32),
            _ => Expr::Int(0),
        };
        body.push(declare(name, Type::Int, Some(init)));
        s.counters.push(Expr::var(*name));
    }
    if config.gotos && s.random.percent(40) {
        s.cleanup = Some("cleanup".into());
    }
    for list in s.lists.clone() {
        if s.random.percent(85) {
            body.extend(idioms::build(s, &list));
        }
    }
    let (low, high) = config.length;
    let length = s.random.within(low, high);
    if style == Style::Wild {
        body.extend(wild::statements(s, 2 * length, config.nesting));
    } else {
        body.extend(orderly(s, length, config.nesting));
    }
    if let Some(label) = s.cleanup.take() {
        body.push(Stmt::Label(label));
    }
    let careful = style != Style::Wild || s.random.percent(60);
    if careful {
        for list in s.lists.clone() {
            body.extend(idioms::free_all(s, &list));
            if config.assertions && s.random.percent(30) {
                body.push(Stmt::Assert(list.head.is_null()));
            }
        }
    }
    body.push(Stmt::Return(Some(Expr::Int(0))));
    body
}

/// So many idioms, some of them in branches and loops.
fn orderly(s: &mut Scene, length: usize, depth: usize) -> Block {
    let mut block = Vec::new();
    for _ in 0..length {
        block.extend(match s.random.below(12) {
            0..=1 if depth > 0 => {
                let (n, m) = (s.random.within(1, 2), s.random.below(2));
                let then = orderly(s, n, depth - 1);
                let other = orderly(s, m, depth - 1);
                vec![Stmt::If(Expr::Nondet(None), then, other)]
            }
            2 if depth > 0 => {
                let n = s.random.within(1, 2);
                s.times(3, |s| orderly(s, n, depth - 1))
            }
            3 if depth > 0 && s.cleanup.is_some() => {
                let leave = s.cleanup.iter().cloned().map(Stmt::Goto).collect();
                vec![when(Expr::Nondet(None), leave)]
            }
            _ => idioms::one(s),
        });
    }
    block
}
