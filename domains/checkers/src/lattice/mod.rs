//! Where states meet.
//!
//! At the head of a loop what arrives is folded first, so that only what the code is about to look at is spelled
//! out. Then it is joined with a state that is known there, if one state can describe both without losing
//! what a pointer points to; else both are kept.

mod order;

use std::hash::{Hash, Hasher};

use engine::{Join, Widened};
use rustc_hash::FxHasher;
use smallvec::SmallVec;

use crate::Checkers;
use crate::canonical::{Folding, MOST};
use crate::heap::{Region, Root, State, Sym, Term, Value};
use crate::join::How;
use order::Order;

/// More parts of the heap than this at the head of a loop are too many.
pub(crate) const PARTS: usize = 48;

/// So many parts of the heap in all states at the head of a loop are too many: where what a loop makes cannot be folded, each round makes a state
/// with one more.
const LOAD: usize = 320;

/// Ways that run together in straight code are kept apart as long as they are this few.
const APART: usize = 8;

/// From so many states at the head of a loop on, more is given up to have fewer.
const MANY: usize = 32;

/// From so many states on the order of variables is forgotten where ways just meet.
const MANY_IN_LINE: usize = 20;

/// So many orders of variables on structures are told apart at the head of a loop.
const ORDERS: usize = 3;

impl Checkers {
    pub(crate) fn arrive(&self, known: &[&State], mut arrived: State, at: Join) -> Widened<State> {
        if known.iter().any(|state| state.anything) {
            return Widened::Covered;
        }
        // At the head of a loop constants would be forgotten by folding, and states that differ in that alone are to be one.
        self.forget_constants(&mut arrived);
        arrived.tidy();
        if let (Join::Loop { .. }, Folding::Canonical(canonical)) = (at, self.folding)
            && known.len() < MOST
        {
            return self.arrive_canonically(known, arrived, canonical);
        }
        let how = match at {
            Join::Plain => return self.arrive_in_line(known, arrived),
            Join::Loop { round: ..=1 } => How::Joining,
            Join::Loop { .. } | Join::Recursion => How::Widening,
        };
        arrived.settle_rows();
        self.fold(&mut arrived);
        // What goes on growing is given up.
        if arrived.anything || heap_parts(&arrived) > PARTS {
            return Widened::Add(State::anything());
        }
        let order = Order::of(&arrived);
        let alike: Vec<_> =
            known.iter().enumerate().filter(|(_, state)| Order::of(state).agrees(&order)).collect();
        if alike.iter().any(|(_, state)| may_cover(state, &arrived) && self.is_covered(state, &arrived)) {
            return Widened::Covered;
        }
        let join = |how: How| {
            let mut plausible = alike.iter().filter(|(_, state)| may_join(state, &arrived));
            plausible.find_map(|(index, state)| {
                Some(replaced(*index, state, self.join_states(state, &arrived, how)?))
            })
        };
        if let Some(joined) = join(how) {
            return joined;
        }
        let many = known.len() >= MANY;
        let loosely = || {
            let how = if many { How::Extending } else { how };
            self.arrive_loosely(known, &arrived, how, |_| true)
        };
        let orders = known.len() - alike.len();
        (orders >= ORDERS)
            .then(loosely)
            .flatten()
            .or_else(|| many.then(|| join(How::Extending)).flatten())
            .unwrap_or_else(|| {
                let load = heap_parts(&arrived) * (known.len() + 1);
                Widened::Add(if load > LOAD { State::anything() } else { arrived.clone() })
            })
    }

    /// Forgets in which order variables are on structures, and compares with some of the known states. Nothing if there is no order
    /// to forget.
    fn arrive_loosely(
        &self,
        known: &[&State],
        arrived: &State,
        how: How,
        among: impl Fn(&State) -> bool,
    ) -> Option<Widened<State>> {
        let mut loose = arrived.clone();
        if !self.loosen(&mut loose, &adjacent_in_all(known, arrived)) {
            return None;
        }
        let others = || known.iter().enumerate().filter(|(_, state)| among(state));
        if others().any(|(_, state)| may_cover(state, &loose) && self.is_covered(state, &loose)) {
            return Some(Widened::Covered);
        }
        let mut joined = others()
            .filter(|(_, state)| may_join(state, &loose))
            .filter_map(|(index, state)| Some(replaced(index, state, self.join_states(state, &loose, how)?)));
        Some(joined.next().unwrap_or(Widened::Add(loose)))
    }

