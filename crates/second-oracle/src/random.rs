//! Generated programs: those that are proved run natively, and every chunk of them is written down, so that a campaign can go on where it ended.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use generate::{SURFACE_INCLUDES, Surface};

use crate::native::{self, Build, Ended, Program, Run};
use crate::reduce;
use crate::tool::{Tool, Verdict};

/// Programs in one compilation.
const CHUNK: u64 = 100;

/// What a campaign is to do.
pub struct Campaign<'a> {
    /// Who is asked.
    pub tool: &'a Tool,
    /// The compilers.
    pub builds: &'a [Build],
    /// Where files go.
    pub out: &'a Path,
    /// Whether every program runs natively, also those that are not proved: that tries the generator, and finds wrong errors.
    pub all: bool,
    /// Whether what is found is made small.
    pub reduce: bool,
    /// How many chunks are worked on at a time.
    pub jobs: usize,
}

/// How many programs were what.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Counts {
    /// All of them.
    pub programs: u64,
    /// Those that are proved.
    pub proved: u64,
    /// Those with an error that a run shows.
    pub violated: u64,
    /// Those without an answer, or with errors that are possible.
    pub unknown: u64,
    /// Refusals.
    pub refused: u64,
    /// Those that are proved and fail natively.
    pub refuted: u64,
    /// Those that are proved, have a mistake, and do not fail natively.
    pub suspect: u64,
    /// Those without a mistake that fail natively: the generator is wrong.
    pub generator: u64,
    /// Those without a mistake that do not fail, and of which an error is confirmed.
    pub alarms: u64,
    /// Those with a mistake that is seen natively.
    pub shown: u64,
    /// How long it took.
    pub seconds: f64,
}

impl Counts {
    const NAMES: [&'static str; 10] = [
        "programs",
        "proved",
        "violated",
        "unknown",
        "refused",
        "refuted",
        "suspect",
        "generator",
        "alarms",
        "shown",
    ];

    fn numbers(&self) -> [u64; 10] {
        [
            self.programs,
            self.proved,
            self.violated,
            self.unknown,
            self.refused,
            self.refuted,
            self.suspect,
            self.generator,
            self.alarms,
            self.shown,
        ]
    }

    fn of(numbers: [u64; 10], seconds: f64) -> Self {
        let [programs, proved, violated, unknown, refused, refuted, suspect, generator, alarms, shown] =
            numbers;
        Self {
            programs,
            proved,
            violated,
            unknown,
            refused,
            refuted,
            suspect,
            generator,
            alarms,
            shown,
            seconds,
        }
    }

    fn add(&mut self, other: &Self) {
        let (mine, theirs) = (self.numbers(), other.numbers());
        let sum = std::array::from_fn(|at| mine[at] + theirs[at]);
        *self = Self::of(sum, self.seconds + other.seconds);
    }

    /// A table of one line under its head.
    pub fn table(&self) -> String {
        let head: Vec<String> = Self::NAMES.iter().map(|name| format!("{name:>9}")).collect();
        let row: Vec<String> = self.numbers().iter().map(|number| format!("{number:>9}")).collect();
        format!("{} {:>9}\n{} {:>9.0}", head.join(" "), "seconds", row.join(" "), self.seconds)
    }

    fn line(&self, first: u64) -> String {
        let row: Vec<String> = self.numbers().iter().map(ToString::to_string).collect();
        format!("{first}\t{}\t{:.1}\n", row.join("\t"), self.seconds)
    }
}

fn append(file: &Path, text: &str) -> anyhow::Result<()> {
    fs::OpenOptions::new().create(true).append(true).open(file)?.write_all(text.as_bytes())?;
    Ok(())
}

/// The chunks that were done before.
fn done(file: &Path) -> BTreeMap<u64, Counts> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let parse = |line: &str| {
        let mut words = line.split('\t');
        let first = words.next()?.parse().ok()?;
        let rest: Vec<&str> = words.collect();
        let (seconds, numbers) = rest.split_last()?;
        let numbers: Vec<u64> = numbers.iter().filter_map(|word| word.parse().ok()).collect();
        Some((first, Counts::of(numbers.try_into().ok()?, seconds.parse().ok()?)))
    };
    text.lines().filter_map(parse).collect()
}

