//! Where the nodes of a unit's tree stand in the user's text.

use ir::Span;
use rucc_sema as s;

use super::unit::UnitLowering;

impl UnitLowering<'_> {
    pub(super) fn expr_span(&mut self, id: s::ExprId) -> Span {
        let span = self.unit.tast.expr_span(id);
        self.unit.spans.resolve(span, &mut self.draft.program.sources)
    }

    pub(super) fn stmt_span(&mut self, id: s::StmtId) -> Span {
        let span = self.unit.tast.stmt_span(id);
        self.unit.spans.resolve(span, &mut self.draft.program.sources)
    }

    pub(super) fn decl_span(&mut self, id: s::DeclId) -> Span {
        let span = self.unit.tast.decl_span(id);
        self.unit.spans.resolve(span, &mut self.draft.program.sources)
    }

    /// Where a function is defined: its name there.
    pub(super) fn definition_span(&mut self, id: s::DeclId) -> Span {
        let decl = &self.unit.tast[id];
        let name = decl.name.map_or("", |name| self.unit.names.resolve(name));
        let body = decl.body.map(|body| self.unit.tast.stmt_span(body));
        match body.and_then(|body| self.unit.spans.name_before(body, name)) {
            Some(span) => self.unit.spans.resolve(span, &mut self.draft.program.sources),
            None => self.decl_span(id),
        }
    }

    /// Where a statement ends: the closing brace of a block.
    pub(super) fn end_of_stmt(&mut self, id: s::StmtId) -> Span {
        let span = self.stmt_span(id);
        let column = span.end_column.saturating_sub(1).max(1);
        Span { line: span.end_line, column, ..span }
    }
}
