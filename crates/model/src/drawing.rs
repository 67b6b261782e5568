//! An abstract state for people: what a picture of it shows.
//!
//! Every domain turns its states into this; renderers turn it into pictures and text. The one-line
//! text form reads from left to right: variables, what they point to, and the facts.

use std::fmt::Write as _;

/// One abstract state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drawing {
    /// What there is.
    pub nodes: Vec<Node>,
    /// What points where.
    pub edges: Vec<Arrow>,
    /// Relations between lengths, numbers and sets, one each.
    pub facts: Vec<String>,
}

/// Names a node of a drawing: its place in the list.
pub type NodeId = usize;

/// Something that is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// What is written on it.
    pub label: String,
    /// Named parts with what they hold, as text.
    pub fields: Vec<(String, String)>,
}

/// What a node stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NodeKind {
    /// A variable.
    Variable,
    /// One object.
    Cell,
    /// Any number of objects linked in a row.
    Segment,
    /// A whole structure.
    Structure,
    /// The null pointer.
    Null,
    /// Memory that was freed or is no longer alive.
    Freed,
    /// A value never written.
    Uninitialized,
    /// Anything.
    Unknown,
}

/// A pointer from a node to a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// From.
    pub from: NodeId,
    /// The part of it that holds the pointer; empty for the whole.
    pub field: String,
    /// To.
    pub to: NodeId,
}

impl Drawing {
    /// Adds a node.
    pub fn node(&mut self, kind: NodeKind, label: impl Into<String>) -> NodeId {
        self.nodes.push(Node { kind, label: label.into(), fields: Vec::new() });
        self.nodes.len() - 1
    }

    /// Adds an arrow.
    pub fn arrow(&mut self, from: NodeId, to: NodeId) {
        self.edges.push(Arrow { from, field: String::new(), to });
    }

    /// The drawing in one line: chains of arrows from the variables on, then the facts.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut told = vec![false; self.nodes.len()];
        let starts = (0..self.nodes.len()).filter(|node| !self.edges.iter().any(|edge| edge.to == *node));
        for start in starts {
            if told[start] || self.nodes[start].kind == NodeKind::Null {
                continue;
            }
            if !text.is_empty() {
                text.push_str(", ");
            }
            self.chain(start, &mut told, &mut text);
        }
        for fact in &self.facts {
            let _ = write!(text, "{}{fact}", if text.is_empty() { "" } else { "; " });
        }
        text
    }

    fn chain(&self, start: NodeId, told: &mut [bool], text: &mut String) {
        let mut at = start;
        loop {
            let node = &self.nodes[at];
            text.push_str(&node.label);
            let ends = matches!(
                node.kind,
                NodeKind::Null | NodeKind::Freed | NodeKind::Uninitialized | NodeKind::Unknown
            );
            if ends || std::mem::replace(&mut told[at], true) {
                return;
            }
            for (name, value) in &node.fields {
                let _ = write!(text, " .{name}={value}");
            }
            let Some(edge) = self.edges.iter().find(|edge| edge.from == at) else { return };
            text.push_str(" → ");
            at = edge.to;
        }
    }
}
