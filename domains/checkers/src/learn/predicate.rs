//! Learned definitions as C: the predicates a user would write to say the same.
//!
//! What is read back from the text has the same rules. Blocks that are no structs cannot be said in C, and neither can what calls them.

use std::fmt::Write;

use ir::{Program, TypeId, Types};

use crate::definition::{
    Atom, Call, Definition, DefinitionId, Definitions, Form, Name, Object, Rule, Term, field_name,
};

impl Definitions {
    /// What a learned definition is called in C.
    pub fn identifier(&self, id: DefinitionId) -> String {
        let plain = |definition: &Definition| identifier(&definition.name);
        let name = plain(&self[id]);
        let before = self.list[..id.0 as usize].iter().filter(|other| plain(other) == name).count();
        if before == 0 { name } else { format!("{name}_{}", before + 1) }
    }

    /// A learned definition as a C predicate, if it can be said in C.
    pub fn predicate(&self, id: DefinitionId, program: &Program) -> Option<String> {
        Writer { definitions: self, definition: &self[id], program }.predicate(id)
    }
}

/// A name with nothing in it that an identifier has not.
pub(super) fn identifier(name: &str) -> String {
    let words: Vec<&str> = name
        .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .filter(|word| !word.is_empty())
        .collect();
    words.join("_")
}

struct Writer<'a> {
    definitions: &'a Definitions,
    definition: &'a Definition,
    program: &'a Program,
}

