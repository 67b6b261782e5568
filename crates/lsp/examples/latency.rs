//! How long an editor waits: from a save to the diagnostics, and for a hover, on a file of 300 lines with contracts, or on a file that
//! is named. Where the system tells it (Linux), also the processor time of the thread that checks, which depends less on what else the
//! machine does; functions of a file with several are analyzed by other threads and are not in it.
//!
//! `cargo run --release -p shapewright-lsp --example latency [FILE]`

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::{Duration, Instant};

use lsp_server::{Connection, Message, Notification, Request};
use serde_json::{Value, json};
use shapewright_lsp::Settings;

const ROUNDS: usize = 30;

/// Functions on lists, each under several names.
fn program() -> String {
    let mut text = String::from(
        "#include <shapewright.h>
#include <stdlib.h>
struct node { struct node *next; int data; };
bool list(struct node *l) { return l == NULL || list(l->next); }
",
    );
    let mut copy = 0;
    while text.lines().count() < 270 {
        copy += 1;
        let _ = write!(
            text,
            "
struct node *reverse{copy}(struct node *l) {{
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *r = NULL;
    while (l != NULL) {{
        struct node *t = l->next;
        l->next = r;
        r = l;
        l = t;
    }}
    return r;
}}

struct node *push{copy}(struct node *l, int data) {{
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        return l;
    n->next = l;
    n->data = data;
    return n;
}}

struct node *without{copy}(struct node *l, int data) {{
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node **at = &l;
    while (*at != NULL && (*at)->data != data)
        at = &(*at)->next;
    if (*at != NULL) {{
        struct node *gone = *at;
        *at = gone->next;
        free(gone);
    }}
    return l;
}}

void drain{copy}(struct node *l) {{
    sw_requires(list(l));
    sw_ensures(true);
    while (l != NULL) {{
        struct node *t = l->next;
        free(l);
        l = t;
    }}
}}
"
        );
    }
    while text.lines().count() < 300 {
        text.push_str("// the end\n");
    }
    text
}

/// The text with one more statement in a function chosen by the round: the last that begins before some line.
fn edited(text: &str, round: usize) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let begins = |line: &String| {
        let opens = line.ends_with(") {") || line.ends_with("){");
        line.starts_with(|first: char| first.is_ascii_alphabetic()) && opens
    };
    let from = (7 * round) % lines.len().max(1);
    let before = lines.iter().take(from).rposition(begins);
    let Some(head) = before.or_else(|| lines.iter().position(begins)) else { return text.to_owned() };
    // Behind the contract, which comes first.
    let behind = (head + 1..lines.len()).find(|at| !lines[*at].contains("sw_")).unwrap_or(head);
    lines[behind] = format!("int edited{round} = {round}; (void)edited{round}; {}", lines[behind]);
    lines.join("\n") + "\n"
}

fn tell(client: &Connection, method: &str, params: Value) {
    let _ = client.sender.send(Notification { method: method.into(), params }.into());
}

fn ask(client: &Connection, id: i32, method: &str, params: Value) -> Value {
    let _ = client.sender.send(Request { id: id.into(), method: method.into(), params }.into());
    loop {
        if let Ok(Message::Response(response)) = client.receiver.recv() {
            return serde_json::to_value(response).unwrap_or_default();
        }
    }
}

/// Waits for diagnostics and gives how many there are.
fn diagnostics(client: &Connection) -> usize {
    loop {
        if let Ok(Message::Notification(told)) = client.receiver.recv() {
            return told.params["diagnostics"].as_array().map_or(0, Vec::len);
        }
    }
}

/// The processor time that the thread which checks has used so far, if the system tells.
fn worked() -> Option<Duration> {
    let threads = std::fs::read_dir("/proc/self/task").ok()?.filter_map(Result::ok);
    let of_thread = |directory: std::fs::DirEntry| {
        let read = |name: &str| std::fs::read_to_string(directory.path().join(name)).ok();
        let nanoseconds = read("schedstat")?.split(' ').next()?.parse().ok()?;
        (read("comm")?.trim() == "check").then(|| Duration::from_nanos(nanoseconds))
    };
    threads.filter_map(of_thread).max()
}

