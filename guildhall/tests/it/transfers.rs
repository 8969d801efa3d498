//! Carrying a session from one host to another.
