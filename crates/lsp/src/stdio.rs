//! Messages on standard input and output.
//!
//! A message is a header, an empty line and as many bytes of JSON as the header says. What is no header is passed over up to the
//! next one, and what is no message is answered with an error, as the protocol of remote calls wants it: a client's slip does
//! not end the conversation.

use std::io::{BufRead, Read, Write};
use std::thread::JoinHandle;

use crossbeam_channel::unbounded;
use lsp_server::{Connection, ErrorCode, Message};
use serde_json::{Value, json};

/// A longer message is passed over unread.
const LONGEST: u64 = 256 << 20;

/// The thread that writes; it ends when nobody has anything to say any more.
pub(crate) struct Writer(JoinHandle<std::io::Result<()>>);

impl Writer {
    /// Waits until everything is said.
    pub(crate) fn finish(self) -> std::io::Result<()> {
        self.0.join().unwrap_or_else(|_| Err(std::io::Error::other("the thread that writes has ended")))
    }
}

/// A conversation on standard input and output.
pub(crate) fn connect() -> std::io::Result<(Connection, Writer)> {
    let (sender, to_say) = unbounded::<Message>();
    let writer = std::thread::Builder::new().name("write".into()).spawn(move || {
        to_say.into_iter().try_for_each(|message| message.write(&mut std::io::stdout().lock()))
    })?;
    let (heard, receiver) = unbounded();
    let listen = move || {
        let mut heard = |message| heard.send(message).is_ok();
        listen(&mut std::io::stdin().lock(), &mut heard, &mut |answer| {
            // Whoever does not read any more does not read this either.
            let _ = write(&mut std::io::stdout().lock(), answer);
        });
    };
    std::thread::Builder::new().name("read".into()).spawn(listen)?;
    Ok((Connection { sender, receiver }, Writer(writer)))
}

/// Hands on messages until there are no more or `heard` wants none; what is no message is answered.
pub fn listen(
    input: &mut impl BufRead,
    heard: &mut dyn FnMut(Message) -> bool,
    answer: &mut dyn FnMut(&Value),
) {
    while let Ok(Some(text)) = frame(input) {
        match understand(&text) {
            Ok(message) => {
                let last = matches!(&message, Message::Notification(told) if told.method == "exit");
                if !heard(message) || last {
                    return;
                }
            }
            Err(Some(why)) => answer(&why),
            Err(None) => {}
        }
    }
}

/// The text of the next message; `None` at the end.
fn frame(input: &mut impl BufRead) -> std::io::Result<Option<Vec<u8>>> {
    let mut length: Option<u64> = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        match (line.split_once(':'), length) {
            (Some((name, value)), _) if name.trim().eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().ok();
            }
            (None, Some(length)) if line.is_empty() => {
                let mut text = Vec::new();
                let mut rest = input.by_ref().take(length);
                if length > LONGEST {
                    std::io::copy(&mut rest, &mut std::io::sink())?;
                } else {
                    rest.read_to_end(&mut text)?;
                }
                return Ok(Some(text));
            }
            _ => {}
        }
    }
}

/// The message that a text is, or what is to be answered, if anything.
fn understand(text: &[u8]) -> Result<Message, Option<Value>> {
    let refuse = |id: Value, code: ErrorCode, why: &str| {
        Some(json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": why } }))
    };
    let Ok(value) = serde_json::from_slice::<Value>(text) else {
        return Err(refuse(Value::Null, ErrorCode::ParseError, "this is not JSON"));
    };
    let id = value.get("id").filter(|id| id.is_string() || id.is_number()).cloned().unwrap_or_default();
    // Nobody answers an answer.
    let is_answer = value.get("method").is_none() && (value.get("error").or(value.get("result"))).is_some();
    serde_json::from_value(value).map_err(|_| {
        if is_answer { None } else { refuse(id, ErrorCode::InvalidRequest, "this is no message") }
    })
}

fn write(output: &mut impl Write, answer: &Value) -> std::io::Result<()> {
    let text = answer.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is heard of some bytes, and what is answered.
    fn conversation(bytes: &[u8]) -> (Vec<String>, Vec<Value>) {
        let (mut messages, mut answers) = (Vec::new(), Vec::new());
        let mut heard = |message| {
            messages.push(message);
            true
        };
        listen(&mut std::io::Cursor::new(bytes), &mut heard, &mut |answer| answers.push(answer.clone()));
        let method = |message: Message| match message {
            Message::Request(request) => request.method,
            Message::Notification(told) => told.method,
            Message::Response(_) => "an answer".into(),
        };
        (messages.into_iter().map(method).collect(), answers)
    }

    fn framed(texts: &[&str]) -> Vec<u8> {
        let frames = texts.iter().map(|text| format!("Content-Length: {}\r\n\r\n{text}", text.len()));
        frames.collect::<String>().into_bytes()
    }

    #[test]
    fn what_is_no_message_is_answered_and_the_next_one_is_heard() {
        let texts = [
            "{ no JSON",
            r#"{"id":7,"method":8}"#,
            "[]",
            r#"{"id":null,"error":{}}"#,
            r#"{"id":1,"method":"a"}"#,
            r#"{"method":"exit"}"#,
            r#"{"method":"behind the end"}"#,
        ];
        let (heard, answers) = conversation(&framed(&texts));
        assert_eq!(heard, ["a", "exit"]);
        let codes: Vec<_> = answers.iter().map(|answer| answer["error"]["code"].clone()).collect();
        assert_eq!(codes, [json!(-32700), json!(-32600), json!(-32600)]);
        assert_eq!(
            answers.iter().map(|answer| answer["id"].clone()).collect::<Vec<_>>(),
            [json!(null), json!(7), json!(null)]
        );
    }

    #[test]
    fn noise_between_messages_is_passed_over() {
        let mut bytes = b"hello\r\n\r\n\xff\xfe\nContent-Length: many\r\n\r\n".to_vec();
        bytes.extend(b"content-length:16\r\nContent-Type: x\r\n\r\n{\"method\":\"all\"}");
        assert_eq!(conversation(&bytes).0, ["all"]);
        assert_eq!(conversation(b"Content-Length: 90\r\n\r\n{\"method\":").0, [""; 0]);
        assert_eq!(conversation(b"").0, [""; 0]);
    }
}
