//! What there is to draw of a state.
//!
//! Objects and summarized parts of the heap are boxes with a row for each field. A null pointer, a value never written and
//! whatever else only one arrow leads to is a mark in the row the arrow would leave from. A variable that holds a pointer is a
//! label above the box it points to; one that holds anything else is named with it apart from the heap. A variable with parts
//! of its own is a box.

use std::collections::BTreeMap;

use model::{Drawing, Node, NodeId, NodeKind};

use super::metrics::{
    CHAR, PAD, ROW, SMALL, SMALL_CHAR, SMALL_LINE, TAG, TITLE, columns, shortened, wrapped,
};

/// Most boxes of a picture; nobody reads more.
const MOST_BOXES: usize = 60;
/// Longest title or value.
const LONGEST: usize = 48;
/// Most rows of a box.
const MOST_ROWS: usize = 24;

/// A state in parts that can be drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scene {
    pub(crate) boxes: Vec<Box>,
    pub(crate) links: Vec<Link>,
    /// Variables that hold no pointer to a box, with what they hold.
    pub(crate) values: Vec<Chip>,
    /// Boxes that are not shown.
    pub(crate) left_out: usize,
}

/// A box.
#[derive(Clone, Debug)]
pub(crate) struct Box {
    pub(crate) key: String,
    pub(crate) kind: NodeKind,
    pub(crate) title: String,
    pub(crate) size: String,
    pub(crate) rows: Vec<Row>,
    /// Small print.
    pub(crate) about: Vec<String>,
    /// What the small print says if it is not cut.
    pub(crate) hint: String,
    /// The variables that point to it, first on top.
    pub(crate) tags: Vec<Chip>,
    pub(crate) fresh: bool,
}

/// A row of a box.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) value: Mark,
    pub(crate) fresh: bool,
}

/// What a field or a variable holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// A pointer to a box.
    Port,
    /// The null pointer.
    Null,
    /// A pointer to memory that is no longer alive.
    Freed,
    /// Never written.
    Unwritten,
    /// Something else.
    Text(String),
}

/// The name of a variable.
#[derive(Clone, Debug)]
pub(crate) struct Chip {
    pub(crate) name: String,
    pub(crate) value: Mark,
    pub(crate) fresh: bool,
}

/// An arrow from a box to a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) from: usize,
    /// The row it leaves from; none for the whole box.
    pub(crate) row: Option<usize>,
    pub(crate) to: usize,
    pub(crate) doubtful: bool,
    pub(crate) fresh: bool,
}

impl Mark {
    fn of(node: &Node) -> Self {
        match node.kind {
            NodeKind::Null => Self::Null,
            NodeKind::Freed => Self::Freed,
            NodeKind::Uninitialized => Self::Unwritten,
            _ => Self::Text(shortened(&node.label, LONGEST)),
        }
    }

    /// A pointer to something that is no box.
    fn to(node: &Node) -> Self {
        match node.kind {
            NodeKind::Variable => Self::Text(shortened(&format!("&{}", node.label), LONGEST)),
            _ if node.kind.is_end() => Self::of(node),
            // A box that is not shown.
            _ => Self::Text("…".into()),
        }
    }

    /// What a domain says in words about a field.
    fn said(text: &str) -> Self {
        match text {
            "null" => Self::Null,
            "unwritten" => Self::Unwritten,
            other => Self::Text(shortened(other, LONGEST)),
        }
    }

    /// The words of a mark.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Port => "",
            Self::Null => "null",
            Self::Freed => "freed",
            Self::Unwritten => "unwritten",
            Self::Text(text) => text,
        }
    }
}

impl Box {
    /// Space for labels above the title.
    pub(crate) fn head(&self) -> f64 {
        TAG * self.tags.len() as f64
    }

    /// Height without labels.
    pub(crate) fn height(&self) -> f64 {
        let about = if self.about.is_empty() { 0.0 } else { SMALL * self.about.len() as f64 + 5.0 };
        let rows = if self.rows.is_empty() { 0.0 } else { ROW * self.rows.len() as f64 + 3.0 };
        TITLE + rows + about
    }

    /// Width.
    pub(crate) fn width(&self) -> f64 {
        let chars = |count: usize, each: f64| count as f64 * each + 2.0 * PAD;
        let size = if self.size.is_empty() { 0.0 } else { (columns(&self.size) + 2) as f64 * SMALL_CHAR };
        // What is gone has a cross before its name.
        let cross = if self.kind == NodeKind::Freed { 2 } else { 0 };
        let title = chars(columns(&self.title) + cross, CHAR) + size;
        let row = |row: &Row| {
            let value = columns(row.value.text());
            let mark = if row.value == Mark::Null { 12.0 } else { 0.0 };
            chars(columns(&row.name) + value + if value > 0 { 2 } else { 1 }, CHAR) + mark
        };
        let rows = self.rows.iter().map(row);
        let about = self.about.iter().map(|line| chars(columns(line), SMALL_CHAR));
        let tags = self.tags.iter().map(|tag| chars(columns(&tag.name), CHAR));
        rows.chain(about).chain(tags).fold(title, f64::max).max(44.0)
    }
}

