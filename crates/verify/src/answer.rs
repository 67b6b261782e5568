//! What the domains say of one entry.

use std::time::Instant;

use budget::Over;
use checkers::Checkers;
use engine::{Analysis, Check, Engine, Entry, Limits, ShapeDomain};
use ir::{Program, Span};
use model::{Finding, FunctionReport, Verdict};
use three_valued::ThreeValued;

use crate::Domain;
use crate::combine::Closed;
use crate::confirm::settle;
use crate::explore;
use crate::findings::{MOST_WITH_STATES, findings, objections};
use crate::hunt::finds;
use crate::oracle::{SelfCheck, compare_relying};
use crate::regions;
use crate::structures::three_valued;
use crate::task::{Task, checkers, domain, limits, within};

/// What is known of one entry.
pub(crate) struct Answer {
    pub(crate) report: FunctionReport,
    pub(crate) findings: Vec<Finding>,
    pub(crate) checked: Option<SelfCheck>,
}

impl Answer {
    /// Nothing came of it: it had to be given up.
    pub(crate) fn given_up(program: &Program, entry: &Entry, over: Over) -> Self {
        let function = &program.functions[entry.function];
        let report = FunctionReport {
            name: function.name.clone(),
            span: function.span,
            verdict: Verdict::Unknown,
            domain: None,
            time_ms: 0.0,
            peak_disjuncts: 0,
            iterations: 0,
            reason: Some(over.why().to_owned()),
            reason_at: None,
            facts: Vec::new(),
        };
        Self { report, findings: Vec::new(), checked: None }
    }

    /// What several domains prove together.
    fn proved_by(mut self, domains: &str) -> Self {
        self.report.verdict = Verdict::Proved;
        self.report.domain = Some(domains.into());
        self
    }
}

/// Analyzes one entry with the domains asked for, until it is proved or the budget is over.
pub(crate) fn analyze(task: &Task<'_>, entry: &Entry) -> Answer {
    let started = Instant::now();
    budget::phase(|| by_domains(task, entry)).unwrap_or_else(|over| {
        let mut answer = Answer::given_up(task.program, entry, over);
        answer.report.time_ms = started.elapsed().as_secs_f64() * 1000.0;
        answer
    })
}

fn by_domains(task: &Task<'_>, entry: &Entry) -> Answer {
    let Task { program, options, .. } = *task;
    match options.domain {
        Domain::Lengths => {
            let domain = domain(options);
            let mut run = Run::new(task, entry, &domain);
            let facts = run.facts(|analysis| domain.findings_of_lengths(analysis));
            run.answer(task, entry, facts, &|_| false)
        }
        // A function that goes by its contract is not explored.
        Domain::Auto if entry.program_start && !has_contracts(program) => whole_program(task, entry),
        // Whoever knows nothing of the contract need not be asked.
        Domain::Auto if !task.specification.is_beyond_lengths(entry.function) => {
            automatically(task, entry, None).0
        }
        Domain::Regions => regions::answer(task, entry),
        Domain::Checkers | Domain::Auto => {
            let mut run = Run::best(task, entry);
            let domain = run.domain;
            let facts = if options.domain == Domain::Checkers && run.is_proved(task) {
                run.facts(|analysis| domain.walks_that_end(analysis))
            } else {
                Vec::new()
            };
            run.answer(task, entry, facts, &|_| false)
        }
        Domain::ThreeValued => {
            let domains = three_valued(program, options);
            Run::of_guesses(task, entry, &domains).answer(task, entry, Vec::new(), &|_| false)
        }
    }
}

/// A short exploration, then one block at a time, then the analyses, and where they do not prove it a long exploration.
fn whole_program(task: &Task<'_>, entry: &Entry) -> Answer {
    let domain = checkers(task.program, task.options).exactly();
    let mut short = Run::exploring(task, entry, &domain, explore::SHORT, &[]);
    if short.is_proved(task) {
        return short.explored(task, entry);
    }
    // Whoever wants one error need not wait for all that is to be known.
    let asked = |finding: &Finding| task.options.conventions.asks(finding.rule);
    if task.options.first_error {
        let shown = explore::shown(task, entry, &mut short);
        if shown.iter().any(asked) || finds(task, entry) {
            let answer = short.answer_without_runs(task, entry, Vec::new(), &|_| false);
            return with_shown(task, answer, shown);
        }
    }
    let (by_regions, checked) =
        within(1, 4, || budget::phase(|| regions::exclude(task, entry)).unwrap_or_default());
    let (mut answer, of_analyses) = automatically(task, entry, by_regions);
    let alarms = Closed::alarms(&of_analyses);
    answer.checked = [checked, answer.checked].into_iter().flatten().reduce(SelfCheck::with);
    if answer.report.verdict == Verdict::Proved {
        return answer;
    }
    // What ended before its bounds need not be explored again.
    let mut explored =
        if short.lost().is_none() { short } else { Run::towards(task, entry, &domain, &alarms) };
    if explored.lost().is_none() {
        // Nothing was merged that differs: it speaks, and of what it could not exclude others may know better.
        let closed = explored.closed(task);
        let proved = explored.is_proved(task) || closed.proves_with(&of_analyses);
        let by_others = |check: Check| of_analyses.iter().any(|other| other.discharges(check, &closed));
        let checked = [answer.checked, explored.compare(task, entry)];
        explored.analysis.keep_open_states(MOST_WITH_STATES);
        answer = explored.answer_without_runs(task, entry, answer.report.facts, &by_others);
        answer.checked = checked.into_iter().flatten().reduce(SelfCheck::with);
        answer.report.domain = Some("exploration".into());
        if proved {
            answer.report.verdict = Verdict::Proved;
            return answer;
        }
    }
    let shown = explore::shown(task, entry, &mut explored);
    with_shown(task, answer, shown)
}

