"""A residual net that teaches itself Gomoku, Renju and Caro by self-play on one GPU or many."""
