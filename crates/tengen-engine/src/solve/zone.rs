//! Which replies can stop an attack by fours.
//!
//! The attack was found as if the defender had passed. A stone elsewhere leaves it
//! working, so only these replies need be searched: the points that the attack uses, the
//! defender's own fours, and the points that would turn one of the defender's answers
//! into a four of its own. In renju forbidden points depend on stones further away: what
//! this list misses there, the replay of the finished proof finds (see [`super::prove`]).

use tengen_core::Stone;

use super::fours::Attack;
use crate::pattern::{LineClass, Threat};
use crate::position::{Position, STEPS, Spot};
use crate::tactics;
use crate::variant::Variant;

/// Replies gathered without repetition, in the order of their discovery.
#[derive(Debug, Default)]
struct Zone {
    spots: Vec<Spot>,
}

impl Zone {
    fn add(&mut self, spot: Spot) {
        if !self.spots.contains(&spot) {
            self.spots.push(spot);
        }
    }

    fn extend(&mut self, spots: &[Spot]) {
        for &spot in spots {
            self.add(spot);
        }
    }
}

/// The legal replies of the side to move that can stop `attack`, which wins if it passes.
pub(super) fn replies<V: Variant>(position: &mut Position<V>, attack: &Attack) -> Vec<Spot> {
    let mut zone = Zone::default();
    position.make_pass();
    walk(position, attack, &mut zone);
    position.unmake();
    let mut fours = Vec::new();
    tactics::own_fours(position, &mut fours);
    zone.extend(&fours);
    zone.spots.retain(|&spot| position.is_legal(spot));
    zone.spots
}

/// The attacker is to move and follows its attack.
fn walk<V: Variant>(position: &mut Position<V>, attack: &Attack, zone: &mut Zone) {
    let attacker = position.to_move();
    zone.add(attack.by);
    if position.threat(attack.by, attacker) == Threat::Five {
        let mut stops = Vec::new();
        tactics::stops_of_five(position, attack.by, attacker, &mut stops);
        zone.extend(&stops);
        return;
    }
    position.make(attack.by);
    add_stops_of_fives(position, attacker, zone);
    for (reply, next) in &attack.answers {
        zone.add(*reply);
        position.make(*reply);
        add_counters(position, *reply, zone);
        walk(position, next, zone);
        position.unmake();
    }
    position.unmake();
}

/// The points that meet a five which now stands, or make a forbidden block legal.
fn add_stops_of_fives<V: Variant>(position: &mut Position<V>, attacker: Stone, zone: &mut Zone) {
    let fives: Vec<Spot> = position.set(attacker, Threat::Five).iter().collect();
    let mut stops = Vec::new();
    for &five in &fives {
        tactics::stops_of_five(position, five, attacker, &mut stops);
    }
    zone.extend(&stops);
    if let [five] = fives[..]
        && position.is_forbidden(five)
    {
        add_lines_through(position, five, zone);
    }
}

/// Free points from which a black stone can change what is forbidden at `spot`.
fn add_lines_through<V: Variant>(position: &Position<V>, spot: Spot, zone: &mut Zone) {
    for step in STEPS {
        for distance in -5..=5 {
            let there = (i32::from(spot) + distance * step) as Spot;
            if position.is_free(there) {
                zone.add(there);
            }
        }
    }
}

/// The points that make a four together with the answer just played.
fn add_counters<V: Variant>(position: &Position<V>, answer: Spot, zone: &mut Zone) {
    let defender = position.to_move().opponent();
    for (direction, step) in STEPS.into_iter().enumerate() {
        for distance in -4..=4 {
            let there = (i32::from(answer) + distance * step) as Spot;
            if position.is_free(there)
                && position.line_class(there, direction, defender) >= LineClass::Four
            {
                zone.add(there);
            }
        }
    }
}
