//! A structure is run down as its rules say; each choice between them is tried.

use model::Object;

use super::Match;
use super::chain::Chain;
use super::concrete::{Concrete, extend};
use super::sets::SetName;
use crate::definition::{self, Atom, DefinitionId, Kind, Name, Rule};
use crate::heap::{Marks, Term};

/// Structures still to be found: a root and arguments.
#[derive(Clone, Debug)]
pub(super) struct Structure {
    pub(super) definition: DefinitionId,
    pub(super) root: Concrete,
    pub(super) args: Vec<Option<Concrete>>,
    /// The arguments that are sets.
    pub(super) sets: Vec<Option<SetName>>,
    /// Where to stop: the hole.
    pub(super) hole: Option<Hole>,
    pub(super) marks: Marks,
}

#[derive(Clone, Debug)]
pub(super) struct Hole {
    pub(super) definition: DefinitionId,
    pub(super) to: Option<Concrete>,
    pub(super) args: Vec<Option<Concrete>>,
    /// The symbols that the place and the arguments of the hole are.
    pub(super) to_term: Term,
    pub(super) arg_terms: Vec<Term>,
    /// The arguments that are sets.
    pub(super) sets: Vec<Option<SetName>>,
}

impl Match<'_> {
    /// Finds structures one after the other, then goes on with the regions: some way to choose
    /// between the rules has to lead there. What is left to try is kept in a list, since a structure
    /// can be as long as memory allows.
    pub(super) fn structures(self, todo: Chain<Structure>, fuel: u32) -> bool {
        let mut open = vec![(self, todo, fuel)];
        while let Some((found, todo, fuel)) = open.pop() {
            let Some((structure, todo)) = todo.split() else {
                if found.regions(fuel) {
                    return true;
                }
                continue;
            };
            if fuel == 0 {
                return true;
            }
            // The first choice is tried first.
            let choices = found.choices(structure, todo);
            open.extend(choices.into_iter().rev().map(|(next, after)| (next, after, fuel - 1)));
        }
        false
    }

    /// The ways in which a structure can be there: it ends at its hole, or one of its rules holds.
    fn choices(&self, structure: &Structure, todo: &Chain<Structure>) -> Vec<(Self, Chain<Structure>)> {
        let mut choices = Vec::new();
        if let Some(next) = structure.hole.as_ref().and_then(|hole| self.at_hole(structure, hole)) {
            choices.push((next, todo.clone()));
        }
        let domain = self.domain;
        for rule in &domain.definitions[structure.definition].rules {
            let spines: Vec<Option<usize>> = match &structure.hole {
                None => vec![None],
                Some(hole) => (0..rule.calls.len())
                    .filter(|index| domain.reaches(rule.calls[*index].definition, hole.definition))
                    .map(Some)
                    .collect(),
            };
            for spine in spines {
                let mut next = self.clone();
                let mut after = todo.clone();
                if next.rule(rule, structure, spine, &mut after) {
                    choices.push((next, after));
                }
            }
        }
        choices
    }

    /// What is known if a structure ends here, at its hole.
    fn at_hole(&self, structure: &Structure, hole: &Hole) -> Option<Self> {
        if hole.definition != structure.definition || hole.to.is_some_and(|to| to.bits != structure.root.bits)
        {
            return None;
        }
        let mut next = self.clone();
        let params = &self.domain.definitions[hole.definition].params;
        let kind = |index: usize| params.get(index).map(|param| param.kind);
        // A bound that the hole asks for may be stronger than the one that is there.
        let agree = hole.args.iter().zip(&structure.args).enumerate().all(|(index, (asked, there))| {
            asked.zip(*there).is_none_or(|(asked, there)| match kind(index) {
                Some(Kind::Lower) => asked.bits.cast_signed() >= there.bits.cast_signed(),
                Some(Kind::Upper) => asked.bits.cast_signed() <= there.bits.cast_signed(),
                _ => asked.bits == there.bits,
            })
        });
        let learned = next.learn(hole.to_term, structure.root, 8)
            && hole.arg_terms.iter().zip(&structure.args).enumerate().all(|(index, (term, value))| {
                matches!(kind(index), Some(Kind::Lower | Kind::Upper))
                    || value.is_none_or(|value| next.learn(*term, value, 8))
            });
        for (asked, there) in hole.sets.iter().zip(&structure.sets) {
            if let Some((asked, there)) = asked.zip(*there) {
                next.same_set(asked, there);
            }
        }
        (agree && learned).then_some(next)
    }

    /// One rule of a structure holds here, with its calls still to be found.
    fn rule(
        &mut self,
        rule: &Rule,
        structure: &Structure,
        spine: Option<usize>,
        todo: &mut Chain<Structure>,
    ) -> bool {
        let mut locals: Vec<Option<Concrete>> = vec![None; rule.locals.len()];
        let get = |locals: &[Option<Concrete>], this: &Self, term: definition::Term| -> Option<Concrete> {
            let Some(name) = term.name else {
                return Some(Concrete { bits: term.offset.cast_unsigned(), provenance: None });
            };
            let base = match name {
                Name::Root => Some(structure.root),
                Name::Param(index) => structure.args.get(index as usize).copied().flatten(),
                Name::Local(index) => locals.get(index as usize).copied().flatten(),
                Name::Global(global) => this
                    .memory
                    .global(global)
                    .and_then(|id| this.memory.live(id))
                    .map(|object| Concrete { bits: object.base(), provenance: Some(object.id()) }),
                Name::Code(function) => this.address_of_code(function),
            };
            base.map(|base| base.plus(term.offset))
        };
        for object in &rule.objects {
            let Some(at) = get(&locals, self, object.at) else { return false };
            let Some((id, offset)) = self.object(at) else { return false };
            let is_it = |there: &Object| {
                (object.is_of_any_size() || there.size() == object.size)
                    && (object.text.is_none() || holds_text(there, 0, there.size()))
                    && object.texts.iter().all(|(at, size)| holds_text(there, *at as usize, *size))
            };
            let fits = offset == 0 && self.memory.live(id).is_some_and(is_it);
            let whole = || structure.marks.heap && !self.memory.is_live_heap(id);
            if object.body.is_none() && (!fits || whole() || !self.own(id, structure.marks.set)) {
                return false;
            }
            for cell in &object.cells {
                let Some(word) = self.read(id, offset + cell.offset, cell.size) else { return false };
                if !word.is_defined() {
                    return false;
                }
                let signed = self.program.types.integer(cell.ty).is_some_and(|(_, signed)| signed);
                let bits = extend(word.bits, cell.size, signed);
                let value = Concrete { bits, provenance: word.provenance };
                match cell.value.name {
                    Some(Name::Local(index)) if locals[index as usize].is_none() => {
                        locals[index as usize] = Some(value.plus(cell.value.offset.wrapping_neg()));
                    }
                    _ => {
                        if get(&locals, self, cell.value).is_some_and(|known| known.bits != value.bits) {
                            return false;
                        }
                    }
                }
            }
            if object.body.is_some() {
                let extent = object.extent();
                let sum = |sum: i128, (name, factor): &(Name, i64)| {
                    let value = get(&locals, self, definition::Term::of(*name))?;
                    Some(sum + i128::from(value.bits) * i128::from(*factor))
                };
                let size = extent.and_then(|extent| extent.terms.iter().try_fold(extent.constant, sum));
                let end = size.and_then(|size| offset.checked_add(i64::try_from(size).ok()?));
                let Some(end) = end.filter(|end| self.own_part(id, offset, *end)) else { return false };
                for cell in object.footer.iter().flat_map(|footer| &footer.cells) {
                    let size = object.footer.as_ref().map_or(0, |footer| footer.size);
                    let begin = end.checked_sub_unsigned(size);
                    let word = begin.and_then(|begin| self.read(id, begin + cell.offset, cell.size));
                    let Some(word) = word.filter(|word| word.is_defined()) else { return false };
                    let signed = self.program.types.integer(cell.ty).is_some_and(|(_, signed)| signed);
                    let bits = extend(word.bits, cell.size, signed);
                    match cell.value.name {
                        Some(Name::Local(index)) if locals[index as usize].is_none() => {
                            let value = Concrete { bits, provenance: word.provenance };
                            locals[index as usize] = Some(value.plus(cell.value.offset.wrapping_neg()));
                        }
                        _ => {
                            if get(&locals, self, cell.value).is_some_and(|known| known.bits != bits) {
                                return false;
                            }
                        }
                    }
                }
            }
            for row in &object.rows {
                if !self.row_of_rule(row, id, structure.marks, todo) {
                    return false;
                }
            }
            if structure.marks.written && object.body.is_none() {
                let held = self.memory.live(id).expect("it is alive");
                let written = |(from, size): &(i64, u64)| {
                    let from = *from as usize;
                    held.is_written(from..from + *size as usize)
                };
                if !object.rest.iter().all(written) {
                    return false;
                }
            }
        }
        // An address that is computed is what its equation says.
        for (index, atom) in (0..rule.locals.len()).flat_map(|n| rule.pure.iter().map(move |atom| (n, atom)))
        {
            let own = Name::Local(index as u32);
            let Atom::Zero(form) = atom else { continue };
            let Some(&(_, sign @ (1 | -1))) = form.terms.iter().find(|(name, _)| *name == own) else {
                continue;
            };
            if locals[index].is_none() && rule.locals[index] == definition::Sort::Pointer {
                let others = form.terms.iter().filter(|(name, _)| *name != own);
                let values: Option<Vec<(Concrete, i64)>> = others
                    .map(|(name, factor)| Some((get(&locals, self, definition::Term::of(*name))?, *factor)))
                    .collect();
                locals[index] = values.map(|values| {
                    let add = |sum: i128, (value, factor): &(Concrete, i64)| {
                        sum - i128::from(sign) * i128::from(*factor) * i128::from(value.bits)
                    };
                    let sum = values.iter().fold(-i128::from(sign) * form.constant, add);
                    let provenance = values.iter().find_map(|(value, _)| value.provenance);
                    Concrete { bits: sum as u64, provenance }
                });
            }
        }
        if rule.divisions().any(|(form, unit)| {
            let value = |name: Name| get(&locals, self, definition::Term::of(name)).map(|value| value.bits);
            let sum = |sum: i128, (name, factor): &(Name, i64)| {
                Some(sum + i128::from(value(*name)?) * i128::from(*factor))
            };
            // Bits of any sign have the same remainder by a power of two.
            form.terms.iter().try_fold(form.constant, sum).is_some_and(|sum| sum.rem_euclid(unit.into()) != 0)
        }) {
            return false;
        }
        for atom in &rule.pure {
            let (Atom::Zero(form) | Atom::NonZero(form) | Atom::AtLeastZero(form)) = atom;
            let mut sum = Some(form.constant);
            for (name, factor) in &form.terms {
                let value = get(&locals, self, definition::Term::of(*name));
                let number = value.map(|value| {
                    if self.is_signed(rule, structure.definition, *name) {
                        i128::from(value.bits.cast_signed())
                    } else {
                        i128::from(value.bits)
                    }
                });
                sum = sum.zip(number).map(|(sum, number)| sum + number * i128::from(*factor));
            }
            let holds = sum.is_none_or(|sum| match atom {
                Atom::Zero(_) => sum == 0,
                Atom::NonZero(_) => sum != 0,
                Atom::AtLeastZero(_) => sum >= 0,
            });
            if !holds {
                return false;
            }
        }
        let sets = self.sets_of_rule(rule, structure, |this, term| get(&locals, this, term));
        for ((index, call), sets) in rule.calls.iter().enumerate().zip(sets) {
            let Some(root) = get(&locals, self, call.root) else { return false };
            let args = call.args.iter().map(|arg| get(&locals, self, *arg)).collect();
            let hole = if spine == Some(index) { structure.hole.clone() } else { None };
            let (definition, marks) = (call.definition, structure.marks);
            todo.push(Structure { definition, root, args, sets, hole, marks });
        }
        true
    }

    /// Whether the values of a name are signed.
    fn is_signed(&self, rule: &Rule, definition: DefinitionId, name: Name) -> bool {
        let sort = match name {
            Name::Param(index) => {
                self.domain.definitions[definition].params.get(index as usize).map(|param| param.sort)
            }
            Name::Local(index) => rule.locals.get(index as usize).copied(),
            Name::Root | Name::Global(_) | Name::Code(_) => None,
        };
        matches!(sort, Some(definition::Sort::Integer { signed: true, .. }))
    }
}

/// Whether so many bytes of an object hold a string.
fn holds_text(object: &Object, from: usize, size: u64) -> bool {
    let end = object.position_of(from, size as usize, |byte, undefined| byte == 0 || undefined != 0);
    end.and_then(|end| object.byte(end)).is_some_and(|(_, undefined)| undefined == 0)
}