/// An answer with what runs have shown.
fn with_shown(task: &Task<'_>, mut answer: Answer, shown: Vec<Finding>) -> Answer {
    if !shown.is_empty() {
        answer.report.verdict = Verdict::Violated;
        answer.report.domain = Some("exploration".into());
    }
    for finding in shown {
        settle(task.program, &mut answer.findings, finding);
    }
    answer
}

/// Statements, each counted for every state in which it is reached, after which the second domain has its turn.
const STEPS: u64 = 10_000;

/// The same for definitions that may say too much: for the first, and for all others together.
const TRY_STEPS: u64 = 10_000;

/// The same for guesses at which links lead back that come after the first.
const OTHER_STEPS: u64 = 20_000;

/// The same if the first guess had to be given up.
const LOST_STEPS: u64 = 100_000;

/// Lengths first, which is quick and knows numbers; then checkers, which know shapes. What was excluded before need not be
/// excluded again. Also what each of them excludes.
fn automatically(task: &Task<'_>, entry: &Entry, before: Option<Closed>) -> (Answer, Vec<Closed>) {
    let lengths = domain(task.options);
    let by_regions: Vec<Closed> = before.into_iter().collect();
    // The other one must have its turn.
    let mut first = within(1, 2, || Run::within(task, entry, &lengths, STEPS));
    let facts = first.facts(|analysis| lengths.findings_of_lengths(analysis));
    if first.is_proved(task) {
        return (first.answer(task, entry, facts, &|_| false), Vec::new());
    }
    let of_first = first.closed(task);
    if of_first.proves_with(&by_regions) {
        let excluded = |check: Check| by_regions.iter().any(|other| other.discharges(check, &of_first));
        let answer = first.answer(task, entry, facts, &excluded);
        return (answer.proved_by("regions+lengths"), Vec::new());
    }
    // Where there is nothing left for the second, the first has said something.
    let Ok(mut second) = budget::phase(|| Run::best(task, entry)) else {
        let excluded = |check: Check| by_regions.iter().any(|other| other.discharges(check, &of_first));
        let answer = first.answer_without_runs(task, entry, facts, &excluded);
        return (answer, std::iter::once(of_first).chain(by_regions).collect());
    };
    let of_second = second.closed(task);
    let others = |other: &Closed, check: Check, own: &Closed| {
        std::iter::once(other).chain(&by_regions).any(|other| other.discharges(check, own))
    };
    let by_second = |check: Check| others(&of_second, check, &of_first);
    let by_first = |check: Check| others(&of_first, check, &of_second);
    let open_in_first = first.objections(&by_second);
    let open_in_second = second.objections(&by_first);
    // The one that got further speaks: first who proves it, then who lost nothing, then who has fewer objections. Of two that
    // lost something the one that knows more of C tells more by what it lost.
    let both_lost = first.lost().is_some() && second.lost().is_some();
    let rank_first = (true, first.lost().is_some(), both_lost, open_in_first);
    let rank_second = (!second.is_proved(task), second.lost().is_some(), false, open_in_second);
    let together = if second.is_proved(task) {
        None
    } else if of_first.proves_with([&of_second]) {
        Some("lengths+checkers")
    } else if of_second.proves_with(&by_regions) {
        Some("regions+checkers")
    } else {
        let all = std::iter::once(&of_second).chain(&by_regions);
        of_first.proves_with(all).then_some("regions+lengths+checkers")
    };
    let checked = [first.compare(task, entry), second.compare(task, entry)];
    let answer = if rank_second < rank_first {
        second.answer_without_runs(task, entry, Vec::new(), &by_first)
    } else {
        first.answer_without_runs(task, entry, facts.clone(), &by_second)
    };
    let mut answer = Answer { checked: checked.into_iter().flatten().reduce(SelfCheck::with), ..answer };
    if let Some(domains) = together {
        answer = answer.proved_by(domains);
        answer.report.facts = facts;
    }
    let mut all = vec![of_first, of_second];
    all.extend(by_regions);
    (answer, all)
}

