//! An editor for tests.

use std::path::{Path, PathBuf};
use std::time::Duration;

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};
use shapewright_lsp::{Ended, Settings};

/// How long an answer may take before a test fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Client {
    pub(crate) connection: Connection,
    pub(crate) server: Option<std::thread::JoinHandle<std::io::Result<Ended>>>,
    directory: tempfile::TempDir,
    pub(crate) asked: i32,
    /// What the server told while an answer was awaited.
    pub(crate) told: Vec<Notification>,
}

impl Client {
    pub(crate) fn start() -> Self {
        let mut client = Self::silent();
        let answer = client.ask("initialize", json!({ "capabilities": {} }));
        assert_eq!(answer["capabilities"]["hoverProvider"], true, "{answer}");
        client.tell("initialized", json!({}));
        client
    }

    /// A client that has not introduced itself.
    pub(crate) fn silent() -> Self {
        let (server, connection) = Connection::memory();
        let analysis = verify::Options { time: Some(Duration::from_secs(20)), ..verify::Options::default() };
        let settings = Settings { analysis, ..Settings::default() };
        let server = Some(std::thread::spawn(move || shapewright_lsp::serve(&server, settings)));
        let directory = tempfile::tempdir().unwrap();
        Self { connection, server, directory, asked: 0, told: Vec::new() }
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> (PathBuf, String) {
        let path = self.directory.path().join(name);
        std::fs::write(&path, text).unwrap();
        let uri = format!("file://{}", path.display());
        (path, uri)
    }

    pub(crate) fn open(&mut self, name: &str, text: &str) -> (PathBuf, String) {
        let (path, uri) = self.file(name, text);
        let document = json!({ "uri": uri, "languageId": "c", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        (path, uri)
    }

    pub(crate) fn change(&mut self, uri: &str, text: &str) {
        let changes = json!([{ "text": text }]);
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": changes }),
        );
    }

    pub(crate) fn save(&mut self, path: &Path, uri: &str, text: &str) {
        std::fs::write(path, text).unwrap();
        self.change(uri, text);
        self.tell("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    }

    pub(crate) fn tell(&mut self, method: &str, params: Value) {
        let told = Notification { method: method.into(), params };
        self.connection.sender.send(told.into()).unwrap();
    }

    pub(crate) fn send(&mut self, method: &str, params: Value) -> RequestId {
        self.asked += 1;
        let id = RequestId::from(self.asked);
        let request = Request { id: id.clone(), method: method.into(), params };
        self.connection.sender.send(request.into()).unwrap();
        id
    }

    pub(crate) fn response(&mut self, id: &RequestId) -> Response {
        loop {
            match self.connection.receiver.recv_timeout(PATIENCE).expect("an answer") {
                Message::Response(response) => {
                    assert_eq!(response.id, *id);
                    return response;
                }
                Message::Notification(told) => self.told.push(told),
                Message::Request(request) => panic!("nothing was offered: {request:?}"),
            }
        }
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        result(self.response(&id))
    }

    pub(crate) fn refused(&mut self, method: &str, params: Value) -> i32 {
        let id = self.send(method, params);
        code(self.response(&id))
    }

    /// The shapes at a line, when the file was checked.
    pub(crate) fn hover(&mut self, uri: &str, line: u32) -> String {
        // Actions wait for that.
        self.actions(uri, 0);
        self.hover_now(uri, line)
    }

    /// What is said at once.
    pub(crate) fn hover_now(&mut self, uri: &str, line: u32) -> String {
        let at = json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": 4 } });
        let answer = self.ask("textDocument/hover", at);
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn lenses(&mut self, uri: &str) -> Vec<(u64, String)> {
        let answer = self.ask("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
        let lens = |lens: &Value| {
            (
                lens["range"]["start"]["line"].as_u64().unwrap(),
                lens["command"]["title"].as_str().unwrap().into(),
            )
        };
        answer.as_array().map(|list| list.iter().map(lens).collect()).unwrap_or_default()
    }

    pub(crate) fn actions(&mut self, uri: &str, line: u32) -> Vec<Value> {
        let at = json!({ "line": line, "character": 0 });
        let range = json!({ "start": at, "end": at });
        let params =
            json!({ "textDocument": { "uri": uri }, "range": range, "context": { "diagnostics": [] } });
        self.ask("textDocument/codeAction", params).as_array().cloned().unwrap_or_default()
    }

    /// The next diagnostics of a file.
    pub(crate) fn diagnostics(&mut self, uri: &str) -> Vec<Value> {
        loop {
            let told = if self.told.is_empty() {
                match self.connection.receiver.recv_timeout(PATIENCE).expect("diagnostics") {
                    Message::Notification(told) => told,
                    other => panic!("nobody asked: {other:?}"),
                }
            } else {
                self.told.remove(0)
            };
            if told.method == "textDocument/publishDiagnostics" && told.params["uri"] == uri {
                return told.params["diagnostics"].as_array().unwrap().clone();
            }
        }
    }

    /// The last diagnostics of a file, when its check is over.
    pub(crate) fn all_diagnostics(&mut self, uri: &str) -> Vec<Value> {
        // Actions wait for that.
        self.actions(uri, 0);
        let told = std::mem::take(&mut self.told);
        let of_file = |told: &&Notification| {
            told.method == "textDocument/publishDiagnostics" && told.params["uri"] == uri
        };
        let last = told.iter().rfind(of_file).expect("diagnostics");
        last.params["diagnostics"].as_array().unwrap().clone()
    }

    pub(crate) fn end(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        assert_eq!(self.refused("textDocument/hover", json!({})), -32600);
        self.tell("exit", Value::Null);
        let ended = self.server.take().unwrap().join().expect("the server does not panic");
        assert_eq!(ended.unwrap(), Ended::Orderly);
    }
}

pub(crate) fn result(response: Response) -> Value {
    serde_json::to_value(response).unwrap()["result"].clone()
}

pub(crate) fn code(response: Response) -> i32 {
    serde_json::to_value(response).unwrap()["error"]["code"].as_i64().expect("an error") as i32
}
