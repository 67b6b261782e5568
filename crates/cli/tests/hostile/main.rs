//! Bounds bind: on inputs that are made to make a tool work for ever, each command ends within its budget, with a documented exit code.
//!
//! `cargo test -p shapewright --test hostile` tries a sample, with patience for a machine that is busy. `cargo test --release -p shapewright
//! --test hostile -- --all` tries all inputs in all domains and holds them to the bounds that are promised: 1.2 times the time and 0.3 seconds, 1.25
//! times the memory and 50 MB. A table is printed: input, domain, time, memory, exit. A part of a name as a further argument picks inputs.

#![allow(clippy::print_stdout, reason = "a table for whoever runs it")]

mod inputs;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use inputs::Input;

/// What each command is given, and one of the sample.
const TIME: Duration = Duration::from_secs(2);
const SHORT: Duration = Duration::from_millis(500);
const MEMORY: u64 = 512 << 20;

/// How long the sample may take, where other tests run beside it.
const PATIENCE: Duration = Duration::from_secs(40);

/// After this somebody has to end it.
const NEVER: Duration = Duration::from_secs(120);

/// How a command went.
struct Ended {
    time: Duration,
    /// The most memory that was resident.
    memory: u64,
    exit: Option<i32>,
    /// What was said to standard error.
    said: String,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    // Whoever lists the tests of a target is told that there is one.
    if words.iter().any(|word| word == "--list") {
        if !words.iter().any(|word| word == "--ignored") {
            println!("hostile: test");
        }
        return ExitCode::SUCCESS;
    }
    let strict = words.iter().any(|word| word == "--all");
    let picked: Vec<&String> =
        words.iter().filter(|word| !word.starts_with('-') && *word != "hostile").collect();
    let directory = std::env::temp_dir().join(format!("shapewright-hostile-{}", std::process::id()));
    fs::create_dir_all(&directory).expect("a temporary directory");
    let fifo = Command::new("mkfifo").arg(directory.join("fifo")).status();
    let domains: &[&str] = if strict {
        &["auto", "checkers", "three-valued", "lengths", "regions"]
    } else {
        &["auto", "regions"]
    };
    println!("{:<28} {:<13} {:>9} {:>9} {:>5}", "input", "domain", "time", "memory", "exit");
    let mut wrong = Vec::new();
    let is_picked = |input: &Input| {
        let sample = strict || input.sample || !picked.is_empty();
        sample && (picked.is_empty() || picked.iter().any(|word| input.name.contains(word.as_str())))
    };
    for input in inputs::all().into_iter().filter(is_picked) {
        if input.name.ends_with("fifo") && !fifo.as_ref().is_ok_and(std::process::ExitStatus::success) {
            continue;
        }
        let file = directory.join(format!("{}.c", input.name));
        fs::write(&file, &input.text).expect("the input is written");
        for domain in domains {
            let ended = check(&file, domain, if strict { TIME } else { SHORT });
            let (seconds, megabytes) = (ended.time.as_secs_f64(), ended.memory >> 20);
            let exit = ended.exit.map_or_else(|| "?".to_owned(), |code| code.to_string());
            println!("{:<28} {domain:<13} {seconds:>8.2}s {megabytes:>7}MB {exit:>5}", input.name);
            wrong.extend(
                complaint(&ended, strict)
                    .map(|why| format!("{} with --domain {domain}: {why}\n{}", input.name, ended.said)),
            );
        }
        let _ = fs::remove_file(file);
    }
    let _ = fs::remove_dir_all(&directory);
    for why in &wrong {
        println!("{why}");
    }
    if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Why it did not go as is promised.
fn complaint(ended: &Ended, strict: bool) -> Option<String> {
    let longest = if strict { TIME.mul_f64(1.2) + Duration::from_millis(300) } else { PATIENCE };
    let most = MEMORY + MEMORY / 4 + (50 << 20);
    if !matches!(ended.exit, Some(0..=3)) {
        return Some("the exit code is none of those that are documented".to_owned());
    }
    if ended.said.contains("panicked") || ended.said.contains("internal error") {
        return Some("a bug of ours".to_owned());
    }
    if ended.time > longest {
        return Some(format!("it took {:.2} seconds", ended.time.as_secs_f64()));
    }
    (ended.memory > most).then(|| format!("it took {} MB", ended.memory >> 20))
}

/// Checks a file within the bounds.
fn check(file: &Path, domain: &str, budget: Duration) -> Ended {
    let told = file.with_extension("told");
    let standard_error = fs::File::create(&told).expect("a temporary file");
    let (milliseconds, megabytes) = (budget.as_millis(), MEMORY >> 20);
    let started = Instant::now();
    let mut child = Command::new(binary())
        .args(["check", "--no-config", "--no-cache", "-j1", "--domain", domain])
        .args([format!("--budget={milliseconds}ms"), format!("--max-memory={megabytes}M")])
        .arg(file)
        .current_dir(file.parent().expect("it is in a directory"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(standard_error)
        .spawn()
        .expect("the binary starts");
    let mut memory = 0;
    let exit = loop {
        if let Ok(Some(status)) = child.try_wait() {
            break status.code();
        }
        memory = memory.max(resident(&child));
        if started.elapsed() > NEVER {
            let _ = child.kill();
            let _ = child.wait();
            break None;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let time = started.elapsed();
    let said = String::from_utf8_lossy(&fs::read(&told).unwrap_or_default()).into_owned();
    let said = said.lines().take(6).collect::<Vec<_>>().join("\n").chars().take(600).collect();
    let _ = fs::remove_file(told);
    Ended { time, memory, exit, said }
}

fn binary() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_shapewright"))
}

/// The most memory that was resident so far, in bytes, where the system tells.
fn resident(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kilobytes.unwrap_or_default() << 10
}
