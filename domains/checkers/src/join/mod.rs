//! Joining two states, and widening: one state that describes both.
//!
//! The algorithm of section 4.3 of the paper with the later rules (dossier §5.1). Roots are paired first: what a
//! variable holds on the left goes with what it holds on the right. Each pair of values becomes one symbol of the result (Ψ
//! of the paper). Then rules consume the regions at a pair from both sides and put one region into the result that
//! describes either, which pairs more values:
//!
//! | rule | left and right |
//! |---|---|
//! | *m-checker* | the same checker |
//! | *m-segment* | segments of the same checkers |
//! | *w-aliases* | one value goes with two: a segment that is empty on one side |
//! | *w-partial* | a segment, and something that is such a segment |
//! | *seg-by-end* | segments nothing but their last elements lead to |
//! | *seg-void* | a segment nothing but its last element leads to; it is empty on the other side |
//! | *w-checker* | a checker, and something that is one |
//! | *m-points-to* | objects |
//! | *ind-intro* | an object, and nothing: a checker that is empty on one side |
//! | *seg-ext-ext* | objects from which different ways lead to the same pair: a segment on both sides |
//!
//! A pointer that leads to no region of the result may still be a node of one: `members` keeps that, where one side knows no more
//! (node sets, `heap::members`).
//!
//! Everything must be consumed: where something is left over the two states are not joined, and both are kept.
//! The result has symbols of the left side's numbers wherever a left symbol has one partner, so that
//! the numbers of a loop's invariant stay the same from round to round.

mod boundaries;
mod explanations;
mod finish;
mod introduce;
mod matching;
mod members;
mod rows;
mod sets;
mod sides;
mod spread;
mod weaken;

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::Checkers;
use crate::heap::{Region, Root, State, Sym, Term, Value};
use crate::parts::Arena;
use sides::{Hand, Pair, Side};

/// What a join may give up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    /// What variables lead to is kept: ways just meet, and the code goes on with what it has at hand.
    Closely,
    /// As much as one state needs.
    Joining,
    /// Bounds of numbers that grow as well.
    Widening,
    /// How objects between two held places hang together as well (*seg-ext-ext*): else there would be many states.
    Extending,
    /// Where pointers lead as well: there are too many states.
    Merging,
}

/// A join under way.
pub(super) struct Joining<'a> {
    domain: &'a Checkers,
    left: Side<'a>,
    right: Side<'a>,
    out: State,
    /// Values that go together.
    pairs: Vec<Pair>,
    /// Pairs of pointers into objects at different places, and the two objects.
    insides: Vec<(usize, Sym, Sym)>,
    /// Which left symbols gave their number to a pair.
    named: Vec<bool>,
    /// Whether null and an object nobody else refers to may become one structure.
    merge_null: bool,
    /// Whether objects at hand stay at hand.
    closely: bool,
    /// Whether something was found that one state cannot describe.
    apart: bool,
}

impl Checkers {
    /// One state for two, or none if they are too different.
    pub(crate) fn join_states(&self, left: &State, right: &State, how: How) -> Option<State> {
        if !Arena::agree(left.arena, right.arena) || left.round != right.round {
            return None;
        }
        let (left, right) = (self.spread_arrays(left, right), self.spread_arrays(right, left));
        let side = |state| {
            let state: &State = state;
            let regions = state.regions.len();
            let state = Cow::Borrowed(state);
            Side { used: vec![false; regions], into: vec![None; regions], state }
        };
        let joining = Joining {
            domain: self,
            left: side(&left),
            right: side(&right),
            out: State { next: left.next, goal: left.goal, ..State::default() },
            pairs: Vec::new(),
            insides: Vec::new(),
            named: vec![false; left.next as usize],
            merge_null: true,
            closely: how == How::Closely,
            apart: false,
        };
        joining.run(how)
    }
}

