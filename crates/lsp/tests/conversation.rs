//! Conversations with the server, as an editor has them.

mod client;

use std::path::Path;
use std::time::{Duration, Instant};

use client::{Client, PATIENCE, code};
use lsp_server::{Message, Response};
use serde_json::{Value, json};
use shapewright_lsp::Ended;

const DRAIN: &str = "#include <shapewright.h>
#include <stdlib.h>
struct node { struct node *next; int data; };
bool list(struct node *l) { return l == NULL || list(l->next); }
void drain(struct node *l) {
    sw_requires(list(l));
    sw_ensures(true);
    while (l != NULL) {
        struct node *t = l->next;
        free(l);
        l = t;
    }
}
";

/// A text after the edits of an action, none of which is in the same place as another.
fn edited(text: &str, uri: &str, action: &Value) -> String {
    let mut edits: Vec<(usize, String)> = Vec::new();
    for edit in action["edit"]["changes"][uri].as_array().unwrap() {
        let start = &edit["range"]["start"];
        assert_eq!(*start, edit["range"]["end"]);
        let line = start["line"].as_u64().unwrap() as usize;
        let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let at = before + start["character"].as_u64().unwrap() as usize;
        edits.push((at, edit["newText"].as_str().unwrap().to_owned()));
    }
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.0));
    let mut text = text.to_owned();
    for (at, new) in edits {
        text.insert_str(at, &new);
    }
    text
}

#[test]
fn errors_come_with_their_way_and_go_when_they_are_mended() {
    let mut client = Client::start();
    let bad = "#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        return 1;
    free(n);
    n->next = NULL;
    return 0;
}
";
    let (path, uri) = client.open("a b.c", bad);
    let uri_as_written = uri.clone();
    let found = client.diagnostics(&uri_as_written);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["code"], "use-after-free");
    assert_eq!(found[0]["severity"], 1);
    assert_eq!(found[0]["range"]["start"]["line"], 7);
    let related = found[0]["relatedInformation"].as_array().unwrap();
    assert!(related.iter().any(|step| step["location"]["range"]["start"]["line"] == 6), "{related:?}");
    assert!(related.iter().all(|step| step["location"]["uri"] == uri.as_str()), "{related:?}");
    // The error is not a way to itself, and lines of this file need no path.
    assert!(related.iter().all(|step| step["message"] != found[0]["message"]), "{related:?}");
    assert!(found[0]["message"].as_str().unwrap().contains("freed at line 7"), "{found:?}");
    client.save(&path, &uri, &bad.replace("    n->next = NULL;\n", ""));
    assert!(client.diagnostics(&uri).is_empty());
    client.save(&path, &uri, "int main(void) { return 0 }\n");
    let found = client.diagnostics(&uri);
    assert_eq!(
        (&found[0]["severity"], &found[0]["range"]["start"]["line"]),
        (&json!(1), &json!(0)),
        "{found:?}"
    );
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    assert!(client.diagnostics(&uri).is_empty());
    client.end();
}

#[test]
fn possible_errors_are_warnings_and_open_questions_are_told() {
    let mut client = Client::start();
    let text = DRAIN.replace("while (l != NULL)", "while (l->data)");
    let (path, uri) = client.open("maybe.c", &text);
    let found = client.all_diagnostics(&uri);
    assert!(found.iter().any(|found| found["code"] == "null-deref" && found["range"]["start"]["line"] == 7));
    assert!(client.lenses(&uri).iter().all(|(_, title)| !title.starts_with("proved")));
    let asm = DRAIN.replace("    while", "    __asm__ volatile (\"nop\" ::: \"memory\");\n    while");
    client.save(&path, &uri, &asm);
    let found = client.all_diagnostics(&uri);
    assert!(found.iter().any(|found| found["severity"] == 3 && found["code"] == "unknown"), "{found:?}");
    assert!(client.lenses(&uri)[0].1.starts_with("unknown: "));
    client.end();
}

