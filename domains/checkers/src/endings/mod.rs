//! Walks that end.
//!
//! A structure has finitely many elements: it is the least that its definition says. So a loop that goes from element to element ends if
//!
//! - it writes nothing, and every round leads its variable along the same link to the next element, and from the variable on the link leads to an end that stays what
//!   it is: a null pointer, a variable, what a variable holds. The element it leaves is not the end, and fewer are left; or the element it comes to is not the end,
//!   and fewer are left up to where the end comes again, as on a ring;
//! - or every round moves its variable to a higher address that is not behind an end which stays what it is: fewer bytes are left;
//! - or it writes nothing and goes up on both sides of an address (`sides`);
//! - or every round that may write gets memory from the system, of which there is less then, and all others go from element to element as above: `malloc` of Kernighan
//!   and Ritchie goes around a ring, which grows where it comes to its end. Whether a round did either its states remember (`State::round`).
//!
//! What footnote 12 of seed 001 has in mind, without counting. To find out, what variables hold at the head is remembered under roots of its own, the loop is
//! run once around from its invariant, and the values are compared. Nothing is said of a loop for which no such thing is found.

mod chain;
mod sides;

use engine::{Analysis, LoopReport};
use ir::{FunctionId, GlobalId, LocalId, Program, StmtKind};

use crate::Checkers;
use crate::heap::{Happened, Root, State, Sym, Term, Value};

/// How many structures are unfolded to tell two addresses apart.
const UNFOLDINGS: u32 = 6;

/// Whether a loop ends, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The line of the loop.
    pub line: u32,
    /// What gets less in every round; `None` if nothing was found.
    pub measure: Option<String>,
}

/// Where a walk ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Null,
    /// What a root holds: a register, or the address of a variable.
    Root(Root),
    /// What a global variable holds.
    Content(GlobalId),
}

/// What gets less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Measure {
    /// No round is followed by another one.
    Once,
    /// The elements from a variable to an end, along the link at this offset.
    Elements { of: LocalId, link: i64, end: End, how: Passing },
    /// What the system has left, and where that stays the same the elements from a variable to an end.
    Growing { of: LocalId, link: i64, end: End, how: Passing },
    /// The bytes from a variable to an end.
    Bytes { of: LocalId, end: End },
    /// The addresses ahead of a variable: those above another one, then those below it.
    Sides { of: LocalId, pivot: LocalId },
}

/// Which element must not be the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Passing {
    /// The one that is left.
    Left,
    /// The one that is come to.
    Reached,
}

impl Checkers {
    /// Why the loops of an analysis end, in the order of the text.
    pub fn endings(&self, analysis: &mut Analysis<'_, Self>) -> Vec<Ending> {
        let program = analysis.program();
        let mut endings: Vec<Ending> = Vec::new();
        for report in analysis.loops() {
            let function = analysis.function(report.context);
            let Some(body) = &*program.functions[function].body else { continue };
            let line = body.blocks[report.head].span.line;
            let measure = self.falling(analysis, function, &report);
            let measure = measure.map(|measure| name(program, function, measure));
            match endings.iter_mut().find(|known| known.line == line) {
                // A loop ends if it ends in every context.
                Some(known) if known.measure.is_some() && measure.is_none() => known.measure = None,
                Some(_) => {}
                None => endings.push(Ending { line, measure }),
            }
        }
        endings.sort_by_key(|ending| ending.line);
        endings
    }

    /// The loops that end, in words.
    pub fn walks_that_end(&self, analysis: &mut Analysis<'_, Self>) -> Vec<String> {
        let told = |ending: Ending| {
            Some(format!("the loop at line {} ends: {}, fewer in every round", ending.line, ending.measure?))
        };
        self.endings(analysis).into_iter().filter_map(told).collect()
    }

    /// What gets less in every round of a loop.
    fn falling(
        &self,
        analysis: &mut Analysis<'_, Self>,
        function: FunctionId,
        report: &LoopReport<State>,
    ) -> Option<Measure> {
        if report.states.iter().any(|state| state.anything) {
            return None;
        }
        let program = analysis.program();
        let variables = variables(&report.states);
        let ends = ends(&report.states);
        let held = |state: &State| {
            let mut seed = state.clone();
            let before: Vec<Term> = variables
                .iter()
                .map(|variable| state.root(Root::Register(*variable)).and_then(Value::term))
                .chain(ends.iter().map(|end| end.value(state)))
                .map(|term| term.unwrap_or(Term::NULL))
                .collect();
            for term in before {
                seed.hold(term);
            }
            seed.round = Some(Happened::default());
            seed
        };
        let first = report.states.iter().flat_map(|state| &state.roots);
        if first.into_iter().any(|(root, _)| matches!(root, Root::Scratch(_))) {
            return None;
        }
        let seeds = report.states.iter().map(held).collect();
        let back = analysis.once_around(report.context, report.head, seeds)?;
        if back.is_empty() {
            return Some(Measure::Once);
        }
        let writes = writes(program, function, &report.blocks);
        let round = Round { before: &report.states, after: &back, variables: &variables, ends: &ends };
        let links = self.links();
        let all = variables.iter().flat_map(|of| ends.iter().map(move |end| (*of, *end)));
        let grows = |state: &State| state.round.is_some_and(|round| round.grown);
        let elements = all.clone().filter(|_| !writes || back.iter().any(grows)).flat_map(|(of, end)| {
            let ways = links.iter().flat_map(|link| [(*link, Passing::Left), (*link, Passing::Reached)]);
            let measure = move |(link, how)| {
                if writes {
                    Measure::Growing { of, link, end, how }
                } else {
                    Measure::Elements { of, link, end, how }
                }
            };
            ways.map(measure).collect::<Vec<_>>()
        });
        let bytes = all.map(|(of, end)| Measure::Bytes { of, end });
        elements
            .chain(bytes)
            .find(|measure| self.falls(&round, *measure))
            .or_else(|| if writes { None } else { self.sides(program, function, report, &variables) })
    }

