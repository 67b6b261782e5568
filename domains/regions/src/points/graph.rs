//! The region graph: which objects are told apart, and where pointers in them lead.
//!
//! A node stands for a set of concrete objects, and every concrete object belongs to one node only. A *region* is a
//! field of a node: the pointer-sized locations at one offset of its objects. All pointers in a region lead to one
//! node, at one offset: assignments *unify* what their two sides lead to (Steensgaard, POPL 1996), so the whole analysis
//! is a sequence of unions, near-linear in the program.
//!
//! Offsets are relative: a pointer that came as a parameter may lead to the middle of an object. Each node remembers how
//! its origin lies in the node it was merged into (a union-find with weights), so that two structures are merged at the
//! offset at which a pointer to both leads. If one pointer may lead to two places of one node, the node is *collapsed*:
//! it has a single region from then on. Elements of arrays are one region: `canonical` folds offsets.

use std::ops::{Index, IndexMut};

use super::fold::Folding;

/// A node, which may have been merged into another one.
pub type NodeId = u32;

/// Where a pointer leads: so far behind the origin of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// The node.
    pub node: NodeId,
    /// The offset.
    pub offset: i64,
}

/// A variable that is an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variable {
    /// A local variable of a function.
    Slot(ir::FunctionId, ir::SlotId),
    /// A global one.
    Global(ir::GlobalId),
}

/// How many objects a node stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// None is known to be there.
    Nothing,
    /// Exactly this one.
    One(Variable),
    /// Any number.
    Many,
}

impl Extent {
    fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nothing, extent) | (extent, Self::Nothing) => extent,
            (Self::One(one), Self::One(two)) if one == two => self,
            _ => Self::Many,
        }
    }
}

/// Properties that hold for a node and for all that can be reached from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Reached from a global variable: one node for all functions.
    pub shared: bool,
    /// Comes from the caller: it may be any number of objects.
    pub given: bool,
    /// Handed to a function nobody knows.
    pub external: bool,
}

impl Marks {
    fn union(self, other: Self) -> Self {
        Self {
            shared: self.shared || other.shared,
            given: self.given || other.given,
            external: self.external || other.external,
        }
    }
}

/// What is known of the objects of a node.
#[derive(Clone, Debug)]
pub struct Object {
    /// The regions, by canonical offset, each with where its pointers lead.
    pub fields: Vec<(i64, Target)>,
    /// Which offsets are one region.
    pub folding: Folding,
    /// How many objects.
    pub extent: Extent,
    /// What holds for everything behind it as well.
    pub marks: Marks,
    /// Whether some are blocks of the heap.
    pub heap: bool,
    /// Whether some are local variables.
    pub stack: bool,
    /// Whether some are freed.
    pub freed: bool,
}

impl Object {
    /// Of nothing.
    const EMPTY: Self = Self {
        fields: Vec::new(),
        folding: Folding::NONE,
        extent: Extent::Nothing,
        marks: Marks { shared: false, given: false, external: false },
        heap: false,
        stack: false,
        freed: false,
    };

    /// Gives it a field. Most have few, so a list has no more room than it needs until it is longer.
    fn put(&mut self, index: usize, field: (i64, Target)) {
        if self.fields.len() < 4 {
            self.fields.reserve_exact(1);
        }
        self.fields.insert(index, field);
    }
}

/// A node. Every register has one, and most are numbers or soon merged into others: of those nothing is known, and it takes no room.
#[derive(Debug)]
enum Node {
    /// It is part of another one, where its origin lies so far behind that one's.
    Part { parent: NodeId, shift: i64 },
    /// It is one by itself.
    Root(Option<Box<Object>>),
}

/// All nodes, by number.
#[derive(Debug, Default)]
struct Nodes(Vec<Node>);

impl Nodes {
    /// What a node is part of, and where its origin lies there.
    fn parent(&self, node: NodeId) -> Option<(NodeId, i64)> {
        match &self.0[node as usize] {
            Node::Part { parent, shift } => Some((*parent, *shift)),
            Node::Root(_) => None,
        }
    }
}

/// What is known of a node that was not merged into another one.
impl Index<NodeId> for Nodes {
    type Output = Object;
    fn index(&self, node: NodeId) -> &Object {
        static EMPTY: Object = Object::EMPTY;
        match &self.0[node as usize] {
            Node::Root(Some(object)) => object,
            _ => &EMPTY,
        }
    }
}

impl IndexMut<NodeId> for Nodes {
    fn index_mut(&mut self, node: NodeId) -> &mut Object {
        match &mut self.0[node as usize] {
            Node::Root(object) => object.get_or_insert_with(|| Box::new(Object::EMPTY)),
            Node::Part { .. } => unreachable!("what is part of another node is looked up there"),
        }
    }
}

/// All nodes.
#[derive(Debug, Default)]
pub(super) struct Graph {
    nodes: Nodes,
    pending: Vec<(Target, Target)>,
    /// Counts merges and other changes, to see when nothing changes any more.
    pub changes: u64,
    /// Bytes of a pointer.
    word: i64,
}