#[test]
fn what_is_found_at_once_is_told_before_it_is_tried() {
    let mut client = Client::start();
    let (_, uri) = client.open("maybe.c", &DRAIN.replace("while (l != NULL)", "while (l->data)"));
    let severities =
        |found: &[Value]| found.iter().map(|found| found["severity"].clone()).collect::<Vec<_>>();
    let first = client.diagnostics(&uri);
    assert!(severities(&first).contains(&json!(2)), "{first:?}");
    let last = client.all_diagnostics(&uri);
    assert!(severities(&last).iter().all(|severity| *severity == 1), "{last:?}");
    client.end();
}

#[test]
fn hovers_and_lenses_follow_the_buffer() {
    let mut client = Client::start();
    let (_, uri) = client.open("drain.c", DRAIN);
    assert!(client.diagnostics(&uri).is_empty());
    let lenses = client.lenses(&uri);
    assert_eq!(lenses.len(), 1, "{lenses:?}");
    assert_eq!(lenses[0].0, 4);
    assert!(lenses[0].1.starts_with("proved by ") && lenses[0].1.ends_with(" ms"), "{lenses:?}");
    let shown = client.hover(&uri, 9);
    assert!(shown.contains("l → a0 → list(a1), t → list(a1)"), "{shown}");
    assert_eq!(client.hover(&uri, 2), "");
    // A line more above, and one that is new.
    let moved = format!("// drained\n{}", DRAIN.replace("free(l);", "free(l); // gone"));
    client.change(&uri, &format!("// drained\n{DRAIN}"));
    assert_eq!(client.hover(&uri, 10), shown);
    assert_eq!(client.lenses(&uri)[0].0, 5);
    client.change(&uri, &moved);
    assert_eq!(client.hover(&uri, 10), "");
    client.end();
}

#[test]
fn editors_that_want_to_know_are_told_of_new_verdicts() {
    let mut client = Client::silent();
    let able = json!({
        "workspace": { "codeLens": { "refreshSupport": true } },
        "textDocument": { "hover": { "contentFormat": ["plaintext", "markdown"] } },
    });
    client.ask("initialize", json!({ "capabilities": able }));
    let (_, uri) = client.open("drain.c", DRAIN);
    client.diagnostics(&uri);
    let next = client.connection.receiver.recv_timeout(PATIENCE);
    let Ok(Message::Request(request)) = next else { panic!("{next:?}") };
    assert_eq!(request.method, "workspace/codeLens/refresh");
    let answer = Response::new_ok(request.id, Value::Null);
    client.connection.sender.send(answer.into()).unwrap();
    assert_eq!(client.lenses(&uri).len(), 1);
    let shown = client.hover(&uri, 9);
    assert_eq!(shown, "drain, line 10, column 14:\n```text\nl → a0 → list(a1), t → list(a1)\n```");
    client.end();
}

/// Functions without a contract, each of which is proved with the one that is offered.
const WITHOUT_CONTRACT: [(&str, &str); 9] = [
    ("length", "int length(struct node *l) { int n = 0; for (; l != 0; l = l->next) n++; return n; }"),
    (
        "find",
        "struct node *find(struct node *l, int data) { while (l != 0 && l->data != data) l = l->next; return l; }",
    ),
    (
        "turn",
        "struct node *turn(struct node *l) { struct node *r = 0; while (l != 0) { struct node *t = l->next; l->next = r; r = l; l = t; } return r; }",
    ),
    (
        "push",
        "struct node *push(struct node *l, int data) {\n    struct node *n = malloc(sizeof *n);\n    if (n == 0) return l;\n    n->next = l;\n    n->data = data;\n    return n;\n}",
    ),
    ("drain", "void drain(struct node *l) { while (l != 0) { struct node *t = l->next; free(l); l = t; } }"),
    (
        "remove_all",
        "static void remove_all(struct node *l)\n{\n    if (l == 0)\n        return;\n    remove_all(l->next);\n    free(l);\n}",
    ),
    (
        "join",
        "struct node *join(struct node *a, struct node *b) { if (a == 0) return b; struct node *l = a; while (l->next != 0) l = l->next; l->next = b; return a; }",
    ),
    ("add", "void add(struct node *l, int by) { for (; l != 0; l = l->next) l->data += by; }"),
    (
        "make",
        "struct node *make(void) { struct node *n = malloc(sizeof *n); if (n != 0) { n->next = 0; n->data = 0; } return n; }",
    ),
];

