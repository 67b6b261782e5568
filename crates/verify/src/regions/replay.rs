//! Showing what was found by running the function that it is in.
//!
//! A function of a library has no caller to be run from, so one is made up: it is run by itself on small models of its
//! arguments, which own what they lead to and share nothing ([`Models`]). What goes wrong then goes wrong for such
//! a caller. Only what befalls blocks that the program itself allocates is tried: what a function may do with those it is
//! given, only its callers know.
//!
//! Invariant: bounded by numbers of runs and statements. Invariant: what was shown before is run again, not believed.

use interp::Inputs;
use ir::{FunctionId, Program};
use model::{Finding, Status};
use regions::Occurrence;

use crate::confirm::{replay, settle};
use crate::trials::errors;
use crate::{Models, Options};

/// The most models that a function is run on.
const MODELS: u64 = 12;

/// How often each of them is tried with allocations that may fail.
const ROUNDS: u64 = 16;

/// The most statements of a run.
const STEPS: u64 = 5_000;

/// The most that all runs for a finding may cost before their first statement: a run begins with all variables and functions.
const STARTS: usize = 400_000;

/// A run that shows a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    /// The function that is run by itself.
    pub(crate) entry: FunctionId,
    /// Whether allocations may fail.
    pub(crate) malloc_may_fail: bool,
    /// What it is given.
    pub(crate) inputs: Vec<i128>,
}

/// Whether runs are tried for it.
pub(super) fn can_be_shown(occurrence: &Occurrence) -> bool {
    occurrence.definite && occurrence.allocated.is_some()
}

/// Looks for a run of one of these functions that shows a finding, which then says so.
pub(super) fn show(
    program: &Program,
    options: &Options,
    entries: &[FunctionId],
    occurrence: &Occurrence,
    finding: &mut Finding,
) -> Option<Run> {
    if !can_be_shown(occurrence) {
        return None;
    }
    let mut left = STARTS / (500 + program.globals.len() + program.functions.len());
    for entry in entries {
        let models = Models::of_callers(program, *entry, MODELS.min(left as u64));
        for round in 0..=if options.malloc_may_fail { ROUNDS } else { 0 } {
            for (seed, list) in (round << 32..).zip(&models) {
                if left == 0 {
                    return None;
                }
                left -= 1;
                let inputs = Inputs::Started { list: list.clone(), seed };
                let run = interp::Options {
                    inputs,
                    malloc_may_fail: round > 0,
                    max_steps: STEPS,
                    ..interp::Options::new(*entry)
                };
                if let Some(inputs) = happens(program, &run, finding) {
                    return Some(Run { entry: *entry, malloc_may_fail: round > 0, inputs });
                }
            }
        }
    }
    None
}

/// Runs again what has shown a finding. Whether it still does; the finding then says so.
pub(super) fn show_again(program: &Program, run: &Run, finding: &mut Finding) -> bool {
    let run = interp::Options {
        inputs: Inputs::List(run.inputs.clone()),
        malloc_may_fail: run.malloc_may_fail,
        max_steps: STEPS,
        ..interp::Options::new(run.entry)
    };
    happens(program, &run, finding).is_some()
}

/// Whether a run shows a finding, and with which inputs. The finding is then what was seen.
fn happens(program: &Program, run: &interp::Options, finding: &mut Finding) -> Option<Vec<i128>> {
    let done = interp::run(program, run);
    for error in errors(program, run.entry, &done).filter(|error| error.rule == finding.rule) {
        let seen = Finding { replay: replay(program, run.entry, run), ..error.clone() };
        let mut claim = vec![finding.clone()];
        settle(program, &mut claim, seen);
        if let [claim] = claim.as_slice()
            && claim.status == Status::Confirmed
        {
            *finding = claim.clone();
            return Some(done.inputs.clone());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use model::{Rule, Status};

    use crate::triage::tests::load_text;
    use crate::{Domain, Options, check};

    /// What a function of a library does with a string, and with what the system says of it, is seen in a run: the name is lost if there is no
    /// such file, which only a name with a slash in it gets to.
    #[test]
    fn strings_and_files_are_made_up() {
        let leaks = |release: &str| {
            let text = format!(
                "#include <string.h>\n#include <stdlib.h>\n#include <sys/stat.h>\n\
                 int size(const char *path) {{\n    struct stat s;\n    if (strchr(path, '/') == NULL)\n        return -1;\n    \
                 char *copy = strdup(path);\n    if (copy == NULL)\n        return -1;\n    if (stat(copy, &s) != 0) {{\n        \
                 {release}\n        return -1;\n    }}\n    free(copy);\n    return (int)s.st_size;\n}}\n"
            );
            let program = load_text(&text);
            let options = Options { domain: Domain::Regions, ..Options::default() };
            let findings = check(&program, &options).0.findings;
            findings.iter().map(|finding| (finding.rule, finding.status)).collect::<Vec<_>>()
        };
        assert_eq!(leaks(""), [(Rule::Leak, Status::Confirmed)]);
        assert_eq!(leaks("free(copy);"), []);
    }
}
