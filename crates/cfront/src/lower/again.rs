//! Lowering one body of a unit again, where nothing else in the text of the unit has changed.
//!
//! What the unit gave before is at hand (`seams` says how its tables grew). The tables are made what they were when the body was come to,
//! it is lowered, and if it adds to them what it added before, everything that was lowered after it finds the same tables
//! as then: so all the rest of the object is what it was, but for lines that have moved and numbers of macro expansions. Strings and static
//! variables are the body's own, so there it suffices that there are as many.
//!
//! Invariant: the object is the one that lowering the whole unit gives. Whenever that is not certain there is none, and the unit is
//! lowered as a whole. The type checker has gone over the whole unit in any case, so what is wrong in it was said; what one
//! body can do to others through it is to declare something, which a body that is lowered again may not (`Seam::plain`).

use std::ops::Range;
use std::sync::Arc;

use ir::wire::{Moved, Reader, Relocation, Wire, Writer};
use ir::{
    Body, Code, Expansion, Expansions, FileId, Function, FunctionId, Glance, Global, GlobalId, GlobalKind,
    Id, Linkage, Role, Sources, Types,
};
use rucc_sema as s;

use super::draft::{Draft, Entity, World};
use super::unit::UnitLowering;
use crate::object::{BodyEntry, FunctionEntry, GlobalEntry, Object};
use crate::seams::{Seams, Sizes, Stretch, Written, digest};
use crate::spans::macros_defined;
use crate::unit::Unit;

/// What a unit gives to a program, if it is what it gave before but for one body. The unit's spans must have been resolved into `sources`. It may
/// have been read without the other bodies (`Seams::alone`); `text` has them.
pub(crate) fn again(
    unit: Unit,
    sources: &Sources,
    kept: Object,
    world: &World,
    text: &[u8],
) -> Result<Object, Box<Unit>> {
    let Some(change) = Change::find(&unit, sources, &kept, world, text) else { return Err(Box::new(unit)) };
    let Some(draft) = restored(&kept, &change, world) else { return Err(Box::new(unit)) };
    let mut lowering = UnitLowering::new(unit, draft, Role::Ordinary);
    let Unit { spans, names, lex, .. } = &mut lowering.unit;
    spans.trace_only(&change.tokens, &change.bytes, names, *lex);
    lowering.find_names(&kept, &change);
    lowering.define_whole(change.decl, change.function);
    let body = lowering.agrees(&kept, &change);
    body.and_then(|body| assemble(kept, &change, &body, &lowering, text)).ok_or_else(|| {
        lowering.unit.spans.forget();
        Box::new(lowering.unit)
    })
}

/// Which body is another one.
struct Change {
    seams: Arc<Seams>,
    /// Its number among the bodies.
    nth: usize,
    function: FunctionId,
    decl: s::DeclId,
    /// The bytes and tokens it is now.
    bytes: Range<usize>,
    tokens: Range<usize>,
    /// What was written in its place, and what is now.
    before: Written,
    now: Written,
}

