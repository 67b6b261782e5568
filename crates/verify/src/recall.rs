//! Summaries of functions kept from one check of a program to the next, for whoever checks it after every change.
//!
//! [`engine::Summaries`] are by content and speak in ids. Here is what must be the same for that to make sense, the *ground*: the tables of types and variables, with what they begin with, the
//! names and types of all functions, the definitions, and the options. Another ground is a new beginning. The content of a function is its own and that of everything it may call; behind a call
//! by pointer that is everything.

use std::sync::{Arc, Mutex, PoisonError};

use checkers::{Checkers, State};
use engine::Summaries;
use ir::{Callee, ContentKey, FunctionId, IndexVec, Program, StmtKind};

use crate::Options;
use crate::trials::called;

/// Larger programs are analyzed anew: to tell their contents costs too much.
const FUNCTIONS: usize = 500;

/// What the last checks knew.
#[derive(Default)]
pub(crate) struct Recall(Mutex<Known>);

#[derive(Default)]
struct Known {
    ground: Option<ContentKey>,
    summaries: Arc<Summaries<State>>,
    /// How many were of use in the last check.
    recalled: usize,
}

/// What an analysis may take from others.
pub(crate) struct Recalled {
    ground: ContentKey,
    pub(crate) summaries: Arc<Summaries<State>>,
    pub(crate) keys: Arc<IndexVec<FunctionId, ContentKey>>,
}

impl Recall {
    /// What is known that holds for this domain, if it is worth asking.
    pub(crate) fn begin(&self, program: &Program, options: &Options, domain: &Checkers) -> Option<Recalled> {
        if program.functions.len() > FUNCTIONS {
            return None;
        }
        let ground = ground(program, options, domain);
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let same = known.ground == Some(ground);
        let summaries = if same { known.summaries.clone() } else { Arc::default() };
        Some(Recalled { ground, summaries, keys: Arc::new(contents(program)) })
    }

    /// Keeps what an analysis knows.
    pub(crate) fn keep(&self, recalled: &Recalled, summaries: Summaries<State>, count: usize) {
        let known = Known { ground: Some(recalled.ground), summaries: Arc::new(summaries), recalled: count };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = known;
    }

    /// How many summaries were of use in the last check.
    pub(crate) fn count(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).recalled
    }
}

fn ground(program: &Program, options: &Options, domain: &Checkers) -> ContentKey {
    let options = Options { cancel: None, store: None, jobs: None, time: None, ..options.clone() };
    let mut hasher = blake3::Hasher::new();
    let mut add = |text: String| _ = hasher.update(text.as_bytes()).update(&[0]);
    add(format!("{} {options:?} {:?}", env!("CARGO_PKG_VERSION"), program.types));
    for global in &program.globals {
        add(format!(
            "{} {:?} {:?} {} {:?} {}",
            global.name, global.kind, global.ty, global.size, global.init, global.read_only
        ));
    }
    for function in &program.functions {
        let body = function.body.is_some();
        add(format!("{} {:?} {:?} {} {body}", function.name, function.ty, function.role, function.noreturn));
    }
    add(domain.meaning());
    ContentKey(*hasher.finalize().as_bytes())
}

/// The content of each function with all it may call.
fn contents(program: &Program) -> IndexVec<FunctionId, ContentKey> {
    let keys = program.keys();
    let calls_by_pointer = |id: &FunctionId| {
        let blocks = program.functions[*id].body.iter().flat_map(|body| body.blocks.iter());
        let mut stmts = blocks.flat_map(|block| &block.stmts);
        stmts.any(
            |stmt| matches!(&stmt.kind, StmtKind::Call(call) if matches!(call.callee, Callee::Pointer(_))),
        )
    };
    let by_pointer: IndexVec<FunctionId, bool> =
        program.functions.ids().map(|id| calls_by_pointer(&id)).collect();
    let content = |id: FunctionId| {
        let mut reached = called(program, vec![id]);
        if reached.iter().any(|id| by_pointer[*id]) {
            reached = program.functions.ids().collect();
        }
        // The function itself comes first; the order of the others is that of the program.
        reached[1..].sort_unstable();
        let mut hasher = blake3::Hasher::new();
        hasher.update(program.functions[id].name.as_bytes());
        for id in &reached {
            hasher.update(&keys.of(*id).0);
        }
        ContentKey(*hasher.finalize().as_bytes())
    };
    program.functions.ids().map(content).collect()
}

