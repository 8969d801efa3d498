//! The roles apart, and the program that they are.

mod apart;
mod commands;
mod data_folder;
mod edges;
mod encrypted;
mod feed;
mod processes;

pub use commands::run;
