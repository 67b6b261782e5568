//! Doubly linked lists: where the links back lead.
//!
//! Section 4.4 of the paper would keep a second family of vectors for the links back. Here there is one family, that of the
//! links, and of each cell it is known where its link back leads, if that is one of few things: nowhere, to the cell before
//! it, to a cell that a variable points to, to one that was freed. The cell *before* a cell is the one that links to it; where
//! two do, none is. In a doubly linked list every link back is [proper](Back::Proper):
//!
//! ```text
//!   x ─▶ [x: a] ⇄ [x p: b] ─▶ null        all proper: the first cell's leads nowhere, the others' to the cell before
//! ```
//!
//! What is proper changes when links do. A cell that loses the cell before it keeps its link back: it leads to the cell that
//! a variable points to. If that variable ends, an *anchor* takes its place, a variable that nobody names and that does not
//! count as a reference. An anchor is let go when no link back leads to its cell, and where loops and calls begin.

use crate::Lengths;
use crate::contents::Cells;
use crate::names::{FamilyId, Root, RootId};
use crate::state::{Segment, State, Value};
use crate::vrv::Vrv;

/// Where the link back of a cell leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Back {
    /// Anywhere.
    Unknown,
    /// Nowhere.
    Null,
    /// At most one cell that variables reach links to this one; the link back leads to that one, or nowhere if there is none.
    Proper,
    /// To the start of the cell that this variable points into.
    Cell(RootId),
    /// To a cell that was freed.
    Freed,
}

impl Back {
    /// What is known of both.
    pub(crate) fn join(self, other: Self) -> Self {
        if self == other { self } else { Self::Unknown }
    }

    pub(crate) fn covers(self, smaller: Self) -> bool {
        self == Self::Unknown || self == smaller
    }
}

impl Lengths {
    /// Whether cells of a list type have a link back.
    pub(crate) fn has_back(&self, family: FamilyId) -> bool {
        self.names.has_back(family)
    }

    /// Whether a variable stands for a cell that only links back lead to.
    pub(crate) fn is_anchor(&self, root: RootId) -> bool {
        matches!(self.names.root_of(root), Root::Anchor(_))
    }

    /// Whether links of the program lead to a cell by way of this variable.
    fn is_real(&self, root: RootId) -> bool {
        !self.is_anchor(root) && !self.is_cut_point(root)
    }

    /// Changes what is known of the links back of all cells of a list type.
    pub(crate) fn map_backs(
        &self,
        state: &mut State,
        family: FamilyId,
        pick: impl Fn(&Segment) -> bool,
        to: impl Fn(Back) -> Back,
    ) {
        let changes = |cells: &Cells| to(cells.back) != cells.back;
        let concerned = |segment: &Segment| {
            segment.family == family
                && pick(segment)
                && (changes(&segment.first) || segment.rest.as_ref().is_some_and(changes))
        };
        if !state.segments.iter().any(concerned) {
            return;
        }
        for segment in state.segments.iter_mut().filter(|segment| segment.family == family && pick(segment)) {
            segment.first.back = to(segment.first.back);
            if let Some(rest) = &mut segment.rest {
                rest.back = to(rest.back);
            }
        }
    }

    /// Sets what is known of the link back of the first cell of a segment.
    pub(crate) fn set_back(&self, state: &mut State, family: FamilyId, vrv: &Vrv, back: Back) {
        if state.segment(family, vrv).is_some_and(|segment| segment.first.back != back)
            && let Some(segment) = state.segment_mut(family, vrv)
        {
            segment.first.back = back;
        }
    }

    /// The segments that may have cells before the first of another.
    fn before<'s>(&self, state: &'s State, segment: &'s Segment) -> impl Iterator<Item = &'s Segment> {
        state.segments.iter().filter(move |other| {
            other.family == segment.family
                && other.vrv != segment.vrv
                && !other.vrv.is_empty()
                && other.vrv.is_subset(&segment.vrv)
        })
    }

    /// Whether the cell before the first of a segment may be one that the state does not have: of a caller, or on a cycle.
    fn may_be_entered(&self, state: &State, segment: &Segment) -> bool {
        segment.vrv.roots().any(|root| match self.names.root_of(root) {
            Root::Cycle(_) => true,
            Root::CutPoint(_) => !self
                .before(state, segment)
                .any(|other| other.vrv.contains(root) && self.has_cells(state, other)),
            _ => false,
        })
    }

    /// The segment to which the one cell before the first of another surely belongs.
    fn sure_before(&self, state: &State, segment: &Segment) -> Option<Segment> {
        let last = self.before(state, segment).filter(|other| self.has_cells(state, other)).last()?;
        let others = self.before(state, segment).all(|other| other.vrv.is_subset(&last.vrv));
        others.then(|| last.clone())
    }

    /// Whether a variable surely points to the only cell of a segment.
    fn points_to_only(&self, state: &State, root: RootId, segment: &Segment) -> bool {
        state.numbers.bounds(self.counter(segment)).hi == Some(1)
            && matches!(state.get(root), Some(Value::Cell(family, _)) if family == segment.family)
            && state.head(segment.family, root).is_some_and(|head| head.vrv == segment.vrv)
    }