/// A program that was looked at.
struct Tried {
    seed: u64,
    program: Surface,
    verdict: Verdict,
    runs: Vec<Run>,
}

impl Campaign<'_> {
    /// Programs from a seed on: what was done before is not done again. Several chunks are worked on at a time.
    pub fn run(&self, from: u64, count: u64) -> anyhow::Result<Counts> {
        fs::create_dir_all(self.out)?;
        let record = self.out.join("chunks.tsv");
        let before = done(&record);
        let sum = Mutex::new(Counts::default());
        let chunks = Mutex::new((from..from + count).step_by(CHUNK as usize));
        let work = |worker: usize| -> anyhow::Result<()> {
            let room = self.out.join(format!("worker{worker}"));
            fs::create_dir_all(&room)?;
            loop {
                let Some(first) = chunks.lock().expect("nobody panics").next() else { return Ok(()) };
                let next = (first + CHUNK).min(from + count);
                let known = before.get(&first).filter(|known| known.programs == next - first);
                let counts = if let Some(known) = known {
                    known.clone()
                } else {
                    let counts = self.chunk(&room, first, next)?;
                    append(&record, &counts.line(first))?;
                    counts
                };
                let mut sum = sum.lock().expect("nobody panics");
                sum.add(&counts);
                if known.is_none() && sum.programs.is_multiple_of(1_000) {
                    eprintln!("{}", sum.table().lines().last().unwrap_or_default());
                }
            }
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs).map(|worker| scope.spawn(move || work(worker))).collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("workers do not panic"))
        })?;
        Ok(sum.into_inner().expect("nobody panics"))
    }

    fn chunk(&self, room: &Path, first: u64, next: u64) -> anyhow::Result<Counts> {
        let begin = Instant::now();
        let mut counts = Counts::default();
        let mut tried: BTreeMap<Vec<String>, Vec<Tried>> = BTreeMap::new();
        let file = room.join("program.c");
        let mut answers = String::new();
        for seed in first..next {
            let program = generate::surface(seed, "");
            fs::write(&file, program.text())?;
            let verdict = self.tool.check(&file, &[], &program.flags);
            counts.programs += 1;
            let planted = program.planted.as_deref().unwrap_or("-");
            let _ = writeln!(answers, "{seed}\t{verdict:?}\t{}\t{planted}", program.scenes.join(","));
            match verdict {
                Verdict::Proved => counts.proved += 1,
                Verdict::Confirmed => counts.violated += 1,
                Verdict::Possible | Verdict::Unknown => counts.unknown += 1,
                Verdict::None => {
                    counts.refused += 1;
                    self.keep("refused", seed, &program, "refused", None)?;
                }
            }
            if verdict == Verdict::Proved || self.all && verdict != Verdict::None {
                let runs = runs(seed, &program, verdict == Verdict::Proved);
                tried.entry(program.flags.clone()).or_default().push(Tried { seed, program, verdict, runs });
            }
        }
        append(&self.out.join("answers.tsv"), &answers)?;
        for (flags, group) in tried {
            self.natively(room, &flags, &group, &mut counts)?;
        }
        counts.seconds = begin.elapsed().as_secs_f64();
        Ok(counts)
    }

    fn natively(
        &self,
        room: &Path,
        flags: &[String],
        group: &[Tried],
        counts: &mut Counts,
    ) -> anyhow::Result<()> {
        let programs: Vec<Program> = group
            .iter()
            .map(|tried| {
                let tag = format!("_{}", tried.seed);
                Program {
                    body: generate::surface(tried.seed, &tag).body,
                    main: format!("main{tag}"),
                    runs: tried.runs.clone(),
                }
            })
            .collect();
        let mut faults: Vec<Option<(Build, usize, String)>> = vec![None; group.len()];
        for build in self.builds_of(group[0].seed) {
            let endings = native::run(room, build, SURFACE_INCLUDES, &programs, flags)?;
            for (fault, endings) in faults.iter_mut().zip(endings) {
                let found = endings.into_iter().enumerate().find_map(|(run, ended)| match ended {
                    Ended::Fault(why) => Some((build, run, why)),
                    _ => None,
                });
                *fault = fault.take().or(found);
            }
        }
        for (tried, fault) in group.iter().zip(faults) {
            let planted = tried.program.planted.is_some();
            let (seed, program) = (tried.seed, &tried.program);
            if planted && fault.is_some() {
                counts.shown += 1;
            }
            match (tried.verdict, &fault) {
                (Verdict::Proved, Some((build, run, why))) => {
                    counts.refuted += 1;
                    let run = &tried.runs[*run];
                    self.keep("refuted", seed, program, &format!("{build:?}, {run:?}: {why}"), None)?;
                    if self.reduce {
                        let small = reduce::program(self.tool, room, *build, program, run)?;
                        self.keep(
                            "refuted",
                            seed,
                            program,
                            &format!("{build:?}, {run:?}: {why}"),
                            Some(&small),
                        )?;
                    }
                }
                (Verdict::Proved, None) if planted => {
                    counts.suspect += 1;
                    self.keep("suspect", seed, program, "proved, and no run fails", None)?;
                }
                (_, Some((build, run, why))) if !planted => {
                    counts.generator += 1;
                    self.keep(
                        "generator",
                        seed,
                        program,
                        &format!("{build:?}, {:?}: {why}", tried.runs[*run]),
                        None,
                    )?;
                }
                (Verdict::Confirmed, None) if !planted => {
                    counts.alarms += 1;
                    self.keep("alarms", seed, program, "confirmed, and no run fails", None)?;
                }
                (_, None) if planted => {
                    self.keep("silent", seed, program, &format!("{:?}", tried.verdict), None)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// gcc and clang take turns; the sanitizer of uninitialized memory looks at everything.
    fn builds_of(&self, seed: u64) -> Vec<Build> {
        let turn = if (seed / CHUNK).is_multiple_of(2) { Build::Gcc } else { Build::Clang };
        let both = !self.builds.contains(&turn) || self.all;
        self.builds
            .iter()
            .copied()
            .filter(|build| both || *build == turn || *build == Build::Memory)
            .collect()
    }

    /// Keeps a program, with what is known of it.
    fn keep(
        &self,
        kind: &str,
        seed: u64,
        program: &Surface,
        why: &str,
        small: Option<&str>,
    ) -> anyhow::Result<()> {
        let dir = self.out.join(kind);
        fs::create_dir_all(&dir)?;
        let name = if small.is_some() { format!("{seed}.small.c") } else { format!("{seed}.c") };
        let file = dir.join(name);
        let planted = program.planted.as_deref().unwrap_or("no mistake");
        let inputs: Vec<String> = program.inputs.iter().map(ToString::to_string).collect();
        let head = format!(
            "// Program {seed}: {}; {planted}; inputs {}; flags {}.\n// {why}\n",
            program.scenes.join(", "),
            inputs.join(","),
            program.flags.join(" ")
        );
        let text = small.map_or_else(|| program.text(), str::to_owned);
        fs::write(&file, head + &text)?;
        Ok(())
    }
}

/// The runs of a program: the one that is meant, the same with allocations that fail, and a few others.
fn runs(seed: u64, program: &Surface, many: bool) -> Vec<Run> {
    let meant = |fail| Run { inputs: program.inputs.clone(), fail };
    let mut found = vec![meant(0)];
    if !many {
        return found;
    }
    let allocates = program.body.contains("alloc(") || program.body.contains("strdup(");
    if allocates {
        found.extend([meant(1), meant(2)]);
    }
    if program.body.contains("__VERIFIER") {
        // Numbers as people type them.
        let mut state = seed | 1;
        let mut random = |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let number = (state >> 33) as i64;
            [0, 1, 2, 3, -1, number % 10, number % 300, number % 100_000][(number >> 8) as usize % 8]
        };
        let guards = program.inputs.len().min(4);
        found.push(Run { inputs: (0..6).map(&mut random).collect(), fail: 0 });
        let mut tail = program.inputs[..guards.min(1)].to_vec();
        tail.extend((0..5).map(&mut random));
        found.push(Run { inputs: tail, fail: 0 });
    }
    found
}
