//! Faults below the instance: disks and processes. Faults of servers are in `tests/servers/`.

pub mod damage;
pub mod disk;
mod full;
mod processes;
