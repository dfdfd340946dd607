// The shapes of all messages, as docs/web-messages.md describes them. Types only.

/** @typedef {"black" | "white"} Colour */
/** @typedef {{ key: string, args?: Record<string, Arg> }} Text */
/** @typedef {number | string | Text | Text[]} Arg */

/** @typedef {{ kind: "person" } | { kind: "friend" } | { kind: "program", id: string }} PlayerSetup */
/** @typedef {{ kind: "none" } | { kind: "move", ms: number } | { kind: "game", ms: number, increment_ms: number }} ClockSetup */
/**
 * @typedef {object} GameSetup
 * @property {string} rule
 * @property {number} size
 * @property {string} protocol
 * @property {PlayerSetup} you
 * @property {PlayerSetup} opponent
 * @property {Colour | "random"} colour
 * @property {ClockSetup} clock
 */

/**
 * @typedef {object} BoardView
 * @property {number} size
 * @property {string} rule
 * @property {Colour | null} to_move
 * @property {{ point: string, stone: Colour, number: number | null }[]} stones
 * @property {string | null} last
 * @property {string[][]} winning
 * @property {ForbiddenView[]} forbidden
 * @property {{ stone: Colour, shape: string, stones: string[], points: string[] }[]} threats
 * @property {{ point: string, kind: string, label?: string }[]} marks
 * @property {string[]} offered
 * @property {number | null} region
 * @property {boolean} open
 */
/**
 * @typedef {object} ForbiddenView
 * @property {string} point
 * @property {string[]} kinds
 * @property {Text} text
 * @property {{ kind: string, stones: string[], follow: string[] }[]} rows
 */

/**
 * @typedef {object} SeatView
 * @property {Colour} stone
 * @property {boolean} settled
 * @property {boolean} holds
 * @property {boolean} opens
 * @property {Text} name
 * @property {Text | null} character
 * @property {string | null} program
 * @property {[number, number] | null} rating
 * @property {boolean} you
 * @property {boolean} present
 * @property {number | null} clock_ms
 * @property {boolean} running
 */
/** @typedef {{ winner: Colour | null, cause: string, you_won: boolean | null, text: Text }} OutcomeView */
/** @typedef {{ stone: Colour, yours: boolean, task: Text | null, choices: { act: string, text: Text }[] }} TurnView */
/**
 * @typedef {object} HintView
 * @property {number} step
 * @property {boolean} more
 * @property {Text[]} texts
 * @property {[number, number] | null} region
 * @property {string | null} point
 * @property {string[]} line
 */
/** @typedef {"undo" | "redo" | "resign" | "offer_draw" | "answer_draw" | "hint" | "move_now" | "pause" | "host"} Ability */
/**
 * @typedef {object} GameView
 * @property {number | null} number
 * @property {GameSetup} settings
 * @property {[SeatView, SeatView]} seats
 * @property {{ number: number, point: string, stone: Colour, ms: number | null }[]} moves
 * @property {number} done
 * @property {TurnView | null} turn
 * @property {{ stone: Colour, elapsed_ms: number, limit_ms: number | null } | null} thinking
 * @property {OutcomeView | null} outcome
 * @property {Colour | null} draw_offer
 * @property {Record<Ability, boolean>} can
 * @property {HintView | null} hint
 * @property {boolean} paused
 * @property {number} pace_ms
 * @property {boolean} adaptive
 * @property {boolean} level_locked
 */

/**
 * @typedef {object} TreeNode
 * @property {number} id
 * @property {number | null} parent
 * @property {string | null} point
 * @property {Colour | null} stone
 * @property {number} number
 * @property {boolean} main
 * @property {boolean} comment
 * @property {"gave_win" | "missed_win" | "only_move" | null} label
 */
/**
 * @typedef {object} LineView
 * @property {number | null} value
 * @property {number | null} wins_in
 * @property {number | null} loses_in
 * @property {number} win_chance
 * @property {number} depth
 * @property {number} deepest
 * @property {string[]} moves
 */
/**
 * @typedef {object} AnalysisView
 * @property {Colour} to_move
 * @property {string | null} outcome
 * @property {LineView[]} lines
 * @property {number} nodes
 * @property {number} time_ms
 * @property {number} node
 * @property {boolean} running
 * @property {number} black_chance
 */
