//! Invariants of types: a checker that holds of every structure that goes into a function or comes out of it.
//!
//! `sw_invariant(struct node, list);` is a function `__sw_invariant_list(struct node *)` by the time it gets here. For
//! a function without a contract of its own it becomes one: the checker is required of every parameter of the
//! type and every global variable; it is ensured of the globals, and of the result if that has the type. If
//! not, the structures are still the caller's, and it is ensured of the parameters.
//!
//! Predicates are left alone: what an invariant or a contract calls would otherwise ask for itself. So is `main`.

use ir::{
    Argument, Base, Block, Body, Call, Callee, Clause, Contract, Destination, Function, FunctionId, GlobalId,
    GlobalKind, Id, Linkage, Local, Operand, Place, Program, Role, Signature, Span, Stmt, StmtKind,
    Terminator, TypeId, TypeKind, Var,
};

/// What the functions that invariants are begin with.
const PREFIX: &str = "__sw_invariant_";

/// What a clause is about.
#[derive(Clone, Copy)]
enum Subject {
    /// A parameter, or the result after them.
    Parameter(usize),
    Global(GlobalId),
}

/// Makes contracts of the invariants.
pub(crate) fn apply(program: &mut Program) {
    let invariants: Vec<(FunctionId, TypeId)> = program
        .functions
        .enumerate()
        .filter(|(_, function)| function.name.starts_with(PREFIX) && function.body.is_some())
        .filter_map(|(id, function)| Some((id, *function.signature.params.first()?)))
        .collect();
    if invariants.is_empty() {
        return;
    }
    let predicates = predicates(program, &invariants);
    let functions: Vec<FunctionId> = program
        .defined()
        .filter(|(id, function)| {
            function.contract.is_none() && !predicates[id.index()] && &*function.name != "main"
        })
        .map(|(id, _)| id)
        .collect();
    for function in functions {
        for &(invariant, ty) in &invariants {
            bind(program, function, invariant, ty);
        }
    }
}

/// The functions that run when invariants or contracts are evaluated.
fn predicates(program: &Program, invariants: &[(FunctionId, TypeId)]) -> Vec<bool> {
    let mut found = vec![false; program.functions.len()];
    let contracts = program.functions.iter().flat_map(|function| &function.contract);
    let mut work: Vec<FunctionId> = contracts.flat_map(Contract::functions).collect();
    work.extend(invariants.iter().map(|(id, _)| *id));
    while let Some(id) = work.pop() {
        if std::mem::replace(&mut found[id.index()], true) {
            continue;
        }
        let blocks = program.functions[id].body.iter().flat_map(|body| body.blocks.iter());
        work.extend(blocks.flat_map(|block| &block.stmts).filter_map(|stmt| match &stmt.kind {
            StmtKind::Call(Call { callee: Callee::Function(callee), .. }) => Some(*callee),
            _ => None,
        }));
    }
    found
}

/// Adds the clauses of one invariant to the contract of a function.
fn bind(program: &mut Program, of: FunctionId, invariant: FunctionId, ty: TypeId) {
    let function = &program.functions[of];
    let (signature, linkage) = (function.signature.clone(), function.linkage.clone());
    let Some(body) = &*function.body else { return };
    let params: Vec<TypeId> = body.parameters().map(|(_, ty)| ty).collect();
    let seen = |global: &ir::Global| match &global.linkage {
        Linkage::External => true,
        internal @ Linkage::Internal(_) => {
            *internal == linkage || *internal == program.functions[invariant].linkage
        }
    };
    let globals: Vec<Subject> = program
        .globals
        .enumerate()
        .filter(|(_, global)| global.ty == ty && global.kind == GlobalKind::Variable && seen(global))
        .map(|(id, _)| Subject::Global(id))
        .collect();
    let matching = |types: &[TypeId]| -> Vec<Subject> {
        types
            .iter()
            .enumerate()
            .filter(|(_, known)| **known == ty)
            .map(|(n, _)| Subject::Parameter(n))
            .collect()
    };
    let mut with_result = params.clone();
    if signature.ret != ir::Types::VOID {
        with_result.push(signature.ret);
    }
    let required = matching(&params);
    let ensured = if signature.ret == ty { vec![Subject::Parameter(params.len())] } else { required.clone() };
    for subject in required.into_iter().chain(globals.iter().copied()) {
        let clause = clause(program, of, invariant, &params, subject, "requires");
        contract(program, of).requires.push(clause);
    }
    for subject in ensured.into_iter().chain(globals) {
        let clause = clause(program, of, invariant, &with_result, subject, "ensures");
        contract(program, of).ensures.push(clause);
    }
}

