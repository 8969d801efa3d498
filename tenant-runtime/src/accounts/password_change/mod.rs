//! Changing the password while signed in: the old one is shown first, the other sessions end unless
//! their owner wants to keep them, and a mail says that it happened (A-126 to A-129, G-039).

mod error;
mod routes;
mod rules;

pub use routes::routes;
