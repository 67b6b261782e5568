//! Joining the bytes of two objects that have runs, or that fill up: loop invariants by pairing boundaries.
//!
//! A boundary is to rows what the end of a segment is to lists (dossier on whole programs, §3.3). When `a[0]` was written in the first round of a loop, one
//! side is `a[0,1) written, a[1,n) not` with `i = 1`, the other `a[0,n) not` with `i = 0`. The boundary 1 on one side goes with 0 on the other, as
//! the values of `i` do; so the result is `a[0,b) written, a[b,n) not`, and the join of the facts finds that `b` is `i`.
//!
//! Boundaries may be paired if one number that both sides hold explains them: they are the same multiple of it, plus the same constant. Between two pairs of
//! boundaries everything becomes one row. Which boundaries go together is said in `boundaries`.

use std::sync::Arc;

use logic::{Fact, Form};
use smallvec::SmallVec;

use super::boundaries::{boundary, class};
use super::{Hand, Joining, Pair};
use crate::heap::lub::{Lub, Unify};
use crate::heap::{
    Block, Cell, Content, Element, Layout, Origin, Owned, Region, Rest, Run, State, Sym, Term, Tiling, Value,
};
use crate::lattice::references;

/// An object that is an element of a structure is taken for an array only if it has so many members.
const NODE: usize = 4;

/// The bytes of an object that describes both.
pub(super) enum Rows {
    /// The cells one by one are what matters.
    Cells,
    /// These.
    Found(Box<Block>),
    /// There are none: memory would be owned by nobody.
    Apart,
}