impl Change {
    fn find(unit: &Unit, sources: &Sources, kept: &Object, world: &World, text: &[u8]) -> Option<Self> {
        let seams = kept.seams.clone()?;
        let start = Sizes { files: sources.files.len() as u32, ..seams.start };
        let same_start = sources.expansions.is_empty()
            && start == seams.start
            && start.expansions == 0
            && sources.files.iter().zip(&kept.sources.files).all(|(a, b)| a.path == b.path);
        if !same_start || !seams.steady || !kept.fits(world) || !unit.spans.is_read_once() {
            return None;
        }
        // Other bodies may have been left out.
        let alone = unit.spans.own_text() != text;
        let (nth, bytes) = seams.changed(text)?;
        let seam = seams.bodies.get(nth)?;
        let before = seam.written?;
        if !seam.plain || !ends_its_line(&text[bytes.end..]) {
            return None;
        }
        let bodies = written_bodies(unit);
        let &(decl, ref tokens, (ref found, lines)) =
            bodies.iter().find(|(_, _, (found, _))| found.start == bytes.start)?;
        if *found != bytes || lines.0 != before.lines.0 || !is_plain(text.get(bytes.clone())?) {
            return None;
        }
        let moves_lines = lines.1 != before.lines.1;
        if moves_lines && unit.names.find("__builtin_LINE").is_some() {
            return None;
        }
        let stretches = stretches(unit, &bodies)?;
        let (now, rest) = (stretches.0, stretches.1);
        // The same text, but for one body, must have come to the same tokens.
        let known = seams.in_text();
        let position = now.iter().position(|(written, _)| written.at as usize == bytes.start)?;
        let same = |n: usize, a: &Written, b: &Written| {
            a.gap.tokens == b.gap.tokens && (n == position || alone || a.body.tokens == b.body.tokens)
        };
        let all = known.len() == now.len()
            && rest.tokens == seams.rest.tokens
            && known.iter().zip(&now).enumerate().all(|(n, ((_, a), (b, _)))| same(n, a, b));
        let function = seam.function;
        let (tokens, (now, special)) = (tokens.clone(), *now.get(position)?);
        (all && !special).then_some(Self {
            seams: seams.clone(),
            nth,
            function,
            decl,
            bytes,
            tokens,
            before,
            now,
        })
    }

    fn sizes(&self) -> (Sizes, Sizes) {
        (self.seams.bodies[self.nth].before, self.seams.after(self.nth))
    }
}

/// Whether nothing but a comment follows on a line.
fn ends_its_line(text: &[u8]) -> bool {
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii();
    let comment = line.strip_prefix(b"/*").and_then(|rest| rest.windows(2).position(|two| two == b"*/"));
    line.is_empty() || line.starts_with(b"//") || comment.is_some_and(|at| at + 4 == line.len())
}

/// Whether the text of a body has nothing in it that others may notice.
fn is_plain(text: &[u8]) -> bool {
    macros_defined(text).is_some_and(|(names, others)| names.is_empty() && !others)
}

/// A body in the unit's own file: whose it is, its tokens, its bytes and its lines.
type WrittenBody = (s::DeclId, Range<usize>, (Range<usize>, (u32, u32)));

/// The bodies in the unit's own file, in its order.
fn written_bodies(unit: &Unit) -> Vec<WrittenBody> {
    let body = |decl: &s::DeclId| {
        let tokens = unit.spans.covered(unit.tast.stmt_span(unit.tast[*decl].body?));
        let written = unit.spans.written(&tokens)?;
        Some((*decl, tokens, written))
    };
    let mut bodies: Vec<WrittenBody> = unit.tast.top_level().iter().filter_map(body).collect();
    bodies.sort_by_key(|(_, _, (bytes, _))| bytes.start);
    bodies.dedup_by_key(|(_, _, (bytes, _))| bytes.start);
    bodies
}

/// The bodies with what lies between them, each with whether there is anything among its tokens that others may notice, and what is behind the last.
fn stretches(unit: &Unit, bodies: &[WrittenBody]) -> Option<(Vec<(Written, bool)>, Stretch)> {
    let text = unit.spans.own_text();
    // Nothing that comes later has a part in the tokens in front of the first body.
    let first = bodies.first().map_or(usize::MAX, |(_, tokens, _)| tokens.start);
    let stretch = |bytes: Range<usize>, tokens: Range<usize>| {
        let (tokens, special) =
            if tokens.end <= first { (0, false) } else { unit.spans.digest(tokens, &unit.names)? };
        Some((Stretch { len: bytes.len() as u32, text: digest(text.get(bytes)?), tokens }, special))
    };
    let (mut at, mut token) = (0, 0);
    let mut all = Vec::with_capacity(bodies.len());
    for (_, tokens, (bytes, lines)) in bodies {
        if bytes.start < at || tokens.start < token {
            return None;
        }
        let (gap, _) = stretch(at..bytes.start, token..tokens.start)?;
        let (body, special) = stretch(bytes.clone(), tokens.clone())?;
        all.push((Written { at: bytes.start as u32, gap, body, lines: *lines }, special));
        (at, token) = (bytes.end, tokens.end);
    }
    let (rest, _) = stretch(at..text.len(), token..unit.spans.n_tokens())?;
    Some((all, rest))
}

