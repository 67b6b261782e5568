//! What proofs claim at places of a program.
//!
//! The analyses that answer do not keep what they saw; the one that knows shapes is run once more for each entry, and what it sees at
//! the places asked for becomes claims. Where it gives up nothing is claimed. A place that several entries reach has a claim from each:
//! one of them holds.

use std::collections::{BTreeMap, BTreeSet};

use checkers::Namable;
use engine::{Entry, Flow, Point};
use ir::{BlockId, Callee, FunctionId, Program, Role, StmtKind};
use model::{Claim, Claimed, CodePlace, Given, Instance, PlaceKind, Places, Predicate, Probe, Visible};

use crate::Options;
use crate::answer::Run;
use crate::entries::entries;
use crate::parallel;
use crate::specification::{Domains, Specification};
use crate::task::{Shared, Task};

/// What an entry's analysis says of places.
struct Said {
    predicates: Vec<Predicate>,
    claims: Vec<Claim>,
    /// The places where it gives up.
    lost: BTreeMap<CodePlace, String>,
    /// The functions it goes through.
    entered: BTreeSet<FunctionId>,
}

/// What all entries say of places.
#[derive(Default)]
struct All {
    predicates: Vec<Predicate>,
    claims: BTreeMap<CodePlace, Vec<Claim>>,
    /// The places where some entry gives up.
    lost: BTreeMap<CodePlace, String>,
    /// The functions whose code was analyzed.
    entered: BTreeSet<FunctionId>,
}

/// What is claimed at the places of a file's text.
pub fn claimed(program: &Program, options: &Options, places: Places) -> Claimed {
    let Places { places, functions, outside, declares_streams } = places;
    let mut named: BTreeMap<CodePlace, BTreeSet<Given>> = BTreeMap::new();
    for place in &places {
        let visible = place.visible.iter().filter(|known| is_number(program, known)).chain(&outside);
        named.entry(place.at).or_default().extend(visible.map(|known| known.what));
    }
    let All { predicates, claims, mut lost, entered } = claims(program, options, &named);
    let asked = asked(program);
    for at in named.keys().filter(|at| asked.contains(&at.function)) {
        lost.insert(
            *at,
            "an assertion or a contract asks this function, and is decided without its code".into(),
        );
    }
    let mut found = Claimed { predicates, outside, declares_streams, ..Claimed::default() };
    let mut checked: BTreeSet<(FunctionId, BlockId)> = BTreeSet::new();
    for place in places {
        let own: Vec<Claim> = claims.get(&place.at).cloned().unwrap_or_default();
        let why = match lost.get(&place.at) {
            Some(why) => why.clone(),
            // What is never reached has nothing to be checked.
            None if own.is_empty() => continue,
            None if own.iter().any(|claim| claim.ways.is_empty()) => {
                let omitted: Vec<&str> =
                    own.iter().flat_map(|claim| &claim.omitted).map(String::as_str).collect();
                match (omitted.is_empty(), place.kind) {
                    (false, _) => omitted.join("; "),
                    (true, PlaceKind::Loop) => "nothing is held here, and no number has a bound".into(),
                    // Nothing to say is no loss.
                    (true, _) => continue,
                }
            }
            None => {
                if place.kind == PlaceKind::Loop {
                    checked.insert((place.at.function, place.at.block));
                }
                found.places.push((place, own));
                continue;
            }
        };
        found.without.push((place.kind, place.line, why));
    }
    let functions = functions.into_iter().filter(|function| entered.contains(function)).collect();
    loops(program, functions, &checked, &mut found);
    found
}

/// Counts the loops that the analysis went through, and those that are checked.
fn loops(
    program: &Program,
    functions: Vec<FunctionId>,
    checked: &BTreeSet<(FunctionId, BlockId)>,
    found: &mut Claimed,
) {
    for id in functions {
        let Some(body) = &*program.functions[id].body else { continue };
        let loops = Flow::of(body).loops().to_vec();
        let innermost = |block: BlockId| {
            let around = loops.iter().filter(|(_, blocks)| blocks.contains(&block));
            around.min_by_key(|(_, blocks)| blocks.len()).map(|(head, _)| *head)
        };
        let own = checked.iter().filter(|(function, _)| *function == id);
        let heads: BTreeSet<BlockId> = own.filter_map(|(_, block)| innermost(*block)).collect();
        found.loops += loops.len();
        found.checked_loops += heads.len();
        for (head, _) in loops.iter().filter(|(head, _)| !heads.contains(head)) {
            let block = &body.blocks[*head];
            let line = block.stmts.first().map_or(block.span, |stmt| stmt.span).line;
            if !found.without.iter().any(|(kind, known, _)| (*kind, *known) == (PlaceKind::Loop, line)) {
                found.without.push((
                    PlaceKind::Loop,
                    line,
                    "no place for a check was found in the text".into(),
                ));
            }
        }
    }
    found.without.sort_by_key(|(kind, line, _)| (*line, *kind));
}

