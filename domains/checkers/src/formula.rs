//! A state as a formula, in the notation of "Shape Analysis for Unstructured Sharing" (SAS 2015).
//!
//! ```text
//!   g = α, c = β: α·nodes *=(E, F) β·nodes * β·nodes(E, G) ∧ E = F ⊎ G
//! ```
//!
//! Values are called by Greek letters and sets by Latin ones, those of the contract first. A cell is `α·f ↦ β`, a structure `α·c(…)`, a segment
//! `α·c *=(…) β·c`. Where sets add up along a segment only their difference matters (section 3.2 of the paper): it gets a name of its own, and
//! the sets at both ends are forgotten, as far as nothing else speaks of them. What follows from equations is left out.

use engine::Point;
use ir::{Program, Var};
use logic::sets::{Kind, SetDomain, Sets};
use logic::{Dim, Fact, Form};

use crate::Checkers;
use crate::definition::{DefinitionId, Name};
use crate::draw::field;
use crate::heap::{Block, Region, Root, Segment, SetFacts, State, Sym, Term, Value};

const GREEK: [&str; 24] = [
    "α", "β", "γ", "δ", "ε", "ζ", "η", "θ", "ι", "κ", "λ", "μ", "ν", "ξ", "ο", "π", "ρ", "σ", "τ", "υ", "φ",
    "χ", "ψ", "ω",
];
const LATIN: [&str; 12] = ["E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P"];

/// A formula under way.
struct Formula<'a> {
    domain: &'a Checkers,
    program: &'a Program,
    state: &'a State,
    /// What is known of sets, of differences too.
    known: Sets,
    /// The sets that have a name, in this order.
    sets: Vec<Sym>,
    /// The values that have a name, in this order.
    values: Vec<Sym>,
    next: u32,
}

impl Checkers {
    /// A state as a formula.
    pub fn formula(&self, program: &Program, point: Point, state: &State) -> String {
        if state.anything {
            return "⊤".to_owned();
        }
        let known = state.sets.known.clone();
        let (sets, values, next) = (Vec::new(), Vec::new(), state.next);
        let mut formula = Formula { domain: self, program, state, known, sets, values, next };
        let variables = formula.variables(point);
        let regions = formula.regions();
        let heap = if regions.is_empty() { "emp".to_owned() } else { regions.join(" * ") };
        let facts = formula.numbers().into_iter().chain(formula.relations());
        let said: Vec<String> = std::iter::once(heap).chain(facts).collect();
        format!("{}: {}", variables.join(", "), said.join(" ∧ "))
    }
}

