//! A command as one text: words between blanks, with quotes, without a shell.

use std::fmt;
use std::str::FromStr;

/// A program and its arguments.
///
/// Words are separated by blanks; single or double quotes keep blanks together. There is
/// no shell: no variables, no patterns, and a backslash is an ordinary character, so
/// that Windows paths need no care.
///
/// ```
/// use tengen_gomocup::client::CommandLine;
/// let command: CommandLine = "python3 'my player.py' --sims 16".parse()?;
/// assert_eq!(command.program(), "python3");
/// assert_eq!(command.arguments(), ["my player.py", "--sims", "16"]);
/// # Ok::<(), tengen_gomocup::client::CommandLineError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandLine {
    program: String,
    arguments: Vec<String>,
}

impl CommandLine {
    /// A program with arguments that are already apart.
    pub fn new(program: impl Into<String>, arguments: Vec<String>) -> CommandLine {
        CommandLine {
            program: program.into(),
            arguments,
        }
    }

    /// The program's name or path.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// What it is given.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }
}

impl FromStr for CommandLine {
    type Err = CommandLineError;

    fn from_str(text: &str) -> Result<CommandLine, CommandLineError> {
        let mut words = split(text)?.into_iter();
        let program = words.next().ok_or(CommandLineError::Empty)?;
        Ok(CommandLine::new(program, words.collect()))
    }
}

fn split(text: &str) -> Result<Vec<String>, CommandLineError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut open_quote = None;
    for c in text.chars() {
        match (open_quote, c) {
            (Some(quote), c) if c == quote => open_quote = None,
            (None, '\'' | '"') => {
                open_quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(quote) = open_quote {
        return Err(CommandLineError::OpenQuote { quote });
    }
    words.extend(word);
    Ok(words)
}

impl fmt::Display for CommandLine {
    /// A text that reads back as the same command (unless a word holds both quotes).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_word(f, &self.program)?;
        for argument in &self.arguments {
            f.write_str(" ")?;
            write_word(f, argument)?;
        }
        Ok(())
    }
}

fn write_word(f: &mut fmt::Formatter<'_>, word: &str) -> fmt::Result {
    let plain =
        !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || "'\"".contains(c));
    match plain {
        true => f.write_str(word),
        false if word.contains('\'') => write!(f, "\"{word}\""),
        false => write!(f, "'{word}'"),
    }
}

/// A text that is no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandLineError {
    /// No word at all.
    #[error("an empty command: expected a program and its arguments")]
    Empty,
    /// A quote without its partner.
    #[error("the quote {quote} is not closed")]
    OpenQuote {
        /// Which quote.
        quote: char,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        split(text).unwrap()
    }

    #[test]
    fn blanks_separate_and_quotes_join() {
        assert_eq!(words("  a  b\tc "), ["a", "b", "c"]);
        assert_eq!(
            words("'a b' \"c 'd'\" e'f g'h ''"),
            ["a b", "c 'd'", "ef gh", ""]
        );
        assert_eq!(words(r"C:\x\y.exe $HOME *"), [r"C:\x\y.exe", "$HOME", "*"]);
    }

    #[test]
    fn what_is_no_command_is_refused() {
        assert_eq!("  ".parse::<CommandLine>(), Err(CommandLineError::Empty));
        let open = "a 'b c".parse::<CommandLine>().unwrap_err();
        assert_eq!(open, CommandLineError::OpenQuote { quote: '\'' });
    }

    #[test]
    fn a_written_command_reads_back() {
        for text in ["a", "a b", "'a b' c", "\"it's\" x", "a ''"] {
            let command: CommandLine = text.parse().unwrap();
            assert_eq!(command.to_string().parse(), Ok(command), "{text}");
        }
    }
}
