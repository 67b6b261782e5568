//! What lengths are for besides shapes: loops that end, and memory that is bounded.
//!
//! *Termination.* The number of cells from a variable to the end of its list is a linear form over the
//! counters, and so are the gap of two numbers and sums of these. A loop ends if one of them gets
//! smaller in every round and is not negative when a round begins. To find out, the value of each
//! candidate at the head is frozen as a number of its own, the loop is run once around from its
//! invariant, and the candidate is compared with its frozen value.
//!
//! On a cycle it is the number of cells up to where the cycle is cut, which is a number of the memory only if that is at the
//! first variable on it; otherwise it is not used.
//!
//! *Memory.* Cells made minus cells freed are the cells there are. The least affine form over the
//! inputs that bounds this number in every state of the analysis is the peak.

use engine::{Analysis, LoopReport, Point};
use ir::{Body, Program, Rvalue, StmtKind};
use logic::{Dim, Linear};

use crate::Lengths;
use crate::names::{FamilyId, Number, Root, RootId};
use crate::state::{State, Value};

/// Why a loop ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The line of the loop.
    pub line: u32,
    /// What gets smaller in every round; `None` if nothing was found.
    pub measure: Option<String>,
}

/// Something that may get smaller in every round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Candidate {
    /// The cells from a variable on.
    Length(FamilyId, RootId),
    /// The cells from either of two variables on.
    Lengths(FamilyId, RootId, RootId),
    /// The cells from a variable on a cycle to another one.
    Around(FamilyId, RootId, RootId),
    /// The second number minus the first.
    Gap(RootId, RootId),
    /// A number.
    Value(RootId),
}

/// What a loop comes to.
enum Falls {
    /// In this context no round is followed by another.
    Never,
    /// This gets smaller from one round to the next, if anything was found.
    After(Option<Candidate>),
}

/// The largest factor of an input and the largest constant in a memory bound.
const FACTORS: i64 = 4;