impl Formula<'_> {
    /// What variables and parameters hold; sets of the contract get their names.
    fn variables(&mut self, point: Point) -> Vec<String> {
        let function = &self.program.functions[point.function];
        let Some(body) = &*function.body else { return Vec::new() };
        let state = self.state;
        let ghosts = state.roots.iter().filter(|(root, _)| matches!(root, Root::Ghost(_)));
        for sym in ghosts.filter_map(|(_, value)| value.term()?.base) {
            self.set(sym);
        }
        let local = |index: u32| match body.params.get(index as usize) {
            Some(Var::Local(local)) => Some(*local),
            _ => None,
        };
        // What parameters were comes first.
        let mut held = state.roots.clone();
        held.sort_by_key(|(root, _)| !matches!(root, Root::Formal(_)));
        let mut said = Vec::new();
        for (root, value) in held {
            let name = match root {
                Root::Formal(index) => local(index).and_then(|local| {
                    let name = body.locals[local].name.as_deref()?;
                    match state.root(Root::Register(local)) {
                        Some(now) if now == value => None,
                        Some(_) => Some(format!("old {name}")),
                        None => Some(name.to_owned()),
                    }
                }),
                Root::Register(local) => {
                    body.locals.get(local).and_then(|local| Some(local.name.as_deref()?.to_owned()))
                }
                Root::Slot(slot) => body.slots[slot].name.as_deref().map(|name| format!("&{name}")),
                Root::Global(global) => Some(format!("&{}", self.program.globals[global].name)),
                Root::Result => Some("result".to_owned()),
                _ => None,
            };
            if let (Some(name), Value::Known(term)) = (name, value) {
                said.push(format!("{name} = {}", self.term(term)));
            }
        }
        said
    }

    /// All regions, those that something led to before the others.
    fn regions(&mut self) -> Vec<String> {
        let state = self.state;
        let mut said = Vec::new();
        let mut done: Vec<Sym> = Vec::new();
        loop {
            let named =
                self.values.iter().copied().find(|sym| !done.contains(sym) && state.region(*sym).is_some());
            let rest = || state.regions.iter().map(|(at, _)| *at).find(|at| !done.contains(at));
            let Some(at) = named.or_else(rest) else { return said };
            done.push(at);
            let root = self.term(Term::of(at));
            match state.region(at) {
                Some(Region::Block(block)) => said.extend(self.cells(&root, block)),
                Some(Region::Checker(checker)) => {
                    let args: Vec<String> = checker.args.iter().map(|arg| self.term(*arg)).collect();
                    said.push(format!("{root}·{}({})", self.name_of(checker.definition), args.join(", ")));
                }
                Some(Region::Segment(segment)) => said.push(self.segment(&root, segment)),
                None => {}
            }
        }
    }

    fn name_of(&self, definition: DefinitionId) -> String {
        self.domain.definitions[definition].name.to_string()
    }

    fn cells(&mut self, root: &str, block: &Block) -> Vec<String> {
        let rules = block.hint.iter().flat_map(|hint| &self.domain.definitions[*hint].rules);
        let mut objects = rules.flat_map(|rule| &rule.objects);
        let object =
            objects.find(|object| object.at.name == Some(Name::Root) && object.at.offset == block.start);
        let ty = object.map(|object| object.ty);
        let cells = block.cells.iter();
        let mut said: Vec<String> = cells
            .map(|cell| {
                let (name, _) = field(self.program, ty, cell.offset - block.start);
                let value = match cell.value {
                    Value::Known(term) => self.term(term),
                    Value::Any | Value::Unsure | Value::Uninit => "_".to_owned(),
                };
                format!("{root}·{name} ↦ {value}")
            })
            .collect();
        said.extend(block.runs.iter().map(|run| format!("{root}·[…] each {}", run.each.stride)));
        said
    }

    /// A segment: of sets that add up their difference, of others what both ends have.
    fn segment(&mut self, root: &str, segment: &Segment) -> String {
        let mut args = Vec::new();
        for (param, arg) in segment.args.iter().enumerate() {
            let end = segment.hole_args.get(param).copied();
            args.push(match end {
                Some(end)
                    if segment.definition == segment.hole
                        && self.domain.adds_up(segment.definition, param) =>
                {
                    self.difference(*arg, end)
                }
                Some(end) if end != *arg => format!("{} → {}", self.term(*arg), self.term(end)),
                _ => self.term(*arg),
            });
        }
        let to = self.term(segment.to);
        let (from, hole) = (self.name_of(segment.definition), self.name_of(segment.hole));
        format!("{root}·{from} *=({}) {to}·{hole}", args.join(", "))
    }

    /// A name for what one set has beyond another.
    fn difference(&mut self, whole: Term, part: Term) -> String {
        let sym = Sym(self.next);
        self.next += 1;
        let kind = whole.base.and_then(|base| self.known.kind(base.dim())).unwrap_or(Kind::Set);
        self.known.declare(sym.dim(), kind);
        let sum = part.form().add_scaled(1, &Form::of(sym.dim()));
        if let Some(form) = sum.and_then(|sum| sum.add_scaled(-1, &whole.form())) {
            self.known.guard(&Fact::Eq(form));
        }
        self.set(sym)
    }

    /// The name of a set: that of one which is the same, if there is one.
    fn set(&mut self, sym: Sym) -> String {
        let same = |other: &Sym| {
            let equation = Form::of(sym.dim()).add_scaled(-1, &Form::of(other.dim()));
            *other == sym || equation.is_some_and(|form| self.known.proves(&Fact::Eq(form)))
        };
        let place = self.sets.iter().position(same).unwrap_or_else(|| {
            self.sets.push(sym);
            self.sets.len() - 1
        });
        letter(&LATIN, place)
    }

    fn term(&mut self, term: Term) -> String {
        let Some(base) = term.base else { return term.offset.to_string() };
        if self.state.sets.is_set(base) {
            return self.set(base);
        }
        let place = self.values.iter().position(|sym| *sym == base).unwrap_or_else(|| {
            self.values.push(base);
            self.values.len() - 1
        });
        let name = letter(&GREEK, place);
        if term.offset == 0 { name } else { format!("{name}{:+}", term.offset) }
    }

    /// What is known of values that have a name.
    fn numbers(&self) -> Vec<String> {
        let place = |dim: Dim| self.values.iter().position(|sym| sym.dim() == dim);
        let facts = self.state.pure.facts();
        // That an object has an address is clear from there being one.
        let is_clear = |fact: &Fact| match (fact, fact.form().terms()) {
            (Fact::Ne(form), [(dim, _)]) if form.offset() == 0 => self.state.block(Sym(dim.0)).is_some(),
            _ => false,
        };
        let named =
            facts.iter().filter(|fact| !is_clear(fact) && fact.form().dims().all(|dim| place(dim).is_some()));
        named.map(|fact| fact.display_sides(|dim| letter(&GREEK, place(dim).unwrap_or_default()))).collect()
    }

    /// What is known of sets that have a name, and of points of values that have one.
    fn relations(&self) -> Vec<String> {
        let is_named = |term: Term| term.base.is_none_or(|base| self.values.contains(&base));
        let points: Vec<(Term, Sym)> =
            self.state.sets.points.iter().filter(|(term, _)| is_named(*term)).copied().collect();
        let mut known = self.known.clone();
        let kept = |dim: Dim| {
            self.sets.iter().any(|sym| sym.dim() == dim) || points.iter().any(|(_, point)| point.dim() == dim)
        };
        let gone: Vec<Dim> = known.names().into_iter().filter(|dim| !kept(*dim)).collect();
        known.forget(&gone);
        let facts = known.facts();
        // What equations say already need not be said.
        let mut equations = Sets::new(self.domain.set_choice);
        for name in known.names() {
            equations.declare(name, known.kind(name).unwrap_or(Kind::Set));
        }
        for fact in facts.iter().filter(|fact| matches!(fact, Fact::Eq(_))) {
            equations.guard(fact);
        }
        let said = SetFacts { known, points };
        let shown = |fact: &&Fact| matches!(fact, Fact::Eq(_)) || !equations.proves(fact);
        let name = |term: Term| {
            let Some(base) = term.base else { return term.offset.to_string() };
            let place = |among: &[Sym]| among.iter().position(|sym| *sym == base);
            let set = place(&self.sets).map(|place| letter(&LATIN, place));
            set.unwrap_or_else(|| letter(&GREEK, place(&self.values).unwrap_or_default()))
        };
        let relations = facts.iter().filter(shown).filter_map(|fact| said.relation(fact));
        let in_order = relations.map(|mut relation| {
            relation.items.sort_by_key(|(item, _)| name(item.term()));
            // The whole stands before its parts.
            if relation.equal && relation.items.iter().filter(|(_, factor)| *factor < 0).count() == 1 {
                relation.items.iter_mut().for_each(|(_, factor)| *factor = -*factor);
                relation.constant = -relation.constant;
            }
            relation
        });
        in_order.map(|relation| relation.text(|item| name(item.term()))).collect()
    }
}

/// One letter after the other, with numbers when there are no more.
fn letter(letters: &[&str], place: usize) -> String {
    let round = place / letters.len();
    let letter = letters[place % letters.len()];
    if round == 0 { letter.to_owned() } else { format!("{letter}{round}") }
}
