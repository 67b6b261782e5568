//! States for people.

use std::fmt::Write as _;

use engine::{Cursor, Point};
use ir::{Operand, Program, TypeId, TypeKind};
use logic::{Dim, Linear};
use model::{Drawing, NodeId, NodeKind};

use crate::Lengths;
use crate::back::Back;
use crate::names::{Number, Object, Root, RootId};
use crate::state::{Ends, Segment, State, Value};
use crate::vrv::Vrv;

impl Lengths {
    /// What a variable is called, if the user gave it a name.
    pub(crate) fn describe(&self, root: RootId) -> Option<String> {
        match self.names.root_of(root) {
            Root::Register(..) => self.called.borrow().get(&root).cloned(),
            Root::Part(..) => self.called.borrow().get(&root).cloned(),
            Root::Result => Some("the result".into()),
            _ => None,
        }
    }

    pub(crate) fn operand_name(&self, at: &Cursor<'_>, operand: Operand) -> Option<String> {
        match operand {
            Operand::Local(local) => at.body().locals[local].name.as_ref().map(ToString::to_string),
            Operand::Const(_) => None,
        }
    }

    /// A short name for any variable.
    pub(crate) fn root_name(&self, program: &Program, root: RootId) -> String {
        match self.names.root_of(root) {
            Root::Register(function, local) => {
                let body = program.functions[function].body.as_ref();
                let name = body.and_then(|body| body.locals[local].name.clone());
                name.map_or_else(|| format!("t{}", local.0), |name| name.to_string())
            }
            Root::Part(object, offset, _) => {
                let base = self.object_name(program, object);
                let ty = match object {
                    Object::Global(global) => Some(program.globals[global].ty),
                    Object::Slot(function, slot) => {
                        program.functions[function].body.as_ref().map(|body| body.slots[slot].ty)
                    }
                    _ => None,
                };
                let path = ty.and_then(|ty| path(program, ty, i128::from(offset)));
                path.map_or_else(|| format!("{base}+{offset}"), |path| format!("{base}{path}"))
            }
            Root::Argument(index) => format!("arg{index}"),
            Root::Result => "result".into(),
            Root::CutPoint(index) => format!("caller{index}"),
            Root::Cycle(_) => "↻".into(),
            Root::Anchor(index) => format!("prev{index}"),
            Root::Claim(index) => format!("claim{index}"),
            Root::Formal(index) => self.formal_name(index),
            Root::Old(index) => format!("old{index}"),
            Root::Given(index) => format!("given{index}"),
            Root::Scratch => "?".into(),
        }
    }

    /// A parameter as it was on entry, by its name.
    fn formal_name(&self, index: u32) -> String {
        let names = self.formals.borrow();
        names.get(index as usize).map_or_else(|| format!("param{index}"), |name| format!("{name}₀"))
    }

    fn object_name(&self, program: &Program, object: Object) -> String {
        match object {
            Object::Global(global) => program.globals[global].name.to_string(),
            Object::Slot(function, slot) => program.functions[function]
                .body
                .as_ref()
                .and_then(|body| body.slots[slot].name.clone())
                .map_or_else(|| format!("s{}", slot.0), |name| name.to_string()),
            Object::Heap(_, _, number) => format!("block{number}"),
            Object::Outer(number) | Object::Fixed(number, ..) | Object::Block(number) => {
                format!("outer{number}")
            }
            Object::Claimed(number) => format!("claimed{number}"),
        }
    }

    fn vrv_name(&self, program: &Program, vrv: &Vrv) -> String {
        let shown = vrv.roots().filter(|root| !self.is_anchor(*root));
        let names: Vec<String> = shown.map(|root| self.root_name(program, root)).collect();
        names.join(" ")
    }

