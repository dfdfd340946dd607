//! Statistics against values worked out by hand, and against simulated matches.

use super::*;
use tengen_core::rng::Rng;

fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "found {found}, expected {expected}"
    );
}

#[test]
fn elo_and_score_are_inverse() {
    assert_near(elo_of_score(0.5), 0.0, 1e-12);
    // 400 log10(3) and 400 log10(10).
    assert_near(elo_of_score(0.75), 190.848_501_887_865, 1e-9);
    assert_near(elo_of_score(10.0 / 11.0), 400.0, 1e-9);
    assert_near(score_of_elo(-400.0), 1.0 / 11.0, 1e-12);
    for elo in [-300.0, -5.0, 0.0, 12.5, 700.0] {
        assert_near(elo_of_score(score_of_elo(elo)), elo, 1e-9);
    }
    assert_eq!(elo_of_score(1.0), f64::INFINITY);
    assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
}

#[test]
fn the_normal_distribution_has_its_known_values() {
    for (x, share) in [
        (0.0, 0.5),
        (1.0, 0.841_344_746_068_543),
        (Z95, 0.975),
        (-3.0, 0.001_349_898_031_630),
        (6.0, 1.0 - 9.865_876e-10),
        (40.0, 1.0),
        (-40.0, 0.0),
    ] {
        assert_near(normal_cdf(x), share, 1e-13);
    }
}

#[test]
fn a_score_counts_draws_half() {
    let mut tally = Tally::default();
    assert_eq!(tally.score(), None);
    for half_points in [2, 2, 1, 0] {
        tally.add(half_points);
    }
    assert_eq!((tally.wins, tally.draws, tally.losses), (2, 1, 1));
    assert_eq!(tally.score(), Some(0.625));
}

/// Ten pairs: 1, 1, 4, 2, 2 with 0 to 4 half points. Mean: (1 + 8 + 6 + 8) / 40 = 0.575.
/// Mean square: (1/16 + 4/4 + 2 * 9/16 + 2) / 10 = 0.41875; variance 0.088125.
#[test]
fn the_interval_comes_from_the_variance_of_pairs() {
    let pairs = Pairs([1, 1, 4, 2, 2]);
    let (mean, variance) = pairs.mean_and_variance().unwrap();
    assert_near(mean, 0.575, 1e-12);
    assert_near(variance, 0.088_125, 1e-12);
    let estimate = pairs.estimate().unwrap();
    let error = 0.093_874_91; // the root of 0.0088125
    assert_near(estimate.elo, 52.51, 0.01);
    assert_near(estimate.low, elo_of_score(0.575 - Z95 * error), 1e-3);
    assert_near(estimate.high, elo_of_score(0.575 + Z95 * error), 1e-3);
    assert_near(estimate.superiority, normal_cdf(0.075 / error), 1e-6);
}

/// The reason for counting pairs: if every opening is won by the same colour, the games
/// are all decided, and yet the engines are known to be about equal, the better the more
/// pairs say so. A few pairs alike are no proof of equality.
#[test]
fn pairs_that_cancel_leave_the_doubt_of_the_unseen() {
    // Of 4 pairs 3.84 / 7.84 = 49% may end otherwise, of 50 pairs 7.1%.
    for (count, bound) in [(4, 0.745), (50, 0.5357), (1000, 0.5019)] {
        let estimate = Pairs([0, 0, count, 0, 0]).estimate().unwrap();
        assert_near(score_of_elo(estimate.high), bound, 1e-4);
        assert_near(estimate.low, -estimate.high, 1e-9);
        assert_near(estimate.elo, 0.0, 0.0);
        assert_near(estimate.superiority, 0.5, 0.0);
    }
    let ahead = Pairs([0, 0, 0, 6, 0]).estimate().unwrap();
    assert!(ahead.low < 0.0 && 0.0 < ahead.elo && ahead.elo < ahead.high);
}

#[test]
fn a_clean_sheet_has_a_finite_bound() {
    let won = Pairs([0, 0, 0, 0, 10]).estimate().unwrap();
    assert_eq!((won.elo, won.high), (f64::INFINITY, f64::INFINITY));
    // Wilson: 10 / (10 + 1.96 squared) = 0.7225, which is 166 Elo.
    assert_near(won.low, 166.2, 0.1);
    let lost = Pairs([10, 0, 0, 0, 0]).estimate().unwrap();
    assert_near(lost.high, -won.low, 1e-9);
    assert!((0.999..1.0).contains(&won.superiority), "{won:?}");
    assert_near(lost.superiority, 1.0 - won.superiority, 1e-9);
    // One pair proves little.
    let once = Pairs([0, 0, 0, 0, 1]).estimate().unwrap();
    assert!((0.8..0.95).contains(&once.superiority), "{once:?}");
    assert_eq!(Pairs::default().estimate(), None);
    assert_eq!(won.to_string(), "+inf [+166.2, +inf]");
}

