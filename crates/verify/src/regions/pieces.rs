//! Analyzing a library, or a large program, piece by piece.
//!
//! Pieces do not know of each other, so each is analyzed on whatever thread is free, and the answers are put together in
//! program order. What is in the store is not analyzed again.

use std::sync::Arc;

use engine::{Limits, Spent};
use ir::{ContentKey, FunctionId, Program};
use model::Finding;
use regions::{Occurrence, Outline, Piece, Prepared};

use super::kept::Keeper;
use super::replay::{Run, can_be_shown, show, show_again};
use super::telling::finding;
use crate::observer::Observed;
use crate::task::limits;
use crate::{Options, parallel};

/// The most configurations of a piece that are taken through a block: a number, so that the answer does not depend on time.
const STEPS: u64 = 20_000;

/// The most callers that are run to show what befalls a block in a function.
const CALLERS: usize = 2;

/// The most functions that a function may reach which is run by itself: more do not come far on made-up arguments.
const REACHED: usize = 100;

/// What is known of a piece.
pub(super) struct Answer {
    pub(super) piece: Piece,
    /// Each with whether no guess was needed.
    pub(super) findings: Vec<(Finding, bool)>,
    /// Why not everything is known.
    pub(super) reason: String,
    /// The most configurations of one function.
    pub(super) most: u64,
}

/// What is found in a piece, in terms of its code: this is what is kept.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Found {
    pub(super) occurrences: Vec<(Occurrence, Option<Run>)>,
    pub(super) reason: Arc<str>,
    pub(super) most: u64,
    /// What the runs depend on that were tried to show some of it, if any were.
    pub(super) runs: Option<ContentKey>,
}

/// The answers for all pieces, in program order.
pub(super) fn answers(program: &Program, options: &Options, observed: Observed<'_>) -> Vec<Answer> {
    let outline = Outline::of(program).with_keys(options.store.is_some());
    let pieces = match &options.entry {
        None => outline.pieces(),
        Some(name) => {
            program.functions_meant(name).into_iter().map(|function| outline.piece(vec![function])).collect()
        }
    };
    let keeper = Keeper::new(program, options);
    observed.begins("analyzing", pieces.len());
    let answers = parallel::map(&pieces, options.jobs, |piece| {
        let name = piece.own.first().map_or("", |id| &*program.functions[*id].name);
        let limits = Limits { steps: STEPS, ..limits(options) };
        let work = || budget::phase(|| answer(&outline, piece, options, &keeper, &limits));
        observed.turn(name, |_| None, work).unwrap_or_else(|over| Answer {
            piece: piece.clone(),
            findings: Vec::new(),
            reason: over.why().to_owned(),
            most: 0,
        })
    });
    keeper.save();
    answers
}

fn answer(
    outline: &Outline<'_>,
    piece: &Piece,
    options: &Options,
    keeper: &Keeper,
    limits: &Limits,
) -> Answer {
    let program = outline.program();
    let key = keeper.key(outline, piece);
    let runs = || {
        let few = piece.own.iter().copied().filter(|id| outline.reaches_few(*id, REACHED));
        outline.key_of_runs(few)
    };
    let kept = key.as_ref().and_then(|key| keeper.get(key, piece, program));
    if let Some(found) = kept.filter(|found| found.runs.is_none_or(|kept| kept == runs())) {
        let tell = |(occurrence, run): &(Occurrence, Option<Run>)| {
            let mut finding = finding(program, occurrence);
            if let Some(run) = run {
                show_again(program, run, &mut finding);
            }
            (finding, occurrence.definite)
        };
        let findings = found.occurrences.iter().map(tell).collect();
        return Answer { piece: piece.clone(), findings, reason: found.reason.to_string(), most: found.most };
    }
    let prepared = Prepared::of(outline, piece);
    let analysis = prepared.run_all(&piece.own, limits);
    let (reason, _) = analysis.lost().unwrap_or_else(|| ("nothing is known of its callers".into(), None));
    let Spent { peak_disjuncts: most, steps, .. } = analysis.spent();
    let mut findings = Vec::new();
    let mut found = Found { occurrences: Vec::new(), reason, most, runs: None };
    for occurrence in analysis.worth_telling() {
        let mut finding = finding(program, &occurrence);
        let mut entries = entries(&prepared, piece, occurrence.point.function);
        entries.retain(|id| outline.reaches_few(*id, REACHED));
        if key.is_some() && found.runs.is_none() && can_be_shown(&occurrence) {
            found.runs = Some(runs());
        }
        let run = show(program, options, &entries, &occurrence, &mut finding);
        findings.push((finding, occurrence.definite));
        found.occurrences.push((occurrence, run));
    }
    // What the budget cut short is not what the piece means.
    let is_short = budget::over().is_some() || analysis.is_cut() && steps < STEPS;
    if let Some(key) = key.filter(|_| !is_short) {
        keeper.put(&key, piece, &found);
    }
    Answer { piece: piece.clone(), findings, reason: found.reason.to_string(), most }
}

