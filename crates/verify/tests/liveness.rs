//! Live ranges say what the textbook's equations say: live before a statement is what it reads, and what is live after it and not
//! written by it; live at the end of a block is what is live at the start of one that follows.

mod support;

use std::collections::BTreeSet;

use generate::Config;
use ir::{BlockId, Body, LiveAt, Liveness, LocalId};
use support::{load, load_text};

/// For each block the registers live before each statement and before the terminator.
fn by_equations(body: &Body) -> Vec<Vec<BTreeSet<LocalId>>> {
    let mut before: Vec<Vec<BTreeSet<LocalId>>> =
        body.blocks.iter().map(|code| vec![BTreeSet::new(); code.stmts.len() + 1]).collect();
    loop {
        let mut changed = false;
        for (block, code) in body.blocks.enumerate() {
            let successors = code.terminator.successors();
            let mut live: BTreeSet<LocalId> =
                successors.iter().flat_map(|next| before[next.0 as usize][0].clone()).collect();
            code.terminator.reads(&mut |local| _ = live.insert(local));
            for place in (0..=code.stmts.len()).rev() {
                if let Some(stmt) = code.stmts.get(place) {
                    if let Some(local) = stmt.writes() {
                        live.remove(&local);
                    }
                    stmt.reads(&mut |local| _ = live.insert(local));
                }
                let known = &mut before[block.0 as usize][place];
                if *known != live {
                    (*known, changed) = (live.clone(), true);
                }
            }
        }
        if !changed {
            return before;
        }
    }
}

#[test]
fn ranges_are_what_the_equations_say() {
    for seed in 0..20 {
        let program = load(&generate::program(seed, &Config::structures()));
        for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
            let liveness = Liveness::of(body);
            let set = |live: LiveAt<'_>| -> BTreeSet<LocalId> {
                body.locals.ids().filter(|local| live.contains(*local)).collect()
            };
            let expected = by_equations(body);
            for (block, code) in body.blocks.enumerate() {
                for (place, expected) in expected[block.0 as usize].iter().enumerate() {
                    let found = set(liveness.before(block, place));
                    assert_eq!(found, *expected, "program {seed}, {block:?}, {place}");
                }
                assert!(set(liveness.before(block, code.stmts.len() + 1)).is_empty());
            }
            for local in body.locals.ids() {
                let at = |place: &dyn Fn(&[BTreeSet<LocalId>]) -> bool| -> Vec<BlockId> {
                    body.blocks.ids().filter(|block| place(&expected[block.0 as usize])).collect()
                };
                let starts: Vec<BlockId> = liveness.live_starts(local).collect();
                assert_eq!(starts, at(&|places| places[0].contains(&local)), "program {seed}, {local:?}");
                let ends: Vec<BlockId> = liveness.live_ends(local).collect();
                let expected = at(&|places| places[places.len() - 1].contains(&local));
                assert_eq!(ends, expected, "program {seed}, {local:?}");
            }
        }
    }
}

#[test]
fn a_register_can_be_taken_out() {
    let program = load_text("int main(void) { int a = 1; int b = 2; return a + b; }");
    let body = program.functions[program.main().expect("there is one")].body.as_ref().expect("it has one");
    let liveness = Liveness::of(body);
    let live = body.blocks.enumerate().find_map(|(block, code)| {
        let live = liveness.before(block, code.stmts.len());
        body.locals.ids().find(|local| live.contains(*local)).map(|local| (live, local))
    });
    let (live, local) = live.expect("the result is needed at the end");
    assert!(!live.without(local).contains(local));
    assert!(!LiveAt::NOWHERE.contains(local));
}
