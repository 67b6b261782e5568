//! The way in: commands to a program.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ir::{Program, Role, Sources, Span, Target};
use model::Diagnostic;
use rucc_diag::SourceBytes;
use store::Store;

use crate::files::{Disk, Files, Seen};
use crate::kept::{Before, Keeper, Kept};
use crate::link::{Linker, Programs};
use crate::lower::{self, World};
use crate::models::{self, Model};
use crate::object::Object;
use crate::options::Command;
use crate::project::Project;
use crate::unit;
use crate::watchdog::{self, Budget, Failure};

/// A program, and what was accepted with a remark.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The program, with the sources that all spans point into.
    pub program: Program,
    /// Warnings and notes, in the order of the commands.
    pub warnings: Vec<Diagnostic>,
    /// What is worth knowing of how the units were put together.
    pub note: Option<String>,
}

/// Why there is no program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError {
    /// What the spans of the diagnostics point into.
    pub sources: Sources,
    /// At least one error, and what else was said.
    pub diagnostics: Vec<Diagnostic>,
}

impl LoadError {
    /// An error about no place in particular.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { sources: Sources::default(), diagnostics: vec![Diagnostic::error(Span::NONE, message)] }
    }
}

impl std::fmt::Display for LoadError {
    /// The first error, for callers that have one line; whoever has more renders the diagnostics.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let worst = self.diagnostics.iter().max_by_key(|said| said.severity);
        let Some(first) =
            self.diagnostics.iter().find(|said| Some(said.severity) == worst.map(|w| w.severity))
        else {
            return f.write_str("the program could not be read");
        };
        if first.span.is_known() {
            let Span { file, line, column, .. } = first.span;
            write!(f, "{}:{line}:{column}: ", self.sources.path(file))?;
        }
        f.write_str(&first.message)
    }
}

impl std::error::Error for LoadError {}

/// Reads, checks and links the translation units of a program.
pub fn load(commands: &[Command], budget: &Budget) -> Result<Loaded, LoadError> {
    load_with_models(commands, &[], budget)
}

/// The same; functions that the program calls and does not define are taken from these models, the first that has one.
pub fn load_with_models(
    commands: &[Command],
    models: &[Model],
    budget: &Budget,
) -> Result<Loaded, LoadError> {
    load_kept(commands, models, Programs::One, None, budget)
}

/// The same; the units may be of several programs. What was read is kept in a store, and what has not changed since is not read again.
pub fn load_kept(
    commands: &[Command],
    models: &[Model],
    programs: Programs,
    store: Option<&Arc<Store>>,
    budget: &Budget,
) -> Result<Loaded, LoadError> {
    if commands.is_empty() {
        return Err(LoadError::new("no C files to read"));
    }
    if let Some(other) = commands.iter().find(|command| command.options.width != commands[0].options.width) {
        let (first, other) = (commands[0].file.display(), other.file.display());
        return Err(LoadError::new(format!("{first} and {other}: one is for 32 bits, the other for 64")));
    }
    let (at, disk) = (Arc::new(AtomicUsize::new(0)), Arc::new(Disk::default()));
    let work = {
        let (models, at) = (models.to_vec(), at.clone());
        let commands: Vec<_> = commands.iter().cloned().map(Arc::new).collect();
        let desk = Desk::new(store, disk.clone());
        move || desk.program(&commands, &models, programs, &at)
    };
    let loaded = watchdog::run(budget, work).unwrap_or_else(|failure| {
        let file = commands.get(at.load(Ordering::Relaxed)).map(|command| command.file.display().to_string());
        Err(failed(&failure, file.as_deref(), budget))
    });
    // Whoever reads what is said need not be allowed to read every file that the program includes.
    let project = Project::of(commands, models);
    match loaded {
        Ok(mut loaded) => {
            project.conceal_said(&mut loaded.program.sources, &mut loaded.warnings);
            project.conceal_words(&disk, &mut loaded.warnings);
            Ok(loaded)
        }
        Err(mut refused) => {
            project.conceal_said(&mut refused.sources, &mut refused.diagnostics);
            project.conceal_words(&disk, &mut refused.diagnostics);
            Err(refused)
        }
    }
}

