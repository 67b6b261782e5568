//! Definitions for people.
//!
//! ```text
//! list(l) := l = null | l ↦ {next: a, data: _} * list(a)
//! ```
//!
//! `_` is a value nothing depends on. That what is owned is not null goes without saying.

use std::fmt::{self, Write};
use std::sync::Arc;

use ir::{Program, TypeId, TypeKind, Types};

use super::{Atom, Call, Definition, Definitions, Form, Item, Name, Object, Row, Rule, Slot, Sort, Term};

/// A definition as text, from [`Definitions::display`].
pub struct DefinitionText<'a> {
    definitions: &'a Definitions,
    definition: &'a Definition,
    program: &'a Program,
}

/// A rule as text.
pub struct RuleText<'a> {
    definitions: &'a Definitions,
    program: &'a Program,
    rule: &'a Rule,
    names: Names,
}

/// What a rule calls its root and parameters.
#[derive(Clone)]
struct Names {
    root: Arc<str>,
    params: Vec<Arc<str>>,
    sorts: Vec<Sort>,
}

impl Definition {
    /// The name of the first parameter.
    pub fn root_name(&self, program: &Program) -> Arc<str> {
        self.root_variable.clone().unwrap_or_else(|| {
            let body = self.function.and_then(|function| program.functions[function].body.as_ref());
            let name = body.and_then(|body| match body.params.first()? {
                ir::Var::Local(local) => body.locals[*local].name.clone(),
                ir::Var::Slot(slot) => body.slots[*slot].name.clone(),
            });
            name.unwrap_or_else(|| "x".into())
        })
    }
}

impl Definition {
    /// The member at so many bytes from the root, as C names it.
    pub fn field_at_root(&self, program: &Program, offset: i64) -> String {
        let types = &program.types;
        let objects = self.rules.iter().flat_map(|rule| &rule.objects);
        let found = objects.filter(|object| object.at.name == Some(Name::Root)).find_map(|object| {
            let cell = object.cells.iter().find(|cell| object.at.offset + cell.offset == offset)?;
            Some(field_name(types, object.ty, cell.offset as u64, u64::from(cell.size)))
        });
        found.unwrap_or_else(|| format!("@{offset}"))
    }
}

impl Definitions {
    /// A definition as text, in one line.
    pub fn display<'a>(&'a self, definition: &'a Definition, program: &'a Program) -> DefinitionText<'a> {
        DefinitionText { definitions: self, definition, program }
    }

    /// A rule of a definition as text.
    pub fn display_rule<'a>(&'a self, of: &Definition, rule: &'a Rule, program: &'a Program) -> RuleText<'a> {
        let names = Names {
            root: of.root_name(program),
            params: of.params.iter().map(|param| param.name.clone()).collect(),
            sorts: of.params.iter().map(|param| param.sort).collect(),
        };
        RuleText { definitions: self, program, rule, names }
    }

    /// A rule of a clause as text.
    pub fn display_clause<'a>(
        &'a self,
        function: ir::FunctionId,
        rule: &'a Rule,
        program: &'a Program,
    ) -> RuleText<'a> {
        let mut names = Names { root: "".into(), params: Vec::new(), sorts: Vec::new() };
        if let Some(body) = &*program.functions[function].body {
            for (var, ty) in body.parameters() {
                let name = match var {
                    ir::Var::Local(local) => body.locals[local].name.clone(),
                    ir::Var::Slot(slot) => body.slots[slot].name.clone(),
                };
                names.params.push(name.unwrap_or_else(|| "…".into()));
                names.sorts.push(super::names::sort_of(&program.types, ty));
            }
        }
        RuleText { definitions: self, program, rule, names }
    }
}

impl fmt::Display for DefinitionText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let definition = self.definition;
        write!(f, "{}({}", definition.name, definition.root_name(self.program))?;
        for param in &definition.params {
            write!(f, ", {}", param.name)?;
        }
        f.write_str(") :=")?;
        if definition.rules.is_empty() {
            return f.write_str(" false");
        }
        for (n, rule) in definition.rules.iter().enumerate() {
            let rule = self.definitions.display_rule(definition, rule, self.program);
            write!(f, "{} {rule}", if n == 0 { "" } else { " |" })?;
        }
        Ok(())
    }
}

impl fmt::Display for RuleText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        for object in &self.rule.objects {
            parts.push(self.object(object));
        }
        for call in &self.rule.calls {
            parts.push(self.call(call));
        }
        for (from, to) in &self.rule.segments {
            parts.push(format!("segment({}, {})", self.call(from), self.call(to)));
        }
        let mut pure: Vec<String> = Vec::new();
        for read in &self.rule.reads {
            let at = self.term(read.at, true);
            pure.push(format!("{at} reads {}", self.name(read.value)));
        }
        let implied = |atom: &&Atom| match atom {
            Atom::NonZero(form) => self.rule.objects.iter().any(|object| owns(object, form)),
            _ => false,
        };
        pure.extend(self.rule.pure.iter().filter(|atom| !implied(atom)).map(|atom| self.atom(atom)));
        let named = |item: Item<Term>| self.term(item.term(), matches!(item, Item::Point(_)));
        pure.extend(self.rule.sets.iter().map(|atom| atom.text(named)));
        let mut text = parts.join(" * ");
        let pure = pure.join(" ∧ ");
        match (text.is_empty(), pure.is_empty()) {
            (true, true) => text = "true".into(),
            (true, false) => text = pure,
            (false, true) => {}
            (false, false) => {
                let _ = write!(text, " ∧ {pure}");
            }
        }
        f.write_str(&text)
    }
}

