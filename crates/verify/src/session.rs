//! Running the analyses and putting their answers together.
//!
//! Entries do not know of each other: each is analyzed by domains of its own, on as many threads as there are, and the answers
//! are put together in program order. Only concrete runs, which are made to test the analyses, wait until it is known which
//! contracts are kept: what a caller takes from one that is not may be wrong, and that is not the caller's fault.

use std::collections::BTreeSet;

use budget::{Budget, Over};
use engine::Entry;
use ir::{FunctionId, Program};
use model::{
    Coverage, Finding, FunctionReport, Report, Status, Suppressed, SuppressedBy, Unsupported, Verdict,
};

use crate::answer::{Answer, analyze};
use crate::confirm::{confirm, refutes};
use crate::entries::entries;
use crate::hunt::{by_runs, search};
use crate::kept::{Contents, Kept};
use crate::known::Known;
use crate::observer::{Observed, Observer};
use crate::oracle::SelfCheck;
use crate::parallel;
use crate::predicates::refused;
use crate::regions::{self, Answers};
use crate::reliance;
use crate::shares::{self, first_share};
use crate::specification::{Domains, Specification};
use crate::task::{Shared, Task, within};
use crate::{Domain, Goal, Options};

/// Analyzes a program.
pub fn check(program: &Program, options: &Options) -> (Report, Option<SelfCheck>) {
    Session::new(program, options).check()
}

/// A check of a program, with whoever takes part in it.
#[derive(Clone, Copy)]
pub struct Session<'a> {
    program: &'a Program,
    options: &'a Options,
    kept: Option<&'a Kept>,
    known: Option<&'a Known>,
    observed: Observed<'a>,
}

impl<'a> Session<'a> {
    /// A check that knows nothing of others.
    pub fn new(program: &'a Program, options: &'a Options) -> Self {
        Self { program, options, kept: None, known: None, observed: Observed::default() }
    }

    /// Takes answers from earlier checks, and leaves its own to later ones.
    #[must_use]
    pub fn keeping(self, kept: &'a Kept) -> Self {
        Self { kept: Some(kept), ..self }
    }

    /// Tells somebody how far it has come.
    #[must_use]
    pub fn observed_by(self, observer: &'a dyn Observer) -> Self {
        Self { observed: Observed(Some(observer)), ..self }
    }

    /// Leaves what it finds where somebody else may look before it is done.
    #[must_use]
    pub fn telling(self, known: &'a Known) -> Self {
        Self { known: Some(known), ..self }
    }

    /// What is known before the check is done, for which there is nothing left.
    pub fn so_far(&self, over: Over) -> Report {
        let known = self.known.map(Known::now).unwrap_or_default();
        let answer = |entry: &Entry| match known.get(&entry.function) {
            Some((report, findings)) => (report.clone(), findings.clone()),
            None => (Answer::given_up(self.program, entry, over).report, Vec::new()),
        };
        let entries = entries(self.program, self.options);
        let (functions, findings): (Vec<_>, Vec<_>) = entries.iter().map(answer).unzip();
        let findings = in_order(findings.into_iter().flatten().collect());
        Report { ended: Some(over.why().to_owned()), ..self.report(functions, findings) }
    }

    /// Analyzes the program.
    pub fn check(&self) -> (Report, Option<SelfCheck>) {
        let budget = self.options.budget();
        let checked = budget.enter(|| budget::phase(|| self.check_all(&budget)));
        let (mut report, checked) = checked.unwrap_or_else(|over| (self.so_far(over), None));
        // Whatever is answered did not need more. An analysis may have ended at its part of the time.
        let open = || report.functions.iter().filter(|function| function.verdict == Verdict::Unknown);
        let short = || open().find_map(|function| function.reason.clone().filter(|why| is_of_budget(why)));
        let over = budget.over().filter(|_| open().next().is_some()).map(|over| over.why().to_owned());
        let over = over.or_else(short);
        report.ended = report.ended.or(over);
        (report, checked)
    }

