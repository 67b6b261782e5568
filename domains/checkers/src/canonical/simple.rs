//! *n*-simple form: finitely many facts about finitely many names (§4.2 of seed 001).
//!
//! Names of the program are what variables hold, and what the objects hold that variables lead to: the paper's unprimed variables, and one step more, so that
//! how large the block is that was found is not lost. What is known of them together is kept, and what is known within one region: how large a node
//! is by its own members, and what begins where it ends. Everything else is projected away before it is dropped, so what follows from it stays.
//!
//! - *substitution*: what an equation says a name is takes the place of the name (`substitution`);
//! - *merge*: `E ≠ 0` and `0 ≤ E` are `0 ≤ E − 1`;
//! - *simplify*: a constant that is too large becomes a name between the constants around it that are not;
//! - *drop*: a fact with too large a factor; one with too large a constant becomes the next one that is not, if there is one;
//! - *size*: a node's size that another region speaks of becomes one of its own.

use logic::{Dim, Fact, Form, Pure, is_parameter};
use rustc_hash::FxHashMap;

use super::substitution::{substitution1, substitution2};
use crate::Checkers;
use crate::definition::LARGEST;
use crate::heap::{Origin, Region, State, Sym, Term, Value};

/// Facts with larger factors are dropped: sizes are counted in units of so many bytes at most.
const LARGEST_UNIT: u64 = 64;

/// How many bytes units mostly have.
const UNITS: [i128; 6] = [1, 8, 12, 16, 24, 32];

/// Bytes of a word.
const WORD: i128 = 8;

/// The constants that facts may have.
pub(super) struct Constants {
    /// All of these, positive and negative.
    pub(super) small: i128,
    /// And these, in order.
    pub(super) others: Vec<i128>,
}

impl Constants {
    fn of(domain: &Checkers, words: u32) -> Self {
        let mut others: Vec<i128> = vec![LARGEST, 2 * LARGEST];
        others.extend([7, 8, 15, 16, 31, 32, 63, 64].map(|bits| (1 << bits) - 1));
        let rules = domain.definitions.list.iter().flat_map(|definition| &definition.rules);
        let asked = rules.flat_map(|rule| &rule.pure).map(|atom| atom.form().constant.abs());
        // What a node of units has at most is told in units.
        others.extend(asked.flat_map(|constant| UNITS.map(|unit| constant / unit)));
        others.extend(domain.thresholds.iter().map(|threshold| threshold.abs()));
        let opposite: Vec<i128> = others.iter().map(|constant| -constant).collect();
        others.extend(opposite);
        others.sort_unstable();
        others.dedup();
        Self { small: i128::from(words) * WORD, others }
    }

    pub(super) fn has(&self, constant: i128) -> bool {
        constant.abs() <= self.small || self.others.binary_search(&constant).is_ok()
    }

    /// The least one that is not smaller.
    fn above(&self, constant: i128) -> Option<i128> {
        if self.has(constant) {
            return Some(constant);
        }
        let next = self.others.iter().copied().find(|other| *other >= constant);
        let small = (constant < -self.small).then_some(-self.small);
        next.into_iter().chain(small).min()
    }

    /// *drop*: what is left of a fact.
    fn drop(&self, fact: &Fact) -> Vec<Fact> {
        let form = fact.form();
        if form.terms().iter().any(|(_, factor)| factor.unsigned_abs() > LARGEST_UNIT) {
            return Vec::new();
        }
        let at_least = |form: Form| {
            let more = self.above(form.offset())?.checked_sub(form.offset())?;
            form.plus(more).map(Fact::Ge)
        };
        match fact {
            Fact::Ge(form) => at_least(form.clone()).into_iter().collect(),
            Fact::Eq(form) | Fact::Ne(form) if self.has(form.offset()) => vec![fact.clone()],
            Fact::Eq(form) => match2(form).into_iter().flatten().filter_map(at_least).collect(),
            Fact::Ne(_) => Vec::new(),
        }
    }
}

/// *match2*: both ways to write that a sum is zero, or is not.
fn match2(form: &Form) -> [Option<Form>; 2] {
    [Some(form.clone()), form.negated()]
}

