//! States for people.
//!
//! A summary is written `kind*`; a pair that may hold has a `?`; below a cell stand the predicates that hold of it.

use engine::Point;
use ir::Program;
use model::{Arrow, Drawing, NodeKind};

use crate::ThreeValued;
use crate::kleene::{Kleene, members};
use crate::state::{Kind, Root, State, Value};

impl ThreeValued {
    pub(crate) fn picture(&self, program: &Program, point: Point, state: &State) -> Drawing {
        let mut drawing = Drawing::default();
        let mut cells = Vec::new();
        for (individual, kind) in state.kinds.iter().enumerate() {
            let summary = state.structure.is_summary(individual);
            let kind = match kind {
                Kind::Record(record) => program.types.record(*record).name.to_string(),
                Kind::Raw { .. } | Kind::Bytes { .. } => "block".to_owned(),
                Kind::Number => "number".to_owned(),
            };
            let label = format!("{kind}{}", if summary { "*" } else { "" });
            let node = drawing.node(if summary { NodeKind::Segment } else { NodeKind::Cell }, label);
            drawing.nodes[node].fields = self.holding(state, individual);
            if summary {
                drawing.nodes[node].size = "one or more".into();
            }
            cells.push(node);
        }
        let order = self.vocabulary.order.map(|dle| (dle, "≤"));
        let fields = self.vocabulary.fields.iter().map(|field| (field.predicate, field.name.as_str()));
        for (predicate, name) in fields.chain(order) {
            for from in 0..state.structure.size() {
                let row = state.structure.row(predicate, from);
                for to in members(row.may) {
                    let doubtful = row.get(to) != Kleene::True;
                    // Nearly everything may be in order with everything: that tells nobody anything.
                    if name == "≤" && (doubtful || from == to) {
                        continue;
                    }
                    let (from, to) = (cells[from], cells[to]);
                    drawing.edges.push(Arrow { from, field: name.to_owned(), to, doubtful });
                }
            }
        }
        for (root, value) in &state.env {
            let Some(name) = self.root_name(program, point, *root) else { continue };
            let node = drawing.node(NodeKind::Variable, name);
            let to = match value {
                Value::Cell(cell) | Value::Inside(cell, _) | Value::Number(cell) => cells[usize::from(*cell)],
                Value::Null => drawing.node(NodeKind::Null, "null"),
                Value::Dead => drawing.node(NodeKind::Freed, "freed"),
                Value::Uninit => drawing.node(NodeKind::Uninitialized, "unset"),
                Value::Known(number) => drawing.node(NodeKind::Unknown, number.to_string()),
                Value::Code(function) => {
                    drawing.node(NodeKind::Unknown, program.functions[*function].name.to_string())
                }
                Value::Static(global, _) => {
                    drawing.node(NodeKind::Unknown, format!("&{}", program.globals[*global].name))
                }
                Value::Local(function, slot, _) => {
                    let body = program.functions[*function].body.as_ref();
                    let name = body.and_then(|body| body.slots[*slot].name.as_deref());
                    drawing.node(NodeKind::Unknown, format!("&{}", name.unwrap_or("?")))
                }
                Value::Lent(_) => drawing.node(NodeKind::Unknown, "&given"),
                Value::Any { .. } | Value::Unclaimed(..) => drawing.node(NodeKind::Unknown, "?"),
            };
            drawing.arrow(node, to);
        }
        drawing
    }

    /// The unary predicates that hold or may hold of an individual.
    fn holding(&self, state: &State, individual: usize) -> Vec<(String, String)> {
        let named = self.vocabulary.names.iter().map(|(predicate, name)| (*predicate, name.as_str()));
        let defined = self.vocabulary.instrumentation.iter();
        let defined = defined.map(|known| (known.predicate, known.name.as_str()));
        named
            .chain(defined)
            .chain([(self.vocabulary.cyclic, "c")])
            .filter_map(|(predicate, name)| match state.structure.unary(predicate).get(individual) {
                Kleene::True => Some((name.to_owned(), "1".to_owned())),
                Kleene::Unknown => Some((name.to_owned(), "½".to_owned())),
                Kleene::False => None,
            })
            .collect()
    }

    /// What a variable is called at a point; intermediate values are not shown.
    pub(crate) fn root_name(&self, program: &Program, point: Point, root: Root) -> Option<String> {
        let body = program.functions[point.function].body.as_ref()?;
        match root {
            Root::Register(function, local) if function == point.function => {
                body.locals[local].name.as_ref().map(ToString::to_string)
            }
            Root::Slot(function, slot, offset, _) if function == point.function => {
                let name = body.slots[slot].name.as_ref()?;
                Some(if offset == 0 { name.to_string() } else { format!("{name}+{offset}") })
            }
            Root::Global(global, offset, _) => {
                let name = &program.globals[global].name;
                Some(if offset == 0 { name.to_string() } else { format!("{name}+{offset}") })
            }
            Root::Hidden(index) => Some(format!("caller{index}")),
            Root::Result => Some("result".to_owned()),
            Root::Lent(..) => Some("given".to_owned()),
            Root::Register(..)
            | Root::Slot(..)
            | Root::ResultPart(..)
            | Root::Formal(_)
            | Root::Old(_)
            | Root::Given
            | Root::Claim(_) => None,
        }
    }
}