impl Graph {
    /// No nodes yet.
    pub(super) fn new(pointer_bytes: u8) -> Self {
        Self { word: i64::from(pointer_bytes), ..Self::default() }
    }

    /// How many there are: the number of the next one.
    pub(super) fn n_nodes(&self) -> NodeId {
        self.nodes.0.len() as NodeId
    }

    /// A node of its own, behind all others.
    pub(super) fn fresh(&mut self, extent: Extent) -> Target {
        let node = self.n_nodes();
        self.nodes.0.push(Node::Root(None));
        if extent != Extent::Nothing {
            let object = &mut self.nodes[node];
            object.extent = extent;
            object.stack = matches!(extent, Extent::One(Variable::Slot(..)));
        }
        Target { node, offset: 0 }
    }

    /// The node that a target is in now, and the offset there (canonical).
    pub(super) fn find(&mut self, target: Target) -> Target {
        let (root, shift) = self.anchor(target.node);
        let (mut node, mut left) = (target.node, shift);
        while let Some((parent, shift)) = self.nodes.parent(node).filter(|(parent, _)| *parent != root) {
            self.nodes.0[node as usize] = Node::Part { parent: root, shift: left };
            left -= shift;
            node = parent;
        }
        Target { node: root, offset: self.nodes[root].folding.canonical(target.offset + shift) }
    }

    /// The node that this one is part of now.
    pub(super) fn root(&mut self, node: NodeId) -> NodeId {
        self.find(Target { node, offset: 0 }).node
    }

    /// The same once nothing is merged any more.
    pub(super) fn resolve(&self, target: Target) -> Target {
        let (root, shift) = self.anchor(target.node);
        Target { node: root, offset: self.nodes[root].folding.canonical(target.offset + shift) }
    }

    /// The node that this one is part of now, and where its origin lies there.
    pub(super) fn anchor(&self, node: NodeId) -> (NodeId, i64) {
        let (mut root, mut shift) = (node, 0);
        while let Some((parent, further)) = self.nodes.parent(root) {
            shift += further;
            root = parent;
        }
        (root, shift)
    }

    /// Gives a node a field it does not have yet.
    pub(super) fn set_field(&mut self, node: NodeId, offset: i64, held: Target) {
        let object = &mut self.nodes[node];
        if let Err(index) = object.fields.binary_search_by_key(&offset, |field| field.0) {
            object.put(index, (offset, held));
        }
    }

    /// What is known of a node, which must not have been merged into another one.
    pub(super) fn object(&self, root: NodeId) -> &Object {
        &self.nodes[root]
    }