    /// What people call a number.
    pub(crate) fn number_name(&self, program: &Program, dim: Dim) -> String {
        match self.names.number_of(dim) {
            Number::Count(_, vrv) => format!("|{}|", self.vrv_name(program, &vrv)),
            Number::Sum(_, _, vrv) => format!("sum({})", self.vrv_name(program, &vrv)),
            Number::First(_, _, vrv) => format!("first({})", self.vrv_name(program, &vrv)),
            Number::Value(root) => self.root_name(program, root),
            Number::Gap(first, second) => {
                format!("({} - {})", self.root_name(program, second), self.root_name(program, first))
            }
            Number::Made(_) => "made".into(),
            Number::Freed(_) => "freed".into(),
            Number::Leaked(_) => "leaked".into(),
            Number::Input(index) => self.names.input_name(index),
            Number::Measure(index) => format!("measure{index}"),
            Number::Entry(index) => format!("entry{index}"),
            Number::Held(index) => format!("held{index}"),
            Number::Returned(index) => format!("returned{index}"),
        }
    }

    pub(crate) fn picture(&self, program: &Program, _point: Point, state: &State) -> Drawing {
        let mut drawing = Drawing::default();
        let segments: Vec<NodeId> = state
            .segments
            .iter()
            .map(|segment| {
                let bounds = state.numbers.bounds(self.counter(segment));
                let count = match (bounds.lo, bounds.hi) {
                    (Some(low), Some(high)) if low == high => low.to_string(),
                    (Some(low), Some(high)) => format!("{low}..{high}"),
                    (low, _) => format!("≥{}", low.unwrap_or(0)),
                };
                let single = bounds.hi == Some(1);
                let kind = if single { NodeKind::Cell } else { NodeKind::Segment };
                let back = self.back_label(program, segment);
                let reached = self.vrv_name(program, &segment.vrv);
                let node = drawing.node(kind, format!("[{reached}: {count}{back}]"));
                let cells = if count == "1" { "cell" } else { "cells" };
                drawing.nodes[node].size = format!("{} {cells}", count.replace("..", " to "));
                drawing.nodes[node].about.push(format!("reached from {}", reached.replace(' ', ", ")));
                node
            })
            .collect();
        for (root, value) in &state.env {
            if matches!(value, Value::Int | Value::Known(_) | Value::Uninit)
                || self.is_cut_point(*root)
                || self.is_anchor(*root)
            {
                continue;
            }
            let variable = drawing.node(NodeKind::Variable, self.root_name(program, *root));
            let target = match value {
                Value::Null => drawing.node(NodeKind::Null, "null"),
                Value::Freed => drawing.node(NodeKind::Freed, "freed"),
                Value::List(family) => {
                    let head = state.head(*family, *root);
                    let at = head.and_then(|head| state.segments.iter().position(|known| known == head));
                    at.map_or_else(|| drawing.node(NodeKind::Null, "null"), |at| segments[at])
                }
                Value::Cell(family, offset) => {
                    let head = state.head(*family, *root);
                    let at = head.and_then(|head| state.segments.iter().position(|known| known == head));
                    if *offset != 0 {
                        let label = &mut drawing.nodes[variable].label;
                        *label = format!("{label}-{offset}");
                    }
                    at.map_or_else(|| drawing.node(NodeKind::Unknown, "?"), |at| segments[at])
                }
                Value::Object(object, _) => {
                    drawing.node(NodeKind::Unknown, format!("&{}", self.object_name(program, *object)))
                }
                Value::Code(function) => {
                    drawing.node(NodeKind::Unknown, program.functions[*function].name.to_string())
                }
                _ => drawing.node(NodeKind::Unknown, "?"),
            };
            drawing.arrow(variable, target);
        }
        for (index, segment) in state.segments.iter().enumerate() {
            let to = self.after(state, segment).map_or_else(
                || {
                    let (kind, label) =
                        match segment.end.values().map(|(_, value)| value).collect::<Vec<_>>()[..] {
                            _ if segment.end == Ends::BACK => (NodeKind::Unknown, "↻"),
                            [Value::Null] => (NodeKind::Null, "null"),
                            [Value::Freed] => (NodeKind::Freed, "freed"),
                            [Value::Uninit] => (NodeKind::Uninitialized, "uninitialized"),
                            _ => (NodeKind::Unknown, "?"),
                        };
                    drawing.node(kind, label)
                },
                |next| segments[next],
            );
            drawing.arrow(segments[index], to);
        }
        drawing.facts = self.facts(program, state);
        drawing
    }

