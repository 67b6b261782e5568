//! The states at a line.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Analysis, Engine, Point, ShapeDomain};
use ir::Program;
use model::Drawing;

use crate::answer::Run;
use crate::entries::entries;
use crate::specification::{Domains, Specification};
use crate::structures::three_valued;
use crate::task::{Shared, domain, limits};
use crate::{Domain, Options};

/// A state for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// In one line.
    pub text: String,
    /// As a drawing.
    pub drawing: Drawing,
}

/// The states at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatesAt {
    /// Where.
    pub point: Point,
    /// Each state.
    pub states: Vec<Shown>,
    /// What is known of the variables in all of them, if the domain was asked.
    pub answers: Vec<String>,
    /// Why nothing is known there, if so.
    pub lost: Option<String>,
}

/// The states at the statements of a line, in every analysis that reaches them.
pub fn states_at(program: &Program, options: &Options, line: u32) -> Vec<StatesAt> {
    if options.domain == Domain::Regions {
        let states = || crate::regions::states_where(program, options, |span| span.line == line);
        return options.budget().enter(|| budget::phase(states).unwrap_or_default());
    }
    let mut found: BTreeMap<Point, StatesAt> = BTreeMap::new();
    // What was seen before the budget was over is worth a look.
    let _ = options.budget().enter(|| budget::phase(|| collect(program, options, line, &mut found)));
    found.into_values().collect()
}

fn collect(program: &Program, options: &Options, line: u32, found: &mut BTreeMap<Point, StatesAt>) {
    let specification = Specification::new(program);
    let (shared, unproved, domains) =
        (Shared::of(&specification, options), BTreeSet::new(), Domains::default());
    let task = shared.task(&unproved, &domains);
    for entry in entries(program, options) {
        if options.domain == Domain::Checkers {
            let best = Run::best(&task, &entry);
            collect_states(program, best.domain, &best.analysis, line, found);
        } else if options.domain == Domain::ThreeValued {
            let domains = three_valued(program, options);
            let best = Run::of_guesses(&task, &entry, &domains);
            collect_states(program, best.domain, &best.analysis, line, found);
            for (point, known) in best.analysis.points() {
                if let Some(at) = found.get_mut(point).filter(|_| known.lost.is_none()) {
                    let states: Vec<_> = known.states.iter().map(|(_, state)| state).collect();
                    at.answers.extend(best.domain.answers(program, *point, &states));
                }
            }
        } else {
            let domain = domain(options);
            let analysis = Engine::new(program, &domain, limits(options)).run(&entry);
            // What gave up shows little; the other one knows more of C.
            if options.domain == Domain::Auto && analysis.lost().is_some() {
                let best = Run::best(&task, &entry);
                collect_states(program, best.domain, &best.analysis, line, found);
            } else {
                collect_states(program, &domain, &analysis, line, found);
            }
        }
    }
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
        let at = found.entry(*point).or_insert_with(|| StatesAt {
            point: *point,
            states: Vec::new(),
            answers: Vec::new(),
            lost: None,
        });
        for (_, state) in &states.states {
            let drawing = domain.draw(program, *point, state);
            let text = drawing.text();
            if !at.states.iter().any(|known| known.text == text) {
                at.states.push(Shown { text, drawing });
            }
        }
        if let Some(lost) = &states.lost {
            at.lost = Some(lost.why.to_string());
        }
    }
}
