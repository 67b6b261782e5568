//! Binary decision diagrams: Boolean functions of names.
//!
//! A [`Diagram`] is a vector of nodes, each behind the two it leads to, in the order in which a walk from the root meets them,
//! "false" before "true". So equal functions are equal vectors, a clone is a copy, and nothing is shared that would have to be locked or swept.
//! Operations work in an [`Arena`], into which their operands are copied: these diagrams have tens of nodes, not millions.

use std::collections::HashMap;

use crate::linear::Dim;
use crate::pure::Form;

/// More nodes than this are not made; whoever asked has to do without the outcome.
const MOST_NODES: usize = 50_000;

/// Where a walk ends. Inner nodes are numbered behind these.
const FALSE: u32 = 0;
const TRUE: u32 = 1;
const LEAVES: u32 = 2;

/// Is the value in the set of this name? If not, go to `low`, else to `high`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node {
    name: Dim,
    low: u32,
    high: u32,
}

/// A Boolean function of names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Diagram {
    nodes: Vec<Node>,
    root: u32,
}

impl Default for Diagram {
    fn default() -> Self {
        Self { nodes: Vec::new(), root: TRUE }
    }
}

impl Diagram {
    /// The function that is nowhere true.
    pub(super) fn never() -> Self {
        Self { nodes: Vec::new(), root: FALSE }
    }

    /// Where a comparison of a form with zero holds, if every name counts zero or one.
    pub(super) fn comparing(form: &Form, holds: impl Fn(i128) -> bool) -> Option<Self> {
        let mut arena = Arena::default();
        let root = arena.compare(form.terms(), form.offset(), &holds, &mut HashMap::new())?;
        Some(arena.extract(root))
    }

    pub(super) fn is_never(&self) -> bool {
        self.root == FALSE
    }

    pub(super) fn and(&self, other: &Self) -> Option<Self> {
        self.combined(other, FALSE)
    }

    pub(super) fn or(&self, other: &Self) -> Option<Self> {
        self.combined(other, TRUE)
    }

    fn combined(&self, other: &Self, absorbing: u32) -> Option<Self> {
        let mut arena = Arena::default();
        let (a, b) = (arena.copy(self)?, arena.copy(other)?);
        let root = arena.combine(a, b, absorbing, &mut HashMap::new())?;
        Some(arena.extract(root))
    }

    /// Whether it is nowhere true together with another.
    pub(super) fn excludes(&self, other: &Self) -> bool {
        self.and(other).is_some_and(|both| both.is_never())
    }

    /// True where it is true for some values of these names.
    pub(super) fn exists(&self, names: &[Dim]) -> Option<Self> {
        let mut arena = Arena::default();
        let mut images = vec![FALSE, TRUE];
        for node in &self.nodes {
            let (low, high) = (images[node.low as usize], images[node.high as usize]);
            images.push(if names.contains(&node.name) {
                arena.combine(low, high, TRUE, &mut HashMap::new())?
            } else {
                arena.node(node.name, low, high)?
            });
        }
        Some(arena.extract(images[self.root as usize]))
    }

    /// The ways to "false", each as what it says of names on it; nothing if there are more than so many.
    pub(super) fn refused(&self, most: usize) -> Option<Vec<Vec<(Dim, bool)>>> {
        let mut found = Vec::new();
        let mut open = vec![(self.root, Vec::new())];
        while let Some((at, said)) = open.pop() {
            match at {
                TRUE => {}
                FALSE => found.push(said),
                _ => {
                    let node = self.nodes[(at - LEAVES) as usize];
                    for (to, is_in) in [(node.low, false), (node.high, true)] {
                        let mut said: Vec<(Dim, bool)> = said.clone();
                        said.push((node.name, is_in));
                        open.push((to, said));
                    }
                }
            }
            if found.len() + open.len() > most {
                return None;
            }
        }
        Some(found)
    }

    /// With other names, of which no two become one.
    pub(super) fn rename(&self, to: &dyn Fn(Dim) -> Dim) -> Option<Self> {
        let mut arena = Arena::default();
        let mut images = vec![FALSE, TRUE];
        for node in &self.nodes {
            let (low, high) = (images[node.low as usize], images[node.high as usize]);
            let name = to(node.name);
            let (with, without) = (arena.node(name, FALSE, TRUE)?, arena.node(name, TRUE, FALSE)?);
            let high = arena.combine(with, high, FALSE, &mut HashMap::new())?;
            let low = arena.combine(without, low, FALSE, &mut HashMap::new())?;
            images.push(arena.combine(low, high, TRUE, &mut HashMap::new())?);
        }
        Some(arena.extract(images[self.root as usize]))
    }
}

