//! From a seed to a program: sorts of lists, functions, variables, and what `main` does.

use std::rc::Rc;

use crate::ast::{Block, Expr, Function, Program, Stmt, Type, Variable};
use crate::build::{declare, free, when};
use crate::check::check;
use crate::config::Config;
use crate::mutate::mutate;
use crate::random::Random;
use crate::scene::{Cell, Kind, List, Scene};
use crate::sorts::{self, Sort};
use crate::{calls, idioms, tidy, wild};

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
    let sorts = sorts::choose(random, config, &mut program);
    let mut body = Vec::new();
    let lists = lists(random, config, &sorts, &mut program, &mut body);
    let mut helpers = Vec::new();
    let helped = if config.contracts > 0 { 100 } else { 70 };
    if config.calls && random.percent(helped) {
        let globals: Vec<List> = lists.iter().filter(|list| is_global(&program, list)).cloned().collect();
        helpers = calls::helpers(random, config, &mut program, &sorts, &globals, style == Style::Wild);
    }
    let mut scene = Scene::new(random, config);
    (scene.lists, scene.helpers) = (lists, helpers);
    main_body(&mut scene, &sorts, style, &mut body);
    let name = "main".into();
    program.functions.push(Function { name, result: Some(Type::Int), params: Vec::new(), body });
    tidy::unused(&mut program);
    debug_assert_eq!(check(&program), Ok(()), "{}", program.to_c());
    if style == Style::Mutated {
        for _ in 0..random.within(1, config.mistakes.max(1)) {
            mutate(&mut program, random);
        }
    }
    program
}

fn is_global(program: &Program, list: &List) -> bool {
    program.globals.iter().any(|global| list.head == Expr::var(&*global.name))
}

/// Declares the variables that own the lists, in `main` or globally.
fn lists(
    random: &mut Random,
    config: &Config,
    sorts: &[Sort],
    program: &mut Program,
    body: &mut Block,
) -> Vec<List> {
    let mut lists = Vec::new();
    for n in 0..random.within(1, config.lists.max(1)) {
        let Sort { kind, cell } = random.pick(sorts);
        let mut name = ["a", "b", "c", "d", "e", "f"][n % 6].to_owned();
        if n >= 6 {
            name = format!("{name}{n}");
        }
        if *kind == Kind::Queue {
            lists.push(queue(random, cell, &name, body));
            continue;
        }
        if config.globals && random.percent(30) {
            name = format!("all_{name}");
            let ty = cell.pointer();
            program.globals.push(Variable { name: name.clone(), ty, init: Some(Expr::Null) });
        } else {
            body.push(declare(&name, cell.pointer(), Some(Expr::Null)));
        }
        lists.push(List::new(Expr::var(name), cell, *kind));
    }
    lists
}

/// A queue, on the stack or on the heap.
fn queue(random: &mut Random, cell: &Rc<Cell>, name: &str, body: &mut Block) -> List {
    let (tag, queue) = (sorts::queue_of(cell), Expr::var(name));
    if random.percent(50) {
        body.push(declare(name, Type::Struct(tag), Some(Expr::Zero)));
        return List::of_queue(&queue.address(), cell);
    }
    let new = Expr::Alloc { record: tag.clone(), zeroed: true };
    body.push(declare(name, Type::to(&tag), Some(new)));
    body.push(when(queue.is_null(), vec![Stmt::Abort]));
    List { holder: Some(queue.clone()), ..List::of_queue(&queue, cell) }
}