    /// A variable that goes up on both sides of another one.
    fn sides(
        &self,
        program: &Program,
        function: FunctionId,
        report: &LoopReport<State>,
        variables: &[LocalId],
    ) -> Option<Measure> {
        let body = program.functions[function].body.as_ref()?;
        let ways = sides::ways(&program.types, body, report.head, &report.blocks)?;
        let differ = |of: LocalId, pivot: LocalId| {
            report.states.iter().all(|state| {
                let held = |local| state.root(Root::Register(local)).and_then(Value::term);
                held(of).zip(held(pivot)).is_some_and(|(a, b)| self.surely_differ(state, a, b, UNFOLDINGS))
            })
        };
        let pairs = variables.iter().flat_map(|of| variables.iter().map(move |pivot| (*of, *pivot)));
        pairs
            .filter(|(of, pivot)| of != pivot)
            .find(|(of, pivot)| sides::go_up(&ways, *of, *pivot) && differ(*of, *pivot))
            .map(|(of, pivot)| Measure::Sides { of, pivot })
    }

    /// Whether two addresses differ in all cases of the structures that begin there.
    fn surely_differ(&self, state: &State, a: Term, b: Term, fuel: u32) -> bool {
        if self.proves_ne(state, a, b) {
            return true;
        }
        let is_structure = |at: &Sym| matches!(state.region(*at), Some(region) if region.block().is_none());
        let Some(at) = [a, b].into_iter().filter_map(|term| term.base).find(is_structure) else {
            return false;
        };
        if fuel == 0 {
            return false;
        }
        let mut held = state.clone();
        let (x, y) = (held.hold(a), held.hold(b));
        self.unfold(&held, at).into_iter().all(|mut case| {
            let (b, a) = (case.release(y), case.release(x));
            self.surely_differ(&case, a, b, fuel - 1)
        })
    }

    fn falls(&self, round: &Round<'_>, measure: Measure) -> bool {
        let (of, end) = match measure {
            Measure::Once | Measure::Sides { .. } => return true,
            Measure::Elements { of, end, .. }
            | Measure::Growing { of, end, .. }
            | Measure::Bytes { of, end } => (of, end),
        };
        let known = |state: &State| {
            let at = state.root(Root::Register(of)).and_then(Value::term)?;
            Some((at, end.value(state)?))
        };
        let finite = |state: &State| match (measure, known(state)) {
            (_, None) => false,
            (Measure::Elements { link, how, .. } | Measure::Growing { link, how, .. }, Some((at, end))) => {
                self.leads_to_end(state, at, link, end, how == Passing::Reached)
            }
            _ => true,
        };
        let less = |state: &State| {
            if let (Measure::Growing { .. }, Some(round)) = (measure, state.round) {
                if round.grown {
                    return true;
                }
                if round.wrote {
                    return false;
                }
            }
            let (Some((now, end_now)), Some((then, end_then))) =
                (known(state), round.remembered(state, of, end))
            else {
                return false;
            };
            if !self.proves_eq(state, end_now, end_then) {
                return false;
            }
            match measure {
                Measure::Once | Measure::Sides { .. } => true,
                Measure::Elements { link, how, .. } | Measure::Growing { link, how, .. } => {
                    let passed = if how == Passing::Left { then } else { now };
                    let linked = then.base.filter(|_| then.offset == 0).and_then(|base| state.block(base));
                    let next = linked.and_then(|block| block.cells.iter().find(|cell| cell.offset == link));
                    next.and_then(|cell| cell.value.term())
                        .is_some_and(|next| self.proves_eq(state, next, now))
                        && self.proves_ne(state, passed, end_then)
                }
                Measure::Bytes { .. } => {
                    let on = crate::heap::state::difference(now, then).and_then(|distance| distance.plus(-1));
                    let is_part = |term: Term| {
                        let there = state.object_of(term).and_then(|(at, _)| state.block(at));
                        there.is_some_and(|block| block.origin == crate::heap::Origin::Part)
                    };
                    is_part(then)
                        && on.is_some_and(|on| state.pure.proves_ge(&on))
                        && self.is_not_before(state, end_now, now)
                }
            }
        };
        round.before.iter().all(finite) && round.after.iter().all(less)
    }
}

