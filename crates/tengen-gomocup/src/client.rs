//! The manager's side: a foreign brain as a child process.
//!
//! A [`Client`] owns one process. It speaks START, INFO, BEGIN, TURN and BOARD, reads
//! answers on a thread of its own, measures every move with the monotonic clock, and
//! ends the process when dropped. Lines end with LF; answers may end as they like.
//!
//! What a brain says beside its move is taken as Gomocup's judge takes it: MESSAGE and
//! DEBUG lines are kept for [`Client::messages`], anything else that is not a move is
//! passed over. A brain that says only such things until its time is up has given a
//! [nonsense answer](ClientError::Nonsense).
//!
//! ```no_run
//! use tengen_gomocup::client::{Client, CommandLine, Settings, TurnLimit};
//! use tengen_core::{Rule, Size};
//! let command: CommandLine = "pbrain-example --quiet".parse()?;
//! let mut client = Client::spawn(&command)?;
//! client.start_game(&Settings::new(Size::STANDARD, Rule::Renju))?;
//! let answer = client.ask(&[], TurnLimit::default())?;
//! println!("{:?} after {:?}", answer.point, answer.elapsed);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod brain;
mod command_line;
mod error;
mod process;
mod usage;

pub use brain::{Answer, Client, Settings, TurnLimit};
pub use command_line::{CommandLine, CommandLineError};
pub use error::ClientError;
pub use usage::Usage;
