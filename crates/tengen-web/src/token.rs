//! Tokens: 128 bits from the system's source of randomness, in hexadecimal digits.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A secret that opens a seat. It is never printed: not even by `Debug`.
#[derive(Clone, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Token(String);

impl Token {
    /// A new one.
    ///
    /// # Errors
    /// What the system says if it has no randomness to give: then nothing may be opened.
    pub(crate) fn new() -> Result<Token, getrandom::Error> {
        let mut bytes = [0_u8; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Token(
            bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        ))
    }

    /// The secret itself, for the one place that hands it over.
    pub(crate) fn secret(&self) -> &str {
        &self.0
    }

    /// Whether this is it, in a time that does not depend on where they differ.
    pub(crate) fn is(&self, claimed: &str) -> bool {
        let (own, claimed) = (self.0.as_bytes(), claimed.as_bytes());
        let mut differs = own.len() ^ claimed.len();
        for (at, byte) in own.iter().enumerate() {
            differs |= usize::from(byte ^ claimed.get(at).unwrap_or(&0));
        }
        differs == 0 && !own.is_empty()
    }
}

impl PartialEq for Token {
    fn eq(&self, other: &Token) -> bool {
        self.is(&other.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_know_themselves_alone() {
        let (one, other) = (Token::new().unwrap(), Token::new().unwrap());
        assert_eq!(one.secret().len(), 32);
        assert!(one.is(one.secret()) && !one.is(other.secret()));
        assert!(!one.is("") && !one.is(&one.secret()[..31]));
        assert!(!one.is(&format!("{}0", one.secret())));
        assert!(!format!("{one:?}").contains(one.secret()));
    }
}
