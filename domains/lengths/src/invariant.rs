//! Loop invariants in the paper's notation, and whether an equation follows from them.
//!
//! All states at the head of a loop are joined to one system of equations over counters, inputs and
//! integer variables. A counter is written `t^0110`, with one bit for each list variable in
//! alphabetical order, the first variable right-most.

use std::collections::BTreeSet;

use engine::{Analysis, Point};
use ir::Program;
use logic::{AffineBox, Dim, Linear};

use crate::Lengths;
use crate::names::{Number, Root, RootId};
use crate::state::State;
use crate::vrv::Vrv;

/// A place in a function that people would write an invariant at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// Before the first statement on a line.
    Before(u32),
    /// Where the loop of a line begins a round.
    Loop(u32),
    /// Where the function returns.
    Exit,
}

/// What holds at a place.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// The line.
    pub line: u32,
    /// The list variables, in the order of the bits.
    pub variables: Vec<String>,
    /// The equations, in the paper's notation. A counter that does not occur is zero.
    pub equations: Vec<String>,
    /// The bounds of the counters, in the paper's notation.
    pub bounds: Vec<String>,
    numbers: AffineBox,
}

impl Lengths {
    /// The invariants of the loops of the entry function, in the order of the text.
    pub fn invariants(&self, analysis: &mut Analysis<'_, Self>) -> Vec<Invariant> {
        let program = analysis.program();
        let root = analysis.root();
        let mut invariants = Vec::new();
        for report in analysis.loops().into_iter().filter(|report| report.context == root) {
            let function = analysis.function(report.context);
            let Some(body) = &*program.functions[function].body else { continue };
            let Some(numbers) = self.joined(&report.states) else { continue };
            let variables = self.list_variables(program, &numbers);
            let line = body.blocks[report.head].span.line;
            invariants.push(self.invariant(program, line, variables, numbers));
        }
        invariants.sort_by_key(|invariant| invariant.line);
        invariants
    }

    fn invariant(
        &self,
        program: &Program,
        line: u32,
        variables: Vec<String>,
        mut numbers: AffineBox,
    ) -> Invariant {
        // What is zero is not worth mentioning.
        let zero = |dim: &Dim| {
            matches!(self.names.number_of(*dim), Number::Count(..) | Number::Freed(_))
                && numbers.constant(&Linear::from(*dim)) == Some(0)
        };
        let zeros: Vec<Dim> = numbers.dims().iter().copied().filter(zero).collect();
        numbers.remove_all(&zeros);
        let name = |dim: Dim| self.paper_name(program, &variables, dim);
        let equations = numbers.equations();
        let equations =
            equations.iter().map(|equation| equation.display_equation(name).to_string()).collect();
        let counters =
            numbers.dims().iter().filter(|dim| matches!(self.names.number_of(**dim), Number::Count(..)));
        let bounds = counters.map(|dim| {
            let form = Linear::from(*dim);
            let low = numbers.minimum(&form).unwrap_or(0);
            match numbers.maximum(&form) {
                Some(high) => format!("{} ∈ [{low}, {high}]", name(*dim)),
                None => format!("{} ∈ [{low}, ∞)", name(*dim)),
            }
        });
        let mut bounds: Vec<String> = bounds.collect();
        bounds.sort();
        Invariant { line, variables, equations, bounds, numbers }
    }

    /// What holds at a place of the entry function, over all its list variables.
    pub fn invariant_at(&self, analysis: &mut Analysis<'_, Self>, spot: Spot) -> Option<Invariant> {
        let program = analysis.program();
        let (root, function) = (analysis.root(), analysis.function(analysis.root()));
        let body = program.functions[function].body.as_ref()?;
        let (line, states) = match spot {
            Spot::Loop(line) => {
                let at = |head| body.blocks[head].span.line == line;
                let reports = analysis.loops();
                let mut states =
                    reports.into_iter().filter(|report| report.context == root && at(report.head));
                (line, states.next()?.states)
            }
            Spot::Before(line) => {
                let here = |point: &Point| {
                    let stmts = &body.blocks[point.block].stmts;
                    point.function == function
                        && stmts.get(point.stmt as usize).is_some_and(|stmt| stmt.span.line == line)
                };
                let (_, found) = analysis.points().iter().find(|(point, _)| here(point))?;
                (
                    line,
                    found
                        .states
                        .iter()
                        .filter(|(at, _)| *at == root)
                        .map(|(_, state)| state.clone())
                        .collect(),
                )
            }
            Spot::Exit => (program.functions[function].end.line, analysis.exits().cloned().collect()),
        };
        let numbers = self.joined(&states)?;
        let types = &program.types;
        let is_list = |local: &&ir::Local| match types.pointee(local.ty).map(|to| types.kind(to)) {
            Some(ir::TypeKind::Record(record)) => self.names.family_of(program, *record).is_some(),
            _ => false,
        };
        let mut variables: Vec<String> = body
            .locals
            .iter()
            .filter(is_list)
            .filter_map(|local| local.name.as_ref())
            .map(ToString::to_string)
            .collect();
        variables.sort();
        variables.dedup();
        Some(self.invariant(program, line, variables, numbers))
    }

