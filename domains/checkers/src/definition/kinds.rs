//! How parameters change along a structure.
//!
//! Mutual recursion makes one question of several: a parameter is constant if wherever the checkers of a
//! component call each other, and whichever way control comes back, it has its value again (§6.5 of the
//! dossier). Each kind is assumed of all and taken back where a call denies it.

use super::facts::Weakening;
use super::{Call, Definition, Definitions, Item, Kind, Name, Rule, SetAtom, Sort, Term};

/// Gives every parameter its kind. Tells besides how each may be changed.
pub(super) fn infer(definitions: &mut Definitions) -> Vec<Vec<Weakening>> {
    let weakenings = weakenings(&definitions.list);
    let mut kinds: Vec<Vec<Kind>> = Vec::new();
    for (n, definition) in definitions.list.iter().enumerate() {
        let kind = |(k, _): (usize, _)| kind(definitions, n, k, weakenings[n][k]);
        kinds.push(definition.params.iter().enumerate().map(kind).collect());
    }
    for (definition, kinds) in definitions.list.iter_mut().zip(kinds) {
        for (param, kind) in definition.params.iter_mut().zip(kinds) {
            param.kind = kind;
        }
    }
    weakenings
}

fn kind(definitions: &Definitions, of: usize, param: usize, weakening: Weakening) -> Kind {
    let definition = &definitions.list[of];
    let integer = matches!(definition.params[param].sort, Sort::Integer { .. });
    if comes_back(definitions, of, param, &|offset| offset == 0) {
        return Kind::Constant;
    }
    let passes_root = |call: &Call| call.args.get(param) == Some(&Term::of(Name::Root));
    if recursive_calls(definitions, of).all(|(_, call)| passes_root(call)) {
        return Kind::Previous { field: stored(definition, param) };
    }
    if integer && comes_back(definitions, of, param, &|_| true) {
        return Kind::Additive;
    }
    if let Sort::Set { .. } = definition.params[param].sort {
        return set_kind(definitions, of, param);
    }
    match weakening {
        Weakening::Down if integer => Kind::Lower,
        Weakening::Up if integer => Kind::Upper,
        _ => Kind::Free,
    }
}

/// The kind of a set that changes (appendix B of seed 003): what it is more than the sets of the recursive calls, in every rule.
fn set_kind(definitions: &Definitions, of: usize, param: usize) -> Kind {
    let definition = &definitions.list[of];
    let mut head = true;
    for rule in &definition.rules {
        // Only its own calls are counted: a way through another checker and back is not followed.
        let joined = |call: &&Call| definitions.reach.joins(of, call.definition.0 as usize);
        let again: Vec<&Call> = rule.calls.iter().filter(joined).collect();
        let own = again.iter().all(|call| call.definition.0 as usize == of);
        let parts: Vec<Item<Term>> =
            again.iter().filter_map(|call| call.args.get(param)).map(|arg| Item::Set(*arg)).collect();
        let points: Vec<Item<Term>> = rule
            .sets
            .iter()
            .flat_map(|atom| &atom.items)
            .map(|(item, _)| *item)
            .filter(|item| matches!(item, Item::Point(_)))
            .collect();
        let is = |point: Option<Item<Term>>| {
            let whole = Item::Set(Term::of(Name::Param(param as u32)));
            rule.entails(&SetAtom::sum(whole, parts.iter().copied().chain(point)))
        };
        let root = Item::Point(Term::of(Name::Root));
        let at_root = rule.objects.iter().any(|object| object.at == Term::of(Name::Root));
        let adds_root = at_root && rule.objects.len() == 1 && is(Some(root));
        head &= adds_root || rule.objects.is_empty() && is(None);
        if !own
            || !rule.segments.is_empty()
            || !adds_root && !is(None) && !points.iter().any(|point| is(Some(*point)))
        {
            return Kind::Free;
        }
    }
    if head { Kind::Head } else { Kind::Additive }
}

/// The calls of a definition from its own component, each with the caller.
fn recursive_calls(definitions: &Definitions, of: usize) -> impl Iterator<Item = (usize, &Call)> {
    let callers = definitions.list.iter().enumerate().filter(move |(n, _)| definitions.reach.joins(of, *n));
    callers
        .flat_map(|(n, caller)| calls(caller).map(move |call| (n, call)))
        .filter(move |(_, call)| call.definition.0 as usize == of)
}

fn calls(definition: &Definition) -> impl Iterator<Item = &Call> {
    definition.rules.iter().flat_map(rule_calls)
}

/// All calls of a rule, those of segments too.
pub(crate) fn rule_calls(rule: &Rule) -> impl Iterator<Item = &Call> {
    rule.calls.iter().chain(rule.segments.iter().flat_map(|(from, to)| [from, to]))
}