    /// A variable besides another one that surely points to the same cell; those that the program names first.
    fn beside(&self, state: &State, family: FamilyId, root: RootId) -> Option<RootId> {
        let head = state.head(family, root).filter(|head| self.has_cells(state, head))?;
        let same = |other: &RootId| {
            *other != root
                && !self.is_cut_point(*other)
                && matches!(state.get(*other), Some(Value::Cell(of, _)) if of == family)
                && state.head(family, *other).is_some_and(|known| known.vrv == head.vrv)
        };
        let found: Vec<RootId> = head.vrv.roots().filter(same).collect();
        let named = |other: &&RootId| self.is_real(**other) && !self.is_temporary(**other);
        found.iter().find(named).or_else(|| found.first()).copied()
    }

    /// The one form of what is known of links back among several that mean the same: proper, where that is so.
    pub(crate) fn settle_backs(&self, state: &mut State, family: FamilyId) {
        if !self.has_back(family) {
            return;
        }
        let own = state.segments.iter().filter(|segment| segment.family == family);
        let proper = own.filter(|segment| self.is_proper(state, segment, None)).map(|s| s.vrv.clone());
        for vrv in proper.collect::<Vec<_>>() {
            self.set_back(state, family, &vrv, Back::Proper);
        }
    }

    /// Whether the link back of the first cell of a segment is proper though it is known otherwise, if cells up to those with
    /// some vector do not lead to it.
    fn is_proper(&self, state: &State, segment: &Segment, cut: Option<&Vrv>) -> bool {
        let before = || {
            let leads = move |other: &&Segment| cut.is_none_or(|cut| !other.vrv.is_subset(cut));
            self.before(state, segment).filter(leads)
        };
        let is_proper = match segment.first.back {
            Back::Null => before().next().is_none(),
            Back::Cell(root) => {
                before().filter(|other| self.has_cells(state, other)).last().is_some_and(|last| {
                    before().all(|other| other.vrv.is_subset(&last.vrv))
                        && self.points_to_only(state, root, last)
                })
            }
            _ => false,
        };
        is_proper && !self.may_be_entered(state, segment)
    }

    /// The first cell of a segment, which a variable points to, is about to lose its link: the cell behind it leads back to
    /// where it did, which may be another cell that links to it.
    pub(crate) fn cut_back(&self, state: &mut State, head: &Segment, root: RootId) {
        let family = head.family;
        let Some(next) = state.chain(family, root).nth(1).cloned() else { return };
        if next.first.back == Back::Proper {
            let single = state.numbers.bounds(self.counter(head)).hi == Some(1);
            self.set_back(state, family, &next.vrv, if single { Back::Cell(root) } else { Back::Unknown });
        } else if self.is_proper(state, &next, Some(&head.vrv)) {
            self.set_back(state, family, &next.vrv, Back::Proper);
        }
    }

    /// A variable that leads to cells of a list type is about to lose its value: what links back are known by it are known
    /// otherwise, if need be by an anchor. Whether that took its place.
    pub(crate) fn anchor(
        &self,
        state: &mut State,
        family: FamilyId,
        root: RootId,
        value: Value,
    ) -> Option<RootId> {
        self.settle_backs(state, family);
        self.lose_before(state, family, Some(root));
        let is_named = |cells: &Cells| cells.back == Back::Cell(root);
        let named = |segment: &Segment| {
            segment.family == family
                && (is_named(&segment.first) || segment.rest.as_ref().is_some_and(is_named))
        };
        if !state.segments.iter().any(named) {
            return None;
        }
        let other = self.beside(state, family, root);
        let sure = state.head(family, root).is_some_and(|head| self.has_cells(state, head));
        let place = match other {
            None if sure && matches!(value, Value::Cell(..)) && self.is_real(root) => {
                Some(self.new_anchor(state))
            }
            other => other,
        };
        let rename =
            |back| if back == Back::Cell(root) { place.map_or(Back::Unknown, Back::Cell) } else { back };
        self.map_backs(state, family, |_| true, rename);
        place.filter(|_| other.is_none())
    }

    /// Cells that only this variable reaches, if there is one, or anchors will be gone: those behind them no longer have a
    /// cell before them.
    fn lose_before(&self, state: &mut State, family: FamilyId, gone: Option<RootId>) {
        let is_lost =
            |segment: &Segment| segment.vrv.roots().all(|other| Some(other) == gone || self.is_anchor(other));
        let concerned = |segment: &Segment| {
            segment.family == family
                && segment.first.back == Back::Proper
                && !is_lost(segment)
                && self.before(state, segment).any(is_lost)
                && self.sure_before(state, segment).is_none_or(|before| is_lost(&before))
        };
        let concerned: Vec<Vrv> =
            state.segments.iter().filter(|segment| concerned(segment)).map(|s| s.vrv.clone()).collect();
        for vrv in concerned {
            self.set_back(state, family, &vrv, Back::Unknown);
        }
    }

