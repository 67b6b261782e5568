//! A state for people.

use engine::Point;
use ir::{Program, TypeId, TypeKind};
use model::{Drawing, NodeKind};

use crate::Checkers;
use crate::heap::{Block, Content, Member, Origin, Region, Root, Slot, State, Sym, Term, Value};

impl Checkers {
    pub(crate) fn picture(&self, program: &Program, point: Point, state: &State) -> Drawing {
        let mut picture = Picture {
            domain: self,
            program,
            state,
            drawing: Drawing::default(),
            nodes: vec![None; state.next as usize],
        };
        let body = program.functions[point.function].body.as_ref();
        for (root, value) in &state.roots {
            let named = match root {
                Root::Register(local) => body.and_then(|body| {
                    let local = body.locals.get(*local)?;
                    Some((local.name.as_deref()?.to_owned(), Some(local.ty)))
                }),
                Root::Result => {
                    Some(("result".to_owned(), Some(program.functions[point.function].signature.ret)))
                }
                _ => None,
            };
            if let Some((name, ty)) = named {
                picture.variable(&name, *value, ty);
            }
        }
        for (root, value) in &state.roots {
            let (Some(term), Some(body)) = (value.term(), body) else { continue };
            let (name, ty) = match root {
                Root::Slot(slot) => {
                    (body.slots[*slot].name.as_deref().unwrap_or("a temporary"), body.slots[*slot].ty)
                }
                Root::Global(global) => (&*program.globals[*global].name, program.globals[*global].ty),
                _ => continue,
            };
            if let Some(Region::Block(block)) = term.base.and_then(|base| state.region(base)) {
                picture.object(name, block, ty);
            }
        }
        // What is only reached from behind, or by those who hold it for the caller.
        for (at, region) in &state.regions {
            let variable = matches!(region, Region::Block(block) if !block.origin.is_structural());
            if !variable && picture.nodes[at.0 as usize].is_none() {
                picture.target(Term::of(*at), None);
            }
        }
        picture.facts();
        picture.drawing
    }
}

struct Picture<'a> {
    domain: &'a Checkers,
    program: &'a Program,
    state: &'a State,
    drawing: Drawing,
    nodes: Vec<Option<usize>>,
}