#[test]
fn contracts_that_are_offered_are_proved() {
    let mut client = Client::start();
    let beginnings = [
        "#define _GNU_SOURCE\n#include <stdlib.h>\nstruct node { struct node *next; int data; };\n",
        "#include <stdlib.h>\n#include <shapewright.h>\nstruct node { struct node *next; int data; };\nbool list(struct node *l) { return l == 0 || list(l->next); }\n",
    ];
    for (number, begin) in beginnings.into_iter().enumerate() {
        for (name, function) in WITHOUT_CONTRACT {
            let text = format!("{begin}{function}\n");
            let (path, uri) = client.open(&format!("{name}{number}.c"), &text);
            let line = text.lines().position(|line| line.contains(&format!("{name}("))).unwrap() as u32;
            let actions = client.actions(&uri, line);
            assert_eq!(actions.len(), 1, "{name}: {actions:?}");
            let with = edited(&text, &uri, &actions[0]);
            assert!(
                number == 1 || with.starts_with("#define _GNU_SOURCE\n#include <shapewright.h>\n"),
                "{with}"
            );
            client.save(&path, &uri, &with);
            let found = client.all_diagnostics(&uri);
            assert!(found.is_empty(), "{name}: {found:?}\n{with}");
            let lenses = client.lenses(&uri);
            assert!(
                lenses.iter().any(|(_, title)| title.starts_with("proved")),
                "{name}: {lenses:?}\n{with}"
            );
        }
    }
    client.end();
}

#[test]
fn contracts_are_inserted_that_are_understood() {
    let mut client = Client::start();
    let written = "#include <shapewright.h>
struct node { struct node *next; int data; };
bool list(struct node *l) { return l == 0 || list(l->next); }
static struct node *
/* in place */ reverse(struct node *l)
{
    struct node *r = 0;
    while (l != 0) {
        struct node *t = l->next;
        l->next = r;
        r = l;
        l = t;
    }
    return r;
}
";
    let (path, uri) = client.open("reverse.c", written);
    assert!(client.actions(&uri, 2).is_empty(), "a checker needs no contract");
    let actions = client.actions(&uri, 8);
    assert_eq!(actions.len(), 1, "{actions:?}");
    let text = edited(written, &uri, &actions[0]);
    assert!(text.contains("{\n    sw_requires(list(l));\n    sw_ensures(list(sw_result));\n"), "{text}");
    client.save(&path, &uri, &text);
    assert!(client.lenses(&uri)[0].1.starts_with("proved"), "{text}");
    assert!(client.actions(&uri, 8).is_empty(), "there is one now");
    // Without a checker and without the header.
    let plain = written.replace("#include <shapewright.h>\n", "");
    let plain = plain.replace("bool list(struct node *l) { return l == 0 || list(l->next); }\n", "");
    let (path, uri) = client.open("plain.c", &plain);
    let actions = client.actions(&uri, 6);
    let text = edited(&plain, &uri, &actions[0]);
    client.save(&path, &uri, &text);
    let lenses = client.lenses(&uri);
    assert!(lenses.iter().any(|(_, title)| title.starts_with("proved")), "{lenses:?}\n{text}");
    // From runs of the program.
    let program = format!(
        "{plain}
int main(void) {{
    struct node a = {{ 0, 1 }}, b = {{ &a, 2 }};
    struct node *r = reverse(&b);
    return r->data;
}}
"
    );
    let (path, uri) = client.open("program.c", &program);
    let text = edited(&program, &uri, &client.actions(&uri, 6)[0]);
    client.save(&path, &uri, &text);
    let lenses = client.lenses(&uri);
    assert!(lenses.len() == 2 && lenses[0].1.starts_with("proved"), "{lenses:?}\n{text}");
    client.end();
}