/// Whether a variable in a register holds a number or an address that an integer of 64 bits has room for.
fn is_number(program: &Program, known: &Visible) -> bool {
    let types = &program.types;
    !matches!(known.what, Given::Register(_))
        || types.is_pointer(known.ty)
        || types.integer(known.ty).is_some_and(|(bits, _)| bits <= 64)
}

/// What is claimed at places where the text can name so much, and where nothing can be, with the reason.
fn claims(program: &Program, options: &Options, places: &BTreeMap<CodePlace, BTreeSet<Given>>) -> All {
    let specification = Specification::new(program);
    let (shared, unproved) = (Shared::of(&specification, options), BTreeSet::new());
    let entries = entries(program, options);
    let said = parallel::map_with(&entries, options.jobs, Domains::default, |domains, entry| {
        of_entry(&shared.task(&unproved, domains), entry, places)
    });
    let mut all = All::default();
    for mut said in said {
        let first = all.predicates.len();
        let ways = said.predicates.iter_mut().flat_map(|predicate| &mut predicate.ways);
        let ways = ways.chain(said.claims.iter_mut().flat_map(|claim| &mut claim.ways));
        for step in ways.flat_map(|way| way.choice.iter_mut().chain(&mut way.steps)) {
            renumber(step, first);
        }
        all.predicates.extend(said.predicates);
        for claim in said.claims {
            all.claims.entry(claim.at).or_insert_with(Vec::new).push(claim);
        }
        all.lost.extend(said.lost);
        all.entered.extend(said.entered);
    }
    all
}

fn of_entry(task: &Task<'_>, entry: &Entry, places: &BTreeMap<CodePlace, BTreeSet<Given>>) -> Said {
    let run = Run::best(task, entry);
    let (program, domain) = (task.program, run.domain);
    let entered = run.analysis.points().keys().map(|point| point.function).collect();
    let (predicates, claims, lost) = (domain.predicates(program), Vec::new(), BTreeMap::new());
    let mut said = Said { predicates, claims, lost, entered };
    let everywhere = run.analysis.lost().map(|lost| lost.why.to_string());
    for (point, known) in run.analysis.points() {
        let at = place_of(*point);
        let Some(named) = places.get(&at) else { continue };
        if let Some(why) = known.lost.as_ref().map(|lost| lost.why.to_string()).or_else(|| everywhere.clone())
        {
            said.lost.insert(at, why);
            continue;
        }
        let mut states: Vec<&checkers::State> = Vec::new();
        for (_, state) in &known.states {
            if !states.contains(&state) {
                states.push(state);
            }
        }
        let can = |given: Given| named.contains(&given);
        said.claims.push(domain.claim(program, at, &states, &Namable { can: &can }));
    }
    said
}

/// The functions that conditions of annotations and assertions ask, through others too: domains decide such calls, so that not all
/// that their code does was seen.
fn asked(program: &Program) -> BTreeSet<FunctionId> {
    let mut work: Vec<FunctionId> = Vec::new();
    let called = |stmt: &ir::Stmt| match &stmt.kind {
        StmtKind::Call(ir::Call { callee: Callee::Function(callee), .. }) => Some(*callee),
        _ => None,
    };
    for (id, function) in program.functions.enumerate() {
        let Some(body) = &*function.body else { continue };
        if matches!(function.role, Role::Clause { .. }) {
            work.push(id);
        }
        for asked in body.asserted_calls() {
            let (block, stmt) = asked.call;
            work.extend(called(&body.blocks[block].stmts[stmt as usize]));
        }
    }
    let mut found = BTreeSet::new();
    while let Some(id) = work.pop() {
        let Some(body) = &*program.functions[id].body else { continue };
        if found.insert(id) {
            work.extend(body.blocks.iter().flat_map(|block| &block.stmts).filter_map(called));
        }
    }
    found
}

fn place_of(point: Point) -> CodePlace {
    CodePlace { function: point.function, block: point.block, stmt: point.stmt }
}

/// Predicates have other numbers among those of all entries.
fn renumber(step: &mut Probe, first: usize) {
    let moved = |instance: &mut Instance| instance.predicate += first;
    match step {
        Probe::Whole(instance) => moved(instance),
        Probe::Part { from, to } => {
            moved(from);
            moved(to);
        }
        Probe::Each { steps, .. } | Probe::Unless { steps, .. } => {
            for step in steps {
                renumber(step, first);
            }
        }
        _ => {}
    }
}
