//! The nets that are part of the program.

use std::sync::{Arc, LazyLock};

use tengen_core::{Rule, Size};

use crate::Net;

/// The net that ships for a rule and size of board, read when it is first asked for.
pub fn shipped(rule: Rule, size: Size) -> Option<Arc<Net>> {
    static FREESTYLE15: Lazy = Lazy::new(|| read(include_bytes!("../../../nets/freestyle15.tnet")));
    static FREESTYLE20: Lazy = Lazy::new(|| read(include_bytes!("../../../nets/freestyle20.tnet")));
    static STANDARD15: Lazy = Lazy::new(|| read(include_bytes!("../../../nets/standard15.tnet")));
    static RENJU15: Lazy = Lazy::new(|| read(include_bytes!("../../../nets/renju15.tnet")));
    let net = match (rule, size.get()) {
        (Rule::Freestyle, 15) => &FREESTYLE15,
        (Rule::Freestyle, 20) => &FREESTYLE20,
        (Rule::Standard, 15) => &STANDARD15,
        (Rule::Renju, 15) => &RENJU15,
        _ => return None,
    };
    Lazy::force(net).clone()
}

type Lazy = LazyLock<Option<Arc<Net>>>;

/// A test reads every one, so that only memory can be missing.
fn read(bytes: &[u8]) -> Option<Arc<Net>> {
    Net::from_bytes(bytes).ok().map(Arc::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ships_can_be_read_and_is_what_its_place_says() {
        let mut found = 0;
        for rule in Rule::ALL {
            for side in tengen_core::MIN_SIZE..=tengen_core::MAX_SIZE {
                let size = Size::new(side).unwrap();
                if let Some(net) = shipped(rule, size) {
                    assert_eq!((net.rule(), net.size()), (rule, size));
                    found += 1;
                }
            }
        }
        assert_eq!(found, 4);
    }
}
