//! Kinds of nodes: what one definition, or a few that call each other, will be about.
//!
//! Nodes of one layout are of one kind. But where a link from a layout to itself only ever leads to nodes that lead nowhere, while others lead
//! further, these are a kind of their own: a list whose elements may have one node beside them is no tree.

use super::View;
use super::forest::{Forest, Link, Place};
use super::layout::{ClassId, Layouts};
use super::sample::{NodeId, Sample, Value};

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
    pub(super) fn of(samples: &[Sample], layouts: &Layouts, forest: &Forest) -> Self {
        let beside = leaves(layouts, forest);
        let mut kinds = Self::default();
        let mut keys: Vec<(ClassId, Option<i64>)> = Vec::new();
        for (sample, owners) in forest.owners.iter().enumerate() {
            let mut of = vec![None; samples[sample].nodes.len()];
            for (node, kind) in of.iter_mut().enumerate() {
                let (Some(class), Some(owners)) = (layouts.of[sample][node], owners) else { continue };
                let via = owners.of[node].and_then(|(from, offset)| {
                    let link = Link { from: layouts.of[sample][from]?, offset, to: class };
                    beside.contains(&link).then_some(offset)
                });
                let at = keys.iter().position(|key| *key == (class, via)).unwrap_or_else(|| {
                    keys.push((class, via));
                    kinds.list.push(Kind { class, entry: 0, members: Vec::new() });
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

/// The links from a layout to itself that only lead to nodes that lead nowhere.
fn leaves(layouts: &Layouts, forest: &Forest) -> Vec<Link> {
    let is_own = |link: &&Link| link.from == link.to;
    // For each link: how many nodes it leads to, and whether one of them leads further.
    let seen = |link: &Link| {
        let (mut count, mut further) = (0, false);
        for (sample, owners) in forest.owners.iter().enumerate() {
            let Some(owners) = owners else { continue };
            for (node, owner) in owners.of.iter().enumerate() {
                let along = |(from, offset): Place| {
                    layouts.of[sample][from] == Some(link.from) && offset == link.offset
                };
                if owner.is_some_and(along) {
                    count += 1;
                    further |= owners.of.iter().flatten().any(|(from, _)| *from == node)
                        || owners.closing.iter().any(|(from, _)| *from == node);
                }
            }
        }
        (count, further)
    };
    let found: Vec<(Link, usize, bool)> = forest
        .links
        .iter()
        .filter(is_own)
        .map(|link| {
            let (count, further) = seen(link);
            (*link, count, further)
        })
        .collect();
    let is_leaf = |(link, count, further): &(Link, usize, bool)| {
        let others = found
            .iter()
            .any(|(other, _, further)| other.from == link.from && other.offset != link.offset && *further);
        *count >= 2 && !further && others
    };
    found.iter().filter(|found| is_leaf(found)).map(|(link, ..)| *link).collect()
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
