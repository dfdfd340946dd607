//! Numbered pieces of work on several threads, whose results arrive in order: what is
//! made of them does not depend on how many threads there were.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Does the pieces `first`, `first + 1`, ... on `threads` threads until `take`, which gets
/// their results one by one and in order, wants no more. Each thread makes its own worker.
pub(crate) fn in_order<T, W>(
    threads: usize,
    first: usize,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(usize, T) -> bool,
) where
    T: Send,
    W: FnMut(usize) -> T,
{
    let next = AtomicUsize::new(first);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next, worker) = (sender.clone(), &next, &worker);
            scope.spawn(move || {
                let mut work = worker();
                // The receiver goes away when no more is wanted.
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if sender.send((index, work(index))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut expected = first;
        'receiving: for (index, result) in &receiver {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&expected) {
                if !take(expected, result) {
                    break 'receiving;
                }
                expected += 1;
            }
        }
        drop(receiver);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_arrive_in_order_until_enough() {
        for threads in [0, 1, 3] {
            let mut taken = Vec::new();
            let worker = || {
                |index: usize| {
                    // Later pieces are quicker, so that they would overtake.
                    (index..40).for_each(|_| std::thread::yield_now());
                    index * index
                }
            };
            in_order(threads, 5, worker, |index, square| {
                taken.push((index, square));
                taken.len() < 20
            });
            let expected: Vec<_> = (5..25).map(|index| (index, index * index)).collect();
            assert_eq!(taken, expected);
        }
    }
}