/// Where units are read: the disk, and what is kept of earlier runs.
struct Desk {
    disk: Arc<Disk>,
    keeper: Option<Keeper>,
}

/// What is said of a unit that was refused, and what that points into.
type Refused = (Sources, Vec<Diagnostic>);

impl Desk {
    fn new(store: Option<&Arc<Store>>, disk: Arc<Disk>) -> Self {
        let keeper = store.and_then(|store| Keeper::new(store, disk.clone()));
        Self { disk, keeper }
    }

    /// All of the front end, on the thread that is watched. `at` tells the watcher which command is
    /// being worked on; past the last one stands for the linking of all.
    fn program(
        &self,
        commands: &[Arc<Command>],
        models: &[Model],
        programs: Programs,
        at: &AtomicUsize,
    ) -> Result<Loaded, LoadError> {
        // Hardly any program defines what units ask about, so each is lowered as if none did, and one tree is in memory at a time.
        let mut units = Vec::with_capacity(commands.len());
        for (n, command) in commands.iter().enumerate() {
            at.store(n, Ordering::Relaxed);
            watchdog::extend_heap(UNIT_BYTES);
            units.push(self.object(command, Role::Ordinary, None));
        }
        if units.iter().any(Result::is_err) {
            return Err(refuse(units));
        }
        let world = units.iter().flatten().flat_map(Object::defined).cloned().collect();
        for (n, command) in commands.iter().enumerate() {
            at.store(n, Ordering::Relaxed);
            if units[n].as_ref().is_ok_and(|object| !object.fits(&world)) {
                units[n] = self.object(command, Role::Ordinary, Some(&world));
            }
        }
        at.store(commands.len(), Ordering::Relaxed);
        if units.iter().any(Result::is_err) {
            return Err(refuse(units));
        }
        let target = units.iter().flatten().next().map_or(NO_TARGET, |object| object.target);
        let mut linker = Linker::new(target);
        linker.expect(units.iter().flatten());
        linker.declare(units.into_iter().flatten().collect(), programs);
        linker.use_all();
        for model in models {
            let command = Arc::new(model.command(&commands[0].options));
            if !linker.undefined().any(|name| models::may_define(&command.file, name)) {
                continue;
            }
            let world = world.iter().cloned().chain(linker.defined().cloned()).collect();
            match self.object(&command, Role::Model, Some(&world)) {
                Ok(object) => linker.take_models(object, *model != Model::Libc),
                Err((sources, said)) => linker.refuse(&sources, &said),
            }
        }
        let note = linker.note();
        match linker.finish() {
            Ok((mut program, warnings)) => {
                lower::invariant::apply(&mut program);
                lower::errno::withdraw_model_if_kept(&mut program);
                Ok(Loaded { program, warnings, note })
            }
            Err((sources, diagnostics)) => Err(LoadError { sources, diagnostics }),
        }
    }

