//! Drawn positions, a slow twin, and properties.

mod fixtures;
mod properties;
mod twin;
