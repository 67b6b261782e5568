//! Trees as C text.
//!
//! Blocks always have braces and operands have parentheses where a reader would want them, so the
//! text says what the tree says, and no compiler has a reason to complain about its form.

use std::fmt::Write as _;

use crate::ast::{Block, Expr, Function, Loop, Op, Program, Record, Stmt, Type, Variable};
use crate::visit;

impl Program {
    /// The program as a C file.
    pub fn to_c(&self) -> String {
        let mut printer = Printer::default();
        printer.program(self);
        printer.text
    }
}

#[derive(Default)]
struct Printer {
    text: String,
    depth: usize,
}

impl Printer {
    fn line(&mut self, line: &str) {
        let width = 4 * self.depth;
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{:width$}{line}", "");
    }

    fn program(&mut self, program: &Program) {
        let (mut asserts, mut inputs, mut contracts) = (false, false, false);
        visit::statements(program, &mut |stmt| {
            asserts |= matches!(stmt, Stmt::Assert(_));
            contracts |= matches!(stmt, Stmt::Requires(_) | Stmt::Ensures(_));
        });
        let truths = program.functions.iter().any(|function| function.result == Some(Type::Bool));
        visit::exprs(program, &mut |expr| inputs |= matches!(expr, Expr::Nondet(_)));
        if asserts {
            self.line("#include <assert.h>");
        }
        if contracts {
            self.line("#include <shapewright.h>");
        }
        if truths {
            self.line("#include <stdbool.h>");
        }
        self.line("#include <stdlib.h>");
        if inputs {
            self.line("");
            self.line("extern int __VERIFIER_nondet_int(void);");
        }
        for record in &program.records {
            self.record(record);
        }
        if !program.globals.is_empty() {
            self.line("");
        }
        for global in &program.globals {
            self.line(&format!("static {};", variable(global)));
        }
        for function in &program.functions {
            self.function(function);
        }
    }

    fn record(&mut self, record: &Record) {
        self.line("");
        self.line(&format!("struct {} {{", record.name));
        for (name, ty) in &record.fields {
            self.line(&format!("    {};", declarator(ty, name)));
        }
        self.line("};");
    }

    fn function(&mut self, function: &Function) {
        let params: Vec<String> = function.params.iter().map(|p| declarator(&p.ty, &p.name)).collect();
        let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
        let head = format!("{}({params})", function.name);
        let head = match &function.result {
            Some(ty) => declarator(ty, &head),
            None => format!("void {head}"),
        };
        let storage = if function.name == "main" { "" } else { "static " };
        self.line("");
        self.line(&format!("{storage}{head} {{"));
        self.block(&function.body);
        self.line("}");
    }

    fn block(&mut self, block: &Block) {
        self.depth += 1;
        for stmt in block {
            self.stmt(stmt);
        }
        self.depth -= 1;
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::If(condition, then, other) => {
                self.line(&format!("if ({}) {{", self::expr(condition)));
                self.block(then);
                if !other.is_empty() {
                    self.line("} else {");
                    self.block(other);
                }
                self.line("}");
            }
            Stmt::Loop(all) => self.repeat(all),
            Stmt::DoWhile(body, condition) => {
                self.line("do {");
                self.block(body);
                self.line(&format!("}} while ({});", self::expr(condition)));
            }
            Stmt::Block(body) => {
                self.line("{");
                self.block(body);
                self.line("}");
            }
            Stmt::Label(name) => {
                let _ = writeln!(self.text, "{name}:;");
            }
            simple => self.line(&format!("{};", self::simple(simple))),
        }
    }

    fn repeat(&mut self, all: &Loop) {
        let guard = expr(&all.guard);
        if all.init.is_none() && all.step.is_none() {
            self.line(&format!("while ({guard}) {{"));
        } else {
            let init = all.init.as_ref().map(simple).unwrap_or_default();
            let step = all.step.as_ref().map(|step| format!(" {}", simple(step))).unwrap_or_default();
            self.line(&format!("for ({init}; {guard};{step}) {{"));
        }
        self.block(&all.body);
        self.line("}");
    }
}

/// A statement that takes one line, without its semicolon.
fn simple(stmt: &Stmt) -> String {
    match stmt {
        Stmt::Declare(declared) => variable(declared),
        Stmt::Assign(place, value) => format!("{} = {}", expr(place), expr(value)),
        Stmt::Add(place, Expr::Int(1)) => format!("{}++", operand(place)),
        Stmt::Add(place, amount) => format!("{} += {}", expr(place), expr(amount)),
        Stmt::Free(pointer) => format!("free({})", expr(pointer)),
        Stmt::Call(call) => expr(call),
        Stmt::Break => "break".into(),
        Stmt::Continue => "continue".into(),
        Stmt::Goto(label) => format!("goto {label}"),
        Stmt::Return(None) => "return".into(),
        Stmt::Return(Some(value)) => format!("return {}", expr(value)),
        Stmt::Assert(condition) => format!("assert({})", expr(condition)),
        Stmt::Abort => "abort()".into(),
        Stmt::Requires(condition) => format!("sw_requires({})", expr(condition)),
        Stmt::Ensures(condition) => format!("sw_ensures({})", expr(condition)),
        Stmt::If(..) | Stmt::Loop(_) | Stmt::DoWhile(..) | Stmt::Block(_) | Stmt::Label(_) => {
            unreachable!("takes several lines")
        }
    }
}