    /// Where the links back of cells lead, as far as it is known.
    fn back_label(&self, program: &Program, segment: &Segment) -> String {
        let label = |back: Back| match back {
            Back::Unknown => None,
            Back::Null => Some("null".to_owned()),
            Back::Proper => Some("⇄".to_owned()),
            Back::Cell(root) => Some(self.root_name(program, root)),
            Back::Freed => Some("freed".to_owned()),
        };
        if !self.has_back(segment.family) {
            return String::new();
        }
        let rest = segment.rest.as_ref().map(|rest| rest.back);
        match (segment.first.back, rest) {
            (Back::Proper, None | Some(Back::Proper)) => " ⇄".into(),
            (first, rest) => match (label(first), rest.and_then(label)) {
                (None, None) => String::new(),
                (first, None) => format!(" ← {}", first.unwrap_or_default()),
                (first, Some(rest)) => format!(" ← {}, {rest}", first.unwrap_or_else(|| "?".into())),
            },
        }
    }

    /// The segment whose cells follow those of another.
    fn after(&self, state: &State, segment: &Segment) -> Option<usize> {
        state.segments.iter().position(|other| {
            other.family == segment.family && other.vrv != segment.vrv && segment.vrv.is_subset(&other.vrv)
        })
    }

    /// The equations and bounds that hold, without those that only book-keeping needs.
    pub(crate) fn facts(&self, program: &Program, state: &State) -> Vec<String> {
        let mut numbers = state.numbers.clone();
        let hidden: Vec<Dim> = numbers
            .dims()
            .iter()
            .copied()
            .filter(|dim| {
                matches!(
                    self.names.number_of(*dim),
                    Number::Gap(..) | Number::Made(_) | Number::Entry(_) | Number::First(..)
                )
            })
            .collect();
        numbers.remove_all(&hidden);
        let name = |dim: Dim| self.number_name(program, dim);
        let constant = |equation: &Linear| equation.terms().len() == 1;
        let mut facts: Vec<String> = numbers
            .equations()
            .iter()
            .filter(|equation| {
                // The count of a single cell is part of the picture.
                !(constant(equation)
                    && matches!(self.names.number_of(equation.terms()[0].0), Number::Count(..)))
            })
            .map(|equation| equation.display_equation(name).to_string())
            .collect();
        for dim in numbers.dims() {
            if let Number::Value(_) = self.names.number_of(*dim) {
                let bounds = numbers.bounds(*dim);
                if bounds.lo == bounds.hi {
                    continue;
                }
                if let (Some(low @ (0 | 1)), None) = (bounds.lo, bounds.hi) {
                    facts.push(format!("{} ≥ {low}", name(*dim)));
                }
            }
        }
        facts
    }

    /// The lengths of the lists on entry.
    pub(crate) fn input_lengths(&self, state: &State) -> Vec<Dim> {
        state
            .numbers
            .dims()
            .iter()
            .copied()
            .filter(|dim| match self.names.number_of(*dim) {
                Number::Input(index) => self.names.is_length(index),
                Number::Entry(_) => false,
                _ => false,
            })
            .collect()
    }
}

/// The way from an object of a type to a scalar at an offset, as one writes it: `.first`, `[2].next`; nothing for the object itself.
fn path(program: &Program, ty: TypeId, offset: i128) -> Option<String> {
    let (mut ty, mut rest, mut path) = (ty, u64::try_from(offset).ok()?, String::new());
    loop {
        match program.types.kind(ty) {
            TypeKind::Record(record) => {
                let fields = program.types.record(*record).fields.iter();
                let inside = |field: &&ir::Field| {
                    field.offset <= rest && rest - field.offset < program.types.size(field.ty).max(1)
                };
                let field = fields.filter(|field| field.bits.is_none()).find(inside)?;
                if !field.name.is_empty() {
                    let _ = write!(path, ".{}", field.name);
                }
                (ty, rest) = (field.ty, rest - field.offset);
            }
            TypeKind::Array { elem, .. } => {
                let each = program.types.size(*elem).max(1);
                let _ = write!(path, "[{}]", rest / each);
                (ty, rest) = (*elem, rest % each);
            }
            _ => return (rest == 0).then_some(path),
        }
    }
}
