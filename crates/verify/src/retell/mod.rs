//! Findings that a run has shown, told with the heap of that run.
//!
//! The run is made once more with its inputs, and the memory is drawn at each step of the story: after the line of the step has been executed, or,
//! where the error comes before that, when it was begun. A line may be executed often: what counts is the time at which the block that the
//! story is about was allocated or freed, else the last time.
//!
//! Nothing has to be believed: a run that does not come to the same error is not told.

mod heap;
mod named;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use interp::{Inputs, Interpreter};
use ir::{FileId, Program, Span};
use model::{Drawing, Finding, Object, ObjectId, ObjectKind, Report, Rule, Status, Step};

use crate::Options;
use crate::predicates::predicates;
use heap::Artist;

/// The longest run that is told.
const STEPS: u64 = 200_000;
/// The most findings that are told so.
const FINDINGS: usize = 200;

/// Puts the heap of the run into the steps of each finding that has one, and the steps into the order in which they happened.
pub fn retell(program: &Program, options: &Options, report: &mut Report) {
    let confirmed = |finding: &&mut Finding| finding.status == Status::Confirmed && finding.inputs.is_some();
    let findings = report.findings.iter_mut().filter(confirmed).take(FINDINGS);
    for finding in findings {
        // What the budget leaves no time to draw is told in words.
        let Ok(Some(pictures)) = budget::phase(|| pictures(program, options, finding)) else { continue };
        let mut steps: Vec<(Time, Step)> = Vec::new();
        for (mut step, picture) in std::mem::take(&mut finding.trace).into_iter().zip(pictures) {
            // What has no time stays where it is.
            let before = steps.last().map_or(0, |(time, _)| *time);
            let (time, drawing) = picture.map_or((before, None), |(time, drawing)| (time, Some(drawing)));
            step.shapes = drawing.into_iter().collect();
            steps.push((time, step));
        }
        // The error is the end of the story.
        let end = steps.len().saturating_sub(1);
        steps[..end].sort_by_key(|(time, _)| *time);
        finding.trace = steps.into_iter().map(|(_, step)| step).collect();
    }
}

/// A moment of a run: after so many statements.
type Time = u64;

/// When a line was executed: begun, and left in the same call.
#[derive(Clone, Copy, Debug)]
struct Visit {
    begin: Time,
    end: Time,
}

/// The heap at each step.
fn pictures(program: &Program, options: &Options, finding: &Finding) -> Option<Vec<Option<(Time, Drawing)>>> {
    let run = run(program, options, finding)?;
    let seen = watch(program, &run, finding)?;
    let times: Vec<Option<Time>> =
        finding.trace.iter().enumerate().map(|(at, step)| seen.time(finding, at, step)).collect();
    let mut wanted: Vec<Time> = times.iter().flatten().copied().collect();
    wanted.sort_unstable();
    wanted.dedup();
    let mut machine = Interpreter::new(program, &run);
    let (mut artist, mut drawn) = (Artist::default(), BTreeMap::new());
    let between = (seen.end / LOOKS).max(1);
    for time in wanted {
        // Types are learned on the way, so that what nothing leads to any more is known.
        while machine.steps() < time && machine.step() {
            if machine.steps().is_multiple_of(between) {
                artist.draw(program, machine.memory());
            }
        }
        drawn.insert(time, artist.draw(program, machine.memory()));
    }
    let picture = |time: Time| Some((time, drawn.get(&time)?.clone()));
    Some(times.into_iter().map(|time| time.and_then(picture)).collect())
}

/// So often the memory is looked at besides.
const LOOKS: u64 = 256;

/// How the finding was shown.
fn run(program: &Program, options: &Options, finding: &Finding) -> Option<interp::Options> {
    let named = finding.replay.iter().find_map(|option| option.strip_prefix("--entry="));
    let entry = match named {
        Some(name) => program.functions_meant(name).first().copied()?,
        None => program.main()?,
    };
    let fails = finding.replay.iter().any(|option| option == "--malloc-may-fail");
    Some(interp::Options {
        inputs: Inputs::List(finding.inputs.clone()?),
        max_steps: STEPS,
        checkers: std::sync::Arc::new(predicates(program)),
        ..options.conventions.run(entry, fails)
    })
}

/// What was seen in a first run.
struct Seen {
    /// The visits of the lines of the story.
    visits: BTreeMap<(FileId, u32), Vec<Visit>>,
    /// When the block in question was allocated and freed.
    life: Vec<(Span, Time)>,
    /// When the function that is run begins: what it requires is evaluated before.
    begin: Time,
    end: Time,
}

/// Most blocks whose lives are followed.
const BLOCKS: usize = 1024;
/// Most visits of a line that are remembered.
const VISITS: usize = 4096;

