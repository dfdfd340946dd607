//! Ratings from scores: the most likely Elo of each player, with error bars.

/// What a pair of players made of its games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pairing {
    pub(super) first: usize,
    pub(super) second: usize,
    /// Points of the first.
    pub(super) score: f64,
    pub(super) games: u32,
}

/// Points of Elo in one unit of the logistic scale.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Half widths of 95% in standard deviations.
const WIDTH: f64 = 1.96;

/// Rounds of improvement; a few dozen are enough for any table.
const ROUNDS: usize = 2_000;

/// The rating of each player relative to the anchor, and the half width of its 95%
/// interval. Each pair counts one drawn game more than it played, so that a pair that
/// was won throughout has a finite difference.
pub(super) fn rate(players: usize, pairings: &[Pairing], anchor: usize) -> Vec<(f64, f64)> {
    let mut strength = vec![0.0; players];
    for _ in 0..ROUNDS {
        let mut gradient = vec![0.0; players];
        let mut curvature = vec![1e-9; players];
        for pairing in pairings {
            let (first, second) = (pairing.first, pairing.second);
            let games = f64::from(pairing.games) + 1.0;
            let expected = expected_score(strength[first] - strength[second]);
            let surplus = pairing.score + 0.5 - games * expected;
            let weight = games * expected * (1.0 - expected);
            gradient[first] += surplus;
            gradient[second] -= surplus;
            curvature[first] += weight;
            curvature[second] += weight;
        }
        for player in 0..players {
            // Half a step: neighbours move at the same time.
            strength[player] += (0.5 * gradient[player] / curvature[player]).clamp(-1.0, 1.0);
        }
    }
    let errors = standard_errors(players, pairings, &strength, anchor);
    strength
        .iter()
        .zip(errors)
        .map(|(value, error)| {
            let elo = (value - strength[anchor]) * SCALE;
            (elo, WIDTH * error * SCALE)
        })
        .collect()
}

fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// Standard deviations relative to the anchor, from the inverse of the information.
fn standard_errors(
    players: usize,
    pairings: &[Pairing],
    strength: &[f64],
    anchor: usize,
) -> Vec<f64> {
    let mut information = vec![vec![0.0; players]; players];
    for pairing in pairings {
        let (first, second) = (pairing.first, pairing.second);
        let expected = expected_score(strength[first] - strength[second]);
        let weight = (f64::from(pairing.games) + 1.0) * expected * (1.0 - expected);
        information[first][first] += weight;
        information[second][second] += weight;
        information[first][second] -= weight;
        information[second][first] -= weight;
    }
    // Ties the anchor to its value, which makes the matrix regular; players without
    // games are tied loosely.
    information[anchor][anchor] += 1e9;
    for (player, row) in information.iter_mut().enumerate() {
        row[player] += 1e-9;
    }
    let inverse = inverted(information);
    (0..players)
        .map(|player| match player == anchor {
            true => 0.0,
            false => inverse[player][player].max(0.0).sqrt(),
        })
        .collect()
}

/// The inverse of a regular matrix, by elimination with pivots.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|column| f64::from(u8::from(column == at))));
    }
    for column in 0..n {
        let pivot = (column..n)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))
            .unwrap_or(column);
        matrix.swap(column, pivot);
        let scale = matrix[column][column];
        for value in &mut matrix[column] {
            *value /= scale;
        }
        let pivot_row = matrix[column].clone();
        for (at, row) in matrix.iter_mut().enumerate() {
            let factor = row[column];
            if at != column {
                for (value, pivot) in row.iter_mut().zip(&pivot_row) {
                    *value -= factor * pivot;
                }
            }
        }
    }
    matrix.into_iter().map(|row| row[n..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairing(first: usize, second: usize, score: f64) -> Pairing {
        Pairing {
            first,
            second,
            score,
            games: 1_000,
        }
    }

    #[test]
    fn differences_follow_the_logistic_curve_and_add_up() {
        // 64% is 100 Elo, 76% is 200.
        let rated = rate(3, &[pairing(1, 0, 640.0), pairing(2, 1, 640.0)], 0);
        assert!((rated[1].0 - 100.0).abs() < 2.0, "{rated:?}");
        assert!((rated[2].0 - 200.0).abs() < 4.0, "{rated:?}");
        assert_eq!(rated[0], (0.0, 0.0));
    }

    #[test]
    fn errors_shrink_with_games_and_grow_with_distance_from_the_anchor() {
        let many = rate(3, &[pairing(1, 0, 500.0), pairing(2, 1, 500.0)], 0);
        // One standard deviation of 1,000 even games is 11 Elo.
        assert!((many[1].1 - 21.5).abs() < 1.0, "{many:?}");
        assert!((many[2].1 / many[1].1 - 2.0_f64.sqrt()).abs() < 0.02);
    }

    #[test]
    fn a_whitewash_is_finite() {
        let rated = rate(2, &[pairing(1, 0, 1_000.0)], 0);
        assert!(rated[1].0 > 800.0 && rated[1].0 < 3_000.0, "{rated:?}");
    }
}
