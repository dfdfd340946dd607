//! The new-game sheet: everything that is settled before a game, on one screen.

use tengen_core::opening::Protocol;
use tengen_core::{Rule, Size};
use tengen_play::{ColourChoice, GameSettings, Opponent, Player, RatingTable, TimeControl};

use crate::text::Texts;

/// A line of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Opponent,
    /// The program; the one with Black where one watches.
    Level,
    /// The program with White where one watches.
    Second,
    Colour,
    Rule,
    Opening,
    Board,
    Clock,
}

/// Whom one plays against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rival {
    Computer,
    Classroom,
    Person,
    Watch,
}

const RIVALS: [Rival; 4] = [
    Rival::Computer,
    Rival::Classroom,
    Rival::Person,
    Rival::Watch,
];
const COLOURS: [ColourChoice; 3] = [
    ColourChoice::Black,
    ColourChoice::White,
    ColourChoice::Random,
];

/// The choices that the sheet stands at.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    pub(crate) field: Field,
    rival: Rival,
    level: Opponent,
    lesson: Opponent,
    second: Opponent,
    settings: GameSettings,
    sizes: Vec<Size>,
    clocks: Vec<TimeControl>,
}

impl Sheet {
    /// The sheet with the choices of these settings.
    pub(crate) fn of(settings: &GameSettings) -> Sheet {
        let program = |player: &Player| match player {
            Player::Opponent(opponent) => Some(*opponent),
            _ => None,
        };
        let opponent = program(&settings.opponent);
        let watching = program(&settings.you);
        let rival = match (watching, opponent) {
            (Some(_), _) => Rival::Watch,
            (None, Some(opponent)) if opponent.is_classroom() => Rival::Classroom,
            (None, None) if settings.opponent.is_person() => Rival::Person,
            _ => Rival::Computer,
        };
        let main = watching.or(opponent);
        let of_class = |wanted: bool| main.filter(|it| it.is_classroom() == wanted);
        let mut sheet = Sheet {
            field: Field::Opponent,
            rival,
            level: of_class(false).unwrap_or(Opponent::Level(3)),
            lesson: of_class(true).unwrap_or(Opponent::Greedy),
            second: opponent.unwrap_or(Opponent::Level(3)),
            settings: settings.clone(),
            sizes: [15, 19, 20]
                .into_iter()
                .filter_map(|n| Size::new(n).ok())
                .collect(),
            clocks: vec![
                TimeControl::None,
                game_clock(1, 0),
                game_clock(5, 3),
                game_clock(10, 0),
                TimeControl::PerMove { ms: 30_000 },
            ],
        };
        if rival == Rival::Watch {
            sheet.level = main.unwrap_or(Opponent::Level(3));
        }
        // What the command line asked for stays a choice.
        if !sheet.sizes.contains(&settings.size) {
            sheet.sizes.push(settings.size);
        }
        if !sheet.clocks.contains(&settings.time) {
            sheet.clocks.push(settings.time);
        }
        sheet
    }

    /// The lines that are shown, from the top.
    pub(crate) fn fields(&self) -> Vec<Field> {
        let programs: &[Field] = match self.rival {
            Rival::Computer | Rival::Classroom => &[Field::Level, Field::Colour],
            Rival::Person => &[],
            Rival::Watch => &[Field::Level, Field::Second],
        };
        let rest = [Field::Rule, Field::Opening, Field::Board, Field::Clock];
        let mut fields = vec![Field::Opponent];
        fields.extend_from_slice(programs);
        fields.extend(rest);
        fields
    }