fn watch(program: &Program, run: &interp::Options, finding: &Finding) -> Option<Seen> {
    let lines: Vec<(FileId, u32)> = finding.trace.iter().map(|step| line(step.span)).collect();
    let mut visits: BTreeMap<(FileId, u32), Vec<Visit>> = BTreeMap::new();
    // Lines that were begun in a call and are not left yet.
    let mut open: Vec<(usize, (FileId, u32), Time)> = Vec::new();
    let mut births: BTreeMap<ObjectId, Time> = BTreeMap::new();
    let mut deaths: BTreeMap<ObjectId, Time> = BTreeMap::new();
    let mut machine = Interpreter::new(program, run);
    let mut begin: Option<Time> = None;
    let mut close =
        |open: &mut Vec<(usize, (FileId, u32), Time)>, depth: usize, at: Option<(FileId, u32)>, now: Time| {
            while let Some(&(known, place, begin)) = open.last()
                && (known > depth || known == depth && Some(place) != at)
            {
                open.pop();
                let list = visits.entry(place).or_default();
                if list.len() < VISITS {
                    list.push(Visit { begin, end: now });
                }
            }
        };
    while let Some((function, block, stmt)) = machine.location() {
        let body = program.functions[function].body.as_ref()?;
        let block = &body.blocks[block];
        let here = line(block.stmts.get(stmt).map_or(block.span, |stmt| stmt.span));
        let (depth, now) = (machine.memory().frames.len(), machine.steps());
        close(&mut open, depth, Some(here), now);
        if function == run.entry {
            begin.get_or_insert(now);
        }
        let told = lines.contains(&here);
        if told && open.last().is_none_or(|last| (last.0, last.1) != (depth, here)) {
            open.push((depth, here, now));
        }
        let changes = told.then(|| machine.memory().objects().len());
        if !machine.step() {
            break;
        }
        if let Some(before) = changes {
            let now = machine.steps();
            let objects = machine.memory().objects();
            let made = objects.iter().skip(before).filter(|object| object.kind() == ObjectKind::Heap);
            for object in made.take(BLOCKS - births.len().min(BLOCKS)) {
                births.insert(object.id(), now);
            }
            for id in births.keys() {
                if machine.memory().live(*id).is_none() {
                    deaths.entry(*id).or_insert(now);
                }
            }
        }
    }
    let end = machine.steps();
    // What is still open when the error comes was begun, and not left.
    for (_, place, begin) in std::mem::take(&mut open) {
        visits.entry(place).or_default().push(Visit { begin, end: begin });
    }
    let same = |found: &Finding| found.rule == finding.rule && line(found.span) == line(finding.span);
    let leaked = finding.rule == Rule::Leak;
    if !leaked && !machine.findings().iter().any(same) {
        return None;
    }
    let span = |object: &Object, born: bool| {
        let site = if born { object.allocated() } else { object.released() };
        machine.memory().site(site).span
    };
    // The block that came and went at the places of the story; the last one if there are several.
    let fits = |object: &&Object| {
        let at = |note: &str, born: bool| {
            let step = finding.trace.iter().find(|step| step.note.starts_with(note));
            step.is_none_or(|step| line(span(object, born)) == line(step.span))
        };
        births.contains_key(&object.id())
            && at("the block is allocated", true)
            && at("the block is freed", false)
    };
    let block = machine.memory().objects().iter().rfind(fits);
    let life = block.into_iter().flat_map(|block| {
        let born = births.get(&block.id()).map(|time| (span(block, true), *time));
        let died = deaths.get(&block.id()).map(|time| (span(block, false), *time));
        born.into_iter().chain(died)
    });
    Some(Seen { life: life.collect(), visits, begin: begin.unwrap_or(0), end })
}

fn line(span: Span) -> (FileId, u32) {
    (span.file, span.line)
}

impl Seen {
    /// When a step of the story is told.
    fn time(&self, finding: &Finding, at: usize, step: &Step) -> Option<Time> {
        let last = at + 1 == finding.trace.len();
        if last && finding.rule != Rule::Leak {
            return Some(self.end);
        }
        if step.note.starts_with("the block is given") {
            return Some(self.begin);
        }
        let about_block = step.note.starts_with("the block is");
        if let Some((_, time)) =
            self.life.iter().find(|(span, _)| about_block && line(*span) == line(step.span))
        {
            let around = |visit: &&Visit| visit.begin <= *time && *time <= visit.end;
            let visit = self.visits.get(&line(step.span)).and_then(|visits| visits.iter().find(around));
            return Some(visit.map_or(*time, |visit| visit.end));
        }
        self.visits.get(&line(step.span))?.last().map(|visit| visit.end)
    }
}
