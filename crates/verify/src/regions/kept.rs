//! Answers for pieces, kept on disk between runs.
//!
//! They are kept by content: the key of an answer is a hash of all that it depends on ([`Outline::key`], the options), and the
//! store is for one version of ours. So nothing in it is ever out of date. A text has a line for
//! each thing that was found, in numbers: functions by their place in the piece, then blocks and statements, so that it
//! does not matter on which lines the functions stand by now. A text that is
//! not as it should be is no text. The texts of a program are one entry of the store ([`Bundle`]).

use std::fmt::Write as _;

use engine::Point;
use ir::{BlockId, ContentKey, FunctionId, Program};
use regions::{Behind, Event, Occurrence, Outline, Piece, Role, Stage};
use store::Name;

use super::bundle::Bundle;
use super::pieces::Found;
use super::replay::Run;
use crate::Options;

/// Keeps answers, if there is somewhere to keep them.
pub(super) struct Keeper {
    bundle: Option<Bundle>,
    salt: String,
}

impl Keeper {
    pub(super) fn new(program: &Program, options: &Options) -> Self {
        let salt = options.malloc_may_fail.to_string();
        let shelf = options.store.as_ref().and_then(|store| store.shelf("pieces"));
        let bundle = shelf.map(|shelf| {
            // A program is known by the name of one of its files, wherever it lies: which one does not matter as long as it is the same every time.
            let files = program.sources.files.iter().filter(|file| !file.system);
            let first = files.map(|file| file.path.rsplit('/').next().unwrap_or_default()).min();
            let first = first.unwrap_or_default();
            Bundle::open(shelf, Name::of(format!("{salt}\n{first}").as_bytes()))
        });
        Self { bundle, salt }
    }

    /// What a piece is kept under; nothing if nothing is kept.
    pub(super) fn key(&self, outline: &Outline<'_>, piece: &Piece) -> Option<ContentKey> {
        self.bundle.as_ref()?;
        Some(outline.key(piece, &self.salt))
    }

    /// What is known of a piece.
    pub(super) fn get(&self, key: &ContentKey, piece: &Piece, program: &Program) -> Option<Found> {
        read(&self.bundle.as_ref()?.get(key)?, piece, program)
    }

    /// Keeps what is known of a piece.
    pub(super) fn put(&self, key: &ContentKey, piece: &Piece, found: &Found) {
        if let Some(bundle) = &self.bundle {
            bundle.put(*key, written(piece, found));
        }
    }

    /// How much is kept by now.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.bundle.as_ref().map_or(0, Bundle::count)
    }

    /// Writes what is new.
    pub(super) fn save(&self) {
        if let Some(bundle) = &self.bundle {
            bundle.save();
        }
    }
}

fn written(piece: &Piece, found: &Found) -> String {
    let place = |id: FunctionId| piece.scope.binary_search(&id).unwrap_or(usize::MAX);
    let point = |point: Option<Point>| match point {
        None => "-".to_owned(),
        Some(Point { function, block, stmt }) => format!("{}:{}:{stmt}", place(function), block.0),
    };
    let runs =
        found.runs.map_or_else(|| "-".to_owned(), |key| blake3::Hash::from(key.0).to_hex().to_string());
    let mut text = format!("{} {runs} {}\n", found.most, found.reason);
    for (occurrence, run) in &found.occurrences {
        let Occurrence { point: at, event, definite, allocated, freed, way } = occurrence;
        let event = match event {
            Event::Leak => "leak",
            Event::DoubleFree => "double-free",
            Event::UseAfterFree => "use-after-free",
        };
        let definite = u8::from(*definite);
        let stage = |stage: &Stage| {
            let behind = stage.behind.map_or_else(String::new, |Behind { stmt, role }| {
                let role = match role {
                    Role::Made => 'm',
                    Role::Given => 'g',
                    Role::Reaches => 'r',
                };
                format!(":{stmt}:{role}")
            });
            format!("{}:{}{behind}", place(stage.function), stage.block.0)
        };
        let way: Vec<String> = way.iter().map(stage).collect();
        let run = run.as_ref().map_or_else(String::new, |run| {
            let inputs: Vec<String> = run.inputs.iter().map(i128::to_string).collect();
            format!(" {} {} {}", place(run.entry), u8::from(run.malloc_may_fail), inputs.join(","))
        });
        let _ = writeln!(
            text,
            "{event} {definite} {} {} {} {}{run}",
            point(Some(*at)),
            point(*allocated),
            point(*freed),
            way.join(",")
        );
    }
    text
}