    /// The name of a line.
    pub(crate) fn label<'a>(&self, field: Field, texts: &'a Texts) -> &'a str {
        match field {
            Field::Opponent => texts.get("sheet.opponent"),
            Field::Level if self.rival == Rival::Watch => texts.get("sheet.first"),
            Field::Level => texts.get("sheet.level"),
            Field::Second => texts.get("sheet.second"),
            Field::Colour => texts.get("sheet.colour"),
            Field::Rule => texts.get("sheet.rule"),
            Field::Opening => texts.get("sheet.opening"),
            Field::Board => texts.get("sheet.board"),
            Field::Clock => texts.get("sheet.clock"),
        }
    }

    fn programs(&self) -> &'static [Opponent] {
        match self.rival {
            Rival::Classroom => &Opponent::CLASSROOM,
            Rival::Watch => &Opponent::ALL,
            Rival::Computer | Rival::Person => &Opponent::ALL[5..],
        }
    }

    fn program(&self) -> Opponent {
        match self.rival {
            Rival::Classroom => self.lesson,
            _ => self.level,
        }
    }

    fn protocols(&self) -> Vec<Protocol> {
        let (size, rule) = (self.settings.size, self.settings.rule);
        let all = Protocol::ALL.into_iter();
        all.filter(|protocol| protocol.suits(size, rule)).collect()
    }

    /// The choices of a line, and which one it stands at.
    pub(crate) fn choices(&self, field: Field, texts: &Texts) -> (Vec<String>, usize) {
        let settings = &self.settings;
        match field {
            Field::Opponent => named(&RIVALS, self.rival, |rival| {
                let key = match rival {
                    Rival::Computer => "sheet.computer",
                    Rival::Classroom => "sheet.classroom",
                    Rival::Person => "sheet.person",
                    Rival::Watch => "sheet.watch",
                };
                texts.get(key).to_owned()
            }),
            Field::Level => named(self.programs(), self.program(), |it| short(it, texts)),
            Field::Second => named(&Opponent::ALL, self.second, |it| short(it, texts)),
            Field::Colour => named(&COLOURS, settings.colour, |colour| {
                let key = match colour {
                    ColourChoice::Black => "black",
                    ColourChoice::White => "white",
                    ColourChoice::Random => "sheet.random",
                };
                texts.get(key).to_owned()
            }),
            Field::Rule => named(&Rule::ALL, settings.rule, |rule| texts.rule(rule)),
            Field::Opening => named(&self.protocols(), settings.protocol, |it| {
                texts.protocol(it)
            }),
            Field::Board => named(&self.sizes, settings.size, |size| size.to_string()),
            Field::Clock => named(&self.clocks, settings.time, |time| texts.clock(time)),
        }
    }

    /// A line of explanation under a field.
    pub(crate) fn explanation(&self, field: Field, texts: &Texts) -> Option<String> {
        let rule = self.settings.rule;
        let protocol = self.settings.protocol;
        match field {
            Field::Level => Some(introduce(self.program(), texts)),
            Field::Second => Some(introduce(self.second, texts)),
            Field::Rule => Some(texts.get(&format!("rule.long.{rule}")).to_owned()),
            Field::Opening => Some(texts.get(&format!("protocol.long.{protocol}")).to_owned()),
            Field::Opponent | Field::Colour | Field::Board | Field::Clock => None,
        }
    }

    /// Goes to another line.
    pub(crate) fn go(&mut self, down: bool) {
        let fields = self.fields();
        let at = fields.iter().position(|&field| field == self.field);
        let at = at.unwrap_or(0);
        let next = if down {
            (at + 1).min(fields.len() - 1)
        } else {
            at.saturating_sub(1)
        };
        self.field = fields[next];
    }

    /// Takes the next or the previous choice of the line.
    pub(crate) fn turn(&mut self, forward: bool) {
        let count = self
            .choices(self.field, Texts::of(Default::default()))
            .0
            .len();
        let at = self.choices(self.field, Texts::of(Default::default())).1;
        let next = if forward {
            (at + 1).min(count.saturating_sub(1))
        } else {
            at.saturating_sub(1)
        };
        self.choose(self.field, next);
    }

    /// Takes a choice of a line by its place.
    pub(crate) fn choose(&mut self, field: Field, at: usize) {
        self.field = field;
        match field {
            Field::Opponent => self.rival = pick(&RIVALS, at, self.rival),
            Field::Level => match self.rival {
                Rival::Classroom => self.lesson = pick(self.programs(), at, self.lesson),
                _ => self.level = pick(self.programs(), at, self.level),
            },
            Field::Second => self.second = pick(&Opponent::ALL, at, self.second),
            Field::Colour => self.settings.colour = pick(&COLOURS, at, self.settings.colour),
            Field::Rule => self.settings.rule = pick(&Rule::ALL, at, self.settings.rule),
            Field::Opening => {
                self.settings.protocol = pick(&self.protocols(), at, self.settings.protocol);
            }
            Field::Board => self.settings.size = pick(&self.sizes, at, self.settings.size),
            Field::Clock => self.settings.time = pick(&self.clocks, at, self.settings.time),
        }
        let (size, rule) = (self.settings.size, self.settings.rule);
        if !self.settings.protocol.suits(size, rule) {
            self.settings.protocol = Protocol::None;
        }
        if self.rival != Rival::Watch && self.level.is_classroom() {
            self.level = Opponent::Level(3);
        }
    }

    /// The settings of the game that the sheet stands at.
    pub(crate) fn settings(&self) -> GameSettings {
        let (you, opponent) = match self.rival {
            Rival::Computer | Rival::Classroom => {
                (Player::Person, Player::Opponent(self.program()))
            }
            Rival::Person => (Player::Person, Player::Person),
            Rival::Watch => (Player::Opponent(self.level), Player::Opponent(self.second)),
        };
        let colour = match self.rival {
            Rival::Person | Rival::Watch => ColourChoice::Black,
            Rival::Computer | Rival::Classroom => self.settings.colour,
        };
        GameSettings {
            you,
            opponent,
            colour,
            // A sheet asks for a fresh game, not for the same one once more.
            seed: None,
            ..self.settings.clone()
        }
    }

    /// The whole sheet in a sentence.
    pub(crate) fn summary(&self, texts: &Texts) -> String {
        let rule = texts.rule(self.settings.rule);
        let opening = texts.protocol(self.settings.protocol);
        let common: [(&str, &dyn std::fmt::Display); 2] = [("rule", &rule), ("opening", &opening)];
        let (first, second) = (texts.opponent(self.program()), texts.opponent(self.second));
        let (choices, at) = self.choices(Field::Colour, texts);
        let mut words = common.to_vec();
        words.push(("name", &first));
        words.push(("first", &first));
        words.push(("second", &second));
        words.push(("colour", &choices[at]));
        let who = match self.rival {
            Rival::Person => texts.get("sheet.summary.person").to_owned(),
            Rival::Watch => texts.say("sheet.summary.watch", &words),
            _ if self.settings.colour == ColourChoice::Random => {
                texts.say("sheet.summary.random", &words)
            }
            Rival::Computer | Rival::Classroom => texts.say("sheet.summary", &words),
        };
        words.push(("who", &who));
        match self.settings.protocol {
            Protocol::None => texts.say("sheet.summary.free", &words),
            _ => texts.say("sheet.summary.opening", &words),
        }
    }

    /// The choices as one line to be remembered.
    pub(crate) fn remembered(settings: &GameSettings) -> String {
        let player = |player: &Player| match player {
            Player::Opponent(opponent) => opponent.id(),
            // Foreign programs are named on the command line only.
            _ => "person".to_owned(),
        };
        let colour = match settings.colour {
            ColourChoice::Black => "black",
            ColourChoice::White => "white",
            ColourChoice::Random => "random",
        };
        [
            player(&settings.you),
            player(&settings.opponent),
            colour.to_owned(),
            settings.rule.to_string(),
            settings.protocol.to_string(),
            settings.size.get().to_string(),
            settings.time.text(),
        ]
        .join(",")
    }

    /// Settings as they were remembered; `None` if the line is not understood.
    pub(crate) fn recall(line: &str) -> Option<GameSettings> {
        let player = |word: &str| match word {
            "person" => Some(Player::Person),
            id => id.parse().ok().map(Player::Opponent),
        };
        let words: Vec<&str> = line.split(',').collect();
        let [you, opponent, colour, rule, protocol, size, time] = words[..] else {
            return None;
        };
        let settings = GameSettings {
            you: player(you)?,
            opponent: player(opponent)?,
            colour: match colour {
                "black" => ColourChoice::Black,
                "white" => ColourChoice::White,
                _ => ColourChoice::Random,
            },
            rule: rule.parse().ok()?,
            protocol: protocol.parse().ok()?,
            size: Size::new(size.parse().ok()?).ok()?,
            time: TimeControl::parse(time)?,
            seed: None,
        };
        settings.check().ok().map(|()| settings)
    }
}

