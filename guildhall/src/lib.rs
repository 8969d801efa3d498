//! The composition of the roles.
