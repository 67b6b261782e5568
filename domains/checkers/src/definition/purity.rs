//! Purity: the clauses of contracts and assertions may only read.
//!
//! A compiler leaves them out, so a program in which one changes something is two programs, and so is one in which one ends the program or the
//! execution. A run refuses a clause when it writes to memory that was there before (`interp`); here the same is found in the text. Functions
//! that the program does not define are refused, but for those of libraries that are known by name to only read.
//!
//! This is an effect analysis. It is flow-insensitive and goes from callee to caller: each write of a function is kept with whose memory it may go to,
//! the function's own, that of its parameters, what that leads to, or another's. A clause is refused for a write that may be to anything but a variable of
//! what runs for it. A call through a pointer may be one of every function whose address is taken and that takes as many arguments.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use ir::{
    AllocKind, Argument, Base, BlockId, Body, Call, Callee, Destination, FunctionId, LocalId, Operand, Place,
    Program, Role, Rvalue, Stmt, StmtKind, Var,
};

use super::Problem;
use crate::effects::taken;

/// Functions of libraries that end the program, or what it does here.
const END: &[&str] = &[
    "abort",
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "trap",
    "__builtin_trap",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "pthread_exit",
    "thrd_exit",
    "raise",
];

/// Functions that fail: that they do is an error.
const FAIL: &[&str] =
    &["__assert", "__assert_fail", "__assert_perror_fail", "__assert_rtn", "reach_error", "__VERIFIER_error"];

/// Functions that leave executions out.
const ASSUME: &[&str] = &["__VERIFIER_assume", "sw_assume"];

/// Functions of libraries that only read. Of every other one that the program does not define it is not known that it changes nothing.
const READ: &[&str] = &[
    "strlen",
    "strnlen",
    "strcmp",
    "strncmp",
    "strcasecmp",
    "strncasecmp",
    "strcoll",
    "memcmp",
    "bcmp",
    "memchr",
    "memrchr",
    "rawmemchr",
    "strchr",
    "strrchr",
    "strchrnul",
    "index",
    "rindex",
    "strstr",
    "strcasestr",
    "memmem",
    "strspn",
    "strcspn",
    "strpbrk",
    "strverscmp",
    "wcslen",
    "wcscmp",
    "wcsncmp",
    "wcschr",
    "wcsrchr",
    "wcsstr",
    "wmemchr",
    "wmemcmp",
    "isalnum",
    "isalpha",
    "isascii",
    "isblank",
    "iscntrl",
    "isdigit",
    "isgraph",
    "islower",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "isxdigit",
    "tolower",
    "toupper",
    "toascii",
    "iswalnum",
    "iswalpha",
    "iswdigit",
    "iswlower",
    "iswspace",
    "iswupper",
    "towlower",
    "towupper",
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
    "__ctype_get_mb_cur_max",
    "__errno_location",
    "abs",
    "labs",
    "llabs",
    "imaxabs",
    "div",
    "ldiv",
    "lldiv",
    "atoi",
    "atol",
    "atoll",
    "atof",
    "ffs",
    "ffsl",
    "ffsll",
    "fabs",
    "fabsf",
    "fabsl",
    "sqrt",
    "sqrtf",
    "sqrtl",
    "cbrt",
    "cbrtf",
    "cbrtl",
    "hypot",
    "hypotf",
    "hypotl",
    "floor",
    "floorf",
    "floorl",
    "ceil",
    "ceilf",
    "ceill",
    "round",
    "roundf",
    "roundl",
    "trunc",
    "truncf",
    "truncl",
    "rint",
    "rintf",
    "rintl",
    "nearbyint",
    "nearbyintf",
    "nearbyintl",
    "lround",
    "lroundf",
    "llround",
    "lrint",
    "llrint",
    "fmod",
    "fmodf",
    "fmodl",
    "remainder",
    "remainderf",
    "fmin",
    "fminf",
    "fminl",
    "fmax",
    "fmaxf",
    "fmaxl",
    "fdim",
    "fdimf",
    "fdiml",
    "fma",
    "fmaf",
    "fmal",
    "copysign",
    "copysignf",
    "copysignl",
    "nextafter",
    "nextafterf",
    "pow",
    "powf",
    "powl",
    "exp",
    "expf",
    "expl",
    "exp2",
    "exp2f",
    "expm1",
    "log",
    "logf",
    "logl",
    "log2",
    "log2f",
    "log10",
    "log10f",
    "log1p",
    "sin",
    "sinf",
    "sinl",
    "cos",
    "cosf",
    "cosl",
    "tan",
    "tanf",
    "tanl",
    "asin",
    "asinf",
    "acos",
    "acosf",
    "atan",
    "atanf",
    "atan2",
    "atan2f",
    "sinh",
    "cosh",
    "tanh",
    "ldexp",
    "ldexpf",
    "ldexpl",
    "scalbn",
    "ilogb",
    "logb",
    "isnan",
    "isinf",
    "finite",
    "isnanf",
    "isinff",
    "finitef",
    "__isnan",
    "__isinf",
    "__finite",
    "__fpclassify",
    "__fpclassifyf",
    "__signbit",
    "__signbitf",
    "signbit",
    "getenv",
    "secure_getenv",
    "difftime",
    "feof",
    "ferror",
    "fileno",
    "bsearch",
    "getpid",
    "getppid",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
];

