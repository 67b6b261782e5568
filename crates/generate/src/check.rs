//! Whether a tree is a valid program.
//!
//! Mutation and shrinking change trees without thinking; this says which of the results are C. It
//! asks for more than a compiler does where that costs nothing: no name hides another, comparisons
//! and assignments are between equal types, and a function with a result ends by returning one.

use crate::ast::{Block, Expr, Function, Op, Program, Stmt, Type, Variable};
use crate::visit;

/// What is wrong, in words.
pub(crate) type Checked<T> = Result<T, String>;

/// The type of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Is {
    /// This one.
    A(Type),
    /// A null pointer of whatever type is wanted.
    Null,
    /// Nothing: the result of a `void` function.
    Nothing,
}

/// Whether a program is valid, and if not, why.
pub(crate) fn check(program: &Program) -> Checked<()> {
    for (n, record) in program.records.iter().enumerate() {
        distinct(record.fields.iter().map(|(name, _)| name))?;
        for (_, ty) in &record.fields {
            known(program, ty)?;
            // A struct inside another must be complete before it.
            if let Type::Struct(tag) = ty
                && !program.records[..n].iter().any(|earlier| earlier.name == *tag)
            {
                return Err(format!("`struct {tag}` is not complete"));
            }
        }
        if record.fields.is_empty() {
            return Err("an empty struct".into());
        }
    }
    distinct(program.records.iter().map(|record| &record.name))?;
    distinct(program.functions.iter().map(|function| &function.name))?;
    for global in &program.globals {
        known(program, &global.ty)?;
        if !matches!(global.init, None | Some(Expr::Null | Expr::Int(_) | Expr::Zero)) {
            return Err("a global that starts with no constant".into());
        }
    }
    let mut main = None;
    for (n, function) in program.functions.iter().enumerate() {
        if function.name == "main" {
            main = Some(n);
        }
        Checker { program, earlier: &program.functions[..=n], function, visible: Vec::new(), loops: 0 }
            .function()?;
    }
    if main.is_none_or(|n| n + 1 != program.functions.len()) {
        return Err("`main` is not the last function".into());
    }
    Ok(())
}

fn distinct<'n>(names: impl Iterator<Item = &'n String>) -> Checked<()> {
    let mut names: Vec<&String> = names.collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("`{}` is declared twice", pair[0])),
        None => Ok(()),
    }
}

fn known(program: &Program, ty: &Type) -> Checked<()> {
    match ty {
        Type::Int | Type::Bool => Ok(()),
        Type::Pointer(to) => known(program, to),
        Type::Struct(tag) if program.records.iter().any(|record| record.name == *tag) => Ok(()),
        Type::Struct(tag) => Err(format!("there is no `struct {tag}`")),
    }
}

/// Clauses of a contract come first, and only ask: they call checkers and nothing else.
fn clauses(earlier: &[Function], function: &Function) -> Checked<()> {
    let is_clause = |stmt: &Stmt| matches!(stmt, Stmt::Requires(_) | Stmt::Ensures(_));
    let first = function.body.iter().take_while(|stmt| is_clause(stmt)).count();
    let (mut all, mut results, mut allowed, mut changes) = (0, 0, 0, false);
    visit::in_block(&function.body, &mut |stmt| {
        visit::own_exprs_of(stmt, &mut |expr| results += usize::from(*expr == Expr::Result));
        if is_clause(stmt) {
            all += 1;
            visit::own_exprs_of(stmt, &mut |expr| match expr {
                Expr::Result => allowed += usize::from(matches!(stmt, Stmt::Ensures(_))),
                Expr::Call(name, _) => {
                    let called = earlier.iter().find(|function| function.name == *name);
                    changes |= called.is_none_or(|called| called.result != Some(Type::Bool));
                }
                Expr::Nondet(_) | Expr::Alloc { .. } => changes = true,
                _ => {}
            });
        }
    });
    match () {
        () if all > 0 && function.name == "main" => Err("a contract of `main`".into()),
        () if all != first => Err("a clause of a contract in the middle".into()),
        () if results != allowed => Err("`sw_result` where there is none".into()),
        () if changes => Err("a clause that does something".into()),
        () => Ok(()),
    }
}

