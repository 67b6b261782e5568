//! A browser without a window, told what to do over its debugging pipe: a message is JSON and ends with a zero byte.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Names under which Chromium is installed.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// A browser with one page.
pub struct Browser {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    profile: PathBuf,
    session: Option<String>,
    sent: u64,
}

impl Browser {
    /// Starts the browser, if there is one on this machine.
    pub fn start(width: u32, height: u32) -> Option<Self> {
        static STARTED: AtomicUsize = AtomicUsize::new(0);
        let found = |name: &&&str| {
            Command::new(name).arg("--version").output().is_ok_and(|said| said.status.success())
        };
        let name = NAMES.iter().find(found)?;
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let profile = std::env::temp_dir().join(format!("browser-{}-{number}", std::process::id()));
        // The pipe is what the browser finds at 3 and 4; a shell can put it there.
        let mut process = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 >/dev/null 2>/dev/null", name])
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--remote-debugging-pipe",
            ])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        let (to, from) = (process.stdin.take()?, BufReader::new(process.stdout.take()?));
        let mut browser = Self { process, to, from, profile, session: None, sent: 0 };
        let page = browser.ask("Target.createTarget", &json!({ "url": "about:blank" }));
        let page = json!({ "targetId": page["targetId"], "flatten": true });
        browser.session = browser.ask("Target.attachToTarget", &page)["sessionId"].as_str().map(Into::into);
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        browser.ask("Emulation.setDeviceMetricsOverride", &size);
        Some(browser)
    }

    /// Asks something and waits for the answer.
    pub fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.sent += 1;
        let mut message = json!({ "id": self.sent, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).expect("the browser listens");
        loop {
            let mut answer = Vec::new();
            let read = self.from.read_until(0, &mut answer).expect("the browser answers");
            assert!(read > 0, "the browser has ended");
            answer.pop();
            let answer: Value = serde_json::from_slice(&answer).expect("it answers in JSON");
            if answer["id"] == json!(self.sent) {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }

    /// Opens a page and waits until it is there.
    pub fn open(&mut self, address: &str) {
        self.ask("Page.navigate", &json!({ "url": address }));
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'");
    }

    /// What an expression is on the page.
    pub fn value(&mut self, expression: &str) -> Value {
        let params = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let said = self.ask("Runtime.evaluate", &params);
        assert!(said["exceptionDetails"].is_null(), "{expression}: {said}");
        said["result"]["value"].clone()
    }

    /// Waits until an expression holds on the page.
    pub fn wait(&mut self, expression: &str) {
        let started = Instant::now();
        while self.value(expression) != json!(true) {
            assert!(started.elapsed() < Duration::from_secs(30), "never came: {expression}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses a key.
    pub fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            let text = if key.chars().count() == 1 && kind == "keyDown" { key } else { "" };
            self.ask("Input.dispatchKeyEvent", &json!({ "type": kind, "key": key, "text": text }));
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.to.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let started = Instant::now();
        while matches!(self.process.try_wait(), Ok(None)) {
            if started.elapsed() > Duration::from_secs(5) {
                let _ = self.process.kill();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}
