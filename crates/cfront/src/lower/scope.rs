//! Scopes: objects come alive where a block is entered and die on every way out.
//!
//! A jump closes the scopes it leaves and opens the ones it enters, so `goto` into and out of
//! blocks, `break`, `continue`, `return` and `case` labels inside blocks all keep lifetimes exact.

use ir::{BlockId, Local, Operand, Slot, StmtKind, Terminator, Var};
use rucc_sema as s;

use super::function::FunctionLowering;
use super::prescan::variable_lengths;
use super::types::layout_of;

/// Objects with more runs of bytes of `const` type are refused.
const FIXED: u64 = 4096;

/// An open scope.
pub(super) struct Scope {
    /// The statement that opens it.
    pub(super) id: s::StmtId,
    /// What to undo at its end, in order of declaration.
    pub(super) ends: Vec<End>,
}

/// What happens when a scope is left.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// The variable dies.
    Dead(Var),
    /// A cleanup handler runs on the object.
    Cleanup {
        /// The object.
        object: s::DeclId,
        /// The handler.
        handler: s::DeclId,
    },
}

impl FunctionLowering<'_, '_> {
    /// Lowers `inside` in the scope that statement `id` opens.
    pub(super) fn in_scope(&mut self, id: s::StmtId, inside: impl FnOnce(&mut Self)) {
        if self.scopes.last().is_some_and(|scope| scope.id == id) {
            inside(self);
            return;
        }
        let outer = self.span;
        self.open_scope(id);
        inside(self);
        // What lives in a block dies at its closing brace.
        self.span = self.unit.end_of_stmt(id);
        let depth = self.scopes.len() - 1;
        self.leave_scopes(depth);
        self.scopes.truncate(depth);
        self.span = outer;
    }

    /// Opens a scope: its objects come alive.
    pub(super) fn open_scope(&mut self, id: s::StmtId) {
        let ends = self.enter_scope(id);
        self.scopes.push(Scope { id, ends });
    }

    /// Makes the objects of a scope alive, and says how they die.
    fn enter_scope(&mut self, id: s::StmtId) -> Vec<End> {
        let mut ends = Vec::new();
        for decl in self.scan.objects.get(&id).cloned().unwrap_or_default() {
            let var = self.variable(decl);
            if let Var::Slot(slot) = var
                && !self.is_variable_length(decl)
            {
                self.emit(StmtKind::Live { slot, size: None });
            }
            ends.push(End::Dead(var));
        }
        ends
    }

    /// Whether the object's size is computed where its declaration is reached.
    pub(super) fn is_variable_length(&self, decl: s::DeclId) -> bool {
        let unit = &self.unit.unit;
        let ty = unit.types.canonical(unit.tast[decl].ty);
        matches!(unit.types.kind(ty), rucc_types::TypeKind::Array { .. })
            && matches!(
                rucc_types::layout(&unit.types, ty, &unit.target),
                Err(rucc_types::LayoutError::Variable)
            )
            && !variable_lengths(&unit.types, ty).is_empty()
    }

    /// The register or object of a variable of this function.
    pub(super) fn variable(&mut self, decl: s::DeclId) -> Var {
        if let Some(&var) = self.vars.get(&decl) {
            return var;
        }
        if self.no_result == Some(decl) {
            let span = self.span;
            let message = "`sw_result` may only be used in `sw_ensures`, and not inside of `sw_old`";
            self.unit.misplaced(span, message);
        }
        if self.no_ghosts.contains(&decl) {
            let span = self.span;
            let message = "a set of the contract may only be used in `sw_requires` and `sw_ensures`";
            self.unit.misplaced(span, message);
        }
        let declared = &self.unit.unit.tast[decl];
        let (c_ty, alignment) = (declared.ty, declared.alignment);
        let name = declared.name.map(|name| self.unit.unit.names.resolve(name).into());
        let volatile = self.unit.unit.types.object_quals(c_ty).has(rucc_types::Qualifiers::VOLATILE);
        let span = self.unit.decl_span(decl);
        let ty = self.ty(c_ty);
        let var = if self.types().is_scalar(ty) && !volatile && !self.scan.addressed.contains(&decl) {
            // A parameter may have no name; it is a variable all the same.
            let name = Some(name.unwrap_or_else(|| "_".into()));
            Var::Local(self.body.locals.push(Local { name, ty, span }))
        } else {
            let (_, align) = layout_of(&self.unit.unit, c_ty);
            let align = align.max(alignment.map_or(1, u64::from));
            let mut fixed = Vec::new();
            if !self.fixed_bytes(c_ty, 0, &mut fixed) {
                self.unsupported("a variable with so many members of `const` type");
            }
            Var::Slot(self.body.slots.push(Slot { name, ty, align, span, fixed }))
        };
        self.vars.insert(decl, var);
        var
    }

