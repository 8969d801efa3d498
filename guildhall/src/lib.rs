//! The composition: what each role is made of, and all of them in one process.
//!
//! Read [`services`] (a process's parts from its configuration), [`app`] (every role in one process:
//! what `guildhall up` and the tests run), then [`roles`] (each on its own).

pub mod app;
pub mod certificates;
pub mod cli;
pub mod data_access;
pub mod demo;
pub mod descriptors;
pub mod doctor;
pub mod edge_config;
pub mod first_run;
pub mod migrate;
pub mod openapi;
pub mod roles;
pub mod services;