/// A checker asks about all it is given: what it only hands on to itself may have no value.
fn asks(function: &Function) -> Checked<()> {
    if function.result != Some(Type::Bool) {
        return Ok(());
    }
    let mut asked = Vec::new();
    visit::exprs_in(&function.body, &mut |expr| {
        let parts = match expr {
            Expr::Binary(..) | Expr::Not(_) | Expr::Arrow(..) | Expr::Deref(_) => visit::parts(expr),
            _ => Vec::new(),
        };
        asked.extend(parts.into_iter().filter_map(|part| match part {
            Expr::Var(name) => Some(name),
            _ => None,
        }));
    });
    match function.params.iter().find(|param| !asked.contains(&&param.name)) {
        Some(param) => Err(format!("`{}` does not ask about `{}`", function.name, param.name)),
        None => Ok(()),
    }
}

struct Checker<'p> {
    program: &'p Program,
    /// What may be called.
    earlier: &'p [Function],
    function: &'p Function,
    visible: Vec<&'p Variable>,
    /// How many loops are around.
    loops: u32,
}

impl<'p> Checker<'p> {
    fn function(mut self) -> Checked<()> {
        let function = self.function;
        if let Some(result) = &function.result {
            known(self.program, result)?;
        }
        clauses(self.earlier, function)?;
        asks(function)?;
        for global in &self.program.globals {
            self.declare(global)?;
        }
        for param in &function.params {
            self.declare(param)?;
        }
        let mut labels = Vec::new();
        visit::in_block(&function.body, &mut |stmt| {
            if let Stmt::Label(name) = stmt {
                labels.push(name);
            }
        });
        distinct(labels.iter().copied())?;
        let mut missing = None;
        visit::in_block(&function.body, &mut |stmt| match stmt {
            Stmt::Goto(name) if !labels.contains(&name) => missing = Some(name),
            _ => {}
        });
        if let Some(name) = missing {
            return Err(format!("there is no label `{name}`"));
        }
        let returns = matches!(function.body.last(), Some(Stmt::Return(_)));
        if function.result.is_some() && function.name != "main" && !returns {
            return Err(format!("`{}` does not end by returning", function.name));
        }
        self.block(&function.body)
    }

    fn declare(&mut self, variable: &'p Variable) -> Checked<()> {
        known(self.program, &variable.ty)?;
        if self.visible.iter().any(|other| other.name == variable.name) {
            return Err(format!("`{}` hides another", variable.name));
        }
        self.visible.push(variable);
        Ok(())
    }

    fn block(&mut self, block: &'p Block) -> Checked<()> {
        let outside = self.visible.len();
        for stmt in block {
            self.stmt(stmt)?;
        }
        self.visible.truncate(outside);
        Ok(())
    }

    fn in_loop(&mut self, body: &'p Block) -> Checked<()> {
        self.loops += 1;
        self.block(body)?;
        self.loops -= 1;
        Ok(())
    }