impl<'a> Joining<'a> {
    fn side(&self, hand: Hand) -> &Side<'a> {
        match hand {
            Hand::Left => &self.left,
            Hand::Right => &self.right,
        }
    }

    fn side_mut(&mut self, hand: Hand) -> &mut Side<'a> {
        match hand {
            Hand::Left => &mut self.left,
            Hand::Right => &mut self.right,
        }
    }

    fn run(mut self, how: How) -> Option<State> {
        self.pair_roots()?;
        while !self.apart && (how == How::Extending && self.extend() || self.step()) {}
        let rest = |side: &Side<'_>| side.used.iter().any(|used| !used);
        if self.apart || rest(&self.left) || rest(&self.right) {
            return None;
        }
        self.place_members(how);
        if how != How::Merging && self.blurs() {
            return None;
        }
        if how == How::Closely && self.hides() {
            return None;
        }
        let (left, right) = (self.left.state.clone(), self.right.state.clone());
        let domain = self.domain;
        let joined = self.finish(matches!(how, How::Widening | How::Extending | How::Merging));
        // What lies at different places may be all that something is referred to by.
        let lost = |state: &State| !domain.unreachable(state, None).is_empty();
        if how != How::Merging && lost(&joined) && !lost(&left) && !lost(&right) {
            return None;
        }
        Some(joined)
    }

    /// Whether a pointer, or the end of a segment, that leads to memory on one side leads to nothing known in the result: one state
    /// cannot tell then which of several places it points to.
    fn blurs(&self) -> bool {
        let leads = |hand: Hand, term: Term| {
            term.base.is_some_and(|base| self.side(hand).state.region(base).is_some())
                || self.is_member(hand, term)
        };
        let named = |sym: Sym| {
            self.out.regions.iter().any(|(_, region)| match region {
                Region::Segment(segment) => self.domain.last_of(segment) == Some(sym),
                Region::Checker(checker) => self.domain.ends_of(checker).any(|end| end.base == Some(sym)),
                Region::Block(_) => false,
            })
        };
        let ends = |sym: Sym| {
            self.out.regions.iter().any(|(_, region)| match region {
                Region::Segment(segment) => segment.to == Term::of(sym),
                _ => false,
            })
        };
        // A pointer into an object is lost beside null.
        let inside = |pair: &Pair| {
            let into = |hand: Hand| self.side(hand).state.object_of(pair.on(hand)).is_some();
            pair.left == Term::NULL && into(Hand::Right) || pair.right == Term::NULL && into(Hand::Left)
        };
        // A pointer into two objects that are not one in the result.
        let astray = self.insides.iter().any(|(_, a, b)| {
            let object = |pair: &&Pair| pair.left == Term::of(*a) && pair.right == Term::of(*b);
            self.pairs.iter().find(object).is_none_or(|pair| self.out.region(pair.out).is_none())
        });
        astray
            || self.pairs.iter().any(|pair| {
                self.out.region(pair.out).is_none()
                    && self.out.member(pair.out).is_none()
                    && (pair.strong || ends(pair.out))
                    && (leads(Hand::Left, pair.left) || leads(Hand::Right, pair.right) || inside(pair))
                    && !named(pair.out)
            })
    }

    /// Whether what is held leads to an object on both sides and not in the result.
    fn hides(&self) -> bool {
        let object = |hand: Hand, term: Term| {
            term.base.is_some_and(|base| self.side(hand).state.block(base).is_some())
        };
        self.pairs.iter().any(|pair| {
            pair.strong
                && object(Hand::Left, pair.left)
                && object(Hand::Right, pair.right)
                && self.out.block(pair.out).is_none()
        })
    }

    fn pair_roots(&mut self) -> Option<()> {
        let roots: Vec<(Root, Value)> = self.left.state.roots.clone();
        if roots.len() != self.right.state.roots.len() {
            return None;
        }
        for (root, left) in roots {
            let right = self.right.state.root(root)?;
            let value = self.pair_values(left, right);
            if self.apart {
                return None;
            }
            self.out.roots.push((root, value));
        }
        Some(())
    }

    /// What describes two values.
    fn pair_values(&mut self, left: Value, right: Value) -> Value {
        match (left, right) {
            (Value::Known(a), Value::Known(b)) => {
                // Pointers to different places within objects: one pointer cannot stand for both.
                if let Some(term) = self.pair_insides(a, b) {
                    return Value::Known(term);
                }
                let leads = |hand: Hand, term: Term| {
                    term.base.is_some_and(|base| self.side(hand).state.region(base).is_some())
                };
                self.apart |= a.offset != b.offset
                    && a.base.is_some()
                    && b.base.is_some()
                    && (leads(Hand::Left, a) || leads(Hand::Right, b));
                let term = self.pair(a, b);
                if let Some(base) = term.and_then(|term| term.base) {
                    self.hold(base);
                }
                term.map_or(Value::Any, Value::Known)
            }
            (Value::Uninit, Value::Uninit) => Value::Uninit,
            (Value::Known(_) | Value::Any, Value::Known(_) | Value::Any) => Value::Any,
            _ => Value::Unsure,
        }
    }

    /// A root or a part of an object holds the pairs of a symbol of the result.
    fn hold(&mut self, out: Sym) {
        for index in 0..self.pairs.len() {
            if self.pairs[index].out == out && !self.pairs[index].strong {
                self.pairs[index].strong = true;
                self.apart |= self.closely && self.will_hide(index);
            }
        }
    }

    /// Whether it is clear already that a pair that is held leads to objects on both sides and not in the result (`hides`): only
    /// *m-points-to* makes an object of two, and it makes one of each.
    fn will_hide(&self, index: usize) -> bool {
        let pair = &self.pairs[index];
        let object = |hand: Hand, pair: &Pair| self.side(hand).state.block(pair.on(hand).base?);
        let are_objects = |pair: &Pair| object(Hand::Left, pair).zip(object(Hand::Right, pair));
        let Some((left, right)) = are_objects(pair) else { return false };
        if pair.done {
            return self.out.block(pair.out).is_none();
        }
        let is_gone = |hand: Hand| self.side(hand).region(pair.on(hand)).is_none();
        let rivals = |other: &Pair| {
            let shared = (other.left.base == pair.left.base, other.right.base == pair.right.base);
            other.strong && matches!(shared, (true, false) | (false, true)) && are_objects(other).is_some()
        };
        matching::common_origin(left, right).is_none()
            || is_gone(Hand::Left)
            || is_gone(Hand::Right)
            || self.pairs.iter().any(rivals)
    }

    /// Two pointers into one object, at different places: the result's points somewhere into it, and the facts say where.
    fn pair_insides(&mut self, left: Term, right: Term) -> Option<Term> {
        let bare = |hand: Hand, term: Term| {
            term.base.is_some_and(|base| self.side(hand).state.region(base).is_none())
        };
        let moving = left.offset != right.offset;
        if left.base.is_none()
            || right.base.is_none()
            || !moving && !bare(Hand::Left, left) && !bare(Hand::Right, right)
        {
            return None;
        }
        let (a, _) = self.left.state.object_of(left)?;
        let (b, _) = self.right.state.object_of(right)?;
        // Which member of a node a pointer leads to matters.
        let node =
            |hand: Hand, at: Sym| self.side(hand).state.block(at).is_some_and(|block| block.hint.is_some());
        if node(Hand::Left, a) || node(Hand::Right, b) {
            return None;
        }
        self.pair(Term::of(a), Term::of(b))?;
        if let Some(pair) = self.pairs.iter().find(|pair| pair.left == left && pair.right == right) {
            return Some(Term::of(pair.out));
        }
        let out = self
            .name_of(left.base.filter(|base| left.offset == 0 && self.left.state.region(*base).is_none()));
        self.pairs.push(Pair { left, right, out, strong: false, done: true });
        self.insides.push((self.pairs.len() - 1, a, b));
        Some(Term::of(out))
    }

    /// The term of the result for two terms.
    fn pair(&mut self, left: Term, right: Term) -> Option<Term> {
        if left.base.is_none() && left == right {
            return Some(left);
        }
        // The same distance from two symbols is a distance from their pair.
        let shift = match (left.base, right.base) {
            (Some(_), Some(_)) if left.offset == right.offset => left.offset,
            (Some(_), None) => left.offset,
            (None, Some(_)) => right.offset,
            _ => 0,
        };
        let back = shift.checked_neg()?;
        let (left, right) = (left.plus(back)?, right.plus(back)?);
        if let Some(pair) = self.pairs.iter().find(|pair| pair.left == left && pair.right == right) {
            return Some(Term { base: Some(pair.out), offset: shift });
        }
        let out = self.name_of(left.base.filter(|_| left.offset == 0));
        self.pairs.push(Pair { left, right, out, strong: false, done: false });
        Some(Term { base: Some(out), offset: shift })
    }

    /// The name of a left symbol, if no pair has it yet, or a new one.
    fn name_of(&mut self, left: Option<Sym>) -> Sym {
        match left.filter(|base| self.named.get(base.0 as usize) == Some(&false)) {
            Some(base) => {
                self.named[base.0 as usize] = true;
                base
            }
            None => self.out.fresh(),
        }
    }

    /// Applies the first rule that can be applied anywhere; false if there is none.
    fn step(&mut self) -> bool {
        type RuleAt<'a> = fn(&mut Joining<'a>, usize) -> bool;
        budget::charge(4);
        let rules: [RuleAt<'a>; 7] = [
            Self::m_checker,
            Self::w_aliases,
            Self::m_segment,
            Self::w_partial,
            Self::w_checker,
            Self::m_points_to,
            Self::ind_intro,
        ];
        let mut open: SmallVec<[usize; 16]> = (0..self.pairs.len())
            .filter(|index| !self.pairs[*index].done && self.concerns_memory(&self.pairs[*index]))
            .collect();
        // Arrays come last, large ones after small objects: these may hold what explains where rows end.
        let late = |index: &usize| {
            let pair = &self.pairs[*index];
            let block =
                |hand: Hand| self.side(hand).region(pair.on(hand)).and_then(|(_, region)| region.block());
            match (block(Hand::Left), block(Hand::Right)) {
                (Some(a), Some(b)) if !a.runs.is_empty() || !b.runs.is_empty() => i64::MAX,
                (Some(a), Some(b)) if a.cells.len() != b.cells.len() => a.end().unwrap_or(i64::MAX),
                _ => i64::MIN,
            }
        };
        // A key takes looking regions up, on both sides.
        open.sort_by_cached_key(late);
        for rule in rules {
            for index in &open {
                if rule(self, *index) {
                    return true;
                }
            }
        }
        self.seg_by_end() || self.seg_void()
    }

    /// *seg-ext-ext* wherever it can be applied.
    fn extend(&mut self) -> bool {
        (0..self.pairs.len()).any(|index| {
            let pair = self.pairs[index];
            !pair.done && pair.strong && self.concerns_memory(&pair) && self.seg_ext_ext(index)
        })
    }

    /// Whether a pair has a region to deal with.
    fn concerns_memory(&self, pair: &Pair) -> bool {
        self.left.region(pair.left).is_some() || self.right.region(pair.right).is_some()
    }

    /// The regions of a pair on both sides, if they are of one kind. Most are not, and are not copied then.
    fn regions(&self, pair: &Pair, kind: fn(&Region) -> bool) -> Option<[(usize, Region); 2]> {
        let (left, ours) = self.left.region(pair.left).filter(|(_, region)| kind(region))?;
        let (right, theirs) = self.right.region(pair.right).filter(|(_, region)| kind(region))?;
        Some([(left, ours.clone()), (right, theirs.clone())])
    }

    /// The region of a pair on one side, if it is of a kind. Most are not of the one that a rule asks for.
    fn region(&self, pair: &Pair, hand: Hand, kind: fn(&Region) -> bool) -> Option<(usize, Region)> {
        let (index, region) = self.side(hand).region(pair.on(hand))?;
        kind(region).then(|| (index, region.clone()))
    }
}

fn is_checker(region: &Region) -> bool {
    matches!(region, Region::Checker(_))
}

fn is_segment(region: &Region) -> bool {
    matches!(region, Region::Segment(_))
}

fn is_block(region: &Region) -> bool {
    matches!(region, Region::Block(_))
}