fn figures(name: &str, mut times: Vec<Duration>) -> std::io::Result<()> {
    times.sort_unstable();
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    writeln!(std::io::stdout(), "{name}: median {:.2} ms, worst {:.2} ms", ms(median), ms(worst))
}

fn main() -> std::io::Result<()> {
    let (server, client) = Connection::memory();
    let analysis = verify::Options { time: Some(Duration::from_secs(10)), ..verify::Options::default() };
    let settings = Settings { analysis, ..Settings::default() };
    let running = std::thread::spawn(move || shapewright_lsp::serve(&server, settings));
    let text = match std::env::args_os().nth(1) {
        Some(named) => std::fs::read_to_string(named)?,
        None => program(),
    };
    let file = std::env::temp_dir().join(format!("shapewright-latency-{}.c", std::process::id()));
    std::fs::write(&file, &text)?;
    let uri = format!("file://{}", file.display());
    ask(&client, 1, "initialize", json!({ "capabilities": {} }));
    tell(&client, "textDocument/didOpen", json!({ "textDocument": { "uri": uri, "text": text } }));
    let found = diagnostics(&client);
    let of_file = json!({ "textDocument": { "uri": uri } });
    // Nothing may be known yet; that is an answer, too.
    let since = Instant::now();
    ask(
        &client,
        2,
        "textDocument/hover",
        json!({ "textDocument": { "uri": uri }, "position": { "line": 10 } }),
    );
    let first = since.elapsed();
    let (mut saves, mut hovers, mut works) = (Vec::new(), Vec::new(), Vec::new());
    // Nothing is under way any more when an action was answered.
    let none = json!({ "line": 0, "character": 0 });
    let nowhere = json!({ "start": none, "end": none });
    ask(&client, 3, "textDocument/codeAction", json!({ "textDocument": { "uri": uri }, "range": nowhere }));
    for round in 0..ROUNDS {
        // Every save has another number in one of the functions.
        std::fs::write(&file, edited(&text, round))?;
        let (since, before) = (Instant::now(), worked());
        tell(&client, "textDocument/didSave", of_file.clone());
        diagnostics(&client);
        saves.push(since.elapsed());
        works.extend(worked().zip(before).map(|(after, before)| after.saturating_sub(before)));
        // The line of a statement; the answer is there although the check goes on.
        let at = json!({ "line": 10 + 8 * round, "character": 4 });
        let since = Instant::now();
        ask(&client, 2, "textDocument/hover", json!({ "textDocument": { "uri": uri }, "position": at }));
        hovers.push(since.elapsed());
        // Actions wait for the whole check.
        let range = json!({ "start": at, "end": at });
        ask(&client, 3, "textDocument/codeAction", json!({ "textDocument": { "uri": uri }, "range": range }));
    }
    let lenses = ask(&client, 4, "textDocument/codeLens", of_file)["result"].clone();
    let lenses = lenses.as_array().cloned().unwrap_or_default();
    let title = |lens: &Value| lens["command"]["title"].as_str().unwrap_or_default().to_owned();
    let proved = lenses.iter().filter(|lens| title(lens).starts_with("proved")).count();
    let lines = text.lines().count();
    writeln!(
        std::io::stdout(),
        "{lines} lines, {} functions, {proved} proved, {found} diagnostics",
        lenses.len()
    )?;
    figures("save to diagnostics", saves)?;
    if !works.is_empty() {
        figures("of that, processor time of the thread that checks", works)?;
    }
    figures("first hover", vec![first])?;
    figures("hover", hovers)?;
    ask(&client, 5, "shutdown", Value::Null);
    tell(&client, "exit", Value::Null);
    let _ = running.join();
    std::fs::remove_file(&file)
}