    fn stmt(&mut self, stmt: &'p Stmt) -> Checked<()> {
        match stmt {
            Stmt::Declare(variable) => {
                match (&variable.init, &variable.ty) {
                    (None, _) | (Some(Expr::Zero), Type::Struct(_)) => {}
                    (Some(init), ty) => self.fits(init, ty)?,
                }
                self.declare(variable)
            }
            Stmt::Assign(place, value) => {
                let ty = self.place(place)?;
                self.fits(value, &ty)
            }
            Stmt::Add(place, amount) => {
                if self.place(place)? != Type::Int {
                    return Err("an addition to what is no integer".into());
                }
                self.fits(amount, &Type::Int)
            }
            Stmt::Free(pointer) => match self.expr(pointer)? {
                Is::A(Type::Pointer(_)) => Ok(()),
                _ => Err("`free` of what is no pointer".into()),
            },
            Stmt::Call(call @ Expr::Call(..)) => self.expr(call).map(|_| ()),
            Stmt::Call(_) => Err("a call of nothing".into()),
            Stmt::If(condition, then, other) => {
                self.condition(condition)?;
                self.block(then)?;
                self.block(other)
            }
            Stmt::Loop(all) => {
                let outside = self.visible.len();
                match &all.init {
                    None => {}
                    Some(init @ (Stmt::Declare(_) | Stmt::Assign(..))) => self.stmt(init)?,
                    Some(_) => return Err("a loop that starts in no way".into()),
                }
                self.condition(&all.guard)?;
                match &all.step {
                    None => {}
                    Some(step @ (Stmt::Add(..) | Stmt::Assign(..))) => self.stmt(step)?,
                    Some(_) => return Err("a loop that goes on in no way".into()),
                }
                self.in_loop(&all.body)?;
                self.visible.truncate(outside);
                Ok(())
            }
            Stmt::DoWhile(body, condition) => {
                self.in_loop(body)?;
                self.condition(condition)
            }
            Stmt::Block(body) => self.block(body),
            Stmt::Break | Stmt::Continue if self.loops == 0 => Err("there is no loop to leave".into()),
            Stmt::Return(value) => match (value, &self.function.result) {
                (None, None) => Ok(()),
                (Some(value), Some(ty)) => self.fits(value, ty),
                _ => Err("a return that does not fit its function".into()),
            },
            Stmt::Assert(condition) | Stmt::Requires(condition) | Stmt::Ensures(condition) => {
                self.condition(condition)
            }
            Stmt::Break | Stmt::Continue | Stmt::Goto(_) | Stmt::Label(_) | Stmt::Abort => Ok(()),
        }
    }

    fn condition(&self, expr: &Expr) -> Checked<()> {
        match self.expr(expr)? {
            Is::A(Type::Int | Type::Bool | Type::Pointer(_)) => Ok(()),
            _ => Err("a condition that is neither true nor false".into()),
        }
    }

    /// Whether a value can be assigned to something of this type.
    fn fits(&self, value: &Expr, ty: &Type) -> Checked<()> {
        match (self.expr(value)?, ty) {
            (Is::A(own), ty) if own == *ty => Ok(()),
            (Is::Null, Type::Pointer(_)) | (Is::A(Type::Int), Type::Bool) => Ok(()),
            (own, ty) => Err(format!("{own:?} where {ty:?} is wanted")),
        }
    }

    /// The type of what can be assigned to.
    fn place(&self, expr: &Expr) -> Checked<Type> {
        match expr {
            Expr::Var(_) | Expr::Arrow(..) | Expr::Dot(..) | Expr::Deref(_) => match self.expr(expr)? {
                Is::A(ty) => Ok(ty),
                other => Err(format!("{other:?} is no place")),
            },
            other => Err(format!("{other:?} is no place")),
        }
    }

    fn field(&self, ty: &Type, field: &str) -> Checked<Is> {
        let Type::Struct(tag) = ty else { return Err("a field of what is no struct".into()) };
        let record = self.program.records.iter().find(|record| record.name == *tag);
        let found = record.and_then(|record| record.fields.iter().find(|(name, _)| name == field));
        found.map(|(_, ty)| Is::A(ty.clone())).ok_or_else(|| format!("`struct {tag}` has no `{field}`"))
    }

    fn expr(&self, expr: &Expr) -> Checked<Is> {
        Ok(match expr {
            Expr::Null => Is::Null,
            Expr::Zero => return Err("an initializer in an expression".into()),
            Expr::Int(_) | Expr::Nondet(None) => Is::A(Type::Int),
            Expr::Nondet(Some(limit)) if *limit > 0 => Is::A(Type::Int),
            Expr::Nondet(_) => return Err("a division by zero".into()),
            Expr::Var(name) => match self.visible.iter().find(|variable| variable.name == *name) {
                Some(variable) => Is::A(variable.ty.clone()),
                None => return Err(format!("there is no `{name}`")),
            },
            Expr::Result => match &self.function.result {
                Some(ty) => Is::A(ty.clone()),
                None => return Err("the result of a function without one".into()),
            },
            Expr::Arrow(pointer, field) => match self.expr(pointer)? {
                Is::A(Type::Pointer(to)) => self.field(&to, field)?,
                _ => return Err(format!("`->{field}` of what is no pointer")),
            },
            Expr::Dot(place, field) => self.field(&self.place(place)?, field)?,
            Expr::Deref(pointer) => match self.expr(pointer)? {
                Is::A(Type::Pointer(to)) => Is::A(*to),
                _ => return Err("`*` of what is no pointer".into()),
            },
            Expr::Address(place) => Is::A(self.place(place)?.pointer()),
            Expr::Alloc { record, .. } => {
                known(self.program, &Type::Struct(record.clone()))?;
                Is::A(Type::to(record))
            }
            Expr::Call(name, args) => {
                let Some(function) = self.earlier.iter().find(|function| function.name == *name) else {
                    return Err(format!("there is no `{name}` yet"));
                };
                if args.len() != function.params.len() {
                    return Err(format!("`{name}` has {} parameters", function.params.len()));
                }
                for (arg, param) in args.iter().zip(&function.params) {
                    self.fits(arg, &param.ty)?;
                }
                function.result.clone().map_or(Is::Nothing, Is::A)
            }
            Expr::Not(inner) => {
                self.condition(inner)?;
                Is::A(Type::Int)
            }
            Expr::Binary(op, lhs, rhs) => {
                self.operands(*op, lhs, rhs)?;
                Is::A(Type::Int)
            }
        })
    }

