//! What is left of a unit once it is lowered: its code as bytes, and tables of what it defines and needs.

use std::sync::Arc;

use ir::wire::{Wire, Writer};
use ir::{Glance, GlobalId, Id, Linkage};

use super::draft::Draft;
use crate::object::{FunctionEntry, GlobalEntry, Object, RecordEntry};
use crate::seams::Seams;
use crate::unit::Unit;

/// Packs a unit. With `keyed`, the content keys of its functions are computed: whoever keeps answers needs them.
pub(super) fn pack(
    unit: &Unit,
    draft: Draft<'_>,
    keyed: bool,
    seams: &Seams,
    mut spoils: Vec<Vec<GlobalId>>,
) -> Object {
    let keys = draft.program.keys().without_names_of_locals();
    let mut code = Writer::default();
    let mut functions = Vec::with_capacity(draft.program.functions.len());
    for (id, function) in draft.program.functions.enumerate() {
        let (defined, strength) = draft.defines(id);
        let body = function.body.as_ref().map(|body| {
            let start = code.begin();
            body.write(&mut code);
            let mut glance = Box::new(Glance::of(body));
            glance.key = keyed.then(|| keys.of(id));
            ((start, code.bytes.len()), glance)
        });
        functions.push(FunctionEntry {
            name: function.name.clone(),
            internal: function.linkage != Linkage::External,
            ty: function.ty,
            noreturn: function.noreturn,
            defines: defined.is_some(),
            defined: defined.unwrap_or(function.span),
            strength,
            body,
            contract: function.contract.clone().map(Box::new),
            role: function.role,
            span: function.span,
            end: function.end,
            spoils: spoils.get_mut(id.index()).map(std::mem::take).unwrap_or_default(),
        });
    }
    let globals = draft.program.globals.enumerate().map(|(id, global)| {
        let (defines, initialized) = draft.defines_global(id);
        GlobalEntry {
            name: global.name.clone(),
            internal: global.linkage != Linkage::External,
            ty: global.ty,
            size: global.size,
            align: global.align,
            init: global.init.clone(),
            read_only: global.read_only,
            kind: global.kind,
            span: global.span,
            defines,
            initialized,
            weak: draft.weak_globals.contains(&id),
        }
    });
    let records = draft.program.types.records().map(|(id, record)| {
        let (tagged, definition) = draft.records.identity(id);
        RecordEntry::new(record, tagged, definition)
    });
    Object {
        path: unit.path.clone(),
        target: draft.program.target,
        types: draft.program.types.iter().map(|(_, ty)| ty.clone()).collect(),
        records: records.collect(),
        functions,
        globals: globals.collect(),
        declared: draft.declared,
        aliases: draft.aliases.clone(),
        constructors: draft.constructors.clone(),
        destructors: draft.destructors.clone(),
        asked: draft.asked(),
        warnings: Vec::new(),
        code: Arc::new(code.bytes.into()),
        sources: draft.program.sources,
        seams: keyed.then(|| Arc::new(seams.clone())),
    }
}