#[test]
fn a_checker_that_is_told_more_is_offered_with_null() {
    let mut client = Client::start();
    let text = "#include <shapewright.h>
struct node { struct node *next, *prev; };
bool dll(struct node *l, struct node *prev) { return l == 0 || (l->prev == prev && dll(l->next, l)); }
bool counted(struct node *l, int n) { return l == 0 ? n == 0 : counted(l->next, n - 1); }
struct node *rest(struct node *l) {
    if (l != 0 && l->next != 0)
        l->next->prev = l;
    return l;
}
";
    let (path, uri) = client.open("dll.c", text);
    let actions = client.actions(&uri, 5);
    let offered = edited(text, &uri, &actions[0]);
    assert!(
        offered.contains("    sw_requires(dll(l, 0));\n    sw_ensures(dll(sw_result, 0));\n"),
        "{offered}"
    );
    client.save(&path, &uri, &offered);
    assert!(client.lenses(&uri)[0].1.starts_with("proved"), "{:?}", client.lenses(&uri));
    client.end();
}

#[test]
fn the_last_word_is_about_the_last_save() {
    let mut client = Client::start();
    let (path, uri) = client.open("drain.c", DRAIN);
    client.diagnostics(&uri);
    let mut last = String::new();
    for round in 0..20 {
        last = format!("{DRAIN}int error{round} = ;\n");
        client.save(&path, &uri, &last);
    }
    client.save(&path, &uri, DRAIN);
    assert!(client.lenses(&uri)[0].1.starts_with("proved"), "{last}");
    // Whatever was told on the way, the last word is about the last save.
    let mut found = None;
    while !client.told.is_empty() {
        found = Some(client.diagnostics(&uri));
    }
    assert_eq!(found, Some(Vec::new()));
    client.end();
}

