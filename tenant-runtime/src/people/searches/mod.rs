//! What a member looked for last in the directory: ten searches, theirs alone, to be chosen again or
//! forgotten (A-193, A-197; gap G-070).

mod routes;
mod rules;

pub use routes::routes;
