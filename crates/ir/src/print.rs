//! The IR as text, for people.
//!
//! Variables keep their names; a second variable of the same name in a function is `x.2`, an
//! intermediate value `t7`, an unnamed object `obj3`. Globals are `@name`, a static one of a file
//! `@name{file.c}`. An access shows both views of its place: the path, and the bytes in brackets.

use std::fmt::{self, Display, Write};

mod function;

use function::FunctionText;

use crate::{
    Contract, Function, FunctionId, Global, GlobalId, Initializer, Linkage, LocalId, Place, Program,
    RecordId, SlotId, Stmt, Symbol, Terminator, TypeKind,
};

/// A program that can be written as text, whole or in parts.
pub struct ProgramText<'a> {
    program: &'a Program,
}

impl<'a> ProgramText<'a> {
    /// The text of a program, each statement with its line and column.
    pub fn new(program: &'a Program) -> Self {
        Self { program }
    }

    /// One function.
    pub fn function(&self, id: FunctionId) -> String {
        let mut out = String::new();
        let function = &self.program.functions[id];
        // Writing to a string cannot fail.
        let _ = match &*function.body {
            Some(body) => FunctionText::new(self, function, body).write(&mut out),
            None => writeln!(out, "declare {}", self.header(function, None)),
        };
        out
    }

    /// One record with its members and their offsets.
    pub fn record(&self, id: RecordId) -> String {
        let record = self.program.types.record(id);
        let mut out = String::new();
        if !record.complete {
            let _ = writeln!(out, "{}", record.name);
            return out;
        }
        let _ = writeln!(out, "{} {{ {} bytes", record.name, record.size);
        for field in &record.fields {
            let declaration = self.program.types.declaration(field.ty, &field.name);
            let _ = write!(out, "  {:>3}: {declaration}", field.offset);
            if let Some(bits) = field.bits {
                let _ = write!(out, " : {} from bit {}", bits.width, bits.start);
            }
            out.push('\n');
        }
        out.push_str("}\n");
        out
    }

    /// One global with its first contents.
    pub fn global(&self, id: GlobalId) -> String {
        let global = &self.program.globals[id];
        let ty = self.program.types.display(global.ty);
        let head = format!("global {}: {ty}, {} bytes", self.global_name(id), global.size);
        let constant = if global.read_only { ", read-only" } else { "" };
        match &global.init {
            None => format!("{head}{constant}, defined elsewhere\n"),
            Some(init) => format!("{head}{constant}{}\n", self.initializer(global, init)),
        }
    }

    fn initializer(&self, global: &Global, init: &Initializer) -> String {
        let mut out = String::new();
        if init.bytes.is_empty() && init.addresses.is_empty() {
            return ", zero".into();
        }
        for (offset, bytes) in &init.bytes {
            let _ = write!(out, ", {offset}: ");
            if self.is_text(global) {
                let text: String =
                    bytes.iter().flat_map(|b| std::ascii::escape_default(*b)).map(char::from).collect();
                let _ = write!(out, "\"{text}\"");
            } else {
                let hex: Vec<String> = bytes.iter().map(|b| format!("{b:02x}")).collect();
                out.push_str(&hex.join(" "));
            }
        }
        for at in &init.addresses {
            let _ = write!(out, ", {}: {}", at.offset, self.address(at.symbol, at.addend));
        }
        out
    }

    fn is_text(&self, global: &Global) -> bool {
        let TypeKind::Array { elem, .. } = self.program.types.kind(global.ty) else { return false };
        matches!(self.program.types.integer(*elem), Some((8, _)))
    }

    fn header(&self, function: &Function, names: Option<&[String]>) -> String {
        let types = &self.program.types;
        let signature = &function.signature;
        let mut params: Vec<String> = signature
            .params
            .iter()
            .enumerate()
            .map(|(i, ty)| match names.and_then(|names| names.get(i)) {
                Some(name) => format!("{name}: {}", types.display(*ty)),
                None => types.display(*ty).to_string(),
            })
            .collect();
        if signature.variadic {
            params.push("...".into());
        }
        let ret = types.display(signature.ret);
        let noreturn = if function.noreturn { " noreturn" } else { "" };
        format!("{}({}) -> {ret}{noreturn}", qualified(&function.name, &function.linkage), params.join(", "))
    }

    pub(crate) fn global_name(&self, id: GlobalId) -> String {
        let global = &self.program.globals[id];
        format!("@{}", qualified(&global.name, &global.linkage))
    }

    pub(crate) fn function_name(&self, id: FunctionId) -> String {
        let function = &self.program.functions[id];
        qualified(&function.name, &function.linkage)
    }

    fn address(&self, symbol: Symbol, offset: i64) -> String {
        let name = match symbol {
            Symbol::Global(id) => self.global_name(id),
            Symbol::Function(id) => self.function_name(id),
            Symbol::Label(function, label) => {
                let body = self.program.functions[function].body.as_ref();
                let name = body.and_then(|body| body.labels.get(label)).map_or("?", |l| &l.name);
                format!("&{}:{name}", self.function_name(function))
            }
        };
        let amp = if matches!(symbol, Symbol::Label(..)) { "" } else { "&" };
        match offset {
            0 => format!("{amp}{name}"),
            _ => format!("{amp}{name}{offset:+}"),
        }
    }
}

impl Display for ProgramText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (id, record) in self.program.types.records() {
            if record.complete {
                f.write_str(&self.record(id))?;
            }
        }
        for id in self.program.globals.ids() {
            f.write_str(&self.global(id))?;
        }
        for (id, function) in self.program.defined() {
            write!(f, "\n{}", self.function(id))?;
            let contract = function.contract.iter().flat_map(Contract::functions);
            // Another name of a function shares its contract.
            for clause in contract.filter(|clause| self.program.owner(*clause) == id) {
                write!(f, "\n{}", self.function(clause))?;
            }
        }
        Ok(())
    }
}

fn qualified(name: &str, linkage: &Linkage) -> String {
    match linkage {
        Linkage::External => name.to_owned(),
        Linkage::Internal(file) => {
            let file = file.rsplit('/').next().unwrap_or(file);
            format!("{name}{{{file}}}")
        }
    }
}

/// One statement as text, for messages and traces.
pub struct StmtText<'a> {
    text: FunctionText<'a>,
}

impl<'a> StmtText<'a> {
    /// The texts of statements of this function.
    pub fn new(program: &'a Program, function: FunctionId) -> Option<Self> {
        let function = &program.functions[function];
        let body = function.body.as_ref()?;
        let text = FunctionText::build(ProgramText::new(program), function, body);
        Some(Self { text })
    }

    /// A statement.
    pub fn stmt(&self, stmt: &Stmt) -> String {
        self.text.stmt(stmt)
    }

    /// A place, by its path.
    pub fn place(&self, place: &Place) -> String {
        self.text.path(place)
    }

    /// A terminator.
    pub fn terminator(&self, terminator: &Terminator) -> String {
        self.text.terminator(terminator)
    }

    /// The name of a register.
    pub fn local(&self, local: LocalId) -> &str {
        &self.text.locals[local]
    }

    /// The name of an object.
    pub fn slot(&self, slot: SlotId) -> &str {
        &self.text.slots[slot]
    }
}
