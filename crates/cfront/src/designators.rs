//! The initializers with designators, as they were written.
//!
//! The typed tree keeps the values of an initializer and where each goes, but not its braces. A
//! brace matters when a designator goes back to something already initialized: `[0] = {1}` forgets
//! what `[0].b = 5` said before it, `[0].a = 1` does not. So the untyped tree of a unit that has
//! designators is kept, with a way to find the initializer of a declaration in it.

use rucc_ast::{Ast, BinaryOp, Decl, DeclId, Expr, ExprId, Init, InitId, TypeSpec, UnaryOp};
use rucc_base::Symbol;
use rucc_sema as s;
use rustc_hash::FxHashMap;

/// The initializers of one unit that have designators.
pub(crate) struct Designated {
    /// The untyped tree they are in.
    pub(crate) ast: Ast,
    /// By the position of the name they are for, or of the compound literal they are in.
    by_position: FxHashMap<u32, InitId>,
    /// Those of names with linkage, which may have been declared before.
    by_name: FxHashMap<Symbol, InitId>,
    /// The values of enumerators, which arrays are often indexed by; none for a name that has two.
    enumerators: FxHashMap<Symbol, Option<i128>>,
}

impl Designated {
    /// Keeps the tree if some initializer has designators.
    pub(crate) fn of(ast: Ast) -> Option<Self> {
        let mut found = Self {
            ast,
            by_position: FxHashMap::default(),
            by_name: FxHashMap::default(),
            enumerators: FxHashMap::default(),
        };
        let counts = found.ast.counts();
        for n in 0..counts.decls {
            found.enter_declaration(DeclId::from_usize(n));
        }
        for n in 0..counts.exprs {
            let expr = ExprId::from_usize(n);
            if let Expr::CompoundLiteral { init, .. } = found.ast[expr]
                && has_designators(&found.ast, init)
            {
                found.by_position.insert(found.ast.expr_span(expr).lo, init);
            }
        }
        let top_level = found.ast.top_level().to_vec();
        for decl in top_level {
            let Decl::Var { declarators, .. } = found.ast[decl] else { continue };
            for declared in &found.ast[declarators] {
                let declarator = found.ast[declared.declarator];
                if let Some(init) = declared.init
                    && let Some(name) = declarator.name
                    && found.by_position.contains_key(&declarator.name_span.lo)
                {
                    found.by_name.insert(name, init);
                }
            }
        }
        if found.by_position.is_empty() {
            return None;
        }
        for n in 0..counts.decls {
            let (Decl::Var { specs, .. } | Decl::Function { specs, .. }) = found.ast[DeclId::from_usize(n)]
            else {
                continue;
            };
            if let TypeSpec::Enum { enumerators: Some(list), .. } = found.ast[specs].ty {
                found.enter_enumerators(list);
            }
        }
        Some(found)
    }

    fn enter_enumerators(&mut self, list: rucc_ast::EnumeratorList) {
        let mut next = Some(0);
        let written: Vec<_> = self.ast[list].iter().map(|one| (one.name, one.value)).collect();
        for (name, value) in written {
            let value = value.map_or(next, |value| self.number(value));
            let known = self.enumerators.entry(name).or_insert(value);
            if *known != value {
                *known = None;
            }
            next = value.map(|value| value + 1);
        }
    }

    /// The value of a constant that is written plainly.
    pub(crate) fn number(&self, expr: ExprId) -> Option<i128> {
        match self.ast[expr] {
            Expr::Int(id) => i128::try_from(self.ast[id].value).ok(),
            Expr::Name(name) => self.enumerators.get(&name).copied().flatten(),
            Expr::Unary { op: UnaryOp::Minus, operand } => Some(-self.number(operand)?),
            Expr::Binary { op: BinaryOp::Add, lhs, rhs } => Some(self.number(lhs)? + self.number(rhs)?),
            Expr::Binary { op: BinaryOp::Sub, lhs, rhs } => Some(self.number(lhs)? - self.number(rhs)?),
            _ => None,
        }
    }

    fn enter_declaration(&mut self, id: DeclId) {
        let Decl::Var { declarators, .. } = self.ast[id] else { return };
        for declared in &self.ast[declarators] {
            if let Some(init) = declared.init
                && has_designators(&self.ast, init)
            {
                self.by_position.insert(self.ast[declared.declarator].name_span.lo, init);
            }
        }
    }

    /// The initializer of a declaration, if it has designators.
    pub(crate) fn initializer(&self, tast: &s::Tast, decl: s::DeclId) -> Option<InitId> {
        let declared = &tast[decl];
        match declared.name {
            Some(name) if declared.linkage != s::Linkage::None => self.by_name.get(&name).copied(),
            _ => self.by_position.get(&tast.decl_span(decl).lo).copied(),
        }
    }
}

fn has_designators(ast: &Ast, init: InitId) -> bool {
    let Init::List(list) = ast[init] else { return false };
    ast[list].iter().any(|item| !item.designators.is_empty() || has_designators(ast, item.init))
}
