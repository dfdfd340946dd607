// The right side while analysing: engine, its judgement, best lines, the tree.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { figure as number, t } from "../i18n.js";
import { badge, button, iconButton, segments, select, toggle } from "../components.js";
import { colourName, otherColour, percent, winnersMoves } from "../words.js";
import { stoneIcon } from "../board/picture.js";
import { questionedPoint } from "../board/show.js";
import { confirmBar, whyCard } from "./play.js";
import { defencesCard } from "./solve.js";
import { tree } from "./tree.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("../events.js").Actions} Actions */
/** @typedef {import("../messages.js").StudyView} StudyView */
/** @typedef {import("../messages.js").LineView} LineView */
/** @typedef {import("../messages.js").Colour} Colour */

/** @param {State} state @param {Actions} act */
export function analyseSide(state, act) {
  const study = state.snapshot?.study;
  if (state.setUp) return [setUpCard(state, act)];
  if (!study) return [h("section", { class: "card result" }, h("p", { class: "quiet" }, t("study.none")))];
  const board = state.snapshot?.board;
  const question = board && questionedPoint(state, board);
  return [
    engineCard(state, act, study),
    question && whyCard(board, question),
    study.engine.on && judgement(act, study),
    study.engine.on && bestLines(act, study),
    // The key that asks works here too, and so its answer is shown here.
    study.defences && defencesCard(act, study),
    treeCard(state, act, study),
    studyTools(act, study),
    confirmBar(state, act),
  ];
}

/** @param {State} state @param {Actions} act @param {StudyView} study */
function engineCard(state, act, study) {
  const { engine, analysis } = study;
  const { welcome } = state;
  const rule = state.snapshot?.board.rule ?? "freestyle";
  const depth = analysis?.lines[0]?.depth;
  const speed = analysis && analysis.time_ms > 0 ? Math.round(analysis.nodes / analysis.time_ms) : 0;
  const counts = (/** @type {number} */ most) => Array.from({ length: most }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }));
  return h(
    "section",
    { class: "card rows engine", key: "engine" },
    toggle({
      label: welcome?.engine ?? t("engine"),
      note: [t(`rule.${rule}`), engine.net || welcome?.net].filter(Boolean).join(t("list.comma")),
      on: engine.on,
      change: act.setEngine,
      name: "engine",
    }),
    h(
      "div",
      { class: "row engine-row" },
      h("label", null, t("engine.lines"), select({ label: t("engine.lines"), value: String(engine.lines), options: counts(9), change: (value) => act.analyse({ lines: Number(value) }) })),
      h("label", null, t("engine.threads"), select({ label: t("engine.threads"), value: String(engine.threads), options: counts(welcome?.max_threads ?? 1), change: (value) => act.analyse({ threads: Number(value) }) })),
      h(
        "span",
        { class: "quiet small figures", "data-name": "figures" },
        engine.on && depth ? t("engine.depth", { depth, speed: number(speed) }) : engine.queued ? t("engine.queued") : "",
      ),
    ),
  );
}

/** What the best line says: decided by search, or an estimate. They never look alike. @param {Actions} act @param {StudyView} study */
function judgement(act, study) {
  const analysis = study.analysis;
  const best = analysis?.lines[0];
  if (!analysis || !best) {
    return h(
      "section",
      { class: "card proof", key: "judgement" },
      h("div", { class: "head" }, badge(t("estimate"), "plain")),
      h("p", { class: "quiet last" }, analysis?.outcome ? t("study.over") : t("engine.starting")),
    );
  }
  const plies = best.wins_in ?? best.loses_in;
  const mover = analysis.to_move;
  if (plies !== null) {
    const winner = best.wins_in !== null ? mover : otherColour(mover);
    return h(
      "section",
      { class: "card proof", key: "judgement", "data-name": "judgement" },
      h(
        "div",
        { class: "head" },
        badge(t("decided"), "proven"),
        h("span", { class: "grow" }),
        button({ label: t("prove"), act: () => act.prove(winner), kind: "quietly slim link", name: "prove" }),
      ),
      h("p", { class: "big" }, t("decided.wins", { colour: colourName(winner), n: winnersMoves(plies) })),
      h("p", { class: "quiet last" }, t("decided.about")),
    );
  }
  const black = percent(analysis.black_chance);
  const better = black >= 50 ? "black" : "white";
  const chance = better === "black" ? black : 100 - black;
  const isLevel = chance <= 54;
  return h(
    "section",
    { class: "card proof", key: "judgement", "data-name": "judgement" },
    h(
      "div",
      { class: "head" },
      badge(t("estimate"), "plain"),
      h("span", { class: "grow" }),
      button({ label: t("prove.look"), act: () => act.prove(better), kind: "quietly slim link", name: "prove" }),
    ),
    h("p", { class: "big" }, isLevel ? t("estimate.level", { n: chance, colour: colourName(better) }) : t("estimate.better", { colour: colourName(better), n: chance })),
    h("p", { class: "quiet last" }, t("estimate.about")),
  );
}

