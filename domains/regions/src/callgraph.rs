//! Who may call whom, and in which order functions are looked at: callees first.
//!
//! A call through a pointer may reach every function whose address is taken and that takes as many arguments. The
//! strongly connected components are Tarjan's (SIAM J. Comput. 1972), with an explicit stack.

use ir::{Call, Callee, Const, ConstValue, FunctionId, Id, IndexVec, Operand, Program, StmtKind, Symbol};

/// The call graph.
#[derive(Debug)]
pub struct CallGraph {
    /// Functions whose address is taken.
    taken: Vec<FunctionId>,
    /// The components, callees before callers; functions without a body are in none.
    pub components: Vec<Vec<FunctionId>>,
    /// The number of a function's component.
    component: IndexVec<FunctionId, u32>,
    recursive: Vec<bool>,
    callees: IndexVec<FunctionId, Vec<FunctionId>>,
}

impl CallGraph {
    /// The call graph of a program.
    pub fn of(program: &Program) -> Self {
        let mut taken = vec![false; program.functions.len()];
        for global in &program.globals {
            for address in global.init.iter().flat_map(|init| &init.addresses) {
                if let Symbol::Function(function) = address.symbol {
                    taken[function.index()] = true;
                }
            }
        }
        for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
            let mut note = |operand: Operand| {
                if let Operand::Const(Const { value, .. }) = operand
                    && let ConstValue::Address { symbol: Symbol::Function(function), .. } = value
                {
                    taken[function.index()] = true;
                }
            };
            for block in &body.blocks {
                block.stmts.iter().for_each(|stmt| stmt.operands(&mut note));
                block.terminator.operands(&mut note);
            }
        }
        let taken: Vec<FunctionId> = program.functions.ids().filter(|id| taken[id.index()]).collect();
        let mut graph = Self {
            taken,
            components: Vec::new(),
            component: program.functions.iter().map(|_| u32::MAX).collect(),
            recursive: Vec::new(),
            callees: program.functions.iter().map(|_| Vec::new()).collect(),
        };
        graph.callees = program.functions.ids().map(|id| graph.calls_of(program, id)).collect();
        graph.order();
        graph
    }

    fn calls_of(&self, program: &Program, id: FunctionId) -> Vec<FunctionId> {
        let Some(body) = &program.functions[id].body else { return Vec::new() };
        let stmts = body.blocks.iter().flat_map(|block| &block.stmts);
        let calls = stmts.filter_map(|stmt| match &stmt.kind {
            StmtKind::Call(call) => Some(call),
            _ => None,
        });
        let mut all: Vec<FunctionId> = calls.flat_map(|call| self.targets(program, call)).collect();
        all.sort_unstable();
        all.dedup();
        all.retain(|id| program.functions[*id].body.is_some());
        all
    }

    /// The functions a call may reach, with or without a body.
    pub fn targets(&self, program: &Program, call: &Call) -> Vec<FunctionId> {
        match call.callee {
            Callee::Function(function) => vec![function],
            Callee::Pointer(Operand::Const(Const {
                value: ConstValue::Address { symbol: Symbol::Function(function), .. },
                ..
            })) => vec![function],
            Callee::Pointer(_) => {
                let fits = |id: &&FunctionId| {
                    let signature = &program.functions[**id].signature;
                    let params = signature.params.len();
                    params == call.args.len()
                        || !signature.prototyped
                        || signature.variadic && params <= call.args.len()
                };
                self.taken.iter().filter(fits).copied().collect()
            }
        }
    }

    /// Whether a function may be called while it is running.
    pub fn is_recursive(&self, function: FunctionId) -> bool {
        self.recursive.get(self.component[function] as usize).copied().unwrap_or(false)
    }

    /// Whether two functions call each other.
    pub fn together(&self, one: FunctionId, two: FunctionId) -> bool {
        self.component[one] == self.component[two]
    }

    /// The functions with a body that a function calls.
    pub fn callees(&self, function: FunctionId) -> &[FunctionId] {
        &self.callees[function]
    }

    /// Tarjan's algorithm. A frame is a function and how many of its callees were visited.
    fn order(&mut self) {
        const UNSEEN: u32 = u32::MAX;
        let count = self.callees.len();
        let (mut number, mut low) = (vec![UNSEEN; count], vec![UNSEEN; count]);
        let (mut next, mut stack, mut on_stack) = (0, Vec::new(), vec![false; count]);
        for start in 0..count {
            let mut frames = if number[start] == UNSEEN { vec![(start, 0)] } else { Vec::new() };
            while let Some((function, visited)) = frames.last_mut() {
                let at = *function;
                if *visited == 0 {
                    (number[at], low[at]) = (next, next);
                    next += 1;
                    stack.push(at);
                    on_stack[at] = true;
                }
                let callee = self.callees[FunctionId::new(at)].get(*visited).map(|id| id.index());
                *visited += 1;
                match callee {
                    Some(callee) if number[callee] == UNSEEN => frames.push((callee, 0)),
                    Some(callee) if on_stack[callee] => low[at] = low[at].min(number[callee]),
                    Some(_) => {}
                    None => {
                        frames.pop();
                        if let Some((caller, _)) = frames.last() {
                            low[*caller] = low[*caller].min(low[at]);
                        }
                        if low[at] == number[at] {
                            self.close(at, &mut stack, &mut on_stack);
                        }
                    }
                }
            }
        }
    }

    fn close(&mut self, root: usize, stack: &mut Vec<usize>, on_stack: &mut [bool]) {
        let mut members = Vec::new();
        while let Some(member) = stack.pop() {
            on_stack[member] = false;
            members.push(FunctionId::new(member));
            if member == root {
                break;
            }
        }
        members.sort_unstable();
        let alone = members.len() == 1 && !self.callees[members[0]].contains(&members[0]);
        for member in &members {
            self.component[*member] = self.components.len() as u32;
        }
        self.recursive.push(!alone);
        self.components.push(members);
    }
}