/// Name, rating and character of an opponent.
pub(crate) fn introduce(opponent: Opponent, texts: &Texts) -> String {
    let name = texts.opponent(opponent);
    let character = texts.character(opponent);
    let words: [(&str, &dyn std::fmt::Display); 2] = [("name", &name), ("character", &character)];
    match rating(opponent) {
        Some(rating) => {
            let rated = [words[0], words[1], ("rating", &rating)];
            texts.say("sheet.introduce.rated", &rated)
        }
        None => texts.say("sheet.introduce", &words),
    }
}

/// The measured strength: `1210 ± 45`.
pub(crate) fn rating(opponent: Opponent) -> Option<String> {
    let rating = RatingTable::shipped().rating(opponent)?;
    Some(format!("{} ± {}", rating.elo, rating.error))
}

/// In a row of levels the number is enough.
fn short(opponent: Opponent, texts: &Texts) -> String {
    match opponent {
        Opponent::Level(number) => number.to_string(),
        other => texts.opponent(other),
    }
}

fn game_clock(minutes: u64, seconds: u64) -> TimeControl {
    TimeControl::PerGame {
        ms: minutes * 60_000,
        increment_ms: seconds * 1_000,
    }
}

fn named<T: Copy + PartialEq>(
    choices: &[T],
    chosen: T,
    name: impl Fn(T) -> String,
) -> (Vec<String>, usize) {
    let at = choices.iter().position(|&choice| choice == chosen);
    (
        choices.iter().map(|&choice| name(choice)).collect(),
        at.unwrap_or(0),
    )
}