fn contract(program: &mut Program, of: FunctionId) -> &mut Contract {
    program.functions[of].contract.get_or_insert_default()
}

/// A clause that calls the invariant on its subject.
fn clause(
    program: &mut Program,
    of: FunctionId,
    invariant: FunctionId,
    params: &[TypeId],
    subject: Subject,
    kind: &str,
) -> Clause {
    let span = program.functions[invariant].span;
    let ty = program.functions[invariant].signature.params[0];
    let mut body = Body::default();
    let names = parameter_names(program, of);
    for (n, ty) in params.iter().enumerate() {
        let name = names.get(n).cloned().flatten().or_else(|| Some("sw_result".into()));
        if program.types.is_scalar(*ty) {
            body.params.push(Var::Local(body.locals.push(Local { name, ty: *ty, span })));
        } else {
            let align = program.types[*ty].align;
            body.params.push(Var::Slot(body.slots.push(ir::Slot {
                name,
                ty: *ty,
                align,
                span,
                fixed: Vec::new(),
            })));
        }
    }
    let mut stmts = Vec::new();
    let (value, text) = match subject {
        Subject::Parameter(n) => {
            let name = names.get(n).cloned().flatten().unwrap_or_else(|| "sw_result".into());
            match body.params[n] {
                Var::Local(local) => (Operand::Local(local), name),
                // A pointer is never an object in a body that takes no addresses.
                Var::Slot(_) => (Operand::Const(ir::Const { ty, value: ir::ConstValue::Int(0) }), name),
            }
        }
        Subject::Global(global) => {
            let dst = body.locals.push(Local { name: None, ty, span });
            let place = Place::whole(Base::Global(global), ty);
            stmts.push(Stmt { kind: StmtKind::Load { dst, place }, span });
            (Operand::Local(dst), program.globals[global].name.clone())
        }
    };
    let ret = program.functions[invariant].signature.ret;
    let holds = body.locals.push(Local { name: None, ty: ret, span });
    let call = Call {
        dst: Some(Destination::Local(holds)),
        callee: Callee::Function(invariant),
        args: vec![Argument::Value(value)],
        ty: program.functions[invariant].ty,
    };
    stmts.push(Stmt { kind: StmtKind::Call(call), span });
    let terminator = Terminator::Return(Some(Argument::Value(Operand::Local(holds))));
    body.blocks.push(Block { stmts, terminator, span });
    let checker = program.functions[invariant].name.trim_start_matches(PREFIX).to_owned();
    let predicate = predicate(program, of, ret, body, kind, span);
    Clause { predicate, span, text: format!("{checker}({text})").into() }
}

fn parameter_names(program: &Program, of: FunctionId) -> Vec<Option<std::sync::Arc<str>>> {
    let Some(body) = &*program.functions[of].body else { return Vec::new() };
    let name = |var: &Var| match var {
        Var::Local(local) => body.locals[*local].name.clone(),
        Var::Slot(slot) => body.slots[*slot].name.clone(),
    };
    body.params.iter().map(name).collect()
}

/// The function a clause is.
fn predicate(
    program: &mut Program,
    of: FunctionId,
    ret: TypeId,
    body: Body,
    kind: &str,
    span: Span,
) -> FunctionId {
    let params = body.parameters().map(|(_, ty)| ty).collect();
    let signature = Signature { ret, params, variadic: false, prototyped: true };
    let ty = program.types.intern(TypeKind::Function(signature.clone()), 0, 1);
    let known = program.functions[of].contract.as_ref();
    let number = known.map_or(0, |contract| match kind {
        "requires" => contract.requires.len(),
        _ => contract.ensures.len(),
    });
    let name = format!("{}.{kind}.{number}", program.functions[of].name);
    let linkage = program.functions[of].linkage.clone();
    program.functions.push(Function {
        name: name.into(),
        linkage,
        ty,
        signature,
        noreturn: false,
        body: body.into(),
        contract: None,
        role: Role::Clause { of },
        span,
        end: span,
    })
}