/// The states before and after a round, with what is remembered.
struct Round<'a> {
    before: &'a [State],
    after: &'a [State],
    variables: &'a [LocalId],
    ends: &'a [End],
}

impl Round<'_> {
    /// What a variable and an end were before the round.
    fn remembered(&self, state: &State, of: LocalId, end: End) -> Option<(Term, Term)> {
        let variable = self.variables.iter().position(|known| *known == of)?;
        let end = self.variables.len() + self.ends.iter().position(|known| *known == end)?;
        let held = |number: usize| state.root(Root::Scratch(u32::try_from(number).ok()?))?.term();
        Some((held(variable)?, held(end)?))
    }
}

impl End {
    fn value(self, state: &State) -> Option<Term> {
        match self {
            Self::Null => Some(Term::NULL),
            Self::Root(root) => state.root(root)?.term(),
            Self::Content(global) => {
                let at = state.address(Root::Global(global))?;
                let cell = state.block(at)?.cells.iter().find(|cell| cell.offset == 0 && cell.size == 8)?;
                cell.value.term()
            }
        }
    }
}

/// The registers that hold addresses in all states.
fn variables(states: &[State]) -> Vec<LocalId> {
    let Some((first, others)) = states.split_first() else { return Vec::new() };
    let is_pointer = |state: &State, root: Root| {
        let term = state.root(root).and_then(Value::term);
        term == Some(Term::NULL)
            || term.and_then(|term| term.base).is_some_and(|base| state.range(base).is_none())
    };
    let registers = first.roots.iter().filter_map(|(root, _)| match root {
        Root::Register(local) => Some(*local),
        _ => None,
    });
    registers
        .filter(|local| {
            let root = Root::Register(*local);
            is_pointer(first, root) && others.iter().all(|state| is_pointer(state, root))
        })
        .collect()
}

/// Where a walk may end: what all states have.
fn ends(states: &[State]) -> Vec<End> {
    let mut ends = vec![End::Null];
    let Some(first) = states.first() else { return ends };
    for (root, _) in &first.roots {
        match root {
            Root::Register(_) | Root::Formal(_) | Root::Old(_) => ends.push(End::Root(*root)),
            Root::Global(global) => ends.extend([End::Root(*root), End::Content(*global)]),
            _ => {}
        }
    }
    ends.retain(|end| states.iter().all(|state| end.value(state).is_some()));
    ends
}

/// Whether a loop may change memory.
fn writes(program: &Program, function: FunctionId, blocks: &[ir::BlockId]) -> bool {
    let Some(body) = &*program.functions[function].body else { return true };
    blocks.iter().flat_map(|block| &body.blocks[*block].stmts).any(|stmt| may_write(&stmt.kind))
}

/// Whether a statement may change memory.
pub(crate) fn may_write(kind: &StmtKind) -> bool {
    !matches!(
        kind,
        StmtKind::Assign { .. }
            | StmtKind::Load { .. }
            | StmtKind::Assume(_)
            | StmtKind::Assert { .. }
            | StmtKind::Nondet { .. }
            | StmtKind::Dead(_)
    )
}

/// A measure in words.
fn name(program: &Program, function: FunctionId, measure: Measure) -> String {
    let local = |local: LocalId| {
        let body = program.functions[function].body.as_ref();
        let name = body.and_then(|body| body.locals[local].name.as_deref());
        name.map_or_else(|| "a value".to_owned(), |name| format!("`{name}`"))
    };
    let end = |end: End| match end {
        End::Null => "the end of the list".to_owned(),
        End::Root(Root::Register(of)) => local(of),
        End::Root(Root::Global(global)) => format!("`{}`", program.globals[global].name),
        End::Root(_) => "an end that was given".to_owned(),
        End::Content(global) => format!("where `{}` points to", program.globals[global].name),
    };
    match measure {
        Measure::Once => "rounds".to_owned(),
        Measure::Elements { of, end: to, .. } => format!("elements from {} to {}", local(of), end(to)),
        Measure::Growing { of, end: to, .. } => {
            format!("memory left to the system, then elements from {} to {}", local(of), end(to))
        }
        Measure::Bytes { of, end: to } => format!("bytes from {} to {}", local(of), end(to)),
        Measure::Sides { of, pivot } => {
            format!("addresses ahead of {}, those above {} before those below it", local(of), local(pivot))
        }
    }
}

impl Checkers {
    /// Where elements of structures have links along which they go on.
    fn links(&self) -> Vec<i64> {
        let usable = self.definitions.list.iter().filter(|definition| !definition.refused);
        let rules = usable.flat_map(|definition| &definition.rules);
        let mut links: Vec<i64> = rules
            .flat_map(|rule| {
                let cells = rule.objects.iter().flat_map(|object| &object.cells);
                cells
                    .filter(|cell| rule.calls.iter().any(|call| call.root == cell.value))
                    .map(|cell| cell.offset)
            })
            .collect();
        links.sort_unstable();
        links.dedup();
        links
    }
}