    /// Where ways just meet only states that look alike are compared: that is cheap, and the others are joined at the next
    /// loop. Nothing is folded: the code goes on with what it has at hand.
    fn arrive_in_line(&self, known: &[&State], arrived: State) -> Widened<State> {
        let look = self.outline(&arrived);
        // States of different sizes look different; to see that is cheaper than to look at them.
        let same =
            |state: &State| state.regions.len() == arrived.regions.len() && self.outline(state) == look;
        let alike = || known.iter().enumerate().filter(|(_, state)| same(state));
        if arrived.anything {
            return Widened::Add(arrived);
        }
        if alike().any(|(_, state)| self.is_covered(state, &arrived)) {
            return Widened::Covered;
        }
        let joined = alike().filter(|_| known.len() >= APART).find_map(|(index, state)| {
            Some(replaced(index, state, self.join_states(state, &arrived, How::Closely)?))
        });
        joined
            .or_else(|| {
                // What the code goes on with may depend on which variables are null and on flags.
                let constants = constants(&arrived);
                let same = |state: &State| self::constants(state) == constants;
                (known.len() >= MANY_IN_LINE)
                    .then(|| self.arrive_loosely(known, &arrived, How::Joining, same))
                    .flatten()
            })
            .unwrap_or(Widened::Add(arrived))
    }

    /// Fewer states for these: those that can be joined are.
    pub(crate) fn merge_states(&self, states: Vec<State>) -> Vec<State> {
        let mut kept: Vec<State> = Vec::new();
        for mut state in states {
            if state.anything {
                return vec![state];
            }
            // To see that a state is described already is cheaper than to fold it.
            if kept.iter().any(|known| self.is_covered(known, &state)) {
                continue;
            }
            self.fold(&mut state);
            let joined = kept
                .iter()
                .enumerate()
                .find_map(|(index, known)| Some((index, self.join_states(known, &state, How::Merging)?)));
            match joined {
                Some((index, joined)) => kept[index] = joined,
                None => kept.push(state),
            }
        }
        kept
    }
}

/// A join in the place of a known state. It describes what arrived too: if it is what was known, nothing new has arrived, whether or not the
/// search for that has found it.
fn replaced(index: usize, known: &State, joined: State) -> Widened<State> {
    if *known == joined { Widened::Covered } else { Widened::Replace(index, joined) }
}

/// How many parts the heap has, variables not counted.
pub(crate) fn heap_parts(state: &State) -> usize {
    let heap = |region: &Region| match region {
        Region::Block(block) => block.origin.is_structural(),
        _ => true,
    };
    state.regions.iter().filter(|(_, region)| heap(region)).count()
}

/// Whether it is worth trying to join two states: no root leads to an object in one and to something that no structure
/// begins with in the other.
fn may_join(left: &State, right: &State) -> bool {
    left.junk == right.junk
        && left.roots.len() == right.roots.len()
        && left.roots.iter().zip(&right.roots).all(|((root, a), (other, b))| {
            root == other
                && is_element(left, *a) == is_element(right, *b)
                && match (Kind::of(left, *a), Kind::of(right, *b)) {
                    (Kind::Dead, Kind::Object | Kind::Structure)
                    | (Kind::Object | Kind::Structure, Kind::Dead) => false,
                    (Kind::Null, Kind::Object) => references(right, *b) == 1,
                    (Kind::Object, Kind::Null) => references(left, *a) == 1,
                    _ => true,
                }
        })
}

/// Whether only sets tell where a pointer leads: together with one of which they do not, nothing would be known of it.
fn is_element(state: &State, value: Value) -> bool {
    value.term().is_some_and(|term| {
        let placed = term.base.is_none_or(|base| state.region(base).is_some() || state.is_dead(base));
        !placed && state.sets.point(term).is_some()
    })
}