/// Nodes without duplicates, in any order that has children first.
#[derive(Default)]
struct Arena {
    nodes: Vec<Node>,
    known: HashMap<Node, u32>,
}

type Pairs = HashMap<(u32, u32), u32>;

impl Arena {
    fn node(&mut self, name: Dim, low: u32, high: u32) -> Option<u32> {
        if low == high {
            return Some(low);
        }
        let node = Node { name, low, high };
        if let Some(known) = self.known.get(&node) {
            return Some(*known);
        }
        if self.nodes.len() >= MOST_NODES {
            return None;
        }
        let number = self.nodes.len() as u32 + LEAVES;
        self.nodes.push(node);
        self.known.insert(node, number);
        Some(number)
    }

    fn at(&self, number: u32) -> Option<Node> {
        number.checked_sub(LEAVES).map(|place| self.nodes[place as usize])
    }

    fn copy(&mut self, of: &Diagram) -> Option<u32> {
        let mut images = vec![FALSE, TRUE];
        for node in &of.nodes {
            images.push(self.node(node.name, images[node.low as usize], images[node.high as usize])?);
        }
        Some(images[of.root as usize])
    }

    /// Conjunction if false absorbs, disjunction if true does.
    fn combine(&mut self, a: u32, b: u32, absorbing: u32, done: &mut Pairs) -> Option<u32> {
        if a == b || a == absorbing || b == TRUE - absorbing {
            return Some(a);
        }
        if b == absorbing || a == TRUE - absorbing {
            return Some(b);
        }
        let key = (a.min(b), a.max(b));
        if let Some(known) = done.get(&key) {
            return Some(*known);
        }
        // Neither is a leaf: those were dealt with.
        let (x, y) = (self.at(a)?, self.at(b)?);
        let name = x.name.min(y.name);
        let ways = |node: Node, number: u32| {
            if node.name == name { (node.low, node.high) } else { (number, number) }
        };
        let ((a_low, a_high), (b_low, b_high)) = (ways(x, a), ways(y, b));
        let low = self.combine(a_low, b_low, absorbing, done)?;
        let high = self.combine(a_high, b_high, absorbing, done)?;
        let node = self.node(name, low, high)?;
        done.insert(key, node);
        Some(node)
    }

    /// `sum + Σ terms ⋈ 0`.
    fn compare(
        &mut self,
        terms: &[(Dim, i64)],
        sum: i128,
        holds: &impl Fn(i128) -> bool,
        done: &mut HashMap<(usize, i128), u32>,
    ) -> Option<u32> {
        let [(name, factor), rest @ ..] = terms else { return Some(if holds(sum) { TRUE } else { FALSE }) };
        if let Some(known) = done.get(&(terms.len(), sum)) {
            return Some(*known);
        }
        let low = self.compare(rest, sum, holds, done)?;
        let high = self.compare(rest, sum.checked_add(i128::from(*factor))?, holds, done)?;
        let node = self.node(*name, low, high)?;
        done.insert((terms.len(), sum), node);
        Some(node)
    }

    /// The function of a node, in the order of a walk from it.
    fn extract(&self, root: u32) -> Diagram {
        let mut images = vec![None; self.nodes.len() + LEAVES as usize];
        (images[FALSE as usize], images[TRUE as usize]) = (Some(FALSE), Some(TRUE));
        let mut nodes = Vec::new();
        let mut stack = vec![root];
        while let Some(number) = stack.pop() {
            let Some(node) = self.at(number).filter(|_| images[number as usize].is_none()) else { continue };
            match (images[node.low as usize], images[node.high as usize]) {
                (Some(low), Some(high)) => {
                    images[number as usize] = Some(nodes.len() as u32 + LEAVES);
                    nodes.push(Node { name: node.name, low, high });
                }
                (None, _) => stack.extend([number, node.low]),
                (_, None) => stack.extend([number, node.high]),
            }
        }
        Diagram { nodes, root: images[root as usize].unwrap_or(TRUE) }
    }
}
