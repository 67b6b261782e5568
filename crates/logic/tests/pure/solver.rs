//! The prover against an SMT solver, where one is installed: what is proved must follow, and what is said to contradict itself must.
//!
//! The facts are those of blocks: addresses and sizes, neighbours, units of sixteen bytes, one address behind another. All questions go into one script, in the
//! language that all solvers read, so that any of them will do. `SMT_SOLVER` names another one.

use std::fmt::Write as _;
use std::process::Command;
use std::time::Duration;

use logic::{Fact, Form, Pure};
use testkit::{Rng, count};

use crate::common::{dim, guard, proves};

/// Names in a state.
const NAMES: usize = 6;

/// How long the solver may take.
const LIMIT: Duration = Duration::from_secs(120);

/// Commands that read a script, and what they need to be told.
const SOLVERS: &[(&str, &[&str])] =
    &[("z3", &[]), ("cvc5", &["--incremental"]), ("yices-smt2", &["--incremental"])];

fn solver() -> Option<(String, &'static [&'static str])> {
    if let Ok(named) = std::env::var("SMT_SOLVER") {
        return Some((named, &[]));
    }
    let there = |name: &str| {
        let run = testkit::process::run(Command::new(name).arg("--version"), LIMIT);
        run.is_ok_and(|finished| finished.status.success())
    };
    SOLVERS.iter().find(|(name, _)| there(name)).map(|(name, args)| ((*name).to_owned(), *args))
}

fn term(random: &mut Rng, factor: i64) -> Form {
    let name = Form::of(dim(random.below(NAMES as u64) as usize));
    name.scaled(factor).expect("it is small")
}

/// `x + y − z + c`, as sizes and addresses are added up.
fn form(random: &mut Rng) -> Form {
    let mut sum = Form::constant(i128::from(random.below(33)) - 16);
    for _ in 0..=random.below(3) {
        let factor = [1, -1, 1, -1, 16, -16, 2][random.below(7) as usize];
        sum = sum.add_scaled(1, &term(random, factor)).expect("it is small");
    }
    sum
}

fn fact(random: &mut Rng) -> Fact {
    let form = form(random);
    match random.below(8) {
        0..=1 => Fact::Eq(form),
        2..=6 => Fact::Ge(form),
        _ => Fact::Ne(form),
    }
}

fn number(value: i128) -> String {
    if value < 0 { format!("(- {})", -value) } else { value.to_string() }
}

fn in_smt(fact: &Fact) -> String {
    let form = fact.form();
    let mut sum = format!("(+ {} 0", number(form.evaluate(|_| Some(0)).expect("it is small")));
    for (dim, factor) in form.terms() {
        let _ = write!(sum, " (* {} x{})", number(i128::from(*factor)), dim.0);
    }
    sum.push(')');
    match fact {
        Fact::Eq(_) => format!("(= {sum} 0)"),
        Fact::Ge(_) => format!("(>= {sum} 0)"),
        Fact::Ne(_) => format!("(not (= {sum} 0))"),
    }
}

/// What the prover says of one question.
struct Asked {
    what: String,
    /// Whether it says that the script's question has no answer.
    proved: bool,
}

#[test]
fn a_solver_agrees_with_what_is_proved() {
    let Some((solver, args)) = solver() else {
        eprintln!("skipped: no SMT solver is installed (z3, cvc5 or yices-smt2)");
        return;
    };
    let mut random = Rng::new(7);
    let mut script = "(set-logic QF_LIA)\n".to_owned();
    for name in 0..NAMES {
        let _ = writeln!(script, "(declare-const x{name} Int)");
    }
    let mut asked = Vec::new();
    for _ in 0..count(400) {
        let facts: Vec<Fact> = (0..2 + random.below(6)).map(|_| fact(&mut random)).collect();
        let mut state = Pure::new();
        let consistent = facts.iter().all(|fact| guard(&mut state, fact)) && !state.is_unsat();
        script.push_str("(push 1)\n");
        for fact in &facts {
            let _ = writeln!(script, "(assert {})", in_smt(fact));
        }
        script.push_str("(check-sat)\n");
        asked.push(Asked { what: format!("{facts:?} contradict each other"), proved: !consistent });
        for _ in 0..if consistent { 6 } else { 0 } {
            let goal = fact(&mut random);
            let _ = writeln!(script, "(push 1)\n(assert (not {}))\n(check-sat)\n(pop 1)", in_smt(&goal));
            let proved = proves(&state, &goal);
            asked.push(Asked { what: format!("{goal:?} follows from {facts:?}"), proved });
        }
        script.push_str("(pop 1)\n");
    }
    let file = std::env::temp_dir().join(format!("shapewright-prover-{}.smt2", std::process::id()));
    std::fs::write(&file, script).expect("a temporary file");
    let finished = testkit::process::run(Command::new(&solver).args(args).arg(&file), LIMIT);
    let _ = std::fs::remove_file(&file);
    let said = finished.expect("the solver ends").stdout;
    let answers: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
    assert_eq!(
        answers.len(),
        asked.len(),
        "`{solver}` answers each question: {}",
        answers.first().unwrap_or(&"")
    );
    let (mut proved, mut valid) = (0, 0);
    for (Asked { what, proved: ours }, answer) in asked.iter().zip(answers) {
        assert!(!ours || answer != "sat", "`{solver}` refutes that {what}");
        proved += usize::from(*ours);
        valid += usize::from(answer == "unsat");
    }
    eprintln!("`{solver}`: of {} questions {valid} are valid, {proved} of these were proved", asked.len());
}
