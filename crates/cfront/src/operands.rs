//! Operands that C evaluates and the typed tree does not have.
//!
//! Those of `sizeof` and `typeof` are the ones that are arrays of variable length (C17 6.5.3.4, 6.7.2.5).
//! The typed tree keeps what such an operator yields and not its operand, so that one which does something when it is evaluated, or
//! reads memory, is found in the untyped tree and in the tokens. An operand that names a variable, what a variable points to, or an element of it
//! by a constant, reads nothing.
//!
//! Of the atomic builtins the typed tree keeps the operands up to the memory order: that, a second one and whether a compare and exchange
//! may fail are arguments of a call all the same (GCC manual, "__atomic Builtins": any of them may be a variable). They are found by their places.

use rucc_ast::{Ast, BinaryOp, Expr, ExprId, UnaryOp};
use rucc_lex::{Keyword, Punct, TokenKind, Tokens};
use rucc_sema as s;
use rustc_hash::{FxHashMap, FxHashSet};

/// The operands of a unit that C evaluates and the typed tree does not have.
#[derive(Default)]
pub(crate) struct Evaluated {
    /// The values of `sizeof` that have such an operand.
    sizes: FxHashSet<s::ExprId>,
    /// By atomic builtins: the arguments that are not among their operands. None where they are not found.
    orders: FxHashMap<s::ExprId, Option<Vec<s::ExprId>>>,
    /// Whether some `typeof` may have one.
    pub(crate) in_typeof: bool,
}

impl Evaluated {
    /// Those of a unit.
    pub(crate) fn of(ast: &Ast, tast: &s::Tast, in_typeof: bool) -> Self {
        let sizeof = (0..ast.counts().exprs).map(ExprId::from_usize).filter_map(|id| match ast[id] {
            Expr::SizeofExpr(operand) if !is_named(ast, operand) => Some(ast.expr_span(id)),
            _ => None,
        });
        let places: FxHashSet<(u32, u32)> = sizeof.map(|span| (span.lo, span.hi)).collect();
        let mut sizes = FxHashSet::default();
        if !places.is_empty() {
            // The size of an array of variable length is a product; other sizes are constants.
            sizes.extend((0..tast.counts().exprs).map(s::ExprId::from_usize).filter(|id| {
                let span = tast.expr_span(*id);
                matches!(tast[*id].kind, s::ExprKind::Binary { op: BinaryOp::Mul, .. })
                    && places.contains(&(span.lo, span.hi))
            }));
        }
        Self { sizes, orders: orders(ast, tast), in_typeof }
    }

    /// The arguments of an atomic builtin that are not among its operands and are no constants; none if they are not known.
    pub(crate) fn orders(&self, id: s::ExprId) -> Option<&[s::ExprId]> {
        self.orders.get(&id).map_or(Some(&[]), Option::as_deref)
    }

    /// Whether an expression is the size of such an operand.
    pub(crate) fn is_size(&self, id: s::ExprId) -> bool {
        self.sizes.contains(&id)
    }
}

/// The arguments of atomic builtins that the typed tree has, but not as their operands.
fn orders(ast: &Ast, tast: &s::Tast) -> FxHashMap<s::ExprId, Option<Vec<s::ExprId>>> {
    let place = |span: rucc_diag::Span| (span.lo, span.hi);
    let all = || (0..tast.counts().exprs).map(s::ExprId::from_usize);
    let atomics: Vec<s::ExprId> =
        all().filter(|id| matches!(tast[*id].kind, s::ExprKind::Atomic { older: false, .. })).collect();
    if atomics.is_empty() {
        return FxHashMap::default();
    }
    let calls: FxHashMap<(u32, u32), &[ExprId]> = (0..ast.counts().exprs)
        .map(ExprId::from_usize)
        .filter_map(|id| match ast[id] {
            Expr::Call { args, .. } => Some((place(ast.expr_span(id)), &ast[args])),
            _ => None,
        })
        .collect();
    let rest = |id: s::ExprId| {
        let args = *calls.get(&place(tast.expr_span(id)))?;
        // `__atomic_compare_exchange(object, expected, desired, weak, success, failure)`; the others end with their order.
        let is_exchange =
            matches!(tast[id].kind, s::ExprKind::Atomic { op: s::AtomicOp::CompareExchange, .. });
        Some(&args[args.len().saturating_sub(if is_exchange { 3 } else { 1 })..])
    };
    let mut typed: FxHashMap<(u32, u32), Vec<s::ExprId>> = FxHashMap::default();
    for arg in atomics.iter().filter_map(|id| rest(*id)).flatten() {
        typed.insert(place(ast.expr_span(*arg)), Vec::new());
    }
    for id in all() {
        if let Some(there) = typed.get_mut(&place(tast.expr_span(id))) {
            there.push(id);
        }
    }
    let order = |id: s::ExprId| {
        let mut found = Vec::new();
        for arg in rest(id)? {
            // Arguments are checked before the call, and conversions of a value come after it.
            let there = typed.get(&place(ast.expr_span(*arg)))?;
            let last = *there.iter().rfind(|typed| **typed < id)?;
            if !matches!(tast[last].kind, s::ExprKind::Const(_)) {
                found.push(last);
            }
        }
        Some(found)
    };
    let known = atomics.iter().map(|id| (*id, order(*id)));
    known.filter(|(_, orders)| orders.as_ref().is_none_or(|orders| !orders.is_empty())).collect()
}

/// A variable, what it points to, or an element of it: if that is an array, nothing is read to name it.
fn is_named(ast: &Ast, id: ExprId) -> bool {
    let is_variable = |id: ExprId| matches!(ast[id], Expr::Name(_));
    match ast[id] {
        Expr::Name(_) => true,
        Expr::Unary { op: UnaryOp::Deref, operand } => is_variable(operand),
        Expr::Index { base, index } => is_variable(base) && matches!(ast[index], Expr::Int(_)),
        _ => false,
    }
}

/// Whether an operand of `typeof` may read memory or do something: it has a call, an assignment, a subscript, an arrow.
pub(crate) fn in_typeof(tokens: &Tokens) -> bool {
    let all = &tokens.tokens;
    let does = |at: usize| match all[at].punct() {
        Some(Punct::LBracket | Punct::Arrow | Punct::PlusPlus | Punct::MinusMinus | Punct::Eq) => true,
        Some(Punct::LParen) => at > 0 && all[at - 1].kind == TokenKind::Ident,
        _ => false,
    };
    (0..all.len())
        .filter(|at| matches!(all[*at].kind, TokenKind::Keyword(Keyword::Typeof | Keyword::TypeofUnqual)))
        .any(|at| {
            let end = crate::rewrite::closing(tokens, at + 1).unwrap_or(at);
            (at + 2..end).any(does)
        })
}
