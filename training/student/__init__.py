"""A small net for the alpha-beta search, taught by the teacher; docs/net-format.md is its definition."""