    /// What a unit gives to a program whose units define these names. If that is not known yet, nothing is taken for defined,
    /// and what is kept is taken whatever it was told.
    fn object(&self, command: &Arc<Command>, role: Role, world: Option<&World>) -> Result<Object, Refused> {
        let stale = match self.keeper.as_ref().and_then(|keeper| keeper.get(command, role)) {
            Some(Kept::Object(object)) if world.is_none_or(|world| object.fits(world)) => return Ok(object),
            Some(Kept::Stale(object, before)) if role == Role::Ordinary => Some((object, before)),
            _ => None,
        };
        if let Some((stale, before)) = &stale
            && let Some(object) = self.alone(command, stale, before, world)
        {
            return Ok(object);
        }
        let (stale, before) = stale.unzip();
        let (files, mut sources) = (Files::on(self.disk.clone()), Sources::default());
        let mut unit = match unit::check(command, &files, &mut sources) {
            Ok(unit) => unit,
            Err(said) => return Err((sources, said)),
        };
        let warnings = std::mem::take(&mut unit.warnings);
        let world = world.cloned().unwrap_or_default();
        let looked = self.keeper.as_ref().and_then(|_| files.looked());
        // The text may be the old one but for a body, and then the object is.
        let again = stale.filter(|_| {
            looked.as_ref().zip(before.as_ref()).is_some_and(|(looked, before)| before.is_of(looked))
        });
        let again = match again {
            Some(stale) => {
                let text = unit.spans.own_text().to_vec();
                lower::again(unit, &sources, stale, &world, &text)
            }
            None => Err(Box::new(unit)),
        };
        let mut object = match again {
            Ok(object) => object,
            Err(unit) => lower::unit(*unit, sources, &world, role, self.keeper.is_some())?,
        };
        object.warnings = warnings;
        if let (Some(keeper), Some(looked)) = (&self.keeper, looked) {
            keeper.put(command, role, &looked, before.as_ref(), &object);
        }
        Ok(object)
    }
}

impl Desk {
    /// What a unit gives if nothing but one body has changed in it and that body can be read without the others; nothing is said of it then.
    fn alone(
        &self,
        command: &Command,
        stale: &Object,
        before: &Before,
        world: Option<&World>,
    ) -> Option<Object> {
        let (files, mut sources) = (Files::on(self.disk.clone()), Sources::default());
        let Ok(Seen::File(contents)) = self.disk.look(&command.file) else { return None };
        let alone = stale.seams.as_ref()?.alone(&contents.bytes, before.fleeting)?;
        if !stale.warnings.is_empty() {
            return None;
        }
        let unit = unit::check_text(command, &files, &mut sources, Some(SourceBytes::new(alone))).ok()?;
        let looked = files.looked()?;
        if !unit.warnings.is_empty() || !before.is_of(&looked) {
            return None;
        }
        let world = world.cloned().unwrap_or_default();
        let object = lower::again(unit, &sources, stale.clone(), &world, &contents.bytes).ok()?;
        self.keeper.as_ref()?.put(command, Role::Ordinary, &looked, Some(before), &object);
        Some(object)
    }
}

/// Why there is no program, if units were refused: what was said of all units, in order.
fn refuse(units: Vec<Result<Object, Refused>>) -> LoadError {
    let mut linker = Linker::new(NO_TARGET);
    for unit in units {
        let (sources, said) = unit.map_or_else(|refused| refused, |object| (object.sources, object.warnings));
        linker.refuse(&sources, &said);
    }
    match linker.finish() {
        Err((sources, diagnostics)) => LoadError { sources, diagnostics },
        Ok(_) => LoadError::new("no C files to read"),
    }
}

/// What most units take in memory once they are lowered.
const UNIT_BYTES: usize = 4 << 20;

/// Of a program that there is not.
const NO_TARGET: Target =
    Target { pointer_bytes: 8, little_endian: true, int_bytes: 4, long_bytes: 8, max_align: 16 };

fn failed(failure: &Failure, file: Option<&str>, budget: &Budget) -> LoadError {
    let what = file.unwrap_or("the program");
    LoadError::new(match failure {
        Failure::Time => {
            format!("{what}: the C front end did not finish within {} s", in_tenths(budget.time))
        }
        Failure::Memory => {
            format!("{what}: the C front end needs more than {} MB of memory", budget.memory >> 20)
        }
        Failure::Panic(message) => format!("{what}: internal error in the C front end: {message}"),
        Failure::NoThread(why) => format!("{what}: no thread for the C front end: {why}"),
    })
}

/// Seconds, of which a few milliseconds are gone before anything begins.
fn in_tenths(time: std::time::Duration) -> f64 {
    (time.as_secs_f64() * 10.0).ceil() / 10.0
}
