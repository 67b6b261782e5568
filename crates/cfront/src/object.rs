//! What one translation unit gives to a program: an object file.
//!
//! Everything in it has the ids of the unit; linking says what they are in the program. It depends on the text of the unit, on
//! how it is read, and on the answers to what it asked of others (`asked`), and on nothing else: so it can be kept between
//! runs (`kept`). Bodies are bytes, which are read when somebody looks at them.

use std::sync::Arc;

use ir::wire::{Reader, Relocation, Wire, Writer};
use ir::{
    Bytes, Contract, Expansions, FunctionId, Glance, GlobalId, GlobalKind, Initializer, Record, RecordKind,
    Role, SourceFile, Sources, Span, Symbol, Target, Text, Type, TypeId,
};
use model::{Diagnostic, Severity};

use crate::lower::World;
use crate::parts::Parts;
use crate::seams::Seams;

/// A unit that is lowered.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    /// The source file, as the user named it.
    pub(crate) path: Arc<str>,
    /// The machine it is for.
    pub(crate) target: Target,
    /// Its types, by id; what one is made of comes before it, records excepted.
    pub(crate) types: Vec<Type>,
    /// Its records, by id.
    pub(crate) records: Vec<RecordEntry>,
    /// Its functions, by id.
    pub(crate) functions: Vec<FunctionEntry>,
    /// Its global objects, by id.
    pub(crate) globals: Vec<GlobalEntry>,
    /// So many functions and global objects come first, whatever other units need: what it defines.
    pub(crate) declared: (usize, usize),
    /// Second names of what it defines.
    pub(crate) aliases: Vec<AliasEntry>,
    /// The functions that run before `main`, each with its priority.
    pub(crate) constructors: Vec<(u16, FunctionId)>,
    /// The functions that run at the end, each with its priority.
    pub(crate) destructors: Vec<(u16, FunctionId)>,
    /// Names of which was asked whether some unit defines them, and the answers.
    pub(crate) asked: Vec<(Arc<str>, bool)>,
    /// What was accepted with a remark.
    pub(crate) warnings: Vec<Diagnostic>,
    /// The bodies of its functions are in these bytes.
    pub(crate) code: Arc<Bytes>,
    /// What its spans refer to.
    pub(crate) sources: Sources,
    /// Where the bodies of its functions lie, if it is to be kept or was and is out of date.
    pub(crate) seams: Option<Arc<Seams>>,
}

/// Whether there are remarks to us in a text, and a digest of it if it is not on the disk.
pub(crate) type TextPlace = (bool, Option<u128>);

/// A record of a unit.
#[derive(Clone, Debug)]
pub(crate) struct RecordEntry {
    pub(crate) name: Arc<str>,
    pub(crate) kind: RecordKind,
    /// Whether it has a tag, so that other units can mean the same.
    pub(crate) tagged: bool,
    /// A digest of all that another definition must share with it to be the same; of complete ones only.
    pub(crate) definition: Option<u128>,
    /// Its members and layout, as bytes: all but one of the units that define it alike are never asked for them.
    members: Box<[u8]>,
}

impl RecordEntry {
    pub(crate) fn new(record: &Record, tagged: bool, definition: Option<u128>) -> Self {
        let Record { name, kind, fields, size, align, complete } = record;
        let mut members = Writer::default();
        fields.write(&mut members);
        (*size, (*align, *complete)).write(&mut members);
        Self { name: name.clone(), kind: *kind, tagged, definition, members: members.bytes.into() }
    }

    /// All of it, in the ids of the unit.
    pub(crate) fn record(&self) -> Option<Record> {
        let identity = Relocation::default();
        let mut from = Reader::new(&self.members, &identity);
        let (fields, (size, (align, complete))) = Wire::read(&mut from)?;
        Some(Record { name: self.name.clone(), kind: self.kind, fields, size, align, complete })
    }
}

/// Where the code of a function begins and ends, and a look at it.
pub(crate) type BodyEntry = ((usize, usize), Box<Glance>);

/// A function of a unit, defined or used.
#[derive(Clone, Debug)]
pub(crate) struct FunctionEntry {
    pub(crate) name: Arc<str>,
    pub(crate) internal: bool,
    pub(crate) ty: TypeId,
    pub(crate) noreturn: bool,
    /// Whether the unit defines it, and how strongly.
    pub(crate) defines: bool,
    pub(crate) strength: Strength,
    /// Where it is defined, if it is.
    pub(crate) defined: Span,
    /// Where its code is, and a look at it.
    pub(crate) body: Option<BodyEntry>,
    pub(crate) contract: Option<Box<Contract>>,
    pub(crate) role: Role,
    pub(crate) span: Span,
    pub(crate) end: Span,
    /// The static variables of the unit that it may change, or whose address it gives away.
    pub(crate) spoils: Vec<GlobalId>,
}

