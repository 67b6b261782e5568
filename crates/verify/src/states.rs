//! The states at a line, as text.

use std::collections::BTreeMap;

use engine::{Analysis, Engine, Point, ShapeDomain};
use ir::Program;

use crate::answer::{checkers, domain, limits};
use crate::entries::entries;
use crate::{Domain, Options};

/// The states at a place, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatesAt {
    /// Where.
    pub point: Point,
    /// Each state in one line.
    pub states: Vec<String>,
    /// Why nothing is known there, if so.
    pub lost: Option<String>,
}

/// The states at the statements of a line, in every analysis that reaches them.
pub fn states_at(program: &Program, options: &Options, line: u32) -> Vec<StatesAt> {
    if options.domain == Domain::Regions {
        return crate::regions::states_at(program, options, line);
    }
    let mut found: BTreeMap<Point, StatesAt> = BTreeMap::new();
    for entry in entries(program, options) {
        if options.domain == Domain::Checkers {
            let domain = checkers(program, options);
            let analysis = Engine::new(program, &domain, limits(options)).run(&entry);
            collect_states(program, &domain, &analysis, line, &mut found);
        } else {
            let domain = domain(options);
            let analysis = Engine::new(program, &domain, limits(options)).run(&entry);
            collect_states(program, &domain, &analysis, line, &mut found);
        }
    }
    found.into_values().collect()
}

fn collect_states<D: ShapeDomain>(
    program: &Program,
    domain: &D,
    analysis: &Analysis<'_, D>,
    line: u32,
    found: &mut BTreeMap<Point, StatesAt>,
) {
    for (point, states) in analysis.points() {
        if point.span(program).line != line {
            continue;
        }
        let at =
            found.entry(*point).or_insert_with(|| StatesAt { point: *point, states: Vec::new(), lost: None });
        for (_, state) in &states.states {
            let text = domain.draw(program, *point, state).text();
            if !at.states.contains(&text) {
                at.states.push(text);
            }
        }
        if let Some(lost) = &states.lost {
            at.lost = Some(lost.why.to_string());
        }
    }
}
