//! Named examples, every short line by brute force, and properties on boards.

mod brute;
mod examples;
mod properties;
