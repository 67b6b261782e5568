//! Files that are nearly right: whatever is in them, reading ends with options or with an error that has a line and a column.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::CommandFactory;
use testkit::Rng;

use super::{Config, built, key_of, options, subcommand};
use crate::args::Cli;

/// Files to begin with.
const FILES: [&str; 4] = [
    "database = \"build\"\ndefines = [\"NDEBUG\", \"SIZE=4\"]\ninclude-dirs = [\"include\"]\ndomain = \"auto\"\nbudget = \"2m\"\n",
    "malloc-never-fails = true\nbaseline = \"known.txt\"\nfail-on = \"confirmed\"\nmodels = [\"build/models.c\"]\njobs = 4\n",
    "# what we check\r\nformat = 'sarif'\r\nleak = 'exit'\r\nself-check = 20\r\nmax-memory = \"4G\"\r\nverbose = false\r\n",
    "std = \"c11\"\nm32 = true\nmodels = [\n    \"a.c\",\n    \"ä.c\", # umlauts count as one column\n]\ncolor = \"never\"\nprogress = \"auto\"\n",
];

/// What is put in.
const PIECES: [&str; 26] = [
    "=",
    "[",
    "]",
    "\"",
    "'",
    "\n",
    "\r",
    "#",
    ".",
    "[a]\n",
    "[[a]]\n",
    "{x = 1}",
    "1979-05-27",
    "-1",
    "1e400",
    "inf",
    "99999999999999999999",
    "true",
    "\"\"",
    "\"\"\"",
    "\u{0}",
    "\u{feff}",
    "é",
    "💥",
    "domain",
    "../../x",
];

/// A number below a bound, which may be 0.
fn below(random: &mut Rng, bound: usize) -> usize {
    random.below(bound.max(1) as u64) as usize
}

/// A text with some changes.
fn mutated(random: &mut Rng, keys: &[String]) -> String {
    let mut text: Vec<char> = FILES[below(random, FILES.len())].chars().collect();
    for _ in 0..=below(random, 3) {
        let at = below(random, text.len() + 1);
        let upto = (at + 1 + below(random, 6)).min(text.len());
        match below(random, 6) {
            0 => drop(text.drain(at.min(upto)..upto)),
            1 => drop(text.splice(at..at, PIECES[below(random, PIECES.len())].chars())),
            2 => drop(text.splice(at.min(upto)..upto, PIECES[below(random, PIECES.len())].chars())),
            3 => text.truncate(at),
            4 => {
                // A value where another kind is wanted.
                let value = PIECES[below(random, PIECES.len())];
                text.extend(format!("{} = {value}\n", keys[below(random, keys.len())]).chars());
            }
            _ => {
                let other = below(random, text.len().max(1));
                if at < text.len() {
                    text.swap(at, other);
                }
            }
        }
    }
    text.into_iter().collect()
}

/// What becomes of a file, and whether an error says where it is.
fn read(text: String) -> Result<(), String> {
    let given: Vec<OsString> = ["shapewright", "check", "x.c"].map(Into::into).to_vec();
    let matches = Cli::command().try_get_matches_from(&given).expect("the command line is right");
    let (task, of_task) = matches.subcommand().expect("there is a command");
    let lines = text.lines().count() + 1;
    let file = Config { path: PathBuf::from("p.toml"), text };
    match file.complete(&given, task, of_task) {
        Ok(_) => Ok(()),
        Err(error) => {
            let told = format!("{error:#}");
            let mut parts = told.splitn(4, ':');
            let name = parts.next();
            let mut number = || parts.next().and_then(|part| part.parse::<usize>().ok());
            let (line, column) = (number(), number());
            assert_eq!(name, Some("p.toml"), "{told}");
            assert!(line.is_some_and(|line| (1..=lines).contains(&line)), "{told} of {lines} lines");
            assert!(column.is_some_and(|column| column >= 1), "{told}");
            assert!(!told.contains("panicked"), "{told}");
            Err(told)
        }
    }
}

#[test]
fn files_to_begin_with_are_right() {
    for file in FILES {
        assert_eq!(read(file.to_owned()), Ok(()), "{file}");
    }
}

#[test]
fn whatever_is_in_a_file_an_error_has_a_line_and_a_column() {
    let command = built();
    let keys: Vec<String> = options(subcommand(&command, "check")).map(key_of).collect();
    let mut random = Rng::new(7);
    let (mut right, mut wrong) = (0, 0);
    for _ in 0..1500 {
        match read(mutated(&mut random, &keys)) {
            Ok(()) => right += 1,
            Err(_) => wrong += 1,
        }
    }
    // Neither kind is rare, so that both are tried.
    assert!(right > 50 && wrong > 500, "{right} right, {wrong} wrong");
}

#[test]
fn places_are_those_of_editors() {
    let at = |text: &str| read(text.to_owned()).expect_err("there is a mistake");
    assert_eq!(
        at("budget = \"2m\"\nbudgte = 1\n"),
        "p.toml:2:1: there is no key `budgte`; did you mean `budget`?"
    );
    assert!(at("models = [\"ä\", ]  x\n").starts_with("p.toml:1:19: "), "{}", at("models = [\"ä\", ]  x\n"));
    assert!(at("\n  domain = \"none\"\n").starts_with("p.toml:2:3: invalid value 'none'"));
    assert!(at("jobs = 0\n").starts_with("p.toml:1:1: "), "{}", at("jobs = 0\n"));
}