/// The tables as they were before a body was lowered.
fn restored<'w>(kept: &Object, change: &Change, world: &'w World) -> Option<Draft<'w>> {
    let (sizes, _) = change.sizes();
    let files = kept.sources.files.get(..sizes.files as usize)?.to_vec();
    let mut expansions = Expansions::new();
    kept.sources.expansions.iter().take(sizes.expansions as usize).for_each(|expansion| {
        expansions.push(expansion.clone());
    });
    let mut draft = Draft::new(kept.target, Sources { files, expansions }, world);
    for entry in kept.records.get(..sizes.records as usize)? {
        let id = draft.program.types.declare_record(entry.record()?);
        draft.records.enter(id, &entry.name, (entry.tagged, entry.definition));
    }
    for (n, ty) in kept.types.get(..sizes.types as usize)?.iter().enumerate() {
        if draft.program.types.intern(ty.kind.clone(), ty.size, ty.align).index() != n {
            return None;
        }
    }
    for entry in kept.functions.get(..sizes.functions as usize)? {
        draft.restore_function(function(entry, kept), entry);
    }
    for entry in kept.globals.get(..sizes.globals as usize)? {
        draft.restore_global(global(entry, kept), entry);
    }
    draft.strings = sizes.strings;
    (draft.sizes(sizes.bodies) == sizes).then_some(draft)
}

/// A function as a unit under construction has it.
fn function(entry: &FunctionEntry, kept: &Object) -> Function {
    let signature = match kept.types.get(entry.ty.index()).map(|ty| &ty.kind) {
        Some(ir::TypeKind::Function(signature)) => signature.clone(),
        _ => ir::Signature { ret: Types::VOID, params: Vec::new(), variadic: true, prototyped: false },
    };
    Function {
        name: entry.name.clone(),
        linkage: linkage(entry.internal, kept),
        ty: entry.ty,
        signature,
        noreturn: entry.noreturn,
        body: Code::none(),
        contract: None,
        role: entry.role,
        span: entry.span,
        end: entry.end,
    }
}

/// A global object as a unit under construction has it.
fn global(entry: &GlobalEntry, kept: &Object) -> Global {
    Global {
        name: entry.name.clone(),
        linkage: linkage(entry.internal, kept),
        ty: entry.ty,
        size: entry.size,
        align: entry.align,
        init: entry.init.clone(),
        read_only: entry.read_only,
        kind: entry.kind,
        span: entry.span,
    }
}

fn linkage(internal: bool, kept: &Object) -> Linkage {
    if internal { Linkage::Internal(kept.path.clone()) } else { Linkage::External }
}

