//! Operands of `sizeof` and `typeof` that C evaluates: those that are arrays of variable length (C17 6.5.3.4, 6.7.2.5).
//!
//! The typed tree keeps what such an operator yields and not its operand, so that one which does something when it is evaluated, or
//! reads memory, is found in the untyped tree and in the tokens. An operand that names a variable, what a variable points to, or an element of it
//! by a constant, reads nothing.

use rucc_ast::{Ast, BinaryOp, Expr, ExprId, UnaryOp};
use rucc_lex::{Keyword, Punct, TokenKind, Tokens};
use rucc_sema as s;
use rustc_hash::FxHashSet;

/// The operands of a unit that C evaluates and the typed tree does not have.
#[derive(Default)]
pub(crate) struct Evaluated {
    /// The values of `sizeof` that have such an operand.
    sizes: FxHashSet<s::ExprId>,
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
        Self { sizes, in_typeof }
    }

    /// Whether an expression is the size of such an operand.
    pub(crate) fn is_size(&self, id: s::ExprId) -> bool {
        self.sizes.contains(&id)
    }
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