/// A second name of something that a unit defines.
#[derive(Clone, Debug)]
pub(crate) struct AliasEntry {
    pub(crate) name: Arc<str>,
    /// What it names, in the ids of the unit.
    pub(crate) target: Symbol,
    /// Whether it gives way to a definition of this name.
    pub(crate) weak: bool,
    pub(crate) span: Span,
}

/// Which of several definitions of a function counts: a strong one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strength {
    Strong,
    /// It gives way to another, which may do something else.
    Weak,
    /// It gives way to another, which does the same.
    Inline,
}

/// A global object of a unit, defined or used.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct GlobalEntry {
    pub(crate) name: Arc<str>,
    pub(crate) internal: bool,
    pub(crate) ty: TypeId,
    pub(crate) size: u64,
    pub(crate) align: u64,
    pub(crate) init: Option<Initializer>,
    pub(crate) read_only: bool,
    pub(crate) kind: GlobalKind,
    pub(crate) span: Span,
    /// Whether the unit defines it, and whether with an initializer.
    pub(crate) defines: bool,
    pub(crate) initialized: bool,
    /// Whether its definition gives way to another.
    pub(crate) weak: bool,
}

impl Object {
    /// The names with external linkage that the unit defines.
    pub(crate) fn defined(&self) -> impl Iterator<Item = &Arc<str>> {
        let functions = self.functions.iter().filter(|entry| entry.defines && !entry.internal);
        let globals = self.globals.iter().filter(|entry| entry.defines && !entry.internal);
        let aliases = self.aliases.iter().map(|alias| &alias.name);
        functions.map(|entry| &entry.name).chain(globals.map(|entry| &entry.name)).chain(aliases)
    }

    /// Whether what it asked has these answers.
    pub(crate) fn fits(&self, world: &World) -> bool {
        self.asked.iter().all(|(name, answer)| world.contains(name) == *answer)
    }

    /// Writes all but its parts and the texts of files: `place` says whether there are remarks to us in one, and how to find it if it is not on the disk. Nothing if
    /// it cannot be found again.
    pub(crate) fn write(
        &self,
        to: &mut Writer,
        place: &dyn Fn(&str, &Text) -> Option<TextPlace>,
    ) -> Option<()> {
        to.begin();
        self.path.write(to);
        self.target.write(to);
        self.types.write(to);
        self.records.write(to);
        self.functions.write(to);
        self.globals.write(to);
        self.declared.write(to);
        self.aliases.write(to);
        self.constructors.write(to);
        self.destructors.write(to);
        self.warnings.len().write(to);
        self.warnings.iter().for_each(|warning| write_diagnostic(warning, to));
        self.sources.files.len().write(to);
        for file in &self.sources.files {
            file.path.write(to);
            file.system.write(to);
            file.text.is_some().write(to);
            if let Some(text) = &file.text {
                place(&file.path, text)?.write(to);
            }
        }
        self.sources.expansions.len().write(to);
        Some(())
    }

    /// What hardly anybody asks for.
    pub(crate) fn parts(&self) -> Parts<Vec<u8>> {
        let mut seams = Writer::default();
        self.seams.iter().for_each(|known| known.write(&mut seams));
        Parts { expansions: self.sources.expansions.pack(), seams: seams.bytes, code: self.code.to_vec() }
    }

    /// Reads what was written; `text` finds a text again, if it can be. What is only of use if the unit has changed is read if it is `stale`.
    pub(crate) fn read(
        from: &mut Reader<'_>,
        parts: Parts<Arc<Bytes>>,
        asked: Vec<(Arc<str>, bool)>,
        text: &dyn Fn(&Arc<str>, TextPlace) -> Option<Text>,
        stale: bool,
    ) -> Option<Self> {
        let path = Wire::read(from)?;
        let target = Wire::read(from)?;
        let types = Wire::read(from)?;
        let records = Wire::read(from)?;
        let functions = Wire::read(from)?;
        let globals = Wire::read(from)?;
        let declared = Wire::read(from)?;
        let aliases = Wire::read(from)?;
        let constructors = Wire::read(from)?;
        let destructors = Wire::read(from)?;
        let mut warnings = Vec::new();
        for _ in 0..usize::read(from)? {
            warnings.push(read_diagnostic(from)?);
        }
        let mut files = Vec::new();
        for _ in 0..usize::read(from)? {
            let (path, system): (Arc<str>, bool) = (Wire::read(from)?, Wire::read(from)?);
            let text = if bool::read(from)? { Some(text(&path, Wire::read(from)?)?) } else { None };
            files.push(SourceFile { path, text, system });
        }
        let expansions = Expansions::packed(Wire::read(from)?, parts.expansions);
        let seams = if stale {
            Some(Arc::new(Seams::read(&mut Reader::new(&parts.seams, &Relocation::default()))?))
        } else {
            None
        };
        let sources = Sources { files, expansions };
        Some(Self {
            path,
            target,
            types,
            records,
            functions,
            globals,
            declared,
            aliases,
            constructors,
            destructors,
            asked,
            warnings,
            code: parts.code,
            sources,
            seams,
        })
    }
}

