//! Removal of what nothing refers to any more.

use crate::ast::{Block, Expr, Program, Stmt, Type};
use crate::visit;

/// Removes declarations of variables that nothing mentions, labels nobody jumps to, and functions
/// nobody calls. The program then does what it did, unless a declaration that goes away did
/// something itself.
pub(crate) fn unused(program: &mut Program) {
    loop {
        let before = program.clone();
        drop_functions(program);
        drop_variables(program);
        drop_labels(program);
        if *program == before {
            return;
        }
    }
}

/// As [`unused`], and structs and fields that nothing mentions.
pub(crate) fn all_unused(program: &mut Program) {
    unused(program);
    let mut fields = Vec::new();
    visit::exprs(program, &mut |expr| {
        if let Expr::Arrow(_, field) | Expr::Dot(_, field) = expr {
            fields.push(field.clone());
        }
    });
    for record in &mut program.records {
        // A struct must have a field; which does not matter.
        let mut left = record.fields.len();
        record.fields.retain(|(name, _)| {
            let keep = fields.contains(name) || left == 1;
            left -= usize::from(!keep);
            keep
        });
    }
    loop {
        let before = program.records.len();
        let tags = mentioned_tags(program);
        program.records.retain(|record| tags.contains(&record.name));
        if program.records.len() == before {
            return;
        }
    }
}

fn drop_functions(program: &mut Program) {
    let mut called = vec!["main".to_owned()];
    for function in &program.functions {
        visit::exprs_in(&function.body, &mut |expr| match expr {
            // A function that only itself calls is not called.
            Expr::Call(name, _) if *name != function.name => called.push(name.clone()),
            _ => {}
        });
    }
    program.functions.retain(|function| called.contains(&function.name));
}

fn drop_variables(program: &mut Program) {
    let mut used = Vec::new();
    for function in &program.functions {
        let mut names = Vec::new();
        visit::exprs_in(&function.body, &mut |expr| {
            if let Expr::Var(name) = expr {
                names.push(name.clone());
            }
        });
        used.push(names);
    }
    program.globals.retain(|global| used.iter().flatten().any(|name| *name == global.name));
    for (function, used) in program.functions.iter_mut().zip(&used) {
        drop_declarations(&mut function.body, used);
    }
}

fn drop_declarations(block: &mut Block, used: &[String]) {
    block.retain(|stmt| !matches!(stmt, Stmt::Declare(variable) if !used.contains(&variable.name)));
    for stmt in block {
        match stmt {
            Stmt::If(_, then, other) => {
                drop_declarations(then, used);
                drop_declarations(other, used);
            }
            Stmt::Loop(all) => {
                if matches!(&all.init, Some(Stmt::Declare(variable)) if !used.contains(&variable.name)) {
                    all.init = None;
                }
                drop_declarations(&mut all.body, used);
            }
            Stmt::DoWhile(body, _) | Stmt::Block(body) => drop_declarations(body, used),
            _ => {}
        }
    }
}

fn drop_labels(program: &mut Program) {
    for function in &mut program.functions {
        let mut wanted = Vec::new();
        visit::in_block(&function.body, &mut |stmt| {
            if let Stmt::Goto(label) = stmt {
                wanted.push(label.clone());
            }
        });
        // Labels stand in the outermost block only.
        function.body.retain(|stmt| !matches!(stmt, Stmt::Label(label) if !wanted.contains(label)));
    }
}

fn mentioned_tags(program: &Program) -> Vec<String> {
    let mut tags = Vec::new();
    let mut mention = |ty: &Type| {
        let mut ty = ty;
        while let Type::Pointer(to) = ty {
            ty = to;
        }
        if let Type::Struct(tag) = ty {
            tags.push(tag.clone());
        }
    };
    for record in &program.records {
        for (_, ty) in record.fields.iter().filter(|(_, ty)| !leads_to(ty, &record.name)) {
            mention(ty);
        }
    }
    program.globals.iter().for_each(|global| mention(&global.ty));
    for function in &program.functions {
        function.params.iter().for_each(|param| mention(&param.ty));
        function.result.iter().for_each(&mut mention);
    }
    visit::statements(program, &mut |stmt| {
        if let Stmt::Declare(variable) = stmt {
            mention(&variable.ty);
        }
    });
    visit::exprs(program, &mut |expr| {
        if let Expr::Alloc { record, .. } = expr {
            tags.push(record.clone());
        }
    });
    tags
}

/// Whether this is a pointer, or a pointer to one, to the struct itself.
fn leads_to(ty: &Type, tag: &str) -> bool {
    match ty {
        Type::Int | Type::Bool => false,
        Type::Struct(own) => own == tag,
        Type::Pointer(to) => leads_to(to, tag),
    }
}