/// Whether a parameter has its value again, up to an offset, whenever its definition is called again.
fn comes_back(definitions: &Definitions, of: usize, param: usize, offset: &dyn Fn(i64) -> bool) -> bool {
    // For each definition the places that hold the value: the root, then the parameters.
    let mut holds: Vec<Vec<bool>> =
        definitions.list.iter().map(|def| vec![true; def.params.len() + 1]).collect();
    holds[of].fill(false);
    holds[of][param + 1] = true;
    loop {
        let mut changed = false;
        for (caller, definition) in definitions.list.iter().enumerate() {
            if !definitions.reach.joins(of, caller) {
                continue;
            }
            for call in calls(definition) {
                let callee = call.definition.0 as usize;
                if !definitions.reach.joins(of, callee) {
                    continue;
                }
                for (place, term) in [call.root].iter().chain(&call.args).enumerate() {
                    let from = match term.name {
                        Some(Name::Root) => holds[caller].first(),
                        Some(Name::Param(n)) => holds[caller].get(n as usize + 1),
                        _ => None,
                    };
                    let still = from == Some(&true) && offset(term.offset);
                    if let Some(known) = holds[callee].get_mut(place).filter(|known| **known && !still) {
                        *known = false;
                        changed = true;
                    }
                }
            }
        }
        if !changed {
            return holds[of][param + 1];
        }
    }
}

/// The field, from the root, that holds a parameter in every rule that owns something.
fn stored(definition: &Definition, param: usize) -> Option<i64> {
    let value = Term::of(Name::Param(param as u32));
    let fields = |rule: &Rule| -> Vec<i64> {
        let at_root = rule.objects.iter().filter(|object| object.at.name == Some(Name::Root));
        let cells = at_root.flat_map(|object| object.cells.iter().map(move |cell| (object, cell)));
        cells
            .filter(|(_, cell)| cell.value == value)
            .map(|(object, cell)| object.at.offset + cell.offset)
            .collect()
    };
    let mut owning = definition.rules.iter().filter(|rule| !rule.objects.is_empty());
    let first = fields(owning.next()?);
    first.into_iter().find(|field| owning.clone().all(|rule| fields(rule).contains(field)))
}

/// For each parameter, in which direction it may be changed without the checker ceasing to hold.
fn weakenings(list: &[Definition]) -> Vec<Vec<Weakening>> {
    let allowed = |lower: bool| -> Vec<Vec<bool>> {
        let mut allowed: Vec<Vec<bool>> =
            list.iter().map(|def| def.params.iter().map(|_| !def.refused).collect()).collect();
        loop {
            let mut changed = false;
            for (n, definition) in list.iter().enumerate() {
                for k in 0..definition.params.len() {
                    let holds = definition.rules.iter().all(|rule| monotone(rule, k, lower, &allowed));
                    if allowed[n][k] && !holds {
                        allowed[n][k] = false;
                        changed = true;
                    }
                }
            }
            if !changed {
                return allowed;
            }
        }
    };
    let (down, up) = (allowed(true), allowed(false));
    let of = |(n, def): (usize, &Definition)| {
        let one = |k: usize| match (down[n][k], up[n][k]) {
            (true, true) => Weakening::Any,
            (true, false) => Weakening::Down,
            (false, true) => Weakening::Up,
            (false, false) => Weakening::Exact,
        };
        (0..def.params.len()).map(one).collect()
    };
    list.iter().enumerate().map(of).collect()
}

/// Whether a rule that holds still does if the parameter gets smaller (or greater).
fn monotone(rule: &Rule, param: usize, smaller: bool, allowed: &[Vec<bool>]) -> bool {
    let name = Name::Param(param as u32);
    let free = |term: &Term| term.name != Some(name);
    let cells = rule.objects.iter().flat_map(|object| object.cells.iter().map(|cell| &cell.value));
    let fixed = cells
        .chain(rule.objects.iter().map(|object| &object.at))
        .chain(rule.reads.iter().map(|read| &read.at));
    let pure = rule.pure.iter().all(|atom| match (atom, atom.form().factor(name)) {
        (_, 0) => true,
        (super::Atom::AtLeastZero(_), factor) => (factor < 0) == smaller,
        _ => false,
    });
    let passed = rule.calls.iter().all(|call| {
        let known = &allowed[call.definition.0 as usize];
        free(&call.root)
            && call.args.iter().enumerate().all(|(k, arg)| free(arg) || known.get(k) == Some(&true))
    });
    let segments = rule.segments.iter().flat_map(|(from, to)| [from, to]);
    let untouched = segments.into_iter().all(|call| free(&call.root) && call.args.iter().all(free));
    // A set that only has to contain something may be larger.
    let sets = rule.sets.iter().all(|atom| {
        let mut of_param = atom.items.iter().filter(|(item, _)| !free(&item.term()));
        of_param.all(|(item, factor)| matches!(item, Item::Set(_)) && !atom.equal && (*factor < 0) == smaller)
    });
    pure && sets && passed && untouched && fixed.into_iter().all(free)
}
