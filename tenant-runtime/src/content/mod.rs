//! What members write.