const USUAL: Sprt = Sprt {
    elo0: 0.0,
    elo1: 10.0,
    alpha: 0.05,
    beta: 0.05,
};

#[test]
fn the_bounds_are_walds() {
    let (lower, upper) = USUAL.bounds();
    assert_near(lower, -2.944_438_979_166_44, 1e-12); // -ln 19
    assert_near(upper, 2.944_438_979_166_44, 1e-12);
    let skew = Sprt {
        alpha: 0.1,
        beta: 0.02,
        ..USUAL
    };
    assert_near(skew.bounds().0, (0.02f64 / 0.9).ln(), 1e-12);
    assert_near(skew.bounds().1, (0.98f64 / 0.1).ln(), 1e-12);
}

/// If pairs end 2-0 or 0-2 only, the distribution has one parameter, and the test is
/// Wald's for a coin: wins ln(s1/s0) + losses ln((1-s1)/(1-s0)).
#[test]
fn for_a_coin_the_ratio_is_walds() {
    let test = Sprt {
        elo1: 100.0,
        ..USUAL
    };
    let s1: f64 = score_of_elo(100.0);
    let expected = 60.0 * (s1 / 0.5).ln() + 40.0 * ((1.0 - s1) / 0.5).ln();
    let found = test.log_likelihood_ratio(&Pairs([40, 0, 0, 0, 60]));
    assert_near(found, expected, 0.01);
}

/// Near equality the ratio is the well-known approximation
/// n (s1 - s0) (2 mean - s0 - s1) / (2 variance).
#[test]
fn for_small_differences_the_ratio_is_the_usual_approximation() {
    let pairs = Pairs([100, 200, 420, 190, 110]);
    let (mean, variance) = pairs.mean_and_variance().unwrap();
    let (s0, s1) = (score_of_elo(0.0), score_of_elo(10.0));
    let expected = pairs.count() as f64 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
    assert_near(USUAL.log_likelihood_ratio(&pairs), expected, 0.01);
    assert_near(USUAL.log_likelihood_ratio(&Pairs::default()), 0.0, 0.0);
}

#[test]
fn the_likeliest_distribution_has_the_mean_asked_for() {
    let counts = [3.0, UNSEEN, 20.0, 7.0, 1.0];
    for mean in [0.05, 0.4, 0.5, 0.9] {
        let shares = likeliest_with_mean(&counts, mean);
        assert_near(shares.iter().sum(), 1.0, 1e-9);
        assert_near((0..5).map(|i| shares[i] * value(i)).sum(), mean, 1e-9);
    }
}

/// Plays pairs of coin flips until the test ends. Each game is won with chance `score`.
fn simulate(test: &Sprt, score: f64, rng: &mut Rng) -> (Verdict, u64) {
    let mut pairs = Pairs::default();
    let flip = |rng: &mut Rng| u8::from((rng.next_u64() as f64) < score * u64::MAX as f64) * 2;
    for _ in 0..100_000 {
        let half_points = flip(rng) + flip(rng);
        pairs.add(half_points);
        let verdict = test.verdict(&pairs);
        if verdict != Verdict::Undecided {
            return (verdict, pairs.count());
        }
    }
    (Verdict::Undecided, pairs.count())
}

/// The promise of the test: wrong verdicts are no more frequent than alpha and beta (here
/// with three standard deviations of room for 400 runs of a fixed seed).
#[test]
fn coin_flips_are_judged_with_the_promised_errors() {
    let test = Sprt {
        elo1: 80.0,
        ..USUAL
    };
    let runs = 400;
    let room = 3.0 * (0.05f64 * 0.95 / f64::from(runs)).sqrt();
    for (elo, right) in [
        (0.0, Verdict::LowerAccepted),
        (80.0, Verdict::HigherAccepted),
    ] {
        let mut rng = Rng::new(7);
        let wrong = (0..runs)
            .filter(|_| simulate(&test, score_of_elo(elo), &mut rng).0 != right)
            .count();
        let share = wrong as f64 / f64::from(runs);
        assert!(share <= 0.05 + room, "{share} wrong at {elo} Elo");
    }
}

/// The 95% interval holds the truth in 95% of simulated matches.
#[test]
fn coin_flips_lie_within_the_interval() {
    let mut rng = Rng::new(11);
    let truth: f64 = 35.0;
    let inside = (0..1000)
        .filter(|_| {
            let mut pairs = Pairs::default();
            for _ in 0..100 {
                let flips = [0; 2]
                    .map(|_: i32| (rng.next_u64() as f64) < score_of_elo(truth) * u64::MAX as f64);
                pairs.add(flips.iter().map(|&won| 2 * u8::from(won)).sum());
            }
            let estimate = pairs.estimate().unwrap();
            (estimate.low..=estimate.high).contains(&truth)
        })
        .count();
    assert!((925..=970).contains(&inside), "{inside} of 1000");
}