/// Whether a form is an address in an object.
fn owns(object: &Object, form: &Form) -> bool {
    let Some(term) = form.as_term() else { return false };
    let distance = i128::from(term.offset) - i128::from(object.at.offset);
    term.name == object.at.name && (0..i128::from(object.size.max(1))).contains(&distance)
}

impl RuleText<'_> {
    fn object(&self, object: &Object) -> String {
        let types = &self.program.types;
        let mut parts: Vec<(i64, String)> = Vec::new();
        for cell in &object.cells {
            let pointer = types.is_pointer(cell.ty);
            let value = match cell.value {
                Term { name: Some(name), offset: 0 } if self.uses(name) < 2 => "_".to_owned(),
                term => self.term(term, pointer),
            };
            let field = field_name(types, object.ty, cell.offset as u64, u64::from(cell.size));
            parts.push((cell.offset, format!("{field}: {value}")));
        }
        for &(offset, size) in &object.rest {
            parts.push((offset, format!("{}: _", field_name(types, object.ty, offset as u64, size))));
        }
        parts.extend(object.rows.iter().map(|row| (row.from, self.row(row))));
        parts.extend(object.texts.iter().map(|&(offset, size)| {
            (offset, format!("{}: a string", field_name(types, object.ty, offset as u64, size)))
        }));
        parts.extend(object.text.map(|_| (0, "a string".into())));
        parts.extend(object.body.iter().map(|body| (i64::MAX, format!("{} bytes", self.sum(body)))));
        if let Some(footer) = &object.footer {
            let cell = |cell: &super::Cell| {
                let field = field_name(types, footer.ty, cell.offset as u64, u64::from(cell.size));
                format!("{field}: {}", self.term(cell.value, types.is_pointer(cell.ty)))
            };
            let cells: Vec<String> = footer.cells.iter().map(cell).collect();
            parts.push((i64::MAX, format!("then {{{}}}", cells.join(", "))));
        }
        parts.sort();
        let parts: Vec<String> = parts.into_iter().map(|(_, part)| part).collect();
        format!("{} ↦ {{{}}}", self.term(object.at, true), parts.join(", "))
    }

    /// `[1000]: list`, `[16]: {@8: list}`.
    fn row(&self, row: &Row) -> String {
        let callee = |slot: &Slot| {
            let name = &self.definitions[slot.definition].name;
            let args: Vec<String> = slot.args.iter().map(i64::to_string).collect();
            if args.is_empty() { name.to_string() } else { format!("{name}(…, {})", args.join(", ")) }
        };
        let count = (row.to - row.from) / row.stride.max(1);
        let each = match row.slots.as_slice() {
            [slot] if i64::from(slot.size) == row.stride => callee(slot),
            slots => {
                let slots: Vec<String> =
                    slots.iter().map(|slot| format!("@{}: {}", slot.offset, callee(slot))).collect();
                format!("{{{}}}", slots.join(", "))
            }
        };
        let at = if row.from == 0 { String::new() } else { format!("@{}", row.from) };
        format!("{at}[{count}]: {each}")
    }

    fn call(&self, call: &Call) -> String {
        let callee = &self.definitions[call.definition];
        let sorts = callee.params.iter().map(|param| param.sort);
        let pointers = [true].into_iter().chain(sorts.map(|sort| sort == Sort::Pointer));
        let args = [call.root].into_iter().chain(call.args.iter().copied());
        let args: Vec<String> = args.zip(pointers).map(|(arg, pointer)| self.term(arg, pointer)).collect();
        format!("{}({})", callee.name, args.join(", "))
    }

    /// How often a value is named; anything that is not only in one cell counts twice.
    fn uses(&self, name: Name) -> usize {
        if !matches!(name, Name::Local(_)) {
            return 2;
        }
        let mut n = 0;
        let mut term = |term: &Term| n += usize::from(term.name == Some(name));
        for object in &self.rule.objects {
            term(&object.at);
            object.cells.iter().for_each(|cell| term(&cell.value));
            object.body.iter().flat_map(|body| &body.terms).for_each(|(name, _)| term(&Term::of(*name)));
            object.footer.iter().flat_map(|footer| &footer.cells).for_each(|cell| term(&cell.value));
        }
        let segments = self.rule.segments.iter().flat_map(|(from, to)| [from, to]);
        for call in self.rule.calls.iter().chain(segments) {
            term(&call.root);
            call.args.iter().for_each(&mut term);
        }
        self.rule.reads.iter().for_each(|read| term(&read.at));
        let in_pure = self.rule.pure.iter().filter(|atom| atom.form().factor(name) != 0).count();
        let items = self.rule.sets.iter().flat_map(|atom| &atom.items);
        let in_sets = items.filter(|(item, _)| item.term().name == Some(name)).count();
        n + in_pure + in_sets + self.rule.reads.iter().filter(|read| read.value == name).count()
    }

    fn name(&self, name: Name) -> String {
        match name {
            Name::Root => self.names.root.to_string(),
            Name::Param(n) => {
                self.names.params.get(n as usize).map_or_else(|| "…".into(), ToString::to_string)
            }
            Name::Global(id) => format!("&{}", self.program.globals[id].name),
            Name::Code(id) => self.program.functions[id].name.to_string(),
            Name::Local(n) => {
                let taken = |text: &str| {
                    *self.names.root == *text || self.names.params.iter().any(|name| **name == *text)
                };
                let mut names = (0..).map(letter).filter(|text| !taken(text));
                names.nth(n as usize).unwrap_or_default()
            }
        }
    }

    fn sort(&self, name: Name) -> Sort {
        match name {
            Name::Root | Name::Global(_) | Name::Code(_) => Sort::Pointer,
            Name::Param(n) => self.names.sorts.get(n as usize).copied().unwrap_or(Sort::Opaque),
            Name::Local(n) => self.rule.locals.get(n as usize).copied().unwrap_or(Sort::Opaque),
        }
    }

    fn term(&self, term: Term, pointer: bool) -> String {
        match (term.name, term.offset) {
            (None, 0) if pointer => "null".into(),
            (None, value) => value.to_string(),
            (Some(name), 0) => self.name(name),
            (Some(name), by) if by < 0 => format!("{} - {}", self.name(name), by.unsigned_abs()),
            (Some(name), by) => format!("{} + {by}", self.name(name)),
        }
    }

    fn atom(&self, atom: &Atom) -> String {
        let form = atom.form();
        let sign = match atom {
            Atom::Zero(_) => "=",
            Atom::NonZero(_) => "≠",
            Atom::AtLeastZero(_) => "≥",
        };
        let pointer = form.terms.iter().any(|(name, _)| self.sort(*name) == Sort::Pointer);
        let (left, right) = (self.side(form, 1, pointer), self.side(form, -1, pointer));
        // `0 ≥ x` reads better the other way round.
        if left == "0" && sign == "≥" { format!("{right} ≤ 0") } else { format!("{left} {sign} {right}") }
    }

    /// A sum, what is subtracted last.
    fn sum(&self, form: &Form) -> String {
        match (self.side(form, 1, false), self.side(form, -1, false)) {
            (more, less) if less == "0" => more,
            (more, less) => format!("{more} - {less}"),
        }
    }

    /// What has this sign, added up.
    fn side(&self, form: &Form, sign: i64, pointer: bool) -> String {
        let mut text = String::new();
        for &(name, factor) in form.terms.iter().filter(|(_, factor)| factor.signum() == sign) {
            if !text.is_empty() {
                text += " + ";
            }
            if factor.abs() != 1 {
                let _ = write!(text, "{}·", factor.abs());
            }
            text += &self.name(name);
        }
        let constant = form.constant * i128::from(sign);
        match (constant > 0, text.is_empty()) {
            (true, true) => text = constant.to_string(),
            (true, false) => {
                let _ = write!(text, " + {constant}");
            }
            (false, true) => text = if pointer { "null".into() } else { "0".into() },
            (false, false) => {}
        }
        text
    }
}