impl UnitLowering<'_> {
    /// How long the tables are.
    pub(super) fn sizes(&self) -> Sizes {
        self.draft.sizes(self.bodies.len() as u32)
    }

    /// Notes where the bodies lie in the file.
    pub(super) fn finish_seams(&mut self) {
        let bodies = written_bodies(&self.unit);
        let Some((written, rest)) = stretches(&self.unit, &bodies) else { return };
        self.seams.rest = rest;
        self.seams.steady = self.draft.steady && !self.draft.records.completed && !self.has_symbols();
        self.seams.enum_bit_fields = self.has_enum_bit_fields;
        let text = self.unit.spans.own_text();
        let inner = inner_declarations(&self.unit);
        for ((decl, tokens, (bytes, _)), (written, special)) in bodies.iter().zip(written) {
            let Some(nth) = self.bodies.iter().position(|(known, _)| known == decl) else {
                self.seams.steady = false;
                continue;
            };
            let Some(seam) = self.seams.bodies.get_mut(nth) else { continue };
            seam.plain &= !special && is_plain(&text[bytes.clone()]) && !declares(&inner, tokens);
            seam.written = Some(written);
        }
    }

    /// Finds the functions and global objects of the tables in the tree.
    fn find_names(&mut self, kept: &Object, change: &Change) {
        let (sizes, _) = change.sizes();
        let functions = self.draft.program.functions.enumerate().zip(&kept.functions);
        for ((id, function), _) in
            functions.filter(|(_, entry)| entry.internal && !matches!(entry.role, Role::Clause { .. }))
        {
            self.internal.insert(function.name.clone(), Entity::Function(id));
        }
        for (id, global) in self.draft.program.globals.enumerate() {
            if global.kind == GlobalKind::Variable && global.linkage != Linkage::External {
                self.internal.insert(global.name.clone(), Entity::Global(id));
            }
        }
        let needed = &change.seams.bodies[..(sizes.bodies as usize).min(change.seams.bodies.len())];
        self.bodies = needed.iter().map(|seam| (change.decl, seam.function)).collect();
        for decl in self.unit.tast.top_level().to_vec() {
            let declared = self.unit.tast[decl].clone();
            let name = self.link_name(&declared);
            match declared.kind {
                s::DeclKind::Object if declared.state != s::Definition::Declared => {
                    let known = match declared.linkage {
                        s::Linkage::External => self.draft.external(&name),
                        _ => self.internal.get(&name).copied(),
                    };
                    if let Some(Entity::Global(id)) = known {
                        self.objects.insert(decl, id);
                    }
                }
                s::DeclKind::Function if declared.body.is_some() => {
                    let lazy = declared.linkage == s::Linkage::Internal
                        && self.unit.spans.is_system(self.unit.tast.decl_span(decl));
                    if lazy
                        && let Some(Entity::Function(id)) = self.internal.get(&name).copied()
                        && !needed.iter().any(|seam| seam.function == id)
                    {
                        self.lazy.insert(id, decl);
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether a body added to the tables what it added before, and asked what it asked. Gives what it adds of its own.
    fn agrees(&mut self, kept: &Object, change: &Change) -> Option<Body> {
        let ((before, after), program) = (change.sizes(), &self.draft.program);
        let seam = self.seams.bodies.last()?;
        let inner = inner_declarations(&self.unit);
        let kept_seam = &change.seams.bodies[change.nth];
        let usual = self.draft.errors.is_empty()
            && self.draft.steady
            && !self.draft.records.completed
            && !self.unit.spans.is_untraced()
            && self.has_enum_bit_fields == change.seams.enum_bit_fields;
        let seam_is_same = seam.plain
            && seam.function == change.function
            && seam.asked == kept_seam.asked
            && !declares(&inner, &change.tokens);
        let sizes = Sizes { expansions: after.expansions, ..self.sizes() };
        if !usual || !seam_is_same || sizes != after {
            return None;
        }
        let range = |from: u32, to: u32| from as usize..to as usize;
        let moved = change.moved(kept, program.sources.expansions.len())?;
        let types = range(before.types, after.types);
        let types_agree =
            types.clone().all(|n| kept.types.get(n) == program.types.iter().nth(n).map(|(_, ty)| ty));
        let records_agree = range(before.records, after.records).all(|n| {
            let id = ir::RecordId(n as u32);
            kept.records.get(n).is_some_and(|entry| {
                entry.record().as_ref() == Some(program.types.record(id))
                    && (entry.tagged, entry.definition) == self.draft.records.identity(id)
            })
        });
        let functions_agree = range(before.functions, after.functions).all(|n| {
            let new = &program.functions[FunctionId(n as u32)];
            kept.functions.get(n).is_some_and(|entry| {
                let old = function(entry, kept);
                let plain = entry.contract.is_none() && entry.body.is_none() && new.contract.is_none();
                let same = (&old.name, &old.linkage, old.ty, old.noreturn, old.role)
                    == (&new.name, &new.linkage, new.ty, new.noreturn, new.role);
                plain && new.body.is_none() && same && moved.place(old.span) == new.span
            })
        });
        let globals_agree = range(before.globals, after.globals).all(|n| {
            let new = &program.globals[GlobalId(n as u32)];
            kept.globals.get(n).is_some_and(|entry| {
                let private = |kind: GlobalKind| kind != GlobalKind::Variable;
                let old = global(entry, kept);
                let same = (&old.name, &old.linkage, old.ty, old.size, old.align, &old.init)
                    == (&new.name, &new.linkage, new.ty, new.size, new.align, &new.init)
                    && (old.read_only, old.kind) == (new.read_only, new.kind);
                private(entry.kind) && private(new.kind) || same && moved.place(old.span) == new.span
            })
        });
        let files_agree = range(before.files, after.files).all(|n| {
            let (old, new) = (kept.sources.files.get(n), program.sources.files.get(n));
            old.map(|file| (&file.path, file.system)) == new.map(|file| (&file.path, file.system))
        });
        let bodies_agree = range(before.bodies, after.bodies)
            .all(|n| change.seams.bodies.get(n).map(|seam| seam.function) == self.bodies.get(n).map(|b| b.1));
        let own = &program.functions[change.function];
        let entry = kept.functions.get(change.function.index())?;
        let own_agrees = own.contract.is_none() && own.span == entry.span && own.span.expansion.is_none();
        let agree = types_agree
            && records_agree
            && functions_agree
            && globals_agree
            && files_agree
            && bodies_agree
            && own_agrees;
        if agree { own.body.as_ref().cloned() } else { None }
    }
}

/// Where in a unit functions and global objects are declared, in token numbers.
fn inner_declarations(unit: &Unit) -> Vec<u32> {
    let mut all: Vec<u32> =
        unit.tast.top_level().iter().map(|decl| unit.tast.decl_span(*decl).lo / 2).collect();
    all.sort_unstable();
    all
}

/// Whether one of these is among some tokens.
fn declares(declarations: &[u32], tokens: &Range<usize>) -> bool {
    let first = declarations.partition_point(|at| (*at as usize) < tokens.start);
    declarations.get(first).is_some_and(|at| (*at as usize) < tokens.end)
}

impl Change {
    /// Where the rest of the unit has moved to. The tables have so many expansions with those of the body.
    fn moved(&self, kept: &Object, expansions: u32) -> Option<Moved> {
        let (_, after) = self.sizes();
        let file = kept.sources.files.iter().position(|file| file.path == kept.path);
        Some(Moved {
            file: FileId(file? as u32),
            after: self.before.lines.1,
            lines: i64::from(self.now.lines.1) - i64::from(self.before.lines.1),
            from: after.expansions,
            expansions: i64::from(expansions) - i64::from(after.expansions),
        })
    }
}

/// The object with another body.
fn assemble(
    mut kept: Object,
    change: &Change,
    new: &Body,
    lowering: &UnitLowering<'_>,
    text: &[u8],
) -> Option<Object> {
    let program = &lowering.draft.program;
    let (before, after) = change.sizes();
    let moved = change.moved(&kept, program.sources.expansions.len())?;
    let is_moved = moved.lines != 0 || moved.expansions != 0;
    let mut code = Writer::default();
    let mut bodies: Vec<Option<BodyEntry>> = Vec::with_capacity(kept.functions.len());
    for (n, entry) in kept.functions.iter().enumerate() {
        if n == change.function.index() {
            let start = code.begin();
            new.write(&mut code);
            let mut glance = Box::new(Glance::of(new));
            glance.key = Some(program.keys().without_names_of_locals().of(change.function));
            bodies.push(Some(((start, code.bytes.len()), glance)));
            continue;
        }
        bodies.push(match &entry.body {
            None => None,
            Some(((from, to), glance)) => {
                let bytes = kept.code.get(*from..*to)?;
                let start = code.begin();
                if is_moved {
                    let identity = Relocation::default();
                    Body::read(&mut Reader::new(bytes, &identity).moved(moved))?.write(&mut code);
                } else {
                    code.bytes.extend_from_slice(bytes);
                }
                Some(((start, code.bytes.len()), glance.clone()))
            }
        });
    }
    if is_moved {
        kept.functions = moved_to(&kept.functions, moved)?;
        kept.globals = moved_to(&kept.globals, moved)?;
    }
    for (entry, body) in kept.functions.iter_mut().zip(bodies) {
        entry.body = body;
    }
    let own = &program.functions[change.function];
    let entry = kept.functions.get_mut(change.function.index())?;
    (entry.span, entry.end) = (own.span, own.end);
    entry.spoils = lowering.spoiled_by(change.function);
    for n in before.globals..after.globals {
        let global = &program.globals[GlobalId(n)];
        let (defines, initialized) = lowering.draft.defines_global(GlobalId(n));
        kept.globals[n as usize] = GlobalEntry {
            name: global.name.clone(),
            internal: global.linkage != Linkage::External,
            ty: global.ty,
            size: global.size,
            align: global.align,
            init: global.init.clone(),
            read_only: global.read_only,
            kind: global.kind,
            span: global.span,
            defines,
            initialized,
            weak: lowering.draft.weak_globals.contains(&GlobalId(n)),
        };
    }
    let expansion = |old: &Expansion| Expansion {
        name: old.name.clone(),
        spelled: moved.place(old.spelled),
        outer: old.outer.map(|id| moved.expansion(id)),
    };
    let mut expansions = Expansions::new();
    let old = |range: Range<u32>| {
        let (skip, take) = (range.start as usize, range.len());
        kept.sources.expansions.iter().skip(skip).take(take)
    };
    old(0..before.expansions).for_each(|old| {
        expansions.push(expansion(old));
    });
    program.sources.expansions.iter().skip(before.expansions as usize).for_each(|new| {
        expansions.push(new.clone());
    });
    old(after.expansions..kept.sources.expansions.len()).for_each(|old| {
        expansions.push(expansion(old));
    });
    kept.sources.expansions = expansions;
    let text = String::from_utf8_lossy(text).into();
    kept.sources.files.get_mut(moved.file.0 as usize)?.text = Some(text);
    kept.code = Arc::new(code.bytes.into());
    kept.seams = Some(Arc::new(change.seams_now(moved)));
    Some(kept)
}

/// The same where places have moved.
fn moved_to<T: Wire>(values: &Vec<T>, moved: Moved) -> Option<Vec<T>> {
    let mut writer = Writer::default();
    writer.begin();
    values.write(&mut writer);
    Vec::read(&mut Reader::new(&writer.bytes, &Relocation::default()).moved(moved))
}

impl Change {
    /// Where the bodies lie now.
    fn seams_now(&self, moved: Moved) -> Seams {
        let mut seams = (*self.seams).clone();
        let longer = i64::from(self.now.body.len) - i64::from(self.before.body.len);
        for (n, seam) in seams.bodies.iter_mut().enumerate() {
            if n > self.nth {
                seam.before.expansions = (i64::from(seam.before.expansions) + moved.expansions) as u32;
            }
            if let Some(written) = &mut seam.written
                && written.at > self.before.at
            {
                written.at = (i64::from(written.at) + longer) as u32;
                let line = |line: u32| (i64::from(line) + moved.lines) as u32;
                written.lines = (line(written.lines.0), line(written.lines.1));
            }
        }
        seams.end.expansions = (i64::from(seams.end.expansions) + moved.expansions) as u32;
        seams.bodies[self.nth].written = Some(self.now);
        seams
    }
}

#[cfg(test)]
mod tests;
