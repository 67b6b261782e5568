//! The fixpoint engine that every shape domain runs on.
//!
//! The engine knows control flow and nothing of heaps: it walks a function's blocks in a weak
//! topological order, hands each statement to a [`ShapeDomain`], keeps the disjuncts that come back,
//! widens at loop heads, and enters calls through summaries. Once nothing changes any more it goes
//! over the stable states once more and notes which checks stay open.
//!
//! What it promises:
//! - *Coverage.* Every concrete state that reaches a point is described by one of the states kept
//!   there, or the point is marked lost with the reason. No cap or budget ever drops a state.
//! - *Determinism.* The result depends on program, entry and limits only (a time limit excepted).
//!
//! Reading order: [`ShapeDomain`], [`Checks`], [`WeakTopologicalOrder`], [`Engine`], [`Analysis`].

mod analysis;
mod block;
mod checks;
mod components;
mod disjuncts;
mod domain;
mod engine;
mod explore;
mod flow;
mod laws;
mod limits;
mod predicates;
mod recall;
mod record;
mod replay;
mod solve;
mod summary;
mod trail;
mod walks;
mod wto;

pub use analysis::{Analysis, LoopReport, PointStates};
pub use checks::{Check, Checks, Open, induced};
pub use components::components;
pub use domain::{Cursor, Edge, Entry, Frame, Join, Lost, Outcome, RuleSet, ShapeDomain, Unmet, Widened};
pub use engine::Engine;
pub use explore::{Bounds, Exact};
pub use flow::Flow;
pub use laws::{check_covers_laws, check_widening};
pub use limits::{Limits, Meter, Spent};
pub use predicates::{Asked, recursive, truths};
pub use recall::Summaries;
pub use summary::ContextId;
pub use trail::{Trail, TrailId};
pub use wto::{Component, WeakTopologicalOrder};

pub use ir_point::Point;

mod ir_point {
    use ir::{BlockId, FunctionId, Program, Span, Stmt};

    /// A place in a function: before statement number `stmt` of a block, where the number of
    /// statements stands for the terminator.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
    pub struct Point {
        /// The function.
        pub function: FunctionId,
        /// The block.
        pub block: BlockId,
        /// The statement.
        pub stmt: u32,
    }

    impl Point {
        /// The statement that runs next, `None` if it is the terminator.
        pub fn stmt(self, program: &Program) -> Option<&Stmt> {
            let body = program.functions[self.function].body.as_ref()?;
            body.blocks[self.block].stmts.get(self.stmt as usize)
        }

        /// What the user wrote there.
        pub fn span(self, program: &Program) -> Span {
            match (self.stmt(program), program.functions[self.function].body.as_ref()) {
                (Some(stmt), _) => stmt.span,
                (None, Some(body)) => body.blocks[self.block].span,
                (None, None) => program.functions[self.function].span,
            }
        }
    }
}
