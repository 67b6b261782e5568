//! Places of the user's text where a statement can be put, and the places of the code they are.
//!
//! The text is read once more, word by word, for where loops, calls and returns stand (`scan`, `statements`); spans lead from there to
//! the code. A place of the text is a place of the code only if the code in the text's range is entered, or left, at one place.
//!
//! Which variables a name means at a place is decided by where they are declared: one whose declaration does not stand in the text itself (a
//! macro wrote it) hides its name.

mod scan;
mod statements;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ir::{BlockId, Body, FileId, FunctionId, Program, Role, Span, StmtKind};
use model::{CodePlace, Given, Insertion, Place, PlaceKind, Places, Visible};
use statements::{LoopForm, Range, Statements};

/// The places of a text, which is that of a file of a program.
pub fn places(program: &Program, file: &str, text: &str) -> Places {
    let id = program.sources.files.iter().position(|known| &*known.path == file);
    let scanned = scan::scan(text.as_bytes());
    let found = statements::statements(text.as_bytes(), &scanned.words);
    let lines = Lines::new(program, id.map(|id| FileId(id as u32)), text, &scanned.markers);
    let mut reader = Reader { program, text, lines: &lines, found: &found, places: Places::default() };
    for (function, known) in program.functions.enumerate() {
        let Some(body) = &*known.body else { continue };
        if known.role != Role::Ordinary {
            continue;
        }
        // A declaration may stand elsewhere: the code says where the function is.
        let code = Code::new(&lines, body);
        let around = |at: usize| found.functions.iter().find(|(_, range)| range.contains(at));
        if let Some(&(from, range)) = code.offsets.iter().flatten().flatten().find_map(|at| around(*at)) {
            reader.places.functions.push(function);
            reader.function(function, &code, from, range);
        } else if id.is_some_and(|id| known.span.file == FileId(id as u32)) {
            // A macro writes it, or its braces.
            reader.places.functions.push(function);
        }
    }
    reader.outside();
    reader.places.places.sort_by_key(|place| place.insertions.first().map(|insertion| insertion.at));
    reader.places
}

/// From lines and columns to bytes.
struct Lines {
    /// Where each line begins that a span can name, by file and line.
    starts: BTreeMap<(FileId, u32), usize>,
    /// Where each line begins.
    physical: Vec<usize>,
}

impl Lines {
    fn new(
        program: &Program,
        file: Option<FileId>,
        text: &str,
        markers: &[(usize, u32, Option<String>)],
    ) -> Self {
        let begins = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
        let physical: Vec<usize> = begins.collect();
        let mut starts = BTreeMap::new();
        let (mut file, mut next, mut markers) = (file, 1, markers.iter().peekable());
        for (line, at) in physical.iter().enumerate() {
            while let Some((_, number, named)) = markers.next_if(|(marked, ..)| *marked == line) {
                next = *number;
                if let Some(named) = named {
                    let known = program.sources.files.iter().position(|known| &*known.path == named.as_str());
                    file = known.map(|known| FileId(known as u32));
                }
            }
            if let Some(file) = file {
                starts.entry((file, next)).or_insert(*at);
            }
            next += 1;
        }
        Self { starts, physical }
    }

    fn offset(&self, span: Span) -> Option<usize> {
        if !span.is_known() {
            return None;
        }
        Some(self.starts.get(&(span.file, span.line))? + span.column as usize - 1)
    }

    fn line(&self, at: usize) -> u32 {
        self.physical.partition_point(|start| *start <= at) as u32
    }
}

/// A place of a body: a block, and how many statements of it come before.
type At = (BlockId, usize);

struct Reader<'a> {
    program: &'a Program,
    text: &'a str,
    lines: &'a Lines,
    found: &'a Statements,
    places: Places,
}

/// The code of a function by where it stands in the text.
struct Code<'a> {
    body: &'a Body,
    /// For each block the bytes its statements and its end come from.
    offsets: Vec<Vec<Option<usize>>>,
    /// For each block the blocks before it.
    before: Vec<Vec<BlockId>>,
}

impl<'a> Code<'a> {
    fn new(lines: &Lines, body: &'a Body) -> Self {
        let offset = |span: Span| lines.offset(span);
        let offsets = body.blocks.iter().map(|block| {
            let stmts = block.stmts.iter().map(|stmt| match stmt.kind {
                // Scopes begin and end where nothing is written.
                StmtKind::Live { .. } | StmtKind::Dead(_) => None,
                _ => offset(stmt.span),
            });
            stmts.chain([offset(block.span)]).collect()
        });
        let offsets = offsets.collect();
        let mut before = vec![Vec::new(); body.blocks.len()];
        for (id, block) in body.blocks.enumerate() {
            for next in block.terminator.successors() {
                before[ir::Id::index(next)].push(id);
            }
        }
        Self { body, offsets, before }
    }

    /// Whether the statement at a place, or the end of its block, comes from a range of the text; nothing if it comes from nowhere.
    fn is_in(&self, (block, stmt): At, range: Range) -> Option<bool> {
        self.offsets[ir::Id::index(block)][stmt].map(|at| range.contains(at))
    }

