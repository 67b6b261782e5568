//! `shapewright bench papers`: the seed papers' tables, measured here.

use std::fmt::Write as _;
use std::time::Duration;

use nix::time::{ClockId, clock_gettime};
use verify::{Measured, Row, SetTime, Strategy};

use crate::args::{Bench, Format};
use crate::check::on_large_stack;
use crate::exit::Exit;
use crate::terminal::Terminal;

/// How often a row is analyzed; the median counts.
const RUNS: usize = 15;

pub(crate) fn papers(task: &Bench, terminal: &Terminal) -> anyhow::Result<Exit> {
    let rows: Vec<Row> = verify::rows()
        .into_iter()
        .filter(|row| task.paper.as_deref().is_none_or(|paper| row.paper == paper))
        .collect();
    if rows.is_empty() {
        anyhow::bail!("there is no table of paper `{}`", task.paper.as_deref().unwrap_or_default());
    }
    let directory = std::env::temp_dir().join(format!("shapewright-papers-{}", std::process::id()));
    std::fs::create_dir_all(&directory)?;
    let mut measured: Vec<Timed> = Vec::new();
    for row in rows {
        let file = directory.join(format!("{}.c", row.program.replace('/', "-")));
        std::fs::write(&file, row.text)?;
        measured.push(measure(row, &file)?);
    }
    // What is left behind in the temporary directory does no harm.
    let _ = std::fs::remove_dir_all(&directory);
    terminal.print(match task.format {
        Format::Json => json(&measured),
        Format::Text => text(&measured),
    });
    Ok(if measured.iter().all(|timed| timed.one.ok) { Exit::Clean } else { Exit::Unknown })
}

/// A row as it was measured.
struct Timed {
    one: Measured,
    /// The processor time of all of it, the front end included.
    whole_ms: f64,
    /// The most memory of the process until it was done with the row, where the system tells.
    peak_kb: Option<u64>,
    /// What came of it with the paper's own strategies.
    strategies: Vec<Strategy>,
}

fn measure(row: Row, file: &std::path::Path) -> anyhow::Result<Timed> {
    forget_peak();
    let started = processor_time();
    let command = cfront::Command { file: file.to_path_buf(), options: cfront::Options::default() };
    let loaded = cfront::load(&[command], &cfront::Budget::default())
        .map_err(|_| anyhow::anyhow!("the program `{}` cannot be read", row.program))?;
    let front_ms = processor_time().saturating_sub(started).as_secs_f64() * 1000.0;
    let mut runs = on_large_stack(|| {
        (0..RUNS).map(|_| verify::measure(row, &loaded.program, &processor_time)).collect::<Vec<_>>()
    })?;
    runs.sort_by(|a, b| a.analysis_ms.total_cmp(&b.analysis_ms));
    let median = runs.swap_remove(RUNS / 2);
    let whole_ms = front_ms + median.analysis_ms;
    let peak_kb = peak_kb();
    let strategies = on_large_stack(|| verify::strategies(row, &loaded.program, &processor_time))?;
    Ok(Timed { one: median, whole_ms, peak_kb, strategies })
}

/// Lets the system count the most memory from now on. Where it cannot the count is that of all rows so far.
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

fn peak_kb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn processor_time() -> Duration {
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}

fn text(rows: &[Timed]) -> String {
    let mut text = format!(
        "{:<6} {:<24} {:<8} {:>9} {:>12} {:>8} {:>5} {:>7} {:>7}  {}\n",
        "paper", "program", "verdict", "ms", "published ms", "ratio", "vars", "states", "rounds", "remarks"
    );
    for Timed { one, peak_kb, strategies, .. } in rows {
        let published = one.row.published_ms;
        let ratio = published.map(|published| format!("{:.0}x", published / one.analysis_ms.max(0.001)));
        let _ = writeln!(
            text,
            "{:<6} {:<24} {:<8} {:>9.3} {:>12} {:>8} {:>5} {:>7} {:>7}  {}",
            one.row.paper,
            one.row.program,
            if one.ok { one.verdict } else { "unknown" },
            one.analysis_ms,
            published.map_or("-".to_owned(), |published| published.to_string()),
            ratio.as_deref().unwrap_or("-"),
            one.variables,
            one.peak_disjuncts,
            one.iterations,
            remarks(one, *peak_kb)
        );
        for (line, measure) in &one.endings {
            let _ = match measure {
                Some(measure) => writeln!(text, "         line {line} ends: {measure}"),
                None => writeln!(text, "         line {line}: not shown that it ends"),
            };
        }
        for strategy in strategies {
            let _ = writeln!(
                text,
                "         {}: {}, {:.1} ms, states at the loop {}, on return {}",
                strategy.name,
                if strategy.proved { "proved" } else { "unknown" },
                strategy.analysis_ms,
                strategy.counts.at_loop,
                strategy.counts.on_return
            );
        }
        for part in one.property.split(" / ") {
            let _ = writeln!(text, "         {part}");
        }
    }
    text
}

