//! Configurations for people, in the paper's notation: `x¹ [t->n]² {t->n} !{y->n}`.

use std::fmt::Write as _;

use ir::{FunctionId, Program, TypeId, TypeKind};

use model::{Drawing, NodeKind};

use crate::analysis::Prepared;
use crate::configuration::{Configuration, Expression, Holder, INFINITE, Root};

impl Prepared<'_> {
    /// A configuration at a point of a function. A region is named by an expression for a place in it.
    pub fn draw(&self, function: FunctionId, known: &Configuration) -> String {
        let mut text = String::new();
        let mut counts: Vec<String> =
            known.index.counts().map(|(holder, count)| self.counted(function, holder, count)).collect();
        if known.index.held {
            counts.push("…".into());
        }
        text.push_str(&counts.join(" "));
        for (set, open) in [(&known.facts.hits[..], " {"), (&known.facts.misses[..], " !{")] {
            let names: Vec<String> = set.iter().map(|e| self.expression(function, *e)).collect();
            if !names.is_empty() {
                let _ = write!(text, "{open}{}}}", names.join(", "));
            }
        }
        if known.index.freed {
            text.push_str(" freed");
        }
        text
    }

    /// The same as a picture: the block that is looked at, what points to it, and what is known of expressions.
    pub fn picture(&self, function: FunctionId, known: &Configuration) -> Drawing {
        let mut drawing = Drawing::default();
        let freed = known.index.freed;
        let block = drawing.node(if freed { NodeKind::Freed } else { NodeKind::Cell }, "the block");
        drawing.nodes[block].key = "block".into();
        drawing.nodes[block].size = if freed { "freed".into() } else { String::new() };
        for (holder, count) in known.index.counts() {
            let name = self.holder(function, holder);
            let from = match holder.as_cell() {
                Some(_) => {
                    let region = drawing.node(NodeKind::Segment, format!("places like {name}"));
                    drawing.nodes[region].size = match count {
                        INFINITE => "any number point to it".into(),
                        1 => "1 points to it".into(),
                        other => format!("{other} point to it"),
                    };
                    region
                }
                None => drawing.node(NodeKind::Variable, name),
            };
            drawing.arrow(from, block);
        }
        if known.index.held {
            drawing.facts.push("callers may hold pointers to it".into());
        }
        for (set, verb) in
            [(&known.facts.hits[..], "leads to it"), (&known.facts.misses[..], "does not lead to it")]
        {
            let names = set.iter().map(|e| self.expression(function, *e));
            drawing.facts.extend(names.map(|name| format!("{name} {verb}")));
        }
        drawing
    }

    /// What may point to the block: a variable, a place of the heap, the result.
    fn holder(&self, function: FunctionId, holder: Holder) -> String {
        match (holder.as_register(), holder.as_cell()) {
            (Some(register), _) => self.root(function, Root::Register(register)),
            (None, Some(cell)) => {
                let code = self.codes.get(function);
                let named = code.and_then(|code| code.expressions_of(holder).next());
                named.map_or_else(
                    || format!("region {}+{}", cell.node, cell.offset),
                    |expression| self.expression(function, expression),
                )
            }
            (None, None) => "result".into(),
        }
    }

    fn counted(&self, function: FunctionId, holder: Holder, count: u8) -> String {
        let name = self.holder(function, holder);
        let name = if holder.as_cell().is_some() { format!("[{name}]") } else { name };
        let count = match count {
            1 => "¹",
            2 => "²",
            INFINITE => "^∞",
            _ => "⁰",
        };
        format!("{name}{count}")
    }

    fn root(&self, function: FunctionId, root: Root) -> String {
        let Some(body) = &*self.program.functions[function].body else { return String::new() };
        let name = match root {
            Root::Register(register) => body
                .locals
                .get(ir::LocalId(register))
                .map(|local| (local.name.clone(), format!("t{register}"))),
            Root::Slot(slot) => {
                body.slots.get(ir::SlotId(slot)).map(|slot_| (slot_.name.clone(), format!("object {slot}")))
            }
            Root::Global(global) => {
                Some((self.program.globals.get(ir::GlobalId(global)).map(|g| g.name.clone()), String::new()))
            }
        };
        name.map_or_else(String::new, |(name, other)| name.map_or(other, |name| name.to_string()))
    }

    fn expression(&self, function: FunctionId, expression: Expression) -> String {
        let base = self.root(function, expression.root);
        let Some(body) = &*self.program.functions[function].body else { return base };
        let (ty, arrow) = match expression.root {
            Root::Register(register) => {
                let local = body.locals.get(ir::LocalId(register));
                (local.and_then(|local| self.program.types.pointee(local.ty)), "->")
            }
            Root::Slot(slot) => (body.slots.get(ir::SlotId(slot)).map(|slot| slot.ty), "."),
            Root::Global(global) => (self.program.globals.get(ir::GlobalId(global)).map(|g| g.ty), "."),
        };
        let field = ty.and_then(|ty| field_at(self.program, ty, i64::from(expression.offset)));
        match (field, expression.offset, expression.root) {
            (Some(field), ..) => format!("{base}{arrow}{field}"),
            (None, 0, Root::Register(_)) => format!("*{base}"),
            (None, 0, _) => base,
            (None, offset, _) => format!("{base}+{offset}"),
        }
    }
}

/// The name of the member of a structure at an offset.
fn field_at(program: &Program, ty: TypeId, offset: i64) -> Option<String> {
    let TypeKind::Record(record) = program.types.kind(ty) else { return None };
    let fields = &program.types.record(*record).fields;
    let field = fields.iter().rev().find(|field| field.offset as i64 <= offset)?;
    let inner = offset - field.offset as i64;
    match field_at(program, field.ty, inner) {
        Some(rest) => Some(format!("{}.{rest}", field.name)),
        None => (inner == 0).then(|| field.name.to_string()),
    }
}
