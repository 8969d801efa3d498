//! Roles as separate processes, and the program.

mod apart;
mod commands;
mod data_folder;
mod edges;
mod encrypted;
mod feed;
mod member_load;
mod processes;
mod rolling;
mod schema;
mod upgrade;

pub use commands::run;
