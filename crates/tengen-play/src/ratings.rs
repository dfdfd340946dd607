//! The table of ratings that ships, made by `tengen-lab ladder`.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::player::Opponent;

/// How strong an opponent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rating {
    /// Who.
    #[serde(rename = "id")]
    pub opponent: Opponent,
    /// Elo on a scale of our own, on which level 1 has 500.
    pub elo: i32,
    /// Half width of the 95% interval, relative to level 1.
    pub error: i32,
    /// Games behind it.
    pub games: u32,
}

/// The ratings of all opponents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingTable {
    /// The bench signature of the engine that played: its searches of freestyle 15 by the
    /// pattern tables; 0 before the first rating.
    pub signature: u64,
    /// The part of the searches by the net, which Master depends on alone.
    pub net_signature: u64,
    /// Positions a move that Master was rated with.
    pub master_nodes: u64,
    /// In the order of [`Opponent::ALL`]; empty before the first rating.
    pub ratings: Vec<Rating>,
}

impl RatingTable {
    /// The table that this program was built with.
    pub fn shipped() -> &'static RatingTable {
        static TABLE: LazyLock<RatingTable> = LazyLock::new(|| {
            // A test reads the file, so that a build that passed never lacks it.
            RatingTable::from_json(include_str!("../ratings.json")).unwrap_or(RatingTable {
                signature: 0,
                net_signature: 0,
                master_nodes: 0,
                ratings: Vec::new(),
            })
        });
        &TABLE
    }

    /// Reads a table.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn from_json(text: &str) -> Result<RatingTable, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Writes the table, one rating a line.
    pub fn to_json(&self) -> String {
        let lines: Vec<String> = self
            .ratings
            .iter()
            .filter_map(|rating| serde_json::to_string(rating).ok())
            .map(|line| format!("    {line}"))
            .collect();
        format!(
            "{{\n  \"signature\": {},\n  \"net_signature\": {},\n  \"master_nodes\": {},\n  \
             \"ratings\": [\n{}\n  ]\n}}\n",
            self.signature,
            self.net_signature,
            self.master_nodes,
            lines.join(",\n")
        )
    }

    /// An opponent's rating, if it has one.
    pub fn rating(&self, opponent: Opponent) -> Option<Rating> {
        self.ratings
            .iter()
            .copied()
            .find(|rating| rating.opponent == opponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_reads_back() {
        let table = RatingTable {
            signature: 7,
            net_signature: 8,
            master_nodes: 9,
            ratings: Opponent::ALL
                .map(|opponent| Rating {
                    opponent,
                    elo: 1,
                    error: 2,
                    games: 3,
                })
                .to_vec(),
        };
        assert_eq!(RatingTable::from_json(&table.to_json()).unwrap(), table);
    }

    /// Ratings are those of this engine, or there are none yet.
    #[test]
    fn the_shipped_table_belongs_to_this_engine() {
        let table = RatingTable::from_json(include_str!("../ratings.json")).unwrap();
        if table.signature == 0 {
            assert!(table.ratings.is_empty(), "ratings without a signature");
            return;
        }
        let rated: Vec<Opponent> = table.ratings.iter().map(|it| it.opponent).collect();
        assert_eq!(rated, Opponent::ALL);
        let now = tengen_engine::bench::signatures().unwrap();
        assert_eq!(
            (table.signature, table.net_signature),
            (now.classical, now.net),
            "the engine has changed: rate the opponents again with tengen-lab ladder --write"
        );
        assert_eq!(table.master_nodes, crate::MASTER_NODES);
    }

    /// Levels 1 to 10 and Master rise by steps that a person notices and can climb.
    #[test]
    fn levels_rise_by_80_to_350() {
        let table = RatingTable::shipped();
        let scale = Opponent::ALL
            .into_iter()
            .filter(|opponent| !opponent.is_classroom());
        let elo: Vec<i32> = scale
            .filter_map(|opponent| table.rating(opponent))
            .map(|rating| rating.elo)
            .collect();
        assert_eq!(elo.len(), 11);
        for pair in elo.windows(2) {
            assert!((80..=350).contains(&(pair[1] - pair[0])), "{elo:?}");
        }
    }
}