/// How the names of annotations and of builtins begin; those of them that do more than read are statements, or end the program.
const OWN: &[&str] = &["sw_", "__sw_", "__builtin_"];

/// Whose memory a pointer may lead to.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Whose {
    /// A variable of the function, or of one that it calls.
    own: bool,
    /// Memory that was there before.
    others: bool,
    /// What these parameters point to, or, if so marked, what is reached from there.
    params: BTreeSet<(usize, Reached)>,
}

/// How memory is reached from a pointer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Reached {
    Directly,
    ThroughMemory,
}

impl Whose {
    fn others() -> Self {
        Self { others: true, ..Self::default() }
    }

    fn add(&mut self, other: &Self) -> bool {
        let before = self.clone();
        self.own |= other.own;
        self.others |= other.others;
        self.params.extend(&other.params);
        *self != before
    }

    /// Seen by a caller that gives these: whose each is, and whose what is reached from there.
    fn given(&self, args: &[(Self, Self)]) -> Self {
        let mut seen = Self { params: BTreeSet::new(), ..self.clone() };
        for (index, reached) in &self.params {
            let arg = args.get(*index).map(|(direct, behind)| match reached {
                Reached::Directly => direct,
                Reached::ThroughMemory => behind,
            });
            seen.add(arg.unwrap_or(&Self::others()));
        }
        seen
    }

    /// Whether it may be memory that was there before a function ran.
    fn is_foreign(&self) -> bool {
        self.others || !self.params.is_empty()
    }
}

/// The acts of a function and what it calls, each with whose memory it is about.
type Acts = BTreeMap<(FunctionId, BlockId, u32), Whose>;

/// What is looked at.
struct Purity<'p> {
    program: &'p Program,
    /// The functions whose address is taken.
    taken: OnceCell<Vec<FunctionId>>,
}