impl Writer<'_> {
    fn types(&self) -> &Types {
        &self.program.types
    }

    fn predicate(&self, id: DefinitionId) -> Option<String> {
        let definition = self.definition;
        let ends = definition.rules.iter().filter(|rule| rule.objects.is_empty());
        let nodes: Vec<&Rule> = definition.rules.iter().filter(|rule| !rule.objects.is_empty()).collect();
        let object = nodes.first().map(|rule| &rule.objects[0])?;
        // C has no word for what each element of an array leads to, and a predicate that reads a string would be another definition.
        if nodes.iter().any(|rule| rule.slots().next().is_some() || !rule.objects[0].texts.is_empty()) {
            return None;
        }
        let mut text = String::new();
        let _ = writeln!(text, "/* {} */", definition.name);
        let _ = writeln!(text, "{} {{", self.head(id)?);
        for rule in ends {
            let (test, then) = self.end(rule)?;
            let _ = writeln!(text, "    if ({test})\n        return {then};");
        }
        let node = self.node(object, &mut text)?;
        let ways: Option<Vec<String>> = nodes.iter().map(|rule| self.rule(rule, &node)).collect();
        let ways = ways?;
        let join =
            if ways.len() == 1 { ways.concat() } else { format!("({})", ways.join(") ||\n            (")) };
        let _ = writeln!(text, "    return {join};\n}}");
        Some(text)
    }

    /// The function's name and parameters.
    fn head(&self, id: DefinitionId) -> Option<String> {
        let mut params = vec![self.declaration(self.definition.root, "x")?];
        for index in 0..self.definition.params.len() {
            params.push(self.declaration(self.param_type(index), &self.definition.params[index].name)?);
        }
        Some(format!("bool {}({})", self.definitions.identifier(id), params.join(", ")))
    }

    fn declaration(&self, ty: TypeId, name: &str) -> Option<String> {
        let text = self.types().declaration(ty, name).to_string();
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || " *_()".contains(letter);
        text.chars().all(is_plain).then_some(text)
    }

    /// The type of a parameter: that of the member it is in, else that of the root.
    fn param_type(&self, index: usize) -> TypeId {
        let cells =
            self.definition.rules.iter().flat_map(|rule| &rule.objects).flat_map(|object| &object.cells);
        let held =
            cells.filter(|cell| cell.value == Term::of(Name::Param(index as u32))).map(|cell| cell.ty).next();
        held.unwrap_or(self.definition.root)
    }

    /// The test for the end of a structure, and what must hold there.
    fn end(&self, rule: &Rule) -> Option<(String, String)> {
        let mut atoms = rule.pure.iter().map(|atom| self.atom(atom, &|_| None));
        let test = atoms.next()??;
        let then: Option<Vec<String>> = atoms.collect();
        let then = then?;
        Some((test, if then.is_empty() { "true".into() } else { then.join(" && ") }))
    }

    /// How the object of the rules is called; a variable for it if the root is inside of it.
    fn node(&self, object: &Object, text: &mut String) -> Option<String> {
        if object.ty == Types::VOID {
            return None;
        }
        if object.at.offset == 0 {
            return Some("x".into());
        }
        let name = self.declaration(object.ty, "")?;
        let name = name.trim();
        let _ = writeln!(text, "    {name} *node = ({name} *)((char *)x - {});", -object.at.offset);
        Some("node".into())
    }

    fn rule(&self, rule: &Rule, node: &str) -> Option<String> {
        let object = &rule.objects[0];
        let member = |offset: i64, size: u64| {
            let name = field_name(self.types(), object.ty, offset.cast_unsigned(), size);
            (!name.contains('@') && name != "*").then(|| format!("{node}->{name}"))
        };
        let held = |name: Name| {
            let cell = object.cells.iter().find(|cell| cell.value == Term::of(name))?;
            member(cell.offset, u64::from(cell.size))
        };
        let mut parts: Vec<String> = Vec::new();
        for atom in &rule.pure {
            // The end was told before.
            let is_end = |other: &Rule| {
                other.objects.is_empty() && other.pure.first().and_then(Atom::negated).as_ref() == Some(atom)
            };
            if !self.definition.rules.iter().any(is_end) {
                parts.push(self.atom(atom, &held)?);
            }
        }
        for cell in object.cells.iter().filter(|cell| !matches!(cell.value.name, Some(Name::Local(_)))) {
            let place = member(cell.offset, u64::from(cell.size))?;
            let value = match self.types().pointee(cell.ty) {
                Some(_) => self.pointer(cell.value, cell.ty, &held)?,
                None => cell.value.offset.to_string(),
            };
            parts.push(format!("{place} == {value}"));
        }
        for call in &rule.calls {
            parts.push(self.call(call, &held)?);
        }
        // Who reads nothing owns nothing.
        let reads = parts.iter().any(|part| part.contains("->"));
        if !reads {
            let (offset, size) = *object.rest.first()?;
            let place = member(offset, size)?;
            parts.push(format!("{place} == {place}"));
        }
        Some(parts.join(" && "))
    }

    fn call(&self, call: &Call, held: &dyn Fn(Name) -> Option<String>) -> Option<String> {
        let callee = &self.definitions[call.definition];
        let unwritable =
            callee.rules.iter().flat_map(|rule| &rule.objects).any(|object| object.ty == Types::VOID);
        if callee.function.is_some() || unwritable {
            return None;
        }
        let of_callee = Self { definition: callee, ..*self };
        let mut args = vec![self.pointer(call.root, callee.root, held)?];
        for (index, arg) in call.args.iter().enumerate() {
            args.push(self.pointer(*arg, of_callee.param_type(index), held)?);
        }
        Some(format!("{}({})", self.definitions.identifier(call.definition), args.join(", ")))
    }

    /// A pointer of a type.
    fn pointer(&self, term: Term, ty: TypeId, held: &dyn Fn(Name) -> Option<String>) -> Option<String> {
        let Some(name) = term.name else { return (term.offset == 0).then(|| "NULL".into()) };
        let base = self.name(name, held)?;
        if term.offset == 0 && (name != Name::Root || ty == self.definition.root) {
            return Some(base);
        }
        let target = self.declaration(ty, "")?;
        Some(format!("({})((char *){base} + {})", target.trim(), term.offset))
    }

    fn name(&self, name: Name, held: &dyn Fn(Name) -> Option<String>) -> Option<String> {
        match name {
            Name::Root => Some("x".into()),
            Name::Param(index) => Some(self.definition.params[index as usize].name.to_string()),
            Name::Local(_) => held(name),
            Name::Code(id) => Some(self.program.functions[id].name.to_string()),
            Name::Global(_) => None,
        }
    }

    /// A comparison of two names, or of one with a constant.
    fn atom(&self, atom: &Atom, held: &dyn Fn(Name) -> Option<String>) -> Option<String> {
        let sign = match atom {
            Atom::Zero(_) => "==",
            Atom::NonZero(_) => "!=",
            Atom::AtLeastZero(_) => return None,
        };
        let Form { terms, constant } = atom.form();
        match terms.as_slice() {
            [(name, 1)] if *constant == 0 && !self.is_number(atom, *name) => {
                Some(format!("{} {sign} NULL", self.name(*name, held)?))
            }
            [(name, 1)] => Some(format!("{} {sign} {}", self.name(*name, held)?, -constant)),
            [(a, 1), (b, -1)] if *constant == 0 => {
                Some(format!("{} {sign} {}", self.name(*a, held)?, self.name(*b, held)?))
            }
            [(a, 1), (b, -1)] => {
                let (a, b) = (self.name(*a, held)?, self.name(*b, held)?);
                Some(format!("{b} {sign} (void *)((char *){a} + {constant})"))
            }
            _ => None,
        }
    }

    fn is_number(&self, atom: &Atom, name: Name) -> bool {
        let rules = self.definition.rules.iter().filter(|rule| rule.pure.contains(atom));
        let cells = rules.flat_map(|rule| &rule.objects).flat_map(|object| &object.cells);
        let mut held = cells.filter(|cell| cell.value == Term::of(name));
        held.any(|cell| self.types().pointee(cell.ty).is_none())
    }
}