/// The functions to be run to show what happens in one: itself, and some that call it.
fn entries(prepared: &Prepared<'_>, piece: &Piece, function: FunctionId) -> Vec<FunctionId> {
    let callers = piece.own.iter().copied().filter(|id| *id != function && prepared.calls(*id, function));
    std::iter::once(function).chain(callers.take(CALLERS)).collect()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use model::{Rule, Status};

    use super::*;
    use crate::regions::kept::tests::store_in;
    use crate::triage::tests::load_text;
    use crate::{Domain, check};

    /// A library with functions that call the one before and lose a block, or in one case, as an edit, do not.
    fn library(functions: u32, edited: Option<u32>) -> String {
        let mut text = "#include <stdlib.h>\nint f_0(int n) { return n; }\n".to_owned();
        for number in 1..functions {
            let release = if edited == Some(number) { "free(p);" } else { "" };
            let _ = write!(
                text,
                "int f_{number}(int n) {{\n    char *p = malloc(4);\n    if (p == NULL)\n        return 0;\n    {release}\n    \
                 p = NULL;\n    return f_{}(n);\n}}\n",
                number - 1
            );
        }
        text
    }

    /// A function that gives back what it was given or a copy, and one that frees what is no copy, or does not.
    fn redacting(frees: bool) -> String {
        let release = if frees { "if (shown != text) free(shown);" } else { "" };
        format!(
            "#include <stdlib.h>\nint show(const char *);\n\
             static char *redacted(char *text) {{\n    for (char *at = text; *at; at++)\n        if (*at == ':') {{\n            \
             char *copy = malloc(4);\n            if (copy == NULL) exit(1);\n            copy[0] = 0;\n            return copy;\n        }}\n    \
             return text;\n}}\nint tell(char *text) {{\n    char *shown = redacted(text);\n    int told = shown[0];\n    {release}\n    \
             return told;\n}}\n"
        )
    }

    #[test]
    fn a_copy_is_told_from_what_it_is_a_copy_of() {
        for frees in [true, false] {
            let program = load_text(&redacting(frees));
            let findings = check(&program, &options(1, None)).0.findings;
            assert_eq!(findings.is_empty(), frees, "{findings:?}");
        }
    }

    fn options(jobs: usize, store: Option<Arc<store::Store>>) -> Options {
        Options { domain: Domain::Regions, jobs: Some(jobs), store, ..Options::default() }
    }

    #[test]
    fn the_answer_does_not_depend_on_the_number_of_threads() {
        let program = load_text(&library(150, None));
        assert!(Outline::of(&program).pieces().len() > 4);
        let findings = |jobs| check(&program, &options(jobs, None)).0.findings;
        let alone = findings(1);
        assert_eq!(alone.len(), 149);
        assert_eq!(findings(4), alone);
    }

    #[test]
    fn an_edit_asks_for_the_pieces_that_the_function_is_in() {
        let place = tempfile::tempdir().expect("a directory");
        let store = store_in(place.path());
        let findings = |edited: Option<u32>| {
            let mut program = load_text(&library(150, edited));
            // It is the same file to whoever edits it.
            for file in program.sources.files.iter_mut().filter(|file| !file.system) {
                file.path = "library.c".into();
            }
            let options_kept = options(2, Some(store.clone()));
            let found = check(&program, &options_kept).0.findings;
            // What is kept changes how long it takes, and nothing else.
            assert_eq!(found, check(&program, &options(1, None)).0.findings);
            let kept = Keeper::new(&program, &options_kept).count();
            (found.len(), kept, Outline::of(&program).pieces())
        };
        let (all, kept, pieces) = findings(None);
        assert_eq!((all, kept), (149, pieces.len()));
        let (others, kept, after) = findings(Some(75));
        let edited = *after.iter().flat_map(|piece| &piece.own).nth(75).expect("there are 150");
        let touched = after.iter().filter(|piece| piece.scope.contains(&edited));
        assert_eq!((others, kept), (148, pieces.len() + touched.count()));
    }

    /// A library whose functions say so where they are called with a wrong number, and what says so calls another one.
    fn asserting(said: &str, behind: &str) -> String {
        let mut text = format!(
            "#include <stdlib.h>\nint print(const char *);\nstatic void tell(const char *what) {{ {said} print(what); }}\n\
             void failed(const char *what) {{ tell(what); }}\n"
        );
        for number in 0..100 {
            let _ = write!(
                text,
                "int f_{number}(int n) {{\n    char *p = malloc(4);\n    if (n == {number}) {{ failed(\"n\"); {behind} }}\n    \
                 if (n > 7) free(p);\n    return n;\n}}\n"
            );
        }
        text
    }

    #[test]
    fn what_is_called_where_an_assertion_fails_is_in_a_piece_of_its_own() {
        let place = tempfile::tempdir().expect("a directory");
        let store = store_in(place.path());
        let mut found = Vec::new();
        for (said, behind, alone) in [
            ("", "__builtin_unreachable();", true),
            ("what++;", "__builtin_unreachable();", true),
            ("", "(void)n;", false),
            ("what++;", "(void)n;", false),
        ] {
            let mut program = load_text(&asserting(said, behind));
            for file in program.sources.files.iter_mut().filter(|file| !file.system) {
                file.path = "asserting.c".into();
            }
            let told = program.function_named("tell").expect("it is there");
            let pieces = Outline::of(&program).pieces();
            let looked_into = pieces.iter().filter(|piece| piece.scope.contains(&told)).count();
            assert_eq!(looked_into == 1, alone, "{looked_into} of {}", pieces.len());
            assert!(pieces.len() > 4);
            let findings = check(&program, &options(1, Some(store.clone()))).0.findings;
            assert_eq!(findings, check(&program, &options(1, None)).0.findings);
            found.push(findings.iter().map(|finding| (finding.rule, finding.span.line)).collect::<Vec<_>>());
        }
        // Whether it goes on there or not, the block is lost where it is not freed.
        assert_eq!(found[0].len(), 100);
        assert!(found.iter().all(|other| *other == found[0]), "{found:?}");
    }

    /// What is found in a program of many functions with these in it, as rules and lines of the text.
    fn found_among_many(text: &str) -> Vec<(String, u32)> {
        let lines = text.lines().count() as u32;
        let mut all = text.to_owned();
        for number in 0..100 {
            let _ = writeln!(all, "int other_{number}(int n) {{ return n + {number}; }}");
        }
        let program = load_text(&all);
        assert!(Outline::of(&program).pieces().len() > 4);
        let model::Report { mut findings, suppressed, .. } = check(&program, &options(1, None)).0;
        findings.extend(suppressed.into_iter().map(|guess| guess.finding));
        assert!(findings.iter().all(|finding| finding.span.line <= lines), "{findings:?}");
        findings.iter().map(|finding| (finding.rule.to_string(), finding.span.line)).collect()
    }

    #[test]
    fn a_handler_that_never_comes_back_is_the_end() {
        let text = |end: &str| {
            format!(
                "#include <stdlib.h>\nstatic void give_up(unsigned long n) {{ {end} }}\n                 static void (*handler)(unsigned long) = give_up;\n                 void set(void (*to)(unsigned long)) {{ handler = to; }}\n                 int copy(unsigned long n) {{\n    char *one = malloc(n);\n    if (one == NULL)\n        return 1;\n                 \x20   char *two = malloc(n);\n    if (two == NULL) {{\n        handler(n);\n        return 1;\n    }}\n                 \x20   free(one);\n    free(two);\n    return 0;\n}}\n"
            )
        };
        assert_eq!(found_among_many(&text("abort();")), []);
        assert_eq!(found_among_many(&text("for (;;) ;")), []);
        assert_eq!(found_among_many(&text("(void)n;")), [("leak".to_owned(), 12)]);
        // Without its being called, nothing is different.
        assert_eq!(found_among_many(&text("abort();").replace("handler(n);", "")), [("leak".to_owned(), 12)]);
    }

    /// A run goes through functions that are too far away to be in the piece: whether it comes to an end is theirs to say.
    #[test]
    fn what_runs_depend_on_is_asked_of_what_is_kept() {
        let place = tempfile::tempdir().expect("a directory");
        let store = store_in(place.path());
        let found = |waits: &str, store: Option<Arc<store::Store>>| {
            let mut text = format!("#include <stdlib.h>\nint f_0(int n) {{ {waits} return n; }}\n");
            for number in 1..8 {
                let _ = writeln!(text, "int f_{number}(int n) {{ return f_{}(n); }}", number - 1);
            }
            for number in 0..100 {
                let _ = writeln!(text, "int other_{number}(int n) {{ return n + {number}; }}");
            }
            text += "int lose(int n) {\n    n = f_7(n);\n    char *p = malloc(4);\n    p = NULL;\n    return n;\n}\n";
            let mut program = load_text(&text);
            for file in program.sources.files.iter_mut().filter(|file| !file.system) {
                file.path = "runs.c".into();
            }
            let (far, lose) = (program.function_named("f_0"), program.function_named("lose"));
            let (far, lose) = (far.expect("it is there"), lose.expect("it is there"));
            let pieces = Outline::of(&program).pieces();
            let piece = pieces.iter().find(|piece| piece.own.contains(&lose)).expect("it is in one");
            assert!(!piece.scope.contains(&far));
            let findings = check(&program, &options(1, store)).0.findings;
            findings.iter().map(|finding| (finding.rule, finding.status)).collect::<Vec<_>>()
        };
        let endless = "while (n < 100) n = n & 7;";
        for (waits, status) in
            [(endless, Status::Possible), ("", Status::Confirmed), (endless, Status::Possible)]
        {
            assert_eq!(found(waits, Some(store.clone())), [(Rule::Leak, status)], "{waits}");
            assert_eq!(found(waits, None), [(Rule::Leak, status)], "{waits}");
        }
    }

    #[test]
    fn what_a_pointer_leads_to_is_looked_into() {
        let text = |release: &str, other: &str| {
            format!(
                "#include <stdlib.h>\nstruct ops {{ void (*release)(char *); }};\n                 static void really(char *p) {{ {release} }}\nstatic void also(char *p) {{ {other} }}\n                 struct ops one = {{ really }};\nstruct ops two = {{ also }};\n                 void use(struct ops *ops) {{\n    char *p = malloc(8);\n    if (p == NULL)\n        return;\n                 \x20   ops->release(p);\n}}\n"
            )
        };
        assert_eq!(found_among_many(&text("free(p);", "free(p);")), []);
        // One of those that may be called forgets it.
        assert_eq!(found_among_many(&text("free(p);", "(void)p;")), [("leak".to_owned(), 12)]);
        assert_eq!(found_among_many(&text("free(p); free(p);", "free(p);")), [("double-free".to_owned(), 3)]);
        // Nobody knows what a function does that is not there.
        let unknown = text("free(p);", "free(p);")
            .replace("static void also(char *p) { free(p); }", "void also(char *p);");
        assert_eq!(found_among_many(&unknown), []);
    }
}