impl Picture<'_> {
    fn variable(&mut self, name: &str, value: Value, ty: Option<TypeId>) {
        let types = &self.program.types;
        let pointer = ty.is_some_and(|ty| types.is_pointer(ty));
        match value {
            Value::Known(term) if pointer => {
                let from = self.drawing.node(NodeKind::Variable, name);
                let to = self.target(term, ty.and_then(|ty| types.pointee(ty)));
                self.drawing.arrow(from, to);
            }
            _ => self.drawing.facts.push(format!("{name} = {}", self.text(value))),
        }
    }

    fn object(&mut self, name: &str, block: &Block, ty: TypeId) {
        let from = self.drawing.node(NodeKind::Variable, name);
        self.cells(from, block, Some(ty));
    }

    /// The node a pointer leads to.
    fn target(&mut self, term: Term, ty: Option<TypeId>) -> usize {
        let Some(base) = term.base else {
            return match term.offset {
                0 => self.drawing.node(NodeKind::Null, "null"),
                other => self.drawing.node(NodeKind::Unknown, format!("{other}")),
            };
        };
        if let Some(node) = self.nodes[base.0 as usize] {
            return node;
        }
        let state = self.state;
        let name = symbol(base);
        let shifted = if term.offset == 0 { String::new() } else { format!("{:+}", term.offset) };
        let node = match state.region(base) {
            None if state.is_dead(base) => self.drawing.node(NodeKind::Freed, "freed"),
            None => match state.member(base) {
                Some(member) => {
                    self.drawing.node(NodeKind::Unknown, format!("{name}{shifted} {}", self.place(member)))
                }
                None => self.drawing.node(NodeKind::Unknown, format!("{name}{shifted}?")),
            },
            Some(Region::Checker(checker)) => {
                let label = self.call(&name, checker.definition, &checker.args);
                self.drawing.node(NodeKind::Structure, label)
            }
            Some(Region::Segment(segment)) => {
                let label = format!("{}…", self.call(&name, segment.definition, &segment.args));
                let node = self.drawing.node(NodeKind::Segment, label);
                self.nodes[base.0 as usize] = Some(node);
                let to = self.target(segment.to, ty);
                self.drawing.arrow(node, to);
                node
            }
            Some(Region::Block(block)) => {
                let what = match block.origin {
                    Origin::Heap | Origin::Part => name.clone(),
                    _ => format!("&{name}"),
                };
                let node = self.drawing.node(NodeKind::Cell, format!("{what}{shifted}"));
                self.nodes[base.0 as usize] = Some(node);
                self.cells(node, block, ty);
                node
            }
        };
        self.nodes[base.0 as usize] = Some(node);
        node
    }

    /// Where a pointer is that is somewhere.
    fn place(&self, member: Member) -> String {
        let regions = self.state.regions.iter().filter(|(_, region)| region.set() == Some(member.of));
        let mut places: Vec<String> = regions
            .map(|(at, region)| match region {
                Region::Block(_) => symbol(*at),
                Region::Checker(checker) => self.call(&symbol(*at), checker.definition, &checker.args),
                Region::Segment(segment) => {
                    format!("{}…", self.call(&symbol(*at), segment.definition, &segment.args))
                }
            })
            .collect();
        places.extend(member.or.map(|or| format!("or {}", text(or))));
        format!("in {}", places.join(" "))
    }

    fn cells(&mut self, node: usize, block: &Block, ty: Option<TypeId>) {
        for cell in &block.cells {
            let (field, field_ty) = self.field(ty, cell.offset - block.start);
            let pointer = field_ty.is_some_and(|ty| self.program.types.is_pointer(ty));
            match cell.value {
                Value::Known(term) if pointer && term.base.is_some() => {
                    let to = self.target(term, field_ty.and_then(|ty| self.program.types.pointee(ty)));
                    self.drawing.edges.push(model::Arrow { from: node, field, to });
                }
                Value::Known(Term::NULL) if pointer => {
                    self.drawing.nodes[node].fields.push((field, "null".into()));
                }
                value => {
                    let text = self.text(value);
                    self.drawing.nodes[node].fields.push((field, text));
                }
            }
        }
        self.rows(node, block);
    }

    /// The runs of an object: where each lies, and what its elements hold.
    fn rows(&mut self, node: usize, block: &Block) {
        for run in &block.runs {
            let bounds = format!("[{}, {})", text(run.from), text(run.to));
            let slots: Vec<String> = run.each.slots.iter().map(|slot| self.slot(slot)).collect();
            let what = if slots.is_empty() { self.text(run.each.rest.value()) } else { slots.join(", ") };
            self.drawing.nodes[node].fields.push((bounds, format!("each {}: {what}", run.each.stride)));
        }
    }

    fn slot(&self, slot: &Slot) -> String {
        let what = match &slot.content {
            Content::Value(value) => self.text(*value),
            Content::Owned(owned) => {
                let what = match &*owned.region {
                    Region::Block(block) => format!("{} bytes", text(block.size)),
                    Region::Checker(checker) => self.call("it", checker.definition, &checker.args),
                    Region::Segment(segment) => {
                        format!("{}…", self.call("it", segment.definition, &segment.args))
                    }
                };
                format!("owns {what}{}", if owned.or_null { " or null" } else { "" })
            }
        };
        if slot.offset == 0 { what } else { format!("{:+} {what}", slot.offset) }
    }

    fn field(&self, ty: Option<TypeId>, offset: i64) -> (String, Option<TypeId>) {
        let types = &self.program.types;
        let mut name = String::new();
        let (mut ty, mut rest) = (ty, offset);
        while let Some(TypeKind::Record(record)) = ty.map(|ty| types.kind(ty)) {
            let fields = &types.record(*record).fields;
            let found =
                fields.iter().rev().find(|field| i64::try_from(field.offset).is_ok_and(|at| at <= rest));
            let Some(field) = found else { break };
            if !name.is_empty() {
                name.push('.');
            }
            name.push_str(&field.name);
            (ty, rest) = (Some(field.ty), rest - field.offset.cast_signed());
        }
        if name.is_empty() || rest != 0 { (format!("{offset:+}"), None) } else { (name, ty) }
    }

    fn text(&self, value: Value) -> String {
        match value {
            Value::Uninit => "unwritten".into(),
            Value::Unsure => "perhaps unwritten".into(),
            Value::Any => "any".into(),
            Value::Known(term) => text(term),
        }
    }

    fn call(&self, root: &str, definition: crate::definition::DefinitionId, args: &[Term]) -> String {
        let all: Vec<String> =
            std::iter::once(root.to_owned()).chain(args.iter().map(|arg| text(*arg))).collect();
        format!("{}({})", self.domain.definitions[definition].name, all.join(", "))
    }

    fn facts(&mut self) {
        for fact in self.state.pure.facts() {
            let (form, op) = match &fact {
                logic::Fact::Eq(form) => (form, "="),
                logic::Fact::Ge(form) => (form, "≥"),
                logic::Fact::Ne(form) => (form, "≠"),
            };
            let text = format!("{} {op} 0", form.display(|dim| symbol(Sym(dim.0))));
            self.drawing.facts.push(text);
        }
        for relation in self.state.sets.relations() {
            self.drawing.facts.push(relation.text(|item| text(item.term())));
        }
    }
}

fn symbol(sym: Sym) -> String {
    format!("a{}", sym.0)
}

fn text(term: Term) -> String {
    match (term.base, term.offset) {
        (None, offset) => format!("{offset}"),
        (Some(base), 0) => symbol(base),
        (Some(base), offset) => format!("{}{offset:+}", symbol(base)),
    }
}