    fn check_all(&self, budget: &Budget) -> (Report, Option<SelfCheck>) {
        let Self { program, options, .. } = *self;
        if options.domain == Domain::Regions && regions::in_pieces(program, options) {
            let Answers { functions, findings, guesses } = regions::answers(program, options, self.observed);
            let why = "it rests on a guess about what memory holds";
            let suppressed = guesses.into_iter().map(|finding| Suppressed {
                finding,
                by: SuppressedBy::Guess,
                why: why.to_owned(),
            });
            let suppressed = suppressed.collect();
            return (Report { suppressed, ..self.report(functions, findings) }, None);
        }
        let specification = &Specification::new(program);
        let mut all = refused(specification);
        let entries = entries(program, options);
        let kept = self.kept(options);
        if let Some((kept, _)) = &kept {
            kept.grow_older();
        }
        // Without runs nobody waits for anybody.
        let waits = |entry: &Entry| options.self_check.is_some() && entry.program_start;
        let recall = kept.as_ref().map(|(kept, _)| &kept.recall);
        let shared = Shared::of(specification, options).recalling(recall);
        let mut unproved = under_contract(program);
        let mut answers: Vec<Option<Answer>> = entries.iter().map(|_| None).collect();
        self.observed.begins("analyzing", entries.len());
        for waiting in [false, true] {
            let turn: Vec<usize> =
                (0..entries.len()).filter(|index| waits(&entries[*index]) == waiting).collect();
            let done = self.in_turns(budget, specification, &turn, &entries, |domains, entry| {
                answer(&shared.task(&unproved, domains), entry, kept.as_ref())
            });
            for (index, answer) in turn.into_iter().zip(done) {
                if answer.report.verdict == Verdict::Proved {
                    unproved.remove(&entries[index].function);
                }
                answers[index] = Some(answer);
            }
            // A contract that means nothing is not kept by anybody.
            let refused = under_contract(program).into_iter().filter(|id| specification.means_nothing(*id));
            unproved.extend(refused);
        }
        let mut functions = Vec::new();
        let mut checked: Option<SelfCheck> = None;
        for (entry, mut answer) in
            entries.iter().zip(answers).filter_map(|(entry, answer)| Some((entry, answer?)))
        {
            let proved = answer.report.verdict == Verdict::Proved;
            if let Some(checked) = answer.checked.as_mut().filter(|_| proved) {
                let domain = answer.report.domain.as_deref().unwrap_or_default();
                let refute = || refutes(specification, options, entry, domain, &unproved);
                checked.unsound.extend(budget::phase(refute).ok().flatten());
            }
            checked = [checked, answer.checked].into_iter().flatten().reduce(SelfCheck::with);
            functions.push(answer.report);
            all.extend(answer.findings);
        }
        reliance::settle(specification, &entries, &mut functions);
        (self.report(functions, in_order(all)), checked)
    }

    /// What can be told at once, for somebody who waits: the functions under contract, whose findings were not tried in runs yet, and the errors
    /// that a whole program shows soon. What takes longer is not in it. Worth the while where answers are kept.
    pub fn first_look(&self) -> Report {
        let Self { program, options, .. } = *self;
        let specification = &Specification::new(program);
        let soon = Options { first_error: true, ..options.clone() };
        let (shared, quick) = (Shared::of(specification, options), Shared::of(specification, &soon));
        let (entries, unproved, kept) = (entries(program, options), BTreeSet::new(), self.kept(options));
        let all: Vec<usize> = (0..entries.len()).collect();
        let look = |domains: &Domains, entry: &Entry| {
            let known = kept.as_ref().and_then(|(kept, contents)| kept.get(contents, entry));
            match known {
                Some((answer, _)) => Some(answer),
                None if entry.program_start => {
                    let by_running = options.domain == Domain::Auto;
                    by_running.then(|| by_runs(&quick.task(&unproved, domains), entry)).flatten()
                }
                None => Some(analyzed(&shared.task(&unproved, domains), entry, kept.as_ref())),
            }
        };
        let answers = options.budget().enter(|| self.each(&all, &entries, look));
        let (functions, findings): (Vec<_>, Vec<_>) =
            answers.into_iter().flatten().map(|answer| (answer.report, answer.findings)).unzip();
        let mut all = refused(specification);
        all.extend(findings.into_iter().flatten());
        self.report(functions, in_order(all))
    }