/// Moves a diagnostic to where the program has its places.
pub(crate) fn relocated(diagnostic: &Diagnostic, relocation: &Relocation) -> Diagnostic {
    let mut writer = Writer::default();
    write_diagnostic(diagnostic, &mut writer);
    read_diagnostic(&mut Reader::new(&writer.bytes, relocation)).unwrap_or_else(|| diagnostic.clone())
}

fn write_diagnostic(diagnostic: &Diagnostic, to: &mut Writer) {
    let Diagnostic { severity, span, message, notes } = diagnostic;
    let severity: u8 = match severity {
        Severity::Note => 0,
        Severity::Warning => 1,
        Severity::Error => 2,
    };
    severity.write(to);
    span.write(to);
    message.write(to);
    notes.write(to);
}

fn read_diagnostic(from: &mut Reader<'_>) -> Option<Diagnostic> {
    let severity = match u8::read(from)? {
        0 => Severity::Note,
        1 => Severity::Warning,
        2 => Severity::Error,
        _ => return None,
    };
    Some(Diagnostic {
        severity,
        span: Wire::read(from)?,
        message: Wire::read(from)?,
        notes: Wire::read(from)?,
    })
}

impl Wire for RecordEntry {
    fn write(&self, to: &mut Writer) {
        let Self { name, kind, tagged, definition, members } = self;
        name.write(to);
        kind.write(to);
        tagged.write(to);
        definition.write(to);
        members.len().write(to);
        to.bytes.extend_from_slice(members);
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let (name, kind) = (Wire::read(from)?, Wire::read(from)?);
        let (tagged, definition) = (Wire::read(from)?, Wire::read(from)?);
        let len = usize::read(from)?;
        Some(Self { name, kind, tagged, definition, members: from.take(len)?.into() })
    }
}

impl Wire for AliasEntry {
    fn write(&self, to: &mut Writer) {
        let Self { name, target, weak, span } = self;
        name.write(to);
        target.write(to);
        weak.write(to);
        span.write(to);
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let (name, target) = (Wire::read(from)?, Wire::read(from)?);
        Some(Self { name, target, weak: Wire::read(from)?, span: Wire::read(from)? })
    }
}

impl Wire for Strength {
    fn write(&self, to: &mut Writer) {
        (*self as u8).write(to);
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        [Self::Strong, Self::Weak, Self::Inline].get(usize::from(u8::read(from)?)).copied()
    }
}

impl Wire for FunctionEntry {
    fn write(&self, to: &mut Writer) {
        let Self {
            name,
            internal,
            ty,
            noreturn,
            defines,
            strength,
            defined,
            body,
            contract,
            role,
            span,
            end,
            spoils,
        } = self;
        name.write(to);
        internal.write(to);
        ty.write(to);
        noreturn.write(to);
        defines.write(to);
        strength.write(to);
        defined.write(to);
        body.write(to);
        contract.write(to);
        role.write(to);
        span.write(to);
        end.write(to);
        spoils.write(to);
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        Some(Self {
            name: Wire::read(from)?,
            internal: Wire::read(from)?,
            ty: Wire::read(from)?,
            noreturn: Wire::read(from)?,
            defines: Wire::read(from)?,
            strength: Wire::read(from)?,
            defined: Wire::read(from)?,
            body: Wire::read(from)?,
            contract: Wire::read(from)?,
            role: Wire::read(from)?,
            span: Wire::read(from)?,
            end: Wire::read(from)?,
            spoils: Wire::read(from)?,
        })
    }
}

impl Wire for GlobalEntry {
    fn write(&self, to: &mut Writer) {
        let Self { name, internal, ty, size, align, init, read_only, kind, span, defines, initialized, weak } =
            self;
        name.write(to);
        internal.write(to);
        ty.write(to);
        size.write(to);
        align.write(to);
        init.write(to);
        read_only.write(to);
        kind.write(to);
        span.write(to);
        defines.write(to);
        initialized.write(to);
        weak.write(to);
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        Some(Self {
            name: Wire::read(from)?,
            internal: Wire::read(from)?,
            ty: Wire::read(from)?,
            size: Wire::read(from)?,
            align: Wire::read(from)?,
            init: Wire::read(from)?,
            read_only: Wire::read(from)?,
            kind: Wire::read(from)?,
            span: Wire::read(from)?,
            defines: Wire::read(from)?,
            initialized: Wire::read(from)?,
            weak: Wire::read(from)?,
        })
    }
}
