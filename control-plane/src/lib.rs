//! control-plane.
