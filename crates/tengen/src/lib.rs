//! What the commands of Tengen share: the edge between files and
//! [`tengen_core`], which reads text only.
#![forbid(unsafe_code)]

pub mod decode;
