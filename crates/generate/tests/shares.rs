//! What the programs are like: accepted by the front end and by gcc, and of all the kinds that tests
//! need. The ranges are wide; they notice a change that makes all programs trivial, or all broken.

mod common;

use std::collections::BTreeMap;

use common::{Runs, dir, load, run, write};
use generate::Config;
use model::Rule;

const SEEDS: u64 = 300;

/// How many programs in a hundred.
fn share(runs: &[Runs], which: impl Fn(&Runs) -> bool) -> usize {
    100 * runs.iter().filter(|runs| which(runs)).count() / runs.len()
}

fn measured(name: &str, config: &Config, seeds: u64, malloc_may_fail: bool) -> Vec<Runs> {
    let dir = dir(name);
    let all: Vec<Runs> = (0..seeds)
        .map(|seed| {
            let program = generate::program(seed, config);
            let file = write(&dir, &format!("{seed}.c"), &program);
            run(&load(&file, &program), malloc_may_fail)
        })
        .collect();
    let mut rules = BTreeMap::new();
    for rule in all.iter().flat_map(|runs| &runs.rules) {
        *rules.entry(rule.id()).or_insert(0) += 1;
    }
    eprintln!(
        "{name}: of {seeds} programs, {} % clean, {} % endless, {} % with rings, {} % with three cells or more, {} % with eight, \
         by rule {rules:?}",
        share(&all, Runs::clean),
        share(&all, |runs| runs.endless),
        share(&all, |runs| runs.ring),
        share(&all, |runs| runs.most_cells >= 3),
        share(&all, |runs| runs.most_cells >= 8),
    );
    all
}

fn assert_within(what: &str, share: usize, range: std::ops::RangeInclusive<usize>) {
    assert!(range.contains(&share), "{what}: {share} % is not in {range:?}");
}

#[test]
fn lists_are_clean_or_broken_in_all_ways() {
    let all = measured("lists", &Config::lists(), SEEDS, false);
    assert_within("clean", share(&all, Runs::clean), 45..=75);
    assert_within("endless", share(&all, |runs| runs.endless), 0..=8);
    for rule in [Rule::NullDeref, Rule::UseAfterFree, Rule::Leak] {
        assert_within(rule.id(), share(&all, |runs| runs.rules.contains(&rule)), 4..=30);
    }
    for rule in [Rule::DoubleFree, Rule::AssertFail, Rule::Uninitialized] {
        assert_within(rule.id(), share(&all, |runs| runs.rules.contains(&rule)), 1..=12);
    }
    assert_within("rings", share(&all, |runs| runs.ring), 3..=20);
    assert_within("long and clean", share(&all, |runs| runs.clean() && runs.most_cells >= 5), 25..=70);
}

#[test]
fn everything_is_clean_or_broken_in_all_ways() {
    let all = measured("everything", &Config::everything(), SEEDS, false);
    assert_within("clean", share(&all, Runs::clean), 40..=75);
    assert_within("endless", share(&all, |runs| runs.endless), 0..=8);
    for rule in [Rule::NullDeref, Rule::UseAfterFree, Rule::Leak] {
        assert_within(rule.id(), share(&all, |runs| runs.rules.contains(&rule)), 4..=30);
    }
    for rule in [Rule::DoubleFree, Rule::AssertFail, Rule::Uninitialized] {
        assert_within(rule.id(), share(&all, |runs| runs.rules.contains(&rule)), 1..=12);
    }
}

#[test]
fn orderly_programs_are_clean() {
    let all = [
        ("orderly", Config::lists()),
        ("orderly_all", Config::everything()),
        ("orderly_trees", Config::structures()),
        ("orderly_cursors", Config::cursors()),
        ("orderly_contracts", Config::contracts()),
    ];
    for (name, config) in all {
        let config = Config { mutated: 0, wild: 0, ..config };
        let all = measured(name, &config, SEEDS / 2, false);
        let broken: Vec<usize> = (0..all.len()).filter(|&seed| !all[seed].clean()).collect();
        assert!(broken.is_empty(), "{name}: seeds {broken:?}");
        let config = Config { unchecked: 0, ..config };
        let all = measured(&format!("{name}_failing"), &config, SEEDS / 2, true);
        let broken: Vec<usize> = (0..all.len()).filter(|&seed| !all[seed].clean()).collect();
        assert!(broken.is_empty(), "{name} when memory runs out: seeds {broken:?}");
    }
}
