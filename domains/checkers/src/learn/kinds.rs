//! Kinds of nodes: what one definition, or a few that call each other, will be about.
//!
//! Nodes of one layout are of one kind. But where a link from a layout to itself never occurs below itself, while others do, what it leads to is a
//! kind of its own: a list whose elements may have a node beside them, or a list of such nodes, is no tree. And nodes on different levels (`levels`) are
//! different kinds.
//!
//! Programs work in phases: what elements own is freed in one loop and the elements in the next; links back are set when the list is there. Nodes
//! with a pointer to something that is gone, or without a link back, are kinds of their own too, if they are not mixed with others.

use std::collections::{BTreeMap, BTreeSet};

use super::View;
use super::forest::{Forest, Link, Owners, Place};
use super::layout::{ClassId, Layouts, Part};
use super::levels::Levels;
use super::sample::{NodeId, Sample, Value};

/// What is less likely than this is no accident.
const ACCIDENT: f64 = 0.05;

/// From so many nodes it is told how likely a link is.
const OUTER: i32 = 4;

/// A kind, by its place.
pub(super) type KindId = usize;

/// A node of a sample.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Member {
    pub(super) sample: usize,
    pub(super) node: NodeId,
}

/// Nodes that one definition is to describe.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    pub(super) class: ClassId,
    /// Where in the object links to it point to.
    pub(super) entry: i64,
    /// How high its nodes are, zero where there are no levels.
    pub(super) height: usize,
    pub(super) members: Vec<Member>,
}

/// All kinds.
#[derive(Clone, Debug, Default)]
pub(super) struct Kinds {
    pub(super) list: Vec<Kind>,
    /// For each sample and node its kind.
    pub(super) of: Vec<Vec<Option<KindId>>>,
}

impl Kinds {
    pub(super) fn of(
        samples: &[Sample],
        layouts: &Layouts,
        levels: &Levels,
        forest: &Forest,
        with_phases: bool,
    ) -> Self {
        let phases = if with_phases { Phases::of(samples, layouts, forest) } else { Phases::default() };
        let beside = never_nested(layouts, forest);
        let mut kinds = Self::default();
        let mut keys: Vec<(ClassId, usize, Option<i64>, Phase)> = Vec::new();
        for (sample, owners) in forest.owners.iter().enumerate() {
            let mut of = vec![None; samples[sample].nodes.len()];
            for (node, kind) in of.iter_mut().enumerate() {
                let (Some(class), Some(owners)) = (layouts.of[sample][node], owners) else { continue };
                let via = above(owners, node).find_map(|(from, offset)| {
                    let link = Link { from: layouts.of[sample][from]?, offset, to: class };
                    beside.contains(&link).then_some(offset)
                });
                // What has no such link is like those below it, not yet where it belongs.
                let without = || {
                    let parts = &layouts.classes[class].parts;
                    let unwritten =
                        |part: &&Part| part.read(&samples[sample].nodes[node]) == Value::Unwritten;
                    parts
                        .iter()
                        .filter(unwritten)
                        .map(|part| part.offset)
                        .find(|offset| beside.contains(&Link { from: class, offset: *offset, to: class }))
                };
                let via = via.or_else(without);
                let height = levels.height(sample, node);
                let key = (class, height, via, phases.of_member(Member { sample, node }));
                let at = keys.iter().position(|known| *known == key).unwrap_or_else(|| {
                    keys.push(key);
                    kinds.list.push(Kind { class, entry: 0, height, members: Vec::new() });
                    keys.len() - 1
                });
                kinds.list[at].members.push(Member { sample, node });
                *kind = Some(at);
            }
            kinds.of.push(of);
        }
        for kind in &mut kinds.list {
            kind.entry = entry(samples, forest, kind);
        }
        kinds
    }
}

/// The pointers of a node that lead to nothing any more, or not yet.
type Phase = BTreeSet<i64>;

/// The phases of all nodes of layouts that have any.
#[derive(Default)]
struct Phases(BTreeMap<Member, Phase>);

