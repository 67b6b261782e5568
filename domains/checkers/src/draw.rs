//! A state for people.

mod inside;

use std::collections::{BTreeMap, BTreeSet};

use engine::Point;
use ir::{Program, TypeId, TypeKind};
use model::{Drawing, NodeKind};

use crate::Checkers;
use crate::definition::{LARGEST, Name};
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
        // A variable in memory that holds one value is drawn like any other.
        if let ([cell], []) = (block.cells.as_slice(), block.runs.as_slice())
            && self.program.types.is_pointer(ty)
            && cell.offset == block.start
        {
            self.variable(name, cell.value, Some(ty));
            return;
        }
        let from = self.drawing.node(NodeKind::Variable, name);
        self.cells(from, block, Some(ty), block.start);
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
            None => {
                let place =
                    state.member(base).map(|member| format!("{name}{shifted} {}", self.place(member)));
                let place = place.or_else(|| self.inside(base).map(|place| format!("{place}{shifted}")));
                let label = place.unwrap_or_else(|| format!("{name}{shifted}?"));
                self.drawing.node(NodeKind::Unknown, label)
            }
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
                self.cells(node, block, ty, term.offset);
                node
            }
        };
        self.nodes[base.0 as usize] = Some(node);
        self.describe(node, base);
        node
    }

    /// What a picture says beside the names.
    fn describe(&mut self, node: usize, base: Sym) {
        let definition = match self.state.region(base) {
            Some(Region::Checker(checker)) => Some(checker.definition),
            Some(Region::Segment(segment)) => Some(segment.definition),
            Some(Region::Block(block)) => {
                let size = text(block.size);
                self.drawing.nodes[node].size = format!("{size} byte{}", if size == "1" { "" } else { "s" });
                None
            }
            None => None,
        };
        let known = &mut self.drawing.nodes[node];
        known.key = symbol(base);
        if let Some(definition) = definition {
            let definitions = &self.domain.definitions;
            known.about.push(definitions.display(&definitions[definition], self.program).to_string());
        }
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

    /// The type of an object, and where what it describes begins: as a pointer to its start sees it, or else as part of the
    /// structure it was taken out of, or else as a pointer into it sees it.
    fn type_of(&self, block: &Block, ty: Option<TypeId>, at: i64) -> (Option<TypeId>, i64) {
        let is_record = ty.is_some_and(|ty| matches!(self.program.types.kind(ty), TypeKind::Record(_)));
        if is_record && at == block.start {
            return (ty, at);
        }
        let rules = block.hint.iter().flat_map(|hint| &self.domain.definitions[*hint].rules);
        let mut objects = rules.flat_map(|rule| &rule.objects);
        let found =
            objects.find(|object| object.at.name == Some(Name::Root) && object.at.offset == block.start);
        found.map_or((ty, at), |object| (Some(object.ty), block.start))
    }

    fn cells(&mut self, node: usize, block: &Block, ty: Option<TypeId>, at: i64) {
        let (ty, start) = self.type_of(block, ty, at);
        for cell in &block.cells {
            let (field, field_ty) = field(self.program, ty, cell.offset - start);
            let pointer = field_ty.is_some_and(|ty| self.program.types.is_pointer(ty));
            match cell.value {
                Value::Known(term) if pointer && term.base.is_some() => {
                    let to = self.target(term, field_ty.and_then(|ty| self.program.types.pointee(ty)));
                    // It keeps its place among the other fields.
                    self.drawing.nodes[node].fields.push((field.clone(), String::new()));
                    self.drawing.arrow_of(node, field, to);
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
            if let [Slot { offset: 0, content: Content::Value(Value::Known(term)), .. }] =
                run.each.slots.as_slice()
                && term.base.is_some_and(|base| self.state.region(base).is_some())
            {
                let to = self.target(*term, None);
                self.drawing.nodes[node].fields.push((bounds.clone(), String::new()));
                self.drawing.arrow_of(node, bounds, to);
                continue;
            }
            let slots: Vec<String> = run.each.slots.iter().map(|slot| self.slot(slot)).collect();
            let what = if slots.is_empty() { self.text(run.each.rest.value()) } else { slots.join(", ") };
            let alone = run.from.base == run.to.base && run.to.offset - run.from.offset == run.each.stride;
            let each = if alone { String::new() } else { format!("each {}: ", run.each.stride) };
            self.drawing.nodes[node].fields.push((bounds, format!("{each}{what}")));
        }
    }

    fn slot(&self, slot: &Slot) -> String {
        let what = match &slot.content {
            Content::Value(value) => self.text(*value),
            Content::Owned(owned) => {
                let what = match &*owned.region {
                    Region::Block(block) => self.bytes(block),
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

    /// A block that a slot owns: its size, and what is known of what it holds.
    fn bytes(&self, block: &Block) -> String {
        let cells = block.cells.iter().map(|cell| format!("{:+}: {}", cell.offset, self.text(cell.value)));
        let runs = block.runs.iter().flat_map(|run| {
            let from = text(run.from);
            run.each.slots.iter().map(move |slot| format!("+{from}: {}", self.slot(slot)))
        });
        let held: Vec<String> = cells.chain(runs).collect();
        let held = if held.is_empty() { String::new() } else { format!(" ({})", held.join(", ")) };
        format!("{} bytes{held}", text(block.size))
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

    /// The symbols whose names are in something that is drawn.
    fn mentioned(&self) -> BTreeSet<Sym> {
        let nodes = self.drawing.nodes.iter();
        let said = nodes.flat_map(|node| {
            let fields = node.fields.iter().flat_map(|(name, value)| [name, value]);
            [&node.label, &node.size].into_iter().chain(fields)
        });
        let words =
            said.chain(&self.drawing.facts).flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
        words.filter_map(|word| word.strip_prefix('a')?.parse().ok().map(Sym)).collect()
    }

    fn facts(&mut self) {
        let relations: Vec<String> = self
            .state
            .sets
            .relations()
            .iter()
            .map(|relation| relation.text(|item| text(item.term())))
            .collect();
        self.drawing.facts.extend(relations.iter().cloned());
        let mentioned = self.mentioned();
        self.drawing.facts.truncate(self.drawing.facts.len() - relations.len());
        let facts = self.state.pure.facts();
        let mut uses: BTreeMap<Sym, usize> = BTreeMap::new();
        let mut bound: BTreeSet<Sym> = BTreeSet::new();
        for fact in &facts {
            let syms = fact.form().terms().iter().map(|(dim, _)| Sym(dim.0));
            if !matches!(fact, logic::Fact::Ne(_)) {
                bound.extend(syms.clone());
            }
            syms.for_each(|sym| *uses.entry(sym).or_default() += 1);
        }
        let shown = |sym: Sym| mentioned.contains(&sym) || bound.contains(&sym);
        let only_here = |sym: Sym| uses.get(&sym) == Some(&1) && !mentioned.contains(&sym);
        for fact in &facts {
            let tells = match (fact, fact.form().terms()) {
                // Another name for something, which nothing else mentions.
                (logic::Fact::Eq(_), [(one, _), (other, _)]) => {
                    !only_here(Sym(one.0)) && !only_here(Sym(other.0))
                }
                // That an object has an address is clear from there being one.
                (logic::Fact::Ne(form), [(dim, _)]) if form.offset() == 0 => {
                    !matches!(self.state.region(Sym(dim.0)), Some(Region::Block(_)))
                }
                // That something differs from what is nowhere to be seen.
                (logic::Fact::Ne(_), terms) => terms.iter().all(|(dim, _)| shown(Sym(dim.0))),
                // How large objects can be at all is no news.
                (logic::Fact::Ge(form), _) if form.offset().abs() == LARGEST => false,
                _ => true,
            };
            if tells {
                self.drawing.facts.push(fact.display_sides(dimension));
            }
        }
        self.drawing.facts.extend(relations);
    }
}

/// The name of the field at an offset, and its type.
pub(crate) fn field(program: &Program, ty: Option<TypeId>, offset: i64) -> (String, Option<TypeId>) {
    let types = &program.types;
    let mut name = String::new();
    let (mut ty, mut rest) = (ty, offset);
    while let Some(TypeKind::Record(record)) = ty.map(|ty| types.kind(ty)) {
        let fields = &types.record(*record).fields;
        let found = fields.iter().rev().find(|field| i64::try_from(field.offset).is_ok_and(|at| at <= rest));
        let Some(field) = found else { break };
        if !name.is_empty() {
            name.push('.');
        }
        name.push_str(&field.name);
        (ty, rest) = (Some(field.ty), rest - field.offset.cast_signed());
    }
    if name.is_empty() || rest != 0 { (format!("{offset:+}"), None) } else { (name, ty) }
}

/// A number that facts speak of; those that only say that another one is a multiple have a letter of their own.
fn dimension(dim: logic::Dim) -> String {
    if logic::pure::is_parameter(dim) {
        format!("k{}", logic::pure::owner_of(dim).0)
    } else {
        symbol(Sym(dim.0))
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
