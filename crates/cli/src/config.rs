//! `shapewright.toml`: options that a project gives once.
//!
//! Every option of `check` is a key with the same name. The file is found in the current directory or one above it. Keys become
//! arguments, and the parser of arguments says what is wrong with their values; whatever the command line says goes before.
//! Other commands take the keys that say how the program is read and analyzed.
//!
//! Paths are relative to the file. A file may come with a program that nobody has looked at yet. So it names nothing that is written
//! and starts no other program: only the command line does. What it says that makes a check weaker is told with the answer.

#[cfg(test)]
mod mutations;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory, Parser, ValueHint};
use report::Setting;
use serde_json::{Value as Json, json};
use toml_edit::{Document, Item, Value};

use crate::args::Cli;

/// What the file is called.
const NAME: &str = "shapewright.toml";

/// Options that are no keys, with the reason.
const COMMAND_LINE_ONLY: [(&str, &str); 5] = [
    ("output", "names a file that is written"),
    ("html", "names a file that is written"),
    ("write-baseline", "names a file that is written"),
    ("cache", "names a directory that is written to"),
    ("changed-since", "starts git"),
];

/// Keys that make a check weaker, and what follows from them.
const WEAKENING: [(&str, &str); 6] = [
    ("malloc-never-fails", "malloc is assumed never to return a null pointer"),
    ("baseline", "the findings listed there are not shown"),
    ("fail-on", "the exit code is chosen by this"),
    ("models", "functions that the program does not define do what is written there"),
    ("include", "this is read before each C file, and may change what its text means"),
    ("entry", "only this function is analyzed"),
];

/// Keys that other commands than `check` take, if they have such an option: how to read and analyze a program.
const SHARED: [&str; 17] = [
    "database",
    "include-dirs",
    "defines",
    "undefines",
    "include",
    "std",
    "m32",
    "m64",
    "models",
    "budget",
    "max-memory",
    "domain",
    "predicates",
    "sets",
    "malloc-never-fails",
    "color",
    "progress",
];

/// What one key adds to the arguments.
pub(crate) struct Entry {
    /// Where it stands.
    pub(crate) place: String,
    pub(crate) arguments: Vec<OsString>,
    /// What is to be told of it.
    pub(crate) setting: Option<Setting>,
}

/// A file that was found.
pub(crate) struct Config {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

/// A larger file is no configuration that anybody wrote, and reading it takes a hundred times its size.
const MOST_BYTES: u64 = 1 << 20;

impl Config {
    /// The file that is named, or the nearest one from a directory upwards.
    pub(crate) fn find(named: Option<&Path>, from: &Path) -> anyhow::Result<Option<Self>> {
        let path = match named {
            Some(path) => Some(path.to_owned()),
            None => from.ancestors().map(|directory| directory.join(NAME)).find(|path| path.is_file()),
        };
        let Some(path) = path else { return Ok(None) };
        let text =
            cfront::read_text_at_most(&path, MOST_BYTES).with_context(|| path.display().to_string())?;
        Ok(Some(Self { path, text }))
    }

