//! What the comparisons share: random numbers, gcc, and reading what gcc made.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use shapewright_cfront::{Budget, Command as Input, LoadError, Loaded, Options, load};

/// A small generator with a fixed seed, so that every run sees the same programs.
pub(crate) struct Rng(u64);

impl Rng {
    /// The generator for one kind of test. `SHAPEWRIGHT_DIFF_SEED` changes what it makes.
    pub(crate) fn new(kind: u64) -> Self {
        let seed: u64 = variable("SHAPEWRIGHT_DIFF_SEED").unwrap_or(1);
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ kind.wrapping_mul(0xd1b5_4a32_d192_ed03) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// True in `n` of 100 cases.
    pub(crate) fn chance(&mut self, n: u64) -> bool {
        self.below(100) < n
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len() as u64) as usize]
    }
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} must be a number")))
}

/// How many snippets of a kind to try; `SHAPEWRIGHT_DIFF_COUNT` changes it.
pub(crate) fn count(usual: usize) -> usize {
    variable("SHAPEWRIGHT_DIFF_COUNT").map_or(usual, |n| n as usize)
}

/// The targets to compare on: what gcc can compile for without linking.
pub(crate) fn targets() -> Vec<&'static str> {
    let dir = dir("targets");
    let file = dir.join("probe.c");
    std::fs::write(&file, "int x;\n").expect("a file");
    let works = |target: &&str| {
        Command::new("gcc")
            .args([*target, "-c", "-o"])
            .arg(dir.join("probe.o"))
            .arg(&file)
            .output()
            .is_ok_and(|output| output.status.success())
    };
    let found: Vec<&str> = ["-m64", "-m32"].into_iter().filter(works).collect();
    if found.is_empty() {
        eprintln!("gcc is not there: nothing is compared");
    }
    found
}

pub(crate) fn dir(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("differential").join(name);
    std::fs::create_dir_all(&dir).expect("a directory for the test");
    dir
}

pub(crate) fn gcc(args: &[&str], file: &Path) -> Output {
    Command::new("gcc")
        .args(["-std=gnu17", "-fno-diagnostics-show-caret", "-fmax-errors=0"])
        .args(args)
        .arg(file)
        .output()
        .expect("gcc was there before")
}

/// The lines gcc has something to say about: errors, and warnings.
pub(crate) fn lines(said: &[u8]) -> (BTreeMap<usize, String>, BTreeMap<usize, String>) {
    let (mut errors, mut warnings) = (BTreeMap::new(), BTreeMap::new());
    for line in String::from_utf8_lossy(said).lines() {
        let mut parts = line.splitn(4, ':');
        let (Some(_), Some(number), Some(_), Some(text)) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        let Ok(number) = number.parse() else { continue };
        if text.contains("error:") {
            errors.entry(number).or_insert_with(|| text.to_owned());
        } else if text.contains("warning:") {
            warnings.entry(number).or_insert_with(|| text.to_owned());
        }
    }
    (errors, warnings)
}

pub(crate) fn read(file: &Path, target: &str) -> Result<Loaded, LoadError> {
    let options = Options::from_args(&[target.to_owned(), "-std=gnu17".to_owned()], Path::new("")).options;
    let budget = Budget { time: std::time::Duration::from_secs(600), memory: 8 << 30 };
    load(&[Input { file: file.to_owned(), options }], &budget)
}

/// Reads a file of which every snippet is one line, leaving out the lines that are refused. Says
/// what was refused.
pub(crate) fn read_lines(dir: &Path, text: &mut [String], target: &str) -> (Loaded, Vec<String>) {
    let file = dir.join("input.c");
    let mut refused = Vec::new();
    for _ in 0..20 {
        std::fs::write(&file, text.join("\n") + "\n").expect("a file");
        match read(&file, target) {
            Ok(loaded) => return (loaded, refused),
            Err(error) => {
                let mut bad: Vec<(usize, String)> = error
                    .diagnostics
                    .iter()
                    .filter(|said| said.severity == model::Severity::Error && said.span.is_known())
                    .map(|said| (said.span.line as usize - 1, said.message.clone()))
                    .collect();
                bad.dedup_by_key(|(line, _)| *line);
                assert!(!bad.is_empty(), "{error}");
                for (line, message) in bad {
                    if !text[line].is_empty() {
                        refused.push(format!("refused: {message}: {}", text[line]));
                        text[line].clear();
                    }
                }
            }
        }
    }
    panic!("still refused: {refused:?}");
}

/// Fails the test if something differed, showing a few of the differences.
pub(crate) fn settle(what: &str, tried: usize, differences: &[String]) {
    eprintln!("{what}: {tried} compared, {} differ", differences.len());
    let shown: Vec<&str> = differences.iter().take(12).map(String::as_str).collect();
    assert!(differences.is_empty(), "{} of {tried} {what} differ:\n{}", differences.len(), shown.join("\n"));
}

/// One object as gcc wrote it: its bytes, and where addresses of what go into it.
#[derive(Debug, Default)]
pub(crate) struct Written {
    pub(crate) bytes: Vec<u8>,
    pub(crate) addresses: BTreeMap<u64, (String, i64)>,
}

/// The data objects of a file as gcc compiles it, by name.
pub(crate) fn objects(dir: &Path, file: &Path, target: &str) -> BTreeMap<String, Written> {
    let object = dir.join("object.o");
    let output = gcc(
        &[
            target,
            "-w",
            "-c",
            "-fno-zero-initialized-in-bss",
            "-fno-common",
            "-O0",
            "-fno-pic",
            "-o",
            object.to_str().expect("a path of the test"),
        ],
        file,
    );
    assert!(output.status.success(), "gcc refuses:\n{}", String::from_utf8_lossy(&output.stderr));
    let raw = dir.join("object.bin");
    let tool = |name: &str, args: &[&Path]| {
        let output = Command::new(name).args(args).output().expect("the tools that come with gcc");
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    tool("objcopy", &["-Obinary".as_ref(), "-j.data".as_ref(), &object, &raw]);
    let data = std::fs::read(&raw).expect("the data objcopy wrote");
    let mut found = BTreeMap::new();
    let mut starts = BTreeMap::new();
    for line in tool("nm", &["-S".as_ref(), "--defined-only".as_ref(), &object]).lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [start, size, kind, name] = words[..] else { continue };
        if kind != "D" && kind != "d" {
            continue;
        }
        let number = |text| usize::from_str_radix(text, 16).expect("a hexadecimal number");
        let (start, size) = (number(start), number(size));
        let bytes = data.get(start..start + size).unwrap_or_default().to_vec();
        found.insert(name.to_owned(), Written { bytes, addresses: BTreeMap::new() });
        starts.insert(start as u64, (size as u64, name.to_owned()));
    }
    let mut in_data = false;
    for line in tool("readelf", &["-rW".as_ref(), &object]).lines() {
        if line.starts_with("Relocation section") {
            in_data = line.contains(".data'");
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        if !in_data || words.len() < 5 {
            continue;
        }
        let Ok(at) = u64::from_str_radix(words[0], 16) else { continue };
        let addend = match words[5..] {
            [sign, number] => {
                let number = i64::from_str_radix(number, 16).expect("an addend");
                if sign == "-" { -number } else { number }
            }
            _ => 0,
        };
        if let Some((start, (size, name))) = starts.range(..=at).next_back()
            && at < start + size
        {
            let object = found.get_mut(name).expect("entered above");
            object.addresses.insert(at - start, (words[4].to_owned(), addend));
        }
    }
    found
}
