//! Whether a function's IR is well-formed, so that running it cannot go astray.

use ir::{
    Argument, Base, Body, Callee, Const, ConstValue, Destination, Operand, Place, Program, Rvalue, Step,
    Stmt, StmtKind, Symbol, Terminator, TypeId, Var,
};

/// Why a function cannot be run; `None` if it can or has no body.
pub(crate) fn validate(program: &Program, function: ir::FunctionId) -> Option<&'static str> {
    let body = program.functions[function].body.as_ref()?;
    let records = program.types.records().map(|(_, record)| record).collect();
    let check = Check { program, body, types: program.types.iter().count(), records };
    check.body().err()
}

type Valid = Result<(), &'static str>;

struct Check<'a> {
    program: &'a Program,
    body: &'a Body,
    types: usize,
    records: Vec<&'a ir::Record>,
}

fn require(condition: bool, why: &'static str) -> Valid {
    if condition { Ok(()) } else { Err(why) }
}

impl Check<'_> {
    fn body(&self) -> Valid {
        require(!self.body.blocks.is_empty(), "it has no blocks")?;
        self.body.locals.iter().try_for_each(|local| self.ty(local.ty))?;
        self.body.slots.iter().try_for_each(|slot| self.ty(slot.ty))?;
        self.body.params.iter().try_for_each(|var| self.var(*var))?;
        for block in &self.body.blocks {
            block.stmts.iter().try_for_each(|stmt| self.stmt(stmt))?;
            self.terminator(&block.terminator)?;
        }
        Ok(())
    }

    fn ty(&self, ty: TypeId) -> Valid {
        require((ty.0 as usize) < self.types, "a type that does not exist")
    }

    fn var(&self, var: Var) -> Valid {
        match var {
            Var::Local(local) => {
                require(self.body.locals.get(local).is_some(), "a register that does not exist")
            }
            Var::Slot(slot) => require(self.body.slots.get(slot).is_some(), "an object that does not exist"),
        }
    }

    fn operand(&self, operand: Operand) -> Valid {
        match operand {
            Operand::Local(local) => self.var(Var::Local(local)),
            Operand::Const(constant) => self.constant(constant),
        }
    }

    fn constant(&self, constant: Const) -> Valid {
        self.ty(constant.ty)?;
        match constant.value {
            ConstValue::Address { symbol: Symbol::Global(global), .. } => {
                require(self.program.globals.get(global).is_some(), "a global that does not exist")
            }
            ConstValue::Address { symbol: Symbol::Function(f) | Symbol::Label(f, _), .. } => {
                require(self.program.functions.get(f).is_some(), "a function that does not exist")
            }
            _ => Ok(()),
        }
    }

    fn place(&self, place: &Place) -> Valid {
        self.ty(place.ty)?;
        self.ty(place.base_ty)?;
        match place.base {
            Base::Slot(slot) => self.var(Var::Slot(slot))?,
            Base::Global(global) => {
                require(self.program.globals.get(global).is_some(), "a global that does not exist")?;
            }
            Base::Pointer(_) => {}
        }
        for step in &place.path {
            if let Step::Field { record, field } = step {
                let known = self.records.get(record.0 as usize);
                require(
                    known.is_some_and(|record| (*field as usize) < record.fields.len()),
                    "a field that does not exist",
                )?;
            }
        }
        Ok(())
    }

    fn stmt(&self, stmt: &Stmt) -> Valid {
        let mut result = Ok(());
        stmt.operands(&mut |operand| result = result.and_then(|()| self.operand(operand)));
        stmt.places(&mut |place| result = result.and_then(|()| self.place(place)));
        result?;
        if let Some(local) = stmt.writes() {
            self.var(Var::Local(local))?;
        }
        match &stmt.kind {
            StmtKind::Live { slot, .. } => self.var(Var::Slot(*slot)),
            StmtKind::Dead(var) => self.var(*var),
            StmtKind::Call(call) => {
                self.ty(call.ty)?;
                if let Callee::Function(function) = call.callee {
                    require(
                        self.program.functions.get(function).is_some(),
                        "a function that does not exist",
                    )?;
                }
                match &call.dst {
                    Some(Destination::Local(local)) => self.var(Var::Local(*local)),
                    _ => Ok(()),
                }
            }
            StmtKind::Assign { value: Rvalue::PointerDiff { stride, .. }, .. } => {
                require(*stride != 0, "a pointer difference in units of no size")
            }
            _ => Ok(()),
        }
    }

    fn terminator(&self, terminator: &Terminator) -> Valid {
        let mut result = Ok(());
        terminator.operands(&mut |operand| result = result.and_then(|()| self.operand(operand)));
        result?;
        if let Terminator::Return(Some(Argument::Object(place))) = terminator {
            self.place(place)?;
        }
        for block in terminator.successors() {
            require(self.body.blocks.get(block).is_some(), "a block that does not exist")?;
        }
        Ok(())
    }
}