    /// The arguments that the file adds to those of the command line, which were read as `given`: those of each key, in order.
    pub(crate) fn arguments(&self, task: &str, given: &ArgMatches) -> anyhow::Result<Vec<Entry>> {
        let document = Document::parse(self.text.as_str()).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            anyhow::anyhow!("{}: {}", self.place(at), error.message().trim())
        })?;
        let command = built();
        let (check, of_task) = (subcommand(&command, "check"), subcommand(&command, task));
        let mut entries = Vec::new();
        for (key, item) in document.as_table() {
            let at = document.as_table().key(key).and_then(toml_edit::Key::span).map_or(0, |span| span.start);
            let place = self.place(at);
            if let Some((_, why)) = COMMAND_LINE_ONLY.iter().find(|(known, _)| *known == key) {
                bail!("{place}: `{key}` {why}, which only the command line may do: use --{key} there");
            }
            if option(check, key).is_none() {
                bail!("{place}: there is no key `{key}`{}", suggestion(check, key));
            }
            let taken = task == "check" || SHARED.contains(&key);
            let Some(known) = option(of_task, key).filter(|_| taken) else { continue };
            let mut arguments = Vec::new();
            self.add(known, key, item, given, of_task, &mut arguments)
                .map_err(|why| anyhow::anyhow!("{place}: {why}"))?;
            let setting = self.setting(key, item, at).filter(|_| !arguments.is_empty());
            entries.push(Entry { place, arguments, setting });
        }
        Ok(entries)
    }

    /// The command line with what the file adds to it, and what is to be told of that.
    pub(crate) fn complete(
        &self,
        given: &[OsString],
        task: &str,
        of_task: &ArgMatches,
    ) -> anyhow::Result<(Cli, Vec<Setting>)> {
        // It stands just behind the command, so that whatever is given comes after it.
        let valued = |at: usize| {
            at > 0 && ["--config", "--color", "--progress"].iter().any(|name| given[at - 1] == *name)
        };
        let at =
            (1..given.len()).find(|at| given[*at] == task && !valued(*at)).map_or(given.len(), |at| at + 1);
        let with = |entries: &[Entry]| {
            let mut all = given.to_vec();
            all.splice(at..at, entries.iter().flat_map(|entry| entry.arguments.iter().cloned()));
            Cli::try_parse_from(all)
        };
        let entries = self.arguments(task, of_task)?;
        let cli = with(&entries).map_err(|error| {
            // The first key with which it goes wrong is the one to be fixed.
            let culprit = (0..entries.len()).find(|last| with(&entries[..=*last]).is_err());
            let place = culprit.map_or_else(|| self.place(0), |at| entries[at].place.clone());
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            anyhow::anyhow!("{place}: {}", line.trim_start_matches("error: "))
        })?;
        Ok((cli, entries.into_iter().filter_map(|entry| entry.setting).collect()))
    }

    /// What is to be told of a key, if it makes a check weaker.
    fn setting(&self, key: &str, item: &Item, at: usize) -> Option<Setting> {
        let (_, effect) = WEAKENING.iter().find(|(known, _)| *known == key)?;
        let (line, column) = self.line_and_column(at);
        let (file, key) = (self.path.display().to_string(), key.to_owned());
        Some(Setting { file, line, column, key, value: value_text(item), effect })
    }

    /// A place in the file: line and column, as editors count them.
    fn place(&self, at: usize) -> String {
        let (line, column) = self.line_and_column(at);
        format!("{}:{line}:{column}", self.path.display())
    }

    fn line_and_column(&self, at: usize) -> (usize, usize) {
        let before = String::from_utf8_lossy(&self.text.as_bytes()[..at.min(self.text.len())]);
        let line = 1 + before.matches('\n').count();
        let column = 1 + before.rsplit('\n').next().unwrap_or_default().chars().count();
        (line, column)
    }

    fn add(
        &self,
        known: &Arg,
        key: &str,
        item: &Item,
        given: &ArgMatches,
        command: &Command,
        arguments: &mut Vec<OsString>,
    ) -> Result<(), String> {
        let said = |arg: &Arg| given.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
        let adds = matches!(known.get_action(), ArgAction::Append) && !known.is_positional();
        let opposed = command.get_arg_conflicts_with(known).into_iter().any(said);
        let values: Vec<String> = match (known.get_action(), item) {
            (ArgAction::SetTrue, Item::Value(Value::Boolean(value))) => {
                if *value.value() && !said(known) && !opposed {
                    arguments.push(flag(known));
                }
                return Ok(());
            }
            (ArgAction::SetTrue, _) => return Err(format!("`{key}` is true or false")),
            (ArgAction::Append, Item::Value(Value::Array(list))) => {
                let texts: Option<Vec<String>> = list.iter().map(scalar).collect();
                texts.ok_or_else(|| format!("`{key}` is a list of texts"))?
            }
            (ArgAction::Append, _) => return Err(format!("`{key}` is a list of texts")),
            (_, Item::Value(value)) => {
                let text = scalar(value).ok_or_else(|| format!("`{key}` is a text or a number"))?;
                vec![text]
            }
            _ => return Err(format!("`{key}` is a text or a number")),
        };
        if (said(known) && !adds) || opposed {
            return Ok(());
        }
        for value in values {
            let value = if is_path(known) { self.resolved(&value) } else { value.into() };
            if known.is_positional() {
                arguments.push(value);
            } else {
                let mut argument = flag(known);
                // The value of a short option stands right behind it.
                if known.get_long().is_some() {
                    argument.push("=");
                }
                argument.push(value);
                arguments.push(argument);
            }
        }
        Ok(())
    }

    /// A path of the file as the process sees it.
    fn resolved(&self, path: &str) -> OsString {
        self.path.parent().unwrap_or(Path::new("")).join(path).into_os_string()
    }
}

