//! Tables of legal documents.

pub mod acknowledgement;
pub mod addition;
pub mod document;
pub mod version;
