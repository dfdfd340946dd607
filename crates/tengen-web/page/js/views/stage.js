// The left side: status bar, board, and in analysis the evaluation bar and the graph.

import { h, s } from "../dom.js";
import { icon } from "../icons.js";
import { has, t } from "../i18n.js";
import { button, iconButton } from "../components.js";
import { boardPicture, pointButtons, stoneIcon } from "../board/picture.js";
import { pictureOf, setUpBoard } from "../board/show.js";
import { isStudy } from "../state.js";
import { colourName, describePoint, percent, say, winnersMoves } from "../words.js";
import { graph } from "./graph.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../events.js").Actions} Actions */
/** @typedef {import("../messages.js").BoardView} BoardView */
/** @typedef {import("../dom.js").VNode} VNode */

/** @param {State} state @param {Actions} act */
export function stage(state, act) {
  const { snapshot } = state;
  if (!snapshot) return h("div", { class: "stage" }, emptyStatus(state), h("div", { class: "board waiting" }));
  const board = state.setUp ? setUpBoard(state.setUp) : snapshot.board;
  const study = isStudy(state) && !state.setUp ? snapshot.study : null;
  const field = boardField(state, board);
  return h(
    "div",
    { class: "stage" },
    statusBar(state, act, board),
    isStudy(state)
      ? h("div", { class: "withbar" }, evaluationBar(state), field)
      : field,
    study && graph(study, act),
  );
}

/** @param {State} state */
function emptyStatus(state) {
  const text = state.link === "lost" ? t("link.lost") : t("link.connecting");
  return h("div", { class: "card status" }, h("span", { class: "say" }, text));
}

/** @param {State} state @param {Actions} act @param {BoardView} board */
function statusBar(state, act, board) {
  const { snapshot, complaint } = state;
  if (!snapshot) return null;
  const isLost = state.link === "lost";
  const isAlert = isLost || complaint !== null || snapshot.bar.tone === "alert";
  return h(
    "div",
    { class: isAlert ? "card status alert" : "card status", key: "status" },
    isAlert ? icon("info") : statusStone(state, board),
    h(
      "div",
      { class: `say ${snapshot.bar.tone}`, role: "status", "data-name": "status" },
      statusSentences(state).map((sentence) => h("span", null, sentence, t("sentence.gap"))),
    ),
    isStudy(state) && !isAlert && lastMove(state),
    isStudy(state) ? walkButtons(state, act) : statusEnd(state, act),
    thinkingLine(state),
  );
}

/** In analysis, the move that led here. @param {State} state */
function lastMove({ snapshot, setUp }) {
  const study = snapshot?.study;
  const node = study?.nodes.find(({ id }) => id === study.cursor);
  // With a proof open, the board shows its moves and no longer this one.
  if (setUp || study?.proof || !node?.point) return null;
  return h("span", { class: "after quiet not-phone" }, t("status.after", { n: node.number, point: node.point }));
}

/** @param {State} state @returns {string[]} */
function statusSentences(state) {
  const { snapshot, complaint } = state;
  if (!snapshot) return [];
  if (state.link === "lost") return [t("link.lost")];
  if (complaint) return [say(complaint)];
  if (state.setUp) return [t("setup.status")];
  const proof = isStudy(state) ? snapshot.study?.proof : null;
  return proof ? [proofText(proof)] : snapshot.bar.texts.flatMap((text) => sentences(briefly(text)));
}

/** A step of an opening fits the bar only in few words; its card has them all. @param {import("../messages.js").Text} text */
function briefly(text) {
  const key = `${text.key}.short`;
  return say(has(key) ? { ...text, key } : text);
}

/** Cut where one sentence ends and another begins: a narrow screen shows the first alone. @param {string} text */
function sentences(text) {
  return text.split(/(?<=[.]) (?=[A-Z])|(?<=。)(?=.)/);
}

/** @param {import("../messages.js").ProofView} proof */
function proofText(proof) {
  if (proof.step.won) return t("proof.won", { colour: colourName(proof.winner) });
  return t("proof.left", { colour: colourName(proof.winner), n: winnersMoves(proof.step.plies_left) });
}

/** @param {State} state @param {BoardView} board */
function statusStone(state, board) {
  const { snapshot } = state;
  const outcome = isStudy(state) ? snapshot?.study?.outcome : snapshot?.game.outcome;
  const colour = board.to_move ?? outcome?.winner ?? null;
  if (state.snapshot?.game.turn?.choices.length && !isStudy(state)) return null;
  return colour && stoneIcon(colour);
}

/** The rule, and what can be done while a program thinks. @param {State} state @param {Actions} act */
function statusEnd(state, act) {
  const { snapshot } = state;
  if (!snapshot) return null;
  const { game, bar } = snapshot;
  const canHurry = game.can.move_now && game.thinking !== null;
  return [
    h(
      "span",
      { class: "hurry", key: "hurry" },
      canHurry && button({ label: t("move_now"), act: act.moveNow, kind: "quietly slim", name: "move-now" }),
    ),
    h(
      "span",
      { class: "rule", key: "rule" },
      h("span", { class: "rule-long" }, say(bar.rule)),
      h("span", { class: "rule-short" }, t(`condition.short.${snapshot.board.rule}`)),
      iconButton({ picture: "info", label: t("rule.card"), act: () => act.openSheet({ kind: "rule" }), kind: "slim", name: "rule" }),
    ),
  ];
}

