//! Commands for the operator, one group a file. Each group defines its arguments and runs them
//! through the public functions of the features, which enforce their own rules and write the audit
//! log.
//!
//! Results go to standard output, refusals to standard error. Exit codes: 0 done, 1 refused or not
//! found, 2 wrong arguments. Email addresses are printed to standard output only.

pub mod config;
pub mod export;
pub mod jobs;
mod output;
pub mod reference;
pub mod staff;
pub mod tenant;
pub mod user;
