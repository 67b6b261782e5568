//! Levels: lists whose nodes are linked more than once, each time over fewer of them.
//!
//! In a skip list every node has a link to the next one, some have another that leads further ahead, some of these one more. Where all
//! pointers at an offset lead ahead along the links at another, those at the first are an *upper* level. How high a node is is how many
//! levels lead to it, and for one that nothing leads to how many lead on from it. Nodes of different heights are different kinds: one of height h owns
//! lists of all lower heights, each up to where its next level leads, and goes on along its own level. What it holds beyond that may be anything.
//!
//! So the levels above the lowest take nodes over from it: a node is owned by the link of its own level, and lower levels *end* there.

use std::collections::{BTreeMap, BTreeSet};

use super::layout::{ClassId, Layouts};
use super::sample::{NodeId, Origin, Sample, Value};

/// The levels of layouts that have any, and the heights of their nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct Levels {
    /// Where the links of each level are, the lowest first.
    links: BTreeMap<ClassId, Vec<i64>>,
    /// For each sample and node its height, from one on; zero for all others.
    heights: Vec<Vec<usize>>,
}

/// The links of a layout to itself in one sample: for each offset which node leads to which.
struct Chains {
    next: BTreeMap<i64, BTreeMap<NodeId, NodeId>>,
}

impl Chains {
    fn of(sample: &Sample, layouts: &Layouts, of: &[Option<ClassId>], class: ClassId) -> Self {
        let layout = &layouts.classes[class];
        let is_one = |node: NodeId| {
            of[node] == Some(class)
                || matches!(sample.nodes[node].origin, Origin::Variable(ty, _) if Some(ty) == layout.ty)
        };
        let mut next: BTreeMap<i64, BTreeMap<NodeId, NodeId>> = BTreeMap::new();
        for node in (0..sample.nodes.len()).filter(|node| is_one(*node)) {
            for part in layout.parts.iter().filter(|part| part.pointer) {
                if let Value::To(to, 0) = part.read(&sample.nodes[node])
                    && of[to] == Some(class)
                {
                    next.entry(part.offset).or_default().insert(node, to);
                }
            }
        }
        Self { next }
    }

    /// How many links at an offset lead from one node to another; nothing if none do.
    fn distance(&self, offset: i64, from: NodeId, to: NodeId) -> Option<usize> {
        let links = self.next.get(&offset)?;
        let mut at = from;
        (1..=links.len()).find(|_| {
            if let Some(next) = links.get(&at) {
                at = *next;
                at == to
            } else {
                at = from;
                false
            }
        })
    }

    fn targets(&self, offset: i64) -> BTreeSet<NodeId> {
        self.next.get(&offset).into_iter().flat_map(|links| links.values().copied()).collect()
    }

    /// Whether links at an offset lead in a circle.
    fn is_circular(&self, offset: i64) -> bool {
        let links = self.next.get(&offset);
        links.is_some_and(|links| links.keys().any(|node| self.distance(offset, *node, *node).is_some()))
    }
}

/// How often something was seen, and how often it was otherwise: what is being changed need not fit.
#[derive(Clone, Copy, Default)]
struct Tally {
    seen: usize,
    bad: usize,
}

impl Tally {
    fn count(&mut self, fits: bool) {
        self.seen += 1;
        self.bad += usize::from(!fits);
    }

    fn holds(self) -> bool {
        self.seen > 0 && self.bad * 4 <= self.seen
    }
}

impl Levels {
    pub(super) fn of(samples: &[Sample], layouts: &Layouts) -> Self {
        let mut levels = Self::default();
        for class in 0..layouts.classes.len() {
            let pairs = samples.iter().zip(&layouts.of);
            let chains: Vec<Chains> =
                pairs.map(|(sample, of)| Chains::of(sample, layouts, of, class)).collect();
            let found = in_order(samples, layouts, class, &chains);
            if found.len() > 1 {
                levels.links.insert(class, found);
            }
        }
        levels.heights = samples
            .iter()
            .zip(&layouts.of)
            .map(|(sample, of)| levels.heights_in(sample, layouts, of))
            .collect();
        levels
    }