/// A value as it may stand in the file, in one line.
fn value_text(item: &Item) -> String {
    let one = |value: &Value| match value {
        Value::String(text) => format!("\"{}\"", text.value()),
        other => other.to_string().trim().to_owned(),
    };
    match item {
        Item::Value(Value::Array(list)) => {
            format!("[{}]", list.iter().map(one).collect::<Vec<_>>().join(", "))
        }
        Item::Value(value) => one(value),
        _ => String::new(),
    }
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.value().clone()),
        Value::Integer(number) => Some(number.value().to_string()),
        _ => None,
    }
}

/// The command line, with the options that all commands have at each of them.
fn built() -> Command {
    let mut command = Cli::command();
    command.build();
    command
}

fn subcommand<'a>(command: &'a Command, name: &str) -> &'a Command {
    command.find_subcommand(name).unwrap_or(command)
}

/// The key of an option: its long name, or what it is called inside.
fn key_of(arg: &Arg) -> String {
    arg.get_long().map_or_else(|| arg.get_id().as_str().replace('_', "-"), ToOwned::to_owned)
}

/// The options of a command that can be keys.
fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| {
        !matches!(arg.get_id().as_str(), "help" | "version" | "config" | "no_config" | "cflags")
            && COMMAND_LINE_ONLY.iter().all(|(only, _)| key_of(arg) != *only)
    })
}

fn option<'a>(command: &'a Command, key: &str) -> Option<&'a Arg> {
    options(command).find(|arg| key_of(arg) == key)
}

fn flag(arg: &Arg) -> OsString {
    match (arg.get_long(), arg.get_short()) {
        (Some(long), _) => format!("--{long}").into(),
        (None, Some(short)) => format!("-{short}").into(),
        (None, None) => OsString::new(),
    }
}

fn is_path(arg: &Arg) -> bool {
    !matches!(arg.get_value_hint(), ValueHint::Unknown | ValueHint::Other)
}

/// What was probably meant.
fn suggestion(command: &Command, key: &str) -> String {
    let keys = options(command).map(key_of);
    let near = keys.map(|known| (distance(&known, key), known)).min();
    match near {
        Some((far, known)) if far <= 1 + known.len() / 3 => format!("; did you mean `{known}`?"),
        _ => String::new(),
    }
}

/// How many characters have to be put in, left out or changed to make one text of the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, c) in one.chars().enumerate() {
        let mut before = std::mem::replace(&mut row[0], at + 1);
        for (index, d) in other.iter().enumerate() {
            let changed = before + usize::from(c != *d);
            before = row[index + 1];
            row[index + 1] = changed.min(before + 1).min(row[index] + 1);
        }
    }
    row[other.len()]
}

/// A JSON schema for the file, for editors that complete and check it.
pub(crate) fn schema() -> Json {
    let command = built();
    let properties: serde_json::Map<String, Json> = options(subcommand(&command, "check"))
        .map(|arg| {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let names: Vec<String> =
                arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
            let one = if names.is_empty() {
                json!({ "type": ["string", "integer"] })
            } else {
                json!({ "enum": names })
            };
            let mut property = match arg.get_action() {
                ArgAction::SetTrue => json!({ "type": "boolean" }),
                ArgAction::Append => json!({ "type": "array", "items": one }),
                _ => one,
            };
            property["description"] = json!(help);
            (key_of(arg), property)
        })
        .collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": NAME,
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_of_check_has_a_key_of_its_own() {
        let command = built();
        let check = subcommand(&command, "check");
        let mut keys: Vec<String> = options(check).map(key_of).collect();
        assert!(keys.len() > 25, "{keys:?}");
        for shared in SHARED.iter().chain(WEAKENING.iter().map(|(key, _)| key)) {
            assert!(keys.iter().any(|key| key == shared), "{shared} is a key: {keys:?}");
        }
        // The command line has what the file may not say.
        for (only, _) in COMMAND_LINE_ONLY {
            assert!(check.get_arguments().any(|arg| key_of(arg) == only), "{only} is an option");
            assert!(!keys.iter().any(|key| key == only), "{only} is no key");
        }
        keys.sort();
        let count = keys.len();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }

    #[test]
    fn distances_count_changes() {
        assert_eq!(distance("budget", "budget"), 0);
        assert_eq!(distance("budget", "bugdet"), 2);
        assert_eq!(distance("", "abc"), 3);
    }
}