fn read(text: &str, piece: &Piece, program: &Program) -> Option<Found> {
    let mut lines = text.lines();
    let (most, rest) = lines.next()?.split_once(' ')?;
    let (runs, reason) = rest.split_once(' ')?;
    let runs = match runs {
        "-" => None,
        digits => Some(ContentKey(*blake3::Hash::from_hex(digits).ok()?.as_bytes())),
    };
    let reader = Reader { piece, program };
    let occurrences = lines.map(|line| reader.occurrence(line)).collect::<Option<_>>()?;
    Some(Found { occurrences, reason: reason.into(), most: most.parse().ok()?, runs })
}

/// Reads numbers as what they stand for in a piece, if they stand for something.
struct Reader<'a> {
    piece: &'a Piece,
    program: &'a Program,
}

impl Reader<'_> {
    fn function(&self, text: &str) -> Option<FunctionId> {
        self.piece.scope.get(text.parse::<usize>().ok()?).copied()
    }

    fn block(&self, text: &str) -> Option<(FunctionId, BlockId)> {
        let (function, block) = text.split_once(':')?;
        let (function, block) = (self.function(function)?, BlockId(block.parse().ok()?));
        self.program.functions[function].body.as_ref()?.blocks.get(block)?;
        Some((function, block))
    }

    fn point(&self, text: &str) -> Option<Point> {
        let (block, stmt) = text.rsplit_once(':')?;
        let ((function, block), stmt) = (self.block(block)?, stmt.parse().ok()?);
        let stmts = self.program.functions[function].body.as_ref()?.blocks[block].stmts.len();
        (stmt as usize <= stmts).then_some(Point { function, block, stmt })
    }

    fn stage(&self, text: &str) -> Option<Stage> {
        let Some((place, role)) = text.rsplit_once(':').filter(|_| text.ends_with(['m', 'g', 'r'])) else {
            let (function, block) = self.block(text)?;
            return Some(Stage { function, block, behind: None });
        };
        let role = match role {
            "m" => Role::Made,
            "g" => Role::Given,
            "r" => Role::Reaches,
            _ => return None,
        };
        let Point { function, block, stmt } = self.point(place)?;
        Some(Stage { function, block, behind: Some(Behind { stmt, role }) })
    }

    /// A point that need not be there. Nothing at all if the text is not as it should be.
    fn site(&self, text: &str) -> Result<Option<Point>, ()> {
        if text == "-" { Ok(None) } else { self.point(text).map(Some).ok_or(()) }
    }

    fn occurrence(&self, line: &str) -> Option<(Occurrence, Option<Run>)> {
        let mut words = line.split(' ');
        let mut word = || words.next();
        let event = match word()? {
            "leak" => Event::Leak,
            "double-free" => Event::DoubleFree,
            "use-after-free" => Event::UseAfterFree,
            _ => return None,
        };
        let definite = flag(word()?)?;
        let (point, allocated) = (self.point(word()?)?, self.site(word()?).ok()?);
        let freed = self.site(word()?).ok()?;
        let way = word()?.split(',').filter(|step| !step.is_empty()).map(|step| self.stage(step));
        let way = way.collect::<Option<Vec<_>>>()?;
        let run = match word() {
            None => None,
            Some(entry) => Some(Run {
                entry: self.function(entry)?,
                malloc_may_fail: flag(word()?)?,
                inputs: numbers(word()?)?,
            }),
        };
        Some((Occurrence { point, event, definite, allocated, freed, way }, run))
    }
}