fn main_body(s: &mut Scene, sorts: &[Sort], style: Style, body: &mut Block) {
    variables(s, sorts, body);
    let label = "cleanup".to_owned();
    if s.config.gotos && s.random.percent(40) {
        s.way_out = Some(Stmt::Goto(label.clone()));
    }
    for list in s.lists.clone() {
        if s.random.percent(85) {
            body.extend(idioms::build(s, &list));
        }
    }
    let (low, high) = s.config.length;
    let (length, depth) = (s.random.within(low, high), s.config.nesting);
    if style == Style::Wild {
        body.extend(wild::statements(s, 2 * length, depth));
    } else {
        body.extend(orderly(s, length, depth));
    }
    if s.way_out.take().is_some() {
        body.push(Stmt::Label(label));
    }
    let careful = style != Style::Wild || s.random.percent(60);
    for list in s.lists.clone() {
        if careful {
            body.extend(idioms::free_all(s, &list));
            if s.config.assertions && s.random.percent(30) {
                body.push(Stmt::Assert(list.head.is_null()));
            }
            body.extend(list.holder.iter().map(free));
        }
    }
    body.push(Stmt::Return(Some(Expr::Int(0))));
}

/// Declares the pointers and integers of `main`.
fn variables(s: &mut Scene, sorts: &[Sort], body: &mut Block) {
    let mut cells: Vec<Rc<Cell>> = Vec::new();
    for sort in sorts {
        let inner = sort.cell.inner.iter().map(|(_, cell)| cell);
        for cell in std::iter::once(&sort.cell).chain(inner) {
            if !cells.contains(cell) {
                cells.push(cell.clone());
            }
        }
    }
    for (n, cell) in cells.iter().enumerate() {
        for stem in ["p", "q", "r", "t"].iter().take(s.random.within(2, 4)) {
            let name = stem.repeat(n + 1);
            let init = if s.random.percent(s.config.unset) { None } else { Some(Expr::Null) };
            body.push(declare(&name, cell.pointer(), init));
            s.cursors.push((Expr::var(name), cell.clone()));
        }
    }
    for name in ["i", "j", "n"].iter().take(s.random.within(1, 3)) {
        let init = match s.random.below(4) {
            0 => Expr::Nondet(Some(s.config.longest.max(1))),
            1 => Expr::Int(s.random.below(5) as i32),
            _ => Expr::Int(0),
        };
        body.push(declare(name, Type::Int, Some(init)));
        s.counters.push(Expr::var(*name));
    }
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
            3 if depth > 0 && s.way_out.is_some() => {
                vec![when(Expr::Nondet(None), s.way_out.iter().cloned().collect())]
            }
            _ => idioms::one(s),
        });
    }
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_program() {
        for config in [Config::lists(), Config::everything()] {
            for seed in 0..50 {
                assert_eq!(program(seed, &config), program(seed, &config));
            }
            let texts: std::collections::BTreeSet<String> =
                (0..200).map(|seed| program(seed, &config).to_c()).collect();
            assert_eq!(texts.len(), 200, "seeds give different programs");
        }
    }

    #[test]
    fn programs_are_valid() {
        let all = [
            Config::lists(),
            Config::everything(),
            Config::structures(),
            Config::cursors(),
            Config::contracts(),
        ];
        for config in all {
            for seed in 0..1_000 {
                let program = program(seed, &config);
                assert_eq!(check(&program), Ok(()), "seed {seed}:\n{}", program.to_c());
            }
        }
    }

    #[test]
    fn what_is_switched_off_does_not_appear() {
        let config = Config { assertions: false, gotos: false, ..Config::lists() };
        for seed in 0..200 {
            let text = program(seed, &config).to_c();
            for word in ["assert", "goto", "prev", "static", "**", "_queue"] {
                assert!(!text.contains(word), "{word} in\n{text}");
            }
        }
    }

    #[test]
    fn what_is_switched_on_appears() {
        let all: String = (0..100).map(|seed| program(seed, &Config::everything()).to_c()).collect();
        let words = [
            "->prev",
            "_queue",
            "->items",
            "**",
            "static struct",
            "goto",
            "assert",
            "break;",
            "continue;",
            "calloc",
            "->next->next",
            "do {",
            "return f",
        ];
        for word in words {
            assert!(all.contains(word), "no {word}");
        }
    }
}
