//! Node synthesis: parts become nodes where what they hold says how large the node is (§4.1 of seed 001).
//!
//! A node with a body stores its size. Where a part holds another size than it has, it is cut or completed:
//!
//! - *package*: the node is smaller than the part. What is behind it is a part by itself;
//! - *package2*: so is that what is behind it, if a size was written there, whether or not its link was;
//! - *swallow*: the node is larger than the part. The parts that follow, nodes or not, belong to it.
//!
//! Where the size shares its member with flags, its remainder says which rule the node is of; one that is not known makes no node.
//! All of them leave the same bytes described; *swallow* forgets what the swallowed ones held. What cannot be proved to be one of these stays as it is.
//! A part that nothing refers to swallows nothing: it is lost itself, and what follows it may still be in use.

use logic::{Fact, Form};

use super::match1;
use crate::Checkers;
use crate::definition::{self, Name, Object, Rule};
use crate::heap::state::difference;
use crate::heap::{Block, Origin, Region, State, Sym, Term};

/// How many steps one state may need.
const STEPS: u32 = 64;

impl Checkers {
    /// Makes nodes of the parts of a state, as far as they are some.
    pub(crate) fn synthesize_nodes(&self, state: &mut State) {
        for _ in 0..STEPS {
            let is_part = |region: &Region| region.block().is_some_and(|block| block.origin == Origin::Part);
            let parts: Vec<Sym> =
                state.regions.iter().filter(|(_, region)| is_part(region)).map(|(at, _)| *at).collect();
            if !parts.into_iter().any(|at| self.rebase(state, at) || self.synthesize(state, at)) {
                return;
            }
        }
    }

    /// Lets a part be known by the address where it begins.
    fn rebase(&self, state: &mut State, at: Sym) -> bool {
        let Some(start) = state.block(at).map(|block| block.start).filter(|start| *start != 0) else {
            return false;
        };
        let Some(Region::Block(mut block)) = state.open_region(at) else { return false };
        let begin = state.fresh();
        let as_begin = start.checked_neg().map(|offset| Term { base: Some(begin), offset });
        let equation = as_begin.and_then(|term| difference(Term::of(at), term));
        let (Some(by), Some(equation)) = (as_begin, equation) else {
            state.add_region(at, Region::Block(block));
            return false;
        };
        let mut moved = state.clone();
        if !block.shift(-start) || moved.replace(at, by).is_none() {
            block.shift(start);
            state.add_region(at, Region::Block(block));
            return false;
        }
        *state = moved;
        state.pure.guard_eq(&equation);
        state.add_region(begin, Region::Block(block));
        true
    }

    /// Cuts or completes one part; whether anything was done.
    fn synthesize(&self, state: &mut State, at: Sym) -> bool {
        let Some(block) = state.block(at) else { return false };
        let sizes = self.other_sizes(state, block);
        let (size, end) = (block.size.form(), block.size);
        sizes.into_iter().any(|(node, linked)| {
            let missing = node.add_scaled(-1, &size);
            let Some(missing) = missing else { return false };
            if state.least(&missing).is_some_and(|least| least > 0) {
                return self.swallow(state, at, end);
            }
            let less = state.greatest(&missing).is_some_and(|greatest| greatest < 0);
            less && if linked { self.package(state, at, &node) } else { self.package2(state, at, &node) }
        })
    }

    /// How large a node may be that a part begins with, and whether it was written as a whole. Nothing if the part is one of its size.
    fn other_sizes(&self, state: &State, block: &Block) -> Vec<(Form, bool)> {
        let size = block.size.form();
        let mut sizes = Vec::new();
        for (rule, object) in self.nodes() {
            let Some(node) = node_size(state, rule, object, block) else { continue };
            if node.add_scaled(-1, &size).is_some_and(|more| state.pure.proves_eq(&more)) {
                return Vec::new();
            }
            sizes.push((node, is_linked(object, block)));
        }
        sizes
    }

    /// Whether an object is a part that says it is larger or smaller than it is: it is about to be cut, or to swallow others.
    pub(crate) fn is_in_the_making(&self, state: &State, block: &Block) -> bool {
        block.origin == Origin::Part && !self.other_sizes(state, block).is_empty()
    }

