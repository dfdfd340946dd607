// From the state to the picture of the board: what stands, and what is shown over it.

import { isStudy, mustConfirm } from "../state.js";
import { t } from "../i18n.js";
import { otherColour, percent } from "../words.js";
import { parse, pointName } from "./geometry.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../messages.js").BoardView} BoardView */
/** @typedef {import("../messages.js").Colour} Colour */
/** @typedef {import("./picture.js").Picture} Picture */

const SYMBOLS = { cross: "×", circle: "○", square: "□", triangle: "△" };

/** @param {State} state @param {BoardView} board @returns {Picture} */
export function pictureOf(state, board) {
  const { preferences } = state;
  const question = questionedPoint(state, board);
  return {
    size: board.size,
    quarters: state.quarters,
    coordinates: preferences.coordinates,
    stones: board.stones.map(({ point, stone, number }) => ({ point, colour: stone, number: number ?? 0 })),
    // In an opening the order of the stones matters to who must choose.
    numbers: preferences.numbers || (!isStudy(state) && state.snapshot?.game.turn?.task != null),
    numbersFrom: 1,
    last: board.last,
    win: board.winning[0] ?? [],
    ghosts: ghosts(state, board),
    aim: aim(state, board),
    crosshair: state.held !== null,
    forbidden: preferences.forbidden ? board.forbidden.map(({ point }) => point) : [],
    reasons: question?.rows ?? [],
    questioned: question?.point ?? null,
    threats: preferences.threats ? threats(board) : [],
    candidates: candidates(state),
    area: hintArea(state, board),
    region: board.region,
    labels: labels(board),
  };
}

/** The forbidden point under the pointer or the keyboard, with its reasons. @param {State} state @param {BoardView} board */
export function questionedPoint(state, board) {
  if (!state.preferences.forbidden) return undefined;
  const asked = state.held ?? state.hover ?? (state.byKey ? state.focus : null);
  return board.forbidden.find(({ point }) => point === asked);
}

/** Stones of a line alternate from the side to move. @param {State} state @param {BoardView} board */
function ghosts(state, board) {
  const first = board.to_move ?? "black";
  const line = state.preview.length > 0 ? state.preview : hintLine(state);
  const stones = line.map((point, index) => ({
    point,
    colour: index % 2 === 0 ? first : otherColour(first),
    text: line.length > 1 ? String(index + 1) : undefined,
  }));
  const offered = board.offered.map((point, index) => ({
    point,
    colour: /** @type {Colour} */ ("black"),
    text: String.fromCharCode(65 + index),
  }));
  return [...stones, ...offered];
}

/** @param {State} state @returns {string[]} */
function hintLine(state) {
  const hint = isStudy(state) ? null : state.snapshot?.game.hint;
  if (!hint) return [];
  return hint.line.length > 0 ? hint.line : hint.point ? [hint.point] : [];
}

/** The stone about to be placed. @param {State} state @param {BoardView} board */
function aim(state, board) {
  const colour = state.setUp ? setUpColour(state.setUp) : board.to_move;
  const point = state.pending ?? state.held ?? (state.fingers || mustConfirm(state) ? null : state.hover);
  if (!point || !colour || !board.open || state.preview.length > 0) return null;
  if (board.stones.some((stone) => stone.point === point)) return null;
  if (board.forbidden.some((forbidden) => forbidden.point === point)) return null;
  return { point, colour };
}

/** @param {import("../state.js").SetUp} setUp */
function setUpColour({ tool }) {
  return tool === "erase" ? null : tool;
}

/** @param {BoardView} board */
function threats(board) {
  return board.threats.map(({ shape, stones }) => ({ points: stones, strong: shape !== "open-three" }));
}

/** The engine's moves with the chance of the side to move. @param {State} state */
function candidates(state) {
  const study = isStudy(state) ? state.snapshot?.study : null;
  const analysis = study?.analysis;
  if (!study?.engine.on || !analysis || study.proof || state.preview.length > 0 || state.setUp) return [];
  const seen = new Set();
  const marks = [];
  for (const line of analysis.lines) {
    const point = line.moves[0];
    if (!point || seen.has(point)) continue;
    seen.add(point);
    const text = line.wins_in !== null ? t("mark.win") : line.loses_in !== null ? t("mark.loss") : String(percent(line.win_chance));
    marks.push({ point, text, best: marks.length === 0 });
  }
  return marks;
}

/** The ninth of the board that a hint points to. @param {State} state @param {BoardView} board */
function hintArea(state, board) {
  const hint = isStudy(state) ? null : state.snapshot?.game.hint;
  if (!hint?.region || hint.point) return [];
  const [across, up] = hint.region;
  const third = board.size / 3;
  /** @param {number} line @param {number} part */
  const lies = (line, part) => Math.min(2, Math.floor(line / third)) === part + 1;
  const points = [];
  for (let col = 0; col < board.size; col++) {
    for (let row = 0; row < board.size; row++) {
      if (lies(col, across) && lies(row, up)) points.push(pointName(col, row));
    }
  }
  return points;
}

/** @param {BoardView} board */
function labels(board) {
  return board.marks.map(({ point, kind, label }) => ({
    point,
    text: kind === "label" ? (label ?? "") : (SYMBOLS[/** @type {keyof typeof SYMBOLS} */ (kind)] ?? "•"),
  }));
}

/** The stones being set up that lie on the board; one that was made smaller keeps the others for when it grows again. @param {import("../state.js").SetUp} setUp */
export function shownStones({ size, stones }) {
  return Object.entries(stones).filter(([point]) => {
    const { col, row } = parse(point);
    return col < size && row < size;
  });
}

/** The board of a position that is being set up. @param {import("../state.js").SetUp} setUp @returns {BoardView} */
export function setUpBoard(setUp) {
  const { size, rule, toMove } = setUp;
  const placed = shownStones(setUp);
  return {
    size,
    rule,
    to_move: toMove,
    stones: placed.map(([point, stone]) => ({ point, stone, number: null })),
    last: null,
    winning: [],
    forbidden: [],
    threats: [],
    marks: [],
    offered: [],
    region: null,
    open: true,
  };
}
