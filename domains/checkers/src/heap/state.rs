//! A symbolic heap: one disjunct of what memory may look like.
//!
//! γ(state) is the set of memories for which there are values of the symbols such that
//! - every root has the value the state gives it;
//! - memory is the disjoint union of what the regions describe: every live object belongs to exactly
//!   one region (objects of callers, which a call left behind, excepted);
//! - all parts are of one object, the arena (`parts`);
//! - objects in `dead` are gone;
//! - `members` are where they are said to be (`members`);
//! - the pure part holds, and there are sets of which `sets` holds.
//!
//! Invariants: roots and `dead` are sorted and have no duplicates; every symbol is below
//! `next`; a dead symbol has no region.

use ir::{FunctionId, GlobalId, LocalId, SlotId};
use logic::{Form, Pure};

use super::members::Member;
use super::region::{Block, Origin, Region};
use super::regions::Regions;
use super::sets::SetFacts;
use super::value::{Sym, Term, Value};
use crate::parts::Arena;

/// Where a value is held that the program, or a contract, can name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Root {
    /// A register of the function.
    Register(LocalId),
    /// The address of a variable in memory.
    Slot(SlotId),
    /// The address of a global variable.
    Global(GlobalId),
    /// The address of a function.
    Code(FunctionId),
    /// The result of the function.
    Result,
    /// What a parameter was on entry.
    Formal(u32),
    /// What an expression of the contract was on entry.
    Old(u32),
    /// A set that the contract speaks of.
    Ghost(u32),
    /// A value that the caller of this function goes on to use.
    Held(u32),
    /// What an input of the program was, where that is kept.
    Input(u32),
    /// A value under way within one step.
    Scratch(u32),
}

/// What happened since a round of a loop began.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Happened {
    /// Memory may have been written.
    pub wrote: bool,
    /// The system gave some of its memory, for sure.
    pub grown: bool,
}

/// A symbolic heap.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct State {
    /// Who holds what.
    pub roots: Vec<(Root, Value)>,
    /// What memory is made of.
    pub regions: Regions,
    /// The addresses of objects that are gone.
    pub dead: Vec<Sym>,
    /// Pointers that are somewhere in structures.
    pub members: Vec<(Sym, Member)>,
    /// What is known of the values.
    pub pure: Pure,
    /// What is known of sets of values.
    pub sets: SetFacts,
    /// The integer types whose values symbols are: bits and whether negative ones are among them.
    pub ranges: Vec<(Sym, u16, bool)>,
    /// Whether there may be heap objects that no region describes: they were lost, which was reported.
    pub junk: bool,
    /// Whether an object that was no block of the heap has gone while pointers led to it: what is dead may be one.
    pub gone: bool,
    /// Whether this is every memory at all: too much had to be kept apart. Nothing follows from it.
    pub anything: bool,
    /// Whose parts there are, here or with a caller.
    pub arena: Option<Arena>,
    /// What happened in a round of a loop that is being looked at by itself (`endings`).
    pub round: Option<Happened>,
    /// The function whose contract must be met in the end.
    pub goal: Option<FunctionId>,
    /// The next symbol that is free.
    pub next: u32,
}

impl State {
    /// Whether an object is surely so large that it has these bytes.
    pub fn has_bytes(&self, block: &Block, offset: i64, size: u8) -> bool {
        let end = i128::from(offset) + i128::from(size) - i128::from(block.start);
        match block.size.base {
            None => i128::from(block.size.offset) >= end,
            Some(_) => block.size.form().plus(-end).is_some_and(|left| self.pure.proves_ge(&left)),
        }
    }

    /// Every memory at all.
    pub fn anything() -> Self {
        Self { anything: true, ..Self::default() }
    }

    /// A symbol that nothing is known of.
    pub fn fresh(&mut self) -> Sym {
        self.next += 1;
        Sym(self.next - 1)
    }

    /// What a root holds.
    pub fn root(&self, root: Root) -> Option<Value> {
        self.roots.binary_search_by_key(&root, |(root, _)| *root).ok().map(|at| self.roots[at].1)
    }

    /// Lets a root hold something.
    pub fn set_root(&mut self, root: Root, value: Value) {
        match self.roots.binary_search_by_key(&root, |(root, _)| *root) {
            Ok(at) => self.roots[at].1 = value,
            Err(at) => self.roots.insert(at, (root, value)),
        }
    }

