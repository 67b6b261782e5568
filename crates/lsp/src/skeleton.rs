//! Contracts to begin with: for each function without one, that its structures are well-formed before and after.
//!
//! What a structure is, is said by a checker: one of the program that stands before the function, else one that is learned
//! from runs of the program by our interpreter, else, for a struct with a single link to its own kind, a list. The last two
//! are inserted before the function together with the contract. What else a checker is told of pointers, such as what comes before
//! the first node or behind the last, is null to begin with.
//!
//! What is there in the end is guessed from what the body does (`habits`): who only reads gives back what it was given, who frees what a parameter
//! points to keeps nothing of it, and who else returns a structure returns all of it.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use checkers::definition::{DefinitionId, Definitions};
use ir::{Function, FunctionId, Program, RecordId, TypeId, TypeKind, Types, Var};

use crate::answers::is_in;
use crate::habits::Habits;

/// Text to insert.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub(crate) line: u32,
    /// In bytes, counted from 0.
    pub(crate) column: u32,
    pub(crate) text: String,
}

/// A contract to insert.
#[derive(Clone, Debug)]
pub(crate) struct Skeleton {
    pub(crate) function: Arc<str>,
    /// The lines of the function, the last one included.
    pub(crate) first: u32,
    pub(crate) last: u32,
    pub(crate) edits: Vec<Edit>,
}

/// A predicate for a struct: its name, how many pointers it is told besides, and its text if it is not in the program.
#[derive(Clone)]
struct Predicate {
    name: String,
    others: usize,
    text: Option<String>,
}

impl Predicate {
    fn of(&self, what: &str) -> String {
        format!("{}({what}{})", self.name, ", 0".repeat(self.others))
    }
}

/// Contracts for the functions of a file that have none.
pub(crate) fn skeletons(program: &Program, analysis: &verify::Options, file: &Path) -> Vec<Skeleton> {
    let mut writer = Writer { program, analysis, written: Definitions::read_all(program), learned: None };
    let functions = program.defined().filter(|(_, function)| is_in(program, function.span, file));
    functions.filter_map(|(id, function)| writer.skeleton(id, function)).collect()
}

struct Writer<'a> {
    program: &'a Program,
    analysis: &'a verify::Options,
    written: Definitions,
    /// Asked for only where nothing is written, for it takes runs.
    learned: Option<Definitions>,
}

