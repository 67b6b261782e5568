//! Which definitions say more than others.
//!
//! A sorted list is a list, a tree with parent links is a tree. `A` *refines* `B` if every structure that `A` describes is one that `B`
//! describes, at the same root and over the same objects, with each parameter of `B` being one of `A`'s. The largest relation is
//! taken of which this holds step by step: every rule of the one implies a rule of the other that owns the same objects, and whose
//! calls are those of the one, on the same roots, of definitions that are related again. Derivations are finite, so this is
//! enough (induction on them).
//!
//! Less is asked of *segments*: those of `A` are segments of `B` if the rules by which `A` goes on imply rules by which `B` goes on. Zeros up to
//! the end of a list are not zeros up to a one, but the elements on the way are.

use rustc_hash::{FxHashMap, FxHashSet};

use super::satisfy::Known;
use super::{Atom, Call, Definition, DefinitionId, Definitions, Form, Name, Object, Rule, Sort, Term};

/// How many ways to take the parameters of one from those of the other are tried.
const WAYS: usize = 36;

/// Pairs of definitions beyond this number are not looked at.
const PAIRS: usize = 4096;

/// Which definitions, and which segments, are others too.
#[derive(Clone, Debug, Default)]
pub(crate) struct Refinements {
    /// For pairs of different definitions of which the first refines the second: which parameter of the first each of the second is.
    whole: FxHashMap<(DefinitionId, DefinitionId), Vec<usize>>,
    /// Pairs of definitions with the same parameters of which every segment of the first is one of the second.
    on_the_way: FxHashSet<(DefinitionId, DefinitionId)>,
}

impl Refinements {
    /// Finds all; `reachable` says where the calls of each definition lead.
    pub(crate) fn of(definitions: &Definitions, reachable: &[Vec<DefinitionId>]) -> Self {
        let ids = || (0..definitions.list.len()).map(|index| DefinitionId(index as u32));
        let mut open: Vec<(DefinitionId, DefinitionId, Vec<usize>)> = Vec::new();
        for a in ids() {
            for b in ids().filter(|b| a != *b) {
                if open.len() < PAIRS && comparable(&definitions[a], &definitions[b]) {
                    let ways = ways(&definitions[a], &definitions[b]);
                    open.extend(ways.into_iter().map(|way| (a, b, way)));
                }
            }
        }
        loop {
            let before = open.len();
            let known = open.clone();
            open.retain(|(a, b, way)| refines(definitions, *a, *b, way, &known));
            if open.len() == before {
                break;
            }
        }
        let pairs = ids().flat_map(|a| ids().map(move |b| (a, b)));
        let on_the_way = pairs
            .filter(|(a, b)| a != b && refines_on_the_way(definitions, reachable, (*a, *b), &open))
            .collect();
        let mut whole = FxHashMap::default();
        for (a, b, way) in open {
            whole.entry((a, b)).or_insert(way);
        }
        Self { whole, on_the_way }
    }

    /// Which parameter of the first definition each of the second's is, if the first refines the second.
    pub(crate) fn get(&self, from: DefinitionId, to: DefinitionId) -> Option<&[usize]> {
        self.whole.get(&(from, to)).map(Vec::as_slice)
    }

    /// Whether a segment of the first definition is one of the second, with the same arguments.
    pub(crate) fn of_segments(&self, from: DefinitionId, to: DefinitionId) -> bool {
        self.on_the_way.contains(&(from, to))
    }
}

fn comparable(a: &Definition, b: &Definition) -> bool {
    a.root == b.root && !a.refused && !b.refused && !a.rules.is_empty()
}

/// The ways to take each parameter of `b` from one of `a` of the same sort.
fn ways(a: &Definition, b: &Definition) -> Vec<Vec<usize>> {
    let mut ways = vec![Vec::new()];
    for param in &b.params {
        let fitting = a.params.iter().enumerate().filter(|(_, other)| other.sort == param.sort);
        let fitting: Vec<usize> = fitting.map(|(index, _)| index).collect();
        ways = ways
            .into_iter()
            .flat_map(|way: Vec<usize>| {
                fitting.iter().map(move |index| way.iter().copied().chain([*index]).collect())
            })
            .collect();
        if ways.len() > WAYS {
            return Vec::new();
        }
    }
    ways
}

type Pairs = [(DefinitionId, DefinitionId, Vec<usize>)];