fn flag(text: &str) -> Option<bool> {
    match text {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

fn numbers(text: &str) -> Option<Vec<i128>> {
    text.split(',').filter(|number| !number.is_empty()).map(|number| number.parse().ok()).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use std::path::{Path, PathBuf};
    use std::sync::Arc;

    use super::*;
    use crate::triage::tests::{leaking, report};
    use crate::{Domain, check};

    pub(crate) fn store_in(directory: &Path) -> Arc<store::Store> {
        let store = store::Store::open(&directory.join("store"), &[0; 32]);
        store.unwrap_or_else(|why| panic!("{why}")).into()
    }

    /// The files below a directory, sorted.
    fn files(directory: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
        }
        found.sort();
        found
    }

    #[test]
    fn what_is_kept_is_what_was_found_and_damage_is_noticed() {
        let (program, fresh) = report(&leaking(""));
        let place = tempfile::tempdir().expect("a directory");
        let options =
            Options { domain: Domain::Regions, store: Some(store_in(place.path())), ..Options::default() };
        let findings = || check(&program, &options).0.findings;
        assert_eq!(findings(), fresh.findings);
        let mut kept = files(place.path());
        kept.retain(|file| file.parent().is_some_and(|shelf| shelf.ends_with("pieces")));
        let [file] = kept.as_slice() else { panic!("{kept:?}") };
        assert_eq!(findings(), fresh.findings);
        let bytes = std::fs::read(file).expect("it is there");
        // An answer that was replaced tells whether it is read: this one says that nothing is wrong.
        let outline = Outline::of(&program).with_keys(true);
        let (keeper, pieces) = (Keeper::new(&program, &options), outline.pieces());
        let key = keeper.key(&outline, &pieces[0]).expect("it is kept");
        let empty = Found { occurrences: Vec::new(), reason: "".into(), most: 0, runs: None };
        keeper.put(&key, &pieces[0], &empty);
        keeper.save();
        assert_eq!(findings(), Vec::new());
        // The same, by somebody who has not the key: it is the text that is changed.
        let leak = bytes.windows(6).position(|word| word == b"leak 1").expect("a leak");
        let mut changed = bytes.clone();
        changed[leak + 5] = b'0';
        for damaged in [&bytes[..bytes.len() / 2], &bytes[..bytes.len() - 1], &changed, b"", b"\xff"] {
            std::fs::write(file, damaged).expect("a temporary file");
            assert_eq!(findings(), fresh.findings);
            assert!(std::fs::read(file).expect("it is there") == bytes);
        }
    }

    #[test]
    fn numbers_that_stand_for_nothing_are_refused() {
        let (program, _) = report(&leaking(""));
        let piece = &Outline::of(&program).pieces()[0];
        let read = |lines: &str| read(lines, piece, &program);
        assert!(read("0 - a reason\nleak 1 0:0:0 - - \n").is_some());
        for bad in [
            "leek 1 0:0:0 - - ",
            "leak 1 9:0:0 - - ",
            "leak 1 0:9:0 - - ",
            "leak 1 0:0:99 - - ",
            "leak 2 0:0:0 - - ",
            "leak 1 0:0:0 - - 0:0:0:x",
            "leak 1 0:0:0 - - 0:0:99:m",
        ] {
            assert!(read(&format!("0 - a reason\n{bad}\n")).is_none(), "{bad}");
        }
        assert!(read("0 - a reason\nleak 1 0:0:0 - -  9 0 1,2\n").is_none());
        // A way is what it was.
        let whole =
            read("0 - a reason\nleak 1 0:0:0 - - 0:0:0:m,0:0,0:0:1:g,0:0:1:r\n").expect("it is right");
        let again = written(piece, &whole);
        let stages = whole.occurrences[0].0.way.iter().map(|stage| stage.behind.map(|behind| behind.role));
        let roles = [Some(Role::Made), None, Some(Role::Given), Some(Role::Reaches)];
        assert_eq!(stages.collect::<Vec<_>>(), roles);
        assert_eq!(read(&again).map(|found| found.occurrences), Some(whole.occurrences));
    }
}
