//! The shapes of the heap all over a program, for a report in which people can look at any line.
//!
//! The analyses that answer do not keep what they saw; whoever wants to see it has the one that suits each entry run once more.
//! Of a line those places are shown at which something begins: a loop, or the statements of a block.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::{Analysis, Engine, Entry, Limits, Point, ShapeDomain};
use ir::{Program, Role, Span, Terminator};
use model::{Drawing, Report, ShapesAt};

use crate::answer::Run;
use crate::entries::entries;
use crate::observer::{Observed, Observer};
use crate::parallel;
use crate::specification::{Domains, Specification};
use crate::structures::three_valued;
use crate::task::{Shared, Task, domain, limits};
use crate::{Domain, Options};

/// Most states shown of one place.
const MOST_STATES: usize = 6;
/// Most places shown of one line.
const MOST_PLACES: usize = 3;
/// Statements, each counted for every state in which it is reached, that are spent on an entry.
const STEPS: u64 = 200_000;

/// The shapes at every line that an analysis reaches, in the order of the text.
pub fn shapes(program: &Program, options: &Options, report: &Report) -> Vec<ShapesAt> {
    observed(program, options, report, Observed::default())
}

/// The same, while somebody is told how far it has come.
pub fn shapes_observed(
    program: &Program,
    options: &Options,
    report: &Report,
    observer: &dyn Observer,
) -> Vec<ShapesAt> {
    observed(program, options, report, Observed(Some(observer)))
}

fn observed(program: &Program, options: &Options, report: &Report, observed: Observed<'_>) -> Vec<ShapesAt> {
    options.budget().enter(|| budget::phase(|| drawn(program, options, report, observed)).unwrap_or_default())
}

fn drawn(program: &Program, options: &Options, report: &Report, observed: Observed<'_>) -> Vec<ShapesAt> {
    if options.domain == Domain::Regions {
        return of_regions(program, options);
    }
    let specification = Specification::new(program);
    let (shared, unproved) = (Shared::of(&specification, options), BTreeSet::new());
    let entries = entries(program, options);
    observed.begins("drawing", entries.len());
    let found = parallel::map_with(&entries, options.jobs, Domains::default, |domains, entry| {
        let name = &program.functions[entry.function].name;
        // Of what there is no time to draw there are no drawings.
        let work = || budget::phase(|| of_entry(&shared.task(&unproved, domains), entry, report));
        observed.turn(name, |_| None, work).unwrap_or_default()
    });
    // A function may be reached from several entries; the one that is about it knows it best.
    let mut places: BTreeMap<Span, ShapesAt> = BTreeMap::new();
    for (own, at) in found.into_iter().flatten() {
        if own || !places.contains_key(&at.span) {
            places.insert(at.span, at);
        }
    }
    by_line(&places.into_values().collect::<Vec<_>>())
}

/// The shapes an entry's analysis sees, each with whether it is in the function that was entered.
fn of_entry(task: &Task<'_>, entry: &Entry, report: &Report) -> Vec<(bool, ShapesAt)> {
    let Task { program, options, .. } = *task;
    let entered = &program.functions[entry.function];
    let is_of = |said: &&model::FunctionReport| said.name == entered.name && said.span == entered.span;
    let said = report.functions.iter().find(is_of);
    let by_lengths = said.and_then(|said| said.domain.as_deref()) == Some("lengths");
    if options.domain == Domain::ThreeValued {
        let domains = three_valued(program, options);
        let mut run = Run::of_guesses(task, entry, &domains);
        return collect(program, run.domain, &mut run.analysis, entry);
    }
    let lengths = domain(options);
    if options.domain == Domain::Lengths || by_lengths {
        return collect(program, &lengths, &mut with_lengths(task, entry, &lengths), entry);
    }
    let mut run = Run::best(task, entry);
    if run.analysis.lost().is_some() && options.domain == Domain::Auto {
        let mut other = with_lengths(task, entry, &lengths);
        if other.lost().is_none() {
            return collect(program, &lengths, &mut other, entry);
        }
    }
    collect(program, run.domain, &mut run.analysis, entry)
}

fn with_lengths<'a>(
    task: &Task<'a>,
    entry: &Entry,
    lengths: &'a lengths::Lengths,
) -> Analysis<'a, lengths::Lengths> {
    let limits = limits(task.options);
    let limits = Limits { steps: limits.steps.min(STEPS), ..limits };
    Engine::new(task.program, lengths, limits).run(entry)
}

