//! Answers kept from one check of a file to the next, for whoever checks it after every change.
//!
//! An answer belongs to a *content*: a hash of everything the entry's analysis reads. That is all code but the bodies of other functions under
//! contract that it does not call; a call by pointer may lead anywhere, and a whole program consists of everything. Comments, white space and
//! the places of things do not count. A proof holds wherever the code has moved to. What else is said names lines, so it is taken again only
//! where nothing has moved.
//!
//! A kept answer was given for the same code with the same options. Heuristics that look at the rest of the program (where widening stops, what
//! is learned from runs) might decide otherwise today: a proof stays a proof, but a fresh check may prove what a kept answer does not, or the other way round.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use engine::Entry;
use ir::{Callee, ContentKey, FunctionId, GlobalKind, Keys, Program, StmtKind};
use model::{Finding, FunctionReport, Verdict};

use crate::Options;
use crate::answer::Answer;
use crate::recall::Recall;
use crate::trials::called;

/// Answers of earlier checks of one file.
#[derive(Default)]
pub struct Kept {
    answers: Mutex<BTreeMap<ContentKey, Known>>,
    /// How functions of a whole program return: of use where its answer is not.
    pub(crate) recall: Recall,
}

/// An answer.
#[derive(Clone)]
struct Known {
    places: ContentKey,
    report: FunctionReport,
    findings: Vec<Finding>,
    /// Whether findings were tried in runs.
    complete: bool,
    /// The number of checks since it was last of use.
    idle: u32,
}

/// Checks after which an answer that nobody wanted is dropped: people go back and forth.
const LONGEST_IDLE: u32 = 8;

/// The names of one program's entries.
pub(crate) struct Contents<'p> {
    program: &'p Program,
    keys: Keys<'p>,
    /// What all have in common: the options, and the first contents of variables.
    common: String,
}

impl<'p> Contents<'p> {
    pub(crate) fn new(program: &'p Program, options: &Options) -> Self {
        let options = Options { cancel: None, store: None, jobs: None, memory: None, ..options.clone() };
        let literal = |kind: GlobalKind| kind == GlobalKind::String;
        // Code has the text of its literals in its key; only variables can lead to others.
        let leads = program.globals.iter().any(|global| {
            !literal(global.kind) && global.init.as_ref().is_some_and(|init| !init.addresses.is_empty())
        });
        let globals: Vec<String> = program
            .globals
            .iter()
            .filter(|global| leads || !literal(global.kind))
            .map(|global| {
                let (ty, init) = (program.types.declaration(global.ty, &global.name), &global.init);
                format!("{ty} {} {init:?} {}", global.size, global.read_only)
            })
            .collect();
        let starts = (&program.constructors, &program.destructors);
        let common = format!("{} {options:?} {globals:?} {starts:?}", env!("CARGO_PKG_VERSION"));
        Self { program, keys: program.keys(), common }
    }

    /// The content of an entry, and the places of what is in it.
    fn of(&self, entry: &Entry) -> (ContentKey, ContentKey) {
        let program = self.program;
        let reached = called(program, vec![entry.function]);
        let by_pointer = |id: &FunctionId| {
            let blocks = program.functions[*id].body.iter().flat_map(|body| body.blocks.iter());
            let mut calls = blocks.flat_map(|block| &block.stmts).filter_map(|stmt| match &stmt.kind {
                StmtKind::Call(call) => Some(call.callee),
                _ => None,
            });
            calls.any(|callee| matches!(callee, Callee::Pointer(_)))
        };
        let all = entry.program_start || reached.iter().any(by_pointer);
        let (mut content, mut places) = (blake3::Hasher::new(), blake3::Hasher::new());
        content.update(self.common.as_bytes());
        // Several files may have one of this name.
        let entered = &program.functions[entry.function];
        content.update(format!("{} {:?}", entered.name, entered.linkage).as_bytes());
        content.update(&[u8::from(entry.program_start)]);
        for (id, function) in program.functions.enumerate() {
            let owner = program.owner(id);
            if !all && program.functions[owner].contract.is_some() && !reached.contains(&owner) {
                continue;
            }
            content.update(function.name.as_bytes());
            content.update(&self.keys.of(id).0);
            let mut place = |span: ir::Span| {
                let numbers = [span.file.0, span.line, span.column, span.end_line, span.end_column];
                for number in numbers {
                    places.update(&number.to_le_bytes());
                }
            };
            place(function.span);
            let blocks = function.body.iter().flat_map(|body| body.blocks.iter());
            blocks.flat_map(|block| &block.stmts).for_each(|stmt| place(stmt.span));
        }
        for file in &program.sources.files {
            places.update(file.path.as_bytes());
        }
        (ContentKey(*content.finalize().as_bytes()), ContentKey(*places.finalize().as_bytes()))
    }
}