impl Writer<'_> {
    fn skeleton(&mut self, id: FunctionId, function: &Function) -> Option<Skeleton> {
        let is_checker = self.written.list.iter().any(|definition| definition.function == Some(id));
        if function.contract.is_some() || is_checker || function.span.expansion.is_some() {
            return None;
        }
        let body = function.body.as_ref()?;
        let mut used: Vec<Predicate> = Vec::new();
        let (mut requires, mut ensures) = (Vec::new(), Vec::new());
        let habits = Habits::of(self.program, id);
        for (var, ty) in body.parameters() {
            let name = match var {
                Var::Local(local) => body.locals[local].name.clone(),
                Var::Slot(slot) => body.slots[slot].name.clone(),
            };
            let (Some(name), Some(predicate)) = (name, self.predicate(function, ty)) else { continue };
            requires.push(format!("sw_requires({});", predicate.of(&name)));
            if !habits.frees.contains(&var) {
                ensures.push(format!("sw_ensures({});", predicate.of(&name)));
            }
            used.push(predicate);
        }
        // What is given and comes back in another form is held by the result then.
        let returned = self.predicate(function, function.signature.ret);
        if let Some(predicate) = returned.filter(|_| habits.changes || requires.is_empty()) {
            ensures = vec![format!("sw_ensures({});", predicate.of("sw_result"))];
            used.push(predicate);
        }
        if ensures.is_empty() {
            ensures.push("sw_ensures(true);".to_owned());
        }
        if used.is_empty() {
            return None;
        }
        let text = self.program.sources.files.get(function.span.file.0 as usize)?.text.clone()?;
        let (first, brace) = (head(&text, function.span.line - 1), opening(&text, function)?);
        let mut edits = Vec::new();
        let header = |path: &str| Path::new(path).file_name().is_some_and(|name| name == "shapewright.h");
        if !self.program.sources.files.iter().any(|file| header(&file.path)) {
            // What is defined for headers stays before them.
            let includes = |line: &str| line.trim_start().starts_with("#include");
            let line = text.lines().take(first as usize).position(includes).unwrap_or(0) as u32;
            edits.push(Edit { line, column: 0, text: "#include <shapewright.h>\n".into() });
        }
        let mut new: Vec<String> = used.into_iter().filter_map(|predicate| predicate.text).collect();
        new.sort_unstable();
        new.dedup();
        if !new.is_empty() {
            edits.push(Edit { line: first, column: 0, text: new.join("\n") + "\n" });
        }
        let mut clauses = String::new();
        for clause in requires.into_iter().chain(ensures) {
            let _ = write!(clauses, "\n    {clause}");
        }
        edits.push(Edit { line: brace.0, column: brace.1 + 1, text: clauses });
        let last = (function.end.line.max(function.span.line)) - 1;
        Some(Skeleton { function: function.name.clone(), first, last, edits })
    }

    /// What says that a pointer of this type leads to a structure.
    fn predicate(&mut self, function: &Function, ty: TypeId) -> Option<Predicate> {
        let record = record(&self.program.types, ty)?;
        self.is_written(function, record).or_else(|| self.is_learned(record)).or_else(|| self.is_list(record))
    }

    fn is_written(&self, function: &Function, record: RecordId) -> Option<Predicate> {
        let program = self.program;
        let usable = self.written.list.iter().filter_map(|definition| {
            let checker = &program.functions[definition.function?];
            let before = checker.span.file != function.span.file || checker.span.line < function.span.line;
            let (first, others) = checker.signature.params.split_first()?;
            let known = *first == definition.root && others.iter().all(|ty| program.types.is_pointer(*ty));
            let fits = before
                && known
                && checker.name == definition.name
                && !definition.refused
                && self::record(&program.types, definition.root) == Some(record);
            fits.then(|| Predicate { name: definition.name.to_string(), others: others.len(), text: None })
        });
        // The one that needs least is the likeliest.
        usable.min_by_key(|predicate| predicate.others)
    }

    fn is_learned(&mut self, record: RecordId) -> Option<Predicate> {
        let (program, analysis) = (self.program, self.analysis);
        let learned = self.learned.get_or_insert_with(|| verify::learned(program, analysis));
        let (at, _) = learned.list.iter().enumerate().find(|(at, definition)| {
            let alone = definition.rules.iter().flat_map(|rule| &rule.calls);
            let alone = alone.into_iter().all(|call| call.definition == DefinitionId(*at as u32));
            let new = definition.function.is_none() && definition.params.is_empty();
            new && alone && self::record(&program.types, definition.root) == Some(record)
        })?;
        // Nobody says that the file knows the name of the null pointer.
        let text = learned.predicate(DefinitionId(at as u32), program)?.replace("= NULL", "= 0");
        let head = text.lines().find_map(|line| line.strip_prefix("bool "))?;
        let name = head.split('(').next()?.to_owned();
        is_free(program, &name).then_some(Predicate { name, others: 0, text: Some(text) })
    }

    fn is_list(&self, record: RecordId) -> Option<Predicate> {
        let types = &self.program.types;
        let known = types.record(record);
        let tag = known.name.strip_prefix("struct ").filter(|tag| is_identifier(tag))?;
        let mut links = known.fields.iter().filter(|field| self::record(types, field.ty) == Some(record));
        let link = links.next().filter(|link| is_identifier(&link.name))?;
        let name = format!("{tag}_list");
        if links.next().is_some() || !is_free(self.program, &name) {
            return None;
        }
        let text = format!(
            "static bool {name}(const struct {tag} *x) {{\n    return x == 0 || {name}(x->{});\n}}\n",
            link.name
        );
        Some(Predicate { name, others: 0, text: Some(text) })
    }
}

/// The struct that a pointer leads to.
fn record(types: &Types, ty: TypeId) -> Option<RecordId> {
    match types.kind(types.pointee(ty)?) {
        TypeKind::Record(record) if types.record(*record).complete => Some(*record),
        _ => None,
    }
}

fn is_identifier(name: &str) -> bool {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    plain && name.bytes().next().is_some_and(|first| !first.is_ascii_digit())
}

/// Whether a new function may have this name.
fn is_free(program: &Program, name: &str) -> bool {
    let functions = program.functions.iter().map(|function| &function.name);
    let globals = program.globals.iter().map(|global| &global.name);
    is_identifier(name) && !functions.chain(globals).any(|known| **known == *name)
}

/// The line at which a definition begins whose name is in this one: its result may stand in lines of its own.
fn head(text: &str, name: u32) -> u32 {
    let lines: Vec<&str> = text.lines().collect();
    let mut first = name as usize;
    while first > 0 && first <= lines.len() {
        let before = lines[first - 1].trim();
        let other = before.is_empty() || before.starts_with('#') || before.starts_with("//");
        if other || before.ends_with([';', '}']) || before.ends_with("*/") {
            break;
        }
        first -= 1;
    }
    first as u32
}

/// The line and column, in bytes, of the brace that opens a function's body.
fn opening(text: &str, function: &Function) -> Option<(u32, u32)> {
    let from = function.span.line - 1;
    let start: usize = text.split_inclusive('\n').take(from as usize).map(str::len).sum();
    let (mut depth, mut rest) = (0_i32, text.get(start..)?);
    while let Some(letter) = rest.chars().next() {
        let skipped = if rest.starts_with("/*") {
            rest.find("*/")? + 2
        } else if rest.starts_with("//") {
            rest.find('\n')?
        } else {
            letter.len_utf8()
        };
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            '{' if depth == 0 => {
                let done = text.get(..text.len() - rest.len())?;
                let line = done.matches('\n').count();
                let column = done.len() - done.rfind('\n').map_or(0, |at| at + 1);
                return Some((line as u32, column as u32));
            }
            _ => {}
        }
        rest = rest.get(skipped..)?;
    }
    None
}