impl Phases {
    fn of(samples: &[Sample], layouts: &Layouts, forest: &Forest) -> Self {
        let mut found: BTreeMap<Member, Phase> = BTreeMap::new();
        for (sample, of) in layouts.of.iter().enumerate() {
            for (node, class) in of.iter().enumerate().filter_map(|(node, class)| Some((node, (*class)?))) {
                let object = &samples[sample].nodes[node];
                // What a variable points to may be on its way from one phase to the other.
                let is_open = |part: &&Part| match part.read(object) {
                    Value::Gone => !object.held,
                    Value::Unwritten => !object.held && forest.link(class, part.offset).is_none(),
                    _ => false,
                };
                let pointers = layouts.classes[class].parts.iter().filter(|part| part.pointer);
                let phase: Phase = pointers.filter(is_open).map(|part| part.offset).collect();
                if !phase.is_empty() {
                    found.insert(Member { sample, node }, phase);
                }
            }
        }
        let phases = Self(found);
        let mixed: BTreeSet<ClassId> =
            (0..layouts.classes.len()).filter(|class| phases.are_mixed(*class, layouts, forest)).collect();
        let pure = |member: &Member| {
            layouts.of[member.sample][member.node].is_some_and(|class| !mixed.contains(&class))
        };
        Self(phases.0.into_iter().filter(|(member, _)| pure(member)).collect())
    }

    fn of_member(&self, member: Member) -> Phase {
        self.0.get(&member).cloned().unwrap_or_default()
    }

    /// Whether nodes of different phases own each other more often than now and then.
    fn are_mixed(&self, class: ClassId, layouts: &Layouts, forest: &Forest) -> bool {
        let (mut links, mut changes) = (0, 0);
        for (sample, owners) in forest.owners.iter().enumerate() {
            let Some(owners) = owners else { continue };
            let is_of = |node: NodeId| layouts.of[sample][node] == Some(class);
            for (node, owner) in owners.of.iter().enumerate() {
                let Some((from, _)) = owner.filter(|(from, _)| is_of(node) && is_of(*from)) else { continue };
                let phase = |node: NodeId| self.0.get(&Member { sample, node });
                links += 1;
                changes += usize::from(phase(node) != phase(from));
            }
        }
        changes * 4 > links
    }
}

/// The pointers that lead to a node from the root of its structure, the last one first.
fn above(owners: &Owners, node: NodeId) -> impl Iterator<Item = Place> {
    let mut at = node;
    std::iter::from_fn(move || {
        let place = owners.of[at]?;
        at = place.0;
        Some(place)
    })
}

/// The links from a layout to itself that do not occur below themselves, where that is no accident: if they were as likely there as above, some
/// sample would be very unlikely.
fn never_nested(layouts: &Layouts, forest: &Forest) -> Vec<Link> {
    let own: Vec<Link> = forest.links.iter().copied().filter(|link| link.from == link.to).collect();
    let is_beside = |link: &&Link| {
        let mut unlikely = false;
        for (sample, owners) in forest.owners.iter().enumerate() {
            let Some(owners) = owners else { continue };
            let along =
                |(from, offset): Place| layouts.of[sample][from] == Some(link.from) && offset == link.offset;
            let (mut outer, mut with, mut inner) = (0, 0, 0);
            for node in (0..owners.of.len()).filter(|node| layouts.of[sample][*node] == Some(link.from)) {
                let has = owners.of.iter().flatten().any(|place| *place == (node, link.offset));
                match (above(owners, node).any(along), has) {
                    (true, true) => return false,
                    (true, false) => inner += 1,
                    (false, has) => (outer, with) = (outer + 1, with + i32::from(has)),
                }
            }
            let likely = f64::from(with + 1) / f64::from(outer + 2);
            unlikely |= outer >= OUTER && (1.0 - likely).powi(inner) < ACCIDENT;
        }
        unlikely && own.len() > 1
    };
    own.iter().filter(is_beside).copied().collect()
}

/// Where most owners point to.
fn entry(samples: &[Sample], forest: &Forest, kind: &Kind) -> i64 {
    let mut votes: Vec<(usize, i64)> = Vec::new();
    for member in &kind.members {
        let nodes = &samples[member.sample].nodes;
        let owner = forest.owners[member.sample].as_ref().and_then(|owners| owners.of[member.node]);
        let Some((from, offset)) = owner else { continue };
        let target = nodes[from].pointers().find(|(at, _)| *at == offset);
        if let Some((_, Value::To(_, distance))) = target {
            match votes.iter_mut().find(|(_, known)| *known == distance) {
                Some((count, _)) => *count += 1,
                None => votes.push((1, distance)),
            }
        }
    }
    votes.iter().max_by_key(|(count, distance)| (*count, -distance)).map_or(0, |(_, distance)| *distance)
}

impl View<'_> {
    /// Who owns a node: the owner and where in it the pointer is.
    pub(super) fn owner(&self, of: Member) -> Option<(Member, i64)> {
        let (node, offset) = self.forest.owners[of.sample].as_ref()?.of[of.node]?;
        Some((Member { node, ..of }, offset))
    }

    pub(super) fn kind_of(&self, of: Member) -> Option<KindId> {
        self.kinds.of[of.sample][of.node]
    }
}
