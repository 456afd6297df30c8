//! What can go wrong.

use std::fmt;

/// A text that is no character of a lamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadCharacter;

impl fmt::Display for BadCharacter {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("not a character such as Fl(3) 20s")
    }
}

impl std::error::Error for BadCharacter {}