    fn operands(&self, op: Op, lhs: &Expr, rhs: &Expr) -> Checked<()> {
        if matches!(op, Op::And | Op::Or) {
            self.condition(lhs)?;
            return self.condition(rhs);
        }
        let integers = (Is::A(Type::Int), Is::A(Type::Int));
        let types = (self.expr(lhs)?, self.expr(rhs)?);
        match (op, &types) {
            _ if types == integers => Ok(()),
            (Op::Eq | Op::Ne, (Is::A(Type::Pointer(_)), Is::Null)) => Ok(()),
            (Op::Eq | Op::Ne, (Is::A(Type::Pointer(a)), Is::A(Type::Pointer(b)))) if a == b => Ok(()),
            _ => Err(format!("{:?} and {:?} under {op:?}", types.0, types.1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::Record;
    use crate::build::{declare, free, set};

    /// Whether this body is valid in a `main` with `struct node *p` and `int i`.
    fn accepts(body: Block) -> bool {
        let fields = vec![("next".to_owned(), Type::to("node")), ("data".to_owned(), Type::Int)];
        let mut all = vec![declare("p", Type::to("node"), Some(Expr::Null)), declare("i", Type::Int, None)];
        all.extend(body);
        let main = Function { name: "main".into(), result: Some(Type::Int), params: Vec::new(), body: all };
        let records = vec![Record { name: "node".into(), fields }];
        check(&Program { records, globals: Vec::new(), functions: vec![main] }).is_ok()
    }

    #[test]
    fn only_c_is_accepted() {
        let (p, i) = (Expr::var("p"), Expr::var("i"));
        let next = p.arrow("next");
        for good in [
            vec![set(&next, &p), set(&p, &Expr::Null), free(&next.arrow("next"))],
            vec![set(&i, &p.arrow("data")), Stmt::Assert(i.lt(&Expr::Int(3)).and(&p))],
            vec![Stmt::Block(vec![declare("q", Type::Int, None)]), declare("q", Type::Int, None)],
            vec![Stmt::Goto("end".into()), Stmt::Label("end".into())],
        ] {
            assert!(accepts(good.clone()), "{good:?}");
        }
        for bad in [
            vec![set(&p, &i)],
            vec![set(&i, &Expr::Null)],
            vec![set(&Expr::Int(1), &i)],
            vec![free(&i)],
            vec![set(&p, &Expr::var("q"))],
            vec![set(&p, &p.arrow("other"))],
            vec![set(&i, &i.arrow("data"))],
            vec![Stmt::Assert(p.lt(&p))],
            vec![Stmt::Assert(p.eq(&i))],
            vec![Stmt::Break],
            vec![Stmt::Goto("end".into())],
            vec![Stmt::Return(None)],
            vec![declare("p", Type::Int, None)],
            vec![Stmt::Call(Expr::Call("f".into(), Vec::new()))],
            vec![set(&p, &Expr::Alloc { record: "item".into(), zeroed: false })],
        ] {
            assert!(!accepts(bad.clone()), "{bad:?}");
        }
    }
}