fn refines(
    definitions: &Definitions,
    a: DefinitionId,
    b: DefinitionId,
    way: &[usize],
    known: &Pairs,
) -> bool {
    definitions[a].rules.iter().all(|rule| {
        let sorts = |name: Name| sort_of(&definitions[a], rule, name);
        definitions[b]
            .rules
            .iter()
            .any(|other| Matching::new(rule, (a, b), way, known).matches(other, &sorts))
    })
}

/// Whether each rule by which `a` goes on, in one place, implies one by which `b` does.
fn refines_on_the_way(
    definitions: &Definitions,
    reachable: &[Vec<DefinitionId>],
    (a, b): (DefinitionId, DefinitionId),
    known: &Pairs,
) -> bool {
    let (first, second) = (&definitions[a], &definitions[b]);
    let sorts =
        |definition: &Definition| definition.params.iter().map(|param| param.sort).collect::<Vec<_>>();
    if !comparable(first, second) || sorts(first) != sorts(second) {
        return false;
    }
    let way: Vec<usize> = (0..first.params.len()).collect();
    let known: Vec<_> = known.iter().cloned().chain([(a, b, way.clone())]).collect();
    let calls =
        |rule: &Rule, id: DefinitionId| rule.calls.iter().filter(|call| call.definition == id).count();
    let leads_back = |call: &Call| call.definition == a || reachable[call.definition.0 as usize].contains(&a);
    let mut going = first.rules.iter().filter(|rule| rule.calls.iter().any(leads_back)).peekable();
    going.peek().is_some()
        && going.all(|rule| {
            let sorts = |name: Name| sort_of(first, rule, name);
            let mut others = second.rules.iter().filter(|other| calls(other, b) == 1 && calls(other, a) == 0);
            calls(rule, a) == 1
                && rule.calls.iter().filter(|call| leads_back(call)).count() == 1
                && others.any(|other| Matching::new(rule, (a, b), &way, &known).matches(other, &sorts))
        })
}

fn sort_of(definition: &Definition, rule: &Rule, name: Name) -> Sort {
    match name {
        Name::Root | Name::Global(_) | Name::Code(_) => Sort::Pointer,
        Name::Param(index) => definition.params[index as usize].sort,
        Name::Local(index) => rule.locals[index as usize],
    }
}

/// A rule of the other definition is read as one about the names of this rule.
struct Matching<'a> {
    rule: &'a Rule,
    pair: (DefinitionId, DefinitionId),
    way: &'a [usize],
    known: &'a Pairs,
    /// What the locals of the other rule stand for.
    locals: Vec<Meaning>,
}

/// What a local of the other rule stands for.
#[derive(Clone, Copy)]
enum Meaning {
    Open,
    /// Something that our rule does not speak of.
    Unseen,
    Ours(Term),
}

impl<'a> Matching<'a> {
    fn new(rule: &'a Rule, pair: (DefinitionId, DefinitionId), way: &'a [usize], known: &'a Pairs) -> Self {
        Self { rule, pair, way, known, locals: Vec::new() }
    }

    fn matches(mut self, other: &Rule, sorts: &dyn Fn(Name) -> Sort) -> bool {
        let plain =
            |rule: &Rule| rule.segments.is_empty() && rule.reads.is_empty() && rule.slots().next().is_none();
        if !plain(self.rule)
            || !plain(other)
            || !other.sets.is_empty()
            || self.rule.objects.len() != other.objects.len()
            || self.rule.calls.len() != other.calls.len()
        {
            return false;
        }
        self.locals = vec![Meaning::Open; other.locals.len()];
        let objects = other.objects.iter().all(|object| self.has_object(object));
        objects && self.has_calls(&other.calls) && other.pure.iter().all(|atom| self.implies(atom, sorts))
    }

    fn term(&self, term: Term) -> Option<Term> {
        let Some(name) = term.name else { return Some(term) };
        let base = match name {
            Name::Root | Name::Global(_) | Name::Code(_) => Term::of(name),
            Name::Param(index) => Term::of(Name::Param(*self.way.get(index as usize)? as u32)),
            Name::Local(index) => match self.locals[index as usize] {
                Meaning::Ours(term) => term,
                Meaning::Open | Meaning::Unseen => return None,
            },
        };
        base.plus(term.offset)
    }

    /// A term of the other rule is this one of ours.
    fn unify(&mut self, term: Term, ours: Term) -> bool {
        match (self.term(term), term.name) {
            (Some(known), _) => known == ours,
            (None, Some(Name::Local(index))) if matches!(self.locals[index as usize], Meaning::Open) => {
                let value = term.offset.checked_neg().and_then(|back| ours.plus(back));
                self.locals[index as usize] = value.map_or(Meaning::Unseen, Meaning::Ours);
                value.is_some()
            }
            (None, _) => false,
        }
    }