    fn heights_in(&self, sample: &Sample, layouts: &Layouts, of: &[Option<ClassId>]) -> Vec<usize> {
        let mut heights = vec![0; sample.nodes.len()];
        for (class, links) in &self.links {
            let chains = Chains::of(sample, layouts, of, *class);
            for (at, offset) in links.iter().enumerate() {
                let lead_on = chains.next.get(offset).into_iter().flat_map(BTreeMap::keys).copied();
                for node in chains.targets(*offset).into_iter().chain(lead_on) {
                    heights[node] = at + 1;
                }
            }
            for (node, _) in of.iter().enumerate().filter(|(_, of)| **of == Some(*class)) {
                heights[node] = heights[node].max(1);
            }
        }
        heights.iter_mut().zip(of).filter(|(_, of)| of.is_none()).for_each(|(height, _)| *height = 0);
        heights
    }

    /// Where the links of the levels of a layout are, the lowest first.
    pub(super) fn links(&self, class: ClassId) -> &[i64] {
        self.links.get(&class).map_or(&[], Vec::as_slice)
    }

    /// Which level the link at an offset belongs to, from one on.
    pub(super) fn level(&self, class: ClassId, offset: i64) -> Option<usize> {
        self.links(class).iter().position(|known| *known == offset).map(|at| at + 1)
    }

    /// Whether a link is one of a level above the lowest.
    pub(super) fn is_upper(&self, class: ClassId, offset: i64) -> bool {
        self.level(class, offset).is_some_and(|level| level > 1)
    }

    /// The height of a node, zero if its layout has no levels.
    pub(super) fn height(&self, sample: usize, node: NodeId) -> usize {
        self.heights.get(sample).map_or(0, |heights| heights[node])
    }

    /// The layouts that have levels.
    pub(super) fn classes(&self) -> impl Iterator<Item = ClassId> {
        self.links.keys().copied()
    }
}

/// The levels of a layout, the lowest first; only one if there are none.
fn in_order(samples: &[Sample], layouts: &Layouts, class: ClassId, chains: &[Chains]) -> Vec<i64> {
    let offsets: BTreeSet<i64> = chains.iter().flat_map(|chains| chains.next.keys().copied()).collect();
    if offsets.len() < 2 || offsets.iter().any(|offset| chains.iter().any(|one| one.is_circular(*offset))) {
        return Vec::new();
    }
    // The lower a level is, the more nodes it leads to.
    let reached = |offset: &i64| chains.iter().map(|chains| chains.targets(*offset).len()).sum::<usize>();
    let mut offsets: Vec<i64> = offsets.into_iter().collect();
    offsets.sort_by_key(|offset| std::cmp::Reverse(reached(offset)));
    let mut levels: Vec<i64> = Vec::new();
    for offset in offsets {
        let fits = levels.last().is_none_or(|below| {
            leads_ahead(chains, *below, offset) && is_left_out(samples, layouts, class, chains, offset)
        });
        if fits {
            levels.push(offset);
        }
    }
    levels
}

/// Whether links at one offset lead ahead along those at another, and some of them over others.
fn leads_ahead(chains: &[Chains], below: i64, above: i64) -> bool {
    let (mut tally, mut further) = (Tally::default(), false);
    for chains in chains {
        for (from, to) in chains.next.get(&above).into_iter().flatten() {
            let distance = chains.distance(below, *from, *to);
            tally.count(distance.is_some());
            further |= distance.is_some_and(|distance| distance > 1);
        }
    }
    tally.holds() && further
}

/// Whether there are nodes to which a level does not lead, and from which it does not lead on.
fn is_left_out(
    samples: &[Sample],
    layouts: &Layouts,
    class: ClassId,
    chains: &[Chains],
    offset: i64,
) -> bool {
    let mut tally = Tally::default();
    for ((sample, of), chains) in samples.iter().zip(&layouts.of).zip(chains) {
        let targets = chains.targets(offset);
        let behind: BTreeSet<NodeId> =
            chains.next.values().flat_map(|links| links.values().copied()).collect();
        for node in (0..sample.nodes.len()).filter(|node| of[*node] == Some(class)) {
            // What variables point to is perhaps not yet where it belongs, and what comes first may be of any height.
            if !targets.contains(&node) && behind.contains(&node) && !sample.nodes[node].held {
                tally.count(!chains.next.get(&offset).is_some_and(|links| links.contains_key(&node)));
            }
        }
    }
    tally.holds()
}
