//! tenant-runtime.
