//! The end of an account: asked for, waited for, carried out.

mod job;
mod routes;
mod rules;

pub use job::{Due, JOB_KIND, carry_out};
pub use routes::routes;