impl Lengths {
    /// Why the loops of an analysis end, in the order of the text.
    pub fn endings(&self, analysis: &mut Analysis<'_, Self>) -> Vec<Ending> {
        let program = analysis.program();
        let mut endings: Vec<Ending> = Vec::new();
        for report in analysis.loops() {
            let function = analysis.function(report.context);
            let Some(body) = &*program.functions[function].body else { continue };
            let line = body.blocks[report.head].span.line;
            let Falls::After(measure) = self.measure(analysis, &report) else { continue };
            let measure = measure.map(|candidate| self.candidate_name(program, candidate));
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

    /// What gets smaller in every round of a loop.
    fn measure(&self, analysis: &mut Analysis<'_, Self>, report: &LoopReport<State>) -> Falls {
        let candidates = self.candidates(&report.states);
        let frozen = |index: usize| self.names.dim(Number::Measure(index as u32));
        let mut usable = candidates.clone();
        let mut seeds = Vec::new();
        for mut seed in report.states.iter().flat_map(|state| self.without_doubt(state)) {
            let state = seed.clone();
            for (index, candidate) in candidates.iter().enumerate() {
                match self.candidate_value(&state, *candidate) {
                    Some(form) => seed.numbers.add_equal(frozen(index), &form),
                    None => {
                        usable.retain(|known| known != candidate);
                        seed.numbers.add(frozen(index));
                    }
                }
            }
            seeds.push(seed);
        }
        let Some(back) = analysis.once_around(report.context, report.head, seeds) else {
            return Falls::After(None);
        };
        let back: Vec<State> = back.iter().flat_map(|state| self.without_doubt(state)).collect();
        if back.is_empty() {
            return Falls::Never;
        }
        let falling = candidates.iter().enumerate().find_map(|(index, candidate)| {
            let falls = usable.contains(candidate)
                && back.iter().all(|state| {
                    // Where the loop is entered elsewhere nothing was frozen.
                    let before = Linear::from(frozen(index));
                    let frozen = state.numbers.contains(frozen(index));
                    self.candidate_value(state, *candidate).filter(|_| frozen).is_some_and(|now| {
                        let change = before.add_scaled(-1, &now);
                        let falls = change.and_then(|change| change.add_scaled(-1, &Linear::constant(1)));
                        falls.is_some_and(|falls| state.numbers.proves_ge(&falls))
                            && state.numbers.proves_ge(&before)
                    })
                });
            falls.then_some(*candidate)
        });
        Falls::After(falling)
    }

    /// The cases of a state with cycles, each cut where the memory says.
    fn without_doubt(&self, state: &State) -> Vec<State> {
        if self.cycles(state).is_empty() {
            return vec![state.clone()];
        }
        let mut cases = self.split(state.clone(), &|_, _| true);
        for state in &mut cases {
            self.settle_cycles(state);
        }
        cases
    }

    /// What may get smaller, the simplest first.
    fn candidates(&self, states: &[State]) -> Vec<Candidate> {
        let mut lengths = Vec::new();
        let mut gaps = Vec::new();
        let mut values = Vec::new();
        for state in states {
            for (root, value) in &state.env {
                match (self.names.root_of(*root), value) {
                    (Root::Register(..) | Root::Part(..), Value::Cell(family, _) | Value::List(family)) => {
                        lengths.push((*family, *root));
                    }
                    (Root::Register(..) | Root::Part(..), Value::Int) => values.push(Candidate::Value(*root)),
                    _ => {}
                }
            }
            for dim in state.numbers.dims() {
                if let Number::Gap(first, second) = self.names.number_of(*dim) {
                    gaps.extend([Candidate::Gap(first, second), Candidate::Gap(second, first)]);
                }
            }
        }
        lengths.sort_unstable();
        lengths.dedup();
        let cyclic = states.iter().any(|state| !self.cycles(state).is_empty());
        let around: Vec<Candidate> = lengths
            .iter()
            .flat_map(|a| lengths.iter().map(move |b| (a, b)))
            .filter(|(a, b)| cyclic && a != b && a.0 == b.0)
            .map(|(a, b)| Candidate::Around(a.0, a.1, b.1))
            .collect();
        let pairs = lengths.iter().enumerate().flat_map(|(index, (family, a))| {
            let same = lengths[..index].iter().filter(move |(other, _)| other == family);
            same.map(move |(_, b)| Candidate::Lengths(*family, *b, *a))
        });
        let mut candidates: Vec<Candidate> =
            lengths.iter().map(|(family, root)| Candidate::Length(*family, *root)).collect();
        gaps.sort_unstable();
        gaps.dedup();
        values.sort_unstable();
        values.dedup();
        candidates.extend(gaps);
        candidates.extend(values);
        candidates.extend(around);
        candidates.extend(pairs);
        candidates
    }

    fn candidate_value(&self, state: &State, candidate: Candidate) -> Option<Linear> {
        let length = |family, root| match state.get(root) {
            Some(Value::Null) => Some(Linear::constant(0)),
            Some(Value::Cell(of, _) | Value::List(of))
                if of == family && !self.is_cut_anywhere(state, family, root) =>
            {
                Some(self.length(state, family, root))
            }
            _ => None,
        };
        let number =
            |root| (state.get(root) == Some(Value::Int)).then(|| Linear::from(self.names.value(root)));
        match candidate {
            Candidate::Length(family, root) => length(family, root),
            Candidate::Around(family, from, to) => self.around(state, family, from, to),
            Candidate::Lengths(family, a, b) => length(family, a)?.add_scaled(1, &length(family, b)?),
            Candidate::Gap(first, second) => number(second)?.add_scaled(-1, &number(first)?),
            Candidate::Value(root) => number(root),
        }
    }

    /// The cells from a variable on a cycle up to another one, if the cycle is cut there.
    fn around(&self, state: &State, family: FamilyId, from: RootId, to: RootId) -> Option<Linear> {
        let cell = |root| state.get(root) == Some(Value::Cell(family, 0));
        let (start, end) = (state.head(family, from)?, state.head(family, to)?);
        let cut = self.cycle_of(&end.vrv)?;
        let here = state.head(family, cut)?;
        let on_cycle = cell(from) && cell(to) && start.vrv.contains(cut) && here.vrv == end.vrv;
        if !on_cycle || !state.segments.iter().all(|segment| self.has_cells(state, segment)) {
            return None;
        }
        let same = start.vrv == end.vrv;
        Some(if same { Linear::constant(0) } else { self.length(state, family, from) })
    }

    fn candidate_name(&self, program: &Program, candidate: Candidate) -> String {
        let name = |root| self.root_name(program, root);
        match candidate {
            Candidate::Length(_, root) => format!("the length of the list at `{}`", name(root)),
            Candidate::Around(_, from, to) => {
                format!("the number of cells from `{}` around to `{}`", name(from), name(to))
            }
            Candidate::Lengths(_, a, b) => {
                format!("the lengths of the lists at `{}` and `{}` together", name(a), name(b))
            }
            Candidate::Gap(first, second) => format!("`{} - {}`", name(second), name(first)),
            Candidate::Value(root) => format!("`{}`", name(root)),
        }
    }

    /// The most cells there are at once, as a form over the inputs.
    pub fn peak_memory(&self, analysis: &Analysis<'_, Self>) -> Option<String> {
        let program = analysis.program();
        let mut families: Vec<FamilyId> = Vec::new();
        let root = analysis.function(analysis.root());
        // Only an allocation or a call makes there be more cells than before.
        let states = analysis
            .points()
            .iter()
            .filter(|(point, _)| point.function == root && may_have_grown(program, **point));
        let states: Vec<&State> =
            states.flat_map(|(_, states)| states.states.iter().map(|(_, state)| state)).collect();
        for state in &states {
            families.extend(state.segments.iter().map(|segment| segment.family));
        }
        families.sort_unstable();
        families.dedup();
        let [family] = families[..] else {
            return families.is_empty().then(|| "0".to_owned());
        };
        let mut inputs: Vec<Dim> = Vec::new();
        for state in &states {
            inputs.extend(state.numbers.dims().iter().copied().filter(|dim| self.is_input_of_function(*dim)));
        }
        inputs.sort_unstable();
        inputs.dedup();
        let bound = bounds(&inputs).into_iter().find(|bound| {
            states.iter().all(|state| {
                let room = bound.add_scaled(-1, &self.live_cells(state, family));
                let known = bound.dims().all(|dim| state.numbers.contains(dim));
                known && room.is_some_and(|room| state.numbers.proves_ge(&room))
            })
        })?;
        Some(bound.display(|dim| self.number_name(program, dim)).to_string())
    }

    /// The cells made and not freed.
    fn live_cells(&self, state: &State, family: FamilyId) -> Linear {
        let ghost = |number: Number| {
            let dim = self.names.dim(number);
            if state.numbers.contains(dim) { Linear::from(dim) } else { Linear::constant(0) }
        };
        ghost(Number::Made(family)) - ghost(Number::Freed(family))
    }

    /// A length on entry, or a parameter's value on entry.
    fn is_input_of_function(&self, dim: Dim) -> bool {
        match self.names.number_of(dim) {
            Number::Input(_) => true,
            Number::Value(root) => matches!(self.names.root_of(root), Root::Formal(_)),
            _ => false,
        }
    }

    /// The facts about a finished analysis that are worth a line: endings, memory, leaks.
    pub fn findings_of_lengths(&self, analysis: &mut Analysis<'_, Self>) -> Vec<String> {
        let mut facts = Vec::new();
        let endings = self.endings(analysis);
        for ending in &endings {
            if let Some(measure) = &ending.measure {
                facts.push(format!(
                    "the loop at line {} ends: {measure} gets smaller in every round",
                    ending.line
                ));
            }
        }
        if let Some(peak) = self.peak_memory(analysis) {
            facts.push(format!("at most {peak} list cells are allocated at any time"));
        }
        facts
    }
}

/// Whether the statement before a point can have made list cells, or there is none.
fn may_have_grown(program: &Program, point: Point) -> bool {
    let Some(body) = &*program.functions[point.function].body else { return false };
    let Some(before) = point.stmt.checked_sub(1) else { return point.block == Body::ENTRY };
    let stmt = &body.blocks[point.block].stmts[before as usize];
    matches!(stmt.kind, StmtKind::Assign { value: Rvalue::Convert(_), .. } | StmtKind::Call(_))
}

/// Forms over inputs, the smallest first.
fn bounds(inputs: &[Dim]) -> Vec<Linear> {
    let mut forms = vec![Linear::constant(0)];
    for input in inputs.iter().take(3) {
        forms = forms
            .iter()
            .flat_map(|form| (0..FACTORS).filter_map(|factor| form.add_scaled(factor, &Linear::from(*input))))
            .collect();
    }
    let mut bounds: Vec<Linear> = forms
        .iter()
        .flat_map(|form| (0..FACTORS).map(|constant| form.clone() + Linear::constant(constant)))
        .collect();
    let weight = |form: &Linear| {
        let factors: i64 = form.terms().iter().map(|(_, factor)| factor).sum();
        (factors, form.offset())
    };
    bounds.sort_by_key(weight);
    bounds
}
