//! The conversation: which message is answered when.
//!
//! One thread listens to the client and to the worker. A question about a file is answered from the last check; if that is still
//! going on and there is nothing to answer from, a hover says so, and other questions wait with the file until the check is done,
//! the client withdraws them, or the file is closed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Receiver, Sender, select, unbounded};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

use crate::answers::{Answers, Verdicts, being_checked};
use crate::diagnostics::ByFile;
use crate::text;
use crate::worker::{self, Job, News, Outcome, Workshop};
use crate::{Ended, Settings};

/// The kind of a message that is shown to the user.
const WARNING: u32 = 2;

/// Where the conversation is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Before,
    Open,
    Closing,
}

/// How far the check of a file is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Progress {
    Checking,
    Explaining,
    Done,
}

/// A question about a file; lines are counted from 0.
#[derive(Clone, Copy)]
enum Question {
    Hover { line: u32 },
    Lens,
    Action { line: u32 },
}

/// A file that the client has open.
struct Document {
    file: PathBuf,
    buffer: String,
    number: u64,
    cancel: Arc<AtomicBool>,
    progress: Progress,
    /// Of the last check that could read the file.
    verdicts: Option<Verdicts>,
    /// Of the last check that came so far.
    answers: Option<Answers>,
    diagnostics: ByFile,
    /// Whether these are of the check that goes on, which may have more to say.
    glimpsed: bool,
    waiting: Vec<(RequestId, Question)>,
}

impl Document {
    /// The answer, unless it is worth waiting for.
    fn answer(&self, uri: &str, question: Question, markdown: bool) -> Option<Value> {
        let (buffer, answers) = (&self.buffer, self.answers.as_ref());
        let (ready, answer) = match question {
            Question::Hover { line } => (
                true,
                match answers {
                    Some(answers) => Some(answers.hover(buffer, line, markdown)),
                    None => (self.progress != Progress::Done).then(being_checked),
                },
            ),
            Question::Lens => (
                self.progress >= Progress::Explaining,
                self.verdicts.as_ref().map(|verdicts| verdicts.lenses(buffer)),
            ),
            Question::Action { line } => {
                (self.progress == Progress::Done, answers.map(|answers| answers.actions(uri, buffer, line)))
            }
        };
        ready.then(|| answer.unwrap_or_default())
    }
}

pub(crate) struct Server<'a> {
    connection: &'a Connection,
    workshop: Arc<Workshop>,
    jobs: Sender<Job>,
    outcomes: Receiver<Outcome>,
    phase: Phase,
    documents: BTreeMap<String, Document>,
    /// How many checks were started.
    started: u64,
    /// Whether the client can be told that lenses have changed.
    refreshes: bool,
    /// Whether hovers can be set in it.
    markdown: bool,
    /// How many requests we made of the client.
    asked: i32,
}

impl<'a> Server<'a> {
    pub(crate) fn new(connection: &'a Connection, settings: Settings) -> std::io::Result<Self> {
        let (jobs, to_do) = unbounded();
        let (out, outcomes) = unbounded();
        let workshop = Arc::new(Workshop { settings, ..Workshop::default() });
        worker::start(workshop.clone(), to_do, out)?;
        let (phase, documents) = (Phase::Before, BTreeMap::new());
        Ok(Self {
            connection,
            workshop,
            jobs,
            outcomes,
            phase,
            documents,
            started: 0,
            refreshes: false,
            markdown: false,
            asked: 0,
        })
    }

    pub(crate) fn run(mut self) -> std::io::Result<Ended> {
        let ended = loop {
            select! {
                recv(self.connection.receiver) -> message => match message {
                    Ok(Message::Request(request)) => self.request(request),
                    Ok(Message::Notification(told)) if told.method == "exit" => {
                        break if self.phase == Phase::Closing { Ended::Orderly } else { Ended::Abruptly };
                    }
                    Ok(Message::Notification(told)) => drop(self.told(&told)),
                    Ok(Message::Response(_)) => {}
                    Err(_) => break Ended::Abruptly,
                },
                recv(self.outcomes) -> outcome => match outcome {
                    Ok(outcome) => self.outcome(outcome),
                    Err(_) => return Err(std::io::Error::other("the thread that checks files has ended")),
                },
            }
        };
        self.documents.values().for_each(|document| document.cancel.store(true, Ordering::Relaxed));
        Ok(ended)
    }

    /// A client that has gone away is noticed where it is listened to.
    fn send(&self, message: impl Into<Message>) {
        let _ = self.connection.sender.send(message.into());
    }