/** @typedef {"vcf" | "vct" | "any"} SolveKind */
/**
 * @typedef {object} SolveView
 * @property {"queued" | "running" | "win" | "none" | "unknown"} result
 * @property {Colour} attacker
 * @property {SolveKind} kind
 * @property {number} nodes
 * @property {number} time_ms
 * @property {number} node
 * @property {Text} text
 * @property {number | null} plies
 * @property {boolean} shortest
 * @property {string[]} line
 * @property {string[]} refuted_by
 */
/**
 * @typedef {object} ProofView
 * @property {Colour} winner
 * @property {number} steps
 * @property {number} replies_checked
 * @property {string[]} moves
 * @property {string[]} replies
 * @property {{ won: boolean, plies_left: number, replies: { reply: string, answer: string | null, plies_left: number }[], otherwise: string | null }} step
 */
/** @typedef {{ result: string, attacker: Colour, threat: string[], replies: { reply: string, effect: "stops" | "loses" | "unknown", plies: number | null }[], node: number }} DefencesView */
/** @typedef {{ result: string, moves: { point: string, judgement: string, plies: number | null, refuted_by: string[] }[], node: number }} CheckedView */
/**
 * @typedef {object} StudyView
 * @property {string} title
 * @property {[string, string]} players
 * @property {OutcomeView | null} outcome
 * @property {TreeNode[]} nodes
 * @property {boolean} touched
 * @property {number} left_out
 * @property {number} cursor
 * @property {number[]} path
 * @property {string} comment
 * @property {string[]} notes
 * @property {number} games
 * @property {number} index
 * @property {boolean} playable
 * @property {{ on: boolean, queued: boolean, reviewing: boolean, lines: number, threads: number, seconds: number, net: string }} engine
 * @property {AnalysisView | null} analysis
 * @property {{ node: number, number: number, black_chance: number, decided: Colour | null }[]} graph
 * @property {SolveView | null} solve
 * @property {DefencesView | null} defences
 * @property {CheckedView | null} checked
 * @property {ProofView | null} proof
 */

/** @typedef {"host" | "guest" | "spectator"} Role */
/**
 * @typedef {object} Welcome
 * @property {string} version
 * @property {Role} role
 * @property {string} room
 * @property {string} engine
 * @property {string} net
 * @property {number} max_threads
 * @property {{ id: string, name: string, elo: number | null, error: number | null, group: string }[]} levels
 * @property {{ id: string, name: Text, condition: Text }[]} rules
 * @property {{ id: string, name: Text, about: Text, renju_only: boolean }[]} protocols
 * @property {number[]} sizes
 * @property {GameSetup} remembered
 * @property {{ kept: boolean, trouble: Text | null }} store
 */
/**
 * @typedef {object} Snapshot
 * @property {number} seq
 * @property {string} room
 * @property {Role} role
 * @property {"play" | "study"} mode
 * @property {BoardView} board
 * @property {{ tone: "turn" | "thinking" | "over" | "paused" | "alert", texts: Text[], rule: Text, opponent: Text | null }} bar
 * @property {Text[]} news
 * @property {GameView} game
 * @property {StudyView | null} study
 * @property {{ hosts: number, guests: number, spectators: number, links?: { guest: string, spectator: string, addresses: string[] } }} people
 * @property {boolean} saved
 */
/** @typedef {{ point: string, text: Text, line: string[], moves: number }} WarningView */
/**
 * @typedef {object} GameRow
 * @property {number} game
 * @property {string} title
 * @property {number} created_s
 * @property {number} changed_s
 * @property {string} rule
 * @property {number} size
 * @property {[Text, Text]} players
 * @property {number} moves
 * @property {boolean} over
 * @property {Colour | null} winner
 * @property {string} result
 * @property {boolean} current
 */
/** @typedef {{ format: string, name: string, text: string, losses: string[] }} Exported */
/**
 * @typedef {({ type: "welcome" } & Welcome)
 *   | ({ type: "snapshot" } & Snapshot)
 *   | ({ type: "analysis" } & AnalysisView)
 *   | ({ type: "solving" } & SolveView)
 *   | ({ type: "warning" } & WarningView)
 *   | { type: "games", games: GameRow[] }
 *   | ({ type: "exported" } & Exported)
 *   | { type: "error", code: string, text: Text }} Tell
 */
/** @typedef {Tell & { re?: number }} Told */
/** @typedef {{ type: string } & Record<string, unknown>} Ask */

export {};
