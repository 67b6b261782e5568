//! The language server: the protocol of editors in, [`verify`] asked, what it says out.
//!
//! A file is checked when it is opened and when it is saved, as it is on disk, by a thread of its own; a newer save ends an
//! older check. Nothing of the workspace is executed: the program is only ever run by our own interpreter, as `check` does.
//! Hovers, lenses and actions are answered from what the last check left behind.
//!
//! Invariants: a message of a client never makes the server panic; the text of the editor's buffer is never
//! analyzed, it only says where the lines of the checked text are now.
//!
//! Reading order: [`Settings`], [`serve`], `stdio`, `server`, `worker`, `project`, `answers`, `diagnostics`, `skeleton`, `text`.

mod answers;
mod diagnostics;
mod habits;
mod project;
mod server;
mod skeleton;
mod stdio;
mod text;
mod worker;

use std::path::PathBuf;
use std::sync::Arc;

use cfront::{Command, Model};
pub use lsp_server::{Connection, Message, Notification, Request};
pub use stdio::listen;

/// How files are read and checked.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// How a file is compiled that `commands` does not name.
    pub options: cfront::Options,
    /// How files of the project are compiled; if this is empty, a database is looked for above each file.
    pub commands: Arc<Vec<Command>>,
    /// Models that are asked before ours.
    pub models: Vec<PathBuf>,
    /// What the analyses are told; `time` is for one check.
    pub analysis: verify::Options,
    /// What the client is told when it begins, a message each: settings that make checks weaker.
    pub told: Vec<String>,
}

impl Settings {
    fn models(&self) -> Vec<Model> {
        self.models.iter().cloned().map(Model::File).chain([Model::Libc]).collect()
    }
}

/// How a conversation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The client asked for it, in the order that the protocol wants.
    Orderly,
    /// The client left.
    Abruptly,
}

/// Talks to a client until it has enough.
pub fn serve(connection: &Connection, settings: Settings) -> std::io::Result<Ended> {
    server::Server::new(connection, settings)?.run()
}

/// Talks to a client on standard input and output.
pub fn serve_stdio(settings: Settings) -> std::io::Result<Ended> {
    let (connection, writer) = stdio::connect()?;
    let ended = serve(&connection, settings)?;
    // The writing thread ends when there is nobody left who could have something to say.
    drop(connection);
    match ended {
        Ended::Orderly => writer.finish().map(|()| ended),
        Ended::Abruptly => Ok(ended),
    }
}
