//! Which pointers own what they lead to.
//!
//! A definition owns every object once, so the pointers that its calls follow must make a forest of the blocks. They are chosen for all samples
//! together, by where they stand: one kind of link after the other is added, the likeliest first, as long as no block gets two owners and no
//! block comes to own itself. A ring is a list whose last link leads back to where one enters it: that link *closes* the ring and owns
//! nothing. Where there are several levels (`levels`), the upper ones take over what they lead to when the lowest is known. So `prev` is no link of a list that is linked by `next`, nor is `parent` one of a tree, nor a record that many share.

use std::collections::{BTreeMap, BTreeSet};

use super::layout::{Class, ClassId, Layouts};
use super::levels::Levels;
use super::sample::{NodeId, Sample, Value};

/// Where a pointer stands, and what it leads to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Link {
    pub(super) from: ClassId,
    /// In a row, that of the first element.
    pub(super) offset: i64,
    pub(super) to: ClassId,
}

/// A pointer in a node: the node, and where in it.
pub(super) type Place = (NodeId, i64);

/// The owners of the blocks of one sample.
#[derive(Clone, Debug, Default)]
pub(super) struct Owners {
    /// For each node the pointer that owns it.
    pub(super) of: Vec<Option<Place>>,
    /// The pointers that end a list though they lead to a node of it: they close a ring, or come to where another level goes on.
    pub(super) closing: BTreeSet<Place>,
}

/// The links that own, and what they own in each sample.
#[derive(Clone, Debug, Default)]
pub(super) struct Forest {
    pub(super) links: Vec<Link>,
    /// How many of them were seen; the others, which come last, are only expected.
    seen: usize,
    /// The links, by class and offset, of which there are rings.
    pub(super) rings: BTreeSet<(ClassId, i64)>,
    /// Nothing for samples in which the links do not make a forest: something is being changed there.
    pub(super) owners: Vec<Option<Owners>>,
}

/// A pointer from block to block: from where, along which link, to which node.
struct Edge {
    place: Place,
    link: Link,
    to: NodeId,
}

impl Forest {
    /// Chooses the links. What is said to lead back is tried last.
    pub(super) fn of(
        samples: &[Sample],
        layouts: &Layouts,
        levels: &Levels,
        leads_back: &dyn Fn(&Class, i64) -> bool,
    ) -> Self {
        let edges: Vec<Vec<Edge>> =
            samples.iter().zip(&layouts.of).map(|(sample, of)| edges(sample, layouts, of)).collect();
        let lowest = |link: &Link| !levels.is_upper(link.from, link.offset);
        let mut candidates: Vec<Link> = edges.iter().flatten().map(|edge| edge.link).filter(lowest).collect();
        candidates.sort_by_key(|link| {
            let back = leads_back(&layouts.classes[link.from], link.offset);
            (link.from != link.to, back, *link)
        });
        candidates.dedup();
        let mut links: Vec<Link> = Vec::new();
        let mut torn = vec![false; samples.len()];
        for link in candidates {
            if links.iter().any(|known| (known.from, known.offset) == (link.from, link.offset)) {
                continue;
            }
            links.push(link);
            let (mut seen, mut bad) = (0, Vec::new());
            for (at, edges) in edges.iter().enumerate().filter(|(at, _)| !torn[*at]) {
                if edges.iter().any(|edge| edge.link == link) {
                    seen += 1;
                    if owners(&samples[at], edges, &links).is_none() {
                        bad.push(at);
                    }
                }
            }
            // While something is being changed, a block may have two owners for a moment.
            if bad.len() * 4 > seen {
                links.pop();
            } else {
                for at in bad {
                    torn[at] = true;
                }
            }
        }
        let owners =
            samples.iter().zip(&edges).map(|(sample, edges)| owners(sample, edges, &links)).collect();
        let mut forest = Self { seen: links.len(), links, rings: BTreeSet::new(), owners };
        forest.find_rings(samples, layouts);
        forest.raise(samples, layouts, levels);
        forest
    }

    /// Nodes above the lowest level are owned by the links of their own.
    fn raise(&mut self, samples: &[Sample], layouts: &Layouts, levels: &Levels) {
        for class in levels.classes() {
            let upper = levels.links(class).iter().skip(1);
            self.links.extend(upper.map(|offset| Link { from: class, offset: *offset, to: class }));
        }
        self.seen = self.links.len();
        for (at, owners) in self.owners.iter_mut().enumerate() {
            let Some(owners) = owners else { continue };
            let of = &layouts.of[at];
            for from in 0..of.len() {
                let Some(class) = of[from].filter(|_| levels.height(at, from) > 0) else { continue };
                for (level, offset) in (1..).zip(levels.links(class)).take(levels.height(at, from)) {
                    let Some(to) = target(&samples[at], from, *offset) else { continue };
                    if of[to] != Some(class) {
                        continue;
                    }
                    if levels.height(at, to) == level {
                        owners.of[to] = Some((from, *offset));
                    } else {
                        owners.closing.insert((from, *offset));
                        if owners.of[to] == Some((from, *offset)) {
                            owners.of[to] = None;
                        }
                    }
                }
            }
        }
    }