    /// *package*: cuts the node off, and what is behind it is a part by itself.
    fn package(&self, state: &mut State, at: Sym, node: &Form) -> bool {
        let cut = self.named(state, node);
        self.split_part(state, at, cut).is_some()
    }

    /// *package2*: the same where only the size was written. The other members are whatever was there, as is what the paper calls `x'`: whoever asks for a
    /// value there is told that it may never have been written.
    fn package2(&self, state: &mut State, at: Sym, node: &Form) -> bool {
        self.package(state, at, node)
    }

    /// *swallow*, one neighbour at a time.
    fn swallow(&self, state: &mut State, at: Sym, size: Term) -> bool {
        let Some(end) = Term::of(at).form().add_scaled(1, &size.form()) else { return false };
        let begins = |other: Sym, region: &Region| {
            other != at
                && region.block().is_some_and(|block| block.origin == Origin::Part && block.start == 0)
        };
        let Some(next) = match1(state, &end, begins) else { return false };
        if self.unreachable(state, None).contains(&at) {
            return false;
        }
        self.join_parts(state, at, next).is_some()
    }

    /// The nodes with bodies that structures begin with.
    pub(super) fn nodes(&self) -> impl Iterator<Item = (&Rule, &Object)> {
        let usable = self.definitions.list.iter().filter(|definition| !definition.refused);
        let rules = usable.flat_map(|definition| &definition.rules);
        let objects = rules.flat_map(|rule| rule.objects.iter().map(move |object| (rule, object)));
        objects.filter(|(_, object)| object.body.is_some())
    }
}

impl State {
    /// Whether a place is a node whose size the program knows something about: it is the one that was looked for, and must not be lost among
    /// others (the side condition of *append*).
    pub(crate) fn is_visible_node(&self, at: Term) -> bool {
        let block = at.base.and_then(|base| self.block(base)).filter(|block| block.origin == Origin::Part);
        let Some(size) = block.and_then(|block| block.size.base) else { return false };
        let held = |sym: Sym| {
            self.roots.iter().any(|(_, value)| value.term().and_then(|term| term.base) == Some(sym))
        };
        self.pure.facts().iter().any(|fact| {
            let (Fact::Eq(form) | Fact::Ge(form) | Fact::Ne(form)) = fact;
            let syms = || form.terms().iter().map(|(dim, _)| Sym(dim.0));
            syms().any(|sym| sym == size)
                && syms().any(|sym| sym != size && self.range(sym).is_some() && held(sym))
        })
    }
}

/// Whether all members of a node were written, not its size alone.
fn is_linked(object: &Object, block: &Block) -> bool {
    object.cells.iter().all(|cell| block.cell(block.start + cell.offset, cell.size).is_some())
}

/// How large a node a part begins with, by what it holds.
pub(super) fn node_size(state: &State, rule: &Rule, object: &Object, block: &Block) -> Option<Form> {
    let held = |name: Name| {
        let cell = object.cells.iter().find(|cell| cell.value.name == Some(name))?;
        let there = block.cell(block.start + cell.offset, cell.size)?.value.term()?;
        there.plus(cell.value.offset.checked_neg()?)
    };
    // A rule that asks for another constant than is there does not speak of this part.
    let other = |cell: &definition::Cell| {
        let there = block.cell(block.start + cell.offset, cell.size).and_then(|there| there.value.term());
        let known = there.filter(|term| term.base.is_none());
        cell.value.name.is_none() && known.is_some_and(|known| known.offset != cell.value.offset)
    };
    if object.cells.iter().any(other) {
        return None;
    }
    let meaning = |form: definition::Form| {
        form.terms.iter().try_fold(Form::constant(form.constant), |sum, (name, factor)| {
            sum.add_scaled(*factor, &held(*name)?.form())
        })
    };
    // Nor does one that asks for other flags in the lowest bits.
    let divides = |(sum, unit)| meaning(sum).is_some_and(|sum| state.pure.residue(&sum, unit) == Some(0));
    if !rule.divisions().all(divides) {
        return None;
    }
    meaning(object.extent()?)
}