impl Joining<'_> {
    /// The bytes of two objects.
    pub(super) fn rows(&mut self, at: &Pair, left: &Block, right: &Block) -> Rows {
        let has_runs = !left.runs.is_empty() || !right.runs.is_empty();
        if !has_runs && !self.may_fill(at, left, right) {
            return Rows::Cells;
        }
        let give_up = if has_runs { Rows::Apart } else { Rows::Cells };
        let tilings = Tiling::of(&self.left.state, left).zip(Tiling::of(&self.right.state, right));
        let Some((mut l, mut r)) = tilings else {
            return give_up;
        };
        // What is beside an array is no element of it.
        let size = left.size.offset;
        if left.size.base.is_none() && left.size == right.size {
            for bound in self.domain.records.array_bounds(size).filter_map(|at| at.checked_add(left.start)) {
                l.cut(&self.left.state, Term::constant(bound));
                r.cut(&self.right.state, Term::constant(bound));
            }
        }
        if let Some(layout) = self.layout((left, &l), (right, &r)) {
            l.assemble(&self.left.state, &layout);
            r.assemble(&self.right.state, &layout);
        }
        let Some(ends) = self.pair_boundaries(at, &mut l, &mut r) else {
            return if has_runs { self.blurred(left, right, &l, &r) } else { give_up };
        };
        // Nothing was gained by boundaries that move.
        let moving = |(i, j): &(usize, usize)| boundary(&l, *i) != boundary(&r, *j);
        if !has_runs && !ends[..ends.len() - 1].iter().any(moving) {
            return Rows::Cells;
        }
        let mut pieces = Vec::new();
        let (mut i, mut j) = (0, 0);
        for (next_i, next_j) in ends {
            let from = self.pair(boundary(&l, i), boundary(&r, j));
            let to = self.pair(boundary(&l, next_i), boundary(&r, next_j));
            let each = self.join_group(&l.pieces[i..next_i], &r.pieces[j..next_j]);
            let (Some(from), Some(to), Some(each)) = (from, to, each) else {
                self.apart = true;
                return Rows::Apart;
            };
            pieces.push(Run { from, to, each });
            (i, j) = (next_i, next_j);
        }
        let rest = pieces.iter().rev().find_map(|piece| piece.each.as_rest()).unwrap_or(Rest::Unsure);
        let mut block = Block::new(left.size, left.origin, rest);
        Tiling { pieces }.put_back(&mut block);
        Rows::Found(Box::new(block))
    }

    /// The layout of the structs that two objects are arrays of.
    fn layout(&self, left: (&Block, &Tiling), right: (&Block, &Tiling)) -> Option<Layout> {
        let sides = [(Hand::Left, left), (Hand::Right, right)];
        let fits = |layout: &&Layout| {
            sides.iter().all(|(hand, (block, tiling))| {
                let several = match block.end() {
                    Some(end) => {
                        end - block.start > layout.stride && (end - block.start) % layout.stride == 0
                    }
                    None => true,
                };
                several && layout.fits(&self.side(*hand).state, tiling)
            })
        };
        let is_plain = |(_, (_, tiling)): &(Hand, (&Block, &Tiling))| {
            tiling.pieces.iter().all(|piece| piece.each.is_bytes())
        };
        if sides.iter().all(is_plain) {
            return None;
        }
        self.domain.records.layouts().find(fits).cloned()
    }

    /// Whether two objects are arrays of structs.
    fn are_of_structs(&self, left: &Block, right: &Block) -> bool {
        let tilings = Tiling::of(&self.left.state, left).zip(Tiling::of(&self.right.state, right));
        tilings.is_some_and(|(l, r)| self.layout((left, &l), (right, &r)).is_some())
    }

    /// Whether one object may be an array that fills up: it has cells the other one has not, all of one size or members of structs, and a
    /// counter differs.
    fn may_fill(&self, at: &Pair, left: &Block, right: &Block) -> bool {
        let only = |a: &Block, b: &Block| a.cells.iter().any(|cell| b.cell(cell.offset, cell.size).is_none());
        let counts = |pair: &Pair| {
            let leads = |hand: Hand| {
                pair.on(hand).base.is_some_and(|base| self.side(hand).state.region(base).is_some())
            };
            let numbers = (pair.left.base.is_none() || pair.right.base.is_none())
                && !leads(Hand::Left)
                && !leads(Hand::Right);
            let inside = pair.left.base == at.left.base && pair.right.base == at.right.base;
            numbers || inside && pair.left.offset != pair.right.offset
        };
        let mut sizes = left.cells.iter().chain(&right.cells).map(|cell| cell.size);
        let first = sizes.next();
        let another = |cell: &Cell| {
            let there = right.cell(cell.offset, cell.size);
            there.is_some_and(|there| {
                self.class(Hand::Left, &cell.run()) != self.class(Hand::Right, &there.run())
            })
        };
        let is_node = |block: &Block| block.hint.is_some() && block.cells.len() < NODE;
        !self.domain.strides.is_empty()
            && !is_node(left)
            && !is_node(right)
            && (left.size.base.is_some()
                || sizes.all(|size| Some(size) == first)
                || self.are_of_structs(left, right))
            && (only(left, right) || only(right, left) || left.cells.iter().any(another))
            && self.pairs.iter().any(counts)
    }

    /// Everything in one: what is left if no boundaries go together.
    fn blurred(&mut self, left: &Block, right: &Block, l: &Tiling, r: &Tiling) -> Rows {
        let mut rest = left.rest.join(right.rest);
        for (hand, piece) in l
            .pieces
            .iter()
            .map(|piece| (Hand::Left, piece))
            .chain(r.pieces.iter().map(|piece| (Hand::Right, piece)))
        {
            if self.class(hand, piece) & class::OWNING != 0 {
                return Rows::Apart;
            }
            rest = rest.join(if piece.each.is_written() { Rest::Any } else { Rest::Unsure });
        }
        Rows::Found(Box::new(Block::new(left.size, left.origin, rest)))
    }

    /// One element for groups of pieces of the two sides, of which one may be empty.
    fn join_group(&mut self, left: &[Run], right: &[Run]) -> Option<Element> {
        // An element that both sides look at stays one that is looked at.
        let focused = |pieces: &[Run]| match pieces {
            [piece] if piece.is_single() => {
                let known = |content: &Content| matches!(content, Content::Value(Value::Known(_)));
                piece.each.slots.iter().any(|slot| known(&slot.content)) && !piece.each.owns()
            }
            _ => false,
        };
        let keep = focused(left) && focused(right);
        let l = self.group(Hand::Left, left, keep);
        let r = self.group(Hand::Right, right, keep);
        let element = match (l, r) {
            (Some(l), Some(r)) => {
                let (l, r) = (l?, r?);
                self.one_element(&l, &r)?
            }
            (Some(l), None) => self.alone(Hand::Left, l?)?,
            (None, Some(r)) => self.alone(Hand::Right, r?)?,
            (None, None) => return None,
        };
        // What a slot holds it holds as a variable does.
        for slot in &element.slots {
            if let Content::Value(Value::Known(Term { base: Some(base), .. })) = slot.content {
                self.hold(base);
            }
        }
        Some(element)
    }

    /// One element for pieces of one side; `None` if there are none, nothing inside if there is no such element.
    #[expect(
        clippy::option_option,
        reason = "no pieces are something else than pieces that have nothing in common"
    )]
    fn group(&mut self, hand: Hand, pieces: &[Run], keep: bool) -> Option<Option<Element>> {
        let mut elements = Vec::new();
        for piece in pieces {
            let mut each = piece.each.clone();
            for slot in &mut each.slots {
                // What all elements of a row hold is not one element's own.
                if !keep
                    && piece.is_single()
                    && let Content::Value(Value::Known(term)) = slot.content
                    && let Some(owned) = self.retract(hand, term)
                {
                    slot.content = Content::Owned(owned);
                }
            }
            elements.push(each);
        }
        let domain = self.domain;
        let mut state: &State = &self.side(hand).state;
        let mut one = |all: &Element, each: &Element| {
            Lub { definitions: &domain.definitions, unify: &mut state }.element(all, each)
        };
        let first = elements.first()?.clone();
        let state: &State = &self.side(hand).state;
        Some(elements[1..].iter().try_fold(first, |all, each| {
            one(&all, each).or_else(|| {
                // The other members of structs would be mixed with them.
                if all.slots.len() > 1 {
                    return None;
                }
                let (all, each) = domain.owners_alike((state, &all), (state, each))?;
                one(&all, &each)
            })
        }))
    }

    /// One element for one of each side. Slots own what they own on both sides, or else a structure that it is on both.
    fn one_element(&mut self, l: &Element, r: &Element) -> Option<Element> {
        let domain = self.domain;
        let definitions = &domain.definitions;
        let paired = self.pairs.len();
        if let Some(element) = (Lub { definitions, unify: self }).element(l, r) {
            return Some(element);
        }
        self.pairs.truncate(paired);
        let (l, r) =
            domain.owners_alike((&self.side(Hand::Left).state, l), (&self.side(Hand::Right).state, r))?;
        Lub { definitions, unify: self }.element(&l, &r)
    }

    /// An element that only one side has: its terms go with any of the other.
    fn alone(&mut self, hand: Hand, mut each: Element) -> Option<Element> {
        each.map(&mut |term| self.pair_alone(hand, term))?;
        Some(each)
    }

    fn pair_alone(&mut self, hand: Hand, term: Term) -> Option<Term> {
        if term.base.is_none() {
            return Some(term);
        }
        let partner = match self.partner(hand, term) {
            Some(partner) => partner,
            None => self.like(hand, term)?,
        };
        match hand {
            Hand::Left => self.pair(term, partner),
            Hand::Right => self.pair(partner, term),
        }
    }

    /// Whether a pointer is the only reference to memory of its own.
    pub(super) fn is_owned(&self, hand: Hand, term: Term) -> bool {
        let side = self.side(hand);
        let found = side.region(term);
        let set = found.and_then(|(_, region)| region.set());
        let heap = match found {
            Some((_, Region::Block(block))) => {
                (block.origin == Origin::Heap || self.domain.is_argument(block)) && block.start == 0
            }
            Some((_, Region::Checker(_))) => true,
            _ => false,
        };
        // A member of it is another reference.
        let is_named = set.is_some_and(|set| side.state.members.iter().any(|(_, member)| member.of == set));
        heap && !is_named && references(&side.state, Value::Known(term)) == 1
    }

    /// Takes the memory that only this pointer refers to for what a slot owns.
    fn retract(&mut self, hand: Hand, term: Term) -> Option<Owned> {
        if !self.is_owned(hand, term) {
            return None;
        }
        let (index, region) = self.side(hand).region(term)?;
        let state = &self.side(hand).state;
        if let Some(text) = region.block().and_then(|block| self.domain.as_text(state, term.base?, block)) {
            self.side_mut(hand).used[index] = true;
            return Some(Owned { region: Arc::new(Region::Checker(text)), or_null: false });
        }
        let mut region = region.clone();
        *region.set_mut() = None;
        self.side_mut(hand).used[index] = true;
        if let Region::Block(block) = &mut region
            && block.runs.is_empty()
        {
            let mut kept = SmallVec::new();
            for cell in std::mem::take(&mut block.cells) {
                match cell.value.term().and_then(|term| self.retract(hand, term)) {
                    Some(owned) => {
                        let each = Element::slot(cell.size, Content::Owned(owned));
                        let (from, to) = (Term::constant(cell.offset), Term::constant(cell.end()));
                        block.runs.push(Run { from, to, each });
                    }
                    None => kept.push(cell),
                }
            }
            block.cells = kept;
        }
        Some(Owned { region: Arc::new(region), or_null: false })
    }
}