#[test]
fn questions_can_be_withdrawn_and_a_save_ends_a_long_check() {
    let slow = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c/whole/derived/tree.c");
    let mut client = Client::start();
    let (path, uri) = client.open("tree.c", &std::fs::read_to_string(slow).unwrap());
    assert!(client.connection.receiver.recv_timeout(Duration::from_millis(500)).is_err(), "it takes longer");
    assert_eq!(client.hover_now(&uri, 9), "shapewright: the file is being checked");
    let id = client.send("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
    client.tell("$/cancelRequest", json!({ "id": client.asked }));
    assert_eq!(code(client.response(&id)), -32800);
    let since = Instant::now();
    client.save(&path, &uri, DRAIN);
    assert!(client.diagnostics(&uri).is_empty());
    assert!(since.elapsed() < Duration::from_secs(3), "{:?}", since.elapsed());
    client.end();
}

#[test]
fn files_of_a_database_are_checked_as_one_program() {
    let mut client = Client::start();
    let entry = |name: &str| json!({ "directory": ".", "file": name, "arguments": ["cc", "-c", name] });
    client.file("compile_commands.json", &json!([entry("main.c"), entry("give.c")]).to_string());
    let give = "#include <stdlib.h>\nint *give(void) { return calloc(1, sizeof(int)); }\n";
    let (path, _) = client.file("give.c", give);
    let main = "int *give(void);
void free(void *);
int main(void) {
    int *p = give();
    if (p == 0)
        return 0;
    int x = *p > 0;
    free(p);
    return x;
}
";
    let (_, of_main) = client.open("main.c", main);
    assert!(client.all_diagnostics(&of_main).is_empty());
    assert!(client.lenses(&of_main)[0].1.starts_with("proved"));
    // What is done in one file is seen in the other.
    let (_, of_give) = client.open("give.c", give);
    assert!(client.all_diagnostics(&of_give).is_empty());
    client.save(&path, &of_give, &give.replace("calloc(1, sizeof(int))", "malloc(sizeof(int))"));
    let found = client.all_diagnostics(&of_main);
    assert!(found.iter().any(|found| found["code"] == "uninitialized"), "{found:?}");
    client.end();
}

#[test]
fn programs_of_one_database_are_told_apart() {
    let mut client = Client::start();
    let entry = |name: &str| json!({ "directory": ".", "file": name, "arguments": ["cc", "-c", name] });
    let names = ["right.c", "wrong.c", "give.c"];
    client.file("compile_commands.json", &json!(names.map(entry)).to_string());
    client.file("give.c", "#include <stdlib.h>\nint *give(void) { return calloc(1, sizeof(int)); }\n");
    let main = "int *give(void);\nvoid free(void *);\nint main(void) {\n    int *p = give();\n    free(p);\n    return 0;\n}\n";
    let wrong = main.replace("return 0", "return p ? *p : 0");
    client.file("right.c", main);
    client.file("wrong.c", &wrong);
    let (_, of_right) = client.open("right.c", main);
    assert!(client.all_diagnostics(&of_right).is_empty());
    let lenses = client.lenses(&of_right);
    assert!(matches!(lenses.as_slice(), [(2, said)] if said.starts_with("proved")), "{lenses:?}");
    let (_, of_wrong) = client.open("wrong.c", &wrong);
    let found = client.all_diagnostics(&of_wrong);
    assert!(found.iter().any(|found| found["code"] == "use-after-free"), "{found:?}");
    let lenses = client.lenses(&of_wrong);
    assert!(matches!(lenses.as_slice(), [(2, said)] if said.starts_with("violated")), "{lenses:?}");
    client.end();
}

#[test]
fn what_is_no_message_does_no_harm() {
    let mut client = Client::silent();
    assert_eq!(client.refused("textDocument/hover", json!({})), -32002);
    client.ask("initialize", json!([]));
    assert_eq!(client.refused("initialize", json!({})), -32600);
    assert_eq!(client.refused("no/such", json!({})), -32601);
    let strange = [
        Value::Null,
        json!([]),
        json!(7),
        json!({ "textDocument": 1 }),
        json!({ "textDocument": { "uri": [] } }),
        json!({ "textDocument": { "uri": "file:///x" }, "position": { "line": -1 }, "range": {} }),
        json!({ "textDocument": { "uri": "file:///x" }, "position": { "line": 1e300 }, "range": { "start": { "line": 1u64 << 40 } } }),
    ];
    for params in strange {
        for method in ["textDocument/hover", "textDocument/codeAction"] {
            assert_eq!(client.refused(method, params.clone()), -32602, "{params}");
        }
        for method in
            ["didOpen", "didChange", "didSave", "didClose"].map(|name| format!("textDocument/{name}"))
        {
            client.tell(&method, params.clone());
        }
        client.tell("$/cancelRequest", params.clone());
        client.tell("$/unknown", params);
    }
    // Files that are not there, not text, or no files.
    for uri in ["file:///no/such/file.c", "file:///", "untitled:a", "file://%00", "file:///%00"] {
        let document = json!({ "uri": uri, "languageId": "c", "version": 1, "text": "int x;" });
        client.tell("textDocument/didOpen", json!({ "textDocument": document }));
        assert_eq!(client.hover(uri, u32::MAX), "");
    }
    let (path, uri) = client.file("bytes.c", "");
    std::fs::write(&path, [0xff, 0xfe, 0, b'{', b'"']).unwrap();
    let document = json!({ "uri": uri, "text": "" });
    client.tell("textDocument/didOpen", json!({ "textDocument": document }));
    assert!(!client.diagnostics(&uri).is_empty());
    client.end();
}

#[test]
fn a_client_that_leaves_ends_the_server() {
    let mut client = Client::start();
    client.open("drain.c", DRAIN);
    let Client { connection, mut server, .. } = client;
    let since = Instant::now();
    drop(connection);
    assert_eq!(server.take().unwrap().join().unwrap().unwrap(), Ended::Abruptly);
    assert!(since.elapsed() < PATIENCE);
}
