//! The nets that are part of the program.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use tengen_core::{MAX_SIZE, Rule, Size};

use crate::Net;

static FREESTYLE15: &[u8] = include_bytes!("../../../nets/freestyle15.tnet");
static FREESTYLE20: &[u8] = include_bytes!("../../../nets/freestyle20.tnet");
static STANDARD15: &[u8] = include_bytes!("../../../nets/standard15.tnet");
static RENJU15: &[u8] = include_bytes!("../../../nets/renju15.tnet");
static CARO15: &[u8] = include_bytes!("../../../nets/caro15.tnet");

/// The net that ships for a rule and size of board: its own, or one that was trained for a
/// like board ([`Net::home`] tells). All who ask share it; when nobody holds it any more its
/// memory is free, for a brain that changes rules must stay below its limit.
pub fn shipped(rule: Rule, size: Size) -> Option<Arc<Net>> {
    static NETS: [[Mutex<Weak<Net>>; MAX_SIZE as usize + 1]; Rule::ALL.len()] =
        [const { [const { Mutex::new(Weak::new()) }; MAX_SIZE as usize + 1] }; Rule::ALL.len()];
    let file = file_for(rule, size)?;
    let of_rule = &NETS[Rule::ALL.iter().position(|&it| it == rule)?];
    let place = &of_rule[usize::from(size.get())];
    let mut held = place.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(net) = held.upgrade() {
        return Some(net);
    }
    // A test reads every one, so that only memory can be missing.
    let net = Arc::new(Net::lent(file, rule, size).ok()?);
    *held = Arc::downgrade(&net);
    Some(net)
}

/// The rule and board that the net was trained for which [`shipped`] gives, without reading it.
pub fn shipped_home(rule: Rule, size: Size) -> Option<(Rule, Size)> {
    Net::home_of(file_for(rule, size)?).ok()
}

/// The file that judges such games. Everywhere it beats the pattern tables (docs/measurements.md, "Nets
/// on other boards"), but for boards of fewer than nine lines, where nearly all games are
/// drawn.
fn file_for(rule: Rule, size: Size) -> Option<&'static [u8]> {
    match (rule, size.get()) {
        (Rule::Freestyle, 9..=16) => Some(FREESTYLE15),
        (Rule::Standard, 9..=16) => Some(STANDARD15),
        (Rule::Freestyle | Rule::Standard, 17..) => Some(FREESTYLE20),
        (Rule::Renju, 9..) => Some(RENJU15),
        (Rule::Caro8 | Rule::Caro9, 9..) => Some(CARO15),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ships_can_be_read_and_is_what_its_place_says() {
        let mut at_home = 0;
        for rule in Rule::ALL {
            for side in tengen_core::MIN_SIZE..=tengen_core::MAX_SIZE {
                let size = Size::new(side).unwrap();
                let net = shipped(rule, size);
                assert_eq!(net.as_ref().map(|net| net.home()), shipped_home(rule, size));
                if let Some(net) = net {
                    assert_eq!((net.rule(), net.size()), (rule, size));
                    at_home += usize::from(net.home() == (rule, size));
                    assert!(Arc::ptr_eq(&net, &shipped(rule, size).unwrap()));
                }
            }
        }
        assert_eq!(at_home, 5);
    }
}