/// A domain's analysis of an entry.
pub(crate) struct Run<'a, D: ShapeDomain> {
    pub(crate) domain: &'a D,
    pub(crate) analysis: Analysis<'a, D>,
    /// What was spent before anybody asked about details.
    spent: engine::Spent,
    started: Instant,
    /// Why nothing follows from what it says, if so.
    blind: Option<&'static str>,
}

impl<'a, D: ShapeDomain> Run<'a, D> {
    fn new(task: &Task<'a>, entry: &Entry, domain: &'a D) -> Self {
        Self::within(task, entry, domain, u64::MAX)
    }

    fn within(task: &Task<'a>, entry: &Entry, domain: &'a D, steps: u64) -> Self {
        let started = Instant::now();
        let limits = limits(task.options);
        let limits = Limits { steps: limits.steps.min(steps), ..limits };
        let analysis = Engine::new(task.program, domain, limits).run(entry);
        let blind = domain.name() == "lengths" && task.specification.is_beyond_lengths(entry.function);
        let blind = blind.then_some("what the checkers of the contract claim is not known to list lengths");
        Self { domain, spent: analysis.spent(), analysis, started, blind }
    }

    /// The analysis of the first of some domains that proves an entry within its steps, else the one that says most; one may have been tried before.
    fn first_to_prove(
        task: &Task<'a>,
        entry: &Entry,
        mut best: Option<Self>,
        turns: impl IntoIterator<Item = (&'a D, u64)>,
    ) -> Self {
        for (domain, steps) in turns {
            let run = Self::within(task, entry, domain, steps);
            if best.as_ref().is_none_or(|best| run.rank(task) < best.rank(task)) {
                best = Some(run);
            }
            if best.as_ref().is_some_and(|best| best.is_proved(task)) {
                break;
            }
        }
        best.expect("at least one domain was tried")
    }

    /// The less, the more it says.
    fn rank(&self, task: &Task<'_>) -> (bool, bool, usize) {
        (!self.is_proved(task), self.lost().is_some(), self.objections(&|_| false))
    }

    fn objections(&self, excluded: &dyn Fn(Check) -> bool) -> usize {
        objections(self.analysis.program(), &self.analysis, excluded).len()
    }

    /// Why some check could not be made, if so, and where.
    fn lost(&self) -> Option<(String, Option<Span>)> {
        let lost = self.analysis.lost().map(|lost| (lost.why.to_string(), Some(lost.span)));
        lost.or(self.blind.map(|why| (why.into(), None))).or_else(|| {
            let mut checks = self.analysis.checks().iter();
            let span = |check: &Check, open: &engine::Open| {
                open.span.unwrap_or_else(|| check.point.span(self.analysis.program()))
            };
            checks
                .find(|(_, open)| open.lost)
                .map(|(check, open)| (open.message.to_string(), Some(span(check, open))))
        })
    }

    /// Whether it came to its end, and nothing that is asked is open.
    fn is_proved(&self, task: &Task<'_>) -> bool {
        let conventions = &task.options.conventions;
        self.lost().is_none() && !self.analysis.checks().iter().any(|(check, _)| conventions.asks(check.rule))
    }

    fn closed(&self, task: &Task<'_>) -> Closed {
        let closed = Closed::of(self.domain, &self.analysis, &task.options.conventions);
        if self.blind.is_some() { closed.with_nothing() } else { closed }
    }

    /// What else a domain can say of an analysis that lost nothing.
    fn facts(&mut self, facts: impl FnOnce(&mut Analysis<'a, D>) -> Vec<String>) -> Vec<String> {
        if self.analysis.lost().is_none() { facts(&mut self.analysis) } else { Vec::new() }
    }

    fn compare(&self, task: &Task<'_>, entry: &Entry) -> Option<SelfCheck> {
        if self.blind.is_some() {
            return None;
        }
        let under_contract = task.program.functions[entry.function].contract.is_some();
        let runs = task.options.self_check.filter(|_| entry.program_start || under_contract)?;
        let (domain, unproved) = (self.domain, task.unproved);
        Some(compare_relying(task.specification, task.options, domain, &self.analysis, entry, runs, unproved))
    }

    /// The answer, where some checks are excluded by others.
    fn answer(
        &mut self,
        task: &Task<'_>,
        entry: &Entry,
        facts: Vec<String>,
        excluded: &dyn Fn(Check) -> bool,
    ) -> Answer {
        let checked = self.compare(task, entry);
        Answer { checked, ..self.answer_without_runs(task, entry, facts, excluded) }
    }

    fn answer_without_runs(
        &mut self,
        task: &Task<'_>,
        entry: &Entry,
        facts: Vec<String>,
        excluded: &dyn Fn(Check) -> bool,
    ) -> Answer {
        let verdict = if self.is_proved(task) { Verdict::Proved } else { Verdict::Unknown };
        let (reason, reason_at) = self.lost().unzip();
        let tell = || findings(task.program, self.domain, &mut self.analysis, excluded);
        let findings = budget::with_grace(|| budget::phase(tell)).unwrap_or_default();
        let function = &task.program.functions[entry.function];
        let report = FunctionReport {
            name: function.name.clone(),
            span: function.span,
            verdict,
            domain: Some(self.domain.name().into()),
            time_ms: self.started.elapsed().as_secs_f64() * 1000.0,
            peak_disjuncts: self.spent.peak_disjuncts,
            iterations: self.spent.iterations,
            reason,
            reason_at: reason_at.flatten(),
            facts,
        };
        Answer { report, findings, checked: None }
    }
}

impl<'a> Run<'a, ThreeValued> {
    /// The analysis by the first guess at which links lead back that proves an entry, else by the one that says most.
    pub(crate) fn of_guesses(task: &Task<'a>, entry: &Entry, domains: &'a [ThreeValued]) -> Self {
        let (first, others) = domains.split_first().expect("there is at least one guess");
        let first = Self::within(task, entry, first, u64::MAX);
        if first.is_proved(task) || others.is_empty() {
            return first;
        }
        // Whoever came to the end has something to say; whoever gave up has not.
        let steps = if first.lost().is_some() { LOST_STEPS } else { OTHER_STEPS };
        let other = Self::first_to_prove(task, entry, None, others.iter().map(|domain| (domain, steps)));
        if other.rank(task) < first.rank(task) { other } else { first }
    }
}

impl<'a> Run<'a, Checkers> {
    /// The analysis of the first domain that proves an entry, else the one that says most. Most entries are proved by the first of all or by none, so
    /// the others are made only then.
    pub(crate) fn best(task: &Task<'a>, entry: &Entry) -> Self {
        let first = Self::recalling(task, entry, task.first_checkers());
        if first.is_proved(task) {
            return first;
        }
        let (last, others) = task.checkers().split_last().expect("there is the first");
        let each = TRY_STEPS / others.len().max(1) as u64;
        let turns = others.iter().map(|domain| (domain, each)).chain([(last, u64::MAX)]);
        // The only one has all the steps there are; else the first has had its turn.
        let again = others.is_empty() && first.spent.steps >= TRY_STEPS;
        Self::first_to_prove(task, entry, (!again).then_some(first), turns.skip(usize::from(!again)))
    }

    /// The first analysis, with what earlier checks of the program knew of its functions.
    fn recalling(task: &Task<'a>, entry: &Entry, domain: &'a Checkers) -> Self {
        let recall = task.recall.filter(|_| entry.program_start && !has_contracts(task.program));
        let known = recall.and_then(|recall| recall.begin(task.program, task.options, domain));
        let Some((recall, known)) = recall.zip(known) else {
            return Self::within(task, entry, domain, TRY_STEPS);
        };
        let started = Instant::now();
        let limits = limits(task.options);
        let limits = Limits { steps: limits.steps.min(TRY_STEPS), ..limits };
        let engine = Engine::new(task.program, domain, limits);
        let analysis = engine.recalling(known.summaries.clone(), known.keys.clone()).run(entry);
        recall.keep(&known, analysis.summaries(), analysis.recalled());
        Self { domain, spent: analysis.spent(), analysis, started, blind: None }
    }

    /// A long exploration, which goes first to where other analyses have an alarm.
    fn towards(task: &Task<'a>, entry: &Entry, domain: &'a Checkers, alarms: &[Check]) -> Self {
        Self::exploring(task, entry, domain, explore::LONG, alarms)
    }

    /// Explores so many states.
    fn exploring(
        task: &Task<'a>,
        entry: &Entry,
        domain: &'a Checkers,
        states: u64,
        targets: &[Check],
    ) -> Self {
        let started = Instant::now();
        let limits = Limits { steps: states * explore::STATE_STEPS, ..limits(task.options) };
        let bounds = explore::bounds(states, task.options.self_check.is_some());
        let analysis = Engine::new(task.program, domain, limits).explore_towards(entry, bounds, targets);
        Self { domain, spent: analysis.spent(), analysis, started, blind: None }
    }

    /// The answer of an exploration that proved everything.
    fn explored(&mut self, task: &Task<'_>, entry: &Entry) -> Answer {
        let mut answer = self.answer(task, entry, Vec::new(), &|_| false);
        answer.report.verdict = Verdict::Proved;
        answer.report.domain = Some("exploration".into());
        answer
    }
}

fn has_contracts(program: &Program) -> bool {
    program.functions.iter().any(|function| function.contract.is_some())
}
