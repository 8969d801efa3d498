//! What fails under the instance: disks and processes. Servers that fail are in `tests/servers/`.

mod damage;
pub mod disk;
mod full;
mod processes;
