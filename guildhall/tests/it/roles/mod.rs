//! The roles apart, and the program that they are.

mod apart;
mod commands;
mod edges;
mod encrypted;
mod feed;
mod processes;