    /// Takes a root away and gives what it held.
    pub fn take_root(&mut self, root: Root) -> Option<Value> {
        let at = self.roots.binary_search_by_key(&root, |(root, _)| *root).ok()?;
        Some(self.roots.remove(at).1)
    }

    /// The region at an address.
    pub fn region(&self, at: Sym) -> Option<&Region> {
        self.regions.get(at)
    }

    /// The region at an address, to change it.
    pub fn region_mut(&mut self, at: Sym) -> Option<&mut Region> {
        self.regions.get_mut(at)
    }

    /// The object at an address.
    pub fn block(&self, at: Sym) -> Option<&Block> {
        self.region(at)?.block()
    }

    /// The object at an address, to change it.
    pub fn block_mut(&mut self, at: Sym) -> Option<&mut Block> {
        match self.region_mut(at)? {
            Region::Block(block) => Some(block),
            _ => None,
        }
    }

    /// Puts a region at an address that has none.
    pub fn add_region(&mut self, at: Sym, region: Region) {
        self.take_member(at);
        debug_assert!(self.region(at).is_none(), "{at:?} has a region");
        self.regions.insert(at, region);
    }

    /// Takes the region at an address away, for good.
    pub fn take_region(&mut self, at: Sym) -> Option<Region> {
        let region = self.open_region(at)?;
        self.lose_set(&region);
        Some(region)
    }

    /// Takes the region at an address away, to put its parts there.
    pub fn open_region(&mut self, at: Sym) -> Option<Region> {
        self.regions.remove(at)
    }

    /// Whether an object is gone.
    pub fn is_dead(&self, at: Sym) -> bool {
        self.dead.binary_search(&at).is_ok()
    }

    /// The object at an address is gone.
    pub fn bury(&mut self, at: Sym) {
        let of_heap =
            |region: &Region| matches!(region, Region::Block(block) if block.origin == Origin::Heap);
        if !self.gone && !self.region(at).is_some_and(of_heap) {
            let mut mentioned = false;
            self.terms(|term| mentioned |= term.base == Some(at));
            self.gone = mentioned;
        }
        if let Some(set) = self.open_region(at).and_then(|region| region.set()) {
            self.bury_node(at, set);
        }
        self.take_member(at);
        if let Err(index) = self.dead.binary_search(&at) {
            self.dead.insert(index, at);
        }
    }

    /// A symbol is a value of an integer type.
    pub fn set_range(&mut self, sym: Sym, bits: u16, signed: bool) {
        match self.ranges.binary_search_by_key(&sym, |(sym, ..)| *sym) {
            Ok(index) => self.ranges[index] = (sym, bits, signed),
            Err(index) => self.ranges.insert(index, (sym, bits, signed)),
        }
    }

    /// The least and the greatest value a symbol can have by its type.
    pub fn range(&self, sym: Sym) -> Option<(i128, i128)> {
        let index = self.ranges.binary_search_by_key(&sym, |(sym, ..)| *sym).ok()?;
        let (_, bits, signed) = self.ranges[index];
        Some(range_of(bits, signed))
    }

    /// The least value of a sum.
    pub fn least(&self, form: &Form) -> Option<i128> {
        bound(self, form, true)
    }

    /// The greatest value of a sum.
    pub fn greatest(&self, form: &Form) -> Option<i128> {
        bound(self, form, false)
    }

    /// Whether one term is at most another, for sure.
    pub fn is_at_most(&self, a: Term, b: Term) -> bool {
        if a.base == b.base {
            return a.offset <= b.offset;
        }
        difference(b, a).is_some_and(|form| self.least(&form).is_some_and(|least| least >= 0))
    }

    /// Whether two terms are equal, for sure.
    pub fn is_equal(&self, a: Term, b: Term) -> bool {
        if a.base == b.base {
            return a.offset == b.offset;
        }
        difference(a, b).is_some_and(|form| self.pure.proves_eq(&form))
    }

    /// The remainder of how far one term is from another, if it is known.
    pub fn remainder(&self, a: Term, b: Term, modulus: i64) -> Option<i64> {
        if modulus == 1 {
            return Some(0);
        }
        if a.base == b.base {
            return a.offset.checked_sub(b.offset)?.checked_rem_euclid(modulus);
        }
        self.pure.residue(&difference(a, b)?, modulus)
    }