    /// The nodes that were not merged into others.
    pub(super) fn roots(&self) -> impl Iterator<Item = NodeId> + '_ {
        (0..self.n_nodes()).filter(|node| self.nodes.parent(*node).is_none())
    }

    /// Makes every path to a root as short as can be.
    pub(super) fn compress(&mut self) {
        for node in 0..self.n_nodes() {
            self.find(Target { node, offset: 0 });
        }
    }

    /// Where pointers stored at a place lead.
    pub(super) fn contents(&mut self, at: Target) -> Target {
        let Target { node, offset } = self.find(at);
        let fields = &self.nodes[node].fields;
        let index = match fields.binary_search_by_key(&offset, |field| field.0) {
            Ok(index) => return self.nodes[node].fields[index].1,
            Err(index) => index,
        };
        let overlaps = |other: Option<&(i64, Target)>| {
            other.is_some_and(|(other, _)| (other - offset).abs() < self.word)
        };
        let before = index.checked_sub(1).and_then(|before| fields.get(before));
        if overlaps(before) || overlaps(fields.get(index)) {
            self.collapse(node);
            return self.contents(at);
        }
        let marks = self.nodes[node].marks;
        let target = self.fresh(Extent::Nothing);
        self.mark(target.node, marks);
        self.nodes[node].put(index, (offset, target));
        self.changes += 1;
        target
    }

    /// What is stored at a place, if anything ever is. Only where nothing is merged any more.
    pub(super) fn stored(&self, at: Target) -> Option<Target> {
        let Target { node, offset } = self.resolve(at);
        let fields = &self.nodes[node].fields;
        let index = fields.binary_search_by_key(&offset, |field| field.0).ok()?;
        Some(self.resolve(fields[index].1))
    }

    /// Two pointers may be the same.
    pub(super) fn unify(&mut self, one: Target, two: Target) {
        self.pending.push((one, two));
        while let Some((one, two)) = self.pending.pop() {
            budget::ask();
            let (one, two) = (self.find(one), self.find(two));
            if one == two {
                continue;
            }
            if one.node == two.node {
                self.collapse_now(one.node);
            } else {
                self.merge(one, two);
            }
        }
    }

    /// The second node becomes part of the first such that both targets are one.
    fn merge(&mut self, one: Target, two: Target) {
        self.changes += 1;
        let size = |node: NodeId| self.nodes[node].fields.len();
        let (one, two) = if size(one.node) < size(two.node) { (two, one) } else { (one, two) };
        let shift = one.offset - two.offset;
        let part = Node::Part { parent: one.node, shift };
        let Node::Root(Some(lost)) = std::mem::replace(&mut self.nodes.0[two.node as usize], part) else {
            return;
        };
        let kept = &mut self.nodes[one.node];
        kept.extent = kept.extent.join(lost.extent);
        kept.heap |= lost.heap;
        kept.stack |= lost.stack;
        kept.freed |= lost.freed;
        let marks = kept.marks.union(lost.marks);
        kept.folding.include(&lost.folding, shift);
        let moved = lost.fields.into_iter().map(|(offset, target)| (offset + shift, target));
        kept.fields.extend(moved);
        self.refold(one.node);
        // Set first to what both were, so that marking reaches what only one of them led to.
        self.nodes[one.node].marks = Marks::default();
        self.mark(one.node, marks);
    }

    /// Puts the fields where they belong and unifies those that are one now.
    fn refold(&mut self, node: NodeId) {
        let object = &mut self.nodes[node];
        let mut fields = std::mem::take(&mut object.fields);
        for field in &mut fields {
            field.0 = object.folding.canonical(field.0);
        }
        fields.sort_by_key(|field| field.0);
        let overlap = fields.windows(2).any(|pair| {
            let distance = pair[1].0 - pair[0].0;
            distance != 0 && distance < self.word
        });
        if overlap {
            object.folding.collapse();
            for field in &mut fields {
                field.0 = 0;
            }
        }
        let mut kept: Vec<(i64, Target)> = Vec::with_capacity(fields.len());
        for (offset, target) in fields {
            match kept.last() {
                Some((known, other)) if *known == offset => self.pending.push((*other, target)),
                _ => kept.push((offset, target)),
            }
        }
        self.nodes[node].fields = kept;
    }

    fn collapse_now(&mut self, node: NodeId) {
        if !self.nodes[node].folding.is_collapsed() {
            self.changes += 1;
            self.nodes[node].folding.collapse();
            self.refold(node);
        }
    }

    /// All locations of the node are one region from now on.
    pub(super) fn collapse(&mut self, node: NodeId) {
        let Target { node, .. } = self.find(Target { node, offset: 0 });
        self.collapse_now(node);
        self.settle();
    }

    /// Does what refolding asked for.
    fn settle(&mut self) {
        if let Some((one, two)) = self.pending.pop() {
            self.unify(one, two);
        }
    }

    /// The elements of an array that begins here are one region: so many of this size, any number if it is not said.
    pub(super) fn index(&mut self, at: Target, stride: u64, len: Option<u64>) {
        let Target { node, offset } = self.find(at);
        if self.nodes[node].folding.repeat(offset, stride, len) {
            self.changes += 1;
            self.refold(node);
            self.settle();
        }
    }

    /// An address of this node is stepped forward.
    pub(super) fn step(&mut self, at: Target) {
        let Target { node, .. } = self.find(at);
        self.changes += u64::from(self.nodes[node].folding.step());
    }

    /// Takes over how another node folds; its origin lies here in this one.
    pub(super) fn fold_like(&mut self, node: NodeId, folding: &Folding, shift: i64) {
        let Target { node, .. } = self.find(Target { node, offset: 0 });
        if !folding.is_none() && self.nodes[node].folding.include(folding, shift) {
            self.changes += 1;
            self.refold(node);
            self.settle();
        }
    }

    /// Says how many objects a node stands for at least.
    pub(super) fn extend(&mut self, target: Target, extent: Extent) {
        let Target { node, .. } = self.find(target);
        let joined = self.nodes[node].extent.join(extent);
        self.nodes[node].extent = joined;
    }

    /// Some objects of the node are blocks of the heap.
    pub(super) fn set_heap(&mut self, target: Target) {
        let Target { node, .. } = self.find(target);
        self.nodes[node].heap = true;
        self.nodes[node].extent = Extent::Many;
    }

    /// Some objects of the node are local variables.
    pub(super) fn set_stack(&mut self, target: Target) {
        let Target { node, .. } = self.find(target);
        self.nodes[node].stack = true;
    }

    /// Some objects of the node are freed.
    pub(super) fn set_freed(&mut self, target: Target) {
        let Target { node, .. } = self.find(target);
        self.nodes[node].freed = true;
    }

    /// Marks a node and all that can be reached from it.
    pub(super) fn mark(&mut self, node: NodeId, marks: Marks) {
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            budget::ask();
            let Target { node, .. } = self.find(Target { node, offset: 0 });
            let known = self.nodes[node].marks;
            let union = known.union(marks);
            if union != known {
                self.changes += 1;
                let object = &mut self.nodes[node];
                object.marks = union;
                if union.given {
                    object.extent = Extent::Many;
                }
                pending.extend(object.fields.iter().map(|field| field.1.node));
            }
        }
    }
}
