//! What is new in somebody's communities, for the home page (C-129, gap G-113): the communities where
//! something happened last, the latest posts by others in each. Read afresh every time by one
//! statement, so that a join, a leave or a block shows at once.

mod routes;
mod statement;
mod store;

pub use routes::routes;