    pub(crate) fn new_anchor(&self, state: &State) -> RootId {
        let mut roots = (0..).map(|index| self.names.root(Root::Anchor(index)));
        roots.find(|root| state.get(*root).is_none()).expect("there are more names than variables")
    }

    fn anchors(&self, state: &State) -> Vec<(RootId, FamilyId)> {
        let anchor = |(root, value): &(RootId, Value)| match value {
            Value::Cell(family, _) if self.is_anchor(*root) => Some((*root, *family)),
            _ => None,
        };
        state.env.iter().filter_map(anchor).collect()
    }

    /// Lets go of the anchors that a test picks. No cell is lost by that: there are none that only anchors reach.
    fn weigh(&self, state: &mut State, pick: impl Fn(&State, RootId, FamilyId) -> bool) {
        if !state.segments.iter().any(|segment| self.has_back(segment.family)) {
            return;
        }
        for (root, family) in self.anchors(state) {
            if pick(state, root, family) {
                let other = self.beside(state, family, root).map_or(Back::Unknown, Back::Cell);
                let rename = |back| if back == Back::Cell(root) { other } else { back };
                self.map_backs(state, family, |_| true, rename);
                state.take(root);
                self.remap(state, family, |vrv| vrv.without(root));
            }
        }
    }

    /// Lets go of all anchors.
    pub(crate) fn weigh_all(&self, state: &mut State) {
        self.weigh(state, |_, _, _| true);
    }

    /// Lets go of the anchors that no link back leads to.
    pub(crate) fn weigh_idle(&self, state: &mut State) {
        self.weigh(state, |state, root, family| {
            let leads = |cells: &Cells| cells.back == Back::Cell(root);
            !state.segments.iter().any(|segment| {
                segment.family == family
                    && (leads(&segment.first) || segment.rest.as_ref().is_some_and(leads))
            })
        });
    }

    /// Lets go of the anchors of cells that a variable of the program points to.
    pub(crate) fn weigh_doubled(&self, state: &mut State) {
        self.weigh(state, |state, root, family| {
            self.beside(state, family, root).is_some_and(|other| self.is_real(other))
        });
    }

    /// Lets go of the anchors of cells that nothing else reaches: these are lost.
    pub(crate) fn weigh_lost(&self, state: &mut State, family: FamilyId) {
        if !state.env.iter().any(|(root, _)| self.is_anchor(*root)) {
            return;
        }
        self.lose_before(state, family, None);
        self.weigh(state, |state, root, of| {
            of == family
                && state.head(of, root).is_some_and(|head| match self.cycle_of(&head.vrv) {
                    Some(cut) => self.reaching(state, of, cut).is_empty(),
                    None => head.vrv.roots().all(|other| self.is_anchor(other)),
                })
        });
    }

    /// Whether cells that only this variable reaches lie before one that others reach, and links back lead from it to all of
    /// them.
    pub(crate) fn is_led_back_to(&self, state: &State, root: RootId) -> bool {
        let Some(Value::Cell(family, _) | Value::List(family)) = state.get(root) else { return false };
        if !self.has_back(family) {
            return false;
        }
        let is_lost =
            |segment: &&Segment| segment.vrv.roots().all(|other| other == root || self.is_anchor(other));
        let proper = |cells: &Cells| cells.back == Back::Proper;
        let lost: Vec<&Segment> = state.chain(family, root).filter(is_lost).collect();
        let Some(next) = state.chain(family, root).find(|segment| !is_lost(segment)) else { return false };
        !lost.is_empty()
            && self.has_cells(state, next)
            && proper(&next.first)
            && lost.iter().all(|segment| segment.rest.as_ref().is_none_or(proper))
            && lost[1..].iter().all(|segment| proper(&segment.first))
    }

    /// Links back are known by variables that there are.
    pub(crate) fn backs_are_named(&self, state: &State) -> bool {
        let named = |back: Back| match back {
            Back::Cell(root) => state.get(root).is_some(),
            _ => true,
        };
        state.segments.iter().all(|segment| {
            named(segment.first.back) && segment.rest.as_ref().is_none_or(|rest| named(rest.back))
        })
    }

    /// What is known of links back by variables that are not cells any more.
    pub(crate) fn tidy_backs(&self, state: &mut State) {
        let mut families: Vec<FamilyId> = state.segments.iter().map(|segment| segment.family).collect();
        families.dedup();
        for family in families.into_iter().filter(|family| self.has_back(*family)) {
            let env = state.env.clone();
            let value = |root: RootId| env.iter().find(|(known, _)| *known == root).map(|(_, value)| *value);
            self.map_backs(
                state,
                family,
                |_| true,
                |back| match back {
                    Back::Cell(root) => match value(root) {
                        Some(Value::Cell(of, _) | Value::List(of)) if of == family => back,
                        Some(Value::Freed) => Back::Freed,
                        _ => Back::Unknown,
                    },
                    back => back,
                },
            );
        }
    }
}
