//! The roles apart, and the program that they are.

mod apart;
mod commands;
mod processes;
