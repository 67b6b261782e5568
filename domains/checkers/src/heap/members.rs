//! Pointers into structures whose place among others is not known.
//!
//! A *node set* is the set of all objects of the regions that carry its name. What a structure is unfolded to carries its name too,
//! and so does what it is folded into: a set may only grow. A *member* is a symbol without a region: an object of the set begins at its
//! value, or it is one certain other value.
//!
//! This is what is known of cursors on one structure once their order is forgotten (dossier §5.6), and the membership of seed 003
//! for the set of a structure's own nodes. Reading through a member finds it by splitting the regions of its set (`unfold::member`).
//!
//! Invariants: members are sorted by symbol; a member has no region and is not dead; every region of a set can be split at any of
//! its objects (`Checkers::can_be_split`); a name that no member refers to is dropped when a state is tidied.

use smallvec::SmallVec;

use super::region::Region;
use super::state::{State, difference};
use super::value::{Sym, Term};

/// The name of a set of objects. Numbered like symbols, so that a state never has two of one name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeSet(pub u32);

/// What is known of a pointer that is somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member {
    /// An object of this set begins at it,
    pub of: NodeSet,
    /// or it is this.
    pub or: Option<Term>,
}

impl Region {
    /// The set its objects belong to.
    pub fn set(&self) -> Option<NodeSet> {
        match self {
            Self::Block(block) => block.set,
            Self::Checker(checker) => checker.marks.set,
            Self::Segment(segment) => segment.marks.set,
        }
    }

    /// The set its objects belong to, to change it.
    pub fn set_mut(&mut self) -> &mut Option<NodeSet> {
        match self {
            Self::Block(block) => &mut block.set,
            Self::Checker(checker) => &mut checker.marks.set,
            Self::Segment(segment) => &mut segment.marks.set,
        }
    }
}

impl State {
    /// What is known of a symbol that is somewhere.
    pub fn member(&self, sym: Sym) -> Option<Member> {
        self.members.binary_search_by_key(&sym, |(sym, _)| *sym).ok().map(|index| self.members[index].1)
    }

    /// Notes where a symbol is.
    pub fn set_member(&mut self, sym: Sym, member: Member) {
        match self.members.binary_search_by_key(&sym, |(sym, _)| *sym) {
            Ok(index) => self.members[index].1 = member,
            Err(index) => self.members.insert(index, (sym, member)),
        }
    }

    /// Forgets where a symbol is.
    pub fn take_member(&mut self, sym: Sym) -> Option<Member> {
        let index = self.members.binary_search_by_key(&sym, |(sym, _)| *sym).ok()?;
        Some(self.members.remove(index).1)
    }

    /// A set of nothing yet.
    pub fn fresh_set(&mut self) -> NodeSet {
        NodeSet(self.fresh().0)
    }

    /// All of one set belongs to another from now on.
    pub fn merge_sets(&mut self, from: NodeSet, into: NodeSet) {
        self.regions.change(|region| region.set() == Some(from), |region| *region.set_mut() = Some(into));
        for (_, member) in &mut self.members {
            if member.of == from {
                member.of = into;
            }
        }
    }

    /// A region's objects belong to a set, whatever they belonged to.
    pub fn join_set(&mut self, at: Sym, set: NodeSet) {
        let Some(region) = self.region_mut(at) else { return };
        match region.set_mut().replace(set) {
            Some(old) if old != set => self.merge_sets(old, set),
            _ => {}
        }
    }

    /// A region is gone, and not replaced by its parts: what may have been in it is no longer known.
    pub(super) fn lose_set(&mut self, region: &Region) {
        if let Some(set) = region.set() {
            self.members.retain(|(_, member)| member.of != set);
        }
    }

    /// Takes regions away for good.
    pub fn take_regions(&mut self, gone: impl Fn(Sym) -> bool) {
        let gone: Vec<Sym> = self.regions.iter().map(|(at, _)| *at).filter(|at| gone(*at)).collect();
        for at in gone {
            self.take_region(at);
        }
    }

    /// An object of a set is freed: a member that may be it is now perhaps a pointer to what is gone.
    pub(super) fn bury_node(&mut self, at: Sym, set: NodeSet) {
        let (pure, mut kept) = (&self.pure, Vec::with_capacity(self.members.len()));
        for (sym, mut member) in self.members.drain(..) {
            let differs =
                |other: Term| difference(Term::of(sym), other).is_some_and(|form| pure.proves_ne(&form));
            if member.of == set && !differs(Term::of(at)) {
                if member.or.is_some_and(|or| !differs(or)) {
                    continue;
                }
                member.or = Some(Term::of(at));
            }
            kept.push((sym, member));
        }
        self.members = kept;
    }

    /// What a member's symbol is called elsewhere now; what has a region, or is no address of an object, is no member any more.
    pub(super) fn replace_member(&mut self, sym: Sym, by: Term) -> Option<()> {
        if let Some(member) = self.take_member(sym)
            && let Some(base) = by.base.filter(|_| by.offset == 0)
            && self.region(base).is_none()
            && !self.is_dead(base)
            && self.member(base).is_none()
        {
            self.set_member(base, member);
        }
        for (_, member) in &mut self.members {
            if let Some(or) = &mut member.or {
                *or = or.substitute(sym, by)?;
            }
        }
        Some(())
    }

    /// Drops members nobody refers to, and names of sets that have none.
    pub(super) fn tidy_members(&mut self, is_used: impl Fn(u32) -> bool) {
        self.members.retain(|(sym, _)| is_used(sym.0));
        let named: SmallVec<[NodeSet; 4]> = self.members.iter().map(|(_, member)| member.of).collect();
        self.regions.change(
            |region| region.set().is_some_and(|set| !named.contains(&set)),
            |region| *region.set_mut() = None,
        );
    }
}