impl Joining<'_> {
    /// A value of the other side for one that only this side has: anything will do, so it is what it is here in terms of what both
    /// sides have, if it is something: the size of blocks that only this side owns may be eight times `m`.
    fn like(&mut self, hand: Hand, term: Term) -> Option<Term> {
        let base = term.base?;
        let mut definition = None;
        for fact in self.side(hand).state.pure.facts() {
            let Fact::Eq(form) = fact else { continue };
            if form.coefficient(base.dim()).abs() != 1 {
                continue;
            }
            let mut there = Some(Form::constant(form.offset()));
            for (dim, factor) in form.terms().iter().filter(|(dim, _)| *dim != base.dim()) {
                let partner = self.partner(hand, Term::of(Sym(dim.0)));
                there =
                    there.zip(partner).and_then(|(sum, partner)| sum.add_scaled(*factor, &partner.form()));
            }
            definition = definition.or(there.map(|there| (there, form.coefficient(base.dim()))));
        }
        let state = self.side_mut(hand.other()).state.to_mut();
        let fresh = state.fresh();
        if let Some(equation) =
            definition.and_then(|(there, factor)| there.add_scaled(factor, &Form::of(fresh.dim())))
        {
            state.pure.guard_eq(&equation);
        }
        Term::of(fresh).plus(term.offset)
    }
}

impl Unify for Joining<'_> {
    fn both(&mut self, a: Term, b: Term) -> Option<Term> {
        self.pair(a, b)
    }

    fn first(&mut self, a: Term) -> Option<Term> {
        self.pair_alone(Hand::Left, a)
    }

    fn second(&mut self, b: Term) -> Option<Term> {
        self.pair_alone(Hand::Right, b)
    }

    fn first_has(&self, block: &Block, cell: &Cell) -> bool {
        self.left.state.has_bytes(block, cell.offset, cell.size)
    }

    fn second_has(&self, block: &Block, cell: &Cell) -> bool {
        self.right.state.has_bytes(block, cell.offset, cell.size)
    }
}
