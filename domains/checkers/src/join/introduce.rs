//! The rules that introduce structures one or neither side has: *w-aliases*, *seg-ext-ext*, *seg-by-end*, *seg-void*, *ind-intro*.

use rustc_hash::FxHashSet;

use super::weaken::Wanted;
use super::{Hand, Joining};
use crate::definition::DefinitionId;
use crate::habits::Use;
use crate::heap::{Args, Block, Checker, Region, Segment, State, Sym, Term, Value};
use crate::lattice::references;

impl Joining<'_> {
    /// A value of one side goes with two of the other: there a segment leads from one to the other, here
    /// it is empty.
    pub(super) fn w_aliases(&mut self, index: usize) -> bool {
        let pair = self.pairs[index];
        for hand in [Hand::Left, Hand::Right] {
            let other = hand.other();
            let (one, from) = (pair.on(hand), pair.on(other));
            let siblings: Vec<(Term, Sym)> = self
                .pairs
                .iter()
                .filter(|sibling| sibling.strong && sibling.on(hand) == one && sibling.on(other) != from)
                .map(|sibling| (sibling.on(other), sibling.out))
                .collect();
            if siblings.is_empty() {
                continue;
            }
            // A ring of one object is no segment from a held place to itself: it would be forgotten that the ring is closed there.
            let held = self.side(other).state.roots.iter().any(|(_, value)| *value == Value::Known(from));
            let itself = |block: &Block| block.cells.iter().any(|cell| cell.value == Value::Known(one));
            if held && one.base.and_then(|base| self.side(hand).state.block(base)).is_some_and(itself) {
                continue;
            }
            if held && self.side(other).state.is_visible_node(from) {
                continue;
            }
            for (to, to_out) in siblings {
                for definition in self.candidates(other, from) {
                    if !self.domain.reaches_itself(definition) {
                        continue;
                    }
                    let args = self.guess_args(other, from, definition, None);
                    let mut hole_args = self.guess_args(other, to, definition, None);
                    self.same_sets(definition, &args, &mut hole_args);
                    let mut wanted =
                        Wanted { definition, args, end: Some((Some(to), definition, hole_args)) };
                    self.domain.forget_wanted(&mut wanted);
                    let known = self.side(other).state.next;
                    let Some(found) = self.find(other, index, from, &wanted) else { continue };
                    if found.used.is_empty() {
                        continue;
                    }
                    // What was only asked to differ from the elements may be anything else.
                    let is_open = |arg: Option<Term>| {
                        arg.is_none_or(|arg| arg.base.is_some_and(|base| base.0 >= known))
                    };
                    // On this side the segment is empty: its arguments are the same at both ends.
                    let here = self.guess_args(hand, one, definition, None);
                    let mut same = Args::new();
                    for (at, guess) in here.into_iter().enumerate() {
                        let partner = || {
                            let ends = [found.args[at], found.hole_args[at]];
                            ends.into_iter().flatten().find_map(|end| self.partner(other, end))
                        };
                        let carried = match self.domain.use_on_the_way(definition, definition, at) {
                            Use::Carried => true,
                            Use::Avoided => {
                                is_open(found.args[at]) && self.domain.plain_end(definition) != Some(at)
                            }
                            Use::Used => false,
                        };
                        // Where a segment is empty a set may be any: the one that goes with that of the other side.
                        let guess = if self.domain.is_steady_set(definition, at) {
                            partner().or(guess)
                        } else {
                            guess.or_else(partner)
                        };
                        let term = match guess {
                            _ if carried => Term::NULL,
                            Some(term) => term,
                            None => {
                                self.at_both_ends(hand, definition, at, [found.args[at], found.hole_args[at]])
                            }
                        };
                        same.push(term);
                    }
                    let or_null = |args: &[Option<Term>]| -> Vec<Option<Term>> {
                        let null = |(arg, same): (&Option<Term>, &Term)| {
                            if *same == Term::NULL && is_open(*arg) { Some(Term::NULL) } else { *arg }
                        };
                        args.iter().zip(&same).map(null).collect()
                    };
                    let theirs = self.complete(other, &or_null(&found.args), &same);
                    let their_hole = self.complete(other, &or_null(&found.hole_args), &same);
                    let (Some(args), Some(hole_args)) = (
                        self.pair_by_hand(hand, &same, &theirs),
                        self.pair_by_hand(hand, &same, &their_hole),
                    ) else {
                        continue;
                    };
                    self.consume_by_hand(index, hand, &[], &found.used);
                    // A parameter that only says where to stop is the place where it stops.
                    if let Some(end) = self.domain.plain_end(definition)
                        && is_open(found.args[end])
                        && to.base.is_some_and(|base| self.side(other).state.block(base).is_some())
                    {
                        let mut args = args;
                        args[end] = Term::of(to_out);
                        let marks = found.marks;
                        self.put(pair.out, Region::Checker(Checker { definition, args, marks }));
                        return true;
                    }
                    let (to, hole, marks) = (Term::of(to_out), definition, found.marks);
                    self.put(
                        pair.out,
                        Region::Segment(Segment { definition, args, to, hole, hole_args, marks }),
                    );
                    return true;
                }
            }
        }
        false
    }

    /// From one pair of held places ways lead to another pair, on both sides: what lies between is a segment, however it hangs together.
    pub(super) fn seg_ext_ext(&mut self, index: usize) -> bool {
        let pair = self.pairs[index];
        let (Some((_, Region::Block(_))), Some((_, Region::Block(_)))) = (
            self.region(&pair, Hand::Left, super::is_block),
            self.region(&pair, Hand::Right, super::is_block),
        ) else {
            return false;
        };
        let (left, right) = (self.ahead(Hand::Left, pair.left), self.ahead(Hand::Right, pair.right));
        let ends: Vec<_> = self
            .pairs
            .iter()
            .filter(|end| end.strong && end.left != pair.left && end.right != pair.right)
            .filter(|end| left.leads_to(end.left) && right.leads_to(end.right))
            .copied()
            .collect();
        for end in ends {
            for definition in self.candidates(Hand::Left, pair.left) {
                if !self.domain.reaches_itself(definition) {
                    continue;
                }
                let between = |this: &mut Self, hand: Hand| {
                    let (from, to) = (pair.on(hand), end.on(hand));
                    let args = this.guess_args(hand, from, definition, None);
                    let mut hole_args = this.guess_args(hand, to, definition, None);
                    this.same_sets(definition, &args, &mut hole_args);
                    let mut wanted =
                        Wanted { definition, args, end: Some((Some(to), definition, hole_args)) };
                    this.domain.forget_wanted(&mut wanted);
                    this.find(hand, index, from, &wanted).filter(|found| !found.used.is_empty())
                };
                let Some(left) = between(self, Hand::Left) else { continue };
                let Some(right) = between(self, Hand::Right) else { continue };
                let fresh = |this: &mut Self, hand: Hand, args: &[Option<Term>]| -> Args {
                    let mut all = Args::new();
                    for arg in args {
                        all.push(match arg {
                            Some(term) => *term,
                            None => Term::of(this.side_mut(hand).state.to_mut().fresh()),
                        });
                    }
                    all
                };
                let (l, r) = (fresh(self, Hand::Left, &left.args), fresh(self, Hand::Right, &right.args));
                let (l_hole, r_hole) =
                    (fresh(self, Hand::Left, &left.hole_args), fresh(self, Hand::Right, &right.hole_args));
                let (Some(args), Some(hole_args)) =
                    (self.pair_args(&l, &r), self.pair_args(&l_hole, &r_hole))
                else {
                    continue;
                };
                self.consume(index, &left.used, &right.used);
                let (to, hole, marks) = (Term::of(end.out), definition, left.marks.meet(right.marks));
                self.put(pair.out, Region::Segment(Segment { definition, args, to, hole, hole_args, marks }));
                return true;
            }
        }
        false
    }

    /// The checkers worth trying for what lies at a place.
    fn candidates(&self, hand: Hand, at: Term) -> smallvec::SmallVec<[DefinitionId; 4]> {
        let Some(base) = at.base else { return smallvec::SmallVec::new() };
        let state = &self.side(hand).state;
        match state.region(base) {
            Some(Region::Block(block)) => {
                // What leads there may ask for something.
                let mut all = self.domain.candidates(state, base, block);
                if all.len() > 1 {
                    let called = self.domain.called_at(state, base);
                    if all.iter().any(|id| called.contains(id)) {
                        all.retain(|id| called.contains(id));
                    }
                }
                all
            }
            Some(Region::Checker(checker)) => smallvec::smallvec![checker.definition],
            Some(Region::Segment(segment)) => smallvec::smallvec![segment.definition],
            None => smallvec::SmallVec::new(),
        }
    }

    /// Where ways lead from a place.
    fn ahead(&self, hand: Hand, from: Term) -> Ahead<'_> {
        let state = &*self.side(hand).state;
        let mut ahead = Ahead { state, terms: FxHashSet::default() };
        let mut todo = vec![from];
        while let Some(term) = todo.pop() {
            let Some(region) = term.base.and_then(|base| state.region(base)) else { continue };
            region.terms(|term| {
                if ahead.terms.insert(ahead.canonical(term)) {
                    todo.push(term);
                }
            });
        }
        ahead
    }

    /// Segments of both sides that no pair begins with, and that end in a pair: their begins are paired.
    pub(super) fn seg_by_end(&mut self) -> bool {
        let open = |side: &super::Side<'_>| -> Vec<(Term, Segment)> {
            let unused = side.state.regions.iter().zip(&side.used).filter(|(_, used)| !**used);
            unused
                .filter_map(|((at, region), _)| match region {
                    Region::Segment(segment) => Some((Term::of(*at), segment.clone())),
                    _ => None,
                })
                .collect()
        };
        let (left, right) = (open(&self.left), open(&self.right));
        for (l, a) in &left {
            for (r, b) in &right {
                let same = a.definition == b.definition && a.hole == b.hole;
                let ends = self.pairs.iter().any(|pair| pair.left == a.to && pair.right == b.to);
                let begun = self.pairs.iter().any(|pair| pair.left == *l || pair.right == *r);
                if same && ends && !begun && self.pair(*l, *r).is_some() {
                    return true;
                }
            }
        }
        false
    }

    /// A segment that no pair begins with: only its last element is known. On the other side it is empty, at the
    /// partner of its end.
    pub(super) fn seg_void(&mut self) -> bool {
        for hand in [Hand::Left, Hand::Right] {
            let side = self.side(hand);
            let unused = (0..side.used.len()).filter(|index| !side.used[*index]);
            let found = unused.into_iter().find_map(|index| match side.state.regions.nth(index) {
                (at, Region::Segment(segment)) if segment.definition == segment.hole => {
                    let paired = self.pairs.iter().any(|pair| pair.strong && pair.on(hand).base == Some(at));
                    let end = self.partner(hand, segment.to).filter(|_| !paired)?;
                    Some((index, at, segment.clone(), end))
                }
                _ => None,
            });
            let Some((mine, at, segment, end)) = found else { continue };
            let other = hand.other();
            // On the other side the arguments are the same at both ends.
            let mut same = Args::new();
            for (index, guess) in self
                .guess_args(other, end, segment.definition, Some((hand, &segment.args)))
                .into_iter()
                .enumerate()
            {
                let partner = || {
                    self.partner(hand, segment.hole_args[index])
                        .or_else(|| self.partner(hand, segment.args[index]))
                };
                match guess.or_else(partner) {
                    _ if segment.args[index] == Term::NULL && segment.hole_args[index] == Term::NULL => {
                        same.push(Term::NULL);
                    }
                    Some(term) => same.push(term),
                    None => {
                        let ends = [Some(segment.args[index]), Some(segment.hole_args[index])];
                        let term = self.at_both_ends(other, segment.definition, index, ends);
                        same.push(term);
                    }
                }
            }
            let (from, to) = match hand {
                Hand::Left => (self.pair(Term::of(at), end), self.pair(segment.to, end)),
                Hand::Right => (self.pair(end, Term::of(at)), self.pair(end, segment.to)),
            };
            let (Some(Term { base: Some(from), offset: 0 }), Some(to)) = (from, to) else { continue };
            let (Some(args), Some(hole_args)) = (
                self.pair_by_hand(hand, &segment.args, &same),
                self.pair_by_hand(hand, &segment.hole_args, &same),
            ) else {
                continue;
            };
            if self.out.region(from).is_some() {
                continue;
            }
            let Some(pair) = self.pairs.iter().position(|pair| pair.out == from) else { continue };
            self.consume_by_hand(pair, hand, &[mine], &[]);
            let Segment { definition, hole, marks, .. } = segment;
            self.put(from, Region::Segment(Segment { definition, args, to, hole, hole_args, marks }));
            return true;
        }
        false
    }

    /// An object on one side that nothing but one variable refers to, and nothing on the other: both are
    /// structures of which one is empty.
    pub(super) fn ind_intro(&mut self, index: usize) -> bool {
        let pair = self.pairs[index];
        for hand in [Hand::Left, Hand::Right] {
            let other = hand.other();
            let (at, nothing) = (pair.on(hand), pair.on(other));
            if !self.side(hand).region(pair.on(hand)).is_some_and(|(_, region)| super::is_block(region)) {
                continue;
            }
            if !self.merge_null
                || self.side(other).region(nothing).is_some()
                || references(&self.side(hand).state, Value::Known(at)) != 1
            {
                continue;
            }
            for definition in self.candidates(hand, at) {
                let here = self.guess_args(hand, at, definition, None);
                let Some(found) = self.find(hand, index, at, &Wanted { definition, args: here, end: None })
                else {
                    continue;
                };
                let fresh = vec![Term::NULL; found.args.len()].into_iter().collect();
                let ours = self.complete(hand, &found.args, &fresh);
                let args = self.guess_args(other, nothing, definition, Some((hand, &ours)));
                let Some(empty) = self.find(other, index, nothing, &Wanted { definition, args, end: None })
                else {
                    continue;
                };
                let theirs = self.complete(other, &empty.args, &ours);
                let Some(args) = self.pair_by_hand(hand, &ours, &theirs) else { continue };
                let marks = found.marks.meet(empty.marks);
                self.consume_by_hand(index, hand, &found.used, &empty.used);
                self.put(pair.out, Region::Checker(Checker { definition, args, marks }));
                return true;
            }
        }
        false
    }
}

/// The places to which ways lead, whether or not a structure describes them.
struct Ahead<'a> {
    state: &'a State,
    terms: FxHashSet<Term>,
}

impl Ahead<'_> {
    /// Whether a way leads to what a term is; to numbers none does.
    fn leads_to(&self, term: Term) -> bool {
        (term.base.is_some() || term == Term::NULL) && self.terms.contains(&self.canonical(term))
    }

    /// The same term for all that are known to be equal by a constant distance.
    fn canonical(&self, term: Term) -> Term {
        let Some(base) = term.base else { return term };
        let (root, distance) = self.state.pure.root(base.dim());
        let offset = i64::try_from(distance).ok().and_then(|distance| distance.checked_add(term.offset));
        offset.map_or(term, |offset| Term { base: root.map(|dim| Sym(dim.0)), offset })
    }
}