fn pick<T: Copy>(choices: &[T], at: usize, otherwise: T) -> T {
    choices.get(at).copied().unwrap_or(otherwise)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_recalled() {
        let settings = GameSettings {
            opponent: Player::Opponent(Opponent::Master),
            rule: Rule::Renju,
            protocol: Protocol::Taraguchi10,
            time: game_clock(5, 3),
            ..GameSettings::default()
        };
        assert_eq!(Sheet::recall(&Sheet::remembered(&settings)), Some(settings));
        for broken in ["", "person,person", "x,y,z,a,b,c,d"] {
            assert_eq!(Sheet::recall(broken), None);
        }
    }

    #[test]
    fn an_opening_leaves_with_the_rule_it_belongs_to() {
        let mut sheet = Sheet::of(&GameSettings {
            rule: Rule::Renju,
            protocol: Protocol::Soosyrv8,
            ..GameSettings::default()
        });
        sheet.choose(Field::Rule, 0);
        assert_eq!(sheet.settings().protocol, Protocol::None);
        assert!(sheet.settings().check().is_ok());
    }

    #[test]
    fn every_choice_makes_settings_that_can_be_played() {
        let texts = Texts::of(Default::default());
        let mut sheet = Sheet::of(&GameSettings::default());
        for rival in 0..4 {
            sheet.choose(Field::Opponent, rival);
            for field in sheet.fields() {
                for at in 0..sheet.choices(field, texts).0.len() {
                    sheet.choose(field, at);
                    assert_eq!(sheet.choices(field, texts).1, at, "{field:?}");
                    assert!(sheet.settings().check().is_ok());
                }
            }
            sheet.choose(Field::Opponent, rival);
        }
    }
}