/// Whether one state can cover another at all: what is spelled out in the larger one is spelled out in the smaller one.
fn may_cover(larger: &State, smaller: &State) -> bool {
    let objects = |state: &State| state.regions.iter().filter(|(_, region)| region.block().is_some()).count();
    objects(larger) <= objects(smaller)
        && larger.roots.len() <= smaller.roots.len()
        && larger.roots.iter().all(|(root, value)| {
            let Some(there) = smaller.root(*root) else { return *value == Value::Unsure };
            match (Kind::of(larger, *value), Kind::of(smaller, there)) {
                (Kind::Null, Kind::Object | Kind::Dead) => false,
                (Kind::Object, there) => there == Kind::Object,
                (Kind::Dead, there) => there == Kind::Dead,
                _ => true,
            }
        })
}

/// What a value leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Null,
    Object,
    Structure,
    Dead,
    Other,
}

impl Kind {
    fn of(state: &State, value: Value) -> Self {
        match value {
            Value::Known(Term::NULL) => Self::Null,
            Value::Known(Term { base: Some(base), .. }) => match state.region(base) {
                Some(Region::Block(_)) => Self::Object,
                Some(_) => Self::Structure,
                None if state.is_dead(base) => Self::Dead,
                None => Self::Other,
            },
            _ => Self::Other,
        }
    }
}

/// The roots that hold constants, null among them.
fn constants(state: &State) -> SmallVec<[(Root, i64); 8]> {
    let constant = |(root, value): &(Root, Value)| match value {
        Value::Known(Term { base: None, offset }) => Some((*root, *offset)),
        _ => None,
    };
    state.roots.iter().filter_map(constant).collect()
}

/// Where one variable is just behind another in a state, and so in all known ones that have the same constants: that is more than an
/// order.
fn adjacent_in_all(known: &[&State], state: &State) -> Vec<(Sym, Sym)> {
    let constants = constants(state);
    let alike: Vec<&&State> = known.iter().filter(|known| self::constants(known) == constants).collect();
    let sym = |state: &State, root: Root| state.root(root)?.term().filter(|term| term.offset == 0)?.base;
    let is_behind = |state: &State, before: Root, behind: Root| {
        sym(state, before).zip(sym(state, behind)).is_some_and(|(before, behind)| {
            let block = state.block(before).filter(|block| block.origin.is_structural());
            block.is_some_and(|block| block.cells.iter().any(|cell| cell.value == Value::of(behind)))
        })
    };
    let mut found = Vec::new();
    for (before, _) in &state.roots {
        for (behind, _) in &state.roots {
            if is_behind(state, *before, *behind)
                && alike.iter().all(|known| is_behind(known, *before, *behind))
            {
                found.extend(sym(state, *before).zip(sym(state, *behind)));
            }
        }
    }
    found
}

/// How often a state refers to where a value leads.
pub(crate) fn references(state: &State, to: Value) -> usize {
    let Some(base) = to.term().and_then(|term| term.base) else { return 0 };
    let mut count = 0;
    let mut see = |term: Term| count += usize::from(term.base == Some(base));
    state.roots.iter().filter_map(|(_, value)| value.term()).for_each(&mut see);
    state.regions.iter().for_each(|(_, region)| region.terms(&mut see));
    count
}

impl Checkers {
    /// What a state looks like from its roots: what each leads to.
    fn outline(&self, state: &State) -> u64 {
        let mut hasher = FxHasher::default();
        state.regions.len().hash(&mut hasher);
        for (root, value) in &state.roots {
            root.hash(&mut hasher);
            match value {
                Value::Known(Term { base: Some(base), offset }) => {
                    offset.hash(&mut hasher);
                    match state.region(*base) {
                        Some(Region::Block(block)) => {
                            (1, block.cells.len(), block.runs.len()).hash(&mut hasher);
                        }
                        Some(Region::Checker(checker)) => (2, checker.definition).hash(&mut hasher),
                        Some(Region::Segment(segment)) => (3, segment.definition).hash(&mut hasher),
                        None => (4, state.is_dead(*base)).hash(&mut hasher),
                    }
                }
                // Numbers differ from state to state, but what becomes a tag decides how structures go on.
                Value::Known(Term { base: None, offset }) => {
                    (5, *offset == 0, Some(*offset).filter(|value| self.tags.have(*value))).hash(&mut hasher);
                }
                other => other.hash(&mut hasher),
            }
        }
        hasher.finish()
    }
}
