//! How the analysis fares on random programs: `cargo run --release -p shapewright-verify --example survey -- FIRST COUNT
//! [everything | structures | cursors | contracts] [lengths | checkers]`.

use std::collections::BTreeMap;

use generate::Config;
use nix::time::{ClockId, clock_gettime};
use shapewright_verify as verify;

#[allow(clippy::print_stdout)]
fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |index: usize, default: u64| {
        arguments.get(index).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (first, count) = (number(1, 0), number(2, 50));
    let has = |word: &str| arguments.iter().any(|argument| argument == word);
    let config = match () {
        () if has("everything") => Config::everything(),
        () if has("structures") => Config::structures(),
        () if has("cursors") => Config::cursors(),
        () if has("contracts") => Config::contracts(),
        () => Config::lists(),
    };
    let domain = match () {
        () if has("lengths") => verify::Domain::Lengths,
        () if has("checkers") => verify::Domain::Checkers,
        () if has("three-valued") => verify::Domain::ThreeValued,
        () => verify::Domain::Auto,
    };
    let mut reasons: BTreeMap<String, u32> = BTreeMap::new();
    let mut times = Vec::new();
    for seed in first..first + count {
        let file = std::env::temp_dir().join(format!("shapewright-survey-{}.c", std::process::id()));
        std::fs::write(&file, generate::program(seed, &config).to_c()).expect("the program is written");
        let command = cfront::Command { file, options: cfront::Options::default() };
        let loaded = cfront::load(&[command], &cfront::Budget::default()).expect("valid C").program;
        let started = processor_ms();
        let time = Some(std::time::Duration::from_secs(10));
        let options = verify::Options { time, domain, ..verify::Options::default() };
        let (report, _) = verify::check(&loaded, &options);
        let elapsed = processor_ms() - started;
        times.push(elapsed);
        // Those with a contract first, `main` last.
        let reason = report.functions.iter().find_map(|function| function.reason.clone());
        let what = match (reason, report.findings.is_empty()) {
            (Some(reason), _) => format!("unknown: {reason}"),
            (None, true) => "proved".into(),
            (None, false) => "findings".into(),
        };
        let most = |figure: fn(&model::FunctionReport) -> u64| report.functions.iter().map(figure).max();
        println!(
            "{seed}: {elapsed:.1} ms, {} disjuncts, {} rounds: {what}",
            most(|function| function.peak_disjuncts).unwrap_or(0),
            most(|function| function.iterations).unwrap_or(0)
        );
        *reasons.entry(what).or_default() += 1;
    }
    times.sort_by(f64::total_cmp);
    println!(
        "median {:.2} ms, 90 % {:.2} ms, max {:.2} ms",
        times[times.len() / 2],
        times[times.len() * 9 / 10],
        times[times.len() - 1]
    );
    for (reason, count) in reasons {
        println!("{count:5} {reason}");
    }
}

fn processor_ms() -> f64 {
    let time = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).expect("a clock");
    time.tv_sec() as f64 * 1e3 + time.tv_nsec() as f64 / 1e6
}
