//! Lamp schedules for lighthouses: when a lamp is lit, and how it flashes.
//!
//! ```
//! use beacon::{Character, Lamp};
//! let lamp = Lamp::new("Beacon Rock", Character::parse("Fl(3) 20s").unwrap());
//! assert_eq!(lamp.flashes_in(60), 9);
//! ```

pub mod error;

pub use error::BadCharacter;

/// The longest period that a chart allows, in seconds.
pub const LONGEST_PERIOD: u32 = 60;

/// How a lamp shows itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Character {
    /// Flashes in a group.
    pub flashes: u32,
    /// Seconds from the start of a group to the start of the next.
    pub period: u32,
}

impl Character {
    /// Reads the notation of a chart, such as `Fl(3) 20s`.
    ///
    /// # Errors
    ///
    /// [`BadCharacter`] where the text is no character, or the period is longer than [`LONGEST_PERIOD`].
    pub fn parse(text: &str) -> Result<Self, BadCharacter> {
        let inner = text.strip_prefix("Fl(").ok_or(BadCharacter)?;
        let (flashes, rest) = inner.split_once(") ").ok_or(BadCharacter)?;
        let period = rest.strip_suffix('s').ok_or(BadCharacter)?;
        let (flashes, period) = (flashes.parse().map_err(|_| BadCharacter)?, period.parse().map_err(|_| BadCharacter)?);
        if period > LONGEST_PERIOD { Err(BadCharacter) } else { Ok(Self { flashes, period }) }
    }
}

/// What colour a lamp has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Shown where nothing else is said.
    White,
    /// Danger, or the port side of a channel.
    Red,
    /// The starboard side of a channel.
    Green,
}

/// A lighthouse with its lamp.
pub struct Lamp {
    name: String,
    character: Character,
}

impl Lamp {
    /// Makes a lamp.
    pub fn new(name: &str, character: Character) -> Self {
        Self { name: name.to_owned(), character }
    }

    /// The name as the chart has it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many flashes a sailor counts in some seconds.
    pub fn flashes_in(&self, seconds: u32) -> u32 {
        seconds / self.character.period * self.character.flashes
    }
}

/// Whatever can be seen from the sea.
pub trait Visible {
    /// How far, in nautical miles, from an eye at sea level.
    fn range(&self) -> f64;
}

/// The range of a lamp by its height alone.
///
/// The formula is the usual one: 2.08 times the root of the height.
pub fn range_of(height_metres: f64) -> f64 {
    2.08 * height_metres.sqrt()
}