    fn all(&self) -> impl Iterator<Item = At> + '_ {
        self.body
            .blocks
            .enumerate()
            .flat_map(|(id, block)| (0..=block.stmts.len()).map(move |stmt| (id, stmt)))
    }

    /// What comes right before a place, passing over what comes from nowhere: the nearest that comes from somewhere, on every way. `None` among
    /// them is the begin of the function.
    fn sources(&self, at: At) -> Vec<Option<At>> {
        let mut found = Vec::new();
        let mut work = vec![at];
        let mut seen = BTreeSet::new();
        while let Some((block, stmt)) = work.pop() {
            let index = ir::Id::index(block);
            if let Some(known) = (0..stmt).rev().find(|known| self.offsets[index][*known].is_some()) {
                found.push(Some((block, known)));
                continue;
            }
            if !seen.insert(block) {
                continue;
            }
            if block == Body::ENTRY {
                found.push(None);
            }
            for &source in &self.before[index] {
                let end = self.body.blocks[source].stmts.len();
                if self.offsets[ir::Id::index(source)][end].is_some() {
                    found.push(Some((source, end)));
                } else {
                    work.push((source, end));
                }
            }
        }
        found
    }

    /// Where the code of a range is entered, if that is one place.
    fn entered(&self, range: Range) -> Option<At> {
        let mut found = None;
        for at in self.all().filter(|at| self.is_in(*at, range) == Some(true)) {
            let outside =
                |source: &Option<At>| source.is_none_or(|source| self.is_in(source, range) == Some(false));
            if self.sources(at).iter().any(outside) {
                if found.is_some() {
                    return None;
                }
                found = Some(at);
            }
        }
        // What comes from nowhere and stands before it belongs to it: it is entered there too.
        found
    }

    /// Where the code of a range is left for what follows, if that is one place.
    fn left(&self, range: Range) -> Option<At> {
        let mut found = None;
        for at in self.all().filter(|at| self.is_in(*at, range) == Some(false)) {
            let inside =
                |source: &Option<At>| source.is_some_and(|source| self.is_in(source, range) == Some(true));
            if self.sources(at).iter().any(inside) {
                if found.is_some() {
                    return None;
                }
                found = Some(at);
            }
        }
        found
    }
}

impl Reader<'_> {
    fn function(&mut self, function: FunctionId, code: &Code<'_>, from: usize, range: Range) {
        let body = code.body;
        let scope = Scope::new(self, function, body, Range { from, to: range.to }, range);
        let place = |kind, at: At, here: usize, insertions: Vec<Insertion>| Place {
            kind,
            at: CodePlace { function, block: at.0, stmt: at.1 as u32 },
            line: self.lines.line(here),
            insertions,
            visible: scope.visible(here),
        };
        let comma = |at| Insertion { at, before: " ", check: true, after: ", " };
        let statement = |at| Insertion { at, before: " ", check: true, after: ";" };
        let opening = |at| Insertion { at, before: "{ ", check: true, after: "; " };
        let mark = |at, before| Insertion { at, before, check: false, after: "" };
        let mut places = Vec::new();
        let inside = |other: Range| range.contains(other.from);
        // A check at the begin of a loop's body.
        let at_body = |body: Range, braces: bool| {
            let at =
                code.entered(if braces { Range { from: body.from + 1, to: body.to - 1 } } else { body })?;
            let insertions = if braces {
                vec![statement(body.from + 1)]
            } else {
                vec![opening(body.from), mark(body.to, " }")]
            };
            Some(place(PlaceKind::Loop, at, body.from, insertions))
        };
        for known in self.found.loops.iter().filter(|known| inside(known.body)) {
            let found = match known.form {
                LoopForm::Tested(test) => match code.entered(test) {
                    Some(at) => {
                        let insertions = vec![comma(test.from)];
                        Some(place(PlaceKind::Loop, at, test.from, insertions))
                    }
                    None => at_body(known.body, known.braces),
                },
                LoopForm::Body | LoopForm::Macro => at_body(known.body, known.braces),
            };
            places.extend(found);
        }
        for label in self.found.labels.iter().filter(|label| inside(label.range)) {
            if let Some(at) = code.entered(label.range) {
                places.push(place(PlaceKind::Loop, at, label.after, vec![statement(label.after)]));
            }
        }
        for simple in self.found.simple.iter().filter(|simple| inside(simple.range)) {
            let Range { from, to } = simple.range;
            if simple.is_return {
                if let Some(at) = code.entered(simple.range) {
                    let insertions = vec![opening(from), mark(to, " }")];
                    places.push(place(PlaceKind::Return, at, from, insertions));
                }
                continue;
            }
            let calls = code.all().any(|(block, stmt)| {
                let stmt_kind = body.blocks[block].stmts.get(stmt).map(|stmt| &stmt.kind);
                let called = matches!(stmt_kind, Some(StmtKind::Call(call)) if self.is_of_user(call));
                called && code.is_in((block, stmt), simple.range) == Some(true)
            });
            if !calls {
                continue;
            }
            let Some(at) = code.left(simple.range) else { continue };
            let insertions = if simple.in_block {
                vec![statement(to)]
            } else {
                let after = Insertion { at: to, before: " ", check: true, after: "; }" };
                vec![mark(from, "{ "), after]
            };
            places.push(place(PlaceKind::Call, at, to, insertions));
        }
        self.places.places.extend(places);
    }

    /// Whether a call is of a function that the user wrote, or may be.
    fn is_of_user(&self, call: &ir::Call) -> bool {
        match call.callee {
            ir::Callee::Function(id) => {
                let callee = &self.program.functions[id];
                callee.body.is_some() && callee.role == Role::Ordinary
            }
            ir::Callee::Pointer(_) => true,
        }
    }

    /// Whether a declaration that is around a byte begins with `register`.
    fn is_register(&self, at: usize) -> bool {
        let begin = self.text[..at].rfind([';', '{', '}', '(']).map_or(0, |begin| begin + 1);
        self.text[begin..at].split_whitespace().any(|word| word == "register")
    }

    /// What is declared outside of functions in the text itself.
    fn outside(&mut self) {
        let named: BTreeSet<&str> =
            self.found.outside.iter().map(|range| &self.text[range.from..range.to]).collect();
        self.places.declares_streams = named.contains("stderr");
        let is_here = |span: Span| self.lines.offset(span).is_some() && span.expansion.is_none();
        for (id, global) in self.program.globals.enumerate() {
            if named.contains(&*global.name) && is_here(global.span) {
                let (what, name) = (Given::Global(id), global.name.clone());
                self.places.outside.push(Visible { what, name, ty: global.ty });
            }
        }
        for (id, function) in self.program.functions.enumerate() {
            if function.role == Role::Ordinary && named.contains(&*function.name) && is_here(function.span) {
                let (what, name) = (Given::Code(id), function.name.clone());
                self.places.outside.push(Visible { what, name, ty: function.ty });
            }
        }
    }
}

