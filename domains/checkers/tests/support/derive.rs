//! Derivations with the rules of a definition over a concrete heap, found by trying all.

use std::collections::BTreeMap;

use shapewright_checkers::definition::{Atom, Definition, DefinitionId, Definitions, Name, Rule, Term};

use super::heaps::{Heap, SIZE, address};

/// Looks for derivations.
pub(crate) struct Prover<'a> {
    pub(crate) definitions: &'a Definitions,
    pub(crate) heap: &'a Heap,
}

impl Prover<'_> {
    /// The sets of nodes that a call may own, apart from these.
    pub(crate) fn call(&self, id: DefinitionId, root: i128, args: &[i128], used: u32) -> Vec<u32> {
        let definition = &self.definitions[id];
        let mut found = Vec::new();
        for rule in &definition.rules {
            for owned in self.rule(definition, rule, root, args, used) {
                if !found.contains(&owned) {
                    found.push(owned);
                }
            }
        }
        found
    }

    pub(crate) fn rule(
        &self,
        definition: &Definition,
        rule: &Rule,
        root: i128,
        args: &[i128],
        used: u32,
    ) -> Vec<u32> {
        let mut names: BTreeMap<Name, i128> = BTreeMap::from([(Name::Root, root)]);
        names.extend(args.iter().enumerate().map(|(n, value)| (Name::Param(n as u32), *value)));
        let value = |names: &BTreeMap<Name, i128>, term: Term| -> Option<i128> {
            Some(term.name.map_or(Some(0), |name| names.get(&name).copied())? + i128::from(term.offset))
        };
        let mut owned = 0_u32;
        let mut left: Vec<_> = rule.objects.iter().collect();
        while !left.is_empty() {
            let ready = left.iter().position(|object| value(&names, object.at).is_some());
            let object = left.remove(ready.expect("what is owned is found from the root"));
            let at = value(&names, object.at).expect("it is ready");
            let node = (0..self.heap.nodes.len()).find(|node| address(*node as i64) == at);
            let Some(node) = node.filter(|node| (used | owned) >> node & 1 == 0) else { return Vec::new() };
            assert_eq!(object.size, SIZE, "the whole node");
            owned |= 1 << node;
            for cell in &object.cells {
                let found = self.heap.member(node, cell.offset).expect("a member");
                match (cell.value.name, value(&names, cell.value)) {
                    (_, Some(expected)) if expected == found => {}
                    (Some(name), None) => {
                        names.insert(name, found - i128::from(cell.value.offset));
                    }
                    _ => return Vec::new(),
                }
            }
        }
        // Values that exist because an equation says what they are.
        for _ in 0..rule.locals.len() {
            for atom in &rule.pure {
                let Atom::Zero(form) = atom else { continue };
                let unknown: Vec<_> =
                    form.terms.iter().filter(|(name, _)| !names.contains_key(name)).collect();
                let [(name, factor @ (1 | -1))] = unknown.as_slice() else { continue };
                let known = form.terms.iter().filter(|(other, _)| other != name);
                let sum: i128 =
                    known.map(|(other, a)| i128::from(*a) * names[other]).sum::<i128>() + form.constant;
                names.insert(*name, -sum * i128::from(*factor));
            }
        }
        let holds = rule.pure.iter().all(|atom| {
            let form = atom.form();
            let sum: i128 =
                form.terms.iter().map(|(name, a)| i128::from(*a) * names[name]).sum::<i128>() + form.constant;
            match atom {
                Atom::Zero(_) => sum == 0,
                Atom::NonZero(_) => sum != 0,
                Atom::AtLeastZero(_) => sum >= 0,
            }
        });
        if !holds {
            return Vec::new();
        }
        let mut ways = vec![owned];
        for call in &rule.calls {
            let root = value(&names, call.root).unwrap_or_else(|| panic!("a root in {}", definition.name));
            let args: Vec<i128> =
                call.args.iter().map(|arg| value(&names, *arg).expect("an argument is known")).collect();
            ways = ways
                .iter()
                .flat_map(|way| {
                    self.call(call.definition, root, &args, used | way)
                        .into_iter()
                        .map(move |more| way | more)
                })
                .collect();
        }
        ways
    }
}
