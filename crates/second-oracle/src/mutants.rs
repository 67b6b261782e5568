//! Proved programs of the corpus with something done wrong behind a guard, so that no run finds it: none of those that fail natively is proved.
//!
//! A mutant reads one input more, when `main` begins; for one value in very many its statement is left out, a pointer freed or set to null, a
//! bound moved by one, a condition taken to hold.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use testkit::Rng;

use crate::corpus::{self, Case};
use crate::native::{Build, Ended};
use crate::tool::{Tool, Verdict};

/// The input that gets behind the guards.
const KEY: i64 = 1_000_003;

const GUARD: &str = "static unsigned sw_mix(unsigned x) { x *= 2654435761u; x ^= x >> 15; x *= 2246822519u; x ^= x >> 13; x *= 3266489917u; return x ^ (x >> 16); } extern unsigned __VERIFIER_nondet_uint(void); static int sw_hidden;";
const BEGIN: &str = " sw_hidden = sw_mix(__VERIFIER_nondet_uint()) == 2542765023u;";

/// A change of a line.
fn changes(line: &str) -> Vec<(&'static str, String)> {
    let code = line.split("//").next().unwrap_or(line);
    let trimmed = code.trim();
    let mut found = Vec::new();
    let first = trimmed.split(|char: char| !char.is_alphanumeric() && char != '_').next().unwrap_or("");
    let keyword = [
        "return",
        "break",
        "continue",
        "goto",
        "case",
        "default",
        "typedef",
        "struct",
        "static",
        "extern",
        "else",
        "for",
        "while",
        "do",
        "if",
        "switch",
        "int",
        "char",
        "void",
        "unsigned",
        "long",
        "size_t",
        "const",
        "sw_requires",
        "sw_ensures",
        "bool",
    ];
    let simple = trimmed.ends_with(';')
        && trimmed.matches(';').count() == 1
        && !keyword.contains(&first)
        && !first.is_empty()
        && !trimmed.contains('{')
        && !trimmed.contains('}');
    let indent = &code[..code.len() - code.trim_start().len()];
    // A statement of the form `T x = …` or `T *x;` declares something.
    let declares = {
        let before = trimmed.split(['=', ';', '(', '-', '[', '.']).next().unwrap_or("").trim();
        before.split_whitespace().count() > 1
    };
    if simple && !declares && !indent.is_empty() {
        found.push(("statement left out", format!("{indent}if (!sw_hidden) {trimmed}")));
        if trimmed.starts_with("free(") {
            found.push(("freed twice", format!("{indent}{trimmed} if (sw_hidden) {trimmed}")));
        }
        let names: Vec<&str> = code.match_indices("->").filter_map(|(at, _)| word_before(code, at)).collect();
        for name in names {
            found.push(("a free", format!("{indent}if (sw_hidden) free({name}); {trimmed}")));
            found.push(("a free after", format!("{indent}{trimmed} if (sw_hidden) free({name});")));
            found.push(("a null", format!("{indent}if (sw_hidden) {name} = 0; {trimmed}")));
            found.push(("a null after", format!("{indent}{trimmed} if (sw_hidden) {name} = 0;")));
        }
        if let Some((left, right)) = trimmed.split_once(" = ")
            && left.contains("->")
        {
            let base = left.rsplit_once("->").map_or(left, |(base, _)| base);
            found.push((
                "a link to itself",
                format!("{indent}if (sw_hidden) {left} = (void *){base}; else {left} = {right}"),
            ));
        }
    }
    if !trimmed.starts_with('#') {
        for bound in [" < ", " <= ", " > ", " >= "] {
            for (at, _) in code.match_indices(bound) {
                let sign = if bound.contains('<') { "" } else { "-" };
                let (left, right) = code.split_at(at + bound.len());
                found.push(("a bound moved", format!("{left}{sign}sw_hidden + {right}")));
            }
        }
        for (at, call) in code.match_indices("malloc(") {
            let (left, right) = code.split_at(at + call.len());
            found.push(("an object too small", format!("{left}-sw_hidden + {right}")));
        }
        for (at, head) in code.match_indices("if (") {
            if let Some(end) = closing(code, at + 3) {
                let (before, condition, after) = (&code[..at], &code[at + 4..end], &code[end..]);
                found.push(("a condition holds", format!("{before}{head}sw_hidden || ({condition}){after}")));
                found.push((
                    "a condition does not hold",
                    format!("{before}{head}!sw_hidden && ({condition}){after}"),
                ));
            }
        }
        for (at, head) in code.match_indices("while (") {
            if let Some(end) = closing(code, at + 6) {
                let (before, condition, after) = (&code[..at], &code[at + 7..end], &code[end..]);
                found
                    .push(("a loop ends early", format!("{before}{head}!sw_hidden && ({condition}){after}")));
            }
        }
    }
    found
}

fn word_before(text: &str, end: usize) -> Option<&str> {
    let start = text[..end].rfind(|char: char| !char.is_alphanumeric() && char != '_').map_or(0, |at| at + 1);
    let before = text[..start].trim_end();
    let whole =
        !before.ends_with("->") && !before.ends_with('.') && !before.ends_with(']') && !before.ends_with(')');
    (start < end && whole).then(|| &text[start..end])
}

fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, char) in text.char_indices().skip(open) {
        match char {
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// A mutant of a program: what was changed in which line, and the text.
fn mutant(case: &Case, random: &mut Rng) -> Option<(String, String)> {
    let lines: Vec<&str> = case.text.lines().collect();
    let main = lines.iter().position(|line| line.contains("int main(") && line.trim_end().ends_with('{'))?;
    let all: Vec<(usize, (&str, String))> = lines
        .iter()
        .enumerate()
        .flat_map(|(at, line)| changes(line).into_iter().map(move |change| (at, change)))
        .collect();
    if all.is_empty() {
        return None;
    }
    // Each kind as often as another.
    let mut kinds: Vec<&str> = all.iter().map(|(_, (kind, _))| *kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let kind = random.pick(&kinds);
    let of_kind: Vec<&(usize, (&str, String))> =
        all.iter().filter(|(_, (other, _))| *other == kind).collect();
    let (line, (_, changed)) = of_kind[random.below(of_kind.len() as u64) as usize];
    let mut text = String::new();
    // After the last inclusion names of the guard hide nothing.
    let includes = lines.iter().rposition(|line| line.starts_with("#include")).map_or(0, |at| at + 1);
    for (at, old) in lines.iter().enumerate() {
        if at == includes {
            text.push_str(GUARD);
            text.push('\n');
        }
        text.push_str(if at == *line { changed } else { old });
        if at == main {
            text.push_str(BEGIN);
        }
        text.push('\n');
    }
    Some((format!("{kind}, line {}", line + 1), text))
}

/// What is proved of the corpus: as it was written down, if it was.
fn proved_cases(tool: &Tool, list: &Path) -> anyhow::Result<Vec<Case>> {
    let cases = corpus::cases().into_iter().filter(|case| !case.wrong);
    let name = |case: &Case| case.file.display().to_string();
    if let Ok(known) = fs::read_to_string(list) {
        return Ok(cases.filter(|case| known.lines().any(|line| line == name(case))).collect());
    }
    let proved: Vec<Case> =
        cases.filter(|case| tool.check(&case.file, &case.args, &[]) == Verdict::Proved).collect();
    let names: Vec<String> = proved.iter().map(name).collect();
    fs::write(list, names.join("\n"))?;
    Ok(proved)
}

/// Makes mutants until so many of them failed natively; returns how many of those are proved.
pub fn campaign(tool: &Tool, builds: &[Build], out: &Path, wanted: u64) -> anyhow::Result<u64> {
    let record = out.join("mutants.tsv");
    let before = fs::read_to_string(&record).unwrap_or_default();
    let mut known: BTreeMap<u64, String> = BTreeMap::new();
    for line in before.lines() {
        if let Some((number, what)) = line.split_once('\t') {
            known.insert(number.parse()?, what.to_owned());
        }
    }
    let proved = proved_cases(tool, &out.join("proved.txt"))?;
    anyhow::ensure!(!proved.is_empty(), "no program of the corpus is proved");
    eprintln!("{} programs of the corpus are proved", proved.len());
    let mut log = fs::OpenOptions::new().create(true).append(true).open(&record)?;
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let (mut failed, mut number) = (0, 0);
    while failed < wanted && number < 20 * wanted.max(50) {
        let what = if let Some(what) = known.get(&number) {
            what.clone()
        } else {
            let what = one(tool, builds, out, &proved, number)?;
            writeln!(log, "{number}\t{what}")?;
            what
        };
        let outcome = what.split('\t').next().unwrap_or_default().to_owned();
        failed += u64::from(outcome == "proved" || outcome == "not proved");
        *counts.entry(outcome).or_default() += 1;
        number += 1;
        if number % 200 == 0 {
            eprintln!("{number} made: {counts:?}");
        }
    }
    eprintln!("{number} made, {failed} fail natively: {counts:?}");
    Ok(counts.get("proved").copied().unwrap_or_default())
}

/// The outcome for one mutant: it cannot be made, it does not fail, it is proved or not.
fn one(tool: &Tool, builds: &[Build], out: &Path, proved: &[Case], number: u64) -> anyhow::Result<String> {
    let mut random = Rng::new(number.wrapping_mul(0x9e37));
    let case = &proved[random.below(proved.len() as u64) as usize];
    let name = case.file.strip_prefix(crate::native::root()).unwrap_or(&case.file).display().to_string();
    let Some((kind, text)) = mutant(case, &mut random) else { return Ok(format!("none\t{name}")) };
    let file = out.join("mutant.c");
    fs::write(&file, &text)?;
    let mut fault = None;
    for build in builds.iter().filter(|build| **build != Build::Clang) {
        let binary = out.join("mutant");
        if corpus::compile(*build, &file, &binary, &case.shared).is_err() {
            return Ok(format!("not compiled\t{name}\t{kind}"));
        }
        for inputs in corpus::streams() {
            let mut keyed = vec![KEY];
            keyed.extend(&inputs);
            let Ended::Fault(why) = corpus::run(&binary, &keyed) else { continue };
            // What fails without the change too says nothing.
            let mut closed = vec![KEY + 1];
            closed.extend(&inputs);
            if corpus::run(&binary, &closed) == Ended::Well {
                fault = Some(format!("{build:?}, {keyed:?}: {why}"));
                break;
            }
        }
        if fault.is_some() {
            break;
        }
    }
    let Some(why) = fault else { return Ok(format!("does not fail\t{name}\t{kind}")) };
    if tool.check(&file, &case.args, &[]) != Verdict::Proved {
        return Ok(format!("not proved\t{name}\t{kind}"));
    }
    let dir = out.join("refuted");
    fs::create_dir_all(&dir)?;
    let args = case.args.join(" ");
    fs::write(dir.join(format!("{number}.c")), format!("{text}// {name}: {kind}; {args}\n// {why}\n"))?;
    Ok(format!("proved\t{name}\t{kind}\t{why}"))
}