    /// The answers for entries, each in its share of the budget.
    fn in_turns(
        &self,
        budget: &Budget,
        specification: &Specification<'_>,
        turn: &[usize],
        entries: &[Entry],
        work: impl Fn(&Domains, &Entry) -> Answer + Sync,
    ) -> Vec<Answer> {
        let mut share = first_share(budget, self.options.time, turn.len());
        let mut answers: Vec<Option<Answer>> = turn.iter().map(|_| None).collect();
        let mut pending: Vec<usize> = (0..turn.len()).collect();
        loop {
            let asked: Vec<usize> = pending.iter().map(|place| turn[*place]).collect();
            let done = self.each(&asked, entries, |domains, entry| {
                let asked = || budget::phase(|| work(domains, entry));
                let (answer, enough) = shares::turn(share, asked);
                let answer = answer.unwrap_or_else(|over| Answer::given_up(self.program, entry, over));
                // Whoever ends the command may have to tell it at any time.
                if let Some(known) = self.known {
                    known.add(entry.function, self.standing_alone(specification, entry, &answer));
                }
                (answer, enough)
            });
            let round = std::mem::take(&mut pending);
            for (place, (answer, enough)) in round.into_iter().zip(done) {
                answers[place] = Some(answer);
                if !enough {
                    pending.push(place);
                }
            }
            if pending.is_empty() || budget.over().is_some() {
                return answers.into_iter().flatten().collect();
            }
            share = share.map(|share| share.saturating_mul(2));
        }
    }

    /// What an answer says if nobody comes to find out what it rests on.
    fn standing_alone(
        &self,
        specification: &Specification<'_>,
        entry: &Entry,
        answer: &Answer,
    ) -> (FunctionReport, Vec<Finding>) {
        let mut report = answer.report.clone();
        let rests = !reliance::contracts(self.program, entry.function).is_empty()
            || specification.means_nothing(entry.function)
            || specification.asserts_nothing(entry.function);
        if report.verdict == Verdict::Proved && rests {
            let why = "proved if what it relies on is, which was not found out any more";
            (report.verdict, report.reason) = (Verdict::Unknown, Some(why.to_owned()));
        }
        (report, answer.findings.clone())
    }

    /// Some work on entries, on all threads.
    fn each<R: Send + Judged>(
        &self,
        turn: &[usize],
        entries: &[Entry],
        work: impl Fn(&Domains, &Entry) -> R + Sync,
    ) -> Vec<R> {
        parallel::map_with(turn, self.options.jobs, Domains::default, |domains, index| {
            let entry = &entries[*index];
            let name = &self.program.functions[entry.function].name;
            self.observed.turn(name, R::verdict, || work(domains, entry))
        })
    }

    /// Where answers are kept, if it makes sense.
    fn kept(&self, options: &Options) -> Option<(&'a Kept, Contents<'a>)> {
        let kept = self.kept.filter(|_| options.self_check.is_none())?;
        Some((kept, Contents::new(self.program, options)))
    }

    fn report(&self, functions: Vec<FunctionReport>, findings: Vec<Finding>) -> Report {
        Report {
            verdict: overall(&functions, &findings),
            coverage: coverage(self.program, self.options, &functions),
            assumptions: assumptions(self.program),
            functions,
            findings,
            replay: Vec::new(),
            run: None,
            shapes: Vec::new(),
            suppressed: Vec::new(),
            ended: None,
        }
    }
}

/// Whether a reason is that the time or the memory was used up.
fn is_of_budget(why: &str) -> bool {
    [Over::Time, Over::Memory, Over::Interrupted].iter().any(|over| over.why() == why)
}

/// What says something of a function.
trait Judged {
    fn verdict(&self) -> Option<Verdict>;
}

impl Judged for Answer {
    fn verdict(&self) -> Option<Verdict> {
        Some(self.report.verdict)
    }
}

impl Judged for (Answer, bool) {
    fn verdict(&self) -> Option<Verdict> {
        self.0.verdict()
    }
}

impl Judged for Option<Answer> {
    fn verdict(&self) -> Option<Verdict> {
        self.as_ref().and_then(Judged::verdict)
    }
}

/// What is in order of the places, each thing once.
fn in_order(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings
        .sort_by(|a, b| (a.span, a.rule, a.status, &a.message).cmp(&(b.span, b.rule, b.status, &b.message)));
    findings.dedup_by(|a, b| (a.span, a.rule) == (b.span, b.rule));
    findings
}