/** @param {State} state @param {Actions} act */
function walkButtons(state, act) {
  const study = state.snapshot?.study;
  if (!study || state.setUp) return null;
  const atStart = study.path.length <= 1;
  const last = study.nodes.some((node) => node.parent === study.cursor);
  return h(
    "span",
    { class: "nav" },
    iconButton({ picture: "first", label: t("walk.start"), act: () => act.walk("start"), disabled: atStart, name: "walk-start" }),
    iconButton({ picture: "previous", label: t("walk.back"), act: () => act.walk("back"), disabled: atStart, name: "walk-back" }),
    iconButton({ picture: "next", label: t("walk.forward"), act: () => act.walk("forward"), disabled: !last, name: "walk-forward" }),
    iconButton({ picture: "last", label: t("walk.end"), act: () => act.walk("end"), disabled: !last, name: "walk-end" }),
    iconButton({ picture: "rotate", label: t("walk.rotate"), act: act.rotate, kind: "not-phone" }),
  );
}

/** A thin line that fills with the time a program may take; no spinner. @param {State} state */
function thinkingLine(state) {
  const thinking = isStudy(state) ? null : state.snapshot?.game.thinking;
  if (!thinking?.limit_ms) return null;
  const elapsed = thinking.elapsed_ms + (performance.now() - state.heardAt);
  const part = Math.min(1, elapsed / thinking.limit_ms);
  return h("div", { class: "think" }, h("i", { style: { width: `${(part * 100).toFixed(1)}%` } }));
}

/**
 * The board is rebuilt only when something on it changes, not with every tick of a clock.
 * @type {{ signature: string, board: BoardView | null, picture: VNode | null, points: VNode | null }}
 */
const kept = { signature: "", board: null, picture: null, points: null };
let pictureSignature = "";

/** @param {State} state @param {BoardView} board */
function boardField(state, board) {
  const picture = pictureOf(state, board);
  const drawnAs = JSON.stringify(picture);
  if (drawnAs !== pictureSignature) {
    pictureSignature = drawnAs;
    kept.picture = boardPicture(picture);
  }
  const signature = `${state.focus} ${state.quarters} ${state.preferences.language} ${board.open} ${state.tab}`;
  if (kept.board !== board || kept.signature !== signature) {
    kept.board = board;
    kept.signature = signature;
    const grid = {
      size: board.size,
      quarters: state.quarters,
      focused: state.focus,
      label: t("board.label", { n: board.size }),
      disabled: !board.open,
    };
    kept.points = pointButtons(grid, (point) => describePoint(board, point));
  }
  return h("div", { class: board.open ? "board can-place" : "board", id: "board", key: "board" }, kept.picture, kept.points);
}

/** Black from the bottom (on a phone from the left); proven: full, moves to win inside. @param {State} state */
function evaluationBar(state) {
  const study = state.snapshot?.study;
  const analysis = study?.analysis;
  const best = analysis?.lines[0];
  if (study?.proof && !state.setUp) return decidedBar(study.proof.winner, study.proof.step.plies_left);
  if (state.setUp || !study) return unknownBar();
  if (!study.engine.on || !analysis || !best) return reviewedBar(study);
  const plies = best.wins_in ?? best.loses_in;
  if (plies !== null) {
    const winner = (best.wins_in !== null) === (analysis.to_move === "black") ? "black" : "white";
    return decidedBar(winner, plies);
  }
  return chanceBar(analysis.black_chance);
}

/** Without the engine, what the end of the game or the graph says. @param {import("../messages.js").StudyView} study */
function reviewedBar({ graph: known, cursor, outcome }) {
  if (outcome?.winner) return decidedBar(outcome.winner, null);
  const here = known.find(({ node }) => node === cursor);
  if (!here) return unknownBar();
  return here.decided ? decidedBar(here.decided, null) : chanceBar(here.black_chance);
}

function unknownBar() {
  return h("div", { class: "evalbar", role: "img", "aria-label": t("eval.none") }, h("i", { style: { "--v": "50%" } }));
}

/** @param {number} chance Black's */
function chanceBar(chance) {
  const black = percent(chance);
  return h(
    "div",
    { class: "evalbar", role: "img", "aria-label": t("eval.chance", { n: black }) },
    h("i", { style: { "--v": `${black}%` } }, black >= 12 && String(black)),
  );
}

/** @param {import("../messages.js").Colour} winner @param {number | null} plies to the five, where they are known */
function decidedBar(winner, plies) {
  const moves = plies === null ? "" : String(winnersMoves(plies));
  const colour = colourName(winner);
  const label = plies === null ? t("eval.wins", { colour }) : t("eval.decided", { colour, n: moves });
  return h(
    "div",
    { class: `evalbar proven ${winner}`, role: "img", "aria-label": label },
    h("i", { style: { "--v": winner === "black" ? "100%" : "0%" } }, winner === "black" && moves),
    winner === "white" && h("b", null, moves),
  );
}

/** Two small stones, for a choice that adds both. */
export function twoStones() {
  return s(
    "svg",
    { class: "two", viewBox: "0 0 40 40", "aria-hidden": "true" },
    s("circle", { class: "stone-white", cx: 13, cy: 20, r: 11.5 }),
    s("circle", { class: "stone-black", cx: 27, cy: 20, r: 11.5 }),
  );
}
