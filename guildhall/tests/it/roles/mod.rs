//! Roles as separate processes, and the program.

pub mod apart;
mod commands;
mod data_folder;
mod doctor;
mod edges;
mod encrypted;
mod feed;
mod member_load;
mod operator;
mod processes;
mod rolling;
mod schema;
mod upgrade;

pub use commands::{printed, run};