impl Kept {
    /// How many summaries of functions the last check of a whole program took from the ones before.
    pub fn recalled(&self) -> usize {
        self.recall.count()
    }

    /// What is known of an entry: an answer, and whether what it found was tried in runs.
    pub(crate) fn get(&self, contents: &Contents<'_>, entry: &Entry) -> Option<(Answer, bool)> {
        let (content, places) = contents.of(entry);
        let mut list = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let known = list.get_mut(&content)?;
        let names_no_place = known.report.verdict == Verdict::Proved
            && known.findings.is_empty()
            && known.report.facts.is_empty()
            && known.report.reason.is_none();
        if known.places != places && !names_no_place {
            return None;
        }
        known.idle = 0;
        let span = contents.program.functions[entry.function].span;
        let report = FunctionReport { span, ..known.report.clone() };
        Some((Answer { report, findings: known.findings.clone(), checked: None }, known.complete))
    }

    pub(crate) fn put(&self, contents: &Contents<'_>, entry: &Entry, answer: &Answer, complete: bool) {
        let (content, places) = contents.of(entry);
        let (report, findings) = (answer.report.clone(), answer.findings.clone());
        let known = Known { places, report, findings, complete, idle: 0 };
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).insert(content, known);
    }

    /// Drops what was of no use for some time. To be called once for each check.
    pub(crate) fn grow_older(&self) {
        let mut list = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        list.values_mut().for_each(|known| known.idle += 1);
        list.retain(|_, known| known.idle <= LONGEST_IDLE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Session;
    use crate::entries::entries;
    use crate::triage::tests::load_text;

    const PROGRAM: &str = "
#include <shapewright.h>
#include <stdlib.h>
struct node { struct node *next; };
bool list(struct node *l) { return l == NULL || list(l->next); }
struct node *tail(struct node *l) {
    sw_requires(list(l) && l != NULL);
    sw_ensures(list(sw_result));
    struct node *t = l->next;
    free(l);
    return t;
}
void drain(struct node *l) {
    sw_requires(list(l));
    sw_ensures(true);
    while (l != NULL)
        l = tail(l);
}
struct node *keep(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    return l;
}
struct node *lose(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    return NULL;
}
";

    /// A program that is always in the same file.
    fn load(text: &str) -> Program {
        let mut program = load_text(text);
        for file in program.sources.files.iter_mut().filter(|file| !file.system) {
            file.path = "program.c".into();
        }
        program
    }

    /// Of which functions an answer is kept for a text after the program was checked.
    fn kept_for(kept: &Kept, text: &str) -> Vec<String> {
        let (program, options) = (load(text), Options::default());
        let contents = Contents::new(&program, &options);
        let known =
            entries(&program, &options).into_iter().filter(|entry| kept.get(&contents, entry).is_some());
        known.map(|entry| program.functions[entry.function].name.to_string()).collect()
    }

    fn checked() -> Kept {
        let (program, options, kept) = (load(PROGRAM), Options::default(), Kept::default());
        let (report, _) = Session::new(&program, &options).keeping(&kept).check();
        assert_eq!((report.coverage.proved, report.findings.len()), (3, 1), "{report:?}");
        kept
    }

    #[test]
    fn what_has_not_changed_is_kept() {
        let kept = checked();
        assert_eq!(kept_for(&kept, PROGRAM), ["tail", "drain", "keep", "lose"]);
        let other = PROGRAM.replace("    return l;", "    struct node *same = l; return same;");
        assert_eq!(kept_for(&kept, &other), ["tail", "drain", "lose"]);
    }

    #[test]
    fn a_proof_holds_wherever_the_code_is_and_a_finding_only_there() {
        let kept = checked();
        let moved = PROGRAM.replace("struct node {", "// a list\n\nstruct node {");
        assert_eq!(kept_for(&kept, &moved), ["tail", "drain", "keep"]);
        let program = load(&moved);
        let (report, _) = Session::new(&program, &Options::default()).keeping(&kept).check();
        assert_eq!(report, without_time(Session::new(&program, &Options::default()).check().0, &report));
    }

    /// How long something took is not part of the answer.
    fn without_time(mut report: model::Report, other: &model::Report) -> model::Report {
        for (function, other) in report.functions.iter_mut().zip(&other.functions) {
            function.time_ms = other.time_ms;
        }
        report
    }

    #[test]
    fn what_an_answer_depends_on_is_part_of_its_name() {
        let kept = checked();
        // A function and who calls it; the checker, and with it everything; an option.
        let callee = PROGRAM.replace("struct node *t = l->next;", "struct node *t = l->next; (void)t;");
        let callee = callee.replace("free(l);", "l->next = NULL; free(l);");
        assert_eq!(kept_for(&kept, &callee), ["keep", "lose"]);
        let checker = PROGRAM.replace("return l == NULL ||", "return l != NULL &&");
        assert_eq!(kept_for(&kept, &checker), [""; 0]);
        let with_table = |elements: u32| format!("static struct node *table[{elements}];{PROGRAM}");
        let (program, kept_of_table) = (load(&with_table(4)), Kept::default());
        Session::new(&program, &Options::default()).keeping(&kept_of_table).check();
        assert_eq!(kept_for(&kept_of_table, &with_table(4)), ["tail", "drain", "keep", "lose"]);
        assert_eq!(kept_for(&kept_of_table, &with_table(5)), [""; 0]);
        let (program, options) = (load(PROGRAM), Options { malloc_may_fail: false, ..Options::default() });
        let contents = Contents::new(&program, &options);
        assert!(entries(&program, &options).iter().all(|entry| kept.get(&contents, entry).is_none()));
    }

    #[test]
    fn functions_of_one_name_have_answers_of_their_own() {
        let directory = std::env::temp_dir().join(format!("kept-{}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("a temporary directory");
        let main = "#include <stdlib.h>\nint main(void) {\n    char *p = malloc(1);\n    free(p);\n    return 0;\n}\n";
        let texts = [("right.c", main.to_owned()), ("wrong.c", main.replace("free(p);", "p = NULL;"))];
        let commands = texts.map(|(name, text)| {
            let file = directory.join(name);
            std::fs::write(&file, text).expect("a temporary file");
            cfront::Command { file, options: cfront::Options::default() }
        });
        let several = cfront::Programs::Several;
        let loaded = cfront::load_kept(&commands, &[], several, None, &cfront::Budget::default());
        let program = loaded.unwrap_or_else(|error| panic!("{error}")).program;
        let (options, kept) = (Options { jobs: Some(1), ..Options::default() }, Kept::default());
        for _ in 0..2 {
            let (report, _) = Session::new(&program, &options).keeping(&kept).check();
            let verdicts: Vec<Verdict> = report.functions.iter().map(|function| function.verdict).collect();
            assert_eq!(verdicts, [Verdict::Proved, Verdict::Violated]);
            assert_eq!(report.verdict, Verdict::Violated);
        }
        let _ = std::fs::remove_dir_all(directory);
    }

    #[test]
    fn what_nobody_wants_is_dropped() {
        let kept = checked();
        (0..=LONGEST_IDLE).for_each(|_| kept.grow_older());
        assert_eq!(kept_for(&kept, PROGRAM), [""; 0]);
    }

    #[test]
    fn a_first_look_says_what_is_found_before_it_is_tried() {
        let (program, options, kept) = (load(PROGRAM), Options::default(), Kept::default());
        let session = Session::new(&program, &options).keeping(&kept);
        let first = session.first_look();
        assert_eq!((first.coverage.proved, first.findings.len()), (3, 1), "{first:?}");
        assert_eq!(first.findings[0].status, model::Status::Possible);
        let (report, _) = session.check();
        assert_eq!(report.findings[0].status, model::Status::Confirmed);
        let alone = Session::new(&program, &options).check().0;
        assert_eq!(report, without_time(alone, &report));
    }
}