    /// Replaces a symbol that has no region, everywhere but in the pure part. `None` if an offset leaves its
    /// range.
    pub(crate) fn replace(&mut self, sym: Sym, by: Term) -> Option<()> {
        for (_, value) in &mut self.roots {
            if let Value::Known(term) = value {
                *term = term.substitute(sym, by)?;
            }
        }
        let mut fits = true;
        self.regions.change(
            |region| region.mentions(sym),
            |region| fits &= region.map(|term| term.substitute(sym, by)).is_some(),
        );
        if !fits {
            return None;
        }
        self.replace_member(sym, by)?;
        self.sets.replace(sym, by)?;
        if let Ok(index) = self.dead.binary_search(&sym) {
            self.dead.remove(index);
            if let Some(base) = by.base.filter(|_| by.offset == 0)
                && let Err(index) = self.dead.binary_search(&base)
            {
                self.dead.insert(index, base);
            }
        }
        Some(())
    }

    /// Calls `see` with every term that a root or a region has, or that a member may be.
    pub fn terms(&self, mut see: impl FnMut(Term)) {
        self.roots.iter().filter_map(|(_, value)| value.term()).for_each(&mut see);
        for (at, region) in &self.regions {
            see(Term::of(*at));
            region.terms(&mut see);
        }
        self.members.iter().filter_map(|(_, member)| member.or).for_each(see);
    }

    /// Forgets symbols that nothing refers to.
    pub fn tidy(&mut self) {
        let mut used = vec![false; self.next as usize];
        self.terms(|term| {
            if let Some(base) = term.base {
                used[base.0 as usize] = true;
            }
        });
        let is_used = |sym: u32| used.get(sym as usize).copied().unwrap_or(false);
        self.dead.retain(|sym| is_used(sym.0));
        self.tidy_members(is_used);
        self.sets.tidy(is_used);
        self.ranges.retain(|(sym, ..)| is_used(sym.0));
        if self.pure.dims().iter().any(|dim| !is_used(dim.0)) {
            self.pure.retain(|dim| is_used(dim.0));
        }
    }

    /// Conjoins that two terms differ; false if they cannot.
    pub fn guard_ne(&mut self, a: Term, b: Term) -> bool {
        let Some(form) = difference(a, b) else { return true };
        if !self.pure.guard_ne(&form) {
            return false;
        }
        // A number that is not negative and not zero is positive.
        if by_type(self, &form, true) == Some(0)
            && let Some(positive) = form.plus(-1)
        {
            return self.pure.guard_ge(&positive);
        }
        true
    }

    /// Where an object's bytes are that a variable or a function stands for.
    pub fn address(&self, root: Root) -> Option<Sym> {
        self.root(root)?.term()?.base
    }

    /// Whether what `free` may take lies at this address.
    pub fn is_heap(&self, at: Sym) -> bool {
        match self.region(at) {
            Some(Region::Block(block)) => block.origin == Origin::Heap,
            Some(Region::Checker(checker)) => checker.marks.heap,
            Some(Region::Segment(segment)) => segment.marks.heap,
            None => false,
        }
    }
}

/// What the facts say, or the types of the symbols if that is closer.
fn bound(state: &State, form: &Form, least: bool) -> Option<i128> {
    if let Some(value) = form.as_constant() {
        return Some(value);
    }
    let known = if least { state.pure.minimum(form) } else { state.pure.maximum(form) };
    let by_type = by_type(state, form, least);
    if known.is_none() && by_type.is_none() {
        // The size of an array of `n` elements has no type, but `n` has.
        return self::by_type(state, &state.pure.in_other_words(form)?, least);
    }
    match (known, by_type) {
        (Some(a), Some(b)) => Some(if least { a.max(b) } else { a.min(b) }),
        (a, b) => a.or(b),
    }
}

/// What the types of the symbols say.
fn by_type(state: &State, form: &Form, least: bool) -> Option<i128> {
    form.terms().iter().try_fold(form.offset(), |sum, (dim, factor)| {
        let (low, high) = state.range(Sym(dim.0))?;
        let end = if (*factor > 0) == least { low } else { high };
        sum.checked_add(end.checked_mul(i128::from(*factor))?)
    })
}

/// The least and the greatest value of an integer type.
pub fn range_of(bits: u16, signed: bool) -> (i128, i128) {
    let bits = u32::from(bits.clamp(1, 126));
    if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

/// `a - b`.
pub fn difference(a: Term, b: Term) -> Option<Form> {
    a.form().add_scaled(-1, &b.form())
}