/// What the paper's own table has besides: that loops end and how many cells there are, or its states and rounds.
fn remarks(one: &Measured, peak_kb: Option<u64>) -> String {
    match one.row.domain {
        verify::Domain::ThreeValued => {
            let stored = one.row.published_counts.map(|(stored, _)| stored);
            return stored
                .map_or(String::new(), |stored| format!("reference implementation: {stored} structures"));
        }
        verify::Domain::Regions if one.ok => return "configurations as published".into(),
        _ => {}
    }
    if let Some((counts, (on_return, heap_kb))) = one.counts.zip(one.row.published_return) {
        let memory = peak_kb.map_or("?".to_owned(), |kb| kb.to_string());
        return format!(
            "states at the loop {} (published {}), on return {} ({}); memory of the process {memory} KB (heap {})",
            counts.at_loop,
            one.row.published_counts.map_or(0, |(states, _)| states),
            counts.on_return,
            on_return,
            heap_kb
        );
    }
    if !one.parts.is_empty() {
        let parts = one.parts.iter().map(|ours| {
            let theirs = one.row.published_parts.iter().find(|theirs| theirs.sets == ours.sets);
            let theirs = theirs.map_or(String::new(), |theirs| {
                format!(" (published {} + {})", theirs.shape_ms, theirs.sets_ms)
            });
            format!("{} {:.2} + {:.2}{theirs}", ours.sets, ours.shape_ms, ours.sets_ms)
        });
        return format!("ms of shapes + sets: {}", parts.collect::<Vec<_>>().join(", "));
    }
    if let Some((states, rounds)) = one.row.published_counts {
        return format!("published: {states} states, {rounds} rounds");
    }
    if one.row.paper == "002" {
        return one.property.clone();
    }
    let ends = if one.terminates { "ends" } else { "?" };
    format!("{ends}, {} cells at once", one.peak.as_deref().unwrap_or("?"))
}

fn json(rows: &[Timed]) -> String {
    let rows: Vec<serde_json::Value> = rows
        .iter()
        .map(|Timed { one, whole_ms: time_ms, peak_kb, strategies }| {
            let theirs = one.row.published_return;
            serde_json::json!({
                "paper": one.row.paper,
                "program": one.row.program,
                "property": one.property,
                "verdict": one.verdict,
                "ok": one.ok,
                "time_ms": time_ms,
                "analysis_ms": one.analysis_ms,
                "published_ms": one.row.published_ms,
                "lines": one.lines,
                "peak_disjuncts": one.peak_disjuncts,
                "iterations": one.iterations,
                "published_disjuncts": one.row.published_counts.map(|(states, _)| states),
                "published_iterations": one.row.published_counts.map(|(_, rounds)| rounds).filter(|rounds| *rounds > 0),
                "pointer_variables": one.variables,
                "terminates": one.terminates,
                "endings": one.endings.iter().map(ending).collect::<Vec<_>>(),
                "peak_cells": one.peak,
                "peak_kb": peak_kb,
                "loop_states": one.counts.map(|counts| counts.at_loop),
                "exit_states": one.counts.map(|counts| counts.on_return),
                "published_exit_states": theirs.map(|(on_return, _)| on_return),
                "published_heap_kb": theirs.map(|(_, heap_kb)| heap_kb),
                "strategies": strategies.iter().map(strategy).collect::<Vec<_>>(),
                "parts": one.parts.iter().map(part).collect::<Vec<_>>(),
                "published_parts": one.row.published_parts.iter().map(part).collect::<Vec<_>>(),
            })
        })
        .collect();
    format!("{:#}\n", serde_json::Value::Array(rows))
}

fn part(time: &SetTime) -> serde_json::Value {
    serde_json::json!({ "sets": time.sets, "shape_ms": time.shape_ms, "sets_ms": time.sets_ms })
}

fn ending((line, measure): &(u32, Option<String>)) -> serde_json::Value {
    serde_json::json!({ "line": line, "measure": measure })
}

fn strategy(strategy: &Strategy) -> serde_json::Value {
    serde_json::json!({
        "folding": strategy.name,
        "proved": strategy.proved,
        "analysis_ms": strategy.analysis_ms,
        "loop_states": strategy.counts.at_loop,
        "exit_states": strategy.counts.on_return,
    })
}
