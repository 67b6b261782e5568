//! Errors in a C programmer's words.

use ir::{Base, LocalId, Operand, Place, SlotId, Span, StmtKind, StmtText, Terminator};
use model::{AccessError, Object, ObjectId, ObjectKind, ObjectState, Rule, SiteId, Step, Word};

use crate::code::Code;
use crate::execute::Trap;
use crate::machine::Interpreter;
use crate::stop::Stop;

/// What the user wrote for an operation.
pub(crate) fn span_at(code: &Code<'_>, pc: usize) -> Span {
    let (block, index) = code.location(pc);
    let block = &code.body.blocks[block];
    block.stmts.get(index).map_or(block.span, |stmt| stmt.span)
}

/// The path of a part of a global, by the name it has in its own file.
fn plain_name(name: &str, path: &str) -> String {
    let rest = path.trim_start_matches('@');
    let rest = rest.strip_prefix(name).unwrap_or(rest);
    // A static object is followed by its file in braces.
    let rest = match rest.strip_prefix('{') {
        Some(file) => file.split_once('}').map_or("", |(_, rest)| rest),
        None => rest,
    };
    format!("{}{rest}", name.rsplit('.').next().unwrap_or(name))
}

impl Interpreter<'_> {
    /// Where something stands, as `file:line`.
    pub(crate) fn place_of(&self, span: Span) -> String {
        if !span.is_known() {
            return "an unknown place".into();
        }
        format!("{}:{}", self.program.sources.path(span.file), span.line)
    }

    fn site_text(&self, site: SiteId) -> String {
        self.place_of(self.memory.site(site).span)
    }

    /// Whether something is as it was given to the entry function.
    pub(crate) fn is_given(&self, site: SiteId) -> bool {
        self.ownership.site == Some(site)
    }

    /// When a block was freed.
    fn freed_text(&self, site: SiteId) -> String {
        if self.is_given(site) {
            return format!("before {} is called", self.known_as(self.options.entry));
        }
        format!("at {}", self.site_text(site))
    }

    /// How a block came to be, in the words of a trace.
    pub(crate) fn origin_text(&self, site: SiteId) -> &'static str {
        if self.is_given(site) {
            "the block is given to this function"
        } else {
            "the block is allocated here"
        }
    }

    fn text(&self) -> Option<StmtText<'_>> {
        StmtText::new(self.program, self.calls.last()?.code.function)
    }

    /// A place as the user would write it.
    pub(crate) fn place_text(&self, place: &Place) -> String {
        let Some(text) = self.text() else { return "memory".into() };
        let mut path = text.place(place);
        for (index, _) in place.variable_offset() {
            if let Operand::Local(local) = index
                && let Some(source) = self.temporary_text(local)
            {
                path = path.replacen(&format!("[{}]", text.local(local)), &format!("[{source}]"), 1);
            }
        }
        let path = match place.base {
            Base::Global(global) => plain_name(&self.program.globals[global].name, &path),
            _ => path,
        };
        // An intermediate pointer has no name: the text it stands for is better than none.
        if let Base::Pointer(Operand::Local(local)) = place.base
            && let Some(source) = self.temporary_text(local)
        {
            let name = text.local(local);
            let simple = source.bytes().all(|b| b.is_ascii_alphanumeric() || b"_->.[]".contains(&b));
            let source = if simple { source } else { format!("({source})") };
            return path.replacen(name, &source, 1);
        }
        path
    }

    /// The name of a variable that is a register.
    fn variable_text(&self, local: LocalId) -> Option<String> {
        let name = self.calls.last()?.code.body.locals.get(local)?.name.as_ref()?;
        Some(name.to_string())
    }

    /// The text of the expression that a temporary holds.
    fn temporary_text(&self, local: LocalId) -> Option<String> {
        let local = self.calls.last()?.code.body.locals.get(local)?;
        if !local.is_temporary() || !local.span.is_known() || local.span.expansion.is_some() {
            return None;
        }
        self.source_text(local.span)
    }

    /// The text of a span on one line.
    fn source_text(&self, span: Span) -> Option<String> {
        if span.line != span.end_line {
            return None;
        }
        let file = self.program.sources.files.get(span.file.0 as usize)?;
        let line = ir::from_line(file.text.as_ref()?, span.line)?.lines().next()?;
        let text =
            line.get(span.column.checked_sub(1)? as usize..span.end_column.checked_sub(1)? as usize)?;
        (!text.is_empty() && text.len() <= 60).then(|| text.to_owned())
    }

    pub(crate) fn slot_text(&self, slot: SlotId) -> String {
        self.text().map_or_else(|| "a variable".into(), |text| text.slot(slot).to_owned())
    }

    /// An operand as the user would write it.
    pub(crate) fn operand_text(&self, operand: &Operand) -> String {
        match operand {
            Operand::Const(_) => "constant".into(),
            Operand::Local(local) => self
                .variable_text(*local)
                .or_else(|| self.temporary_text(*local))
                .or_else(|| self.source_text(self.span()))
                .unwrap_or_else(|| "a value".into()),
        }
    }

    /// A use of a value that was never written.
    pub(crate) fn undefined(&self, operand: &Operand) -> Box<Stop> {
        let text = self.operand_text(operand);
        Stop::error(Rule::Uninitialized, format!("`{text}` is used but was never given a value"))
    }

    /// A use of a value that was never written, by a library function.
    pub(crate) fn undefined_in(who: &str, what: &str) -> Box<Stop> {
        Stop::error(Rule::Uninitialized, format!("`{who}` uses {what}"))
    }

    pub(crate) fn division_error(&self) -> Box<Stop> {
        let place = self.place_of(self.span());
        Box::new(Stop::Abort(format!("{place}: division by zero or with a result that does not fit")))
    }

    /// What went wrong in a fast operation.
    #[cold]
    pub(crate) fn explain_trap(&self, trap: Trap) -> Box<Stop> {
        match trap {
            Trap::Undefined => self.undefined_here(),
            Trap::DeadSlot { slot } => self.dead_slot(SlotId(slot)),
            Trap::Division => self.division_error(),
            Trap::Access { error, pointer, size, write } => {
                self.access_error(&self.subject(), error, pointer, size, write)
            }
            Trap::Index { index, len } => {
                let text = self.subject();
                let elements = if len == 1 { "1 element".to_owned() } else { format!("{len} elements") };
                let index = index as i64;
                Stop::error(
                    Rule::OutOfBounds,
                    format!("`{text}` has index {index} in an array of {elements}"),
                )
            }
        }
    }

    /// The place that the statement at hand accesses.
    fn subject(&self) -> String {
        let place = self.calls.last().and_then(|call| {
            let (block, index) = call.code.location(call.pc);
            match &call.code.body.blocks[block].stmts.get(index)?.kind {
                StmtKind::Load { place, .. } | StmtKind::Store { place, .. } => Some(place),
                _ => None,
            }
        });
        place.map_or_else(|| "memory".into(), |place| self.place_text(place))
    }

    /// Finds the operand of the statement at hand that has no value.
    fn undefined_here(&self) -> Box<Stop> {
        let mut culprit = None;
        let mut look = |operand: Operand| {
            if culprit.is_none() && self.operand(&operand).is_ok_and(|value| !value.is_defined()) {
                culprit = Some(operand);
            }
        };
        let mut condition = false;
        if let Some(call) = self.calls.last() {
            let (block, index) = call.code.location(call.pc);
            let block = &call.code.body.blocks[block];
            if let Some(stmt) = block.stmts.get(index) {
                // The stored value may be undefined; the place may not.
                match &stmt.kind {
                    StmtKind::Store { place, .. } => place.operands(&mut look),
                    _ => stmt.operands(&mut look),
                }
            } else {
                condition = matches!(block.terminator, Terminator::Branch { .. } | Terminator::Switch { .. });
                block.terminator.operands(&mut look);
            }
        }
        match culprit {
            Some(operand) if condition => {
                let text = self.operand_text(&operand);
                let message = format!("control depends on `{text}`, which was never given a value");
                Stop::error(Rule::Uninitialized, message)
            }
            Some(operand) => self.undefined(&operand),
            None => Stop::error(Rule::Uninitialized, "a value is used that was never set"),
        }
    }

    /// An object as a C programmer would call it.
    pub(crate) fn object_text(&self, object: &Object) -> String {
        let size = object.size();
        let bytes = if size == 1 { "1 byte".to_owned() } else { format!("{size} bytes") };
        match object.kind() {
            ObjectKind::Heap if self.is_given(object.allocated()) => {
                format!("a block of {bytes} that {} is given", self.known_as(self.options.entry))
            }
            ObjectKind::Heap => {
                format!("a block of {bytes} allocated at {}", self.site_text(object.allocated()))
            }
            ObjectKind::Alloca => {
                format!("a block of {bytes} from `alloca` at {}", self.site_text(object.allocated()))
            }
            ObjectKind::Stack { function, slot } => {
                let text = StmtText::new(self.program, function);
                match text.as_ref().map(|text| text.slot(slot)) {
                    Some(name) => format!("`{name}` ({bytes})"),
                    None => format!("a variable of {bytes}"),
                }
            }
            ObjectKind::Global(global) => {
                let global = &self.program.globals[global];
                if global.kind == ir::GlobalKind::String {
                    return format!("a string literal of {bytes}");
                }
                let name = global.name.rsplit('.').next().unwrap_or(&global.name);
                format!("`{name}` ({bytes})")
            }
            ObjectKind::Function(function) => {
                format!("the function `{}`", self.program.functions[function].name)
            }
            ObjectKind::Varargs => "the unnamed arguments of a call".into(),
            ObjectKind::Library(name) => format!("`{name}`"),
        }
    }

    /// The steps of a trace that tell an object's life.
    fn life(&self, id: ObjectId) -> Vec<Step> {
        let Some(object) = self.memory.object(id) else { return Vec::new() };
        let mut steps = Vec::new();
        let step = |site: SiteId, note: &str| Step::new(self.memory.site(site).span, note);
        if self.is_given(object.allocated()) {
            steps.push(step(object.allocated(), "the block is given to this function"));
        } else if matches!(object.kind(), ObjectKind::Heap | ObjectKind::Alloca) {
            steps.push(step(object.allocated(), "the block is allocated here"));
        }
        match object.state() {
            ObjectState::Live => {}
            ObjectState::Freed if self.is_given(object.released()) => {}
            ObjectState::Freed => steps.push(step(object.released(), "the block is freed here")),
            ObjectState::Dead => steps.push(step(object.released(), "the object's life ends here")),
        }
        steps
    }

    /// An access that must not be.
    #[cold]
    pub(crate) fn access_error(
        &self,
        subject: &str,
        error: AccessError,
        pointer: Word,
        size: u64,
        write: bool,
    ) -> Box<Stop> {
        if let AccessError::Outside { object, .. } = error
            && self.is_stream(object)
        {
            return Stop::unsupported(format!(
                "`{subject}` looks into a stream, of which only the library knows what it holds"
            ));
        }
        let verb = if write { "writes" } else { "reads" };
        let bytes = if size == 1 { "1 byte".to_owned() } else { format!("{size} bytes") };
        let mut steps = Vec::new();
        let mut object = |id: ObjectId| {
            steps = self.life(id);
            self.memory.object(id)
        };
        let (rule, message) = match error {
            AccessError::Null => {
                (Rule::NullDeref, format!("`{subject}` {verb} {bytes} through a null pointer"))
            }
            AccessError::Wild => (
                Rule::OutOfBounds,
                format!(
                    "`{subject}` {verb} {bytes} at address {:#x}, which is not in any object",
                    pointer.bits
                ),
            ),
            AccessError::Dead(id) => {
                let what = object(id).map_or_else(
                    || "an object that is no longer alive".into(),
                    |object| match object.kind() {
                        ObjectKind::Heap => format!("a block freed {}", self.freed_text(object.released())),
                        _ => format!(
                            "{}, whose life ended at {}",
                            self.object_text(object),
                            self.site_text(object.released())
                        ),
                    },
                );
                (Rule::UseAfterFree, format!("`{subject}` {verb} {bytes} of {what}"))
            }
            AccessError::Outside { object: id, offset } => {
                let what = object(id).map_or_else(|| "an object".into(), |object| self.object_text(object));
                (Rule::OutOfBounds, format!("`{subject}` {verb} {bytes} at offset {offset} of {what}"))
            }
            AccessError::ReadOnly(id) => {
                let what = object(id).map_or_else(|| "an object".into(), |object| self.object_text(object));
                (Rule::OutOfBounds, format!("`{subject}` writes to {what}, which must not be written"))
            }
            AccessError::Function(id) => {
                let what = object(id).map_or_else(|| "a function".into(), |object| self.object_text(object));
                (Rule::OutOfBounds, format!("`{subject}` {verb} {bytes} of the code of {what}"))
            }
            AccessError::Unknown(id) => {
                let what = object(id).map_or_else(|| "an object".into(), |object| self.object_text(object));
                return Stop::unsupported(format!("{what} is defined elsewhere"));
            }
        };
        Box::new(Stop::Error { rule, message, steps })
    }

    /// A `free` that must not be.
    pub(crate) fn free_error(
        &self,
        subject: &str,
        pointer: Word,
        id: Option<ObjectId>,
        offset: i64,
    ) -> Box<Stop> {
        let Some(object) = id.and_then(|id| self.memory.object(id)) else {
            let message = if pointer.provenance.is_some() {
                format!("{subject} frees a variable that is no longer alive")
            } else {
                format!("{subject} frees address {:#x}, which is not in any object", pointer.bits)
            };
            return Stop::error(Rule::InvalidFree, message);
        };
        let steps = self.life(object.id());
        let what = self.object_text(object);
        let (rule, message) = match (object.kind(), object.state()) {
            (ObjectKind::Heap, ObjectState::Freed) => {
                let freed = self.freed_text(object.released());
                (Rule::DoubleFree, format!("{subject} frees a block that was already freed {freed}"))
            }
            (ObjectKind::Heap, ObjectState::Live) if self.is_stream(object.id()) => {
                (Rule::InvalidFree, format!("{subject} frees a stream, which only `fclose` may do"))
            }
            (ObjectKind::Heap, _) => {
                let bytes = if offset == 1 { "1 byte".to_owned() } else { format!("{offset} bytes") };
                (Rule::InvalidFree, format!("{subject} frees {bytes} into {what}, not its start"))
            }
            _ => (Rule::InvalidFree, format!("{subject} frees {what}; it is not a heap block")),
        };
        Box::new(Stop::Error { rule, message, steps })
    }

    /// A call through a pointer that does not lead to a function.
    pub(crate) fn callee_error(&self, pointer: Word) -> Box<Stop> {
        match self.memory.locate(pointer, 1, false) {
            Err(AccessError::Null) => Stop::error(Rule::NullDeref, "the call goes through a null pointer"),
            Err(AccessError::Dead(_)) => {
                let message = "the call goes through a pointer to an object that is no longer alive";
                Stop::error(Rule::UseAfterFree, message)
            }
            Err(AccessError::Unknown(_)) => {
                Stop::unsupported("a call into an object that is defined elsewhere")
            }
            _ => {
                let object = self.memory.points_to(pointer).and_then(|(id, _)| self.memory.object(id));
                let message = match object {
                    Some(object) => {
                        format!("the call leads into {}, not to a function", self.object_text(object))
                    }
                    None => {
                        format!("the call leads to address {:#x}, which is not in any object", pointer.bits)
                    }
                };
                Stop::error(Rule::OutOfBounds, message)
            }
        }
    }

    /// One step for each active call, outermost first.
    pub(crate) fn call_steps(&self) -> Vec<Step> {
        let name = |index: usize| self.known_as(self.calls[index].code.function);
        (1..self.calls.len())
            .take(64)
            .map(|index| {
                let caller = &self.calls[index - 1];
                let note = match self.program.functions[self.calls[index].code.function].role {
                    ir::Role::Ordinary | ir::Role::Model | ir::Role::Ambiguous => {
                        format!("{} calls {}", name(index - 1), name(index))
                    }
                    ir::Role::Clause { .. } => format!("{} is evaluated here", name(index)),
                };
                Step::new(span_at(&caller.code, caller.pc), note)
            })
            .collect()
    }
}