/// What the verdicts rest on that is not so for all programs.
fn assumptions(program: &Program) -> Vec<String> {
    let mut said = models_used(program);
    if program.mains().len() > 1 {
        said.push("what only one file defines is meant in every program that names it".into());
    }
    said
}

/// The library functions that are taken to do what a model says.
fn models_used(program: &Program) -> Vec<String> {
    let models = program.functions.iter().filter(|function| function.role == ir::Role::Model);
    let mut said: Vec<String> = models
        .filter(|function| function.linkage == ir::Linkage::External)
        .map(|function| {
            let file = program.sources.path(function.span.file);
            format!("`{}` does what its model says: {file}:{}", function.name, function.span.line)
        })
        .collect();
    said.sort_unstable();
    said
}

/// The answer for one entry.
fn answer(task: &Task<'_>, entry: &Entry, kept: Option<&(&Kept, Contents<'_>)>) -> Answer {
    let options = task.options;
    if let Some((answer, true)) = kept.and_then(|(kept, contents)| kept.get(contents, entry)) {
        return answer;
    }
    let by_running = entry.program_start && options.domain == Domain::Auto;
    if by_running && let Ok(Some(mut answer)) = budget::phase(|| by_runs(task, entry)) {
        // The analyses are tested even where nobody needs them.
        if options.self_check.is_some() {
            answer.checked = analyze(task, entry).checked;
        }
        keep(entry, &answer, true, kept);
        return answer;
    }
    // Runs find in a moment what is wrong in most programs that cannot be proved.
    let analyzed = || analyzed(task, entry, kept);
    let mut answer = if by_running { within(3, 4, analyzed) } else { analyzed() };
    if answer.report.verdict != Verdict::Proved {
        let found = by_running && search(task, entry, &mut answer.findings);
        // Only the hunt knows other conventions than ours.
        let ours = options.conventions.goal == Goal::Everything;
        if ours && confirm(task.specification, options, entry, &mut answer.findings) || found {
            answer.report.verdict = Verdict::Violated;
        }
        if found && options.first_error {
            answer.report.domain = Some("hunt".into());
        }
        keep(entry, &answer, true, kept);
    }
    answer
}

/// What the analyses say of an entry, if it stands alone.
fn analyzed(task: &Task<'_>, entry: &Entry, kept: Option<&(&Kept, Contents<'_>)>) -> Answer {
    if let Some((answer, _)) = kept.and_then(|(kept, contents)| kept.get(contents, entry)) {
        return answer;
    }
    let mut answer = analyze(task, entry);
    if answer.report.verdict == Verdict::Proved
        && let Some(why) = relies_on(task, entry, &answer.report)
    {
        let report = &mut answer.report;
        (report.verdict, report.reason, report.reason_at) = (Verdict::Unknown, Some(why), None);
    }
    keep(entry, &answer, answer.report.verdict == Verdict::Proved, kept);
    answer
}