fn collect<D: ShapeDomain>(
    program: &Program,
    domain: &D,
    analysis: &mut Analysis<'_, D>,
    entry: &Entry,
) -> Vec<(bool, ShapesAt)> {
    let heads: BTreeSet<Point> = analysis
        .loops()
        .iter()
        .map(|known| Point { function: analysis.function(known.context), block: known.head, stmt: 0 })
        .collect();
    let name: Arc<str> = domain.name().into();
    let mut seen: BTreeSet<(Point, u32)> = BTreeSet::new();
    let mut found = Vec::new();
    for (point, known) in analysis.points() {
        if passes_on(program, *point) && !heads.contains(point) {
            continue;
        }
        let span = point.span(program);
        let first = seen.insert((Point { stmt: 0, ..*point }, span.line));
        if !first || !is_shown(program, *point, span) {
            continue;
        }
        let mut states: Vec<Drawing> = Vec::new();
        let mut texts: BTreeSet<String> = BTreeSet::new();
        for (_, state) in &known.states {
            // Drawing what is not shown only costs time.
            if texts.len() > 4 * MOST_STATES {
                break;
            }
            let drawing = domain.draw(program, *point, state);
            if texts.insert(drawing.text()) && states.len() < MOST_STATES {
                states.push(drawing);
            }
        }
        let at = ShapesAt {
            function: program.functions[point.function].name.clone(),
            span,
            invariant: heads.contains(point),
            more: texts.len() - states.len(),
            states,
            lost: known.lost.as_ref().map(|lost| lost.why.to_string()),
            domain: name.clone(),
        };
        found.push((point.function == entry.function, at));
    }
    found
}

/// Whether nothing is done at a place but to go on elsewhere: it has the line of what that belongs to, not of what comes next.
fn passes_on(program: &Program, point: Point) -> bool {
    let Some(body) = &*program.functions[point.function].body else { return false };
    let block = &body.blocks[point.block];
    point.stmt as usize >= block.stmts.len() && matches!(block.terminator, Terminator::Goto(_))
}

/// Whether a place is one of the user's text.
fn is_shown(program: &Program, point: Point, span: Span) -> bool {
    let system = program.sources.files.get(span.file.0 as usize).is_none_or(|file| file.system);
    span.is_known() && !system && program.functions[point.function].role != Role::Model
}

fn of_regions(program: &Program, options: &Options) -> Vec<ShapesAt> {
    let at = crate::regions::states_where(program, options, |span| span.is_known());
    let at = at.into_iter().filter(|at| !passes_on(program, at.point));
    let at = at.filter(|at| is_shown(program, at.point, at.point.span(program)));
    let shown = at.map(|at| ShapesAt {
        function: program.functions[at.point.function].name.clone(),
        span: at.point.span(program),
        invariant: false,
        more: at.states.len().saturating_sub(MOST_STATES),
        states: at.states.into_iter().take(MOST_STATES).map(|state| state.drawing).collect(),
        lost: at.lost,
        domain: "regions".into(),
    });
    let mut shown: Vec<ShapesAt> = shown.collect();
    shown.sort_by_key(|at| at.span);
    by_line(&shown)
}

/// A few places for each line: those of loops, then the first ones. Places in the same states are one.
fn by_line(places: &[ShapesAt]) -> Vec<ShapesAt> {
    let mut lines: Vec<ShapesAt> = Vec::new();
    for group in places.chunk_by(|a, b| (a.span.file, a.span.line) == (b.span.file, b.span.line)) {
        let mut kept: Vec<&ShapesAt> = Vec::new();
        let (loops, others): (Vec<_>, Vec<_>) = group.iter().partition(|at| at.invariant);
        for at in loops.into_iter().chain(others) {
            let known = kept.iter().any(|known| known.states == at.states && known.lost == at.lost);
            if !known && kept.len() < MOST_PLACES {
                kept.push(at);
            }
        }
        kept.sort_by_key(|at| at.span);
        lines.extend(kept.into_iter().cloned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triage::tests::load_text;

    const PROGRAM: &str = "
#include <shapewright.h>
#include <stdlib.h>
struct node { struct node *next; int data; };
bool list(struct node *l) { return l == NULL || list(l->next); }
int drain(struct node *l) {
    sw_requires(list(l));
    sw_ensures(true);
    while (l != NULL) {
        struct node *t = l->next;
        free(l);
        l = t;
    }
    return 0;
}
";

    #[test]
    fn lines_have_their_shapes_and_loops_their_invariants() {
        let program = load_text(PROGRAM);
        for domain in [Domain::Auto, Domain::Checkers] {
            let options = Options { domain, ..Options::default() };
            let (report, _) = crate::check(&program, &options);
            let shapes = shapes(&program, &options, &report);
            let of = |line: u32| shapes.iter().filter(|at| at.span.line == line).collect::<Vec<_>>();
            let texts =
                |line: u32| of(line).iter().flat_map(|at| &at.states).map(Drawing::text).collect::<Vec<_>>();
            assert!(of(9).iter().any(|at| at.invariant), "the loop begins in line 9: {shapes:?}");
            assert!(texts(9).iter().any(|text| text == "l → list(a0)"), "{:?}", texts(9));
            let inside = texts(11);
            assert!(
                inside.iter().all(|text| text.starts_with("l → a0 → list(a1), t → list(a1)")),
                "{inside:?}"
            );
            assert!(shapes.is_sorted_by_key(|at| (at.span.file, at.span.line)));
            assert!(shapes.iter().all(|at| &*at.function == "drain" && at.lost.is_none()));
        }
    }
}