    fn has_object(&mut self, object: &Object) -> bool {
        let Some(at) = self.term(object.at) else { return false };
        let rule = self.rule;
        let same = |ours: &&Object| {
            ours.at == at
                && (ours.size, ours.text) == (object.size, object.text)
                // Behind a string bytes need not be written, and rows own what they own.
                && (&ours.texts, &ours.rows) == (&object.texts, &object.rows)
        };
        let Some(ours) = rule.objects.iter().find(same) else { return false };
        let cells = object.cells.iter().all(|cell| {
            let found = ours.cells.iter().find(|ours| ours.offset == cell.offset && ours.size == cell.size);
            match (found, cell.value.name) {
                (Some(ours), _) => self.unify(cell.value, ours.value),
                // A value that nothing else in the other rule speaks of, in bytes that ours does not speak of.
                (None, Some(Name::Local(index))) => {
                    let end = cell.offset + i64::from(cell.size);
                    let meaning = std::mem::replace(&mut self.locals[index as usize], Meaning::Unseen);
                    matches!(meaning, Meaning::Open)
                        && ours.cells.iter().all(|ours| {
                            ours.offset + i64::from(ours.size) <= cell.offset || end <= ours.offset
                        })
                }
                (None, _) => false,
            }
        });
        cells && self.has_body(ours, object)
    }

    /// Whether a node has the body of the other rule's, once what its members hold is known.
    fn has_body(&self, ours: &Object, object: &Object) -> bool {
        let (Some(body), Some(other)) = (&ours.body, &object.body) else {
            return ours.body.is_none() && object.body.is_none();
        };
        // What a footer holds is not compared: nodes that have one are none without, whose bodies are larger.
        if ours.footer.is_some() || object.footer.is_some() {
            return false;
        }
        let named = |sum: Form, (name, factor): &(Name, i64)| {
            sum.plus(*factor, &Form::from(self.term(Term::of(*name))?))
        };
        other.terms.iter().try_fold(Form::constant(other.constant), named).as_ref() == Some(body)
    }

    /// Whether the calls of the other rule are ours, each one of them.
    fn has_calls(&self, calls: &[Call]) -> bool {
        let mut used = vec![false; self.rule.calls.len()];
        calls.iter().all(|call| {
            let place = (0..used.len()).find(|at| !used[*at] && self.is_call(call, &self.rule.calls[*at]));
            place.is_some_and(|place| !std::mem::replace(&mut used[place], true))
        })
    }

    fn is_call(&self, call: &Call, ours: &Call) -> bool {
        let args: Option<Vec<Term>> = call.args.iter().map(|arg| self.term(*arg)).collect();
        let Some(args) = args.filter(|_| self.term(call.root) == Some(ours.root)) else { return false };
        if call.definition == ours.definition {
            return args == ours.args;
        }
        self.known.iter().any(|(a, b, way)| {
            // Where a structure goes on as itself the parameters are taken in the same way: so they are at the end of a segment.
            (*a, *b) == (ours.definition, call.definition)
                && ((*a, *b) != self.pair || way == self.way)
                && args.iter().zip(way).all(|(arg, from)| ours.args.get(*from) == Some(arg))
        })
    }

    /// Whether what our rule asks implies an atom of the other.
    fn implies(&self, atom: &Atom, sorts: &dyn Fn(Name) -> Sort) -> bool {
        let mut form = Form::constant(atom.form().constant);
        for (name, factor) in &atom.form().terms {
            let value = self.term(Term::of(*name)).map(|term| {
                let constant = Form::constant(term.offset.into());
                term.name.map_or(Some(constant.clone()), |name| Form::of(name).plus(1, &constant))
            });
            let Some(sum) = value.flatten().and_then(|value| form.plus(*factor, &value)) else {
                return false;
            };
            form = sum;
        }
        let Some(opposite) = atom.with(form).negated() else { return false };
        // What is owned is not null.
        let owned = self.rule.objects.iter().filter(|object| object.at == Term::of(Name::Root));
        let owned: Vec<Atom> = owned.map(|_| Atom::NonZero(Form::of(Name::Root))).collect();
        !Known::of(self.rule.pure.iter().chain(&owned).chain([&opposite]), sorts).is_feasible()
    }
}