impl Checkers {
    /// Brings a state into simple form. It describes at least the same memories.
    pub(super) fn make_simple(&self, state: &mut State, words: u32) {
        let constants = Constants::of(self, words);
        merge(state);
        let names = visible(state);
        substitution1(state, &names, &constants);
        substitution2(state, &names, &constants);
        simplify(state, &constants);
        let names = visible(state);
        let mut known = project(state, &names);
        let all: Vec<Sym> = state.regions.iter().map(|(at, _)| *at).collect();
        for at in all {
            let Some(region) = state.region(at) else { continue };
            let mut own = vec![at];
            region.terms(|term| own.extend(term.base));
            // Where nodes lie side by side the next one is found by where this one ends.
            own.extend(self.behind_part(state, at).and_then(|behind| behind.base));
            own.sort_unstable();
            own.dedup();
            known.extend(project(state, &own));
            if let Some((size, new)) = abstract_size(state, at) {
                let facts = project(state, &own);
                known.extend(
                    facts.iter().filter_map(|fact| {
                        renamed(fact, |dim| if dim == size.dim() { new.dim() } else { dim })
                    }),
                );
            }
        }
        state.pure = Pure::new();
        for fact in known.iter().flat_map(|fact| constants.drop(fact)) {
            match &fact {
                Fact::Eq(form) => state.pure.guard_eq(form),
                Fact::Ge(form) => state.pure.guard_ge(form),
                Fact::Ne(form) => state.pure.guard_ne(form),
            };
        }
        state.tidy();
    }
}

/// *merge*.
fn merge(state: &mut State) {
    for fact in state.pure.facts() {
        let Fact::Ne(form) = fact else { continue };
        for side in match2(&form).into_iter().flatten() {
            if state.least(&side) == Some(0)
                && let Some(positive) = side.plus(-1)
            {
                state.pure.guard_ge(&positive);
            }
        }
    }
}

/// *simplify*: the roots' constants that are too large. Those in memory are the program's own.
fn simplify(state: &mut State, constants: &Constants) {
    for at in 0..state.roots.len() {
        let (_, Value::Known(Term { base: None, offset })) = state.roots[at] else { continue };
        let value = i128::from(offset);
        // How far below zero a counter goes is left to joins.
        if value < 0 || constants.has(value) {
            continue;
        }
        let name = state.fresh();
        state.roots[at].1 = Value::of(name);
        let below = constants.above(-value).map(|least| Form::of(name.dim()).plus(least));
        let most = constants.above(value).map(Form::constant);
        let above = most.map(|most| most.add_scaled(-1, &Form::of(name.dim())));
        for bound in [below, above].into_iter().flatten().flatten() {
            state.pure.guard_ge(&bound);
        }
    }
}

/// What variables hold, and what the objects hold that they lead to.
fn visible(state: &State) -> Vec<Sym> {
    let held = state.roots.iter().filter_map(|(_, value)| value.term()?.base);
    let mut visible: Vec<Sym> = held.collect();
    for at in visible.clone() {
        if let Some(Region::Block(block)) = state.region(at) {
            visible.extend(block.size.base);
            visible.extend(block.cells.iter().filter_map(|cell| cell.value.term()?.base));
        }
    }
    visible.sort_unstable();
    visible.dedup();
    visible
}

/// Projection before *drop*: what is known of some names together, everything else is projected away. Which numbers are multiples is told by names that are used
/// nowhere else: a parameter of one projection may not be what it is in another.
fn project(state: &mut State, names: &[Sym]) -> Vec<Fact> {
    let mut pure = state.pure.clone();
    pure.retain(|dim| names.binary_search(&Sym(dim.0)).is_ok());
    let mut parameters = FxHashMap::default();
    let mut own = |dim: Dim| {
        if is_parameter(dim) { parameters.entry(dim.0).or_insert_with(|| state.fresh()).dim() } else { dim }
    };
    pure.facts().iter().filter_map(|fact| renamed(fact, &mut own)).collect()
}

/// *size*: gives a node that no variable leads to a size of its own, if another region speaks of it. The old name and the new one.
fn abstract_size(state: &mut State, at: Sym) -> Option<(Sym, Sym)> {
    let block = state.block(at).filter(|block| block.origin == Origin::Part)?;
    let size = block.size.base?;
    let held =
        |sym: Sym| state.roots.iter().any(|(_, value)| value.term().is_some_and(|t| t.base == Some(sym)));
    let elsewhere =
        state.regions.iter().any(|(other, region)| *other != at && (*other == size || region.mentions(size)));
    if held(at) || held(size) || !elsewhere {
        return None;
    }
    let new = state.fresh();
    if let Some((bits, signed)) =
        state.ranges.iter().find(|(sym, ..)| *sym == size).map(|(_, bits, signed)| (*bits, *signed))
    {
        state.set_range(new, bits, signed);
    }
    let renamed =
        |term: Term| Some(if term.base == Some(size) { Term { base: Some(new), ..term } } else { term });
    state.region_mut(at)?.map(renamed);
    Some((size, new))
}

/// A fact with other names.
fn renamed(fact: &Fact, mut name: impl FnMut(Dim) -> Dim) -> Option<Fact> {
    let form = fact.form();
    let mut sum = Form::constant(form.offset());
    for (dim, factor) in form.terms() {
        sum = sum.add_scaled(*factor, &Form::of(name(*dim)))?;
    }
    Some(match fact {
        Fact::Eq(_) => Fact::Eq(sum),
        Fact::Ge(_) => Fact::Ge(sum),
        Fact::Ne(_) => Fact::Ne(sum),
    })
}