/// The clauses of a program that change something, or end what the program does.
pub fn impure(program: &Program) -> Vec<Problem> {
    let clauses: Vec<FunctionId> = program
        .functions
        .enumerate()
        .filter_map(|(id, function)| matches!(function.role, Role::Clause { .. }).then_some(id))
        .collect();
    if clauses.is_empty() {
        return Vec::new();
    }
    let purity = Purity { program, taken: OnceCell::new() };
    let mut acts = BTreeMap::new();
    let reached = purity.reached(&clauses);
    loop {
        let mut changed = false;
        for function in reached.iter().rev() {
            let Some(body) = &*program.functions[*function].body else { continue };
            let found = purity.acts_of(*function, body, &acts);
            if acts.get(function) != Some(&found) {
                acts.insert(*function, found);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let mut problems = Vec::new();
    for clause in clauses {
        // What a clause is given was there before.
        let mut found = acts.get(&clause).into_iter().flatten().filter(|(_, whose)| whose.is_foreign());
        let Some(((function, block, stmt), _)) = found.next() else { continue };
        let Some(body) = &*program.functions[*function].body else { continue };
        let stmt = &body.blocks[*block].stmts[*stmt as usize];
        let Some((_, does)) = purity.forbidden(*function, stmt) else { continue };
        let name = match program.functions[*function].role {
            Role::Clause { .. } => "a condition".to_owned(),
            _ => format!("`{}`", program.functions[*function].name),
        };
        let message = format!("{name} {does} while it is evaluated: a checker may only read");
        problems.push(Problem { code: "R3", function: clause, span: stmt.span, message });
    }
    problems
}

impl Purity<'_> {
    /// What runs for these functions, callers first.
    fn reached(&self, from: &[FunctionId]) -> Vec<FunctionId> {
        let mut seen: BTreeSet<FunctionId> = from.iter().copied().collect();
        let mut order = from.to_vec();
        let mut at = 0;
        while let Some(function) = order.get(at) {
            let body = self.program.functions[*function].body.iter();
            let stmts = body.flat_map(|body| body.blocks.iter().flat_map(|block| &block.stmts));
            let calls = stmts.filter_map(|stmt| match &stmt.kind {
                StmtKind::Call(call) => Some(call),
                _ => None,
            });
            let callees: Vec<FunctionId> = calls.flat_map(|call| self.callees(call)).collect();
            order.extend(callees.into_iter().filter(|callee| seen.insert(*callee)));
            at += 1;
        }
        order
    }

    /// The functions that a call may be of.
    fn callees(&self, call: &Call) -> Vec<FunctionId> {
        let program = self.program;
        match call.callee {
            Callee::Function(callee) => vec![callee],
            Callee::Pointer(_) => {
                let taken = self.taken.get_or_init(|| taken(program));
                let takes = |id: &&FunctionId| {
                    let signature = &program.functions[**id].signature;
                    let count = signature.params.len();
                    !signature.prototyped
                        || count == call.args.len()
                        || signature.variadic && count < call.args.len()
                };
                taken.iter().filter(takes).copied().collect()
            }
        }
    }

    /// What a statement does that may not be done, where in memory, and the word for it.
    fn forbidden<'s>(&self, function: FunctionId, stmt: &'s Stmt) -> Option<(Option<&'s Place>, String)> {
        let by_model = self.program.functions[function].role == Role::Model;
        let (place, does) = match &stmt.kind {
            StmtKind::Store { place, .. }
            | StmtKind::Fill { to: place, .. }
            | StmtKind::Pad { place }
            | StmtKind::Copy { to: place, .. }
            | StmtKind::VaArg { dst: Destination::Object(place), .. } => (Some(place), "writes to memory"),
            StmtKind::Alloc { kind, .. } if *kind != AllocKind::Alloca => (None, "allocates memory"),
            StmtKind::Free { .. } => (None, "frees memory"),
            // A model says with it what the library promises.
            StmtKind::Assume(_) if !by_model => (None, "leaves executions out"),
            StmtKind::Call(call) => {
                if let Some(does) = self.callees(call).into_iter().find_map(|callee| self.library(callee)) {
                    return Some((None, does));
                }
                match &call.dst {
                    Some(Destination::Object(place)) => (Some(place), "writes to memory"),
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some((place, does.to_owned()))
    }

    /// What a function of a library does that may not be done.
    fn library(&self, id: FunctionId) -> Option<String> {
        let function = &self.program.functions[id];
        let name = &*function.name;
        if function.body.is_some() && function.role != Role::Model || FAIL.contains(&name) {
            return None;
        }
        if END.contains(&name) || function.noreturn {
            return Some(format!("calls `{name}`, which does not return,"));
        }
        if ASSUME.contains(&name) {
            return Some("leaves executions out".to_owned());
        }
        let reads = READ.contains(&name) || OWN.iter().any(|own| name.starts_with(own));
        (!reads).then(|| format!("calls `{name}`, which is not known to change nothing,"))
    }

    fn acts_of(&self, function: FunctionId, body: &Body, known: &BTreeMap<FunctionId, Acts>) -> Acts {
        let owners = Owners::of(body);
        let mut found = Acts::new();
        for (block, content) in body.blocks.enumerate() {
            for (index, stmt) in content.stmts.iter().enumerate() {
                if let Some((place, _)) = self.forbidden(function, stmt) {
                    let whose = place.map_or_else(Whose::others, |place| owners.of_place(place));
                    found.entry((function, block, index as u32)).or_default().add(&whose);
                }
                let StmtKind::Call(call) = &stmt.kind else { continue };
                let given: Vec<(Whose, Whose)> = call.args.iter().map(|arg| owners.given(arg)).collect();
                for callee in self.callees(call) {
                    // What else the model of a library function does is not of the program: it notes errors.
                    if self.program.functions[callee].role == Role::Model {
                        continue;
                    }
                    for (at, whose) in known.get(&callee).into_iter().flatten() {
                        found.entry(*at).or_default().add(&whose.given(&given));
                    }
                }
            }
        }
        found
    }
}

/// Whose memory the registers of a function lead to.
struct Owners {
    registers: BTreeMap<LocalId, Whose>,
    /// What the pointers in its variables in memory lead to.
    contents: Whose,
}

impl Owners {
    fn of(body: &Body) -> Self {
        let mut owners = Self { registers: BTreeMap::new(), contents: Whose::default() };
        for (index, param) in body.params.iter().enumerate() {
            match param {
                Var::Local(local) => {
                    let params = BTreeSet::from([(index, Reached::Directly)]);
                    owners.registers.insert(*local, Whose { params, ..Whose::default() });
                }
                Var::Slot(_) => {
                    let both = [(index, Reached::Directly), (index, Reached::ThroughMemory)];
                    owners.contents.params.extend(both);
                }
            }
        }
        loop {
            let mut changed = false;
            for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
                let (dst, whose) = match &stmt.kind {
                    StmtKind::Assign { dst, value } => (*dst, owners.of_value(value)),
                    StmtKind::Load { dst, place } => (*dst, owners.behind(&owners.of_place(place))),
                    StmtKind::Alloc { dst, .. } => (*dst, Whose { own: true, ..Whose::default() }),
                    StmtKind::VaArg { dst: Destination::Local(dst), .. } => (*dst, Whose::others()),
                    StmtKind::Store { place, value } => {
                        changed |= owners.holds(place, &owners.of_operand(*value));
                        continue;
                    }
                    StmtKind::Copy { to, from, .. } => {
                        changed |= owners.holds(to, &owners.behind(&owners.of_place(from)));
                        continue;
                    }
                    StmtKind::VaArg { dst: Destination::Object(place), .. } => {
                        changed |= owners.holds(place, &Whose::others());
                        continue;
                    }
                    StmtKind::Call(call) => {
                        let mut whose = Whose::others();
                        for arg in &call.args {
                            let (direct, behind) = owners.given(arg);
                            whose.add(&direct);
                            whose.add(&behind);
                        }
                        // What is called may write to the variables that it is given.
                        if whose.own {
                            changed |= owners.contents.add(&whose);
                        }
                        match &call.dst {
                            Some(Destination::Local(dst)) => (*dst, whose),
                            Some(Destination::Object(place)) => {
                                changed |= owners.holds(place, &whose);
                                continue;
                            }
                            None => continue,
                        }
                    }
                    _ => continue,
                };
                changed |= owners.registers.entry(dst).or_default().add(&whose);
            }
            if !changed {
                return owners;
            }
        }
    }

    /// Notes what is written to a place: whether that is new. What is written to memory of others is refused.
    fn holds(&mut self, place: &Place, whose: &Whose) -> bool {
        self.of_place(place).own && self.contents.add(whose)
    }

    /// What the pointers in memory lead to, and those there.
    fn behind(&self, whose: &Whose) -> Whose {
        let mut behind = Whose { own: false, ..whose.clone() };
        behind.params = whose.params.iter().map(|(index, _)| (*index, Reached::ThroughMemory)).collect();
        if whose.own {
            behind.add(&self.contents);
            let further = self.contents.params.iter().map(|(index, _)| (*index, Reached::ThroughMemory));
            behind.params.extend(further);
        }
        behind
    }

    /// What an argument leads to, and what is reached from there.
    fn given(&self, argument: &Argument) -> (Whose, Whose) {
        match argument {
            Argument::Value(operand) => {
                let direct = self.of_operand(*operand);
                let behind = self.behind(&direct);
                (direct, behind)
            }
            Argument::Object(place) => {
                let held = self.behind(&self.of_place(place));
                (held.clone(), self.behind(&held))
            }
        }
    }

    fn of_operand(&self, operand: Operand) -> Whose {
        match operand {
            Operand::Local(local) => self.registers.get(&local).cloned().unwrap_or_default(),
            Operand::Const(value) => match value.value {
                ir::ConstValue::Int(_) => Whose::default(),
                _ => Whose::others(),
            },
        }
    }

    fn of_place(&self, place: &Place) -> Whose {
        match place.base {
            Base::Slot(_) => Whose { own: true, ..Whose::default() },
            Base::Global(_) => Whose::others(),
            Base::Pointer(pointer) => self.of_operand(pointer),
        }
    }

    fn of_value(&self, value: &Rvalue) -> Whose {
        let mut whose = Whose::default();
        match value {
            Rvalue::Uninit => {}
            Rvalue::Use(operand) | Rvalue::Unary(_, operand) | Rvalue::Convert(operand) => {
                whose = self.of_operand(*operand);
            }
            Rvalue::Binary(_, lhs, rhs) | Rvalue::PointerDiff { lhs, rhs, .. } => {
                whose = self.of_operand(*lhs);
                whose.add(&self.of_operand(*rhs));
            }
            Rvalue::PointerAdd { pointer, index, .. } => {
                whose = self.of_operand(*pointer);
                // A pointer to nothing and the number of an address are a pointer.
                if whose == Whose::default() {
                    whose = self.of_operand(*index);
                }
            }
            Rvalue::AddressOf(place) => whose = self.of_place(place),
            Rvalue::Intrinsic(_, operands) => {
                for operand in operands {
                    whose.add(&self.of_operand(*operand));
                }
            }
        }
        whose
    }
}