fn variable(variable: &Variable) -> String {
    let declared = declarator(&variable.ty, &variable.name);
    match &variable.init {
        Some(init) => format!("{declared} = {}", expr(init)),
        None => declared,
    }
}

fn declarator(ty: &Type, name: &str) -> String {
    match ty {
        Type::Int => format!("int {name}"),
        Type::Bool => format!("bool {name}"),
        Type::Struct(tag) => format!("struct {tag} {name}"),
        Type::Pointer(to) => declarator(to, &format!("*{name}")),
    }
}

/// An expression where anything may stand.
pub(crate) fn expr(expr: &Expr) -> String {
    match expr {
        Expr::Null => "NULL".into(),
        Expr::Zero => "{ 0 }".into(),
        Expr::Int(value) => value.to_string(),
        Expr::Var(name) => name.clone(),
        Expr::Result => "sw_result".into(),
        Expr::Arrow(pointer, field) => format!("{}->{field}", operand(pointer)),
        Expr::Dot(place, field) => format!("{}.{field}", operand(place)),
        Expr::Deref(pointer) => format!("*{}", operand(pointer)),
        Expr::Address(place) => format!("&{}", operand(place)),
        Expr::Alloc { record, zeroed: false } => format!("malloc(sizeof(struct {record}))"),
        Expr::Alloc { record, zeroed: true } => format!("calloc(1, sizeof(struct {record}))"),
        Expr::Nondet(None) => "__VERIFIER_nondet_int()".into(),
        Expr::Nondet(Some(limit)) => format!("__VERIFIER_nondet_int() % {limit}"),
        Expr::Call(name, args) => {
            let args: Vec<String> = args.iter().map(self::expr).collect();
            format!("{name}({})", args.join(", "))
        }
        Expr::Not(inner) => format!("!{}", operand(inner)),
        Expr::Binary(op, lhs, rhs) => format!("{} {} {}", side(*op, lhs), symbol(*op), side(*op, rhs)),
    }
}

/// An operand of a binary operator: comparisons need no parentheses between `&&`.
fn side(op: Op, of: &Expr) -> String {
    let alone = match of {
        Expr::Binary(inner, ..) => {
            matches!(op, Op::And | Op::Or) && !matches!(inner, Op::And | Op::Or)
                || op == *inner && op == Op::And
        }
        Expr::Not(_) | Expr::Deref(_) | Expr::Address(_) => true,
        _ => false,
    };
    if alone { expr(of) } else { operand(of) }
}

/// An expression as an operand of something that binds tightly.
fn operand(of: &Expr) -> String {
    let text = expr(of);
    let plain = match of {
        Expr::Int(value) => *value >= 0,
        Expr::Binary(..)
        | Expr::Not(_)
        | Expr::Deref(_)
        | Expr::Address(_)
        | Expr::Nondet(Some(_))
        | Expr::Zero => false,
        _ => true,
    };
    if plain { text } else { format!("({text})") }
}

fn symbol(op: Op) -> &'static str {
    match op {
        Op::Eq => "==",
        Op::Ne => "!=",
        Op::Lt => "<",
        Op::Le => "<=",
        Op::And => "&&",
        Op::Or => "||",
        Op::Add => "+",
        Op::Sub => "-",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::{declare, each, free, increment, repeat, set, when};

    #[test]
    fn trees_read_like_c() {
        let (a, p, l, i) = (Expr::var("a"), Expr::var("p"), Expr::var("l"), Expr::var("i"));
        let next = p.arrow("next");
        let body = vec![
            declare("p", Type::to("node"), Some(Expr::Null)),
            declare("l", Type::to("node").pointer(), Some(a.address())),
            each(set(&p, &a), p.not_null().and(&next.not_null()), set(&p, &next), vec![increment(&i)]),
            repeat(l.deref(), vec![set(&l, &l.deref().arrow("next").address())]),
            when(Expr::Not(Box::new(p.clone())), vec![Stmt::Goto("out".into())]),
            Stmt::If(i.lt(&Expr::Nondet(Some(4))).eq(&p.is_null()), vec![], vec![free(&next.arrow("next"))]),
            Stmt::Label("out".into()),
            Stmt::DoWhile(vec![Stmt::Add(i.clone(), Expr::Int(-2))], Expr::Int(0)),
            Stmt::Return(Some(Expr::Int(1).plus(&Expr::Call("f".into(), vec![p, Expr::Null])))),
        ];
        let name = "g".to_owned();
        let params = vec![Variable { name: "a".into(), ty: Type::to("node"), init: None }];
        let function = Function { name, result: Some(Type::Int), params, body };
        let text = Program { functions: vec![function], ..Program::default() }.to_c();
        let expected = "\
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int g(struct node *a) {
    struct node *p = NULL;
    struct node **l = &a;
    for (p = a; p != NULL && p->next != NULL; p = p->next) {
        i++;
    }
    while (*l) {
        l = &(*l)->next;
    }
    if (!p) {
        goto out;
    }
    if ((i < (__VERIFIER_nondet_int() % 4)) == (p == NULL)) {
    } else {
        free(p->next->next);
    }
out:;
    do {
        i += -2;
    } while (0);
    return 1 + f(p, NULL);
}
";
        assert_eq!(text, expected);
    }
}