/// a, b, …, z, a1, b1, …
fn letter(n: u32) -> String {
    let letter = char::from(b'a' + (n % 26) as u8);
    if n < 26 { letter.to_string() } else { format!("{letter}{}", n / 26) }
}

/// The member at these bytes of a type, as C names it; by its place if there is none.
pub(crate) fn field_name(types: &Types, ty: TypeId, offset: u64, size: u64) -> String {
    let (mut ty, mut offset, mut name) = (ty, offset, String::new());
    loop {
        match types.kind(ty) {
            TypeKind::Record(id) => {
                let fields = &types.record(*id).fields;
                let holds = |field: &&ir::Field| {
                    let width = field.bits.map_or_else(|| types.size(field.ty), ir::BitRange::bytes);
                    field.offset <= offset && offset + size <= field.offset + width
                };
                let Some(field) = fields.iter().find(holds) else { break };
                if !name.is_empty() && !field.name.is_empty() {
                    name += ".";
                }
                name += &field.name;
                if field.bits.is_some() {
                    return name;
                }
                (ty, offset) = (field.ty, offset - field.offset);
            }
            TypeKind::Array { elem, .. } if types.size(*elem) > 0 && size <= types.size(*elem) => {
                let _ = write!(name, "[{}]", offset / types.size(*elem));
                (ty, offset) = (*elem, offset % types.size(*elem));
            }
            _ => break,
        }
    }
    match (offset, name.is_empty()) {
        (0, false) => name,
        (0, true) if size == types.size(ty) => "*".into(),
        _ => format!("{name}@{offset}"),
    }
}