/** @param {Actions} act @param {StudyView} study */
function bestLines(act, study) {
  const lines = study.analysis?.lines ?? [];
  const wanted = study.engine.lines;
  const rows = [];
  // As many rows as were asked for, so that nothing moves while the engine thinks.
  for (let index = 0; index < Math.max(1, wanted); index++) rows.push(lineRow(act, lines[index], index));
  return h(
    "section",
    { class: "card", key: "lines" },
    h("h2", { class: "head" }, t("lines"), h("span", { class: "grow" }), h("span", { class: "quiet" }, t("lines.about"))),
    h("ol", { class: "lines" }, rows),
  );
}

/** @param {Actions} act @param {LineView | undefined} line @param {number} index */
function lineRow(act, line, index) {
  if (!line) return h("li", { key: index }, h("span", { class: "skeleton" }));
  const [first, ...rest] = line.moves;
  return h(
    "li",
    { key: index },
    h(
      "button",
      {
        type: "button",
        class: index === 0 ? "line on" : "line",
        title: t("lines.adopt"),
        onmouseenter: () => act.preview(line.moves),
        onmouseleave: () => act.preview([]),
        onfocus: () => act.preview(line.moves),
        onblur: () => act.preview([]),
        onclick: () => act.adopt(line.moves),
      },
      h("span", { class: "val" }, lineValue(line)),
      h("span", { class: "pv" }, h("b", null, first ?? ""), ` ${rest.join(" ")}`),
    ),
  );
}

/** @param {LineView} line */
function lineValue(line) {
  if (line.wins_in !== null) return t("line.win", { n: winnersMoves(line.wins_in) });
  if (line.loses_in !== null) return t("line.loss", { n: winnersMoves(line.loses_in) });
  return `${percent(line.win_chance)}%`;
}

/** @param {State} state @param {Actions} act @param {StudyView} study */
function treeCard(state, act, study) {
  const names = study.players.filter(Boolean).join(" – ");
  const atRoot = study.path.length <= 1;
  return h(
    "section",
    { class: "card fill treebox", key: "tree" },
    h(
      "div",
      { class: "head" },
      h("h2", null, t("moves")),
      h("span", { class: "quiet grow" }, [study.title, names].filter(Boolean).join(t("list.comma"))),
      iconButton({ picture: "flag", label: t("tree.promote"), act: act.promote, disabled: atRoot, kind: "slim", name: "promote" }),
      iconButton({ picture: "trash", label: t("tree.delete"), act: act.deleteNode, disabled: atRoot, kind: "slim", name: "delete-node" }),
    ),
    tree(study, act),
    labelNote(act, study),
    study.notes.length > 0 && h("p", { class: "small quiet notes" }, study.notes.join(" ")),
    h("textarea", {
      class: "textarea comment",
      rows: 2,
      placeholder: t("comment.placeholder"),
      "aria-label": t("comment"),
      "data-name": "comment",
      maxlength: 10000,
      value: state.comment ?? study.comment,
      oninput: (/** @type {Event} */ event) => act.typeComment(/** @type {HTMLTextAreaElement} */ (event.target).value),
      onchange: act.sendComment,
    }),
  );
}

