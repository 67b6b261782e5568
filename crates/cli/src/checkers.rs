//! `shapewright checkers`.

use std::fmt::Write as _;

use checkers::definition::{
    Definition, DefinitionId, Definitions, Kind, Parameter, Problem, Sort, Weakening,
};
use ir::Program;
use model::Diagnostic;
use serde_json::{Value, json};

use crate::args::{Checkers, Format};
use crate::bounds::Bounds;
use crate::exit::Exit;
use crate::inputs;
use crate::terminal::Terminal;

/// Definitions longer than this have a line for each rule.
const WIDTH: usize = 110;

pub(crate) fn checkers(task: &Checkers, bounds: &Bounds, terminal: &Terminal) -> anyhow::Result<Exit> {
    let Some(loaded) = inputs::load(&task.inputs, bounds, None, terminal)? else {
        return Ok(Exit::BadInput);
    };
    let program = &loaded.program;
    let definitions = Definitions::read_all(program);
    match task.format {
        Format::Text => {
            terminal.print_lines(&text(program, &definitions));
            let learned = learned(program);
            let nothing = learned.is_empty() && definitions.list.is_empty();
            terminal.print_lines(&learned);
            let said: Vec<Diagnostic> = definitions.problems.iter().map(diagnostic).collect();
            terminal.print(report::diagnostics(&said, &program.sources, terminal.out_style()));
            if nothing && said.is_empty() {
                terminal.say("no checkers: nothing is required, ensured or asserted of a structure\n");
            }
        }
        Format::Json => {
            terminal.print(report::json_text(&format!("{:#}\n", as_json(program, &definitions))));
        }
    }
    let refused = definitions.problems.iter().any(|problem| !problem.is_warning());
    Ok(if refused { Exit::Finding } else { Exit::Clean })
}

fn diagnostic(problem: &Problem) -> Diagnostic {
    let message = format!("{} [{}]", problem.message, problem.code);
    if problem.is_warning() {
        Diagnostic::warning(problem.span, message)
    } else {
        Diagnostic::error(problem.span, message)
    }
}

/// What runs of the program show of structures that no checker is about, as C where that can be said in C.
fn learned(program: &Program) -> String {
    let definitions = verify::learned(program, &verify::Options::default());
    let mut out = String::new();
    for (at, definition) in definitions.list.iter().enumerate().filter(|(_, known)| known.function.is_none())
    {
        match definitions.predicate(DefinitionId(at as u32), program) {
            Some(text) => out += &text,
            None => {
                let _ = writeln!(out, "/* {} */", definitions.display(definition, program));
            }
        }
    }
    out
}

fn text(program: &Program, definitions: &Definitions) -> String {
    let mut out = String::new();
    for (at, definition) in definitions.list.iter().enumerate().filter(|(_, definition)| !definition.refused)
    {
        let line = definitions.display(definition, program).to_string();
        if line.chars().count() <= WIDTH || definition.rules.len() < 2 {
            let _ = writeln!(out, "{line}");
        } else {
            let head = line.split(" := ").next().unwrap_or(&line);
            let _ = writeln!(out, "{head} :=");
            for (n, rule) in definition.rules.iter().enumerate() {
                let mark = if n == 0 { ' ' } else { '|' };
                let _ = writeln!(out, "  {mark} {}", definitions.display_rule(definition, rule, program));
            }
        }
        let id = DefinitionId(at as u32);
        let weakenings = &definitions.facts(id).weakenings;
        for (param, weakening) in
            definition.params.iter().zip(weakenings).filter(|_| definitions.reaches(id, id))
        {
            let _ = writeln!(out, "    {}: {}", param.name, kind(program, definition, param, *weakening));
        }
        let mut along: Vec<String> = Vec::new();
        for direction in definitions.facts[at].directions.iter().filter(|direction| direction.recursive) {
            let field = definition.field_at_root(program, direction.offset);
            if !along.contains(&field) {
                along.push(field);
            }
        }
        if !along.is_empty() {
            let _ = writeln!(out, "    goes on along {}", along.join(", "));
        }
    }
    out
}

/// What a parameter does along a structure, in words.
fn kind(program: &Program, definition: &Definition, param: &Parameter, weakening: Weakening) -> String {
    let is_set = matches!(param.sort, Sort::Set { .. });
    match param.kind {
        Kind::Constant if is_set && weakening == Weakening::Up => {
            "the same all along; a larger set does as well".into()
        }
        Kind::Constant => "the same all along".into(),
        Kind::Previous { field: Some(field) } => {
            format!("the object before, held in {}", definition.field_at_root(program, field))
        }
        Kind::Previous { field: None } => "the object before".into(),
        Kind::Additive if is_set => "what the parts hold, together".into(),
        Kind::Head => "the set of all roots".into(),
        Kind::Additive => "changes by a constant from one to the next".into(),
        Kind::Lower => "a lower bound: a smaller one holds too".into(),
        Kind::Upper => "an upper bound: a greater one holds too".into(),
        Kind::Free => "changes freely".into(),
    }
}

fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Constant => "constant",
        Kind::Previous { .. } => "previous",
        Kind::Additive => "additive",
        Kind::Head => "head",
        Kind::Lower => "lower",
        Kind::Upper => "upper",
        Kind::Free => "free",
    }
}

fn as_json(program: &Program, definitions: &Definitions) -> Value {
    let shown = |(at, definition): (usize, &Definition)| {
        let rules: Vec<String> = definition
            .rules
            .iter()
            .map(|rule| definitions.display_rule(definition, rule, program).to_string())
            .collect();
        let params: Vec<Value> = definition
            .params
            .iter()
            .map(|param| json!({ "name": *param.name, "kind": kind_word(param.kind) }))
            .collect();
        let directions: Vec<Value> = definitions.facts[at]
            .directions
            .iter()
            .map(|direction| {
                let call = &definition.rules[direction.rule].calls[direction.call];
                json!({
                    "field": definition.field_at_root(program, direction.offset),
                    "offset": direction.offset,
                    "checker": *definitions[call.definition].name,
                    "recursive": direction.recursive,
                })
            })
            .collect();
        json!({
            "name": *definition.name,
            "root": program.types.display(definition.root).to_string(),
            "file": program.sources.path(definition.span.file),
            "line": definition.span.line,
            "refused": definition.refused,
            "parameters": params,
            "rules": rules,
            "directions": directions,
        })
    };
    let problem = |problem: &Problem| {
        json!({
            "code": problem.code,
            "refused": !problem.is_warning(),
            "function": *program.functions[program.owner(problem.function)].name,
            "file": program.sources.path(problem.span.file),
            "line": problem.span.line,
            "column": problem.span.column,
            "message": problem.message,
        })
    };
    let checkers: Vec<Value> = definitions.list.iter().enumerate().map(shown).collect();
    let problems: Vec<Value> = definitions.problems.iter().map(problem).collect();
    json!({
        "schema": 1,
        "tool": "shapewright",
        "version": env!("CARGO_PKG_VERSION"),
        "checkers": checkers,
        "problems": problems,
    })
}