    /// Where there are rings, a node that leads to itself is one too.
    fn find_rings(&mut self, samples: &[Sample], layouts: &Layouts) {
        for (owners, of) in self.owners.iter().zip(&layouts.of) {
            let closing = owners.iter().flat_map(|owners| &owners.closing);
            self.rings.extend(closing.filter_map(|(node, offset)| Some((of[*node]?, *offset))));
        }
        for ((owners, of), sample) in self.owners.iter_mut().zip(&layouts.of).zip(samples) {
            let Some(owners) = owners else { continue };
            for (node, class) in of.iter().enumerate() {
                let to_itself = sample.nodes[node]
                    .pointers()
                    .filter(|(_, value)| matches!(value, Value::To(to, _) if *to == node));
                let rings = to_itself
                    .filter(|(offset, _)| class.is_some_and(|class| self.rings.contains(&(class, *offset))));
                owners.closing.extend(rings.map(|(offset, _)| (node, offset)));
            }
        }
    }

    /// Adds links that own though no sample has them.
    pub(super) fn expect(&mut self, links: Vec<Link>) {
        self.links.extend(links);
    }

    /// Whether a link was not seen, only expected.
    pub(super) fn is_only_expected(&self, class: ClassId, offset: i64) -> bool {
        self.links[self.seen..].iter().any(|link| (link.from, link.offset) == (class, offset))
    }

    /// The link that stands there.
    pub(super) fn link(&self, class: ClassId, offset: i64) -> Option<Link> {
        self.links.iter().copied().find(|link| (link.from, link.offset) == (class, offset))
    }
}

/// The node that the pointer at an offset of another leads to.
fn target(sample: &Sample, node: NodeId, offset: i64) -> Option<NodeId> {
    let mut pointers = sample.nodes[node].pointers();
    pointers.find_map(|(at, value)| match value {
        Value::To(to, 0) if at == offset => Some(to),
        _ => None,
    })
}

fn edges(sample: &Sample, layouts: &Layouts, of: &[Option<ClassId>]) -> Vec<Edge> {
    let mut edges = Vec::new();
    for (from, (node, class)) in sample.nodes.iter().zip(of).enumerate() {
        let Some(class) = *class else { continue };
        for part in layouts.classes[class].parts.iter().filter(|part| part.pointer) {
            if let Value::To(to, _) = part.read(node)
                && let Some(target) = of[to].filter(|_| to != from)
            {
                let link = Link { from: class, offset: part.offset, to: target };
                edges.push(Edge { place: (from, part.offset), link, to });
            }
        }
        for (offset, at, to) in layouts.classes[class].pointers_in_rows(node) {
            if let Some(target) = of[to].filter(|_| to != from) {
                edges.push(Edge { place: (from, at), link: Link { from: class, offset, to: target }, to });
            }
        }
    }
    edges
}

/// Who owns what, if the links make a forest.
fn owners(sample: &Sample, edges: &[Edge], links: &[Link]) -> Option<Owners> {
    let edges: Vec<&Edge> = edges.iter().filter(|edge| links.contains(&edge.link)).collect();
    let closing = closing(sample, &edges);
    let mut of: Vec<Option<Place>> = vec![None; sample.nodes.len()];
    for edge in edges.iter().filter(|edge| !closing.contains(&edge.place)) {
        if of[edge.to].replace(edge.place).is_some() {
            return None;
        }
    }
    let is_cyclic = |from: NodeId| {
        let mut above = of[from];
        for _ in 0..sample.nodes.len() {
            match above {
                None => return false,
                Some((node, _)) => above = of[node],
            }
        }
        true
    };
    (!(0..sample.nodes.len()).any(is_cyclic)).then_some(Owners { of, closing })
}

/// The pointers that close rings of one kind of link.
fn closing(sample: &Sample, edges: &[&Edge]) -> BTreeSet<Place> {
    let mut closing = BTreeSet::new();
    let mut next: BTreeMap<(Link, NodeId), NodeId> = BTreeMap::new();
    for edge in edges {
        next.insert((edge.link, edge.place.0), edge.to);
    }
    let mut done: BTreeSet<(Link, NodeId)> = BTreeSet::new();
    for &(link, start) in next.keys() {
        let mut ring = vec![start];
        let mut at = start;
        while let Some(&to) = next.get(&(link, at)).filter(|_| ring.len() <= sample.nodes.len()) {
            if to == start {
                break;
            }
            ring.push(to);
            at = to;
        }
        if next.get(&(link, at)) != Some(&start) || done.contains(&(link, start)) {
            continue;
        }
        done.extend(ring.iter().map(|node| (link, *node)));
        // One enters where something else owns a block, else where a variable is.
        let owned = |node: &NodeId| edges.iter().any(|edge| edge.to == *node && edge.link != link);
        let entry =
            ring.iter().position(owned).or_else(|| ring.iter().position(|node| sample.nodes[*node].held));
        let entry = entry.unwrap_or(0);
        let last = ring[(entry + ring.len() - 1) % ring.len()];
        closing.insert((last, link.offset));
    }
    closing
}
