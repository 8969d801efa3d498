//! The tables of legal documents.

pub mod acknowledgement;
pub mod document;