/// The names of a function's variables, and where they mean them.
struct Scope {
    /// Each with where it is declared, where it can be named, and what it is if that can be said.
    declared: Vec<(Arc<str>, usize, Range, Option<Visible>)>,
}

impl Scope {
    fn new(reader: &Reader<'_>, function: FunctionId, body: &Body, whole: Range, range: Range) -> Self {
        let mut declared = Vec::new();
        let locals = body
            .locals
            .enumerate()
            .filter_map(|(id, local)| Some((local.name.clone()?, local.span, Given::Register(id), local.ty)));
        let slots = body
            .slots
            .enumerate()
            .filter_map(|(id, slot)| Some((slot.name.clone()?, slot.span, Given::Slot(id), slot.ty)));
        let mut add = |name: Arc<str>, span: Span, known: Option<Visible>| {
            let at = reader.lines.offset(span).filter(|at| whole.contains(*at));
            let scope = at.map(|at| {
                let scopes = reader.found.scopes.iter().filter(|scope| scope.contains(at));
                scopes.min_by_key(|scope| scope.to - scope.from).copied().unwrap_or(range)
            });
            match (at, scope) {
                (Some(at), Some(scope)) => {
                    let known = known.filter(|known| {
                        // A variable with the word `register` has no address.
                        let addressed = matches!(known.what, Given::Register(_)) || !reader.is_register(at);
                        span.expansion.is_none() && reader.text[at..].contains(&*name) && addressed
                    });
                    declared.push((name, at, scope, known));
                }
                // It may be anywhere.
                _ => declared.push((name, usize::MAX, whole, None)),
            }
        };
        for (name, span, what, ty) in locals.chain(slots) {
            add(name.clone(), span, Some(Visible { what, name, ty }));
        }
        // Static variables and those declared elsewhere hide others.
        let owner = format!("{}.", reader.program.functions[function].name);
        for (_, global) in reader.program.globals.enumerate() {
            let name = global.name.strip_prefix(&owner).map_or(global.name.clone(), Arc::from);
            if reader.lines.offset(global.span).is_some_and(|at| whole.contains(at)) {
                add(name, global.span, None);
            }
        }
        Self { declared }
    }

    /// What names mean at a byte of the text.
    fn visible(&self, here: usize) -> Vec<Visible> {
        let mut found: BTreeMap<&Arc<str>, (usize, Option<&Visible>)> = BTreeMap::new();
        for (name, at, scope, known) in &self.declared {
            let anywhere = *at == usize::MAX;
            if !anywhere && (*at >= here || !scope.contains(here.saturating_sub(1)) && !scope.contains(here))
            {
                continue;
            }
            let better = found.get(name).is_none_or(|(other, _)| *other <= *at);
            if better {
                found.insert(name, (*at, known.as_ref()));
            }
        }
        found.into_values().filter_map(|(_, known)| known.cloned()).collect()
    }
}