    fn refuse(&self, id: RequestId, code: ErrorCode, why: &str) {
        self.send(Response::new_err(id, code as i32, why.to_owned()));
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        match (self.phase, method.as_str()) {
            (Phase::Before, "initialize") => {
                let refresh = params.pointer("/capabilities/workspace/codeLens/refreshSupport");
                self.refreshes = refresh.and_then(Value::as_bool).unwrap_or(false);
                let formats = params.pointer("/capabilities/textDocument/hover/contentFormat");
                let formats = formats.and_then(Value::as_array).into_iter().flatten();
                self.markdown = formats.into_iter().any(|format| format == "markdown");
                self.phase = Phase::Open;
                self.send(Response::new_ok(id, abilities()));
                for message in &self.workshop.settings.told {
                    let params = json!({ "type": WARNING, "message": message });
                    self.send(Notification::new("window/showMessage".to_owned(), params));
                }
            }
            (Phase::Before, _) => self.refuse(id, ErrorCode::ServerNotInitialized, "not initialized yet"),
            (Phase::Closing, _) => self.refuse(id, ErrorCode::InvalidRequest, "the server is shutting down"),
            (Phase::Open, "shutdown") => {
                self.phase = Phase::Closing;
                let open: Vec<String> = self.documents.keys().cloned().collect();
                for uri in &open {
                    self.close(uri);
                }
                self.send(Response::new_ok(id, Value::Null));
            }
            (Phase::Open, "initialize") => {
                self.refuse(id, ErrorCode::InvalidRequest, "already initialized");
            }
            (Phase::Open, "textDocument/hover" | "textDocument/codeLens" | "textDocument/codeAction") => {
                match question(&method, &params) {
                    Some((uri, question)) => self.asked(id, &uri, question),
                    None => self.refuse(id, ErrorCode::InvalidParams, "the parameters are not understood"),
                }
            }
            (Phase::Open, _) => {
                self.refuse(id, ErrorCode::MethodNotFound, &format!("`{method}` is not known"));
            }
        }
    }

    fn asked(&mut self, id: RequestId, uri: &str, question: Question) {
        let Some(document) = self.documents.get_mut(uri) else {
            self.send(Response::new_ok(id, Value::Null));
            return;
        };
        match document.answer(uri, question, self.markdown) {
            Some(answer) => self.send(Response::new_ok(id, answer)),
            None => document.waiting.push((id, question)),
        }
    }

    /// What the client tells; `None` if it means nothing, which is passed over as the protocol says.
    fn told(&mut self, told: &Notification) -> Option<()> {
        let params = &told.params;
        if self.phase != Phase::Open {
            return None;
        }
        if told.method == "$/cancelRequest" {
            let id: RequestId = serde_json::from_value(params.get("id")?.clone()).ok()?;
            return self.withdraw(&id);
        }
        let uri = params.pointer("/textDocument/uri")?.as_str()?;
        match told.method.as_str() {
            "textDocument/didOpen" => {
                let file = text::path(uri)?;
                let buffer = params.pointer("/textDocument/text")?.as_str()?.to_owned();
                self.close(uri);
                let document = Document {
                    file,
                    buffer,
                    number: 0,
                    cancel: Arc::default(),
                    progress: Progress::Done,
                    verdicts: None,
                    answers: None,
                    diagnostics: ByFile::new(),
                    glimpsed: false,
                    waiting: Vec::new(),
                };
                self.documents.insert(uri.to_owned(), document);
                self.check(uri);
            }
            "textDocument/didChange" => {
                let changes = params.get("contentChanges")?.as_array()?;
                // Only whole texts were asked for.
                let buffer = changes.last()?.get("text")?.as_str()?.to_owned();
                self.documents.get_mut(uri)?.buffer = buffer;
            }
            "textDocument/didSave" => {
                self.check(uri);
                self.check_others(uri);
            }
            "textDocument/didClose" => self.close(uri),
            _ => {}
        }
        Some(())
    }

    fn withdraw(&mut self, id: &RequestId) -> Option<()> {
        let mut waiting = self.documents.values_mut().map(|document| &mut document.waiting);
        let (list, at) = waiting.find_map(|list| {
            let at = list.iter().position(|(waiting, _)| waiting == id)?;
            Some((list, at))
        })?;
        let (id, _) = list.remove(at);
        self.refuse(id, ErrorCode::RequestCanceled, "cancelled");
        Some(())
    }

    /// Starts a check; one of the same file that is still going on is ended.
    fn check(&mut self, uri: &str) {
        let Some(document) = self.documents.get_mut(uri) else { return };
        document.cancel.store(true, Ordering::Relaxed);
        self.started += 1;
        (document.number, document.cancel) = (self.started, Arc::default());
        (document.progress, document.glimpsed) = (Progress::Checking, false);
        let (file, cancel) = (document.file.clone(), document.cancel.clone());
        let job = Job { uri: uri.to_owned(), file, number: self.started, cancel };
        // If nobody takes it the thread has ended, which is noticed where it is listened to.
        let _ = self.jobs.send(job);
    }

