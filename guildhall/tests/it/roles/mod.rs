//! Roles as separate processes, and the program.

pub mod apart;
mod commands;
mod data_folder;
mod doctor;
mod edges;
mod encrypted;
mod feed;
mod operator;
mod processes;

pub use commands::run;