/// Keeps an answer, unless it might be another one if there were more left.
fn keep(entry: &Entry, answer: &Answer, complete: bool, kept: Option<&(&Kept, Contents<'_>)>) {
    if let Some((kept, contents)) = kept.filter(|_| budget::over().is_none()) {
        kept.put(contents, entry, answer, complete);
    }
}

/// What a proof rests on that nobody has shown, if so.
fn relies_on(task: &Task<'_>, entry: &Entry, report: &FunctionReport) -> Option<String> {
    let program = task.program;
    if let Some(why) = task.options.conventions.beyond_analyses() {
        return Some(why.into());
    }
    if entry.program_start && !program.constructors.is_empty() {
        return Some("functions that run before `main` are not looked at".into());
    }
    if entry.program_start && !program.destructors.is_empty() {
        return Some("functions that run behind `main` are not looked at".into());
    }
    // Where one function is asked for, the contracts it goes by are not shown by anybody else.
    task.options.entry.as_ref()?;
    if report.domain.as_deref() == Some("lengths") {
        return None;
    }
    let mut relied = BTreeSet::from([entry.function]);
    let mut work = vec![entry.function];
    while let Some(id) = work.pop() {
        work.extend(reliance::contracts(program, id).into_iter().filter(|id| relied.insert(*id)));
    }
    relied.remove(&entry.function);
    for id in relied {
        let answer = analyze(task, &Entry { function: id, program_start: false });
        if answer.report.verdict != Verdict::Proved || task.specification.means_nothing(id) {
            return Some(format!("proved if `{}` keeps its contract", program.functions[id].name));
        }
    }
    None
}

/// The functions that have a contract.
fn under_contract(program: &Program) -> BTreeSet<FunctionId> {
    let defined = program.defined();
    defined.filter(|(_, function)| function.contract.is_some()).map(|(id, _)| id).collect()
}

fn overall(functions: &[FunctionReport], findings: &[Finding]) -> Verdict {
    if findings.iter().any(|finding| finding.status == Status::Confirmed) {
        Verdict::Violated
    } else if !functions.is_empty() && functions.iter().all(|function| function.verdict == Verdict::Proved) {
        Verdict::Proved
    } else {
        Verdict::Unknown
    }
}

fn coverage(program: &Program, options: &Options, reports: &[FunctionReport]) -> Coverage {
    let mut coverage = Coverage { files: user_files(program), ..Coverage::default() };
    let asked = options.entry.as_deref().map(|entry| program.functions_meant(entry));
    for (id, function) in program.defined() {
        if asked.as_ref().is_some_and(|asked| !asked.contains(&id)) {
            continue;
        }
        coverage.functions += 1;
        // What stands in a clause of its contract stands in the function.
        let clauses = function.contract.iter().flat_map(ir::Contract::functions);
        let clauses = clauses.filter(|clause| program.owner(*clause) == id);
        let codes = std::iter::once(id).chain(clauses).map(|id| &program.functions[id].body);
        // Most code need not be gone over for this.
        let codes = codes.filter(|code| code.glance().is_some_and(|glance| glance.unsupported));
        let bodies = codes.filter_map(ir::Code::as_ref);
        for stmt in bodies.flat_map(|body| body.blocks.iter().flat_map(|block| &block.stmts)) {
            if let ir::StmtKind::Unsupported { why } = &stmt.kind {
                let (function, why) = (function.name.clone(), why.clone());
                coverage.unsupported.push(Unsupported { function, span: stmt.span, why });
            }
        }
    }
    coverage.proved = reports.iter().filter(|report| report.verdict == Verdict::Proved).count();
    let violated = reports.iter().filter(|report| report.verdict == Verdict::Violated).count();
    coverage.unknown = coverage.functions - coverage.proved - violated;
    coverage
}

/// How many files of the user have something in the program.
fn user_files(program: &Program) -> usize {
    let spans = program.functions.iter().filter(|f| f.body.is_some()).map(|f| f.span);
    let files: BTreeSet<_> = spans.map(|span| span.file).collect();
    files
        .into_iter()
        .filter(|file| program.sources.files.get(file.0 as usize).is_some_and(|f| !f.system))
        .count()
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::Duration;

    use super::*;

    #[test]
    fn nothing_is_proved_of_what_runs_before_or_behind_main() {
        for when in ["constructor", "destructor"] {
            let program = crate::triage::tests::load_text(&format!(
                "#include <stdlib.h>\nchar *p;\n__attribute__(({when})) static void twice(void) {{ free(p); free(p); }}\n\
                 int main(int argc, char **argv) {{ p = argc > 7 ? malloc(1) : NULL; return argv == NULL; }}\n"
            ));
            for domain in [Domain::Auto, Domain::Checkers, Domain::Lengths, Domain::ThreeValued] {
                let (report, _) = check(&program, &Options { domain, ..Options::default() });
                assert_ne!(report.verdict, Verdict::Proved, "{when} {domain:?}");
            }
        }
    }

    #[test]
    fn a_budget_holds_for_all_entries_together() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/tests/cmd/jobs.in/many.c");
        let command = cfront::Command { file, options: cfront::Options::default() };
        let loaded = cfront::load(&[command], &cfront::Budget::default());
        let program = loaded.unwrap_or_else(|error| panic!("{error}")).program;
        for jobs in [1, 4] {
            let over = Options { jobs: Some(jobs), time: Some(Duration::ZERO), ..Options::default() };
            let (report, _) = check(&program, &over);
            assert!(report.functions.iter().all(|function| function.verdict == Verdict::Unknown));
            assert!(report.functions.iter().all(|function| function.reason.is_some()));
            let (report, _) = check(&program, &Options { time: None, ..over });
            assert!(report.functions.iter().any(|function| function.verdict == Verdict::Proved));
        }
    }
}