    /// One system for all states, over what people want to see.
    fn joined(&self, states: &[State]) -> Option<AffineBox> {
        let common = |dim: &Dim| match self.names.number_of(*dim) {
            Number::Count(..) | Number::Freed(_) => true,
            Number::Input(_) => true,
            Number::Value(root) => {
                let named = match self.names.root_of(root) {
                    Root::Register(..) => self.called.borrow().contains_key(&root),
                    Root::Formal(_) => true,
                    _ => false,
                };
                named && states.iter().all(|state| state.numbers.contains(*dim))
            }
            _ => false,
        };
        let mut dims: BTreeSet<Dim> = BTreeSet::new();
        for state in states {
            dims.extend(state.numbers.dims().iter().copied().filter(common));
        }
        let mut joined: Option<AffineBox> = None;
        for state in states {
            let mut numbers = AffineBox::clone(&state.numbers);
            let rest: Vec<Dim> = numbers.dims().iter().copied().filter(|dim| !dims.contains(dim)).collect();
            numbers.remove_all(&rest);
            for dim in &dims {
                if !numbers.contains(*dim) {
                    numbers.add_equal(*dim, &Linear::constant(0));
                }
            }
            joined = Some(joined.map_or_else(|| numbers.clone(), |known| known.join(&numbers)));
        }
        joined
    }

    /// The names of the variables that the counters speak of.
    fn list_variables(&self, program: &Program, numbers: &AffineBox) -> Vec<String> {
        let mut names = BTreeSet::new();
        for dim in numbers.dims() {
            if let Number::Count(_, vrv) = self.names.number_of(*dim) {
                names.extend(vrv.roots().map(|root| self.plain_name(program, root)));
            }
        }
        names.into_iter().collect()
    }

    /// A variable's name as in the text, whether it stands for its value now or on entry.
    fn plain_name(&self, program: &Program, root: RootId) -> String {
        self.root_name(program, root).trim_end_matches('₀').to_owned()
    }

    fn paper_name(&self, program: &Program, variables: &[String], dim: Dim) -> String {
        match self.names.number_of(dim) {
            Number::Count(_, vrv) => {
                let names = self.plain_names(program, &vrv);
                let bits: String =
                    variables.iter().rev().map(|name| if names.contains(name) { '1' } else { '0' }).collect();
                format!("t^{bits}")
            }
            Number::Value(root) => self.plain_name(program, root),
            _ => self.number_name(program, dim),
        }
    }

    fn plain_names(&self, program: &Program, vrv: &Vrv) -> BTreeSet<String> {
        vrv.roots().map(|root| self.plain_name(program, root)).collect()
    }

    /// Whether an equation such as `|x| + 2*|x y| = len(x)` follows from an invariant. A counter is
    /// named by its variables; one that does not occur is zero. `None` if the text is no equation.
    pub fn follows(&self, program: &Program, invariant: &Invariant, equation: &str) -> Option<bool> {
        let (left, right) = equation.split_once('=')?;
        let left = self.read_sum(program, &invariant.numbers, left)?;
        let right = self.read_sum(program, &invariant.numbers, right)?;
        Some(invariant.numbers.proves_eq(&left.add_scaled(-1, &right)?))
    }

    fn read_sum(&self, program: &Program, numbers: &AffineBox, text: &str) -> Option<Linear> {
        text.split('+').try_fold(Linear::constant(0), |sum, term| {
            let term = term.trim();
            let (factor, name) = match term.split_once('*') {
                Some((factor, name)) => (factor.trim().parse().ok()?, name.trim()),
                None => (1, term),
            };
            if let Ok(constant) = name.parse::<i64>() {
                return sum.add_scaled(factor, &Linear::constant(constant));
            }
            match self.find_number(program, numbers, name)? {
                Some(dim) => sum.add_scaled(factor, &Linear::from(dim)),
                None => Some(sum),
            }
        })
    }

    /// The number with a name; inner `None` for a counter that does not occur.
    #[allow(clippy::option_option)]
    fn find_number(&self, program: &Program, numbers: &AffineBox, name: &str) -> Option<Option<Dim>> {
        if let Some(variables) = name.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')) {
            let wanted: BTreeSet<String> = variables.split_whitespace().map(str::to_owned).collect();
            let counter = numbers.dims().iter().copied().find(|dim| match self.names.number_of(*dim) {
                Number::Count(_, vrv) => self.plain_names(program, &vrv) == wanted,
                _ => false,
            });
            return Some(counter);
        }
        let named = |dim: &Dim| match self.names.number_of(*dim) {
            Number::Count(..) => false,
            Number::Value(root) => self.plain_name(program, root) == name,
            _ => self.number_name(program, *dim) == name,
        };
        numbers.dims().iter().copied().find(named).map(Some)
    }
}