/** What a review found at the move shown, in a sentence, and the way to see it. @param {Actions} act @param {StudyView} study */
function labelNote(act, study) {
  const node = study.nodes.find(({ id }) => id === study.cursor);
  if (!node?.label || !node.stone) return null;
  const colour = colourName(node.stone);
  const other = otherColour(node.stone);
  /** @type {Record<string, { text: string, label: string, show: () => void } | undefined>} */
  const notes = {
    gave_win: { text: t("label.about.gave_win", { colour: colourName(other) }), label: t("prove"), show: () => act.prove(other) },
    missed_win: { text: t("label.about.missed_win", { colour }), label: t("label.find"), show: () => act.walk("back") },
    only_move: { text: t("label.about.only_move", { colour }), label: t("walk.back"), show: () => act.walk("back") },
  };
  const note = notes[node.label];
  return (
    note &&
    h(
      "p",
      { class: "label-note", "data-name": "label-note" },
      h("span", { class: "grow" }, note.text),
      button({ label: note.label, act: note.show, kind: "slim", name: "label-show" }),
    )
  );
}

/** @param {Actions} act @param {StudyView} study */
function studyTools(act, study) {
  return h(
    "div",
    { class: "card tools-row", key: "tools", role: "toolbar", "aria-label": t("study.tools") },
    button({ label: study.engine.reviewing ? t("review.stop") : t("review"), act: study.engine.reviewing ? act.stopAnalysis : act.review, kind: "slim", name: "review" }),
    button({ label: t("setup"), act: act.beginSetUp, kind: "slim", name: "set-up" }),
    button({ label: t("play.here"), act: act.playFromHere, disabled: !study.playable, kind: "slim", name: "play-here" }),
    button({ label: t("study.game"), act: act.analyseGame, kind: "slim", name: "study-game" }),
  );
}

/** @param {State} state @param {Actions} act */
function setUpCard(state, act) {
  const setUp = state.setUp;
  if (!setUp || !state.welcome) return null;
  const colours = /** @type {Colour[]} */ (["black", "white"]);
  return h(
    "section",
    { class: "card result", key: "set-up", "data-name": "set-up-card" },
    h("div", null, h("h2", null, t("setup")), h("p", { class: "quiet" }, t("setup.about"))),
    segments({
      label: t("setup.tool"),
      value: setUp.tool,
      options: [
        ...colours.map((colour) => ({ value: /** @type {Colour | "erase"} */ (colour), label: t(colour), picture: stoneIcon(colour) })),
        { value: "erase", label: t("setup.erase"), picture: icon("close", "small") },
      ],
      change: (tool) => act.changeSetUp({ tool }),
    }),
    h("span", { class: "quiet small" }, t("setup.to_move")),
    segments({
      label: t("setup.to_move"),
      value: setUp.toMove,
      options: colours.map((colour) => ({ value: colour, label: t(colour), picture: stoneIcon(colour) })),
      change: (toMove) => act.changeSetUp({ toMove }),
    }),
    h("span", { class: "quiet small" }, t("rule")),
    select({
      label: t("rule"),
      value: setUp.rule,
      options: state.welcome.rules.map(({ id }) => ({ value: id, label: t(`rule.${id}`) })),
      change: (rule) => act.changeSetUp({ rule }),
    }),
    select({
      label: t("board"),
      value: String(setUp.size),
      options: state.welcome.sizes.map((size) => ({ value: String(size), label: `${size} × ${size}` })),
      change: (size) => act.changeSetUp({ size: Number(size) }),
    }),
    h(
      "div",
      { class: "btns" },
      button({ label: t("setup.done"), act: act.finishSetUp, kind: "primary", name: "set-up-done" }),
      button({ label: t("setup.clear"), act: () => act.changeSetUp({ stones: {} }) }),
      button({ label: t("cancel"), act: act.cancelSetUp }),
    ),
  );
}