    /// Starts checks of the other open files of a program, of which something else may be true now.
    fn check_others(&mut self, uri: &str) {
        let Some(saved) = self.documents.get(uri).map(|document| document.file.clone()) else { return };
        let Workshop { settings, projects } = &*self.workshop;
        let others = self.documents.iter().filter(|(other, document)| {
            *other != uri && projects.are_together(settings, &saved, &document.file)
        });
        let others: Vec<String> = others.map(|(uri, _)| uri.clone()).collect();
        for other in &others {
            self.check(other);
        }
    }

    fn close(&mut self, uri: &str) {
        let Some(document) = self.documents.remove(uri) else { return };
        document.cancel.store(true, Ordering::Relaxed);
        for (id, _) in document.waiting {
            self.send(Response::new_ok(id, Value::Null));
        }
        self.publish(document.diagnostics.keys().cloned().collect());
    }

    fn outcome(&mut self, outcome: Outcome) {
        let Outcome { uri, number, news } = outcome;
        let Some(document) = self.documents.get_mut(&uri).filter(|document| document.number == number) else {
            return;
        };
        match news {
            News::Glimpsed(diagnostics) => {
                document.glimpsed = true;
                let before = std::mem::replace(&mut document.diagnostics, diagnostics);
                let changed = before.into_keys().chain(document.diagnostics.keys().cloned()).collect();
                self.publish(changed);
            }
            News::Checked { diagnostics, verdicts } => {
                document.progress = Progress::Explaining;
                if verdicts.is_some() {
                    document.verdicts = verdicts;
                }
                let glimpsed = std::mem::take(&mut document.glimpsed);
                // What was told already need not be told again.
                if !glimpsed || document.diagnostics != diagnostics {
                    let before = std::mem::replace(&mut document.diagnostics, diagnostics);
                    let changed = before.into_keys().chain(document.diagnostics.keys().cloned()).collect();
                    self.publish(changed);
                }
                if self.refreshes {
                    self.asked += 1;
                    let method = "workspace/codeLens/refresh".to_owned();
                    self.send(Request::new(self.asked.into(), method, Value::Null));
                }
            }
            News::Shaped(answers) => document.answers = Some(answers),
            News::Explained(answers) => {
                document.progress = Progress::Done;
                if answers.is_some() {
                    document.answers = answers;
                }
            }
        }
        self.answer_waiting(&uri);
    }

    fn answer_waiting(&mut self, uri: &str) {
        let Some(document) = self.documents.get_mut(uri) else { return };
        let mut answered = Vec::new();
        for (id, question) in std::mem::take(&mut document.waiting) {
            match document.answer(uri, question, self.markdown) {
                Some(answer) => answered.push((id, answer)),
                None => document.waiting.push((id, question)),
            }
        }
        for (id, answer) in answered {
            self.send(Response::new_ok(id, answer));
        }
    }

    /// Tells what is known of some files now. Several open files may have something to say of a header.
    fn publish(&self, uris: BTreeSet<String>) {
        for uri in uris {
            let mut all: Vec<&Value> = Vec::new();
            for diagnostic in
                self.documents.values().filter_map(|known| known.diagnostics.get(&uri)).flatten()
            {
                if !all.contains(&diagnostic) {
                    all.push(diagnostic);
                }
            }
            let params = json!({ "uri": uri, "diagnostics": all });
            self.send(Notification::new("textDocument/publishDiagnostics".into(), params));
        }
    }
}

fn question(method: &str, params: &Value) -> Option<(String, Question)> {
    let uri = params.pointer("/textDocument/uri")?.as_str()?.to_owned();
    let line = |at: &str| params.pointer(at)?.as_u64()?.try_into().ok();
    let question = match method {
        "textDocument/hover" => Question::Hover { line: line("/position/line")? },
        "textDocument/codeLens" => Question::Lens,
        _ => Question::Action { line: line("/range/start/line")? },
    };
    Some((uri, question))
}

fn abilities() -> Value {
    json!({
        "capabilities": {
            "textDocumentSync": { "openClose": true, "change": 1, "save": true },
            "hoverProvider": true,
            "codeLensProvider": { "resolveProvider": false },
            "codeActionProvider": { "codeActionKinds": ["refactor"] },
        },
        "serverInfo": { "name": "shapewright", "version": env!("CARGO_PKG_VERSION") },
    })
}
