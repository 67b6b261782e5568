//! The language server as an editor starts it: over pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use serde_json::{Value, json};

struct Editor {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Editor {
    fn start(directory: &std::path::Path) -> Self {
        let mut tool = Command::new(env!("CARGO_BIN_EXE_shapewright"));
        tool.arg("lsp").current_dir(directory).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = tool.stderr(Stdio::null()).spawn().expect("the tool runs");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, input, output }
    }

    fn raw(&mut self, text: &str) {
        let input = self.input.as_mut().expect("open");
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        input.flush().unwrap();
    }

    fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = json!("2.0");
        self.raw(&message.to_string());
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).unwrap();
            match line.trim().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.parse().unwrap();
                }
                Some(_) => {}
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).expect("JSON and nothing else on standard output")
    }

    fn end(mut self) -> ExitStatus {
        self.input = None;
        self.child.wait().unwrap()
    }
}

#[test]
fn an_editor_is_served_with_the_options_of_the_project() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("deref.c");
    let text = "int main(void) { int *p = START; return *p; }\n";
    std::fs::write(&file, text).unwrap();
    std::fs::write(directory.path().join("shapewright.toml"), "defines = [\"START=0\"]\n").unwrap();
    let uri = format!("file://{}", file.display());
    let mut editor = Editor::start(directory.path());
    editor.send(json!({ "id": "one", "method": "initialize", "params": { "capabilities": {} } }));
    assert_eq!(editor.receive()["id"], "one");
    editor.send(json!({ "method": "initialized", "params": {} }));
    let document = json!({ "uri": uri, "languageId": "c", "version": 1, "text": text });
    editor.send(json!({ "method": "textDocument/didOpen", "params": { "textDocument": document } }));
    let told = editor.receive();
    assert_eq!(told["method"], "textDocument/publishDiagnostics");
    assert_eq!(told["params"]["diagnostics"][0]["code"], "null-deref", "{told}");
    editor.send(json!({ "method": "textDocument/didClose", "params": { "textDocument": { "uri": uri } } }));
    assert_eq!(editor.receive()["params"]["diagnostics"], json!([]));
    editor.send(json!({ "id": 2, "method": "shutdown" }));
    assert_eq!(editor.receive()["id"], 2);
    editor.send(json!({ "method": "exit" }));
    assert_eq!(editor.end().code(), Some(0));
}

#[test]
fn what_is_no_message_is_answered_and_the_conversation_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let mut editor = Editor::start(directory.path());
    for bad in ["{", "[]", "null", "{\"jsonrpc\":\"2.0\"}", "\u{0}", "{\"method\":7}"] {
        editor.raw(bad);
        let answer = editor.receive();
        assert!(answer["error"]["code"].is_number() && answer["id"].is_null(), "{bad}: {answer}");
    }
    editor.send(json!({ "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
    assert_eq!(editor.receive()["id"], 1);
    // An editor that goes away, at once or without a word, ends it.
    assert_eq!(editor.end().code(), Some(1));
    assert_eq!(Editor::start(directory.path()).end().code(), Some(1));
}

#[test]
fn a_hostile_configuration_writes_nothing_and_is_told() {
    let directory = tempfile::Builder::new().prefix("editor").tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    std::fs::write(at("shapewright.toml"), "malloc-never-fails = true\nmodels = [\"models.c\"]\n").unwrap();
    std::fs::write(at("models.c"), "int nothing(void) { return 0; }\n").unwrap();
    let mut editor = Editor::start(directory.path());
    editor.send(json!({ "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
    assert_eq!(editor.receive()["id"], 1);
    for wanted in [
        "shapewright.toml:1:1: `malloc-never-fails = true`",
        "shapewright.toml:2:1: `models = [\"models.c\"]`",
    ] {
        let told = editor.receive();
        assert_eq!((&told["method"], &told["params"]["type"]), (&json!("window/showMessage"), &json!(2)));
        assert!(told["params"]["message"].as_str().unwrap().contains(wanted), "{told}");
    }
    editor.send(json!({ "id": 2, "method": "shutdown" }));
    assert_eq!(editor.receive()["id"], 2);
    editor.send(json!({ "method": "exit" }));
    assert_eq!(editor.end().code(), Some(0));
    // A configuration that names files to be written ends the server before it begins.
    for key in ["output", "html", "write-baseline", "cache"] {
        std::fs::write(at("shapewright.toml"), format!("{key} = \"written\"\n")).unwrap();
        assert_eq!(Editor::start(directory.path()).end().code(), Some(2), "{key}");
        assert!(!at("written").exists());
    }
}
