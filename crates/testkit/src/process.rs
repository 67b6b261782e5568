//! Child processes with a time limit.

use std::io::{self, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a process left behind.
#[derive(Debug)]
pub struct Finished {
    /// How it ended.
    pub status: ExitStatus,
    /// What it wrote to standard output.
    pub stdout: String,
    /// What it wrote to standard error.
    pub stderr: String,
}

/// Runs the command to its end. It is killed, and an error returned, when it takes longer than `limit`.
pub fn run(command: &mut Command, limit: Duration) -> Result<Finished, String> {
    let shown = format!("{command:?}");
    let fail = |e: io::Error| format!("{shown}: {e}");
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(fail)?;
    let stdout = drain(child.stdout.take().expect("stdout is piped"));
    let stderr = drain(child.stderr.take().expect("stderr is piped"));
    let deadline = Instant::now() + limit;
    let mut pause = Duration::from_micros(500);
    let status = loop {
        if let Some(status) = child.try_wait().map_err(fail)? {
            break Some(status);
        }
        if Instant::now() > deadline {
            child.kill().map_err(fail)?;
            child.wait().map_err(fail)?;
            break None;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    };
    let stdout = stdout.join().expect("readers do not panic");
    let stderr = stderr.join().expect("readers do not panic");
    match status {
        Some(status) => Ok(Finished { status, stdout, stderr }),
        None => Err(format!("{shown}: not done after {limit:?}; it had printed:\n{stdout}\n{stderr}")),
    }
}

fn drain(mut from: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error still helps to understand it.
        let _ = from.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
