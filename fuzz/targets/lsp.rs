//! Any bytes as what an editor sends to the language server. What is a message of them is sent to a server with two small files.
//! Bytes that begin with `{` are messages without headers, one in each line: so mutations need not get the lengths right.
//!
//! What must not happen: a panic, here or in the thread that checks; a question that is not answered, or twice; no end. What is no message is
//! answered with an error.

#![no_main]

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use libfuzzer_sys::{Corpus, fuzz_target};
use lsp::{Connection, Ended, Message, Notification, Request, Settings};
use serde_json::{Value, json};

/// It is the same each time, so that messages with this path can be kept.
const DIRECTORY: &str = "/tmp/shapewright-fuzz";
const FILES: [(&str, &str); 3] = [
    (
        "a.c",
        "#include <shapewright.h>\n#include <stdlib.h>\nstruct node { struct node *next; int data; };\n\
         bool list(struct node *l) { return l == NULL || list(l->next); }\nint other(int);\n\
         void drain(struct node *l) {\n    sw_requires(list(l));\n    sw_ensures(true);\n    while (l != NULL) {\n\
         \x20       struct node *t = l->next;\n        free(l);\n        l = t;\n    }\n}\n\
         int main(void) { char *p = malloc(2); p[0] = 1; return other(3); }\n",
    ),
    ("b.c", "int other(int x) { return x; }\nint main(void) { int y; return y }\n"),
    (
        "build/compile_commands.json",
        "[{\"directory\": \"..\", \"file\": \"../a.c\", \"arguments\": [\"cc\", \"-c\", \"../a.c\"]},\n\
         {\"directory\": \"..\", \"file\": \"../b.c\", \"arguments\": [\"cc\", \"-c\", \"../b.c\"]}]\n",
    ),
];
/// So many checks are begun; more of the same would only take longer.
const MOST_CHECKS: usize = 6;
/// A check takes no longer than its own time, and there may be so many.
const PATIENCE: Duration = Duration::from_secs(20);

static WRITTEN: LazyLock<()> = LazyLock::new(|| {
    for (name, text) in FILES {
        let file = Path::new(DIRECTORY).join(name);
        std::fs::create_dir_all(file.parent().expect("it has one")).expect("a directory");
        // Another process may be reading it.
        if std::fs::read(&file).ok().as_deref() != Some(text.as_bytes()) {
            std::fs::write(file, text).expect("a file");
        }
    }
});

fuzz_target!(init: shapewright_fuzz::begin(), |bytes: &[u8]| -> Corpus {
    LazyLock::force(&WRITTEN);
    let mut messages = Vec::new();
    let mut heard = |message| {
        messages.push(message);
        true
    };
    let bytes = if bytes.starts_with(b"{") { framed(bytes) } else { bytes.to_owned() };
    lsp::listen(&mut &*bytes, &mut heard, &mut |answer| {
        assert!(answer["error"]["code"].is_i64() && answer["error"]["message"].is_string(), "{answer}");
    });
    let checks = messages.iter().filter(|message| begins_a_check(message)).count();
    if checks > MOST_CHECKS || !messages.iter().all(stays_in_the_directory) {
        return Corpus::Reject;
    }
    converse(messages);
    Corpus::Keep
});

/// Each line with its header.
fn framed(lines: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in lines.split(|byte| *byte == b'\n') {
        bytes.extend(format!("Content-Length: {}\r\n\r\n", line.len()).bytes());
        bytes.extend(line);
    }
    bytes
}

fn begins_a_check(message: &Message) -> bool {
    let Message::Notification(told) = message else { return false };
    matches!(told.method.as_str(), "textDocument/didOpen" | "textDocument/didSave")
}

/// Whether the files that a message names are ours.
fn stays_in_the_directory(message: &Message) -> bool {
    let Message::Notification(told) = message else { return true };
    let uri = told.params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or_default();
    let Some(path) = uri.strip_prefix("file://") else { return true };
    let path = path.strip_prefix("localhost").unwrap_or(path);
    // Dots and slashes can be written as digits.
    path.starts_with(DIRECTORY) && !path.contains("..") && !path.contains("%2")
}

fn converse(messages: Vec<Message>) {
    let (server, client) = Connection::memory();
    let analysis =
        verify::Options { time: Some(Duration::from_secs(2)), jobs: Some(1), ..verify::Options::default() };
    let settings = Settings { analysis, told: vec!["a setting".into()], ..Settings::default() };
    let server = std::thread::spawn(move || lsp::serve(&server, settings));
    let is_exit = |message: &Message| matches!(message, Message::Notification(told) if told.method == "exit");
    let leaves = messages.iter().any(is_exit);
    let begins =
        |message: &Message| matches!(message, Message::Request(asked) if asked.method == "initialize");
    let begins = messages.iter().any(begins);
    let mut asked = messages.iter().filter(|message| matches!(message, Message::Request(_))).count();
    let uri = |message: &Message| match message {
        Message::Notification(told) => Some(told.params.pointer("/textDocument/uri")?.as_str()?.to_owned()),
        _ => None,
    };
    let uris: BTreeSet<String> = messages.iter().filter_map(uri).collect();
    let mut answered = 0;
    for message in messages {
        // Whoever has left hears nothing.
        let _ = client.sender.send(message);
    }
    if !leaves {
        // Actions wait for the end of a check, and what was asked before is answered by then.
        let position = json!({ "line": 0, "character": 0 });
        for uri in uris {
            let range = json!({ "start": position, "end": position });
            let params = json!({ "textDocument": { "uri": uri }, "range": range });
            ask(&client, "textDocument/codeAction", params, &mut asked);
        }
        let until = Instant::now() + PATIENCE;
        while answered < asked {
            let message =
                client.receiver.recv_deadline(until).expect("all that was asked is answered in time");
            answered += usize::from(is_answer(&message));
        }
        ask(&client, "shutdown", Value::Null, &mut asked);
        let exit = Notification { method: "exit".into(), params: Value::Null };
        client.sender.send(exit.into()).expect("the server listens");
    }
    let ended = server.join().expect("the server does not panic").expect("nor does its thread");
    answered += client.receiver.iter().filter(is_answer).count();
    if leaves {
        assert!(answered <= asked, "{answered} answers to {asked} questions");
    } else {
        assert!(answered == asked, "{answered} answers to {asked} questions");
        assert_eq!(ended == Ended::Orderly, begins, "who has begun can end");
    }
}

/// Whether a message of the server answers something; each can be written.
fn is_answer(message: &Message) -> bool {
    let mut text = Vec::new();
    message.write(&mut text).expect("it can be written");
    matches!(message, Message::Response(_))
}

fn ask(client: &Connection, method: &str, params: Value, asked: &mut usize) {
    *asked += 1;
    let id = format!("{asked} at the end").into();
    let request = Request { id, method: method.into(), params };
    client.sender.send(request.into()).expect("the server listens");
}