    /// Collects the bytes of an object that are of `const` type; says no if there are too many runs of them. What is in a union may be written
    /// as another member of it.
    fn fixed_bytes(&self, ty: rucc_types::TypeId, from: u64, into: &mut Vec<(u64, u64)>) -> bool {
        use rucc_types as c;
        let unit = &self.unit.unit;
        let quals = unit.types.object_quals(ty);
        let (size, _) = layout_of(unit, ty);
        if quals.has(c::Qualifiers::CONST) {
            if size > 0 {
                into.push((from, from.saturating_add(size)));
            }
            return true;
        }
        match unit.types.kind(unit.types.canonical(ty)) {
            c::TypeKind::Array { elem, .. } => {
                let mut one = Vec::new();
                let (each, _) = layout_of(unit, elem);
                if !self.fixed_bytes(elem, 0, &mut one) {
                    return false;
                }
                if one.is_empty() || each == 0 {
                    return true;
                }
                if (size / each).saturating_mul(one.len() as u64) > FIXED {
                    return false;
                }
                let starts = (0..size / each).map(|n| from + n * each);
                into.extend(starts.flat_map(|at| one.iter().map(move |(start, end)| (at + start, at + end))));
                true
            }
            c::TypeKind::Record(record) => {
                let info = unit.types.record_info(record);
                info.kind != c::RecordKind::Struct
                    || info.fields.iter().all(|field| {
                        let at = from + field.offset;
                        let Some(width) = field.bits else { return self.fixed_bytes(field.ty, at, into) };
                        // Beside a bit-field that is `const` there may be one that is not.
                        let bits = u64::from(field.bit) + u64::from(width);
                        let quals = unit.types.object_quals(field.ty);
                        if quals.has(c::Qualifiers::CONST) && field.bit == 0 && width % 8 == 0 && width > 0 {
                            into.push((at, at + bits / 8));
                        }
                        true
                    })
            }
            _ => true,
        }
    }

    /// Writes what happens when all scopes deeper than `depth` are left.
    pub(super) fn leave_scopes(&mut self, depth: usize) {
        if self.closed {
            return;
        }
        for index in (depth..self.scopes.len()).rev() {
            let ends = self.scopes[index].ends.clone();
            for end in ends.into_iter().rev() {
                match end {
                    End::Dead(var) => self.emit(StmtKind::Dead(var)),
                    End::Cleanup { object, handler } => self.run_cleanup(object, handler),
                }
            }
        }
    }

    /// Leaves the function: handlers run, the frame does the rest.
    pub(super) fn leave_function(&mut self) {
        for index in (0..self.scopes.len()).rev() {
            for end in self.scopes[index].ends.clone().into_iter().rev() {
                if let End::Cleanup { object, handler } = end {
                    self.run_cleanup(object, handler);
                }
            }
        }
    }

    /// Whether a handler runs when the function is left here.
    pub(super) fn has_cleanups(&self) -> bool {
        self.scopes.iter().flat_map(|scope| &scope.ends).any(|end| matches!(end, End::Cleanup { .. }))
    }

    fn run_cleanup(&mut self, object: s::DeclId, handler: s::DeclId) {
        let place = self.variable_place(object);
        let pointer = self.address_of(place);
        self.call_decl(handler, vec![pointer]);
    }

    /// Jumps to `target`, which stands in the scopes `path` (outermost first).
    pub(super) fn jump_into(&mut self, target: BlockId, path: &[s::StmtId]) {
        if self.closed {
            return;
        }
        let common = self.scopes.iter().zip(path).take_while(|(open, id)| open.id == **id).count();
        self.leave_scopes(common);
        for id in &path[common..] {
            self.enter_scope(*id);
        }
        self.goto(target);
    }

    /// Jumps to where fewer scopes are open.
    pub(super) fn jump_out(&mut self, target: BlockId, depth: usize) {
        self.leave_scopes(depth);
        self.goto(target);
    }

    /// `goto *address`: every label whose address is taken may be the target, each through a block
    /// that closes and opens the scopes in between.
    pub(super) fn jump_indirect(&mut self, address: Operand) {
        let here = self.current;
        let span = self.span;
        let mut targets = Vec::new();
        for label in self.scan.address_labels.clone() {
            let path = self.scan.label_scopes.get(&label).cloned().unwrap_or_default();
            let edge = self.new_block();
            self.switch_to(edge);
            let block = self.label_block(label);
            self.jump_into(block, &path);
            targets.push((self.label_id(label), edge));
        }
        self.switch_to(here);
        self.span = span;
        self.terminate(Terminator::IndirectGoto { address, targets });
    }
}
