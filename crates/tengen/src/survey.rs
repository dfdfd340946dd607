//! How much a record holds beside the moves of its main line.

use tengen_core::Tree;

/// Counts over a whole tree.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Survey {
    /// Places where another move is recorded too.
    pub(crate) variations: usize,
    /// Nodes with a comment.
    pub(crate) comments: usize,
}

impl Survey {
    pub(crate) fn of(tree: &Tree) -> Survey {
        let mut survey = Survey::default();
        let mut to_visit = vec![Tree::ROOT];
        while let Some(id) = to_visit.pop() {
            let node = tree.node(id);
            survey.variations += node.children().len().saturating_sub(1);
            survey.comments += usize::from(!node.comment.is_empty());
            to_visit.extend(node.children());
        }
        survey
    }

    /// In words, as far as there is something: `2 variations`, `1 comment`.
    pub(crate) fn words(&self) -> Vec<String> {
        [(self.variations, "variation"), (self.comments, "comment")]
            .into_iter()
            .filter(|&(count, _)| count > 0)
            .map(|(count, what)| counted(count, what))
            .collect()
    }
}

/// `1 move`, `2 moves`.
pub(crate) fn counted(n: usize, what: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {what}{plural}")
}