impl Scene {
    pub(crate) fn of(drawing: &Drawing) -> Self {
        let mut incoming = vec![0_usize; drawing.nodes.len()];
        let mut outgoing = vec![0_usize; drawing.nodes.len()];
        for edge in &drawing.edges {
            incoming[edge.to] += 1;
            outgoing[edge.from] += 1;
        }
        let keys = keys(drawing);
        let mut scene = Self::default();
        let mut places: Vec<Option<usize>> = vec![None; drawing.nodes.len()];
        for (id, node) in drawing.nodes.iter().enumerate() {
            let is_box = match node.kind {
                NodeKind::Null | NodeKind::Uninitialized => false,
                NodeKind::Freed if !node.size.is_empty() => true,
                NodeKind::Freed | NodeKind::Unknown => incoming[id] > 1,
                NodeKind::Variable => {
                    !node.fields.is_empty()
                        || outgoing[id] > 1
                        || drawing.edges.iter().any(|edge| edge.from == id && !edge.field.is_empty())
                }
                NodeKind::Cell | NodeKind::Segment | NodeKind::Structure => true,
            };
            if is_box && scene.boxes.len() == MOST_BOXES {
                scene.left_out += 1;
            } else if is_box {
                places[id] = Some(scene.boxes.len());
                scene.boxes.push(empty_box(node, &keys[id]));
            }
        }
        for edge in &drawing.edges {
            scene.arrow(drawing, &places, edge);
        }
        for (id, node) in drawing.nodes.iter().enumerate() {
            if node.kind == NodeKind::Variable && outgoing[id] == 0 && places[id].is_none() {
                let name = shortened(&node.label, LONGEST);
                scene.values.push(Chip { name, value: Mark::Text(String::new()), fresh: false });
            }
        }
        for shape in &mut scene.boxes {
            let more = shape.rows.len().saturating_sub(MOST_ROWS);
            if more > 0 {
                shape.rows.truncate(MOST_ROWS);
                shape.about.push(format!("and {more} more fields"));
            }
        }
        scene.links.retain(|link| link.row.is_none_or(|row| row < MOST_ROWS));
        scene
    }

    fn arrow(&mut self, drawing: &Drawing, places: &[Option<usize>], edge: &model::Arrow) {
        let (from, to) = (&drawing.nodes[edge.from], &drawing.nodes[edge.to]);
        match (places[edge.from], places[edge.to]) {
            (None, Some(to)) if from.kind == NodeKind::Variable => {
                let (name, value) = (shortened(&from.label, LONGEST), Mark::Port);
                self.boxes[to].tags.push(Chip { name, value, fresh: false });
            }
            (None, None) if from.kind == NodeKind::Variable => {
                let value = Mark::to(to);
                self.values.push(Chip { name: shortened(&from.label, LONGEST), value, fresh: false });
            }
            (Some(at), Some(to)) => {
                let row = (!edge.field.is_empty()).then(|| self.row(at, &edge.field, Mark::Port));
                self.links.push(Link { from: at, row, to, doubtful: edge.doubtful, fresh: false });
            }
            (Some(at), None) => {
                let value = Mark::to(to);
                let name = if edge.field.is_empty() { "then" } else { &edge.field };
                self.row(at, name, value);
            }
            (None, _) => {}
        }
    }

    /// The row of a field, made if there is none that could be it.
    fn row(&mut self, at: usize, name: &str, value: Mark) -> usize {
        let name = shortened(name, LONGEST);
        let rows = &mut self.boxes[at].rows;
        // A row that is there for an arrow, or has one already.
        let open = |row: &Row| matches!(&row.value, Mark::Text(text) if text.is_empty());
        let known = rows.iter().position(|row| row.name == name && (open(row) || row.value == value));
        if let Some(row) = known {
            rows[row].value = value;
            return row;
        }
        rows.push(Row { name, value, fresh: false });
        rows.len() - 1
    }
}

fn empty_box(node: &Node, key: &str) -> Box {
    let field = |(name, value): &(String, String)| Row {
        name: shortened(name, LONGEST),
        value: Mark::said(value),
        fresh: false,
    };
    Box {
        key: key.to_owned(),
        kind: node.kind,
        title: shortened(&node.label, LONGEST),
        size: shortened(&node.size, LONGEST),
        rows: node.fields.iter().map(field).collect(),
        about: node.about.iter().flat_map(|line| wrapped(line, SMALL_LINE, 4)).collect(),
        hint: node.about.join("\n"),
        tags: Vec::new(),
        fresh: false,
    }
}

/// What is taken for the same thing in other states: what the domain says, or else the first way there from a variable.
fn keys(drawing: &Drawing) -> Vec<String> {
    let mut keys: Vec<String> = drawing.nodes.iter().map(|node| node.key.clone()).collect();
    let mut todo: Vec<NodeId> = Vec::new();
    for (id, node) in drawing.nodes.iter().enumerate().filter(|(_, node)| node.kind == NodeKind::Variable) {
        keys[id] = format!("={}", node.label);
        todo.push(id);
    }
    todo.sort_by(|a, b| keys[*a].cmp(&keys[*b]));
    let mut at = 0;
    while let Some(&from) = todo.get(at) {
        at += 1;
        for edge in drawing.edges.iter().filter(|edge| edge.from == from) {
            if keys[edge.to].is_empty() {
                keys[edge.to] = format!("{}.{}", keys[from], edge.field);
                todo.push(edge.to);
            } else if drawing.nodes[edge.to].kind != NodeKind::Variable && !todo.contains(&edge.to) {
                todo.push(edge.to);
            }
        }
        // What is far from every variable has no name worth the while.
        if todo.len() > 4 * MOST_BOXES {
            break;
        }
    }
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for key in &mut keys {
        let count = seen.entry(key.clone()).or_default();
        *count += 1;
        if *count > 1 {
            *key = format!("{key}#{count}");
        }
    }
    keys
}
