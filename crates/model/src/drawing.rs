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
    /// Named parts with what they hold, as text; nothing for a part that an arrow leaves from.
    pub fields: Vec<(String, String)>,
    /// What tells it from the other nodes in this state and, as far as the domain knows, is the same in the states before
    /// and after; empty if there is no such thing.
    pub key: String,
    /// How large it is, in words; empty if nothing is known.
    pub size: String,
    /// What it stands for, a line each: the definition of a structure, what is known of its length. Pictures only.
    pub about: Vec<String>,
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
    /// Whether it may not be there.
    pub doubtful: bool,
}

impl Drawing {
    /// Adds a node.
    pub fn node(&mut self, kind: NodeKind, label: impl Into<String>) -> NodeId {
        let (label, fields, about) = (label.into(), Vec::new(), Vec::new());
        self.nodes.push(Node { kind, label, fields, key: String::new(), size: String::new(), about });
        self.nodes.len() - 1
    }

    /// Adds an arrow.
    pub fn arrow(&mut self, from: NodeId, to: NodeId) {
        self.arrow_of(from, "", to);
    }

    /// Adds an arrow from a part of a node.
    pub fn arrow_of(&mut self, from: NodeId, field: impl Into<String>, to: NodeId) {
        self.edges.push(Arrow { from, field: field.into(), to, doubtful: false });
    }

    /// The drawing in one line: from the variables on along the arrows, then the facts. Where several arrows leave a node they
    /// are told in braces, with the fields they leave from.
    pub fn text(&self) -> String {
        let mut out: Vec<Vec<&Arrow>> = vec![Vec::new(); self.nodes.len()];
        let mut reached = vec![false; self.nodes.len()];
        for edge in &self.edges {
            out[edge.from].push(edge);
            reached[edge.to] |= edge.to != edge.from;
        }
        let mut text = String::new();
        let mut told = vec![false; self.nodes.len()];
        let starts = (0..self.nodes.len()).filter(|node| !reached[*node]);
        // What is on a cycle that no variable leads to has no start.
        for start in starts.chain(0..self.nodes.len()) {
            if told[start] || self.nodes[start].kind == NodeKind::Null {
                continue;
            }
            if !text.is_empty() {
                text.push_str(", ");
            }
            self.chain(start, &out, &mut told, &mut text);
        }
        for fact in &self.facts {
            let _ = write!(text, "{}{fact}", if text.is_empty() { "" } else { "; " });
        }
        text
    }

    /// What hangs on a node. Structures may be deep, so what is still to be told is kept in a list.
    fn chain(&self, start: NodeId, out: &[Vec<&Arrow>], told: &mut [bool], text: &mut String) {
        enum Next<'a> {
            Node(NodeId),
            Arrow(&'a Arrow, bool),
            Close,
        }
        let mut todo = vec![Next::Node(start)];
        while let Some(next) = todo.pop() {
            let at = match next {
                Next::Node(at) => at,
                Next::Arrow(arrow, first) => {
                    text.push_str(if first { " {" } else { ", " });
                    let _ = write!(text, ".{}{} → ", arrow.field, if arrow.doubtful { "?" } else { "" });
                    todo.push(Next::Node(arrow.to));
                    continue;
                }
                Next::Close => {
                    text.push('}');
                    continue;
                }
            };
            let node = &self.nodes[at];
            text.push_str(&node.label);
            let again = std::mem::replace(&mut told[at], true);
            if again || node.kind.is_end() {
                continue;
            }
            for (name, value) in node.fields.iter().filter(|(_, value)| !value.is_empty()) {
                let _ = write!(text, " .{name}={value}");
            }
            match out[at].as_slice() {
                [] => {}
                [arrow] => {
                    text.push_str(if arrow.doubtful { " →? " } else { " → " });
                    todo.push(Next::Node(arrow.to));
                }
                arrows => {
                    todo.push(Next::Close);
                    let arrows = arrows.iter().enumerate().rev();
                    todo.extend(arrows.map(|(index, arrow)| Next::Arrow(arrow, index == 0)));
                }
            }
        }
    }
}

impl NodeKind {
    /// Whether nothing comes after it.
    pub fn is_end(self) -> bool {
        matches!(self, Self::Null | Self::Freed | Self::Uninitialized | Self::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A variable that points to a node.
    fn variable(drawing: &mut Drawing, name: &str, to: NodeId) {
        let from = drawing.node(NodeKind::Variable, name);
        drawing.arrow(from, to);
    }

    #[test]
    fn a_list_is_a_chain() {
        let mut drawing = Drawing::default();
        let cell = drawing.node(NodeKind::Cell, "a1");
        let rest = drawing.node(NodeKind::Structure, "list(a2)");
        drawing.arrow_of(cell, "next", rest);
        variable(&mut drawing, "x", cell);
        variable(&mut drawing, "y", rest);
        drawing.facts.push("n ≥ 0".into());
        assert_eq!(drawing.text(), "x → a1 → list(a2), y → list(a2); n ≥ 0");
    }

    #[test]
    fn a_tree_tells_all_its_branches() {
        let mut drawing = Drawing::default();
        let [root, left] = ["a1", "a2"].map(|name| drawing.node(NodeKind::Cell, name));
        let tree = drawing.node(NodeKind::Structure, "tree(a3)");
        drawing.arrow_of(root, "left", left);
        drawing.arrow_of(root, "right", tree);
        drawing.arrow_of(left, "parent", root);
        drawing.edges[1].doubtful = true;
        variable(&mut drawing, "t", root);
        assert_eq!(drawing.text(), "t → a1 {.left → a2 → a1, .right? → tree(a3)}");
    }

    #[test]
    fn what_no_variable_leads_to_is_told_too() {
        let mut drawing = Drawing::default();
        let [first, second] = ["a1", "a2"].map(|name| drawing.node(NodeKind::Cell, name));
        drawing.arrow(first, second);
        drawing.arrow(second, first);
        assert_eq!(drawing.text(), "a1 → a2 → a1");
    }
}
