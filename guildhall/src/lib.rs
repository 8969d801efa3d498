//! Composition of the roles, separate and all in one process.
//!
//! Read [`services`] (a process's services from its configuration), [`app`] (all roles in one
//! process, for `guildhall up` and the tests), then [`roles`] (separate processes).

pub mod app;
pub mod backup;
pub mod certificates;
pub mod cli;
pub mod commands;
pub mod data_access;
pub mod demo;
pub mod descriptors;
pub mod doctor;
pub mod edge_config;
pub mod first_run;
pub mod keys;
pub mod migrate;
pub mod openapi;
pub mod roles;
pub mod samples;
pub mod services;
mod set_flags;