#[cfg(test)]
mod tests {
    use crate::kept::Kept;
    use crate::triage::tests::load_text;
    use crate::{Options, Session};

    /// A tree, which lengths know nothing of, with functions that add to it, add it up and free it.
    const PROGRAM: &str = "
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *left, *right; int value; };
struct node *add(struct node *tree, int value) {
    if (!tree) {
        struct node *n = malloc(sizeof *n);
        if (n) {
            n->left = n->right = NULL;
            n->value = value;
        }
        return n;
    }
    if (value < tree->value)
        tree->left = add(tree->left, value);
    else
        tree->right = add(tree->right, value);
    return tree;
}
int sum(const struct node *tree) {
    return tree ? (sum(tree->left) + tree->value + sum(tree->right)) & 255 : 0;
}
void drop(struct node *tree) {
    if (!tree)
        return;
    drop(tree->left);
    drop(tree->right);
    free(tree);
}
int main(void) {
    struct node *tree = NULL;
    while (__VERIFIER_nondet_int())
        tree = add(tree, __VERIFIER_nondet_int());
    int total = sum(tree);
    drop(tree);
    return total > 7;
}
";

    /// What a check says of a program, and how many summaries it took from earlier ones.
    fn check(kept: &Kept, text: &str) -> (model::Report, usize) {
        let (program, options) = (load_text(text), Options::default());
        let (report, _) = Session::new(&program, &options).keeping(kept).check();
        (report, kept.recalled())
    }

    #[test]
    fn only_what_has_changed_is_analyzed_again() {
        let kept = Kept::default();
        let (report, count) = check(&kept, PROGRAM);
        assert_eq!((report.verdict, count), (model::Verdict::Proved, 0), "{report:?}");
        let (report, count) = check(&kept, &PROGRAM.replace("total > 7", "total > 8"));
        assert_eq!(report.verdict, model::Verdict::Proved);
        assert!(count >= 3, "add, sum and drop are as they were: {count}");
        let (report, fewer) = check(&kept, &PROGRAM.replace("& 255", "& 127"));
        assert_eq!(report.verdict, model::Verdict::Proved);
        assert!(0 < fewer && fewer < count, "sum has changed: {fewer} of {count}");
    }

    /// A function that goes wrong is not clean, and one that now goes wrong is not what it was.
    #[test]
    fn errors_are_found_again_and_again() {
        let kept = Kept::default();
        check(&kept, PROGRAM);
        let wrong =
            PROGRAM.replace("drop(tree->right);\n    free(tree);", "free(tree);\n    drop(tree->right);");
        for _ in 0..2 {
            let (report, _) = check(&kept, &wrong.replace("total > 7", "total > 9"));
            assert_eq!(report.verdict, model::Verdict::Violated, "{report:?}");
            let (report, _) = check(&kept, &wrong);
            assert_eq!(report.verdict, model::Verdict::Violated, "{report:?}");
        }
        assert_eq!(check(&kept, PROGRAM).0.verdict, model::Verdict::Proved);
    }

    /// Other types, variables or definitions are another ground.
    #[test]
    fn on_another_ground_nothing_is_recalled() {
        let kept = Kept::default();
        check(&kept, PROGRAM);
        let (report, count) = check(&kept, &PROGRAM.replace("int value; };", "long value; };"));
        assert_eq!((report.verdict, count), (model::Verdict::Proved, 0));
        let (report, count) =
            check(&kept, &format!("static int unused[7];{PROGRAM}").replace("total > 7", "unused[2] > 7"));
        assert_eq!((report.verdict, count), (model::Verdict::Proved, 0));
    }
}
