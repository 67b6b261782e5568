//! The initializers with designators, as they were written.
//!
//! The typed tree keeps the values of an initializer and where each goes, but not its braces. A
//! brace matters when a designator goes back to something already initialized: `[0] = {1}` forgets
//! what `[0].b = 5` said before it, `[0].a = 1` does not. So the untyped tree of a unit that has
//! designators is kept, with a way to find the initializer of a declaration in it.

use rucc_ast::{Ast, Decl, DeclId, Designator, Expr, ExprId, Init, InitId};
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
}

impl Designated {
    /// Keeps the tree if some initializer has designators.
    pub(crate) fn of(ast: Ast) -> Option<Self> {
        let mut found = Self { ast, by_position: FxHashMap::default(), by_name: FxHashMap::default() };
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
        (!found.by_position.is_empty()).then_some(found)
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

    /// Whether an initializer may say something that the list of its values does not: it has empty
    /// braces, or a range.
    pub(crate) fn is_incomplete(&self, init: InitId) -> bool {
        let Init::List(list) = self.ast[init] else { return false };
        list.is_empty()
            || self.ast[list].iter().any(|item| {
                let range = |step: &Designator| matches!(step, Designator::Range { .. });
                self.ast[item.designators].iter().any(range) || self.is_incomplete(item.init)
            })
    }
}

fn has_designators(ast: &Ast, init: InitId) -> bool {
    let Init::List(list) = ast[init] else { return false };
    ast[list].iter().any(|item| !item.designators.is_empty() || has_designators(ast, item.init))
}
